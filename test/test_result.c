/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where results come from, and reading them: SHA-256 and ids; what was written by check and sweep is written again as the same
 * bytes; what is wrong has a place; and memory that runs out. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/sha256.h"
#include "farkas/scene.h"
#include "scarce_memory.h"

/* ---- SHA-256 and ids ----------------------------------------------------------------------------------- */

static void hash(const char *bytes, size_t count, size_t step, char out[FK_SHA256_TEXT])
{
    fk_sha256 hash = fk_sha256_make();
    for (size_t i = 0; i < count; i += step)
        fk_sha256_add(&hash, bytes + i, count - i < step ? count - i : step);
    fk_sha256_end(&hash, out);
}

/* The examples of FIPS 180-4, and lengths around the blocks, in pieces of several sizes. */
static void sha256(void **state)
{
    (void)state;
    char text[FK_SHA256_TEXT], whole[FK_SHA256_TEXT];
    hash("", 0, 1, text);
    assert_string_equal(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    hash("abc", 3, 3, text);
    assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    hash(two, 56, 56, text);
    assert_string_equal(text, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    char *many = malloc(1000000);
    assert_non_null(many);
    memset(many, 'a', 1000000);
    hash(many, 1000000, 4096, text);
    assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    for (size_t length = 50; length < 140; length++) {
        hash(many, length, length, whole);
        for (size_t step = 1; step < 70; step += 13) {
            hash(many, length, step, text);
            assert_string_equal(text, whole);
        }
    }
    free(many);
}

static void ids(void **state)
{
    (void)state;
    char id[FK_CLASH_ID_SIZE], other[FK_CLASH_ID_SIZE];
    /* printf 'a\0b' | sha256sum */
    fk_clash_id("a", "b", id);
    assert_string_equal(id, "59b271ae1b");
    fk_clash_id("b", "a", other);
    assert_string_equal(id, other);
    fk_clash_id("ab", "c", id);
    fk_clash_id("a", "bc", other);
    assert_string_not_equal(id, other);
    fk_clash_id("ab", "a", id);
    fk_clash_id("a", "ab", other);
    assert_string_equal(id, other);
    fk_clash_id("", "", id);
    assert_string_equal(fk_review_word(FK_REVIEW_APPROVED), "approved");
    assert_string_equal(fk_review_word(FK_REVIEW_NONE), "");
}

/* ---- Reading and writing ------------------------------------------------------------------------------- */

typedef struct text {
    size_t length;
    char bytes[1 << 16];
} text;

static bool add(void *user, const char *bytes, size_t count)
{
    text *t = user;
    if (t->length + count > sizeof t->bytes)
        return false;
    memcpy(t->bytes + t->length, bytes, count);
    t->length += count;
    return true;
}

static void load(const char *name, text *out)
{
    char path[200];
    snprintf(path, sizeof path, "test/fuzz/corpus/result/%s", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    out->length = fread(out->bytes, 1, sizeof out->bytes, file);
    assert_in_range(out->length, 1, sizeof out->bytes - 1);
    fclose(file);
}

static fk_status write_json(const fk_result *result, text *out)
{
    out->length = 0;
    return result->check != NULL ? fk_check_write_json(result->check, add, out)
                                 : fk_sweep_write_json(result->sweep, add, out);
}

static const char *const written[] = {"check1", "check2", "check3", "check4", "check5", "check6", "check7",
                                      "check8", "sweep1", "sweep2", "sweep3", "sweep4", "sweep5"};
enum { WRITTEN = sizeof written / sizeof written[0] };

static void same_bytes(void **state)
{
    (void)state;
    static text was, is;
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (int i = 0; i < WRITTEN; i++) {
        fk_scene_report report;
        fk_result *result = NULL;
        load(written[i], &was);
        fk_status status = fk_result_parse(context, was.bytes, was.length, &report, &result);
        if (status != FK_OK)
            fail_msg("%s:%d:%d: %s", written[i], (int)report.line, (int)report.column, report.message);
        assert_int_equal(write_json(result, &is), FK_OK);
        assert_int_equal(is.length, was.length);
        assert_memory_equal(is.bytes, was.bytes, is.length);
        fk_result_free(context, result);
    }
    fk_context_destroy(context);
}

static void what_it_says(void **state)
{
    (void)state;
    fk_context *context;
    fk_result *result = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    assert_int_equal(fk_result_load(context, "test/fuzz/corpus/result/check6", NULL, &result), FK_OK);
    const fk_check_report *report = result->check;
    assert_int_equal(report->part_count, 3);
    assert_string_equal(report->units, "mm");
    assert_string_equal(report->record->argument[0], "check");
    assert_int_equal(report->record->input_count, 3);
    assert_int_equal(report->record->review[0], FK_REVIEW_APPROVED);
    assert_string_equal(report->record->remark[0], "glued");
    assert_int_equal(report->record->resolved_count, 2);
    assert_int_equal(report->check->pair[0].kind, FK_CLASH_HARD);
    assert_float_equal(report->check->pair[0].depth.depth.hi, 0.25, 0);
    fk_review_count count = fk_check_reviews(report);
    assert_int_equal(count.open, 0);
    assert_int_equal(count.approved, 1);
    fk_result_free(context, result);
    assert_int_equal(fk_result_load(context, "test/fuzz/corpus/result/sweep4", NULL, &result), FK_OK);
    const fk_sweep_report *sweep = result->sweep;
    assert_int_equal(sweep->joint_count, 7);
    assert_true(isnan(sweep->joint_value(sweep->joint_user, 0, -1)));
    fk_result_free(context, result);
    fk_result_free(context, NULL);
    fk_context_destroy(context);
}

/* What is wrong is named, with its place. */
static void bad_ones(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        unsigned line, column;
    } bad[] = {
        {"", "the file is empty; farkas check --json writes a result", 1, 1},
        {"[]", "a result is an object, {\"farkas\": 1, ...}", 1, 1},
        {"{\"farkas\":1,\"parts\":[]}",
         "this is no result of a check or a sweep; farkas check --json writes one", 1, 1},
        {"{\"farkas\":1,\"units\":\"mm\",\"run\":{\"inputs\":[\n{\"path\":\"a\",\"bytes\":1,\"sha256\":"
         "\"5e\"}]},\"parts\":[],\"pairs\":[]}",
         "\"sha256\" has 64 hexadecimal digits, or none", 2, 1},
        {"{\"farkas\":1,\"units\":\"mm\",\n\"parts\":[{\"name\":\"a\",\"triangles\":-1}],\"pairs\":[]}",
         "\"triangles\" is a whole number, not -1", 2, 34},
        {"{\"farkas\":1,\"units\":\"mm\",\n\"parts\":[{\"name\":\"a\",\"triangles\":1},{\"name\":\"a\","
         "\"shape\":\"box\"}],\"pairs\":[]}",
         "there are two parts 'a'", 2, 37},
        {"{\"farkas\":1,\"units\":\"mm\",\"parts\":[{\"name\":\"a\",\"shape\":\"egg\"}],\"pairs\":[]}",
         "\"shape\" is not the word of a shape, as \"box\"", 1, 55},
        {"{\"farkas\":1,\"units\":\"mm\",\"parts\":[{\"name\":\"a\",\"shape\":\"box\"}],\"pairs\":[\n{\"a\":"
         "\"a\",\"b\":\"a\"}]}",
         "\"a\" comes before \"b\" in \"parts\", and is not the same", 2, 1},
    };
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        fk_scene_report report;
        fk_result *result = NULL;
        assert_int_equal(fk_result_parse(context, bad[i].text, strlen(bad[i].text), &report, &result),
                         FK_ERROR_SYNTAX);
        assert_null(result);
        assert_string_equal(report.message, bad[i].message);
        assert_int_equal(report.line, bad[i].line);
        assert_int_equal(report.column, bad[i].column);
    }
    fk_scene_report report;
    fk_result *result = NULL;
    assert_int_equal(fk_result_load(context, "test/no such file", &report, &result), FK_ERROR_READ);
    assert_true(report.message[0] != '\0');
    fk_context_destroy(context);
}

/* ---- Memory, writers ----------------------------------------------------------------------------------- */

typedef struct answer {
    uint64_t clashes;
} answer;

static fk_status ask(fk_context *scarce, const void *user, void *out)
{
    const text *t = user;
    fk_result *result;
    fk_status status = fk_result_parse(scarce, t->bytes, t->length, NULL, &result);
    if (status == FK_OK) {
        ((answer *)out)->clashes = 1;
        fk_result_free(scarce, result);
    }
    return status;
}

static void no_memory(void **state)
{
    (void)state;
    static text t;
    for (int i = 0; i < WRITTEN; i += 3) {
        load(written[i], &t);
        memory_ask(ask, &t, sizeof(answer));
    }
}

static bool refuse(void *user, const char *bytes, size_t count)
{
    (void)user;
    (void)bytes;
    (void)count;
    return false;
}

static void no_room(void **state)
{
    (void)state;
    fk_context *context;
    fk_result *result = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    assert_int_equal(fk_result_load(context, "test/fuzz/corpus/result/check5", NULL, &result), FK_OK);
    assert_int_equal(fk_check_write_json(result->check, refuse, NULL), FK_ERROR_WRITE);
    assert_int_equal(fk_check_write_csv(result->check, refuse, NULL), FK_ERROR_WRITE);
    assert_int_equal(fk_check_write_junit(result->check, refuse, NULL), FK_ERROR_WRITE);
    fk_result_free(context, result);
    fk_context_destroy(context);
}

/* What a file holds. */
static void inputs(void **state)
{
    (void)state;
    static text t;
    char want[FK_SHA256_TEXT];
    fk_input_file file = {.path = "", .bytes = 7};
    load("check1", &t);
    hash(t.bytes, t.length, t.length, want);
    assert_int_equal(fk_input_file_read("test/no such file", &file), FK_ERROR_READ);
    assert_int_equal(file.bytes, 7);
    assert_int_equal(fk_input_file_read("test/fuzz/corpus/result/check1", &file), FK_OK);
    assert_int_equal(file.bytes, t.length);
    assert_string_equal(file.sha256, want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sha256),     cmocka_unit_test(ids),
                                       cmocka_unit_test(same_bytes), cmocka_unit_test(what_it_says),
                                       cmocka_unit_test(bad_ones),   cmocka_unit_test(no_memory),
                                       cmocka_unit_test(no_room),    cmocka_unit_test(inputs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
