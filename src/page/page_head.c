/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The head of a page: the title, the overall result as a word and an icon, a sentence on what was tested, notes, and
 * the overview. */

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

static bool has_suffix(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && memcmp(text + length - wanted, end, wanted) == 0;
}

/* Whether a file was given on the command line, not by a scene. */
static bool is_argument(const fk_provenance *record, const char *path)
{
    for (uint32_t i = 0; i < record->argument_count; i++)
        if (strlen(record->argument[i]) == strlen(path) && has_suffix(record->argument[i], path))
            return true;
    return false;
}

/* The file that names the result: a robot of the command line, a scene, or the only file; NULL if there is none. */
static const char *main_file(const fk_page_writer *writer)
{
    static const char *const end[] = {".json", ".urdf"};
    const fk_provenance *record = writer->report.record;
    for (uint32_t i = 0; i < record->input_count; i++)
        if (has_suffix(record->input[i].path, ".urdf") && is_argument(record, record->input[i].path))
            return fk_page_base_name(record->input[i].path);
    for (size_t kind = 0; kind < sizeof end / sizeof *end; kind++)
        for (uint32_t i = 0; i < record->input_count; i++)
            if (has_suffix(record->input[i].path, end[kind]))
                return fk_page_base_name(record->input[i].path);
    return record->input_count == 1 ? fk_page_base_name(record->input[0].path) : NULL;
}

/* The scene around the main file, if that is a robot in a scene; or NULL. */
static const char *scene_file(const fk_page_writer *writer, const char *file)
{
    const fk_provenance *record = writer->report.record;
    for (uint32_t i = 0; file != NULL && has_suffix(file, ".urdf") && i < record->input_count; i++)
        if (has_suffix(record->input[i].path, ".json"))
            return fk_page_base_name(record->input[i].path);
    return NULL;
}

/* Plain text, without elements. */
static void write_title(fk_page_writer *writer)
{
    const char *file = main_file(writer), *scene = scene_file(writer, file);
    uint32_t count = writer->report.part_count;
    if (writer->page->title != NULL) {
        fk_page_print(writer, "%e", writer->page->title);
        return;
    }
    fk_page_print(writer, "Clash report");
    if (file != NULL) {
        fk_page_print(writer, scene != NULL ? ": %e in %e" : ": %e", file, scene);
        return;
    }
    for (uint32_t i = 0; i < count && i < 2; i++)
        fk_page_print(writer, i > 0 ? ", %e" : ": %e", fk_report_part_name(&writer->report, i));
    if (count > 2)
        fk_page_print(writer, " and %u more", (uint64_t)count - 2);
}

/* The page may load nothing, and run only its own scripts. */
static void write_policy(fk_page_writer *writer)
{
    fk_page_print(writer,
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:; base-uri 'none'; "
                  "form-action 'none'; script-src %s\" />\n",
                  writer->page->assets.script != NULL ? "'unsafe-inline' 'wasm-unsafe-eval' blob:"
                                                      : "'none'");
}

/* Symbols for icons and charts. Each icon has a shape of its own, because not everyone sees colors. */
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

