/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of frames between placed trees, in rational numbers: the margin holds for rotations, for matrices that are none, far
 * from the origin, for all sizes, and in every state of the floating-point unit. */

#include <gmp.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fpu_modes.h"
#include "placed_meshes.h"
#include "tree/tree.h"

/* ---- Rational vectors ---------------------------------------------------------------------------------- */

typedef mpq_t vector[3];

static void vector_init(vector v)
{
    mpq_inits(v[0], v[1], v[2], (mpq_ptr)NULL);
}

static void vector_clear(vector v)
{
    mpq_clears(v[0], v[1], v[2], (mpq_ptr)NULL);
}

static void add_multiple(mpq_t sum, double weight, double x)
{
    mpq_t p, q;
    mpq_inits(p, q, (mpq_ptr)NULL);
    mpq_set_d(p, weight);
    mpq_set_d(q, x);
    mpq_mul(p, p, q);
    mpq_add(sum, sum, p);
    mpq_clears(p, q, (mpq_ptr)NULL);
}

/* The mean of points by weights that add up to 1. */
static void mean(vector out, const fk_vec3 p[3], const double weight[3])
{
    for (int i = 0; i < 3; i++) {
        mpq_set_ui(out[i], 0, 1);
        for (int k = 0; k < 3; k++)
            add_multiple(out[i], weight[k], fk_vec3_get(p[k], i));
    }
}

/* From places of a mesh to tree units. */
static void to_tree(vector v, const fk_tree *tree)
{
    mpq_t unit;
    mpq_init(unit);
    mpq_set_d(unit, tree->unit);
    for (int i = 0; i < 3; i++) {
        add_multiple(v[i], -1, fk_vec3_get(tree->origin, i));
        mpq_div(v[i], v[i], unit);
    }
    mpq_clear(unit);
}

static void square_sum(mpq_t out, vector v)
{
    mpq_t x;
    mpq_init(x);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < 3; i++) {
        mpq_mul(x, v[i], v[i]);
        mpq_add(out, out, x);
    }
    mpq_clear(x);
}

/* ---- The claim ----------------------------------------------------------------------------------------- */

/* How often the margin was needed: the claim would not hold without. */
static int needed;

/* |d| <= stretch e + margin, where e is the length of `apart` in the unit of a: with squares, |d|^2 <= s^2 e^2 + m^2 + 2 s m e, and
 * s^2 e^2 + m^2 alone are enough where they are. */
static void check_claim(const fk_tree_frame *f, vector x, vector y, vector apart, double unit)
{
    vector d;
    mpq_t length, way, margin, stretch, sum;
    if (!(f->margin < HUGE_VAL) || !(f->stretch < HUGE_VAL))
        return;
    mpq_inits(length, way, margin, stretch, sum, (mpq_ptr)NULL);
    vector_init(d);
    for (int i = 0; i < 3; i++) {
        mpq_set(d[i], x[i]);
        add_multiple(d[i], -1, f->shift[i]);
        for (int k = 0; k < 3; k++) {
            mpq_set_d(sum, f->turn[i][k]);
            mpq_mul(sum, sum, y[k]);
            mpq_sub(d[i], d[i], sum);
        }
        mpq_set_d(sum, unit);
        mpq_div(apart[i], apart[i], sum);
    }
    square_sum(length, d);
    square_sum(way, apart);
    mpq_set_d(stretch, f->stretch);
    mpq_mul(way, way, stretch);
    mpq_mul(way, way, stretch); /* (s e)^2 */
    needed += mpq_cmp(length, way) > 0;
    mpq_set_d(margin, f->margin);
    mpq_mul(margin, margin, margin);
    /* |d|^2 - (s e)^2 - m^2 <= 2 s e m */
    mpq_sub(length, length, way);
    mpq_sub(length, length, margin);
    if (mpq_sgn(length) > 0) {
        mpq_mul(length, length, length);
        mpq_mul(sum, way, margin);
        mpq_set_d(stretch, 4);
        mpq_mul(sum, sum, stretch);
        assert_true(mpq_cmp(length, sum) <= 0);
    }
    mpq_clears(length, way, margin, stretch, sum, (mpq_ptr)NULL);
    vector_clear(d);
}

/* ---- Cases --------------------------------------------------------------------------------------------- */

typedef struct one {
    fk_vec3 point[3], placed[3];
    fk_triangle triangle;
    fk_mesh mesh;
    fk_tree tree;
    fk_placed_mesh at;
} one;

