/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The driver of checks and sweeps, and the check itself.
 *
 *   parts -> bodies: a collider for each mesh and piece                 check_bodies.c
 *         -> selected pairs whose boxes are near                        here, and broad/sweep_and_prune.c
 *         -> the answer for each pair                                   check_pair.c, sweep.c
 *         -> list of results, in the order of the pairs
 *
 * Pairs are processed in chunks; a chunk is finished before the next one begins. Each pair is a task whose result
 * depends on nothing else in its chunk, so the results are the same for any number of workers. */

#include "check/check.h"

#include <string.h>

#include "base/bits.h"
#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "base/workers.h"
#include "check/report.h"
#include "farkas/broad.h"

/* An overlap is shallow if it is at most this fraction of the smaller body deep. */
#define SHALLOW 0.001

/* ---- Selection of pairs -------------------------------------------------------------------------------- */

static fk_check_rule pair_rule(const fk_check_selection *selection, uint32_t a, uint32_t b)
{
    return selection->select != NULL ? selection->select(selection->user, a, b) : selection->rule;
}

static fk_status add_ignored(fk_context *context, fk_check *result, fk_check_ignored pair)
{
    if (!fk_grow(context, &result->ignored, sizeof pair, result->ignored_count, &result->ignored_capacity,
                 result->ignored_count + 1))
        return FK_ERROR_MEMORY;
    ((fk_check_ignored *)(uintptr_t)result->ignored)[result->ignored_count++] = pair;
    return FK_OK;
}

static fk_status count_tested(fk_check_selection *selection, fk_check *result)
{
    for (uint32_t a = 0; a < selection->part_count; a++)
        for (uint32_t b = a + 1; b < selection->part_count; b++) {
            fk_check_rule rule = pair_rule(selection, a, b);
            fk_status status = FK_OK;
            if (rule.ignored != NULL)
                status = add_ignored(selection->context, result, (fk_check_ignored){a, b, rule.ignored});
            else if (rule.is_tested && !(fk_is_length(rule.clearance) && fk_is_length(rule.ignore_overlap)))
                status = FK_ERROR_ARGUMENT;
            if (status != FK_OK)
                return status;
            if (fk_context_poll(selection->context))
                return FK_ERROR_MEMORY;
            if (rule.ignored != NULL || !rule.is_tested)
                continue;
            result->tested++;
            selection->max_clearance = fk_larger(rule.clearance, selection->max_clearance);
        }
    return FK_OK;
}

fk_status fk_check_select_pairs(fk_check_selection *selection, const fk_check_bodies *bodies,
                                fk_check *result)
{
    selection->part_count = bodies->count;
    fk_status status = count_tested(selection, result);
    if (status != FK_OK)
        return status;
    fk_check_compare_sizes(bodies, &result->largest, &result->smallest);
    bool *is_surface = fk_allocate(selection->context, bodies->count);
    if (is_surface == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < bodies->count; i++)
        is_surface[i] = fk_check_is_surface(&bodies->body[i]);
    result->is_surface = is_surface;
    result->part_count = bodies->count;
    return FK_OK;
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
            report_progress(selection, done++, total);
            status = visit_selected(selection, a, b, visitor, data);
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
        report_progress(selection, i, near->count);
        status = visit_selected(selection, near->pair[i].a, near->pair[i].b, visitor, data);
    }
    fk_pair_list_free(selection->context, near);
    return status;
}

/* ---- The driver ---------------------------------------------------------------------------------------- */

static void forget_lists(fk_check_pair *pair)
{
    pair->triangle = NULL;
    pair->contact = pair->below = NULL;
    pair->triangle_count = pair->contact_count = pair->below_count = 0;
}

void fk_check_pair_free(fk_context *context, fk_check_pair *pair)
{
    fk_release(context, (void *)(uintptr_t)pair->triangle, pair->triangle_count * sizeof *pair->triangle);
    fk_release(context, (void *)(uintptr_t)pair->contact, pair->contact_count * sizeof *pair->contact);
    fk_release(context, (void *)(uintptr_t)pair->below, pair->below_count * sizeof *pair->below);
    forget_lists(pair);
}

/* As strcmp. */
static int compare_part_names(const char *a, const char *b)
{
    size_t length[2] = {strlen(a), strlen(b)};
    return memcmp(a, b, (length[0] < length[1] ? length[0] : length[1]) + 1);
}

