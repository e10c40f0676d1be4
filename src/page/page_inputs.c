/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The inputs: files with their hashes, parts and their defects; and how to repeat the run. */

#include "page/page.h"

#include <string.h>

#include "base/bits.h"

/* ---- Files --------------------------------------------------------------------------------------------- */

static void write_files(fk_page_writer *writer)
{
    const fk_provenance *record = writer->report.record;
    if (record->input_count == 0)
        return;
    fk_page_print(writer, "<div class=\"scroll\"><table class=\"files\"><caption>Files</caption>\n<thead><tr>"
                          "<th scope=\"col\">File</th><th scope=\"col\" class=\"number\">Bytes</th>"
                          "<th scope=\"col\">SHA-256</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < record->input_count; i++) {
        const fk_input_file *file = &record->input[i];
        fk_page_print(writer, "<tr><td>%n</td><td class=\"number\">%u</td><td class=\"hash\">%e</td></tr>\n",
                      file->path, file->bytes, file->sha256[0] != '\0' ? file->sha256 : "not known");
    }
    fk_page_print(writer, "</tbody></table></div>\n");
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* Appends a count of defects in words. Returns the number of kinds so far. */
static int write_defect(fk_page_writer *writer, int before, const fk_mesh_facts *facts, fk_defect_kind kind)
{
    static const char *const one[] = {"degenerate triangle", "duplicate triangle",
                                      "flipped triangle",    "open edge",
                                      "non-manifold edge",   "edge of a strip that has no outside"};
    static const char *const many[] = {"degenerate triangles", "duplicate triangles",
                                       "flipped triangles",    "open edges",
                                       "non-manifold edges",   "edges of strips that have no outside"};
    uint32_t count = facts->defect_total[kind];
    if (count == 0)
        return before;
    fk_page_print(writer, before > 0 ? ", " : "");
    fk_page_write_count(writer, count, one[kind], many[kind]);
    return before + 1;
}

static void write_defect_list(fk_page_writer *writer, uint32_t index, const fk_mesh_facts *facts)
{
    bool is_surface = fk_report_is_surface(&writer->report, index);
    int count = 0;
    fk_page_print(writer, "<td>");
    if (facts != NULL) {
        for (int kind = 0; kind < FK_DEFECT_COUNT; kind++)
            count = write_defect(writer, count, facts, (fk_defect_kind)kind);
        if (facts->is_inside_out) {
            fk_page_print(writer, count > 0 ? ", inside out" : "inside out");
            count++;
        }
    }
    if (is_surface)
        fk_page_print(writer, count > 0 ? "; what it encloses was not looked at"
                                        : "what it encloses was not looked at");
    else if (count == 0)
        fk_page_print(writer, facts != NULL ? "no defects" : "\xe2\x80\x93");
    fk_page_print(writer, "</td>");
}

static void write_measure(fk_page_writer *writer, bool is_known, double measure, const char *power)
{
    fk_page_print(writer,
                  is_known && fk_is_finite(measure)
                      ? "<td class=\"number\"><span class=\"num\" title=\"%x\">%l%s</span></td>"
                      : "<td class=\"number\">\xe2\x80\x93</td>",
                  measure, measure, power);
}

static void write_part_row(fk_page_writer *writer, uint32_t index)
{
    const fk_check_part *part = fk_report_part(&writer->report, index);
    const fk_page_part *more = writer->page->part != NULL ? &writer->page->part[index] : NULL;
    const fk_mesh_facts *facts = more != NULL ? more->facts : NULL;
    bool is_surface = fk_report_is_surface(&writer->report, index);
    fk_page_print(writer, "<tr><td>%n</td><td>", fk_report_part_name(&writer->report, index));
    if (part->mesh != NULL)
        fk_page_print(writer, "%s</td><td class=\"number\">%u</td>", is_surface ? "surface" : "solid",
                      (uint64_t)part->mesh->triangle_count);
    else
        fk_page_print(writer, "%e</td><td class=\"number\">\xe2\x80\x93</td>",
                      part->piece != NULL ? fk_kind_word(part->piece->kind) : "");
    write_measure(writer, facts != NULL && facts->is_solid, facts != NULL ? facts->volume : 0, "\xc2\xb3");
    write_measure(writer, facts != NULL, facts != NULL ? facts->area : 0, "\xc2\xb2");
    write_defect_list(writer, index, facts);
    if (more != NULL && more->input < writer->report.record->input_count)
        fk_page_print(writer, "<td>%n</td></tr>\n",
                      fk_page_base_name(writer->report.record->input[more->input].path));
    else
        fk_page_print(writer, "<td>\xe2\x80\x93</td></tr>\n");
}

static void write_inputs(fk_page_writer *writer)
{
    fk_page_print(writer,
                  "<section aria-labelledby=\"inputs-title\">\n<h2 id=\"inputs-title\">Inputs</h2>\n");
    write_files(writer);
    if (writer->report.part_count > 0) {
        fk_page_print(writer,
                      "<div class=\"scroll\"><table class=\"parts\"><caption>Parts</caption>\n<thead><tr>"
                      "<th scope=\"col\">Part</th><th scope=\"col\">Is a</th><th scope=\"col\" "
                      "class=\"number\">Triangles</th><th scope=\"col\" class=\"number\">Volume</th>"
                      "<th scope=\"col\" class=\"number\">Area</th><th scope=\"col\">Health</th>"
                      "<th scope=\"col\">From</th></tr></thead><tbody>\n");
        for (uint32_t i = 0; i < writer->report.part_count; i++)
            write_part_row(writer, i);
        fk_page_print(writer, "</tbody></table></div>\n");
    } else {
        fk_page_print(writer, "<p>There are no parts.</p>\n");
    }
    fk_page_print(writer, "</section>\n");
}

/* ---- How to repeat ------------------------------------------------------------------------------------- */

/* Whether no character has a special meaning in a shell. */
static bool is_shell_safe(const char *argument)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@";
    for (const char *c = argument; *c != '\0'; c++)
        if (memchr(safe, *c, sizeof safe - 1) == NULL)
            return false;
    return argument[0] != '\0';
}

