/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The writers of files, one for each format; their table is in model_write.c. What they cannot hold was refused before. */

#ifndef FARKAS_IO_WRITERS_H
#define FARKAS_IO_WRITERS_H

#include "io/sink.h"

void fk_write_stl(fk_sink *sink, const fk_model *model);
void fk_write_stl_ascii(fk_sink *sink, const fk_model *model);
void fk_write_obj(fk_sink *sink, const fk_model *model);
void fk_write_ply(fk_sink *sink, const fk_model *model);
void fk_write_ply_big(fk_sink *sink, const fk_model *model);
void fk_write_ply_ascii(fk_sink *sink, const fk_model *model);
void fk_write_off(fk_sink *sink, const fk_model *model);

/* Three numbers with blanks before each, and a line end behind them. */
void fk_write_triple(fk_sink *sink, fk_vec3 v);

#endif
