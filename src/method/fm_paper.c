/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `fm-paper`: two cells by Fourier-Motzkin elimination as the paper prints it, mistakes included.
 *
 * Source: P. Baillehache, Collision detection for 3D objects based on the Fourier-Motzkin elimination method (2013),
 * sections 2 to 5. P is piece a, Q is piece b. A common point is Q.A + x Q.U + y Q.V + z Q.W; its coordinates in the
 * basis of P must lie in the unit cube (or simplex), and so must x, y, z: up to 14 one-sided rows in three
 * variables. Eliminating two variables, in each of three ways, gives bounds for each variable alone. The names are
 * the paper's.
 *
 * It answers as the paper does: a yes is `overlapping`, a no is `apart`, and both may be wrong. The pseudocode, line by line:
 *
 *   TestCollisionBetween
 *     03        change_volume_basis: Q in the basis of P, by CalculateInverse and ChangeBasis, as printed
 *     04 - 34   make_system, as printed
 *     35 - 41   make_system, with the wrong sums of row (a): a mistake, kept unless FK_PAPER_RIGHT_ROW
 *     42 - 76   get_bounds, as printed. 54, 62, 74 "Min >= Max: no collision" is no mistake but a convention: volumes are
 *               open sets, and those that only touch do not collide. Answers on touching pairs differ from ours
 *     77 - 84   collides, confirm_solution: compare strictly too
 *     85 - 93   clip_to_area. The comment on 85 says "in P's basis"; the bounds are in that of Q
 *   ElimVar     as printed, without the arguments M and Mp, which it does not use; line 17 may begin at i + 1
 *   GetBound    as printed
 *   TestTrivialCases
 *     06        the loop 0..NbParam reads the first number of the next row too: a mistake, kept unless
 *               FK_PAPER_SHORT_LOOP. Behind the last row it reads a zero here
 *     07 - 14   printed as "if IsNotNull then count else add up". That adds up zeros, so no row is tested but for its right
 *               side, and nine of ten overlapping boxes are missed (one of twenty with the short loop). The comment on
 *               the procedure and the paper's results mean "if IsNull": the one line that differs from the print here,
 *               unless FK_PAPER_NOT_NULL
 *     16        `n<>NbParam` (one scan of the paper has `n>NbParam`, as it has `k>>indexVar` for `k<>indexVar` in ElimVar):
 *               a row with as many nulls as variables is skipped. By the printed loop these are rows with one
 *               coefficient, which do no harm, and rows without any before a row that does not begin with a null. Before one
 *               that does, "0 <= negative" is seen: so example (18) is rejected. By the short loop all rows without
 *               coefficients are skipped, and example (18) collides
 *
 * Weak input: a flat P has no inverse. It is `undecided`, as are numbers for which the inverse leaves the range of
 * doubles. Rows: at most 14, then 49, then 600, since n rows of which p have one sign and q the other give p q and the
 * n - p - q others, and p q <= n^2 / 4. */

#include "method/fm_paper.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "method/method.h"

#define ROWS_3 14
#define ROWS_2 49
#define ROWS_1 600

/* A[i * vars + k] x[k] <= N[i], summed over k. One number beyond the last row is read: it stays zero. */
typedef struct paper_rows_3 {
    int count;
    double a[ROWS_3 * 3 + 1], n[ROWS_3];
} paper_rows_3;

typedef struct paper_rows_2 {
    int count;
    double a[ROWS_2 * 2 + 1], n[ROWS_2];
} paper_rows_2;

typedef struct paper_rows_1 {
    int count;
    double a[ROWS_1 + 1], n[ROWS_1];
} paper_rows_1;

typedef fk_paper_volume paper_volume;
typedef fk_paper_area paper_bounds;

/* ---- CalculateInverse, ChangeBasis --------------------------------------------------------------------- */

static void to_array(fk_vec3 v, double out[3])
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static void make_volume(const fk_piece *piece, paper_volume *out)
{
    out->tetra = piece->kind == FK_KIND_TETRA;
    to_array(piece->as.cell.origin, out->a);
    for (int k = 0; k < 3; k++)
        to_array(piece->as.cell.edge[k], out->edge[k]);
}

