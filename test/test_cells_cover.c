/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Leaves of trees of cells as meshes, and whether they cover a mesh: against verdicts on the leaves one by
 * one, by the oracle's rationals, and for boxes cut into cells of which the truth is known. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "farkas/cells.h"
#include "farkas/pair.h"
#include "fpu_modes.h"
#include "mesh/mesh.h"
#include "oracle/oracle.h"
#include "pieces.h"
#include "placed_meshes.h"
#include "scarce_memory.h"
#include "cells/cells.h"

/* ---- Trees --------------------------------------------------------------------------------------------- */

#define MOST_LEAVES 4096

/* A root, and leaves below it; they alone are looked at. Without them the root is the only leaf, a point. */
static fk_cell_node nodes[2][MOST_LEAVES + 1];

static fk_cell_tree tree_of(int which, const fk_piece *leaf, uint32_t count)
{
    fk_cell_node *node = nodes[which];
    assert_true(count <= MOST_LEAVES);
    memset(node, 0, sizeof nodes[0]);
    node[0].kind = FK_KIND_BOX;
    node[0].first_child = 1;
    node[0].child_count = count;
    for (uint32_t i = 0; i < count; i++) {
        node[i + 1].kind = leaf[i].kind;
        node[i + 1].cell = leaf[i].as.cell;
    }
    fk_cell_tree tree = {count + 1, count > 0 ? count : 1, count > 0 ? 2 : 1, node, 0};
    return tree;
}

/* A cell of any sort with small whole numbers: often left-handed, sometimes flat, a segment or a point. */
static fk_piece whole_cell(fk_random *random, int most, bool has_volume)
{
    for (;;) {
        fk_vec3 e[3];
        for (int k = 0; k < 3; k++)
            e[k] = whole_vector(random, 2);
        uint64_t form = fk_random_below(random, 8);
        if (form == 0)
            e[2] = fk_vec3_sub(e[0], e[1]);
        if (form == 1)
            e[1] = e[2] = v(0, 0, 0);
        if (form == 2 && fk_random_below(random, 4) == 0)
            e[0] = e[1] = e[2] = v(0, 0, 0);
        if (form > 5) /* along the axes, so that faces are shared */
            for (int k = 0; k < 3; k++)
                e[k] = v(k == 0 ? 1 : 0, k == 1 ? 2 : 0, k == 2 ? 1 : 0);
        if (has_volume && fk_vec3_dot(e[0], fk_vec3_cross(e[1], e[2])) == 0)
            continue;
        fk_vec3 origin = whole_vector(random, most);
        return fk_random_below(random, 2) == 0 ? fk_piece_box(origin, e[0], e[1], e[2])
                                               : fk_piece_tetra(origin, e[0], e[1], e[2]);
    }
}

static bool is_in_leaf(const fk_piece *leaf, uint32_t count, fk_vec3 place)
{
    mpq_t point[3];
    bool is_in = false;
    for (int k = 0; k < 3; k++) {
        mpq_init(point[k]);
        mpq_set_d(point[k], fk_vec3_get(place, k));
    }
    for (uint32_t i = 0; !is_in && i < count; i++) {
        double number[12];
        memcpy(number, &leaf[i].as.cell, sizeof number);
        struct oracle_piece piece = {leaf[i].kind == FK_KIND_BOX ? ORACLE_BOX : ORACLE_TETRA, number, 12};
        is_in = oracle_contains(&piece, (const mpq_t *)point, ORACLE_CLOSED);
    }
    for (int k = 0; k < 3; k++)
        mpq_clear(point[k]);
    return is_in;
}

static fk_mesh *mesh_of(const fk_cell_tree *tree)
{
    fk_mesh *mesh = NULL;
    assert_int_equal(fk_cell_tree_mesh(context, tree, &mesh), FK_OK);
    return mesh;
}

static bool is_solid(const fk_mesh *mesh)
{
    fk_mesh_facts *facts = NULL;
    assert_int_equal(fk_mesh_inspect(context, mesh, &facts), FK_OK);
    bool solid = facts->is_solid;
    assert_false(facts->is_inside_out);
    fk_mesh_facts_free(context, facts);
    return solid;
}

