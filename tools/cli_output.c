/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The output of the farkas command: standard output, JSON, files that appear when complete, tables. */

#define _POSIX_C_SOURCE 200809L

#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Output -------------------------------------------------------------------------------------------- */

/* Exits at once: exit() would try to write the same bytes again. */
static _Noreturn void output_failed(void)
{
    int error = errno;
    if (error == EPIPE) {
        cli_progress_end();
        _exit(128 + SIGPIPE); /* what a shell reports for SIGPIPE */
    }
    cli_progress_end();
    fprintf(stderr, "farkas: error: cannot write the output: %s\n", strerror(error));
    _exit(CLI_TROUBLE);
}

void cli_write(const char *text, size_t length)
{
    if (fwrite(text, 1, length, stdout) != length)
        output_failed();
}

void cli_print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vprintf(format, arguments);
    va_end(arguments);
    if (length < 0)
        output_failed();
}

void cli_flush(void)
{
    if (fflush(stdout) != 0)
        output_failed();
}

void cli_output_end(void)
{
    cli_flush();
    if (fclose(stdout) != 0)
        output_failed();
}

bool cli_write_function(void *user, const char *bytes, size_t count)
{
    (void)user;
    cli_write(bytes, count);
    return true;
}

void cli_print_json_number(double value)
{
    char text[FK_NUMBER_SIZE] = "null";
    if (isfinite(value))
        fk_number_format(value == 0 ? 0 : value, text);
    cli_print("%s", text);
}

void cli_print_json_string(const char *string)
{
    fk_json_write_string(string, cli_write_function, NULL);
}

static void print_json_vector(fk_vec3 v)
{
    for (int axis = 0; axis < 3; axis++) {
        cli_print(axis == 0 ? "[" : ",");
        cli_print_json_number(fk_vec3_get(v, axis));
    }
    cli_print("]");
}

/* Prints the item after a %. */
static void print_json_item(char code, va_list *arguments)
{
    switch (code) {
    case 's':
        cli_print("%s", va_arg(*arguments, const char *));
        break;
    case 'q':
        cli_print_json_string(va_arg(*arguments, const char *));
        break;
    case 'n':
        cli_print_json_number(va_arg(*arguments, double));
        break;
    case 'v':
        print_json_vector(va_arg(*arguments, fk_vec3));
        break;
    case 'd':
        cli_print("%d", va_arg(*arguments, int));
        break;
    case 'u':
        cli_print("%" PRIu32, va_arg(*arguments, uint32_t));
        break;
    case 'l':
        cli_print("%" PRIu64, va_arg(*arguments, uint64_t));
        break;
    case 'z':
        cli_print("%zu", va_arg(*arguments, size_t));
        break;
    default:
        cli_print(va_arg(*arguments, int) ? "true" : "false");
    }
}

