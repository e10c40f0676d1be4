/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas distance: how far apart two parts are, and where. */

#include "check_table.h"
#include "part_list.h"

#include <math.h>
#include <string.h>

static const char help[] =
    "usage: farkas distance [OPTION]... A B\n"
    "       farkas distance [OPTION]... SCENE.json|ROBOT.urdf A B\n"
    "\n"
    "The distance of two mesh files, or of two parts or sets of a scene or robot: bounds that\n"
    "contain the truth, the nearest points, and the direction from A to B. Where a file has\n"
    "several parts, the nearest two are taken. Parts that meet have distance 0; how deep they\n"
    "overlap, 'farkas check' tells.\n"
    "\n"
    "options:\n" PART_AT_HELP MESH_OPTIONS_HELP PART_ROBOT_HELP PART_TIME_HELP
    "      --json         the result as JSON\n"
    "  -q, --quiet        no progress and no notes\n"
    "  -v, --verbose      end with a summary on standard error\n"
    "      --color W      coloured messages: auto (default), always or never\n"
    "  -h, --help         print this help\n"
    "\n"
    "examples:\n"
    "  farkas distance bracket.stl motor.stl\n"
    "  farkas distance cell.json gripper 'fixture*' --json\n"
    "  farkas distance panda.urdf --joints panda_joint4=-1.5 panda_link5 panda_hand\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

enum { OPTION_JSON = 256 };

static const struct option options[] = {
    {"json", no_argument, NULL, OPTION_JSON},
    PART_OPTIONS,
    PART_TIME_OPTION,
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"distance", help, CLI_COMMON_LETTERS, options};

typedef struct settings {
    part_settings part;
    bool as_json;
} settings;

