/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs around a contact plane: touching by construction, one ulp apart, or at a small gap.
 *
 * One construction makes them all. A plane through a contact point p has the normal n and the directions u
 * and v. Piece a is built on the side that n leaves, b on the side that n enters, each so that its feature in
 * the plane is a vertex, an edge or a face that contains p. So n.x <= n.p on a, n.x >= n.p on b, and p lies
 * in both: the origin lies in a - b, and a - b lies in a half-space through the origin. So they touch,
 * whatever their shapes.
 *
 * This is certain for whole numbers, because everything here is then exact. The bounds, for 24 bits
 * (`wide_grain` below): |p| <= 2^22 by component. The frame of a whole quaternion of components up to 45 has
 * |u|, |v|, |n| = L <= 8100 < 2^13; a skew one has |u|, |v| <= 2^11 and |n| <= 2^23 by component. Edges in
 * the plane are sums of u and v with factors up to 2^7, below 2^21, and up to twice that for the second one.
 * Other edges are below 2^22, and the sign of n.e is computed from integers below 3 * 2^45. So no coordinate
 * reaches 2^24, no product 2^53. The center of a sphere or the core of a capsule is t n away from the plane,
 * with the radius t L, which is whole because round kinds use only frames of whole length. A half-space is
 * bounded by the plane itself, with an offset below 2^53.
 *
 * A kind that cannot meet the plane in the requested dimension uses the nearest possible one: a point has
 * only a vertex, a half-space only a face. */

#include "gen/family_make.h"

#include <assert.h>
#include <math.h>

#include "shape/support.h"

/* How large the numbers are. Real numbers are up to `size`; the other bounds are for whole numbers. */
typedef struct contact_grain {
    bool whole;
    int at;      /* components of the contact point */
    int turn;    /* components of the quaternion of an orthogonal frame */
    int skew;    /* components of u and v of a skew frame */
    int factor;  /* factors of u, v and n */
    int inward;  /* components of an edge that leaves the plane */
    double size; /* of the piece, real */
} contact_grain;

static const contact_grain small_grain = {true, 10, 2, 4, 3, 8, 0};
static const contact_grain wide_grain = {true, 1 << 22, 45, 1 << 11, 1 << 7, 1 << 21, 0};

/* A piece to build, on the side of the plane that n leaves. */
typedef struct contact_side {
    contact_grain grain;
    fk_drawn_frame frame;
    fk_vec3 at;    /* the contact point */
    int dimension; /* of the feature in the plane: 0 vertex, 1 edge, 2 face */
    bool square;   /* u, v, n are orthogonal and of equal length: make a box rectangular */
    fk_vec3 f, g;  /* independent directions in the plane */
} contact_side;

/* Returns the frame seen from the other piece. */
static fk_drawn_frame opposite_frame(fk_drawn_frame frame)
{
    frame.n = fk_vec3_scale(frame.n, -1);
    return frame;
}

/* ---- Directions ---------------------------------------------------------------------------------------- */

/* Draws a positive factor for u, v or n. */
static double draw_factor(fk_random *random, const contact_grain *grain)
{
    if (grain->whole)
        return fk_draw_whole(random, 1, grain->factor);
    return grain->size * fk_random_between(random, 0.25, 1);
}

static double draw_signed_factor(fk_random *random, const contact_grain *grain)
{
    double factor = draw_factor(random, grain);
    return factor * fk_draw_sign(random);
}

/* Returns s u + t v. */
static fk_vec3 point_in_plane(const fk_drawn_frame *frame, double s, double t)
{
    return fk_vec3_add(fk_vec3_scale(frame->u, s), fk_vec3_scale(frame->v, t));
}

/* Draws two independent directions in the plane: s u + t v, and that rotated, with factors (-t, s), sometimes
 * plus the first again. The determinant of the factors is s^2 + t^2, never zero. */