void cli_json(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    while (*format != '\0') {
        size_t length = strcspn(format, "%");
        cli_write(format, length);
        format += length;
        if (*format != '\0') {
            print_json_item(format[1], &arguments);
            format += 2;
        }
    }
    va_end(arguments);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static bool file_failed(const cli_file *file)
{
    int error = errno;
    return cli_refuse_at(file->path, 0, 0, "%s", strerror(error));
}

/* Writes directly to anything that is not a regular file, such as a device or a pipe. Follows a symbolic link, which
 * then leads to the new file. */
static bool find_target(cli_file *file, const char *path)
{
    struct stat found;
    file->is_direct = stat(path, &found) == 0 && !S_ISREG(found.st_mode);
    bool is_link = !file->is_direct && lstat(path, &found) == 0 && S_ISLNK(found.st_mode);
    char *real = is_link ? realpath(path, NULL) : NULL;
    int length = snprintf(file->target, sizeof file->target, "%s", real != NULL ? real : path);
    free(real);
    return length >= 0 && (size_t)length < sizeof file->target;
}

bool cli_file_create(cli_file *file, const char *path)
{
    file->path = path;
    file->stream = NULL;
    file->error = 0;
    bool has_room = find_target(file, path);
    int length =
        snprintf(file->temporary, sizeof file->temporary, "%s.%ld.tmp", file->target, (long)getpid());
    if (!has_room || length < 0 || (size_t)length >= sizeof file->temporary) {
        errno = ENAMETOOLONG;
        return file_failed(file);
    }
    file->stream = fopen(file->is_direct ? path : file->temporary, "w");
    return file->stream || file_failed(file);
}

bool cli_file_commit(cli_file *file)
{
    errno = 0;
    bool good = fflush(file->stream) == 0 && !ferror(file->stream);
    int error = file->error != 0 ? file->error : errno;
    if (fclose(file->stream) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good && (file->is_direct || rename(file->temporary, file->target) == 0))
        return true;
    /* An earlier write may have failed without an errno. */
    errno = good ? errno : error != 0 ? error : EIO;
    file_failed(file);
    if (!file->is_direct)
        remove(file->temporary);
    return false;
}

static bool write_stream(void *user, const char *bytes, size_t count)
{
    cli_file *file = user;
    if (fwrite(bytes, 1, count, file->stream) == count)
        return true;
    file->error = file->error != 0 ? file->error : errno;
    return false;
}

/* Removes a file whose content could not be made. */
static bool abandon_file(cli_file *file, fk_status status)
{
    fclose(file->stream);
    if (!file->is_direct)
        remove(file->temporary);
    return cli_refuse_at(file->path, 0, 0, "%s", fk_status_text(status));
}

bool cli_is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

bool cli_can_write_to(const char *option, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash != NULL && slash > path ? strndup(path, (size_t)(slash - path)) : NULL;
    struct stat found;
    bool is_there = folder == NULL || (stat(folder, &found) == 0 && S_ISDIR(found.st_mode));
    bool is_folder = stat(path, &found) == 0 && S_ISDIR(found.st_mode);
    if (!is_there)
        cli_trouble("%s %s: there is no folder %s; make it first", option, path, folder);
    else if (is_folder)
        cli_trouble("%s %s: this is a folder; give the name of a file in it", option, path);
    free(folder);
    return is_there && !is_folder;
}

bool cli_file_write(const char *path, cli_writer *write, const void *what)
{
    if (strcmp(path, "-") == 0) {
        fk_status status = write(what, cli_write_function, NULL);
        if (status != FK_OK)
            cli_trouble("%s", fk_status_text(status));
        return status == FK_OK;
    }
    cli_file file;
    if (!cli_file_create(&file, path))
        return false;
    /* Closing the stream reports what could not be written. */
    fk_status status = write(what, write_stream, &file);
    return status == FK_OK || status == FK_ERROR_WRITE ? cli_file_commit(&file) : abandon_file(&file, status);
}

bool cli_folder_create(const char *path)
{
    struct stat found;
    if (mkdir(path, 0777) == 0)
        return true;
    if (errno == EEXIST && stat(path, &found) == 0) {
        if (S_ISDIR(found.st_mode))
            return true;
        errno = ENOTDIR;
    }
    return cli_refuse_at(path, 0, 0, "%s", strerror(errno));
}

bool cli_path_join(char path[CLI_PATH_SIZE], const char *folder, const char *below, const char *name)
{
    int length = snprintf(path, CLI_PATH_SIZE, "%s/%s%s", folder, below, name);
    if (length > 0 && length < CLI_PATH_SIZE)
        return true;
    return cli_refuse("%s: the name of the folder is too long", folder);
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

const char *table_pair_name(char text[TABLE_NAME], const char *a, const char *b)
{
    snprintf(text, TABLE_NAME, "%s x %s", a, b);
    for (char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return text;
}

int table_widen(int width, const char *a, const char *b)
{
    char name[TABLE_NAME];
    int length = (int)strlen(table_pair_name(name, a, b));
    return length <= width ? width : length < TABLE_WIDEST ? length : TABLE_WIDEST;
}

void table_begin(const char *word, table_color color, const char *a, const char *b, int width)
{
    char name[TABLE_NAME];
    bool is_colored = color != TABLE_PLAIN && cli_output_is_colored();
    cli_print("  %s%-10s%s %-*s",
              !is_colored          ? ""
              : color == TABLE_RED ? "\033[1;31m"
                                   : "\033[1;33m",
              word, is_colored ? "\033[0m" : "", width, table_pair_name(name, a, b));
}

void table_vector(char *text, size_t size, fk_vec3 v)
{
    snprintf(text, size, "(%.6g %.6g %.6g)", v.x, v.y, v.z);
}

void table_box(const fk_aabb *box)
{
    char low[80], high[80];
    table_vector(low, sizeof low, box->min);
    table_vector(high, sizeof high, box->max);
    cli_print("   box %s-%s", low, high);
}

void table_head(const char *line, double seconds)
{
    if (cli_output_is_terminal())
        cli_print("%-84s %.2f s\n", line, seconds);
    else
        cli_print("%s\n", line);
}
