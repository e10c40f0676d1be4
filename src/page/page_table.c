/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The table of all pairs, and lists of the undecided ones with reasons, the approved, the resolved and the ignored
 * ones. Attributes contain what a script needs to sort and filter the table; without a script the worst come first. */

#include "page/page.h"

#include "base/bits.h"

/* The most ignored pairs that are listed. */
#define MOST_IGNORED 500

/* ---- The table ----------------------------------------------------------------------------------------- */

/* Begins a cell, with the value to sort by. */
static void begin_table_cell(fk_page_writer *writer, const char *label, bool is_known, double value)
{
    fk_page_print(writer, "<td class=\"number\" data-label=\"%s\" data-value=\"", label);
    fk_page_print(writer, is_known && fk_is_finite(value) ? "%f\">" : "\">", value);
    if (!is_known)
        fk_page_print(writer, "\xe2\x80\x93");
}

static void write_interval_cell(fk_page_writer *writer, const char *label, bool is_known,
                                fk_interval interval)
{
    begin_table_cell(writer, label, is_known, interval.hi);
    fk_page_print(writer, is_known ? "%g</td>" : "</td>", &interval);
}

static void write_time_cell(fk_page_writer *writer, const char *label, bool is_known, double time)
{
    begin_table_cell(writer, label, is_known, time);
    fk_page_print(writer, is_known ? "<span class=\"num\" title=\"%x\">%t</span></td>" : "</td>", time, time);
}

static void write_check_cells(fk_page_writer *writer, const fk_check_pair *pair)
{
    bool has_depth = pair->has_depth && fk_is_finite(pair->depth.depth.hi);
    write_interval_cell(writer, "Depth", has_depth, pair->depth.depth);
    write_interval_cell(writer, "Distance", true, pair->distance);
}

static void write_sweep_cells(fk_page_writer *writer, const fk_page_pair *pair)
{
    const fk_sweep_pair *found = pair->found;
    const fk_stretch *first = NULL;
    for (uint32_t i = 0; i < found->contact_count && first == NULL; i++)
        if (found->contact[i].kind != FK_STRETCH_UNDECIDED)
            first = &found->contact[i];
    write_time_cell(writer, "First contact", first != NULL, first != NULL ? first->enter.hi : 0);
    write_interval_cell(writer, "Closest", pair->has_distance, pair->distance);
    write_time_cell(writer, "Closest at", pair->has_points, found->closest_time);
}

static void write_pair_row(fk_page_writer *writer, const fk_page_pair *pair)
{
    bool has_section = fk_page_has_section(writer, pair);
    uint64_t order = (uint64_t)pair->severity * FK_CLASH_COUNT + FK_CLASH_COUNT - pair->found->kind;
    fk_page_print(writer,
                  "<tr data-pair=\"%w\" data-kind=\"%s\" data-clash=\"%b\" data-review=\"%s\"><td "
                  "data-value=\"%w\">%k</td>"
                  "<td data-label=\"Id\" class=\"id\">",
                  pair->position, fk_clash_word(pair->found->kind), pair->found->is_clash,
                  fk_review_word(pair->review), order, pair);
    fk_page_print(writer, has_section ? "<a href=\"#clash-%i\">%i</a></td>" : "%i</td>", pair, pair);
    fk_page_print(writer, "<td data-label=\"Part a\">%n</td><td data-label=\"Part b\">%n</td>", pair->a,
                  pair->b);
    if (writer->report.sweep == NULL)
        write_check_cells(writer, pair->found);
    else
        write_sweep_cells(writer, pair);
    fk_interval clearance = {pair->found->clearance, pair->found->clearance};
    write_interval_cell(writer, "Clearance asked", pair->found->clearance > 0, clearance);
    if (writer->report.record->review != NULL)
        fk_page_print(writer, "<td data-label=\"Review\">%s</td>", fk_review_word(pair->review));
    fk_page_print(writer, "</tr>\n");
}

