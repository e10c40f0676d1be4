/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas sweep: when moving parts first touch, when again, and how close they come.
 *
 * Times are brackets: the table prints the middle with as many digits as the bracket supports, and rounds the ends
 * outward, so that the printed bracket is still true. */

#include "analysis.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas sweep [OPTION]... SCENE.json\n"
    "       farkas sweep [OPTION]... ROBOT.urdf --trajectory T.csv [--scene S.json]\n"
    "\n"
    "Finds when moving parts touch, first and again, and how close they come if that is below\n"
    "the clearance. Proves that nothing else happens: the motion is not sampled.\n"
    "The scene has parts with \"motion\" and robots; or a robot follows a trajectory.\n"
    "'farkas demo' writes a sample to start with.\n"
    "\n"
    "options: the question\n" PAIR_RULE_LIMITS_HELP PAIR_RULE_PAIRS_HELP
    "      --first        only the first clash in time\n"
    "      --from T       begin at this time, in seconds (default: the first of the motion)\n"
    "      --to T         end at this time (default: the last of the motion)\n"
    "      --closest      how close all pairs come, clear ones, too; list the 20 nearest\n"
    "\n"
    "options: accuracy\n"
    "      --tolerance L  an undecided approach closer than this counts as contact\n"
    "                     (default: a millionth of the smaller part's size)\n"
    "      --resolution T gaps shorter than this, as 1ms, between two contacts may be missed\n"
    "                     (default: 1/4096 of the whole time)\n"
    "      --budget N     test about N pairs of triangles or pieces for each question, then\n"
    "                     leave it undecided (default: 10000000; 0: no limit)\n"
    "      --seconds S    stop each question after S seconds, and leave it undecided; the\n"
    "                     result then depends on the machine\n"
    "\n"
    "options: earlier results\n" REVIEW_OPTIONS_HELP "\n"
    "options: robots\n" PART_ROBOT_HELP "\n"
    "options: reading files\n"
    "      --units U      the files' unit: mm (default), cm, m or in\n"
    "      --up AXIS      the files' up axis: x, y or z (default); it becomes z\n"
    "      --weld LENGTH  merge vertices up to this far apart (default: equal ones)\n"
    "      --join         merge all parts of a file into one\n"
    "\n"
    "options: output\n"
    "      --json         the result as JSON\n"
    "      --csv          the result as CSV, a line for each pair\n"
    "      --junit FILE   also write the result as JUnit XML\n" PAGE_OPTIONS_HELP "      --distances FILE\n"
    "                     also write distances over time as CSV: t,a,b,lo,hi,least; the pair is\n"
    "                     proved to stay at least `least` apart until its next line\n"
    "      --samples N    number of times for --distances (default: 101)\n"
    "  -j, --jobs N       use N threads (default: all processors); the result is the same\n" CLI_QUIET_HELP
    "  -v, --verbose      list all contacts of each pair, and ignored pairs; with --closest,\n"
    "                     also all clear pairs\n" CLI_COLOR_HELP "\n"
    "examples:\n"
    "  farkas sweep cell.json --clearance 5mm\n"
    "  farkas sweep arm.urdf --srdf arm.srdf --scene hall.json --trajectory pick.csv\n"
    "  farkas sweep cell.json --first --json > first.json\n"
    "  farkas sweep cell.json --between tool,post --distances gap.csv\n"
    "\n"
    "exit status: 0 no clash, 1 a clash, 2 trouble, 3 a pair is undecided, 130 Ctrl-C\n";

/* Reads a number of seconds above 0, with or without a unit. */
static bool read_sweep_seconds(const char *option, const char *text, void *field)
{
    double value;
    if (!fk_number_parse(text, strlen(text), &value))
        return cli_read_seconds(option, text, field);
    if (!(value > 0 && value <= 1e9))
        return cli_refuse("%s: '%s' is not a time above 0, such as 10ms or 2", option, text);
    *(double *)field = value;
    return true;
}

static bool read_samples(const char *option, const char *text, void *field)
{
    return cli_whole_number_to(option, text, 10000000, field);
}

