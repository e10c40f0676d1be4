/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From the XML of a robot to the robot: links, joints, shapes, the files these name, and what SRDF says about
 * them. Functions return as those of xml.h. */

#ifndef FARKAS_SCENE_ROBOT_READ_H
#define FARKAS_SCENE_ROBOT_READ_H

#include "scene/names.h"
#include "scene/file_text.h"
#include "scene/robot/xml.h"

/* A robot and what it owns. */
typedef struct fk_robot_own {
    fk_robot robot; /* first, as its address is that of all */
    fk_store store;
    fk_robot_link *link;
    fk_robot_joint *joint;
    fk_robot_shape *shape;
    fk_scene_file *file;
    fk_mesh **mesh;  /* one for each file; NULL before it is loaded */
    uint32_t *rigid; /* of each link: the first one that it is joined to by fixed joints alone, or itself */
    fk_names link_names, joint_names;
} fk_robot_own;

typedef struct fk_robot_reader {
    fk_xml_reader xml;
    const fk_robot_options *options;
    fk_robot_own *own;
    const fk_xml **link_xml;  /* of each link */
    const fk_xml **shape_xml; /* of each shape its box, sphere, cylinder, capsule or mesh */
} fk_robot_reader;

/* A text in memory, and the path that it is said to be from: files are looked for in and above its folder. */
typedef struct fk_robot_text {
    const char *path, *text;
    size_t bytes;
} fk_robot_text;

/* fk_robot_load with texts; srdf may be NULL. options->srdf is not looked at. */
fk_status fk_robot_parse(fk_context *context, const fk_robot_text *urdf, const fk_robot_text *srdf,
                         const fk_robot_options *options, fk_robot_report *report, fk_robot **out);

/* The same for fk_trajectory_load. */
fk_status fk_trajectory_parse(fk_context *context, const fk_robot_text *text, fk_robot_report *report,
                              fk_trajectory **out);

/* Reads a file, and leaves its path and a message when that fails. */
fk_status fk_robot_load_text(fk_context *context, const char *path, fk_robot_report *report,
                             fk_file_text *out);

/* ---- The parts of it ----------------------------------------------------------------------------------- */

/* Links, joints and shapes, without loading anything. */
bool fk_urdf_read(fk_robot_reader *r, const fk_xml *root);

/* All that a <joint> says but for its links and what it mimics: these are names. */
bool fk_urdf_joint(fk_robot_reader *r, const fk_xml *xml, fk_robot_joint *out);

/* Which joints have variables, and those that mimic. */
bool fk_urdf_variables(fk_robot_reader *r, const fk_xml *const *joint_xml);

/* The shapes of all links, their names, and the files they need. */
bool fk_urdf_shapes(fk_robot_reader *r);

/* A length in metres as one in the unit that comes out; and <origin> of an element, or none. */
bool fk_urdf_length(fk_robot_reader *r, const fk_xml *xml, const char *name, double *value);
bool fk_urdf_origin(fk_robot_reader *r, const fk_xml *parent, fk_pose *out);

/* Where the file of a mesh is. */
bool fk_package_find(fk_robot_reader *r, const fk_xml *mesh, const char *filename, const char **out);

/* Loads the meshes. */
bool fk_robot_load_files(fk_robot_reader *r);

/* What SRDF says, once there are links and joints. */
bool fk_srdf_read(fk_robot_reader *r, const fk_xml *root);

#endif
