/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The vertices of a piece as exact sums. */

#include "shape/vertices.h"

#include "base/vec3.h"
#include "shape/support.h"

bool fk_piece_is_smooth(const fk_piece *piece)
{
    bool tapered = piece->kind == FK_KIND_CYLINDER || piece->kind == FK_KIND_CONE;
    return piece->kind == FK_KIND_ELLIPSOID || (tapered && fk_sign_of(piece->as.capsule.radius) != 0);
}

uint32_t fk_piece_vertex_count(const fk_piece *piece)
{
    switch (piece->kind) {
    case FK_KIND_POINT:
    case FK_KIND_SPHERE:
        return 1;
    case FK_KIND_SEGMENT:
    case FK_KIND_CAPSULE:
        return 2;
    case FK_KIND_TRIANGLE:
        return 3;
    case FK_KIND_TETRA:
        return 4;
    case FK_KIND_BOX:
        return 8;
    case FK_KIND_HULL:
        return piece->as.hull.count;
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return fk_piece_is_smooth(piece) ? 0 : 2;
    default:
        return 0;
    }
}

/* Vertex i of a kind that lists its vertices. */
static fk_vec3 point_at(const fk_piece *piece, uint32_t i)
{
    switch (piece->kind) {
    case FK_KIND_SEGMENT:
        return piece->as.segment[i];
    case FK_KIND_CAPSULE:
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return piece->as.capsule.end[i];
    case FK_KIND_HULL:
        return fk_points_at(&piece->as.hull, i);
    case FK_KIND_TRIANGLE:
        return piece->as.triangle[i];
    case FK_KIND_SPHERE:
        return piece->as.sphere.center;
    default:
        return piece->as.point;
    }
}

uint32_t fk_piece_vertex_terms(const fk_piece *piece, uint32_t vertex, fk_vec3 term[FK_TERM_MAX])
{
    if (piece->kind != FK_KIND_BOX && piece->kind != FK_KIND_TETRA) {
        term[0] = point_at(piece, vertex);
        return 1;
    }
    uint32_t count = 0;
    term[count++] = piece->as.cell.origin;
    for (uint32_t k = 0; k < 3; k++)
        if (fk_cell_vertex_has_edge(piece->kind, vertex, k))
            term[count++] = piece->as.cell.edge[k];
    return count;
}

fk_vec3 fk_piece_vertex_at(const fk_piece *piece, uint32_t vertex)
{
    fk_vec3 term[FK_TERM_MAX];
    uint32_t count = fk_piece_vertex_terms(piece, vertex, term);
    for (uint32_t i = 1; i < count; i++)
        term[0] = fk_vec3_add(term[0], term[i]);
    return term[0];
}

fk_exact_vec3 fk_piece_vertex(fk_arena *arena, const fk_piece *piece, uint32_t vertex)
{
    fk_vec3 term[FK_TERM_MAX];
    uint32_t count = fk_piece_vertex_terms(piece, vertex, term);
    return fk_exact_vec3_sum(arena, term, count);
}

/* All numbers that a processor may read as zero have the same exponent. */
static int points_exponent(const fk_points *points)
{
    fk_aabb box;
    fk_scan_box(points, &box);
    int low = fk_vec3_exponent(box.min), high = fk_vec3_exponent(box.max);
    return low > high ? low : high;
}

int fk_piece_exponent(const fk_piece *piece)
{
    if (piece->kind == FK_KIND_HULL)
        return points_exponent(&piece->as.hull);
    int exponent = -1023;
    fk_vec3 term[FK_TERM_MAX];
    for (uint32_t i = 0; i < fk_piece_vertex_count(piece); i++) {
        uint32_t count = fk_piece_vertex_terms(piece, i, term);
        for (uint32_t k = 0; k < count; k++) {
            int own = fk_vec3_exponent(term[k]);
            exponent = own > exponent ? own : exponent;
        }
    }
    return exponent;
}

uint32_t fk_piece_step_terms(const fk_piece *piece, uint32_t from, uint32_t to, fk_vec3 term[FK_STEP_MAX])
{
    uint32_t count = 0;
    if (from == to)
        return 0;
    if (piece->kind == FK_KIND_BOX) {
        for (uint32_t k = 0; k < 3; k++)
            if ((from ^ to) >> k & 1)
                term[count++] = to >> k & 1 ? piece->as.cell.edge[k] : fk_vec3_negate(piece->as.cell.edge[k]);
        return count;
    }
    if (piece->kind == FK_KIND_TETRA) {
        /* Vertex 0 is the origin, which both vertices share. */
        if (to > 0)
            term[count++] = piece->as.cell.edge[to - 1];
        if (from > 0)
            term[count++] = fk_vec3_negate(piece->as.cell.edge[from - 1]);
        return count;
    }
    term[count++] = point_at(piece, to);
    term[count++] = fk_vec3_negate(point_at(piece, from));
    return count;
}

fk_exact_vec3 fk_piece_step(fk_arena *arena, const fk_piece *piece, uint32_t from, uint32_t to)
{
    fk_vec3 term[FK_STEP_MAX];
    uint32_t count = fk_piece_step_terms(piece, from, to, term);
    return fk_exact_vec3_sum(arena, term, count);
}

double fk_piece_radius(const fk_piece *piece)
{
    if (piece->kind == FK_KIND_SPHERE)
        return piece->as.sphere.radius;
    return piece->kind == FK_KIND_CAPSULE ? piece->as.capsule.radius : 0.0;
}

bool fk_piece_is_polyhedron(const fk_piece *piece)
{
    return fk_piece_vertex_count(piece) > 0 && fk_sign_of(fk_piece_radius(piece)) == 0;
}
