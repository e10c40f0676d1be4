/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the tables of check and search share: words in colours, names of pairs, places, boxes. */

#ifndef FARKAS_TOOLS_TABLE_H
#define FARKAS_TOOLS_TABLE_H

#include "cli.h"

/* Names are padded up to this. */
#define TABLE_WIDEST 48

/* Room for the names of a pair; longer ones are cut. */
#define TABLE_NAME 600

/* "a x b", without control bytes, which must not reach a terminal. Returns its length. */
size_t table_pair_name(char text[TABLE_NAME], const char *a, const char *b);

/* Prints the first words of a line: what it is, in a colour where that is wanted, and the name of a pair,
 * padded. */
typedef enum table_color { TABLE_PLAIN, TABLE_RED, TABLE_YELLOW } table_color;
void table_begin(const char *word, table_color color, const char *name, int width);

/* "(x y z)" with some digits. */
void table_vector(char *text, size_t size, fk_vec3 v);
/* Prints "   box (x y z)-(x y z)". */
void table_box(const fk_aabb *box);

/* Prints the first line of a table, with the seconds behind it on a terminal alone, so that the same question
 * gives the same bytes elsewhere. */
void table_head(const char *line, double seconds);

#endif
