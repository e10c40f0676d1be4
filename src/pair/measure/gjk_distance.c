/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* GJK distance in floating point (Gilbert, Johnson and Keerthi 1988; algorithm 14 of Grulich 2016).
 *
 * Each step finds the support point in the direction from the nearest point of the simplex to the origin, adds it, and keeps the
 * face that contains the new nearest point. What makes it robust:
 *   - Every face with the newest point is tried, and the nearest one wins. Rounding can make a weight slightly wrong,
 *     but then a smaller face is as near, and it wins; no chain of signs has to be consistent.
 *   - Edges of the simplex are differences of offsets, which are more precise than points of M.
 *   - The direction of a triangle is its normal, unless the triangle is thinner than its distance from the origin: a
 *     nearest point that is as small as its own rounding error has no direction.
 *   - Two bounds decide when to stop. The nearest simplex and the best direction so far are kept, so a step that
 *     rounding has spoilt loses nothing.
 *
 * Weak inputs: a distance below about 1e-15 of the size ends in NEAREST or ZERO with bounds that do not decide between apart and
 * meeting; smooth shapes whose curvature radii differ by more than 1e6 from their size may stop early, with bounds that differ. */

#include "pair/measure/measure.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "pair/answer/answer.h"

/* In units of the size: the rounding error of a point of M; a generous bound of it; the width at which the bounds agree. */
#define NOISE  0x1p-50
#define NOISES 0x1p-46
#define MET    0x1p-51

/* The search stops after so many steps that improve neither bound. */
#define MAX_STALLS 8

/* A face of a simplex, and its point nearest to the origin. */
typedef struct gjk_face {
    uint32_t count;
    uint32_t index[4];
    double weight[4];
    fk_vec3 nearest;
    double square;
    fk_vec3 direction; /* toward the nearest point, of any length */
} gjk_face;

static fk_vec3 simplex_edge(const fk_gjk_point *p, uint32_t from, uint32_t to)
{
    return fk_vec3_sub(fk_vec3_sub(p[to].a, p[from].a), fk_vec3_sub(p[to].b, p[from].b));
}

/* v minus its component along e; square is e.e. */
static fk_vec3 remove_component(fk_vec3 v, fk_vec3 e, double square)
{
    return fk_vec3_sub(v, fk_vec3_scale(e, fk_vec3_dot(v, e) / square));
}

/* ---- Faces --------------------------------------------------------------------------------------------- */

static gjk_face vertex_face(const fk_gjk_point *p, uint32_t i)
{
    gjk_face f = {.count = 1, .index = {i}, .weight = {1.0}, .nearest = p[i].d};
    f.square = fk_vec3_dot(f.nearest, f.nearest);
    f.direction = f.nearest;
    return f;
}

/* Returns false when the nearest point lies more than slack beyond an end. Within slack, a weight is 0. */
static bool edge_face(const fk_gjk_point *p, uint32_t i, uint32_t j, double slack, gjk_face *f)
{
    fk_vec3 e = simplex_edge(p, i, j), d = p[i].d;
    double square = fk_vec3_dot(e, e), part = -fk_vec3_dot(d, e),
           beyond = slack > 0.0 ? slack * sqrt(square) : 0.0;
    if (!(part > -beyond && part < square + beyond && square > 0.0))
        return false;
    double t = part / square;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    *f = (gjk_face){.count = 2, .index = {i, j}, .weight = {1.0 - t, t}};
    f->nearest = fk_vec3_add(d, fk_vec3_scale(e, t));
    f->square = fk_vec3_dot(f->nearest, f->nearest);
    /* Projected a second time: what is left of d is small, and so is its error then. */
    f->direction = remove_component(f->nearest, e, square);
    return true;
}

/* A triangle by its two shorter edges, which give the best normal: two long ones that are nearly parallel would lose it to
 * rounding. */
typedef struct gjk_plane {
    uint32_t base, to1, to2;
    fk_vec3 edge1, edge2, normal;
} gjk_plane;

