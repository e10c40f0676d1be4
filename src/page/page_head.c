/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The head of a page: the title, how it stands in one word and one shape, what was tested in a sentence, notes, and the
 * overview. */

#include "page/page.h"

#include <string.h>

#include "base/bits.h"

/* ---- The document -------------------------------------------------------------------------------------- */

const char *fk_page_base_name(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c != '\0'; c++)
        if ((*c == '/' || *c == '\\') && c[1] != '\0')
            name = c + 1;
    return name;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && memcmp(text + length - wanted, end, wanted) == 0;
}

/* Whether it was given on the command line, not by a scene. */
static bool is_argument(const fk_provenance *record, const char *path)
{
    for (uint32_t i = 0; i < record->argument_count; i++)
        if (strlen(record->argument[i]) == strlen(path) && ends_with(record->argument[i], path))
            return true;
    return false;
}

/* The file that the others belong to, a robot that was asked about, a scene, or the only one; NULL: there is none. */
static const char *main_file(const fk_sheet *sheet)
{
    static const char *const end[] = {".json", ".urdf"};
    const fk_provenance *record = sheet->told.record;
    for (uint32_t i = 0; i < record->input_count; i++)
        if (ends_with(record->input[i].path, ".urdf") && is_argument(record, record->input[i].path))
            return fk_page_base_name(record->input[i].path);
    for (size_t kind = 0; kind < sizeof end / sizeof *end; kind++)
        for (uint32_t i = 0; i < record->input_count; i++)
            if (ends_with(record->input[i].path, end[kind]))
                return fk_page_base_name(record->input[i].path);
    return record->input_count == 1 ? fk_page_base_name(record->input[0].path) : NULL;
}

/* The scene around the main file, if that is a robot and was given one; or NULL. */
static const char *scene_file(const fk_sheet *sheet, const char *file)
{
    const fk_provenance *record = sheet->told.record;
    for (uint32_t i = 0; file != NULL && ends_with(file, ".urdf") && i < record->input_count; i++)
        if (ends_with(record->input[i].path, ".json"))
            return fk_page_base_name(record->input[i].path);
    return NULL;
}

/* As text, where no element can be. */
static void put_title(fk_sheet *sheet)
{
    const char *file = main_file(sheet), *scene = scene_file(sheet, file);
    uint32_t count = sheet->told.part_count;
    if (sheet->page->title != NULL) {
        fk_sheet_say(sheet, "%e", sheet->page->title);
        return;
    }
    fk_sheet_say(sheet, "Clash report");
    if (file != NULL) {
        fk_sheet_say(sheet, scene != NULL ? ": %e in %e" : ": %e", file, scene);
        return;
    }
    for (uint32_t i = 0; i < count && i < 2; i++)
        fk_sheet_say(sheet, i > 0 ? ", %e" : ": %e", fk_sheet_name(sheet, i));
    if (count > 2)
        fk_sheet_say(sheet, " and %u more", (uint64_t)count - 2);
}

/* The page may load nothing, and run only what is in it. */
static void put_policy(fk_sheet *sheet)
{
    fk_sheet_say(sheet,
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                 "style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:; base-uri 'none'; "
                 "form-action 'none'; script-src %s\" />\n",
                 sheet->page->assets.script != NULL ? "'unsafe-inline' 'wasm-unsafe-eval' blob:" : "'none'");
}

