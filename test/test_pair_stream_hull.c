/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of the points of hulls in the pair stream: many of them, and memory that runs out. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/shape.h"
#include "scarce_memory.h"
#include "text_source.h"

/* Writes "hull n" with points that tell their place: (i, -i, i / 2), moved by `shift` along x. */
static size_t put_hull(char *text, uint32_t count, double shift)
{
    size_t length = (size_t)sprintf(text, "hull %u", count);
    for (uint32_t i = 0; i < count; i++)
        length += (size_t)sprintf(text + length, " %.17g -%u %.17g", shift + i, i, 0.5 * i);
    return length;
}

static void assert_hull(const fk_piece *piece, uint32_t count, double shift)
{
    assert_int_equal(piece->kind, FK_KIND_HULL);
    assert_int_equal(piece->as.hull.count, count);
    assert_null(piece->as.hull.hint);
    assert_int_equal(fk_piece_check(piece), FK_OK);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 p = piece->as.hull.point[i];
        if (p.x != shift + i || p.y != -(double)i || p.z != 0.5 * i)
            fail_msg("point %u is (%g %g %g)", i, p.x, p.y, p.z);
    }
}

/* Lines of hulls of every size around those where the room grows, and large ones; both of a pair are there at once. */
static void test_hull_sizes(void **state)
{
    (void)state;
    static const uint32_t counts[][2] = {{1, 2},    {63, 64},      {65, 1},       {128, 129},
                                         {3, 1000}, {100000, 257}, {256, 100000}, {1, 1}};
    enum { LINES = sizeof counts / sizeof counts[0] };
    char *text = malloc(LINES * 64 * 100300);
    assert_non_null(text);
    size_t length = 0;
    for (int i = 0; i < LINES; i++) {
        length += put_hull(text + length, counts[i][0], 0);
        text[length++] = ' ';
        length += put_hull(text + length, counts[i][1], 0.25);
        text[length++] = '\n';
    }
    memory m = {0, SIZE_MAX};
    fk_context *context = memory_context(&m);
    for (int c = 0; c < CHUNKS; c++) {
        source s = source_make(text, length, chunks[c]);
        fk_pair_reader reader;
        fk_piece a, b;
        fk_pair_reader_init(&reader, context, source_read, &s);
        for (int i = 0; i < LINES; i++) {
            assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_OK);
            assert_hull(&a, counts[i][0], 0);
            assert_hull(&b, counts[i][1], 0.25);
        }
        assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_END);
        fk_pair_reader_end(&reader);
        fk_pair_reader_end(&reader); /* once more is harmless */
    }
    fk_context_destroy(context);
    assert_int_equal(m.used, 0);
    free(text);
}

/* Memory that runs out at allocation k, for every k: an error with its place, the pair before it was answered, a and b
 * are left alone, nothing is lost. */
static void test_hull_memory(void **state)
{
    (void)state;
    static char text[65536];
    size_t length = (size_t)sprintf(text, "point 0 0 0 hull 1 0 0 0\n");
    length += put_hull(text + length, 300, 0);
    text[length++] = ' ';
    length += put_hull(text + length, 700, 1);
    fk_status status = FK_ERROR_MEMORY;
    size_t k = 0;
    for (; status == FK_ERROR_MEMORY; k++) {
        memory m = {0, SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        m.fail_at = k;
        source s = source_make(text, length, SIZE_MAX);
        fk_pair_reader reader;
        fk_piece a, b, before;
        memset(&a, 0x5a, sizeof a);
        fk_pair_reader_init(&reader, scarce, source_read, &s);
        size_t good = 0;
        do {
            memcpy(&before, &a, sizeof a);
            status = fk_pair_reader_next(&reader, &a, &b);
            good += status == FK_OK;
        } while (status == FK_OK);
        assert_int_equal(good, status == FK_END ? 2 : k == 0 ? 0 : 1);
        if (status != FK_END) {
            assert_memory_equal(&a, &before, sizeof a);
            assert_int_equal(reader.line, good + 1);
            assert_true(reader.column > 1);
            assert_memory_equal(reader.message, "no memory for a hull of ", 24);
            assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_ERROR_MEMORY); /* and stays so */
        }
        fk_pair_reader_end(&reader);
        fk_context_destroy(scarce);
        assert_int_equal(m.used, 0);
    }
    assert_int_equal(status, FK_END);
    assert_true(k > 5); /* 64 to 512 points, 64 to 1024 points */
}

/* Without a context there is no memory, and no hull; all else is read. */
static void test_hull_without_context(void **state)
{
    (void)state;
    const char text[] = "point 0 0 0 point 1 1 1\npoint 0 0 0 hull 2 0 0 0 1 1 1\n";
    source s = source_make(text, sizeof text - 1, SIZE_MAX);
    fk_pair_reader reader;
    fk_piece a, b;
    fk_pair_reader_init(&reader, NULL, source_read, &s);
    assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_OK);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_ERROR_MEMORY);
        assert_int_equal(reader.line, 2);
        assert_int_equal(b.kind, FK_KIND_POINT);
    }
    fk_pair_reader_end(&reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hull_sizes),
        cmocka_unit_test(test_hull_memory),
        cmocka_unit_test(test_hull_without_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
