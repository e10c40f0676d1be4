/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What render and view share: the size, the camera and the layers of a picture; and explained methods, with the two
 * convex pieces that they decide about. */

#ifndef FARKAS_TOOLS_PICTURE_OPTIONS_H
#define FARKAS_TOOLS_PICTURE_OPTIONS_H

#include "analysis.h"

/* ---- Pictures ------------------------------------------------------------------------------------------ */

typedef struct picture_settings {
    uint32_t width, height;
    fk_side side;
    bool has_camera;
    fk_camera camera;
    unsigned layers;
    uint32_t tree_level;
    bool has_section;
    fk_plane section;
    bool is_clear;
    const char *pair; /* as given, or NULL */
} picture_settings;

/* The table entries of these options, for a settings struct with members picture, explain and run: on the picture, on
 * an explained method, and on the parts. */
#define PICTURE_OPTIONS(type)                                                                                \
    EXPLAIN_SLOTS(type, explain), CLI_JOBS(type, run.jobs),                                                  \
        CLI_READ("--size", picture_read_size, type, picture), CLI_TEXT("--pair", type, picture.pair),        \
        CLI_READ("--side", picture_read_side, type, picture),                                                \
        CLI_READ("--camera", picture_read_camera, type, picture),                                            \
        CLI_READ("--layers", picture_read_layers, type, picture),                                            \
        CLI_READ("--section", picture_read_section, type, picture),                                          \
        CLI_OPTION("--no-legend", 0, false, picture_read_no_legend, type, picture),                          \
        PAIR_RULE_OPTIONS(type, run.rules), PART_OPTIONS(type, run.part), PART_TIME_OPTION(type, run.part)

#define PICTURE_OPTIONS_HELP                                                                                 \
    "      --size WxH     width and height in pixels (default: 1280x800)\n"                                  \
    "      --pair A,B     a close-up of two parts, or of a clash by its id; if they move,\n"                 \
    "                     when they first meet, unless --time is given\n"                                    \
    "      --side W       look from: corner (default), front, back, left, right, top, bottom\n"              \
    "      --camera ex,ey,ez,tx,ty,tz\n"                                                                     \
    "                     the position of the eye, and its target\n"                                         \
    "      --layers L     also draw any of: edges, aabb, obb, sphere, hull, pieces, labels,\n"               \
    "                     tree[=LEVEL], spheres[=LEVEL], cells[=LEVEL]; separated by commas\n"               \
    "      --section nx,ny,nz,c\n"                                                                           \
    "                     cut away all x with n.x > c\n"                                                     \
    "      --no-legend    no legend\n"                                                                       \
    "      --transparent  no background\n"

picture_settings picture_settings_default(void);

bool picture_read_size(const char *option, const char *text, void *field);
bool picture_read_side(const char *option, const char *text, void *field);
bool picture_read_camera(const char *option, const char *text, void *field);
bool picture_read_layers(const char *option, const char *text, void *field);
bool picture_read_section(const char *option, const char *text, void *field);
bool picture_read_no_legend(const char *option, const char *text, void *field);

/* Makes the options of a picture of an analysis, at the time of its settings, which must live as long. False after a
 * message: there is no such pair. */
bool picture_options_make(const picture_settings *settings, const analysis *s, fk_picture_options *out);

/* Finds the two parts that --pair names, by their names or by an id, checked or not; the lower index first. False after
 * a message. */
bool picture_pair_parts(const analysis *s, const char *text, uint32_t part[2]);

/* Writes a picture as PNG, complete or not at all; "-" is standard output. False after a message. */
bool picture_file_write(fk_context *context, const fk_picture *picture, const char *path);

/* ---- Explained methods --------------------------------------------------------------------------------- */

typedef struct explain_settings {
    bool is_asked, has_frame, takes_hull;
    bool is_collide; /* COLLIDE on two meshes, instead of a method on pieces */
    fk_method method;
    uint32_t frame; /* 0 shows the question; UINT32_MAX the answer */
} explain_settings;

#define EXPLAIN_SLOTS(type, member)                                                                          \
    CLI_READ("--explain", explain_read_method, type, member),                                                \
        CLI_READ("--frame", explain_read_frame, type, member), CLI_FLAG("--hull", type, member.takes_hull)

bool explain_read_method(const char *option, const char *text, void *field);
bool explain_read_frame(const char *option, const char *text, void *field);

/* Returns the name of what is explained. */
const char *explain_settings_word(const explain_settings *settings);
/* Checks that the options go together. False after a message. */
bool explain_settings_check(const explain_settings *settings);

typedef struct explain_pieces {
    fk_context *context;
    const explain_settings *settings;
    fk_piece piece[2];
    fk_placed_mesh mesh[2]; /* for COLLIDE, instead of pieces */
    char name[2][80];       /* "hull of motor"; "" for pieces given as text */
    /* The memory of the pieces. */
    fk_pair_reader *reader[2];
    fk_hull *hull[2];
    fk_vec3 *point[2];
    part_list list;
    bool has_list;
} explain_pieces;

/* Reads the two pieces from the arguments:
 *   PAIRS[:LINE]      a pair of a file for `farkas pairs`, the first one or that of a line; - is standard input
 *   'A B'             both pieces in one argument, as a line of such a file
 *   A B               each a piece as there, 'box 0 0 0 ...', or the mesh of a file
 *   FILE... NAME NAME two parts of a scene, of a robot or of files, by their names
 *   FILE...           a scene or files with two parts
 * A mesh is replaced by its convex hull. It must equal that hull up to rounding, unless takes_hull; a note then says
 * which hull was taken. For COLLIDE, both must be meshes, which stay as they are. Keeps the settings. False after a
 * message. */
bool explain_pieces_load(explain_pieces *out, fk_context *context, const analysis_settings *run,
                         const explain_settings *settings);
void explain_pieces_free(explain_pieces *pieces);

/* Returns the question for the library, without the size of a picture. It points to the pieces. */
fk_explain_options explain_pieces_options(const explain_pieces *pieces);

/* Reports why the library has no answer. */
void explain_trouble(fk_status status, const explain_pieces *pieces);

/* The message without arguments. */
#define EXPLAIN_NEEDS_PIECES                                                                                 \
    "--explain needs two pieces, such as 'sphere 0 0 0 1' 'point 0 0 2', or two files, or SCENE NAME NAME"

#define EXPLAIN_OPTIONS_HELP                                                                                 \
    "      --explain M    how method M decides, step by step: gjk, cw, sat, sat6, fm, fm-paper,\n"           \
    "                     ec or ec-paper. About two shapes in quotes, as for 'farkas pairs';\n"              \
    "                     PAIRS or PAIRS:LINE, a file of pairs; two files; or two parts, as\n"               \
    "                     SCENE NAME NAME. M may be collide, about two meshes: which spheres of\n"           \
    "                     their sphere trees it compares, level by level\n"                                  \
    "      --hull         explain the hulls of parts that are not convex\n"

#endif
