/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees of cells: every parent holds its children, every leaf its triangle, all leaves of a piece the piece; by the oracle's
 * rationals, for meshes of all sorts and sizes, in all states of the floating-point unit. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cells_oracle.h"
#include "farkas/cells.h"
#include "fpu_modes.h"
#include "gen/generate.h"
#include "scarce_memory.h"
#include "cells/cells.h"

static fk_context *plain_context(void)
{
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    return context;
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

static void check_structure(const fk_cell_tree *tree)
{
    uint32_t leaves = 0, next = 1;
    assert_true(tree->node_count < 2 * tree->leaf_count);
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const fk_cell_node *node = &tree->node[i];
        assert_true(node->kind == FK_KIND_BOX || node->kind == FK_KIND_TETRA);
        if (node->child_count == 0) {
            assert_true(node->source != FK_NONE);
            leaves++;
            continue;
        }
        /* Each node but the root is reached once, in order, after its parent. */
        assert_true(node->child_count >= 2 && node->child_count <= FK_CELL_CHILDREN);
        assert_int_equal(node->first_child, next);
        assert_true(node->first_child > i);
        assert_int_equal(node->kind, FK_KIND_BOX);
        assert_int_equal(node->source, FK_NONE);
        next += node->child_count;
    }
    assert_int_equal(leaves, tree->leaf_count);
    assert_int_equal(next, tree->node_count);
}

/* Every stride-th parent holds its children. */
static void check_parents(const fk_cell_tree *tree, uint32_t stride)
{
    for (uint32_t i = 0; i < tree->node_count; i += stride) {
        const fk_cell_node *node = &tree->node[i];
        for (uint32_t k = 0; k < node->child_count; k++) {
            const fk_cell_node *child = &tree->node[node->first_child + k];
            assert_true(oracle_holds_cell(node->kind, &node->cell, child->kind, &child->cell));
        }
    }
}

/* Returns how many leaves are tetrahedra with the triangle as a face. */
static uint32_t check_surface(const fk_mesh *mesh, const fk_cell_tree *tree, uint32_t stride)
{
    uint32_t exact = 0;
    uint8_t *seen = calloc(mesh->triangle_count, 1);
    assert_int_equal(tree->leaf_count, mesh->triangle_count);
    check_structure(tree);
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const fk_cell_node *node = &tree->node[i];
        if (node->child_count > 0)
            continue;
        assert_true(node->source < mesh->triangle_count && !seen[node->source]);
        seen[node->source] = 1;
        const uint32_t *c = mesh->triangle[node->source].corner;
        for (int k = 0; k < 3; k++) {
            fk_vec3 p = mesh->point[c[k]];
            if (i % stride == 0)
                assert_true(oracle_holds_point(node->kind, &node->cell, p));
            exact += node->kind == FK_KIND_TETRA && memcmp(&p, &node->cell.origin, sizeof p) == 0;
        }
    }
    free(seen);
    check_parents(tree, stride);
    return exact;
}

static uint32_t check_mesh(fk_context *context, const fk_mesh *mesh, uint32_t stride)
{
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_of_surface(context, mesh, &tree), FK_OK);
    uint32_t exact = check_surface(mesh, tree, stride);
    fk_cell_tree_free(context, tree);
    return exact;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

typedef struct change {
    double scale;
    fk_vec3 shift;
    bool floats;
} change;

static double change_number(double x, double scale, double shift, bool floats)
{
    double y = x * scale + shift;
    if (!floats)
        return y;
    volatile float rounded =
        (float)y; /* gcc 12 leaves out a conversion there and back, of two numbers at once */
    return (double)rounded;
}

/* A copy of a mesh whose points are changed; nothing is welded away but what becomes equal. */
static fk_mesh *changed(fk_context *context, const fk_mesh *mesh, const change *how)
{
    fk_vec3 *point = malloc(mesh->vertex_count * sizeof *point);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        fk_vec3 p = mesh->point[i];
        point[i] = fk_vec3_make(change_number(p.x, how->scale, how->shift.x, how->floats),
                                change_number(p.y, how->scale, how->shift.y, how->floats),
                                change_number(p.z, how->scale, how->shift.z, how->floats));
    }
    fk_mesh_input input = {point, mesh->vertex_count, mesh->triangle, mesh->triangle_count,
                           fk_mesh_options_default()};
    fk_mesh *out = NULL;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &out), FK_OK);
    free(point);
    return out;
}

