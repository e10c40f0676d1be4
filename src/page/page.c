/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writes a page section by section; it is never in memory as a whole. Also converts a result to the form that the
 * sections use. Nothing is allocated: lookups are repeated instead. */

#include "page/page.h"

#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static fk_severity pair_severity(const fk_check_pair *pair, fk_review review)
{
    if (pair->is_clash && review == FK_REVIEW_APPROVED)
        return FK_SEVERITY_APPROVED;
    if (pair->is_clash)
        return pair->kind == FK_CLASH_CLEARANCE ? FK_SEVERITY_NEAR : FK_SEVERITY_HIT;
    if (pair->kind == FK_CLASH_UNDECIDED)
        return FK_SEVERITY_UNDECIDED;
    return pair->kind == FK_CLASH_CLEAR ? FK_SEVERITY_CLEAR : FK_SEVERITY_ALLOWED;
}

const fk_stretch *fk_page_find_stretch(const fk_stretch *stretch, uint32_t count, fk_stretch_kind kind)
{
    for (uint32_t i = 0; i < count; i++)
        if (stretch[i].kind == kind)
            return &stretch[i];
    return NULL;
}

static bool has_meeting(const fk_check_pair *pair)
{
    return fk_page_find_stretch(pair->contact, pair->contact_count, FK_STRETCH_MEETS) != NULL;
}

static fk_page_pair page_pair_at(const fk_page_writer *writer, size_t index)
{
    const fk_report *report = &writer->report;
    const fk_check_pair *found = &writer->found->pair[index];
    bool is_check = report->sweep == NULL, meets = has_meeting(found);
    fk_page_pair pair = {.found = found,
                         .index = (uint32_t)index,
                         .a = fk_report_part_name(report, found->a),
                         .b = fk_report_part_name(report, found->b),
                         .review = fk_report_review(report, index),
                         .remark = fk_report_remark(report, index),
                         .has_distance = is_check || found->has_closest || meets,
                         .has_points = is_check ? found->has_points
                                                : found->has_closest && fk_is_finite(found->closest.hi),
                         .moment = fk_sweep_moment(found)};
    pair.severity = pair_severity(found, pair.review);
    if (!meets)
        pair.distance = is_check ? found->distance : found->closest;
    return pair;
}

static uint64_t count_more_severe(const fk_page_writer *writer, fk_severity severity)
{
    uint64_t count = 0;
    for (int i = 0; i < (int)severity; i++)
        count += writer->severity[i];
    return count;
}

/* Whether a comes before b, of equal severity: in a sweep by time; in a check by kind, then by depth or distance.
 * Without is_sorted, and for equals, by the order of the result. */
static bool precedes(const fk_page_writer *writer, const fk_page_pair *a, const fk_page_pair *b,
                     bool is_sorted)
{
    const fk_check_pair *first = a->found, *second = b->found;
    double key_a = a->moment, key_b = b->moment;
    if (is_sorted && writer->report.sweep == NULL) {
        if (first->kind != second->kind)
            return first->kind > second->kind;
        key_a = first->has_depth ? -first->depth.depth.hi : first->distance.hi;
        key_b = second->has_depth ? -second->depth.depth.hi : second->distance.hi;
    }
    int order = is_sorted ? fk_double_order(key_a, key_b) : 0;
    return order != 0 ? order < 0 : a->index < b->index;
}

/* The first pair of a severity after `behind` (NULL: the first of all). Sorted order searches all pairs for each one,
 * so it is used only while that is cheap. */
static bool find_next_pair(const fk_page_writer *writer, fk_severity severity, const fk_page_pair *behind,
                           fk_page_pair *out)
{
    size_t count = writer->found->pair_count;
    bool is_sorted = severity != FK_SEVERITY_CLEAR && writer->severity[severity] <= 10000000 / (count + 1);
    bool is_found = false;
    if (writer->severity[severity] == 0)
        return false;
    for (size_t i = is_sorted || behind == NULL ? 0 : (size_t)behind->index + 1; i < count; i++) {
        fk_page_pair pair = page_pair_at(writer, i);
        if (pair.severity != severity || (behind != NULL && !precedes(writer, behind, &pair, is_sorted)))
            continue;
        if (!is_found || precedes(writer, &pair, out, is_sorted))
            *out = pair;
        is_found = true;
        if (!is_sorted)
            break;
    }
    return is_found;
}

