/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The table of all pairs, and lists of those that are undecided and why, approved, resolved or ignored. What a
 * script needs to sort and to filter the table by is in attributes; without one it is in order, the worst first. */

#include "page/page.h"

#include "base/bits.h"

/* More than anybody reads about. */
#define MOST_IGNORED 500

/* ---- The table ----------------------------------------------------------------------------------------- */

/* The beginning of a cell, with what it sorts by. */
static void put_cell(fk_sheet *sheet, const char *label, bool is_known, double value)
{
    fk_sheet_say(sheet, "<td class=\"number\" data-label=\"%s\" data-value=\"", label);
    if (is_known && fk_is_finite(value))
        fk_text_put_json_number(&sheet->text, value);
    fk_sheet_say(sheet, "\">");
    if (!is_known)
        fk_sheet_say(sheet, "\xe2\x80\x93");
}

static void put_interval_cell(fk_sheet *sheet, const char *label, bool is_known, fk_interval interval)
{
    put_cell(sheet, label, is_known, interval.hi);
    fk_sheet_say(sheet, is_known ? "%g</td>" : "</td>", &interval);
}

static void put_time_cell(fk_sheet *sheet, const char *label, bool is_known, double time)
{
    put_cell(sheet, label, is_known, time);
    fk_sheet_say(sheet, is_known ? "<span class=\"num\" title=\"%x\">%t</span></td>" : "</td>", time, time);
}

static void put_check_cells(fk_sheet *sheet, const fk_check_pair *pair)
{
    bool has_depth = pair->has_depth && fk_is_finite(pair->depth.depth.hi);
    put_interval_cell(sheet, "Depth", has_depth, pair->depth.depth);
    put_interval_cell(sheet, "Distance", true, pair->distance);
}

static void put_sweep_cells(fk_sheet *sheet, const fk_page_pair *pair)
{
    const fk_sweep_pair *sweep = pair->sweep;
    const fk_stretch *first = NULL;
    for (uint32_t i = 0; i < sweep->contact_count && first == NULL; i++)
        if (sweep->contact[i].kind != FK_STRETCH_UNDECIDED)
            first = &sweep->contact[i];
    put_time_cell(sheet, "First contact", first != NULL, first != NULL ? first->enter.hi : 0);
    put_interval_cell(sheet, "Closest", pair->has_distance, pair->distance);
    bool has_time = sweep->has_closest && fk_is_finite(sweep->closest.hi);
    put_time_cell(sheet, "Closest at", has_time, sweep->closest_time);
}

static void put_row(fk_sheet *sheet, const fk_page_pair *pair)
{
    bool has_section = fk_sheet_has_section(sheet, pair);
    uint64_t order = (uint64_t)pair->standing * FK_CLASH_COUNT + FK_CLASH_COUNT - pair->kind;
    fk_sheet_say(sheet,
                 "<tr data-pair=\"%w\" data-kind=\"%s\" data-clash=\"%b\" data-review=\"%s\"><td "
                 "data-value=\"%w\">%k</td>"
                 "<td data-label=\"Id\" class=\"id\">",
                 pair->place, fk_clash_word(pair->kind), pair->is_clash, fk_review_word(pair->review), order,
                 pair);
    fk_sheet_say(sheet, has_section ? "<a href=\"#clash-%i\">%i</a></td>" : "%i</td>", pair, pair);
    fk_sheet_say(sheet, "<td data-label=\"Part a\">%n</td><td data-label=\"Part b\">%n</td>",
                 fk_sheet_name(sheet, pair->a), fk_sheet_name(sheet, pair->b));
    if (pair->check != NULL)
        put_check_cells(sheet, pair->check);
    else
        put_sweep_cells(sheet, pair);
    fk_interval clearance = {pair->clearance, pair->clearance};
    put_interval_cell(sheet, "Clearance asked", pair->clearance > 0, clearance);
    if (sheet->told.record->review != NULL)
        fk_sheet_say(sheet, "<td data-label=\"Review\">%s</td>", fk_review_word(pair->review));
    fk_sheet_say(sheet, "</tr>\n");
}

