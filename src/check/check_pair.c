/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One pair of a check: the relation of two parts, their distance, and the depth of their overlap.
 *
 * A piece is contained in another one if its vertices are. The corner of a box is a sum of doubles, and maybe no
 * double itself: then all corners of the smallest box of doubles around it are tested. A ball is contained if its
 * center is at least its radius deep; a capsule, if both its ends are. For cylinders, cones and ellipsoids their box
 * is tested.
 *
 * So "contained" is always true. Where it cannot be proved, as for a cylinder in another one, or for a rounded piece
 * that touches from inside, overlapping pieces are called hard.
 *
 * A sphere or capsule enlarged by the limit overlaps the other body if and only if it was closer than the limit; this
 * is exact if the sum of radius and limit is a double. Boxes and hulls are converted to meshes, which is exact if
 * their corners are doubles: mostly where parts are placed at round distances. */

#include <math.h>

#include "base/vec3.h"
#include "check/check.h"
#include "shape/hull.h"
#include "shape/vertices.h"
#include "tree/solid_relation.h"
#include "tree/tree.h"

/* ---- Kinds --------------------------------------------------------------------------------------------- */

const char *fk_clash_word(fk_clash kind)
{
    static const char *const word[FK_CLASH_COUNT] = {
#define WORD(name, text) text,
        FK_CLASH_LIST(WORD)
#undef WORD
    };
    return (unsigned)kind < FK_CLASH_COUNT ? word[kind] : word[FK_CLASH_UNDECIDED];
}

static fk_clash clash_of_relation(fk_relation relation)
{
    switch (relation) {
    case FK_RELATION_APART:
        return FK_CLASH_CLEAR;
    case FK_RELATION_CONTACT:
        return FK_CLASH_CONTACT;
    case FK_RELATION_HARD:
        return FK_CLASH_HARD;
    case FK_RELATION_A_IN_B:
    case FK_RELATION_B_IN_A:
        return FK_CLASH_CONTAINED;
    case FK_RELATION_DUPLICATE:
        return FK_CLASH_DUPLICATE;
    default:
        return FK_CLASH_UNDECIDED;
    }
}

bool fk_check_is_clash(const fk_check_rule *rule, fk_clash kind)
{
    bool contact_is_allowed = rule->allow_contact || rule->ignore_overlap > 0;
    return kind > FK_CLASH_CONTACT || kind == FK_CLASH_CLEARANCE ||
           (kind == FK_CLASH_CONTACT && !contact_is_allowed);
}

/* ---- Containment --------------------------------------------------------------------------------------- */

static bool contains_point(const fk_piece *piece, fk_vec3 point)
{
    fk_piece p = fk_piece_point(point);
    fk_verdict verdict = fk_pair_verdict(&p, piece);
    return verdict == FK_TOUCHING || verdict == FK_OVERLAPPING;
}

static bool piece_contains_points(const fk_piece *piece, const fk_vec3 *point, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!contains_point(piece, point[i]))
            return false;
    return true;
}

static bool contains_box(const fk_piece *piece, const fk_aabb *box)
{
    for (int i = 0; i < 8; i++)
        if (!contains_point(piece,
                            fk_vec3_make(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                         i & 4 ? box->max.z : box->min.z)))
            return false;
    return true;
}

/* Tests the corner of a box by the doubles around it. */
static FK_OWN_FRAME bool contains_corner(const fk_piece *piece, const fk_piece *box, uint32_t corner)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 sum = fk_piece_vertex(&arena, box, corner);
    fk_aabb around;
    around.min = fk_vec3_make(fk_exact_floor(sum.x), fk_exact_floor(sum.y), fk_exact_floor(sum.z));
    around.max =
        fk_vec3_make(-fk_exact_floor(fk_exact_negate(sum.x)), -fk_exact_floor(fk_exact_negate(sum.y)),
                     -fk_exact_floor(fk_exact_negate(sum.z)));
    return !arena.full && fk_check_box_is_finite(&around) && contains_box(piece, &around);
}

static bool contains_box_corners(const fk_piece *piece, const fk_piece *box)
{
    for (uint32_t corner = 0; corner < 8; corner++)
        if (!contains_corner(piece, box, corner))
            return false;
    return true;
}

