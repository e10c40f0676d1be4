/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The two kinds of STL. */

#ifndef FARKAS_IO_STL_H
#define FARKAS_IO_STL_H

#include "io/readers.h"

/* A header of 80 bytes, a count of triangles, and 50 bytes for each. */
#define FK_STL_HEAD     84
#define FK_STL_TRIANGLE 50

fk_status fk_read_stl_binary(fk_source *source, fk_builder *builder);
fk_status fk_read_stl_ascii(fk_source *source, fk_builder *builder);

#endif
