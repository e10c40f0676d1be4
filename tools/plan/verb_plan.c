/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas plan: a path of a robot from one configuration to another among obstacles, all of it proved free; as a trajectory.
 *
 * A program of its own, farkas-plan, which `farkas plan` runs: OMPL is in C++. */

#include "part_list.h"
#include "plan/plan.h"
#include "plan/plan_poses.h"
#include "plan/plan_time.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char help[] =
    "usage: farkas plan [OPTION]... ROBOT.urdf --from A --to B\n"
    "\n"
    "Finds a path for a robot between two configurations, among the parts of a scene, with\n"
    "RRT-Connect of OMPL and shortcuts. All of the path is proved free, not only samples.\n"
    "Writes it as a trajectory, which farkas sweep confirms.\n"
    "\n"
    "options: the question\n"
    "      --from A       where it begins: joint values j1=0.2,j2=-1 (radians, metres), a\n"
    "                     state of the SRDF file, or both: ready,j1=0.2\n"
    "      --to B         where it ends; joints that B does not name stay as A has them\n"
    "      --clearance L  stay this far from everything; in the scene's unit, or as 5mm\n"
    "                     (default: that of the scene's tests, if all have it)\n" PAIR_RULE_PAIRS_HELP
    "      --seed S       another path (default: 1)\n"
    "      --time T       give up after this time, as 30s (default: 10s)\n"
    "      --acceleration A\n"
    "                     of each joint, in radians or metres per second, per second\n"
    "                     (default: 1; URDF has none)\n"
    "\n"
    "options: robots\n"
    "      --srdf FILE    pairs of links that need no check, and named states\n"
    "      --joints J     joint values that neither --from nor --to gives: these joints rest\n"
    "      --package-path DIR\n"
    "                     where to find package://NAME/...: a folder with NAME; repeatable\n"
    "      --arg N:=V     an argument of a xacro file; repeatable\n"
    "      --scene FILE   the scene around the robot: JSON, or of MoveIt, .scene or YAML\n"
    "\n"
    "options: output\n"
    "  -o, --output FILE  write the trajectory, as CSV (default: to standard output)\n"
    "      --json         the result as JSON, with the trajectory\n"
    "      --report FILE  also sweep the trajectory, and write a page for a browser; needs "
    "-o\n" CLI_COMMON_HELP "\n"
    "examples:\n"
    "  farkas plan arm.urdf --srdf arm.srdf --scene hall.json --from home --to pan=1 -o go.csv\n"
    "  farkas sweep arm.urdf --srdf arm.srdf --scene hall.json --trajectory go.csv\n"
    "\n"
    "exit status: 0 a path, 1 the robot collides where it begins or ends, 2 trouble, 3 no path\n"
    "was found, 130 Ctrl-C\n";

typedef struct plan_settings {
    part_settings part;
    pair_rule_settings rules;
    const char *from, *to, *output, *report;
    uint64_t seed;
    double seconds, acceleration;
    bool as_json;
} plan_settings;

static bool read_acceleration(const char *option, const char *value, void *field)
{
    double *out = field;
    if (fk_number_parse(value, strlen(value), out) && *out >= 1e-6 && *out <= 1e6)
        return true;
    return cli_refuse("%s: '%s' is not a number above 0, such as 2.5", option, value);
}

static const cli_option option_list[] = {
    CLI_TEXT("--from", plan_settings, from),
    CLI_TEXT("--to", plan_settings, to),
    CLI_TEXT("--clearance", plan_settings, rules.clearance),
    CLI_WORDS("--between", plan_settings, rules.between),
    CLI_WORDS("--set", plan_settings, rules.set),
    CLI_WORDS("--ignore", plan_settings, rules.ignore),
    CLI_WHOLE("--seed", plan_settings, seed),
    CLI_READ("--time", cli_read_seconds, plan_settings, seconds),
    CLI_READ("--acceleration", read_acceleration, plan_settings, acceleration),
    CLI_TEXT("--srdf", plan_settings, part.srdf),
    CLI_TEXT("--joints", plan_settings, part.joints),
    CLI_WORDS("--package-path", plan_settings, part.package_path),
    CLI_WORDS("--arg", plan_settings, part.argument),
    CLI_TEXT("--scene", plan_settings, part.scene),
    CLI_OUTPUT(plan_settings, output),
    CLI_FLAG("--json", plan_settings, as_json),
    CLI_TEXT("--report", plan_settings, report),
    CLI_END,
};

static const cli_option_table option_table = {"plan", help, option_list, NULL};