/* What icons and charts refer to. Each icon has a shape of its own, as colours are not seen by all. */
static const char shapes[] =
    "<svg class=\"shapes\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n"
    "<symbol id=\"icon-hit\" viewBox=\"0 0 24 24\"><path class=\"body\" d=\"M7.5 1h9L23 7.5v9L16.5 23h-9L1 "
    "16.5v-9z\"/><path class=\"mark\" d=\"M8 8l8 8M16 8l-8 8\"/></symbol>\n"
    "<symbol id=\"icon-near\" viewBox=\"0 0 24 24\"><path class=\"body\" d=\"M12 1.5L23.5 22H.5z\"/>"
    "<path class=\"mark\" d=\"M12 9v6M12 18.4v.2\"/></symbol>\n"
    "<symbol id=\"icon-open\" viewBox=\"0 0 24 24\"><path class=\"body\" d=\"M12 .5L23.5 12 12 23.5 .5 "
    "12z\"/>"
    "<path class=\"mark\" d=\"M9.2 9.6a2.8 2.8 0 1 1 4 2.5c-.9.5-1.2 1-1.2 1.9M12 17.3v.2\"/></symbol>\n"
    "<symbol id=\"icon-approved\" viewBox=\"0 0 24 24\"><rect class=\"body\" x=\"2\" y=\"2\" width=\"20\" "
    "height=\"20\" rx=\"3\"/><path class=\"mark\" d=\"M7 12.5l3.5 3.5L17 8.5\"/></symbol>\n"
    "<symbol id=\"icon-allowed\" viewBox=\"0 0 24 24\"><circle class=\"ring\" cx=\"12\" cy=\"12\" r=\"9.5\"/>"
    "<path class=\"ring\" d=\"M7 12h10\"/></symbol>\n"
    "<symbol id=\"icon-clear\" viewBox=\"0 0 24 24\"><circle class=\"body\" cx=\"12\" cy=\"12\" r=\"11\"/>"
    "<path class=\"mark\" d=\"M7 12.5l3.5 3.5L17 8.5\"/></symbol>\n"
    "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><rect class=\"hatch-ground\" width=\"6\" height=\"6\"/>"
    "<path class=\"hatch-line\" d=\"M0 0v6\"/></pattern>\n"
    "<pattern id=\"dots\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect "
    "class=\"dots-ground\" "
    "width=\"6\" height=\"6\"/><circle class=\"dots-dot\" cx=\"3\" cy=\"3\" r=\"1.1\"/></pattern>\n"
    "<clipPath id=\"plot\"><rect x=\"64\" y=\"14\" width=\"644\" height=\"164\"/></clipPath>\n"
    "</defs></svg>\n";

