/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Algorithms 13 and 15 of the thesis, on two convex objects: see thesis_paper.h. Of vertices with small whole numbers all
 * projections of algorithm 13 are exact in doubles; the vectors of algorithm 15 are not whole. */

#include "printed/thesis_paper.h"

#include <math.h>

/* ---- Bodies -------------------------------------------------------------------------------------------- */

void thesis_body_make(const fk_piece *cell, thesis_body *out)
{
    const fk_vec3 origin = cell->as.cell.origin, *e = cell->as.cell.edge;
    bool is_box = cell->kind == FK_KIND_BOX;
    *out = (thesis_body){.points = is_box ? 8 : 4, .facets = is_box ? 3 : 4, .edges = is_box ? 3 : 6};
    out->point[0] = origin;
    for (int i = 1; i < out->points; i++) {
        out->point[i] = origin;
        for (int k = 0; k < 3; k++)
            if (is_box ? i >> k & 1 : i == k + 1)
                out->point[i] = fk_vec3_add(out->point[i], e[k]);
    }
    for (int k = 0; k < 3; k++) {
        out->edge[k] = e[k];
        out->normal[k] = fk_vec3_cross(e[k], e[(k + 1) % 3]);
        out->edge[3 + k] = fk_vec3_sub(e[(k + 1) % 3], e[k]); /* of a tetrahedron */
    }
    out->normal[3] = fk_vec3_cross(out->edge[3], out->edge[4]);
}

/* ---- Algorithm 13 -------------------------------------------------------------------------------------- */

/* Lines 6 and 7. Projections are closed: those that touch intersect. */
static bool do_projections_intersect(const thesis_body *a, const thesis_body *b, fk_vec3 axis)
{
    const thesis_body *of[2] = {a, b};
    double low[2], high[2];
    for (int side = 0; side < 2; side++) {
        low[side] = INFINITY;
        high[side] = -INFINITY;
        for (int i = 0; i < of[side]->points; i++) {
            double at = fk_vec3_dot(of[side]->point[i], axis);
            low[side] = fmin(low[side], at);
            high[side] = fmax(high[side], at);
        }
    }
    return low[0] <= high[1] && low[1] <= high[0];
}

/* How many axes of a kind separate; those of edges that are parallel, which are zero, do not. */
static int count_separating(const thesis_body *a, const thesis_body *b, const fk_vec3 *axis, int count)
{
    int separating = 0;
    for (int i = 0; i < count; i++)
        separating += !do_projections_intersect(a, b, axis[i]);
    return separating;
}

/* Algorithm 13, line by line:
 *    2  s <- all facets of A             those of b, and products of edges, are never in s; without them a false hit remains
 *    3  while s not empty
 *    4    t <- first facet of s          never removed: the loop ends only if the first facet separates (THESIS_SAT_PRINTED);
 *                                        THESIS_SAT_A takes the next one each time
 *    5    axis <- normal vector of t
 *    6    project both onto the axis
 *    7-9  no intersection: return False
 *   11  return True                      a gap may exist along another axis
 * Two facets of a box share an axis: three stand for six. */
thesis_answer thesis_sat(const thesis_body *a, const thesis_body *b, thesis_axes axes)
{
    int tested = a->facets, separating = count_separating(a, b, a->normal, tested);
    if (axes == THESIS_SAT_PRINTED)
        return do_projections_intersect(a, b, a->normal[0]) ? THESIS_NO_END : THESIS_FALSE;
    if (axes > THESIS_SAT_A) {
        tested += b->facets;
        separating += count_separating(a, b, b->normal, b->facets);
    }
    for (int i = 0; i < a->edges && axes >= THESIS_SAT_ALL; i++) {
        fk_vec3 product[6];
        for (int k = 0; k < b->edges; k++)
            product[k] = fk_vec3_cross(a->edge[i], b->edge[k]);
        tested += b->edges;
        separating += count_separating(a, b, product, b->edges);
    }
    if (axes == THESIS_SAT_SOME)
        return separating < tested ? THESIS_TRUE : THESIS_FALSE;
    return separating > 0 ? THESIS_FALSE : THESIS_TRUE;
}

/* ---- Algorithm 15 -------------------------------------------------------------------------------------- */

static fk_vec3 find_extreme(const thesis_body *a, fk_vec3 s)
{
    fk_vec3 best = a->point[0];
    for (int i = 1; i < a->points; i++)
        if (fk_vec3_dot(a->point[i], s) > fk_vec3_dot(best, s))
            best = a->point[i];
    return best;
}

/* Algorithm 15, line by line:
 *    2  s0 <- random candidate vector             given by the caller
 *    4  a <- supportFunction(A, s)                the farthest along s
 *    5  b <- supportFunction(B, -s)               the nearest along s
 *    6  if (a * s) < (b * -s): return False       the projections are compared with the sign of one turned; apart is
 *                                                 a * s < b * s (`is_right`)
 *    9  r <- (a - b) / |a - b|                    a = b divides by zero: no vector s comes after it
 *   10  s <- s - 2 (r * s) r                     where a * s = b * s, s stays as it is, and the loop with it
 *   11  go to line 4                              nothing ends it on objects that intersect: the thesis names a second
 *                                                 algorithm for that, and does not print it */
thesis_answer thesis_chung_wang(const thesis_body *a, const thesis_body *b, fk_vec3 s, int steps,
                                bool is_right)
{
    for (int i = 0; i < steps; i++) {
        fk_vec3 p = find_extreme(a, s), q = find_extreme(b, fk_vec3_scale(s, -1)), r = fk_vec3_sub(p, q);
        if (fk_vec3_dot(p, s) < (is_right ? fk_vec3_dot(q, s) : -fk_vec3_dot(q, s)))
            return THESIS_FALSE;
        double length = fk_vec3_dot(r, r);
        if (length == 0)
            return THESIS_NO_END;
        s = fk_vec3_sub(s, fk_vec3_scale(r, 2 * fk_vec3_dot(r, s) / length));
    }
    return THESIS_NO_END;
}
