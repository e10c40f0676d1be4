/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* _core.Outcome: the result of a check or a sweep, on which CheckResult and SweepResult are built. It writes the same
 * output as the command, with the same functions. */

#include "scene.h"

#include <stdlib.h>

/* ---- Texts --------------------------------------------------------------------------------------------- */

bool text_bytes_write(void *user, const char *bytes, size_t count)
{
    text_bytes *text = user;
    if (count > text->capacity - text->count) {
        size_t capacity = 2 * text->capacity + count + 4096;
        char *grown = capacity > text->capacity ? realloc(text->byte, capacity) : NULL;
        if (!grown)
            return false;
        text->byte = grown;
        text->capacity = capacity;
    }
    memcpy(text->byte + text->count, bytes, count);
    text->count += count;
    return true;
}

PyObject *text_bytes_take(text_bytes *text, bool as_text)
{
    const char *byte = text->byte ? text->byte : "";
    PyObject *out = as_text ? PyUnicode_DecodeUTF8(byte, (Py_ssize_t)text->count, NULL)
                            : PyBytes_FromStringAndSize(byte, (Py_ssize_t)text->count);
    free(text->byte);
    *text = (text_bytes){0};
    return out;
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

outcome_reports outcome_reports_of(const outcome_object *self, const fk_provenance *record)
{
    const setting *s = &self->setting;
    const char *units = fk_unit_word(s->scene.unit);
    return (outcome_reports){.check = {self->found, s->part, s->parts.count, units, record},
                             .sweep = {.sweep = self->found,
                                       .part = s->moving,
                                       .part_count = s->parts.count,
                                       .units = units,
                                       .tolerance = self->tolerance,
                                       .joint_count = s->parts.joint_count,
                                       .joint = s->parts.joint,
                                       .joint_value = fk_parts_joint_value,
                                       .joint_user = (void *)(uintptr_t)&s->parts,
                                       .record = record}};
}

/* ---- Provenance ---------------------------------------------------------------------------------------- */

/* Removes meshes in memory, which are no files. */
static void leave_out_memory(fk_input_list *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (!parts_is_in_memory(list->file[i].path))
            list->file[kept++] = list->file[i];
    list->count = kept;
}

static int read_words(PyObject *list, outcome_record *out)
{
    Py_ssize_t count = PyTuple_Size(list);
    out->argument = count >= 0 ? calloc((size_t)count + 1, sizeof *out->argument) : NULL;
    if (!out->argument) {
        if (count >= 0)
            PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        out->argument[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(list, i), NULL);
        if (!out->argument[i])
            return -1;
    }
    out->record.argument_count = (uint32_t)count;
    out->record.argument = out->argument;
    return 0;
}

int outcome_record_make(const outcome_object *self, PyObject *object, outcome_record *out)
{
    PyObject *arguments;
    const char *date, *path, *first;
    fk_status status;
    *out = (outcome_record){0};
    if (!scene_is_tuple(object))
        return -1;
    if (!PyArg_ParseTuple(object, "O!zzz", &PyTuple_Type, &arguments, &date, &path, &first) ||
        read_words(arguments, out) < 0) {
        outcome_record_free(out);
        return -1;
    }
    out->record.date = date;
    Py_BEGIN_ALLOW_THREADS
    status = fk_scene_inputs(core_context(), self->owner->scene, path, first, &out->inputs);
    Py_END_ALLOW_THREADS
    if (status != FK_OK) {
        outcome_record_free(out);
        PyErr_NoMemory();
        return -1;
    }
    leave_out_memory(&out->inputs);
    out->record.input_count = out->inputs.count;
    out->record.input = out->inputs.file;
    return 0;
}

void outcome_record_free(outcome_record *record)
{
    fk_input_list_free(core_context(), &record->inputs);
    free(record->argument);
    *record = (outcome_record){0};
}

/* ---- Formats ------------------------------------------------------------------------------------------- */

typedef fk_status check_writer(const fk_check_report *report, fk_write_function *write, void *user);
typedef fk_status sweep_writer(const fk_sweep_report *report, fk_write_function *write, void *user);

/* Writes with a record, or None. */
static PyObject *write_text(outcome_object *self, PyObject *from, check_writer *check, sweep_writer *sweep)
{
    outcome_record record = {0};
    text_bytes text = {0};
    fk_status status;
    if (from != Py_None && outcome_record_make(self, from, &record) < 0)
        return NULL;
    outcome_reports of = outcome_reports_of(self, from != Py_None ? &record.record : NULL);
    Py_BEGIN_ALLOW_THREADS
    status = self->is_sweep ? sweep(&of.sweep, text_bytes_write, &text)
                            : check(&of.check, text_bytes_write, &text);
    Py_END_ALLOW_THREADS
    outcome_record_free(&record);
    if (status == FK_OK)
        return text_bytes_take(&text, true);
    free(text.byte);
    return PyErr_NoMemory();
}

static PyObject *outcome_json(PyObject *self, PyObject *record)
{
    return write_text((outcome_object *)self, record, fk_check_write_json, fk_sweep_write_json);
}

static PyObject *outcome_csv(PyObject *self, PyObject *record)
{
    return write_text((outcome_object *)self, record, fk_check_write_csv, fk_sweep_write_csv);
}

static PyObject *outcome_junit(PyObject *self, PyObject *record)
{
    return write_text((outcome_object *)self, record, fk_check_write_junit, fk_sweep_write_junit);
}

/* ---- Counts -------------------------------------------------------------------------------------------- */

static PyObject *get_clashes(PyObject *object, void *closure)
{
    const outcome_object *self = (outcome_object *)object;
    (void)closure;
    return PyLong_FromUnsignedLongLong(self->found->clashes);
}

static PyObject *get_complete(PyObject *object, void *closure)
{
    (void)closure;
    const outcome_object *self = (outcome_object *)object;
    return PyBool_FromLong(!self->found->is_incomplete);
}

static PyObject *get_undecided(PyObject *object, void *closure)
{
    const outcome_object *self = (outcome_object *)object;
    (void)closure;
    return PyLong_FromUnsignedLongLong(self->found->count[FK_CLASH_UNDECIDED]);
}

static PyObject *get_time(PyObject *object, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble(((outcome_object *)object)->setting.parts.time);
}

/* ---- The type ------------------------------------------------------------------------------------------ */

outcome_object *outcome_new(core_state *state, parts_object *owner, PyObject *rules)
{
    outcome_object *self = (outcome_object *)PyType_GenericAlloc(state->type[CORE_OUTCOME], 0);
    if (!self)
        return NULL;
    self->owner = (parts_object *)Py_NewRef((PyObject *)owner);
    self->rules = Py_NewRef(rules);
    return self;
}

static void outcome_dealloc(PyObject *object)
{
    outcome_object *self = (outcome_object *)object;
    fk_check_free(self->owner->context, self->found);
    setting_free(&self->setting);
    Py_DECREF((PyObject *)self->owner);
    Py_DECREF(self->rules);
    core_free_object(object);
}

static PyGetSetDef outcome_getset[] = {
    {"clashes", get_clashes, NULL, "How many clashes there are.", NULL},
    {"complete", get_complete, NULL, "Whether it was not stopped.", NULL},
    {"undecided", get_undecided, NULL, "How many pairs are undecided.", NULL},
    {"time", get_time, NULL, "The moment of the check.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef outcome_methods[] = {
    {"json", outcome_json, METH_O, "As JSON, with a record or None."},
    {"csv", outcome_csv, METH_O, "As CSV."},
    {"junit", outcome_junit, METH_O, "As JUnit XML."},
    {"page", outcome_page, METH_VARARGS, "As a page for a browser."},
    {NULL, NULL, 0, NULL},
};

int core_add_outcomes(PyObject *module)
{
    static PyType_Slot slots[] = {
        {Py_tp_dealloc, (void *)outcome_dealloc},
        {Py_tp_getset, outcome_getset},
        {Py_tp_methods, outcome_methods},
        {Py_tp_doc, "The result of a check or a sweep."},
        {0, NULL},
    };
    static PyType_Spec spec = {
        "farkas._core.Outcome", sizeof(outcome_object), 0,
        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return core_add_type(module, CORE_OUTCOME, &spec);
}