/* Of equally near pairs, the first in the order of the names, whichever part is a. */
static bool is_nearer_pair(const fk_check_part *part, const fk_check_pair *p, const fk_check_pair *q)
{
    const char *name[2][2];
    int order = fk_double_order(p->distance.hi, q->distance.hi);
    order = order != 0 ? order : fk_double_order(p->distance.lo, q->distance.lo);
    if (order != 0)
        return order < 0;
    for (int k = 0; k < 2; k++) {
        const fk_check_pair *of = k == 0 ? p : q;
        const char *a = part[of->a].name, *b = part[of->b].name;
        name[k][0] = compare_part_names(a, b) < 0 ? a : b;
        name[k][1] = compare_part_names(a, b) < 0 ? b : a;
    }
    order = compare_part_names(name[0][0], name[1][0]);
    return order != 0 ? order < 0 : compare_part_names(name[0][1], name[1][1]) < 0;
}

const char *fk_check_undecided_reason(const fk_check_part *a, const fk_check_part *b)
{
    return a->mesh != NULL && b->mesh != NULL
               ? "one part overlaps itself too often; unite its shells, or check them as parts of their own"
               : "a rounded shape is too close to touching, or to a wall inside the solid";
}

const fk_check_pair *fk_check_nearest(const fk_check *check, const fk_check_part *part)
{
    const fk_check_pair *nearest = NULL;
    for (size_t i = 0; i < check->pair_count; i++)
        if (nearest == NULL || is_nearer_pair(part, &check->pair[i], nearest))
            nearest = &check->pair[i];
    return nearest;
}

void fk_check_free(fk_context *context, fk_check *check)
{
    if (check == NULL)
        return;
    for (size_t i = 0; i < check->pair_count; i++)
        fk_check_pair_free(context, (fk_check_pair *)(uintptr_t)&check->pair[i]);
    fk_release(context, (void *)(uintptr_t)check->is_surface, check->part_count);
    fk_release(context, (void *)(uintptr_t)check->pair, check->pair_capacity * sizeof *check->pair);
    fk_release(context, (void *)(uintptr_t)check->ignored, check->ignored_capacity * sizeof *check->ignored);
    fk_release(context, check, sizeof *check);
}

fk_status fk_check_insert_pair(fk_check_driver *driver, fk_check_pair *pair, size_t at)
{
    fk_check *result = driver->result;
    if (!fk_grow(driver->caller, &driver->pair, sizeof *driver->pair, result->pair_count,
                 &result->pair_capacity, result->pair_count + 1))
        return FK_ERROR_MEMORY;
    memmove(driver->pair + at + 1, driver->pair + at, (result->pair_count - at) * sizeof *driver->pair);
    driver->pair[at] = *pair;
    result->pair_count++;
    result->pair = driver->pair;
    forget_lists(pair); /* the result owns them now */
    return FK_OK;
}

/* Counts a finished pair, and adds it to the list. */
static fk_status add_pair(fk_check_driver *driver, fk_check_pair *pair)
{
    fk_check *result = driver->result;
    result->count[pair->kind]++;
    result->clashes += pair->is_clash;
    if (pair->kind != FK_CLASH_CLEAR || driver->lists_clear)
        return fk_check_insert_pair(driver, pair, result->pair_count);
    result->omitted++;
    return FK_OK;
}

/* A pair during which the run is cancelled is not finished. */
static void run_task(void *data, uint32_t index)
{
    fk_check_driver *driver = data;
    fk_check_work *work = &driver->work[index];
    if (work->status == FK_OK)
        driver->task(driver, work);
    if (fk_context_poll(driver->context))
        work->status = FK_ERROR_MEMORY;
}

fk_status fk_check_run_tasks(fk_check_driver *driver, fk_check_task *task)
{
    driver->task = task;
    fk_workers_run(driver->bodies->workers, driver->work_count, run_task, driver);
    for (uint32_t i = 0; i < driver->work_count; i++)
        if (driver->work[i].status != FK_OK)
            return driver->work[i].status;
    return FK_OK;
}

/* Adds the pairs of a chunk; if the run is cancelled, those before the first that is not finished. */
static fk_status add_chunk(fk_check_driver *driver, fk_status status)
{
    bool is_kept = status == FK_OK || fk_context_poll(driver->context), is_done = false;
    for (uint32_t i = 0; i < driver->work_count && is_kept && !is_done; i++) {
        fk_check_work *work = &driver->work[i];
        if (work->status != FK_OK || work->related != NULL)
            break;
        is_done = driver->note(driver, work);
        fk_status added = add_pair(driver, &work->pair);
        if (added != FK_OK)
            return added;
    }
    driver->selection.is_done = driver->selection.is_done || is_done;
    return status;
}

static fk_status finish_chunk(fk_check_driver *driver)
{
    fk_status status = driver->work_count > 0 ? driver->answer(driver) : FK_OK;
    status = add_chunk(driver, status);
    for (uint32_t i = 0; i < driver->work_count; i++) {
        fk_relation_result_free(driver->context, driver->work[i].related);
        fk_check_pair_free(driver->context, &driver->work[i].pair);
    }
    driver->work_count = 0;
    return status;
}

