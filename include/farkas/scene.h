/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes: parts in their places, and what is to be checked among them, from a JSON file. What exactly is
 * accepted: docs/scene.md and docs/scene.schema.json.
 *
 * This is a library of its own, libfarkas-scene (CMake farkas::farkas_scene, pkg-config farkas-scene), as it
 * needs jansson and expat; farkas/farkas.h does not include it. */

#ifndef FARKAS_SCENE_H
#define FARKAS_SCENE_H

#include "farkas/cells.h"
#include "farkas/check.h"
#include "farkas/io.h"
#include "farkas/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Units --------------------------------------------------------------------------------------------- */

/* Every unit of length with its word, and how many fifths of a millimetre it is: whole numbers, so that
 * ratios are exact. */
#define FK_UNIT_LIST(X)                                                                                      \
    X(FK_UNIT_MM, "mm", 5)                                                                                   \
    X(FK_UNIT_CM, "cm", 50)                                                                                  \
    X(FK_UNIT_M, "m", 5000)                                                                                  \
    X(FK_UNIT_IN, "in", 127)

typedef enum fk_unit {
#define FK_UNIT_ENUM(name, word, fifths) name,
    FK_UNIT_LIST(FK_UNIT_ENUM)
#undef FK_UNIT_ENUM
        FK_UNIT_COUNT
} fk_unit;

/* "mm" and so on; "" for what is not in the list. */
FK_API const char *fk_unit_word(fk_unit unit);

/* The unit of a word of given length; false for other words, and *out is left alone. */
FK_API bool fk_unit_find(const char *word, size_t length, fk_unit *out);

/* A length in another unit: length * p / q with whole numbers p and q without common factor, in that order.
 * Between metric units that is one rounding, between these and inches one where the length has no more than
 * 46 bits, as floats do. */
FK_API double fk_length_convert(double length, fk_unit from, fk_unit to);

/* Reads a whole text as a length that is finite and not negative: a number, in the given unit, or a number
 * with a unit behind it, with or without spaces between ("5mm", "0.2 in"). What comes out is in the given
 * unit. False for other texts, and *out is left alone. */
FK_API bool fk_length_parse(const char *text, size_t length, fk_unit unit, double *out);

/* ---- Scenes -------------------------------------------------------------------------------------------- */

/* A file of meshes that the scene uses. A file that is used twice with the same scale, unit and axis is here
 * once. */
typedef struct fk_scene_file {
    const char *path;      /* as it was opened: the folder of the scene and the path in the scene */
    fk_load_report report; /* of its reader */
    fk_unit unit;          /* what its numbers were taken for */
    bool is_unit_assumed;  /* neither the scene nor the loader said so, for the file or as a whole */
    int up;                /* the axis that points up in the file: 0, 1 or 2; it became z */
    fk_vec3 scale;
    uint64_t welded; /* vertices that fell onto others when they were scaled, by rounding */
} fk_scene_file;

/* A part in its place: a mesh, a convex piece, or a tree of cells. All are in the unit of the scene, and
 * before the pose. */
typedef struct fk_scene_part {
    /* No two are equal, and none is "all". What the scene says; else the stem of the file, or where two have
     * that, the path in the scene. Of several parts of a file, with "/" and the object's name behind it;
     * where the file gives none, with its number from 1; where it gives one again, with "#2", "#3" and so on
     * behind. */
    const char *name;
    /* In the array "parts" of the scene; several parts of one file have the same. Robots are numbered on behind. */
    uint32_t entry;
    uint32_t file;  /* of a mesh, FK_NONE for a shape */
    uint32_t group; /* that it is in, FK_NONE: in none */
    const fk_mesh
        *mesh; /* NULL for a shape; parts may share it. fk_mesh_inspect tells whether it is a solid */
    /* The shape; kind FK_KIND_NONE for a mesh, and for cells. It has an interior: box, sphere, capsule,
     * cylinder, cone or hull. A hull has only its corners, and the fk_hull is its hint. */
    fk_piece piece;
    /* The shape "cells"; NULL for all else. Made by fk_cell_tree_of_nodes, with FK_CELL_CHILDREN; `source` of
     * a node is its number in the order of the text: 0 is the root, a parent comes before its children, and a
     * child with all that is in it before the next. */
    const fk_cell_tree *cells;
    fk_pose pose; /* in its frame; rigid, up to 1e-6 */
    /* A frame of the scene, which may move: of a part with "motion" its own, of one with "attached_to" that of the
     * other part or link, of a link of a robot that of the link. FK_NONE: the world. */
    uint32_t frame;
} fk_scene_part;

