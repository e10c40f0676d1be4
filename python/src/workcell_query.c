/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Questions to workcells: states, edges, distances. Arrays in, arrays out, without the GIL; a signal stops a long call. */

#include "scene.h"

#include <stdlib.h>

/* ---- Arguments ----------------------------------------------------------------------------------------- */

/* Configurations, in the unit of the scene: a copy, as other threads may write to the array meanwhile. */
static int read_values(const workcell_object *self, PyObject *object, const char *what, core_array *out)
{
    core_state *state = core_state_by((PyObject *)self);
    core_want want = {what, 'd', 2, {-1, (Py_ssize_t)self->base->made->joint_count}};
    if (core_array_get(state, object, &want, out) < 0 || core_array_keep(out) < 0)
        return -1;
    workcell_convert(self->base, out->own, (size_t)out->rows);
    return 0;
}

/* A number from 0 on, or infinity. */
static int check_length(double value, const char *what)
{
    if (value >= 0)
        return 0;
    PyErr_Format(PyExc_ValueError, "%s: a length from 0 on is needed", what);
    return -1;
}

/* Raises ValueError about the first value that is not finite, or outside the limits; false if there is none. */
static bool raise_value(const workcell_object *self, const char *what, const core_array *values)
{
    const workcell_base *base = self->base;
    fk_unit unit = base->parts->scene->unit;
    uint32_t count = base->made->joint_count;
    const double *value = values->data;
    for (size_t i = 0; i < (size_t)values->rows * count; i++) {
        uint32_t k = (uint32_t)(i % count);
        const fk_interval *limit = &base->made->limit[k];
        if (value[i] >= limit->lo && value[i] <= limit->hi && value[i] - value[i] == 0)
            continue;
        fk_unit to = base->slides[k] ? FK_UNIT_M : unit;
        char text[160];
        PyOS_snprintf(text, sizeof text, "is %.9g, not from %.9g to %.9g",
                      fk_length_convert(value[i], unit, to), fk_length_convert(limit->lo, unit, to),
                      fk_length_convert(limit->hi, unit, to));
        PyErr_Format(PyExc_ValueError, "%s: row %zu: %s %s", what, i / count, base->parts->parts->joint[k],
                     text);
        return true;
    }
    return false;
}

/* ---- Calls --------------------------------------------------------------------------------------------- */

/* A new array in a tuple of results. */
typedef struct made_array {
    PyObject *array; /* NULL: None */
    core_array memory;
} made_array;

#define ARRAYS_MOST 8

/* A query in progress. */
typedef struct workcell_call {
    workcell_object *self;
    const char *what;
    core_array values, ends; /* ends of edges */
    uint32_t threads;
    int made_count;
    made_array made[ARRAYS_MOST];
    workcell_snapshot *snapshot;
    scene_run run;
} workcell_call;

/* Adds an array with a row for each configuration: of `columns`, or of one dimension if that is 0. Returns its memory. NULL
 * with an exception. */
static void *make_array(workcell_call *c, char type, Py_ssize_t columns)
{
    made_array *made = &c->made[c->made_count++];
    core_want form = {c->what, type, columns > 0 ? 2 : 1, {c->values.rows, columns}};
    made->array = core_array_new(core_state_by((PyObject *)c->self), &form, &made->memory);
    return made->array ? made->memory.buffer.buf : NULL;
}

/* A place in the tuple that stays None. */
static void skip_array(workcell_call *c)
{
    c->made_count++;
}

static fk_status start_call(workcell_call *c)
{
    c->snapshot = workcell_take(c->self);
    run_begin(&c->run, NULL, NULL, Py_None);
    return run_start(&c->run, c->threads);
}

/* Ends the call; returns whether it worked, else with an exception. */
static bool end_call(workcell_call *c, fk_status status)
{
    bool is_good = run_leave(&c->run, status, NULL) == 0;
    workcell_return(c->snapshot);
    bool is_bad_value = status == FK_ERROR_ARGUMENT || status == FK_ERROR_NOT_FINITE;
    if (is_good && is_bad_value &&
        (raise_value(c->self, c->what, &c->values) || raise_value(c->self, "ends", &c->ends)))
        return false;
    if (is_good && status != FK_OK)
        core_error(core_state_by((PyObject *)c->self), status, c->what, NULL);
    return is_good && status == FK_OK;
}

