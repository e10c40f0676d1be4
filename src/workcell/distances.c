/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The least distance of the bodies of a workcell, and how it changes with the joints: batches, in chunks that threads share.
 *
 * First all configurations are tested as states: a pair that collides has the distance 0, and where none does, surfaces are as
 * far apart as bodies. Then branch and bound over pairs. The balls around two bodies bound their distance from below; pairs are
 * taken in the order of that bound. The first one is bounded again by its boxes, and waits until it is the first again; the same
 * by its hulls. Then the filter may prove, by the hulls of parts, that the pair is farther apart than the least distance so far;
 * else it is measured, up to a limit a little above that. An interval that ends within its limit does not depend on it, so the
 * result does not depend on the order, nor on what the filter proves, up to the choice among pairs, or triangles, that are equally
 * near.
 *
 * The points where two hulls are nearest are a guess for the meshes: the triangles there often prove that the bound by the hulls
 * is the distance (tree/mesh_distance_guess.c). Else corners in floats prune the search (tree/mesh_distance_gap.c).
 *
 * The gradient. With nearest points p and q and the normal n from p to q, the distance changes by n.(q' - p') to first order:
 * that the nearest points also move on the surfaces is of second order. A joint above both bodies moves them together.
 *
 * Weak inputs: half-spaces, whose pairs are always measured; bodies of many parts, whose balls and boxes are mostly empty. */

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/vec3.h"
#include "workcell/workcell.h"

/* Configurations of a task. */
#define DISTANCE_CHUNK 32

/* How far beyond the least distance so far pairs are measured: more than intervals are wide. */
#define BESIDE (1 + 0x1p-20)

/* Bounds are less than what is computed by this share, some thousand times the rounding. */
#define INWARD 0x1p-40

typedef struct distances_call {
    fk_context *context;
    const fk_workcell *cell;
    const fk_workcell_distance_query *query;
    bool has_gradient;
    fk_workcell_distance *result;
    double *gradient;
    fk_workcell_pair *pair; /* that collides, of each configuration */
    uint8_t *state;
} distances_call;

/* ---- Lower bounds -------------------------------------------------------------------------------------- */

/* A pair, and a lower bound of its distance: by its balls, then by its boxes, then by its hulls. */
typedef enum pair_bound { BOUND_BALLS, BOUND_BOXES, BOUND_HULLS } pair_bound;

typedef struct bounded_pair {
    double least;
    uint32_t test;
    pair_bound by;
} bounded_pair;

/* A bound that overflowed is none. */
static double finite_bound(double least)
{
    return least > 0 && least < INFINITY ? least : 0;
}

static double spheres_gap(const fk_sphere *a, const fk_sphere *b)
{
    double gap = fk_vec3_length(fk_vec3_sub(b->center, a->center)) * (1 - INWARD) -
                 (a->radius + b->radius) * (1 + INWARD) - 0x1p-500;
    return finite_bound(gap);
}

/* The gap of two boxes along a direction of about length 1, which need not be right. */
static double boxes_gap_along(const fk_obb *a, const fk_obb *b, fk_vec3 n)
{
    fk_vec3 apart = fk_vec3_sub(b->center, a->center);
    double size = fk_vec3_length(apart), halves = 0;
    for (int i = 0; i < 3; i++) {
        halves +=
            fabs(fk_vec3_dot(n, a->axis[i])) * a->half[i] + fabs(fk_vec3_dot(n, b->axis[i])) * b->half[i];
        size += a->half[i] + b->half[i];
    }
    return fabs(fk_vec3_dot(n, apart)) - halves - INWARD * size - 0x1p-500;
}

static double boxes_gap(const fk_obb *a, const fk_obb *b)
{
    fk_vec3 apart = fk_vec3_unit(fk_vec3_sub(b->center, a->center));
    double most = boxes_gap_along(a, b, apart);
    for (int i = 0; i < 3; i++)
        most = fmax(most, fmax(boxes_gap_along(a, b, a->axis[i]), boxes_gap_along(a, b, b->axis[i])));
    return finite_bound(most * (1 - INWARD));
}

/* ---- Gradients ----------------------------------------------------------------------------------------- */

