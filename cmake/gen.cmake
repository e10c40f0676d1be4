# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Test data: families of pairs and meshes made by formulas, for the command, the laboratory and the tests. Never installed.

file(GLOB gen_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/gen/*.c")
add_library(farkas_gen STATIC ${gen_sources})
target_include_directories(farkas_gen PUBLIC "${PROJECT_SOURCE_DIR}" PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(farkas_gen PUBLIC farkas_static PRIVATE farkas_flags)
