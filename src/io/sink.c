/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bytes to be written. See sink.h. */

#include "io/writers.h"

#include <stdio.h>
#include <string.h>

void fk_sink_init(fk_sink *sink, fk_write_function *write, void *user, fk_save_report *report)
{
    sink->write = write;
    sink->user = user;
    sink->report = report;
    sink->failed = false;
    sink->count = 0;
}

static void flush(fk_sink *sink)
{
    if (!sink->failed && sink->count > 0)
        sink->failed = !sink->write(sink->user, sink->buffer, sink->count);
    sink->count = 0;
}

void fk_sink_bytes(fk_sink *sink, const void *bytes, size_t count)
{
    const char *from = bytes;
    while (count > 0) {
        size_t room = FK_SINK_CAPACITY - sink->count, taken = count < room ? count : room;
        memcpy(sink->buffer + sink->count, from, taken);
        sink->count += taken;
        from += taken;
        count -= taken;
        if (sink->count == FK_SINK_CAPACITY)
            flush(sink);
    }
}

void fk_sink_text(fk_sink *sink, const char *text)
{
    fk_sink_bytes(sink, text, strlen(text));
}

void fk_sink_name(fk_sink *sink, const char *name)
{
    for (; *name != '\0'; name++) {
        char c = (unsigned char)*name < ' ' || *name == 0x7f ? ' ' : *name;
        fk_sink_bytes(sink, &c, 1);
    }
}

void fk_sink_number(fk_sink *sink, double value)
{
    char text[FK_NUMBER_SIZE];
    fk_sink_bytes(sink, text, fk_number_format(value, text));
}

void fk_sink_whole(fk_sink *sink, uint64_t value)
{
    char digit[20];
    size_t at = sizeof digit;
    do
        digit[--at] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    fk_sink_bytes(sink, digit + at, sizeof digit - at);
}

static void write_bytes(fk_sink *sink, uint64_t value, int count, bool big)
{
    unsigned char bytes[8];
    for (int i = 0; i < count; i++)
        bytes[big ? count - 1 - i : i] = (unsigned char)(value >> 8 * i & 0xff);
    fk_sink_bytes(sink, bytes, (size_t)count);
}

void fk_sink_u32(fk_sink *sink, uint32_t value, bool big)
{
    write_bytes(sink, value, 4, big);
}

void fk_sink_u64(fk_sink *sink, uint64_t value, bool big)
{
    write_bytes(sink, value, 8, big);
}

fk_status fk_sink_end(fk_sink *sink)
{
    flush(sink);
    if (!sink->failed)
        return FK_OK;
    snprintf(sink->report->message, sizeof sink->report->message, "writing failed");
    return FK_ERROR_WRITE;
}
