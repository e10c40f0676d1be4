/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the verbs of the farkas command share: exit status, messages, options, input and output.
 *
 * Data goes to stdout, messages to stderr. Functions that report trouble return CLI_TROUBLE, so that a verb
 * can say `return cli_trouble(...)`. */

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
    CLI_UNDECIDED = 3 /* none of that, but something is not known */
};

/* argv[0] is the verb. Each returns an exit status. */
int pairs_run(int argc, char **argv);
int verify_run(int argc, char **argv);
int check_run(int argc, char **argv);
int sweep_run(int argc, char **argv);
int search_run(int argc, char **argv);
int distance_run(int argc, char **argv);
int robot_run(int argc, char **argv);
int info_run(int argc, char **argv);
int convert_run(int argc, char **argv);
int hull_run(int argc, char **argv);
int split_run(int argc, char **argv);
int gen_run(int argc, char **argv);
int demo_run(int argc, char **argv);
int view_run(int argc, char **argv);
int report_run(int argc, char **argv);
int render_run(int argc, char **argv);

/* Writes the sample workcell of farkas demo, cell.json and all that it needs, into a folder, which is made if need be; files of these
 * names are replaced, with a note where that changes them. False after a message. */
bool workcell_write(fk_context *context, const char *folder);

/* A verb. Where run is NULL, it is one of another program beside this one: of farkas-VERB, or else of farkas-lab. */
typedef struct cli_verb {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} cli_verb;

#define CLI_MOST_VERBS 32

/* A program with verbs; the list ends with a name that is NULL. The help has the list of verbs between its two texts. */
typedef struct cli_program {
    const char *help_before;
    const cli_verb *verbs;
    const char *help_after;
} cli_program;

/* The whole of main. */
int cli_main(const cli_program *program, int argc, char **argv);

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* "auto", "always" or "never"; false for other words. */
bool cli_set_color(const char *word);

/* Writes "farkas: error: text", after flushing stdout so that messages come behind the data before them. */
int cli_trouble(const char *format, ...) CLI_PRINTF(1, 2);

/* The same with "file:line:column: " before the text; line or column 0 is left out. */
int cli_trouble_at(const char *file, size_t line, size_t column, const char *format, ...) CLI_PRINTF(4, 5);

/* The same, and false, for functions that return that after a message. */
#define cli_refuse(...)    (cli_trouble(__VA_ARGS__), false)
#define cli_refuse_at(...) (cli_trouble_at(__VA_ARGS__), false)

/* That there is no memory left. Always false, for functions that return that after a message. */
bool cli_no_memory(void);

/* What a thread has to say about trouble is put here instead, without "farkas: error: "; NULL: it is written again. Of
 * several messages the last stays, and notes are left out. For verbs with a window of their own. */
void cli_catch(char *text, size_t size);

/* Writes "farkas: text" in the same way, unless --quiet was given. */
void cli_note(const char *format, ...) CLI_PRINTF(1, 2);

/* The known word nearest to a mistyped one, or NULL when none is near. known ends with NULL. */
const char *cli_nearest(const char *word, const char *const *known);

/* "unknown WHAT 'word'; did you mean 'nearest'?", or "; known: ..." when none is near. */
int cli_unknown(const char *what, const char *word, const char *const *known);

/* Which of the known words it is; -1 after that message. */
int cli_find(const char *what, const char *word, const char *const *known);

/* Whether --verbose was given: a verb then ends with a note of what it did; whether --quiet was. */
bool cli_is_verbose(void);
bool cli_is_quiet(void);

/* A counter on stderr while a long input runs, when stderr is a terminal and stdout is not, unless quiet. Messages wipe
 * it. */
void cli_progress(uint64_t count, const char *what);
/* The same as a bar, for work whose length is known; also when stdout is a terminal, where nothing is written meanwhile. */
void cli_progress_bar(uint64_t done, uint64_t total, const char *what);
void cli_progress_end(void);

/* ---- Options ------------------------------------------------------------------------------------------- */

/* A verb's options. `letters` is the getopt string without ':' at its front; both lists hold the common
 * options. */
