/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One edge: its motion, and the first contact of one pair of bodies along it.
 *
 * Free must hold for all states in doubles, but the engine of motion (motion/first_contact.c) bounds the real motion. In a state
 * the placed bodies differ from the real motion at its parameter by at most rho together (docs/numerics.md), so the engine has to
 * prove a gap of more than clearance + rho. Where it finds none, an exact test of the state at the end of its bracket, or soon
 * after, decides that the pair collides. Bodies whose values do not change have the same pose in all states: one exact test
 * decides.
 *
 * rho. A state has values with an error of less than 8 u (|from| + |to|), u = 2^-52: one of 2 u for the difference, whose size is
 * at most |from| + |to|, one of u for the product, and one of u for the sum. fk_motion_rounding includes that, and the rounding
 * of poses and points. A primitive that is placed has corners, or an axis, with an error of 64 u times the sizes of coordinates
 * more; that of a thin disc moves its rim by its tilt times that (motion/traverse_bvh.c). Of a half-space only the points near
 * the other body matter. The engine measures in the nearest common frame, and frames above it may stretch lengths.
 *
 * Weak inputs: bodies that slide along each other; joint values of many turns, whose rounding exceeds the tolerance. */

#include "workcell/edges.h"

#include <float.h>

/* Steps behind a bracket in which a state that collides is searched for: each twice as long as the one before. */
#define PROBES 12

/* How often the tolerance becomes less, and by how much, where a pair comes near and no state is known to collide. */
#define REPEATS 2
#define FINER   0x1p-10

/* Tests in these repetitions, and in the search for a state that collides behind a graze: a slide would take any number. */
#define REPEAT_TESTS 100000
#define BEHIND       2000

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* The next `count` elements of a block; for NULL only their size is counted. */
static void *carve_room(char *base, size_t *used, size_t count, size_t size)
{
    void *at = base != NULL ? base + *used : NULL;
    *used += count * size + (16 - count * size % 16) % 16;
    return at;
}

/* Gives each array its memory. Returns how much all of them need. */
static size_t lay_out_edge(fk_edge *e, char *base)
{
    size_t used = 0, tests = e->scratch->test_count;
    e->track = carve_room(base, &used, e->motion.track_count, sizeof *e->track);
    e->value = carve_room(base, &used, 3 * (size_t)e->joint_count, sizeof *e->value);
    e->moves = carve_room(base, &used, e->motion.frame_count, sizeof *e->moves);
    e->body = carve_room(base, &used, e->body_count, sizeof *e->body);
    e->pair = carve_room(base, &used, tests, sizeof *e->pair);
    e->open_pairs = carve_room(base, &used, (FK_EDGE_DEPTH + 2) * tests, sizeof *e->open_pairs);
    for (int i = 0; i < FK_EDGE_SLOTS; i++) {
        e->slot[i].frame = carve_room(base, &used, e->motion.frame_count, sizeof *e->slot[i].frame);
        e->slot[i].body = carve_room(base, &used, e->body_count, sizeof *e->slot[i].body);
    }
    return used;
}

fk_status fk_edge_make(fk_context *context, const fk_workcell *cell, fk_workcell_scratch *scratch,
                       fk_edge *out)
{
    *out = (fk_edge){.context = context,
                     .cell = cell,
                     .scratch = scratch,
                     .motion = *cell->robots->motion,
                     .joint_count = cell->robots->joint_count,
                     .body_count = cell->body_count};
    out->bytes = lay_out_edge(out, NULL);
    out->block = fk_allocate(context, out->bytes);
    if (out->block == NULL)
        return FK_ERROR_MEMORY;
    lay_out_edge(out, out->block);
    for (uint32_t i = 0; i < scratch->test_count; i++)
        out->pair[i].traversal = NULL;
    for (uint32_t i = 0; i < out->body_count; i++)
        if (cell->body[i].shape != NULL)
            fk_edge_shape_set(&cell->body[i], &out->body[i]);
    return FK_OK;
}

void fk_edge_end(fk_edge *edge)
{
    fk_release(edge->context, edge->block, edge->bytes);
}

/* ---- The motion ---------------------------------------------------------------------------------------- */

