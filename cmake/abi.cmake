# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The binary interface of the shared libraries: the number in their names, and the version of their symbols where the
# format of the system has such.

# A change that breaks programs which are linked already, as another layout of a public struct (test/test_layout.c), counts
# this up.
set(farkas_soversion 1)

set(farkas_map "${PROJECT_BINARY_DIR}/farkas.map")
configure_file("${PROJECT_SOURCE_DIR}/cmake/farkas.map.in" "${farkas_map}" @ONLY)

function(set_abi library)
    set_target_properties(${library} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${farkas_soversion})
    if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
        target_link_options(${library} PRIVATE "LINKER:--version-script=${farkas_map}")
        set_property(TARGET ${library} APPEND PROPERTY LINK_DEPENDS "${farkas_map}")
    endif()
endfunction()
