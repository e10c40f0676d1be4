# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Files that become part of a program: embed(LIST NAME FILE) makes the C file NAME_text.c of one by embed.cmake, and adds it to the
# list. Options for embed.cmake may follow.

function(embed list name file)
    set(output "${PROJECT_BINARY_DIR}/${name}_text.c")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND ${CMAKE_COMMAND} "-DINPUT=${PROJECT_SOURCE_DIR}/${file}" "-DOUTPUT=${output}" -DNAME=${name} ${ARGN}
                -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
        DEPENDS "${PROJECT_SOURCE_DIR}/${file}" "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
        VERBATIM)
    set(${list} ${${list}} "${output}" PARENT_SCOPE)
endfunction()
