/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Asks the oracle whether a certificate about cylinders, cones and ellipsoids proves what it claims. Of the library this
 * uses the order of a piece's numbers and the terms of its vertices. */

#ifndef FARKAS_TEST_ASK_ORACLE_SMOOTH_H
#define FARKAS_TEST_ASK_ORACLE_SMOOTH_H

#include <gmp.h>

#include "ask_oracle.h"
#include "farkas/proof.h"
#include "shape/vertices.h"

static inline bool oracle_holds(const fk_piece *piece, const mpq_t point[3], bool inside)
{
    double room[FK_PIECE_NUMBERS];
    struct oracle_piece asked = to_oracle(piece, room);
    return oracle_contains(&asked, point, inside ? ORACLE_INTERIOR : ORACLE_CLOSED);
}

/* The common point as a rational: three doubles, or the mean of vertices. */
static inline void oracle_point(const fk_piece *vertices, bool of_a, const fk_certificate *c, mpq_t point[3])
{
    mpq_t total, number, weight;
    mpq_inits(total, number, weight, NULL);
    for (int k = 0; k < 3; k++)
        mpq_set_d(point[k], c->pair_count == 0 ? fk_vec3_get(c->point, k) : 0.0);
    for (uint32_t i = 0; i < c->pair_count; i++) {
        fk_vec3 term[FK_TERM_MAX];
        uint32_t count = fk_piece_vertex_terms(vertices, of_a ? c->pair[i].a : c->pair[i].b, term);
        mpq_set_ui(weight, c->weight[i], 1);
        mpq_add(total, total, weight);
        for (uint32_t t = 0; t < 3 * count; t++) {
            mpq_set_d(number, fk_vec3_get(term[t / 3], (int)(t % 3)));
            mpq_mul(number, number, weight);
            mpq_add(point[t % 3], point[t % 3], number);
        }
    }
    for (int k = 0; k < 3 && c->pair_count > 0; k++)
        mpq_div(point[k], point[k], total);
    mpq_clears(total, number, weight, NULL);
}

/* Whether a certificate for two pieces, one of which or both are smooth and none a half-space, proves its verdict. */
static inline bool oracle_accepts(const fk_piece *a, const fk_piece *b, const fk_certificate *c)
{
    double room_a[FK_PIECE_NUMBERS], room_b[FK_PIECE_NUMBERS];
    struct oracle_piece asked_a = to_oracle(a, room_a), asked_b = to_oracle(b, room_b);
    if (c->verdict == FK_APART) {
        fk_vec3 n = c->direction.vector;
        const double along[3] = {n.x, n.y, n.z};
        return oracle_smooth_separated(&asked_a, &asked_b, along) == 1;
    }
    bool smooth_a = fk_piece_is_smooth(a), smooth_b = fk_piece_is_smooth(b);
    mpq_t point[3];
    mpq_inits(point[0], point[1], point[2], NULL);
    oracle_point(smooth_a ? b : a, !smooth_a, c, point);
    bool holds = oracle_holds(a, point, smooth_a) && oracle_holds(b, point, smooth_b);
    mpq_clears(point[0], point[1], point[2], NULL);
    return holds;
}

#endif