static void put_document(fk_sheet *sheet)
{
    const fk_page_assets *assets = &sheet->page->assets;
    fk_sheet_say(sheet, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n");
    put_policy(sheet);
    fk_sheet_say(sheet,
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
                 "<meta name=\"color-scheme\" content=\"light dark\" />\n"
                 "<meta name=\"generator\" content=\"Farkas %s\" />\n<title>",
                 fk_version());
    put_title(sheet);
    fk_sheet_say(sheet, "</title>\n");
    if (assets->style != NULL) {
        fk_sheet_say(sheet, "<style>\n");
        fk_text_put_bytes(&sheet->text, assets->style, assets->style_bytes);
        fk_sheet_say(sheet, "</style>\n");
    }
    fk_sheet_say(sheet, "</head>\n<body>\n");
    fk_text_put(&sheet->text, shapes);
}

/* ---- How it stands ------------------------------------------------------------------------------------- */

static fk_standing light_of(const fk_sheet *sheet)
{
    if (sheet->standing[FK_STANDING_HIT] > 0)
        return FK_STANDING_HIT;
    if (sheet->standing[FK_STANDING_NEAR] > 0)
        return FK_STANDING_NEAR;
    bool is_open = sheet->standing[FK_STANDING_UNDECIDED] > 0 || sheet->told.tested == 0;
    return is_open ? FK_STANDING_UNDECIDED : FK_STANDING_CLEAR;
}

/* The counts that are not 0, with commas; none: the last word. */
static void put_light_words(fk_sheet *sheet)
{
    const uint64_t *standing = sheet->standing;
    bool has_hits = standing[FK_STANDING_HIT] > 0, has_near = standing[FK_STANDING_NEAR] > 0;
    if (has_hits)
        fk_sheet_put_count(sheet, standing[FK_STANDING_HIT], "clash", "clashes");
    if (has_near)
        fk_sheet_say(sheet, has_hits ? ", %u too close" : "%u too close", standing[FK_STANDING_NEAR]);
    bool has_open = standing[FK_STANDING_UNDECIDED] > 0;
    if (has_open)
        fk_sheet_say(sheet, has_hits || has_near ? ", %u undecided" : "%u undecided",
                     standing[FK_STANDING_UNDECIDED]);
    if (has_hits || has_near || has_open)
        return;
    fk_sheet_say(sheet, sheet->told.tested == 0 ? "Nothing tested" : "Clear");
    if (standing[FK_STANDING_APPROVED] > 0)
        fk_sheet_say(sheet, ", but for what is approved");
}

/* What the light does not say: how many pairs of each standing. */
static void put_tally(fk_sheet *sheet)
{
    static const char *const word[] = {"clashes",  "too close",       "undecided",
                                       "approved", "contact allowed", "clear"};
    uint64_t clear = sheet->standing[FK_STANDING_CLEAR] + sheet->told.omitted;
    fk_sheet_say(sheet, "<ul class=\"tally\">\n");
    for (int i = 0; i < FK_STANDING_COUNT; i++) {
        uint64_t count = i == FK_STANDING_CLEAR ? clear : sheet->standing[i];
        bool is_usual = i == FK_STANDING_HIT || i == FK_STANDING_CLEAR;
        if (count == 0 && !is_usual)
            continue;
        const char *icon = fk_standing_icon((fk_standing)i);
        fk_sheet_say(sheet,
                     "<li class=\"%s\"><svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><use "
                     "href=\"#icon-%s\"/></svg><b>%u</b> %s</li>\n",
                     icon, icon, count, i == FK_STANDING_HIT && count == 1 ? "clash" : word[i]);
    }
    fk_sheet_say(sheet, "</ul>\n");
}

static void put_light(fk_sheet *sheet)
{
    const char *icon = fk_standing_icon(light_of(sheet));
    fk_sheet_say(sheet,
                 "<div class=\"light %s\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><use "
                 "href=\"#icon-%s\"/></svg><div><p class=\"verdict\">",
                 icon, icon);
    put_light_words(sheet);
    fk_sheet_say(sheet, "</p>\n");
    put_tally(sheet);
    fk_sheet_say(sheet, "</div></div>\n");
}

/* ---- What was tested ----------------------------------------------------------------------------------- */

/* Where the parts are from. */
static void put_source(fk_sheet *sheet)
{
    const char *file = main_file(sheet), *scene = scene_file(sheet, file);
    if (scene != NULL)
        fk_sheet_say(sheet, " of %n and %n", file, scene);
    else if (file != NULL)
        fk_sheet_say(sheet, " of %n", file);
    else if (sheet->told.record->input_count > 0)
        fk_sheet_say(sheet, " of %u files", (uint64_t)sheet->told.record->input_count);
}

static void put_clearance(fk_sheet *sheet)
{
    fk_interval c = sheet->clearance;
    if (!(c.hi > 0) || !fk_is_finite(c.hi))
        return;
    if (c.lo < c.hi)
        fk_sheet_say(sheet, " with clearances of %d to %l asked for", c.lo, c.hi);
    else
        fk_sheet_say(sheet, " with a clearance of %l asked for", c.hi);
}

/* How far the answers can be trusted; nothing is said that was not proved. */
static void put_trust(fk_sheet *sheet)
{
    uint64_t open = sheet->standing[FK_STANDING_UNDECIDED];
    if (sheet->told.tested == 0)
        return;
    if (open == 0)
        fk_sheet_say(sheet, " Every answer is proved.");
    else
        fk_sheet_say(sheet,
                     open == 1 ? " One pair stays undecided; every other answer is proved."
                               : " %u pairs stay undecided; every other answer is proved.",
                     open);
    if (sheet->bounds > 0)
        fk_sheet_say(sheet, " Depths marked \xe2\x89\xa4 are upper bounds.");
    if (sheet->grazes > 0)
        fk_sheet_say(sheet,
                     " Contacts marked \xe2\x80\x9cgraze\xe2\x80\x9d come within the tolerance; whether "
                     "they touch is not known.");
}

static void put_what(fk_sheet *sheet)
{
    const fk_told *told = &sheet->told;
    fk_sheet_say(sheet, "<p class=\"lead\">");
    fk_sheet_put_count(sheet, told->part_count, "part", "parts");
    put_source(sheet);
    if (sheet->page->sweep != NULL)
        fk_sheet_say(sheet, " swept over t = %d \xe2\x80\xa6 %t, with no gap between samples: ", sheet->from,
                     sheet->to);
    else
        fk_sheet_say(sheet, " checked in place: ");
    fk_sheet_put_count(sheet, told->tested, "pair", "pairs");
    put_clearance(sheet);
    if (told->ignored_count > 0)
        fk_sheet_say(sheet, "; %u more are ignored", (uint64_t)told->ignored_count);
    fk_sheet_say(sheet, ".");
    put_trust(sheet);
    fk_sheet_say(sheet, "</p>\n");
}

/* When, and with what. "2026-11-16T09:30:00Z" is shown with a space. */
static void put_when(fk_sheet *sheet)
{
    fk_sheet_say(sheet, "<p class=\"when\">");
    const char *date = sheet->told.record->date;
    if (date != NULL && strlen(date) == 20 && date[10] == 'T' && date[19] == 'Z') {
        char day[11] = {0}, hour[6] = {0};
        memcpy(day, date, 10);
        memcpy(hour, date + 11, 5);
        fk_sheet_say(sheet, "<time datetime=\"%e\">%e %e UTC</time> \xc2\xb7 ", date, day, hour);
    } else if (date != NULL && date[0] != '\0') {
        fk_sheet_say(sheet, "%e \xc2\xb7 ", date);
    }
    fk_sheet_say(sheet, "Farkas %s", fk_version());
    if (sheet->told.record->baseline != NULL)
        fk_sheet_say(sheet, " \xc2\xb7 compared with %n", fk_page_base_name(sheet->told.record->baseline));
    fk_sheet_say(sheet, "</p>\n");
}

/* ---- Notes --------------------------------------------------------------------------------------------- */

static void put_surface_note(fk_sheet *sheet)
{
    uint64_t count = 0;
    uint32_t first = 0;
    for (uint32_t i = sheet->told.part_count; sheet->told.is_surface != NULL && i-- > 0;)
        if (sheet->told.is_surface[i]) {
            count++;
            first = i;
        }
    if (count == 1)
        fk_sheet_say(sheet, "<li>%n is a surface, not closed: what it encloses was not looked at.</li>\n",
                     fk_sheet_name(sheet, first));
    else if (count > 1)
        fk_sheet_say(sheet,
                     "<li>%u parts, %n first, are surfaces, not closed: what they enclose was not looked "
                     "at.</li>\n",
                     count, fk_sheet_name(sheet, first));
}

static bool has_notes(const fk_sheet *sheet)
{
    bool has_surface = false;
    for (uint32_t i = 0; sheet->told.is_surface != NULL && i < sheet->told.part_count; i++)
        has_surface = has_surface || sheet->told.is_surface[i];
    bool is_shallow = sheet->told.shallow_depth > 0;
    return has_surface || is_shallow || sheet->told.largest < sheet->told.part_count;
}

static void put_notes(fk_sheet *sheet)
{
    if (!has_notes(sheet))
        return;
    fk_sheet_say(sheet, "<ul class=\"notes\">\n");
    put_surface_note(sheet);
    if (sheet->told.largest < sheet->told.part_count && sheet->told.smallest < sheet->told.part_count)
        fk_sheet_say(sheet,
                     "<li>%n is more than 500 times as large as %n: are the units of both right?</li>\n",
                     fk_sheet_name(sheet, sheet->told.largest), fk_sheet_name(sheet, sheet->told.smallest));
    if (sheet->told.shallow_depth > 0)
        fk_sheet_say(
            sheet,
            "<li>Most clashes are shallower than 0.1\xc2\xa0%% of the parts, at most %l: are these meant "
            "to touch?</li>\n",
            sheet->told.shallow_depth);
    fk_sheet_say(sheet, "</ul>\n");
}

/* ---- The overview -------------------------------------------------------------------------------------- */

static void put_navigation(fk_sheet *sheet)
{
    const uint64_t *standing = sheet->standing;
    bool has_clashes =
        standing[FK_STANDING_HIT] + standing[FK_STANDING_NEAR] + standing[FK_STANDING_APPROVED] > 0;
    fk_sheet_say(sheet,
                 "<nav aria-label=\"Sections\"><a href=\"#pairs-title\">Pairs</a>%s%s"
                 "<a href=\"#inputs-title\">Inputs</a><a href=\"#repeat-title\">How to repeat</a></nav>\n",
                 has_clashes ? "<a href=\"#clashes-title\">Clashes</a>" : "",
                 has_clashes && sheet->page->sweep != NULL ? "<a href=\"#timeline-title\">Timeline</a>" : "");
}

/* The box is there for the script, even without a picture. */
static void put_view(fk_sheet *sheet)
{
    uint32_t index = fk_sheet_picture(sheet, FK_NONE, FK_NONE);
    bool has_picture = index != FK_NONE;
    if (!has_picture && sheet->page->assets.script == NULL)
        return;
    fk_sheet_say(sheet, "<div id=\"view\"%s>\n", has_picture ? "" : " class=\"bare\"");
    if (has_picture) {
        fk_sheet_say(sheet, "<figure>");
        fk_sheet_put_picture(sheet, index, "All parts");
        fk_sheet_say(sheet, "<figcaption>All parts%s</figcaption></figure>\n",
                     sheet->page->sweep != NULL ? ", at one moment of the motion" : "");
    }
    fk_sheet_say(sheet, "</div>\n");
}

void fk_sheet_put_head(fk_sheet *sheet)
{
    put_document(sheet);
    fk_sheet_say(sheet, "<a class=\"skip\" href=\"#pairs-title\">To the pairs</a>\n<header>\n<h1>");
    put_title(sheet);
    fk_sheet_say(sheet, "</h1>\n");
    put_when(sheet);
    put_light(sheet);
    put_what(sheet);
    put_notes(sheet);
    put_navigation(sheet);
    fk_sheet_say(sheet, "</header>\n<main>\n");
    put_view(sheet);
}
