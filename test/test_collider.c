/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Colliders: what they take and refuse, boxes and volumes around them in their places, the parts that are
 * near a box, and how far they reach; in every state of the floating-point unit, and when memory runs out.
 * */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "collider_forms.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "shape/bound_piece.h"
#include "world/collider.h"
#include "world/collider_reach.h"

/* ---- Making -------------------------------------------------------------------------------------------- */

static void test_what_is_refused(void **state)
{
    (void)state;
    fk_collider *made = NULL;
    fk_piece ball = fk_piece_sphere(v(0, 0, 0), -1), far = fk_piece_point(v(INFINITY, 0, 0));
    fk_piece none = {.kind = FK_KIND_NONE};
    assert_int_equal(fk_collider_of_pieces(context, &ball, 0, &made), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_collider_of_pieces(context, &ball, 1, &made), FK_ERROR_PIECE);
    assert_int_equal(fk_collider_of_pieces(context, &none, 1, &made), FK_ERROR_PIECE);
    assert_int_equal(fk_collider_of_pieces(context, &far, 1, &made), FK_ERROR_NOT_FINITE);
    fk_mesh empty = {.name = ""};
    assert_int_equal(fk_collider_of_mesh(context, &empty, NULL, &made), FK_ERROR_ARGUMENT);
    assert_null(made);
    fk_collider_free(context, NULL);
}

static void test_what_it_says_of_itself(void **state)
{
    (void)state;
    cube_forms f = forms_make(1);
    static const uint32_t parts[FORM_COUNT] = {1, 1, 6, 64, 7, 73, 12, 48};
    for (int i = 0; i < FORM_COUNT; i++) {
        const fk_collider *c = f.collider[i];
        assert_int_equal(fk_collider_part_count(c), parts[i]);
        assert_int_equal(fk_collider_kind_of(c), is_mesh_form(i)                      ? FK_COLLIDER_MESH
                                                 : i == FORM_TREE || i == FORM_BLOCKS ? FK_COLLIDER_CELLS
                                                                                      : FK_COLLIDER_PIECES);
        assert_true(fk_collider_bytes(c) >= sizeof *c);
    }
    /* A hull keeps its corners alone, so that its hints are right. */
    const fk_points *hull = &f.collider[FORM_HULL]->piece[0].as.hull;
    assert_int_equal(hull->count, 8);
    assert_non_null(hull->hint);
    for (uint32_t i = 0; i < hull->count; i++)
        assert_true(same_vector(hull->point[i], hull->hint->point[i]));
    forms_free(&f);
}

/* Each allocation fails once; what is said of bytes is what was allocated. */
static void test_scarce_memory(void **state)
{
    (void)state;
    fk_piece small[64],
        mixed[3] = {fk_piece_sphere(v(0, 0, 0), 1), fk_piece_point(v(1, 2, 3)), cube(0, 0, 0, 1)};
    many_boxes(1, 4, small);
    fk_vec3 point[9] = {{0, 0, 0}};
    for (int i = 1; i < 9; i++)
        point[i] = v(i & 1, i & 2, i & 4);
    mixed[1] = fk_piece_hull(point, 9);
    fk_mesh *mesh = cube_mesh(1, 2);
    fk_cell_tree *tree = tetra_tree(1);
    for (int which = 0; which < 4; which++) {
        fk_status status = FK_ERROR_MEMORY;
        for (size_t k = 0; status == FK_ERROR_MEMORY; k++) {
            memory m = {.fail_at = SIZE_MAX};
            fk_context *scarce = memory_context(&m);
            size_t before = m.used;
            fk_collider *made = NULL;
            m.fail_at = k;
            status = which == 0   ? fk_collider_of_pieces(scarce, small, 64, &made)
                     : which == 1 ? fk_collider_of_pieces(scarce, mixed, 3, &made)
                     : which == 2 ? fk_collider_of_mesh(scarce, mesh, NULL, &made)
                                  : fk_collider_of_cells(scarce, tree, &made);
            if (status == FK_OK) {
                if (which > 0)
                    assert_int_equal(m.used - before, fk_collider_bytes(made));
                m.fail_at = SIZE_MAX;
                fk_collider_free(scarce, made);
            } else {
                assert_null(made);
            }
            assert_int_equal(m.used, before);
            fk_context_destroy(scarce);
        }
    }
    fk_mesh_free(context, mesh);
    fk_cell_tree_free(context, tree);
}

