/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Vectors, axis-aligned boxes, poses, eigenvectors of a symmetric matrix.
 *
 * Finiteness is read from the bits, since a host compiled for fast mathematics may have told the processor or the
 * compiler that some numbers do not occur. Box comparisons are ordinary ones; where the processor treats denormals as
 * zero, boxes closer than the smallest normal number count as meeting, which is the safe side.
 *
 * Weak inputs: a NaN coordinate never grows a box, and a box with a NaN bound meets nothing. */

#include "base/vec3.h"

#include "base/pose.h"

bool fk_vec3_is_finite(fk_vec3 v)
{
    return fk_is_finite(v.x) && fk_is_finite(v.y) && fk_is_finite(v.z);
}

fk_vec3 fk_vec3_unit_any(fk_vec3 v)
{
    /* Squares must neither overflow nor underflow. Twice, since one power of two does not lift the smallest numbers
     * all the way. */
    int exponent = fk_exponent_of(fk_vec3_largest(v));
    for (int i = 0; i < 2 && (exponent < -400 || exponent > 400); i++) {
        v = fk_vec3_scale(v, fk_inverse_power(exponent));
        exponent = fk_exponent_of(fk_vec3_largest(v));
    }
    double length = fk_vec3_length(v);
    return length > 0.0 ? fk_vec3_make(v.x / length, v.y / length, v.z / length) : fk_vec3_make(0, 0, 0);
}

fk_aabb fk_aabb_empty(void)
{
    const double infinity = (double)INFINITY;
    fk_aabb box = {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    return box;
}

fk_aabb fk_aabb_include(fk_aabb box, fk_vec3 point)
{
    fk_aabb grown = {
        {fk_smaller(point.x, box.min.x), fk_smaller(point.y, box.min.y), fk_smaller(point.z, box.min.z)},
        {fk_larger(point.x, box.max.x), fk_larger(point.y, box.max.y), fk_larger(point.z, box.max.z)},
    };
    return grown;
}

/* Four comparisons, not two: an interval whose min exceeds its max is empty and meets nothing, even if the other one
 * covers both of its ends. */
static bool intervals_meet(double a_min, double a_max, double b_min, double b_max)
{
    return a_min <= a_max && b_min <= b_max && a_min <= b_max && b_min <= a_max;
}

bool fk_aabb_meets(fk_aabb a, fk_aabb b)
{
    return intervals_meet(a.min.x, a.max.x, b.min.x, b.max.x) &&
           intervals_meet(a.min.y, a.max.y, b.min.y, b.max.y) &&
           intervals_meet(a.min.z, a.max.z, b.min.z, b.max.z);
}

/* ---- Poses ---------------------------------------------------------------------------------------------- */

/* Every result is a fixed sequence of IEEE additions, multiplications and divisions, without contraction, after
 * fk_sin and fk_cos: the same doubles on every machine that rounds to nearest.
 *
 * Weak inputs: a rotation is rigid up to rounding only, and products of many poses drift. Numbers near the overflow
 * limit may place a point at infinity. Angles that are not finite give NaN entries. */

fk_pose fk_pose_identity(void)
{
    fk_pose pose = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, {0.0, 0.0, 0.0}};
    return pose;
}

/* The pose with the given sines and cosines of roll, pitch and yaw. Adding 0 turns -0 into 0. */
static fk_pose pose_from_sines(fk_vec3 xyz, const double s[3], const double c[3])
{
    double sx = s[0], sy = s[1], sz = s[2], cx = c[0], cy = c[1], cz = c[2];
    fk_pose pose = {
        {
            {cz * cy + 0.0, ((cz * sy) * sx - sz * cx) + 0.0, ((cz * sy) * cx + sz * sx) + 0.0},
            {sz * cy + 0.0, ((sz * sy) * sx + cz * cx) + 0.0, ((sz * sy) * cx - cz * sx) + 0.0},
            {0.0 - sy, cy * sx + 0.0, cy * cx + 0.0},
        },
        xyz,
    };
    return pose;
}

fk_pose fk_pose_from_rpy(fk_vec3 xyz, fk_vec3 rpy)
{
    const double s[3] = {fk_sin(rpy.x), fk_sin(rpy.y), fk_sin(rpy.z)};
    const double c[3] = {fk_cos(rpy.x), fk_cos(rpy.y), fk_cos(rpy.z)};
    return pose_from_sines(xyz, s, c);
}

