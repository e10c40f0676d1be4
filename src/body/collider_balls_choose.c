/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Choosing balls that contain targets: greedily.
 *
 * design: The next ball is the one that contains most of the targets that none contains yet. Gains only decrease, so a heap of
 *     old gains suffices (Minoux, "Accelerated greedy algorithms", 1978). Candidates are around centers of cubes of the grid;
 *     from the best one it goes on to better ones beside it. The radius of an outer ball is the distance to the nearest
 *     avoided point: a sample of the points that are as far from the set as the excess allows. That of an inner ball is the
 *     reach of its center.
 *
 * All of it is a matter of quality, and proves nothing. It is computed in doubles, in one order, so it is the same on every
 * machine. */

#include "body/collider_balls.h"

#include "base/context.h"
#include "base/lists.h"

bool fk_cover_add_ball(fk_ball_cover *c, fk_vec3 center, double radius)
{
    if (!fk_grow(c->context, &c->ball, sizeof *c->ball, c->ball_count, &c->ball_room, c->ball_count + 1))
        return false;
    c->ball[c->ball_count++] =
        (fk_cover_ball){.center = center, .radius = radius, .reach = NAN, .excess = NAN, .moved = ++c->clock};
    return true;
}

bool fk_cover_add_target(fk_ball_cover *c, const fk_cover_target *target)
{
    if (!fk_grow(c->context, &c->target, sizeof *c->target, c->target_count, &c->target_room,
                 c->target_count + 1))
        return false;
    c->target[c->target_count++] = *target;
    return true;
}

/* ---- Avoided points ------------------------------------------------------------------------------------ */

/* How much of the excess the avoided points allow: they are samples, between which balls go a little farther. */
#define USED_EXCESS 0.985

fk_status fk_cover_index_avoided(fk_ball_cover *c)
{
    fk_point_tree_free(c->context, c->avoided_tree);
    c->avoided_tree = NULL;
    return fk_point_tree_build(c->context, c->avoided, c->avoided_count, &c->avoided_tree);
}

/* Adds an avoided point: on the line from the set to a point, as far as balls may go; or that point, if there is none. */
fk_status fk_cover_avoid(fk_ball_cover *c, fk_vec3 point)
{
    double level = USED_EXCESS * c->excess;
    fk_ball_reach reach;
    fk_status status = fk_ball_grid_measure(c->grid, point, &reach);
    if (status != FK_OK)
        return status;
    double beyond = -reach.reach;
    fk_vec3 d = fk_vec3_sub(point, reach.nearest);
    fk_vec3 at = fk_vec3_add(reach.nearest, fk_vec3_scale(d, level / fk_vec3_length(d)));
    status = fk_ball_grid_measure(c->grid, at, &reach);
    if (status != FK_OK || !(beyond > level || -reach.reach > 0.999 * level))
        return status;
    at = -reach.reach > 0.999 * level ? at : point;
    if (!fk_grow(c->context, &c->avoided, sizeof *c->avoided, c->avoided_count, &c->avoided_room,
                 c->avoided_count + 1))
        return FK_ERROR_MEMORY;
    c->avoided[c->avoided_count++] = (fk_corners){{at, at, at}};
    return FK_OK;
}

/* Each cube whose center is about as far from the set as the excess gives such a point. */
fk_status fk_cover_list_avoided(fk_ball_cover *c)
{
    const fk_ball_grid *grid = c->grid;
    for (uint32_t i = 0; i < grid->total; i++) {
        double beyond = -grid->reach[i];
        bool is_near = beyond > c->excess - grid->side && beyond < c->excess + grid->side;
        if (!is_near || (grid->side < c->excess / 4 && !fk_ball_grid_is_even(grid, i)))
            continue;
        fk_status status = fk_cover_avoid(c, fk_ball_grid_center(grid, i));
        if (status != FK_OK)
            return status;
    }
    return fk_cover_index_avoided(c);
}

