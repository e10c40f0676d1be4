/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas distance: the distance of two parts, and their nearest points. */

#include "part_list.h"

#include <math.h>
#include <string.h>

static const char help[] =
    "usage: farkas distance [OPTION]... A B\n"
    "       farkas distance [OPTION]... SCENE.json|ROBOT.urdf A B\n"
    "\n"
    "Measures the distance of two mesh files, or of two parts or sets of a scene or robot:\n"
    "proved bounds, the nearest points, and the direction from A to B. If a file has several\n"
    "parts, the nearest two count. Parts that meet have distance 0; 'farkas check' finds how\n"
    "deep they overlap.\n"
    "\n"
    "options:\n" PART_AT_HELP MESH_OPTIONS_HELP PART_ROBOT_HELP PART_TIME_HELP
    "      --json         the result as JSON\n" CLI_COMMON_HELP "\n"
    "examples:\n"
    "  farkas distance bracket.stl motor.stl\n"
    "  farkas distance cell.json gripper 'fixture*' --json\n"
    "  farkas distance panda.urdf --joints panda_joint4=-1.5 panda_link5 panda_hand\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

typedef struct distance_settings {
    part_settings part;
    bool as_json;
} distance_settings;

static const cli_option option_list[] = {
    CLI_FLAG("--json", distance_settings, as_json),
    PART_OPTIONS(distance_settings, part),
    PART_TIME_OPTION(distance_settings, part),
    CLI_END,
};

static const cli_option_table option_table = {"distance", help, option_list, NULL};

static fk_check_rule select_distance_pair(void *user, uint32_t a, uint32_t b)
{
    return (fk_check_rule){.is_tested = fk_scene_pairs_have(user, a, b)};
}

/* ---- Output -------------------------------------------------------------------------------------------- */

/* The nearest pair, in the order of the words A and B. */
typedef struct distance_result {
    const char *a, *b;
    fk_clash kind;
    fk_interval distance;
    bool has_points;
    fk_vec3 point_a, point_b, direction; /* 0 if there is none */
} distance_result;

static distance_result read_distance(const fk_check_pair *pair, const part_list *list,
                                     const fk_scene_pairs *asked)
{
    bool is_exchanged = !(asked->in_a[pair->a] && asked->in_b[pair->b]);
    distance_result f = {.kind = pair->kind, .distance = pair->distance, .has_points = pair->has_points};
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

static void print_distance_json(const distance_result *f, const char *units)
{
    cli_json("{\"farkas\":%d,\"units\":\"%s\",\"a\":%q,\"b\":%q,\"kind\":\"%s\",\"distance\":{\"lo\":%n,"
             "\"hi\":%n}",
             FK_RESULT_VERSION, units, f->a, f->b, fk_clash_word(f->kind), f->distance.lo, f->distance.hi);
    if (f->has_points)
        cli_json(",\"point_a\":%v,\"point_b\":%v,\"direction\":%v", f->point_a, f->point_b, f->direction);
    cli_print("}\n");
}

static void print_vector_line(const char *word, fk_vec3 v)
{
    char text[3][FK_NUMBER_SIZE];
    fk_number_format(v.x, text[0]);
    fk_number_format(v.y, text[1]);
    fk_number_format(v.z, text[2]);
    cli_print("  %-10s %s %s %s\n", word, text[0], text[1], text[2]);
}

static void print_distance_text(const distance_result *f, const char *units)
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
    print_vector_line("on a", f->point_a);
    if (f->distance.hi == 0)
        return;
    print_vector_line("on b", f->point_b);
    print_vector_line("direction", f->direction);
}

/* ---- Running ------------------------------------------------------------------------------------------- */

static int measure(const distance_settings *s, const part_list *list, const pair_rules *asked)
{
    fk_check *check;
    const fk_check_pair *pair;
    if (!part_list_nearest(list, select_distance_pair, asked->pairs, &check, &pair))
        return CLI_TROUBLE;
    int result = pair != NULL ? CLI_OK : cli_trouble("both are the same part");
    if (pair != NULL) {
        distance_result f = read_distance(pair, list, asked->pairs);
        if (s->as_json)
            print_distance_json(&f, list->units);
        else
            print_distance_text(&f, list->units);
    }
    fk_check_free(list->context, check);
    return result;
}

static int run_distance(const distance_settings *s, char **argument, int count)
{
    bool has_names = count == 3;
    part_list list;
    pair_rules asked;
    if (!part_list_load(&list, cli_context(), argument, has_names ? 1 : 2, &s->part))
        return CLI_TROUBLE;
    int status = CLI_TROUBLE;
    if (!has_names && list.scene_path != NULL)
        cli_trouble("distance of a scene needs the names of two parts; see farkas distance --help");
    else if (has_names ? pair_rules_of_names(&asked, &list, argument[1], argument[2])
                       : pair_rules_of_files(&asked, &list)) {
        status = measure(s, &list, &asked);
        pair_rules_free(&asked);
    }
    part_list_free(&list);
    return status;
}

int verb_distance(int argc, char **argv)
{
    distance_settings s = {0};
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    int count = argc - optind;
    if (count != 2 && count != 3)
        cli_trouble(
            "distance needs two files, or a scene or robot and two names; see farkas distance --help");
    else if (mesh_settings_check(&s.part.mesh))
        status = run_distance(&s, argv + optind, count);
    part_settings_free(&s.part);
    return status;
}
