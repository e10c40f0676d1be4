# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The flags of every target in this tree; none of them reaches the users of the library.

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)

add_library(farkas_flags INTERFACE)

target_compile_options(farkas_flags INTERFACE
    -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes
    # A product and a sum stay two roundings. A compiler that fuses them into one gives other doubles on
    # machines with FMA than on those without, and breaks the error bounds of the filters, which are derived
    # for the operations as written.
    -ffp-contract=off)

# The same of the few programs in C++.
add_library(farkas_cxx_flags INTERFACE)
target_compile_options(farkas_cxx_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -ffp-contract=off)

if(FARKAS_WERROR)
    target_compile_options(farkas_flags INTERFACE -Werror)
    target_compile_options(farkas_cxx_flags INTERFACE -Werror)
endif()

# CMake puts -DNDEBUG into its optimised builds; the build that hunts for callers' bugs takes it out again.
if(FARKAS_ASSERTS)
    target_compile_options(farkas_flags INTERFACE -UNDEBUG)
endif()

# The first finding ends the program, so that a test cannot pass over it.
if(FARKAS_SANITIZE)
    target_compile_options(farkas_flags INTERFACE
        -fsanitize=${FARKAS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(farkas_flags INTERFACE -fsanitize=${FARKAS_SANITIZE})
    target_compile_definitions(farkas_flags INTERFACE FARKAS_SANITIZED)
    # Files and lines are all that their reports tell.
    target_compile_options(farkas_flags INTERFACE $<$<C_COMPILER_ID:Clang>:-gline-tables-only>)
endif()