/* ---- Boxes around pieces ------------------------------------------------------------------------------- */

static double any_number(fk_random *random)
{
    static const int power[] = {0, 3, 40, -40, 300, -300, 500, -500, 990, -1000, -1040, -1070};
    int which = (int)fk_random_below(random, 16);
    double x = fk_random_between(random, -1, 1);
    return which == 15 ? 0 : ldexp(x, power[which % 12]);
}

static fk_vec3 any_numbers(fk_random *random)
{
    double x = any_number(random), y = any_number(random);
    return v(x, y, any_number(random));
}

static fk_piece any_kind(fk_random *random, fk_vec3 point[4])
{
    fk_vec3 u = any_numbers(random), w = any_numbers(random);
    double r = fabs(any_number(random));
    for (int i = 0; i < 4; i++)
        point[i] = any_numbers(random);
    if (fk_random_below(random, 3) == 0) /* all of one size, near each other */
        for (int i = 0; i < 4; i++)
            point[i] = fk_vec3_add(v(1, 2, 3), whole_vector(random, 3));
    switch (1 + fk_random_below(random, FK_KIND_COUNT - 1)) {
    case FK_KIND_POINT:
        return fk_piece_point(point[0]);
    case FK_KIND_SEGMENT:
        return fk_piece_segment(point[0], point[1]);
    case FK_KIND_TRIANGLE:
        return fk_piece_triangle(point[0], point[1], point[2]);
    case FK_KIND_TETRA:
        return fk_piece_tetra(point[0], point[1], u, w);
    case FK_KIND_BOX:
        return fk_piece_box(point[0], point[1], u, w);
    case FK_KIND_SPHERE:
        return fk_piece_sphere(point[0], r);
    case FK_KIND_CAPSULE:
        return fk_piece_capsule(point[0], point[1], r);
    case FK_KIND_CYLINDER:
        return fk_piece_cylinder(point[0], point[1], r);
    case FK_KIND_CONE:
        return fk_piece_cone(point[0], point[1], r);
    case FK_KIND_ELLIPSOID:
        return fk_piece_ellipsoid(point[0], point[1], u, w);
    case FK_KIND_HALF_SPACE:
        return fk_piece_half_space(fk_random_below(random, 2) ? v(0, u.y, 0) : u, w.x);
    default:
        return fk_piece_hull(point, 4);
    }
}

/* Whether one box holds another, by the bits of its sides. */
static bool holds(const fk_aabb *outer, const fk_aabb *inner)
{
    for (int k = 0; k < 3; k++)
        if (fk_outer_less(fk_vec3_get(inner->min, k), fk_vec3_get(outer->min, k)) ||
            fk_outer_less(fk_vec3_get(outer->max, k), fk_vec3_get(inner->max, k)))
            return false;
    return true;
}

/* A side may be further out than the proved one by this. */
static bool is_tight(const fk_aabb *outer, const fk_aabb *inner, double size)
{
    for (int k = 0; k < 3; k++)
        if (fk_vec3_get(outer->max, k) - fk_vec3_get(inner->max, k) > size ||
            fk_vec3_get(inner->min, k) - fk_vec3_get(outer->min, k) > size)
            return false;
    return true;
}

/* The exact box is proved by fk_pair_box; for round and smooth pieces it is a little larger than need be
 * itself, so what is held against the quick box is the hull of points that are in the piece. */
