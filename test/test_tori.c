/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tori as trees of cells, and the printed search on them: the tetrahedra cover the torus and do not overlap,
 * the trees hold to the rules, the print made right finds what the test of all pairs finds, and the print as
 * it is loses what its mistakes lose. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/farkas.h"
#include "sanitized.h"
#include "printed/search_paper.h"
#include "gen/family.h"
#include "papers/tori.h"

#define PI       3.141592653589793
#define SEGMENTS 40
#define NODES    (1 + TORI_TETRAHEDRA * SEGMENTS)

static fk_cell_input input[2][NODES];
static paper_node node[2][NODES];

static fk_piece piece_of(const fk_cell_input *in)
{
    const fk_cell *c = &in->cell;
    return in->kind == FK_KIND_BOX ? fk_piece_box(c->origin, c->edge[0], c->edge[1], c->edge[2])
                                   : fk_piece_tetra(c->origin, c->edge[0], c->edge[1], c->edge[2]);
}

/* ---- The tori ------------------------------------------------------------------------------------------ */

/* A point of the solid torus: on its surface for depth 1. */
static fk_vec3 point_of(const torus *t, double ring, double tube, double depth)
{
    double out = t->major + depth * t->minor * fk_cos(tube);
    return fk_pose_apply(
        &t->pose, fk_vec3_make(out * fk_cos(ring), out * fk_sin(ring), depth * t->minor * fk_sin(tube)));
}

static bool is_covered(fk_vec3 at, uint32_t nodes)
{
    fk_piece point = fk_piece_point(at), root = piece_of(&input[0][0]);
    assert_int_not_equal(fk_pair_verdict(&point, &root), FK_APART);
    for (uint32_t i = 1; i < nodes; i++) {
        fk_piece leaf = piece_of(&input[0][i]);
        if (fk_pair_verdict(&point, &leaf) != FK_APART)
            return true;
    }
    return false;
}

static void test_tetrahedra_cover_the_torus(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    for (uint32_t segments = 4; segments <= SEGMENTS; segments += 6) {
        torus t = tori_draw(&random, 5);
        tori_nodes(&t, segments, input[0]);
        for (int i = 0; i < (400 / SHARE); i++) {
            /* Half of them on the surface, and a quarter in the planes between segments or in the middle of
             * one. */
            double ring = i % 4 == 0 ? PI * (double)fk_random_below(&random, 2 * segments) / segments
                                     : fk_random_between(&random, 0, 2 * PI);
            double depth = i % 2 == 0 ? 1 : fk_random_unit(&random);
            fk_vec3 at = point_of(&t, ring, fk_random_between(&random, 0, 2 * PI), depth);
            assert_true(is_covered(at, tori_node_count(segments)));
        }
    }
}

static double volume_of(const fk_cell *c)
{
    return fabs(fk_vec3_dot(c->edge[0], fk_vec3_cross(c->edge[1], c->edge[2]))) / 6;
}

/* They fill the ring of prisms once: its volume by Guldin's rule, made right for prisms. */
static void test_tetrahedra_do_not_overlap(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    for (uint32_t segments = 4; segments <= SEGMENTS; segments *= 2) {
        torus t = tori_draw(&random, 5);
        tori_nodes(&t, segments, input[0]);
        double inner = t.major - t.minor, outer = (t.major + t.minor) / cos(PI / segments);
        double middle = 0.5 * (inner + outer), radius = 0.5 * (outer - inner) / cos(PI / 10), sum = 0;
        double area = 5 * radius * radius * sin(PI / 5);
        for (uint32_t i = 1; i < tori_node_count(segments); i++)
            sum += volume_of(&input[0][i].cell);
        double want = segments * sin(2 * PI / segments) * middle * area;
        assert_true(fabs(sum - want) < 1e-6 * want);
    }
}

/* A face by its corners, in order. */
typedef struct face {
    fk_vec3 corner[3];
} face;

