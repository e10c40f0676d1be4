/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tools that make generated meshes: see generate_make.h. Only sums, products, quotients, square roots,
 * fk_sin and fk_cos, so that all machines get the same bits. */

#include "gen/generate_make.h"

#include <math.h>
#include <string.h>

void fk_make_part(fk_maker *maker, const char *name)
{
    if (maker->builder != NULL && maker->status == FK_OK)
        maker->status = fk_builder_add_part(maker->builder, name, strlen(name));
}

uint32_t fk_make_point(fk_maker *maker, double x, double y, double z)
{
    double s = maker->scale;
    if (maker->builder != NULL && maker->status == FK_OK)
        maker->status = fk_builder_add_point(maker->builder, fk_vec3_make(s * x, s * y, s * z));
    return maker->points++;
}

void fk_make_triangle(fk_maker *maker, uint32_t a, uint32_t b, uint32_t c)
{
    if (maker->builder != NULL && maker->status == FK_OK)
        maker->status = fk_builder_add_triangle(maker->builder, a, b, c);
    maker->triangles++;
}

void fk_make_quad(fk_maker *maker, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    fk_make_triangle(maker, a, b, c);
    fk_make_triangle(maker, a, c, d);
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

uint32_t fk_make_rows(fk_maker *maker, const fk_ring_rows *rows)
{
    uint32_t first = maker->points, n = rows->count, bands = rows->rows - !rows->closed;
    if (maker->builder == NULL) {
        maker->points += rows->rows * n;
        maker->triangles += (uint64_t)2 * bands * n;
        return first;
    }
    for (uint32_t j = 0; j < rows->rows && maker->status == FK_OK; j++)
        for (uint32_t i = 0; i < n; i++) {
            fk_vec3 p = rows->place(rows->user, j, i);
            fk_make_point(maker, p.x, p.y, p.z);
        }
    for (uint32_t j = 0; j < bands && maker->status == FK_OK; j++) {
        uint32_t low = first + j * n, high = j + 1 == rows->rows ? first : low + n;
        for (uint32_t i = 0; i < n; i++) {
            uint32_t next = i + 1 == n ? 0 : i + 1;
            uint32_t right = rows->inward ? high + i : low + next,
                     left = rows->inward ? low + next : high + i;
            fk_make_quad(maker, low + i, right, high + next, left);
        }
    }
    return first;
}

void fk_make_fan(fk_maker *maker, uint32_t ring, uint32_t count, uint32_t tip, bool left)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = ring + i, b = ring + (i + 1) % count;
        fk_make_triangle(maker, left ? a : b, left ? b : a, tip);
    }
}

/* Each corner is connected to the inner points in its sector of the circle; between two sectors is one
 * triangle with both corners. */
void fk_make_plate(fk_maker *maker, uint32_t outer, uint32_t corners, uint32_t inner, uint32_t count, bool up)
{
    uint32_t half = count / corners / 2;
    for (uint32_t k = 0; k < corners; k++) {
        uint32_t middle = count + k * 2 * half, corner = outer + k, other = outer + (k + 1) % corners;
        for (uint32_t i = middle - half; i < middle + half; i++) {
            uint32_t a = inner + i % count, b = inner + (i + 1) % count;
            fk_make_triangle(maker, corner, up ? b : a, up ? a : b);
        }
        uint32_t last = inner + (middle + half) % count;
        fk_make_triangle(maker, last, up ? corner : other, up ? other : corner);
    }
}

/* ---- Lathe --------------------------------------------------------------------------------------------- */

typedef struct lathe_row {
    double radius, z;
    uint32_t sides;
} lathe_row;

static fk_vec3 lathe_place(void *user, uint32_t row, uint32_t i)
{
    const lathe_row *at = user;
    fk_cos_sin t = fk_turn_fraction(i, at->sides);
    (void)row;
    return fk_vec3_make(at->radius * t.cosine, at->radius * t.sine, at->z);
}

/* Returns into how many segments a line of an outline is cut. */
static uint32_t count_cuts(fk_lathe_point a, fk_lathe_point b, double widest, uint32_t sides)
{
    double height = fabs(b.z - a.z), wide = 2 * FK_PI * widest / sides;
    uint32_t cuts = (uint32_t)(height / wide + 0.5);
    return cuts < 1 ? 1 : cuts;
}

/* Adds the next ring, or a point of the axis, and the triangles between it and the previous one. Returns its
 * first point. */
