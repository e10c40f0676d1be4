# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# libfarkas-view, static and shared: pictures and a window. A library of its own, as it needs OpenGL.

find_package(PkgConfig REQUIRED)
pkg_check_modules(GLFW IMPORTED_TARGET glfw3)
pkg_check_modules(EPOXY IMPORTED_TARGET epoxy)
find_path(STB_FOLDER stb_image_write.h PATH_SUFFIXES stb)
if(NOT GLFW_FOUND OR NOT EPOXY_FOUND OR NOT STB_FOLDER)
    message(FATAL_ERROR "Pictures and the window need GLFW, libepoxy and stb. Run 'make setup', or install libglfw3-dev, "
                        "libepoxy-dev and libstb-dev, or configure with -DFARKAS_VIEW=OFF to do without them.")
endif()

file(GLOB view_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/view/*.c")
embed(view_files view_font data/font/DejaVuSans-subset.ttf)
add_library(farkas_view_objects OBJECT ${view_sources} ${view_files})
set_target_properties(farkas_view_objects PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
target_include_directories(farkas_view_objects PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/view")
target_include_directories(farkas_view_objects SYSTEM PRIVATE "${STB_FOLDER}")
target_compile_definitions(farkas_view_objects PRIVATE _GNU_SOURCE)
target_link_libraries(farkas_view_objects PRIVATE farkas_flags PkgConfig::GLFW PkgConfig::EPOXY)

add_library(farkas_view_static STATIC $<TARGET_OBJECTS:farkas_view_objects>)
add_library(farkas_view_shared SHARED $<TARGET_OBJECTS:farkas_view_objects>)
set_target_properties(farkas_view_shared PROPERTIES EXPORT_NAME farkas_view C_VISIBILITY_PRESET hidden)
set_abi(farkas_view_shared)
target_link_libraries(farkas_view_static PUBLIC farkas_static PRIVATE PkgConfig::GLFW PkgConfig::EPOXY ${CMAKE_DL_LIBS})
target_link_libraries(farkas_view_shared PUBLIC farkas_shared
                      PRIVATE PkgConfig::GLFW PkgConfig::EPOXY ${CMAKE_DL_LIBS} m farkas_flags)

foreach(library farkas_view_static farkas_view_shared)
    set_target_properties(${library} PROPERTIES
        OUTPUT_NAME farkas-view
        LINKER_LANGUAGE C
        ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}"
        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
endforeach()

add_library(farkas::farkas_view ALIAS farkas_view_shared)
add_library(farkas::farkas_view_static ALIAS farkas_view_static)
