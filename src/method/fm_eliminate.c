/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The elimination of method `fm`: see fourier_motzkin.c for the design. Only the results of fk_fm_separates and fk_fm_is_inside are
 * proved. */

#include "method/method.h"

#include <string.h>

/* Rounding in a combination of rows, as a factor of their `error`. */
#define NOISE 0.0625

/* The search gives up after so many empty intersections that turn out to be noise. */
#define FALSE_ALARMS 8

/* The pivots bound the variables when the relative determinant of their rows exceeds this. */
#define LEAST_TURN 0x1p-30

/* The range of a variable. An end that other rows have tightened has their direction; the ends of the first range have
 * none. */
typedef struct fm_variable {
    double lo, hi;
    bool tight_lo, tight_hi;
    fk_vec3 direction;
} fm_variable;

typedef struct fm_search {
    const fk_fm_system *system;
    fk_trace *trace;
    fm_variable variable[3];
    fk_vec3 direction; /* the last one tested: it separates, if one was found */
    double y[3];       /* the last point tested: a common one, if one was found */
    int false_alarms;
    uint32_t count; /* of open rows, the last two those of y[0] and y[1] */
    fk_fm_row row[FK_FM_ROWS];
    fk_vec3 row_direction[FK_FM_ROWS];
} fm_search;

/* Tests whether a direction separates. */
static bool test_direction(fm_search *s, fk_vec3 direction)
{
    if (s->false_alarms > FALSE_ALARMS)
        return false;
    s->direction = direction;
    if (fk_fm_separates(s->system, &s->direction))
        return true;
    s->false_alarms++;
    return false;
}

static void init_ranges(fm_search *s, const fk_fm_system *system)
{
    s->system = system;
    s->false_alarms = 0;
    for (uint32_t k = 0; k < 3; k++) {
        const fk_fm_row *range = &system->row[system->row_count - 3 + k];
        fm_variable *v = &s->variable[k];
        v->lo = range->mid - range->half;
        v->hi = range->mid + range->half;
        v->tight_lo = v->tight_hi = false;
        v->direction = fk_vec3_make(0, 0, 0);
    }
}

/* ---- Trace --------------------------------------------------------------------------------------------- */

/* The first steps of a trace are the ranges of the three variables, then the other rows of the system, then the ranges of the
 * variables by the pivots. */
#define FIRST_ROW 3

/* The point of a with the variables y is point[0] + y.x point[1] + y.y point[2] + y.z point[3]: from the parameters of a. */
static void fill_frame(const fk_fm_system *system, fk_vec3 point[4])
{
    for (int j = 0; j < 4; j++)
        point[j] = fk_vec3_make(0, 0, 0);
    point[0] = system->a.origin;
    for (uint32_t k = 0; k < system->a.count; k++) {
        for (uint32_t i = 0; i < 3; i++) {
            if (system->pivot[i] != k)
                continue;
            const fk_fm_row *row = &system->row[i];
            double at_zero = system->a.range[k].mid - row->mid;
            point[0] = fk_vec3_add(point[0], fk_vec3_scale(system->a.edge[k], at_zero));
            for (uint32_t j = 0; j < 3; j++)
                point[1 + j] = fk_vec3_add(point[1 + j], fk_vec3_scale(system->a.edge[k], row->c[j]));
        }
        for (uint32_t j = 0; j < system->free_count; j++)
            if (system->free[j] == k)
                point[1 + j] = fk_vec3_add(point[1 + j], system->a.edge[k]);
    }
    for (int j = 0; j < 4; j++)
        point[j] = fk_vec3_scale(point[j], 1.0 / system->scale);
}

