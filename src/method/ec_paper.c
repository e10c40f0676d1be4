/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `ec-paper`: two boxes by effective constraints as Bai et al. print it, in plain doubles.
 *
 * Source: Bai, Chang, Wang, Ni, Wang, "OBB intersect test algorithm based on effective constraint" (ISCC 2015),
 * section 2.2: Gauss1, Gauss2, Gauss3 and OBBtest. Both boxes are rows a.Y <= c in the frame of box a; a row is
 * taken as an equality and eliminates the first column, which leaves a smaller system. A row `0 <= negative` shows
 * that the choice was wrong. The answer is the paper's: TRUE is returned as overlapping, FALSE as apart.
 * Boxes are parallelepipeds of any angles; the paper's matrices have no inverse for flat ones: undecided.
 *
 * The print, step by step:
 *
 *   Gauss1    1    the first row is subtracted from all others, so that their first elements vanish: eliminate_column
 *             2    a row `0 <= negative` refutes it
 *             3    then the next row with a positive first element is tried; no such row is left: NULL
 *             4    else that row and the first column are removed, and the rest is returned: for good, see below
 *   Gauss2    1    rows with a positive first element, or the negative ones where these are fewer. The print chooses both
 *                  where there are as many; the positive ones are taken
 *             2-4  as steps 3, 2 and 4 of Gauss1
 *   Gauss3    1-3  as Gauss2, but returns TRUE or FALSE
 *   OBBtest   1    fill_matrix, with the right-hand sides made right, see below
 *             2-4  fk_answer_ec_paper
 *
 * Mistake kept on purpose, NO BACKTRACKING: the first row that is not refuted at once is kept for good. It may still
 * be ineffective; when a later stage finds nothing, the search would have to return and try the next row. About
 * 82% of overlapping pairs of random boxes are missed; what it calls overlapping is overlapping or touching, up to
 * rounding. Method `ec` backtracks.
 *
 * Mistake not kept, RIGHT-HAND SIDES: the first line of OBBtest prints them as P_A^-1 U and P_A^-1 V. With Y = P_A
 * X the bounds of a stay what they are and the rows of b are P_B P_A^-1 Y <= V. As printed the test uses other
 * boxes than the given ones (98% of overlapping pairs missed, and false hits), which would hide the mistake
 * above.
 *
 * Cost: at most 12, 11 and 10 rows are tried, and each is subtracted from no more than 11 others. */

#include "method/method.h"

#include <string.h>

#include "base/bits.h"

#define ROWS 12

/* Rows coefficient.Y <= right side. The first of `variables` columns is eliminated next; the right side is in the column
 * after the last variable. */
typedef struct ec_matrix {
    int rows, variables;
    double at[ROWS][4];
} ec_matrix;

/* Eliminates the first column with a row as an equality, and removes both. False when a row `0 <= negative` shows that the
 * equality is not effective. */
static bool eliminate_column(const ec_matrix *m, int with, ec_matrix *out)
{
    int last = m->variables;
    out->rows = 0;
    out->variables = last - 1;
    for (int t = 0; t < m->rows; t++) {
        if (t == with)
            continue;
        double factor = m->at[t][0] / m->at[with][0], *row = out->at[out->rows++];
        bool zero = true;
        for (int k = 1; k <= last; k++) {
            row[k - 1] = m->at[t][k] - factor * m->at[with][k];
            zero = zero && (k == last || row[k - 1] == 0.0);
        }
        if (zero && row[last - 1] < 0.0)
            return false;
    }
    return true;
}

/* Adds the chosen row to the trace, in coordinates along the edges of a. */
static void trace_matrix_row(const ec_matrix *m, int t, const fk_pair_query *query)
{
    const fk_cell *a = &query->a->as.cell;
    fk_trace_step *step = fk_trace_next(query->trace);
    if (step == NULL)
        return;
    double c[3] = {0, 0, 0};
    int gone = 3 - m->variables;
    for (int k = gone; k < 3; k++)
        c[k] = m->at[t][k - gone];
    step->kind = FK_STEP_ROW;
    step->level = (uint32_t)gone;
    step->owner = gone > 0 ? 0 : t < 6 ? 1 : 2;
    step->vector = fk_vec3_make(c[0], c[1], c[2]);
    step->lo = step->hi = m->at[t][m->variables];
    step->point[0] = a->origin;
    for (int k = 0; k < 3; k++)
        step->point[1 + k] = a->edge[k];
}

/* Gauss1, Gauss2 and Gauss3 are one function: they try the rows with a positive first element, or those with a negative one
 * where these are fewer (in Gauss1 they never are), in their order. NO BACKTRACKING: returns with the first row that is
 * not refuted. False when there is none. */
static bool gauss(const ec_matrix *m, ec_matrix *out, const fk_pair_query *query)
{
    int positive = 0, negative = 0;
    for (int t = 0; t < m->rows; t++) {
        positive += m->at[t][0] > 0.0;
        negative += m->at[t][0] < 0.0;
    }
    double sign = positive <= negative ? 1.0 : -1.0;
    for (int t = 0; t < m->rows; t++)
        if (m->at[t][0] * sign > 0.0) {
            if (query->trace != NULL)
                trace_matrix_row(m, t, query);
            if (eliminate_column(m, t, out))
                return true;
        }
    return false;
}

/* Writes the rows of b in the frame of a: with n the outward face normal of b over its edge k, the points x =
 * o_a + Y0 u + Y1 v + Y2 w of b have n.o_b <= n.x <= n.(o_b + edge k). False when b is flat. */
static bool fill_rows_of_b(const fk_cell *a, const fk_cell *b, ec_matrix *m)
{
    fk_vec3 shift = fk_vec3_sub(b->origin, a->origin);
    for (int k = 0; k < 3; k++) {
        fk_vec3 n = fk_vec3_cross(b->edge[(k + 1) % 3], b->edge[(k + 2) % 3]);
        double width = fk_vec3_dot(n, b->edge[k]);
        if (!fk_is_finite(width) || width == 0.0)
            return false;
        n = fk_vec3_scale(n, 1.0 / width);
        for (int j = 0; j < 3; j++) {
            m->at[6 + k][j] = fk_vec3_dot(n, a->edge[j]);
            m->at[9 + k][j] = -m->at[6 + k][j];
        }
        m->at[9 + k][3] = -fk_vec3_dot(n, shift);
        m->at[6 + k][3] = 1.0 - m->at[9 + k][3];
    }
    return true;
}

/* The first line of OBBtest: E and -E for the unit cube that box a is in its own frame, P_0 and -P_0 for box b. */
static bool fill_matrix(const fk_cell *a, const fk_cell *b, ec_matrix *m)
{
    memset(m, 0, sizeof *m);
    m->rows = ROWS;
    m->variables = 3;
    for (int k = 0; k < 3; k++) {
        m->at[k][k] = 1.0;
        m->at[k][3] = 1.0;
        m->at[3 + k][k] = -1.0;
    }
    return fill_rows_of_b(a, b, m);
}

void fk_answer_ec_paper(const fk_pair_query *query, fk_answer *out)
{
    const fk_cell *a = &query->a->as.cell, *b = &query->b->as.cell;
    ec_matrix m[4];
    if (fk_vec3_dot(fk_vec3_cross(a->edge[0], a->edge[1]), a->edge[2]) == 0.0 || !fill_matrix(a, b, &m[0]))
        return;
    bool found = gauss(&m[0], &m[1], query) && gauss(&m[1], &m[2], query) && gauss(&m[2], &m[3], query);
    out->verdict = found ? FK_OVERLAPPING : FK_APART;
}
