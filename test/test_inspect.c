/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Facts and defects: shapes whose facts are known, meshes of numbers by chance against slow searches, volumes against rational
 * arithmetic. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <gmp.h>
#include <math.h>

#include "farkas/mesh.h"
#include "fpu_modes.h"
#include "mesh_shapes.h"
#include "scarce_memory.h"

static fk_mesh_facts *inspect_soup(fk_context *context, const soup *s)
{
    fk_mesh *mesh = soup_mesh(context, s);
    fk_mesh_facts *facts = NULL;
    assert_int_equal(fk_mesh_inspect(context, mesh, &facts), FK_OK);
    fk_mesh_free(context, mesh);
    return facts;
}

static void assert_vec3(fk_vec3 v, double x, double y, double z)
{
    assert_true(v.x == x);
    assert_true(v.y == y);
    assert_true(v.z == z);
}

static bool is_near(double x, double y, double relative)
{
    return fabs(x - y) <= relative * fabs(y);
}

/* ---- Shapes whose facts are known ---------------------------------------------------------------------- */

static void test_box(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    soup *s = soup_make();
    soup_add_box(s, 1, 2, 3, 2, 4, 6);
    for (int turned = 0; turned < 2; turned++) {
        fk_mesh_facts *f = inspect_soup(context, s);
        assert_true(f->is_solid);
        assert_int_equal(f->is_inside_out, turned);
        assert_int_equal(f->edge_count, 18);
        assert_int_equal(f->component_count, 1);
        assert_int_equal(f->euler, 2);
        assert_true(f->area == 22);
        assert_true(f->volume == (turned ? -6 : 6));
        assert_vec3(f->centroid, 1.5, 3, 4.5);
        assert_vec3(f->box.min, 1, 2, 3);
        assert_vec3(f->box.max, 2, 4, 6);
        assert_int_equal(f->defect_count, 0);
        fk_mesh_facts_free(context, f);
        soup_turn(s, 0);
    }
    free(s);
    fk_context_destroy(context);
}

/* A ring of eight cells, two boxes, a box with a cavity, two boxes that overlap. */
static void test_known_solids(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    uint8_t ring[27] = {1, 1, 1, 1, 0, 1, 1, 1, 1};
    for (int kind = 0; kind < 4; kind++) {
        soup *s = soup_make();
        if (kind == 0)
            soup_add_cells(s, ring, 3);
        else
            soup_add_box(s, 0, 0, 0, 4, 4, 4);
        if (kind == 1)
            soup_add_box(s, 5, 0, 0, 6, 1, 1);
        if (kind == 2) {
            soup_add_box(s, 1, 1, 1, 2, 2, 2);
            soup_turn(s, 12);
        }
        if (kind == 3)
            soup_add_box(s, 2, 2, 2, 6, 6, 6);
        const double volume[4] = {8, 65, 63, 128}, area[4] = {32, 102, 102, 192};
        const int64_t euler[4] = {0, 4, 4, 4};
        fk_mesh_facts *f = inspect_soup(context, s);
        assert_true(f->is_solid);
        assert_false(f->is_inside_out);
        assert_true(f->volume == volume[kind]);
        assert_true(f->area == area[kind]);
        assert_int_equal(f->euler, euler[kind]);
        assert_int_equal(f->component_count, kind == 0 ? 1 : 2);
        assert_int_equal(f->defect_count, 0);
        fk_mesh_facts_free(context, f);
        free(s);
    }
    fk_context_destroy(context);
}

