/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whole files as texts. See file_text.h. */

#include "scene/files.h"

#include <string.h>

#include "base/lists.h"

static fk_status read_all(fk_context *context, fk_file *file, fk_file_text *text)
{
    for (;;) {
        if (!fk_grow(context, &text->bytes, 1, text->used, &text->capacity, text->used + 4096))
            return FK_ERROR_MEMORY;
        size_t got = fk_file_read(file, text->bytes + text->used, text->capacity - text->used);
        if (got == FK_READ_FAILED)
            return FK_ERROR_READ;
        if (got == 0)
            return FK_OK;
        text->used += got;
    }
}

fk_status fk_file_text_load(fk_context *context, const char *path, char message[FK_FILE_MESSAGE],
                            fk_file_text *out)
{
    fk_file file;
    bool is_open = fk_file_open(&file, path);
    fk_status status = is_open ? read_all(context, &file, out) : FK_ERROR_READ;
    memcpy(message, file.message, sizeof file.message);
    if (is_open)
        (void)fk_file_close(&file);
    return status;
}

void fk_file_text_free(fk_context *context, fk_file_text *text)
{
    fk_release(context, text->bytes, text->capacity);
    memset(text, 0, sizeof *text);
}

size_t fk_utf8_mark(const char *text, size_t bytes)
{
    return bytes >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool fk_begins_with(const char *text, const char *beginning)
{
    size_t length = strlen(beginning);
    return strlen(text) >= length && memcmp(text, beginning, length) == 0;
}

size_t fk_folder_length(const char *path)
{
    size_t length = 0;
    for (size_t i = 0; path[i] != '\0'; i++)
        length = path[i] == '/' ? i + 1 : length;
    return length;
}

bool fk_path_is_absolute(const char *path)
{
    return path[0] == '/' || (path[0] != '\0' && path[1] == ':' && (path[2] == '/' || path[2] == '\\'));
}