static bool contains_ball(const fk_piece *piece, fk_vec3 center, double radius)
{
    fk_piece p = fk_piece_point(center);
    fk_depth depth;
    return fk_pair_depth(&p, piece, &depth) == FK_OK && depth.depth.lo >= radius;
}

/* Whether `inner` is proved to be a subset of `outer`. */
static bool contains_piece(const fk_piece *outer, const fk_piece *inner)
{
    fk_aabb box;
    switch (inner->kind) {
    case FK_KIND_BOX:
        return contains_box_corners(outer, inner);
    case FK_KIND_HULL:
        return piece_contains_points(outer, inner->as.hull.point, inner->as.hull.count);
    case FK_KIND_SPHERE:
        return contains_ball(outer, inner->as.sphere.center, inner->as.sphere.radius);
    case FK_KIND_CAPSULE:
        return contains_ball(outer, inner->as.capsule.end[0], inner->as.capsule.radius) &&
               contains_ball(outer, inner->as.capsule.end[1], inner->as.capsule.radius);
    default:
        return fk_pair_box(inner, inner, &box) == FK_OK && contains_box(outer, &box);
    }
}

/* By their numbers alone. */
static bool are_equal_pieces(const fk_piece *a, const fk_piece *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == FK_KIND_HULL)
        return a->as.hull.count == b->as.hull.count &&
               memcmp(a->as.hull.point, b->as.hull.point, a->as.hull.count * sizeof(fk_vec3)) == 0;
    bool is_cell = a->kind == FK_KIND_BOX || a->kind == FK_KIND_TETRA || a->kind == FK_KIND_ELLIPSOID;
    bool has_axis = a->kind == FK_KIND_CAPSULE || a->kind == FK_KIND_CYLINDER || a->kind == FK_KIND_CONE;
    size_t bytes = is_cell ? sizeof a->as.cell : has_axis ? sizeof a->as.capsule : sizeof a->as.sphere;
    return memcmp(&a->as, &b->as, bytes) == 0;
}

static fk_relation piece_relation(const fk_piece *a, const fk_piece *b)
{
    switch (fk_pair_verdict(a, b)) {
    case FK_APART:
        return FK_RELATION_APART;
    case FK_TOUCHING:
        return FK_RELATION_CONTACT;
    case FK_OVERLAPPING:
        break;
    default:
        return FK_RELATION_UNDECIDED;
    }
    if (are_equal_pieces(a, b))
        return FK_RELATION_DUPLICATE;
    bool a_in_b = contains_piece(b, a), b_in_a = contains_piece(a, b);
    return a_in_b && b_in_a ? FK_RELATION_DUPLICATE
           : a_in_b         ? FK_RELATION_A_IN_B
           : b_in_a         ? FK_RELATION_B_IN_A
                            : FK_RELATION_HARD;
}

/* ---- Enlarged round pieces ----------------------------------------------------------------------------- */

/* Enlarges a sphere or capsule; false for other kinds, and if the sum is no double. */
static FK_OWN_FRAME bool enlarge_round(fk_piece *piece, double by)
{
    double *radius = piece->kind == FK_KIND_SPHERE    ? &piece->as.sphere.radius
                     : piece->kind == FK_KIND_CAPSULE ? &piece->as.capsule.radius
                                                      : NULL;
    if (radius == NULL)
        return false;
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact sum = fk_exact_add(&arena, fk_exact_from(&arena, *radius), fk_exact_from(&arena, by));
    *radius = fk_exact_floor(sum);
    return *radius == -fk_exact_floor(fk_exact_negate(sum)) && *radius < HUGE_VAL && !arena.full;
}

/* ---- Boxes and hulls as meshes ------------------------------------------------------------------------- */

/* The corners of a box; false if they are no doubles. */
static FK_OWN_FRAME bool exact_box_corners(const fk_piece *box, fk_vec3 corner[8])
{
    fk_arena arena;
    for (uint32_t i = 0; i < 8; i++) {
        fk_arena_init(&arena);
        fk_exact_vec3 sum = fk_piece_vertex(&arena, box, i);
        for (int k = 0; k < 3; k++) {
            fk_exact x = fk_exact_vec3_get(sum, k);
            double *at = fk_vec3_at(&corner[i], k);
            *at = fk_exact_floor(x);
            if (arena.full || *at != -fk_exact_floor(fk_exact_negate(x)))
                return false;
        }
    }
    return true;
}

