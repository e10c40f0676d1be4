/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts that check, distance, search and sweep are about: from files of meshes, a scene or a robot, moved by
 * --at; how they move over time; and which pairs of them the options --between, --set and --ignore mean. */

#ifndef FARKAS_TOOLS_PART_LIST_H
#define FARKAS_TOOLS_PART_LIST_H

#include "farkas/scene.h"
#include "mesh_file.h"

/* ---- Options ------------------------------------------------------------------------------------------- */

/* Texts of an option that may be given several times. */
typedef struct part_words {
    const char **word;
    size_t count;
} part_words;

/* False after a message. */
bool part_words_add(part_words *words, const char *word);
void part_words_free(part_words *words);

/* What the options say about the parts: how files are read, and where the parts are. */
typedef struct part_settings {
    mesh_settings mesh;
    part_words at, package_path;
    /* Of the robot among the files; as given, or NULL. */
    const char *srdf, *joints, *trajectory, *scene;
    bool has_time; /* else parts that move are where they begin */
    double time;
} part_settings;

enum {
    PART_OPTION_AT = 950,
    PART_OPTION_SCENE,
    PART_OPTION_SRDF,
    PART_OPTION_JOINTS,
    PART_OPTION_TRAJECTORY,
    PART_OPTION_PACKAGE_PATH,
    PART_OPTION_TIME
};

// clang-format off
#define PART_OPTIONS                                                       \
    {"at", required_argument, NULL, PART_OPTION_AT},                       \
    {"scene", required_argument, NULL, PART_OPTION_SCENE},                 \
    {"srdf", required_argument, NULL, PART_OPTION_SRDF},                   \
    {"joints", required_argument, NULL, PART_OPTION_JOINTS},               \
    {"trajectory", required_argument, NULL, PART_OPTION_TRAJECTORY},       \
    {"package-path", required_argument, NULL, PART_OPTION_PACKAGE_PATH},   \
    MESH_OPTIONS

/* Of verbs that look at one moment. */
#define PART_TIME_OPTION {"time", required_argument, NULL, PART_OPTION_TIME}
// clang-format on

/* The help on them: on --at; on robots; on --time, which belongs behind that. That on files is
 * MESH_OPTIONS_HELP. */
#define PART_AT_HELP                                                                                         \
    "      --at NAME=x,y,z[,roll,pitch,yaw]\n"                                                               \
    "                     moves a part; angles in radians, or as 90deg, around fixed axes;\n"                \
    "                     what is given again moves it further\n"
#define PART_ROBOT_HELP                                                                                      \
    "      --srdf FILE    pairs of links that need no check, and states with names\n"                        \
    "      --joints J     values of joints: j1=0.2,j2=-1 (radians, metres), or a state's name\n"             \
    "      --trajectory F values of joints over time: CSV with t and the names of joints\n"                  \
    "      --package-path DIR\n"                                                                             \
    "                     where package://NAME/... is: a folder that holds NAME; several times\n"            \
    "      --scene FILE   a scene that the robot is in\n"
#define PART_TIME_HELP "      --time T       the moment that is looked at, in seconds (default: the first)\n"

part_settings part_settings_default(void);
void part_settings_free(part_settings *settings);

/* A moment in seconds: a number, or one with "s" behind it. False after a message. */
bool part_time(const char *option, const char *text, double *out);

/* One of PART_OPTIONS or PART_TIME_OPTION, with optarg. False after a message. */
bool part_option(int option, part_settings *out);

/* ---- Parts --------------------------------------------------------------------------------------------- */

typedef struct part_list {
    fk_context *context;
    fk_scene *scene; /* with its robots */
    const char *units;
    bool is_unit_assumed; /* nobody said it, for any file */
    bool is_scene;        /* it comes from a scene file */
    uint32_t count;
    fk_parts *parts; /* in their places, moved by --at; and as they are there: */
    const fk_check_part *part;
    const fk_motion *motion;
} part_list;

/* Loads files; or one scene, whose name ends with .json; or one robot, .urdf, alone or in the scene of the settings;
 * and moves the parts as --at says, those that have a frame in that. False after a message. */
bool part_list_load(part_list *list, fk_context *context, char **path, int path_count,
                    const part_settings *settings);
void part_list_free(part_list *list);

/* Whether a file is a robot by its name. False after a message. */
bool part_is_robot(const char *path);

/* Notes on an SRDF file, if there is one, that says nothing, or what the robot does not have. part_list_load has said it. */
void part_robot_notes(const fk_robot *robot, const char *srdf);

/* Says that no part has this name, and what was meant, or which there are; always false. Without an option, NULL. */
bool part_name_trouble(const part_list *list, const char *option, const char *word);

/* The part of this name. False after a message. */
bool part_list_find(const part_list *list, const char *option, const char *name, uint32_t *out);

/* Whether the scene asks about two parts at all: none of its "ignore" has them, and if it has tests, one
 * does. */
bool part_list_asks(const part_list *list, uint32_t a, uint32_t b);

/* A length of an option, in the unit of the list. False after a message. */
bool part_list_length(const part_list *list, const char *option, const char *text, double *out);

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Two sets of parts, as flags. */
typedef struct part_pairs {
    bool *in_a, *in_b;
    const char *reason; /* why they are ignored */
} part_pairs;

typedef struct part_choice {
    size_t between_count, ignore_count;
    part_pairs *between, *ignore;
} part_choice;

/* Finds the parts that are meant: NAME, a pattern with * or ?, or the name of a --set
 * NAME=PATTERN[,PATTERN]... Texts are A,B; of --ignore with =REASON behind it, if one is given. False after a
 * message. */
bool part_choice_make(part_choice *choice, const part_list *list, const part_words *set,
                      const part_words *between, const part_words *ignore);
/* The same with two names and without options. */
bool part_choice_make_two(part_choice *choice, const part_list *list, const char *a, const char *b);
void part_choice_free(part_choice *choice);

/* Whether a pair of parts is among these, in whatever order. */
bool part_pairs_have(const part_pairs *pairs, uint32_t a, uint32_t b);

#endif
