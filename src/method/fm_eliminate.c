/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The elimination of method `fm`: see fm.c for the design. Nothing here is proved, but what fk_fm_separates and
 * fk_fm_holds say. */

#include "method/method.h"

#include <string.h>

/* Rounding in a combination of rows, as a factor of their `error`. */
#define NOISE 0.0625

/* So many empty intersections may turn out to be noise before the search gives up. */
#define FALSE_ALARMS 8

/* The variables are bounded by the pivots when the determinant of their rows is not almost lost. */
#define LEAST_TURN 0x1p-30

/* A bound of a variable counts for more than its range, which has no direction, when other rows have made it
 * tighter: then it stands for these rows. */
typedef struct variable {
    double lo, hi;
    bool tight_lo, tight_hi;
    fk_vec3 direction;
} variable;

typedef struct search {
    const fk_fm_system *system;
    fk_trace *trace;
    variable variable[3];
    fk_vec3 direction; /* the last one tried: that which separates, when one was found */
    double y[3];       /* the last point tried: a common one, when one was found */
    int false_alarms;
    uint32_t count; /* rows that are left, the last two those of y[0] and y[1] */
    fk_fm_row row[FK_FM_ROWS];
    fk_vec3 row_direction[FK_FM_ROWS];
} search;

/* Tries a direction; it is kept when it separates. */
static bool try_direction(search *s, fk_vec3 direction)
{
    if (s->false_alarms > FALSE_ALARMS)
        return false;
    s->direction = direction;
    if (fk_fm_separates(s->system, &s->direction))
        return true;
    s->false_alarms++;
    return false;
}

static void start(search *s, const fk_fm_system *system)
{
    s->system = system;
    s->false_alarms = 0;
    for (uint32_t k = 0; k < 3; k++) {
        const fk_fm_row *range = &system->row[system->row_count - 3 + k];
        variable *v = &s->variable[k];
        v->lo = range->mid - range->half;
        v->hi = range->mid + range->half;
        v->tight_lo = v->tight_hi = false;
        v->direction = fk_vec3_make(0, 0, 0);
    }
}

/* ---- Trace --------------------------------------------------------------------------------------------- */

/* The first steps of a trace are the ranges of the three variables, then the other rows of the system, then what the pivots
 * say of the variables. */
#define FIRST_ROW 3

/* The point of a that has the variables y, and by pivots and rows is to be one of b, is point[0] + y.x point[1] + ...: that
 * follows from what the parameters of a are. */
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

/* Leaves lo <= c0 y0 + c1 y1 + c2 y2 <= hi, for those who watch. NULL when there is no room. */
static fk_trace_step *leave_row(search *s, uint32_t level, const double c[3], double lo, double hi)
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

static void leave_ranges(search *s)
{
    for (uint32_t k = 0; k < 3; k++) {
        const variable *v = &s->variable[k];
        fk_trace_step *step = leave_row(s, 0, (double[3]){k == 0, k == 1, k == 2}, v->lo, v->hi);
        if (step != NULL && k < s->system->free_count)
            step->owner = owner_of_column(s->system, s->system->free[k]);
    }
}

/* Row i of the system: those of the pivots come first, then those of a, then those of b. */
static void leave_system_row(search *s, uint32_t i)
{
    const fk_fm_system *system = s->system;
    const fk_fm_row *row = &system->row[i];
    fk_trace_step *step = leave_row(s, 0, row->c, row->mid - row->half, row->mid + row->half);
    uint32_t of_a = 3 + system->a.row_count + (system->a.simplex && system->a.count > 1);
    if (step != NULL)
        step->owner = i < 3 ? owner_of_column(system, system->pivot[i]) : i < of_a ? 1 : 2;
}

/* The step of row i of those that are left. */
static uint32_t step_of(const search *s, uint32_t i)
{
    if (i + 2 >= s->count) {
        uint32_t own = i + 2 - s->count;
        const variable *v = &s->variable[own];
        return v->tight_lo || v->tight_hi ? s->system->row_count + own : own;
    }
    uint32_t k = 0;
    while (k + 4 < s->system->row_count && memcmp(&s->system->row[k], &s->row[i], sizeof s->row[i]) != 0)
        k++;
    return FIRST_ROW + k;
}

/* A row that is combined from some that are left. */
static void leave_combined(search *s, fk_trace_step *step, const uint32_t *row, uint32_t count)
{
    if (step == NULL)
        return;
    step->count = count;
    for (uint32_t k = 0; k < count; k++)
        step->from[k] = step_of(s, row[k]);
}