static bool all_finite(const double *x, int count)
{
    bool finite = true;
    for (int i = 0; i < count; i++)
        finite = finite && fk_is_finite(x[i]);
    return finite;
}

/* False when there is none: a flat P, for which the paper divides by zero. */
static bool calculate_inverse(paper_volume *p)
{
    const double *u = p->edge[0], *v = p->edge[1], *w = p->edge[2];
    double det = u[0] * (v[1] * w[2] - v[2] * w[1]) - v[0] * (u[1] * w[2] - u[2] * w[1]) +
                 w[0] * (u[1] * v[2] - u[2] * v[1]);
    if (!fk_is_finite(det) || det == 0.0)
        return false;
    p->inverse[0][0] = (v[1] * w[2] - w[1] * v[2]) / det;
    p->inverse[0][1] = (w[1] * u[2] - w[2] * u[1]) / det;
    p->inverse[0][2] = (u[1] * v[2] - u[2] * v[1]) / det;
    p->inverse[1][0] = (w[0] * v[2] - w[2] * v[0]) / det;
    p->inverse[1][1] = (u[0] * w[2] - w[0] * u[2]) / det;
    p->inverse[1][2] = (u[2] * v[0] - v[2] * u[0]) / det;
    p->inverse[2][0] = (v[0] * w[1] - w[0] * v[1]) / det;
    p->inverse[2][1] = (u[1] * w[0] - w[1] * u[0]) / det;
    p->inverse[2][2] = (u[0] * v[1] - v[0] * u[1]) / det;
    return all_finite(p->inverse[0], 9);
}

