/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sweep and prune: boxes stay sorted by their lower ends along one axis, as in I-COLLIDE by Cohen, Lin,
 * Manocha and Ponamgi (1995), who use three axes. When little moves, the order changes little, and insertion
 * sort takes as many swaps as there are changes. If it needs more than SWAPS for each box, it stops, and all
 * boxes are sorted again.
 *
 * To find pairs, each box is compared with those that begin before it ends. The comparison uses integers in
 * the order of floats, in rows of LANES that compilers vectorise, so it is exact in every state of the
 * floating-point unit. The axis is the one with the largest variance of centers. It is reconsidered after
 * RECHOOSE changes for each box, and replaced only by a clearly better one.
 *
 * A visit starts at the probe's lower end along the axis and proceeds in both directions, block by block. It
 * stops upward when everything that begins there is too far away, and downward when everything ends too far
 * away.
 *
 * Weak inputs: each of n boxes in a cube overlaps n^(2/3) others along the axis, so finding pairs takes
 * n^(5/3); large boxes overlap all others. */

#include "broad/broad.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "tree/tree.h"

#define SWAPS    2
#define RECHOOSE 16
#define BETTER   1.5 /* times the variance */
#define LANES    16
#define TASK     1024 /* boxes of the order in a task */

/* ---- The axis ------------------------------------------------------------------------------------------ */

/* Returns twice the center; 0 for unbounded boxes. */
static double doubled_center(const fk_aabb_float *box, int axis)
{
    double sum = (double)box->min[axis] + (double)box->max[axis];
    return sum > -INFINITY && sum < INFINITY ? sum : 0;
}

/* Returns the sum of the squared deviations of the centers from their mean. */
static double center_variance(const fk_broad_boxes *boxes, int axis)
{
    double sum = 0, squares = 0, count = 0;
    for (uint32_t i = 0; i < boxes->count; i++)
        if (!fk_aabb_float_is_empty(&boxes->box[i])) {
            sum += doubled_center(&boxes->box[i], axis);
            count++;
        }
    double mean = count > 0 ? sum / count : 0;
    for (uint32_t i = 0; i < boxes->count; i++)
        if (!fk_aabb_float_is_empty(&boxes->box[i])) {
            double off = doubled_center(&boxes->box[i], axis) - mean;
            squares += off * off;
        }
    return squares;
}

/* Returns true if the axis has changed. */
static bool choose_sweep_axis(fk_sweep_and_prune *self, const fk_broad_boxes *boxes)
{
    int before = self->axis;
    double best = BETTER * center_variance(boxes, before);
    for (int axis = 0; axis < 3; axis++) {
        double now = axis == before ? 0 : center_variance(boxes, axis);
        if (now > best) {
            best = now;
            self->axis = axis;
        }
    }
    return self->axis != before;
}

/* ---- The order ----------------------------------------------------------------------------------------- */

static uint64_t sweep_entry(const fk_sweep_and_prune *self, const fk_broad_boxes *boxes, uint32_t id)
{
    uint32_t key = (uint32_t)fk_float_key(boxes->box[id].min[self->axis]) ^ (uint32_t)1 << 31;
    return (uint64_t)key << 32 | id;
}

/* Returns the lower end of an entry as a fk_float_key. */
static int32_t entry_begin(uint64_t entry)
{
    return (int32_t)((uint32_t)(entry >> 32) ^ (uint32_t)1 << 31);
}

static void set_entry(fk_sweep_and_prune *self, uint32_t place, uint64_t entry)
{
    self->order[place] = entry;
    self->rank[(uint32_t)entry] = place;
    self->block[place / FK_SWEEP_BLOCK].is_stale = true;
}

/* Insertion sort. Returns false after too many swaps; all entries are then present but unsorted. */
static bool insertion_sort_entries(fk_sweep_and_prune *self)
{
    uint64_t left = (uint64_t)SWAPS * self->count, *order = self->order;
    for (uint32_t i = 1; i < self->count; i++) {
        if (order[i - 1] <= order[i])
            continue;
        uint64_t moved = order[i];
        uint32_t place = i;
        for (; place > 0 && order[place - 1] > moved && left > 0; place--, left--, self->swaps++)
            set_entry(self, place, order[place - 1]);
        set_entry(self, place, moved);
        if (left == 0)
            return false;
    }
    return true;
}

static bool sort_entries(fk_sweep_and_prune *self, fk_context *context)
{
    size_t bytes = (size_t)self->count * sizeof(uint64_t);
    uint64_t *room = fk_allocate(context, bytes);
    if (room == NULL)
        return false;
    fk_sort_u64(self->order, room, self->count);
    fk_release(context, room, bytes);
    for (uint32_t i = 0; i < self->count; i++)
        set_entry(self, i, self->order[i]);
    self->sorted++;
    return true;
}

