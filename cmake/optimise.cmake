# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# How the library is optimised. What stands here comes after the flags of the build, so it replaces the -O2 of packagers. Debug
# and sanitized builds, and those that are for size anyway, are left as they are.

# -Os: what reads, writes and reports, and what waits for the questions that it asks. Not so what
# each triangle of a file goes through.
set(small_sources "/src/(io|mesh|check|page)/|/cells/(fit|cells_gap|cells_hit|search(_candidates|_run)?[.]c)|/world/world_draw|/body/collider_balls|/workcell/(workcell|edges|edge_contact|edge_pair|edge_search|filter_body|filter_frames|link_balls)")
set(busy_sources "/io/read_stl|/mesh/(builder|edges|weld|winding)")

if(NOT CMAKE_BUILD_TYPE MATCHES "^(Debug|MinSizeRel)$" AND NOT FARKAS_SANITIZE)
    # -O3: all others. It unrolls loops over three coordinates and inlines more, which is worth a third of the time of many
    # questions.
    target_compile_options(farkas_objects PRIVATE -O3)
    # Options of a source come after those of its target.
    foreach(source ${library_sources})
        if(source MATCHES "${small_sources}" AND NOT source MATCHES "${busy_sources}")
            set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS -Os)
        endif()
    endforeach()

    # A section for each function, so that linkers leave out what nobody calls.
    target_compile_options(farkas_objects PRIVATE -ffunction-sections -fdata-sections)
    if(NOT APPLE)
        target_link_options(farkas_shared PRIVATE -Wl,--gc-sections)
    endif()
    # Tables to unwind the stack are a twentieth of the library. Nothing in it throws; debuggers get tables of their own with -g.
    target_compile_options(farkas_objects PRIVATE -fno-asynchronous-unwind-tables -fno-unwind-tables)
endif()