static void test_boxes_of_pieces(void **state)
{
    (void)state;
    fk_random random = fk_random_make(81);
    for (int i = 0; i < 3000 / SHARE; i++) {
        fk_vec3 point[4];
        fk_piece piece = any_kind(&random, point);
        bool is_plain =
            piece.kind < FK_KIND_SPHERE || piece.kind == FK_KIND_HULL || piece.kind == FK_KIND_HALF_SPACE;
        fk_aabb usual = fk_outer_piece(&piece), exact = usual;
        if (fk_piece_check(&piece) != FK_OK || (is_plain && fk_pair_box(&piece, &piece, &exact) != FK_OK))
            continue;
        double size = fk_larger(fk_vec3_largest(exact.min), fk_vec3_largest(exact.max));
        if (size < 0x1p900 && piece.kind != FK_KIND_HALF_SPACE) {
            size = fk_larger(size, piece.kind == FK_KIND_BOX || piece.kind == FK_KIND_TETRA
                                       ? fk_vec3_largest(piece.as.cell.origin)
                                       : 0);
            if (is_plain)
                assert_true(is_tight(&usual, &exact, 0x1p-44 * size + 0x1p-980));
        }
        for (int mode = 0; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            fk_aabb quick = fk_outer_piece(&piece);
            fpu_set(0);
            if (is_plain)
                assert_true(holds(&quick, &exact));
            else
                assert_true(!fk_outer_less(quick.max.x, quick.min.x));
        }
    }
}

/* Discs and ellipsoids: the exact box is at most 1e-12 of the size larger than the piece, and the quick one
 * is not smaller than the piece. */
static void test_boxes_of_round_pieces(void **state)
{
    (void)state;
    fk_random random = fk_random_make(82);
    for (int i = 0; i < 100 / SHARE; i++) {
        fk_vec3 p = any_place(&random, 3), q = any_place(&random, 3);
        if (i % 3 == 0)
            q = fk_vec3_add(p, fk_vec3_axis(i % 9 / 3, 1));
        double r = fk_random_unit(&random);
        fk_piece piece = i % 5 == 0   ? fk_piece_cylinder(p, q, r)
                         : i % 5 == 1 ? fk_piece_cone(p, q, r)
                         : i % 5 == 2 ? fk_piece_ellipsoid(p, q, v(r, 0, 0), v(0, 1, r))
                         : i % 5 == 3 ? fk_piece_sphere(p, r)
                                      : fk_piece_capsule(p, q, r);
        fk_aabb exact;
        assert_int_equal(fk_pair_box(&piece, &piece, &exact), FK_OK);
        for (int mode = 0; mode < FPU_MODES; mode += 3) {
            fpu_set(mode);
            fk_aabb quick = fk_outer_piece(&piece);
            fpu_set(0);
            fk_aabb wider = quick;
            for (int k = 0; k < 3; k++) {
                *fk_vec3_at(&wider.min, k) -= 1e-11;
                *fk_vec3_at(&wider.max, k) += 1e-11;
            }
            assert_true(holds(&wider, &exact));
            assert_true(is_tight(&quick, &exact, 1e-11));
            /* The farthest points of a disc, up to rounding, are in it. */
            if (piece.kind == FK_KIND_SPHERE)
                assert_true(quick.max.x >= p.x + r && quick.min.z <= p.z - r);
        }
    }
}

/* A half-space has an end along its normal, if that is along an axis. */
static void test_boxes_of_half_spaces(void **state)
{
    (void)state;
    fk_piece ground = fk_piece_half_space(v(0, 0, 2), 3), slope = fk_piece_half_space(v(0, 1e-300, 2), 3);
    fk_aabb box = fk_outer_piece(&ground);
    assert_true(box.max.z >= 1.5 && box.max.z < 1.5 + 1e-14 && box.min.z == -INFINITY &&
                box.max.x == INFINITY);
    box = fk_outer_piece(&slope);
    assert_true(box.max.z == INFINITY);
    ground = fk_piece_half_space(v(-0.5, 0, 0), 3);
    box = fk_outer_piece(&ground);
    assert_true(box.min.x <= -6 && box.min.x > -6 - 1e-14 && box.max.x == INFINITY);
}

