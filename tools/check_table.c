/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A check as people read it: see check_table.h. */

#include "check_table.h"

#include "review.h"
#include "table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Up to so many clear pairs are listed, unless more are asked for. */
#define CLEAR_LINES 20

const char *check_length_text(char text[FK_NUMBER_SIZE], double length, double other)
{
    char compared[FK_NUMBER_SIZE];
    snprintf(text, FK_NUMBER_SIZE, "%.5g", length);
    snprintf(compared, sizeof compared, "%.5g", other);
    if (length != other && strcmp(text, compared) == 0)
        fk_number_format(length, text);
    return text;
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

static size_t pair_name(const check_table *table, const fk_check_pair *pair, char text[TABLE_NAME])
{
    const fk_check_part *part = table->report.part;
    return table_pair_name(text, part[pair->a].name, part[pair->b].name);
}

static void put_depth(const check_table *table, const fk_check_pair *pair)
{
    char text[FK_NUMBER_SIZE];
    if (!pair->has_depth)
        return;
    cli_print("   depth %s %s%s", check_length_text(text, pair->depth.depth.hi, 0), table->report.units,
              pair->depth.is_exact ? "" : " (upper bound)");
}

static void put_volume(const check_table *table, const fk_check_pair *pair)
{
    char text[FK_NUMBER_SIZE];
    if (!pair->has_volume)
        return;
    double middle = pair->volume.lo / 2 + pair->volume.hi / 2;
    cli_print("   volume %s %s^3 (+- %.1g)", check_length_text(text, middle, 0), table->report.units,
              pair->volume.hi / 2 - pair->volume.lo / 2);
}

static void put_gap(const check_table *table, const fk_check_pair *pair)
{
    char text[FK_NUMBER_SIZE], limit[FK_NUMBER_SIZE], point[80];
    const char *units = table->report.units;
    if (!(pair->distance.hi < HUGE_VAL)) {
        cli_print("   one is empty");
        return;
    }
    bool is_close = pair->kind == FK_CLASH_CLEARANCE;
    check_length_text(text, pair->distance.hi, is_close ? pair->clearance : pair->distance.hi);
    if (!is_close) {
        cli_print("   %s %s", text, units);
        return;
    }
    table_vector(point, sizeof point, pair->point_a);
    cli_print("   %s %s < %s %s   at %s", text, units,
              check_length_text(limit, pair->clearance, pair->distance.hi), units, point);
}

static void put_details(const check_table *table, const fk_check_pair *pair)
{
    const fk_check_part *part = table->report.part;
    char point[80];
    switch (pair->kind) {
    case FK_CLASH_CONTAINED:
        cli_print("   %s is inside", part[pair->a_is_inner ? pair->a : pair->b].name);
        break;
    case FK_CLASH_HARD:
        break;
    case FK_CLASH_CONTACT:
        table_vector(point, sizeof point, pair->point_a);
        cli_print("   at %s", point);
        break;
    case FK_CLASH_CLEAR:
    case FK_CLASH_CLEARANCE:
        put_gap(table, pair);
        return;
    default:
        return;
    }
    put_depth(table, pair);
    put_volume(table, pair);
    if (pair->kind != FK_CLASH_DUPLICATE)
        table_box(&pair->box);
}

void check_begin_line(fk_clash kind, bool is_clash, const char *name, int width)
{
    char word[16];
    snprintf(word, sizeof word, "%s", fk_clash_word(kind));
    for (char *c = word; is_clash && *c != '\0'; c++)
        *c = (char)(*c - 'a' + 'A');
    table_begin(word,
                is_clash                     ? TABLE_RED
                : kind == FK_CLASH_UNDECIDED ? TABLE_YELLOW
                                             : TABLE_PLAIN,
                name, width);
}

static void put_pair(const check_table *table, const fk_check_pair *pair, int width)
{
    char name[TABLE_NAME];
    pair_name(table, pair, name);
    check_begin_line(pair->kind, pair->is_clash, name, width);
    put_details(table, pair);
    cli_print("%s", pair->has_surface && pair->kind != FK_CLASH_CLEAR ? "   (a surface)" : "");
    review_print_id(table->report.part[pair->a].name, table->report.part[pair->b].name, pair->is_clash);
    review_print_pair(table->report.record, (size_t)(pair - table->report.check->pair));
    cli_print("\n");
}

/* ---- The table ----------------------------------------------------------------------------------------- */

void check_question_text(char *text, size_t size, const check_question *question)
{
    char number[FK_NUMBER_SIZE], ignored[40] = "", limit[80] = "";
    if (question->ignored_count > 0)
        snprintf(ignored, sizeof ignored, ", %zu ignored", question->ignored_count);
    if (question->clearance > 0)
        snprintf(limit, sizeof limit, ": clash, contact or closer than %s %s",
                 check_length_text(number, question->clearance, 0), question->units);
    snprintf(text, size, "%" PRIu32 " part%s in %s%s, %" PRIu64 " pair%s%s%s", question->part_count,
             question->part_count == 1 ? "" : "s", question->units,
             question->is_unit_assumed ? " (assumed; --units)" : "", question->tested,
             question->tested == 1 ? "" : "s", ignored, limit);
}

static void put_head(const check_table *table)
{
    const fk_check *check = table->report.check;
    check_question question = {table->report.part_count, check->tested,       check->ignored_count,
                               table->clearance,         table->report.units, table->is_unit_assumed};
    char line[256];
    check_question_text(line, sizeof line, &question);
    table_head(line, table->seconds);
}

size_t check_ignored_width(const fk_check_part *part, const fk_check_ignored *ignored, size_t count)
{
    char name[TABLE_NAME];
    size_t widest = 0;
    for (size_t i = 0; cli_is_verbose() && i < count; i++) {
        size_t length = table_pair_name(name, part[ignored[i].a].name, part[ignored[i].b].name);
        widest = length > widest ? length : widest;
    }
    return widest;
}

static int widest_name(const check_table *table)
{
    const fk_check *check = table->report.check;
    char name[TABLE_NAME];
    size_t widest = check_ignored_width(table->report.part, check->ignored, check->ignored_count);
    size_t resolved = review_resolved_width(table->report.record);
    widest = resolved > widest ? resolved : widest;
    for (size_t i = 0; i < check->pair_count; i++) {
        size_t length = pair_name(table, &check->pair[i], name);
        widest = length > widest ? length : widest;
    }
    return widest > TABLE_WIDEST ? TABLE_WIDEST : (int)widest;
}

void check_print_ignored(const fk_check_part *part, const fk_check_ignored *ignored, size_t count, int width)
{
    for (size_t i = 0; cli_is_verbose() && i < count; i++) {
        char name[TABLE_NAME];
        table_pair_name(name, part[ignored[i].a].name, part[ignored[i].b].name);
        table_begin("ignored", TABLE_PLAIN, name, width);
        cli_print("   %s\n", ignored[i].reason);
    }
}

/* Clashes come first, the worst kinds of them first, then what is undecided, then the rest; each in the order of the parts. */
enum { RANK_UNDECIDED = FK_CLASH_COUNT, RANK_MEETING, RANK_CLEAR, RANKS };

static int rank_of(const fk_check_pair *pair)
{
    return pair->is_clash                     ? FK_CLASH_COUNT - 1 - (int)pair->kind
           : pair->kind == FK_CLASH_UNDECIDED ? RANK_UNDECIDED
           : pair->kind == FK_CLASH_CLEAR     ? RANK_CLEAR
                                              : RANK_MEETING;
}

/* Clear pairs that are not listed: how many, and how near the nearest of them comes. */
static void put_hidden(const check_table *table, uint64_t hidden)
{
    const fk_check *check = table->report.check;
    const fk_check_pair *nearest = NULL;
    for (size_t i = 0; i < check->pair_count && check->omitted == 0; i++)
        if (check->pair[i].kind == FK_CLASH_CLEAR &&
            (nearest == NULL || check->pair[i].distance.hi < nearest->distance.hi))
            nearest = &check->pair[i];
    cli_print("  %-10s %" PRIu64 " pair%s", "clear", hidden, hidden == 1 ? "" : "s");
    if (nearest != NULL && nearest->distance.hi < HUGE_VAL) {
        char name[TABLE_NAME], length[FK_NUMBER_SIZE];
        pair_name(table, nearest, name);
        cli_print(", nearest %s: %s %s; --distances lists all", name,
                  check_length_text(length, nearest->distance.hi, nearest->distance.hi), table->report.units);
    }
    cli_print("\n");
}

static void put_pairs(const check_table *table)
{
    const fk_check *check = table->report.check;
    int width = widest_name(table);
    uint64_t hidden = check->omitted;
    bool has_all_clear =
        cli_is_verbose() || table->lists_clear_ones || check->count[FK_CLASH_CLEAR] <= CLEAR_LINES;
    for (int rank = 0; rank < RANKS; rank++)
        for (size_t i = 0; i < check->pair_count; i++) {
            if (rank_of(&check->pair[i]) != rank)
                continue;
            if (rank == RANK_CLEAR && !has_all_clear)
                hidden++;
            else
                put_pair(table, &check->pair[i], width);
        }
    if (hidden > 0)
        put_hidden(table, hidden);
    check_print_ignored(table->report.part, check->ignored, check->ignored_count, width);
    review_print_resolved(table->report.record, width);
}

static void put_sentence(const check_table *table, const char *undecided)
{
    const fk_check *check = table->report.check;
    cli_print("%" PRIu64 " clash%s", check->clashes, check->clashes == 1 ? "" : "es");
    review_print_count(table->report.record, fk_check_reviews(&table->report));
    cli_print(" in %" PRIu64 " pair%s, %s undecided", check->tested, check->tested == 1 ? "" : "s",
              undecided);
    review_print_end(table->report.record);
    cli_print(".\n");
}

void check_table_print(const check_table *table)
{
    const fk_check *check = table->report.check;
    put_head(table);
    put_pairs(table);
    uint64_t undecided = check->count[FK_CLASH_UNDECIDED];
    char count[32];
    snprintf(count, sizeof count, "%" PRIu64, undecided);
    if (table->was_stopped)
        cli_print("Stopped at the first clash.\n");
    else
        put_sentence(table, undecided == 0 ? "none" : count);
}

/* ---- Notes --------------------------------------------------------------------------------------------- */

static void note_surfaces(const check_parts *parts)
{
    uint32_t count = 0, first = 0;
    for (uint32_t i = parts->count; i-- > 0;)
        if (parts->is_surface[i]) {
            count++;
            first = i;
        }
    const char *name = parts->part[first].name;
    if (count == 1)
        cli_note("%s is a surface, not closed: what it encloses is not looked at; see farkas info", name);
    else if (count > 1)
        cli_note("%" PRIu32
                 " parts, %s first, are surfaces, not closed: what they enclose is not looked at; see "
                 "farkas info",
                 count, name);
}

void check_note_parts(const check_parts *parts)
{
    note_surfaces(parts);
    if (parts->count < 2)
        cli_note("there is only one part, and nothing to compare it with");
    else if (parts->tested == 0)
        cli_note("nothing was checked: %s",
                 parts->ignored_count > 0 ? "all pairs are ignored; -v tells why"
                                          : "neither --between nor the \"tests\" of the scene mean a pair");
    if (parts->largest != FK_NONE)
        cli_note("%s is more than 500 times as large as %s: are the units of both right? See --units",
                 parts->part[parts->largest].name, parts->part[parts->smallest].name);
}

void check_table_notes(const check_table *table)
{
    const fk_check *check = table->report.check;
    char text[FK_NUMBER_SIZE];
    check_parts parts = {table->report.part, check->part_count, check->is_surface,   check->largest,
                         check->smallest,    check->tested,     check->ignored_count};
    check_note_parts(&parts);
    if (check->shallow_depth > 0)
        cli_note("most clashes are shallower than 0.1%% of the parts; if these are meant to touch, try "
                 "--ignore-overlap %s%s",
                 check_length_text(text, check->shallow_depth * 1.01, 0), table->report.units);
}

const fk_check_pair *check_nearest_pair(const fk_check *check)
{
    const fk_check_pair *best = NULL;
    for (size_t i = 0; i < check->pair_count; i++)
        if (best == NULL || check->pair[i].distance.hi < best->distance.hi)
            best = &check->pair[i];
    return best;
}
