/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas sweep: when moving parts first touch, when again, and how close they come.
 *
 * Times are brackets: the table prints the middle with as many digits as the bracket supports, and rounds the ends
 * outward, so that the printed bracket is still true. */

#include "analysis.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char help[] =
    "usage: farkas sweep [OPTION]... SCENE.json\n"
    "       farkas sweep [OPTION]... ROBOT.urdf --trajectory T.csv [--scene S.json] [FILE]...\n"
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

/* The table lists up to this many stretches of a pair. */
#define STRETCH_WORDS  3
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

/* A time with six digits of the longest one. */
static table_text plain_time(const analysis *about, double time)
{
    table_text out;
    double longest = fmax(fabs(about->found->from), fabs(about->found->to));
    double unit = pow(10, floor(log10(longest)) - 5), rounded = round(time / unit) * unit;
    bool is_good = isfinite(rounded) && longest > 1e-300;
    snprintf(out.text, sizeof out.text, "%.6g", is_good ? rounded + 0.0 : time);
    return out;
}

/* "t = 1.37460 s (1.37458 … 1.37462)" */
static void put_bracket(const fk_stretch *stretch)
{
    fk_interval time = stretch->enter;
    int decimals = bracket_decimals(time);
    if (stretch->is_exact || time.hi - time.lo <= 1e-9 * fmax(fabs(time.lo), fabs(time.hi)))
        cli_print("t = %.9g s", time.hi);
    else
        cli_print("t = %.*f s (%.*f … %.*f)", decimals, time.lo / 2 + time.hi / 2, decimals,
                  round_outward(time.lo, decimals, false), decimals, round_outward(time.hi, decimals, true));
}

/* ---- Stretches ----------------------------------------------------------------------------------------- */

/* Whether a stretch lasts from the beginning to the end of the motion. */
static bool is_always(const analysis *about, const fk_stretch *stretch)
{
    return stretch->enter.hi <= about->found->from && stretch->leave.hi >= about->found->to;
}

static void put_until(const analysis *about, const fk_stretch *stretch)
{
    if (stretch->leave.hi >= about->found->to)
        cli_print(", until the end");
    else if (stretch->leave.hi > stretch->enter.hi)
        cli_print(", until %s s", plain_time(about, stretch->leave.hi).text);
}

/* Finds the first stretch that is known, or that is not. */
static uint32_t find_stretch(const fk_stretch *stretch, uint32_t count, bool is_known)
{
    for (uint32_t i = 0; i < count; i++)
        if ((stretch[i].kind != FK_STRETCH_UNDECIDED) == is_known)
            return i;
    return FK_NONE;
}

static void put_more(const analysis *about, const fk_stretch *stretch, uint32_t count, uint32_t first)
{
    uint32_t more = 0, most = cli_is_verbose() ? UINT32_MAX : STRETCH_WORDS;
    for (uint32_t i = first + 1; i < count; i++)
        if (stretch[i].kind != FK_STRETCH_UNDECIDED && ++more <= most)
            cli_print("; again at t = %s s, until %s s", plain_time(about, stretch[i].enter.hi).text,
                      plain_time(about, stretch[i].leave.hi).text);
    if (more > most)
        cli_print("; and %" PRIu32 " times more", more - most);
}