static void draw_plane_directions(fk_random *random, contact_side *side)
{
    double s = draw_signed_factor(random, &side->grain);
    double t = 0;
    if (side->square) {
        side->f = point_in_plane(&side->frame, s, 0);
        t = draw_signed_factor(random, &side->grain);
        side->g = point_in_plane(&side->frame, 0, t);
        return;
    }
    if (!fk_draw_one_in(random, 4))
        t = draw_signed_factor(random, &side->grain);
    side->f = point_in_plane(&side->frame, s, t);
    side->g = point_in_plane(&side->frame, -t, s);
    if (fk_draw_one_in(random, 2))
        side->g = fk_vec3_add(side->g, side->f);
}

/* Draws an edge that leaves the plane: n.e < 0, certain for whole numbers. An edge drawn in the plane is
 * moved out of it by one step along an axis that is not perpendicular to n. */
static fk_vec3 draw_inward(fk_random *random, const contact_side *side)
{
    fk_vec3 n = side->frame.n;
    if (!side->grain.whole) {
        fk_vec3 level = fk_draw_vector(random, side->grain.size);
        double depth = fk_random_between(random, 0.25, 1) * side->grain.size;
        return fk_vec3_sub(level, fk_vec3_scale(n, fk_vec3_dot(n, level) + depth));
    }
    fk_vec3 e = fk_draw_whole_vector(random, side->grain.inward);
    double product = fk_vec3_dot(n, e);
    if (product > 0)
        return fk_vec3_scale(e, -1);
    if (product == 0) {
        if (n.x != 0)
            e.x -= n.x > 0 ? 1 : -1;
        else if (n.y != 0)
            e.y -= n.y > 0 ? 1 : -1;
        else
            e.z -= n.z > 0 ? 1 : -1;
    }
    return e;
}

/* ---- Pieces on one side -------------------------------------------------------------------------------- */

/* Draws `count` points, in any order, whose hull has a feature of the requested dimension in the plane, with
 * `at` in the relative interior of that feature. */
static void draw_simplex(fk_random *random, const contact_side *side, size_t count, fk_vec3 *points)
{
    size_t done = 1;
    points[0] = side->at;
    if (side->dimension == 1) {
        double reach = fk_draw_whole(random, 1, 2);
        points[0] = fk_vec3_add(side->at, fk_vec3_scale(side->f, reach));
        points[1] = fk_vec3_sub(side->at, side->f);
        done = 2;
    }
    if (side->dimension == 2) {
        points[0] = fk_vec3_add(side->at, side->f);
        points[1] = fk_vec3_add(side->at, side->g);
        points[2] = fk_vec3_sub(fk_vec3_sub(side->at, side->f), side->g);
        done = 3;
    }
    assert(done <= count);
    for (; done < count; done++)
        points[done] = fk_vec3_add(side->at, draw_inward(random, side));
    fk_draw_shuffle(random, points, count);
}

static fk_piece draw_contact_tetra(fk_random *random, const contact_side *side)
{
    fk_vec3 p[4];
    draw_simplex(random, side, 4, p);
    return fk_piece_tetra(p[0], fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0]), fk_vec3_sub(p[3], p[0]));
}

/* Draws three orthogonal edges from a corner, all pointing inward. An edge drawn in the plane is replaced,
 * and the box is then skew. */
static void draw_square_corner(fk_random *random, const contact_side *side, fk_vec3 edge[3])
{
    const contact_grain *grain = &side->grain;
    fk_drawn_frame other = grain->whole ? fk_draw_whole_frame(random, grain->turn) : fk_draw_frame(random);
    edge[0] = other.u;
    edge[1] = other.v;
    edge[2] = other.n;
    for (int i = 0; i < 3; i++) {
        double product = fk_vec3_dot(side->frame.n, edge[i]);
        double factor = draw_factor(random, grain);
        if (product == 0 || (!grain->whole && fabs(product) < 0.1))
            edge[i] = draw_inward(random, side);
        else
            edge[i] = fk_vec3_scale(edge[i], product > 0 ? -factor : factor);
    }
}

