/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The boxes by id, and which of them have changed. The structures find pairs and near boxes: see the table
 * below.
 *
 * Every changed id is marked and listed; the list has room for all ids, so moving a box cannot fail. A mark
 * says who has not seen the change yet: the structure (dirty), or the list of pairs (stale). An id leaves the
 * list when both have seen it. When too many ids are stale, the list of pairs is discarded, so that visits
 * never scan many listed ids of which few are dirty.
 *
 * When an update fails for lack of memory, the structure is empty and all ids are dirty. Visits then test all
 * boxes one by one until an update succeeds.
 *
 * Weak inputs: a few large ids, since memory grows with the largest. */

#include "broad/broad.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"

/* ---- Boxes of floats ----------------------------------------------------------------------------------- */

/* Rounding boxes of doubles outward to floats, in every state of the floating-point unit. A side is the
 * difference d of x and the origin o, computed in doubles, and then rounded to a float f. In every rounding
 * mode the computed d is the true difference or one of the two doubles around it. So where f is below d, f is
 * also below the true difference: a double lies between them, or f is the lower of the two. Where f equals d,
 * the true difference may lie on either side, unless d is exact. It is exact if and only if x - d gives o and
 * d + o gives x, since one of these two is computed without error: the one that starts with the larger of x
 * and o (Boldo, Graillat, Muller, "On the robustness of the 2Sum and Fast2Sum algorithms", 2017, for all
 * faithful roundings). In all other cases the next float below f is below the true difference. Upper sides
 * are lower sides with reversed signs.
 *
 * Small numbers. Where |d| is below FLT_MIN, so is the size of the true difference, and comparing the bits of
 * x and o gives its sign: the side becomes 0 or FLT_MIN with that sign. So sides are never denormal, and the
 * computation above stays far from the range that is flushed to zero. An operand that is read as zero loses
 * less than 2^-1022, which is less than the step to the next double; where f equals d, the comparison of bits
 * detects it. An origin that is not finite makes boxes infinite. */

#define KEY_INFINITE 0x7f800000
#define KEY_NORMAL   0x00800000 /* of FLT_MIN */

const fk_aabb_float fk_aabb_float_empty = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static bool is_nan_key(int32_t key)
{
    return key > KEY_INFINITE || key < -KEY_INFINITE;
}

/* Returns the greatest key that is not above `key`, not denormal and not beyond infinity. */
static int32_t normalize_key_down(int32_t key)
{
    if (key < -KEY_INFINITE)
        return -KEY_INFINITE;
    if (key >= KEY_NORMAL || key <= -KEY_NORMAL)
        return key;
    return key >= 0 ? 0 : -KEY_NORMAL;
}

/* A fast test that nearly all boxes pass. Denormals, zero and NaN fail it in every state of the
 * floating-point unit. */
static bool is_box_normal(const fk_aabb_float *box)
{
    int is_normal = 1;
    for (int i = 0; i < 3; i++) {
        float min = box->min[i], max = box->max[i];
        is_normal &=
            (min <= max) & ((min >= FLT_MIN) | (min <= -FLT_MIN)) & ((max >= FLT_MIN) | (max <= -FLT_MIN));
    }
    return is_normal;
}

/* Makes a box compare alike in every state of the floating-point unit: sides below FLT_MIN in size move
 * outward to 0 or FLT_MIN, -0 becomes 0, and every empty box becomes the same one. Returns false for NaN, and
 * leaves the box alone. */
static bool normalize_box(fk_aabb_float *box)
{
    if (is_box_normal(box))
        return true;
    fk_aabb_float normal;
    bool is_nan = false, is_empty = false;
    for (int i = 0; i < 3; i++) {
        int32_t min = fk_float_key(box->min[i]), max = fk_float_key(box->max[i]);
        is_nan |= is_nan_key(min) || is_nan_key(max);
        is_empty |= min > max;
        normal.min[i] = fk_float_from_key(normalize_key_down(min));
        normal.max[i] = fk_float_from_key(-normalize_key_down(-max));
    }
    if (is_nan)
        return false;
    *box = is_empty ? fk_aabb_float_empty : normal;
    return true;
}

static bool is_difference_exact(double x, double origin, double difference)
{
    return fk_double_order(x - difference, origin) == 0 && fk_double_order(difference + origin, x) == 0;
}