/* ---- Boxes and volumes around colliders ---------------------------------------------------------------- */

/* All points of a collider in its place: corners of its parts. */
static void assert_around(const fk_placed_collider *a, const fk_aabb *box, const fk_obb *obb,
                          const fk_sphere *ball)
{
    const fk_mesh *mesh = a->collider->mesh.mesh;
    for (uint32_t i = 0; a->collider->kind == FK_COLLIDER_MESH && i < mesh->vertex_count; i++) {
        fk_vec3 p = fk_pose_apply(&a->pose, mesh->point[i]);
        assert_true(fk_aabb_contains(box, p) && fk_obb_contains(obb, p) && fk_sphere_contains(ball, p));
    }
    for (uint32_t i = 0; a->collider->kind != FK_COLLIDER_MESH && i < a->collider->part_count; i++) {
        fk_piece part;
        if (a->collider->kind == FK_COLLIDER_PIECES) {
            part = a->collider->piece[i];
        } else {
            const fk_cell_node *n = &a->collider->cells->node[i];
            part = (fk_piece){.kind = n->kind, .as.cell = n->cell};
            if (n->child_count > 0)
                continue;
        }
        fk_vec3 room[64];
        part = fk_piece_place(&part, &a->pose, room);
        fk_aabb exact;
        bool is_plain = part.kind == FK_KIND_BOX || part.kind == FK_KIND_TETRA || part.kind == FK_KIND_HULL;
        if (is_plain && fk_pair_box(&part, &part, &exact) == FK_OK)
            assert_true(holds(box, &exact));
        for (uint32_t k = 0; part.kind == FK_KIND_HULL && k < part.as.hull.count; k++)
            assert_true(fk_obb_contains(obb, room[k]) && fk_sphere_contains(ball, room[k]));
        if (part.kind == FK_KIND_BOX || part.kind == FK_KIND_TETRA) {
            fk_vec3 e = part.as.cell.origin;
            assert_true(fk_obb_contains(obb, e) && fk_sphere_contains(ball, e));
            e = fk_vec3_add(e, part.as.cell.edge[0]);
            assert_true(fk_obb_contains(obb, e) && fk_sphere_contains(ball, e));
        }
        for (int k = 0; k < 6 && part.kind == FK_KIND_SPHERE; k++) {
            fk_vec3 p = fk_vec3_add(part.as.sphere.center, fk_vec3_scale(fk_vec3_axis(k / 2, k % 2 ? 1 : -1),
                                                                         part.as.sphere.radius));
            assert_true(fk_aabb_contains(box, p) && fk_obb_contains(obb, p) && fk_sphere_contains(ball, p));
        }
    }
}

/* Rotations, matrices that are none, far away, and every state of the unit. */
static void test_boxes_and_volumes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(83);
    cube_forms f = forms_make(1);
    fk_piece mixed[3] = {fk_piece_sphere(v(1, 0, 0), 0.75), cube(0, 0, 0, 1),
                         fk_piece_sphere(v(0, 0, 3), 0.25)};
    fk_mesh *star = generated("star", 160);
    fk_collider *made[FORM_COUNT + 2];
    memcpy(made, f.collider, sizeof f.collider);
    made[FORM_COUNT] = of_pieces(mixed, 3);
    made[FORM_COUNT + 1] = of_mesh(star);
    for (int i = 0; i < 200 / SHARE; i++)
        for (int k = 0; k < FORM_COUNT + 2; k++) {
            if (k == FORM_BOXES && i % 16 != 0)
                continue;
            fk_placed_collider a = {made[k], any_pose(&random, i % 4 == 0 ? 1e9 : 3)};
            if (i % 5 == 0) /* no rotation */
                a.pose.rotation[i % 3][i % 2] *= i % 7 == 0 ? 1e-3 : 3;
            if (i % 5 == 1)
                a.pose.rotation[i % 3][i % 2] += 1e-7;
            fk_aabb box;
            fpu_set(i % FPU_MODES);
            assert_int_equal(fk_collider_box(&a, &box), FK_OK);
            fk_obb obb = fk_collider_obb(&a);
            fk_sphere ball = fk_collider_sphere(&a);
            assert_around(&a, &box, &obb, &ball);
            fpu_set(0);
        }
    fk_collider_free(context, made[FORM_COUNT]);
    fk_collider_free(context, made[FORM_COUNT + 1]);
    fk_mesh_free(context, star);
    forms_free(&f);
}