static gjk_plane make_gjk_plane(const fk_gjk_point *p, uint32_t i, uint32_t j, uint32_t k)
{
    const uint32_t corner[5] = {i, j, k, i, j};
    fk_vec3 edge[3] = {simplex_edge(p, i, j), simplex_edge(p, j, k), simplex_edge(p, k, i)};
    double square[3] = {fk_vec3_dot(edge[0], edge[0]), fk_vec3_dot(edge[1], edge[1]),
                        fk_vec3_dot(edge[2], edge[2])};
    int longest = square[0] > square[1] ? 0 : 1;
    longest = square[longest] > square[2] ? longest : 2;
    /* The base is opposite the longest edge, which runs from corner `longest` to the next. */
    gjk_plane t = {corner[longest + 2], corner[longest], corner[longest + 1],
                   {0, 0, 0},           {0, 0, 0},       {0, 0, 0}};
    t.edge1 = edge[(longest + 2) % 3];
    t.edge2 = fk_vec3_negate(edge[(longest + 1) % 3]);
    t.normal = fk_vec3_cross(t.edge1, t.edge2);
    return t;
}

/* Returns false when the nearest point lies more than slack beyond an edge, or the triangle has no normal in doubles. Within
 * slack, a weight is 0. */
static bool triangle_face(const fk_gjk_point *p, uint32_t i, uint32_t j, uint32_t k, double slack,
                          gjk_face *f)
{
    gjk_plane t = make_gjk_plane(p, i, j, k);
    fk_vec3 d = p[t.base].d, n = t.normal;
    double square = fk_vec3_dot(n, n), square1 = fk_vec3_dot(t.edge1, t.edge1),
           square2 = fk_vec3_dot(t.edge2, t.edge2);
    if (!(square > 0.0))
        return false;
    double part1 = fk_vec3_dot(fk_vec3_cross(t.edge2, d), n);
    double part2 = fk_vec3_dot(fk_vec3_cross(d, t.edge1), n);
    /* A weight times |n| over its opposite edge is a distance from that edge. */
    double beyond = slack > 0.0 ? slack * sqrt(square) * (sqrt(square1) + sqrt(square2)) : 0.0;
    if (!(part1 > -beyond && part2 > -beyond && part1 + part2 < square + beyond))
        return false;
    double weight1 = fk_larger(part1 / square, 0.0), weight2 = fk_larger(part2 / square, 0.0);
    double weight = fk_larger(1.0 - weight1 - weight2, 0.0), sum = weight + weight1 + weight2;
    if (slack > 0.0) {
        weight /= sum;
        weight1 /= sum;
        weight2 /= sum;
    }
    *f = (gjk_face){.count = 3, .index = {t.base, t.to1, t.to2}, .weight = {weight, weight1, weight2}};
    f->nearest =
        fk_vec3_add(d, fk_vec3_add(fk_vec3_scale(t.edge1, weight1), fk_vec3_scale(t.edge2, weight2)));
    f->square = fk_vec3_dot(f->nearest, f->nearest);
    /* The normal, when the triangle is wider than the distance of its nearest point; else the vector to that point, made
     * perpendicular to the longer edge, where M may be flat and every bit of the direction counts. */
    double width = sqrt(square) / (sqrt(square1) + sqrt(square2));
    if (width > sqrt(f->square))
        f->direction = fk_vec3_dot(n, d) > 0.0 ? n : fk_vec3_negate(n);
    else
        f->direction = square1 > square2 ? remove_component(f->nearest, t.edge1, square1)
                                         : remove_component(f->nearest, t.edge2, square2);
    return true;
}

/* Whether the origin lies on the same side of the face opposite point l as l does, by more than rounding, and nearer to it;
 * *weight is the weight of l. */
static bool is_inside_face(const fk_gjk_point *p, uint32_t l, double size, double *weight)
{
    gjk_plane t = make_gjk_plane(p, (l + 1) % 4, (l + 2) % 4, (l + 3) % 4);
    fk_vec3 d = p[t.base].d;
    double origin = -fk_vec3_dot(t.normal, d), height = fk_vec3_dot(t.normal, simplex_edge(p, t.base, l));
    double noise = NOISE * size * fk_vec3_length(t.normal) +
                   NOISE * fk_vec3_length(t.edge1) * fk_vec3_length(t.edge2) * fk_vec3_length(d);
    if (!(height > 0.0 ? origin > noise && height > origin : origin < -noise && height < origin))
        return false;
    *weight = origin / height;
    return *weight > 0.0;
}

