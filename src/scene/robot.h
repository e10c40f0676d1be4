/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* XML of robots, a text as a tree of elements, and their attributes read with messages; and from that to the robot: links, joints,
 * shapes, the files these name, and what SRDF says about them.
 *
 * Functions that return bool return false when the file is refused; then reader->status says how, and the report
 * where and why. Texts between elements are left out, but for the first of each element. */

#ifndef FARKAS_SCENE_ROBOT_H
#define FARKAS_SCENE_ROBOT_H

#include "scene/files.h"
#include "scene/json_read.h"

typedef struct fk_xml_attribute {
    const char *name, *value;
} fk_xml_attribute;

/* An element. All of it is in the arena. */
typedef struct fk_xml_element {
    struct fk_xml_element *parent, *first, *last, *next; /* those in it are chained by next */
    const char *name;
    const char *text; /* the first that is not blank, up to the end of a line; or NULL */
    const fk_xml_attribute *attribute;
    uint32_t attribute_count;
    uint64_t line, column; /* of its "<", from 1 */
} fk_xml_element;

typedef struct fk_xml_reader {
    fk_context *context;
    fk_scene_arena *arena;
    const char *path;   /* of the file that is read */
    const char *format; /* what it should be: "urdf" or "srdf" */
    fk_robot_report *report;
    fk_status status;
} fk_xml_reader;

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* Refuse the file because of a place in it, or of an element. Always false. */
bool fk_xml_fail_at(fk_xml_reader *r, uint64_t line, uint64_t column, const char *format, ...)
    FK_PRINTF(4, 5);
#define fk_xml_fail(r, element, ...) fk_xml_fail_at(r, (element)->line, (element)->column, __VA_ARGS__)

/* The same without memory. */
bool fk_xml_fail_memory(fk_xml_reader *r);

/* ---- Trees --------------------------------------------------------------------------------------------- */

/* The root of the tree of a text. Refused: what is not well-formed, a document type, and elements of xacro. expat
 * takes its memory from malloc. */
bool fk_xml_parse(fk_xml_reader *r, const char *text, size_t bytes, const fk_xml_element **out);

/* The first element of a name in another one, and the next behind it; NULL when there is none. */
const fk_xml_element *fk_xml_first(const fk_xml_element *parent, const char *name);
const fk_xml_element *fk_xml_next(const fk_xml_element *element);

/* How many of a name are in another one. */
uint32_t fk_xml_count(const fk_xml_element *parent, const char *name);

/* At most one of a name: *out is it, or NULL. */
bool fk_xml_only(fk_xml_reader *r, const fk_xml_element *parent, const char *name,
                 const fk_xml_element **out);

/* ---- Attributes ---------------------------------------------------------------------------------------- */

/* The value of an attribute, or NULL. It may be anything. */
const char *fk_xml_value(const fk_xml_element *element, const char *name);

/* A text without control characters; *out is NULL where there is no such attribute, or an empty one. Refuses what
 * xacro would have to replace. */
bool fk_xml_read_text(fk_xml_reader *r, const fk_xml_element *element, const char *name, const char **out);
/* The same, and there has to be one. */
bool fk_xml_require(fk_xml_reader *r, const fk_xml_element *element, const char *name, const char **out);

/* One finite number, or three, or four; *out is left alone where there is no such attribute. */
bool fk_xml_read_number(fk_xml_reader *r, const fk_xml_element *element, const char *name, double *out);
bool fk_xml_read_vec3(fk_xml_reader *r, const fk_xml_element *element, const char *name, fk_vec3 *out);
bool fk_xml_read_quat(fk_xml_reader *r, const fk_xml_element *element, const char *name, double out[4]);

/* ---- Robots -------------------------------------------------------------------------------------------- */

/* A robot and what it owns. */
typedef struct fk_owned_robot {
    fk_robot robot; /* first, as its address is that of all */
    fk_scene_arena arena;
    fk_robot_link *link;
    fk_robot_joint *joint;
    fk_robot_shape *shape;
    fk_scene_file *file;
    fk_mesh **mesh;  /* one for each file; NULL before it is loaded */
    uint32_t *rigid; /* of each link: the first one that it is joined to by fixed joints alone, or itself */
    fk_name_index link_names, joint_names;
} fk_owned_robot;

typedef struct fk_robot_reader {
    fk_xml_reader xml;
    const fk_robot_options *options;
    fk_owned_robot *own;
    const fk_xml_element **link_xml;  /* of each link */
    const fk_xml_element **shape_xml; /* of each shape its box, sphere, cylinder, capsule or mesh */
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

/* ---- Stages -------------------------------------------------------------------------------------------- */

/* Links, joints and shapes, without loading anything. */
bool fk_urdf_read(fk_robot_reader *r, const fk_xml_element *root);

/* The shapes of all links, their names, and the files they need. */
bool fk_urdf_read_shapes(fk_robot_reader *r);

/* A length in metres as one in the unit that comes out; and <origin> of an element, or none. */
bool fk_urdf_read_length(fk_robot_reader *r, const fk_xml_element *xml, const char *name, double *value);
bool fk_urdf_read_origin(fk_robot_reader *r, const fk_xml_element *parent, fk_pose *out);

/* Where the file of a mesh is. */
bool fk_package_find_file(fk_robot_reader *r, const fk_xml_element *mesh, const char *filename,
                          const char **out);

/* Loads the meshes. */
bool fk_robot_load_files(fk_robot_reader *r);

/* What SRDF says, once there are links and joints. */
bool fk_srdf_read(fk_robot_reader *r, const fk_xml_element *root);

#endif
