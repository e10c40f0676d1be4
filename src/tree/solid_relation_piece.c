/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The relation of a mesh and a convex piece with interior: fk_placed_relate_piece of tree.h.
 *
 * Let P be the piece, and A the mesh. A triangle meets the interior of P if and only if the two overlap, as
 * pieces. A is in P if and only if all its vertices are, since P is convex.
 *
 * A surface is hard if a triangle overlaps P. P, which has volume, is not in a surface.
 *
 * For a solid, if no triangle overlaps P, the interior of P is connected and meets none, so it is inside A as
 * a whole, or not at all: one point of P on no triangle decides, and so does one on the surface of P, because
 * the ball around it meets no triangle, either. If a triangle overlaps P, such a point with a winding number
 * other than 0 proves that interiors meet, and one with 0 that P is not in A. Such points are searched on
 * both sides of the triangles. If none of the first kind is found, because the intersection is hardly wider
 * than the spacing of doubles, a triangle suffices that overlaps P and is not covered by another one of A:
 * the winding numbers on its sides differ. None of the second kind is found where all of P is in A although
 * triangles pass through it, as where shells of A overlap: solid_relation_contains.c decides that.
 *
 * The box. A common point that is farthest in a direction is on a triangle, or inside A; then it is the
 * farthest point of P. So each side of the box is that of the boxes of triangles and P, or, if the part of P
 * beyond that is inside A, that of P: no triangle meets that part, so any point of it decides.
 *
 * Weak inputs: many triangles that meet a hull of many points, since each is tested on its own. */

#include "base/bits.h"
#include "base/vec3.h"
#include "pair/answer/answer.h"
#include "pair/verdict/verdict.h"
#include "shape/bound.h"
#include "shape/vertices.h"
#include "tree/solid_relation.h"
#include "tree/tree.h"

/* ---- Which triangles meet the piece -------------------------------------------------------------------- */

typedef struct piece_query {
    const fk_placed_mesh *a;
    const fk_piece *piece;
    fk_aabb piece_box; /* around the piece */
    /* Triangles that meet the piece, with their verdicts. */
    fk_pairs found;
    fk_pair_list *list;
    size_t count, overlapping, undecided;
    bool has_memory;
    bool wants_relation; /* or the verdict alone, for which one common point suffices */
} piece_query;

static fk_piece triangle_piece(const piece_query *l, uint32_t triangle)
{
    fk_vec3 c[3];
    fk_placed_triangle(l->a, triangle, c);
    return fk_piece_triangle(c[0], c[1], c[2]);
}

/* The verdict on a triangle; counts overlapping and undecided ones. */
static fk_verdict count_verdict(piece_query *l, uint32_t triangle)
{
    fk_piece t = triangle_piece(l, triangle);
    fk_aabb box;
    fk_aabb_build(t.as.triangle, 3, &box);
    fk_verdict verdict = fk_aabb_meets(box, l->piece_box) ? fk_pair_verdict(&t, l->piece) : FK_APART;
    l->overlapping += verdict == FK_OVERLAPPING;
    l->undecided += verdict == FK_UNDECIDED;
    return verdict;
}

static bool collect_triangle(void *user, uint32_t triangle)
{
    piece_query *l = user;
    fk_verdict verdict = count_verdict(l, triangle);
    if (verdict == FK_APART || verdict == FK_UNDECIDED)
        return true;
    l->has_memory = fk_pairs_add(&l->found, triangle, (uint32_t)verdict);
    return l->has_memory;
}

/* ---- Containment --------------------------------------------------------------------------------------- */

/* Whether all vertices are in the piece: the verdict of the outermost vertex, undecided if one is. */
static fk_verdict vertices_in_piece(const piece_query *l)
{
    if (l->count == 0 || l->count < l->a->mesh->triangle_count)
        return FK_APART; /* or there is no vertex */
    fk_verdict all = FK_OVERLAPPING;
    for (uint32_t t = 0; t < l->a->mesh->triangle_count; t++) {
        fk_vec3 corner[3];
        fk_placed_triangle(l->a, t, corner);
        for (int k = 0; k < 3; k++) {
            fk_piece p = fk_piece_point(corner[k]);
            fk_verdict verdict = fk_pair_verdict(&p, l->piece);
            if (verdict == FK_APART)
                return FK_APART;
            if (verdict < all)
                all = verdict;
        }
    }
    return all;
}

