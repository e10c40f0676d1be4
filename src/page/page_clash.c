/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A section for each clash: one or two sentences, pictures, distance and contacts over time, and the numbers. */

#include "page/page.h"

#include "base/bits.h"

/* ---- Sentences on pairs of a check: only what is known ------------------------------------------------- */

/* How to separate them. */
static void write_separation(fk_page_writer *writer, const fk_page_pair *pair)
{
    const fk_placed_depth *depth = &pair->found->depth;
    if (!pair->found->has_depth || !fk_is_finite(depth->depth.hi) || !(depth->depth.hi > 0))
        return;
    fk_page_print(writer, " Moving %n by %l along %p separates them", pair->b, depth->depth.hi,
                  &depth->direction);
    fk_page_print(writer, depth->is_exact ? ", and no shorter way does." : "; there may be a shorter way.");
}

/* For surfaces, and for overlaps that are ignored, the sentence on contact does not mention the insides. */
static void write_overlap(fk_page_writer *writer, const fk_page_pair *pair)
{
    const fk_check_pair *found = pair->found;
    double depth = found->depth.depth.hi;
    bool has_depth = found->has_depth && fk_is_finite(depth), overlaps = found->has_depth && depth > 0;
    if (found->kind == FK_CLASH_CONTACT)
        fk_page_print(writer,
                      overlaps ? "%m touch. They overlap by no more than is ignored."
                      : found->has_surface
                          ? "%m touch."
                          : "%m touch: they have points in common, but their insides do not meet.",
                      pair);
    else
        fk_page_print(writer,
                      !has_depth              ? "%m overlap: their insides meet."
                      : found->depth.is_exact ? "%m overlap, %l deep."
                                              : "%m overlap, at most %l deep (upper bound).",
                      pair, depth);
}

static void write_check_sentence(fk_page_writer *writer, const fk_page_pair *pair)
{
    bool a_is_inner = pair->found->a_is_inner;
    switch (pair->found->kind) {
    case FK_CLASH_DUPLICATE:
        fk_page_print(writer, "%m are the same in the same place: one of them is there twice.", pair);
        return;
    case FK_CLASH_CONTAINED:
        fk_page_print(writer, "%n lies inside %n.", a_is_inner ? pair->a : pair->b,
                      a_is_inner ? pair->b : pair->a);
        break;
    case FK_CLASH_HARD:
    case FK_CLASH_CONTACT:
        write_overlap(writer, pair);
        break;
    case FK_CLASH_CLEARANCE:
        fk_page_print(writer, "%m are %g apart; %l is asked for.", pair, &pair->distance,
                      pair->found->clearance);
        break;
    case FK_CLASH_CLEAR:
        fk_page_print(writer, "%m are clear of each other.", pair);
        break;
    default:
        fk_page_print(writer, "How %m lie to each other is not decided.", pair);
        break;
    }
    write_separation(writer, pair);
}

/* ---- Sentences on pairs of a sweep --------------------------------------------------------------------- */

/* Appends the number of stretches, and their total length. */
static void write_stretch_total(fk_page_writer *writer, const char *how, const fk_stretch *stretch,
                                uint32_t count)
{
    double sum = 0;
    uint64_t known = 0;
    for (uint32_t i = 0; i < count; i++)
        if (stretch[i].kind == FK_STRETCH_MEETS) {
            sum += stretch[i].leave.hi - stretch[i].enter.lo;
            known++;
        }
    if (known == 1)
        fk_page_print(writer, " %s once, for %t.", how, sum);
    else if (known > 1)
        fk_page_print(writer, " %s %u times, for %t in all.", how, known, sum);
}

