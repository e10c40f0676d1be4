/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bytes to be written, gathered into large blocks. A failure is kept: what comes after it goes nowhere. */

#ifndef FARKAS_IO_SINK_H
#define FARKAS_IO_SINK_H

#include "farkas/io.h"

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

#endif
