/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the verbs of the farkas command share: exit status, messages, options, input and output.
 *
 * Data goes to stdout, messages to stderr. Functions that report trouble return CLI_TROUBLE, so a verb can write
 * `return cli_trouble(...)`. "False after a message" means: the function wrote a message to stderr and returns false. */

#ifndef FARKAS_TOOLS_CLI_H
#define FARKAS_TOOLS_CLI_H

#include "farkas/farkas.h"

#include <getopt.h>
#include <stddef.h>
#include <stdio.h>

#if defined(__GNUC__)
#define CLI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CLI_PRINTF(text, first)
#endif

/* ---- Verbs --------------------------------------------------------------------------------------------- */

/* Exit status of every verb. */
enum {
    CLI_OK = 0,
    /* check, sweep, search: some pair clashes; search --rules: a rule is broken; pairs: some pair meets; verify:
     * some proof fails; info --strict: some part is no sound solid. */
    CLI_FOUND = 1,
    CLI_TROUBLE = 2,
    CLI_UNDECIDED = 3,  /* nothing found, but some pair is undecided */
    CLI_CANCELLED = 130 /* Ctrl-C ended the work, and what is written is incomplete */
};

/* The verbs: argv[0] is the name of the verb. Each returns an exit status. */
int verb_pairs(int argc, char **argv);
int verb_verify(int argc, char **argv);
int verb_check(int argc, char **argv);
int verb_sweep(int argc, char **argv);
int verb_search(int argc, char **argv);
int verb_distance(int argc, char **argv);
int verb_robot(int argc, char **argv);
int verb_info(int argc, char **argv);
int verb_convert(int argc, char **argv);
int verb_hull(int argc, char **argv);
int verb_split(int argc, char **argv);
int verb_spheres(int argc, char **argv);
int verb_gen(int argc, char **argv);
int verb_gen_assembly(int argc, char **argv);
int verb_demo(int argc, char **argv);
int verb_view(int argc, char **argv);
int verb_report(int argc, char **argv);
int verb_render(int argc, char **argv);

/* Writes the sample workcell of farkas demo, cell.json and its files, into a folder; creates the folder if needed.
 * Replaces files of the same names, with a note if that changes them. False after a message. */
bool sample_workcell_write(fk_context *context, const char *folder);

/* A verb. run is NULL for a verb of another program beside this one: farkas-VERB, or else farkas-lab. */
typedef struct cli_verb {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
    const char *how; /* how to get farkas-VERB; NULL: it is one of farkas-lab */
} cli_verb;

#define CLI_MOST_VERBS 32

/* A program with verbs. The list ends with a NULL name. The help prints the list of verbs between the two texts. */
typedef struct cli_program {
    const char *help_before;
    const cli_verb *verbs;
    const char *help_after;
} cli_program;

/* Runs the program; main returns its value. */
int cli_main(const cli_program *program, int argc, char **argv);

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* Sets the colour of messages: "auto", "always" or "never"; returns false for other words. */
bool cli_set_color(const char *word);

/* Writes "farkas: error: text". Flushes stdout first, so that messages come after the data before them. */
int cli_trouble(const char *format, ...) CLI_PRINTF(1, 2);

/* Writes "file:line:column: " before the text; leaves out a line or column of 0. */
int cli_trouble_at(const char *file, size_t line, size_t column, const char *format, ...) CLI_PRINTF(4, 5);

/* The same; evaluate to false, for functions that return false after a message. */
#define cli_refuse(...)    (cli_trouble(__VA_ARGS__), false)
#define cli_refuse_at(...) (cli_trouble_at(__VA_ARGS__), false)

/* Reports that memory ran out. Always returns false. */
bool cli_no_memory(void);

/* Redirects the error messages of this thread to `text`, without "farkas: error: "; NULL ends that. Only the last
 * message is kept; notes are dropped. For verbs that have a window. */
void cli_catch_messages(char *text, size_t size);

