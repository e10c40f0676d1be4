/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes: placed parts, and which pairs of them to check, from a JSON file. docs/scene.md and docs/scene.schema.json
 * list what is accepted. Also robots from URDF and SRDF, trajectories from CSV, and results from JSON.
 *
 * This is a library of its own, libfarkas-scene (CMake farkas::farkas_scene, pkg-config farkas-scene), since it needs
 * jansson and expat; farkas/farkas.h does not include it. */

#ifndef FARKAS_SCENE_H
#define FARKAS_SCENE_H

#include "farkas/cells.h"
#include "farkas/check.h"
#include "farkas/io.h"
#include "farkas/motion.h"
#include "farkas/workcell.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Units --------------------------------------------------------------------------------------------- */

/* Every unit of length with its word and its size in fifths of a millimetre: whole numbers, so that ratios are exact. */
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

/* The word of a unit, such as "mm"; "" for other values. */
FK_API const char *fk_unit_word(fk_unit unit);

/* Finds the unit of a word of the given length. Returns false, and leaves *out alone, for other words. */
FK_API bool fk_unit_find(const char *word, size_t length, fk_unit *out);

/* Converts a length: length * p / q with coprime whole numbers p and q, in that order. Between metric units this is
 * one rounding; between these and inches it is one if the length has at most 46 bits, as floats do. */
FK_API double fk_length_convert(double length, fk_unit from, fk_unit to);

/* Reads a text as a length that is finite and not negative: a number in the given unit, or a number followed by a
 * unit, with or without spaces between ("5mm", "0.2 in"). The result is in the given unit. Returns false, and leaves
 * *out alone, for other texts. */
FK_API bool fk_length_parse(const char *text, size_t length, fk_unit unit, double *out);

/* ---- Scenes -------------------------------------------------------------------------------------------- */

/* A mesh file of the scene. A file that is used twice with the same scale, unit and axis appears once. */
typedef struct fk_scene_file {
    const char *path;      /* as it was opened: the folder of the scene followed by the path in the scene */
    fk_load_report report; /* of its reader */
    fk_unit unit;          /* the unit of its numbers */
    bool is_unit_assumed;  /* neither the scene nor the loader gave the unit, for the file or as a whole */
    int up;                /* the axis that points up in the file: 0, 1 or 2; it becomes z */
    fk_vec3 scale;
    uint64_t welded; /* vertices that became equal to others by the rounding of scaling */
} fk_scene_file;

/* A placed part: a mesh, a convex piece, or a tree of cells. Its geometry is in the unit of the scene, before the
 * pose. */
typedef struct fk_scene_part {
    /* Unique, and never "all". The name that the scene gives; else the stem of the file, or, where two files have
     * that stem, the path in the scene. If the file has several parts, "/" and the object's name follow; an object
     * without a name gets its number from 1, and a repeated name gets "#2", "#3" and so on. */
    const char *name;
    /* Index into "parts" of the scene; all parts of one file share it. Robots follow. */
    uint32_t entry;
    uint32_t file;  /* of a mesh; FK_NONE for a shape */
    uint32_t group; /* the group that contains it; FK_NONE: none */
    /* NULL for a shape; parts may share it. fk_mesh_inspect decides whether it is a solid. */
    const fk_mesh *mesh;
    /* The shape: box, sphere, capsule, cylinder, cone or hull, with an interior. Kind FK_KIND_NONE for a mesh and for
     * cells. A hull has only its extreme points; its hint is the fk_hull. */
    fk_piece piece;
    /* The shape "cells", NULL for others. Built by fk_cell_tree_of_nodes with FK_CELL_CHILDREN; `source` of a node is
     * its number in the order of the text: 0 is the root, a parent comes before its children, and the descendants of
     * a child come before the next child. */
    const fk_cell_tree *cells;
    fk_pose pose; /* in its frame; rigid up to 1e-6 */
    /* A frame of the scene, which may move: its own for a part with "motion"; that of the other part or link for a
     * part with "attached_to"; that of the link for a link's shape. FK_NONE: the world. */
    uint32_t frame;
} fk_scene_part;

