/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures of parts for a study, as `farkas render` shows them: red those that meet, amber those whose boxes do. */

#ifndef FARKAS_LAB_STUDY_STUDY_VIEW_H
#define FARKAS_LAB_STUDY_STUDY_VIEW_H

#include "farkas/view.h"
#include "study/study.h"

typedef struct study_scene {
    const fk_check_part *part;
    uint32_t count;
    bool is_checked;         /* else all parts are grey */
    fk_check_select *select; /* which pairs are asked about; NULL: all */
    void *user;              /* of select */
    unsigned layers;         /* FK_LAYER_... */
    uint32_t tree_level;     /* for FK_LAYER_TREE */
} study_scene;

/* Gives the study a picture of a scene, from the corner. Nothing is done where no files are wanted, or where the tool is built
 * without pictures; where there is no OpenGL a note says so. */
void study_view(study *s, fk_context *context, const char *name, const char *text, const study_scene *scene);

/* Gives the study a picture that was drawn, as a PNG file on white, and frees it. False after a message. */
bool study_view_give(study *s, fk_context *context, const char *name, const char *text, fk_picture *picture);

#endif
