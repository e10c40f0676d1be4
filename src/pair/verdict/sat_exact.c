/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Separating axes that the error bound leaves open, in integers. These have a fixed size where the numbers of both pieces fit
 * (exact/fixed.h), as they mostly do when pieces touch, and a short one where they fit into 29 bits; else any size
 * (exact/exact.h). All versions project all edges on the axis, and from these compute the projection interval of b - a. */

#include "exact/exact.h"

#include "exact/fixed.h"
#include "pair/verdict/sat.h"
#include "shape/support.h"

/* The result of an axis. An axis of zero, from parallel edges, shows nothing; nor does one that all of b - a is
 * perpendicular to, unless the origin is not in that plane. */
typedef enum axis_result { AXIS_SHOWS_NOTHING, AXIS_SEPARATES, AXIS_TOUCHES, AXIS_OVERLAPS } axis_result;

/* The result from the signs of both ends of the interval of b - a, and of its length. */
static axis_result classify_interval(int low, int high, int length)
{
    if (low > 0 || high < 0)
        return AXIS_SEPARATES;
    if (length == 0)
        return AXIS_SHOWS_NOTHING;
    return low == 0 || high == 0 ? AXIS_TOUCHES : AXIS_OVERLAPS;
}

/* ---- Doubles with a tighter bound ---------------------------------------------------------------------- */

/* An edge, and for each component its absolute value; for a far edge the sum of those of the two edges it is made of. */
typedef struct bounded_edge {
    fk_vec3 edge, size;
} bounded_edge;

static fk_vec3 magnitudes(fk_vec3 v)
{
    return fk_vec3_make(fabs(v.x), fabs(v.y), fabs(v.z));
}

static bounded_edge edge_with_bound(const fk_sat_piece *a, const fk_sat_piece *b, int index)
{
    const fk_vec3 *e = index < 6 ? a->cell->edge : b->cell->edge;
    int i = index % 6, i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    bounded_edge near = {e[i % 3], magnitudes(e[i % 3])};
    bounded_edge far = {fk_vec3_sub(e[i2], e[i1]), fk_vec3_add(magnitudes(e[i2]), magnitudes(e[i1]))};
    return i < 3 ? near : far;
}

/* Adds the interval of a piece to both ends, or with sign -1 subtracts it; and the absolute values of all products to
 * *size. */
static void add_interval(const fk_sat_piece *side, const bounded_edge *n, double sign, double end[2],
                         double *size)
{
    double low = 0.0, high = 0.0;
    for (int k = 0; k < 3; k++) {
        double x = sign * fk_vec3_dot(n->edge, side->cell->edge[k]);
        bool box = side->kind == FK_KIND_BOX;
        low = box ? low + fk_smaller(x, 0.0) : fk_smaller(x, low);
        high = box ? high + fk_larger(x, 0.0) : fk_larger(x, high);
        *size += fk_vec3_dot(n->size, magnitudes(side->cell->edge[k]));
    }
    end[0] += low;
    end[1] += high;
}

/* The result of an axis in doubles, or AXIS_SHOWS_NOTHING, with a bound from its own products: it decides some axes that
 * the common bound of sat.c leaves open. With u = 2^-52, a normal is off by 8 u of the products of the sizes of its edges,
 * its products with vectors by 4 u more, and their sums by 6 u: 18 u of all products. */
