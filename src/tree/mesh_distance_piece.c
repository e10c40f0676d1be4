/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The nearest triangle to a point or a convex piece: a search of one tree against a single box around the piece. The box
 * of a half-space is aligned with its plane, and so large that no point of the mesh is nearer to the rest of the
 * half-space. Where coordinates are too large for such a box, every triangle is measured. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "exact/exact.h"
#include "pair/measure/measure.h"
#include "shape/vertices.h"
#include "tree/mesh_distance.h"

/* ---- Triangles ----------------------------------------------------------------------------------------- */

/* Outside this range of sizes, points are not measured in doubles. */
#define LEAST   0x1p-900
#define LARGEST 0x1p900

/* The distance of a triangle to a point in doubles; false if the error bound does not suffice. */
static bool measure_point_triangle(const fk_vec3 corner[3], fk_vec3 point, fk_interval *out,
                                   fk_vec3 *displacement)
{
    const fk_vec3 zero[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    fk_vec3 from[3];
    double most = 0;
    for (int k = 0; k < 3; k++) {
        from[k] = fk_vec3_sub(corner[k], point);
        most = fk_larger(most, fk_vec3_largest(from[k]));
    }
    return most > LEAST && most < LARGEST &&
           fk_triangle_distance_interval(from, zero, fk_inverse_power(fk_exponent_of(most) + 1), out,
                                         displacement);
}

/* Measures all triangles of a leaf against the piece. */
void fk_distance_measure_leaf_to_piece(fk_distance_search *s, fk_tree_slot slot)
{
    const fk_placed_mesh *mesh = s->side[0].mesh;
    const fk_tree *tree = mesh->tree;
    uint32_t first = fk_slot_node(tree, slot);
    for (uint32_t i = 0; i < fk_slot_triangle_count(tree, slot) && !s->is_done; i++) {
        fk_vec3 corner[3], displacement;
        fk_distance d;
        uint32_t triangle = tree->triangle[first + i];
        fk_placed_triangle(mesh, triangle, corner);
        if (s->piece->kind != FK_KIND_POINT ||
            !measure_point_triangle(corner, s->piece->as.point, &d.distance, &displacement)) {
            fk_piece p = fk_piece_triangle(corner[0], corner[1], corner[2]);
            if (fk_pair_distance(&p, s->piece, NULL, &d) != FK_OK)
                continue;
            displacement = fk_vec3_sub(d.point_b, d.point_a);
        }
        if (fk_double_order(d.distance.lo, s->limit) <= 0)
            fk_distance_add_pair(s, triangle, 0, d.distance, displacement);
    }
}

/* ---- The box around a piece ---------------------------------------------------------------------------- */

/* An oriented box in the world. */
typedef struct world_box {
    fk_vec3 origin;
    double half[3];
    /* The first axis, of length 1 up to rounding. If it is not the x axis, the other two half sides are equal
     * and their axes arbitrary. */
    fk_vec3 axis;
} world_box;

FK_OWN_FRAME static fk_aabb piece_aabb(const fk_piece *piece)
{
    fk_arena arena;
    fk_aabb box;
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            fk_arena_init(&arena);
            fk_exact_vec3 n = fk_exact_vec3_from(&arena, fk_vec3_axis(axis, sign));
            fk_exact_interval reach = fk_piece_support_value(&arena, piece, n);
            double most = -fk_exact_floor(fk_exact_negate(reach.hi));
            *fk_vec3_at(sign > 0 ? &box.max : &box.min, axis) =
                arena.full ? sign * (double)INFINITY : sign * most;
        }
    return box;
}

/* The box of a bounded piece; for a sphere or capsule, of its core. */
static world_box bounded_piece_box(const fk_piece *piece)
{
    fk_piece core = *piece;
    if (piece->kind == FK_KIND_SPHERE)
        core = fk_piece_point(piece->as.sphere.center);
    if (piece->kind == FK_KIND_CAPSULE)
        core = fk_piece_segment(piece->as.capsule.end[0], piece->as.capsule.end[1]);
    fk_aabb box = piece_aabb(&core);
    world_box a = {.axis = fk_vec3_axis(0, 1)};
    for (int k = 0; k < 3; k++) {
        double min = fk_vec3_get(box.min, k), max = fk_vec3_get(box.max, k), middle = min / 2 + max / 2;
        *fk_vec3_at(&a.origin, k) = middle;
        a.half[k] = fk_larger(max - middle, middle - min) * (1 + 0x1p-40) + 0x1p-1000;
    }
    return a;
}