/* Whether a cell is a segment or a point. */
static bool is_line(const fk_piece *cell)
{
    const fk_vec3 *e = cell->as.cell.edge, zero = {0, 0, 0};
    return same_vector(fk_vec3_cross(e[0], e[1]), zero) && same_vector(fk_vec3_cross(e[0], e[2]), zero) &&
           same_vector(fk_vec3_cross(e[1], e[2]), zero);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static void test_mesh_is_the_set(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    uint32_t inside = 0, outside = 0, thin = 0;
    for (int round = 0; round < 1500; round++) {
        fk_piece leaf[8];
        uint32_t count = 1 + (uint32_t)fk_random_below(&random, 8), lines = 0;
        for (uint32_t i = 0; i < count; i++) {
            leaf[i] = whole_cell(&random, 1, false);
            lines += is_line(&leaf[i]);
        }
        fk_cell_tree tree = tree_of(0, leaf, count);
        fk_mesh *mesh = mesh_of(&tree);
        assert_int_equal(is_solid(mesh), lines < count);
        thin += lines == count;
        for (int i = 0; i < 12; i++) {
            /* Halves and quarters of whole numbers: on faces and edges, too. */
            fk_vec3 place = fk_vec3_scale(whole_vector(&random, 6), i % 2 == 0 ? 0.5 : 0.25);
            int64_t winding = 0;
            bool is_on = !fk_mesh_winding(mesh, place, &winding);
            bool is_in = is_in_leaf(leaf, count, place);
            assert_true(winding >= 0);
            if (lines < count)
                assert_int_equal(is_on || winding != 0, is_in);
            else
                assert_int_equal(is_on, is_in);
            inside += is_in;
            outside += !is_in;
        }
        fk_mesh_free(context, mesh);
    }
    assert_true(inside > 1000 && outside > 1000 && thin > 10);
}

/* Faces that two leaves share are gone, whichever way the edges of these turn. */
static void test_shared_faces_cancel(void **state)
{
    (void)state;
    fk_piece leaf[27];
    for (int i = 0; i < 27; i++) {
        int x = i % 3, y = i / 3 % 3, z = i / 9;
        leaf[i] = cube(x, y, z, 1);
        if (i % 2 == 1) /* the same cube, from its other end, left-handed */
            leaf[i] = fk_piece_box(v(x + 1, y + 1, z + 1), v(0, 0, -1), v(0, -1, 0), v(-1, 0, 0));
    }
    fk_cell_tree tree = tree_of(0, leaf, 27);
    fk_mesh *mesh = mesh_of(&tree);
    assert_int_equal(mesh->triangle_count, 6 * 9 * 2);
    assert_int_equal(mesh->vertex_count, 64 - 8);
    assert_true(is_solid(mesh));
    fk_mesh_free(context, mesh);
    /* Five tetrahedra of a cube. */
    leaf[0] = fk_piece_tetra(v(0, 0, 0), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1));
    leaf[1] = fk_piece_tetra(v(1, 1, 0), v(-1, 0, 0), v(0, -1, 0), v(0, 0, 1));
    leaf[2] = fk_piece_tetra(v(1, 0, 1), v(-1, 0, 0), v(0, 1, 0), v(0, 0, -1));
    leaf[3] = fk_piece_tetra(v(0, 1, 1), v(1, 0, 0), v(0, -1, 0), v(0, 0, -1));
    leaf[4] = fk_piece_tetra(v(1, 0, 0), v(-1, 1, 0), v(-1, 0, 1), v(0, 1, 1));
    tree = tree_of(0, leaf, 5);
    mesh = mesh_of(&tree);
    assert_int_equal(mesh->triangle_count, 12);
    fk_mesh_free(context, mesh);
    /* Equal leaves do not cancel; nor do the sides of a flat one, in the middle of a face that does. */
    leaf[0] = leaf[1] = cube(0, 0, 0, 1);
    tree = tree_of(0, leaf, 2);
    mesh = mesh_of(&tree);
    assert_int_equal(mesh->triangle_count, 24);
    fk_mesh_free(context, mesh);
    leaf[1] = cube(1, 0, 0, 1);
    leaf[2] = fk_piece_box(v(1, 0, 0), v(0, 0, 0), v(0, 1, 0), v(0, 0, 1));
    leaf[3] = fk_piece_box(v(5, 0, 0), v(0, 0, 0), v(0, 1, 0), v(0, 0, 1));
    tree = tree_of(0, leaf, 4);
    mesh = mesh_of(&tree);
    assert_int_equal(mesh->triangle_count, 20 + 4 + 4);
    assert_true(is_solid(mesh));
    fk_mesh_free(context, mesh);
}

/* Whether a double is one of those nearest to a corner of a cell, which is an exact sum. */
static bool is_nearest(const fk_cell *cell, uint32_t edges, fk_vec3 place)
{
    mpq_t exact, error, other;
    mpq_inits(exact, error, other, (mpq_ptr)NULL);
    bool nearest = true;
    for (int axis = 0; axis < 3; axis++) {
        double x = fk_vec3_get(place, axis);
        mpq_set_d(exact, fk_vec3_get(cell->origin, axis));
        for (uint32_t k = 0; k < 3; k++)
            if (edges >> k & 1) {
                mpq_set_d(other, fk_vec3_get(cell->edge[k], axis));
                mpq_add(exact, exact, other);
            }
        mpq_set_d(error, x);
        mpq_sub(error, error, exact);
        mpq_abs(error, error);
        for (int way = 0; way < 2; way++) {
            mpq_set_d(other, nextafter(x, way == 0 ? -HUGE_VAL : HUGE_VAL));
            mpq_sub(other, other, exact);
            mpq_abs(other, other);
            nearest = nearest && mpq_cmp(error, other) <= 0;
        }
    }
    mpq_clears(exact, error, other, (mpq_ptr)NULL);
    return nearest;
}

