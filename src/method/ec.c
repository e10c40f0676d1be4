/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `ec`: two polyhedra by effective constraints, with the way back, proved.
 *
 * Source: Bai, Chang, Wang, Ni, Wang, "OBB intersect test algorithm based on effective constraint" (ISCC 2015).
 * The pieces are rows a.x <= c (method.h); is the set S of their common solutions empty? S is bounded. If it is
 * not empty, a point of S with the greatest x_1 lies on the plane of a row with a positive first coefficient: on
 * that plane the row is an equality, which eliminates a variable.
 *
 *     search(rows):
 *         one variable left: is the interval that all rows allow empty?
 *         else, for each row with a positive (or: with a negative) coefficient of some variable:
 *             take it as an equality, eliminate a variable, search(the other rows)
 *         S is empty if every one of these searches says so
 *
 * The paper keeps the first row that is not refuted at once; this method comes back and tries the next one. It
 * chooses the variable and the sign with the fewest rows, and eliminates the variable with the largest
 * coefficient, which need not be the same. Equalities of flat pieces are effective by nature, and are taken first.
 *
 * Proofs. All numbers are balls, and only signs that these are sure of count.
 *   apart: every search was refuted. A row that may have the sign counts as one that has it. A row that holds
 *     strictly, or fails, wherever the boxes of both pieces meet is no constraint, or refutes at once.
 *   overlapping: two rows were taken, and at some point of the line where both are equalities all others hold
 *     strictly. Both are independent, so some direction leads to the inner side of both, and a short way along it all
 *     rows hold strictly. Where faces of a and b coincide, every edge of S lies on more than two planes; then the
 *     mean of the points that the search found is tried, for which it finds all edges of S if need be. Equalities
 *     hold exactly by construction, and when all of them are independent, the spans of both pieces fill space.
 *   Else the search is done again in exact integers (ec_exact.c), which also tells touching. Hulls are undecided there.
 *
 * A row whose plane is parallel to those taken, but for rounding, cannot be taken: it has no coefficient to divide
 * by. When it lies so close to them that it may matter, it is dropped below this stage: what is refuted then is
 * the larger set without it. That set may have no bounds, so the rows of a room around all of S, |x_v| <= room,
 * join it.
 *
 * Bounds: 62 rows, of which 62 * 61 pairs are taken at most, and each pair is tried on 60 rows; the search runs
 * twice at most. Weak input: planes that are parallel, or facets that are flat, but for a few bits; sizes that
 * differ by more than 1e9 or so. */

#include "method/method.h"

#include <stddef.h>
#include <string.h>

#include "exact/exact.h"

#define ROOM 2 /* whose rows these are */

typedef enum outcome { REFUTED, UNSURE, MEET } outcome;

/* The system when some variables are eliminated. */
typedef struct stage {
    unsigned left; /* bit v: variable v is left */
    bool lost;     /* rows were dropped, and those of the room are here */
    bool blind;    /* a row of the room was dropped as well: nothing can be refuted */
    int variable;  /* the one that the row taken here eliminates */
    const fk_system_row *taken;
    uint32_t count;
    fk_system_row row[FK_ROW_MAX];
} stage;

typedef struct search {
    fk_row_system *system;
    fk_trace *trace;
    bool thin;     /* an equality was dropped: the spans may not fill space */
    bool thorough; /* try all rows, to find all edges of S */
    uint32_t base; /* the stage after all equalities */
    uint32_t found;
    double sum[3]; /* of the points found, by variables left at the base */
    stage stage[4];
} search;

/* A coefficient that rows may be divided by. It is that much larger than its error that the quotient means
 * something, and so large that all numbers stay in the range of doubles: rows begin with coefficients up to 2 and
 * right sides up to 2^10, elimination and the last division multiply them by 2^202 at most, each, so nothing
 * exceeds 2^820. */
#define PIVOT_TO_ERROR 16.0
#define PIVOT_LEAST    0x1p-200

/* ---- Balls --------------------------------------------------------------------------------------------- */

static bool is_pivot(fk_ball a)
{
    return fabs(a.mid) > PIVOT_TO_ERROR * a.rad && fabs(a.mid) > PIVOT_LEAST;
}

/* x / y, for a pivot y. With m = mid x / mid y as computed, x / y - m = (x - m y) / y, |y| >= |mid y| - rad y and
 * |x - m y| <= rad x + |m| rad y + |mid x - m mid y|, where the last term is what the division rounded, times |mid
 * y|. */