typedef struct cli_syntax {
    const char *verb;
    const char *help; /* NULL for arguments that a file holds: the common options are refused then */
    const char *letters;
    const struct option *options;
} cli_syntax;

/* The options of every verb: help, quiet, verbose, color; cli_option carries them out. */
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

/* The help on them, as most verbs have it; around what others say of --verbose; and in narrow columns. */
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

/* Reads all options of a verb. `read` gets each that is not common, with its value in optarg, and returns false after a message.
 * False when the verb shall return *status. */
bool cli_read_options(const cli_syntax *syntax, int argc, char **argv, bool (*read)(int option, void *user),
                      void *user, int *status);

/* The same by a table: each option puts its value into a field of the settings of the verb. */
typedef struct cli_slot {
    const char *name; /* "--name" */
    int letter;       /* the short one; 0: none */
    bool has_value;
    /* Gets the name, the value, NULL without one, and the field. False after a message. */
    bool (*read)(const char *option, const char *value, void *field);
    size_t field; /* where it is in the settings */
} cli_slot;

#define CLI_SLOT(name, letter, has_value, read, type, field)                                                 \
    {                                                                                                        \
        name, letter, has_value, read, offsetof(type, field)                                                 \
    }
#define CLI_READ(name, read, type, field) CLI_SLOT(name, 0, true, read, type, field)
#define CLI_TEXT(name, type, field)       CLI_READ(name, cli_read_text, type, field)
#define CLI_WORDS(name, type, field)      CLI_READ(name, cli_read_word, type, field)
#define CLI_WHOLE(name, type, field)      CLI_READ(name, cli_read_whole, type, field)
#define CLI_FLAG(name, type, field)       CLI_SLOT(name, 0, false, cli_read_flag, type, field)
#define CLI_JOBS(type, field)             CLI_SLOT("--jobs", 'j', true, cli_read_whole, type, field)
#define CLI_OUTPUT(type, field)           CLI_SLOT("--output", 'o', true, cli_read_text, type, field)
/* Behind the last. */
#define CLI_END                                                                                              \
    {                                                                                                        \
        NULL, 0, false, NULL, 0                                                                              \
    }

/* Texts of an option that may be given several times, as they were given. */
typedef struct cli_words {
    const char **word;
    size_t count;
} cli_words;

/* False after a message. */
bool cli_words_add(cli_words *words, const char *word);
void cli_words_free(cli_words *words);

/* Into a text, cli_words, a uint64_t, a uint32_t from 1 on, a bool. */
bool cli_read_text(const char *option, const char *value, void *field);
bool cli_read_word(const char *option, const char *value, void *field);
bool cli_read_whole(const char *option, const char *value, void *field);
bool cli_read_u32(const char *option, const char *value, void *field);
bool cli_read_flag(const char *option, const char *value, void *field);
/* Into a double: a time above 0 with its unit, as 10ms, 2s or 1.5min, in seconds. */
bool cli_read_seconds(const char *option, const char *value, void *field);

typedef struct cli_form {
    const char *verb, *help; /* as in cli_syntax */
    const cli_slot *slots;
    /* Is told each option before it is read; or NULL. False after a message. */
    bool (*note)(const cli_slot *slot, const char *value, void *settings);
} cli_form;

/* Reads all options of a verb into its settings. False when the verb shall return *status, which is CLI_TROUBLE otherwise. */
bool cli_read_form(const cli_form *form, int argc, char **argv, void *settings, int *status);

/* A whole number from 0 to 2^64 - 1. False after a message that names the option. */
bool cli_whole_number(const char *option, const char *text, uint64_t *out);
/* One from 1 to `most`. */
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

/* An fk_read_function; user is the input. Flushes stdout before it waits for more, so that a program that
 * talks to farkas through pipes gets every answer to what it has sent. */
size_t cli_input_read(void *user, char *buffer, size_t capacity);

typedef enum cli_line { CLI_LINE, CLI_LINE_END, CLI_LINE_TOO_LONG, CLI_LINE_FAILED } cli_line;

