/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a pair is, in a sentence or two in plain words. Nothing is said that is not known. */

#include "page/page.h"

#include "base/bits.h"

/* ---- Checks -------------------------------------------------------------------------------------------- */

/* How to get them apart. */
static void put_way_out(fk_sheet *sheet, const fk_check_pair *pair, const char *b)
{
    const fk_placed_depth *depth = &pair->depth;
    if (!pair->has_depth || !fk_is_finite(depth->depth.hi) || !(depth->depth.hi > 0))
        return;
    fk_sheet_say(sheet, " Moving %n by %l along %p separates them", b, depth->depth.hi, &depth->direction);
    fk_sheet_say(sheet, depth->is_exact ? ", and no shorter way does." : "; there may be a shorter way.");
}

static void put_overlap(fk_sheet *sheet, const fk_check_pair *pair)
{
    if (!pair->has_depth || !fk_is_finite(pair->depth.depth.hi))
        fk_sheet_say(sheet, " overlap: their insides meet.");
    else if (pair->depth.is_exact)
        fk_sheet_say(sheet, " overlap, %l deep.", pair->depth.depth.hi);
    else
        fk_sheet_say(sheet, " overlap, at most %l deep (upper bound).", pair->depth.depth.hi);
}

/* Of a surface, and of an overlap that is ignored, it is not said what the insides do. */
static void put_touch(fk_sheet *sheet, const fk_check_pair *pair, const char *a, const char *b)
{
    bool overlaps = pair->has_depth && pair->depth.depth.hi > 0;
    fk_sheet_say(
        sheet, "%n and %n touch%s.", a, b,
        overlaps || pair->has_surface ? "" : ": they have points in common, but their insides do not meet");
    if (overlaps)
        fk_sheet_say(sheet, " They overlap by no more than is ignored.");
}

static void put_check(fk_sheet *sheet, const fk_page_pair *pair, const char *a, const char *b)
{
    const fk_check_pair *check = pair->check;
    bool is_way_out_told = true;
    switch (pair->kind) {
    case FK_CLASH_DUPLICATE:
        fk_sheet_say(sheet, "%n and %n are the same in the same place: one of them is there twice.", a, b);
        is_way_out_told = false;
        break;
    case FK_CLASH_CONTAINED:
        fk_sheet_say(sheet, "%n lies inside %n.", check->a_is_inner ? a : b, check->a_is_inner ? b : a);
        break;
    case FK_CLASH_HARD:
        fk_sheet_say(sheet, "%n and %n", a, b);
        put_overlap(sheet, check);
        break;
    case FK_CLASH_CONTACT:
        put_touch(sheet, check, a, b);
        break;
    case FK_CLASH_CLEARANCE:
        fk_sheet_say(sheet, "%n and %n are ", a, b);
        fk_sheet_put_interval(sheet, check->distance, sheet->units);
        fk_sheet_say(sheet, " apart; %l is asked for.", pair->clearance);
        break;
    case FK_CLASH_CLEAR:
        fk_sheet_say(sheet, "%n and %n are clear of each other.", a, b);
        break;
    default:
        fk_sheet_say(sheet, "How %n and %n lie to each other is not decided.", a, b);
        break;
    }
    if (is_way_out_told)
        put_way_out(sheet, check, b);
}

/* ---- Sweeps -------------------------------------------------------------------------------------------- */

static const fk_stretch *first_of(const fk_stretch *stretch, uint32_t count, fk_stretch_kind kind)
{
    for (uint32_t i = 0; i < count; i++)
        if (stretch[i].kind == kind)
            return &stretch[i];
    return NULL;
}

/* Behind the sentence on the first stretch: how many there are, and how long together. */
static void put_sum(fk_sheet *sheet, const char *how, const fk_stretch *stretch, uint32_t count)
{
    double sum = 0;
    uint64_t known = 0;
    for (uint32_t i = 0; i < count; i++)
        if (stretch[i].kind == FK_STRETCH_MEETS) {
            sum += stretch[i].leave.hi - stretch[i].enter.lo;
            known++;
        }
    if (known == 1)
        fk_sheet_say(sheet, " %s once, for %t.", how, sum);
    else if (known > 1)
        fk_sheet_say(sheet, " %s %u times, for %t in all.", how, known, sum);
}

static void put_still(fk_sheet *sheet, const fk_page_pair *pair, const char *a, const char *b)
{
    static const char *const word[] = {
        "it is not decided how they lie",     "they are clear",
        "they are too close all the time",    "they touch all the time",
        "they overlap all the time",          "one lies inside the other all the time",
        "they are the same in the same place"};
    fk_sheet_say(sheet, "%n and %n do not move against each other, and %s.", a, b, word[pair->kind]);
}

static void put_meeting(fk_sheet *sheet, const fk_page_pair *pair, const char *a, const char *b)
{
    const fk_sweep_pair *sweep = pair->sweep;
    const fk_stretch *first = first_of(sweep->contact, sweep->contact_count, FK_STRETCH_MEETS);
    if (first != NULL) {
        fk_sheet_say(sheet, "%n and %n first meet at t = %t", a, b, first->enter.hi);
        fk_sheet_say(sheet, pair->kind == FK_CLASH_HARD ? ", and overlap." : ".");
    } else {
        first = first_of(sweep->contact, sweep->contact_count, FK_STRETCH_NEAR);
        fk_sheet_say(sheet, "%n and %n graze each other", a, b);
        if (first != NULL)
            fk_sheet_say(sheet, " at t = %t", first->enter.hi);
        fk_sheet_say(sheet, ": they come within the tolerance of %l; whether they touch is not known.",
                     sweep->tolerance);
    }
    put_sum(sheet, "They meet", sweep->contact, sweep->contact_count);
}

static void put_sweep(fk_sheet *sheet, const fk_page_pair *pair, const char *a, const char *b)
{
    const fk_sweep_pair *sweep = pair->sweep;
    if (sweep->is_still) {
        put_still(sheet, pair, a, b);
        return;
    }
    switch (pair->kind) {
    case FK_CLASH_CLEAR:
        fk_sheet_say(sheet, "%n and %n are clear of each other at all times.", a, b);
        break;
    case FK_CLASH_CLEARANCE:
        fk_sheet_say(sheet, "%n and %n come as close as ", a, b);
        fk_sheet_put_interval(sheet, pair->distance, sheet->units);
        if (sweep->has_closest && fk_is_finite(sweep->closest_time))
            fk_sheet_say(sheet, " at t = %t", sweep->closest_time);
        fk_sheet_say(sheet, "; %l is asked for.", pair->clearance);
        put_sum(sheet, "They are too close", sweep->below, sweep->below_count);
        break;
    case FK_CLASH_UNDECIDED:
        fk_sheet_say(sheet, "Whether %n and %n meet or come too close is not decided.", a, b);
        break;
    default:
        put_meeting(sheet, pair, a, b);
        break;
    }
}

void fk_sheet_put_sentence(fk_sheet *sheet, const fk_page_pair *pair)
{
    const char *a = fk_sheet_name(sheet, pair->a), *b = fk_sheet_name(sheet, pair->b);
    if (pair->check != NULL)
        put_check(sheet, pair, a, b);
    else
        put_sweep(sheet, pair, a, b);
    if (pair->has_surface)
        fk_sheet_say(sheet, " One of them is a surface: what it encloses was not looked at.");
}
