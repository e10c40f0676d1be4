/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs of triangles with a common point: of two placed meshes, one pair or all; and self-intersections of a
 * mesh. */

#include "tree/tree.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/cpu.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "mesh/mesh.h"
#include "pair/verdict/verdict.h"

/* ---- Leaves -------------------------------------------------------------------------------------------- */

/* A filter for triangles of two leaves. It proves that two are apart if their boxes are, or if one lies on
 * one side of the plane of the other.
 *
 * Error bounds. All differences of coordinates are at most m, where 2^-200 < m < 2^200. A difference is off
 * by 2^-52 m, a product of two by 2^-50 m^2, the normal by 2^-48 m^2, and its dot product with a difference
 * by less than 2^-44 m^3; underflow is far below that. This holds in any rounding mode. Outside this range,
 * and for NaN, the filter decides nothing. */

#define ROUND 0x1p-43

#define FK_LEAF_LANES FK_TREE_LEAF_MOST

/* The placed corners of a leaf, one lane per triangle; unused lanes repeat the first triangle. */
typedef struct placed_leaf {
    fk_tree_leaf leaf;
    double corner[3][3][FK_LEAF_LANES]; /* x, y, z of each corner */
    double min[3][FK_LEAF_LANES], max[3][FK_LEAF_LANES];
    double normal[3][FK_LEAF_LANES]; /* up to rounding */
    double low[3], high[3];          /* the box of the leaf */
} placed_leaf;

#define FK_LEVEL_FILE "tree/mesh_intersection.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

typedef void place_lanes_function(const fk_pose *pose, double from[3][3][FK_LEAF_LANES], placed_leaf *out);
typedef uint32_t filter_lanes_function(const placed_leaf *a, const placed_leaf *b, uint32_t lane,
                                       double bound);

static place_lanes_function *const place_levels[FK_CPU_COUNT] = FK_LEVELS(place_leaf_lanes);
static filter_lanes_function *const filter_levels[FK_CPU_COUNT] = FK_LEVELS(filter_leaf_lanes);

/* Places the corners of a leaf, unless `out` holds that leaf already. */
static void place_leaf(placed_leaf *out, const fk_placed_mesh *a, fk_tree_leaf leaf)
{
    double from[3][3][FK_LEAF_LANES];
    if (out->leaf.first == leaf.first && out->leaf.count == leaf.count)
        return;
    out->leaf = leaf;
    for (uint32_t l = 0; l < FK_LEAF_LANES; l++) {
        const uint32_t *corner =
            a->mesh->triangle[a->tree->triangle[leaf.first + (l < leaf.count ? l : 0)]].corner;
        for (int k = 0; k < 3; k++) {
            const fk_vec3 *p = a->mesh->point + corner[k];
            from[k][0][l] = p->x;
            from[k][1][l] = p->y;
            from[k][2][l] = p->z;
        }
    }
    place_levels[fk_cpu_level()](&a->pose, from, out);
}

/* Whether the box of a triangle does not meet the box of the other leaf. */
static bool is_outside_leaf_box(const placed_leaf *a, uint32_t i, const placed_leaf *b)
{
    bool beyond = false;
    for (int k = 0; k < 3; k++)
        beyond |= (a->min[k][i] > b->high[k]) | (a->max[k][i] < b->low[k]);
    return beyond;
}

/* For each triangle of a: the triangles of b that the filter does not prove apart from it, as bits. */
static void filter_leaves(const placed_leaf *a, const placed_leaf *b, uint32_t bits[FK_LEAF_LANES])
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double low = a->low[i] < b->low[i] ? a->low[i] : b->low[i];
        double high = a->high[i] > b->high[i] ? a->high[i] : b->high[i];
        most = high - low > most ? high - low : most;
    }
    double bound = most > 0x1p-200 && most < 0x1p200 ? most * most * most * ROUND : HUGE_VAL;
    filter_lanes_function *filter = filter_levels[fk_cpu_level()];
    uint32_t used = (1u << b->leaf.count) - 1;
    for (uint32_t i = 0; i < a->leaf.count; i++)
        bits[i] = is_outside_leaf_box(a, i, b) ? 0 : filter(b, a, i, bound) & used;
}