static axis_result test_axis_closer(const fk_sat_piece *a, const fk_sat_piece *b, fk_sat_axis axis)
{
    bounded_edge g = edge_with_bound(a, b, axis.first), h = edge_with_bound(a, b, axis.second), n;
    fk_vec3 shift = fk_vec3_sub(b->cell->origin, a->cell->origin);
    n.edge = fk_vec3_cross(g.edge, h.edge);
    n.size =
        fk_vec3_make(g.size.y * h.size.z + g.size.z * h.size.y, g.size.z * h.size.x + g.size.x * h.size.z,
                     g.size.x * h.size.y + g.size.y * h.size.x);
    double end[2] = {fk_vec3_dot(n.edge, shift), 0.0}, size = fk_vec3_dot(n.size, magnitudes(shift));
    end[1] = end[0];
    add_interval(b, &n, 1.0, end, &size);
    add_interval(a, &n, -1.0, end, &size);
    double bound = 20 * 0x1p-52 * size + FK_SAT_TINY;
    if (end[0] > bound || end[1] < -bound)
        return AXIS_SEPARATES;
    return end[0] < -bound && end[1] > bound ? AXIS_OVERLAPS : AXIS_SHOWS_NOTHING;
}

/* ---- Integers: sizes ------------------------------------------------------------------------------------ */

/* The largest exponent of a number of a piece. */
static int largest_piece_exponent(const fk_piece *piece)
{
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    int largest = -1023;
    for (uint32_t i = 0; i < count; i++)
        largest = fk_exponent_of(number[i]) > largest ? fk_exponent_of(number[i]) : largest;
    return largest;
}

int fk_sat_exponent(const fk_sat_piece *a, const fk_sat_piece *b)
{
    int exponent_a = largest_piece_exponent(a->piece), exponent_b = largest_piece_exponent(b->piece);
    return exponent_a > exponent_b ? exponent_a : exponent_b;
}

/* ---- Integers of fixed size ---------------------------------------------------------------------------- */

#if FK_HAS_FIXED

/* Numbers are below 2^60, differences of two of them below 2^61: with so many trailing zeros they are short. */
#define SHORT_ZEROS 31

typedef struct fixed_sat {
    fk_kind kind[2];
    bool is_short; /* all components are below 2^30 */
    fk_fixed_vec3 edge[12], shift;
} fixed_sat;

static bool fixed_piece_init(fk_fixed_vec3 *edge, fk_fixed_vec3 *origin, const fk_sat_piece *side, int grid)
{
    bool fits = true;
    *origin = fk_fixed_vec3_from(side->cell->origin, grid, &fits);
    for (int k = 0; k < 3; k++)
        /* The edges of a triangle are rounded; its vertices are exact. */
        if (side->kind == FK_KIND_TRIANGLE && k < 2)
            edge[k] =
                fk_fixed_vec3_sub(fk_fixed_vec3_from(side->piece->as.triangle[k + 1], grid, &fits), *origin);
        else
            edge[k] = fk_fixed_vec3_from(side->cell->edge[k], grid, &fits);
    for (int k = 0; k < 3; k++)
        edge[3 + k] = fk_fixed_vec3_sub(edge[(k + 2) % 3], edge[(k + 1) % 3]);
    return fits;
}

static uint64_t all_bits(fk_fixed_vec3 v)
{
    return (uint64_t)(v.x | v.y | v.z);
}

static fk_fixed_vec3 shift_down(fk_fixed_vec3 v, int by)
{
    return (fk_fixed_vec3){v.x >> by, v.y >> by, v.z >> by};
}

/* Shifts out the common trailing zeros, when that makes all numbers short. */
static void shorten_fixed(fixed_sat *pair)
{
    uint64_t bits = all_bits(pair->shift);
    for (int k = 0; k < 12; k++)
        bits |= all_bits(pair->edge[k]);
    pair->is_short = bits << (64 - SHORT_ZEROS) == 0;
    if (!pair->is_short)
        return;
    pair->shift = shift_down(pair->shift, SHORT_ZEROS);
    for (int k = 0; k < 12; k++)
        pair->edge[k] = shift_down(pair->edge[k], SHORT_ZEROS);
}

