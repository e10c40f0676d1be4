/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What fuzzers of readers of models have in common: no input crashes a reader; a model that comes out is valid; how the bytes
 * arrive does not matter; an error has a message; and what is written of it reads back to the same. */

#ifndef FARKAS_TEST_FUZZ_MODEL_H
#define FARKAS_TEST_FUZZ_MODEL_H

#include <stdio.h>
#include <stdlib.h>

#include "model_check.h"

typedef struct fuzz_input {
    const uint8_t *data;
    size_t size, chunk;
} fuzz_input;

static inline size_t fuzz_read(void *user, char *buffer, size_t capacity)
{
    fuzz_input *input = user;
    size_t count = input->size < input->chunk ? input->size : input->chunk;
    count = count < capacity ? count : capacity;
    if (count > 0)
        memcpy(buffer, input->data, count);
    input->data += count;
    input->size -= count;
    return count;
}

static inline void fuzz_require(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

/* Writes a model and reads it again. */
static inline void fuzz_round_trip(fk_context *context, const fk_model *model, fk_format format)
{
    written w = {0};
    fk_save_report saved;
    fk_load_options options = fk_load_options_default();
    fk_load_report report;
    fk_model *back = NULL;
    fk_status status = fk_model_write(model, format, written_add, &w, &saved);
    if (status == FK_OK && saved.rounded == 0) {
        options.format = format;
        options.mesh.keep_points = format != FK_FORMAT_STL && format != FK_FORMAT_STL_ASCII;
        status = fk_model_parse(context, w.bytes, w.count, &options, &report, &back);
        fuzz_require(status == FK_OK, "a written model does not read");
        fuzz_require(report.format == format, "a written model is of another format");
        fuzz_require(options.mesh.keep_points ? model_is_same(model, back)
                                              : model_has_same_corners(model, back),
                     "a model changed on its way");
    } else
        fuzz_require(status == FK_OK || status == FK_ERROR_FORMAT, "writing failed");
    fk_model_free(context, back);
    free(w.bytes);
}

static inline bool fuzz_has_triangles(const fk_model *model)
{
    for (uint32_t i = 0; i < model->part_count; i++)
        if (model->part[i].triangle_count == 0)
            return false;
    return true;
}

/* Reads bytes as a format with some options, whole and byte by byte. */
static inline void fuzz_options(fk_context *context, const uint8_t *data, size_t size,
                                const fk_load_options *options)
{
    fk_load_report report, other;
    fk_model *model = NULL, *same = NULL;
    fuzz_input bytes = {data, size, 1 + size % 7};
    fk_status status = fk_model_parse(context, data, size, options, &report, &model);
    fk_status again = fk_model_read(context, fuzz_read, &bytes, options, &other, &same);
    fuzz_require(status != FK_ERROR_ARGUMENT && status != FK_ERROR_READ, "a status that cannot be");
    /* Only a known size tells whether bytes that look like a text are a binary file. */
    fuzz_require(status == again || report.format != other.format, "the status depends on the chunks");
    if (status == FK_OK) {
        const char *defect = model_defect(model);
        fuzz_require(defect == NULL, defect);
        fuzz_require(model->part_count > 0, "a model without parts");
        fuzz_require(!options->join || model->part_count == 1, "parts that were to be joined");
        fuzz_require(again != FK_OK || report.format != other.format || model_is_same(model, same),
                     "the model depends on the chunks");
        static const fk_format format[] = {FK_FORMAT_STL, FK_FORMAT_STL_ASCII, FK_FORMAT_OFF, FK_FORMAT_PLY};
        for (size_t i = 0; i < sizeof format / sizeof format[0]; i++)
            if (fuzz_has_triangles(model))
                fuzz_round_trip(context, model, format[i]);
    } else
        fuzz_require(report.message[0] != '\0' && model == NULL, "an error without a message");
    fk_model_free(context, model);
    fk_model_free(context, same);
}

static inline int fuzz_format(const uint8_t *data, size_t size, fk_format format)
{
    fk_context *context;
    fk_load_options options = fk_load_options_default();
    fuzz_require(fk_context_create(NULL, &context) == FK_OK, "out of memory");
    options.format = format;
    fuzz_options(context, data, size, &options);
    options.join = true;
    options.mesh.keep_points = true;
    fuzz_options(context, data, size, &options);
    options.mesh.weld = 0.125;
    options.mesh.keep_points = false;
    fuzz_options(context, data, size, &options);
    /* And without being told. */
    options = fk_load_options_default();
    fuzz_options(context, data, size, &options);
    fk_context_destroy(context);
    return 0;
}

#endif