static fk_vec3 triangle_common_point(const piece_query *l, uint32_t triangle)
{
    fk_piece t = triangle_piece(l, triangle);
    fk_pair_query query = fk_pair_query_default(&t, l->piece);
    query.want = FK_PART_POINT;
    fk_answer answer;
    if (fk_pair_answer_exact(&query, &answer) != FK_OK || (answer.filled & FK_PART_POINT) == 0)
        return t.as.triangle[0];
    return answer.point;
}

/* A triangle that others of its mesh may cover. */
typedef struct covered_triangle {
    const fk_placed_mesh *a;
    uint32_t triangle;
    fk_vec3 corner[3];
} covered_triangle;

static bool does_not_cover(void *user, uint32_t triangle)
{
    const covered_triangle *c = user;
    fk_vec3 corner[3];
    fk_triangles_shared set;
    if (triangle == c->triangle)
        return true;
    fk_placed_triangle(c->a, triangle, corner);
    fk_triangles_features(c->corner, corner, &set);
    return set.count < 3;
}

/* Whether some triangle that meets the interior of the piece has area and is not covered by another one of
 * its mesh: then the winding numbers on its sides differ, and one of them is not 0. */
static bool has_uncovered_triangle(const piece_query *l)
{
    for (size_t i = 0; i < l->count; i++) {
        covered_triangle c = {.a = l->a, .triangle = l->list->pair[i].a};
        fk_aabb box;
        fk_placed_triangle(c.a, c.triangle, c.corner);
        fk_aabb_build(c.corner, 3, &box);
        if (l->list->pair[i].b == FK_OVERLAPPING && fk_triangle_area_axis(c.corner) >= 0 &&
            fk_placed_visit(c.a, &box, does_not_cover, &c))
            return true;
    }
    return false;
}

/* Points are searched around at most TRIES triangles; by the fast verdict, around QUICK_TRIES. */
#define TRIES 256

/* Searches points inside the piece on both sides of triangles that meet its interior, until the needed ones
 * are found. */
static void find_witness_points(const piece_query *l, bool needs_inner, fk_witness_points *points)
{
    size_t tries = 0;
    for (size_t i = 0; i < l->count && tries < TRIES; i++)
        if (l->list->pair[i].b == FK_OVERLAPPING) {
            fk_piece t = triangle_piece(l, l->list->pair[i].a);
            fk_witness_points_try_beside(points, t.as.triangle, triangle_common_point(l, l->list->pair[i].a));
            if (points->has_outer && (points->has_inner || !needs_inner))
                return;
            tries++;
        }
}

/* Searches a point outside the solid beside the segments in which triangles that pass through the piece meet. */
static void find_outer_point(const piece_query *l, fk_witness_points *points)
{
    size_t tries = 0;
    for (size_t i = 0; i < l->count; i++)
        for (size_t k = 0; k < i && !points->has_outer && tries < TRIES; k++)
            if (l->list->pair[i].b == FK_OVERLAPPING && l->list->pair[k].b == FK_OVERLAPPING) {
                fk_piece t = triangle_piece(l, l->list->pair[i].a), u = triangle_piece(l, l->list->pair[k].a);
                fk_witness_points_try_crossing(points, t.as.triangle, u.as.triangle);
                tries++;
            }
}

static fk_relation surface_relation(const piece_query *l, bool is_in_piece)
{
    return is_in_piece          ? FK_RELATION_A_IN_B
           : l->overlapping > 0 ? FK_RELATION_HARD
           : l->count > 0       ? FK_RELATION_CONTACT
                                : FK_RELATION_APART;
}

