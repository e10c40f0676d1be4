/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Area, volume and centroids: the same bytes on every machine.
 *
 * Volume. Sums the tetrahedra of one point with all triangles, as in Mirtich, "Fast and accurate computation of
 * polyhedral mass properties" (1996), in integers. Along each axis, coordinates become multiples of a power of two,
 * counted from the lower end of the mesh, such that the extent has 2^59 to 2^60 units. So six times the volume of a
 * tetrahedron is below 2^183, and its first moments are below 2^245; sums over 2^31 triangles fit into 320 bits,
 * without loss. Only digits below the grid are lost: this moves each coordinate by half a unit, at most 2^-60 of the
 * extent and 2^-7 of the last digit of the largest coordinate. Many meshes lie on the grid; their result is exact
 * except for the last rounding.
 *
 * When is that accurate enough? For a solid, the derivative of six volumes by a vertex is the sum of the normals n =
 * (b - a) x (c - a) of its triangles: all other terms cancel along edges. Coordinates move by half a unit, so with w,
 * the sum of the absolute values of all components of all normals, the sum is off by at most 3/2 w. Each component is
 * rounded up to a unit of 2^96, which is more than it changes by the move. If the sum is larger than 2^41 w, its
 * relative error is below 2^-40 at worst, usually much less, and its sign is right. If it is not, and digits were
 * lost, everything is summed again in integers of any size, from the doubles themselves.
 *
 * Area. A square root cannot be exact; double-doubles (exact/dd.h) give it to the last digits, for slivers as well.
 *
 * Weak inputs: sheets of hardly any volume, oblique to the axes and not on the grid, which take microseconds a
 * triangle. Triangles smaller than 2^-500 of the largest coordinate count as area zero. */

#include "mesh/mesh.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/vec3.h"
#include "exact/dd.h"
#include "exact/exact.h"
#include "exact/fixed.h"

#define GRID_BITS 60

/* ---- Boxes --------------------------------------------------------------------------------------------- */

fk_aabb fk_measure_box(const fk_mesh *mesh)
{
    if (mesh->vertex_count == 0)
        return fk_aabb_empty();
    fk_aabb box = {mesh->point[0], mesh->point[0]};
    for (uint32_t v = 1; v < mesh->vertex_count; v++)
        for (int axis = 0; axis < 3; axis++) {
            double x = fk_vec3_get(mesh->point[v], axis);
            double *low = fk_vec3_at(&box.min, axis), *high = fk_vec3_at(&box.max, axis);
            *low = fk_double_least(x, *low);
            *high = fk_double_greatest(x, *high);
        }
    return box;
}

/* Halves the terms first if their sum may overflow. */
fk_vec3 fk_measure_box_center(const fk_aabb *box)
{
    fk_vec3 sum = fk_vec3_add(box->min, box->max);
    if (fk_vec3_largest(box->min) > 0x1p1000 || fk_vec3_largest(box->max) > 0x1p1000)
        return fk_vec3_add(fk_vec3_scale(box->min, 0.5), fk_vec3_scale(box->max, 0.5));
    return fk_vec3_scale(sum, 0.5);
}

/* ---- The grid ------------------------------------------------------------------------------------------ */

typedef struct measure_grid {
    int32_t power[3]; /* units of 2^power */
    uint64_t base[3]; /* the lower end of the box, modulo 2^64 units */
    bool is_exact;    /* no vertex moved */
} measure_grid;

typedef struct grid_vec3 {
    uint64_t at[3];
} grid_vec3;

/* x in units of 2^power, rounded to nearest, halves up, modulo 2^64. */
static uint64_t round_to_units(double x, int32_t power, bool *is_exact)
{
    int exponent;
    uint64_t bits = fk_bits_of(x), mantissa = fk_mantissa_of(x, &exponent);
    int shift = exponent - power;
    if (shift >= 0) {
        uint64_t units = shift < 64 ? mantissa << shift : 0;
        return bits >> 63 ? -units : units;
    }
    int drop = -shift < 62 ? -shift : 62; /* beyond 54, nothing is left */
    uint64_t half = (uint64_t)1 << (drop - 1), rest = mantissa & (2 * half - 1);
    if (rest != 0)
        *is_exact = false;
    /* Halves go up: for a negative number, halves of its absolute value go down. */
    return bits >> 63 ? -((mantissa + half - 1) >> drop) : (mantissa + half) >> drop;
}

