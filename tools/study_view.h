/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures of parts for a study, drawn as `farkas render` draws them. */

#ifndef FARKAS_TOOLS_STUDY_VIEW_H
#define FARKAS_TOOLS_STUDY_VIEW_H

#include "farkas/view.h"
#include "study.h"

/* 480 x 360, from the corner, no layer. */
fk_picture_options study_view_options(void);

/* Draws parts that rest in the world as picture `name` of the study, if files are wanted. A program without pictures leaves
 * it out; where there is no OpenGL, so does this one, after a note. */
void study_view(study *s, fk_context *context, const char *name, const char *text, const fk_show *show,
                const fk_picture_options *options);

/* A part of such a show. */
fk_sweep_part study_view_part(const char *name, const fk_mesh *mesh, fk_pose pose);

#endif