static fk_relation solid_relation(const piece_query *l, bool is_in_piece, fk_witness_points *points,
                                  fk_status *status)
{
    if (l->overlapping == 0) {
        int inside = fk_witness_points_piece_inside(points);
        if (inside < 0)
            return FK_RELATION_UNDECIDED;
        if (inside > 0)
            return is_in_piece ? FK_RELATION_DUPLICATE : FK_RELATION_B_IN_A;
        return surface_relation(l, is_in_piece);
    }
    find_witness_points(l, !is_in_piece, points);
    if (!points->has_outer && l->wants_relation)
        find_outer_point(l, points);
    fk_containment contains = points->has_outer ? FK_CONTAINMENT_NO : FK_CONTAINMENT_UNKNOWN;
    if (!points->has_outer && l->wants_relation)
        *status = fk_relation_solid_contains(l->found.context, l->a, l->piece, &l->piece_box, &contains);
    if (contains == FK_CONTAINMENT_YES && !points->has_inner)
        points->inner = points->center;
    if (contains == FK_CONTAINMENT_YES)
        return is_in_piece ? FK_RELATION_DUPLICATE : FK_RELATION_B_IN_A;
    if (contains == FK_CONTAINMENT_UNKNOWN)
        return FK_RELATION_UNDECIDED;
    if (is_in_piece)
        return FK_RELATION_A_IN_B;
    return points->has_inner || has_uncovered_triangle(l) ? FK_RELATION_HARD : FK_RELATION_UNDECIDED;
}

static fk_relation mesh_piece_relation(const piece_query *l, fk_witness_points *points, fk_status *status)
{
    *status = FK_OK;
    if (l->undecided > 0)
        return FK_RELATION_UNDECIDED;
    fk_verdict vertices = vertices_in_piece(l);
    if (vertices == FK_UNDECIDED)
        return FK_RELATION_UNDECIDED;
    bool is_in_piece = vertices != FK_APART;
    return l->a->is_solid ? solid_relation(l, is_in_piece, points, status) : surface_relation(l, is_in_piece);
}

/* ---- Box and point ------------------------------------------------------------------------------------- */

/* The box of all common points of triangles and the piece. Corners in the piece are found fast; for most
 * triangles, their box is then already inside. */
static fk_aabb triangles_box(const piece_query *l)
{
    fk_aabb all = fk_aabb_empty();
    for (size_t i = 0; i < l->count; i++) {
        fk_piece t = triangle_piece(l, l->list->pair[i].a);
        for (int k = 0; k < 3; k++) {
            fk_piece p = fk_piece_point(t.as.triangle[k]);
            fk_verdict verdict =
                fk_aabb_contains(&all, p.as.point) ? FK_APART : fk_pair_verdict(&p, l->piece);
            if (verdict == FK_TOUCHING || verdict == FK_OVERLAPPING)
                all = fk_aabb_include(all, p.as.point);
        }
    }
    for (size_t i = 0; i < l->count; i++) {
        fk_piece t = triangle_piece(l, l->list->pair[i].a);
        fk_aabb box;
        fk_aabb_build(t.as.triangle, 3, &box);
        box = fk_aabb_intersection(&box, &l->piece_box);
        bool is_within = fk_aabb_contains(&all, box.min) && fk_aabb_contains(&all, box.max);
        if (!is_within && fk_pair_box(&t, l->piece, &box) == FK_OK)
            all = fk_aabb_merge(&all, &box);
    }
    return all;
}

/* Extends the box by the parts of the piece inside the solid. */
static void grow_box_by_piece(const piece_query *l, fk_witness_points *points, fk_aabb *box)
{
    for (int axis = 0; axis < 3; axis++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            double *side = fk_vec3_at(sign > 0 ? &box->max : &box->min, axis);
            double end = fk_vec3_get(sign > 0 ? l->piece_box.max : l->piece_box.min, axis);
            if (fk_is_finite(end) && fk_double_order(end, *side) == sign &&
                fk_witness_points_beyond_inside(points, axis, sign, *side))
                *side = end;
        }
}

