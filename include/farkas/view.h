/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* View: pictures of parts and of what was found about them, with or without a display; and a window.
 *
 * This is a library of its own, libfarkas-view (CMake farkas::farkas_view, pkg-config farkas-view), as it needs
 * OpenGL; farkas/farkas.h does not include it. It shows results, and finds out nothing itself. */

#ifndef FARKAS_VIEW_H
#define FARKAS_VIEW_H

#include "farkas/method.h"
#include "farkas/page.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What is shown ------------------------------------------------------------------------------------- */

/* Parts, where they are, and what is known about them. All is kept by the caller. */
typedef struct fk_show {
    uint32_t part_count;
    const fk_sweep_part *part; /* without a motion, poses are those in the world */
    const fk_motion *motion;   /* or NULL */
    /* What was found: one of these, or neither. */
    const fk_check *check;
    const fk_sweep *sweep;
    const char *units; /* as "mm"; or NULL */
    double time;       /* of the check, where parts move; else 0 */
    /* A word about each pair of the result, or NULL for a pair: "new", "approved"; the window lists it. NULL: none. */
    const char *const *note;
} fk_show;

/* What is drawn besides the parts; a set of flags. */
enum {
    FK_LAYER_EDGES = 1,      /* of all triangles */
    FK_LAYER_AABB = 2,       /* around parts: boxes along the axes, */
    FK_LAYER_OBB = 4,        /* boxes that are turned, */
    FK_LAYER_SPHERE = 8,     /* balls */
    FK_LAYER_TREE = 16,      /* volumes of one level of the trees of meshes */
    FK_LAYER_HULL = 32,      /* convex hulls of meshes */
    FK_LAYER_PIECES = 64,    /* convex pieces, see fk_split_build */
    FK_LAYER_CELLS = 128,    /* cells, see fk_cell_tree_of_surface */
    FK_LAYER_LABELS = 256,   /* names of parts */
    FK_LAYER_LEGEND = 512,   /* what the looks mean, and how long things are */
    FK_LAYER_FINDINGS = 1024 /* the nearest points, the box of what two parts have in common */
};

/* Where one looks from. */
#define FK_SIDE_LIST(X)                                                                                      \
    X(FK_SIDE_CORNER, "corner") /* from the front, the right and above */                                    \
    X(FK_SIDE_FRONT, "front")   /* along +y */                                                               \
    X(FK_SIDE_BACK, "back")                                                                                  \
    X(FK_SIDE_LEFT, "left") /* along +x */                                                                   \
    X(FK_SIDE_RIGHT, "right")                                                                                \
    X(FK_SIDE_TOP, "top")                                                                                    \
    X(FK_SIDE_BOTTOM, "bottom")

typedef enum fk_side {
#define FK_SIDE_ENUM(name, word) name,
    FK_SIDE_LIST(FK_SIDE_ENUM)
#undef FK_SIDE_ENUM
        FK_SIDE_COUNT
} fk_side;

FK_API const char *fk_side_word(fk_side side);

/* A camera; z is up unless it looks along z. */
typedef struct fk_camera {
    fk_vec3 eye, target, up;
    double angle; /* of view, from bottom to top, in radians */
} fk_camera;

/* ---- Pictures without a display ------------------------------------------------------------------------ */

#define FK_VIEW_MESSAGE 512

/* Draws pictures off screen. For one thread. */
typedef struct fk_renderer fk_renderer;

/* FK_ERROR_FORMAT where there is no OpenGL 3.3 to be had; the message says why, and what to do. FK_ERROR_MEMORY. */
FK_API fk_status fk_renderer_create(fk_context *context, fk_renderer **out, char message[FK_VIEW_MESSAGE]);
/* Takes NULL. */
FK_API void fk_renderer_free(fk_renderer *renderer);

