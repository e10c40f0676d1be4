/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How methods decide, step by step: every method on all kinds of generated pairs has a question, an answer that is
 * fk_pair_answer's, and steps in between that say something and whose numbers are finite; so has COLLIDE on meshes, whose
 * levels have the spheres that it visits; without OpenGL. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explain.h"
#include "pieces.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "gen/family.h"
#include "gen/generate.h"

/* Steps of long traces that are looked at, of the first and of the last ones. */
#define LOOKED_AT 40

static fk_context *usual;

static void check_text(const explain_text *text)
{
    assert_true(strlen(text->title) > 3 && text->line_count > 0 && text->line_count <= EXPLAIN_LINES);
    bool has_mark = false, has_words = false;
    for (uint32_t i = 0; i < text->line_count; i++) {
        assert_null(strstr(text->line[i], "nan"));
        has_mark = has_mark || text->is_now[i];
        has_words = has_words || text->line[i][0] != 0;
    }
    assert_true(has_mark && has_words);
}

static void check_drawing(const drawing *d)
{
    assert_true(d->label_count > 0);
    for (uint32_t i = 0; i < d->body_count; i++) {
        assert_non_null(d->body[i].mesh);
        assert_true(fk_vec3_is_finite(d->body[i].pose.translation));
        for (uint32_t k = 0; k < d->body[i].mesh->vertex_count; k++)
            assert_true(fk_vec3_is_finite(d->body[i].mesh->point[k]));
    }
    for (uint32_t i = 0; i < d->line_count; i++)
        assert_true(fk_vec3_is_finite(d->line[i].from) && fk_vec3_is_finite(d->line[i].to));
    for (uint32_t i = 0; i < d->point_count; i++)
        assert_true(fk_vec3_is_finite(d->point[i].at));
    for (uint32_t i = 0; i < d->label_count; i++)
        assert_true(fk_vec3_is_finite(d->label[i].at));
}

static void check_camera(const explanation *e)
{
    fk_sphere ball = explain_bounding_sphere(e);
    fk_camera camera = explain_camera(e, 1.5);
    assert_true(ball.radius > 0 && isfinite(ball.radius) && fk_vec3_is_finite(ball.center));
    assert_true(fk_vec3_is_finite(camera.eye) && fk_vec3_is_finite(camera.target) && camera.angle > 0);
}

/* Draws steps into a drawing that is made anew each time something is looked at again. The last title has this text. */
static void check_steps(explanation *e, const char *last)
{
    drawing d = drawing_make(usual);
    explain_text text;
    uint32_t count = explain_step_count(e);
    for (uint32_t step = 0; step < count; step++) {
        if (step == LOOKED_AT && count > 2 * LOOKED_AT)
            step = count - LOOKED_AT;
        assert_int_equal(explain_draw(e, step, &d, &text), FK_OK);
        check_text(&text);
        check_drawing(&d);
    }
    assert_non_null(strstr(text.title, last));
    assert_int_equal(explain_draw(e, count, &d, &text), FK_ERROR_ARGUMENT);
    drawing_free(&d);
}

static void ask(fk_method method, const fk_piece *a, const fk_piece *b)
{
    fk_pair_query query = fk_pair_query_default(a, b);
    fk_answer answer;
    query.method = method;
    explanation *e = NULL;
    fk_status status = explain_create(usual, method, a, b, &e);
    if (!fk_method_knows(method, a->kind, b->kind)) {
        assert_int_equal(status, FK_ERROR_METHOD);
        assert_null(e);
        return;
    }
    assert_int_equal(status, FK_OK);
    assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    assert_int_equal(explain_answer(e)->verdict, answer.verdict);
    assert_true(explain_step_count(e) >= 2);
    check_camera(e);
    check_steps(e, fk_verdict_name(answer.verdict));
    explain_free(e);
}

