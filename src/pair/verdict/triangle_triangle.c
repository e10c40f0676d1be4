/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two triangles: whether they meet, and which features meet, exactly. Source: Guigue, Devillers, "Fast and robust
 * triangle-triangle overlap test using orientation predicates" (2003).
 *
 * First, the side of each corner against the plane of the other triangle. When all corners of one are strictly on one side,
 * the triangles are apart. Else both planes have a line in common, and each triangle meets it in a segment between two of
 * its edges that leave one corner, the lone one: p with a side above those of q and r (0 is between 1 and -1). If p is below
 * them, exchanging two corners of the other triangle turns its plane over. With both lone corners above, and d = normal_b x
 * normal_a the direction of the line, the segment of a goes from edge p q to edge p r, and that of b from p r to p q; the
 * sign of det(q_a - p_a, p_b - p_a, q_b - p_a) is opposite to that of x_b - x_a along d, where x are the points in which
 * these edges meet the line. Two such signs decide whether the segments meet. All of this holds with zeros among the sides,
 * as long as the lone corner has none of the others on its own side.
 *
 * Triangles in one plane are apart when, projected along an axis, one of the six edges has the other triangle strictly on
 * its outer side. Triangles without area are left to fk_pair_verdict.
 *
 * Error bound of the filter. As in mesh/winding.c, the computed height of a corner is off by at most 8u sum(m_k |g_k|) up to
 * terms of u^2, u = 2^-52, where m_k <= 2 |e| |f| with the largest components of both edges: 48u |e| |f| |g| in all, in
 * every rounding mode. The bound takes 64u, which leaves room for its own roundings, and 2^-500 for numbers flushed to zero,
 * as long as no difference is above 2^200. One bound serves the three corners.
 *
 * Weak inputs: corners that are nearly, but not exactly, in the plane of the other triangle and have long coordinates. */

#include "pair/verdict/verdict.h"

#include <math.h>

#include "base/cpu.h"
#include "base/vec3.h"
#include "mesh/mesh.h"

#define ROUND 0x1p-46
#define TINY  0x1p-500
#define MOST  0x1p200

/* ---- Sides --------------------------------------------------------------------------------------------- */

/* Heights of the corners of b over the plane of a, and their error bound, which is infinite out of range. */
typedef struct plane_heights {
    double at[3], bound;
} plane_heights;

FK_INLINE plane_heights compute_heights(const fk_vec3 a[3], const fk_vec3 b[3])
{
    fk_vec3 e = fk_vec3_sub(a[1], a[0]), f = fk_vec3_sub(a[2], a[0]), n = fk_vec3_cross(e, f);
    plane_heights h;
    double most = 0;
    for (int k = 0; k < 3; k++) {
        fk_vec3 g = fk_vec3_sub(b[k], a[0]);
        h.at[k] = fk_vec3_dot(n, g);
        most = fk_larger(fk_vec3_largest(g), most);
    }
    double first = fk_vec3_largest(e), second = fk_vec3_largest(f);
    h.bound = first * second * most * ROUND + TINY;
    if (!(first < MOST && second < MOST && most < MOST))
        h.bound = HUGE_VAL;
    return h;
}

/* Whether all corners are on one side, by the error bound. */
FK_INLINE bool heights_have_one_sign(const plane_heights *h)
{
    return fk_smaller(fk_smaller(h->at[0], h->at[1]), h->at[2]) > h->bound ||
           fk_larger(fk_larger(h->at[0], h->at[1]), h->at[2]) < -h->bound;
}

static inline bool same_corner(const fk_vec3 *a, const fk_vec3 *b)
{
    return fk_double_key(a->x) == fk_double_key(b->x) && fk_double_key(a->y) == fk_double_key(b->y) &&
           fk_double_key(a->z) == fk_double_key(b->z);
}