static void write_table_heads(fk_page_writer *writer)
{
    static const char *const label[2][4] = {{"Depth", "Distance", "Clearance asked"},
                                            {"First contact", "Closest", "Closest at", "Clearance asked"}};
    fk_page_print(
        writer, "<thead><tr><th scope=\"col\" data-sort=\"number\">Status</th>"
                "<th scope=\"col\" data-sort=\"text\">Id</th><th scope=\"col\" data-sort=\"text\">Part a</th>"
                "<th scope=\"col\" data-sort=\"text\">Part b</th>");
    for (int i = 0; i < 4 && label[writer->report.sweep != NULL][i] != NULL; i++)
        fk_page_print(writer, "<th scope=\"col\" class=\"number\" data-sort=\"number\">%s</th>",
                      label[writer->report.sweep != NULL][i]);
    fk_page_print(writer, "%s</tr></thead>\n",
                  writer->report.record->review != NULL ? "<th scope=\"col\" data-sort=\"text\">Review</th>"
                                                        : "");
}

static void write_pair_rows(fk_page_writer *writer)
{
    fk_page_pair pair = {.index = FK_NONE};
    while (fk_page_next_pair(writer, FK_SEVERITY_HIT, FK_SEVERITY_CLEAR, &pair) &&
           fk_page_has_row(writer, &pair))
        write_pair_row(writer, &pair);
}

static void write_omitted(fk_page_writer *writer)
{
    uint64_t omitted = writer->found->omitted, clear = writer->severity[FK_SEVERITY_CLEAR];
    if (clear > FK_PAGE_MOST_CLEAR)
        omitted += clear - FK_PAGE_MOST_CLEAR;
    if (omitted == 0)
        return;
    fk_page_print(writer, "<p class=\"more\">");
    fk_page_write_count(writer, omitted, "more pair is clear and not listed.",
                        "more pairs are clear and not listed.");
    fk_page_print(writer, "</p>\n");
}

