/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Texts given to the readers of models, whole and in small pieces, with what must come of them. */

#ifndef FARKAS_TEST_READ_CHECK_H
#define FARKAS_TEST_READ_CHECK_H

#include "farkas/io.h"
#include "model_check.h"
#include "scarce_memory.h"
#include "text_source.h"

/* A text that is refused, and where. The message holds these words. */
typedef struct bad_text {
    const char *text;
    uint64_t line, offset;
    const char *words;
} bad_text;

static inline void read_check_bad(fk_context *context, fk_format format, const void *bytes, size_t size,
                                  fk_status status, uint64_t line, uint64_t offset, const char *words)
{
    fk_load_options options = fk_load_options_default();
    fk_load_report report;
    fk_model *model = NULL;
    options.format = format;
    for (size_t i = 0; i <= CHUNKS; i++) {
        fk_status got;
        if (i == CHUNKS)
            got = fk_model_parse(context, bytes, size, &options, &report, &model);
        else {
            source s = source_make(bytes, size, chunks[i]);
            got = fk_model_read(context, source_read, &s, &options, &report, &model);
        }
        if (got != status || report.line != line || report.offset != offset ||
            strstr(report.message, words) == NULL)
            print_message("'%.*s': %s, line %llu, byte %llu, %s\n", size < 300 ? (int)size : 300,
                          (const char *)bytes, fk_status_name(got), (unsigned long long)report.line,
                          (unsigned long long)report.offset, report.message);
        assert_int_equal(got, status);
        assert_int_equal(report.line, line);
        assert_int_equal(report.offset, offset);
        assert_non_null(strstr(report.message, words));
        assert_null(model);
    }
}

static inline void read_check_bad_texts(fk_context *context, fk_format format, const bad_text *bad,
                                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        read_check_bad(context, format, bad[i].text, strlen(bad[i].text), FK_ERROR_SYNTAX, bad[i].line,
                       bad[i].offset, bad[i].words);
}

/* The same model whole and in small pieces; the caller frees it. */
static inline fk_model *read_check_good(fk_context *context, const fk_load_options *options,
                                        const void *bytes, size_t size, fk_load_report *report)
{
    fk_model *model = NULL;
    fk_status status = fk_model_parse(context, bytes, size, options, report, &model);
    if (status != FK_OK)
        print_message("line %llu, byte %llu: %s\n", (unsigned long long)report->line,
                      (unsigned long long)report->offset, report->message);
    assert_int_equal(status, FK_OK);
    assert_null(model_defect(model));
    for (size_t i = 0; i < CHUNKS; i++) {
        source s = source_make(bytes, size, chunks[i]);
        fk_load_report again;
        fk_model *same = NULL;
        assert_int_equal(fk_model_read(context, source_read, &s, options, &again, &same), FK_OK);
        assert_true(model_is_same(model, same));
        assert_int_equal(again.triangles, report->triangles);
        assert_int_equal(again.vertices, report->vertices);
        assert_int_equal(again.format, report->format);
        fk_model_free(context, same);
    }
    return model;
}

/* Every allocation fails once; nothing is lost then, and nothing comes out. */
static inline void read_check_scarce(const fk_load_options *options, const void *bytes, size_t size)
{
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *context = memory_context(&m);
        size_t before = m.used;
        fk_model *model = NULL;
        m.fail_at = k;
        status = fk_model_parse(context, bytes, size, options, NULL, &model);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && model == NULL));
        fk_model_free(context, model);
        assert_int_equal(m.used, before);
        fk_context_destroy(context);
    }
}

/* Every read fails once. */
static inline void read_check_failing(fk_context *context, const fk_load_options *options, const void *bytes,
                                      size_t size)
{
    for (size_t at = 0; at <= size; at++) {
        source s = source_make(bytes, size, 16);
        fk_load_report report;
        fk_model *model = NULL;
        s.fail_at = at;
        assert_int_equal(fk_model_read(context, source_read, &s, options, &report, &model), FK_ERROR_READ);
        assert_string_equal(report.message, "reading failed");
        assert_null(model);
    }
}

#endif