static void write_document(fk_page_writer *writer)
{
    const fk_page_assets *assets = &writer->page->assets;
    fk_page_print(writer, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n");
    write_policy(writer);
    fk_page_print(writer,
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
                  "<meta name=\"color-scheme\" content=\"light dark\" />\n"
                  "<meta name=\"generator\" content=\"Farkas %s\" />\n<title>",
                  fk_version());
    write_title(writer);
    fk_page_print(writer, "</title>\n");
    if (assets->style != NULL) {
        fk_page_print(writer, "<style>\n");
        fk_text_write_bytes(&writer->text, assets->style, assets->style_bytes);
        fk_page_print(writer, "</style>\n");
    }
    fk_page_print(writer, "</head>\n<body>\n");
    fk_text_write(&writer->text, shapes);
}

/* ---- The overall result -------------------------------------------------------------------------------- */

static fk_severity worst_severity(const fk_page_writer *writer)
{
    if (writer->severity[FK_SEVERITY_HIT] > 0)
        return FK_SEVERITY_HIT;
    if (writer->severity[FK_SEVERITY_NEAR] > 0)
        return FK_SEVERITY_NEAR;
    bool is_open = writer->severity[FK_SEVERITY_UNDECIDED] > 0 || writer->found->tested == 0 ||
                   writer->found->is_incomplete;
    return is_open ? FK_SEVERITY_UNDECIDED : FK_SEVERITY_CLEAR;
}

/* The nonzero counts, with commas; without any, one word. */
static void write_status_words(fk_page_writer *writer)
{
    const uint64_t *severity = writer->severity;
    const char *between = "";
    for (int i = FK_SEVERITY_HIT; i <= FK_SEVERITY_UNDECIDED; i++) {
        if (severity[i] == 0)
            continue;
        fk_page_print(writer, "%s", between);
        if (i == FK_SEVERITY_HIT)
            fk_page_write_count(writer, severity[i], "clash", "clashes");
        else
            fk_page_print(writer, i == FK_SEVERITY_NEAR ? "%u too close" : "%u undecided", severity[i]);
        between = ", ";
    }
    if (writer->found->is_incomplete)
        fk_page_print(writer, between[0] != '\0' ? ", incomplete" : "Incomplete");
    else if (between[0] == '\0')
        fk_page_print(writer, "%s%s", writer->found->tested == 0 ? "Nothing tested" : "Clear",
                      severity[FK_SEVERITY_APPROVED] > 0 ? ", but for what is approved" : "");
}

/* The number of pairs of each severity. */
static void write_tally(fk_page_writer *writer)
{
    static const char *const word[] = {"clashes",  "too close",       "undecided",
                                       "approved", "contact allowed", "clear"};
    uint64_t clear = writer->severity[FK_SEVERITY_CLEAR] + writer->found->omitted;
    fk_page_print(writer, "<ul class=\"tally\">\n");
    for (int i = 0; i < FK_SEVERITY_COUNT; i++) {
        uint64_t count = i == FK_SEVERITY_CLEAR ? clear : writer->severity[i];
        bool is_usual = i == FK_SEVERITY_HIT || i == FK_SEVERITY_CLEAR;
        if (count == 0 && !is_usual)
            continue;
        const char *icon = fk_severity_icon((fk_severity)i);
        fk_page_print(writer,
                      "<li class=\"%s\"><svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><use "
                      "href=\"#icon-%s\"/></svg><b>%u</b> %s</li>\n",
                      icon, icon, count, i == FK_SEVERITY_HIT && count == 1 ? "clash" : word[i]);
    }
    fk_page_print(writer, "</ul>\n");
}

static void write_status(fk_page_writer *writer)
{
    const char *icon = fk_severity_icon(worst_severity(writer));
    fk_page_print(writer,
                  "<div class=\"light %s\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><use "
                  "href=\"#icon-%s\"/></svg><div><p class=\"verdict\">",
                  icon, icon);
    write_status_words(writer);
    fk_page_print(writer, "</p>\n");
    write_tally(writer);
    fk_page_print(writer, "</div></div>\n");
}

/* ---- What was tested ----------------------------------------------------------------------------------- */

/* Where the parts come from. */
static void write_source(fk_page_writer *writer)
{
    const char *file = main_file(writer), *scene = scene_file(writer, file);
    if (scene != NULL)
        fk_page_print(writer, " of %n and %n", file, scene);
    else if (file != NULL)
        fk_page_print(writer, " of %n", file);
    else if (writer->report.record->input_count > 0)
        fk_page_print(writer, " of %u files", (uint64_t)writer->report.record->input_count);
}

static void write_clearance_range(fk_page_writer *writer)
{
    fk_interval c = writer->clearance;
    if (!(c.hi > 0) || !fk_is_finite(c.hi))
        return;
    if (c.lo < c.hi)
        fk_page_print(writer, " with clearances of %d to %l asked for", c.lo, c.hi);
    else
        fk_page_print(writer, " with a clearance of %l asked for", c.hi);
}

/* States what is proved, and what is not. */
static void write_proof_note(fk_page_writer *writer)
{
    uint64_t open = writer->severity[FK_SEVERITY_UNDECIDED];
    if (writer->found->tested == 0)
        return;
    fk_page_print(writer,
                  open == 0   ? " Every answer is proved."
                  : open == 1 ? " One pair stays undecided; every other answer is proved."
                              : " %u pairs stay undecided; every other answer is proved.",
                  open);
    if (writer->bounds > 0)
        fk_page_print(writer, " Depths marked \xe2\x89\xa4 are upper bounds.");
    if (writer->grazes > 0)
        fk_page_print(writer,
                      " Contacts marked \xe2\x80\x9cgraze\xe2\x80\x9d come within the tolerance; whether "
                      "they touch is not known.");
}

static void write_lead(fk_page_writer *writer)
{
    const fk_check *found = writer->found;
    fk_page_print(writer, "<p class=\"lead\">");
    fk_page_write_count(writer, writer->report.part_count, "part", "parts");
    write_source(writer);
    if (writer->report.sweep != NULL)
        fk_page_print(writer,
                      " swept over t = %d \xe2\x80\xa6 %t, with no gap between samples: ", found->from,
                      found->to);
    else
        fk_page_print(writer, " checked in place: ");
    fk_page_write_count(writer, found->tested, "pair", "pairs");
    write_clearance_range(writer);
    if (found->ignored_count > 0)
        fk_page_print(writer, "; %u more are ignored", (uint64_t)found->ignored_count);
    fk_page_print(writer, ".");
    if (found->is_incomplete)
        fk_page_print(writer, " Incomplete: cancelled after %u of these pairs.", fk_report_finished(found));
    write_proof_note(writer);
    fk_page_print(writer, "</p>\n");
}

/* The date, the version and the baseline. "2026-11-16T09:30:00Z" is shown with a space. */
static void write_date(fk_page_writer *writer)
{
    fk_page_print(writer, "<p class=\"when\">");
    const char *date = writer->report.record->date;
    if (date != NULL && strlen(date) == 20 && date[10] == 'T' && date[19] == 'Z') {
        char day[11] = {0}, hour[6] = {0};
        memcpy(day, date, 10);
        memcpy(hour, date + 11, 5);
        fk_page_print(writer, "<time datetime=\"%e\">%e %e UTC</time> \xc2\xb7 ", date, day, hour);
    } else if (date != NULL && date[0] != '\0') {
        fk_page_print(writer, "%e \xc2\xb7 ", date);
    }
    fk_page_print(writer, "Farkas %s", fk_version());
    if (writer->report.record->baseline != NULL)
        fk_page_print(writer, " \xc2\xb7 compared with %n",
                      fk_page_base_name(writer->report.record->baseline));
    fk_page_print(writer, "</p>\n");
}

/* ---- Notes --------------------------------------------------------------------------------------------- */

static void write_surface_note(fk_page_writer *writer, uint64_t count, uint32_t first)
{
    if (count == 1)
        fk_page_print(writer, "<li>%n is a surface, not closed: what it encloses was not looked at.</li>\n",
                      fk_report_part_name(&writer->report, first));
    else if (count > 1)
        fk_page_print(writer,
                      "<li>%u parts, %n first, are surfaces, not closed: what they enclose was not looked "
                      "at.</li>\n",
                      count, fk_report_part_name(&writer->report, first));
}

static void write_page_notes(fk_page_writer *writer)
{
    const fk_check *found = writer->found;
    uint32_t parts = writer->report.part_count, first = 0;
    uint64_t surfaces = 0;
    for (uint32_t i = parts; i-- > 0;)
        if (fk_report_is_surface(&writer->report, i)) {
            surfaces++;
            first = i;
        }
    if (surfaces == 0 && !(found->shallow_depth > 0) && found->largest >= parts)
        return;
    fk_page_print(writer, "<ul class=\"notes\">\n");
    write_surface_note(writer, surfaces, first);
    if (found->largest < parts && found->smallest < parts)
        fk_page_print(writer,
                      "<li>%n is more than 500 times as large as %n: are the units of both right?</li>\n",
                      fk_report_part_name(&writer->report, found->largest),
                      fk_report_part_name(&writer->report, found->smallest));
    if (found->shallow_depth > 0)
        fk_page_print(
            writer,
            "<li>Most clashes are shallower than 0.1\xc2\xa0%% of the parts, at most %l: are these meant "
            "to touch?</li>\n",
            found->shallow_depth);
    fk_page_print(writer, "</ul>\n");
}

/* ---- The overview -------------------------------------------------------------------------------------- */

static void write_navigation(fk_page_writer *writer)
{
    const uint64_t *severity = writer->severity;
    bool has_clashes =
        severity[FK_SEVERITY_HIT] + severity[FK_SEVERITY_NEAR] + severity[FK_SEVERITY_APPROVED] > 0;
    fk_page_print(writer,
                  "<nav aria-label=\"Sections\"><a href=\"#pairs-title\">Pairs</a>%s%s"
                  "<a href=\"#inputs-title\">Inputs</a><a href=\"#repeat-title\">How to repeat</a></nav>\n",
                  has_clashes ? "<a href=\"#clashes-title\">Clashes</a>" : "",
                  has_clashes && writer->report.sweep != NULL ? "<a href=\"#timeline-title\">Timeline</a>"
                                                              : "");
}

/* The script needs the element even without a picture. */
static void write_view(fk_page_writer *writer)
{
    uint32_t index = fk_page_next_picture(writer, FK_NONE, FK_NONE);
    bool has_picture = index != FK_NONE;
    if (!has_picture && writer->page->assets.script == NULL)
        return;
    fk_page_print(writer, "<div id=\"view\"%s>\n", has_picture ? "" : " class=\"bare\"");
    if (has_picture) {
        fk_page_print(writer, "<figure>");
        fk_page_write_picture(writer, index, "All parts");
        fk_page_print(writer, "<figcaption>All parts%s%s</figcaption></figure>\n",
                      writer->report.sweep != NULL ? ", at one moment of the motion" : "",
                      writer->page->path_count > 0 ? ", and the path of the tool" : "");
    }
    fk_page_print(writer, "</div>\n");
}

void fk_page_write_head(fk_page_writer *writer)
{
    write_document(writer);
    fk_page_print(writer, "<a class=\"skip\" href=\"#pairs-title\">To the pairs</a>\n<header>\n<h1>");
    write_title(writer);
    fk_page_print(writer, "</h1>\n");
    write_date(writer);
    write_status(writer);
    write_lead(writer);
    write_page_notes(writer);
    write_navigation(writer);
    fk_page_print(writer, "</header>\n<main>\n");
    write_view(writer);
}
