/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Mesh files: load and save. */

#include "core.h"

#include "farkas/scene.h"
#include "import_assimp.h"

/* How to read a file. */
typedef struct load_settings {
    fk_load_options options;
    bool has_unit;
    fk_unit unit, to;
    int up; /* -1: not given */
} load_settings;

/* ---- Arguments ----------------------------------------------------------------------------------------- */

enum { PATH, JOIN, WELD, UNITS, TO, UP, FORMAT, LOAD_ARGUMENTS };
static const core_signature load_signature = {
    "load", 1, 1, {"path", "join", "weld", "units", "to", "up", "format"}};

/* Finds a word of a list; -1 with an exception that lists them. */
static int find_word(PyObject *object, const char *what, const char *(*word)(int), int count)
{
    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: a word is needed", what);
        return -1;
    }
    PyObject *known = PyUnicode_FromString("");
    for (int i = 0; known && i < count; i++) {
        if (PyUnicode_CompareWithASCIIString(object, word(i)) == 0) {
            Py_DECREF(known);
            return i;
        }
        PyObject *longer = PyUnicode_FromFormat("%U%s'%s'", known, i ? ", " : "", word(i));
        Py_DECREF(known);
        known = longer;
    }
    if (known)
        PyErr_Format(PyExc_ValueError, "%s: %R is none of %U", what, object, known);
    Py_XDECREF(known);
    return -1;
}

static const char *unit_word(int i)
{
    return fk_unit_word((fk_unit)i);
}

static const char *axis_word(int i)
{
    static const char *const words[] = {"x", "y", "z"};
    return words[i];
}

static const char *format_word(int i)
{
    return fk_format_word((fk_format)i);
}

static int read_settings(PyObject **given, load_settings *out)
{
    int found;
    out->options = fk_load_options_default();
    out->options.join = true;
    out->up = -1;
    out->unit = out->to = FK_UNIT_MM;
    if (core_is_given(given[JOIN])) {
        if ((found = PyObject_IsTrue(given[JOIN])) < 0)
            return -1;
        out->options.join = found;
    }
    if (core_is_given(given[WELD]) && core_length(given[WELD], "weld", &out->options.mesh.weld) < 0)
        return -1;
    if (core_is_given(given[UNITS])) {
        if ((found = find_word(given[UNITS], "units", unit_word, FK_UNIT_COUNT)) < 0)
            return -1;
        out->has_unit = true;
        out->unit = (fk_unit)found;
    }
    if (core_is_given(given[TO])) {
        if ((found = find_word(given[TO], "to", unit_word, FK_UNIT_COUNT)) < 0)
            return -1;
        out->to = (fk_unit)found;
    }
    if (core_is_given(given[UP]) && (out->up = find_word(given[UP], "up", axis_word, 3)) < 0)
        return -1;
    if (!core_is_given(given[FORMAT]))
        return 0;
    if ((found = find_word(given[FORMAT], "format", format_word, FK_FORMAT_COUNT)) < 0)
        return -1;
    out->options.format = (fk_format)found;
    return 0;
}

/* Whether assimp reads this file. */
static bool is_import(const char *path, const load_settings *how)
{
    return how->options.format == FK_FORMAT_ANY && import_knows(path);
}

/* Sets the unit and the axis that were not given to those of the format. */
static void complete_settings(const char *path, load_settings *how)
{
    fk_unit unit;
    bool is_known = is_import(path, how) && import_convention(path, &unit);
    if (is_known && !how->has_unit) {
        how->unit = unit;
        how->has_unit = true;
    }
    if (how->up < 0)
        how->up = is_known ? 1 : 2;
}

/* ---- Load ---------------------------------------------------------------------------------------------- */

/* Converts a point to another unit, rounded once, and turns it so that the axis `up` becomes z; as in scenes. */
static fk_vec3 transform_point(const load_settings *how, fk_vec3 p)
{
    if (how->has_unit)
        p = fk_vec3_make(fk_length_convert(p.x, how->unit, how->to),
                         fk_length_convert(p.y, how->unit, how->to),
                         fk_length_convert(p.z, how->unit, how->to));
    return how->up == 1 ? fk_vec3_make(p.x, -p.z, p.y) : how->up == 0 ? fk_vec3_make(-p.z, p.y, p.x) : p;
}

/* Makes the same part with transformed points. Points that rounding makes equal are merged. */
static fk_status transform_part(const load_settings *how, const fk_mesh *part, fk_mesh **out)
{
    fk_context *context = core_context();
    size_t bytes = part->vertex_count * sizeof(fk_vec3);
    fk_vec3 *point = fk_allocate(context, bytes ? bytes : 1);
    if (!point)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < part->vertex_count; i++)
        point[i] = transform_point(how, part->point[i]);
    fk_mesh_input input = {point, part->vertex_count, part->triangle, part->triangle_count,
                           fk_mesh_options_default()};
    input.options.keep_points = true;
    fk_status status = fk_mesh_build(context, &input, NULL, out);
    fk_release(context, point, bytes ? bytes : 1);
    return status;
}

