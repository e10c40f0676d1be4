/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `ec`: two polyhedra by effective constraints, with backtracking and proofs.
 *
 * Source: Bai, Chang, Wang, Ni, Wang, "OBB intersect test algorithm based on effective constraint" (ISCC 2015).
 * The pieces are rows a.x <= c (method.h); is the set S of their common solutions empty? S is bounded. If it is
 * not empty, a point of S with the greatest x_1 lies on the plane of a row with a positive first coefficient. There the row
 * is an equality, which eliminates a variable.
 *
 *     search(rows):
 *         one variable left: is the interval that all rows allow empty?
 *         else, for each row with a positive (or: with a negative) coefficient of some variable:
 *             fix it as an equality, eliminate a variable, search(the other rows)
 *         S is empty if every one of these searches finds it empty
 *
 * The paper keeps the first row that is not refuted at once; this method backtracks and tries the next one. It
 * chooses the variable and the sign with the fewest rows, and eliminates the variable with the largest
 * coefficient, which need not be the same. Equalities of flat pieces are always effective, and are fixed first.
 *
 * Proofs. All numbers are balls, and only signs of which they are sure count.
 *   apart: every search was refuted. A row that may have the sign counts as one that has it. A row that holds
 *     strictly wherever the boxes of both pieces meet is no constraint; one that fails there refutes at once.
 *   overlapping: two rows were fixed, and at some point of the line where both are equalities all others hold
 *     strictly. Both are independent, so some direction leads to the inner side of both, and after a short step along it
 *     all rows hold strictly. Where faces of a and b coincide, every edge of S lies on more than two planes; then the
 *     mean of the points found is tried, if necessary after a search of all edges of S. Equalities
 *     hold exactly by construction, and when all of them are independent, the spans of both pieces fill space.
 *   Else the search is repeated in exact integers (ec_exact.c), which also decides touching. Hulls stay undecided there.
 *
 * A row whose plane is parallel to the fixed ones, up to rounding, cannot be fixed: it has no coefficient to divide
 * by. When it lies so close to them that it may matter, it is dropped from this stage on: what is refuted then is
 * the larger set without it. That set may be unbounded, so the rows of a room around all of S, |x_v| <= room,
 * join it.
 *
 * Cost: 62 rows, of which at most 62 * 61 pairs are fixed, each tested on 60 rows; the search runs twice at most. Weak
 * input: planes that are nearly parallel, facets that are nearly flat, sizes that differ by more than 1e9 or so. */

#include "method/method.h"

#include <stddef.h>
#include <string.h>

#include "exact/exact.h"

#define ROOM 2 /* the owner of the rows of the room */

typedef enum ec_outcome { EC_REFUTED, EC_UNSURE, EC_MEET } ec_outcome;

/* The system after some variables are eliminated. */
typedef struct ec_stage {
    unsigned left; /* bit v: variable v is left */
    bool lost;     /* rows were dropped, and those of the room were added */
    bool blind;    /* a row of the room was dropped too: nothing can be refuted */
    int variable;  /* the one that the row fixed here eliminates */
    const fk_ec_constraint *fixed;
    uint32_t count;
    fk_ec_constraint row[FK_EC_CONSTRAINTS];
} ec_stage;

typedef struct ec_search {
    fk_ec_system *system;
    fk_trace *trace;
    bool thin;     /* an equality was dropped: the spans may not fill space */
    bool thorough; /* try all rows, to find all edges of S */
    uint32_t base; /* the stage after all equalities */
    uint32_t found;
    double sum[3]; /* of the points found, by variables left at the base */
    ec_stage stage[4];
} ec_search;

/* The least pivot, a coefficient that rows may be divided by. It is so much larger than its error that the quotient has
 * correct digits, and so large that all numbers stay in the range of doubles: rows begin with coefficients up to 2 and right
 * sides up to 2^10, eliminations and the last division multiply them by at most 2^202 each, so nothing exceeds 2^820. */
#define PIVOT_TO_ERROR 16.0
#define PIVOT_LEAST    0x1p-200

/* ---- Balls --------------------------------------------------------------------------------------------- */

static bool is_ball_pivot(fk_ball a)
{
    return fabs(a.mid) > PIVOT_TO_ERROR * a.rad && fabs(a.mid) > PIVOT_LEAST;
}

