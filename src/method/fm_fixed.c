/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fourier-Motzkin elimination in integers of fixed size, for pairs that touch or nearly do and lie on one grid, as most
 * of them do: two numbers of the input have bits that are at most 60 places apart.
 *
 * As in exact_constraints.c, a common point of both pieces is a z with C z = w in both domains. Kohler's rule combines three
 * rows so that one variable t = z[l] is left. With rows that Cramer's rule has scaled by the determinant D, the combination has the factor
 * D^2, and without it is a product of C z = w with a direction d: perpendicular to the two columns, or differences of
 * columns of a simplex, whose parameters occur in none of the three rows. So all numbers have degree 3 and not 9, and the ends
 * of two intervals are compared in degree 6 and not 18.
 *
 * The piece with t, here called sliced, is a plate for each t: a parallelogram, or a triangle that shrinks. The directions d
 * are the normals of the faces of the other piece, of the plate, and the products of an edge of each: 10 for two boxes, 23 for two
 * tetrahedra. Over both domains d.(C z) has the bounds
 *
 *     low + least + (g - p) t <= d.w <= high + most + (g - q) t,     g = d.C[l]
 *
 * with [low, high] those of the other piece, [least, most] those of the plate for t = 0, and p, q = least, most for a
 * simplex, whose plate has the size 1 - t, and 0 for a box. These are no weaker than those of the three rows. Each gives a
 * bound of t, or for g = p or g = q a condition. If all hold for some t, the pieces meet; if all hold strictly, they overlap.
 *
 * t must be a variable: where all other columns are perpendicular to some d, C z = w determines t, and another one is chosen.
 *
 * Size: numbers of the input are below 2^60, edges and their differences below 2^61, d below 2^123, products with d below
 * 2^186, and bounds, sums of up to six of these, below 2^189: they fit in 192 bits. Where all numbers end in 43 zeros, as small
 * whole ones do, these are shifted out: then edges and their differences are below 2^18, products below 2^57 and bounds
 * below 2^60. fm_fixed.inc is the elimination for both sizes. Points, segments and triangles are simplices with edges of zero.
 *
 * Weak input: undecided where the edges of both do not span space, for hulls, for numbers on no such grid, and for compilers
 * without integers of 128 bits. */

#include "exact/fixed.h"
#include "method/method.h"
#include "shape/vertices.h"

#if FK_HAS_FIXED

/* A piece on the grid. */
typedef struct fixed_cell {
    bool simplex;
    fk_fixed_vec3 origin, edge[3];
} fixed_cell;

/* Columns 0 to 2 are the edges of the piece that is not sliced, 3 to 5 those of the sliced one, negated; that of t is the last.
 * Then comes w. */
enum { COLUMN_OF_T = 5, SHIFT_VECTOR = 6, VECTORS = 7 };

typedef struct fixed_columns {
    bool simplex[2];
    fk_fixed_vec3 vector[VECTORS];
} fixed_columns;

/* Column `to` minus column `from`; or column `to`, if the other is NO_COLUMN. */
typedef struct fixed_edge {
    int from, to;
} fixed_edge;

#define NO_COLUMN (-1)

/* Numbers below 2^61 are short with so many trailing zeros. */
#define SHORT_COLUMN_ZEROS 43

/* Of a simplex; a box has the first three, its plate the first two. */
static const fixed_edge fixed_whole_edge[6] = {{NO_COLUMN, 0}, {NO_COLUMN, 1}, {NO_COLUMN, 2},
                                               {0, 1},         {0, 2},         {1, 2}};
static const fixed_edge fixed_plate_edge[3] = {{NO_COLUMN, 3}, {NO_COLUMN, 4}, {3, 4}};

/* ---- Short numbers ------------------------------------------------------------------------------------- */

typedef int64_t fm_short;
typedef fk_fixed_vec3 fm_short_cross_product;

static inline fm_short fm_short_from(int x)
{
    return x;
}

static inline fm_short fm_short_add(fm_short a, fm_short b)
{
    return a + b;
}

static inline fm_short fm_short_sub(fm_short a, fm_short b)
{
    return a - b;
}

static inline int fm_short_sign(fm_short a)
{
    return (a > 0) - (a < 0);
}

static inline fm_short_cross_product fm_short_cross(fk_fixed_vec3 a, fk_fixed_vec3 b)
{
    return fk_fixed_short_cross(a, b);
}

static inline fm_short fm_short_dot(fm_short_cross_product n, fk_fixed_vec3 v)
{
    return n.x * v.x + n.y * v.y + n.z * v.z;
}

/* The sign of a b - c d. */
static inline int fm_short_compare_products(fm_short a, fm_short b, fm_short c, fm_short d)
{
    fk_int128 left = (fk_int128)a * b, right = (fk_int128)c * d;
    return (left > right) - (left < right);
}

#define OF(x) fm_short##x
#include "method/fm_fixed.inc"

/* ---- Long numbers -------------------------------------------------------------------------------------- */

typedef fk_fixed_sum fm_long;
typedef fk_fixed_cross fm_long_cross_product;

static inline fm_long fm_long_from(int x)
{
    return (fm_long){0, (uint64_t)x};
}

static inline fm_long fm_long_add(fm_long a, fm_long b)
{
    return fk_fixed_add(a, b);
}

static inline fm_long fm_long_sub(fm_long a, fm_long b)
{
    return fk_fixed_sub(a, b);
}

static inline int fm_long_sign(fm_long a)
{
    return fk_fixed_sign(a);
}

