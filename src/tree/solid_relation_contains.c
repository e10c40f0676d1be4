/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether a convex piece P is in a solid A although triangles of A pass through it: where shells of A overlap, their walls
 * have the inside on both sides.
 *
 * If the corners of a polyhedron are doubles, it is a mesh, and the relation of two meshes decides. Otherwise a box around P is
 * halved, again and again, until the part of P in each box is empty or decided. Where no triangle passes through both the
 * box and P, that part is in A as a whole, or outside: one point decides. Otherwise the box is a mesh, and may be in A.
 *
 * Weak inputs: P that comes close to where a wall inside A ends at the boundary of A. There the boxes never get small
 * enough; then the answer is unknown. */

#include "base/vec3.h"
#include "shape/hull.h"
#include "shape/vertices.h"
#include "tree/solid_relation.h"
#include "tree/tree.h"

#define BOXES_MOST 1000
/* Large boxes first: "no" is often found among them. */
#define DEPTH_STEP 6
/* A box that more triangles pass through is halved first. */
#define TRIANGLES_MOST 64

typedef struct cover_search {
    fk_context *context;
    const fk_placed_mesh *a;
    const fk_piece *piece;
    uint32_t boxes, depth_most;
    fk_containment result;
    fk_status status;
} cover_search;

/* ---- Polyhedra as meshes ------------------------------------------------------------------------------- */

/* A flat hull has as many triangles on either side. */
fk_status fk_placed_hull_build(fk_context *context, const fk_hull *hull, fk_placed_mesh *out)
{
    bool is_solid = hull->dimension == 3;
    uint32_t all = fk_hull_triangle_count(hull), count = is_solid ? all : hull->dimension == 2 ? all / 2 : 1;
    size_t bytes = (all + (size_t)1) * sizeof(fk_triangle);
    fk_triangle *triangle = fk_allocate(context, bytes);
    fk_mesh *mesh = NULL;
    fk_tree *tree = NULL;
    if (triangle == NULL)
        return FK_ERROR_MEMORY;
    triangle[0] = (fk_triangle){{0, hull->vertex_count - 1, hull->vertex_count - 1}};
    if (hull->dimension >= 2)
        fk_hull_list_triangles(hull, triangle);
    fk_mesh_input input = {hull->point, hull->vertex_count, triangle, count, fk_mesh_options_default()};
    fk_status status = fk_mesh_build(context, &input, NULL, &mesh);
    fk_release(context, triangle, bytes);
    if (status == FK_OK)
        status = fk_tree_build(context, mesh, NULL, &tree);
    if (status == FK_OK)
        *out = (fk_placed_mesh){mesh, tree, fk_pose_identity(), is_solid};
    else
        fk_mesh_free(context, mesh);
    return status;
}

void fk_placed_hull_free(fk_context *context, const fk_placed_mesh *hull)
{
    fk_tree_free(context, (fk_tree *)(uintptr_t)hull->tree);
    fk_mesh_free(context, (fk_mesh *)(uintptr_t)hull->mesh);
}

/* Whether the hull of points is in the solid. */
static fk_status contains_hull(fk_context *context, const fk_placed_mesh *a, const fk_points *points,
                               bool *out)
{
    fk_hull *hull;
    fk_placed_mesh placed;
    fk_relation_result *related;
    fk_status status = fk_points_hull(context, points, &hull);
    if (status != FK_OK)
        return status;
    status = fk_placed_hull_build(context, hull, &placed);
    fk_hull_free(context, hull);
    if (status != FK_OK)
        return status;
    status = fk_placed_relate(context, a, &placed, &related);
    if (status == FK_OK) {
        *out = related->relation == FK_RELATION_B_IN_A || related->relation == FK_RELATION_DUPLICATE;
        fk_relation_result_free(context, related);
    }
    fk_placed_hull_free(context, &placed);
    return status;
}

/* ---- Boxes --------------------------------------------------------------------------------------------- */

typedef struct box_triangles {
    const cover_search *search;
    const fk_piece *box;
    uint32_t count; /* that may pass through the box and the piece */
} box_triangles;

static bool count_box_triangle(void *user, uint32_t triangle)
{
    box_triangles *found = user;
    fk_vec3 c[3];
    fk_placed_triangle(found->search->a, triangle, c);
    fk_piece t = fk_piece_triangle(c[0], c[1], c[2]);
    fk_verdict verdict = FK_APART;
    if (fk_pair_verdict(&t, found->box) == FK_OVERLAPPING)
        verdict = fk_pair_verdict(&t, found->search->piece);
    found->count += verdict == FK_OVERLAPPING || verdict == FK_UNDECIDED;
    return found->count <= TRIANGLES_MOST;
}

static bool is_point_of(const fk_piece *piece, fk_vec3 point)
{
    fk_piece p = fk_piece_point(point);
    return fk_vec3_is_finite(point) && fk_pair_verdict(&p, piece) >= FK_TOUCHING;
}

/* No triangle passes through the common part of the box and the piece, which has interior. One of its points that is on no
 * triangle decides, on its surface, too: no triangle is near. */
