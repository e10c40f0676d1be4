# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The command `farkas` with its manual page.

find_package(PkgConfig REQUIRED)
pkg_check_modules(JANSSON IMPORTED_TARGET jansson)
if(NOT JANSSON_FOUND)
    message(FATAL_ERROR "The farkas command needs jansson. Run 'make setup', or install libjansson-dev, or "
                        "configure with -DFARKAS_TOOL=OFF for the library alone.")
endif()

# Files that are part of the program: the cases of `farkas papers`, and the workcell of `farkas demo`.
embed(tool_files papers_fm_pairs papers/fm_pairs.txt)
embed(tool_files workcell_cell examples/workcell/cell.json)
embed(tool_files workcell_urdf examples/workcell/arm.urdf)
embed(tool_files workcell_srdf examples/workcell/arm.srdf)
embed(tool_files workcell_pick examples/workcell/pick.csv)

# What every participant of `farkas bench` is made of, ours and the peers.
add_library(farkas_participant STATIC
    "${PROJECT_SOURCE_DIR}/bench/participant.c" "${PROJECT_SOURCE_DIR}/bench/passes.c" "${PROJECT_SOURCE_DIR}/bench/mesh_participant.c"
    "${PROJECT_SOURCE_DIR}/bench/tree_participant.c" "${PROJECT_SOURCE_DIR}/bench/world_participant.c"
    "${PROJECT_SOURCE_DIR}/bench/world_grid.c" "${PROJECT_SOURCE_DIR}/bench/motion_participant.c")
target_include_directories(farkas_participant PUBLIC "${PROJECT_SOURCE_DIR}/bench")
target_compile_definitions(farkas_participant PRIVATE _GNU_SOURCE) # timers and signals
target_link_libraries(farkas_participant PUBLIC farkas_static PRIVATE farkas_flags)

# Formats that the library does not read come through assimp, where it is installed.
add_library(farkas_import STATIC "${PROJECT_SOURCE_DIR}/tools/import_assimp.c")
target_include_directories(farkas_import PUBLIC "${PROJECT_SOURCE_DIR}/tools" PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_compile_definitions(farkas_import PRIVATE _GNU_SOURCE) # strcasecmp
target_link_libraries(farkas_import PUBLIC farkas_static PRIVATE farkas_flags)
pkg_check_modules(ASSIMP IMPORTED_TARGET assimp)
if(ASSIMP_FOUND)
    target_compile_definitions(farkas_import PRIVATE FARKAS_ASSIMP)
    target_link_libraries(farkas_import PRIVATE PkgConfig::ASSIMP)
else()
    message(STATUS "assimp is not installed: farkas reads STL, OBJ, PLY and OFF alone")
endif()

# Searches and tests of boxes as they are printed, and the tori that one of them is measured on; the tests take them, too.
add_library(farkas_papers STATIC "${PROJECT_SOURCE_DIR}/papers/search_paper.c" "${PROJECT_SOURCE_DIR}/papers/collide_paper.c"
    "${PROJECT_SOURCE_DIR}/papers/boxes_plain.c" "${PROJECT_SOURCE_DIR}/tools/tori.c")
target_include_directories(farkas_papers PUBLIC
    "${PROJECT_SOURCE_DIR}/papers" "${PROJECT_SOURCE_DIR}/bench" "${PROJECT_SOURCE_DIR}/tools" "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(farkas_papers PUBLIC farkas_static PRIVATE farkas_flags)

# Plots, and what files are written with; the tests take them, too.
file(GLOB plot_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/plot*.c")
add_library(farkas_plot STATIC ${plot_sources} "${PROJECT_SOURCE_DIR}/tools/cli.c")
target_include_directories(farkas_plot PUBLIC "${PROJECT_SOURCE_DIR}/tools" "${PROJECT_SOURCE_DIR}/src")
target_compile_definitions(farkas_plot PRIVATE _GNU_SOURCE) # getopt_long
target_link_libraries(farkas_plot PUBLIC farkas_static PRIVATE farkas_flags m)

file(GLOB tool_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/*.c")
list(FILTER tool_sources EXCLUDE REGEX "/(import_assimp|tori|cli|plot[a-z_]*).c$")
add_executable(farkas ${tool_sources} ${tool_files})
set_target_properties(farkas PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
# The tool uses inner headers for test data, patterns of names and measuring, which are not part of the public interface.
target_include_directories(farkas PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}")
target_compile_definitions(farkas PRIVATE _GNU_SOURCE) # getopt_long
# `farkas bench` says how it was built, but not in which folder.
string(TOUPPER "CMAKE_C_FLAGS_${CMAKE_BUILD_TYPE}" build_flags)
string(STRIP "-std=c11 ${CMAKE_C_FLAGS} ${${build_flags}} -ffp-contract=off" build_flags)
string(REGEX REPLACE " -f[a-z]+-prefix-map=[^ ]*" "" build_flags "${build_flags}")
string(REGEX REPLACE " +" " " build_flags "${build_flags}")
set_source_files_properties("${PROJECT_SOURCE_DIR}/tools/bench_about.c" PROPERTIES
    COMPILE_DEFINITIONS "FARKAS_FLAGS=\"${build_flags}\"")
if(FARKAS_VIEW)
    target_compile_definitions(farkas PRIVATE FARKAS_VIEW)
    target_link_libraries(farkas PRIVATE farkas_view_static)
endif()
target_link_libraries(farkas PRIVATE farkas_flags farkas_participant farkas_import farkas_papers farkas_plot farkas_web farkas_scene_static farkas_static PkgConfig::JANSSON m)

find_program(SCDOC scdoc)
if(SCDOC)
    add_custom_command(
        OUTPUT "${PROJECT_BINARY_DIR}/farkas.1"
        COMMAND sh -c "'${SCDOC}' < '${PROJECT_SOURCE_DIR}/tools/farkas.1.scd' > farkas.1"
        DEPENDS "${PROJECT_SOURCE_DIR}/tools/farkas.1.scd"
        WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
        VERBATIM)
    add_custom_target(manual ALL DEPENDS "${PROJECT_BINARY_DIR}/farkas.1")
else()
    message(STATUS "scdoc is not installed: no manual page")
endif()
