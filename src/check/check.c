/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The check of many parts.
 *
 *   parts -> bodies: a tree for each mesh                               check_bodies.c
 *         -> selected pairs whose boxes are near                        here, and broad/sweep_and_prune.c
 *         -> relation and distance of each                              check_pair.c
 *         -> hulls of the meshes that overlap, then depth and volume
 *         -> list of results, in the order of the pairs
 *
 * Pairs are processed in chunks; a chunk is finished before the next one begins. Each pair is a task whose result
 * depends on nothing else, so the results are the same for any number of workers. */

#include "check/check.h"

#include "base/bits.h"
#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "base/workers.h"
#include "farkas/broad.h"

#define CHUNK 64

/* An overlap is shallow if it is at most this fraction of the smaller body deep. */
#define SHALLOW 0.001

typedef struct check_state {
    fk_context *context, *kept; /* that of the work, which can be cancelled, and that of the result */
    const fk_check_options *options;
    fk_check_bodies bodies;
    fk_check *check;
    fk_check_pair *pair;
    fk_check_selection selection;
    fk_check_work work[CHUNK];
    uint32_t work_count;
    uint64_t shallow, deep;
} check_state;

fk_check_options fk_check_options_default(void)
{
    fk_check_options options = {
        .rule = {.is_tested = true}, .wants_distance = true, .wants_depth = true, .max_triangles = 100};
    return options;
}

/* ---- Selection of pairs -------------------------------------------------------------------------------- */

static fk_check_rule pair_rule(const fk_check_selection *selection, uint32_t a, uint32_t b)
{
    return selection->select != NULL ? selection->select(selection->user, a, b) : selection->rule;
}

static bool is_length(double x)
{
    return fk_is_finite(x) && x >= 0;
}

static fk_status add_ignored(fk_check_selection *selection, uint32_t a, uint32_t b, const char *reason)
{
    if (!fk_grow(selection->context, &selection->ignored, sizeof *selection->ignored,
                 selection->ignored_count, &selection->ignored_capacity, selection->ignored_count + 1))
        return FK_ERROR_MEMORY;
    selection->ignored[selection->ignored_count++] = (fk_check_ignored){a, b, reason};
    return FK_OK;
}

static fk_status count_tested(fk_check_selection *selection)
{
    for (uint32_t a = 0; a < selection->part_count; a++)
        for (uint32_t b = a + 1; b < selection->part_count; b++) {
            fk_check_rule rule = pair_rule(selection, a, b);
            fk_status status = FK_OK;
            if (rule.ignored != NULL)
                status = add_ignored(selection, a, b, rule.ignored);
            else if (rule.is_tested && !(is_length(rule.clearance) && is_length(rule.ignore_overlap)))
                status = FK_ERROR_ARGUMENT;
            if (status != FK_OK)
                return status;
            if (fk_context_poll(selection->context))
                return FK_ERROR_MEMORY;
            if (rule.ignored != NULL || !rule.is_tested)
                continue;
            selection->tested++;
            selection->max_clearance =
                rule.clearance > selection->max_clearance ? rule.clearance : selection->max_clearance;
        }
    return FK_OK;
}

fk_status fk_check_select_pairs(fk_check_selection *selection, const fk_check_bodies *bodies)
{
    selection->part_count = bodies->count;
    fk_status status = count_tested(selection);
    if (status != FK_OK)
        return status;
    fk_check_compare_sizes(bodies, &selection->largest, &selection->smallest);
    selection->is_surface = fk_check_list_surfaces(bodies);
    return selection->is_surface != NULL ? FK_OK : FK_ERROR_MEMORY;
}

void fk_check_count_skipped(uint64_t tested, uint64_t *count, uint64_t *omitted)
{
    uint64_t rest = tested;
    for (int kind = 0; kind < FK_CLASH_COUNT; kind++)
        rest -= count[kind];
    *omitted += rest;
    count[FK_CLASH_CLEAR] += rest;
}

static fk_status visit_selected(const fk_check_selection *selection, uint32_t a, uint32_t b,
                                fk_check_pair_visitor *visitor, void *data)
{
    fk_check_rule rule = pair_rule(selection, a, b);
    if (fk_context_poll(selection->context))
        return FK_ERROR_MEMORY;
    return rule.ignored != NULL || !rule.is_tested ? FK_OK : visitor(data, a, b, &rule);
}