static fk_ball divide(fk_ball x, fk_ball y)
{
    fk_ball quotient;
    quotient.mid = x.mid / y.mid;
    double m = fabs(quotient.mid), error = x.rad + m * (y.rad + FK_BALL_ROUND * fabs(y.mid));
    quotient.rad = error / (fabs(y.mid) - y.rad) * FK_BALL_GUARD + FK_BALL_TINY;
    return quotient;
}

/* A bound of |x| at variable v. */
static double reach_along(const search *s, const stage *t, int v)
{
    return t->lost ? s->system->room : s->system->reach[v];
}

/* A bound of |a.x| over the variables left. Rounded upward, as ball.h says. */
static double most(const search *s, const stage *t, const fk_system_row *row)
{
    double sum = 0.0;
    for (int v = 0; v < 3; v++)
        if (t->left >> v & 1)
            sum += (fabs(row->a[v].mid) + row->a[v].rad) * reach_along(s, t, v);
    return sum * FK_BALL_GUARD + FK_BALL_TINY;
}

/* What a row says wherever x may be: -1, it cannot hold; 1, it holds strictly; else FK_UNSURE. */
static int row_sign(const search *s, const stage *t, const fk_system_row *row)
{
    if (t->blind)
        return FK_UNSURE;
    fk_ball bound = fk_ball_from(most(s, t, row));
    if (fk_ball_sign(fk_ball_add(row->c, bound)) == -1)
        return -1;
    if (fk_ball_sign(fk_ball_sub(row->c, bound)) != 1)
        return FK_UNSURE;
    return row->equality ? -1 : 1;
}

/* The variable with the largest coefficient in a row; -1 when there is no pivot. */
static int pivot_of(const stage *t, const fk_system_row *row)
{
    int best = -1;
    for (int v = 0; v < 3; v++)
        if (t->left >> v & 1 && is_pivot(row->a[v]) &&
            (best < 0 || fabs(row->a[v].mid) > fabs(row->a[best].mid)))
            best = v;
    return best;
}

/* ---- Trace --------------------------------------------------------------------------------------------- */

/* lo <= a.x <= hi in coordinates of the world. */
static void leave_step(const search *s, fk_trace_step_kind kind, uint32_t level, fk_vec3 a, double lo,
                       double hi)
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

/* A row that is taken as an equality; or, from one side, one that cannot hold. */
static void leave_row(const search *s, uint32_t level, const fk_system_row *row, double lo, double hi)
{
    uint32_t index = s->trace->count;
    leave_step(s, FK_STEP_ROW, level, fk_vec3_make(row->a[0].mid, row->a[1].mid, row->a[2].mid), lo, hi);
    if (index < s->trace->capacity)
        s->trace->step[index].owner = row->piece < ROOM ? row->piece + 1u : 0;
}

static void leave_failure(const search *s, uint32_t level, const fk_system_row *row)
{
    bool above = row->equality && row->c.mid > 0.0;
    leave_row(s, level, row, above ? row->c.mid : -INFINITY, above ? INFINITY : row->c.mid);
}

/* ---- Taking a row -------------------------------------------------------------------------------------- */

/* Eliminates variable p from a row by an equality, in which it is a pivot. */
static void reduce(fk_system_row *row, const fk_system_row *with, int p)
{
    fk_ball factor = divide(row->a[p], with->a[p]);
    for (int v = 0; v < 3; v++)
        row->a[v] = fk_ball_sub(row->a[v], fk_ball_mul(factor, with->a[v]));
    row->c = fk_ball_sub(row->c, fk_ball_mul(factor, with->c));
    row->a[p] = fk_ball_from(0.0);
}

/* Takes row i of a stage as an equality. The next stage has the other rows without its pivot variable. False as
 * soon as one of them cannot hold. */
static bool take(search *s, uint32_t depth, uint32_t i)
{
    stage *t = &s->stage[depth], *next = &s->stage[depth + 1];
    const fk_system_row *with = t->taken = &t->row[i];
    t->variable = pivot_of(t, with);
    if (s->trace != NULL)
        leave_row(s, depth, with, with->c.mid, with->c.mid);
    next->left = t->left & ~(1u << t->variable);
    next->lost = t->lost;
    next->blind = t->blind;
    next->count = 0;
    for (uint32_t k = 0; k < t->count; k++) {
        if (k == i)
            continue;
        fk_system_row *row = &next->row[next->count++];
        *row = t->row[k];
        reduce(row, with, t->variable);
        if (!row->dropped && row_sign(s, next, row) == -1) {
            if (s->trace != NULL)
                leave_failure(s, depth + 1, row);
            return false;
        }
    }
    return true;
}

