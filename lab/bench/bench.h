/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The harness of `farkas bench`. A section is a table of its own parts: options, scenes, the check of answers, the print of rows, and the
 * records. The harness reads the options, lets participants (programs that answer queries) take turns, keeps a row for each of their
 * methods, and prints and writes the rows. */

#ifndef FARKAS_LAB_BENCH_BENCH_H
#define FARKAS_LAB_BENCH_BENCH_H

#include "bench/program.h"
#include "bench/records.h"
#include "cli.h"
#include "peers/participant.h"

/* ---- rows.c: rows, and how they are printed ------------------------------------------------------------ */

/* A number or a text with a name. */
typedef struct bench_field {
    char name[24], text[96];
    double number;
} bench_field;

/* The results of one method on one scene. */
typedef struct bench_row {
    bench_field field[40];
    size_t fields;
    bool is_ours;
} bench_row;

typedef struct bench_rows {
    bench_row *row;
    size_t count, capacity;
} bench_rows;

void rows_add(bench_rows *rows, const bench_row *row);

void row_set(bench_row *row, const char *name, double number);
void row_set_text(bench_row *row, const char *name, const char *format, ...) CLI_PRINTF(3, 4);
/* Return 0 or "" for a missing field. */
double row_get(const bench_row *row, const char *name);
const char *row_text(const bench_row *row, const char *name);
/* Whether the field has this text. */
bool row_is(const bench_row *row, const char *name, const char *text);
/* Copies a time with its lowest and highest value: NAME, NAME_low and NAME_high. */
void row_copy_time(bench_row *row, const char *to, const char *from, double scale);

typedef enum bench_output_form { BENCH_TABLE, BENCH_CSV, BENCH_JSON } bench_output_form;

/* Prints the rows from `first` on, which belong to one scene and work. The blocks of pages/PAGE.md give the format: table, csv and json
 * print a row, table-head precedes the first of these rows, csv-head the first of all rows. PREFIX precedes the names of the blocks. In a
 * block, <NAME> and <NAME FORMAT> print a field. FORMAT is a printf format for doubles or strings without '%', or "08x" for a hash, or "j"
 * for a JSON string. <?NAME YES|NO> prints YES if the field is neither 0 nor empty, else NO. */
void rows_print(const bench_rows *rows, size_t first, bench_output_form form, const char *page,
                const char *prefix);
void row_format(const char *text, const bench_row *row, char *out, size_t capacity);

/* Adds a record for a row; the fields `what`, `size` and `method` name it. */
bench_record *row_add(bench_records *records, const bench_row *row, const char *work, const char *unit,
                      double value);
/* The same for a time in nanoseconds, if it was measured. */
bench_record *row_add_time(bench_records *records, const bench_row *row, const char *work, const char *unit,
                           const char *time, double scale);

/* ---- turns.c: participants take turns ------------------------------------------------------------------ */

typedef struct bench_participant {
    char *path;
    const char *level; /* Farkas only: the value of FARKAS_CPU, or NULL */
    bool is_ours;
    char slow[128]; /* works that ran out of time, each followed by ' ' */
} bench_participant;

typedef struct bench_participants {
    char folder[512]; /* for input files */
    bench_participant *participant;
    size_t count;
} bench_participants;

typedef struct bench_section bench_section;
typedef struct bench_options bench_options;

typedef struct bench_run {
    const bench_section *section;
    const bench_options *options;
    bench_participants participants;
    bench_rows rows;
    bench_records records; /* in addition to those of the rows */
    size_t printed_rows;   /* printed rows that are not in `rows` */
} bench_run;

/* One work on one scene. */
typedef struct bench_task {
    bench_row base; /* fields that all its rows share */
    const void *scene;
    const char *work;
    const char *prefix; /* of the blocks that print its rows; NULL: none */
    char *argument[5];  /* after WORK and MILLISECONDS; ends with NULL */
} bench_task;

/* Finds Farkas itself and the peers. False after a message. bench_participants_free also removes the folder. */
bool bench_participants_find(bench_participants *participants, const char *peers, const char *usual);
void bench_participants_free(bench_participants *participants);

/* Lets every participant that knows it do the work, round by round in turn, then adds and prints the rows. Participants are
 *
 *     PROGRAM WORK MILLISECONDS ARGUMENT...
 *
 * and print an object for each method: {"method":...,"library":...}, times "ns...":[...] of the passes of a round, of which the median
 * counts, other numbers, which become fields, and answers, which the section judges. False after a message. */
bool bench_run_task(bench_run *run, bench_task *task);

/* Makes the command line of a participant, which ends with NULL and points to the texts of its arguments. */
void bench_participant_command(const bench_run *run, const bench_participant *participant,
                               const bench_task *task, char *time, char *argv[16]);

