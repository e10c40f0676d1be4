/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The 64 cases of lab/printed/fm_pairs.txt: the truth that stands above each pair is that of the oracle and of the exact
 * verdict, in both orders; the methods that must be right give it; those that
 * answer as their papers do are wrong where their papers are, and which cases that are is printed. Run from the top of
 * the tree. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask_oracle.h"
#include "farkas/farkas.h"

#define CASES 64

typedef struct paper_case {
    unsigned number;
    fk_verdict truth;
    char kinds[32];
    fk_piece a, b;
} paper_case;

static paper_case cases[CASES];
static size_t case_count;

static fk_verdict verdict_of(const char *word)
{
    for (int verdict = FK_APART; verdict <= FK_OVERLAPPING; verdict++)
        if (strcmp(word, fk_verdict_name((fk_verdict)verdict)) == 0)
            return (fk_verdict)verdict;
    fail_msg("no verdict: %s", word);
    return FK_UNDECIDED;
}

/* ---- The file, read without the help of the tool ------------------------------------------------------- */

typedef struct text_line {
    const char *text;
    bool read;
} text_line;

static size_t read_line(void *user, char *buffer, size_t capacity)
{
    text_line *line = user;
    size_t length = line->read ? 0 : strlen(line->text);
    assert_true(length <= capacity);
    memcpy(buffer, line->text, length);
    line->read = true;
    return length;
}

static void read_pair(const char *text, paper_case *out)
{
    text_line line = {text, false};
    fk_pair_reader reader;
    fk_pair_reader_init(&reader, NULL, read_line, &line);
    assert_int_equal(fk_pair_reader_next(&reader, &out->a, &out->b), FK_OK);
}

static int read_cases(void **state)
{
    (void)state;
    FILE *file = fopen("lab/printed/fm_pairs.txt", "r");
    assert_non_null(file);
    char line[1024], word[32], how[512];
    paper_case next = {0};
    while (fgets(line, sizeof line, file)) {
        unsigned number;
        if (sscanf(line, "# case %u %31[a-z-]: %511[^;]; truth: %31s", &number, next.kinds, how, word) == 4) {
            next.number = number;
            next.truth = verdict_of(word);
        } else if (line[0] != '#' && line[0] != '\n') {
            assert_true(case_count < CASES);
            read_pair(line, &next);
            cases[case_count++] = next;
            memset(&next, 0, sizeof next); /* the next pair needs its own comment */
        }
    }
    fclose(file);
    return 0;
}

/* ---- Tests --------------------------------------------------------------------------------------------- */

/* 16 of each combination, numbered in order, with all verdicts among them. */
static void test_cases_are_complete(void **state)
{
    (void)state;
    static const char *const kinds[] = {"box-box", "box-tetra", "tetra-box", "tetra-tetra"};
    unsigned count[4][FK_OVERLAPPING + 1] = {{0}};
    assert_int_equal(case_count, CASES);
    for (size_t i = 0; i < CASES; i++) {
        const paper_case *c = &cases[i];
        char found[32];
        assert_int_equal(c->number, i + 1);
        snprintf(found, sizeof found, "%s-%s", fk_kind_word(c->a.kind), fk_kind_word(c->b.kind));
        assert_string_equal(found, c->kinds);
        assert_string_equal(found, kinds[i / 16]);
        count[i / 16][c->truth]++;
    }
    for (int k = 0; k < 4; k++)
        for (int verdict = FK_APART; verdict <= FK_OVERLAPPING; verdict++)
            assert_true(count[k][verdict] >= 3);
}

static void test_truth(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        const paper_case *c = &cases[i];
        assert_int_equal(ask_oracle(&c->a, &c->b), c->truth);
        assert_int_equal(fk_pair_verdict(&c->a, &c->b), c->truth);
        assert_int_equal(fk_pair_verdict(&c->b, &c->a), c->truth);
    }
}

/* What a method says, and whether this version has it and it knows the pieces. */
static bool ask(fk_method method, const fk_piece *a, const fk_piece *b, fk_verdict *verdict)
{
    fk_pair_query query = {a, b, method, FK_PART_ALL, NULL};
    fk_answer answer;
    if (!fk_method_knows(method, a->kind, b->kind) || fk_pair_answer(&query, &answer) != FK_OK)
        return false;
    if (answer.filled & FK_PART_CERTIFICATE)
        assert_true(fk_verify(a, b, &answer.certificate));
    *verdict = answer.verdict;
    return true;
}

static void test_right_methods(void **state)
{
    (void)state;
    static const fk_method right[] = {FK_METHOD_EXACT, FK_METHOD_FM,  FK_METHOD_EC,
                                      FK_METHOD_SAT,   FK_METHOD_GJK, FK_METHOD_CW};
    for (size_t i = 0; i < 2 * CASES; i++) {
        const paper_case *c = &cases[i / 2];
        const fk_piece *a = i % 2 ? &c->b : &c->a, *b = i % 2 ? &c->a : &c->b;
        for (size_t m = 0; m < sizeof right / sizeof right[0]; m++) {
            fk_verdict verdict;
            assert_true(ask(right[m], a, b, &verdict));
            if (verdict != c->truth)
                fail_msg("case %u%s: %s says %s, the truth is %s", c->number, i % 2 ? " swapped" : "",
                         fk_method_name(right[m]), fk_verdict_name(verdict), fk_verdict_name(c->truth));
        }
    }
}

/* Mistakes that must be seen: the row sums of a tetrahedron, the way back that is missing, the axes of edge and edge. */
static bool must_be_wrong(fk_method method, unsigned number)
{
    switch (method) {
    case FK_METHOD_FM_PAPER:
        return number == 42 || number == 58;
    case FK_METHOD_EC_PAPER:
        return number == 12;
    default:
        return number == 5;
    }
}

/* These only say whether the pieces meet. Six axes err towards hits alone. */
static void test_methods_of_the_papers(void **state)
{
    (void)state;
    static const fk_method paper[] = {FK_METHOD_FM_PAPER, FK_METHOD_EC_PAPER, FK_METHOD_SAT6};
    for (size_t m = 0; m < 3; m++) {
        print_message("%s:", fk_method_name(paper[m]));
        for (size_t i = 0; i < CASES; i++) {
            const paper_case *c = &cases[i];
            fk_verdict verdict;
            if (!ask(paper[m], &c->a, &c->b, &verdict))
                continue;
            bool says_meet = verdict != FK_APART, meet = c->truth != FK_APART;
            bool wrong = verdict != FK_UNDECIDED && says_meet != meet;
            if (wrong)
                print_message(" %s %u", meet ? "misses" : "false hit", c->number);
            assert_true(wrong || !must_be_wrong(paper[m], c->number));
            if (paper[m] == FK_METHOD_FM_PAPER && c->truth != FK_TOUCHING)
                assert_int_equal(wrong, must_be_wrong(paper[m], c->number));
            if (paper[m] == FK_METHOD_SAT6)
                assert_true(says_meet || !meet);
        }
        print_message("\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases_are_complete),
        cmocka_unit_test(test_truth),
        cmocka_unit_test(test_right_methods),
        cmocka_unit_test(test_methods_of_the_papers),
    };
    return cmocka_run_group_tests(tests, read_cases, NULL);
}