/* Adds sign * n.(the velocity of a point) by each joint between a frame and the common one. */
static void add_velocities(const fk_workcell *cell, fk_workcell_scratch *scratch, uint32_t frame,
                           uint32_t common, fk_vec3 point, fk_vec3 n, double *gradient)
{
    for (; frame != common; frame = cell->robots->motion->frame[frame].frame.parent) {
        const fk_frame *f = &cell->robots->motion->frame[frame].frame;
        fk_pose pose = fk_workcell_place_frame(scratch, frame);
        if (f->kind == FK_FRAME_FIXED || f->variable == FK_NONE)
            continue;
        fk_vec3 along = fk_pose_rotate(&pose, f->axis);
        if (f->kind == FK_FRAME_REVOLUTE)
            along = fk_vec3_cross(along, fk_vec3_sub(point, pose.translation));
        uint32_t value = cell->robots->frames.group[cell->robots->frames.frame[frame].group].value;
        gradient[value] += f->factor * fk_vec3_dot(n, along);
    }
}

static void find_gradient(const fk_workcell *cell, fk_workcell_scratch *scratch, uint32_t test,
                          const fk_workcell_distance *d, double *gradient)
{
    uint32_t a = cell->body[scratch->test[test].a].frame, b = cell->body[scratch->test[test].b].frame;
    uint32_t common = fk_motion_common_frame(cell->robots->motion, a, b);
    add_velocities(cell, scratch, a, common, d->point_a, fk_vec3_negate(d->normal), gradient);
    add_velocities(cell, scratch, b, common, d->point_b, d->normal, gradient);
}

/* ---- One configuration --------------------------------------------------------------------------------- */

/* The room of a thread. */
typedef struct distance_room {
    fk_sphere *sphere;        /* of each body */
    bounded_pair *pair;       /* a heap */
    fk_distance_guess *guess; /* of each pair that hulls have bounded */
    const double *value;
    bool has_filter, is_far; /* of this configuration: the filter's groups are placed; it knows nothing */
} distance_room;

/* Moves an entry of the heap down to its place. */
static void sift_down(bounded_pair *pair, uint32_t count, uint32_t at)
{
    bounded_pair own = pair[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && pair[child + 1].least < pair[child].least)
            child++;
        if (!(pair[child].least < own.least))
            break;
        pair[at] = pair[child];
    }
    pair[at] = own;
}

static void bound_pairs(const fk_workcell *cell, fk_workcell_scratch *scratch, distance_room *room)
{
    uint32_t count = scratch->test_count;
    for (uint32_t i = 0; i < cell->body_count; i++)
        if (cell->body[i].shape != NULL)
            room->sphere[i] = fk_collider_sphere(fk_workcell_place(cell, scratch, i));
    for (uint32_t i = 0; i < count; i++) {
        const fk_workcell_test *test = &scratch->test[i];
        room->pair[i] =
            (bounded_pair){spheres_gap(&room->sphere[test->a], &room->sphere[test->b]), i, BOUND_BALLS};
    }
    for (uint32_t i = count / 2; i-- > 0;)
        sift_down(room->pair, count, i);
}

typedef struct nearest_pair {
    fk_collider_distance least;
    uint32_t test;
} nearest_pair;

/* Notes a pair that is nearer, or as near and before. */
static void note_pair(const fk_collider_distance *d, uint32_t test, nearest_pair *nearest)
{
    const fk_interval least = nearest->least.distance;
    if (d->distance.hi < least.hi || (d->distance.hi == least.hi && test < nearest->test)) {
        nearest->least = *d;
        nearest->test = test;
    }
    nearest->least.distance.lo = fk_smaller(least.lo, d->distance.lo);
}

/* Bounds the first pair of the heap better; false if its bound is the best one. *most becomes no more than its distance is. */
static bool bound_first(const fk_workcell *cell, fk_workcell_scratch *scratch, distance_room *room,
                        uint32_t count, double *most)
{
    bounded_pair *pair = &room->pair[0];
    const fk_workcell_test *test = &scratch->test[pair->test];
    fk_interval gap = {0, INFINITY};
    if (pair->by == BOUND_HULLS)
        return false;
    if (pair->by == BOUND_BALLS)
        gap.lo = boxes_gap(fk_workcell_place_obb(cell, scratch, test->a),
                           fk_workcell_place_obb(cell, scratch, test->b));
    else
        gap = fk_workcell_bound_hulls(cell, scratch, pair->test, &room->guess[pair->test]);
    *most = fk_smaller(*most, gap.hi * BESIDE);
    pair->least = fk_larger(pair->least, gap.lo);
    pair->by = pair->by == BOUND_BALLS ? BOUND_BOXES : BOUND_HULLS;
    sift_down(room->pair, count, 0);
    return true;
}

