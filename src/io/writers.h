/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writers: bytes that go out, and one writer for each format. */

#ifndef FARKAS_IO_WRITERS_H
#define FARKAS_IO_WRITERS_H

#include "farkas/io.h"

/* ---- sink ------------------------------------------------------------------------------------------------- */

/* Bytes to be written, gathered into large blocks. A failure is kept: what comes after it goes nowhere. */

#define FK_SINK_CAPACITY ((size_t)1 << 14)

typedef struct fk_sink {
    fk_write_function *write;
    void *user;
    fk_save_report *report; /* never NULL */
    bool failed;
    size_t count; /* of bytes in the buffer */
    char buffer[FK_SINK_CAPACITY];
} fk_sink;

void fk_sink_init(fk_sink *sink, fk_write_function *write, void *user, fk_save_report *report);

void fk_sink_bytes(fk_sink *sink, const void *bytes, size_t count);
void fk_sink_text(fk_sink *sink, const char *text);
/* A name on one line: control characters become blanks. */
void fk_sink_name(fk_sink *sink, const char *name);
/* The shortest text of a double, or a whole number. */
void fk_sink_number(fk_sink *sink, double value);
void fk_sink_whole(fk_sink *sink, uint64_t value);
/* The bytes of whole numbers, little or big end first. */
void fk_sink_u32(fk_sink *sink, uint32_t value, bool big);
void fk_sink_u64(fk_sink *sink, uint64_t value, bool big);

/* Hands on what is left. FK_OK or FK_ERROR_WRITE. */
fk_status fk_sink_end(fk_sink *sink);

/* ---- writers ---------------------------------------------------------------------------------------------- */

/* The writers of files, one for each format; their table is in model_write.c. What they cannot hold was refused before. */

void fk_write_stl(fk_sink *sink, const fk_model *model);
void fk_write_stl_ascii(fk_sink *sink, const fk_model *model);
void fk_write_obj(fk_sink *sink, const fk_model *model);
void fk_write_ply(fk_sink *sink, const fk_model *model);
void fk_write_ply_big(fk_sink *sink, const fk_model *model);
void fk_write_ply_ascii(fk_sink *sink, const fk_model *model);
void fk_write_off(fk_sink *sink, const fk_model *model);

/* Three numbers with blanks between them, and a line end. */
void fk_write_triple(fk_sink *sink, fk_vec3 v);

#endif