static void put_heads(fk_sheet *sheet)
{
    fk_sheet_say(
        sheet, "<thead><tr><th scope=\"col\" data-sort=\"number\">Status</th>"
               "<th scope=\"col\" data-sort=\"text\">Id</th><th scope=\"col\" data-sort=\"text\">Part a</th>"
               "<th scope=\"col\" data-sort=\"text\">Part b</th>");
    if (sheet->page->check != NULL)
        fk_sheet_say(sheet, "<th scope=\"col\" class=\"number\" data-sort=\"number\">Depth</th>"
                            "<th scope=\"col\" class=\"number\" data-sort=\"number\">Distance</th>");
    else
        fk_sheet_say(sheet, "<th scope=\"col\" class=\"number\" data-sort=\"number\">First contact</th>"
                            "<th scope=\"col\" class=\"number\" data-sort=\"number\">Closest</th>"
                            "<th scope=\"col\" class=\"number\" data-sort=\"number\">Closest at</th>");
    fk_sheet_say(
        sheet,
        "<th scope=\"col\" class=\"number\" data-sort=\"number\">Clearance asked</th>%s</tr></thead>\n",
        sheet->told.record->review != NULL ? "<th scope=\"col\" data-sort=\"text\">Review</th>" : "");
}

static void put_rows(fk_sheet *sheet)
{
    fk_page_pair pair = {.index = FK_NONE};
    while (fk_sheet_next(sheet, FK_STANDING_HIT, FK_STANDING_CLEAR, &pair) && fk_sheet_has_row(sheet, &pair))
        put_row(sheet, &pair);
}

static void put_omitted(fk_sheet *sheet)
{
    uint64_t omitted = sheet->told.omitted, clear = sheet->standing[FK_STANDING_CLEAR];
    if (clear > FK_PAGE_MOST_CLEAR)
        omitted += clear - FK_PAGE_MOST_CLEAR;
    if (omitted == 0)
        return;
    fk_sheet_say(sheet, "<p class=\"more\">");
    fk_sheet_put_count(sheet, omitted, "more pair is clear and not listed.",
                       "more pairs are clear and not listed.");
    fk_sheet_say(sheet, "</p>\n");
}