/* ---- bench_verb.c: options and the run ----------------------------------------------------------------- */

struct bench_options {
    const char *peers;                         /* NULL: beside farkas; "": none */
    const char *out;                           /* the folder of records, or NULL */
    const char *family, *kinds, *scene, *work; /* NULL: all */
    const char *data;                          /* the folder of robots, or NULL */
    uint64_t rounds, time;                     /* at least 1, except in the quick run of some sections */
    uint64_t limit, seed, count;
    bench_output_form form;
    bool quick, instructions, rules;
    char **file; /* arguments after the name of the section; ends with NULL */
};

struct bench_section {
    const char *name;
    const char *options; /* names of its options, each followed by ' ' */
    bench_options usual;
    uint64_t most_rounds, most_time; /* upper limits of --rounds and --time */
    uint64_t quick_time;             /* of a turn in a quick run */
    bool time_is_seconds;            /* else milliseconds */
    bool tells_quick_rounds;         /* else the records of a quick run have no times */
    bool takes_files;
    /* Returns the words that an option ("scene", "work", ...) accepts; the list ends with NULL. */
    const char *const *(*words)(const char *option);
    const char *peers; /* folder beside the program; NULL: no peers */
    bool (*run)(bench_run *run);
    /* Runs Farkas as a participant, or NULL; ignores argv[0]. */
    int (*participant)(int argc, char **argv);

    /* Whether a participant takes part in a round. NULL: all do, except Farkas with fewer instructions. *is_timed is true at first. */
    bool (*takes_part)(const bench_participant *participant, const bench_task *task, uint64_t round,
                       bool *is_timed);
    bool is_strict;     /* a failing peer ends the run; else its row reports the failure */
    bool skips_slow;    /* a participant that ran out of time does not get that work again */
    const char *what;   /* what participants print: "a result" */
    const char *failed; /* text of a failure: on what, as a block */
    /* check_answers reads and checks the answers of a line; false if their form is wrong. finish_row computes the remaining fields of a
     * row with all its times; the field `bad` is not 0 where Farkas is wrong. */
    bool (*check_answers)(const json_t *line, const bench_task *task, bench_row *row);
    void (*finish_row)(const bench_run *run, const bench_task *task, bench_row *row);
    const char *wrong; /* message about a row with `bad`, as a block */
    /* Adds the records of row i; NULL: no records. */
    void (*record)(const bench_rows *rows, size_t i, bool is_quick, bench_records *records);
};

extern const bench_section bench_pairs, bench_mesh, bench_trees, bench_cells, bench_world, bench_motion,
    bench_robots, bench_plan, bench_embed;

/* Whether there are no arguments after the name of the benchmark. False after a message. */
bool bench_has_no_arguments(int argc, char **argv);
/* FNV-1a over the four bytes of a number; start with BENCH_HASH. */
#define BENCH_HASH 2166136261u
uint32_t bench_hash(uint32_t hash, uint32_t value);
/* Draws a point in the unit ball of so many dimensions, not near its centre. */
void bench_draw_in_ball(fk_random *random, int dimensions, double *out);

/* Verbs, and Farkas as a participant. */
int bench_verb(int argc, char **argv);
int bench_page_verb(int argc, char **argv);
int bench_run_pairs(int argc, char **argv);
int bench_run_mesh(int argc, char **argv);
int bench_run_trees(int argc, char **argv);
int bench_run_world(int argc, char **argv);
int bench_run_motion(int argc, char **argv);
int bench_run_robots(int argc, char **argv);
/* motion_farkas.c: makes the motion of two bodies from two poses to two others, from time 0 to 1. */
struct motion_place;
fk_status bench_motion_between(fk_context *context, const struct motion_place *from,
                               const struct motion_place *to, fk_collider *const collider[2],
                               fk_moving body[2], fk_motion **out);
/* tree_rules.c: `farkas bench trees --rules` */
bool bench_tree_rules_run(bench_run *run);

/* world_shapes.c: the scene of `farkas bench world` with other shapes than boxes. Adds and prints three rows for each shape and size,
 * which have the same hash. */
#define WORLD_SHAPES "shapes"
void world_shapes_run(bench_run *run);
void world_shapes_record(const bench_row *row, bench_records *records);

/* world_rays.c: the scenes with rays among bodies at rest. */
extern const char *const world_ray_scenes[]; /* ends with NULL */
bool world_rays_run(bench_run *run);
bool world_rays_check(const json_t *line, const bench_task *task, bench_row *row);
void world_rays_record(const bench_row *row, bench_records *records);

#endif
