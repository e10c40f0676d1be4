/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The level of instructions: a known name, and the one that FARKAS_CPU asks for where the processor has it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "farkas/base.h"

static const char *const names[FK_CPU_COUNT] = {"plain", "vector", "avx2", "avx512"};

static int level_of(const char *name)
{
    for (int i = 0; i < FK_CPU_COUNT; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

static void the_level_has_a_name(void **state)
{
    (void)state;
    assert_int_equal(level_of(fk_cpu_name()), fk_cpu_level());
}

static void the_environment_may_choose_a_lower_level(void **state)
{
    (void)state;
    assert_int_equal(unsetenv("FARKAS_CPU"), 0);
    int best = (int)fk_cpu_find();
    for (int i = 0; i < FK_CPU_COUNT; i++) {
        assert_int_equal(setenv("FARKAS_CPU", names[i], 1), 0);
        assert_int_equal(fk_cpu_find(), i < best ? i : best);
        assert_string_equal(fk_cpu_name(), names[i < best ? i : best]);
    }
    assert_int_equal(setenv("FARKAS_CPU", "fastest", 1), 0);
    assert_int_equal(fk_cpu_find(), best);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_level_has_a_name),
        cmocka_unit_test(the_environment_may_choose_a_lower_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
