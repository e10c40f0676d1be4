/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Generated meshes: every part of every kind is a solid by brute force, with the volume that its formula says; tubes do not
 * meet themselves, fits fit, the torus is covered; the bytes are those of every machine. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/pair.h"
#include "farkas/shape.h"
#include "gen/generate.h"
#include "oracle/oracle.h"
#include "scarce_memory.h"

#define PI 3.14159265358979323846

static fk_context *plain_context(void)
{
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    return context;
}

static fk_model *make(fk_context *context, const char *name, uint32_t triangles, double size)
{
    fk_generate_options options = {triangles, size};
    size_t kind = fk_generate_find(name);
    assert_true(kind < fk_generate_count());
    fk_model *model = NULL;
    assert_int_equal(fk_generate(context, kind, &options, &model), FK_OK);
    return model;
}

static uint64_t triangles_of(const fk_model *model)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < model->part_count; i++)
        sum += model->part[i].triangle_count;
    return sum;
}

/* ---- What a solid is, by sorting ----------------------------------------------------------------------- */

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static int compare_point(const void *a, const void *b)
{
    const double *p = a, *q = b;
    for (int k = 0; k < 3; k++)
        if (p[k] != q[k])
            return p[k] < q[k] ? -1 : 1;
    return 0;
}

static void check_points_differ(const fk_mesh *mesh)
{
    size_t n = mesh->vertex_count;
    fk_vec3 *copy = malloc(n * sizeof *copy);
    memcpy(copy, mesh->point, n * sizeof *copy);
    qsort(copy, n, sizeof *copy, compare_point);
    for (size_t i = 0; i + 1 < n; i++)
        assert_true(compare_point(&copy[i], &copy[i + 1]) != 0);
    free(copy);
}

/* Each directed side is there once; returns how many have no opposite. */
static size_t count_open_sides(const fk_mesh *mesh)
{
    size_t n = (size_t)3 * mesh->triangle_count, open = 0;
    uint64_t *side = malloc(n * sizeof *side);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *c = mesh->triangle[i / 3].corner;
        side[i] = (uint64_t)c[i % 3] << 32 | c[(i + 1) % 3];
    }
    qsort(side, n, sizeof *side, compare_u64);
    for (size_t i = 0; i < n; i++) {
        uint64_t back = side[i] << 32 | side[i] >> 32;
        assert_true(i == 0 || side[i - 1] != side[i]);
        open += bsearch(&back, side, n, sizeof *side, compare_u64) == NULL;
    }
    free(side);
    return open;
}

static fk_vec3 corner(const fk_mesh *mesh, size_t t, int k)
{
    return mesh->point[mesh->triangle[t].corner[k]];
}

static double length(fk_vec3 v)
{
    return sqrt(fk_vec3_dot(v, v));
}

/* The volume; and that each triangle has an area which rounding cannot take away. */
static double measure(const fk_mesh *mesh)
{
    double volume = 0;
    fk_vec3 base = mesh->point[0];
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        fk_vec3 a = fk_vec3_sub(corner(mesh, t, 0), base), b = fk_vec3_sub(corner(mesh, t, 1), base),
                c = fk_vec3_sub(corner(mesh, t, 2), base);
        fk_vec3 u = fk_vec3_sub(b, a), v = fk_vec3_sub(c, a);
        assert_true(length(fk_vec3_cross(u, v)) > 1e-9 * length(u) * length(v));
        volume += fk_vec3_dot(a, fk_vec3_cross(b, c)) / 6;
    }
    return volume;
}