static bool fixed_sat_init(fixed_sat *pair, const fk_sat_piece *a, const fk_sat_piece *b)
{
    fk_fixed_vec3 origin[2];
    int grid = fk_sat_exponent(a, b) - 59;
    pair->kind[0] = a->kind;
    pair->kind[1] = b->kind;
    if (!fixed_piece_init(pair->edge, &origin[0], a, grid) ||
        !fixed_piece_init(pair->edge + 6, &origin[1], b, grid))
        return false;
    pair->shift = fk_fixed_vec3_sub(origin[1], origin[0]);
    shorten_fixed(pair);
    return true;
}

/* The projection interval of a piece, from its first vertex. */
static void fixed_interval(fk_kind kind, const fk_fixed_vec3 *edge, fk_fixed_cross n, fk_fixed_sum end[2])
{
    const fk_fixed_sum zero = {0, 0};
    end[0] = end[1] = zero;
    for (int k = 0; k < 3; k++) {
        fk_fixed_sum x = fk_fixed_dot(n, edge[k]);
        int sign = fk_fixed_sign(x);
        fk_fixed_sum *outer = &end[sign > 0];
        if (kind == FK_KIND_BOX)
            *outer = fk_fixed_add(*outer, x);
        else if (sign * fk_fixed_sign(fk_fixed_sub(x, *outer)) > 0)
            *outer = x;
    }
}

/* The same for short numbers. */
static void short_interval(fk_kind kind, const fk_fixed_vec3 *edge, fk_fixed_vec3 n, fk_int128 end[2])
{
    end[0] = end[1] = 0;
    for (int k = 0; k < 3; k++) {
        fk_int128 x = fk_fixed_short_dot(n, edge[k]), below = x < 0 ? x : 0, above = x > 0 ? x : 0;
        if (kind == FK_KIND_BOX) {
            end[0] += below;
            end[1] += above;
        } else {
            end[0] = below < end[0] ? below : end[0];
            end[1] = above > end[1] ? above : end[1];
        }
    }
}

static int sign_of_int128(fk_int128 x)
{
    return (x > 0) - (x < 0);
}

static axis_result test_short_axis(const fixed_sat *pair, fk_sat_axis axis)
{
    fk_fixed_vec3 n = fk_fixed_short_cross(pair->edge[axis.first], pair->edge[axis.second]);
    fk_int128 a[2], b[2], shift = fk_fixed_short_dot(n, pair->shift);
    if (all_bits(n) == 0)
        return AXIS_SHOWS_NOTHING;
    short_interval(pair->kind[0], pair->edge, n, a);
    short_interval(pair->kind[1], pair->edge + 6, n, b);
    fk_int128 low = shift + b[0] - a[1], high = shift + b[1] - a[0];
    return classify_interval(sign_of_int128(low), sign_of_int128(high), high > low);
}

static axis_result test_fixed_axis(const fixed_sat *pair, fk_sat_axis axis)
{
    fk_fixed_cross n = fk_fixed_vec3_cross(pair->edge[axis.first], pair->edge[axis.second]);
    fk_fixed_sum a[2], b[2], shift;
    if (fk_fixed_cross_is_zero(n))
        return AXIS_SHOWS_NOTHING;
    fixed_interval(pair->kind[0], pair->edge, n, a);
    fixed_interval(pair->kind[1], pair->edge + 6, n, b);
    shift = fk_fixed_dot(n, pair->shift);
    fk_fixed_sum low = fk_fixed_sub(fk_fixed_add(shift, b[0]), a[1]);
    fk_fixed_sum high = fk_fixed_sub(fk_fixed_add(shift, b[1]), a[0]);
    return classify_interval(fk_fixed_sign(low), fk_fixed_sign(high), fk_fixed_sign(fk_fixed_sub(high, low)));
}

#endif

/* ---- Integers of any size ------------------------------------------------------------------------------ */

typedef struct exact_sat {
    fk_kind kind[2];
    fk_exact_vec3 edge[12], shift;
    fk_arena arena;
} exact_sat;

