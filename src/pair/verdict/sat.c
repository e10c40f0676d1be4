/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two boxes, tetrahedra or triangles by separating axes (SAT): in doubles with an error bound, and exactly where that does
 * not decide.
 *
 * Source: Gottschalk, Lin, Manocha (1996), here for edges of any length and angle and for all these kinds. A piece is an
 * origin and edges, e_0 to e_2 of a and f_0 to f_2 of b; a tetrahedron has the far edges e_2 - e_1, e_0 - e_2 and e_1 - e_0
 * too; a triangle has e_0, e_1 and e_1 - e_0, and e_2 = 0. When b - a has volume, its facets have the normals of faces of
 * a, of faces of b, or products of an edge of a and one of b. The origin lies inside b - a exactly when it lies inside the
 * projection interval of b - a on each of these axes.
 *
 * Products. With t = o_b - o_a and N_a[k] = e_k+1 x e_k+2 (indices modulo 3), N_b likewise, all projections on all axes are
 * sums of few triple products: N_a[k].f_j, N_b[k].e_i, N_a[k].t, N_b[k].t, det(e_i, f_j, t) and both volumes. For on the
 * axis e_i x f_j the vertices of a lie at 0, -N_a[i+2].f_j and N_a[i+1].f_j, those of b at det(e_i, f_j, t) plus 0,
 * N_b[j+2].e_i and -N_b[j+1].e_i; and everything is linear in e_i and f_j, so far edges need differences only. The fourth
 * face of a tetrahedron has the normal N[0] + N[1] + N[2]. For two boxes it is simpler still to measure from the centres:
 * with c = 2 t + sum F - sum E, they are apart on the axis n when |n.c| > sum |n.e| + sum |n.f|.
 *
 * Error bound. Let u = 2^-52, the largest relative error of one operation in any rounding mode; |v| the sum of the absolute
 * values of the components of v; K = 2 |t| + sum |e| + sum |f|; and P the product of the |v| of the two edges that span an
 * axis, with |e_1| + |e_2| for a far edge, and three such products for the fourth face. A triple product is a sum of
 * products of one component of each vector, all of which appear in the product of their |v|; so an error relative to each
 * is one relative to that. All projections on an axis are at most P K.
 *   Two boxes. c is off by 6 u K, a normal by 3 u P, so n.c by (3 + 6 + 3) u P K; n.e and n.f together by 6 u P K; adding
 *   up by 8 u P K: together 26 u P K.
 *   Others. Edges of a triangle are off by u, as t is. A face normal is off by 4 u P, the fourth one by 6 u P; its products
 *   by 4 u P K more, ends of intervals by another 4 u P K: 14 u P K. On products of edges det and vertices are off by 8 u,
 *   sums of them for far edges by 2 u more, ends of intervals by 3 u: 13 u P K.
 * FK_SAT_ERROR, 32 u and 16 u, leaves room for the roundings of the bound itself. Numbers that are flushed to zero or read
 * as zero (FTZ, DAZ) change a projection by less than 2^-810 as long as K is at most 2^100; FK_SAT_TINY covers that.
 *
 * What the bound leaves open is decided, in vector code,
 *   by the point halfway between the centres, when it lies inside both;
 *   for two boxes, by all other axes alone, when the open ones are of nearly parallel edges (fk_sat_rotation);
 *   by the same axes again, when all numbers are multiples of one unit and K is less than 2^18 units: then P is below
 *   2^35, and all projections and their differences are below 2^53, so every operation is exact;
 * and then on every level
 *   by a point inside both, when all open axes are of parallel edges (sat_plain.c);
 *   by the open axes alone, in integers (sat_exact.c);
 *   in their plane, for pairs without volume whose numbers are small multiples of one unit (sat_exact.c).
 * An axis of zero, from parallel edges, is no facet normal and is skipped. Pieces whose sizes are far from 1 are first scaled
 * by a power of two. Weak input, left to exact GJK: pairs whose b - a has no volume and whose numbers are not such multiples,
 * and numbers of very different sizes. */

