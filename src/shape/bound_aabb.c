/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Axis-aligned boxes around points, placed and merged.
 *
 * Source: Grulich, "Collision detection in 3D space", 2016, section 3.1.2: algorithms 3 (build) and 4 (place). The printed
 * algorithm 4 multiplies half widths by the entries of the rotation; it needs their sizes. Boxes are kept as least and
 * greatest coordinates rather than centre and half widths, as these need no rounding, and placed by choosing for each
 * product the smaller or larger end, which is the same.
 *
 * Weak inputs: none. Where the processor takes small numbers for zero, comparisons of these go by their bits. */

#include "shape/bound.h"

#include "base/pose.h"
#include "shape/support.h"

/* ---- What all volumes share ---------------------------------------------------------------------------- */

bool fk_outer_drops_denormals(void)
{
    volatile double small = 0x1p-1074;
    return !(small > 0.0);
}

/* d has relative errors of u, the sum of its squares of 5 u, the root of 3.5 u. Squares are in range for sizes between
 * 2^-400 and 2^400; others are scaled. */
double fk_outer_distance(fk_vec3 p, fk_vec3 q)
{
    const double more = 1.0 + 8 * FK_OUTER_UNIT;
    fk_vec3 d = fk_vec3_sub(p, q);
    double size = fk_vec3_largest(d);
    if (size > 0x1p-400 && size < 0x1p400)
        return fk_vec3_length(d) * more;
    if (!(size <= 0x1p-400)) {
        d = fk_vec3_sub(fk_vec3_scale(p, 0x1p-600), fk_vec3_scale(q, 0x1p-600));
        return fk_outer_size(fk_vec3_length(d) * more * 0x1p600);
    }
    if (fk_outer_key(p.x) == fk_outer_key(q.x) && fk_outer_key(p.y) == fk_outer_key(q.y) &&
        fk_outer_key(p.z) == fk_outer_key(q.z))
        return 0.0;
    return fk_vec3_length(fk_vec3_scale(d, 0x1p600)) * more * 0x1p-600 + FK_OUTER_TINY;
}

/* ---- Build --------------------------------------------------------------------------------------------- */

static bool has_small_number(const fk_aabb *box)
{
    return fk_biased_exponent(box->min.x) == 0 || fk_biased_exponent(box->min.y) == 0 ||
           fk_biased_exponent(box->min.z) == 0 || fk_biased_exponent(box->max.x) == 0 ||
           fk_biased_exponent(box->max.y) == 0 || fk_biased_exponent(box->max.z) == 0;
}

static void plain_zeros(fk_aabb *box)
{
    for (int k = 0; k < 3; k++) {
        *fk_vec3_at(&box->min, k) = fk_outer_plain(fk_vec3_get(box->min, k));
        *fk_vec3_at(&box->max, k) = fk_outer_plain(fk_vec3_get(box->max, k));
    }
}

fk_status fk_aabb_build(const fk_vec3 *point, size_t count, fk_aabb *out)
{
    const uint32_t most = (uint32_t)1 << 30;
    fk_aabb box = fk_aabb_empty();
    if (count == 0)
        return FK_ERROR_ARGUMENT;
    for (size_t i = 0; i < count; i += most) {
        fk_aabb part;
        if (!fk_scan_box(point + i, count - i < most ? (uint32_t)(count - i) : most, &part))
            return FK_ERROR_NOT_FINITE;
        box = fk_aabb_merge(&box, &part);
    }
    /* The scan compares as the processor does, which may even turn small numbers into zeros. */
    if (has_small_number(&box) && fk_outer_drops_denormals()) {
        box = fk_aabb_empty();
        for (size_t i = 0; i < count; i++) {
            fk_aabb part = {point[i], point[i]};
            box = fk_aabb_merge(&box, &part);
        }
    }
    plain_zeros(&box);
    *out = box;
    return FK_OK;
}

/* The least of all placed coordinates is the least rotated one, placed: an addition never changes an order. */
static void place_spans(const fk_vec3 *point, size_t count, const fk_pose *pose, fk_aabb *box)
{
    fk_vec3 row[3];
    double low[3], high[3];
    for (int k = 0; k < 3; k++)
        row[k] = fk_vec3_make(pose->rotation[k][0], pose->rotation[k][1], pose->rotation[k][2]);
    fk_outer_scan_spans(point, count, fk_vec3_make(0, 0, 0), row, low, high);
    box->min = fk_vec3_add(fk_vec3_make(low[0], low[1], low[2]), pose->translation);
    box->max = fk_vec3_add(fk_vec3_make(high[0], high[1], high[2]), pose->translation);
}

/* A sum of products that is not finite hides in a least value or in a greatest one, or is a NaN that neither keeps. */
static bool placed_are_finite(const fk_vec3 *point, size_t count, const fk_pose *pose)
{
    for (size_t i = 0; i < count; i++)
        if (!fk_vec3_is_finite(fk_pose_apply_inline(pose, point[i])))
            return false;
    return true;
}

