/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Corners of cells, rounded outward: see box_cells.c, which also explains the errors. */

#include "base/anchored.h"
#include "base/exact.h"
#include "base/vec3.h"
#include "narrow/box_cells_parts.h"
#include "shape/vertices.h"

/* clang-format off */
const fk_box_edge fk_box_edges_of_box[12] = {
    {0, 1, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {2, 3, {{0, 3}, {3, 1}, {2, 3}}, {1, 3}},
    {4, 5, {{0, 3}, {1, 3}, {3, 2}}, {3, 2}}, {6, 7, {{0, 3}, {3, 1}, {3, 2}}, {1, 2}},
    {0, 2, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}}, {1, 3, {{1, 3}, {3, 0}, {2, 3}}, {0, 3}},
    {4, 6, {{1, 3}, {0, 3}, {3, 2}}, {3, 2}}, {5, 7, {{1, 3}, {3, 0}, {3, 2}}, {0, 2}},
    {0, 4, {{2, 3}, {0, 3}, {1, 3}}, {3, 3}}, {1, 5, {{2, 3}, {3, 0}, {1, 3}}, {0, 3}},
    {2, 6, {{2, 3}, {0, 3}, {3, 1}}, {3, 1}}, {3, 7, {{2, 3}, {3, 0}, {3, 1}}, {0, 1}},
};

const fk_box_edge fk_box_edges_of_tetra[8] = {
    {0, 1, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {0, 2, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}},
    {0, 3, {{2, 3}, {0, 3}, {1, 3}}, {3, 3}}, {1, 2, {{1, 0}, {3, 0}, {2, 0}}, {0, 3}},
    {1, 3, {{2, 0}, {3, 0}, {1, 0}}, {0, 3}}, {2, 3, {{2, 1}, {3, 1}, {0, 1}}, {1, 3}},
    {0, 1, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {0, 2, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}},
};
/* clang-format on */

bool fk_box_round_outward(fk_twofold value, double error, int sign, double *out)
{
    /* From value.hi toward value: the two doubles that it lies between. */
    bool is_up = value.lo > 0;
    uint64_t near = fk_bits_of(value.hi), step = is_up == (value.hi > 0) ? 1u : UINT64_MAX, far = near + step;
    *out = fk_from_bits(is_up == (sign > 0) ? far : near);
    return fabs(value.hi) > FK_BOX_SMALLEST * FK_BOX_SMALLEST && fabs(value.lo) > error &&
           fabs(value.lo) + error < fabs(value.hi - fk_from_bits(far));
}

/* The same for an exact sum of doubles. */
FK_OWN_FRAME static bool round_sum(const double *term, uint32_t count, int sign, double *out)
{
    fk_arena arena;
    fk_vec3 along[FK_TERM_MAX];
    fk_arena_init(&arena);
    for (uint32_t i = 0; i < count; i++)
        along[i] = fk_vec3_make(sign * term[i], 0, 0);
    double below = fk_exact_floor(fk_exact_negate(fk_exact_vec3_sum(&arena, along, count).x));
    *out = fk_sign_of(below) == 0 ? 0.0 : -sign * below;
    return !arena.full;
}

/* Where no term is small against the others, all digits of the sum fit in two doubles: its terms are multiples of 2^-40 u of
 * the size, and cut at 8u of it at most. */
bool fk_box_round_corner(const fk_box_cell *f, int corner, int axis, int sign, double *out)
{
    double term[FK_TERM_MAX] = {f->origin[axis]}, size = fabs(term[0]), least = size;
    uint32_t count = 1;
    for (uint32_t k = 0; k < 3; k++)
        if (fk_cell_share(f->piece->kind, (uint32_t)corner, k) && fk_sign_of(f->e[k][axis]) != 0) {
            term[count] = f->e[k][axis];
            size += fabs(term[count]);
            least = fk_smaller(fabs(term[count++]), least);
        }
    fk_anchored sum = fk_anchored_make(size);
    for (uint32_t i = 0; i < count; i++)
        fk_anchored_add(&sum, term[i]);
    fk_twofold value = fk_two_sum(sum.hi, sum.lo);
    bool is_exact = least > 0x1p-40 * size;
    if (count == 1 || (is_exact && fk_sign_of(value.lo) == 0)) {
        *out = count == 1 ? term[0] : value.hi;
        return true;
    }
    return fk_box_round_outward(value, is_exact ? 0 : FK_BOX_FINE * size, sign, out) ||
           round_sum(term, count, sign, out);
}

int fk_box_farthest_corner(const fk_box_cell *f, int corner, int axis, int sign)
{
    if (f->corners == 8) {
        for (int k = 0; k < 3; k++) {
            double along = sign * f->e[k][axis];
            corner = along > 0 ? corner | 1 << k : along < 0 ? corner & ~(1 << k) : corner;
        }
        return corner;
    }
    const double along[4] = {0, sign * f->e[0][axis], sign * f->e[1][axis], sign * f->e[2][axis]};
    for (int i = 0; i < 4; i++)
        corner = along[i] > along[corner] ? i : corner;
    return corner;
}

bool fk_box_is_across(const fk_box_cell *f, int row, int axis)
{
    double x = f->e[0][axis], y = f->e[1][axis], z = f->e[2][axis];
    if (row == 3)
        return fk_sign_of(x - y) == 0 && fk_sign_of(y - z) == 0;
    return fk_sign_of(row == 0 ? y : x) == 0 && fk_sign_of(row == 2 ? y : z) == 0;
}

int fk_box_face_corner(const fk_box_cell *f, int row, int bound)
{
    return bound == 0 ? 0 : f->corners == 8 ? 1 << row : 1;
}
