/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Frames between trees.
 *
 * Let R, t be the pose of a, S, s that of b, as real matrices of the given doubles. A corner p of a becomes R
 * p + t + e with |e| <= E in each component, where E covers the rounding of fk_pose_apply; so does every
 * point of the triangle, as a mean of its corners. A point in common of a's p and b's q has R p + t + e = S q
 * + s + f, hence, multiplied by the transposed R,
 *
 *   p + D p = R' (S q + s - t) + R' (f - e),     D = R' R - 1.
 *
 * With o, u the origin and unit of a's tree, x = (p - o) / u, and q = o_b + u_b y:
 *
 *   x = [R' S u_b / u] y + [R' (S o_b + s - t) - o] / u + (R' (f - e) - D p) / u.
 *
 * The brackets are turn and shift, computed in doubles, and the rest goes into the margin with the rounding
 * of both. Two points that have the distance d differ by a vector of that length where e and f are: it is
 * multiplied by R', so stretch is a bound of the norm of R'. All bounds below are computed generously, with
 * factors that make good what their own rounding loses, in any rounding mode; what overflows makes the margin
 * infinite or NaN. */

#include "tree/tree.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"

/* Each of the few operations behind a number loses at most 2^-52 of the size of its terms in any rounding
 * mode, and 2^-1022 by underflow or where small numbers are taken for zero. */
#define ROUND 0x1p-47
#define TINY  0x1p-1000

/* The larger one; NaN, which fmax would lose, when one is. */
static double larger(double a, double b)
{
    return a > b || a != a ? a : b;
}

/* A bound for the sum of |row| |v|. */
static double reach(const double row[3], fk_vec3 v)
{
    return fabs(row[0]) * fabs(v.x) + fabs(row[1]) * fabs(v.y) + fabs(row[2]) * fabs(v.z);
}

/* The largest absolute coordinates of what a tree is over. */
static fk_vec3 extent_of(const fk_tree *tree)
{
    fk_vec3 o = tree->origin;
    if (tree->unit >= 0x1p1022) /* of what may be larger than its unit, nothing is claimed */
        return fk_vec3_make(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    return fk_vec3_make(fabs(o.x) + tree->unit, fabs(o.y) + tree->unit, fabs(o.z) + tree->unit);
}

/* A bound for what fk_pose_apply loses in a component. */
static double placing_error(const fk_pose *pose, fk_vec3 extent)
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        most = larger(most, reach(pose->rotation[i], extent) + fabs(fk_vec3_get(pose->translation, i)));
    return most * ROUND + TINY;
}

double fk_placed_reach(const fk_placed_mesh *a)
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        most = larger(most, reach(a->pose.rotation[i], extent_of(a->tree)) +
                                fabs(fk_vec3_get(a->pose.translation, i)));
    return most * (1 + 0x1p-40) + TINY;
}

/* How far the matrix is from a rotation: a bound for the rows of |R' R - 1| times the extent; and for the
 * sums of its columns. */
static double skew(const fk_pose *pose, fk_vec3 extent, double *column)
{
    const double(*r)[3] = pose->rotation;
    double most = 0;
    *column = 0;
    for (int i = 0; i < 3; i++) {
        double row[3], length = fabs(r[0][i]) + fabs(r[1][i]) + fabs(r[2][i]);
        for (int k = 0; k < 3; k++) {
            double terms[3] = {r[0][i] * r[0][k], r[1][i] * r[1][k], r[2][i] * r[2][k]};
            double size = fabs(terms[0]) + fabs(terms[1]) + fabs(terms[2]);
            row[k] = fabs(terms[0] + terms[1] + terms[2] - (i == k)) + (size + 1) * ROUND + TINY;
        }
        most = larger(most, reach(row, extent));
        *column = larger(*column, length);
    }
    return most;
}

