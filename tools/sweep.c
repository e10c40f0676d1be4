/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas sweep: when parts that move first touch, when again, and how close they come. */

#include "part_rules.h"
#include "sweep_distances.h"
#include "sweep_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas sweep [OPTION]... SCENE.json\n"
    "       farkas sweep [OPTION]... ROBOT.urdf --trajectory T.csv [--scene S.json]\n"
    "\n"
    "Tells when parts that move first touch, and when again; how close they come where that is\n"
    "closer than asked; and proves that nothing else happens: there is no gap between samples.\n"
    "What moves is in the scene, parts with \"motion\" and robots; or it is a robot along a\n"
    "trajectory. 'farkas demo' writes a sample to begin with.\n"
    "\n"
    "options: what is asked\n" PART_RULE_LIMITS_HELP PART_RULE_PAIRS_HELP
    "      --first        only the clash that comes first in time\n"
    "      --from T       begin at this time, in seconds (default: the first of the motion)\n"
    "      --to T         end at this time (default: the last of the motion)\n"
    "      --closest      how close all pairs come, clear ones too\n"
    "\n"
    "options: how well it is known\n"
    "      --tolerance L  what comes closer than this counts as contact, if no more is known\n"
    "                     (default: a millionth of the smaller part's size)\n"
    "      --resolution T gaps between two contacts that are shorter may be missed, as 1ms\n"
    "                     (default: 1/4096 of the whole time)\n"
    "      --budget N     look at about N pairs of triangles or pieces for each question, then\n"
    "                     leave it undecided (default: 10000000; 0: no end)\n"
    "      --seconds S    the same by time; the result then depends on the machine\n"
    "\n"
    "options: robots\n" PART_ROBOT_HELP "\n"
    "options: how files are read\n"
    "      --units U      the files' unit: mm (default), cm, m or in\n"
    "      --up AXIS      the files' axis that points up: x, y or z (default); it becomes z\n"
    "      --weld LENGTH  vertices that are not further apart become one (default: equal ones)\n"
    "      --join         all parts of a file are one\n"
    "\n"
    "options: what is written\n"
    "      --json         the result as JSON\n"
    "      --csv          the result as CSV, a line for each pair\n"
    "      --junit FILE   also write the result as JUnit XML\n"
    "      --distances FILE\n"
    "                     also write distances over time as CSV: t,a,b,lo,hi,least; until the\n"
    "                     next line of the pair it is proved not to be closer than `least`\n"
    "      --samples N    so many times for --distances (default: 101)\n"
    "  -j, --jobs N       use N threads (default: all processors); the result is the same\n"
    "  -q, --quiet        no progress and no notes\n"
    "  -v, --verbose      all contacts of each pair, and the pairs that are ignored; with\n"
    "                     --closest also all that are clear\n"
    "      --color W      coloured messages: auto (default), always or never\n"
    "  -h, --help         print this help\n"
    "\n"
    "examples:\n"
    "  farkas sweep cell.json --clearance 5mm\n"
    "  farkas sweep arm.urdf --srdf arm.srdf --scene cell.json --trajectory pick.csv\n"
    "  farkas sweep cell.json --first --json > first.json\n"
    "  farkas sweep cell.json --between tool,post --distances gap.csv\n"
    "\n"
    "exit status: 0 no clash, 1 a clash, 2 trouble, 3 a pair is undecided\n";

enum {
    OPTION_FIRST = 256,
    OPTION_FROM,
    OPTION_TO,
    OPTION_CLOSEST,
    OPTION_TOLERANCE,
    OPTION_RESOLUTION,
    OPTION_BUDGET,
    OPTION_SECONDS,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_JUNIT,
    OPTION_DISTANCES,
    OPTION_SAMPLES
};

static const struct option options[] = {
    {"first", no_argument, NULL, OPTION_FIRST},
    {"from", required_argument, NULL, OPTION_FROM},
    {"to", required_argument, NULL, OPTION_TO},
    {"closest", no_argument, NULL, OPTION_CLOSEST},
    {"tolerance", required_argument, NULL, OPTION_TOLERANCE},
    {"resolution", required_argument, NULL, OPTION_RESOLUTION},
    {"budget", required_argument, NULL, OPTION_BUDGET},
    {"seconds", required_argument, NULL, OPTION_SECONDS},
    {"json", no_argument, NULL, OPTION_JSON},
    {"csv", no_argument, NULL, OPTION_CSV},
    {"junit", required_argument, NULL, OPTION_JUNIT},
    {"distances", required_argument, NULL, OPTION_DISTANCES},
    {"samples", required_argument, NULL, OPTION_SAMPLES},
    {"jobs", required_argument, NULL, 'j'},
    {"scene", required_argument, NULL, PART_OPTION_SCENE},
    {"srdf", required_argument, NULL, PART_OPTION_SRDF},
    {"joints", required_argument, NULL, PART_OPTION_JOINTS},
    {"trajectory", required_argument, NULL, PART_OPTION_TRAJECTORY},
    {"package-path", required_argument, NULL, PART_OPTION_PACKAGE_PATH},
    {"units", required_argument, NULL, MESH_OPTION_UNITS},
    {"up", required_argument, NULL, MESH_OPTION_UP},
    {"weld", required_argument, NULL, MESH_OPTION_WELD},
    {"join", no_argument, NULL, MESH_OPTION_JOIN},
    PART_RULE_OPTIONS,
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"sweep", help, "j:" CLI_COMMON_LETTERS, options};