static double any_double(fk_random *random, int spread)
{
    double x = fk_random_between(random, -1, 1);
    return ldexp(x, (int)fk_random_below(random, 2 * (uint64_t)spread + 1) - spread);
}

static fk_piece any_cell(fk_random *random, int spread)
{
    fk_vec3 w[4];
    for (int k = 0; k < 4; k++) {
        double x = any_double(random, spread), y = any_double(random, spread);
        w[k] = v(x, y, any_double(random, spread));
    }
    return fk_random_below(random, 2) == 0 ? fk_piece_box(w[0], w[1], w[2], w[3])
                                           : fk_piece_tetra(w[0], w[1], w[2], w[3]);
}

/* Corners that are no doubles: all vertices are the nearest ones, and the mesh is closed. */
static void test_mesh_rounds_to_nearest(void **state)
{
    (void)state;
    fk_random random = fk_random_make(12);
    for (int round = 0; round < 600; round++) {
        fk_piece leaf = any_cell(&random, round % 3 == 0 ? 1 : round % 3 == 1 ? 30 : 900);
        fk_cell_tree tree = tree_of(0, &leaf, 1);
        fk_mesh *mesh = mesh_of(&tree);
        bool is_closed = false;
        assert_int_equal(fk_mesh_is_closed(context, mesh, &is_closed), FK_OK);
        assert_true(is_closed);
        assert_true(is_solid(mesh) || round % 3 > 0); /* short edges may be lost beside long ones */
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            bool found = false;
            for (uint32_t k = 0; !found && k < 8; k++)
                if (leaf.kind == FK_KIND_BOX || (k & (k - 1)) == 0)
                    found = is_nearest(&leaf.as.cell, k, mesh->point[i]);
            assert_true(found);
        }
        fk_mesh_free(context, mesh);
    }
    /* A corner in the middle between two doubles: the even one. */
    fk_piece half = fk_piece_tetra(v(1, 0, 0), v(0x1p-53, 0, 0), v(0, 1, 0), v(0x3p-53, 0, 1));
    fk_cell_tree tree = tree_of(0, &half, 1);
    fk_mesh *mesh = mesh_of(&tree);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        assert_true(mesh->point[i].x == 1 || mesh->point[i].x == 1 + 0x1p-51);
    fk_mesh_free(context, mesh);
}

/* Two trees: their meshes meet where some leaves do, and overlap where some leaves with volume do. */
static void test_relation_of_meshes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(13);
    uint32_t seen[3] = {0};
    for (int round = 0; round < 1500; round++) {
        fk_piece leaf[2][4];
        fk_placed_mesh mesh[2];
        bool has_volume = round % 2 == 0;
        uint32_t count[2];
        for (int side = 0; side < 2; side++) {
            count[side] = 1 + (uint32_t)fk_random_below(&random, 4);
            for (uint32_t i = 0; i < count[side]; i++)
                leaf[side][i] = whole_cell(&random, 3, has_volume);
            fk_cell_tree tree = tree_of(side, leaf[side], count[side]);
            fk_mesh *made = mesh_of(&tree);
            mesh[side] = at_rest(made, is_solid(made));
        }
        fk_verdict most = FK_APART;
        for (uint32_t i = 0; i < count[0]; i++)
            for (uint32_t k = 0; k < count[1]; k++) {
                fk_verdict verdict = fk_pair_verdict(&leaf[0][i], &leaf[1][k]);
                if (verdict == FK_OVERLAPPING || (verdict == FK_TOUCHING && most == FK_APART))
                    most = verdict;
            }
        fk_relation_result *related = NULL;
        assert_int_equal(fk_placed_relate(context, &mesh[0], &mesh[1], &related), FK_OK);
        assert_int_equal(related->relation == FK_RELATION_APART, most == FK_APART);
        if (has_volume)
            assert_int_equal(related->relation >= FK_RELATION_HARD, most == FK_OVERLAPPING);
        seen[most == FK_APART ? 0 : most == FK_TOUCHING ? 1 : 2]++;
        fk_relation_result_free(context, related);
        drop(&mesh[0]);
        drop(&mesh[1]);
    }
    assert_true(seen[0] > 50 && seen[1] > 50 && seen[2] > 50);
}