#include "pair/verdict/verdict.h"

#include <assert.h>
#include <string.h>

#include "base/simd.h"
#include "exact/exact.h"
#include "pair/verdict/sat.h"
#include "shape/support.h"

/* Vectors of four doubles need 256-bit registers: with 128 bits they are no faster than plain C. */
#define FK_LEVEL_FILE  "pair/verdict/sat_simd.inc"
#define FK_LEVEL_LEAST 256
#include "base/cpu_levels.inc"

typedef fk_verdict sat_function(const fk_sat_piece *a, const fk_sat_piece *b, fk_sat_open *open);

typedef bool cache_check_function(const fk_cell *a, const fk_cell *b, const fk_pair_cache *cache);

#if FK_HAS_AVX
#define BY_LEVEL(name, plain)                                                                                \
    {                                                                                                        \
        plain, plain, name##_avx2, name##_avx512                                                             \
    }
#else
#define BY_LEVEL(name, plain)                                                                                \
    {                                                                                                        \
        plain, plain, plain, plain                                                                           \
    }
#endif

/* For cells, the axes one by one are for the few pairs that nearly touch: longer registers do not pay for a copy of their own. */
#if FK_HAS_AVX
#define BY_SHORT_LEVEL(name, plain)                                                                          \
    {                                                                                                        \
        plain, plain, name##_avx2, name##_avx2                                                               \
    }
#else
#define BY_SHORT_LEVEL(name, plain) BY_LEVEL(name, plain)
#endif
#define SAT_FUNCTIONS(name)  BY_LEVEL(name, fk_sat_plain)
#define CACHE_CHECKS(name)   BY_LEVEL(confirm_##name, NULL)
#define CELL_FUNCTIONS(name) BY_SHORT_LEVEL(name, fk_sat_plain)
#define CELL_CHECKS(name)    BY_SHORT_LEVEL(confirm_##name, NULL)

/* By the kinds of a and b, the earlier one first: triangle, tetra, box. */
static sat_function *const sat_functions[3][3][FK_CPU_COUNT] = {
    {SAT_FUNCTIONS(triangle_triangle), SAT_FUNCTIONS(triangle_tetra), SAT_FUNCTIONS(triangle_box)},
    {{NULL}, CELL_FUNCTIONS(tetra_tetra), CELL_FUNCTIONS(tetra_box)},
    {{NULL}, {NULL}, CELL_FUNCTIONS(box_box)}};
static cache_check_function *const cache_checks[3][3][FK_CPU_COUNT] = {
    {CACHE_CHECKS(triangle_triangle), CACHE_CHECKS(triangle_tetra), CACHE_CHECKS(triangle_box)},
    {{NULL}, CELL_CHECKS(tetra_tetra), CELL_CHECKS(tetra_box)},
    {{NULL}, {NULL}, CELL_CHECKS(box_box)}};

static fk_verdict quick_plain(const fk_cell *a, const fk_cell *b)
{
    (void)a;
    (void)b;
    return FK_UNDECIDED;
}

/* By the kinds of a and b: tetra, box. */
fk_sat_quick_function *const fk_sat_quick[2][2][FK_CPU_COUNT] = {
    {BY_LEVEL(quick_tetra_tetra, quick_plain), BY_LEVEL(quick_tetra_box, quick_plain)},
    {BY_LEVEL(quick_box_tetra, quick_plain), BY_LEVEL(quick_box_box, quick_plain)}};

fk_box_axis_function *const fk_box_axis_choice[FK_CPU_COUNT] = BY_LEVEL(choose_axis, fk_box_axis_plain);

static_assert(FK_KIND_TETRA == FK_KIND_TRIANGLE + 1 && FK_KIND_BOX == FK_KIND_TRIANGLE + 2,
              "the table above has the kinds in this order");

/* ---- Open axes: those that doubles do not decide ------------------------------------------------------- */