static fk_status queue_selected_pair(void *data, uint32_t a, uint32_t b, const fk_check_rule *rule)
{
    fk_check_driver *driver = data;
    driver->work[driver->work_count++] = (fk_check_work){.rule = *rule, .pair = {.a = a, .b = b}};
    return driver->work_count == driver->chunk ? finish_chunk(driver) : FK_OK;
}

static fk_status rank_selected_pair(void *data, uint32_t a, uint32_t b, const fk_check_rule *rule)
{
    fk_check_driver *driver = data;
    double rank = driver->rank(driver, a, b, rule);
    if (!(rank < HUGE_VAL))
        return FK_OK;
    if (!fk_grow(driver->context, &driver->ranked, sizeof *driver->ranked, driver->ranked_count,
                 &driver->ranked_capacity, driver->ranked_count + 1))
        return FK_ERROR_MEMORY;
    driver->ranked[driver->ranked_count++] = (fk_ranked_pair){rank, a, b, *rule};
    return FK_OK;
}

static bool is_ranked_before(const void *a, const void *b)
{
    return ((const fk_ranked_pair *)a)->rank < ((const fk_ranked_pair *)b)->rank;
}

/* Processes the ranked pairs. */
static fk_status queue_ranked_pairs(fk_check_driver *driver)
{
    size_t bytes = driver->ranked_count * sizeof *driver->ranked;
    void *room = fk_allocate(driver->context, bytes);
    fk_status status = room != NULL || bytes == 0 ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK)
        fk_sort_items(driver->ranked, room, driver->ranked_count, sizeof *driver->ranked, is_ranked_before);
    fk_release(driver->context, room, bytes);
    for (size_t i = 0; i < driver->ranked_count && status == FK_OK && !driver->selection.is_done; i++) {
        const fk_ranked_pair *pair = &driver->ranked[i];
        report_progress(&driver->selection, i, driver->ranked_count);
        driver->selection.is_done = pair->rank > driver->last_rank;
        if (!driver->selection.is_done)
            status = queue_selected_pair(driver, pair->a, pair->b, &pair->rule);
    }
    return status;
}