/* A robot of the scene. Its shapes are parts and its links are frames, in their order. */
typedef struct fk_scene_robot {
    const char *name;             /* "" if it is the only one and the scene gives none */
    const struct fk_robot *robot; /* see below */
    uint32_t first_part, first_frame, track;
    /* Values of the track beyond the limits of their joints: how many; time, variable and value of the first. They
     * are not changed. */
    uint64_t beyond_count;
    uint32_t beyond_variable;
    double beyond_time, beyond_value;
    /* The path of its trajectory, and the line there of each row of the track; NULL without one. */
    const char *trajectory;
    const uint32_t *line;
    uint32_t beyond_row; /* of the track */
    /* Steps of the track in which a joint is faster than its limit by more than a thousandth: how many; the joint of the first, the
     * row at its end, and the speed. */
    uint64_t fast_count;
    uint32_t fast_joint, fast_row;
    double fast_speed;
} fk_scene_robot;

/* Parts in ascending order, each once; at least one. */
typedef struct fk_scene_set {
    const char *name; /* of a set; else the words of the scene that select these parts */
    uint32_t part_count;
    const uint32_t *part;
} fk_scene_set;

/* A test: what is required of pairs of different parts, one from a, the other from b. What the scene leaves out is 0
 * or false. */
typedef struct fk_scene_test {
    const char *name; /* "" if it has none */
    fk_scene_set a, b;
    bool has_clearance, has_ignore_overlap, has_allow_contact; /* the scene gives it */
    double clearance;      /* in the unit of the scene, like ignore_overlap; not negative */
    double ignore_overlap; /* overlaps that are not deeper count as contact, which is then allowed */
    bool allow_contact;    /* always true with has_ignore_overlap */
} fk_scene_test;

/* Pairs of different parts, one from a, the other from b, that no test checks. */
typedef struct fk_scene_ignore {
    fk_scene_set a, b;
    const char *reason; /* never empty */
} fk_scene_ignore;

/* A scene, read-only. Texts are UTF-8 without control characters. */
typedef struct fk_scene {
    fk_unit unit; /* of all lengths in the scene */
    uint32_t file_count;
    const fk_scene_file *file;
    uint32_t part_count; /* at least one */
    const fk_scene_part *part;
    uint32_t set_count; /* those with a name */
    const fk_scene_set *set;
    /* In the order of the scene. A scene without tests tests all pairs. Several tests may apply to one pair. */
    uint32_t test_count;
    const fk_scene_test *test;
    uint32_t ignore_count;
    const fk_scene_ignore *ignore;
    /* Groups, in the order of the text: a group comes before its members. Names are unique. fk_search_create checks
     * that the volume of each group contains its members. */
    uint32_t group_count;
    const fk_search_group *group;
    /* The input of fk_motion_create. Each robot has a track: that of its trajectory, or a single time, 0, with the
     * values of "joints". A joint without a value is at 0, or at the nearest value within its limits. */
    uint32_t frame_count, track_count, robot_count;
    const fk_frame *frame;
    const fk_track *track;
    const fk_scene_robot *robot;
    /* The other files that were read, as they were opened: URDF, SRDF, trajectories. A file that is used twice
     * appears twice. */
    uint32_t text_file_count;
    const char *const *text_file;
} fk_scene;

/* Whether a pattern matches a whole name: * matches any text, ? any character, [a-z_] one of these, [!a-z] or [^a-z]
 * any other. An unclosed bracket stands for itself; "]" is one of the set if it comes first; [*] is a star. Names are
 * UTF-8; invalid bytes are single characters. */
FK_API bool fk_glob_matches(const char *pattern, const char *name);

/* What a file is, by its content. */
typedef enum fk_content {
    FK_CONTENT_OTHER, /* a mesh, or nothing that is known here */
    FK_CONTENT_SCENE, /* JSON, but not glTF */
    FK_CONTENT_MOVEIT_TEXT,
    FK_CONTENT_MOVEIT_YAML,
    FK_CONTENT_ROBOT, /* URDF */
    FK_CONTENT_SRDF,
    FK_CONTENT_TRAJECTORY
} fk_content;

/* Tells what a file is, whatever its name; by the ending of its name (.json, .urdf, .srdf, .csv, .scene, .yaml, .yml) only where
 * the first 8 KiB do not tell, as for an empty or missing file, and for a pipe, which is left alone. */