/* Triangles around each vertex are one ring: walking from side to side around it meets all of them. */
static void check_manifold_vertices(const fk_mesh *mesh)
{
    size_t n = (size_t)3 * mesh->triangle_count;
    uint64_t *leaving = malloc(n * sizeof *leaving); /* (vertex, next) of each side */
    uint32_t *third = malloc(n * sizeof *third), *uses = calloc(mesh->vertex_count, sizeof *uses);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *c = mesh->triangle[i / 3].corner;
        leaving[i] = (uint64_t)c[i % 3] << 32 | c[(i + 1) % 3];
        uses[c[i % 3]]++;
    }
    qsort(leaving, n, sizeof *leaving, compare_u64);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *c = mesh->triangle[i / 3].corner;
        uint64_t key = (uint64_t)c[i % 3] << 32 | c[(i + 1) % 3];
        const uint64_t *at = bsearch(&key, leaving, n, sizeof *leaving, compare_u64);
        third[at - leaving] = c[(i + 2) % 3];
    }
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && leaving[i] >> 32 == leaving[i - 1] >> 32)
            continue;
        uint32_t center = (uint32_t)(leaving[i] >> 32), count = 0;
        uint64_t key = leaving[i];
        do {
            const uint64_t *at = bsearch(&key, leaving, n, sizeof *leaving, compare_u64);
            assert_non_null(at);
            key = (uint64_t)center << 32 | third[at - leaving];
            count++;
        } while (key != leaving[i]);
        assert_int_equal(count, uses[center]);
    }
    free(leaving);
    free(third);
    free(uses);
}

/* Returns its volume. */
static double check_solid(const fk_mesh *mesh, int64_t euler)
{
    check_points_differ(mesh);
    assert_int_equal(count_open_sides(mesh), 0);
    check_manifold_vertices(mesh);
    int64_t edges = (int64_t)mesh->triangle_count * 3 / 2;
    assert_int_equal((int64_t)mesh->vertex_count - edges + mesh->triangle_count, euler);
    double volume = measure(mesh);
    assert_true(volume > 0);
    return volume;
}

/* ---- All kinds ----------------------------------------------------------------------------------------- */

/* Volumes for size 1; those of round shapes are reached in the limit. */
static const struct expected {
    const char *kind, *part;
    int64_t euler;
    double volume;
} expected[] = {
    {"box", "box", 2, 1},
    {"sphere", "sphere", 2, 4 * PI / 3},
    {"torus", "torus", 0, 2 * PI *PI * 0.375 * 0.375},
    {"trefoil", "trefoil", 0, 0},
    {"cylinder", "cylinder", 2, 2 * PI},
    {"cone", "cone", 2, 2 * PI / 3},
    {"star", "star", 2, 0},
    {"gear", "gear", 0, 0},
    {"bracket", "bracket", 2, 0.6 * 0.36},
    {"nut", "nut", 0, 0},
    {"bolt", "bolt", 2, 0},
    {"nut-and-bolt", "nut", 0, 0},
    {"nut-and-bolt", "bolt", 2, 0},
    {"peg-and-hole", "peg", 2, PI / 4},
    {"peg-and-hole", "block", 0, 4 - PI / 4},
    {"arm", "base", 2, 0},
    {"arm", "shoulder", 2, 0},
    {"arm", "upper-arm", 2, 0.06 * (0.4 * 0.1 + PI * 0.05 * 0.05)},
    {"arm", "forearm", 2, 0},
    {"arm", "wrist", 2, 0},
    {"arm", "hand", 2, 0.03 * (0.1 * 0.05 + PI * 0.025 * 0.025)},
    {"arm", "flange", 2, PI * 0.025 * 0.025 * 0.04},
    {"arm", "tool", 2, 0.03 * (0.08 * 0.02 + 2 * 0.01 * 0.06)},
};

/* The length of the middle of the trefoil, by steps. */
static double trefoil_length(void)
{
    double sum = 0;
    int n = 100000;
    for (int i = 0; i < n; i++) {
        double t = 2 * PI * i / n, r = 2 + cos(3 * t), d = -3 * sin(3 * t);
        sum += sqrt(d * d + 4 * r * r + 9 * cos(3 * t) * cos(3 * t)) * 2 * PI / n;
    }
    return sum;
}

