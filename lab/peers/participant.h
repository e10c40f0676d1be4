/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What every participant of `farkas bench` is: a program that reads a file, makes its own data of it, answers one kind of question
 * again and again for a while by each of its methods, and prints how long that took and what it answered.
 *
 *     PROGRAM WORK MILLISECONDS ARGUMENT...
 *
 * For each method that knows the work, one line:
 *
 *     {"method":"FCL OBB","library":"FCL 0.7.0","ns":[31.2,30.9],"bytes":316000,"values":[1,0],"sets":[23,7]}
 *
 * Those whose name begins with ns are times of the passes: of one question in nanoseconds, as far as the section says nothing else.
 * Other numbers are what came out; values, sets and answers are what was answered, and judged.
 *
 * Of pairs, the arguments are FRAME FILE...; a file that is a sequence of scenes has FRAME pairs in each (for our own work only), else
 * that is 0. The first file has all pairs; where there are two more, these have hits and misses, whose times are ns_hits and ns_misses.
 * No time: answer once, without a clock. Answers are a text: 0 undecided, 1 apart, 2 meets (ours: touching), 3 overlapping (ours
 * only), 8 crashed, 9 hung.
 *
 * For the works posed, contact, ray and cast, the pieces of a pair are in local coordinates, and a line with their poses follows: for each
 * a tetra, whose origin is the translation and whose edges are the columns of the rotation. For ray and cast, a third line has a point for
 * the motion of a, and another one without meaning. A ray is a cast of a point without an end. */

#ifndef FARKAS_LAB_PEERS_PARTICIPANT_H
#define FARKAS_LAB_PEERS_PARTICIPANT_H

#include "farkas/farkas.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- All participants ---------------------------------------------------------------------------------- */

/* calloc that ends the program without memory. */
void *bench_allocate(size_t count, size_t size);
/* realloc that ends the program without memory; new elements are not zeroed. */
void *bench_resize(void *memory, size_t count, size_t size);

/* The order of doubles, for qsort. */
int bench_compare_doubles(const void *a, const void *b);

/* Processor time of this program, in seconds. */
double bench_used_seconds(void);
/* Bytes allocated now; 0 where unknown. */
size_t bench_allocated_bytes(void);

/* The command line of a participant. */
typedef struct bench_call {
    const char *library; /* with its version */
    const char *work;
    double time; /* in seconds */
    char **argument;
    int arguments;
    FILE *out; /* the real standard output; that of libraries is discarded */
} bench_call;

/* The main() of all participants: calls a function with the command line and `user`. Returns an exit status. */
typedef bool bench_play_function(const bench_call *call, const void *user);
int bench_participate(int argc, char **argv, const char *library, bench_play_function *play,
                      const void *user);

/* The line of a method: {"method":...,"library":..., then ,"NAME":[...], and numbers, then its end: what was found before a crash is
 * out. */
void bench_print_begin(const bench_call *call, const char *method);
void bench_print_times(const bench_call *call, const char *name, const double *ns, size_t count);
void bench_print_end(const bench_call *call);

/* Reads a block of a file; ends the program without memory. Sets *good to false when the file is too short. */
void *bench_read_block(FILE *stream, size_t count, size_t size, bool *good);

/* ---- Passes over questions ----------------------------------------------------------------------------- */

typedef struct bench_answer {
    double value;
    uint32_t set; /* of pairs: the sum of bench_mix over them */
} bench_answer;

/* Mixes a pair into a pseudo-random number. */
uint32_t bench_mix(uint32_t a, uint32_t b);

/* Timed: answers one query, by its number. */
typedef void bench_query_function(void *data, size_t query, bench_answer *out);

/* Numbers of queries. */
typedef struct bench_query_list {
    uint32_t *query;
    size_t count;
} bench_query_list;

enum { BENCH_MOST_PASSES = 64 };

/* Nanoseconds per query, for each pass. */
typedef struct bench_passes {
    double ns[BENCH_MOST_PASSES];
    size_t count;
} bench_passes;

/* Makes passes until the time in seconds is over. The first pass is a warm-up, unless it took that long. */
void bench_passes_do(bench_query_function *query, void *data, const bench_query_list *all, double time,
                     bench_answer *answer, bench_passes *out);

void bench_print_answers(const bench_call *call, const bench_answer *answer, size_t count, bool has_sets);

/* ---- Pairs --------------------------------------------------------------------------------------------- */

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

/* Where the pieces of a pair are: the poses of both, and the displacement of a in a cast. */
typedef struct bench_place {
    fk_pose a, b;
    fk_vec3 motion;
} bench_place;

/* The pairs of a file. */
typedef struct bench_set {
    const bench_pair *pair;
    const bench_place *place; /* one for each pair; NULL where pieces are in their place */
    size_t count;
    size_t frame; /* or count */
} bench_set;

/* How many lines the file has for a pair in this work: 1, with poses 2, with a motion 3. */
int bench_lines_of_pair(const char *work);

/* The file of pairs of a work; free it by bench_pairs_free in any case. False after a message. */
typedef struct bench_pair_file {
    bench_pair *pair;
    bench_place *place; /* NULL: none */
    size_t count, capacity;
} bench_pair_file;
bool bench_pairs_read(const char *path, const char *work, bench_pair_file *out);
void bench_pairs_free(bench_pair_file *file);

typedef struct bench_method {
    const char *name;
    const char *work;
    bool (*knows)(fk_kind a, fk_kind b);
    /* Not timed: converts the pairs into the data of the method. */
    void *(*prepare)(const bench_set *set);
    /* Timed: answers the pairs from begin to end, in order. */
    void (*query)(void *data, size_t begin, size_t end, uint8_t *answer);
    void (*release)(void *data); /* or NULL */
    /* Or NULL. Not timed, after each pass: sorts the answers into the order of the file. */
    void (*settle)(void *data, uint8_t *answer);
} bench_method;

typedef struct bench_library {
    const char *name; /* with its version */
    /* Whether a method may hang or crash: a watchdog then aborts that pair and continues with the next. */
    bool is_watched;
    const bench_method *method;
    size_t count;
} bench_library;

/* The main() of a participant of pairs. Returns an exit status. */
int bench_main(int argc, char **argv, const bench_library *library);

#ifdef __cplusplus
}
#endif

#endif
