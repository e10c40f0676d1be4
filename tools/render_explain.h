/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* render --explain: a picture of one step of a method. */

#ifndef FARKAS_TOOLS_RENDER_EXPLAIN_H
#define FARKAS_TOOLS_RENDER_EXPLAIN_H

#include "explain_pieces.h"

typedef struct render_explain_settings {
    fk_method method;
    uint32_t frame; /* 0 is the question; UINT32_MAX the answer */
    bool takes_hull;
    uint32_t width, height;
    const char *output;
} render_explain_settings;

/* A frame from 0, or "last". False after a message. */
bool render_frame_find(const char *text, uint32_t *out);

/* An exit status. */
int render_explain(fk_context *context, const render_explain_settings *settings, char **argument, int count,
                   const part_settings *part);

#endif