/* Whether the filter proves that a pair is farther apart than `most`. */
static bool is_beyond(const fk_workcell *cell, fk_workcell_scratch *scratch, distance_room *room,
                      uint32_t test, double most)
{
    const fk_filter_pair *pair = &scratch->pair[test];
    if (!scratch->is_sturdy || !pair->is_known || !(most < INFINITY))
        return false;
    if (!room->has_filter) {
        room->is_far = fk_filter_place(&scratch->block, room->value, cell->robots->joint_count, 1) & 1;
        memset(scratch->block.has, 0, scratch->body_count * sizeof *scratch->block.has);
    }
    room->has_filter = true;
    scratch->block.clearance = fk_filter_clearance(most);
    return !room->is_far && fk_filter_test_parts(&scratch->block, pair, 0) == FK_NO;
}

/* No pair meets if are_apart. */
static fk_status search_pairs(const distances_call *call, fk_workcell_scratch *scratch, distance_room *room,
                              bool are_apart, nearest_pair *nearest)
{
    uint32_t count = scratch->test_count;
    double most = call->query->limit;
    fk_status status = FK_OK;
    bound_pairs(call->cell, scratch, room);
    room->has_filter = false;
    while (count > 0 && status == FK_OK && nearest->least.distance.hi > 0) {
        uint32_t test = room->pair[0].test;
        fk_collider_distance d;
        if (room->pair[0].least > most)
            break;
        if (bound_first(call->cell, scratch, room, count, &most))
            continue;
        room->pair[0] = room->pair[--count];
        sift_down(room->pair, count, 0);
        if (is_beyond(call->cell, scratch, room, test, most))
            continue;
        fk_workcell_reach reach = {most, are_apart, room->guess[test]};
        status = fk_workcell_measure_pair(call->context, call->cell, scratch, test, &reach, &d);
        if (status == FK_OK)
            note_pair(&d, test, nearest);
        most = fk_smaller(most, nearest->least.distance.hi * BESIDE);
    }
    return status;
}

static void set_distance(const fk_workcell *cell, const fk_workcell_test *test, const fk_collider_distance *d,
                         fk_workcell_distance *out)
{
    out->distance = d->distance;
    out->point_a = d->point_a;
    out->point_b = d->point_b;
    if (d->distance.hi > 0)
        out->normal = fk_vec3_unit(fk_vec3_sub(d->point_b, d->point_a));
    out->pair = fk_workcell_pair_of(cell, test->a, test->b);
}

/* The pair that is known to meet. */
static fk_status measure_meeting(const distances_call *call, fk_workcell_scratch *scratch,
                                 const fk_workcell_pair *pair, nearest_pair *nearest)
{
    uint32_t i = 0;
    while (scratch->test[i].a != pair->a.index || scratch->test[i].b != pair->b.index)
        i++;
    nearest->test = i;
    const fk_workcell_reach reach = {.limit = 0};
    return fk_workcell_measure_pair(call->context, call->cell, scratch, i, &reach, &nearest->least);
}

static fk_status find_distance(const distances_call *call, fk_workcell_scratch *scratch, distance_room *room,
                               size_t index)
{
    uint32_t joints = call->query->joint_count;
    uint8_t state = call->state[index];
    fk_workcell_distance *out = &call->result[index];
    nearest_pair nearest = {{.distance = {INFINITY, INFINITY}}, FK_NONE};
    room->value = fk_workcell_values_at(call->query->value, index, joints);
    fk_workcell_set_values(call->cell, room->value, scratch);
    memset(out, 0, sizeof *out);
    if (call->has_gradient && joints > 0)
        memset(call->gradient + index * joints, 0, joints * sizeof *call->gradient);
    fk_status status = state == FK_WORKCELL_COLLIDES
                           ? measure_meeting(call, scratch, &call->pair[index], &nearest)
                           : search_pairs(call, scratch, room, state == FK_WORKCELL_FREE, &nearest);
    if (status != FK_OK)
        return status;
    if (!(nearest.least.distance.hi < INFINITY)) {
        out->distance = (fk_interval){call->query->limit, INFINITY};
        return FK_OK;
    }
    set_distance(call->cell, &scratch->test[nearest.test], &nearest.least, out);
    if (call->has_gradient && joints > 0 && nearest.least.distance.hi > 0)
        find_gradient(call->cell, scratch, nearest.test, out, call->gradient + index * joints);
    return FK_OK;
}

