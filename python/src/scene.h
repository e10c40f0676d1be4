/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files about scenes share: a loaded scene, its parts as one run sees them, the rules on pairs, and the
 * result. The Python classes Scene, Robot and the results are built on these. */

#ifndef FARKAS_PYTHON_SCENE_H
#define FARKAS_PYTHON_SCENE_H

#include "core.h"

#include "farkas/page.h"
#include "farkas/scene.h"

/* ---- Loaded scenes ------------------------------------------------------------------------------------- */

/* A shape that the text of a scene cannot express; it replaces the one in the text. */
typedef struct scene_shape {
    uint32_t part;
    const fk_piece *piece; /* of a Shape that `bodies` keeps */
} scene_shape;

typedef struct parts_object {
    PyObject_HEAD
    fk_context *context; /* of everything made from this scene */
    fk_scene *scene;
    fk_parts *parts;
    fk_check_cache *kept;
    fk_checker *checker;     /* of the last rules, or NULL */
    PyObject *checker_rules; /* these */
    uint32_t shape_count;
    scene_shape *shape;
    PyObject *bodies; /* meshes and shapes in memory, by name: a dict */
    bool has_robot;   /* one was added: parts that rest are compared with each other only when asked */
    /* One run at a time, because `kept` serves one; and the running thread. */
    PyThread_type_lock lock;
    unsigned long runner;
    long process; /* that runs, or ran last */
} parts_object;

/* Waits until no other thread runs; -1 with RuntimeError if this thread already does, or a thread that a fork left
 * behind. */
int parts_begin(parts_object *self);
void parts_end(parts_object *self);

/* Whether the path of a mesh means one in memory. */
bool parts_is_in_memory(const char *path);

/* ---- Parts as one run sees them ------------------------------------------------------------------------ */

/* The poses of the parts: at a time, and at other joint values of a robot; or at rest. */
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
    fk_pose *pose, *frame; /* of the parts, of the frames */
} setting;

/* Returns FK_OK, or errors of fk_motion_create; *out is empty then. */
fk_status setting_make(const parts_object *self, const setting_request *request, setting *out);
void setting_free(setting *s);
/* Poses the parts for other joint values; for a setting of one row. */
fk_status setting_set_values(const parts_object *self, setting *s, uint32_t robot, const double *value);

/* Reads the index of a robot of the scene. -1 with an exception. */
int parts_find_robot(const parts_object *self, PyObject *index, uint32_t *out);

/* ---- Rules on pairs ------------------------------------------------------------------------------------ */

/* Reads (clearance, ignore_overlap, allow_contact, between, ignore). -1 with an exception. The object keeps all texts. */
int rules_read(const parts_object *self, PyObject *object, fk_scene_rules *out);
void rules_free(fk_scene_rules *rules);
/* False with TypeError. */
bool scene_is_tuple(PyObject *object);

/* ---- Results ------------------------------------------------------------------------------------------- */

typedef struct outcome_object {
    PyObject_HEAD
    parts_object *owner;
    PyObject *rules; /* keeps the reasons */
    setting setting;
    fk_check *found;
    bool is_sweep;
    double tolerance;
} outcome_object;

/* Both reports of a result, of which one is meant. */
typedef struct outcome_reports {
    fk_check_report check;
    fk_sweep_report sweep;
} outcome_reports;
outcome_reports outcome_reports_of(const outcome_object *self, const fk_provenance *record);

/* Makes an empty one; the caller fills in its setting, check or sweep. */
outcome_object *outcome_new(core_state *state, parts_object *owner, PyObject *rules);

/* Bytes that grow; a write function of the library. */
typedef struct text_bytes {
    char *byte;
    size_t count, capacity;
} text_bytes;
bool text_bytes_write(void *user, const char *bytes, size_t count);
/* Returns a str, or bytes; frees them. */
PyObject *text_bytes_take(text_bytes *text, bool as_text);

/* The provenance of a result. */
typedef struct outcome_record {
    fk_provenance record;
    fk_input_list inputs;
    const char **argument;
} outcome_record;
/* Reads (arguments, date, path of the scene, first file), the last two may be None. -1 with an exception. */
int outcome_record_make(const outcome_object *self, PyObject *object, outcome_record *out);
void outcome_record_free(outcome_record *record);

