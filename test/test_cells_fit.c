/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cells fitted to meshes. The exact cover check, which shares no code with the fit, proves that they cover; the
 * distances of random points of cells, to all triangles one by one, are within the stated gap. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "farkas/cells.h"
#include "farkas/pair.h"
#include "pieces.h"
#include "placed_meshes.h"
#include "scarce_memory.h"

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* The images of the corners of a mesh by x -> m x + move; also of several meshes as one. */
typedef struct map {
    fk_vec3 column[3], move;
} map;

static const map plain = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
static const map turned = {{{0.36, 0.48, -0.8}, {-0.8, 0.6, 0}, {0.48, 0.64, 0.6}}, {0.1, 0.7, -0.3}};
static const map sheared = {{{3, 0.1, 0.2}, {0.7, 0.9, -0.4}, {-0.3, 0.5, 1.1}}, {1, 2, 3}};
static const map distant = {{{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}}, {1e9, -3e8, 1.1e7}};

static fk_mesh *mapped(const fk_mesh *mesh, const map *m)
{
    fk_vec3 *point = malloc(mesh->vertex_count * sizeof *point);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        fk_vec3 p = mesh->point[i], sum = m->move;
        sum = fk_vec3_add(sum, fk_vec3_scale(m->column[0], p.x));
        sum = fk_vec3_add(sum, fk_vec3_scale(m->column[1], p.y));
        point[i] = fk_vec3_add(sum, fk_vec3_scale(m->column[2], p.z));
    }
    fk_mesh_input input = {point, mesh->vertex_count, mesh->triangle, mesh->triangle_count,
                           fk_mesh_options_default()};
    fk_mesh *out = NULL;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &out), FK_OK);
    free(point);
    return out;
}

static fk_mesh *part(const char *name, uint32_t triangles, const map *m)
{
    fk_mesh *mesh = generated(name, triangles), *out = mapped(mesh, m);
    fk_mesh_free(context, mesh);
    return out;
}

static fk_cell_tree *fitted(const fk_mesh *mesh, double accuracy, uint32_t most, fk_cell_fit *fit)
{
    fk_cell_fit_options options = {accuracy, most, NULL};
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_fit(context, mesh, &options, fit, &tree), FK_OK);
    return tree;
}

/* ---- Oracles ------------------------------------------------------------------------------------------- */

/* Demands that a tree is sound and that its leaves cover a mesh, proved; of thin cells around a surface the check may
 * say that rounding their corners decides. */
static void assert_covers(const fk_cell_tree *tree, const fk_mesh *mesh, bool is_thin)
{
    fk_cell_report report;
    fk_cell_cover cover;
    assert_int_equal(fk_cell_tree_check(context, tree, &report), FK_OK);
    assert_int_equal(fk_cell_tree_covers(context, tree, mesh, &cover), FK_OK);
    bool covers = cover.cover.covers_surface && cover.cover.covers_inside;
    assert_true(covers ? cover.is_proved : is_thin && !cover.is_proved);
}

/* The distance to a triangle, by GJK. */
static double triangle_distance(const fk_mesh *mesh, uint32_t t, fk_vec3 p)
{
    const uint32_t *c = mesh->triangle[t].corner;
    fk_piece a = fk_piece_triangle(mesh->point[c[0]], mesh->point[c[1]], mesh->point[c[2]]),
             b = fk_piece_point(p);
    fk_distance found;
    assert_int_equal(fk_pair_distance(&a, &b, NULL, &found), FK_OK);
    return found.distance.lo;
}

/* The distance to all triangles; 0 inside a solid. */
static double object_distance(const fk_mesh *mesh, bool is_solid, fk_vec3 p)
{
    int64_t winding;
    double least = INFINITY;
    if (is_solid && (!fk_mesh_winding(mesh, p, &winding) || winding != 0))
        return 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        least = fmin(least, triangle_distance(mesh, t, p));
    return least;
}

static fk_vec3 random_point_of(const fk_cell_node *node, fk_random *random)
{
    double share[3], sum = 0;
    for (int k = 0; k < 3; k++)
        share[k] = fmin(fmax(fk_random_unit(random) * 1.5 - 0.25, 0), 1); /* often at a corner */
    for (int k = 0; k < 3; k++)
        sum += share[k];
    fk_vec3 p = node->cell.origin;
    for (int k = 0; k < 3; k++) {
        double by = node->kind == FK_KIND_BOX ? share[k] : share[k] / fmax(sum, 1);
        p = fk_vec3_add(p, fk_vec3_scale(node->cell.edge[k], by));
    }
    return p;
}

