/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts that check, distance, search and sweep work on, from mesh files, a scene or a robot, moved by --at; their
 * motion; and the pairs that the options --between, --set and --ignore select. */

#ifndef FARKAS_TOOLS_PART_LIST_H
#define FARKAS_TOOLS_PART_LIST_H

#include "farkas/scene.h"
#include "mesh_file.h"

/* ---- Options ------------------------------------------------------------------------------------------- */

/* The options on parts: how to read files, and where the parts are. Zeroed, it is the default. */
typedef struct part_settings {
    mesh_settings mesh;
    cli_words at, package_path, argument; /* argument: of xacro, NAME:=VALUE */
    /* Of the robot among the files; as given, or NULL. */
    const char *srdf, *joints, *trajectory, *scene;
    bool has_time; /* else moving parts have their first pose */
    double time;
} part_settings;

/* The table entries of these options, for a settings struct with such a member: of a robot; and of the parts. */
#define PART_ROBOT_OPTIONS(type, member)                                                                     \
    CLI_TEXT("--scene", type, member.scene), CLI_TEXT("--srdf", type, member.srdf),                          \
        CLI_TEXT("--joints", type, member.joints), CLI_TEXT("--trajectory", type, member.trajectory),        \
        CLI_WORDS("--package-path", type, member.package_path), CLI_WORDS("--arg", type, member.argument)
#define PART_OPTIONS(type, member)                                                                           \
    CLI_WORDS("--at", type, member.at), PART_ROBOT_OPTIONS(type, member), MESH_OPTIONS(type, member.mesh)

/* For verbs that use one moment. */
#define PART_TIME_OPTION(type, member) CLI_READ("--time", part_read_time, type, member)

/* The help: on --at; on robots; on --time, which follows it. MESH_OPTIONS_HELP is the help on files. */
#define PART_AT_HELP                                                                                         \
    "      --at NAME=x,y,z[,roll,pitch,yaw]\n"                                                               \
    "                     move a part; angles in radians, or as 90deg, about fixed axes;\n"                  \
    "                     each further --at moves it on\n"
#define PART_ROBOT_HELP                                                                                      \
    "      --srdf FILE    pairs of links that need no check, and named states\n"                             \
    "      --joints J     joint values: j1=0.2,j2=-1 (radians, metres), or the name of a state\n"            \
    "      --trajectory F joint values over time: CSV with columns t and joint names\n"                      \
    "      --package-path DIR\n"                                                                             \
    "                     where to find package://NAME/...: a folder with NAME; repeatable\n"                \
    "      --arg N:=V     an argument of a xacro file; repeatable\n"                                         \
    "      --scene FILE   the scene around the robot: JSON, or of MoveIt, .scene or YAML.\n"                 \
    "                     Parts that rest are compared with each other if it has tests, or by\n"             \
    "                     --between all,all\n"
#define PART_TIME_HELP "      --time T       the moment to check, in seconds (default: the first)\n"

void part_settings_free(part_settings *settings);

/* Readers for PART_TIME_OPTION; and for a time into a double. */
bool part_read_time(const char *option, const char *value, void *field);
bool part_read_moment(const char *option, const char *value, void *field);

/* ---- Parts --------------------------------------------------------------------------------------------- */

typedef struct part_list {
    fk_context *context;
    fk_scene *scene; /* with its robots */
    const char *units;
    bool is_unit_assumed;   /* no file and no option gave one */
    bool is_scene;          /* from a scene file, without a robot or a file beside it */
    bool has_robot;         /* a robot is among the files */
    const char *scene_path; /* of the scene, if any */
    const char **file;      /* the other files, but for the first robot */
    uint32_t file_count;
    uint32_t first_entry[2]; /* the entries of two files, if there is no scene */
    uint32_t count;
    fk_parts *parts; /* placed, moved by --at; part and motion point into it */
    const fk_check_part *part;
    const fk_motion *motion;
} part_list;

/* Loads meshes and robots, in a scene if one is among the files or in the settings; their content says what they are. Moves the
 * parts as --at says, within their frames. False after a message. */
bool part_list_load(part_list *list, fk_context *context, char **path, int path_count,
                    const part_settings *settings);
void part_list_free(part_list *list);

/* Whether a file is a robot by its content. False after a message. */
bool part_is_robot(const char *path);

/* Loads a robot alone, in metres; srdf may be NULL. False after a message. */
bool robot_file_load(fk_context *context, const char *path, const mesh_settings *mesh, const char *srdf,
                     const cli_words *package_path, const cli_words *argument, fk_robot **out);

/* Counts the pairs of links with shapes that are left out only because they are adjacent; lists them, if `pair` is not NULL. */
uint32_t robot_adjacent(const fk_robot *robot, uint32_t (*pair)[2]);

/* Notes on an SRDF file, if any, that is empty or names what the robot lacks. part_list_load prints them itself. */
void part_robot_notes(const fk_robot *robot, const char *srdf);

/* Reports that no part has this name, with the nearest name or all names; always false. option may be NULL. */
bool part_name_trouble(const part_list *list, const char *option, const char *word);

/* Finds the part with this name. False after a message. */
bool part_list_find(const part_list *list, const char *option, const char *name, uint32_t *out);