/* The bit length of the extent along an axis: it is below 2^result. 0 if it is zero. */
FK_OWN_FRAME static int32_t extent_length(double low, double high)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact extent = fk_exact_sub(&arena, fk_exact_from(&arena, high), fk_exact_from(&arena, low));
    if (extent.sign == 0)
        return 0;
    int32_t length = 64 * (extent.exponent + extent.count);
    for (uint64_t top = extent.limb[extent.count - 1]; top >> 63 == 0; top <<= 1)
        length--;
    return length;
}

static measure_grid make_grid(const fk_aabb *box)
{
    measure_grid g = {.is_exact = true};
    for (int axis = 0; axis < 3; axis++) {
        double low = fk_vec3_get(box->min, axis), high = fk_vec3_get(box->max, axis);
        g.power[axis] = extent_length(low, high) - GRID_BITS;
        g.base[axis] = round_to_units(low, g.power[axis], &g.is_exact);
    }
    return g;
}

/* The difference of two numbers modulo 2^64 is right, since it is small. */
static grid_vec3 snap_to_grid(measure_grid *g, fk_vec3 p)
{
    grid_vec3 w;
    for (int axis = 0; axis < 3; axis++)
        w.at[axis] = round_to_units(fk_vec3_get(p, axis), g->power[axis], &g->is_exact) - g->base[axis];
    return w;
}

/* ---- Long sums ----------------------------------------------------------------------------------------- */

#define SUM_LIMBS 5

/* In two's complement. */
typedef struct wide_sum {
    uint64_t limb[SUM_LIMBS];
} wide_sum;

/* Adds or subtracts a whole number. */
static inline void add_whole(wide_sum *sum, const uint64_t *number, int count, bool negative)
{
    /* -x is ~x + 1, limb by limb. */
    uint64_t carry = negative, flip = negative ? UINT64_MAX : 0;
    for (int i = 0; i < SUM_LIMBS; i++) {
        uint64_t x = (i < count ? number[i] : 0) ^ flip, part = sum->limb[i] + x, all = part + carry;
        carry = (part < x) | (all < carry);
        sum->limb[i] = all;
    }
}

static bool negate_if_negative(uint64_t *limb, int count)
{
    bool negative = limb[count - 1] >> 63 != 0;
    uint64_t carry = 1;
    for (int i = 0; i < count && negative; i++) {
        limb[i] = ~limb[i] + carry;
        carry = carry && limb[i] == 0;
    }
    return negative;
}

/* The sum as a number in units of 2^power. `limb` holds its limbs. */
static fk_exact sum_to_exact(wide_sum sum, int32_t power, uint64_t limb[SUM_LIMBS + 1])
{
    bool negative = negate_if_negative(sum.limb, SUM_LIMBS);
    int32_t shift = ((power % 64) + 64) % 64, low = 0, high = SUM_LIMBS + 1;
    for (int i = 0; i <= SUM_LIMBS; i++) {
        uint64_t upper = i < SUM_LIMBS ? sum.limb[i] << shift : 0;
        limb[i] = upper | (i > 0 && shift > 0 ? sum.limb[i - 1] >> (64 - shift) : 0);
    }
    while (high > 0 && limb[high - 1] == 0)
        high--;
    while (low < high && limb[low] == 0)
        low++;
    fk_exact exact = {limb + low, high - low, (power - shift) / 64 + low, high == 0 ? 0 : negative ? -1 : 1};
    return exact;
}

/* ---- Volume in integers of fixed size ------------------------------------------------------------------ */

/* Six times the volume, its first moments times four, and the absolute values of all normals in units of 2^96,
 * rounded up. */
typedef struct volume_moments {
    wide_sum volume, first[3];
    uint64_t normals;
} volume_moments;

