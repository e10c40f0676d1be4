/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures of experiments: parts in their places, as `farkas render` shows them, red those that meet, amber those whose boxes
 * do. */

#ifndef FARKAS_TOOLS_PAPERS_PICTURE_H
#define FARKAS_TOOLS_PAPERS_PICTURE_H

#include "cli.h"
#include "farkas/view.h"
#include "study.h"

typedef struct papers_scene {
    const fk_check_part *part;
    uint32_t count;
    fk_check_select *select; /* which pairs are asked about; NULL: none, and all parts are grey */
    void *user;              /* of select */
    fk_side side;
    unsigned layers; /* FK_LAYER_... */
} papers_scene;

/* Gives the study a picture. Nothing is done where no files are wanted, or where the tool is built without pictures; where
 * there is no OpenGL a note says so. */
void papers_picture(study *s, fk_context *context, const char *name, const char *text,
                    const papers_scene *scene);

#endif