static fk_mesh *generated(fk_context *context, const char *name, uint32_t triangles, const change *how)
{
    fk_generate_options options = {triangles, 1};
    fk_model *model = NULL;
    assert_int_equal(fk_generate(context, fk_generate_find(name), &options, &model), FK_OK);
    fk_mesh *mesh = changed(context, &model->part[0], how);
    fk_model_free(context, model);
    return mesh;
}

static const change plain_change = {1, {0, 0, 0}, false};

static const change changes[] = {{1, {0, 0, 0}, false},
                                 {1, {0, 0, 0}, true},
                                 {1, {1e6, -1e6, 3e6}, true},
                                 {1, {1e6, -1e6, 3e6}, false},
                                 {1e-3, {1e15, 1e15, 0}, false},
                                 {1e300, {0, 0, 0}, false},
                                 {1e299, {-1e299, 0, 5e300}, false},
                                 {1e-300, {0, 0, 0}, false},
                                 {1e-321, {0, 0, 0}, false},
                                 {1e-5, {1e290, 1, 1e-290}, false},
                                 {0x1p-1060, {1, 1, 1}, false},
                                 {1e60, {1, 0, 0}, false}};

static void test_generated_meshes(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    static const char *const name[] = {"box", "trefoil", "bracket", "gear", "sphere", "bolt"};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
        for (int k = 0; k < 6; k++) {
            fk_mesh *mesh = generated(context, name[k], 150, &changes[i]);
            uint32_t exact = check_mesh(context, mesh, k < 3 ? 1 : 7);
            /* Differences of floats around the origin are doubles: the triangle is a face of its leaf. */
            if (changes[i].floats && changes[i].shift.x == 0)
                assert_int_equal(exact, mesh->triangle_count);
            fk_mesh_free(context, mesh);
        }
    fk_context_destroy(context);
}

/* Triangles anywhere, some without area, some equal, on few places of a lattice or on many. */
static fk_mesh *soup(fk_context *context, uint64_t seed, uint32_t count)
{
    fk_random random = fk_random_make(seed);
    fk_vec3 *point = malloc(3 * count * sizeof *point);
    fk_triangle *triangle = malloc(count * sizeof *triangle);
    double scale = ldexp(1, (int)fk_random_below(&random, 100) - 50);
    bool lattice = seed % 2 == 0, flat = seed % 3 == 0;
    for (uint32_t i = 0; i < 3 * count; i++) {
        for (int k = 0; k < 3; k++) {
            double x = lattice ? (double)fk_random_below(&random, 4) : fk_random_between(&random, -1, 1);
            ((double *)&point[i])[k] = flat && k == 1 ? 0.1 * scale : x * scale;
        }
        triangle[i / 3].corner[i % 3] = i;
    }
    fk_mesh_input input = {point, 3 * count, triangle, count, fk_mesh_options_default()};
    fk_mesh *out = NULL;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &out), FK_OK);
    free(point);
    free(triangle);
    return out;
}

static void test_soups(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    for (uint64_t seed = 0; seed < 40; seed++) {
        fk_mesh *mesh = soup(context, seed, 1 + (uint32_t)seed % 33);
        check_mesh(context, mesh, 1);
        fk_mesh_free(context, mesh);
    }
    fk_context_destroy(context);
}

/* Needles, and numbers of all sizes in one triangle. */
static void test_odd_triangles(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_random random = fk_random_make(77);
    for (int round = 0; round < 300; round++) {
        fk_vec3 point[3];
        int reach = round % 3 == 0 ? 990 : round % 3 == 1 ? 60 : 3;
        for (int i = 0; i < 9; i++) {
            int power = (int)fk_random_below(&random, (uint64_t)(2 * reach)) - reach;
            ((double *)point)[i] = ldexp(fk_random_between(&random, -1, 1), power);
        }
        if (round % 5 == 0)
            point[2] = fk_vec3_add(point[0], fk_vec3_scale(fk_vec3_sub(point[1], point[0]), 0.3));
        fk_triangle triangle = {{0, 1, 2}};
        fk_mesh_input input = {point, 3, &triangle, 1, fk_mesh_options_default()};
        fk_mesh *mesh = NULL;
        assert_int_equal(fk_mesh_build(context, &input, NULL, &mesh), FK_OK);
        check_mesh(context, mesh, 1);
        fk_mesh_free(context, mesh);
    }
    fk_context_destroy(context);
}

