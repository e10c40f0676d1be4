/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes for POV-Ray (3.7): polygons, lines and balls in colours, with a camera and lights that fit them. Render with
 * `povray +Iscene.pov +Oscene.png +W800 +H600 +A -D`.
 *
 * The world is right-handed with Z up, as everywhere in farkas. Numbers have their shortest form, so the same scene is
 * the same text on every machine. */

#ifndef FARKAS_TOOLS_POV_SCENE_H
#define FARKAS_TOOLS_POV_SCENE_H

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

/* Returns the faces of a box or tetra: 6 or 4 polygons, counterclockwise seen from outside if its edges are
 * right-handed. No faces for other kinds. */
void clip_faces(const fk_piece *cell, clip_polygons *out);

/* Red, green, blue and transparency, each from 0 to 1. */
typedef struct pov_color {
    double red, green, blue, clear;
} pov_color;

typedef struct pov_scene {
    cli_file file;
    double line;     /* half the width of a line, from the size of the scene */
    bool is_in_mesh; /* a mesh has polygons and has not ended */
} pov_scene;

/* Starts a scene in which these points, at least one, are visible: camera, lights, white background. The title, of one
 * or more lines, becomes a comment. False after a message. */
bool pov_begin(pov_scene *scene, const char *path, const char *title, const fk_vec3 *point, size_t count);

/* Writes after a format: %n a number, %v a vector <x,y,z>, %c the colour of an object, which ends it. */
void pov_put(pov_scene *scene, const char *format, ...);

/* Adds a convex polygon to a mesh of many polygons of one colour, until pov_mesh_end. Nothing else may be drawn between
 * them. Skips polygons with fewer than three points, or without area. */
void pov_mesh_add(pov_scene *scene, const clip_polygon *polygon);
void pov_mesh_end(pov_scene *scene, pov_color color);
/* Draws a line with round ends; `width` is a factor, 1 for the usual one. A line from a point to itself is a ball. */
void pov_line(pov_scene *scene, fk_vec3 from, fk_vec3 to, double width, pov_color color);
/* Draws the edges of a box, fewer if it is flat; its sides must be finite. */
void pov_box(pov_scene *scene, fk_aabb box, double width, pov_color color);
/* Ends the scene; the file appears under its name only now. False after a message. */
bool pov_end(pov_scene *scene);

#endif