/* An argument as a shell reads it: in single quotes if it needs them, with a single quote in double quotes. */
static void write_argument(fk_page_writer *writer, const char *argument)
{
    if (is_shell_safe(argument)) {
        fk_page_print(writer, " %e", argument);
        return;
    }
    fk_page_print(writer, " '");
    size_t length = 0;
    for (const char *c = argument;; c += length + 1, length = 0) {
        while (c[length] != '\0' && c[length] != '\'')
            length++;
        fk_text_write_xml_bytes(&writer->text, c, length);
        if (c[length] == '\0')
            break;
        fk_page_print(writer, "'&quot;'&quot;'");
    }
    fk_page_print(writer, "'");
}

static void write_command(fk_page_writer *writer)
{
    const fk_provenance *record = writer->report.record;
    if (record->argument_count == 0)
        return;
    fk_page_print(writer, "<p>With the files above, in the folder in which they are:</p>\n<pre><code>farkas");
    for (uint32_t i = 0; i < record->argument_count; i++)
        write_argument(writer, record->argument[i]);
    fk_page_print(writer, "</code></pre>\n");
}

static const char words[] =
    "<dl class=\"words\">\n"
    "<dt>duplicate</dt><dd>Both parts are the same set of points.</dd>\n"
    "<dt>contained</dt><dd>One part lies in the other; it may touch it from inside.</dd>\n"
    "<dt>hard</dt><dd>The insides of both meet.</dd>\n"
    "<dt>contact</dt><dd>They meet, their insides do not; or the overlap is not deeper than is "
    "ignored.</dd>\n"
    "<dt>clearance</dt><dd>They do not meet, and are closer than was asked.</dd>\n"
    "<dt>clear</dt><dd>None of these.</dd>\n"
    "<dt>undecided</dt><dd>Not known: this is never counted as clear.</dd>\n"
    "</dl>\n";

static const char check_notes[] =
    "<p>Kinds are exact for the numbers in the files: they are not a matter of a tolerance. Distances "
    "are bounds that contain the truth; where two are shown, it lies between them. Depths of convex "
    "parts are exact to a millionth; of others they are upper bounds (\xe2\x89\xa4): moving the second "
    "part so far separates them.</p>\n";

static const char sweep_notes[] =
    "<p>Times between samples are covered: before a contact begins and after it ends, the parts are "
    "proved apart. A contact is shown from when it is sure to when it is last sure; bounds are in the "
    "title of each number. What comes within the tolerance, and is not known to touch, is a graze, and "
    "counts as contact. In charts the lines go straight between samples, and are to look at; the "
    "stretches of contact and the least distance are proved.</p>\n";

void fk_page_write_inputs(fk_page_writer *writer)
{
    write_inputs(writer);
    fk_page_print(writer,
                  "<section aria-labelledby=\"repeat-title\">\n<h2 id=\"repeat-title\">How to repeat, and to "
                  "read it</h2>\n");
    write_command(writer);
    fk_text_write(&writer->text, words);
    fk_text_write(&writer->text, writer->report.sweep == NULL ? check_notes : sweep_notes);
    fk_page_print(
        writer,
        "<p>Closed meshes are solids. Others are surfaces: what they enclose was not looked at. An id is "
        "made from the names of both parts, and stays the same from run to run.</p>\n"
        "</section>\n</main>\n<footer><p>Made by Farkas %s. This page needs no network.</p></footer>\n",
        fk_version());
}
