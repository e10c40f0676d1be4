/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The layout of the public structs where long and pointers have 64 bits, for test_layout.c: size and alignment of each, and
 * where its fields are. Written by `test/rules/layout.py . --write`; read test_layout.c before you do. */

#ifndef FARKAS_TEST_LAYOUT_H
#define FARKAS_TEST_LAYOUT_H

/* clang-format off */
#define FK_LAYOUTS(STRUCT, FIELD) \
    STRUCT(fk_cancel, 24, 8) FIELD(fk_cancel, is_set, 0) FIELD(fk_cancel, poll, 8) FIELD(fk_cancel, user, 16) \
    STRUCT(fk_allocator, 24, 8) FIELD(fk_allocator, user, 0) FIELD(fk_allocator, allocate, 8) \
        FIELD(fk_allocator, release, 16) \
    STRUCT(fk_log, 16, 8) FIELD(fk_log, user, 0) FIELD(fk_log, write, 8) \
    STRUCT(fk_context_options, 48, 8) FIELD(fk_context_options, allocator, 0) FIELD(fk_context_options, log, 24) \
        FIELD(fk_context_options, cancel, 40) \
    STRUCT(fk_workers, 24, 8) FIELD(fk_workers, user, 0) FIELD(fk_workers, count, 8) FIELD(fk_workers, run, 16) \
    STRUCT(fk_interval, 16, 8) FIELD(fk_interval, lo, 0) FIELD(fk_interval, hi, 8) \
    STRUCT(fk_vec3, 24, 8) FIELD(fk_vec3, x, 0) FIELD(fk_vec3, y, 8) FIELD(fk_vec3, z, 16) \
    STRUCT(fk_plane, 32, 8) FIELD(fk_plane, normal, 0) FIELD(fk_plane, offset, 24) \
    STRUCT(fk_aabb, 48, 8) FIELD(fk_aabb, min, 0) FIELD(fk_aabb, max, 24) \
    STRUCT(fk_pose, 96, 8) FIELD(fk_pose, rotation, 0) FIELD(fk_pose, translation, 72) \
    STRUCT(fk_random, 8, 8) FIELD(fk_random, state, 0) \
    STRUCT(fk_spelling, 24, 8) FIELD(fk_spelling, word, 0) FIELD(fk_spelling, found, 8) FIELD(fk_spelling, best, 16) \
    STRUCT(fk_placed_collider, 104, 8) FIELD(fk_placed_collider, collider, 0) FIELD(fk_placed_collider, pose, 8) \
    STRUCT(fk_collider_cache, 104, 8) FIELD(fk_collider_cache, pieces, 0) FIELD(fk_collider_cache, part_a, 96) \
        FIELD(fk_collider_cache, part_b, 100) \
    STRUCT(fk_collider_distance, 72, 8) FIELD(fk_collider_distance, distance, 0) \
        FIELD(fk_collider_distance, point_a, 16) FIELD(fk_collider_distance, point_b, 40) \
        FIELD(fk_collider_distance, part_a, 64) FIELD(fk_collider_distance, part_b, 68) \
    STRUCT(fk_collider_contact, 208, 8) FIELD(fk_collider_contact, part_a, 0) FIELD(fk_collider_contact, part_b, 4) \
        FIELD(fk_collider_contact, contact, 8) \
    STRUCT(fk_collider_hit, 80, 8) FIELD(fk_collider_hit, result, 0) FIELD(fk_collider_hit, time, 8) \
        FIELD(fk_collider_hit, part, 24) FIELD(fk_collider_hit, moving, 28) FIELD(fk_collider_hit, point, 32) \
        FIELD(fk_collider_hit, normal, 56) \
    STRUCT(fk_balls_options, 24, 8) FIELD(fk_balls_options, excess, 0) FIELD(fk_balls_options, count, 8) \
        FIELD(fk_balls_options, inner, 12) FIELD(fk_balls_options, cancel, 16) \
    STRUCT(fk_collider_balls, 48, 8) FIELD(fk_collider_balls, outer_count, 0) \
        FIELD(fk_collider_balls, inner_count, 4) FIELD(fk_collider_balls, outer, 8) \
        FIELD(fk_collider_balls, inner, 16) FIELD(fk_collider_balls, excess, 24) FIELD(fk_collider_balls, gap, 32) \
        FIELD(fk_collider_balls, bytes, 40) \
    STRUCT(fk_aabb_float, 24, 4) FIELD(fk_aabb_float, min, 0) FIELD(fk_aabb_float, max, 12) \
    STRUCT(fk_broad_options, 24, 4) FIELD(fk_broad_options, kind, 0) FIELD(fk_broad_options, grid, 4) \
        FIELD(fk_broad_options, fat, 8) FIELD(fk_broad_options, ahead, 12) FIELD(fk_broad_options, depth, 16) \
        FIELD(fk_broad_options, turns, 20) \
    STRUCT(fk_broad_probe, 64, 8) FIELD(fk_broad_probe, question, 0) FIELD(fk_broad_probe, box, 4) \
        FIELD(fk_broad_probe, velocity, 32) FIELD(fk_broad_probe, limit, 56) \
    STRUCT(fk_cell_node, 112, 8) FIELD(fk_cell_node, cell, 0) FIELD(fk_cell_node, kind, 96) \
        FIELD(fk_cell_node, first_child, 100) FIELD(fk_cell_node, child_count, 104) FIELD(fk_cell_node, source, 108) \
    STRUCT(fk_cell_tree, 32, 8) FIELD(fk_cell_tree, node_count, 0) FIELD(fk_cell_tree, leaf_count, 4) \
        FIELD(fk_cell_tree, level_count, 8) FIELD(fk_cell_tree, node, 16) FIELD(fk_cell_tree, bytes, 24) \
    STRUCT(fk_cell_report, 16, 4) FIELD(fk_cell_report, trouble, 0) FIELD(fk_cell_report, node, 4) \
        FIELD(fk_cell_report, parent, 8) FIELD(fk_cell_report, corner, 12) \
    STRUCT(fk_cell_input, 104, 8) FIELD(fk_cell_input, cell, 0) FIELD(fk_cell_input, kind, 96) \
        FIELD(fk_cell_input, parent, 100) \
    STRUCT(fk_cell_fit_options, 24, 8) FIELD(fk_cell_fit_options, accuracy, 0) \
        FIELD(fk_cell_fit_options, max_leaves, 8) FIELD(fk_cell_fit_options, cancel, 16) \
    STRUCT(fk_cell_fit, 32, 8) FIELD(fk_cell_fit, accuracy, 0) FIELD(fk_cell_fit, gap, 8) \
        FIELD(fk_cell_fit, is_reached, 24) \
    STRUCT(fk_cell_cover, 48, 8) FIELD(fk_cell_cover, cover, 0) FIELD(fk_cell_cover, is_proved, 40) \
    STRUCT(fk_cell_hit, 64, 8) FIELD(fk_cell_hit, node_a, 0) FIELD(fk_cell_hit, node_b, 4) \
        FIELD(fk_cell_hit, verdict, 8) FIELD(fk_cell_hit, box, 16) \
    STRUCT(fk_cell_work, 24, 8) FIELD(fk_cell_work, quick_tests, 0) FIELD(fk_cell_work, pair_tests, 8) \
        FIELD(fk_cell_work, boxes, 16) \
    STRUCT(fk_search_object, 120, 8) FIELD(fk_search_object, name, 0) FIELD(fk_search_object, tree, 8) \
        FIELD(fk_search_object, pose, 16) FIELD(fk_search_object, group, 112) \
    STRUCT(fk_search_group, 120, 8) FIELD(fk_search_group, name, 0) FIELD(fk_search_group, parent, 8) \
        FIELD(fk_search_group, tests_members, 12) FIELD(fk_search_group, kind, 16) FIELD(fk_search_group, cell, 24) \
    STRUCT(fk_search_report, 264, 4) FIELD(fk_search_report, object, 0) FIELD(fk_search_report, group, 4) \
        FIELD(fk_search_report, message, 8) \
    STRUCT(fk_search_question, 24, 8) FIELD(fk_search_question, object, 0) FIELD(fk_search_question, stops_at_hit, 4) \
        FIELD(fk_search_question, wants_boxes, 5) FIELD(fk_search_question, stops_at_any, 6) \
        FIELD(fk_search_question, workers, 8) FIELD(fk_search_question, cancel, 16) \
    STRUCT(fk_search_budget, 24, 8) FIELD(fk_search_budget, levels, 0) FIELD(fk_search_budget, seconds, 8) \
        FIELD(fk_search_budget, tests, 16) \
    STRUCT(fk_search_open, 8, 4) FIELD(fk_search_open, node_a, 0) FIELD(fk_search_open, node_b, 4) \
    STRUCT(fk_search_pair, 88, 8) FIELD(fk_search_pair, a, 0) FIELD(fk_search_pair, b, 4) \
        FIELD(fk_search_pair, hit_count, 8) FIELD(fk_search_pair, hit, 16) FIELD(fk_search_pair, open_count, 24) \
        FIELD(fk_search_pair, open, 32) FIELD(fk_search_pair, box, 40) \
    STRUCT(fk_search_result, 96, 8) FIELD(fk_search_result, pair_total, 0) FIELD(fk_search_result, ignored, 8) \
        FIELD(fk_search_result, clear, 16) FIELD(fk_search_result, colliding, 24) FIELD(fk_search_result, open, 32) \
        FIELD(fk_search_result, is_complete, 40) FIELD(fk_search_result, hit_total, 48) \
        FIELD(fk_search_result, work, 56) FIELD(fk_search_result, pair_count, 80) FIELD(fk_search_result, pair, 88) \
    STRUCT(fk_check_part, 120, 8) FIELD(fk_check_part, name, 0) FIELD(fk_check_part, mesh, 8) \
        FIELD(fk_check_part, piece, 16) FIELD(fk_check_part, pose, 24) \
    STRUCT(fk_check_rule, 40, 8) FIELD(fk_check_rule, is_tested, 0) FIELD(fk_check_rule, ignored, 8) \
        FIELD(fk_check_rule, clearance, 16) FIELD(fk_check_rule, ignore_overlap, 24) \
        FIELD(fk_check_rule, allow_contact, 32) \
    STRUCT(fk_check_options, 96, 8) FIELD(fk_check_options, select, 0) FIELD(fk_check_options, rule, 8) \
        FIELD(fk_check_options, progress, 48) FIELD(fk_check_options, user, 56) FIELD(fk_check_options, workers, 64) \
        FIELD(fk_check_options, kept, 72) FIELD(fk_check_options, wants_distance, 80) \
        FIELD(fk_check_options, wants_depth, 81) FIELD(fk_check_options, wants_volume, 82) \
        FIELD(fk_check_options, stops_at_clash, 83) FIELD(fk_check_options, max_triangles, 84) \
        FIELD(fk_check_options, cancel, 88) \
    STRUCT(fk_check_pair, 328, 8) FIELD(fk_check_pair, a, 0) FIELD(fk_check_pair, b, 4) FIELD(fk_check_pair, kind, 8) \
        FIELD(fk_check_pair, is_clash, 12) FIELD(fk_check_pair, has_surface, 13) FIELD(fk_check_pair, a_is_inner, 14) \
        FIELD(fk_check_pair, clearance, 16) FIELD(fk_check_pair, distance, 24) FIELD(fk_check_pair, has_points, 40) \
        FIELD(fk_check_pair, point_a, 48) FIELD(fk_check_pair, point_b, 72) FIELD(fk_check_pair, box, 96) \
        FIELD(fk_check_pair, has_depth, 144) FIELD(fk_check_pair, depth, 152) FIELD(fk_check_pair, has_volume, 200) \
        FIELD(fk_check_pair, volume, 208) FIELD(fk_check_pair, triangle_total, 224) \
        FIELD(fk_check_pair, triangle_count, 232) FIELD(fk_check_pair, triangle, 240) \
        FIELD(fk_check_pair, is_still, 248) FIELD(fk_check_pair, tolerance, 256) \
        FIELD(fk_check_pair, contact_count, 264) FIELD(fk_check_pair, contact, 272) \
        FIELD(fk_check_pair, below_count, 280) FIELD(fk_check_pair, below, 288) \
        FIELD(fk_check_pair, has_closest, 296) FIELD(fk_check_pair, closest, 304) \
        FIELD(fk_check_pair, closest_time, 320) \
    STRUCT(fk_check_ignored, 16, 8) FIELD(fk_check_ignored, a, 0) FIELD(fk_check_ignored, b, 4) \
        FIELD(fk_check_ignored, reason, 8) \
    STRUCT(fk_check, 184, 8) FIELD(fk_check, tested, 0) FIELD(fk_check, is_incomplete, 8) \
        FIELD(fk_check, omitted, 16) FIELD(fk_check, count, 24) FIELD(fk_check, clashes, 80) \
        FIELD(fk_check, shallow_depth, 88) FIELD(fk_check, largest, 96) FIELD(fk_check, smallest, 100) \
        FIELD(fk_check, part_count, 104) FIELD(fk_check, is_surface, 112) FIELD(fk_check, pair_count, 120) \
        FIELD(fk_check, pair, 128) FIELD(fk_check, ignored_count, 136) FIELD(fk_check, ignored, 144) \
        FIELD(fk_check, from, 152) FIELD(fk_check, to, 160) FIELD(fk_check, pair_capacity, 168) \
        FIELD(fk_check, ignored_capacity, 176) \
    STRUCT(fk_sweep_part, 128, 8) FIELD(fk_sweep_part, part, 0) FIELD(fk_sweep_part, frame, 120) \
    STRUCT(fk_sweep_options, 144, 8) FIELD(fk_sweep_options, select, 0) FIELD(fk_sweep_options, rule, 8) \
        FIELD(fk_sweep_options, progress, 48) FIELD(fk_sweep_options, user, 56) FIELD(fk_sweep_options, workers, 64) \
        FIELD(fk_sweep_options, from, 72) FIELD(fk_sweep_options, to, 80) FIELD(fk_sweep_options, tolerance, 88) \
        FIELD(fk_sweep_options, resolution, 96) FIELD(fk_sweep_options, wants_closest, 104) \
        FIELD(fk_sweep_options, stops_at_clash, 105) FIELD(fk_sweep_options, max_tests, 112) \
        FIELD(fk_sweep_options, max_seconds, 120) FIELD(fk_sweep_options, cancel, 128) \
        FIELD(fk_sweep_options, kept, 136) \
    STRUCT(fk_input_file, 88, 8) FIELD(fk_input_file, path, 0) FIELD(fk_input_file, bytes, 8) \
        FIELD(fk_input_file, sha256, 16) \
    STRUCT(fk_resolved, 24, 8) FIELD(fk_resolved, a, 0) FIELD(fk_resolved, b, 8) FIELD(fk_resolved, kind, 16) \
    STRUCT(fk_provenance, 72, 8) FIELD(fk_provenance, argument_count, 0) FIELD(fk_provenance, input_count, 4) \
        FIELD(fk_provenance, resolved_count, 8) FIELD(fk_provenance, argument, 16) FIELD(fk_provenance, input, 24) \
        FIELD(fk_provenance, date, 32) FIELD(fk_provenance, baseline, 40) FIELD(fk_provenance, review, 48) \
        FIELD(fk_provenance, remark, 56) FIELD(fk_provenance, resolved, 64) \
    STRUCT(fk_check_report, 40, 8) FIELD(fk_check_report, check, 0) FIELD(fk_check_report, part, 8) \
        FIELD(fk_check_report, part_count, 16) FIELD(fk_check_report, units, 24) FIELD(fk_check_report, record, 32) \
    STRUCT(fk_review_count, 24, 8) FIELD(fk_review_count, open, 0) FIELD(fk_review_count, new_ones, 8) \
        FIELD(fk_review_count, approved, 16) \
    STRUCT(fk_sweep_report, 80, 8) FIELD(fk_sweep_report, sweep, 0) FIELD(fk_sweep_report, part, 8) \
        FIELD(fk_sweep_report, part_count, 16) FIELD(fk_sweep_report, units, 24) \
        FIELD(fk_sweep_report, tolerance, 32) FIELD(fk_sweep_report, joint_count, 40) \
        FIELD(fk_sweep_report, joint, 48) FIELD(fk_sweep_report, joint_value, 56) \
        FIELD(fk_sweep_report, joint_user, 64) FIELD(fk_sweep_report, record, 72) \
    STRUCT(fk_sweep_distances, 176, 8) FIELD(fk_sweep_distances, context, 0) FIELD(fk_sweep_distances, motion, 8) \
        FIELD(fk_sweep_distances, part, 16) FIELD(fk_sweep_distances, part_count, 24) \
        FIELD(fk_sweep_distances, samples, 28) FIELD(fk_sweep_distances, options, 32) \
    STRUCT(fk_search_findings, 72, 8) FIELD(fk_search_findings, result, 0) FIELD(fk_search_findings, question, 8) \
        FIELD(fk_search_findings, object, 32) FIELD(fk_search_findings, object_count, 40) \
        FIELD(fk_search_findings, source, 48) FIELD(fk_search_findings, units, 56) \
        FIELD(fk_search_findings, parent, 64) \
    STRUCT(fk_load_options, 32, 8) FIELD(fk_load_options, format, 0) FIELD(fk_load_options, mesh, 8) \
        FIELD(fk_load_options, join, 24) \
    STRUCT(fk_load_report, 320, 8) FIELD(fk_load_report, format, 0) FIELD(fk_load_report, vertices, 8) \
        FIELD(fk_load_report, triangles, 16) FIELD(fk_load_report, polygons, 24) FIELD(fk_load_report, ignored, 32) \
        FIELD(fk_load_report, losses, 40) FIELD(fk_load_report, line, 64) FIELD(fk_load_report, offset, 72) \
        FIELD(fk_load_report, message, 80) \
    STRUCT(fk_save_report, 248, 8) FIELD(fk_save_report, rounded, 0) FIELD(fk_save_report, message, 8) \
    STRUCT(fk_triangle, 12, 4) FIELD(fk_triangle, corner, 0) \
    STRUCT(fk_mesh, 40, 8) FIELD(fk_mesh, vertex_count, 0) FIELD(fk_mesh, triangle_count, 4) FIELD(fk_mesh, point, 8) \
        FIELD(fk_mesh, triangle, 16) FIELD(fk_mesh, name, 24) FIELD(fk_mesh, bytes, 32) \
    STRUCT(fk_mesh_options, 16, 8) FIELD(fk_mesh_options, weld, 0) FIELD(fk_mesh_options, keep_points, 8) \
    STRUCT(fk_mesh_losses, 24, 8) FIELD(fk_mesh_losses, welded, 0) FIELD(fk_mesh_losses, unused, 8) \
        FIELD(fk_mesh_losses, collapsed, 16) \
    STRUCT(fk_mesh_input, 48, 8) FIELD(fk_mesh_input, point, 0) FIELD(fk_mesh_input, point_count, 8) \
        FIELD(fk_mesh_input, triangle, 16) FIELD(fk_mesh_input, triangle_count, 24) FIELD(fk_mesh_input, options, 32) \
    STRUCT(fk_model, 24, 8) FIELD(fk_model, part_count, 0) FIELD(fk_model, part, 8) FIELD(fk_model, bytes, 16) \
    STRUCT(fk_mesh_edges, 48, 8) FIELD(fk_mesh_edges, edge_count, 0) FIELD(fk_mesh_edges, use_begin, 16) \
        FIELD(fk_mesh_edges, use, 24) FIELD(fk_mesh_edges, edge_of, 32) FIELD(fk_mesh_edges, bytes, 40) \
    STRUCT(fk_defect, 20, 4) FIELD(fk_defect, kind, 0) FIELD(fk_defect, triangle, 4) FIELD(fk_defect, other, 8) \
        FIELD(fk_defect, vertex, 12) \
    STRUCT(fk_mesh_facts, 160, 8) FIELD(fk_mesh_facts, is_solid, 0) FIELD(fk_mesh_facts, is_inside_out, 1) \
        FIELD(fk_mesh_facts, edge_count, 4) FIELD(fk_mesh_facts, component_count, 8) FIELD(fk_mesh_facts, euler, 16) \
        FIELD(fk_mesh_facts, box, 24) FIELD(fk_mesh_facts, area, 72) FIELD(fk_mesh_facts, volume, 80) \
        FIELD(fk_mesh_facts, centroid, 88) FIELD(fk_mesh_facts, defect_total, 112) \
        FIELD(fk_mesh_facts, defect_count, 136) FIELD(fk_mesh_facts, defect, 144) FIELD(fk_mesh_facts, bytes, 152) \
    STRUCT(fk_key, 64, 8) FIELD(fk_key, time, 0) FIELD(fk_key, xyz, 8) FIELD(fk_key, quat_xyzw, 32) \
    STRUCT(fk_frame, 176, 8) FIELD(fk_frame, parent, 0) FIELD(fk_frame, origin, 8) FIELD(fk_frame, kind, 104) \
        FIELD(fk_frame, axis, 112) FIELD(fk_frame, track, 136) FIELD(fk_frame, variable, 140) \
        FIELD(fk_frame, factor, 144) FIELD(fk_frame, offset, 152) FIELD(fk_frame, key_count, 160) \
        FIELD(fk_frame, key, 168) \
    STRUCT(fk_track, 24, 8) FIELD(fk_track, variable_count, 0) FIELD(fk_track, time_count, 4) \
        FIELD(fk_track, time, 8) FIELD(fk_track, value, 16) \
    STRUCT(fk_moving, 112, 8) FIELD(fk_moving, collider, 0) FIELD(fk_moving, frame, 8) FIELD(fk_moving, pose, 16) \
    STRUCT(fk_motion_options, 80, 8) FIELD(fk_motion_options, from, 0) FIELD(fk_motion_options, to, 8) \
        FIELD(fk_motion_options, level, 16) FIELD(fk_motion_options, tolerance, 24) \
        FIELD(fk_motion_options, wants_all, 32) FIELD(fk_motion_options, resolution, 40) \
        FIELD(fk_motion_options, wants_closest, 48) FIELD(fk_motion_options, closest_ratio, 56) \
        FIELD(fk_motion_options, max_tests, 64) FIELD(fk_motion_options, max_seconds, 72) \
    STRUCT(fk_stretch, 48, 8) FIELD(fk_stretch, kind, 0) FIELD(fk_stretch, enter, 8) FIELD(fk_stretch, leave, 24) \
        FIELD(fk_stretch, is_exact, 40) FIELD(fk_stretch, overlaps, 41) \
    STRUCT(fk_motion_answer, 104, 8) FIELD(fk_motion_answer, stretch_count, 0) FIELD(fk_motion_answer, stretch, 8) \
        FIELD(fk_motion_answer, closest, 16) FIELD(fk_motion_answer, closest_time, 32) \
        FIELD(fk_motion_answer, point_a, 40) FIELD(fk_motion_answer, point_b, 64) FIELD(fk_motion_answer, tests, 88) \
        FIELD(fk_motion_answer, bytes, 96) \
    STRUCT(fk_page_part, 24, 8) FIELD(fk_page_part, shown, 0) FIELD(fk_page_part, facts, 8) \
        FIELD(fk_page_part, input, 16) \
    STRUCT(fk_page_picture, 32, 8) FIELD(fk_page_picture, pair, 0) FIELD(fk_page_picture, png, 8) \
        FIELD(fk_page_picture, bytes, 16) FIELD(fk_page_picture, width, 24) FIELD(fk_page_picture, height, 28) \
    STRUCT(fk_page_series, 24, 8) FIELD(fk_page_series, pair, 0) FIELD(fk_page_series, count, 4) \
        FIELD(fk_page_series, time, 8) FIELD(fk_page_series, distance, 16) \
    STRUCT(fk_page_path, 16, 8) FIELD(fk_page_path, count, 0) FIELD(fk_page_path, point, 8) \
    STRUCT(fk_page_assets, 48, 8) FIELD(fk_page_assets, style, 0) FIELD(fk_page_assets, script, 8) \
        FIELD(fk_page_assets, style_bytes, 16) FIELD(fk_page_assets, script_bytes, 24) \
        FIELD(fk_page_assets, module, 32) FIELD(fk_page_assets, module_bytes, 40) \
    STRUCT(fk_page, 144, 8) FIELD(fk_page, check, 0) FIELD(fk_page, sweep, 8) FIELD(fk_page, title, 16) \
        FIELD(fk_page, part, 24) FIELD(fk_page, picture_count, 32) FIELD(fk_page, series_count, 36) \
        FIELD(fk_page, picture, 40) FIELD(fk_page, series, 48) FIELD(fk_page, frame_count, 56) \
        FIELD(fk_page, track_count, 60) FIELD(fk_page, frame, 64) FIELD(fk_page, track, 72) \
        FIELD(fk_page, path_count, 80) FIELD(fk_page, path, 88) FIELD(fk_page, assets, 96) \
    STRUCT(fk_page_request, 40, 8) FIELD(fk_page_request, pair, 0) FIELD(fk_page_request, is_wide, 4) \
        FIELD(fk_page_request, time, 8) FIELD(fk_page_request, done, 16) FIELD(fk_page_request, total, 20) \
        FIELD(fk_page_request, path_count, 24) FIELD(fk_page_request, path, 32) \
    STRUCT(fk_page_options, 48, 8) FIELD(fk_page_options, workers, 0) FIELD(fk_page_options, motion, 8) \
        FIELD(fk_page_options, file, 16) FIELD(fk_page_options, shows_parts, 24) \
        FIELD(fk_page_options, most_clashes, 28) FIELD(fk_page_options, draw, 32) FIELD(fk_page_options, user, 40) \
    STRUCT(fk_page_content, 184, 8) FIELD(fk_page_content, page, 0) FIELD(fk_page_content, clashes, 144) \
        FIELD(fk_page_content, clash_count, 152) FIELD(fk_page_content, left_out, 156) \
        FIELD(fk_page_content, mesh_seconds, 160) FIELD(fk_page_content, picture_seconds, 168) \
        FIELD(fk_page_content, distance_seconds, 176) \
    STRUCT(fk_pair_cache, 96, 8) FIELD(fk_pair_cache, verdict, 0) FIELD(fk_pair_cache, is_known, 4) \
        FIELD(fk_pair_cache, idle, 8) FIELD(fk_pair_cache, direction, 16) FIELD(fk_pair_cache, inside, 40) \
        FIELD(fk_pair_cache, pair, 64) \
    STRUCT(fk_cells, 112, 8) FIELD(fk_cells, kind, 0) FIELD(fk_cells, count, 8) FIELD(fk_cells, origin, 16) \
        FIELD(fk_cells, edge, 40) \
    STRUCT(fk_cells_float, 112, 8) FIELD(fk_cells_float, kind, 0) FIELD(fk_cells_float, count, 8) \
        FIELD(fk_cells_float, origin, 16) FIELD(fk_cells_float, edge, 40) \
    STRUCT(fk_index_pair, 8, 4) FIELD(fk_index_pair, a, 0) FIELD(fk_index_pair, b, 4) \
    STRUCT(fk_triangles_common, 152, 8) FIELD(fk_triangles_common, verdict, 0) FIELD(fk_triangles_common, count, 4) \
        FIELD(fk_triangles_common, point, 8) \
    STRUCT(fk_trace_step, 224, 8) FIELD(fk_trace_step, kind, 0) FIELD(fk_trace_step, level, 4) \
        FIELD(fk_trace_step, owner, 8) FIELD(fk_trace_step, count, 12) FIELD(fk_trace_step, from, 16) \
        FIELD(fk_trace_step, pair, 28) FIELD(fk_trace_step, vector, 40) FIELD(fk_trace_step, lo, 64) \
        FIELD(fk_trace_step, hi, 72) FIELD(fk_trace_step, point, 80) FIELD(fk_trace_step, on_a, 176) \
        FIELD(fk_trace_step, on_b, 200) \
    STRUCT(fk_trace, 16, 8) FIELD(fk_trace, step, 0) FIELD(fk_trace, capacity, 8) FIELD(fk_trace, count, 12) \
    STRUCT(fk_pair_query, 32, 8) FIELD(fk_pair_query, a, 0) FIELD(fk_pair_query, b, 8) \
        FIELD(fk_pair_query, method, 16) FIELD(fk_pair_query, want, 20) FIELD(fk_pair_query, trace, 24) \
    STRUCT(fk_answer, 328, 8) FIELD(fk_answer, verdict, 0) FIELD(fk_answer, method, 4) FIELD(fk_answer, filled, 8) \
        FIELD(fk_answer, certificate, 16) FIELD(fk_answer, point, 216) FIELD(fk_answer, plane, 240) \
        FIELD(fk_answer, gap, 272) FIELD(fk_answer, box, 280) \
    STRUCT(fk_distance_cache, 32, 8) FIELD(fk_distance_cache, direction, 0) FIELD(fk_distance_cache, vertex_a, 24) \
        FIELD(fk_distance_cache, vertex_b, 28) \
    STRUCT(fk_distance, 64, 8) FIELD(fk_distance, distance, 0) FIELD(fk_distance, point_a, 16) \
        FIELD(fk_distance, point_b, 40) \
    STRUCT(fk_depth, 40, 8) FIELD(fk_depth, depth, 0) FIELD(fk_depth, direction, 16) \
    STRUCT(fk_contact_point, 40, 8) FIELD(fk_contact_point, point, 0) FIELD(fk_contact_point, depth, 24) \
        FIELD(fk_contact_point, feature, 32) \
    STRUCT(fk_contact, 200, 8) FIELD(fk_contact, normal, 0) FIELD(fk_contact, depth, 24) FIELD(fk_contact, count, 32) \
        FIELD(fk_contact, point, 40) \
    STRUCT(fk_cast, 40, 8) FIELD(fk_cast, result, 0) FIELD(fk_cast, enter, 8) FIELD(fk_cast, leave, 24) \
    STRUCT(fk_ccd_hit, 24, 8) FIELD(fk_ccd_hit, meets, 0) FIELD(fk_ccd_hit, time, 8) \
    STRUCT(fk_vertex_pair, 8, 4) FIELD(fk_vertex_pair, a, 0) FIELD(fk_vertex_pair, b, 4) \
    STRUCT(fk_direction, 64, 8) FIELD(fk_direction, form, 0) FIELD(fk_direction, sign, 4) \
        FIELD(fk_direction, axis, 8) FIELD(fk_direction, pair, 12) FIELD(fk_direction, vector, 40) \
    STRUCT(fk_certificate, 200, 8) FIELD(fk_certificate, verdict, 0) FIELD(fk_certificate, pair_count, 4) \
        FIELD(fk_certificate, pair, 8) FIELD(fk_certificate, direction, 56) FIELD(fk_certificate, point_form, 120) \
        FIELD(fk_certificate, point, 128) FIELD(fk_certificate, weight, 152) \
    STRUCT(fk_scene_file, 376, 8) FIELD(fk_scene_file, path, 0) FIELD(fk_scene_file, report, 8) \
        FIELD(fk_scene_file, unit, 328) FIELD(fk_scene_file, is_unit_assumed, 332) FIELD(fk_scene_file, up, 336) \
        FIELD(fk_scene_file, scale, 344) FIELD(fk_scene_file, welded, 368) \
    STRUCT(fk_scene_part, 248, 8) FIELD(fk_scene_part, name, 0) FIELD(fk_scene_part, entry, 8) \
        FIELD(fk_scene_part, file, 12) FIELD(fk_scene_part, group, 16) FIELD(fk_scene_part, mesh, 24) \
        FIELD(fk_scene_part, piece, 32) FIELD(fk_scene_part, cells, 136) FIELD(fk_scene_part, pose, 144) \
        FIELD(fk_scene_part, frame, 240) \
    STRUCT(fk_scene_robot, 112, 8) FIELD(fk_scene_robot, name, 0) FIELD(fk_scene_robot, robot, 8) \
        FIELD(fk_scene_robot, first_part, 16) FIELD(fk_scene_robot, first_frame, 20) FIELD(fk_scene_robot, track, 24) \
        FIELD(fk_scene_robot, beyond_count, 32) FIELD(fk_scene_robot, beyond_variable, 40) \
        FIELD(fk_scene_robot, beyond_time, 48) FIELD(fk_scene_robot, beyond_value, 56) \
        FIELD(fk_scene_robot, trajectory, 64) FIELD(fk_scene_robot, line, 72) FIELD(fk_scene_robot, beyond_row, 80) \
        FIELD(fk_scene_robot, fast_count, 88) FIELD(fk_scene_robot, fast_joint, 96) \
        FIELD(fk_scene_robot, fast_row, 100) FIELD(fk_scene_robot, fast_speed, 104) \
    STRUCT(fk_scene_set, 24, 8) FIELD(fk_scene_set, name, 0) FIELD(fk_scene_set, part_count, 8) \
        FIELD(fk_scene_set, part, 16) \
    STRUCT(fk_scene_test, 88, 8) FIELD(fk_scene_test, name, 0) FIELD(fk_scene_test, a, 8) FIELD(fk_scene_test, b, 32) \
        FIELD(fk_scene_test, has_clearance, 56) FIELD(fk_scene_test, has_ignore_overlap, 57) \
        FIELD(fk_scene_test, has_allow_contact, 58) FIELD(fk_scene_test, clearance, 64) \
        FIELD(fk_scene_test, ignore_overlap, 72) FIELD(fk_scene_test, allow_contact, 80) \
    STRUCT(fk_scene_ignore, 56, 8) FIELD(fk_scene_ignore, a, 0) FIELD(fk_scene_ignore, b, 24) \
        FIELD(fk_scene_ignore, reason, 48) \
    STRUCT(fk_scene, 152, 8) FIELD(fk_scene, unit, 0) FIELD(fk_scene, file_count, 4) FIELD(fk_scene, file, 8) \
        FIELD(fk_scene, part_count, 16) FIELD(fk_scene, part, 24) FIELD(fk_scene, set_count, 32) \
        FIELD(fk_scene, set, 40) FIELD(fk_scene, test_count, 48) FIELD(fk_scene, test, 56) \
        FIELD(fk_scene, ignore_count, 64) FIELD(fk_scene, ignore, 72) FIELD(fk_scene, group_count, 80) \
        FIELD(fk_scene, group, 88) FIELD(fk_scene, frame_count, 96) FIELD(fk_scene, track_count, 100) \
        FIELD(fk_scene, robot_count, 104) FIELD(fk_scene, frame, 112) FIELD(fk_scene, track, 120) \
        FIELD(fk_scene, robot, 128) FIELD(fk_scene, text_file_count, 136) FIELD(fk_scene, text_file, 144) \
    STRUCT(fk_scene_mesh, 344, 8) FIELD(fk_scene_mesh, path, 0) FIELD(fk_scene_mesh, unit, 8) \
        FIELD(fk_scene_mesh, up, 12) FIELD(fk_scene_mesh, has_unit, 16) FIELD(fk_scene_mesh, has_up, 17) \
        FIELD(fk_scene_mesh, report, 24) \
    STRUCT(fk_scene_options, 128, 8) FIELD(fk_scene_options, load_mesh, 0) FIELD(fk_scene_options, user, 8) \
        FIELD(fk_scene_options, unit, 16) FIELD(fk_scene_options, up, 20) FIELD(fk_scene_options, urdf, 24) \
        FIELD(fk_scene_options, srdf, 32) FIELD(fk_scene_options, trajectory, 40) FIELD(fk_scene_options, joints, 48) \
        FIELD(fk_scene_options, argument, 56) FIELD(fk_scene_options, argument_count, 64) \
        FIELD(fk_scene_options, package_path, 72) FIELD(fk_scene_options, package_path_count, 80) \
        FIELD(fk_scene_options, has_file_unit, 84) FIELD(fk_scene_options, turns_robots, 85) \
        FIELD(fk_scene_options, load, 88) FIELD(fk_scene_options, load_mesh_ends, 96) \
        FIELD(fk_scene_options, file, 104) FIELD(fk_scene_options, file_count, 112) \
        FIELD(fk_scene_options, file_unit, 120) \
    STRUCT(fk_scene_report, 1048, 8) FIELD(fk_scene_report, line, 0) FIELD(fk_scene_report, column, 8) \
        FIELD(fk_scene_report, is_of_robot, 16) FIELD(fk_scene_report, message, 17) \
    STRUCT(fk_scene_text, 24, 8) FIELD(fk_scene_text, text, 0) FIELD(fk_scene_text, bytes, 8) \
        FIELD(fk_scene_text, folder, 16) \
    STRUCT(fk_robot_joint, 200, 8) FIELD(fk_robot_joint, name, 0) FIELD(fk_robot_joint, kind, 8) \
        FIELD(fk_robot_joint, parent, 12) FIELD(fk_robot_joint, child, 16) FIELD(fk_robot_joint, origin, 24) \
        FIELD(fk_robot_joint, axis, 120) FIELD(fk_robot_joint, has_limits, 144) FIELD(fk_robot_joint, lower, 152) \
        FIELD(fk_robot_joint, upper, 160) FIELD(fk_robot_joint, velocity, 168) FIELD(fk_robot_joint, variable, 176) \
        FIELD(fk_robot_joint, is_mimic, 180) FIELD(fk_robot_joint, factor, 184) FIELD(fk_robot_joint, offset, 192) \
    STRUCT(fk_robot_link, 24, 8) FIELD(fk_robot_link, name, 0) FIELD(fk_robot_link, joint, 8) \
        FIELD(fk_robot_link, first_shape, 12) FIELD(fk_robot_link, shape_count, 16) \
    STRUCT(fk_robot_shape, 224, 8) FIELD(fk_robot_shape, name, 0) FIELD(fk_robot_shape, link, 8) \
        FIELD(fk_robot_shape, file, 12) FIELD(fk_robot_shape, mesh, 16) FIELD(fk_robot_shape, piece, 24) \
        FIELD(fk_robot_shape, pose, 128) \
    STRUCT(fk_robot_disabled, 16, 8) FIELD(fk_robot_disabled, a, 0) FIELD(fk_robot_disabled, b, 4) \
        FIELD(fk_robot_disabled, reason, 8) \
    STRUCT(fk_robot_state, 32, 8) FIELD(fk_robot_state, name, 0) FIELD(fk_robot_state, group, 8) \
        FIELD(fk_robot_state, is_set, 16) FIELD(fk_robot_state, value, 24) \
    STRUCT(fk_robot, 96, 8) FIELD(fk_robot, name, 0) FIELD(fk_robot, link_count, 8) FIELD(fk_robot, joint_count, 12) \
        FIELD(fk_robot, variable_count, 16) FIELD(fk_robot, shape_count, 20) FIELD(fk_robot, file_count, 24) \
        FIELD(fk_robot, disabled_count, 28) FIELD(fk_robot, state_count, 32) FIELD(fk_robot, unknown_disabled, 36) \
        FIELD(fk_robot, link, 40) FIELD(fk_robot, joint, 48) FIELD(fk_robot, variable, 56) FIELD(fk_robot, shape, 64) \
        FIELD(fk_robot, file, 72) FIELD(fk_robot, disabled, 80) FIELD(fk_robot, state, 88) \
    STRUCT(fk_robot_options, 96, 8) FIELD(fk_robot_options, load_mesh, 0) FIELD(fk_robot_options, user, 8) \
        FIELD(fk_robot_options, unit, 16) FIELD(fk_robot_options, srdf, 24) FIELD(fk_robot_options, package_path, 32) \
        FIELD(fk_robot_options, package_path_count, 40) FIELD(fk_robot_options, argument, 48) \
        FIELD(fk_robot_options, argument_count, 56) FIELD(fk_robot_options, name, 64) \
        FIELD(fk_robot_options, has_up, 72) FIELD(fk_robot_options, up, 76) FIELD(fk_robot_options, load, 80) \
        FIELD(fk_robot_options, load_mesh_ends, 88) \
    STRUCT(fk_robot_report, 2064, 8) FIELD(fk_robot_report, path, 0) FIELD(fk_robot_report, line, 1024) \
        FIELD(fk_robot_report, column, 1032) FIELD(fk_robot_report, message, 1040) \
    STRUCT(fk_trajectory, 48, 8) FIELD(fk_trajectory, column_count, 0) FIELD(fk_trajectory, row_count, 4) \
        FIELD(fk_trajectory, name, 8) FIELD(fk_trajectory, time, 16) FIELD(fk_trajectory, value, 24) \
        FIELD(fk_trajectory, bytes, 32) FIELD(fk_trajectory, line, 40) \
    STRUCT(fk_parts, 72, 8) FIELD(fk_parts, scene, 0) FIELD(fk_parts, count, 8) FIELD(fk_parts, part, 16) \
        FIELD(fk_parts, moving, 24) FIELD(fk_parts, file, 32) FIELD(fk_parts, motion, 40) FIELD(fk_parts, time, 48) \
        FIELD(fk_parts, joint_count, 56) FIELD(fk_parts, joint, 64) \
    STRUCT(fk_scene_pairs, 24, 8) FIELD(fk_scene_pairs, in_a, 0) FIELD(fk_scene_pairs, in_b, 8) \
        FIELD(fk_scene_pairs, reason, 16) \
    STRUCT(fk_scene_rules, 72, 8) FIELD(fk_scene_rules, scene, 0) FIELD(fk_scene_rules, between_count, 8) \
        FIELD(fk_scene_rules, ignore_count, 16) FIELD(fk_scene_rules, between, 24) FIELD(fk_scene_rules, ignore, 32) \
        FIELD(fk_scene_rules, has_clearance, 40) FIELD(fk_scene_rules, has_ignore_overlap, 41) \
        FIELD(fk_scene_rules, allow_contact, 42) FIELD(fk_scene_rules, clearance, 48) \
        FIELD(fk_scene_rules, ignore_overlap, 56) FIELD(fk_scene_rules, skips_resting, 64) \
    STRUCT(fk_scene_workcell, 80, 8) FIELD(fk_scene_workcell, cell, 0) FIELD(fk_scene_workcell, joint_count, 8) \
        FIELD(fk_scene_workcell, limit, 16) FIELD(fk_scene_workcell, home, 24) \
        FIELD(fk_scene_workcell, pair_count, 32) FIELD(fk_scene_workcell, ignored_count, 40) \
        FIELD(fk_scene_workcell, resting_count, 48) FIELD(fk_scene_workcell, joined_count, 56) \
        FIELD(fk_scene_workcell, contact_count, 64) FIELD(fk_scene_workcell, clearance_count, 72) \
    STRUCT(fk_input_list, 24, 8) FIELD(fk_input_list, count, 0) FIELD(fk_input_list, file, 8) \
        FIELD(fk_input_list, capacity, 16) \
    STRUCT(fk_result, 16, 8) FIELD(fk_result, check, 0) FIELD(fk_result, sweep, 8) \
    STRUCT(fk_cell, 96, 8) FIELD(fk_cell, origin, 0) FIELD(fk_cell, edge, 24) \
    STRUCT(fk_sphere, 32, 8) FIELD(fk_sphere, center, 0) FIELD(fk_sphere, radius, 24) \
    STRUCT(fk_capsule, 56, 8) FIELD(fk_capsule, end, 0) FIELD(fk_capsule, radius, 48) \
    STRUCT(fk_points, 32, 8) FIELD(fk_points, point, 0) FIELD(fk_points, count, 8) FIELD(fk_points, hint, 16) \
        FIELD(fk_points, pose, 24) \
    STRUCT(fk_piece, 104, 8) FIELD(fk_piece, kind, 0) FIELD(fk_piece, as, 8) \
    STRUCT(fk_hull, 96, 8) FIELD(fk_hull, dimension, 0) FIELD(fk_hull, vertex_count, 4) FIELD(fk_hull, point, 8) \
        FIELD(fk_hull, source, 16) FIELD(fk_hull, face_count, 24) FIELD(fk_hull, face_begin, 32) \
        FIELD(fk_hull, face_vertex, 40) FIELD(fk_hull, neighbor_begin, 48) FIELD(fk_hull, neighbor, 56) \
        FIELD(fk_hull, shortcut_begin, 64) FIELD(fk_hull, shortcut, 72) FIELD(fk_hull, blocks, 80) \
        FIELD(fk_hull, bytes, 88) \
    STRUCT(fk_obb, 120, 8) FIELD(fk_obb, center, 0) FIELD(fk_obb, axis, 24) FIELD(fk_obb, half, 96) \
    STRUCT(fk_kdop, 216, 8) FIELD(fk_kdop, k, 0) FIELD(fk_kdop, lo, 8) FIELD(fk_kdop, hi, 112) \
    STRUCT(fk_pair_reader, 4408, 8) FIELD(fk_pair_reader, context, 0) FIELD(fk_pair_reader, read, 8) \
        FIELD(fk_pair_reader, user, 16) FIELD(fk_pair_reader, line, 24) FIELD(fk_pair_reader, column, 32) \
        FIELD(fk_pair_reader, message, 40) FIELD(fk_pair_reader, begin, 240) FIELD(fk_pair_reader, end, 248) \
        FIELD(fk_pair_reader, next_line, 256) FIELD(fk_pair_reader, next_column, 264) \
        FIELD(fk_pair_reader, at_end, 272) FIELD(fk_pair_reader, failed, 276) FIELD(fk_pair_reader, room, 280) \
        FIELD(fk_pair_reader, buffer, 312) \
    STRUCT(fk_split_options, 24, 8) FIELD(fk_split_options, concavity, 0) FIELD(fk_split_options, max_pieces, 8) \
        FIELD(fk_split_options, cancel, 16) \
    STRUCT(fk_split, 48, 8) FIELD(fk_split, piece_count, 0) FIELD(fk_split, piece, 8) \
        FIELD(fk_split, surface_count, 16) FIELD(fk_split, piece_of, 24) FIELD(fk_split, concavity, 32) \
        FIELD(fk_split, bytes, 40) \
    STRUCT(fk_cover, 40, 8) FIELD(fk_cover, covers_surface, 0) FIELD(fk_cover, covers_inside, 1) \
        FIELD(fk_cover, triangle, 4) FIELD(fk_cover, piece, 8) FIELD(fk_cover, face, 12) FIELD(fk_cover, point, 16) \
    STRUCT(fk_tree_node, 236, 4) FIELD(fk_tree_node, min, 0) FIELD(fk_tree_node, max, 96) \
        FIELD(fk_tree_node, child, 192) FIELD(fk_tree_node, count, 224) FIELD(fk_tree_node, used, 232) \
    STRUCT(fk_tree_obb, 336, 4) FIELD(fk_tree_obb, origin, 0) FIELD(fk_tree_obb, size, 12) \
        FIELD(fk_tree_obb, turn, 16) FIELD(fk_tree_obb, center, 144) FIELD(fk_tree_obb, half, 240) \
    STRUCT(fk_tree, 72, 8) FIELD(fk_tree, obb, 48) FIELD(fk_tree, turned, 48) FIELD(fk_tree, origin, 0) \
        FIELD(fk_tree, unit, 24) FIELD(fk_tree, node_count, 32) FIELD(fk_tree, triangle_count, 36) \
        FIELD(fk_tree, node, 40) FIELD(fk_tree, triangle, 56) FIELD(fk_tree, bytes, 64) \
    STRUCT(fk_tree_options, 8, 8) FIELD(fk_tree_options, workers, 0) \
    STRUCT(fk_placed_mesh, 120, 8) FIELD(fk_placed_mesh, mesh, 0) FIELD(fk_placed_mesh, tree, 8) \
        FIELD(fk_placed_mesh, pose, 16) FIELD(fk_placed_mesh, is_solid, 112) \
    STRUCT(fk_pair_list, 24, 8) FIELD(fk_pair_list, count, 0) FIELD(fk_pair_list, pair, 8) \
        FIELD(fk_pair_list, bytes, 16) \
    STRUCT(fk_mesh_distance, 72, 8) FIELD(fk_mesh_distance, distance, 0) FIELD(fk_mesh_distance, point_a, 16) \
        FIELD(fk_mesh_distance, point_b, 40) FIELD(fk_mesh_distance, triangle, 64) \
    STRUCT(fk_probe, 64, 8) FIELD(fk_probe, kind, 0) FIELD(fk_probe, from, 8) FIELD(fk_probe, to, 32) \
        FIELD(fk_probe, offset, 56) \
    STRUCT(fk_index_list, 24, 8) FIELD(fk_index_list, count, 0) FIELD(fk_index_list, index, 8) \
        FIELD(fk_index_list, bytes, 16) \
    STRUCT(fk_placed_hit, 48, 8) FIELD(fk_placed_hit, triangle, 0) FIELD(fk_placed_hit, time, 8) \
        FIELD(fk_placed_hit, point, 24) \
    STRUCT(fk_relation_result, 104, 8) FIELD(fk_relation_result, relation, 0) \
        FIELD(fk_relation_result, pair_count, 8) FIELD(fk_relation_result, pair, 16) \
        FIELD(fk_relation_result, point, 24) FIELD(fk_relation_result, box, 48) FIELD(fk_relation_result, bytes, 96) \
    STRUCT(fk_placed_depth, 48, 8) FIELD(fk_placed_depth, is_exact, 0) FIELD(fk_placed_depth, depth, 8) \
        FIELD(fk_placed_depth, direction, 24) \
    STRUCT(fk_sphere_node, 48, 8) FIELD(fk_sphere_node, sphere, 0) FIELD(fk_sphere_node, first, 32) \
        FIELD(fk_sphere_node, count, 36) FIELD(fk_sphere_node, right, 40) \
    STRUCT(fk_sphere_tree, 40, 8) FIELD(fk_sphere_tree, node_count, 0) FIELD(fk_sphere_tree, triangle_count, 4) \
        FIELD(fk_sphere_tree, depth, 8) FIELD(fk_sphere_tree, node, 16) FIELD(fk_sphere_tree, triangle, 24) \
        FIELD(fk_sphere_tree, bytes, 32) \
    STRUCT(fk_placed_sphere_tree, 112, 8) FIELD(fk_placed_sphere_tree, mesh, 0) FIELD(fk_placed_sphere_tree, tree, 8) \
        FIELD(fk_placed_sphere_tree, pose, 16) \
    STRUCT(fk_collide_visit, 16, 4) FIELD(fk_collide_visit, a, 0) FIELD(fk_collide_visit, b, 4) \
        FIELD(fk_collide_visit, level, 8) FIELD(fk_collide_visit, spheres_meet, 12) \
        FIELD(fk_collide_visit, triangles_meet, 13) \
    STRUCT(fk_collide_trace, 16, 8) FIELD(fk_collide_trace, visit, 0) FIELD(fk_collide_trace, capacity, 8) \
        FIELD(fk_collide_trace, count, 12) \
    STRUCT(fk_show, 64, 8) FIELD(fk_show, part_count, 0) FIELD(fk_show, part, 8) FIELD(fk_show, motion, 16) \
        FIELD(fk_show, check, 24) FIELD(fk_show, sweep, 32) FIELD(fk_show, units, 40) FIELD(fk_show, time, 48) \
        FIELD(fk_show, note, 56) \
    STRUCT(fk_camera, 80, 8) FIELD(fk_camera, eye, 0) FIELD(fk_camera, target, 24) FIELD(fk_camera, up, 48) \
        FIELD(fk_camera, angle, 72) \
    STRUCT(fk_picture_options, 104, 8) FIELD(fk_picture_options, width, 0) FIELD(fk_picture_options, height, 4) \
        FIELD(fk_picture_options, pair, 8) FIELD(fk_picture_options, is_wide, 12) FIELD(fk_picture_options, time, 16) \
        FIELD(fk_picture_options, side, 24) FIELD(fk_picture_options, camera, 32) \
        FIELD(fk_picture_options, layers, 40) FIELD(fk_picture_options, tree_level, 44) \
        FIELD(fk_picture_options, has_section, 48) FIELD(fk_picture_options, section, 56) \
        FIELD(fk_picture_options, is_clear, 88) FIELD(fk_picture_options, path_count, 92) \
        FIELD(fk_picture_options, path, 96) \
    STRUCT(fk_picture, 16, 8) FIELD(fk_picture, width, 0) FIELD(fk_picture, height, 4) FIELD(fk_picture, pixel, 8) \
    STRUCT(fk_explain_options, 72, 8) FIELD(fk_explain_options, method, 0) FIELD(fk_explain_options, a, 8) \
        FIELD(fk_explain_options, b, 16) FIELD(fk_explain_options, name_a, 24) FIELD(fk_explain_options, name_b, 32) \
        FIELD(fk_explain_options, step, 40) FIELD(fk_explain_options, width, 44) \
        FIELD(fk_explain_options, height, 48) FIELD(fk_explain_options, mesh_a, 56) \
        FIELD(fk_explain_options, mesh_b, 64) \
    STRUCT(fk_window_joint, 48, 8) FIELD(fk_window_joint, name, 0) FIELD(fk_window_joint, lower, 8) \
        FIELD(fk_window_joint, upper, 16) FIELD(fk_window_joint, value, 24) FIELD(fk_window_joint, factor, 32) \
        FIELD(fk_window_joint, unit, 40) \
    STRUCT(fk_window_subject, 128, 8) FIELD(fk_window_subject, show, 0) FIELD(fk_window_subject, joint_count, 64) \
        FIELD(fk_window_subject, joint, 72) FIELD(fk_window_subject, user, 80) FIELD(fk_window_subject, joints, 88) \
        FIELD(fk_window_subject, place, 96) FIELD(fk_window_subject, check, 104) FIELD(fk_window_subject, find, 112) \
        FIELD(fk_window_subject, find_closest, 120) \
    STRUCT(fk_window_options, 192, 8) FIELD(fk_window_options, title, 0) FIELD(fk_window_options, width, 8) \
        FIELD(fk_window_options, height, 12) FIELD(fk_window_options, subject, 16) \
        FIELD(fk_window_options, explain, 24) FIELD(fk_window_options, time, 32) FIELD(fk_window_options, a, 40) \
        FIELD(fk_window_options, b, 44) FIELD(fk_window_options, side, 48) FIELD(fk_window_options, camera, 56) \
        FIELD(fk_window_options, layers, 64) FIELD(fk_window_options, tree_level, 68) \
        FIELD(fk_window_options, has_section, 72) FIELD(fk_window_options, section, 80) \
        FIELD(fk_window_options, shows_help, 112) FIELD(fk_window_options, screenshot, 120) \
        FIELD(fk_window_options, folder, 128) FIELD(fk_window_options, user, 136) FIELD(fk_window_options, log, 144) \
        FIELD(fk_window_options, is_changed, 152) FIELD(fk_window_options, reload, 160) \
        FIELD(fk_window_options, take, 168) FIELD(fk_window_options, release, 176) \
        FIELD(fk_window_options, closing, 184) \
    STRUCT(fk_workcell_setup, 64, 8) FIELD(fk_workcell_setup, frame, 0) FIELD(fk_workcell_setup, frame_count, 8) \
        FIELD(fk_workcell_setup, robot_count, 12) FIELD(fk_workcell_setup, joint_count, 16) \
        FIELD(fk_workcell_setup, limit, 24) FIELD(fk_workcell_setup, body, 32) \
        FIELD(fk_workcell_setup, body_count, 40) FIELD(fk_workcell_setup, ignores, 48) \
        FIELD(fk_workcell_setup, user, 56) \
    STRUCT(fk_workcell_query, 48, 8) FIELD(fk_workcell_query, value, 0) FIELD(fk_workcell_query, joint_count, 8) \
        FIELD(fk_workcell_query, count, 16) FIELD(fk_workcell_query, clearance, 24) \
        FIELD(fk_workcell_query, workers, 32) FIELD(fk_workcell_query, cancel, 40) \
    STRUCT(fk_workcell_pair, 16, 4) FIELD(fk_workcell_pair, a, 0) FIELD(fk_workcell_pair, b, 8) \
    STRUCT(fk_workcell_edge_query, 72, 8) FIELD(fk_workcell_edge_query, from, 0) FIELD(fk_workcell_edge_query, to, 8) \
        FIELD(fk_workcell_edge_query, joint_count, 16) FIELD(fk_workcell_edge_query, count, 24) \
        FIELD(fk_workcell_edge_query, clearance, 32) FIELD(fk_workcell_edge_query, tolerance, 40) \
        FIELD(fk_workcell_edge_query, max_tests, 48) FIELD(fk_workcell_edge_query, workers, 56) \
        FIELD(fk_workcell_edge_query, cancel, 64) \
    STRUCT(fk_workcell_edge, 48, 8) FIELD(fk_workcell_edge, state, 0) FIELD(fk_workcell_edge, valid, 8) \
        FIELD(fk_workcell_edge, contact, 16) FIELD(fk_workcell_edge, pair, 32) \
    STRUCT(fk_workcell_distance_query, 48, 8) FIELD(fk_workcell_distance_query, value, 0) \
        FIELD(fk_workcell_distance_query, joint_count, 8) FIELD(fk_workcell_distance_query, count, 16) \
        FIELD(fk_workcell_distance_query, limit, 24) FIELD(fk_workcell_distance_query, workers, 32) \
        FIELD(fk_workcell_distance_query, cancel, 40) \
    STRUCT(fk_workcell_distance, 104, 8) FIELD(fk_workcell_distance, distance, 0) \
        FIELD(fk_workcell_distance, point_a, 16) FIELD(fk_workcell_distance, point_b, 40) \
        FIELD(fk_workcell_distance, normal, 64) FIELD(fk_workcell_distance, pair, 88) \
    STRUCT(fk_world_options, 64, 8) FIELD(fk_world_options, broad, 0) FIELD(fk_world_options, mid, 24) \
        FIELD(fk_world_options, origin, 32) FIELD(fk_world_options, workers, 56) \
    STRUCT(fk_body_id, 8, 4) FIELD(fk_body_id, index, 0) FIELD(fk_body_id, generation, 4) \
    STRUCT(fk_body_options, 128, 8) FIELD(fk_body_options, collider, 0) FIELD(fk_body_options, pose, 8) \
        FIELD(fk_body_options, group, 104) FIELD(fk_body_options, mask, 108) FIELD(fk_body_options, parent, 112) \
        FIELD(fk_body_options, user, 120) \
    STRUCT(fk_world_pair, 40, 8) FIELD(fk_world_pair, a, 0) FIELD(fk_world_pair, b, 8) \
        FIELD(fk_world_pair, event, 16) FIELD(fk_world_pair, verdict, 20) FIELD(fk_world_pair, contact_begin, 24) \
        FIELD(fk_world_pair, contact_count, 28) FIELD(fk_world_pair, contact_total, 32) \
    STRUCT(fk_world_work, 96, 8) FIELD(fk_world_work, bodies, 0) FIELD(fk_world_work, moved, 4) \
        FIELD(fk_world_work, broad_pairs, 8) FIELD(fk_world_work, filtered, 16) FIELD(fk_world_work, rested, 24) \
        FIELD(fk_world_work, mid_tests, 32) FIELD(fk_world_work, mid_passed, 40) \
        FIELD(fk_world_work, narrow_tests, 48) FIELD(fk_world_work, warm, 56) FIELD(fk_world_work, seconds, 64) \
    STRUCT(fk_step_options, 8, 4) FIELD(fk_step_options, wants_contacts, 0) FIELD(fk_step_options, max_contacts, 4) \
    STRUCT(fk_world_step_result, 144, 8) FIELD(fk_world_step_result, pair_count, 0) \
        FIELD(fk_world_step_result, pair, 8) FIELD(fk_world_step_result, contact_count, 16) \
        FIELD(fk_world_step_result, contact, 24) FIELD(fk_world_step_result, undecided_count, 32) \
        FIELD(fk_world_step_result, undecided, 40) FIELD(fk_world_step_result, work, 48) \
    STRUCT(fk_world_filter, 20, 4) FIELD(fk_world_filter, group, 0) FIELD(fk_world_filter, mask, 4) \
        FIELD(fk_world_filter, parent, 8) FIELD(fk_world_filter, except, 12) \
    STRUCT(fk_world_hit, 88, 8) FIELD(fk_world_hit, body, 0) FIELD(fk_world_hit, hit, 8) \
    STRUCT(fk_world_ray_query, 56, 8) FIELD(fk_world_ray_query, origin, 0) FIELD(fk_world_ray_query, direction, 24) \
        FIELD(fk_world_ray_query, end, 48) \
    STRUCT(fk_world_near, 80, 8) FIELD(fk_world_near, body, 0) FIELD(fk_world_near, distance, 8)
/* clang-format on */

#endif
