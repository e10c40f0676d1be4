# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Files that become part of a program: embed(NAME FILE) makes the C file NAME_text.c of one, and adds it to the list `embedded`. What
# the pages of reports are made with is a library, as the command and the Python module both have it.

set(embedded "")
function(embed name file)
    set(output "${PROJECT_BINARY_DIR}/${name}_text.c")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND ${CMAKE_COMMAND} "-DINPUT=${PROJECT_SOURCE_DIR}/${file}" "-DOUTPUT=${output}" -DNAME=${name} ${ARGN}
                -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
        DEPENDS "${PROJECT_SOURCE_DIR}/${file}" "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
        VERBATIM)
    set(embedded ${embedded} "${output}" PARENT_SCOPE)
endfunction()

embed(web_style web/dist/report.css)
embed(web_script web/dist/report.js)
embed(web_module web/dist/farkas.wasm -DCOMPRESS=ON)
add_library(farkas_web STATIC ${embedded})
set_target_properties(farkas_web PROPERTIES POSITION_INDEPENDENT_CODE ON)
set(embedded "")
