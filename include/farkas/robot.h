/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Robots: links and joints from a URDF file, pairs that need no check from an SRDF file, trajectories from CSV.
 * Part of libfarkas-scene, which needs expat for it. What exactly is accepted: docs/robots.md.
 *
 * Lengths of URDF are metres: they come out in the unit that is asked for. Angles are in radians. */

#ifndef FARKAS_ROBOT_H
#define FARKAS_ROBOT_H

#include "farkas/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

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
    fk_scene_mesh_function *load_mesh; /* NULL: fk_model_load */
    void *user;
    fk_unit unit;     /* of all lengths that come out */
    const char *srdf; /* a path, or NULL */
    /* Where "package://NAME/REST" may be: folders that hold the folder NAME; or are it, by their name or by
     * their package.xml. They are looked at before the folders above the URDF file, which always are. Where no
     * package NAME has the file, that is the first of these folders in which REST is. */
    const char *const *package_path;
    uint32_t package_path_count;
    const char *name; /* put before the names of shapes, with "/" between; or NULL */
} fk_robot_options;

/* fk_model_load, metres, nothing else. */
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

#ifdef __cplusplus
}
#endif

#endif
