/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Separating axes that are too close to call, in integers: of fixed size where the numbers of both pieces fit
 * (exact/fixed.h), as they mostly do when pieces touch, short ones if they fit into 29 bits; else of any size
 * (exact/exact.h). All do the same: the shadows of all edges on the axis, and from these the ends of the shadow of b - a. */

#include "exact/exact.h"

#include "exact/fixed.h"
#include "pair/verdict/sat.h"
#include "shape/support.h"

/* What an axis says. One of zero, from parallel edges, says nothing; nor does one that all of b - a is perpendicular to,
 * unless the origin is not in that plane. */
typedef enum saying { SAYS_NOTHING, SAYS_APART, SAYS_TOUCHING, SAYS_INSIDE } saying;

/* From the signs of both ends of the shadow of b - a, and of its length. */
static saying say(int low, int high, int length)
{
    if (low > 0 || high < 0)
        return SAYS_APART;
    if (length == 0)
        return SAYS_NOTHING;
    return low == 0 || high == 0 ? SAYS_TOUCHING : SAYS_INSIDE;
}

/* ---- Doubles once more --------------------------------------------------------------------------------- */

/* An edge, and for each component a bound of what it was made of: for a far edge two others. */
typedef struct span {
    fk_vec3 edge, size;
} span;

static fk_vec3 sizes(fk_vec3 v)
{
    return fk_vec3_make(fabs(v.x), fabs(v.y), fabs(v.z));
}

static span span_of(const fk_axes_side *a, const fk_axes_side *b, int index)
{
    const fk_vec3 *e = index < 6 ? a->cell->edge : b->cell->edge;
    int i = index % 6, i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    span near = {e[i % 3], sizes(e[i % 3])};
    span far = {fk_vec3_sub(e[i2], e[i1]), fk_vec3_add(sizes(e[i2]), sizes(e[i1]))};
    return i < 3 ? near : far;
}

/* Adds the shadow of a piece to the ends, or with sign -1 takes it off; and the sizes of all products to *size. */
static void add_shadow(const fk_axes_side *side, const span *n, double sign, double end[2], double *size)
{
    double low = 0.0, high = 0.0;
    for (int k = 0; k < 3; k++) {
        double x = sign * fk_vec3_dot(n->edge, side->cell->edge[k]);
        bool box = side->kind == FK_KIND_BOX;
        low = box ? low + fk_smaller(x, 0.0) : fk_smaller(x, low);
        high = box ? high + fk_larger(x, 0.0) : fk_larger(x, high);
        *size += fk_vec3_dot(n->size, sizes(side->cell->edge[k]));
    }
    end[0] += low;
    end[1] += high;
}

/* What an axis says in doubles, with a bound from its own products: it decides some that the common one of sat.c leaves
 * open; or SAYS_NOTHING. A normal is off by 8 u of the products of the sizes of its edges, its products with vectors by 4 u
 * more, and adding up by 6 u: 18 u of all products, with u = 2^-52. */
static saying closer_axis(const fk_axes_side *a, const fk_axes_side *b, fk_axis axis)
{
    span g = span_of(a, b, axis.first), h = span_of(a, b, axis.second), n;
    fk_vec3 way = fk_vec3_sub(b->cell->origin, a->cell->origin);
    n.edge = fk_vec3_cross(g.edge, h.edge);
    n.size =
        fk_vec3_make(g.size.y * h.size.z + g.size.z * h.size.y, g.size.z * h.size.x + g.size.x * h.size.z,
                     g.size.x * h.size.y + g.size.y * h.size.x);
    double end[2] = {fk_vec3_dot(n.edge, way), 0.0}, size = fk_vec3_dot(n.size, sizes(way));
    end[1] = end[0];
    add_shadow(b, &n, 1.0, end, &size);
    add_shadow(a, &n, -1.0, end, &size);
    double bound = 20 * 0x1p-52 * size + FK_AXES_TINY;
    if (end[0] > bound || end[1] < -bound)
        return SAYS_APART;
    return end[0] < -bound && end[1] > bound ? SAYS_INSIDE : SAYS_NOTHING;
}

