/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A search as JSON, read again by jansson: every field of a result that was made by hand, with numbers and
 * names that are easily spoilt; and a writer that fails. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <string.h>

#include "farkas/check.h"

/* ---- A result ------------------------------------------------------------------------------------------ */

enum { HITS = 300 };

static const fk_cell_node nodes_a[] = {{.kind = FK_KIND_BOX, .first_child = 1, .child_count = 2, .source = 7},
                                       {.kind = FK_KIND_BOX, .source = 4000000000u},
                                       {.kind = FK_KIND_TETRA, .source = 0}};
static const fk_cell_node nodes_b[] = {
    {.kind = FK_KIND_BOX, .first_child = 1, .child_count = 1, .source = FK_NONE},
    {.kind = FK_KIND_TETRA, .source = 12}};
static const fk_cell_tree tree_a = {3, 2, 2, nodes_a, 0}, tree_b = {2, 1, 2, nodes_b, 0};
static const fk_search_object objects[] = {{.name = "a \"quoted\"\n\\ name", .tree = &tree_a},
                                           {.name = "not\xffutf8", .tree = &tree_b},
                                           {.name = "\xc3\xa4", .tree = &tree_b}};
static const char *const sources[] = {"cell", "piece", "triangle"};
static const uint32_t parents_a[] = {FK_NONE, 0, 0}, parents_b[] = {FK_NONE, 0};
static const uint32_t *const parents[] = {parents_a, parents_b, parents_b};

typedef struct fixture {
    fk_cell_hit hit[HITS];
    fk_search_open open[3];
    fk_search_pair pair[2];
    fk_search_result result;
    fk_search_findings findings;
} fixture;

static fk_aabb box_of(double a, double b, double c, double d, double e, double f)
{
    return (fk_aabb){{a, b, c}, {d, e, f}};
}

