/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The pairs of objects of a question, and which of them are candidates, with boxes that meet.
 *
 * One object: the scopes that contain it, from the innermost to the world. In each one whose members are
 * tested, its box is compared with those of the objects there, and of the scopes there except the one that
 * contains it. A scope that it does not meet, by its box or, exactly, by its volume, is skipped with
 * everything in it; others are searched in the same way.
 *
 * All objects: a sweep over all boxes; the innermost common scope says whether a pair is tested.
 *
 * Pairs are counted by scope: n (n - 1) / 2 in each scope, minus those within one of the scopes in it.
 *
 * Comparisons of boxes may read denormals as zero: then some boxes meet that do not, and nothing is lost.
 * Weak inputs: all against all if very many objects overlap in a scope whose members are not tested, because
 * the sweep finds all their pairs first. */

#include "base/bits.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "cells/cells.h"
#include "cells/search.h"
#include "farkas/broad.h"
#include "farkas/pair.h"

/* ---- Scopes -------------------------------------------------------------------------------------------- */

/* Scopes: what contains what, and the boxes around it.
 *
 * The box of a scope without a volume is the box around everything in it. When an object moves, the scopes
 * that contain it are marked as stale, up to the first that is stale already or has a volume: boxes around a
 * volume do not change unless it has to grow. The next question refits the stale scopes from the last to the
 * first, so that inner boxes are ready before outer ones.
 *
 * Weak inputs: scopes nested thousands deep, since moves and pairs of objects climb step by step. */

static void store_box(fk_search *s, uint32_t object)
{
    uint32_t place = s->place_of[object];
    const fk_aabb *box = &s->placed[object].box;
    for (int k = 0; k < 3; k++) {
        s->low[k][place] = fk_vec3_get(box->min, k);
        s->high[k][place] = fk_vec3_get(box->max, k);
    }
}

void fk_scope_grow(fk_search_scope *scope, double margin)
{
    scope->margin = margin;
    scope->grown = fk_cells_grow(&scope->volume, margin);
    scope->box = fk_cells_bounds(&scope->grown);
}

/* Grows the volumes around an object, so that they contain leaves that stick out of its placed root. Outer
 * volumes have at least the margin of inner ones, so the first sufficient one ends the loop. Returns whether
 * any has grown. */
static bool grow_volumes(fk_search *s, uint32_t object)
{
    const fk_placed_cells *placed = &s->placed[object];
    double margin = placed->tree->node[0].child_count > 0 ? placed->margin : 0;
    bool has_grown = false;
    uint32_t i = s->scope[s->scope_of[object]].holder;
    for (; i != FK_NONE && s->scope[i].margin < margin; i = s->scope[s->scope[i].parent].holder) {
        fk_scope_grow(&s->scope[i], margin);
        has_grown = true;
    }
    return has_grown;
}

/* Links each scope into the list of its parent, in the order of their numbers. */
static void link_scopes(fk_search *s)
{
    for (uint32_t i = s->scope_count - 1; i > FK_SCOPE_WORLD; i--) {
        fk_search_scope *parent = &s->scope[s->scope[i].parent];
        s->scope[i].next = parent->first_child;
        parent->first_child = i;
    }
}

void fk_scopes_fill(fk_search *s)
{
    link_scopes(s);
    for (uint32_t i = 0; i < s->object_count; i++)
        s->scope[s->scope_of[i]].total++;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < s->scope_count; i++) {
        s->scope[i].begin = begin;
        begin += s->scope[i].total;
    }
    for (uint32_t i = 0; i < s->object_count; i++) {
        fk_search_scope *scope = &s->scope[s->scope_of[i]];
        s->place_of[i] = scope->begin + scope->count++;
        s->object_at[s->place_of[i]] = i;
        store_box(s, i);
        grow_volumes(s, i);
    }
    for (uint32_t i = s->scope_count - 1; i > FK_SCOPE_WORLD; i--) {
        s->scope[s->scope[i].parent].total += s->scope[i].total;
        s->scope[i].is_stale = s->scope[i].volume.kind == FK_KIND_NONE;
    }
    s->has_stale = true;
}

