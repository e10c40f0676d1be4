/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `fm-paper`: two cells by Fourier-Motzkin elimination as the paper prints it, mistakes included.
 *
 * Source: P. Baillehache, Collision detection for 3D objects based on the Fourier-Motzkin elimination method (2013),
 * sections 2 to 5. P is piece a, Q is piece b. A common point is Q.A + x Q.U + y Q.V + z Q.W; its coordinates in the
 * basis of P must lie in the unit cube (or simplex), and so must x, y, z: up to 14 one-sided rows in three
 * variables. Two of them are eliminated, in three ways, which gives bounds for each variable alone. The names are
 * the paper's.
 *
 * It answers as the paper does: a yes is `overlapping`, a no is `apart`, and both may be wrong. Each mistake of the
 * print is kept and marked `As printed`. One is not kept to the letter: the null test of TestTrivialCases is
 * inverted, so that no coefficient is ever looked at; taken so, nine of ten overlapping boxes are missed, which is
 * what neither its comment nor the paper's results say. It is turned as its comment says; what follows from the
 * rest of its lines, that a row without coefficients is passed over, is kept.
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

/* A[i * vars + k] x[k] <= N[i], summed over k. One number is read beyond the last row: it is kept at zero. */
typedef struct rows_3 {
    int count;
    double a[ROWS_3 * 3 + 1], n[ROWS_3];
} rows_3;

typedef struct rows_2 {
    int count;
    double a[ROWS_2 * 2 + 1], n[ROWS_2];
} rows_2;

typedef struct rows_1 {
    int count;
    double a[ROWS_1 + 1], n[ROWS_1];
} rows_1;

typedef fk_paper_volume volume;
typedef fk_paper_area bounds;

/* ---- CalculateInverse, ChangeBasis --------------------------------------------------------------------- */

static void to_array(fk_vec3 v, double out[3])
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static void make_volume(const fk_piece *piece, volume *out)
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

/* False when there is none: a flat P, where the print divides by zero. */
static bool calculate_inverse(volume *p)
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

