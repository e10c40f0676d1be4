/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Messages, options and input of the farkas command. Assumes POSIX: file descriptors, isatty, and getopt_long beside it. */

#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

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

/* https://no-color.org: a NO_COLOR that is not empty turns colours off. */
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

/* Text may contain file names and pieces of input: control bytes in it must not reach a terminal. */
static void put_without_controls(const char *text)
{
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        fputc(byte < ' ' || byte == 0x7f ? '?' : byte, stderr);
    }
}

/* Collects the messages of this thread instead of stderr. */
static _Thread_local char *caught;
static _Thread_local size_t caught_size;

void cli_catch_messages(char *text, size_t size)
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
    put_without_controls(where);
    put_without_controls(text);
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
    return cli_refuse("%s", fk_status_text(FK_ERROR_MEMORY));
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
    /* Reading the clock for each pair would cost more than the pair. */
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

/* The bar that was shown last. */
static struct {
    uint64_t done, total;
    const char *what;
    double last;
} bar;
static pthread_t bar_thread; /* the one that draws */

static void draw_bar(void)
{
    double now = fk_clock_seconds();
    if (bar.last == 0)
        bar.last = now; /* no bar for work that ends at once */
    if (now - bar.last < 0.2)
        return;
    enum { WIDTH = 30 };
    char text[WIDTH + 1];
    int full = (int)((double)bar.done / (double)bar.total * WIDTH);
    for (int i = 0; i < WIDTH; i++)
        text[i] = i < full ? '#' : '.';
    text[WIDTH] = '\0';
    bar.last = now;
    progress_is_shown = true;
    fprintf(stderr, "\r[%s] %" PRIu64 " of %" PRIu64 " %s", text, bar.done, bar.total, bar.what);
}

void cli_progress_bar(uint64_t done, uint64_t total, const char *what)
{
    if (verbosity < 0 || !isatty(STDERR_FILENO) || total == 0)
        return;
    bar.done = done;
    bar.total = total;
    bar.what = what;
    draw_bar();
}

/* Called wherever the library polls the flag, also by other threads: the bar appears during a long pair, too. */
static void poll_bar(void *user)
{
    (void)user;
    if (pthread_equal(bar_thread, pthread_self()) && bar.total > 0)
        draw_bar();
}

void cli_progress_end(void)
{
    if (progress_is_shown) {
        fputs("\r\033[K", stderr);
        progress_is_shown = false;
    }
    bar.total = 0;
}

/* ---- Words that are nearly right ----------------------------------------------------------------------- */

const char *cli_nearest_word(const char *word, const char *const *known)
{
    fk_spelling nearest = fk_spelling_make(word);
    for (; *known; known++)
        fk_spelling_offer(&nearest, *known);
    return nearest.found;
}

int cli_unknown_word(const char *what, const char *word, const char *const *known)
{
    const char *nearest = cli_nearest_word(word, known);
    if (nearest)
        return cli_trouble("unknown %s '%s'; did you mean '%s'?", what, word, nearest);
    char list[512] = "";
    for (size_t length = 0; *known && length < sizeof list; known++)
        length += (size_t)snprintf(list + length, sizeof list - length, " %s", *known);
    return cli_trouble("unknown %s '%s'; known:%s", what, word, list);
}

int cli_find_word(const char *what, const char *word, const char *const *known)
{
    for (int i = 0; known[i] != NULL; i++)
        if (strcmp(word, known[i]) == 0)
            return i;
    cli_unknown_word(what, word, known);
    return -1;
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
    const char *nearest = cli_nearest_word(name, known);
    if (nearest)
        return cli_trouble("unknown option '%s'; did you mean '--%s'?", word, nearest);
    return cli_trouble("unknown option '%s'; see 'farkas %s --help'", word, syntax->verb);
}

/* getopt says little about an option that it rejects: optopt has its letter; a long option is the argument before
 * optind. */
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

enum { OPTIONS_END = -1, OPTIONS_STOP = -2 };

static bool is_common(int option)
{
    return option == 'h' || option == 'q' || option == 'v' || option == CLI_OPTION_COLOR;
}

