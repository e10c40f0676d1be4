/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A search as a picture: the leaves of all objects, those that collide in red, the boxes of what they have in
 * common, and one around all of these. */

#ifndef FARKAS_TOOLS_SEARCH_POV_H
#define FARKAS_TOOLS_SEARCH_POV_H

#include "farkas/check.h"

/* Writes a scene for POV-Ray. Where there are too many leaves, nodes above them are drawn, and a note says
 * so. False after a message. */
bool search_pov_write(const fk_search_findings *findings, const char *path);

#endif