/* A robot of the scene. Its shapes are parts, in their order, and its links frames. */
typedef struct fk_scene_robot {
    const char *name;             /* "" of the only one, if the scene gives none */
    const struct fk_robot *robot; /* see below */
    uint32_t first_part, first_frame, track;
    /* Values of the track beyond the limits of their joints: how many; and the first, its time and its variable. They
     * stay what they are. */
    uint64_t beyond_count;
    uint32_t beyond_variable;
    double beyond_time, beyond_value;
} fk_scene_robot;

/* Parts, ascending, each once; at least one. */
typedef struct fk_scene_set {
    const char *name; /* of a set; else the words of the scene for these parts */
    uint32_t part_count;
    const uint32_t *part;
} fk_scene_set;

/* What is asked of pairs of different parts, one from a, the other from b. What the scene does not say is 0
 * or false. */
typedef struct fk_scene_test {
    const char *name; /* "" without one */
    fk_scene_set a, b;
    bool has_clearance, has_ignore_overlap, has_allow_contact; /* the scene says something about it */
    double clearance;      /* in the unit of the scene, as ignore_overlap; not negative */
    double ignore_overlap; /* overlaps that are not deeper are contact, and that is allowed */
    bool allow_contact;    /* always true with has_ignore_overlap */
} fk_scene_test;

/* Pairs of different parts, one from a, the other from b, that no test looks at. */
typedef struct fk_scene_ignore {
    fk_scene_set a, b;
    const char *reason; /* never empty */
} fk_scene_ignore;

/* Read it, but do not change it. Texts are UTF-8, without control characters. */
typedef struct fk_scene {
    fk_unit unit; /* of all lengths in here */
    uint32_t file_count;
    const fk_scene_file *file;
    uint32_t part_count; /* at least one */
    const fk_scene_part *part;
    uint32_t set_count; /* those that have a name */
    const fk_scene_set *set;
    /* In the order of the scene. Where it has no tests, all pairs are meant. Several tests may look at one
     * pair. */
    uint32_t test_count;
    const fk_scene_test *test;
    uint32_t ignore_count;
    const fk_scene_ignore *ignore;
    /* Rooms, in the order of the text: a group comes before those in it. No two names are equal. Whether all
     * that is in a group lies in its volume, fk_search_create finds out. */
    uint32_t group_count;
    const fk_search_group *group;
    /* What moves: for fk_motion_create. Each robot has a track: that of its trajectory, or one time, 0, with the
     * values of its "joints", which are 0 or the nearest that the limits allow where the scene says nothing. */
    uint32_t frame_count, track_count, robot_count;
    const fk_frame *frame;
    const fk_track *track;
    const fk_scene_robot *robot;
    /* The other files that were read, as they were opened: URDF, SRDF, trajectories; a file that is used twice is here twice. */
    uint32_t text_file_count;
    const char *const *text_file;
} fk_scene;

/* Whether a pattern matches a whole name: * is any text, ? any character, [a-z_] one of these, [!a-z] or [^a-z] one of the
 * others. A bracket that is not closed is itself; "]" is one of them when it comes first. [*] is a star. Names are UTF-8; what
 * is not, byte by byte. */
FK_API bool fk_glob_matches(const char *pattern, const char *name);

/* What a loader of meshes is told about a file, and what it tells. */
typedef struct fk_scene_mesh {
    const char *path;
    /* The unit and axis that the scene gives for this file, or else those that are usual. Where the scene
     * gives none for the file, a loader that knows better sets them, and has_unit, has_up. */
    fk_unit unit;
    int up;
    bool has_unit, has_up;
    /* Emptied before; filled as by fk_model_load. After FK_ERROR_READ, FK_ERROR_SYNTAX and FK_ERROR_FORMAT it
     * has a message. */
    fk_load_report report;
} fk_scene_mesh;

/* Loads a file of meshes, as it is: it is turned and scaled afterwards. Returns a status of fk_model_load,
 * and leaves *out alone unless that is FK_OK. The model is freed by fk_model_free with the same context. */
typedef fk_status fk_scene_mesh_function(void *user, fk_context *context, fk_scene_mesh *mesh,
                                         fk_model **out);

