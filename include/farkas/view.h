/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* View: pictures of parts and results, with or without a display; and a window.
 *
 * This is a library of its own, libfarkas-view (CMake farkas::farkas_view, pkg-config farkas-view), because it needs
 * OpenGL; farkas/farkas.h does not include it. It shows results and computes none.
 *
 * After an error, *out and *step_count stay unchanged. */

#ifndef FARKAS_VIEW_H
#define FARKAS_VIEW_H

#include "farkas/method.h"
#include "farkas/page.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What to show -------------------------------------------------------------------------------------- */

/* Parts, their motion, and a result about them. The caller keeps all of it. */
typedef struct fk_show {
    uint32_t part_count;
    const fk_sweep_part *part; /* without a motion, poses are in the world */
    const fk_motion *motion;   /* or NULL */
    /* The result: one of these, or neither. */
    const fk_check *check;
    const fk_sweep *sweep;
    const char *units; /* as "mm"; or NULL */
    double time;       /* of the check, if parts move; else 0 */
    /* A word about each pair of the result, or NULL for a pair: "new", "approved"; the window lists it. NULL: none. */
    const char *const *note;
} fk_show;

/* What to draw besides the parts; a set of flags. */
enum {
    FK_LAYER_EDGES = 1,       /* edges of all triangles */
    FK_LAYER_AABB = 2,        /* around parts: axis-aligned boxes, */
    FK_LAYER_OBB = 4,         /* oriented boxes, */
    FK_LAYER_SPHERE = 8,      /* spheres */
    FK_LAYER_TREE = 16,       /* volumes of one level of mesh trees */
    FK_LAYER_HULL = 32,       /* convex hulls of meshes */
    FK_LAYER_PIECES = 64,     /* convex pieces, see fk_split_build */
    FK_LAYER_CELLS = 128,     /* cells, see fk_cell_tree_of_surface */
    FK_LAYER_LABELS = 256,    /* names of parts */
    FK_LAYER_LEGEND = 512,    /* the meaning of the looks, and a scale */
    FK_LAYER_FINDINGS = 1024, /* nearest points, overlap boxes */
    FK_LAYER_SPHERES = 2048   /* spheres of one level of sphere trees, see fk_sphere_tree_build */
};

/* The side to look from. */
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

/* Creates a renderer. Errors: FK_ERROR_FORMAT without OpenGL 3.3, with a message on why and what to do;
 * FK_ERROR_MEMORY. */
FK_API fk_status fk_renderer_create(fk_context *context, fk_renderer **out, char message[FK_VIEW_MESSAGE]);
/* Frees it. Accepts NULL. */
FK_API void fk_renderer_free(fk_renderer *renderer);

typedef struct fk_picture_options {
    uint32_t width, height; /* 16 to 16384 */
    /* A close-up of one pair of the result; other parts are faint. FK_NONE: all parts. */
    uint32_t pair;
    bool is_wide;            /* of a pair: shows all parts, with a ring around the finding */
    double time;             /* NaN: the moment of the pair; else the first moment */
    fk_side side;            /* of the camera; for a pair, FK_SIDE_CORNER chooses the best view */
    const fk_camera *camera; /* NULL: one that shows everything */
    unsigned layers;         /* FK_LAYER_... */
    uint32_t tree_level;     /* for FK_LAYER_TREE, FK_LAYER_CELLS and FK_LAYER_SPHERES */
    bool has_section;
    fk_plane section; /* cuts away its positive side */
    bool is_clear;    /* transparent background */
    uint32_t path_count;
    const fk_page_path *path; /* lines on top of all, with a word at both ends */
} fk_picture_options;

/* Returns the defaults: 1280 x 800, all parts, from the corner, with findings and legend. */
FK_API fk_picture_options fk_picture_options_default(void);

/* Rows from the top, four bytes for each pixel: red, green, blue, opacity. */
typedef struct fk_picture {
    uint32_t width, height;
    uint8_t *pixel;
} fk_picture;