void fk_scopes_move(fk_search *s, uint32_t object)
{
    store_box(s, object);
    bool goes_on = grow_volumes(s, object);
    for (uint32_t i = s->scope_of[object]; i != FK_SCOPE_WORLD; i = s->scope[i].parent) {
        fk_search_scope *scope = &s->scope[i];
        bool has_volume = scope->volume.kind != FK_KIND_NONE;
        if (!goes_on && (scope->is_stale || has_volume))
            return;
        if (!has_volume)
            scope->is_stale = s->has_stale = true;
    }
}

static void refit_scope(fk_search *s, fk_search_scope *scope)
{
    fk_aabb box = fk_aabb_empty();
    for (int k = 0; k < 3; k++) {
        const double *low = s->low[k] + scope->begin, *high = s->high[k] + scope->begin;
        double least = fk_vec3_get(box.min, k), most = fk_vec3_get(box.max, k);
        for (uint32_t i = 0; i < scope->count; i++) {
            least = fk_double_least(low[i], least);
            most = fk_double_greatest(high[i], most);
        }
        *fk_vec3_at(&box.min, k) = least;
        *fk_vec3_at(&box.max, k) = most;
    }
    for (uint32_t child = scope->first_child; child != FK_NONE; child = s->scope[child].next)
        box = fk_cells_join_boxes(&box, &s->scope[child].box);
    scope->box = box;
    scope->is_stale = false;
}

void fk_scopes_refit(fk_search *s)
{
    for (uint32_t i = s->scope_count - 1; s->has_stale && i > FK_SCOPE_WORLD; i--)
        if (s->scope[i].is_stale)
            refit_scope(s, &s->scope[i]);
    s->has_stale = false;
}

/* Returns the innermost scope that contains both objects. A scope comes after those that contain it. */
static uint32_t common_scope(const fk_search *s, uint32_t a, uint32_t b)
{
    uint32_t i = s->scope_of[a], k = s->scope_of[b];
    while (i != k)
        if (i > k)
            i = s->scope[i].parent;
        else
            k = s->scope[k].parent;
    return i;
}

static bool add_pair_key(fk_search *s, size_t *count, uint32_t a, uint32_t b)
{
    if (!fk_grow(s->context, &s->key, sizeof *s->key, *count, &s->key_capacity, *count + 1))
        return false;
    s->key[(*count)++] = (uint64_t)a << 32 | b;
    return true;
}

/* ---- One object ---------------------------------------------------------------------------------------- */

#define BLOCK 16

/* Sets apart[i] to nonzero for boxes that are apart from this one. Returns whether all are. */
static bool are_boxes_apart(const fk_search *s, uint32_t begin, uint32_t count, const fk_aabb *box,
                            int64_t apart[BLOCK])
{
    const double *low_x = s->low[0] + begin, *low_y = s->low[1] + begin, *low_z = s->low[2] + begin;
    const double *high_x = s->high[0] + begin, *high_y = s->high[1] + begin, *high_z = s->high[2] + begin;
    int64_t all = 1;
    for (uint32_t i = 0; i < count; i++) {
        apart[i] = (low_x[i] > box->max.x) | (box->min.x > high_x[i]) | (low_y[i] > box->max.y) |
                   (box->min.y > high_y[i]) | (low_z[i] > box->max.z) | (box->min.z > high_z[i]);
        all &= apart[i];
    }
    return all != 0;
}

/* Tests the objects directly in a scope. */
static bool test_members(fk_search *s, const fk_search_scope *scope, size_t *count)
{
    uint32_t object = s->question.object, end = scope->begin + scope->count;
    const fk_aabb box = s->placed[object].box;
    for (uint32_t i = scope->begin; i < end; i += BLOCK) {
        int64_t apart[BLOCK];
        uint32_t some = end - i < BLOCK ? end - i : BLOCK;
        if (are_boxes_apart(s, i, some, &box, apart))
            continue;
        for (uint32_t k = 0; k < some; k++) {
            uint32_t other = s->object_at[i + k];
            if (!apart[k] && other != object && !add_pair_key(s, count, object, other))
                return false;
        }
    }
    return true;
}

