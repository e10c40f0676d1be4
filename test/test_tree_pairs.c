/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of placed meshes that meet, all pairs, and self-intersections, against all triangles of one with all of the other. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fpu_modes.h"
#include "placed_meshes.h"
#include "scarce_memory.h"
#include "tree/tree.h"

#define PAIRS_MOST 400000

static fk_index_pair truth[PAIRS_MOST];

static size_t brute_force(const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    size_t count = 0;
    for (uint32_t i = 0; i < a->mesh->triangle_count; i++) {
        fk_vec3 p[3], q[3];
        fk_placed_triangle(a, i, p);
        for (uint32_t k = 0; k < b->mesh->triangle_count; k++) {
            fk_placed_triangle(b, k, q);
            if (fk_triangles_meet(p, q)) {
                assert_true(count < PAIRS_MOST);
                truth[count++] = (fk_index_pair){i, k};
            }
        }
    }
    return count;
}

static bool is_listed(fk_index_pair pair, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (truth[i].a == pair.a && truth[i].b == pair.b)
            return true;
    return false;
}

/* Holds both questions against brute force, in both orders; how many pairs meet. */
static size_t check(const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    size_t count = brute_force(a, b);
    fk_pair_list *list = NULL;
    fk_index_pair pair = {FK_NONE, FK_NONE};
    assert_int_equal(fk_placed_pairs(context, a, b, &list), FK_OK);
    assert_int_equal(list->count, count);
    if (count > 0)
        assert_memory_equal(list->pair, truth, count * sizeof *truth);
    fk_pair_list_free(context, list);
    assert_int_equal(fk_placed_meet(a, b, &pair), count > 0);
    assert_true(count > 0 ? is_listed(pair, count) : pair.a == FK_NONE);
    assert_int_equal(fk_placed_meet(b, a, &pair), count > 0);
    if (count > 0)
        assert_true(is_listed((fk_index_pair){pair.b, pair.a}, count));
    assert_int_equal(fk_placed_pairs(context, b, a, &list), FK_OK);
    assert_int_equal(list->count, count);
    for (size_t i = 0; i < list->count; i++) {
        assert_true(is_listed((fk_index_pair){list->pair[i].b, list->pair[i].a}, count));
        assert_true(i == 0 || list->pair[i - 1].a < list->pair[i].a ||
                    (list->pair[i - 1].a == list->pair[i].a && list->pair[i - 1].b < list->pair[i].b));
    }
    fk_pair_list_free(context, list);
    return count;
}

/* ---- Two meshes ---------------------------------------------------------------------------------------- */

static void poses(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    static const char *const name[4] = {"trefoil", "torus", "sphere", "trefoil"};
    size_t meeting = 0, missing = 0;
    for (int m = 0; m < 4; m++) {
        fk_placed_mesh a = placed(generated(name[m], 300), fk_pose_identity());
        fk_placed_mesh b = placed(generated(name[(m + 1) % 4], 150), fk_pose_identity());
        for (int i = 0; i < 60; i++) {
            a.pose = any_pose(&random, 1.5);
            b.pose = any_pose(&random, 1.5);
            size_t count = check(&a, &b);
            meeting += count > 0;
            missing += count == 0;
        }
        drop(&a);
        drop(&b);
    }
    assert_true(meeting > 40 && missing > 40);
}

static void soups(void **state)
{
    (void)state;
    fk_random random = fk_random_make(12);
    for (int m = 0; m < 40; m++) {
        uint32_t count = (uint32_t)fk_random_below(&random, 60);
        fk_placed_mesh a = placed(any_soup(&random, count, 1), fk_pose_identity());
        fk_placed_mesh b =
            placed(any_soup(&random, 40, ldexp(1, -(int)fk_random_below(&random, 4))), fk_pose_identity());
        for (int i = 0; i < 10; i++) {
            a.pose = any_pose(&random, 1);
            b.pose = any_pose(&random, 1);
            check(&a, &b);
        }
        drop(&a);
        drop(&b);
    }
}

/* Lattices of cubes with exact turns and whole steps: they touch in faces, edges and corners, and are apart by nothing else than
 * whole steps. */