FK_API fk_content fk_content_of_file(const char *path);

/* What a mesh loader gets and returns about a file. */
typedef struct fk_scene_mesh {
    const char *path;
    /* The unit and axis that the scene gives for this file, else the defaults. Where the scene gives none for the
     * file, a loader that knows them sets them together with has_unit and has_up. */
    fk_unit unit;
    int up;
    bool has_unit, has_up;
    /* Zeroed before the call; filled as by fk_model_load. It has a message after FK_ERROR_READ, FK_ERROR_SYNTAX and
     * FK_ERROR_FORMAT. */
    fk_load_report report;
} fk_scene_mesh;

/* Loads a mesh file without turning or scaling it. Returns a status of fk_model_load, and leaves *out alone unless
 * that is FK_OK. fk_model_free frees the model, with the same context. */
typedef fk_status fk_scene_mesh_function(void *user, fk_context *context, fk_scene_mesh *mesh,
                                         fk_model **out);

typedef struct fk_scene_options {
    fk_scene_mesh_function *load_mesh; /* NULL: fk_model_load with `load` */
    void *user;                        /* of load_mesh */
    fk_unit unit;                      /* of a scene that gives none */
    int up;                            /* of files for which the scene gives none: 0, 1 or 2 */
    /* A robot that is added to the scene, as the last of its "robots": paths, relative to the working directory;
     * NULL: none. joints is a comma-separated list of NAME=VALUE and of names of states of the SRDF file. */
    const char *urdf, *srdf, *trajectory, *joints;
    const char *const *argument; /* of this robot; see fk_robot_options */
    uint32_t argument_count;
    const char *const *package_path; /* for all robots; see fk_robot_options */
    uint32_t package_path_count;
    /* Files for which the scene gives no unit are in `unit`, whatever the unit of the scene; this does not count as
     * assumed. */
    bool has_file_unit;
    bool turns_robots;           /* `up` applies to the files of robots, too; else z points up in these */
    const fk_load_options *load; /* how mesh files are read; NULL: by default */
    /* If load_mesh is for some files only: their extensions, in lower case, up to NULL; fk_model_load reads all
     * others. NULL: load_mesh is for all files. */
    const char *const *load_mesh_ends;
    /* Files that are added to the scene: meshes as the last of its parts, robots after that of `urdf`, as fk_content_of_file tells
     * them apart; paths are relative to the working directory. */
    const char *const *file;
    uint32_t file_count;
    const fk_unit *file_unit; /* of these meshes, if their format gives none; NULL: the unit of the scene */
} fk_scene_options;

/* The default options: fk_model_load, mm, z up, no robot. */
FK_API fk_scene_options fk_scene_options_default(void);

#define FK_SCENE_MESSAGE 1024

/* After FK_ERROR_SYNTAX, FK_ERROR_READ, FK_ERROR_FORMAT: the position in the scene, and what is wrong and what to do,
 * without the name of the scene. line and column count from 1, columns in bytes; both are 0 if there is no position,
 * as when the scene cannot be opened. An error in a mesh has the position at which the scene names it; the message
 * names the part and the file as it was opened, with line or offset there. */
typedef struct fk_scene_report {
    uint64_t line, column;
    /* The error is in the robot or a file of the options: there is no position, and the message names the file. */
    bool is_of_robot;
    char message[FK_SCENE_MESSAGE];
} fk_scene_report;

/* Loads a scene and all its meshes from a file, or from a text whose paths are relative to a folder ("" or NULL: the working
 * directory). It is JSON, or of MoveIt: .scene or YAML, as docs/scene.md has it; then the unit is metres. options and report may be
 * NULL. All errors that do not depend on the meshes are found before the first mesh is loaded.
 *
 * FK_ERROR_SYNTAX: the scene or a mesh is invalid; FK_ERROR_READ: one of them cannot be read; FK_ERROR_FORMAT: the
 * format of a mesh is unknown; each with report->message. FK_ERROR_ARGUMENT: invalid options; FK_ERROR_MEMORY.
 * jansson parses the JSON text in memory from its own functions (malloc, unless the program has set others); all
 * other memory comes from the context. */