/* The exact signs of heights. Common corners are tested first: they are frequent among neighbours of one mesh. */
FK_INLINE void compute_height_signs(const plane_heights *h, const fk_vec3 a[3], const fk_vec3 b[3],
                                    int sign[3])
{
    for (int k = 0; k < 3; k++)
        if (fabs(h->at[k]) > h->bound)
            sign[k] = h->at[k] > 0 ? 1 : -1;
        else if (same_corner(&b[k], &a[0]) || same_corner(&b[k], &a[1]) || same_corner(&b[k], &a[2]))
            sign[k] = 0;
        else
            sign[k] = fk_orient3d(&a[0], &a[1], &a[2], &b[k]);
}

static inline bool are_strict(const int sign[3])
{
    return sign[0] == sign[1] && sign[0] == sign[2] && sign[0] != 0;
}

static inline bool are_zero(const int sign[3])
{
    return (sign[0] | sign[1] | sign[2]) == 0;
}

int fk_triangle_area_axis(const fk_vec3 a[3])
{
    for (int axis = 0; axis < 3; axis++)
        if (fk_orient2d(&a[0], &a[1], &a[2], axis) != 0)
            return axis;
    return -1;
}

/* The side of each corner of one triangle against the plane of the other, as fk_orient3d gives it for the corners in their
 * order. All 0 when the other triangle has no area. */
typedef struct triangles_sides {
    int a[3]; /* corners of a against the plane of b */
    int b[3];
} triangles_sides;

/* Computes the sides. False when all corners of one triangle are strictly on one side of the other's plane: then the
 * triangles are apart, and *out may not be filled. */
FK_INLINE bool compute_sides(const fk_vec3 a[3], const fk_vec3 b[3], triangles_sides *out)
{
    plane_heights over_a = compute_heights(a, b);
    if (heights_have_one_sign(&over_a))
        return false;
    plane_heights over_b = compute_heights(b, a);
    if (heights_have_one_sign(&over_b))
        return false;
    compute_height_signs(&over_a, a, b, out->b);
    if (are_strict(out->b))
        return false;
    /* In one plane, unless a has no area. */
    if (are_zero(out->b) && fk_triangle_area_axis(a) >= 0) {
        out->a[0] = out->a[1] = out->a[2] = 0;
        return true;
    }
    compute_height_signs(&over_b, b, a, out->a);
    return !are_strict(out->a);
}

/* ---- In one plane -------------------------------------------------------------------------------------- */

/* Whether an edge of a, projected along an axis, has all of b strictly on its outer side; on either side, when a
 * has no area. */
static bool coplanar_edge_separates(const fk_vec3 a[3], const fk_vec3 b[3], int axis)
{
    int inner = fk_orient2d(&a[0], &a[1], &a[2], axis);
    for (int k = 0; k < 3; k++) {
        const fk_vec3 *from = &a[k], *to = &a[k == 2 ? 0 : k + 1];
        int side = fk_orient2d(from, to, &b[0], axis);
        if (side != 0 && side != inner && fk_orient2d(from, to, &b[1], axis) == side &&
            fk_orient2d(from, to, &b[2], axis) == side)
            return true;
    }
    return false;
}

/* ---- On the common line -------------------------------------------------------------------------------- */

/* The corner whose side is above those of the others, or below; the sides are not all equal. */
FK_INLINE int lone_corner(const int side[3], bool *is_above)
{
    int k = side[0] == side[1] ? 2 : side[0] == side[2] ? 1 : side[1] == side[2] ? 0 : 3;
    if (k == 3) { /* 1, 0 and -1 */
        *is_above = true;
        return side[0] > 0 ? 0 : side[1] > 0 ? 1 : 2;
    }
    *is_above = side[k] > side[k == 0 ? 1 : 0];
    return k;
}

/* The corners of both triangles, ordered so that the edges from the first to the others meet the common line of both
 * planes. */
typedef struct triangles_line {
    uint8_t a[3], b[3];
} triangles_line;

