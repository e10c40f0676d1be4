/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Display meshes of pieces. A polyhedron is the hull of its corners, rounded to doubles, so that all its faces point outward for
 * any orientation of its edges, and a flat one has both its sides. A round piece is a surface of revolution: rings of corners on
 * its surface, from one end of its axis to the other. */

#include "farkas/shape.h"

#include <math.h>

#include "base/vec3.h"
#include "shape/hull.h"
#include "shape/vertices.h"

#define LEAST_SEGMENTS 3
#define MOST_SEGMENTS  4096

static fk_status build_display_mesh(fk_context *context, const fk_vec3 *point, size_t points,
                                    const fk_triangle *triangle, size_t triangles, fk_mesh **out)
{
    fk_mesh_input input = {point, points, triangle, triangles, fk_mesh_options_default()};
    return fk_mesh_build(context, &input, NULL, out);
}

/* ---- Polyhedra ----------------------------------------------------------------------------------------- */

static fk_status display_mesh_of_hull(fk_context *context, const fk_hull *hull, fk_mesh **out)
{
    if (hull->dimension == 0)
        return FK_ERROR_ARGUMENT;
    if (hull->dimension == 1) {
        /* A degenerate triangle: no area, but visible edges. */
        const fk_triangle line = {{0, 1, 1}};
        return build_display_mesh(context, hull->point, 2, &line, 1, out);
    }
    uint32_t count = fk_hull_triangle_count(hull);
    fk_triangle *triangle = fk_allocate(context, count * sizeof *triangle);
    if (triangle == NULL)
        return FK_ERROR_MEMORY;
    fk_hull_list_triangles(hull, triangle);
    fk_status status = build_display_mesh(context, hull->point, hull->vertex_count, triangle, count, out);
    fk_release(context, triangle, count * sizeof *triangle);
    return status;
}

static fk_status display_mesh_of_points(fk_context *context, const fk_points *points, fk_mesh **out)
{
    fk_hull *hull;
    fk_status status = fk_points_hull(context, points, &hull);
    if (status != FK_OK)
        return status;
    status = display_mesh_of_hull(context, hull, out);
    fk_hull_free(context, hull);
    return status;
}

static fk_status display_mesh_of_polyhedron(fk_context *context, const fk_piece *piece, fk_mesh **out)
{
    if (piece->kind == FK_KIND_HULL)
        return display_mesh_of_points(context, &piece->as.hull, out);
    fk_vec3 corner[FK_VERTEX_MAX], term[FK_TERM_MAX];
    uint32_t corners = fk_piece_vertex_count(piece);
    for (uint32_t i = 0; i < corners; i++) {
        uint32_t terms = fk_piece_vertex_terms(piece, i, term);
        corner[i] = term[0];
        for (uint32_t k = 1; k < terms; k++)
            corner[i] = fk_vec3_add(corner[i], term[k]);
    }
    return display_mesh_of_points(context, &(fk_points){.point = corner, .count = corners}, out);
}

/* ---- Round pieces -------------------------------------------------------------------------------------- */

/* Axes u, v and w are right-handed; circles are around w. */
typedef struct revolution {
    fk_vec3 end[2];
    fk_vec3 u, v, w;
    uint32_t around;
    uint32_t quarter; /* bands between the pole and the equator of a ball; 0: flat ends */
    bool has_tip;     /* end 1 is one corner */
    uint32_t rows;
} revolution;

/* A ring of corners around the point end + height w, `width` times as wide as u and v; one corner where the width is 0. */
typedef struct revolution_ring {
    uint32_t end;
    double height, width;
} revolution_ring;

static revolution_ring make_revolution_ring(const revolution *shape, uint32_t row)
{
    if (shape->quarter == 0) {
        /* Centre and rim of the base, then the tip, or rim and centre of the other cap. */
        bool is_rim = row == 1 || (row == 2 && !shape->has_tip);
        return (revolution_ring){row >= 2, 0, is_rim};
    }
    /* From the lower pole up; with two ends, the equator comes twice. */
    uint32_t end = row > shape->quarter && shape->rows == 2 * shape->quarter + 2;
    fk_cos_sin turned = fk_turn_fraction(row - end, 4 * shape->quarter);
    bool is_pole = row == 0 || row == shape->rows - 1;
    return (revolution_ring){end, -turned.cosine, is_pole ? 0 : turned.sine};
}

static fk_vec3 revolution_corner(const revolution *shape, const revolution_ring *ring, uint32_t i)
{
    fk_vec3 middle = fk_vec3_add(shape->end[ring->end], fk_vec3_scale(shape->w, ring->height));
    if (ring->width == 0)
        return middle;
    fk_cos_sin turned = fk_turn_fraction(i, shape->around);
    fk_vec3 out = fk_vec3_add(fk_vec3_scale(shape->u, turned.cosine), fk_vec3_scale(shape->v, turned.sine));
    return fk_vec3_add(middle, fk_vec3_scale(out, ring->width));
}

/* Lists the triangles between two rings, of which one may be a single corner. */
static fk_triangle *list_band_triangles(fk_triangle *triangle, uint32_t low, uint32_t lows, uint32_t high,
                                        uint32_t highs)
{
    uint32_t around = lows > highs ? lows : highs;
    for (uint32_t i = 0; i < around; i++) {
        uint32_t next = (i + 1) % around;
        if (lows > 1)
            *triangle++ = (fk_triangle){{low + i, low + next, highs > 1 ? high + next : high}};
        if (highs > 1)
            *triangle++ = (fk_triangle){{lows > 1 ? low + i : low, high + next, high + i}};
    }
    return triangle;
}

