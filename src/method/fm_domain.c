/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A piece as origin and edges with a domain of parameters, for method `fm`: see method.h.
 *
 * Points, segments, triangles and cells have that form already. A hull becomes, by what the exact hull builder finds:
 *   a point or a segment;
 *   a polygon: the corner 0, and edges to the two other corners with the largest triangle, so that the parameters of
 *   all corners lie in [-1, 1]; one row for each side of the polygon;
 *   a solid: the lowest corner of its bounding box, and edges along the axes; one row for each facet.
 *
 * Error bounds, with u = 2^-52 for one operation in any rounding mode. Facet: with p1 - p0 and p2 - p0 of largest
 * components E1, E2, and S that of the bounding box, the product of the normal with a point of the box is at most
 * 6 E1 E2 S, and off by 25u E1 E2 S from the normal and 85u E1 E2 S from all operations with it; FACET is 128u. The
 * range of the bounding box is too small by u at most. Polygon: the parameters are ratios of components of cross
 * products, along the longest component |n| of the normal, off by 17u S^2 / |n| each; COORDINATE is 64u. The row of a side
 * is made of differences of them, and is off by 12 times as much, plus some roundings. */

#include "method/method.h"

#include "exact/ball.h"
#include "shape/vertices.h"

#define FACET      0x1p-45
#define COORDINATE 0x1p-46
#define UNIT_ERROR 0x1p-50
#define THIN       0x1p-40

/* Times scale: more than the change of numbers that are read as zero, which is 2^-1022 times scale. */
#define FLUSHED 0x1p-960

static const fk_fm_row unit_range = {{0, 0, 0}, 0.5, 0.5, UNIT_ERROR};

/* ---- Pieces that are simplices or boxes ---------------------------------------------------------------- */

/* A simplex of `count` points, which are scaled first, so that no difference overflows. */
static void make_simplex_domain(fk_fm_piece *out, const fk_vec3 *const *point, uint32_t count, double scale)
{
    out->origin = fk_vec3_scale(*point[0], scale);
    out->count = count - 1;
    for (uint32_t k = 1; k < count; k++)
        out->edge[k - 1] = fk_vec3_sub(fk_vec3_scale(*point[k], scale), out->origin);
}