static bool tetra_contains_origin(const fk_gjk_point *p, double size, gjk_face *f)
{
    double sum = 0.0;
    *f = (gjk_face){.count = 4, .index = {0, 1, 2, 3}};
    for (uint32_t l = 0; l < 4; l++) {
        if (!is_inside_face(p, l, size, &f->weight[l]))
            return false;
        sum += f->weight[l];
    }
    for (uint32_t l = 0; l < 4; l++)
        f->weight[l] /= sum;
    return true;
}

static void keep_nearer_face(gjk_face *best, const gjk_face *f)
{
    if (f->square < best->square)
        *best = *f;
}

/* The face nearest to the origin among those with the newest point, the last one. */
static gjk_face find_nearest_face(const fk_gjk_point *p, uint32_t count)
{
    uint32_t w = count - 1;
    gjk_face best = vertex_face(p, w), f;
    for (uint32_t i = 0; i < w; i++)
        if (edge_face(p, w, i, 0.0, &f))
            keep_nearer_face(&best, &f);
    for (uint32_t i = 0; i < w; i++)
        for (uint32_t j = i + 1; j < w; j++)
            if (triangle_face(p, w, i, j, 0.0, &f))
                keep_nearer_face(&best, &f);
    return best;
}

/* When no face is nearer than the known distance, although the newest point lies beyond it, the direction was off: the nearest
 * point is so close that its rounding error turns it. A larger face that is as near, up to rounding, has a better direction.
 * Returns false when there is none within the limit. */
static bool find_flush_face(const fk_gjk_point *p, uint32_t count, double slack, double limit, gjk_face *best)
{
    uint32_t w = count - 1;
    gjk_face f;
    best->square = limit * limit;
    best->count = 0;
    for (uint32_t i = 0; i < w; i++)
        for (uint32_t j = i + 1; j < w; j++)
            if (triangle_face(p, w, i, j, slack, &f))
                keep_nearer_face(best, &f);
    for (uint32_t i = 0; i < w && best->count == 0; i++)
        if (edge_face(p, w, i, slack, &f))
            keep_nearer_face(best, &f);
    return best->count > 0;
}

/* ---- The search ---------------------------------------------------------------------------------------- */

fk_gjk_options fk_gjk_options_default(void)
{
    return (fk_gjk_options){{0, 0, 0}, FK_GJK_STEPS, INFINITY, INFINITY, NULL};
}

fk_gjk_point fk_gjk_support(fk_support_bodies *bodies, fk_vec3 n)
{
    fk_support_point a = fk_support_find(&bodies->a, fk_vec3_negate(n)), b = fk_support_find(&bodies->b, n);
    fk_gjk_point w = {a.point, b.point, {0, 0, 0}, {a.vertex, b.vertex}};
    w.d = fk_vec3_add(fk_vec3_sub(a.point, b.point), bodies->shift);
    return w;
}

/* The current simplex, which may be farther away than the best one. */
typedef struct gjk_simplex {
    fk_gjk_point point[4];
    gjk_face nearest; /* contains all points */
} gjk_simplex;

/* Keeps the points of a face, in their order. */
static void reduce_to_face(gjk_simplex *s, const gjk_face *f)
{
    fk_gjk_point kept[4];
    for (uint32_t i = 0; i < f->count; i++)
        kept[i] = s->point[f->index[i]];
    s->nearest = *f;
    for (uint32_t i = 0; i < f->count; i++) {
        s->point[i] = kept[i];
        s->nearest.index[i] = i;
    }
}

static void record_nearest(fk_gjk_result *walk, const gjk_simplex *s, double distance)
{
    walk->count = s->nearest.count;
    memcpy(walk->point, s->point, sizeof walk->point);
    memcpy(walk->weight, s->nearest.weight, sizeof walk->weight);
    walk->nearest = s->nearest.nearest;
    walk->upper = distance;
}

/* Records the simplex and the support point w along -n. */
static void trace_gjk_step(fk_trace *trace, const fk_support_bodies *bodies, const gjk_simplex *s, fk_vec3 n,
                           const fk_gjk_point *w)
{
    fk_trace_step *step = fk_trace_next(trace);
    if (step == NULL)
        return;
    double unit = 1.0 / bodies->a.scale;
    step->kind = FK_STEP_SIMPLEX;
    step->count = s->nearest.count;
    step->vector = fk_vec3_negate(n);
    step->on_a = fk_support_to_world(&bodies->a, w->a);
    step->on_b = fk_support_to_world(&bodies->b, w->b);
    step->pair = w->pair;
    step->lo = step->hi = sqrt(s->nearest.square) * unit;
    for (uint32_t i = 0; i < step->count; i++)
        step->point[i] = fk_vec3_scale(s->point[i].d, unit);
}

