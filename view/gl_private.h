/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of the painter share. */

#ifndef FARKAS_VIEW_PAINT_INSIDE_H
#define FARKAS_VIEW_PAINT_INSIDE_H

#include "camera.h"
#include "font.h"
#include "gl_painter.h"

#include <epoxy/gl.h>

/* ---- Programs (gl_shader.c) ------------------------------------------------------------------------- */

typedef enum gl_program {
    PROGRAM_BODY,         /* surfaces of meshes, lit */
    PROGRAM_BODY_SECTION, /* the same, cut by a plane */
    PROGRAM_LINE,         /* edges of meshes, in one colour */
    PROGRAM_LINE_SECTION,
    PROGRAM_MARK,    /* lines and points in pixels */
    PROGRAM_FLAT,    /* rectangles, text, swatches */
    PROGRAM_BACK,    /* the background */
    PROGRAM_OUTLINE, /* around what is selected */
    PROGRAM_COUNT
} gl_program;

/* Uniforms; a program has those that it needs, -1 for others. */
typedef enum gl_uniform {
    UNIFORM_MATRIX,
    UNIFORM_TURN,    /* from coordinates of the mesh to the axes of the camera */
    UNIFORM_SECTION, /* the plane in coordinates of the mesh */
    UNIFORM_COLOR,
    UNIFORM_LOOK,
    UNIFORM_ANCHOR, /* what patterns are fixed to, in pixels */
    UNIFORM_SCALE,
    UNIFORM_SIDES, /* x: which side of triangles is outside, 1 or -1; y: how bright insides are, without light; 0: they are lit */
    UNIFORM_SIZE,  /* of the picture */
    UNIFORM_IMAGE,
    UNIFORM_SECOND,
    UNIFORM_COUNT
} gl_uniform;

typedef struct gl_shader {
    GLuint program;
    GLint uniform[UNIFORM_COUNT];
} gl_shader;

/* FK_ERROR_FORMAT with the message of the driver. */
fk_status gl_shaders_create(gl_shader shader[PROGRAM_COUNT], char message[FK_VIEW_MESSAGE]);
void gl_shaders_free(gl_shader shader[PROGRAM_COUNT]);

/* ---- Meshes (gl_mesh.c) ----------------------------------------------------------------------------- */

/* What the graphics card has of a mesh. Its vertices are kept as (v - middle) / size. */
typedef struct gl_mesh {
    const fk_mesh *mesh; /* NULL: an empty slot */
    const fk_vec3 *point;
    uint32_t vertex_count, triangle_count;
    fk_vec3 middle;
    double size;
    double radius;      /* around the middle, over the size */
    bool is_closed;     /* on each edge as many sides go up as down */
    bool is_inside_out; /* closed, with a negative volume */
    GLuint array, vertices, indices;
    GLsizei index_count;
    GLuint edge_array, edges; /* the sharp ones, where there are not too many triangles; else 0 */
    GLsizei edge_count;
} gl_mesh;

typedef struct gl_meshes {
    gl_mesh *slot;
    uint32_t capacity, count;
} gl_meshes;

/* That of a mesh, made when it is not there yet. FK_ERROR_MEMORY. */
fk_status gl_mesh_find(painter *p, const fk_mesh *mesh, const gl_mesh **out);
void gl_meshes_free(painter *p);

/* ---- Painter ------------------------------------------------------------------------------------------- */

typedef struct flat_vertex {
    float x, y, u, v;
    rgba_color color;
    float kind; /* 0: plain; 1: text; 2 and more: the pattern of look kind - 2 */
} flat_vertex;

typedef struct mark_vertex {
    float x, y, z;            /* between -1 and 1 */
    float u, v, length;       /* pixels along and across from the beginning */
    float begin, end, border; /* half the width there, or of a ring; and a white border around it */
    rgba_color color;
} mark_vertex;

#define FLAT_MOST 6144 /* vertices that are collected before they are drawn */

struct painter {
    fk_context *context;
    gl_shader shader[PROGRAM_COUNT];
    gl_meshes meshes;
    float scale;
    float widest; /* that edges may be, in pixels; 1 where the driver has no others */
    /* Flat things. */
    font *letters;
    GLuint atlas, flat_array, flat_buffer;
    int flat_width, flat_height;
    uint32_t flat_count;
    flat_vertex flat[FLAT_MOST];
    /* Marks. */
    GLuint mark_array, mark_buffer;
    mark_vertex *mark;
    uint32_t mark_count, mark_capacity;
    bool has_no_memory; /* marks were left out */
    /* The background, and the mask of what is selected. */
    GLuint empty_array, mask, mask_frame;
    GLuint cap_array, cap_buffer; /* the part of the section plane that is in sight */
    int mask_width, mask_height;
};

/* True when OpenGL had an error since the last call. */
bool gl_has_error(void);

/* What a picture is painted with. */
typedef struct gl_frame {
    const drawing *d;
    int width, height;
    fk_vec3 center; /* a ball around all bodies, lines and points */
    double radius;
    double unit; /* all matrices are divided by this, which they may be */
    /* Added to the last depth of a matrix, this brings all nearer by the same small part of its distance, so that lines on
     * a surface are before it. */
    double nearer;
} gl_frame;

/* ---- Parts of a picture -------------------------------------------------------------------------------- */

/* Bodies (gl_body.c). */
fk_status gl_draw_bodies(painter *p, const gl_frame *scene);
fk_status gl_draw_faint_bodies(painter *p, const gl_frame *scene);
fk_status gl_draw_outline(painter *p, const gl_frame *scene);

/* Lines and points (gl_lines.c): first those that bodies hide, then those on top. FK_ERROR_MEMORY. */
fk_status gl_draw_lines(painter *p, const gl_frame *scene, bool is_on_top);

/* Labels, legend, axes (gl_labels.c). */
void gl_draw_annotations(painter *p, const gl_frame *scene);

/* Flat things (gl_overlay.c). */
fk_status gl_overlay_create(painter *p);
void gl_overlay_free(painter *p);

#endif