/* x / y, for a pivot y. With m = mid x / mid y as computed, x / y - m = (x - m y) / y, |y| >= |mid y| - rad y and
 * |x - m y| <= rad x + |m| rad y + |mid x - m mid y|, where the last term is the rounding error of the division,
 * times |mid y|. */
static fk_ball ball_quotient(fk_ball x, fk_ball y)
{
    fk_ball quotient;
    quotient.mid = x.mid / y.mid;
    double m = fabs(quotient.mid), error = x.rad + m * (y.rad + FK_BALL_ROUND * fabs(y.mid));
    quotient.rad = error / (fabs(y.mid) - y.rad) * FK_BALL_GUARD + FK_BALL_TINY;
    return quotient;
}

/* A bound of |x| at variable v. */
static double variable_bound(const ec_search *s, const ec_stage *t, int v)
{
    return t->lost ? s->system->room : s->system->reach[v];
}

/* A bound of |a.x| over the variables left, rounded up as in ball.h. */
static double bound_product(const ec_search *s, const ec_stage *t, const fk_ec_constraint *row)
{
    double sum = 0.0;
    for (int v = 0; v < 3; v++)
        if (t->left >> v & 1)
            sum += (fabs(row->a[v].mid) + row->a[v].rad) * variable_bound(s, t, v);
    return sum * FK_BALL_GUARD + FK_BALL_TINY;
}

/* Over all x that are possible: -1, the row cannot hold; 1, it holds strictly; else FK_UNSURE. */
static int classify_row(const ec_search *s, const ec_stage *t, const fk_ec_constraint *row)
{
    if (t->blind)
        return FK_UNSURE;
    fk_ball bound = fk_ball_from(bound_product(s, t, row));
    if (fk_ball_sign(fk_ball_add(row->c, bound)) == -1)
        return -1;
    if (fk_ball_sign(fk_ball_sub(row->c, bound)) != 1)
        return FK_UNSURE;
    return row->equality ? -1 : 1;
}

/* The variable with the largest coefficient in a row; -1 when there is no pivot. */
static int largest_pivot(const ec_stage *t, const fk_ec_constraint *row)
{
    int best = -1;
    for (int v = 0; v < 3; v++)
        if (t->left >> v & 1 && is_ball_pivot(row->a[v]) &&
            (best < 0 || fabs(row->a[v].mid) > fabs(row->a[best].mid)))
            best = v;
    return best;
}

/* ---- Trace --------------------------------------------------------------------------------------------- */

/* Adds lo <= a.x <= hi, in world coordinates, to the trace. */
static void trace_inequality(const ec_search *s, fk_trace_step_kind kind, uint32_t level, fk_vec3 a,
                             double lo, double hi)
{
    fk_trace_step *step = fk_trace_next(s->trace);
    if (step == NULL)
        return;
    const double *middle = s->system->middle;
    double from_frame = fk_vec3_dot(a, fk_vec3_make(middle[0], middle[1], middle[2]));
    double shift = fk_vec3_dot(a, s->system->frame);
    step->kind = kind;
    step->level = level;
    step->point[1] = fk_vec3_make(1, 0, 0);
    step->point[2] = fk_vec3_make(0, 1, 0);
    step->point[3] = fk_vec3_make(0, 0, 1);
    step->vector = a;
    step->lo = ldexp(lo + from_frame, -s->system->exponent) + shift;
    step->hi = ldexp(hi + from_frame, -s->system->exponent) + shift;
}

/* Adds a row that is fixed as an equality (lo = hi), or one that cannot hold. */
static void trace_equality(const ec_search *s, uint32_t level, const fk_ec_constraint *row, double lo,
                           double hi)
{
    uint32_t index = s->trace->count;
    trace_inequality(s, FK_STEP_ROW, level, fk_vec3_make(row->a[0].mid, row->a[1].mid, row->a[2].mid), lo,
                     hi);
    if (index < s->trace->capacity)
        s->trace->step[index].owner = row->piece < ROOM ? row->piece + 1u : 0;
}

static void trace_failure(const ec_search *s, uint32_t level, const fk_ec_constraint *row)
{
    bool above = row->equality && row->c.mid > 0.0;
    trace_equality(s, level, row, above ? row->c.mid : -INFINITY, above ? INFINITY : row->c.mid);
}