/* Finds the edges of the axis in a lane of a group. False for lanes that repeat others. */
static bool decode_axis(fk_kind kind_a, fk_kind kind_b, int group, int lane, fk_sat_axis *axis)
{
    if (group < FK_SAT_PRODUCTS) {
        fk_kind kind = group == FK_SAT_FACES_A ? kind_a : kind_b;
        int first = group == FK_SAT_FACES_A ? 0 : 6, face = kind == FK_KIND_TRIANGLE ? 2 : lane;
        axis->first = (uint8_t)(first + fk_sat_face_edges[face][0]);
        axis->second = (uint8_t)(first + fk_sat_face_edges[face][1]);
        return kind == FK_KIND_TRIANGLE ? lane == 0 : lane < 3 || kind == FK_KIND_TETRA;
    }
    bool far = group >= FK_SAT_PRODUCTS_FAR;
    int edge = lane + (far ? 3 : 0);
    if (kind_a == FK_KIND_TRIANGLE && far)
        edge = 5;
    axis->first = (uint8_t)edge;
    axis->second = (uint8_t)(6 + group - (far ? FK_SAT_PRODUCTS_FAR : FK_SAT_PRODUCTS));
    return kind_a == FK_KIND_TRIANGLE ? lane < (far ? 1 : 2) : lane < 3;
}

static void list_open_axes(fk_sat_axis_list *list, const fk_sat_piece *a, const fk_sat_piece *b,
                           const fk_sat_open *open)
{
    fk_sat_axis axis;
    list->solid = open->solid;
    list->open_count = 0;
    for (int group = 0; open->bits >> 4 * group != 0; group++)
        for (int lane = 0; lane < 4 && open->bits >> 4 * group & 15; lane++)
            if (open->bits >> (4 * group + lane) & 1 && decode_axis(a->kind, b->kind, group, lane, &axis))
                list->open[list->open_count++] = axis;
}

/* The edge with this number in fk_sat_axis, up to rounding. */
static fk_vec3 edge_vector(const fk_sat_piece *a, const fk_sat_piece *b, int index)
{
    const fk_vec3 *edge = index < 6 ? a->cell->edge : b->cell->edge;
    int i = index % 6;
    return i < 3 ? edge[i] : fk_vec3_sub(edge[(i + 2) % 3], edge[(i + 1) % 3]);
}

/* Whether all open axes are products of edges that are parallel or nearly so. An open axis of other edges means that the
 * pieces touch or nearly do, and have no point that is clearly inside both. */
static bool open_edges_are_parallel(const fk_sat_axis_list *list, const fk_sat_piece *a,
                                    const fk_sat_piece *b)
{
    for (int k = 0; k < list->open_count; k++) {
        fk_vec3 g = edge_vector(a, b, list->open[k].first), h = edge_vector(a, b, list->open[k].second);
        if (fk_vec3_norm1(fk_vec3_cross(g, h)) > 0x1p-20 * fk_vec3_norm1(g) * fk_vec3_norm1(h))
            return false;
    }
    return true;
}

static fk_verdict decide_open_axes(const fk_sat_piece *a, const fk_sat_piece *b, const fk_sat_open *open)
{
    fk_sat_axis_list list;
    fk_vec3 inside;
    if (open->flat)
        return fk_sat_flat(a, b);
    if (open->bits != 0) {
        list_open_axes(&list, a, b, open);
    } else {
        fk_verdict verdict = fk_sat_list_open(&list, a, b);
        if (verdict != FK_UNDECIDED || list.open_count == 0)
            return verdict;
    }
    if (open_edges_are_parallel(&list, a, b) && fk_sat_find_inside(a, b, 2, &inside))
        return FK_OVERLAPPING;
    fk_verdict verdict = fk_sat_exact(&list, a, b);
    return verdict != FK_UNDECIDED ? verdict : fk_sat_flat(a, b);
}

/* ---- Any pieces ---------------------------------------------------------------------------------------- */