/* The box of a mesh takes constant time, and is hardly larger than that of its vertices. */
static void test_boxes_of_meshes_are_tight(void **state)
{
    (void)state;
    static const char *const name[] = {"sphere", "torus", "star", "box"};
    static const double most[] = {1.14, 1.14, 1.14, 1 + 1e-12};
    fk_random random = fk_random_make(84);
    for (int k = 0; k < 4; k++) {
        fk_mesh *mesh = generated(name[k], 1000);
        fk_collider *c = of_mesh(mesh);
        for (int i = 0; i < 200; i++) {
            fk_placed_collider a = {c, any_pose(&random, 2)};
            fk_aabb box, exact;
            assert_int_equal(fk_collider_box(&a, &box), FK_OK);
            fk_aabb_build_placed(mesh->point, mesh->vertex_count, &a.pose, &exact);
            assert_true(holds(&box, &exact));
            for (int axis = 0; axis < 3; axis++) {
                double width = fk_vec3_get(exact.max, axis) - fk_vec3_get(exact.min, axis);
                assert_true(fk_vec3_get(box.max, axis) - fk_vec3_get(box.min, axis) <=
                            most[k] * width + 1e-12);
            }
        }
        fk_collider_free(context, c);
        fk_mesh_free(context, mesh);
    }
}

static void test_places_that_are_not_finite(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    cube_forms f = forms_make(1);
    fk_piece half = fk_piece_half_space(v(0, 0, 1), 0), ball = fk_piece_sphere(v(0, 0, 0), 1);
    fk_collider *made[FORM_COUNT + 2];
    memcpy(made, f.collider, sizeof f.collider);
    made[FORM_COUNT] = of_pieces(&half, 1);
    made[FORM_COUNT + 1] = of_pieces(&ball, 1);
    for (int k = 0; k < FORM_COUNT + 2; k++) {
        fk_aabb box = {{1, 2, 3}, {4, 5, 6}};
        for (int i = 0; i < 36; i++) {
            fk_placed_collider a = {made[k], fk_pose_identity()};
            if (i % 12 < 9)
                a.pose.rotation[i % 12 / 3][i % 3] = bad[i / 12];
            else
                *fk_vec3_at(&a.pose.translation, i % 3) = bad[i / 12];
            assert_int_equal(fk_collider_box(&a, &box), FK_ERROR_NOT_FINITE);
            assert_true(box.min.x == 1 && box.max.z == 6);
        }
        fk_placed_collider a = {made[k], fk_pose_identity()};
        a.pose.translation.y = 1e308;
        fk_status status = fk_collider_box(&a, &box);
        bool is_cells = fk_collider_kind_of(made[k]) == FK_COLLIDER_CELLS;
        assert_int_equal(status, is_cells ? FK_ERROR_NOT_FINITE : FK_OK);
        if (!is_cells)
            assert_true(box.max.y >= 1e308);
        a.pose.rotation[0][0] = 1.7e308; /* two corners of a cube at home overflow */
        a.pose.rotation[0][1] = 1.7e308;
        status = fk_collider_box(&a, &box);
        if (k == FORM_HULL || is_mesh_form(k) || is_cells)
            assert_int_equal(status, FK_ERROR_NOT_FINITE);
    }
    fk_collider_free(context, made[FORM_COUNT]);
    fk_collider_free(context, made[FORM_COUNT + 1]);
    forms_free(&f);
}

