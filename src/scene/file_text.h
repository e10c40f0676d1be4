/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whole files as texts, and the folders that they are in. */

#ifndef FARKAS_SCENE_FILE_TEXT_H
#define FARKAS_SCENE_FILE_TEXT_H

#include "io/file.h"

/* The bytes of a file, in a block that grows. */
typedef struct fk_file_text {
    char *bytes;
    size_t used, capacity;
} fk_file_text;

/* Reads a whole file into a text that is empty, and is to be freed, also after an error: FK_ERROR_READ with the message,
 * FK_ERROR_MEMORY. */
fk_status fk_file_text_load(fk_context *context, const char *path, char message[FK_FILE_MESSAGE],
                            fk_file_text *out);
void fk_file_text_free(fk_context *context, fk_file_text *text);

/* How many bytes at the front are the mark that some editors put before UTF-8: 3 or 0. */
size_t fk_utf8_mark(const char *text, size_t bytes);

/* Whether a text begins with another one. */
bool fk_begins_with(const char *text, const char *beginning);

/* How much of a path is its folder, up to and with the last "/"; 0 without one. */
size_t fk_folder_length(const char *path);

/* Whether a path does not depend on the folder it is looked up from. */
bool fk_path_is_absolute(const char *path);

#endif