static double expected_volume(const struct expected *e)
{
    double thread = 0.455 * 0.455 + 0.045 * 0.045 / 2, wide = 0.465 * 0.465 + 0.045 * 0.045 / 2;
    double hexagon = 1.5 * sqrt(3) * 0.9375 * 0.9375;
    if (strcmp(e->kind, "trefoil") == 0) /* Pappus */
        return PI * 0.45 * 0.45 * trefoil_length() / (6.9 * 6.9 * 6.9);
    if (strcmp(e->kind, "star") == 0)
        return 0.4 * 5 * 0.4 * sin(PI / 5);
    if (strcmp(e->kind, "gear") == 0) {
        double flank = (1 - 0.512) / (3 * 0.2); /* the mean of r^2 over a flank */
        return 0.3 * PI * (0.25 * (0.64 + 1 + 2 * flank) - 0.09);
    }
    if (strcmp(e->part, "nut") == 0)
        return 0.75 * (hexagon - PI * wide);
    if (strcmp(e->part, "bolt") == 0)
        return 0.64 * hexagon + 3 * PI * thread;
    return e->volume;
}

static void check_kind(fk_context *context, size_t kind, uint32_t triangles, double size, double tolerance)
{
    const char *name = fk_generate_name(kind);
    fk_model *model = make(context, name, triangles, size);
    uint32_t part = 0;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        if (strcmp(expected[i].kind, name) != 0)
            continue;
        assert_true(part < model->part_count);
        assert_string_equal(model->part[part].name, expected[i].part);
        double volume = check_solid(&model->part[part], expected[i].euler) / (size * size * size);
        double wanted = expected_volume(&expected[i]);
        if (wanted > 0 && fabs(volume - wanted) > tolerance * wanted)
            fail_msg("%s: volume %g, not %g", name, volume, wanted);
        part++;
    }
    if (fk_generate_is_solid(kind) && strcmp(name, "torus-cells") != 0)
        assert_int_equal(part, model->part_count);
    fk_model_free(context, model);
}

static void test_all_kinds_are_solid(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    for (size_t kind = 0; kind < fk_generate_count(); kind++) {
        assert_true(fk_generate_summary(kind)[0] != '\0');
        check_kind(context, kind, 1, 1, 1);
        check_kind(context, kind, 0, 1, 0.1);
        check_kind(context, kind, 777, 3.7, 0.3);
        check_kind(context, kind, 40000, 1000, 0.003);
    }
    fk_context_destroy(context);
}

/* The number is the nearest there is, so it is near where there are many. */
static void test_number_of_triangles(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    for (size_t kind = 0; kind < fk_generate_count(); kind++)
        for (uint32_t wanted = 20000; wanted < 100000; wanted += 13331) {
            fk_model *model = make(context, fk_generate_name(kind), wanted, 0);
            double made = (double)triangles_of(model);
            assert_true(fabs(made - wanted) < 0.15 * wanted);
            fk_model_free(context, model);
        }
    static const uint32_t exact[] = {12, 48, 192, 768};
    for (int i = 0; i < 4; i++) {
        fk_model *model = make(context, "box", exact[i], 0);
        assert_int_equal(triangles_of(model), exact[i]);
        fk_model_free(context, model);
    }
    static const uint32_t thesis[] = {14400, 57600, 230400, 921600};
    for (int i = 0; i < 4; i++) {
        fk_model *model = make(context, "trefoil", thesis[i], 0);
        assert_int_equal(triangles_of(model), thesis[i]);
        fk_model_free(context, model);
    }
    fk_context_destroy(context);
}

static void test_open_box_is_open(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_model *model = make(context, "open-box", 90, 0);
    assert_int_equal(model->part[0].triangle_count, 90);
    assert_int_equal(count_open_sides(&model->part[0]), 12);
    check_points_differ(&model->part[0]);
    fk_model_free(context, model);
    fk_context_destroy(context);
}

/* ---- Places -------------------------------------------------------------------------------------------- */

