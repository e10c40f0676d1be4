/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trajectories from CSV: what is read, and what is refused, where and with which words. */

#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <unistd.h>

#include "robot_check.h"
#include "sanitized.h"

static fk_status parse(fk_context *context, const char *text, fk_robot_report *report, fk_trajectory **out)
{
    /* A copy without end mark, so that reading beyond is seen. */
    size_t bytes = strlen(text);
    char *copy = malloc(bytes + 1);
    assert_non_null(copy);
    memcpy(copy, text, bytes);
    memset(report, 0, sizeof *report);
    char *exact = realloc(copy, bytes > 0 ? bytes : 1);
    assert_non_null(exact);
    fk_robot_text whole = {"t.csv", exact, bytes};
    fk_status status = fk_trajectory_parse(context, &whole, report, out);
    free(exact);
    return status;
}

/* ---- Good ones ----------------------------------------------------------------------------------------- */

/* All of them say the same: columns a and b, times 0 and 0.5. */
static void test_same(void **state)
{
    (void)state;
    static const char *const text[] = {
        "t,a,b\n0,1,2\n0.5,3,-4e0\n",
        "t,a,b\n0,1,2\n0.5,3,-4",
        "time;a;b\r\n0;1;2\r\n\r\n0.5;3;-4\r\n",
        "T\ta\tb\n0\t1\t2\n.5\t3\t-4\n\n\n",
        "\xef\xbb\xbf# joints\n\n  \"t\" , \"a\",b # names\n\t0 , \"1\" ,2\n # nothing\n5e-1,3,-4 # last\n",
        "t,a,b\n-0,0x1p0,2\n0.5,3.0,-4.000",
        "t\t\"a\"\tb\n 0\t 1\t2 \n0.5\t3\t-4 \n",
    };
    static const uint32_t line[COUNT(text)][2] = {{2, 3}, {2, 3}, {2, 4}, {2, 3}, {4, 6}, {2, 3}, {2, 3}};
    for (size_t i = 0; i < COUNT(text); i++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *counted = memory_context(&m);
        size_t before = m.used;
        fk_robot_report report;
        fk_trajectory *t = NULL;
        fk_status status = parse(counted, text[i], &report, &t);
        if (status != FK_OK)
            print_message("%s: %s\n", text[i], report.message);
        assert_int_equal(status, FK_OK);
        assert_int_equal(t->column_count, 2);
        assert_int_equal(t->row_count, 2);
        assert_string_equal(t->name[0], "a");
        assert_string_equal(t->name[1], "b");
        assert_true(t->time[0] == 0 && t->time[1] == 0.5);
        assert_true(t->line[0] == line[i][0] && t->line[1] == line[i][1]);
        assert_true(t->value[0] == 1 && t->value[1] == 2 && t->value[2] == 3 && t->value[3] == -4);
        fk_trajectory_free(counted, t);
        assert_int_equal(m.used, before);
        fk_context_destroy(counted);
    }
}

/* Names in quotes may have separators, quotes and #. */
static void test_quotes(void **state)
{
    (void)state;
    fk_context *context;
    fk_robot_report report;
    fk_trajectory *t = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    assert_int_equal(parse(context, "t,\"a,\"\"b\"\"#\",c d,\"\"\"\"\n1,2,3,4", &report, &t), FK_OK);
    assert_int_equal(t->column_count, 3);
    assert_string_equal(t->name[0], "a,\"b\"#");
    assert_string_equal(t->name[1], "c d");
    assert_string_equal(t->name[2], "\"");
    assert_int_equal(t->row_count, 1);
    fk_trajectory_free(context, t);
    fk_trajectory_free(context, NULL);
    fk_context_destroy(context);
}

/* ---- Bad ones ------------------------------------------------------------------------------------------ */