/* ---- The question -------------------------------------------------------------------------------------- */

typedef struct planning {
    const plan_settings *settings;
    part_list list;
    pair_rules rules;
    fk_scene_workcell *made;
    double clearance;
    double *from, *to, *unit; /* of each joint, in one block; the unit is a radian or a metre */
    uint32_t *moved;          /* joints that a configuration names */
    uint32_t moved_count;
    plan_answer answer;
    plan_rows rows;
} planning;

static bool load_robot(planning *p, char **path)
{
    const fk_scene *scene;
    const plan_settings *s = p->settings;
    if (!part_is_robot(path[0]) || !part_list_load(&p->list, cli_context(), path, 1, &s->part))
        return false;
    scene = p->list.scene;
    if (scene->robot_count != 1)
        return cli_refuse("%s has robots of its own: give a scene that has only what is around the robot",
                          s->part.scene);
    if (!pair_rules_read(&p->rules, &p->list, &s->rules))
        return false;
    cli_cancel_begin();
    fk_status status = fk_scene_workcell_create(cli_context(), p->list.parts, &p->rules.asked, &p->made);
    cli_cancel_end();
    if (status != FK_OK)
        return cli_refuse("%s", fk_status_text(status));
    if (p->made->joint_count == 0)
        return cli_refuse("%s: no joint of this robot moves, and there is nothing to plan", path[0]);
    p->clearance = pair_rules_clearance(&p->rules);
    if (p->made->clearance_count > 0 && p->clearance == 0)
        cli_note(
            "the tests of the scene have different clearances, and the path keeps none: give --clearance");
    return true;
}

static bool slides(const planning *p, uint32_t joint)
{
    const fk_robot *robot = p->list.scene->robot[0].robot;
    return robot->joint[robot->variable[joint]].kind == FK_JOINT_PRISMATIC;
}

static void find_units(planning *p)
{
    for (uint32_t k = 0; k < p->made->joint_count; k++)
        p->unit[k] = slides(p, k) ? fk_length_convert(1, FK_UNIT_M, p->list.scene->unit) : 1;
}

static bool read_poses(planning *p)
{
    uint32_t joints = p->made->joint_count;
    bool *is_named = calloc(joints + (size_t)1, sizeof *is_named);
    p->from = calloc(3 * (size_t)joints + 1, sizeof *p->from);
    p->moved = calloc(joints + (size_t)1, sizeof *p->moved);
    bool good = is_named != NULL && p->from != NULL && p->moved != NULL;
    if (!good)
        cli_no_memory();
    if (good) {
        p->to = p->from + joints;
        p->unit = p->to + joints;
        find_units(p);
        memcpy(p->from, p->made->home, joints * sizeof *p->from);
        good = plan_pose_read(&p->list, "--from", p->settings->from, p->from, is_named);
    }
    if (good) {
        memcpy(p->to, p->from, joints * sizeof *p->to);
        good = plan_pose_read(&p->list, "--to", p->settings->to, p->to, is_named);
    }
    for (uint32_t k = 0; good && k < joints; k++)
        if (is_named[k])
            p->moved[p->moved_count++] = k;
    free(is_named);
    return good;
}

/* ---- Start and goal ------------------------------------------------------------------------------------- */

static const char *const end_words[2] = {"start (--from)", "goal (--to)"};

static void print_end_json(const planning *p, const uint8_t *state, const fk_workcell_pair *pair)
{
    static const char *const words[] = {"undecided", "free", "collides"};
    for (int i = 0; i < 2; i++) {
        cli_json(",\n\"%s\":{\"state\":\"%s\"", i == 0 ? "from" : "to", words[state[i]]);
        if (state[i] != FK_WORKCELL_FREE)
            cli_json(",\"a\":%q,\"b\":%q", p->list.part[pair[i].a.index].name,
                     p->list.part[pair[i].b.index].name);
        cli_print("}");
    }
}

static void print_json_begin(const planning *p, const char *result)
{
    cli_json("{\"farkas\":%d,\"units\":\"%s\",\"result\":\"%s\",\"clearance\":%n", FK_RESULT_VERSION,
             p->list.units, result, p->clearance);
}

static void print_end_text(const planning *p, int end, uint8_t state, const fk_workcell_pair *pair)
{
    char name[TABLE_NAME];
    table_pair_name(name, p->list.part[pair->a.index].name, p->list.part[pair->b.index].name);
    cli_print("%s: ", end_words[end]);
    if (state == FK_WORKCELL_UNDECIDED)
        cli_print("%s come so near that it is not decided whether they touch\n", name);
    else if (p->clearance > 0)
        cli_print("%s are closer than %.6g %s\n", name, p->clearance, p->list.units);
    else
        cli_print("%s collide\n", name);
}