static int compare_points(const void *a, const void *b)
{
    const fk_vec3 *p = a, *q = b;
    for (int k = 0; k < 3; k++) {
        double x = fk_vec3_get(*p, k), y = fk_vec3_get(*q, k);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static int compare_faces(const void *a, const void *b)
{
    const face *p = a, *q = b;
    int order = 0;
    for (int i = 0; i < 3 && order == 0; i++)
        order = compare_points(&p->corner[i], &q->corner[i]);
    return order;
}

/* Neighbours cut the face between them in the same way: each is that of two tetrahedra, or of the surface. */
static void test_tetrahedra_share_faces(void **state)
{
    (void)state;
    static face all[4 * NODES];
    fk_random random = fk_random_make(6);
    torus t = tori_draw(&random, 5);
    size_t count = 0, single = 0;
    tori_nodes(&t, SEGMENTS, input[0]);
    for (uint32_t i = 1; i < NODES; i++)
        for (int left_out = 0; left_out < 4; left_out++) {
            face *f = &all[count++];
            int corners = 0;
            for (int k = 0; k < 4; k++) {
                const fk_cell *c = &input[0][i].cell;
                if (k != left_out)
                    f->corner[corners++] = k == 0 ? c->origin : fk_vec3_add(c->origin, c->edge[k - 1]);
            }
            qsort(f->corner, 3, sizeof f->corner[0], compare_points);
        }
    qsort(all, count, sizeof all[0], compare_faces);
    for (size_t i = 0; i < count;) {
        size_t same = 1;
        while (i + same < count && compare_faces(&all[i], &all[i + same]) == 0)
            same++;
        assert_true(same <= 2);
        single += same == 1;
        i += same;
    }
    assert_int_equal(single, 20 * SEGMENTS);
}

static void test_trees_are_sound(void **state)
{
    (void)state;
    fk_context *context = NULL;
    fk_random random = fk_random_make(3);
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (uint32_t segments = 10; segments <= SEGMENTS; segments *= 2) {
        torus t = tori_draw(&random, 50);
        fk_cell_tree *tree = NULL;
        tori_nodes(&t, segments, input[0]);
        uint32_t nodes = tori_node_count(segments);
        assert_int_equal(nodes, 20 * segments + 1);
        assert_int_equal(fk_cell_tree_of_nodes(context, input[0], nodes, 0, NULL, &tree), FK_OK);
        assert_int_equal(tree->level_count, 2);
        assert_int_equal(tree->leaf_count, nodes - 1);
        assert_int_equal(fk_cell_tree_check(context, tree, NULL), FK_OK);
        fk_cell_tree_free(context, tree);
    }
    fk_context_destroy(context);
}

/* ---- The printed search -------------------------------------------------------------------------------- */

/* Links two objects below a world. */
static paper_node world_of(uint32_t nodes_a, uint32_t nodes_b)
{
    paper_node world = {.child = node[0]};
    paper_link(input[0], nodes_a, 0, node[0]);
    paper_link(input[1], nodes_b, 1, node[1]);
    node[0][0].next = &node[1][0];
    return world;
}

static bool is_leaf(uint32_t object, uint32_t i)
{
    return node[object][i].child == NULL;
}

static size_t count_all(uint32_t nodes_a, uint32_t nodes_b)
{
    size_t count = 0;
    for (uint32_t i = 0; i < nodes_a; i++)
        for (uint32_t k = 0; k < nodes_b; k++)
            count += is_leaf(0, i) && is_leaf(1, k) &&
                     fk_pair_verdict(&node[0][i].piece, &node[1][k].piece) != FK_APART;
    return count;
}

/* All hits are true, and none is there twice. */
static void check_hits(const paper_search *s)
{
    for (size_t i = 0; i < s->hit_count; i++) {
        const paper_hit *h = &s->hit[i];
        assert_int_equal(h->object_m, 1);
        assert_true(is_leaf(0, h->node_p) && is_leaf(1, h->node_m));
        assert_int_not_equal(fk_pair_verdict(&node[0][h->node_p].piece, &node[1][h->node_m].piece), FK_APART);
        for (size_t k = 0; k < i; k++)
            assert_false(s->hit[k].node_p == h->node_p && s->hit[k].node_m == h->node_m);
    }
}

static size_t search(paper_node *world, bool is_right, bool first)
{
    paper_search s = {.is_right = is_right, .stops_at_hit = first};
    paper_search_collisions(&s, node[0], world);
    assert_false(s.is_out_of_memory);
    if (is_right)
        check_hits(&s);
    size_t count = s.hit_count;
    assert_true(s.pair_tests > 0 && s.quick_tests >= s.pair_tests - 1);
    paper_search_end(&s);
    return count;
}

static void test_made_right_it_finds_all(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    size_t met = 0, lost = 0;
    for (int i = 0; i < (40 / SHARE); i++) {
        for (int k = 0; k < 2; k++) {
            torus t = tori_draw(&random, 1);
            tori_nodes(&t, 4 + 2 * (uint32_t)k, input[k]);
        }
        uint32_t nodes[2] = {tori_node_count(4), tori_node_count(6)};
        paper_node world = world_of(nodes[0], nodes[1]);
        size_t all = count_all(nodes[0], nodes[1]);
        assert_int_equal(search(&world, true, false), all);
        assert_int_equal(search(&world, true, true), all > 0);
        size_t printed = search(&world, false, false);
        met += all > 0;
        lost += printed < all;
    }
    assert_true(met > 1 && lost > 1);
}

/* As printed, collisions of P's children with a leaf M are lost; not so when P is the leaf. */
static void test_unequal_depths(void **state)
{
    (void)state;
    torus t = {fk_pose_identity(), 1, 0.25};
    fk_cell_input box = {{{0, -2, -2}, {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}}}, FK_KIND_BOX, FK_NONE};
    for (int turn = 0; turn < 2; turn++) {
        uint32_t nodes[2] = {1, 1};
        tori_nodes(&t, 10, input[turn]);
        nodes[turn] = tori_node_count(10);
        input[1 - turn][0] = box;
        paper_node world = world_of(nodes[0], nodes[1]);
        size_t all = count_all(nodes[0], nodes[1]);
        assert_true(all > 80 && all < 180);
        assert_int_equal(search(&world, true, false), all);
        assert_int_equal(search(&world, true, true), 1);
        assert_int_equal(search(&world, false, false) == 0, turn == 0);
        assert_int_equal(search(&world, false, true), turn == 0 ? 0 : 1);
    }
}

/* Volumes that are made ready give the answers of method fm-paper: of random cells, which are solid. */
static void test_ready_volumes(void **state)
{
    (void)state;
    static const fk_kind kind[2] = {FK_KIND_BOX, FK_KIND_TETRA};
    size_t met = 0;
    for (unsigned i = 0; i < 4000; i++) {
        fk_family_pair pair;
        fk_paper_volume p, q;
        fk_paper_area co;
        fk_family_make(fk_family_find("random"), kind[i & 1], kind[i >> 1 & 1], 5, i, &pair);
        fk_pair_query query = {&pair.a, &pair.b, FK_METHOD_FM_PAPER, FK_PART_BOX, NULL};
        fk_answer answer;
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
        fk_paper_volume_make(&pair.a, &p);
        fk_paper_volume_make(&pair.b, &q);
        bool meets = fk_paper_test_collision(&p, &q, FK_PAPER_PRINTED, &co);
        assert_int_equal(meets, answer.verdict == FK_OVERLAPPING);
        for (int k = 0; k < 3 && meets; k++) {
            assert_true(co.min[k] == fk_vec3_get(answer.box.min, k));
            assert_true(co.max[k] == fk_vec3_get(answer.box.max, k));
        }
        met += meets;
    }
    assert_true(met > 400);
    fk_piece flat = fk_piece_box(fk_vec3_make(0, 0, 0), fk_vec3_make(1, 0, 0), fk_vec3_make(0, 1, 0),
                                 fk_vec3_make(1, 1, 0));
    fk_paper_volume p;
    fk_paper_area co;
    fk_paper_volume_make(&flat, &p);
    assert_false(p.has_inverse);
    assert_false(fk_paper_test_collision(&p, &p, FK_PAPER_PRINTED, &co));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tetrahedra_cover_the_torus),
        cmocka_unit_test(test_tetrahedra_do_not_overlap),
        cmocka_unit_test(test_tetrahedra_share_faces),
        cmocka_unit_test(test_trees_are_sound),
        cmocka_unit_test(test_made_right_it_finds_all),
        cmocka_unit_test(test_unequal_depths),
        cmocka_unit_test(test_ready_volumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
