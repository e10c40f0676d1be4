/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Axis-aligned boxes of points and of pieces: build, place, merge.
 *
 * Source: Grulich, "Collision detection in 3D space", 2016, section 3.1.2: algorithms 3 (build) and 4 (place). The printed
 * algorithm 4 multiplies half widths by the entries of the rotation; it needs their absolute values. Boxes store least and
 * greatest coordinates rather than centre and half widths, as these need no rounding. They are placed by choosing the smaller or
 * larger end for each product, which is the same.
 *
 * Where the processor reads small numbers as zero, comparisons of these go by their bits. */

#include "shape/bound.h"

#include "base/pose.h"
#include "shape/support.h"
#include "shape/vertices.h"

/* ---- Common to all volumes ----------------------------------------------------------------------------- */

/* Whether the processor reads small numbers as zero. */
static bool drops_denormals(void)
{
    volatile double small = 0x1p-1074;
    return !(small > 0.0);
}

/* d has relative errors of u, the sum of its squares of 5 u, the root of 3.5 u. Squares are in range for sizes between 2^-400 and
 * 2^400; others are scaled. */
double fk_distance_above(fk_vec3 p, fk_vec3 q)
{
    const double more = 1.0 + 8 * FK_BOUND_UNIT;
    fk_vec3 d = fk_vec3_sub(p, q);
    double size = fk_vec3_largest(d);
    if (size > 0x1p-400 && size < 0x1p400)
        return fk_vec3_length(d) * more;
    if (!(size <= 0x1p-400)) {
        d = fk_vec3_sub(fk_vec3_scale(p, 0x1p-600), fk_vec3_scale(q, 0x1p-600));
        return fk_trusted_size(fk_vec3_length(d) * more * 0x1p600);
    }
    if (fk_double_key(p.x) == fk_double_key(q.x) && fk_double_key(p.y) == fk_double_key(q.y) &&
        fk_double_key(p.z) == fk_double_key(q.z))
        return 0.0;
    return fk_vec3_length(fk_vec3_scale(d, 0x1p600)) * more * 0x1p-600 + FK_BOUND_TINY;
}

/* ---- Build --------------------------------------------------------------------------------------------- */

static bool has_small_number(const fk_aabb *box)
{
    return fk_biased_exponent(box->min.x) == 0 || fk_biased_exponent(box->min.y) == 0 ||
           fk_biased_exponent(box->min.z) == 0 || fk_biased_exponent(box->max.x) == 0 ||
           fk_biased_exponent(box->max.y) == 0 || fk_biased_exponent(box->max.z) == 0;
}

static void clear_negative_zeros(fk_aabb *box)
{
    for (int k = 0; k < 3; k++) {
        *fk_vec3_at(&box->min, k) = fk_positive_zero(fk_vec3_get(box->min, k));
        *fk_vec3_at(&box->max, k) = fk_positive_zero(fk_vec3_get(box->max, k));
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
        fk_points run = {.point = point + i, .count = count - i < most ? (uint32_t)(count - i) : most};
        if (!fk_scan_box(&run, &part))
            return FK_ERROR_NOT_FINITE;
        box = fk_aabb_merge(&box, &part);
    }
    /* The scan compares as the processor does, which may turn small numbers into zeros. */
    if (has_small_number(&box) && drops_denormals()) {
        box = fk_aabb_empty();
        for (size_t i = 0; i < count; i++) {
            fk_aabb part = {point[i], point[i]};
            box = fk_aabb_merge(&box, &part);
        }
    }
    clear_negative_zeros(&box);
    *out = box;
    return FK_OK;
}

/* The least placed coordinate is the least rotated one, translated: addition is monotone. */
static void place_intervals(const fk_vec3 *point, size_t count, const fk_pose *pose, fk_aabb *box)
{
    fk_vec3 row[3];
    double low[3], high[3];
    for (int k = 0; k < 3; k++)
        row[k] = fk_vec3_make(pose->rotation[k][0], pose->rotation[k][1], pose->rotation[k][2]);
    fk_scan_intervals(point, count, fk_vec3_make(0, 0, 0), row, low, high);
    box->min = fk_vec3_add(fk_vec3_make(low[0], low[1], low[2]), pose->translation);
    box->max = fk_vec3_add(fk_vec3_make(high[0], high[1], high[2]), pose->translation);
}