/* A finite angle >= 0 in degrees modulo 360, exactly: the difference of two doubles within a factor of two of each
 * other is a double. */
static double reduce_degrees(double degrees)
{
    double turns = 360;
    while (turns <= degrees / 2)
        turns *= 2;
    for (; turns >= 360; turns /= 2)
        degrees -= degrees >= turns ? turns : 0;
    return degrees;
}

/* Sine and cosine of an angle in degrees: subtracts the nearest multiple of 90 exactly, then exchanges and negates
 * them. */
static void sine_cosine_degrees(double degrees, double *s, double *c)
{
    if (!fk_is_finite(degrees)) {
        *s = *c = fk_sin(degrees);
        return;
    }
    double angle = reduce_degrees(degrees < 0 ? -degrees : degrees);
    int quarter = (int)((angle + 45) / 90);
    double rest = (angle - 90 * quarter) * FK_PI / 180;
    double sine = fk_sin(rest), cosine = fk_cos(rest);
    *s = quarter % 2 == 0 ? sine : cosine;
    *c = quarter % 2 == 0 ? cosine : sine;
    *s = quarter == 2 || quarter == 3 ? -*s : *s;
    *c = quarter == 1 || quarter == 2 ? -*c : *c;
    *s = degrees < 0 ? -*s : *s;
}

fk_pose fk_pose_from_rpy_deg(fk_vec3 xyz, fk_vec3 rpy_deg)
{
    double s[3], c[3];
    for (int i = 0; i < 3; i++)
        sine_cosine_degrees(fk_vec3_get(rpy_deg, i), &s[i], &c[i]);
    return pose_from_sines(xyz, s, c);
}

/* A denormal is read as a whole number, so that it counts even where the processor treats it as zero. */
int fk_leading_exponent(double x)
{
    int biased = fk_biased_exponent(x);
    uint64_t bits = fk_bits_of(x);
    if (biased != 0)
        return biased - 1023;
    int exponent = -1075;
    for (uint64_t rest = bits & 0xfffffffffffffu; rest != 0; rest >>= 1)
        exponent++;
    return exponent;
}

double fk_scale_down(double x, int exponent)
{
    if (fk_leading_exponent(x) - exponent < -500)
        return 0.0;
    /* The 53 bits as a whole number, times its power of two as a double. */
    int power;
    uint64_t mantissa = fk_mantissa_of(x, &power);
    double magnitude = (double)mantissa * fk_from_bits((uint64_t)(power - exponent + 1023) << 52);
    return fk_bits_of(x) >> 63 ? -magnitude : magnitude;
}

/* The rotation of a quaternion whose largest component lies in [1, 2). Every entry is a quotient by the squared
 * length: this needs no square root, and quarter turns about an axis are exact. */
static void rotation_from_quat(double x, double y, double z, double w, double rotation[3][3])
{
    double xx = x * x, yy = y * y, zz = z * z, ww = w * w;
    double squared = (xx + yy) + (zz + ww);
    rotation[0][0] = ((ww + xx) - (yy + zz)) / squared;
    rotation[1][1] = ((ww + yy) - (xx + zz)) / squared;
    rotation[2][2] = ((ww + zz) - (xx + yy)) / squared;
    rotation[0][1] = 2.0 * (x * y - z * w) / squared;
    rotation[1][0] = 2.0 * (x * y + z * w) / squared;
    rotation[0][2] = 2.0 * (x * z + y * w) / squared;
    rotation[2][0] = 2.0 * (x * z - y * w) / squared;
    rotation[1][2] = 2.0 * (y * z - x * w) / squared;
    rotation[2][1] = 2.0 * (y * z + x * w) / squared;
}

fk_status fk_pose_from_quat_xyzw(fk_vec3 xyz, const double quat_xyzw[4], fk_pose *out)
{
    if (!fk_vec3_is_finite(xyz))
        return FK_ERROR_NOT_FINITE;
    int exponent = FK_EXPONENT_OF_ZERO;
    for (int i = 0; i < 4; i++) {
        if (!fk_is_finite(quat_xyzw[i]))
            return FK_ERROR_NOT_FINITE;
        int own = fk_leading_exponent(quat_xyzw[i]);
        exponent = own > exponent ? own : exponent;
    }
    if (exponent == FK_EXPONENT_OF_ZERO)
        return FK_ERROR_ARGUMENT;
    /* Scaled by a power of two, squares neither overflow nor all vanish. */
    double x = fk_scale_down(quat_xyzw[0], exponent), y = fk_scale_down(quat_xyzw[1], exponent);
    double z = fk_scale_down(quat_xyzw[2], exponent), w = fk_scale_down(quat_xyzw[3], exponent);
    rotation_from_quat(x, y, z, w, out->rotation);
    out->translation = xyz;
    return FK_OK;
}

