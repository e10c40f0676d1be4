/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What is asked of colliders made of pieces, until it is there for all of them. */

#include "world/collider.h"

fk_status fk_ready_verdict(fk_context *context, const fk_ready *a, const fk_ready *b,
                           fk_collider_cache *cache, fk_verdict *out, bool *is_warm)
{
    (void)context;
    (void)cache;
    fk_verdict most = FK_APART;
    if (is_warm != NULL)
        *is_warm = false;
    if (a->collider->kind != FK_COLLIDER_PIECES || b->collider->kind != FK_COLLIDER_PIECES) {
        *out = most;
        return FK_OK;
    }
    bool is_undecided = false;
    for (uint32_t i = 0; i < a->collider->part_count; i++)
        for (uint32_t k = 0; k < b->collider->part_count; k++) {
            fk_verdict v = fk_pair_verdict(&a->piece[i], &b->piece[k]);
            is_undecided |= v == FK_UNDECIDED;
            most = v > most ? v : most;
        }
    *out = most != FK_OVERLAPPING && is_undecided ? FK_UNDECIDED : most;
    return FK_OK;
}

fk_status fk_ready_contacts(fk_context *context, const fk_ready *a, const fk_ready *b,
                            fk_collider_contact *contact, size_t capacity, size_t *total)
{
    (void)context;
    *total = 0;
    for (uint32_t i = 0; i < a->collider->part_count; i++)
        for (uint32_t k = 0; k < b->collider->part_count; k++) {
            fk_collider_contact c = {i, k, {.count = 0}};
            fk_pair_contact(&a->piece[i], &b->piece[k], &c.contact);
            if (c.contact.count == 0)
                continue;
            if (*total < capacity)
                contact[*total] = c;
            ++*total;
        }
    return FK_OK;
}

/* ---- By their places ----------------------------------------------------------------------------------- */

typedef struct both {
    fk_ready a, b;
    _Alignas(16) unsigned char room[2][1 << 14];
} both;

static void make_both(const fk_placed_collider *a, const fk_placed_collider *b, both *out)
{
    fk_ready_make(a, out->room[0], &out->a);
    fk_ready_make(b, out->room[1], &out->b);
}

fk_status fk_collider_verdict(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                              fk_collider_cache *cache, fk_verdict *out)
{
    both r;
    make_both(a, b, &r);
    return fk_ready_verdict(context, &r.a, &r.b, cache, out, NULL);
}

fk_status fk_collider_contacts(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                               fk_collider_contact *contact, size_t capacity, size_t *total)
{
    both r;
    make_both(a, b, &r);
    return fk_ready_contacts(context, &r.a, &r.b, contact, capacity, total);
}