/* The range of variable k that the rows of the pivots give. */
static void leave_turned(search *s, int k, double lo, double hi)
{
    fk_trace_step *step = leave_row(s, 2, (double[3]){k == 0, k == 1, k == 2}, lo, hi);
    if (step == NULL)
        return;
    step->count = 3;
    for (uint32_t i = 0; i < 3; i++)
        step->from[i] = FIRST_ROW + i;
}

/* ---- Single rows --------------------------------------------------------------------------------------- */

/* The ends of c.y over the ranges. */
static void ends_of(const search *s, const double c[3], double *lo, double *hi)
{
    *lo = *hi = 0;
    for (int k = 0; k < 3; k++) {
        double at_lo = c[k] * s->variable[k].lo, at_hi = c[k] * s->variable[k].hi;
        *lo += fk_smaller(at_lo, at_hi);
        *hi += fk_larger(at_lo, at_hi);
    }
}

/* The same over the unit simplex; c is zero for variables that are none. */
static void ends_of_simplex(const double c[3], double *lo, double *hi)
{
    *lo = fk_smaller(fk_smaller(c[0], c[1]), fk_smaller(c[2], 0));
    *hi = fk_larger(fk_larger(c[0], c[1]), fk_larger(c[2], 0));
}

/* Whether a row alone has no solution. */
static bool close_rows(search *s)
{
    const fk_fm_system *system = s->system;
    for (uint32_t i = 0; i + 3 < system->row_count; i++) {
        const fk_fm_row *row = &system->row[i];
        double lo, hi, outer = row->half + NOISE * row->error;
        if (s->trace != NULL)
            leave_system_row(s, i);
        if (system->free_simplex)
            ends_of_simplex(row->c, &lo, &hi);
        else
            ends_of(s, row->c, &lo, &hi);
        if ((lo > row->mid + outer || hi < row->mid - outer) && try_direction(s, system->direction[i]))
            return true;
    }
    return false;
}

/* ---- Each variable alone ------------------------------------------------------------------------------- */

/* Factors for the rows of the pivots, and the ends of what they make. */
typedef struct turned_row {
    double f[3], lo, hi;
} turned_row;

static void ends_of_pivots(const fk_fm_system *system, turned_row *t)
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

static fk_vec3 direction_of_pivots(const fk_fm_system *system, const double f[3])
{
    return fk_vec3_add(
        fk_vec3_add(fk_vec3_scale(system->normal[0], f[0]), fk_vec3_scale(system->normal[1], f[1])),
        fk_vec3_scale(system->normal[2], f[2]));
}

/* Column k of the rows of the pivots. */
static fk_vec3 column_of_pivots(const fk_fm_system *system, int k)
{
    return fk_vec3_make(system->row[0].c[k], system->row[1].c[k], system->row[2].c[k]);
}

