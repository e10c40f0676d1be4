/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A check or a sweep as people read it: the question, a line for each pair that matters, a closing sentence, notes on
 * the parts; and its other formats: see analysis.h. */

#include "analysis.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The table lists up to this many clear pairs, unless the user asks for more. */
#define CLEAR_LINES 20

table_text table_length(double length, double other)
{
    table_text out, compared;
    snprintf(out.text, sizeof out.text, "%.5g", length);
    snprintf(compared.text, sizeof compared.text, "%.5g", other);
    if (length != other && strcmp(out.text, compared.text) == 0)
        fk_number_format(length, out.text);
    return out;
}

bool table_distance(const analysis *s, const fk_check_pair *pair, const char *word, double distance)
{
    bool is_close = pair->kind == FK_CLASH_CLEARANCE, is_known = distance < HUGE_VAL;
    if (is_known)
        cli_print("   %s%s %s", word, table_length(distance, is_close ? pair->clearance : distance).text,
                  s->list.units);
    else
        cli_print("   one is empty");
    if (is_known && is_close)
        cli_print(" < %s %s", table_length(pair->clearance, distance).text, s->list.units);
    return is_known;
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

static void put_question(const analysis_verb *verb, const analysis *s)
{
    char line[512] = "", ignored[40] = "", limit[80] = "";
    double clearance = pair_rules_clearance(&s->rules);
    if (s->found->ignored_count > 0)
        snprintf(ignored, sizeof ignored, ", %zu ignored", s->found->ignored_count);
    if (clearance > 0)
        snprintf(limit, sizeof limit, ": clash, contact or closer than %s %s",
                 table_length(clearance, 0).text, s->list.units);
    if (verb->write_times != NULL)
        verb->write_times(s, line, sizeof line);
    size_t used = strlen(line);
    snprintf(line + used, sizeof line - used, "%" PRIu32 " part%s in %s%s, %" PRIu64 " pair%s%s%s",
             s->list.count, s->list.count == 1 ? "" : "s", s->list.units,
             s->list.is_unit_assumed ? " (assumed; --units)" : "", s->found->tested,
             s->found->tested == 1 ? "" : "s", ignored, limit);
    table_head(line, s->seconds);
}

/* With --verbose the id of a clash; and "(new)", "(approved: reason)", or nothing. */
static void put_review(const analysis *s, const fk_check_pair *pair, const char *a, const char *b)
{
    size_t index = (size_t)(pair - s->found->pair);
    fk_review of = s->record.review != NULL ? s->record.review[index] : FK_REVIEW_NONE;
    const char *remark = s->record.remark != NULL ? s->record.remark[index] : NULL;
    char id[FK_CLASH_ID_SIZE];
    if (pair->is_clash && cli_is_verbose()) {
        fk_clash_id(a, b, id);
        cli_print("   id %s", id);
    }
    if (of == FK_REVIEW_NEW)
        cli_print("   (new)");
    else if (of == FK_REVIEW_APPROVED)
        cli_print(remark != NULL ? "   (approved: %s)" : "   (approved)", remark);
}

static void put_pair(const analysis_verb *verb, const analysis *s, const fk_check_pair *pair, int width)
{
    const char *a = s->list.part[pair->a].name, *b = s->list.part[pair->b].name;
    char word[16];
    snprintf(word, sizeof word, "%s", fk_clash_word(pair->kind));
    for (char *c = word; pair->is_clash && *c != '\0'; c++)
        *c = (char)(*c - 'a' + 'A');
    table_begin(word,
                pair->is_clash                     ? TABLE_RED
                : pair->kind == FK_CLASH_UNDECIDED ? TABLE_YELLOW
                                                   : TABLE_PLAIN,
                a, b, width);
    verb->put_details(s, pair);
    cli_print("%s", pair->has_surface && pair->kind != FK_CLASH_CLEAR ? "   (a surface)" : "");
    put_review(s, pair, a, b);
    if (verb->put_more != NULL)
        verb->put_more(s, pair);
    cli_print("\n");
}

static int find_width(const analysis *s)
{
    const fk_check *found = s->found;
    const fk_check_part *part = s->list.part;
    int width = 0;
    for (size_t i = 0; i < found->pair_count; i++)
        width = table_widen(width, part[found->pair[i].a].name, part[found->pair[i].b].name);
    for (size_t i = 0; cli_is_verbose() && i < found->ignored_count; i++)
        width = table_widen(width, part[found->ignored[i].a].name, part[found->ignored[i].b].name);
    for (uint32_t i = 0; i < s->record.resolved_count; i++)
        width = table_widen(width, s->record.resolved[i].a, s->record.resolved[i].b);
    return width;
}

/* Prints ignored pairs, with --verbose, and resolved clashes. */
static void put_others(const analysis *s, int width)
{
    const fk_check_part *part = s->list.part;
    for (size_t i = 0; cli_is_verbose() && i < s->found->ignored_count; i++) {
        const fk_check_ignored *ignored = &s->found->ignored[i];
        table_begin("ignored", TABLE_PLAIN, part[ignored->a].name, part[ignored->b].name, width);
        cli_print("   %s\n", ignored->reason);
    }
    for (uint32_t i = 0; i < s->record.resolved_count; i++) {
        const fk_resolved *resolved = &s->record.resolved[i];
        table_begin("resolved", TABLE_PLAIN, resolved->a, resolved->b, width);
        cli_print("   was %s\n", fk_clash_word(resolved->kind));
    }
}

/* ---- The table ----------------------------------------------------------------------------------------- */

/* Sorts clashes first, then undecided pairs, then the rest; each group by the key of the verb, then in the order of the
 * parts. */
typedef struct table_row {
    const fk_check_pair *pair;
    int rank;
    double key;
} table_row;

static int compare_rows(const void *a, const void *b)
{
    const table_row *first = a, *second = b;
    if (first->rank != second->rank)
        return first->rank < second->rank ? -1 : 1;
    if (first->key < second->key || first->key > second->key)
        return first->key < second->key ? -1 : 1;
    return first->pair < second->pair ? -1 : first->pair > second->pair;
}

static table_row *sort_rows(const analysis_verb *verb, const fk_check *found, bool has_all_clear)
{
    table_row *rows = malloc((found->pair_count + 1) * sizeof *rows);
    for (size_t i = 0; rows != NULL && i < found->pair_count; i++) {
        const fk_check_pair *pair = &found->pair[i];
        bool is_clear = pair->kind == FK_CLASH_CLEAR;
        rows[i] = (table_row){pair,
                              pair->is_clash                     ? 0
                              : pair->kind == FK_CLASH_UNDECIDED ? 1
                                                                 : 2 + is_clear,
                              0};
        if (pair->is_clash || (is_clear && !has_all_clear))
            rows[i].key = verb->sort_key(pair);
    }
    if (rows != NULL)
        qsort(rows, found->pair_count, sizeof *rows, compare_rows);
    return rows;
}

static uint64_t count_finished(const fk_check *found)
{
    uint64_t finished = 0;
    for (int kind = 0; kind < FK_CLASH_COUNT; kind++)
        finished += found->count[kind];
    return finished;
}

static bool print_table(const analysis_verb *verb, const analysis *s)
{
    const fk_check *found = s->found;
    bool has_all_clear =
        cli_is_verbose() || s->settings->wants_distances || found->count[FK_CLASH_CLEAR] <= CLEAR_LINES;
    table_row *rows = sort_rows(verb, found, has_all_clear);
    if (rows == NULL)
        return cli_no_memory();
    put_question(verb, s);
    int width = find_width(s);
    uint64_t hidden = found->omitted, clear = 0, most = verb->lists_nearest ? CLEAR_LINES : 0;
    for (size_t i = 0; i < found->pair_count; i++) {
        clear += rows[i].pair->kind == FK_CLASH_CLEAR;
        if (clear > most && !has_all_clear)
            hidden++;
        else
            put_pair(verb, s, rows[i].pair, width);
    }
    free(rows);
    if (hidden > 0) {
        cli_print("  %-10s %" PRIu64 " %spair%s", "clear", hidden, clear > 0 && most > 0 ? "more " : "",
                  hidden == 1 ? "" : "s");
        verb->put_hidden(s, clear > most);
        cli_print("\n");
    }
    put_others(s, width);
    uint64_t finished = count_finished(found);
    if (found->is_incomplete)
        cli_print("Incomplete: cancelled after %" PRIu64 " of %" PRIu64 " pairs.\n", finished, found->tested);
    verb->put_sentence(s, found->is_incomplete ? finished : found->tested,
                       s->settings->stops_at_clash && found->clashes > 0);
    return true;
}

void table_reviews(const analysis *s)
{
    const fk_provenance *record = &s->record;
    fk_review_count count = fk_check_reviews(&s->checked);
    bool is_compared = record->baseline != NULL;
    if (record->review == NULL || count.open + count.approved == 0 || (!is_compared && count.approved == 0))
        return;
    cli_print(" (");
    if (count.new_ones > 0)
        cli_print("%" PRIu64 " new%s", count.new_ones, count.approved > 0 ? ", " : "");
    else if (is_compared)
        cli_print("none new%s", count.approved > 0 ? ", " : "");
    if (count.approved > 0)
        cli_print("%" PRIu64 " approved", count.approved);
    cli_print(")");
}

void table_end(const analysis *s)
{
    if (s->record.resolved_count > 0)
        cli_print("; %" PRIu32 " resolved", s->record.resolved_count);
    cli_print(".");
}

/* ---- Notes --------------------------------------------------------------------------------------------- */

static void note_surfaces(const analysis *s)
{
    uint32_t count = 0, first = 0;
    for (uint32_t i = s->found->part_count; i-- > 0;)
        if (s->found->is_surface[i]) {
            count++;
            first = i;
        }
    const char *name = s->list.part[first].name;
    if (count == 1)
        cli_note("%s is a surface, not closed: what it encloses is not looked at; see farkas info", name);
    else if (count > 1)
        cli_note("%" PRIu32
                 " parts, %s first, are surfaces, not closed: what they enclose is not looked at; see "
                 "farkas info",
                 count, name);
}

/* Notes on parts that are surfaces, alone, in no pair, or too different in size. */
static void note_parts(const analysis *s)
{
    const fk_check *found = s->found;
    note_surfaces(s);
    if (found->is_incomplete)
        return;
    if (found->part_count < 2)
        cli_note("there is only one part, and nothing to compare it with");
    else if (found->tested == 0)
        cli_note("nothing was checked: %s",
                 found->ignored_count > 0 ? "all pairs are ignored; -v tells why"
                                          : "neither --between nor the \"tests\" of the scene mean a pair");
    if (found->largest != FK_NONE)
        cli_note("%s is more than 500 times as large as %s: are the units of both right? See --units",
                 s->list.part[found->largest].name, s->list.part[found->smallest].name);
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static fk_status write_result_junit(const void *about, fk_write_function *write, void *user)
{
    const analysis *s = about;
    return s->is_sweep ? fk_sweep_write_junit(&s->swept, write, user)
                       : fk_check_write_junit(&s->checked, write, user);
}

static bool write_result(const analysis_verb *verb, const analysis *s)
{
    const analysis_settings *settings = s->settings;
    fk_write_function *write = cli_write_function;
    if (settings->junit != NULL && !cli_file_write(settings->junit, write_result_junit, s))
        return false;
    if (settings->as_json)
        return (s->is_sweep ? fk_sweep_write_json(&s->swept, write, NULL)
                            : fk_check_write_json(&s->checked, write, NULL)) == FK_OK;
    if (settings->as_csv)
        return (s->is_sweep ? fk_sweep_write_csv(&s->swept, write, NULL)
                            : fk_check_write_csv(&s->checked, write, NULL)) == FK_OK;
    return cli_is_output(settings->junit) || cli_is_output(settings->distances) ||
           cli_is_output(settings->page.output) || print_table(verb, s);
}

bool analysis_print(const analysis_verb *verb, analysis *s)
{
    if (!write_result(verb, s) || (verb->write_more != NULL && !verb->write_more(s)))
        return false;
    if (s->found->clashes > 0)
        analysis_settings_hint(s->settings);
    note_parts(s);
    verb->note(s);
    return true;
}
