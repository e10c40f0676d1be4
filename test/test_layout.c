/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The layout of the public structs is that of layout.h, as programs that are linked with the shared library have it in them.
 *
 * If this fails, or layout.h does not compile, the binary interface has changed. Where no released library has the old
 * one, write layout.h again: `test/rules/layout.py . --write`. Else count up farkas_soversion in cmake/abi.cmake first, so
 * that those programs keep the old library. On machines with another size of long or of pointers it is skipped. */

#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "farkas/farkas.h"
#include "farkas/scene.h"
#include "farkas/view.h"
#include "layout.h"

typedef struct number {
    const char *what;
    size_t is, was;
} number;

#define STRUCT(type, size, align)                                                                            \
    {"the size of " #type, sizeof(type), size}, {"the alignment of " #type, alignof(type), align},
#define FIELD(type, field, offset) {"the offset of " #field " in " #type, offsetof(type, field), offset},

static const number numbers[] = {FK_LAYOUTS(STRUCT, FIELD)};

static void structs_keep_their_layout(void **state)
{
    (void)state;
    if (sizeof(long) != 8 || sizeof(void *) != 8)
        skip();
    size_t changed = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].is == numbers[i].was)
            continue;
        changed++;
        print_error("%s is %zu and was %zu\n", numbers[i].what, numbers[i].is, numbers[i].was);
    }
    if (changed > 0)
        fail_msg("the binary interface has changed: count up farkas_soversion in cmake/abi.cmake if a "
                 "released library "
                 "has the old one, and run test/rules/layout.py . --write");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(structs_keep_their_layout)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
