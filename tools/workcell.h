/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The sample workcell: a robot arm with seven joints among things that move, from the generators of meshes and
 * the texts in examples/workcell, which are part of the program. */

#ifndef FARKAS_TOOLS_WORKCELL_H
#define FARKAS_TOOLS_WORKCELL_H

#include "cli.h"

/* Writes cell.json and all that it needs into a folder, which is made if need be; files of these names are
 * replaced, with a note where that changes them. False after a message. */
bool workcell_write(fk_context *context, const char *folder);

#endif
