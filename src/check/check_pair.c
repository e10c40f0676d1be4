/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One pair of a check: the relation of two parts, their distance, and the depth of their overlap; and whether two
 * parts clash, without anything else. Bodies answer all of it (body/); a pair is asked in the order of its contents. */

#include <math.h>

#include "base/lists.h"
#include "base/vec3.h"
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

/* ---- Distances ----------------------------------------------------------------------------------------- */

bool fk_check_are_boxes_apart(const fk_aabb *a, const fk_aabb *b, double distance)
{
    for (int k = 0; k < 3; k++)
        if (fk_vec3_get(b->min, k) - fk_vec3_get(a->max, k) > distance * (1 + 0x1p-50) ||
            fk_vec3_get(a->min, k) - fk_vec3_get(b->max, k) > distance * (1 + 0x1p-50))
            return true;
    return false;
}

/* Two parts that are apart: clear, or closer than the clearance. Nothing is measured that the result does not show. */
static fk_status classify_apart(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    double clearance = work->rule.clearance;
    bool is_close = false, are_meshes = b->prepared.collider->kind == FK_COLLIDER_MESH;
    bool is_far = clearance == 0 || fk_check_are_boxes_apart(&a->box, &b->box, clearance);
    fk_status status = FK_OK;
    if (are_meshes && !is_far)
        status = fk_placed_find_closer(context, &a->prepared.mesh, &b->prepared.mesh, clearance, &is_close);
    if (status != FK_OK)
        return status;
    if ((is_far || (are_meshes && !is_close)) && !options->wants_distance)
        return FK_OK;
    fk_mesh_distance distance;
    status = fk_prepared_tight_distance(context, &a->prepared, &b->prepared, &distance);
    if (status != FK_OK)
        return status;
    pair->distance = distance.distance;
    pair->has_points = true;
    pair->point_a = distance.point_a;
    pair->point_b = distance.point_b;
    fk_decision closer = are_meshes                          ? is_close ? FK_YES : FK_NO
                         : distance.distance.hi < clearance  ? FK_YES
                         : distance.distance.lo >= clearance ? FK_NO
                                                             : FK_UNKNOWN;
    if (closer == FK_UNKNOWN)
        status = fk_prepared_compare(context, &a->prepared, &b->prepared, clearance, &closer);
    if (closer != FK_NO)
        pair->kind = closer == FK_YES ? FK_CLASH_CLEARANCE : FK_CLASH_UNDECIDED;
    return status;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Whether b is to be asked about first. Then a pair has the same numbers, in whatever order its parts are given. */
static bool is_reversed(const fk_check_body *a, const fk_check_body *b)
{
    return fk_prepared_order(&a->prepared, &b->prepared) > 0;
}

static bool is_triangle_pair_before(const void *a, const void *b)
{
    const fk_index_pair *p = a, *q = b;
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

/* Exchanges a and b. Without memory, the triangles are not sorted. */
static fk_status swap_pair(fk_context *context, fk_check_pair *pair)
{
    fk_vec3 point = pair->point_a;
    pair->point_a = pair->point_b;
    pair->point_b = point;
    pair->a_is_inner = pair->kind == FK_CLASH_CONTAINED && !pair->a_is_inner;
    /* The list is not shared yet. */
    fk_index_pair *triangle = (fk_index_pair *)(uintptr_t)pair->triangle;
    size_t count = pair->triangle_count, bytes = count * sizeof *triangle;
    fk_index_pair *room = count > 1 ? fk_allocate(context, bytes) : NULL;
    for (size_t i = 0; i < count; i++)
        triangle[i] = (fk_index_pair){triangle[i].b, triangle[i].a};
    if (room != NULL)
        fk_sort_items(triangle, room, count, sizeof *triangle, is_triangle_pair_before);
    fk_release(context, room, bytes);
    return count > 1 && room == NULL ? FK_ERROR_MEMORY : FK_OK;
}

/* The number of a triangle in the mesh that the caller gave. */
static uint32_t original_triangle(const fk_check_body *body, uint32_t triangle)
{
    const fk_collider *c = body->prepared.collider;
    return c->kind != FK_COLLIDER_MESH ? triangle : fk_mesh_shape_original(&c->mesh, triangle);
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
                               const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    fk_relation_result *related;
    fk_status status = fk_prepared_relate(context, &a->prepared, &b->prepared, &related);
    if (status != FK_OK)
        return status;
    fk_relation relation = related->relation;
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

static bool is_mesh_body(const fk_check_body *body)
{
    return body->shape->mesh != NULL;
}

void fk_check_relate(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                     const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    bool is_empty = a->prepared.collider == NULL || b->prepared.collider == NULL;
    pair->has_surface = fk_check_is_surface(a) || fk_check_is_surface(b);
    pair->clearance = work->rule.clearance;
    pair->distance = (fk_interval){0, HUGE_VAL};
    pair->box = fk_aabb_empty();
    work->status = FK_OK;
    if (is_empty) {
        pair->kind = FK_CLASH_CLEAR;
        pair->distance.lo = HUGE_VAL;
    } else if (is_reversed(a, b)) {
        work->status = classify_pair(context, b, a, options, work);
        if (work->status == FK_OK)
            work->status = swap_pair(context, pair);
    } else {
        work->status = classify_pair(context, a, b, options, work);
    }
    pair->is_clash = fk_check_is_clash(&work->rule, pair->kind);
}

/* ---- Depth and volume ---------------------------------------------------------------------------------- */

static fk_status measure_overlap(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                 const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    const fk_hull *const hull[2] = {a->shape->hull, b->shape->hull};
    fk_status status = FK_OK;
    if (options->wants_depth || work->rule.ignore_overlap > 0) {
        status = fk_prepared_depth(context, &a->prepared, &b->prepared, hull, work->related, &pair->depth);
        pair->has_depth = status == FK_OK;
    }
    bool are_solids = is_mesh_body(a) && is_mesh_body(b) && !pair->has_surface;
    if (status == FK_OK && options->wants_volume && are_solids) {
        status = fk_placed_overlap_volume(context, &a->prepared.mesh, &b->prepared.mesh, &pair->volume);
        pair->has_volume = status == FK_OK;
    }
    return status;
}

void fk_check_measure_overlap(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                              const fk_check_options *options, fk_check_work *work)
{
    fk_check_pair *pair = &work->pair;
    bool is_swapped = is_reversed(a, b);
    work->status = is_swapped ? measure_overlap(context, b, a, options, work)
                              : measure_overlap(context, a, b, options, work);
    if (is_swapped)
        fk_placed_depth_exchange(&pair->depth);
    fk_relation_result_free(context, work->related);
    work->related = NULL;
    if (pair->kind == FK_CLASH_HARD && pair->has_depth && work->rule.ignore_overlap > 0 &&
        pair->depth.depth.hi <= work->rule.ignore_overlap)
        pair->kind = FK_CLASH_CONTACT;
    pair->is_clash = fk_check_is_clash(&work->rule, pair->kind);
}

/* ---- Clashes ------------------------------------------------------------------------------------------- */

/* The depth decides whether an overlap is ignored. */
static fk_status clashes_by_depth(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                  const fk_check_rule *rule, bool *out)
{
    const fk_check_options options = {.max_triangles = 0};
    fk_check_work work = {.rule = *rule};
    fk_check_relate(context, a, b, &options, &work);
    if (work.status == FK_OK && work.related != NULL)
        fk_check_measure_overlap(context, a, b, &options, &work);
    *out = work.pair.is_clash;
    return work.status;
}

/* The kind of a pair is that of the relation first: contact that is allowed does not clash, although it is closer than
 * the clearance. */
static fk_status clashes_by_clearance(fk_context *context, const fk_prepared_collider *a,
                                      const fk_prepared_collider *b, const fk_check_rule *rule,
                                      fk_collider_cache *cache, bool *out)
{
    fk_decision closer;
    fk_verdict verdict = FK_APART;
    fk_status status = fk_prepared_closer(context, a, b, rule->clearance, &closer);
    if (status == FK_OK && closer == FK_YES && rule->allow_contact)
        status = fk_prepared_verdict(context, a, b, cache, &verdict, NULL);
    *out = closer == FK_YES && (verdict == FK_APART || verdict == FK_OVERLAPPING);
    return status;
}

fk_status fk_check_clashes(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                           const fk_check_rule *rule, fk_collider_cache *cache, bool *out)
{
    const fk_prepared_collider *p = &a->prepared, *q = &b->prepared;
    fk_verdict verdict = FK_APART;
    if (rule->ignore_overlap > 0)
        return clashes_by_depth(context, a, b, rule, out);
    if (rule->clearance > 0)
        return clashes_by_clearance(context, p, q, rule, cache, out);
    fk_status status = rule->allow_contact ? fk_prepared_verdict(context, p, q, cache, &verdict, NULL)
                                           : fk_prepared_meets(context, p, q, cache, &verdict);
    *out = verdict >= (rule->allow_contact ? FK_OVERLAPPING : FK_TOUCHING);
    return status;
}
