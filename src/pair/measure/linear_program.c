/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact linear programs over two pieces with vertices.
 *
 * Source: the revised simplex method (Dantzig), with column generation (Dantzig, Wolfe 1960). The columns are all pairs of
 * vertices, too many to list, but the gain of a pair is a sum of one term for each of its vertices. So the best pair is the
 * support vertex of a in one direction and that of b in another. A basis has four columns for all pieces, so each of its numbers
 * is a small determinant.
 *
 * Phase one: from the first pair of vertices, pairs replace as much as possible of the vector from its difference to the origin
 * (or, for a moving piece, to the line of its velocity); when a fraction is left, the pieces never meet. Phase two improves the
 * basis for each goal in turn. Floating point goes first (linear_program_double.c). Where its last basis is not exactly feasible,
 * the exact method starts from the basis before; from there every sign is exact, by balls where they decide and by integers where
 * they do not.
 *
 * Flat pairs are no special case: coordinate axes that must stay zero complete the basis. The method ends: a change of basis
 * improves the goal, or, where it does not (a degenerate basis), the pair with the lowest index enters and the lowest leaves
 * until it does (Bland 1977). MAX_TURNS only guards against a mistake in this file. The arena always has room: the longest input
 * needs about 5000 limbs. */

#include "pair/measure/measure.h"

#include <string.h>

#include "base/vec3.h"

#define MAX_TURNS 1000000

/* ---- Columns as balls and as integers ------------------------------------------------------------------ */

/* 0 is a, 1 is b. */
static const fk_pair_piece *lp_side(const fk_lp *lp, int k)
{
    return k == 0 ? &lp->pair.a : &lp->pair.b;
}

static fk_ball_vec3 lp_ball_step(fk_lp *lp, int k, uint32_t from, uint32_t to)
{
    const fk_pair_piece *side = lp_side(lp, k);
    return fk_ball_vec3_sub(fk_pair_offset(&lp->pair, side, to), fk_pair_offset(&lp->pair, side, from));
}

static fk_exact_vec3 lp_exact_step(fk_lp *lp, int k, uint32_t from, uint32_t to)
{
    return fk_piece_step(&lp->pair.arena, lp_side(lp, k)->piece, from, to);
}

static fk_ball_vec3 lp_ball_pair_difference(fk_lp *lp, fk_vertex_pair d)
{
    const fk_pair *pair = &lp->pair;
    fk_ball_vec3 a = fk_pair_offset(pair, &pair->a, d.a), b = fk_pair_offset(pair, &pair->b, d.b);
    return fk_ball_vec3_add(fk_ball_vec3_sub(a, b), pair->shift);
}

static fk_exact_vec3 lp_exact_pair_difference(fk_lp *lp, fk_vertex_pair d)
{
    fk_vec3 term[2 * FK_TERM_MAX + 2];
    uint32_t count = fk_piece_vertex_terms(lp->pair.b.piece, d.b, term);
    for (uint32_t i = 0; i < count; i++)
        term[i] = fk_vec3_negate(term[i]);
    count += fk_piece_vertex_terms(lp->pair.a.piece, d.a, term + count);
    term[count++] = lp->shift[0];
    term[count++] = lp->shift[1];
    return fk_exact_vec3_sum(&lp->pair.arena, term, count);
}

static fk_ball_vec3 lp_ball_velocity(fk_lp *lp)
{
    return lp->displacement->ball;
}

static fk_exact_vec3 lp_exact_velocity(fk_lp *lp)
{
    return fk_displacement_exact(&lp->pair.arena, lp->displacement);
}

#define LP              fk_lp
#define NUM             fk_ball
#define VEC             fk_ball_vec3
#define NAME(x)         lp_ball_##x
#define ON(lp, f, ...)  ((void)(lp), fk_ball_vec3_##f(__VA_ARGS__))
#define NEGATE(lp, u)   ((void)(lp), fk_ball_vec3_negate(u))
#define FROM(lp, u)     ((void)(lp), fk_ball_vec3_from(u))
#define PLUS(lp, x, y)  ((void)(lp), fk_ball_add(x, y))
#define MINUS(lp, x, y) ((void)(lp), fk_ball_sub(x, y))
#include "pair/measure/linear_program.inc"

