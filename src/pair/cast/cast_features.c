/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Casts of spheres and capsules, to the last bit.
 *
 * Pieces a and b with the cores A and B and the sum R of both radii meet when some p in A and q in B have |p - q + t v| <= R, where a moves
 * by t v: when the point w + t v, with w a difference of two vertices, is in the ball, tube or plate of radius R around a vertex,
 * edge or face of B - A, relative to w. Vertices of B - A are differences of vertices; edges those of an edge and a
 * vertex; faces those of a face and a vertex or of two edges. Differences of such features that are inside B - A do no
 * harm, as what they contain belongs to the sum, too. The sum of B - A and the ball of radius R > 0 is convex, and each of its boundary
 * points belongs to one of these targets; so the first time is the earliest of all targets, and the last one the latest.
 *
 * Against a half-space {n.x <= c} the lowest vertex decides: the union, over all vertices, of the half-space and of the slab of
 * radius R around its boundary.
 *
 * A hull of many points has too many features: see cast_hull.c. */

#include "pair/cast/cast.h"

#include <math.h>

#include "base/vec3.h"
#include "pair/verdict/verdict.h"

/* A vertex, an edge (with vertex 1), or a face (with vertices 1 and 2). */
typedef struct core_feature {
    int dimension;
    bool is_triangle;
    uint32_t vertex[3];
} core_feature;

typedef struct feature_cast {
    const fk_piece *a, *b;
    const fk_displacement *displacement;
    fk_contact_times *out;
    bool is_undecided;
} feature_cast;

/* ---- Features of a core -------------------------------------------------------------------------------- */

typedef struct core_features {
    const fk_piece *piece;
    uint32_t count[3]; /* vertices, edges, faces */
} core_features;

/* All pairs and triples of vertices, unless these are those of a box. */
static core_features count_features(const fk_piece *piece)
{
    uint32_t n = fk_piece_vertex_count(piece);
    if (piece->kind == FK_KIND_BOX)
        return (core_features){piece, {8, 12, 6}};
    return (core_features){piece, {n, n * (n - 1) / 2, n * (n - 1) * (n - 2) / 6}};
}

/* Face i of a box: edges of the index, from the origin or from its opposite along the third edge. */
static core_feature box_feature(int dimension, uint32_t i)
{
    if (dimension == 0)
        return (core_feature){0, false, {i, 0, 0}};
    uint32_t k = i % 3, other[2] = {1u << (k + 1) % 3, 1u << (k + 2) % 3};
    if (dimension == 1) {
        uint32_t from = (i / 3 & 1 ? other[0] : 0) | (i / 6 & 1 ? other[1] : 0);
        return (core_feature){1, false, {from, from | 1u << k, 0}};
    }
    uint32_t from = i / 3 ? 1u << k : 0;
    return (core_feature){2, false, {from, from | other[0], from | other[1]}};
}

/* Pair or triple i of vertices, in the order of the last one. */
static core_feature tuple_feature(int dimension, uint32_t i)
{
    core_feature out = {dimension, true, {i, 0, 0}};
    if (dimension == 0)
        return out;
    uint32_t last = (uint32_t)dimension, below = 1; /* the number of tuples of vertices up to `last` */
    while (i >= below) {
        last++;
        below = dimension == 1 ? last * (last + 1) / 2 : (last + 1) * last * (last - 1) / 6;
    }
    uint32_t before = dimension == 1 ? last * (last - 1) / 2 : last * (last - 1) * (last - 2) / 6;
    core_feature rest = tuple_feature(dimension - 1, i - before);
    out.vertex[0] = rest.vertex[0];
    out.vertex[1] = dimension == 1 ? last : rest.vertex[1];
    out.vertex[2] = dimension == 1 ? 0 : last;
    return out;
}

static core_feature find_feature(const core_features *features, int dimension, uint32_t i)
{
    return features->piece->kind == FK_KIND_BOX ? box_feature(dimension, i) : tuple_feature(dimension, i);
}

/* ---- Targets ------------------------------------------------------------------------------------------- */

static fk_vec3 add_terms(const fk_vec3 *term, uint32_t count)
{
    fk_vec3 sum = term[0];
    for (uint32_t i = 1; i < count; i++)
        sum = fk_vec3_add(sum, term[i]);
    return sum;
}

/* Whether the line of the point surely passes by a target. All of that is within r of the anchor, r = R + the lengths of the edges, and the
 * line is |w x v| / |v| away. With sizes as sums, and u = 2^-52, w is off by 8 u of the sizes of its terms, and so are the
 * edges; the product is off by 4 u |w| |v| more; the rest is rounded a few times. */
static bool surely_passes(const fk_target *target, fk_vec3 v)
{
    fk_vec3 w = add_terms(target->from, target->from_count), across = fk_vec3_cross(w, v);
    double size = target->radius[0] + target->radius[1], terms = 0;
    for (uint32_t i = 0; i < target->from_count; i++)
        terms += fk_vec3_norm1(target->from[i]);
    for (int k = 0; k < target->edges; k++)
        for (uint32_t i = 0; i < target->edge_count[k]; i++)
            terms += fk_vec3_norm1(target->edge[k][i]);
    for (int k = 0; k < target->edges; k++)
        size += fk_vec3_length(add_terms(target->edge[k], target->edge_count[k]));
    double speed = fk_vec3_length(v), far = fk_vec3_length(across);
    if (!(terms < 0x1p100 && speed < 0x1p100 && speed > 0x1p-100))
        return false;
    return far * (1 - 0x1p-40) > (size + 0x1p-44 * terms) * speed * (1 + 0x1p-40) + 0x1p-300;
}

