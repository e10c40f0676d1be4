/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact arithmetic: see exact.h for the representation. Integers only, except in the functions that convert a result
 * to doubles; schoolbook multiplication, since most numbers here have one to four limbs. */

#include "exact/exact.h"

#include <float.h>
#include <math.h>
#include <string.h>

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 double_limb;

/* The low and the high half of x * y + add + carry, which never overflows. */
static uint64_t multiply_add_limbs(uint64_t x, uint64_t y, uint64_t add, uint64_t carry, uint64_t *high)
{
    double_limb product = (double_limb)x * y + add + carry;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
}
#else
static uint64_t multiply_add_limbs(uint64_t x, uint64_t y, uint64_t add, uint64_t carry, uint64_t *high)
{
    const uint64_t mask = 0xffffffffu;
    uint64_t low = (x & mask) * (y & mask);
    uint64_t cross = (x >> 32) * (y & mask) + (low >> 32);
    uint64_t other = (x & mask) * (y >> 32) + (cross & mask);
    uint64_t top = (x >> 32) * (y >> 32) + (cross >> 32) + (other >> 32);
    uint64_t bottom = other << 32 | (low & mask);
    bottom += add;
    top += bottom < add;
    bottom += carry;
    top += bottom < carry;
    *high = top;
    return bottom;
}
#endif

static const fk_exact zero = {NULL, 0, 0, 0};

/* Allocates count limbs on top of the arena, or returns NULL. */
static uint64_t *allocate_limbs(fk_arena *arena, int32_t count)
{
    if (count < 0 || (uint32_t)count > FK_ARENA_LIMBS - arena->used) {
        arena->full = true;
        return NULL;
    }
    uint64_t *limb = arena->limb + arena->used;
    arena->used += (uint32_t)count;
    return limb;
}

/* The number in the limbs just allocated, without zero limbs at its ends; releases leading zero limbs. */
static fk_exact trim_limbs(fk_arena *arena, uint64_t *limb, int32_t count, int32_t exponent, int32_t sign)
{
    int32_t taken = count;
    while (count > 0 && limb[count - 1] == 0)
        count--;
    arena->used -= (uint32_t)(taken - count);
    if (count == 0)
        return zero;
    int32_t low = 0;
    while (limb[low] == 0)
        low++;
    return (fk_exact){limb + low, count - low, exponent + low, sign};
}

fk_exact fk_exact_from(fk_arena *arena, double x)
{
    int32_t field = fk_biased_exponent(x);
    uint64_t bits = fk_bits_of(x), mantissa = bits & 0xfffffffffffffu;
    if (!fk_is_finite(x)) {
        arena->full = true;
        return zero;
    }
    if (field > 0)
        mantissa |= (uint64_t)1 << 52;
    else
        field = 1;
    if (mantissa == 0)
        return zero;
    /* The lowest bit has the exponent field - 1075; 1088 = 17 * 64 keeps the division on positive numbers. */
    int32_t position = field - 1075 + 1088;
    int32_t shift = position % 64;
    uint64_t *limb = allocate_limbs(arena, 2);
    if (limb == NULL)
        return zero;
    limb[0] = mantissa << shift;
    limb[1] = shift > 0 ? mantissa >> (64 - shift) : 0;
    return trim_limbs(arena, limb, 2, position / 64 - 17, bits >> 63 ? -1 : 1);
}

fk_exact fk_exact_from_dd(fk_arena *arena, fk_dd x)
{
    return fk_exact_add(arena, fk_exact_from(arena, x.hi), fk_exact_from(arena, x.lo));
}

fk_exact fk_exact_negate(fk_exact a)
{
    a.sign = -a.sign;
    return a;
}

/* The limb of a at a given power of 2^64. */
static uint64_t limb_at(fk_exact a, int32_t position)
{
    int32_t i = position - a.exponent;
    return i >= 0 && i < a.count ? a.limb[i] : 0;
}

