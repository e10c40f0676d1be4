/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pieces as the peers want them. */

#include "peers/shapes.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Boxes --------------------------------------------------------------------------------------------- */

/* Never overflows or underflows on its way. */
static double vector_length(fk_vec3 v)
{
    return hypot(hypot(v.x, v.y), v.z);
}

/* A direction of length 1 that is perpendicular to v: v crossed with the axis that it is farthest from. */
static fk_vec3 any_perpendicular(fk_vec3 v)
{
    fk_vec3 other = fk_vec3_make(0, 0, 1);
    if (fabs(v.x) <= fabs(v.y) && fabs(v.x) <= fabs(v.z))
        other = fk_vec3_make(1, 0, 0);
    else if (fabs(v.y) <= fabs(v.z))
        other = fk_vec3_make(0, 1, 0);
    fk_vec3 n = fk_vec3_cross(v, other);
    return fk_vec3_scale(n, 1 / vector_length(n));
}

/* Gives each edge of length zero a direction, and makes the frame right-handed: the box is the same with an axis turned
 * round. */
static void complete_frame(fk_vec3 axis[3], const double half[3])
{
    int zeros = (half[0] == 0) + (half[1] == 0) + (half[2] == 0);
    int first = half[0] != 0 ? 0 : half[1] != 0 ? 1 : 2; /* the first edge that is not zero */
    if (zeros == 3)
        axis[first] = fk_vec3_make(0, 0, 1);
    if (zeros >= 2)
        axis[(first + 1) % 3] = any_perpendicular(axis[first]);
    for (int i = 0; zeros > 0 && i < 3; i++)
        if (half[i] == 0 && (zeros == 1 || (i != first && i != (first + 1) % 3)))
            axis[i] = fk_vec3_cross(axis[(i + 1) % 3], axis[(i + 2) % 3]);
    if (fk_vec3_dot(fk_vec3_cross(axis[0], axis[1]), axis[2]) < 0)
        axis[2] = fk_vec3_negate(axis[2]);
}

bench_box bench_make_box(const fk_piece *piece)
{
    bench_box box;
    fk_vec3 axis[3], center = bench_middle(piece);
    bool is_box = piece->kind == FK_KIND_BOX;
    assert(is_box || piece->kind == FK_KIND_ELLIPSOID);
    for (int i = 0; i < 3; i++) {
        fk_vec3 edge = is_box ? piece->as.cell.edge[i] : piece->as.ellipsoid.edge[i];
        double length = vector_length(edge);
        box.half[i] = is_box ? length / 2 : length;
        axis[i] = length > 0 ? fk_vec3_make(edge.x / length, edge.y / length, edge.z / length) : edge;
    }
    complete_frame(axis, box.half);
    for (int k = 0; k < 3; k++) {
        box.center[k] = fk_vec3_get(center, k);
        for (int i = 0; i < 3; i++)
            box.axis[i][k] = fk_vec3_get(axis[i], k);
    }
    return box;
}

/* ---- Vertices and faces -------------------------------------------------------------------------------- */

fk_vec3 *bench_vertices(const fk_piece *piece, size_t *count)
{
    fk_vec3 *out;
    const fk_cell *cell = &piece->as.cell;
    switch (piece->kind) {
    case FK_KIND_TRIANGLE:
        *count = 3;
        out = bench_allocate(*count, sizeof *out);
        memcpy(out, piece->as.triangle, sizeof piece->as.triangle);
        return out;
    case FK_KIND_HULL:
        *count = piece->as.hull.count;
        out = bench_allocate(*count, sizeof *out);
        memcpy(out, piece->as.hull.point, *count * sizeof *out);
        return out;
    case FK_KIND_TETRA:
        *count = 4;
        out = bench_allocate(*count, sizeof *out);
        for (int i = 0; i < 4; i++)
            out[i] = i > 0 ? fk_vec3_add(cell->origin, cell->edge[i - 1]) : cell->origin;
        return out;
    default:
        assert(piece->kind == FK_KIND_BOX);
        *count = 8;
        out = bench_allocate(*count, sizeof *out);
        for (int i = 0; i < 8; i++) {
            out[i] = cell->origin;
            for (int k = 0; k < 3; k++)
                if (i >> k & 1)
                    out[i] = fk_vec3_add(out[i], cell->edge[k]);
        }
        return out;
    }
}

fk_vec3 bench_middle(const fk_piece *piece)
{
    const fk_cell *cell = &piece->as.cell;
    if (piece->kind == FK_KIND_SPHERE)
        return piece->as.sphere.center;
    if (piece->kind == FK_KIND_POINT)
        return piece->as.point;
    if (piece->kind == FK_KIND_ELLIPSOID)
        return piece->as.ellipsoid.origin;
    if (bench_has_axis(piece->kind))
        return fk_vec3_scale(fk_vec3_add(piece->as.capsule.end[0], piece->as.capsule.end[1]), 0.5);
    if (piece->kind == FK_KIND_BOX) {
        fk_vec3 diagonal = fk_vec3_add(fk_vec3_add(cell->edge[0], cell->edge[1]), cell->edge[2]);
        return fk_vec3_add(cell->origin, fk_vec3_scale(diagonal, 0.5));
    }
    size_t count;
    fk_vec3 *vertex = bench_vertices(piece, &count), sum = fk_vec3_make(0, 0, 0);
    for (size_t i = 0; i < count; i++)
        sum = fk_vec3_add(sum, vertex[i]);
    free(vertex);
    return fk_vec3_scale(sum, 1 / (double)count);
}

const fk_hull *bench_make_hull(const fk_piece *piece)
{
    static fk_context *context;
    size_t count;
    fk_hull *hull = NULL;
    if (context == NULL && fk_context_create(NULL, &context) != FK_OK)
        return NULL;
    fk_vec3 *vertex = bench_vertices(piece, &count);
    if (fk_hull_build(context, vertex, count, &hull) == FK_OK && hull->dimension < 3) {
        fk_hull_free(context, hull);
        hull = NULL;
    }
    free(vertex);
    return hull;
}

/* ---- Kinds --------------------------------------------------------------------------------------------- */

bool bench_knows_boxes(fk_kind a, fk_kind b)
{
    return a == FK_KIND_BOX && b == FK_KIND_BOX;
}

bool bench_knows_all(fk_kind a, fk_kind b)
{
    return (bench_is_round(a) || bench_is_polyhedron(a)) && (bench_is_round(b) || bench_is_polyhedron(b));
}

bool bench_knows_cylinders(fk_kind a, fk_kind b)
{
    return (a == FK_KIND_CYLINDER && b == FK_KIND_CYLINDER) || bench_knows_all(a, b);
}

bool bench_knows_any(fk_kind a, fk_kind b)
{
    return a != FK_KIND_NONE && b != FK_KIND_NONE;
}