static void write_meeting(fk_page_writer *writer, const fk_page_pair *pair)
{
    const fk_sweep_pair *found = pair->found;
    const fk_stretch *first = fk_page_find_stretch(found->contact, found->contact_count, FK_STRETCH_MEETS);
    if (first != NULL) {
        fk_page_print(writer,
                      found->kind == FK_CLASH_HARD ? "%m first meet at t = %t, and overlap."
                                                   : "%m first meet at t = %t.",
                      pair, first->enter.hi);
    } else {
        first = fk_page_find_stretch(found->contact, found->contact_count, FK_STRETCH_NEAR);
        fk_page_print(writer, "%m graze each other", pair);
        if (first != NULL)
            fk_page_print(writer, " at t = %t", first->enter.hi);
        fk_page_print(writer, ": they come within the tolerance of %l; whether they touch is not known.",
                      found->tolerance);
    }
    write_stretch_total(writer, "They meet", found->contact, found->contact_count);
}

static void write_sweep_sentence(fk_page_writer *writer, const fk_page_pair *pair)
{
    static const char *const still[] = {
        "it is not decided how they lie",     "they are clear",
        "they are too close all the time",    "they touch all the time",
        "they overlap all the time",          "one lies inside the other all the time",
        "they are the same in the same place"};
    const fk_sweep_pair *found = pair->found;
    if (found->is_still)
        fk_page_print(writer, "%m do not move against each other, and %s.", pair, still[found->kind]);
    else if (found->kind == FK_CLASH_CLEAR)
        fk_page_print(writer, "%m are clear of each other at all times.", pair);
    else if (found->kind == FK_CLASH_UNDECIDED)
        fk_page_print(writer, "Whether %m meet or come too close is not decided.", pair);
    else if (found->kind != FK_CLASH_CLEARANCE)
        write_meeting(writer, pair);
    else {
        fk_page_print(writer, "%m come as close as %g", pair, &pair->distance);
        if (found->has_closest && fk_is_finite(found->closest_time))
            fk_page_print(writer, " at t = %t", found->closest_time);
        fk_page_print(writer, "; %l is asked for.", found->clearance);
        write_stretch_total(writer, "They are too close", found->below, found->below_count);
    }
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

void fk_page_write_picture(fk_page_writer *writer, uint32_t picture, const char *words)
{
    const fk_page_picture *p = &writer->page->picture[picture];
    fk_page_print(writer, "<img alt=\"%e\" decoding=\"async\"", words);
    if (p->width > 0 && p->height > 0)
        fk_page_print(writer, " width=\"%w\" height=\"%w\"", (uint64_t)p->width, (uint64_t)p->height);
    fk_page_print(writer, " src=\"data:image/png;base64,");
    fk_base64 base64 = {.text = &writer->text};
    fk_base64_write(&base64, p->png, p->bytes);
    fk_base64_end(&base64);
    fk_page_print(writer, "\" />");
}

/* The first is an overview, the second a close-up. */
static void write_pictures(fk_page_writer *writer, const fk_page_pair *pair)
{
    static const char *const word[] = {"Overview", "Close-up", "Another view"};
    uint32_t picture = fk_page_next_picture(writer, pair->index, FK_NONE), number = 0;
    if (picture == FK_NONE)
        return;
    fk_page_print(writer, "<div class=\"figures\">\n");
    for (; picture != FK_NONE; picture = fk_page_next_picture(writer, pair->index, picture), number++) {
        const char *words = word[number < 2 ? number : 2];
        fk_page_print(writer, "<figure>");
        fk_page_write_picture(writer, picture,
                              number == 1 ? "Close-up of where the two parts meet or are closest"
                                          : "Overview with both parts marked");
        fk_page_print(writer, "<figcaption>%s of %m", words, pair);
        if (fk_is_finite(pair->moment))
            fk_page_print(writer, " at t = %t", pair->moment);
        fk_page_print(writer, "</figcaption></figure>\n");
    }
    fk_page_print(writer, "</div>\n");
}

/* ---- Contacts over time -------------------------------------------------------------------------------- */

static void write_time_bounds(fk_page_writer *writer, fk_interval time, double shown)
{
    fk_page_print(writer,
                  "<td class=\"number\"><span class=\"num\" title=\"%x \xe2\x80\xa6 %x\">%t</span></td>",
                  time.lo, time.hi, shown);
}

static void write_stretch_row(fk_page_writer *writer, const char *what, const fk_stretch *stretch)
{
    fk_page_print(writer, "<tr><td>%s</td>", what);
    write_time_bounds(writer, stretch->enter, stretch->enter.hi);
    write_time_bounds(writer, stretch->leave, stretch->leave.lo);
    fk_interval lasts = {stretch->leave.lo - stretch->enter.hi, stretch->leave.hi - stretch->enter.lo};
    write_time_bounds(writer, lasts, lasts.hi);
    fk_page_print(writer, "<td>%s</td></tr>\n", stretch->is_exact ? "exact" : "bounds");
}

static void write_stretch_rows(fk_page_writer *writer, const fk_stretch *stretch, uint32_t count,
                               bool is_contact)
{
    static const char *const word[2][3] = {{"undecided", "at the clearance", "too close"},
                                           {"undecided", "graze", "contact"}};
    for (uint32_t i = 0; i < count; i++) {
        bool overlaps = is_contact && stretch[i].kind == FK_STRETCH_MEETS && stretch[i].overlaps;
        write_stretch_row(writer, overlaps ? "overlap" : word[is_contact][stretch[i].kind], &stretch[i]);
    }
}

static void write_stretch_table(fk_page_writer *writer, const fk_sweep_pair *sweep)
{
    if (sweep->contact_count + sweep->below_count == 0)
        return;
    fk_page_print(writer,
                  "<div class=\"scroll\"><table class=\"stretches\"><caption>When</caption><thead><tr>"
                  "<th scope=\"col\">What</th><th scope=\"col\" class=\"number\">From</th>"
                  "<th scope=\"col\" class=\"number\">To</th><th scope=\"col\" class=\"number\">Lasts</th>"
                  "<th scope=\"col\">Times</th></tr></thead><tbody>\n");
    write_stretch_rows(writer, sweep->contact, sweep->contact_count, true);
    write_stretch_rows(writer, sweep->below, sweep->below_count, false);
    fk_page_print(writer, "</tbody></table></div>\n");
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static void write_check_facts(fk_page_writer *writer, const fk_check_pair *pair)
{
    if (pair->has_depth && fk_is_finite(pair->depth.depth.hi))
        fk_page_print(writer, "<dt>Depth</dt><dd>%g (%s), moving b along %p</dd>\n", &pair->depth.depth,
                      pair->depth.is_exact ? "exact" : "upper bound", &pair->depth.direction);
    if (pair->has_volume)
        fk_page_print(writer, "<dt>Common volume</dt><dd>%g\xc2\xb3</dd>\n", &pair->volume);
    if (fk_double_order(pair->box.min.x, pair->box.max.x) <= 0)
        fk_page_print(writer, "<dt>Within the box</dt><dd>%p to %p %e</dd>\n", &pair->box.min, &pair->box.max,
                      writer->units);
    if (pair->triangle_total > 0)
        fk_page_print(writer, "<dt>Triangle pairs</dt><dd>%u meet</dd>\n", pair->triangle_total);
}

static void write_joint_values(fk_page_writer *writer, const fk_page_pair *pair)
{
    const fk_sweep_report *report = writer->report.sweep;
    if (report == NULL || report->joint_count == 0 || !fk_is_finite(pair->moment))
        return;
    fk_page_print(writer, "<dt>Joints at t = %t</dt><dd class=\"joints\">", pair->moment);
    for (uint32_t i = 0; i < report->joint_count; i++) {
        double value = report->joint_value(report->joint_user, i, pair->moment);
        fk_page_print(writer, "<span>%n = <span class=\"num\" title=\"%x\">%d</span></span> ",
                      report->joint[i], value, value);
    }
    fk_page_print(writer, "</dd>\n");
}

static void write_facts(fk_page_writer *writer, const fk_page_pair *pair)
{
    const fk_check_pair *found = pair->found;
    bool is_check = writer->report.sweep == NULL;
    fk_page_print(writer, "<dl class=\"facts\">\n");
    if (pair->has_distance && found->kind == FK_CLASH_CLEARANCE)
        fk_page_print(writer, "<dt>%s</dt><dd>%g</dd>\n", is_check ? "Distance" : "Least distance",
                      &pair->distance);
    if (is_check)
        write_check_facts(writer, found);
    if (pair->has_points && pair->has_distance && pair->distance.hi > 0)
        fk_page_print(writer, "<dt>Nearest points</dt><dd>a %p, b %p %e</dd>\n", &found->point_a,
                      &found->point_b, writer->units);
    else if (pair->has_points)
        fk_page_print(writer, "<dt>A common point</dt><dd>%p %e</dd>\n", &found->point_a, writer->units);
    if (found->clearance > 0)
        fk_page_print(writer, "<dt>Clearance asked</dt><dd>%l</dd>\n", found->clearance);
    if (!is_check && !found->is_still)
        fk_page_print(writer, "<dt>Tolerance</dt><dd>%l</dd>\n", found->tolerance);
    write_joint_values(writer, pair);
    if (pair->review != FK_REVIEW_NONE)
        fk_page_print(writer, "<dt>Review</dt><dd>%s</dd>\n", fk_review_word(pair->review));
    if (pair->remark != NULL)
        fk_page_print(writer, "<dt>Remark</dt><dd>%e</dd>\n", pair->remark);
    fk_page_print(writer, "</dl>\n");
}

/* ---- Sections ------------------------------------------------------------------------------------------ */

static void write_clash(fk_page_writer *writer, const fk_page_pair *pair, uint64_t number)
{
    fk_page_print(
        writer,
        "<article class=\"clash\" id=\"clash-%i\" data-pair=\"%w\">\n<h3><span "
        "class=\"ordinal\">%u</span> %n <span class=\"times\">\xc3\x97</span> %n</h3>\n<p class=\"tags\">%k",
        pair, pair->position, number, pair->a, pair->b, pair);
    if (pair->review != FK_REVIEW_NONE && pair->review != FK_REVIEW_APPROVED)
        fk_page_print(writer, " <span class=\"chip\">%s</span>", fk_review_word(pair->review));
    fk_page_print(writer, " <a class=\"id\" href=\"#clash-%i\">%i</a></p>\n<p class=\"sentence\">", pair,
                  pair);
    if (writer->report.sweep == NULL)
        write_check_sentence(writer, pair);
    else
        write_sweep_sentence(writer, pair);
    fk_page_print(writer, pair->found->has_surface
                              ? " One of them is a surface: what it encloses was not looked at.</p>\n"
                              : "</p>\n");
    write_pictures(writer, pair);
    const fk_page_series *series = fk_page_find_series(writer, pair->index);
    if (series != NULL && writer->report.sweep != NULL)
        fk_page_write_chart(writer, pair, series);
    fk_page_print(writer, "<div class=\"columns\">\n");
    write_facts(writer, pair);
    write_stretch_table(writer, pair->found);
    fk_page_print(writer, "</div>\n</article>\n");
}

void fk_page_write_clashes(fk_page_writer *writer)
{
    uint64_t number = 0, left_out = 0;
    fk_page_pair pair = {.index = FK_NONE};
    while (fk_page_next_pair(writer, FK_SEVERITY_HIT, FK_SEVERITY_APPROVED, &pair)) {
        if (pair.severity == FK_SEVERITY_UNDECIDED)
            continue;
        if (number + left_out == 0)
            fk_page_print(writer, "<section aria-labelledby=\"clashes-title\">\n"
                                  "<h2 id=\"clashes-title\">Clashes</h2>\n");
        if (fk_page_has_section(writer, &pair))
            write_clash(writer, &pair, ++number);
        else
            left_out++;
    }
    if (left_out > 0)
        fk_page_print(writer, "<p class=\"more\">%u more are in the table of pairs.</p>\n", left_out);
    if (number + left_out > 0)
        fk_page_print(writer, "</section>\n");
}
