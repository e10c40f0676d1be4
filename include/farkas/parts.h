/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Parts: those of a scene, ready to be checked and swept; and what the scene says about pairs of them, as fk_check_run
 * asks for it.
 *
 * This belongs to libfarkas-scene, as scene.h does. */

#ifndef FARKAS_PARTS_H
#define FARKAS_PARTS_H

#include "farkas/report.h"
#include "farkas/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
