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

static fk_status build_hull_mesh_of(fk_context *context, const fk_vec3 *point, uint32_t count, fk_mesh **out)
{
    fk_hull *hull;
    fk_status status = fk_hull_build(context, point, count, &hull);
    if (status != FK_OK)
        return status;
    uint32_t triangles = fk_hull_triangle_count(hull);
    size_t bytes = triangles * sizeof(fk_triangle);
    fk_triangle *triangle = fk_allocate(context, bytes);
    if (triangle != NULL) {
        fk_hull_list_triangles(hull, triangle);
        fk_mesh_input input = {hull->point, hull->vertex_count, triangle, triangles,
                               fk_mesh_options_default()};
        status = fk_mesh_build(context, &input, NULL, out);
        fk_release(context, triangle, bytes);
    }
    fk_hull_free(context, hull);
    return triangle == NULL ? FK_ERROR_MEMORY : status;
}

/* Whether the hull of points is in the solid. */
static fk_status contains_hull(fk_context *context, const fk_placed_mesh *a, const fk_vec3 *point,
                               uint32_t count, bool *out)
{
    fk_mesh *mesh = NULL;
    fk_tree *tree = NULL;
    fk_relation_result *related = NULL;
    fk_status status = build_hull_mesh_of(context, point, count, &mesh);
    if (status == FK_OK)
        status = fk_tree_build(context, mesh, NULL, &tree);
    if (status == FK_OK) {
        fk_placed_mesh hull = {mesh, tree, fk_pose_identity(), true};
        status = fk_placed_relate(context, a, &hull, &related);
    }
    if (status == FK_OK)
        *out = related->relation == FK_RELATION_B_IN_A || related->relation == FK_RELATION_DUPLICATE;
    fk_relation_result_free(context, related);
    fk_tree_free(context, tree);
    fk_mesh_free(context, mesh);
    return status;
}

/* Whether all corners of a piece are doubles; for cells they are copied. */
static const fk_vec3 *list_corners(const fk_piece *piece, fk_vec3 corner[FK_VERTEX_MAX], uint32_t *count)
{
    *count = fk_piece_vertex_count(piece);
    if (!fk_piece_is_polyhedron(piece))
        return NULL;
    if (piece->kind == FK_KIND_HULL)
        return piece->as.hull.point;
    for (uint32_t i = 0; i < *count; i++)
        if (!fk_piece_vertex_is_double(piece, i, &corner[i]))
            return NULL;
    return corner;
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
    for (int i = 0; i < 8; i++)
        corner[i] = fk_vec3_make(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                 i & 4 ? box->max.z : box->min.z);
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
        s->status = contains_hull(s->context, s->a, corner, 8, &is_inside);
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
    uint32_t count;
    const fk_vec3 *point = list_corners(piece, corner, &count);
    if (point != NULL) {
        bool contains = false;
        fk_status status = contains_hull(context, a, point, count, &contains);
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
