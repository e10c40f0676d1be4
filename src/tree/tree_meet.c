/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two placed meshes: whether triangles meet, and which. */

#include "farkas/tree.h"

#include "base/lists.h"
#include "tree/tree.h"

/* ---- Whether ------------------------------------------------------------------------------------------- */

typedef struct meeting {
    const fk_placed_mesh *a, *b;
    fk_placed_leaf leaf_a, leaf_b;
    fk_index_pair pair;
    uint32_t looks; /* at two leaves */
} meeting;

static void begin(meeting *m, const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    m->a = a;
    m->b = b;
    m->looks = 0;
    fk_placed_leaf_clear(&m->leaf_a);
    fk_placed_leaf_clear(&m->leaf_b);
}

/* Places two leaves and filters their pairs. */
static void look_at(meeting *m, fk_tree_leaf a, fk_tree_leaf b, uint32_t bits[FK_LEAF_LANES])
{
    fk_placed_leaf_set(&m->leaf_a, m->a, a);
    fk_placed_leaf_set(&m->leaf_b, m->b, b);
    fk_leaves_filter(&m->leaf_a, &m->leaf_b, bits);
}

static bool meets(const meeting *m, uint32_t i, uint32_t k)
{
    fk_vec3 a[3], b[3];
    fk_placed_leaf_get(&m->leaf_a, i, a);
    fk_placed_leaf_get(&m->leaf_b, k, b);
    return fk_triangles_meet(a, b);
}

static bool find_first(void *user, fk_tree_leaf a, fk_tree_leaf b)
{
    meeting *m = user;
    uint32_t bits[FK_LEAF_LANES];
    m->looks++;
    look_at(m, a, b, bits);
    for (uint32_t i = 0; i < a.count; i++)
        for (uint32_t k = 0; bits[i] >> k != 0; k++)
            if (bits[i] >> k & 1 && meets(m, i, k)) {
                m->pair.a = m->a->tree->triangle[a.first + i];
                m->pair.b = m->b->tree->triangle[b.first + k];
                return false;
            }
    return true;
}

bool fk_placed_meet_counted(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair *pair,
                            uint32_t *looks)
{
    meeting m;
    begin(&m, a, b);
    bool is_clear = fk_tree_walk(a, b, true, find_first, &m);
    *looks = m.looks;
    if (!is_clear && pair != NULL)
        *pair = m.pair;
    return !is_clear;
}

bool fk_placed_meet(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair *pair)
{
    uint32_t looks;
    return fk_placed_meet_counted(a, b, pair, &looks);
}

/* ---- Lists of pairs ------------------------------------------------------------------------------------ */

bool fk_pairs_add(fk_pairs *pairs, uint32_t a, uint32_t b)
{
    if (pairs->count == pairs->capacity && !fk_grow(pairs->context, &pairs->key, sizeof *pairs->key,
                                                    pairs->count, &pairs->capacity, pairs->count + 1))
        return false;
    pairs->key[pairs->count++] = (uint64_t)a << 32 | b;
    return true;
}

static fk_pair_list *make_list(fk_pairs *pairs)
{
    fk_context *context = pairs->context;
    size_t count = pairs->count, bytes = sizeof(fk_pair_list) + count * sizeof(fk_index_pair);
    size_t room = (count + 1) * sizeof(uint64_t);
    uint64_t *other = fk_allocate(context, room);
    fk_pair_list *list = fk_allocate(context, bytes);
    if (other != NULL && list != NULL) {
        fk_index_pair *pair = (fk_index_pair *)(list + 1);
        fk_sort_u64(pairs->key, other, count);
        for (size_t i = 0; i < count; i++)
            pair[i] = (fk_index_pair){(uint32_t)(pairs->key[i] >> 32), (uint32_t)pairs->key[i]};
        *list = (fk_pair_list){count, pair, bytes};
        fk_release(context, other, room);
        return list;
    }
    fk_release(context, other, room);
    fk_release(context, list, bytes);
    return NULL;
}

fk_status fk_pairs_finish(fk_pairs *pairs, bool is_complete, fk_pair_list **out)
{
    fk_pair_list *list = is_complete ? make_list(pairs) : NULL;
    fk_release(pairs->context, pairs->key, pairs->capacity * sizeof *pairs->key);
    if (list == NULL)
        return FK_ERROR_MEMORY;
    *out = list;
    return FK_OK;
}

void fk_pair_list_free(fk_context *context, fk_pair_list *list)
{
    if (list != NULL)
        fk_release(context, list, list->bytes);
}

/* ---- All ----------------------------------------------------------------------------------------------- */

typedef struct collecting {
    meeting meeting;
    fk_pairs pairs;
} collecting;

static bool find_all(void *user, fk_tree_leaf a, fk_tree_leaf b)
{
    collecting *c = user;
    meeting *m = &c->meeting;
    uint32_t bits[FK_LEAF_LANES];
    look_at(m, a, b, bits);
    for (uint32_t i = 0; i < a.count; i++)
        for (uint32_t k = 0; bits[i] >> k != 0; k++)
            if (bits[i] >> k & 1 && meets(m, i, k) &&
                !fk_pairs_add(&c->pairs, m->a->tree->triangle[a.first + i],
                              m->b->tree->triangle[b.first + k]))
                return false;
    return true;
}

fk_status fk_placed_pairs(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                          fk_pair_list **out)
{
    collecting c = {.pairs.context = context};
    begin(&c.meeting, a, b);
    bool is_complete = fk_tree_walk(a, b, false, find_all, &c);
    return fk_pairs_finish(&c.pairs, is_complete, out);
}
