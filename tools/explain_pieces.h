/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What render and view are told of a method to watch: their options, and the two convex pieces from their arguments. */

#ifndef FARKAS_TOOLS_EXPLAIN_PIECES_H
#define FARKAS_TOOLS_EXPLAIN_PIECES_H

#include "farkas/view.h"
#include "run_settings.h"

/* ---- Options ------------------------------------------------------------------------------------------- */

typedef struct explain_settings {
    bool is_asked, has_frame, takes_hull;
    fk_method method;
    uint32_t frame; /* 0 is the question; UINT32_MAX the answer */
} explain_settings;

enum { EXPLAIN_OPTION_METHOD = 780, EXPLAIN_OPTION_FRAME, EXPLAIN_OPTION_HULL };

// clang-format off
#define EXPLAIN_OPTIONS                                             \
    {"explain", required_argument, NULL, EXPLAIN_OPTION_METHOD},    \
    {"frame", required_argument, NULL, EXPLAIN_OPTION_FRAME},       \
    {"hull", no_argument, NULL, EXPLAIN_OPTION_HULL}
// clang-format on

/* One of EXPLAIN_OPTIONS, with optarg; *is_known: it is one of them. False after a message. */
bool explain_option(int option, explain_settings *out, bool *is_known);

/* Whether they go together. False after a message. */
bool explain_settings_check(const explain_settings *settings);

/* ---- Pieces -------------------------------------------------------------------------------------------- */

typedef struct explain_pieces {
    fk_context *context;
    fk_piece piece[2];
    char name[2][80]; /* "hull of motor"; "" for pieces that are given as text */
    /* What they live in. */
    fk_pair_reader *reader[2];
    fk_hull *hull[2];
    fk_vec3 *point[2];
    part_list list;
    bool has_list;
} explain_pieces;

/* The pieces that arguments give:
 *   PAIRS[:LINE]      a pair of a file for `farkas pairs`, the first one or that of a line; - is standard input
 *   'A B'             both pieces in one argument, as a line of such a file
 *   A B               each a piece as there, 'box 0 0 0 ...', or the mesh of a file
 *   FILE... NAME NAME two parts of a scene, of a robot or of files, by their names
 *   FILE...           a scene or files with two parts
 * A mesh is taken as its convex hull, and has to be that but for rounding, unless takes_hull. Says which one was taken where it
 * is not. False after a message. */
bool explain_pieces_load(explain_pieces *out, fk_context *context, const run_settings *run, bool takes_hull);
void explain_pieces_free(explain_pieces *pieces);

/* The question for the library, but for the size of a picture. It points to the pieces. */
fk_explain_options explain_pieces_ask(const explain_pieces *pieces, const explain_settings *settings);

/* Says why the library has no answer. */
void explain_trouble(fk_status status, const explain_pieces *pieces, const explain_settings *settings);

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