/* ---- Parts near a box ---------------------------------------------------------------------------------- */

typedef struct seen {
    uint32_t count[128];
    uint32_t total, end;
} seen;

static bool see(void *user, uint32_t part, const fk_piece *piece)
{
    seen *s = user;
    assert_true(part < 128 && fk_piece_check(piece) == FK_OK);
    s->count[part]++;
    return ++s->total != s->end;
}

static void test_parts_near_a_box(void **state)
{
    (void)state;
    fk_random random = fk_random_make(85);
    cube_forms f = forms_make(1);
    size_t visited = 0, wanted = 0;
    for (int i = 0; i < 3000 / SHARE; i++) {
        int k = (int)fk_random_below(&random, FORM_COUNT);
        fk_placed_collider a = {f.collider[k], any_pose(&random, 2)}, b = a;
        if (i % 3 == 0)
            a.pose = b.pose = quarter_turn(&random, whole_vector(&random, 1));
        if (i % 8 == 1)
            a.pose.rotation[0][1] += i % 16 == 1 ? 1e-8 : 0.5;
        fk_vec3 low = any_place(&random, 2), size = v(fk_random_unit(&random), fk_random_unit(&random), 0.5);
        if (i % 3 == 0) {
            low = fk_vec3_scale(whole_vector(&random, 4), 0.5);
            size = v(0.5, 0, 0.5);
        }
        fk_aabb box = {low, fk_vec3_add(low, size)};
        if (i % 10 == 0)
            box.max.z = INFINITY;
        fk_piece probe =
            fk_piece_box(low, v(size.x, 0, 0), v(0, size.y, 0), v(0, 0, i % 10 == 0 ? 99 : size.z));
        fk_ready_pair pair;
        assert_int_equal(fk_ready_pair_make(context, &a, &a, &pair), FK_OK);
        seen s = {.end = FK_NONE}, all = {.end = FK_NONE};
        fk_aabb everything = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
        fk_ready_parts(&pair.a, &box, see, &s);
        fk_ready_parts(&pair.a, &everything, see, &all);
        visited += s.total;
        for (uint32_t part = 0; part < 128; part++) {
            assert_true(s.count[part] <= 1 && s.count[part] <= all.count[part]);
            if (all.count[part] == 0)
                continue;
            fk_piece piece;
            if (k <= FORM_BOXES) {
                piece = pair.a.piece[part];
            } else if (is_mesh_form(k)) {
                const uint32_t *c = a.collider->mesh.mesh->triangle[part].corner;
                const fk_vec3 *p = a.collider->mesh.mesh->point;
                piece = fk_piece_triangle(fk_pose_apply(&a.pose, p[c[0]]), fk_pose_apply(&a.pose, p[c[1]]),
                                          fk_pose_apply(&a.pose, p[c[2]]));
            } else {
                piece = fk_placed_cells_node(&pair.a.cells, part);
            }
            bool meets = fk_pair_verdict(&piece, &probe) != FK_APART;
            assert_true(!meets || s.count[part] == 1);
            wanted += meets;
        }
        if (s.total > 1) {
            seen few = {.end = 1};
            fk_ready_parts(&pair.a, &box, see, &few);
            assert_int_equal(few.total, 1);
        }
        fk_ready_pair_free(context, &pair);
    }
    assert_true(wanted > 0 && visited < 4 * wanted);
    forms_free(&f);
}

/* ---- Reaches ------------------------------------------------------------------------------------------- */

