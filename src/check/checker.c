/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether anything clashes, for the same parts at many poses.
 *
 *   poses -> parts that moved: boxes
 *         -> pairs with such a part whose boxes meet
 *         -> oriented boxes, then the question of their rule: do they meet, overlap, come too close
 *
 * The first clash ends a call. A pair keeps its answer as long as neither part moves; a pair that clashed comes first
 * next time. Parts are placed only when a pair needs them.
 *
 * Weak inputs: rules that ignore overlaps up to a depth, which need the depth. */

#include <string.h>

#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "check/check.h"
#include "shape/bound.h"

/* A part at its last pose. */
typedef struct checker_part {
    const fk_collider *collider; /* NULL for a mesh without triangles */
    fk_check_body body;          /* placed if is_placed */
    fk_pose pose;
    fk_obb obb; /* placed if has_obb */
    bool is_valid, has_obb, is_placed;
} checker_part;

/* The box of a part, which every call reads. */
typedef struct checker_box {
    fk_aabb box;
    uint64_t version; /* of its pose; 0: none yet */
} checker_box;

/* A tested pair, and its last answer. */
typedef struct checker_pair {
    uint32_t a, b;
    uint64_t version_a, version_b; /* the poses that the answer is for */
    bool clashes, has_clearance;
    uint32_t test; /* index of its checker_test */
} checker_pair;

/* What the test of a pair needs. */
typedef struct checker_test {
    fk_check_rule rule;
    fk_collider_cache cache;
} checker_test;

struct fk_checker {
    fk_context *context;
    fk_check_bodies bodies; /* owns the shapes, unless they are shared */
    bool is_shared;
    uint32_t part_count;
    checker_part *part;
    checker_box *box; /* of each part */
    size_t pair_count, pair_capacity, test_capacity;
    checker_pair *pair;
    checker_test *test;
    size_t *candidate; /* indices of pairs */
};

/* ---- Building ------------------------------------------------------------------------------------------ */

static fk_status add_checker_pair(void *data, uint32_t a, uint32_t b, const fk_check_rule *rule)
{
    fk_checker *c = data;
    if (c->part[a].collider == NULL || c->part[b].collider == NULL)
        return FK_OK;
    size_t count = c->pair_count;
    if (!fk_grow(c->context, &c->pair, sizeof *c->pair, count, &c->pair_capacity, count + 1) ||
        !fk_grow(c->context, &c->test, sizeof *c->test, count, &c->test_capacity, count + 1))
        return FK_ERROR_MEMORY;
    c->pair[count] =
        (checker_pair){.a = a, .b = b, .has_clearance = rule->clearance > 0, .test = (uint32_t)count};
    memset(&c->test[count], 0, sizeof *c->test);
    c->test[count].rule = *rule;
    c->pair_count++;
    return FK_OK;
}

static fk_status list_checker_pairs(fk_checker *c, const fk_check_options *options)
{
    fk_check_selection selection = FK_CHECK_SELECTION(c->bodies.context, options);
    fk_check *result = fk_allocate_zeroed(c->context, sizeof *result);
    selection.progress = NULL;
    fk_status status =
        result != NULL ? fk_check_select_pairs(&selection, &c->bodies, result) : FK_ERROR_MEMORY;
    if (status == FK_OK)
        status = fk_check_visit_pairs(&selection, NULL, add_checker_pair, c);
    fk_check_free(c->context, result);
    return status;
}

/* Allocates parts for shapes that exist. */
static fk_status make_checker_parts(fk_checker *c)
{
    c->part = fk_allocate_zeroed(c->context, c->part_count * sizeof *c->part);
    c->box = fk_allocate_zeroed(c->context, c->part_count * sizeof *c->box);
    if (c->part == NULL || c->box == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < c->part_count; i++) {
        c->part[i].body.shape = c->bodies.body[i].shape;
        c->part[i].collider = c->bodies.body[i].shape->collider;
    }
    return FK_OK;
}

static fk_status make_candidates(fk_checker *c)
{
    c->candidate = fk_allocate(c->context, (c->pair_count + 1) * sizeof *c->candidate);
    return c->candidate != NULL ? FK_OK : FK_ERROR_MEMORY;
}