typedef struct fk_picture_options {
    uint32_t width, height; /* 16 to 16384 */
    /* One pair of the result: it is near, and what is not in it is faint. FK_NONE: all parts. */
    uint32_t pair;
    bool is_wide; /* of a pair: all parts are in the picture, and a ring is around what was found */
    double time;  /* NaN: the moment of the pair; else the first */
    fk_side side; /* where the camera stands; for a pair FK_SIDE_CORNER is where it is seen best */
    const fk_camera *camera; /* or NULL: one that sees all */
    unsigned layers;         /* FK_LAYER_... */
    uint32_t tree_level;     /* for FK_LAYER_TREE */
    bool has_section;
    fk_plane section; /* what is on its positive side is cut away */
    bool is_clear;    /* the background is transparent */
} fk_picture_options;

/* 1280 x 800, all parts, from the corner, with findings and legend. */
FK_API fk_picture_options fk_picture_options_default(void);

/* Rows from the top, four bytes for each pixel: red, green, blue, opacity. */
typedef struct fk_picture {
    uint32_t width, height;
    uint8_t *pixel;
} fk_picture;

/* Draws. What it has made of the meshes of a show is kept until it is given another one, by its address, or told to
 * forget. The same picture every time on one machine. FK_ERROR_ARGUMENT for options that are not valid, FK_ERROR_MEMORY,
 * also of what the graphics driver has; *out is left alone then. */
FK_API fk_status fk_renderer_draw(fk_renderer *renderer, const fk_show *show,
                                  const fk_picture_options *options, fk_picture *out);
FK_API void fk_renderer_forget(fk_renderer *renderer);
FK_API void fk_picture_free(fk_context *context, fk_picture *picture);

/* How a method decides about two pieces: one of its steps, as a drawing with a text beside it. */
typedef struct fk_explain_options {
    fk_method method;
    const fk_piece *a, *b;
    const char *name_a, *name_b; /* or NULL */
    uint32_t step;               /* 0 is the question, the last one the answer; beyond it: the last one */
    uint32_t width, height;      /* 16 to 16384 */
} fk_explain_options;

/* Draws a step, and says how many there are; out may be NULL, and renderer then, too. FK_ERROR_METHOD where the method does
 * not know the pieces, or leaves no steps, as exact; errors as of fk_pair_answer and fk_renderer_draw. *step_count and *out
 * are left alone then. */
FK_API fk_status fk_renderer_explain(fk_context *context, fk_renderer *renderer,
                                     const fk_explain_options *options, uint32_t *step_count,
                                     fk_picture *out);

/* A picture as PNG; free it with fk_release(context, *png, *bytes). FK_ERROR_MEMORY. */
FK_API fk_status fk_picture_png(fk_context *context, const fk_picture *picture, void **png, size_t *bytes);

/* Draws a picture of a page, see fk_page_draw: 1200 x 675 of all parts, 640 x 400 of a pair. Errors as of fk_renderer_draw;
 * *out is left alone then. */
FK_API fk_status fk_renderer_draw_page_picture(fk_context *context, fk_renderer *renderer,
                                               const fk_show *show, const fk_page_request *request,
                                               fk_page_picture *out);

/* The camera that fk_renderer_draw would take. FK_ERROR_ARGUMENT, FK_ERROR_MEMORY; *out is left alone then. */
FK_API fk_status fk_show_camera(fk_context *context, const fk_show *show, const fk_picture_options *options,
                                fk_camera *out);

/* The same view as a scene for POV-Ray 3.7: camera, lights, parts in their looks, lines and points; texts are comments. It
 * needs no OpenGL. FK_ERROR_ARGUMENT, FK_ERROR_MEMORY, FK_ERROR_WRITE when `write` fails. */
FK_API fk_status fk_show_write_pov(fk_context *context, const fk_show *show,
                                   const fk_picture_options *options, fk_write_function *write, void *user);

/* ---- Window -------------------------------------------------------------------------------------------- */

/* A joint that has a slider. */
typedef struct fk_window_joint {
    const char *name;
    double lower, upper; /* finite, lower <= upper */
    double value;        /* at first */
    /* What is shown is this many times the value, in this unit: 57.3 and "deg", say. */
    double factor;
    const char *unit;
} fk_window_joint;