#define LP              fk_lp
#define NUM             fk_exact
#define VEC             fk_exact_vec3
#define NAME(x)         lp_exact_##x
#define ON(lp, f, ...)  fk_exact_vec3_##f(&(lp)->pair.arena, __VA_ARGS__)
#define NEGATE(lp, u)   ((void)(lp), fk_exact_vec3_negate(u))
#define FROM(lp, u)     fk_exact_vec3_from(&(lp)->pair.arena, u)
#define PLUS(lp, x, y)  fk_exact_add(&(lp)->pair.arena, x, y)
#define MINUS(lp, x, y) fk_exact_sub(&(lp)->pair.arena, x, y)
#include "pair/measure/linear_program.inc"

/* ---- The state of a basis ------------------------------------------------------------------------------ */

/* The coefficients of a vector in the basis: of the origin, its values; of an entering pair, its shares. */
typedef struct lp_row {
    fk_ball ball[4];
    fk_exact exact[4];
    bool is_exact;
    fk_vertex_pair entering; /* shares only */
    int sign[4];             /* of the true coefficients, that is times the sign of the determinant */
} lp_row;

typedef struct lp_state {
    fk_lp *lp;
    fk_lp_goal goal;
    lp_ball_frame ball;
    lp_exact_frame exact;
    bool is_exact;
    int turn; /* the sign of the determinant; the directions below are multiplied by it */
    fk_ball_vec3 ball_direction[2];
    fk_exact_vec3 exact_direction[2];
    bool direction_is_exact;
    lp_row value, share;
} lp_state;

/* Exact numbers are computed on first use, below everything that is released again. */
static const lp_exact_frame *get_exact_frame(lp_state *s)
{
    if (!s->is_exact)
        lp_exact_frame_make(s->lp, &s->exact);
    s->is_exact = true;
    return &s->exact;
}

static const fk_exact_vec3 *get_exact_directions(lp_state *s)
{
    const lp_exact_frame *f = get_exact_frame(s);
    if (!s->direction_is_exact) {
        lp_exact_directions(s->lp, f, s->goal, s->exact_direction);
        for (int i = 0; i < 2 && s->turn < 0; i++)
            s->exact_direction[i] = fk_exact_vec3_negate(s->exact_direction[i]);
    }
    s->direction_is_exact = true;
    return s->exact_direction;
}

static const fk_exact *get_exact_row(lp_state *s, lp_row *r)
{
    const lp_exact_frame *f = get_exact_frame(s);
    if (!r->is_exact) {
        fk_exact_vec3 x = r == &s->value ? fk_exact_vec3_negate(f->base)
                                         : lp_exact_edge(s->lp, s->lp->basis[0].pair, r->entering);
        lp_exact_coefficients(s->lp, f, x, true, r->exact);
    }
    r->is_exact = true;
    return r->exact;
}

static void find_row_signs(lp_state *s, lp_row *r)
{
    for (int i = 0; i < 4; i++) {
        int sign = fk_ball_sign(r->ball[i]);
        r->sign[i] = s->turn * (sign != FK_UNSURE ? sign : get_exact_row(s, r)[i].sign);
    }
}

/* Computes the determinant of the basis and the values of its columns. */
static void evaluate_basis(lp_state *s)
{
    s->lp->pair.arena.used = 0;
    s->is_exact = s->direction_is_exact = s->value.is_exact = s->share.is_exact = false;
    lp_ball_frame_make(s->lp, &s->ball);
    s->turn = fk_ball_sign(s->ball.determinant);
    if (s->turn == FK_UNSURE)
        s->turn = get_exact_frame(s)->determinant.sign;
    lp_ball_coefficients(s->lp, &s->ball, fk_ball_vec3_negate(s->ball.base), true, s->value.ball);
    find_row_signs(s, &s->value);
}

/* Whether a column must stay zero. */
static bool column_is_fixed(const fk_lp *lp, int i)
{
    return lp->basis[i].kind == FK_LP_COLUMN_AXIS || (lp->basis[i].kind == FK_LP_COLUMN_START && lp->has_met);
}

