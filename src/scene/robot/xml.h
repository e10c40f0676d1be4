/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* XML of robots: a text as a tree of elements, and their attributes read with messages.
 *
 * Functions that return bool return false when the file is refused; then reader->status says how, and the report
 * where and why. Texts between elements are left out, but for the first of each element. */

#ifndef FARKAS_SCENE_XML_H
#define FARKAS_SCENE_XML_H

#include "farkas/scene.h"
#include "scene/read/value.h"

typedef struct fk_xml_attribute {
    const char *name, *value;
} fk_xml_attribute;

/* An element. All of it is in the store. */
typedef struct fk_xml {
    struct fk_xml *parent, *first, *last, *next; /* those in it are chained by next */
    const char *name;
    const char *text; /* the first that is not blank, up to the end of a line; or NULL */
    const fk_xml_attribute *attribute;
    uint32_t attribute_count;
    uint64_t line, column; /* of its "<", from 1 */
} fk_xml;

typedef struct fk_xml_reader {
    fk_context *context;
    fk_store *store;
    const char *path;   /* of the file that is read */
    const char *format; /* what it should be: "urdf" or "srdf" */
    fk_robot_report *report;
    fk_status status;
} fk_xml_reader;

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* Refuse the file because of a place in it, or of an element. Always false. */
bool fk_xml_fail_at(fk_xml_reader *r, uint64_t line, uint64_t column, const char *format, ...)
    FK_PRINTF(4, 5);
bool fk_xml_fail(fk_xml_reader *r, const fk_xml *element, const char *format, ...) FK_PRINTF(3, 4);

/* The same without memory. */
bool fk_xml_no_memory(fk_xml_reader *r);

/* ---- Trees --------------------------------------------------------------------------------------------- */

/* The root of the tree of a text. Refused: what is not well-formed, a document type, and elements of xacro. expat
 * takes its memory from malloc. */
bool fk_xml_parse(fk_xml_reader *r, const char *text, size_t bytes, const fk_xml **out);

/* The first element of a name in another one, and the next behind it; NULL when there is none. */
const fk_xml *fk_xml_first(const fk_xml *parent, const char *name);
const fk_xml *fk_xml_next(const fk_xml *element);

/* How many of a name are in another one. */
uint32_t fk_xml_count(const fk_xml *parent, const char *name);

/* At most one of a name: *out is it, or NULL. */
bool fk_xml_only(fk_xml_reader *r, const fk_xml *parent, const char *name, const fk_xml **out);

/* ---- Attributes ---------------------------------------------------------------------------------------- */

/* The value of an attribute, or NULL. It may be anything. */
const char *fk_xml_value(const fk_xml *element, const char *name);

/* A text without control characters; *out is NULL where there is no such attribute, or an empty one. Refuses what
 * xacro would have to replace. */
bool fk_xml_text(fk_xml_reader *r, const fk_xml *element, const char *name, const char **out);
/* The same, and there has to be one. */
bool fk_xml_need(fk_xml_reader *r, const fk_xml *element, const char *name, const char **out);

/* One finite number, or three, or four; *out is left alone where there is no such attribute. */
bool fk_xml_number(fk_xml_reader *r, const fk_xml *element, const char *name, double *out);
bool fk_xml_vec3(fk_xml_reader *r, const fk_xml *element, const char *name, fk_vec3 *out);
bool fk_xml_quat(fk_xml_reader *r, const fk_xml *element, const char *name, double out[4]);

#endif