/* Adds the rows of the room to a stage: |x_v| <= room, less what has been eliminated. */
static void add_room(search *s, uint32_t depth)
{
    stage *t = &s->stage[depth];
    for (int i = 0; i < 6; i++) {
        fk_system_row *row = &t->row[t->count++];
        *row = (fk_system_row){.c = fk_ball_from(s->system->room), .piece = ROOM};
        for (int v = 0; v < 3; v++)
            row->a[v] = fk_ball_from(v != i / 2 ? 0.0 : i % 2 == 0 ? 1.0 : -1.0);
        for (uint32_t k = 0; k < depth; k++)
            reduce(row, s->stage[k].taken, s->stage[k].variable);
    }
}

static void drop(search *s, uint32_t depth, uint32_t k)
{
    stage *t = &s->stage[depth];
    t->row[k].dropped = true;
    if (t->row[k].piece == ROOM)
        t->blind = true;
    if (!t->lost)
        add_room(s, depth);
    t->lost = true;
}

/* The equality of a piece with the best pivot; the number of rows when there is none. */
static uint32_t next_equality(const stage *t, uint8_t piece)
{
    uint32_t best = t->count;
    double size = 0.0;
    for (uint32_t k = 0; k < t->count; k++) {
        const fk_system_row *row = &t->row[k];
        int p = row->equality && row->piece == piece ? pivot_of(t, row) : -1;
        if (p >= 0 && fabs(row->a[p].mid) > size) {
            best = k;
            size = fabs(row->a[p].mid);
        }
    }
    return best;
}

/* Takes all equalities, those of one piece after the other, so that only one of them loses rows when both are in one
 * plane or line. REFUTED when one cannot hold. */
static outcome take_equalities(search *s)
{
    for (uint8_t piece = 0; piece < 2; piece++)
        for (;;) {
            uint32_t k = next_equality(&s->stage[s->base], piece);
            if (k == s->stage[s->base].count)
                break;
            if (!take(s, s->base++, k))
                return REFUTED;
        }
    stage *t = &s->stage[s->base];
    for (uint32_t k = 0; k < t->count; k++) {
        if (!t->row[k].equality)
            continue;
        if (row_sign(s, t, &t->row[k]) == -1) {
            if (s->trace != NULL)
                leave_failure(s, s->base, &t->row[k]);
            return REFUTED;
        }
        drop(s, s->base, k);
        s->thin = true;
    }
    return UNSURE;
}

/* ---- The last variable, and points --------------------------------------------------------------------- */

/* Whether all rows of a stage hold strictly at a point, whose coordinates are exactly these doubles. */
static bool holds_strictly(const stage *t, const double x[3])
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

/* Remembers a point on the line of the rows taken: goes back through the stages for the variables that they gave. */
static void remember(search *s, uint32_t depth, double x[3])
{
    for (uint32_t k = depth; k-- > s->base;) {
        const stage *t = &s->stage[k];
        double value = t->taken->c.mid;
        for (int v = 0; v < 3; v++)
            if (t->left >> v & 1 && v != t->variable)
                value -= t->taken->a[v].mid * x[v];
        x[t->variable] = value / t->taken->a[t->variable].mid;
    }
    for (int v = 0; v < 3; v++)
        s->sum[v] += x[v];
    s->found++;
}

/* No variable is left: the point is known. */
static outcome try_point(search *s, uint32_t depth)
{
    static const double nowhere[3] = {0.0, 0.0, 0.0};
    stage *t = &s->stage[depth];
    return !s->thin && holds_strictly(t, nowhere) ? MEET : UNSURE;
}

/* One variable is left: the bounds that the rows give for it, proved ones for the refutation and the best guess
 * for a point. */
