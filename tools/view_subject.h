/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A subject as a window wants it: with joints that are moved by hand, checked as they move, swept in the background, and
 * loaded again when its files change. */

#ifndef FARKAS_TOOLS_VIEW_SUBJECT_H
#define FARKAS_TOOLS_VIEW_SUBJECT_H

#include "subject.h"

typedef struct view_subject view_subject;

/* Loads. NULL after a message. */
view_subject *view_subject_load(fk_context *context, const run_settings *settings);
void view_subject_free(view_subject *v);

const subject *view_subject_of(const view_subject *v);
const fk_window_subject *view_subject_window(const view_subject *v);
/* The other way around. */
view_subject *view_subject_of_window(const fk_window_subject *window);

/* Whether a file is not what it was when it was loaded, or when this was asked last. */
bool view_subject_is_changed(view_subject *v);

#endif
