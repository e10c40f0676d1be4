/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The check of many parts.
 *
 *   parts -> bodies: a tree for each mesh                               check_bodies.c
 *         -> pairs that are asked for, and whose boxes are near         here, and broad/sweep_and_prune.c
 *         -> relation and distance of each                              check_pair.c
 *         -> hulls of the meshes that overlap, then depth and volume
 *         -> list of results, in the order of the pairs
 *
 * Pairs are worked on in rows of CHUNK; a row is finished before the next one begins. Each pair is a task of its own, and what it gives
 * depends on nothing but itself, so the results are the same for any number of workers. */

#include "check/check.h"

#include "base/bits.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "base/workers.h"
#include "farkas/broad.h"

#define CHUNK 64

/* An overlap is shallow when it is not deeper than this part of the smaller body. */
#define SHALLOW 0.001

typedef struct checker {
    fk_context *context;
    const fk_check_options *options;
    fk_check_bodies bodies;
    fk_check *check;
    fk_check_pair *pair;
    fk_check_asked asked;
    fk_check_work work[CHUNK];
    uint32_t work_count;
    uint64_t shallow, deep;
} checker;

fk_check_options fk_check_options_default(void)
{
    fk_check_options options = {
        .rule = {.is_tested = true}, .wants_distance = true, .wants_depth = true, .max_triangles = 100};
    return options;
}

/* ---- Which pairs --------------------------------------------------------------------------------------- */

static fk_check_rule rule_of(const fk_check_asked *asked, uint32_t a, uint32_t b)
{
    return asked->select != NULL ? asked->select(asked->user, a, b) : asked->rule;
}

static bool is_length(double x)
{
    return fk_is_finite(x) && x >= 0;
}

static fk_status add_ignored(fk_check_asked *asked, uint32_t a, uint32_t b, const char *reason)
{
    if (!fk_grow(asked->context, &asked->ignored, sizeof *asked->ignored, asked->ignored_count,
                 &asked->ignored_capacity, asked->ignored_count + 1))
        return FK_ERROR_MEMORY;
    asked->ignored[asked->ignored_count++] = (fk_check_ignored){a, b, reason};
    return FK_OK;
}

static fk_status find_tested(fk_check_asked *asked)
{
    for (uint32_t a = 0; a < asked->part_count; a++)
        for (uint32_t b = a + 1; b < asked->part_count; b++) {
            fk_check_rule rule = rule_of(asked, a, b);
            fk_status status = FK_OK;
            if (rule.ignored != NULL)
                status = add_ignored(asked, a, b, rule.ignored);
            else if (rule.is_tested && !(is_length(rule.clearance) && is_length(rule.ignore_overlap)))
                status = FK_ERROR_ARGUMENT;
            if (status != FK_OK)
                return status;
            if (rule.ignored != NULL || !rule.is_tested)
                continue;
            asked->tested++;
            asked->reach = rule.clearance > asked->reach ? rule.clearance : asked->reach;
        }
    return FK_OK;
}

fk_status fk_check_asked_find(fk_check_asked *asked, const fk_check_bodies *bodies)
{
    asked->part_count = bodies->count;
    fk_status status = find_tested(asked);
    if (status != FK_OK)
        return status;
    fk_check_compare_sizes(bodies, &asked->largest, &asked->smallest);
    asked->is_surface = fk_check_list_surfaces(bodies);
    return asked->is_surface != NULL ? FK_OK : FK_ERROR_MEMORY;
}

void fk_check_count_rest(uint64_t tested, uint64_t *count, uint64_t *omitted)
{
    uint64_t rest = tested;
    for (int kind = 0; kind < FK_CLASH_COUNT; kind++)
        rest -= count[kind];
    *omitted += rest;
    count[FK_CLASH_CLEAR] += rest;
}

static fk_status give_pair(const fk_check_asked *asked, uint32_t a, uint32_t b, fk_check_take *take,
                           void *taker)
{
    fk_check_rule rule = rule_of(asked, a, b);
    return rule.ignored != NULL || !rule.is_tested ? FK_OK : take(taker, a, b, &rule);
}

static void show_progress(const fk_check_asked *asked, uint64_t done, uint64_t total)
{
    if (asked->progress != NULL)
        asked->progress(asked->user, done, total);
}

