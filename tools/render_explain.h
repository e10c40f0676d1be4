/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* render --explain: a picture of one step of a method. */

#ifndef FARKAS_TOOLS_RENDER_EXPLAIN_H
#define FARKAS_TOOLS_RENDER_EXPLAIN_H

#include "explain_pieces.h"
#include "picture_settings.h"

/* The size of the picture is that of `picture`. An exit status. */
int render_explain(fk_context *context, const explain_settings *settings, const run_settings *run,
                   const picture_settings *picture, const char *output);

#endif