static void into_basis(const paper_volume *p, const double in[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = p->inverse[0][i] * in[0] + p->inverse[1][i] * in[1] + p->inverse[2][i] * in[2];
}

static bool change_volume_basis(const paper_volume *p, const paper_volume *q, paper_volume *qp)
{
    double ap[3] = {q->a[0] - p->a[0], q->a[1] - p->a[1], q->a[2] - p->a[2]};
    qp->tetra = q->tetra;
    into_basis(p, ap, qp->a);
    for (int k = 0; k < 3; k++)
        into_basis(p, q->edge[k], qp->edge[k]);
    return all_finite(qp->a, 3) && all_finite(qp->edge[0], 9);
}

/* ---- The system (10) ----------------------------------------------------------------------------------- */

static void add_paper_row(paper_rows_3 *rows, double x, double y, double z, double n)
{
    double *a = rows->a + 3 * rows->count;
    a[0] = x;
    a[1] = y;
    a[2] = z;
    rows->n[rows->count++] = n;
}

/* Lines 02 to 41 of TestCollisionBetween. */
static void make_system(const paper_volume *p, const paper_volume *qp, unsigned reading, paper_rows_3 *rows)
{
    const double *u = qp->edge[0], *v = qp->edge[1], *w = qp->edge[2];
    rows->count = 0;
    for (int i = 0; i < 3; i++) {
        add_paper_row(rows, u[i], v[i], w[i], 1.0 - qp->a[i]);
        add_paper_row(rows, -1.0 * u[i], -1.0 * v[i], -1.0 * w[i], qp->a[i]);
    }
    for (int i = 0; i < 3; i++) {
        add_paper_row(rows, i == 0, i == 1, i == 2, 1.0);
        add_paper_row(rows, -1.0 * (i == 0), -1.0 * (i == 1), -1.0 * (i == 2), 0.0);
    }
    if (qp->tetra)
        add_paper_row(rows, 1.0, 1.0, 1.0, 1.0);
    double sum = 1.0 - qp->a[0] - qp->a[1] - qp->a[2];
    if (p->tetra && reading & FK_PAPER_RIGHT_ROW)
        add_paper_row(rows, u[0] + u[1] + u[2], v[0] + v[1] + v[2], w[0] + w[1] + w[2], sum);
    /* As printed, lines 37 to 39, (7), (9) and row (a) of (10): sums of the first components of all edges, of the second
     * and of the third ones. */
    else if (p->tetra)
        add_paper_row(rows, u[0] + v[0] + w[0], u[1] + v[1] + w[1], u[2] + v[2] + w[2], sum);
    rows->a[3 * rows->count] = 0.0;
}

/* ---- TestTrivialCases, ElimVar, GetBound --------------------------------------------------------------- */

static bool is_null(double x)
{
    return x == 0.0;
}

/* Lines 03 to 23 for a row, of which `read` numbers are read: false when it shows at once that there is no solution. */
static bool test_row(const double *a, double n, int vars, int read, bool counts_nulls)
{
    double val = 0.0;
    bool sp = true;
    int counted = 0;
    for (int j = 0; j < read; j++) {
        if (is_null(a[j]) == counts_nulls) {
            counted++;
        } else if (a[j] < 0.0) {
            sp = false;
            val += a[j];
        }
    }
    return counted == vars || !((sp && n < 0.0) || n < val);
}

static bool test_trivial_cases(const double *a, const double *n, int count, int vars, unsigned reading)
{
    int read = reading & FK_PAPER_SHORT_LOOP ? vars : vars + 1;
    for (int i = 0; i < count; i++)
        if (!test_row(a + i * vars, n[i], vars, read, (reading & FK_PAPER_NOT_NULL) == 0))
            return false;
    return true;
}

/* Copies a row without one variable. */
static void drop_variable(const double *a, int vars, int index, double *out)
{
    int l = 0;
    for (int k = 0; k < vars; k++)
        if (k != index)
            out[l++] = a[k];
}

/* Eliminates a variable; returns the number of rows. (As printed, j begins at i and not after it; that has no effect,
 * since a row has the same sign as itself.) */
static int elim_var(int index, const double *a, const double *n, int count, int vars, double *ap, double *np)
{
    int made = 0;
    for (int i = 0; i < count; i++)
        if (is_null(a[i * vars + index])) {
            drop_variable(a + i * vars, vars, index, ap + made * (vars - 1));
            np[made++] = n[i];
        }
    for (int i = 0; i < count - 1; i++)
        for (int j = i; j < count; j++) {
            double x = a[i * vars + index], y = a[j * vars + index];
            if ((x < 0.0) == (y < 0.0) || is_null(x) || is_null(y))
                continue;
            int l = 0;
            for (int k = 0; k < vars; k++)
                if (k != index)
                    ap[made * (vars - 1) + l++] = a[i * vars + k] / fabs(x) + a[j * vars + k] / fabs(y);
            np[made++] = n[i] / fabs(x) + n[j] / fabs(y);
        }
    ap[made * (vars - 1)] = 0.0;
    return made;
}

/* ---- Trace --------------------------------------------------------------------------------------------- */

/* The trace, or NULL, and Q: coordinates are along its edges. And how the print is read. */
typedef struct paper_trace {
    fk_trace *trace;
    const paper_volume *q;
    unsigned reading;
} paper_trace;

static fk_vec3 from_array(const double x[3])
{
    return fk_vec3_make(x[0], x[1], x[2]);
}

static fk_trace_step *trace_paper_step(const paper_trace *w, fk_trace_step_kind kind, const double c[3],
                                       double lo, double hi)
{
    fk_trace_step *step = fk_trace_next(w->trace);
    if (step == NULL)
        return NULL;
    step->kind = kind;
    step->vector = from_array(c);
    step->lo = lo;
    step->hi = hi;
    step->point[0] = from_array(w->q->a);
    for (int k = 0; k < 3; k++)
        step->point[1 + k] = from_array(w->q->edge[k]);
    return step;
}

/* Adds rows in three variables (gone = -1), or in two without variable `gone`. In three variables the first six rows are of
 * P, the next six of Q; then follow the sums of Q and of P, where these are tetrahedra. */
static void trace_paper_rows(const paper_trace *w, const double *a, const double *n, int count, int gone)
{
    int vars = gone < 0 ? 3 : 2;
    for (int i = 0; w->trace != NULL && i < count; i++) {
        double c[3] = {0, 0, 0};
        for (int k = 0, l = 0; k < 3; k++)
            if (k != gone)
                c[k] = a[i * vars + l++];
        fk_trace_step *step = trace_paper_step(w, FK_STEP_ROW, c, -INFINITY, n[i]);
        if (step == NULL)
            continue;
        step->level = gone < 0 ? 0 : 1;
        if (gone < 0)
            step->owner = i < 6 ? 1 : i < (w->q->tetra ? 13 : 12) ? 2 : 1;
    }
}

static void trace_paper_bounds(const paper_trace *w, const paper_bounds *co, int index)
{
    double c[3] = {index == 0, index == 1, index == 2};
    fk_trace_step *step = trace_paper_step(w, FK_STEP_INTERVAL, c, co->min[index], co->max[index]);
    if (step != NULL)
        step->level = 2;
}

/* ---- Bounds -------------------------------------------------------------------------------------------- */

/* The bounds of one variable. False when they are empty, or one number: so volumes that touch do not collide. */
static bool get_bound(paper_bounds *co, paper_rows_1 *rows, int index)
{
    co->min[index] = 0.0;
    co->max[index] = 1.0;
    for (int i = 0; i < rows->count; i++)
        if (!is_null(rows->a[i]))
            rows->n[i] /= fabs(rows->a[i]);
    for (int i = 0; i < rows->count; i++) {
        if (rows->a[i] > 0.0 && co->max[index] > rows->n[i])
            co->max[index] = rows->n[i];
        if (rows->a[i] < 0.0 && co->min[index] < -1.0 * rows->n[i])
            co->min[index] = -1.0 * rows->n[i];
    }
    return !(co->min[index] >= co->max[index]);
}

/* Eliminates one of two variables and computes the bounds of the other, variable `index` of the whole system. */
static bool get_one_bound(const paper_rows_2 *rows, int eliminated, int index, const paper_trace *w,
                          paper_bounds *co)
{
    paper_rows_1 last;
    last.count = elim_var(eliminated, rows->a, rows->n, rows->count, 2, last.a, last.n);
    if (!test_trivial_cases(last.a, last.n, last.count, 1, w->reading))
        return false;
    bool left = get_bound(co, &last, index);
    trace_paper_bounds(w, co, index);
    return left;
}

/* Lines 42 to 76. */
static bool get_bounds(const paper_rows_3 *rows, const paper_trace *w, paper_bounds *co)
{
    paper_rows_2 next;
    trace_paper_rows(w, rows->a, rows->n, rows->count, -1);
    if (!test_trivial_cases(rows->a, rows->n, rows->count, 3, w->reading))
        return false;
    next.count = elim_var(0, rows->a, rows->n, rows->count, 3, next.a, next.n);
    trace_paper_rows(w, next.a, next.n, next.count, 0);
    if (!test_trivial_cases(next.a, next.n, next.count, 2, w->reading))
        return false;
    if (!get_one_bound(&next, 0, 2, w, co) || !get_one_bound(&next, 1, 1, w, co))
        return false;
    next.count = elim_var(1, rows->a, rows->n, rows->count, 3, next.a, next.n);
    trace_paper_rows(w, next.a, next.n, next.count, 1);
    return test_trivial_cases(next.a, next.n, next.count, 2, w->reading) && get_one_bound(&next, 1, 0, w, co);
}

/* ---- ConfirmSolution, ConvertToWorldBasis -------------------------------------------------------------- */

/* A corner of the bounds, in the basis in which Q is given. */
static void bounds_corner(const paper_bounds *co, const paper_volume *q, int bits, double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = q->a[i];
        for (int k = 0; k < 3; k++)
            out[i] += (bits >> k & 1 ? co->min[k] : co->max[k]) * q->edge[k][i];
    }
}

