/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the experiments of Bai et al. 2015, "OBB intersect test algorithm based on effective constraint", have in common:
 * boxes, the methods that are compared, the time of a case, and its tables and plots beside the numbers that are
 * printed there. */

#ifndef FARKAS_LAB_PAPERS_EC_H
#define FARKAS_LAB_PAPERS_EC_H

#include "printed/boxes_plain.h"
#include "papers/papers.h"

/* ---- Boxes --------------------------------------------------------------------------------------------- */

/* A box as the plain tests and as the library take it. The second is larger by what rounding needs. */
typedef struct ec_box {
    fk_obb obb;
    fk_piece piece;
} ec_box;

typedef struct ec_pair {
    ec_box a, b;
} ec_pair;

typedef struct ec_pairs {
    ec_pair *pair;
    size_t count;
} ec_pairs;

/* Half sizes from 0.3 to 1; the paper gives none. */
void ec_draw_half(fk_random *random, double half[3]);
ec_box ec_box_place(const double half[3], const fk_pose *pose);

/* Centres that differ by so much along each axis at most are so near that about half of the boxes meet. */
#define EC_REACH 1.85

/* How a box is turned against the other. */
typedef enum ec_turn {
    EC_TURN_ANY,
    EC_TURN_FLAT,  /* anyhow, and both are flat: a half size is 0 */
    EC_TURN_NONE,  /* the axes of both are the same doubles */
    EC_TURN_ROUND, /* they are the same but for rounding: the box was turned, and turned back */
} ec_turn;

/* Boxes of which one lies within `reach` of the other, along each axis. */
ec_pair ec_draw_pair(fk_random *random, ec_turn turn, double reach);
/* Such pairs until there are `count` that meet and as many that do not. Returns how many were drawn. */
size_t ec_draw_both(uint64_t seed, ec_turn turn, double reach, size_t count, ec_pairs *meeting,
                    ec_pairs *apart);
void ec_pairs_free(ec_pairs *pairs);

/* ---- Methods ------------------------------------------------------------------------------------------- */

/* Plain doubles first: what the paper compares. Then the library. The last ones, with a tolerance, are for parallel boxes alone. */
enum {
    EC_PLAIN_SAT,
    EC_PLAIN_SAT_FULL,
    EC_PLAIN_SAT6,
    EC_PLAIN_SAT5,
    EC_PLAIN_EC_PAPER,
    EC_PLAIN_EC,
    EC_EXACT,
    EC_SAT,
    EC_SAT6,
    EC_EC,
    EC_EC_PAPER,
    EC_METHODS,
    EC_PLAIN_SAT_EPSILON = EC_METHODS,
    EC_PLAIN_EC_PAPER_TOLERANT,
    EC_PLAIN_EC_TOLERANT,
    EC_METHODS_ALL
};

typedef struct ec_method {
    const char *name;
    boxes_plain_test *plain; /* NULL: `method` of the library */
    fk_method method;
    bool errs_low, errs_high; /* it may miss boxes that meet; call some a hit that do not */
} ec_method;

extern const ec_method ec_methods[EC_METHODS_ALL];

/* Whether boxes meet by a method; undecided counts as meeting. */
bool ec_test_meets(const ec_method *m, const ec_box *a, const ec_box *b);

/* ---- Times --------------------------------------------------------------------------------------------- */

/* Does the work of a case so many times. */
typedef void ec_work(const ec_method *m, const void *data, unsigned repeats);

/* Seconds of the work once. A test takes less than the clock can tell, so it is repeated until that takes a few
 * microseconds; the best of some such rounds counts. */
double ec_time(ec_work *work, const ec_method *m, const void *data);

/* How one method did on all cases. */
typedef struct ec_result {
    double *time;          /* of each case, in seconds, in their order; NULL without a clock */
    double turn;           /* a case, when all follow each other; NAN where that is not asked */
    unsigned asked;        /* cases */
    unsigned hits, missed; /* false ones */
} ec_result;

typedef struct ec_summary {
    double most, least, mean, deviation;
} ec_summary;

/* NAN without a clock. */
ec_summary ec_summarize(const ec_result *r);
/* How many times as fast as the other it is, in the mean of all cases; and when they follow each other. */
double ec_speed(const ec_result *r, const ec_result *other);
double ec_speed_in_turn(const ec_result *r, const ec_result *other);

/* Runs a method on all pairs, of which all meet or none does. */
ec_result ec_measure_pairs(const ec_method *m, const ec_pairs *pairs, bool do_meet, bool has_clock);
/* Seconds per pair in a pass over all pairs; the best of several passes. */
double ec_time_in_turn(const ec_method *m, const ec_pairs *pairs);
/* Whether a method was right where it must be; else prints a message. */
bool ec_is_sound(const ec_method *m, const ec_result *r);
void ec_results_free(ec_result *r, size_t count);

/* All methods on pairs that meet, and on as many that do not. */
enum { EC_PAIRS = 10000, EC_QUICK_PAIRS = 300, EC_SETS = 2 };
typedef struct ec_sets {
    size_t drawn;                          /* pairs, until there were enough of both */
    ec_result result[EC_SETS][EC_METHODS]; /* of EC_MEETING and EC_APART */
    struct ec_octave *octave;              /* on some of them */
} ec_sets;

