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
if(FARKAS_FEWER_CASES)
    target_compile_definitions(test_flags INTERFACE FARKAS_FEWER_CASES)
endif()

set(oracle_folder "${PROJECT_SOURCE_DIR}/test/oracle")
add_library(oracle STATIC
    "${oracle_folder}/body.c"
    "${oracle_folder}/box.c"
    "${oracle_folder}/cast.c"
    "${oracle_folder}/contains.c"
    "${oracle_folder}/depth.c"
    "${oracle_folder}/distance.c"
    "${oracle_folder}/number.c"
    "${oracle_folder}/oracle.c"
    "${oracle_folder}/ray.c"
    "${oracle_folder}/smooth.c")
target_include_directories(oracle PUBLIC "${oracle_folder}")
target_link_libraries(oracle PRIVATE test_flags PUBLIC PkgConfig::GMP)