/* Writes "farkas: text", unless --quiet was given; flushes stdout first. */
void cli_note(const char *format, ...) CLI_PRINTF(1, 2);

/* Returns the known word nearest to a mistyped one, or NULL if none is near. known ends with NULL. */
const char *cli_nearest_word(const char *word, const char *const *known);

/* Reports "unknown WHAT 'word'; did you mean 'nearest'?", or "; known: ..." if none is near. */
int cli_unknown_word(const char *what, const char *word, const char *const *known);

/* Returns the index of a word among the known ones, or -1 after that message. */
int cli_find_word(const char *what, const char *word, const char *const *known);

/* Whether the user gave --verbose (a verb then ends with a note of its work), or --quiet. */
bool cli_is_verbose(void);
bool cli_is_quiet(void);

/* Shows a counter on stderr during long input, if stderr is a terminal and stdout is not, unless --quiet was given.
 * Messages erase it. */
void cli_progress(uint64_t count, const char *what);
/* Shows a bar instead, for work of known length; also if stdout is a terminal, because nothing is written there
 * meanwhile. */
void cli_progress_bar(uint64_t done, uint64_t total, const char *what);
void cli_progress_end(void);

/* Ctrl-C between these cancels library calls with contexts made here, and the program returns CLI_CANCELLED; once more, it ends the
 * program at once, as it does everywhere else. */
void cli_cancel_begin(void);
void cli_cancel_end(void);
/* Whether Ctrl-C cancelled something. */
bool cli_was_cancelled(void);

/* ---- Options ------------------------------------------------------------------------------------------- */

/* A verb's options. `letters` is the getopt string without the leading ':'; both lists include the common options. */
typedef struct cli_syntax {
    const char *verb;
    const char *help; /* NULL for arguments that come from a file: these may not have common options */
    const char *letters;
    const struct option *options;
} cli_syntax;

/* The options of every verb: help, quiet, verbose, color; the readers below execute them. */
#define CLI_COMMON_LETTERS "hqv"
#define CLI_OPTION_COLOR   1000
// clang-format off
#define CLI_COMMON_OPTIONS                              \
    {"help", no_argument, NULL, 'h'},                   \
    {"quiet", no_argument, NULL, 'q'},                  \
    {"verbose", no_argument, NULL, 'v'},                \
    {"color", required_argument, NULL, CLI_OPTION_COLOR}, \
    {NULL, 0, NULL, 0}
// clang-format on

/* The help on the common options: for most verbs; the two halves around another text on --verbose; and in narrow
 * columns. */
#define CLI_QUIET_HELP "  -q, --quiet        no progress and no notes\n"
#define CLI_COLOR_HELP                                                                                       \
    "      --color W      coloured messages: auto (default), always or never\n"                              \
    "  -h, --help         print this help\n"
#define CLI_COMMON_HELP                                                                                      \
    CLI_QUIET_HELP "  -v, --verbose      end with a summary on standard error\n" CLI_COLOR_HELP
#define CLI_NARROW_HELP                                                                                      \
    "  -q, --quiet      no progress and no notes\n"                                                          \
    "  -v, --verbose    end with a summary on standard error\n"                                              \
    "      --color W    coloured messages: auto (default), always or never\n"                                \
    "  -h, --help       print this help\n"

/* Reads all options of a verb. Calls `read` for each option that is not common, with its value in optarg; `read`
 * returns false after a message. Returns false if the verb must return *status. */
bool cli_read_options(const cli_syntax *syntax, int argc, char **argv, bool (*read)(int option, void *user),
                      void *user, int *status);

/* An option in a table: it stores its value in a field of the verb's settings. */
typedef struct cli_option {
    const char *name; /* "--name" */
    int letter;       /* the short name; 0: none */
    bool has_value;
    /* Gets the name, the value (NULL without one) and the field. False after a message. */
    bool (*read)(const char *option, const char *value, void *field);
    size_t field; /* its offset in the settings */
} cli_option;

