/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The simplex method of linear_program.c over the support points of round and smooth pieces. Source: column generation (Dantzig,
 * Wolfe 1960); for rays it is the Minkowski portal refinement of Snethen (2008).
 *
 * A basis spans a simplex of points of both pieces, the portal, through which the goal passes. The support points along its
 * normal enter until their gain is a small fraction of the size. Where surfaces are curved, the portal shrinks by about a
 * constant factor per change, and the remaining gain with its square.
 *
 * Numbers are double-doubles, since near contact everything is thin: where spheres overlap by 1e-12, the portal is 1e-6 wide and
 * seen under an angle of 1e-6. */

#include "pair/measure/measure.h"

#include "base/vec3.h"
#include "exact/ball.h"
#include "shape/support.h"
#include "shape/vertices.h"

/* ---- Supports in double-doubles ------------------------------------------------------------------------ */

/* The formulas are those of shape/support.c. Weak inputs: coordinates beyond 2^900 of the size, and sizes below 2^-1000, lose the
 * scale; the results are then of little use, and bounds proved from them are true but wide. */

/* A squared component of n across an axis below this fraction of n.n is rounding. */
#define NOISE 0x1p-190

/* Vertices of a large hull this near to the farthest one in doubles are compared again. */
#define NEAR 0x1p-40

static fk_dd_vec3 dd_difference(fk_vec3 x, fk_vec3 y, double scale)
{
    return (fk_dd_vec3){fk_dd_sum(x.x * scale, -y.x * scale), fk_dd_sum(x.y * scale, -y.y * scale),
                        fk_dd_sum(x.z * scale, -y.z * scale)};
}

static fk_dd_vec3 dd_scaled(fk_vec3 v, double scale)
{
    return fk_dd_vec3_from(fk_vec3_scale(v, scale));
}

static void dd_body_init(fk_dd_body *side, const fk_support_body *body, double scale)
{
    static const fk_dd_vec3 zero = {{0, 0}, {0, 0}, {0, 0}};
    const fk_piece *piece = body->piece;
    fk_number_layout layout = fk_kind_layout(piece->kind);
    side->piece = piece;
    side->anchor = body->anchor;
    side->scale = scale;
    side->radius = fk_dd_from(0.0);
    side->axis = side->edge[0] = side->edge[1] = side->edge[2] = zero;
    if (piece->kind == FK_KIND_HULL)
        return;
    for (int k = 0; k < layout.directions; k++)
        side->edge[k] = dd_scaled(piece->as.cell.edge[k], scale);
    const fk_vec3 *point = &piece->as.point;
    for (int k = 1; k < layout.points; k++)
        side->edge[k - 1] = dd_difference(point[k], point[0], scale);
    if (layout.scalars > 0)
        side->radius = fk_dd_from(piece->kind == FK_KIND_SPHERE ? piece->as.sphere.radius * scale
                                                                : piece->as.capsule.radius * scale);
    fk_dd length = fk_dd_sqrt(fk_dd_vec3_dot(side->edge[0], side->edge[0]));
    if (length.hi > 0.0)
        side->axis = fk_dd_vec3_scale(side->edge[0], fk_dd_div(fk_dd_from(1.0), length));
}

void fk_dd_bodies_init(fk_dd_bodies *pair, const fk_piece *a, const fk_piece *b)
{
    fk_support_bodies bodies;
    fk_support_bodies_init(&bodies, a, b);
    dd_body_init(&pair->side[0], &bodies.a, bodies.a.scale);
    dd_body_init(&pair->side[1], &bodies.b, bodies.a.scale);
    pair->shift = dd_difference(bodies.a.anchor, bodies.b.anchor, bodies.a.scale);
}