static fk_status visit_all(const fk_check_asked *asked, fk_check_take *take, void *taker)
{
    fk_status status = FK_OK;
    uint64_t done = 0,
             total = (uint64_t)asked->part_count * (asked->part_count - (asked->part_count > 0)) / 2;
    for (uint32_t a = 0; a < asked->part_count && status == FK_OK; a++)
        for (uint32_t b = a + 1; b < asked->part_count && status == FK_OK && !asked->is_done; b++) {
            status = give_pair(asked, a, b, take, taker);
            show_progress(asked, done++, total);
        }
    return status;
}

fk_status fk_check_visit(const fk_check_asked *asked, const fk_aabb *box, fk_check_take *take, void *taker)
{
    if (box == NULL)
        return visit_all(asked, take, taker);
    fk_pair_list *near = NULL;
    fk_status status = fk_sweep_pairs(asked->context, box, asked->part_count, asked->reach, &near);
    for (size_t i = 0; status == FK_OK && i < near->count && !asked->is_done; i++) {
        status = give_pair(asked, near->pair[i].a, near->pair[i].b, take, taker);
        show_progress(asked, i, near->count);
    }
    fk_pair_list_free(asked->context, near);
    return status;
}

/* ---- Working on pairs ---------------------------------------------------------------------------------- */

static void relate_task(void *data, uint32_t index)
{
    checker *c = data;
    fk_check_relate(c->context, &c->bodies, c->options, &c->work[index]);
}

static void measure_task(void *data, uint32_t index)
{
    checker *c = data;
    if (c->work[index].related != NULL)
        fk_check_measure(c->context, &c->bodies, c->options, &c->work[index]);
}

static fk_status first_failure(const checker *c)
{
    for (uint32_t i = 0; i < c->work_count; i++)
        if (c->work[i].status != FK_OK)
            return c->work[i].status;
    return FK_OK;
}

/* Two convex bodies have an exact depth: a mesh needs its hull when the other body may be convex, too. */
static void ask_for_hulls(checker *c)
{
    for (uint32_t i = 0; i < c->work_count; i++) {
        bool wants_depth = c->options->wants_depth || c->work[i].rule.ignore_overlap > 0;
        if (c->work[i].related == NULL || !wants_depth)
            continue;
        fk_check_body *a = &c->bodies.body[c->work[i].pair.a], *b = &c->bodies.body[c->work[i].pair.b];
        if (a->shape != NULL)
            a->shape->needs_hull = true;
        if (b->shape != NULL)
            b->shape->needs_hull = true;
    }
}

