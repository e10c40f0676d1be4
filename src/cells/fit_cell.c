/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The smallest of a few cells around points.
 *
 * A frame is three directions. The box of a frame lies between two planes across each of them, and is a
 * parallelepiped if they are not orthogonal. At each of its corners sits a tetrahedron with the three planes of that
 * corner, and a fourth one parallel to that of the three neighbour corners, moved out until it contains the points.
 * Frames: the axes of the world; the principal axes of the points (Gottschalk, Lin and Manocha, "OBBTree", 1996); and
 * two from the normals with the largest area: three of them, and an orthogonal one with the first.
 *
 * Cells are measured in doubles, after they are grown by a pad, so that flat ones compare too. The best one is
 * enlarged by a margin for rounding; whether it contains the points with their errors is decided exactly, and if not,
 * the axis-aligned box is used, which does. Up to four exact points become the tetrahedron with these corners. */

#include "base/vec3.h"
#include "cells/cells.h"

#include <math.h>

#define MARGIN       0x1p-40 /* of the largest extent */
#define MOST_NORMALS 8
#define MOST_FRAMES  3
#define LEAST_VOLUME 0.05 /* of the unit vectors of a frame */
#define LARGEST      190  /* binary exponent, as in cells_merge.c */

/* Three unit vectors, and the edges of a box that has extent 1 along each. */
typedef struct fit_frame {
    fk_vec3 normal[3], dual[3];
    double volume; /* of the box of these edges */
} fit_frame;

/* A box, or the tetrahedron at one of its corners. */
typedef struct fit_candidate {
    fit_frame frame;
    double low[3], high[3], size; /* size: of the tetrahedron, if the box has 1 */
    int corner;                   /* by bits; -1: the box */
    double cost;
} fit_candidate;

/* ---- Frames -------------------------------------------------------------------------------------------- */

static bool complete_frame(fit_frame *f)
{
    const fk_vec3 *n = f->normal;
    double volume = fk_vec3_dot(fk_vec3_cross(n[0], n[1]), n[2]);
    for (int k = 0; k < 3; k++)
        f->dual[k] = fk_vec3_scale(fk_vec3_cross(n[(k + 1) % 3], n[(k + 2) % 3]), 1 / volume);
    f->volume = fabs(1 / volume);
    return fabs(volume) > LEAST_VOLUME;
}

/* Normals with the areas that they have, largest first. */
typedef struct normal_list {
    uint32_t count;
    fk_vec3 normal[MOST_NORMALS];
    double area[MOST_NORMALS];
} normal_list;

static void add_normal(normal_list *list, fk_vec3 normal, double area)
{
    uint32_t i = 0;
    while (i < list->count && !(fabs(fk_vec3_dot(list->normal[i], normal)) > 0.999))
        i++;
    if (i == list->count && list->count < MOST_NORMALS)
        list->count++;
    else if (i == list->count && !(list->area[--i] < area))
        return;
    else if (fabs(fk_vec3_dot(list->normal[i], normal)) > 0.999)
        area += list->area[i];
    for (; i > 0 && list->area[i - 1] < area; i--) {
        list->normal[i] = list->normal[i - 1];
        list->area[i] = list->area[i - 1];
    }
    list->normal[i] = normal;
    list->area[i] = area;
}

static double fit_polygon_area(const fk_fit_point *point, uint32_t count)
{
    fk_vec3 sum = {0, 0, 0};
    for (uint32_t i = 1; i + 1 < count; i++)
        sum = fk_vec3_add(sum, fk_vec3_cross(fk_vec3_sub(point[i].at, point[0].at),
                                             fk_vec3_sub(point[i + 1].at, point[0].at)));
    return fk_vec3_length(sum);
}

static normal_list list_normals(const fk_mesh *mesh, const fk_fit_content *content)
{
    normal_list list = {.count = 0};
    for (size_t i = 0; i < content->polygon_count; i++) {
        const fk_fit_polygon *p = &content->polygon[i];
        if (p->triangle == FK_NONE)
            continue;
        const uint32_t *c = mesh->triangle[p->triangle].corner;
        fk_vec3 from = mesh->point[c[0]];
        fk_vec3 normal =
            fk_vec3_cross(fk_vec3_sub(mesh->point[c[1]], from), fk_vec3_sub(mesh->point[c[2]], from));
        double area = fit_polygon_area(content->point + p->begin, p->count);
        if (area > 0 && fk_vec3_length(normal) > 0)
            add_normal(&list, fk_vec3_unit(normal), area);
    }
    return list;
}

/* Makes the frames of the largest normals. Returns their number. */
static int normal_frames(const normal_list *list, fit_frame out[2])
{
    uint32_t second = 1, third;
    const fk_vec3 *n = list->normal;
    while (second < list->count && !(fk_vec3_length(fk_vec3_cross(n[0], n[second])) > LEAST_VOLUME))
        second++;
    if (second >= list->count)
        return 0;
    fk_vec3 across = fk_vec3_unit(fk_vec3_cross(n[0], n[second]));
    fit_frame orthogonal = {.normal = {n[0], across, fk_vec3_cross(n[0], across)}};
    fit_frame sheared = {.normal = {n[0], n[second], across}};
    for (third = second + 1; third < list->count; third++)
        if (fabs(fk_vec3_dot(fk_vec3_cross(n[0], n[second]), n[third])) > LEAST_VOLUME) {
            sheared.normal[2] = n[third];
            break;
        }
    int count = 0;
    out[count] = orthogonal;
    count += complete_frame(&out[count]);
    out[count] = sheared;
    count += complete_frame(&out[count]);
    return count;
}