static void test_mesh_without_memory(void **state)
{
    (void)state;
    fk_piece leaf[4] = {cube(0, 0, 0, 1), cube(1, 0, 0, 1),
                        fk_piece_box(v(5, 0, 0), v(0, 0, 0), v(0, 1, 0), v(0, 0, 1)),
                        fk_piece_tetra(v(7, 0, 0), v(1, 0, 0), v(0, 0, 0), v(2, 0, 0))};
    fk_cell_tree tree = tree_of(0, leaf, 4);
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {0, SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        size_t used = m.used;
        fk_mesh *mesh = NULL;
        m.fail_at = k;
        status = fk_cell_tree_mesh(scarce, &tree, &mesh);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && mesh == NULL));
        fk_mesh_free(scarce, mesh);
        assert_int_equal(m.used, used);
        fk_context_destroy(scarce);
    }
    leaf[2].as.cell.edge[1].x = INFINITY;
    tree = tree_of(0, leaf, 4);
    fk_mesh *mesh = NULL;
    assert_int_equal(fk_cell_tree_mesh(context, &tree, &mesh), FK_ERROR_NOT_FINITE);
    assert_null(mesh);
}

/* ---- Covers -------------------------------------------------------------------------------------------- */

static fk_cell_cover cover_of(const fk_cell_tree *tree, const fk_mesh *mesh)
{
    fk_cell_cover cover;
    assert_int_equal(fk_cell_tree_covers(context, tree, mesh, &cover), FK_OK);
    if (cover.cover.piece != FK_NONE) {
        assert_true(cover.cover.piece < tree->node_count);
        assert_int_equal(tree->node[cover.cover.piece].child_count, 0);
    }
    return cover;
}

static bool covers(const fk_cell_tree *tree, const fk_mesh *mesh)
{
    fk_cell_cover cover = cover_of(tree, mesh);
    assert_true(cover.is_proved);
    return cover.cover.covers_surface && cover.cover.covers_inside;
}

/* How a box is cut into n^3 cells: boxes, from any of their corners; or five tetrahedra for each. */
static uint32_t cut_box(fk_piece *leaf, int n, fk_vec3 low, double size, bool tetrahedra)
{
    uint32_t count = 0;
    for (int i = 0; i < n * n * n; i++) {
        int x = i % n, y = i / n % n, z = i / n / n, turned = (x + y + z) % 2;
        fk_vec3 at = v(low.x + x * size, low.y + y * size, low.z + z * size);
        if (!tetrahedra) {
            leaf[count++] = turned ? fk_piece_box(fk_vec3_add(at, v(size, size, size)), v(0, 0, -size),
                                                  v(0, -size, 0), v(-size, 0, 0))
                                   : cube(at.x, at.y, at.z, size);
            continue;
        }
        fk_vec3 corner[8];
        for (int k = 0; k < 8; k++)
            corner[k] = fk_vec3_add(at, v(size * ((k & 1) ^ turned), size * (k >> 1 & 1), size * (k >> 2)));
        static const int five[5][4] = {{0, 1, 2, 4}, {3, 1, 2, 7}, {5, 1, 4, 7}, {6, 2, 4, 7}, {1, 2, 4, 7}};
        for (int t = 0; t < 5; t++) {
            fk_vec3 from = corner[five[t][0]];
            leaf[count++] =
                fk_piece_tetra(from, fk_vec3_sub(corner[five[t][1]], from),
                               fk_vec3_sub(corner[five[t][2]], from), fk_vec3_sub(corner[five[t][3]], from));
        }
    }
    return count;
}

/* One leaf missing, an ulp shorter, or moved by an ulp so that there is a gap on one side: seen each time,
 * wherever it is. */
static void test_cut_boxes(void **state)
{
    (void)state;
    static const struct {
        int n;
        fk_vec3 low;
        double size;
    } box[] = {{1, {0, 0, 0}, 1},
               {2, {-1, -1, -1}, 1},
               {3, {1e6, -1e6, 7}, 0.5},
               {3, {0, 0, 0}, 0x1p-1070},
               {3, {0x1p900, 0, 0}, 0x1p900}};
    static fk_piece leaf[140];
    for (size_t b = 0; b < sizeof box / sizeof *box; b++)
        for (int tetrahedra = 0; tetrahedra < 2; tetrahedra++) {
            uint32_t count = cut_box(leaf, box[b].n, box[b].low, box[b].size, tetrahedra == 1);
            fk_cell_tree tree = tree_of(0, leaf, count);
            fk_mesh *mesh = mesh_of(&tree);
            assert_int_equal(mesh->triangle_count, 12 * box[b].n * box[b].n);
            assert_true(covers(&tree, mesh));
            for (uint32_t i = 0; i < count; i += 1 + count / 9) {
                fk_piece kept = leaf[i], last = leaf[count - 1];
                leaf[i] = last;
                tree = tree_of(0, leaf, count - 1);
                assert_false(covers(&tree, mesh));
                leaf[i] = kept;
                fk_vec3 *e = leaf[i].as.cell.edge;
                double *x = e[0].x != 0 ? &e[0].x : e[1].x != 0 ? &e[1].x : &e[2].x;
                *x = nextafter(*x, 0);
                tree = tree_of(0, leaf, count);
                fk_cell_cover cover = cover_of(&tree, mesh);
                assert_false(cover.cover.covers_surface && cover.cover.covers_inside);
                /* The corner may be no double, and so close to one that it is not known. */
                if (box[b].low.x == 0)
                    assert_true(cover.is_proved);
                leaf[i] = kept;
            }
            fk_mesh_free(context, mesh);
        }
}