void fk_page_write_table(fk_page_writer *writer)
{
    fk_page_print(writer, "<section aria-labelledby=\"pairs-title\">\n<h2 id=\"pairs-title\">Pairs</h2>\n"
                          "<div id=\"filter\" hidden=\"hidden\"></div>\n");
    if (writer->found->pair_count > 0) {
        fk_page_print(writer,
                      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"pairs-title\">"
                      "<table id=\"pairs\">\n");
        write_table_heads(writer);
        fk_page_print(writer, "<tbody>\n");
        write_pair_rows(writer);
        fk_page_print(writer, "</tbody></table></div>\n");
    } else {
        fk_page_print(writer, writer->found->tested == 0 ? "<p>No pair was tested.</p>\n"
                                                         : "<p>No pair clashes.</p>\n");
    }
    write_omitted(writer);
    fk_page_print(writer, "</section>\n");
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

/* Begins a list, unless it is empty. `heads` has those after the parts. */
static bool begin_table_list(fk_page_writer *writer, uint64_t count, const char *title, const char *heads)
{
    if (count > 0)
        fk_page_print(writer,
                      "<section>\n<h2>%s</h2>\n<div class=\"scroll\"><table class=\"list\">\n"
                      "<thead><tr><th scope=\"col\">Parts</th>%s</th></tr></thead><tbody>\n",
                      title, heads);
    return count > 0;
}

static void end_table_list(fk_page_writer *writer)
{
    fk_page_print(writer, "</tbody></table></div>\n</section>\n");
}

static void write_part_names(fk_page_writer *writer, const char *a, const char *b)
{
    fk_page_print(writer, "<tr><td>%n <span class=\"times\">\xc3\x97</span> %n</td>", a, b);
}

/* Times that the budget did not reach, or at which the answer is too close to call. */
static void write_open_times(fk_page_writer *writer, const fk_stretch *stretch, uint32_t count,
                             const char *what, const char *near)
{
    for (uint32_t i = 0; i < count; i++)
        if (stretch[i].kind == FK_STRETCH_UNDECIDED)
            fk_page_print(writer, "%s: the budget was used up before t = %d \xe2\x80\xa6 %t was looked at. ",
                          what, stretch[i].enter.lo, stretch[i].leave.hi);
        else if (stretch[i].kind == FK_STRETCH_NEAR)
            fk_page_print(writer, "%s at t = %t. ", near, stretch[i].enter.hi);
}

static void write_undecided_reason(fk_page_writer *writer, const fk_page_pair *pair)
{
    const fk_sweep_pair *sweep = pair->found;
    if (sweep->contact_count + sweep->below_count == 0)
        fk_page_print(writer, "Not known: %s.",
                      fk_check_undecided_reason(fk_report_part(&writer->report, sweep->a),
                                                fk_report_part(&writer->report, sweep->b)));
    write_open_times(writer, sweep->contact, sweep->contact_count, "Contact",
                     "They come within the tolerance; whether they touch is not known,");
    write_open_times(writer, sweep->below, sweep->below_count, "Clearance",
                     "They come within the tolerance of the clearance; whether closer is not known,");
    if (fk_page_find_stretch(sweep->contact, sweep->contact_count, FK_STRETCH_MEETS) != NULL)
        fk_page_print(writer, "They meet, which is allowed; whether they overlap is not known. ");
}

/* The undecided pairs and why, or the approved ones with their remarks. */
static void write_severity_list(fk_page_writer *writer, fk_severity severity, const char *title,
                                const char *heads)
{
    fk_page_pair pair = {.index = FK_NONE};
    if (!begin_table_list(writer, writer->severity[severity], title, heads))
        return;
    while (fk_page_next_pair(writer, severity, severity, &pair)) {
        bool has_section = fk_page_has_section(writer, &pair);
        write_part_names(writer, pair.a, pair.b);
        fk_page_print(writer,
                      has_section ? "<td class=\"id\"><a href=\"#clash-%i\">%i</a></td><td>"
                                  : "<td class=\"id\">%i</td><td>",
                      &pair, &pair);
        if (severity == FK_SEVERITY_UNDECIDED)
            write_undecided_reason(writer, &pair);
        else
            fk_page_print(writer, "%e",
                          pair.remark != NULL && pair.remark[0] != '\0' ? pair.remark : "no reason is given");
        fk_page_print(writer, "</td></tr>\n");
    }
    end_table_list(writer);
}

static void write_resolved_list(fk_page_writer *writer)
{
    const fk_provenance *record = writer->report.record;
    if (!begin_table_list(writer, record->resolved_count, "Resolved since the earlier result",
                          "<th scope=\"col\">Id</th><th scope=\"col\">It was"))
        return;
    for (uint32_t i = 0; i < record->resolved_count; i++) {
        const fk_resolved *resolved = &record->resolved[i];
        char id[FK_CLASH_ID_SIZE];
        fk_clash_id(resolved->a, resolved->b, id);
        write_part_names(writer, resolved->a, resolved->b);
        fk_page_print(writer, "<td class=\"id\">%s</td><td>%s</td></tr>\n", id,
                      fk_clash_word(resolved->kind));
    }
    end_table_list(writer);
}

static void write_ignored_list(fk_page_writer *writer)
{
    size_t count = writer->found->ignored_count, shown = count < MOST_IGNORED ? count : MOST_IGNORED;
    if (!begin_table_list(writer, count, "Ignored", "<th scope=\"col\">Reason"))
        return;
    for (size_t i = 0; i < shown; i++) {
        const fk_check_ignored *ignored = &writer->found->ignored[i];
        write_part_names(writer, fk_report_part_name(&writer->report, ignored->a),
                         fk_report_part_name(&writer->report, ignored->b));
        fk_page_print(writer, "<td>%e</td></tr>\n", ignored->reason != NULL ? ignored->reason : "");
    }
    if (count > shown)
        fk_page_print(writer, "<tr><td colspan=\"2\">%u more pairs are ignored</td></tr>\n",
                      (uint64_t)(count - shown));
    end_table_list(writer);
}

void fk_page_write_lists(fk_page_writer *writer)
{
    write_severity_list(writer, FK_SEVERITY_UNDECIDED, "Undecided",
                        "<th scope=\"col\">Id</th><th scope=\"col\">Why");
    write_severity_list(writer, FK_SEVERITY_APPROVED, "Approved",
                        "<th scope=\"col\">Id</th><th scope=\"col\">Reason");
    write_resolved_list(writer);
    write_ignored_list(writer);
}