/* The sides of a, and those of b, must not be all equal. */
FK_INLINE triangles_line order_on_line(const triangles_sides *sides)
{
    static const uint8_t turned[2][5] = {{0, 1, 2, 0, 1}, {0, 2, 1, 0, 2}},
                         place[2][3] = {{0, 1, 2}, {0, 2, 1}};
    bool is_above_a, is_above_b;
    int p = lone_corner(sides->a, &is_above_a), q = lone_corner(sides->b, &is_above_b);
    /* Turning a over changes the sides of b. */
    const uint8_t *a = turned[!is_above_b] + place[!is_above_b][p];
    const uint8_t *b = turned[!is_above_a] + place[!is_above_a][q];
    return (triangles_line){{a[0], a[1], a[2]}, {b[0], b[1], b[2]}};
}

/* ---- Whether they meet --------------------------------------------------------------------------------- */

/* For triangles of which at least one lies in the plane of the other. */
static bool coplanar_meet(const fk_vec3 a[3], const fk_vec3 b[3], const triangles_sides *sides)
{
    int axis = are_zero(sides->b) ? fk_triangle_area_axis(a) : -1;
    if (axis < 0 && are_zero(sides->a))
        axis = fk_triangle_area_axis(b);
    if (axis >= 0)
        return !coplanar_edge_separates(a, b, axis) && !coplanar_edge_separates(b, a, axis);
    fk_piece p = fk_piece_triangle(a[0], a[1], a[2]), q = fk_piece_triangle(b[0], b[1], b[2]);
    return fk_pair_verdict(&p, &q) != FK_APART;
}

bool fk_triangles_meet(const fk_vec3 a[3], const fk_vec3 b[3])
{
    triangles_sides sides;
    if (!compute_sides(a, b, &sides))
        return false;
    if (are_zero(sides.a) || are_zero(sides.b))
        return coplanar_meet(a, b, &sides);
    triangles_line l = order_on_line(&sides);
    const fk_vec3 *p = &a[l.a[0]], *q = &b[l.b[0]];
    return fk_orient3d(p, &a[l.a[1]], q, &b[l.b[1]]) <= 0 && fk_orient3d(p, &a[l.a[2]], q, &b[l.b[2]]) >= 0;
}

/* ---- The intersection, by features --------------------------------------------------------------------- */

/* Triangles whose planes meet in a line: each covers a segment of it, and signs of four corners give the order of the ends of
 * both, as above. The features follow from the sides: an end is a corner that lies in the other's plane, or lies within an
 * edge that crosses it; the points between the ends are in the face, or in an edge that lies in the other's plane.
 *
 * All others lie in one plane, or have no area. A triangle without area becomes the segment between its ends, or a point.
 * The corners of the intersection are then found one by one. Each is one of these: a vertex of one triangle that is in the
 * other; a point in which an edge of one crosses an edge of the other, within both; or one in which an edge crosses a face.
 * No two of them are equal, except for equal vertices, and each is a corner: a vertex cannot be between two points of its
 * own triangle, and two lines, or a line and a plane, that cross have only one common point. There are no others: where the
 * relative interiors of two features meet in more than a point, none of these points is a corner.
 *
 * Two triangles overlap as pieces when a - b has volume and the relative interiors meet. Two triangles with area in
 * different planes do so when each has corners on both sides of the other, and the segments on the line meet in more than an
 * end; a triangle and a segment when the segment crosses the face; no other pair does. */

static const uint8_t next_edge_vertex[3] = {1, 2, 0};

static fk_triangle_feature make_feature(int dimension, int index)
{
    return (fk_triangle_feature){(uint8_t)dimension, (uint8_t)index};
}

/* The edge between two corners. */
static fk_triangle_feature edge_feature(int i, int j)
{
    return make_feature(1, next_edge_vertex[i] == j ? i : j);
}

static void add_common_corner(fk_triangles_shared *set, fk_triangle_feature a, fk_triangle_feature b)
{
    fk_triangles_corner corner = {a, b};
    set->corner[set->count++] = corner;
}

static bool same_feature(fk_triangle_feature a, fk_triangle_feature b)
{
    return a.dimension == b.dimension && a.index == b.index;
}

/* ---- On the line of two planes ------------------------------------------------------------------------- */