/* Draws the edges of a box that are not in the plane. For a rectangular box on its edge f, along u, they are
 * -x n + y v and -y n - x v: orthogonal, since v and n are orthogonal and of equal length. */
static void draw_box_edges(fk_random *random, const contact_side *side, fk_vec3 edge[3])
{
    if (!side->square) {
        for (int i = side->dimension; i < 3; i++)
            edge[i] = draw_inward(random, side);
    } else if (side->dimension == 0) {
        draw_square_corner(random, side, edge);
    } else if (side->dimension == 1) {
        double x = draw_factor(random, &side->grain);
        double y = draw_factor(random, &side->grain);
        edge[1] = fk_vec3_add(fk_vec3_scale(side->frame.n, -x), fk_vec3_scale(side->frame.v, y));
        edge[2] = fk_vec3_add(fk_vec3_scale(side->frame.n, -y), fk_vec3_scale(side->frame.v, -x));
    } else {
        edge[2] = fk_vec3_scale(side->frame.n, -draw_factor(random, &side->grain));
    }
}

/* Edges in the plane are doubled, so that the contact point is their midpoint. */
static fk_piece draw_contact_box(fk_random *random, const contact_side *side)
{
    fk_vec3 origin = side->at;
    fk_vec3 edge[3];
    if (side->dimension >= 1) {
        origin = fk_vec3_sub(origin, side->f);
        edge[0] = fk_vec3_scale(side->f, 2);
    }
    if (side->dimension == 2) {
        origin = fk_vec3_sub(origin, side->g);
        edge[1] = fk_vec3_scale(side->g, 2);
    }
    draw_box_edges(random, side, edge);
    fk_piece box = fk_piece_box(origin, edge[0], edge[1], edge[2]);
    return fk_draw_same_set(random, &box);
}

/* The core of a round piece is t n away from the plane, and its radius is t |n|. */
static fk_piece draw_round(fk_random *random, fk_kind kind, const contact_side *side)
{
    assert(side->frame.length > 0);
    double t = draw_factor(random, &side->grain);
    double radius = t * side->frame.length;
    fk_vec3 core[2];
    contact_side moved = *side;
    moved.at = fk_vec3_sub(side->at, fk_vec3_scale(side->frame.n, t));
    if (kind == FK_KIND_SPHERE)
        return fk_piece_sphere(moved.at, radius);
    draw_simplex(random, &moved, 2, core);
    return fk_piece_capsule(core[0], core[1], radius);
}

/* Real normals are scaled by powers of two only, so two half-spaces stay exactly opposite. */
static fk_piece draw_half_space(fk_random *random, const contact_side *side)
{
    double scale = side->grain.whole ? fk_draw_whole(random, 1, 4) : ldexp(1, fk_draw_int(random, -2, 2));
    double offset = scale * fk_vec3_dot(side->frame.n, side->at);
    return fk_piece_half_space(fk_vec3_scale(side->frame.n, scale), offset);
}

/* Returns the highest dimension in which a piece of that kind can meet a plane without crossing it. */
static int highest_dimension(fk_kind kind)
{
    if (kind == FK_KIND_POINT || kind == FK_KIND_SPHERE)
        return 0;
    return kind == FK_KIND_SEGMENT || kind == FK_KIND_CAPSULE ? 1 : 2;
}

static fk_piece draw_side(fk_random *random, fk_kind kind, const contact_side *wanted)
{
    contact_side side = *wanted;
    fk_vec3 p[3];
    if (side.dimension > highest_dimension(kind))
        side.dimension = highest_dimension(kind);
    switch (kind) {
    case FK_KIND_SEGMENT:
        draw_simplex(random, &side, 2, p);
        return fk_piece_segment(p[0], p[1]);
    case FK_KIND_TRIANGLE:
        draw_simplex(random, &side, 3, p);
        return fk_piece_triangle(p[0], p[1], p[2]);
    case FK_KIND_TETRA:
        return draw_contact_tetra(random, &side);
    case FK_KIND_BOX:
        return draw_contact_box(random, &side);
    case FK_KIND_SPHERE:
    case FK_KIND_CAPSULE:
        return draw_round(random, kind, &side);
    case FK_KIND_HALF_SPACE:
        return draw_half_space(random, &side);
    default:
        return fk_piece_point(side.at);
    }
}

