# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# libfarkas-scene, static and shared: loads scenes and robots. A library of its own, as it needs jansson and expat.

find_package(PkgConfig REQUIRED)
pkg_check_modules(JANSSON IMPORTED_TARGET jansson)
pkg_check_modules(EXPAT IMPORTED_TARGET expat)
if(NOT JANSSON_FOUND OR NOT EXPAT_FOUND)
    message(FATAL_ERROR "The library of scenes needs jansson and expat. Run 'make setup', or install libjansson-dev and "
                        "libexpat1-dev, or configure with -DFARKAS_SCENE=OFF -DFARKAS_TOOL=OFF to do without it.")
endif()

file(GLOB_RECURSE scene_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/scene/*.c")
add_library(farkas_scene_objects OBJECT ${scene_sources})
set_target_properties(farkas_scene_objects PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
target_include_directories(farkas_scene_objects PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(farkas_scene_objects PRIVATE farkas_flags PkgConfig::JANSSON PkgConfig::EXPAT)

# Inner functions do not leave libfarkas.so: what is used of them is in the shared library once more.
set(scene_inner base/lists.c io/file.c)
list(TRANSFORM scene_inner PREPEND "${PROJECT_SOURCE_DIR}/src/")

add_library(farkas_scene_static STATIC $<TARGET_OBJECTS:farkas_scene_objects>)
add_library(farkas_scene_shared SHARED $<TARGET_OBJECTS:farkas_scene_objects> ${scene_inner})
target_include_directories(farkas_scene_shared PRIVATE "${PROJECT_SOURCE_DIR}/src")
set_target_properties(farkas_scene_shared PROPERTIES EXPORT_NAME farkas_scene C_VISIBILITY_PRESET hidden)
set_abi(farkas_scene_shared)
target_link_libraries(farkas_scene_static PUBLIC farkas_static PRIVATE PkgConfig::JANSSON PkgConfig::EXPAT)
target_link_libraries(farkas_scene_shared PUBLIC farkas_shared PRIVATE PkgConfig::JANSSON PkgConfig::EXPAT farkas_flags)

foreach(library farkas_scene_static farkas_scene_shared)
    set_target_properties(${library} PROPERTIES
        OUTPUT_NAME farkas-scene
        LINKER_LANGUAGE C
        ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}"
        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
endforeach()

add_library(farkas::farkas_scene ALIAS farkas_scene_shared)
add_library(farkas::farkas_scene_static ALIAS farkas_scene_static)
