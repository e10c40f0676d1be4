/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads values of a JSON text, with messages that say what is wrong, where, and what to do; traverses nested objects;
 * finds the position of a value in the text.
 *
 * Functions return false if the scene is refused; reader->status and the report then say why. */

#ifndef FARKAS_SCENE_JSON_READ_H
#define FARKAS_SCENE_JSON_READ_H

#include "farkas/scene.h"
#include "scene/arena.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define FK_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define FK_PRINTF(text, first)
#endif

typedef struct fk_json_reader {
    fk_context *context;
    fk_scene_arena *arena;
    const fk_scene_options *options;
    fk_scene_report *report;
    fk_status status;
    const char *text;
    size_t bytes;
    const char *folder; /* of the scene: "" or ends with "/" */
    fk_unit unit;       /* of the scene */
    bool has_unit;      /* the scene gives it */
    bool has_place;     /* of a scene of MoveIt: the report has the position */
} fk_json_reader;

/* A value and its path from the top. */
typedef struct fk_json_value {
    const struct fk_json_value *parent; /* NULL at the top */
    const char *key;                    /* of a member; NULL for an element */
    size_t index; /* of an element; at the top, the number of parts that the options add */
    json_t *json;
} fk_json_value;

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* A user's text for a message: without control characters, cut if it is long. */
#define FK_SHOWN_LENGTH 100
typedef struct fk_shown_text {
    char text[FK_SHOWN_LENGTH + 4];
} fk_shown_text;
fk_shown_text fk_show_text(const char *text);

/* Times are at most this far from 0, in seconds: so all their differences are finite. */
#define FK_TIME_LIMIT 1e300

/* Whether two texts are equal. */
bool fk_same_text(const char *text, const char *other);

/* A number for a message. */
typedef struct fk_shown_number {
    char text[FK_NUMBER_SIZE];
} fk_shown_number;
fk_shown_number fk_show_number(double value);

/* Finds line and column of a value, or of the key of a member. */
void fk_json_locate(const fk_json_reader *r, const fk_json_value *value, bool at_key, uint64_t *line,
                    uint64_t *column);

/* Refuses the scene because of a value, or of the key of a member. Always returns false. */
bool fk_json_fail_at(fk_json_reader *r, const fk_json_value *value, bool at_key, const char *format, ...)
    FK_PRINTF(4, 5);
#define fk_json_fail(r, value, ...)     fk_json_fail_at(r, value, false, __VA_ARGS__)
#define fk_json_fail_key(r, value, ...) fk_json_fail_at(r, value, true, __VA_ARGS__)

/* Refuses the scene for lack of memory. Always returns false. */
bool fk_json_fail_memory(fk_json_reader *r);

/* ---- Values -------------------------------------------------------------------------------------------- */

/* Parses the text of the reader, after an optional UTF-8 byte order mark, and calls a function with its top value;
 * all numbers become doubles. if_empty is the message for an empty text. */
#define FK_UTF8_MARK "\xef\xbb\xbf"
typedef bool fk_json_function(fk_json_reader *r, const fk_json_value *top, void *own);
fk_status fk_json_parse(fk_json_reader *r, const char *if_empty, fk_json_function *read, void *own);

/* Finds a member of an object. Returns false if there is none of this name. */
bool fk_json_member(const fk_json_value *object, const char *key, fk_json_value *out);
fk_json_value fk_json_element(const fk_json_value *array, size_t index);

/* Finds a member that must exist. `what` names the object in messages. */
bool fk_json_require(fk_json_reader *r, const fk_json_value *object, const char *key, const char *what,
                     fk_json_value *out);

/* Checks that a value is an object with known members only; the list ends with NULL. `what` names the object in
 * messages, for instance "a part". */
bool fk_json_check_fields(fk_json_reader *r, const fk_json_value *object, const char *what,
                          const char *const *known);

/* Checks that a value is an array with at least `least` elements. */
bool fk_json_check_array(fk_json_reader *r, const fk_json_value *value, const char *what, size_t least);

/* Reads an array whose elements become structs in the arena, by a function. Returns NULL, and sets *count to 0, if it
 * is refused. */