/* ---- Pairs of two meshes ------------------------------------------------------------------------------- */

typedef struct meet_search {
    const fk_placed_mesh *a, *b;
    placed_leaf leaf_a, leaf_b;
    fk_index_pair pair;
    uint32_t leaf_pair_count; /* pairs of leaves tested */
    bool is_all;              /* list all pairs, not only the first */
    bool wants_crossing;      /* pairs that cross, not only meet */
    fk_pairs pairs;
} meet_search;

static void begin_meet_search(meet_search *m, fk_context *context, const fk_placed_mesh *a,
                              const fk_placed_mesh *b, bool is_all)
{
    m->a = a;
    m->b = b;
    m->leaf_pair_count = 0;
    m->is_all = is_all;
    m->wants_crossing = false;
    m->pairs = (fk_pairs){.context = context};
    m->leaf_a.leaf = m->leaf_b.leaf = (fk_tree_leaf){FK_NONE, 0};
}

/* Places two leaves and filters their pairs. */
static void filter_candidates(meet_search *m, fk_tree_leaf a, fk_tree_leaf b, uint32_t bits[FK_LEAF_LANES])
{
    place_leaf(&m->leaf_a, m->a, a);
    place_leaf(&m->leaf_b, m->b, b);
    filter_leaves(&m->leaf_a, &m->leaf_b, bits);
}

static void lane_corners(const placed_leaf *a, uint32_t lane, fk_vec3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = fk_vec3_make(a->corner[k][0][lane], a->corner[k][1][lane], a->corner[k][2][lane]);
}

/* Whether two triangles have a corner with the same bits. Triangles that meet in larger numbers, as those of a mesh
 * and its copy, mostly do, and exact signs take longer. */
static bool lanes_share_corner(const meet_search *m, uint32_t i, uint32_t k)
{
    for (int p = 0; p < 3; p++)
        for (int q = 0; q < 3; q++) {
            bool is_equal = true;
            for (int axis = 0; axis < 3 && is_equal; axis++)
                is_equal =
                    memcmp(&m->leaf_a.corner[p][axis][i], &m->leaf_b.corner[q][axis][k], sizeof(double)) == 0;
            if (is_equal)
                return true;
        }
    return false;
}

static bool lanes_meet(const meet_search *m, uint32_t i, uint32_t k)
{
    fk_vec3 a[3], b[3];
    fk_triangles_shared shared;
    if (!m->wants_crossing && lanes_share_corner(m, i, k))
        return true;
    lane_corners(&m->leaf_a, i, a);
    lane_corners(&m->leaf_b, k, b);
    if (!m->wants_crossing)
        return fk_triangles_meet(a, b);
    fk_triangles_features(a, b, &shared);
    return shared.verdict == FK_OVERLAPPING;
}

static bool collect_meeting(void *user, fk_tree_leaf a, fk_tree_leaf b)
{
    meet_search *m = user;
    uint32_t bits[FK_LEAF_LANES];
    m->leaf_pair_count++;
    filter_candidates(m, a, b, bits);
    for (uint32_t i = 0; i < a.count; i++)
        for (uint32_t k = 0; bits[i] >> k != 0; k++)
            if (bits[i] >> k & 1 && lanes_meet(m, i, k)) {
                m->pair.a = m->a->tree->triangle[a.first + i];
                m->pair.b = m->b->tree->triangle[b.first + k];
                if (!m->is_all || !fk_pairs_add(&m->pairs, m->pair.a, m->pair.b))
                    return false;
            }
    return true;
}

/* Ends at the first pair that meets, or crosses. */
static fk_status find_first_pair(const fk_context *context, meet_search *m, uint32_t *leaf_pair_count,
                                 bool *out)
{
    m->pair.a = FK_NONE;
    bool is_clear = fk_tree_traverse_pair(context, m->a, m->b, true, collect_meeting, m);
    *leaf_pair_count = m->leaf_pair_count;
    *out = m->pair.a != FK_NONE;
    return is_clear || *out ? FK_OK : FK_ERROR_MEMORY;
}