static void exact_piece_init(exact_sat *pair, int first, const fk_sat_piece *side)
{
    fk_arena *arena = &pair->arena;
    fk_exact_vec3 *edge = pair->edge + first;
    for (int k = 0; k < 3; k++) {
        edge[k] = fk_exact_vec3_from(arena, side->cell->edge[k]);
        if (side->kind == FK_KIND_TRIANGLE && k < 2)
            edge[k] = fk_exact_vec3_sub(arena, fk_exact_vec3_from(arena, side->piece->as.triangle[k + 1]),
                                        fk_exact_vec3_from(arena, side->cell->origin));
    }
    for (int k = 0; k < 3; k++)
        edge[3 + k] = fk_exact_vec3_sub(arena, edge[(k + 2) % 3], edge[(k + 1) % 3]);
}

static void exact_sat_init(exact_sat *pair, const fk_sat_piece *a, const fk_sat_piece *b)
{
    fk_arena_init(&pair->arena);
    pair->kind[0] = a->kind;
    pair->kind[1] = b->kind;
    exact_piece_init(pair, 0, a);
    exact_piece_init(pair, 6, b);
    pair->shift = fk_exact_vec3_sub(&pair->arena, fk_exact_vec3_from(&pair->arena, b->cell->origin),
                                    fk_exact_vec3_from(&pair->arena, a->cell->origin));
}

static void exact_projection(fk_arena *arena, fk_kind kind, const fk_exact_vec3 *edge, fk_exact_vec3 n,
                             fk_exact end[2])
{
    end[0] = end[1] = fk_exact_from(arena, 0.0);
    for (int k = 0; k < 3; k++) {
        fk_exact x = fk_exact_vec3_dot(arena, n, edge[k]);
        fk_exact *outer = &end[x.sign > 0];
        if (kind == FK_KIND_BOX)
            *outer = fk_exact_add(arena, *outer, x);
        else if (x.sign * fk_exact_compare(x, *outer) > 0)
            *outer = x;
    }
}

static axis_result test_exact_axis(exact_sat *pair, fk_sat_axis axis)
{
    fk_arena *arena = &pair->arena;
    uint32_t mark = arena->used;
    fk_exact_vec3 n = fk_exact_vec3_cross(arena, pair->edge[axis.first], pair->edge[axis.second]);
    fk_exact a[2], b[2];
    axis_result result = AXIS_SHOWS_NOTHING;
    if (!fk_exact_vec3_is_zero(n)) {
        exact_projection(arena, pair->kind[0], pair->edge, n, a);
        exact_projection(arena, pair->kind[1], pair->edge + 6, n, b);
        fk_exact shift = fk_exact_vec3_dot(arena, n, pair->shift);
        fk_exact low = fk_exact_sub(arena, fk_exact_add(arena, shift, b[0]), a[1]);
        fk_exact high = fk_exact_sub(arena, fk_exact_add(arena, shift, b[1]), a[0]);
        result = classify_interval(low.sign, high.sign, fk_exact_compare(high, low));
    }
    arena->used = mark;
    return result;
}

/* ---- All open axes ------------------------------------------------------------------------------------- */

/* The results of the axes so far; none of them separates. */
typedef struct axes_summary {
    bool touching, solid;
} axes_summary;

/* Adds the result of an axis. False when it separates. */
static bool add_axis_result(axes_summary *sum, axis_result result)
{
    sum->touching = sum->touching || result == AXIS_TOUCHES;
    sum->solid = sum->solid || result == AXIS_TOUCHES || result == AXIS_OVERLAPS;
    return result != AXIS_SEPARATES;
}

static fk_verdict verdict_of_axes(const axes_summary *sum)
{
    if (!sum->solid)
        return FK_UNDECIDED;
    return sum->touching ? FK_TOUCHING : FK_OVERLAPPING;
}

