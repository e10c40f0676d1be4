/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas check: which parts collide, contain each other or are too close. */

#include "analysis.h"

#include <inttypes.h>
#include <math.h>

static const char help[] =
    "usage: farkas check [OPTION]... FILE...\n"
    "       farkas check [OPTION]... SCENE.json\n"
    "       farkas check [OPTION]... ROBOT.urdf [--srdf FILE] [--scene SCENE.json] [FILE]...\n"
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

/* ---- Lines --------------------------------------------------------------------------------------------- */

static void put_depth(const analysis *about, const fk_check_pair *pair)
{
    const char *units = about->list.units;
    if (pair->has_depth)
        cli_print("   depth %s %s%s", table_length(pair->depth.depth.hi, 0).text, units,
                  pair->depth.is_exact ? "" : " (upper bound)");
    if (pair->has_volume)
        cli_print("   volume %s %s^3 (+- %.1g)",
                  table_length(pair->volume.lo / 2 + pair->volume.hi / 2, 0).text, units,
                  pair->volume.hi / 2 - pair->volume.lo / 2);
}

static void put_check_details(const analysis *about, const fk_check_pair *pair)
{
    const fk_check_part *part = about->list.part;
    fk_clash kind = pair->kind;
    char point[80];
    table_vector(point, sizeof point, pair->point_a);
    if (kind == FK_CLASH_CLEAR || kind == FK_CLASH_CLEARANCE) {
        if (table_distance(about, pair, "", pair->distance.hi) && kind == FK_CLASH_CLEARANCE)
            cli_print("   at %s", point);
    } else if (kind == FK_CLASH_UNDECIDED) {
        cli_print("   %s", fk_check_undecided_reason(&part[pair->a], &part[pair->b]));
    } else if (kind != FK_CLASH_DUPLICATE) {
        if (kind == FK_CLASH_CONTAINED)
            cli_print("   %s is inside", part[pair->a_is_inner ? pair->a : pair->b].name);
        else if (kind == FK_CLASH_CONTACT)
            cli_print("   at %s", point);
        put_depth(about, pair);
        table_box(&pair->box);
    }
}

/* ---- The table ----------------------------------------------------------------------------------------- */

/* The worst kinds first. */
static double check_key(const fk_check_pair *pair)
{
    return -(double)pair->kind;
}

/* Prints the distance of the nearest clear pair. */
static void put_nearest(const analysis *about, bool are_hidden)
{
    const fk_check *check = about->found;
    const fk_check_part *part = about->list.part;
    const fk_check_pair *nearest = NULL;
    char name[TABLE_NAME];
    (void)are_hidden;
    for (size_t i = 0; i < check->pair_count && check->omitted == 0; i++)
        if (check->pair[i].kind == FK_CLASH_CLEAR &&
            (nearest == NULL || check->pair[i].distance.hi < nearest->distance.hi))
            nearest = &check->pair[i];
    if (nearest != NULL && nearest->distance.hi < HUGE_VAL)
        cli_print(", nearest %s: %s %s; --distances lists all",
                  table_pair_name(name, part[nearest->a].name, part[nearest->b].name),
                  table_length(nearest->distance.hi, nearest->distance.hi).text, about->list.units);
}

static void put_check_sentence(const analysis *about, uint64_t pairs, bool was_stopped)
{
    const fk_check *check = about->found;
    uint64_t undecided = check->count[FK_CLASH_UNDECIDED];
    char count[32] = "none";
    if (was_stopped) {
        cli_print("Stopped at the first clash.\n");
        return;
    }
    if (undecided > 0)
        snprintf(count, sizeof count, "%" PRIu64, undecided);
    cli_print("%" PRIu64 " clash%s", check->clashes, check->clashes == 1 ? "" : "es");
    table_reviews(about);
    cli_print(" in %" PRIu64 " pair%s, %s undecided", pairs, pairs == 1 ? "" : "s", count);
    table_end(about);
    cli_print("\n");
}

/* ---- Notes --------------------------------------------------------------------------------------------- */

/* Says which pose the robot has and which links are compared, if the user gave neither: the findings would surprise. */
static void note_robot_pose(const analysis *about, const part_settings *part)
{
    const fk_scene *scene = about->list.scene;
    if (scene->robot_count != 1 || about->list.is_scene || about->found->clashes == 0)
        return;
    const char *joints = part->joints == NULL && part->trajectory == NULL
                             ? "all joints are at 0, or as near as their limits allow (--joints)"
                             : "";
    const char *pairs = part->srdf == NULL ? "only links that are joined are left out (--srdf)" : "";
    if (*joints != '\0' || *pairs != '\0')
        cli_note("%s%s%s", joints, *joints != '\0' && *pairs != '\0' ? "; " : "", pairs);
}

static void note_check(const analysis *about)
{
    if (about->found->shallow_depth > 0)
        cli_note("most clashes are shallower than 0.1%% of the parts; if these are meant to touch, try "
                 "--ignore-overlap %s%s",
                 table_length(about->found->shallow_depth * 1.01, 0).text, about->list.units);
    note_robot_pose(about, &about->settings->part);
    if (analysis_moves(about) && !about->settings->part.has_time)
        cli_note("parts move, and this is t = %g s: farkas sweep looks at all times", about->show.time);
}

int verb_check(int argc, char **argv)
{
    static const analysis_verb verb = {.table = &check_option_table,
                                       .needs = "files, a scene or a robot",
                                       .check_settings = analysis_settings_check,
                                       .run = analysis_check,
                                       .put_details = put_check_details,
                                       .sort_key = check_key,
                                       .put_hidden = put_nearest,
                                       .put_sentence = put_check_sentence,
                                       .note = note_check};
    return analysis_verb_run(&verb, argc, argv);
}
