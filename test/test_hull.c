/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex hulls: cases whose result is known, every result checked against its definition with GMP, the same extreme
 * points as qhull, every allocation failing once, every state of the floating-point unit, and climbing. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "hull_check.h"
#include "hull_clouds.h"
#include "pieces.h"
#include "sanitized.h"
#include "shape/hull.h"

#include "context_fixture.h"

static fk_hull *build(const fk_vec3 *point, size_t count)
{
    fk_hull *hull = NULL;
    assert_int_equal(fk_hull_build(context, point, count, &hull), FK_OK);
    assert_non_null(hull);
    return hull;
}

/* ---- What every hull must be --------------------------------------------------------------------------- */

static bool is_listed(const uint32_t *begin, const uint32_t *list, uint32_t at, uint32_t wanted)
{
    for (uint32_t i = begin[at]; i < begin[at + 1]; i++)
        if (list[i] == wanted)
            return true;
    return false;
}

/* Lists ascend, and never join a vertex with itself; edges go both ways. */
static void check_lists(const fk_hull *hull, const uint32_t *begin, const uint32_t *list, bool both_ways)
{
    assert_int_equal(begin[0], 0);
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        for (uint32_t k = begin[i]; k < begin[i + 1]; k++) {
            assert_true(list[k] < hull->vertex_count && list[k] != i);
            assert_true(k == begin[i] || list[k - 1] < list[k]);
            assert_true(!both_ways || is_listed(begin, list, list[k], i));
        }
}

static void check_structure(const fk_hull *hull, const fk_vec3 *point)
{
    const uint32_t *begin = hull->face_begin, *face = hull->face_vertex;
    assert_true(hull->bytes >= sizeof *hull + hull->vertex_count * sizeof *hull->point);
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        assert_memory_equal(&hull->point[i], &point[hull->source[i]], sizeof *point);
    check_lists(hull, hull->neighbor_begin, hull->neighbor, true);
    check_lists(hull, hull->shortcut_begin, hull->shortcut, false);
    uint32_t edges = hull->dimension == 1 ? 2 : begin[hull->face_count];
    assert_int_equal(hull->neighbor_begin[hull->vertex_count], edges);
    for (uint32_t f = 0; f < hull->face_count; f++) {
        if (f > 0) {
            const uint32_t *last = face + begin[f - 1], *this = face + begin[f];
            assert_true(last[0] < this[0] || (last[0] == this[0] && last[1] < this[1]));
        }
        for (uint32_t i = begin[f]; i < begin[f + 1]; i++)
            assert_true(is_listed(hull->neighbor_begin, hull->neighbor, face[i],
                                  face[i + 1 < begin[f + 1] ? i + 1 : begin[f]]));
    }
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        for (uint32_t k = hull->shortcut_begin[i]; k < hull->shortcut_begin[i + 1]; k++)
            assert_false(is_listed(hull->neighbor_begin, hull->neighbor, i, hull->shortcut[k]));
}

/* The first of equal points is the one that is taken. */
static bool are_first(const fk_hull *hull, const fk_vec3 *point)
{
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        for (uint32_t k = 0; k < hull->source[i]; k++)
            if (point[k].x == hull->point[i].x && point[k].y == hull->point[i].y &&
                point[k].z == hull->point[i].z)
                return false;
    return true;
}

/* The hull, after it has been proved to be that. */
static fk_hull *build_checked(const fk_vec3 *point, uint32_t count)
{
    fk_hull *hull = build(point, count);
    check_structure(hull, point);
    assert_true(are_first(hull, point));
    uint32_t corners = hull->face_begin[hull->face_count];
    uint32_t *face = malloc((corners + 1) * sizeof *face);
    for (uint32_t i = 0; i < corners; i++)
        face[i] = hull->source[hull->face_vertex[i]];
    check_hull h = {hull->dimension,  hull->vertex_count, hull->source,
                    hull->face_count, hull->face_begin,   face};
    check_points c;
    check_points_from(&c, point, count);
    assert_true(check_hull_of(&c, &h));
    check_points_clear(&c);
    free(face);
    return hull;
}