/* Returns the key of a float that is not above x - origin. */
static int32_t round_key_down(double x, double origin)
{
    double difference = x - origin;
    if (!(fabs(difference) >= FLT_MIN))
        return difference != difference ? -KEY_INFINITE : fk_double_order(x, origin) >= 0 ? 0 : -KEY_NORMAL;
    float near = (float)difference;
    int32_t key = fk_float_key(near);
    bool is_over = (double)near > difference;
    if ((double)near == difference && !is_difference_exact(x, origin, difference))
        is_over = true;
    return normalize_key_down(key - is_over);
}

static bool is_nan(double x)
{
    return fk_bits_of(x) << 1 > UINT64_C(0x7ff) << 53;
}

fk_aabb_float fk_aabb_round(const fk_aabb *box, fk_vec3 origin)
{
    fk_aabb_float rounded;
    for (int i = 0; i < 3; i++) {
        double min = fk_vec3_get(box->min, i), max = fk_vec3_get(box->max, i), zero = fk_vec3_get(origin, i);
        if (is_nan(min) || is_nan(max) || fk_double_order(min, max) > 0)
            return fk_aabb_float_empty;
        rounded.min[i] = fk_float_from_key(round_key_down(min, zero));
        rounded.max[i] = fk_float_from_key(-round_key_down(-max, -zero));
    }
    return rounded;
}

/* ---- The boxes ----------------------------------------------------------------------------------------- */

#define FEW 32 /* ids up to this many are sorted by insertion */

/* By kind. */
static const fk_broad_class *const structure_class[FK_BROAD_COUNT] = {
    &fk_broad_packed_tree,       &fk_broad_brute,  &fk_broad_grid,
    &fk_broad_hierarchical_grid, &fk_broad_octree, &fk_broad_dynamic_tree,
    &fk_broad_sweep_and_prune,
};

const char *fk_broad_word(fk_broad_kind kind)
{
    static const char *const word[] = {
#define FK_BROAD_WORD(name, text) text,
        FK_BROAD_LIST(FK_BROAD_WORD)
#undef FK_BROAD_WORD
    };
    return (unsigned)kind < FK_BROAD_COUNT ? word[kind] : "";
}

fk_broad_options fk_broad_options_default(void)
{
    fk_broad_options options = {FK_BROAD_PACKS, FK_GRID_LARGEST, 0.05f, 2.0f, 10, false};
    return options;
}

static bool are_options_valid(const fk_broad_options *options)
{
    return (unsigned)options->kind < FK_BROAD_COUNT && (unsigned)options->grid <= FK_GRID_COUNT &&
           options->fat >= 0 && options->fat <= FLT_MAX && options->ahead >= 0 && options->ahead <= FLT_MAX &&
           options->depth <= 20;
}

fk_status fk_broad_create(fk_context *context, const fk_broad_options *options, fk_broad **out)
{
    fk_broad_options usual = fk_broad_options_default();
    if (options == NULL)
        options = &usual;
    if (!are_options_valid(options))
        return FK_ERROR_ARGUMENT;
    const fk_broad_class *kind = structure_class[options->kind];
    fk_broad *broad = fk_allocate(context, sizeof *broad);
    void *self = fk_allocate(context, kind->size);
    if (broad == NULL || self == NULL) {
        fk_release(context, self, kind->size);
        fk_release(context, broad, sizeof *broad);
        return FK_ERROR_MEMORY;
    }
    *broad = (fk_broad){.context = context, .kind = kind, .self = self, .keys.context = context};
    memset(self, 0, kind->size);
    if (kind->init != NULL)
        kind->init(self, options);
    *out = broad;
    return FK_OK;
}

/* bytes for each id */
#define BOX_BYTES (sizeof(fk_aabb_float) + sizeof(uint32_t) + sizeof(uint8_t))

void fk_broad_destroy(fk_broad *broad)
{
    if (broad == NULL)
        return;
    fk_context *context = broad->context;
    if (broad->kind->end != NULL)
        broad->kind->end(broad->self, context);
    fk_release(context, broad->self, broad->kind->size);
    fk_release(context, broad->box, broad->capacity * BOX_BYTES);
    fk_release(context, broad->keys.key, broad->keys.capacity * sizeof *broad->keys.key);
    fk_release(context, broad->pair, broad->pair_capacity * sizeof *broad->pair);
    fk_release(context, broad, sizeof *broad);
}

