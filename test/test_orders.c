/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* All questions about two meshes, in both orders: (b, a) has the numbers of (a, b), bit by bit, with a and b exchanged; and the answers
 * agree with each other. The questions of tree.h, those of body.h about the colliders of the meshes, and a check. On generated meshes,
 * and on real ones, each against itself, shifted and turned, and against the next one. Those are not part of this tree: the environment variable FARKAS_MESH_DATA
 * names their folder; without it that test is skipped.
 *
 *     FARKAS_MESH_DATA=DIR build/test/test_orders
 *
 * A question that takes more than a second of a processor is named, and how long it takes. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <time.h>

#include "colliders.h"
#include "farkas/farkas.h"
#include "sanitized.h"

#define SLOW 1.0

/* ---- Rules --------------------------------------------------------------------------------------------- */

static int broken_count;

static void expect_rule(const char *name, bool holds, const char *what, const char *rule)
{
    if (holds)
        return;
    broken_count++;
    print_message("%s: %s: %s\n", name, what, rule);
}

static void expect_same(const char *name, bool holds, const char *rule)
{
    expect_rule(name, holds, "not the same for (b, a)", rule);
}

static clock_t clock_started;

static void begin_question(void)
{
    clock_started = clock();
}

static void end_question(const char *name, const char *question)
{
    double seconds = (double)(clock() - clock_started) / CLOCKS_PER_SEC;
    if (seconds > SLOW && !SANITIZED)
        print_message("%s: %s takes %.1f s\n", name, question, seconds);
}

