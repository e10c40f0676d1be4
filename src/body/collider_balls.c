/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Balls that contain a collider, and balls inside it.
 *
 * design: A grid of cubes is measured (collider_balls_grid.c). Outer balls are around centers of cubes, with the radius
 *     excess + reach. Greedy choice: the next ball is the one that contains most of the targets that none contains yet;
 *     targets are points of the set, one for each cube that meets it. Gains only decrease, so a heap of old gains
 *     suffices (Minoux, "Accelerated greedy algorithms", 1978).
 *     That proves nothing yet. So each cube that may meet the set is looked at: it is in a ball, or cut into eight, of
 *     which those that are proved to be outside are dropped. What is left after three cuts becomes the targets
 *     of another round; after the last round, it gets balls of its own. In the end cubes
 *     that cover the set are in balls, each wholly in one.
 *     Then balls without a cube of their own are dropped, each cube goes to the ball in which it lies deepest, and each
 *     ball shrinks to its cubes.
 * Inner balls: greedily, with the radius reach, those that contain most centers of cubes that none contains yet.
 *
 * Rounding: centers and corners are exact (collider_balls.h); the distance to a far corner is rounded up by a margin. Which
 * balls are chosen is a matter of quality: it is computed in doubles, in one order, so it is the same on every machine.
 *
 * Weak inputs: thin walls, whose balls are hardly larger than the excess; unions of many small pieces, whose depth is that in
 * one of them. */

#include "body/collider_balls.h"

#include <float.h>

#include "base/context.h"
#include "base/lists.h"
#include "shape/bound.h"

/* Cuts of a cube, and rounds of choosing balls. */
#define CUTS   3
#define ROUNDS 6

/* Balls that each cube remembers: those that reach deepest into it. */
#define NEAR 4

/* Targets at the surface count more than those inside, of which large balls contain many anyway. */
#define SURFACE_WEIGHT 64

typedef struct outer_ball {
    fk_vec3 center;
    double reach, limit; /* the largest radius: reach + excess */
    double radius;       /* after shrinking */
    uint32_t own;        /* cubes that are in no other ball */
} outer_ball;

/* A cube, or a part of one, and balls that contain it; FK_NONE ends their list. */
typedef struct covered_cube {
    fk_vec3 center;
    double half;
    uint32_t in[NEAR];
} covered_cube;

/* A point that a ball has to contain with something to spare. */
typedef struct ball_target {
    fk_vec3 point;
    double spare;
    uint32_t cube, weight;
} ball_target;

typedef struct ball_candidate {
    uint64_t gain;
    uint32_t cube;
} ball_candidate;

typedef struct ball_cover {
    fk_context *context;
    fk_ball_grid *grid;
    double excess;
    outer_ball *ball;
    size_t ball_count, ball_room;
    uint32_t *near; /* NEAR balls of each cube, or FK_NONE */
    ball_target *target;
    size_t target_count, target_room;
    uint32_t *first; /* of the targets of each cube; total + 1 */
    bool *is_done;   /* of each target */
    size_t done_room;
    uint64_t *sum; /* weights of the targets, summed over all cubes before one along each axis */
    ball_candidate *heap;
    size_t heap_count, heap_room;
    covered_cube *leaf;
    size_t leaf_count, leaf_room;
} ball_cover;

/* An upper bound of the distance from a point to the farthest corner of a cube. Differences are exact, and squares are
 * in range; the root of their sum is off by less than 4 u. */
static double far_corner_distance(fk_vec3 p, fk_vec3 center, double half)
{
    fk_vec3 d = fk_vec3_sub(center, p);
    d = fk_vec3_make(fabs(d.x) + half, fabs(d.y) + half, fabs(d.z) + half);
    return fk_vec3_length(d) * (1 + 0x1p-48);
}

static double squared_distance(fk_vec3 p, fk_vec3 q)
{
    fk_vec3 d = fk_vec3_sub(p, q);
    return fk_vec3_dot(d, d);
}

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

/* ---- Greedy choice ------------------------------------------------------------------------------------- */

static bool is_heavier(const ball_candidate *a, const ball_candidate *b)
{
    return a->gain != b->gain ? a->gain > b->gain : a->cube < b->cube;
}