static void test_surfaces(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    soup *s = soup_make();
    soup_add(s, fk_vec3_make(0, 0, 0), fk_vec3_make(6, 0, 0), fk_vec3_make(0, 3, 0));
    fk_mesh_facts *f = inspect_soup(context, s);
    assert_false(f->is_solid);
    assert_true(f->area == 9 && f->volume == 0);
    assert_vec3(f->centroid, 2, 1, 0);
    assert_int_equal(f->euler, 1);
    assert_int_equal(f->defect_count, 3);
    assert_int_equal(f->defect_total[FK_DEFECT_OPEN_EDGE], 3);
    assert_int_equal(f->defect[1].vertex[0], 0);
    assert_int_equal(f->defect[1].vertex[1], 2);
    assert_int_equal(f->defect[1].other, FK_NONE);
    fk_mesh_facts_free(context, f);
    /* A box without its lid. */
    s->count = 0;
    soup_add_box(s, 0, 0, 0, 2, 2, 2);
    s->count = 10;
    f = inspect_soup(context, s);
    assert_false(f->is_solid);
    assert_true(f->area == 20 && f->volume == 0);
    assert_vec3(f->centroid, 1, 1, 0.8);
    assert_int_equal(f->defect_total[FK_DEFECT_OPEN_EDGE], 4);
    assert_int_equal(f->defect_count, 4);
    fk_mesh_facts_free(context, f);
    free(s);
    fk_context_destroy(context);
}

/* Each triangle of a box in turn, then seven of them: that is the larger half, so the other five are reported. */
static void test_flipped(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    for (uint32_t turned = 0; turned < 13; turned++) {
        soup *s = soup_make();
        soup_add_box(s, 0, 0, 0, 1, 1, 1);
        if (turned < 12) {
            uint32_t all = s->count;
            s->count = turned + 1;
            soup_turn(s, turned);
            s->count = all;
        } else {
            soup_turn(s, 5);
        }
        fk_mesh_facts *f = inspect_soup(context, s);
        uint32_t expected = turned < 12 ? 1 : 5;
        assert_false(f->is_solid);
        assert_int_equal(f->defect_count, expected);
        assert_int_equal(f->defect_total[FK_DEFECT_FLIPPED], expected);
        for (uint32_t i = 0; i < expected; i++) {
            assert_int_equal(f->defect[i].kind, FK_DEFECT_FLIPPED);
            assert_int_equal(f->defect[i].triangle, turned < 12 ? turned : i);
        }
        fk_mesh_facts_free(context, f);
        free(s);
    }
    fk_context_destroy(context);
}

static void test_moebius(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    soup *s = soup_make();
    fk_vec3 p[2][7];
    for (int i = 0; i < 7; i++) {
        p[0][i] = fk_vec3_make(i * i, 5 * i, 0);
        p[1][i] = fk_vec3_make(i * i, 5 * i, 3);
    }
    for (int i = 0; i < 7; i++) {
        int next = (i + 1) % 7, swap = i == 6;
        soup_add_quad(s, p[0][i], p[swap][next], p[!swap][next], p[1][i]);
    }
    fk_mesh_facts *f = inspect_soup(context, s);
    assert_false(f->is_solid);
    assert_int_equal(f->euler, 0);
    assert_int_equal(f->defect_total[FK_DEFECT_NOT_ORIENTABLE], 1);
    assert_int_equal(f->defect_total[FK_DEFECT_FLIPPED], 0);
    assert_int_equal(f->defect_total[FK_DEFECT_OPEN_EDGE], 14);
    assert_int_equal(f->defect[f->defect_count - 1].kind, FK_DEFECT_NOT_ORIENTABLE);
    fk_mesh_facts_free(context, f);
    free(s);
    fk_context_destroy(context);
}

/* A fin on an edge of a box; two boxes that share an edge, which is solid although four triangles meet there; two that share a
 * vertex. */
static void test_not_manifold(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    for (int kind = 0; kind < 3; kind++) {
        soup *s = soup_make();
        soup_add_box(s, 0, 0, 0, 1, 1, 1);
        if (kind == 0)
            soup_add(s, fk_vec3_make(0, 0, 0), fk_vec3_make(0, 0, 1), fk_vec3_make(-1, -1, 0));
        else
            soup_add_box(s, 1, 1, kind == 1 ? 0 : 1, 2, 2, kind == 1 ? 1 : 2);
        fk_mesh_facts *f = inspect_soup(context, s);
        assert_int_equal(f->is_solid, kind > 0);
        assert_int_equal(f->component_count, 1);
        assert_int_equal(f->defect_total[FK_DEFECT_NON_MANIFOLD], kind < 2);
        assert_int_equal(f->defect_total[FK_DEFECT_OPEN_EDGE], kind == 0 ? 2 : 0);
        assert_int_equal(f->defect_count, kind == 0 ? 3 : kind == 1 ? 1 : 0);
        assert_true(f->volume == (kind == 0 ? 0 : 2));
        fk_mesh_facts_free(context, f);
        free(s);
    }
    fk_context_destroy(context);
}