static fk_status work_on_chunk(checker *c)
{
    const fk_workers *workers = c->options->workers;
    fk_workers_run(workers, c->work_count, relate_task, c);
    fk_status status = first_failure(c);
    if (status != FK_OK)
        return status;
    ask_for_hulls(c);
    status = fk_check_find_hulls(&c->bodies);
    if (status != FK_OK)
        return status;
    fk_workers_run(workers, c->work_count, measure_task, c);
    return first_failure(c);
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static void note_depth(checker *c, const fk_check_pair *pair)
{
    if (pair->kind != FK_CLASH_HARD || !pair->has_depth)
        return;
    double size = fk_smaller(c->bodies.body[pair->a].size, c->bodies.body[pair->b].size);
    if (!(pair->depth.depth.hi <= SHALLOW * size)) {
        c->deep++;
        return;
    }
    c->shallow++;
    if (pair->depth.depth.hi > c->check->shallow_depth)
        c->check->shallow_depth = pair->depth.depth.hi;
}

/* Takes a finished pair into the list. */
static fk_status add_pair(checker *c, fk_check_work *work)
{
    fk_check *check = c->check;
    check->count[work->pair.kind]++;
    check->clashes += work->pair.is_clash;
    note_depth(c, &work->pair);
    if (work->pair.kind == FK_CLASH_CLEAR && !c->options->wants_distance) {
        check->omitted++;
        return FK_OK;
    }
    if (!fk_grow(c->context, &c->pair, sizeof *c->pair, check->pair_count, &check->pair_capacity,
                 check->pair_count + 1))
        return FK_ERROR_MEMORY;
    c->pair[check->pair_count++] = work->pair;
    check->pair = c->pair;
    work->pair.triangle = NULL; /* it belongs to the list now */
    return FK_OK;
}

static void free_triangles(fk_context *context, const fk_check_pair *pair)
{
    fk_release(context, (void *)(uintptr_t)pair->triangle, pair->triangle_count * sizeof(fk_index_pair));
}

static fk_status finish_chunk(checker *c)
{
    fk_status status = c->work_count > 0 ? work_on_chunk(c) : FK_OK;
    for (uint32_t i = 0; i < c->work_count && status == FK_OK && !c->asked.is_done; i++) {
        status = add_pair(c, &c->work[i]);
        c->asked.is_done = c->options->stops_at_clash && c->work[i].pair.is_clash;
    }
    for (uint32_t i = 0; i < c->work_count; i++) {
        fk_relation_result_free(c->context, c->work[i].related);
        free_triangles(c->context, &c->work[i].pair);
    }
    c->work_count = 0;
    return status;
}

static fk_status take_pair(void *taker, uint32_t a, uint32_t b, const fk_check_rule *rule)
{
    checker *c = taker;
    fk_check_work *work = &c->work[c->work_count++];
    *work = (fk_check_work){.rule = *rule, .pair = {.a = a, .b = b}};
    return c->work_count == CHUNK ? finish_chunk(c) : FK_OK;
}

static fk_status take_near_pairs(checker *c)
{
    size_t bytes = c->bodies.count * sizeof(fk_aabb);
    fk_aabb *box = fk_allocate(c->context, bytes);
    if (box == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < c->bodies.count; i++)
        box[i] = c->bodies.body[i].box;
    fk_status status = fk_check_visit(&c->asked, box, take_pair, c);
    fk_release(c->context, box, bytes);
    return status;
}

static fk_status run(checker *c)
{
    fk_check *check = c->check;
    c->asked = FK_CHECK_ASKED(c->context, c->options);
    fk_status status = fk_check_asked_find(&c->asked, &c->bodies);
    FK_CHECK_TAKE_ASKED(check, &c->asked);
    if (status != FK_OK)
        return status;
    status = c->options->wants_distance ? fk_check_visit(&c->asked, NULL, take_pair, c) : take_near_pairs(c);
    if (status == FK_OK)
        status = finish_chunk(c);
    /* Pairs that are far apart were not even looked at. */
    if (!c->asked.is_done)
        fk_check_count_rest(check->tested, check->count, &check->omitted);
    if (!(c->shallow >= 3 && c->shallow > c->deep))
        check->shallow_depth = 0;
    return status;
}

fk_status fk_check_run(fk_context *context, const fk_check_part *part, uint32_t part_count,
                       const fk_check_options *options, fk_check **out)
{
    fk_check_options chosen = options != NULL ? *options : fk_check_options_default();
    checker *c = fk_check_room(context, sizeof *c);
    if (c == NULL)
        return FK_ERROR_MEMORY;
    c->context = context;
    c->options = &chosen;
    c->check = fk_check_room(context, sizeof *c->check);
    c->bodies = (fk_check_bodies){.context = context, .workers = chosen.workers, .kept = chosen.kept};
    fk_status status =
        c->check != NULL ? fk_check_bodies_build(&c->bodies, part, part_count) : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        status = run(c);
        fk_check_bodies_free(&c->bodies);
    }
    if (status == FK_OK)
        *out = c->check;
    else
        fk_check_free(context, c->check);
    fk_release(context, c, sizeof *c);
    return status;
}

void fk_check_free(fk_context *context, fk_check *check)
{
    if (check == NULL)
        return;
    for (size_t i = 0; i < check->pair_count; i++)
        free_triangles(context, &check->pair[i]);
    fk_release(context, (void *)(uintptr_t)check->is_surface, check->part_count);
    fk_release(context, (void *)(uintptr_t)check->pair, check->pair_capacity * sizeof *check->pair);
    fk_release(context, (void *)(uintptr_t)check->ignored, check->ignored_capacity * sizeof *check->ignored);
    fk_release(context, check, sizeof *check);
}