/* Removes the entries of removed boxes, which have no rank, and keeps the order. */
static void remove_gone_entries(fk_sweep_and_prune *self)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < self->count; i++) {
        uint64_t entry = self->order[i];
        if (self->rank[(uint32_t)entry] == FK_NONE)
            continue;
        if (kept != i)
            set_entry(self, kept, entry);
        kept++;
    }
    if (kept > 0) /* the last block may have become shorter */
        self->block[(kept - 1) / FK_SWEEP_BLOCK].is_stale = true;
    self->count = kept;
}

/* Rewrites the entries of changed boxes in place, and appends those of added boxes. */
static void update_entries(fk_sweep_and_prune *self, const fk_broad_boxes *boxes, const uint32_t *changed,
                           uint32_t changed_count)
{
    bool has_gaps = false;
    for (uint32_t i = 0; i < changed_count; i++) {
        uint32_t id = changed[i];
        if (fk_aabb_float_is_empty(&boxes->box[id])) {
            has_gaps = has_gaps || self->rank[id] != FK_NONE;
            self->rank[id] = FK_NONE;
        }
    }
    if (has_gaps)
        remove_gone_entries(self);
    for (uint32_t i = 0; i < changed_count; i++)
        if (!fk_aabb_float_is_empty(&boxes->box[changed[i]])) {
            uint32_t rank = self->rank[changed[i]];
            set_entry(self, rank != FK_NONE ? rank : self->count++, sweep_entry(self, boxes, changed[i]));
        }
}

/* Rewrites all entries for another axis. */
static void rekey_entries(fk_sweep_and_prune *self, const fk_broad_boxes *boxes)
{
    for (uint32_t i = 0; i < self->count; i++)
        self->order[i] = sweep_entry(self, boxes, (uint32_t)self->order[i]);
}

static uint32_t sweep_block_count(const fk_sweep_and_prune *self)
{
    return (self->count + FK_SWEEP_BLOCK - 1) / FK_SWEEP_BLOCK;
}

static fk_aabb_float bound_block(const fk_sweep_and_prune *self, const fk_broad_boxes *boxes, uint32_t block)
{
    uint32_t begin = block * FK_SWEEP_BLOCK, end = begin + FK_SWEEP_BLOCK;
    fk_aabb_float all = boxes->box[(uint32_t)self->order[begin]];
    for (uint32_t i = begin + 1; i < end && i < self->count; i++) {
        const fk_aabb_float *box = &boxes->box[(uint32_t)self->order[i]];
        for (int k = 0; k < 3; k++) {
            all.min[k] = fk_float_key(box->min[k]) < fk_float_key(all.min[k]) ? box->min[k] : all.min[k];
            all.max[k] = fk_float_key(box->max[k]) > fk_float_key(all.max[k]) ? box->max[k] : all.max[k];
        }
    }
    return all;
}

static void refit_blocks(fk_sweep_and_prune *self, const fk_broad_boxes *boxes)
{
    float end = -INFINITY;
    for (uint32_t i = 0; i < sweep_block_count(self); i++) {
        fk_sweep_block *block = &self->block[i];
        if (block->is_stale)
            block->box = bound_block(self, boxes, i);
        block->is_stale = false;
        if (fk_float_key(block->box.max[self->axis]) > fk_float_key(end))
            end = block->box.max[self->axis];
        block->end = end;
    }
}

/* ---- Update -------------------------------------------------------------------------------------------- */

/* Makes room for an entry for each id. */
static bool reserve_entries(fk_sweep_and_prune *self, fk_context *context, const fk_broad_boxes *boxes)
{
    size_t numbers = boxes->count;
    if (!fk_grow(context, &self->rank, sizeof *self->rank, self->rank_count, &self->rank_capacity, numbers) ||
        !fk_grow(context, &self->order, sizeof *self->order, self->count, &self->capacity, numbers) ||
        !fk_grow(context, &self->block, sizeof *self->block, sweep_block_count(self), &self->block_capacity,
                 numbers / FK_SWEEP_BLOCK + 1))
        return false;
    for (; self->rank_count < numbers; self->rank_count++)
        self->rank[self->rank_count] = FK_NONE;
    return true;
}

