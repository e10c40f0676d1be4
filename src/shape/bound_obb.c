/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Oriented boxes: from axes and projection intervals; place, merge, test.
 *
 * Sources: Grulich, "Collision detection in 3D space", 2016, section 3.1.3 (boxes are apart when one of 15 axes separates them;
 * the print says that they collide when one axis does not); Gottschalk, Lin, Manocha, "OBBTree", 1996.
 *
 * A box is the parallelepiped of its doubles, so axes that are not quite orthonormal do not weaken any claim about it. Let U have
 * the axes as columns. A point x of a set has coordinates U^-1 (x - center), while the projection intervals bound U^T (x -
 * center). With U^T U = 1 + F and N the sizes of the entries of F, the difference of the two is (1 + F)^-1 - 1, whose entry (k,
 * j) is at most N_kj + 2 r_k r, for r_k the sum of row k of N, and r the largest of these, at most 1/2: the powers of N from the
 * second on add up to r_k r / (1 - r) or less.
 *
 * The test computes the 15 axes as they are, the products of edges, and not those of orthonormal boxes. Each value is a sum of
 * products of three components; with axes of length 1 + 2^-20 or less, the sizes of its six terms add up to less than 1.16, as a
 * permanent of unit vectors, and it is off by 5 u of that. So a radius is off by 6 u of its half lengths and 3 u by summing, the
 * distance, whose vector is off by u, by 7 u of its size.
 *
 * Weak inputs: a pose that is not a rotation, by more than 2^-20, places the axis-aligned box of the box instead. */

#include "shape/bound.h"

#include "base/pose.h"
#include "exact/exact.h"

/* Axes may be off by this. */
#define SKEW 0x1p-20

/* ---- Frames -------------------------------------------------------------------------------------------- */

static double drop_small(double x)
{
    return fabs(x) < 0x1p-70 ? 0.0 : x;
}

static fk_vec3 unit_without_tiny(fk_vec3 v)
{
    v = fk_vec3_unit(v);
    return fk_vec3_make(drop_small(v.x), drop_small(v.y), drop_small(v.z));
}

/* v minus its component along a unit vector, normalised; twice, as the first time leaves much where v is nearly parallel. */
static fk_vec3 unit_perpendicular(fk_vec3 unit, fk_vec3 v)
{
    for (int i = 0; i < 2; i++)
        v = unit_without_tiny(fk_vec3_sub(v, fk_vec3_scale(unit, fk_vec3_dot(unit, v))));
    return v;
}

static bool is_unit_vector(fk_vec3 v)
{
    return fabs(fk_vec3_dot(v, v) - 1.0) < 0x1p-40;
}

fk_obb_axes fk_obb_axes_make(fk_vec3 u, fk_vec3 v)
{
    fk_obb_axes frame;
    fk_vec3 first = unit_without_tiny(u);
    if (!is_unit_vector(first))
        first = fk_vec3_axis(0, 1);
    fk_vec3 second = unit_perpendicular(first, unit_without_tiny(v));
    if (!is_unit_vector(second) || !(fabs(fk_vec3_dot(first, second)) < 0x1p-40)) {
        double x = fabs(first.x), y = fabs(first.y), z = fabs(first.z);
        second = unit_perpendicular(first, fk_vec3_axis(x <= y && x <= z ? 0 : y <= z ? 1 : 2, 1));
    }
    frame.axis[0] = first;
    frame.axis[1] = second;
    frame.axis[2] = unit_without_tiny(fk_vec3_cross(first, second));
    return frame;
}

fk_obb_axes fk_obb_axes_aligned(void)
{
    fk_obb_axes frame = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    return frame;
}

/* The sum of sizes of the products of two vectors. */
static double dot_size(fk_vec3 u, fk_vec3 v)
{
    return fabs(u.x * v.x) + fabs(u.y * v.y) + fabs(u.z * v.z);
}

static bool is_coordinate_axis(fk_vec3 u)
{
    return dot_size(u, u) == 1.0 && fk_vec3_norm1(u) == 1.0;
}