/* Many hits between the first two objects, some with boxes; nothing but open nodes between the others. */
static void make(fixture *f)
{
    for (size_t i = 0; i < HITS; i++) {
        double x = (double)i / 3 - 50;
        f->hit[i] = (fk_cell_hit){(uint32_t)(1 + i % 2), 1, i % 3 == 0 ? FK_OVERLAPPING : FK_TOUCHING,
                                  i % 5 == 0 ? fk_aabb_empty() : box_of(x, -0.0, 0.1, x, 0x1p-1074, 1e308)};
    }
    f->open[0] = (fk_search_open){0, 0};
    f->open[1] = (fk_search_open){1, 0};
    f->open[2] = (fk_search_open){2, 1};
    f->pair[0] = (fk_search_pair){0, 1, HITS, f->hit, 0, NULL, box_of(-50, 0, 0.1, 50, 1, 1e308)};
    f->pair[1] = (fk_search_pair){0, 2, 0, NULL, 3, f->open, fk_aabb_empty()};
    f->result = (fk_search_result){.pair_total = 3,
                                   .ignored = 5,
                                   .clear = 1,
                                   .colliding = 1,
                                   .open = 1,
                                   .hit_total = HITS,
                                   .work = {12345678901ull, 17, 9},
                                   .pair_count = 2,
                                   .pair = f->pair};
    fk_search_question question = fk_search_question_default();
    question.object = 0;
    f->findings = (fk_search_findings){&f->result, question, objects, 3, sources, "mm", parents};
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

typedef struct written {
    size_t length, room; /* no byte is taken beyond the room */
    char text[1 << 18];
} written;

static bool write_text(void *user, const char *bytes, size_t count)
{
    written *out = user;
    if (count > out->room - out->length)
        return false;
    memcpy(out->text + out->length, bytes, count);
    out->length += count;
    return true;
}

static json_t *read_again(const fk_search_findings *findings)
{
    static written out;
    json_error_t error;
    out.length = 0;
    out.room = sizeof out.text;
    assert_int_equal(fk_search_write_json(findings, write_text, &out), FK_OK);
    json_t *json = json_loadb(out.text, out.length, JSON_REJECT_DUPLICATES, &error);
    if (json == NULL)
        fail_msg("line %d, column %d: %s", error.line, error.column, error.text);
    assert_int_equal(out.text[out.length - 1], '\n');
    out.text[out.length - 1] = '\0';
    assert_null(strstr(out.text, ",-0,"));
    return json;
}

static void assert_vector(const json_t *json, fk_vec3 v)
{
    const double want[] = {v.x, v.y, v.z};
    assert_int_equal(json_array_size(json), 3);
    for (size_t i = 0; i < 3; i++) {
        double got = json_number_value(json_array_get(json, i));
        assert_true(got == want[i]);
    }
}

static void assert_box(const json_t *json, const fk_aabb *box)
{
    const json_t *there = json_object_get(json, "box");
    if (box->min.x > box->max.x) {
        assert_null(there);
        return;
    }
    assert_vector(json_object_get(there, "min"), box->min);
    assert_vector(json_object_get(there, "max"), box->max);
}

static void assert_text(const json_t *json, const char *key, const char *want)
{
    const char *got = json_string_value(json_object_get(json, key));
    assert_non_null(got);
    assert_string_equal(got, want);
}

static void assert_count(const json_t *json, const char *key, uint64_t want)
{
    const json_t *got = json_object_get(json, key);
    assert_true(json_is_integer(got));
    assert_true((uint64_t)json_integer_value(got) == want);
}

/* A path from the root to one of its children. */
static void assert_path(const json_t *json, const char *key, uint32_t node)
{
    const json_t *path = json_object_get(json, key);
    assert_int_equal(json_array_size(path), 2);
    assert_int_equal(json_integer_value(json_array_get(path, 0)), 0);
    assert_int_equal(json_integer_value(json_array_get(path, 1)), node);
}

/* ---- Tests --------------------------------------------------------------------------------------------- */

static void test_head(void **state)
{
    (void)state;
    static fixture f;
    make(&f);
    json_t *json = read_again(&f.findings), *question = json_object_get(json, "question");
    assert_int_equal(json_object_size(json), 6);
    assert_count(json, "farkas", FK_RESULT_VERSION);
    assert_text(json, "units", "mm");
    assert_text(question, "object", objects[0].name);
    assert_true(json_is_false(json_object_get(question, "first")));
    const json_t *list = json_object_get(json, "objects");
    assert_int_equal(json_array_size(list), 3);
    assert_text(json_array_get(list, 0), "name", objects[0].name);
    assert_text(json_array_get(list, 1), "name", "not\xef\xbf\xbdutf8");
    assert_text(json_array_get(list, 2), "name", objects[2].name);
    assert_text(json_array_get(list, 1), "source", "piece");
    assert_count(json_array_get(list, 0), "nodes", 3);
    assert_count(json_array_get(list, 0), "leaves", 2);
    assert_count(json_array_get(list, 1), "levels", 2);
    json_decref(json);
    f.findings.question = fk_search_question_default();
    f.findings.question.stops_at_hit = true;
    json = read_again(&f.findings);
    question = json_object_get(json, "question");
    assert_true(json_is_null(json_object_get(question, "object")));
    assert_true(json_is_true(json_object_get(question, "first")));
    assert_true(json_is_false(json_object_get(question, "any")));
    json_decref(json);
    f.findings.question.stops_at_any = true;
    f.findings.parent = NULL;
    json = read_again(&f.findings);
    assert_true(json_is_true(json_object_get(json_object_get(json, "question"), "any")));
    const json_t *pair = json_array_get(json_object_get(json, "pairs"), 0);
    assert_null(json_object_get(json_array_get(json_object_get(pair, "hits"), 0), "path_a"));
    json_decref(json);
}

static void test_summary(void **state)
{
    (void)state;
    static fixture f;
    make(&f);
    json_t *json = read_again(&f.findings);
    const json_t *summary = json_object_get(json, "summary");
    assert_int_equal(json_object_size(summary), 11);
    assert_count(summary, "objects", 3);
    assert_count(summary, "nodes", 7);
    assert_count(summary, "pairs", 3);
    assert_count(summary, "clear", 1);
    assert_count(summary, "colliding", 1);
    assert_count(summary, "open", 1);
    assert_count(summary, "ignored", 5);
    assert_count(summary, "hits", HITS);
    assert_count(summary, "quick_tests", 12345678901ull);
    assert_count(summary, "pair_tests", 17);
    assert_count(summary, "boxes", 9);
    json_decref(json);
}

static void test_pairs(void **state)
{
    (void)state;
    static fixture f;
    make(&f);
    json_t *json = read_again(&f.findings);
    const json_t *pairs = json_object_get(json, "pairs"), *pair = json_array_get(pairs, 0);
    assert_int_equal(json_array_size(pairs), 2);
    assert_text(pair, "a", objects[0].name);
    assert_text(pair, "state", "colliding");
    assert_true(json_is_true(json_object_get(pair, "complete")));
    assert_box(pair, &f.pair[0].box);
    assert_int_equal(json_array_size(json_object_get(pair, "open")), 0);
    const json_t *hits = json_object_get(pair, "hits");
    assert_int_equal(json_array_size(hits), HITS);
    for (size_t i = 0; i < HITS; i++) {
        const json_t *hit = json_array_get(hits, i);
        assert_count(hit, "a", nodes_a[f.hit[i].node_a].source);
        assert_count(hit, "b", 12);
        assert_text(hit, "verdict", fk_verdict_name(f.hit[i].verdict));
        assert_box(hit, &f.hit[i].box);
        assert_count(hit, "node_a", f.hit[i].node_a);
        assert_count(hit, "node_b", 1);
        assert_path(hit, "path_a", f.hit[i].node_a);
        assert_path(hit, "path_b", 1);
        /* These leaves are points, which have all coordinates. */
        const json_t *range = json_object_get(hit, "range_b");
        assert_int_equal(range == NULL, f.hit[i].box.min.x > f.hit[i].box.max.x);
        if (range != NULL)
            assert_vector(json_object_get(range, "max"), fk_vec3_make(1, 1, 1));
    }
    pair = json_array_get(pairs, 1);
    assert_text(pair, "b", objects[2].name);
    assert_text(pair, "state", "open");
    assert_true(json_is_false(json_object_get(pair, "complete")));
    assert_box(pair, &f.pair[1].box);
    assert_int_equal(json_array_size(json_object_get(pair, "hits")), 0);
    const json_t *open = json_object_get(pair, "open"), *first = json_array_get(open, 0);
    assert_int_equal(json_array_size(open), 3);
    assert_int_equal(json_integer_value(json_array_get(first, 0)), 7);
    assert_true(json_is_null(json_array_get(first, 1))); /* a node that was added has no number */
    assert_int_equal(json_integer_value(json_array_get(json_array_get(open, 2), 1)), 12);
    json_decref(json);
}

/* A pair that collides and is not complete; no pairs; no objects. */
static void test_few(void **state)
{
    (void)state;
    static fixture f;
    make(&f);
    f.pair[0].open = f.open;
    f.pair[0].open_count = 1;
    json_t *json = read_again(&f.findings);
    const json_t *pair = json_array_get(json_object_get(json, "pairs"), 0);
    assert_text(pair, "state", "colliding");
    assert_true(json_is_false(json_object_get(pair, "complete")));
    json_decref(json);
    f.findings.object_count = 0;
    f.findings.question.object = FK_NONE;
    f.result = (fk_search_result){0};
    json = read_again(&f.findings);
    assert_int_equal(json_array_size(json_object_get(json, "objects")), 0);
    assert_int_equal(json_array_size(json_object_get(json, "pairs")), 0);
    assert_count(json_object_get(json, "summary"), "pairs", 0);
    json_decref(json);
}

/* Wherever the writer fails, that is told, and what was taken before is as it was. */
static void test_failing(void **state)
{
    (void)state;
    static fixture f;
    static written whole, part;
    make(&f);
    whole.room = sizeof whole.text;
    assert_int_equal(fk_search_write_json(&f.findings, write_text, &whole), FK_OK);
    for (size_t room = 0; room < whole.length; room += 1000) {
        part.length = 0;
        part.room = room;
        assert_int_equal(fk_search_write_json(&f.findings, write_text, &part), FK_ERROR_WRITE);
        assert_memory_equal(part.text, whole.text, part.length);
    }
    part.length = 0;
    part.room = whole.length;
    assert_int_equal(fk_search_write_json(&f.findings, write_text, &part), FK_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_head), cmocka_unit_test(test_summary),
                                       cmocka_unit_test(test_pairs), cmocka_unit_test(test_few),
                                       cmocka_unit_test(test_failing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