/* The fourth corner of a leaf is below its triangle, and no lower than half of the circle's radius. */
static void test_fourth_corner(void **state)
{
    (void)state;
    const fk_vec3 corner[3] = {{0, 0, 0}, {4, 0, 0}, {0, 3, 0}}; /* the circle has radius 1 around (1, 1) */
    fk_cells_volume leaf = fk_cells_leaf_of_triangle(corner);
    assert_int_equal(leaf.kind, FK_KIND_TETRA);
    assert_memory_equal(&leaf.cell.edge[0], &corner[1], sizeof corner[1]);
    assert_memory_equal(&leaf.cell.edge[1], &corner[2], sizeof corner[2]);
    assert_true(fabs(leaf.cell.edge[2].x - 1) < 1e-15 && fabs(leaf.cell.edge[2].y - 1) < 1e-15);
    assert_true(fabs(leaf.cell.edge[2].z + 0.5) < 1e-15);
}

/* ---- What holds what ----------------------------------------------------------------------------------- */

static fk_vec3 small_vector(fk_random *random, bool whole, int power)
{
    double c[3];
    for (int k = 0; k < 3; k++)
        c[k] = whole ? (double)fk_random_below(random, 7) - 3 : fk_random_between(random, -1, 1);
    return fk_vec3_make(ldexp(c[0], power), ldexp(c[1], power), ldexp(c[2], power));
}

static bool is_right_handed(const fk_cell *cell)
{
    return fk_vec3_dot(fk_vec3_cross(cell->edge[0], cell->edge[1]), cell->edge[2]) > 0;
}

/* Whole numbers, which are on faces more often than not; and cells whose corners are nearly on faces. */
static void test_hold_is_exact(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    size_t held = 0, asked = 0;
    for (int round = 0; round < 6000; round++) {
        int power = round % 4 == 0 ? 300 : round % 4 == 1 ? -400 : 0;
        bool whole = round % 3 != 0;
        fk_cells_volume outer = {
            round % 2 ? FK_KIND_BOX : FK_KIND_TETRA,
            {small_vector(&random, whole, power),
             {small_vector(&random, whole, power + 1), small_vector(&random, whole, power + 1),
              small_vector(&random, whole, power + 1)}}};
        if (power == 0 ? !is_right_handed(&outer.cell) : false)
            continue;
        fk_cells_volume inner = {round % 5 ? FK_KIND_TETRA : FK_KIND_BOX, outer.cell};
        if (whole)
            inner.cell.origin =
                fk_vec3_add(outer.cell.origin,
                            fk_vec3_scale(outer.cell.edge[0], (double)fk_random_below(&random, 3) / 4));
        for (int k = 0; k < 3; k++) {
            double share = round % 7 == 0 ? 1 + 0x1p-52 * ((double)fk_random_below(&random, 3) - 1)
                                          : (double)fk_random_below(&random, 5) / 4;
            inner.cell.edge[k] = fk_vec3_scale(outer.cell.edge[k], share);
        }
        bool truth = oracle_holds_cell(outer.kind, &outer.cell, inner.kind, &inner.cell);
        bool said = fk_cells_contain(&outer, &inner);
        if (power == 0)
            assert_int_equal(said, truth);
        else
            assert_true(!said || truth); /* it may be left-handed */
        held += said;
        asked++;
    }
    assert_true(held > asked / 20 && held < asked);
}

/* Cells that begin inside and end on a far face, up to a few units in the last place of an edge: doubles decide many of these,
 * and must leave the others to integers. */