typedef struct fk_json_list_form {
    const char *what;
    size_t size;
    bool (*read)(fk_json_reader *r, const fk_json_value *value, void *user, void *out);
} fk_json_list_form;
void *fk_json_read_list(fk_json_reader *r, const fk_json_value *array, const fk_json_list_form *form,
                        void *user, uint32_t *count);

/* Checks the version of a format. */
bool fk_json_check_version(fk_json_reader *r, const fk_json_value *value, int version);

/* Reads a finite number; a number above 0; an array of count numbers; a vector. `what` names the value in messages. */
bool fk_json_read_number(fk_json_reader *r, const fk_json_value *value, double *out);
bool fk_json_read_positive(fk_json_reader *r, const fk_json_value *value, double *out);
bool fk_json_read_numbers(fk_json_reader *r, const fk_json_value *value, const char *what, size_t count,
                          double *out);
bool fk_json_read_vec3(fk_json_reader *r, const fk_json_value *value, const char *what, fk_vec3 *out);

bool fk_json_read_bool(fk_json_reader *r, const fk_json_value *value, bool *out);

/* Reads a text that is not empty and has no control characters. It lives as long as the JSON. */
bool fk_json_read_text(fk_json_reader *r, const fk_json_value *value, const char *what, const char **out);

/* Copies any text into the arena; reads and copies a text as above. */
bool fk_json_copy_text(fk_json_reader *r, const char *text, const char **out);
bool fk_json_read_text_copy(fk_json_reader *r, const fk_json_value *value, const char *what,
                            const char **out);

/* Reads a length that is not negative: a number in the unit of the scene, or a text with a unit. */
bool fk_json_read_length(fk_json_reader *r, const fk_json_value *value, double *out);

bool fk_json_read_unit(fk_json_reader *r, const fk_json_value *value, fk_unit *out);

/* ---- Nested objects ------------------------------------------------------------------------------------ */

/* Objects that contain arrays of objects of their kind, to any depth: a traversal in the order of the text, an object
 * before those in it, without recursion. */

/* One level of a traversal; the values of all levels are the path to the current object. */
typedef struct fk_json_traversal_level {
    struct fk_json_traversal_level *above, *below; /* `below` is reused */
    fk_json_value object;
    uint32_t number;     /* of the object, from 0 */
    fk_json_value inner; /* its array of objects, once it is entered */
    size_t next, count;  /* of the objects in it */
    bool is_entered;
} fk_json_traversal_level;

typedef struct fk_json_traversal {
    fk_json_reader *r;
    const char *key;  /* of the arrays */
    const char *what; /* names the objects in messages */
    fk_json_traversal_level *at;
    uint32_t count; /* objects so far */
} fk_json_traversal;

/* Begins with an object, number 0. Levels are in the arena. Returns false when there is no memory. */
bool fk_json_traversal_begin(fk_json_traversal *nest, fk_json_reader *r, const fk_json_value *object,
                             const char *key, const char *what);

/* Goes to the next object, first into those of the current one, which the caller has checked to be an object. Returns
 * false at the end; and, with the reader's status set, if the value under the key is no array or there is no memory. */
bool fk_json_traversal_next(fk_json_traversal *nest);

/* Advances to the object of a number that is not before the current one. */
bool fk_json_traversal_find(fk_json_traversal *nest, uint32_t number);

/* ---- Positions in the text, which jansson does not give ------------------------------------------------ */

/* One step from the top to a value: to a member of an object, or to an element of an array. */
typedef struct fk_json_path_step {
    const char *key; /* without escapes, as jansson gives it; NULL for an element */
    size_t index;
} fk_json_path_step;

/* Finds the offset of the first byte of a value, or of the quote before the key of the last step. Returns false if
 * the text has no such value; *offset is then that of the last value on the path that exists. Never reads beyond the
 * text, whatever it contains. */
bool fk_json_find_offset(const char *text, size_t bytes, const fk_json_path_step *step, size_t step_count,
                         bool at_key, size_t *offset);

/* Line and column of an offset, from 1. Lines end in LF; columns are bytes. */
void fk_text_line_column(const char *text, size_t offset, uint64_t *line, uint64_t *column);

#endif
