/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two boxes, tetrahedra or triangles by separating axes: in doubles with an error bound, exactly where that does not decide.
 *
 * Source: Gottschalk, Lin, Manocha (1996), here for edges of any length and angle and for all these kinds. A piece is an
 * origin and edges, e_0 to e_2 of a and f_0 to f_2 of b; a tetrahedron has the far edges e_2 - e_1, e_0 - e_2 and e_1 - e_0
 * too; a triangle has e_0, e_1 and e_1 - e_0, and e_2 = 0. When b - a has volume, its facets have the normals of faces of
 * a, of faces of b, or products of an edge of a and one of b. It holds the origin inside exactly when its shadow on each
 * of these axes does.
 *
 * Products. With t = o_b - o_a and N_a[k] = e_k+1 x e_k+2 (counted around), N_b likewise, all shadows on all axes are sums
 * of few triple products: N_a[k].f_j, N_b[k].e_i, N_a[k].t, N_b[k].t, det(e_i, f_j, t) and both volumes. For on the axis
 * e_i x f_j the vertices of a lie at 0, -N_a[i+2].f_j and N_a[i+1].f_j, those of b at det(e_i, f_j, t) plus 0, N_b[j+2].e_i
 * and -N_b[j+1].e_i; and everything is linear in e_i and f_j, so far edges need differences only. The fourth face of a
 * tetrahedron has the normal N[0] + N[1] + N[2]. For two boxes it is simpler still to count from the centres: with c =
 * 2 t + sum F - sum E, they are apart on the axis n when |n.c| > sum |n.e| + sum |n.f|.
 *
 * Error bound. Let u = 2^-52, the largest relative error of one operation in any rounding mode; |v| the sum of the sizes of
 * the components of v; K = 2 |t| + sum |e| + sum |f|; and P the product of the |v| of the two edges that span an axis, |e_1|
 * + |e_2| standing for a far edge, and three such products for the fourth face. A triple product is a sum of products of one
 * component of each vector, all of which appear in the product of their |v|; so an error relative to each is one relative to
 * that. All shadows on an axis are at most P K.
 *   Two boxes. c is off by 6 u K, a normal by 3 u P, so n.c by (3 + 6 + 3) u P K; n.e and n.f together by 6 u P K; adding
 *   up by 8 u P K: together 26 u P K.
 *   Others. Edges of a triangle are off by u, as t is. A face normal is off by 4 u P, the fourth one by 6 u P; its products
 *   by 4 u P K more, ends of shadows by another 4 u P K: 14 u P K. On mixed axes det and vertices are off by 8 u, sums
 *   of them for far edges by 2 u more, ends of shadows by 3 u: 13 u P K.
 * FK_AXES_ERROR, 32 u and 16 u, leaves room for the roundings of the bound itself. Numbers that are flushed to zero or read
 * as zero (FTZ, DAZ) change a shadow by less than 2^-810 as long as K is at most 2^100, and FK_AXES_TINY makes up for that.
 *
 * What the bound leaves open is decided, with vectors,
 *   by the point halfway between the centres, when it lies inside both;
 *   for two boxes, by all other axes alone, when the open ones are of nearly parallel edges (fk_axes_turn);
 *   by the same axes again, when all numbers are whole multiples of one number, of which K has less than 2^18: then P is below
 *   2^35, and all shadows and their differences below 2^53, so every operation is exact;
 * and then on every level
 *   by a point inside both, when all open axes are of parallel edges (sat_plain.c);
 *   by the open axes alone in integers (sat_exact.c);
 *   in their plane, for pairs without volume whose numbers are whole and small (sat_exact.c).
 * An axis of zero, from parallel edges, is no facet normal and is passed over. Weak input: pairs so flat that b - a has no
 * volume and of other numbers, and numbers of very different sizes; the solver has them. Pieces whose sizes are far from 1 are scaled first by a power of two. */

#include "pair/verdict/verdict.h"

#include <assert.h>
#include <string.h>

#include "base/simd.h"
#include "exact/exact.h"
#include "pair/verdict/sat.h"
#include "shape/support.h"

/* Vectors of four numbers need long registers: made of two, they are no faster than plain C. */
#define FK_LEVEL_FILE  "pair/verdict/sat_simd.inc"
#define FK_LEVEL_LEAST 256
#include "base/levels.inc"

typedef fk_verdict judge_function(const fk_axes_side *a, const fk_axes_side *b, fk_axes_open *open);

typedef bool confirm_function(const fk_cell *a, const fk_cell *b, const fk_pair_cache *cache);

#if FK_HAS_AVX
#define WAYS(name, plain)                                                                                    \
    {                                                                                                        \
        plain, plain, name##_avx2, name##_avx512                                                             \
    }
#else
#define WAYS(name, plain)                                                                                    \
    {                                                                                                        \
        plain, plain, plain, plain                                                                           \
    }