/* ---- Targets ------------------------------------------------------------------------------------------- */

/* The cubes around a ball, clipped to the grid: from low to below high. */
typedef struct cube_range {
    uint32_t low[3], high[3];
} cube_range;

static cube_range range_of_ball(const fk_ball_grid *grid, fk_vec3 center, double radius)
{
    cube_range r;
    for (int k = 0; k < 3; k++) {
        double at = fk_vec3_get(center, k) / grid->side - (double)grid->first[k], wide = radius / grid->side;
        double low = floor(at - wide), high = floor(at + wide) + 1, most = grid->count[k];
        r.low[k] = low > 0 ? (uint32_t)low : 0;
        r.high[k] = high < most ? (uint32_t)fk_larger(high, 0) : grid->count[k];
    }
    return r;
}

bool fk_cover_index_targets(fk_ball_cover *c)
{
    const fk_ball_grid *grid = c->grid;
    size_t bytes = c->target_count * sizeof *c->target;
    fk_cover_target *sorted = fk_allocate(c->context, bytes + 1);
    if (sorted == NULL ||
        !fk_grow(c->context, &c->times, sizeof *c->times, 0, &c->times_room, c->target_count + 1)) {
        fk_release(c->context, sorted, bytes + 1);
        return false;
    }
    memset(c->times, 0, c->target_count * sizeof *c->times);
    memset(c->first, 0, (grid->total + 1) * sizeof *c->first);
    memset(c->sum, 0, grid->total * sizeof *c->sum);
    for (size_t i = 0; i < c->target_count; i++) {
        c->first[c->target[i].cube + 1]++;
        c->sum[c->target[i].cube] += c->target[i].weight;
    }
    for (uint32_t i = 0; i < grid->total; i++)
        c->first[i + 1] += c->first[i];
    for (size_t i = 0; i < c->target_count; i++)
        sorted[c->first[c->target[i].cube]++] = c->target[i];
    memmove(c->first + 1, c->first, grid->total * sizeof *c->first);
    c->first[0] = 0;
    memcpy(c->target, sorted, bytes);
    fk_release(c->context, sorted, bytes + 1);
    uint32_t step = 1;
    for (int k = 0; k < 3; step *= grid->count[k++])
        for (uint32_t i = step; i < grid->total; i++)
            if (i / step % grid->count[k] > 0)
                c->sum[i] += c->sum[i - step];
    for (size_t i = 0; i < c->ball_count; i++)
        fk_cover_count_ball(c, &c->ball[i], 1);
    return true;
}

/* The weight of all targets in the cubes of a range, done or not. */
static uint64_t weight_in_range(const fk_ball_cover *c, const cube_range *r)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t at[3];
        bool is_empty = false, is_odd = false;
        for (int k = 0; k < 3; k++) {
            uint32_t end = i >> k & 1 ? r->low[k] : r->high[k];
            is_odd ^= i >> k & 1;
            is_empty |= end == 0;
            at[k] = end - 1;
        }
        if (is_empty)
            continue;
        uint64_t sum = c->sum[(at[2] * c->grid->count[1] + at[1]) * c->grid->count[0] + at[0]];
        total = is_odd ? total - sum : total + sum;
    }
    return total;
}

/* Calls a function for each target in a ball, with its number, until it returns false. */
typedef bool target_visit(fk_ball_cover *c, uint32_t target, void *user);

static bool visit_targets(fk_ball_cover *c, fk_vec3 center, double radius, target_visit *visit, void *user)
{
    const fk_ball_grid *grid = c->grid;
    cube_range r = range_of_ball(grid, center, radius);
    for (uint32_t z = r.low[2]; z < r.high[2]; z++)
        for (uint32_t y = r.low[1]; y < r.high[1]; y++) {
            uint32_t row = (z * grid->count[1] + y) * grid->count[0];
            for (uint32_t i = c->first[row + r.low[0]]; i < c->first[row + r.high[0]]; i++) {
                const fk_cover_target *t = &c->target[i];
                double room = radius - t->spare;
                if (room > 0 && fk_squared_distance(center, t->point) <= room * room && !visit(c, i, user))
                    return false;
            }
        }
    return true;
}

