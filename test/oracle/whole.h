/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Small whole numbers, for tests of the oracle by other theorems than its own: the origin and the hull of the
 * differences of two pieces' vertices. Include cmocka.h first. */

#ifndef ORACLE_WHOLE_H
#define ORACLE_WHOLE_H

#include "shapes.h"

struct whole {
    int64_t c[3];
};

static inline struct whole whole_sub(struct whole a, struct whole b)
{
    struct whole out = {{a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2]}};
    return out;
}

static inline int64_t whole_dot(struct whole a, struct whole b)
{
    return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2];
}

static inline struct whole whole_cross(struct whole a, struct whole b)
{
    struct whole out = {{a.c[1] * b.c[2] - a.c[2] * b.c[1], a.c[2] * b.c[0] - a.c[0] * b.c[2],
                         a.c[0] * b.c[1] - a.c[1] * b.c[0]}};
    return out;
}

static inline int sign_of(int64_t x)
{
    return (x > 0) - (x < 0);
}

/* True when c is a positive multiple of b, for parallel vectors; false when one is zero. */
static inline bool same_way(struct whole b, struct whole c)
{
    for (int k = 0; k < 3; k++)
        if (b.c[k] != 0)
            return sign_of(b.c[k]) == sign_of(c.c[k]);
    return false;
}

/* The origin is in the relative interior of the simplex of 2, 3 or 4 affinely independent points: a positive
 * combination of them is zero, and but for its factor there is only one. */
static inline bool origin_in_2(const struct whole d[2])
{
    struct whole cross = whole_cross(d[0], d[1]);
    return cross.c[0] == 0 && cross.c[1] == 0 && cross.c[2] == 0 && whole_dot(d[0], d[1]) < 0;
}

static inline bool origin_in_3(const struct whole d[3])
{
    struct whole cross = whole_cross(d[0], d[1]);
    return whole_dot(cross, d[2]) == 0 && same_way(cross, whole_cross(d[1], d[2])) &&
           same_way(cross, whole_cross(d[2], d[0]));
}

static inline bool origin_in_4(const struct whole d[4])
{
    int sign = sign_of(whole_dot(whole_cross(d[1], d[2]), d[3]));
    return sign != 0 && sign_of(whole_dot(whole_cross(d[0], d[2]), d[3])) == -sign &&
           sign_of(whole_dot(whole_cross(d[0], d[1]), d[3])) == sign &&
           sign_of(whole_dot(whole_cross(d[0], d[1]), d[2])) == -sign;
}

#define DIFFERENCES 64

/* Caratheodory: the origin is in the hull when it is in the relative interior of some simplex of 1 to 4 of
 * the points. */
static inline bool origin_in_hull(const struct whole *d, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (d[i].c[0] == 0 && d[i].c[1] == 0 && d[i].c[2] == 0)
            return true;
        for (size_t j = 0; j < i; j++) {
            if (origin_in_2((struct whole[]){d[i], d[j]}))
                return true;
            for (size_t k = 0; k < j; k++) {
                if (origin_in_3((struct whole[]){d[i], d[j], d[k]}))
                    return true;
                for (size_t l = 0; l < k; l++)
                    if (origin_in_4((struct whole[]){d[i], d[j], d[k], d[l]}))
                        return true;
            }
        }
    }
    return false;
}

/* The origin is in the interior when six points around it, at a small distance e on each axis, are in the
 * hull. The differences here are whole and at most 32 in size, so a facet normal has entries below 2 * 64
 * * 64, and a facet plane that is not through the origin meets the axes no nearer than 1 / 8192. With
 * everything scaled by 10000, e is 1. */
static inline bool origin_in_interior(const struct whole *d, size_t count)
{
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            struct whole moved[DIFFERENCES];
            for (size_t i = 0; i < count; i++) {
                for (int k = 0; k < 3; k++)
                    moved[i].c[k] = d[i].c[k] * 10000;
                moved[i].c[axis] += sign;
            }
            if (!origin_in_hull(moved, count))
                return false;
        }
    return true;
}

/* True when the foot of the origin on the plane, with normal n, is on the inner side of the edge p to q. */
static inline bool foot_inside(struct whole n, struct whole p, struct whole q)
{
    struct whole origin = {{0, 0, 0}};
    return whole_dot(n, whole_cross(whole_sub(q, p), whole_sub(origin, p))) >= 0;
}

/* The sign of (least squared norm of the hull) - top / bottom, for a hull without the origin: the nearest point is
 * the foot of the origin on the span of 1 to 3 of the points. */
static inline int compare_norm(const struct whole *d, size_t count, int64_t top, int64_t bottom)
{
    int least = 1;
#define NOTE(sign) (least = (sign) < least ? (sign) : least)
    for (size_t i = 0; i < count; i++) {
        NOTE(sign_of(whole_dot(d[i], d[i]) * bottom - top));
        for (size_t j = 0; j < i; j++) {
            struct whole e = whole_sub(d[j], d[i]), c = whole_cross(d[i], d[j]);
            int64_t t = -whole_dot(d[i], e), ee = whole_dot(e, e);
            if (t > 0 && t < ee)
                NOTE(sign_of(whole_dot(c, c) * bottom - top * ee));
            for (size_t k = 0; k < j; k++) {
                struct whole n = whole_cross(e, whole_sub(d[k], d[i]));
                int64_t height = whole_dot(n, d[i]), nn = whole_dot(n, n);
                if (nn > 0 && foot_inside(n, d[i], d[j]) && foot_inside(n, d[j], d[k]) &&
                    foot_inside(n, d[k], d[i]))
                    NOTE(sign_of(height * height * bottom - top * nn));
            }
        }
    }
#undef NOTE
    return least;
}

/* The vertices of the core, by another way than the oracle's: each is a sum of rows of the input. */
static inline size_t whole_vertices(const struct shape *shape, struct whole out[8])
{
    if (shape->kind == ORACLE_TETRA || shape->kind == ORACLE_BOX) {
        struct shape hull = hull_of_cell(shape);
        return whole_vertices(&hull, out);
    }
    for (size_t i = 0; i < shape->count / 3; i++)
        for (size_t k = 0; k < 3; k++)
            out[i].c[k] = (int64_t)shape->number[3 * i + k];
    return shape->count / 3;
}

static inline int64_t whole_radius(const struct shape *shape)
{
    bool is_round = shape->kind == ORACLE_SPHERE || shape->kind == ORACLE_CAPSULE;
    return is_round ? (int64_t)shape->number[shape->count - 1] : 0;
}

/* All differences of a vertex of a and one of b. Returns how many. */
static inline size_t whole_differences(const struct shape *a, const struct shape *b,
                                       struct whole d[DIFFERENCES])
{
    struct whole p[8], q[8];
    size_t count = 0, count_a = whole_vertices(a, p), count_b = whole_vertices(b, q);
    for (size_t i = 0; i < count_a; i++)
        for (size_t j = 0; j < count_b; j++)
            d[count++] = whole_sub(p[i], q[j]);
    return count;
}

#endif