#endif
#define JUDGES(name)   WAYS(name, fk_axes_plain)
#define CONFIRMS(name) WAYS(confirm_##name, NULL)

/* By the kinds of a and b, the earlier one first: triangle, tetra, box. */
static judge_function *const judges[3][3][FK_CPU_COUNT] = {
    {JUDGES(triangle_triangle), JUDGES(triangle_tetra), JUDGES(triangle_box)},
    {{NULL}, JUDGES(tetra_tetra), JUDGES(tetra_box)},
    {{NULL}, {NULL}, JUDGES(box_box)}};
static confirm_function *const confirms[3][3][FK_CPU_COUNT] = {
    {CONFIRMS(triangle_triangle), CONFIRMS(triangle_tetra), CONFIRMS(triangle_box)},
    {{NULL}, CONFIRMS(tetra_tetra), CONFIRMS(tetra_box)},
    {{NULL}, {NULL}, CONFIRMS(box_box)}};

static_assert(FK_KIND_TETRA == FK_KIND_TRIANGLE + 1 && FK_KIND_BOX == FK_KIND_TRIANGLE + 2,
              "the table above has the kinds in this order");

/* ---- What doubles leave open --------------------------------------------------------------------------- */

/* The axis of a lane of a group. False for lanes that repeat others. */
static bool axis_at(fk_kind kind_a, fk_kind kind_b, int group, int lane, fk_axis *axis)
{
    if (group < FK_AXES_MIXED) {
        fk_kind kind = group == FK_AXES_FACES_A ? kind_a : kind_b;
        int first = group == FK_AXES_FACES_A ? 0 : 6, face = kind == FK_KIND_TRIANGLE ? 2 : lane;
        axis->first = (uint8_t)(first + fk_face_edges[face][0]);
        axis->second = (uint8_t)(first + fk_face_edges[face][1]);
        return kind == FK_KIND_TRIANGLE ? lane == 0 : lane < 3 || kind == FK_KIND_TETRA;
    }
    bool far = group >= FK_AXES_MIXED_FAR;
    int edge = lane + (far ? 3 : 0);
    if (kind_a == FK_KIND_TRIANGLE && far)
        edge = 5;
    axis->first = (uint8_t)edge;
    axis->second = (uint8_t)(6 + group - (far ? FK_AXES_MIXED_FAR : FK_AXES_MIXED));
    return kind_a == FK_KIND_TRIANGLE ? lane < (far ? 1 : 2) : lane < 3;
}

static void list_open(fk_axes_list *list, const fk_axes_side *a, const fk_axes_side *b,
                      const fk_axes_open *open)
{
    fk_axis axis;
    list->solid = open->solid;
    list->open_count = 0;
    for (int group = 0; open->bits >> 4 * group != 0; group++)
        for (int lane = 0; lane < 4 && open->bits >> 4 * group & 15; lane++)
            if (open->bits >> (4 * group + lane) & 1 && axis_at(a->kind, b->kind, group, lane, &axis))
                list->open[list->open_count++] = axis;
}

/* Edge number `index` of a list, up to rounding. */
static fk_vec3 edge_at(const fk_axes_side *a, const fk_axes_side *b, int index)
{
    const fk_vec3 *edge = index < 6 ? a->cell->edge : b->cell->edge;
    int i = index % 6;
    return i < 3 ? edge[i] : fk_vec3_sub(edge[(i + 2) % 3], edge[(i + 1) % 3]);
}

/* Whether all open axes come from edges that are parallel or nearly so. An open axis of others means that the pieces touch
 * or nearly do, and have no point that is clearly inside both. */
static bool edges_are_parallel(const fk_axes_list *list, const fk_axes_side *a, const fk_axes_side *b)
{
    for (int k = 0; k < list->open_count; k++) {
        fk_vec3 g = edge_at(a, b, list->open[k].first), h = edge_at(a, b, list->open[k].second);
        if (fk_axes_norm(fk_vec3_cross(g, h)) > 0x1p-20 * fk_axes_norm(g) * fk_axes_norm(h))
            return false;
    }
    return true;
}

static fk_verdict decide(const fk_axes_side *a, const fk_axes_side *b, const fk_axes_open *open)
{
    fk_axes_list list;
    fk_vec3 inside;
    if (open->flat)
        return fk_axes_flat(a, b);
    if (open->bits != 0) {
        list_open(&list, a, b, open);
    } else {
        fk_verdict verdict = fk_axes_list_fill(&list, a, b);
        if (verdict != FK_UNDECIDED || list.open_count == 0)
            return verdict;
    }
    if (edges_are_parallel(&list, a, b) && fk_axes_inside(a, b, 2, &inside))
        return FK_OVERLAPPING;
    fk_verdict verdict = fk_axes_exact(&list, a, b);
    return verdict != FK_UNDECIDED ? verdict : fk_axes_flat(a, b);
}

