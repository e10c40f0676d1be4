/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A check as CSV (RFC 4180, but with LF): a line of names, then one for each pair. */

#include "farkas/check.h"

#include "base/bits.h"
#include "check/report.h"

static void put_pair(fk_text *text, const fk_check_report *report, const fk_told *told, size_t index)
{
    const fk_check_pair *pair = &report->check->pair[index];
    fk_told_pair told_pair = fk_told_pair_of_check(report, index);
    fk_put_csv_pair(text, told, &told_pair);
    fk_put_csv_number(text, true, pair->distance.lo);
    fk_put_csv_number(text, true, pair->distance.hi);
    fk_put_csv_number(text, true, pair->clearance);
    fk_put_csv_number(text, pair->has_depth, pair->depth.depth.hi);
    fk_text_put(text, !pair->has_depth ? "," : pair->depth.is_exact ? ",exact" : ",upper bound");
    fk_put_csv_vector(text, pair->has_points, pair->point_a);
    fk_put_csv_vector(text, pair->has_points, pair->point_b);
    bool has_box = fk_double_order(pair->box.min.x, pair->box.max.x) <= 0;
    fk_put_csv_vector(text, has_box, pair->box.min);
    fk_put_csv_vector(text, has_box, pair->box.max);
    fk_put_csv_number(text, pair->has_volume, pair->volume.lo);
    fk_put_csv_number(text, pair->has_volume, pair->volume.hi);
    fk_text_put(text, ",");
    fk_text_put_whole(text, pair->triangle_total);
    fk_put_csv_last(text, told, &told_pair);
}

fk_status fk_check_write_csv(const fk_check_report *report, fk_write_function *write, void *user)
{
    fk_told told = fk_told_of_check(report);
    fk_text text = fk_text_make(write, user);
    fk_text_put(&text, "a,b,kind,clash,distance_lo,distance_hi,clearance,depth,depth_method,"
                       "ax,ay,az,bx,by,bz,box_min_x,box_min_y,box_min_z,box_max_x,box_max_y,box_max_z,"
                       "volume_lo,volume_hi,triangle_pairs" FK_CSV_LAST);
    for (size_t i = 0; i < report->check->pair_count; i++)
        put_pair(&text, report, &told, i);
    return fk_text_end(&text);
}