/* Compares the gaps of all levels, and of the fit, with those of random points. */
static void assert_gaps(const fk_cell_tree *tree, const fk_mesh *mesh, bool is_solid, const fk_cell_fit *fit)
{
    fk_interval gap[64];
    uint32_t level[4096] = {0};
    fk_random random = fk_random_make(7);
    double most[64] = {0}, small = fit->accuracy * 1e-6 + 1e-6 * fabs(mesh->point[0].x) * 1e-3;
    assert_true(tree->level_count <= 64 && tree->node_count <= 4096);
    assert_int_equal(fk_cell_tree_gaps(context, tree, mesh, fit->accuracy, gap), FK_OK);
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const fk_cell_node *node = &tree->node[i];
        for (uint32_t k = 0; k < node->child_count; k++)
            level[node->first_child + k] = level[i] + 1;
        for (int times = 0; times < 4; times++) {
            double d = object_distance(mesh, is_solid, random_point_of(node, &random));
            most[level[i]] = fmax(d, most[level[i]]);
            assert_true(node->child_count > 0 || d <= fit->gap.hi + small);
        }
    }
    for (uint32_t i = 0; i < tree->level_count; i++) {
        assert_true(gap[i].lo <= gap[i].hi && most[i] <= gap[i].hi + small);
        assert_true(i == 0 || gap[i].hi <= gap[i - 1].hi * 1.2 + fit->accuracy);
    }
    assert_true(gap[tree->level_count - 1].lo <= fit->gap.hi && fit->gap.lo <= gap[tree->level_count - 1].hi);
}

/* ---- Tests --------------------------------------------------------------------------------------------- */

static void test_parts(void **state)
{
    (void)state;
    static const char *const name[] = {"gear", "bracket", "sphere",   "star",
                                       "cone", "torus",   "open-box", "trefoil"};
    static const map *const maps[] = {&plain, &turned, &sheared, &distant};
    for (int k = 0; k < 8; k++)
        for (int m = 0; m < 4; m++) {
            fk_mesh *mesh = part(name[k], 60, maps[m]);
            fk_cell_fit fit;
            fk_cell_tree *tree = fitted(mesh, k % 2 ? 0 : 0.2, 150, &fit);
            assert_true(fit.is_reached == (fit.gap.hi <= fit.accuracy) && fit.gap.lo <= fit.gap.hi);
            assert_true(fit.is_reached || tree->leaf_count == 150 || maps[m] == &distant);
            assert_covers(tree, mesh, k == 6);
            assert_gaps(tree, mesh, k != 6, &fit);
            fk_cell_tree_free(context, tree);
            fk_mesh_free(context, mesh);
        }
}

/* Two shells apart, and one in the other. */
static void test_shells(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        map second = plain;
        second.move = way == 0 ? v(3, 0.5, 0.25) : v(0, 0, 0);
        for (int k = 0; k < 3 && way == 1; k++)
            second.column[k] = fk_vec3_scale(second.column[k], -0.25); /* a hole */
        fk_mesh *one = generated("box", 0), *other = part("box", 0, &second), *both = NULL;
        fk_mesh list[2] = {*one, *other};
        assert_int_equal(fk_mesh_join(context, list, 2, &both), FK_OK);
        fk_cell_fit fit;
        fk_cell_tree *tree = fitted(both, 0.01, 0, &fit);
        assert_true(fit.is_reached);
        assert_true(way == 0 ? tree->leaf_count == 2 : tree->leaf_count >= 6 && tree->leaf_count <= 400);
        assert_covers(tree, both, false);
        fk_cell_tree_free(context, tree);
        fk_mesh_free(context, one);
        fk_mesh_free(context, other);
        fk_mesh_free(context, both);
    }
}