static fk_containment contains_free_part(const cover_search *s, const fk_aabb *box, const fk_piece *part)
{
    fk_vec3 point[2] = {fk_vec3_add(fk_vec3_scale(box->min, 0.5), fk_vec3_scale(box->max, 0.5))};
    fk_distance distance;
    if (fk_pair_distance(part, s->piece, NULL, &distance) != FK_OK)
        return FK_CONTAINMENT_UNKNOWN;
    point[1] = distance.point_a;
    for (int i = 0; i < 2; i++) {
        int64_t winding;
        if (is_point_of(part, point[i]) && is_point_of(s->piece, point[i]) &&
            fk_placed_winding(s->a, point[i], &winding))
            return winding != 0 ? FK_CONTAINMENT_YES : FK_CONTAINMENT_NO;
    }
    return FK_CONTAINMENT_UNKNOWN;
}

static bool has_corner_outside(const fk_placed_mesh *a, const fk_vec3 corner[8])
{
    int64_t winding;
    for (int i = 0; i < 8; i++)
        if (fk_placed_winding(a, corner[i], &winding) && winding == 0)
            return true;
    return false;
}

static void cover_box(cover_search *s, const fk_aabb *box, uint32_t depth);

static void cover_halves(cover_search *s, const fk_aabb *box, uint32_t depth)
{
    fk_vec3 size = fk_vec3_sub(box->max, box->min);
    int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    double middle = 0.5 * fk_vec3_get(box->min, axis) + 0.5 * fk_vec3_get(box->max, axis);
    bool is_between = middle > fk_vec3_get(box->min, axis) && middle < fk_vec3_get(box->max, axis);
    if (depth >= s->depth_most || !is_between) {
        s->result = FK_CONTAINMENT_UNKNOWN;
        return;
    }
    fk_aabb half[2] = {*box, *box};
    *fk_vec3_at(&half[0].max, axis) = *fk_vec3_at(&half[1].min, axis) = middle;
    cover_box(s, &half[0], depth + 1);
    cover_box(s, &half[1], depth + 1);
}

/* Ends with another result than "yes" unless the part of P in the box is in A. After "unknown" the search goes on as long
 * as boxes are left, since "no" may follow. */
static void cover_box(cover_search *s, const fk_aabb *box, uint32_t depth)
{
    fk_vec3 corner[8];
    for (uint32_t i = 0; i < 8; i++)
        corner[i] = fk_aabb_corner(box, i);
    fk_piece part = fk_piece_hull(corner, 8);
    fk_verdict verdict = fk_pair_verdict(&part, s->piece);
    if (s->status != FK_OK || s->result == FK_CONTAINMENT_NO || verdict == FK_APART || verdict == FK_TOUCHING)
        return;
    if (++s->boxes > BOXES_MOST) {
        s->result = FK_CONTAINMENT_UNKNOWN;
        return;
    }
    box_triangles found = {s, &part, 0};
    fk_placed_visit(s->a, box, count_box_triangle, &found);
    fk_containment contains = FK_CONTAINMENT_UNKNOWN;
    if (found.count == 0 && verdict == FK_OVERLAPPING) {
        contains = contains_free_part(s, box, &part);
    } else if (found.count > 0 && found.count <= TRIANGLES_MOST && !has_corner_outside(s->a, corner)) {
        bool is_inside = false;
        s->status = contains_hull(s->context, s->a, &(fk_points){.point = corner, .count = 8}, &is_inside);
        contains = is_inside ? FK_CONTAINMENT_YES : FK_CONTAINMENT_UNKNOWN;
    }
    if (contains == FK_CONTAINMENT_NO)
        s->result = contains;
    if (contains == FK_CONTAINMENT_UNKNOWN && s->status == FK_OK)
        cover_halves(s, box, depth);
}

fk_status fk_relation_solid_contains(fk_context *context, const fk_placed_mesh *a, const fk_piece *piece,
                                     const fk_aabb *box, fk_containment *out)
{
    fk_vec3 corner[FK_VERTEX_MAX];
    fk_points points;
    if (fk_piece_is_polyhedron(piece) && fk_piece_list_vertices(piece, corner, &points)) {
        bool contains = false;
        fk_status status = contains_hull(context, a, &points, &contains);
        if (status == FK_OK)
            *out = contains ? FK_CONTAINMENT_YES : FK_CONTAINMENT_NO;
        return status;
    }
    cover_search s = {.context = context, .a = a, .piece = piece};
    if (!fk_vec3_is_finite(box->min) || !fk_vec3_is_finite(box->max))
        s.result = FK_CONTAINMENT_NO; /* A is bounded */
    while (s.status == FK_OK && s.result == FK_CONTAINMENT_UNKNOWN && s.boxes <= BOXES_MOST) {
        s.result = FK_CONTAINMENT_YES;
        s.depth_most += DEPTH_STEP;
        cover_box(&s, box, 0);
    }
    if (s.status == FK_OK)
        *out = s.result;
    return s.status;
}
