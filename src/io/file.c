/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Files of the system. See file.h. What the C standard has is enough, but for the numbers of errors, which not every system
 * knows.
 *
 * Weak inputs: sizes beyond the range of long, which is 2 GiB on Windows; such a file is read as one of unknown size. */

#include "io/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* What an error of the system means, or NULL. */
static const char *words_for(int error)
{
    switch (error) {
#ifdef ENOENT
    case ENOENT:
        return "there is no such file or folder";
#endif
#ifdef EACCES
    case EACCES:
        return "no permission";
#endif
#ifdef EPERM
    case EPERM:
        return "not permitted";
#endif
#ifdef EISDIR
    case EISDIR:
        return "this is a folder, not a file";
#endif
#ifdef ENOTDIR
    case ENOTDIR:
        return "a part of the path is no folder";
#endif
#ifdef ENOSPC
    case ENOSPC:
        return "no space is left on the disk";
#endif
#ifdef EROFS
    case EROFS:
        return "the disk is read-only";
#endif
#ifdef ENAMETOOLONG
    case ENAMETOOLONG:
        return "the name is too long";
#endif
#ifdef EMFILE
    case EMFILE:
        return "too many files are open";
#endif
#ifdef ELOOP
    case ELOOP:
        return "symbolic links go in a circle";
#endif
    default:
        return NULL;
    }
}

/* Notes why `what` failed, and puts errno back. Returns false, for the caller to return. */
static bool fail(fk_file *file, const char *what, int before)
{
    int error = errno;
    const char *words = words_for(error);
    if (words != NULL)
        snprintf(file->message, sizeof file->message, "%s", words);
    else
        snprintf(file->message, sizeof file->message, "%s failed (error %d of the system)", what, error);
    errno = before;
    return false;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* A folder, a pipe or a file of the system's own has no size, or a wrong one: 0, or the largest there is. */
static void measure(fk_file *file)
{
    FILE *stream = file->stream;
    if (fseek(stream, 0, SEEK_END) != 0)
        return;
    long size = ftell(stream);
    bool is_back = fseek(stream, 0, SEEK_SET) == 0;
    file->has_size = is_back && size > 0 && size < LONG_MAX;
    file->size = file->has_size ? (uint64_t)size : 0;
}

bool fk_file_open(fk_file *file, const char *path)
{
    int before = errno;
    memset(file, 0, sizeof *file);
    errno = 0;
    file->stream = fopen(path, "rb");
    if (file->stream == NULL)
        return fail(file, "opening", before);
    measure(file);
    errno = before;
    return true;
}

size_t fk_file_read(void *user, char *buffer, size_t capacity)
{
    fk_file *file = user;
    int before = errno;
    errno = 0;
    size_t got = fread(buffer, 1, capacity, file->stream);
    if (got < capacity && ferror((FILE *)file->stream)) {
        fail(file, "reading", before);
        return FK_READ_FAILED;
    }
    errno = before;
    return got;
}

bool fk_file_close(fk_file *file)
{
    int before = errno;
    errno = 0;
    bool closed = file->stream == NULL || fclose(file->stream) == 0;
    file->stream = NULL;
    if (!closed)
        return fail(file, "writing", before);
    errno = before;
    return true;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

bool fk_file_create(fk_file *file, const char *path, bool *exists)
{
    int before = errno;
    memset(file, 0, sizeof *file);
    errno = 0;
    file->stream = fopen(path, "wbx");
#ifdef EEXIST
    *exists = file->stream == NULL && errno == EEXIST;
#else
    *exists = false;
#endif
    if (file->stream == NULL)
        return fail(file, "making a file", before);
    errno = before;
    return true;
}

bool fk_file_open_device(fk_file *file, const char *path)
{
    int before = errno;
    memset(file, 0, sizeof *file);
    errno = 0;
    file->stream = fopen(path, "wb");
    if (file->stream == NULL)
        return fail(file, "opening", before);
    errno = before;
    return true;
}

bool fk_file_write(void *user, const char *bytes, size_t count)
{
    fk_file *file = user;
    int before = errno;
    errno = 0;
    if (fwrite(bytes, 1, count, file->stream) != count)
        return fail(file, "writing", before);
    errno = before;
    return true;
}

bool fk_file_rename(fk_file *file, const char *from, const char *to)
{
    int before = errno;
    errno = 0;
#ifdef _WIN32
    /* There, rename replaces nothing. */
    (void)remove(to);
#endif
    if (rename(from, to) != 0)
        return fail(file, "renaming", before);
    errno = before;
    return true;
}

void fk_file_remove(const char *path)
{
    int before = errno;
    (void)remove(path);
    errno = before;
}