typedef struct fk_scene_options {
    fk_scene_mesh_function *load_mesh; /* NULL: fk_model_load with `load` */
    void *user;                        /* for that function */
    fk_unit unit;                      /* of a scene that says none */
    int up;                            /* of files for which the scene says none: 0, 1 or 2 */
    /* A robot that comes to the scene, as if it were the last in its "robots": paths, relative to the program's folder;
     * NULL: none. The values of joints are a list of NAME=VALUE and names of states of the SRDF file, with commas
     * between. */
    const char *urdf, *srdf, *trajectory, *joints;
    const char *const *package_path; /* for all robots; see below */
    uint32_t package_path_count;
    /* Files for which the scene says no unit are in `unit`, whatever the scene is in, and that is not assumed. */
    bool has_file_unit;
    bool turns_robots;           /* `up` is for the files of robots, too; else z points up in these */
    const fk_load_options *load; /* how files of meshes are read; NULL: by default */
    /* Where load_mesh is for some files only: the ends of their names, in small letters, up to NULL. All others are read by
     * fk_model_load. NULL: it is for all. */
    const char *const *load_mesh_ends;
} fk_scene_options;

/* fk_model_load, mm, z up, and no robot. */
FK_API fk_scene_options fk_scene_options_default(void);

#define FK_SCENE_MESSAGE 1024

/* After FK_ERROR_SYNTAX, FK_ERROR_READ, FK_ERROR_FORMAT: where in the scene, and what is wrong and what to
 * do, without the name of the scene. line and column are from 1, the column in bytes; both 0 where there is
 * no place, as when the scene cannot be opened. Trouble with a mesh has the place in the scene where that is
 * named; the message names the part and the file as it was opened, with line or offset there. */
typedef struct fk_scene_report {
    uint64_t line, column;
    /* It is about the robot of the options: there is no place, and the message names the file. */
    bool is_of_robot;
    char message[FK_SCENE_MESSAGE];
} fk_scene_report;

/* Loads a scene and all its meshes from a file; or from a text, where paths are relative to a folder ("" or
 * NULL: that of the program). options and report may be NULL. All that can be found out before is found out
 * before the first mesh is loaded.
 *
 * FK_OK; FK_ERROR_SYNTAX: the scene, or a mesh, is not what it should be; FK_ERROR_READ: one of them cannot
 * be read; FK_ERROR_FORMAT: the format of a mesh is not known; each with report->message. FK_ERROR_ARGUMENT
 * for options that are not valid; FK_ERROR_MEMORY. *out is left alone then. The JSON text itself is taken
 * apart by jansson, in memory that it gets by its own functions (malloc, unless the program has told it
 * otherwise); all else comes from the context. */
FK_API fk_status fk_scene_load(fk_context *context, const char *path, const fk_scene_options *options,
                               fk_scene_report *report, fk_scene **out);

/* The text of a scene in memory. */
typedef struct fk_scene_text {
    const char *text;
    size_t bytes;
    const char *folder; /* with or without "/" at its end */
} fk_scene_text;

FK_API fk_status fk_scene_parse(fk_context *context, const fk_scene_text *text,
                                const fk_scene_options *options, fk_scene_report *report, fk_scene **out);

/* Makes a scene of files of meshes, as fk_scene_load does of one whose "parts" are these alone, relative to the program's
 * folder; and of the robot of the options, if there is one, without which count is not 0. The report has no place. */
FK_API fk_status fk_scene_of_files(fk_context *context, const char *const *path, uint32_t count,
                                   const fk_scene_options *options, fk_scene_report *report, fk_scene **out);
/* Takes NULL. */
FK_API void fk_scene_free(fk_context *context, fk_scene *scene);

/* ---- What a scene says about two parts ----------------------------------------------------------------- */

/* The part of this name, or FK_NONE. */
FK_API uint32_t fk_scene_find_part(const fk_scene *scene, const char *name);

/* Whether a part is in a set. */
FK_API bool fk_scene_set_has(const fk_scene_set *set, uint32_t part);

/* Whether a test asks about two different parts, in whatever order. Does not look at what is ignored. */
FK_API bool fk_scene_test_has(const fk_scene_test *test, uint32_t part, uint32_t other);

/* The first ignore that has the pair, or FK_NONE. Does not look at robots. */
FK_API uint32_t fk_scene_find_ignore(const fk_scene *scene, uint32_t part, uint32_t other);

/* Why a pair is not to be looked at: the reason of the first ignore that has it; else, of two shapes of one robot,
 * what fk_robot_ignores says. NULL: it is. */