/* A sum of products that is not finite may be hidden in a least or a greatest value, or be a NaN that neither keeps. */
static bool placed_points_are_finite(const fk_vec3 *point, size_t count, const fk_pose *pose)
{
    for (size_t i = 0; i < count; i++)
        if (!fk_vec3_is_finite(fk_pose_apply_inline(pose, point[i])))
            return false;
    return true;
}

fk_status fk_aabb_build_placed_from(const fk_vec3 *point, size_t count, const fk_aabb *home,
                                    const fk_pose *pose, fk_aabb *out)
{
    fk_aabb box;
    fk_vec3 extent = fk_vec3_make(fk_larger(fabs(home->min.x), fabs(home->max.x)),
                                  fk_larger(fabs(home->min.y), fabs(home->max.y)),
                                  fk_larger(fabs(home->min.z), fabs(home->max.z)));
    bool in_range = true;
    for (int k = 0; k < 3; k++)
        in_range = in_range && fk_pose_row_size(pose, k, extent) < FK_BOUND_LARGEST;
    if (!in_range && !placed_points_are_finite(point, count, pose))
        return FK_ERROR_NOT_FINITE;
    place_intervals(point, count, pose, &box);
    if (has_small_number(&box) && drops_denormals()) {
        box = fk_aabb_empty();
        for (size_t i = 0; i < count; i++) {
            fk_vec3 p = fk_pose_apply_inline(pose, point[i]);
            fk_aabb part = {p, p};
            box = fk_aabb_merge(&box, &part);
        }
    }
    clear_negative_zeros(&box);
    *out = box;
    return FK_OK;
}

fk_status fk_aabb_build_placed(const fk_vec3 *point, size_t count, const fk_pose *pose, fk_aabb *out)
{
    fk_aabb home;
    fk_status status = fk_aabb_build(point, count, &home);
    return status == FK_OK ? fk_aabb_build_placed_from(point, count, &home, pose, out) : status;
}

/* ---- Place --------------------------------------------------------------------------------------------- */

static bool aabb_is_empty(const fk_aabb *box)
{
    return fk_double_less(box->max.x, box->min.x) || fk_double_less(box->max.y, box->min.y) ||
           fk_double_less(box->max.z, box->min.z);
}

/* The ends of a row are computed with an error of at most 4 u of its size, and points are placed with as much: see
 * fk_pose_row_size. */