/* l->piece_box is exact. */
static fk_aabb relation_box(const piece_query *l, fk_relation relation, fk_witness_points *points)
{
    if (relation == FK_RELATION_DUPLICATE || relation == FK_RELATION_B_IN_A)
        return l->piece_box;
    fk_aabb box = fk_aabb_empty();
    if (relation == FK_RELATION_A_IN_B) {
        for (size_t i = 0; i < l->count; i++) {
            fk_piece t = triangle_piece(l, l->list->pair[i].a);
            for (int k = 0; k < 3; k++)
                box = fk_aabb_include(box, t.as.triangle[k]);
        }
        return box;
    }
    box = triangles_box(l);
    if (relation == FK_RELATION_HARD && l->a->is_solid && l->piece->kind != FK_KIND_HALF_SPACE)
        grow_box_by_piece(l, points, &box);
    return box;
}

static fk_vec3 relation_point(const piece_query *l, fk_relation relation, const fk_witness_points *points)
{
    if (relation == FK_RELATION_UNDECIDED || relation == FK_RELATION_APART)
        return fk_vec3_make(0, 0, 0);
    if (relation == FK_RELATION_DUPLICATE || relation == FK_RELATION_B_IN_A || points->has_inner)
        return points->inner;
    size_t i = 0;
    while (relation == FK_RELATION_HARD && l->list->pair[i].b != FK_OVERLAPPING)
        i++;
    if (relation == FK_RELATION_A_IN_B)
        return triangle_piece(l, l->list->pair[i].a).as.triangle[0];
    return triangle_common_point(l, l->list->pair[i].a);
}

/* ---- Result -------------------------------------------------------------------------------------------- */

static fk_status make_piece_result(piece_query *l, fk_relation_result **out)
{
    size_t bytes = sizeof(fk_relation_result) + l->count * sizeof(fk_index_pair);
    fk_relation_result *made = fk_allocate(l->found.context, bytes);
    if (made == NULL)
        return FK_ERROR_MEMORY;
    fk_index_pair *pair = (fk_index_pair *)(void *)(made + 1);
    for (size_t i = 0; i < l->count; i++)
        pair[i] = (fk_index_pair){l->list->pair[i].a, 0};
    fk_witness_points points;
    fk_witness_points_init(&points, l->a, l->piece);
    fk_status status;
    made->relation = mesh_piece_relation(l, &points, &status);
    made->pair_count = l->count;
    made->pair = pair;
    made->box = fk_aabb_empty();
    made->bytes = bytes;
    if (status == FK_OK)
        made->point = relation_point(l, made->relation, &points);
    bool meets = made->relation != FK_RELATION_UNDECIDED && made->relation != FK_RELATION_APART;
    if (status == FK_OK && meets) {
        status = fk_pair_box(l->piece, l->piece, &l->piece_box);
        made->box = relation_box(l, made->relation, &points);
    }
    if (status == FK_OK)
        *out = made;
    else
        fk_relation_result_free(l->found.context, made);
    return status;
}

/* Lists the triangles that meet the piece, in order. */
static fk_status collect_triangles(piece_query *l)
{
    if (fk_piece_is_polyhedron(l->piece) && fk_pair_verdict(l->piece, l->piece) != FK_OVERLAPPING)
        return FK_ERROR_PIECE;
    fk_placed_visit_piece(l->a, l->piece, &l->piece_box, collect_triangle, l);
    fk_status status = fk_pairs_finish(&l->found, l->has_memory, &l->list);
    if (status == FK_OK)
        l->count = l->list->count;
    return status;
}

fk_status fk_placed_relate_piece(fk_context *context, const fk_placed_mesh *a, const fk_piece *piece,
                                 fk_relation_result **out)
{
    piece_query l = {
        .found.context = context, .a = a, .piece = piece, .has_memory = true, .wants_relation = true};
    fk_status status = fk_piece_check(piece);
    if (status != FK_OK)
        return status;
    l.piece_box = fk_piece_aabb(piece);
    status = collect_triangles(&l);
    if (status == FK_OK)
        status = make_piece_result(&l, out);
    fk_pair_list_free(context, l.list);
    return status;
}

