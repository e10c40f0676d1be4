# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The examples for users, some of which `make demo` runs. Each is one file, and links the library of what it includes. Never installed.

file(GLOB example_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.c")
foreach(source ${example_sources})
    get_filename_component(name "${source}" NAME_WE)
    file(STRINGS "${source}" included REGEX "^#include <farkas/(scene|view)\\.h>")
    set(library farkas_static)
    if(included MATCHES "scene")
        set(library farkas_scene_static)
    elseif(included MATCHES "view")
        set(library farkas_view_static)
    endif()
    if(TARGET ${library})
        add_executable(${name} "${source}")
        set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
        target_link_libraries(${name} PRIVATE farkas_flags ${library})
    endif()
endforeach()

if(FARKAS_OMPL)
    add_executable(ompl_plan "${PROJECT_SOURCE_DIR}/examples/ompl_plan.cpp")
    set_target_properties(ompl_plan PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
    target_link_libraries(ompl_plan PRIVATE farkas_cxx_flags farkas_scene_static ompl)
endif()