static bool read_option(int option, void *user)
{
    settings *s = user;
    if (option == OPTION_JSON)
        return s->as_json = true;
    return part_option(option, &s->part);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static fk_check_rule select_pair(void *user, uint32_t a, uint32_t b)
{
    const part_choice *choice = user;
    fk_check_rule rule = {.is_tested = part_pairs_have(&choice->between[0], a, b)};
    return rule;
}

/* Parts of the first file against those of the second. */
static bool choose_files(part_choice *choice, const part_list *list)
{
    if (!part_choice_make_two(choice, list, "all", "all"))
        return false;
    for (uint32_t i = 0; i < list->count; i++) {
        choice->between[0].in_a[i] = list->scene->part[i].entry == 0;
        choice->between[0].in_b[i] = list->scene->part[i].entry == 1;
    }
    return true;
}

/* ---- Output -------------------------------------------------------------------------------------------- */

/* The pair as the words A and B mean it. */
typedef struct found {
    const char *a, *b;
    fk_clash kind;
    fk_interval distance;
    bool has_points;
    fk_vec3 point_a, point_b, direction; /* 0 without one */
} found;

static found look_at(const fk_check_pair *pair, const part_list *list, const part_choice *choice)
{
    bool is_exchanged = !(choice->between[0].in_a[pair->a] && choice->between[0].in_b[pair->b]);
    found f = {.kind = pair->kind, .distance = pair->distance, .has_points = pair->has_points};
    f.a = list->part[is_exchanged ? pair->b : pair->a].name;
    f.b = list->part[is_exchanged ? pair->a : pair->b].name;
    f.point_a = is_exchanged ? pair->point_b : pair->point_a;
    f.point_b = is_exchanged ? pair->point_a : pair->point_b;
    fk_vec3 d = fk_vec3_sub(f.point_b, f.point_a);
    double length = hypot(hypot(d.x, d.y), d.z);
    if (pair->has_points && length > 0 && length < HUGE_VAL)
        f.direction = fk_vec3_make(d.x / length, d.y / length, d.z / length);
    return f;
}

static void print_vector(const char *name, fk_vec3 v)
{
    cli_print(",\"%s\":", name);
    cli_print_json_vector(v);
}

static void print_json(const found *f, const char *units)
{
    cli_print("{\"farkas\":%d,\"units\":\"%s\",\"a\":", FK_RESULT_VERSION, units);
    cli_print_json_string(f->a);
    cli_print(",\"b\":");
    cli_print_json_string(f->b);
    cli_print(",\"kind\":\"%s\",\"distance\":{\"lo\":", fk_clash_word(f->kind));
    cli_print_json_number(f->distance.lo);
    cli_print(",\"hi\":");
    cli_print_json_number(f->distance.hi);
    cli_print("}");
    if (f->has_points) {
        print_vector("point_a", f->point_a);
        print_vector("point_b", f->point_b);
        print_vector("direction", f->direction);
    }
    cli_print("}\n");
}

static void print_line(const char *word, fk_vec3 v)
{
    char text[3][FK_NUMBER_SIZE];
    fk_number_format(v.x, text[0]);
    fk_number_format(v.y, text[1]);
    fk_number_format(v.z, text[2]);
    cli_print("  %-10s %s %s %s\n", word, text[0], text[1], text[2]);
}

static void print_text(const found *f, const char *units)
{
    char low[FK_NUMBER_SIZE], high[FK_NUMBER_SIZE];
    fk_number_format(f->distance.lo, low);
    fk_number_format(f->distance.hi, high);
    if (f->distance.hi == 0)
        cli_print("%s and %s meet (%s): distance 0 %s\n", f->a, f->b, fk_clash_word(f->kind), units);
    else if (!f->has_points)
        cli_print("%s to %s: one is empty\n", f->a, f->b);
    else if (strcmp(low, high) == 0)
        cli_print("%s to %s: %s %s\n", f->a, f->b, low, units);
    else
        cli_print("%s to %s: %s to %s %s\n", f->a, f->b, low, high, units);
    if (!f->has_points)
        return;
    print_line("on a", f->point_a);
    if (f->distance.hi == 0)
        return;
    print_line("on b", f->point_b);
    print_line("direction", f->direction);
}

/* ---- Running ------------------------------------------------------------------------------------------- */

static int measure(fk_context *context, const settings *s, const part_list *list, part_choice *choice)
{
    fk_check_options chosen = fk_check_options_default();
    chosen.select = select_pair;
    chosen.user = choice;
    chosen.wants_depth = false;
    chosen.max_triangles = 0;
    fk_check *check;
    fk_status status = fk_check_run(context, list->part, list->count, &chosen, &check);
    if (status != FK_OK)
        return cli_trouble("%s", fk_status_text(status));
    const fk_check_pair *pair = check_nearest_pair(check);
    if (pair == NULL) {
        fk_check_free(context, check);
        return cli_trouble("both are the same part");
    }
    found f = look_at(pair, list, choice);
    if (s->as_json)
        print_json(&f, list->units);
    else
        print_text(&f, list->units);
    fk_check_free(context, check);
    return CLI_OK;
}

static int run(fk_context *context, const settings *s, char **argument, int count)
{
    bool has_names = count == 3;
    part_list list;
    if (!part_list_load(&list, context, argument, has_names ? 1 : 2, &s->part))
        return CLI_TROUBLE;
    part_choice choice;
    bool good = (has_names ? part_choice_make_two(&choice, &list, argument[1], argument[2])
                           : choose_files(&choice, &list));
    int status = good ? measure(context, s, &list, &choice) : CLI_TROUBLE;
    if (good)
        part_choice_free(&choice);
    part_list_free(&list);
    return status;
}

int distance_run(int argc, char **argv)
{
    settings s = {.part = part_settings_default()};
    int status;
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    fk_context *context = NULL;
    int count = argc - optind;
    if (count != 2 && count != 3)
        status = cli_trouble(
            "distance needs two files, or a scene or robot and two names; see farkas distance --help");
    else if (mesh_settings_check(&s.part.mesh) && (context = cli_context_create()) != NULL)
        status = run(context, &s, argv + optind, count);
    else
        status = CLI_TROUBLE;
    fk_context_destroy(context);
    part_settings_free(&s.part);
    return status;
}
