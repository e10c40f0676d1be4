/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Messages, options, input and output of the farkas command. Assumes POSIX: file descriptors, isatty, and
 * getopt_long beside it. */

#define _POSIX_C_SOURCE 200809L

#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/nearest.h"
#include "check/report.h"

/* ---- Messages ------------------------------------------------------------------------------------------ */

static enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
static bool progress_is_shown;

/* -1 quiet, 1 verbose; the last option counts. */
static int verbosity;

bool cli_set_color(const char *word)
{
    static const char *const words[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(word, words[i]) == 0) {
            color = i == 0 ? COLOR_AUTO : i == 1 ? COLOR_ALWAYS : COLOR_NEVER;
            return true;
        }
    }
    return false;
}

/* https://no-color.org: a NO_COLOR that is not empty asks for none. */
static bool use_color(int file)
{
    if (color != COLOR_AUTO)
        return color == COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(file) && (!no_color || !*no_color) && terminal && strcmp(terminal, "dumb") != 0;
}

bool cli_output_is_colored(void)
{
    return use_color(STDOUT_FILENO);
}

bool cli_output_is_terminal(void)
{
    return isatty(STDOUT_FILENO);
}

/* Text may hold file names and pieces of input: control bytes in it must not reach a terminal. */
static void put_plain(const char *text)
{
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        fputc(byte < ' ' || byte == 0x7f ? '?' : byte, stderr);
    }
}

/* Where the messages of this thread go, instead of stderr. */
static _Thread_local char *caught;
static _Thread_local size_t caught_size;

void cli_catch(char *text, size_t size)
{
    caught = text;
    caught_size = size;
}

static void put_message(bool error, const char *where, const char *format, va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    if (caught != NULL) {
        if (error)
            snprintf(caught, caught_size, "%s%s", where, text);
        return;
    }
    cli_progress_end();
    bool colored = use_color(STDERR_FILENO);
    fputs(colored ? "\033[1mfarkas:\033[0m " : "farkas: ", stderr);
    if (error)
        fputs(colored ? "\033[1;31merror:\033[0m " : "error: ", stderr);
    put_plain(where);
    put_plain(text);
    fputc('\n', stderr);
}

int cli_trouble(const char *format, ...)
{
    cli_flush();
    va_list arguments;
    va_start(arguments, format);
    put_message(true, "", format, arguments);
    va_end(arguments);
    return CLI_TROUBLE;
}

int cli_trouble_at(const char *file, size_t line, size_t column, const char *format, ...)
{
    cli_flush();
    char where[512], place[64] = "";
    if (line > 0)
        snprintf(place, sizeof place, column > 0 ? "%zu:%zu:" : "%zu:", line, column);
    snprintf(where, sizeof where, "%s:%s ", file, place);
    va_list arguments;
    va_start(arguments, format);
    put_message(true, where, format, arguments);
    va_end(arguments);
    return CLI_TROUBLE;
}

bool cli_is_verbose(void)
{
    return verbosity > 0;
}

bool cli_no_memory(void)
{
    cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
    return false;
}

bool cli_is_quiet(void)
{
    return verbosity < 0;
}

void cli_note(const char *format, ...)
{
    va_list arguments;
    if (verbosity < 0)
        return;
    cli_flush();
    va_start(arguments, format);
    put_message(false, "", format, arguments);
    va_end(arguments);
}

void cli_progress(uint64_t count, const char *what)
{
    /* A look at the clock for each pair would cost more than the pair. */
    static double last;
    static int wanted = -1;
    if (count % 1024 != 0 || wanted == 0)
        return;
    if (wanted < 0) {
        wanted = verbosity >= 0 && isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO);
        last = fk_clock_seconds();
        return;
    }
    if (fk_clock_seconds() - last >= 0.25) {
        last = fk_clock_seconds();
        progress_is_shown = true;
        fprintf(stderr, "\r%" PRIu64 " %s", count, what);
    }
}

void cli_progress_bar(uint64_t done, uint64_t total, const char *what)
{
    static double last;
    double now = fk_clock_seconds();
    if (verbosity < 0 || !isatty(STDERR_FILENO) || total == 0)
        return;
    if (last == 0)
        last = now; /* nothing for what is done at once */
    if (now - last < 0.2)
        return;
    enum { WIDTH = 30 };
    char bar[WIDTH + 1];
    int full = (int)((double)done / (double)total * WIDTH);
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < full ? '#' : '.';
    bar[WIDTH] = '\0';
    last = now;
    progress_is_shown = true;
    fprintf(stderr, "\r[%s] %" PRIu64 " of %" PRIu64 " %s", bar, done, total, what);
}

void cli_progress_end(void)
{
    if (progress_is_shown) {
        fputs("\r\033[K", stderr);
        progress_is_shown = false;
    }
}

/* ---- Words that are nearly right ----------------------------------------------------------------------- */

const char *cli_nearest(const char *word, const char *const *known)
{
    fk_nearest nearest = fk_nearest_make(word);
    for (; *known; known++)
        fk_nearest_offer(&nearest, *known);
    return nearest.found;
}

