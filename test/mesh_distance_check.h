/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of placed meshes against all triangles of one with all of the other; the oracle tells which of the nearest pairs is the
 * nearest, as a rational. */

#ifndef FARKAS_TEST_MESH_DISTANCE_CHECK_H
#define FARKAS_TEST_MESH_DISTANCE_CHECK_H

#include <float.h>
#include <math.h>
#include <string.h>

#include <gmp.h>

#include "ask_oracle.h"
#include "base/vec3.h"
#include "placed_meshes.h"
#include "tree/tree.h"

/* ---- Truth --------------------------------------------------------------------------------------------- */

static mpq_t squared, least;

static inline int init_distance_check(void **state)
{
    mpq_inits(squared, least, (mpq_ptr)NULL);
    return make_context(state);
}

static inline int end_distance_check(void **state)
{
    mpq_clears(squared, least, (mpq_ptr)NULL);
    return end_context(state);
}

/* The square of the distance of two polyhedra, in `squared`. */
static inline void ask_distance(const fk_piece *p, const fk_piece *q)
{
    double number_p[FK_PIECE_NUMBERS], number_q[FK_PIECE_NUMBERS];
    struct oracle_piece oracle_p = to_oracle(p, number_p), oracle_q = to_oracle(q, number_q);
    assert_true(oracle_distance(&oracle_p, &oracle_q, squared, NULL));
}

static inline fk_piece triangle_of(const fk_placed_mesh *a, uint32_t i)
{
    fk_vec3 p[3];
    fk_placed_triangle(a, i, p);
    return fk_piece_triangle(p[0], p[1], p[2]);
}

typedef struct near_pair {
    fk_index_pair pair;
    fk_interval distance;
} near_pair;

#define NEAR_MOST 100000
static near_pair near_list[NEAR_MOST];

/* The least squared distance of all triangles of a and b, or of one piece as b, in `least`; and an interval that contains the distance. False
 * without triangles. */
static inline bool brute_force(const fk_placed_mesh *a, const fk_placed_mesh *b, const fk_piece *piece,
                               fk_interval *out)
{
    uint32_t count = 0, count_b = piece != NULL ? 1 : b->mesh->triangle_count;
    fk_interval best = {INFINITY, INFINITY};
    for (uint32_t i = 0; i < a->mesh->triangle_count; i++)
        for (uint32_t k = 0; k < count_b; k++) {
            fk_piece p = triangle_of(a, i), q = piece != NULL ? *piece : triangle_of(b, k);
            fk_distance d;
            assert_int_equal(fk_pair_distance(&p, &q, NULL, &d), FK_OK);
            if (d.distance.lo > best.hi)
                continue;
            best.lo = fmin(best.lo, d.distance.lo);
            best.hi = fmin(best.hi, d.distance.hi);
            if (count < NEAR_MOST)
                near_list[count++] = (near_pair){{i, k}, d.distance};
        }
    *out = best;
    if (count == 0)
        return false;
    bool is_first = true;
    int asked = 0;
    for (uint32_t i = 0; i < count && (piece == NULL || fk_piece_vertex_count(piece) > 0); i++) {
        if (near_list[i].distance.lo > best.hi || asked > 12)
            continue;
        /* Of very many only some: all are true distances. */
        asked += best.hi == 0 || count > 2000;
        fk_piece p = triangle_of(a, near_list[i].pair.a);
        fk_piece q = piece != NULL ? *piece : triangle_of(b, near_list[i].pair.b);
        ask_distance(&p, &q);
        if (is_first || mpq_cmp(squared, least) < 0)
            mpq_set(least, squared);
        is_first = false;
    }
    return true;
}

/* The diagonal of the box of a placed mesh. */
static inline double size_of(const fk_placed_mesh *a)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < a->mesh->vertex_count; i++)
        box = fk_aabb_include(box, fk_pose_apply(&a->pose, a->mesh->point[i]));
    fk_vec3 d = fk_vec3_sub(box.max, box.min);
    return hypot(hypot(d.x, d.y), d.z);
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

/* The points are where they should be: as far from each other as the interval says, and on their triangles, up to rounding. */
static inline void check_points(const fk_placed_mesh *a, const fk_mesh_distance *g, double size)
{
    fk_vec3 d = fk_vec3_sub(g->point_a, g->point_b);
    double length = hypot(hypot(d.x, d.y), d.z), off = 1e-12 * (size + fk_vec3_largest(g->point_a));
    if (!(off < 1e300 && off > 1e-290))
        return;
    assert_true(length >= g->distance.lo - off && length <= g->distance.hi + off);
    fk_piece p = triangle_of(a, g->triangle.a), q = fk_piece_point(g->point_a);
    fk_distance beside;
    assert_int_equal(fk_pair_distance(&p, &q, NULL, &beside), FK_OK);
    assert_true(beside.distance.lo <= off);
    if (g->distance.hi == 0)
        assert_memory_equal(&g->point_a, &g->point_b, sizeof g->point_a);
}