static void set_tracks(fk_edge *edge)
{
    static const double time[2] = {0, 1};
    const double *from = edge->from, *to = edge->to;
    double *value = edge->value;
    for (uint32_t i = 0; i < edge->motion.track_count; i++) {
        uint32_t count = edge->cell->robots->motion->track[i].variable_count;
        edge->track[i] = (fk_track){count, 2, time, value};
        for (uint32_t k = 0; k < count; k++) {
            value[k] = from[k];
            value[count + k] = to[k];
        }
        value += 2 * (size_t)count;
        from = fk_workcell_values_at(from, 1, count);
        to = fk_workcell_values_at(to, 1, count);
    }
    edge->motion.track = edge->track;
    edge->motion.span = (fk_interval){0, 1};
}

static void find_moving_frames(fk_edge *edge)
{
    for (uint32_t i = 0; i < edge->motion.frame_count; i++) {
        const fk_frame *f = &edge->motion.frame[i].frame;
        bool moves = f->parent != FK_NONE && edge->moves[f->parent];
        if (f->kind != FK_FRAME_FIXED && f->variable != FK_NONE && !(f->factor == 0)) {
            const fk_track *track = &edge->track[f->track];
            const double *row = track->value + f->variable;
            moves = moves || row[0] != row[track->variable_count];
        }
        edge->moves[i] = moves;
    }
}

/* The factor by which the rounding of its axis moves the rim of a thin disc. */
static double find_tilt(const fk_collider *collider)
{
    double most = 1;
    for (uint32_t i = 0; collider->kind == FK_COLLIDER_PIECES && i < collider->part_count; i++) {
        const fk_piece *piece = &collider->piece[i];
        const fk_capsule *c = &piece->as.capsule;
        if (piece->kind == FK_KIND_CYLINDER || piece->kind == FK_KIND_CONE)
            most = fk_larger(most, 1 + 4 * c->radius / fk_vec3_length(fk_vec3_sub(c->end[1], c->end[0])));
    }
    return most;
}

/* The rounding of a body at points within a distance of its center. */
static double body_rounding(const fk_edge_body *body, double radius)
{
    return body->rounding.error0 + body->rounding.error1 * radius +
           body->round * (body->rounding.length + radius);
}

static void set_body(fk_edge *edge, uint32_t index)
{
    const fk_workcell_body *body = &edge->cell->body[index];
    fk_edge_body *out = &edge->body[index];
    const fk_collider *collider = body->shape->collider;
    out->body = (fk_motion_body){body->frame, body->pose, collider->sphere.center, collider->sphere.radius};
    out->moves = body->frame != FK_NONE && edge->moves[body->frame];
    out->round = 0x1p-46 * find_tilt(collider);
    fk_motion_rounding_find(&edge->motion, &out->body, 0.5, &out->rounding);
    out->error = body_rounding(out, out->body.radius);
}

/* Unbounded bodies count up to where the other one may be; a bound for two of them is infinite. */
static void set_pair(fk_edge *edge, uint32_t index)
{
    const fk_workcell_test *test = &edge->scratch->test[index];
    const fk_edge_body *a = &edge->body[test->a], *b = &edge->body[test->b];
    fk_edge_pair *pair = &edge->pair[index];
    double radius_a = a->body.radius, radius_b = b->body.radius, error = a->error + b->error;
    double apart = a->rounding.length + b->rounding.length + edge->clearance;
    pair->moves = a->moves || b->moves;
    if (!pair->moves)
        return;
    if (!(radius_a < DBL_MAX && radius_b < DBL_MAX)) {
        radius_a = radius_a < DBL_MAX ? radius_a : 2 * (apart + radius_b);
        radius_b = radius_b < DBL_MAX ? radius_b : 2 * (apart + radius_a);
        error = body_rounding(a, radius_a) + body_rounding(b, radius_b);
    }
    pair->radius[0] = radius_a;
    pair->radius[1] = radius_b;
    fk_edge_pair_set(edge, test->a, test->b, pair);
    pair->level = (edge->clearance + error) * pair->stretch;
    pair->gap = pair->level + 3 * error * pair->stretch;
}

void fk_edge_set(fk_edge *edge, const double *from, const double *to)
{
    edge->from = from;
    edge->to = to;
    edge->collides = edge->is_open = false;
    edge->open = edge->open_end = edge->end = 1;
    set_tracks(edge);
    find_moving_frames(edge);
    for (uint32_t i = 0; i < edge->body_count; i++)
        if (edge->cell->body[i].shape != NULL)
            set_body(edge, i);
    for (uint32_t i = 0; i < edge->scratch->test_count; i++)
        set_pair(edge, i);
}

/* ---- What is known ------------------------------------------------------------------------------------- */