static inline fk_verdict test_axes(const fk_sat_piece *a, const fk_sat_piece *b, fk_sat_open *open)
{
    open->bits = 0;
    open->flat = false;
    return sat_functions[a->kind - FK_KIND_TRIANGLE][b->kind - FK_KIND_TRIANGLE][fk_cpu_level()](a, b, open);
}

/* Multiplies *x by 2^shift, by its bits; false when the result is not a normal number. */
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

/* Scales a piece by 2^shift; false when that is not exact. */
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

/* Decides what doubles leave open; pieces whose sizes are far from 1 are scaled by a power of two and tested again. */
FK_OWN_FRAME static fk_verdict decide_scaled(const fk_sat_piece *a, const fk_sat_piece *b,
                                             const fk_sat_open *open)
{
    int exponent = fk_sat_exponent(a, b);
    if (exponent > -64 && exponent < 64)
        return decide_open_axes(a, b, open);
    fk_piece p, q;
    fk_sat_piece first, second;
    fk_sat_open left;
    if (!scale_piece(a->piece, -exponent, &p) || !scale_piece(b->piece, -exponent, &q))
        return FK_UNDECIDED;
    fk_sat_piece_init(&first, &p);
    fk_sat_piece_init(&second, &q);
    fk_verdict verdict = test_axes(&first, &second, &left);
    return verdict != FK_UNDECIDED ? verdict : decide_open_axes(&first, &second, &left);
}

/* The verdict for kinds in the order triangle, tetra, box. */
static inline fk_verdict verdict_in_order(const fk_piece *a, const fk_piece *b)
{
    fk_sat_piece first, second;
    fk_sat_open open;
    fk_sat_piece_init(&first, a);
    fk_sat_piece_init(&second, b);
    fk_verdict verdict = test_axes(&first, &second, &open);
    return verdict != FK_UNDECIDED ? verdict : decide_scaled(&first, &second, &open);
}

fk_verdict fk_sat_verdict(const fk_piece *a, const fk_piece *b)
{
    return a->kind <= b->kind ? verdict_in_order(a, b) : verdict_in_order(b, a);
}

/* ---- Cached proofs ------------------------------------------------------------------------------------- */

/* Converts triangles to cells, and uses plain C on levels without vector code. */
FK_OWN_FRAME static bool check_cache_of_cells(const fk_piece *a, const fk_piece *b,
                                              const fk_pair_cache *cache)
{
    fk_sat_piece first, second;
    fk_sat_piece_init(&first, a);
    fk_sat_piece_init(&second, b);
    cache_check_function *confirm =
        cache_checks[a->kind - FK_KIND_TRIANGLE][b->kind - FK_KIND_TRIANGLE][fk_cpu_level()];
    return confirm != NULL ? confirm(first.cell, second.cell, cache)
                           : fk_sat_check_cache_plain(&first, &second, cache);
}

FK_OWN_FRAME static bool check_cache_swapped(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache)
{
    fk_pair_cache turned = *cache;
    turned.direction = fk_vec3_negate(cache->direction);
    return check_cache_of_cells(b, a, &turned);
}

bool fk_sat_check_cache(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache)
{
    if (a->kind > b->kind)
        return check_cache_swapped(a, b, cache);
    cache_check_function *confirm =
        cache_checks[a->kind - FK_KIND_TRIANGLE][b->kind - FK_KIND_TRIANGLE][fk_cpu_level()];
    if (a->kind == FK_KIND_TRIANGLE || confirm == NULL)
        return check_cache_of_cells(a, b, cache);
    return confirm(&a->as.cell, &b->as.cell, cache);
}

bool fk_sat_common_point(const fk_piece *a, const fk_piece *b, fk_vec3 *inside)
{
    fk_sat_piece first, second;
    bool swap = a->kind > b->kind;
    fk_sat_piece_init(&first, swap ? b : a);
    fk_sat_piece_init(&second, swap ? a : b);
    return fk_sat_find_inside(&first, &second, 12, inside);
}
