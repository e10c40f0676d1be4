/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* YAML as files of robots have it, as a tree of values: block and flow lists and maps, plain and quoted scalars, block
 * scalars, comments, tags. Refused, with a message: anchors, aliases, merge keys, explicit keys ("? "), several documents, tabs that indent, and lists or maps as keys. */

#ifndef FARKAS_SCENE_YAML_H
#define FARKAS_SCENE_YAML_H

#include "farkas/scene.h"
#include "scene/arena.h"

typedef enum fk_yaml_kind {
    FK_YAML_NULL,
    FK_YAML_BOOL,
    FK_YAML_INTEGER, /* decimal, 0x, 0b, or octal with a leading 0, within 64 bits */
    FK_YAML_NUMBER,
    FK_YAML_TEXT,
    FK_YAML_LIST,
    FK_YAML_MAP
} fk_yaml_kind;

/* A value, in the arena. Plain scalars have the kinds that YAML 1.1 gives them, as ROS reads them; "1e5" is a number. */
typedef struct fk_yaml_node {
    fk_yaml_kind kind;
    bool is_true;     /* of FK_YAML_BOOL */
    int64_t integer;  /* of FK_YAML_INTEGER */
    double number;    /* of FK_YAML_INTEGER and FK_YAML_NUMBER */
    const char *text; /* of a scalar: as written, without quotes; "" for a value that is missing. Else NULL */
    const char *tag;  /* as "!degrees", or NULL; "!!str", "!!int" and "!!float" are used up */
    uint64_t line, column;             /* from 1 */
    uint32_t count;                    /* of elements or members */
    struct fk_yaml_node *first, *next; /* children are linked by next */
    struct fk_yaml_node *key;          /* of a member of a map: a scalar; else NULL */
} fk_yaml_node;

typedef struct fk_yaml_report {
    uint64_t line, column;
    char message[FK_SCENE_MESSAGE];
} fk_yaml_report;

/* Values nest at most this deep; a file has at most so many bytes and values. */
#define FK_YAML_DEPTH 64
#define FK_YAML_BYTES ((size_t)1 << 26)
#define FK_YAML_NODES ((size_t)1000000)

/* Parses a text; an empty one is null. FK_ERROR_SYNTAX with the report; FK_ERROR_MEMORY. */
fk_status fk_yaml_parse(fk_scene_arena *arena, const char *text, size_t bytes, fk_yaml_report *report,
                        const fk_yaml_node **out);

/* The member of a key, by its text, the last of several; NULL if the value is no map or has none. */
const fk_yaml_node *fk_yaml_member(const fk_yaml_node *map, const char *key);

/* Finds the kind and the value of a scalar without quotes, of its text. */
void fk_yaml_resolve(fk_yaml_node *node);

/* The value of a hexadecimal digit; 99 for other bytes. */
static inline unsigned fk_yaml_digit(char c)
{
    char low = (char)(c | 0x20);
    return c >= '0' && c <= '9'       ? (unsigned)(c - '0')
           : low >= 'a' && low <= 'f' ? (unsigned)(low - 'a') + 10
                                      : 99;
}

/* What a kind is called in messages: "a list". */
const char *fk_yaml_word(fk_yaml_kind kind);

#endif