static fk_status build_hull_mesh(fk_context *context, const fk_hull *hull, fk_mesh **out)
{
    uint32_t count = fk_hull_triangle_count(hull);
    size_t bytes = count * sizeof(fk_triangle);
    fk_triangle *triangle = fk_allocate(context, bytes);
    if (triangle == NULL)
        return FK_ERROR_MEMORY;
    fk_hull_list_triangles(hull, triangle);
    fk_mesh_input input = {hull->point, hull->vertex_count, triangle, count, fk_mesh_options_default()};
    fk_status status = fk_mesh_build(context, &input, NULL, out);
    fk_release(context, triangle, bytes);
    return status;
}

/* A piece as a placed mesh with its tree; *out has no mesh if that would not be exact. */
static fk_status build_piece_mesh(fk_context *context, const fk_piece *piece, fk_placed_mesh *out)
{
    fk_vec3 corner[8];
    const fk_vec3 *point = piece->as.hull.point;
    uint32_t count = piece->as.hull.count;
    *out = (fk_placed_mesh){NULL, NULL, fk_pose_identity(), false};
    if (piece->kind == FK_KIND_BOX && exact_box_corners(piece, corner)) {
        point = corner;
        count = 8;
    } else if (piece->kind != FK_KIND_HULL) {
        return FK_OK;
    }
    fk_hull *hull;
    fk_mesh *mesh = NULL;
    fk_tree *tree = NULL;
    fk_status status = fk_hull_build(context, point, count, &hull);
    if (status != FK_OK)
        return status;
    status = build_hull_mesh(context, hull, &mesh);
    fk_hull_free(context, hull);
    if (status == FK_OK)
        status = fk_tree_build(context, mesh, NULL, &tree);
    if (status == FK_OK)
        *out = (fk_placed_mesh){mesh, tree, fk_pose_identity(), true};
    else
        fk_mesh_free(context, mesh);
    return status;
}

static void free_placed_mesh(fk_context *context, fk_placed_mesh *placed)
{
    fk_tree_free(context, (fk_tree *)(uintptr_t)placed->tree);
    fk_mesh_free(context, (fk_mesh *)(uintptr_t)placed->mesh);
}

static fk_status compare_as_meshes(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                   double limit, bool *is_known, bool *is_closer)
{
    fk_placed_mesh first = {NULL, NULL, fk_pose_identity(), false}, second;
    fk_status status = a->shape == NULL ? build_piece_mesh(context, &a->piece, &first) : FK_OK;
    if (status != FK_OK)
        return status;
    const fk_placed_mesh *mesh = a->shape != NULL ? &a->mesh : first.mesh != NULL ? &first : NULL;
    status = build_piece_mesh(context, &b->piece, &second);
    *is_known = status == FK_OK && mesh != NULL && second.mesh != NULL;
    if (*is_known)
        status = fk_placed_find_closer(context, mesh, &second, limit, is_closer);
    free_placed_mesh(context, &first);
    if (*is_known || status == FK_OK)
        free_placed_mesh(context, &second);
    return status;
}

/* ---- Comparison of distances --------------------------------------------------------------------------- */

/* Compares with an enlarged piece b. */
static fk_status compare_enlarged(fk_context *context, const fk_check_body *a, const fk_piece *b,
                                  bool *is_known, bool *is_closer)
{
    if (a->shape == NULL) {
        fk_verdict verdict = fk_pair_verdict(&a->piece, b);
        *is_known = verdict != FK_UNDECIDED;
        *is_closer = verdict == FK_OVERLAPPING;
        return FK_OK;
    }
    fk_relation_result *related;
    fk_status status = fk_placed_relate_piece(context, &a->mesh, b, &related);
    if (status != FK_OK)
        return status;
    *is_known = related->relation != FK_RELATION_UNDECIDED;
    *is_closer = related->relation >= FK_RELATION_HARD;
    fk_relation_result_free(context, related);
    return FK_OK;
}

