/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The scratch memory of a thread, batches that threads share, and the exact test of one pair at one configuration.
 *
 * A call takes a scratch that an earlier one has left in the workcell, or makes one. So a single configuration needs no memory,
 * and the directions of pairs go on from call to call. A workcell that has changed makes its scratches out of date: whoever takes
 * one makes a new one instead.
 *
 * The poses of frames are those of fk_motion_pose for a track whose only row is the configuration: the scratch has a copy of
 * the motion with tracks of its own. */

#include <math.h>
#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "base/workers.h"
#include "farkas/pair.h"
#include "pair/measure/measure.h"
#include "pair/verdict/verdict.h"
#include "shape/bound.h"
#include "workcell/workcell.h"

/* Vertices of the largest hull that stands for its mesh. */
#define HULL_MOST 512

/* ---- Making -------------------------------------------------------------------------------------------- */

/* Fills in the pairs that count, unless test is NULL. Returns how many there are. */
static uint32_t list_pairs(const fk_workcell *cell, fk_workcell_test *test)
{
    uint32_t count = 0;
    for (uint32_t a = 0; a < cell->body_count; a++)
        for (uint32_t b = a + 1; b < cell->body_count && cell->body[a].shape != NULL; b++) {
            if (cell->body[b].shape == NULL || !fk_workcell_counts(cell, a, b))
                continue;
            if (test != NULL) {
                memset(&test[count], 0, sizeof test[count]);
                test[count].a = a;
                test[count].b = b;
                test[count].hull_luck = FK_WORKCELL_HULL_LUCK;
            }
            count++;
        }
    return count;
}

/* The next `bytes` of a block, which begins at base; for NULL only their size is counted. */
static void *carve(char *base, size_t *used, size_t bytes)
{
    void *at = base != NULL ? base + *used : NULL;
    *used += bytes + (16 - bytes % 16) % 16;
    return at;
}

/* Gives each array of a scratch its memory. Returns how much all of them need. */
static size_t lay_out(const fk_workcell *cell, fk_workcell_scratch *s, char *base)
{
    const fk_filter_frames *frames = &cell->robots->frames;
    size_t used = 0, lane = FK_FILTER_LANES * sizeof(float);
    carve(base, &used, sizeof *s);
    s->track = carve(base, &used, s->motion.track_count * sizeof *s->track);
    s->own = carve(base, &used, s->motion.frame_count * sizeof *s->own);
    s->has_frame = carve(base, &used, s->motion.frame_count * sizeof *s->has_frame);
    s->frame = carve(base, &used, s->motion.frame_count * sizeof *s->frame);
    s->body = carve(base, &used, s->body_count * sizeof *s->body);
    s->test = carve(base, &used, s->test_count * sizeof *s->test);
    s->filter = carve(base, &used, s->body_count * sizeof *s->filter);
    s->pair = carve(base, &used, s->test_count * sizeof *s->pair);
    s->block.pose = carve(base, &used, frames->group_count * 12 * lane);
    s->block.center = carve(base, &used, s->body_count * 3 * lane);
    s->block.survivors = carve(base, &used, s->test_count * sizeof *s->block.survivors);
    s->list = carve(base, &used, (size_t)FK_FILTER_LANES * s->test_count * sizeof *s->list);
    s->rest = carve(base, &used, s->test_count * sizeof *s->rest);
    s->block.has = carve(base, &used, s->body_count * sizeof *s->block.has);
    s->block.kept = carve(base, &used, s->test_count * sizeof *s->block.kept);
    s->block.placed = carve(base, &used, s->body_count * sizeof *s->block.placed);
    for (uint32_t i = 0; i < s->body_count; i++) {
        void *room = carve(base, &used, cell->body[i].shape != NULL ? cell->body[i].shape->room : 0);
        if (base != NULL)
            s->body[i].room = room;
    }
    return used;
}

