/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What every participant of `farkas bench pairs` is: a program that reads files of pairs, makes its own data of them,
 * answers all pairs again and again by each of its methods, and prints how long that took and what it answered.
 *
 *     PROGRAM --work WORK [--time MS] [--frame N] FILE...
 *
 *     --work   what is asked: verdict, distance, ...; methods for other work stay silent
 *     --time   how long to go on over one file, in milliseconds; 0: answer once, without a clock
 *     --frame  the file is a sequence of scenes of N pairs each (for our own work only)
 *
 * For each method and file one line, unless the method does not know the kinds in the file:
 *
 *     {"method":"ode touch","library":"ODE 0.16.2","file":0,"pairs":3,"ns":[31.2,30.9],"answers":"122"}
 *
 * ns are the times a pair of all passes over the file. The answers: 0 undecided, 1 apart, 2 meets (ours: touching), 3
 * overlapping (ours only), 8 crashed, 9 hung. */

#ifndef FARKAS_LAB_PEERS_PARTICIPANT_H
#define FARKAS_LAB_PEERS_PARTICIPANT_H

#include "farkas/farkas.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BENCH_UNDECIDED = FK_UNDECIDED,
    BENCH_APART = FK_APART,
    BENCH_MEETS = FK_TOUCHING,
    BENCH_CRASHED = 8,
    BENCH_HUNG = 9,
    BENCH_NONE = 255 /* not answered yet */
};

typedef struct bench_pair {
    fk_piece a, b;
} bench_pair;

/* The pairs of a file. */
typedef struct bench_set {
    const bench_pair *pair;
    size_t count;
    size_t frame; /* as --frame says, or count */
} bench_set;

typedef struct bench_method {
    const char *name;
    const char *work;
    bool (*knows)(fk_kind a, fk_kind b);
    /* Not timed: turns the pairs into what the method works on. */
    void *(*prepare)(const bench_set *set);
    /* Timed: answers pairs begin to end, in order. */
    void (*ask)(void *data, size_t begin, size_t end, uint8_t *answer);
    void (*release)(void *data); /* or NULL */
    /* Or NULL; not timed, after each pass: puts the answers into the order of the file. */
    void (*settle)(void *data, uint8_t *answer);
} bench_method;

typedef struct bench_library {
    const char *name; /* with its version */
    /* Whether a method may hang or crash: a watchdog then ends its work on that pair and goes on with the next. */
    bool is_watched;
    const bench_method *method;
    size_t count;
} bench_library;

/* The main() of a participant; argv[0] is passed over. Returns an exit status. */
int bench_main(int argc, char **argv, const bench_library *library);

/* calloc that ends the program when there is no memory. */
void *bench_allocate(size_t count, size_t size);
/* The same block, or NULL, with room for so many; the new ones are not zero. */
void *bench_resize(void *memory, size_t count, size_t size);

/* Seconds that this program has used the processor. */
double bench_used_seconds(void);
/* Bytes that are allocated now; 0 where that is not known. */
size_t bench_allocated_bytes(void);

/* Where results go: some libraries print to standard output, which leads nowhere after this call. NULL when that failed. */
FILE *bench_open_output(void);

#ifdef __cplusplus
}
#endif

#endif