static inline fm_long_cross_product fm_long_cross(fk_fixed_vec3 a, fk_fixed_vec3 b)
{
    return fk_fixed_vec3_cross(a, b);
}

static inline fm_long fm_long_dot(fm_long_cross_product n, fk_fixed_vec3 v)
{
    return fk_fixed_dot(n, v);
}

/* |a b|, the lowest limb first. */
static void multiply_sizes(fk_fixed_sum a, fk_fixed_sum b, uint64_t out[6])
{
    const fk_fixed_sum zero = {0, 0};
    a = fk_fixed_sign(a) < 0 ? fk_fixed_sub(zero, a) : a;
    b = fk_fixed_sign(b) < 0 ? fk_fixed_sub(zero, b) : b;
    const uint64_t x[3] = {a.low, (uint64_t)a.high, (uint64_t)(a.high >> 64)};
    const uint64_t y[3] = {b.low, (uint64_t)b.high, (uint64_t)(b.high >> 64)};
    for (int i = 0; i < 6; i++)
        out[i] = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < 3; k++) {
            fk_uint128 sum = (fk_uint128)x[i] * y[k] + out[i + k] + carry;
            out[i + k] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        out[i + 3] = carry;
    }
}

/* The sign of a b - c d; b and d are positive, a and c have one sign. */
static int fm_long_compare_products(fm_long a, fm_long b, fm_long c, fm_long d)
{
    uint64_t left[6], right[6];
    multiply_sizes(a, b, left);
    multiply_sizes(c, d, right);
    for (int i = 5; i >= 0; i--)
        if (left[i] != right[i])
            return left[i] > right[i] ? fm_long_sign(a) : -fm_long_sign(a);
    return 0;
}

#define OF(x) fm_long##x
#include "method/fm_fixed.inc"

/* ---- Pieces -------------------------------------------------------------------------------------------- */

static fk_fixed_vec3 fixed_sum_of_terms(const fk_vec3 *term, uint32_t count, int grid, bool *fits)
{
    fk_fixed_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        sum = fk_fixed_vec3_sub(sum, fk_fixed_vec3_from(fk_vec3_negate(term[i]), grid, fits));
    return sum;
}

static bool make_fixed_cell(fixed_cell *out, const fk_piece *piece, int grid)
{
    bool fits = piece->kind != FK_KIND_HULL;
    fk_vec3 term[FK_TERM_MAX > FK_STEP_MAX ? FK_TERM_MAX : FK_STEP_MAX];
    out->simplex = piece->kind != FK_KIND_BOX;
    uint32_t edges = out->simplex ? fk_piece_vertex_count(piece) - 1 : 3;
    if (!fits || edges > 3)
        return false;
    fk_piece_vertex_terms(piece, 0, term);
    out->origin = fk_fixed_vec3_from(term[0], grid, &fits);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t count = k < edges ? fk_piece_step_terms(piece, 0, out->simplex ? k + 1 : 1u << k, term) : 0;
        out->edge[k] = fixed_sum_of_terms(term, count, grid, &fits);
    }
    return fits;
}

/* Shifts out the common trailing zeros, when that makes all numbers short. */
static bool shorten_columns(fixed_columns *c)
{
    uint64_t bits = 0;
    for (int k = 0; k < VECTORS; k++)
        bits |= (uint64_t)(c->vector[k].x | c->vector[k].y | c->vector[k].z);
    if (bits << (64 - SHORT_COLUMN_ZEROS) != 0)
        return false;
    for (int k = 0; k < VECTORS; k++) {
        fk_fixed_vec3 v = c->vector[k];
        c->vector[k] =
            (fk_fixed_vec3){v.x >> SHORT_COLUMN_ZEROS, v.y >> SHORT_COLUMN_ZEROS, v.z >> SHORT_COLUMN_ZEROS};
    }
    return true;
}

/* With t for edge `last` of the second piece. */
static fixed_columns slice_columns(const fixed_cell *whole, const fixed_cell *sliced, int last)
{
    static const fk_fixed_vec3 origin = {0, 0, 0};
    fixed_columns c = {.simplex = {whole->simplex, sliced->simplex}};
    for (int k = 0; k < 3; k++) {
        c.vector[k] = whole->edge[k];
        c.vector[3 + k] = fk_fixed_vec3_sub(origin, sliced->edge[(last + 1 + k) % 3]);
    }
    c.vector[SHIFT_VECTOR] = fk_fixed_vec3_sub(sliced->origin, whole->origin);
    return c;
}

fk_verdict fk_fm_fixed(const fk_piece *a, const fk_piece *b)
{
    int exponent_a = fk_piece_exponent(a), exponent_b = fk_piece_exponent(b);
    int grid = (exponent_a > exponent_b ? exponent_a : exponent_b) - 59;
    fixed_cell p, q;
    if (!make_fixed_cell(&p, a, grid) || !make_fixed_cell(&q, b, grid))
        return FK_UNDECIDED;
    for (int last = 5; last >= 0; last--) {
        fixed_columns c = slice_columns(last < 3 ? &q : &p, last < 3 ? &p : &q, last % 3);
        bool determined;
        fk_verdict verdict =
            shorten_columns(&c) ? fm_short_eliminate(&c, &determined) : fm_long_eliminate(&c, &determined);
        if (!determined)
            return verdict;
    }
    return FK_UNDECIDED;
}

#else

fk_verdict fk_fm_fixed(const fk_piece *a, const fk_piece *b)
{
    (void)a;
    (void)b;
    return FK_UNDECIDED;
}

#endif
