/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs anywhere in space: real coordinates, of one size or of very different ones, near the origin or far
 * from it, plump or thin.
 *
 * A piece is drawn around a center. The center of b is displaced from that of a in a random direction, by up
 * to twice the sum of their meeting radii, so that about half of the pairs meet. These radii were measured,
 * not derived. Kinds too flat to meet by chance (two segments, a point and a triangle) share a vertex in half
 * of their pairs. Truth is claimed only for those and for two half-spaces. */

#include "gen/family_make.h"

#include <math.h>

/* ---- Plump pieces -------------------------------------------------------------------------------------- */

/* Returns the average radius of a piece of size 1 for meeting another one. With these radii 30 to 70 of 100
 * pairs meet, for every two kinds. */
static double meeting_radius(fk_kind kind)
{
    switch (kind) {
    case FK_KIND_SEGMENT:
        return 0.12;
    case FK_KIND_TRIANGLE:
        return 0.25;
    case FK_KIND_TETRA:
        return 0.33;
    case FK_KIND_BOX:
    case FK_KIND_SPHERE:
        return 0.63;
    case FK_KIND_CAPSULE:
        return 0.48;
    default: /* a point; a half-space is placed by other means */
        return 0;
    }
}

static fk_vec3 point_along(fk_vec3 from, fk_vec3 direction, double distance)
{
    return fk_vec3_add(from, fk_vec3_scale(direction, distance));
}

/* Draws the edges of a box: orthogonal or skew, in any order, so of either handedness. */
static void draw_spread_edges(fk_random *random, double size, fk_vec3 edge[3])
{
    bool skew = fk_draw_one_in(random, 2);
    fk_drawn_frame frame = fk_draw_frame(random);
    edge[0] = frame.u;
    edge[1] = frame.v;
    edge[2] = frame.n;
    for (int i = 0; i < 3; i++) {
        if (skew)
            edge[i] = fk_vec3_add(edge[i], fk_draw_vector(random, 0.6));
        edge[i] = fk_vec3_scale(edge[i], size * fk_random_between(random, 0.5, 1.5));
    }
    fk_draw_shuffle(random, edge, 3);
}

static fk_piece draw_spread_box(fk_random *random, fk_vec3 center, double size)
{
    fk_vec3 edge[3];
    draw_spread_edges(random, size, edge);
    fk_vec3 origin = center;
    for (int i = 0; i < 3; i++)
        origin = point_along(origin, edge[i], -0.5);
    return fk_piece_box(origin, edge[0], edge[1], edge[2]);
}

/* Draws at most four points around a center, which is their mean. */
static void draw_points(fk_random *random, fk_vec3 center, double size, size_t count, fk_vec3 *points)
{
    fk_vec3 sum = fk_vec3_make(0, 0, 0);
    for (size_t i = 0; i < count; i++) {
        points[i] = fk_vec3_scale(fk_draw_direction(random), size);
        sum = fk_vec3_add(sum, points[i]);
    }
    center = point_along(center, sum, -1 / (double)count);
    for (size_t i = 0; i < count; i++)
        points[i] = fk_vec3_add(points[i], center);
}

