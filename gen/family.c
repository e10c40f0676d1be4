/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The families of test pairs, in one table, and the random numbers behind each pair.
 *
 * Each pair has its own random generator, seeded with the name of its family, the seed, the index of the pair
 * and the kinds ordered. So pairs are independent, any pair can be made without those before it, and a family
 * keeps its pairs when others are added to the table. */

#include "gen/family.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "gen/family_make.h"
#include "shape/support.h"

typedef struct family_row {
    const char *name;
    const char *summary;
    fk_family_maker *make;
    double value; /* for the maker: the gap, or the dimension of the touching feature */
} family_row;

static const family_row families[] = {
    {"random", "pieces of about one size anywhere, about half of the pairs meet", fk_make_random, 0},
    {"gap-1e-3", "near contact, 1e-3 of the size apart or into each other", fk_make_gap, 1e-3},
    {"gap-1e-4", "near contact, 1e-4 of the size apart or into each other", fk_make_gap, 1e-4},
    {"gap-1e-5", "near contact, 1e-5 of the size apart or into each other", fk_make_gap, 1e-5},
    {"gap-1e-6", "near contact, 1e-6 of the size apart or into each other", fk_make_gap, 1e-6},
    {"gap-1e-7", "near contact, 1e-7 of the size apart or into each other", fk_make_gap, 1e-7},
    {"gap-1e-8", "near contact, 1e-8 of the size apart or into each other", fk_make_gap, 1e-8},
    {"gap-1e-9", "near contact, 1e-9 of the size apart or into each other", fk_make_gap, 1e-9},
    {"gap-1e-10", "near contact, 1e-10 of the size apart or into each other", fk_make_gap, 1e-10},
    {"gap-1e-11", "near contact, 1e-11 of the size apart or into each other", fk_make_gap, 1e-11},
    {"gap-1e-12", "near contact, 1e-12 of the size apart or into each other", fk_make_gap, 1e-12},
    {"gap-1e-13", "near contact, 1e-13 of the size apart or into each other", fk_make_gap, 1e-13},
    {"gap-1e-14", "near contact, 1e-14 of the size apart or into each other", fk_make_gap, 1e-14},
    {"gap-1e-15", "near contact, 1e-15 of the size apart or into each other", fk_make_gap, 1e-15},
    {"gap-1e-16", "near contact, 1e-16 of the size apart or into each other", fk_make_gap, 1e-16},
    {"touch-vertex", "touching with a vertex, small whole coordinates", fk_make_touch, 0},
    {"touch-edge", "touching edge to edge, small whole coordinates", fk_make_touch, 1},
    {"touch-face", "touching with a face, small whole coordinates", fk_make_touch, 2},
    {"touch-vertex-24", "touching with a vertex, 24-bit whole coordinates", fk_make_touch_24, 0},
    {"touch-edge-24", "touching edge to edge, 24-bit whole coordinates", fk_make_touch_24, 1},
    {"touch-face-24", "touching with a face, 24-bit whole coordinates", fk_make_touch_24, 2},
    {"ulp-apart", "touching pairs moved apart by one unit in the last place", fk_make_ulp_apart, 0},
    {"parallel", "parallel edges on whole coordinates", fk_make_parallel, 0},
    {"nearly-parallel", "edges parallel but for 2^-20 down to less than an ulp", fk_make_nearly_parallel, 0},
    {"axis-aligned", "edges along the axes on a small grid, full of ties", fk_make_axis_aligned, 0},
    {"flat", "cells and polygons of no volume, in one plane or in two", fk_make_flat, 0},
    {"zero-size", "one piece or both shrunk to a point, in and about others", fk_make_zero_size, 0},
    {"needles", "long thin pieces that pass at about their thickness", fk_make_needles, 0},
    {"tiny", "as random, times 2^-30 to 2^-1000", fk_make_tiny, 0},
    {"huge", "as random, times 2^30 to 2^1000", fk_make_huge, 0},
    {"mixed-scale", "sizes 1e6 and 1e-6", fk_make_mixed_scale, 0},
    {"far", "as random, 2^20 to 2^52 sizes from the origin", fk_make_far, 0},
    {"nested", "one piece inside the other", fk_make_nested, 0},
    {"identical", "the same piece twice, also in other numbers", fk_make_identical, 0},
    {"extremes", "bit patterns over the whole double range, and its ends", fk_make_extremes, 0},
};

