/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The printed test on random pairs: how often it is wrong, and how wide its boxes are. The truth is the exact verdict, and the
 * tight box that of fk_pair_box.
 *
 * All coordinates are whole numbers, so that many pairs touch, and some cells are flat. */

#include "papers/fm_pairs.h"
#include "method/fm_paper.h"

#include <stdlib.h>
#include <string.h>

enum { EDGE = 6, ORIGIN = 9 };

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static fk_vec3 random_vector(fk_random *random, int most)
{
    double v[3];
    for (int k = 0; k < 3; k++)
        v[k] = (double)fk_random_below(random, (uint64_t)(2 * most + 1)) - most;
    return fk_vec3_make(v[0], v[1], v[2]);
}

static fk_piece random_cell(fk_random *random, fk_kind kind)
{
    fk_vec3 origin = random_vector(random, ORIGIN), u = random_vector(random, EDGE),
            v = random_vector(random, EDGE), w = random_vector(random, EDGE);
    return kind == FK_KIND_BOX ? fk_piece_box(origin, u, v, w) : fk_piece_tetra(origin, u, v, w);
}

fm_pair fm_random_pair(fk_random *random, int combination)
{
    fm_pair pair;
    pair.a = random_cell(random, fm_combination_kind[combination][0]);
    pair.b = random_cell(random, fm_combination_kind[combination][1]);
    return pair;
}

/* ---- Boxes --------------------------------------------------------------------------------------------- */

static double volume_of(const fk_aabb *box)
{
    return (box->max.x - box->min.x) * (box->max.y - box->min.y) * (box->max.z - box->min.z);
}

/* Up to rounding. */
static bool holds(const fk_aabb *outer, const fk_aabb *inner)
{
    for (int k = 0; k < 3; k++) {
        double slack = 1e-9 * (ORIGIN + 3 * EDGE);
        if (fk_vec3_get(inner->min, k) < fk_vec3_get(outer->min, k) - slack ||
            fk_vec3_get(inner->max, k) > fk_vec3_get(outer->max, k) + slack)
            return false;
    }
    return true;
}

static void compare_boxes(const fk_piece *a, const fk_piece *b, const fk_paper_area *co, fm_random_tally *t)
{
    fk_aabb printed = {fk_vec3_make(co->min[0], co->min[1], co->min[2]),
                       fk_vec3_make(co->max[0], co->max[1], co->max[2])};
    fk_aabb tight;
    if (fk_pair_box(a, b, &tight) != FK_OK)
        return;
    t->cut += !holds(&printed, &tight);
    t->ratio[t->boxes++] = volume_of(&printed) / volume_of(&tight);
}

static int by_ratio(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static bool are_equal(fk_vec3 a, fk_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Its verdict, and its box, which is the tight one. */
static bool fm_is_right(const fk_piece *a, const fk_piece *b, fk_verdict truth)
{
    fk_pair_query query = {a, b, FK_METHOD_FM, FK_PART_BOX, NULL};
    fk_answer answer;
    fk_aabb tight;
    if (fk_pair_answer(&query, &answer) != FK_OK || answer.verdict != truth)
        return false;
    return truth == FK_APART || (fk_pair_box(a, b, &tight) == FK_OK && are_equal(answer.box.min, tight.min) &&
                                 are_equal(answer.box.max, tight.max));
}

static void ask(const fk_piece *a, const fk_piece *b, fm_random_tally *t)
{
    fk_verdict truth = fk_pair_verdict(a, b);
    fk_paper_volume p, q;
    fk_paper_area co;
    fk_paper_volume_make(a, &p);
    fk_paper_volume_make(b, &q);
    t->pairs++;
    t->overlapping += truth == FK_OVERLAPPING;
    t->touching += truth == FK_TOUCHING;
    t->apart += truth == FK_APART;
    t->fm_wrong += !fm_is_right(a, b, truth);
    if (!p.has_inverse) {
        t->flat++;
        return;
    }
    bool collides = fk_paper_test_collision(&p, &q, &co);
    t->missed += truth == FK_OVERLAPPING && !collides;
    t->touching_wrong += truth == FK_TOUCHING && !collides;
    t->false_hits += truth == FK_APART && collides;
    /* Boxes around flat things may have no volume. */
    if (truth == FK_OVERLAPPING && collides && q.has_inverse)
        compare_boxes(a, b, &co, t);
}

bool fm_random_run(uint64_t seed, int combination, unsigned pairs, fm_random_tally *out)
{
    fk_random random = fk_random_make((seed - 1) * FM_COMBINATIONS + (uint64_t)combination + 1);
    memset(out, 0, sizeof *out);
    out->ratio = malloc((size_t)pairs * sizeof *out->ratio);
    if (out->ratio == NULL)
        return cli_no_memory();
    for (unsigned i = 0; i < pairs; i++) {
        fm_pair pair = fm_random_pair(&random, combination);
        ask(&pair.a, &pair.b, out);
    }
    qsort(out->ratio, out->boxes, sizeof *out->ratio, by_ratio);
    return true;
}

void fm_random_end(fm_random_tally *tally)
{
    free(tally->ratio);
    tally->ratio = NULL;
}