/* Adds lo <= c0 y0 + c1 y1 + c2 y2 <= hi to the trace. NULL when there is no room. */
static fk_trace_step *trace_row(fm_search *s, uint32_t level, const double c[3], double lo, double hi)
{
    fk_trace_step *row = fk_trace_next(s->trace);
    if (row == NULL)
        return NULL;
    row->kind = FK_STEP_ROW;
    row->level = level;
    row->vector = fk_vec3_make(c[0], c[1], c[2]);
    row->lo = lo;
    row->hi = hi;
    fill_frame(s->system, row->point);
    return row;
}

static uint32_t owner_of_column(const fk_fm_system *system, uint32_t column)
{
    return column < system->a.count ? 1 : 2;
}

static void trace_ranges(fm_search *s)
{
    for (uint32_t k = 0; k < 3; k++) {
        const fm_variable *v = &s->variable[k];
        fk_trace_step *step = trace_row(s, 0, (double[3]){k == 0, k == 1, k == 2}, v->lo, v->hi);
        if (step != NULL && k < s->system->free_count)
            step->owner = owner_of_column(s->system, s->system->free[k]);
    }
}

/* Adds row i of the system: the rows of the pivots come first, then those of a, then those of b. */
static void trace_system_row(fm_search *s, uint32_t i)
{
    const fk_fm_system *system = s->system;
    const fk_fm_row *row = &system->row[i];
    fk_trace_step *step = trace_row(s, 0, row->c, row->mid - row->half, row->mid + row->half);
    uint32_t of_a = 3 + system->a.row_count + (system->a.simplex && system->a.count > 1);
    if (step != NULL)
        step->owner = i < 3 ? owner_of_column(system, system->pivot[i]) : i < of_a ? 1 : 2;
}

/* The step of open row i. */
static uint32_t trace_index(const fm_search *s, uint32_t i)
{
    if (i + 2 >= s->count) {
        uint32_t own = i + 2 - s->count;
        const fm_variable *v = &s->variable[own];
        return v->tight_lo || v->tight_hi ? s->system->row_count + own : own;
    }
    uint32_t k = 0;
    while (k + 4 < s->system->row_count && memcmp(&s->system->row[k], &s->row[i], sizeof s->row[i]) != 0)
        k++;
    return FIRST_ROW + k;
}

/* Sets the open rows that a step is combined from. */
static void trace_combination(fm_search *s, fk_trace_step *step, const uint32_t *row, uint32_t count)
{
    if (step == NULL)
        return;
    step->count = count;
    for (uint32_t k = 0; k < count; k++)
        step->from[k] = trace_index(s, row[k]);
}

/* Adds the range of variable k by the rows of the pivots. */
static void trace_pivot_range(fm_search *s, int k, double lo, double hi)
{
    fk_trace_step *step = trace_row(s, 2, (double[3]){k == 0, k == 1, k == 2}, lo, hi);
    if (step == NULL)
        return;
    step->count = 3;
    for (uint32_t i = 0; i < 3; i++)
        step->from[i] = FIRST_ROW + i;
}

/* ---- Single rows --------------------------------------------------------------------------------------- */

/* The bounds of c.y over the ranges. */
static void bound_row(const fm_search *s, const double c[3], double *lo, double *hi)
{
    *lo = *hi = 0;
    for (int k = 0; k < 3; k++) {
        double at_lo = c[k] * s->variable[k].lo, at_hi = c[k] * s->variable[k].hi;
        *lo += fk_smaller(at_lo, at_hi);
        *hi += fk_larger(at_lo, at_hi);
    }
}

/* The same over the unit simplex; c is zero for missing variables. */
static void bound_over_simplex(const double c[3], double *lo, double *hi)
{
    *lo = fk_smaller(fk_smaller(c[0], c[1]), fk_smaller(c[2], 0));
    *hi = fk_larger(fk_larger(c[0], c[1]), fk_larger(c[2], 0));
}