FK_API fk_status fk_scene_load(fk_context *context, const char *path, const fk_scene_options *options,
                               fk_scene_report *report, fk_scene **out);

/* The text of a scene in memory. */
typedef struct fk_scene_text {
    const char *text;
    size_t bytes;
    const char *folder; /* with or without a final "/" */
} fk_scene_text;

FK_API fk_status fk_scene_parse(fk_context *context, const fk_scene_text *text,
                                const fk_scene_options *options, fk_scene_report *report, fk_scene **out);

/* Builds a scene of files, meshes and robots, as those of the options are added to a scene; and of the robot of the options, whose
 * `file` is not used. count may be 0 only if there is such a robot. The report has no position. Errors as for fk_scene_load. */
FK_API fk_status fk_scene_of_files(fk_context *context, const char *const *path, uint32_t count,
                                   const fk_scene_options *options, fk_scene_report *report, fk_scene **out);
/* Accepts NULL. */
FK_API void fk_scene_free(fk_context *context, fk_scene *scene);

/* ---- Rules for pairs ----------------------------------------------------------------------------------- */

/* The part of a name, or FK_NONE. */
FK_API uint32_t fk_scene_find_part(const fk_scene *scene, const char *name);

/* Whether a part is in a set. */
FK_API bool fk_scene_set_has(const fk_scene_set *set, uint32_t part);

/* Whether a test applies to two different parts, in either order, ignored or not. */
FK_API bool fk_scene_test_has(const fk_scene_test *test, uint32_t part, uint32_t other);

/* The first ignore that contains the pair, or FK_NONE. Does not consider robots. */
FK_API uint32_t fk_scene_find_ignore(const fk_scene *scene, uint32_t part, uint32_t other);

/* Why a pair is ignored: the reason of the first ignore that contains it; else, for two shapes of one robot, the
 * reason of fk_robot_ignores. NULL: it is not ignored. */
FK_API const char *fk_scene_ignores(const fk_scene *scene, uint32_t part, uint32_t other);

/* Robots: links and joints from a URDF file, pairs that need no check from an SRDF file, trajectories from CSV.
 * docs/robots.md lists what is accepted.
 *
 * Lengths in URDF are metres; results are in the unit of the options. Angles are in radians. */

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
    fk_pose origin;         /* of the child's frame in the parent's, at value 0 */
    fk_vec3 axis;           /* in the child's frame; not zero if the joint moves */
    bool has_limits;
    double lower, upper; /* infinite without limits */
    double velocity;     /* the largest; infinite if the file gives none or 0 */
    /* The variable that moves the joint: its value is factor * variable + offset. FK_NONE if the joint does not move.
     * A joint that mimics another one has the variable of that one. */
    uint32_t variable;
    bool is_mimic;
    double factor, offset;
} fk_robot_joint;

/* A link, which is a frame. Links come after their parents; link 0 is the root. */
typedef struct fk_robot_link {
    const char *name;
    uint32_t joint; /* to its parent; FK_NONE for the root */
    uint32_t first_shape, shape_count;
} fk_robot_link;

/* A collision shape of a link. */
typedef struct fk_robot_shape {
    /* Unique: the name of the link if it has one shape; else followed by "/" and the name of the collision element or
     * its number from 1. A repeated name gets "#2", "#3" and so on. */
    const char *name;
    uint32_t link;
    uint32_t file;       /* of a mesh; FK_NONE for a shape */
    const fk_mesh *mesh; /* scaled; NULL for a shape; may be shared */
    fk_piece piece;      /* box, sphere, cylinder or capsule; kind FK_KIND_NONE for a mesh */
    fk_pose pose;        /* in the link's frame */
} fk_robot_shape;

/* Two links, a < b, whose collisions do not matter, and why. */
typedef struct fk_robot_disabled {
    uint32_t a, b;
    const char *reason; /* never empty: "Adjacent", "Never", the text of the file */
} fk_robot_disabled;

/* A named configuration: group_state of SRDF. */
typedef struct fk_robot_state {
    const char *name, *group;
    /* For each variable, whether the state sets it, and its value. Values of joints that mimic are left out. */
    const bool *is_set;
    const double *value;
} fk_robot_state;