/* A bound of |u.v - 1| when they are the same, else of |u.v|. The product is off by 3 u of its size. */
static double bound_skew(fk_vec3 u, fk_vec3 v, bool same)
{
    if (same && is_coordinate_axis(u))
        return 0.0;
    return (fabs(fk_vec3_dot(u, v) - (same ? 1.0 : 0.0)) + 4 * FK_BOUND_UNIT * dot_size(u, v)) *
           (1.0 + 4 * FK_BOUND_UNIT);
}

/* Entries of U^T U - 1; returns the largest sum of a row. */
static inline double find_skews(const fk_vec3 axis[3], double skew[3][3], double row[3])
{
    double most = 0.0;
    for (int k = 0; k < 3; k++)
        for (int j = k; j < 3; j++)
            skew[k][j] = skew[j][k] = bound_skew(axis[k], axis[j], k == j);
    for (int k = 0; k < 3; k++) {
        row[k] = skew[k][0] + skew[k][1] + skew[k][2];
        most = fk_larger(row[k], most);
    }
    return most;
}

/* Entries that bound (U^T U)^-1 - 1; zero where it is. */
static void dual_error(const fk_vec3 axis[3], double error[3][3])
{
    double row[3], most = find_skews(axis, error, row);
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++)
            error[k][j] += 3 * row[k] * most;
}

/* ---- From axes and intervals --------------------------------------------------------------------------- */

static fk_obb unbounded_obb(void)
{
    fk_obb_axes frame = fk_obb_axes_aligned();
    fk_obb box = {{0, 0, 0}, {frame.axis[0], frame.axis[1], frame.axis[2]}, {INFINITY, INFINITY, INFINITY}};
    return box;
}

fk_vec3 fk_aabb_center(const fk_aabb *box)
{
    fk_vec3 middle;
    for (int k = 0; k < 3; k++) {
        double low = fk_vec3_get(box->min, k), high = fk_vec3_get(box->max, k), half = low * 0.5 + high * 0.5;
        *fk_vec3_at(&middle, k) = fk_double_less(low, high) ? half : low;
    }
    return middle;
}

/* Whether axis.d, d = p - q, is exactly zero because each product has a zero factor. */
static bool is_surely_across(fk_vec3 axis, fk_vec3 p, fk_vec3 q)
{
    for (int k = 0; k < 3; k++)
        if (!fk_is_zero(fk_vec3_get(axis, k)) &&
            fk_double_key(fk_vec3_get(p, k)) != fk_double_key(fk_vec3_get(q, k)))
            return false;
    return true;
}

/* Each value is off by 4 u of the sum of its products' sizes: its differences by u, products by u, two sums by 2 u. */
void fk_axis_intervals_find(const fk_obb_axes *frame, fk_vec3 base, const fk_vec3 *point, size_t count,
                            const fk_aabb *box, fk_axis_intervals *spans)
{
    fk_vec3 below = fk_vec3_sub(base, box->min), above = fk_vec3_sub(box->max, base);
    fk_vec3 extent =
        fk_vec3_make(fk_larger(below.x, above.x), fk_larger(below.y, above.y), fk_larger(below.z, above.z));
    fk_scan_intervals(point, count, base, frame->axis, spans->low, spans->high);
    for (int k = 0; k < 3; k++) {
        fk_vec3 axis = frame->axis[k];
        bool none = is_surely_across(axis, box->min, base) && is_surely_across(axis, box->max, base);
        spans->error[k] = none ? 0.0 : 6 * FK_BOUND_UNIT * dot_size(axis, extent) + FK_BOUND_TINY;
    }
}

/* Half of the interval around the centre, whose offset from base is computed like a value of a point. */
static double half_interval(const fk_axis_intervals *s, int k, fk_vec3 axis, fk_vec3 center, fk_vec3 base)
{
    fk_vec3 offset = fk_vec3_sub(center, base);
    double at = fk_vec3_dot(axis, offset), error = s->error[k];
    if (!is_surely_across(axis, center, base))
        error += 6 * FK_BOUND_UNIT * dot_size(axis, offset) + FK_BOUND_TINY;
    double half = fk_larger(s->high[k] - at, at - s->low[k]);
    return error > 0.0 ? fk_add_upward(half, error * (1.0 + 4 * FK_BOUND_UNIT)) : half;
}

