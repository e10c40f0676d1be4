/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `fm`: Fourier-Motzkin elimination, with proofs.
 *
 * Source: P. Baillehache, Collision detection for 3D objects based on the Fourier-Motzkin elimination method (2013),
 * for the idea to solve for the parameters of one cell and to eliminate those of the other; D. A. Kohler, Projections of
 * convex polyhedral sets (1967), for the rows that are not needed: after k variables are eliminated, a row that was
 * combined from more than k + 1 of the first rows is implied by others.
 *
 * Design. fm_system.c gives rows |c.y - mid| <= half in three variables y. Rows have two sides, so two of them give
 * one, not four; and combining them with factors f needs no case: mid' = sum f mid, half' = sum |f| half.
 *
 *   1. Each row alone is tested over the ranges of the variables: "0 <= negative" at once. These are the faces of one piece.
 *   2. The three rows of the pivots, solved for the variables, bound each variable alone. These are the faces of the other
 *      piece; and the ranges get tighter.
 *   3. The middle of the ranges, if it lies in all rows, is a common point.
 *   4. Rows that the ranges imply are dropped. Then y[0] and y[1] are eliminated at once: by Kohler's rule three rows
 *      give one, with factors that are the 2x2 minors of their first two columns. This leaves intervals for y[2]. An empty
 *      intersection gives up to six rows, and factors that combine them to "0 <= negative": the sum of their directions
 *      with these factors is a direction along which the pieces are apart.
 *   5. Else the middle of the interval is substituted back, y[1] and y[0] follow, and this is a common point.
 *
 * One of two proved checks gives the verdict (fm_system.c): a direction separates, or a point lies strictly inside all rows.
 * The elimination itself (fm_eliminate.c) uses doubles and only finds them, so it needs no error bound; it carries the
 * `error` of the rows along, so that rows made of nothing but noise do not mislead it. Where neither check holds, as for
 * pieces that touch, the elimination is repeated in integers: of fixed size where the numbers of both pieces lie on one grid
 * (fm_fixed.c), else of any size (fm_exact.c).
 *
 * Cost: at most 8 rows for two cells, 62 for two hulls of 16 points; 35 and 35990 triples.
 *
 * Weak input: hulls that touch or nearly do are undecided, as there is neither a direction nor a point; only two flat ones
 * that share a vertex are touching. Pieces whose edges together do not span space have no common interior: directions
 * perpendicular to their edges are tried (fm_flat.c), which finds all that are clearly apart. */

#include "method/method.h"

#include <math.h>

#include "base/bits.h"
#include "pair/measure/measure.h"
#include "shape/vertices.h"

_Static_assert(FK_SMALL_VERTICES == FK_METHOD_HULL_POINTS, "facets of every hull that the method claims");

/* ---- Fields of the answer ------------------------------------------------------------------------------ */

/* The parameter of a column for given values y of the variables. */
static double column_parameter(const fk_fm_system *system, uint32_t column, const double y[3])
{
    for (uint32_t k = 0; k < system->free_count; k++)
        if (system->free[k] == column)
            return y[k];
    uint32_t i = column == system->pivot[0] ? 0 : column == system->pivot[1] ? 1 : 2;
    const fk_fm_row *row = &system->row[i];
    const fk_fm_piece *piece = column < system->a.count ? &system->a : &system->b;
    uint32_t first = column < system->a.count ? 0 : system->a.count;
    return piece->range[column - first].mid +
           (row->c[0] * y[0] + row->c[1] * y[1] + row->c[2] * y[2] - row->mid);
}

/* The point of a at these values; that of b is the same up to rounding. */
static void fill_fm_point(const fk_fm_system *system, const double y[3], fk_answer *out)
{
    fk_vec3 offset = {0, 0, 0};
    for (uint32_t k = 0; k < system->a.count; k++)
        offset = fk_vec3_add(offset, fk_vec3_scale(system->a.edge[k], column_parameter(system, k, y)));
    out->point = fk_vec3_scale(fk_vec3_add(system->a.origin, offset), 1.0 / system->scale);
    out->filled |= FK_PART_POINT;
}

static void fill_fm_certificate(fk_vec3 direction, fk_answer *out)
{
    out->certificate.verdict = FK_APART;
    out->certificate.direction.form = FK_DIRECTION_VECTOR;
    out->certificate.direction.vector = direction;
}