/* A triangle twice, turned over, and with other first corners. */
static void test_duplicates(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    const fk_vec3 a = {0, 0, 0}, b = {1, 0, 0}, c = {0, 1, 0}, d = {0, 0, 1};
    soup *s = soup_make();
    soup_add(s, a, b, d);
    soup_add(s, a, b, c);
    soup_add(s, c, b, a);
    soup_add(s, b, c, a);
    soup_add(s, d, c, a);
    fk_mesh_facts *f = inspect_soup(context, s);
    assert_int_equal(f->defect_total[FK_DEFECT_DUPLICATE], 2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(f->defect[i].kind, FK_DEFECT_DUPLICATE);
        assert_int_equal(f->defect[i].triangle, 2 + i);
        assert_int_equal(f->defect[i].other, 1);
        assert_int_equal(f->defect[i].vertex[0], FK_NONE);
    }
    fk_mesh_facts_free(context, f);
    /* A sheet and its other side enclose nothing. */
    s->count = 0;
    soup_add(s, a, b, c);
    soup_add(s, c, b, a);
    f = inspect_soup(context, s);
    assert_true(f->is_solid && !f->is_inside_out);
    assert_true(f->volume == 0 && f->area == 1);
    assert_vec3(f->centroid, 0.5, 0.5, 0);
    assert_int_equal(f->defect_count, 1);
    fk_mesh_facts_free(context, f);
    free(s);
    fk_context_destroy(context);
}

/* A box with needles in an edge, which close it, and with triangles that have a corner twice, which change nothing. */
static void test_degenerate(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    const fk_vec3 a = {0, 0, 0}, b = {3, 0, 0}, c = {0, 3, 0}, d = {0, 0, 3}, m = {1, 0, 0};
    soup *s = soup_make();
    soup_add(s, a, c, m);
    soup_add(s, m, c, b);
    soup_add(s, a, b, d);
    soup_add(s, b, c, d);
    soup_add(s, c, a, d);
    soup_add(s, a, m, b);
    soup_add(s, a, a, b);
    soup_add(s, d, d, d);
    fk_mesh_facts *f = inspect_soup(context, s);
    assert_true(f->is_solid);
    assert_true(f->volume == 4.5);
    assert_int_equal(f->defect_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(f->defect[i].kind, FK_DEFECT_DEGENERATE);
        assert_int_equal(f->defect[i].triangle, 5 + i);
    }
    fk_mesh_facts_free(context, f);
    /* Nothing but lines and points. */
    s->count = 0;
    soup_add(s, a, a, b);
    soup_add(s, a, m, b);
    soup_add(s, d, d, d);
    f = inspect_soup(context, s);
    assert_int_equal(f->defect_total[FK_DEFECT_DEGENERATE], 3);
    assert_false(f->is_solid);
    assert_true(f->area == 0 && f->volume == 0);
    assert_vec3(f->centroid, 1.5, 0, 1.5);
    fk_mesh_facts_free(context, f);
    free(s);
    fk_context_destroy(context);
}

/* Points that are on a line by their doubles, and nearly so. */
static void test_collinear_to_the_last_digit(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    const double scale[3] = {1, 0x1p-1070, 0x1p1000};
    for (int i = 0; i < 6; i++) {
        double unit = scale[i / 2], up = i % 2 ? nextafter(12 * unit, INFINITY) : 12 * unit;
        soup *s = soup_make();
        soup_add(s, fk_vec3_make(unit, 2 * unit, 3 * unit), fk_vec3_make(2 * unit, 4 * unit, 6 * unit),
                 fk_vec3_make(4 * unit, 8 * unit, up));
        fk_mesh_facts *f = inspect_soup(context, s);
        assert_int_equal(f->defect_total[FK_DEFECT_DEGENERATE], 1 - i % 2);
        fk_mesh_facts_free(context, f);
        free(s);
    }
    fk_context_destroy(context);
}

