/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas check: which parts collide, contain each other or are too close. */

#include "analysis.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The table lists up to this many clear pairs, unless the user asks for more. */
#define CLEAR_LINES 20

static const char help[] =
    "usage: farkas check [OPTION]... FILE...\n"
    "       farkas check [OPTION]... SCENE.json\n"
    "       farkas check [OPTION]... ROBOT.urdf [--srdf FILE] [--scene SCENE.json]\n"
    "\n"
    "Finds which parts collide (hard), contain each other, are duplicates, touch (contact), or\n"
    "are closer than the clearance. The parts come from mesh files, a scene, or a robot\n"
    "at a pose.\n"
    "Closed meshes are solids; others are surfaces, and their inside does not count.\n"
    "The answers are exact; depths of concave parts are upper bounds.\n"
    "\n"
    "options: the question\n" PAIR_RULE_LIMITS_HELP "      --ignore-overlap L\n"
    "                     overlaps up to this depth count as contact, which is allowed\n" PAIR_RULE_PAIRS_HELP
        PART_AT_HELP "      --first        stop at the first clash, in the order of the parts\n"
    "      --volume       compute bounds of the volume that solids share\n"
    "\n"
    "options: earlier results\n" REVIEW_OPTIONS_HELP "\n"
    "options: reading files\n" MESH_OPTIONS_HELP "\n"
    "options: robots and motion\n" PART_ROBOT_HELP PART_TIME_HELP "\n"
    "options: output\n"
    "      --json         the result as JSON\n"
    "      --csv          the result as CSV, a line for each pair\n"
    "      --junit FILE   also write the result as JUnit XML\n" PAGE_OPTIONS_HELP
    "      --distances    list clear pairs with their distances, however many there are\n"
    "                     (default: 20 in the table; JSON and CSV: if at most 1000 pairs)\n"
    "  -j, --jobs N       use N threads (default: all processors); the result is the same\n" CLI_QUIET_HELP
    "  -v, --verbose      list all clear and ignored pairs, and the ids of clashes\n" CLI_COLOR_HELP "\n"
    "examples:\n"
    "  farkas check bracket.stl motor.stl plate.stl --clearance 5mm\n"
    "  farkas check cell.json --json > result.json\n"
    "  farkas check panda.urdf --srdf panda.srdf --joints ready\n"
    "  farkas check *.stl --ignore 'bolt*,nut*=screwed together' --at arm=0,0,120,0,0,90deg\n"
    "\n"
    "exit status: 0 no clash, 1 a clash, 2 trouble, 3 a pair is undecided, 130 Ctrl-C\n";

static const cli_option option_list[] = {
    CLI_TEXT("--ignore-overlap", analysis_settings, rules.ignore_overlap),
    CLI_FLAG("--volume", analysis_settings, wants_volume),
    CLI_FLAG("--distances", analysis_settings, wants_distances),
    RUN_SLOTS,
    PAIR_RULE_OPTIONS(analysis_settings, rules),
    PART_OPTIONS(analysis_settings, part),
    PART_TIME_OPTION(analysis_settings, part),
    CLI_END,
};

const cli_option_table check_option_table = {"check", help, option_list, analysis_note_option};

/* A check as people read it: the question, a line for each pair that matters, a closing sentence. */
typedef struct check_table {
    fk_check_report report;
    double clearance; /* required of all pairs, or 0 */
    double seconds;   /* printed on a terminal only, so that the same check gives the same bytes */
    bool is_unit_assumed;
    bool was_stopped;      /* at the first clash */
    bool lists_clear_ones; /* all of them, however many */
} check_table;

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

static void put_distance(const check_table *table, const fk_check_pair *pair)
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
        put_distance(table, pair);
        return;
    default:
        return;
    }
    put_depth(table, pair);
    put_volume(table, pair);
    if (pair->kind != FK_CLASH_DUPLICATE)
        table_box(&pair->box);
}

void check_begin_line(fk_clash kind, bool is_clash, const char *a, const char *b, int width)
{
    char word[16];
    snprintf(word, sizeof word, "%s", fk_clash_word(kind));
    for (char *c = word; is_clash && *c != '\0'; c++)
        *c = (char)(*c - 'a' + 'A');
    table_begin(word,
                is_clash                     ? TABLE_RED
                : kind == FK_CLASH_UNDECIDED ? TABLE_YELLOW
                                             : TABLE_PLAIN,
                a, b, width);
}