/* The offset of an interior point: the centre, or the mean of the vertices. */
static fk_dd_vec3 dd_interior_point(const fk_dd_body *side)
{
    const fk_piece *piece = side->piece;
    fk_vec3 base = fk_vec3_scale(side->anchor, side->scale);
    fk_dd_vec3 sum = fk_dd_vec3_add(fk_dd_vec3_add(side->edge[0], side->edge[1]), side->edge[2]);
    double part = 0.5;
    switch (piece->kind) {
    case FK_KIND_TETRA:
    case FK_KIND_CONE:
        part = 0.25;
        break;
    case FK_KIND_TRIANGLE:
        part = 1.0 / 3.0;
        break;
    case FK_KIND_ELLIPSOID:
        part = 0.0;
        break;
    case FK_KIND_HULL:
        part = 1.0 / piece->as.hull.count;
        for (uint32_t i = 0; i < piece->as.hull.count; i++) {
            fk_vec3 offset = fk_vec3_sub(fk_vec3_scale(fk_points_at(&piece->as.hull, i), side->scale), base);
            sum = fk_dd_vec3_add(sum, fk_dd_vec3_from(offset));
        }
        break;
    default:
        break;
    }
    return fk_dd_vec3_scale(sum, fk_dd_from(part));
}

/* ---- Supports ------------------------------------------------------------------------------------------ */

static fk_dd_vec3 scale_to_length(fk_dd_vec3 n, fk_dd length)
{
    fk_dd size = fk_dd_sqrt(fk_dd_vec3_dot(n, n));
    return fk_dd_vec3_scale(n, size.hi > 0.0 ? fk_dd_div(length, size) : size);
}

/* The best of the anchor and count edge ends. */
static fk_dd_vec3 dd_best_edge(const fk_dd_body *side, fk_dd_vec3 n, int count)
{
    fk_dd_vec3 best = {{0, 0}, {0, 0}, {0, 0}};
    fk_dd most = fk_dd_from(0.0);
    for (int i = 0; i < count; i++) {
        fk_dd value = fk_dd_vec3_dot(n, side->edge[i]);
        if (fk_dd_less(most, value)) {
            most = value;
            best = side->edge[i];
        }
    }
    return best;
}

static fk_dd_vec3 dd_box_support(const fk_dd_body *side, fk_dd_vec3 n)
{
    fk_dd_vec3 sum = {{0, 0}, {0, 0}, {0, 0}};
    for (int k = 0; k < 3; k++)
        if (fk_dd_vec3_dot(n, side->edge[k]).hi > 0.0)
            sum = fk_dd_vec3_add(sum, side->edge[k]);
    return sum;
}

/* Scans in doubles first, then compares the vertices near the farthest in double-doubles. */
static fk_dd_vec3 dd_hull_support(const fk_dd_body *side, fk_dd_vec3 n)
{
    const fk_points *hull = &side->piece->as.hull;
    fk_vec3 rough = fk_dd_vec3_round(n), base = fk_vec3_scale(side->anchor, side->scale);
    double most = -INFINITY, size = fk_vec3_norm1(rough);
    for (uint32_t i = 0; i < hull->count; i++)
        most = fmax(most,
                    fk_vec3_dot(rough, fk_vec3_sub(fk_vec3_scale(fk_points_at(hull, i), side->scale), base)));
    fk_dd_vec3 best = {{0, 0}, {0, 0}, {0, 0}};
    fk_dd best_value = fk_dd_from(-INFINITY);
    for (uint32_t i = 0; i < hull->count; i++) {
        fk_vec3 point = fk_points_at(hull, i);
        fk_vec3 offset = fk_vec3_sub(fk_vec3_scale(point, side->scale), base);
        if (fk_vec3_dot(rough, offset) < most - NEAR * size)
            continue;
        fk_dd_vec3 fine = dd_difference(point, side->anchor, side->scale);
        fk_dd value = fk_dd_vec3_dot(n, fine);
        if (best_value.hi == -INFINITY || fk_dd_less(best_value, value)) {
            best_value = value;
            best = fine;
        }
    }
    return best;
}

