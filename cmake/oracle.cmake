# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The oracle of tests and fuzzers: slow rational arithmetic on GMP, sharing no code with src/.

include_guard(GLOBAL)
find_package(PkgConfig REQUIRED)
pkg_check_modules(GMP REQUIRED IMPORTED_TARGET gmp)

# The tests' own assert() is always on.
add_library(test_flags INTERFACE)
target_compile_options(test_flags INTERFACE -UNDEBUG)
target_compile_definitions(test_flags INTERFACE _POSIX_C_SOURCE=200809L)
target_link_libraries(test_flags INTERFACE farkas_flags m)

add_library(oracle STATIC "${PROJECT_SOURCE_DIR}/test/oracle/oracle.c")
target_include_directories(oracle PUBLIC "${PROJECT_SOURCE_DIR}/test/oracle")
target_link_libraries(oracle PRIVATE test_flags PUBLIC PkgConfig::GMP)