/* Depths need the hulls of convex meshes. */
static fk_status find_needed_hulls(fk_checker *c)
{
    for (size_t i = 0; i < c->pair_count; i++)
        if (c->test[i].rule.ignore_overlap > 0)
            c->bodies.body[c->pair[i].a].shape->needs_hull = c->bodies.body[c->pair[i].b].shape->needs_hull =
                true;
    return fk_check_find_hulls(&c->bodies);
}

fk_status fk_checker_create(fk_context *context, const fk_check_part *part, uint32_t part_count,
                            const fk_check_options *options, fk_checker **out)
{
    fk_check_options chosen = options != NULL ? *options : fk_check_options_default();
    fk_context inner, *used = fk_context_begin(context, chosen.cancel, &inner);
    fk_checker *c = fk_allocate_zeroed(context, sizeof *c);
    if (c == NULL)
        return FK_ERROR_MEMORY;
    c->context = context;
    c->part_count = part_count;
    c->bodies = (fk_check_bodies){.context = used, .workers = chosen.workers, .cache = chosen.kept};
    fk_status status = fk_check_bodies_build(&c->bodies, part, part_count);
    if (status == FK_OK)
        status = make_checker_parts(c);
    if (status == FK_OK)
        status = list_checker_pairs(c, &chosen);
    if (status == FK_OK)
        status = make_candidates(c);
    if (status == FK_OK)
        status = find_needed_hulls(c);
    c->bodies.context = context;
    if (status == FK_OK)
        *out = c;
    else
        fk_checker_free(context, c);
    return fk_context_end(context, used, status);
}

fk_status fk_checker_share(const fk_checker *checker, fk_checker **out)
{
    fk_context *context = checker->context;
    fk_checker *c = fk_allocate_zeroed(context, sizeof *c);
    if (c == NULL)
        return FK_ERROR_MEMORY;
    *c = (fk_checker){.context = context,
                      .bodies = checker->bodies,
                      .is_shared = true,
                      .part_count = checker->part_count,
                      .pair_count = checker->pair_count,
                      .pair_capacity = checker->pair_count,
                      .test_capacity = checker->pair_count};
    fk_status status = make_checker_parts(c);
    c->pair = fk_allocate(context, c->pair_count * sizeof *c->pair);
    c->test = fk_allocate(context, c->pair_count * sizeof *c->test);
    if (status == FK_OK)
        status = c->pair != NULL && c->test != NULL ? make_candidates(c) : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        for (size_t i = 0; i < c->pair_count; i++) {
            c->pair[i] = checker->pair[i];
            c->pair[i].version_a = c->pair[i].version_b = 0;
            c->test[i] = checker->test[i];
        }
        *out = c;
    } else {
        fk_checker_free(context, c);
    }
    return status;
}

void fk_checker_free(fk_context *context, fk_checker *checker)
{
    if (checker == NULL)
        return;
    for (uint32_t i = 0; checker->part != NULL && i < checker->part_count; i++)
        fk_check_body_release(context, &checker->part[i].body);
    fk_release(context, checker->part, checker->part_count * sizeof *checker->part);
    fk_release(context, checker->box, checker->part_count * sizeof *checker->box);
    fk_release(context, checker->candidate, (checker->pair_count + 1) * sizeof *checker->candidate);
    fk_release(context, checker->pair, checker->pair_capacity * sizeof *checker->pair);
    fk_release(context, checker->test, checker->test_capacity * sizeof *checker->test);
    if (!checker->is_shared)
        fk_check_bodies_free(&checker->bodies);
    fk_release(context, checker, sizeof *checker);
}

/* ---- Placing ------------------------------------------------------------------------------------------- */

static fk_status move_part(checker_part *part, const fk_pose *pose, checker_box *box)
{
    if (part->is_valid && memcmp(pose, &part->pose, sizeof *pose) == 0)
        return FK_OK;
    const fk_placed_collider placed = {part->collider, *pose};
    part->pose = *pose;
    part->has_obb = part->is_placed = false;
    box->version++;
    fk_status status = fk_pose_check(pose);
    if (status == FK_OK && part->collider != NULL)
        status = fk_collider_box(&placed, &box->box);
    part->is_valid = status == FK_OK;
    return status;
}