FK_API const char *fk_scene_ignores(const fk_scene *scene, uint32_t part, uint32_t other);

/* Robots: links and joints from a URDF file, pairs that need no check from an SRDF file, trajectories from CSV.
 * What exactly is accepted: docs/robots.md.
 *
 * Lengths of URDF are metres: they come out in the unit that is asked for. Angles are in radians. */

/* ---- Robots -------------------------------------------------------------------------------------------- */

#define FK_JOINT_LIST(X)                                                                                     \
    X(FK_JOINT_FIXED, "fixed")                                                                               \
    X(FK_JOINT_REVOLUTE, "revolute")                                                                         \
    X(FK_JOINT_CONTINUOUS, "continuous")                                                                     \
    X(FK_JOINT_PRISMATIC, "prismatic")                                                                       \
    X(FK_JOINT_FLOATING, "floating") /* stays at its origin */                                               \
    X(FK_JOINT_PLANAR, "planar")     /* stays at its origin */

typedef enum fk_joint_kind {
#define FK_JOINT_ENUM(name, word) name,
    FK_JOINT_LIST(FK_JOINT_ENUM)
#undef FK_JOINT_ENUM
        FK_JOINT_COUNT
} fk_joint_kind;

FK_API const char *fk_joint_word(fk_joint_kind kind);

/* A joint between two links. */
typedef struct fk_robot_joint {
    const char *name;
    fk_joint_kind kind;
    uint32_t parent, child; /* links */
    fk_pose origin;         /* of the child's frame in that of the parent, with value 0 */
    fk_vec3 axis;           /* in the child's frame; not zero where it moves */
    bool has_limits;
    double lower, upper; /* else infinite */
    double velocity;     /* the largest, or infinite where the file gives none or 0 */
    /* The variable that moves it: its value is factor * variable + offset. FK_NONE of a joint that does not move.
     * A joint that mimics another one has that one's variable. */
    uint32_t variable;
    bool is_mimic;
    double factor, offset;
} fk_robot_joint;

/* A frame; links come after their parents, link 0 is the root. */
typedef struct fk_robot_link {
    const char *name;
    uint32_t joint; /* that it hangs on; FK_NONE of the root */
    uint32_t first_shape, shape_count;
} fk_robot_link;

/* What a link is made of for collisions. */
typedef struct fk_robot_shape {
    /* No two are equal: that of the link, where it has one shape; else with "/" behind it, and the name of the
     * collision element or its number from 1. Where there is one already, with "#2", "#3" and so on behind. */
    const char *name;
    uint32_t link;
    uint32_t file;       /* of a mesh, FK_NONE for a shape */
    const fk_mesh *mesh; /* scaled; NULL for a shape; may be shared */
    fk_piece piece;      /* box, sphere, cylinder, capsule; kind FK_KIND_NONE for a mesh */
    fk_pose pose;        /* in the link's frame */
} fk_robot_shape;

/* Two links, a < b, whose collisions do not matter, and why. */
typedef struct fk_robot_disabled {
    uint32_t a, b;
    const char *reason; /* never empty: "Adjacent", "Never", what the file says */
} fk_robot_disabled;

/* A pose that has a name: group_state of SRDF. */
typedef struct fk_robot_state {
    const char *name, *group;
    /* Of each variable: whether it says something about it. Values of joints that mimic are left out. */
    const bool *is_set;
    const double *value;
} fk_robot_state;

/* Read it, but do not change it. */
typedef struct fk_robot {
    const char *name;
    uint32_t link_count, joint_count, variable_count, shape_count, file_count, disabled_count, state_count;
    /* Pairs of the SRDF file that name links which the robot does not have: left out. */
    uint32_t unknown_disabled;
    const fk_robot_link *link;
    const fk_robot_joint *joint; /* in the order of the file */
    /* The joint that each variable belongs to: its name and limits are that one's. */
    const uint32_t *variable;
    const fk_robot_shape *shape;
    const fk_scene_file *file;
    const fk_robot_disabled *disabled; /* sorted; each pair once */
    const fk_robot_state *state;
} fk_robot;

