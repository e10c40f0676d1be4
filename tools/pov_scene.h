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

/* A face has up to 4 corners, and each plane that cuts a convex polygon adds one: 4 + 6 at most. */
#define CLIP_POLYGON_POINTS 12
#define CLIP_CELL_FACES     6

typedef struct clip_polygon {
    size_t count;
    fk_vec3 point[CLIP_POLYGON_POINTS];
} clip_polygon;

typedef struct clip_polygons {
    size_t count;
    clip_polygon polygon[2 * CLIP_CELL_FACES];
} clip_polygons;

/* The faces of a box or tetra: 6 or 4 polygons, counterclockwise seen from outside when its edges are right-handed.
 * No faces for other kinds. */
void clip_faces(const fk_piece *cell, clip_polygons *out);

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

/* Writes after a format: %n a number, %v a vector <x,y,z>, %c the colour of a thing, which ends it. */
void pov_put(pov_scene *scene, const char *format, ...);

/* A convex polygon in a mesh, for many of one colour: added one by one, until the mesh ends. Between them nothing else is drawn. One
 * with fewer than three points, or without area, is left out. */
void pov_mesh_add(pov_scene *scene, const clip_polygon *polygon);
void pov_mesh_end(pov_scene *scene, pov_color color);
/* A line with round ends; `width` is a factor, 1 for the usual one. A line from a point to itself is a ball. */
void pov_line(pov_scene *scene, fk_vec3 from, fk_vec3 to, double width, pov_color color);
/* The edges of a box. One that is flat has fewer; sides must be finite. */
void pov_box(pov_scene *scene, fk_aabb box, double width, pov_color color);
/* Ends the scene; only now the file appears under its name. False after a message. */
bool pov_end(pov_scene *scene);

#endif
