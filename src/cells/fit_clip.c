/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Clipping triangles to regions, so that nothing of them is lost.
 *
 * Invariant: for each polygon there are points v*, each within the error of its computed point v along every axis, in
 * the plane of the triangle and, in their order, the corners of a convex polygon that contains what is left of the
 * triangle. At first they are the corners, exactly. To clip, let a be the distance of a point to the plane of the
 * cut, positive where it is kept, computed with one rounding, and A = a + 2 error, which is not less than that of v*.
 * A point is kept if A >= 0. On an edge from a kept point p to another one q, with A >= 0 > B, v* of the edge passes
 * the plane at t* = a* / (a* - b*), which grows with a* and with b*; so t = A / (A - B), enlarged for its own rounding,
 * is at least t*. The new point p* + t (q* - p*), for this double t, lies on the edge, and the edge up to there
 * contains what is kept of it. So the new points are in convex position, and contain what is left. Their error is the
 * larger one of p and q, for a convex combination, plus the rounding of the sum: three roundings of numbers of at most
 * twice the largest coordinate, less than `unit`. */

#include "base/lists.h"
#include "base/vec3.h"
#include "cells/cells.h"

#include <string.h>

/* A polygon of more corners is kept whole, which is correct. */
#define MOST_CORNERS 48

bool fk_fit_content_add(fk_context *context, fk_fit_content *content, const fk_fit_point *point,
                        uint32_t count, uint32_t triangle)
{
    if (!fk_grow(context, &content->point, sizeof *content->point, content->point_count,
                 &content->point_capacity, content->point_count + count) ||
        !fk_grow(context, &content->polygon, sizeof *content->polygon, content->polygon_count,
                 &content->polygon_capacity, content->polygon_count + 1))
        return false;
    memcpy(content->point + content->point_count, point, count * sizeof *point);
    content->polygon[content->polygon_count++] = (fk_fit_polygon){content->point_count, count, triangle};
    content->point_count += count;
    return true;
}

void fk_fit_content_end(fk_context *context, fk_fit_content *content)
{
    fk_release(context, content->point, content->point_capacity * sizeof *content->point);
    fk_release(context, content->polygon, content->polygon_capacity * sizeof *content->polygon);
    memset(content, 0, sizeof *content);
}

/* Returns an upper bound on how far a point is on the kept side. */
static double kept_depth(const fk_fit_point *p, const fk_fit_cut *cut)
{
    double x = fk_vec3_get(p->at, cut->axis);
    return (cut->side == 1 ? x - cut->at : cut->at - x) + 2 * p->error;
}

/* Returns the point where the edge from a kept point to another one ends. */
static fk_fit_point cut_edge(const fk_fit_point *p, const fk_fit_point *q, double depth, double other,
                             double unit)
{
    double t = fk_smaller(depth / (depth - other) * (1 + 0x1p-46), 1);
    fk_fit_point end = {fk_vec3_add(p->at, fk_vec3_scale(fk_vec3_sub(q->at, p->at), t)),
                        fk_larger(p->error, q->error) + unit};
    return end;
}

/* Clips a polygon. Returns the number of its corners; 0 if nothing is left. */
static uint32_t clip_polygon(const fk_fit_point *point, uint32_t count, const fk_fit_cut *cut,
                             fk_fit_point out[2 * MOST_CORNERS])
{
    uint32_t filled = 0;
    for (uint32_t i = 0; i < count; i++) {
        const fk_fit_point *p = &point[i], *q = &point[i + 1 < count ? i + 1 : 0];
        double depth = kept_depth(p, cut), next = kept_depth(q, cut);
        if (depth >= 0)
            out[filled++] = *p;
        if (depth > 0 && next < 0)
            out[filled++] = cut_edge(p, q, depth, next, cut->unit);
        if (depth < 0 && next > 0)
            out[filled++] = cut_edge(q, p, next, depth, cut->unit);
    }
    return filled;
}

bool fk_fit_clip(fk_context *context, const fk_fit_content *from, const fk_fit_cut *cut, size_t stride,
                 fk_fit_content *out)
{
    for (size_t i = 0; i < from->polygon_count; i += stride) {
        const fk_fit_polygon *polygon = &from->polygon[i];
        const fk_fit_point *point = from->point + polygon->begin;
        fk_fit_point left[2 * MOST_CORNERS];
        if (polygon->triangle == FK_NONE)
            continue;
        bool is_whole = polygon->count > MOST_CORNERS;
        uint32_t count = is_whole ? polygon->count : clip_polygon(point, polygon->count, cut, left);
        if (count > 0 && !fk_fit_content_add(context, out, is_whole ? point : left, count, polygon->triangle))
            return false;
    }
    return true;
}