static int compare_magnitude(fk_exact a, fk_exact b)
{
    int32_t top_a = a.exponent + a.count, top_b = b.exponent + b.count;
    if (top_a != top_b)
        return top_a > top_b ? 1 : -1;
    int32_t bottom = a.exponent < b.exponent ? a.exponent : b.exponent;
    for (int32_t i = top_a - 1; i >= bottom; i--) {
        uint64_t x = limb_at(a, i), y = limb_at(b, i);
        if (x != y)
            return x > y ? 1 : -1;
    }
    return 0;
}

int fk_exact_compare(fk_exact a, fk_exact b)
{
    if (a.sign != b.sign)
        return a.sign > b.sign ? 1 : -1;
    return a.sign == 0 ? 0 : a.sign * compare_magnitude(a, b);
}

/* |a| + |b| with the sign of a. */
static fk_exact add_magnitude(fk_arena *arena, fk_exact a, fk_exact b)
{
    int32_t top_a = a.exponent + a.count, top_b = b.exponent + b.count;
    int32_t bottom = a.exponent < b.exponent ? a.exponent : b.exponent;
    int32_t count = (top_a > top_b ? top_a : top_b) - bottom + 1;
    uint64_t *limb = allocate_limbs(arena, count);
    if (limb == NULL)
        return zero;
    uint64_t carry = 0;
    for (int32_t i = 0; i < count; i++) {
        uint64_t x = limb_at(a, bottom + i), y = limb_at(b, bottom + i);
        uint64_t sum = x + y;
        uint64_t out = sum < x;
        sum += carry;
        out |= sum < carry;
        limb[i] = sum;
        carry = out;
    }
    return trim_limbs(arena, limb, count, bottom, a.sign);
}

/* |a| - |b| with the sign of a, where |a| > |b|. */
static fk_exact subtract_magnitude(fk_arena *arena, fk_exact a, fk_exact b)
{
    int32_t bottom = a.exponent < b.exponent ? a.exponent : b.exponent;
    int32_t count = a.exponent + a.count - bottom;
    uint64_t *limb = allocate_limbs(arena, count);
    if (limb == NULL)
        return zero;
    uint64_t borrow = 0;
    for (int32_t i = 0; i < count; i++) {
        uint64_t x = limb_at(a, bottom + i), y = limb_at(b, bottom + i);
        uint64_t difference = x - y;
        uint64_t out = x < y;
        out |= difference < borrow;
        limb[i] = difference - borrow;
        borrow = out;
    }
    return trim_limbs(arena, limb, count, bottom, a.sign);
}

fk_exact fk_exact_add(fk_arena *arena, fk_exact a, fk_exact b)
{
    if (a.sign == 0)
        return b;
    if (b.sign == 0)
        return a;
    if (a.sign == b.sign)
        return add_magnitude(arena, a, b);
    int order = compare_magnitude(a, b);
    if (order == 0)
        return zero;
    return order > 0 ? subtract_magnitude(arena, a, b) : subtract_magnitude(arena, b, a);
}

fk_exact fk_exact_sub(fk_arena *arena, fk_exact a, fk_exact b)
{
    return fk_exact_add(arena, a, fk_exact_negate(b));
}

fk_exact fk_exact_mul(fk_arena *arena, fk_exact a, fk_exact b)
{
    if (a.sign == 0 || b.sign == 0)
        return zero;
    int32_t count = a.count + b.count;
    uint64_t *limb = allocate_limbs(arena, count);
    if (limb == NULL)
        return zero;
    memset(limb, 0, (size_t)a.count * sizeof *limb);
    for (int32_t j = 0; j < b.count; j++) {
        uint64_t carry = 0;
        /* Sums of doubles of very different sizes have many zero limbs. */
        for (int32_t i = 0; i < a.count && b.limb[j] != 0; i++)
            limb[i + j] = multiply_add_limbs(a.limb[i], b.limb[j], limb[i + j], carry, &carry);
        limb[j + a.count] = carry;
    }
    return trim_limbs(arena, limb, count, a.exponent + b.exponent, a.sign * b.sign);
}

fk_exact fk_exact_keep(fk_arena *arena, uint32_t mark, fk_exact a)
{
    uint64_t *target = arena->limb + mark;
    arena->used = mark;
    if (a.count == 0 ||
        a.limb < target) /* an operand that was returned unchanged is below the mark already */
        return a;
    memmove(target, a.limb, (size_t)a.count * sizeof *target);
    a.limb = target;
    arena->used = mark + (uint32_t)a.count;
    return a;
}

