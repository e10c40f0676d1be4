/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Rays and casts: when a point or a shape that moves straight first meets a body. */

#include "core.h"

#include <math.h>

/* None for a miss. */
static PyObject *make_hit(core_state *state, const fk_collider_hit *hit)
{
    if (hit->result == FK_CAST_MISS)
        Py_RETURN_NONE;
    PyObject *value[7] = {
        PyFloat_FromDouble(hit->time.lo),
        PyFloat_FromDouble(hit->time.hi),
        core_tuple_vec3(hit->point),
        core_tuple_vec3(hit->normal),
        core_index_or_none(hit->part),
        core_index_or_none(hit->moving),
        PyBool_FromLong(hit->result == FK_CAST_HIT),
    };
    return core_tuple_make(state, CORE_HIT, value, 7);
}

/* Reads a time, which may be infinite; unchanged if not given. */
static int read_end(PyObject *object, double *out)
{
    return core_is_given(object) ? core_limit(object, "end", out) : 0;
}

static const char *const body_names[2] = {"body", "pose"};

/* ---- One ray ------------------------------------------------------------------------------------------- */

enum { BODY, ORIGIN, DIRECTION, POSE, END };

static PyObject *ray(CORE_ARGUMENTS)
{
    static const core_signature signature = {"ray", 3, 4, {"body", "origin", "direction", "pose", "end"}};
    core_state *state = core_state_of(self);
    PyObject *given[5];
    fk_placed_collider placed;
    fk_vec3 origin, direction;
    double end = INFINITY;
    fk_collider_hit hit;
    fk_status status;
    if (core_arguments(&signature, args, nargs, names, given) < 0 ||
        core_placed_get(state, given[BODY], given[POSE], body_names, &placed) < 0 ||
        core_vec3(state, given[ORIGIN], "origin", &origin) < 0 ||
        core_vec3(state, given[DIRECTION], "direction", &direction) < 0 || read_end(given[END], &end) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = fk_collider_ray(core_context(), &placed, origin, direction, end, &hit);
    Py_END_ALLOW_THREADS
    if (status == FK_ERROR_ARGUMENT)
        return core_error(state, status, "direction", "it is zero");
    return status == FK_OK ? make_hit(state, &hit) : core_error(state, status, "ray", NULL);
}

/* ---- Many rays ----------------------------------------------------------------------------------------- */

typedef struct ray_batch {
    fk_placed_collider placed;
    double end;
    core_array origin, direction; /* in */
    core_array time, part;        /* out: intervals, and indices of parts */
} ray_batch;

/* A miss has infinite times. */
static fk_status find_ray_hits(const ray_batch *m)
{
    const fk_vec3 *origin = m->origin.data, *direction = m->direction.data;
    double(*time)[2] = m->time.buffer.buf;
    uint32_t *part = m->part.buffer.buf;
    for (Py_ssize_t i = 0; i < m->origin.rows; i++) {
        fk_collider_hit hit;
        fk_status status = fk_collider_ray(core_context(), &m->placed, origin[i], direction[i], m->end, &hit);
        if (status != FK_OK)
            return status;
        bool is_hit = hit.result != FK_CAST_MISS;
        time[i][0] = is_hit ? hit.time.lo : INFINITY;
        time[i][1] = hit.result == FK_CAST_HIT ? hit.time.hi : INFINITY;
        part[i] = is_hit ? hit.part : FK_NONE;
    }
    return FK_OK;
}

static PyObject *trace_rays(core_state *state, ray_batch *m)
{
    core_want times = {"rays", 'd', 2, {m->origin.rows, 2}}, parts = {"rays", 'I', 1, {m->origin.rows}};
    PyObject *time = core_array_new(state, &times, &m->time);
    PyObject *part = time ? core_array_new(state, &parts, &m->part) : NULL;
    PyObject *result = NULL;
    fk_status status;
    if (part) {
        Py_BEGIN_ALLOW_THREADS
        status = find_ray_hits(m);
        Py_END_ALLOW_THREADS
        result = status == FK_OK ? Py_BuildValue("(OO)", time, part)
                                 : core_error(state, status, "rays",
                                              status == FK_ERROR_ARGUMENT ? "a direction is zero" : NULL);
    }
    Py_XDECREF(time);
    Py_XDECREF(part);
    return result;
}

static PyObject *rays(CORE_ARGUMENTS)
{
    static const core_signature signature = {"rays", 3, 4, {"body", "origins", "directions", "pose", "end"}};
    static const core_want origins = {"origins", 'd', 2, {-1, 3}},
                           directions = {"directions", 'd', 2, {-1, 3}};
    core_state *state = core_state_of(self);
    PyObject *given[5], *result = NULL;
    ray_batch m = {.end = INFINITY};
    if (core_arguments(&signature, args, nargs, names, given) < 0 ||
        core_placed_get(state, given[BODY], given[POSE], body_names, &m.placed) < 0 ||
        read_end(given[END], &m.end) < 0)
        return NULL;
    if (core_array_get(state, given[ORIGIN], &origins, &m.origin) == 0 &&
        core_array_get(state, given[DIRECTION], &directions, &m.direction) == 0) {
        if (m.origin.rows == m.direction.rows)
            result = trace_rays(state, &m);
        else
            PyErr_SetString(PyExc_ValueError, "rays: as many origins as directions are needed");
    }
    core_array_release(&m.origin);
    core_array_release(&m.direction);
    core_array_release(&m.time);
    core_array_release(&m.part);
    return result;
}

/* ---- Casts --------------------------------------------------------------------------------------------- */

static PyObject *cast(CORE_ARGUMENTS)
{
    static const core_signature signature = {"cast", 3, 5, {"a", "velocity", "b", "pose_a", "pose_b", "end"}};
    core_state *state = core_state_of(self);
    PyObject *given[6];
    core_two two = {0};
    fk_vec3 velocity;
    double end = 1;
    fk_collider_hit hit;
    fk_status status;
    if (core_arguments(&signature, args, nargs, names, given) < 0 || !core_piece(state, given[0], "a") ||
        core_vec3(state, given[1], "velocity", &velocity) < 0 || read_end(given[5], &end) < 0)
        return NULL;
    PyObject *const body[2] = {given[0], given[2]}, *const pose[2] = {given[3], given[4]};
    if (core_two_colliders(state, body, pose, &two) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = fk_collider_cast(core_context(), &two.collider[0], velocity, end, &two.collider[1], &hit);
    Py_END_ALLOW_THREADS
    return status == FK_OK ? make_hit(state, &hit) : core_error(state, status, "cast", NULL);
}

/* ---- Table --------------------------------------------------------------------------------------------- */

static PyStructSequence_Field hit_fields[] = {
    {"lo", "the first contact is not earlier"},
    {"hi", "the first contact is not later"},
    {"point", "near the first contact, rounded"},
    {"normal", "there, out of the resting body; zero if they meet at the beginning"},
    {"part", "of the resting body; None if it begins inside a solid"},
    {"moving", "part of the moving body"},
    {"is_sure", "False if a cast passes too closely to decide; rays are sure"},
    {NULL, NULL},
};
static PyStructSequence_Desc hit_type = {
    "farkas.Hit", "When something that moves straight first meets a body.", hit_fields, 7};

int core_add_rays(PyObject *module)
{
    static PyMethodDef functions[] = {
        CORE_FUNCTION(
            "ray", ray,
            "ray(body, origin, direction, pose=None, *, end=inf)\n--\n\n"
            "Returns where origin + t direction, 0 <= t <= end, first meets a body: a Hit, or None. The "
            "inside of a solid counts.\n\n"
            ">>> import farkas\n"
            ">>> hit = farkas.ray(farkas.box(2), (-5, 0, 0), (1, 0, 0))\n"
            ">>> hit.lo, hit.hi, hit.point\n"
            "(4.0, 4.0, (-1.0, 0.0, 0.0))\n"),
        CORE_FUNCTION(
            "rays", rays,
            "rays(body, origins, directions, pose=None, *, end=inf)\n--\n\n"
            "Traces many rays, given as arrays (n, 3). Returns the times (n, 2) between which each first "
            "meets the body, infinite\n"
            "for a miss, and the parts (n,) that are hit, 2**32 - 1 for none.\n\n"
            ">>> import farkas\n"
            ">>> times, parts = farkas.rays(farkas.box(2), [[-5, 0, 0], [-5, 9, 0]], [[1, 0, 0], [1, 0, "
            "0]])\n"
            ">>> times.tolist()\n"
            "[[4.0, 4.0], [inf, inf]]\n"),
        CORE_FUNCTION(
            "cast", cast,
            "cast(a, velocity, b, pose_a=None, pose_b=None, *, end=1)\n--\n\n"
            "Returns when a Shape, moved by t velocity, 0 <= t <= end, first meets the resting body b: a "
            "Hit, or None.\n\n"
            ">>> import farkas\n"
            ">>> farkas.cast(farkas.box(2), (10, 0, 0), farkas.box(2), pose_b=farkas.Pose((7, 0, 0))).lo\n"
            "0.5\n"),
        {NULL, NULL, 0, NULL},
    };
    if (core_add_tuple(module, CORE_HIT, &hit_type) < 0)
        return -1;
    return PyModule_AddFunctions(module, functions);
}