fk_status fk_broad_reserve(fk_broad *broad, uint32_t count)
{
    if (count <= broad->capacity)
        return FK_OK;
    if ((uint64_t)count * BOX_BYTES > (uint64_t)PTRDIFF_MAX)
        return FK_ERROR_MEMORY;
    fk_aabb_float *box = fk_allocate(broad->context, count * BOX_BYTES);
    if (box == NULL)
        return FK_ERROR_MEMORY;
    uint32_t *changed = (uint32_t *)(box + count);
    uint8_t *mark = (uint8_t *)(changed + count);
    if (broad->box != NULL) {
        memcpy(box, broad->box, broad->boxes.count * sizeof *box);
        memcpy(changed, broad->changed, broad->changed_count * sizeof *changed);
        memcpy(mark, broad->mark, broad->boxes.count * sizeof *mark);
        fk_release(broad->context, broad->box, broad->capacity * BOX_BYTES);
    }
    broad->box = box;
    broad->boxes.box = box;
    broad->changed = changed;
    broad->mark = mark;
    broad->capacity = count;
    return FK_OK;
}

/* Adds ids up to `id`, with empty boxes. */
static fk_status extend_ids(fk_broad *broad, uint32_t id)
{
    if (id == UINT32_MAX)
        return FK_ERROR_MEMORY;
    if (id >= broad->capacity) {
        uint64_t grown = (uint64_t)broad->capacity + broad->capacity / 2 + 16;
        grown = grown > UINT32_MAX ? UINT32_MAX : grown;
        fk_status status = fk_broad_reserve(broad, id < grown ? (uint32_t)grown : id + 1);
        if (status != FK_OK)
            return status;
    }
    for (uint32_t i = broad->boxes.count; i <= id; i++) {
        broad->box[i] = fk_aabb_float_empty;
        broad->mark[i] = 0;
    }
    broad->boxes.count = id + 1;
    return FK_OK;
}

/* Marks a box that neither the structure nor the list of pairs has seen. */
static void mark_changed(fk_broad *broad, uint32_t id)
{
    uint8_t *mark = &broad->mark[id];
    if (*mark == 0)
        broad->changed[broad->changed_count++] = id;
    if (!(*mark & FK_BROAD_DIRTY))
        broad->dirty_count++;
    *mark |= broad->has_pairs ? FK_BROAD_DIRTY | FK_BROAD_STALE_PAIRS : FK_BROAD_DIRTY;
}

fk_status fk_broad_set(fk_broad *broad, uint32_t id, const fk_aabb_float *box)
{
    fk_aabb_float normal = *box;
    if (!normalize_box(&normal))
        return FK_ERROR_NOT_FINITE;
    if (id >= broad->boxes.count) {
        fk_status status = fk_aabb_float_is_empty(&normal) ? FK_OK : extend_ids(broad, id);
        if (status != FK_OK || id >= broad->boxes.count)
            return status;
    }
    if (memcmp(&normal, &broad->box[id], sizeof normal) != 0) {
        broad->box[id] = normal;
        mark_changed(broad, id);
    }
    return FK_OK;
}

void fk_broad_remove(fk_broad *broad, uint32_t id)
{
    fk_broad_set(broad, id, &fk_aabb_float_empty);
}

fk_aabb_float fk_broad_box(const fk_broad *broad, uint32_t id)
{
    return id < broad->boxes.count ? broad->box[id] : fk_aabb_float_empty;
}

static bool is_ascending(const uint32_t *number, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (number[i - 1] >= number[i])
            return false;
    return true;
}

static void sort_ids(uint32_t *number, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t moved = number[i], place = i;
        for (; place > 0 && number[place - 1] > moved; place--)
            number[place] = number[place - 1];
        number[place] = moved;
    }
}

/* Sorts the changed ids, dirty ones first. Many ids are read off the marks, which takes no memory. */
static void sort_changed(fk_broad *broad)
{
    uint32_t count = broad->changed_count, dirty = broad->dirty_count, *changed = broad->changed;
    if (dirty == count && is_ascending(changed, count))
        return;
    if (count > FEW) {
        uint32_t next = 0, next_stale = dirty;
        for (uint32_t id = 0; id < broad->boxes.count; id++)
            if (broad->mark[id] & FK_BROAD_DIRTY)
                changed[next++] = id;
            else if (broad->mark[id] != 0)
                changed[next_stale++] = id;
        return;
    }
    uint32_t front = 0;
    for (uint32_t i = 0; i < count; i++)
        if (broad->mark[changed[i]] & FK_BROAD_DIRTY) {
            uint32_t id = changed[i];
            changed[i] = changed[front];
            changed[front++] = id;
        }
    sort_ids(changed, dirty);
}