static void test_hold_near_far_faces(void **state)
{
    (void)state;
    fk_random random = fk_random_make(14);
    size_t held = 0, asked = 0;
    for (int round = 0; round < 4000; round++) {
        fk_cells_volume outer = {round % 2 ? FK_KIND_BOX : FK_KIND_TETRA,
                                 {small_vector(&random, false, 0),
                                  {small_vector(&random, false, 1), small_vector(&random, false, 1),
                                   small_vector(&random, false, 1)}}};
        if (!is_right_handed(&outer.cell))
            continue;
        fk_cells_volume inner = {FK_KIND_TETRA, outer.cell};
        double from[3], left = 1; /* of a tetrahedron, along each edge */
        for (int k = 0; k < 3; k++) {
            from[k] = fk_random_between(&random, 0.01, 0.1);
            left -= from[k];
            inner.cell.origin = fk_vec3_add(inner.cell.origin, fk_vec3_scale(outer.cell.edge[k], from[k]));
        }
        double more = ((double)fk_random_below(&random, 9) - 4) * (round % 3 == 0 ? 0x1p-45 : 0x1p-52);
        for (int k = 0; k < 3; k++) {
            double to = outer.kind == FK_KIND_BOX ? 1 - from[k] : left;
            inner.cell.edge[k] = fk_vec3_scale(outer.cell.edge[k], to + more);
        }
        bool truth = oracle_holds_cell(outer.kind, &outer.cell, inner.kind, &inner.cell);
        assert_int_equal(fk_cells_contain(&outer, &inner), truth);
        held += truth;
        asked++;
    }
    assert_true(held > asked / 4 && held < asked * 3 / 4);
}

/* A box around a cell has its ends on the doubles next to the corners. */
static void test_bounds(void **state)
{
    (void)state;
    fk_random random = fk_random_make(9);
    rational p;
    rational_init(&p);
    for (int round = 0; round < 1000; round++) {
        fk_cells_volume v = {
            round % 2 ? FK_KIND_BOX : FK_KIND_TETRA,
            {small_vector(&random, false, round % 9 * 30 - 120), {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}};
        for (int k = 0; k < 3; k++)
            v.cell.edge[k] = small_vector(&random, round % 4 == 0, (round + k) % 7 * 20 - 60);
        fk_aabb box = fk_cells_bounds(&v);
        for (int axis = 0; axis < 3; axis++) {
            double low = fk_vec3_get(box.min, axis), high = fk_vec3_get(box.max, axis);
            bool low_near = false, high_near = false;
            for (unsigned k = 0; k < 8; k++) {
                if (v.kind == FK_KIND_TETRA && (k & (k - 1)) != 0)
                    continue;
                set_corner(&p, &v.cell, k);
                assert_true(oracle_compare(p.c[axis], low) >= 0 && oracle_compare(p.c[axis], high) <= 0);
                low_near |= oracle_compare(p.c[axis], nextafter(low, INFINITY)) < 0;
                high_near |= oracle_compare(p.c[axis], nextafter(high, -INFINITY)) > 0;
            }
            assert_true(low_near && high_near);
        }
    }
    rational_clear(&p);
}

static void test_states_of_the_unit(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    for (int mode = 0; mode < FPU_MODES; mode++)
        for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i += 1 + (size_t)mode % 2) {
            fk_mesh *mesh = generated(context, mode % 2 ? "trefoil" : "bracket", 60, &changes[i]);
            fk_cell_tree *tree = NULL;
            fpu_set(mode);
            fk_status status = fk_cell_tree_of_surface(context, mesh, &tree);
            fpu_set(0);
            assert_int_equal(status, FK_OK);
            check_surface(mesh, tree, 3);
            fk_cell_tree_free(context, tree);
            fk_mesh_free(context, mesh);
        }
    fk_context_destroy(context);
}

/* ---- Pieces -------------------------------------------------------------------------------------------- */

static double cell_volume(const fk_cell_node *node)
{
    const fk_vec3 *e = node->cell.edge;
    double box = fabs(fk_vec3_dot(fk_vec3_cross(e[0], e[1]), e[2]));
    return node->kind == FK_KIND_BOX ? box : box / 6;
}

