/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two placed meshes: whether triangles meet, and which; and those of one mesh that meet each other. */

#include "tree/tree.h"

#include <math.h>

#include "base/cpu.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "mesh/mesh.h"

/* ---- Leaves -------------------------------------------------------------------------------------------- */

/* Triangles of leaves: which are certainly apart, as their boxes are, or all of one is on one side of the
 * plane of the other.
 *
 * Bounds. All differences of coordinates are at most m, where 2^-200 < m < 2^200. A difference is off by
 * 2^-52 m, a product of two by 2^-50 m^2, the normal by 2^-48 m^2, and its product with a difference, three
 * of them added up, by less than 2^-44 m^3; underflow is far below that. In any rounding mode. Larger and
 * smaller ones are not decided here, nor is NaN. */

#define ROUND 0x1p-43

#define FK_LEAF_LANES FK_TREE_LEAF_MOST

/* A leaf whose corners are placed: a lane for each triangle, which has those of the first one where there is
 * none. */
typedef struct placed_leaf {
    fk_tree_leaf leaf;
    double corner[3][3][FK_LEAF_LANES]; /* x, y, z of each corner */
    double min[3][FK_LEAF_LANES], max[3][FK_LEAF_LANES];
    double normal[3][FK_LEAF_LANES]; /* up to rounding */
    double low[3], high[3];          /* the box of all */
} placed_leaf;

#define FK_LEVEL_FILE "tree/tree_meet.inc"
#include "base/plain.inc"
#include "base/levels.inc"

typedef void place_function(const fk_pose *pose, double from[3][3][FK_LEAF_LANES], placed_leaf *out);
typedef uint32_t filter_function(const placed_leaf *a, const placed_leaf *b, uint32_t lane, double bound);

static place_function *const place_levels[FK_CPU_COUNT] = FK_LEVELS(place_leaf_lanes);
static filter_function *const filter_levels[FK_CPU_COUNT] = FK_LEVELS(filter_leaf_lanes);

/* Places the corners of a leaf, unless it is the one that is there. */
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

/* Whether the box of a triangle does not meet that of the other leaf. */
static bool is_beyond(const placed_leaf *a, uint32_t i, const placed_leaf *b)
{
    bool beyond = false;
    for (int k = 0; k < 3; k++)
        beyond |= (a->min[k][i] > b->high[k]) | (a->max[k][i] < b->low[k]);
    return beyond;
}

/* For each triangle of a, the triangles of b that are not proved to be apart from it, as bits. */
static void filter_leaves(const placed_leaf *a, const placed_leaf *b, uint32_t bits[FK_LEAF_LANES])
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double low = a->low[i] < b->low[i] ? a->low[i] : b->low[i];
        double high = a->high[i] > b->high[i] ? a->high[i] : b->high[i];
        most = high - low > most ? high - low : most;
    }
    double bound = most > 0x1p-200 && most < 0x1p200 ? most * most * most * ROUND : HUGE_VAL;
    filter_function *filter = filter_levels[fk_cpu_level()];
    uint32_t used = (1u << b->leaf.count) - 1;
    for (uint32_t i = 0; i < a->leaf.count; i++)
        bits[i] = is_beyond(a, i, b) ? 0 : filter(b, a, i, bound) & used;
}

/* ---- Whether ------------------------------------------------------------------------------------------- */

typedef struct meeting {
    const fk_placed_mesh *a, *b;
    placed_leaf leaf_a, leaf_b;
    fk_index_pair pair;
    uint32_t looks; /* at two leaves */
    bool is_all;    /* all are listed, else the first is enough */
    fk_pairs pairs;
} meeting;

static void begin(meeting *m, fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                  bool is_all)
{
    m->a = a;
    m->b = b;
    m->looks = 0;
    m->is_all = is_all;
    m->pairs = (fk_pairs){.context = context};
    m->leaf_a.leaf = m->leaf_b.leaf = (fk_tree_leaf){FK_NONE, 0};
}

/* Places two leaves and filters their pairs. */
static void look_at(meeting *m, fk_tree_leaf a, fk_tree_leaf b, uint32_t bits[FK_LEAF_LANES])
{
    place_leaf(&m->leaf_a, m->a, a);
    place_leaf(&m->leaf_b, m->b, b);
    filter_leaves(&m->leaf_a, &m->leaf_b, bits);
}

static void get_corners(const placed_leaf *a, uint32_t lane, fk_vec3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = fk_vec3_make(a->corner[k][0][lane], a->corner[k][1][lane], a->corner[k][2][lane]);
}