#define FAMILY_COUNT (sizeof families / sizeof families[0])

size_t fk_family_count(void)
{
    return FAMILY_COUNT;
}

size_t fk_family_find(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < FAMILY_COUNT; i++)
        if (strlen(families[i].name) == length && memcmp(families[i].name, name, length) == 0)
            return i;
    return FAMILY_COUNT;
}

const char *fk_family_name(size_t family)
{
    assert(family < FAMILY_COUNT);
    return families[family].name;
}

const char *fk_family_summary(size_t family)
{
    assert(family < FAMILY_COUNT);
    return families[family].summary;
}

/* Mixes a word into a state so that every bit of the result depends on every bit of both: multiplications by
 * odd numbers carry differences upward, shifts carry them down again. */
static uint64_t mix_seed(uint64_t state, uint64_t word)
{
    state = (state ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    state = (state ^ (state >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    return (state ^ (state >> 29)) * UINT64_C(0xa0761d6478bd642f) ^ (state >> 31);
}

static fk_random start_random(size_t family, const fk_family_order *order, uint64_t seed, uint64_t index)
{
    uint64_t state = 1;
    for (const char *c = families[family].name; *c != '\0'; c++)
        state = mix_seed(state, (unsigned char)*c);
    state = mix_seed(state, seed);
    state = mix_seed(state, index);
    state = mix_seed(state, (uint64_t)order->a);
    state = mix_seed(state, (uint64_t)order->b);
    return fk_random_make(state);
}

static fk_kind draw_kind(fk_random *random, fk_kind kind)
{
    if (kind != FK_KIND_NONE)
        return kind;
    return (fk_kind)(1 + fk_random_below(random, FK_FAMILY_KINDS));
}

/* Negative zeros mean the same and are hard to read. */
static void drop_negative_zeros(fk_piece *piece)
{
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    if (piece->kind == FK_KIND_HULL)
        return;
    for (uint32_t i = 0; i < count; i++)
        if (fk_sign_of(number[i]) == 0)
            number[i] = 0.0;
    *piece = fk_piece_from_numbers(piece->kind, number);
}

void fk_family_make(size_t family, fk_kind kind_a, fk_kind kind_b, uint64_t seed, uint64_t index,
                    fk_family_pair *out)
{
    assert(family < FAMILY_COUNT);
    assert((unsigned)kind_a < FK_KIND_COUNT && (unsigned)kind_b < FK_KIND_COUNT);
    fk_family_order order = {kind_a, kind_b, families[family].value};
    fk_random random = start_random(family, &order, seed, index);
    kind_a = draw_kind(&random, kind_a);
    kind_b = draw_kind(&random, kind_b);
    order.a = fk_stand_in(&random, kind_a);
    order.b = fk_stand_in(&random, kind_b);
    *out = (fk_family_pair){.truth = FK_UNDECIDED};
    families[family].make(&random, &order, out);
    fk_replace_stand_ins(&random, kind_a, kind_b, out);
    bool smooth = kind_a > FK_KIND_HULL || kind_b > FK_KIND_HULL;
    bool bounded = kind_a != FK_KIND_HALF_SPACE && kind_b != FK_KIND_HALF_SPACE;
    if (families[family].make == fk_make_gap && smooth && bounded)
        fk_move_to_gap(&random, families[family].value * fk_draw_sign(&random), out);
    if (families[family].make != fk_make_extremes) { /* this family keeps them, as an end of the range */
        drop_negative_zeros(&out->a);
        drop_negative_zeros(&out->b);
    }
}