static void make_cell_domain(fk_fm_piece *out, const fk_cell *cell, double scale)
{
    out->count = 3;
    out->solid = true;
    out->origin = fk_vec3_scale(cell->origin, scale);
    for (int k = 0; k < 3; k++)
        out->edge[k] = fk_vec3_scale(cell->edge[k], scale);
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

/* A row with the bounds lo and hi, without coefficients. */
static fk_fm_row row_between(double lo, double hi)
{
    fk_fm_row row = {{0, 0, 0}, 0.5 * (lo + hi), 0.5 * (hi - lo), UNIT_ERROR};
    return row;
}

/* Divides a row by its width, so that all rows have one size. False when the width may be zero. */
static bool normalize_row(fk_fm_row *row)
{
    double width = 2 * row->half;
    if (!(width > FK_BALL_TINY && width > row->error))
        return false;
    for (int k = 0; k < 3; k++)
        row->c[k] /= width;
    row->mid /= width;
    row->half = 0.5;
    row->error = row->error / width + UNIT_ERROR;
    return true;
}

static void add_domain_row(fk_fm_piece *out, fk_fm_row row)
{
    if (normalize_row(&row))
        out->row[out->row_count++] = row;
    else
        out->thin = true;
}

/* Sets the origin to the lowest corner of the bounding box, and the edges to those of the box. */
static void make_bounding_box(fk_fm_piece *out, const fk_vec3 *point, const fk_small_hull *hull, double scale)
{
    fk_vec3 lo = point[hull->vertex[0]], hi = lo;
    for (uint32_t i = 1; i < hull->vertex_count; i++) {
        fk_vec3 p = point[hull->vertex[i]];
        lo = fk_vec3_make(fk_smaller(lo.x, p.x), fk_smaller(lo.y, p.y), fk_smaller(lo.z, p.z));
        hi = fk_vec3_make(fk_larger(hi.x, p.x), fk_larger(hi.y, p.y), fk_larger(hi.z, p.z));
    }
    out->origin = fk_vec3_scale(lo, scale);
    fk_vec3 extent = fk_vec3_sub(fk_vec3_scale(hi, scale), out->origin);
    out->count = 3;
    out->edge[0] = fk_vec3_make(extent.x, 0, 0);
    out->edge[1] = fk_vec3_make(0, extent.y, 0);
    out->edge[2] = fk_vec3_make(0, 0, extent.z);
}

static void list_points(fk_fm_piece *out, const fk_vec3 *point, const fk_small_hull *hull, double scale)
{
    out->point_count = hull->vertex_count;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        out->point[i] = fk_vec3_sub(fk_vec3_scale(point[hull->vertex[i]], scale), out->origin);
}

/* Adds the row of a facet. Its normal is the longest one of corner 0 and two neighbouring corners. */
static void add_facet_row(fk_fm_piece *out, const fk_vec3 *point, const fk_small_hull *hull, uint32_t facet,
                          double scale)
{
    const uint8_t *corner = hull->corner + hull->facet_begin[facet];
    uint32_t corners = (uint32_t)(hull->facet_begin[facet + 1] - hull->facet_begin[facet]);
    fk_vec3 base = fk_vec3_scale(point[corner[0]], scale), normal = {0, 0, 0};
    double longest = -1, sizes = 0;
    for (uint32_t i = 1; i + 1 < corners; i++) {
        fk_vec3 e = fk_vec3_sub(fk_vec3_scale(point[corner[i]], scale), base);
        fk_vec3 f = fk_vec3_sub(fk_vec3_scale(point[corner[i + 1]], scale), base);
        fk_vec3 cross = fk_vec3_cross(e, f);
        if (fk_vec3_largest(cross) > longest) {
            longest = fk_vec3_largest(cross);
            normal = cross;
            sizes = (fk_vec3_largest(e) + FLUSHED * scale) * (fk_vec3_largest(f) + FLUSHED * scale);
        }
    }
    double hi = fk_vec3_dot(normal, fk_vec3_sub(base, out->origin)), lo = hi;
    for (uint32_t i = 0; i < out->point_count; i++)
        lo = fk_smaller(lo, fk_vec3_dot(normal, out->point[i]));
    fk_fm_row row = row_between(lo, hi);
    double size = fk_larger(fk_larger(out->edge[0].x, out->edge[1].y), out->edge[2].z);
    row.c[0] = normal.x * out->edge[0].x;
    row.c[1] = normal.y * out->edge[1].y;
    row.c[2] = normal.z * out->edge[2].z;
    row.error = FACET * sizes * (size + FLUSHED * scale);
    add_domain_row(out, row);
}

static void make_solid_domain(fk_fm_piece *out, const fk_vec3 *point, const fk_small_hull *hull, double scale)
{
    out->solid = true;
    make_bounding_box(out, point, hull, scale);
    list_points(out, point, hull, scale);
    for (uint32_t i = 0; i < hull->facet_count; i++)
        add_facet_row(out, point, hull, i, scale);
}

/* The two points that form the largest triangle with point 0, and its normal. */
static fk_vec3 largest_triangle(const fk_vec3 *point, uint32_t count, uint32_t *first, uint32_t *second)
{
    fk_vec3 normal = {0, 0, 0};
    double longest = -1;
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            fk_vec3 cross = fk_vec3_cross(point[i], point[j]);
            if (fk_vec3_largest(cross) > longest) {
                longest = fk_vec3_largest(cross);
                normal = cross;
                *first = i;
                *second = j;
            }
        }
    return normal;
}

/* The component of u x v along the axis that is longest in n. */
static double cross_along(fk_vec3 u, fk_vec3 v, fk_vec3 n)
{
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    fk_vec3 cross = fk_vec3_cross(u, v);
    return x >= y && x >= z ? cross.x : y >= z ? cross.y : cross.z;
}

/* Adds the rows of the sides of a polygon with corners (s, t), in order. */
static void add_polygon_rows(fk_fm_piece *out, const double *s, const double *t, uint32_t count, double error)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = i + 1 < count ? i + 1 : 0;
        double f = t[i] - t[next], g = s[next] - s[i];
        double lo = f * s[0] + g * t[0], hi = lo;
        for (uint32_t k = 1; k < count; k++) {
            lo = fk_smaller(lo, f * s[k] + g * t[k]);
            hi = fk_larger(hi, f * s[k] + g * t[k]);
        }
        fk_fm_row row = row_between(lo, hi);
        row.c[0] = f;
        row.c[1] = g;
        row.error = 16 * error;
        add_domain_row(out, row);
    }
}

