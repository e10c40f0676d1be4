/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The readers of files, one for each format, and their table in model_read.c. Each takes a source at its first byte, fills a
 * builder, and sets format, vertices, triangles, polygons and ignored of the report; FK_OK, or a status with the report's place and
 * message. */

#ifndef FARKAS_IO_READERS_H
#define FARKAS_IO_READERS_H

#include "io/source.h"
#include "mesh/builder.h"

/* Binary and ASCII. */
fk_status fk_read_stl(fk_source *source, fk_builder *builder);
fk_status fk_read_obj(fk_source *source, fk_builder *builder);
/* ASCII, little and big endian. */
fk_status fk_read_ply(fk_source *source, fk_builder *builder);
fk_status fk_read_off(fk_source *source, fk_builder *builder);

/* A status of the builder as one of a reader: FK_ERROR_ARGUMENT means that the file has too much. */
fk_status fk_read_status(fk_source *source, fk_status status);

/* Adds a polygon of the builder's vertices as triangles, and counts it. Its corners are in a plane, more or less; it may be
 * concave. Cuts off ears, so that triangles neither overlap nor leave the polygon where it is simple; a fan where it is not. With fewer
 * than three corners it is counted as ignored. All corners must be vertices that were added before. */
fk_status fk_read_polygon(fk_source *source, fk_builder *builder, const uint32_t *corner, size_t count);

#endif
