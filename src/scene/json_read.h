/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Values of a JSON text, read with messages: what is wrong, where, and what to do; objects within objects; and where in the text
 * a value is.
 *
 * Functions return false when the scene is refused; then reader->status says how, and the report why. */

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
    bool has_unit;      /* the scene says it */
} fk_json_reader;

/* A value and the way to it. */
typedef struct fk_json_value {
    const struct fk_json_value *parent; /* NULL at the top */
    const char *key;                    /* of a member; NULL: an element */
    size_t index;                       /* of an element */
    json_t *json;
} fk_json_value;

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* A text of the user's for a message: without control characters, cut where it is long. */
#define FK_SHOWN_LENGTH 100
typedef struct fk_shown_text {
    char text[FK_SHOWN_LENGTH + 4];
} fk_shown_text;
fk_shown_text fk_show_text(const char *text);

/* Times are not further from 0, in seconds: so all differences of them are finite. */
#define FK_TIME_LIMIT 1e300

/* Whether two texts are equal. */
bool fk_same_text(const char *text, const char *other);

/* A number for a message. */
typedef struct fk_shown_number {
    char text[FK_NUMBER_SIZE];
} fk_shown_number;
fk_shown_number fk_show_number(double value);

/* Where a value, or the key of a member, is in the text. */
void fk_json_locate(const fk_json_reader *r, const fk_json_value *value, bool at_key, uint64_t *line,
                    uint64_t *column);

/* Refuse the scene, because of a value, or of the key of a member. Always false. */
bool fk_json_fail_at(fk_json_reader *r, const fk_json_value *value, bool at_key, const char *format, ...)
    FK_PRINTF(4, 5);
#define fk_json_fail(r, value, ...)     fk_json_fail_at(r, value, false, __VA_ARGS__)
#define fk_json_fail_key(r, value, ...) fk_json_fail_at(r, value, true, __VA_ARGS__)

/* The same without memory. */
bool fk_json_fail_memory(fk_json_reader *r);

/* ---- Values -------------------------------------------------------------------------------------------- */

/* Takes the text of the reader apart, behind the mark that some editors put before UTF-8, and has a function read it; all numbers
 * become doubles. if_empty is the message for a text that is empty. */
#define FK_UTF8_MARK "\xef\xbb\xbf"
typedef bool fk_json_function(fk_json_reader *r, const fk_json_value *top, void *own);
fk_status fk_json_parse(fk_json_reader *r, const char *if_empty, fk_json_function *read, void *own);

/* The member of an object; false when it has none of this name. */
bool fk_json_member(const fk_json_value *object, const char *key, fk_json_value *out);
fk_json_value fk_json_element(const fk_json_value *array, size_t index);

/* A member that has to be there. `what` is for messages, as below. */
bool fk_json_require(fk_json_reader *r, const fk_json_value *object, const char *key, const char *what,
                     fk_json_value *out);

/* An object of whose members all are known; the list ends with NULL. `what` is for messages, as "a part". */
bool fk_json_check_fields(fk_json_reader *r, const fk_json_value *object, const char *what,
                          const char *const *known);

/* An array with at least so many elements. */
bool fk_json_check_array(fk_json_reader *r, const fk_json_value *value, const char *what, size_t least);

/* An array of which each element becomes a struct in the arena, by a function: NULL, and 0 in *count, when it is refused. */
typedef struct fk_json_list_form {
    const char *what;
    size_t size;
    bool (*read)(fk_json_reader *r, const fk_json_value *value, void *user, void *out);
} fk_json_list_form;
void *fk_json_read_list(fk_json_reader *r, const fk_json_value *array, const fk_json_list_form *form,
                        void *user, uint32_t *count);

/* The version of a format, which has to be this one. */
bool fk_json_check_version(fk_json_reader *r, const fk_json_value *value, int version);

/* A finite number; one above 0; and count numbers in an array. `what` is for messages. */
bool fk_json_read_number(fk_json_reader *r, const fk_json_value *value, double *out);
bool fk_json_read_positive(fk_json_reader *r, const fk_json_value *value, double *out);
bool fk_json_read_numbers(fk_json_reader *r, const fk_json_value *value, const char *what, size_t count,
                          double *out);
bool fk_json_read_vec3(fk_json_reader *r, const fk_json_value *value, const char *what, fk_vec3 *out);

bool fk_json_read_bool(fk_json_reader *r, const fk_json_value *value, bool *out);

/* A text that is not empty and has no control characters; as long as the JSON lives. */
bool fk_json_read_text(fk_json_reader *r, const fk_json_value *value, const char *what, const char **out);

/* Any text in the arena; and such a text. */
bool fk_json_copy_text(fk_json_reader *r, const char *text, const char **out);
bool fk_json_read_text_copy(fk_json_reader *r, const fk_json_value *value, const char *what,
                            const char **out);

/* A length that is not negative: a number in the unit of the scene, or a text with a unit. */
bool fk_json_read_length(fk_json_reader *r, const fk_json_value *value, double *out);

bool fk_json_read_unit(fk_json_reader *r, const fk_json_value *value, fk_unit *out);

/* ---- Nested objects ------------------------------------------------------------------------------------ */

/* Objects that have arrays of others of their kind, as deep as there are: a walk in the order
 * of the text, an object before those in it. */

/* Where a walk is; and the way there, which its values are part of. */
typedef struct fk_json_traversal_level {
    struct fk_json_traversal_level *above, *below; /* `below` is kept for the next time */
    fk_json_value object;
    uint32_t number;     /* of the object, from 0 */
    fk_json_value inner; /* the array of objects in it, once it is entered */
    size_t next, count;  /* of these */
    bool is_entered;
} fk_json_traversal_level;

typedef struct fk_json_traversal {
    fk_json_reader *r;
    const char *key;  /* of the arrays */
    const char *what; /* is in them, for messages */
    fk_json_traversal_level *at;
    uint32_t count; /* objects so far */
} fk_json_traversal;

/* Begins with an object, number 0. False when there is no memory. Levels live in the arena. */
bool fk_json_traversal_begin(fk_json_traversal *nest, fk_json_reader *r, const fk_json_value *object,
                             const char *key, const char *what);

/* Goes to the next object, into those of this one first, which the caller has seen to be an object. False at
 * the end; and, with the reader's status, when this has something under the key that is no array, or when
 * there is no memory. */
bool fk_json_traversal_next(fk_json_traversal *nest);

/* The same, on to the object of this number, which comes after the one where the walk is, or is that one. */
bool fk_json_traversal_find(fk_json_traversal *nest, uint32_t number);

/* ---- Positions in the text, which jansson does not give ------------------------------------------------ */

/* One turn on the way from the top to a value: a member of an object, or an element of an array. */
typedef struct fk_json_path_step {
    const char *key; /* as jansson has it, without escapes; NULL: an element */
    size_t index;
} fk_json_path_step;

/* The offset of the first byte of a value, or of the quote before the key of the last step. False when the
 * text has no such value; *offset is then that of the last value on the way that is there. Never reads beyond
 * the text, whatever is in it. */
bool fk_json_find_offset(const char *text, size_t bytes, const fk_json_path_step *step, size_t step_count,
                         bool at_key, size_t *offset);

/* Line and column of an offset, from 1. Lines end in LF; columns are bytes. */
void fk_text_line_column(const char *text, size_t offset, uint64_t *line, uint64_t *column);

#endif
