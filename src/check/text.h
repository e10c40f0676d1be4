/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Text that goes out through a function, in the spelling of JSON, CSV and XML. */

#ifndef FARKAS_CHECK_TEXT_H
#define FARKAS_CHECK_TEXT_H

#include "farkas/base.h"

typedef struct fk_text {
    fk_write_function *write;
    void *user;
    bool has_failed; /* nothing is written afterwards */
    size_t used;
    char buffer[4096];
} fk_text;

fk_text fk_text_make(fk_write_function *write, void *user);

/* What is left in the buffer goes out. FK_OK, or FK_ERROR_WRITE when something could not be written. */
fk_status fk_text_end(fk_text *text);

void fk_text_put(fk_text *text, const char *string);
void fk_text_put_bytes(fk_text *text, const char *bytes, size_t count);
void fk_text_put_whole(fk_text *text, uint64_t number);

/* The shortest text that reads back to the same double. */
void fk_text_put_number(fk_text *text, double number);

/* A number as JSON has it: null where it is not finite, and -0 is 0. */
void fk_text_put_json_number(fk_text *text, double number);

/* As an array of three numbers. */
void fk_text_put_json_vector(fk_text *text, fk_vec3 v);

/* The beginning of a result: the version of the format, and the unit of all lengths. */
void fk_text_put_json_head(fk_text *text, const char *units);

/* A key with a whole number, behind others; the key "box" with the corners of a box, nothing for an empty
 * one. */
void fk_text_put_json_count(fk_text *text, const char *key, uint64_t count);
void fk_text_put_json_box(fk_text *text, const fk_aabb *box);

/* A key with an object of "lo" and "hi", behind others. */
void fk_text_put_json_interval(fk_text *text, const char *key, fk_interval interval);

/* A string in quotes as JSON has it; a cell of CSV, in quotes where it needs them; text for XML, also in an
 * attribute. Bytes that are not UTF-8 become U+FFFD; so do, in XML, characters that it cannot hold. */
void fk_text_put_json_string(fk_text *text, const char *string);
/* The same where the JSON stands in an HTML page: nothing in it looks like a tag or an entity there. */
void fk_text_put_page_string(fk_text *text, const char *string);
void fk_text_put_csv(fk_text *text, const char *string);
void fk_text_put_xml(fk_text *text, const char *string);
/* Of its first bytes, which are whole characters. */
void fk_text_put_xml_bytes(fk_text *text, const char *string, size_t count);

#endif
