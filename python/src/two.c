/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two bodies in their places. Two shapes are asked as pieces, placed once; where a mesh takes part, both are colliders. */

#include "core.h"

static const char *const names[2][2] = {{"a", "pose_a"}, {"b", "pose_b"}};

/* Kinds about which everything is known in some microseconds. */
static bool is_quick(fk_kind kind)
{
    return kind != FK_KIND_HULL && kind != FK_KIND_CYLINDER && kind != FK_KIND_CONE &&
           kind != FK_KIND_ELLIPSOID;
}

/* Without a pose the piece is the shape's own; else a placed copy, a hull with room for its points. */
static int place_piece(core_state *state, const fk_piece *piece, PyObject *pose, int side, core_two *out)
{
    fk_pose place;
    out->piece[side] = piece;
    if (!core_is_given(pose))
        return 0;
    if (core_pose(state, pose, names[side][1], &place) < 0)
        return -1;
    if (piece->kind == FK_KIND_HULL) {
        out->room[side] = PyMem_Malloc(piece->as.hull.count * sizeof *out->room[side]);
        if (!out->room[side]) {
            PyErr_NoMemory();
            return -1;
        }
    }
    out->placed[side] = fk_piece_place(piece, &place, out->room[side]);
    out->piece[side] = &out->placed[side];
    return 0;
}

int core_placed_get(core_state *state, PyObject *body, PyObject *pose, const char *const name[2],
                    fk_placed_collider *out)
{
    fk_aabb box;
    out->collider = core_collider(state, body, name[0]);
    if (!out->collider || core_pose(state, pose, name[1], &out->pose) < 0)
        return -1;
    /* It finds out whether all numbers stay finite, which the questions take for granted. */
    fk_status status = fk_collider_box(out, &box);
    if (status == FK_OK)
        return 0;
    core_error(state, status, name[0], NULL);
    return -1;
}

int core_two_colliders(core_state *state, PyObject *const body[2], PyObject *const pose[2], core_two *out)
{
    for (int side = 0; side < 2; side++)
        if (core_placed_get(state, body[side], pose[side], names[side], &out->collider[side]) < 0)
            return -1;
    return 0;
}

int core_two_get(core_state *state, PyObject *const body[2], PyObject *const pose[2], core_two *out)
{
    out->are_pieces = core_is(state, body[0], CORE_SHAPE) && core_is(state, body[1], CORE_SHAPE);
    if (!out->are_pieces)
        return core_two_colliders(state, body, pose, out);
    out->is_quick = true;
    for (int side = 0; side < 2; side++) {
        const fk_piece *piece = &((core_shape_object *)body[side])->piece;
        if (place_piece(state, piece, pose[side], side, out) < 0)
            return -1;
        out->is_quick = out->is_quick && is_quick(piece->kind);
    }
    return 0;
}

int core_two_pieces(core_state *state, PyObject *const body[2], PyObject *const pose[2], core_two *out)
{
    if (!core_piece(state, body[0], "a") || !core_piece(state, body[1], "b"))
        return -1;
    return core_two_get(state, body, pose, out);
}

void core_two_release(core_two *two)
{
    PyMem_Free(two->room[0]);
    PyMem_Free(two->room[1]);
}