/* Whether two bodies that are apart, the second one a piece, are closer than a limit. *is_known becomes false if no
 * exact comparison is available. FK_ERROR_MEMORY. */
static fk_status compare_distance(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                  double limit, bool *is_known, bool *is_closer)
{
    fk_piece large = b->piece;
    *is_known = *is_closer = false;
    if (enlarge_round(&large, limit))
        return compare_enlarged(context, a, &large, is_known, is_closer);
    large = a->piece;
    if (a->shape == NULL && enlarge_round(&large, limit))
        return compare_enlarged(context, b, &large, is_known, is_closer);
    return compare_as_meshes(context, a, b, limit, is_known, is_closer);
}

/* ---- Relations ----------------------------------------------------------------------------------------- */

static fk_relation swap_relation(fk_relation relation)
{
    return relation == FK_RELATION_A_IN_B   ? FK_RELATION_B_IN_A
           : relation == FK_RELATION_B_IN_A ? FK_RELATION_A_IN_B
                                            : relation;
}

/* Pieces have no triangles; the result has an empty list, a box and a point. */
static fk_status relate_pieces(fk_context *context, const fk_piece *a, const fk_piece *b,
                               fk_relation_result **out)
{
    fk_relation_result *related = fk_allocate(context, sizeof *related);
    if (related == NULL)
        return FK_ERROR_MEMORY;
    *related = (fk_relation_result){
        .relation = piece_relation(a, b), .box = fk_aabb_empty(), .bytes = sizeof *related};
    fk_status status = FK_OK;
    if (related->relation != FK_RELATION_APART) {
        fk_distance distance;
        status = fk_pair_box(a, b, &related->box);
        if (status == FK_OK)
            status = fk_pair_distance(a, b, NULL, &distance);
        if (status == FK_OK)
            related->point = distance.point_a;
    }
    if (status == FK_OK)
        *out = related;
    else
        fk_release(context, related, related->bytes);
    return status;
}

/* The first body is a mesh if one of them is. */
static fk_status relate_bodies(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                               fk_relation_result **out)
{
    if (a->shape == NULL)
        return relate_pieces(context, &a->piece, &b->piece, out);
    if (b->shape == NULL)
        return fk_placed_relate_piece(context, &a->mesh, &b->piece, out);
    return fk_placed_relate(context, &a->mesh, &b->mesh, out);
}

/* ---- Distances ----------------------------------------------------------------------------------------- */

/* The distance of two meshes is known to some units in the last place of their size. Exact comparisons improve that
 * to a few units in the last place of the distance itself, or to the exact double. */
static fk_status tighten_distance(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                  fk_mesh_distance *distance)
{
    fk_vec3 d = fk_vec3_sub(distance->point_b, distance->point_a), p[3], q[3];
    double middle = sqrt(fk_vec3_dot(d, d));
    if (!(middle > 0x1p-500) || !(middle < 0x1p500))
        return FK_OK;
    fk_placed_triangle(a, distance->triangle.a, p);
    fk_placed_triangle(b, distance->triangle.b, q);
    for (double step = 0; step <= 0x1p-44; step = step == 0 ? 0x1p-52 : step * 8) {
        double lo = middle - middle * step, hi = middle + middle * step;
        if (lo < distance->distance.lo && hi > distance->distance.hi)
            return FK_OK;
        if (fk_triangles_compare(p, q, hi) > 0)
            continue;
        bool is_closer;
        fk_status status = fk_placed_find_closer(context, a, b, lo, &is_closer);
        if (status == FK_OK && is_closer)
            continue;
        distance->distance = (fk_interval){lo, hi};
        return status;
    }
    return FK_OK;
}

static fk_status measure_distance(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                  fk_mesh_distance *out)
{
    if (a->shape != NULL && b->shape != NULL) {
        fk_status status = fk_placed_find_distance(context, &a->mesh, &b->mesh, out);
        if (status == FK_OK && out->distance.lo < HUGE_VAL && out->distance.hi > 0)
            status = tighten_distance(context, &a->mesh, &b->mesh, out);
        return status;
    }
    if (a->shape != NULL)
        return fk_placed_find_distance_piece(context, &a->mesh, &b->piece, out);
    fk_distance distance;
    fk_status status = fk_pair_distance(&a->piece, &b->piece, NULL, &distance);
    if (status == FK_OK)
        *out = (fk_mesh_distance){distance.distance, distance.point_a, distance.point_b, {0, 0}};
    return status;
}