/* A triangle with a tree that is large enough. */
static void make_one(one *o, fk_random *random, double size)
{
    fk_vec3 at = any_place(random, fk_random_below(random, 2) ? 0 : size * 100);
    for (int k = 0; k < 3; k++)
        o->point[k] = fk_vec3_add(at, any_place(random, size));
    o->triangle = (fk_triangle){{0, 1, 2}};
    o->mesh = (fk_mesh){.vertex_count = 3, .triangle_count = 1, .point = o->point, .triangle = &o->triangle};
    o->tree = (fk_tree){.origin = at, .unit = ldexp(1, ilogb(size) + 2)};
    o->at = (fk_placed_mesh){.mesh = &o->mesh, .tree = &o->tree};
    o->at.pose = fk_pose_from_rpy(any_place(random, ldexp(size, (int)fk_random_below(random, 30))),
                                  any_place(random, 3));
}

static void make_sloppy(fk_pose *pose, fk_random *random)
{
    double off = ldexp(1, -(int)fk_random_below(random, 55));
    for (int i = 0; i < 9; i++)
        pose->rotation[i / 3][i % 3] += between(random, off);
}

static void place_one(one *o)
{
    for (int k = 0; k < 3; k++)
        o->placed[k] = fk_pose_apply(&o->at.pose, o->point[k]);
}

/* Moves b's triangle so that its first corner is placed near one of a. */
static void bring_near(one *b, const one *a)
{
    fk_pose back = fk_pose_inverse(&b->at.pose);
    fk_vec3 p = fk_pose_apply(&back, a->placed[0]);
    fk_vec3 move = fk_vec3_sub(p, b->point[0]);
    for (int k = 0; k < 3; k++)
        b->point[k] = fk_vec3_add(b->point[k], move);
    b->tree.origin = fk_vec3_add(b->tree.origin, move);
    b->tree.unit *= 4;
}

static void check_pair(one *a, one *b, const fk_tree_frame *f, const double weight[3])
{
    static const double first[3] = {1, 0, 0};
    vector x, y, p, q;
    vector_init(x);
    vector_init(y);
    vector_init(p);
    vector_init(q);
    const double *w = weight[0] == 1 ? first : weight;
    mean(x, a->point, w);
    mean(p, a->placed, w);
    mean(y, b->point, w);
    mean(q, b->placed, w);
    to_tree(x, &a->tree);
    to_tree(y, &b->tree);
    for (int i = 0; i < 3; i++)
        mpq_sub(p[i], p[i], q[i]);
    check_claim(f, x, y, p, a->tree.unit);
    vector_clear(x);
    vector_clear(y);
    vector_clear(p);
    vector_clear(q);
}

static void run(fk_random *random, int mode, double size_a, double size_b, bool sloppy)
{
    one a, b;
    static const double corner[3] = {1, 0, 0}, inside[3] = {0.5, 0.375, 0.125};
    make_one(&a, random, size_a);
    make_one(&b, random, size_b);
    if (sloppy) {
        make_sloppy(&a.at.pose, random);
        make_sloppy(&b.at.pose, random);
    }
    b.at.pose.translation = a.at.pose.translation;
    fpu_set(mode);
    place_one(&a);
    fpu_set(0);
    bring_near(&b, &a);
    fpu_set(mode);
    place_one(&b);
    fk_tree_frame f = fk_tree_frame_make(&a.at, &b.at), back = fk_tree_frame_make(&b.at, &a.at);
    fpu_set(0);
    check_pair(&a, &b, &f, corner);
    check_pair(&a, &b, &f, inside);
    check_pair(&b, &a, &back, corner);
    check_pair(&b, &a, &back, inside);
}

static void margins(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    needed = 0;
    for (int i = 0; i < 4000; i++)
        run(&random, i % FPU_MODES, 1, ldexp(1, (int)fk_random_below(&random, 20) - 10), i % 3 == 0);
    assert_true(needed > 1000);
}

static void margins_of_all_sizes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    for (int i = 0; i < 2000; i++) {
        int exponent = (int)fk_random_below(&random, 1850) - 890;
        run(&random, i % FPU_MODES, ldexp(1, exponent), ldexp(1, exponent - 5), i % 2 == 0);
    }
}

/* Places in the world, and how far a mesh reaches. */
static void from_world(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    static const double corner[3] = {1, 0, 0}, inside[3] = {0.5, 0.375, 0.125};
    needed = 0;
    for (int i = 0; i < 2000; i++) {
        one a;
        make_one(&a, &random, ldexp(1, (int)fk_random_below(&random, 60) - 30));
        if (i % 2)
            make_sloppy(&a.at.pose, &random);
        fpu_set(i % FPU_MODES);
        place_one(&a);
        fk_vec3 extent = {0, 0, 0};
        for (int k = 0; k < 3; k++) {
            extent.x = fmax(extent.x, fabs(a.placed[k].x));
            extent.y = fmax(extent.y, fabs(a.placed[k].y));
            extent.z = fmax(extent.z, fabs(a.placed[k].z));
        }
        fk_tree_frame f = fk_tree_frame_from_world(&a.at, extent);
        double reach = fk_placed_max_coordinate(&a.at);
        fpu_set(0);
        assert_true(extent.x <= reach && extent.y <= reach && extent.z <= reach);
        for (int w = 0; w < 2; w++) {
            vector x, y, zero;
            vector_init(x);
            vector_init(y);
            vector_init(zero);
            mean(x, a.point, w ? corner : inside);
            mean(y, a.placed, w ? corner : inside);
            to_tree(x, &a.tree);
            check_claim(&f, x, y, zero, a.tree.unit);
            vector_clear(x);
            vector_clear(y);
            vector_clear(zero);
        }
    }
    assert_true(needed > 1000);
}