static fk_piece triangle_piece(const fk_mesh *mesh, size_t t)
{
    return fk_piece_triangle(corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2));
}

/* Triangles that meet where they have no vertex in common, among all of a mesh or between two. */
static size_t count_meetings(const fk_mesh *a, const fk_mesh *b)
{
    size_t meetings = 0;
    for (size_t i = 0; i < a->triangle_count; i++)
        for (size_t j = a == b ? i + 1 : 0; j < b->triangle_count; j++) {
            bool shared = false;
            for (int k = 0; k < 9; k++)
                shared |= a == b && a->triangle[i].corner[k / 3] == a->triangle[j].corner[k % 3];
            fk_piece p = triangle_piece(a, i), q = triangle_piece(b, j);
            meetings += !shared && fk_pair_verdict(&p, &q) != FK_APART;
        }
    return meetings;
}

static void test_no_kind_meets_itself(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    for (size_t kind = 0; kind < fk_generate_count(); kind++) {
        const char *name = fk_generate_name(kind);
        fk_model *model = make(context, name, strcmp(name, "bolt") == 0 ? 1500 : 600, 0);
        for (uint32_t i = 0; i < model->part_count; i++)
            assert_int_equal(count_meetings(&model->part[i], &model->part[i]), 0);
        fk_model_free(context, model);
    }
    for (uint32_t triangles = 100; triangles < 1500; triangles = triangles * 5 / 4) {
        fk_model *model = make(context, "trefoil", triangles, 0);
        assert_int_equal(count_meetings(&model->part[0], &model->part[0]), 0);
        fk_model_free(context, model);
    }
    fk_context_destroy(context);
}

static void test_nut_clears_bolt(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_model *model = make(context, "nut-and-bolt", 1, 0);
    assert_int_equal(count_meetings(&model->part[0], &model->part[1]), 0);
    fk_model_free(context, model);
    fk_context_destroy(context);
}

/* The points of the wall of the hole are those of the wall of the peg, and nothing else of the block is as near. */
static void test_peg_fills_hole(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_model *model = make(context, "peg-and-hole", 2000, 0);
    const fk_mesh *peg = &model->part[0], *block = &model->part[1];
    size_t common = 0;
    for (size_t i = 0; i < peg->vertex_count; i++)
        for (size_t j = 0; j < block->vertex_count; j++)
            common += compare_point(&peg->point[i], &block->point[j]) == 0;
    /* The triangles of both walls have the same corners; those of the ends of the peg have one on the axis. */
    size_t shared = 0, wall = 0;
    for (size_t i = 0; i < peg->triangle_count; i++) {
        fk_vec3 c[3] = {corner(peg, i, 0), corner(peg, i, 1), corner(peg, i, 2)};
        wall += (c[0].x != 0 || c[0].y != 0) && (c[1].x != 0 || c[1].y != 0) && (c[2].x != 0 || c[2].y != 0);
        for (size_t j = 0; j < block->triangle_count; j++) {
            int equal = 0;
            for (int k = 0; k < 9; k++) {
                fk_vec3 q = corner(block, j, k % 3);
                equal += compare_point(&c[k / 3], &q) == 0;
            }
            shared += equal == 3;
        }
    }
    assert_int_equal(shared, wall);
    assert_int_equal(common, peg->vertex_count - 2);
    assert_int_equal(common, block->vertex_count - 8);
    double sum = measure(peg) + measure(block);
    assert_true(fabs(sum - 20 * 20 * 10) < 1e-9 * sum);
    fk_model_free(context, model);
    fk_context_destroy(context);
}

