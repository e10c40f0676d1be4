/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A sweep as JSON: one object, with a line for each part, pair and ignored pair. */

#include "farkas/check.h"

#include "base/bits.h"
#include "check/report.h"

static void put_key(fk_text *text, const char *key, double number)
{
    fk_text_put(text, ",\"");
    fk_text_put(text, key);
    fk_text_put(text, "\":");
    fk_text_put_json_number(text, number);
}

static void put_stretches(fk_text *text, const char *key, const fk_stretch *stretch, uint32_t count)
{
    static const char *const word[] = {"undecided", "near", "meets"};
    fk_text_put(text, ",\"");
    fk_text_put(text, key);
    fk_text_put(text, "\":[");
    for (uint32_t i = 0; i < count; i++) {
        fk_text_put(text, i > 0 ? ",{\"kind\":\"" : "{\"kind\":\"");
        fk_text_put(text, word[stretch[i].kind]);
        fk_text_put(text, "\"");
        fk_text_put_json_interval(text, "enter", stretch[i].enter);
        fk_text_put_json_interval(text, "leave", stretch[i].leave);
        fk_text_put(text, stretch[i].is_exact ? ",\"exact\":true" : ",\"exact\":false");
        fk_text_put(text, stretch[i].overlaps ? ",\"overlaps\":true}" : ",\"overlaps\":false}");
    }
    fk_text_put(text, "]");
}

static void put_closest(fk_text *text, const fk_sweep_pair *pair)
{
    if (!pair->has_closest)
        return;
    fk_text_put(text, ",\"closest\":{\"lo\":");
    fk_text_put_json_number(text, pair->closest.lo);
    put_key(text, "hi", pair->closest.hi);
    if (fk_is_finite(pair->closest.hi)) {
        put_key(text, "time", pair->closest_time);
        fk_put_json_points(text, pair->point_a, pair->point_b);
    }
    fk_text_put(text, "}");
}

static void put_joints(fk_text *text, const fk_sweep_report *report, const fk_sweep_pair *pair)
{
    double time = fk_sweep_moment(pair);
    if (report->joint_count == 0 || !fk_is_finite(time))
        return;
    fk_text_put(text, ",\"joints\":{");
    for (uint32_t i = 0; i < report->joint_count; i++) {
        fk_text_put(text, i > 0 ? "," : "");
        fk_text_put_json_string(text, report->joint[i]);
        fk_text_put(text, ":");
        fk_text_put_json_number(text, report->joint_value(report->joint_user, i, time));
    }
    fk_text_put(text, "}");
}

static void put_pair(fk_text *text, const fk_sweep_report *report, const fk_told *told, size_t index)
{
    const fk_sweep_pair *pair = &report->sweep->pair[index];
    fk_told_pair told_pair = fk_told_pair_of_sweep(report, index);
    fk_put_json_pair(text, told, &told_pair);
    if (pair->has_surface)
        fk_text_put(text, ",\"surface\":true");
    if (pair->is_still)
        fk_text_put(text, ",\"still\":true");
    else
        put_key(text, "tolerance", pair->tolerance);
    put_stretches(text, "contacts", pair->contact, pair->contact_count);
    if (pair->clearance > 0) {
        put_key(text, "clearance", pair->clearance);
        put_stretches(text, "below", pair->below, pair->below_count);
    }
    put_closest(text, pair);
    put_joints(text, report, pair);
    fk_text_put(text, "}");
}

fk_status fk_sweep_write_json(const fk_sweep_report *report, fk_write_function *write, void *user)
{
    const fk_sweep *sweep = report->sweep;
    fk_told told = fk_told_of_sweep(report);
    fk_text text = fk_text_make(write, user);
    fk_put_json_begin(&text, &told, report->units);
    fk_text_put(&text, ",\n\"sweep\":{\"from\":");
    fk_text_put_json_number(&text, sweep->from);
    put_key(&text, "to", sweep->to);
    fk_text_put(&text, ",\"unit\":\"s\",\"tolerance\":");
    if (report->tolerance > 0)
        fk_text_put_json_number(&text, report->tolerance);
    else
        fk_text_put(&text, "null");
    fk_text_put(&text, "},\n");
    fk_put_json_parts(&text, &told);
    fk_text_put(&text, ",\n\"pairs\":[");
    for (size_t i = 0; i < sweep->pair_count; i++) {
        fk_text_put(&text, i > 0 ? ",\n" : "\n");
        put_pair(&text, report, &told, i);
    }
    fk_text_put(&text, "],\n");
    fk_put_json_end(&text, &told);
    return fk_text_end(&text);
}
