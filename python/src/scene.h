/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files about scenes share: a scene that is loaded, its parts as one run sees them, what is asked of pairs, and what was
 * found. Scene, Robot and the results of farkas are written in Python on top of these. */

#ifndef FARKAS_PYTHON_SCENE_H
#define FARKAS_PYTHON_SCENE_H

#include "core.h"

#include "farkas/page.h"
#include "farkas/scene.h"

/* ---- Memory that can be refused ------------------------------------------------------------------------ */

/* The library has no call that ends a run early, but it ends when it gets no memory, and leaves nothing behind. So a run that
 * shall stop gets none; and where the thread that began a run asks for memory, it looks whether it shall stop. */
typedef struct scene_memory {
    atomic_bool is_stopped;
    _Atomic(struct running *) run; /* or NULL */
} scene_memory;

/* Looks at signals, from time to time; for the thread that began the run. */
void run_look(struct running *run);

/* ---- Scenes that are loaded ---------------------------------------------------------------------------- */

/* A shape that a scene cannot hold as text takes the place of the one that stands there. */
typedef struct scene_shape {
    uint32_t part;
    const fk_piece *piece; /* of a Shape that `bodies` keeps */
} scene_shape;

typedef struct parts_object {
    PyObject_HEAD
    scene_memory *memory;
    fk_context *context; /* of all that is made of this scene */
    fk_scene *scene;
    fk_parts *parts;
    fk_check_cache *kept;
    uint32_t shape_count;
    scene_shape *shape;
    PyObject *bodies; /* meshes and shapes in memory, by name: a dict */
    /* One run at a time, as `kept` and `memory` are for one; and who runs. */
    PyThread_type_lock lock;
    unsigned long runner;
    long process; /* that runs, or ran last */
} parts_object;

/* Waits until no other thread runs; -1 with RuntimeError where it is this thread that does, or one that was left behind when the
 * process was forked. */
int parts_begin(parts_object *self);
void parts_end(parts_object *self);

/* Whether the path of a mesh is that of one in memory. */
bool parts_is_in_memory(const char *path);

/* ---- Parts as one run sees them ------------------------------------------------------------------------ */

/* Where the parts are: at a time, and with other values of the joints of a robot; or simply there. */
typedef struct setting_request {
    bool has_time;
    double time;
    uint32_t robot; /* FK_NONE: no values */
    uint32_t row_count;
    const double *times;  /* of each row; NULL: one row, at time 0 */
    const double *values; /* row by row; radians and metres */
} setting_request;

/* Copies of what differs from the scene, so that runs do not disturb each other. */
typedef struct setting {
    fk_scene scene;
    fk_parts parts;
    fk_track *track;
    double *numbers;
    fk_motion *motion;
    fk_check_part *part;
    fk_sweep_part *moving;
} setting;

/* FK_OK, or errors of fk_motion_create; *out is empty then. */
fk_status setting_make(const parts_object *self, const setting_request *request, setting *out);
void setting_free(setting *s);
/* Puts the parts where they are with other values; of a setting that was made with one row. */
fk_status setting_set_values(const parts_object *self, setting *s, uint32_t robot, const double *value);

/* The number of a robot of the scene. -1 with an exception. */
int parts_find_robot(const parts_object *self, PyObject *index, uint32_t *out);

/* ---- What is asked of pairs ---------------------------------------------------------------------------- */

/* From (clearance, ignore_overlap, allow_contact, between, ignore). -1 with an exception. All texts are kept by the object. */
int rules_read(const parts_object *self, PyObject *object, fk_scene_rules *out);
void rules_free(fk_scene_rules *rules);
/* False with TypeError. */
bool scene_is_tuple(PyObject *object);

/* ---- What was found ------------------------------------------------------------------------------------ */

typedef struct outcome_object {
    PyObject_HEAD
    parts_object *owner;
    PyObject *rules; /* keeps the reasons */
    setting setting;
    fk_check *check; /* one of these two */
    fk_sweep *sweep;
    double tolerance;
} outcome_object;

fk_check_report outcome_check_report(const outcome_object *self, const fk_provenance *record);
fk_sweep_report outcome_sweep_report(const outcome_object *self, const fk_provenance *record);

/* An empty one, whose setting, check or sweep the caller fills. */
outcome_object *outcome_new(core_state *state, parts_object *owner, PyObject *rules);

/* Bytes that grow; a write function of the library. */
typedef struct text_bytes {
    char *byte;
    size_t count, capacity;
} text_bytes;
bool text_bytes_write(void *user, const char *bytes, size_t count);
/* A str, or bytes; frees them. */
PyObject *text_bytes_take(text_bytes *text, bool as_text);

/* Where a result comes from. */
typedef struct outcome_record {
    fk_provenance record;
    fk_input_list inputs;
    const char **argument;
} outcome_record;
/* From (arguments, date, path of the scene, first of the files), the last two or None. -1 with an exception. */
int outcome_record_make(const outcome_object *self, PyObject *object, outcome_record *out);
void outcome_record_free(outcome_record *record);

/* Methods that are in files of their own. */
PyObject *parts_check(PyObject *self, PyObject *args);
PyObject *parts_sweep(PyObject *self, PyObject *args);
PyObject *parts_nearest(PyObject *self, PyObject *args);
PyObject *parts_collides(PyObject *self, PyObject *args);
PyObject *parts_robot(PyObject *self, PyObject *index);
PyObject *parts_poses(PyObject *self, PyObject *args);
PyObject *outcome_page(PyObject *self, PyObject *args);

/* ---- Runs of a loaded scene, without the GIL: how they begin, are watched and stopped, and end --------- */

/* A run that goes on, without the GIL. */
typedef struct running {
    parts_object *parts;
    fk_scene_rules rules;
    PyObject *progress; /* or None */
    PyThreadState *thread;
    unsigned long ident; /* of that thread */
    PyObject *error[3];  /* what stopped it */
    double told, looked; /* when */
    uint64_t total;      /* how many pairs there are */
    fk_pool *pool;
} running;

/* Takes the parts for this run. -1 with an exception. */
int run_begin(running *r, parts_object *parts, PyObject *rules, PyObject *progress);
/* Gives up the GIL, and makes a pool. What follows touches no Python object, until run_end. */
fk_status run_start(running *r, uint32_t threads);
const fk_workers *run_workers(const running *r);
/* Gives the parts back. -1 with the exception that stopped it, or that the status means. */
int run_end(running *r, core_state *state, fk_status status, const char *what);

/* An fk_check_select and an fk_check_progress; user is the run. The progress is told by the thread that began it alone. */
fk_check_rule run_select(void *user, uint32_t a, uint32_t b);
void run_progress(void *user, uint64_t done, uint64_t total);

/* Arrays that a request borrows. */
typedef struct request_arrays {
    core_array times, values;
} request_arrays;

/* From (time, robot, times, values), each or None. -1 with an exception; arrays are to be released in any case. */
int request_read(const parts_object *self, PyObject *object, setting_request *out, request_arrays *arrays);
void request_release(request_arrays *arrays);

#endif
