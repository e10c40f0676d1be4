/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Real mesh files, written by other people's programs: each is read, or refused with a message; those that are sound must be
 * read, and have as many triangles as their index says. The files are not part of this tree: the environment variable FARKAS_DATA names
 * their folder, else it is ../shared/data beside the tree; without it the test is skipped. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "model_check.h"

/* The columns of the index, a text with tabs. */
enum { FILE_COLUMN = 0, TRIANGLES_COLUMN = 5, FLAGS_COLUMN = 7, COLUMNS = 8 };

static const char *data_folder(void)
{
    const char *named = getenv("FARKAS_DATA");
    return named != NULL ? named : "../shared/data";
}

static FILE *open_index(void)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/index.tsv", data_folder());
    return fopen(path, "r");
}

/* Cuts a line at its tabs. */
static void split(char *line, const char *column[COLUMNS])
{
    for (int i = 0; i < COLUMNS; i++) {
        column[i] = line;
        line += strcspn(line, "\t\r\n");
        if (*line != '\0')
            *line++ = '\0';
    }
}

static void check_file(fk_context *context, const char *column[COLUMNS])
{
    const char *file = column[FILE_COLUMN], *flags = column[FLAGS_COLUMN];
    char path[5000];
    fk_load_report report;
    fk_model *model = NULL;
    int length = snprintf(path, sizeof path, "%s/%s", data_folder(), file);
    assert_true(length > 0 && (size_t)length < sizeof path);
    fk_status status = fk_model_load(context, path, NULL, &report, &model);
    if (status != FK_OK) {
        bool must_load = strncmp(file, "nasty/", 6) != 0;
        if (must_load || report.message[0] == '\0')
            print_message("%s: %s, line %llu, byte %llu: %s\n", file, fk_status_name(status),
                          (unsigned long long)report.line, (unsigned long long)report.offset, report.message);
        assert_false(must_load);
        assert_true(status == FK_ERROR_SYNTAX || status == FK_ERROR_FORMAT);
        assert_true(report.message[0] != '\0');
        return;
    }
    assert_null(model_defect(model));
    uint64_t expected = strtoull(column[TRIANGLES_COLUMN], NULL, 10);
    /* The index counts some polygons as one. */
    bool is_exact = strstr(flags, "poly") == NULL && strstr(flags, "faces") == NULL;
    if (column[TRIANGLES_COLUMN][0] != '\0' &&
        (is_exact ? report.triangles != expected : report.triangles < expected)) {
        print_message("%s: %llu triangles, not %llu\n", file, (unsigned long long)report.triangles,
                      (unsigned long long)expected);
        fail();
    }
    fk_model_free(context, model);
}

static void test_real_files(void **state)
{
    (void)state;
    FILE *index = open_index();
    if (index == NULL) {
        print_message("skipped: there is no %s/index.tsv\n", data_folder());
        skip();
    }
    fk_context *context = NULL;
    char line[4000];
    int count = 0;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    while (fgets(line, sizeof line, index) != NULL) {
        const char *column[COLUMNS];
        split(line, column);
        if (fk_format_of_path(column[FILE_COLUMN]) == FK_FORMAT_ANY)
            continue;
        check_file(context, column);
        count++;
    }
    fclose(index);
    fk_context_destroy(context);
    assert_true(count > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_real_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