/* The component of v across the axis. */
static fk_dd_vec3 dd_across_axis(const fk_dd_body *side, fk_dd_vec3 v)
{
    return fk_dd_vec3_sub(v, fk_dd_vec3_scale(side->axis, fk_dd_vec3_dot(v, side->axis)));
}

static fk_dd_vec3 dd_tapered_support(const fk_dd_body *side, fk_dd_vec3 n)
{
    fk_dd_vec3 end = dd_best_edge(side, n, 1), outward = dd_across_axis(side, n);
    fk_dd_vec3 rim = {{0, 0}, {0, 0}, {0, 0}};
    /* The component of n may be mostly rounding; normalised and projected again, it stays in the disc's plane. */
    if (fk_dd_vec3_dot(outward, outward).hi > NOISE * fk_dd_vec3_dot(n, n).hi)
        rim = scale_to_length(dd_across_axis(side, scale_to_length(outward, fk_dd_from(1.0))), side->radius);
    if (side->piece->kind == FK_KIND_CYLINDER)
        return fk_dd_vec3_add(end, rim);
    return fk_dd_less(fk_dd_vec3_dot(n, rim), fk_dd_vec3_dot(n, end)) ? end : rim;
}

static fk_dd_vec3 dd_ellipsoid_support(const fk_dd_body *side, fk_dd_vec3 n)
{
    fk_dd_vec3 s = {fk_dd_vec3_dot(n, side->edge[0]), fk_dd_vec3_dot(n, side->edge[1]),
                    fk_dd_vec3_dot(n, side->edge[2])};
    s = scale_to_length(s, fk_dd_from(1.0));
    return fk_dd_vec3_add(
        fk_dd_vec3_add(fk_dd_vec3_scale(side->edge[0], s.x), fk_dd_vec3_scale(side->edge[1], s.y)),
        fk_dd_vec3_scale(side->edge[2], s.z));
}

fk_dd_vec3 fk_dd_support(const fk_dd_body *side, fk_dd_vec3 n)
{
    switch (side->piece->kind) {
    case FK_KIND_BOX:
        return dd_box_support(side, n);
    case FK_KIND_HULL:
        return dd_hull_support(side, n);
    case FK_KIND_SEGMENT:
        return dd_best_edge(side, n, 1);
    case FK_KIND_TRIANGLE:
        return dd_best_edge(side, n, 2);
    case FK_KIND_TETRA:
        return dd_best_edge(side, n, 3);
    case FK_KIND_SPHERE:
        return scale_to_length(n, side->radius);
    case FK_KIND_CAPSULE:
        return fk_dd_vec3_add(dd_best_edge(side, n, 1), scale_to_length(n, side->radius));
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return dd_tapered_support(side, n);
    case FK_KIND_ELLIPSOID:
        return dd_ellipsoid_support(side, n);
    default:
        return dd_best_edge(side, n, 0);
    }
}

/* ---- The search ---------------------------------------------------------------------------------------- */

#define MAX_TURNS 1000

/* In units of the size: smaller gains end the search. The rest of START is measured finer, since a result may change with the
 * root of what is missing there. */
#define GAIN_ENOUGH 0x1p-44
#define WAY_ENOUGH  0x1p-94

/* Pieces that only touch are moved to overlap by this fraction of the vector between their centres. With it, directions stay
 * below 2^45; it opens a gap between surfaces to a lens of 2^-43 of the size. */
#define RETREAT 0x1p-86

/* Smaller shares are zero; FLAT is for columns of a direction in which both pieces are flat. */
#define SMALL 0x1p-80
#define FLAT  0x1p-64

static fk_dd_vec3 dd_step(fk_mpr *portal, int k, uint32_t from, uint32_t to)
{
    return fk_dd_vec3_sub(portal->point[k][to], portal->point[k][from]);
}

