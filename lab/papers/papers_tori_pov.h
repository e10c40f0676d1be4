/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures of two tori, as in section 6.1.2 of the paper. */

#ifndef FARKAS_LAB_PAPERS_PAPERS_TORI_POV_H
#define FARKAS_LAB_PAPERS_PAPERS_TORI_POV_H

#include "papers/tori_world.h"

enum { PAPERS_TORI_CASES = 4, PAPERS_TORI_PICTURES = 4 };

/* Writes the scenes NAME-tori.pov, NAME-level-1.pov, NAME-level-2.pov and NAME-boxes.pov into a folder: the
 * real tori, their boxes, their tetrahedra, and the boxes of all hits with one around them. False after a
 * message. */
bool papers_tori_draw(const char *folder, const char *name, const char *title, const torus t[2],
                      const tori_world *w, const tori_answer *answer);

#endif
