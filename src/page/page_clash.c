/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A section for each clash: what it is in a sentence or two, pictures, distance and contacts over time, and the numbers. */

#include "page/page.h"

#include "base/bits.h"

/* ---- What a pair of a check is, in plain words: nothing is said that is not known ----------------------- */

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
        fk_sheet_say(sheet, "%n and %n are %g apart; %l is asked for.", a, b, &check->distance,
                     pair->clearance);
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

/* ---- What a pair of a sweep is ------------------------------------------------------------------------- */

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
        fk_sheet_say(sheet, "%n and %n come as close as %g", a, b, &pair->distance);
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

static void put_sentence(fk_sheet *sheet, const fk_page_pair *pair)
{
    const char *a = fk_sheet_name(sheet, pair->a), *b = fk_sheet_name(sheet, pair->b);
    if (pair->check != NULL)
        put_check(sheet, pair, a, b);
    else
        put_sweep(sheet, pair, a, b);
    if (pair->has_surface)
        fk_sheet_say(sheet, " One of them is a surface: what it encloses was not looked at.");
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

void fk_sheet_put_picture(fk_sheet *sheet, uint32_t picture, const char *words)
{
    const fk_page_picture *p = &sheet->page->picture[picture];
    fk_sheet_say(sheet, "<img alt=\"%e\" decoding=\"async\"", words);
    if (p->width > 0 && p->height > 0)
        fk_sheet_say(sheet, " width=\"%w\" height=\"%w\"", (uint64_t)p->width, (uint64_t)p->height);
    fk_sheet_say(sheet, " src=\"data:image/png;base64,");
    fk_base64 base64 = {.text = &sheet->text};
    fk_base64_put(&base64, p->png, p->bytes);
    fk_base64_end(&base64);
    fk_sheet_say(sheet, "\" />");
}

/* The first is an overview, the second a close-up. */
static void put_pictures(fk_sheet *sheet, const fk_page_pair *pair)
{
    static const char *const word[] = {"Overview", "Close-up", "Another view"};
    uint32_t picture = fk_sheet_picture(sheet, pair->index, FK_NONE), number = 0;
    if (picture == FK_NONE)
        return;
    fk_sheet_say(sheet, "<div class=\"figures\">\n");
    for (; picture != FK_NONE; picture = fk_sheet_picture(sheet, pair->index, picture), number++) {
        const char *words = word[number < 2 ? number : 2];
        fk_sheet_say(sheet, "<figure>");
        fk_sheet_put_picture(sheet, picture,
                             number == 1 ? "Close-up of where the two parts meet or are closest"
                                         : "Overview with both parts marked");
        fk_sheet_say(sheet, "<figcaption>%s of %n and %n", words, fk_sheet_name(sheet, pair->a),
                     fk_sheet_name(sheet, pair->b));
        if (fk_is_finite(pair->moment))
            fk_sheet_say(sheet, " at t = %t", pair->moment);
        fk_sheet_say(sheet, "</figcaption></figure>\n");
    }
    fk_sheet_say(sheet, "</div>\n");
}

/* ---- Contacts over time -------------------------------------------------------------------------------- */

static void put_time(fk_sheet *sheet, fk_interval time, double shown)
{
    fk_sheet_say(sheet,
                 "<td class=\"number\"><span class=\"num\" title=\"%x \xe2\x80\xa6 %x\">%t</span></td>",
                 time.lo, time.hi, shown);
}

static void put_stretch(fk_sheet *sheet, const char *what, const fk_stretch *stretch)
{
    fk_sheet_say(sheet, "<tr><td>%s</td>", what);
    put_time(sheet, stretch->enter, stretch->enter.hi);
    put_time(sheet, stretch->leave, stretch->leave.lo);
    fk_interval lasts = {stretch->leave.lo - stretch->enter.hi, stretch->leave.hi - stretch->enter.lo};
    put_time(sheet, lasts, lasts.hi);
    fk_sheet_say(sheet, "<td>%s</td></tr>\n", stretch->is_exact ? "exact" : "bounds");
}

static const char *contact_word(const fk_stretch *stretch)
{
    return stretch->kind == FK_STRETCH_MEETS  ? stretch->overlaps ? "overlap" : "contact"
           : stretch->kind == FK_STRETCH_NEAR ? "graze"
                                              : "undecided";
}

static const char *below_word(const fk_stretch *stretch)
{
    return stretch->kind == FK_STRETCH_MEETS  ? "too close"
           : stretch->kind == FK_STRETCH_NEAR ? "at the clearance"
                                              : "undecided";
}

static void put_stretches(fk_sheet *sheet, const fk_page_pair *pair)
{
    const fk_sweep_pair *sweep = pair->sweep;
    if (sweep == NULL || sweep->contact_count + sweep->below_count == 0)
        return;
    fk_sheet_say(sheet,
                 "<div class=\"scroll\"><table class=\"stretches\"><caption>When</caption><thead><tr>"
                 "<th scope=\"col\">What</th><th scope=\"col\" class=\"number\">From</th>"
                 "<th scope=\"col\" class=\"number\">To</th><th scope=\"col\" class=\"number\">Lasts</th>"
                 "<th scope=\"col\">Times</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < sweep->contact_count; i++)
        put_stretch(sheet, contact_word(&sweep->contact[i]), &sweep->contact[i]);
    for (uint32_t i = 0; i < sweep->below_count; i++)
        put_stretch(sheet, below_word(&sweep->below[i]), &sweep->below[i]);
    fk_sheet_say(sheet, "</tbody></table></div>\n");
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static void put_check_facts(fk_sheet *sheet, const fk_check_pair *pair)
{
    if (pair->has_depth && fk_is_finite(pair->depth.depth.hi))
        fk_sheet_say(sheet, "<dt>Depth</dt><dd>%g (%s), moving b along %p</dd>\n", &pair->depth.depth,
                     pair->depth.is_exact ? "exact" : "upper bound", &pair->depth.direction);
    if (pair->has_volume)
        fk_sheet_say(sheet, "<dt>Common volume</dt><dd>%g\xc2\xb3</dd>\n", &pair->volume);
    if (fk_double_order(pair->box.min.x, pair->box.max.x) <= 0)
        fk_sheet_say(sheet, "<dt>Within the box</dt><dd>%p to %p %e</dd>\n", &pair->box.min, &pair->box.max,
                     sheet->units);
    if (pair->triangle_total > 0)
        fk_sheet_say(sheet, "<dt>Triangle pairs</dt><dd>%u meet</dd>\n", pair->triangle_total);
}

static void put_joints(fk_sheet *sheet, const fk_page_pair *pair)
{
    const fk_sweep_report *report = sheet->page->sweep;
    if (report == NULL || report->joint_count == 0 || !fk_is_finite(pair->moment))
        return;
    fk_sheet_say(sheet, "<dt>Joints at t = %t</dt><dd class=\"joints\">", pair->moment);
    for (uint32_t i = 0; i < report->joint_count; i++) {
        double value = report->joint_value(report->joint_user, i, pair->moment);
        fk_sheet_say(sheet, "<span>%n = <span class=\"num\" title=\"%x\">%d</span></span> ", report->joint[i],
                     value, value);
    }
    fk_sheet_say(sheet, "</dd>\n");
}

static void put_points(fk_sheet *sheet, const fk_page_pair *pair)
{
    if (!pair->has_points)
        return;
    if (pair->has_distance && pair->distance.hi > 0)
        fk_sheet_say(sheet, "<dt>Nearest points</dt><dd>a %p, b %p %e</dd>\n", &pair->point_a, &pair->point_b,
                     sheet->units);
    else
        fk_sheet_say(sheet, "<dt>A common point</dt><dd>%p %e</dd>\n", &pair->point_a, sheet->units);
}

static void put_facts(fk_sheet *sheet, const fk_page_pair *pair)
{
    fk_sheet_say(sheet, "<dl class=\"facts\">\n");
    if (pair->has_distance && pair->kind == FK_CLASH_CLEARANCE)
        fk_sheet_say(sheet, "<dt>%s</dt><dd>%g</dd>\n", pair->sweep != NULL ? "Least distance" : "Distance",
                     &pair->distance);
    if (pair->check != NULL)
        put_check_facts(sheet, pair->check);
    put_points(sheet, pair);
    if (pair->clearance > 0)
        fk_sheet_say(sheet, "<dt>Clearance asked</dt><dd>%l</dd>\n", pair->clearance);
    if (pair->sweep != NULL && !pair->sweep->is_still)
        fk_sheet_say(sheet, "<dt>Tolerance</dt><dd>%l</dd>\n", pair->sweep->tolerance);
    put_joints(sheet, pair);
    if (pair->review != FK_REVIEW_NONE)
        fk_sheet_say(sheet, "<dt>Review</dt><dd>%s</dd>\n", fk_review_word(pair->review));
    if (pair->remark != NULL)
        fk_sheet_say(sheet, "<dt>Remark</dt><dd>%e</dd>\n", pair->remark);
    fk_sheet_say(sheet, "</dl>\n");
}

/* ---- Sections ------------------------------------------------------------------------------------------ */

static void put_clash(fk_sheet *sheet, const fk_page_pair *pair, uint64_t number)
{
    fk_sheet_say(
        sheet,
        "<article class=\"clash\" id=\"clash-%i\" data-pair=\"%w\">\n<h3><span "
        "class=\"ordinal\">%u</span> %n <span class=\"times\">\xc3\x97</span> %n</h3>\n<p class=\"tags\">%k",
        pair, pair->place, number, fk_sheet_name(sheet, pair->a), fk_sheet_name(sheet, pair->b), pair);
    if (pair->review != FK_REVIEW_NONE && pair->review != FK_REVIEW_APPROVED)
        fk_sheet_say(sheet, " <span class=\"chip\">%s</span>", fk_review_word(pair->review));
    fk_sheet_say(sheet, " <a class=\"id\" href=\"#clash-%i\">%i</a></p>\n<p class=\"sentence\">", pair, pair);
    put_sentence(sheet, pair);
    fk_sheet_say(sheet, "</p>\n");
    put_pictures(sheet, pair);
    const fk_page_series *series = fk_sheet_series(sheet, pair->index);
    if (series != NULL && pair->sweep != NULL)
        fk_sheet_put_chart(sheet, pair, series);
    fk_sheet_say(sheet, "<div class=\"columns\">\n");
    put_facts(sheet, pair);
    put_stretches(sheet, pair);
    fk_sheet_say(sheet, "</div>\n</article>\n");
}

void fk_sheet_put_clashes(fk_sheet *sheet)
{
    uint64_t number = 0, left_out = 0;
    fk_page_pair pair = {.index = FK_NONE};
    while (fk_sheet_next(sheet, FK_STANDING_HIT, FK_STANDING_APPROVED, &pair)) {
        if (pair.standing == FK_STANDING_UNDECIDED)
            continue;
        if (number + left_out == 0)
            fk_sheet_say(sheet, "<section aria-labelledby=\"clashes-title\">\n"
                                "<h2 id=\"clashes-title\">Clashes</h2>\n");
        if (fk_sheet_has_section(sheet, &pair))
            put_clash(sheet, &pair, ++number);
        else
            left_out++;
    }
    if (left_out > 0)
        fk_sheet_say(sheet, "<p class=\"more\">%u more are in the table of pairs.</p>\n", left_out);
    if (number + left_out > 0)
        fk_sheet_say(sheet, "</section>\n");
}