/* Draws a plump piece around a center. The plane of a half-space contains it. */
static fk_piece draw_spread_piece(fk_random *random, fk_kind kind, fk_vec3 center, double size)
{
    fk_vec3 p[4];
    double radius = size * fk_random_between(random, 0.25, 1);
    switch (kind) {
    case FK_KIND_SEGMENT:
        draw_points(random, center, size, 2, p);
        return fk_piece_segment(p[0], p[1]);
    case FK_KIND_TRIANGLE:
        draw_points(random, center, size, 3, p);
        return fk_piece_triangle(p[0], p[1], p[2]);
    case FK_KIND_TETRA:
        draw_points(random, center, size, 4, p);
        for (int i = 1; i < 4; i++)
            p[i] = fk_vec3_sub(p[i], p[0]);
        return fk_piece_tetra(p[0], p[1], p[2], p[3]);
    case FK_KIND_BOX:
        return draw_spread_box(random, center, size);
    case FK_KIND_SPHERE:
        return fk_piece_sphere(center, radius);
    case FK_KIND_CAPSULE:
        draw_points(random, center, size, 2, p);
        return fk_piece_capsule(p[0], p[1], 0.5 * radius);
    case FK_KIND_HALF_SPACE:
        p[0] = fk_vec3_scale(fk_draw_direction(random), 1 + radius / size);
        return fk_piece_half_space(p[0], fk_vec3_dot(p[0], center));
    default:
        return fk_piece_point(center);
    }
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* Two half-spaces are apart only if their normals are exactly opposite, as in most pairs here. Then n.x <= c
 * and -s n.x <= -s d, s a power of two, reduce the question to comparing c and d, which are both exact. */
static void make_opposite(fk_random *random, fk_vec3 normal, double offset, double size, fk_family_pair *out)
{
    double beyond = size * fk_random_between(random, -0.25, 1);
    double scale = ldexp(-1, fk_draw_int(random, 0, 6)); /* up only: nothing underflows */
    double other = offset;
    if (!fk_draw_one_in(random, 8))
        other = offset + beyond;
    out->b = fk_piece_half_space(fk_vec3_scale(normal, scale), other * scale);
    if (offset < other)
        out->truth = FK_APART;
    else
        out->truth = offset == other ? FK_TOUCHING : FK_OVERLAPPING;
}

/* Makes two half-spaces with planes near `at`: mostly with exactly opposite normals, about as often apart as
 * not. */
static void make_half_spaces(fk_random *random, fk_vec3 at, double size, fk_family_pair *out)
{
    fk_vec3 normal = fk_draw_direction(random);
    double offset = fk_vec3_dot(normal, at);
    double shift = size * fk_random_between(random, -1, 1);
    out->a = fk_piece_half_space(normal, offset);
    switch (fk_draw_int(random, 0, 7)) {
    case 0: /* parallel */
        out->b = fk_piece_half_space(fk_vec3_scale(normal, 2), 2 * (offset + shift));
        out->truth = FK_OVERLAPPING;
        break;
    case 1: /* any: opposite normals have no positive product, rounded or not */
        out->b = draw_spread_piece(random, FK_KIND_HALF_SPACE, at, size);
        if (fk_vec3_dot(normal, out->b.as.half.normal) > 0)
            out->truth = FK_OVERLAPPING;
        break;
    default:
        make_opposite(random, normal, offset, size, out);
        break;
    }
}

/* ---- Placing b ----------------------------------------------------------------------------------------- */

typedef struct piece_placement {
    fk_vec3 at; /* centre of a */
    double size_a, size_b;
} piece_placement;

/* The half-space contains `at` on its boundary. The center of the other piece is outside by 0.4 of its size,
 * about where pieces cease to meet, plus or minus 1.5 sizes. */
static void make_with_half_space(fk_random *random, const fk_family_order *order,
                                 const piece_placement *place, fk_family_pair *out)
{
    bool half_a = order->a == FK_KIND_HALF_SPACE;
    fk_kind kind = half_a ? order->b : order->a;
    double size = half_a ? place->size_b : place->size_a;
    fk_piece half = draw_spread_piece(random, FK_KIND_HALF_SPACE, place->at, size);
    fk_vec3 normal = half.as.half.normal;
    double squared = fk_vec3_dot(normal, normal);
    double distance = size * (0.4 + fk_random_between(random, -1.5, 1.5));
    fk_vec3 level = fk_draw_vector(random, size);
    level = point_along(level, normal, -fk_vec3_dot(normal, level) / squared);
    fk_vec3 center = point_along(fk_vec3_add(place->at, level), normal, distance / sqrt(squared));
    fk_piece other = draw_spread_piece(random, kind, center, size);
    out->a = half_a ? half : other;
    out->b = half_a ? other : half;
}

/* Returns the given vertices of a flat piece. */
static fk_vec3 *flat_vertices(fk_piece *piece)
{
    if (piece->kind == FK_KIND_POINT)
        return &piece->as.point;
    return piece->kind == FK_KIND_SEGMENT ? piece->as.segment : piece->as.triangle;
}

/* Makes the first vertex of b one of a. Their difference has no volume, so they touch for certain. */
static void share_one_vertex(fk_random *random, fk_family_pair *out)
{
    int corner = fk_draw_int(random, 0, fk_kind_dimension(out->a.kind));
    flat_vertices(&out->b)[0] = flat_vertices(&out->a)[corner];
    out->truth = FK_TOUCHING;
}

static void make_spread(fk_random *random, const fk_family_order *order, const piece_placement *place,
                        fk_family_pair *out)
{
    bool half_a = order->a == FK_KIND_HALF_SPACE, half_b = order->b == FK_KIND_HALF_SPACE;
    if (half_a && half_b) {
        make_half_spaces(random, place->at, place->size_a, out);
        return;
    }
    if (half_a || half_b) {
        make_with_half_space(random, order, place, out);
        return;
    }
    double distance = 2 * fk_random_unit(random);
    distance *= meeting_radius(order->a) * place->size_a + meeting_radius(order->b) * place->size_b;
    if (order->a == FK_KIND_POINT || order->b == FK_KIND_POINT)
        distance *= 0.8; /* against a point, what sticks out of a piece counts for less */
    if (order->a == FK_KIND_POINT && order->b == FK_KIND_POINT)
        distance = place->size_a;
    fk_vec3 direction = fk_draw_direction(random);
    out->a = draw_spread_piece(random, order->a, place->at, place->size_a);
    out->b = draw_spread_piece(random, order->b, point_along(place->at, direction, distance), place->size_b);
    if (fk_kind_dimension(order->a) + fk_kind_dimension(order->b) < 3 && fk_draw_one_in(random, 2))
        share_one_vertex(random, out);
}

/* ---- The families -------------------------------------------------------------------------------------- */

/* Draws sizes about `scale`, within a factor of four of each other, and a center within `distance`. */
static piece_placement draw_placement(fk_random *random, double scale, double distance)
{
    piece_placement place;
    place.at = fk_draw_vector(random, distance);
    place.size_a = scale * fk_random_between(random, 0.5, 2);
    place.size_b = scale * fk_random_between(random, 0.5, 2);
    return place;
}

void fk_make_random(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    piece_placement place = draw_placement(random, 1, 10);
    make_spread(random, order, &place, out);
}

void fk_make_tiny(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    double scale = ldexp(1, fk_draw_int(random, -1000, -30));
    piece_placement place = draw_placement(random, scale, 4 * scale);
    make_spread(random, order, &place, out);
}

void fk_make_huge(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    double scale = ldexp(1, fk_draw_int(random, 30, 1000));
    piece_placement place = draw_placement(random, scale, 4 * scale);
    make_spread(random, order, &place, out);
}

/* At up to 2^52 times the size, where the given corners lie on a coarse grid. */
void fk_make_far(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    double distance = ldexp(1, fk_draw_int(random, 20, 52));
    piece_placement place = draw_placement(random, 1, distance);
    make_spread(random, order, &place, out);
}

/* 1e6 against 1e-6, with the small piece anywhere in or near the large one, or at its surface. */
void fk_make_mixed_scale(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    bool large_a = fk_draw_one_in(random, 2);
    bool at_surface = fk_draw_one_in(random, 2);
    double size_a = large_a ? 1e6 : 1e-6, size_b = large_a ? 1e-6 : 1e6;
    if (at_surface) {
        fk_near_contact near_contact = {.size_a = size_a, .size_b = size_b};
        near_contact.gap = fk_random_between(random, -1e-6, 1e-6);
        near_contact.at = fk_draw_vector(random, 1);
        fk_make_near_contact(random, order, &near_contact, out);
        return;
    }
    piece_placement place = {fk_draw_vector(random, 1), size_a, size_b};
    make_spread(random, order, &place, out);
}

/* ---- Needles ------------------------------------------------------------------------------------------- */

/* Returns how many edges of a block a kind uses, and in *share which fraction of each leads from its origin
 * to its centroid. */
static size_t used_edges(fk_kind kind, double *share)
{
    switch (kind) {
    case FK_KIND_SEGMENT:
    case FK_KIND_CAPSULE:
        *share = 1 / 2.0;
        return 1;
    case FK_KIND_TRIANGLE:
        *share = 1 / 3.0;
        return 2;
    case FK_KIND_TETRA:
        *share = 1 / 4.0;
        return 3;
    case FK_KIND_BOX:
        *share = 1 / 2.0;
        return 3;
    default:
        *share = 0;
        return 0;
    }
}

/* Draws a piece of length about 1 along the frame's n and `radius` across, centered at the block's origin. */
static fk_piece draw_needle(fk_random *random, fk_kind kind, const fk_drawn_frame *frame, fk_block block)
{
    double thin = block.radius;
    block.edge[0] = frame->n;
    block.edge[1] = frame->u;
    block.edge[2] = frame->v;
    for (int i = 0; i < 3; i++)
        block.edge[i] = fk_vec3_scale(block.edge[i], (i > 0 ? thin : 1) * fk_random_between(random, 0.5, 2));
    double share;
    size_t count = used_edges(kind, &share);
    for (size_t i = 0; i < count; i++)
        block.origin = point_along(block.origin, block.edge[i], -share);
    fk_draw_shuffle(random, block.edge, count);
    return fk_block_piece(kind, &block);
}

/* Needles that pass each other at a distance of about their thickness: crossing, or parallel to each other or
 * to the plane of a half-space. */
void fk_make_needles(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    bool half_a = order->a == FK_KIND_HALF_SPACE, half_b = order->b == FK_KIND_HALF_SPACE;
    double thin = ldexp(1, fk_draw_int(random, -40, -10));
    fk_block a = {.origin = fk_draw_vector(random, 1), .radius = thin}, b = a;
    if (half_a && half_b) {
        make_half_spaces(random, a.origin, thin, out);
        return;
    }
    bool parallel = fk_draw_one_in(random, 3) || half_a || half_b;
    fk_drawn_frame frame_a = fk_draw_frame(random);
    fk_drawn_frame frame_b = parallel ? frame_a : fk_draw_frame(random);
    double distance = 4 * thin * fk_random_unit(random);
    b.origin = point_along(a.origin, fk_draw_direction(random), distance);
    out->a = draw_needle(random, order->a, &frame_a, a);
    out->b = draw_needle(random, order->b, &frame_b, b);
}