/* With all angles 0, links that follow each other are apart; each names its part. */
static void test_joints_of_arm(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_model *model = make(context, "arm", 800, 1);
    assert_int_equal(model->part_count, FK_ARM_JOINTS + 1);
    for (uint32_t i = 0; i < FK_ARM_JOINTS; i++) {
        const fk_mesh *parent = &model->part[i], *child = &model->part[i + 1];
        assert_string_equal(fk_arm_joint_table[i].parent, parent->name);
        assert_string_equal(fk_arm_joint_table[i].child, child->name);
        assert_true(fk_arm_joint_table[i].lower <= 0 && fk_arm_joint_table[i].upper > 0);
        fk_pose pose = fk_pose_identity();
        pose.translation = fk_arm_joint_table[i].offset;
        size_t meetings = 0;
        for (size_t s = 0; s < parent->triangle_count; s++)
            for (size_t t = 0; t < child->triangle_count; t++) {
                fk_piece p = triangle_piece(parent, s), q = triangle_piece(child, t);
                q = fk_piece_place(&q, &pose, NULL);
                meetings += fk_pair_verdict(&p, &q) != FK_APART;
            }
        assert_int_equal(meetings, 0);
    }
    fk_model_free(context, model);
    fk_context_destroy(context);
}

/* ---- The torus of cells -------------------------------------------------------------------------------- */

/* The sign of the exact volume, by the oracle's rationals. */
static int side(fk_vec3 a, fk_vec3 b, fk_vec3 c, fk_vec3 d)
{
    double p[4][3] = {{a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}, {d.x, d.y, d.z}};
    mpq_t m[3][3], x, y, sum;
    mpq_inits(x, y, sum, (mpq_ptr)NULL);
    for (int i = 0; i < 9; i++) {
        mpq_init(m[i / 3][i % 3]);
        mpq_set_d(x, p[i / 3 + 1][i % 3]);
        mpq_set_d(y, p[0][i % 3]);
        mpq_sub(m[i / 3][i % 3], x, y);
    }
    for (int i = 0; i < 3; i++)
        for (int mirrored = 0; mirrored < 2; mirrored++) {
            mpq_mul(x, m[0][i], m[1][(i + 1 + mirrored) % 3]);
            mpq_mul(x, x, m[2][(i + 2 - mirrored) % 3]);
            if (mirrored)
                mpq_neg(x, x);
            mpq_add(sum, sum, x);
        }
    int sign = mpq_sgn(sum);
    for (int i = 0; i < 9; i++)
        mpq_clear(m[i / 3][i % 3]);
    mpq_clears(x, y, sum, (mpq_ptr)NULL);
    return sign;
}

/* No face of the tetrahedron has the point strictly outside, where doubles tell; and exactly where they do not. */
static bool has_point(const fk_mesh *tetra, fk_vec3 p)
{
    for (size_t t = 0; t < 4; t++) {
        fk_vec3 a = corner(tetra, t, 0), b = corner(tetra, t, 1), c = corner(tetra, t, 2);
        double height = fk_vec3_dot(fk_vec3_cross(fk_vec3_sub(b, a), fk_vec3_sub(c, a)), fk_vec3_sub(p, a));
        if (height > 1e-12 || (height > -1e-12 && side(a, b, c, p) > 0))
            return false;
    }
    return true;
}

static fk_vec3 torus_point(double ring, double tube, double radius)
{
    double r = 1 + radius * cos(tube);
    return fk_vec3_make(r * cos(ring), r * sin(ring), radius * sin(tube));
}

static size_t count_cells_with(const fk_model *model, fk_vec3 p)
{
    size_t count = 0;
    for (uint32_t i = 0; i < model->part_count; i++)
        count += has_point(&model->part[i], p);
    return count;
}

