/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A check as JUnit XML, for systems that show the results of tests. */

#include "farkas/check.h"

#include "base/bits.h"
#include "check/report.h"

/* What is wrong with a pair, in a few words. */
static void put_reason(fk_text *text, const fk_check_report *report, const fk_check_pair *pair)
{
    if (pair->kind == FK_CLASH_CLEARANCE) {
        fk_put_xml_length(text, ": ", pair->distance.hi, report->units);
        fk_put_xml_length(text, " is less than ", pair->clearance, report->units);
    } else if (pair->kind == FK_CLASH_CONTAINED) {
        fk_text_put(text, ": ");
        fk_text_put_xml(text, report->part[pair->a_is_inner ? pair->a : pair->b].name);
        fk_text_put(text, " is inside");
    } else if (pair->has_depth && fk_is_finite(pair->depth.depth.hi)) {
        fk_put_xml_length(text, pair->depth.is_exact ? ": depth " : ": depth at most ", pair->depth.depth.hi,
                          report->units);
    }
}

fk_status fk_check_write_junit(const fk_check_report *report, fk_write_function *write, void *user)
{
    const fk_check *check = report->check;
    fk_told told = fk_told_of_check(report);
    fk_text text = fk_text_make(write, user);
    fk_put_junit_head(&text, &told);
    for (size_t i = 0; i < check->pair_count; i++) {
        const fk_check_pair *pair = &check->pair[i];
        fk_told_pair told_pair = fk_told_pair_of_check(report, i);
        if (!fk_put_junit_pair(&text, &told, &told_pair))
            continue;
        put_reason(&text, report, pair);
        fk_put_junit_close(&text);
    }
    fk_put_junit_end(&text, &told);
    return fk_text_end(&text);
}