FK_OWN_FRAME static fk_verdict test_exact_axes(const fk_sat_axis_list *list, const fk_sat_piece *a,
                                               const fk_sat_piece *b)
{
    exact_sat pair;
    axes_summary sum = {false, list->solid};
    exact_sat_init(&pair, a, b);
    for (int k = 0; k < list->open_count; k++) {
        bool meets = add_axis_result(&sum, test_exact_axis(&pair, list->open[k]));
        if (pair.arena.full)
            return FK_UNDECIDED;
        if (!meets)
            return FK_APART;
    }
    return verdict_of_axes(&sum);
}

/* Removes the axes from the list that the tighter bound decides. False when one of them separates. */
static bool test_axes_closer(fk_sat_axis_list *list, const fk_sat_piece *a, const fk_sat_piece *b)
{
    int left = 0;
    for (int k = 0; k < list->open_count; k++) {
        axis_result result = test_axis_closer(a, b, list->open[k]);
        if (result == AXIS_SEPARATES)
            return false;
        if (result == AXIS_OVERLAPS)
            list->solid = true;
        else
            list->open[left++] = list->open[k];
    }
    list->open_count = left;
    return true;
}

/* If b - a has no volume, it lies in a plane through the origin: else some axis would have separated. */
fk_verdict fk_sat_exact(fk_sat_axis_list *list, const fk_sat_piece *a, const fk_sat_piece *b)
{
    if (!test_axes_closer(list, a, b))
        return FK_APART;
    if (list->open_count == 0)
        return FK_OVERLAPPING;
#if FK_HAS_FIXED
    fixed_sat pair;
    if (fixed_sat_init(&pair, a, b)) {
        axes_summary sum = {false, list->solid};
        for (int k = 0; k < list->open_count; k++)
            if (!add_axis_result(&sum, pair.is_short ? test_short_axis(&pair, list->open[k])
                                                     : test_fixed_axis(&pair, list->open[k])))
                return FK_APART;
        return verdict_of_axes(&sum);
    }
#endif
    return test_exact_axes(list, a, b);
}

/* ---- Pairs without volume ------------------------------------------------------------------------------ */

/* Two cells or triangles whose b - a has no volume: they lie in one plane, on one line, or are one point, as parts on a grid
 * often do. Such pieces touch when they meet, and the separating axes lie in the plane.
 *
 * Here M = b - a lies in a plane through the origin (sat.h). With N its normal, the edges of M are parallel to edges of
 * a or b, so the axes are N x g for all of these g. On a line, the line itself is the axis, once the origin is on it.
 *
 * Everything is computed in doubles that are multiples of one unit and so small that no operation rounds: with K below
 * 2^13 units, a normal is below 2^26 / 4, an axis below 2^39 / 4, and projections are sums below 2^52. Weak input: other
 * numbers, which are left to exact GJK. */

typedef struct flat_piece {
    fk_kind kind;
    fk_vec3 edge[6];
} flat_piece;

/* Whether a number is a multiple of step, and below 2^51 steps; by its bits, as the processor may read a small one as
 * zero. */
static bool is_multiple(double x, double step)
{
    double big = 0x1.8p52 * step;
    return fk_bits_of(fabs((x + big) - big)) == fk_bits_of(fabs(x)) && fabs(x) < 0x1p51 * step;
}

static bool vector_is_multiple(fk_vec3 v, double step)
{
    return is_multiple(v.x, step) && is_multiple(v.y, step) && is_multiple(v.z, step);
}

static bool piece_is_multiple(const fk_sat_piece *side, double step)
{
    const fk_vec3 *given = side->kind == FK_KIND_TRIANGLE ? side->piece->as.triangle : side->cell->edge;
    return vector_is_multiple(side->cell->origin, step) && vector_is_multiple(given[0], step) &&
           vector_is_multiple(given[1], step) && vector_is_multiple(given[2], step);
}