/* Draws a show. On success *out is a picture, which fk_picture_free frees; the same picture every time on one machine.
 * Errors: FK_ERROR_ARGUMENT for invalid options; FK_ERROR_MEMORY, also of the graphics driver. Cost: the first picture
 * of a show prepares its meshes. They are kept, by the address of the show, until another show comes or
 * fk_renderer_forget is called. */
FK_API fk_status fk_renderer_draw(fk_renderer *renderer, const fk_show *show,
                                  const fk_picture_options *options, fk_picture *out);
FK_API void fk_renderer_forget(fk_renderer *renderer);
FK_API void fk_picture_free(fk_context *context, fk_picture *picture);

/* Explains how a method decides about two pieces: one of its steps, as a drawing with a text beside it. */
typedef struct fk_explain_options {
    fk_method method;
    const fk_piece *a, *b;
    const char *name_a, *name_b; /* or NULL */
    uint32_t step;               /* 0 is the question, the last one the answer; larger: the last one */
    uint32_t width, height;      /* 16 to 16384 */
    /* Two meshes, which must have triangles; or NULL. Explains COLLIDE on their sphere trees (fk_placed_collide), a step
     * for each level, and ignores method, a, b and the trees of the meshes. */
    const fk_placed_mesh *mesh_a, *mesh_b;
} fk_explain_options;

/* Draws a step, and counts the steps. If out is NULL, only counts; renderer may then be NULL, too. Errors:
 * FK_ERROR_METHOD if the method does not know the pieces, or records no steps, as exact; FK_ERROR_ARGUMENT and
 * FK_ERROR_NOT_FINITE for meshes that are empty or placed out of range; those of fk_pair_answer and fk_renderer_draw. */
FK_API fk_status fk_renderer_explain(fk_context *context, fk_renderer *renderer,
                                     const fk_explain_options *options, uint32_t *step_count,
                                     fk_picture *out);

/* Encodes a picture as PNG. On success, free it with fk_release(context, *png, *bytes). Errors: FK_ERROR_MEMORY. */
FK_API fk_status fk_picture_png(fk_context *context, const fk_picture *picture, void **png, size_t *bytes);

/* Draws a picture of a page, see fk_page_draw: 1200 x 675 of all parts, 640 x 400 of a pair. Errors: those of
 * fk_renderer_draw. */
FK_API fk_status fk_renderer_draw_page_picture(fk_context *context, fk_renderer *renderer,
                                               const fk_show *show, const fk_page_request *request,
                                               fk_page_picture *out);

/* Returns the camera that fk_renderer_draw would take. Errors: FK_ERROR_ARGUMENT, FK_ERROR_MEMORY. */
FK_API fk_status fk_show_camera(fk_context *context, const fk_show *show, const fk_picture_options *options,
                                fk_camera *out);

/* Writes the same view as a scene for POV-Ray 3.7: camera, lights, parts in their looks, lines and points; texts become
 * comments. Does not need OpenGL. Errors: FK_ERROR_ARGUMENT, FK_ERROR_MEMORY, FK_ERROR_WRITE if `write` fails. */
FK_API fk_status fk_show_write_pov(fk_context *context, const fk_show *show,
                                   const fk_picture_options *options, fk_write_function *write, void *user);

/* ---- Window -------------------------------------------------------------------------------------------- */

/* A joint with a slider. */
typedef struct fk_window_joint {
    const char *name;
    double lower, upper; /* finite, lower <= upper */
    double value;        /* initially */
    /* The window shows the value times this factor, in this unit: 57.3 and "deg", say. */
    double factor;
    const char *unit;
} fk_window_joint;

/* find calls it from time to time: `done` of `total` pairs are done. False: the result is no longer wanted, and find
 * may return any status. */
typedef bool fk_window_progress(void *user, uint64_t done, uint64_t total);