static void put_contact(const analysis *about, const fk_sweep_pair *pair)
{
    uint32_t first = find_stretch(pair->contact, pair->contact_count, true);
    if (first == FK_NONE)
        return;
    const fk_stretch *stretch = &pair->contact[first];
    bool is_near = stretch->kind == FK_STRETCH_NEAR, is_at_start = stretch->enter.hi <= about->found->from;
    cli_print("   ");
    if (is_near)
        cli_print("within %s %s ", table_length(pair->tolerance, 0).text, about->list.units);
    if (is_always(about, stretch)) {
        cli_print("at all times");
    } else {
        cli_print(is_at_start ? "at the start" : is_near ? "at " : "first contact ");
        if (!is_at_start)
            put_bracket(stretch);
        put_until(about, stretch);
    }
    if (is_near)
        cli_print("; whether they touch is not decided");
    put_more(about, pair->contact, pair->contact_count, first);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static void put_closest(const analysis *about, const fk_sweep_pair *pair)
{
    if (!pair->has_closest ||
        !table_distance(about, pair, pair->is_still ? "" : "closest ", pair->closest.hi))
        return;
    if (pair->is_still)
        cli_print(" at all times");
    else
        cli_print(" at t = %s s", plain_time(about, pair->closest_time).text);
}

static void put_below(const analysis *about, const fk_sweep_pair *pair)
{
    uint32_t first = find_stretch(pair->below, pair->below_count, true);
    const fk_stretch *below = first != FK_NONE ? &pair->below[first] : NULL;
    if (below == NULL || pair->is_still || is_always(about, below))
        return;
    cli_print(", too close from %s to %s s", plain_time(about, below->enter.hi).text,
              plain_time(about, below->leave.hi).text);
    put_more(about, pair->below, pair->below_count, first);
}

/* Starts a line below the names. */
#define SECOND_LINE "\n             "

static void put_joints(const analysis *about, const fk_sweep_pair *pair)
{
    const fk_sweep_report *report = &about->swept;
    double time = fk_sweep_moment(pair);
    if (report->joint_count == 0 || pair->is_still || !isfinite(time) ||
        !(pair->is_clash || cli_is_verbose()))
        return;
    cli_print(SECOND_LINE "joints %s:", pair->contact_count > 0 ? "at contact" : "then");
    for (uint32_t i = 0; i < report->joint_count; i++)
        cli_print(" %.4g", report->joint_value(report->joint_user, i, time));
}

/* Prints the undecided times, and how to resolve them. */
static void put_undecided(const analysis *about, const fk_sweep_pair *pair)
{
    bool is_contact = find_stretch(pair->contact, pair->contact_count, false) != FK_NONE;
    const fk_stretch *stretch = is_contact ? pair->contact : pair->below;
    uint32_t count = is_contact ? pair->contact_count : pair->below_count;
    uint32_t first = find_stretch(stretch, count, false), last = first, open = 0;
    for (uint32_t i = first; i < count; i++)
        if (stretch[i].kind == FK_STRETCH_UNDECIDED) {
            last = i;
            open++;
        }
    if (open > 0) {
        cli_print(pair->kind == FK_CLASH_UNDECIDED ? "   " : SECOND_LINE);
        cli_print("t = %s … %s s%s not decided%s", plain_time(about, stretch[first].enter.lo).text,
                  plain_time(about, stretch[last].leave.hi).text, open > 1 ? ", at several times," : "",
                  pair->is_still ? "" : "; try a larger --budget, or a larger --tolerance");
    } else if (pair->kind == FK_CLASH_UNDECIDED) {
        first = find_stretch(pair->below, pair->below_count, true);
        cli_print(
            "   within %s %s of %s %s at t = %s s; whether closer is not decided: try a smaller "
            "--tolerance, or another --clearance",
            table_length(pair->tolerance, 0).text, about->list.units, table_length(pair->clearance, 0).text,
            about->list.units,
            plain_time(about, first != FK_NONE ? pair->below[first].enter.hi : about->found->from).text);
    }
}

static void put_sweep_details(const analysis *about, const fk_sweep_pair *pair)
{
    if (pair->kind >= FK_CLASH_CONTACT) {
        put_contact(about, pair);
    } else if (pair->kind != FK_CLASH_UNDECIDED) {
        put_closest(about, pair);
        put_below(about, pair);
    }
}

static void put_sweep_more(const analysis *about, const fk_sweep_pair *pair)
{
    put_undecided(about, pair);
    put_joints(about, pair);
}

/* ---- The table ----------------------------------------------------------------------------------------- */

static void write_sweep_times(const analysis *about, char *text, size_t size)
{
    snprintf(text, size, "t = %s … %s s, no gap between samples; ",
             plain_time(about, about->found->from).text, plain_time(about, about->found->to).text);
}

/* The time of a clash, or the distance of a clear pair. */
static double sweep_key(const fk_sweep_pair *pair)
{
    bool is_contact = pair->kind >= FK_CLASH_CONTACT;
    const fk_stretch *stretch = is_contact ? pair->contact : pair->below;
    uint32_t first = find_stretch(stretch, is_contact ? pair->contact_count : pair->below_count, true);
    if (!pair->is_clash)
        return pair->has_closest ? pair->closest.hi : 0;
    return first != FK_NONE ? stretch[first].enter.hi : 0;
}

static void put_further(const analysis *about, bool are_hidden)
{
    (void)about;
    cli_print("%s", are_hidden ? ", further apart; -v lists all" : "");
}

/* Prints "1 hard clash, 1 clearance violation", counting clashes. */
static void put_sweep_sentence(const analysis *about, uint64_t pairs, bool was_stopped)
{
    static const char *const one[FK_CLASH_COUNT] = {[FK_CLASH_CLEARANCE] = "clearance violation",
                                                    [FK_CLASH_CONTACT] = "contact",
                                                    [FK_CLASH_HARD] = "hard clash",
                                                    [FK_CLASH_CONTAINED] = "contained part",
                                                    [FK_CLASH_DUPLICATE] = "duplicate"};
    const fk_sweep *sweep = about->found;
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
    table_reviews(about);
    if (undecided > 0)
        cli_print(", %" PRIu64 " undecided", undecided);
    cli_print("%s", sweep->clashes == 0 && undecided == 0 ? ", none undecided" : "");
    table_end(about);
    cli_print("%s\n", was_stopped ? " Stopped at the first clash." : "");
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static fk_status write_distances(const void *what, fk_write_function *write, void *user)
{
    return fk_sweep_write_distances(what, write, user);
}

/* Writes distances over time, if requested. */
static bool write_samples(analysis *about)
{
    const analysis_settings *s = about->settings;
    fk_sweep_distances what = {.context = about->context,
                               .motion = about->list.motion,
                               .part = about->list.parts->moving,
                               .part_count = about->list.count,
                               .samples = (uint32_t)(s->samples > 0 ? s->samples : 101)};
    if (s->distances == NULL || about->found->is_incomplete)
        return true;
    if (!analysis_sweep_options(about, &what.options))
        return false;
    what.options.from = about->found->from;
    what.options.to = about->found->to;
    return cli_file_write(s->distances, write_distances, &what);
}

static void note_sweep(const analysis *about)
{
    const fk_scene *scene = about->list.scene;
    for (uint32_t i = 0; i < scene->test_count; i++)
        if (scene->test[i].has_ignore_overlap) {
            cli_note("overlaps count, however shallow: a sweep does not look at \"ignore_overlap\"");
            break;
        }
}

int verb_sweep(int argc, char **argv)
{
    static const analysis_verb verb = {.table = &sweep_option_table,
                                       .needs = "a scene or a robot",
                                       .check_settings = check_sweep_settings,
                                       .run = analysis_sweep,
                                       .write_times = write_sweep_times,
                                       .put_details = put_sweep_details,
                                       .put_more = put_sweep_more,
                                       .sort_key = sweep_key,
                                       .lists_nearest = true,
                                       .put_hidden = put_further,
                                       .put_sentence = put_sweep_sentence,
                                       .write_more = write_samples,
                                       .note = note_sweep};
    return analysis_verb_run(&verb, argc, argv);
}