typedef struct settings {
    part_settings part;
    part_rule_settings rules;
    double from, to; /* NaN: not given */
    const char *tolerance;
    double resolution, seconds; /* 0: not given */
    uint64_t budget;
    bool stops_at_clash, wants_closest, as_json, as_csv;
    const char *junit, *distances;
    uint64_t samples, jobs;
} settings;

/* ---- Options ------------------------------------------------------------------------------------------- */

/* A number of seconds above 0, with a unit or without. */
static bool read_seconds(const char *option, const char *text, double *out)
{
    double value;
    if (!fk_number_parse(text, strlen(text), &value))
        return cli_seconds(option, text, out);
    if (!(value > 0 && value <= 1e9)) {
        cli_trouble("%s: '%s' is not a time above 0, such as 10ms or 2", option, text);
        return false;
    }
    *out = value;
    return true;
}

static bool read_output_option(int option, settings *s)
{
    switch (option) {
    case OPTION_JSON:
        return s->as_json = true;
    case OPTION_CSV:
        return s->as_csv = true;
    case OPTION_JUNIT:
        s->junit = optarg;
        return true;
    case OPTION_DISTANCES:
        s->distances = optarg;
        return true;
    case OPTION_SAMPLES:
        return cli_whole_number_to("--samples", optarg, 10000000, &s->samples);
    case 'j':
        return cli_whole_number("--jobs", optarg, &s->jobs);
    default:
        return part_option(option, &s->part);
    }
}

static bool read_option(int option, void *user)
{
    settings *s = user;
    bool is_rule, is_good = part_rule_option(option, &s->rules, &is_rule);
    if (is_rule)
        return is_good;
    switch (option) {
    case OPTION_FIRST:
        return s->stops_at_clash = true;
    case OPTION_FROM:
        return part_time("--from", optarg, &s->from);
    case OPTION_TO:
        return part_time("--to", optarg, &s->to);
    case OPTION_CLOSEST:
        return s->wants_closest = true;
    case OPTION_TOLERANCE:
        s->tolerance = optarg;
        return true;
    case OPTION_RESOLUTION:
        return read_seconds("--resolution", optarg, &s->resolution);
    case OPTION_BUDGET:
        return cli_whole_number("--budget", optarg, &s->budget);
    case OPTION_SECONDS:
        return read_seconds("--seconds", optarg, &s->seconds);
    default:
        return read_output_option(option, s);
    }
}

static bool check_settings(const settings *s)
{
    if (s->as_json && s->as_csv)
        cli_trouble("--json and --csv: choose one");
    else if (s->from > s->to)
        cli_trouble("--from is later than --to");
    else if (s->distances == NULL && s->samples != 0)
        cli_trouble("--samples is for --distances FILE");
    else if (s->samples == 1)
        cli_trouble("--samples: at least 2, the first and the last time");
    else
        return mesh_settings_check(&s->part.mesh);
    return false;
}

/* ---- Joints -------------------------------------------------------------------------------------------- */

/* The joints of all robots of a scene, one after the other. */
typedef struct joints {
    const fk_scene *scene;
    uint32_t count;
    char **name;
} joints;

/* The robot that a joint is of, and its variable there. */
static const fk_scene_robot *robot_of(const fk_scene *scene, uint32_t joint, uint32_t *variable)
{
    const fk_scene_robot *robot = scene->robot;
    for (; joint >= robot->robot->variable_count; robot++)
        joint -= robot->robot->variable_count;
    *variable = joint;
    return robot;
}