/* Returns CLI_OK if both configurations are free. */
static int check_ends(const planning *p)
{
    uint8_t state[2];
    fk_workcell_pair pair[2];
    fk_workcell_query query = {
        .value = p->from, .joint_count = p->made->joint_count, .count = 2, .clearance = p->clearance};
    fk_status status = fk_workcell_states(p->made->cell, &query, state, pair);
    if (status != FK_OK)
        return cli_trouble("%s", fk_status_text(status));
    bool collides = state[0] == FK_WORKCELL_COLLIDES || state[1] == FK_WORKCELL_COLLIDES;
    if (state[0] == FK_WORKCELL_FREE && state[1] == FK_WORKCELL_FREE)
        return CLI_OK;
    if (p->settings->as_json) {
        print_json_begin(p, collides ? "collides" : "undecided");
        print_end_json(p, state, pair);
        cli_print("}\n");
        return collides ? CLI_FOUND : CLI_UNDECIDED;
    }
    for (int i = 0; i < 2; i++)
        if (state[i] != FK_WORKCELL_FREE)
            print_end_text(p, i, state[i], &pair[i]);
    return collides ? CLI_FOUND : CLI_UNDECIDED;
}

/* ---- The path ------------------------------------------------------------------------------------------ */

static bool find_path(planning *p)
{
    plan_question question = {.cell = p->made->cell,
                              .joint_count = p->made->joint_count,
                              .limit = p->made->limit,
                              .moved = p->moved,
                              .moved_count = p->moved_count,
                              .unit = p->unit,
                              .from = p->from,
                              .to = p->to,
                              .clearance = p->clearance,
                              .seconds = p->settings->seconds,
                              .seed = p->settings->seed};
    cli_cancel_begin();
    fk_status status = plan_find(&question, &p->answer);
    cli_cancel_end();
    return status == FK_OK || cli_refuse("%s", fk_status_text(status));
}

/* Speeds of URDF; a joint without one moves by 1 per second. */
static bool find_times(planning *p)
{
    const fk_robot *robot = p->list.scene->robot[0].robot;
    uint32_t joints = p->made->joint_count, without = 0;
    double *speed = calloc(2 * (size_t)joints + 1, sizeof *speed);
    if (speed == NULL)
        return cli_no_memory();
    double *acceleration = speed + joints;
    for (uint32_t k = 0; k < joints; k++) {
        const fk_robot_joint *joint = &robot->joint[robot->variable[k]];
        speed[k] = isfinite(joint->velocity) ? joint->velocity : p->unit[k];
        acceleration[k] = p->settings->acceleration * p->unit[k];
        without += !isfinite(joint->velocity) && p->from[k] != p->to[k];
    }
    plan_limits limits = {speed, acceleration};
    bool good = plan_rows_make(&limits, p->answer.value, p->answer.count, joints, &p->rows);
    free(speed);
    if (good && without > 0)
        cli_note("%" PRIu32 " joint%s no speed limit: 1 per second is assumed", without,
                 without == 1 ? " has" : "s have");
    return good || cli_no_memory();
}

/* ---- Output -------------------------------------------------------------------------------------------- */

/* A value in radians or metres. */
static double shown_value(const planning *p, uint32_t row, uint32_t joint)
{
    double value = p->rows.value[(size_t)row * p->rows.joint_count + joint];
    return slides(p, joint) ? fk_length_convert(value, p->list.scene->unit, FK_UNIT_M) : value;
}

static bool write_number(fk_write_function *write, void *user, double value)
{
    char text[FK_NUMBER_SIZE];
    size_t length = fk_number_format(value, text);
    return write(user, text, length);
}

/* Names with commas or quotes are quoted. */
static bool write_name(fk_write_function *write, void *user, const char *name)
{
    bool good = write(user, ",\"", 2);
    for (const char *at = name; *at != '\0' && good; at++)
        good = (*at != '"' || write(user, "\"", 1)) && write(user, at, 1);
    return good && write(user, "\"", 1);
}

