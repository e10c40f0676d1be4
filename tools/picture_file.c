/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures as files: see picture_file.h. */

#include "picture_file.h"

#ifdef FARKAS_VIEW

typedef struct bytes {
    void *data;
    size_t count;
} bytes;

static fk_status write_bytes(const void *what, fk_write_function *write, void *user)
{
    const bytes *b = what;
    return write(user, b->data, b->count) ? FK_OK : FK_ERROR_WRITE;
}

bool picture_file_write(fk_context *context, const fk_picture *picture, const char *path)
{
    bytes png;
    if (fk_picture_png(context, picture, &png.data, &png.count) != FK_OK)
        return cli_no_memory();
    bool is_good = cli_file_write(path, write_bytes, &png);
    fk_release(context, png.data, png.count);
    return is_good;
}

#endif