/* The low half of x y + carry, and the high one. */
static inline uint64_t multiply_add_carry(uint64_t x, uint64_t y, uint64_t carry, uint64_t *high)
{
#if FK_HAS_FIXED
    fk_uint128 product = (fk_uint128)x * y + carry;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    const uint64_t mask = 0xffffffffu;
    uint64_t low = (x & mask) * (y & mask), cross = (x >> 32) * (y & mask) + (low >> 32);
    uint64_t other = (x & mask) * (y >> 32) + (cross & mask);
    uint64_t bottom = (other << 32 | (low & mask)) + carry;
    *high = (x >> 32) * (y >> 32) + (cross >> 32) + (other >> 32) + (bottom < carry);
    return bottom;
#endif
}

/* The determinant of three points: its sign, and its absolute value in three limbs. */
#if FK_HAS_FIXED
static inline bool grid_determinant(const grid_vec3 *a, const grid_vec3 *b, const grid_vec3 *c,
                                    uint64_t size[3])
{
    fk_fixed_vec3 p = {(int64_t)a->at[0], (int64_t)a->at[1], (int64_t)a->at[2]};
    fk_fixed_vec3 q = {(int64_t)b->at[0], (int64_t)b->at[1], (int64_t)b->at[2]};
    fk_fixed_vec3 r = {(int64_t)c->at[0], (int64_t)c->at[1], (int64_t)c->at[2]};
    fk_fixed_sum sum = fk_fixed_dot(fk_fixed_vec3_cross(p, q), r);
    size[0] = sum.low;
    size[1] = (uint64_t)sum.high;
    size[2] = (uint64_t)(sum.high >> 64);
    return negate_if_negative(size, 3);
}
#else
static void add_triple(wide_sum *sum, uint64_t a, uint64_t b, uint64_t c, bool negative)
{
    uint64_t number[3], high, low = multiply_add_carry(a, b, 0, &high), carry;
    number[0] = multiply_add_carry(low, c, 0, &carry);
    number[1] = multiply_add_carry(high, c, carry, &number[2]);
    add_whole(sum, number, 3, negative);
}

static bool grid_determinant(const grid_vec3 *a, const grid_vec3 *b, const grid_vec3 *c, uint64_t size[3])
{
    wide_sum sum = {{0}};
    for (int k = 0; k < 3; k++) {
        int l = k == 2 ? 0 : k + 1, m = k == 0 ? 2 : k - 1;
        add_triple(&sum, a->at[l], b->at[m], c->at[k], false);
        add_triple(&sum, a->at[m], b->at[l], c->at[k], true);
    }
    bool negative = negate_if_negative(sum.limb, SUM_LIMBS);
    memcpy(size, sum.limb, 3 * sizeof *size);
    return negative;
}
#endif

static void add_tetrahedron(volume_moments *sum, const grid_vec3 *a, const grid_vec3 *b, const grid_vec3 *c)
{
    uint64_t size[3];
    bool negative = grid_determinant(a, b, c, size);
    add_whole(&sum->volume, size, 3, negative);
    for (int k = 0; k < 3; k++) {
        uint64_t factor = a->at[k] + b->at[k] + c->at[k], number[4], carry = 0;
        for (int i = 0; i < 3; i++)
            number[i] = multiply_add_carry(size[i], factor, carry, &carry);
        number[3] = carry;
        add_whole(&sum->first[k], number, 4, negative);
    }
}

/* |p q - r s| in units of 2^96, rounded up. All are below 2^61. */
static inline uint64_t cross_size(int64_t p, int64_t q, int64_t r, int64_t s)
{
    uint64_t plus, minus;
    multiply_add_carry((uint64_t)(p < 0 ? -p : p), (uint64_t)(q < 0 ? -q : q), 0, &plus);
    multiply_add_carry((uint64_t)(r < 0 ? -r : r), (uint64_t)(s < 0 ? -s : s), 0, &minus);
    bool is_sum = ((p < 0) != (q < 0)) != ((r < 0) != (s < 0));
    uint64_t size = is_sum ? plus + minus + 2 : (plus > minus ? plus - minus : minus - plus) + 1;
    return (size >> 32) + 1;
}

