/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures as files. */

#ifndef FARKAS_TOOLS_PICTURE_FILE_H
#define FARKAS_TOOLS_PICTURE_FILE_H

#include "cli.h"
#include "farkas/view.h"

/* Writes a picture as PNG, whole or not at all; - is standard output. False after a message. */
bool picture_file_write(fk_context *context, const fk_picture *picture, const char *path);

#endif