static fk_status write_rows(const void *what, fk_write_function *write, void *user)
{
    const planning *p = what;
    bool good = write(user, "t", 1);
    for (uint32_t k = 0; k < p->rows.joint_count && good; k++) {
        const char *name = p->list.parts->joint[k];
        good = strpbrk(name, ",;\t\"#") != NULL ? write_name(write, user, name)
                                                : write(user, ",", 1) && write(user, name, strlen(name));
    }
    good = good && write(user, "\n", 1);
    for (uint32_t i = 0; i < p->rows.count && good; i++) {
        good = write_number(write, user, p->rows.time[i]);
        for (uint32_t k = 0; k < p->rows.joint_count && good; k++)
            good = write(user, ",", 1) && write_number(write, user, shown_value(p, i, k));
        good = good && write(user, "\n", 1);
    }
    return good ? FK_OK : FK_ERROR_WRITE;
}

static void print_rows_json(const planning *p)
{
    cli_json(",\n\"edges\":%u,\"duration\":%n,\"length\":%n,\"first_length\":%n,\n\"joints\":[",
             p->answer.count - 1, p->rows.time[p->rows.count - 1], p->answer.length, p->answer.first_length);
    for (uint32_t k = 0; k < p->rows.joint_count; k++)
        cli_json("%s%q", k > 0 ? "," : "", p->list.parts->joint[k]);
    cli_print("],\n\"rows\":[");
    for (uint32_t i = 0; i < p->rows.count; i++) {
        cli_json("%s\n[%n", i > 0 ? "," : "", p->rows.time[i]);
        for (uint32_t k = 0; k < p->rows.joint_count; k++)
            cli_json(",%n", shown_value(p, i, k));
        cli_print("]");
    }
    cli_print("]");
}

static void print_json(const planning *p)
{
    print_json_begin(p, p->answer.is_found ? "path" : "none");
    cli_json(",\"seed\":%l,\"seconds\":%n,\"states_asked\":%l,\"edges_asked\":%l", p->settings->seed,
             p->answer.seconds, p->answer.states, p->answer.edges);
    if (p->answer.is_found)
        print_rows_json(p);
    cli_print("}\n");
}

static int print_none(const planning *p)
{
    if (p->settings->as_json)
        print_json(p);
    else
        cli_print("No path was found in %.3g s, with %" PRIu64 " states and %" PRIu64
                  " edges. There may be one: try a longer --time, or another --seed.\n",
                  p->answer.seconds, p->answer.states, p->answer.edges);
    return CLI_UNDECIDED;
}

/* What was found, on standard output, or as a note where the trajectory is there. */
static void print_summary(const planning *p)
{
    char path[200], work[200];
    uint32_t edges = p->answer.count - 1;
    snprintf(path, sizeof path,
             "a path of %" PRIu32 " edge%s, proved free; the motion takes %.3g s, %" PRIu32 " rows", edges,
             edges == 1 ? "" : "s", p->rows.time[p->rows.count - 1], p->rows.count);
    snprintf(work, sizeof work, "planned in %.2g s; %" PRIu64 " states and %" PRIu64 " edges asked",
             p->answer.seconds, p->answer.states, p->answer.edges);
    if (p->settings->output != NULL && !cli_is_output(p->settings->output)) {
        cli_print("%s\n%s\n", path, work);
        return;
    }
    cli_note("%s", path);
    cli_note("%s", work);
}

/* Runs `farkas sweep` beside this program on the trajectory, for its page; the arguments end with NULL. */
static bool run_sweep(char *const *arguments)
{
    char path[CLI_PATH_SIZE];
    int status = 0;
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    snprintf(slash != NULL ? slash + 1 : path, 8, "farkas");
    cli_flush();
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) != NULL)
            execv(path, arguments);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == 127)
        return cli_refuse("--report: %s could not be run", path);
    if (WEXITSTATUS(status) == CLI_FOUND)
        return cli_refuse("--report: the sweep finds a clash, which is on the page");
    return WEXITSTATUS(status) == CLI_OK || WEXITSTATUS(status) == CLI_UNDECIDED;
}

static void add_option(cli_words *words, const char *option, const char *value)
{
    if (value != NULL) {
        cli_words_add(words, option);
        cli_words_add(words, value);
    }
}

static void add_options(cli_words *words, const char *option, const cli_words *values)
{
    for (size_t i = 0; i < values->count; i++)
        add_option(words, option, values->word[i]);
}