/* The feature that contains an end of the segment: the end on the edge from the first of three corners to another. */
static fk_triangle_feature end_feature(const int side[3], const uint8_t corner[3], int end)
{
    int p = corner[0], q = corner[end];
    return side[p] == 0 ? make_feature(0, p) : side[q] == 0 ? make_feature(0, q) : edge_feature(p, q);
}

/* The feature that contains the points between the ends. */
static fk_triangle_feature middle_feature(const int side[3], const uint8_t corner[3])
{
    int q = corner[1], r = corner[2];
    return side[q] == 0 && side[r] == 0 ? edge_feature(q, r) : make_feature(2, 0);
}

static bool is_on_both_sides(const int side[3])
{
    return (side[0] > 0 || side[1] > 0 || side[2] > 0) && (side[0] < 0 || side[1] < 0 || side[2] < 0);
}

static void intersect_on_line(const fk_vec3 a[3], const fk_vec3 b[3], const triangles_sides *sides,
                              fk_triangles_shared *set)
{
    triangles_line l = order_on_line(sides);
    /* order[i][j]: the sign of end j of b minus end i of a along the line; a goes from its end 1 to 2, b from
     * 2 to 1. */
    int order[3][3];
    for (int i = 1; i < 3; i++)
        for (int j = 1; j < 3; j++)
            order[i][j] = -fk_orient3d(&a[l.a[0]], &a[l.a[i]], &b[l.b[0]], &b[l.b[j]]);
    if (order[1][1] < 0 || order[2][2] > 0)
        return;
    fk_triangle_feature end_a[3], end_b[3], middle_a = middle_feature(sides->a, l.a),
                                            middle_b = middle_feature(sides->b, l.b);
    for (int i = 1; i < 3; i++) {
        end_a[i] = end_feature(sides->a, l.a, i);
        end_b[i] = end_feature(sides->b, l.b, i);
    }
    /* The common segment begins at the later of end 1 of a and end 2 of b, and ends likewise. */
    for (int i = 1; i < 3; i++) {
        int j = 3 - i, later = i == 1 ? -order[i][j] : order[i][j];
        if (later >= 0)
            add_common_corner(set, end_a[i], later == 0 ? end_b[j] : order[i][i] == 0 ? end_b[i] : middle_b);
        else
            add_common_corner(set, order[j][j] == 0 ? end_a[j] : middle_a, end_b[j]);
    }
    if (same_feature(set->corner[0].a, set->corner[1].a) && same_feature(set->corner[0].b, set->corner[1].b))
        set->count = 1;
    bool is_inside =
        is_on_both_sides(sides->a) && is_on_both_sides(sides->b) && order[1][1] > 0 && order[2][2] < 0;
    set->verdict = is_inside ? FK_OVERLAPPING : FK_TOUCHING;
}

/* ---- In one plane, or without area --------------------------------------------------------------------- */

/* A triangle, the segment between its ends, or a point. */
typedef struct flat_triangle {
    const fk_vec3 *corner; /* three */
    int vertex_count;
    int vertex[3], edge[3]; /* distinct vertices; edges, only the first one when there are two vertices */
    int edge_count;
    int axis; /* along which its projection has area; -1 without area */
} flat_triangle;

static flat_triangle make_flat_triangle(const fk_vec3 corner[3])
{
    flat_triangle f = {corner, 3, {0, 1, 2}, {0, 1, 2}, 3, fk_triangle_area_axis(corner)};
    if (f.axis >= 0)
        return f;
    /* On a line the order of coordinates is the order of points: the ends are the first and the last corner. */
    int least = 0, most = 0;
    for (int k = 1; k < 3; k++) {
        least = fk_vec3_order(&corner[k], &corner[least]) < 0 ? k : least;
        most = fk_vec3_order(&corner[k], &corner[most]) > 0 ? k : most;
    }
    f.vertex_count = least == most ? 1 : 2;
    f.edge_count = f.vertex_count - 1;
    f.vertex[0] = least < most ? least : most;
    f.vertex[1] = least < most ? most : least;
    f.edge[0] = edge_feature(f.vertex[0], f.vertex[1]).index;
    return f;
}

