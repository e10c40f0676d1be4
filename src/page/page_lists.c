/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What else is known of pairs: which are undecided and why, which are approved, resolved or ignored. */

#include "page/page.h"

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

/* ---- Undecided ----------------------------------------------------------------------------------------- */

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

/* ---- Approved, resolved, ignored ----------------------------------------------------------------------- */

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
    const fk_record *record = sheet->told.record;
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
    size_t count = sheet->told.ignored_count,
           shown = count < FK_PAGE_MOST_IGNORED ? count : FK_PAGE_MOST_IGNORED;
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