static void touching(void **state)
{
    (void)state;
    fk_random random = fk_random_make(13);
    for (int m = 0; m < 12; m++) {
        soup *s = soup_make(), *t = soup_make();
        uint8_t full[27];
        fill_cells(&random, full, 3);
        soup_add_cells(s, full, 3);
        fill_cells(&random, full, 2);
        soup_add_cells(t, full, 2);
        fk_placed_mesh a = placed(soup_mesh(context, s), fk_pose_identity());
        fk_placed_mesh b = placed(soup_mesh(context, t), fk_pose_identity());
        for (int i = 0; i < 12; i++) {
            fk_vec3 place = fk_vec3_make(floor(between(&random, 5)), floor(between(&random, 5)),
                                         floor(between(&random, 5)));
            b.pose = quarter_turn(&random, place);
            a.pose = quarter_turn(&random, fk_vec3_make(0, 0, i & 1 ? 0x1p30 : 0));
            b.pose.translation.z += a.pose.translation.z;
            size_t count = check(&a, &b);
            /* The same one unit in the last place further away. */
            if (count > 0 && i & 1)
                b.pose.translation.z = nextafter(b.pose.translation.z, 0x1p40);
            check(&a, &b);
        }
        drop(&a);
        drop(&b);
        free(s);
        free(t);
    }
}

/* Matrices that are no rotations: exact for what they place all the same. */
static void sloppy_poses(void **state)
{
    (void)state;
    fk_random random = fk_random_make(14);
    fk_placed_mesh a = placed(generated("trefoil", 200), fk_pose_identity());
    fk_placed_mesh b = placed(generated("sphere", 100), fk_pose_identity());
    for (int i = 0; i < 150; i++) {
        a.pose = any_pose(&random, 1);
        b.pose = any_pose(&random, 1);
        double off = ldexp(1, -(int)fk_random_below(&random, 45)) * 3;
        for (int k = 0; k < 9; k++) {
            a.pose.rotation[k / 3][k % 3] += between(&random, off);
            b.pose.rotation[k / 3][k % 3] += i % 3 == 0 ? between(&random, off) : 0;
        }
        check(&a, &b);
    }
    drop(&a);
    drop(&b);
}

/* All sizes of numbers, all states of the floating-point unit. */
static void sizes_and_modes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(15);
    static const double size[] = {1, 0x1p-1070, 0x1p-1020, 1e-300, 1e-30, 1e30, 1e150, 1e300, 4e307};
    for (int m = 0; m < 9; m++) {
        fk_placed_mesh a = placed(any_soup(&random, 30, size[m]), fk_pose_identity());
        fk_placed_mesh b = placed(any_soup(&random, 30, size[m]), fk_pose_identity());
        for (int mode = 0; mode < FPU_MODES; mode++) {
            a.pose = any_pose(&random, size[m]);
            b.pose = any_pose(&random, size[m]);
            fpu_set(mode);
            fk_placed_mesh c = placed(b.mesh, b.pose); /* built in this mode */
            check(&a, &b);
            check(&a, &c);
            fpu_set(0);
            fk_tree_free(context, (fk_tree *)c.tree);
        }
        drop(&a);
        drop(&b);
    }
}

/* One that is far smaller than the other, and in some place of it; both far from the origin. */
static void far_and_small(void **state)
{
    (void)state;
    fk_random random = fk_random_make(16);
    for (int i = 0; i < 60; i++) {
        fk_placed_mesh a = placed(generated("sphere", 200), any_pose(&random, 1));
        fk_placed_mesh b = placed(any_soup(&random, 30, ldexp(1, -(i % 30))), any_pose(&random, 1));
        /* Onto a corner of a. */
        b.pose.translation =
            fk_pose_apply(&a.pose, a.mesh->point[fk_random_below(&random, a.mesh->vertex_count)]);
        double far = i % 2 ? ldexp(1, i) : 0;
        a.pose.translation.x += far;
        b.pose.translation.x += far;
        check(&a, &b);
        drop(&a);
        drop(&b);
    }
}

/* ---- One mesh ------------------------------------------------------------------------------------------ */

/* Whether two triangles with small whole coordinates meet beside what they share, by triangles that have a tiny part near that cut
 * off: what they have in common is far longer. Degenerate ones on a line are not asked. */
