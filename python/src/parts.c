/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* _core.Parts: loaded scenes. Scene and Robot write the text of a scene in the form of docs/scene.md; meshes in memory
 * have names in it that no file has, and shapes that the text cannot express replace others after loading. */

#include "scene.h"

#include <stdlib.h>

#include "import_assimp.h"

/* Paths of meshes in memory begin with this. No file has such a path, because the device is no folder. */
#define MEMORY_PATH "/dev/null/"

bool parts_is_in_memory(const char *path)
{
    return strncmp(path, MEMORY_PATH, sizeof MEMORY_PATH - 1) == 0;
}

static int make_context(parts_object *self)
{
    if (fk_context_create(NULL, &self->context) == FK_OK &&
        fk_check_cache_create(self->context, &self->kept) == FK_OK)
        return 0;
    PyErr_NoMemory();
    return -1;
}

/* ---- One run at a time --------------------------------------------------------------------------------- */

int parts_begin(parts_object *self)
{
    unsigned long me = PyThread_get_thread_ident();
    if (!PyThread_acquire_lock(self->lock, NOWAIT_LOCK)) {
        /* No other thread sets it to this thread. */
        if (self->runner == me && self->process == core_process()) {
            PyErr_SetString(PyExc_RuntimeError,
                            "this scene is in use by the call that reports the progress: ask afterwards");
            return -1;
        }
        if (self->process != core_process()) {
            PyErr_SetString(
                PyExc_RuntimeError,
                "this scene was in use by another thread when the process was forked: load it again");
            return -1;
        }
        Py_BEGIN_ALLOW_THREADS
        PyThread_acquire_lock(self->lock, WAIT_LOCK);
        Py_END_ALLOW_THREADS
    }
    self->runner = me;
    self->process = core_process();
    return 0;
}

void parts_end(parts_object *self)
{
    self->runner = 0;
    PyThread_release_lock(self->lock);
}

/* ---- Loading ------------------------------------------------------------------------------------------- */

/* A load in progress: without the GIL, except in the caller's loader. */
typedef struct scene_load {
    core_state *state;
    PyObject *bodies, *loader; /* loader may be None */
    PyThreadState *thread;
    bool has_failed; /* an exception is set */
} scene_load;

/* Loads from Python objects, with the GIL. Sets *out to NULL if the library must read the file itself. */
static fk_status load_object(scene_load *l, fk_context *context, const char *path, fk_model **out)
{
    PyObject *body = NULL;
    const fk_mesh *mesh = NULL;
    fk_status status = FK_OK;
    *out = NULL;
    if (parts_is_in_memory(path)) {
        body = PyDict_GetItemString(l->bodies, path);
        Py_XINCREF(body);
    } else if (l->loader != Py_None) {
        body = PyObject_CallFunction(l->loader, "s", path);
        l->has_failed = !body;
    }
    if (body && body != Py_None) {
        mesh = core_mesh(l->state, body, "a mesh");
        l->has_failed = !mesh;
    }
    if (mesh)
        status = fk_model_build(context, mesh, 1, out);
    Py_XDECREF(body);
    return l->has_failed ? FK_ERROR_ARGUMENT : status;
}

/* Loads a file of another format as the command does. With the GIL, because assimp keeps its last error in a global
 * variable, and a lock of ours could be held while another thread forks the process. */
static fk_status load_import(scene_load *l, fk_context *context, fk_scene_mesh *mesh, fk_model **out)
{
    fk_load_options options = fk_load_options_default();
    fk_unit unit;
    PyEval_RestoreThread(l->thread);
    fk_status status = import_load(context, mesh->path, &options, &mesh->report, out);
    l->thread = PyEval_SaveThread();
    bool is_known = import_convention(mesh->path, &unit);
    if (status == FK_OK && is_known && !mesh->has_unit) {
        mesh->unit = unit;
        mesh->has_unit = true;
    }
    if (status == FK_OK && is_known && !mesh->has_up) {
        mesh->up = 1;
        mesh->has_up = true;
    }
    return status;
}

static fk_status load_mesh(void *user, fk_context *context, fk_scene_mesh *mesh, fk_model **out)
{
    scene_load *l = user;
    fk_model *made = NULL;
    if (parts_is_in_memory(mesh->path) || l->loader != Py_None) {
        PyEval_RestoreThread(l->thread);
        fk_status status = load_object(l, context, mesh->path, &made);
        l->thread = PyEval_SaveThread();
        if (status != FK_OK)
            return status;
    }
    if (!made && import_knows(mesh->path))
        return load_import(l, context, mesh, out);
    if (!made)
        return fk_model_load(context, mesh->path, NULL, &mesh->report, out);
    mesh->report.vertices = made->part[0].vertex_count;
    mesh->report.triangles = made->part[0].triangle_count;
    *out = made;
    return FK_OK;
}