/* Two boxes with a gap between them of one ulp, which flat leaves may close or not. */
static void test_gaps_and_walls(void **state)
{
    (void)state;
    fk_piece leaf[4] = {cube(0, 0, 0, 2)};
    fk_cell_tree tree = tree_of(0, leaf, 1);
    fk_mesh *mesh = mesh_of(&tree);
    double edge = nextafter(1, 0);
    leaf[0] = fk_piece_box(v(0, 0, 0), v(edge, 0, 0), v(0, 2, 0), v(0, 0, 2));
    leaf[1] = fk_piece_box(v(2, 2, 2), v(-1, 0, 0), v(0, -2, 0), v(0, 0, -2));
    tree = tree_of(0, leaf, 2);
    assert_false(covers(&tree, mesh));
    assert_false(cover_of(&tree, mesh).cover.covers_surface);
    leaf[0].as.cell.edge[0].x = 1;
    tree = tree_of(0, leaf, 2);
    assert_true(covers(&tree, mesh));
    /* The surface by flat leaves alone: the inside is not covered. */
    leaf[0] = fk_piece_box(v(0, 0, 0), v(2, 0, 0), v(0, 2, 0), v(0, 0, 0));
    tree = tree_of(0, leaf, 1);
    fk_mesh *wall = mesh_of(&tree);
    assert_true(covers(&tree, wall));
    assert_false(cover_of(&tree, mesh).cover.covers_surface);
    leaf[1] = fk_piece_tetra(v(0, 0, 0), v(1, 0, 0), v(2, 0, 0), v(0, 0, 0));
    tree = tree_of(0, leaf + 1, 1);
    assert_false(covers(&tree, wall));
    fk_mesh *line = mesh_of(&tree);
    assert_true(covers(&tree, line));
    tree = tree_of(0, leaf, 1);
    assert_true(covers(&tree, line));
    fk_mesh_free(context, line);
    fk_mesh_free(context, wall);
    fk_mesh_free(context, mesh);
}

/* A corner at 1 + 2^-53 is no double. Rounded inward the leaf ends at 1, outward after it: beyond 1 nothing
 * is known, before it is. */
static void test_open_between_doubles(void **state)
{
    (void)state;
    fk_piece leaf = fk_piece_box(v(1, 1, 1), v(0x1p-53, 0, 0), v(0, -1, 0), v(0, 0, -1));
    double above = nextafter(1, 2);
    fk_piece wanted[3] = {fk_piece_box(v(1, 1, 1), v(above - 1, 0, 0), v(0, -1, 0), v(0, 0, -1)),
                          fk_piece_box(v(1, 1, 1), v(0, 0, 0), v(0, -1, 0), v(0, 0, -1)),
                          fk_piece_box(v(1, 1, 1), v(2 * (above - 1), 0, 0), v(0, -1, 0), v(0, 0, -1))};
    for (int i = 0; i < 3; i++) {
        fk_cell_tree tree = tree_of(1, &wanted[i], 1);
        fk_mesh *mesh = mesh_of(&tree);
        tree = tree_of(0, &leaf, 1);
        fk_cell_cover cover = cover_of(&tree, mesh);
        assert_int_equal(cover.is_proved, i != 0);
        assert_int_equal(cover.cover.covers_surface, i == 1);
        fk_mesh_free(context, mesh);
    }
}

/* Corners of boxes along the axes are rounded inward along these alone, up or down: nothing is lost between
 * doubles. */
static void test_inward_along_axes(void **state)
{
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        /* From 3 down to 2.5 less 3/4 of an ulp, and the same below zero. */
        fk_piece leaf =
            fk_piece_box(v(3 * way, 1, 1), v(-way * (0.5 + 0x3p-53), 0, 0), v(0, -1, 0), v(0, 0, -1));
        fk_piece wanted = fk_piece_box(v(3 * way, 1, 1), v(-way * 0.5, 0, 0), v(0, -1, 0), v(0, 0, -1));
        fk_cell_tree tree = tree_of(1, &wanted, 1);
        fk_mesh *mesh = mesh_of(&tree);
        tree = tree_of(0, &leaf, 1);
        assert_true(covers(&tree, mesh));
        fk_mesh_free(context, mesh);
    }
}

/* ---- Covers of generated meshes ------------------------------------------------------------------------ */