void fk_edge_note_contact(fk_edge *edge, uint32_t pair, double at)
{
    if (edge->collides && (at > edge->end || (at == edge->end && pair > edge->end_pair)))
        return;
    edge->collides = true;
    edge->end = at;
    edge->end_pair = pair;
}

void fk_edge_note_open(fk_edge *edge, uint32_t pair, double from, double to)
{
    if (edge->is_open && (from > edge->open || (from == edge->open && pair > edge->open_pair)))
        return;
    edge->is_open = true;
    edge->open = from;
    edge->open_end = to;
    edge->open_pair = pair;
}

/* ---- A pair -------------------------------------------------------------------------------------------- */

fk_status fk_edge_test_state(fk_edge *edge, uint32_t pair, double parameter, fk_decision *out)
{
    double *state = edge->value + 2 * (size_t)edge->joint_count;
    for (uint32_t i = 0; i < edge->joint_count; i++)
        state[i] = parameter < 1 ? edge->from[i] + parameter * (edge->to[i] - edge->from[i]) : edge->to[i];
    fk_workcell_set_values(edge->cell, state, edge->scratch);
    return fk_workcell_test_pair(edge->context, edge->cell, edge->scratch, pair, edge->clearance, out);
}

static double body_motion(const fk_motion_bound *bound, double radius)
{
    return bound->whole0 + bound->whole1 * radius;
}

void fk_edge_bound_pair(const fk_edge *edge, uint32_t index, double begin, double end, fk_edge_bounds *out)
{
    const fk_workcell_test *test = &edge->scratch->test[index];
    const fk_edge_pair *pair = &edge->pair[index];
    fk_motion_bound_find(&edge->motion, pair->base, &edge->body[test->a].body, begin, end, &out->a);
    fk_motion_bound_find(&edge->motion, pair->base, &edge->body[test->b].body, begin, end, &out->b);
    out->moves = body_motion(&out->a, pair->radius[0]) + body_motion(&out->b, pair->radius[1]);
}

fk_status fk_edge_walk(fk_edge *edge, uint32_t index, const fk_edge_bounds *bounds,
                       const fk_traversal_front *in, fk_traversal_front *out, fk_traversal_result *found)
{
    const fk_edge_pair *pair = &edge->pair[index];
    uint64_t before = pair->traversal->tests;
    fk_status status = fk_traversal_test(pair->traversal, &bounds->a, &bounds->b, pair->level, FK_WITHIN_NONE,
                                         in, out, found);
    uint64_t used = pair->traversal->tests - before + 1;
    edge->tests_left -= used < edge->tests_left ? used : edge->tests_left;
    return status;
}

bool fk_edge_guess(fk_edge *edge, uint32_t index, const fk_edge_bounds *bounds, fk_traversal_result *found)
{
    const fk_edge_pair *pair = &edge->pair[index];
    edge->tests_left -= edge->tests_left > 0;
    return fk_traversal_test_nearest(pair->traversal, &bounds->a, &bounds->b, pair->level, false, found);
}

/* Searches for a state that collides, from the end of a bracket on. */
static fk_status find_colliding_state(fk_edge *edge, uint32_t pair, fk_interval bracket, double end,
                                      bool *is_found)
{
    double step = fk_larger(bracket.hi - bracket.lo, 0x1p-40), at = bracket.hi;
    fk_decision collides = FK_NO;
    *is_found = false;
    for (int i = 0; i <= PROBES && !*is_found; i++, step *= 2) {
        fk_status status = fk_edge_test_state(edge, pair, at, &collides);
        if (status != FK_OK)
            return status;
        *is_found = collides == FK_YES;
        if (*is_found)
            fk_edge_note_contact(edge, pair, at);
        else if (!(at < end))
            break;
        at = fk_smaller(at + step, end);
    }
    return FK_OK;
}

static fk_moving moving_body(const fk_edge *edge, uint32_t index)
{
    const fk_workcell_body *body = &edge->cell->body[index];
    return (fk_moving){body->shape->collider, body->frame, body->pose};
}

/* From here on nothing more about the pair can make the edge free, nor its bracket begin later. */
static void give_up_pair(fk_edge *edge, uint32_t pair, double from, double to)
{
    fk_edge_note_open(edge, pair, from, to);
    edge->pair[pair].moves = false;
}