static void assert_counts(const fk_vec3 *point, uint32_t count, uint32_t dimension, uint32_t vertices,
                          uint32_t faces)
{
    fk_hull *hull = build_checked(point, count);
    assert_int_equal(hull->dimension, dimension);
    assert_int_equal(hull->vertex_count, vertices);
    assert_int_equal(hull->face_count, faces);
    fk_hull_free(context, hull);
}

/* ---- Cases --------------------------------------------------------------------------------------------- */

static void test_few_points(void **state)
{
    (void)state;
    fk_vec3 same[5] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    assert_counts(same, 1, 0, 1, 0);
    assert_counts(same, 5, 0, 1, 0);
    fk_vec3 zeros[3] = {{-0.0, 0, 0}, {0, -0.0, 0}, {0, 0, -0.0}};
    assert_counts(zeros, 3, 0, 1, 0);
    fk_vec3 line[6] = {{1, 1, 1}, {0, 0, 0}, {3, 3, 3}, {2, 2, 2}, {3, 3, 3}, {0, -0.0, 0}};
    assert_counts(line, 6, 1, 2, 0);
    fk_vec3 tiny[4] = {{0, 0, 0}, {5e-324, 0, 0}, {0, 5e-324, 0}, {0, 0, 5e-324}};
    assert_counts(tiny, 2, 1, 2, 0);
    assert_counts(tiny, 3, 2, 3, 2);
    assert_counts(tiny, 4, 3, 4, 4);
    fk_vec3 huge[4] = {{-DBL_MAX, -DBL_MAX, -DBL_MAX}, {DBL_MAX, 0, 0}, {0, DBL_MAX, 0}, {0, 0, DBL_MAX}};
    assert_counts(huge, 4, 3, 4, 4);
    fk_vec3 both[5] = {
        {-DBL_MAX, 0, 0}, {DBL_MAX, 5e-324, 0}, {0, DBL_MAX, 5e-324}, {0, 0, -5e-324}, {0, 0, 0}};
    assert_counts(both, 5, 3, 5, 6);
}

/* A cube with a point inside each edge, facet and itself, and some equal to others: all lists are known. */
static void test_cube(void **state)
{
    (void)state;
    fk_vec3 point[64];
    uint32_t count = 0;
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++)
            for (int z = 0; z < 3; z++)
                point[count++] = v(x, y, z);
    for (int i = 0; i < 27; i++)
        point[count++] = point[26 - i];
    point[count++] = v(-0.0, -0.0, 2);
    fk_hull *hull = build_checked(point, count);
    const uint32_t source[8] = {0, 2, 6, 8, 18, 20, 24, 26};
    const uint32_t face[24] = {0, 1, 3, 2, 0, 2, 6, 4, 0, 4, 5, 1, 1, 5, 7, 3, 2, 3, 7, 6, 4, 6, 7, 5};
    const uint32_t neighbor[24] = {1, 2, 4, 0, 3, 5, 0, 3, 6, 1, 2, 7, 0, 5, 6, 1, 4, 7, 2, 4, 7, 3, 5, 6};
    assert_int_equal(hull->dimension, 3);
    assert_int_equal(hull->vertex_count, 8);
    assert_int_equal(hull->face_count, 6);
    assert_memory_equal(hull->source, source, sizeof source);
    assert_memory_equal(hull->face_vertex, face, sizeof face);
    assert_memory_equal(hull->neighbor, neighbor, sizeof neighbor);
    assert_int_equal(hull->shortcut_begin[8], 0);
    fk_hull_free(context, hull);
}

static void test_polygon(void **state)
{
    (void)state;
    fk_vec3 point[10] = {{1, 1, 5}, {2, 0, 5}, {0, 0, 5}, {1, 0, 5}, {2, 2, 5},
                         {0, 2, 5}, {2, 1, 5}, {0, 2, 5}, {2, 0, 5}, {0, 1, 5}};
    fk_hull *hull = build_checked(point, 10);
    const uint32_t source[4] = {1, 2, 4, 5}, face[8] = {0, 1, 3, 2, 0, 2, 3, 1};
    assert_int_equal(hull->dimension, 2);
    assert_int_equal(hull->vertex_count, 4);
    assert_memory_equal(hull->source, source, sizeof source);
    assert_int_equal(hull->face_count, 2);
    assert_memory_equal(hull->face_vertex, face, sizeof face);
    fk_hull_free(context, hull);
}

