/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A drawing: bodies, lines, points and labels to paint, in coordinates of the world. display.h makes it from results,
 * explain.h from the steps of a method; gl_painter.h paints it. It does not depend on OpenGL. */

#ifndef FARKAS_VIEW_DRAWING_H
#define FARKAS_VIEW_DRAWING_H

#include "farkas/view.h"

/* How something looks: a colour, and a pattern on surfaces, so that nobody needs to tell colours apart.
 *   clear      grey, plain
 *   near       amber, dotted: too close, or bounding volumes meet and the bodies do not
 *   clash      red, striped
 *   undecided  violet, checked
 *   a to d     things that must differ: blue, green, orange and red, plain
 *   volume     around something: thin, blue-grey
 *   mark       points at something: black on light, plain */
typedef enum drawing_look {
    LOOK_CLEAR,
    LOOK_NEAR,
    LOOK_CLASH,
    LOOK_UNDECIDED,
    LOOK_A,
    LOOK_B,
    LOOK_C,
    LOOK_D,
    LOOK_VOLUME,
    LOOK_MARK,
    LOOK_COUNT
} drawing_look;

/* A placed mesh. The mesh must stay unchanged at its address until painter_forget_meshes. */
typedef struct drawing_body {
    const fk_mesh *mesh;
    fk_pose pose;
    drawing_look look;
    bool is_faint;    /* transparent, and behind everything else */
    bool has_edges;   /* shows the edges of its triangles */
    bool is_selected; /* outlined */
    bool is_cut;      /* by the section plane */
    bool is_second;   /* of two with the same look: slightly different, so that they can be told apart */
} drawing_body;

typedef struct drawing_line {
    fk_vec3 from, to;
    drawing_look look;
    float width;    /* pixels */
    bool is_on_top; /* not hidden by bodies */
    bool is_arrow;  /* with a head at `to` */
} drawing_line;

typedef struct drawing_point {
    fk_vec3 at;
    drawing_look look;
    float size; /* pixels */
    bool is_ring;
} drawing_point;

/* A text beside a point of the world, always on top, placed where it covers no earlier points, short lines and texts. */
typedef struct drawing_label {
    fk_vec3 at;
    drawing_look look;
    char text[128]; /* UTF-8 */
} drawing_label;

/* Lists that grow, of the items above. */
typedef struct drawing {
    fk_context *context;
    fk_camera camera;
    bool has_section;
    fk_plane section;
    bool is_clear;   /* transparent background */
    bool has_legend; /* explains the looks that are used */
    bool has_scale;  /* shows a length at the distance of the camera's target, */
    char units[16];  /* in this unit */
    uint32_t body_count, line_count, point_count, label_count;
    uint32_t body_capacity, line_capacity, point_capacity, label_capacity;
    drawing_body *body;
    drawing_line *line;
    drawing_point *point;
    drawing_label *label;
} drawing;

drawing drawing_make(fk_context *context);
void drawing_free(drawing *d);
/* Removes all items, and keeps the memory. */
void drawing_empty(drawing *d);

/* All of these return false if memory runs out; the drawing stays as it is. */
bool drawing_add_body(drawing *d, const drawing_body *body);
bool drawing_add_line(drawing *d, const drawing_line *line);
bool drawing_add_point(drawing *d, const drawing_point *point);
/* Cuts a text that is too long, between two characters. */
bool drawing_add_label(drawing *d, fk_vec3 at, drawing_look look, const char *text);
/* Adds the twelve edges of a parallelepiped. */
bool drawing_add_box(drawing *d, const fk_piece *box, drawing_look look, float width);
/* Adds a sphere as a faint body; `ball` is a mesh of the one with radius 1 around the origin. Skips one that is not
 * finite. */
bool drawing_add_ball(drawing *d, const fk_mesh *ball, const fk_sphere *sphere, drawing_look look);

#endif