fk_status fk_placed_find_meet(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                              fk_index_pair *pair, uint32_t *leaf_pair_count, bool *out)
{
    meet_search m;
    begin_meet_search(&m, NULL, a, b, false);
    fk_status status = find_first_pair(context, &m, leaf_pair_count, out);
    if (*out && pair != NULL)
        *pair = m.pair;
    return status;
}

bool fk_placed_meet(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair *pair)
{
    uint32_t leaf_pair_count;
    bool is_met;
    fk_placed_find_meet(NULL, a, b, pair, &leaf_pair_count, &is_met);
    return is_met;
}

fk_status fk_placed_find_crossing(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                  uint32_t *leaf_pair_count, bool *out)
{
    meet_search m;
    begin_meet_search(&m, NULL, a, b, false);
    m.wants_crossing = true;
    return find_first_pair(context, &m, leaf_pair_count, out);
}

/* ---- Lists of pairs ------------------------------------------------------------------------------------ */

bool fk_pairs_add(fk_pairs *pairs, uint32_t a, uint32_t b)
{
    if (pairs->count == pairs->capacity && !fk_grow(pairs->context, &pairs->key, sizeof *pairs->key,
                                                    pairs->count, &pairs->capacity, pairs->count + 1))
        return false;
    pairs->key[pairs->count++] = (uint64_t)a << 32 | b;
    return true;
}

fk_status fk_pairs_finish(fk_pairs *pairs, bool is_complete, fk_pair_list **out)
{
    fk_context *context = pairs->context;
    size_t count = pairs->count, bytes = sizeof(fk_pair_list) + count * sizeof(fk_index_pair);
    size_t key_bytes = (count + 1) * sizeof(uint64_t);
    uint64_t *other = is_complete ? fk_allocate(context, key_bytes) : NULL;
    fk_pair_list *list = other != NULL ? fk_allocate(context, bytes) : NULL;
    if (list != NULL && !fk_sort_u64_polled(context, pairs->key, other, count)) {
        fk_release(context, list, bytes);
        list = NULL;
    }
    if (list != NULL) {
        fk_index_pair *pair = (fk_index_pair *)(list + 1);
        for (size_t i = 0; i < count; i++)
            pair[i] = (fk_index_pair){(uint32_t)(pairs->key[i] >> 32), (uint32_t)pairs->key[i]};
        *list = (fk_pair_list){count, pair, bytes};
        *out = list;
    }
    fk_release(context, other, key_bytes);
    fk_release(context, pairs->key, pairs->capacity * sizeof *pairs->key);
    return list != NULL ? FK_OK : FK_ERROR_MEMORY;
}

void fk_pair_list_free(fk_context *context, fk_pair_list *list)
{
    if (list != NULL)
        fk_release(context, list, list->bytes);
}

fk_status fk_placed_pairs(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                          fk_pair_list **out)
{
    meet_search m;
    begin_meet_search(&m, context, a, b, true);
    bool is_complete = fk_tree_traverse_pair(context, a, b, false, collect_meeting, &m);
    return fk_pairs_finish(&m.pairs, is_complete, out);
}

/* ---- A mesh with itself -------------------------------------------------------------------------------- */

/* Pairs of triangles of one mesh that have a common point outside of their shared corner or side. Vertices
 * with the same index are shared; in a welded mesh these are the vertices at the same position.
 *
 * No shared vertex: any common point counts.
 *
 * One shared vertex u: a triangle u, a, b is a fan of segments from u to its far side a b. Two fans have a
 * common point besides u if and only if they have a common ray from u; of its two ends on the far sides, the
 * nearer one is in the other triangle. So one of the far sides meets the other triangle. This requires far
 * sides without u: where u is between a and b, the triangle is two fans, the segments u a and u b.
 *
 * Two shared vertices u and v: triangles in different planes have only u v in common. Coplanar triangles
 * overlap if their third corners are on the same side of the line u v. A triangle without area, on that line,
 * has only u v in common with one that has an area. Two without area overlap if both extend beyond u, or both
 * beyond v.
 *
 * Three shared vertices: it is the same triangle twice, and only a triangle with area has points that are not
 * on its sides. */