static const cli_option option_list[] = {
    CLI_READ("--from", part_read_moment, analysis_settings, from),
    CLI_READ("--to", part_read_moment, analysis_settings, to),
    CLI_FLAG("--closest", analysis_settings, wants_closest),
    CLI_TEXT("--tolerance", analysis_settings, tolerance),
    CLI_READ("--resolution", read_sweep_seconds, analysis_settings, resolution),
    CLI_WHOLE("--budget", analysis_settings, budget),
    CLI_READ("--seconds", read_sweep_seconds, analysis_settings, seconds),
    CLI_TEXT("--distances", analysis_settings, distances),
    CLI_READ("--samples", read_samples, analysis_settings, samples),
    PART_ROBOT_OPTIONS(analysis_settings, part),
    CLI_READ("--units", mesh_read_units, analysis_settings, part.mesh),
    CLI_READ("--up", mesh_read_up, analysis_settings, part.mesh),
    CLI_TEXT("--weld", analysis_settings, part.mesh.weld),
    CLI_FLAG("--join", analysis_settings, part.mesh.join),
    RUN_SLOTS,
    PAIR_RULE_OPTIONS(analysis_settings, rules),
    CLI_END,
};

const cli_option_table sweep_option_table = {"sweep", help, option_list, analysis_note_option};

static bool check_sweep_settings(const analysis_settings *s)
{
    if (s->from > s->to)
        cli_trouble("--from is later than --to");
    else if (s->distances == NULL && s->samples != 0)
        cli_trouble("--samples is for --distances FILE");
    else if (s->samples == 1)
        cli_trouble("--samples: at least 2, the first and the last time");
    else
        return analysis_settings_check(s);
    return false;
}

/* A sweep as people read it: the question, one or two lines for each pair that matters, a closing sentence. */
typedef struct sweep_table {
    fk_sweep_report report;
    const fk_check_part *part; /* the same parts, for notes */
    double clearance;          /* required of all pairs, or 0 */
    double seconds;            /* printed on a terminal only, so that the same sweep gives the same bytes */
    bool is_unit_assumed;
    bool was_stopped; /* at the first clash */
} sweep_table;

/* The table lists up to this many clear pairs, unless the user asks for more; and this many stretches of a pair. */
#define CLEAR_LINES    20
#define STRETCH_WORDS  3
#define TIME_TEXT      64
#define MOST_DECIMALS  9
#define LEAST_DECIMALS 2

/* ---- Times --------------------------------------------------------------------------------------------- */

/* Returns how many decimals a bracket supports. */
static int bracket_decimals(fk_interval time)
{
    double width = time.hi - time.lo;
    int decimals = LEAST_DECIMALS;
    for (double unit = 0.01; decimals < MOST_DECIMALS && unit > width; decimals++)
        unit /= 10;
    return decimals;
}

static double round_outward(double time, int decimals, bool is_up)
{
    double scale = pow(10, decimals), scaled = time * scale;
    if (!(fabs(scaled) < 0x1p52))
        return time;
    return (is_up ? ceil(scaled) : floor(scaled)) / scale;
}

/* Writes a time with six digits of the longest one. */
static void write_plain_time(const sweep_table *table, char text[TIME_TEXT], double time)
{
    const fk_sweep *sweep = table->report.sweep;
    double longest = fmax(fabs(sweep->from), fabs(sweep->to));
    double unit = pow(10, floor(log10(longest)) - 5), rounded = round(time / unit) * unit;
    bool is_good = isfinite(rounded) && longest > 1e-300;
    snprintf(text, TIME_TEXT, "%.6g", is_good ? rounded + 0.0 : time);
}

/* "t = 1.37460 s (1.37458 … 1.37462)" */
static void put_bracket(const fk_stretch *stretch)
{
    fk_interval time = stretch->enter;
    char text[TIME_TEXT];
    if (stretch->is_exact || time.hi - time.lo <= 1e-9 * fmax(fabs(time.lo), fabs(time.hi))) {
        snprintf(text, sizeof text, "%.9g", time.hi);
        cli_print("t = %s s", text);
        return;
    }
    int decimals = bracket_decimals(time);
    cli_print("t = %.*f s (%.*f … %.*f)", decimals, time.lo / 2 + time.hi / 2, decimals,
              round_outward(time.lo, decimals, false), decimals, round_outward(time.hi, decimals, true));
}