/* What is a cell becomes one cell, however it lies. */
static void test_cells_of_cells(void **state)
{
    (void)state;
    static const map *const maps[] = {&plain, &turned, &sheared};
    static const fk_vec3 corner[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const fk_triangle face[4] = {{{0, 2, 1}}, {{0, 1, 3}}, {{0, 3, 2}}, {{1, 2, 3}}};
    for (int m = 0; m < 3; m++)
        for (int tetra = 0; tetra < 2; tetra++) {
            fk_mesh_input input = {corner, 4, face, tetra ? 4 : 1, fk_mesh_options_default()};
            fk_mesh *first = NULL;
            assert_int_equal(fk_mesh_build(context, &input, NULL, &first), FK_OK);
            fk_mesh *mesh = tetra ? mapped(first, maps[m]) : part("box", 0, maps[m]),
                    *flat = mapped(first, maps[m]);
            fk_cell_fit fit;
            fk_cell_tree *tree = fitted(mesh, 1e-4, 0, &fit);
            assert_true(tree->node_count == 1 && fit.is_reached);
            assert_int_equal(tree->node[0].kind, tetra ? FK_KIND_TETRA : FK_KIND_BOX);
            assert_covers(tree, mesh, false);
            fk_cell_tree_free(context, tree);
            tree = fitted(flat, 1e-4, 0, &fit);
            assert_int_equal(tree->node_count, 1);
            assert_covers(tree, flat, true);
            fk_cell_tree_free(context, tree);
            fk_mesh_free(context, flat);
            fk_mesh_free(context, mesh);
            fk_mesh_free(context, first);
        }
}

/* The gap of a box twice as long as the cube in it is 1; of one in the cube, 0; of a tetrahedron, known too. */
static void test_known_gaps(void **state)
{
    (void)state;
    fk_mesh *cube = part("box", 0, &plain);
    fk_vec3 low = cube->point[0];
    for (uint32_t i = 0; i < cube->vertex_count; i++)
        low = v(fmin(low.x, cube->point[i].x), fmin(low.y, cube->point[i].y), fmin(low.z, cube->point[i].z));
    fk_cell_input input[] = {{{low, {v(2, 0, 0), v(0, 1, 0), v(0, 0, 1)}}, FK_KIND_BOX, FK_NONE},
                             {{low, {v(1, 0, 0), v(0, 1, 0), v(0, 0, 1)}}, FK_KIND_BOX, 0},
                             {{low, {v(2, 0, 0), v(0, 1, 0), v(0, 0, 1)}}, FK_KIND_TETRA, 0}};
    for (uint32_t count = 1; count <= 3; count++) {
        fk_cell_tree *tree = NULL;
        fk_interval gap[2];
        assert_int_equal(fk_cell_tree_of_nodes(context, input, count, 0, NULL, &tree), FK_OK);
        assert_int_equal(fk_cell_tree_gaps(context, tree, cube, 1e-3, gap), FK_OK);
        assert_true(gap[0].lo <= 1 && gap[0].lo > 0.99 && gap[0].hi >= 1 && gap[0].hi < 1.13);
        if (count == 2)
            assert_true(gap[1].lo == 0 && gap[1].hi <= 1e-3);
        if (count == 3)
            assert_true(gap[1].lo <= 1 && gap[1].lo > 0.99 && gap[1].hi >= 1 && gap[1].hi < 1.13);
        fk_cell_tree_free(context, tree);
    }
    fk_mesh_free(context, cube);
}

/* A tetrahedron at a point, with its corner there first. */
static void add_tetra(fk_vec3 *point, fk_triangle *triangle, uint32_t number, fk_vec3 at,
                      const fk_vec3 arm[3])
{
    static const uint32_t face[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t first = 4 * number;
        point[first + i] = i == 0 ? at : fk_vec3_add(at, arm[i - 1]);
        triangle[first + i] = (fk_triangle){{first + face[i][0], first + face[i][1], first + face[i][2]}};
    }
}

/* A flat cell has a tetrahedron at each corner, and one with its tip just below the middle. Rounded, the middle is inside that tip,
 * which says nothing about the rest of the cell, up to 0.8 from all of them. */
static void test_tip_below_a_cell(void **state)
{
    (void)state;
    const fk_vec3 u = v(2.43001499217727, 0.044477898328394799, 0.89076602278798067),
                  w = v(0.09042225290942385, 2.3146076644057381, -0.11826349485351617),
                  origin = v(-1.2602186225433469, -1.1795427813670665, -0.38625126396723225);
    const fk_vec3 corner_arm[3] = {v(0.1, 0, 0), v(0, 0.1, 0), v(0, 0, 0.1)},
                  tip_arm[3] = {v(0.05, -0.05, -0.3), v(0, 0.05, -0.3), v(-0.05, -0.05, -0.3)};
    fk_vec3 point[20];
    fk_triangle triangle[20];
    for (uint32_t i = 0; i < 4; i++) {
        fk_vec3 corner = origin;
        if (i & 1)
            corner = fk_vec3_add(corner, u);
        if (i & 2)
            corner = fk_vec3_add(corner, w);
        add_tetra(point, triangle, i, fk_vec3_sub(corner, v(0.02, 0.02, 0.02)), corner_arm);
    }
    add_tetra(point, triangle, 4, v(0, 0, -0x1p-56 * (1 - 0x1p-9)), tip_arm);
    fk_mesh mesh = {20, 20, point, triangle, "", 0};
    fk_cell_input input = {{origin, {u, w, v(0, 0, 0)}}, FK_KIND_BOX, FK_NONE};
    fk_cell_tree *tree = NULL;
    fk_interval gap;
    assert_int_equal(fk_cell_tree_of_nodes(context, &input, 1, 0, NULL, &tree), FK_OK);
    assert_int_equal(fk_cell_tree_gaps(context, tree, &mesh, 0.05, &gap), FK_OK);
    fk_vec3 beside = fk_vec3_add(origin, fk_vec3_add(fk_vec3_scale(u, 0.5), fk_vec3_scale(w, 0.15)));
    double d = object_distance(&mesh, true, beside);
    assert_true(d > 0.8 && gap.hi >= d);
    fk_cell_tree_free(context, tree);
}

static void test_limits(void **state)
{
    (void)state;
    fk_mesh *mesh = part("trefoil", 400, &plain);
    double before = INFINITY;
    for (uint32_t most = 1; most <= 81; most = 3 * most) {
        fk_cell_fit fit;
        fk_cell_tree *tree = fitted(mesh, 1e-6, most, &fit);
        assert_true(tree->leaf_count == most && !fit.is_reached && fit.gap.lo > 1e-6 &&
                    fit.gap.hi < before * 1.3);
        before = fit.gap.hi;
        fk_cell_tree_free(context, tree);
    }
    fk_cell_fit_options options = fk_cell_fit_options_default();
    fk_cell_tree *tree = NULL;
    fk_interval gap;
    options.accuracy = -1;
    assert_int_equal(fk_cell_tree_fit(context, mesh, &options, NULL, &tree), FK_ERROR_ARGUMENT);
    options.accuracy = NAN;
    assert_int_equal(fk_cell_tree_fit(context, mesh, &options, NULL, &tree), FK_ERROR_ARGUMENT);
    fk_mesh empty = {.vertex_count = 0};
    assert_int_equal(fk_cell_tree_fit(context, &empty, NULL, NULL, &tree), FK_ERROR_ARGUMENT);
    fk_cancel cancel = {.is_set = 0};
    fk_cancel_set(&cancel);
    options = (fk_cell_fit_options){0, 0, &cancel};
    assert_int_equal(fk_cell_tree_fit(context, mesh, &options, NULL, &tree), FK_ERROR_CANCELLED);
    assert_null(tree);
    tree = fitted(mesh, 0, 3, NULL);
    assert_int_equal(fk_cell_tree_gaps(context, tree, mesh, 0, &gap), FK_ERROR_ARGUMENT);
    fk_cell_tree_free(context, tree);
    fk_mesh_free(context, mesh);
}

/* Very large, very small, and without area. */
static void test_extremes(void **state)
{
    (void)state;
    for (int e = -1000; e <= 900; e += 190) {
        map m = plain;
        for (int k = 0; k < 3; k++)
            m.column[k] = fk_vec3_scale(turned.column[k], ldexp(1, e));
        fk_mesh *mesh = part("bracket", 0, &m);
        fk_cell_tree *tree = fitted(mesh, 0, 20, NULL);
        assert_covers(tree, mesh, false);
        fk_cell_tree_free(context, tree);
        fk_mesh_free(context, mesh);
    }
    static const fk_vec3 line[3] = {{0, 0, 0}, {1, 2, 3}, {2, 4, 6}};
    fk_mesh segment = {3, 1, line, &(fk_triangle){{0, 1, 2}}, "", 0};
    fk_cell_fit fit;
    fk_cell_tree *tree = fitted(&segment, 0.01, 0, &fit);
    assert_true(fit.is_reached && tree->node_count == 1);
    assert_covers(tree, &segment, true);
    fk_cell_tree_free(context, tree);
}

static fk_status ask_fit(fk_context *scarce, const void *user, void *out)
{
    fk_cell_fit_options options = {0.05, 12, NULL};
    fk_cell_tree *tree = NULL;
    fk_status status = fk_cell_tree_fit(scarce, user, &options, out, &tree);
    assert_true((status == FK_OK) == (tree != NULL));
    fk_cell_tree_free(scarce, tree);
    return status;
}

static fk_status ask_gaps(fk_context *scarce, const void *user, void *out)
{
    fk_cell_tree *tree = fitted(user, 0.05, 1, NULL);
    fk_status status = fk_cell_tree_gaps(scarce, tree, user, 0.05, out);
    fk_cell_tree_free(context, tree);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    fk_mesh *mesh = part("bracket", 0, &turned);
    memory_ask(ask_fit, mesh, sizeof(fk_cell_fit));
    memory_ask(ask_gaps, mesh, sizeof(fk_interval));
    fk_mesh_free(context, mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_shells),
        cmocka_unit_test(test_cells_of_cells),
        cmocka_unit_test(test_known_gaps),
        cmocka_unit_test(test_tip_below_a_cell),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