static fk_tree_frame frame_to(const fk_placed_mesh *a, const double rotation[3][3], fk_vec3 translation,
                              const fk_vec3 *origin, fk_vec3 extent, double unit, double error)
{
    fk_tree_frame frame;
    double column, shear = skew(&a->pose, extent_of(a->tree), &column);
    double inverse = 1 / a->tree->unit;
    fk_vec3 t = a->pose.translation, o = a->tree->origin;

    /* The place of b's origin, seen from that of a in the world; and how large the terms are. */
    double size = 0, place[3];
    for (int i = 0; i < 3; i++) {
        double x = rotation[i][0] * origin->x + rotation[i][1] * origin->y + rotation[i][2] * origin->z;
        place[i] = x + (fk_vec3_get(translation, i) - fk_vec3_get(t, i));
        size = larger(size, reach(rotation[i], extent) + fabs(fk_vec3_get(translation, i)) +
                                fabs(fk_vec3_get(t, i)));
    }
    fk_vec3 sum = fk_pose_rotate_back(&a->pose, fk_vec3_make(place[0], place[1], place[2]));

    double most = 0;
    for (int i = 0; i < 3; i++) {
        frame.shift[i] = (fk_vec3_get(sum, i) - fk_vec3_get(o, i)) * inverse;
        double longest = 0;
        for (int k = 0; k < 3; k++) {
            const double(*r)[3] = a->pose.rotation;
            double m = r[0][i] * rotation[0][k] + r[1][i] * rotation[1][k] + r[2][i] * rotation[2][k];
            frame.rotation[i][k] = m;
            frame.turn[i][k] = m * unit * inverse;
            longest = larger(longest, fabs(frame.turn[i][k]));
        }
        most = larger(most, fabs(fk_vec3_get(o, i)));
        most = larger(most, longest); /* so that NaN shows */
    }
    /* turn is off by ROUND of column * size of b's terms, as is the place; both errors of placing are turned
     * back. */
    double far = column * size + most + a->tree->unit;
    frame.margin =
        ((far * ROUND + column * (error + placing_error(&a->pose, extent_of(a->tree))) + shear) * inverse +
         0x1p-900) *
        1.75; /* more than the root of 3: from components to length */
    frame.stretch = sqrt(3.0) * column;
    /* The norm of a matrix is at most the root of the largest sum of a row of |R' R|, which is 1 and what it
     * is off. */
    double tight = sqrt(1 + shear / larger(a->tree->unit, TINY)) * (1 + 0x1p-40);
    if (tight < frame.stretch)
        frame.stretch = tight;
    return frame;
}

fk_tree_frame fk_frame_make(const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    return frame_to(a, b->pose.rotation, b->pose.translation, &b->tree->origin, extent_of(b->tree),
                    b->tree->unit, placing_error(&b->pose, extent_of(b->tree)));
}

fk_tree_frame fk_frame_from_world(const fk_placed_mesh *a, fk_vec3 extent)
{
    static const double one[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    fk_vec3 zero = {0, 0, 0};
    return frame_to(a, one, zero, &zero, extent, 1, 0);
}

/* ---- Order ---------------------------------------------------------------------------------------------- */

static int order_of(uint32_t x, uint32_t y)
{
    return x < y ? -1 : x > y;
}

int fk_placed_order(const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    int order = order_of(a->mesh->triangle_count, b->mesh->triangle_count);
    if (order == 0)
        order = order_of(a->mesh->vertex_count, b->mesh->vertex_count);
    if (order == 0)
        order = fk_double_order(a->tree->unit, b->tree->unit);
    if (order == 0)
        order = memcmp(&a->pose, &b->pose, sizeof a->pose);
    if (order == 0 && a->mesh != b->mesh)
        order = memcmp(a->mesh->point, b->mesh->point, a->mesh->vertex_count * sizeof *a->mesh->point);
    if (order == 0 && a->mesh != b->mesh)
        order =
            memcmp(a->mesh->triangle, b->mesh->triangle, a->mesh->triangle_count * sizeof *a->mesh->triangle);
    return order;
}