static bool meet_cut_off(const fk_vec3 *const a[3], const fk_vec3 *const b[3], uint32_t shared)
{
    double t = 0x1p-20;
    fk_vec3 cut[4];
    uint32_t count = 0;
    for (uint32_t k = shared; k < 3; k++)
        cut[count++] = *b[k];
    for (uint32_t k = 0; k < shared; k++)
        for (uint32_t l = shared; l < 3; l++)
            cut[count++] = fk_vec3_add(*b[k], fk_vec3_scale(fk_vec3_sub(*b[l], *b[k]), t));
    fk_piece p = fk_piece_triangle(*a[0], *a[1], *a[2]), q = fk_piece_hull(cut, count);
    return fk_pair_verdict(&p, &q) != FK_APART;
}

static bool on_line(const fk_vec3 *const p[3])
{
    fk_vec3 n = fk_vec3_cross(fk_vec3_sub(*p[1], *p[0]), fk_vec3_sub(*p[2], *p[0]));
    return n.x == 0 && n.y == 0 && n.z == 0;
}

/* The truth for triangles of which no one is on a line; FK_UNDECIDED-like -1 else. */
static int meet_truth(const fk_mesh *mesh, uint32_t i, uint32_t k)
{
    const uint32_t *s = mesh->triangle[i].corner, *t = mesh->triangle[k].corner;
    const fk_vec3 *a[3], *b[3];
    uint32_t shared = 0, rest_a = 3, rest_b = 3;
    for (int p = 0; p < 3; p++) {
        bool found = false;
        for (int q = 0; q < 3; q++)
            if (s[p] == t[q]) {
                a[shared] = b[shared] = mesh->point + s[p];
                shared++;
                found = true;
                break;
            }
        if (!found)
            a[--rest_a] = mesh->point + s[p];
    }
    for (int q = 0; q < 3; q++)
        if (t[q] != s[0] && t[q] != s[1] && t[q] != s[2])
            b[--rest_b] = mesh->point + t[q];
    if (rest_a != shared || rest_b != shared || on_line(a) || on_line(b))
        return -1;
    return shared == 3 || meet_cut_off(a, b, shared);
}

static void self_pairs(void **state)
{
    (void)state;
    fk_random random = fk_random_make(17);
    size_t kind[4] = {0, 0, 0, 0};
    for (int m = 0; m < 300; m++) {
        soup *s = soup_make();
        double range = m % 2 ? 3 : 5;
        for (int i = 0; i < 14; i++) {
            fk_vec3 p[3];
            for (int k = 0; k < 3; k++)
                p[k] = fk_vec3_make(floor(fk_random_between(&random, 0, range)),
                                    floor(fk_random_between(&random, 0, range)),
                                    floor(fk_random_between(&random, 0, m % 3 == 0 ? 1 : range)));
            soup_add(s, p[0], p[1], p[2]);
        }
        fk_placed_mesh a = placed(soup_mesh(context, s), fk_pose_identity());
        a.pose = quarter_turn(&random, fk_vec3_make(1, 2, 3));
        fk_pair_list *list = NULL;
        assert_int_equal(fk_placed_self_pairs(context, &a, &list), FK_OK);
        size_t at = 0;
        for (uint32_t i = 0; i < 14; i++)
            for (uint32_t k = i + 1; k < 14; k++) {
                bool listed = at < list->count && list->pair[at].a == i && list->pair[at].b == k;
                at += listed;
                int meet = meet_truth(a.mesh, i, k);
                kind[meet + 1]++;
                if (meet >= 0)
                    assert_int_equal(listed, meet);
            }
        assert_int_equal(at, list->count);
        fk_pair_list_free(context, list);
        drop(&a);
        free(s);
    }
    assert_true(kind[1] > 1000 && kind[2] > 1000);
}

/* Whether two triangles by places are listed. */
static bool are_listed(const double (*p)[3])
{
    soup *s = soup_make();
    for (int i = 0; i < 6; i += 3)
        soup_add(s, fk_vec3_make(p[i][0], p[i][1], p[i][2]),
                 fk_vec3_make(p[i + 1][0], p[i + 1][1], p[i + 1][2]),
                 fk_vec3_make(p[i + 2][0], p[i + 2][1], p[i + 2][2]));
    fk_placed_mesh a = placed(soup_mesh(context, s), fk_pose_identity());
    fk_pair_list *list = NULL;
    assert_int_equal(fk_placed_self_pairs(context, &a, &list), FK_OK);
    bool listed = list->count == 1;
    fk_pair_list_free(context, list);
    drop(&a);
    free(s);
    return listed;
}