/* Computes the parameters of the points, and from these ranges and rows. */
static void set_polygon_domain(fk_fm_piece *out, fk_vec3 normal, double error)
{
    double s[FK_SMALL_VERTICES], t[FK_SMALL_VERTICES], low[2] = {0, 0}, high[2] = {0, 0};
    double whole = cross_along(out->edge[0], out->edge[1], normal);
    for (uint32_t i = 0; i < out->point_count; i++) {
        s[i] = cross_along(out->point[i], out->edge[1], normal) / whole;
        t[i] = cross_along(out->edge[0], out->point[i], normal) / whole;
        low[0] = fk_smaller(low[0], s[i]);
        high[0] = fk_larger(high[0], s[i]);
        low[1] = fk_smaller(low[1], t[i]);
        high[1] = fk_larger(high[1], t[i]);
    }
    for (int k = 0; k < 2; k++) {
        out->range[k] = row_between(low[k], high[k]);
        out->range[k].error = error;
    }
    add_polygon_rows(out, s, t, out->point_count, error);
}

static void make_polygon_domain(fk_fm_piece *out, const fk_vec3 *point, const fk_small_hull *hull,
                                double scale)
{
    /* The corners in their order around the polygon. */
    fk_small_hull around = *hull;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        around.vertex[i] = hull->corner[hull->facet_begin[0] + i];
    out->origin = fk_vec3_scale(point[around.vertex[0]], scale);
    list_points(out, point, &around, scale);
    uint32_t first = 1, second = 2;
    fk_vec3 normal = largest_triangle(out->point, out->point_count, &first, &second);
    out->count = 2;
    out->edge[0] = out->point[first];
    out->edge[1] = out->point[second];
    double longest = fk_vec3_largest(normal), size = FLUSHED * scale;
    for (uint32_t i = 0; i < out->point_count; i++)
        size = fk_larger(size, fk_vec3_largest(out->point[i]) + FLUSHED * scale);
    out->thin = !(longest > FK_BALL_TINY && longest > THIN * size * size);
    if (!out->thin)
        set_polygon_domain(out, normal, COORDINATE * size * size / longest + UNIT_ERROR);
}

static bool make_hull_domain(fk_fm_piece *out, const fk_piece *piece, double scale)
{
    fk_small_hull hull;
    fk_vec3 point[FK_METHOD_HULL_POINTS];
    if (piece->as.hull.count > FK_METHOD_HULL_POINTS || !fk_small_hull_build(piece, &hull))
        return false;
    for (uint32_t i = 0; i < piece->as.hull.count; i++)
        point[i] = fk_points_at(&piece->as.hull, i);
    if (hull.dimension < 2) {
        const fk_vec3 *end[2] = {&point[hull.vertex[0]], &point[hull.vertex[hull.dimension]]};
        out->simplex = true;
        make_simplex_domain(out, end, hull.dimension + 1u, scale);
        return true;
    }
    if (hull.dimension == 2)
        make_polygon_domain(out, point, &hull, scale);
    else
        make_solid_domain(out, point, &hull, scale);
    return true;
}

bool fk_fm_piece_make(fk_fm_piece *out, const fk_piece *piece, double scale)
{
    const fk_vec3 *point[3];
    out->simplex = piece->kind != FK_KIND_BOX && piece->kind != FK_KIND_HULL;
    out->solid = out->thin = false;
    out->row_count = out->point_count = 0;
    for (int k = 0; k < 3; k++)
        out->range[k] = unit_range;
    switch (piece->kind) {
    case FK_KIND_BOX:
    case FK_KIND_TETRA:
        make_cell_domain(out, &piece->as.cell, scale);
        return true;
    case FK_KIND_TRIANGLE:
        for (int k = 0; k < 3; k++)
            point[k] = &piece->as.triangle[k];
        make_simplex_domain(out, point, 3, scale);
        return true;
    case FK_KIND_SEGMENT:
        for (int k = 0; k < 2; k++)
            point[k] = &piece->as.segment[k];
        make_simplex_domain(out, point, 2, scale);
        return true;
    case FK_KIND_POINT:
        point[0] = &piece->as.point;
        make_simplex_domain(out, point, 1, scale);
        return true;
    case FK_KIND_HULL:
        return make_hull_domain(out, piece, scale);
    default:
        return false;
    }
}
