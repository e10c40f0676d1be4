/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The smallest ball around points; place, merge and test balls.
 *
 * Sources: Grulich, "Collision detection in 3D space", 2016, section 3.1.1; Welzl, "Smallest enclosing disks", 1991, whose
 * recursion the print gets wrong (it must remove the point before it recurses); and Gärtner, "Fast and robust smallest enclosing
 * balls", 1999, whose pivots replace the recursion: the farthest point outside joins the at most four that the ball rests on, the
 * smallest ball of these five is found, and so on, while the ball grows. It takes one pass over all points for each of some ten
 * pivots, and no memory.
 *
 * The search proves nothing; it may end early, and the best centre so far is used. Then the centre is rounded, and the radius is
 * the distance of the farthest point, rounded up. All numbers are relative to the centre of the points' box, so that the distance
 * from the origin costs no precision until the centre is rounded. Measured on 36,000 point sets on and near spheres and circles,
 * down to the last bits, in all rounding modes: never more than 12 pivots, and 2e-15 of the radius.
 *
 * Range. Sizes beyond 2^400 are scaled by 2^-600, those below 2^-400 by 2^600, denormal numbers by their bits.
 *
 * Weak inputs: far from the origin the centre is a double of its coarse grid, and the radius grows by as much. */

#include "shape/bound.h"

#include "base/pose.h"
#include "exact/exact.h"

#define MOST_PIVOTS 200

/* Covers the rounding of the root of a sum of squares: see fk_distance_above. */
#define MORE (1.0 + 8 * FK_BOUND_UNIT)

/* ---- Scaled numbers ------------------------------------------------------------------------------------ */

/* x 2^shift for shift 0, -600 or 600; x is below 2^-300 in the last case. */
static double shift_number(double x, int shift)
{
    if (shift == 0)
        return x;
    if (shift < 0)
        return x * 0x1p-600;
    if (fk_biased_exponent(x) != 0)
        return x * 0x1p600;
    double size = (double)(int64_t)(fk_bits_of(x) & INT64_MAX) * 0x1p-474;
    return fk_bits_of(x) >> 63 ? -size : size;
}

static fk_vec3 shift_point(fk_vec3 p, int shift)
{
    return fk_vec3_make(shift_number(p.x, shift), shift_number(p.y, shift), shift_number(p.z, shift));
}

/* x 2^-shift, rounded up if it is not a double: for the sizes of numbers. Where it is denormal, its bits are a whole number,
 * which no state of the processor flushes. */
static double unshift_size(double x, int shift)
{
    if (shift == 0)
        return x;
    if (shift < 0)
        return x < 0x1p424 ? x * 0x1p600 : (double)INFINITY;
    if (x >= 0x1p-422)
        return x * 0x1p-600;
    double steps = x * 0x1p474;
    int64_t whole = (int64_t)steps;
    return fk_from_bits((uint64_t)(whole + ((double)whole < steps)));
}

/* The same for a coordinate between two others. */
static double unshift_between(double x, int shift, double low, double high)
{
    double size = unshift_size(fabs(x), shift);
    return fk_positive_zero(fk_double_smaller(fk_double_larger(x < 0.0 ? -size : size, low), high));
}

/* ---- The search ---------------------------------------------------------------------------------------- */

typedef struct ball_search {
    const fk_vec3 *point;
    size_t count;
    int shift;
    fk_vec3 base; /* scaled, as everything below */
    double unit;  /* a power of two that brings offsets from base to about 1 */
} ball_search;

/* The points that a ball rests on, as offsets times unit. */
typedef struct ball_basis {
    int count;
    fk_vec3 point[4];
} ball_basis;

static void keep_basis_points(ball_basis *s, unsigned chosen, fk_vec3 fresh)
{
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (chosen >> i & 1)
            s->point[kept++] = s->point[i];
    s->point[kept++] = fresh;
    s->count = kept;
}

/* The centre of the ball through the new point and one to three others, in their span; all relative to the new point. */
static fk_vec3 circumcenter(const fk_vec3 *a, int count)
{
    double s = fk_vec3_dot(a[0], a[0]);
    if (count == 1)
        return fk_vec3_scale(a[0], 0.5);
    fk_vec3 n = fk_vec3_cross(a[0], a[1]);
    if (count == 2) {
        fk_vec3 side = fk_vec3_sub(fk_vec3_scale(a[1], s), fk_vec3_scale(a[0], fk_vec3_dot(a[1], a[1])));
        return fk_vec3_scale(fk_vec3_cross(side, n), 0.5 / fk_vec3_dot(n, n));
    }
    fk_vec3 sum = fk_vec3_add(fk_vec3_scale(fk_vec3_cross(a[1], a[2]), s),
                              fk_vec3_scale(fk_vec3_cross(a[2], a[0]), fk_vec3_dot(a[1], a[1])));
    sum = fk_vec3_add(sum, fk_vec3_scale(n, fk_vec3_dot(a[2], a[2])));
    return fk_vec3_scale(sum, 0.5 / fk_vec3_dot(n, a[2]));
}

