/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Old names. They work for one more version, and gcc and clang say at each use what to write instead. farkas.h and view.h
 * include this header; do not include it yourself. */

#include "farkas/base.h"

#if defined(__GNUC__)

#ifndef FK_OLD_TYPE
#define FK_OLD_TYPE(old, new) typedef new old __attribute__((deprecated("use " #new)))
/* Another declaration of the same symbol. */
#define FK_OLD_FUNCTION(old, new)                                                                            \
    extern __typeof__(new) old __asm__(FK_OLD_TEXT(__USER_LABEL_PREFIX__) #new)                              \
        __attribute__((deprecated("use " #new)))
#define FK_OLD_TEXT(x)  FK_OLD_TEXT_(x)
#define FK_OLD_TEXT_(x) #x
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined(FARKAS_FARKAS_H) && !defined(FARKAS_DEPRECATED_H)
#define FARKAS_DEPRECATED_H

FK_OLD_TYPE(fk_nearest, fk_spelling);
FK_OLD_FUNCTION(fk_nearest_make, fk_spelling_make);
FK_OLD_FUNCTION(fk_nearest_offer, fk_spelling_offer);
FK_OLD_FUNCTION(fk_piece_facets, fk_piece_mesh);
FK_OLD_TYPE(fk_step, fk_trace_step);
FK_OLD_TYPE(fk_step_kind, fk_trace_step_kind);
FK_OLD_FUNCTION(fk_ray_cast, fk_piece_ray);
FK_OLD_TYPE(fk_corners_hit, fk_ccd_hit);
FK_OLD_FUNCTION(fk_corners_point_triangle, fk_ccd_point_triangle);
FK_OLD_FUNCTION(fk_corners_segments, fk_ccd_segment_segment);
FK_OLD_TYPE(fk_tree_turned, fk_tree_obb);
FK_OLD_TYPE(fk_placed_gap, fk_mesh_distance);
FK_OLD_FUNCTION(fk_placed_any, fk_placed_probe_any);
FK_OLD_FUNCTION(fk_placed_count, fk_placed_probe_count);
FK_OLD_FUNCTION(fk_placed_all, fk_placed_probe_all);
FK_OLD_FUNCTION(fk_placed_first, fk_placed_probe_first);
FK_OLD_TYPE(fk_related, fk_relation_result);
FK_OLD_FUNCTION(fk_related_free, fk_relation_result_free);
FK_OLD_FUNCTION(fk_placed_volume, fk_placed_overlap_volume);
FK_OLD_FUNCTION(fk_search_ask, fk_search_begin);
FK_OLD_FUNCTION(fk_motion_ask, fk_motion_contacts);
#define FK_FRAME_TURNS  FK_FRAME_REVOLUTE
#define FK_FRAME_SLIDES FK_FRAME_PRISMATIC
FK_OLD_TYPE(fk_check_kept, fk_check_cache);
FK_OLD_FUNCTION(fk_check_kept_create, fk_check_cache_create);
FK_OLD_FUNCTION(fk_check_kept_free, fk_check_cache_free);
FK_OLD_TYPE(fk_record, fk_provenance);
FK_OLD_TYPE(fk_page_wish, fk_page_request);
FK_OLD_TYPE(fk_page_made, fk_page_content);
FK_OLD_FUNCTION(fk_page_make, fk_page_content_build);
FK_OLD_FUNCTION(fk_page_made_free, fk_page_content_free);

#endif

#if defined(FARKAS_VIEW_H) && !defined(FARKAS_DEPRECATED_VIEW_H)
#define FARKAS_DEPRECATED_VIEW_H

FK_OLD_TYPE(fk_studio, fk_renderer);
FK_OLD_FUNCTION(fk_studio_create, fk_renderer_create);
FK_OLD_FUNCTION(fk_studio_draw, fk_renderer_draw);
FK_OLD_FUNCTION(fk_studio_draw_wish, fk_renderer_draw_page_picture);
FK_OLD_FUNCTION(fk_studio_explain, fk_renderer_explain);
FK_OLD_FUNCTION(fk_studio_forget, fk_renderer_forget);
FK_OLD_FUNCTION(fk_studio_free, fk_renderer_free);

#endif

#ifdef __cplusplus
}
#endif

#endif
