/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts of explain: what is kept, and the pen that draws and writes a step. */

#ifndef FARKAS_VIEW_EXPLAIN_PARTS_H
#define FARKAS_VIEW_EXPLAIN_PARTS_H

#include "explain.h"
#include "vector.h"

#if defined(__GNUC__)
#define EXPLAIN_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define EXPLAIN_PRINTF(text, first)
#endif

/* ---- What is kept -------------------------------------------------------------------------------------- */

/* One of both pieces as it is drawn: all numbers times the scale. */
typedef struct explain_body {
    fk_piece piece; /* as given; the points of a hull are not kept */
    /* Its vertices, as certificates number them; those of the core for a sphere or capsule; of a smooth piece some of its
     * surface. */
    fk_vec3 *point;
    uint32_t point_count;
    double radius;  /* around the points */
    bool is_smooth; /* the points are some of many */
    fk_hull *hull;  /* of the points */
    fk_mesh *mesh;  /* NULL for what has no surface */
    fk_vec3 middle;
} explain_body;

/* A small mesh that one step shows. */
typedef struct explain_patch {
    uint32_t step, slot;
    fk_mesh *mesh;
} explain_patch;

struct explanation {
    fk_context *context;
    fk_method method;
    char name[2][64];
    double scale; /* of all that is drawn; 1 unless numbers are very large or small */
    explain_body body[2];
    fk_answer answer;
    bool is_verified; /* the certificate */
    fk_answer truth;  /* of method exact */
    fk_trace_step *step;
    uint32_t step_count;
    fk_sphere bodies; /* around both, scaled */
    fk_vec3 look;     /* the direction in which the camera looks; length 1 */
    fk_vec3 right, up;
    /* The Minkowski difference, for gjk and cw: of the cores of round pieces. */
    bool has_difference;
    bool is_sampled; /* not all of its vertices are known */
    fk_hull *difference;
    fk_mesh *difference_mesh;
    fk_sphere difference_ball; /* around it and the origin, in its own coordinates */
    fk_vec3 origin;            /* where the origin of the difference is drawn */
    fk_mesh *ball_mesh;        /* of the sum of both radii around it, or NULL */
    explain_patch *patch;
    uint32_t patch_count, patch_capacity;
};

/* ---- explain_body.c ------------------------------------------------------------------------------------ */

fk_status explain_body_make(fk_context *context, const fk_piece *piece, double scale, explain_body *out);
void explain_body_free(fk_context *context, explain_body *body);
/* The faces of a hull; *out is NULL for one that has none. */
fk_status explain_hull_mesh(fk_context *context, const fk_hull *hull, fk_mesh **out);
/* Whether faces of a hull bend at an edge, more than by rounding. */
bool explain_is_hull_edge(const fk_hull *hull, uint32_t u, uint32_t v);
/* "box", "hull of 12 points", and how large it is. */
void explain_body_text(const explain_body *body, double scale, char *text, size_t capacity);

/* ---- explain_minkowski.c ------------------------------------------------------------------------------ */

/* The Minkowski difference of both bodies, and where it is drawn. */
fk_status explain_difference_make(explanation *e);

/* ---- The pen ------------------------------------------------------------------------------------------- */

/* Draws and writes one step. What is not finite is left out; without memory, `failed` is set and the rest is left out. */
typedef struct explain_pen {
    explanation *e;
    uint32_t step; /* of explain */
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
/* Between neighbours; of hulls with many edges, none. */
void pen_hull_edges(explain_pen *pen, const fk_hull *hull, fk_vec3 at, drawing_look look, float width);
/* A convex polygon of 3 to 8 corners, with its outline; of faint ones only the nearest is seen. */
void pen_patch(explain_pen *pen, const fk_vec3 *corner, uint32_t count, drawing_look look, bool is_faint);
/* The four faces of a tetrahedron, faint. */
void pen_tetra(explain_pen *pen, const fk_vec3 corner[4], drawing_look look);
/* A square of a plane, around the point of it that is nearest to `near`; faint, or only its outline. */
void pen_plane(explain_pen *pen, fk_vec3 normal, double offset, fk_vec3 near, double half, drawing_look look,
               bool is_filled);
/* Both bodies with their names. */
void pen_bodies(explain_pen *pen, bool are_faint);

/* A line of text, and an empty one. Those beyond the last are left out. */
void pen_blank_line(explain_pen *pen);
void pen_write(explain_pen *pen, const char *format, ...) EXPLAIN_PRINTF(2, 3);
/* The same, marked. */
void pen_write_marked(explain_pen *pen, const char *format, ...) EXPLAIN_PRINTF(2, 3);

/* "(0.12, 3, -4)" */
typedef struct explain_phrase {
    char text[64];
} explain_phrase;
explain_phrase explain_vector_text(fk_vec3 v);
explain_phrase explain_number_text(double x);

/* ---- Steps --------------------------------------------------------------------------------------------- */

/* Step i of the trace. */
void explain_minkowski_step(explain_pen *pen, uint32_t i);
void explain_sat_step(explain_pen *pen, uint32_t i);
void explain_inequality_step(explain_pen *pen, uint32_t i);

/* What is there before the first step, and after the last one; and the question and the answer themselves. */
void explain_minkowski_end(explain_pen *pen, bool is_answer);
void explain_draw_question(explain_pen *pen);
void explain_draw_answer(explain_pen *pen);

#endif