static bool meets(const meeting *m, uint32_t i, uint32_t k)
{
    fk_vec3 a[3], b[3];
    get_corners(&m->leaf_a, i, a);
    get_corners(&m->leaf_b, k, b);
    return fk_triangles_meet(a, b);
}

static bool find(void *user, fk_tree_leaf a, fk_tree_leaf b)
{
    meeting *m = user;
    uint32_t bits[FK_LEAF_LANES];
    m->looks++;
    look_at(m, a, b, bits);
    for (uint32_t i = 0; i < a.count; i++)
        for (uint32_t k = 0; bits[i] >> k != 0; k++)
            if (bits[i] >> k & 1 && meets(m, i, k)) {
                m->pair.a = m->a->tree->triangle[a.first + i];
                m->pair.b = m->b->tree->triangle[b.first + k];
                if (!m->is_all || !fk_pairs_add(&m->pairs, m->pair.a, m->pair.b))
                    return false;
            }
    return true;
}

bool fk_placed_meet_counted(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair *pair,
                            uint32_t *looks)
{
    meeting m;
    begin(&m, NULL, a, b, false);
    bool is_clear = fk_tree_walk(a, b, true, find, &m);
    *looks = m.looks;
    if (!is_clear && pair != NULL)
        *pair = m.pair;
    return !is_clear;
}

bool fk_placed_meet(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair *pair)
{
    uint32_t looks;
    return fk_placed_meet_counted(a, b, pair, &looks);
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
    size_t room = (count + 1) * sizeof(uint64_t);
    uint64_t *other = is_complete ? fk_allocate(context, room) : NULL;
    fk_pair_list *list = other != NULL ? fk_allocate(context, bytes) : NULL;
    if (list != NULL) {
        fk_index_pair *pair = (fk_index_pair *)(list + 1);
        fk_sort_u64(pairs->key, other, count);
        for (size_t i = 0; i < count; i++)
            pair[i] = (fk_index_pair){(uint32_t)(pairs->key[i] >> 32), (uint32_t)pairs->key[i]};
        *list = (fk_pair_list){count, pair, bytes};
        *out = list;
    }
    fk_release(context, other, room);
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
    meeting m;
    begin(&m, context, a, b, true);
    bool is_complete = fk_tree_walk(a, b, false, find, &m);
    return fk_pairs_finish(&m.pairs, is_complete, out);
}

/* ---- A mesh with itself -------------------------------------------------------------------------------- */

/* Pairs of triangles of one mesh that have a point in common which is not in a corner or side that they
 * share. Shared are vertices of one number; so, in a welded mesh, those of one place.
 *
 * No vertex shared: any common point counts.
 *
 * One, u. A triangle u, a, b is a fan of segments from u to its far side a b. Two fans have a point in common
 * beside u if and only if they have a ray from u in common; of the two far ends of it, the nearer one is in
 * the other triangle. So one of both far sides meets the other triangle. This needs far sides without u:
 * where u is between a and b, the triangle is two fans, the segments u a and u b.
 *
 * Two, u and v. Triangles in different planes have nothing in common but u v. Of triangles in one plane,
 * those overlap whose third corners are on the same side of the line u v; one without area, on that line, has
 * only u v in common with one that has an area; and two without area overlap where both go beyond u, or both
 * beyond v.
 *
 * Three: they are one triangle twice, and only one with an area has points that are not on its sides. */

static bool is_on_segment(const fk_vec3 *x, const fk_vec3 *p, const fk_vec3 *q)
{
    for (int i = 0; i < 3; i++) {
        double at = fk_vec3_get(*x, i);
        if (fk_double_order(at, fk_vec3_get(*p, i)) * fk_double_order(at, fk_vec3_get(*q, i)) > 0)
            return false;
    }
    return fk_signs_on_line(x, p, q);
}

/* A triangle as one or two fans with tips at u, whose far sides do not hold u. */
static int fans_of(const fk_vec3 *u, const fk_vec3 *a, const fk_vec3 *b, fk_vec3 fan[2][3])
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

/* Whether both other corners of b are strictly on one side of a: then b has nothing but the tip in the plane
 * of a. */
static bool is_beside(const fk_vec3 *const a[3], const fk_vec3 *const b[3])
{
    int side = fk_signs_side(a[0], a[1], a[2], b[1]);
    return side != 0 && side == fk_signs_side(a[0], a[1], a[2], b[2]);
}