int cli_unknown(const char *what, const char *word, const char *const *known)
{
    const char *nearest = cli_nearest(word, known);
    if (nearest)
        return cli_trouble("unknown %s '%s'; did you mean '%s'?", what, word, nearest);
    char list[512] = "";
    for (size_t length = 0; *known && length < sizeof list; known++)
        length += (size_t)snprintf(list + length, sizeof list - length, " %s", *known);
    return cli_trouble("unknown %s '%s'; known:%s", what, word, list);
}

/* ---- Options ------------------------------------------------------------------------------------------- */

static int unknown_option(const cli_syntax *syntax, const char *word)
{
    const char *known[32];
    size_t count = 0;
    for (const struct option *o = syntax->options; o->name && count < 31; o++)
        known[count++] = o->name;
    known[count] = NULL;

    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    const char *nearest = cli_nearest(name, known);
    if (nearest)
        return cli_trouble("unknown option '%s'; did you mean '--%s'?", word, nearest);
    return cli_trouble("unknown option '%s'; see 'farkas %s --help'", word, syntax->verb);
}

/* getopt tells little about what it did not like: a letter in optopt, or else a long option behind it. */
static int wrong_option(const cli_syntax *syntax, char **argv)
{
    const char *word = argv[optind - 1];
    for (const struct option *o = syntax->options; o->name; o++)
        if (optopt != 0 && o->val == optopt && strncmp(word, "--", 2) == 0)
            return cli_trouble("option '--%s' takes no value", o->name);
    if (optopt != 0)
        return cli_trouble("unknown option '-%c'; see 'farkas %s --help'", optopt, syntax->verb);
    return unknown_option(syntax, word);
}

static bool is_common(int option)
{
    return option == 'h' || option == 'q' || option == 'v' || option == CLI_OPTION_COLOR;
}

int cli_option(const cli_syntax *syntax, int argc, char **argv, int *status)
{
    char letters[32];
    snprintf(letters, sizeof letters, ":%s", syntax->letters);
    opterr = 0;
    for (;;) {
        int option = getopt_long(argc, argv, letters, syntax->options, NULL);
        if (syntax->help == NULL && is_common(option)) {
            *status = CLI_TROUBLE;
            return CLI_OPTIONS_STOP;
        }
        switch (option) {
        case 'q':
            verbosity = -1;
            break;
        case 'v':
            verbosity = 1;
            break;
        case CLI_OPTION_COLOR:
            if (!cli_set_color(optarg)) {
                *status = cli_trouble("--color: '%s' is not one of auto, always, never", optarg);
                return CLI_OPTIONS_STOP;
            }
            break;
        case 'h':
            cli_print("%s", syntax->help);
            *status = CLI_OK;
            return CLI_OPTIONS_STOP;
        case ':':
            *status = cli_trouble("option '%s' needs a value", argv[optind - 1]);
            return CLI_OPTIONS_STOP;
        case '?':
            *status = wrong_option(syntax, argv);
            return CLI_OPTIONS_STOP;
        default:
            return option;
        }
    }
}

bool cli_read_options(const cli_syntax *syntax, int argc, char **argv, bool (*read)(int option, void *user),
                      void *user, int *status)
{
    int option;
    while ((option = cli_option(syntax, argc, argv, status)) != CLI_OPTIONS_END) {
        if (option == CLI_OPTIONS_STOP)
            return false;
        *status = CLI_TROUBLE;
        if (!read(option, user))
            return false;
    }
    return true;
}

bool cli_whole_number(const char *option, const char *text, uint64_t *out)
{
    uint64_t value = 0;
    bool good = *text != '\0';
    for (const char *c = text; good && *c; c++) {
        uint64_t digit = (uint64_t)(unsigned char)*c - '0';
        good = digit <= 9 && value <= (UINT64_MAX - digit) / 10;
        value = value * 10 + digit;
    }
    if (!good) {
        cli_trouble("%s: '%s' is not a whole number from 0 to %" PRIu64, option, text, UINT64_MAX);
        return false;
    }
    *out = value;
    return true;
}

bool cli_whole_number_to(const char *option, const char *text, uint64_t most, uint64_t *out)
{
    uint64_t value;
    if (!cli_whole_number(option, text, &value))
        return false;
    if (value < 1 || value > most) {
        cli_trouble("%s: '%s' is not from 1 to %" PRIu64, option, text, most);
        return false;
    }
    *out = value;
    return true;
}

bool cli_seconds(const char *option, const char *text, double *out)
{
    static const struct {
        const char *word;
        double seconds;
    } units[] = {{"us", 1e-6}, {"ms", 1e-3}, {"min", 60}, {"s", 1}};
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t tail = strlen(units[i].word);
        double value;
        if (length <= tail || strcmp(text + length - tail, units[i].word) != 0)
            continue;
        if (!fk_number_parse(text, length - tail, &value) || !(value > 0 && value <= 1e9))
            break;
        *out = value * units[i].seconds;
        return true;
    }
    cli_trouble("%s: '%s' is not a time above 0, such as 10ms or 2s", option, text);
    return false;
}