static void flat_piece_init(flat_piece *flat, const fk_sat_piece *side)
{
    flat->kind = side->kind;
    for (int k = 0; k < 3; k++)
        flat->edge[k] = side->cell->edge[k];
    for (int k = 0; k < 3; k++)
        flat->edge[3 + k] = fk_vec3_sub(flat->edge[(k + 2) % 3], flat->edge[(k + 1) % 3]);
}

/* Adds the interval of a piece to both ends, or with sign -1 subtracts it. */
static void add_flat_interval(const flat_piece *side, fk_vec3 axis, double sign, double *low, double *high)
{
    double least = 0.0, most = 0.0;
    for (int k = 0; k < 3; k++) {
        double x = sign * fk_vec3_dot(axis, side->edge[k]);
        bool box = side->kind == FK_KIND_BOX;
        least = box ? least + (x < 0.0 ? x : 0.0) : fk_smaller(least, x);
        most = box ? most + (x > 0.0 ? x : 0.0) : fk_larger(most, x);
    }
    *low += least;
    *high += most;
}

static bool flat_axis_separates(const flat_piece *a, const flat_piece *b, fk_vec3 shift, fk_vec3 axis)
{
    double low = fk_vec3_dot(axis, shift), high = low;
    add_flat_interval(b, axis, 1.0, &low, &high);
    add_flat_interval(a, axis, -1.0, &low, &high);
    return low > 0.0 || high < 0.0;
}

static bool vector_is_zero(fk_vec3 v)
{
    return !(fk_vec3_norm1(v) > 0.0);
}

/* An edge that is not zero; zero when all are. */
static fk_vec3 find_nonzero_edge(const flat_piece *a, const flat_piece *b)
{
    for (int k = 0; k < 3; k++) {
        if (!vector_is_zero(a->edge[k]))
            return a->edge[k];
        if (!vector_is_zero(b->edge[k]))
            return b->edge[k];
    }
    return fk_vec3_make(0, 0, 0);
}

/* The normal of the plane, or zero when everything lies on a line along g. */
static fk_vec3 common_plane_normal(const flat_piece *a, const flat_piece *b, fk_vec3 g)
{
    for (int k = 0; k < 3; k++) {
        fk_vec3 n = fk_vec3_cross(g, a->edge[k]);
        if (!vector_is_zero(n))
            return n;
        n = fk_vec3_cross(g, b->edge[k]);
        if (!vector_is_zero(n))
            return n;
    }
    return fk_vec3_make(0, 0, 0);
}

fk_verdict fk_sat_flat(const fk_sat_piece *a, const fk_sat_piece *b)
{
    fk_vec3 shift = fk_vec3_sub(b->cell->origin, a->cell->origin);
    double size = fk_sat_size(shift, fk_sat_edge_norms(a->cell->edge), fk_sat_edge_norms(b->cell->edge));
    double step = fk_sat_grid_unit(size) * 0x1p5;
    if (!(size <= FK_SAT_LARGEST && size >= FK_SAT_SMALLEST_GRID) || !piece_is_multiple(a, step) ||
        !piece_is_multiple(b, step))
        return FK_UNDECIDED;
    flat_piece p, q;
    flat_piece_init(&p, a);
    flat_piece_init(&q, b);
    fk_vec3 g = find_nonzero_edge(&p, &q), n = common_plane_normal(&p, &q, g);
    if (vector_is_zero(n)) {
        bool off_line =
            !vector_is_zero(fk_vec3_cross(shift, g)) || (vector_is_zero(g) && !vector_is_zero(shift));
        return off_line || flat_axis_separates(&p, &q, shift, g) ? FK_APART : FK_TOUCHING;
    }
    for (int k = 0; k < 6; k++)
        if (flat_axis_separates(&p, &q, shift, fk_vec3_cross(n, p.edge[k])) ||
            flat_axis_separates(&p, &q, shift, fk_vec3_cross(n, q.edge[k])))
            return FK_APART;
    return FK_TOUCHING;
}