static bool is_feasible(const lp_state *s)
{
    if (s->turn == 0)
        return false;
    for (int i = 0; i < 4; i++) {
        int sign = s->value.sign[i];
        if (s->lp->basis[i].kind != FK_LP_COLUMN_TIME && (column_is_fixed(s->lp, i) ? sign != 0 : sign < 0))
            return false;
    }
    return true;
}

/* ---- Which pair enters --------------------------------------------------------------------------------- */

/* The sign of direction.(vertex to - vertex from) on side 0 (a) or 1 (b). */
static int lp_exact_gain_sign(lp_state *s, int k, uint32_t from, uint32_t to)
{
    const fk_exact_vec3 *direction = get_exact_directions(s);
    fk_arena *arena = &s->lp->pair.arena;
    uint32_t mark = arena->used;
    int sign = fk_exact_vec3_dot(arena, direction[k], lp_exact_step(s->lp, k, from, to)).sign;
    arena->used = mark;
    return sign;
}

/* Lists the vertices of a side that gain exactly nothing by construction of the basis: those that its pairs join to the first
 * pair. */
static uint32_t list_gainless(const fk_lp *lp, int k, uint32_t idle[4])
{
    bool is_joined[4] = {true, false, false, false};
    for (int i = 0; i < 4; i++) /* the longest chain of pairs */
        for (int x = 1; x < 4; x++)
            for (int y = 0; y < 4 && !is_joined[x]; y++) {
                fk_vertex_pair u = lp->basis[x].pair, v = lp->basis[y].pair;
                is_joined[x] =
                    lp->basis[x].kind == FK_LP_COLUMN_PAIR && is_joined[y] && (u.a == v.a || u.b == v.b);
            }
    uint32_t count = 0;
    for (int i = 0; i < 4; i++)
        if (is_joined[i])
            idle[count++] = k == 0 ? lp->basis[i].pair.a : lp->basis[i].pair.b;
    return count;
}

static bool list_contains(uint32_t x, const uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == x)
            return true;
    return false;
}

/* Whether a direction is exactly zero: when all pairs of the basis share one vertex of the other side, that vertex is the result. */
static bool direction_is_zero(const lp_state *s, int k)
{
    const fk_lp_column *basis = s->lp->basis;
    bool same = s->goal.kind == FK_LP_GOAL_EXTENT;
    for (int i = 0; i < 4 && same; i++)
        same = basis[i].kind == FK_LP_COLUMN_PAIR &&
               (k == 0 ? basis[i].pair.b == basis[0].pair.b : basis[i].pair.a == basis[0].pair.a);
    return same;
}

/* Finds a vertex with about the largest gain along the direction over the first pair's vertex; that one when none gains. */
static uint32_t find_gaining_vertex(lp_state *s, int k)
{
    const fk_pair_piece *side = lp_side(s->lp, k);
    uint32_t idle[4], idle_count = list_gainless(s->lp, k, idle), best = idle[0];
    if (direction_is_zero(s, k))
        return best;
    fk_ball base = fk_ball_vec3_dot(s->ball_direction[k], fk_pair_offset(&s->lp->pair, side, best));
    double most = 0;
    for (uint32_t i = 0; i < side->count; i++) {
        fk_ball value = fk_ball_vec3_dot(s->ball_direction[k], fk_pair_offset(&s->lp->pair, side, i));
        fk_ball gain = fk_ball_sub(value, base);
        int sign = fk_ball_sign(gain);
        if (sign < 0 || (sign > 0 && best != idle[0] && gain.mid <= most) ||
            list_contains(i, idle, idle_count))
            continue;
        if (sign == FK_UNSURE)
            sign = lp_exact_gain_sign(s, k, idle[0], i);
        if (sign > 0 && (best == idle[0] || gain.mid > most)) {
            best = i;
            most = gain.mid;
        }
    }
    return best;
}

/* The support vertex along the direction; the lowest index among equals. */
static uint32_t find_farthest_vertex(lp_state *s, int k)
{
    const fk_pair_piece *side = lp_side(s->lp, k);
    uint32_t best = 0;
    fk_ball most = fk_ball_vec3_dot(s->ball_direction[k], fk_pair_offset(&s->lp->pair, side, 0));
    for (uint32_t i = 1; i < side->count; i++) {
        fk_ball value = fk_ball_vec3_dot(s->ball_direction[k], fk_pair_offset(&s->lp->pair, side, i));
        int sign = fk_ball_sign(fk_ball_sub(value, most));
        if (sign == FK_UNSURE)
            sign = lp_exact_gain_sign(s, k, best, i);
        if (sign > 0) {
            best = i;
            most = value;
        }
    }
    return best;
}