/* The margin of a rotation near the origin is small, and nothing is claimed where numbers overflow. */
static void margins_are_small(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    one a, b;
    for (int i = 0; i < 100; i++) {
        make_one(&a, &random, 1);
        make_one(&b, &random, 1);
        a.tree.origin = b.tree.origin = fk_vec3_make(0, 0, 0);
        a.at.pose.translation = b.at.pose.translation = fk_vec3_make(1, 1, 1);
        fk_tree_frame f = fk_tree_frame_make(&a.at, &b.at);
        assert_true(f.margin > 0 && f.margin < 1e-11);
        assert_true(f.stretch >= 1 && f.stretch < 1 + 1e-9);
    }
    a.tree.unit = 0x1p1022;
    assert_false(fk_tree_frame_make(&a.at, &b.at).margin < HUGE_VAL);
    assert_false(fk_tree_frame_make(&b.at, &a.at).margin < HUGE_VAL);
}

/* ---- Visits -------------------------------------------------------------------------------------------- */

static bool count_one(void *user, uint32_t triangle)
{
    ((uint32_t *)user)[triangle]++;
    return true;
}

static bool stop(void *user, uint32_t triangle)
{
    (void)triangle;
    return ++*(uint32_t *)user < 3;
}

/* Every triangle whose placed box meets the box is visited, once. */
static void visits(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    enum { COUNT = 60 };
    fk_vec3 point[3 * COUNT];
    fk_triangle triangle[COUNT];
    for (int m = 0; m < 200; m++) {
        double size = ldexp(1, (int)fk_random_below(&random, 1900) - 950);
        for (uint32_t i = 0; i < 3 * COUNT; i++) {
            point[i] = fk_vec3_add(i % 3 ? point[i - i % 3] : any_place(&random, size),
                                   any_place(&random, size / 9));
            triangle[i / 3].corner[i % 3] = i;
        }
        fk_mesh mesh = {
            .vertex_count = 3 * COUNT, .triangle_count = COUNT, .point = point, .triangle = triangle};
        fk_tree *tree = NULL;
        fpu_set(m % FPU_MODES);
        assert_int_equal(fk_tree_build(context, &mesh, NULL, &tree), FK_OK);
        fk_placed_mesh a = {.mesh = &mesh, .tree = tree};
        a.pose = fk_pose_from_rpy(any_place(&random, size), any_place(&random, 3));
        for (int i = 0; i < 40; i++) {
            uint32_t seen[COUNT] = {0}, few = 0;
            fk_vec3 low = any_place(&random, 2 * size), high;
            high = fk_vec3_add(low, fk_vec3_make(fk_random_unit(&random) * size, size / 4, size / (1 + i)));
            if (i == 0)
                high = fk_vec3_make(HUGE_VAL, HUGE_VAL, HUGE_VAL);
            if (i < 2)
                low = fk_vec3_make(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL);
            if (i == 2) { /* exactly at a corner */
                fk_vec3 corner[3];
                fk_placed_triangle(&a, 7, corner);
                low = high = corner[0];
            }
            fk_aabb box = {low, high};
            assert_true(fk_placed_visit(&a, &box, count_one, seen));
            for (uint32_t t = 0; t < COUNT; t++) {
                fk_vec3 corner[3];
                bool meets = false;
                fk_placed_triangle(&a, t, corner);
                for (int k = 0; k < 3; k++)
                    meets |= corner[k].x >= low.x && corner[k].x <= high.x && corner[k].y >= low.y &&
                             corner[k].y <= high.y && corner[k].z >= low.z && corner[k].z <= high.z;
                assert_true(seen[t] <= 1 && (!meets || seen[t] == 1));
                assert_true(i > 0 || seen[t] == 1);
            }
            if (i == 0) {
                assert_false(fk_placed_visit(&a, &box, stop, &few));
                assert_int_equal(few, 3);
            }
        }
        fpu_set(0);
        fk_tree_free(context, tree);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(margins, fpu_usual),
        cmocka_unit_test_teardown(margins_of_all_sizes, fpu_usual),
        cmocka_unit_test_teardown(from_world, fpu_usual),
        cmocka_unit_test(margins_are_small),
        cmocka_unit_test_teardown(visits, fpu_usual),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