static void add_normal_size(volume_moments *sum, const grid_vec3 *a, const grid_vec3 *b, const grid_vec3 *c)
{
    int64_t e[3], f[3];
    for (int k = 0; k < 3; k++) {
        e[k] = (int64_t)(b->at[k] - a->at[k]);
        f[k] = (int64_t)(c->at[k] - a->at[k]);
    }
    sum->normals += cross_size(e[0], f[1], e[1], f[0]) + cross_size(e[1], f[2], e[2], f[1]) +
                    cross_size(e[2], f[0], e[0], f[2]);
}

/* Whether the moves of vertices are negligible: the volume exceeds 2^41 2^96 times the sum of normals. */
static bool is_volume_accurate(const volume_moments *sum)
{
    wide_sum volume = sum->volume;
    negate_if_negative(volume.limb, SUM_LIMBS);
    uint64_t low = sum->normals << 9, high = sum->normals >> 55; /* in units of 2^128 */
    return volume.limb[4] != 0 || volume.limb[3] > high || (volume.limb[3] == high && volume.limb[2] > low);
}

/* Converts the sums to amount and centroid, relative to the lower end of the box. */
FK_OWN_FRAME static fk_measure finish_moments(const volume_moments *sum, const measure_grid *g, fk_vec3 low)
{
    uint64_t limb[2][SUM_LIMBS + 1];
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact volume = sum_to_exact(sum->volume, g->power[0] + g->power[1] + g->power[2], limb[0]);
    fk_measure m = {.sign = volume.sign};
    if (m.sign == 0)
        return m;
    m.amount = fk_exact_ratio(&arena, volume, fk_exact_from(&arena, 6.0));
    volume = sum_to_exact(sum->volume, 2, limb[0]); /* four times */
    for (int k = 0; k < 3; k++) {
        fk_exact first = sum_to_exact(sum->first[k], g->power[k], limb[1]);
        fk_exact base = fk_exact_mul(&arena, fk_exact_from(&arena, fk_vec3_get(low, k)), volume);
        *fk_vec3_at(&m.centroid, k) = fk_exact_ratio(&arena, fk_exact_add(&arena, first, base), volume);
        arena.used = 0;
    }
    return m;
}

/* ---- Volume in integers of any size -------------------------------------------------------------------- */

/* First moments of doubles have 8400 bits, and 31 more for many triangles. */
#define KEPT_LIMBS 160

typedef struct exact_sum {
    fk_exact value;
    uint64_t limb[KEPT_LIMBS];
} exact_sum;

static void add_to_exact_sum(fk_arena *arena, exact_sum *sum, fk_exact term)
{
    fk_exact value = fk_exact_add(arena, sum->value, term);
    assert(value.count <= KEPT_LIMBS);
    if (value.count > 0)
        memmove(sum->limb, value.limb, (size_t)value.count * sizeof *sum->limb);
    sum->value = value;
    sum->value.limb = sum->limb;
}

/* Sums six times the volumes, and their first moments times four. */
static void sum_exactly(fk_arena *arena, const fk_mesh *mesh, exact_sum *volume, exact_sum first[3])
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangle[t].corner;
        fk_arena_init(arena);
        fk_exact_vec3 a = fk_exact_vec3_from(arena, mesh->point[corner[0]]);
        fk_exact_vec3 b = fk_exact_vec3_from(arena, mesh->point[corner[1]]);
        fk_exact_vec3 c = fk_exact_vec3_from(arena, mesh->point[corner[2]]);
        fk_exact six = fk_exact_vec3_dot(arena, fk_exact_vec3_cross(arena, a, b), c);
        fk_exact_vec3 sum = fk_exact_vec3_add(arena, fk_exact_vec3_add(arena, a, b), c);
        add_to_exact_sum(arena, volume, six);
        for (int k = 0; k < 3; k++)
            add_to_exact_sum(arena, &first[k], fk_exact_mul(arena, fk_exact_vec3_get(sum, k), six));
    }
}