static void place_aabb_row(const fk_aabb *box, const fk_pose *pose, int row, fk_vec3 extent, double *low,
                           double *high)
{
    double size = fk_pose_row_size(pose, row, extent), least = 0.0, most = 0.0;
    if (!(size < FK_BOUND_LARGEST)) {
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
    double error = 12 * FK_BOUND_UNIT * size + FK_BOUND_TINY, t = fk_vec3_get(pose->translation, row);
    *low = fk_subtract_downward(least + t, error);
    *high = fk_add_upward(most + t, error);
}

fk_aabb fk_aabb_place(const fk_aabb *box, const fk_pose *pose)
{
    fk_aabb placed;
    if (aabb_is_empty(box))
        return fk_aabb_empty();
    fk_vec3 extent = fk_vec3_make(fk_larger(fabs(box->min.x), fabs(box->max.x)),
                                  fk_larger(fabs(box->min.y), fabs(box->max.y)),
                                  fk_larger(fabs(box->min.z), fabs(box->max.z)));
    for (int k = 0; k < 3; k++)
        place_aabb_row(box, pose, k, extent, fk_vec3_at(&placed.min, k), fk_vec3_at(&placed.max, k));
    return placed;
}

/* ---- Two boxes, a point, the volume -------------------------------------------------------------------- */

fk_aabb fk_aabb_merge(const fk_aabb *a, const fk_aabb *b)
{
    if (aabb_is_empty(a))
        return *b;
    if (aabb_is_empty(b))
        return *a;
    fk_aabb both = {
        {fk_double_smaller(a->min.x, b->min.x), fk_double_smaller(a->min.y, b->min.y),
         fk_double_smaller(a->min.z, b->min.z)},
        {fk_double_larger(a->max.x, b->max.x), fk_double_larger(a->max.y, b->max.y),
         fk_double_larger(a->max.z, b->max.z)},
    };
    return both;
}

static bool coordinate_in_interval(double low, double x, double high)
{
    return !fk_double_less(x, low) && !fk_double_less(high, x);
}

bool fk_aabb_contains(const fk_aabb *box, fk_vec3 point)
{
    return coordinate_in_interval(box->min.x, point.x, box->max.x) &&
           coordinate_in_interval(box->min.y, point.y, box->max.y) &&
           coordinate_in_interval(box->min.z, point.z, box->max.z);
}

double fk_aabb_volume(const fk_aabb *box)
{
    if (aabb_is_empty(box))
        return 0.0;
    return fk_box_volume(box->max.x - box->min.x, box->max.y - box->min.y, box->max.z - box->min.z);
}

/* ---- Around pieces -------------------------------------------------------------------------------------- */

/* Along an axis k, with u = 2^-52 and the conventions of bound.h:
 *
 *   points      their coordinates; nothing is rounded
 *   cells       o_k and the edges that go up, or down: see bound.h
 *   balls       c_k +- r; fk_add_upward is right for sums
 *   discs       c_k +- r q with q = sqrt((d_i d_i + d_j d_j) / d.d) for the normal d. Differences are off by u of
 *               themselves, squares by 3 u, sums of squares by 5 u, the quotient by 11 u, the root by 7 u. Where the
 *               largest of d is between 2^-400 and 2^400, flushing to zero changes the quotient by less than 2^-220,
 *               and the root by less than 2^-110
 *   ellipsoids  c_k +- sqrt(x_k x_k + y_k y_k + z_k z_k), off by 4 u; where that may underflow, the sum of sizes
 *   half-space  c / n_k where only n_k is not zero, off by u; else it is unbounded
 *
 * A cylinder is the hull of two discs, a cone that of a disc and a point. */

static fk_aabb unbounded_aabb(void)
{
    fk_aabb box = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    return box;
}

static fk_aabb points_aabb(const fk_vec3 *point, uint32_t count)
{
    fk_aabb box = unbounded_aabb();
    fk_aabb_build(point, count, &box);
    return box;
}

/* Places a few points at a time. */
static fk_aabb hull_aabb(const fk_points *hull)
{
    if (hull->pose == NULL)
        return points_aabb(hull->point, hull->count);
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < hull->count;) {
        fk_vec3 placed[64];
        uint32_t count = 0;
        for (; count < 64 && i < hull->count; i++)
            placed[count++] = fk_points_at(hull, i);
        fk_aabb part = points_aabb(placed, count);
        box = fk_aabb_merge(&box, &part);
    }
    return box;
}

/* The box from the lesser of two points minus `room` to the greater plus `room`, along each axis; infinite where a number is too
 * large. */
static fk_aabb aabb_around(fk_vec3 p, fk_vec3 q, fk_vec3 room)
{
    fk_aabb box;
    for (int k = 0; k < 3; k++) {
        double x = fk_vec3_get(p, k), y = fk_vec3_get(q, k), size = fk_larger(fabs(x), fabs(y));
        double more = fk_vec3_get(room, k) + FK_BOUND_TINY;
        bool is_known = size < FK_BOUND_LARGEST && more < FK_BOUND_LARGEST;
        *fk_vec3_at(&box.min, k) = is_known ? fk_subtract_downward(fk_double_smaller(x, y), more) : -INFINITY;
        *fk_vec3_at(&box.max, k) = is_known ? fk_add_upward(fk_double_larger(x, y), more) : INFINITY;
    }
    return box;
}

static fk_aabb cell_aabb(const fk_piece *piece)
{
    const fk_cell *c = &piece->as.cell;
    double size = fk_vec3_largest(c->origin) + fk_vec3_largest(c->edge[0]) + fk_vec3_largest(c->edge[1]) +
                  fk_vec3_largest(c->edge[2]);
    return size < FK_BOUND_LARGEST ? fk_cell_aabb(piece, 0) : unbounded_aabb();
}