typedef struct fk_robot_options {
    fk_scene_mesh_function *load_mesh; /* NULL: fk_model_load with `load` */
    void *user;
    fk_unit unit;     /* of all lengths that come out */
    const char *srdf; /* a path, or NULL */
    /* Where "package://NAME/REST" may be: folders that hold the folder NAME; or are it, by their name or by
     * their package.xml. They are looked at before the folders above the URDF file, which always are. Where no
     * package NAME has the file, that is the first of these folders in which REST is. */
    const char *const *package_path;
    uint32_t package_path_count;
    const char *name; /* put before the names of shapes, with "/" between; or NULL */
    bool has_up;      /* else z points up in files */
    int up;           /* 0, 1 or 2; these and what follows as in fk_scene_options */
    const fk_load_options *load;
    const char *const *load_mesh_ends;
} fk_robot_options;

/* fk_model_load, metres, z up, nothing else. */
FK_API fk_robot_options fk_robot_options_default(void);

/* Where trouble was, in the URDF, the SRDF or the trajectory. */
typedef struct fk_robot_report {
    char path[FK_SCENE_MESSAGE]; /* of the file that `line` counts in */
    uint64_t line, column;       /* from 1; 0 where there is no place */
    char message[FK_SCENE_MESSAGE];
} fk_robot_report;

/* Loads a robot and its meshes. options and report may be NULL. All that can be found out before is found out
 * before the first mesh is loaded. Numbers of mesh files are metres before their scale; a scale that mirrors
 * leaves solids outward; several parts of a file are one mesh. The loader is told that they are metres, and may set the
 * axis that is up.
 *
 * Status as of fk_scene_load. XML is taken apart by expat, in memory that it gets by malloc; all else comes from
 * the context. */
FK_API fk_status fk_robot_load(fk_context *context, const char *path, const fk_robot_options *options,
                               fk_robot_report *report, fk_robot **out);
/* Takes NULL. */
FK_API void fk_robot_free(fk_context *context, fk_robot *robot);

/* The joint or link of a name, or FK_NONE. */
FK_API uint32_t fk_robot_find_joint(const fk_robot *robot, const char *name);
FK_API uint32_t fk_robot_find_link(const fk_robot *robot, const char *name);

/* Fills link_count frames: that of link i is first + i. The root is fixed to `parent`, a frame before these or
 * FK_NONE, by `base`. Variable k of the robot is that of the given track. */
FK_API void fk_robot_frames(const fk_robot *robot, uint32_t parent, const fk_pose *base, uint32_t first,
                            uint32_t track, fk_frame *frame);

/* Whether a pair of shapes needs no check, and why: both are of one link ("same link"); their links are joined, or
 * joined by fixed joints alone ("adjacent"; only if disabled_count is 0); or the list of disabled pairs has them.
 * NULL if it does need one. */
FK_API const char *fk_robot_ignores(const fk_robot *robot, uint32_t shape, uint32_t other);

/* ---- Trajectories -------------------------------------------------------------------------------------- */

/* A table over time: values of joints, or poses. */
typedef struct fk_trajectory {
    uint32_t column_count, row_count;
    const char *const *name; /* of each column but the time */
    const double *time;      /* increasing */
    const double *value;     /* row by row */
    size_t bytes;
} fk_trajectory;

/* Reads CSV: a header "t" (or "time") and names, then numbers; fields may be quoted; "#" begins a comment; times
 * in seconds, increasing. Fields are separated by commas; or by semicolons or tabs, if the header is. At least one
 * column and one row. report may be NULL. Status as of fk_scene_load; all memory comes from the context. */
FK_API fk_status fk_trajectory_load(fk_context *context, const char *path, fk_robot_report *report,
                                    fk_trajectory **out);
FK_API void fk_trajectory_free(fk_context *context, fk_trajectory *trajectory);

/* Parts: those of a scene, ready to be checked and swept; and what the scene says about pairs of them, as fk_check_run
 * asks for it. */

/* ---- Parts in their places ----------------------------------------------------------------------------- */

/* Read it, but do not change it. All lists are in the order of the scene, which stays as long as they do. */
typedef struct fk_parts {
    const fk_scene *scene;
    uint32_t count;
    /* In the world, at the time. A part of cells has the mesh of their leaves. */
    const fk_check_part *part;
    const fk_sweep_part *moving; /* the same parts, in their frames */
    const char *const *file;     /* of each part the path of its mesh, as it was opened; NULL for a shape */
    const fk_motion *motion;     /* NULL: nothing has a frame */
    double time;
    /* The joints of all robots, one robot after the other; of several robots, "robot/joint". */
    uint32_t joint_count;
    const char *const *joint;
} fk_parts;

/* Parts at the first time of their motion, at 0 without one. FK_ERROR_MEMORY, and errors of fk_motion_create and
 * fk_cell_tree_mesh; *out is left alone then. */