static void sift_candidate_down(ball_candidate *heap, size_t count, size_t at)
{
    ball_candidate moved = heap[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_heavier(&heap[child + 1], &heap[child]))
            child++;
        if (!is_heavier(&heap[child], &moved))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

static bool add_candidate(ball_cover *c, uint32_t cube, uint64_t gain)
{
    if (!fk_grow(c->context, &c->heap, sizeof *c->heap, c->heap_count, &c->heap_room, c->heap_count + 1))
        return false;
    c->heap[c->heap_count++] = (ball_candidate){gain, cube};
    return true;
}

static void order_candidates(ball_cover *c)
{
    for (size_t i = c->heap_count / 2; i-- > 0;)
        sift_candidate_down(c->heap, c->heap_count, i);
}

/* Sorts the targets by their cubes, and sums up their weights. */
static bool index_targets(ball_cover *c)
{
    const fk_ball_grid *grid = c->grid;
    size_t bytes = c->target_count * sizeof *c->target;
    ball_target *sorted = fk_allocate(c->context, bytes + 1);
    if (sorted == NULL || !fk_grow(c->context, &c->is_done, 1, 0, &c->done_room, c->target_count + 1)) {
        fk_release(c->context, sorted, bytes + 1);
        return false;
    }
    memset(c->is_done, 0, c->target_count);
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
    return true;
}

/* The weight of all targets in the cubes of a range, done or not. */
static uint64_t weight_in_range(const ball_cover *c, const cube_range *r)
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

/* The weight of the targets that a ball contains and none did; marks them, if asked to. */
static uint64_t count_targets(ball_cover *c, fk_vec3 center, double radius, bool marks)
{
    const fk_ball_grid *grid = c->grid;
    cube_range r = range_of_ball(grid, center, radius);
    uint64_t gain = 0;
    for (uint32_t z = r.low[2]; z < r.high[2]; z++)
        for (uint32_t y = r.low[1]; y < r.high[1]; y++) {
            uint32_t row = (z * grid->count[1] + y) * grid->count[0];
            for (uint32_t i = c->first[row + r.low[0]]; i < c->first[row + r.high[0]]; i++) {
                const ball_target *t = &c->target[i];
                double room = radius - t->spare;
                if (c->is_done[i] || !(room > 0) || squared_distance(center, t->point) > room * room)
                    continue;
                gain += t->weight;
                c->is_done[i] = marks;
            }
        }
    return gain;
}

/* The cube among a candidate and those around it whose ball gains most, step by step. */
static fk_status climb_from(ball_cover *c, uint32_t *cube, double excess, uint64_t gain)
{
    fk_ball_grid *grid = c->grid;
    const uint32_t step[3] = {1, grid->count[0], grid->count[0] * grid->count[1]};
    for (bool is_better = true; is_better;) {
        uint32_t best = *cube;
        is_better = false;
        for (int k = 0; k < 6; k++) {
            uint32_t next = k % 2 == 0 ? *cube - step[k / 2] : *cube + step[k / 2];
            if (next >= grid->total)
                continue;
            fk_status status = fk_ball_grid_measure_cube(grid, next);
            if (status != FK_OK)
                return status;
            if (!(grid->reach[next] + excess > 0))
                continue;
            uint64_t other =
                count_targets(c, fk_ball_grid_center(grid, next), grid->reach[next] + excess, false);
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
static fk_status pick_candidate(ball_cover *c, double excess, uint32_t *cube)
{
    while (c->heap_count > 0) {
        ball_candidate *top = &c->heap[0];
        double radius = c->grid->reach[top->cube] + excess;
        uint64_t gain = count_targets(c, fk_ball_grid_center(c->grid, top->cube), radius, false);
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
        return climb_from(c, cube, excess, gain);
    }
    return FK_END;
}

/* Cubes whose balls contain targets, with an upper bound of their gains. The best centers are inside, or on a surface. */
static bool list_ball_candidates(ball_cover *c, double excess)
{
    c->heap_count = 0;
    for (uint32_t i = 0; i < c->grid->total; i++) {
        double reach = c->grid->reach[i], radius = reach + excess; /* NaN: not of interest */
        if (!(radius > 0) || !(reach > -c->grid->side) ||
            (reach > c->grid->side && !fk_ball_grid_is_even(c->grid, i)))
            continue;
        cube_range r = range_of_ball(c->grid, fk_ball_grid_center(c->grid, i), radius);
        uint64_t gain = weight_in_range(c, &r);
        if (gain > 0 && !add_candidate(c, i, gain))
            return false;
    }
    order_candidates(c);
    return true;
}

/* ---- Outer balls --------------------------------------------------------------------------------------- */

/* Enters a ball into the lists of the cubes that it meets, each of which keeps those that reach deepest. */
static void enter_ball(ball_cover *c, uint32_t number)
{
    const fk_ball_grid *grid = c->grid;
    const outer_ball *b = &c->ball[number];
    cube_range r = range_of_ball(grid, b->center, b->limit);
    for (uint32_t z = r.low[2]; z < r.high[2]; z++)
        for (uint32_t y = r.low[1]; y < r.high[1]; y++)
            for (uint32_t x = r.low[0]; x < r.high[0]; x++) {
                uint32_t cube = (z * grid->count[1] + y) * grid->count[0] + x, entered = number;
                if (!grid->meets[cube])
                    continue;
                uint32_t *near = &c->near[(size_t)NEAR * cube];
                fk_vec3 p = fk_ball_grid_center(grid, cube);
                for (int k = 0; k < NEAR && entered != FK_NONE; k++) {
                    const outer_ball *old = near[k] == FK_NONE ? NULL : &c->ball[near[k]],
                                     *e = &c->ball[entered];
                    double depth = e->limit - sqrt(squared_distance(e->center, p));
                    if (old != NULL && old->limit - sqrt(squared_distance(old->center, p)) >= depth)
                        continue;
                    uint32_t beaten = near[k];
                    near[k] = entered;
                    entered = beaten;
                }
            }
}

static bool add_ball(ball_cover *c, fk_vec3 center, double reach)
{
    if (!fk_grow(c->context, &c->ball, sizeof *c->ball, c->ball_count, &c->ball_room, c->ball_count + 1))
        return false;
    double limit = fk_double_beside(reach + c->excess, -1);
    c->ball[c->ball_count] = (outer_ball){center, reach, limit, limit, 0};
    enter_ball(c, (uint32_t)c->ball_count++);
    return true;
}

static bool add_target(ball_cover *c, const ball_target *target)
{
    if (!fk_grow(c->context, &c->target, sizeof *c->target, c->target_count, &c->target_room,
                 c->target_count + 1))
        return false;
    c->target[c->target_count++] = *target;
    return true;
}

/* A target in each cube that meets the set. The set goes on for half a cube around it, which neighbours
 * contain where they overlap enough; a quarter of a cube to spare mostly suffices. */
static bool list_first_targets(ball_cover *c)
{
    const fk_ball_grid *grid = c->grid;
    c->target_count = 0;
    for (uint32_t i = 0; i < grid->total; i++) {
        bool is_inside = !(grid->reach[i] <= 0); /* NaN: deep inside */
        if (!grid->meets[i] || (is_inside && !fk_ball_grid_is_even(grid, i)))
            continue;
        ball_target t = {grid->nearest[i], grid->side / 4, i, is_inside ? 1 : SURFACE_WEIGHT};
        if (!add_target(c, &t))
            return false;
    }
    return true;
}

/* Lists the balls that contain a cube or a part of it; false if there are none. */
static bool find_balls_around(const ball_cover *c, uint32_t cube, covered_cube *leaf)
{
    const uint32_t *near = &c->near[(size_t)NEAR * cube];
    uint32_t count = 0;
    memset(leaf->in, 0xff, sizeof leaf->in);
    for (uint32_t k = 0; k < NEAR && near[k] != FK_NONE; k++)
        if (far_corner_distance(c->ball[near[k]].center, leaf->center, leaf->half) <= c->ball[near[k]].limit)
            leaf->in[count++] = near[k];
    return count > 0;
}

static fk_status add_leaf(ball_cover *c, const covered_cube *leaf)
{
    if (!fk_grow(c->context, &c->leaf, sizeof *c->leaf, c->leaf_count, &c->leaf_room, c->leaf_count + 1))
        return FK_ERROR_MEMORY;
    c->leaf[c->leaf_count++] = *leaf;
    return FK_OK;
}

/* A part of a cube that no ball contains: a target, or in the last round a ball of its own, which contains it. Its reach
 * is hardly less than the negative half diagonal, because the part may meet the set, and the excess is 16 times its
 * side or more; only a set that can hardly be measured has another limit. */
static fk_status cover_part(ball_cover *c, uint32_t cube, covered_cube *leaf, double reach, bool is_last)
{
    ball_target t = {leaf->center, 1.01 * fk_cube_radius(2 * leaf->half), cube, 1};
    if (!is_last)
        return add_target(c, &t) ? FK_OK : FK_ERROR_MEMORY;
    if (!add_ball(c, leaf->center, reach))
        return FK_ERROR_MEMORY;
    leaf->in[0] = (uint32_t)c->ball_count - 1;
    outer_ball *b = &c->ball[leaf->in[0]];
    b->limit = fk_larger(b->limit, far_corner_distance(b->center, leaf->center, leaf->half));
    return add_leaf(c, leaf);
}

/* Covers a cube, or a part of it that was cut `cuts` times. */
static fk_status cover_cube(ball_cover *c, uint32_t cube, fk_vec3 center, int cuts, bool is_last)
{
    covered_cube leaf = {.center = center, .half = ldexp(c->grid->side, -1 - cuts)};
    fk_ball_reach reach = {.apart = 0};
    fk_status status = FK_OK;
    if (find_balls_around(c, cube, &leaf))
        return add_leaf(c, &leaf);
    if (cuts > 0)
        status = fk_ball_grid_measure(c->grid, center, &reach);
    if (status != FK_OK || reach.apart > fk_cube_radius(2 * leaf.half))
        return status;
    if (cuts == CUTS)
        return cover_part(c, cube, &leaf, reach.reach, is_last);
    for (uint32_t i = 0; i < 8 && status == FK_OK; i++) {
        fk_vec3 at = center;
        for (int k = 0; k < 3; k++)
            *fk_vec3_at(&at, k) += i >> k & 1 ? leaf.half / 2 : -leaf.half / 2;
        status = cover_cube(c, cube, at, cuts + 1, is_last);
    }
    return status;
}

static fk_status cover_all_cubes(ball_cover *c, bool is_last)
{
    fk_status status = FK_OK;
    c->leaf_count = c->target_count = 0;
    for (uint32_t i = 0; i < c->grid->total && status == FK_OK; i++)
        if (c->grid->meets[i])
            status = cover_cube(c, i, fk_ball_grid_center(c->grid, i), 0, is_last);
    return status;
}

static fk_status choose_outer_balls(ball_cover *c)
{
    uint32_t cube;
    if (!index_targets(c) || !list_ball_candidates(c, c->excess))
        return FK_ERROR_MEMORY;
    fk_status status;
    while ((status = pick_candidate(c, c->excess, &cube)) == FK_OK) {
        fk_vec3 center = fk_ball_grid_center(c->grid, cube);
        if (fk_context_poll(c->context) || !add_ball(c, center, c->grid->reach[cube]))
            return FK_ERROR_MEMORY;
        count_targets(c, center, c->grid->reach[cube] + c->excess, true);
    }
    return status == FK_END ? FK_OK : status;
}

/* Counts a cube for the ball that alone contains it. */
static void count_own(ball_cover *c, const covered_cube *leaf)
{
    if (leaf->in[1] == FK_NONE)
        c->ball[leaf->in[0]].own++;
}

/* Removes a ball from the list of a cube; false if it is not in it. */
static bool remove_ball_around(covered_cube *leaf, uint32_t ball)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < NEAR; k++)
        if (leaf->in[k] != ball)
            leaf->in[kept++] = leaf->in[k];
    bool is_removed = kept < NEAR;
    while (kept < NEAR)
        leaf->in[kept++] = FK_NONE;
    return is_removed;
}

#define DROPPED UINT32_MAX

/* Drops balls without a cube of their own, small ones first. */
static void drop_balls(ball_cover *c)
{
    for (size_t i = 0; i < c->leaf_count; i++)
        count_own(c, &c->leaf[i]);
    for (;;) {
        size_t least = c->ball_count;
        for (size_t i = 0; i < c->ball_count; i++)
            if (c->ball[i].own == 0 && (least == c->ball_count || c->ball[i].limit < c->ball[least].limit))
                least = i;
        if (least == c->ball_count)
            return;
        c->ball[least].own = DROPPED;
        for (size_t i = 0; i < c->leaf_count; i++)
            if (remove_ball_around(&c->leaf[i], (uint32_t)least))
                count_own(c, &c->leaf[i]);
    }
}

/* The ball in which a cube lies deepest; *far becomes the distance of its farthest corner. */
static outer_ball *find_deepest_ball(const ball_cover *c, const covered_cube *leaf, double *far)
{
    outer_ball *best = NULL;
    for (uint32_t k = 0; k < NEAR && leaf->in[k] != FK_NONE; k++) {
        outer_ball *b = &c->ball[leaf->in[k]];
        double at = far_corner_distance(b->center, leaf->center, leaf->half);
        if (best != NULL && at - b->limit >= *far - best->limit)
            continue;
        best = b;
        *far = at;
    }
    return best;
}

/* Gives each cube to one ball, and shrinks balls to their cubes; keeps those that have some. Returns the excess. */
static double shrink_balls(ball_cover *c)
{
    double excess = 0, far = 0;
    for (size_t i = 0; i < c->ball_count; i++)
        c->ball[i].radius = -1;
    for (size_t i = 0; i < c->leaf_count; i++) {
        outer_ball *b = find_deepest_ball(c, &c->leaf[i], &far);
        b->radius = fk_larger(b->radius, far);
    }
    size_t kept = 0;
    for (size_t i = 0; i < c->ball_count; i++) {
        const outer_ball *b = &c->ball[i];
        if (b->radius < 0)
            continue;
        excess = fk_larger(excess, fk_add_upward(fk_double_beside(b->radius - b->reach, 1), FK_BOUND_TINY));
        c->ball[kept++] = *b;
    }
    c->ball_count = kept;
    return excess;
}

static fk_status find_outer_balls(ball_cover *c, double *excess)
{
    fk_status status = list_first_targets(c) ? FK_OK : FK_ERROR_MEMORY;
    for (int round = 1; status == FK_OK && c->target_count > 0; round++) {
        status = choose_outer_balls(c);
        if (status == FK_OK)
            status = cover_all_cubes(c, round == ROUNDS);
    }
    if (status != FK_OK)
        return status;
    drop_balls(c);
    *excess = shrink_balls(c);
    return FK_OK;
}

/* ---- Inner balls --------------------------------------------------------------------------------------- */

/* Chooses at most `most` balls inside the set; in a surface are none. */
static fk_status find_inner_balls(ball_cover *c, uint32_t most)
{
    const fk_ball_grid *grid = c->grid;
    uint32_t cube;
    c->ball_count = c->target_count = 0;
    if (grid->is_surface || most == 0)
        return FK_OK;
    for (uint32_t i = 0; i < grid->total; i++) {
        ball_target t = {fk_ball_grid_center(grid, i), 0, i, 1};
        bool is_inside = grid->meets[i] && !(grid->reach[i] <= 0); /* NaN: deep inside */
        if (is_inside && fk_ball_grid_is_even(grid, i) && !add_target(c, &t))
            return FK_ERROR_MEMORY;
    }
    if (c->target_count == 0)
        return FK_OK;
    if (!index_targets(c) || !list_ball_candidates(c, 0))
        return FK_ERROR_MEMORY;
    fk_status status = FK_OK;
    while (c->ball_count < most && (status = pick_candidate(c, 0, &cube)) == FK_OK) {
        double radius = grid->reach[cube];
        fk_vec3 center = fk_ball_grid_center(grid, cube);
        if (fk_context_poll(c->context) ||
            !fk_grow(c->context, &c->ball, sizeof *c->ball, c->ball_count, &c->ball_room, c->ball_count + 1))
            return FK_ERROR_MEMORY;
        c->ball[c->ball_count++] = (outer_ball){center, radius, radius, radius, 0};
        count_targets(c, center, radius, true);
    }
    return status == FK_END ? FK_OK : status;
}

/* ---- Result -------------------------------------------------------------------------------------------- */

static fk_status begin_cover(ball_cover *c, fk_ball_grid *grid, double excess)
{
    size_t total = grid->total;
    *c = (ball_cover){.context = grid->context, .grid = grid, .excess = excess};
    c->near = fk_allocate(c->context, total * NEAR * sizeof *c->near);
    c->first = fk_allocate(c->context, (total + 1) * sizeof *c->first);
    c->sum = fk_allocate(c->context, total * sizeof *c->sum);
    if (c->near == NULL || c->first == NULL || c->sum == NULL)
        return FK_ERROR_MEMORY;
    memset(c->near, 0xff, total * NEAR * sizeof *c->near);
    return FK_OK;
}

static void end_cover(ball_cover *c)
{
    size_t total = c->grid->total;
    fk_release(c->context, c->near, total * NEAR * sizeof *c->near);
    fk_release(c->context, c->first, (total + 1) * sizeof *c->first);
    fk_release(c->context, c->sum, total * sizeof *c->sum);
    fk_release(c->context, c->ball, c->ball_room * sizeof *c->ball);
    fk_release(c->context, c->target, c->target_room * sizeof *c->target);
    fk_release(c->context, c->is_done, c->done_room);
    fk_release(c->context, c->heap, c->heap_room * sizeof *c->heap);
    fk_release(c->context, c->leaf, c->leaf_room * sizeof *c->leaf);
}

static fk_collider_balls *allocate_balls(fk_context *context, size_t outer, size_t inner)
{
    size_t bytes = sizeof(fk_collider_balls) + (outer + inner) * sizeof(fk_sphere);
    fk_collider_balls *balls = fk_allocate(context, bytes);
    if (balls == NULL)
        return NULL;
    memset(balls, 0, bytes);
    balls->outer_count = (uint32_t)outer;
    balls->inner_count = (uint32_t)inner;
    balls->outer = (fk_sphere *)(balls + 1);
    balls->inner = balls->outer + outer;
    balls->bytes = bytes;
    return balls;
}

static void copy_balls(const outer_ball *ball, size_t count, fk_sphere *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (fk_sphere){ball[i].center, ball[i].radius};
}

/* Joins the outer balls of one cover and the inner balls of another. */
static fk_status make_balls(const ball_cover *outer, double excess, const ball_cover *inner,
                            fk_collider_balls **out)
{
    fk_collider_balls *balls = allocate_balls(outer->context, outer->ball_count, inner->ball_count);
    if (balls == NULL)
        return FK_ERROR_MEMORY;
    copy_balls(outer->ball, outer->ball_count, (fk_sphere *)balls->outer);
    copy_balls(inner->ball, inner->ball_count, (fk_sphere *)balls->inner);
    balls->excess = excess;
    balls->gap = outer->grid->is_surface ? outer->grid->side : 0;
    *out = balls;
    return FK_OK;
}

/* Finds balls for an excess. With more than `most` outer balls, *out becomes NULL. */
static fk_status find_balls(fk_context *context, const fk_placed_collider *a, const fk_balls_options *options,
                            const fk_aabb *box, double excess, fk_collider_balls **out)
{
    fk_ball_grid grid;
    ball_cover outer = {0}, inner = {0};
    double proved = 0;
    fk_status status = fk_ball_grid_build(context, a, box, excess, &grid);
    if (status != FK_OK)
        return status;
    *out = NULL;
    status = begin_cover(&outer, &grid, excess);
    if (status == FK_OK)
        status = find_outer_balls(&outer, &proved);
    bool is_kept = options->count == 0 || outer.ball_count <= options->count;
    if (status == FK_OK && is_kept)
        status = begin_cover(&inner, &grid, 0);
    if (status == FK_OK && is_kept)
        status = find_inner_balls(&inner, options->inner);
    if (status == FK_OK && is_kept)
        status = make_balls(&outer, proved, &inner, out);
    if (inner.grid != NULL)
        end_cover(&inner);
    end_cover(&outer);
    fk_ball_grid_free(&grid);
    return status;
}

/* Halves the range of the excess, on a scale of ratios, until it is known to a factor of 1.02. A grid for the least excess
 * always has few enough cubes. */
#define HALVINGS     8
#define LEAST_EXCESS (1.0 / 24)

/* Finds the least excess that needs no more balls than allowed; the result is the one with the least proved excess. */
static fk_status find_few_balls(fk_context *context, const fk_placed_collider *a,
                                const fk_balls_options *options, const fk_aabb *box, double wide,
                                fk_collider_balls **out)
{
    fk_collider_balls *best = NULL;
    double low = fk_larger(options->excess, wide * LEAST_EXCESS), high = 2 * wide;
    fk_status status = FK_OK;
    for (int i = 0; i <= HALVINGS && status == FK_OK; i++) {
        fk_collider_balls *found = NULL;
        double excess = i == 0 ? low : sqrt(low / wide * (high / wide)) * wide;
        status = find_balls(context, a, options, box, excess, &found);
        if (status != FK_OK)
            break;
        bool is_better = found != NULL && (best == NULL || found->excess < best->excess);
        *(found != NULL ? &high : &low) = excess;
        fk_collider_balls_free(context, is_better ? best : found);
        best = is_better ? found : best;
        if (i == 0 && found != NULL)
            break;
    }
    if (status == FK_OK && best == NULL)
        status = find_balls(context, a, options, box, 2 * wide, &best);
    if (status != FK_OK)
        fk_collider_balls_free(context, best);
    else
        *out = best;
    return status;
}

/* A single point or sphere, which is its own ball. */
static fk_status build_own_ball(fk_context *context, const fk_sphere *sphere, const fk_balls_options *options,
                                fk_collider_balls **out)
{
    bool has_inner = options->inner > 0 && sphere->radius > 0;
    fk_collider_balls *balls = allocate_balls(context, 1, has_inner ? 1 : 0);
    if (balls == NULL)
        return FK_ERROR_MEMORY;
    *(fk_sphere *)balls->outer = *sphere;
    if (has_inner)
        *(fk_sphere *)balls->inner = *sphere;
    *out = balls;
    return FK_OK;
}

/* Whether a placed collider is a single ball: a sphere piece, or a set whose box is a point. */
static bool is_own_ball(const fk_placed_collider *a, const fk_aabb *box, fk_sphere *ball)
{
    const fk_collider *c = a->collider;
    if (c->kind == FK_COLLIDER_PIECES && c->part_count == 1 && c->piece[0].kind == FK_KIND_SPHERE) {
        *ball = fk_piece_place(&c->piece[0], &a->pose, NULL).as.sphere;
        return true;
    }
    *ball = (fk_sphere){box->min, 0};
    return fk_vec3_order(&box->min, &box->max) == 0;
}

static fk_status build_balls(fk_context *context, const fk_placed_collider *a,
                             const fk_balls_options *options, fk_collider_balls **out)
{
    fk_aabb box;
    fk_sphere ball;
    fk_status status = fk_collider_box(a, &box);
    if (status != FK_OK)
        return status;
    if (!(options->excess >= 0) || !fk_aabb_is_finite(&box))
        return FK_ERROR_ARGUMENT;
    if (is_own_ball(a, &box, &ball))
        return build_own_ball(context, &ball, options, out);
    fk_vec3 size = fk_vec3_sub(box.max, box.min);
    double wide = fk_vec3_largest(size);
    if (!(wide > 0x1p-300) || !(wide < 0x1p300))
        return FK_ERROR_ARGUMENT;
    if (options->count > 0)
        return find_few_balls(context, a, options, &box, wide, out);
    return find_balls(context, a, options, &box, options->excess > 0 ? options->excess : wide / 16, out);
}

fk_balls_options fk_balls_options_default(void)
{
    return (fk_balls_options){0};
}

fk_status fk_collider_balls_build(fk_context *context, const fk_placed_collider *a,
                                  const fk_balls_options *options, fk_collider_balls **out)
{
    const fk_balls_options none = {0}, *used = options != NULL ? options : &none;
    fk_context inner, *working = fk_context_begin(context, used->cancel, &inner);
    return fk_context_end(context, working, build_balls(working, a, used, out));
}

void fk_collider_balls_free(fk_context *context, fk_collider_balls *balls)
{
    if (balls != NULL)
        fk_release(context, balls, balls->bytes);
}
