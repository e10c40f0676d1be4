/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Things in scenes for POV-Ray: see pov_shapes.h.
 *
 * The intersection of two cells as polygons: each face of one is cut by the planes of the other's faces (Sutherland
 * and Hodgman 1974). A point counts as inside a plane up to 1e-9 of the size of both cells, far below what a picture
 * shows and far above rounding. A flat cell has planes all the same: its faces are the planes through its edges, and
 * one that has no area is left out. */

#include "papers/pov_shapes.h"

#include <math.h>
#include <string.h>

/* Of the size. */
#define TOLERANCE 1e-9

static fk_vec3 faces_center(const clip_polygons *faces)
{
    fk_vec3 sum = {0, 0, 0};
    double count = 0;
    for (size_t i = 0; i < faces->count; i++)
        for (size_t k = 0; k < faces->polygon[i].count; k++, count++)
            sum = fk_vec3_add(sum, faces->polygon[i].point[k]);
    return fk_vec3_scale(sum, count > 0 ? 1 / count : 0);
}

/* The half-space of a face that holds the center of its cell, with a normal of length 1. False for a face without area. */
static bool face_plane(const clip_polygon *face, fk_vec3 inside, fk_plane *out)
{
    fk_vec3 u = fk_vec3_sub(face->point[1], face->point[0]);
    fk_vec3 v = fk_vec3_sub(face->point[2], face->point[0]);
    fk_vec3 normal = fk_vec3_cross(u, v);
    double length = sqrt(fk_vec3_dot(normal, normal));
    double sides = sqrt(fk_vec3_dot(u, u) * fk_vec3_dot(v, v));
    if (!(length > TOLERANCE * sides))
        return false;
    bool outward = fk_vec3_dot(normal, fk_vec3_sub(inside, face->point[0])) <= 0;
    out->normal = fk_vec3_scale(normal, (outward ? 1 : -1) / length);
    out->offset = fk_vec3_dot(out->normal, face->point[0]);
    return true;
}

/* Keeps the part of a polygon with normal.x <= offset + slack. */
static void clip_polygon_by_plane(clip_polygon *polygon, const fk_plane *plane, double slack)
{
    clip_polygon kept = {0};
    for (size_t i = 0; i < polygon->count; i++) {
        fk_vec3 p = polygon->point[i], q = polygon->point[(i + 1) % polygon->count];
        double at_p = fk_vec3_dot(plane->normal, p) - plane->offset;
        double at_q = fk_vec3_dot(plane->normal, q) - plane->offset;
        bool keeps_p = at_p <= slack, keeps_q = at_q <= slack;
        if (keeps_p && kept.count < CLIP_POLYGON_POINTS)
            kept.point[kept.count++] = p;
        if (keeps_p != keeps_q && kept.count < CLIP_POLYGON_POINTS) {
            /* Where the edge meets the plane itself; a point within the slack behind it stays where it is. */
            double t = at_p / (at_p - at_q);
            t = fmin(fmax(t, 0), 1);
            kept.point[kept.count++] = fk_vec3_add(p, fk_vec3_scale(fk_vec3_sub(q, p), t));
        }
    }
    *polygon = kept;
}

static double faces_size(const clip_polygons *faces)
{
    double most = 0;
    fk_vec3 middle = faces_center(faces);
    for (size_t i = 0; i < faces->count; i++)
        for (size_t k = 0; k < faces->polygon[i].count; k++) {
            fk_vec3 d = fk_vec3_sub(faces->polygon[i].point[k], middle);
            most = fmax(most, fk_vec3_dot(d, d));
        }
    return sqrt(most);
}

/* Adds to the list what of the faces lies in the cell with the other faces. */
static void add_cut_faces(const clip_polygons *faces, const clip_polygons *cell, clip_polygons *out)
{
    double slack = TOLERANCE * (faces_size(faces) + faces_size(cell));
    fk_vec3 inside = faces_center(cell);
    for (size_t i = 0; i < faces->count; i++) {
        clip_polygon polygon = faces->polygon[i];
        for (size_t k = 0; k < cell->count; k++) {
            fk_plane plane;
            if (face_plane(&cell->polygon[k], inside, &plane))
                clip_polygon_by_plane(&polygon, &plane, slack);
        }
        if (polygon.count > 0)
            out->polygon[out->count++] = polygon;
    }
}

void clip_intersection(const fk_piece *a, const fk_piece *b, clip_polygons *out)
{
    clip_polygons of_a, of_b;
    clip_faces(a, &of_a);
    clip_faces(b, &of_b);
    memset(out, 0, sizeof *out);
    add_cut_faces(&of_a, &of_b, out);
    add_cut_faces(&of_b, &of_a, out);
}

/* ---- Things -------------------------------------------------------------------------------------------- */

void pov_polygon(pov_scene *scene, const clip_polygon *polygon, pov_color color)
{
    pov_mesh_add(scene, polygon);
    pov_mesh_end(scene, color);
}

void pov_outline(pov_scene *scene, const clip_polygon *polygon, double width, pov_color color)
{
    for (size_t i = 0; i < polygon->count; i++)
        pov_line(scene, polygon->point[i], polygon->point[(i + 1) % polygon->count], width, color);
}

/* The axis of a torus is y there, which a quarter of a turn brings to z. */
void pov_torus(pov_scene *scene, const fk_pose *pose, double major, double minor, pov_color color)
{
    pov_put(scene, "torus { %n, %n rotate x*90 matrix <", major, minor);
    for (int column = 0; column < 3; column++)
        for (int row = 0; row < 3; row++)
            pov_put(scene, "%n,", pose->rotation[row][column]);
    fk_vec3 at = pose->translation;
    pov_put(scene, "%n,%n,%n>%c", at.x, at.y, at.z, color);
}

void pov_axes(pov_scene *scene, fk_vec3 origin, fk_vec3 length)
{
    static const pov_color colors[] = {{0.85, 0.05, 0.05, 0}, {0, 0.55, 0.05, 0}, {0.05, 0.1, 0.9, 0}};
    const double head = 9 * scene->line;
    for (int axis = 0; axis < 3; axis++) {
        fk_vec3 along = fk_vec3_make(axis == 0, axis == 1, axis == 2);
        double whole = fk_vec3_get(length, axis);
        fk_vec3 neck = fk_vec3_add(origin, fk_vec3_scale(along, fmax(whole - head, 0)));
        pov_line(scene, origin, neck, 0.8, colors[axis]);
        pov_put(scene, "cone { %v, %n, %v, 0%c", neck, head / 3,
                fk_vec3_add(neck, fk_vec3_scale(along, head)), colors[axis]);
    }
}
