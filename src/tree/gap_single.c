/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of a placed mesh to a point or a convex piece: the nearest triangle, found by the tree of the
 * mesh and one box around the piece, by the bounds of gap.h. Triangles and the piece are left to
 * fk_pair_distance.
 *
 * The box of a half-space is one that is so large that no point of the mesh is nearer to the rest of it, and
 * turned to its plane. Where numbers are so large that there is no such box, every triangle is looked at. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "pair/measure/measure.h"
#include "shape/vertices.h"
#include "tree/gap.h"

/* Beyond these sizes points are not measured in doubles. */
#define SMALLEST 0x1p-900
#define LARGEST  0x1p900

/* A box around a piece in the world. */
typedef struct around {
    fk_vec3 origin;
    double half[3];
    /* The first one, of length 1 up to rounding. The other half sides are equal, and their axes any, unless
     * it is the x axis. */
    fk_vec3 axis;
} around;

/* ---- The box ------------------------------------------------------------------------------------------- */

FK_OWN_FRAME static fk_aabb box_of(const fk_piece *piece)
{
    fk_arena arena;
    fk_aabb box;
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            fk_arena_init(&arena);
            fk_exact_vec3 n = fk_exact_vec3_from(&arena, fk_vec3_axis(axis, sign));
            fk_bounds reach = fk_piece_reach(&arena, piece, n);
            double most = -fk_exact_floor(fk_exact_negate(reach.hi));
            *fk_vec3_at(sign > 0 ? &box.max : &box.min, axis) =
                arena.full ? sign * (double)INFINITY : sign * most;
        }
    return box;
}

/* Of spheres and capsules, around the core. */
static around around_bounded(const fk_piece *piece)
{
    fk_piece core = *piece;
    if (piece->kind == FK_KIND_SPHERE)
        core = fk_piece_point(piece->as.sphere.center);
    if (piece->kind == FK_KIND_CAPSULE)
        core = fk_piece_segment(piece->as.capsule.end[0], piece->as.capsule.end[1]);
    fk_aabb box = box_of(&core);
    around a = {.axis = fk_vec3_axis(0, 1)};
    for (int k = 0; k < 3; k++) {
        double min = fk_vec3_get(box.min, k), max = fk_vec3_get(box.max, k), middle = min / 2 + max / 2;
        *fk_vec3_at(&a.origin, k) = middle;
        a.half[k] = fk_larger(max - middle, middle - min) * (1 + 0x1p-40) + 0x1p-1000;
    }
    return a;
}

/* From the plane down beyond all of the mesh, and as far along it: the foot of the middle of the mesh is in
 * the middle of its upper face, and all of the mesh is within sqrt(3) units of that, times how much the pose
 * stretches. */