/* A robot, read-only. */
typedef struct fk_robot {
    const char *name;
    uint32_t link_count, joint_count, variable_count, shape_count, file_count, disabled_count, state_count;
    /* Pairs of the SRDF file with links that the robot does not have; they are left out. */
    uint32_t unknown_disabled;
    const fk_robot_link *link;
    const fk_robot_joint *joint; /* in the order of the file */
    /* For each variable, the joint that gives it its name and limits. */
    const uint32_t *variable;
    const fk_robot_shape *shape;
    const fk_scene_file *file;
    const fk_robot_disabled *disabled; /* sorted, each pair once */
    const fk_robot_state *state;
} fk_robot;

typedef struct fk_robot_options {
    fk_scene_mesh_function *load_mesh; /* NULL: fk_model_load with `load` */
    void *user;
    fk_unit unit;     /* of all lengths of the robot */
    const char *srdf; /* a path or NULL */
    /* Folders to search for "package://NAME/REST": each contains the folder NAME, or is the package NAME by its own
     * name or by its package.xml. They are searched before the folders above the URDF file, which are always
     * searched. If no package NAME has the file, the first of these folders that contains REST is used. */
    const char *const *package_path;
    uint32_t package_path_count;
    /* Values for <xacro:arg>, as "NAME:=VALUE". The URDF file must be xacro, and have all of these arguments. */
    const char *const *argument;
    uint32_t argument_count;
    const char *name; /* prefix of the names of shapes, with "/" between; or NULL */
    bool has_up;      /* false: z points up in files */
    int up;           /* 0, 1 or 2; this and the following fields as in fk_scene_options */
    const fk_load_options *load;
    const char *const *load_mesh_ends;
} fk_robot_options;

/* The default options: fk_model_load, metres, z up, nothing else. */
FK_API fk_robot_options fk_robot_options_default(void);

/* Where and what an error is, in the URDF file, the SRDF file or the trajectory. */
typedef struct fk_robot_report {
    char path[FK_SCENE_MESSAGE]; /* of the file with the error */
    uint64_t line, column;       /* from 1; 0 if there is no position */
    char message[FK_SCENE_MESSAGE];
} fk_robot_report;

/* Loads a robot and its meshes; files that are xacro are expanded. options and report may be NULL. All errors that do not depend on
 * the meshes are found before the first mesh is loaded. Numbers of mesh files are metres before their scale; a scale that mirrors keeps
 * solids outward; the parts of a file become one mesh. A loader gets metres as the unit, and may set the axis that
 * points up.
 *
 * Status as for fk_scene_load. expat parses XML in memory from malloc; all other memory comes from the context. A
 * thread that expands xacro needs 512 KiB of stack. */
FK_API fk_status fk_robot_load(fk_context *context, const char *path, const fk_robot_options *options,
                               fk_robot_report *report, fk_robot **out);
/* Accepts NULL. */
FK_API void fk_robot_free(fk_context *context, fk_robot *robot);

/* The joint or link of a name, or FK_NONE. */
FK_API uint32_t fk_robot_find_joint(const fk_robot *robot, const char *name);
FK_API uint32_t fk_robot_find_link(const fk_robot *robot, const char *name);

/* Fills link_count frames: link i becomes frame first + i. The root is fixed by `base` to `parent`, an earlier frame
 * or FK_NONE. Variable k of the robot is variable k of the given track. */
FK_API void fk_robot_frames(const fk_robot *robot, uint32_t parent, const fk_pose *base, uint32_t first,
                            uint32_t track, fk_frame *frame);

/* Why a pair of shapes needs no check: both belong to one link ("same link"); the list of disabled pairs contains their links; or a
 * joint, or fixed joints alone, connect these, and the SRDF file does not enable them ("adjacent"). NULL if it needs one. */
FK_API const char *fk_robot_ignores(const fk_robot *robot, uint32_t shape, uint32_t other);

/* ---- Trajectories -------------------------------------------------------------------------------------- */

/* A table over time: values of joints, or poses. */
typedef struct fk_trajectory {
    uint32_t column_count, row_count;
    const char *const *name; /* of each column but the time */
    const double *time;      /* increasing */
    const double *value;     /* row by row */
    size_t bytes;
    const uint32_t *line; /* of each row in the file, from 1 */
} fk_trajectory;