/* An fk_joint_value: linear between two rows of the trajectory. Joints that slide are in metres, as users give them. */
static double joint_value(void *user, uint32_t joint, double time)
{
    const fk_scene *scene = ((const joints *)user)->scene;
    uint32_t variable;
    const fk_scene_robot *robot = robot_of(scene, joint, &variable);
    const fk_track *track = &scene->track[robot->track];
    uint32_t next = 0, last = track->time_count - 1;
    while (next <= last && track->time[next] <= time)
        next++;
    uint32_t low = next > 0 ? next - 1 : 0, high = next <= last ? next : last;
    double before = track->value[(size_t)low * track->variable_count + variable];
    double after = track->value[(size_t)high * track->variable_count + variable];
    double width = track->time[high] - track->time[low];
    double value = width > 0 ? before + (after - before) * ((time - track->time[low]) / width) : before;
    bool slides = robot->robot->joint[robot->robot->variable[variable]].kind == FK_JOINT_PRISMATIC;
    return slides ? fk_length_convert(value, scene->unit, FK_UNIT_M) : value;
}

static void free_joints(joints *all)
{
    for (uint32_t i = 0; all->name != NULL && i < all->count; i++)
        free(all->name[i]);
    free(all->name);
}

/* Names: those of the joints; of several robots, "robot/joint". */
static bool make_joints(joints *all, const fk_scene *scene)
{
    *all = (joints){.scene = scene};
    for (uint32_t i = 0; i < scene->robot_count; i++)
        all->count += scene->robot[i].robot->variable_count;
    all->name = calloc((size_t)all->count + 1, sizeof(char *));
    bool is_good = all->name != NULL;
    for (uint32_t i = 0; i < all->count && is_good; i++) {
        uint32_t variable;
        const fk_scene_robot *robot = robot_of(scene, i, &variable);
        const char *joint = robot->robot->joint[robot->robot->variable[variable]].name;
        bool is_only = scene->robot_count == 1;
        size_t bytes = strlen(robot->name) + strlen(joint) + 2;
        all->name[i] = malloc(bytes);
        is_good = all->name[i] != NULL;
        if (is_good)
            snprintf(all->name[i], bytes, "%s%s%s", is_only ? "" : robot->name, is_only ? "" : "/", joint);
    }
    if (!is_good) {
        cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
        free_joints(all);
    }
    return is_good;
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static fk_status write_junit(const void *report, fk_write_function *write, void *user)
{
    return fk_sweep_write_junit(report, write, user);
}

static bool write_result(const settings *s, const sweep_table *table)
{
    if (s->junit != NULL && !cli_file_write(s->junit, write_junit, &table->report))
        return false;
    if (s->as_json)
        return fk_sweep_write_json(&table->report, cli_write_function, NULL) == FK_OK;
    if (s->as_csv)
        return fk_sweep_write_csv(&table->report, cli_write_function, NULL) == FK_OK;
    return (s->junit != NULL && strcmp(s->junit, "-") == 0) || sweep_table_print(table);
}

/* ---- Running ------------------------------------------------------------------------------------------- */

/* All that a sweep of one list needs. */
typedef struct running {
    fk_context *context;
    const settings *s;
    const part_list *list;
    part_rules rules;
    fk_sweep_part *part;
    joints joints;
    fk_pool *pool;
    fk_sweep_options chosen;
} running;

static void show_progress(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    cli_progress_bar(done, total, "pairs");
}

static int exit_status(const fk_sweep *sweep)
{
    return sweep->clashes > 0 ? CLI_FOUND : sweep->count[FK_CLASH_UNDECIDED] > 0 ? CLI_UNDECIDED : CLI_OK;
}

static bool choose(running *r)
{
    const settings *s = r->s;
    fk_sweep_options *chosen = &r->chosen;
    *chosen = fk_sweep_options_default();
    chosen->select = part_rules_select;
    chosen->progress = show_progress;
    chosen->user = &r->rules;
    chosen->workers = fk_pool_workers(r->pool);
    chosen->from = s->from;
    chosen->to = s->to;
    chosen->wants_closest = s->wants_closest;
    chosen->stops_at_clash = s->stops_at_clash;
    chosen->resolution = s->resolution;
    chosen->max_tests = s->budget;
    chosen->max_seconds = s->seconds;
    if (s->tolerance == NULL)
        return true;
    if (!part_list_length(r->list, "--tolerance", s->tolerance, &chosen->tolerance))
        return false;
    if (chosen->tolerance > 0)
        return true;
    cli_trouble("--tolerance is above 0, such as 0.001mm; leave it out for the default");
    return false;
}

static bool write_distances(const running *r, const fk_sweep *sweep)
{
    const settings *s = r->s;
    sweep_distances asked = {r->context,
                             fk_pool_workers(r->pool),
                             r->list->motion,
                             r->part,
                             r->list->count,
                             &r->chosen,
                             sweep->from,
                             sweep->to,
                             (uint32_t)(s->samples > 0 ? s->samples : 101)};
    return sweep_distances_write(&asked, s->distances);
}

static int tell(running *r, const fk_sweep *sweep, double seconds)
{
    const part_list *list = r->list;
    sweep_table table = {.part = list->part,
                         .clearance = part_rules_clearance(&r->rules),
                         .seconds = seconds,
                         .is_unit_assumed = list->is_unit_assumed,
                         .was_stopped = r->s->stops_at_clash && sweep->clashes > 0};
    table.report = (fk_sweep_report){.sweep = sweep,
                                     .part = r->part,
                                     .part_count = list->count,
                                     .units = list->units,
                                     .tolerance = r->chosen.tolerance,
                                     .joint_count = r->joints.count,
                                     .joint = (const char *const *)r->joints.name,
                                     .joint_value = joint_value,
                                     .joint_user = &r->joints};
    if (!write_result(r->s, &table) || (r->s->distances != NULL && !write_distances(r, sweep)))
        return CLI_TROUBLE;
    sweep_table_notes(&table);
    for (uint32_t i = 0; i < list->scene->test_count; i++)
        if (list->scene->test[i].has_ignore_overlap) {
            cli_note("overlaps count, however shallow: a sweep does not look at \"ignore_overlap\"");
            break;
        }
    return exit_status(sweep);
}

static int run_sweep(running *r)
{
    double begin = fk_clock_seconds();
    fk_sweep *sweep;
    fk_status status = fk_sweep_run(r->context, r->list->motion, r->part, r->list->count, &r->chosen, &sweep);
    cli_progress_end();
    if (status != FK_OK)
        return cli_trouble("%s",
                           status == FK_ERROR_NOT_FINITE
                               ? "a part is moved beyond the range of doubles; is its pose right?"
                           : status == FK_ERROR_ARGUMENT
                               ? "a part is not placed by rotation and translation alone; is its pose right?"
                               : fk_status_text(status));
    int result = tell(r, sweep, fk_clock_seconds() - begin);
    fk_sweep_free(r->context, sweep);
    return result;
}

/* Whether something moves, and at the times that are asked about. False after a message. */
static bool check_motion(const settings *s, const part_list *list, const char *path)
{
    fk_interval span = {0, 0};
    if (list->motion != NULL)
        span = fk_motion_span(list->motion);
    if (!(span.lo < span.hi))
        cli_trouble_at(path, 0, 0, "%s",
                       list->scene->robot_count > 0
                           ? "the robot does not move: give it a --trajectory, or use farkas check"
                           : "nothing moves: give parts a \"motion\", or use farkas check");
    else if ((isnan(s->to) && s->from > span.hi) || (isnan(s->from) && s->to < span.lo))
        cli_trouble("the motion is from %g to %g s: --from and --to leave nothing of it", span.lo, span.hi);
    else
        return true;
    return false;
}

static bool make_parts(running *r)
{
    const part_list *list = r->list;
    r->part = calloc((size_t)list->count + 1, sizeof *r->part);
    if (r->part == NULL) {
        cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        r->part[i] = (fk_sweep_part){list->part[i], list->frame[i]};
        r->part[i].part.pose = list->local[i];
    }
    return true;
}

static int run_list(fk_context *context, const settings *s, const part_list *list)
{
    running r = {.context = context, .s = s, .list = list};
    int status = CLI_TROUBLE;
    if (!part_rules_read(&r.rules, list, &s->rules))
        return CLI_TROUBLE;
    if (make_parts(&r) && make_joints(&r.joints, list->scene)) {
        if (fk_pool_create(context, (uint32_t)(s->jobs < 256 ? s->jobs : 256), &r.pool) != FK_OK)
            cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
        else if (choose(&r))
            status = run_sweep(&r);
        if (r.pool != NULL)
            fk_pool_destroy(r.pool);
        free_joints(&r.joints);
    }
    free(r.part);
    part_rules_free(&r.rules);
    return status;
}

static int run(fk_context *context, const settings *s, char **path, int path_count)
{
    part_list list;
    if (!part_list_load(&list, context, path, path_count, &s->part))
        return CLI_TROUBLE;
    int status = CLI_TROUBLE;
    if (check_motion(s, &list, path[0]) && part_list_make_meshes(&list))
        status = run_list(context, s, &list);
    part_list_free(&list);
    return status;
}

int sweep_run(int argc, char **argv)
{
    settings s = {.part = part_settings_default(), .from = NAN, .to = NAN, .budget = 10000000};
    int status;
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    fk_context *context = NULL;
    if (optind >= argc)
        status = cli_trouble("sweep needs a scene or a robot; see farkas sweep --help");
    else if (check_settings(&s) && (context = cli_context_create()) != NULL)
        status = run(context, &s, argv + optind, argc - optind);
    else
        status = CLI_TROUBLE;
    fk_context_destroy(context);
    part_rule_settings_free(&s.rules);
    part_settings_free(&s.part);
    return status;
}
