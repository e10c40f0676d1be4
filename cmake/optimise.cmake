# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# How the library is optimised. What stands here comes after the flags of the build, so it replaces the -O3 of CMake and the
# -O2 of packagers. Debug and sanitized builds, and those that are for size anyway, are left as they are.

# -O3: where the benchmarks (docs/bench.md) spend their time. It unrolls loops over three coordinates and inlines more, which
# is worth a third of the time of many questions, and doubles the size.
set(fast_sources
    base/exact base/jacobi base/nearest base/number base/pose base/ratio base/sort base/trig base/vec3
    mesh/builder mesh/builder_finish mesh/unique mesh/weld mesh/winding
    io/stl_binary
    shape/bound_aabb shape/bound_obb shape/bound_obb_build shape/bound_obb_rectangle shape/bound_piece
    shape/bound_scan shape/bound_sphere shape/cloud shape/hull shape/hull_facets shape/hull_layers
    shape/hull_plain shape/hull_points shape/hull_simplex shape/hull_surface shape/layout shape/piece shape/scan
    shape/split_cell shape/split_fill shape/split_gauge shape/split_graph shape/split_sample shape/stream
    shape/support shape/vertices
    proof/filter proof/verify
    narrow/answer narrow/axes narrow/axes_exact narrow/axes_flat narrow/axes_inside narrow/axes_plain
    narrow/batch narrow/bounds narrow/box narrow/box_cells narrow/box_cells_round narrow/box_half
    narrow/box_round narrow/box_whole narrow/boxes_propose narrow/claim narrow/confirm narrow/distance
    narrow/distance_exact narrow/distance_half narrow/exact_answer narrow/exact_rows narrow/fm narrow/fm_exact
    narrow/fm_flat narrow/fm_paper narrow/fm_search narrow/fm_side narrow/fm_system narrow/gjk narrow/gjk_walk
    narrow/lp narrow/lp_rough narrow/order narrow/pair narrow/polytope narrow/quick narrow/reach narrow/sat
    narrow/smooth narrow/solver narrow/surround narrow/triangles narrow/triangles_common
    narrow/triangles_compare narrow/triangles_place narrow/verdict narrow/warm narrow/way
    tree/cells_hold tree/cells_levels tree/cells_place tree/cells_walk tree/cells_wide tree/cover_cut
    tree/cover_inside tree/cover_lines tree/cover_near tree/frame tree/gap tree/gap_boxes tree/gap_pairs
    tree/gap_side tree/gap_single tree/gap_triangles tree/motion tree/motion_joint tree/probe tree/probe_ready
    tree/probe_walk tree/sway tree/tree_build tree/tree_fit tree/tree_leaf tree/tree_meet tree/tree_split
    tree/tree_walk tree/visit
    broad/broad broad/broad_pairs broad/broad_round broad/broad_visit broad/brute broad/grid broad/levels
    broad/octree broad/packs broad/packs_cut broad/packs_fit broad/packs_pairs broad/packs_sort broad/rows
    broad/sorted broad/sweep_prune broad/tree broad/tree_build broad/tree_nodes
    world/collider world/collider_measure world/collider_mesh world/collider_side world/collider_verdict
    world/collider_volume world/collider_walk world/motion_slide world/motion_slide_bound world/motion_walk
    world/motion_walk_batch world/motion_walk_parts world/motion_walk_side world/moving world/moving_closest
    world/moving_scan world/moving_slide world/moving_stretch world/search_near world/sweep_pair
    world/world_bodies world/world_filter world/world_narrow world/world_pairs world/world_step)

# -Os: what reads, writes, draws and reports, and what makes meshes and test data, but for the sources above.
set(small_sources "/(io|report|mesh)/|/shape/family|/world/(check|search|sweep|world_draw|world_sound)|/tree/hierarchy|/base/sha256")

if(NOT CMAKE_BUILD_TYPE MATCHES "^(Debug|MinSizeRel)$" AND NOT FARKAS_SANITIZE)
    # -O2: all others.
    target_compile_options(farkas_objects PRIVATE -O2)
    # Options of a source come after those of its target.
    foreach(source ${library_sources})
        if(source MATCHES "${small_sources}")
            set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS -Os)
        endif()
    endforeach()
    list(TRANSFORM fast_sources REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/src/\\1.c")
    set_source_files_properties(${fast_sources} PROPERTIES COMPILE_OPTIONS -O3)

    # A section for each function, so that linkers leave out what nobody calls.
    target_compile_options(farkas_objects PRIVATE -ffunction-sections -fdata-sections)
    if(NOT APPLE)
        target_link_options(farkas_shared PRIVATE -Wl,--gc-sections)
    endif()
    # Tables to unwind the stack are a twentieth of the library. Nothing in it throws; debuggers get tables of their own with -g.
    target_compile_options(farkas_objects PRIVATE -fno-asynchronous-unwind-tables -fno-unwind-tables)
endif()