/* Replaces the model, keeping the names of parts. */
static fk_status transform_model(const load_settings *how, fk_model **model)
{
    fk_context *context = core_context();
    uint32_t count = (*model)->part_count, made = 0;
    fk_mesh **own = fk_allocate(context, count * sizeof *own);
    fk_mesh *part = fk_allocate(context, count * sizeof *part);
    fk_model *result = NULL;
    fk_status status = own && part ? FK_OK : FK_ERROR_MEMORY;
    for (; status == FK_OK && made < count; made++) {
        status = transform_part(how, &(*model)->part[made], &own[made]);
        if (status != FK_OK)
            break;
        part[made] = *own[made];
        part[made].name = (*model)->part[made].name;
    }
    if (status == FK_OK)
        status = fk_model_build(context, part, count, &result);
    while (made > 0)
        fk_mesh_free(context, own[--made]);
    fk_release(context, own, count * sizeof *own);
    fk_release(context, part, count * sizeof *part);
    if (status == FK_OK) {
        fk_model_free(context, *model);
        *model = result;
    }
    return status;
}

static fk_status load_model(const char *path, const load_settings *how, fk_load_report *report,
                            fk_model **out)
{
    fk_model *model;
    fk_status status = is_import(path, how)
                           ? import_load(core_context(), path, &how->options, report, &model)
                           : fk_model_load(core_context(), path, &how->options, report, &model);
    if (status != FK_OK)
        return status;
    bool is_same = how->up == 2 && (!how->has_unit || how->unit == how->to);
    status = is_same ? FK_OK : transform_model(how, &model);
    if (status != FK_OK)
        fk_model_free(core_context(), model);
    else
        *out = model;
    return status;
}

static PyObject *refuse_file(core_state *state, fk_status status, const char *path,
                             const fk_load_report *report)
{
    char message[300];
    core_place place = {path, report->line, 0};
    if (status == FK_ERROR_ARGUMENT || status == FK_ERROR_NOT_FINITE)
        return core_error(state, status, "load", "the numbers do not fit the unit");
    PyOS_snprintf(message, sizeof message,
                  report->line == 0 && report->offset > 0 ? "byte %llu: %s" : "%.0llu%s",
                  (unsigned long long)(report->line == 0 ? report->offset : 0), report->message);
    return core_file_error(state, status, place, message);
}

static PyObject *load(CORE_ARGUMENTS)
{
    core_state *state = core_state_of(self);
    PyObject *given[LOAD_ARGUMENTS], *path = NULL;
    load_settings how = {0};
    fk_load_report report = {0};
    fk_model *model = NULL;
    fk_status status;
    if (core_arguments(&load_signature, args, nargs, names, given) < 0 || read_settings(given, &how) < 0 ||
        !PyUnicode_FSConverter(given[PATH], &path))
        return NULL;
    const char *name = PyBytes_AsString(path);
    complete_settings(name, &how);
    PyThreadState *thread =
        is_import(name, &how) ? NULL : PyEval_SaveThread(); /* see load_import in parts.c */
    status = load_model(name, &how, &report, &model);
    if (thread)
        PyEval_RestoreThread(thread);
    PyObject *result =
        status == FK_OK ? core_mesh_list(state, model) : refuse_file(state, status, name, &report);
    Py_DECREF(path);
    if (!result || !how.options.join)
        return result;
    PyObject *mesh = Py_XNewRef(PyList_GetItem(result, 0));
    Py_DECREF(result);
    return mesh;
}

/* ---- Save ---------------------------------------------------------------------------------------------- */

PyObject *core_mesh_save(CORE_ARGUMENTS)
{
    static const core_signature signature = {"save", 1, 1, {"path", "format"}};
    core_state *state = core_state_by(self);
    PyObject *given[2], *path = NULL;
    int format = FK_FORMAT_ANY;
    fk_save_report report = {0};
    fk_status status;
    if (core_arguments(&signature, args, nargs, names, given) < 0)
        return NULL;
    if (core_is_given(given[1]) && (format = find_word(given[1], "format", format_word, FK_FORMAT_COUNT)) < 0)
        return NULL;
    if (!PyUnicode_FSConverter(given[0], &path))
        return NULL;
    const char *name = PyBytes_AsString(path);
    fk_model model = {1, ((core_mesh_object *)self)->mesh, 0};
    Py_BEGIN_ALLOW_THREADS
    status = fk_model_save(core_context(), &model, name, (fk_format)format, &report);
    Py_END_ALLOW_THREADS
    core_place place = {name, 0, 0};
    PyObject *result =
        status == FK_OK ? Py_NewRef(Py_None) : core_file_error(state, status, place, report.message);
    Py_DECREF(path);
    return result;
}

int core_add_files(PyObject *module)
{
    static PyMethodDef functions[] = {
        CORE_FUNCTION(
            "load", load,
            "load(path, *, join=True, weld=0, units=None, to='mm', up=None, format=None)\n--\n\n"
            "Reads STL, OBJ, PLY or OFF; and .dae, .glb and others, where farkas was built with assimp. All\n"
            "parts of the file become one Mesh; with join=False, a list with a Mesh for each. With "
            "units='mm',\n"
            "'cm', 'm' or 'in', numbers are converted to `to`; without units, too, if the format has a unit\n"
            "(COLLADA and glTF: m, FBX: cm), else they stay unchanged. The axis `up` of the file becomes z; "
            "it\n"
            "is y by default for formats with a unit, and z for others.\n"
            "FileError names the error and its place in the file.\n\n"
            ">>> import farkas, os, tempfile\n"
            ">>> path = os.path.join(tempfile.mkdtemp(), 'corner.obj')\n"
            ">>> farkas.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).save(path)\n"
            ">>> farkas.load(path, units='in').vertices[1].tolist()\n"
            "[25.4, 0.0, 0.0]\n"),
        {NULL, NULL, 0, NULL},
    };
    return PyModule_AddFunctions(module, functions);
}