static outcome try_interval(search *s, uint32_t depth)
{
    stage *t = &s->stage[depth];
    int v = t->left == 1 ? 0 : t->left == 2 ? 1 : 2;
    double reach = reach_along(s, t, v), lo = -reach, hi = reach, x[3] = {0.0, 0.0, 0.0};
    fk_ball least = fk_ball_from(lo), greatest = fk_ball_from(hi);
    for (uint32_t k = 0; k < t->count; k++) {
        const fk_system_row *row = &t->row[k];
        if (row->equality || !is_pivot(row->a[v]))
            continue;
        fk_ball bound = divide(row->c, row->a[v]);
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
        leave_step(s, FK_STEP_INTERVAL, depth, fk_vec3_make(v == 0, v == 1, v == 2), lo, hi);
    if (!t->blind && fk_ball_sign(fk_ball_sub(least, greatest)) == 1)
        return REFUTED;
    if (lo > hi)
        return UNSURE;
    x[v] = lo + (hi - lo) / 2;
    if (!s->thin && holds_strictly(t, x))
        return MEET;
    remember(s, depth, x);
    return UNSURE;
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* Drops rows that cannot be taken, and tells which ones may be equalities on S (bit k: row k). False when a row
 * cannot hold. Rows are looked at again when a piece has lost its first one, as the others then have to reach
 * farther. */
static bool list_candidates(search *s, uint32_t depth, uint64_t *candidates)
{
    stage *t = &s->stage[depth];
    bool lost;
    do {
        lost = t->lost;
        *candidates = 0;
        for (uint32_t k = 0; k < t->count; k++) {
            fk_system_row *row = &t->row[k];
            if (row->dropped)
                continue;
            int sign = row_sign(s, t, row);
            if (sign == -1) {
                if (s->trace != NULL)
                    leave_failure(s, depth, row);
                return false;
            }
            if (sign == 1)
                continue;
            if (pivot_of(t, row) < 0)
                drop(s, depth, k);
            else
                *candidates |= (uint64_t)1 << k;
        }
    } while (t->lost != lost);
    return true;
}

/* Those candidates that may have a coefficient of this sign at variable v. */
static uint64_t with_sign(const stage *t, uint64_t candidates, int v, int sign)
{
    uint64_t chosen = 0;
    for (uint32_t k = 0; k < t->count; k++)
        if (candidates >> k & 1 && fk_ball_sign(t->row[k].a[v]) != -sign)
            chosen |= (uint64_t)1 << k;
    return chosen;
}

static uint32_t size_of(uint64_t set)
{
    uint32_t count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

/* The rows to try: the fewest that any variable and sign leave. */
static uint64_t choose(const stage *t, uint64_t candidates)
{
    uint64_t best = 0;
    uint32_t least = FK_ROW_MAX + 1;
    for (int v = 0; v < 3; v++)
        for (int sign = 1; sign >= -1 && t->left >> v & 1; sign -= 2) {
            uint64_t chosen = with_sign(t, candidates, v, sign);
            uint32_t size = size_of(chosen);
            if (size < least) {
                least = size;
                best = chosen;
            }
        }
    return best;
}

/* Recursion of depth 3 at most: each level has a variable less. */
static outcome visit(search *s, uint32_t depth)
{
    stage *t = &s->stage[depth];
    if (t->left == 0)
        return try_point(s, depth);
    if ((t->left & (t->left - 1)) == 0)
        return try_interval(s, depth);
    uint64_t candidates;
    if (!list_candidates(s, depth, &candidates))
        return REFUTED;
    uint64_t chosen = s->thorough ? candidates : choose(t, candidates);
    outcome sum = t->blind ? UNSURE : REFUTED;
    for (uint32_t k = 0; k < t->count; k++) {
        if (!(chosen >> k & 1) || !take(s, depth, k))
            continue;
        outcome here = visit(s, depth + 1);
        if (here == MEET)
            return MEET;
        sum = here == UNSURE ? UNSURE : sum;
    }
    return sum;
}

/* Whether the mean of all points found lies inside of both pieces. */
static bool mean_is_inside(const search *s)
{
    double x[3];
    for (int v = 0; v < 3; v++) {
        x[v] = s->sum[v] / s->found;
        if (!(fabs(x[v]) <= s->system->room)) /* far off, or not a number */
            return false;
    }
    return holds_strictly(&s->stage[s->base], x);
}

static outcome run(search *s)
{
    if (take_equalities(s) == REFUTED)
        return REFUTED;
    outcome result = visit(s, s->base);
    if (result != UNSURE || s->found == 0 || s->thin)
        return result;
    if (mean_is_inside(s))
        return MEET;
    s->thorough = true;
    return visit(s, s->base) == MEET || mean_is_inside(s) ? MEET : UNSURE;
}

/* In floating point. */
FK_OWN_FRAME static fk_verdict search_rows(const fk_pair_query *query)
{
    fk_row_system system;
    search s;
    if (!fk_row_system_make(query->a, query->b, &system))
        return FK_UNDECIDED;
    memset(&s, 0, offsetof(search, stage));
    s.system = &system;
    s.trace = query->trace;
    s.stage[0].left = 7;
    s.stage[0].lost = s.stage[0].blind = false;
    s.stage[0].count = system.count;
    memcpy(s.stage[0].row, system.row, system.count * sizeof *system.row);
    outcome result = run(&s);
    return result == REFUTED ? FK_APART : result == MEET ? FK_OVERLAPPING : FK_UNDECIDED;
}

void fk_answer_ec(const fk_pair_query *query, fk_answer *out)
{
    out->verdict = search_rows(query);
    if (out->verdict == FK_UNDECIDED) {
        fk_trace_exact(query->trace);
        out->verdict = fk_ec_exact(query->a, query->b);
    }
}