/* ---- Both sides ---------------------------------------------------------------------------------------- */

/* A contact: the frame seen from a, and for each piece the dimension of its feature in the plane. */
typedef struct contact_pair {
    fk_drawn_frame frame;
    contact_side a, b;
} contact_pair;

/* Vertex: one piece has a vertex, the other anything. Edge: both have an edge. Face: one has a face, the
 * other anything. */
static void draw_dimensions(fk_random *random, int least, int dimension[2])
{
    int other = least == 1 ? 1 : fk_draw_int(random, 0, 2);
    int first = fk_draw_int(random, 0, 1);
    dimension[first] = least;
    dimension[1 - first] = other;
}

/* Draws plane directions for both; for edges, sometimes the same ones, so that the edges are parallel. */
static void draw_contact_directions(fk_random *random, contact_pair *contact)
{
    bool square = contact->frame.length > 0;
    contact->a.square = square && fk_draw_one_in(random, 2);
    contact->b.square = square && fk_draw_one_in(random, 2);
    draw_plane_directions(random, &contact->a);
    draw_plane_directions(random, &contact->b);
    if (fk_draw_one_in(random, 4)) {
        contact->b.square = contact->a.square;
        contact->b.f = contact->a.f;
        contact->b.g = contact->a.g;
    }
}

static contact_pair draw_whole_contact(fk_random *random, const fk_family_order *order,
                                       const contact_grain *grain, int least)
{
    contact_pair contact;
    int dimension[2];
    bool round = fk_kind_is_round(order->a) || fk_kind_is_round(order->b);
    draw_dimensions(random, least, dimension);
    if (round || fk_draw_one_in(random, 2))
        contact.frame = fk_draw_whole_frame(random, grain->turn);
    else
        contact.frame = fk_draw_skew_frame(random, grain->skew);
    contact.a.grain = contact.b.grain = *grain;
    contact.a.at = contact.b.at = fk_draw_whole_vector(random, grain->at);
    contact.a.dimension = dimension[0];
    contact.b.dimension = dimension[1];
    contact.a.frame = contact.frame;
    contact.b.frame = opposite_frame(contact.frame);
    draw_contact_directions(random, &contact);
    return contact;
}

/* Returns the normal that points from a to b. */
static fk_vec3 make_touching(fk_random *random, const fk_family_order *order, const contact_grain *grain,
                             int least, fk_family_pair *out)
{
    contact_pair contact = draw_whole_contact(random, order, grain, least);
    out->a = draw_side(random, order->a, &contact.a);
    out->b = draw_side(random, order->b, &contact.b);
    out->truth = FK_TOUCHING;
    return contact.frame.n;
}

void fk_make_touch(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    make_touching(random, order, &small_grain, (int)order->value, out);
}

void fk_make_touch_24(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    make_touching(random, order, &wide_grain, (int)order->value, out);
}

/* ---- One ulp apart ------------------------------------------------------------------------------------- */

/* Returns the first axis, from `first` on, that is not perpendicular to a nonzero vector. */
static int oblique_axis(fk_vec3 v, int first)
{
    for (int i = 0; i < 2; i++)
        if (fk_vec3_get(v, (first + i) % 3) != 0)
            return (first + i) % 3;
    return (first + 2) % 3;
}

/* Moves a piece by one ulp in the direction of `away`: the coordinate of each given point along an axis that
 * is not perpendicular to `away`. away.x grows strictly for every vertex: each by its own ulp where vertices
 * are given, all by the ulp of the origin in a cell. So a piece with away.x >= c then has away.x > c. A
 * half-space loses one ulp of its offset. A radius stays as it is. */