/* ---- Batches ------------------------------------------------------------------------------------------- */

static fk_status find_distances(void *data, fk_workcell_scratch *scratch, size_t begin, size_t end)
{
    const distances_call *call = data;
    size_t spheres = scratch->body_count * sizeof(fk_sphere),
           pairs = scratch->test_count * sizeof(bounded_pair),
           guesses = scratch->test_count * sizeof(fk_distance_guess);
    distance_room room = {.sphere = fk_allocate(call->context, spheres),
                          .pair = fk_allocate(call->context, pairs),
                          .guess = fk_allocate(call->context, guesses)};
    fk_status status =
        room.sphere != NULL && room.pair != NULL && room.guess != NULL ? FK_OK : FK_ERROR_MEMORY;
    for (size_t i = begin; i < end && status == FK_OK; i++) {
        status = find_distance(call, scratch, &room, i);
        if (status == FK_OK && fk_context_poll(call->context))
            status = FK_ERROR_MEMORY;
    }
    fk_release(call->context, room.sphere, spheres);
    fk_release(call->context, room.pair, pairs);
    fk_release(call->context, room.guess, guesses);
    return status;
}

/* The states of all configurations, by fk_workcell_states, which checks the values. */
static fk_status find_distance_states(distances_call *call)
{
    const fk_workcell_distance_query *query = call->query;
    fk_workcell_query states = {.value = query->value,
                                .joint_count = query->joint_count,
                                .count = query->count,
                                .workers = query->workers,
                                .cancel = query->cancel};
    return fk_workcell_states(call->cell, &states, call->state, call->pair);
}

static fk_status run_distances(distances_call *call, fk_workcell_distance *out, double *gradient)
{
    size_t count = call->query->count;
    size_t width = call->has_gradient ? call->query->joint_count * sizeof *gradient : 0;
    size_t bytes = sizeof *out + width + sizeof *call->pair + sizeof *call->state;
    if (count > SIZE_MAX / bytes)
        return FK_ERROR_MEMORY;
    call->result = fk_allocate(call->context, count * bytes);
    if (call->result == NULL)
        return FK_ERROR_MEMORY;
    call->gradient = (double *)(call->result + count);
    call->pair = (fk_workcell_pair *)((char *)call->gradient + count * width);
    call->state = (uint8_t *)(call->pair + count);
    fk_workcell_batch batch = {.cell = call->cell,
                               .workers = call->query->workers,
                               .count = count,
                               .chunk = DISTANCE_CHUNK,
                               .run = find_distances,
                               .data = call};
    fk_status status = find_distance_states(call);
    if (status == FK_OK)
        status = fk_workcell_run(&batch);
    if (status == FK_OK && count > 0) {
        memcpy(out, call->result, count * sizeof *out);
        if (width > 0)
            memcpy(gradient, call->gradient, count * width);
    }
    fk_release(call->context, call->result, count * bytes);
    return status;
}

fk_status fk_workcell_distances(const fk_workcell *cell, const fk_workcell_distance_query *query,
                                fk_workcell_distance *out, double *gradient)
{
    fk_context inner, *context = fk_context_begin(cell->context, query->cancel, &inner);
    distances_call call = {
        .context = context, .cell = cell, .query = query, .has_gradient = gradient != NULL};
    bool is_valid = query->joint_count == cell->robots->joint_count && query->limit >= 0;
    fk_status status = is_valid ? run_distances(&call, out, gradient) : FK_ERROR_ARGUMENT;
    return fk_context_end(cell->context, context, status);
}