/* ---- Fixing a row -------------------------------------------------------------------------------------- */

/* Eliminates variable p from a row by an equality, in which it is a pivot. */
static void eliminate_pivot(fk_ec_constraint *row, const fk_ec_constraint *with, int p)
{
    fk_ball factor = ball_quotient(row->a[p], with->a[p]);
    for (int v = 0; v < 3; v++)
        row->a[v] = fk_ball_sub(row->a[v], fk_ball_mul(factor, with->a[v]));
    row->c = fk_ball_sub(row->c, fk_ball_mul(factor, with->c));
    row->a[p] = fk_ball_from(0.0);
}

/* Fixes row i of a stage as an equality. The next stage has the other rows without its pivot variable. False as
 * soon as one of them cannot hold. */
static bool fix_row(ec_search *s, uint32_t depth, uint32_t i)
{
    ec_stage *t = &s->stage[depth], *next = &s->stage[depth + 1];
    const fk_ec_constraint *with = t->fixed = &t->row[i];
    t->variable = largest_pivot(t, with);
    if (s->trace != NULL)
        trace_equality(s, depth, with, with->c.mid, with->c.mid);
    next->left = t->left & ~(1u << t->variable);
    next->lost = t->lost;
    next->blind = t->blind;
    next->count = 0;
    for (uint32_t k = 0; k < t->count; k++) {
        if (k == i)
            continue;
        fk_ec_constraint *row = &next->row[next->count++];
        *row = t->row[k];
        eliminate_pivot(row, with, t->variable);
        if (!row->dropped && classify_row(s, next, row) == -1) {
            if (s->trace != NULL)
                trace_failure(s, depth + 1, row);
            return false;
        }
    }
    return true;
}

/* Adds the rows of the room to a stage: |x_v| <= room, without the eliminated variables. */
static void add_room_rows(ec_search *s, uint32_t depth)
{
    ec_stage *t = &s->stage[depth];
    for (int i = 0; i < 6; i++) {
        fk_ec_constraint *row = &t->row[t->count++];
        *row = (fk_ec_constraint){.c = fk_ball_from(s->system->room), .piece = ROOM};
        for (int v = 0; v < 3; v++)
            row->a[v] = fk_ball_from(v != i / 2 ? 0.0 : i % 2 == 0 ? 1.0 : -1.0);
        for (uint32_t k = 0; k < depth; k++)
            eliminate_pivot(row, s->stage[k].fixed, s->stage[k].variable);
    }
}

static void drop_row(ec_search *s, uint32_t depth, uint32_t k)
{
    ec_stage *t = &s->stage[depth];
    t->row[k].dropped = true;
    if (t->row[k].piece == ROOM)
        t->blind = true;
    if (!t->lost)
        add_room_rows(s, depth);
    t->lost = true;
}

/* The equality of a piece with the best pivot; the number of rows when there is none. */
static uint32_t best_equality(const ec_stage *t, uint8_t piece)
{
    uint32_t best = t->count;
    double size = 0.0;
    for (uint32_t k = 0; k < t->count; k++) {
        const fk_ec_constraint *row = &t->row[k];
        int p = row->equality && row->piece == piece ? largest_pivot(t, row) : -1;
        if (p >= 0 && fabs(row->a[p].mid) > size) {
            best = k;
            size = fabs(row->a[p].mid);
        }
    }
    return best;
}

/* Fixes all equalities, those of one piece after those of the other, so that only one piece loses rows when both lie in one
 * plane or line. EC_REFUTED when one cannot hold. */
static ec_outcome fix_equalities(ec_search *s)
{
    for (uint8_t piece = 0; piece < 2; piece++)
        for (;;) {
            uint32_t k = best_equality(&s->stage[s->base], piece);
            if (k == s->stage[s->base].count)
                break;
            if (!fix_row(s, s->base++, k))
                return EC_REFUTED;
        }
    ec_stage *t = &s->stage[s->base];
    for (uint32_t k = 0; k < t->count; k++) {
        if (!t->row[k].equality)
            continue;
        if (classify_row(s, t, &t->row[k]) == -1) {
            if (s->trace != NULL)
                trace_failure(s, s->base, &t->row[k]);
            return EC_REFUTED;
        }
        drop_row(s, s->base, k);
        s->thin = true;
    }
    return EC_UNSURE;
}