/* The arguments of Parts(); texts are borrowed. */
typedef struct parts_arguments {
    const char *text, *folder, *path, *urdf, *srdf, *trajectory;
    Py_ssize_t bytes;
    PyObject *bodies, *loader, *package_path, *arguments;
} parts_arguments;

static void raise_load(core_state *state, const parts_arguments *given, fk_status status,
                       const fk_scene_report *report)
{
    bool has_message = status == FK_ERROR_SYNTAX || status == FK_ERROR_READ || status == FK_ERROR_FORMAT;
    if (!has_message) {
        core_error(state, status, "scene", NULL);
        return;
    }
    /* A text written here has no lines that the user knows. */
    core_place place = {"<scene>", 0, 0};
    if (given->path)
        place = (core_place){given->path, report->line, report->column};
    /* About the added robot; the message names the file and the place in it. */
    if (report->is_of_robot)
        place = (core_place){given->urdf, 0, 0};
    core_file_error(state, status, place, report->message);
}

/* Borrows the texts of a tuple. */
static int read_texts(PyObject *object, const char ***out, uint32_t *count)
{
    Py_ssize_t size = PyTuple_Size(object);
    if (size < 0)
        return -1;
    const char **text = calloc((size_t)size + 1, sizeof *text);
    if (!text) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        text[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(object, i), NULL);
        if (!text[i]) {
            free(text);
            return -1;
        }
    }
    *out = text;
    *count = (uint32_t)size;
    return 0;
}

static int load_scene(parts_object *self, core_state *state, const parts_arguments *given)
{
    scene_load l = {state, given->bodies, given->loader, NULL, false};
    fk_scene_options options = fk_scene_options_default();
    fk_scene_text text = {given->text, (size_t)given->bytes, given->folder};
    fk_scene_report report = {0};
    const char **package_path, **arguments;
    if (read_texts(given->package_path, &package_path, &options.package_path_count) < 0)
        return -1;
    if (read_texts(given->arguments, &arguments, &options.argument_count) < 0) {
        free(package_path);
        return -1;
    }
    options.package_path = package_path;
    options.argument = arguments;
    options.load_mesh = load_mesh;
    options.user = &l;
    options.urdf = given->urdf;
    options.srdf = given->srdf;
    options.trajectory = given->trajectory;
    self->has_robot = given->urdf != NULL;
    l.thread = PyEval_SaveThread();
    fk_status status = fk_scene_parse(self->context, &text, &options, &report, &self->scene);
    if (status == FK_OK)
        status = fk_parts_create(self->context, self->scene, &self->parts);
    PyEval_RestoreThread(l.thread);
    free(package_path);
    free(arguments);
    if (status != FK_OK && !l.has_failed)
        raise_load(state, given, status, &report);
    return status == FK_OK ? 0 : -1;
}

/* Replaces shapes by those in memory, by the names of their parts. */
static int replace_shapes(parts_object *self, core_state *state)
{
    self->shape = calloc((size_t)self->parts->count + 1, sizeof *self->shape);
    if (!self->shape) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint32_t i = 0; i < self->parts->count; i++) {
        PyObject *body =
            self->parts->part[i].piece ? PyDict_GetItemString(self->bodies, self->parts->part[i].name) : NULL;
        /* Meshes are found by their paths; a part of a file may have such a name. */
        if (body && core_is(state, body, CORE_SHAPE))
            self->shape[self->shape_count++] = (scene_shape){i, &((core_shape_object *)body)->piece};
    }
    return 0;
}

