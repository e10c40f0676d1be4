/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Parts as one run sees them: at a time, and at joint values; and robots. See scene.h. */

#include "scene.h"

#include <stdlib.h>

/* ---- Settings ------------------------------------------------------------------------------------------ */

static bool slides(const fk_robot *robot, uint32_t variable)
{
    return robot->joint[robot->variable[variable]].kind == FK_JOINT_PRISMATIC;
}

/* Converts values of users into the unit of the scene. */
static void convert_values(const fk_scene *scene, const fk_robot *robot, const double *value, uint32_t rows,
                           double *out)
{
    uint32_t count = robot->variable_count;
    for (size_t i = 0; i < (size_t)rows * count; i++)
        out[i] = slides(robot, (uint32_t)(i % count)) ? fk_length_convert(value[i], FK_UNIT_M, scene->unit)
                                                      : value[i];
}

/* Replaces the track of a robot. */
static fk_status replace_track(const parts_object *self, const setting_request *request, setting *s)
{
    const fk_scene *scene = self->scene;
    const fk_scene_robot *robot = &scene->robot[request->robot];
    uint32_t rows = request->row_count, variables = robot->robot->variable_count;
    s->track = malloc((size_t)scene->track_count * sizeof *s->track);
    s->numbers = malloc(((size_t)rows * variables + rows) * sizeof *s->numbers);
    if (!s->track || !s->numbers)
        return FK_ERROR_MEMORY;
    memcpy(s->track, scene->track, scene->track_count * sizeof *s->track);
    double *time = s->numbers, *value = s->numbers + rows;
    for (uint32_t i = 0; i < rows; i++)
        time[i] = request->times ? request->times[i] : 0;
    convert_values(scene, robot->robot, request->values, rows, value);
    s->track[robot->track] = (fk_track){variables, rows, time, value};
    s->scene.track = s->track;
    return FK_OK;
}

/* Uses the shared context, because another thread may be stopping a run in that of the scene. */
static fk_status make_motion(setting *s)
{
    return fk_motion_create(core_context(), s->scene.frame, s->scene.frame_count, s->scene.track,
                            s->scene.track_count, &s->motion);
}

/* Poses the parts at the time. */
static void place_parts(setting *s)
{
    if (s->parts.motion)
        fk_motion_poses(s->parts.motion, s->parts.time, s->frame);
    for (uint32_t i = 0; i < s->parts.count; i++) {
        const fk_sweep_part *moving = &s->parts.moving[i];
        s->pose[i] = moving->part.pose;
        if (moving->frame != FK_NONE)
            s->pose[i] = fk_pose_multiply(&s->frame[moving->frame], &moving->part.pose);
        s->part[i].pose = s->pose[i];
    }
}

static fk_status copy_parts(const parts_object *self, setting *s)
{
    const fk_parts *parts = self->parts;
    s->part = malloc(((size_t)parts->count + 1) * sizeof *s->part);
    s->moving = malloc(((size_t)parts->count + 1) * sizeof *s->moving);
    s->pose = malloc(((size_t)parts->count + 1) * sizeof *s->pose);
    s->frame = malloc(((size_t)s->scene.frame_count + 1) * sizeof *s->frame);
    if (!s->part || !s->moving || !s->pose || !s->frame)
        return FK_ERROR_MEMORY;
    memcpy(s->part, parts->part, parts->count * sizeof *s->part);
    memcpy(s->moving, parts->moving, parts->count * sizeof *s->moving);
    for (uint32_t i = 0; i < self->shape_count; i++) {
        s->part[self->shape[i].part].piece = self->shape[i].piece;
        s->moving[self->shape[i].part].part.piece = self->shape[i].piece;
    }
    s->parts.part = s->part;
    s->parts.moving = s->moving;
    return FK_OK;
}

static fk_status fill_setting(const parts_object *self, const setting_request *request, setting *s)
{
    fk_status status = copy_parts(self, s);
    if (status == FK_OK && request->robot != FK_NONE) {
        status = replace_track(self, request, s);
        if (status == FK_OK)
            status = make_motion(s);
        s->parts.motion = s->motion;
    }
    if (status != FK_OK)
        return status;
    fk_interval span = s->parts.motion ? fk_motion_span(s->parts.motion) : (fk_interval){0, 0};
    s->parts.time = request->has_time ? request->time : span.lo;
    place_parts(s);
    return FK_OK;
}