static const fk_vec3 *flat_vertex(const flat_triangle *f, int k)
{
    return &f->corner[f->vertex[k]];
}

/* The ends of an edge. */
static const fk_vec3 *flat_edge_start(const flat_triangle *f, int k)
{
    return &f->corner[f->edge[k]];
}

static const fk_vec3 *flat_edge_end(const flat_triangle *f, int k)
{
    return &f->corner[next_edge_vertex[f->edge[k]]];
}

/* The feature that contains a point; dimension 3: none. */
static fk_triangle_feature locate_on_flat(const flat_triangle *f, const fk_vec3 *point)
{
    fk_triangle_feature none = make_feature(3, 0);
    for (int k = 0; k < f->vertex_count; k++)
        if (fk_vec3_order(flat_vertex(f, k), point) == 0)
            return make_feature(0, f->vertex[k]);
    if (f->vertex_count < 3) {
        bool is_between =
            f->vertex_count == 2 &&
            fk_vec3_order(flat_vertex(f, 0), point) * fk_vec3_order(point, flat_vertex(f, 1)) > 0 &&
            fk_is_collinear(flat_vertex(f, 0), flat_vertex(f, 1), point);
        return is_between ? make_feature(1, f->edge[0]) : none;
    }
    const fk_vec3 *c = f->corner;
    if (fk_orient3d(&c[0], &c[1], &c[2], point) != 0)
        return none;
    /* The point is no vertex, so at most one of the signs is 0 if the others agree. */
    fk_triangle_feature inside = make_feature(2, 0);
    int seen = 0;
    for (int k = 0; k < 3; k++) {
        int turn = fk_orient2d(&c[k], &c[next_edge_vertex[k]], point, f->axis);
        if (turn == 0)
            inside = make_feature(1, k);
        else if (seen == -turn)
            return none;
        else
            seen = turn;
    }
    return inside;
}

/* Whether the edges p q and r s cross within both. */
static bool edges_cross(const fk_vec3 *p, const fk_vec3 *q, const fk_vec3 *r, const fk_vec3 *s)
{
    for (int axis = 0; axis < 3; axis++)
        if (fk_orient2d(p, q, r, axis) * fk_orient2d(p, q, s, axis) < 0 &&
            fk_orient2d(r, s, p, axis) * fk_orient2d(r, s, q, axis) < 0)
            return fk_orient3d(p, q, r, s) == 0;
    return false;
}

/* Whether the edge p q crosses the face of a triangle within both. */
static bool edge_crosses_face(const fk_vec3 *p, const fk_vec3 *q, const fk_vec3 t[3])
{
    if (fk_orient3d(&t[0], &t[1], &t[2], p) * fk_orient3d(&t[0], &t[1], &t[2], q) >= 0)
        return false;
    int turn = fk_orient3d(p, q, &t[0], &t[1]);
    return turn != 0 && fk_orient3d(p, q, &t[1], &t[2]) == turn && fk_orient3d(p, q, &t[2], &t[0]) == turn;
}

static void add_common_vertices(const flat_triangle *f, const flat_triangle *g, fk_triangles_shared *set)
{
    for (int k = 0; k < f->vertex_count; k++) {
        fk_triangle_feature other = locate_on_flat(g, flat_vertex(f, k));
        if (other.dimension < 3)
            add_common_corner(set, make_feature(0, f->vertex[k]), other);
    }
    for (int k = 0; k < g->vertex_count; k++) {
        fk_triangle_feature other = locate_on_flat(f, flat_vertex(g, k));
        if (other.dimension == 1 || other.dimension == 2) /* else it has been added above */
            add_common_corner(set, other, make_feature(0, g->vertex[k]));
    }
}

/* On which side of each edge of a triangle each corner of another one lies, seen along an axis. */
typedef struct edge_turns {
    int of[3][3];
} edge_turns;

static void find_edge_turns(const fk_vec3 a[3], const fk_vec3 b[3], int axis, edge_turns *out)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out->of[i][k] = fk_orient2d(&a[i], &a[next_edge_vertex[i]], &b[k], axis);
}