static void test_nothing(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_mesh empty = {.name = ""};
    fk_mesh_facts *f;
    assert_int_equal(fk_mesh_inspect(context, &empty, &f), FK_OK);
    assert_false(f->is_solid);
    assert_int_equal(f->euler, 0);
    assert_int_equal(f->component_count, 0);
    assert_int_equal(f->defect_count, 0);
    assert_true(f->box.min.x > f->box.max.x);
    assert_vec3(f->centroid, 0, 0, 0);
    fk_mesh_facts_free(context, f);
    fk_mesh_facts_free(context, NULL);
    assert_string_equal(fk_defect_word(FK_DEFECT_OPEN_EDGE), "open edge");
    assert_string_equal(fk_defect_word(FK_DEFECT_COUNT), "");
    fk_context_destroy(context);
}

/* ---- Numbers by chance against slow searches ----------------------------------------------------------- */

#define TRIANGLES 10
#define VERTICES  7

typedef struct numbers {
    fk_vec3 point[VERTICES];
    fk_triangle triangle[TRIANGLES];
    fk_mesh mesh;
} numbers;

static void draw(fk_random *random, numbers *n)
{
    uint32_t vertices = 4 + (uint32_t)fk_random_below(random, VERTICES - 3);
    memset(&n->mesh, 0, sizeof n->mesh);
    n->mesh.vertex_count = vertices;
    n->mesh.triangle_count = (uint32_t)fk_random_below(random, TRIANGLES + 1);
    for (uint32_t v = 0; v < VERTICES; v++)
        n->point[v] = fk_vec3_make(v, v < 5 ? v : v * v, v < 3 ? v : 2 * v - 2);
    bool is_odd = fk_random_below(random, 4) == 0;
    for (uint32_t t = 0; t < n->mesh.triangle_count; t++) {
        uint32_t *c = n->triangle[t].corner;
        do
            for (int k = 0; k < 3; k++)
                c[k] = (uint32_t)fk_random_below(random, vertices);
        while (!is_odd && (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]));
    }
    n->mesh.point = n->point;
    n->mesh.triangle = n->triangle;
    n->mesh.name = "";
}

static bool is_real(const fk_mesh *mesh, uint32_t t)
{
    const uint32_t *c = mesh->triangle[t].corner;
    return c[0] != c[1] && c[1] != c[2] && c[2] != c[0];
}

/* 1 when the triangle goes from a to b, -1 from b to a, 0 when it has no such side. */
static int goes(const fk_mesh *mesh, uint32_t t, uint32_t a, uint32_t b)
{
    const uint32_t *c = mesh->triangle[t].corner;
    int way = 0;
    for (int k = 0; k < 3; k++)
        way += (c[k] == a && c[(k + 1) % 3] == b) - (c[k] == b && c[(k + 1) % 3] == a);
    return way;
}

static bool has_corners(const fk_mesh *mesh, uint32_t t, uint32_t s)
{
    int found = 0;
    for (int k = 0; k < 9; k++)
        found += mesh->triangle[t].corner[k / 3] == mesh->triangle[s].corner[k % 3];
    return found == 3 && is_real(mesh, t) && is_real(mesh, s);
}

/* What a slow search says of all pairs of vertices. joined[i][j]: 1 when triangles i and j agree across an edge that
 * both have alone, -1 when they do not, 2 for both. */
typedef struct slow_facts {
    bool is_solid;
    uint32_t open, crowded;
    int joined[TRIANGLES][TRIANGLES];
} slow_facts;

static void look_at_edge(const fk_mesh *mesh, uint32_t a, uint32_t b, slow_facts *f)
{
    uint32_t user[TRIANGLES], count = 0;
    int balance = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        int way = goes(mesh, t, a, b);
        balance += way;
        if (is_real(mesh, t) && way != 0)
            user[count++] = t;
    }
    f->is_solid &= balance == 0;
    f->open += count == 1;
    f->crowded += count > 2;
    if (count == 2) {
        int agree = goes(mesh, user[0], a, b) != goes(mesh, user[1], a, b) ? 1 : -1;
        int *joined = &f->joined[user[0]][user[1]];
        *joined = *joined == 0 || *joined == agree ? agree : 2;
        f->joined[user[1]][user[0]] = *joined;
    }
}

