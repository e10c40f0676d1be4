/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Files of the operating system, by the C standard library, except for error numbers, which POSIX and Windows define.
 *
 * Weak inputs: sizes beyond the range of long, which is 2 GiB on Windows; such a file is read as one of unknown size. */

#include "io/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#ifdef _WIN32
#include <direct.h>
#define getcwd(out, capacity) _getcwd(out, (int)(capacity))
#else
#include <unistd.h>
#endif

/* Error numbers and their messages. */
static const struct {
    int error;
    const char *words;
} known[] = {
    {ENOENT, "there is no such file or folder"},
    {EACCES, "no permission"},
    {EPERM, "not permitted"},
    {EISDIR, "this is a folder, not a file"},
    {ENOTDIR, "a part of the path is no folder"},
    {ENOSPC, "no space is left on the disk"},
    {EROFS, "the disk is read-only"},
    {ENAMETOOLONG, "the name is too long"},
    {EMFILE, "too many files are open"},
    {ELOOP, "symbolic links go in a circle"},
};

/* Sets the message that `what` failed, unless is_good, and restores errno. Returns is_good. */
static bool finish_call(fk_file *file, bool is_good, const char *what, int before)
{
    int error = errno;
    errno = before;
    if (is_good)
        return true;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].error == error) {
            snprintf(file->message, sizeof file->message, "%s", known[i].words);
            return false;
        }
    snprintf(file->message, sizeof file->message, "%s failed (error %d of the system)", what, error);
    return false;
}

/* A folder, a pipe or a special file has no size, or a wrong one: 0, or the largest possible. */
static void measure_size(fk_file *file)
{
    FILE *stream = file->stream;
    if (fseek(stream, 0, SEEK_END) != 0)
        return;
    long size = ftell(stream);
    bool is_back = fseek(stream, 0, SEEK_SET) == 0;
    file->has_size = is_back && size > 0 && size < LONG_MAX;
    file->size = file->has_size ? (uint64_t)size : 0;
}

static bool open_stream(fk_file *file, const char *path, const char *mode)
{
    memset(file, 0, sizeof *file);
    errno = 0;
    file->stream = fopen(path, mode);
    return file->stream != NULL;
}

bool fk_file_open(fk_file *file, const char *path)
{
    int before = errno;
    bool is_open = open_stream(file, path, "rb");
    if (is_open)
        measure_size(file);
    return finish_call(file, is_open, "opening", before);
}

size_t fk_file_read(void *user, char *buffer, size_t capacity)
{
    fk_file *file = user;
    int before = errno;
    errno = 0;
    size_t got = fread(buffer, 1, capacity, file->stream);
    bool is_good = got == capacity || !ferror((FILE *)file->stream);
    return finish_call(file, is_good, "reading", before) ? got : FK_READ_FAILED;
}

bool fk_file_close(fk_file *file)
{
    int before = errno;
    errno = 0;
    bool is_closed = file->stream == NULL || fclose(file->stream) == 0;
    file->stream = NULL;
    return finish_call(file, is_closed, "writing", before);
}

bool fk_file_create(fk_file *file, const char *path, bool *exists)
{
    int before = errno;
    bool is_open = open_stream(file, path, "wbx");
    *exists = !is_open && errno == EEXIST;
    return finish_call(file, is_open, "making a file", before);
}

bool fk_file_open_device(fk_file *file, const char *path)
{
    int before = errno;
    return finish_call(file, open_stream(file, path, "wb"), "opening", before);
}

bool fk_file_write(void *user, const char *bytes, size_t count)
{
    fk_file *file = user;
    int before = errno;
    errno = 0;
    return finish_call(file, fwrite(bytes, 1, count, file->stream) == count, "writing", before);
}

bool fk_file_rename(fk_file *file, const char *from, const char *to)
{
    int before = errno;
    errno = 0;
#ifdef _WIN32
    /* On Windows, rename does not replace files. */
    (void)remove(to);
#endif
    return finish_call(file, rename(from, to) == 0, "renaming", before);
}

void fk_file_remove(const char *path)
{
    int before = errno;
    (void)remove(path);
    errno = before;
}

bool fk_file_working_folder(char *out, size_t capacity)
{
    int before = errno;
    bool is_good = getcwd(out, capacity) != NULL;
    errno = before;
    return is_good;
}