/* The simple solid of a pair, if any, is second; so that its first one has balls. */
static fk_filter_pair filter_pair(const fk_workcell_scratch *s, const fk_workcell_test *test)
{
    fk_filter_pair pair = {s->filter[test->a], s->filter[test->b], test->a, test->b, false};
    if (pair.a->kind > FK_FILTER_BALLS &&
        (pair.b->kind <= FK_FILTER_BALLS || pair.a->kind == FK_FILTER_HALF_SPACE))
        pair = (fk_filter_pair){pair.b, pair.a, test->b, test->a, false};
    bool has_balls = pair.a->kind != FK_FILTER_NOTHING && pair.a->kind != FK_FILTER_HALF_SPACE;
    pair.is_known = has_balls && pair.b->kind != FK_FILTER_NOTHING;
    return pair;
}

static void fill_scratch(const fk_workcell *cell, fk_workcell_scratch *s)
{
    s->is_sturdy = true;
    for (uint32_t i = 0; i < s->body_count; i++) {
        void *room = s->body[i].room;
        memset(&s->body[i], 0, sizeof s->body[i]);
        s->body[i].room = room;
        s->filter[i] = cell->body[i].filter;
        s->is_sturdy = s->is_sturdy && (s->filter[i] == NULL || s->filter[i]->is_sturdy);
    }
    list_pairs(cell, s->test);
    for (uint32_t i = 0; i < s->test_count; i++) {
        s->pair[i] = filter_pair(s, &s->test[i]);
        s->test[i].is_at_rest = s->pair[i].a->group == 0 && s->pair[i].b->group == 0;
    }
    memset(s->block.kept, 0, s->test_count * sizeof *s->block.kept);
    s->block.frames = &cell->robots->frames;
    s->block.body_count = s->body_count;
    s->block.body = s->filter;
    s->block.pair_count = s->test_count;
    s->block.pair = s->pair;
}

static fk_status make_scratch(const fk_workcell *cell, fk_workcell_scratch **out)
{
    fk_workcell_scratch s = {.context = cell->context,
                             .version = cell->version,
                             .body_count = cell->body_count,
                             .test_count = list_pairs(cell, NULL),
                             .motion = *cell->robots->motion};
    s.bytes = lay_out(cell, &s, NULL);
    fk_workcell_scratch *made = fk_allocate(cell->context, s.bytes);
    if (made == NULL)
        return FK_ERROR_MEMORY;
    *made = s;
    lay_out(cell, made, (char *)made);
    fill_scratch(cell, made);
    *out = made;
    return FK_OK;
}

void fk_workcell_scratch_free(fk_workcell_scratch *scratch)
{
    if (scratch != NULL)
        fk_release(scratch->context, scratch, scratch->bytes);
}

/* ---- Taking and giving --------------------------------------------------------------------------------- */

static _Atomic(fk_workcell_scratch *) *kept_at(const fk_workcell *cell, int i)
{
    return &((fk_workcell *)(uintptr_t)cell)->kept[i];
}

fk_status fk_workcell_scratch_take(const fk_workcell *cell, fk_workcell_scratch **out)
{
    for (int i = 0; i < FK_WORKCELL_KEPT; i++) {
        if (atomic_load_explicit(kept_at(cell, i), memory_order_relaxed) == NULL)
            continue;
        fk_workcell_scratch *scratch = atomic_exchange_explicit(kept_at(cell, i), NULL, memory_order_acquire);
        if (scratch == NULL)
            continue;
        if (scratch->version == cell->version) {
            *out = scratch;
            return FK_OK;
        }
        fk_workcell_scratch_free(scratch);
    }
    return make_scratch(cell, out);
}

void fk_workcell_scratch_give(const fk_workcell *cell, fk_workcell_scratch *scratch)
{
    for (int i = 0; i < FK_WORKCELL_KEPT; i++) {
        fk_workcell_scratch *none = NULL;
        if (atomic_compare_exchange_strong_explicit(kept_at(cell, i), &none, scratch, memory_order_release,
                                                    memory_order_relaxed))
            return;
    }
    fk_workcell_scratch_free(scratch);
}

/* ---- Batches ------------------------------------------------------------------------------------------- */