/* Methods in other files. */
PyObject *workcell_states(PyObject *self, PyObject *args);
PyObject *workcell_edges(PyObject *self, PyObject *args);
PyObject *workcell_distances(PyObject *self, PyObject *args);
PyObject *parts_check(PyObject *self, PyObject *args);
PyObject *parts_sweep(PyObject *self, PyObject *args);
PyObject *parts_nearest(PyObject *self, PyObject *args);
PyObject *parts_collides(PyObject *self, PyObject *args);
PyObject *parts_robot(PyObject *self, PyObject *index);
PyObject *parts_poses(PyObject *self, PyObject *args);
PyObject *outcome_page(PyObject *self, PyObject *args);

/* ---- Workcells ----------------------------------------------------------------------------------------- */

/* What the copies of a workcell share: the scene, and what was made of it. The GIL guards `users`, here and below. */
typedef struct workcell_base {
    size_t users;
    parts_object *parts;
    setting setting;
    fk_scene_workcell *made;
    bool *slides; /* of each joint: users give metres */
} workcell_base;

/* A workcell that nobody changes while there is more than one user: queries use it without the GIL. */
typedef struct workcell_snapshot {
    size_t users;
    fk_workcell *cell;
    PyObject *bodies; /* added ones by index: their colliders are in use */
} workcell_snapshot;

typedef struct workcell_object {
    PyObject_HEAD
    workcell_base *base;
    workcell_snapshot *now;
} workcell_object;

/* A snapshot for a query: return it with the GIL. */
workcell_snapshot *workcell_take(const workcell_object *self);
void workcell_return(workcell_snapshot *snapshot);
/* Multiplies the values of joints that slide by the length of a metre: joint values of users become those of the scene, and
 * derivatives by joints of the scene those of users. */
void workcell_convert(const workcell_base *base, double *value, size_t rows);

/* ---- Runs of a loaded scene, without the GIL: beginning, watching, stopping, ending -------------------- */

/* A run in progress, without the GIL. */
typedef struct scene_run {
    parts_object *parts;
    fk_scene_rules rules;
    PyObject *progress; /* or None */
    PyThreadState *thread;
    unsigned long ident;  /* of that thread */
    PyObject *error[3];   /* the exception that stopped it */
    fk_cancel cancel;     /* polls signals; set by that exception */
    fk_context *context;  /* of calls that can be cancelled; its memory is that of the parts' context */
    double told;          /* when signals were polled, and progress was reported, last */
    uint64_t done, total; /* pairs; 0 until the library reports them */
    fk_pool *pool;
} scene_run;

/* Locks the parts for this run. -1 with an exception. Without parts, zero the run instead, with the progress. */
int run_begin(scene_run *r, parts_object *parts, PyObject *rules, PyObject *progress);
/* Releases the GIL, and makes a pool. The following code touches no Python object, until run_end. */
fk_status run_start(scene_run *r, uint32_t threads);
const fk_workers *run_workers(const scene_run *r);
/* Whether an exception has stopped it. */
bool run_is_stopped(const scene_run *r);
/* Takes the GIL, and unlocks the parts. -1 with the exception that stopped the run, which gets `partial`, if that is not NULL,
 * as its attribute _outcome. */
int run_leave(scene_run *r, fk_status status, PyObject *partial);
/* The same, and -1 with the exception of the status. */
int run_end(scene_run *r, core_state *state, fk_status status, const char *what, PyObject *partial);

/* An fk_check_select and an fk_check_progress; user is the run. Only the thread that began the run reports progress. */
fk_check_rule run_select(void *user, uint32_t a, uint32_t b);
void run_progress(void *user, uint64_t done, uint64_t total);

/* Arrays that a request borrows. */
typedef struct request_arrays {
    core_array times, values;
} request_arrays;

/* Reads (time, robot, times, values), each may be None. -1 with an exception; release the arrays in any case. */
int request_read(const parts_object *self, PyObject *object, setting_request *out, request_arrays *arrays);
void request_release(request_arrays *arrays);

#endif
