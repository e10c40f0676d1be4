/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the gl_ files share. */

#ifndef FARKAS_VIEW_GL_PRIVATE_H
#define FARKAS_VIEW_GL_PRIVATE_H

#include "camera.h"
#include "font.h"
#include "gl_painter.h"

#include <epoxy/gl.h>

/* ---- Programs (gl_shader.c) ------------------------------------------------------------------------- */

typedef enum gl_program {
    PROGRAM_BODY,         /* surfaces of meshes, lit */
    PROGRAM_BODY_SECTION, /* the same, cut by the section plane */
    PROGRAM_LINE,         /* edges of meshes, in one colour */
    PROGRAM_LINE_SECTION,
    PROGRAM_MARK,    /* lines and points in pixels */
    PROGRAM_FLAT,    /* rectangles, text, swatches */
    PROGRAM_BACK,    /* the background */
    PROGRAM_OUTLINE, /* around selected bodies */
    PROGRAM_COUNT
} gl_program;

/* Uniforms; -1 in programs that lack one. */
typedef enum gl_uniform {
    UNIFORM_MATRIX,
    UNIFORM_TURN,    /* from mesh coordinates to camera axes */
    UNIFORM_SECTION, /* the plane in mesh coordinates */
    UNIFORM_COLOR,
    UNIFORM_LOOK,
    UNIFORM_ANCHOR, /* fixes patterns to the body, in pixels */
    UNIFORM_SCALE,
    /* x: outside of triangles, 1 or -1; y: brightness of insides without light; 0: insides are lit */
    UNIFORM_SIDES,
    UNIFORM_SIZE, /* of the picture */
    UNIFORM_IMAGE,
    UNIFORM_SECOND,
    UNIFORM_COUNT
} gl_uniform;

typedef struct gl_shader {
    GLuint program;
    GLint uniform[UNIFORM_COUNT];
} gl_shader;

/* Errors: FK_ERROR_FORMAT with the message of the driver. */
fk_status gl_shaders_create(gl_shader shader[PROGRAM_COUNT], char message[FK_VIEW_MESSAGE]);
void gl_shaders_free(gl_shader shader[PROGRAM_COUNT]);

/* ---- Meshes (gl_mesh.c) ----------------------------------------------------------------------------- */

/* The buffers of a mesh. Its vertices are (v - middle) / size. */
typedef struct gl_mesh {
    const fk_mesh *mesh; /* NULL: an empty slot */
    const fk_vec3 *point;
    uint32_t vertex_count, triangle_count;
    fk_vec3 middle;
    double size;
    double radius;      /* around the middle, divided by the size */
    bool is_closed;     /* on each edge, as many sides go up as down */
    bool is_inside_out; /* closed, with a negative volume */
    GLuint array, vertices, indices;
    GLsizei index_count;
    GLuint edge_array, edges; /* the sharp ones, unless there are too many triangles; else 0 */
    GLsizei edge_count;
} gl_mesh;

typedef struct gl_meshes {
    gl_mesh *slot;
    uint32_t capacity, count;
} gl_meshes;

/* Finds the buffers of a mesh, or makes them. Errors: FK_ERROR_MEMORY. */
fk_status gl_mesh_find(painter *p, const fk_mesh *mesh, const gl_mesh **out);
void gl_meshes_free(painter *p);

/* ---- Painter ------------------------------------------------------------------------------------------- */

typedef struct flat_vertex {
    float x, y, u, v;
    rgba_color color;
    float kind; /* 0: plain; 1: text; 2 and more: the pattern of look kind - 2 */
} flat_vertex;

typedef struct mark_vertex {
    float x, y, z;      /* between -1 and 1 */
    float u, v, length; /* pixels along and across from the beginning */
    /* half the width at the beginning and the end, or of a ring; and a white border */
    float begin, end, border;
    rgba_color color;
} mark_vertex;

#define FLAT_MOST 6144 /* vertices collected before they are drawn */

struct painter {
    fk_context *context;
    gl_shader shader[PROGRAM_COUNT];
    gl_meshes meshes;
    float scale;
    float widest; /* the widest edges, in pixels; 1 if the driver has no others */
    /* The overlay. */
    font *letters;
    GLuint atlas, flat_array, flat_buffer;
    int flat_width, flat_height;
    uint32_t flat_count;
    flat_vertex flat[FLAT_MOST];
    /* Marks. */
    GLuint mark_array, mark_buffer;
    mark_vertex *mark;
    uint32_t mark_count, mark_capacity;
    bool has_no_memory; /* some marks were skipped */
    /* The background, and the mask of selected bodies. */
    GLuint empty_array, mask, mask_frame;
    GLuint cap_array, cap_buffer; /* the visible part of the section plane */
    int mask_width, mask_height;
};

/* Returns true if OpenGL had an error since the last call. */
bool gl_has_error(void);

/* The picture being painted. */
typedef struct gl_frame {
    const drawing *d;
    int width, height;
    fk_vec3 center; /* a ball around all bodies, lines and points */
    double radius;
    double unit; /* all matrices are divided by this */
    /* Added to the last depth of a matrix, this brings everything nearer by the same small fraction of its distance, so
     * that lines on a surface are in front of it. */
    double nearer;
} gl_frame;

/* ---- Steps of a picture -------------------------------------------------------------------------------- */

/* Bodies (gl_body.c). */
fk_status gl_draw_bodies(painter *p, const gl_frame *frame);
fk_status gl_draw_faint_bodies(painter *p, const gl_frame *frame);
fk_status gl_draw_outline(painter *p, const gl_frame *frame);

/* Lines and points (gl_lines.c): first those that bodies hide, then those on top. Errors: FK_ERROR_MEMORY. */
fk_status gl_draw_lines(painter *p, const gl_frame *frame, bool is_on_top);

/* Labels, legend, axes (gl_labels.c). */
void gl_draw_annotations(painter *p, const gl_frame *frame);

/* Overlay (gl_overlay.c). */
fk_status gl_overlay_create(painter *p);
void gl_overlay_free(painter *p);

#endif