fk_status fk_outer_build_placed(const fk_vec3 *point, size_t count, const fk_aabb *home, const fk_pose *pose,
                                fk_aabb *out)
{
    fk_aabb box;
    fk_vec3 reach = fk_vec3_make(fk_larger(fabs(home->min.x), fabs(home->max.x)),
                                 fk_larger(fabs(home->min.y), fabs(home->max.y)),
                                 fk_larger(fabs(home->min.z), fabs(home->max.z)));
    bool in_range = true;
    for (int k = 0; k < 3; k++)
        in_range = in_range && fk_outer_row_size(pose, k, reach) < FK_OUTER_LARGEST;
    if (!in_range && !placed_are_finite(point, count, pose))
        return FK_ERROR_NOT_FINITE;
    place_spans(point, count, pose, &box);
    if (has_small_number(&box) && fk_outer_drops_denormals()) {
        box = fk_aabb_empty();
        for (size_t i = 0; i < count; i++) {
            fk_vec3 p = fk_pose_apply_inline(pose, point[i]);
            fk_aabb part = {p, p};
            box = fk_aabb_merge(&box, &part);
        }
    }
    plain_zeros(&box);
    *out = box;
    return FK_OK;
}

fk_status fk_aabb_build_placed(const fk_vec3 *point, size_t count, const fk_pose *pose, fk_aabb *out)
{
    fk_aabb home;
    fk_status status = fk_aabb_build(point, count, &home);
    return status == FK_OK ? fk_outer_build_placed(point, count, &home, pose, out) : status;
}

/* ---- Place --------------------------------------------------------------------------------------------- */

static bool is_empty(const fk_aabb *box)
{
    return fk_outer_less(box->max.x, box->min.x) || fk_outer_less(box->max.y, box->min.y) ||
           fk_outer_less(box->max.z, box->min.z);
}

/* The ends of a row are computed with at most 4 u of its size, and points are placed with as much: see fk_outer_row_size. */
static void place_row(const fk_aabb *box, const fk_pose *pose, int row, fk_vec3 reach, double *low,
                      double *high)
{
    double size = fk_outer_row_size(pose, row, reach), least = 0.0, most = 0.0;
    if (!(size < FK_OUTER_LARGEST)) {
        *low = -INFINITY;
        *high = INFINITY;
        return;
    }
    for (int k = 0; k < 3; k++) {
        double p = pose->rotation[row][k] * fk_vec3_get(box->min, k);
        double q = pose->rotation[row][k] * fk_vec3_get(box->max, k);
        least += fk_smaller(p, q);
        most += fk_larger(p, q);
    }
    double error = 12 * FK_OUTER_UNIT * size + FK_OUTER_TINY, t = fk_vec3_get(pose->translation, row);
    *low = fk_outer_below(least + t, error);
    *high = fk_outer_above(most + t, error);
}

fk_aabb fk_aabb_place(const fk_aabb *box, const fk_pose *pose)
{
    fk_aabb placed;
    if (is_empty(box))
        return fk_aabb_empty();
    fk_vec3 reach = fk_vec3_make(fk_larger(fabs(box->min.x), fabs(box->max.x)),
                                 fk_larger(fabs(box->min.y), fabs(box->max.y)),
                                 fk_larger(fabs(box->min.z), fabs(box->max.z)));
    for (int k = 0; k < 3; k++)
        place_row(box, pose, k, reach, fk_vec3_at(&placed.min, k), fk_vec3_at(&placed.max, k));
    return placed;
}

/* ---- Two boxes, a point, the volume -------------------------------------------------------------------- */

fk_aabb fk_aabb_merge(const fk_aabb *a, const fk_aabb *b)
{
    if (is_empty(a))
        return *b;
    if (is_empty(b))
        return *a;
    fk_aabb both = {
        {fk_outer_least(a->min.x, b->min.x), fk_outer_least(a->min.y, b->min.y),
         fk_outer_least(a->min.z, b->min.z)},
        {fk_outer_most(a->max.x, b->max.x), fk_outer_most(a->max.y, b->max.y),
         fk_outer_most(a->max.z, b->max.z)},
    };
    return both;
}

static bool is_between(double low, double x, double high)
{
    return !fk_outer_less(x, low) && !fk_outer_less(high, x);
}

bool fk_aabb_contains(const fk_aabb *box, fk_vec3 point)
{
    return is_between(box->min.x, point.x, box->max.x) && is_between(box->min.y, point.y, box->max.y) &&
           is_between(box->min.z, point.z, box->max.z);
}

double fk_aabb_volume(const fk_aabb *box)
{
    if (is_empty(box))
        return 0.0;
    return fk_outer_content(box->max.x - box->min.x, box->max.y - box->min.y, box->max.z - box->min.z);
}
