/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One pair of a check: how two parts lie to each other, how far apart they are, and how deep they overlap. */

#include <math.h>
#include <string.h>

#include "check/check.h"
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

static fk_clash kind_of(fk_relation relation)
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

/* ---- Relations ----------------------------------------------------------------------------------------- */

static fk_relation exchanged(fk_relation relation)
{
    return relation == FK_RELATION_A_IN_B   ? FK_RELATION_B_IN_A
           : relation == FK_RELATION_B_IN_A ? FK_RELATION_A_IN_B
                                            : relation;
}

/* Pieces have no triangles; what else is known of two that meet is put into an empty list. */
static fk_status relate_pieces(fk_context *context, const fk_piece *a, const fk_piece *b, fk_related **out)
{
    fk_related *related = fk_allocate(context, sizeof *related);
    if (related == NULL)
        return FK_ERROR_MEMORY;
    *related = (fk_related){
        .relation = fk_check_relate_pieces(a, b), .box = fk_aabb_empty(), .bytes = sizeof *related};
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

/* The first of two bodies is a mesh when one is. */
static fk_status relate_bodies(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                               fk_related **out)
{
    if (a->shape == NULL)
        return relate_pieces(context, &a->piece, &b->piece, out);
    if (b->shape == NULL)
        return fk_placed_relate_piece(context, &a->mesh, &b->piece, out);
    return fk_placed_relate(context, &a->mesh, &b->mesh, out);
}

/* ---- Distances ----------------------------------------------------------------------------------------- */

/* The distance of two meshes is known to some units in the last place of their size. Exact comparisons make that few units in the last place of
 * the distance itself, and none where it is a double. */
static void tighten(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_placed_gap *gap)
{
    fk_vec3 d = fk_vec3_sub(gap->point_b, gap->point_a), p[3], q[3];
    double middle = sqrt(fk_vec3_dot(d, d));
    if (!(middle > 0x1p-500) || !(middle < 0x1p500))
        return;
    fk_placed_triangle(a, gap->triangle.a, p);
    fk_placed_triangle(b, gap->triangle.b, q);
    for (double step = 0; step <= 0x1p-44; step = step == 0 ? 0x1p-52 : step * 8) {
        double lo = middle - middle * step, hi = middle + middle * step;
        if (lo < gap->distance.lo && hi > gap->distance.hi)
            return;
        if (fk_triangles_compare(p, q, hi) <= 0 && !fk_placed_closer(a, b, lo)) {
            gap->distance = (fk_interval){lo, hi};
            return;
        }
    }
}

static fk_status measure_gap(const fk_check_body *a, const fk_check_body *b, fk_placed_gap *out)
{
    if (a->shape != NULL && b->shape != NULL) {
        fk_placed_distance(&a->mesh, &b->mesh, out);
        if (out->distance.lo < HUGE_VAL && out->distance.hi > 0)
            tighten(&a->mesh, &b->mesh, out);
        return FK_OK;
    }
    if (a->shape != NULL)
        return fk_placed_distance_piece(&a->mesh, &b->piece, out);
    fk_distance distance;
    fk_status status = fk_pair_distance(&a->piece, &b->piece, NULL, &distance);
    if (status == FK_OK)
        *out = (fk_placed_gap){distance.distance, distance.point_a, distance.point_b, {0, 0}};
    return status;
}

/* Two parts that are apart: clear, or too close. What involves a piece is decided by the interval of the distance, and by exact comparison
 * where the clearance lies in it and there is one. */
static fk_status find_gap(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                          const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    double clearance = work->rule.clearance;
    bool are_meshes = a->shape != NULL && b->shape != NULL;
    bool is_close = are_meshes && clearance > 0 && fk_placed_closer(&a->mesh, &b->mesh, clearance);
    if (are_meshes && !is_close && !options->wants_distance)
        return FK_OK;
    fk_placed_gap gap;
    fk_status status = measure_gap(a, b, &gap);
    if (status != FK_OK)
        return status;
    pair->distance = gap.distance;
    pair->has_points = gap.distance.lo < HUGE_VAL;
    pair->point_a = gap.point_a;
    pair->point_b = gap.point_b;
    bool is_known = are_meshes || gap.distance.hi < clearance || gap.distance.lo >= clearance;
    if (!are_meshes)
        is_close = gap.distance.hi < clearance;
    if (!is_known)
        status = fk_check_closer(context, a, b, clearance, &is_known, &is_close);
    if (!is_known)
        pair->kind = FK_CLASH_UNDECIDED;
    else if (is_close)
        pair->kind = FK_CLASH_CLEARANCE;
    return status;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static void exchange(fk_check_pair *pair)
{
    fk_vec3 point = pair->point_a;
    pair->point_a = pair->point_b;
    pair->point_b = point;
    /* The list is not shared yet. */
    fk_index_pair *triangle = (fk_index_pair *)(uintptr_t)pair->triangle;
    for (uint32_t i = 0; i < pair->triangle_count; i++)
        triangle[i] = (fk_index_pair){triangle[i].b, triangle[i].a};
}

/* The number of a triangle in the mesh that was given. */
static uint32_t original_of(const fk_check_body *body, uint32_t triangle)
{
    return body->shape == NULL ? triangle : fk_mesh_shape_original(&body->shape->shape, triangle);
}

/* Copies the first pairs of triangles. */
static fk_status list_triangles(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                const fk_related *related, uint32_t most, fk_check_pair *pair)
{
    pair->triangle_total = related->pair_count;
    uint32_t count = related->pair_count < most ? (uint32_t)related->pair_count : most;
    if (count == 0)
        return FK_OK;
    fk_index_pair *copy = fk_allocate(context, count * sizeof *copy);
    if (copy == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        copy[i].a = original_of(a, related->pair[i].a);
        copy[i].b = original_of(b, related->pair[i].b);
    }
    pair->triangle = copy;
    pair->triangle_count = count;
    return FK_OK;
}

static bool is_surface(const fk_check_body *body)
{
    return body->shape != NULL && !body->shape->shape.is_solid;
}

static fk_status find_relation(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                               bool is_exchanged, const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    fk_related *related;
    fk_status status = relate_bodies(context, a, b, &related);
    if (status != FK_OK)
        return status;
    fk_relation relation = is_exchanged ? exchanged(related->relation) : related->relation;
    pair->kind = kind_of(relation);
    pair->a_is_inner = relation == FK_RELATION_A_IN_B;
    pair->box = related->box;
    if (relation == FK_RELATION_APART) {
        status = find_gap(context, a, b, options, work);
    } else {
        pair->point_a = pair->point_b = related->point;
        pair->has_points = relation != FK_RELATION_UNDECIDED;
        pair->distance = (fk_interval){0, relation == FK_RELATION_UNDECIDED ? HUGE_VAL : 0};
        status = list_triangles(context, a, b, related, options->max_triangles, pair);
    }
    if (status == FK_OK && relation >= FK_RELATION_HARD)
        work->related = related;
    else
        fk_related_free(context, related);
    return status;
}

void fk_check_relate(fk_context *context, const fk_check_bodies *bodies, const fk_check_options *options,
                     fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    const fk_check_body *a = &bodies->body[pair->a], *b = &bodies->body[pair->b];
    bool is_exchanged = a->shape == NULL && b->shape != NULL;
    pair->has_surface = is_surface(a) || is_surface(b);
    pair->clearance = work->rule.clearance;
    pair->distance = (fk_interval){0, HUGE_VAL};
    pair->box = fk_aabb_empty();
    work->status = is_exchanged ? find_relation(context, b, a, true, options, work)
                                : find_relation(context, a, b, false, options, work);
    if (is_exchanged)
        exchange(pair);
    pair->is_clash = fk_check_is_clash(&work->rule, pair->kind);
}

/* ---- Depth and volume ---------------------------------------------------------------------------------- */

typedef struct moved_piece {
    fk_context *context;
    const fk_placed_mesh *mesh;
    const fk_piece *piece;
} moved_piece;

/* Moves the mesh the other way, as a piece has no pose. */
static fk_status moved_overlaps(void *user, fk_vec3 shift, bool *overlaps)
{
    const moved_piece *m = user;
    fk_placed_mesh mesh = *m->mesh;
    mesh.pose.translation = fk_vec3_sub(mesh.pose.translation, shift);
    fk_related *related;
    fk_status status = fk_placed_relate_piece(m->context, &mesh, m->piece, &related);
    if (status != FK_OK)
        return status;
    *overlaps = related->relation >= FK_RELATION_HARD || related->relation == FK_RELATION_UNDECIDED;
    fk_related_free(m->context, related);
    return FK_OK;
}

static fk_status piece_depth(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                             const fk_related *related, fk_placed_depth *out)
{
    if (a->shape->hull != NULL)
        return fk_placed_depth_convex(context, a->shape->hull, &a->mesh.pose, &b->piece, out);
    moved_piece m = {context, &a->mesh, &b->piece};
    fk_way_out search = {.overlaps = moved_overlaps, .user = &m, .box_a = a->box, .box_b = b->box};
    search.common = related->box;
    return fk_way_out_find(&search, out);
}

static fk_status find_depth(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                            const fk_related *related, fk_placed_depth *out)
{
    if (a->shape != NULL && b->shape != NULL) {
        const fk_hull *const hull[2] = {a->shape->hull, b->shape->hull};
        return fk_placed_depth_find(context, &a->mesh, &b->mesh, hull, related, out);
    }
    if (a->shape != NULL)
        return piece_depth(context, a, b, related, out);
    fk_depth depth;
    fk_status status = fk_pair_depth(&a->piece, &b->piece, &depth);
    if (status == FK_OK)
        *out = (fk_placed_depth){true, depth.depth, depth.direction};
    return status;
}

static fk_status find_measures(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                               const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    fk_status status = FK_OK;
    if (options->wants_depth || work->rule.ignore_overlap > 0) {
        status = find_depth(context, a, b, work->related, &pair->depth);
        pair->has_depth = status == FK_OK;
    }
    bool are_solids = a->shape != NULL && b->shape != NULL && !pair->has_surface;
    if (status == FK_OK && options->wants_volume && are_solids) {
        status = fk_placed_volume(context, &a->mesh, &b->mesh, &pair->volume);
        pair->has_volume = status == FK_OK;
    }
    return status;
}

void fk_check_measure(fk_context *context, const fk_check_bodies *bodies, const fk_check_options *options,
                      fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    const fk_check_body *a = &bodies->body[pair->a], *b = &bodies->body[pair->b];
    bool is_exchanged = a->shape == NULL && b->shape != NULL;
    work->status = is_exchanged ? find_measures(context, b, a, options, work)
                                : find_measures(context, a, b, options, work);
    if (is_exchanged)
        pair->depth.direction = fk_vec3_negate(pair->depth.direction);
    fk_related_free(context, work->related);
    work->related = NULL;
    if (pair->kind == FK_CLASH_HARD && pair->has_depth && work->rule.ignore_overlap > 0 &&
        pair->depth.depth.hi <= work->rule.ignore_overlap)
        pair->kind = FK_CLASH_CONTACT;
    pair->is_clash = fk_check_is_clash(&work->rule, pair->kind);
}