static void run_chunk(void *data, uint32_t index)
{
    fk_workcell_batch *batch = data;
    size_t begin = index * batch->chunk, end = begin + batch->chunk;
    fk_workcell_scratch *scratch;
    fk_status status = fk_workcell_scratch_take(batch->cell, &scratch);
    if (status == FK_OK) {
        status = batch->run(batch->data, scratch, begin, end < batch->count ? end : batch->count);
        fk_workcell_scratch_give(batch->cell, scratch);
    }
    int none = FK_OK;
    if (status != FK_OK)
        atomic_compare_exchange_strong(&batch->status, &none, status);
}

fk_status fk_workcell_run(fk_workcell_batch *batch)
{
    size_t tasks = batch->count / batch->chunk + (batch->count % batch->chunk > 0);
    if (tasks > UINT32_MAX)
        return FK_ERROR_MEMORY;
    atomic_init(&batch->status, FK_OK);
    fk_workers_run(batch->workers, (uint32_t)tasks, run_chunk, batch);
    return (fk_status)atomic_load(&batch->status);
}

/* ---- One configuration --------------------------------------------------------------------------------- */

fk_status fk_workcell_check_values(const fk_workcell *cell, const double *value)
{
    const fk_workcell_robots *robots = cell->robots;
    for (uint32_t i = 0; i < robots->joint_count; i++) {
        if (!fk_is_finite(value[i]))
            return FK_ERROR_NOT_FINITE;
        if (!(value[i] >= robots->limit[i].lo && value[i] <= robots->limit[i].hi))
            return FK_ERROR_ARGUMENT;
    }
    return FK_OK;
}

fk_status fk_workcell_check_all_values(const fk_workcell *cell, const double *value, size_t count)
{
    fk_status status = FK_OK;
    for (size_t i = 0; i < count && status == FK_OK; i++)
        status = fk_workcell_check_values(cell, fk_workcell_values_at(value, i, cell->robots->joint_count));
    return status;
}

void fk_workcell_set_values(const fk_workcell *cell, const double *value, fk_workcell_scratch *scratch)
{
    const fk_motion *motion = cell->robots->motion;
    for (uint32_t i = 0; i < motion->track_count; i++) {
        scratch->track[i] = motion->track[i];
        scratch->track[i].value = value;
        value = fk_workcell_values_at(value, 1, motion->track[i].variable_count);
    }
    scratch->motion.track = scratch->track;
    fk_motion_own_poses(&scratch->motion, 0, scratch->own);
    memset(scratch->has_frame, 0, motion->frame_count * sizeof *scratch->has_frame);
    for (uint32_t i = 0; i < scratch->body_count; i++)
        scratch->body[i].is_placed = scratch->body[i].has_obb = scratch->body[i].is_prepared = false;
}

fk_pose fk_workcell_place_frame(fk_workcell_scratch *scratch, uint32_t frame)
{
    if (frame == FK_NONE)
        return fk_pose_identity();
    if (!scratch->has_frame[frame])
        scratch->frame[frame] = fk_motion_pose_of_own(&scratch->motion, scratch->own, frame);
    scratch->has_frame[frame] = true;
    return scratch->frame[frame];
}

static fk_workcell_placed *place_workcell_body(const fk_workcell *cell, fk_workcell_scratch *scratch,
                                               uint32_t index)
{
    const fk_workcell_body *body = &cell->body[index];
    fk_workcell_placed *placed = &scratch->body[index];
    if (placed->is_placed)
        return placed;
    placed->placed.collider = body->shape->collider;
    placed->placed.pose = body->pose;
    if (body->frame != FK_NONE) {
        fk_pose frame = fk_workcell_place_frame(scratch, body->frame);
        placed->placed.pose = fk_pose_multiply_inline(&frame, &body->pose);
    }
    placed->is_placed = true;
    return placed;
}

static const fk_obb *find_placed_obb(fk_workcell_placed *placed)
{
    if (!placed->has_obb)
        placed->obb = fk_collider_obb(&placed->placed);
    placed->has_obb = true;
    return &placed->obb;
}

static const fk_prepared_collider *prepare_body(fk_workcell_placed *placed)
{
    if (!placed->is_prepared)
        fk_collider_prepare(&placed->placed, placed->room, &placed->prepared);
    placed->is_prepared = true;
    return &placed->prepared;
}