/* Not less than any corner, exactly, and hardly more. */
static void test_reaches(void **state)
{
    (void)state;
    fk_random random = fk_random_make(86);
    cube_forms f = forms_make(1);
    fk_mesh *torus = generated("torus", 2000);
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_of_surface(context, torus, &tree), FK_OK);
    fk_collider *ring = of_mesh(torus), *cells = of_cells(tree);
    for (int i = 0; i < 1000 / SHARE; i++)
        for (int k = 0; k < FORM_COUNT + 2; k++) {
            fk_placed_collider a = {k == FORM_COUNT  ? ring
                                    : k > FORM_COUNT ? cells
                                                     : f.collider[k],
                                    any_pose(&random, i % 3 == 0 ? 1e7 : 2)};
            fk_vec3 n = fk_vec3_scale(fk_vec3_unit(any_place(&random, 1)), 0.5), at = {0, 0, 0};
            if (i % 4 == 0)
                n = fk_vec3_axis(i % 3, i % 8 ? 1 : -1);
            fk_ready_pair pair;
            assert_int_equal(fk_ready_pair_make(context, &a, &a, &pair), FK_OK);
            fpu_set(i % FPU_MODES);
            double reach = fk_ready_reach(&pair.a, n, &at);
            fpu_set(0);
            const fk_mesh *mesh = k == FORM_COUNT || k > FORM_COUNT ? torus : f.mesh[0];
            double most = -INFINITY;
            for (uint32_t p = 0; p < mesh->vertex_count; p++)
                most = fk_larger(most, fk_vec3_dot(n, fk_pose_apply(&a.pose, mesh->point[p])));
            double slack = i % 3 == 0 ? 1e-7 : 1e-14;
            assert_true(reach >= most - slack);
            assert_true(reach <= most + slack + (k >= FORM_COUNT ? 4e-5 : 1e-5));
            fk_ready_pair_free(context, &pair);
        }
    fk_collider_free(context, ring);
    fk_collider_free(context, cells);
    fk_cell_tree_free(context, tree);
    fk_mesh_free(context, torus);
    forms_free(&f);
}

/* A direction that separates is a proof: pieces of any size that meet have none, in no state of the unit. */
static void test_no_direction_separates_what_meets(void **state)
{
    (void)state;
    fk_random random = fk_random_make(87);
    uint32_t separated = 0;
    for (int i = 0; i < 20000 / SHARE; i++) {
        fk_vec3 point[2][4];
        fk_piece p = any_kind(&random, point[0]), q = any_kind(&random, point[1]);
        if (fk_piece_check(&p) != FK_OK || fk_piece_check(&q) != FK_OK)
            continue;
        fk_collider none = {.kind = FK_COLLIDER_PIECES, .part_count = 1};
        fk_ready a = {.collider = &none, .pose = fk_pose_identity(), .piece = &p};
        fk_ready b = {.collider = &none, .pose = fk_pose_identity(), .piece = &q};
        fk_vec3 n = any_place(&random, 1);
        if (i % 2)
            n = fk_vec3_axis(i % 3, i % 4 < 2 ? 1 : -1);
        if (p.kind == FK_KIND_HALF_SPACE && i % 4 == 0)
            n = fk_vec3_scale(p.as.half.normal, fk_inverse_power(fk_vec3_exponent(p.as.half.normal) + 1));
        fpu_set(i % FPU_MODES);
        bool separates = fk_ready_separates(&a, &b, n);
        fpu_set(0);
        if (separates) /* smooth pieces may be undecided */
            assert_true(fk_pair_verdict(&p, &q) <= FK_APART);
        separated += separates;
    }
    assert_true(separated > 1000 / SHARE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_what_it_says_of_itself),
        cmocka_unit_test(test_scarce_memory),
        cmocka_unit_test_teardown(test_boxes_of_pieces, fpu_usual),
        cmocka_unit_test_teardown(test_boxes_of_round_pieces, fpu_usual),
        cmocka_unit_test(test_boxes_of_half_spaces),
        cmocka_unit_test_teardown(test_boxes_and_volumes, fpu_usual),
        cmocka_unit_test(test_boxes_of_meshes_are_tight),
        cmocka_unit_test(test_places_that_are_not_finite),
        cmocka_unit_test(test_parts_near_a_box),
        cmocka_unit_test_teardown(test_reaches, fpu_usual),
        cmocka_unit_test_teardown(test_no_direction_separates_what_meets, fpu_usual),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