static const fk_obb *place_obb(checker_part *part)
{
    const fk_placed_collider placed = {part->collider, part->pose};
    if (!part->has_obb)
        part->obb = fk_collider_obb(&placed);
    part->has_obb = true;
    return &part->obb;
}

static fk_status place_body(fk_checker *c, uint32_t index)
{
    checker_part *part = &c->part[index];
    fk_status status = FK_OK;
    if (!part->is_placed)
        status = fk_check_body_move(c->context, &part->pose, &part->body);
    part->body.box = c->box[index].box;
    part->is_placed = status == FK_OK;
    return status;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static void set_answer(fk_checker *c, checker_pair *pair, bool clashes)
{
    pair->clashes = clashes;
    pair->version_a = c->box[pair->a].version;
    pair->version_b = c->box[pair->b].version;
}

/* All comparisons at once: which of them fails is random. */
static inline bool boxes_meet(const fk_aabb *a, const fk_aabb *b)
{
    return (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) & (b->min.y <= a->max.y) &
           (a->min.z <= b->max.z) & (b->min.z <= a->max.z);
}

/* Whether the answer of a pair is known: neither part has moved, or their boxes show that they do not clash. */
static inline bool is_pair_settled(fk_checker *c, checker_pair *pair)
{
    const checker_box *a = &c->box[pair->a], *b = &c->box[pair->b];
    if (pair->version_a == a->version && pair->version_b == b->version)
        return true;
    bool is_far = pair->has_clearance
                      ? fk_check_are_boxes_apart(&a->box, &b->box, c->test[pair->test].rule.clearance)
                      : !boxes_meet(&a->box, &b->box);
    if (is_far)
        set_answer(c, pair, false);
    return is_far;
}

static fk_status test_pair(fk_checker *c, checker_pair *pair)
{
    checker_part *a = &c->part[pair->a], *b = &c->part[pair->b];
    checker_test *test = &c->test[pair->test];
    bool clashes = false;
    fk_status status = FK_OK;
    if (pair->has_clearance || fk_obb_meets(place_obb(a), place_obb(b))) {
        status = place_body(c, pair->a);
        if (status == FK_OK)
            status = place_body(c, pair->b);
        if (status == FK_OK)
            status = fk_check_clashes(c->context, &a->body, &b->body, &test->rule, &test->cache, &clashes);
    }
    if (status == FK_OK)
        set_answer(c, pair, clashes);
    return status;
}

/* Lists the pairs that need a test; *clashes becomes whether another one is known to clash. */
static size_t list_unsettled_pairs(fk_checker *c, bool *clashes)
{
    size_t count = 0;
    *clashes = false;
    for (size_t i = 0; i < c->pair_count && !*clashes; i++)
        if (is_pair_settled(c, &c->pair[i]))
            *clashes = c->pair[i].clashes;
        else
            c->candidate[count++] = i;
    return count;
}

/* Moves a pair that clashed towards the front. */
static void promote_pair(fk_checker *c, size_t i)
{
    checker_pair pair = c->pair[i / 2];
    c->pair[i / 2] = c->pair[i];
    c->pair[i] = pair;
}

fk_status fk_checker_clashes(fk_checker *checker, const fk_pose *pose, bool *out)
{
    bool clashes;
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < checker->part_count && status == FK_OK; i++)
        status = move_part(&checker->part[i], &pose[i], &checker->box[i]);
    if (status != FK_OK)
        return status;
    size_t count = list_unsettled_pairs(checker, &clashes);
    for (size_t i = 0; i < count && !clashes && status == FK_OK; i++) {
        size_t index = checker->candidate[i];
        status = test_pair(checker, &checker->pair[index]);
        clashes = status == FK_OK && checker->pair[index].clashes;
        if (clashes)
            promote_pair(checker, index);
    }
    if (status == FK_OK)
        *out = clashes;
    return status;
}