/* The leading 64 bits of a, which is not zero, the exponent of the lowest of them, and whether any bit below was
 * dropped. */
static uint64_t leading_64_bits(fk_exact a, int32_t *power, bool *dropped)
{
    uint64_t high = a.limb[a.count - 1], low = a.count > 1 ? a.limb[a.count - 2] : 0;
    int32_t shift = 0;
    while (high >> (63 - shift) == 0)
        shift++;
    *dropped = a.count > 2 || (shift > 0 ? low << shift : low) != 0;
    *power = 64 * (a.exponent + a.count - 1) - shift;
    return shift > 0 ? high << shift | low >> (64 - shift) : high;
}

/* The leading 53 bits of a as a double with 1 <= |result| < 2, and the exponent: |a| lies in [1, 1 + 2^-52) times
 * |result| * 2^exponent. 0 and 0 for zero. */
static double leading_double(fk_exact a, int *exponent)
{
    *exponent = 0;
    if (a.sign == 0)
        return 0.0;
    int32_t power;
    bool dropped;
    uint64_t bits = leading_64_bits(a, &power, &dropped) >> 11;
    *exponent = power + 63;
    double mantissa = (double)bits * 0x1p-52; /* 53 bits: exact */
    return a.sign < 0 ? -mantissa : mantissa;
}

double fk_exact_floor(fk_exact a)
{
    if (a.sign == 0)
        return 0.0;
    int32_t power;
    bool dropped;
    uint64_t bits = leading_64_bits(a, &power, &dropped);
    int32_t drop = 11; /* down to 53 bits, and more below the normal range */
    if (power + 11 < -1074)
        drop = -1074 - power;
    uint64_t kept = drop < 64 ? bits >> drop : 0;
    dropped = dropped || drop >= 64 || (bits & (((uint64_t)1 << drop) - 1)) != 0;
    if (a.sign < 0 && dropped)
        kept++;
    int32_t exponent = drop < 64 ? power + drop : -1074;
    if (kept >> 53 != 0) {
        kept >>= 1;
        exponent++;
    }
    uint64_t sign = a.sign < 0 ? (uint64_t)1 << 63 : 0;
    if (exponent > 971)
        return fk_from_bits(sign | (uint64_t)0x7ff << 52);
    if (kept >> 52 == 0)
        return fk_from_bits(sign | kept);
    return fk_from_bits(sign | (uint64_t)(exponent + 1075) << 52 | (kept & 0xfffffffffffffu));
}

/* a / b from the leading bits of both: a relative error below 2^-50. */
static double ratio_estimate(fk_exact a, fk_exact b)
{
    int power_a, power_b;
    double leading_a = leading_double(a, &power_a), leading_b = leading_double(b, &power_b);
    return a.sign == 0 ? 0.0 : ldexp(leading_a / leading_b, power_a - power_b);
}

double fk_exact_ratio(fk_arena *arena, fk_exact a, fk_exact b)
{
    uint32_t mark = arena->used;
    double scale = 1.0, first = ratio_estimate(a, b);
    if (!fk_is_finite(first)) {
        /* The estimate may overflow where the quotient does not. */
        scale = 0x1p64;
        a = fk_exact_mul(arena, a, fk_exact_from(arena, 0x1p-64));
        first = ratio_estimate(a, b);
        if (!fk_is_finite(first))
            return first;
    }
    /* The remainder over b corrects the last bits of the estimate. */
    fk_exact rest = fk_exact_sub(arena, a, fk_exact_mul(arena, fk_exact_from(arena, first), b));
    double ratio = (first + ratio_estimate(rest, b)) * scale;
    arena->used = mark;
    return ratio;
}

fk_exact_vec3 fk_exact_vec3_from(fk_arena *arena, fk_vec3 v)
{
    fk_exact_vec3 result;
    result.x = fk_exact_from(arena, v.x);
    result.y = fk_exact_from(arena, v.y);
    result.z = fk_exact_from(arena, v.z);
    return result;
}

