/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Half-spaces {x : n.x <= c}. A piece meets one when the least n.x over its vertices, minus r |n| for a round
 * piece, does not exceed c; n need not have length 1, so the radius is compared in squares.
 *
 * Error bound of fk_half_space_filter, which uses doubles. Let u = 2^-52, N = |n.x| + |n.y| + |n.z|, and `size` the sum of
 * the largest coordinates of the points or of the cell's origin, of all edges added to it, and of the radius. A height n.x is
 * off by 4 u N size, or for a box, three products of edges added to that of its origin, by 6 u N size; r |n| is off by
 * 4 u N r; subtracting both from c adds 2 u (|c| + N size). For smooth pieces the radius of a disc times |n x axis|, with the axis
 * off by 4 u, is off by 12 u N r, and the length |E^T n| of an ellipsoid by 8 u N size. ERROR = 32 u of |c| + N size covers all
 * of it. With N and size between 2^-400 and 2^400, and for ellipsoids N size, too, flushing to zero changes less than that,
 * except for c, which TINY covers. */

#include "pair/verdict/verdict.h"

#include <math.h>

#include "base/vec3.h"
#include "shape/support.h"
#include "shape/vertices.h"

#define ERROR    0x1p-47
#define TINY     0x1p-900
#define SMALLEST 0x1p-400
#define LARGEST  0x1p400

static fk_verdict verdict_of_overlap(int sign)
{
    return sign > 0 ? FK_OVERLAPPING : sign == 0 ? FK_TOUCHING : FK_APART;
}

fk_exact fk_vertices_support(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n, int want,
                             uint32_t *vertex)
{
    uint32_t mark = arena->used;
    fk_exact end = fk_exact_keep(arena, mark, fk_exact_vec3_dot(arena, n, fk_piece_vertex(arena, piece, 0)));
    *vertex = 0;
    for (uint32_t i = 1; i < fk_piece_vertex_count(piece); i++) {
        fk_exact next = fk_exact_vec3_dot(arena, n, fk_piece_vertex(arena, piece, i));
        if (fk_exact_compare(next, end) == want) {
            end = next;
            *vertex = i;
        }
        end = fk_exact_keep(arena, mark, end);
    }
    return end;
}

static fk_verdict piece_verdict(fk_arena *arena, const fk_piece *half, const fk_piece *piece,
                                uint32_t *deepest)
{
    fk_exact_vec3 n = fk_exact_vec3_from(arena, half->as.half.normal);
    fk_exact least = fk_vertices_support(arena, piece, n, -1, deepest);
    fk_exact room = fk_exact_sub(arena, fk_exact_from(arena, half->as.half.offset), least);
    int sign = room.sign;
    double radius = fk_piece_radius(piece);
    if (sign <= 0 && fk_sign_of(radius) > 0) {
        fk_exact r = fk_exact_from(arena, radius);
        fk_exact reach = fk_exact_mul(arena, fk_exact_mul(arena, r, r), fk_exact_vec3_dot(arena, n, n));
        sign = fk_exact_compare(reach, fk_exact_mul(arena, room, room));
    }
    return verdict_of_overlap(sign);
}

bool fk_half_spaces_are_opposite(fk_arena *arena, const fk_plane *a, const fk_plane *b, fk_exact size[2])
{
    fk_exact_vec3 n_a = fk_exact_vec3_from(arena, a->normal), n_b = fk_exact_vec3_from(arena, b->normal);
    if (!fk_exact_vec3_is_zero(fk_exact_vec3_cross(arena, n_a, n_b)) ||
        fk_exact_vec3_dot(arena, n_a, n_b).sign > 0)
        return false;
    int axis = n_a.x.sign != 0 ? 0 : n_a.y.sign != 0 ? 1 : 2;
    size[0] = fk_exact_vec3_get(n_a, axis);
    size[1] = fk_exact_vec3_get(n_b, axis);
    size[0].sign = size[1].sign = 1;
    return true;
}

fk_exact fk_half_spaces_overlap(fk_arena *arena, const fk_plane *a, const fk_plane *b, const fk_exact size[2])
{
    fk_exact room_a = fk_exact_mul(arena, size[1], fk_exact_from(arena, a->offset));
    fk_exact room_b = fk_exact_mul(arena, size[0], fk_exact_from(arena, b->offset));
    return fk_exact_add(arena, room_a, room_b);
}

static fk_verdict half_spaces_verdict(fk_arena *arena, const fk_plane *a, const fk_plane *b)
{
    fk_exact size[2];
    if (!fk_half_spaces_are_opposite(arena, a, b, size))
        return FK_OVERLAPPING;
    return verdict_of_overlap(fk_half_spaces_overlap(arena, a, b, size).sign);
}

fk_verdict fk_half_space_verdict(fk_arena *arena, const fk_piece *a, const fk_piece *b, uint32_t *deepest)
{
    fk_verdict verdict;
    *deepest = 0;
    if (a->kind != FK_KIND_HALF_SPACE)
        verdict = piece_verdict(arena, b, a, deepest);
    else if (b->kind != FK_KIND_HALF_SPACE)
        verdict = piece_verdict(arena, a, b, deepest);
    else
        verdict = half_spaces_verdict(arena, &a->as.half, &b->as.half);
    return arena->full ? FK_UNDECIDED : verdict;
}

/* ---- In doubles ---------------------------------------------------------------------------------------- */

/* The least n.x over the vertices of a piece, the size for its error bound, and whether the numbers are finite. */
typedef struct lowest_height {
    double least, size;
    bool known;
} lowest_height;