/* ---- Any pieces ---------------------------------------------------------------------------------------- */

static inline fk_verdict judge(const fk_axes_side *a, const fk_axes_side *b, fk_axes_open *open)
{
    open->bits = 0;
    open->flat = false;
    return judges[a->kind - FK_KIND_TRIANGLE][b->kind - FK_KIND_TRIANGLE][fk_cpu_level()](a, b, open);
}

/* *x times 2^shift, by its bits; false when that is not a normal number. */
static bool scale_number(double *x, int shift)
{
    const uint64_t hidden = (uint64_t)1 << 52;
    uint64_t bits = fk_bits_of(*x), mantissa = bits & (hidden - 1);
    int field = fk_biased_exponent(*x);
    if (fk_sign_of(*x) == 0)
        return true;
    if (field == 0x7ff)
        return false;
    for (field += field == 0 ? shift + 1 : shift; fk_biased_exponent(*x) == 0 && mantissa < hidden; field--)
        mantissa <<= 1;
    if (field < 1 || field > 0x7fe)
        return false;
    *x = fk_from_bits((bits >> 63) << 63 | (uint64_t)field << 52 | (mantissa & (hidden - 1)));
    return true;
}

/* The piece times 2^shift; false when that is not exact. */
static bool scale_piece(const fk_piece *piece, int shift, fk_piece *scaled)
{
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    for (uint32_t i = 0; i < count; i++)
        if (!scale_number(&number[i], shift))
            return false;
    *scaled = fk_piece_from_numbers(piece->kind, number);
    return true;
}

/* What doubles leave open, as it is or, when sizes are far from 1, for pieces scaled by a power of two. */
FK_OWN_FRAME static fk_verdict decide_scaled(const fk_axes_side *a, const fk_axes_side *b,
                                             const fk_axes_open *open)
{
    int exponent = fk_axes_exponent(a, b);
    if (exponent > -64 && exponent < 64)
        return decide(a, b, open);
    fk_piece p, q;
    fk_axes_side first, second;
    fk_axes_open left;
    if (!scale_piece(a->piece, -exponent, &p) || !scale_piece(b->piece, -exponent, &q))
        return FK_UNDECIDED;
    fk_axes_side_init(&first, &p);
    fk_axes_side_init(&second, &q);
    fk_verdict verdict = judge(&first, &second, &left);
    return verdict != FK_UNDECIDED ? verdict : decide(&first, &second, &left);
}

/* For pieces whose kinds come in this order. */
static inline fk_verdict judge_ordered(const fk_piece *a, const fk_piece *b)
{
    fk_axes_side first, second;
    fk_axes_open open;
    fk_axes_side_init(&first, a);
    fk_axes_side_init(&second, b);
    fk_verdict verdict = judge(&first, &second, &open);
    return verdict != FK_UNDECIDED ? verdict : decide_scaled(&first, &second, &open);
}

fk_verdict fk_axes_verdict(const fk_piece *a, const fk_piece *b)
{
    return a->kind <= b->kind ? judge_ordered(a, b) : judge_ordered(b, a);
}

/* ---- With a cache -------------------------------------------------------------------------------------- */

/* A triangle is made a cell; and there may be no vectors. */
FK_OWN_FRAME static bool confirm_slowly(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache)
{
    fk_axes_side first, second;
    fk_axes_side_init(&first, a);
    fk_axes_side_init(&second, b);
    confirm_function *confirm =
        confirms[a->kind - FK_KIND_TRIANGLE][b->kind - FK_KIND_TRIANGLE][fk_cpu_level()];
    return confirm != NULL ? confirm(first.cell, second.cell, cache)
                           : fk_axes_confirm_plain(&first, &second, cache);
}

FK_OWN_FRAME static bool confirm_turned(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache)
{
    fk_pair_cache turned = *cache;
    turned.direction = fk_vec3_negate(cache->direction);
    return confirm_slowly(b, a, &turned);
}

bool fk_axes_confirm(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache)
{
    if (a->kind > b->kind)
        return confirm_turned(a, b, cache);
    confirm_function *confirm =
        confirms[a->kind - FK_KIND_TRIANGLE][b->kind - FK_KIND_TRIANGLE][fk_cpu_level()];
    if (a->kind == FK_KIND_TRIANGLE || confirm == NULL)
        return confirm_slowly(a, b, cache);
    return confirm(&a->as.cell, &b->as.cell, cache);
}

bool fk_axes_common_point(const fk_piece *a, const fk_piece *b, fk_vec3 *inside)
{
    fk_axes_side first, second;
    bool swap = a->kind > b->kind;
    fk_axes_side_init(&first, swap ? b : a);
    fk_axes_side_init(&second, swap ? a : b);
    return fk_axes_inside(&first, &second, 12, inside);
}
