/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The harness of `farkas bench`. A section is a table of what differs: options, scenes, how answers are judged, how rows are printed
 * and which records are made of them. The harness reads the options, lets participants (programs that answer) take turns, keeps a row
 * for each of their methods, and prints and writes the rows. */

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

/* What came out of one method on one scene. */
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
/* 0 or "" where there is no such field. */
double row_get(const bench_row *row, const char *name);
const char *row_text(const bench_row *row, const char *name);
/* Whether the text of a field is this one. */
bool row_is(const bench_row *row, const char *name, const char *text);
/* Takes a time with its lowest and highest value, NAME, NAME_low and NAME_high, over from another one. */
void row_copy_time(bench_row *row, const char *to, const char *from, double scale);

typedef enum bench_output_form { BENCH_TABLE, BENCH_CSV, BENCH_JSON } bench_output_form;

/* Prints the rows from `first` on, which are of one scene and work, by blocks of pages/PAGE.md: table, csv or json are a row, table-head
 * stands above the first of these rows, csv-head above the first of all. PREFIX stands before these names. In such a text, <NAME> and
 * <NAME FORMAT> are a field; a format is one of printf for doubles or strings, without '%', or "08x" for a hash, or "j" for a string of
 * JSON. <?NAME YES|NO> is one or the other text, by whether the field is neither 0 nor empty. */
void rows_print(const bench_rows *rows, size_t first, bench_output_form form, const char *page,
                const char *prefix);
void row_format(const char *text, const bench_row *row, char *out, size_t capacity);

/* Adds a record of a row, whose fields `what`, `size` and `method` name it. */
bench_record *row_add(bench_records *records, const bench_row *row, const char *work, const char *unit,
                      double value);
/* The same of a time in nanoseconds, where it was measured. */
bench_record *row_add_time(bench_records *records, const bench_row *row, const char *work, const char *unit,
                           const char *time, double scale);

/* ---- turns.c: participants take turns ------------------------------------------------------------------ */

typedef struct bench_participant {
    char *path;
    const char *level; /* for ours: the value of FARKAS_CPU, or NULL */
    bool is_ours;
    char slow[128]; /* works at which it ran out of time, each with a ' ' behind it */
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
    bench_records records; /* beside those of the rows */
    size_t printed_rows;   /* rows that were printed, but are not among those */
} bench_run;

/* One work on one scene. */
typedef struct bench_task {
    bench_row base; /* the fields that all rows of it have */
    const void *scene;
    const char *work;
    char *argument[5]; /* behind WORK and MILLISECONDS; ended by NULL */
} bench_task;

/* Finds Farkas itself, and the peers. False after a message. bench_participants_free removes the folder. */
bool bench_participants_find(bench_participants *participants, const char *peers, const char *usual);
void bench_participants_free(bench_participants *participants);

/* Lets every participant that knows it do the work, round by round in turn, then adds and prints the rows. Participants are
 *
 *     PROGRAM WORK MILLISECONDS ARGUMENT...
 *
 * and print an object for each method: {"method":...,"library":...}, times "ns...":[...] of the passes of a round, of which the median
 * counts, other numbers, which become fields, and answers, which the section judges. False after a message. */
bool bench_run_task(bench_run *run, bench_task *task);

/* The command line of a participant, ended by NULL; both texts stay where they are. */
void bench_participant_command(const bench_run *run, const bench_participant *participant,
                               const bench_task *task, char *time, char *argv[16]);

/* ---- bench_verb.c: options and the run ----------------------------------------------------------------- */

struct bench_options {
    const char *peers;                         /* NULL: beside farkas; "": none */
    const char *out;                           /* the folder of records, or NULL */
    const char *family, *kinds, *scene, *work; /* NULL: all */
    uint64_t rounds, time;                     /* at least 1, unless the section says so of a quick run */
    uint64_t limit, seed, count;
    bench_output_form form;
    bool quick, instructions, rules;
    char **file; /* what stands behind the name of the section, ended by NULL */
};

struct bench_section {
    const char *name;
    const char *options; /* names of those that it knows, each with a ' ' behind it */
    bench_options usual;
    uint64_t most_rounds, most_time; /* that the user may ask for */
    uint64_t quick_time;             /* of a turn in a quick run */
    bool time_is_seconds;            /* else milliseconds */
    bool tells_quick_rounds;         /* else times of a quick run say nothing, and are left out of records */
    bool takes_files;
    /* The words that an option knows, ended by NULL: "scene", "work", ... */
    const char *const *(*words)(const char *option);
    const char *peers; /* the folder beside the program; NULL: none take part */
    bool (*run)(bench_run *run);
    /* Farkas as a participant, or NULL; argv[0] is passed over. */
    int (*participant)(int argc, char **argv);

    /* Whether a participant takes part in a round; NULL: each does, but not by lower levels of instructions. *is_timed begins as true. */
    bool (*takes_part)(const bench_participant *participant, const bench_task *task, uint64_t round,
                       bool *is_timed);
    bool is_strict;     /* a peer that fails ends the run; else its row says so */
    bool skips_slow;    /* who ran out of time at a work does not get it again */
    const char *what;   /* that participants print: "a result" */
    const char *failed; /* on what, as such a text */
    /* Takes the answers of a line; false when they are not what they should be. Then, of a row with all its times, what follows from
     * it: the field `bad` is not 0 where Farkas is wrong. */
    bool (*check_answers)(const json_t *line, const bench_task *task, bench_row *row);
    void (*finish_row)(const bench_run *run, const bench_task *task, bench_row *row);
    const char *wrong; /* what is told of such a row */
    /* Adds the records of row i; NULL: there are none. */
    void (*record)(const bench_rows *rows, size_t i, bool is_quick, bench_records *records);
};

extern const bench_section bench_pairs, bench_mesh, bench_trees, bench_cells, bench_world, bench_motion,
    bench_embed;

/* Whether nothing stands behind the name of the benchmark. False after a message. */
bool bench_has_no_arguments(int argc, char **argv);
/* FNV-1a over the four bytes of a number; begins with BENCH_HASH. */
#define BENCH_HASH 2166136261u
uint32_t bench_hash(uint32_t hash, uint32_t value);
/* A point in the ball of so many dimensions, not near its middle. */
void bench_draw_in_ball(fk_random *random, int dimensions, double *out);

/* Verbs, and Farkas as a participant. */
int bench_verb(int argc, char **argv);
int bench_page_verb(int argc, char **argv);
int bench_run_pairs(int argc, char **argv);
int bench_run_mesh(int argc, char **argv);
int bench_run_trees(int argc, char **argv);
int bench_run_world(int argc, char **argv);
int bench_run_motion(int argc, char **argv);
/* motion_farkas.c: the motion of two bodies from two places to two others, from time 0 to 1. */
struct motion_place;
fk_status bench_motion_between(fk_context *context, const struct motion_place *from,
                               const struct motion_place *to, fk_collider *const collider[2],
                               fk_moving body[2], fk_motion **out);
/* tree_rules.c: `farkas bench trees --rules` */
bool bench_tree_rules_run(bench_run *run);

/* world_shapes.c: the scene of `farkas bench world` that is not made of boxes. Adds and prints the rows: three for each shape and size,
 * one after the other, with one hash. */
#define WORLD_SHAPES "shapes"
void world_shapes_run(bench_run *run);
void world_shapes_record(const bench_row *row, bench_records *records);

#endif
