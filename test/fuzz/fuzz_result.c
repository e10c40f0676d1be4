/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Results from arbitrary bytes: nothing breaks, what is refused has a message and a place; and what is read is written, read and written
 * again as the same. */

#include <stdlib.h>
#include <string.h>

#include "farkas/scene.h"
#include "fuzz/fuzz_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct text {
    char *bytes;
    size_t length, capacity;
} text;

static bool add(void *user, const char *bytes, size_t count)
{
    text *t = user;
    if (t->length + count > t->capacity) {
        t->capacity = 2 * (t->length + count);
        t->bytes = realloc(t->bytes, t->capacity);
        fuzz_require(t->bytes != NULL, "out of memory");
    }
    memcpy(t->bytes + t->length, bytes, count);
    t->length += count;
    return true;
}

static text write_again(const fk_result *result)
{
    text t = {NULL, 0, 0}, other = {NULL, 0, 0};
    fuzz_require((result->check == NULL) != (result->sweep == NULL), "neither a check nor a sweep, or both");
    if (result->check != NULL) {
        fuzz_require(fk_check_write_json(result->check, add, &t) == FK_OK, "a check cannot be written");
        fuzz_require(fk_check_write_csv(result->check, add, &other) == FK_OK, "a check cannot be written");
        fuzz_require(fk_check_write_junit(result->check, add, &other) == FK_OK, "a check cannot be written");
    } else {
        fuzz_require(fk_sweep_write_json(result->sweep, add, &t) == FK_OK, "a sweep cannot be written");
        fuzz_require(fk_sweep_write_csv(result->sweep, add, &other) == FK_OK, "a sweep cannot be written");
        fuzz_require(fk_sweep_write_junit(result->sweep, add, &other) == FK_OK, "a sweep cannot be written");
    }
    free(other.bytes);
    return t;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fk_context *context;
    fk_scene_report report;
    fk_result *result = NULL, *again = NULL;
    fuzz_require(fk_context_create(NULL, &context) == FK_OK, "out of memory");
    fk_status status = fk_result_parse(context, (const char *)data, size, &report, &result);
    if (status == FK_OK) {
        text first = write_again(result);
        fuzz_require(fk_result_parse(context, first.bytes, first.length, &report, &again) == FK_OK,
                     "what was written is refused");
        text second = write_again(again);
        fuzz_require(first.length == second.length && memcmp(first.bytes, second.bytes, first.length) == 0,
                     "what is written changes");
        free(first.bytes);
        free(second.bytes);
    } else {
        fuzz_require(status == FK_ERROR_SYNTAX && result == NULL, "a status that cannot be");
        fuzz_require(report.message[0] != '\0' && report.line > 0 && report.column > 0,
                     "an error without a place");
        fuzz_require(report.column <= size + 1 && report.line <= size + 1, "a place beyond the text");
    }
    fk_result_free(context, again);
    fk_result_free(context, result);
    fk_context_destroy(context);
    return 0;
}
