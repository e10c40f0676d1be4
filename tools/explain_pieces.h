/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The two convex pieces that a method is watched on, from the arguments of render and view. */

#ifndef FARKAS_TOOLS_EXPLAIN_PIECES_H
#define FARKAS_TOOLS_EXPLAIN_PIECES_H

#include "part_list.h"

typedef struct explain_pieces {
    fk_context *context;
    fk_piece a, b;
    char name_a[80], name_b[80]; /* "hull of motor"; "" for pieces that are given as text */
    /* What they live in. */
    fk_pair_reader *reader[2];
    fk_hull *hull[2];
    fk_vec3 *point[2];
    uint32_t point_count[2];
    part_list list;
    bool has_list;
} explain_pieces;

/* The method that --explain names; false after a message. */
bool explain_method_find(const char *word, fk_method *out);

/* The pieces that arguments give:
 *   PAIRS[:LINE]      a pair of a file for `farkas pairs`, the first one or that of a line; - is standard input
 *   'A B'             both pieces in one argument, as a line of such a file
 *   A B               each a piece as there, 'box 0 0 0 ...', or the mesh of a file
 *   FILE... NAME NAME two parts of a scene, of a robot or of files, by their names
 *   FILE...           a scene or files with two parts
 * A mesh is taken as its convex hull, and has to be that but for rounding, unless takes_hull. Says which one was taken where it
 * is not. False after a message. */
bool explain_pieces_load(explain_pieces *out, fk_context *context, char **argument, int count,
                         const part_settings *settings, bool takes_hull);
void explain_pieces_free(explain_pieces *pieces);

/* Said where there are no arguments. */
#define EXPLAIN_NEEDS_PIECES                                                                                 \
    "--explain needs two pieces, such as 'sphere 0 0 0 1' 'point 0 0 2', or two files, or SCENE NAME NAME"

#define EXPLAIN_OPTIONS_HELP                                                                                 \
    "      --explain M    how method M decides, step by step: gjk, cw, sat, sat6, fm, fm-paper,\n"           \
    "                     ec or ec-paper. About two shapes in quotes, as for 'farkas pairs';\n"              \
    "                     PAIRS or PAIRS:LINE, a file of pairs; two files; or two parts, as\n"               \
    "                     SCENE NAME NAME\n"                                                                 \
    "      --hull         explains hulls of parts that are not convex\n"

#endif