/* Frees what a call has, and returns its arrays as a tuple, or NULL. */
static PyObject *finish_call(workcell_call *c, bool is_good)
{
    PyObject *out = is_good ? PyTuple_New(c->made_count) : NULL;
    for (int i = 0; i < c->made_count; i++) {
        core_array_release(&c->made[i].memory);
        if (out)
            PyTuple_SetItem(out, i, Py_NewRef(c->made[i].array ? c->made[i].array : Py_None));
        Py_XDECREF(c->made[i].array);
    }
    core_array_release(&c->values);
    core_array_release(&c->ends);
    return out;
}

static void write_pair(const fk_workcell_pair *pair, uint32_t out[2])
{
    bool is_there = pair->a.generation != 0;
    out[0] = is_there ? pair->a.index : FK_NONE;
    out[1] = is_there ? pair->b.index : FK_NONE;
}

static void write_vector(fk_vec3 v, double out[3])
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

/* ---- States -------------------------------------------------------------------------------------------- */

static fk_status compute_states(workcell_call *c, double clearance, uint8_t *out, uint32_t *pair)
{
    size_t count = (size_t)c->values.rows;
    fk_workcell_pair *named = pair ? malloc((count + 1) * sizeof *named) : NULL;
    fk_workcell_query query = {.value = c->values.data,
                               .joint_count = c->self->base->made->joint_count,
                               .count = count,
                               .clearance = clearance,
                               .workers = run_workers(&c->run),
                               .cancel = &c->run.cancel};
    if (pair && !named)
        return FK_ERROR_MEMORY;
    fk_status status = fk_workcell_states(c->snapshot->cell, &query, out, named);
    for (size_t i = 0; named && status == FK_OK && i < count; i++)
        write_pair(&named[i], pair + 2 * i);
    free(named);
    return status;
}

/* states(values, clearance, wants_pairs, threads) -> (states, pairs or None) */
PyObject *workcell_states(PyObject *object, PyObject *args)
{
    workcell_call c = {.self = (workcell_object *)object, .what = "values"};
    PyObject *values;
    double clearance;
    int wants_pairs;
    uint8_t *out = NULL;
    uint32_t *pair = NULL;
    if (core_stack_check() < 0 ||
        !PyArg_ParseTuple(args, "OdpI", &values, &clearance, &wants_pairs, &c.threads) ||
        check_length(clearance, "clearance") < 0)
        return NULL;
    bool is_good = read_values(c.self, values, c.what, &c.values) == 0;
    is_good = is_good && (out = make_array(&c, 'B', 0)) != NULL;
    if (is_good && wants_pairs)
        is_good = (pair = make_array(&c, 'I', 2)) != NULL;
    else
        skip_array(&c);
    if (is_good) {
        fk_status status = start_call(&c);
        if (status == FK_OK)
            status = compute_states(&c, clearance, out, pair);
        is_good = end_call(&c, status);
    }
    return finish_call(&c, is_good);
}

/* ---- Edges --------------------------------------------------------------------------------------------- */

/* What an edge becomes in arrays. */
typedef struct edge_arrays {
    uint8_t *state;
    double *valid, *lo, *hi;
    uint32_t *pair;
} edge_arrays;

static fk_status compute_edges(workcell_call *c, fk_workcell_edge_query *query, const edge_arrays *out)
{
    size_t count = (size_t)c->values.rows;
    fk_workcell_edge *edge = malloc((count + 1) * sizeof *edge);
    if (!edge)
        return FK_ERROR_MEMORY;
    query->workers = run_workers(&c->run);
    query->cancel = &c->run.cancel;
    fk_status status = fk_workcell_edges(c->snapshot->cell, query, edge);
    for (size_t i = 0; status == FK_OK && i < count; i++) {
        out->state[i] = (uint8_t)edge[i].state;
        out->valid[i] = edge[i].valid;
        out->lo[i] = edge[i].contact.lo;
        out->hi[i] = edge[i].contact.hi;
        write_pair(&edge[i].pair, out->pair + 2 * i);
    }
    free(edge);
    return status;
}

static bool make_edge_arrays(workcell_call *c, edge_arrays *out)
{
    return (out->state = make_array(c, 'B', 0)) && (out->valid = make_array(c, 'd', 0)) &&
           (out->lo = make_array(c, 'd', 0)) && (out->hi = make_array(c, 'd', 0)) &&
           (out->pair = make_array(c, 'I', 2));
}