static void nudge_piece(fk_piece *piece, fk_vec3 away, int first_axis)
{
    int axis = oblique_axis(away, first_axis);
    double towards = fk_vec3_get(away, axis) > 0 ? HUGE_VAL : -HUGE_VAL;
    double number[FK_PIECE_NUMBERS];
    fk_piece_to_numbers(piece, number);
    for (int i = 0; i < fk_kind_layout(piece->kind).points; i++)
        number[3 * i + axis] = nextafter(number[3 * i + axis], towards);
    if (piece->kind == FK_KIND_HALF_SPACE)
        number[3] = nextafter(number[3], -HUGE_VAL);
    *piece = fk_piece_from_numbers(piece->kind, number);
}

/* Shrinks a round piece instead: its radius is positive, and with one ulp less the piece leaves the plane. */
static bool shrink_piece(fk_piece *piece)
{
    if (piece->kind == FK_KIND_SPHERE)
        piece->as.sphere.radius = nextafter(piece->as.sphere.radius, 0);
    else if (piece->kind == FK_KIND_CAPSULE)
        piece->as.capsule.radius = nextafter(piece->as.capsule.radius, 0);
    else
        return false;
    return true;
}

void fk_make_ulp_apart(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    const contact_grain *grain = fk_draw_one_in(random, 2) ? &small_grain : &wide_grain;
    int least = fk_draw_int(random, 0, 2);
    fk_vec3 n = make_touching(random, order, grain, least, out);
    int axis = fk_draw_int(random, 0, 2);
    bool move_a = fk_draw_one_in(random, 2);
    bool by_radius = fk_draw_one_in(random, 2);
    fk_piece *piece = move_a ? &out->a : &out->b;
    if (!by_radius || !shrink_piece(piece))
        nudge_piece(piece, move_a ? fk_vec3_scale(n, -1) : n, axis);
    out->truth = FK_APART;
}

/* ---- A small gap --------------------------------------------------------------------------------------- */

void fk_make_near_contact(fk_random *random, const fk_family_order *order,
                          const fk_near_contact *near_contact, fk_family_pair *out)
{
    contact_pair contact;
    int dimension[2];
    int least = fk_draw_int(random, 0, 2);
    draw_dimensions(random, least, dimension);
    contact.frame = fk_draw_frame(random);
    contact.a.grain = contact.b.grain = (contact_grain){.whole = false};
    contact.a.grain.size = near_contact->size_a;
    contact.b.grain.size = near_contact->size_b;
    contact.a.at = near_contact->at;
    contact.b.at = fk_vec3_add(near_contact->at, fk_vec3_scale(contact.frame.n, near_contact->gap));
    contact.a.dimension = dimension[0];
    contact.b.dimension = dimension[1];
    contact.a.frame = contact.frame;
    contact.b.frame = opposite_frame(contact.frame);
    draw_contact_directions(random, &contact);
    out->a = draw_side(random, order->a, &contact.a);
    out->b = draw_side(random, order->b, &contact.b);
}

/* Gaps from here on are certain: rounding moves the support values along n by less than 1e-13, since all
 * numbers here are below 16 and the result of few operations. */
#define CERTAIN_GAP 1e-10

/* Half of the pairs have a positive gap, half a negative one. A quarter are at the origin, where the smallest
 * gaps survive rounding. A negative gap does not imply an overlap: two segments pushed through each other are
 * apart again. */
void fk_make_gap(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    fk_near_contact near_contact = {.size_a = 1, .size_b = 1};
    near_contact.gap = order->value * fk_draw_sign(random);
    if (!fk_draw_one_in(random, 4))
        near_contact.at = fk_draw_vector(random, 2);
    fk_make_near_contact(random, order, &near_contact, out);
    if (near_contact.gap >= CERTAIN_GAP)
        out->truth = FK_APART;
}
