/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes for POV-Ray (3.7): polygons, lines and balls in colours, with a camera and lights that fit them. Render
 * with `povray +Iscene.pov +Oscene.png +W800 +H600 +A -D`.
 *
 * The world is right-handed with Z up, as everywhere in farkas. Numbers are written in their shortest form, so the
 * same scene is the same text on every machine. */

#ifndef FARKAS_TOOLS_POV_H
#define FARKAS_TOOLS_POV_H

#include "cli.h"
#include "clip.h"

/* Red, green, blue and how much light goes through, each from 0 to 1. */
typedef struct pov_color {
    double red, green, blue, clear;
} pov_color;

typedef struct pov_scene {
    cli_file file;
    double line;     /* half the width of a line, by the size of what is seen */
    bool is_in_mesh; /* polygons were added to a mesh that has not ended */
} pov_scene;

/* Starts a scene in which these points are seen: camera, lights, white background. There is at least one point. The
 * title becomes a comment; it may have several lines. False after a message. */
bool pov_begin(pov_scene *scene, const char *path, const char *title, const fk_vec3 *point, size_t count);

/* A convex polygon; one with fewer than three points, or without area, is left out. */
void pov_polygon(pov_scene *scene, const clip_polygon *polygon, pov_color color);
/* The same in a mesh, for many of one colour: added one by one, until the mesh ends. Between them nothing
 * else is drawn. */
void pov_mesh_add(pov_scene *scene, const clip_polygon *polygon);
void pov_mesh_end(pov_scene *scene, pov_color color);
/* A line with round ends; `width` is a factor, 1 for the usual one. A line from a point to itself is a ball. */
void pov_line(pov_scene *scene, fk_vec3 from, fk_vec3 to, double width, pov_color color);
/* The edges of a polygon. */
void pov_outline(pov_scene *scene, const clip_polygon *polygon, double width, pov_color color);
/* The edges of a box. One that is flat has fewer; sides must be finite. */
void pov_box(pov_scene *scene, fk_aabb box, double width, pov_color color);
/* A torus around the z axis of a pose, with the radii of its ring and of its tube. */
void pov_torus(pov_scene *scene, const fk_pose *pose, double major, double minor, pov_color color);
/* Arrows from a point along x in red, y in green, z in blue, of these lengths. */
void pov_axes(pov_scene *scene, fk_vec3 origin, fk_vec3 length);

/* Ends the scene; only now the file appears under its name. False after a message. */
bool pov_end(pov_scene *scene);

#endif