static void test_refused(void **state)
{
    (void)state;
    fk_vec3 point[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    fk_hull *const before = (fk_hull *)(uintptr_t)16;
    fk_hull *hull = before;
    assert_int_equal(fk_hull_build(context, point, 0, &hull), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_hull_build(context, NULL, 0, &hull), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_hull_build(context, point, (size_t)1 << 31, &hull), FK_ERROR_ARGUMENT);
    const double bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            for (int n = 0; n < 3; n++) {
                fk_vec3 broken[3] = {point[0], point[1], point[2]};
                double *number = n == 0 ? &broken[k].x : n == 1 ? &broken[k].y : &broken[k].z;
                *number = bad[i];
                assert_int_equal(fk_hull_build(context, broken, 3, &hull), FK_ERROR_NOT_FINITE);
            }
    assert_ptr_equal(hull, before);
    fk_hull_free(context, NULL);
}

static void test_piece(void **state)
{
    (void)state;
    fk_vec3 point[5] = {{0, 0, 0}, {0.25, 0.25, 0.25}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    fk_hull *hull = build_checked(point, 5);
    fk_piece piece = fk_hull_piece(hull);
    assert_int_equal(piece.kind, FK_KIND_HULL);
    assert_int_equal(piece.as.hull.count, 4);
    assert_ptr_equal(piece.as.hull.point, hull->point);
    assert_ptr_equal(piece.as.hull.hint, hull);
    assert_int_equal(fk_piece_check(&piece), FK_OK);
    fk_piece inside = fk_piece_point(point[1]), outside = fk_piece_point(v(1, 1, 1));
    assert_int_equal(fk_pair_verdict(&piece, &inside), FK_OVERLAPPING);
    assert_int_equal(fk_pair_verdict(&piece, &outside), FK_APART);
    fk_hull_free(context, hull);
}

/* ---- Clouds of every kind, against the definition ------------------------------------------------------ */

static void test_clouds(void **state)
{
    (void)state;
    fk_vec3 point[300];
    for (int kind = 0; kind < CLOUD_KINDS; kind++)
        for (uint64_t seed = 0; seed < 40; seed++) {
            fk_random random = fk_random_make(seed * 1000 + (uint64_t)kind);
            /* Mostly few points: there every case of ties is more likely. */
            uint32_t most = seed % 8 == 0 ? 120 : seed % 2 ? 9 : 30;
            uint32_t count = 1 + (uint32_t)fk_random_below(&random, most);
            cloud_fill(kind, &random, point, count);
            fk_hull_free(context, build_checked(point, count));
        }
}

/* Another algorithm for the same: all facets of few points. */
static void test_like_small_hulls(void **state)
{
    (void)state;
    fk_vec3 point[FK_SMALL_VERTICES];
    for (uint64_t seed = 0; seed < 3000; seed++) {
        fk_random random = fk_random_make(seed);
        uint32_t count = 1 + (uint32_t)fk_random_below(&random, FK_SMALL_VERTICES);
        cloud_fill((int)(seed % CLOUD_KINDS), &random, point, count);
        fk_hull *hull = build(point, count);
        fk_piece piece = fk_piece_hull(point, count);
        fk_small_hull small;
        assert_true(fk_small_hull_build(&piece, &small));
        assert_int_equal(hull->dimension, small.dimension);
        assert_int_equal(hull->vertex_count, small.vertex_count);
        for (uint32_t i = 0; i < hull->vertex_count; i++)
            assert_int_equal(hull->source[i], small.vertex[i]);
        assert_int_equal(hull->face_count, small.facet_count);
        for (uint32_t f = 0; f < hull->face_count; f++) {
            const uint32_t *face = hull->face_vertex + hull->face_begin[f];
            uint32_t corners = hull->face_begin[f + 1] - hull->face_begin[f], same = 0;
            for (uint32_t g = 0; g < small.facet_count; g++) {
                const uint8_t *other = small.corner + small.facet_begin[g];
                bool equal = small.facet_begin[g + 1] - small.facet_begin[g] == (int)corners;
                for (uint32_t i = 0; i < corners && equal; i++)
                    equal = hull->source[face[i]] == other[i];
                same += equal;
            }
            assert_int_equal(same, 1);
        }
        fk_hull_free(context, hull);
    }
}

/* Larger clouds: closed, locally convex everywhere, and all points of a sample inside. */
static void check_large(const fk_vec3 *point, uint32_t count)
{
    fk_hull *hull = build(point, count);
    check_structure(hull, point);
    uint32_t corners = hull->face_begin[hull->face_count];
    check_hull h = {hull->dimension,  hull->vertex_count, NULL,
                    hull->face_count, hull->face_begin,   hull->face_vertex};
    assert_int_equal(h.dimension, 3);
    assert_true(check_edges(&h));
    check_points c;
    check_points_from(&c, hull->point, hull->vertex_count);
    uint32_t *left = malloc(hull->neighbor_begin[hull->vertex_count] * sizeof *left);
    for (uint32_t f = 0; f < hull->face_count; f++)
        for (uint32_t i = hull->face_begin[f]; i < hull->face_begin[f + 1]; i++) {
            uint32_t from = hull->face_vertex[i];
            uint32_t to = hull->face_vertex[i + 1 < hull->face_begin[f + 1] ? i + 1 : hull->face_begin[f]];
            for (uint32_t k = hull->neighbor_begin[from]; k < hull->neighbor_begin[from + 1]; k++)
                if (hull->neighbor[k] == to)
                    left[k] = f;
        }
    /* The corners of every face are on its plane, and those of the faces beside it are below. */
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *w = hull->face_vertex + hull->face_begin[f];
        uint32_t size = hull->face_begin[f + 1] - hull->face_begin[f];
        assert_true(check_plane(&c, w[0], w[1], w[2]));
        for (uint32_t i = 0; i < size; i++) {
            uint32_t from = w[i], to = w[(i + 1) % size];
            assert_int_equal(check_side(&c, w[0], from), 0);
            for (uint32_t k = hull->neighbor_begin[to]; k < hull->neighbor_begin[to + 1]; k++)
                if (hull->neighbor[k] == from)
                    for (uint32_t j = hull->face_begin[left[k]]; j < hull->face_begin[left[k] + 1]; j++)
                        if (hull->face_vertex[j] != from && hull->face_vertex[j] != to)
                            assert_int_equal(check_side(&c, w[0], hull->face_vertex[j]), -1);
        }
    }
    free(left);
    check_points_clear(&c);
    /* By doubles, which is enough for points that were lost. */
    uint32_t skip = count * (double)corners > 3e7 ? (uint32_t)(count * (double)corners / 3e7) : 1;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *w = hull->face_vertex + hull->face_begin[f];
        fk_vec3 base = hull->point[w[0]];
        fk_vec3 normal =
            fk_vec3_cross(fk_vec3_sub(hull->point[w[1]], base), fk_vec3_sub(hull->point[w[2]], base));
        double length = sqrt(fk_vec3_dot(normal, normal));
        for (uint32_t i = f % skip; i < count; i += skip)
            assert_true(fk_vec3_dot(normal, fk_vec3_sub(point[i], base)) <= 1e-9 * length);
    }
    fk_hull_free(context, hull);
}

