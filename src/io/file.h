/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Files of the system: the only place of the library that asks for them. errno is as before afterwards. */

#ifndef FARKAS_IO_FILE_H
#define FARKAS_IO_FILE_H

#include "farkas/base.h"

#define FK_FILE_MESSAGE 120

typedef struct fk_file {
    void *stream;
    bool has_size; /* of a file that one can go back in */
    uint64_t size;
    char message[FK_FILE_MESSAGE]; /* why something failed, in words for the user; "" while nothing has */
} fk_file;

/* Opens a file to read it; false with the message. */
bool fk_file_open(fk_file *file, const char *path);

/* Makes a new file to write it; false with the message. *exists tells that there is one of that name already. */
bool fk_file_create(fk_file *file, const char *path, bool *exists);

/* Opens what has a name, to write to it; for what is no file, as /dev/stdout. */
bool fk_file_open_device(fk_file *file, const char *path);

/* As fk_read_function and fk_write_function; user is the file. */
size_t fk_file_read(void *user, char *buffer, size_t capacity);
bool fk_file_write(void *user, const char *bytes, size_t count);

/* Closes a file; false with the message when what was written may be lost. */
bool fk_file_close(fk_file *file);

/* Gives a file another name, whose file it replaces; false with the message. */
bool fk_file_rename(fk_file *file, const char *from, const char *to);
void fk_file_remove(const char *path);

#endif