/* Makes the frame of the principal axes of points. `scale` is about the inverse of their extent. */
static bool principal_frame(const fk_fit_content *content, fk_vec3 base, double scale, fit_frame *out)
{
    double m[3][3] = {{0}};
    fk_vec3 mean = {0, 0, 0};
    for (size_t i = 0; i < content->point_count; i++)
        mean = fk_vec3_add(mean, fk_vec3_scale(fk_vec3_sub(content->point[i].at, base),
                                               scale / (double)content->point_count));
    for (size_t i = 0; i < content->point_count; i++) {
        fk_vec3 v = fk_vec3_sub(fk_vec3_scale(fk_vec3_sub(content->point[i].at, base), scale), mean);
        double c[3] = {v.x, v.y, v.z};
        for (int k = 0; k < 9; k++)
            m[k / 3][k % 3] += c[k / 3] * c[k % 3];
    }
    fk_jacobi(m, 6, out->normal);
    return complete_frame(out);
}

/* ---- Measures ------------------------------------------------------------------------------------------ */

static double grown_volume(const double size[3], double factor, double pad)
{
    return (size[0] * factor + pad) * (size[1] * factor + pad) * (size[2] * factor + pad);
}

/* Finds for each corner of the box how large its tetrahedron must be. */
static void measure_tetras(const fit_candidate *box, const fk_fit_content *content, fk_vec3 base,
                           double out[8])
{
    for (int c = 0; c < 8; c++)
        out[c] = 0;
    for (size_t i = 0; i < content->point_count; i++) {
        double at[3];
        for (int k = 0; k < 3; k++) {
            double x = fk_vec3_dot(box->frame.normal[k], fk_vec3_sub(content->point[i].at, base));
            at[k] = (x - box->low[k]) / (box->high[k] - box->low[k]);
        }
        for (int c = 0; c < 8; c++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += c >> k & 1 ? 1 - at[k] : at[k];
            out[c] = fk_larger(sum, out[c]);
        }
    }
}

/* Measures the box and the tetrahedra of a frame. Replaces the best candidate if one of them is smaller. */
static void try_frame(const fit_frame *frame, const fk_fit_content *content, fk_vec3 base, double pad,
                      fit_candidate *best)
{
    fit_candidate made = {.frame = *frame, .corner = -1, .size = 1};
    double size[3], tetra[8];
    for (int k = 0; k < 3; k++) {
        made.low[k] = INFINITY;
        made.high[k] = -INFINITY;
        for (size_t i = 0; i < content->point_count; i++) {
            double x = fk_vec3_dot(frame->normal[k], fk_vec3_sub(content->point[i].at, base));
            made.low[k] = fk_smaller(x - 2 * content->point[i].error, made.low[k]);
            made.high[k] = fk_larger(x + 2 * content->point[i].error, made.high[k]);
        }
        size[k] = made.high[k] - made.low[k];
    }
    made.cost = grown_volume(size, 1, pad) * frame->volume;
    if (made.cost < 0.999 * best->cost)
        *best = made;
    if (!(fk_smaller(fk_smaller(size[0], size[1]), size[2]) > 0))
        return;
    measure_tetras(&made, content, base, tetra);
    for (made.corner = 0; made.corner < 8; made.corner++) {
        made.size = tetra[made.corner];
        made.cost = grown_volume(size, made.size, pad) * frame->volume / 6;
        if (made.cost < 0.999 * best->cost)
            *best = made;
    }
}

static fk_aabb content_bounds(const fk_fit_content *content)
{
    fk_aabb box = {content->point[0].at, content->point[0].at};
    for (size_t i = 0; i < content->point_count; i++) {
        const fk_fit_point *p = &content->point[i];
        fk_vec3 more = {2 * p->error, 2 * p->error, 2 * p->error};
        fk_aabb at = {p->at, p->at};
        if (p->error > 0) /* twice, for the rounding of the sum */
            at = (fk_aabb){fk_vec3_sub(p->at, more), fk_vec3_add(p->at, more)};
        box = fk_cells_join_boxes(&box, &at);
    }
    return box;
}

