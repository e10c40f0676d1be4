# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Each test/fuzz/fuzz_*.c is a libFuzzer program. FARKAS_SANITIZE of the preset instruments the library, too.

if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "libFuzzer comes with clang: use the preset 'fuzz'")
endif()

include("${CMAKE_CURRENT_LIST_DIR}/oracle.cmake")

target_compile_options(farkas_objects PRIVATE -fsanitize=fuzzer-no-link)
if(FARKAS_SCENE)
    target_compile_options(farkas_scene_objects PRIVATE -fsanitize=fuzzer-no-link)
endif()

file(GLOB fuzzer_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/test/fuzz/fuzz_*.c")
if(NOT FARKAS_SCENE)
    list(FILTER fuzzer_sources EXCLUDE REGEX "/fuzz_(scene|robot|result|xacro).c$")
endif()
foreach(source ${fuzzer_sources})
    cmake_path(GET source STEM name)
    add_executable(${name} "${source}")
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/test")
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    if(name MATCHES "^fuzz_(scene|robot|result|xacro)$")
        target_link_libraries(${name} PRIVATE farkas_scene_static)
    endif()
    target_link_libraries(${name} PRIVATE test_flags farkas_gen farkas_static oracle)
endforeach()