#define CLI_OPTION(name, letter, has_value, read, type, field)                                               \
    {                                                                                                        \
        name, letter, has_value, read, offsetof(type, field)                                                 \
    }
#define CLI_READ(name, read, type, field) CLI_OPTION(name, 0, true, read, type, field)
#define CLI_TEXT(name, type, field)       CLI_READ(name, cli_read_text, type, field)
#define CLI_WORDS(name, type, field)      CLI_READ(name, cli_read_word, type, field)
#define CLI_WHOLE(name, type, field)      CLI_READ(name, cli_read_whole, type, field)
#define CLI_FLAG(name, type, field)       CLI_OPTION(name, 0, false, cli_read_flag, type, field)
#define CLI_JOBS(type, field)             CLI_OPTION("--jobs", 'j', true, cli_read_whole, type, field)
#define CLI_OUTPUT(type, field)           CLI_OPTION("--output", 'o', true, cli_read_text, type, field)
/* Ends a table. */
#define CLI_END                                                                                              \
    {                                                                                                        \
        NULL, 0, false, NULL, 0                                                                              \
    }

/* The values of an option that may be given several times, in their order. */
typedef struct cli_words {
    const char **word;
    size_t count;
} cli_words;

/* False after a message. */
bool cli_words_add(cli_words *words, const char *word);
void cli_words_free(cli_words *words);

/* Read into a text, cli_words, a uint64_t, a uint32_t from 1 on, a bool. */
bool cli_read_text(const char *option, const char *value, void *field);
bool cli_read_word(const char *option, const char *value, void *field);
bool cli_read_whole(const char *option, const char *value, void *field);
bool cli_read_u32(const char *option, const char *value, void *field);
bool cli_read_flag(const char *option, const char *value, void *field);
/* Reads a time above 0 with its unit, as 10ms, 2s or 1.5min, into a double, in seconds. */
bool cli_read_seconds(const char *option, const char *value, void *field);

typedef struct cli_option_table {
    const char *verb, *help; /* as in cli_syntax */
    const cli_option *options;
    /* Called with each option before it is read; or NULL. False after a message. */
    bool (*note)(const cli_option *row, const char *value, void *settings);
} cli_option_table;

/* Reads all options of a verb into its settings. Returns false if the verb must return *status; else *status is
 * CLI_TROUBLE. */
bool cli_read_option_table(const cli_option_table *table, int argc, char **argv, void *settings, int *status);

/* Reads a whole number from 0 to 2^64 - 1. False after a message that names the option. */
bool cli_whole_number(const char *option, const char *text, uint64_t *out);
/* Reads one from 1 to `most`. */
bool cli_whole_number_to(const char *option, const char *text, uint64_t most, uint64_t *out);

/* ---- Input --------------------------------------------------------------------------------------------- */

/* A file, or stdin for "-". */
typedef struct cli_input {
    const char *name; /* for messages */
    int file;
    int error; /* errno of a read that failed, or 0 */
    size_t begin, end;
    char buffer[1 << 16];
} cli_input;

/* False after a message. */
bool cli_input_open(cli_input *input, const char *path);
void cli_input_close(cli_input *input);

/* An fk_read_function; user is the input. Flushes stdout before it waits for more, so that a program that talks to
 * farkas through pipes receives every answer to what it has sent. */
size_t cli_input_read(void *user, char *buffer, size_t capacity);

typedef enum cli_line { CLI_LINE, CLI_LINE_END, CLI_LINE_TOO_LONG, CLI_LINE_FAILED } cli_line;

/* Reads one line without its LF or CR LF. The last line may lack it. */
cli_line cli_input_line(cli_input *input, char *line, size_t capacity, size_t *length);

/* Creates a context; returns NULL after a message. */
fk_context *cli_context_create(void);

/* Returns the context of the program; cli_main destroys it. Exits the program after a message if memory runs out. */
fk_context *cli_context(void);
void cli_context_end(void);

/* Creates threads for --jobs; returns NULL after a message. */
fk_pool *cli_pool(fk_context *context, uint64_t jobs);