#define LARGE (SANITIZED ? 5000 : 40000)

static void test_large_clouds(void **state)
{
    (void)state;
    fk_vec3 *point = malloc(LARGE * sizeof *point);
    const int kind[6] = {CLOUD_BALL,         CLOUD_SPHERE,      CLOUD_LATTICE_BALL,
                         CLOUD_CUBE_SURFACE, CLOUD_TURNED_CUBE, CLOUD_CYLINDER};
    for (int i = 0; i < 6; i++) {
        fk_random random = fk_random_make(5);
        uint32_t count = kind[i] == CLOUD_SPHERE || kind[i] == CLOUD_CYLINDER ? LARGE / 4 : LARGE;
        cloud_fill(kind[i], &random, point, count);
        check_large(point, count);
    }
    free(point);
}

/* A hull does not depend on the order of the points, but for their numbers. */
static void test_order(void **state)
{
    (void)state;
    fk_vec3 point[200], turned[200];
    for (int kind = 0; kind < CLOUD_KINDS; kind++) {
        fk_random random = fk_random_make(99);
        cloud_fill(kind, &random, point, 200);
        for (int i = 0; i < 200; i++)
            turned[i] = point[199 - i];
        fk_hull *a = build(point, 200), *b = build(turned, 200);
        assert_int_equal(a->vertex_count, b->vertex_count);
        assert_int_equal(a->face_count, b->face_count);
        assert_int_equal(a->face_begin[a->face_count], b->face_begin[b->face_count]);
        for (uint32_t i = 0; i < a->vertex_count; i++) {
            bool found = false;
            for (uint32_t k = 0; k < b->vertex_count; k++)
                found = found || (a->point[i].x == b->point[k].x && a->point[i].y == b->point[k].y &&
                                  a->point[i].z == b->point[k].z);
            assert_true(found);
        }
        fk_hull_free(context, a);
        fk_hull_free(context, b);
    }
}

