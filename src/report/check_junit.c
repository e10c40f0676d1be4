/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A check as JUnit XML, for systems that show the results of tests. */

#include "farkas/report.h"

#include "base/bits.h"
#include "report/text.h"

static void put_case(fk_text *text, const fk_check_report *report, uint32_t a, uint32_t b)
{
    fk_text_put(text, "  <testcase classname=\"farkas.check\" name=\"");
    fk_text_put_xml(text, report->part[a].name);
    fk_text_put(text, " x ");
    fk_text_put_xml(text, report->part[b].name);
    fk_text_put(text, "\"");
}

/* A length with its unit. */
static void put_length(fk_text *text, const fk_check_report *report, const char *before, double length)
{
    fk_text_put(text, before);
    fk_text_put_number(text, length);
    fk_text_put(text, " ");
    fk_text_put_xml(text, report->units);
}

/* What is wrong with a pair, in a few words. */
static void put_reason(fk_text *text, const fk_check_report *report, const fk_check_pair *pair)
{
    fk_text_put(text, fk_clash_word(pair->kind));
    if (pair->kind == FK_CLASH_CLEARANCE) {
        put_length(text, report, ": ", pair->distance.hi);
        put_length(text, report, " is less than ", pair->clearance);
    } else if (pair->kind == FK_CLASH_CONTAINED) {
        fk_text_put(text, ": ");
        fk_text_put_xml(text, report->part[pair->a_is_inner ? pair->a : pair->b].name);
        fk_text_put(text, " is inside");
    } else if (pair->has_depth && fk_is_finite(pair->depth.depth.hi)) {
        put_length(text, report, pair->depth.is_exact ? ": depth " : ": depth at most ",
                   pair->depth.depth.hi);
    }
}

static void put_pair(fk_text *text, const fk_check_report *report, const fk_check_pair *pair)
{
    put_case(text, report, pair->a, pair->b);
    const char *element = pair->is_clash ? "failure" : pair->kind == FK_CLASH_UNDECIDED ? "error" : NULL;
    if (element == NULL) {
        fk_text_put(text, "/>\n");
        return;
    }
    fk_text_put(text, "><");
    fk_text_put(text, element);
    fk_text_put(text, " type=\"");
    fk_text_put(text, fk_clash_word(pair->kind));
    fk_text_put(text, "\" message=\"");
    put_reason(text, report, pair);
    fk_text_put(text, "\"/></testcase>\n");
}

static void put_suite(fk_text *text, const fk_check_report *report)
{
    const fk_check *check = report->check;
    fk_text_put(text,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"farkas check\" tests=\"");
    fk_text_put_whole(text, check->pair_count + check->ignored_count + (check->omitted > 0));
    fk_text_put(text, "\" failures=\"");
    fk_text_put_whole(text, check->clashes);
    fk_text_put(text, "\" errors=\"");
    fk_text_put_whole(text, check->count[FK_CLASH_UNDECIDED]);
    fk_text_put(text, "\" skipped=\"");
    fk_text_put_whole(text, check->ignored_count);
    fk_text_put(text, "\">\n");
}

fk_status fk_check_write_junit(const fk_check_report *report, fk_write_function *write, void *user)
{
    const fk_check *check = report->check;
    fk_text text = fk_text_make(write, user);
    put_suite(&text, report);
    for (size_t i = 0; i < check->pair_count; i++)
        put_pair(&text, report, &check->pair[i]);
    if (check->omitted > 0) {
        fk_text_put(&text, "  <testcase classname=\"farkas.check\" name=\"");
        fk_text_put_whole(&text, check->omitted);
        fk_text_put(&text, " clear pairs\"/>\n");
    }
    for (size_t i = 0; i < check->ignored_count; i++) {
        put_case(&text, report, check->ignored[i].a, check->ignored[i].b);
        fk_text_put(&text, "><skipped message=\"");
        fk_text_put_xml(&text, check->ignored[i].reason);
        fk_text_put(&text, "\"/></testcase>\n");
    }
    fk_text_put(&text, "</testsuite>\n");
    return fk_text_end(&text);
}
