/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Parents in trees of cells: the box with the least surface around two volumes.
 *
 * An axis-aligned box is exact by rounding outward. Oriented boxes are tried with the axes of either child
 * and with the principal axes of the corners of both (Gottschalk, Lin and Manocha, "OBBTree", 1996). Their
 * extents are measured in doubles and enlarged by a margin for rounding; whether they contain the children is
 * decided exactly, and if not, the axis-aligned box is used.
 *
 * The parents of an oriented box must also contain its corners. So its cost is its surface, plus the amount
 * by which the axis-aligned box around it exceeds the one around the children. Without this, trees of round
 * shapes become larger by a tenth to a half than with axis-aligned boxes alone; with it, they are never much
 * larger, and those of a gear are a third as large. */

#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "cells/cells.h"

#define MARGIN  0x1p-42 /* of the largest extent */
#define LARGEST 190     /* largest binary exponent of coordinates; see cells_contain.c */

/* Three orthogonal unit vectors, right-handed, up to rounding. */
typedef struct box_frame {
    fk_vec3 axis[3];
} box_frame;

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* Makes a frame with one axis along u and one orthogonal to u and v. Returns false if these are parallel. */
static bool frame_from(fk_vec3 u, fk_vec3 v, box_frame *out)
{
    fk_vec3 x = fk_vec3_unit(u), z = fk_vec3_unit(fk_vec3_cross(x, fk_vec3_unit(v)));
    z = fk_vec3_unit(fk_vec3_sub(z, fk_vec3_scale(x, fk_vec3_dot(x, z))));
    if (!(fk_vec3_length(z) > 0.5))
        return false;
    out->axis[0] = x;
    out->axis[1] = fk_vec3_cross(z, x);
    out->axis[2] = z;
    return true;
}

static bool has_world_axes(const fk_cell *cell)
{
    const fk_vec3 *e = cell->edge;
    return e[0].y == 0 && e[0].z == 0 && e[1].x == 0 && e[1].z == 0 && e[2].x == 0 && e[2].y == 0;
}

/* Returns the axes of a box; for a tetrahedron, the longer of its first two edges and the normal of the face
 * with both, which is the triangle if the leaf was made of one. Returns false if the volume has no axes of
 * its own. */
static bool volume_frame(const fk_cells_volume *volume, box_frame *out)
{
    const fk_vec3 *e = volume->cell.edge;
    if (has_world_axes(&volume->cell))
        return false;
    bool second = fk_vec3_dot(e[1], e[1]) > fk_vec3_dot(e[0], e[0]);
    return frame_from(e[second ? 1 : 0], e[second ? 0 : 1], out);
}

static void add_outer_product(double m[3][3], fk_vec3 v, double weight)
{
    double c[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] += weight * c[i] * c[j];
}

/* Returns the centroid of the corners of a cell, relative to a base. */
static fk_vec3 cell_centroid(const fk_cells_volume *volume, fk_vec3 base)
{
    const fk_vec3 *e = volume->cell.edge;
    double share = volume->kind == FK_KIND_BOX ? 0.5 : 0.25;
    fk_vec3 sum = fk_vec3_add(fk_vec3_add(e[0], e[1]), e[2]);
    return fk_vec3_add(fk_vec3_sub(volume->cell.origin, base), fk_vec3_scale(sum, share));
}

/* Returns the principal axes of the corners of both children. The corners of a box around its center have the
 * covariance of its half edges; a tetrahedron is treated the same. `scale` is about the inverse of the
 * extent. */
static bool spread_frame(const fk_cells_volume child[2], fk_vec3 base, double scale, box_frame *out)
{
    double m[3][3] = {{0}};
    fk_vec3 apart = fk_vec3_sub(cell_centroid(&child[0], base), cell_centroid(&child[1], base));
    add_outer_product(m, fk_vec3_scale(apart, scale), 0.5);
    for (int c = 0; c < 2; c++)
        for (int k = 0; k < 3; k++)
            add_outer_product(m, fk_vec3_scale(child[c].cell.edge[k], scale), 0.25);
    fk_vec3 axis[3];
    fk_jacobi(m, 4, axis);
    return frame_from(axis[0], axis[1], out);
}

/* ---- Boxes --------------------------------------------------------------------------------------------- */

typedef struct frame_extents {
    double low[3], high[3], surface;
} frame_extents;