static void report_progress(const fk_check_selection *selection, uint64_t done, uint64_t total)
{
    if (selection->progress != NULL)
        selection->progress(selection->user, done, total);
}

static fk_status visit_all_pairs(const fk_check_selection *selection, fk_check_pair_visitor *visitor,
                                 void *data)
{
    fk_status status = FK_OK;
    uint64_t done = 0, total = (uint64_t)selection->part_count *
                               (selection->part_count - (selection->part_count > 0)) / 2;
    for (uint32_t a = 0; a < selection->part_count && status == FK_OK; a++)
        for (uint32_t b = a + 1; b < selection->part_count && status == FK_OK && !selection->is_done; b++) {
            status = visit_selected(selection, a, b, visitor, data);
            report_progress(selection, done++, total);
        }
    return status;
}

fk_status fk_check_visit_pairs(const fk_check_selection *selection, const fk_aabb *box,
                               fk_check_pair_visitor *visitor, void *data)
{
    if (box == NULL)
        return visit_all_pairs(selection, visitor, data);
    fk_pair_list *near = NULL;
    fk_status status =
        fk_sweep_pairs(selection->context, box, selection->part_count, selection->max_clearance, &near);
    for (size_t i = 0; status == FK_OK && i < near->count && !selection->is_done; i++) {
        status = visit_selected(selection, near->pair[i].a, near->pair[i].b, visitor, data);
        report_progress(selection, i, near->count);
    }
    fk_pair_list_free(selection->context, near);
    return status;
}

/* ---- Processing pairs ---------------------------------------------------------------------------------- */

static void relate_task(void *data, uint32_t index)
{
    check_state *c = data;
    fk_check_relate(c->context, &c->bodies, c->options, &c->work[index]);
    if (fk_context_poll(c->context))
        c->work[index].status = FK_ERROR_MEMORY;
}

static void measure_task(void *data, uint32_t index)
{
    check_state *c = data;
    if (c->work[index].related == NULL)
        return;
    fk_check_measure_overlap(c->context, &c->bodies, c->options, &c->work[index]);
    if (fk_context_poll(c->context))
        c->work[index].status = FK_ERROR_MEMORY;
}

static fk_status first_work_failure(const check_state *c)
{
    for (uint32_t i = 0; i < c->work_count; i++)
        if (c->work[i].status != FK_OK)
            return c->work[i].status;
    return FK_OK;
}

/* The depth of two convex bodies is exact, so a mesh needs its hull if the other body may be convex, too. */
static void request_hulls(check_state *c)
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