static void test_bad(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned line, column;
        const char *words;
    } bad[] = {
        {"", 1, 1, "the file is empty: it begins with a header"},
        {"\n# x\n  \n", 1, 1, "the file is empty"},
        {"0,1,2\n", 1, 1, "there is no header"},
        {"a,b\n0,1", 1, 1, "the first column is the time in seconds, called \"t\" or \"time\""},
        {"\n t a b\n0 1 2", 2, 2, "with commas between"},
        {"t\n0\n", 1, 1, "no column but the time"},
        {"t,a,\n0,1,2", 1, 5, "this column has no name"},
        {"t,\"\"\n0,1,2", 1, 4, "this column has no name"},
        {"t,a\x01\n0,1", 1, 3, "control character"},
        {"t,a,b,a\n0,1,2,3", 1, 7, "two columns are called 'a'"},
        {"t,a,\"b\n0,1,2\"", 1, 5, "this quote is not closed"},
        {"t,a,\"b\"c\n0,1,2", 1, 8, "a field goes on behind its closing quote"},
        {"t,a,b\n", 2, 1, "no rows behind the header"},
        {"t,a,b", 2, 1, "no rows behind the header"},
        {"t,a,b\n0,1,2\n1,2\n", 3, 1, "this row has 2 fields, but the header has 3"},
        {"t,a,b\n1", 2, 1, "this row has 1 field, but"},
        {"t,a,b\n0,1,2,x,4\n", 2, 1, "this row has 5 fields, but the header has 3"},
        {"t\ta\tb\n0\t1\t2\t\n", 2, 1, "this row has 4 fields"},
        {"t,a,b\r0,1\n", 1, 5, "control character"},
        {"t,a,b\n\n 0,1,x\n", 3, 6, "column 'b': 'x' is not a finite number"},
        {"t,a,b\n0,,2\n", 2, 3, "column 'a': '' is not a finite number"},
        {"t;a;b\n0;1,5;2\n", 2, 3, "'1,5' is not a finite number, which has a point, no comma"},
        {"t,a\nnan,1\n", 2, 1, "column 't': 'nan' is not a finite number"},
        {"t,a\n0,-inf\n", 2, 3, "'-inf' is not a finite number"},
        {"t,a\n0,1e999\n", 2, 3, "'1e999' is not"},
        {"t,a\n0,1\n1,1\n1,2", 4, 1,
         "the time 1 does not come after 1, that of the row before: times increase"},
        {"t,a\n0,1\n-0.5,1", 3, 1, "the time -0.5 does not come after 0"},
        {"t,a\n0,1\n-0,1", 3, 1, "the time -0 does not come after"},
        {"t,a\n0,1\n1e-310,1", 3, 1, "the time 1e-310 comes too soon after 0, that of the row before"},
        {"t,a\n0,1\n9e-121,1", 3, 1, "in steps of 1e-120 to 1e270"},
        {"t,a\n-1,1\n2e270,1", 3, 1, "the time 2e270 comes too long after -1"},
        {"t,a\n0,1\n1.1e300,1", 3, 1, "the time 1.1e300 is too far from 0: give seconds, from -1e300"},
        {"t,a\n-1.7e308,1\n0,1", 2, 1, "the time -1.7e308 is too far from 0"},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *counted = memory_context(&m);
        size_t before = m.used;
        fk_robot_report report;
        fk_trajectory *t = NULL;
        fk_status status = parse(counted, bad[i].text, &report, &t);
        bool is_right = status == FK_ERROR_SYNTAX && report.line == bad[i].line &&
                        report.column == bad[i].column && strstr(report.message, bad[i].words) != NULL;
        if (!is_right)
            print_message("%s\n%llu:%llu: %s\n", bad[i].text, (unsigned long long)report.line,
                          (unsigned long long)report.column, report.message);
        assert_true(is_right && t == NULL);
        assert_string_equal(report.path, "t.csv");
        assert_int_equal(m.used, before);
        fk_context_destroy(counted);
    }
}

static fk_status ask_trajectory(fk_context *scarce, const void *user, void *out)
{
    fk_robot_report report;
    fk_trajectory *t = NULL;
    fk_status status = parse(scarce, user, &report, &t);
    if (status == FK_OK)
        memset(out, 0, 1);
    fk_trajectory_free(scarce, t);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    memory_ask(ask_trajectory, "t,a,b\n0,1,2\n1,2,3\n", 1);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static void test_file(void **state)
{
    (void)state;
    enum { ROWS = SANITIZED ? 20000 : 200000 };
    char path[500];
    fk_context *context;
    fk_robot_report report;
    fk_trajectory *t = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    assert_int_equal(fk_trajectory_load(context, "no/such.csv", &report, &t), FK_ERROR_READ);
    assert_string_equal(report.path, "no/such.csv");
    assert_string_equal(report.message, "there is no such file or folder");
    assert_int_equal(fk_trajectory_load(context, "no/such.csv", NULL, &t), FK_ERROR_READ);
    const char *temporary = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/farkas-XXXXXX", temporary != NULL ? temporary : P_tmpdir);
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    FILE *file = fdopen(handle, "wb");
    assert_non_null(file);
    fputs("t,a\n", file);
    for (int i = 0; i < ROWS; i++)
        fprintf(file, "%d,%d.5\n", i, -i);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(fk_trajectory_load(context, path, &report, &t), FK_OK);
    assert_int_equal(remove(path), 0);
    assert_int_equal(t->row_count, ROWS);
    for (int i = 0; i < ROWS; i++)
        assert_true(t->time[i] == i && t->value[i] == -i - (i > 0 ? 0.5 : -0.5));
    fk_trajectory_free(context, t);
    fk_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),   cmocka_unit_test(test_quotes), cmocka_unit_test(test_bad),
        cmocka_unit_test(test_memory), cmocka_unit_test(test_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