static fk_mesh *changed(const fk_mesh *mesh, double scale, fk_vec3 shift)
{
    fk_vec3 *point = malloc(mesh->vertex_count * sizeof *point);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        point[i] = fk_vec3_add(fk_vec3_scale(mesh->point[i], scale), shift);
    fk_mesh_input input = {point, mesh->vertex_count, mesh->triangle, mesh->triangle_count,
                           fk_mesh_options_default()};
    fk_mesh *out = NULL;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &out), FK_OK);
    free(point);
    return out;
}

static const struct {
    double scale;
    fk_vec3 shift;
} change[] = {{1, {0, 0, 0}},     {1, {1e6, -1e6, 3e6}},       {1e-3, {1e9, 1e9, 0}},
              {1e300, {0, 0, 0}}, {1e299, {-1e299, 0, 5e300}}, {1e-300, {0, 0, 0}},
              {1e60, {1, 0, 0}}};

static uint32_t leaves_of(const fk_cell_tree *tree, fk_piece *leaf)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tree->node_count; i++)
        if (tree->node[i].child_count == 0) {
            assert_true(count < MOST_LEAVES);
            leaf[count++] = (fk_piece){.kind = tree->node[i].kind, .as.cell = tree->node[i].cell};
        }
    return count;
}

/* The leaves of a surface cover it, and not the inside; without one of them, they do not. */
static void test_trees_of_surfaces(void **state)
{
    (void)state;
    static const char *const name[] = {"box", "trefoil", "bracket"};
    for (size_t c = 0; c < sizeof change / sizeof *change; c++)
        for (int k = 0; k < 3; k++) {
            fk_mesh *first = generated(name[k], 60), *mesh = changed(first, change[c].scale, change[c].shift);
            fk_cell_tree *tree = NULL;
            assert_int_equal(fk_cell_tree_of_surface(context, mesh, &tree), FK_OK);
            fk_cell_cover cover = cover_of(tree, mesh);
            assert_true(cover.cover.covers_surface);
            assert_false(cover.cover.covers_inside && k != 0);
            static fk_piece leaf[MOST_LEAVES];
            uint32_t count = leaves_of(tree, leaf);
            for (int i = 0; i < 3; i++) {
                fk_cell_tree less = tree_of(0, leaf + 1, count - 1);
                assert_false(cover_of(&less, mesh).cover.covers_surface);
                fk_piece moved = leaf[0];
                memmove(leaf, leaf + 1, (count - 1) * sizeof *leaf);
                leaf[count - 1] = moved;
            }
            fk_cell_tree_free(context, tree);
            fk_mesh_free(context, first);
            fk_mesh_free(context, mesh);
        }
}

/* The leaves of pieces that cover a mesh cover it, inside and all; without one of them, they mostly do
 * not. */
static void test_trees_of_pieces(void **state)
{
    (void)state;
    static const char *const name[] = {"box", "bracket", "trefoil"};
    uint32_t open = 0;
    for (size_t c = 0; c < sizeof change / sizeof *change; c++)
        for (int k = 0; k < 3; k++) {
            fk_mesh *first = generated(name[k], 60), *mesh = changed(first, change[c].scale, change[c].shift);
            fk_split *split = NULL;
            fk_cell_tree *tree = NULL;
            assert_int_equal(fk_split_build(context, mesh, NULL, &split), FK_OK);
            assert_int_equal(fk_cell_tree_of_pieces(context, split->piece, split->piece_count, &tree), FK_OK);
            assert_true(covers(tree, mesh));
            static fk_piece leaf[MOST_LEAVES];
            uint32_t count = leaves_of(tree, leaf);
            fk_cell_tree less = tree_of(0, leaf + 1, count - 1);
            fk_cell_cover cover = cover_of(&less, mesh);
            open += !(cover.cover.covers_surface && cover.cover.covers_inside);
            fk_cell_tree_free(context, tree);
            fk_split_free(context, split);
            fk_mesh_free(context, first);
            fk_mesh_free(context, mesh);
        }
    assert_true(open > 10);
}

/* ---- Covers by leaves that fan out from one point ------------------------------------------------------ */

/* A sphere in one piece; with few digits, all leaves are exact. */
static fk_cell_tree *sphere_tree(uint32_t triangles, bool has_few_digits, fk_mesh **mesh)
{
    fk_mesh *round = generated("sphere", triangles);
    fk_vec3 *point = malloc(round->vertex_count * sizeof *point);
    for (uint32_t i = 0; i < round->vertex_count; i++) {
        fk_vec3 p = fk_vec3_scale(round->point[i], 0x1p30);
        point[i] = has_few_digits ? v(floor(p.x), floor(p.y), floor(p.z)) : round->point[i];
    }
    fk_hull *hull = NULL;
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_hull_build(context, point, round->vertex_count, &hull), FK_OK);
    assert_int_equal(fk_cell_tree_of_pieces(context, &hull, 1, &tree), FK_OK);
    *mesh = has_few_digits ? mesh_of(tree) : round;
    if (has_few_digits)
        fk_mesh_free(context, round);
    fk_hull_free(context, hull);
    free(point);
    return tree;
}