static void ask_all(const fk_piece *a, const fk_piece *b)
{
    for (int method = FK_METHOD_FM; method < FK_METHOD_COUNT; method++) {
        ask((fk_method)method, a, b);
        ask((fk_method)method, b, a);
    }
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static void test_families(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t i = 0; i < (SANITIZED ? 2 : 12); i++) {
            fk_family_pair pair;
            fk_kind kind_a = (fk_kind)(1 + fk_random_below(&random, FK_KIND_COUNT - 1));
            fk_kind kind_b = (fk_kind)(1 + fk_random_below(&random, FK_KIND_COUNT - 1));
            fk_family_make(family, kind_a, kind_b, 3, i, &pair);
            ask_all(&pair.a, &pair.b);
        }
}

static void test_boxes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    for (int i = 0; i < (SANITIZED ? 10 : 60); i++) {
        fk_piece a = whole_box(&random), b = whole_box(&random);
        ask_all(&a, &b);
    }
}

static void test_hulls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    for (int i = 0; i < (SANITIZED ? 4 : 20); i++) {
        fk_vec3 point[2][16];
        fk_piece a = whole_hull(&random, point[0]), b = whole_hull(&random, point[1]);
        ask_all(&a, &b);
    }
}

/* Hulls whose differences are too many to make: the method's own steps stay the same. */
static void test_large_hulls(void **state)
{
    (void)state;
    enum { COUNT = 700 };
    static fk_vec3 point[2][COUNT];
    fk_random random = fk_random_make(8);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < COUNT; i++) {
            double x = fk_random_between(&random, -1, 1), y = fk_random_between(&random, -1, 1);
            double z = fk_random_between(&random, -1, 1), length = sqrt(x * x + y * y + z * z);
            point[k][i] = v(x / length + 1.5 * k, y / length, z / length);
        }
    fk_piece a = fk_piece_hull(point[0], COUNT), b = fk_piece_hull(point[1], COUNT);
    ask(FK_METHOD_GJK, &a, &b);
    ask(FK_METHOD_CW, &b, &a);
}

/* ---- What is said -------------------------------------------------------------------------------------- */

static bool says(explanation *e, uint32_t step, const char *words)
{
    drawing d = drawing_make(usual);
    explain_text text;
    assert_int_equal(explain_draw(e, step, &d, &text), FK_OK);
    drawing_free(&d);
    bool found = strstr(text.title, words) != NULL;
    for (uint32_t i = 0; i < text.line_count; i++)
        found = found || strstr(text.line[i], words) != NULL;
    return found;
}

static explanation *explain_pair(fk_method method, const fk_piece *a, const fk_piece *b)
{
    explanation *e = NULL;
    assert_int_equal(explain_create(usual, method, a, b, &e), FK_OK);
    return e;
}

static void test_words(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), apart = cube(1.5, 0, 0, 1), deep = cube(0.5, 0.25, 0.25, 1),
             touch = cube(1, 0, 0, 1);
    explanation *e = explain_pair(FK_METHOD_SAT, &a, &apart);
    explain_set_names(e, "bolt", "nut");
    uint32_t last = explain_step_count(e) - 1;
    assert_true(says(e, 0, "bolt, box, 1 x 1 x 1") && says(e, 0, "nut"));
    assert_true(says(e, last - 1, "this axis separates") && says(e, last - 1, "GAP 0.5"));
    assert_true(says(e, last, "the answer is apart") &&
                says(e, last, "The verifier accepts it: proved exactly."));
    explain_free(e);

    e = explain_pair(FK_METHOD_SAT, &a, &touch);
    assert_true(says(e, explain_step_count(e) - 2, "but on one they only touch"));
    explain_free(e);

    e = explain_pair(FK_METHOD_GJK, &a, &apart);
    assert_true(says(e, 1, "d separates") && says(e, 1, "they are apart"));
    explain_free(e);

    e = explain_pair(FK_METHOD_GJK, &a, &deep);
    assert_true(says(e, explain_step_count(e) - 1, "have the origin inside"));
    explain_free(e);

    e = explain_pair(FK_METHOD_FM, &a, &touch);
    assert_true(says(e, explain_step_count(e) - 2, "exact integers") &&
                says(e, explain_step_count(e) - 1, "touching"));
    explain_free(e);

    e = explain_pair(FK_METHOD_EC, &a, &deep);
    assert_true(says(e, 1, "as an equality: a plane is left") && says(e, 2, "a line is left"));
    explain_free(e);
}