static fk_dd_vec3 dd_pair_difference(fk_mpr *portal, fk_vertex_pair d)
{
    fk_dd_vec3 offset = fk_dd_vec3_sub(portal->point[0][d.a], portal->point[1][d.b]);
    return fk_dd_vec3_add(offset, portal->pair.shift);
}

static fk_dd_vec3 dd_velocity(fk_mpr *portal)
{
    return portal->velocity;
}

#define LP              fk_mpr
#define NUM             fk_dd
#define VEC             fk_dd_vec3
#define NAME(x)         dd_##x
#define ON(lp, f, ...)  ((void)(lp), fk_dd_vec3_##f(__VA_ARGS__))
#define NEGATE(lp, u)   ((void)(lp), fk_dd_vec3_negate(u))
#define FROM(lp, u)     ((void)(lp), fk_dd_vec3_from(u))
#define PLUS(lp, x, y)  ((void)(lp), fk_dd_add(x, y))
#define MINUS(lp, x, y) ((void)(lp), fk_dd_sub(x, y))
#include "pair/measure/linear_program.inc"

/* ---- Short edges ---------------------------------------------------------------------------------------- */

/* The squared length of the edge between two pairs. */
static double squared_edge_length(fk_mpr *portal, fk_vertex_pair x, fk_vertex_pair y)
{
    fk_vec3 edge = fk_dd_vec3_round(dd_edge(portal, x, y));
    return fk_vec3_dot(edge, edge);
}

/* Joins the pairs of the basis by the minimum spanning tree (Prim). A product of two long edges that are nearly parallel would
 * lose the digits in which they differ; their difference is a short edge that has them. */
static void join_by_shortest_tree(fk_mpr *portal)
{
    bool is_joined[4] = {true, false, false, false};
    for (int count = 1; count < 4; count++) {
        int best = -1, parent = 0;
        double least = INFINITY;
        for (int i = 1; i < 4; i++)
            for (int k = 0; k < 4; k++) {
                if (is_joined[i] || !is_joined[k] || portal->basis[i].kind != FK_LP_COLUMN_PAIR)
                    continue;
                double distance = squared_edge_length(portal, portal->basis[i].pair, portal->basis[k].pair);
                if (best < 0 || distance < least) {
                    best = i;
                    parent = k;
                    least = distance;
                }
            }
        if (best < 0)
            return;
        portal->basis[best].parent = parent;
        is_joined[best] = true;
    }
}

/* ---- Iterative refinement ------------------------------------------------------------------------------ */

/* Cramer's rule leaves a residual where columns are nearly dependent. The residual is known to the last digits, and solving for
 * it removes nearly all of it. That is worth while where things are thin: directions are long then, or little gain is left. */
#define REFINEMENTS 2
#define LONG        0x1p16
#define LITTLE      0x1p-44

/* The cost of a column minus that of its parent. */
static fk_dd column_cost(fk_mpr *portal, int i, fk_lp_goal goal)
{
    const fk_lp_column *c = &portal->basis[i];
    bool counts = (goal.kind == FK_LP_GOAL_TIME && c->kind == FK_LP_COLUMN_TIME) ||
                  (goal.kind == FK_LP_GOAL_MEET && c->kind == FK_LP_COLUMN_START);
    fk_dd cost = fk_dd_from(counts ? 1.0 : 0.0);
    if (goal.kind == FK_LP_GOAL_EXTENT && c->kind == FK_LP_COLUMN_PAIR) {
        fk_dd_vec3 walk = dd_step(portal, 1, portal->basis[c->parent].pair.b, c->pair.b);
        cost = goal.axis == 0 ? walk.x : goal.axis == 1 ? walk.y : walk.z;
    }
    return goal.sign > 0 ? cost : fk_dd_negate(cost);
}