static void put_check_pair(const check_table *table, const fk_check_pair *pair, int width)
{
    const char *a = table->report.part[pair->a].name, *b = table->report.part[pair->b].name;
    check_begin_line(pair->kind, pair->is_clash, a, b, width);
    put_details(table, pair);
    cli_print("%s", pair->has_surface && pair->kind != FK_CLASH_CLEAR ? "   (a surface)" : "");
    review_print_id(a, b, pair->is_clash);
    review_print_pair(table->report.record, (size_t)(pair - table->report.check->pair));
    cli_print("\n");
}

/* ---- The table ----------------------------------------------------------------------------------------- */

void check_headline_text(char *text, size_t size, const check_headline *question)
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

static void put_check_head(const check_table *table)
{
    const fk_check *check = table->report.check;
    check_headline question = {table->report.part_count, check->tested,       check->ignored_count,
                               table->clearance,         table->report.units, table->is_unit_assumed};
    char line[256];
    check_headline_text(line, sizeof line, &question);
    table_head(line, table->seconds);
}

int check_ignored_width(const fk_check_part *part, const fk_check_ignored *ignored, size_t count,
                        const fk_provenance *record)
{
    int width = 0;
    for (size_t i = 0; cli_is_verbose() && i < count; i++)
        width = table_widen(width, part[ignored[i].a].name, part[ignored[i].b].name);
    for (uint32_t i = 0; record != NULL && i < record->resolved_count; i++)
        width = table_widen(width, record->resolved[i].a, record->resolved[i].b);
    return width;
}

void check_print_ignored(const fk_check_part *part, const fk_check_ignored *ignored, size_t count, int width)
{
    for (size_t i = 0; cli_is_verbose() && i < count; i++) {
        table_begin("ignored", TABLE_PLAIN, part[ignored[i].a].name, part[ignored[i].b].name, width);
        cli_print("   %s\n", ignored[i].reason);
    }
}

/* Sorts clashes first, the worst kinds first, then undecided pairs, then the rest; each group in the order of the
 * parts. */
enum { RANK_UNDECIDED = FK_CLASH_COUNT, RANK_MEETING, RANK_CLEAR, RANKS };

static int rank_pair(const fk_check_pair *pair)
{
    return pair->is_clash                     ? FK_CLASH_COUNT - 1 - (int)pair->kind
           : pair->kind == FK_CLASH_UNDECIDED ? RANK_UNDECIDED
           : pair->kind == FK_CLASH_CLEAR     ? RANK_CLEAR
                                              : RANK_MEETING;
}

/* Prints how many clear pairs are not listed, and the distance of the nearest of them. */
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
        const fk_check_part *part = table->report.part;
        cli_print(", nearest %s: %s %s; --distances lists all",
                  table_pair_name(name, part[nearest->a].name, part[nearest->b].name),
                  check_length_text(length, nearest->distance.hi, nearest->distance.hi), table->report.units);
    }
    cli_print("\n");
}

static void put_check_pairs(const check_table *table)
{
    const fk_check *check = table->report.check;
    const fk_check_part *part = table->report.part;
    int width = check_ignored_width(part, check->ignored, check->ignored_count, table->report.record);
    for (size_t i = 0; i < check->pair_count; i++)
        width = table_widen(width, part[check->pair[i].a].name, part[check->pair[i].b].name);
    uint64_t hidden = check->omitted;
    bool has_all_clear =
        cli_is_verbose() || table->lists_clear_ones || check->count[FK_CLASH_CLEAR] <= CLEAR_LINES;
    for (int rank = 0; rank < RANKS; rank++)
        for (size_t i = 0; i < check->pair_count; i++) {
            if (rank_pair(&check->pair[i]) != rank)
                continue;
            if (rank == RANK_CLEAR && !has_all_clear)
                hidden++;
            else
                put_check_pair(table, &check->pair[i], width);
        }
    if (hidden > 0)
        put_hidden(table, hidden);
    check_print_ignored(part, check->ignored, check->ignored_count, width);
    review_print_resolved(table->report.record, width);
}

