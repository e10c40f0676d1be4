/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bytes in memory read as a file of some format, in chunks, and what came of it. */

#ifndef FARKAS_TEST_READ_TEXT_H
#define FARKAS_TEST_READ_TEXT_H

#include <string.h>

#include "farkas/io.h"
#include "scarce_memory.h"
#include "text_source.h"

typedef struct result {
    fk_context *context;
    fk_status status;
    fk_load_report report;
    fk_model *model; /* NULL after an error */
} result;

static inline result read_bytes(const char *bytes, size_t length, const fk_load_options *options,
                                size_t chunk)
{
    result r = {0};
    source s = source_make(bytes, length, chunk);
    assert_int_equal(fk_context_create(NULL, &r.context), FK_OK);
    r.status = fk_model_read(r.context, source_read, &s, options, &r.report, &r.model);
    assert_true((r.status == FK_OK) == (r.model != NULL));
    return r;
}

static inline void result_free(result *r)
{
    fk_model_free(r->context, r->model);
    fk_context_destroy(r->context);
}

static inline bool is_same_model(const fk_model *a, const fk_model *b)
{
    if (a->part_count != b->part_count)
        return false;
    for (uint32_t i = 0; i < a->part_count; i++) {
        const fk_mesh *p = &a->part[i], *q = &b->part[i];
        if (p->vertex_count != q->vertex_count || p->triangle_count != q->triangle_count ||
            strcmp(p->name, q->name) != 0 ||
            memcmp(p->point, q->point, p->vertex_count * sizeof *p->point) != 0 ||
            memcmp(p->triangle, q->triangle, p->triangle_count * sizeof *p->triangle) != 0)
            return false;
    }
    return true;
}

/* Reads bytes whole and in chunks, which must give the same. */
static inline result read_all_ways(const char *bytes, size_t length, const fk_load_options *options)
{
    result first = read_bytes(bytes, length, options, SIZE_MAX);
    for (int i = 1; i < CHUNKS; i++) {
        result other = read_bytes(bytes, length, options, chunks[i]);
        assert_int_equal(other.status, first.status);
        assert_memory_equal(&other.report, &first.report, sizeof other.report);
        assert_true(first.model == NULL || is_same_model(first.model, other.model));
        result_free(&other);
    }
    return first;
}

/* The k-th allocation fails, for every k. */
static inline void read_in_scarce_memory(const char *bytes, size_t length, const fk_load_options *options)
{
    for (size_t k = 0;; k++) {
        memory m = {0, SIZE_MAX};
        fk_context *context = memory_context(&m);
        m.fail_at = k;
        size_t before = m.used;
        fk_model *model = NULL;
        fk_status status = fk_model_parse(context, bytes, length, options, NULL, &model);
        m.fail_at = SIZE_MAX;
        if (status == FK_OK)
            fk_model_free(context, model);
        else
            assert_true(status == FK_ERROR_MEMORY && model == NULL);
        assert_int_equal(m.used, before);
        fk_context_destroy(context);
        if (status == FK_OK)
            return;
        assert_true(k < 1000);
    }
}

#endif