/* Finds the best candidate. Its cost is that of the axis-aligned box, and its frame not set, if that is the best. */
static fit_candidate find_candidate(const fk_mesh *mesh, const fk_fit_content *content, const fk_aabb *box,
                                    double pad)
{
    fit_candidate best = {.corner = -1};
    fk_cells_volume aligned = fk_cells_from_box(box);
    double size[3] = {aligned.cell.edge[0].x, aligned.cell.edge[1].y, aligned.cell.edge[2].z};
    best.cost = grown_volume(size, 1, pad);
    fk_vec3 extent = {size[0], size[1], size[2]};
    if (fk_vec3_exponent(box->min) >= LARGEST || fk_vec3_exponent(box->max) >= LARGEST ||
        fk_vec3_exponent(extent) <= -LARGEST)
        return best;
    fit_frame frame[MOST_FRAMES + 1];
    normal_list normals = list_normals(mesh, content);
    int count = normal_frames(&normals, frame);
    count += principal_frame(content, box->min, fk_inverse_power(fk_vec3_exponent(extent)), &frame[count]);
    for (int k = 0; k < 3; k++)
        frame[count].normal[k] = fk_vec3_axis(k, 1);
    count += complete_frame(&frame[count]);
    for (int i = 0; i < count; i++)
        try_frame(&frame[i], content, box->min, pad, &best);
    return best;
}

double fk_fit_cost(const fk_mesh *mesh, const fk_fit_content *content, double pad)
{
    fk_aabb box = content_bounds(content);
    return find_candidate(mesh, content, &box, pad).cost;
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

static fk_cells_volume build_candidate(const fit_candidate *c, fk_vec3 base, double margin)
{
    bool is_box = c->corner < 0;
    fk_cells_volume made = {.kind = is_box ? FK_KIND_BOX : FK_KIND_TETRA};
    fk_vec3 start = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        bool is_high = !is_box && (c->corner >> k & 1);
        double from = is_high ? c->high[k] + margin : c->low[k] - margin;
        double size = c->size * (c->high[k] - c->low[k]) + (is_box ? 2 : 8) * margin;
        start = fk_vec3_add(start, fk_vec3_scale(c->frame.dual[k], from));
        made.cell.edge[k] = fk_vec3_scale(c->frame.dual[k], is_high ? -size : size);
    }
    made.cell.origin = fk_vec3_add(base, start);
    return made;
}

/* Decides exactly whether a volume contains all points, with their errors. */
static bool contains_content(const fk_cells_volume *volume, const fk_fit_content *content)
{
    bool holds = true;
    for (size_t i = 0; holds && i < content->point_count; i++) {
        const fk_fit_point *p = &content->point[i];
        fk_cells_volume at = {.kind = FK_KIND_TETRA, .cell = {.origin = p->at}};
        if (p->error > 0) {
            fk_fit_content alone = {.point_count = 1, .point = &(fk_fit_point){p->at, p->error}};
            fk_aabb around = content_bounds(&alone);
            at = fk_cells_from_box(&around);
        }
        holds = fk_cells_contain(volume, &at);
    }
    return holds;
}

/* Lists the different points. Returns their number; 5 if there are more than 4, or some are not exact. */
static uint32_t list_few_points(const fk_fit_content *content, fk_vec3 point[4])
{
    uint32_t count = 0;
    for (size_t i = 0; i < content->point_count; i++) {
        uint32_t k = 0;
        while (k < count && fk_vec3_order(&point[k], &content->point[i].at) != 0)
            k++;
        if (k == 4 || content->point[i].error > 0)
            return 5;
        if (k == count)
            point[count++] = content->point[i].at;
    }
    return count;
}

/* Returns a cell around up to four points; around a triangle whose sides are not doubles, a thin tetrahedron. */
static fk_cells_volume cell_of_few(fk_vec3 point[4], uint32_t count)
{
    fk_cells_volume leaf = fk_cells_leaf(point, count);
    if (leaf.kind == FK_KIND_TETRA || count != 3)
        return leaf;
    fk_vec3 u = fk_vec3_sub(point[1], point[0]), v = fk_vec3_sub(point[2], point[0]);
    fk_vec3 normal = fk_vec3_unit(fk_vec3_cross(fk_vec3_unit(u), fk_vec3_unit(v)));
    double thick = 0x1p-20 * fk_larger(fk_vec3_largest(u), fk_vec3_largest(v));
    fk_vec3 middle = fk_vec3_scale(fk_vec3_add(u, v), 1.0 / 3);
    point[3] = fk_vec3_add(point[0], fk_vec3_add(middle, fk_vec3_scale(normal, thick)));
    return fk_cells_leaf(point, 4);
}

fk_cells_volume fk_fit_cell(const fk_mesh *mesh, const fk_fit_content *content, double pad)
{
    fk_vec3 few[4] = {{0, 0, 0}};
    uint32_t count = list_few_points(content, few);
    if (count <= 4)
        return cell_of_few(few, count);
    fk_aabb box = content_bounds(content);
    fit_candidate best = find_candidate(mesh, content, &box, pad);
    fk_cells_volume aligned = fk_cells_from_box(&box);
    if (!(best.frame.volume > 0))
        return aligned;
    fk_vec3 extent = {aligned.cell.edge[0].x, aligned.cell.edge[1].y, aligned.cell.edge[2].z};
    double margin = MARGIN * fk_vec3_largest(extent) +
                    0x1p-48 * fk_larger(fk_vec3_largest(box.min), fk_vec3_largest(box.max));
    fk_cells_volume made = build_candidate(&best, box.min, margin);
    return contains_content(&made, content) ? made : aligned;
}
