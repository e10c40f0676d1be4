/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A check as JSON: one object, with a line for each part, pair and ignored pair. */

#include "farkas/check.h"

#include "check/report.h"

static void put_depth(fk_text *text, const fk_check_pair *pair)
{
    if (!pair->has_depth)
        return;
    fk_text_put(text, ",\"depth\":");
    fk_text_put_json_number(text, pair->depth.depth.hi);
    fk_text_put(text,
                pair->depth.is_exact ? ",\"depth_method\":\"exact\"" : ",\"depth_method\":\"upper bound\"");
    if (pair->depth.is_exact) {
        fk_text_put(text, ",\"depth_lo\":");
        fk_text_put_json_number(text, pair->depth.depth.lo);
    }
    fk_text_put(text, ",\"direction\":");
    fk_text_put_json_vector(text, pair->depth.direction);
}

static void put_triangles(fk_text *text, const fk_check_pair *pair)
{
    if (pair->triangle_total == 0)
        return;
    fk_text_put(text, ",\"triangle_pairs\":");
    fk_text_put_whole(text, pair->triangle_total);
    fk_text_put(text, ",\"triangles\":[");
    for (uint32_t i = 0; i < pair->triangle_count; i++) {
        fk_text_put(text, i > 0 ? ",[" : "[");
        fk_text_put_whole(text, pair->triangle[i].a);
        fk_text_put(text, ",");
        fk_text_put_whole(text, pair->triangle[i].b);
        fk_text_put(text, "]");
    }
    fk_text_put(text, "]");
}

static void put_pair(fk_text *text, const fk_check_report *report, const fk_told *told, size_t index)
{
    const fk_check_pair *pair = &report->check->pair[index];
    fk_told_pair told_pair = fk_told_pair_of_check(report, index);
    fk_put_json_pair(text, told, &told_pair);
    if (pair->kind == FK_CLASH_CONTAINED)
        fk_text_put(text, pair->a_is_inner ? ",\"inner\":\"a\"" : ",\"inner\":\"b\"");
    if (pair->has_surface)
        fk_text_put(text, ",\"surface\":true");
    fk_text_put_json_interval(text, "distance", pair->distance);
    if (pair->clearance > 0) {
        fk_text_put(text, ",\"clearance\":");
        fk_text_put_json_number(text, pair->clearance);
    }
    put_depth(text, pair);
    if (pair->has_points)
        fk_put_json_points(text, pair->point_a, pair->point_b);
    fk_text_put_json_box(text, &pair->box);
    if (pair->has_volume)
        fk_text_put_json_interval(text, "volume", pair->volume);
    put_triangles(text, pair);
    fk_text_put(text, "}");
}

fk_status fk_check_write_json(const fk_check_report *report, fk_write_function *write, void *user)
{
    const fk_check *check = report->check;
    fk_told told = fk_told_of_check(report);
    fk_text text = fk_text_make(write, user);
    fk_put_json_begin(&text, &told, report->units);
    fk_text_put(&text, ",\n");
    fk_put_json_parts(&text, &told);
    fk_text_put(&text, ",\n\"pairs\":[");
    for (size_t i = 0; i < check->pair_count; i++) {
        fk_text_put(&text, i > 0 ? ",\n" : "\n");
        put_pair(&text, report, &told, i);
    }
    fk_text_put(&text, "],\n");
    fk_put_json_end(&text, &told);
    return fk_text_end(&text);
}