/* All leaves have a corner in common. One that is missing is seen, even if another one is there twice; of
 * exact ones, one that is shorter by an ulp or a unit is, too. */
static void test_spheres_in_one_piece(void **state)
{
    (void)state;
    static fk_piece leaf[MOST_LEAVES];
    for (int round = 0; round < 4; round++) {
        fk_mesh *mesh;
        bool has_few_digits = round % 2 == 1;
        fk_cell_tree *tree = sphere_tree(round < 2 ? 500 : 2000, has_few_digits, &mesh);
        assert_true(covers(tree, mesh));
        uint32_t count = leaves_of(tree, leaf);
        assert_true(count > (round < 2 ? 400 : 1900));
        for (uint32_t i = count / 3; i < count; i += count / (round < 2 ? 3 : 1)) {
            fk_piece kept = leaf[i];
            leaf[i] = leaf[i - 1];
            fk_cell_tree less = tree_of(0, leaf, count);
            assert_false(covers(&less, mesh));
            leaf[i] = kept;
            if (!has_few_digits)
                continue;
            double *x = &leaf[i].as.cell.edge[i % 3].x, all = *x;
            *x = nextafter(all, 0);
            less = tree_of(0, leaf, count);
            fk_cover cover =
                cover_of(&less, mesh).cover; /* the corner is no double, and so may not be proved */
            assert_false(cover.covers_surface && cover.covers_inside);
            *x = all > 0 ? all - 1 : all + 1;
            less = tree_of(0, leaf, count);
            assert_false(covers(&less, mesh));
            leaf[i] = kept;
        }
        fk_cell_tree_free(context, tree);
        fk_mesh_free(context, mesh);
    }
}

static bool is_cover_of_hulls(const fk_piece *leaf, uint32_t count, const fk_mesh *mesh,
                              fk_cells_rounding rounding)
{
    static fk_hull *hull[MOST_LEAVES];
    fk_cover cover;
    for (uint32_t i = 0; i < count; i++) {
        fk_cells_volume volume = {leaf[i].kind, leaf[i].as.cell};
        bool is_exact;
        assert_int_equal(fk_cells_hull(context, &volume, rounding, &is_exact, &hull[i]), FK_OK);
    }
    assert_int_equal(fk_cover_check(context, mesh, hull, count, &cover), FK_OK);
    for (uint32_t i = 0; i < count; i++)
        fk_hull_free(context, hull[i]);
    return cover.covers_surface && cover.covers_inside;
}

/* Leaves that are shorter by few or many ulps: the same as by hulls in them, and around them, up to what is
 * between these. */
static void test_leaves_that_are_shorter(void **state)
{
    (void)state;
    static fk_piece leaf[MOST_LEAVES];
    fk_random random = fk_random_make(16);
    uint32_t seen[2] = {0};
    fk_mesh *mesh;
    fk_cell_tree *tree = sphere_tree(36, false, &mesh);
    uint32_t count = leaves_of(tree, leaf);
    for (int round = 0; round < 60; round++) {
        uint32_t i = (uint32_t)fk_random_below(&random, count), k = (uint32_t)fk_random_below(&random, 3);
        fk_piece kept = leaf[i];
        double *x = &leaf[i].as.cell.edge[k].x;
        *x *= 1 - ldexp(1, -20 - (int)fk_random_below(&random, 33));
        fk_cell_tree less = tree_of(0, leaf, count);
        fk_cell_cover cover = cover_of(&less, mesh);
        bool does = cover.cover.covers_surface && cover.cover.covers_inside;
        bool inward = is_cover_of_hulls(leaf, count, mesh, FK_CELLS_INWARD);
        bool outward = is_cover_of_hulls(leaf, count, mesh, FK_CELLS_OUTWARD);
        assert_true(does ? outward && cover.is_proved : !inward);
        assert_true(does || outward == !cover.is_proved);
        seen[does]++;
        leaf[i] = kept;
    }
    assert_true(seen[0] > 5 && seen[1] > 5);
    fk_cell_tree_free(context, tree);
    fk_mesh_free(context, mesh);
}

/* A mesh that goes to the ends of the doubles, and leaves that do not. */
static void test_leaves_in_a_huge_mesh(void **state)
{
    (void)state;
    fk_random random = fk_random_make(17);
    fk_mesh *first = generated("box", 12), *mesh = changed(first, 1e308, v(0, 0, 0));
    for (int round = 0; round < 20; round++) {
        fk_piece leaf[2] = {any_cell(&random, 1), any_cell(&random, 900)};
        fk_cell_tree tree = tree_of(0, leaf, 2);
        assert_false(covers(&tree, mesh));
    }
    fk_mesh_free(context, first);
    fk_mesh_free(context, mesh);
}