/* The triangles that hang together with one, as bits. */
static uint32_t slow_patch(const slow_facts *f, uint32_t first)
{
    uint32_t patch = 1u << first;
    for (int round = 0; round < TRIANGLES; round++)
        for (uint32_t i = 0; i < TRIANGLES; i++)
            for (uint32_t j = 0; j < TRIANGLES; j++)
                if (f->joined[i][j] != 0 && patch >> i & 1)
                    patch |= 1u << j;
    return patch;
}

static bool is_agreed(const slow_facts *f, uint32_t patch, uint32_t turned)
{
    for (uint32_t i = 0; i < TRIANGLES; i++)
        for (uint32_t j = 0; j < TRIANGLES; j++)
            if ((patch >> i & 1) && f->joined[i][j] != 0 &&
                f->joined[i][j] != ((turned >> i & 1) == (turned >> j & 1) ? 1 : -1))
                return false;
    return true;
}

static int bit_count(uint32_t x)
{
    int count = 0;
    for (; x != 0; x &= x - 1)
        count++;
    return count;
}

/* Tries all ways to turn a patch. The best turns fewest, and of two such, not the first triangle. FK_NONE when there
 * is none. */
static uint32_t slow_flipped(const slow_facts *f, uint32_t patch)
{
    uint32_t best = FK_NONE, first = patch & (0u - patch);
    for (uint32_t turned = patch;; turned = (turned - 1) & patch) {
        if (is_agreed(f, patch, turned) && (best == FK_NONE || bit_count(turned) < bit_count(best) ||
                                            (bit_count(turned) == bit_count(best) && (best & first))))
            best = turned;
        if (turned == 0)
            return best;
    }
}

static bool slow_degenerate(const fk_mesh *mesh, uint32_t t)
{
    const uint32_t *c = mesh->triangle[t].corner;
    fk_vec3 a = mesh->point[c[0]], e = fk_vec3_sub(mesh->point[c[1]], a),
            f = fk_vec3_sub(mesh->point[c[2]], a);
    fk_vec3 n = fk_vec3_cross(e, f);
    return n.x == 0 && n.y == 0 && n.z == 0;
}

/* Which triangles have a defect of some kind, as bits; they ascend. */
static uint32_t listed(const fk_mesh_facts *facts, fk_defect_kind kind)
{
    uint32_t bits = 0, total = 0;
    for (uint32_t i = 0; i < facts->defect_count; i++) {
        const fk_defect *d = &facts->defect[i];
        assert_true(i == 0 || d[-1].kind <= d->kind);
        if (d->kind != kind)
            continue;
        assert_true(kind >= FK_DEFECT_OPEN_EDGE || bits >> d->triangle == 0);
        bits |= 1u << d->triangle;
        total++;
    }
    assert_int_equal(total, facts->defect_total[kind]);
    return bits;
}

static void check_triangles(const fk_mesh *mesh, const fk_mesh_facts *facts)
{
    uint32_t degenerate = listed(facts, FK_DEFECT_DEGENERATE), duplicate = listed(facts, FK_DEFECT_DUPLICATE);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        uint32_t first = 0;
        while (first < t && !has_corners(mesh, first, t))
            first++;
        assert_int_equal(degenerate >> t & 1, slow_degenerate(mesh, t));
        assert_int_equal(duplicate >> t & 1, first < t);
        for (uint32_t i = 0; i < facts->defect_count && first < t; i++)
            if (facts->defect[i].kind == FK_DEFECT_DUPLICATE && facts->defect[i].triangle == t)
                assert_int_equal(facts->defect[i].other, first);
    }
}