static bool same_interval(fk_interval a, fk_interval b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

static bool same_aabb(const fk_aabb *a, const fk_aabb *b)
{
    return same_vector(a->min, b->min) && same_vector(a->max, b->max);
}

static fk_relation exchanged_relation(fk_relation relation)
{
    return relation == FK_RELATION_A_IN_B   ? FK_RELATION_B_IN_A
           : relation == FK_RELATION_B_IN_A ? FK_RELATION_A_IN_B
                                            : relation;
}

static int compare_pairs(const void *a, const void *b)
{
    const fk_index_pair *p = a, *q = b;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

/* Whether both are sorted, and one has the pairs of the other, exchanged. */
static bool same_pairs(const fk_index_pair *p, size_t p_count, const fk_index_pair *q, size_t q_count)
{
    if (p_count != q_count)
        return false;
    fk_index_pair *list = malloc((p_count + 1) * sizeof *list);
    assert_non_null(list);
    for (size_t i = 0; i < q_count; i++)
        list[i] = (fk_index_pair){q[i].b, q[i].a};
    qsort(list, q_count, sizeof *list, compare_pairs);
    bool same = true;
    for (size_t i = 0; i < p_count; i++) {
        same = same && compare_pairs(&p[i], &list[i]) == 0;
        same = same && (i == 0 || compare_pairs(&q[i - 1], &q[i]) < 0);
    }
    free(list);
    return same;
}

/* The direction is opposite, unless both meshes are the same in the same place. */
static bool same_depth(const fk_placed_depth *a, const fk_placed_depth *b)
{
    fk_vec3 back = fk_vec3_negate(b->direction);
    return a->is_exact == b->is_exact && same_interval(a->depth, b->depth) &&
           (same_vector(a->direction, back) || same_vector(a->direction, b->direction));
}

/* ---- Questions ----------------------------------------------------------------------------------------- */

typedef struct mesh_answers {
    bool meets;
    fk_pair_list *pairs;
    fk_relation_result *related;
    fk_mesh_distance distance;
    fk_placed_depth depth;
    fk_interval volume;
    bool is_closer[2];
} mesh_answers;

static void ask_meshes(const char *name, const fk_placed_mesh *a, const fk_placed_mesh *b, mesh_answers *out)
{
    begin_question();
    out->meets = fk_placed_meet(a, b, NULL);
    end_question(name, "meet");
    begin_question();
    assert_int_equal(fk_placed_pairs(context, a, b, &out->pairs), FK_OK);
    end_question(name, "pairs");
    begin_question();
    assert_int_equal(fk_placed_relate(context, a, b, &out->related), FK_OK);
    end_question(name, "relation");
    begin_question();
    fk_placed_distance(a, b, &out->distance);
    end_question(name, "distance");
    begin_question();
    out->is_closer[0] = fk_placed_closer(a, b, out->distance.distance.lo);
    out->is_closer[1] = fk_placed_closer(a, b, out->distance.distance.hi);
    end_question(name, "closer");
    begin_question();
    assert_int_equal(fk_placed_penetration(context, a, b, &out->depth), FK_OK);
    end_question(name, "depth");
    out->volume = (fk_interval){0, 0};
    begin_question();
    if (a->is_solid && b->is_solid)
        assert_int_equal(fk_placed_overlap_volume(context, a, b, &out->volume), FK_OK);
    end_question(name, "volume");
}

/* The relation follows from the surfaces alone, unless they do not meet: then one mesh may be inside the other. */
static void expect_agreement(const char *name, const mesh_answers *x)
{
    static const char what[] = "another answer differs";
    fk_relation relation = x->related->relation;
    fk_interval distance = x->distance.distance, depth = x->depth.depth;
    bool is_apart = relation == FK_RELATION_APART, is_deep = relation >= FK_RELATION_HARD;
    expect_rule(name, relation != FK_RELATION_UNDECIDED && (x->meets ? !is_apart : is_apart || is_deep), what,
                "relation");
    expect_rule(name, (distance.hi == 0) == x->meets && distance.lo <= distance.hi, what, "distance");
    expect_rule(name, !x->is_closer[0], what, "closer than its lower bound");
    expect_rule(name, (x->pairs->count > 0) == x->meets && x->pairs->count == x->related->pair_count, what,
                "pairs");
    expect_rule(name, (x->related->box.min.x <= x->related->box.max.x) == !is_apart, what, "box");
    expect_rule(name, is_deep ? depth.hi > 0 : x->depth.is_exact && depth.hi == 0, what, "depth");
    expect_rule(name, is_deep || x->volume.lo <= 0, what, "volume");
}

static void compare_meshes(const char *name, const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    mesh_answers x, y;
    ask_meshes(name, a, b, &x);
    ask_meshes(name, b, a, &y);
    expect_agreement(name, &x);
    const fk_relation_result *r = x.related, *s = y.related;
    expect_same(name, x.meets == y.meets, "whether they meet");
    expect_same(name, same_pairs(x.pairs->pair, x.pairs->count, y.pairs->pair, y.pairs->count), "pairs");
    expect_same(name, r->relation == exchanged_relation(s->relation), "relation");
    expect_same(name, same_pairs(r->pair, r->pair_count, s->pair, s->pair_count), "pairs of the relation");
    expect_same(name, same_vector(r->point, s->point) && same_aabb(&r->box, &s->box), "point and box");
    expect_same(name, same_interval(x.distance.distance, y.distance.distance), "distance");
    expect_same(name, x.is_closer[0] == y.is_closer[0] && x.is_closer[1] == y.is_closer[1], "closer");
    expect_same(name, same_depth(&x.depth, &y.depth), "depth");
    expect_same(name, same_interval(x.volume, y.volume), "volume");
    for (int i = 0; i < 2; i++) {
        fk_pair_list_free(context, i ? y.pairs : x.pairs);
        fk_relation_result_free(context, i ? y.related : x.related);
    }
}

typedef struct body_answers {
    fk_verdict verdict;
    fk_decision meets, is_closer;
    fk_collider_distance distance;
    fk_placed_depth depth;
    size_t contacts;
} body_answers;

static void ask_bodies(const char *name, const fk_placed_collider *a, const fk_placed_collider *b,
                       body_answers *out)
{
    begin_question();
    assert_int_equal(fk_collider_verdict(context, a, b, NULL, &out->verdict), FK_OK);
    assert_int_equal(fk_collider_meets(context, a, b, NULL, &out->meets), FK_OK);
    end_question(name, "verdict of bodies");
    begin_question();
    assert_int_equal(fk_collider_measure(context, a, b, HUGE_VAL, &out->distance), FK_OK);
    assert_int_equal(fk_collider_closer(context, a, b, out->distance.distance.hi, &out->is_closer), FK_OK);
    end_question(name, "distance of bodies");
    begin_question();
    assert_int_equal(fk_collider_depth(context, a, b, &out->depth), FK_OK);
    end_question(name, "depth of bodies");
    begin_question();
    assert_int_equal(fk_collider_contacts(context, a, b, NULL, 0, &out->contacts), FK_OK);
    end_question(name, "contacts");
}

static void compare_bodies(const char *name, const fk_placed_collider *a, const fk_placed_collider *b)
{
    body_answers x, y;
    ask_bodies(name, a, b, &x);
    ask_bodies(name, b, a, &y);
    expect_same(name, x.verdict == y.verdict && x.meets == y.meets, "verdict");
    expect_same(name, same_interval(x.distance.distance, y.distance.distance), "distance of bodies");
    expect_same(name,
                same_vector(x.distance.point_a, y.distance.point_b) &&
                    same_vector(x.distance.point_b, y.distance.point_a),
                "nearest points");
    expect_same(name, x.distance.part_a == y.distance.part_b && x.distance.part_b == y.distance.part_a,
                "nearest triangles");
    expect_same(name, x.is_closer == y.is_closer, "closer");
    expect_same(name, same_depth(&x.depth, &y.depth), "depth of bodies");
    expect_same(name, x.contacts == y.contacts, "contacts");
}

/* What reports print of a pair. A mesh and itself in one place have no order: both checks are the same, and so are the first triangles. */
static bool same_checked(const fk_check_pair *p, const fk_check_pair *q)
{
    bool is_contained = p->kind == FK_CLASH_CONTAINED;
    return p->kind == q->kind && p->is_clash == q->is_clash && p->has_surface == q->has_surface &&
           p->has_points == q->has_points && p->has_depth == q->has_depth && p->has_volume == q->has_volume &&
           (!is_contained || p->a_is_inner != q->a_is_inner) && same_interval(p->distance, q->distance) &&
           same_aabb(&p->box, &q->box);
}

static void compare_checks(const char *name, const fk_check_part *a, const fk_check_part *b)
{
    fk_check *check[2];
    fk_check_options options = fk_check_options_default();
    options.wants_volume = true;
    options.max_triangles = 10;
    begin_question();
    for (int i = 0; i < 2; i++) {
        const fk_check_part part[2] = {i ? *b : *a, i ? *a : *b};
        assert_int_equal(fk_check_run(context, part, 2, &options, &check[i]), FK_OK);
    }
    end_question(name, "check, twice");
    const fk_check_pair *p = check[0]->pair, *q = check[1]->pair;
    expect_same(name, same_checked(p, q), "what is checked");
    expect_same(name, same_vector(p->point_a, q->point_b) && same_vector(p->point_b, q->point_a),
                "points of a check");
    expect_same(name, same_depth(&p->depth, &q->depth), "depth of a check");
    expect_same(name, same_interval(p->volume, q->volume), "volume of a check");
    expect_same(name,
                p->triangle_total == q->triangle_total && p->triangle_count == q->triangle_count &&
                    (same_pairs(p->triangle, p->triangle_count, q->triangle, q->triangle_count) ||
                     memcmp(p->triangle, q->triangle, p->triangle_count * sizeof *p->triangle) == 0),
                "triangles of a check");
    fk_check_free(context, check[0]);
    fk_check_free(context, check[1]);
}

/* ---- Pairs of bodies ----------------------------------------------------------------------------------- */

static void compare_orders(const char *name, const body *a, const body *b)
{
    const fk_placed_mesh p = {a->mesh, a->tree, a->pose, a->is_solid},
                         q = {b->mesh, b->tree, b->pose, b->is_solid};
    const fk_placed_collider c = in_place(a), d = in_place(b);
    const fk_check_part one = {"a", a->mesh, NULL, a->pose}, two = {"b", b->mesh, NULL, b->pose};
    compare_meshes(name, &p, &q);
    compare_bodies(name, &c, &d);
    compare_checks(name, &one, &two);
}

/* Takes the mesh over. */
static body body_of_any_mesh(fk_mesh *mesh)
{
    fk_mesh_facts *facts;
    assert_int_equal(fk_mesh_inspect(context, mesh, &facts), FK_OK);
    body out = body_of_mesh(mesh, facts->is_solid);
    fk_mesh_facts_free(context, facts);
    return out;
}

static fk_aabb local_box(const body *b)
{
    fk_aabb box = fk_aabb_empty();
    if (b->mesh->vertex_count > 0)
        assert_int_equal(fk_aabb_build(b->mesh->point, b->mesh->vertex_count, &box), FK_OK);
    return box;
}

/* Turns the mesh around the centre of its box, which goes to a place. */
static fk_pose turned_to(const body *b, fk_vec3 place, fk_vec3 rpy)
{
    fk_aabb box = local_box(b);
    fk_pose pose = fk_pose_from_rpy((fk_vec3){0, 0, 0}, rpy);
    fk_vec3 centre = fk_vec3_add(fk_vec3_scale(box.min, 0.5), fk_vec3_scale(box.max, 0.5));
    pose.translation = fk_vec3_sub(place, fk_pose_apply(&pose, centre));
    return pose;
}

static fk_vec3 part_of_size(const body *b, double x, double y, double z)
{
    fk_aabb box = local_box(b);
    fk_vec3 size = fk_vec3_sub(box.max, box.min);
    return v(x * size.x, y * size.y, z * size.z);
}

/* ---- Generated meshes ---------------------------------------------------------------------------------- */

static fk_mesh *some_cells(fk_random *random)
{
    uint8_t full[27];
    soup *s = soup_make();
    while (fill_cells(random, full, 3) == 0)
        continue;
    soup_add_cells(s, full, 3);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* Solids by name, with their faces in many directions; lattices, with faces that fit; triangles without order. */
static body some_mesh(fk_random *random)
{
    static const char *const name[] = {"box",  "sphere", "torus",   "trefoil",  "cylinder", "cone",
                                       "star", "gear",   "bracket", "open-box", "nut",      "bolt"};
    uint64_t kind = fk_random_below(random, 20);
    if (kind < 12) {
        fk_generate_options options = {.triangles = 300, .size = 2};
        fk_model *model = NULL;
        fk_mesh *mesh = NULL;
        assert_int_equal(fk_generate(context, fk_generate_find(name[kind]), &options, &model), FK_OK);
        assert_int_equal(fk_mesh_join(context, model->part, 1, &mesh), FK_OK);
        fk_model_free(context, model);
        return body_of_any_mesh(mesh);
    }
    return body_of_any_mesh(kind < 18 ? some_cells(random) : any_soup(random, 20, 2));
}

static void generated_meshes(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 400 / SHARE; seed++) {
        fk_random r = fk_random_make(seed);
        body a = some_mesh(&r), b = seed % 4 == 0 ? a : some_mesh(&r);
        char name[40];
        snprintf(name, sizeof name, "case %d", (int)seed);
        fk_vec3 place = fk_random_below(&r, 2) ? whole_vector(&r, 2) : any_place(&r, 1.5);
        bool is_straight = fk_random_below(&r, 2);
        do /* until it is no mirror */
            b.pose = is_straight ? quarter_turn(&r, place) : any_pose(&r, 1.5);
        while (fk_pose_check(&b.pose) != FK_OK);
        compare_orders(name, &a, &b);
        body_end(&a);
        if (seed % 4 != 0)
            body_end(&b);
    }
    assert_int_equal(broken_count, 0);
}

/* ---- Real meshes --------------------------------------------------------------------------------------- */

static bool load_body(const char *path, body *out)
{
    fk_model *model = NULL;
    fk_mesh *mesh = NULL;
    if (fk_format_of_path(path) == FK_FORMAT_ANY || fk_model_load(context, path, NULL, NULL, &model) != FK_OK)
        return false;
    assert_int_equal(fk_mesh_join(context, model->part, model->part_count, &mesh), FK_OK);
    fk_model_free(context, model);
    if (mesh->triangle_count == 0) {
        fk_mesh_free(context, mesh);
        return false;
    }
    *out = body_of_any_mesh(mesh);
    return true;
}

/* Against itself: in its place; shifted, so that faces slide along each other, and beside itself; turned. */
static void compare_with_itself(const char *path, const body *a)
{
    body b = *a;
    compare_orders(path, a, &b);
    b.pose.translation = part_of_size(a, 0.3, 0, 0);
    compare_orders(path, a, &b);
    b.pose.translation = part_of_size(a, 0.1, 0.2, -0.15);
    compare_orders(path, a, &b);
    b.pose.translation = part_of_size(a, 0, 1, 0);
    compare_orders(path, a, &b);
    b.pose = turned_to(a, part_of_size(a, 0.1, 0.2, 0.3), v(0.5, 1, 2));
    compare_orders(path, a, &b);
}

/* Against the next one, whose centre goes into its box. */
static void compare_with_next(const char *path, const body *a, body *b)
{
    fk_aabb box = local_box(a);
    fk_vec3 place = fk_vec3_add(box.min, part_of_size(a, 0.6, 0.5, 0.7));
    b->pose = turned_to(b, place, v(0, 0, 0));
    compare_orders(path, a, b);
    b->pose = turned_to(b, place, v(-1, 0.3, 0.2));
    compare_orders(path, a, b);
    b->pose = fk_pose_identity();
}

/* The files of a folder and of folders in it, in order. */
static void find_files(const char *folder, glob_t *files)
{
    static const char *const depth[] = {"/*", "/*/*", "/*/*/*", "/*/*/*/*", "/*/*/*/*/*", "/*/*/*/*/*/*"};
    char pattern[4000];
    for (int i = 0; i < 6; i++) {
        snprintf(pattern, sizeof pattern, "%s%s", folder, depth[i]);
        glob(pattern, i > 0 ? GLOB_APPEND : 0, NULL, files);
    }
}

static void real_meshes(void **state)
{
    (void)state;
    const char *folder = getenv("FARKAS_MESH_DATA");
    if (folder == NULL) {
        print_message("skipped: FARKAS_MESH_DATA names no folder of meshes\n");
        skip();
    }
    glob_t files;
    body last = {.mesh = NULL}, next;
    int count = 0;
    find_files(folder, &files);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        const char *path = files.gl_pathv[i];
        if (!load_body(path, &next))
            continue;
        compare_with_itself(path, &next);
        if (count++ > 0) {
            compare_with_next(path, &last, &next);
            body_end(&last);
        }
        last = next;
    }
    globfree(&files);
    print_message("%d meshes\n", count);
    assert_true(count > 0);
    body_end(&last);
    assert_int_equal(broken_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(generated_meshes), cmocka_unit_test(real_meshes)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