uint64_t check_print_incomplete(bool is_incomplete, const uint64_t count[FK_CLASH_COUNT], uint64_t tested)
{
    uint64_t finished = 0;
    for (int kind = 0; kind < FK_CLASH_COUNT; kind++)
        finished += count[kind];
    if (!is_incomplete)
        return tested;
    cli_print("Incomplete: cancelled after %" PRIu64 " of %" PRIu64 " pairs.\n", finished, tested);
    return finished;
}

static void put_check_sentence(const check_table *table, uint64_t pairs, const char *undecided)
{
    const fk_check *check = table->report.check;
    cli_print("%" PRIu64 " clash%s", check->clashes, check->clashes == 1 ? "" : "es");
    review_print_count(table->report.record, fk_check_reviews(&table->report));
    cli_print(" in %" PRIu64 " pair%s, %s undecided", pairs, pairs == 1 ? "" : "s", undecided);
    review_print_end(table->report.record);
    cli_print(".\n");
}

static void print_check_table(const check_table *table)
{
    const fk_check *check = table->report.check;
    put_check_head(table);
    put_check_pairs(table);
    uint64_t undecided = check->count[FK_CLASH_UNDECIDED];
    char count[32];
    snprintf(count, sizeof count, "%" PRIu64, undecided);
    uint64_t pairs = check_print_incomplete(check->is_incomplete, check->count, check->tested);
    if (table->was_stopped)
        cli_print("Stopped at the first clash.\n");
    else
        put_check_sentence(table, pairs, undecided == 0 ? "none" : count);
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

/* Notes that users should read: assumed units, sizes that differ too much, surfaces, overlaps that are all shallow. */
static void print_check_notes(const check_table *table)
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

/* ---- Output -------------------------------------------------------------------------------------------- */

static fk_status write_check_junit(const void *report, fk_write_function *write, void *user)
{
    return fk_check_write_junit(report, write, user);
}

static bool write_check_result(const analysis_settings *s, const check_table *table)
{
    if (s->junit != NULL && !cli_file_write(s->junit, write_check_junit, &table->report))
        return false;
    if (s->as_json)
        fk_check_write_json(&table->report, cli_write_function, NULL);
    else if (s->as_csv)
        fk_check_write_csv(&table->report, cli_write_function, NULL);
    else if (!cli_is_output(s->junit) && !cli_is_output(s->page.output))
        print_check_table(table);
    return true;
}

/* Says which pose the robot has and which links are compared, if the user gave neither: the findings would surprise. */
static void note_robot_pose(const analysis *about, const part_settings *part)
{
    const fk_scene *scene = about->list.scene;
    if (scene->robot_count != 1 || about->list.is_scene || about->check->clashes == 0)
        return;
    const char *joints = part->joints == NULL && part->trajectory == NULL
                             ? "all joints are at 0, or as near as their limits allow (--joints)"
                             : "";
    const char *pairs = part->srdf == NULL ? "only links that are joined are left out (--srdf)" : "";
    if (*joints != '\0' || *pairs != '\0')
        cli_note("%s%s%s", joints, *joints != '\0' && *pairs != '\0' ? "; " : "", pairs);
}

static bool print_check(analysis *about, const analysis_settings *s)
{
    const fk_check *check = about->check;
    check_table table = {.report = about->checked,
                         .clearance = pair_rules_clearance(&about->rules),
                         .seconds = about->seconds,
                         .is_unit_assumed = about->list.is_unit_assumed,
                         .was_stopped = s->stops_at_clash && check->clashes > 0,
                         .lists_clear_ones = s->wants_distances};
    if (!write_check_result(s, &table))
        return false;
    if (check->clashes > 0)
        analysis_settings_hint(s);
    print_check_notes(&table);
    note_robot_pose(about, &s->part);
    if (analysis_moves(about) && !s->part.has_time)
        cli_note("parts move, and this is t = %g s: farkas sweep looks at all times", about->show.time);
    return true;
}

int verb_check(int argc, char **argv)
{
    static const analysis_verb verb = {&check_option_table, "files, a scene or a robot",
                                       analysis_settings_check, analysis_check, print_check};
    return analysis_verb_run(&verb, argc, argv);
}