static bool is_on_segment(const fk_vec3 *x, const fk_vec3 *p, const fk_vec3 *q)
{
    for (int i = 0; i < 3; i++) {
        double at = fk_vec3_get(*x, i);
        if (fk_double_order(at, fk_vec3_get(*p, i)) * fk_double_order(at, fk_vec3_get(*q, i)) > 0)
            return false;
    }
    return fk_is_collinear(x, p, q);
}

/* A triangle as one or two fans with apex u whose far sides do not contain u; returns their number. */
static int find_triangle_fans(const fk_vec3 *u, const fk_vec3 *a, const fk_vec3 *b, fk_vec3 fan[2][3])
{
    int count = 0;
    if (!is_on_segment(u, a, b)) {
        fan[0][0] = *u;
        fan[0][1] = *a;
        fan[0][2] = *b;
        return 1;
    }
    for (int k = 0; k < 2; k++) {
        const fk_vec3 *end = k == 0 ? a : b;
        if (fk_vec3_order(u, end) == 0)
            continue;
        fan[count][0] = *u;
        fan[count][1] = fan[count][2] = *end;
        count++;
    }
    return count;
}

static bool fans_meet(const fk_vec3 a[3], const fk_vec3 b[3])
{
    const fk_vec3 far_a[3] = {a[1], a[2], a[2]}, far_b[3] = {b[1], b[2], b[2]};
    return fk_triangles_meet(far_a, b) || fk_triangles_meet(far_b, a);
}

/* Whether both other corners of b are strictly on one side of a: then b has only its first corner in the
 * plane of a. */
static bool is_on_one_side(const fk_vec3 *const a[3], const fk_vec3 *const b[3])
{
    int side = fk_orient3d(a[0], a[1], a[2], b[1]);
    return side != 0 && side == fk_orient3d(a[0], a[1], a[2], b[2]);
}

/* The first corner of both is shared. */
static bool meet_beside_corner(const fk_vec3 *const a[3], const fk_vec3 *const b[3])
{
    fk_vec3 fan_a[2][3], fan_b[2][3];
    if (is_on_one_side(a, b) || is_on_one_side(b, a))
        return false;
    int count_a = find_triangle_fans(a[0], a[1], a[2], fan_a),
        count_b = find_triangle_fans(b[0], b[1], b[2], fan_b);
    for (int i = 0; i < count_a; i++)
        for (int k = 0; k < count_b; k++)
            if (fans_meet(fan_a[i], fan_b[k]))
                return true;
    return false;
}

/* Whether p and q, on a line with u and v, both lie beyond u or both beyond v. */
static bool are_beyond(const fk_vec3 *u, const fk_vec3 *v, const fk_vec3 *p, const fk_vec3 *q)
{
    int axis = 0;
    while (axis < 2 && fk_double_order(fk_vec3_get(*u, axis), fk_vec3_get(*v, axis)) == 0)
        axis++;
    double at_u = fk_vec3_get(*u, axis), at_v = fk_vec3_get(*v, axis);
    double at_p = fk_vec3_get(*p, axis), at_q = fk_vec3_get(*q, axis);
    int sign = fk_double_order(at_v, at_u);
    return (fk_double_order(at_p, at_v) == sign && fk_double_order(at_q, at_v) == sign) ||
           (fk_double_order(at_p, at_u) == -sign && fk_double_order(at_q, at_u) == -sign);
}

/* The first two corners of both are shared. */
static bool meet_beside_edge(const fk_vec3 *const a[3], const fk_vec3 *const b[3])
{
    const fk_vec3 *u = a[0], *v = a[1], *p = a[2], *q = b[2];
    if (fk_vec3_order(u, v) == 0) { /* placing made them equal */
        const fk_vec3 *const fan_a[3] = {u, p, p}, *const fan_b[3] = {u, q, q};
        return meet_beside_corner(fan_a, fan_b);
    }
    if (fk_orient3d(u, v, p, q) != 0)
        return false;
    bool is_flat_p = fk_is_collinear(u, v, p), is_flat_q = fk_is_collinear(u, v, q);
    if (is_flat_p || is_flat_q)
        return is_flat_p && is_flat_q && are_beyond(u, v, p, q);
    int axis = 0;
    while (fk_orient2d(u, v, p, axis) == 0)
        axis++;
    return fk_orient2d(u, v, p, axis) == fk_orient2d(u, v, q, axis);
}