double fk_pose_rotation_error(const fk_pose *pose)
{
    const double(*r)[3] = pose->rotation;
    double size[3][3], most = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            size[i][j] = size[j][i] =
                fabs(r[0][i] * r[0][j] + r[1][i] * r[1][j] + r[2][i] * r[2][j] - (i == j ? 1.0 : 0.0));
    for (int i = 0; i < 3; i++) {
        double sum = size[i][0] + size[i][1] + size[i][2];
        most = sum <= most ? most : sum; /* a NaN stays */
    }
    return most;
}

fk_status fk_pose_check(const fk_pose *pose)
{
    fk_vec3 row[3];
    for (int i = 0; i < 3; i++) {
        const double *r = pose->rotation[i];
        row[i] = fk_vec3_make(r[0], r[1], r[2]);
        if (!fk_vec3_is_finite(row[i]))
            return FK_ERROR_NOT_FINITE;
    }
    if (!fk_vec3_is_finite(pose->translation))
        return FK_ERROR_NOT_FINITE;
    bool is_rigid = fk_pose_rotation_error(pose) <= FK_POSE_RIGID &&
                    fk_vec3_dot(row[0], fk_vec3_cross(row[1], row[2])) > 0;
    return is_rigid ? FK_OK : FK_ERROR_ARGUMENT;
}

fk_pose fk_pose_inverse(const fk_pose *pose)
{
    fk_pose inverse;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            inverse.rotation[row][column] = pose->rotation[column][row];
    fk_vec3 moved = fk_pose_rotate(&inverse, pose->translation);
    inverse.translation = fk_vec3_make(-moved.x, -moved.y, -moved.z);
    return inverse;
}

fk_pose fk_pose_multiply(const fk_pose *a, const fk_pose *b)
{
    return fk_pose_multiply_inline(a, b);
}

fk_vec3 fk_pose_apply(const fk_pose *pose, fk_vec3 point)
{
    return fk_pose_apply_inline(pose, point);
}

fk_vec3 fk_pose_rotate(const fk_pose *pose, fk_vec3 vector)
{
    return fk_pose_rotate_inline(pose, vector);
}

/* ---- Eigenvectors --------------------------------------------------------------------------------------- */

/* Jacobi's method ("Ueber ein leichtes Verfahren", 1846): plane rotations, each of which makes one entry zero. For
 * heuristics only: no claim depends on it. */

/* Rotates the matrix so that m[p][q] vanishes, and the axes with it. */
static void jacobi_rotate(double m[3][3], fk_vec3 axis[3], int p, int q)
{
    if (m[p][q] == 0)
        return;
    double ratio = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    double tangent = (ratio < 0 ? -1 : 1) / (fabs(ratio) + sqrt(ratio * ratio + 1));
    double cosine = 1 / sqrt(tangent * tangent + 1), sine = tangent * cosine;
    for (int k = 0; k < 3; k++) {
        double kp = m[k][p], kq = m[k][q];
        m[k][p] = cosine * kp - sine * kq;
        m[k][q] = sine * kp + cosine * kq;
    }
    for (int k = 0; k < 3; k++) {
        double pk = m[p][k], qk = m[q][k];
        m[p][k] = cosine * pk - sine * qk;
        m[q][k] = sine * pk + cosine * qk;
    }
    fk_vec3 ap = axis[p], aq = axis[q];
    axis[p] = fk_vec3_sub(fk_vec3_scale(ap, cosine), fk_vec3_scale(aq, sine));
    axis[q] = fk_vec3_add(fk_vec3_scale(ap, sine), fk_vec3_scale(aq, cosine));
}

void fk_jacobi(double m[3][3], int sweeps, fk_vec3 axis[3])
{
    for (int k = 0; k < 3; k++)
        axis[k] = fk_vec3_make(k == 0, k == 1, k == 2);
    for (int sweep = 0; sweep < sweeps; sweep++) {
        jacobi_rotate(m, axis, 0, 1);
        jacobi_rotate(m, axis, 0, 2);
        jacobi_rotate(m, axis, 1, 2);
    }
}