/* ---- Input --------------------------------------------------------------------------------------------- */

bool cli_input_open(cli_input *input, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    input->name = standard ? "stdin" : path;
    input->begin = input->end = 0;
    input->error = 0;
    input->file = standard ? STDIN_FILENO : open(path, O_RDONLY);
    if (input->file < 0) {
        input->error = errno;
        cli_input_trouble(input);
        return false;
    }
    return true;
}

void cli_input_close(cli_input *input)
{
    if (input->file != STDIN_FILENO)
        close(input->file);
}

/* Reads more into an empty buffer. False at the end of input, or on an error. */
static bool refill(cli_input *input)
{
    cli_flush();
    ssize_t count;
    do {
        count = read(input->file, input->buffer, sizeof input->buffer);
    } while (count < 0 && errno == EINTR);
    if (count < 0)
        input->error = errno;
    input->begin = 0;
    input->end = count > 0 ? (size_t)count : 0;
    return count > 0;
}

size_t cli_input_read(void *user, char *buffer, size_t capacity)
{
    cli_input *input = user;
    if (input->begin == input->end && !refill(input))
        return input->error ? FK_READ_FAILED : 0;
    size_t there = input->end - input->begin, count = capacity < there ? capacity : there;
    memcpy(buffer, input->buffer + input->begin, count);
    input->begin += count;
    return count;
}

cli_line cli_input_line(cli_input *input, char *line, size_t capacity, size_t *length)
{
    *length = 0;
    bool more;
    while ((more = input->begin < input->end || refill(input))) {
        char *begin = input->buffer + input->begin;
        char *end = memchr(begin, '\n', input->end - input->begin);
        size_t count = end ? (size_t)(end - begin) : input->end - input->begin;
        if (count > capacity - *length)
            return CLI_LINE_TOO_LONG;
        memcpy(line + *length, begin, count);
        *length += count;
        input->begin += count;
        if (end) {
            input->begin++;
            break;
        }
    }
    if (input->error)
        return CLI_LINE_FAILED;
    if (!more && *length == 0)
        return CLI_LINE_END;
    *length -= *length > 0 && line[*length - 1] == '\r';
    return CLI_LINE;
}

fk_context *cli_context_create(void)
{
    fk_context *context = NULL;
    fk_status status = fk_context_create(NULL, &context);
    if (status != FK_OK)
        cli_trouble("%s", fk_status_text(status));
    return context;
}

int cli_input_trouble(const cli_input *input)
{
    return cli_trouble_at(input->name, 0, 0, "%s", strerror(input->error));
}

int cli_pair_trouble(const cli_input *input, const fk_pair_reader *reader)
{
    if (input->error)
        return cli_input_trouble(input);
    return cli_trouble_at(input->name, reader->line, reader->column, "%s", reader->message);
}

/* ---- Output -------------------------------------------------------------------------------------------- */

void cli_output_start(void)
{
    static char buffer[1 << 16];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}

/* Ends at once: exit() would try to write the same bytes again. */
static _Noreturn void output_failed(void)
{
    int error = errno;
    if (error == EPIPE) {
        cli_progress_end();
        _exit(128 + SIGPIPE); /* what a shell reports where SIGPIPE was not ignored */
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
    fk_text text = fk_text_make(cli_write_function, NULL);
    fk_text_put_json_number(&text, value);
    fk_text_end(&text);
}

void cli_print_json_vector(fk_vec3 v)
{
    fk_text text = fk_text_make(cli_write_function, NULL);
    fk_text_put_json_vector(&text, v);
    fk_text_end(&text);
}

void cli_print_json_string(const char *string)
{
    fk_text text = fk_text_make(cli_write_function, NULL);
    fk_text_put_json_string(&text, string);
    fk_text_end(&text);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static bool file_failed(const cli_file *file)
{
    int error = errno;
    cli_trouble_at(file->path, 0, 0, "%s", strerror(error));
    return false;
}

/* What is not a regular file, such as a device or a pipe, is written to as it is; a symbolic link stays, and leads to the new file. */
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
    /* A write that failed long ago has left no reason. */
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

/* A file that there was nothing to write to: it does not appear. */
static bool file_given_up(cli_file *file, fk_status status)
{
    fclose(file->stream);
    if (!file->is_direct)
        remove(file->temporary);
    cli_trouble_at(file->path, 0, 0, "%s", fk_status_text(status));
    return false;
}

bool cli_is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

bool cli_is_output(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
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
    /* What could not be written is told by the stream when it is closed. */
    fk_status status = write(what, write_stream, &file);
    return status == FK_OK || status == FK_ERROR_WRITE ? cli_file_commit(&file)
                                                       : file_given_up(&file, status);
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
    cli_trouble_at(path, 0, 0, "%s", strerror(errno));
    return false;
}
