# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The command `farkas`, and the manual pages.

find_package(PkgConfig REQUIRED)
pkg_check_modules(JANSSON IMPORTED_TARGET jansson)
if(NOT JANSSON_FOUND)
    message(FATAL_ERROR "The farkas command needs jansson. Run 'make setup', or install libjansson-dev, or "
                        "configure with -DFARKAS_TOOL=OFF for the library alone.")
endif()

# What the command and the laboratory share: options, messages, tables, mesh files, pictures as text, and the sample workcell, whose
# files are part of both programs.
embed(shared_files workcell_cell examples/workcell/cell.json)
embed(shared_files workcell_urdf examples/workcell/arm.urdf)
embed(shared_files workcell_srdf examples/workcell/arm.srdf)
embed(shared_files workcell_pick examples/workcell/pick.csv)
set(shared_sources certificate_json cli cli_main cli_output import_assimp mesh_file pov_scene sample_workcell)
list(TRANSFORM shared_sources REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/tools/\\1.c")
add_library(farkas_command STATIC ${shared_sources} ${shared_files})
target_include_directories(farkas_command PUBLIC "${PROJECT_SOURCE_DIR}/tools")
target_compile_definitions(farkas_command PRIVATE _GNU_SOURCE) # getopt_long, strcasecmp
target_link_libraries(farkas_command PUBLIC farkas_gen farkas_static PkgConfig::JANSSON PRIVATE farkas_flags farkas_assimp m)

file(GLOB tool_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/*.c")
list(REMOVE_ITEM tool_sources ${shared_sources})
add_executable(farkas ${tool_sources})
set_target_properties(farkas PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
target_compile_definitions(farkas PRIVATE _GNU_SOURCE) # getopt_long
if(FARKAS_VIEW)
    target_compile_definitions(farkas PRIVATE FARKAS_VIEW)
    target_link_libraries(farkas PRIVATE farkas_view_static)
endif()
target_link_libraries(farkas PRIVATE farkas_flags farkas_command farkas_web farkas_scene_static farkas_static m)

find_program(SCDOC scdoc)
if(SCDOC)
    foreach(page tools/farkas lab/farkas-lab)
        get_filename_component(name "${page}" NAME)
        add_custom_command(
            OUTPUT "${PROJECT_BINARY_DIR}/${name}.1"
            COMMAND sh -c "'${SCDOC}' < '${PROJECT_SOURCE_DIR}/${page}.1.scd' > ${name}.1"
            DEPENDS "${PROJECT_SOURCE_DIR}/${page}.1.scd"
            WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
            VERBATIM)
        list(APPEND manual_pages "${PROJECT_BINARY_DIR}/${name}.1")
    endforeach()
    add_custom_target(manual ALL DEPENDS ${manual_pages})
else()
    message(STATUS "scdoc is not installed: no manual page")
endif()
