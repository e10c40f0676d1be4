/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Files of the operating system: the only functions of the library that open files. They leave errno as it was. */

#ifndef FARKAS_IO_FILE_H
#define FARKAS_IO_FILE_H

#include "farkas/base.h"

#define FK_FILE_MESSAGE 120

typedef struct fk_file {
    void *stream;
    bool has_size; /* known for files that can seek */
    uint64_t size;
    char message[FK_FILE_MESSAGE]; /* why the last call failed, in words for the user; "" if none failed */
} fk_file;

/* Opens a file for reading. Returns false with the message. */
bool fk_file_open(fk_file *file, const char *path);

/* Creates a file for writing. Returns false with the message; *exists tells whether there is a file of that name
 * already. */
bool fk_file_create(fk_file *file, const char *path, bool *exists);

/* Opens something that is no file, such as /dev/stdout, for writing. */
bool fk_file_open_device(fk_file *file, const char *path);

/* An fk_read_function and an fk_write_function whose user is the file. */
size_t fk_file_read(void *user, char *buffer, size_t capacity);
bool fk_file_write(void *user, const char *bytes, size_t count);

/* Closes a file. Returns false with the message if written data may be lost. */
bool fk_file_close(fk_file *file);

/* Renames a file, replacing an existing one. Returns false with the message. */
bool fk_file_rename(fk_file *file, const char *from, const char *to);
void fk_file_remove(const char *path);

/* The working directory, without a final "/". Returns false if it is not known, or does not fit. */
bool fk_file_working_folder(char *out, size_t capacity);

#endif