/* The squared distance from a centre to the farthest of the new point and some others, relative to it. NaN when the centre is. */
static double farthest_squared_distance(const fk_vec3 *a, int count, fk_vec3 center)
{
    double most = fk_vec3_dot(center, center);
    for (int i = 0; i < count; i++) {
        fk_vec3 d = fk_vec3_sub(a[i], center);
        most = fk_larger(fk_vec3_dot(d, d), most);
    }
    return most;
}

/* The smallest ball of the points of a basis and a new one, which is outside their ball and so on the boundary of the new one.
 * The new ball also rests on one to three of the others: 14 choices. The right one is the centre from which the farthest of all
 * five is nearest. So no tolerance decides whether a point is inside, and a choice of nearly collinear or coplanar points, whose
 * centre is wrong or not a number, loses. The basis becomes the points that the ball rests on. Returns the centre, and the square
 * of the radius. */
static fk_vec3 enclose_point(ball_basis *s, fk_vec3 fresh, double *out)
{
    fk_vec3 a[4], chosen[3], best_center = {0, 0, 0};
    double least = INFINITY;
    unsigned best = 0, all = (1u << s->count) - 1;
    for (int i = 0; i < s->count; i++)
        a[i] = fk_vec3_sub(s->point[i], fresh);
    for (unsigned choice = 1; choice <= all; choice++) {
        int count = 0;
        for (int i = 0; i < s->count; i++)
            if (choice >> i & 1 && count++ < 3)
                chosen[count - 1] = a[i];
        if (count > 3)
            continue;
        fk_vec3 center = circumcenter(chosen, count);
        double square = farthest_squared_distance(a, s->count, center);
        if (square < least) {
            least = square;
            best_center = center;
            best = choice;
        }
    }
    keep_basis_points(s, best, fresh);
    *out = least;
    return fk_vec3_add(best_center, fresh);
}

/* The farthest point from an offset, and the square of its distance. */
static size_t find_outermost_point(const ball_search *s, fk_vec3 center, double *square)
{
    if (s->shift == 0)
        return fk_scan_outermost(s->point, s->count, s->base, center, square);
    size_t best = 0;
    *square = -1.0;
    for (size_t i = 0; i < s->count; i++) {
        fk_vec3 d = fk_vec3_sub(fk_vec3_sub(shift_point(s->point[i], s->shift), s->base), center);
        double own = fk_vec3_dot(d, d);
        if (own > *square) {
            *square = own;
            best = i;
        }
    }
    return best;
}

/* A point as an offset times unit. */
static fk_vec3 unit_offset(const ball_search *s, size_t index)
{
    return fk_vec3_scale(fk_vec3_sub(shift_point(s->point[index], s->shift), s->base), s->unit);
}

/* The centre of the smallest ball, as an offset: the best one found. */
static fk_vec3 find_ball_center(const ball_search *s)
{
    double farthest, square = 0.0, least = INFINITY, back = 1.0 / s->unit;
    fk_vec3 center = {0, 0, 0}, best = center;
    ball_basis on = {1, {unit_offset(s, find_outermost_point(s, center, &farthest))}};
    center = on.point[0];
    for (int i = 0; i < MOST_PIVOTS; i++) {
        size_t far = find_outermost_point(s, fk_vec3_scale(center, back), &farthest);
        farthest = farthest * s->unit * s->unit;
        if (farthest < least) {
            least = farthest;
            best = center;
        }
        /* The square is off by up to 9 u. */
        if (!(farthest > square * (1.0 + 0x1p-48)))
            break;
        center = enclose_point(&on, unit_offset(s, far), &square);
    }
    return fk_vec3_scale(best, back);
}

/* ---- Build --------------------------------------------------------------------------------------------- */

static bool aabb_is_point(const fk_aabb *box)
{
    return !fk_double_less(box->min.x, box->max.x) && !fk_double_less(box->min.y, box->max.y) &&
           !fk_double_less(box->min.z, box->max.z);
}

