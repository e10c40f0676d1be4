/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

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

#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/tree.h"

/* ---- Places -------------------------------------------------------------------------------------------- */

/* Whether x is between p and q in each coordinate. */
static bool is_in_box(const fk_vec3 *x, const fk_vec3 *p, const fk_vec3 *q)
{
    for (int i = 0; i < 3; i++) {
        double at = fk_vec3_get(*x, i);
        if (fk_double_order(at, fk_vec3_get(*p, i)) * fk_double_order(at, fk_vec3_get(*q, i)) > 0)
            return false;
    }
    return true;
}

static bool is_on_segment(const fk_vec3 *x, const fk_vec3 *p, const fk_vec3 *q)
{
    return is_in_box(x, p, q) && fk_signs_on_line(x, p, q);
}

/* ---- One shared vertex --------------------------------------------------------------------------------- */

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

/* ---- Two shared vertices ------------------------------------------------------------------------------- */

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

/* ---- Two triangles ------------------------------------------------------------------------------------- */

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

/* ---- The mesh ------------------------------------------------------------------------------------------ */

typedef struct searching {
    const fk_placed_mesh *mesh;
    fk_placed_leaf a, b;
    fk_pairs pairs;
} searching;

static bool search(void *user, fk_tree_leaf a, fk_tree_leaf b)
{
    searching *s = user;
    uint32_t bits[FK_LEAF_LANES];
    fk_placed_leaf_set(&s->a, s->mesh, a);
    fk_placed_leaf_set(&s->b, s->mesh, b);
    fk_leaves_filter(&s->a, &s->b, bits);
    const uint32_t *order = s->mesh->tree->triangle;
    const fk_triangle *triangle = s->mesh->mesh->triangle;
    for (uint32_t i = 0; i < a.count; i++)
        for (uint32_t k = a.first == b.first ? i + 1 : 0; k < b.count; k++) {
            uint32_t t = order[a.first + i], u = order[b.first + k];
            fk_vec3 p[3], q[3];
            if (!(bits[i] >> k & 1))
                continue;
            fk_placed_leaf_get(&s->a, i, p);
            fk_placed_leaf_get(&s->b, k, q);
            if (meet_in_mesh(triangle + t, p, triangle + u, q) &&
                !fk_pairs_add(&s->pairs, t < u ? t : u, t < u ? u : t))
                return false;
        }
    return true;
}

fk_status fk_placed_self_pairs(fk_context *context, const fk_placed_mesh *a, fk_pair_list **out)
{
    searching s = {.mesh = a, .pairs.context = context};
    fk_placed_leaf_clear(&s.a);
    fk_placed_leaf_clear(&s.b);
    bool is_complete = fk_tree_walk_self(a, search, &s);
    return fk_pairs_finish(&s.pairs, is_complete, out);
}
