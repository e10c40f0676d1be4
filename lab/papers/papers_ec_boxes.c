/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The boxes of the experiments of Bai et al. 2015, and the methods that are asked about them. */

#include "papers/papers_ec.h"
#include "peers/participant.h"
#include "peers/sat_plain.h"

#include <stdlib.h>

/* ---- Boxes --------------------------------------------------------------------------------------------- */

fk_vec3 ec_draw_point(fk_random *random, double reach)
{
    double x = fk_random_between(random, -reach, reach), y = fk_random_between(random, -reach, reach);
    return fk_vec3_make(x, y, fk_random_between(random, -reach, reach));
}

void ec_draw_half(fk_random *random, double half[3])
{
    for (int k = 0; k < 3; k++)
        half[k] = fk_random_between(random, 0.3, 1);
}

ec_box ec_box_place(const double half[3], const fk_pose *pose)
{
    ec_box box;
    box.obb.center = pose->translation;
    for (int k = 0; k < 3; k++) {
        box.obb.axis[k] = fk_vec3_make(pose->rotation[0][k], pose->rotation[1][k], pose->rotation[2][k]);
        box.obb.half[k] = half[k];
    }
    box.piece = fk_obb_piece(&box.obb);
    return box;
}

static fk_pose draw_turn(fk_random *random)
{
    return fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), ec_draw_point(random, 180));
}

ec_pair ec_draw_pair(fk_random *random, ec_turn turn, double reach)
{
    double half_a[3], half_b[3];
    ec_draw_half(random, half_a);
    ec_draw_half(random, half_b);
    fk_pose a = draw_turn(random), b = turn == EC_TURN_NONE ? a : draw_turn(random);
    if (turn == EC_TURN_ROUND) {
        fk_pose back = fk_pose_inverse(&b), both = fk_pose_multiply(&b, &a);
        b = fk_pose_multiply(&back, &both);
    }
    a.translation = ec_draw_point(random, 1);
    b.translation = fk_vec3_add(a.translation, ec_draw_point(random, reach));
    ec_pair pair = {ec_box_place(half_a, &a), ec_box_place(half_b, &b)};
    return pair;
}

size_t ec_draw_both(uint64_t seed, ec_turn turn, double reach, size_t count, ec_pairs *meeting,
                    ec_pairs *apart)
{
    fk_random random = fk_random_make(seed);
    size_t drawn = 0;
    *meeting = (ec_pairs){bench_allocate(count, sizeof *meeting->pair), 0};
    *apart = (ec_pairs){bench_allocate(count, sizeof *apart->pair), 0};
    while (meeting->count < count || apart->count < count) {
        ec_pair pair = ec_draw_pair(&random, turn, reach);
        ec_pairs *to = fk_pair_verdict(&pair.a.piece, &pair.b.piece) == FK_APART ? apart : meeting;
        if (to->count < count)
            to->pair[to->count++] = pair;
        drawn++;
    }
    return drawn;
}

void ec_pairs_free(ec_pairs *pairs)
{
    free(pairs->pair);
    *pairs = (ec_pairs){NULL, 0};
}

/* ---- Methods ------------------------------------------------------------------------------------------- */

/* The cure that the paper names: a small number is added where a product of parallel edges is noise. */
static bool plain_sat_epsilon(const fk_obb *a, const fk_obb *b)
{
    return sat_plain_meets(a, b, 15, 1e-6);
}

const ec_method ec_methods[EC_METHODS_ALL] = {
    [EC_PLAIN_SAT] = {"plain sat", boxes_plain_sat, FK_METHOD_COUNT, true, true},
    [EC_PLAIN_SAT6] = {"plain sat6", boxes_plain_sat6, FK_METHOD_COUNT, true, true},
    [EC_PLAIN_EC_PAPER] = {"plain ec-paper", boxes_plain_ec_paper, FK_METHOD_COUNT, true, true},
    [EC_PLAIN_EC] = {"plain ec", boxes_plain_ec, FK_METHOD_COUNT, true, true},
    [EC_EXACT] = {"exact", NULL, FK_METHOD_EXACT, false, false},
    [EC_SAT] = {"sat", NULL, FK_METHOD_SAT, false, false},
    [EC_SAT6] = {"sat6", NULL, FK_METHOD_SAT6, false, true},
    [EC_EC] = {"ec", NULL, FK_METHOD_EC, false, false},
    [EC_EC_PAPER] = {"ec-paper", NULL, FK_METHOD_EC_PAPER, true, true},
    [EC_PLAIN_SAT_EPSILON] = {"plain sat + 1e-6", plain_sat_epsilon, FK_METHOD_COUNT, true, true},
};

static fk_verdict ask_library(fk_method method, const fk_piece *a, const fk_piece *b)
{
    if (method == FK_METHOD_EXACT)
        return fk_pair_verdict(a, b);
    fk_pair_query query = {a, b, method, 0, NULL};
    fk_answer answer;
    return fk_pair_answer(&query, &answer) == FK_OK ? answer.verdict : FK_UNDECIDED;
}

bool ec_says_meet(const ec_method *m, const ec_box *a, const ec_box *b)
{
    if (m->plain != NULL)
        return m->plain(&a->obb, &b->obb);
    return ask_library(m->method, &a->piece, &b->piece) != FK_APART;
}