static double sum_of_face_areas(const double size[3])
{
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

/* Computes the projection intervals of the children on the axes of a frame, relative to a base. */
static frame_extents measure_extents(const box_frame *f, const fk_cells_volume child[2], fk_vec3 base)
{
    frame_extents out;
    double size[3];
    for (int k = 0; k < 3; k++) {
        out.low[k] = INFINITY;
        out.high[k] = -INFINITY;
        for (int c = 0; c < 2; c++) {
            double from = fk_vec3_dot(f->axis[k], fk_vec3_sub(child[c].cell.origin, base));
            double less = 0, more = 0;
            for (int e = 0; e < 3; e++) {
                double at = fk_vec3_dot(f->axis[k], child[c].cell.edge[e]);
                bool sum = child[c].kind == FK_KIND_BOX;
                less = sum ? less + fk_smaller(at, 0) : fk_smaller(at, less);
                more = sum ? more + fk_larger(at, 0) : fk_larger(at, more);
            }
            out.low[k] = fk_smaller(out.low[k], from + less);
            out.high[k] = fk_larger(out.high[k], from + more);
        }
        size[k] = out.high[k] - out.low[k];
    }
    out.surface = sum_of_face_areas(size);
    return out;
}

static fk_cells_volume build_oriented_box(const box_frame *f, const frame_extents *e, fk_vec3 base,
                                          double margin)
{
    fk_cells_volume box = {.kind = FK_KIND_BOX};
    fk_vec3 start = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        start = fk_vec3_add(start, fk_vec3_scale(f->axis[k], e->low[k] - margin));
        box.cell.edge[k] = fk_vec3_scale(f->axis[k], e->high[k] - e->low[k] + 2 * margin);
    }
    box.cell.origin = fk_vec3_add(base, start);
    return box;
}

/* Returns the surface of the axis-aligned box around an oriented one. */
static double aligned_surface(const box_frame *f, const frame_extents *e)
{
    fk_vec3 sum = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        double size = e->high[k] - e->low[k];
        sum.x += fabs(f->axis[k].x) * size;
        sum.y += fabs(f->axis[k].y) * size;
        sum.z += fabs(f->axis[k].z) * size;
    }
    double sizes[3] = {sum.x, sum.y, sum.z};
    return sum_of_face_areas(sizes);
}

/* Returns whether the numbers are in a range in which doubles are good enough to propose a box. */
static bool is_box_moderate(const fk_aabb *box, fk_vec3 size)
{
    return fk_vec3_exponent(box->min) < LARGEST && fk_vec3_exponent(box->max) < LARGEST &&
           fk_vec3_exponent(size) > -LARGEST;
}

/* Chooses the best frame for a box around the children, with its extents. Returns false if the axes of the
 * world are better. */
static bool choose_frame(const fk_cells_volume child[2], fk_vec3 base, fk_vec3 size, box_frame *out,
                         frame_extents *out_extents)
{
    box_frame f[3];
    double sizes[3] = {size.x, size.y, size.z}, aligned = sum_of_face_areas(sizes), least = aligned;
    int count = 0;
    count += volume_frame(&child[0], &f[count]);
    count += volume_frame(&child[1], &f[count]);
    count += spread_frame(child, base, fk_inverse_power(fk_vec3_exponent(size)), &f[count]);
    bool found = false;
    for (int i = 0; i < count; i++) {
        frame_extents e = measure_extents(&f[i], child, base);
        double cost = e.surface + fk_larger(aligned_surface(&f[i], &e) - aligned, 0);
        if (cost < least) {
            *out = f[i];
            *out_extents = e;
            least = cost;
            found = true;
        }
    }
    return found;
}

fk_cells_volume fk_cells_parent(const fk_cells_volume child[2], const fk_aabb bounds[2])
{
    fk_aabb box = fk_cells_join_boxes(&bounds[0], &bounds[1]);
    fk_cells_volume aligned = fk_cells_from_box(&box);
    const fk_vec3 *edge = aligned.cell.edge, size = {edge[0].x, edge[1].y, edge[2].z};
    box_frame f;
    frame_extents e;
    if (!is_box_moderate(&box, size) || !choose_frame(child, box.min, size, &f, &e))
        return aligned;
    double large = fk_larger(fk_vec3_largest(box.min), fk_vec3_largest(box.max));
    double margin = MARGIN * fk_vec3_largest(size) + 0x1p-50 * large;
    fk_cells_volume oriented = build_oriented_box(&f, &e, box.min, margin);
    bool holds = fk_cells_contain(&oriented, &child[0]) && fk_cells_contain(&oriented, &child[1]);
    return holds ? oriented : aligned;
}