static double hull_volume(const fk_hull *hull)
{
    double sum = 0;
    for (uint32_t f = 0; f < hull->face_count; f++)
        for (uint32_t i = hull->face_begin[f] + 1; i + 1 < hull->face_begin[f + 1]; i++) {
            fk_vec3 o = hull->point[0], a = hull->point[hull->face_vertex[hull->face_begin[f]]],
                    b = hull->point[hull->face_vertex[i]], c = hull->point[hull->face_vertex[i + 1]];
            sum += fk_vec3_dot(fk_vec3_sub(a, o), fk_vec3_cross(fk_vec3_sub(b, o), fk_vec3_sub(c, o))) / 6;
        }
    return sum;
}

/* A place in a hull: a sum of its vertices with random weights, most of them zero. */
static void draw_place(rational *p, const fk_hull *hull, fk_random *random)
{
    mpq_t x, sum;
    mpq_inits(x, sum, (mpq_ptr)NULL);
    unsigned long total = 0;
    for (int k = 0; k < 3; k++)
        mpq_set_ui(p->c[k], 0, 1);
    for (int draw = 0; draw < 5; draw++) {
        unsigned long weight = 1 + (unsigned long)fk_random_below(random, 100);
        fk_vec3 v = hull->point[fk_random_below(random, hull->vertex_count)];
        total += weight;
        for (int k = 0; k < 3; k++) {
            mpq_set_d(x, fk_vec3_get(v, k));
            mpq_set_ui(sum, weight, 1);
            mpq_mul(x, x, sum);
            mpq_add(p->c[k], p->c[k], x);
        }
    }
    mpq_set_ui(sum, total, 1);
    for (int k = 0; k < 3; k++)
        mpq_div(p->c[k], p->c[k], sum);
    mpq_clears(x, sum, (mpq_ptr)NULL);
}

static bool is_covered(const fk_cell_tree *tree, uint32_t source, const rational *p)
{
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const fk_cell_node *node = &tree->node[i];
        if (node->child_count == 0 && node->source == source && oracle_holds(node->kind, &node->cell, p))
            return true;
    }
    return false;
}

/* Points on a sphere, a lattice, a plane, a line or all the same; whole numbers or not. */
static fk_hull *draw_hull(fk_context *context, fk_random *random, uint32_t sort, const change *how)
{
    fk_vec3 point[24];
    uint32_t count = 4 + (uint32_t)fk_random_below(random, 20);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 p = small_vector(random, sort % 2 == 0, 0);
        if (sort % 5 == 4)
            p = fk_vec3_scale(fk_vec3_make(1, 2, 3), sort < 7 ? p.x : 1);
        else if (sort % 5 == 3)
            p.z = 0.5;
        point[i] = fk_vec3_make(p.x * how->scale + how->shift.x, p.y * how->scale + how->shift.y,
                                p.z * how->scale + how->shift.z);
    }
    fk_hull *hull = NULL;
    assert_int_equal(fk_hull_build(context, point, count, &hull), FK_OK);
    return hull;
}

static void check_pieces(fk_context *context, fk_hull *const *piece, uint32_t count, fk_random *random,
                         double scale)
{
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_of_pieces(context, piece, count, &tree), FK_OK);
    check_structure(tree);
    check_parents(tree, 1);
    rational p;
    rational_init(&p);
    for (uint32_t i = 0; i < count; i++) {
        double volume = 0, wanted = hull_volume(piece[i]);
        for (uint32_t k = 0; k < tree->node_count; k++)
            if (tree->node[k].source == i && tree->node[k].child_count == 0)
                volume += cell_volume(&tree->node[k]);
        if (scale == 1)
            assert_true(fabs(volume - wanted) <= 1e-4);
        for (int k = 0; k < 10; k++) {
            draw_place(&p, piece[i], random);
            assert_true(is_covered(tree, i, &p));
        }
    }
    rational_clear(&p);
    fk_cell_tree_free(context, tree);
}

static void test_pieces_are_filled(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_random random = fk_random_make(31);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
        for (uint32_t round = 0; round < 4; round++) {
            fk_hull *piece[4];
            for (uint32_t k = 0; k < 4; k++)
                piece[k] = draw_hull(context, &random, round * 4 + k, &changes[i]);
            check_pieces(context, piece, 4, &random, changes[i].scale);
            for (uint32_t k = 0; k < 4; k++)
                fk_hull_free(context, piece[k]);
        }
    fk_context_destroy(context);
}