fk_status setting_make(const parts_object *self, const setting_request *request, setting *out)
{
    *out = (setting){.scene = *self->scene, .parts = *self->parts};
    fk_status status = fill_setting(self, request, out);
    if (status != FK_OK)
        setting_free(out);
    return status;
}

fk_status setting_set_values(const parts_object *self, setting *s, uint32_t robot, const double *value)
{
    const fk_scene_robot *described = &self->scene->robot[robot];
    convert_values(self->scene, described->robot, value, 1, s->numbers + 1);
    fk_status status = fk_motion_set_values(s->motion, described->track, s->numbers + 1);
    if (status == FK_OK)
        place_parts(s);
    return status;
}

void setting_free(setting *s)
{
    fk_motion_free(core_context(), s->motion);
    free(s->track);
    free(s->numbers);
    free(s->part);
    free(s->moving);
    free(s->pose);
    free(s->frame);
    memset(s, 0, sizeof *s);
}

/* ---- Robots -------------------------------------------------------------------------------------------- */

/* Appends, and takes the reference; false with an exception. */
static bool append(PyObject *list, PyObject *item)
{
    bool is_good = item && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return is_good;
}

static PyObject *list_links(const fk_robot *robot)
{
    PyObject *out = PyList_New(0);
    for (uint32_t i = 0; out && i < robot->link_count; i++)
        if (!append(out, PyUnicode_FromString(robot->link[i].name)))
            Py_CLEAR(out);
    return out;
}

/* (name, kind, parent, child, lower, upper, velocity, the joint that it mimics or None). */
static PyObject *list_joints(const fk_scene *scene, const fk_robot *robot)
{
    PyObject *out = PyList_New(0);
    for (uint32_t i = 0; out && i < robot->joint_count; i++) {
        const fk_robot_joint *j = &robot->joint[i];
        const char *mimic =
            j->is_mimic && j->variable != FK_NONE ? robot->joint[robot->variable[j->variable]].name : NULL;
        fk_unit to = j->kind == FK_JOINT_PRISMATIC ? FK_UNIT_M : scene->unit;
        if (!append(out,
                    Py_BuildValue("(ssssdddz)", j->name, fk_joint_word(j->kind), robot->link[j->parent].name,
                                  robot->link[j->child].name, fk_length_convert(j->lower, scene->unit, to),
                                  fk_length_convert(j->upper, scene->unit, to),
                                  fk_length_convert(j->velocity, scene->unit, to), mimic)))
            Py_CLEAR(out);
    }
    return out;
}

static PyObject *list_variables(const fk_robot *robot)
{
    PyObject *out = PyList_New(0);
    for (uint32_t k = 0; out && k < robot->variable_count; k++)
        if (!append(out, PyUnicode_FromString(robot->joint[robot->variable[k]].name)))
            Py_CLEAR(out);
    return out;
}

/* Returns the first values in the scene, in units of users. */
static PyObject *list_values(const fk_scene *scene, const fk_scene_robot *r)
{
    PyObject *out = PyList_New(0);
    for (uint32_t k = 0; out && k < r->robot->variable_count; k++) {
        double value = scene->track[r->track].value[k];
        if (slides(r->robot, k))
            value = fk_length_convert(value, scene->unit, FK_UNIT_M);
        if (!append(out, PyFloat_FromDouble(value)))
            Py_CLEAR(out);
    }
    return out;
}

/* (name, group, {joint: value}) */
static PyObject *list_states(const fk_scene *scene, const fk_robot *robot)
{
    PyObject *out = PyList_New(0);
    for (uint32_t i = 0; out && i < robot->state_count; i++) {
        const fk_robot_state *state = &robot->state[i];
        PyObject *values = PyDict_New();
        for (uint32_t k = 0; values && k < robot->variable_count; k++) {
            if (!state->is_set[k])
                continue;
            double number = state->value[k];
            if (slides(robot, k))
                number = fk_length_convert(number, scene->unit, FK_UNIT_M);
            PyObject *value = PyFloat_FromDouble(number);
            if (!value || PyDict_SetItemString(values, robot->joint[robot->variable[k]].name, value) < 0)
                Py_CLEAR(values);
            Py_XDECREF(value);
        }
        if (!values || !append(out, Py_BuildValue("(ssN)", state->name, state->group, values)))
            Py_CLEAR(out);
    }
    return out;
}