/* The directions of both pieces, divided by the determinant. Returns false when the determinant is too small. */
static bool find_directions(fk_mpr *portal, const dd_frame *f, fk_lp_goal goal, fk_dd_vec3 out[2])
{
    if (!(fabs(f->determinant.hi) > 0x1p-600))
        return false;
    fk_dd inverse = fk_dd_div(fk_dd_from(1.0), f->determinant);
    dd_directions(portal, f, goal, out);
    out[0] = fk_dd_vec3_scale(out[0], inverse);
    out[1] = fk_dd_vec3_scale(out[1], inverse);
    fk_vec3 rough = fk_dd_vec3_round(out[0]);
    portal->is_thin = fk_vec3_dot(rough, rough) > LONG * LONG || portal->gain < LITTLE;
    for (int turn = 0; turn < REFINEMENTS && portal->is_thin; turn++) {
        fk_dd_vec3 more = {{0, 0}, {0, 0}, {0, 0}};
        for (int i = 1; i < 4; i++) {
            fk_dd along = fk_dd_vec3_dot(out[0], dd_column(portal, &portal->basis[i]));
            fk_dd rest = fk_dd_mul(fk_dd_add(column_cost(portal, i, goal), along), inverse);
            more = fk_dd_vec3_add(more, fk_dd_vec3_scale(f->normal[i - 1], rest));
        }
        out[0] = fk_dd_vec3_sub(out[0], more);
        out[1] = fk_dd_vec3_add(out[1], more);
    }
    return true;
}

/* The residual of coefficients for a target: the difference of a pair, or the origin for NULL. */
static fk_dd_vec3 find_residual(fk_mpr *portal, const fk_vertex_pair *target, const fk_dd *coefficient)
{
    fk_dd_vec3 rest = {{0, 0}, {0, 0}, {0, 0}};
    if (target != NULL)
        rest = dd_pair_difference(portal, *target);
    for (int i = 0; i < 4; i++) {
        const fk_lp_column *c = &portal->basis[i];
        fk_dd_vec3 column =
            c->kind == FK_LP_COLUMN_PAIR ? dd_pair_difference(portal, c->pair) : dd_column(portal, c);
        rest = fk_dd_vec3_sub(rest, fk_dd_vec3_scale(column, coefficient[i]));
    }
    return rest;
}

/* The coefficients in the basis of a pair that is not in it, or of the origin for NULL: those of a near pair of the basis, plus
 * those of the difference to it. */
static void solve_coefficients(fk_mpr *portal, const dd_frame *f, const fk_vertex_pair *target, fk_dd out[4])
{
    int near = 0;
    for (int i = 1; i < 4 && target != NULL; i++)
        if (portal->basis[i].kind == FK_LP_COLUMN_PAIR &&
            squared_edge_length(portal, *target, portal->basis[i].pair) <
                squared_edge_length(portal, *target, portal->basis[near].pair))
            near = i;
    for (int i = 0; i < 4; i++)
        out[i] = fk_dd_from(i == near ? 1.0 : 0.0);
    fk_dd inverse = fk_dd_div(fk_dd_from(1.0), f->determinant);
    for (int turn = 0; turn <= (portal->is_thin ? REFINEMENTS : 0); turn++) {
        fk_dd more[4];
        dd_coefficients(portal, f, find_residual(portal, target, out), false, more);
        for (int i = 0; i < 4; i++)
            out[i] = fk_dd_add(out[i], fk_dd_mul(more[i], inverse));
    }
}

/* ---- One change of basis ------------------------------------------------------------------------------- */

/* A free slot for an entering point: not the first one, which START uses, nor any of the basis. */
static uint32_t find_free_slot(const fk_mpr *portal)
{
    for (uint32_t place = 1; place < FK_MPR_POINTS; place++) {
        bool is_used = false;
        for (int i = 0; i < 4; i++)
            is_used =
                is_used || (portal->basis[i].kind == FK_LP_COLUMN_PAIR && portal->basis[i].pair.a == place);
        if (!is_used)
            return place;
    }
    return 0;
}