/* A gap is what brute force says, with `least` the square. */
static inline void check_gap(const fk_placed_mesh *a, const fk_mesh_distance *g, fk_interval truth,
                             double size, bool is_exact)
{
    assert_true(g->distance.lo <= truth.hi && g->distance.hi >= truth.lo);
    assert_true(g->distance.lo >= 0 && g->distance.lo <= g->distance.hi);
    assert_int_equal(g->distance.hi == 0, truth.hi == 0);
    if (is_exact) {
        assert_true(oracle_compare_square(least, g->distance.lo) >= 0);
        assert_true(oracle_compare_square(least, g->distance.hi) <= 0);
        if (size < 1e300 && size > 1e-290 && g->distance.hi < 1e300)
            assert_true(g->distance.hi - g->distance.lo <= 1e-13 * (size + g->distance.hi));
    }
    check_points(a, g, size + truth.hi);
}

static inline bool closer_truth(double limit)
{
    return oracle_compare_square(least, limit) < 0;
}

/* The same result, bit by bit, with a and b exchanged. */
static inline void assert_exchanged(const fk_mesh_distance *g, const fk_mesh_distance *h)
{
    assert_memory_equal(&g->distance, &h->distance, sizeof g->distance);
    assert_memory_equal(&g->point_a, &h->point_b, sizeof g->point_a);
    assert_memory_equal(&g->point_b, &h->point_a, sizeof g->point_a);
    assert_true(g->triangle.a == h->triangle.b && g->triangle.b == h->triangle.a);
}

/* With corners in floats, and guesses: none, the right one, a wrong one, and a right one whose lower bound does not suffice. */
static inline void check_guesses(const fk_placed_mesh *a, const fk_placed_mesh *b, const fk_mesh_distance *g,
                                 fk_interval truth, double size)
{
    const fk_placed_mesh *const mesh[2] = {a, b};
    fk_tree_corners *corners[2];
    for (int k = 0; k < 2; k++)
        assert_int_equal(fk_tree_corners_make(context, mesh[k]->mesh, mesh[k]->tree, &corners[k]), FK_OK);
    for (int i = 0; i < 4; i++) {
        bool is_wrong = i == 2;
        fk_mesh_distance found;
        fk_distance_guess guess = {.is_known = i > 0,
                                   .toward = fk_vec3_sub(g->point_b, g->point_a),
                                   .point = {g->point_a, g->point_b},
                                   .least = i == 1   ? g->distance.lo
                                            : i == 3 ? g->distance.lo * (1 - 0x1p-26)
                                                     : 0,
                                   .slack = i == 1 ? 0x1p-45 * (size + truth.hi) : 0,
                                   .corners = {corners[0], corners[1]}};
        if (is_wrong)
            guess.toward = guess.point[0] = fk_vec3_make(3 * size, -size, NAN);
        for (int k = 0; k < 3; k++) {
            double limit = k == 0 ? INFINITY : k == 1 ? g->distance.hi : g->distance.hi / 2;
            assert_int_equal(fk_placed_find_distance_guessed(NULL, mesh, limit, &guess, &found), FK_OK);
            if (limit >= g->distance.hi)
                check_gap(a, &found, truth, size, true);
            else if (limit < g->distance.lo)
                assert_true(found.distance.hi == INFINITY);
        }
    }
    for (int k = 0; k < 2; k++)
        fk_tree_corners_free(context, corners[k]);
}

/* Two meshes in both orders; 1 for apart, 0 for meeting, -1 for none. */
static inline int check(const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    fk_interval truth;
    fk_mesh_distance g, h;
    bool is_any = brute_force(a, b, NULL, &truth);
    fk_placed_distance(a, b, &g);
    fk_placed_distance(b, a, &h);
    assert_exchanged(&g, &h);
    if (!is_any) {
        assert_true(g.distance.lo == INFINITY && g.distance.hi == INFINITY);
        assert_true(g.triangle.a == FK_NONE && g.triangle.b == FK_NONE);
        assert_false(fk_placed_closer(a, b, INFINITY));
        return -1;
    }
    double size = size_of(a) + size_of(b);
    check_gap(a, &g, truth, size, true);
    check_gap(b, &h, truth, size, true);
    check_guesses(a, b, &g, truth, size);
    double lo = g.distance.lo, hi = g.distance.hi;
    double limit[] = {
        0, lo, hi, nextafter(lo, 0), nextafter(hi, INFINITY), lo / 2, hi / 2 * 3, lo / 2 + hi / 2, DBL_MAX};
    for (size_t i = 0; i < sizeof limit / sizeof *limit; i++)
        if (limit[i] <= DBL_MAX) {
            assert_int_equal(fk_placed_closer(a, b, limit[i]), closer_truth(limit[i]));
            assert_int_equal(fk_placed_closer(b, a, limit[i]), closer_truth(limit[i]));
        }
    assert_true(fk_placed_closer(a, b, INFINITY));
    return truth.hi > 0;
}

#endif