static bool add_gain(fk_ball_cover *c, uint32_t target, void *user)
{
    if (c->times[target] == 0)
        *(uint64_t *)user += c->target[target].weight;
    return true;
}

/* The weight of the targets in a ball that are in no other. */
static uint64_t find_gain(fk_ball_cover *c, fk_vec3 center, double radius)
{
    uint64_t gain = 0;
    visit_targets(c, center, radius, add_gain, &gain);
    return gain;
}

static bool count_target(fk_ball_cover *c, uint32_t target, void *user)
{
    c->times[target] = (uint16_t)(c->times[target] + *(const int *)user);
    return true;
}

void fk_cover_count_ball(fk_ball_cover *c, const fk_cover_ball *ball, int by)
{
    visit_targets(c, ball->center, ball->radius, count_target, &by);
}

typedef struct target_list {
    size_t count;
    uint16_t most;
} target_list;

static bool list_target(fk_ball_cover *c, uint32_t target, void *user)
{
    target_list *l = user;
    if (c->times[target] > l->most)
        return true;
    if (!fk_grow(c->context, &c->list, sizeof *c->list, l->count, &c->list_room, l->count + 1))
        return false;
    c->list[l->count++] = target;
    return true;
}

size_t fk_cover_list_targets(fk_ball_cover *c, const fk_cover_ball *ball, uint16_t most, size_t count)
{
    target_list l = {count, most};
    return visit_targets(c, ball->center, ball->radius, list_target, &l) ? l.count : SIZE_MAX;
}

/* ---- Greedy choice ------------------------------------------------------------------------------------- */

static bool is_heavier(const fk_cover_candidate *a, const fk_cover_candidate *b)
{
    return a->gain != b->gain ? a->gain > b->gain : a->cube < b->cube;
}