static uint32_t lathe_band(fk_maker *maker, lathe_row low, lathe_row high, uint32_t before)
{
    uint32_t sides = high.sides;
    if (high.radius == 0) {
        uint32_t tip = fk_make_point(maker, 0, 0, high.z);
        fk_make_fan(maker, before, sides, tip, true);
        return tip;
    }
    fk_ring_rows rows = {lathe_place, &high, 1, sides, false, false};
    uint32_t ring = fk_make_rows(maker, &rows);
    if (low.radius == 0)
        fk_make_fan(maker, ring, sides, before, false);
    for (uint32_t i = 0; low.radius != 0 && i < sides && maker->status == FK_OK; i++) {
        uint32_t j = i + 1 == sides ? 0 : i + 1;
        fk_make_quad(maker, before + i, before + j, ring + j, ring + i);
    }
    return ring;
}

void fk_make_lathe(fk_maker *maker, const fk_lathe_point *outline, uint32_t count, uint32_t sides)
{
    double widest = 0;
    for (uint32_t i = 0; i < count; i++)
        widest = outline[i].radius > widest ? outline[i].radius : widest;
    lathe_row low = {outline[0].radius, outline[0].z, sides};
    uint32_t ring = fk_make_point(maker, 0, 0, low.z);
    for (uint32_t i = 0; i + 1 < count; i++) {
        fk_lathe_point a = outline[i], b = outline[i + 1];
        uint32_t cuts = count_cuts(a, b, widest, sides);
        for (uint32_t c = 1; c <= cuts && maker->status == FK_OK; c++) {
            double s = (double)c / cuts;
            lathe_row high = {c == cuts ? b.radius : a.radius + s * (b.radius - a.radius),
                              c == cuts ? b.z : a.z + s * (b.z - a.z), sides};
            ring = lathe_band(maker, low, high, ring);
            low = high;
        }
    }
}

/* ---- Blocks -------------------------------------------------------------------------------------------- */

static bool is_present(const fk_blocks *blocks, const int at[3])
{
    for (int k = 0; k < 3; k++)
        if (at[k] < 0 || at[k] > 3)
            return false;
    return blocks->present >> (at[0] + 4 * at[1] + 16 * at[2]) & 1;
}

static const double *grid_lines(const fk_blocks *blocks, int axis)
{
    return axis == 0 ? blocks->x : axis == 1 ? blocks->y : blocks->z;
}

/* Returns where a line is cut; the same double from either side. */
static double cut_coordinate(const double *line, int cell, uint32_t i, uint32_t cuts)
{
    return i == cuts ? line[cell + 1] : line[cell] + (line[cell + 1] - line[cell]) * ((double)i / cuts);
}

/* Makes one face of a cell, cut into squares. Its points occur again in adjacent faces, and are welded in the
 * end. */
static void make_face(fk_maker *maker, const fk_blocks *blocks, const int at[3], int axis, bool upper,
                      uint32_t cuts)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    uint32_t first = maker->points, width = cuts + 1;
    if (maker->builder == NULL) {
        maker->points += width * width;
        maker->triangles += (uint64_t)2 * cuts * cuts;
        return;
    }
    for (uint32_t j = 0; j <= cuts; j++)
        for (uint32_t i = 0; i <= cuts; i++) {
            double p[3];
            p[axis] = grid_lines(blocks, axis)[at[axis] + (upper ? 1 : 0)];
            p[u] = cut_coordinate(grid_lines(blocks, u), at[u], i, cuts);
            p[v] = cut_coordinate(grid_lines(blocks, v), at[v], j, cuts);
            fk_make_point(maker, p[0], p[1], p[2]);
        }
    for (uint32_t j = 0; j < cuts && maker->status == FK_OK; j++)
        for (uint32_t i = 0; i < cuts; i++) {
            uint32_t a = first + j * width + i, b = a + 1, c = b + width, d = a + width;
            fk_make_quad(maker, a, upper ? b : d, c, upper ? d : b);
        }
}

void fk_make_blocks(fk_maker *maker, const fk_blocks *blocks, uint32_t cuts)
{
    for (int cell = 0; cell < 64 && maker->status == FK_OK; cell++) {
        int at[3] = {cell % 4, cell / 4 % 4, cell / 16};
        if (!is_present(blocks, at))
            continue;
        for (int face = 0; face < 6; face++) {
            int axis = face / 2, other[3] = {at[0], at[1], at[2]};
            other[axis] += face % 2 == 0 ? -1 : 1;
            if (!is_present(blocks, other) && !(blocks->open && face == 5))
                make_face(maker, blocks, at, axis, face % 2 == 1, cuts);
        }
    }
}