static void into_basis(const volume *p, const double in[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = p->inverse[0][i] * in[0] + p->inverse[1][i] * in[1] + p->inverse[2][i] * in[2];
}

static bool change_basis(const volume *p, const volume *q, volume *qp)
{
    double ap[3] = {q->a[0] - p->a[0], q->a[1] - p->a[1], q->a[2] - p->a[2]};
    qp->tetra = q->tetra;
    into_basis(p, ap, qp->a);
    for (int k = 0; k < 3; k++)
        into_basis(p, q->edge[k], qp->edge[k]);
    return all_finite(qp->a, 3) && all_finite(qp->edge[0], 9);
}

/* ---- The system (10) ----------------------------------------------------------------------------------- */

static void add_row(rows_3 *rows, double x, double y, double z, double n)
{
    double *a = rows->a + 3 * rows->count;
    a[0] = x;
    a[1] = y;
    a[2] = z;
    rows->n[rows->count++] = n;
}

/* Lines 02 to 41 of TestCollisionBetween. */
static void make_system(const volume *p, const volume *qp, rows_3 *rows)
{
    const double *u = qp->edge[0], *v = qp->edge[1], *w = qp->edge[2];
    rows->count = 0;
    for (int i = 0; i < 3; i++) {
        add_row(rows, u[i], v[i], w[i], 1.0 - qp->a[i]);
        add_row(rows, -1.0 * u[i], -1.0 * v[i], -1.0 * w[i], qp->a[i]);
    }
    for (int i = 0; i < 3; i++) {
        add_row(rows, i == 0, i == 1, i == 2, 1.0);
        add_row(rows, -1.0 * (i == 0), -1.0 * (i == 1), -1.0 * (i == 2), 0.0);
    }
    if (qp->tetra)
        add_row(rows, 1.0, 1.0, 1.0, 1.0);
    /* As printed, lines 37 to 39, (7), (9) and row (a) of (10): the first components of all edges, then the second and
     * the third ones. True is the sum of each edge's own components. */
    if (p->tetra)
        add_row(rows, u[0] + v[0] + w[0], u[1] + v[1] + w[1], u[2] + v[2] + w[2],
                1.0 - qp->a[0] - qp->a[1] - qp->a[2]);
    rows->a[3 * rows->count] = 0.0;
}

/* ---- TestTrivialCases, ElimVar, GetBound --------------------------------------------------------------- */

static bool is_null(double x)
{
    return x == 0.0;
}

/* False when a row shows at once that there is no solution. As printed: the loop over the variables runs on to the
 * first number of the next row, and a row whose coefficients are all null is passed over, though "0 <= negative" is
 * the very proof that there is no solution. */
static bool test_trivial_cases(const double *a, const double *n, int count, int vars)
{
    for (int i = 0; i < count; i++) {
        double val = 0.0;
        bool sp = true;
        int nulls = 0;
        for (int j = 0; j <= vars; j++) {
            if (is_null(a[i * vars + j])) {
                nulls++;
            } else if (a[i * vars + j] < 0.0) {
                sp = false;
                val += a[i * vars + j];
            }
        }
        if (nulls > vars)
            continue;
        if ((sp && n[i] < 0.0) || n[i] < val)
            return false;
    }
    return true;
}

/* Copies a row but for one variable. */
static void drop_variable(const double *a, int vars, int index, double *out)
{
    int l = 0;
    for (int k = 0; k < vars; k++)
        if (k != index)
            out[l++] = a[k];
}

/* Eliminates a variable; returns the number of rows. (As printed, j begins at i and not behind it; no row has another
 * sign than itself, so nothing follows from that.) */
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

/* Who watches: nobody where the trace is NULL. The coordinates are those along the edges of Q. */
typedef struct watcher {
    fk_trace *trace;
    const volume *q;
} watcher;

static fk_vec3 from_array(const double x[3])
{
    return fk_vec3_make(x[0], x[1], x[2]);
}

static fk_trace_step *leave_step(const watcher *w, fk_trace_step_kind kind, const double c[3], double lo,
                                 double hi)
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

/* Rows in three variables, or in two: then `gone` is the one that was eliminated. Of the first ones, six are those of P, and
 * six of Q; then come the sums of Q and of P, where these are tetrahedra. */
static void leave_rows(const watcher *w, const double *a, const double *n, int count, int gone)
{
    int vars = gone < 0 ? 3 : 2;
    for (int i = 0; w->trace != NULL && i < count; i++) {
        double c[3] = {0, 0, 0};
        for (int k = 0, l = 0; k < 3; k++)
            if (k != gone)
                c[k] = a[i * vars + l++];
        fk_trace_step *step = leave_step(w, FK_STEP_ROW, c, -INFINITY, n[i]);
        if (step == NULL)
            continue;
        step->level = gone < 0 ? 0 : 1;
        if (gone < 0)
            step->owner = i < 6 ? 1 : i < (w->q->tetra ? 13 : 12) ? 2 : 1;
    }
}

static void leave_bounds(const watcher *w, const bounds *co, int index)
{
    double c[3] = {index == 0, index == 1, index == 2};
    fk_trace_step *step = leave_step(w, FK_STEP_INTERVAL, c, co->min[index], co->max[index]);
    if (step != NULL)
        step->level = 2;
}

/* ---- Bounds -------------------------------------------------------------------------------------------- */

/* The bounds of one variable. False when they are empty: as printed, also when they are one number, though closed
 * volumes that touch have a common point. */
static bool get_bound(bounds *co, rows_1 *rows, int index)
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

/* Eliminates one of two variables and takes the bounds of the other, which is `index` of the whole system. */
static bool bound_variable(const rows_2 *rows, int eliminated, int index, const watcher *w, bounds *co)
{
    rows_1 last;
    last.count = elim_var(eliminated, rows->a, rows->n, rows->count, 2, last.a, last.n);
    if (!test_trivial_cases(last.a, last.n, last.count, 1))
        return false;
    bool left = get_bound(co, &last, index);
    leave_bounds(w, co, index);
    return left;
}

/* Lines 42 to 76. */
static bool bound_variables(const rows_3 *rows, const watcher *w, bounds *co)
{
    rows_2 next;
    leave_rows(w, rows->a, rows->n, rows->count, -1);
    if (!test_trivial_cases(rows->a, rows->n, rows->count, 3))
        return false;
    next.count = elim_var(0, rows->a, rows->n, rows->count, 3, next.a, next.n);
    leave_rows(w, next.a, next.n, next.count, 0);
    if (!test_trivial_cases(next.a, next.n, next.count, 2))
        return false;
    if (!bound_variable(&next, 0, 2, w, co) || !bound_variable(&next, 1, 1, w, co))
        return false;
    next.count = elim_var(1, rows->a, rows->n, rows->count, 3, next.a, next.n);
    leave_rows(w, next.a, next.n, next.count, 1);
    return test_trivial_cases(next.a, next.n, next.count, 2) && bound_variable(&next, 1, 0, w, co);
}

/* ---- ConfirmSolution, ConvertToWorldBasis -------------------------------------------------------------- */

/* A corner of the bounds, in the basis in which Q is given. */
static void corner(const bounds *co, const volume *q, int bits, double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = q->a[i];
        for (int k = 0; k < 3; k++)
            out[i] += (bits >> k & 1 ? co->min[k] : co->max[k]) * q->edge[k][i];
    }
}