/* Whether a single row is proved to have no solution. */
static bool single_row_fails(fm_search *s)
{
    const fk_fm_system *system = s->system;
    for (uint32_t i = 0; i + 3 < system->row_count; i++) {
        const fk_fm_row *row = &system->row[i];
        double lo, hi, outer = row->half + NOISE * row->error;
        if (s->trace != NULL)
            trace_system_row(s, i);
        if (system->free_simplex)
            bound_over_simplex(row->c, &lo, &hi);
        else
            bound_row(s, row->c, &lo, &hi);
        if ((lo > row->mid + outer || hi < row->mid - outer) && test_direction(s, system->direction[i]))
            return true;
    }
    return false;
}

/* ---- Each variable alone ------------------------------------------------------------------------------- */

/* Factors of the rows of the pivots, and the bounds of their combination. */
typedef struct pivot_combination {
    double f[3], lo, hi;
} pivot_combination;

static void combine_pivots(const fk_fm_system *system, pivot_combination *t)
{
    double mid = 0, half = 0, least = 0, most = 0, at_center = 0, noise = 0;
    for (int i = 0; i < 3; i++) {
        const fk_fm_row *row = &system->row[i];
        mid += t->f[i] * row->mid;
        half += fabs(t->f[i]) * row->half;
        noise += fabs(t->f[i]) * row->error;
        least = fk_smaller(least, t->f[i]);
        most = fk_larger(most, t->f[i]);
        at_center += 0.5 * t->f[i];
    }
    noise *= NOISE;
    t->lo = mid - half - noise;
    t->hi = mid + half + noise;
    if (system->pivot_simplex) {
        t->lo = fk_larger(t->lo, mid - at_center + least - noise);
        t->hi = fk_smaller(t->hi, mid - at_center + most + noise);
    }
}

static fk_vec3 pivot_direction(const fk_fm_system *system, const double f[3])
{
    return fk_vec3_add(
        fk_vec3_add(fk_vec3_scale(system->normal[0], f[0]), fk_vec3_scale(system->normal[1], f[1])),
        fk_vec3_scale(system->normal[2], f[2]));
}

/* Column k of the rows of the pivots. */
static fk_vec3 pivot_column(const fk_fm_system *system, int k)
{
    return fk_vec3_make(system->row[0].c[k], system->row[1].c[k], system->row[2].c[k]);
}

/* Intersects the range of a variable with that of a combination of the pivots, which is det times the variable. True when it
 * is proved to be empty. */
static bool tighten_range(fm_search *s, int k, const pivot_combination *t, double det)
{
    fm_variable *v = &s->variable[k];
    double inverse = 1.0 / det;
    double lo = (det > 0 ? t->lo : t->hi) * inverse, hi = (det > 0 ? t->hi : t->lo) * inverse;
    v->direction = fk_vec3_scale(pivot_direction(s->system, t->f), inverse);
    if (s->trace != NULL)
        trace_pivot_range(s, k, lo, hi);
    if ((lo > v->hi || hi < v->lo) && test_direction(s, v->direction))
        return true;
    if (lo > v->lo && lo <= v->hi) {
        v->lo = lo;
        v->tight_lo = true;
    }
    if (hi < v->hi && hi >= v->lo) {
        v->hi = hi;
        v->tight_hi = true;
    }
    return false;
}

/* Solves the rows of the pivots for the three variables: the factors that leave variable k alone are the cross product of
 * the other two columns. True when a range is proved to be empty; with a simplex, also that of the sum of the variables. */
