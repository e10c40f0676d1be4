/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which format bytes are in. */

#ifndef FARKAS_IO_FORMAT_H
#define FARKAS_IO_FORMAT_H

#include "io/source.h"

/* Finds the format of a source at its first byte, of which nothing is taken. wanted is what the caller says, or FK_FORMAT_ANY;
 * path may be NULL. FK_ERROR_FORMAT, FK_ERROR_SYNTAX (an empty file) or FK_ERROR_READ, with the message. */
fk_status fk_format_find(fk_source *source, const char *path, fk_format wanted, fk_format *out);

/* Whether a source of known size is as long as a binary STL file with its count of triangles: 84 bytes, and 50 each. */
bool fk_format_is_binary_stl(fk_source *source);

/* Whether a byte cannot be part of a text: a control character other than those of blanks and line ends. */
bool fk_format_is_binary_byte(unsigned char c);

#endif