/* The sign of the gain of a pair. */
static int gain_sign(lp_state *s, fk_vertex_pair to)
{
    fk_vertex_pair from = s->lp->basis[0].pair;
    fk_ball a = fk_ball_vec3_dot(s->ball_direction[0], lp_ball_step(s->lp, 0, from.a, to.a));
    fk_ball b = fk_ball_vec3_dot(s->ball_direction[1], lp_ball_step(s->lp, 1, from.b, to.b));
    int sign = fk_ball_sign(fk_ball_add(a, b));
    if (sign != FK_UNSURE)
        return sign;
    const fk_exact_vec3 *direction = get_exact_directions(s);
    fk_arena *arena = &s->lp->pair.arena;
    uint32_t mark = arena->used;
    fk_exact x = fk_exact_vec3_dot(arena, direction[0], lp_exact_step(s->lp, 0, from.a, to.a));
    fk_exact y = fk_exact_vec3_dot(arena, direction[1], lp_exact_step(s->lp, 1, from.b, to.b));
    sign = fk_exact_add(arena, x, y).sign;
    arena->used = mark;
    return sign;
}

/* The pair with the lowest index that gains; one exists. */
static fk_vertex_pair find_lowest_pair(lp_state *s)
{
    fk_vertex_pair most = {find_farthest_vertex(s, 0), find_farthest_vertex(s, 1)}, low = {0, most.b};
    while (low.a < most.a && gain_sign(s, low) <= 0)
        low.a++;
    for (low.b = 0; low.b < most.b && gain_sign(s, low) <= 0;)
        low.b++;
    return low;
}

/* Finds a pair that gains: about the most, or the lowest one. Returns false when there is none. When no vertex gains over that of
 * the first pair, no pair does; when one does, it gains together with the other one of the first pair or with a better one. */
static bool find_entering(lp_state *s, bool lowest, fk_vertex_pair *out)
{
    lp_ball_directions(s->lp, &s->ball, s->goal, s->ball_direction);
    for (int i = 0; i < 2 && s->turn < 0; i++)
        s->ball_direction[i] = fk_ball_vec3_negate(s->ball_direction[i]);
    fk_vertex_pair base = s->lp->basis[0].pair;
    out->a = find_gaining_vertex(s, 0);
    out->b = find_gaining_vertex(s, 1);
    if (out->a == base.a && out->b == base.b)
        return false;
    if (lowest)
        *out = find_lowest_pair(s);
    return true;
}

/* ---- Which column leaves ------------------------------------------------------------------------------- */

/* The order of columns: START leaves first, then the lowest pair. */
static bool column_is_lower(const fk_lp_column *x, const fk_lp_column *y)
{
    if (x->kind != FK_LP_COLUMN_PAIR || y->kind != FK_LP_COLUMN_PAIR)
        return x->kind != FK_LP_COLUMN_PAIR;
    return x->pair.a != y->pair.a ? x->pair.a < y->pair.a : x->pair.b < y->pair.b;
}

/* The sign of value i / share i - value j / share j, where both shares are positive. */
static int compare_ratios(lp_state *s, int i, int j)
{
    const fk_ball *v = s->value.ball, *h = s->share.ball;
    int sign = fk_ball_sign(fk_ball_sub(fk_ball_mul(v[i], h[j]), fk_ball_mul(v[j], h[i])));
    if (sign != FK_UNSURE)
        return sign; /* the determinant counts twice in each product */
    const fk_exact *value = get_exact_row(s, &s->value), *share = get_exact_row(s, &s->share);
    fk_arena *arena = &s->lp->pair.arena;
    uint32_t mark = arena->used;
    sign = fk_exact_determinant(arena, value[i], share[j], value[j], share[i]).sign;
    arena->used = mark;
    return sign;
}

/* The column that leaves for the entering pair: one that must stay zero and would not, else the first that would become negative.
 * -1 when there is none, which bounded pieces do not allow. */