static bool bound_by_pivots(fm_search *s)
{
    const fk_fm_system *system = s->system;
    fk_vec3 column[3], f[3];
    double size = 1;
    if (system->free_count < 3)
        return false;
    for (int k = 0; k < 3; k++) {
        column[k] = pivot_column(system, k);
        size *= fabs(column[k].x) + fabs(column[k].y) + fabs(column[k].z);
    }
    for (int k = 0; k < 3; k++)
        f[k] = fk_vec3_cross(column[(k + 1) % 3], column[(k + 2) % 3]);
    double det = fk_vec3_dot(column[0], f[0]);
    if (!(fabs(det) > LEAST_TURN * size))
        return false;
    for (int k = 0; k < 3; k++) {
        pivot_combination t = {{f[k].x, f[k].y, f[k].z}, 0, 0};
        combine_pivots(system, &t);
        if (tighten_range(s, k, &t, det))
            return true;
    }
    if (!system->free_simplex)
        return false;
    fk_vec3 sum = fk_vec3_add(fk_vec3_add(f[0], f[1]), f[2]);
    pivot_combination t = {{sum.x, sum.y, sum.z}, 0, 0};
    combine_pivots(system, &t);
    return (t.lo > fk_larger(det, 0) || t.hi < fk_smaller(det, 0)) &&
           test_direction(s, pivot_direction(system, t.f));
}

/* Tests the middle of the ranges; in a simplex, a point that is not beyond it. */
static bool test_range_middle(fm_search *s)
{
    double lo = 0, width = 0, fraction = 0.5;
    for (uint32_t k = 0; k < 3; k++) {
        lo += k < s->system->free_count ? s->variable[k].lo : 0;
        width += k < s->system->free_count ? s->variable[k].hi - s->variable[k].lo : 0;
    }
    if (s->system->free_simplex && lo + fraction * width > 1)
        fraction = 0.75 * (1 - lo) / width;
    for (int k = 0; k < 3; k++)
        s->y[k] = s->variable[k].lo + fraction * (s->variable[k].hi - s->variable[k].lo);
    return fk_fm_is_inside(s->system, s->y);
}

/* ---- Elimination --------------------------------------------------------------------------------------- */

/* Lists the open rows: those that the ranges do not imply, and those of y[0] and y[1] themselves. */
static void list_open_rows(fm_search *s)
{
    const fk_fm_system *system = s->system;
    s->count = 0;
    for (uint32_t i = 0; i + 3 < system->row_count; i++) {
        const fk_fm_row *row = &system->row[i];
        double lo, hi;
        bound_row(s, row->c, &lo, &hi);
        if (hi <= row->mid + row->half && lo >= row->mid - row->half)
            continue;
        s->row[s->count] = *row;
        s->row_direction[s->count++] = system->direction[i];
    }
    for (int k = 0; k < 2; k++) {
        const fm_variable *v = &s->variable[k];
        fk_fm_row row = {{k == 0, k == 1, 0}, 0.5 * (v->lo + v->hi), 0.5 * (v->hi - v->lo), 0x1p-50};
        s->row[s->count] = row;
        s->row_direction[s->count++] = v->direction;
    }
}

/* Three rows combined so that y[0] and y[1] vanish: |c y[2] - mid| <= half. */
typedef struct fm_triple {
    uint32_t row[3];
    double f[3], c, mid, half, noise;
} fm_triple;

/* The factor of a row is the minor of the two others; its noise comes from the products that it is made of. */
static void combine_triple(const fm_search *s, uint32_t i, uint32_t j, uint32_t l, fm_triple *t)
{
    const fk_fm_row *p = &s->row[i], *q = &s->row[j], *r = &s->row[l];
    double qr = q->c[0] * r->c[1], rq = r->c[0] * q->c[1];
    double rp = r->c[0] * p->c[1], pr = p->c[0] * r->c[1];
    double pq = p->c[0] * q->c[1], qp = q->c[0] * p->c[1];
    double f = qr - rq, g = rp - pr, h = pq - qp;
    t->row[0] = i;
    t->row[1] = j;
    t->row[2] = l;
    t->f[0] = f;
    t->f[1] = g;
    t->f[2] = h;
    t->c = f * p->c[2] + g * q->c[2] + h * r->c[2];
    t->mid = f * p->mid + g * q->mid + h * r->mid;
    t->noise = NOISE * ((fabs(qr) + fabs(rq)) * p->error + (fabs(rp) + fabs(pr)) * q->error +
                        (fabs(pq) + fabs(qp)) * r->error);
    t->half = fabs(f) * p->half + fabs(g) * q->half + fabs(h) * r->half + t->noise;
}