fk_obb fk_obb_from_intervals(const fk_obb_axes *frame, fk_vec3 base, const fk_axis_intervals *spans)
{
    fk_obb box = unbounded_obb();
    double dual[3][3], half[3];
    fk_vec3 center = base;
    for (int k = 0; k < 3; k++) {
        double middle = 0.5 * spans->low[k] + 0.5 * spans->high[k];
        center = fk_vec3_add(center, fk_vec3_scale(frame->axis[k], middle));
    }
    if (!(fk_vec3_largest(center) < FK_BOUND_LARGEST))
        return box;
    dual_error(frame->axis, dual);
    for (int k = 0; k < 3; k++)
        half[k] = half_interval(spans, k, frame->axis[k], center, base);
    box.center = center;
    for (int k = 0; k < 3; k++) {
        double more = dual[k][0] * half[0] + dual[k][1] * half[1] + dual[k][2] * half[2];
        bool exact = dual[k][0] + dual[k][1] + dual[k][2] == 0.0;
        box.axis[k] = frame->axis[k];
        box.half[k] = fk_trusted_size(
            exact ? half[k] : fk_add_upward(half[k], more * (1.0 + 8 * FK_BOUND_UNIT) + FK_BOUND_TINY));
    }
    return box;
}

double fk_box_measure(double x, double y, double z)
{
    double more = 0x1p-45 * fk_larger(fk_larger(x, y), z);
    return (x + more) * (y + more) * (z + more);
}

/* ---- Place --------------------------------------------------------------------------------------------- */

/* The axis-aligned box of a box. A coordinate is a sum of four terms, each off by u, and by 3 u of summing. */
static fk_aabb obb_aabb(const fk_obb *box)
{
    fk_aabb out;
    for (int k = 0; k < 3; k++) {
        double center = fk_vec3_get(box->center, k), half = 0.0;
        for (int j = 0; j < 3; j++)
            half += box->half[j] * fabs(fk_vec3_get(box->axis[j], k));
        half = half * (1.0 + 6 * FK_BOUND_UNIT) + FK_BOUND_TINY;
        half = half < FK_BOUND_LARGEST ? half : (double)INFINITY;
        *fk_vec3_at(&out.min, k) = fk_subtract_downward(center, half);
        *fk_vec3_at(&out.max, k) = fk_add_upward(center, half);
    }
    return out;
}

fk_obb fk_obb_from_aabb(const fk_aabb *box)
{
    fk_obb_axes frame = fk_obb_axes_aligned();
    fk_axis_intervals spans;
    fk_vec3 base = fk_aabb_center(box);
    for (int k = 0; k < 3; k++) {
        spans.low[k] = fk_vec3_get(box->min, k) - fk_vec3_get(base, k);
        spans.high[k] = fk_vec3_get(box->max, k) - fk_vec3_get(base, k);
        spans.error[k] = 2 * FK_BOUND_UNIT * fk_larger(fabs(spans.low[k]), spans.high[k]) + FK_BOUND_TINY;
        if (!(spans.high[k] - spans.low[k] < FK_BOUND_LARGEST))
            return unbounded_obb();
    }
    return fk_obb_from_intervals(&frame, base, &spans);
}

/* Let V be the placed axes. Each is off by 3 u of the sum S of the sizes of the rotation's entries; the centre, and any other
 * point, by 4 u of the sizes of their rows, whose sum is at least S times the sum of half lengths. In coordinates along V this is
 * hardly more, as its axes are nearly orthonormal: together below 12 u of the rows. */
fk_obb fk_obb_place(const fk_obb *box, const fk_pose *pose)
{
    double sum = box->half[0] + box->half[1] + box->half[2], rows = 0.0, skew[3][3], row[3];
    fk_vec3 c = box->center, extent = fk_vec3_make(fabs(c.x) + sum, fabs(c.y) + sum, fabs(c.z) + sum);
    for (int k = 0; k < 3; k++)
        rows += fk_pose_row_size(pose, k, extent);
    if (!(rows < FK_BOUND_LARGEST))
        return unbounded_obb();
    fk_obb placed;
    placed.center = fk_pose_apply_inline(pose, c);
    for (int k = 0; k < 3; k++) {
        placed.axis[k] = fk_pose_rotate_inline(pose, box->axis[k]);
        placed.half[k] = fk_add_upward(box->half[k], 16 * FK_BOUND_UNIT * rows + FK_BOUND_TINY);
    }
    if (find_skews(placed.axis, skew, row) < SKEW)
        return placed;
    fk_aabb aligned = obb_aabb(box);
    aligned = fk_aabb_place(&aligned, pose);
    return fk_obb_from_aabb(&aligned);
}

