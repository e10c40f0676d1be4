/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* OpenGL 3.3 without a display. */

#ifndef FARKAS_VIEW_OFFSCREEN_H
#define FARKAS_VIEW_OFFSCREEN_H

#include "farkas/view.h"

typedef struct offscreen {
    void *display, *gl; /* EGLDisplay and EGLContext */
} offscreen;

/* Makes an OpenGL context and makes it current. Returns false if there is none, with the reason in the message. */
bool offscreen_open(offscreen *o, char message[FK_VIEW_MESSAGE]);
/* Makes it current in this thread. */
bool offscreen_enter(const offscreen *o);
void offscreen_close(offscreen *o);

#endif
