/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From the JSON text of a scene to the scene: its entries, the files they name, the parts they become, and the rules about these.
 * Functions return as those of json_read.h. */

#ifndef FARKAS_SCENE_PARTS_H
#define FARKAS_SCENE_PARTS_H

#include "scene/json_read.h"

/* An element of "parts"; or behind these, a robot. */
typedef struct fk_scene_entry {
    const char *name;      /* of the part, or before the "/" of several */
    const char *beginning; /* the name and "/" */
    const char *path;      /* of the mesh, as it was written; NULL for a shape */
    fk_piece piece;
    fk_cell_tree *cells; /* of the shape that is a tree of them */
    double extent;       /* no coordinate of the piece or tree is larger; may be infinite */
    fk_pose pose;
    fk_vec3 scale;
    fk_unit unit; /* of the file */
    int up;
    bool has_name, has_unit, has_up;
    uint32_t file;
    bool is_robot;
    bool has_motion;
    uint32_t key_count; /* of the motion, once that of a file is loaded */
    fk_key *key;
    const char *trajectory;          /* of the motion, as it is opened; NULL: keys */
    const char *attached_to;         /* or NULL */
    uint32_t frame;                  /* once there are frames; FK_NONE: the world */
    uint32_t first_part, part_count; /* once the files are loaded */
} fk_scene_entry;

/* A robot of the scene, or of the options. Paths are as they are opened. */
typedef struct fk_robot_entry {
    const char *urdf, *srdf, *trajectory; /* the last two may be NULL */
    const char **package_path;
    uint32_t package_path_count;
    fk_pose pose;
    bool is_option; /* it has no place in the text */
    fk_robot *robot;
} fk_robot_entry;

/* A file that was loaded: the model as it was, or the meshes made of it. */
typedef struct fk_loaded_file {
    fk_model *model;
    fk_mesh **mesh; /* NULL: the model is used */
    uint32_t mesh_count;
    const char **object; /* the name of each part behind the "/" */
} fk_loaded_file;

/* A scene and what it owns. */
typedef struct fk_owned_scene {
    fk_scene scene; /* first, as its address is that of all */
    fk_scene_arena arena;
    uint32_t entry_count, robot_count, hull_count;
    fk_scene_entry *entry; /* those of the robots are the last */
    fk_robot_entry *robot;
    fk_scene_robot *scene_robot; /* one for each */
    fk_track *track;             /* the same */
    fk_hull **hull;              /* room for as many as there are entries */
    fk_scene_file *file;
    fk_loaded_file *loaded; /* one for each file */
    fk_scene_part *part;
    fk_name_index entry_names, part_names;
} fk_owned_scene;

/* The pose of a part, in the units of the scene; and a pose with a time. */
bool fk_scene_read_pose(fk_json_reader *r, const fk_json_value *value, fk_pose *out);
bool fk_scene_read_key(fk_json_reader *r, const fk_json_value *value, fk_key *out);

/* Kind, origin and edges of an object, whose other fields are not looked at. */
bool fk_scene_read_cell(fk_json_reader *r, const fk_json_value *object, const char *what, fk_kind *kind,
                        fk_cell *out);

/* "motion" and "attached_to" of a part, without loading anything. */
bool fk_scene_read_motion(fk_json_reader *r, const fk_json_value *part, fk_scene_entry *out);

/* "parts" and "robots": all that is said there, without loading anything. */
bool fk_scene_read_entries(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* Adds the robots, of which there are so many, to the entries of "parts", and gives all their names. */
bool fk_scene_name_entries(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own, uint32_t robots);

/* From entries to parts: loads what they name. */
bool fk_scene_load_entries(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* How many bytes of a text are one character of UTF-8 that may be shown; 0 when the first is no part of any. */
size_t fk_utf8_length(const unsigned char *text);

/* How many "robots" there are, with that of the options; and these, into the last entries, for which there is room. */
bool fk_scene_count_robots(fk_json_reader *r, const fk_json_value *top, uint32_t *out);
bool fk_scene_read_robots(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own, uint32_t count);

/* Loads the robots and their trajectories, and makes the tracks. */
bool fk_scene_load_robots(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);
bool fk_scene_build_track(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own, uint32_t robot);

/* Refuses the scene because of a file about motion, for a part or robot of a name that may be "". */
bool fk_scene_fail_robot_file(fk_json_reader *r, const fk_json_value *place, const char *what,
                              const char *name, fk_status status, const fk_robot_report *report);

/* Loads the trajectories of parts. */
bool fk_scene_load_motions(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* The frames of robots and parts, once these are loaded; and which one each part is in. */
bool fk_scene_build_frames(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* Loads the files of all entries, turns and scales them. */
bool fk_scene_load_meshes(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* The parts of all entries, and their names. */
bool fk_scene_build_parts(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* "sets", "tests", "ignore" and "groups". Before there are parts, only what can be said by the names of the
 * entries is checked. */
bool fk_scene_read_rules(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own);

/* A path in the arena, relative to the folder of the scene unless it is absolute. */
bool fk_scene_resolve_path(fk_json_reader *r, const char *path, const char **out);

/* The name of a file without folder and end, in the arena. */
bool fk_scene_copy_stem(fk_json_reader *r, const char *path, const char **out);

/* The value of an entry, or of one of its members where it has that; the chain of values is kept in way. That of the
 * robot of the options is the scene. */
typedef struct fk_entry_path {
    fk_json_value parts, entry, member;
} fk_entry_path;
const fk_json_value *fk_scene_entry_value(const fk_json_value *top, uint32_t entry, const char *member,
                                          fk_entry_path *path);

#endif