static lowest_height lowest_of_cell(const fk_cell *cell, bool is_box, fk_vec3 n)
{
    lowest_height d = {0.0, fk_vec3_largest(cell->origin), true};
    double nonfinite = 0.0;
    for (int k = 0; k < 3; k++) {
        fk_vec3 e = cell->edge[k];
        double along = fk_vec3_dot(n, e);
        nonfinite += along * 0.0;
        d.least = is_box ? d.least + fk_smaller(along, 0.0) : fk_smaller(along, d.least);
        d.size += fk_vec3_largest(e);
    }
    double height = fk_vec3_dot(n, cell->origin);
    d.least += height;
    d.known = nonfinite + height * 0.0 == 0.0;
    return d;
}

static lowest_height lowest_of_points(const fk_vec3 *point, uint32_t count, fk_vec3 n)
{
    lowest_height d = {INFINITY, 0.0, true};
    double nonfinite = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double height = fk_vec3_dot(n, point[i]);
        nonfinite += height * 0.0;
        d.least = fk_smaller(height, d.least);
        d.size = fk_larger(fk_vec3_largest(point[i]), d.size);
    }
    d.known = nonfinite == 0.0;
    return d;
}

static lowest_height lowest_of_hull(const fk_points *hull, fk_vec3 n)
{
    lowest_height d = {0.0, 0.0, false};
    fk_aabb box;
    if (hull->point == NULL || hull->count == 0 || !fk_scan_box(hull, &box))
        return d;
    fk_vec3 zero = {0, 0, 0};
    d.least = -fk_scan_farthest(hull, 1.0, zero, fk_vec3_negate(n)).value;
    d.size = fk_larger(fk_vec3_largest(box.min), fk_vec3_largest(box.max));
    d.known = true;
    return d;
}

/* Of a cylinder or cone with a radius. */
static lowest_height lowest_of_tapered(const fk_piece *piece, fk_vec3 n)
{
    const fk_capsule *c = &piece->as.capsule;
    lowest_height d = lowest_of_points(c->end, 2, n);
    fk_vec3 edge = fk_vec3_sub(c->end[1], c->end[0]), axis = fk_vec3_unit(edge);
    double reach = c->radius * fk_vec3_length(fk_vec3_cross(n, axis));
    double base = fk_vec3_dot(n, c->end[0]) - reach, other = fk_vec3_dot(n, c->end[1]);
    d.least = fk_smaller(base, piece->kind == FK_KIND_CONE ? other : other - reach);
    d.size += c->radius;
    /* Without a radius it is a segment; a short axis may lose its direction by flushing. */
    d.known = d.known && c->radius > 0.0 && reach * 0.0 == 0.0 && fk_vec3_largest(edge) > SMALLEST;
    return d;
}

static lowest_height lowest_of_ellipsoid(const fk_cell *cell, fk_vec3 n)
{
    lowest_height d = lowest_of_cell(cell, true, n);
    double x = fk_vec3_dot(n, cell->edge[0]), y = fk_vec3_dot(n, cell->edge[1]),
           z = fk_vec3_dot(n, cell->edge[2]);
    d.least = fk_vec3_dot(n, cell->origin) - sqrt(x * x + y * y + z * z);
    /* Else squares are flushed or overflow. */
    double height = fk_vec3_largest(n) * d.size;
    d.known = d.known && height > SMALLEST && height < LARGEST;
    return d;
}

static lowest_height lowest_of_piece(const fk_piece *piece, fk_vec3 n)
{
    lowest_height none = {0.0, 0.0, false};
    switch (piece->kind) {
    case FK_KIND_BOX:
    case FK_KIND_TETRA:
        return lowest_of_cell(&piece->as.cell, piece->kind == FK_KIND_BOX, n);
    case FK_KIND_HULL:
        return lowest_of_hull(&piece->as.hull, n);
    case FK_KIND_POINT:
    case FK_KIND_SPHERE:
        return lowest_of_points(&piece->as.point, 1, n);
    case FK_KIND_SEGMENT:
    case FK_KIND_CAPSULE:
        return lowest_of_points(piece->as.segment, 2, n);
    case FK_KIND_TRIANGLE:
        return lowest_of_points(piece->as.triangle, 3, n);
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return lowest_of_tapered(piece, n);
    case FK_KIND_ELLIPSOID:
        return lowest_of_ellipsoid(&piece->as.ellipsoid, n);
    default:
        return none;
    }
}

fk_verdict fk_half_space_filter(const fk_piece *a, const fk_piece *b)
{
    const fk_piece *half = a->kind == FK_KIND_HALF_SPACE ? a : b, *piece = half == a ? b : a;
    fk_vec3 n = half->as.half.normal;
    double c = half->as.half.offset, radius = fk_piece_radius(piece), sum = fk_vec3_norm1(n);
    lowest_height d = lowest_of_piece(piece, n);
    double size = d.size + radius, error = ERROR * (fabs(c) + sum * size) + TINY;
    if (!d.known || fk_sign_of(radius) < 0 || !(size > SMALLEST && size < LARGEST) ||
        !(sum > SMALLEST && sum < LARGEST) || !(fabs(c) < 0x1p900))
        return FK_UNDECIDED;
    double room = c - d.least;
    if (radius > 0.0)
        room += radius * fk_vec3_length(n);
    return room > error ? FK_OVERLAPPING : room < -error ? FK_APART : FK_UNDECIDED;
}