static bool meets_scope(fk_search *s, const fk_search_scope *scope)
{
    const fk_placed_cells *placed = &s->placed[s->question.object];
    if (!fk_aabb_meets(placed->box, scope->box))
        return false;
    if (scope->volume.kind == FK_KIND_NONE)
        return true;
    fk_piece root = fk_placed_cells_piece(placed, 0);
    fk_piece volume = {.kind = scope->grown.kind, .as.cell = scope->grown.cell};
    s->work.pair_tests++;
    return fk_pair_verdict(&root, &volume) != FK_APART;
}

/* Tests everything in scope `top` except what is in its inner scope `inner`. After a scope that the object
 * meets comes its first child; after others the next one in the list, or in the list of an enclosing
 * scope. */
static bool test_scope(fk_search *s, uint32_t top, uint32_t inner, size_t *count)
{
    const fk_search_scope *scope = s->scope;
    if (!test_members(s, &scope[top], count))
        return false;
    uint32_t i = scope[top].first_child;
    while (i != FK_NONE) {
        bool enters = i != inner && meets_scope(s, &scope[i]);
        if (enters && !test_members(s, &scope[i], count))
            return false;
        if (enters && scope[i].first_child != FK_NONE) {
            i = scope[i].first_child;
            continue;
        }
        while (i != top && scope[i].next == FK_NONE)
            i = scope[i].parent;
        i = i == top ? FK_NONE : scope[i].next;
    }
    return true;
}

/* All keys of one object have it first, so they are sorted by the other object. */
static fk_status sort_pair_keys(fk_search *s, size_t count)
{
    if (!fk_grow(s->context, &s->key, sizeof *s->key, count, &s->key_capacity, 2 * count))
        return FK_ERROR_MEMORY;
    if (count > 1)
        fk_sort_u64(s->key, s->key + count, count);
    return FK_OK;
}

fk_status fk_search_candidates_of_one(fk_search *s, size_t *count)
{
    uint32_t inner = FK_NONE, counted = 1; /* the object itself */
    for (uint32_t i = s->scope_of[s->question.object]; i != FK_NONE; i = s->scope[i].parent) {
        const fk_search_scope *scope = &s->scope[i];
        uint64_t *pairs = scope->tests_members ? &s->result.pair_total : &s->result.ignored;
        *pairs += scope->total - counted;
        if (scope->tests_members && scope->total > counted && !test_scope(s, i, inner, count))
            return FK_ERROR_MEMORY;
        counted = scope->total;
        inner = i;
    }
    return sort_pair_keys(s, *count);
}

/* ---- All objects --------------------------------------------------------------------------------------- */

static uint64_t count_pairs_among(uint64_t n)
{
    return n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
}

/* Each scope adds its pairs to its own kind of count, and subtracts them from that of its parent. */
static void count_search_pairs(fk_search *s)
{
    uint64_t tested = 0, ignored = 0;
    for (uint32_t i = 0; i < s->scope_count; i++) {
        const fk_search_scope *scope = &s->scope[i];
        uint64_t pairs = scope->total > 0 ? count_pairs_among(scope->total) : 0;
        *(scope->tests_members ? &tested : &ignored) += pairs;
        if (i != FK_SCOPE_WORLD)
            *(s->scope[scope->parent].tests_members ? &tested : &ignored) -= pairs;
    }
    s->result.pair_total = tested;
    s->result.ignored = ignored;
}

fk_status fk_search_candidates_of_all(fk_search *s, size_t *count)
{
    count_search_pairs(s);
    size_t bytes = s->object_count * sizeof(fk_aabb);
    fk_aabb *box = fk_allocate(s->context, bytes);
    if (box == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < s->object_count; i++)
        box[i] = s->placed[i].box;
    fk_pair_list *list = NULL;
    fk_status status = fk_sweep_pairs(s->context, box, s->object_count, 0, &list);
    fk_release(s->context, box, bytes);
    for (size_t i = 0; status == FK_OK && i < list->count; i++) {
        uint32_t a = list->pair[i].a, b = list->pair[i].b;
        if (s->scope[common_scope(s, a, b)].tests_members && !add_pair_key(s, count, a, b))
            status = FK_ERROR_MEMORY;
    }
    fk_pair_list_free(s->context, list);
    return status;
}