/* Where the paper's method is wrong, that is said. */
static void test_wrong(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    int wrong = 0;
    for (int i = 0; i < 200; i++) {
        fk_piece a = whole_box(&random), b = whole_box(&random);
        explanation *e = explain_pair(FK_METHOD_EC_PAPER, &a, &b);
        fk_verdict said = explain_answer(e)->verdict;
        bool is_wrong = said != FK_UNDECIDED && said != fk_pair_verdict(&a, &b);
        assert_int_equal(says(e, explain_step_count(e) - 1, "WRONG"), is_wrong);
        wrong += is_wrong;
        explain_free(e);
    }
    assert_true(wrong > 10);
}

/* ---- COLLIDE ------------------------------------------------------------------------------------------- */

/* A step has every sphere of its level once: they are bodies after the two meshes. */
static void check_level(explanation *e, const fk_placed_sphere_tree side[2], const fk_collide_trace *trace,
                        uint32_t level)
{
    uint8_t seen[2][512] = {{0}};
    uint32_t spheres = 0, meet = 0;
    for (uint32_t i = 0; i < trace->count; i++) {
        const fk_collide_visit *visit = &trace->visit[i];
        if (visit->level != level)
            continue;
        assert_true(side[0].tree->node_count <= 512 && side[1].tree->node_count <= 512);
        spheres += (seen[0][visit->a] ? 0u : 1u) + (seen[1][visit->b] ? 0u : 1u);
        seen[0][visit->a] = seen[1][visit->b] = 1;
        meet += visit->spheres_meet;
    }
    drawing d = drawing_make(usual);
    explain_text text;
    char words[64];
    assert_int_equal(explain_draw(e, level + 1, &d, &text), FK_OK);
    assert_int_equal(d.body_count, 2 + spheres);
    snprintf(words, sizeof words, "%u meet", meet);
    assert_true(says(e, level + 1, words));
    drawing_free(&d);
}

static void ask_collide(const fk_mesh *mesh, fk_vec3 at, bool swaps)
{
    fk_placed_mesh a = {.mesh = mesh, .pose = fk_pose_identity()}, b = a;
    (swaps ? &a : &b)->pose.translation = at;
    fk_sphere_tree *tree = NULL;
    assert_int_equal(fk_sphere_tree_build(usual, mesh, &tree), FK_OK);
    fk_placed_sphere_tree side[2] = {{mesh, tree, a.pose}, {mesh, tree, b.pose}};
    static fk_collide_visit visit[20000];
    fk_collide_trace trace = {visit, 20000, 0};
    bool meets = fk_placed_collide(&side[0], &side[1], &trace);
    assert_true(trace.count <= trace.capacity);
    explanation *e = NULL;
    assert_int_equal(explain_create_collide(usual, &a, &b, &e), FK_OK);
    check_camera(e);
    check_steps(e, meets ? "they meet" : "they do not meet");
    for (uint32_t level = 0; level + 2 < explain_step_count(e); level++)
        check_level(e, side, &trace, level);
    explain_free(e);
    fk_sphere_tree_free(usual, tree);
}

static fk_model *make_knot(void)
{
    fk_generate_options options = {.triangles = 240};
    fk_model *model = NULL;
    assert_int_equal(fk_generate(usual, fk_generate_find("trefoil"), &options, &model), FK_OK);
    return model;
}