static void check_numbers(const fk_mesh *mesh, const fk_mesh_facts *facts)
{
    slow_facts f = {.is_solid = false};
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        f.is_solid |= !slow_degenerate(mesh, t);
    for (uint32_t a = 0; a < mesh->vertex_count; a++)
        for (uint32_t b = a + 1; b < mesh->vertex_count; b++)
            look_at_edge(mesh, a, b, &f);
    assert_int_equal(facts->is_solid, f.is_solid);
    assert_int_equal(facts->defect_total[FK_DEFECT_OPEN_EDGE], f.open);
    assert_int_equal(facts->defect_total[FK_DEFECT_NON_MANIFOLD], f.crowded);
    check_triangles(mesh, facts);
    uint32_t seen = 0, flipped = 0, broken = 0, broken_count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        uint32_t patch = slow_patch(&f, t), wrong = slow_flipped(&f, patch);
        if (seen >> t & 1)
            continue;
        seen |= patch;
        broken |= wrong == FK_NONE ? patch : 0;
        broken_count += wrong == FK_NONE;
        flipped |= wrong == FK_NONE ? 0 : wrong;
    }
    assert_int_equal(listed(facts, FK_DEFECT_FLIPPED), flipped);
    assert_int_equal(listed(facts, FK_DEFECT_NOT_ORIENTABLE) & ~broken, 0);
    assert_int_equal(facts->defect_total[FK_DEFECT_NOT_ORIENTABLE], broken_count);
}

static void test_by_chance(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_random random = fk_random_make(1);
    uint32_t solid = 0, broken = 0;
    for (int i = 0; i < 5000; i++) {
        numbers n;
        fk_mesh_facts *facts;
        draw(&random, &n);
        assert_int_equal(fk_mesh_inspect(context, &n.mesh, &facts), FK_OK);
        check_numbers(&n.mesh, facts);
        solid += facts->is_solid;
        broken += facts->defect_total[FK_DEFECT_NOT_ORIENTABLE];
        fk_mesh_facts_free(context, facts);
    }
    assert_true(solid > 0 && broken > 0);
    fk_context_destroy(context);
}

/* ---- Volumes ------------------------------------------------------------------------------------------- */

/* Six volumes of the soup, and the first moments along an axis times 24, in rational arithmetic. */
static void slow_moments(const soup *s, int axis, mpq_t volume, mpq_t first)
{
    mpq_t x[3][3], term, factor;
    mpq_inits(term, factor, NULL);
    mpq_set_ui(volume, 0, 1);
    mpq_set_ui(first, 0, 1);
    for (int i = 0; i < 9; i++)
        mpq_init(x[i / 3][i % 3]);
    for (uint32_t t = 0; t < s->count; t++) {
        for (int i = 0; i < 9; i++)
            mpq_set_d(x[i / 3][i % 3], fk_vec3_get(s->corner[3 * t + (uint32_t)i / 3], i % 3));
        mpq_add(factor, x[0][axis], x[1][axis]);
        mpq_add(factor, factor, x[2][axis]);
        static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
        for (int i = 0; i < 6; i++) {
            mpq_mul(term, x[0][order[i][0]], x[1][order[i][1]]);
            mpq_mul(term, term, x[2][order[i][2]]);
            if (i >= 3)
                mpq_neg(term, term);
            mpq_add(volume, volume, term);
            mpq_mul(term, term, factor);
            mpq_add(first, first, term);
        }
    }
    for (int i = 0; i < 9; i++)
        mpq_clear(x[i / 3][i % 3]);
    mpq_clears(term, factor, NULL);
}

/* The volume, its sign and the centroid of a solid, with relative errors as given; those of the centroid against the box. */
static void check_volume(fk_context *context, const soup *s, double volume_error, double centroid_error)
{
    fk_mesh_facts *f = inspect_soup(context, s);
    mpq_t volume, first, six;
    mpq_inits(volume, first, six, NULL);
    assert_true(f->is_solid);
    for (int axis = 0; axis < 3; axis++) {
        slow_moments(s, axis, volume, first);
        assert_int_equal(f->is_inside_out, mpq_sgn(volume) < 0);
        double low = fk_vec3_get(f->box.min, axis), high = fk_vec3_get(f->box.max, axis), expected;
        if (mpq_sgn(volume) != 0) {
            mpq_div(first, first, volume);
            mpq_set_ui(six, 4, 1);
            mpq_div(first, first, six);
            expected = mpq_get_d(first);
        } else {
            expected = 0.5 * low + 0.5 * high;
        }
        double extent = 0.5 * high - 0.5 * low + 0x1p-50 * fmax(fabs(low), fabs(high));
        assert_true(fabs(0.5 * fk_vec3_get(f->centroid, axis) - 0.5 * expected) <= centroid_error * extent);
    }
    mpq_set_ui(six, 6, 1);
    mpq_div(volume, volume, six);
    assert_true(is_near(f->volume, mpq_get_d(volume), volume_error));
    mpq_clears(volume, first, six, NULL);
    fk_mesh_facts_free(context, f);
}