/* Where a configuration may place a body too far away, all bodies are checked. */
fk_status fk_workcell_check_places(const fk_workcell *cell, fk_workcell_scratch *scratch)
{
    fk_aabb box;
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < cell->body_count && status == FK_OK; i++)
        if (cell->body[i].shape != NULL)
            status = fk_collider_box(&place_workcell_body(cell, scratch, i)->placed, &box);
    return status;
}

fk_status fk_workcell_check_far_places(const fk_workcell *cell, const double *value,
                                       fk_workcell_scratch *scratch)
{
    const fk_filter_frames *frames = &cell->robots->frames;
    bool is_near = scratch->is_sturdy;
    for (uint32_t i = 1; i < frames->group_count && is_near; i++) {
        const fk_filter_group *group = &frames->group[i];
        double x =
            group->value == FK_NONE ? group->offset : group->factor * value[group->value] + group->offset;
        is_near = fabs(x) <= group->most;
    }
    return is_near ? FK_OK : fk_workcell_check_places(cell, scratch);
}

/* Bounds the coordinates of a placed body, about; infinite if it has no bounds. */
static double placed_size(const fk_placed_collider *a)
{
    const fk_sphere *sphere = &a->collider->sphere;
    return fk_vec3_length(a->pose.translation) + 2 * (fk_vec3_length(sphere->center) + sphere->radius);
}

/* Tries hulls before trees, as long as that pays. Apart by so much that the trees say the same of smooth pieces. */
static bool hulls_are_apart(const fk_workcell *cell, fk_workcell_scratch *scratch, uint32_t index)
{
    fk_workcell_test *test = &scratch->test[index];
    fk_distance_guess none;
    if (test->hull_luck == 0)
        return false;
    double size = placed_size(&scratch->body[test->a].placed) + placed_size(&scratch->body[test->b].placed);
    bool are_apart = fk_workcell_bound_hulls(cell, scratch, index, &none).lo > 0x1p-30 * size;
    if (!are_apart)
        test->hull_luck--;
    else if (test->hull_luck < FK_WORKCELL_HULL_LUCK)
        test->hull_luck += 2;
    return are_apart;
}

fk_status fk_workcell_test_pair(fk_context *context, const fk_workcell *cell, fk_workcell_scratch *scratch,
                                uint32_t index, double clearance, fk_decision *out)
{
    fk_workcell_test *test = &scratch->test[index];
    fk_workcell_placed *a = place_workcell_body(cell, scratch, test->a),
                       *b = place_workcell_body(cell, scratch, test->b);
    if (clearance > 0)
        return fk_prepared_closer(context, prepare_body(a), prepare_body(b), clearance, out);
    *out = FK_NO;
    if (!fk_obb_meets(find_placed_obb(a), find_placed_obb(b)) || hulls_are_apart(cell, scratch, index))
        return FK_OK;
    fk_verdict verdict;
    fk_status status = fk_prepared_meets(context, prepare_body(a), prepare_body(b), NULL, &verdict);
    if (status == FK_OK)
        *out = verdict == FK_UNDECIDED ? FK_UNKNOWN : verdict == FK_APART ? FK_NO : FK_YES;
    return status;
}

/* A mesh and a mesh or one piece, whose surfaces are as far apart as they are; the second one comes first if is_swapped. */
static fk_status measure_surfaces(fk_context *context, const fk_prepared_collider *mesh,
                                  const fk_prepared_collider *other, const fk_workcell_reach *reach,
                                  bool is_swapped, fk_collider_distance *out)
{
    const fk_placed_mesh *const both[2] = {&mesh->mesh, &other->mesh};
    double limit = reach->limit;
    fk_mesh_distance d;
    fk_status status =
        other->collider->kind == FK_COLLIDER_MESH
            ? fk_placed_find_distance_guessed(context, both, limit, &reach->guess, &d)
            : fk_placed_find_distance_piece_within(context, &mesh->mesh, other->piece, limit, &d);
    if (status == FK_OK && d.distance.hi < INFINITY)
        *out = (fk_collider_distance){d.distance, is_swapped ? d.point_b : d.point_a,
                                      is_swapped ? d.point_a : d.point_b, FK_NONE, FK_NONE};
    else if (status == FK_OK)
        *out = (fk_collider_distance){.distance = {limit, INFINITY}};
    return status;
}