/* Report why reading from an input stopped, and why a pair reader did. */
int cli_input_trouble(const cli_input *input);
int cli_pair_trouble(const cli_input *input, const fk_pair_reader *reader);

/* ---- Output -------------------------------------------------------------------------------------------- */

/* Whether stdout takes colours, and whether it is a terminal. */
bool cli_output_is_colored(void);
bool cli_output_is_terminal(void);

/* These exit the program if stdout cannot be written: silently if its reader has gone away, else with a message and
 * CLI_TROUBLE. */
void cli_write(const char *text, size_t length);
void cli_print(const char *format, ...) CLI_PRINTF(1, 2);
/* An fk_write_function; ignores user. */
bool cli_write_function(void *user, const char *bytes, size_t count);
void cli_flush(void);
void cli_output_end(void);

/* Prints JSON after a format: %s a text unchanged, %q a quoted text, in which bytes that are not UTF-8 become U+FFFD;
 * %n a double, null if it is not finite, -0 as 0; %v an fk_vec3 as an array; %d an int, %u a uint32_t, %l a uint64_t,
 * %z a size_t; %b a bool. */
void cli_json(const char *format, ...);

void cli_print_json_number(double value);
void cli_print_json_string(const char *text);

/* A file that appears under its name only when it is complete: until then it has another name in the same folder. */
typedef struct cli_file {
    FILE *stream;
    const char *path;
    int error;      /* errno of the first write that failed, or 0 */
    bool is_direct; /* a device or the like, which is written directly */
    char target[4096], temporary[4096];
} cli_file;

/* The path must live until the file is committed. False after a message that names the file. */
bool cli_file_create(cli_file *file, const char *path);
/* Closes the file and gives it its name; replaces an older file of that name. If a write failed, prints a message and
 * removes the file. */
bool cli_file_commit(cli_file *file);

/* Writes `what` by `write` to a file, or to stdout for "-". False after a message. */
typedef fk_status cli_writer(const void *what, fk_write_function *write, void *user);
bool cli_file_write(const char *path, cli_writer *write, const void *what);

/* Whether an output path is stdout: "-"; false for NULL. */
bool cli_is_output(const char *path);

/* Whether two names mean the same regular file. */
bool cli_is_same_file(const char *a, const char *b);

/* Checks that a file can be created, before the work, which may be long. False after a message. */
bool cli_can_write_to(const char *option, const char *path);

/* Creates a folder, unless it exists. False after a message. */
bool cli_folder_create(const char *path);

/* Writes "folder/below" and the name after it. False after a message. */
#define CLI_PATH_SIZE 4096
bool cli_path_join(char path[CLI_PATH_SIZE], const char *folder, const char *below, const char *name);

/* Whether a name ends so, in small or capital letters, and is longer than the ending. */
bool cli_ends_with(const char *path, const char *end);

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* Pads names up to this width. */
#define TABLE_WIDEST 48

/* Size of the text of a pair of names; longer ones are cut. */
#define TABLE_NAME 600

/* Writes "a x b", without control bytes, which must not reach a terminal. Returns text. */
const char *table_pair_name(char text[TABLE_NAME], const char *a, const char *b);

/* Returns the width of the column that also fits the name of this pair. */
int table_widen(int width, const char *a, const char *b);

/* Prints the start of a line: a word, coloured where stdout takes colours, and the padded name of a pair. */
typedef enum table_color { TABLE_PLAIN, TABLE_RED, TABLE_YELLOW } table_color;
void table_begin(const char *word, table_color color, const char *a, const char *b, int width);

/* Writes "(x y z)" with a few digits. */
void table_vector(char *text, size_t size, fk_vec3 v);
/* Prints "   box (x y z)-(x y z)". */
void table_box(const fk_aabb *box);

/* Prints the first line of a table. Appends the seconds on a terminal only, so that the same question gives the same
 * bytes elsewhere. */
void table_head(const char *line, double seconds);

#endif
