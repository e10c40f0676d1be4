/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What options say about a picture: how large it is, from where, and what is drawn. */

#ifndef FARKAS_TOOLS_PICTURE_SETTINGS_H
#define FARKAS_TOOLS_PICTURE_SETTINGS_H

#include "farkas/view.h"
#include "subject.h"

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

enum {
    PICTURE_OPTION_SIZE = 700,
    PICTURE_OPTION_PAIR,
    PICTURE_OPTION_SIDE,
    PICTURE_OPTION_CAMERA,
    PICTURE_OPTION_LAYERS,
    PICTURE_OPTION_SECTION,
    PICTURE_OPTION_NO_LEGEND,
    PICTURE_OPTION_TRANSPARENT
};

// clang-format off
#define PICTURE_OPTIONS                                                  \
    {"size", required_argument, NULL, PICTURE_OPTION_SIZE},              \
    {"pair", required_argument, NULL, PICTURE_OPTION_PAIR},              \
    {"side", required_argument, NULL, PICTURE_OPTION_SIDE},              \
    {"camera", required_argument, NULL, PICTURE_OPTION_CAMERA},          \
    {"layers", required_argument, NULL, PICTURE_OPTION_LAYERS},          \
    {"section", required_argument, NULL, PICTURE_OPTION_SECTION},        \
    {"no-legend", no_argument, NULL, PICTURE_OPTION_NO_LEGEND},          \
    {"transparent", no_argument, NULL, PICTURE_OPTION_TRANSPARENT}
// clang-format on

#define PICTURE_OPTIONS_HELP                                                                                 \
    "      --size WxH     width and height in pixels (default: 1280x800)\n"                                  \
    "      --pair A,B     a close-up of two parts, or of a clash by its id; of parts that move,\n"           \
    "                     when they first meet, unless --time is given\n"                                    \
    "      --side W       from where: corner (default), front, back, left, right, top, bottom\n"             \
    "      --camera ex,ey,ez,tx,ty,tz\n"                                                                     \
    "                     where the eye is, and what it looks at\n"                                          \
    "      --layers L     also draws, of: edges, aabb, obb, sphere, tree or tree=LEVEL, hull,\n"             \
    "                     pieces, cells or cells=LEVEL, labels; separated by commas\n"                       \
    "      --section nx,ny,nz,c\n"                                                                           \
    "                     cuts away all x with n.x > c\n"                                                    \
    "      --no-legend    does not say what the looks mean\n"                                                \
    "      --transparent  no background\n"

picture_settings picture_settings_default(void);

/* One of PICTURE_OPTIONS, with optarg. False after a message. is_known becomes false for others. */
bool picture_option(int option, picture_settings *out, bool *is_known);

/* The options of a picture of a subject, at the time that its settings say; these live as long. False after a message:
 * there is no such pair. */
bool picture_options_make(const picture_settings *settings, const subject *s, fk_picture_options *out);

/* The two parts that --pair means, by their names or by an id, whether they were checked or not; the lower first. False after
 * a message. */
bool picture_pair_parts(const subject *s, const char *text, uint32_t part[2]);

#endif
