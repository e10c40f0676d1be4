/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts that check, distance, search and sweep are about: from files of meshes, a scene or a robot, moved by
 * --at; how they move over time; and which pairs of them the options --between, --set and --ignore mean. */

#ifndef FARKAS_TOOLS_PARTS_H
#define FARKAS_TOOLS_PARTS_H

#include "farkas/scene.h"
#include "mesh_file.h"

/* ---- Options ------------------------------------------------------------------------------------------- */

/* What the options say about the parts: how files are read, and where the parts are. Zeroed, it is the default. */
typedef struct part_settings {
    mesh_settings mesh;
    cli_words at, package_path;
    /* Of the robot among the files; as given, or NULL. */
    const char *srdf, *joints, *trajectory, *scene;
    bool has_time; /* else parts that move are where they begin */
    double time;
} part_settings;

/* The options, of settings that have such a member: of a robot; and of the parts. */
#define PART_ROBOT_SLOTS(type, member)                                                                       \
    CLI_TEXT("--scene", type, member.scene), CLI_TEXT("--srdf", type, member.srdf),                          \
        CLI_TEXT("--joints", type, member.joints), CLI_TEXT("--trajectory", type, member.trajectory),        \
        CLI_WORDS("--package-path", type, member.package_path)
#define PART_SLOTS(type, member)                                                                             \
    CLI_WORDS("--at", type, member.at), PART_ROBOT_SLOTS(type, member), MESH_SLOTS(type, member.mesh)

/* Of verbs that look at one moment. */
#define PART_TIME_SLOT(type, member) CLI_READ("--time", part_read_time, type, member)

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

void part_settings_free(part_settings *settings);

/* For PART_TIME_SLOT; and into a double. */
bool part_read_time(const char *option, const char *value, void *field);
bool part_read_moment(const char *option, const char *value, void *field);

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

/* Checks the distances of the pairs that are selected, and finds the nearest, the first of several; NULL without pairs. The check is
 * to be freed. False after a message. */
bool part_list_nearest(const part_list *list, fk_check_select *select, void *user, fk_check **check,
                       const fk_check_pair **nearest);

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* What is asked of pairs, as given, or NULL. */
typedef struct part_rule_settings {
    const char *clearance, *ignore_overlap;
    bool allow_contact;
    cli_words between, set, ignore;
} part_rule_settings;

#define PART_RULE_SLOTS(type, member)                                                                        \
    CLI_TEXT("--clearance", type, member.clearance),                                                         \
        CLI_FLAG("--allow-contact", type, member.allow_contact),                                             \
        CLI_WORDS("--between", type, member.between), CLI_WORDS("--set", type, member.set),                  \
        CLI_WORDS("--ignore", type, member.ignore)

/* The help on them. */
#define PART_RULE_LIMITS_HELP                                                                                \
    "      --clearance L  parts closer than this clash, too; in the files' unit, or as 5mm\n"                \
    "      --allow-contact\n"                                                                                \
    "                     parts that only touch do not clash\n"
#define PART_RULE_PAIRS_HELP                                                                                 \
    "      --between A,B  only pairs of these; names of parts, patterns like 'arm*', or sets\n"              \
    "      --set A=GLOB   a set of parts, for --between and --ignore; also A=GLOB,GLOB\n"                    \
    "      --ignore A,B   leave these pairs out; with a reason: A,B=REASON\n"

void part_rule_settings_free(part_rule_settings *settings);

/* The rules of the options and of the scene, and the flags that they point to. */
typedef struct part_rules {
    fk_scene_rules asked;
    fk_scene_pairs *pairs;
    uint8_t *flags;
} part_rules;

/* Finds the parts that are meant: NAME, a pattern with * or ?, or the name of a --set NAME=PATTERN[,PATTERN]... Texts are A,B; of
 * --ignore with =REASON behind it, if one is given. False after a message. */
bool part_rules_read(part_rules *rules, const part_list *list, const part_rule_settings *settings);
/* Pairs of two names, without options. */
bool part_rules_of_two(part_rules *rules, const part_list *list, const char *a, const char *b);
/* Pairs of parts from the first file and from the second. */
bool part_rules_of_files(part_rules *rules, const part_list *list);
void part_rules_free(part_rules *rules);

/* The clearance that is asked of all pairs, by the option or by the tests of the scene; 0 if there is none, or not one for all. */
double part_rules_clearance(const part_rules *rules);

/* ---- Verbs about parts --------------------------------------------------------------------------------- */

/* farkas robot --suggest-ignore: pairs of links of the first robot of a list that need no check, by what happens in random
 * configurations. Returns an exit status. */
typedef struct robot_samples {
    uint64_t count, seed;
    bool as_json;
} robot_samples;
int robot_suggest_print(const part_list *list, const robot_samples *samples);

/* farkas search: the parts as trees of cells; how these are made. */
typedef struct search_making {
    bool by_surface;   /* solids, too, are made of their triangles, not of pieces that fill them */
    bool has_children; /* of trees that a scene gives: */
    uint32_t children; /* levels are added where a node has more; 0: where none are */
} search_making;

typedef struct search_objects {
    fk_context *context;
    uint32_t count;
    fk_search_object *object;
    const char **source; /* what the leaves of each are made of: "cell", "piece" or "triangle" */
    bool *is_hollow;     /* a solid that is made of its triangles: what is inside of it is not in the tree */
    fk_cell_tree **made; /* trees that are not the scene's nor those of an object before */
    uint64_t node_total;
} search_objects;

/* Makes a tree of each part. Shows progress. False after a message. */
bool search_objects_make(search_objects *objects, fk_context *context, const part_list *list,
                         const search_making *making, const fk_workers *workers);
void search_objects_free(search_objects *objects);

/* Checks all trees against the rules: every node lies in its parent, the leaves cover what they are made
 * from, and groups hold what is in them. Prints a table. Returns an exit status: CLI_FOUND when a rule is
 * broken. */
int search_rules_print(const search_objects *objects, const part_list *list);

/* Writes a scene for POV-Ray: the leaves of all objects, those that collide in red, the boxes of what they have in common, and one
 * around all of these. Where there are too many leaves, nodes above them are drawn, and a note says so. False after a message. */
bool search_pov_write(const fk_search_findings *findings, const char *path);

#endif
