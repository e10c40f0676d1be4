/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* YAML: what texts are, as PyYAML reads them but for numbers with an exponent and no point; and what is refused, and where. */

#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "scarce_memory.h"
#include "scene/yaml.h"

#include "context_fixture.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Prints a tree, as Python prints dictionaries. */
static void print_yaml(char **at, const fk_yaml_node *node)
{
    bool is_map = node->kind == FK_YAML_MAP;
    char number[FK_NUMBER_SIZE];
    if (node->tag != NULL)
        *at += sprintf(*at, "%s ", node->tag);
    if (node->kind == FK_YAML_NULL || node->kind == FK_YAML_BOOL)
        *at += sprintf(*at, node->kind == FK_YAML_NULL ? "None" : node->is_true ? "True" : "False");
    else if (node->kind == FK_YAML_INTEGER)
        *at += sprintf(*at, "%lld", (long long)node->integer);
    else if (node->kind == FK_YAML_NUMBER) {
        fk_number_format(node->number, number);
        *at += sprintf(*at, "#%s", number);
    } else if (node->kind == FK_YAML_TEXT)
        *at += sprintf(*at, "'%s'", node->text);
    else {
        *at += sprintf(*at, is_map ? "{" : "[");
        for (const fk_yaml_node *child = node->first; child != NULL; child = child->next) {
            if (is_map) {
                print_yaml(at, child->key);
                *at += sprintf(*at, ": ");
            }
            print_yaml(at, child);
            *at += sprintf(*at, child->next != NULL ? ", " : "");
        }
        *at += sprintf(*at, is_map ? "}" : "]");
    }
}