/* Cells by chance: as many as there are, wherever they are. */
static void test_cells(void **state)
{
    (void)state;
    enum { N = 4 };
    fk_context *context = usual_context();
    fk_random random = fk_random_make(2);
    const fk_vec3 scale[5] = {
        {1, 1, 1}, {0.1, 0.7, 1e-9}, {3, 0x1p-40, 0x1p200}, {0x1p-300, 0x1p-340, 0x1p-344}, {1, 1, 1}};
    const fk_vec3 shift[5] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {90000, -90000, 12345}};
    for (int i = 0; i < 60; i++) {
        uint8_t full[N * N * N];
        soup *s = soup_make();
        int count = fill_cells(&random, full, N), kind = i % 5;
        soup_add_cells(s, full, N);
        soup_shuffle(s, &random);
        soup_move(s, scale[kind], shift[kind]);
        fk_mesh_facts *f = inspect_soup(context, s);
        assert_true(f->is_solid);
        if (kind == 1)
            check_volume(context, s, 0x1p-48, 0x1p-40);
        else
            assert_true(f->volume == count * scale[kind].x * scale[kind].y * scale[kind].z);
        fk_mesh_facts_free(context, f);
        free(s);
    }
    fk_context_destroy(context);
}

/* The same part in another order, and refined, has the same facts. */
static void test_order_and_refinement(void **state)
{
    (void)state;
    enum { N = 3 };
    fk_context *context = usual_context();
    fk_random random = fk_random_make(3);
    for (int i = 0; i < 20; i++) {
        uint8_t full[N * N * N];
        soup *s = soup_make(), *fine = soup_make();
        fill_cells(&random, full, N);
        soup_add_cells(s, full, N);
        soup_move(s, fk_vec3_make(0.3, 0.4, 0.7), fk_vec3_make(1.1, 2.2, 3.3));
        fk_mesh_facts *f = inspect_soup(context, s);
        for (uint32_t t = 0; t < s->count; t++) {
            const fk_vec3 *c = s->corner + 3 * t;
            fk_vec3 middle = fk_vec3_scale(fk_vec3_add(fk_vec3_add(c[0], c[1]), c[2]), 1.0 / 3);
            for (int k = 0; k < 3; k++)
                soup_add(fine, c[k], c[(k + 1) % 3], middle);
        }
        fk_mesh_facts *g = inspect_soup(context, fine);
        assert_true(is_near(f->volume, g->volume, 1e-14) && is_near(f->area, g->area, 1e-14));
        assert_int_equal(f->euler, g->euler);
        assert_int_equal(f->component_count, g->component_count);
        assert_true(f->is_solid && g->is_solid);
        soup_shuffle(s, &random);
        fk_mesh_facts *h = inspect_soup(context, s);
        assert_true(f->volume == h->volume && is_near(f->area, h->area, 1e-15));
        assert_memory_equal(&f->centroid, &h->centroid, sizeof f->centroid);
        assert_memory_equal(f->defect_total, h->defect_total, sizeof f->defect_total);
        fk_mesh_facts_free(context, f);
        fk_mesh_facts_free(context, g);
        fk_mesh_facts_free(context, h);
        free(fine);
        free(s);
    }
    fk_context_destroy(context);
}

/* Tetrahedra of any doubles: thick ones, flat ones whose sign hangs on the last digit, sheets without volume; of ordinary
 * and of any size, in all states of the floating-point unit. */