bool fk_page_next_pair(const fk_page_writer *writer, fk_severity first, fk_severity last, fk_page_pair *pair)
{
    const fk_page_pair before = *pair;
    bool begins = before.index == FK_NONE;
    fk_severity severity = begins ? first : before.severity;
    const fk_page_pair *behind = begins ? NULL : &before;
    for (; severity <= last; severity = (fk_severity)(severity + 1), behind = NULL)
        if (find_next_pair(writer, severity, behind, pair)) {
            pair->position = begins ? count_more_severe(writer, first) : before.position + 1;
            return true;
        }
    return false;
}

bool fk_page_has_row(const fk_page_writer *writer, const fk_page_pair *pair)
{
    return pair->severity != FK_SEVERITY_CLEAR ||
           pair->position - count_more_severe(writer, FK_SEVERITY_CLEAR) < FK_PAGE_MOST_CLEAR;
}

bool fk_page_has_section(const fk_page_writer *writer, const fk_page_pair *pair)
{
    /* Undecided pairs before it are no clashes. */
    bool is_behind = pair->severity > FK_SEVERITY_UNDECIDED;
    uint64_t number = pair->position - (is_behind ? writer->severity[FK_SEVERITY_UNDECIDED] : 0);
    return pair->found->is_clash &&
           (number < FK_PAGE_MOST_SECTIONS || fk_page_next_picture(writer, pair->index, FK_NONE) != FK_NONE);
}

/* ---- Series and pictures ------------------------------------------------------------------------------- */

const fk_page_series *fk_page_find_series(fk_page_writer *writer, uint32_t pair)
{
    /* Mostly the one after the last. */
    uint32_t count = writer->page->series_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = (uint32_t)(((uint64_t)writer->series + i) % count);
        if (writer->page->series[at].pair == pair) {
            writer->series = at;
            return &writer->page->series[at];
        }
    }
    return NULL;
}

uint32_t fk_page_next_picture(const fk_page_writer *writer, uint32_t pair, uint32_t after)
{
    const fk_page *page = writer->page;
    for (uint32_t i = after == FK_NONE ? 0 : after + 1; i < page->picture_count; i++)
        if (page->picture[i].pair == pair && page->picture[i].png != NULL && page->picture[i].bytes > 0)
            return i;
    return FK_NONE;
}

/* ---- The whole page ------------------------------------------------------------------------------------ */

static void tally_pair(fk_page_writer *writer, const fk_page_pair *pair)
{
    const fk_check_pair *found = pair->found;
    writer->severity[pair->severity]++;
    writer->bounds += found->has_depth && !found->depth.is_exact;
    writer->grazes += writer->report.sweep != NULL && found->is_clash && found->kind == FK_CLASH_CONTACT &&
                      !found->is_still && !has_meeting(found);
    writer->clearance.lo = fk_smaller(writer->clearance.lo, found->clearance);
    writer->clearance.hi = fk_larger(writer->clearance.hi, found->clearance);
}

fk_status fk_page_write(const fk_page *page, fk_write_function *write, void *user)
{
    fk_page_writer writer = {.page = page, .clearance = {HUGE_VAL, 0}};
    writer.text = fk_text_make(write, user);
    writer.report = fk_report_of(page->check, page->sweep);
    writer.found = writer.report.found;
    writer.units = writer.report.units != NULL ? writer.report.units : "";
    for (size_t i = 0; i < writer.found->pair_count; i++) {
        fk_page_pair pair = page_pair_at(&writer, i);
        tally_pair(&writer, &pair);
    }
    fk_page_write_head(&writer);
    fk_page_write_table(&writer);
    fk_page_write_clashes(&writer);
    fk_page_write_timeline(&writer);
    fk_page_write_lists(&writer);
    fk_page_write_inputs(&writer);
    fk_page_write_data(&writer);
    return fk_text_end(&writer.text);
}