/* ---- The same in every state of the floating-point unit ------------------------------------------------ */

/* Equal but for where they are. */
static void assert_same_hull(const fk_hull *a, const fk_hull *b)
{
    assert_int_equal(a->bytes, b->bytes);
    assert_int_equal(a->dimension, b->dimension);
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->face_count, b->face_count);
    /* The blocks before the points are rounded. */
    assert_memory_equal(a->point, b->point, a->bytes - (size_t)((const char *)a->point - (const char *)a));
}

static void test_floating_point_modes(void **state)
{
    (void)state;
    fk_vec3 point[150];
    for (int kind = 0; kind < CLOUD_KINDS; kind++) {
        fk_random random = fk_random_make(7);
        cloud_fill(kind, &random, point, 150);
        fk_hull *usual = build(point, 150);
        for (int mode = 1; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            fk_hull *other = build(point, 150);
            fpu_set(0);
            assert_same_hull(usual, other);
            fk_hull_free(context, other);
        }
        fk_hull_free(context, usual);
    }
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

typedef struct failing {
    size_t until; /* this many allocations work */
    size_t asked;
    size_t blocks, bytes; /* in use */
} failing;

static void *allocate_or_fail(void *user, size_t bytes)
{
    failing *f = user;
    if (f->asked++ >= f->until)
        return NULL;
    f->blocks++;
    f->bytes += bytes;
    return malloc(bytes);
}

static void release_counted(void *user, void *block, size_t bytes)
{
    failing *f = user;
    f->blocks--;
    f->bytes -= bytes;
    free(block);
}

/* Fails the k-th allocation for every k until none fails. */
static size_t fail_each(const fk_vec3 *point, uint32_t count)
{
    for (size_t k = 0;; k++) {
        failing f = {SIZE_MAX, 0, 0, 0};
        fk_context_options options = fk_context_options_default();
        options.allocator.user = &f;
        options.allocator.allocate = allocate_or_fail;
        options.allocator.release = release_counted;
        fk_context *own;
        assert_int_equal(fk_context_create(&options, &own), FK_OK);
        f.asked = 0;
        f.until = k;
        fk_hull *const before = (fk_hull *)(uintptr_t)16;
        fk_hull *hull = before;
        fk_status status = fk_hull_build(own, point, count, &hull);
        if (status == FK_OK) {
            assert_int_equal(f.blocks, 2);
            fk_hull_free(own, hull);
        } else {
            assert_int_equal(status, FK_ERROR_MEMORY);
            assert_ptr_equal(hull, before);
        }
        assert_int_equal(f.blocks, 1);
        fk_context_destroy(own);
        assert_int_equal(f.blocks, 0);
        assert_int_equal(f.bytes, 0);
        if (status == FK_OK)
            return k;
    }
}

static void test_memory_fails(void **state)
{
    (void)state;
    fk_vec3 point[2000];
    for (int kind = 0; kind < CLOUD_KINDS; kind++)
        for (uint32_t count = 1; count < 2000; count = count * 3 + 1) {
            fk_random random = fk_random_make(3);
            cloud_fill(kind, &random, point, count);
            assert_true(fail_each(point, count) >= 2);
        }
}

/* ---- Climbing ------------------------------------------------------------------------------------------ */

/* The best of some vertices and `at`. */
static uint32_t best_of(const fk_hull *hull, const uint32_t *list, uint32_t from, uint32_t to, fk_vec3 d,
                        uint32_t at)
{
    for (uint32_t i = from; i < to; i++)
        if (fk_vec3_dot(hull->point[list[i]], d) > fk_vec3_dot(hull->point[at], d))
            at = list[i];
    return at;
}

static uint32_t climb(const fk_hull *hull, uint32_t at, fk_vec3 d, bool with_shortcuts, uint32_t *rounds)
{
    for (*rounds = 0;; ++*rounds) {
        uint32_t next =
            best_of(hull, hull->neighbor, hull->neighbor_begin[at], hull->neighbor_begin[at + 1], d, at);
        if (with_shortcuts)
            next = best_of(hull, hull->shortcut, hull->shortcut_begin[at], hull->shortcut_begin[at + 1], d,
                           next);
        if (next == at)
            return at;
        at = next;
    }
}

static void check_climbing(const fk_hull *hull, uint32_t climbs, double *mean, double *plain)
{
    fk_random random = fk_random_make(17);
    *mean = *plain = 0;
    for (uint32_t i = 0; i < climbs; i++) {
        fk_vec3 d = cloud_sphere_point(&random);
        uint32_t start = (uint32_t)fk_random_below(&random, hull->vertex_count), rounds, best = 0;
        for (uint32_t k = 1; k < hull->vertex_count; k++)
            if (fk_vec3_dot(hull->point[k], d) > fk_vec3_dot(hull->point[best], d))
                best = k;
        assert_int_equal(climb(hull, start, d, true, &rounds), best);
        *mean += rounds / (double)climbs;
        assert_int_equal(climb(hull, start, d, false, &rounds), best);
        *plain += rounds / (double)climbs;
    }
}

static void test_climbing(void **state)
{
    (void)state;
    const uint32_t count = 10000;
    fk_vec3 *point = malloc(count * sizeof *point);
    const int kind[4] = {CLOUD_SPHERE, CLOUD_BALL, CLOUD_CYLINDER, CLOUD_TURNED_CUBE};
    for (int i = 0; i < 4; i++) {
        fk_random random = fk_random_make(11);
        cloud_fill(kind[i], &random, point, count);
        fk_hull *hull = build(point, count);
        double mean, plain;
        check_climbing(hull, 300, &mean, &plain);
        if (kind[i] == CLOUD_SPHERE) {
            print_message(
                "climbing on %u vertices: %.1f rounds, without shortcuts %.1f; %.2f shortcuts per vertex\n",
                hull->vertex_count, mean, plain,
                (double)hull->shortcut_begin[hull->vertex_count] / hull->vertex_count);
            assert_true(mean < 9 && plain > 4 * mean);
        }
        fk_hull_free(context, hull);
    }
    free(point);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_points),
        cmocka_unit_test(test_cube),
        cmocka_unit_test(test_polygon),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_piece),
        cmocka_unit_test(test_clouds),
        cmocka_unit_test(test_like_small_hulls),
        cmocka_unit_test(test_large_clouds),
        cmocka_unit_test(test_order),
        cmocka_unit_test_teardown(test_floating_point_modes, fpu_usual),
        cmocka_unit_test(test_memory_fails),
        cmocka_unit_test(test_climbing),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