static void test_collide(void **state)
{
    (void)state;
    fk_model *knot = make_knot();
    for (int i = 0; i < 12; i++)
        for (int swaps = 0; swaps < 2; swaps++)
            ask_collide(&knot->part[0], v(0.3 * i, 0.01 * i, 0), swaps);
    fk_mesh empty = {.name = ""};
    fk_placed_mesh a = {.mesh = &knot->part[0], .pose = fk_pose_identity()}, b = a, none = a;
    none.mesh = &empty;
    b.pose.translation.x = 1e100;
    explanation *e = NULL;
    assert_int_equal(explain_create_collide(usual, &a, &none, &e), FK_ERROR_ARGUMENT);
    assert_int_equal(explain_create_collide(usual, &none, &a, &e), FK_ERROR_ARGUMENT);
    assert_int_equal(explain_create_collide(usual, &a, &b, &e), FK_ERROR_NOT_FINITE);
    assert_null(e);
    fk_model_free(usual, knot);
}

static void test_arguments(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), half = fk_piece_half_space(v(0, 0, 1), 0),
             bad = fk_piece_sphere(v(0, 0, 0), -1);
    fk_piece lost = fk_piece_point(v(NAN, 0, 0));
    explanation *e = NULL;
    assert_int_equal(explain_create(usual, FK_METHOD_EXACT, &a, &a, &e), FK_ERROR_METHOD);
    assert_int_equal(explain_create(usual, FK_METHOD_COUNT, &a, &a, &e), FK_ERROR_METHOD);
    assert_int_equal(explain_create(usual, FK_METHOD_GJK, &a, &half, &e), FK_ERROR_METHOD);
    assert_int_equal(explain_create(usual, FK_METHOD_GJK, &a, &bad, &e), FK_ERROR_PIECE);
    assert_int_equal(explain_create(usual, FK_METHOD_GJK, &lost, &a, &e), FK_ERROR_NOT_FINITE);
    assert_null(e);
    explain_free(NULL);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

typedef struct question {
    fk_method method;
    fk_piece a, b;
    fk_placed_mesh mesh; /* with a mesh: COLLIDE on it, twice */
} question;

static fk_status watch(fk_context *scarce, const void *user, void *out)
{
    const question *q = user;
    explanation *e = NULL;
    drawing d = drawing_make(scarce);
    explain_text text;
    fk_explain_options options = {.method = q->method, .a = &q->a, .b = &q->b};
    if (q->mesh.mesh != NULL)
        options.mesh_a = options.mesh_b = &q->mesh;
    fk_status status = explain_create_from_options(scarce, &options, &e);
    for (uint32_t step = 0; status == FK_OK && step < explain_step_count(e); step++)
        status = explain_draw(e, step, &d, &text);
    drawing_free(&d);
    explain_free(e);
    if (status == FK_OK)
        *(char *)out = 1;
    return status;
}

static void test_scarce_memory(void **state)
{
    (void)state;
    for (int method = FK_METHOD_FM; method < FK_METHOD_COUNT; method++) {
        question q = {(fk_method)method, cube(0, 0, 0, 1), cube(0.5, 0.25, 0.25, 1), {0}};
        memory_ask(watch, &q, 1);
    }
    question q = {
        FK_METHOD_GJK, fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 1), fk_piece_point(v(1, 1, 0)), {0}};
    memory_ask(watch, &q, 1);
    fk_model *knot = make_knot();
    q.mesh = (fk_placed_mesh){.mesh = &knot->part[0], .pose = fk_pose_identity()};
    memory_ask(watch, &q, 1);
    fk_model_free(usual, knot);
}

static int make_context(void **state)
{
    (void)state;
    return fk_context_create(NULL, &usual) == FK_OK ? 0 : -1;
}

static int free_context(void **state)
{
    (void)state;
    fk_context_destroy(usual);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families),  cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_hulls),     cmocka_unit_test(test_large_hulls),
        cmocka_unit_test(test_words),     cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_arguments), cmocka_unit_test(test_scarce_memory),
        cmocka_unit_test(test_collide),
    };
    return cmocka_run_group_tests(tests, make_context, free_context);
}
