/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What is asked of colliders made of pieces, until it is there for all of them. */

#include <math.h>

#include "world/collider.h"

fk_status fk_ready_verdict(fk_context *context, const fk_ready *a, const fk_ready *b,
                           fk_collider_cache *cache, fk_verdict *out, bool *is_warm)
{
    (void)context;
    (void)cache;
    fk_verdict most = FK_APART;
    bool is_undecided = false;
    for (uint32_t i = 0; i < a->collider->part_count; i++)
        for (uint32_t k = 0; k < b->collider->part_count; k++) {
            fk_verdict v = fk_pair_verdict(&a->piece[i], &b->piece[k]);
            is_undecided |= v == FK_UNDECIDED;
            most = v > most ? v : most;
        }
    *out = most == FK_APART && is_undecided ? FK_UNDECIDED : most;
    if (is_warm != NULL)
        *is_warm = false;
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

fk_status fk_ready_measure(fk_context *context, const fk_ready *a, const fk_ready *b, double limit,
                           fk_collider_distance *out)
{
    (void)context;
    (void)limit;
    out->distance.hi = INFINITY;
    for (uint32_t i = 0; i < a->collider->part_count; i++)
        for (uint32_t k = 0; k < b->collider->part_count; k++) {
            fk_distance d;
            if (fk_pair_distance(&a->piece[i], &b->piece[k], NULL, &d) == FK_OK &&
                d.distance.hi < out->distance.hi)
                *out = (fk_collider_distance){d.distance, d.point_a, d.point_b, i, k};
        }
    return FK_OK;
}

static void take(const fk_cast *cast, uint32_t part, uint32_t moving, fk_collider_hit *out)
{
    if (cast->result == FK_CAST_UNDECIDED && out->result == FK_CAST_MISS)
        out->result = FK_CAST_UNDECIDED;
    if (cast->result != FK_CAST_HIT || (out->result == FK_CAST_HIT && out->time.hi <= cast->enter.hi))
        return;
    *out = (fk_collider_hit){.result = FK_CAST_HIT, .time = cast->enter, .part = part, .moving = moving};
}

fk_status fk_ready_ray(fk_context *context, const fk_ready *a, fk_vec3 origin, fk_vec3 direction, double end,
                       fk_collider_hit *out)
{
    (void)context;
    *out = (fk_collider_hit){.result = FK_CAST_MISS};
    fk_piece point = fk_piece_point(origin);
    for (uint32_t i = 0; i < a->collider->part_count; i++) {
        fk_cast cast;
        if (fk_pair_cast(&point, direction, &a->piece[i], end, &cast) == FK_OK)
            take(&cast, i, 0, out);
    }
    return FK_OK;
}

fk_status fk_ready_cast(fk_context *context, const fk_ready *moving, fk_vec3 velocity, double end,
                        const fk_ready *b, fk_collider_hit *out)
{
    (void)context;
    *out = (fk_collider_hit){.result = FK_CAST_MISS};
    for (uint32_t i = 0; i < moving->collider->part_count; i++)
        for (uint32_t k = 0; k < b->collider->part_count; k++) {
            fk_cast cast;
            if (fk_pair_cast(&moving->piece[i], velocity, &b->piece[k], end, &cast) == FK_OK)
                take(&cast, k, i, out);
        }
    return FK_OK;
}
