/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Key poses: the rotation from one to the next as an axis and an angle.
 *
 * Between two unit quaternions p and q with p.q >= 0 the shortest arc is exp(s angle/2 axis) p with
 * q p^-1 = (cos angle/2, axis sin angle/2) (Shoemake, "Animating rotation with quaternion curves", 1985). Lengths
 * do not matter: the angle is twice that of the direction (w, |xyz|) of the product. The product is a sum of
 * products of doubles that nearly cancel when the keys are close to each other; so each is the sum of two doubles,
 * and so are the sums: the error is below 2^-96 where the quaternions have lengths of 1 to 4.
 *
 * Which of q and -q is nearer is the sign of a dot product, exactly: the arcs to them are not close to each
 * other. Weak inputs: quaternions that differ by less than 2^-90 have an axis that means nothing, and an angle
 * that is as small; what the bound says of them holds. */

#include <math.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "exact/dd.h"
#include "exact/exact.h"
#include "motion/motion.h"

/* ---- Directions ---------------------------------------------------------------------------------------- */

static int largest_exponent(const double *x, int count)
{
    int most = FK_EXPONENT_OF_ZERO;
    for (int i = 0; i < count; i++) {
        int own = fk_leading_exponent(x[i]);
        most = own > most ? own : most;
    }
    return most;
}

fk_vec3 fk_motion_axis(fk_vec3 v)
{
    if (fk_vec3_nonzeros(v) == 1)
        return fk_vec3_make(fk_sign_of(v.x), fk_sign_of(v.y), fk_sign_of(v.z));
    double x[3] = {v.x, v.y, v.z};
    int exponent = largest_exponent(x, 3);
    for (int i = 0; i < 3; i++)
        x[i] = fk_scale_down(x[i], exponent);
    double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    return fk_vec3_make(x[0] / length, x[1] / length, x[2] / length);
}

/* ---- Keys ---------------------------------------------------------------------------------------------- */

/* The 24 rotations that exchange the axes are those of quaternions with one, two or four components of the same
 * size, and no others. */
static bool exchanges_axes(const double quat[4])
{
    double size = 0;
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (fk_sign_of(quat[i]) == 0)
            continue;
        if (count > 0 && fk_double_order(fabs(quat[i]), size) != 0)
            return false;
        size = fabs(quat[i]);
        count++;
    }
    return count != 3;
}

fk_status fk_motion_key_make(const fk_key *key, fk_motion_key *out)
{
    memset(out, 0, sizeof *out);
    if (!fk_is_finite(key->time))
        return FK_ERROR_NOT_FINITE;
    out->time = key->time;
    out->is_exact = exchanges_axes(key->quat_xyzw);
    return fk_pose_from_quat_xyzw(key->xyz, key->quat_xyzw, &out->pose);
}

/* The 53 bits of a finite double that is not zero, the leading one set. */
static uint64_t leading_bits(double x)
{
    uint64_t bits = fk_bits_of(x) & 0xfffffffffffffu;
    if (fk_biased_exponent(x) != 0)
        return bits | 0x10000000000000u;
    while (!(bits >> 52))
        bits <<= 1;
    return bits;
}

/* Whether q is p times a power of two or minus one: by bits, so exactly. */
static bool is_same_rotation(const double p[4], const double q[4])
{
    bool has_first = false;
    int shift = 0, sign = 0;
    for (int i = 0; i < 4; i++) {
        int own_sign = fk_sign_of(p[i]) * fk_sign_of(q[i]);
        if (fk_sign_of(p[i]) == 0 && fk_sign_of(q[i]) == 0)
            continue;
        if (own_sign == 0 || leading_bits(p[i]) != leading_bits(q[i]))
            return false;
        int own_shift = fk_leading_exponent(p[i]) - fk_leading_exponent(q[i]);
        if (has_first && (own_shift != shift || own_sign != sign))
            return false;
        has_first = true;
        shift = own_shift;
        sign = own_sign;
    }
    return true;
}

/* The sum of four products. */
static double sum_of_products(const double a[4], const double b[4])
{
    double sum = 0, error = 0;
    for (int i = 0; i < 4; i++) {
        fk_twofold product = fk_two_product(a[i], b[i]), next = fk_two_sum(sum, product.hi);
        sum = next.hi;
        error += next.lo + product.lo;
    }
    return sum + error;
}

/* The sign of the dot product. */
static FK_OWN_FRAME int dot_sign(const double p[4], const double q[4])
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact sum = fk_exact_from(&arena, 0);
    for (int i = 0; i < 4; i++)
        sum = fk_exact_add(&arena, sum,
                           fk_exact_mul(&arena, fk_exact_from(&arena, p[i]), fk_exact_from(&arena, q[i])));
    return sum.sign;
}

void fk_motion_key_connect(const fk_key *key, const fk_key *next, fk_motion_key *out)
{
    out->is_turned = !is_same_rotation(key->quat_xyzw, next->quat_xyzw);
    out->axis = fk_vec3_make(1, 0, 0);
    out->angle = 0;
    if (!out->is_turned)
        return;
    double p[4], q[4];
    int p_exponent = largest_exponent(key->quat_xyzw, 4), q_exponent = largest_exponent(next->quat_xyzw, 4);
    for (int i = 0; i < 4; i++) {
        p[i] = fk_scale_down(key->quat_xyzw[i], p_exponent);
        q[i] = fk_scale_down(next->quat_xyzw[i], q_exponent);
    }
    double cosine = sum_of_products(p, q);
    int sign = fabs(cosine) > 0x1p-90 ? fk_sign_of(cosine) : dot_sign(key->quat_xyzw, next->quat_xyzw);
    /* The vector of q p^-1. */
    const double x[4] = {q[0], -q[3], -q[1], q[2]}, of_x[4] = {p[3], p[0], p[2], p[1]};
    const double y[4] = {q[1], -q[3], -q[2], q[0]}, of_y[4] = {p[3], p[1], p[0], p[2]};
    const double z[4] = {q[2], -q[3], -q[0], q[1]}, of_z[4] = {p[3], p[2], p[1], p[0]};
    fk_vec3 v = fk_vec3_make(sum_of_products(x, of_x), sum_of_products(y, of_y), sum_of_products(z, of_z));
    double sine = fk_vec3_length(v);
    if (!(sine > 0x1p-200))
        return;
    out->axis = fk_motion_axis(sign < 0 ? fk_vec3_negate(v) : v);
    out->angle = 2 * fk_arc(sine, fabs(cosine));
}