/* n with length 1 up to rounding, and never more: it is divided by slightly more than its length. */
static fk_vec3 unit_rounded_down(fk_vec3 n)
{
    double length = fk_vec3_length(n) * (1 + 0x1p-48);
    return fk_vec3_make(n.x / length, n.y / length, n.z / length);
}

static void fill_fm_plane(const fk_fm_system *system, fk_vec3 direction, fk_answer *out)
{
    fk_vec3 normal = unit_rounded_down(direction);
    double middle;
    double gap = fk_fm_separation(system, normal, &middle) / system->scale;
    out->plane.normal = normal;
    out->plane.offset = (fk_vec3_dot(normal, system->a.origin) + middle) / system->scale;
    out->gap = gap > 0 ? gap : 0;
    if (fk_is_finite(out->plane.offset) && fk_is_finite(out->gap))
        out->filled |= FK_PART_PLANE;
}

static void fill_fm_apart(const fk_fm_system *system, fk_vec3 direction, unsigned want, fk_answer *out)
{
    out->verdict = FK_APART;
    if (want & FK_PART_CERTIFICATE)
        fill_fm_certificate(direction, out);
    if (want & FK_PART_PLANE)
        fill_fm_plane(system, direction, out);
}

static void fill_fm_box(const fk_pair_query *query, fk_answer *out)
{
    out->box = fk_overlap_box_for_verdict(query->a, query->b, out->verdict);
    out->filled |= FK_PART_BOX;
}

/* ---- Pieces whose edges do not span space --------------------------------------------------------------- */

static bool same_double(double x, double y)
{
    return fk_bits_of(x) == fk_bits_of(y) || (fk_sign_of(x) == 0 && fk_sign_of(y) == 0);
}

/* Whether two pieces that list their vertices have one in common, exactly. */
static bool find_shared_vertex(const fk_piece *a, const fk_piece *b, fk_vec3 *shared)
{
    fk_vec3 p[FK_TERM_MAX], q[FK_TERM_MAX];
    for (uint32_t i = 0; i < fk_piece_vertex_count(a); i++)
        for (uint32_t j = 0; j < fk_piece_vertex_count(b); j++) {
            fk_piece_vertex_terms(a, i, p);
            fk_piece_vertex_terms(b, j, q);
            if (same_double(p->x, q->x) && same_double(p->y, q->y) && same_double(p->z, q->z)) {
                *shared = *p;
                return true;
            }
        }
    return false;
}

/* Fewer than three edges do not span space, so pieces that meet only touch. A cell has three. */
static void answer_fm_flat(const fk_pair_query *query, const fk_fm_system *system, fk_answer *out)
{
    fk_vec3 direction, shared;
    if (fk_fm_separate_flat(system, &direction)) {
        fill_fm_apart(system, direction, query->want, out);
    } else if (system->count < 3 && find_shared_vertex(query->a, query->b, &shared)) {
        out->verdict = FK_TOUCHING;
        out->point = shared;
        out->filled |= FK_PART_POINT;
    }
}

/* ---- The answer ---------------------------------------------------------------------------------------- */

void fk_answer_fm(const fk_pair_query *query, fk_answer *out)
{
    fk_fm_system system;
    fk_fm_result found;
    fk_fm_form form = fk_fm_system_make(&system, query->a, query->b);
    if (form == FK_FM_FLAT)
        answer_fm_flat(query, &system, out);
    if (form == FK_FM_ROWS_MADE) {
        out->verdict = fk_fm_eliminate(&system, query->trace, &found);
        if (out->verdict == FK_APART)
            fill_fm_apart(&system, found.direction, query->want, out);
        else if (out->verdict == FK_OVERLAPPING && query->want & FK_PART_POINT)
            fill_fm_point(&system, found.y, out);
    }
    if (out->verdict == FK_UNDECIDED) {
        fk_trace_add_exact(query->trace);
        out->verdict = fk_fm_fixed(query->a, query->b);
    }
    if (out->verdict == FK_UNDECIDED)
        out->verdict = fk_fm_exact(query->a, query->b);
    if (query->want & FK_PART_BOX && (out->verdict == FK_OVERLAPPING || out->verdict == FK_TOUCHING))
        fill_fm_box(query, out);
}