/* Marks all ids, after the structure has lost them. */
static void mark_all_dirty(fk_broad *broad)
{
    fk_broad_discard_pairs(broad);
    for (uint32_t id = 0; id < broad->boxes.count; id++) {
        broad->mark[id] = FK_BROAD_DIRTY;
        broad->changed[id] = id;
    }
    broad->changed_count = broad->boxes.count;
    broad->dirty_count = broad->boxes.count;
}

void fk_broad_discard_pairs(fk_broad *broad)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < broad->changed_count; i++) {
        uint32_t id = broad->changed[i];
        broad->mark[id] &= FK_BROAD_DIRTY;
        if (broad->mark[id] != 0)
            broad->changed[kept++] = id;
    }
    broad->changed_count = kept;
    broad->has_pairs = false;
}

fk_status fk_broad_update(fk_broad *broad, const fk_workers *workers)
{
    if (broad->dirty_count == 0)
        return FK_OK;
    sort_changed(broad);
    fk_status status = FK_OK;
    if (broad->kind->update != NULL)
        status = broad->kind->update(broad->self, broad->context, &broad->boxes, broad->changed,
                                     broad->dirty_count, workers);
    if (status != FK_OK) {
        mark_all_dirty(broad);
        return status;
    }
    for (uint32_t i = 0; i < broad->dirty_count; i++)
        broad->mark[broad->changed[i]] &= FK_BROAD_STALE_PAIRS;
    broad->dirty_count = 0;
    if (!broad->has_pairs)
        broad->changed_count = 0;
    else if (!fk_broad_should_patch(broad, broad->changed_count))
        fk_broad_discard_pairs(broad);
    assert(fk_broad_is_sound(broad));
    return FK_OK;
}

/* Checks that the marked ids are exactly the listed ones, that the counts are right, and that all boxes are
 * normal. */
static bool are_marks_sound(const fk_broad *broad)
{
    uint32_t marked = 0, dirty = 0;
    for (uint32_t id = 0; id < broad->boxes.count; id++) {
        uint8_t mark = broad->mark[id];
        fk_aabb_float box = broad->box[id];
        marked += mark != 0;
        dirty += mark & FK_BROAD_DIRTY;
        if (mark > (broad->has_pairs ? FK_BROAD_DIRTY | FK_BROAD_STALE_PAIRS : FK_BROAD_DIRTY) ||
            !normalize_box(&box) || memcmp(&box, &broad->box[id], sizeof box) != 0)
            return false;
    }
    for (uint32_t i = 0; i < broad->changed_count; i++)
        if (broad->changed[i] >= broad->boxes.count || broad->mark[broad->changed[i]] == 0)
            return false;
    return marked == broad->changed_count && dirty == broad->dirty_count;
}

bool fk_broad_is_sound(const fk_broad *broad)
{
    return are_marks_sound(broad) && (broad->dirty_count > 0 || broad->kind->is_sound == NULL ||
                                      broad->kind->is_sound(broad->self, &broad->boxes));
}

size_t fk_broad_bytes(const fk_broad *broad, size_t *of_boxes)
{
    size_t boxes = sizeof *broad + broad->kind->size + (size_t)broad->capacity * BOX_BYTES;
    if (broad->kind->bytes != NULL)
        boxes += broad->kind->bytes(broad->self);
    if (of_boxes != NULL)
        *of_boxes = boxes;
    return boxes + broad->keys.capacity * sizeof *broad->keys.key +
           broad->pair_capacity * sizeof *broad->pair;
}

/* ---- Visits -------------------------------------------------------------------------------------------- */

/* Lower bounds of distances and times; dirty boxes are tested one by one. The bounds are computed in doubles
 * and never exceed the exact value, in every state of the floating-point unit. Sides are floats that are not
 * denormal, so they convert to doubles exactly, and their differences are zero or at least 2^-149 in size. So
 * no result below is flushed to zero, and each has a relative error of at most u = 2^-52, in every rounding
 * mode. The signs of differences are always right.
 *   - Distance: a difference, a square, two sums, a root: the squares are off by 3 u, the sum by 5 u, the
 *     root by 3.5 u and a little. The result is reduced by 8 u, which rounds once more.
 *   - Time: a difference times 1 / velocity. The inverse is rounded once and moved down or up by 8 u, which
 *     rounds again, and so does the product: 4 u in all. Velocities below 2^-800 or above 2^800 in size are
 *     replaced by these bounds, so all products are far from the limits of doubles.
 * An infinite difference needs no special care. Infinity minus infinity, or zero times infinity, is NaN, and
 * every comparison with NaN is false, so it bounds nothing. Boxes at infinity have the largest double as
 * their distance, and an infinite limit becomes the largest double, so an infinite bound always exceeds it.
 *
 * Weak inputs: many boxes that have changed since the last update. */