/* As printed: looks for one corner of the bounds that satisfies (a), another one than that for (b), and with < for the
 * true <=. None of it is needed, since elimination is exact. */
static bool confirm_solution(const bounds *co, const volume *qp)
{
    for (int bits = 0; bits < 8; bits++) {
        double at[3];
        corner(co, qp, bits, at);
        if (at[0] + at[1] + at[2] < 1.0)
            return true;
    }
    return false;
}

static bounds convert_to_world_basis(const bounds *co, const volume *q)
{
    bounds world;
    corner(co, q, 7, world.min);
    corner(co, q, 7, world.max);
    for (int bits = 0; bits < 8; bits++) {
        double at[3];
        corner(co, q, bits, at);
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
static bounds bounding_area(const volume *p)
{
    static const bounds unit = {{0, 0, 0}, {1, 1, 1}};
    return convert_to_world_basis(&unit, p);
}

/* The box of the parallelepiped on the bounds, clipped by the area of P. As printed it is wider than the
 * intersection. */
static bounds box_of(const bounds *co, const bounds *area, const volume *q)
{
    bounds world = convert_to_world_basis(co, q);
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
static bool collides(const rows_3 *rows, const volume *p, const volume *qp, const watcher *w, bounds *co)
{
    if (!bound_variables(rows, w, co))
        return false;
    /* As printed, line 78: strict, so that what touches there is missed. */
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

bool fk_paper_test_collision(const fk_paper_volume *p, const fk_paper_volume *q, fk_paper_area *co)
{
    volume qp;
    rows_3 rows;
    bounds found;
    if (!p->has_inverse || !change_basis(p, q, &qp))
        return false;
    make_system(p, &qp, &rows);
    static const watcher nobody = {NULL, NULL};
    if (!collides(&rows, p, &qp, &nobody, &found))
        return false;
    *co = box_of(&found, &p->area, q);
    return true;
}

void fk_answer_fm_paper(const fk_pair_query *query, fk_answer *out)
{
    volume p, q, qp;
    rows_3 rows;
    bounds co;
    make_volume(query->a, &p);
    make_volume(query->b, &q);
    if (!calculate_inverse(&p) || !change_basis(&p, &q, &qp))
        return;
    make_system(&p, &qp, &rows);
    watcher w = {query->trace, &q};
    out->verdict = FK_APART;
    if (!collides(&rows, &p, &qp, &w, &co))
        return;
    out->verdict = FK_OVERLAPPING;
    /* The print always makes the box. */
    bounds area = bounding_area(&p), world = box_of(&co, &area, &q);
    if (!all_finite(world.min, 3) || !all_finite(world.max, 3))
        return;
    out->box.min = fk_vec3_make(world.min[0], world.min[1], world.min[2]);
    out->box.max = fk_vec3_make(world.max[0], world.max[1], world.max[2]);
    out->filled |= FK_PART_BOX;
}