static bool has_earlier_parts(const void *a, const void *b)
{
    const fk_check_pair *p = a, *q = b;
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

/* Puts the list into the order of its parts. */
static fk_status sort_by_parts(fk_check_driver *driver)
{
    size_t count = driver->result->pair_count, bytes = count * sizeof *driver->pair;
    void *room = fk_allocate(driver->context, bytes);
    if (room == NULL && bytes > 0)
        return FK_ERROR_MEMORY;
    fk_sort_items(driver->pair, room, count, sizeof *driver->pair, has_earlier_parts);
    fk_release(driver->context, room, bytes);
    return FK_OK;
}

fk_status fk_check_drive(fk_check_driver *driver)
{
    fk_check_selection *selection = &driver->selection;
    fk_check *result = driver->result;
    uint32_t count = driver->bodies->count;
    fk_status status = fk_check_select_pairs(selection, driver->bodies, result);
    fk_aabb *box = NULL;
    if (status == FK_OK && driver->find_boxes != NULL) {
        box = fk_allocate(driver->context, count * sizeof *box);
        status = box != NULL ? driver->find_boxes(driver, box) : FK_ERROR_MEMORY;
    }
    if (status == FK_OK)
        status = fk_check_visit_pairs(
            selection, box, driver->rank != NULL ? rank_selected_pair : queue_selected_pair, driver);
    fk_release(driver->context, box, count * sizeof *box);
    if (status == FK_OK && driver->rank != NULL)
        status = queue_ranked_pairs(driver);
    if (status == FK_OK)
        status = finish_chunk(driver);
    if (status == FK_OK && driver->rank != NULL)
        status = sort_by_parts(driver);
    fk_release(driver->context, driver->ranked, driver->ranked_capacity * sizeof *driver->ranked);
    if (status == FK_OK && !selection->is_done) {
        /* Pairs that are not near were not visited. */
        uint64_t rest = result->tested - fk_report_finished(result);
        result->omitted += rest;
        result->count[FK_CLASH_CLEAR] += rest;
    }
    return status;
}

fk_status fk_check_finish(fk_check_driver *driver, fk_status status, fk_check **out)
{
    if (driver->result == NULL)
        return status;
    status = fk_context_end(driver->caller, driver->context, status);
    driver->result->is_incomplete = status == FK_ERROR_CANCELLED;
    if (driver->result->is_surface == NULL) { /* cancelled before all pairs were selected */
        driver->result->tested = 0;
        driver->result->largest = driver->result->smallest = FK_NONE;
    }
    if (status == FK_OK || status == FK_ERROR_CANCELLED)
        *out = driver->result;
    else
        fk_check_free(driver->caller, driver->result);
    return status;
}

/* ---- The check ----------------------------------------------------------------------------------------- */

typedef struct check_state {
    fk_check_driver driver; /* first */
    fk_check_bodies bodies;
    const fk_check_options *options;
    uint64_t shallow, deep;
} check_state;

fk_check_options fk_check_options_default(void)
{
    fk_check_options options = {
        .rule = {.is_tested = true}, .wants_distance = true, .wants_depth = true, .max_triangles = 100};
    return options;
}

static void relate_task(fk_check_driver *driver, fk_check_work *work)
{
    const fk_check_body *body = driver->bodies->body;
    fk_check_relate(driver->context, &body[work->pair.a], &body[work->pair.b],
                    ((check_state *)driver)->options, work);
}

static void measure_task(fk_check_driver *driver, fk_check_work *work)
{
    const fk_check_body *body = driver->bodies->body;
    if (work->related != NULL)
        fk_check_measure_overlap(driver->context, &body[work->pair.a], &body[work->pair.b],
                                 ((check_state *)driver)->options, work);
}

/* The depth of two convex bodies is exact, so a mesh needs its hull if the other body may be convex, too. */
static void request_hulls(check_state *c)
{
    for (uint32_t i = 0; i < c->driver.work_count; i++) {
        const fk_check_work *work = &c->driver.work[i];
        if (work->related == NULL || !(c->options->wants_depth || work->rule.ignore_overlap > 0))
            continue;
        c->bodies.body[work->pair.a].shape->needs_hull = true;
        c->bodies.body[work->pair.b].shape->needs_hull = true;
    }
}

static fk_status check_chunk(fk_check_driver *driver)
{
    check_state *c = (check_state *)driver;
    fk_status status = fk_check_run_tasks(driver, relate_task);
    if (status != FK_OK)
        return status;
    request_hulls(c);
    status = fk_check_find_hulls(&c->bodies);
    return status == FK_OK ? fk_check_run_tasks(driver, measure_task) : status;
}

static void count_depth(check_state *c, const fk_check_pair *pair)
{
    fk_check *check = c->driver.result;
    if (pair->kind != FK_CLASH_HARD || !pair->has_depth)
        return;
    double size = fk_smaller(c->bodies.body[pair->a].size, c->bodies.body[pair->b].size);
    if (!(pair->depth.depth.hi <= SHALLOW * size)) {
        c->deep++;
        return;
    }
    c->shallow++;
    if (pair->depth.depth.hi > check->shallow_depth)
        check->shallow_depth = pair->depth.depth.hi;
}

static bool note_checked(fk_check_driver *driver, const fk_check_work *work)
{
    check_state *c = (check_state *)driver;
    count_depth(c, &work->pair);
    return c->options->stops_at_clash && work->pair.is_clash;
}

static fk_status find_body_boxes(fk_check_driver *driver, fk_aabb *box)
{
    for (uint32_t i = 0; i < driver->bodies->count; i++)
        box[i] = driver->bodies->body[i].box;
    return FK_OK;
}

/* If only the first clash is wanted, no pair behind it is computed without need. */
static uint32_t chunk_size(const fk_check_options *options)
{
    uint32_t workers = options->workers != NULL ? options->workers->count : 1;
    return !options->stops_at_clash || workers > FK_CHECK_CHUNK ? FK_CHECK_CHUNK : workers > 0 ? workers : 1;
}

fk_status fk_check_run(fk_context *context, const fk_check_part *part, uint32_t part_count,
                       const fk_check_options *options, fk_check **out)
{
    fk_check_options chosen = options != NULL ? *options : fk_check_options_default();
    fk_context inner, *used = fk_context_begin(context, chosen.cancel, &inner);
    check_state *c = fk_allocate_zeroed(context, sizeof *c);
    if (c == NULL)
        return FK_ERROR_MEMORY;
    c->options = &chosen;
    c->bodies = (fk_check_bodies){.context = used, .workers = chosen.workers, .cache = chosen.kept};
    c->driver = (fk_check_driver){.context = used,
                                  .caller = context,
                                  .bodies = &c->bodies,
                                  .selection = FK_CHECK_SELECTION(used, &chosen),
                                  .result = fk_allocate_zeroed(context, sizeof *c->driver.result),
                                  .lists_clear = chosen.wants_distance,
                                  .chunk = chunk_size(&chosen),
                                  .find_boxes = chosen.wants_distance ? NULL : find_body_boxes,
                                  .answer = check_chunk,
                                  .note = note_checked};
    fk_check *check = c->driver.result;
    fk_status status = check != NULL ? fk_check_bodies_build(&c->bodies, part, part_count) : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        status = fk_check_drive(&c->driver);
        fk_check_bodies_free(&c->bodies);
    }
    if (check != NULL && !(c->shallow >= 3 && c->shallow > c->deep))
        check->shallow_depth = 0;
    status = fk_check_finish(&c->driver, status, out);
    fk_release(context, c, sizeof *c);
    return status;
}