static int find_leaving(lp_state *s, fk_vertex_pair entering)
{
    fk_lp *lp = s->lp;
    s->share.entering = entering;
    lp_ball_coefficients(lp, &s->ball, lp_ball_edge(lp, lp->basis[0].pair, entering), true, s->share.ball);
    find_row_signs(s, &s->share);
    int out = -1;
    for (int i = 0; i < 4; i++)
        if (column_is_fixed(lp, i) && s->share.sign[i] != 0)
            return i;
    for (int i = 0; i < 4; i++) {
        if (column_is_fixed(lp, i) || lp->basis[i].kind == FK_LP_COLUMN_TIME || s->share.sign[i] <= 0)
            continue;
        int order = out < 0 ? -1 : compare_ratios(s, i, out);
        if (order < 0 || (order == 0 && column_is_lower(&lp->basis[i], &lp->basis[out])))
            out = i;
    }
    return out;
}

/* ---- Improving a basis --------------------------------------------------------------------------------- */

/* Whether nothing of START is left; its column is then fixed. */
static bool origin_is_reached(lp_state *s)
{
    for (int i = 1; i < 4; i++)
        if (s->lp->basis[i].kind == FK_LP_COLUMN_START && s->value.sign[i] != 0)
            return false;
    s->lp->has_met = true;
    return true;
}

/* Improves the basis until it is optimal for the goal, or, for FK_LP_GOAL_MEET, feasible. */
static void optimise_basis(fk_lp *lp, fk_lp_goal goal, lp_state *s)
{
    fk_lp_column before[4];
    memcpy(before, lp->basis, sizeof before);
    fk_lp_optimise_double(lp, goal);
    s->lp = lp;
    s->goal = goal;
    evaluate_basis(s);
    if (!is_feasible(s)) {
        memcpy(lp->basis, before, sizeof before);
        evaluate_basis(s);
    }
    bool is_degenerate = false;
    for (int turn = 0; turn < MAX_TURNS && !lp->pair.arena.full; turn++) {
        fk_vertex_pair entering;
        if (goal.kind == FK_LP_GOAL_MEET && origin_is_reached(s))
            return;
        if (!find_entering(s, is_degenerate, &entering))
            return;
        int out = find_leaving(s, entering);
        if (out < 0)
            break;
        is_degenerate = s->value.sign[out] == 0;
        lp->basis[out] = (fk_lp_column){FK_LP_COLUMN_PAIR, entering, 0, 0};
        evaluate_basis(s);
    }
    lp->pair.arena.full = true;
}

/* ---- The first basis ----------------------------------------------------------------------------------- */

static int nonzero_axis(fk_exact_vec3 v)
{
    return v.x.sign != 0 ? 0 : v.y.sign != 0 ? 1 : v.z.sign != 0 ? 2 : -1;
}

static void add_lp_column(fk_lp *lp, int *count, fk_lp_column_kind kind, int axis)
{
    lp->basis[(*count)++] = (fk_lp_column){kind, {0, 0}, axis, 0};
}

/* The first pair, the velocity, the vector from that pair's difference to the origin unless it is zero or along the velocity, and
 * the axes that are still needed. */
static void make_lp_basis(fk_lp *lp)
{
    fk_arena *arena = &lp->pair.arena;
    static const fk_vertex_pair first = {0, 0};
    fk_exact_vec3 difference = lp_exact_pair_difference(lp, first);
    int count = 0, without[2] = {-1, -1}; /* axes that the other columns replace */
    add_lp_column(lp, &count, FK_LP_COLUMN_PAIR, 0);
    if (lp->displacement != NULL) {
        fk_exact_vec3 velocity = lp_exact_velocity(lp);
        add_lp_column(lp, &count, FK_LP_COLUMN_TIME, 0);
        without[0] = nonzero_axis(velocity);
        fk_exact_vec3 across = fk_exact_vec3_cross(arena, velocity, difference);
        int axis = nonzero_axis(across);
        if (axis >= 0) {
            add_lp_column(lp, &count, FK_LP_COLUMN_START, 0);
            without[0] = (axis + 1) % 3;
            without[1] = (axis + 2) % 3;
        }
    } else if (!fk_exact_vec3_is_zero(difference)) {
        add_lp_column(lp, &count, FK_LP_COLUMN_START, 0);
        without[0] = nonzero_axis(difference);
    }
    for (int axis = 0; axis < 3 && count < 4; axis++)
        if (axis != without[0] && axis != without[1])
            add_lp_column(lp, &count, FK_LP_COLUMN_AXIS, axis);
    arena->used = 0;
}