static void check_torus_cells(fk_context *context, uint32_t triangles, uint32_t cells, double excess)
{
    fk_model *model = make(context, "torus-cells", triangles, 1);
    assert_int_equal(model->part_count, cells);
    double volume = 0;
    for (uint32_t i = 0; i < cells; i++) {
        assert_int_equal(model->part[i].triangle_count, 4);
        volume += check_solid(&model->part[i], 2);
    }
    double torus = 2 * PI * PI * 0.375 * 0.375;
    assert_true(volume > torus && volume < excess * torus);
    fk_random random = fk_random_make(5);
    for (int i = 0; i < 1500; i++) {
        double radius = i % 3 == 0 ? 0.375 * sqrt(fk_random_unit(&random)) : 0.375;
        fk_vec3 p = torus_point(2 * PI * fk_random_unit(&random), 2 * PI * fk_random_unit(&random), radius);
        assert_int_equal(count_cells_with(model, p), 1);
    }
    /* Where there is least room: in the middle between half-planes, and at the sides of the octagon. */
    for (uint32_t i = 0; i < cells / 10; i++)
        for (int k = 0; k < 8; k++)
            assert_true(count_cells_with(model, torus_point(20 * PI * i / cells, PI * k / 4, 0.375)) > 0);
    fk_model_free(context, model);
}

static void test_torus_cells(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    check_torus_cells(context, 0, 800, 1.08);
    check_torus_cells(context, 800, 200, 1.5);
    fk_context_destroy(context);
}

/* ---- Bytes --------------------------------------------------------------------------------------------- */

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* All kinds; written down, so that every compiler and machine is held to the same bytes (on those with the lowest byte first). */
static void test_bytes(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t kind = 0; kind < fk_generate_count(); kind++)
        for (uint32_t triangles = 0; triangles < 3000; triangles += 1700) {
            fk_model *model = make(context, fk_generate_name(kind), triangles, triangles == 0 ? 0 : 12.3);
            for (uint32_t i = 0; i < model->part_count; i++) {
                const fk_mesh *m = &model->part[i];
                hash = hash_bytes(hash, m->point, m->vertex_count * sizeof *m->point);
                hash = hash_bytes(hash, m->triangle, m->triangle_count * sizeof *m->triangle);
                hash = hash_bytes(hash, m->name, strlen(m->name));
            }
            fk_model_free(context, model);
        }
    if (hash != UINT64_C(0xb2d7c722e83d116e))
        fail_msg("the hash of all kinds is 0x%llx", (unsigned long long)hash);
    fk_context_destroy(context);
}

static void test_bad_options(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    static const fk_generate_options bad[] = {{0, -1},       {0, 0x1p-901},         {0, 0x1p901},
                                              {0, INFINITY}, {(1u << 28) + 1, 1.0}, {0, NAN}};
    fk_model *model = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(fk_generate(context, 0, &bad[i], &model), FK_ERROR_ARGUMENT);
    assert_null(model);
    assert_int_equal(fk_generate_find("bo"), fk_generate_count());
    assert_int_equal(fk_generate_find("boxes"), fk_generate_count());
    for (size_t kind = 0; kind < fk_generate_count(); kind++)
        for (int large = 0; large < 2; large++) {
            model = make(context, fk_generate_name(kind), 0, large ? 0x1p900 : 0x1p-900);
            for (uint32_t i = 0; i < model->part_count; i++)
                check_points_differ(&model->part[i]);
            fk_model_free(context, model);
        }
    fk_context_destroy(context);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < fk_generate_count(); kind++) {
        fk_status status = FK_ERROR_MEMORY;
        for (size_t k = 0; status != FK_OK; k++) {
            memory m = {.fail_at = SIZE_MAX};
            fk_context *context = memory_context(&m);
            size_t before = m.used;
            fk_model *model = NULL;
            fk_generate_options options = {500, 0};
            m.fail_at = k;
            status = fk_generate(context, kind, &options, &model);
            assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && model == NULL));
            fk_model_free(context, model);
            assert_int_equal(m.used, before);
            fk_context_destroy(context);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_kinds_are_solid),
        cmocka_unit_test(test_number_of_triangles),
        cmocka_unit_test(test_open_box_is_open),
        cmocka_unit_test(test_no_kind_meets_itself),
        cmocka_unit_test(test_nut_clears_bolt),
        cmocka_unit_test(test_peg_fills_hole),
        cmocka_unit_test(test_joints_of_arm),
        cmocka_unit_test(test_torus_cells),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