/* As printed: tests whether some corner of the bounds satisfies (a), not the same one as for (b), strictly. The test is not
 * needed, since elimination is exact. */
static bool confirm_solution(const paper_bounds *co, const paper_volume *qp)
{
    for (int bits = 0; bits < 8; bits++) {
        double at[3];
        bounds_corner(co, qp, bits, at);
        if (at[0] + at[1] + at[2] < 1.0)
            return true;
    }
    return false;
}

static paper_bounds convert_to_world_basis(const paper_bounds *co, const paper_volume *q)
{
    paper_bounds world;
    bounds_corner(co, q, 7, world.min);
    bounds_corner(co, q, 7, world.max);
    for (int bits = 0; bits < 8; bits++) {
        double at[3];
        bounds_corner(co, q, bits, at);
        for (int i = 0; i < 3; i++) {
            if (world.min[i] > at[i])
                world.min[i] = at[i];
            if (world.max[i] < at[i])
                world.max[i] = at[i];
        }
    }
    return world;
}

/* Section 2.1. */
static paper_bounds bounding_area(const paper_volume *p)
{
    static const paper_bounds unit = {{0, 0, 0}, {1, 1, 1}};
    return convert_to_world_basis(&unit, p);
}

/* The box of the parallelepiped on the bounds, clipped by the area of P. As printed it is wider than the
 * intersection. */