static bool portal_column_is_fixed(const fk_mpr *portal, int i)
{
    fk_lp_column_kind kind = portal->basis[i].kind;
    return kind == FK_LP_COLUMN_AXIS || (kind == FK_LP_COLUMN_START && portal->has_met);
}

/* The column that leaves, or -1. */
static int find_leaving_portal(const fk_mpr *portal, const fk_dd *value, const fk_dd *share)
{
    int out = -1, fixed = -1;
    fk_dd least = fk_dd_from(0.0);
    for (int i = 0; i < 4; i++) {
        if (portal_column_is_fixed(portal, i)) {
            if (fabs(share[i].hi) > FLAT && (fixed < 0 || fabs(share[i].hi) > fabs(share[fixed].hi)))
                fixed = i;
            continue;
        }
        if (portal->basis[i].kind == FK_LP_COLUMN_TIME || !(share[i].hi > SMALL))
            continue;
        fk_dd ratio = fk_dd_div(value[i], share[i]);
        if (out < 0 || fk_dd_less(ratio, least)) {
            out = i;
            least = ratio;
        }
    }
    return fixed >= 0 ? fixed : out;
}

/* One change of basis: the support points enter. Returns false when their gain is at most `enough`, or nothing can change. */
static bool improve_portal(fk_mpr *portal, fk_lp_goal goal, double enough)
{
    dd_frame f;
    fk_dd_vec3 direction[2];
    join_by_shortest_tree(portal);
    dd_frame_make(portal, &f);
    if (!find_directions(portal, &f, goal, direction))
        return false;
    uint32_t place = find_free_slot(portal);
    fk_vertex_pair base = portal->basis[0].pair, next = {place, place};
    for (int k = 0; k < 2; k++)
        portal->point[k][place] = fk_dd_support(&portal->pair.side[k], direction[k]);
    fk_dd gain = fk_dd_add(fk_dd_vec3_dot(direction[0], dd_step(portal, 0, base.a, place)),
                           fk_dd_vec3_dot(direction[1], dd_step(portal, 1, base.b, place)));
    portal->gain = gain.hi;
    if (!(gain.hi > enough))
        return false;
    fk_dd value[4], share[4];
    solve_coefficients(portal, &f, NULL, value);
    solve_coefficients(portal, &f, &next, share);
    int out = find_leaving_portal(portal, value, share);
    if (out < 0)
        return false;
    portal->basis[out] = (fk_lp_column){FK_LP_COLUMN_PAIR, next, 0, 0};
    portal->turns++;
    return true;
}

/* ---- Finding a feasible basis -------------------------------------------------------------------------- */