/* False after a message. To be ended in any case. */
bool ec_sets_measure(const papers_lab *lab, ec_sets *out);
void ec_sets_end(ec_sets *sets);

/* ---- Tables and plots ---------------------------------------------------------------------------------- */

/* Where the paper has numbers; in milliseconds. */
typedef enum ec_part { EC_MEETING, EC_APART, EC_ROTATION, EC_TRANSLATION, EC_PARTS } ec_part;
/* Of whom: the new test and all axes in tables 3 to 5, the new test again and six axes in table 6. */
typedef enum ec_theirs { EC_NEW, EC_ALL_AXES, EC_NEW_AGAIN, EC_SIX_AXES, EC_THEIRS } ec_theirs;

typedef struct ec_printed {
    ec_summary ms;
    unsigned wrong;
} ec_printed;

extern const ec_printed ec_printed_numbers[EC_PARTS][EC_THEIRS];

/* The row of the paper that stands beside a method; NULL for those that it has not. */
const ec_printed *ec_printed_beside(ec_part part, int method);

/* The cells of a summary, times `scale`; those of a row of the paper, or empty ones. */
void ec_put_summary(study *s, ec_summary summary, double scale);
void ec_put_printed(study *s, ec_part part, const ec_printed *theirs);
/* Columns of the latter: max, min, mean, deviation, false, and as fast as all axes. */
#define EC_PRINTED_COLUMNS                                                                                   \
    "paper, ms: max|paper_ms_max|2; min|paper_ms_min|2; mean|paper_ms_mean|2; "                              \
    "deviation|paper_ms_deviation|2\n"                                                                       \
    "paper: false|paper_false; speed|paper_speed|2"

/* The sorted times of all cases of some methods, as a plot: which share of the cases takes at most so long. */
typedef struct ec_curve {
    const char *name;
    const ec_result *result;
    bool is_ours;
} ec_curve;

void ec_plot_sorted(study *s, const char *name, const char *title, const char *unit, double scale,
                    const ec_curve *curve, size_t count);

/* What is impossible in the printed rows of a part. */
void ec_explain_printed(study *s, ec_part part);
/* Which methods there are, and how time is taken; or where that stands. */
void ec_explain_method(study *s, bool in_full);

/* ---- In an interpreter --------------------------------------------------------------------------------- */

enum {
    EC_OCTAVE_SAT_CROSS,
    EC_OCTAVE_SAT_INLINE,
    EC_OCTAVE_SAT_MATRIX,
    EC_OCTAVE_SAT_EARLY,
    EC_OCTAVE_SAT6,
    EC_OCTAVE_SAT5,
    EC_OCTAVE_EC_PAPER,
    EC_OCTAVE_EC,
    EC_OCTAVE_TESTS
};

/* Cases for GNU Octave, and what it measures: lab/papers/ec_octave.c. Zeroed at first; to be ended. */
typedef struct ec_octave {
    double *input; /* of all cases: steps, the box that rests, the other in each step */
    ec_part *part; /* of each case */
    size_t size, count;
    bool is_there; /* Octave; else nothing is measured */
    char version[32];
    unsigned differ;                         /* answers that are not those in C */
    double mean[EC_PARTS][EC_OCTAVE_TESTS];  /* seconds; NAN: not measured */
    double steps[EC_PARTS][EC_OCTAVE_TESTS]; /* asked in all cases together */
} ec_octave;

/* Adds a case: the box in its steps, until it meets the one that rests; or the first pairs, with one step each. */
void ec_octave_add(ec_octave *o, ec_part part, const ec_box *placed, int steps, const fk_obb *rest);
void ec_octave_add_pairs(ec_octave *o, ec_part part, const ec_pairs *pairs, size_t count);
/* Runs all tests on all cases, where Octave is installed. False after a message: answers differ from those in C. */
bool ec_octave_run(const papers_lab *lab, ec_octave *o);
void ec_octave_end(ec_octave *o);
/* How many times as fast as another test one is; NAN where nothing is measured. */
double ec_octave_speed(const ec_octave *o, ec_part part, int test, int other);
/* A step of the printed test against one of SAT that computes all axes: a test that is late asks more of them. */
double ec_octave_step_speed(const ec_octave *o, ec_part part);
/* Says that it was run, or skipped; and the table of the parts from `first` to `last`. */
void ec_octave_report(const papers_lab *lab, const ec_octave *o, ec_part first, ec_part last);
/* What does not hold in compiled code holds in part when it does in the interpreter. */
study_outcome ec_octave_judge(const ec_octave *o, study_outcome compiled, double speed, double least);
/* A sentence on the speed of the printed test there; `least`: from when on it is as the paper says. */
void ec_octave_tell(const ec_octave *o, ec_part part, double least, char *out, size_t capacity);
enum { EC_OCTAVE_TEXT = 640 };

/* The file lab/printed/boxes.m, which is compiled into the tool. */
extern const char papers_boxes_octave_text[];
extern const size_t papers_boxes_octave_size;

/* The name of the second row of the new test. */
#define EC_NEW_AGAIN_NAME "plain ec-paper (table 6)"

/* Holds, when the right test is so much faster; in part, when only the printed one is, which is wrong. */
study_outcome ec_judge_speed(double printed, double right, double least);

#endif