/* ---- Two boxes ----------------------------------------------------------------------------------------- */

/* Half of the test: the projections of one box's normals with the axes of the other. */
typedef struct obb_projections {
    fk_vec3 normal[3];  /* products of its axes */
    double seen[3][3];  /* |normal k . axis j of the other| */
    double distance[3]; /* of the centres along each normal */
    double own[3];      /* its own radius along each normal */
} obb_projections;

static inline void project_obb(obb_projections *s, const fk_obb *box, const fk_obb *other, fk_vec3 d)
{
    for (int k = 0; k < 3; k++)
        s->normal[k] = fk_vec3_cross(box->axis[(k + 1) % 3], box->axis[(k + 2) % 3]);
    double volume = fabs(fk_vec3_dot(s->normal[0], box->axis[0]));
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++)
            s->seen[k][j] = fabs(fk_vec3_dot(s->normal[k], other->axis[j]));
        s->distance[k] = fabs(fk_vec3_dot(s->normal[k], d));
        s->own[k] = box->half[k] * volume;
    }
}

/* Whether one of a box's normals separates it from the other. */
static inline bool normals_separate(const obb_projections *s, const double other_half[3], double error)
{
    bool apart = false;
    for (int k = 0; k < 3; k++) {
        double radius = s->own[k] + other_half[0] * s->seen[k][0] + other_half[1] * s->seen[k][1] +
                        other_half[2] * s->seen[k][2];
        apart = apart || s->distance[k] > radius + error;
    }
    return apart;
}

/* The axes u_i x v_j: the radius of a along them follows from the projections of a's normals on v_j, and likewise for b. */
static inline bool products_separate(const obb_projections *a, const obb_projections *b, const fk_obb *box_a,
                                     const fk_obb *box_b, fk_vec3 d, double error)
{
    const double *h = box_a->half, *g = box_b->half;
    for (int i = 0; i < 3; i++) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        fk_vec3 across_i = fk_vec3_cross(d, box_a->axis[i]);
        for (int j = 0; j < 3; j++) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            double distance = fabs(fk_vec3_dot(across_i, box_b->axis[j]));
            double radius = h[i1] * a->seen[i2][j] + h[i2] * a->seen[i1][j] + g[j1] * b->seen[j2][i] +
                            g[j2] * b->seen[j1][i];
            if (distance > radius + error)
                return true;
        }
    }
    return false;
}

bool fk_obb_meets(const fk_obb *a, const fk_obb *b)
{
    fk_vec3 d = fk_vec3_sub(b->center, a->center);
    double size =
        fk_vec3_norm1(d) + (a->half[0] + a->half[1] + a->half[2]) + (b->half[0] + b->half[1] + b->half[2]);
    if (!(size < FK_BOUND_LARGEST))
        return true;
    double error = 16 * FK_BOUND_UNIT * size + FK_BOUND_TINY;
    obb_projections of_a, of_b;
    project_obb(&of_a, a, b, d);
    if (normals_separate(&of_a, b->half, error))
        return false;
    project_obb(&of_b, b, a, d);
    if (normals_separate(&of_b, a->half, error))
        return false;
    return !products_separate(&of_a, &of_b, a, b, d, error);
}

/* The half extent of a box along an axis. */
static double half_extent_along(const fk_obb *box, fk_vec3 axis)
{
    return (box->half[0] * fabs(fk_vec3_dot(axis, box->axis[0])) +
            box->half[1] * fabs(fk_vec3_dot(axis, box->axis[1]))) +
           box->half[2] * fabs(fk_vec3_dot(axis, box->axis[2]));
}

/* The box of two along the axes of a frame. A half is off by 3 u of its products, which are at most twice the half lengths, and 3
 * u by summing; the distance by 4 u of its size. */