/* ---- Verdict ------------------------------------------------------------------------------------------- */

#define QUICK_TRIES 8

typedef struct piece_verdict_search {
    piece_query query;
    fk_witness_points points;
    size_t tries;
    uint32_t triangle; /* one that overlaps the piece, or FK_NONE */
    bool overlaps;     /* the overlap is proved */
} piece_verdict_search;

/* Ends the visit at the first triangle that proves an overlap. */
static bool find_overlap_at(void *user, uint32_t triangle)
{
    piece_verdict_search *s = user;
    fk_verdict verdict = count_verdict(&s->query, triangle);
    s->query.count += verdict == FK_TOUCHING || verdict == FK_OVERLAPPING;
    if (verdict != FK_OVERLAPPING)
        return true;
    s->triangle = triangle;
    if (!s->query.a->is_solid) {
        s->overlaps = true;
    } else if (s->tries++ < QUICK_TRIES) {
        fk_piece t = triangle_piece(&s->query, triangle);
        fk_distance distance;
        s->overlaps = fk_pair_distance(&t, s->query.piece, NULL, &distance) == FK_OK &&
                      fk_witness_points_try_near(&s->points, t.as.triangle, distance.point_a);
    }
    return !s->overlaps;
}

/* The verdict from the whole relation, but without the box, which takes longest. A triangle that is not covered proves an
 * overlap at once, also one that no double is inside of. */
static fk_status verdict_by_relation(fk_context *context, const fk_placed_mesh *a, const fk_piece *piece,
                                     const fk_aabb *box, fk_verdict *out)
{
    piece_query l = {.found.context = context, .a = a, .piece = piece, .piece_box = *box, .has_memory = true};
    fk_status status = collect_triangles(&l);
    if (status == FK_OK && a->is_solid && has_uncovered_triangle(&l)) {
        *out = FK_OVERLAPPING;
    } else if (status == FK_OK) {
        fk_witness_points points;
        fk_witness_points_init(&points, a, piece);
        fk_relation relation = mesh_piece_relation(&l, &points, &status);
        *out = relation >= FK_RELATION_HARD || points.has_inner ? FK_OVERLAPPING
               : relation == FK_RELATION_CONTACT                ? FK_TOUCHING
               : relation == FK_RELATION_APART                  ? FK_APART
                                                                : FK_UNDECIDED;
    }
    fk_pair_list_free(context, l.list);
    return status;
}

/* No triangle meets the interior: one point of it decides. */
static fk_verdict verdict_by_point(piece_verdict_search *s)
{
    int inside = s->query.a->is_solid ? fk_witness_points_piece_inside(&s->points) : 0;
    s->points.has_inner = inside > 0;
    return inside < 0           ? FK_UNDECIDED
           : inside > 0         ? FK_OVERLAPPING
           : s->query.count > 0 ? FK_TOUCHING
                                : FK_APART;
}

fk_status fk_placed_verdict_piece(fk_context *context, const fk_placed_mesh *a, const fk_piece *piece,
                                  fk_overlap_witness *witness, fk_verdict *out)
{
    piece_verdict_search s = {.query = {.a = a, .piece = piece}, .triangle = FK_NONE};
    s.query.piece_box = fk_piece_aabb(piece);
    fk_witness_points_init(&s.points, a, piece);
    s.overlaps = a->is_solid && fk_witness_points_try_center(&s.points);
    if (!s.overlaps)
        fk_placed_visit_piece(a, piece, &s.query.piece_box, find_overlap_at, &s);
    fk_status status = FK_OK;
    if (s.overlaps)
        *out = FK_OVERLAPPING;
    else if (s.query.undecided > 0)
        *out = FK_UNDECIDED;
    else if (s.query.overlapping > 0)
        status = verdict_by_relation(context, a, piece, &s.query.piece_box, out);
    else
        *out = verdict_by_point(&s);
    *witness = (fk_overlap_witness){s.points.has_inner, s.points.inner, s.triangle};
    return status;
}