static around around_half(const fk_plane *half, const fk_placed_mesh *mesh)
{
    fk_vec3 n = fk_vec3_unit(half->normal), middle = fk_pose_apply(&mesh->pose, mesh->tree->origin);
    const fk_vec3 zero = {0, 0, 0};
    double radius = 2 * mesh->tree->unit * fk_frame_from_world(mesh, zero).stretch;
    double height = fk_vec3_dot(n, middle) - half->offset / fk_vec3_dot(half->normal, n);
    double off = (fk_vec3_largest(middle) + fabs(height)) * 0x1p-40;
    double deep = (height < 0 ? -height : 0) + 2 * radius;
    around a = {.axis = n};
    a.origin = fk_vec3_sub(middle, fk_vec3_scale(n, height + deep / 2));
    a.half[0] = deep / 2 * (1 + 0x1p-30) + off;
    a.half[1] = a.half[2] = radius + off;
    return a;
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* The box in units of the tree, as the only child of a node. What is too large for floats makes all bounds 0. */
static fk_gap_other make_other(const around *a, double unit, fk_tree_turned *node)
{
    fk_gap_other other = {{0, 0, 0}, {node, 1}};
    memset(node, 0, sizeof *node);
    /* The rotation that takes the first axis to x, or to -x: w is at least 1. */
    double way = a->axis.x < 0 ? -1 : 1, w = 1 + way * a->axis.x, y = way * a->axis.z, z = -way * a->axis.y;
    double length = sqrt(w * w + y * y + z * z);
    node->turn[1][0] = (float)(y / length);
    node->turn[2][0] = (float)(z / length);
    node->turn[3][0] = (float)(w / length);
    for (int k = 0; k < 3; k++) {
        double half = a->half[k] / unit * (1 + 0x1p-15);
        node->half[k][0] = half < 0x1p60 ? (float)half : 0x1p100f;
        node->size += node->half[k][0] * (1 + 0x1p-20f);
        other.origin[k] = fk_vec3_get(a->origin, k) / unit;
    }
    return other;
}

static fk_gap_side make_side(const fk_placed_mesh *mesh, const around *a)
{
    double unit = mesh->tree->unit;
    fk_vec3 extent;
    for (int i = 0; i < 3; i++) {
        double size = a->half[0] + a->half[1] + a->half[2];
        *fk_vec3_at(&extent, i) = fabs(fk_vec3_get(a->origin, i)) + 2 * size;
    }
    fk_tree_frame frame = fk_frame_from_world(mesh, extent);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            frame.turn[i][k] *= unit;
    return fk_gap_side_make(mesh, &frame, unit);
}

/* The distance of a triangle to a point in doubles, where they tell enough. */
static bool measure_point(const fk_vec3 corner[3], fk_vec3 point, fk_interval *out, fk_vec3 *way)
{
    const fk_vec3 zero[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    fk_vec3 from[3];
    double most = 0;
    for (int k = 0; k < 3; k++) {
        from[k] = fk_vec3_sub(corner[k], point);
        most = fk_larger(most, fk_vec3_largest(from[k]));
    }
    return most > SMALLEST && most < LARGEST &&
           fk_gap_measure(from, zero, fk_inverse_power(fk_exponent_of(most) + 1), out, way);
}

void fk_gap_leaf_and_piece(fk_gap_search *s, fk_gap_slot slot)
{
    const fk_placed_mesh *mesh = s->side[0].mesh;
    const fk_tree *tree = mesh->tree;
    uint32_t first = tree->node[slot / FK_TREE_WIDTH].child[slot % FK_TREE_WIDTH];
    for (uint32_t i = 0; i < fk_gap_count(tree, slot) && !s->is_done; i++) {
        fk_vec3 corner[3], way;
        fk_distance d;
        uint32_t triangle = tree->triangle[first + i];
        fk_placed_triangle(mesh, triangle, corner);
        if (s->piece->kind != FK_KIND_POINT ||
            !measure_point(corner, s->piece->as.point, &d.distance, &way)) {
            fk_piece p = fk_piece_triangle(corner[0], corner[1], corner[2]);
            if (fk_pair_distance(&p, s->piece, NULL, &d) != FK_OK)
                continue;
            way = fk_vec3_sub(d.point_b, d.point_a);
        }
        if (fk_double_order(d.distance.lo, s->limit) <= 0)
            fk_gap_take(s, triangle, 0, d.distance, way);
    }
}

static void find(const fk_placed_mesh *a, const fk_piece *piece, fk_placed_gap *out)
{
    fk_gap_search s;
    fk_tree_turned room;
    *out = (fk_placed_gap){.distance = {INFINITY, INFINITY}, .triangle = {FK_NONE, FK_NONE}};
    if (a->mesh->triangle_count == 0)
        return;
    around box = piece->kind == FK_KIND_HALF_SPACE ? around_half(&piece->as.half, a) : around_bounded(piece);
    s.side[0] = make_side(a, &box);
    s.side[1].mesh = NULL;
    s.is_limited = s.is_swapped = s.is_done = false;
    s.limit = INFINITY;
    s.unit = a->tree->unit;
    s.pair = (fk_index_pair){FK_NONE, FK_NONE};
    s.toward = fk_vec3_make(0, 0, 0);
    fk_gap_side_toward(&s.side[0], s.toward);
    fk_gap_other other = make_other(&box, s.unit, &room);
    s.piece = piece;
    s.radius = fk_piece_radius(piece);
    s.other = &other;
    fk_gap_run(&s);
    if (s.pair.a == FK_NONE) /* corners that are not finite */
        return;
    out->distance = s.distance;
    fk_vec3 point[2] = {{0, 0, 0}, {0, 0, 0}};
    fk_gap_points(&s, point);
    out->point_a = point[0];
    out->point_b = point[1];
    out->triangle = s.pair;
}

/* ---- The doors ----------------------------------------------------------------------------------------- */

void fk_placed_nearest(const fk_placed_mesh *a, fk_vec3 point, fk_placed_gap *out)
{
    fk_piece piece = fk_piece_point(point);
    find(a, &piece, out);
    out->point_b = point;
    out->triangle.b = FK_NONE;
}

fk_status fk_placed_distance_piece(const fk_placed_mesh *a, const fk_piece *piece, fk_placed_gap *out)
{
    fk_status status = fk_piece_check(piece);
    if (status == FK_OK)
        find(a, piece, out);
    return status;
}