fk_exact_vec3 fk_exact_vec3_from_dd(fk_arena *arena, fk_dd_vec3 v)
{
    return (fk_exact_vec3){fk_exact_from_dd(arena, v.x), fk_exact_from_dd(arena, v.y),
                           fk_exact_from_dd(arena, v.z)};
}

fk_exact_vec3 fk_exact_vec3_add(fk_arena *arena, fk_exact_vec3 a, fk_exact_vec3 b)
{
    fk_exact_vec3 result;
    result.x = fk_exact_add(arena, a.x, b.x);
    result.y = fk_exact_add(arena, a.y, b.y);
    result.z = fk_exact_add(arena, a.z, b.z);
    return result;
}

fk_exact_vec3 fk_exact_vec3_negate(fk_exact_vec3 a)
{
    a.x.sign = -a.x.sign;
    a.y.sign = -a.y.sign;
    a.z.sign = -a.z.sign;
    return a;
}

fk_exact_vec3 fk_exact_vec3_sub(fk_arena *arena, fk_exact_vec3 a, fk_exact_vec3 b)
{
    return fk_exact_vec3_add(arena, a, fk_exact_vec3_negate(b));
}

fk_exact_vec3 fk_exact_vec3_scale(fk_arena *arena, fk_exact_vec3 a, fk_exact s)
{
    fk_exact_vec3 result;
    result.x = fk_exact_mul(arena, a.x, s);
    result.y = fk_exact_mul(arena, a.y, s);
    result.z = fk_exact_mul(arena, a.z, s);
    return result;
}

fk_exact fk_exact_determinant(fk_arena *arena, fk_exact a, fk_exact b, fk_exact c, fk_exact d)
{
    uint32_t mark = arena->used;
    fk_exact first = fk_exact_mul(arena, a, b), second = fk_exact_mul(arena, c, d);
    return fk_exact_keep(arena, mark, fk_exact_sub(arena, first, second));
}

fk_exact_vec3 fk_exact_vec3_cross(fk_arena *arena, fk_exact_vec3 a, fk_exact_vec3 b)
{
    fk_exact_vec3 result;
    result.x = fk_exact_determinant(arena, a.y, b.z, a.z, b.y);
    result.y = fk_exact_determinant(arena, a.z, b.x, a.x, b.z);
    result.z = fk_exact_determinant(arena, a.x, b.y, a.y, b.x);
    return result;
}

fk_exact fk_exact_vec3_dot(fk_arena *arena, fk_exact_vec3 a, fk_exact_vec3 b)
{
    uint32_t mark = arena->used;
    fk_exact x = fk_exact_mul(arena, a.x, b.x);
    fk_exact y = fk_exact_mul(arena, a.y, b.y);
    fk_exact z = fk_exact_mul(arena, a.z, b.z);
    return fk_exact_keep(arena, mark, fk_exact_add(arena, fk_exact_add(arena, x, y), z));
}

bool fk_exact_vec3_is_zero(fk_exact_vec3 a)
{
    return a.x.sign == 0 && a.y.sign == 0 && a.z.sign == 0;
}

/* Converts a two's complement sum. */
static fk_exact finish_sum(fk_arena *arena, uint64_t *sum, int32_t limbs, int32_t exponent)
{
    bool negative = sum[limbs - 1] >> 63;
    uint64_t carry = 1;
    for (int32_t i = 0; i < limbs && negative; i++) {
        sum[i] = ~sum[i] + carry;
        carry = carry && sum[i] == 0;
    }
    uint64_t *limb = allocate_limbs(arena, limbs);
    if (limb == NULL)
        return zero;
    memcpy(limb, sum, (size_t)limbs * sizeof *limb);
    return trim_limbs(arena, limb, limbs, exponent, negative ? -1 : 1);
}

/* Adds sign * value * 2^(64 at) to a two's complement number. */
static void add_to_sum(uint64_t *sum, int32_t count, int32_t at, uint64_t value, bool negative)
{
    bool carry = false;
    for (int32_t i = at; i < count && (i == at || carry); i++) {
        uint64_t x = i == at ? value : 0, before = sum[i];
        sum[i] = negative ? before - x - carry : before + x + carry;
        carry = negative ? before < x || (carry && before == x) : sum[i] < x || (carry && sum[i] == x);
    }
}

