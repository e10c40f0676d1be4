/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* An order of pieces: see order.h. Numbers are compared by their bits, so that it does not depend on the
 * floating-point unit. */

#include "pair/pair.h"

#include "base/bits.h"
#include "shape/support.h"

/* Bits that are in the order of the numbers. */
static uint64_t ordered_bits(double x)
{
    uint64_t bits = fk_bits_of(x);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static int order_of(double x, double y)
{
    uint64_t a = ordered_bits(x), b = ordered_bits(y);
    return a < b ? -1 : a > b;
}

static int hull_order(const fk_points *a, const fk_points *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    int order = 0;
    for (uint32_t i = a->count; i > 0 && order == 0; i--)
        for (int axis = 2; axis >= 0 && order == 0; axis--)
            order = order_of(fk_vec3_get(a->point[i - 1], axis), fk_vec3_get(b->point[i - 1], axis));
    return order;
}

int fk_piece_order(const fk_piece *a, const fk_piece *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->kind == FK_KIND_HULL)
        return hull_order(&a->as.hull, &b->as.hull);
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(a, number_a);
    fk_piece_to_numbers(b, number_b);
    int order = 0;
    for (uint32_t i = count; i > 0 && order == 0; i--)
        order = order_of(number_a[i - 1], number_b[i - 1]);
    return order;
}