static ball_search make_ball_search(const fk_vec3 *point, size_t count, const fk_aabb *box)
{
    fk_vec3 half = fk_vec3_sub(fk_vec3_scale(box->max, 0.5), fk_vec3_scale(box->min, 0.5));
    int exponent = fk_vec3_exponent(half);
    ball_search s = {point, count, exponent > 400 ? -600 : exponent < -400 ? 600 : 0, {0, 0, 0}, 1.0};
    fk_vec3 low = shift_point(box->min, s.shift), high = shift_point(box->max, s.shift);
    s.base = fk_vec3_add(fk_vec3_scale(low, 0.5), fk_vec3_scale(high, 0.5));
    s.unit = fk_inverse_power(fk_vec3_exponent(fk_vec3_sub(high, low)));
    return s;
}

/* The farthest point has a scaled distance of at least 2^-474; what underflow loses is negligible against it. */
static double radius_around_center(ball_search s, fk_vec3 center)
{
    double square;
    s.base = shift_point(center, s.shift);
    find_outermost_point(&s, fk_vec3_make(0, 0, 0), &square);
    return unshift_size(sqrt(square) * MORE, s.shift);
}

fk_status fk_sphere_build(const fk_vec3 *point, size_t count, fk_sphere *out)
{
    fk_aabb box;
    fk_status status = fk_aabb_build(point, count, &box);
    if (status != FK_OK)
        return status;
    fk_sphere ball = {box.min, 0.0};
    if (!aabb_is_point(&box)) {
        ball_search s = make_ball_search(point, count, &box);
        fk_vec3 center = fk_vec3_add(s.base, find_ball_center(&s));
        ball.center = fk_vec3_make(unshift_between(center.x, s.shift, box.min.x, box.max.x),
                                   unshift_between(center.y, s.shift, box.min.y, box.max.y),
                                   unshift_between(center.z, s.shift, box.min.z, box.max.z));
        ball.radius = radius_around_center(s, ball.center);
    }
    *out = ball;
    return FK_OK;
}

/* ---- Place --------------------------------------------------------------------------------------------- */

static fk_sphere unbounded_ball(void)
{
    fk_sphere ball = {{0.0, 0.0, 0.0}, INFINITY};
    return ball;
}

/* An upper bound of the factor by which a matrix lengthens vectors: the root of the largest sum of sizes in a row of R^T R, which
 * is 1 up to rounding for a rotation. An entry has an error of 3 u of the sum of its products' sizes. */
static double bound_stretch(const fk_pose *pose)
{
    const double(*r)[3] = pose->rotation;
    double size[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double x = r[0][i] * r[0][j], y = r[1][i] * r[1][j], z = r[2][i] * r[2][j];
            size[i][j] = size[j][i] = fabs(x + y + z) + 4 * FK_BOUND_UNIT * (fabs(x) + fabs(y) + fabs(z));
        }
    double most = 0.0;
    for (int i = 0; i < 3; i++)
        most = fk_larger(size[i][0] + size[i][1] + size[i][2], most);
    /* No root of a number is larger than half of that number plus 1/2; near 1 that is hardly more. The root of what underflow
     * loses is below 2^-500. */
    double root = fabs(most - 1) < 0x1p-30 ? 0.5 + 0.5 * most : sqrt(most);
    return root * MORE + 0x1p-500;
}

/* The placed centre is off by 4 u of its row's size, and so is every other point: see fk_pose_row_size. */
static fk_sphere place_stretched_ball(const fk_sphere *sphere, const fk_pose *pose, double norm)
{
    fk_vec3 c = sphere->center;
    double r = sphere->radius, error = 0.0;
    fk_vec3 extent = fk_vec3_make(fabs(c.x) + r, fabs(c.y) + r, fabs(c.z) + r);
    for (int k = 0; k < 3; k++)
        error += fk_pose_row_size(pose, k, extent);
    if (!(error < FK_BOUND_LARGEST && norm < 0x1p100))
        return unbounded_ball();
    error = 10 * FK_BOUND_UNIT * error + FK_BOUND_TINY;
    double radius = fk_trusted_size(fk_add_upward(r * norm * MORE, error));
    fk_sphere placed = {fk_pose_apply_inline(pose, c), radius};
    return placed;
}

fk_sphere fk_sphere_place(const fk_sphere *sphere, const fk_pose *pose)
{
    return place_stretched_ball(sphere, pose, bound_stretch(pose));
}

/* A row of R^T R sums up to 1 + skew at most, which is off by less than 32 u; the root of 1 + x is not above 1 + x / 2. */
fk_sphere fk_sphere_place_rigid(const fk_sphere *sphere, const fk_pose *pose, double skew)
{
    return place_stretched_ball(sphere, pose, 1 + 0.5 * skew + 64 * FK_BOUND_UNIT);
}

/* ---- Two balls ----------------------------------------------------------------------------------------- */

/* The squared distance is computed within 5 u, that of the sum of radii within 3 u; `tiny` bounds their absolute errors. Returns
 * false only when the first is surely larger. */
