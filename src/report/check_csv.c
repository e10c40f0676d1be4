/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A check as CSV (RFC 4180, but with LF): a line of names, then one for each pair. */

#include "farkas/report.h"

#include "base/bits.h"
#include "report/text.h"

static void put_number(fk_text *text, bool is_known, double number)
{
    fk_text_put(text, ",");
    if (is_known && fk_is_finite(number))
        fk_text_put_json_number(text, number);
}

static void put_vector(fk_text *text, bool is_known, fk_vec3 v)
{
    put_number(text, is_known, v.x);
    put_number(text, is_known, v.y);
    put_number(text, is_known, v.z);
}

static void put_pair(fk_text *text, const fk_check_report *report, const fk_check_pair *pair)
{
    fk_text_put_csv(text, report->part[pair->a].name);
    fk_text_put(text, ",");
    fk_text_put_csv(text, report->part[pair->b].name);
    fk_text_put(text, ",");
    fk_text_put(text, fk_clash_word(pair->kind));
    fk_text_put(text, pair->is_clash ? ",1" : ",0");
    put_number(text, true, pair->distance.lo);
    put_number(text, true, pair->distance.hi);
    put_number(text, true, pair->clearance);
    put_number(text, pair->has_depth, pair->depth.depth.hi);
    fk_text_put(text, !pair->has_depth ? "," : pair->depth.is_exact ? ",exact" : ",upper bound");
    put_vector(text, pair->has_points, pair->point_a);
    put_vector(text, pair->has_points, pair->point_b);
    bool has_box = fk_double_order(pair->box.min.x, pair->box.max.x) <= 0;
    put_vector(text, has_box, pair->box.min);
    put_vector(text, has_box, pair->box.max);
    put_number(text, pair->has_volume, pair->volume.lo);
    put_number(text, pair->has_volume, pair->volume.hi);
    fk_text_put(text, ",");
    fk_text_put_whole(text, pair->triangle_total);
    fk_text_put(text, "\n");
}

fk_status fk_check_write_csv(const fk_check_report *report, fk_write_function *write, void *user)
{
    fk_text text = fk_text_make(write, user);
    fk_text_put(&text, "a,b,kind,clash,distance_lo,distance_hi,clearance,depth,depth_method,"
                       "ax,ay,az,bx,by,bz,box_min_x,box_min_y,box_min_z,box_max_x,box_max_y,box_max_z,"
                       "volume_lo,volume_hi,triangle_pairs\n");
    for (size_t i = 0; i < report->check->pair_count; i++)
        put_pair(&text, report, &report->check->pair[i]);
    return fk_text_end(&text);
}