/* Whether the scene tests two parts at all: no "ignore" has them, and if the scene has tests, one of them does. */
bool part_list_is_tested(const part_list *list, uint32_t a, uint32_t b);

/* Reads a length of an option, in the unit of the list. False after a message. */
bool part_list_read_length(const part_list *list, const char *option, const char *text, double *out);

/* Computes the distances of the selected pairs, and finds the nearest pair, the first of several; NULL without pairs.
 * The caller frees the check. False after a message. */
bool part_list_nearest(const part_list *list, fk_check_select *select, void *user, fk_check **check,
                       const fk_check_pair **nearest);

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* The options on pairs, as given, or NULL. */
typedef struct pair_rule_settings {
    const char *clearance, *ignore_overlap;
    bool allow_contact, never_rests; /* never_rests: no option compares parts at rest, so no note says it */
    cli_words between, set, ignore;
} pair_rule_settings;

#define PAIR_RULE_OPTIONS(type, member)                                                                      \
    CLI_TEXT("--clearance", type, member.clearance),                                                         \
        CLI_FLAG("--allow-contact", type, member.allow_contact),                                             \
        CLI_WORDS("--between", type, member.between), CLI_WORDS("--set", type, member.set),                  \
        CLI_WORDS("--ignore", type, member.ignore)

/* The help on these options. */
#define PAIR_RULE_LIMITS_HELP                                                                                \
    "      --clearance L  parts closer than this clash, too; in the files' unit, or as 5mm\n"                \
    "      --allow-contact\n"                                                                                \
    "                     parts that only touch do not clash\n"
#define PAIR_RULE_PAIRS_HELP                                                                                 \
    "      --between A,B  only pairs of A with B: part names, patterns like 'arm*', sets, all\n"             \
    "      --set A=GLOB   name a set of parts for --between and --ignore; also A=GLOB,GLOB\n"                \
    "      --ignore A,B   skip these pairs; with a reason: A,B=REASON\n"

void pair_rule_settings_free(pair_rule_settings *settings);

/* The rules from the options and the scene, and the flags they point to. */
typedef struct pair_rules {
    fk_scene_rules asked;
    fk_scene_pairs *pairs;
    uint8_t *flags;
} pair_rules;

/* Resolves the names: NAME, a pattern with * or ?, or the name of a --set NAME=PATTERN[,PATTERN]... The texts are A,B;
 * --ignore may add =REASON. False after a message. */
bool pair_rules_read(pair_rules *rules, const part_list *list, const pair_rule_settings *settings);
/* Selects the pairs of two names, without options. */
bool pair_rules_of_names(pair_rules *rules, const part_list *list, const char *a, const char *b);
/* Selects the pairs of a part from the first file and one from the second. */
bool pair_rules_of_files(pair_rules *rules, const part_list *list);
void pair_rules_free(pair_rules *rules);

/* Returns the clearance that all pairs must keep, from the option or the tests of the scene; 0 if there is none, or not
 * one for all. */
double pair_rules_clearance(const pair_rules *rules);

/* ---- Other files of the verbs robot and search --------------------------------------------------------- */

/* farkas robot --suggest-ignore: prints the pairs of links of the first robot that need no check, judged by random
 * configurations. Returns an exit status. */
typedef struct robot_samples {
    uint64_t count, seed;
    bool as_json;
} robot_samples;
int robot_suggest_print(const part_list *list, const robot_samples *samples);

/* farkas search: how to build trees of cells from parts. */
typedef enum search_cells { SEARCH_PIECES, SEARCH_SURFACE, SEARCH_FITTED } search_cells;

typedef struct search_tree_options {
    search_cells cells;   /* of meshes: pieces that fill solids; their triangles; cells fitted to them */
    const char *accuracy; /* of fitted cells, as given, or NULL */
    uint32_t most_cells;  /* in a fitted tree; 0: the default */
    bool has_children;    /* for trees that a scene gives: */
    uint32_t children;    /* adds levels to nodes with more children; 0: adds none */
} search_tree_options;

typedef struct search_objects {
    fk_context *context;
    uint32_t count;
    fk_search_object *object;
    const char **source; /* what its leaves are: "cell", "piece", "triangle" or "fit" */
    bool *is_hollow;     /* a solid built from its triangles: its inside is not in the tree */
    fk_cell_tree **made; /* trees that neither the scene nor an earlier object owns */
    uint32_t **parent;   /* of the nodes of each tree */
    fk_cell_fit *fit;    /* of fitted trees */
    uint64_t node_total;
} search_objects;

/* Builds a tree for each part. Shows progress. False after a message. */
bool search_objects_build(search_objects *objects, fk_context *context, const part_list *list,
                          const search_tree_options *making, const fk_workers *workers);
void search_objects_free(search_objects *objects);

/* Checks all trees against the rules: every node lies in its parent, the leaves cover their mesh, and groups enclose
 * their members. Prints a table. Returns an exit status: CLI_FOUND if a rule is broken. */
int search_rules_print(const search_objects *objects, const part_list *list);

/* Writes a scene for POV-Ray: the leaves of all objects, those that collide in red, their overlap boxes, and one box
 * around all of these. If there are too many leaves, draws nodes above them and prints a note. False after a message. */
bool search_pov_write(const fk_search_findings *findings, const char *path);

#endif