fk_status fk_workcell_measure_pair(fk_context *context, const fk_workcell *cell, fk_workcell_scratch *scratch,
                                   uint32_t index, const fk_workcell_reach *reach, fk_collider_distance *out)
{
    const fk_workcell_test *test = &scratch->test[index];
    fk_workcell_placed *a = place_workcell_body(cell, scratch, test->a),
                       *b = place_workcell_body(cell, scratch, test->b);
    const fk_prepared_collider *p = prepare_body(a), *q = prepare_body(b);
    bool is_mesh[2] = {p->collider->kind == FK_COLLIDER_MESH, q->collider->kind == FK_COLLIDER_MESH};
    if (reach->are_apart && is_mesh[0] && (is_mesh[1] || fk_is_single_piece(q)))
        return measure_surfaces(context, p, q, reach, false, out);
    if (reach->are_apart && is_mesh[1] && fk_is_single_piece(p))
        return measure_surfaces(context, q, p, reach, true, out);
    return fk_prepared_distance(context, p, q, reach->limit, out);
}

/* The hull of a mesh, or a single piece; false for others, and for large hulls, which take longer than trees. */
static bool hull_of(const fk_prepared_collider *a, fk_piece *out)
{
    const fk_hull *hull = a->collider->mesh_hull;
    if (a->collider->kind == FK_COLLIDER_MESH && hull != NULL && hull->vertex_count <= HULL_MOST) {
        fk_piece piece = fk_hull_piece(hull);
        *out = fk_piece_place(&piece, &a->pose, NULL);
        return true;
    }
    if (fk_is_single_piece(a))
        *out = *a->piece;
    return fk_is_single_piece(a);
}

/* Vertices inside the hull are rounded once more where they are placed: each coordinate by at most six roundings of a size that
 * placed_size bounds, so points by less than 2^-48 of it in any rounding mode, and those of the hull by as much. */
fk_interval fk_workcell_bound_hulls(const fk_workcell *cell, fk_workcell_scratch *scratch, uint32_t index,
                                    fk_distance_guess *guess)
{
    const fk_workcell_test *test = &scratch->test[index];
    fk_workcell_placed *a = place_workcell_body(cell, scratch, test->a),
                       *b = place_workcell_body(cell, scratch, test->b);
    const fk_vec3 no_start = {0, 0, 0};
    fk_piece p, q;
    fk_gjk_filter_end end;
    *guess = (fk_distance_guess){
        .corners = {cell->body[test->a].shape->corners, cell->body[test->b].shape->corners}};
    if (!hull_of(prepare_body(a), &p) || !hull_of(prepare_body(b), &q) ||
        !fk_gjk_filter_nearest(&p, &q, no_start, &end))
        return (fk_interval){0, INFINITY};
    double size = 0x1p-45 * (placed_size(&a->placed) + placed_size(&b->placed)), most = INFINITY;
    for (uint32_t i = 0; i < end.walk.count; i++)
        most = fk_smaller(most, fk_vec3_length(end.walk.point[i].d) + size);
    if (end.walk.count == 4)
        return (fk_interval){0, most};
    double least = fk_larger(fk_bound_distance_by(&end.bodies, &end.walk, end.reaches).lo - size, 0);
    guess->is_known = least > 0;
    guess->toward = fk_vec3_negate(end.walk.direction);
    guess->least = least;
    guess->slack = 4 * size;
    fk_gjk_witness_points(&end.bodies, &end.walk, &guess->point[0], &guess->point[1]);
    return (fk_interval){least, most};
}

const fk_placed_collider *fk_workcell_place(const fk_workcell *cell, fk_workcell_scratch *scratch,
                                            uint32_t body)
{
    return &place_workcell_body(cell, scratch, body)->placed;
}

const fk_obb *fk_workcell_place_obb(const fk_workcell *cell, fk_workcell_scratch *scratch, uint32_t body)
{
    return find_placed_obb(place_workcell_body(cell, scratch, body));
}
