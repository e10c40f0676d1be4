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
#include <string.h>

#define FEW 32 /* so many are sorted by insertion */

/* By kind. */
static const fk_broad_class *const class_of[FK_BROAD_COUNT] = {
    &fk_broad_packs,  &fk_broad_brute, &fk_broad_grid,  &fk_broad_levels,
    &fk_broad_octree, &fk_broad_tree,  &fk_broad_sweep,
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

static bool are_valid(const fk_broad_options *options)
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
    if (!are_valid(options))
        return FK_ERROR_ARGUMENT;
    const fk_broad_class *kind = class_of[options->kind];
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
static fk_status add_numbers(fk_broad *broad, uint32_t id)
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
    if (!(*mark & FK_BROAD_LOOSE))
        broad->loose_count++;
    *mark |= broad->has_pairs ? FK_BROAD_LOOSE | FK_BROAD_STALE : FK_BROAD_LOOSE;
}

fk_status fk_broad_set(fk_broad *broad, uint32_t id, const fk_aabb_float *box)
{
    fk_aabb_float settled = *box;
    if (!fk_aabb_float_settle(&settled))
        return FK_ERROR_NOT_FINITE;
    if (id >= broad->boxes.count) {
        fk_status status = fk_aabb_float_is_empty(&settled) ? FK_OK : add_numbers(broad, id);
        if (status != FK_OK || id >= broad->boxes.count)
            return status;
    }
    if (memcmp(&settled, &broad->box[id], sizeof settled) != 0) {
        broad->box[id] = settled;
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

static void sort_few(uint32_t *number, uint32_t count)
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
    uint32_t count = broad->changed_count, loose = broad->loose_count, *changed = broad->changed;
    if (loose == count && is_ascending(changed, count))
        return;
    if (count > FEW) {
        uint32_t next = 0, next_stale = loose;
        for (uint32_t id = 0; id < broad->boxes.count; id++)
            if (broad->mark[id] & FK_BROAD_LOOSE)
                changed[next++] = id;
            else if (broad->mark[id] != 0)
                changed[next_stale++] = id;
        return;
    }
    uint32_t front = 0;
    for (uint32_t i = 0; i < count; i++)
        if (broad->mark[changed[i]] & FK_BROAD_LOOSE) {
            uint32_t id = changed[i];
            changed[i] = changed[front];
            changed[front++] = id;
        }
    sort_few(changed, loose);
}

/* The structure holds nothing. */
static void loosen_all(fk_broad *broad)
{
    fk_broad_forget_pairs(broad);
    for (uint32_t id = 0; id < broad->boxes.count; id++) {
        broad->mark[id] = FK_BROAD_LOOSE;
        broad->changed[id] = id;
    }
    broad->changed_count = broad->boxes.count;
    broad->loose_count = broad->boxes.count;
}

void fk_broad_forget_pairs(fk_broad *broad)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < broad->changed_count; i++) {
        uint32_t id = broad->changed[i];
        broad->mark[id] &= FK_BROAD_LOOSE;
        if (broad->mark[id] != 0)
            broad->changed[kept++] = id;
    }
    broad->changed_count = kept;
    broad->has_pairs = false;
}

fk_status fk_broad_update(fk_broad *broad, const fk_workers *workers)
{
    if (broad->loose_count == 0)
        return FK_OK;
    sort_changed(broad);
    fk_status status = broad->kind->update(broad->self, broad->context, &broad->boxes, broad->changed,
                                           broad->loose_count, workers);
    if (status != FK_OK) {
        loosen_all(broad);
        return status;
    }
    for (uint32_t i = 0; i < broad->loose_count; i++)
        broad->mark[broad->changed[i]] &= FK_BROAD_STALE;
    broad->loose_count = 0;
    if (!broad->has_pairs)
        broad->changed_count = 0;
    else if (!fk_broad_is_few(broad, broad->changed_count))
        fk_broad_forget_pairs(broad);
    assert(fk_broad_is_sound(broad));
    return FK_OK;
}

/* Numbers are marked when, and only when, they are in the list, and counted; and all boxes are settled. */
static bool is_sound(const fk_broad *broad)
{
    uint32_t marked = 0, loose = 0;
    for (uint32_t id = 0; id < broad->boxes.count; id++) {
        uint8_t mark = broad->mark[id];
        fk_aabb_float box = broad->box[id];
        marked += mark != 0;
        loose += mark & FK_BROAD_LOOSE;
        if (mark > (broad->has_pairs ? FK_BROAD_LOOSE | FK_BROAD_STALE : FK_BROAD_LOOSE) ||
            !fk_aabb_float_settle(&box) || memcmp(&box, &broad->box[id], sizeof box) != 0)
            return false;
    }
    for (uint32_t i = 0; i < broad->changed_count; i++)
        if (broad->changed[i] >= broad->boxes.count || broad->mark[broad->changed[i]] == 0)
            return false;
    return marked == broad->changed_count && loose == broad->loose_count;
}

bool fk_broad_is_sound(const fk_broad *broad)
{
    return is_sound(broad) && (broad->loose_count > 0 || broad->kind->is_sound(broad->self, &broad->boxes));
}

size_t fk_broad_bytes(const fk_broad *broad, size_t *of_boxes)
{
    size_t boxes = sizeof *broad + broad->kind->size + broad->kind->bytes(broad->self) +
                   (size_t)broad->capacity * BOX_BYTES;
    if (of_boxes != NULL)
        *of_boxes = boxes;
    return boxes + broad->keys.capacity * sizeof *broad->keys.key +
           broad->pair_capacity * sizeof *broad->pair;
}