/* (link, link, reason) */
static PyObject *list_disabled(const fk_robot *robot)
{
    PyObject *out = PyList_New(0);
    for (uint32_t i = 0; out && i < robot->disabled_count; i++) {
        const fk_robot_disabled *pair = &robot->disabled[i];
        if (!append(out, Py_BuildValue("(sss)", robot->link[pair->a].name, robot->link[pair->b].name,
                                       pair->reason)))
            Py_CLEAR(out);
    }
    return out;
}

int parts_find_robot(const parts_object *self, PyObject *index, uint32_t *out)
{
    uint64_t number;
    if (self->scene->robot_count == 0) {
        PyErr_SetString(PyExc_ValueError, "there is no robot in this scene");
        return -1;
    }
    if (core_whole(index, "robot", self->scene->robot_count - 1, &number) < 0)
        return -1;
    *out = (uint32_t)number;
    return 0;
}

PyObject *parts_robot(PyObject *object, PyObject *index)
{
    const parts_object *self = (parts_object *)object;
    uint32_t number;
    if (parts_find_robot(self, index, &number) < 0)
        return NULL;
    const fk_scene_robot *r = &self->scene->robot[number];
    return Py_BuildValue("{sssssNsNsNsNsNsNsIsKsIsd}", "name", r->robot->name, "prefix", r->name, "links",
                         list_links(r->robot), "joints", list_joints(self->scene, r->robot), "variables",
                         list_variables(r->robot), "values", list_values(self->scene, r), "states",
                         list_states(self->scene, r->robot), "disabled", list_disabled(r->robot),
                         "unknown_disabled", (unsigned)r->robot->unknown_disabled, "beyond_count",
                         (unsigned long long)r->beyond_count, "beyond_variable", (unsigned)r->beyond_variable,
                         "beyond_value", r->beyond_value);
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

/* Adds a Pose by name to a dictionary. */
static int put_pose(core_state *state, PyObject *out, const char *name, const fk_pose *pose)
{
    PyObject *made = core_pose_make(state, pose);
    int status = made ? PyDict_SetItemString(out, name, made) : -1;
    Py_XDECREF(made);
    return status;
}

static PyObject *list_poses(core_state *state, const setting *s, uint32_t robot, bool of_links)
{
    PyObject *out = PyDict_New();
    if (!of_links) {
        for (uint32_t i = 0; out && i < s->parts.count; i++)
            if (put_pose(state, out, s->part[i].name, &s->part[i].pose) < 0)
                Py_CLEAR(out);
        return out;
    }
    const fk_scene_robot *r = &s->scene.robot[robot];
    for (uint32_t i = 0; out && i < r->robot->link_count; i++) {
        fk_pose pose = fk_motion_pose(s->parts.motion, r->first_frame + i, s->parts.time);
        if (put_pose(state, out, r->robot->link[i].name, &pose) < 0)
            Py_CLEAR(out);
    }
    return out;
}

/* poses(time or None, robot or None, values or None): of the links of the robot, or without one of all parts. */
PyObject *parts_poses(PyObject *object, PyObject *args)
{
    parts_object *self = (parts_object *)object;
    core_state *state = core_state_by(object);
    PyObject *time, *robot, *values, *out = NULL;
    core_array array = {0};
    setting_request request = {.robot = FK_NONE, .row_count = 1};
    uint32_t number = FK_NONE;
    if (core_stack_check() < 0 || !PyArg_ParseTuple(args, "OOO", &time, &robot, &values))
        return NULL;
    if (time != Py_None) {
        request.has_time = true;
        if (core_number(time, "time", &request.time) < 0)
            return NULL;
    }
    if (robot != Py_None && parts_find_robot(self, robot, &number) < 0)
        return NULL;
    if (robot != Py_None && values != Py_None) {
        core_want want = {"joints", 'd', 1, {(Py_ssize_t)self->scene->robot[number].robot->variable_count}};
        if (core_array_get(state, values, &want, &array) < 0)
            return NULL;
        request.robot = number;
        request.values = array.data;
    }
    setting s;
    fk_status status = setting_make(self, &request, &s);
    core_array_release(&array);
    if (status != FK_OK)
        return core_error(state, status, "joints", NULL);
    out = list_poses(state, &s, number, robot != Py_None);
    setting_free(&s);
    return out;
}