/* The extent of a disc along the axes. */
static fk_vec3 disc_extent(fk_vec3 normal, double radius)
{
    fk_vec3 room = {radius, radius, radius};
    double size = fk_vec3_largest(normal);
    if (!(size > 0x1p-400 && size < 0x1p400))
        return room;
    double square[3] = {normal.x * normal.x, normal.y * normal.y, normal.z * normal.z};
    double all = square[0] + square[1] + square[2];
    for (int k = 0; k < 3; k++) {
        double part = sqrt((square[(k + 1) % 3] + square[(k + 2) % 3]) / all);
        *fk_vec3_at(&room, k) = radius * fk_smaller(part * (1.0 + 16 * FK_BOUND_UNIT) + 0x1p-100, 1.0);
    }
    return room;
}

static fk_aabb tapered_aabb(const fk_piece *piece)
{
    const fk_vec3 *end = piece->as.capsule.end, none = {0, 0, 0};
    double r = piece->as.capsule.radius;
    fk_vec3 room = {r, r, r};
    if (piece->kind != FK_KIND_CAPSULE)
        room = disc_extent(fk_vec3_sub(end[1], end[0]), r);
    if (piece->kind != FK_KIND_CONE)
        return aabb_around(end[0], end[1], room);
    fk_aabb base = aabb_around(end[0], end[0], room), apex = aabb_around(end[1], end[1], none);
    return fk_aabb_merge(&base, &apex);
}

static fk_aabb ellipsoid_aabb(const fk_cell *c)
{
    fk_vec3 room;
    for (int k = 0; k < 3; k++) {
        double x = fabs(fk_vec3_get(c->edge[0], k)), y = fabs(fk_vec3_get(c->edge[1], k)),
               z = fabs(fk_vec3_get(c->edge[2], k)), size = fk_larger(fk_larger(x, y), z);
        bool is_known = size > 0x1p-400 && size < 0x1p400;
        *fk_vec3_at(&room, k) =
            (is_known ? sqrt(x * x + y * y + z * z) : x + y + z) * (1.0 + 8 * FK_BOUND_UNIT);
    }
    return aabb_around(c->origin, c->origin, room);
}

/* Only a normal along an axis bounds it there. Below 2^-20 an offset that is read as zero would matter. */
static fk_aabb half_space_aabb(const fk_plane *plane)
{
    fk_aabb box = unbounded_aabb();
    for (int k = 0; k < 3; k++) {
        double n = fk_vec3_get(plane->normal, k), end = plane->offset / n;
        bool is_alone = fk_is_zero(fk_vec3_get(plane->normal, (k + 1) % 3)) &&
                        fk_is_zero(fk_vec3_get(plane->normal, (k + 2) % 3));
        if (!is_alone || !(fabs(n) >= 0x1p-20) || !(fabs(end) < FK_BOUND_LARGEST))
            continue;
        double error = 4 * FK_BOUND_UNIT * fabs(end) + FK_BOUND_TINY;
        if (n > 0)
            *fk_vec3_at(&box.max, k) = fk_add_upward(end, error);
        else
            *fk_vec3_at(&box.min, k) = fk_subtract_downward(end, error);
    }
    return box;
}

fk_aabb fk_piece_aabb(const fk_piece *piece)
{
    const fk_vec3 center = piece->as.sphere.center;
    double r = piece->as.sphere.radius;
    switch (piece->kind) {
    case FK_KIND_POINT:
        return points_aabb(&piece->as.point, 1);
    case FK_KIND_SEGMENT:
        return points_aabb(piece->as.segment, 2);
    case FK_KIND_TRIANGLE:
        return points_aabb(piece->as.triangle, 3);
    case FK_KIND_HULL:
        return hull_aabb(&piece->as.hull);
    case FK_KIND_BOX:
    case FK_KIND_TETRA:
        return cell_aabb(piece);
    case FK_KIND_SPHERE:
        return aabb_around(center, center, fk_vec3_make(r, r, r));
    case FK_KIND_CAPSULE:
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return tapered_aabb(piece);
    case FK_KIND_ELLIPSOID:
        return ellipsoid_aabb(&piece->as.ellipsoid);
    case FK_KIND_HALF_SPACE:
        return half_space_aabb(&piece->as.half);
    default:
        return unbounded_aabb();
    }
}
