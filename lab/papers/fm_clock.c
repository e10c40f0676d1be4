/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The time of one test, as the paper measures it (section 6.2.1): the tests are repeated, once with the real procedure and once with
 * a fake one that only returns false, and the difference counts. The paper has one run of each, by the command `time`; here the
 * repetitions are done in rounds, real and fake by turns, and the median of the rounds counts. Slow ones are repeated less often.
 *
 * The paper's procedure gets volumes with the inverse of their edges and their bounding area, so these are made before. It always
 * makes the box of the collision. Methods of Farkas get the cells alone. */

#include "papers/fm_pairs.h"
#include "bench/bench_program.h"
#include "method/fm_paper.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

const char *const fm_way_name[FM_WAYS] = {"fm", "exact", "fm-paper, box", "fm, box", "exact, box"};

typedef struct question {
    const fk_piece *a, *b;
    fk_paper_volume p, q;
} question;

typedef bool test_function(const question *q);

/* ---- Tests --------------------------------------------------------------------------------------------- */

static bool test_fake(const question *q)
{
    (void)q;
    return false;
}

static bool test_paper(const question *q)
{
    fk_paper_area co;
    return fk_paper_test_collision(&q->p, &q->q, &co);
}

static bool test_exact(const question *q)
{
    return fk_pair_verdict(q->a, q->b) != FK_APART;
}

static bool ask(const question *q, fk_method method, unsigned want)
{
    fk_pair_query query = {q->a, q->b, method, want, NULL};
    fk_answer answer;
    return fk_pair_answer(&query, &answer) == FK_OK && answer.verdict != FK_APART;
}

static bool test_fm(const question *q)
{
    return ask(q, FK_METHOD_FM, 0);
}

static bool test_fm_box(const question *q)
{
    return ask(q, FK_METHOD_FM, FK_PART_BOX);
}

/* Empty boxes are of pairs that are apart. */
static bool test_exact_box(const question *q)
{
    fk_aabb box;
    return fk_pair_box(q->a, q->b, &box) == FK_OK && box.min.x <= box.max.x;
}

static test_function *const tests[FM_WAYS] = {test_fm, test_exact, test_paper, test_fm_box, test_exact_box};

/* ---- Clock --------------------------------------------------------------------------------------------- */

/* What the tests have found, so that it is used. */
static volatile unsigned hits;

/* Seconds for all questions, asked *repetitions times, or until the time is up; *repetitions becomes how often. The test is not known
 * to the compiler, so that the fake one is called, too. */
static double seconds_of(test_function *volatile test, const question *q, unsigned count, double most,
                         unsigned *repetitions)
{
    test_function *chosen = test;
    unsigned found = 0, done = 0;
    double begin = bench_used_seconds(), end = begin;
    while (done < *repetitions && end - begin < most) {
        for (unsigned i = 0; i < count; i++)
            found += chosen(&q[i]);
        done++;
        end = bench_used_seconds();
    }
    hits = found;
    *repetitions = done;
    return end - begin;
}

/* Microseconds for one test. */
static double time_round(test_function *test, const question *q, const fm_questions *asked)
{
    unsigned done = asked->repetitions;
    double real = seconds_of(test, q, asked->count, asked->seconds, &done);
    double fake = seconds_of(test_fake, q, asked->count, INFINITY, &done);
    return 1e6 * (real - fake) / ((double)asked->count * done);
}

bool fm_clock_run(const fm_questions *questions, double us[FM_WAYS])
{
    question *q = calloc((size_t)questions->count + 1, sizeof *q);
    if (q == NULL)
        return cli_no_memory();
    for (unsigned i = 0; i < questions->count; i++) {
        q[i].a = &questions->pair[i].a;
        q[i].b = &questions->pair[i].b;
        fk_paper_volume_make(q[i].a, &q[i].p);
        fk_paper_volume_make(q[i].b, &q[i].q);
    }
    for (int way = 0; way < FM_WAYS; way++) {
        double round[FM_ROUNDS];
        for (int k = 0; k < FM_ROUNDS; k++)
            round[k] = time_round(tests[way], q, questions);
        us[way] = bench_median(round, FM_ROUNDS);
    }
    free(q);
    return true;
}