/* ---- Integers: sizes ------------------------------------------------------------------------------------ */

/* The largest exponent of a number of a piece. */
static int largest_exponent(const fk_piece *piece)
{
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    int largest = -1023;
    for (uint32_t i = 0; i < count; i++)
        largest = fk_exponent_of(number[i]) > largest ? fk_exponent_of(number[i]) : largest;
    return largest;
}

int fk_axes_exponent(const fk_axes_side *a, const fk_axes_side *b)
{
    int exponent_a = largest_exponent(a->piece), exponent_b = largest_exponent(b->piece);
    return exponent_a > exponent_b ? exponent_a : exponent_b;
}

/* ---- Integers of fixed size ---------------------------------------------------------------------------- */

#if FK_HAS_FIXED

/* Given numbers are below 2^60, differences of two of them below 2^61: with so many zeros at their end they are short. */
#define SHORT_ZEROS 31

typedef struct fixed_pair {
    fk_kind kind[2];
    bool is_short; /* all components are below 2^30 */
    fk_fixed_vec3 edge[12], way;
} fixed_pair;

static bool fixed_side_init(fk_fixed_vec3 *edge, fk_fixed_vec3 *origin, const fk_axes_side *side, int grid)
{
    bool fits = true;
    *origin = fk_fixed_vec3_from(side->cell->origin, grid, &fits);
    for (int k = 0; k < 3; k++)
        /* The edges of a triangle are rounded: its vertices are what was given. */
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

/* Takes off the zeros that all numbers end in, when that makes them short. */
static void shorten(fixed_pair *pair)
{
    uint64_t bits = all_bits(pair->way);
    for (int k = 0; k < 12; k++)
        bits |= all_bits(pair->edge[k]);
    pair->is_short = bits << (64 - SHORT_ZEROS) == 0;
    if (!pair->is_short)
        return;
    pair->way = shift_down(pair->way, SHORT_ZEROS);
    for (int k = 0; k < 12; k++)
        pair->edge[k] = shift_down(pair->edge[k], SHORT_ZEROS);
}

static bool fixed_pair_init(fixed_pair *pair, const fk_axes_side *a, const fk_axes_side *b)
{
    fk_fixed_vec3 origin[2];
    int grid = fk_axes_exponent(a, b) - 59;
    pair->kind[0] = a->kind;
    pair->kind[1] = b->kind;
    if (!fixed_side_init(pair->edge, &origin[0], a, grid) ||
        !fixed_side_init(pair->edge + 6, &origin[1], b, grid))
        return false;
    pair->way = fk_fixed_vec3_sub(origin[1], origin[0]);
    shorten(pair);
    return true;
}

/* The ends of the shadow of a piece, from its first vertex. */
static void fixed_shadow(fk_kind kind, const fk_fixed_vec3 *edge, fk_fixed_cross n, fk_fixed_sum end[2])
{
    const fk_fixed_sum zero = {0, 0};
    end[0] = end[1] = zero;
    for (int k = 0; k < 3; k++) {
        fk_fixed_sum x = fk_fixed_dot(n, edge[k]);
        int sign = fk_fixed_sign(x);
        fk_fixed_sum *far = &end[sign > 0];
        if (kind == FK_KIND_BOX)
            *far = fk_fixed_add(*far, x);
        else if (sign * fk_fixed_sign(fk_fixed_sub(x, *far)) > 0)
            *far = x;
    }
}

/* The same for short numbers. */
static void short_shadow(fk_kind kind, const fk_fixed_vec3 *edge, fk_fixed_vec3 n, fk_int128 end[2])
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

static int sign_of(fk_int128 x)
{
    return (x > 0) - (x < 0);
}

static saying short_axis(const fixed_pair *pair, fk_axis axis)
{
    fk_fixed_vec3 n = fk_fixed_short_cross(pair->edge[axis.first], pair->edge[axis.second]);
    fk_int128 a[2], b[2], way = fk_fixed_short_dot(n, pair->way);
    if (all_bits(n) == 0)
        return SAYS_NOTHING;
    short_shadow(pair->kind[0], pair->edge, n, a);
    short_shadow(pair->kind[1], pair->edge + 6, n, b);
    fk_int128 low = way + b[0] - a[1], high = way + b[1] - a[0];
    return say(sign_of(low), sign_of(high), high > low);
}

static saying fixed_axis(const fixed_pair *pair, fk_axis axis)
{
    fk_fixed_cross n = fk_fixed_vec3_cross(pair->edge[axis.first], pair->edge[axis.second]);
    fk_fixed_sum a[2], b[2], way;
    if (fk_fixed_cross_is_zero(n))
        return SAYS_NOTHING;
    fixed_shadow(pair->kind[0], pair->edge, n, a);
    fixed_shadow(pair->kind[1], pair->edge + 6, n, b);
    way = fk_fixed_dot(n, pair->way);
    fk_fixed_sum low = fk_fixed_sub(fk_fixed_add(way, b[0]), a[1]);
    fk_fixed_sum high = fk_fixed_sub(fk_fixed_add(way, b[1]), a[0]);
    return say(fk_fixed_sign(low), fk_fixed_sign(high), fk_fixed_sign(fk_fixed_sub(high, low)));
}

#endif

/* ---- Integers of any size ------------------------------------------------------------------------------ */

typedef struct exact_pair {
    fk_kind kind[2];
    fk_exact_vec3 edge[12], way;
    fk_arena arena;
} exact_pair;

static void exact_side_init(exact_pair *pair, int first, const fk_axes_side *side)
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

static void exact_pair_init(exact_pair *pair, const fk_axes_side *a, const fk_axes_side *b)
{
    fk_arena_init(&pair->arena);
    pair->kind[0] = a->kind;
    pair->kind[1] = b->kind;
    exact_side_init(pair, 0, a);
    exact_side_init(pair, 6, b);
    pair->way = fk_exact_vec3_sub(&pair->arena, fk_exact_vec3_from(&pair->arena, b->cell->origin),
                                  fk_exact_vec3_from(&pair->arena, a->cell->origin));
}

static void exact_shadow(fk_arena *arena, fk_kind kind, const fk_exact_vec3 *edge, fk_exact_vec3 n,
                         fk_exact end[2])
{
    end[0] = end[1] = fk_exact_from(arena, 0.0);
    for (int k = 0; k < 3; k++) {
        fk_exact x = fk_exact_vec3_dot(arena, n, edge[k]);
        fk_exact *far = &end[x.sign > 0];
        if (kind == FK_KIND_BOX)
            *far = fk_exact_add(arena, *far, x);
        else if (x.sign * fk_exact_compare(x, *far) > 0)
            *far = x;
    }
}

static saying exact_axis(exact_pair *pair, fk_axis axis)
{
    fk_arena *arena = &pair->arena;
    uint32_t mark = arena->used;
    fk_exact_vec3 n = fk_exact_vec3_cross(arena, pair->edge[axis.first], pair->edge[axis.second]);
    fk_exact a[2], b[2];
    saying said = SAYS_NOTHING;
    if (!fk_exact_vec3_is_zero(n)) {
        exact_shadow(arena, pair->kind[0], pair->edge, n, a);
        exact_shadow(arena, pair->kind[1], pair->edge + 6, n, b);
        fk_exact way = fk_exact_vec3_dot(arena, n, pair->way);
        fk_exact low = fk_exact_sub(arena, fk_exact_add(arena, way, b[0]), a[1]);
        fk_exact high = fk_exact_sub(arena, fk_exact_add(arena, way, b[1]), a[0]);
        said = say(low.sign, high.sign, fk_exact_compare(high, low));
    }
    arena->used = mark;
    return said;
}

/* ---- All open axes ------------------------------------------------------------------------------------- */

/* What has been said so far, of axes of which none has separated. */
typedef struct summary {
    bool touching, solid;
} summary;

/* False when the axis separates. */
static bool take(summary *sum, saying said)
{
    sum->touching = sum->touching || said == SAYS_TOUCHING;
    sum->solid = sum->solid || said == SAYS_TOUCHING || said == SAYS_INSIDE;
    return said != SAYS_APART;
}

static fk_verdict conclude(const summary *sum)
{
    if (!sum->solid)
        return FK_UNDECIDED;
    return sum->touching ? FK_TOUCHING : FK_OVERLAPPING;
}

FK_OWN_FRAME static fk_verdict decide_exactly(const fk_axes_list *list, const fk_axes_side *a,
                                              const fk_axes_side *b)
{
    exact_pair pair;
    summary sum = {false, list->solid};
    exact_pair_init(&pair, a, b);
    for (int k = 0; k < list->open_count; k++) {
        bool goes_on = take(&sum, exact_axis(&pair, list->open[k]));
        if (pair.arena.full)
            return FK_UNDECIDED;
        if (!goes_on)
            return FK_APART;
    }
    return conclude(&sum);
}

/* Takes the axes off the list that doubles decide after all. False when one of them separates. */
static bool look_closer(fk_axes_list *list, const fk_axes_side *a, const fk_axes_side *b)
{
    int left = 0;
    for (int k = 0; k < list->open_count; k++) {
        saying said = closer_axis(a, b, list->open[k]);
        if (said == SAYS_APART)
            return false;
        if (said == SAYS_INSIDE)
            list->solid = true;
        else
            list->open[left++] = list->open[k];
    }
    list->open_count = left;
    return true;
}

/* Without volume, all of b - a lies in a plane through the origin: else some axis would have separated. */
fk_verdict fk_axes_exact(fk_axes_list *list, const fk_axes_side *a, const fk_axes_side *b)
{
    if (!look_closer(list, a, b))
        return FK_APART;
    if (list->open_count == 0)
        return FK_OVERLAPPING;
#if FK_HAS_FIXED
    fixed_pair pair;
    if (fixed_pair_init(&pair, a, b)) {
        summary sum = {false, list->solid};
        for (int k = 0; k < list->open_count; k++)
            if (!take(&sum,
                      pair.is_short ? short_axis(&pair, list->open[k]) : fixed_axis(&pair, list->open[k])))
                return FK_APART;
        return conclude(&sum);
    }
#endif
    return decide_exactly(list, a, b);
}

/* ---- Pairs without volume ------------------------------------------------------------------------------ */

/* Two cells or triangles whose b - a has no volume: they lie in one plane, on one line, or are one point; parts on a grid
 * often do. They touch when they meet, and separating axes lie in the plane.
 *
 * Here M = b - a lies in a plane through the origin (sat.h). With N its normal, the edges of M are parallel to edges of
 * a or b, so the axes are N x g for all of these g. On a line, the line itself is the axis, once the origin is on it.
 *
 * Everything is computed in doubles that are whole multiples of one number and so small that no operation rounds: with K
 * below 2^13 of them, a normal is below 2^26 / 4, an axis below 2^39 / 4, and shadows are sums below 2^52. Weak input:
 * other numbers, which the solver gets. */

typedef struct flat_side {
    fk_kind kind;
    fk_vec3 edge[6];
} flat_side;

/* Whether a number is a multiple of step, and below 2^51 of it; by its bits, as the processor may take a small one for
 * zero. */
static bool is_whole(double x, double step)
{
    double big = 0x1.8p52 * step;
    return fk_bits_of(fabs((x + big) - big)) == fk_bits_of(fabs(x)) && fabs(x) < 0x1p51 * step;
}

static bool vector_is_whole(fk_vec3 v, double step)
{
    return is_whole(v.x, step) && is_whole(v.y, step) && is_whole(v.z, step);
}

static bool side_is_whole(const fk_axes_side *side, double step)
{
    const fk_vec3 *given = side->kind == FK_KIND_TRIANGLE ? side->piece->as.triangle : side->cell->edge;
    return vector_is_whole(side->cell->origin, step) && vector_is_whole(given[0], step) &&
           vector_is_whole(given[1], step) && vector_is_whole(given[2], step);
}

static void flat_side_init(flat_side *flat, const fk_axes_side *side)
{
    flat->kind = side->kind;
    for (int k = 0; k < 3; k++)
        flat->edge[k] = side->cell->edge[k];
    for (int k = 0; k < 3; k++)
        flat->edge[3 + k] = fk_vec3_sub(flat->edge[(k + 2) % 3], flat->edge[(k + 1) % 3]);
}

/* Adds the shadow of a piece to both ends, or with sign -1 takes it off. */
static void add_flat_shadow(const flat_side *side, fk_vec3 axis, double sign, double *low, double *high)
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

static bool separates(const flat_side *a, const flat_side *b, fk_vec3 way, fk_vec3 axis)
{
    double low = fk_vec3_dot(axis, way), high = low;
    add_flat_shadow(b, axis, 1.0, &low, &high);
    add_flat_shadow(a, axis, -1.0, &low, &high);
    return low > 0.0 || high < 0.0;
}

static bool is_zero(fk_vec3 v)
{
    return !(fk_axes_norm(v) > 0.0);
}

/* Some edge that is not zero, or zero. */
static fk_vec3 any_edge(const flat_side *a, const flat_side *b)
{
    for (int k = 0; k < 3; k++) {
        if (!is_zero(a->edge[k]))
            return a->edge[k];
        if (!is_zero(b->edge[k]))
            return b->edge[k];
    }
    return fk_vec3_make(0, 0, 0);
}

/* The normal of the plane, or zero when everything lies on a line along g. */
static fk_vec3 plane_normal(const flat_side *a, const flat_side *b, fk_vec3 g)
{
    for (int k = 0; k < 3; k++) {
        fk_vec3 n = fk_vec3_cross(g, a->edge[k]);
        if (!is_zero(n))
            return n;
        n = fk_vec3_cross(g, b->edge[k]);
        if (!is_zero(n))
            return n;
    }
    return fk_vec3_make(0, 0, 0);
}

fk_verdict fk_axes_flat(const fk_axes_side *a, const fk_axes_side *b)
{
    fk_vec3 way = fk_vec3_sub(b->cell->origin, a->cell->origin);
    double reach = fk_axes_reach(way, fk_axes_edges(a->cell->edge), fk_axes_edges(b->cell->edge));
    double step = fk_axes_step(reach) * 0x1p5;
    if (!(reach <= FK_AXES_LARGEST && reach >= FK_AXES_SMALLEST_WHOLE) || !side_is_whole(a, step) ||
        !side_is_whole(b, step))
        return FK_UNDECIDED;
    flat_side p, q;
    flat_side_init(&p, a);
    flat_side_init(&q, b);
    fk_vec3 g = any_edge(&p, &q), n = plane_normal(&p, &q, g);
    if (is_zero(n)) {
        bool off_line = !is_zero(fk_vec3_cross(way, g)) || (is_zero(g) && !is_zero(way));
        return off_line || separates(&p, &q, way, g) ? FK_APART : FK_TOUCHING;
    }
    for (int k = 0; k < 6; k++)
        if (separates(&p, &q, way, fk_vec3_cross(n, p.edge[k])) ||
            separates(&p, &q, way, fk_vec3_cross(n, q.edge[k])))
            return FK_APART;
    return FK_TOUCHING;
}