FK_API fk_status fk_parts_create(fk_context *context, const fk_scene *scene, fk_parts **out);
/* Takes NULL. */
FK_API void fk_parts_free(fk_context *context, fk_parts *parts);

/* Puts the parts where they are at a time, which is finite. */
FK_API void fk_parts_move(fk_parts *parts, double time);

/* Gives a part another pose in its frame, and so in the world. */
FK_API void fk_parts_place(fk_parts *parts, uint32_t part, const fk_pose *pose);

/* An fk_joint_value; user is the fk_parts. Linear between two rows of the trajectory; joints that slide are in metres, as
 * users give them. */
FK_API double fk_parts_joint_value(void *user, uint32_t joint, double time);

/* ---- What a scene says about two parts ----------------------------------------------------------------- */

/* What the tests of a scene ask of a pair of different parts, and why it is not looked at, if so, see fk_scene_ignores. Of
 * several tests that have the pair, the strictest: the largest clearance, the smallest overlap that is ignored, contact only
 * where all allow it. */
FK_API fk_check_rule fk_scene_rule(const fk_scene *scene, uint32_t a, uint32_t b);

/* Pairs of parts, one of a, the other of b: a byte for each part, 0 where it is not one of them. */
typedef struct fk_scene_pairs {
    const uint8_t *in_a, *in_b;
    const char *reason; /* of pairs that are ignored */
} fk_scene_pairs;

/* Whether a pair is among these, in whatever order. */
FK_API bool fk_scene_pairs_have(const fk_scene_pairs *pairs, uint32_t a, uint32_t b);

/* What is asked of pairs in place of what the scene says, by a command line, say. Zeroed, it is what the scene says. */
typedef struct fk_scene_rules {
    const fk_scene *scene; /* NULL: all pairs are tested, for contact */
    size_t between_count, ignore_count;
    const fk_scene_pairs *between; /* if there are any, only these are tested */
    const fk_scene_pairs *ignore;  /* of those that are tested; the last that has a pair gives the reason */
    bool has_clearance, has_ignore_overlap; /* of all pairs */
    bool allow_contact;                     /* also where the scene does not */
    double clearance, ignore_overlap;
} fk_scene_rules;

/* An fk_check_select; user is the rules. */
FK_API fk_check_rule fk_scene_rules_select(void *user, uint32_t a, uint32_t b);

/* ---- Where a scene comes from -------------------------------------------------------------------------- */

/* Files that were read. */
typedef struct fk_input_list {
    uint32_t count;
    fk_input_file *file;
    size_t capacity; /* not for reading */
} fk_input_list;

/* All files of a scene, each once, sorted by their paths, with their sizes and hashes; what cannot be read a second time, as
 * a pipe, has none. `path` is the file of the scene itself, or NULL; where `first` is among them, it goes before the others;
 * or NULL. Paths are those of the scene and these two, which stay as long as the list does. FK_ERROR_MEMORY; *out is left
 * alone then. */
FK_API fk_status fk_scene_inputs(fk_context *context, const fk_scene *scene, const char *path,
                                 const char *first, fk_input_list *out);
/* Takes an empty one. */
FK_API void fk_input_list_free(fk_context *context, fk_input_list *list);

/* Results: checks and sweeps that were written as JSON, read again. */

/* A check or a sweep, as it was: writing it again gives the same bytes. Read it, but do not change it.
 *
 * What JSON does not hold is not there: parts have names alone, the pose of identity, and of a mesh the number of its
 * triangles, of a piece its kind; what was null is infinite. The values of joints are known at the moments of pairs
 * (fk_sweep_moment), and NaN at other times. */
typedef struct fk_result {
    const fk_check_report *check; /* one of these two, with its record; the other is NULL */
    const fk_sweep_report *sweep;
} fk_result;

/* Reads a result from a file, or from a text. report may be NULL; it is as after fk_scene_load. Fields that are not known are
 * passed over. FK_ERROR_SYNTAX: this is no result of a check or sweep, or not a sound one; FK_ERROR_READ; each with
 * report->message. FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_result_load(fk_context *context, const char *path, fk_scene_report *report,
                                fk_result **out);
FK_API fk_status fk_result_parse(fk_context *context, const char *text, size_t bytes, fk_scene_report *report,
                                 fk_result **out);
/* Takes NULL. */
FK_API void fk_result_free(fk_context *context, fk_result *result);

#ifdef __cplusplus
}
#endif

#endif
