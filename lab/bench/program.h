/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What all benchmarks share: programs that are started and listened to, and the machine in words. */

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

/* Reads a whole file as text with a zero behind it, which is the caller's to free. When there is no such file, that is told if
 * somebody asks for it, and a mistake if not. False after a message. */
bool bench_file_read(const char *path, char **text, size_t *length, bool *is_there);

/* FOLDER and FOLDER/INNER, where they are not there yet; false after a message. */
bool bench_folders_create(const char *folder, const char *inner);

/* A new folder for the files of a run; false after a message. */
bool bench_folder_create(char *folder, size_t capacity);

/* Signals that ask to stop: while they are caught, they end the program at work, and bench_is_stopped tells. */
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

/* Runs a program and reads what it prints; out->bytes is the caller's to free, always. level is the value of
 * FARKAS_CPU, or NULL. False when it failed. */
bool bench_program_run(char *const *argv, const char *level, bench_text *out);

/* The same with an end after so many seconds, and how it went: it failed, was killed by a signal, or ran out
 * of time. */
typedef enum bench_ending { BENCH_GOOD, BENCH_FAILED, BENCH_DIED, BENCH_OUT_OF_TIME } bench_ending;
bench_ending bench_program_run_limited(char *const *argv, const char *level, unsigned seconds,
                                       bench_text *out);

/* Hands every line of what a program printed, as JSON, to a function; false when one is no JSON, or when the
 * function says so. */
typedef bool bench_take_line(const json_t *line, void *user);
bool bench_text_each_line(const bench_text *printed, bench_take_line *take, void *user);

/* Programs that take part, in the order of their names; paths and list are the caller's to free. */
typedef struct bench_peers {
    char **path;
    size_t count;
} bench_peers;

/* All programs in the folder `peers`; NULL: in the folder `usual` beside this program, if there is one; "":
 * none. False after a message. */
bool bench_peers_find(const char *peers, const char *usual, bench_peers *out);

/* Sorts the values. */
double bench_median(double *value, size_t count);

/* Ends a participant that cannot go on, with a message, unless all is well. */
void bench_check_memory(fk_status status);

/* ---- Machine ---------------------------------------------------------------------------------------------- */

/* Processor, instructions, compiler and flags, as sentences. */
void bench_print_machine(FILE *out);

#endif