/* ---- Stretches ----------------------------------------------------------------------------------------- */

/* Whether a stretch lasts from the beginning to the end of the motion. */
static bool is_always(const sweep_table *table, const fk_stretch *stretch)
{
    return stretch->enter.hi <= table->report.sweep->from && stretch->leave.hi >= table->report.sweep->to;
}

static void put_until(const sweep_table *table, const fk_stretch *stretch)
{
    char text[TIME_TEXT];
    if (stretch->leave.hi >= table->report.sweep->to) {
        cli_print(", until the end");
    } else if (stretch->leave.hi > stretch->enter.hi) {
        write_plain_time(table, text, stretch->leave.hi);
        cli_print(", until %s s", text);
    }
}

/* Finds the first stretch that is known, or that is not. */
static uint32_t find_stretch(const fk_stretch *stretch, uint32_t count, bool is_known)
{
    for (uint32_t i = 0; i < count; i++)
        if ((stretch[i].kind != FK_STRETCH_UNDECIDED) == is_known)
            return i;
    return FK_NONE;
}

static void put_more(const sweep_table *table, const fk_stretch *stretch, uint32_t count, uint32_t first)
{
    char text[TIME_TEXT];
    uint32_t more = 0;
    for (uint32_t i = first + 1; i < count; i++) {
        if (stretch[i].kind == FK_STRETCH_UNDECIDED)
            continue;
        more++;
        if (more > STRETCH_WORDS && !cli_is_verbose())
            continue;
        write_plain_time(table, text, stretch[i].enter.hi);
        cli_print("; again at t = %s s", text);
        write_plain_time(table, text, stretch[i].leave.hi);
        cli_print(", until %s s", text);
    }
    if (more > STRETCH_WORDS && !cli_is_verbose())
        cli_print("; and %" PRIu32 " times more", more - STRETCH_WORDS);
}