/* The distinct vertices of a triangle. */
typedef struct distinct_corners {
    uint32_t count, number[3];
    const fk_vec3 *place[3];
} distinct_corners;

static distinct_corners find_distinct_corners(const fk_triangle *t, const fk_vec3 place[3])
{
    distinct_corners c = {.count = 0};
    for (int i = 0; i < 3; i++) {
        bool is_new = true;
        for (uint32_t k = 0; k < c.count; k++)
            is_new &= c.number[k] != t->corner[i];
        if (is_new) {
            c.number[c.count] = t->corner[i];
            c.place[c.count++] = place + i;
        }
    }
    return c;
}

static void swap_corners(distinct_corners *c, uint32_t i, uint32_t k)
{
    uint32_t number = c->number[i];
    const fk_vec3 *place = c->place[i];
    c->number[i] = c->number[k];
    c->place[i] = c->place[k];
    c->number[k] = number;
    c->place[k] = place;
}

/* Moves shared vertices to the front of both, in the same order; returns their number. */
static uint32_t move_shared_first(distinct_corners *a, distinct_corners *b)
{
    uint32_t shared = 0;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = shared; k < b->count; k++)
            if (a->number[i] == b->number[k]) {
                swap_corners(a, shared, i);
                swap_corners(b, shared++, k);
                break;
            }
    return shared;
}

/* Repeats the last vertex of a triangle with fewer than three; the point set stays the same. */
static void repeat_last_corner(distinct_corners *c)
{
    for (uint32_t i = c->count; i < 3; i++)
        c->place[i] = c->place[c->count - 1];
}

static bool meet_in_mesh(const fk_triangle *ta, const fk_vec3 pa[3], const fk_triangle *tb,
                         const fk_vec3 pb[3])
{
    distinct_corners a = find_distinct_corners(ta, pa), b = find_distinct_corners(tb, pb);
    uint32_t shared = move_shared_first(&a, &b);
    if (shared == 0)
        return fk_triangles_meet(pa, pb);
    if (shared == a.count || shared == b.count) /* one contains the other: a corner, a side, or all of it */
        return shared == 3 && !fk_is_collinear(a.place[0], a.place[1], a.place[2]);
    repeat_last_corner(&a);
    repeat_last_corner(&b);
    return shared == 1 ? meet_beside_corner(a.place, b.place) : meet_beside_edge(a.place, b.place);
}

static bool collect_self_meeting(void *user, fk_tree_leaf a, fk_tree_leaf b)
{
    meet_search *m = user;
    uint32_t bits[FK_LEAF_LANES];
    filter_candidates(m, a, b, bits);
    const uint32_t *order = m->a->tree->triangle;
    const fk_triangle *triangle = m->a->mesh->triangle;
    for (uint32_t i = 0; i < a.count; i++)
        for (uint32_t k = a.first == b.first ? i + 1 : 0; k < b.count; k++) {
            uint32_t t = order[a.first + i], u = order[b.first + k];
            fk_vec3 p[3], q[3];
            if (!(bits[i] >> k & 1))
                continue;
            lane_corners(&m->leaf_a, i, p);
            lane_corners(&m->leaf_b, k, q);
            if (meet_in_mesh(triangle + t, p, triangle + u, q) &&
                !fk_pairs_add(&m->pairs, t < u ? t : u, t < u ? u : t))
                return false;
        }
    return true;
}

fk_status fk_placed_self_pairs(fk_context *context, const fk_placed_mesh *a, fk_pair_list **out)
{
    meet_search m;
    begin_meet_search(&m, context, a, a, true);
    bool is_complete = fk_tree_traverse_self(context, a, collect_self_meeting, &m);
    return fk_pairs_finish(&m.pairs, is_complete, out);
}