void fk_sheet_put_table(fk_sheet *sheet)
{
    fk_sheet_say(sheet, "<section aria-labelledby=\"pairs-title\">\n<h2 id=\"pairs-title\">Pairs</h2>\n"
                        "<div id=\"filter\" hidden=\"hidden\"></div>\n");
    if (sheet->told.pair_count > 0) {
        fk_sheet_say(sheet,
                     "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"pairs-title\">"
                     "<table id=\"pairs\">\n");
        put_heads(sheet);
        fk_sheet_say(sheet, "<tbody>\n");
        put_rows(sheet);
        fk_sheet_say(sheet, "</tbody></table></div>\n");
    } else {
        fk_sheet_say(sheet,
                     sheet->told.tested == 0 ? "<p>No pair was tested.</p>\n" : "<p>No pair clashes.</p>\n");
    }
    put_omitted(sheet);
    fk_sheet_say(sheet, "</section>\n");
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

static void put_begin(fk_sheet *sheet, const char *title, const char *heads)
{
    fk_sheet_say(sheet,
                 "<section>\n<h2>%s</h2>\n<div class=\"scroll\"><table "
                 "class=\"list\">\n<thead><tr>%s</tr></thead><tbody>\n",
                 title, heads);
}

static void put_end(fk_sheet *sheet)
{
    fk_sheet_say(sheet, "</tbody></table></div>\n</section>\n");
}

static void put_names(fk_sheet *sheet, const char *a, const char *b)
{
    fk_sheet_say(sheet, "<tr><td>%n <span class=\"times\">\xc3\x97</span> %n</td>", a, b);
}

/* Stretches of time that the budget did not reach, or those in which the answer is too close to call. */
static void put_open_times(fk_sheet *sheet, const fk_stretch *stretch, uint32_t count, const char *what,
                           const char *near)
{
    for (uint32_t i = 0; i < count; i++)
        if (stretch[i].kind == FK_STRETCH_UNDECIDED)
            fk_sheet_say(sheet, "%s: the budget was used up before t = %d \xe2\x80\xa6 %t was looked at. ",
                         what, stretch[i].enter.lo, stretch[i].leave.hi);
        else if (stretch[i].kind == FK_STRETCH_NEAR)
            fk_sheet_say(sheet, "%s at t = %t. ", near, stretch[i].enter.hi);
}

static void put_why(fk_sheet *sheet, const fk_page_pair *pair)
{
    if (pair->sweep == NULL || pair->sweep->contact_count + pair->sweep->below_count == 0) {
        fk_sheet_say(sheet, "Too close to call with the numbers as they are.");
        return;
    }
    const fk_sweep_pair *sweep = pair->sweep;
    put_open_times(sheet, sweep->contact, sweep->contact_count, "Contact",
                   "They come within the tolerance; whether they touch is not known,");
    put_open_times(sheet, sweep->below, sweep->below_count, "Clearance",
                   "They come within the tolerance of the clearance; whether closer is not known,");
    for (uint32_t i = 0; i < sweep->contact_count; i++)
        if (sweep->contact[i].kind == FK_STRETCH_MEETS) {
            fk_sheet_say(sheet, "They meet, which is allowed; whether they overlap is not known. ");
            break;
        }
}

static void put_undecided(fk_sheet *sheet)
{
    if (sheet->standing[FK_STANDING_UNDECIDED] == 0)
        return;
    put_begin(sheet, "Undecided",
              "<th scope=\"col\">Parts</th><th scope=\"col\">Id</th><th scope=\"col\">Why</th>");
    fk_page_pair pair = {.index = FK_NONE};
    while (fk_sheet_next(sheet, FK_STANDING_UNDECIDED, FK_STANDING_UNDECIDED, &pair)) {
        put_names(sheet, fk_sheet_name(sheet, pair.a), fk_sheet_name(sheet, pair.b));
        fk_sheet_say(sheet, "<td class=\"id\">%i</td><td>", &pair);
        put_why(sheet, &pair);
        fk_sheet_say(sheet, "</td></tr>\n");
    }
    put_end(sheet);
}

static void put_approved(fk_sheet *sheet)
{
    if (sheet->standing[FK_STANDING_APPROVED] == 0)
        return;
    put_begin(sheet, "Approved",
              "<th scope=\"col\">Parts</th><th scope=\"col\">Id</th><th scope=\"col\">Reason</th>");
    fk_page_pair pair = {.index = FK_NONE};
    while (fk_sheet_next(sheet, FK_STANDING_APPROVED, FK_STANDING_APPROVED, &pair)) {
        put_names(sheet, fk_sheet_name(sheet, pair.a), fk_sheet_name(sheet, pair.b));
        bool has_section = fk_sheet_has_section(sheet, &pair);
        fk_sheet_say(sheet, has_section ? "<td class=\"id\"><a href=\"#clash-%i\">" : "<td class=\"id\">",
                     &pair);
        fk_sheet_say(sheet, has_section ? "%i</a></td><td>%e</td></tr>\n" : "%i</td><td>%e</td></tr>\n",
                     &pair,
                     pair.remark != NULL && pair.remark[0] != '\0' ? pair.remark : "no reason is given");
    }
    put_end(sheet);
}

static void put_resolved(fk_sheet *sheet)
{
    const fk_provenance *record = sheet->told.record;
    if (record->resolved_count == 0)
        return;
    put_begin(sheet, "Resolved since the earlier result",
              "<th scope=\"col\">Parts</th><th scope=\"col\">Id</th><th scope=\"col\">It was</th>");
    for (uint32_t i = 0; i < record->resolved_count; i++) {
        const fk_resolved *resolved = &record->resolved[i];
        char id[FK_CLASH_ID_SIZE];
        fk_clash_id(resolved->a, resolved->b, id);
        put_names(sheet, resolved->a, resolved->b);
        fk_sheet_say(sheet, "<td class=\"id\">%s</td><td>%s</td></tr>\n", id, fk_clash_word(resolved->kind));
    }
    put_end(sheet);
}

static void put_ignored(fk_sheet *sheet)
{
    size_t count = sheet->told.ignored_count, shown = count < MOST_IGNORED ? count : MOST_IGNORED;
    if (count == 0)
        return;
    put_begin(sheet, "Ignored", "<th scope=\"col\">Parts</th><th scope=\"col\">Reason</th>");
    for (size_t i = 0; i < shown; i++) {
        const fk_check_ignored *ignored = &sheet->told.ignored[i];
        put_names(sheet, fk_sheet_name(sheet, ignored->a), fk_sheet_name(sheet, ignored->b));
        fk_sheet_say(sheet, "<td>%e</td></tr>\n", ignored->reason != NULL ? ignored->reason : "");
    }
    if (count > shown)
        fk_sheet_say(sheet, "<tr><td colspan=\"2\">%u more pairs are ignored</td></tr>\n",
                     (uint64_t)(count - shown));
    put_end(sheet);
}

void fk_sheet_put_lists(fk_sheet *sheet)
{
    put_undecided(sheet);
    put_approved(sheet);
    put_resolved(sheet);
    put_ignored(sheet);
}
