/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes that come, move and go: the boxes by number, and what has changed. How pairs and near boxes are found
 * is up to the structure; see the table below.
 *
 * Each number that has changed is marked, and in a list, which has room for all of them: so moving a box
 * cannot fail. The marks say who does not know of the change yet: the structure (loose), or the list of pairs
 * (stale). Numbers leave the list when both know. Where too many are stale, the list of pairs is forgotten
 * instead, so that visits never walk through many numbers of which few are loose.
 *
 * When an update finds no memory, the structure holds nothing; then all numbers are loose, and visits go
 * through all of them one by one, until an update succeeds.
 *
 * Weak inputs: numbers that are large and few. */

#include "broad/broad.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"

/* ---- Boxes of floats ----------------------------------------------------------------------------------- */

/* From boxes of doubles, outward, in every state of the floating-point unit. A side is the difference d of x
 * and the origin o, computed in doubles, and then turned into a float f. The computed d is one of the two
 * doubles around the true difference, or it, in every rounding mode. So where f is below d, it is below the
 * truth as well, since there is a double between them or f is the lower of the two. Where f is d, the truth
 * may be on either side, unless the difference is exact: then, and only then, x - d gives o and d + o gives
 * x, for one of the two is computed without an error: the one that begins with the larger of x and o (Boldo,
 * Graillat, Muller, "On the robustness of the 2Sum and Fast2Sum algorithms", 2017: so it is for all
 * roundings that are faithful). In all other cases the next float below is below the truth. Upper sides are
 * lower sides with the signs turned round.
 *
 * Small numbers. Where |d| is less than the least normal float, the truth is not larger than that, and its
 * sign is that of comparing x with o by their bits: the side is 0 or that float. So sides are never
 * denormal, and what is computed above is far from where doubles are flushed to zero. What an operand loses
 * when it is taken for zero, less than 2^-1022, is less than the step to the next double; and where f is d,
 * it is seen by the comparison of bits. An origin that is not finite makes boxes infinite. */

#define KEY_INFINITE 0x7f800000
#define KEY_NORMAL   0x00800000 /* of FLT_MIN */

const fk_aabb_float fk_aabb_float_empty = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static bool is_nan_key(int32_t key)
{
    return key > KEY_INFINITE || key < -KEY_INFINITE;
}

/* The greatest key that is not above this one, and neither denormal nor beyond the infinite. */
static int32_t normalize_key_down(int32_t key)
{
    if (key < -KEY_INFINITE)
        return -KEY_INFINITE;
    if (key >= KEY_NORMAL || key <= -KEY_NORMAL)
        return key;
    return key >= 0 ? 0 : -KEY_NORMAL;
}

/* Whether nothing is to be done, as for nearly all boxes. What is denormal fails this in every state of the
 * floating-point unit, and so do zero and NaN. */
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

/* Makes a box one that compares in the same way in every state of the floating-point unit: sides below the
 * least normal float move outward to that or zero, -0 becomes 0, and any empty box the same one. False for
 * NaN, and the box is left alone. */
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

/* The key of a float that is not above x - origin. */
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

#define FEW 32 /* so many are sorted by insertion */

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
    fk_broad_options options = {FK_BROAD_PACKS, FK_GRID_LARGEST, 0.05f, 2.0f, 10};
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

/* Of a number. */
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

/* Room for one more number, and those below it, which have no boxes. */
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

/* Nobody knows of the box any more. */
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

/* Sorts the changed numbers: those that are loose first. Many are read off the marks, which takes no
 * memory. */
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

/* The structure holds nothing. */
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

/* Numbers are marked when, and only when, they are in the list, and counted; and all boxes are settled. */
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

/* How far away a box is at least, and the boxes that the structure does not know yet, which are looked at one by
 * one. Bounds are computed in doubles, and are never more than the truth, in every state of the floating-point
 * unit. Sides are floats that are not denormal, so they are doubles without an error, and differences of them
 * are zero or at least 2^-149 in size. No result below is flushed to zero, then, and each is off by a factor
 * within 1 - u and 1 + u, u = 2^-52, whatever the rounding. The signs of differences are always right.
 *   - Distance: a difference, a square, two sums, a root: the squares are off by 3 u, the sum by 5 u, the root
 *     by 3.5 u and a little. It is made smaller by 8 u, which is rounded once more.
 *   - Time: a difference, times 1 / velocity, which is rounded once, made smaller or larger by 8 u, which is
 *     rounded again, and the product: 4 u in all. Velocities below 2^-800 or above 2^800 in size are bounded
 *     by those; all products are far from the ends of doubles, then.
 * Infinite sides: an infinite difference says what it should. Infinite less infinite, or zero times infinite,
 * is NaN, and no comparison holds for that, so it bounds nothing. What is infinitely far away is at the
 * largest double, as is a limit that is infinite: so an infinite bound is always beyond it.
 *
 * Weak inputs: many boxes that have changed since the last update. */

#define LESS (1 - 0x1p-49)
#define MORE (1 + 0x1p-49)
#define FAST 0x1p800 /* velocities within this and its inverse are taken as they are */

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

/* Along each axis, the box is met from one time on until another. */
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

/* Visits a box that is not empty, unless it is beyond the limit. */
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

/* Bounds of 1 / |velocity|. */
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
