/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Corners of cells, rounded outward: see box_cells.c, which also explains the errors. */

#include "base/vec3.h"
#include "exact/dd.h"
#include "exact/exact.h"
#include "pair/measure/box_cells.h"
#include "shape/vertices.h"

/* clang-format off */
const fk_box_edge fk_box_edges_of_box[12] = {
    {0, 1, {2, 4}, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {2, 3, {0, 6}, {{0, 3}, {3, 1}, {2, 3}}, {1, 3}},
    {4, 5, {6, 0}, {{0, 3}, {1, 3}, {3, 2}}, {3, 2}}, {6, 7, {4, 2}, {{0, 3}, {3, 1}, {3, 2}}, {1, 2}},
    {0, 2, {1, 4}, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}}, {1, 3, {0, 5}, {{1, 3}, {3, 0}, {2, 3}}, {0, 3}},
    {4, 6, {5, 0}, {{1, 3}, {0, 3}, {3, 2}}, {3, 2}}, {5, 7, {4, 1}, {{1, 3}, {3, 0}, {3, 2}}, {0, 2}},
    {0, 4, {1, 2}, {{2, 3}, {0, 3}, {1, 3}}, {3, 3}}, {1, 5, {0, 3}, {{2, 3}, {3, 0}, {1, 3}}, {0, 3}},
    {2, 6, {3, 0}, {{2, 3}, {0, 3}, {3, 1}}, {3, 1}}, {3, 7, {2, 1}, {{2, 3}, {3, 0}, {3, 1}}, {0, 1}},
};

const fk_box_edge fk_box_edges_of_tetra[8] = {
    {0, 1, {2, 3}, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {0, 2, {1, 3}, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}},
    {0, 3, {1, 2}, {{2, 3}, {0, 3}, {1, 3}}, {3, 3}}, {1, 2, {0, 3}, {{1, 0}, {3, 0}, {2, 0}}, {0, 3}},
    {1, 3, {0, 2}, {{2, 0}, {3, 0}, {1, 0}}, {0, 3}}, {2, 3, {0, 1}, {{2, 1}, {3, 1}, {0, 1}}, {1, 3}},
    {0, 1, {2, 3}, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {0, 2, {1, 3}, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}},
};
/* clang-format on */

/* An exact sum of doubles, rounded outward. */
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
    double term[4] = {f->origin[axis]}, size = 0, least = FK_BOX_LARGEST;
    for (uint32_t k = 0; k < 3; k++)
        term[k + 1] = fk_cell_share(f->piece->kind, (uint32_t)corner, k) * f->e[k][axis];
    for (int i = 0; i < 4; i++) {
        size += fabs(term[i]);
        least = fk_smaller(fabs(term[i]) > 0 ? fabs(term[i]) : least, least);
    }
    fk_anchored sum = fk_anchored_make(size);
    for (uint32_t i = 0; i < 4; i++)
        fk_anchored_add(&sum, term[i]);
    fk_twofold value = fk_two_sum(sum.hi, sum.lo);
    bool is_exact = least > 0x1p-40 * size;
    if (is_exact && fk_sign_of(value.lo) == 0) {
        *out = fk_sign_of(value.hi) == 0 ? 0.0 : value.hi;
        return true;
    }
    return fk_box_round_outward(value, is_exact ? 0 : FK_BOX_FINE * size, sign, out) ||
           round_sum(term, 4, sign, out);
}

int fk_box_farthest_corner(const fk_box_cell *f, int corner, int axis, int sign)
{
    const double along[4] = {0, sign * f->e[0][axis], sign * f->e[1][axis], sign * f->e[2][axis]};
    if (f->corners == 8) {
        int up = 0, down = 0;
        for (int k = 0; k < 3; k++) {
            up |= (along[k + 1] > 0) << k;
            down |= (along[k + 1] < 0) << k;
        }
        return (corner | up) & ~down;
    }
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