/* Returns the next option of a verb, with its value in optarg. Returns OPTIONS_END before the first remaining argument,
 * at optind; OPTIONS_STOP if the verb must return *status: the user asked for help, or an option is wrong. */
static int next_option(const cli_syntax *syntax, int argc, char **argv, int *status)
{
    char letters[32];
    snprintf(letters, sizeof letters, ":%s", syntax->letters);
    opterr = 0;
    for (;;) {
        int option = getopt_long(argc, argv, letters, syntax->options, NULL);
        if (syntax->help == NULL && is_common(option)) {
            *status = CLI_TROUBLE;
            return OPTIONS_STOP;
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
                return OPTIONS_STOP;
            }
            break;
        case 'h':
            cli_print("%s", syntax->help);
            *status = CLI_OK;
            return OPTIONS_STOP;
        case ':':
            *status = cli_trouble("option '%s' needs a value", argv[optind - 1]);
            return OPTIONS_STOP;
        case '?':
            *status = wrong_option(syntax, argv);
            return OPTIONS_STOP;
        default:
            return option;
        }
    }
}

bool cli_read_options(const cli_syntax *syntax, int argc, char **argv, bool (*read)(int option, void *user),
                      void *user, int *status)
{
    int option;
    while ((option = next_option(syntax, argc, argv, status)) != OPTIONS_END) {
        if (option == OPTIONS_STOP)
            return false;
        *status = CLI_TROUBLE;
        if (!read(option, user))
            return false;
    }
    return true;
}

/* ---- Options by a table ------------------------------------------------------------------------------- */

bool cli_words_add(cli_words *words, const char *word)
{
    const char **grown = realloc(words->word, (words->count + 1) * sizeof *grown);
    if (grown == NULL)
        return cli_no_memory();
    words->word = grown;
    words->word[words->count++] = word;
    return true;
}

void cli_words_free(cli_words *words)
{
    free(words->word);
    *words = (cli_words){0};
}

bool cli_read_text(const char *option, const char *value, void *field)
{
    (void)option;
    *(const char **)field = value;
    return true;
}

bool cli_read_word(const char *option, const char *value, void *field)
{
    (void)option;
    return cli_words_add(field, value);
}

bool cli_read_whole(const char *option, const char *value, void *field)
{
    return cli_whole_number(option, value, field);
}

bool cli_read_u32(const char *option, const char *value, void *field)
{
    uint64_t number;
    if (!cli_whole_number_to(option, value, UINT32_MAX, &number))
        return false;
    *(uint32_t *)field = (uint32_t)number;
    return true;
}

bool cli_read_flag(const char *option, const char *value, void *field)
{
    (void)option;
    (void)value;
    return *(bool *)field = true;
}

#define MOST_OPTIONS 48
#define FIRST_VALUE  256 /* beyond all letters */

typedef struct option_reader {
    const cli_option_table *table;
    char *settings;
} option_reader;

static bool read_table_option(int option, void *user)
{
    const option_reader *r = user;
    const cli_option *row = r->table->options;
    if (option >= FIRST_VALUE)
        row += option - FIRST_VALUE;
    else
        while (row->letter != option)
            row++;
    const char *value = row->has_value ? optarg : NULL;
    return (r->table->note == NULL || r->table->note(row, value, r->settings)) &&
           row->read(row->name, value, r->settings + row->field);
}