/* Two parts that are apart: clear, or closer than the clearance. If one is a piece, the interval of the distance
 * decides, or an exact comparison if the clearance lies in it and one is available. */
static fk_status classify_apart(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    double clearance = work->rule.clearance;
    bool are_meshes = a->shape != NULL && b->shape != NULL;
    bool is_close = false;
    fk_status status = FK_OK;
    if (are_meshes && clearance > 0)
        status = fk_placed_find_closer(context, &a->mesh, &b->mesh, clearance, &is_close);
    if (status != FK_OK)
        return status;
    if (are_meshes && !is_close && !options->wants_distance)
        return FK_OK;
    fk_mesh_distance distance;
    status = measure_distance(context, a, b, &distance);
    if (status != FK_OK)
        return status;
    pair->distance = distance.distance;
    pair->has_points = distance.distance.lo < HUGE_VAL;
    pair->point_a = distance.point_a;
    pair->point_b = distance.point_b;
    bool is_known = are_meshes || distance.distance.hi < clearance || distance.distance.lo >= clearance;
    if (!are_meshes)
        is_close = distance.distance.hi < clearance;
    if (!is_known)
        status = compare_distance(context, a, b, clearance, &is_known, &is_close);
    if (!is_known)
        pair->kind = FK_CLASH_UNDECIDED;
    else if (is_close)
        pair->kind = FK_CLASH_CLEARANCE;
    return status;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static void swap_pair(fk_check_pair *pair)
{
    fk_vec3 point = pair->point_a;
    pair->point_a = pair->point_b;
    pair->point_b = point;
    /* The list is not shared yet. */
    fk_index_pair *triangle = (fk_index_pair *)(uintptr_t)pair->triangle;
    for (uint32_t i = 0; i < pair->triangle_count; i++)
        triangle[i] = (fk_index_pair){triangle[i].b, triangle[i].a};
}

/* The number of a triangle in the mesh that the caller gave. */
static uint32_t original_triangle(const fk_check_body *body, uint32_t triangle)
{
    return body->shape == NULL ? triangle : fk_mesh_shape_original(&body->shape->shape, triangle);
}

/* Copies the first pairs of triangles. */
static fk_status copy_triangle_pairs(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                     const fk_relation_result *related, uint32_t most, fk_check_pair *pair)
{
    pair->triangle_total = related->pair_count;
    uint32_t count = related->pair_count < most ? (uint32_t)related->pair_count : most;
    if (count == 0)
        return FK_OK;
    fk_index_pair *copy = fk_allocate(context, count * sizeof *copy);
    if (copy == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        copy[i].a = original_triangle(a, related->pair[i].a);
        copy[i].b = original_triangle(b, related->pair[i].b);
    }
    pair->triangle = copy;
    pair->triangle_count = count;
    return FK_OK;
}

static fk_status classify_pair(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                               bool is_swapped, const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    fk_relation_result *related;
    fk_status status = relate_bodies(context, a, b, &related);
    if (status != FK_OK)
        return status;
    fk_relation relation = is_swapped ? swap_relation(related->relation) : related->relation;
    pair->kind = clash_of_relation(relation);
    pair->a_is_inner = relation == FK_RELATION_A_IN_B;
    pair->box = related->box;
    if (relation == FK_RELATION_APART) {
        status = classify_apart(context, a, b, options, work);
    } else {
        pair->point_a = pair->point_b = related->point;
        pair->has_points = relation != FK_RELATION_UNDECIDED;
        pair->distance = (fk_interval){0, relation == FK_RELATION_UNDECIDED ? HUGE_VAL : 0};
        status = copy_triangle_pairs(context, a, b, related, options->max_triangles, pair);
    }
    if (status == FK_OK && relation >= FK_RELATION_HARD)
        work->related = related;
    else
        fk_relation_result_free(context, related);
    return status;
}

void fk_check_relate(fk_context *context, const fk_check_bodies *bodies, const fk_check_options *options,
                     fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    const fk_check_body *a = &bodies->body[pair->a], *b = &bodies->body[pair->b];
    bool is_swapped = a->shape == NULL && b->shape != NULL;
    pair->has_surface = fk_check_is_surface(a) || fk_check_is_surface(b);
    pair->clearance = work->rule.clearance;
    pair->distance = (fk_interval){0, HUGE_VAL};
    pair->box = fk_aabb_empty();
    work->status = is_swapped ? classify_pair(context, b, a, true, options, work)
                              : classify_pair(context, a, b, false, options, work);
    if (is_swapped)
        swap_pair(pair);
    pair->is_clash = fk_check_is_clash(&work->rule, pair->kind);
}

/* ---- Depth and volume ---------------------------------------------------------------------------------- */

typedef struct shifted_mesh {
    fk_context *context;
    const fk_placed_mesh *mesh;
    const fk_piece *piece;
} shifted_mesh;

/* A piece has no pose, so the mesh moves in the opposite direction. */
static fk_status overlaps_shifted(void *user, fk_vec3 shift, bool *overlaps)
{
    const shifted_mesh *m = user;
    fk_placed_mesh mesh = *m->mesh;
    mesh.pose.translation = fk_vec3_sub(mesh.pose.translation, shift);
    fk_relation_result *related;
    fk_status status = fk_placed_relate_piece(m->context, &mesh, m->piece, &related);
    if (status != FK_OK)
        return status;
    *overlaps = related->relation >= FK_RELATION_HARD || related->relation == FK_RELATION_UNDECIDED;
    fk_relation_result_free(m->context, related);
    return FK_OK;
}

static fk_status mesh_piece_depth(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                  const fk_relation_result *related, fk_placed_depth *out)
{
    if (a->shape->hull != NULL)
        return fk_placed_depth_convex(context, a->shape->hull, &a->mesh.pose, &b->piece, out);
    shifted_mesh m = {context, &a->mesh, &b->piece};
    fk_separation_search search = {
        .overlaps = overlaps_shifted, .user = &m, .box_a = a->box, .box_b = b->box};
    search.common = related->box;
    return fk_find_separation(&search, out);
}

static fk_status find_pair_depth(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                 const fk_relation_result *related, fk_placed_depth *out)
{
    if (a->shape != NULL && b->shape != NULL) {
        const fk_hull *const hull[2] = {a->shape->hull, b->shape->hull};
        return fk_placed_depth_find(context, &a->mesh, &b->mesh, hull, related, out);
    }
    if (a->shape != NULL)
        return mesh_piece_depth(context, a, b, related, out);
    fk_depth depth;
    fk_status status = fk_pair_depth(&a->piece, &b->piece, &depth);
    if (status == FK_OK)
        *out = (fk_placed_depth){true, depth.depth, depth.direction};
    return status;
}

static fk_status measure_overlap(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                 const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    fk_status status = FK_OK;
    if (options->wants_depth || work->rule.ignore_overlap > 0) {
        status = find_pair_depth(context, a, b, work->related, &pair->depth);
        pair->has_depth = status == FK_OK;
    }
    bool are_solids = a->shape != NULL && b->shape != NULL && !pair->has_surface;
    if (status == FK_OK && options->wants_volume && are_solids) {
        status = fk_placed_overlap_volume(context, &a->mesh, &b->mesh, &pair->volume);
        pair->has_volume = status == FK_OK;
    }
    return status;
}

void fk_check_measure_overlap(fk_context *context, const fk_check_bodies *bodies,
                              const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    const fk_check_body *a = &bodies->body[pair->a], *b = &bodies->body[pair->b];
    bool is_swapped = a->shape == NULL && b->shape != NULL;
    work->status = is_swapped ? measure_overlap(context, b, a, options, work)
                              : measure_overlap(context, a, b, options, work);
    if (is_swapped)
        pair->depth.direction = fk_vec3_negate(pair->depth.direction);
    fk_relation_result_free(context, work->related);
    work->related = NULL;
    if (pair->kind == FK_CLASH_HARD && pair->has_depth && work->rule.ignore_overlap > 0 &&
        pair->depth.depth.hi <= work->rule.ignore_overlap)
        pair->kind = FK_CLASH_CONTACT;
    pair->is_clash = fk_check_is_clash(&work->rule, pair->kind);
}