static void fill_revolution(const revolution *shape, fk_vec3 *point, fk_triangle *triangle)
{
    uint32_t count = 0, before = 0, befores = 0;
    for (uint32_t row = 0; row < shape->rows; row++) {
        revolution_ring ring = make_revolution_ring(shape, row);
        uint32_t first = count, corners = ring.width == 0 ? 1 : shape->around;
        for (uint32_t i = 0; i < corners; i++)
            point[count++] = revolution_corner(shape, &ring, i);
        if (row > 0)
            triangle = list_band_triangles(triangle, before, befores, first, corners);
        before = first;
        befores = corners;
    }
}

/* The first row is one corner, and so is the last. */
static fk_status build_revolution(fk_context *context, const revolution *shape, fk_mesh **out)
{
    size_t points = (size_t)(shape->rows - 2) * shape->around + 2;
    size_t triangles = (size_t)(shape->rows - 2) * 2 * shape->around;
    fk_vec3 *point = fk_allocate(context, points * sizeof *point);
    fk_triangle *triangle = fk_allocate(context, triangles * sizeof *triangle);
    fk_status status = FK_ERROR_MEMORY;
    if (point != NULL && triangle != NULL) {
        fill_revolution(shape, point, triangle);
        status = build_display_mesh(context, point, points, triangle, triangles, out);
    }
    fk_release(context, triangle, triangles * sizeof *triangle);
    fk_release(context, point, points * sizeof *point);
    return status;
}

/* Sets u and v of a given length, perpendicular to a unit vector. */
static void set_cross_axes(revolution *shape, fk_vec3 along, double length)
{
    double x = fabs(along.x), y = fabs(along.y), z = fabs(along.z);
    fk_vec3 least = {x <= y && x <= z, 0, 0};
    least.y = least.x == 0 && y <= z;
    least.z = least.x == 0 && least.y == 0;
    fk_vec3 across = fk_vec3_unit_any(fk_vec3_cross(least, along));
    shape->u = fk_vec3_scale(across, length);
    shape->v = fk_vec3_scale(fk_vec3_cross(along, across), length);
    shape->w = fk_vec3_scale(along, length);
}

/* Capsule, cylinder or cone; a ball when both ends are equal. */
static revolution revolution_of_ends(const fk_piece *piece, uint32_t segments, uint32_t quarter)
{
    const fk_capsule *c = &piece->as.capsule;
    revolution shape = {.end = {c->end[0], c->end[1]}, .around = segments};
    /* Half of the axis, as all of it may exceed the range. */
    fk_vec3 axis = fk_vec3_sub(fk_vec3_scale(c->end[1], 0.5), fk_vec3_scale(c->end[0], 0.5));
    bool is_long = fk_vec3_nonzeros(axis) > 0;
    set_cross_axes(&shape, is_long ? fk_vec3_unit_any(axis) : fk_vec3_make(0, 0, 1), c->radius);
    shape.has_tip = piece->kind == FK_KIND_CONE;
    shape.quarter = piece->kind == FK_KIND_CAPSULE ? quarter : 0;
    shape.rows = shape.quarter > 0 ? 2 * quarter + 1 + is_long : shape.has_tip ? 3 : 4;
    return shape;
}

/* An ellipsoid. Left-handed edges are reordered. */
static revolution revolution_of_ellipsoid(const fk_cell *cell, uint32_t segments, uint32_t quarter)
{
    fk_vec3 u = cell->edge[0], v = cell->edge[1], w = cell->edge[2];
    fk_vec3 normal = fk_vec3_cross(fk_vec3_unit_any(u), fk_vec3_unit_any(v));
    bool is_left = fk_vec3_dot(normal, fk_vec3_unit_any(w)) < 0;
    return (revolution){.end = {cell->origin, cell->origin},
                        .u = is_left ? v : u,
                        .v = is_left ? u : v,
                        .w = w,
                        .around = segments,
                        .quarter = quarter,
                        .rows = 2 * quarter + 1};
}

static bool ellipsoid_is_point(const fk_cell *cell)
{
    return fk_vec3_nonzeros(cell->edge[0]) + fk_vec3_nonzeros(cell->edge[1]) +
               fk_vec3_nonzeros(cell->edge[2]) ==
           0;
}

static fk_status display_mesh_of_round_piece(fk_context *context, const fk_piece *piece, uint32_t segments,
                                             fk_mesh **out)
{
    uint32_t quarter = segments < 6 ? 1 : (segments + 2) / 4;
    revolution shape;
    if (piece->kind == FK_KIND_SPHERE) {
        double r = piece->as.sphere.radius;
        fk_cell ball = {piece->as.sphere.center, {{r, 0, 0}, {0, r, 0}, {0, 0, r}}};
        shape = revolution_of_ellipsoid(&ball, segments, quarter);
    } else if (piece->kind == FK_KIND_ELLIPSOID) {
        if (ellipsoid_is_point(&piece->as.ellipsoid))
            return FK_ERROR_ARGUMENT;
        shape = revolution_of_ellipsoid(&piece->as.ellipsoid, segments, quarter);
    } else {
        shape = revolution_of_ends(piece, segments, quarter);
    }
    return build_revolution(context, &shape, out);
}

/* ---- All kinds ----------------------------------------------------------------------------------------- */

fk_status fk_piece_mesh(fk_context *context, const fk_piece *piece, uint32_t segments, fk_mesh **out)
{
    fk_status status = fk_piece_check(piece);
    if (status != FK_OK)
        return status;
    if (segments < LEAST_SEGMENTS || segments > MOST_SEGMENTS || piece->kind == FK_KIND_HALF_SPACE ||
        piece->kind == FK_KIND_POINT)
        return FK_ERROR_ARGUMENT;
    return fk_piece_is_polyhedron(piece) ? display_mesh_of_polyhedron(context, piece, out)
                                         : display_mesh_of_round_piece(context, piece, segments, out);
}
