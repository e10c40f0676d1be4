/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pieces as an explanation draws them: vertices in doubles, their hull for the edges, and a mesh. */

#include "explain_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Corners around a circle: of a display mesh; of a polyhedron for a Minkowski difference. */
#define SEGMENTS      40
#define SEGMENTS_LESS 16

/* ---- Vertices ------------------------------------------------------------------------------------------ */

/* Scales all numbers of a piece, other than a hull, by a power of two. */
static fk_piece scale_piece(const fk_piece *piece, double scale)
{
    fk_piece out = *piece;
    fk_vec3 *v = &out.as.cell.origin;
    switch (piece->kind) {
    case FK_KIND_SPHERE:
        out.as.sphere.center = fk_vec3_scale(piece->as.sphere.center, scale);
        out.as.sphere.radius = piece->as.sphere.radius * scale;
        break;
    case FK_KIND_CAPSULE:
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        for (int k = 0; k < 2; k++)
            out.as.capsule.end[k] = fk_vec3_scale(piece->as.capsule.end[k], scale);
        out.as.capsule.radius = piece->as.capsule.radius * scale;
        break;
    case FK_KIND_ELLIPSOID:
        *v = fk_vec3_scale(*v, scale);
        for (int k = 0; k < 3; k++)
            out.as.ellipsoid.edge[k] = fk_vec3_scale(out.as.ellipsoid.edge[k], scale);
        break;
    default:
        break;
    }
    return out;
}

static fk_status copy_points(fk_context *context, explain_body *body, const fk_vec3 *point, uint32_t count)
{
    body->point = fk_allocate(context, count * sizeof *body->point);
    if (body->point == NULL)
        return FK_ERROR_MEMORY;
    body->point_count = count;
    if (point != NULL)
        memcpy(body->point, point, count * sizeof *point);
    return FK_OK;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

fk_status explain_hull_mesh(fk_context *context, const fk_hull *hull, fk_mesh **out)
{
    uint32_t count = fk_hull_triangle_count(hull);
    *out = NULL;
    if (count == 0)
        return FK_OK;
    fk_triangle *triangle = fk_allocate(context, count * sizeof *triangle);
    if (triangle == NULL)
        return FK_ERROR_MEMORY;
    fk_hull_list_triangles(hull, triangle);
    fk_mesh_input input = {hull->point, hull->vertex_count, triangle, count, fk_mesh_options_default()};
    fk_status status = fk_mesh_build(context, &input, NULL, out);
    fk_release(context, triangle, count * sizeof *triangle);
    return status;
}

/* Makes a display mesh, or none for a piece without a surface, such as a ball of radius 0. */
static fk_status make_display_mesh(fk_context *context, const fk_piece *piece, uint32_t segments,
                                   fk_mesh **out)
{
    fk_status status = fk_piece_mesh(context, piece, segments, out);
    return status == FK_ERROR_MEMORY ? status : FK_OK;
}

static fk_status make_smooth_body(fk_context *context, const fk_piece *piece, explain_body *out)
{
    fk_mesh *less = NULL;
    fk_status status = make_display_mesh(context, piece, SEGMENTS, &out->mesh);
    if (status == FK_OK)
        status = make_display_mesh(context, piece, SEGMENTS_LESS, &less);
    if (status != FK_OK)
        return status;
    if (less == NULL) {
        fk_vec3 center =
            piece->kind == FK_KIND_ELLIPSOID ? piece->as.ellipsoid.origin : piece->as.capsule.end[0];
        return copy_points(context, out, &center, 1);
    }
    status = copy_points(context, out, less->point, less->vertex_count);
    fk_mesh_free(context, less);
    return status;
}

static fk_status make_vertex_body(fk_context *context, const fk_piece *piece, double scale, explain_body *out)
{
    uint32_t count = fk_piece_vertex_count(piece);
    fk_status status = copy_points(context, out, NULL, count > 0 ? count : 1);
    for (uint32_t i = 0; status == FK_OK && i < out->point_count; i++)
        out->point[i] = fk_vec3_scale(fk_piece_vertex_at(piece, i), scale);
    if (piece->kind == FK_KIND_SPHERE)
        out->radius = piece->as.sphere.radius * scale;
    else if (piece->kind == FK_KIND_CAPSULE)
        out->radius = piece->as.capsule.radius * scale;
    return status;
}

fk_status explain_body_make(fk_context *context, const fk_piece *piece, double scale, explain_body *out)
{
    fk_piece drawn = scale_piece(piece, scale);
    out->piece = *piece;
    out->is_smooth = fk_piece_vertex_count(piece) == 0 && piece->kind != FK_KIND_HALF_SPACE;
    fk_status status = out->is_smooth ? make_smooth_body(context, &drawn, out)
                                      : make_vertex_body(context, piece, scale, out);
    if (status == FK_OK)
        status = fk_hull_build(context, out->point, out->point_count, &out->hull);
    if (status != FK_OK)
        return status;
    if (out->radius > 0)
        status = make_display_mesh(context, &drawn, SEGMENTS, &out->mesh);
    else if (!out->is_smooth)
        status = explain_hull_mesh(context, out->hull, &out->mesh);
    out->middle = fk_vec3_make(0, 0, 0);
    for (uint32_t i = 0; i < out->hull->vertex_count; i++)
        out->middle = vector_along(out->middle, out->hull->point[i], 1.0 / out->hull->vertex_count);
    return status;
}

void explain_body_free(fk_context *context, explain_body *body)
{
    fk_release(context, body->point, body->point_count * sizeof *body->point);
    if (body->hull != NULL)
        fk_hull_free(context, body->hull);
    if (body->mesh != NULL)
        fk_mesh_free(context, body->mesh);
}

/* ---- Words --------------------------------------------------------------------------------------------- */

static const char *kind_text(fk_kind kind)
{
    switch (kind) {
    case FK_KIND_SEGMENT:
        return "segment";
    case FK_KIND_TRIANGLE:
        return "triangle";
    case FK_KIND_TETRA:
        return "tetrahedron";
    default:
        return fk_kind_word(kind);
    }
}

void explain_body_text(const explain_body *body, double scale, char *text, size_t capacity)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < body->point_count; i++)
        box = fk_aabb_include(box, body->point[i]);
    double more = 2 * body->radius;
    char kind[48];
    if (body->piece.kind == FK_KIND_HULL)
        snprintf(kind, sizeof kind, "hull of %u points", body->point_count);
    else
        snprintf(kind, sizeof kind, "%s", kind_text(body->piece.kind));
    if (body->point_count == 1 && !(body->radius > 0))
        snprintf(text, capacity, "%s at %s", kind,
                 explain_vector_text(fk_vec3_scale(body->point[0], 1 / scale)).text);
    else
        snprintf(text, capacity, "%s, %s x %s x %s", kind,
                 explain_number_text((box.max.x - box.min.x + more) / scale).text,
                 explain_number_text((box.max.y - box.min.y + more) / scale).text,
                 explain_number_text((box.max.z - box.min.z + more) / scale).text);
}