static void test_tetrahedra(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_random random = fk_random_make(4);
    for (int i = 0; i < 3000; i++) {
        fk_vec3 p[4];
        for (int k = 0; k < 4; k++)
            p[k] = fk_vec3_make(fk_random_between(&random, -1, 1), fk_random_between(&random, -1, 1),
                                fk_random_between(&random, -1, 1));
        int kind = i % 4;
        if (kind == 1) /* rounded into the plane of the others */
            p[3] = fk_vec3_sub(fk_vec3_add(p[0], p[1]), p[2]);
        if (kind == 2)
            p[3] = p[0];
        if (kind == 3)
            for (int k = 0; k < 4; k++)
                p[k] = fk_vec3_scale(p[k], ldexp(1, (int)fk_random_below(&random, 600) - 300));
        soup *s = soup_make();
        soup_add(s, p[0], p[2], p[1]);
        soup_add(s, p[0], p[1], p[3]);
        soup_add(s, p[1], p[2], p[3]);
        soup_add(s, p[2], p[0], p[3]);
        fpu_set(i / 4 % 8 == 0 ? i / 32 % FPU_MODES : 0);
        fk_mesh_facts *f = inspect_soup(context, s);
        bool is_inside_out = f->is_inside_out;
        fpu_set(0);
        fk_mesh_facts_free(context, f);
        f = inspect_soup(context, s);
        assert_int_equal(f->is_inside_out, is_inside_out);
        fk_mesh_facts_free(context, f);
        check_volume(context, s, 1e-12, 1e-11);
        free(s);
    }
    fk_context_destroy(context);
}

/* Numbers beyond the range of squares: the area and the volume may be infinite, the centroid is not. */
static void test_extremes(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    for (int i = 0; i < 4; i++) {
        const double size[4] = {0x1.8p1023, 0x1p340, 0x1p-1074, 0x1p-350};
        double far = size[i];
        soup *s = soup_make();
        soup_add_box(s, -far, -far, -far, far, far, far);
        fk_mesh_facts *f = inspect_soup(context, s);
        assert_true(f->is_solid && !f->is_inside_out);
        assert_vec3(f->centroid, 0, 0, 0);
        assert_true(f->volume == ldexp(far, 3) * far * far || far < 1);
        assert_true(f->area == 24 * far * far);
        assert_int_equal(f->defect_count, 0);
        fk_mesh_facts_free(context, f);
        s->count = 10;
        f = inspect_soup(context, s);
        assert_true(f->centroid.x == 0 && f->centroid.y == 0);
        assert_true(is_near(f->centroid.z, -0.2 * far, i == 2 ? 1 : 1e-15));
        fk_mesh_facts_free(context, f);
        free(s);
    }
    fk_context_destroy(context);
}

/* Slivers and far places: Heron would be lost. */
static void test_area_of_slivers(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    soup *s = soup_make();
    const fk_vec3 a = {90000, 90000, 90000};
    soup_add(s, a, fk_vec3_make(90001, 90001, 90000), fk_vec3_make(90002, 90002 + 0x1p-30, 90000));
    fk_mesh_facts *f = inspect_soup(context, s);
    assert_true(f->area == 0x1p-31);
    fk_mesh_facts_free(context, f);
    free(s);
    fk_context_destroy(context);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    fk_context *usual = usual_context();
    soup *s = soup_make();
    soup_add_box(s, 0, 0, 0, 1, 1, 1);
    soup_add(s, fk_vec3_make(0, 0, 0), fk_vec3_make(0, 0, 1), fk_vec3_make(0, 0, 1));
    soup_add(s, s->corner[0], s->corner[1], s->corner[2]);
    soup_add(s, s->corner[0], s->corner[2], s->corner[1]);
    fk_mesh *mesh = soup_mesh(usual, s);
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *context = memory_context(&m);
        size_t before = m.used;
        fk_mesh_facts *facts = NULL;
        m.fail_at = k;
        status = fk_mesh_inspect(context, mesh, &facts);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && facts == NULL));
        assert_true(status != FK_OK || k > 5);
        fk_mesh_facts_free(context, facts);
        assert_int_equal(m.used, before);
        fk_context_destroy(context);
    }
    fk_mesh_free(usual, mesh);
    free(s);
    fk_context_destroy(usual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box),
        cmocka_unit_test(test_known_solids),
        cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_flipped),
        cmocka_unit_test(test_moebius),
        cmocka_unit_test(test_not_manifold),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_degenerate),
        cmocka_unit_test(test_collinear_to_the_last_digit),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_by_chance),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_order_and_refinement),
        cmocka_unit_test_teardown(test_tetrahedra, fpu_usual),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_area_of_slivers),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