/* ---- The last variable, and points --------------------------------------------------------------------- */

/* Whether all inequalities of a stage hold strictly at the point with exactly these coordinates. */
static bool holds_strictly(const ec_stage *t, const double x[3])
{
    for (uint32_t k = 0; k < t->count; k++) {
        if (t->row[k].equality)
            continue;
        fk_ball slack = t->row[k].c;
        for (int v = 0; v < 3; v++)
            if (t->left >> v & 1)
                slack = fk_ball_sub(slack, fk_ball_mul(t->row[k].a[v], fk_ball_from(x[v])));
        if (fk_ball_sign(slack) != 1)
            return false;
    }
    return true;
}

/* Adds a point on the line of the fixed rows to the sum: substitutes back through the stages for the eliminated variables. */
static void record_point(ec_search *s, uint32_t depth, double x[3])
{
    for (uint32_t k = depth; k-- > s->base;) {
        const ec_stage *t = &s->stage[k];
        double value = t->fixed->c.mid;
        for (int v = 0; v < 3; v++)
            if (t->left >> v & 1 && v != t->variable)
                value -= t->fixed->a[v].mid * x[v];
        x[t->variable] = value / t->fixed->a[t->variable].mid;
    }
    for (int v = 0; v < 3; v++)
        s->sum[v] += x[v];
    s->found++;
}

/* No variable is left: the point is known. */
static ec_outcome test_known_point(ec_search *s, uint32_t depth)
{
    static const double nowhere[3] = {0.0, 0.0, 0.0};
    ec_stage *t = &s->stage[depth];
    return !s->thin && holds_strictly(t, nowhere) ? EC_MEET : EC_UNSURE;
}