static fk_status sweep_update(void *me, fk_context *context, const fk_broad_boxes *boxes,
                              const uint32_t *changed, uint32_t changed_count, const fk_workers *workers)
{
    (void)workers;
    fk_sweep_and_prune *self = me;
    bool is_made = reserve_entries(self, context, boxes);
    if (is_made) {
        bool is_first = self->count == 0;
        update_entries(self, boxes, changed, changed_count);
        self->changes += changed_count;
        bool is_due = is_first || self->changes >= (uint64_t)RECHOOSE * self->count;
        bool is_other = is_due && choose_sweep_axis(self, boxes);
        if (is_other)
            rekey_entries(self, boxes);
        self->changes = is_due ? 0 : self->changes;
        if (is_first || is_other || !insertion_sort_entries(self))
            is_made = sort_entries(self, context);
    }
    if (!is_made) {
        self->count = 0;
        for (uint32_t i = 0; i < self->rank_count; i++)
            self->rank[i] = FK_NONE;
        return FK_ERROR_MEMORY;
    }
    refit_blocks(self, boxes);
    return FK_OK;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* The boxes in sorted order as integers in the order of floats: one column for each side. After the last box
 * come LANES that begin beyond infinity. */
typedef struct sweep_columns {
    const fk_sweep_and_prune *self;
    int32_t *begin, *end, *low[2], *high[2];
} sweep_columns;

static void fill_columns(const sweep_columns *s, const fk_broad_boxes *boxes)
{
    const fk_sweep_and_prune *self = s->self;
    int first = (self->axis + 1) % 3, second = (self->axis + 2) % 3;
    for (uint32_t i = 0; i < self->count; i++) {
        const fk_aabb_float *box = &boxes->box[(uint32_t)self->order[i]];
        s->begin[i] = entry_begin(self->order[i]);
        s->end[i] = fk_float_key(box->max[self->axis]);
        s->low[0][i] = fk_float_key(box->min[first]);
        s->high[0][i] = fk_float_key(box->max[first]);
        s->low[1][i] = fk_float_key(box->min[second]);
        s->high[1][i] = fk_float_key(box->max[second]);
    }
    for (uint32_t i = self->count; i < self->count + LANES; i++) {
        s->begin[i] = INT32_MAX;
        s->end[i] = s->low[0][i] = s->high[0][i] = s->low[1][i] = s->high[1][i] = 0;
    }
}

/* Sets meets[k] to 1 for the boxes of a row that meet box i along the other axes. Returns whether any
 * does. */
static int32_t test_lanes(const sweep_columns *s, uint32_t i, uint32_t row, int32_t meets[LANES])
{
    const int32_t *low = s->low[0] + row, *high = s->high[0] + row, *deep = s->low[1] + row,
                  *top = s->high[1] + row;
    int32_t a = s->low[0][i], b = s->high[0][i], c = s->low[1][i], d = s->high[1][i], any = 0;
    for (int k = 0; k < LANES; k++) {
        meets[k] = (low[k] <= b) & (high[k] >= a) & (deep[k] <= d) & (top[k] >= c);
        any |= meets[k];
    }
    return any;
}

/* Adds the pairs of box i with later boxes that begin before it ends. Returns false without memory. */
static bool sweep_box(const sweep_columns *s, uint32_t i, fk_pair_keys *keys)
{
    const uint64_t *order = s->self->order;
    int32_t end = s->end[i], meets[LANES];
    for (uint32_t row = i + 1; s->begin[row] <= end; row += LANES) {
        if (!test_lanes(s, i, row, meets))
            continue;
        if (!fk_pair_keys_reserve(keys, LANES))
            return false;
        for (uint32_t k = 0; k < LANES; k++)
            if (meets[k] && s->begin[row + k] <= end)
                fk_pair_keys_push(keys, (uint32_t)order[i], (uint32_t)order[row + k]);
    }
    return true;
}

static bool sweep_task(void *data, uint32_t task, fk_pair_keys *keys)
{
    const sweep_columns *s = data;
    uint32_t begin = task * TASK, end = s->self->count - begin < TASK ? s->self->count : begin + TASK;
    for (uint32_t i = begin; i < end; i++)
        if (!sweep_box(s, i, keys))
            return false;
    return true;
}

static fk_status sweep_pairs(void *me, fk_context *context, const fk_broad_boxes *boxes,
                             const fk_workers *workers, fk_pair_keys *out)
{
    const fk_sweep_and_prune *self = me;
    size_t length = (size_t)self->count + 2 * LANES, bytes = 6 * length * sizeof(int32_t);
    int32_t *side = fk_allocate(context, bytes);
    if (side == NULL)
        return FK_ERROR_MEMORY;
    sweep_columns s = {.self = self,
                       .begin = side,
                       .end = side + length,
                       .low = {side + 2 * length, side + 3 * length},
                       .high = {side + 4 * length, side + 5 * length}};
    fill_columns(&s, boxes);
    uint32_t tasks = (self->count + TASK - 1) / TASK;
    fk_status status = fk_broad_gather_pairs(context, workers, tasks, sweep_task, &s, out);
    fk_release(context, side, bytes);
    return status;
}

/* ---- Visits, invariants, memory ------------------------------------------------------------------------ */

/* Returns false when the visit has ended. */
static bool visit_block(const fk_sweep_and_prune *self, fk_broad_visit_state *visit, uint32_t block)
{
    if (fk_broad_lower_bound(visit, &self->block[block].box) > visit->probe.limit)
        return true;
    uint32_t begin = block * FK_SWEEP_BLOCK, end = begin + FK_SWEEP_BLOCK;
    for (uint32_t i = begin; i < end && i < self->count; i++)
        if (!fk_broad_visit_id(visit, (uint32_t)self->order[i]))
            return false;
    return true;
}

/* Returns the last block that begins before the probe; 0 if none does. */
static uint32_t find_start_block(const fk_sweep_and_prune *self, const fk_broad_visit_state *visit)
{
    int32_t at = fk_float_key(visit->probe.box.min[self->axis]);
    uint32_t low = 0, high = sweep_block_count(self);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (entry_begin(self->order[middle * FK_SWEEP_BLOCK]) < at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Returns whether everything between min and max along the axis is beyond the limit. */
static bool is_slab_beyond(const fk_sweep_and_prune *self, const fk_broad_visit_state *visit, float min,
                           float max)
{
    fk_aabb_float space = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    space.min[self->axis] = min;
    space.max[self->axis] = max;
    return fk_broad_lower_bound(visit, &space) > visit->probe.limit;
}

static void sweep_visit(const void *me, fk_broad_visit_state *visit)
{
    const fk_sweep_and_prune *self = me;
    if (self->count == 0)
        return;
    uint32_t up = find_start_block(self, visit), down = up++, count = sweep_block_count(self);
    bool goes_down = true, goes_up = up < count;
    while (goes_down || goes_up) {
        if (goes_down) {
            goes_down = !is_slab_beyond(self, visit, -INFINITY, self->block[down].end);
            if (goes_down && !visit_block(self, visit, down))
                return;
            goes_down = goes_down && down-- > 0;
        }
        if (goes_up) {
            goes_up = !is_slab_beyond(self, visit, self->block[up].box.min[self->axis], INFINITY);
            if (goes_up && !visit_block(self, visit, up))
                return;
            goes_up = goes_up && ++up < count;
        }
    }
}

static bool sweep_is_sound(const void *me, const fk_broad_boxes *boxes)
{
    const fk_sweep_and_prune *self = me;
    uint32_t held = 0;
    for (uint32_t id = 0; id < boxes->count; id++) {
        uint32_t rank = id < self->rank_count ? self->rank[id] : FK_NONE;
        if (fk_aabb_float_is_empty(&boxes->box[id]) != (rank == FK_NONE))
            return false;
        if (rank == FK_NONE)
            continue;
        held++;
        if (rank >= self->count || self->order[rank] != sweep_entry(self, boxes, id) ||
            (rank > 0 && self->order[rank - 1] >= self->order[rank]))
            return false;
    }
    for (uint32_t i = 0; i < sweep_block_count(self); i++) {
        const fk_sweep_block *block = &self->block[i];
        fk_aabb_float box = bound_block(self, boxes, i);
        if (block->is_stale || memcmp(&box, &block->box, sizeof box) != 0 ||
            fk_float_key(block->end) < fk_float_key(box.max[self->axis]) ||
            (i > 0 && block->end < block[-1].end))
            return false;
    }
    return held == self->count;
}

static size_t sweep_bytes(const void *me)
{
    const fk_sweep_and_prune *self = me;
    return self->capacity * sizeof *self->order + self->rank_capacity * sizeof *self->rank +
           self->block_capacity * sizeof *self->block;
}

static void sweep_end(void *me, fk_context *context)
{
    fk_sweep_and_prune *self = me;
    fk_release(context, self->order, self->capacity * sizeof *self->order);
    fk_release(context, self->rank, self->rank_capacity * sizeof *self->rank);
    fk_release(context, self->block, self->block_capacity * sizeof *self->block);
}

const fk_broad_class fk_broad_sweep_and_prune = {sizeof(fk_sweep_and_prune),
                                                 NULL,
                                                 sweep_end,
                                                 sweep_update,
                                                 sweep_pairs,
                                                 sweep_visit,
                                                 sweep_is_sound,
                                                 sweep_bytes};

/* ---- Pairs of boxes of doubles ------------------------------------------------------------------------- */

/* A sorted sweep along the least crowded axis. Boxes are sorted by their lower ends, and each is compared
 * with those that begin before it ends. Sort keys consist of the upper half of an integer in the order of
 * doubles, and the index of the box. So the order is coarse, and the sweep continues while upper halves do
 * not exceed that of the end.
 *
 * Weak inputs: boxes that overlap along every single axis without being near, as the walls of a room do: they
 * cause many comparisons. */

/* Returns the upper half of a double's key, in unsigned order. */
static uint32_t coarse_key(int64_t key)
{
    return (uint32_t)(((uint64_t)key ^ (uint64_t)1 << 63) >> 32);
}

/* Returns a key that is not below x + reach, in any rounding mode: two units in the last place above the
 * rounded sum. The added 2^-1000 exceeds what denormals lose when read as zero. */
static int64_t reach_key(double x, double reach)
{
    if (reach == 0)
        return fk_double_key(x);
    return fk_double_key(x + (reach + 0x1p-1000)) + 2;
}

static bool is_aabb_empty(const fk_aabb *box)
{
    return fk_double_order(box->min.x, box->max.x) > 0 || fk_double_order(box->min.y, box->max.y) > 0 ||
           fk_double_order(box->min.z, box->max.z) > 0;
}

static bool are_aabbs_near(const fk_aabb *a, const fk_aabb *b, double reach)
{
    for (int i = 0; i < 3; i++)
        if (fk_double_key(fk_vec3_get(a->min, i)) > reach_key(fk_vec3_get(b->max, i), reach) ||
            fk_double_key(fk_vec3_get(b->min, i)) > reach_key(fk_vec3_get(a->max, i), reach))
            return false;
    return true;
}

/* Returns the axis with the least sum of widths relative to the total range. A guess for speed; infinite
 * boxes may spoil it. */
static int choose_sparse_axis(const fk_aabb *box, uint32_t count)
{
    int best = 0;
    double least = 0;
    for (int axis = 0; axis < 3; axis++) {
        double low = 0, high = 0, sum = 0;
        bool is_first = true;
        for (uint32_t i = 0; i < count; i++) {
            if (is_aabb_empty(&box[i]))
                continue;
            double min = fk_vec3_get(box[i].min, axis), max = fk_vec3_get(box[i].max, axis);
            low = is_first ? min : fk_smaller(low, min);
            high = is_first ? max : fk_larger(high, max);
            sum += max - min;
            is_first = false;
        }
        double crowd = sum / (high - low);
        if (axis == 0 || crowd < least) {
            best = axis;
            least = crowd;
        }
    }
    return best;
}

/* The order is by lower ends along the axis. Returns false without memory. */
static bool sweep_aabbs(const fk_aabb *box, int axis, double reach, const uint64_t *order, uint32_t count,
                        fk_pairs *pairs)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t one = (uint32_t)order[i];
        uint32_t last = coarse_key(reach_key(fk_vec3_get(box[one].max, axis), reach));
        for (uint32_t k = i + 1; k < count && order[k] >> 32 <= last; k++) {
            uint32_t other = (uint32_t)order[k];
            if (are_aabbs_near(&box[one], &box[other], reach) &&
                !fk_pairs_add(pairs, one < other ? one : other, one < other ? other : one))
                return false;
        }
    }
    return true;
}

fk_status fk_sweep_pairs(fk_context *context, const fk_aabb *box, uint32_t count, double reach,
                         fk_pair_list **out)
{
    if (!(reach >= 0))
        return FK_ERROR_ARGUMENT;
    fk_pairs pairs = {.context = context};
    size_t room_bytes = (size_t)count * sizeof(uint64_t);
    uint64_t *room = fk_allocate(context, room_bytes), *order = fk_allocate(context, room_bytes);
    fk_status status = FK_ERROR_MEMORY;
    if (order != NULL && room != NULL) {
        int axis = choose_sparse_axis(box, count);
        uint32_t held = 0;
        for (uint32_t i = 0; i < count; i++)
            if (!is_aabb_empty(&box[i]))
                order[held++] = (uint64_t)coarse_key(fk_double_key(fk_vec3_get(box[i].min, axis))) << 32 | i;
        fk_sort_u64(order, room, held);
        bool is_complete = sweep_aabbs(box, axis, reach, order, held, &pairs);
        status = fk_pairs_finish(&pairs, is_complete, out);
    }
    fk_release(context, order, room_bytes);
    fk_release(context, room, room_bytes);
    return status;
}