/* ---- The whole tree ------------------------------------------------------------------------------------ */

/* Another order of the triangles gives the same leaves; the same order the same bytes. */
static void test_order_of_triangles(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_mesh *mesh = generated(context, "gear", 600, &plain_change);
    uint32_t n = mesh->triangle_count;
    fk_triangle *turned = malloc(n * sizeof *turned);
    for (uint32_t i = 0; i < n; i++)
        turned[i] = mesh->triangle[n - 1 - i];
    fk_mesh other = *mesh;
    other.triangle = turned;
    fk_cell_tree *tree[3];
    assert_int_equal(fk_cell_tree_of_surface(context, mesh, &tree[0]), FK_OK);
    assert_int_equal(fk_cell_tree_of_surface(context, mesh, &tree[1]), FK_OK);
    assert_int_equal(fk_cell_tree_of_surface(context, &other, &tree[2]), FK_OK);
    assert_memory_equal(tree[0]->node, tree[1]->node, tree[0]->node_count * sizeof *tree[0]->node);
    check_surface(&other, tree[2], 5);
    fk_cell *cell = calloc(n, sizeof *cell);
    for (uint32_t i = 0; i < tree[0]->node_count; i++)
        if (tree[0]->node[i].child_count == 0)
            cell[tree[0]->node[i].source] = tree[0]->node[i].cell;
    for (uint32_t i = 0; i < tree[2]->node_count; i++)
        if (tree[2]->node[i].child_count == 0)
            assert_memory_equal(&cell[n - 1 - tree[2]->node[i].source], &tree[2]->node[i].cell, sizeof *cell);
    free(cell);
    free(turned);
    for (int i = 0; i < 3; i++)
        fk_cell_tree_free(context, tree[i]);
    fk_mesh_free(context, mesh);
    fk_context_destroy(context);
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Written down, so that every compiler and machine is held to the same bytes (on those with the lowest byte first). */
static void test_bytes(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    static const char *const name[] = {"trefoil", "gear", "bolt", "sphere"};
    for (int k = 0; k < 8; k++) {
        fk_mesh *mesh = generated(context, name[k % 4], 3000, &changes[k / 4 * 2]);
        fk_cell_tree *tree = NULL;
        assert_int_equal(fk_cell_tree_of_surface(context, mesh, &tree), FK_OK);
        for (uint32_t i = 0; i < tree->node_count; i++) {
            const fk_cell_node *node = &tree->node[i];
            const uint32_t word[3] = {(uint32_t)node->kind, node->first_child, node->source};
            hash = hash_bytes(hash_bytes(hash, word, sizeof word), &node->cell, sizeof node->cell);
        }
        fk_cell_tree_free(context, tree);
        fk_mesh_free(context, mesh);
    }
    if (hash != UINT64_C(0x3a32e863a91509b))
        fail_msg("the hash of all trees is 0x%llx", (unsigned long long)hash);
    fk_context_destroy(context);
}

static double box_surface(const fk_cell *cell)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        fk_vec3 n = fk_vec3_cross(cell->edge[k], cell->edge[(k + 1) % 3]);
        sum += 2 * sqrt(fk_vec3_dot(n, n));
    }
    return sum;
}

static uint32_t depth_of(const fk_cell_tree *tree)
{
    uint32_t most = 0, *depth = calloc(tree->node_count, sizeof *depth);
    for (uint32_t i = 0; i < tree->node_count; i++) {
        for (uint32_t k = 0; k < tree->node[i].child_count; k++)
            depth[tree->node[i].first_child + k] = depth[i] + 1;
        most = depth[i] > most ? depth[i] : most;
    }
    free(depth);
    return most;
}

/* Parents are no larger than they have to be: the root is about the box of the mesh, and all of them together are as in a tree
 * that follows the shape. A row of ever larger triangles does not make a list of the tree. */