/* Sums doubles on the stack, from their lowest limb to their highest and one more for sign and carries. */
static fk_exact sum_component(fk_arena *arena, const fk_vec3 *term, uint32_t count, int axis)
{
    uint64_t sum[36];
    int32_t low = INT32_MAX, high = 0;
    for (uint32_t i = 0; i < count; i++) {
        double x = fk_vec3_get(term[i], axis);
        if (fk_sign_of(x) == 0)
            continue;
        int32_t field = fk_biased_exponent(x), limb = ((field > 0 ? field : 1) - 1075 + 1088) / 64;
        low = limb < low ? limb : low;
        high = limb > high ? limb : high;
        if (field == 0x7ff)
            arena->full = true;
    }
    if (low > high || arena->full)
        return zero;
    int32_t limbs = high - low + 3;
    memset(sum, 0, (size_t)limbs * sizeof *sum);
    for (uint32_t i = 0; i < count; i++) {
        double x = fk_vec3_get(term[i], axis);
        int32_t field = fk_biased_exponent(x);
        uint64_t mantissa = (fk_bits_of(x) & 0xfffffffffffffu) | (uint64_t)(field > 0) << 52;
        int32_t position = (field > 0 ? field : 1) - 1075 + 1088, shift = position % 64;
        if (mantissa == 0)
            continue;
        bool negative = fk_bits_of(x) >> 63;
        add_to_sum(sum, limbs, position / 64 - low, mantissa << shift, negative);
        if (shift > 11)
            add_to_sum(sum, limbs, position / 64 - low + 1, mantissa >> (64 - shift), negative);
    }
    return finish_sum(arena, sum, limbs, low - 17);
}

fk_exact_vec3 fk_exact_vec3_sum(fk_arena *arena, const fk_vec3 *term, uint32_t count)
{
    fk_exact_vec3 result;
    result.x = sum_component(arena, term, count, 0);
    result.y = sum_component(arena, term, count, 1);
    result.z = sum_component(arena, term, count, 2);
    return result;
}

static bool is_longer_than_one(fk_arena *arena, fk_vec3 v)
{
    uint32_t mark = arena->used;
    fk_exact_vec3 exact = fk_exact_vec3_from(arena, v);
    fk_exact square = fk_exact_vec3_dot(arena, exact, exact);
    bool longer = fk_exact_compare(square, fk_exact_from(arena, 1.0)) > 0;
    arena->used = mark;
    return longer;
}

fk_vec3 fk_exact_vec3_ratio(fk_arena *arena, fk_exact_vec3 v, fk_exact s)
{
    double x = fk_exact_ratio(arena, v.x, s), y = fk_exact_ratio(arena, v.y, s);
    return fk_vec3_make(x, y, fk_exact_ratio(arena, v.z, s));
}

fk_vec3 fk_exact_vec3_unit(fk_arena *arena, fk_exact_vec3 v)
{
    if (fk_exact_vec3_is_zero(v))
        return fk_vec3_make(0, 0, 0);
    int power[3];
    double part[3] = {leading_double(v.x, &power[0]), leading_double(v.y, &power[1]),
                      leading_double(v.z, &power[2])};
    int top = INT32_MIN;
    for (int i = 0; i < 3; i++)
        if (part[i] != 0 && power[i] > top)
            top = power[i];
    for (int i = 0; i < 3; i++)
        part[i] = part[i] == 0 ? 0.0 : ldexp(part[i], power[i] - top);
    double length = sqrt(part[0] * part[0] + part[1] * part[1] + part[2] * part[2]);
    fk_vec3 unit = fk_vec3_make(part[0] / length, part[1] / length, part[2] / length);
    /* Never longer than 1, so that a separation along it never exceeds the distance. By bits, since a product with a
     * factor below 1 may round back up. */
    while (is_longer_than_one(arena, unit))
        unit = fk_vec3_make(fk_toward_zero(unit.x), fk_toward_zero(unit.y), fk_toward_zero(unit.z));
    return unit;
}