/* What a window shows. The caller keeps all of it until the window releases it. */
typedef struct fk_window_subject {
    fk_show show; /* with a result; or without one, which the window then computes by find */
    uint32_t joint_count;
    const fk_window_joint *joint;
    void *user; /* of these functions */

    /* Computes the joint values at a time; NULL: they do not depend on it. The window's thread calls this and place. */
    void (*joints)(void *user, double time, double *value);
    /* Computes the poses of the parts for these values, and for all that is no joint at a time. NULL: the motion gives
     * them. */
    void (*place)(void *user, double time, const double *value, fk_pose *pose);

    /* Other threads call these, at the same time as each other, but none at the same time as itself. The window frees
     * their results with its context, whose allocator must be safe for threads. */
    /* Checks the parts at these poses; NULL: no checks. */
    fk_status (*check)(void *user, const fk_pose *pose, fk_check **out);
    /* Sweeps the parts, if the show has no result; NULL: no sweep. It may call progress. */
    fk_status (*find)(void *user, fk_window_progress *progress, void *progress_user, fk_sweep **out);
    /* Sweeps them again after find, with the closest approaches of all pairs, which take longer than contacts; NULL: the result of
     * find is all. The thread of find calls it. */
    fk_status (*find_closest)(void *user, fk_window_progress *progress, void *progress_user, fk_sweep **out);
} fk_window_subject;

typedef struct fk_window_options {
    const char *title;
    uint32_t width, height;           /* in screen units; 320 to 16384 */
    const fk_window_subject *subject; /* or NULL */
    /* A method to explain, instead of a subject, or NULL; ignores its size. */
    const fk_explain_options *explain;
    /* The first view. */
    double time;             /* NaN: the first moment */
    uint32_t a, b;           /* the selected pair of parts; FK_NONE: none. FK_NONE for b alone: one part */
    fk_side side;            /* of the camera */
    const fk_camera *camera; /* NULL: one that shows everything */
    unsigned layers;         /* FK_LAYER_... */
    uint32_t tree_level;
    bool has_section;
    fk_plane section;
    bool shows_help;
    /* Where to save a screenshot as soon as all is computed and drawn; the window then closes. NULL: it stays open. */
    const char *screenshot;
    const char *folder; /* for screenshots by a key; NULL: the current folder */

    void *user; /* for the functions below, each of which may be NULL */
    /* Receives one line for each change: "selected: arm, crate". */
    void (*log)(void *user, const char *line);
    /* Whether files have changed; called about once a second. */
    bool (*is_changed)(void *user);
    /* Makes a new subject. Returns false with a message: the old one stays. Another thread calls it. */
    bool (*reload)(void *user, const fk_window_subject **out, char message[FK_VIEW_MESSAGE]);
    /* The window shows this subject from now on; it releases the old one later. */
    void (*take)(void *user, const fk_window_subject *subject);
    /* The window no longer uses this subject. Each is released once: the first one, too, and also if no window opens. */
    void (*release)(void *user, const fk_window_subject *subject);
    /* The window is closed, and other threads still compute results that nobody will see: a program may exit here. Else
     * the window waits for them. */
    void (*closing)(void *user);
} fk_window_options;

/* Returns the defaults: 1280 x 800, from the corner, with findings and legend. */
FK_API fk_window_options fk_window_options_default(void);

/* Opens a window, and returns when it is closed. Only the main thread may call it. Errors, each with a message:
 * FK_ERROR_FORMAT without a display or OpenGL 3.3; FK_ERROR_WRITE if the screenshot cannot be written; FK_ERROR_METHOD
 * if the method does not know the pieces; FK_ERROR_ARGUMENT for invalid options; FK_ERROR_MEMORY. */
FK_API fk_status fk_window_run(fk_context *context, const fk_window_options *options,
                               char message[FK_VIEW_MESSAGE]);

/* Returns row k of the help on keys, or NULL after the last; *key becomes the key to press, NULL for the heading of a
 * group. */
FK_API const char *fk_window_key(uint32_t row, const char **key);

#ifdef __cplusplus
}
#endif

#include "farkas/deprecated.h"

#endif