static void cast_at_target(feature_cast *c, const fk_target *target)
{
    const fk_displacement *v = c->displacement;
    if (v->count == 1 && target->kind != FK_TARGET_HALF_SPACE && target->kind != FK_TARGET_SLAB &&
        surely_passes(target, v->term[0]))
        return;
    fk_contact_times times;
    fk_cast_result result = FK_CAST_UNDECIDED;
    if (v->count == 1)
        result = times.result = fk_target_filter(target, v->term[0], false, &times);
    if (result == FK_CAST_UNDECIDED)
        result = fk_target_solve(target, v->term, v->count, &times);
    if (result == FK_CAST_UNDECIDED)
        c->is_undecided = true;
    else
        fk_contact_times_unite(c->out, &times);
}

/* Adds the edges of a feature of one core, which count negatively for a. */
static void add_edges(fk_target *target, const fk_piece *piece, const core_feature *f, bool negates)
{
    for (int i = 1; i <= f->dimension; i++) {
        fk_vec3 *term = target->edge[target->edges];
        uint32_t from = f->vertex[negates ? i : 0], to = f->vertex[negates ? 0 : i];
        target->edge_count[target->edges++] = (uint8_t)fk_piece_step_terms(piece, from, to, term);
    }
}

static void cast_at_features(feature_cast *c, const core_feature *a, const core_feature *b)
{
    static const fk_target_kind kind[3] = {FK_TARGET_BALL, FK_TARGET_TUBE, FK_TARGET_PARALLELOGRAM};
    fk_target target;
    bool is_triangle = (a->dimension == 2 && a->is_triangle) || (b->dimension == 2 && b->is_triangle);
    target.kind = is_triangle ? FK_TARGET_TRIANGLE : kind[a->dimension + b->dimension];
    target.edges = 0;
    target.offset = 0;
    target.radius[0] = fk_piece_radius(c->a);
    target.radius[1] = fk_piece_radius(c->b);
    uint32_t count = fk_piece_vertex_terms(c->a, a->vertex[0], target.from);
    uint32_t more = fk_piece_vertex_terms(c->b, b->vertex[0], target.from + count);
    for (uint32_t i = count; i < count + more; i++)
        target.from[i] = fk_vec3_negate(target.from[i]);
    target.from_count = (uint8_t)(count + more);
    add_edges(&target, c->a, a, true);
    add_edges(&target, c->b, b, false);
    cast_at_target(c, &target);
}

/* All pairs of features whose dimensions sum to at most 2. */
static void cast_at_all_features(feature_cast *c, const core_features features[2])
{
    for (int pair = 0; pair < 9; pair++) {
        int k = pair / 3, m = pair % 3;
        for (uint32_t i = 0; k + m <= 2 && i < features[0].count[k]; i++) {
            core_feature a = find_feature(&features[0], k, i);
            for (uint32_t j = 0; j < features[1].count[m]; j++) {
                core_feature b = find_feature(&features[1], m, j);
                cast_at_features(c, &a, &b);
            }
        }
    }
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* `piece` moves by the displacement, the half-space rests. */
static void cast_at_half_space(feature_cast *c, const fk_piece *piece, const fk_plane *half)
{
    fk_target target;
    fk_piece boundary = {.kind = FK_KIND_HALF_SPACE, .as.half = *half};
    for (uint32_t i = 0; i < fk_piece_vertex_count(piece); i++) {
        fk_vec3 term[FK_TERM_MAX];
        fk_piece_vertex_terms(piece, i, term);
        fk_target_of_piece(&boundary, term[0], &target);
        target.radius[0] = fk_piece_radius(piece);
        cast_at_target(c, &target);
        target.kind = FK_TARGET_SLAB;
        cast_at_target(c, &target);
    }
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

static bool is_round(const fk_piece *piece)
{
    return fk_sign_of(fk_piece_radius(piece)) > 0;
}

/* One piece is a point, the other one has a target of its own. */
static bool cast_point_at_piece(feature_cast *c, const fk_piece *point, const fk_piece *piece)
{
    fk_target target;
    if (point->kind != FK_KIND_POINT || !fk_target_of_piece(piece, point->as.point, &target))
        return false;
    cast_at_target(c, &target);
    return true;
}

bool fk_cast_features(const fk_piece *a, const fk_displacement *displacement, const fk_piece *b,
                      fk_contact_times *out)
{
    fk_displacement opposite = *displacement;
    fk_displacement_negate(&opposite);
    feature_cast forth = {a, b, displacement, out, false}, back = {a, b, &opposite, out, false};
    *out = (fk_contact_times){.result = FK_CAST_MISS, .is_exact = true};
    bool is_done = cast_point_at_piece(&forth, a, b) || cast_point_at_piece(&back, b, a);
    if (!is_done && b->kind == FK_KIND_HALF_SPACE && is_round(a)) {
        cast_at_half_space(&forth, a, &b->as.half);
        is_done = true;
    } else if (!is_done && a->kind == FK_KIND_HALF_SPACE && is_round(b)) {
        cast_at_half_space(&back, b, &a->as.half);
        is_done = true;
    } else if (!is_done && fk_piece_vertex_count(a) > FK_FEATURE_POINTS && is_round(b)) {
        return fk_cast_hull(b, &opposite, a, out);
    } else if (!is_done && fk_piece_vertex_count(b) > FK_FEATURE_POINTS && is_round(a)) {
        return fk_cast_hull(a, displacement, b, out);
    } else if (!is_done && fk_piece_vertex_count(a) > 0 && fk_piece_vertex_count(b) > 0) {
        core_features features[2] = {count_features(a), count_features(b)};
        cast_at_all_features(&forth, features);
        is_done = true;
    }
    return is_done && !forth.is_undecided && !back.is_undecided;
}