static void copy_offsets(const fk_pair_piece *side, fk_vec3 *out)
{
    for (uint32_t i = 0; i < side->count && i < FK_VERTEX_MAX; i++)
        out[i] = fk_vec3_make(side->offset[i].x.mid, side->offset[i].y.mid, side->offset[i].z.mid);
}

bool fk_lp_make_feasible_shifted(fk_lp *lp, const fk_piece *a, const fk_piece *b,
                                 const fk_displacement *displacement, const fk_vec3 shift[2])
{
    lp_state s;
    fk_lp_goal meet = {FK_LP_GOAL_MEET, 0, -1};
    int exponent = fk_vec3_exponent(shift[0]), other = fk_vec3_exponent(shift[1]);
    fk_pair_init_wide(&lp->pair, a, b, exponent > other ? exponent : other);
    for (int i = 0; i < 2; i++) {
        fk_ball_vec3 part = fk_ball_vec3_from(fk_vec3_scale(shift[i], lp->pair.scale));
        lp->shift[i] = shift[i];
        lp->pair.shift = fk_ball_vec3_add(lp->pair.shift, part);
    }
    lp->displacement = displacement;
    lp->has_met = false;
    copy_offsets(&lp->pair.a, lp->rough[0]);
    copy_offsets(&lp->pair.b, lp->rough[1]);
    make_lp_basis(lp);
    optimise_basis(lp, meet, &s);
    return lp->has_met && !lp->pair.arena.full;
}

bool fk_lp_make_feasible(fk_lp *lp, const fk_piece *a, const fk_piece *b, const fk_displacement *displacement)
{
    static const fk_vec3 none[2] = {{0, 0, 0}, {0, 0, 0}};
    return fk_lp_make_feasible_shifted(lp, a, b, displacement, none);
}

/* ---- Results ------------------------------------------------------------------------------------------- */

/* Whether two vertices share a coordinate; may miss it. */
static bool shares_coordinate(const fk_piece *piece, uint32_t from, uint32_t to, int axis)
{
    fk_vec3 term[FK_STEP_MAX];
    uint32_t count = fk_piece_step_terms(piece, from, to, term);
    for (uint32_t i = 0; i < count; i++)
        if (fk_sign_of(fk_vec3_get(term[i], axis)) != 0)
            return false;
    return true;
}

static fk_exact vertex_coordinate(fk_lp *lp, const fk_piece *piece, uint32_t vertex, int axis)
{
    return fk_exact_vec3_get(fk_piece_vertex(&lp->pair.arena, piece, vertex), axis);
}

/* When all vertices of one piece with a weight have the same coordinate, that is the result: as with a corner of one piece in the
 * other, or a face across the axis. */
static bool find_simple_extent(const lp_state *s, int axis, fk_fraction *out)
{
    fk_lp *lp = s->lp;
    bool same_a = true, same_b = true;
    int first = -1;
    for (int i = 0; i < 4; i++) {
        if (lp->basis[i].kind != FK_LP_COLUMN_PAIR || s->value.sign[i] == 0)
            continue;
        if (first < 0)
            first = i;
        fk_vertex_pair from = lp->basis[first].pair, to = lp->basis[i].pair;
        same_a = same_a && shares_coordinate(lp->pair.a.piece, from.a, to.a, axis);
        same_b = same_b && shares_coordinate(lp->pair.b.piece, from.b, to.b, axis);
    }
    if (first < 0 || (!same_a && !same_b))
        return false;
    fk_vertex_pair pair = lp->basis[first].pair;
    out->under = fk_exact_from(&lp->pair.arena, 1.0);
    out->over = same_a ? vertex_coordinate(lp, lp->pair.a.piece, pair.a, axis)
                       : vertex_coordinate(lp, lp->pair.b.piece, pair.b, axis);
    return true;
}