static fk_status process_chunk(check_state *c)
{
    const fk_workers *workers = c->options->workers;
    fk_workers_run(workers, c->work_count, relate_task, c);
    fk_status status = first_work_failure(c);
    if (status != FK_OK)
        return status;
    request_hulls(c);
    status = fk_check_find_hulls(&c->bodies);
    if (status != FK_OK)
        return status;
    fk_workers_run(workers, c->work_count, measure_task, c);
    return first_work_failure(c);
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static void count_depth(check_state *c, const fk_check_pair *pair)
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

/* Adds a finished pair to the list. */
static fk_status add_check_pair(check_state *c, fk_check_work *work)
{
    fk_check *check = c->check;
    check->count[work->pair.kind]++;
    check->clashes += work->pair.is_clash;
    count_depth(c, &work->pair);
    if (work->pair.kind == FK_CLASH_CLEAR && !c->options->wants_distance) {
        check->omitted++;
        return FK_OK;
    }
    if (!fk_grow(c->kept, &c->pair, sizeof *c->pair, check->pair_count, &check->pair_capacity,
                 check->pair_count + 1))
        return FK_ERROR_MEMORY;
    c->pair[check->pair_count++] = work->pair;
    check->pair = c->pair;
    work->pair.triangle = NULL; /* the list owns it now */
    return FK_OK;
}

static void free_triangles(fk_context *context, const fk_check_pair *pair)
{
    fk_release(context, (void *)(uintptr_t)pair->triangle, pair->triangle_count * sizeof(fk_index_pair));
}

static fk_status finish_check_chunk(check_state *c)
{
    fk_status status = c->work_count > 0 ? process_chunk(c) : FK_OK, added = FK_OK;
    /* Of a cancelled chunk, the pairs before the first that is not finished. */
    bool is_cancelled = status != FK_OK && fk_context_poll(c->context);
    for (uint32_t i = 0; i < c->work_count && added == FK_OK && !c->selection.is_done; i++) {
        bool is_finished = c->work[i].status == FK_OK && c->work[i].related == NULL;
        if (status != FK_OK && !(is_cancelled && is_finished))
            break;
        added = add_check_pair(c, &c->work[i]);
        c->selection.is_done = c->options->stops_at_clash && c->work[i].pair.is_clash;
    }
    for (uint32_t i = 0; i < c->work_count; i++) {
        fk_relation_result_free(c->context, c->work[i].related);
        free_triangles(c->context, &c->work[i].pair);
    }
    c->work_count = 0;
    return added != FK_OK ? added : status;
}

static fk_status queue_check_pair(void *data, uint32_t a, uint32_t b, const fk_check_rule *rule)
{
    check_state *c = data;
    fk_check_work *work = &c->work[c->work_count++];
    *work = (fk_check_work){.rule = *rule, .pair = {.a = a, .b = b}};
    return c->work_count == CHUNK ? finish_check_chunk(c) : FK_OK;
}

static fk_status check_near_pairs(check_state *c)
{
    size_t bytes = c->bodies.count * sizeof(fk_aabb);
    fk_aabb *box = fk_allocate(c->context, bytes);
    if (box == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < c->bodies.count; i++)
        box[i] = c->bodies.body[i].box;
    fk_status status = fk_check_visit_pairs(&c->selection, box, queue_check_pair, c);
    fk_release(c->context, box, bytes);
    return status;
}

static fk_status run_check(check_state *c)
{
    fk_check *check = c->check;
    c->selection = FK_CHECK_SELECTION(c->context, c->options);
    fk_status status = fk_check_select_pairs(&c->selection, &c->bodies);
    FK_CHECK_COPY_SELECTION(check, &c->selection);
    if (status != FK_OK)
        return status;
    status = c->options->wants_distance ? fk_check_visit_pairs(&c->selection, NULL, queue_check_pair, c)
                                        : check_near_pairs(c);
    if (status == FK_OK)
        status = finish_check_chunk(c);
    /* Pairs farther apart than the clearance were not visited. */
    if (status == FK_OK && !c->selection.is_done)
        fk_check_count_skipped(check->tested, check->count, &check->omitted);
    if (!(c->shallow >= 3 && c->shallow > c->deep))
        check->shallow_depth = 0;
    return status;
}

fk_status fk_check_run(fk_context *context, const fk_check_part *part, uint32_t part_count,
                       const fk_check_options *options, fk_check **out)
{
    fk_check_options chosen = options != NULL ? *options : fk_check_options_default();
    fk_context inner;
    check_state *c = fk_allocate_zeroed(context, sizeof *c);
    fk_check *check = fk_allocate_zeroed(context, sizeof *check);
    if (c == NULL || check == NULL) {
        fk_release(context, c, sizeof *c);
        fk_release(context, check, sizeof *check);
        return FK_ERROR_MEMORY;
    }
    c->context = fk_context_begin(context, chosen.cancel, &inner);
    c->kept = context;
    c->options = &chosen;
    c->check = check;
    c->bodies = (fk_check_bodies){.context = c->context, .workers = chosen.workers, .cache = chosen.kept};
    fk_status status = fk_check_bodies_build(&c->bodies, part, part_count);
    if (status == FK_OK) {
        status = run_check(c);
        fk_check_bodies_free(&c->bodies);
    }
    status = fk_context_end(context, c->context, status);
    check->is_incomplete = status == FK_ERROR_CANCELLED;
    if (status == FK_OK || check->is_incomplete)
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
    for (size_t i = 0; i < check->pair_count; i++) {
        const fk_check_pair *pair = &check->pair[i];
        free_triangles(context, pair);
        fk_release(context, (void *)(uintptr_t)pair->contact, pair->contact_count * sizeof *pair->contact);
        fk_release(context, (void *)(uintptr_t)pair->below, pair->below_count * sizeof *pair->below);
    }
    fk_release(context, (void *)(uintptr_t)check->is_surface, check->part_count);
    fk_release(context, (void *)(uintptr_t)check->pair, check->pair_capacity * sizeof *check->pair);
    fk_release(context, (void *)(uintptr_t)check->ignored, check->ignored_capacity * sizeof *check->ignored);
    fk_release(context, check, sizeof *check);
}