static void test_values(void **state)
{
    static const struct {
        const char *text, *tree;
    } known[] = {
        {"", "None"},
        {"# only this\n", "None"},
        {"---\na: 1\n...\n", "{'a': 1}"},
        {"\xef\xbb\xbf"
         "a: 1",
         "{'a': 1}"},
        {"a: 1\nb: [1, 2.5, \"x, y\", {k: v, w: [~]}]   # comment\n",
         "{'a': 1, 'b': [1, #2.5, 'x, y', {'k': 'v', 'w': [None]}]}"},
        {"c:\n- x: 1\n  y: -2.5\n- z\n-\n  - 1\n  - - 2\n    - 3\nd: 4\n",
         "{'c': [{'x': 1, 'y': #-2.5}, 'z', [1, [2, 3]]], 'd': 4}"},
        {"a:\n  - 1\n  - 2\nb:\n    c:\n        d: e\n", "{'a': [1, 2], 'b': {'c': {'d': 'e'}}}"},
        {"e: plain text that\n  goes on\n\n  here\nf: 1\n", "{'e': 'plain text that goes on\nhere', 'f': 1}"},
        {"f: |\n  line1\n    line2\n\n  line3\ng: 1\n", "{'f': 'line1\n  line2\n\nline3\n', 'g': 1}"},
        {"f: >-\n  a\n  b\n\n  c\n    d\n  e\n", "{'f': 'a b\nc\n  d\ne'}"},
        {"f: |+\n  a\n\ng: |2-\n   b\n", "{'f': 'a\n\n', 'g': ' b'}"},
        {"h: 'it''s'\n\"i j\": \"tab\\tx\\u00e4\\x41\\\\\"\n", "{'h': 'it's', 'i j': 'tab\tx\xc3\xa4"
                                                               "A\\'}"},
        {"u: \"multi\n  line\\\n  d\"\nv: 'a\n\n  b'\n", "{'u': 'multi lined', 'v': 'a\nb'}"},
        {"k:\nl: {}\nm: []\nn: [1, 2,]\n", "{'k': None, 'l': {}, 'm': [], 'n': [1, 2]}"},
        {"- 0x1F\n- 010\n- 0b11\n- -7\n- +7\n- 0\n- 9223372036854775807\n- 9223372036854775808\n",
         "[31, 8, 3, -7, 7, 0, 9223372036854775807, #9.223372036854776e18]"},
        {"- 1.5\n- .5\n- 1.\n- 1e3\n- 1.5e-3\n- .inf\n- -.INF\n- .nan\n",
         "[#1.5, #0.5, #1, #1000, #0.0015, #inf, #-inf, #nan]"},
        {"[yes, No, on, TRUE, false, null, ~, Null, y, nil]",
         "[True, False, True, True, False, None, None, None, 'y', 'nil']"},
        {"- 12:30\n- 2026-01-01\n- package://a/b.stl\n- -\n- a-b\n- 1_0\n- inf\n- 0xg\n- '1'\n",
         "['12:30', '2026-01-01', 'package://a/b.stl', [None], 'a-b', '1_0', 'inf', '0xg', '1']"},
        {"a: !degrees  360.0\nb: !radians\n  1\nc: [!mm 3, !mm\n 4]\nd: !!str 12\ne: !!float 3\n",
         "{'a': !degrees #360, 'b': !radians 1, 'c': [!mm 3, !mm 4], 'd': '12', 'e': #3}"},
        {"{a: 1, 'b':2, \"c\": {d: [e,\n f], g: }}", "{'a': 1, 'b': 2, 'c': {'d': ['e', 'f'], 'g': None}}"},
        {"a: b#c\nd: e #f\ng: 'h' # i\n", "{'a': 'b#c', 'd': 'e', 'g': 'h'}"},
        {"a: 1\r\nb:\r\n- c\r\n", "{'a': 1, 'b': ['c']}"},
        {"1: a\ntrue: b\n", "{1: 'a', True: 'b'}"},
        {"?a: -b\n", "{'?a': '-b'}"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(known); i++) {
        fk_scene_arena arena;
        fk_yaml_report report = {.line = 0};
        const fk_yaml_node *node = NULL;
        char text[2000], *at = text;
        fk_scene_arena_init(&arena, context);
        fk_status status = fk_yaml_parse(&arena, known[i].text, strlen(known[i].text), &report, &node);
        if (status != FK_OK)
            print_message("%s\n%d:%d: %s\n", known[i].text, (int)report.line, (int)report.column,
                          report.message);
        assert_int_equal(status, FK_OK);
        print_yaml(&at, node);
        assert_string_equal(text, known[i].tree);
        fk_scene_arena_end(&arena);
    }
}

static void test_members(void **state)
{
    static const char text[] = "a: 1\nb:\n  c: x\na: 2\n";
    fk_scene_arena arena;
    fk_yaml_report report;
    const fk_yaml_node *node = NULL;
    (void)state;
    fk_scene_arena_init(&arena, context);
    assert_int_equal(fk_yaml_parse(&arena, text, strlen(text), &report, &node), FK_OK);
    assert_int_equal(fk_yaml_member(node, "a")->integer, 2);
    const fk_yaml_node *c = fk_yaml_member(fk_yaml_member(node, "b"), "c");
    assert_string_equal(c->text, "x");
    assert_int_equal(c->line, 3);
    assert_int_equal(c->column, 6);
    assert_null(fk_yaml_member(node, "d"));
    assert_null(fk_yaml_member(c, "d"));
    fk_scene_arena_end(&arena);
}

static void test_errors(void **state)
{
    static const struct {
        const char *text;
        unsigned line, column;
        const char *message;
    } bad[] = {
        {"a: b: c", 1, 4, "a map in the line of its key: put it in a line of its own"},
        {"a: - b", 1, 4, "a list in the line of its key: put it in a line of its own"},
        {"a: &x 1", 1, 4, "anchors and aliases (&, *) are not read: write the value out"},
        {"a: *x", 1, 4, "anchors and aliases (&, *) are not read: write the value out"},
        {"<<: {a: 1}", 1, 3, "merge keys (<<) are not read: write the members out"},
        {"? a", 1, 1, "keys behind '?' are not read: write 'key: value'"},
        {"a:\n\tb: 1", 2, 2, "a tab before this indents it: use spaces"},
        {"a: [1, 2", 1, 9, "a ']' is missing: the list begins in line 1"},
        {"a: {b: 1\n", 2, 1, "a '}' is missing: the map begins in line 1"},
        {"a: [1 2: 3]", 1, 5, "a key in a list: put the map in braces, [{key: value}]"},
        {"a: ['b' 'c']", 1, 9, "a ',' or ']' is missing before this"},
        {"{a, b: 1}", 1, 2, "a map has 'key: value' here"},
        {"[,]", 1, 2, "no value begins with this sign: put it in quotes"},
        {"a: \"x", 1, 4, "this quote is not closed"},
        {"a: \"x\" y", 1, 8,
         "this does not belong behind the value: put it in quotes, or on a line of its own"},
        {"[a]: b", 1, 4, "this does not belong behind the value: lists and maps are no keys here"},
        {"a: \"\\q\"", 1, 5, "this escape is not known: \\n, \\t, \\\", \\\\, \\xNN, \\uNNNN are"},
        {"a: @b", 1, 4, "no value begins with this sign: put it in quotes"},
        {"a: |x\n  b", 1, 5, "only +, - and a digit may follow | or >"},
        {"a: 1\nb", 2, 1, "this should be 'key: value', as the lines above it"},
        {"a: 1\n b: 2", 2, 2, "a key inside a value: indent it as the keys that it belongs to"},
        {"a:\n  b: 1\n c: 2", 3, 2, "this line is indented more than the keys above it"},
        {"- a\nb: 1", 2, 1, "this is indented less than the first line, or of another kind"},
        {"a: 1\n---\nb: 2", 2, 1, "the file has several documents: keep one"},
        {"a: !!int x", 1, 11, "the tag !!int does not fit this value"},
        {"a: !b !c d", 1, 11, "a value has two tags"},
        {"a: \xff", 1, 4, "this byte is no text: save the file as UTF-8"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        fk_scene_arena arena;
        fk_yaml_report report = {.line = 0};
        const fk_yaml_node *node = NULL;
        fk_scene_arena_init(&arena, context);
        fk_status status = fk_yaml_parse(&arena, bad[i].text, strlen(bad[i].text), &report, &node);
        bool is_right = status == FK_ERROR_SYNTAX && node == NULL && report.line == bad[i].line &&
                        report.column == bad[i].column && strcmp(report.message, bad[i].message) == 0;
        if (!is_right)
            print_message("%s\n%d:%d: %s\nnot %u:%u: %s\n", bad[i].text, (int)report.line, (int)report.column,
                          report.message, bad[i].line, bad[i].column, bad[i].message);
        assert_true(is_right);
        fk_scene_arena_end(&arena);
    }
}

/* A hundred thousand brackets, dashes or keys within each other: an error, soon. */
static void test_depth(void **state)
{
    static const char *const piece[] = {"[", "- ", "{a: ", "!a "};
    static char text[400001];
    (void)state;
    for (size_t i = 0; i < COUNT(piece); i++) {
        fk_scene_arena arena;
        fk_yaml_report report;
        const fk_yaml_node *node;
        size_t length = strlen(piece[i]);
        for (size_t k = 0; k < 100000; k++)
            memcpy(text + k * length, piece[i], length);
        fk_scene_arena_init(&arena, context);
        assert_int_equal(fk_yaml_parse(&arena, text, 100000 * length, &report, &node), FK_ERROR_SYNTAX);
        assert_string_equal(report.message, "values nest deeper than 64");
        fk_scene_arena_end(&arena);
    }
}

static fk_status parse_scarce(fk_context *scarce, const void *user, void *out)
{
    fk_scene_arena arena;
    fk_yaml_report report;
    const fk_yaml_node *node;
    fk_scene_arena_init(&arena, scarce);
    fk_status status = fk_yaml_parse(&arena, user, strlen(user), &report, &node);
    if (status == FK_OK)
        memset(out, 1, 1);
    fk_scene_arena_end(&arena);
    return status;
}

static void test_memory(void **state)
{
    static char text[20000];
    (void)state;
    for (size_t i = 0; i < 200; i++)
        sprintf(text + strlen(text), "key%u:\n- !x [1, 'two']\n- |\n  text\n", (unsigned)i);
    memory_ask(parse_scarce, text, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values), cmocka_unit_test(test_members), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_depth),  cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