/* Reads one line without its LF or CR LF. The last line may lack it. */
cli_line cli_input_line(cli_input *input, char *line, size_t capacity, size_t *length);

/* A context; NULL after a message. */
fk_context *cli_context_create(void);

/* The context of the program, which cli_main destroys. Ends the program after a message where there is no memory for it. */
fk_context *cli_context(void);
void cli_context_end(void);

/* Threads for --jobs; NULL after a message. */
fk_pool *cli_pool(fk_context *context, uint64_t jobs);

/* Tells why reading from an input stopped; why a pair reader did. */
int cli_input_trouble(const cli_input *input);
int cli_pair_trouble(const cli_input *input, const fk_pair_reader *reader);

/* ---- Output -------------------------------------------------------------------------------------------- */

/* Whether what is written to stdout may have colours, and whether a person reads it there. */
bool cli_output_is_colored(void);
bool cli_output_is_terminal(void);

/* These end the program when stdout cannot be written: quietly when its reader has gone away, else with a
 * message and CLI_TROUBLE. */
void cli_write(const char *text, size_t length);
void cli_print(const char *format, ...) CLI_PRINTF(1, 2);
/* An fk_write_function; user is not looked at. */
bool cli_write_function(void *user, const char *bytes, size_t count);
void cli_flush(void);
void cli_output_end(void);

/* JSON, after a format: %s a text as it is, %q one in quotes, in which bytes that are not UTF-8 become U+FFFD; %n a double, null
 * where it is not finite, and -0 is 0; %v an fk_vec3 as an array; %d an int, %u a uint32_t, %l a uint64_t, %z a size_t; %b a
 * bool. */
void cli_json(const char *format, ...);

void cli_print_json_number(double value);
void cli_print_json_string(const char *text);

/* A file that appears under its name only when it is whole: until then it has another one beside it. */
typedef struct cli_file {
    FILE *stream;
    const char *path;
    int error;      /* of the first write that failed, or 0 */
    bool is_direct; /* a device or the like, which has no other name */
    char target[4096], temporary[4096];
} cli_file;

/* The path must live until the file is committed. False after a message that names the file. */
bool cli_file_create(cli_file *file, const char *path);
/* Closes the file and gives it its name; what had that name is replaced. When something could not be written, there is
 * a message, and the file is gone. */
bool cli_file_commit(cli_file *file);

/* Writes what `write` writes of `what` to a file, or to stdout for "-". False after a message. */
typedef fk_status cli_writer(const void *what, fk_write_function *write, void *user);
bool cli_file_write(const char *path, cli_writer *write, const void *what);

/* Whether a file to be written is stdout: "-"; NULL is none. */
bool cli_is_output(const char *path);

/* Whether two names are those of one regular file. */
bool cli_is_same_file(const char *a, const char *b);

/* Makes a folder, unless there is one. False after a message. */
bool cli_folder_create(const char *path);

/* Whether a name ends so, in small or in capital letters, and has more before it. */
bool cli_ends_with(const char *path, const char *end);

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* Names are padded up to this. */
#define TABLE_WIDEST 48

/* Room for the names of a pair; longer ones are cut. */
#define TABLE_NAME 600

/* "a x b", without control bytes, which must not reach a terminal. Returns text. */
const char *table_pair_name(char text[TABLE_NAME], const char *a, const char *b);

/* The width of a column that also has the name of this pair. */
int table_widen(int width, const char *a, const char *b);

/* Prints the first words of a line: what it is, in a colour where that is wanted, and the name of a pair,
 * padded. */
typedef enum table_color { TABLE_PLAIN, TABLE_RED, TABLE_YELLOW } table_color;
void table_begin(const char *word, table_color color, const char *a, const char *b, int width);

/* "(x y z)" with some digits. */
void table_vector(char *text, size_t size, fk_vec3 v);
/* Prints "   box (x y z)-(x y z)". */
void table_box(const fk_aabb *box);

/* Prints the first line of a table, with the seconds behind it on a terminal alone, so that the same question
 * gives the same bytes elsewhere. */
void table_head(const char *line, double seconds);

#endif