static bool same_vector(fk_vec3 u, fk_vec3 v)
{
    return u.x == v.x && u.y == v.y && u.z == v.z;
}

/* Whether the simplex already has this support point. */
static bool has_support(const gjk_simplex *s, const fk_gjk_point *w)
{
    for (uint32_t i = 0; i < s->nearest.count; i++)
        if (same_vector(s->point[i].a, w->a) && same_vector(s->point[i].b, w->b))
            return true;
    return false;
}

/* Raises the lower bound by the support point w for the unit vector n. Returns whether it rose. */
static bool raise_lower_bound(fk_gjk_result *walk, fk_vec3 n, const fk_gjk_point *w)
{
    double value = fk_vec3_dot(n, w->d);
    if (!(value > walk->lower))
        return false;
    walk->lower = value;
    walk->direction = n;
    return true;
}

static fk_vec3 first_direction(const fk_support_bodies *bodies, const fk_gjk_options *options)
{
    fk_vec3 n = fk_vec3_unit(options->start);
    if (same_vector(n, fk_vec3_make(0, 0, 0)))
        n = fk_vec3_unit(bodies->shift);
    return same_vector(n, fk_vec3_make(0, 0, 0)) ? fk_vec3_make(1, 0, 0) : n;
}

/* Adds w and reduces the simplex to its nearest face. Returns true when it contains the origin. */
static bool add_to_simplex(gjk_simplex *s, const fk_gjk_point *w, double size)
{
    gjk_face f, flush;
    uint32_t count = s->nearest.count;
    s->point[count++] = *w;
    bool holds = count == 4 && tetra_contains_origin(s->point, size, &f);
    if (!holds) {
        double slack = 4.0 * NOISE * size;
        f = find_nearest_face(s->point, count);
        if (!(f.square < s->nearest.square) &&
            find_flush_face(s->point, count, slack, sqrt(s->nearest.square) + slack, &flush))
            f = flush;
    }
    reduce_to_face(s, &f);
    return holds;
}

void fk_gjk_distance(fk_support_bodies *bodies, const fk_gjk_options *options, fk_gjk_result *out)
{
    gjk_simplex s;
    uint32_t stalls = 0, limit = options->max_steps < FK_GJK_STEPS ? options->max_steps : FK_GJK_STEPS;
    double size = bodies->size;
    memset(out, 0, sizeof *out);
    memset(&s, 0, sizeof s);
    out->lower = -INFINITY;
    fk_vec3 n = first_direction(bodies, options);
    s.point[0] = fk_gjk_support(bodies, n);
    if (options->trace != NULL)
        trace_gjk_step(options->trace, bodies, &s, n, &s.point[0]);
    s.nearest = vertex_face(s.point, 0);
    raise_lower_bound(out, n, &s.point[0]);
    record_nearest(out, &s, sqrt(s.nearest.square));
    for (out->steps = 1; out->steps < limit; out->steps++) {
        if (out->lower > options->enough || out->lower > options->ratio * out->upper ||
            out->upper <= NOISE * size || out->upper - out->lower <= MET * size)
            break;
        n = fk_vec3_unit(s.nearest.direction);
        fk_gjk_point w = fk_gjk_support(bodies, n);
        if (options->trace != NULL)
            trace_gjk_step(options->trace, bodies, &s, n, &w);
        bool better = raise_lower_bound(out, n, &w);
        if (has_support(&s, &w) || stalls > MAX_STALLS) {
            out->end = FK_GJK_NEAREST;
            break;
        }
        if (add_to_simplex(&s, &w, size)) {
            record_nearest(out, &s, 0.0);
            out->end = FK_GJK_INSIDE;
            return;
        }
        double distance = sqrt(s.nearest.square);
        if (distance < out->upper)
            record_nearest(out, &s, distance);
        else if (!better)
            stalls++;
    }
    if (out->lower > options->enough)
        out->end = FK_GJK_APART;
    else if (out->upper <= NOISE * size ||
             (out->end == FK_GJK_NEAREST && out->upper <= NOISES * size && out->lower < 0.0))
        out->end = FK_GJK_ZERO;
    else if (out->upper - out->lower <= MET * size)
        out->end = FK_GJK_NEAREST;
}