/* The range of a variable against what the pivots say of it, times det. */
static bool tighten(search *s, int k, const turned_row *t, double det)
{
    variable *v = &s->variable[k];
    double inverse = 1.0 / det;
    double lo = (det > 0 ? t->lo : t->hi) * inverse, hi = (det > 0 ? t->hi : t->lo) * inverse;
    v->direction = fk_vec3_scale(direction_of_pivots(s->system, t->f), inverse);
    if (s->trace != NULL)
        leave_turned(s, k, lo, hi);
    if ((lo > v->hi || hi < v->lo) && try_direction(s, v->direction))
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

/* Solves the rows of the pivots for the three variables: factors that leave variable k alone are the cross product of
 * the other two columns. Whether a range becomes empty; with a simplex, also that of the sum of the variables. */
static bool bound_variables(search *s)
{
    const fk_fm_system *system = s->system;
    fk_vec3 column[3], f[3];
    double size = 1;
    if (system->free_count < 3)
        return false;
    for (int k = 0; k < 3; k++) {
        column[k] = column_of_pivots(system, k);
        size *= fabs(column[k].x) + fabs(column[k].y) + fabs(column[k].z);
    }
    for (int k = 0; k < 3; k++)
        f[k] = fk_vec3_cross(column[(k + 1) % 3], column[(k + 2) % 3]);
    double det = fk_vec3_dot(column[0], f[0]);
    if (!(fabs(det) > LEAST_TURN * size))
        return false;
    for (int k = 0; k < 3; k++) {
        turned_row t = {{f[k].x, f[k].y, f[k].z}, 0, 0};
        ends_of_pivots(system, &t);
        if (tighten(s, k, &t, det))
            return true;
    }
    if (!system->free_simplex)
        return false;
    fk_vec3 sum = fk_vec3_add(fk_vec3_add(f[0], f[1]), f[2]);
    turned_row t = {{sum.x, sum.y, sum.z}, 0, 0};
    ends_of_pivots(system, &t);
    return (t.lo > fk_larger(det, 0) || t.hi < fk_smaller(det, 0)) &&
           try_direction(s, direction_of_pivots(system, t.f));
}

/* The middle of the ranges; in a simplex, not beyond it. */
static bool try_middle(search *s)
{
    double lo = 0, width = 0, part = 0.5;
    for (uint32_t k = 0; k < 3; k++) {
        lo += k < s->system->free_count ? s->variable[k].lo : 0;
        width += k < s->system->free_count ? s->variable[k].hi - s->variable[k].lo : 0;
    }
    if (s->system->free_simplex && lo + part * width > 1)
        part = 0.75 * (1 - lo) / width;
    for (int k = 0; k < 3; k++)
        s->y[k] = s->variable[k].lo + part * (s->variable[k].hi - s->variable[k].lo);
    return fk_fm_holds(s->system, s->y);
}

/* ---- Elimination --------------------------------------------------------------------------------------- */

/* Takes the rows that the ranges do not imply, and those of y[0] and y[1] themselves. */
static void take_rows(search *s)
{
    const fk_fm_system *system = s->system;
    s->count = 0;
    for (uint32_t i = 0; i + 3 < system->row_count; i++) {
        const fk_fm_row *row = &system->row[i];
        double lo, hi;
        ends_of(s, row->c, &lo, &hi);
        if (hi <= row->mid + row->half && lo >= row->mid - row->half)
            continue;
        s->row[s->count] = *row;
        s->row_direction[s->count++] = system->direction[i];
    }
    for (int k = 0; k < 2; k++) {
        const variable *v = &s->variable[k];
        fk_fm_row row = {{k == 0, k == 1, 0}, 0.5 * (v->lo + v->hi), 0.5 * (v->hi - v->lo), 0x1p-50};
        s->row[s->count] = row;
        s->row_direction[s->count++] = v->direction;
    }
}

/* Three rows combined so that y[0] and y[1] vanish: c y[2] - mid, of half-width half. */
typedef struct triple {
    uint32_t row[3];
    double f[3], c, mid, half, noise;
} triple;

/* The factor of a row is the minor of the two others; its noise is what it was made of. */
static void make_triple(const search *s, uint32_t i, uint32_t j, uint32_t l, triple *t)
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

/* The direction of row i, taken from below or from above. */
static fk_vec3 side_direction(const search *s, uint32_t i, bool above)
{
    if (i + 2 < s->count)
        return s->row_direction[i];
    const variable *v = &s->variable[i + 2 - s->count];
    return (above ? v->tight_hi : v->tight_lo) ? v->direction : fk_vec3_make(0, 0, 0);
}

/* The direction of a triple times a factor, where the result is taken from below or from above. */
static fk_vec3 triple_direction(const search *s, const triple *t, double times, bool above)
{
    fk_vec3 sum = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        double f = times * t->f[k];
        sum = fk_vec3_add(sum, fk_vec3_scale(side_direction(s, t->row[k], (f > 0) == above), f));
    }
    return sum;
}

/* A bound of y[2], and the rows that it comes from: none when it is the bound of the range. */
typedef struct bound {
    double value;
    bool made;
    uint32_t row[3];
} bound;

static fk_vec3 bound_direction(const search *s, const bound *b, bool above)
{
    const variable *v = &s->variable[2];
    triple t;
    if (!b->made)
        return (above ? v->tight_hi : v->tight_lo) ? v->direction : fk_vec3_make(0, 0, 0);
    make_triple(s, b->row[0], b->row[1], b->row[2], &t);
    return triple_direction(s, &t, 1.0 / t.c, above);
}

static bool bounds_are_apart(search *s, const bound *lo, const bound *hi)
{
    return try_direction(s, fk_vec3_sub(bound_direction(s, lo, false), bound_direction(s, hi, true)));
}

/* Cuts the interval of y[2] by a triple. Whether it becomes empty, proved. An empty one that is not proved is noise,
 * and the triple is passed over. */