/* The box lies below the plane and reaches beyond the mesh in all directions. The foot of the mesh's center
 * is the center of its upper face; every point of the mesh is within sqrt(3) units of that center, times the
 * stretch of the pose. */
static world_box half_space_bounds(const fk_plane *half, const fk_placed_mesh *mesh)
{
    fk_vec3 n = fk_vec3_unit(half->normal), middle = fk_pose_apply(&mesh->pose, mesh->tree->origin);
    const fk_vec3 zero = {0, 0, 0};
    double radius = 2 * mesh->tree->unit * fk_tree_frame_from_world(mesh, zero).stretch;
    double height = fk_vec3_dot(n, middle) - half->offset / fk_vec3_dot(half->normal, n);
    double off = (fk_vec3_largest(middle) + fabs(height)) * 0x1p-40;
    double deep = (height < 0 ? -height : 0) + 2 * radius;
    world_box a = {.axis = n};
    a.origin = fk_vec3_sub(middle, fk_vec3_scale(n, height + deep / 2));
    a.half[0] = deep / 2 * (1 + 0x1p-30) + off;
    a.half[1] = a.half[2] = radius + off;
    return a;
}

/* The box in tree units, as the only child of a node. Boxes too large for floats make all bounds 0. */
static fk_other_boxes box_as_node(const world_box *a, double unit, fk_tree_obb *node)
{
    fk_other_boxes other = {{0, 0, 0}, {node, 1}};
    memset(node, 0, sizeof *node);
    /* The rotation that takes the first axis to x or -x: w is at least 1. */
    double sign = a->axis.x < 0 ? -1 : 1, w = 1 + sign * a->axis.x, y = sign * a->axis.z,
           z = -sign * a->axis.y;
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

static fk_distance_side side_from_world(const fk_placed_mesh *mesh, const world_box *a)
{
    double unit = mesh->tree->unit;
    fk_vec3 extent;
    for (int i = 0; i < 3; i++) {
        double size = a->half[0] + a->half[1] + a->half[2];
        *fk_vec3_at(&extent, i) = fabs(fk_vec3_get(a->origin, i)) + 2 * size;
    }
    fk_tree_frame frame = fk_tree_frame_from_world(mesh, extent);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            frame.turn[i][k] *= unit;
    return fk_distance_side_make(mesh, &frame, unit);
}

/* FK_ERROR_MEMORY if it is cancelled. */
static fk_status find_piece_distance(const fk_context *context, const fk_placed_mesh *a,
                                     const fk_piece *piece, double limit, fk_mesh_distance *out)
{
    fk_distance_search s;
    fk_tree_obb box_node;
    *out = fk_no_mesh_distance;
    if (a->mesh->triangle_count == 0)
        return FK_OK;
    world_box box =
        piece->kind == FK_KIND_HALF_SPACE ? half_space_bounds(&piece->as.half, a) : bounded_piece_box(piece);
    fk_distance_reset(&s, context, a->tree->unit);
    s.side[0] = side_from_world(a, &box);
    s.side[1].mesh = NULL;
    s.is_swapped = false;
    fk_other_boxes other = box_as_node(&box, s.unit, &box_node);
    s.piece = piece;
    s.radius = fk_piece_radius(piece);
    s.other = &other;
    s.limit = limit;
    *out = fk_distance_run(&s);
    return s.is_cancelled ? FK_ERROR_MEMORY : FK_OK;
}

void fk_placed_nearest(const fk_placed_mesh *a, fk_vec3 point, fk_mesh_distance *out)
{
    fk_piece piece = fk_piece_point(point);
    find_piece_distance(NULL, a, &piece, INFINITY, out);
    out->point_b = point;
    out->triangle.b = FK_NONE;
}

fk_status fk_placed_find_distance_piece_within(const fk_context *context, const fk_placed_mesh *a,
                                               const fk_piece *piece, double limit, fk_mesh_distance *out)
{
    fk_status status = fk_piece_check(piece);
    return status == FK_OK ? find_piece_distance(context, a, piece, limit, out) : status;
}

fk_status fk_placed_find_distance_piece(const fk_context *context, const fk_placed_mesh *a,
                                        const fk_piece *piece, fk_mesh_distance *out)
{
    return fk_placed_find_distance_piece_within(context, a, piece, INFINITY, out);
}

fk_status fk_placed_distance_piece(const fk_placed_mesh *a, const fk_piece *piece, fk_mesh_distance *out)
{
    return fk_placed_find_distance_piece(NULL, a, piece, out);
}