#define LESS (1 - 0x1p-49)
#define MORE (1 + 0x1p-49)
#define FAST 0x1p800 /* components between 1 / FAST and FAST in size are used unchanged */

static double bound_distance(const fk_aabb_float *a, const fk_aabb_float *b)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double above = (double)b->min[i] - (double)a->max[i], below = (double)a->min[i] - (double)b->max[i];
        double gap = above > 0 ? above : 0;
        gap = below > gap ? below : gap;
        sum += gap * gap;
    }
    double distance = sqrt(sum) * LESS;
    return distance < DBL_MAX ? distance : DBL_MAX;
}

/* Intersects, over the axes, the time intervals in which the boxes overlap. */
static double bound_time(const fk_broad_visit_state *visit, const fk_aabb_float *b)
{
    const fk_aabb_float *a = &visit->probe.box;
    double enter = 0, leave = INFINITY;
    for (int i = 0; i < 3; i++) {
        double above = (double)b->min[i] - (double)a->max[i], below = (double)a->min[i] - (double)b->max[i];
        double ahead = visit->sign[i] > 0 ? above : below, behind = visit->sign[i] > 0 ? below : above;
        if (behind > 0 || (visit->sign[i] == 0 && ahead > 0))
            return INFINITY;
        if (visit->sign[i] == 0)
            continue;
        double first = ahead * visit->inverse_min[i], last = -behind * visit->inverse_max[i];
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    return enter > leave ? INFINITY : enter;
}

double fk_broad_lower_bound(const fk_broad_visit_state *visit, const fk_aabb_float *box)
{
    if (visit->probe.question == FK_BROAD_NEAR)
        return bound_distance(&visit->probe.box, box);
    if (visit->probe.question == FK_BROAD_MOVES)
        return bound_time(visit, box);
    return fk_aabb_float_meets(&visit->probe.box, box) ? 0 : INFINITY;
}

/* Visits a non-empty box unless it is beyond the limit. Returns false when the visit has ended. */
static bool offer_box(fk_broad_visit_state *visit, uint32_t id)
{
    double limit = visit->probe.limit;
    if (!(fk_broad_lower_bound(visit, &visit->boxes->box[id]) <= limit))
        return true;
    double said = visit->visitor(visit->user, id, limit);
    if (said < limit)
        visit->probe.limit = said;
    return visit->probe.limit >= 0;
}

bool fk_broad_visit_id(fk_broad_visit_state *visit, uint32_t id)
{
    return visit->mark[id] & FK_BROAD_DIRTY ? true : offer_box(visit, id);
}

/* Bounds 1 / |velocity| along an axis. */
static void bound_inverse_speed(fk_broad_visit_state *visit, int axis)
{
    double velocity = fk_vec3_get(visit->probe.velocity, axis), size = fabs(velocity);
    visit->sign[axis] = fk_sign_of(velocity);
    if (size > FAST) {
        visit->inverse_min[axis] = 0;
        visit->inverse_max[axis] = 1 / FAST;
    } else if (!(size >= 1 / FAST)) {
        visit->inverse_min[axis] = FAST;
        visit->inverse_max[axis] = INFINITY;
    } else {
        visit->inverse_min[axis] = 1 / size * LESS;
        visit->inverse_max[axis] = 1 / size * MORE;
    }
}

void fk_broad_visit(const fk_broad *broad, const fk_broad_probe *probe, fk_broad_visitor *visitor, void *user)
{
    assert(probe->limit >= 0 && probe->question <= FK_BROAD_MOVES);
    fk_broad_visit_state visit = {
        .probe = *probe, .boxes = &broad->boxes, .mark = broad->mark, .visitor = visitor, .user = user};
    if (!normalize_box(&visit.probe.box) || fk_aabb_float_is_empty(&visit.probe.box))
        return;
    if (!(visit.probe.limit < DBL_MAX))
        visit.probe.limit = DBL_MAX;
    if (visit.probe.question == FK_BROAD_MOVES)
        for (int axis = 0; axis < 3; axis++)
            bound_inverse_speed(&visit, axis);
    broad->kind->visit(broad->self, &visit);
    for (uint32_t i = 0; i < broad->changed_count && broad->dirty_count > 0 && visit.probe.limit >= 0; i++) {
        uint32_t id = broad->changed[i];
        if ((broad->mark[id] & FK_BROAD_DIRTY) && !fk_aabb_float_is_empty(&broad->box[id]))
            offer_box(&visit, id);
    }
}