/* Reads a trajectory from CSV: a header "t" (or "time") and names, then numbers; fields may be quoted; "#" begins a
 * comment; times are in seconds and increase, by 1e-120 to 1e270. Fields are separated by commas, or by semicolons or tabs if those of
 * the header are. At least one column and one row. report may be NULL. Status as for fk_scene_load; all memory comes
 * from the context. */
FK_API fk_status fk_trajectory_load(fk_context *context, const char *path, fk_robot_report *report,
                                    fk_trajectory **out);
FK_API void fk_trajectory_free(fk_context *context, fk_trajectory *trajectory);

/* Parts: those of a scene as inputs of checks and sweeps, and the rules of the scene as fk_check_run takes them. */

/* ---- Placed parts -------------------------------------------------------------------------------------- */

/* The parts of a scene at a time, read-only. All lists are in the order of the scene, which must outlive them. */
typedef struct fk_parts {
    const fk_scene *scene;
    uint32_t count;
    /* In the world, at `time`. A part of cells has the mesh of its leaves. */
    const fk_check_part *part;
    const fk_sweep_part *moving; /* the same parts in their frames */
    const char *const *file;     /* for each part the path of its mesh, as it was opened; NULL for a shape */
    const fk_motion *motion;     /* NULL if the scene has no frame */
    double time;
    /* The joints of all robots, robot after robot; "robot/joint" if there are several robots. */
    uint32_t joint_count;
    const char *const *joint;
} fk_parts;

/* Creates the parts at the first time of their motion, at 0 without motion. FK_ERROR_MEMORY; errors of
 * fk_motion_create and fk_cell_tree_mesh. */
FK_API fk_status fk_parts_create(fk_context *context, const fk_scene *scene, fk_parts **out);
/* Accepts NULL. */
FK_API void fk_parts_free(fk_context *context, fk_parts *parts);

/* Moves the parts to a finite time. */
FK_API void fk_parts_move(fk_parts *parts, double time);

/* Sets the pose of a part in its frame, and so its pose in the world. */
FK_API void fk_parts_place(fk_parts *parts, uint32_t part, const fk_pose *pose);

/* The value of a joint at a time, linear between two rows of the trajectory; prismatic joints in metres, as in URDF.
 * An fk_joint_value whose user is the fk_parts. */
FK_API double fk_parts_joint_value(void *user, uint32_t joint, double time);

/* ---- Rules for pairs ----------------------------------------------------------------------------------- */

/* The rule of a scene for a pair of different parts, and why it is ignored, if so (fk_scene_ignores). Of several
 * tests that apply, the strictest: the largest clearance, the smallest ignored overlap, contact only if all allow it. */
FK_API fk_check_rule fk_scene_rule(const fk_scene *scene, uint32_t a, uint32_t b);

/* Pairs of parts, one from a, the other from b: one byte for each part, 0 if it is not in the set. */
typedef struct fk_scene_pairs {
    const uint8_t *in_a, *in_b;
    const char *reason; /* of pairs to ignore */
} fk_scene_pairs;

/* Whether a pair is among these, in either order. */
FK_API bool fk_scene_pairs_have(const fk_scene_pairs *pairs, uint32_t a, uint32_t b);

/* Rules that replace those of the scene, such as those of a command line. Zeroed, they are those of the scene. */
typedef struct fk_scene_rules {
    const fk_scene *scene; /* NULL: all pairs are tested for contact */
    size_t between_count, ignore_count;
    const fk_scene_pairs *between; /* if any, only these pairs are tested */
    const fk_scene_pairs *ignore;  /* of the tested pairs; the last that contains a pair gives the reason */
    bool has_clearance, has_ignore_overlap; /* for all pairs */
    bool allow_contact;                     /* even where the scene does not */
    double clearance, ignore_overlap;
    /* Two parts at rest in the world, in no frame, are not tested, unless `between` or a test of the scene has them. */
    bool skips_resting;
} fk_scene_rules;