static void self_without_area(void **state)
{
    (void)state;
    static const struct {
        bool listed;
        double place[6][3];
    } row[] = {
        {true, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 4, 0}, {0, 0, 0}, {4, 0, 0}}},  /* twice */
        {false, {{0, 0, 0}, {4, 0, 0}, {2, 0, 0}, {4, 0, 0}, {0, 0, 0}, {2, 0, 0}}}, /* a segment twice */
        {false, {{0, 0, 0}, {4, 0, 0}, {4, 0, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, /* a side of the other */
        {false, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, /* a corner of it */
        {true, {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}},  /* a point in it */
        {true, {{2, 0, 0}, {2, 0, 0}, {2, 0, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}},  /* on its side */
        {false,
         {{0, 0, 0}, {4, 0, 0}, {2, 0, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, /* two corners on one side */
        {false, {{0, 0, 0}, {4, 0, 0}, {6, 0, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}},
        {true, {{0, 0, 0}, {4, 0, 0}, {6, 0, 0}, {0, 0, 0}, {4, 0, 0}, {9, 0, 0}}}, /* beyond one end */
        {false, {{0, 0, 0}, {4, 0, 0}, {6, 0, 0}, {0, 0, 0}, {4, 0, 0}, {-9, 0, 0}}},
        {true, {{0, 0, 0}, {4, 0, 0}, {-6, 0, 0}, {0, 0, 0}, {4, 0, 0}, {-9, 0, 0}}},
        {false, {{0, 0, 0}, {4, 0, 0}, {1, 0, 0}, {0, 0, 0}, {4, 0, 0}, {2, 0, 0}}},
        {false, {{0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {0, 0, 0}, {0, 4, 0}, {0, 0, 4}}}, /* a corner of both */
        {true, {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0, 0, 0}, {3, 3, 3}, {0, 9, 0}}},  /* along a side */
        {true,
         {{0, 0, 0}, {1, 1, 1}, {-2, -2, -2}, {0, 0, 0}, {-3, -3, -3}, {0, 9, 0}}}, /* u in the middle */
        {false, {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0, 0, 0}, {-3, -3, -3}, {0, 9, 0}}},
        {true, {{0, 0, 0}, {1, 1, 1}, {-1, -1, -1}, {0, 0, 0}, {2, 2, 2}, {-2, -2, -2}}}, /* in both */
        {false, {{0, 0, 0}, {1, 1, 1}, {-1, -1, -1}, {0, 0, 0}, {2, 2, 1}, {-2, -2, -1}}},
        {true, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {4, 0, 0}, {1, 1, 0}}}, /* folded over */
        {false, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {4, 0, 0}, {1, -1, 0}}},
        {false, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {4, 0, 0}, {1, 1, 1}}},
        {true, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {1, 1, -1}, {1, 1, 1}}}, /* through a corner */
        {false, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {-1, -1, -1}, {-1, -1, 1}}},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        double turned[6][3];
        for (int turn = 0; turn < 9; turn++) {
            for (int k = 0; k < 6; k++) /* each triangle begins with each corner */
                memcpy(turned[k], row[i].place[k / 3 * 3 + (k % 3 + (k < 3 ? turn % 3 : turn / 3)) % 3],
                       sizeof turned[k]);
            assert_int_equal(are_listed(turned), row[i].listed);
            double swapped[6][3];
            memcpy(swapped, turned + 3, sizeof swapped / 2);
            memcpy(swapped + 3, turned, sizeof swapped / 2);
            assert_int_equal(are_listed(swapped), row[i].listed);
        }
    }
}

/* A solid has no self-intersections, also when it is placed with rounding; two that were joined have those of the pair. */
static void self_of_solids(void **state)
{
    (void)state;
    fk_random random = fk_random_make(18);
    fk_mesh *knot = generated("trefoil", 4000);
    fk_placed_mesh a = placed(knot, any_pose(&random, 1));
    fk_pair_list *list = NULL;
    assert_int_equal(fk_placed_self_pairs(context, &a, &list), FK_OK);
    assert_int_equal(list->count, 0);
    fk_pair_list_free(context, list);
    drop(&a);

    for (int i = 0; i < 10; i++) {
        soup *s = soup_make();
        fk_placed_mesh one = placed(generated("torus", 200), any_pose(&random, 0.5));
        fk_placed_mesh two = placed(generated("torus", 200), any_pose(&random, 0.5));
        for (int m = 0; m < 2; m++) {
            const fk_placed_mesh *of = m == 0 ? &one : &two;
            for (uint32_t t = 0; t < of->mesh->triangle_count; t++) {
                fk_vec3 p[3];
                fk_placed_triangle(of, t, p);
                soup_add(s, p[0], p[1], p[2]);
            }
        }
        size_t count = brute_force(&one, &two);
        fk_placed_mesh both = placed(soup_mesh(context, s), fk_pose_identity());
        assert_int_equal(fk_placed_self_pairs(context, &both, &list), FK_OK);
        assert_int_equal(list->count, count);
        for (size_t k = 0; k < count; k++) {
            assert_int_equal(list->pair[k].a, truth[k].a);
            assert_int_equal(list->pair[k].b, truth[k].b + one.mesh->triangle_count);
        }
        fk_pair_list_free(context, list);
        drop(&one);
        drop(&two);
        drop(&both);
        free(s);
    }
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static void memory_runs_out(void **state)
{
    (void)state;
    fk_random random = fk_random_make(19);
    fk_placed_mesh a = placed(generated("trefoil", 300), fk_pose_identity());
    fk_placed_mesh b = placed(generated("trefoil", 300), any_pose(&random, 0.1));
    memory m = {0, SIZE_MAX};
    fk_context *scarce = memory_context(&m);
    size_t used = m.used;
    for (int self = 0; self < 2; self++) {
        fk_pair_list *list = NULL;
        fk_status status = FK_ERROR_MEMORY;
        for (size_t k = 0; status != FK_OK; k++) {
            m.fail_at = k;
            status = self ? fk_placed_self_pairs(scarce, &a, &list) : fk_placed_pairs(scarce, &a, &b, &list);
            assert_int_equal(status == FK_OK, list != NULL);
            if (list == NULL)
                assert_int_equal(m.used, used);
            assert_true(k < 100);
        }
        assert_true(self || list->count > 0);
        fk_pair_list_free(scarce, list);
        assert_int_equal(m.used, used);
    }
    fk_context_destroy(scarce);
    drop(&a);
    drop(&b);
}

/* A mesh that is one point, on the surface of a box: its tree has a unit of next to nothing. */
static void one_point(void **state)
{
    (void)state;
    fk_random random = fk_random_make(77);
    for (int i = 0; i < 400; i++) {
        double scale = i % 2 ? 1 : 0x1p-500;
        soup *box = soup_make(), *dot = soup_make();
        soup_add_box(box, -scale, -scale, -scale, scale, scale, scale);
        fk_vec3 whole[2];
        for (int k = 0; k < 2; k++) {
            double c[3];
            for (int j = 0; j < 3; j++)
                c[j] = 0.5 * scale * ((double)fk_random_below(&random, 5) - 2);
            whole[k] = fk_vec3_make(c[0], c[1], k == 0 ? scale : c[2]);
        }
        fk_pose pose = quarter_turn(&random, whole[1]);
        fk_vec3 at = fk_pose_apply(&pose, whole[0]);
        soup_add(dot, at, at, at);
        fk_mesh *box_mesh = soup_mesh(context, box), *dot_mesh = soup_mesh(context, dot);
        for (int mode = 0; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            fk_placed_mesh a = placed(box_mesh, pose), b = placed(dot_mesh, fk_pose_identity());
            bool meet = fk_placed_meet(&a, &b, NULL), back = fk_placed_meet(&b, &a, NULL);
            fpu_set(0);
            assert_true(meet && back);
            fk_tree_free(context, (fk_tree *)a.tree);
            fk_tree_free(context, (fk_tree *)b.tree);
        }
        fk_mesh_free(context, box_mesh);
        fk_mesh_free(context, dot_mesh);
        free(box);
        free(dot);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses),
        cmocka_unit_test(soups),
        cmocka_unit_test(touching),
        cmocka_unit_test(sloppy_poses),
        cmocka_unit_test_teardown(sizes_and_modes, fpu_usual),
        cmocka_unit_test(far_and_small),
        cmocka_unit_test_teardown(one_point, fpu_usual),
        cmocka_unit_test(self_pairs),
        cmocka_unit_test(self_without_area),
        cmocka_unit_test(self_of_solids),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