/* Called from time to time by find: so many of `total` pairs are done. False: what is sought is no longer wanted, and
 * any status may be returned. */
typedef bool fk_window_progress(void *user, uint64_t done, uint64_t total);

/* What a window is about. All of it is the caller's, and stays until it is released. */
typedef struct fk_window_subject {
    fk_show show; /* with a result, or without one, which is sought then */
    uint32_t joint_count;
    const fk_window_joint *joint;
    void *user; /* of these functions */

    /* The values of joints at a time; NULL: they do not change with it. Called by the thread of the window, as place is. */
    void (*joints)(void *user, double time, double *value);
    /* Where the parts are with these values, and all that is no joint at a time. NULL: where the motion has them. */
    void (*place)(void *user, double time, const double *value, fk_pose *pose);

    /* These are called by other threads, at the same time as each other, but none at the same time as itself. What they
     * make is released by the window, with its context, whose allocator is safe for threads. */
    /* What is found where the parts are; NULL: nothing is asked. */
    fk_status (*check)(void *user, const fk_pose *pose, fk_check **out);
    /* What is found at all times, if the show has no result; NULL: nothing is sought. progress may be called. */
    fk_status (*find)(void *user, fk_window_progress *progress, void *progress_user, fk_sweep **out);
} fk_window_subject;

typedef struct fk_window_options {
    const char *title;
    uint32_t width, height;           /* in units of the screen; 320 to 16384 */
    const fk_window_subject *subject; /* or NULL */
    /* Or NULL: a method that is watched, instead of a subject; its size does not count. */
    const fk_explain_options *explain;
    /* What is seen first. */
    double time;   /* NaN: the first */
    uint32_t a, b; /* the pair of parts that is selected; FK_NONE: none. FK_NONE for b alone: a part is */
    fk_side side;  /* where the camera stands */
    const fk_camera *camera; /* or NULL: one that sees all */
    unsigned layers;         /* FK_LAYER_... */
    uint32_t tree_level;
    bool has_section;
    fk_plane section;
    bool shows_help;
    /* Where the first picture goes when all has been found and drawn; the window closes then. NULL: it stays open. */
    const char *screenshot;
    const char *folder; /* of pictures that a key takes; NULL: that of the program */

    void *user; /* of the functions below, each of which may be NULL */
    /* One line for each thing that changes: "selected: arm, crate". */
    void (*log)(void *user, const char *line);
    /* Whether files are not what they were; asked about once in a second. */
    bool (*is_changed)(void *user);
    /* Makes a subject anew. False after a message: the old one stays. Called by another thread. */
    bool (*reload)(void *user, const fk_window_subject **out, char message[FK_VIEW_MESSAGE]);
    /* Of one that is shown from now on; the old one is released later. */
    void (*take)(void *user, const fk_window_subject *subject);
    /* Of one that is no longer used. Each is released once: the first one too, and also where no window opens. */
    void (*release)(void *user, const fk_window_subject *subject);
    /* The window is closed, and other threads are still at work on what nobody will see: a program that wants to end may
     * do so here. Else they are waited for. */
    void (*closing)(void *user);
} fk_window_options;

/* 1280 x 800, from the corner, with findings and legend. */
FK_API fk_window_options fk_window_options_default(void);

/* Opens a window, and returns when it is closed. For the main thread. FK_ERROR_FORMAT where there is no display or no
 * OpenGL 3.3, FK_ERROR_WRITE when the screenshot cannot be written, FK_ERROR_METHOD where the method does not know the
 * pieces, FK_ERROR_ARGUMENT for options that are not valid, FK_ERROR_MEMORY; each with a message. */
FK_API fk_status fk_window_run(fk_context *context, const fk_window_options *options,
                               char message[FK_VIEW_MESSAGE]);

/* The keys of the window, as lines of help: the text of row k, or NULL behind the last; *key becomes what is pressed,
 * NULL for the head of a group. */
FK_API const char *fk_window_key(uint32_t row, const char **key);

#ifdef __cplusplus
}
#endif

#include "farkas/deprecated.h"

#endif