/* The direction of the lower or the upper bound of row i. */
static fk_vec3 side_direction(const fm_search *s, uint32_t i, bool above)
{
    if (i + 2 < s->count)
        return s->row_direction[i];
    const fm_variable *v = &s->variable[i + 2 - s->count];
    return (above ? v->tight_hi : v->tight_lo) ? v->direction : fk_vec3_make(0, 0, 0);
}

/* The direction of the lower or the upper bound of a triple times a factor. */
static fk_vec3 triple_direction(const fm_search *s, const fm_triple *t, double times, bool above)
{
    fk_vec3 sum = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        double f = times * t->f[k];
        sum = fk_vec3_add(sum, fk_vec3_scale(side_direction(s, t->row[k], (f > 0) == above), f));
    }
    return sum;
}

/* A bound of y[2], and the rows that it comes from, unless it is the bound of the range. */
typedef struct fm_bound {
    double value;
    bool made;
    uint32_t row[3];
} fm_bound;

static fk_vec3 bound_direction(const fm_search *s, const fm_bound *b, bool above)
{
    const fm_variable *v = &s->variable[2];
    fm_triple t;
    if (!b->made)
        return (above ? v->tight_hi : v->tight_lo) ? v->direction : fk_vec3_make(0, 0, 0);
    combine_triple(s, b->row[0], b->row[1], b->row[2], &t);
    return triple_direction(s, &t, 1.0 / t.c, above);
}

static bool bounds_are_apart(fm_search *s, const fm_bound *lo, const fm_bound *hi)
{
    return test_direction(s, fk_vec3_sub(bound_direction(s, lo, false), bound_direction(s, hi, true)));
}

/* Intersects the interval of y[2] with that of a triple. True when it is proved to be empty. If it is empty without a proof,
 * that is noise, and the triple is skipped. */
static bool narrow_by_triple(fm_search *s, fm_bound *lo, fm_bound *hi, const fm_triple *t)
{
    if (fabs(t->c) <= t->noise)
        return fabs(t->mid) > t->half + fabs(t->c) &&
               test_direction(s, triple_direction(s, t, 1.0, t->mid < 0));
    double inverse = 1.0 / t->c, middle = t->mid * inverse, half = t->half * fabs(inverse);
    fm_bound below = {middle - half, true, {t->row[0], t->row[1], t->row[2]}}, above = below;
    above.value = middle + half;
    bool is_below = below.value > lo->value, is_above = above.value < hi->value;
    if ((is_below ? below.value : lo->value) > (is_above ? above.value : hi->value))
        return bounds_are_apart(s, is_below ? &below : lo, is_above ? &above : hi);
    if (is_below)
        *lo = below;
    if (is_above)
        *hi = above;
    return false;
}

/* Adds the intermediate rows, pairs from which y[0] is eliminated, to the trace. The search does not need them. */
static void trace_pairs(fm_search *s)
{
    for (uint32_t i = 0; i + 1 < s->count; i++)
        for (uint32_t j = i + 1; j < s->count; j++) {
            const fk_fm_row *p = &s->row[i], *q = &s->row[j];
            double f = q->c[0], g = -p->c[0];
            double c[3] = {0, f * p->c[1] + g * q->c[1], f * p->c[2] + g * q->c[2]};
            double mid = f * p->mid + g * q->mid, half = fabs(f) * p->half + fabs(g) * q->half;
            trace_combination(s, trace_row(s, 1, c, mid - half, mid + half), (uint32_t[2]){i, j}, 2);
        }
}