static int largest_axis(fk_vec3 v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static void add_mpr_column(fk_mpr *portal, int *count, fk_lp_column_kind kind, int axis)
{
    portal->basis[(*count)++] = (fk_lp_column){kind, {0, 0}, axis, 0};
}

/* As in linear_program.c, by size instead of by exact zeros. */
static void make_mpr_basis(fk_mpr *portal, bool moves)
{
    static const fk_vertex_pair first = {0, 0};
    fk_vec3 difference = fk_dd_vec3_round(dd_pair_difference(portal, first)),
            velocity = fk_dd_vec3_round(portal->velocity);
    fk_vec3 across = fk_vec3_cross(velocity, difference);
    int count = 0, without[2] = {-1, -1};
    add_mpr_column(portal, &count, FK_LP_COLUMN_PAIR, 0);
    if (moves) {
        add_mpr_column(portal, &count, FK_LP_COLUMN_TIME, 0);
        without[0] = largest_axis(velocity);
        if (fk_vec3_dot(across, across) > 0x1p-180 * fk_vec3_dot(velocity, velocity)) {
            int axis = largest_axis(across);
            add_mpr_column(portal, &count, FK_LP_COLUMN_START, 0);
            without[0] = (axis + 1) % 3;
            without[1] = (axis + 2) % 3;
        }
    } else if (fk_vec3_dot(difference, difference) > 0x1p-180) {
        add_mpr_column(portal, &count, FK_LP_COLUMN_START, 0);
        without[0] = largest_axis(difference);
    }
    for (int axis = 0; axis < 3 && count < 4; axis++)
        if (axis != without[0] && axis != without[1])
            add_mpr_column(portal, &count, FK_LP_COLUMN_AXIS, axis);
}

/* The index of START in the basis, or 0. */
static int find_start_column(const fk_mpr *portal)
{
    for (int i = 1; i < 4; i++)
        if (portal->basis[i].kind == FK_LP_COLUMN_START)
            return i;
    return 0;
}

/* The fraction of START that is left. */
static fk_dd remaining_fraction(fk_mpr *portal)
{
    dd_frame f;
    fk_dd value[4];
    int start = find_start_column(portal);
    if (start == 0)
        return fk_dd_from(0.0);
    join_by_shortest_tree(portal);
    dd_frame_make(portal, &f);
    portal->is_thin = true;
    solve_coefficients(portal, &f, NULL, value);
    return value[start];
}

/* Reduces START, the vector from the centres' difference to the origin, as far as possible; returns the fraction that is left. */
static fk_dd approach_meeting(fk_mpr *portal, bool moves)
{
    fk_lp_goal meet = {FK_LP_GOAL_MEET, 0, -1};
    int end = portal->turns + MAX_TURNS;
    make_mpr_basis(portal, moves);
    while (portal->turns < end && find_start_column(portal) != 0)
        if (!improve_portal(portal, meet, WAY_ENOUGH))
            break;
    return remaining_fraction(portal);
}

bool fk_mpr_make_feasible(fk_mpr *portal, const fk_piece *a, const fk_piece *b,
                          const fk_displacement *displacement)
{
    static const fk_vertex_pair first = {0, 0};
    fk_dd_bodies_init(&portal->pair, a, b);
    portal->velocity = displacement != NULL ? displacement->fine : fk_dd_vec3_from(fk_vec3_make(0, 0, 0));
    portal->has_met = portal->is_thin = false;
    portal->gain = 1.0;
    portal->turns = 0;
    portal->point[0][0] = dd_interior_point(&portal->pair.side[0]);
    portal->point[1][0] = dd_interior_point(&portal->pair.side[1]);
    fk_dd left = approach_meeting(portal, displacement != NULL);
    if (!(left.hi < GAIN_ENOUGH))
        return false;
    /* Moves a by the rest and a little more, so that the pieces overlap for the remaining search. */
    left = fk_dd_add(left, fk_dd_from(RETREAT));
    fk_dd_vec3 rest = fk_dd_vec3_scale(dd_pair_difference(portal, first), left);
    portal->pair.shift = fk_dd_vec3_sub(portal->pair.shift, rest);
    approach_meeting(portal, displacement != NULL);
    portal->has_met = true;
    return true;
}

/* ---- Goals --------------------------------------------------------------------------------------------- */

void fk_mpr_optimise(fk_mpr *portal, fk_lp_goal goal)
{
    int end = portal->turns + MAX_TURNS;
    portal->gain = 1.0;
    while (portal->turns < end && improve_portal(portal, goal, GAIN_ENOUGH))
        continue;
}

bool fk_mpr_direction(fk_mpr *portal, fk_lp_goal goal, fk_dd_vec3 *out)
{
    dd_frame f;
    fk_dd_vec3 direction[2];
    join_by_shortest_tree(portal);
    dd_frame_make(portal, &f);
    portal->gain = 0.0;
    if (!find_directions(portal, &f, goal, direction))
        return false;
    *out = direction[0];
    fk_vec3 high = fk_dd_vec3_round(*out), low = fk_vec3_make(out->x.lo, out->y.lo, out->z.lo);
    return fk_vec3_is_finite(high) && fk_vec3_is_finite(low);
}
