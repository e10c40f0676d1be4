/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The box of the intersection of two pieces. For polyhedra each side is the exact optimum of a linear program
 * (lp.h), rounded outward once; two cells mostly need none (box_cells.c, box_whole.c). */

#include "pair/measure/measure.h"

#include <math.h>

#include "base/vec3.h"
#include "pair/measure/box_cells.h"

fk_aabb fk_box_everywhere(void)
{
    fk_aabb box = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    return box;
}

void fk_box_set(fk_aabb *box, int axis, int sign, double reach)
{
    fk_vec3 *corner = sign > 0 ? &box->max : &box->min;
    double side = fk_sign_of(reach) == 0 ? 0.0 : sign > 0 ? reach : -reach;
    *fk_vec3_at(corner, axis) = side;
}

/* ---- Polyhedra ----------------------------------------------------------------------------------------- */

/* Programs for the sides that are not known (FK_BOX_SIDES), from one start, each from where the one before it ended.
 * Should the exact integers ever have no room, the sides that are left are infinite: a box that holds the intersection all
 * the same. */
FK_OWN_FRAME static fk_aabb polyhedra_box(const fk_piece *a, const fk_piece *b, unsigned known, fk_aabb box)
{
    fk_lp lp;
    fk_arena *arena = &lp.pair.arena;
    if (!fk_lp_begin(&lp, a, b, NULL))
        return arena->full ? box : fk_aabb_empty();
    for (int i = 0; i < 6 && !arena->full; i++) {
        int axis = i / 2, sign = i % 2 == 0 ? 1 : -1;
        if (known >> i & 1)
            continue;
        fk_fraction reach = fk_lp_reach(&lp, axis, sign);
        reach.over.sign *= sign;
        double side = fk_fraction_ceil(arena, reach);
        if (!arena->full)
            fk_box_set(&box, axis, sign, side);
    }
    return box;
}

static bool is_cell(const fk_piece *piece)
{
    return piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_TETRA;
}

fk_aabb fk_box_of_verdict(const fk_piece *a, const fk_piece *b, fk_verdict verdict)
{
    fk_aabb box = fk_box_everywhere();
    unsigned known = 0;
    if (verdict == FK_APART)
        return fk_aabb_empty();
    if (verdict != FK_UNDECIDED && is_cell(a) && is_cell(b)) {
        if (verdict == FK_OVERLAPPING)
            known = fk_box_of_cells(a, b, &box);
        if (known == FK_BOX_SIDES || fk_box_of_whole_cells(a, b, &box))
            return box;
    }
    bool half_a = a->kind == FK_KIND_HALF_SPACE, half_b = b->kind == FK_KIND_HALF_SPACE;
    if (fk_piece_is_polyhedron(a) && fk_piece_is_polyhedron(b))
        return polyhedra_box(a, b, known, box);
    if ((half_a || fk_piece_is_polyhedron(a)) && (half_b || fk_piece_is_polyhedron(b)))
        return fk_box_of_half(a, b);
    return fk_box_of_round(a, b);
}

fk_aabb fk_box_of_pair(const fk_piece *a, const fk_piece *b)
{
    fk_verdict verdict = is_cell(a) && is_cell(b) ? fk_pair_verdict(a, b) : FK_UNDECIDED;
    return fk_box_of_verdict(a, b, verdict);
}

fk_status fk_pair_box(const fk_piece *a, const fk_piece *b, fk_aabb *out)
{
    fk_status status = fk_pair_check(a, b);
    if (status != FK_OK)
        return status;
    *out = fk_box_of_pair(a, b);
    return FK_OK;
}
