/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From the JSON text of a scene to the scene: its entries, the files they name, their parts, and the rules. Functions
 * return as those of json_read.h. */

#ifndef FARKAS_SCENE_PARTS_H
#define FARKAS_SCENE_PARTS_H

#include "scene/json_read.h"

/* An element of "parts", or a robot; robots come last. */
typedef struct fk_scene_entry {
    const char *name;      /* of the part, or before the "/" if there are several */
    const char *beginning; /* the name and "/" */
    const char *path;      /* of the mesh, as in the text; NULL for a shape */
    fk_piece piece;
    fk_cell_tree *cells; /* of the shape "cells" */
    fk_mesh *made;       /* a mesh that the text itself has; or NULL */
    double extent;       /* no coordinate of the piece or tree is larger; may be infinite */
    fk_pose pose;
    fk_vec3 scale;
    fk_unit unit; /* of the file */
    int up;
    bool has_name, has_unit, has_up;
    /* Of the options, or of a scene of MoveIt: it has no position in the text, and its path is as it is opened. */
    bool is_added;
    uint32_t file;
    bool is_robot;
    bool has_motion;
    uint32_t key_count; /* of the motion, once its file is loaded */
    fk_key *key;
    const char *trajectory;          /* of the motion, as it is opened; NULL if it has keys */
    const char *attached_to;         /* or NULL */
    uint32_t frame;                  /* after fk_scene_build_frames; FK_NONE: the world */
    uint32_t first_part, part_count; /* after the files are loaded */
} fk_scene_entry;

/* A robot of the scene, or of the options. Paths are as they are opened. */
typedef struct fk_robot_entry {
    const char *urdf, *srdf, *trajectory; /* the last two may be NULL */
    const char **package_path;
    uint32_t package_path_count;
    const char *const *argument; /* of xacro */
    uint32_t argument_count;
    fk_pose pose;
    bool is_option;    /* of the options: it has no position in the text */
    bool has_settings; /* the robot of the options, with their SRDF, joints and trajectory */
    fk_robot *robot;
} fk_robot_entry;

/* A loaded file: its model, or the meshes made of it. */
typedef struct fk_loaded_file {
    fk_model *model;
    fk_mesh **mesh; /* NULL if the model is used unchanged */
    uint32_t mesh_count;
    const char **object; /* the name of each part after the "/" */
} fk_loaded_file;

/* A scene and what it owns. */
typedef struct fk_owned_scene {
    fk_scene scene; /* first: both structs have one address */
    fk_scene_arena arena;
    uint32_t entry_count, robot_count, hull_count;
    /* Of the options: meshes, and robots. */
    uint32_t added_mesh_count, added_robot_count;
    const char **added_mesh, **added_robot;
    fk_scene_entry *entry; /* robots come last */
    fk_robot_entry *robot;
    fk_scene_robot *scene_robot; /* one for each */
    fk_track *track;             /* one for each */
    fk_hull **hull;              /* capacity: the number of entries */
    fk_scene_file *file;
    fk_loaded_file *loaded; /* one for each file */
    fk_scene_part *part;
    fk_name_index entry_names, part_names;
    struct fk_moveit *moveit; /* while a scene of MoveIt is read; else NULL */
} fk_owned_scene;

/* Reads the pose of a part, in the units of the scene; reads a pose with a time. */
bool fk_scene_read_pose(fk_json_reader *r, const fk_json_value *value, fk_pose *out);
bool fk_scene_read_key(fk_json_reader *r, const fk_json_value *value, fk_key *out);

/* Reads kind, origin and edges of a cell; ignores its other fields. */
bool fk_scene_read_cell(fk_json_reader *r, const fk_json_value *object, const char *what, fk_kind *kind,
                        fk_cell *out);

/* Reads "motion" and "attached_to" of a part, without loading files. */
bool fk_scene_read_motion(fk_json_reader *r, const fk_json_value *part, fk_scene_entry *out);

/* Sorts the files of the options into meshes and robots. */
bool fk_scene_sort_files(fk_json_reader *r, fk_owned_scene *own);

/* Reads "parts" and "robots", and those of the options, without loading files. */
bool fk_scene_read_entries(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* Adds entries, which are allocated already, for the meshes of the options. */
bool fk_scene_add_files(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* Reads the robots, of which there are so many, and names all entries. */
bool fk_scene_complete_entries(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own,
                               uint32_t robots);

/* Reads a scene of MoveIt, as text or YAML, into an empty scene. */
bool fk_moveit_read(fk_json_reader *r, fk_content content, fk_owned_scene *own);

/* Loads what the entries name, and builds the parts. */
bool fk_scene_load_entries(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* The length in bytes of the first UTF-8 character of a text; 0 if the first byte begins none. */
size_t fk_utf8_length(const unsigned char *text);

/* Counts "robots", including those of the options; reads them into the last entries, which are allocated already. */
bool fk_scene_count_robots(fk_json_reader *r, const fk_json_value *top, const fk_owned_scene *own,
                           uint32_t *out);
bool fk_scene_read_robots(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own, uint32_t count);

/* Loads the robots and their trajectories, and builds the tracks. */
bool fk_scene_load_robots(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);
bool fk_scene_build_track(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own, uint32_t robot);

/* Refuses the scene because of a file of a part or robot, whose name may be "". */
bool fk_scene_fail_robot_file(fk_json_reader *r, const fk_json_value *where, const char *what,
                              const char *name, fk_status status, const fk_robot_report *report);

/* Loads the trajectories of parts. */
bool fk_scene_load_motions(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* Builds the frames of robots and parts, after these are loaded, and assigns each part its frame. */
bool fk_scene_build_frames(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* Loads the mesh files of all entries, and turns and scales them. */
bool fk_scene_load_meshes(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* Builds the parts of all entries, and their names. */
bool fk_scene_build_parts(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* Reads "sets", "tests", "ignore" and "groups". Before the parts exist, checks only what the names of the entries
 * decide. */
bool fk_scene_read_rules(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* Copies a path, prefixed with the folder of the scene unless it is absolute. */
bool fk_scene_resolve_path(fk_json_reader *r, const char *path, const char **out);

/* Copies the name of a file without folder and extension. */
bool fk_scene_copy_stem(fk_json_reader *r, const char *path, const char **out);

/* The value of an entry, or of its member if it has that; `path` keeps the chain of values. What the options add has the value of
 * the scene. */
typedef struct fk_entry_path {
    fk_json_value parts, entry, member;
} fk_entry_path;
const fk_json_value *fk_scene_entry_value(const fk_json_value *top, uint32_t entry, const char *member,
                                          fk_entry_path *path);

#endif
