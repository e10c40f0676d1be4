/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shared by all benchmarks: starts programs, reads their output, and describes the machine. */

#ifndef FARKAS_LAB_BENCH_PROGRAM_H
#define FARKAS_LAB_BENCH_PROGRAM_H

#include "farkas/base.h"

#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

/* ---- Programs ------------------------------------------------------------------------------------------ */

/* FOLDER/NAME, allocated. */
char *bench_join(const char *folder, const char *name);

/* The path of this program, allocated; NULL when it cannot be found. */
char *bench_own_path(void);

/* Reads a whole file as text with a final zero; the caller frees it. A missing file sets *is_there to false, or is an
 * error if is_there is NULL. False after a message. */
bool bench_file_read(const char *path, char **text, size_t *length, bool *is_there);

/* Makes FOLDER and FOLDER/INNER if they are missing; false after a message. */
bool bench_folders_create(const char *folder, const char *inner);

/* Makes a new folder for the files of a run; false after a message. */
bool bench_folder_create(char *folder, size_t capacity);

/* Catches the signals that stop a program. A caught signal ends the running participant, and bench_is_stopped returns true. */
enum { BENCH_SIGNALS = 3 };
typedef struct bench_signals {
    struct sigaction old[BENCH_SIGNALS];
} bench_signals;
void bench_signals_catch(bench_signals *signals);
void bench_signals_release(const bench_signals *signals);
bool bench_is_stopped(void);

typedef struct bench_text {
    char *bytes;
    size_t length, capacity;
} bench_text;

/* Runs a program and reads its output; the caller always frees out->bytes. `level` is the value of FARKAS_CPU, or NULL. False when the
 * program failed. */
bool bench_program_run(char *const *argv, const char *level, bench_text *out);

/* The same with a time limit in seconds. Returns how the program ended: good, failed, killed by a signal, or out of time. */
typedef enum bench_ending { BENCH_GOOD, BENCH_FAILED, BENCH_DIED, BENCH_OUT_OF_TIME } bench_ending;
bench_ending bench_program_run_limited(char *const *argv, const char *level, unsigned seconds,
                                       bench_text *out);

/* Calls a function for each line of the output, parsed as JSON. False when a line is not JSON or the function returns false. */
typedef bool bench_take_line(const json_t *line, void *user);
bool bench_text_each_line(const bench_text *printed, bench_take_line *take, void *user);

/* The peers, sorted by name. The caller frees the paths and the list. */
typedef struct bench_peers {
    char **path;
    size_t count;
} bench_peers;

/* Finds all programs in the folder `peers`; NULL: in the folder `usual` beside this program, if it exists; "": none. False after a
 * message. */
bool bench_peers_find(const char *peers, const char *usual, bench_peers *out);

/* Returns the median and sorts the values. */
double bench_median(double *value, size_t count);

/* Ends the program with a message unless the status is FK_OK. */
void bench_check_status(fk_status status);

/* ---- Machine ---------------------------------------------------------------------------------------------- */

/* Processor, instructions, compiler and flags, as sentences. */
void bench_print_machine(FILE *out);

#endif
