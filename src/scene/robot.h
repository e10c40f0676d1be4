/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* XML of robots: a text as a tree of elements, and their attributes read with messages; and the way from there to the
 * robot: links, joints, shapes, the files these name, and SRDF.
 *
 * Functions that return bool return false if the file is refused; reader->status and the report then say why and
 * where. Texts between elements are dropped, except for the first of each element. */

#ifndef FARKAS_SCENE_ROBOT_H
#define FARKAS_SCENE_ROBOT_H

#include "scene/files.h"
#include "scene/json_read.h"

typedef struct fk_xml_attribute {
    const char *name, *value;
} fk_xml_attribute;

/* An element, in the arena. */
typedef struct fk_xml_element {
    struct fk_xml_element *parent, *first, *last, *next; /* children are linked by next */
    const char *name;
    const char *text; /* the first that is not blank, up to a line end; or NULL */
    const fk_xml_attribute *attribute;
    uint32_t attribute_count;
    const char *path;      /* of its file */
    uint64_t line, column; /* of its "<", from 1 */
} fk_xml_element;

typedef struct fk_xml_reader {
    fk_context *context;
    fk_scene_arena *arena;
    const char *path;   /* of the file that is read */
    const char *format; /* "urdf" or "srdf" */
    fk_robot_report *report;
    fk_status status;
} fk_xml_reader;

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* Refuses the file because of a position or an element. Always returns false. */
bool fk_xml_fail_at(fk_xml_reader *r, uint64_t line, uint64_t column, const char *format, ...)
    FK_PRINTF(4, 5);
bool fk_xml_fail(fk_xml_reader *r, const fk_xml_element *element, const char *format, ...) FK_PRINTF(3, 4);

/* Refuses the file for lack of memory. Always returns false. */
bool fk_xml_fail_memory(fk_xml_reader *r);

/* ---- Trees --------------------------------------------------------------------------------------------- */

/* Parses a text into a tree. Refuses what is not well-formed, and a document type. expat takes its memory from malloc. */
bool fk_xml_parse(fk_xml_reader *r, const char *text, size_t bytes, const fk_xml_element **out);

/* The first child of a name, and the next one of the same name; NULL if there is none. */
const fk_xml_element *fk_xml_first(const fk_xml_element *parent, const char *name);
const fk_xml_element *fk_xml_next(const fk_xml_element *element);

/* The number of children of a name. */
uint32_t fk_xml_count(const fk_xml_element *parent, const char *name);

/* Finds the only child of a name; *out is NULL if there is none. Refuses several. */
bool fk_xml_only(fk_xml_reader *r, const fk_xml_element *parent, const char *name,
                 const fk_xml_element **out);

/* ---- Attributes ---------------------------------------------------------------------------------------- */

/* The value of an attribute, unchecked, or NULL. */
const char *fk_xml_value(const fk_xml_element *element, const char *name);

/* Reads a text without control characters; *out is NULL if the attribute is missing or empty. */
bool fk_xml_read_text(fk_xml_reader *r, const fk_xml_element *element, const char *name, const char **out);
/* The same for an attribute that must exist. */
bool fk_xml_require(fk_xml_reader *r, const fk_xml_element *element, const char *name, const char **out);

/* Reads one, three or four finite numbers; leaves *out alone if the attribute is missing. */
bool fk_xml_read_number(fk_xml_reader *r, const fk_xml_element *element, const char *name, double *out);
bool fk_xml_read_vec3(fk_xml_reader *r, const fk_xml_element *element, const char *name, fk_vec3 *out);
bool fk_xml_read_quat(fk_xml_reader *r, const fk_xml_element *element, const char *name, double out[4]);

/* ---- Robots -------------------------------------------------------------------------------------------- */

/* A robot and what it owns. */
typedef struct fk_owned_robot {
    fk_robot robot; /* first: both structs have one address */
    fk_scene_arena arena;
    fk_robot_link *link;
    fk_robot_joint *joint;
    fk_robot_shape *shape;
    fk_scene_file *file;
    fk_mesh **mesh;     /* one for each file; NULL until loaded */
    fk_mesh **enlarged; /* for each shape, its own mesh if it was enlarged, or NULL; NULL if none was */
    uint32_t *rigid;    /* for each link: the first link that fixed joints alone connect it to, or itself */
    uint64_t *enabled;  /* pairs of links that SRDF enables, sorted: the lower << 32 | the higher */
    size_t enabled_count;
    fk_name_index link_names, joint_names;
} fk_owned_robot;

typedef struct fk_robot_reader {
    fk_xml_reader xml;
    const fk_robot_options *options;
    fk_owned_robot *own;
    const fk_xml_element **link_xml;  /* of each link */
    const fk_xml_element **shape_xml; /* for each shape its box, sphere, cylinder, capsule or mesh */
} fk_robot_reader;

/* A text in memory and its path: files are searched in and above its folder. */
typedef struct fk_robot_text {
    const char *path, *text;
    size_t bytes;
} fk_robot_text;

/* fk_robot_load from texts; srdf may be NULL. Ignores options->srdf. */
fk_status fk_robot_parse(fk_context *context, const fk_robot_text *urdf, const fk_robot_text *srdf,
                         const fk_robot_options *options, fk_robot_report *report, fk_robot **out);

/* fk_trajectory_load from a text. */
fk_status fk_trajectory_parse(fk_context *context, const fk_robot_text *text, fk_robot_report *report,
                              fk_trajectory **out);

/* Reads a file; on an error, sets path and message of the report. */
fk_status fk_robot_load_text(fk_context *context, const char *path, fk_robot_report *report,
                             fk_file_text *out);

/* ---- Stages -------------------------------------------------------------------------------------------- */

/* Reads links, joints and shapes, without loading files. */
bool fk_urdf_read(fk_robot_reader *r, const fk_xml_element *root);

/* Reads the shapes of all links, their names, and the files they need. */
bool fk_urdf_read_shapes(fk_robot_reader *r);

/* Converts a length in metres to the unit of the robot; reads the optional <origin> of an element. */
bool fk_urdf_read_length(fk_robot_reader *r, const fk_xml_element *xml, const char *name, double *value);
bool fk_urdf_read_origin(fk_robot_reader *r, const fk_xml_element *parent, fk_pose *out);

/* Finds the folder of a package: by its package.xml, or else as the one that has the file `rest`, unless that is "". *out is NULL if
 * there is none, and `tried` then lists paths. */
#define FK_PACKAGE_TRIED 220
typedef struct fk_package_tried {
    char list[FK_PACKAGE_TRIED];
} fk_package_tried;
bool fk_package_find_folder(fk_robot_reader *r, const char *name, const char *rest, fk_package_tried *tried,
                            const char **out);

/* Finds the file of a mesh. */
bool fk_package_find_file(fk_robot_reader *r, const fk_xml_element *mesh, const char *filename,
                          const char **out);

/* Loads the meshes. */
bool fk_robot_load_files(fk_robot_reader *r);

/* Reads SRDF, after links and joints. */
bool fk_srdf_read(fk_robot_reader *r, const fk_xml_element *root);

#endif
