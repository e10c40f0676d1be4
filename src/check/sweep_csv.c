/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A sweep as CSV (RFC 4180, but with LF): a line of names, then one for each pair, with its first contact, the first
 * time below its clearance, and its closest approach; and as JUnit XML. */

#include "farkas/check.h"

#include "base/bits.h"
#include "check/report.h"

/* How many there are, and of the first when it begins and ends. */
static void put_stretches(fk_text *text, const fk_stretch *stretch, uint32_t count)
{
    static const fk_stretch none = {.kind = FK_STRETCH_UNDECIDED};
    const fk_stretch *first = count > 0 ? stretch : &none;
    fk_text_put(text, ",");
    fk_text_put_whole(text, count);
    fk_put_csv_number(text, count > 0, first->enter.lo);
    fk_put_csv_number(text, count > 0, first->enter.hi);
    fk_put_csv_number(text, count > 0, first->leave.lo);
    fk_put_csv_number(text, count > 0, first->leave.hi);
}

static void put_pair(fk_text *text, const fk_sweep_report *report, const fk_told *told, size_t index)
{
    const fk_sweep_pair *pair = &report->sweep->pair[index];
    fk_told_pair told_pair = fk_told_pair_of_sweep(report, index);
    fk_put_csv_pair(text, told, &told_pair);
    put_stretches(text, pair->contact, pair->contact_count);
    fk_put_csv_number(text, true, pair->clearance);
    put_stretches(text, pair->below, pair->below_count);
    bool has_points = pair->has_closest && fk_is_finite(pair->closest.hi);
    fk_put_csv_number(text, pair->has_closest, pair->closest.lo);
    fk_put_csv_number(text, pair->has_closest, pair->closest.hi);
    fk_put_csv_number(text, has_points, pair->closest_time);
    fk_put_csv_vector(text, has_points, pair->point_a);
    fk_put_csv_vector(text, has_points, pair->point_b);
    fk_put_csv_last(text, told, &told_pair);
}

fk_status fk_sweep_write_csv(const fk_sweep_report *report, fk_write_function *write, void *user)
{
    fk_told told = fk_told_of_sweep(report);
    fk_text text = fk_text_make(write, user);
    fk_text_put(&text, "a,b,kind,clash,contacts,enter_lo,enter_hi,leave_lo,leave_hi,"
                       "clearance,below,below_enter_lo,below_enter_hi,below_leave_lo,below_leave_hi,"
                       "closest_lo,closest_hi,closest_time,ax,ay,az,bx,by,bz" FK_CSV_LAST);
    for (size_t i = 0; i < report->sweep->pair_count; i++)
        put_pair(&text, report, &told, i);
    return fk_text_end(&text);
}

/* ---- JUnit XML ----------------------------------------------------------------------------------------- */

/* What is wrong with a pair, behind the word of its kind. */
static void put_reason(fk_text *text, const fk_sweep_report *report, const fk_sweep_pair *pair)
{
    double time = fk_sweep_moment(pair);
    if (pair->kind == FK_CLASH_CLEARANCE && pair->has_closest) {
        fk_put_xml_length(text, ": ", pair->closest.hi, report->units);
        fk_put_xml_length(text, " is less than ", pair->clearance, report->units);
    }
    if (fk_is_finite(time))
        fk_put_xml_length(text, ", at t = ", time, "s");
}

fk_status fk_sweep_write_junit(const fk_sweep_report *report, fk_write_function *write, void *user)
{
    fk_told told = fk_told_of_sweep(report);
    fk_text text = fk_text_make(write, user);
    fk_put_junit_head(&text, &told);
    for (size_t i = 0; i < report->sweep->pair_count; i++) {
        const fk_sweep_pair *pair = &report->sweep->pair[i];
        fk_told_pair told_pair = fk_told_pair_of_sweep(report, i);
        if (!fk_put_junit_pair(&text, &told, &told_pair))
            continue;
        put_reason(&text, report, pair);
        fk_put_junit_close(&text);
    }
    fk_put_junit_end(&text, &told);
    return fk_text_end(&text);
}