static paper_bounds clip_to_area(const paper_bounds *co, const paper_bounds *area, const paper_volume *q)
{
    paper_bounds world = convert_to_world_basis(co, q);
    for (int i = 0; i < 3; i++) {
        if (world.min[i] < area->min[i])
            world.min[i] = area->min[i];
        if (world.max[i] > area->max[i])
            world.max[i] = area->max[i];
    }
    return world;
}

/* ---- TestCollisionBetween ------------------------------------------------------------------------------ */

/* Lines 42 to 84: false when there is no collision. */
static bool collides(const paper_rows_3 *rows, const paper_volume *p, const paper_volume *qp,
                     const paper_trace *w, paper_bounds *co)
{
    if (!get_bounds(rows, w, co))
        return false;
    if (qp->tetra && co->min[0] + co->min[1] + co->min[2] >= 1.0)
        return false;
    return !p->tetra || confirm_solution(co, qp);
}

void fk_paper_volume_make(const fk_piece *piece, fk_paper_volume *out)
{
    memset(out, 0, sizeof *out);
    make_volume(piece, out);
    out->has_inverse = calculate_inverse(out);
    out->area = bounding_area(out);
}

bool fk_paper_test_collision(const fk_paper_volume *p, const fk_paper_volume *q, unsigned reading,
                             fk_paper_area *co)
{
    paper_volume qp;
    paper_rows_3 rows;
    paper_bounds found;
    if (!p->has_inverse || !change_volume_basis(p, q, &qp))
        return false;
    make_system(p, &qp, reading, &rows);
    paper_trace no_trace = {NULL, NULL, reading};
    if (!collides(&rows, p, &qp, &no_trace, &found))
        return false;
    *co = clip_to_area(&found, &p->area, q);
    return true;
}

void fk_answer_fm_paper(const fk_pair_query *query, fk_answer *out)
{
    paper_volume p, q, qp;
    paper_rows_3 rows;
    paper_bounds co;
    make_volume(query->a, &p);
    make_volume(query->b, &q);
    if (!calculate_inverse(&p) || !change_volume_basis(&p, &q, &qp))
        return;
    make_system(&p, &qp, FK_PAPER_PRINTED, &rows);
    paper_trace w = {query->trace, &q, FK_PAPER_PRINTED};
    out->verdict = FK_APART;
    if (!collides(&rows, &p, &qp, &w, &co))
        return;
    out->verdict = FK_OVERLAPPING;
    /* The paper always computes the box. */
    paper_bounds area = bounding_area(&p), world = clip_to_area(&co, &area, &q);
    if (!all_finite(world.min, 3) || !all_finite(world.max, 3))
        return;
    out->box.min = fk_vec3_make(world.min[0], world.min[1], world.min[2]);
    out->box.max = fk_vec3_make(world.max[0], world.max[1], world.max[2]);
    out->filled |= FK_PART_BOX;
}
