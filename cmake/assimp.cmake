# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Formats that the library does not read come through assimp, where it is installed: what compiles tools/import_assimp.c links
# farkas_assimp.

option(FARKAS_ASSIMP "Read more formats through assimp, where it is installed" ON)
add_library(farkas_assimp INTERFACE)
find_package(PkgConfig REQUIRED)
if(FARKAS_ASSIMP)
    pkg_check_modules(ASSIMP IMPORTED_TARGET assimp)
endif()
if(FARKAS_ASSIMP AND ASSIMP_FOUND)
    target_compile_definitions(farkas_assimp INTERFACE FARKAS_ASSIMP)
    target_link_libraries(farkas_assimp INTERFACE PkgConfig::ASSIMP)
else()
    message(STATUS "without assimp: farkas reads STL, OBJ, PLY and OFF alone")
endif()
