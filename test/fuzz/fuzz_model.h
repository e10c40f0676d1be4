/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What fuzzers of readers share: bytes are read with all options, whole and one by one; a model is what its header promises, an
 * error has a message, and the chunks do not matter. */

#ifndef FARKAS_FUZZ_MODEL_H
#define FARKAS_FUZZ_MODEL_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/io.h"

static inline void fuzz_require(int condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

typedef struct fuzz_bytes {
    const uint8_t *data;
    size_t size, chunk;
} fuzz_bytes;

static inline size_t fuzz_read(void *user, char *buffer, size_t capacity)
{
    fuzz_bytes *s = user;
    size_t count = s->size < s->chunk ? s->size : s->chunk;
    count = count < capacity ? count : capacity;
    memcpy(buffer, s->data, count);
    s->data += count;
    s->size -= count;
    return count;
}

static inline int fuzz_compare(const void *a, const void *b)
{
    const fk_vec3 *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return p->z < q->z ? -1 : p->z > q->z;
}

static inline void fuzz_check_mesh(const fk_mesh *mesh)
{
    fuzz_require(mesh->name != NULL, "a part has no name");
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            fuzz_require(mesh->triangle[t].corner[k] < mesh->vertex_count, "a corner is not a vertex");
    fk_vec3 *sorted = malloc((mesh->vertex_count + 1) * sizeof *sorted);
    fuzz_require(sorted != NULL, "out of memory");
    memcpy(sorted, mesh->point, mesh->vertex_count * sizeof *sorted);
    qsort(sorted, mesh->vertex_count, sizeof *sorted, fuzz_compare);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        fuzz_require(isfinite(sorted[i].x) && isfinite(sorted[i].y) && isfinite(sorted[i].z), "not finite");
        fuzz_require(i == 0 || fuzz_compare(&sorted[i - 1], &sorted[i]) != 0, "two vertices are equal");
    }
    free(sorted);
}

static inline void fuzz_check(fk_status status, const fk_load_report *report, const fk_model *model,
                              uint64_t size)
{
    fuzz_require(status == FK_OK || status == FK_ERROR_SYNTAX || status == FK_ERROR_FORMAT, "an odd status");
    fuzz_require((status == FK_OK) == (model != NULL), "a model with an error, or none without");
    if (model == NULL) {
        fuzz_require(report->message[0] != '\0' && report->offset <= size,
                     "an error without message or place");
        return;
    }
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < model->part_count; i++) {
        fuzz_check_mesh(&model->part[i]);
        triangles += model->part[i].triangle_count;
    }
    fuzz_require(triangles + report->losses.collapsed == report->triangles, "triangles are lost");
}

static inline void fuzz_model(const uint8_t *data, size_t size, fk_format format)
{
    fk_context *context;
    fuzz_require(fk_context_create(NULL, &context) == FK_OK, "out of memory");
    for (int bits = 0; bits < 8; bits++) {
        fk_load_options options = fk_load_options_default();
        options.format = format;
        options.join = bits & 1;
        options.mesh.keep_points = bits & 2;
        options.mesh.weld = bits & 4 ? 0.5 : 0;
        fuzz_bytes whole = {data, size, SIZE_MAX}, bytes = {data, size, bits == 0 ? 1 : 100};
        fk_load_report first, second;
        fk_model *a = NULL, *b = NULL;
        fk_status status = fk_model_read(context, fuzz_read, &whole, &options, &first, &a);
        fuzz_check(status, &first, a, size);
        fuzz_require(fk_model_read(context, fuzz_read, &bytes, &options, &second, &b) == status &&
                         memcmp(&first, &second, sizeof first) == 0,
                     "what is read depends on the chunks");
        fk_model_free(context, a);
        fk_model_free(context, b);
    }
    fk_context_destroy(context);
}

#endif