static fk_obb merge_obb_along(const fk_obb_axes *frame, const fk_obb *a, const fk_obb *b)
{
    fk_axis_intervals spans;
    fk_vec3 d = fk_vec3_sub(b->center, a->center);
    double size =
        fk_vec3_norm1(d) + (a->half[0] + a->half[1] + a->half[2]) + (b->half[0] + b->half[1] + b->half[2]);
    if (!(size < FK_BOUND_LARGEST))
        return unbounded_obb();
    for (int k = 0; k < 3; k++) {
        double half_a = half_extent_along(a, frame->axis[k]), half_b = half_extent_along(b, frame->axis[k]);
        double at = fk_vec3_dot(frame->axis[k], d);
        spans.low[k] = fk_smaller(-half_a, at - half_b);
        spans.high[k] = fk_larger(half_a, at + half_b);
        spans.error[k] = 16 * FK_BOUND_UNIT * size + FK_BOUND_TINY;
    }
    return fk_obb_from_intervals(frame, a->center, &spans);
}

fk_obb fk_obb_merge(const fk_obb *a, const fk_obb *b)
{
    fk_vec3 d = fk_vec3_sub(b->center, a->center);
    fk_obb_axes frame[6] = {fk_obb_axes_make(a->axis[0], a->axis[1]),
                            fk_obb_axes_make(b->axis[0], b->axis[1]),
                            fk_obb_axes_aligned(),
                            fk_obb_axes_make(d, a->axis[0]),
                            fk_obb_axes_make(d, a->axis[1]),
                            fk_obb_axes_make(d, b->axis[0])};
    fk_obb best = unbounded_obb();
    double least = INFINITY;
    for (int i = 0; i < 6; i++) {
        fk_obb box = merge_obb_along(&frame[i], a, b);
        double measure = fk_box_measure(box.half[0], box.half[1], box.half[2]);
        if (measure < least) {
            least = measure;
            best = box;
        }
    }
    return best;
}

/* ---- A point, the volume, a piece ---------------------------------------------------------------------- */

static FK_OWN_FRAME bool obb_slab_contains(const fk_obb *box, fk_vec3 point, int k)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_vec3 term[2] = {point, fk_vec3_negate(box->center)};
    fk_exact_vec3 n = fk_exact_vec3_cross(&arena, fk_exact_vec3_from(&arena, box->axis[(k + 1) % 3]),
                                          fk_exact_vec3_from(&arena, box->axis[(k + 2) % 3]));
    fk_exact at = fk_exact_vec3_dot(&arena, n, fk_exact_vec3_sum(&arena, term, 2));
    fk_exact end = fk_exact_vec3_dot(&arena, n, fk_exact_vec3_from(&arena, box->axis[k]));
    end = fk_exact_mul(&arena, end, fk_exact_from(&arena, box->half[k]));
    at = at.sign < 0 ? fk_exact_negate(at) : at;
    end = end.sign < 0 ? fk_exact_negate(end) : end;
    return fk_exact_compare(at, end) <= 0 && !arena.full;
}

bool fk_obb_contains(const fk_obb *box, fk_vec3 point)
{
    for (int k = 0; k < 3; k++)
        if (fk_is_finite(box->half[k]) && !obb_slab_contains(box, point, k))
            return false;
    return true;
}

double fk_obb_volume(const fk_obb *box)
{
    return 8.0 * fk_box_volume(box->half[0], box->half[1], box->half[2]);
}

/* Edges are twice the longer half lengths times axes, off by u; the corner is the centre minus half of each, off by 3 u of all
 * that. So in coordinates along the axes, a point of the box is off by u of the sum of half lengths and 3 u of the sum of the
 * centre's coordinates and twice that of the half lengths: together below 8 u. */
fk_piece fk_obb_piece(const fk_obb *box)
{
    fk_vec3 c = box->center, edge[3], origin = c;
    double size = fk_vec3_norm1(c) + (box->half[0] + box->half[1] + box->half[2]);
    double more = 12 * FK_BOUND_UNIT * size + FK_BOUND_TINY;
    for (int k = 0; k < 3; k++) {
        double half = fk_add_upward(box->half[k], more);
        edge[k] = fk_vec3_scale(box->axis[k], 2.0 * half);
        origin = fk_vec3_sub(origin, fk_vec3_scale(edge[k], 0.5));
    }
    return fk_piece_box(origin, edge[0], edge[1], edge[2]);
}