static PyObject *parts_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    parts_arguments given;
    (void)names;
    if (core_stack_check() < 0 ||
        !PyArg_ParseTuple(args, "s#szO!OzzzO!O!", &given.text, &given.bytes, &given.folder, &given.path,
                          &PyDict_Type, &given.bodies, &given.loader, &given.urdf, &given.srdf,
                          &given.trajectory, &PyTuple_Type, &given.package_path, &PyTuple_Type,
                          &given.arguments))
        return NULL;
    parts_object *self = (parts_object *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    core_state *state = core_state_by((PyObject *)self);
    self->bodies = PyDict_Copy(given.bodies);
    self->lock = PyThread_allocate_lock();
    self->process = core_process();
    if (!self->lock && !PyErr_Occurred())
        PyErr_NoMemory();
    if (!self->bodies || !self->lock || make_context(self) < 0 || load_scene(self, state, &given) < 0 ||
        replace_shapes(self, state) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void parts_dealloc(PyObject *object)
{
    parts_object *self = (parts_object *)object;
    if (self->context) {
        fk_checker_free(self->context, self->checker);
        fk_check_cache_free(self->context, self->kept);
        fk_parts_free(self->context, self->parts);
        fk_scene_free(self->context, self->scene);
        fk_context_destroy(self->context);
    }
    free(self->shape);
    if (self->lock)
        PyThread_free_lock(self->lock);
    Py_XDECREF(self->bodies);
    Py_XDECREF(self->checker_rules);
    core_free_object(object);
}

/* ---- Attributes ---------------------------------------------------------------------------------------- */

static PyObject *get_units(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(fk_unit_word(((parts_object *)self)->scene->unit));
}

static PyObject *get_span(PyObject *self, void *closure)
{
    (void)closure;
    const fk_motion *motion = ((parts_object *)self)->parts->motion;
    fk_interval span = motion ? fk_motion_span(motion) : (fk_interval){0, 0};
    return Py_BuildValue("(dd)", span.lo, span.hi);
}

static PyObject *get_names(PyObject *object, void *closure)
{
    (void)closure;
    const fk_parts *parts = ((parts_object *)object)->parts;
    PyObject *out = PyTuple_New((Py_ssize_t)parts->count);
    for (uint32_t i = 0; out && i < parts->count; i++) {
        PyObject *name = PyUnicode_FromString(parts->part[i].name);
        if (!name || PyTuple_SetItem(out, (Py_ssize_t)i, name) < 0)
            Py_CLEAR(out);
    }
    return out;
}

/* Returns the sets of the scene: a list of (name, tuple of part indices). */
static PyObject *get_sets(PyObject *object, void *closure)
{
    (void)closure;
    const fk_scene *scene = ((parts_object *)object)->scene;
    PyObject *out = PyList_New(0);
    for (uint32_t i = 0; out && i < scene->set_count; i++) {
        const fk_scene_set *set = &scene->set[i];
        PyObject *members = PyTuple_New((Py_ssize_t)set->part_count);
        for (uint32_t k = 0; members && k < set->part_count; k++) {
            PyObject *number = PyLong_FromUnsignedLong(set->part[k]);
            if (!number || PyTuple_SetItem(members, (Py_ssize_t)k, number) < 0)
                Py_CLEAR(members);
        }
        PyObject *row = members ? Py_BuildValue("(sN)", set->name, members) : NULL;
        if (!row || PyList_Append(out, row) < 0)
            Py_CLEAR(out);
        Py_XDECREF(row);
    }
    return out;
}

/* Returns the URDF names of robots without a name in the scene: (name, first part, part count). */
static PyObject *get_robot_names(PyObject *object, void *closure)
{
    (void)closure;
    const fk_scene *scene = ((parts_object *)object)->scene;
    PyObject *out = PyList_New(0);
    for (uint32_t i = 0; out && i < scene->robot_count; i++) {
        const fk_scene_robot *robot = &scene->robot[i];
        if (*robot->name != '\0' || robot->robot->shape_count == 0)
            continue;
        PyObject *row = Py_BuildValue("(sII)", robot->robot->name, (unsigned)robot->first_part,
                                      (unsigned)robot->robot->shape_count);
        if (!row || PyList_Append(out, row) < 0)
            Py_CLEAR(out);
        Py_XDECREF(row);
    }
    return out;
}

static PyObject *get_robot_count(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(((parts_object *)self)->scene->robot_count);
}

static PyGetSetDef parts_getset[] = {
    {"units", get_units, NULL, "The unit of all lengths.", NULL},
    {"span", get_span, NULL, "The first and the last time of the motion.", NULL},
    {"names", get_names, NULL, "The names of the parts, in their order.", NULL},
    {"sets", get_sets, NULL, "The sets of the scene: (name, numbers of parts).", NULL},
    {"robot_names", get_robot_names, NULL, "Robots without a name in the scene.", NULL},
    {"robot_count", get_robot_count, NULL, "How many robots there are.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef parts_methods[] = {
    {"check", parts_check, METH_VARARGS, "Checks all pairs."},
    {"sweep", parts_sweep, METH_VARARGS, "Sweeps all pairs."},
    {"nearest", parts_nearest, METH_VARARGS, "The nearest pair of two sets of parts."},
    {"collides", parts_collides, METH_VARARGS,
     "For each row of values of joints, whether something clashes."},
    {"robot", parts_robot, METH_O, "The facts about a robot."},
    {"poses", parts_poses, METH_VARARGS, "The poses of the parts, or of the links of a robot."},
    {NULL, NULL, 0, NULL},
};

/* ---- Lengths and shapes -------------------------------------------------------------------------------- */

static PyObject *parse_length(PyObject *module, PyObject *args)
{
    const char *text, *units, *what;
    Py_ssize_t length;
    fk_unit unit;
    double value;
    (void)module;
    if (!PyArg_ParseTuple(args, "s#ss", &text, &length, &units, &what))
        return NULL;
    if (fk_unit_find(units, strlen(units), &unit) && fk_length_parse(text, (size_t)length, unit, &value))
        return PyFloat_FromDouble(value);
    return PyErr_Format(PyExc_ValueError, "%s: '%s' is not a length, such as 0.1, '5mm' or '2in'", what,
                        text);
}

static bool is_origin(fk_vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* Whether it is an axis-aligned box centred at the origin. */
static bool is_centred(const fk_cell *cell)
{
    const fk_vec3 *e = cell->edge, o = cell->origin;
    return e[0].x > 0 && e[1].y > 0 && e[2].z > 0 && e[0].y == 0 && e[0].z == 0 && e[1].x == 0 &&
           e[1].z == 0 && e[2].x == 0 && e[2].y == 0 && o.x == -e[0].x / 2 && o.y == -e[1].y / 2 &&
           o.z == -e[2].z / 2;
}

static bool is_upright(const fk_capsule *c)
{
    const fk_vec3 *end = c->end;
    return end[0].x == 0 && end[0].y == 0 && end[1].x == 0 && end[1].y == 0 && end[1].z > 0 &&
           end[0].z == -end[1].z && end[1].z < 1e300;
}

/* Returns a shape in the form of scenes; None if scenes cannot express it: it is not centred, or of another kind. */
static PyObject *shape_entry(PyObject *module, PyObject *object)
{
    const fk_piece *piece = core_piece(core_state_of(module), object, "a shape");
    if (!piece)
        return NULL;
    const fk_cell *cell = &piece->as.cell;
    const fk_capsule *capsule = &piece->as.capsule;
    switch (piece->kind) {
    case FK_KIND_POINT:
    case FK_KIND_SEGMENT:
    case FK_KIND_TRIANGLE:
    case FK_KIND_HALF_SPACE:
        return PyErr_Format(PyExc_ValueError,
                            "a part of a scene has an inside and an end: a %s cannot be one",
                            fk_kind_word(piece->kind));
    case FK_KIND_BOX:
        if (!is_centred(cell))
            break;
        return Py_BuildValue("{s{s[ddd]}}", "box", "size", cell->edge[0].x, cell->edge[1].y, cell->edge[2].z);
    case FK_KIND_SPHERE:
        if (!is_origin(piece->as.sphere.center) || !(piece->as.sphere.radius > 0))
            break;
        return Py_BuildValue("{s{sd}}", "sphere", "radius", piece->as.sphere.radius);
    case FK_KIND_CAPSULE:
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        if (!is_upright(capsule) || !(capsule->radius > 0))
            break;
        return Py_BuildValue("{s{sdsd}}", fk_kind_word(piece->kind), "radius", capsule->radius, "length",
                             2 * capsule->end[1].z);
    default:
        break;
    }
    Py_RETURN_NONE;
}

/* ---- The type ------------------------------------------------------------------------------------------ */

static PyMethodDef functions[] = {
    {"parse_length", parse_length, METH_VARARGS, "A length with its unit, in another unit."},
    {"shape_entry", shape_entry, METH_O, "A Shape as a scene has it, or None."},
    {NULL, NULL, 0, NULL},
};

int core_add_parts(PyObject *module)
{
    static PyType_Slot slots[] = {
        {Py_tp_new, (void *)parts_new}, {Py_tp_dealloc, (void *)parts_dealloc}, {Py_tp_getset, parts_getset},
        {Py_tp_methods, parts_methods}, {Py_tp_doc, "A loaded scene."},         {0, NULL},
    };
    static PyType_Spec spec = {"farkas._core.Parts", sizeof(parts_object), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots};
    return core_add_type(module, CORE_PARTS, &spec) < 0 || PyModule_AddFunctions(module, functions) < 0 ||
                   PyModule_AddStringConstant(module, "MEMORY_PATH", MEMORY_PATH) < 0
               ? -1
               : 0;
}