static void put_contact(const sweep_table *table, const fk_sweep_pair *pair)
{
    uint32_t first = find_stretch(pair->contact, pair->contact_count, true);
    if (first == FK_NONE)
        return;
    const fk_stretch *stretch = &pair->contact[first];
    char text[FK_NUMBER_SIZE];
    bool is_near = stretch->kind == FK_STRETCH_NEAR;
    cli_print("   ");
    if (is_near)
        cli_print("within %s %s ", check_length_text(text, pair->tolerance, 0), table->report.units);
    if (is_always(table, stretch)) {
        cli_print("at all times");
    } else if (stretch->enter.hi <= table->report.sweep->from) {
        cli_print("at the start");
        put_until(table, stretch);
    } else {
        cli_print(is_near ? "at " : "first contact ");
        put_bracket(stretch);
        put_until(table, stretch);
    }
    if (is_near)
        cli_print("; whether they touch is not decided");
    put_more(table, pair->contact, pair->contact_count, first);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static void put_closest(const sweep_table *table, const fk_sweep_pair *pair)
{
    char length[FK_NUMBER_SIZE], limit[FK_NUMBER_SIZE], time[TIME_TEXT];
    const char *units = table->report.units;
    if (!pair->has_closest)
        return;
    if (!(pair->closest.hi < HUGE_VAL)) {
        cli_print("   one is empty");
        return;
    }
    bool is_close = pair->kind == FK_CLASH_CLEARANCE;
    check_length_text(length, pair->closest.hi, is_close ? pair->clearance : pair->closest.hi);
    write_plain_time(table, time, pair->closest_time);
    cli_print(pair->is_still ? "   %s %s" : "   closest %s %s", length, units);
    if (is_close)
        cli_print(" < %s %s", check_length_text(limit, pair->clearance, pair->closest.hi), units);
    if (pair->is_still)
        cli_print(" at all times");
    else
        cli_print(" at t = %s s", time);
}

static void put_below(const sweep_table *table, const fk_sweep_pair *pair)
{
    char from[TIME_TEXT], to[TIME_TEXT];
    uint32_t first = find_stretch(pair->below, pair->below_count, true);
    if (first == FK_NONE || pair->is_still || is_always(table, &pair->below[first]))
        return;
    write_plain_time(table, from, pair->below[first].enter.hi);
    write_plain_time(table, to, pair->below[first].leave.hi);
    cli_print(", too close from %s to %s s", from, to);
    put_more(table, pair->below, pair->below_count, first);
}

/* Starts a line below the names. */
static void begin_second_line(void)
{
    cli_print("\n%13s", "");
}

static void put_joints(const sweep_table *table, const fk_sweep_pair *pair)
{
    const fk_sweep_report *report = &table->report;
    double time = fk_sweep_moment(pair);
    if (report->joint_count == 0 || pair->is_still || !isfinite(time) ||
        !(pair->is_clash || cli_is_verbose()))
        return;
    begin_second_line();
    cli_print("joints %s:", pair->contact_count > 0 ? "at contact" : "then");
    for (uint32_t i = 0; i < report->joint_count; i++)
        cli_print(" %.4g", report->joint_value(report->joint_user, i, time));
}

/* Prints the undecided times, and how to resolve them. */
static void put_undecided(const sweep_table *table, const fk_sweep_pair *pair)
{
    char from[TIME_TEXT], to[TIME_TEXT], tolerance[FK_NUMBER_SIZE], limit[FK_NUMBER_SIZE];
    bool is_contact = find_stretch(pair->contact, pair->contact_count, false) != FK_NONE;
    const fk_stretch *stretch = is_contact ? pair->contact : pair->below;
    uint32_t count = is_contact ? pair->contact_count : pair->below_count;
    uint32_t first = find_stretch(stretch, count, false);
    if (first != FK_NONE) {
        uint32_t last = first, open = 0;
        for (uint32_t i = first; i < count; i++)
            if (stretch[i].kind == FK_STRETCH_UNDECIDED) {
                last = i;
                open++;
            }
        write_plain_time(table, from, stretch[first].enter.lo);
        write_plain_time(table, to, stretch[last].leave.hi);
        if (pair->kind != FK_CLASH_UNDECIDED)
            begin_second_line();
        else
            cli_print("   ");
        cli_print("t = %s … %s s%s not decided", from, to, open > 1 ? ", at several times," : "");
        cli_print(pair->is_still ? "" : "; try a larger --budget, or a larger --tolerance");
    } else if (pair->kind == FK_CLASH_UNDECIDED) {
        first = find_stretch(pair->below, pair->below_count, true);
        write_plain_time(table, from,
                         first != FK_NONE ? pair->below[first].enter.hi : table->report.sweep->from);
        cli_print("   within %s %s of %s %s at t = %s s; whether closer is not decided: try a smaller "
                  "--tolerance, or another --clearance",
                  check_length_text(tolerance, pair->tolerance, 0), table->report.units,
                  check_length_text(limit, pair->clearance, 0), table->report.units, from);
    }
}

static void put_sweep_pair(const sweep_table *table, const fk_sweep_pair *pair, int width)
{
    const char *a = table->part[pair->a].name, *b = table->part[pair->b].name;
    check_begin_line(pair->kind, pair->is_clash, a, b, width);
    if (pair->kind >= FK_CLASH_CONTACT) {
        put_contact(table, pair);
    } else if (pair->kind != FK_CLASH_UNDECIDED) {
        put_closest(table, pair);
        put_below(table, pair);
    }
    cli_print("%s", pair->has_surface && pair->kind != FK_CLASH_CLEAR ? "   (a surface)" : "");
    review_print_id(a, b, pair->is_clash);
    review_print_pair(table->report.record, (size_t)(pair - table->report.sweep->pair));
    put_undecided(table, pair);
    put_joints(table, pair);
    cli_print("\n");
}

/* ---- The table ----------------------------------------------------------------------------------------- */

static void put_sweep_head(const sweep_table *table)
{
    const fk_sweep *sweep = table->report.sweep;
    char asked[256], line[512], from[TIME_TEXT], to[TIME_TEXT];
    check_headline question = {table->report.part_count, sweep->tested,       sweep->ignored_count,
                               table->clearance,         table->report.units, table->is_unit_assumed};
    check_headline_text(asked, sizeof asked, &question);
    write_plain_time(table, from, sweep->from);
    write_plain_time(table, to, sweep->to);
    snprintf(line, sizeof line, "t = %s … %s s, no gap between samples; %s", from, to, asked);
    table_head(line, table->seconds);
}

/* Sorts clashes first, by time, then undecided pairs, then the rest; each group in the order of the parts. If not all
 * clear pairs are listed, the nearest come first. */
typedef struct sweep_row {
    const fk_sweep_pair *pair;
    int rank;
    double key; /* a time, or a distance */
} sweep_row;

static sweep_row make_sweep_row(const fk_sweep_pair *pair, bool has_all_clear)
{
    sweep_row r = {pair,
                   pair->is_clash                     ? 0
                   : pair->kind == FK_CLASH_UNDECIDED ? 1
                   : pair->kind == FK_CLASH_CLEAR     ? 3
                                                      : 2,
                   0};
    const fk_stretch *stretch = pair->kind >= FK_CLASH_CONTACT ? pair->contact : pair->below;
    uint32_t count = pair->kind >= FK_CLASH_CONTACT ? pair->contact_count : pair->below_count;
    uint32_t first = find_stretch(stretch, count, true);
    r.key = r.rank == 0 && first != FK_NONE ? stretch[first].enter.hi : 0;
    if (r.rank == 3 && !has_all_clear && pair->has_closest)
        r.key = pair->closest.hi;
    return r;
}

static int compare_rows(const void *a, const void *b)
{
    const sweep_row *first = a, *second = b;
    if (first->rank != second->rank)
        return first->rank < second->rank ? -1 : 1;
    if (first->key < second->key || first->key > second->key)
        return first->key < second->key ? -1 : 1;
    return first->pair < second->pair ? -1 : first->pair > second->pair;
}

static bool put_sweep_pairs(const sweep_table *table)
{
    const fk_sweep *sweep = table->report.sweep;
    sweep_row *rows = malloc((sweep->pair_count + 1) * sizeof *rows);
    if (rows == NULL)
        return cli_no_memory();
    bool has_all_clear = cli_is_verbose() || sweep->count[FK_CLASH_CLEAR] <= CLEAR_LINES;
    const fk_check_part *part = table->part;
    int width = check_ignored_width(part, sweep->ignored, sweep->ignored_count, table->report.record);
    for (size_t i = 0; i < sweep->pair_count; i++) {
        rows[i] = make_sweep_row(&sweep->pair[i], has_all_clear);
        width = table_widen(width, part[sweep->pair[i].a].name, part[sweep->pair[i].b].name);
    }
    qsort(rows, sweep->pair_count, sizeof *rows, compare_rows);
    uint64_t hidden = sweep->omitted;
    int listed = 0; /* clear ones */
    for (size_t i = 0; i < sweep->pair_count; i++) {
        bool is_clear = rows[i].pair->kind == FK_CLASH_CLEAR;
        listed += is_clear;
        if (is_clear && listed > CLEAR_LINES && !has_all_clear)
            hidden++;
        else
            put_sweep_pair(table, rows[i].pair, width);
    }
    free(rows);
    if (hidden > 0)
        cli_print("  %-10s %" PRIu64 " %spair%s%s\n", "clear", hidden, listed > 0 ? "more " : "",
                  hidden == 1 ? "" : "s", listed > CLEAR_LINES ? ", further apart; -v lists all" : "");
    check_print_ignored(part, sweep->ignored, sweep->ignored_count, width);
    review_print_resolved(table->report.record, width);
    return true;
}

/* Prints "1 hard clash, 1 clearance violation", counting clashes. */
static void put_sweep_sentence(const sweep_table *table, uint64_t pairs)
{
    static const char *const one[FK_CLASH_COUNT] = {[FK_CLASH_CLEARANCE] = "clearance violation",
                                                    [FK_CLASH_CONTACT] = "contact",
                                                    [FK_CLASH_HARD] = "hard clash",
                                                    [FK_CLASH_CONTAINED] = "contained part",
                                                    [FK_CLASH_DUPLICATE] = "duplicate"};
    const fk_sweep *sweep = table->report.sweep;
    uint64_t count[FK_CLASH_COUNT] = {0}, undecided = sweep->count[FK_CLASH_UNDECIDED];
    for (size_t i = 0; i < sweep->pair_count; i++)
        count[sweep->pair[i].kind] += sweep->pair[i].is_clash;
    if (sweep->clashes == 0)
        cli_print("No clash in %" PRIu64 " pair%s", pairs, pairs == 1 ? "" : "s");
    const char *between = "";
    for (int kind = FK_CLASH_COUNT - 1; kind >= 0; kind--)
        if (count[kind] > 0) {
            cli_print("%s%" PRIu64 " %s%s", between, count[kind], one[kind],
                      count[kind] == 1        ? ""
                      : kind == FK_CLASH_HARD ? "es"
                                              : "s");
            between = ", ";
        }
    review_print_count(table->report.record, fk_sweep_reviews(&table->report));
    if (undecided > 0)
        cli_print(", %" PRIu64 " undecided", undecided);
    cli_print("%s", sweep->clashes == 0 && undecided == 0 ? ", none undecided" : "");
    review_print_end(table->report.record);
    cli_print(".%s\n", table->was_stopped ? " Stopped at the first clash." : "");
}

static bool print_sweep_table(const sweep_table *table)
{
    put_sweep_head(table);
    if (!put_sweep_pairs(table))
        return false;
    const fk_sweep *sweep = table->report.sweep;
    put_sweep_sentence(table, check_print_incomplete(sweep->is_incomplete, sweep->count, sweep->tested));
    return true;
}

static void print_sweep_notes(const sweep_table *table)
{
    const fk_sweep *sweep = table->report.sweep;
    check_parts parts = {table->part,     sweep->part_count, sweep->is_surface,   sweep->largest,
                         sweep->smallest, sweep->tested,     sweep->ignored_count};
    check_note_parts(&parts);
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static fk_status write_sweep_junit(const void *report, fk_write_function *write, void *user)
{
    return fk_sweep_write_junit(report, write, user);
}

static fk_status write_distances(const void *what, fk_write_function *write, void *user)
{
    return fk_sweep_write_distances(what, write, user);
}

/* Writes distances over time, if requested. */
static bool write_samples(analysis *about, const analysis_settings *s)
{
    fk_sweep_distances what = {.context = about->context,
                               .motion = about->list.motion,
                               .part = about->list.parts->moving,
                               .part_count = about->list.count,
                               .samples = (uint32_t)(s->samples > 0 ? s->samples : 101)};
    if (s->distances == NULL || about->sweep->is_incomplete)
        return true;
    if (!analysis_sweep_options(about, &what.options))
        return false;
    what.options.from = about->sweep->from;
    what.options.to = about->sweep->to;
    return cli_file_write(s->distances, write_distances, &what);
}

static bool write_sweep_result(const analysis_settings *s, const sweep_table *table)
{
    if (s->junit != NULL && !cli_file_write(s->junit, write_sweep_junit, &table->report))
        return false;
    if (s->as_json)
        return fk_sweep_write_json(&table->report, cli_write_function, NULL) == FK_OK;
    if (s->as_csv)
        return fk_sweep_write_csv(&table->report, cli_write_function, NULL) == FK_OK;
    return cli_is_output(s->junit) || cli_is_output(s->distances) || cli_is_output(s->page.output) ||
           print_sweep_table(table);
}

static bool print_sweep(analysis *about, const analysis_settings *s)
{
    const part_list *list = &about->list;
    sweep_table table = {.report = about->swept,
                         .part = list->part,
                         .clearance = pair_rules_clearance(&about->rules),
                         .seconds = about->seconds,
                         .is_unit_assumed = list->is_unit_assumed,
                         .was_stopped = s->stops_at_clash && about->sweep->clashes > 0};
    if (!write_sweep_result(s, &table) || !write_samples(about, s))
        return false;
    if (about->sweep->clashes > 0)
        analysis_settings_hint(s);
    print_sweep_notes(&table);
    for (uint32_t i = 0; i < list->scene->test_count; i++)
        if (list->scene->test[i].has_ignore_overlap) {
            cli_note("overlaps count, however shallow: a sweep does not look at \"ignore_overlap\"");
            break;
        }
    return true;
}

int verb_sweep(int argc, char **argv)
{
    static const analysis_verb verb = {&sweep_option_table, "a scene or a robot", check_sweep_settings,
                                       analysis_sweep, print_sweep};
    return analysis_verb_run(&verb, argc, argv);
}
