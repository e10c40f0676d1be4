/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of the verb `bench` share: scenes (pairs with their truth), participants (programs that answer them)
 * and results (what came out, one for each row of the table). */

#ifndef FARKAS_LAB_BENCH_BENCH_H
#define FARKAS_LAB_BENCH_BENCH_H

#include "peers/participant.h"

#include <stdio.h>

/* ---- bench_pairs.c, bench_page.c: verbs ---------------------------------------------------------------- */

/* argv[0] is "bench". */
int bench_pairs_verb(int argc, char **argv);
int bench_page_verb(int argc, char **argv);

/* ---- bench_run.c: Farkas as a participant -------------------------------------------------------------- */

/* argv[0] is passed over; see participant.h. */
int bench_run(int argc, char **argv);

/* ---- bench_scene.c: pairs with their truth ------------------------------------------------------------- */

typedef struct bench_scene {
    const char *family, *kinds;
    size_t count, frame; /* frame is count, but for scenes that move */
    size_t hits;
    bench_pair *pair;
    uint8_t *truth;      /* fk_verdict */
    bool is_judged_only; /* peers answer once, without a clock */
} bench_scene;

/* The names of kinds and of families, each list ended by NULL. Families of `farkas gen` that are not in this list are
 * good too. */
extern const char *const bench_kinds[];
extern const char *const bench_families[];

/* Makes `count` pairs by seed; boxes are rectangular, since peers know no others. Truth is the verdict of a certificate
 * that fk_verify has accepted. False after a message. */
bool bench_scene_make(bench_scene *scene, const char *family, const char *kinds, size_t count, uint64_t seed);
void bench_scene_free(bench_scene *scene);

/* The pairs of a scene that go into a file. */
typedef enum bench_part { BENCH_ALL, BENCH_HITS, BENCH_MISSES, BENCH_PARTS } bench_part;
size_t bench_part_count(const bench_scene *scene, bench_part part);
/* At most `most` pairs. False after a message. */
bool bench_scene_write(const bench_scene *scene, bench_part part, size_t most, const char *path);

/* ---- bench_play.c: participants at work ---------------------------------------------------------------- */

/* Median over rounds, smallest and largest; zeros where nothing was timed. */
typedef struct bench_time {
    double median, low, high;
} bench_time;

/* One method of one participant on one scene. */
typedef struct bench_result {
    char family[32], kinds[32], work[32];
    char method[48], library[64];
    bench_time ns[BENCH_PARTS]; /* a pair */
    double instructions;        /* a pair; 0 when they were not counted */
    size_t pairs, hits;
    /* Against truth: said to meet but apart, said to be apart but meeting; for ours also touching against overlapping. */
    size_t false_hits, missed;
    size_t undecided, hung, crashed;
    uint32_t hash; /* of what meets and what does not: that of the truth if all is right */
    bool is_right; /* nothing wrong, undecided, hung or crashed */
} bench_result;

typedef struct bench_results {
    bench_result *row;
    size_t count, capacity;
} bench_results;

typedef struct bench_player {
    char *path;
    const char *level; /* for ours: the value of FARKAS_CPU, or NULL */
    bool is_ours;
} bench_player;

typedef struct bench_stage {
    char folder[512]; /* for input files */
    bench_player *player;
    size_t count;
    uint64_t rounds;
    double time; /* of a file in a run, in milliseconds; 0: no clock */
    bool count_instructions;
} bench_stage;

/* Finds Farkas itself, and the programs in the folder `peers`: for NULL, in the folder `usual` beside the executable, none for "".
 * False after a message. bench_stage_end removes the folder. */
bool bench_stage_start(bench_stage *stage, const char *peers, const char *usual);
void bench_stage_end(bench_stage *stage);

/* Lets every participant that knows it do the work on the scene, round by round in turn, and adds the results. False
 * after a message. */
bool bench_play(const bench_stage *stage, const bench_scene *scene, const char *work, bench_results *out);

/* ---- bench_report.c, bench_pairs_records.c: results ---------------------------------------------------- */

/* Print the rows from `first` on; CSV has a head before row 0. */
void bench_print_table(const bench_results *results, size_t first);
void bench_print_csv(const bench_results *results, size_t first);
void bench_print_json(const bench_results *results, size_t first);

/* "3 FP, 2 FN", or "" for a row that is right. */
void bench_format_wrong(const bench_result *row, char text[96]);

/* Writes the results as FOLDER/bench/pairs.csv (bench_record.h). False after a message. */
bool bench_pairs_write(const bench_results *results, uint64_t rounds, const char *folder);

/* The verb. */
int bench_verb(int argc, char **argv);

#endif