static void test_tightness(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_mesh *mesh = generated(context, "sphere", 20000, &plain_change);
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_of_surface(context, mesh, &tree), FK_OK);
    check_structure(tree);
    check_parents(tree, 97);
    double sum = 0;
    for (uint32_t i = 0; i < tree->node_count; i++)
        sum += tree->node[i].child_count > 0 ? box_surface(&tree->node[i].cell) : 0;
    assert_true(box_surface(&tree->node[0].cell) < 1.1 * 24);
    assert_true(sum < 16 * 24);
    assert_true(depth_of(tree) < 12);
    assert_int_equal(depth_of(tree) + 1, tree->level_count);
    assert_true(tree->node_count < 1.5 * tree->leaf_count);
    fk_cell_tree_free(context, tree);
    fk_mesh_free(context, mesh);

    enum { ROW = 500 };
    fk_vec3 *point = malloc(3 * ROW * sizeof *point);
    fk_triangle *triangle = malloc(ROW * sizeof *triangle);
    double x = 0, step = 1;
    for (uint32_t i = 0; i < 3 * ROW; i++) {
        point[i] = fk_vec3_make(x + (i % 3 == 1 ? step / 2 : 0), 0, i % 3 == 2 ? step / 2 : 0);
        triangle[i / 3].corner[i % 3] = i;
        x += i % 3 == 2 ? step : 0;
        step *= i % 3 == 2 ? 1.7 : 1;
    }
    fk_mesh_input input = {point, 3 * ROW, triangle, ROW, fk_mesh_options_default()};
    assert_int_equal(fk_mesh_build(context, &input, NULL, &mesh), FK_OK);
    assert_int_equal(fk_cell_tree_of_surface(context, mesh, &tree), FK_OK);
    check_surface(mesh, tree, 20);
    assert_true(depth_of(tree) < 40);
    fk_cell_tree_free(context, tree);
    fk_mesh_free(context, mesh);
    free(point);
    free(triangle);
    fk_context_destroy(context);
}

static void test_bad_input(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_cell_tree *tree = NULL;
    const fk_vec3 point[3] = {{0, 0, 0}, {0x1p1000, 0, 0}, {0, 1, 0}};
    const fk_triangle triangle = {{0, 1, 2}};
    fk_mesh mesh = {3, 0, point, &triangle, "", 0};
    assert_int_equal(fk_cell_tree_of_surface(context, &mesh, &tree), FK_ERROR_ARGUMENT);
    mesh.triangle_count = 1;
    assert_int_equal(fk_cell_tree_of_surface(context, &mesh, &tree), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_cell_tree_of_pieces(context, NULL, 0, &tree), FK_ERROR_ARGUMENT);
    fk_hull *hull = NULL;
    assert_int_equal(fk_hull_build(context, point, 3, &hull), FK_OK);
    assert_int_equal(fk_cell_tree_of_pieces(context, &hull, 1, &tree), FK_ERROR_ARGUMENT);
    fk_hull_free(context, hull);
    assert_null(tree);
    fk_cell_tree_free(context, NULL);
    fk_context_destroy(context);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *context = memory_context(&m);
        fk_mesh *mesh = generated(context, "box", 48, &plain_change);
        fk_hull *hull = NULL;
        assert_int_equal(fk_hull_build(context, mesh->point, mesh->vertex_count, &hull), FK_OK);
        size_t before = m.used;
        fk_cell_tree *tree = NULL, *other = NULL;
        m.fail_at = k;
        status = fk_cell_tree_of_surface(context, mesh, &tree);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && tree == NULL));
        m.fail_at = k;
        assert_int_equal(fk_cell_tree_of_pieces(context, &hull, 1, &other), status);
        fk_cell_tree_free(context, tree);
        fk_cell_tree_free(context, other);
        assert_int_equal(m.used, before);
        m.fail_at = SIZE_MAX;
        fk_hull_free(context, hull);
        fk_mesh_free(context, mesh);
        fk_context_destroy(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generated_meshes),
        cmocka_unit_test(test_soups),
        cmocka_unit_test(test_odd_triangles),
        cmocka_unit_test(test_fourth_corner),
        cmocka_unit_test(test_hold_is_exact),
        cmocka_unit_test(test_hold_near_far_faces),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test_teardown(test_states_of_the_unit, fpu_usual),
        cmocka_unit_test(test_pieces_are_filled),
        cmocka_unit_test(test_order_of_triangles),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_tightness),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