/* The first corner of both is the shared one. */
static bool meet_beside_corner(const fk_vec3 *const a[3], const fk_vec3 *const b[3])
{
    fk_vec3 fan_a[2][3], fan_b[2][3];
    if (is_beside(a, b) || is_beside(b, a))
        return false;
    int count_a = fans_of(a[0], a[1], a[2], fan_a), count_b = fans_of(b[0], b[1], b[2], fan_b);
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
    int way = fk_double_order(at_v, at_u);
    return (fk_double_order(at_p, at_v) == way && fk_double_order(at_q, at_v) == way) ||
           (fk_double_order(at_p, at_u) == -way && fk_double_order(at_q, at_u) == -way);
}

/* The first two corners of both are the shared ones. */
static bool meet_beside_edge(const fk_vec3 *const a[3], const fk_vec3 *const b[3])
{
    const fk_vec3 *u = a[0], *v = a[1], *p = a[2], *q = b[2];
    if (fk_vec3_order(u, v) == 0) { /* after they were placed */
        const fk_vec3 *const fan_a[3] = {u, p, p}, *const fan_b[3] = {u, q, q};
        return meet_beside_corner(fan_a, fan_b);
    }
    if (fk_signs_side(u, v, p, q) != 0)
        return false;
    bool is_flat_p = fk_signs_on_line(u, v, p), is_flat_q = fk_signs_on_line(u, v, q);
    if (is_flat_p || is_flat_q)
        return is_flat_p && is_flat_q && are_beyond(u, v, p, q);
    int axis = 0;
    while (fk_signs_turn(u, v, p, axis) == 0)
        axis++;
    return fk_signs_turn(u, v, p, axis) == fk_signs_turn(u, v, q, axis);
}

/* A triangle with each of its vertices once. */
typedef struct corners {
    uint32_t count, number[3];
    const fk_vec3 *place[3];
} corners;

static corners corners_of(const fk_triangle *t, const fk_vec3 place[3])
{
    corners c = {.count = 0};
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

static void swap(corners *c, uint32_t i, uint32_t k)
{
    uint32_t number = c->number[i];
    const fk_vec3 *place = c->place[i];
    c->number[i] = c->number[k];
    c->place[i] = c->place[k];
    c->number[k] = number;
    c->place[k] = place;
}

/* Moves shared vertices to the front of both, in the same order; how many they are. */
static uint32_t share(corners *a, corners *b)
{
    uint32_t shared = 0;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = shared; k < b->count; k++)
            if (a->number[i] == b->number[k]) {
                swap(a, shared, i);
                swap(b, shared++, k);
                break;
            }
    return shared;
}

/* A triangle with fewer vertices has its last one again, and what it is does not change. */
static void fill(corners *c)
{
    for (uint32_t i = c->count; i < 3; i++)
        c->place[i] = c->place[c->count - 1];
}

static bool meet_in_mesh(const fk_triangle *ta, const fk_vec3 pa[3], const fk_triangle *tb,
                         const fk_vec3 pb[3])
{
    corners a = corners_of(ta, pa), b = corners_of(tb, pb);
    uint32_t shared = share(&a, &b);
    if (shared == 0)
        return fk_triangles_meet(pa, pb);
    if (shared == a.count ||
        shared == b.count) /* one is a part of the other: a corner, a side, or all of it */
        return shared == 3 && !fk_signs_on_line(a.place[0], a.place[1], a.place[2]);
    fill(&a);
    fill(&b);
    return shared == 1 ? meet_beside_corner(a.place, b.place) : meet_beside_edge(a.place, b.place);
}

static bool search(void *user, fk_tree_leaf a, fk_tree_leaf b)
{
    meeting *m = user;
    uint32_t bits[FK_LEAF_LANES];
    look_at(m, a, b, bits);
    const uint32_t *order = m->a->tree->triangle;
    const fk_triangle *triangle = m->a->mesh->triangle;
    for (uint32_t i = 0; i < a.count; i++)
        for (uint32_t k = a.first == b.first ? i + 1 : 0; k < b.count; k++) {
            uint32_t t = order[a.first + i], u = order[b.first + k];
            fk_vec3 p[3], q[3];
            if (!(bits[i] >> k & 1))
                continue;
            get_corners(&m->leaf_a, i, p);
            get_corners(&m->leaf_b, k, q);
            if (meet_in_mesh(triangle + t, p, triangle + u, q) &&
                !fk_pairs_add(&m->pairs, t < u ? t : u, t < u ? u : t))
                return false;
        }
    return true;
}

fk_status fk_placed_self_pairs(fk_context *context, const fk_placed_mesh *a, fk_pair_list **out)
{
    meeting m;
    begin(&m, context, a, a, true);
    bool is_complete = fk_tree_walk_self(a, search, &m);
    return fk_pairs_finish(&m.pairs, is_complete, out);
}
