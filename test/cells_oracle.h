/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether cells hold points and cells, by the oracle's rationals. */

#ifndef FARKAS_TEST_CELLS_ORACLE_H
#define FARKAS_TEST_CELLS_ORACLE_H

#include <string.h>

#include "farkas/cells.h"
#include "oracle/oracle.h"

typedef struct rational {
    mpq_t c[3];
} rational;

static inline void rational_init(rational *p)
{
    mpq_inits(p->c[0], p->c[1], p->c[2], (mpq_ptr)NULL);
}

static inline void rational_clear(rational *p)
{
    mpq_clears(p->c[0], p->c[1], p->c[2], (mpq_ptr)NULL);
}

static inline void rational_add(rational *p, fk_vec3 v)
{
    mpq_t term;
    mpq_init(term);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(term, fk_vec3_get(v, k));
        mpq_add(p->c[k], p->c[k], term);
    }
    mpq_clear(term);
}

static inline bool oracle_holds(fk_kind kind, const fk_cell *cell, const rational *p)
{
    double number[12];
    memcpy(number, cell, sizeof number);
    struct oracle_piece piece = {kind == FK_KIND_BOX ? ORACLE_BOX : ORACLE_TETRA, number, 12};
    return oracle_contains(&piece, (const mpq_t *)p->c, ORACLE_CLOSED);
}

static inline bool oracle_holds_point(fk_kind kind, const fk_cell *cell, fk_vec3 point)
{
    rational p;
    rational_init(&p);
    rational_add(&p, point);
    bool holds = oracle_holds(kind, cell, &p);
    rational_clear(&p);
    return holds;
}

/* Corner k of a cell, as an exact sum: bits of k tell which edges. */
static inline void set_corner(rational *p, const fk_cell *cell, unsigned k)
{
    for (int i = 0; i < 3; i++)
        mpq_set_ui(p->c[i], 0, 1);
    rational_add(p, cell->origin);
    for (int i = 0; i < 3; i++)
        if (k >> i & 1)
            rational_add(p, cell->edge[i]);
}

static inline bool oracle_holds_cell(fk_kind kind, const fk_cell *outer, fk_kind inner_kind,
                                     const fk_cell *inner)
{
    rational p;
    rational_init(&p);
    bool holds = true;
    for (unsigned k = 0; holds && k < 8; k++) {
        bool is_corner = inner_kind == FK_KIND_BOX || (k & (k - 1)) == 0;
        if (is_corner) {
            set_corner(&p, inner, k);
            holds = oracle_holds(kind, outer, &p);
        }
    }
    rational_clear(&p);
    return holds;
}

/* The first corner of the inner cell, as vertices are numbered, that is outside; FK_NONE if all are
 * inside. */
static inline uint32_t oracle_outside(fk_kind kind, const fk_cell *outer, fk_kind inner_kind,
                                      const fk_cell *inner)
{
    rational p;
    uint32_t outside = FK_NONE;
    rational_init(&p);
    for (unsigned k = 0; outside == FK_NONE && k < (inner_kind == FK_KIND_BOX ? 8 : 4); k++) {
        set_corner(&p, inner, inner_kind == FK_KIND_BOX ? k : k == 0 ? 0 : 1u << (k - 1));
        if (!oracle_holds(kind, outer, &p))
            outside = k;
    }
    rational_clear(&p);
    return outside;
}

#endif
