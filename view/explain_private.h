/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of explain share: the explanation, and the pen that draws and writes a step. */

#ifndef FARKAS_VIEW_EXPLAIN_PRIVATE_H
#define FARKAS_VIEW_EXPLAIN_PRIVATE_H

#include "explain.h"
#include "vector.h"

#if defined(__GNUC__)
#define EXPLAIN_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define EXPLAIN_PRINTF(text, first)
#endif

/* ---- The explanation ----------------------------------------------------------------------------------- */

/* One of the two pieces as drawn: all numbers are scaled. */
typedef struct explain_body {
    fk_piece piece; /* as given; the points of a hull are not kept */
    /* Its vertices, as certificates number them; those of the core of a sphere or capsule; some points on the surface
     * of a smooth piece. */
    fk_vec3 *point;
    uint32_t point_count;
    double radius;  /* around the points */
    bool is_smooth; /* the points are samples */
    fk_hull *hull;  /* of the points */
    fk_mesh *mesh;  /* NULL without a surface */
    fk_vec3 middle;
} explain_body;

/* A small mesh for one step. */
typedef struct explain_patch {
    uint32_t step, slot;
    fk_mesh *mesh;
} explain_patch;

typedef struct explain_collide explain_collide;

struct explanation {
    fk_context *context;
    /* of meshes; then there are no method, bodies, answers and steps of a trace. Or NULL */
    explain_collide *collide;
    fk_method method;
    char name[2][64];
    double scale; /* of everything drawn; 1 unless numbers are very large or small */
    explain_body body[2];
    fk_answer answer;
    bool is_verified; /* fk_verify accepts the certificate */
    fk_answer truth;  /* the answer of method exact */
    fk_trace_step *step;
    uint32_t step_count;
    fk_sphere bodies; /* around both, scaled */
    fk_vec3 look;     /* the direction in which the camera looks; length 1 */
    fk_vec3 right, up;
    /* The Minkowski difference, for gjk and cw; of the cores of round pieces. */
    bool has_difference;
    bool is_sampled; /* its vertices are samples */
    fk_hull *difference;
    fk_mesh *difference_mesh;
    fk_sphere difference_ball; /* around it and the origin, in its own coordinates */
    fk_vec3 origin;            /* where the origin of the difference is drawn */
    fk_mesh *ball_mesh;        /* the ball of both radii around the origin, or NULL */
    explain_patch *patch;
    uint32_t patch_count, patch_capacity;
};

/* ---- explain_body.c ------------------------------------------------------------------------------------ */

fk_status explain_body_make(fk_context *context, const fk_piece *piece, double scale, explain_body *out);
void explain_body_free(fk_context *context, explain_body *body);
/* Makes a mesh of the faces of a hull; *out is NULL if it has none. */
fk_status explain_hull_mesh(fk_context *context, const fk_hull *hull, fk_mesh **out);
/* Whether the faces of a hull bend at an edge, by more than rounding. */
bool explain_is_hull_edge(const fk_hull *hull, uint32_t u, uint32_t v);
/* Writes "box", "hull of 12 points", and the size. */
void explain_body_text(const explain_body *body, double scale, char *text, size_t capacity);

/* ---- explain_collide.c --------------------------------------------------------------------------------- */

/* Runs COLLIDE; the caller keeps the meshes, which have triangles. explain_collide_free accepts NULL. */
fk_status explain_collide_make(explanation *e, const fk_placed_mesh *a, const fk_placed_mesh *b);
void explain_collide_free(fk_context *context, explain_collide *c);

/* ---- explain_minkowski.c ------------------------------------------------------------------------------ */

/* Makes the Minkowski difference of both bodies, and places it. */
fk_status explain_difference_make(explanation *e);

/* ---- The pen ------------------------------------------------------------------------------------------- */

/* Draws and writes one step. Skips what is not finite; if memory runs out, sets `failed` and skips the rest. */
typedef struct explain_pen {
    explanation *e;
    uint32_t step; /* of the explanation */
    uint32_t slot; /* of the next patch */
    drawing *d;
    explain_text *text;
    bool failed;
} explain_pen;

void pen_line(explain_pen *pen, fk_vec3 from, fk_vec3 to, drawing_look look, float width);
/* Not hidden by bodies. */
void pen_line_on_top(explain_pen *pen, fk_vec3 from, fk_vec3 to, drawing_look look, float width);
void pen_arrow(explain_pen *pen, fk_vec3 from, fk_vec3 to, drawing_look look, float width);
void pen_point(explain_pen *pen, fk_vec3 at, drawing_look look, float size);
void pen_label(explain_pen *pen, fk_vec3 at, drawing_look look, const char *format, ...) EXPLAIN_PRINTF(4, 5);
void pen_mesh(explain_pen *pen, const fk_mesh *mesh, fk_vec3 at, drawing_look look, bool is_faint);
/* Draws the edges of a hull, unless there are too many. */
void pen_hull_edges(explain_pen *pen, const fk_hull *hull, fk_vec3 at, drawing_look look, float width);
/* Draws a convex polygon of 3 to 8 corners, with its outline; of transparent ones only the nearest is visible. */
void pen_patch(explain_pen *pen, const fk_vec3 *corner, uint32_t count, drawing_look look, bool is_faint);
/* Draws the four faces of a tetrahedron, transparent. */
void pen_tetra(explain_pen *pen, const fk_vec3 corner[4], drawing_look look);
/* Draws a square of a plane, around its point nearest to `near`; transparent, or only its outline. */
void pen_plane(explain_pen *pen, fk_vec3 normal, double offset, fk_vec3 near, double half, drawing_look look,
               bool is_filled);
/* Draws both bodies with their names. */
void pen_bodies(explain_pen *pen, bool are_faint);

/* Add an empty line, and a line of text. Lines beyond the last are dropped. */
void pen_blank_line(explain_pen *pen);
void pen_write(explain_pen *pen, const char *format, ...) EXPLAIN_PRINTF(2, 3);
/* The same, highlighted. */
void pen_write_marked(explain_pen *pen, const char *format, ...) EXPLAIN_PRINTF(2, 3);

/* "(0.12, 3, -4)" */
typedef struct explain_phrase {
    char text[64];
} explain_phrase;
explain_phrase explain_vector_text(fk_vec3 v);
explain_phrase explain_number_text(double x);

/* ---- Steps --------------------------------------------------------------------------------------------- */

/* Draws and writes a step of COLLIDE, the question and the answer included. */
void explain_collide_step(explain_pen *pen);
/* Draw and write step i of the trace. */
void explain_minkowski_step(explain_pen *pen, uint32_t i);
void explain_sat_step(explain_pen *pen, uint32_t i);
void explain_inequality_step(explain_pen *pen, uint32_t i);

/* Draw the state before the first step, and after the last one; and the question and the answer themselves. */
void explain_minkowski_end(explain_pen *pen, bool is_answer);
void explain_draw_question(explain_pen *pen);
void explain_draw_answer(explain_pen *pen);

#endif