/* edges(starts, ends, clearance, tolerance, budget, threads) -> (states, valid, lo, hi, pairs) */
PyObject *workcell_edges(PyObject *object, PyObject *args)
{
    workcell_call c = {.self = (workcell_object *)object, .what = "starts"};
    fk_workcell_edge_query query = {.from = NULL};
    PyObject *starts, *ends;
    unsigned long long budget;
    edge_arrays out;
    if (core_stack_check() < 0 ||
        !PyArg_ParseTuple(args, "OOddKI", &starts, &ends, &query.clearance, &query.tolerance, &budget,
                          &c.threads) ||
        check_length(query.clearance, "clearance") < 0 || check_length(query.tolerance, "tolerance") < 0)
        return NULL;
    bool is_good = read_values(c.self, starts, "starts", &c.values) == 0 &&
                   read_values(c.self, ends, "ends", &c.ends) == 0;
    if (is_good && c.values.rows != c.ends.rows) {
        PyErr_Format(PyExc_ValueError, "ends: %zd rows are needed, as many as starts, not %zd", c.values.rows,
                     c.ends.rows);
        is_good = false;
    }
    if (is_good && make_edge_arrays(&c, &out)) {
        query.from = c.values.data;
        query.to = c.ends.data;
        query.joint_count = c.self->base->made->joint_count;
        query.count = (size_t)c.values.rows;
        query.max_tests = budget;
        fk_status status = start_call(&c);
        if (status == FK_OK)
            status = compute_edges(&c, &query, &out);
        is_good = end_call(&c, status);
    } else
        is_good = false;
    return finish_call(&c, is_good);
}

/* ---- Distances ----------------------------------------------------------------------------------------- */

typedef struct distance_arrays {
    double *lo, *hi, *point_a, *point_b, *normal, *gradient;
    uint32_t *pair;
} distance_arrays;

static fk_status compute_distances(workcell_call *c, double limit, const distance_arrays *out)
{
    size_t count = (size_t)c->values.rows;
    fk_workcell_distance *found = malloc((count + 1) * sizeof *found);
    fk_workcell_distance_query query = {.value = c->values.data,
                                        .joint_count = c->self->base->made->joint_count,
                                        .count = count,
                                        .limit = limit,
                                        .workers = run_workers(&c->run),
                                        .cancel = &c->run.cancel};
    if (!found)
        return FK_ERROR_MEMORY;
    fk_status status = fk_workcell_distances(c->snapshot->cell, &query, found, out->gradient);
    for (size_t i = 0; status == FK_OK && i < count; i++) {
        out->lo[i] = found[i].distance.lo;
        out->hi[i] = found[i].distance.hi;
        write_vector(found[i].point_a, out->point_a + 3 * i);
        write_vector(found[i].point_b, out->point_b + 3 * i);
        write_vector(found[i].normal, out->normal + 3 * i);
        write_pair(&found[i].pair, out->pair + 2 * i);
    }
    if (status == FK_OK && out->gradient)
        workcell_convert(c->self->base, out->gradient, count);
    free(found);
    return status;
}

static bool make_distance_arrays(workcell_call *c, bool wants_gradient, distance_arrays *out)
{
    Py_ssize_t joints = (Py_ssize_t)c->self->base->made->joint_count;
    out->gradient = NULL;
    bool is_good = (out->lo = make_array(c, 'd', 0)) && (out->hi = make_array(c, 'd', 0)) &&
                   (out->point_a = make_array(c, 'd', 3)) && (out->point_b = make_array(c, 'd', 3)) &&
                   (out->normal = make_array(c, 'd', 3)) && (out->pair = make_array(c, 'I', 2));
    if (is_good && wants_gradient)
        return (out->gradient = make_array(c, 'd', joints)) != NULL;
    skip_array(c);
    return is_good;
}

/* distances(values, limit, wants_gradient, threads) -> (lo, hi, point_a, point_b, normal, pairs, gradient or None) */
PyObject *workcell_distances(PyObject *object, PyObject *args)
{
    workcell_call c = {.self = (workcell_object *)object, .what = "values"};
    PyObject *values;
    double limit;
    int wants_gradient;
    distance_arrays out;
    if (core_stack_check() < 0 ||
        !PyArg_ParseTuple(args, "OdpI", &values, &limit, &wants_gradient, &c.threads) ||
        check_length(limit, "limit") < 0)
        return NULL;
    bool is_good =
        read_values(c.self, values, c.what, &c.values) == 0 && make_distance_arrays(&c, wants_gradient, &out);
    if (is_good) {
        fk_status status = start_call(&c);
        if (status == FK_OK)
            status = compute_distances(&c, limit, &out);
        is_good = end_call(&c, status);
    }
    return finish_call(&c, is_good);
}
