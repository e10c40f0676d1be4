/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts that check, distance and search are about: from files of meshes or from a scene, moved by --at;
 * and which pairs of them the options --between, --set and --ignore mean. */

#ifndef FARKAS_TOOLS_PART_LIST_H
#define FARKAS_TOOLS_PART_LIST_H

#include "mesh_file.h"

/* ---- Options ------------------------------------------------------------------------------------------- */

/* Texts of an option that may be given several times. */
typedef struct part_words {
    const char **word;
    size_t count;
} part_words;

/* False after a message. */
bool part_words_add(part_words *words, const char *word);
void part_words_free(part_words *words);

/* ---- Parts --------------------------------------------------------------------------------------------- */

typedef struct part_list {
    fk_context *context;
    fk_scene *scene;
    const char *units;
    bool is_unit_assumed; /* nobody said it, for any file */
    bool is_scene;        /* it comes from a scene file */
    uint32_t count;
    fk_check_part *part; /* a part of cells has neither mesh nor piece */
    fk_mesh **made;      /* of part_list_make_meshes */
} part_list;

/* Loads files, or one scene, whose name ends with .json; and moves the parts as --at says. False after a
 * message. */
bool part_list_load(part_list *list, fk_context *context, char **path, int path_count,
                    const mesh_settings *settings, const part_words *at);
void part_list_free(part_list *list);

/* Gives parts of cells the mesh of their leaves. False after a message. */
bool part_list_make_meshes(part_list *list);

/* The part of this name. False after a message. */
bool part_list_find(const part_list *list, const char *option, const char *name, uint32_t *out);

/* Whether the scene asks about two parts at all: none of its "ignore" has them, and if it has tests, one
 * does. */
bool part_list_asks(const part_list *list, uint32_t a, uint32_t b);

/* A length of an option, in the unit of the list. False after a message. */
bool part_list_length(const part_list *list, const char *option, const char *text, double *out);

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Two sets of parts, as flags. */
typedef struct part_pairs {
    bool *in_a, *in_b;
    const char *reason; /* why they are ignored */
} part_pairs;

typedef struct part_choice {
    size_t between_count, ignore_count;
    part_pairs *between, *ignore;
} part_choice;

/* Finds the parts that are meant: NAME, a pattern with * or ?, or the name of a --set
 * NAME=PATTERN[,PATTERN]... Texts are A,B; of --ignore with =REASON behind it, if one is given. False after a
 * message. */
bool part_choice_make(part_choice *choice, const part_list *list, const part_words *set,
                      const part_words *between, const part_words *ignore);
void part_choice_free(part_choice *choice);

/* Whether a pair of parts is among these, in whatever order. */
bool part_pairs_have(const part_pairs *pairs, uint32_t a, uint32_t b);

#endif