static bool balls_meet_scaled(fk_vec3 d, double radius, double tiny)
{
    return !(fk_vec3_dot(d, d) > radius * radius * (1.0 + 16 * FK_BOUND_UNIT) + tiny);
}

/* A quarter of each number, so that nothing overflows, times at most 2^800: so a number that is read as zero is off by at most
 * 2^-222, and a square by less than 2^-200, as no number exceeds 2 then. */
static bool balls_meet_out_of_range(const fk_sphere *a, const fk_sphere *b)
{
    fk_vec3 d = fk_vec3_sub(fk_vec3_scale(a->center, 0.25), fk_vec3_scale(b->center, 0.25));
    double radius = a->radius * 0.25 + b->radius * 0.25;
    int exponent = fk_exponent_of(fk_larger(fk_vec3_largest(d), radius));
    double scale = fk_inverse_power(exponent < -800 ? -800 : exponent);
    return balls_meet_scaled(fk_vec3_scale(d, scale), radius * scale, 0x1p-200);
}

bool fk_sphere_meets(const fk_sphere *a, const fk_sphere *b)
{
    fk_vec3 d = fk_vec3_sub(a->center, b->center);
    double radius = a->radius + b->radius, size = fk_vec3_largest(d);
    if (size < 0x1p200 && size > 0x1p-200 && radius < 0x1p200)
        return balls_meet_scaled(d, radius, 0x1p-500);
    return !fk_is_finite(a->radius) || !fk_is_finite(b->radius) || balls_meet_out_of_range(a, b);
}

/* A ball around a centre that contains two balls. A distance allows for what a radius loses that is read as zero. */
static fk_sphere ball_around_both(fk_vec3 center, const fk_sphere *a, const fk_sphere *b)
{
    double for_a = fk_distance_above(center, a->center), for_b = fk_distance_above(center, b->center);
    for_a = fk_is_zero(for_a) ? a->radius : fk_add_upward(for_a, a->radius);
    for_b = fk_is_zero(for_b) ? b->radius : fk_add_upward(for_b, b->radius);
    fk_sphere ball = {center, fk_double_larger(for_a, for_b)};
    return ball;
}

/* The smallest ball has its centre on the line of both centres, unless one contains the other. */
fk_sphere fk_sphere_merge(const fk_sphere *a, const fk_sphere *b)
{
    double distance = fk_distance_above(a->center, b->center);
    fk_sphere around_a = ball_around_both(a->center, a, b), around_b = ball_around_both(b->center, a, b);
    fk_sphere best = fk_double_less(around_b.radius, around_a.radius) ? around_b : around_a;
    double part = 0.5 + 0.5 * ((b->radius - a->radius) / distance);
    if (part > 0.0 && part < 1.0) {
        fk_vec3 p = fk_vec3_scale(a->center, 1.0 - part), q = fk_vec3_scale(b->center, part);
        fk_sphere between = ball_around_both(fk_vec3_add(p, q), a, b);
        best = fk_double_less(between.radius, best.radius) ? between : best;
    }
    return fk_is_finite(best.radius) ? best : unbounded_ball();
}

/* ---- A point, the volume ------------------------------------------------------------------------------- */

static FK_OWN_FRAME bool ball_contains_exactly(const fk_sphere *sphere, fk_vec3 point)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_vec3 term[2] = {point, fk_vec3_negate(sphere->center)};
    fk_exact_vec3 d = fk_exact_vec3_sum(&arena, term, 2);
    fk_exact square = fk_exact_vec3_dot(&arena, d, d), radius = fk_exact_from(&arena, sphere->radius);
    return fk_exact_compare(square, fk_exact_mul(&arena, radius, radius)) <= 0 && !arena.full;
}

bool fk_sphere_contains(const fk_sphere *sphere, fk_vec3 point)
{
    if (!fk_is_finite(sphere->radius))
        return fk_vec3_is_finite(point);
    fk_vec3 d = fk_vec3_sub(point, sphere->center);
    double size = fk_vec3_largest(d), square = fk_vec3_dot(d, d), limit = sphere->radius * sphere->radius;
    if (size > 0x1p-200 && size < 0x1p200 && sphere->radius > 0x1p-200 && sphere->radius < 0x1p200) {
        if (square < limit * (1.0 - 16 * FK_BOUND_UNIT))
            return true;
        if (square > limit * (1.0 + 16 * FK_BOUND_UNIT))
            return false;
    }
    return ball_contains_exactly(sphere, point);
}

double fk_sphere_volume(const fk_sphere *sphere)
{
    return 0x1.0c152382d7365p2 * (sphere->radius * sphere->radius * sphere->radius);
}