/* Notes what the engine has found, unless it comes near, no state is known to collide, and a finer tolerance may help. */
static fk_status note_stretches(fk_edge *edge, uint32_t pair, const fk_motion_answer *answer, double to,
                                bool is_last, bool *is_done)
{
    *is_done = true;
    for (uint32_t i = 0; i < answer->stretch_count; i++) {
        const fk_stretch *s = &answer->stretch[i];
        bool is_found = false, is_known = s->kind != FK_STRETCH_UNDECIDED;
        if (is_known) {
            fk_status status = find_colliding_state(edge, pair, s->enter, to, &is_found);
            if (status != FK_OK)
                return status;
            *is_done = is_found || is_last;
        }
        if (*is_done)
            give_up_pair(edge, pair, s->enter.lo, is_known ? s->enter.hi : s->leave.hi);
    }
    return FK_OK;
}

static fk_status run_engine(fk_edge *edge, uint32_t pair, fk_motion_options *options, bool is_last,
                            bool *is_done)
{
    const fk_workcell_test *test = &edge->scratch->test[pair];
    fk_moving a = moving_body(edge, test->a), b = moving_body(edge, test->b);
    fk_motion_answer *answer;
    options->max_tests = edge->tests_left < options->max_tests ? edge->tests_left : options->max_tests;
    fk_status status = fk_motion_contacts(edge->context, &edge->motion, &a, &b, options, &answer);
    if (status != FK_OK)
        return status;
    edge->tests_left -= answer->tests < edge->tests_left ? answer->tests : edge->tests_left;
    status = note_stretches(edge, pair, answer, options->to, is_last, is_done);
    fk_motion_answer_free(edge->context, answer);
    return status;
}

/* Behind a graze the pair may surely meet: then the edge collides, wherever it is open. */
static fk_status search_behind_graze(fk_edge *edge, uint32_t pair, fk_motion_options options)
{
    const fk_workcell_test *test = &edge->scratch->test[pair];
    fk_moving a = moving_body(edge, test->a), b = moving_body(edge, test->b);
    fk_motion_answer *answer;
    bool is_found = false;
    options.to = edge->end;
    options.wants_all = true;
    options.max_tests = edge->tests_left < BEHIND ? edge->tests_left : BEHIND;
    fk_status status = fk_motion_contacts(edge->context, &edge->motion, &a, &b, &options, &answer);
    if (status != FK_OK)
        return status;
    edge->tests_left -= answer->tests < edge->tests_left ? answer->tests : edge->tests_left;
    for (uint32_t i = 0; i < answer->stretch_count && status == FK_OK && !is_found; i++)
        if (answer->stretch[i].kind != FK_STRETCH_UNDECIDED)
            status = find_colliding_state(edge, pair, answer->stretch[i].enter, answer->stretch[i].leave.hi,
                                          &is_found);
    fk_motion_answer_free(edge->context, answer);
    return status;
}

double fk_edge_tolerance(const fk_edge *edge, uint32_t pair)
{
    const fk_workcell_test *test = &edge->scratch->test[pair];
    fk_moving a = moving_body(edge, test->a), b = moving_body(edge, test->b);
    return edge->tolerance > 0 ? edge->tolerance : fk_motion_options_default(&edge->motion, &a, &b).tolerance;
}

fk_status fk_edge_search_pair(fk_edge *edge, uint32_t pair, double from, double to)
{
    const fk_workcell_test *test = &edge->scratch->test[pair];
    fk_moving a = moving_body(edge, test->a), b = moving_body(edge, test->b);
    fk_motion_options options = fk_motion_options_default(&edge->motion, &a, &b);
    fk_status status = FK_OK;
    bool is_done = false;
    options.from = from;
    options.to = to;
    options.level = edge->pair[pair].level;
    options.wants_all = false;
    options.tolerance = fk_edge_tolerance(edge, pair);
    options.max_tests = edge->tests_left;
    for (int i = 0; i <= REPEATS && !is_done && status == FK_OK; i++, options.tolerance *= FINER) {
        is_done = edge->tests_left == 0 || !(options.level < DBL_MAX);
        if (is_done)
            give_up_pair(edge, pair, from, to);
        else
            status = run_engine(edge, pair, &options, i == REPEATS, &is_done);
        options.max_tests = REPEAT_TESTS;
    }
    options.tolerance = fk_edge_tolerance(edge, pair);
    bool is_graze = !edge->pair[pair].moves && !(edge->collides && edge->end_pair == pair);
    if (status == FK_OK && is_graze && edge->tests_left > 0 && options.level < DBL_MAX)
        status = search_behind_graze(edge, pair, options);
    return status;
}