void fk_gjk_witness_offsets(const fk_gjk_result *walk, fk_vec3 *a, fk_vec3 *b)
{
    *a = *b = fk_vec3_make(0, 0, 0);
    for (uint32_t i = 0; i < walk->count; i++) {
        *a = fk_vec3_add(*a, fk_vec3_scale(walk->point[i].a, walk->weight[i]));
        *b = fk_vec3_add(*b, fk_vec3_scale(walk->point[i].b, walk->weight[i]));
    }
}

void fk_gjk_witness_points(const fk_support_bodies *bodies, const fk_gjk_result *walk, fk_vec3 *point_a,
                           fk_vec3 *point_b)
{
    fk_gjk_witness_offsets(walk, point_a, point_b);
    *point_a = fk_support_to_world(&bodies->a, *point_a);
    *point_b = fk_support_to_world(&bodies->b, *point_b);
}

double fk_gjk_residual(const fk_gjk_result *walk)
{
    fk_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < walk->count; i++)
        sum = fk_vec3_add(sum, fk_vec3_scale(walk->point[i].d, walk->weight[i]));
    return fk_vec3_length(sum);
}

/* ---- The same numbers for the same simplex ------------------------------------------------------------- */

static bool pair_comes_before(const fk_gjk_point *x, const fk_gjk_point *y)
{
    return x->pair.a != y->pair.a ? x->pair.a < y->pair.a : x->pair.b < y->pair.b;
}

static void sort_simplex(fk_gjk_point *p, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j > 0 && pair_comes_before(&p[j], &p[j - 1]); j--) {
            fk_gjk_point swap = p[j];
            p[j] = p[j - 1];
            p[j - 1] = swap;
        }
}

/* The face of all sorted points. Returns false when their nearest point is not inside it. */
static bool find_simplex_face(const fk_gjk_point *p, uint32_t count, double size, gjk_face *f)
{
    if (count == 4)
        return tetra_contains_origin(p, size, f);
    if (count == 1)
        *f = vertex_face(p, 0);
    return count == 1 || (count == 2 ? edge_face(p, 0, 1, 0.0, f) : triangle_face(p, 0, 1, 2, 0.0, f));
}

bool fk_gjk_from_pairs(const fk_support_bodies *bodies, const fk_vertex_pair *pair, uint32_t count,
                       fk_gjk_result *out)
{
    gjk_simplex s;
    gjk_face f;
    for (uint32_t i = 0; i < count; i++) {
        fk_gjk_point *w = &s.point[i];
        w->a = fk_support_vertex(&bodies->a, pair[i].a);
        w->b = fk_support_vertex(&bodies->b, pair[i].b);
        w->d = fk_vec3_add(fk_vec3_sub(w->a, w->b), bodies->shift);
        w->pair = pair[i];
    }
    sort_simplex(s.point, count);
    if (!find_simplex_face(s.point, count, bodies->size, &f))
        return false;
    reduce_to_face(&s, &f);
    record_nearest(out, &s, count == 4 ? 0.0 : sqrt(f.square));
    out->end = count == 4 ? FK_GJK_INSIDE : FK_GJK_NEAREST;
    out->steps = 0;
    out->lower = -INFINITY;
    out->direction = fk_vec3_unit(f.direction);
    return true;
}

void fk_gjk_recompute(fk_support_bodies *bodies, fk_gjk_result *walk)
{
    gjk_simplex s;
    gjk_face f;
    if (walk->count > 3)
        return;
    memcpy(s.point, walk->point, sizeof s.point);
    sort_simplex(s.point, walk->count);
    if (!find_simplex_face(s.point, walk->count, bodies->size, &f))
        return;
    reduce_to_face(&s, &f);
    record_nearest(walk, &s, sqrt(f.square));
    fk_vec3 n = fk_vec3_unit(f.direction);
    fk_gjk_point w = fk_gjk_support(bodies, n);
    double value = fk_vec3_dot(n, w.d);
    if (value >= walk->lower - NOISE * bodies->size) {
        walk->lower = value;
        walk->direction = n;
    }
}
