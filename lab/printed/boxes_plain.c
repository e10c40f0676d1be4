/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of two oriented boxes in plain doubles.
 *
 * Source of the effective constraints: Bai, Chang, Wang, Ni, Wang, "OBB intersect test algorithm based on effective
 * constraint" (ISCC 2015), section 2.2: Gauss1, Gauss2, Gauss3 and OBBtest, with the right-hand sides made right, as in
 * src/method/ec_paper.c. The answers are those of the print, but for rounding; the work is less:
 *
 *   - A row and its negative, which boxes always have both, are one slab, lo <= a.x <= hi, so that both are reduced
 *     at once. As many rows have a positive first element as have a negative one, so the positive ones are taken
 *     always: of each slab one of its two planes.
 *   - Gauss3, where one variable is left, asks whether some upper bound fulfils all rows. That is so when the least
 *     upper bound is not below the greatest lower one.
 *
 * As printed there is NO WAY BACK: the first plane that is not refuted at once is kept for good. Only a row whose
 * coefficients are all zero refutes at once, so for boxes in general position it is always the first face of a, and then
 * the second: what is asked is whether that one edge of a meets b. With the way back all planes are tried in turn. No tolerance
 * is printed: of parallel boxes, coefficients that are zero but for rounding are divided by, unless those below EC_NOISE are dropped.
 *
 * Source of the five axes: Chang, Wang, Kim, "Efficient collision detection using a dual OBB-sphere bounding volume hierarchy"
 * (2010), whose abstract says that boxes in close proximity need 5 of the 15 axes. The paper on effective constraints tells of it in
 * words alone (section 1.1: geometric intuition, Minkowski sum, greedy), and lists another paper of Chang and Kim, on triangles.
 * So which five is OUR READING: of each box the face that the centre of the other exceeds most, and of the edges around these
 * two faces three of the four products. Of the readings that we tried, and that need not compute all
 * faces in order to choose, it errs least. */

#include "printed/boxes_plain.h"
#include "peers/sat_plain.h"

bool boxes_plain_sat(const fk_obb *a, const fk_obb *b)
{
    return sat_plain_meets(a, b, 15, 0);
}

bool boxes_plain_sat_full(const fk_obb *a, const fk_obb *b)
{
    return sat_plain_test(a, b, 15, 0, true);
}

bool boxes_plain_sat6(const fk_obb *a, const fk_obb *b)
{
    return sat_plain_meets(a, b, 6, 0);
}

/* ---- Five axes ----------------------------------------------------------------------------------------- */

/* The axes of a box, sorted by how far the centre of the other one, `at` in its frame, is beyond their faces: farthest first. */
static inline void sort_faces(const double at[3], const double half[3], int out[3])
{
    double beyond[3];
    for (int k = 0; k < 3; k++)
        beyond[k] = fabs(at[k]) - half[k];
    int first = beyond[1] > beyond[0], second = 1 - first;
    out[0] = beyond[2] > beyond[first] ? 2 : first;
    out[2] = beyond[2] < beyond[second] ? 2 : second;
    out[1] = 3 - out[0] - out[2];
}

/* Whether the product of edge i of a and edge j of b separates; r, t as in sat_plain_test. */
static inline bool edges_separate(const fk_obb *a, const fk_obb *b, double r[3][3], const double t[3], int i,
                                  int j)
{
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    return fabs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) >
           a->half[i1] * fabs(r[i2][j]) + a->half[i2] * fabs(r[i1][j]) + b->half[j1] * fabs(r[i][j2]) +
               b->half[j2] * fabs(r[i][j1]);
}

bool boxes_plain_sat5(const fk_obb *a, const fk_obb *b)
{
    double r[3][3], t[3], u[3];
    int i[3], j[3];
    fk_vec3 d = fk_vec3_sub(b->center, a->center);
    for (int k = 0; k < 3; k++) {
        t[k] = fk_vec3_dot(d, a->axis[k]);
        u[k] = fk_vec3_dot(d, b->axis[k]);
        for (int m = 0; m < 3; m++)
            r[k][m] = fk_vec3_dot(a->axis[k], b->axis[m]);
    }
    sort_faces(t, a->half, i);
    sort_faces(u, b->half, j);
    double reach_a = a->half[i[0]], reach_b = b->half[j[0]];
    for (int k = 0; k < 3; k++) {
        reach_a += b->half[k] * fabs(r[i[0]][k]);
        reach_b += a->half[k] * fabs(r[k][j[0]]);
    }
    return !(fabs(t[i[0]]) > reach_a || fabs(u[j[0]]) > reach_b || edges_separate(a, b, r, t, i[2], j[2]) ||
             edges_separate(a, b, r, t, i[2], j[1]) || edges_separate(a, b, r, t, i[1], j[2]));
}