/* The rule for a pair. An fk_check_select whose user is the fk_scene_rules. */
FK_API fk_check_rule fk_scene_rules_select(void *user, uint32_t a, uint32_t b);

/* ---- Workcells ----------------------------------------------------------------------------------------- */

/* A workcell of parts, for questions about many configurations; read-only, but for the workcell.
 *
 * Body i is part i. A configuration has the joints of fk_parts, robot after robot, in radians and in the unit of the scene; joints
 * that mimic others are not among them. What moves by keys rests where it is at the time of the parts.
 *
 * A pair counts if the rules test it and do not ignore it, so by the tests and ignores of the scene, the SRDF file or adjacent links
 * (fk_robot_ignores), unless neither part moves with a robot, or both are in one frame; its pair can be made to count by
 * fk_workcell_disallow, but in one frame. Other things in rules are for checks: contact collides, and the clearance is that of a
 * query. */
typedef struct fk_scene_workcell {
    fk_workcell *cell; /* may change */
    uint32_t joint_count;
    const fk_interval *limit; /* of each joint; infinite without limits */
    /* The first value of each joint; a scene may give one beyond the limits, which no query accepts. */
    const double *home;
    uint64_t pair_count, ignored_count; /* pairs that counted when it was made; that are ignored */
    uint64_t resting_count;             /* tested pairs without a part of a robot, which do not count */
    uint64_t joined_count;    /* tested pairs in one frame, such as a link and what is attached to it */
    uint64_t contact_count;   /* of pair_count: the rule allows contact */
    uint64_t clearance_count; /* of pair_count: the rule has a clearance */
} fk_scene_workcell;

/* Creates a workcell of parts, which must outlive it and its copies; so must it itself, as it has the colliders. rules may be NULL:
 * those of the scene; they are not used later. Errors of fk_workcell_create and of colliders of these parts. */
FK_API fk_status fk_scene_workcell_create(fk_context *context, const fk_parts *parts,
                                          const fk_scene_rules *rules, fk_scene_workcell **out);
/* Accepts NULL. */
FK_API void fk_scene_workcell_free(fk_context *context, fk_scene_workcell *workcell);

/* ---- Input files --------------------------------------------------------------------------------------- */

/* Files that were read. */
typedef struct fk_input_list {
    uint32_t count;
    fk_input_file *file;
    size_t capacity; /* internal */
} fk_input_list;

/* Lists all files of a scene, each once, sorted by path, with sizes and hashes; a file that cannot be read a second
 * time, such as a pipe, has none. `path` is the file of the scene itself, or NULL. `first`, or NULL, is moved to the
 * front if it is in the list. Paths belong to the scene and to these two arguments, which must outlive the list.
 * FK_ERROR_MEMORY. */
FK_API fk_status fk_scene_inputs(fk_context *context, const fk_scene *scene, const char *path,
                                 const char *first, fk_input_list *out);
/* Accepts an empty list. */
FK_API void fk_input_list_free(fk_context *context, fk_input_list *list);

/* Results: reads checks and sweeps that were written as JSON. */

/* A check or a sweep, read-only; writing it again gives the same bytes.
 *
 * Only what JSON contains is there: parts have names, the identity pose and, for a mesh, the number of its triangles,
 * for a piece, its kind; null becomes infinite. Values of joints are known at the moments of pairs (fk_sweep_moment),
 * and are NaN at other times. */
typedef struct fk_result {
    const fk_check_report *check; /* one of these two, with its provenance; the other is NULL */
    const fk_sweep_report *sweep;
} fk_result;

/* Reads a result from a file or from a text. report may be NULL; it is as after fk_scene_load. Unknown fields are
 * ignored. FK_ERROR_SYNTAX: not a result of a check or sweep, or an inconsistent one; FK_ERROR_READ; both with
 * report->message. FK_ERROR_MEMORY. */
FK_API fk_status fk_result_load(fk_context *context, const char *path, fk_scene_report *report,
                                fk_result **out);
FK_API fk_status fk_result_parse(fk_context *context, const char *text, size_t bytes, fk_scene_report *report,
                                 fk_result **out);
/* Accepts NULL. */
FK_API void fk_result_free(fk_context *context, fk_result *result);

#ifdef __cplusplus
}
#endif

#endif