/* One variable is left: computes its bounds from the rows, proved ones for the refutation and estimates for a point. */
static ec_outcome test_last_variable(ec_search *s, uint32_t depth)
{
    ec_stage *t = &s->stage[depth];
    int v = t->left == 1 ? 0 : t->left == 2 ? 1 : 2;
    double reach = variable_bound(s, t, v), lo = -reach, hi = reach, x[3] = {0.0, 0.0, 0.0};
    fk_ball least = fk_ball_from(lo), greatest = fk_ball_from(hi);
    for (uint32_t k = 0; k < t->count; k++) {
        const fk_ec_constraint *row = &t->row[k];
        if (row->equality || !is_ball_pivot(row->a[v]))
            continue;
        fk_ball bound = ball_quotient(row->c, row->a[v]);
        if (row->a[v].mid > 0) {
            hi = bound.mid < hi ? bound.mid : hi;
            if (!row->dropped && bound.mid + bound.rad < greatest.mid + greatest.rad)
                greatest = bound;
        } else {
            lo = bound.mid > lo ? bound.mid : lo;
            if (!row->dropped && bound.mid - bound.rad > least.mid - least.rad)
                least = bound;
        }
    }
    if (s->trace != NULL)
        trace_inequality(s, FK_STEP_INTERVAL, depth, fk_vec3_make(v == 0, v == 1, v == 2), lo, hi);
    if (!t->blind && fk_ball_sign(fk_ball_sub(least, greatest)) == 1)
        return EC_REFUTED;
    if (lo > hi)
        return EC_UNSURE;
    x[v] = lo + (hi - lo) / 2;
    if (!s->thin && holds_strictly(t, x))
        return EC_MEET;
    record_point(s, depth, x);
    return EC_UNSURE;
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* Drops rows that cannot be fixed, and lists those that may be equalities on S (bit k: row k). False when a row
 * cannot hold. Once the first row is dropped, all are tested again, as x may then lie anywhere in the room. */
static bool list_candidates(ec_search *s, uint32_t depth, uint64_t *candidates)
{
    ec_stage *t = &s->stage[depth];
    bool lost;
    do {
        lost = t->lost;
        *candidates = 0;
        for (uint32_t k = 0; k < t->count; k++) {
            fk_ec_constraint *row = &t->row[k];
            if (row->dropped)
                continue;
            int sign = classify_row(s, t, row);
            if (sign == -1) {
                if (s->trace != NULL)
                    trace_failure(s, depth, row);
                return false;
            }
            if (sign == 1)
                continue;
            if (largest_pivot(t, row) < 0)
                drop_row(s, depth, k);
            else
                *candidates |= (uint64_t)1 << k;
        }
    } while (t->lost != lost);
    return true;
}

/* The candidates whose coefficient of variable v may have this sign. */
static uint64_t rows_with_sign(const ec_stage *t, uint64_t candidates, int v, int sign)
{
    uint64_t chosen = 0;
    for (uint32_t k = 0; k < t->count; k++)
        if (candidates >> k & 1 && fk_ball_sign(t->row[k].a[v]) != -sign)
            chosen |= (uint64_t)1 << k;
    return chosen;
}

static uint32_t count_rows(uint64_t set)
{
    uint32_t count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

/* The rows to try: the fewest that any variable and sign leave. */
static uint64_t choose_rows(const ec_stage *t, uint64_t candidates)
{
    uint64_t best = 0;
    uint32_t least = FK_EC_CONSTRAINTS + 1;
    for (int v = 0; v < 3; v++)
        for (int sign = 1; sign >= -1 && t->left >> v & 1; sign -= 2) {
            uint64_t chosen = rows_with_sign(t, candidates, v, sign);
            uint32_t size = count_rows(chosen);
            if (size < least) {
                least = size;
                best = chosen;
            }
        }
    return best;
}

/* Searches a stage. The recursion has depth 3 at most: each level has one variable less. */
static ec_outcome search_stage(ec_search *s, uint32_t depth)
{
    ec_stage *t = &s->stage[depth];
    if (t->left == 0)
        return test_known_point(s, depth);
    if ((t->left & (t->left - 1)) == 0)
        return test_last_variable(s, depth);
    uint64_t candidates;
    if (!list_candidates(s, depth, &candidates))
        return EC_REFUTED;
    uint64_t chosen = s->thorough ? candidates : choose_rows(t, candidates);
    ec_outcome sum = t->blind ? EC_UNSURE : EC_REFUTED;
    for (uint32_t k = 0; k < t->count; k++) {
        if (!(chosen >> k & 1) || !fix_row(s, depth, k))
            continue;
        ec_outcome here = search_stage(s, depth + 1);
        if (here == EC_MEET)
            return EC_MEET;
        sum = here == EC_UNSURE ? EC_UNSURE : sum;
    }
    return sum;
}

/* Whether the mean of all points found lies inside both pieces. */
static bool mean_is_inside(const ec_search *s)
{
    double x[3];
    for (int v = 0; v < 3; v++) {
        x[v] = s->sum[v] / s->found;
        if (!(fabs(x[v]) <= s->system->room)) /* far off, or not a number */
            return false;
    }
    return holds_strictly(&s->stage[s->base], x);
}

static ec_outcome search_system(ec_search *s)
{
    if (fix_equalities(s) == EC_REFUTED)
        return EC_REFUTED;
    ec_outcome result = search_stage(s, s->base);
    if (result != EC_UNSURE || s->found == 0 || s->thin)
        return result;
    if (mean_is_inside(s))
        return EC_MEET;
    s->thorough = true;
    return search_stage(s, s->base) == EC_MEET || mean_is_inside(s) ? EC_MEET : EC_UNSURE;
}

/* The verdict in floating point. */
FK_OWN_FRAME static fk_verdict decide_in_balls(const fk_pair_query *query)
{
    fk_ec_system system;
    ec_search s;
    if (!fk_ec_system_make(query->a, query->b, &system))
        return FK_UNDECIDED;
    memset(&s, 0, offsetof(ec_search, stage));
    s.system = &system;
    s.trace = query->trace;
    s.stage[0].left = 7;
    s.stage[0].lost = s.stage[0].blind = false;
    s.stage[0].count = system.count;
    memcpy(s.stage[0].row, system.row, system.count * sizeof *system.row);
    ec_outcome result = search_system(&s);
    return result == EC_REFUTED ? FK_APART : result == EC_MEET ? FK_OVERLAPPING : FK_UNDECIDED;
}

void fk_answer_ec(const fk_pair_query *query, fk_answer *out)
{
    out->verdict = decide_in_balls(query);
    if (out->verdict == FK_UNDECIDED) {
        fk_trace_add_exact(query->trace);
        out->verdict = fk_ec_exact(query->a, query->b);
    }
}