static bool cut(search *s, bound *lo, bound *hi, const triple *t)
{
    if (fabs(t->c) <= t->noise)
        return fabs(t->mid) > t->half + fabs(t->c) &&
               try_direction(s, triple_direction(s, t, 1.0, t->mid < 0));
    double inverse = 1.0 / t->c, middle = t->mid * inverse, half = t->half * fabs(inverse);
    bound below = {middle - half, true, {t->row[0], t->row[1], t->row[2]}}, above = below;
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

/* The rows between: pairs from which y[0] is eliminated. The search does not need them, but a reader may. */
static void leave_pairs(search *s)
{
    for (uint32_t i = 0; i + 1 < s->count; i++)
        for (uint32_t j = i + 1; j < s->count; j++) {
            const fk_fm_row *p = &s->row[i], *q = &s->row[j];
            double f = q->c[0], g = -p->c[0];
            double c[3] = {0, f * p->c[1] + g * q->c[1], f * p->c[2] + g * q->c[2]};
            double mid = f * p->mid + g * q->mid, half = fabs(f) * p->half + fabs(g) * q->half;
            leave_combined(s, leave_row(s, 1, c, mid - half, mid + half), (uint32_t[2]){i, j}, 2);
        }
}

/* Eliminates y[0] and y[1]. Whether nothing is left for y[2], proved; else the middle of what is left is y[2]. */
static bool eliminate(search *s)
{
    bound lo = {s->variable[2].lo, false, {0, 0, 0}}, hi = {s->variable[2].hi, false, {0, 0, 0}};
    for (uint32_t i = 0; i + 2 < s->count; i++)
        for (uint32_t j = i + 1; j + 1 < s->count; j++)
            for (uint32_t l = j + 1; l < s->count; l++) {
                triple t;
                make_triple(s, i, j, l, &t);
                if (s->trace != NULL)
                    leave_combined(s, leave_row(s, 2, (double[3]){0, 0, t.c}, t.mid - t.half, t.mid + t.half),
                                   t.row, 3);
                if (cut(s, &lo, &hi, &t))
                    return true;
            }
    s->y[2] = 0.5 * (lo.value + hi.value);
    return false;
}

/* ---- The way back -------------------------------------------------------------------------------------- */

/* Cuts [lo, hi] by |c y - mid| <= half, unless c is noise. */
static void narrow_down(double *lo, double *hi, double c, double mid, double half, double noise)
{
    if (fabs(c) <= noise)
        return;
    double inverse = 1.0 / c, middle = mid * inverse;
    *lo = fk_larger(*lo, middle - half * fabs(inverse));
    *hi = fk_smaller(*hi, middle + half * fabs(inverse));
}

/* With y[2] given, pairs of rows from which y[0] is eliminated bound y[1]. */
static double put_back_1(const search *s)
{
    double lo = s->variable[1].lo, hi = s->variable[1].hi;
    for (uint32_t i = 0; i + 1 < s->count; i++)
        for (uint32_t j = i + 1; j < s->count; j++) {
            const fk_fm_row *p = &s->row[i], *q = &s->row[j];
            double f = q->c[0], g = -p->c[0], x = f * p->c[1], y = g * q->c[1];
            double mid = f * (p->mid - p->c[2] * s->y[2]) + g * (q->mid - q->c[2] * s->y[2]);
            double half = fabs(f) * p->half + fabs(g) * q->half;
            narrow_down(&lo, &hi, x + y, mid, half, LEAST_TURN * (fabs(x) + fabs(y)));
        }
    return 0.5 * (lo + hi);
}

static double put_back_0(const search *s)
{
    double lo = s->variable[0].lo, hi = s->variable[0].hi;
    for (uint32_t i = 0; i < s->count; i++) {
        const fk_fm_row *row = &s->row[i];
        double mid = row->mid - row->c[1] * s->y[1] - row->c[2] * s->y[2];
        narrow_down(&lo, &hi, row->c[0], mid, row->half, row->error);
    }
    return 0.5 * (lo + hi);
}

/* ---- Verdict ------------------------------------------------------------------------------------------- */

static fk_verdict decide(search *s)
{
    if (s->trace != NULL)
        leave_ranges(s);
    if (close_rows(s) || bound_variables(s))
        return FK_APART;
    /* Who watches wants to see the elimination. */
    if (s->trace == NULL && try_middle(s))
        return FK_OVERLAPPING;
    take_rows(s);
    if (s->trace != NULL)
        leave_pairs(s);
    if (eliminate(s))
        return FK_APART;
    s->y[1] = put_back_1(s);
    s->y[0] = put_back_0(s);
    return fk_fm_holds(s->system, s->y) ? FK_OVERLAPPING : FK_UNDECIDED;
}

fk_verdict fk_fm_search(const fk_fm_system *system, fk_trace *trace, fk_fm_finding *out)
{
    search s;
    start(&s, system);
    s.trace = trace;
    fk_verdict verdict = decide(&s);
    out->direction = s.direction;
    for (int k = 0; k < 3; k++)
        out->y[k] = s.y[k];
    return verdict;
}