FK_OWN_FRAME static fk_measure measure_volume_exactly(const fk_mesh *mesh)
{
    exact_sum volume = {.value = {.count = 0}}, first[3] = {{.value = {.count = 0}}};
    fk_arena arena;
    sum_exactly(&arena, mesh, &volume, first);
    fk_measure m = {.sign = volume.value.sign};
    if (m.sign == 0)
        return m;
    fk_arena_init(&arena);
    m.amount = fk_exact_ratio(&arena, volume.value, fk_exact_from(&arena, 6.0));
    fk_exact four = fk_exact_mul(&arena, volume.value, fk_exact_from(&arena, 4.0));
    for (int k = 0; k < 3; k++)
        *fk_vec3_at(&m.centroid, k) = fk_exact_ratio(&arena, first[k].value, four);
    return m;
}

fk_status fk_measure_volume(fk_context *context, const fk_mesh *mesh, const fk_aabb *box, fk_measure *out)
{
    size_t bytes = ((size_t)mesh->vertex_count + 1) * sizeof(grid_vec3);
    grid_vec3 *position = fk_allocate(context, bytes);
    if (position == NULL)
        return FK_ERROR_MEMORY;
    measure_grid g = make_grid(box);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        position[v] = snap_to_grid(&g, mesh->point[v]);
    volume_moments sum = {.volume = {{0}}};
    bool is_cancelled = false;
    for (uint32_t t = 0; t < mesh->triangle_count && !is_cancelled; t++) {
        const uint32_t *corner = mesh->triangle[t].corner;
        add_tetrahedron(&sum, position + corner[0], position + corner[1], position + corner[2]);
        add_normal_size(&sum, position + corner[0], position + corner[1], position + corner[2]);
        is_cancelled = fk_context_poll_at(context, t);
    }
    fk_release(context, position, bytes);
    if (is_cancelled)
        return FK_ERROR_MEMORY;
    bool is_enough = g.is_exact || is_volume_accurate(&sum);
    *out = is_enough ? finish_moments(&sum, &g, box->min) : measure_volume_exactly(mesh);
    return FK_OK;
}

/* ---- Area ---------------------------------------------------------------------------------------------- */

static fk_dd_vec3 dd_vertex_difference(fk_vec3 from, fk_vec3 to)
{
    fk_dd_vec3 d = {fk_dd_sum(to.x, -from.x), fk_dd_sum(to.y, -from.y), fk_dd_sum(to.z, -from.z)};
    return d;
}

/* Twice the area of a triangle. */
static double double_area(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    return fk_vec3_length(
        fk_dd_vec3_round(fk_dd_vec3_cross(dd_vertex_difference(a, b), dd_vertex_difference(a, c))));
}

fk_measure fk_measure_area(const fk_mesh *mesh, const fk_aabb *box, const uint8_t *mark, uint8_t skip)
{
    fk_measure m = {.sign = 0};
    if (mesh->vertex_count == 0)
        return m;
    int low = fk_vec3_exponent(box->min), high = fk_vec3_exponent(box->max);
    double scale = fk_inverse_power(low > high ? low : high);
    int power = -fk_exponent_of(scale);
    fk_aabb scaled = {fk_vec3_scale(box->min, scale), fk_vec3_scale(box->max, scale)};
    fk_vec3 middle = fk_measure_box_center(&scaled);
    fk_dd area = fk_dd_from(0);
    fk_dd_vec3 first = fk_dd_vec3_from(fk_vec3_make(0, 0, 0));
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (mark[t] & skip)
            continue;
        fk_vec3 p[3], sum = fk_vec3_make(0, 0, 0);
        for (int k = 0; k < 3; k++) {
            p[k] = fk_vec3_scale(mesh->point[mesh->triangle[t].corner[k]], scale);
            sum = fk_vec3_add(sum, fk_vec3_sub(p[k], middle));
        }
        double twice = double_area(p[0], p[1], p[2]);
        area = fk_dd_add(area, fk_dd_from(twice));
        first = fk_dd_vec3_add(first, fk_dd_vec3_from(fk_vec3_scale(sum, twice)));
    }
    m.sign = area.hi > 0;
    m.amount = ldexp(0.5 * area.hi, 2 * power);
    double third = 3.0 * area.hi;
    for (int k = 0; k < 3 && m.sign != 0; k++) {
        double moment = fk_vec3_get(fk_dd_vec3_round(first), k);
        *fk_vec3_at(&m.centroid, k) = ldexp(fk_vec3_get(middle, k) + moment / third, power);
    }
    return m;
}