static bool write_report(const planning *p, const char *robot)
{
    const plan_settings *s = p->settings;
    char clearance[FK_NUMBER_SIZE], between[300];
    cli_words words = {NULL, 0};
    /* As in a plan, what does not move is not compared with each other. */
    snprintf(between, sizeof between, "%.200s,all", p->list.scene->robot[0].robot->name);
    snprintf(clearance, sizeof clearance, "%.17g%s", p->clearance, p->list.units);
    cli_words_add(&words, "farkas");
    cli_words_add(&words, "sweep");
    add_option(&words, "--srdf", s->part.srdf);
    add_option(&words, "--scene", s->part.scene);
    add_option(&words, "--trajectory", s->output);
    add_option(&words, "--report", s->report);
    add_option(&words, "--clearance", p->clearance > 0 ? clearance : NULL);
    add_option(&words, "--between", s->rules.between.count > 0 ? NULL : between);
    add_options(&words, "--package-path", &s->part.package_path);
    add_options(&words, "--arg", &s->part.argument);
    add_options(&words, "--between", &s->rules.between);
    add_options(&words, "--set", &s->rules.set);
    add_options(&words, "--ignore", &s->rules.ignore);
    cli_words_add(&words, "--quiet");
    cli_words_add(&words, robot);
    cli_words_add(&words, NULL);
    bool good = run_sweep((char *const *)(uintptr_t)words.word);
    if (good)
        cli_note("report: %s", s->report);
    cli_words_free(&words);
    return good;
}

/* ---- The verb ------------------------------------------------------------------------------------------ */

static int print_path(planning *p, const char *robot)
{
    const plan_settings *s = p->settings;
    if (!find_times(p))
        return CLI_TROUBLE;
    if (s->as_json)
        print_json(p);
    if ((!s->as_json || s->output != NULL) &&
        !cli_file_write(s->output != NULL ? s->output : "-", write_rows, p))
        return CLI_TROUBLE;
    if (!s->as_json)
        print_summary(p);
    return s->report == NULL || write_report(p, robot) ? CLI_OK : CLI_TROUBLE;
}

static int run_plan(const plan_settings *s, char **path)
{
    planning p = {.settings = s};
    int status = CLI_TROUBLE;
    if (load_robot(&p, path) && read_poses(&p))
        status = check_ends(&p);
    if (status == CLI_OK)
        status = !find_path(&p) ? CLI_TROUBLE : p.answer.is_found ? print_path(&p, path[0]) : print_none(&p);
    if (p.answer.is_found && cli_is_verbose())
        cli_note("the path is %.4g long in radians and metres, %.4g before it was shortened", p.answer.length,
                 p.answer.first_length);
    plan_rows_free(&p.rows);
    free(p.answer.value);
    free(p.from);
    free(p.moved);
    fk_scene_workcell_free(cli_context(), p.made);
    pair_rules_free(&p.rules);
    part_list_free(&p.list);
    return status;
}

static bool check_settings(const plan_settings *s, int count, char **path)
{
    const char *input[] = {count > 0 ? path[0] : NULL, s->part.srdf, s->part.scene};
    if (count != 1)
        return cli_refuse("plan needs one file, ROBOT.urdf; see farkas plan --help");
    if (s->from == NULL || s->to == NULL)
        return cli_refuse("plan needs --from and --to, as --from home --to j1=0.2,j2=-1");
    if (s->report != NULL && (s->output == NULL || cli_is_output(s->output)))
        return cli_refuse("--report needs the trajectory as a file: give -o FILE.csv");
    for (int i = 0; i < 3; i++)
        if (s->output != NULL && input[i] != NULL && cli_is_same_file(s->output, input[i]))
            return cli_refuse_at(s->output, 0, 0, "this is the input; choose another name");
    if (s->as_json && cli_is_output(s->output))
        return cli_refuse("--json and -o - both write to standard output");
    if (s->report != NULL && strcmp(s->report, s->output) == 0)
        return cli_refuse("--report %s: the trajectory has this name; choose another one", s->report);
    return (s->output == NULL || cli_is_output(s->output) || cli_can_write_to("-o", s->output)) &&
           (s->report == NULL || cli_can_write_to("--report", s->report));
}

static int verb_plan(int argc, char **argv)
{
    plan_settings s = {.rules = {.never_rests = true}, .seed = 1, .seconds = 10, .acceleration = 1};
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    if (check_settings(&s, argc - optind, argv + optind))
        status = run_plan(&s, argv + optind);
    part_settings_free(&s.part);
    pair_rule_settings_free(&s.rules);
    return status;
}

int main(int argc, char **argv)
{
    static const cli_verb verbs[] = {{"plan", "a path of a robot, proved free", verb_plan, NULL},
                                     {NULL, NULL, NULL, NULL}};
    static const cli_program program = {"usage: farkas plan [OPTION]... ROBOT.urdf --from A --to B\n\n",
                                        verbs, "\nSee farkas plan --help.\n"};
    return cli_main(&program, argc, argv);
}