/* Eliminates y[0] and y[1]. True when the interval of y[2] is proved to be empty; else y[2] becomes its middle. */
static bool eliminate_two(fm_search *s)
{
    fm_bound lo = {s->variable[2].lo, false, {0, 0, 0}}, hi = {s->variable[2].hi, false, {0, 0, 0}};
    for (uint32_t i = 0; i + 2 < s->count; i++)
        for (uint32_t j = i + 1; j + 1 < s->count; j++)
            for (uint32_t l = j + 1; l < s->count; l++) {
                fm_triple t;
                combine_triple(s, i, j, l, &t);
                if (s->trace != NULL)
                    trace_combination(
                        s, trace_row(s, 2, (double[3]){0, 0, t.c}, t.mid - t.half, t.mid + t.half), t.row, 3);
                if (narrow_by_triple(s, &lo, &hi, &t))
                    return true;
            }
    s->y[2] = 0.5 * (lo.value + hi.value);
    return false;
}

/* ---- Back-substitution --------------------------------------------------------------------------------- */

/* Intersects [lo, hi] with |c y - mid| <= half, unless c is noise. */
static void narrow_interval(double *lo, double *hi, double c, double mid, double half, double noise)
{
    if (fabs(c) <= noise)
        return;
    double inverse = 1.0 / c, middle = mid * inverse;
    *lo = fk_larger(*lo, middle - half * fabs(inverse));
    *hi = fk_smaller(*hi, middle + half * fabs(inverse));
}

/* The middle of y[1] for given y[2], bounded by pairs of rows from which y[0] is eliminated. */
static double solve_y1(const fm_search *s)
{
    double lo = s->variable[1].lo, hi = s->variable[1].hi;
    for (uint32_t i = 0; i + 1 < s->count; i++)
        for (uint32_t j = i + 1; j < s->count; j++) {
            const fk_fm_row *p = &s->row[i], *q = &s->row[j];
            double f = q->c[0], g = -p->c[0], x = f * p->c[1], y = g * q->c[1];
            double mid = f * (p->mid - p->c[2] * s->y[2]) + g * (q->mid - q->c[2] * s->y[2]);
            double half = fabs(f) * p->half + fabs(g) * q->half;
            narrow_interval(&lo, &hi, x + y, mid, half, LEAST_TURN * (fabs(x) + fabs(y)));
        }
    return 0.5 * (lo + hi);
}

static double solve_y0(const fm_search *s)
{
    double lo = s->variable[0].lo, hi = s->variable[0].hi;
    for (uint32_t i = 0; i < s->count; i++) {
        const fk_fm_row *row = &s->row[i];
        double mid = row->mid - row->c[1] * s->y[1] - row->c[2] * s->y[2];
        narrow_interval(&lo, &hi, row->c[0], mid, row->half, row->error);
    }
    return 0.5 * (lo + hi);
}

/* ---- Verdict ------------------------------------------------------------------------------------------- */

static fk_verdict eliminate_system(fm_search *s)
{
    if (s->trace != NULL)
        trace_ranges(s);
    if (single_row_fails(s) || bound_by_pivots(s))
        return FK_APART;
    /* With a trace the elimination is always done. */
    if (s->trace == NULL && test_range_middle(s))
        return FK_OVERLAPPING;
    list_open_rows(s);
    if (s->trace != NULL)
        trace_pairs(s);
    if (eliminate_two(s))
        return FK_APART;
    s->y[1] = solve_y1(s);
    s->y[0] = solve_y0(s);
    return fk_fm_is_inside(s->system, s->y) ? FK_OVERLAPPING : FK_UNDECIDED;
}

fk_verdict fk_fm_eliminate(const fk_fm_system *system, fk_trace *trace, fk_fm_result *out)
{
    fm_search s;
    init_ranges(&s, system);
    s.trace = trace;
    fk_verdict verdict = eliminate_system(&s);
    out->direction = s.direction;
    for (int k = 0; k < 3; k++)
        out->y[k] = s.y[k];
    return verdict;
}