/* Whatever a host has made of the floating-point unit: the same meshes, and covers that are right. */
static void test_states_of_the_unit(void **state)
{
    (void)state;
    fk_random random = fk_random_make(15);
    static fk_piece leaf[2][40];
    for (int i = 0; i < 40; i++)
        leaf[0][i] = any_cell(&random, i % 2 == 0 ? 2 : 900);
    uint32_t count = cut_box(leaf[1], 2, v(-0x1p-1070, 0, 0), 0x1p-1070, true);
    fk_cell_tree any = tree_of(0, leaf[0], 40), cut = tree_of(1, leaf[1], count), *tree = NULL;
    fk_mesh *usual = mesh_of(&any), *box = mesh_of(&cut), *first = generated("bracket", 60);
    fk_mesh *moved = changed(first, 1, v(1e6, -1e6, 3e6));
    assert_int_equal(fk_cell_tree_of_surface(context, moved, &tree), FK_OK);
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fk_mesh *mesh = NULL;
        fk_cell_cover whole, less, surface;
        fk_cell_tree part = cut;
        part.node_count--;
        part.leaf_count--;
        fpu_set(mode);
        fk_status status[4] = {fk_cell_tree_mesh(context, &any, &mesh),
                               fk_cell_tree_covers(context, &cut, box, &whole),
                               fk_cell_tree_covers(context, &part, box, &less),
                               fk_cell_tree_covers(context, tree, moved, &surface)};
        fpu_set(0);
        for (int i = 0; i < 4; i++)
            assert_int_equal(status[i], FK_OK);
        assert_int_equal(mesh->vertex_count, usual->vertex_count);
        assert_int_equal(mesh->triangle_count, usual->triangle_count);
        assert_memory_equal(mesh->point, usual->point, mesh->vertex_count * sizeof *mesh->point);
        assert_memory_equal(mesh->triangle, usual->triangle, mesh->triangle_count * sizeof *mesh->triangle);
        fk_mesh_free(context, mesh);
        assert_true(whole.is_proved && whole.cover.covers_surface && whole.cover.covers_inside);
        assert_true(less.is_proved && !(less.cover.covers_surface && less.cover.covers_inside));
        assert_true(surface.is_proved && surface.cover.covers_surface && !surface.cover.covers_inside);
    }
    fk_cell_tree_free(context, tree);
    fk_mesh_free(context, usual);
    fk_mesh_free(context, box);
    fk_mesh_free(context, first);
    fk_mesh_free(context, moved);
}

static void test_covers_without_memory(void **state)
{
    (void)state;
    fk_random random = fk_random_make(14);
    fk_piece leaf[4] = {cube(0, 0, 0, 1), cube(1, 0, 0, 1), any_cell(&random, 1),
                        fk_piece_tetra(v(5, 5, 5), v(1.0 / 3, 0, 0), v(0, 1.0 / 7, 0), v(0, 0, 0.1))};
    fk_cell_tree tree = tree_of(0, leaf, 4);
    fk_mesh *mesh = mesh_of(&tree);
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {0, SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        size_t used = m.used;
        fk_cell_cover cover = {.cover = {.triangle = 77}};
        m.fail_at = k;
        status = fk_cell_tree_covers(scarce, &tree, mesh, &cover);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && cover.cover.triangle == 77));
        assert_int_equal(m.used, used);
        fk_context_destroy(scarce);
    }
    leaf[1].as.cell.origin.y = NAN;
    tree = tree_of(0, leaf, 4);
    fk_cell_cover cover = {.cover = {.triangle = 77}};
    assert_int_equal(fk_cell_tree_covers(context, &tree, mesh, &cover), FK_ERROR_NOT_FINITE);
    assert_int_equal(cover.cover.triangle, 77);
    fk_mesh_free(context, mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mesh_is_the_set),
        cmocka_unit_test(test_shared_faces_cancel),
        cmocka_unit_test(test_mesh_rounds_to_nearest),
        cmocka_unit_test(test_relation_of_meshes),
        cmocka_unit_test(test_mesh_without_memory),
        cmocka_unit_test(test_cut_boxes),
        cmocka_unit_test(test_gaps_and_walls),
        cmocka_unit_test(test_open_between_doubles),
        cmocka_unit_test(test_inward_along_axes),
        cmocka_unit_test(test_trees_of_surfaces),
        cmocka_unit_test(test_trees_of_pieces),
        cmocka_unit_test(test_spheres_in_one_piece),
        cmocka_unit_test(test_leaves_that_are_shorter),
        cmocka_unit_test(test_leaves_in_a_huge_mesh),
        cmocka_unit_test(test_covers_without_memory),
        cmocka_unit_test_teardown(test_states_of_the_unit, fpu_usual),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