bool cli_read_option_table(const cli_option_table *table, int argc, char **argv, void *settings, int *status)
{
    static const struct option common[] = {CLI_COMMON_OPTIONS};
    struct option option[MOST_OPTIONS + sizeof common / sizeof *common];
    char letters[32] = CLI_COMMON_LETTERS;
    int count = 0;
    for (const cli_option *row = table->options; row->name != NULL && count < MOST_OPTIONS; row++, count++) {
        size_t length = strlen(letters);
        option[count] = (struct option){row->name + 2, row->has_value ? required_argument : no_argument, NULL,
                                        row->letter != 0 ? row->letter : FIRST_VALUE + count};
        if (row->letter != 0)
            snprintf(letters + length, sizeof letters - length, "%c%s", row->letter,
                     row->has_value ? ":" : "");
    }
    memcpy(option + count, common, sizeof common);
    option_reader r = {table, settings};
    const cli_syntax syntax = {table->verb, table->help, letters, option};
    bool is_good = cli_read_options(&syntax, argc, argv, read_table_option, &r, status);
    *status = is_good ? CLI_TROUBLE : *status;
    return is_good;
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

bool cli_whole_number(const char *option, const char *text, uint64_t *out)
{
    uint64_t value = 0;
    bool good = *text != '\0';
    for (const char *c = text; good && *c; c++) {
        uint64_t digit = (uint64_t)(unsigned char)*c - '0';
        good = digit <= 9 && value <= (UINT64_MAX - digit) / 10;
        value = value * 10 + digit;
    }
    if (!good)
        return cli_refuse("%s: '%s' is not a whole number from 0 to %" PRIu64, option, text, UINT64_MAX);
    *out = value;
    return true;
}

bool cli_whole_number_to(const char *option, const char *text, uint64_t most, uint64_t *out)
{
    uint64_t value;
    if (!cli_whole_number(option, text, &value))
        return false;
    if (value < 1 || value > most)
        return cli_refuse("%s: '%s' is not from 1 to %" PRIu64, option, text, most);
    *out = value;
    return true;
}

bool cli_read_seconds(const char *option, const char *value, void *field)
{
    static const struct {
        const char *word;
        double seconds;
    } units[] = {{"us", 1e-6}, {"ms", 1e-3}, {"min", 60}, {"s", 1}};
    size_t length = strlen(value);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t tail = strlen(units[i].word);
        double number;
        if (length <= tail || strcmp(value + length - tail, units[i].word) != 0)
            continue;
        if (!fk_number_parse(value, length - tail, &number) || !(number > 0 && number <= 1e9))
            break;
        *(double *)field = number * units[i].seconds;
        return true;
    }
    return cli_refuse("%s: '%s' is not a time above 0, such as 10ms or 2s", option, value);
}

/* ---- Names of files ------------------------------------------------------------------------------------ */

bool cli_is_output(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

bool cli_ends_with(const char *path, const char *end)
{
    size_t length = strlen(path), tail = strlen(end);
    return length > tail && strcasecmp(path + length - tail, end) == 0;
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

/* Reads more into an empty buffer. Returns false at the end of input, or on an error. */
static bool refill_input(cli_input *input)
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
    if (input->begin == input->end && !refill_input(input))
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
    while ((more = input->begin < input->end || refill_input(input))) {
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

/* ---- Cancel -------------------------------------------------------------------------------------------- */

static fk_cancel cancel_flag = {.poll = poll_bar};
static bool was_cancelled;
static void (*old_handler)(int);

static void note_interrupt(int number)
{
    signal(number, SIG_DFL);
    fk_cancel_set(&cancel_flag);
}

void cli_cancel_begin(void)
{
    bar_thread = pthread_self();
    old_handler = signal(SIGINT, note_interrupt);
    if (old_handler == SIG_IGN) /* as in the background of a script */
        signal(SIGINT, SIG_IGN);
}

void cli_cancel_end(void)
{
    signal(SIGINT, old_handler);
    was_cancelled = was_cancelled || fk_cancel_is_set(&cancel_flag);
    cancel_flag = (fk_cancel){.poll = poll_bar};
}

bool cli_was_cancelled(void)
{
    return was_cancelled;
}

fk_context *cli_context_create(void)
{
    fk_context *context = NULL;
    fk_context_options options = fk_context_options_default();
    options.cancel = &cancel_flag;
    fk_status status = fk_context_create(&options, &context);
    if (status != FK_OK)
        cli_trouble("%s", fk_status_text(status));
    return context;
}

static fk_context *program_context;

fk_context *cli_context(void)
{
    if (program_context == NULL && (program_context = cli_context_create()) == NULL)
        _exit(CLI_TROUBLE);
    return program_context;
}

void cli_context_end(void)
{
    fk_context_destroy(program_context);
    program_context = NULL;
}

fk_pool *cli_pool(fk_context *context, uint64_t jobs)
{
    fk_pool *pool = NULL;
    if (fk_pool_create(context, (uint32_t)(jobs < 256 ? jobs : 256), &pool) != FK_OK)
        cli_no_memory();
    return pool;
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