static void sift_candidate_down(fk_cover_candidate *heap, size_t count, size_t at)
{
    fk_cover_candidate moved = heap[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_heavier(&heap[child + 1], &heap[child]))
            child++;
        if (!is_heavier(&heap[child], &moved))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

static bool add_candidate(fk_ball_cover *c, uint32_t cube, uint64_t gain)
{
    if (!fk_grow(c->context, &c->heap, sizeof *c->heap, c->heap_count, &c->heap_room, c->heap_count + 1))
        return false;
    c->heap[c->heap_count++] = (fk_cover_candidate){gain, cube};
    return true;
}

static void order_candidates(fk_ball_cover *c)
{
    for (size_t i = c->heap_count / 2; i-- > 0;)
        sift_candidate_down(c->heap, c->heap_count, i);
}

/* The radius of a ball around the center of a cube; not positive if there is none. */
static fk_status find_radius(fk_ball_cover *c, uint32_t cube, double *radius)
{
    fk_status status = fk_ball_grid_measure_cube(c->grid, cube);
    *radius = status == FK_OK ? c->grid->reach[cube] : 0;
    if (status != FK_OK || c->excess == 0 || !(*radius + c->excess > 0))
        return status;
    if (isnan(c->radius[cube])) {
        fk_vec3 center = fk_ball_grid_center(c->grid, cube);
        double limit = *radius + 4 * c->excess;
        fk_point_nearest d = fk_point_tree_measure(c->avoided_tree, center, limit);
        c->radius[cube] = (d.hi < limit ? d.hi : limit) * (1 - 0x1p-20);
    }
    *radius = c->radius[cube];
    return FK_OK;
}

/* The cube among a candidate and those around it whose ball gains most, step by step. */
static fk_status climb_from(fk_ball_cover *c, uint32_t *cube, uint64_t gain)
{
    const uint32_t step[3] = {1, c->grid->count[0], c->grid->count[0] * c->grid->count[1]};
    for (bool is_better = true; is_better;) {
        uint32_t best = *cube;
        is_better = false;
        for (int k = 0; k < 6; k++) {
            uint32_t next = k % 2 == 0 ? *cube - step[k / 2] : *cube + step[k / 2];
            double radius;
            if (next >= c->grid->total)
                continue;
            fk_status status = find_radius(c, next, &radius);
            if (status != FK_OK)
                return status;
            uint64_t other = radius > 0 ? find_gain(c, fk_ball_grid_center(c->grid, next), radius) : 0;
            if (other <= gain)
                continue;
            gain = other;
            best = next;
            is_better = true;
        }
        *cube = best;
    }
    return FK_OK;
}

/* Picks the candidate that gains most, and climbs from there; FK_END if none gains anything. FK_ERROR_MEMORY. */
static fk_status pick_candidate(fk_ball_cover *c, uint32_t *cube)
{
    while (c->heap_count > 0) {
        fk_cover_candidate *top = &c->heap[0];
        double radius;
        fk_status status = find_radius(c, top->cube, &radius);
        if (status != FK_OK)
            return status;
        uint64_t gain = find_gain(c, fk_ball_grid_center(c->grid, top->cube), radius);
        bool is_old = gain < top->gain;
        top->gain = gain;
        if (gain == 0)
            c->heap[0] = c->heap[--c->heap_count];
        if (is_old || gain == 0) {
            if (c->heap_count > 0)
                sift_candidate_down(c->heap, c->heap_count, 0);
            continue;
        }
        *cube = top->cube;
        return climb_from(c, cube, gain);
    }
    return FK_END;
}

/* Cubes whose balls contain targets, with an upper bound of their gains. The best centers are inside, or near a surface. */
static fk_status list_candidates(fk_ball_cover *c, bool is_even)
{
    const fk_ball_grid *grid = c->grid;
    c->heap_count = 0;
    for (uint32_t i = 0; i < grid->total; i++) {
        double reach = grid->reach[i], radius; /* NaN: not of interest */
        if (!(reach + c->excess > 0) || ((is_even || reach > grid->side) && !fk_ball_grid_is_even(grid, i)))
            continue;
        fk_status status = find_radius(c, i, &radius);
        if (status != FK_OK)
            return status;
        cube_range r = range_of_ball(grid, fk_ball_grid_center(grid, i), fk_larger(radius, 0));
        uint64_t gain = radius > 0 ? weight_in_range(c, &r) : 0;
        if (gain > 0 && !add_candidate(c, i, gain))
            return FK_ERROR_MEMORY;
    }
    order_candidates(c);
    return FK_OK;
}

static bool has_open_target(const fk_ball_cover *c)
{
    for (size_t i = 0; i < c->target_count; i++)
        if (c->times[i] == 0)
            return true;
    return false;
}

/* Chooses among cubes with even numbers, or all. */
static fk_status choose_among(fk_ball_cover *c, bool is_even, size_t most)
{
    uint32_t cube;
    double radius;
    fk_status status = list_candidates(c, is_even);
    while (status == FK_OK && c->ball_count < most && (status = pick_candidate(c, &cube)) == FK_OK) {
        status = find_radius(c, cube, &radius);
        if (status == FK_OK && (fk_context_poll(c->context) ||
                                !fk_cover_add_ball(c, fk_ball_grid_center(c->grid, cube), radius)))
            status = FK_ERROR_MEMORY;
        if (status == FK_OK)
            fk_cover_count_ball(c, &c->ball[c->ball_count - 1], 1);
    }
    return status == FK_END ? FK_OK : status;
}

/* Balls around even cubes mostly suffice, as the best ones are found from there step by step; not so for thin sets. */
fk_status fk_cover_choose(fk_ball_cover *c, size_t most)
{
    fk_status status = FK_OK;
    for (int i = 0; i < 2 && status == FK_OK && has_open_target(c); i++)
        status = choose_among(c, i == 0, most);
    return status;
}
