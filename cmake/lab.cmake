# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The laboratory: the program `farkas-lab`, which `farkas bench` and `farkas papers` run, and the peers beside it.

set(lab "${PROJECT_SOURCE_DIR}/lab")

# What the tests take, too: what every participant of a benchmark is made of; the papers' hierarchies and searches, as they are
# printed; plots.
file(GLOB participant_sources CONFIGURE_DEPENDS "${lab}/peers/*participant.c")
file(GLOB parts_sources CONFIGURE_DEPENDS "${lab}/hierarchy/*.c" "${lab}/printed/*.c" "${lab}/study/plot*.c")
add_library(farkas_lab_parts STATIC ${participant_sources} "${lab}/peers/world_grid.c" ${parts_sources}
    "${lab}/papers/tori.c")
target_include_directories(farkas_lab_parts PUBLIC "${lab}" PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_compile_definitions(farkas_lab_parts PRIVATE _GNU_SOURCE) # timers and signals
target_link_libraries(farkas_lab_parts PUBLIC farkas_command PRIVATE farkas_flags m)

file(GLOB lab_sources CONFIGURE_DEPENDS "${lab}/*.c" "${lab}/bench/*.c" "${lab}/papers/*.c" "${lab}/study/*.c")
list(FILTER lab_sources EXCLUDE REGEX "/(tori|plot[a-z_]*)\\.c$")
embed(lab_files papers_fm_pairs lab/printed/fm_pairs.txt)
embed(lab_files papers_boxes_octave lab/printed/boxes.m)
foreach(page pairs mesh trees rules cells world motion robots plan embed bench front) # lab/bench/page_layout.c
    embed(lab_files bench_page_${page} lab/bench/pages/${page}.md)
endforeach()
add_executable(farkas_lab ${lab_sources} ${lab_files})
set_target_properties(farkas_lab PROPERTIES OUTPUT_NAME farkas-lab RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
target_include_directories(farkas_lab PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_compile_definitions(farkas_lab PRIVATE _GNU_SOURCE) # getopt_long
# `farkas bench` says how it was built, but not in which folder.
string(TOUPPER "CMAKE_C_FLAGS_${CMAKE_BUILD_TYPE}" build_flags)
string(STRIP "-std=c11 ${CMAKE_C_FLAGS} ${${build_flags}} -ffp-contract=off" build_flags)
string(REGEX REPLACE " -f[a-z]+-prefix-map=[^ ]*" "" build_flags "${build_flags}")
string(REGEX REPLACE " +" " " build_flags "${build_flags}")
set_source_files_properties("${lab}/bench/run_info.c" PROPERTIES COMPILE_DEFINITIONS "FARKAS_FLAGS=\"${build_flags}\"")
if(FARKAS_VIEW)
    target_compile_definitions(farkas_lab PRIVATE FARKAS_VIEW)
    target_link_libraries(farkas_lab PRIVATE farkas_view_static)
endif()
target_link_libraries(farkas_lab PRIVATE farkas_flags farkas_lab_parts farkas_scene_static farkas_static m)

if(FARKAS_PEERS)
    add_subdirectory("${lab}/peers")
endif()