/* ---- Effective constraints ----------------------------------------------------------------------------- */

enum { SLABS = 6 };

/* Sums of products of unit vectors are off by less. */
#define EC_NOISE 1e-12

/* lo <= a.x <= hi, of the variables that are left. */
typedef struct ec_slab {
    double a[3], lo, hi;
} ec_slab;

/* A coefficient, or zero when it is below the tolerance. */
static inline double drop_noise(double c, double tolerance)
{
    return tolerance > 0 && fabs(c) < tolerance ? 0 : c;
}

/* Box a in its own frame, then box b in that of a. */
static inline void make_slabs(const fk_obb *a, const fk_obb *b, double tolerance, ec_slab s[SLABS])
{
    fk_vec3 d = fk_vec3_sub(b->center, a->center);
    for (int i = 0; i < 3; i++) {
        s[i] = (ec_slab){{i == 0, i == 1, i == 2}, -a->half[i], a->half[i]};
        double middle = fk_vec3_dot(d, b->axis[i]);
        s[3 + i].lo = middle - b->half[i];
        s[3 + i].hi = middle + b->half[i];
        for (int k = 0; k < 3; k++)
            s[3 + i].a[k] = drop_noise(fk_vec3_dot(a->axis[k], b->axis[i]), tolerance);
    }
}

/* Takes the plane of a slab whose normal points along variable v, and eliminates v from the others. False when one of
 * them has no variable left, and cannot hold. */
static inline bool eliminate_variable(const ec_slab *s, int count, int with, int v, double tolerance,
                                      ec_slab *out)
{
    double factor = 1 / s[with].a[v], bound = s[with].a[v] > 0 ? s[with].hi : s[with].lo;
    for (int i = 0; i < count; i++) {
        if (i == with)
            continue;
        double f = s[i].a[v] * factor;
        bool is_zero = true;
        for (int k = v + 1; k < 3; k++) {
            out->a[k] = drop_noise(s[i].a[k] - f * s[with].a[k], tolerance);
            is_zero = is_zero && out->a[k] == 0;
        }
        out->lo = s[i].lo - f * bound;
        out->hi = s[i].hi - f * bound;
        if (is_zero && (out->lo > 0 || out->hi < 0))
            return false;
        out++;
    }
    return true;
}

/* Whether all slabs of the last variable have a common point. */
static inline bool has_interval(const ec_slab *s, int count)
{
    double low = -INFINITY, high = INFINITY;
    for (int i = 0; i < count; i++) {
        double c = s[i].a[2];
        if (c == 0)
            continue; /* which has been found to hold */
        double factor = 1 / c, x = s[i].lo * factor, y = s[i].hi * factor;
        double from = x < y ? x : y, to = x > y ? x : y;
        low = from > low ? from : low;
        high = to < high ? to : high;
        if (low > high)
            return false;
    }
    return true;
}

/* On a plane: takes a second one, and looks at the line that they share. */
static inline bool search_plane(const ec_slab s[SLABS - 1], bool has_way_back, double tolerance)
{
    ec_slab left[SLABS - 2];
    for (int i = 0; i < SLABS - 1; i++) {
        if (s[i].a[1] == 0 || !eliminate_variable(s, SLABS - 1, i, 1, tolerance, left))
            continue;
        if (has_interval(left, SLABS - 2))
            return true;
        if (!has_way_back)
            return false;
    }
    return false;
}

static inline bool search_separation(const fk_obb *a, const fk_obb *b, bool has_way_back, double tolerance)
{
    ec_slab s[SLABS], left[SLABS - 1];
    make_slabs(a, b, tolerance, s);
    for (int i = 0; i < SLABS; i++) {
        if (s[i].a[0] == 0 || !eliminate_variable(s, SLABS, i, 0, tolerance, left))
            continue;
        if (search_plane(left, has_way_back, tolerance))
            return true;
        if (!has_way_back)
            return false;
    }
    return false;
}

bool boxes_plain_ec_paper(const fk_obb *a, const fk_obb *b)
{
    return search_separation(a, b, false, 0);
}

bool boxes_plain_ec(const fk_obb *a, const fk_obb *b)
{
    return search_separation(a, b, true, 0);
}

bool boxes_plain_ec_paper_tolerant(const fk_obb *a, const fk_obb *b)
{
    return search_separation(a, b, false, EC_NOISE);
}

bool boxes_plain_ec_tolerant(const fk_obb *a, const fk_obb *b)
{
    return search_separation(a, b, true, EC_NOISE);
}