/* The feature of a triangle that contains corner k of another one in its plane; dimension 3: none. */
static fk_triangle_feature locate_by_turns(const edge_turns *turns, int k)
{
    int zeros = 0, edge = 0, last = 0, seen = 0;
    for (int i = 0; i < 3; i++) {
        int turn = turns->of[i][k];
        if (turn == 0) {
            zeros++;
            last = edge;
            edge = i;
        } else if (seen == -turn) {
            return make_feature(3, 0);
        } else {
            seen = turn;
        }
    }
    /* On two edges: the vertex that they share. */
    return zeros == 0   ? make_feature(2, 0)
           : zeros == 1 ? make_feature(1, edge)
                        : make_feature(0, next_edge_vertex[last] == edge ? edge : last);
}

/* Two triangles with area in one plane. Along an axis along which one has area, the plane is seen without loss. */
static void intersect_coplanar(const fk_vec3 a[3], const fk_vec3 b[3], int axis, fk_triangles_shared *set)
{
    edge_turns of_a, of_b;
    find_edge_turns(a, b, axis, &of_a);
    find_edge_turns(b, a, axis, &of_b);
    for (int k = 0; k < 3; k++) {
        fk_triangle_feature other = locate_by_turns(&of_b, k);
        if (other.dimension < 3)
            add_common_corner(set, make_feature(0, k), other);
    }
    for (int k = 0; k < 3; k++) {
        fk_triangle_feature other = locate_by_turns(&of_a, k);
        if (other.dimension == 1 || other.dimension == 2) /* else it has been added above */
            add_common_corner(set, other, make_feature(0, k));
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (of_a.of[i][j] * of_a.of[i][next_edge_vertex[j]] < 0 &&
                of_b.of[j][i] * of_b.of[j][next_edge_vertex[i]] < 0)
                add_common_corner(set, make_feature(1, i), make_feature(1, j));
    set->verdict = set->count > 0 ? FK_TOUCHING : FK_APART;
}

static void intersect_flat(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_shared *set)
{
    flat_triangle f = make_flat_triangle(a), g = make_flat_triangle(b);
    set->is_coplanar = f.axis >= 0 && g.axis >= 0;
    if (set->is_coplanar) {
        intersect_coplanar(a, b, f.axis, set);
        return;
    }
    add_common_vertices(&f, &g, set);
    for (int i = 0; i < f.edge_count; i++)
        for (int j = 0; j < g.edge_count; j++)
            if (edges_cross(flat_edge_start(&f, i), flat_edge_end(&f, i), flat_edge_start(&g, j),
                            flat_edge_end(&g, j)))
                add_common_corner(set, make_feature(1, f.edge[i]), make_feature(1, g.edge[j]));
    set->verdict = set->count > 0 ? FK_TOUCHING : FK_APART;
    bool is_through = false;
    if (f.edge_count == 1 && g.edge_count == 3 &&
        edge_crosses_face(flat_edge_start(&f, 0), flat_edge_end(&f, 0), b)) {
        add_common_corner(set, make_feature(1, f.edge[0]), make_feature(2, 0));
        is_through = true;
    }
    if (g.edge_count == 1 && f.edge_count == 3 &&
        edge_crosses_face(flat_edge_start(&g, 0), flat_edge_end(&g, 0), a)) {
        add_common_corner(set, make_feature(2, 0), make_feature(1, g.edge[0]));
        is_through = true;
    }
    if (is_through)
        set->verdict = FK_OVERLAPPING;
}

/* ---- All features -------------------------------------------------------------------------------------- */

void fk_triangles_features(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_shared *out)
{
    triangles_sides sides;
    out->verdict = FK_APART;
    out->is_coplanar = false;
    out->count = 0;
    if (!compute_sides(a, b, &sides))
        return;
    bool is_flat = (sides.a[0] | sides.a[1] | sides.a[2]) == 0 || (sides.b[0] | sides.b[1] | sides.b[2]) == 0;
    if (is_flat)
        intersect_flat(a, b, out);
    else
        intersect_on_line(a, b, &sides, out);
}