/* Lists the distinct vertices of the basis on one side; 0 when not all columns are pairs. */
static uint32_t list_basis_vertices(const fk_lp *lp, int k, uint32_t list[4])
{
    uint32_t count = 0;
    for (int i = 0; i < 4; i++) {
        if (lp->basis[i].kind != FK_LP_COLUMN_PAIR)
            return 0;
        uint32_t vertex = k == 0 ? lp->basis[i].pair.a : lp->basis[i].pair.b;
        if (!list_contains(vertex, list, count))
            list[count++] = vertex;
    }
    return count;
}

/* The coordinate where the edge from vertex e0 to e1 of one side crosses the plane of the vertices f0, f1, f2 of the other. */
static fk_fraction cross_edge_and_plane(fk_lp *lp, int side, const uint32_t e[2], const uint32_t f[3],
                                        int axis)
{
    fk_arena *arena = &lp->pair.arena;
    fk_exact_vec3 u = lp_exact_step(lp, 1 - side, f[0], f[1]), v = lp_exact_step(lp, 1 - side, f[0], f[2]);
    fk_exact_vec3 normal = fk_exact_vec3_cross(arena, u, v), edge = lp_exact_step(lp, side, e[0], e[1]);
    fk_exact_vec3 start = fk_piece_vertex(arena, lp_side(lp, side)->piece, e[0]);
    fk_exact_vec3 base = fk_piece_vertex(arena, lp_side(lp, 1 - side)->piece, f[0]);
    fk_exact height = fk_exact_vec3_dot(arena, normal, fk_exact_vec3_sub(arena, base, start));
    fk_exact rise = fk_exact_vec3_dot(arena, normal, edge);
    fk_exact along = fk_exact_vec3_get(edge, axis);
    fk_exact from = fk_exact_vec3_get(start, axis);
    fk_fraction out = {
        fk_exact_add(arena, fk_exact_mul(arena, from, rise), fk_exact_mul(arena, along, height)), rise};
    out.over.sign *= rise.sign;
    out.under.sign *= rise.sign;
    return out;
}

/* A basis of four pairs with two vertices of one piece and three of the other joins each of the two with each of the three,
 * directly or through others. So the result is where the edge crosses the face, a shorter formula than the general one. */
static bool find_crossing_extent(const lp_state *s, int axis, fk_fraction *out)
{
    fk_lp *lp = s->lp;
    uint32_t a[4], b[4], count_a = list_basis_vertices(lp, 0, a), count_b = list_basis_vertices(lp, 1, b);
    if (count_a == 2 && count_b == 3)
        *out = cross_edge_and_plane(lp, 0, a, b, axis);
    else if (count_a == 3 && count_b == 2)
        *out = cross_edge_and_plane(lp, 1, b, a, axis);
    else
        return false;
    return out->under.sign > 0;
}

/* sign d0.y / determinant: what the goal adds to the first pair's own cost. */
static fk_fraction dual_value(lp_state *s)
{
    fk_arena *arena = &s->lp->pair.arena;
    const lp_exact_frame *f = get_exact_frame(s);
    const fk_exact_vec3 *direction = get_exact_directions(s);
    fk_fraction out = {fk_exact_vec3_dot(arena, f->base, direction[0]), f->determinant};
    out.over.sign *= s->goal.sign;
    out.under.sign *= s->turn;
    return out;
}

fk_fraction fk_lp_extent(fk_lp *lp, int axis, int sign)
{
    lp_state s;
    fk_fraction out;
    optimise_basis(lp, (fk_lp_goal){FK_LP_GOAL_EXTENT, axis, sign}, &s);
    if (find_simple_extent(&s, axis, &out) || find_crossing_extent(&s, axis, &out))
        return out;
    fk_arena *arena = &lp->pair.arena;
    out = dual_value(&s);
    fk_exact own = vertex_coordinate(lp, lp->pair.b.piece, lp->basis[0].pair.b, axis);
    out.over = fk_exact_add(arena, out.over, fk_exact_mul(arena, own, out.under));
    return out;
}

fk_fraction fk_lp_time(fk_lp *lp, int sign)
{
    lp_state s;
    optimise_basis(lp, (fk_lp_goal){FK_LP_GOAL_TIME, 0, sign}, &s);
    return dual_value(&s);
}
