/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Arrays in, by the buffer protocol, and arrays out, as views that keep their owner; and tuples of numbers.
 *
 * Only arrays that are not float64 or uint32, or not contiguous, go through numpy, in farkas/_arrays.py. */

#include "core.h"

/* ---- In ------------------------------------------------------------------------------------------------ */

static const struct {
    const char *module, *name;
} functions[CORE_FUNCTION_COUNT] = {
    [CORE_ASARRAY] = {"numpy", "asarray"},
    [CORE_EMPTY] = {"numpy", "empty"},
    [CORE_AS_DOUBLES] = {"farkas._arrays", "as_doubles"},
    [CORE_AS_INDICES] = {"farkas._arrays", "as_indices"},
    [CORE_JSON_LOADS] = {"json", "loads"},
    [CORE_JSON_DUMPS] = {"json", "dumps"},
};

/* Imports may run other threads, which look up the same function: the first one stays. */
PyObject *core_function(core_state *state, core_import which)
{
    if (state->function[which])
        return state->function[which];
    PyObject *module = PyImport_ImportModule(functions[which].module);
    PyObject *found = module ? PyObject_GetAttrString(module, functions[which].name) : NULL;
    Py_XDECREF(module);
    if (found && state->function[which])
        Py_DECREF(found);
    else if (found)
        state->function[which] = found;
    return found ? state->function[which] : NULL;
}

bool core_array_has(const Py_buffer *buffer, char type)
{
    const char *format = buffer->format ? buffer->format : "B";
    const unsigned one = 1;
    char order = *(const char *)&one ? '<' : '>';
    if (format[0] == '@' || format[0] == '=' || format[0] == order)
        format++;
    if (format[0] == '\0' || format[1] != '\0')
        return false;
    if (type == 'I')
        return (format[0] == 'I' || format[0] == 'L') && buffer->itemsize == (Py_ssize_t)sizeof(uint32_t);
    return format[0] == type &&
           buffer->itemsize == (Py_ssize_t)(type == 'd' ? sizeof(double) : sizeof(float));
}

static bool is_aligned(const Py_buffer *buffer)
{
    return (uintptr_t)buffer->buf % (size_t)buffer->itemsize == 0;
}

/* Gets a view of the object itself; returns false, without an exception, if it needs a conversion. */
static bool get_directly(PyObject *object, const core_want *want, core_array *out)
{
    if (!PyObject_CheckBuffer(object))
        return false;
    if (PyObject_GetBuffer(object, &out->buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0) {
        PyErr_Clear();
        return false;
    }
    out->is_held = core_array_has(&out->buffer, want->type) && is_aligned(&out->buffer);
    if (!out->is_held)
        PyBuffer_Release(&out->buffer);
    return out->is_held;
}

/* Gets a view of what numpy makes of it. The buffer keeps the new array. */
static int get_converted(core_state *state, PyObject *object, const core_want *want, core_array *out)
{
    PyObject *convert =
        want->type == 'd' ? core_function(state, CORE_AS_DOUBLES) : core_function(state, CORE_AS_INDICES);
    PyObject *array = convert ? PyObject_CallFunction(convert, "Os", object, want->what) : NULL;
    if (!array)
        return -1;
    bool is_held = get_directly(array, want, out);
    Py_DECREF(array);
    if (!is_held)
        PyErr_Format(PyExc_TypeError, "%s: cannot be read as an array of numbers", want->what);
    return is_held ? 0 : -1;
}

/* Returns "(n, 3)" for a shape with an open dimension. */
static PyObject *shape_text(int dimensions, const Py_ssize_t *shape)
{
    PyObject *text = PyUnicode_FromString("(");
    for (int i = 0; text && i < dimensions; i++) {
        const char *end = i + 1 < dimensions ? ", " : dimensions == 1 ? ",)" : ")";
        PyObject *longer = shape[i] < 0 ? PyUnicode_FromFormat("%U%s%s", text, "n", end)
                                        : PyUnicode_FromFormat("%U%zd%s", text, shape[i], end);
        Py_DECREF(text);
        text = longer;
    }
    return text;
}

static int refuse_shape(const core_want *want, const Py_buffer *buffer)
{
    PyObject *needed = shape_text(want->dimensions, want->shape);
    PyObject *given = buffer->ndim ? shape_text(buffer->ndim, buffer->shape) : PyUnicode_FromString("()");
    if (needed && given)
        PyErr_Format(PyExc_ValueError, "%s: an array of shape %U is needed, not %U", want->what, needed,
                     given);
    Py_XDECREF(needed);
    Py_XDECREF(given);
    return -1;
}

static int check_shape(const core_want *want, core_array *out)
{
    const Py_buffer *buffer = &out->buffer;
    out->rows = 0;
    if (want->dimensions < 0)
        return 0;
    if (buffer->ndim != want->dimensions)
        return refuse_shape(want, buffer);
    bool is_open = false;
    for (int i = 0; i < want->dimensions; i++) {
        if (want->shape[i] < 0 && !is_open) {
            is_open = true;
            out->rows = buffer->shape[i];
        } else if (want->shape[i] >= 0 && buffer->shape[i] != want->shape[i]) {
            return refuse_shape(want, buffer);
        }
    }
    return 0;
}

int core_array_get(core_state *state, PyObject *object, const core_want *want, core_array *out)
{
    if (!get_directly(object, want, out) && get_converted(state, object, want, out) < 0)
        return -1;
    if (check_shape(want, out) < 0) {
        core_array_release(out);
        return -1;
    }
    out->data = out->buffer.buf;
    return 0;
}

void core_array_release(core_array *array)
{
    if (array->is_held)
        PyBuffer_Release(&array->buffer);
    array->is_held = false;
    PyMem_Free(array->own);
    array->own = NULL;
}

int core_array_keep(core_array *array)
{
    size_t bytes = (size_t)array->buffer.len;
    array->own = PyMem_Malloc(bytes ? bytes : 1);
    if (!array->own) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(array->own, array->data, bytes);
    array->data = array->own;
    return 0;
}

/* ---- Out ----------------------------------------------------------------------------------------------- */

/* Memory of an owner, as a read-only buffer. */
typedef struct core_view_object {
    PyObject_HEAD
    PyObject *owner;
    void *data;
    int dimensions;
    Py_ssize_t shape[4], strides[4];
    Py_ssize_t itemsize;
    char format[2];
} core_view_object;

static int get_buffer(PyObject *self, Py_buffer *buffer, int flags)
{
    core_view_object *view = (core_view_object *)self;
    if (flags & PyBUF_WRITABLE) {
        PyErr_SetString(PyExc_BufferError, "this array is read-only");
        return -1;
    }
    Py_ssize_t bytes = view->itemsize;
    for (int i = 0; i < view->dimensions; i++)
        bytes *= view->shape[i];
    if (PyBuffer_FillInfo(buffer, self, view->data, bytes, 1, flags) < 0)
        return -1;
    buffer->itemsize = view->itemsize;
    buffer->format = flags & PyBUF_FORMAT ? view->format : NULL;
    buffer->ndim = view->dimensions;
    buffer->shape = (flags & PyBUF_ND) == PyBUF_ND ? view->shape : NULL;
    buffer->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? view->strides : NULL;
    return 0;
}

static void free_view(PyObject *self)
{
    Py_XDECREF(((core_view_object *)self)->owner);
    core_free_object(self);
}

static Py_ssize_t type_size(char type)
{
    return type == 'd' ? (Py_ssize_t)sizeof(double) : type == 'I' ? (Py_ssize_t)sizeof(uint32_t) : 1;
}

PyObject *core_array_view(core_state *state, PyObject *owner, const void *data, const core_want *form)
{
    PyObject *asarray = core_function(state, CORE_ASARRAY);
    core_view_object *view = asarray ? PyObject_New(core_view_object, state->type[CORE_VIEW]) : NULL;
    if (!view)
        return NULL;
    view->owner = Py_NewRef(owner);
    view->data = (void *)data;
    view->dimensions = form->dimensions;
    view->itemsize = type_size(form->type);
    view->format[0] = form->type;
    view->format[1] = '\0';
    Py_ssize_t stride = view->itemsize;
    for (int i = form->dimensions; i-- > 0;) {
        view->shape[i] = form->shape[i];
        view->strides[i] = stride;
        stride *= form->shape[i];
    }
    PyObject *array = PyObject_CallFunctionObjArgs(asarray, (PyObject *)view, NULL);
    Py_DECREF(view);
    return array;
}

PyObject *core_array_new(core_state *state, const core_want *form, core_array *out)
{
    const char type[2] = {form->type, '\0'};
    PyObject *empty = core_function(state, CORE_EMPTY);
    PyObject *shape = empty ? PyTuple_New(form->dimensions) : NULL;
    for (int i = 0; shape && i < form->dimensions; i++) {
        PyObject *size = PyLong_FromSsize_t(form->shape[i]);
        if (!size || PyTuple_SetItem(shape, i, size) < 0)
            Py_CLEAR(shape);
    }
    PyObject *array = shape ? PyObject_CallFunction(empty, "Os", shape, type) : NULL;
    Py_XDECREF(shape);
    if (array && PyObject_GetBuffer(array, &out->buffer, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE) < 0)
        Py_CLEAR(array);
    out->is_held = array != NULL;
    return array;
}

int core_add_arrays(PyObject *module)
{
    static PyType_Slot slots[] = {
        {Py_tp_dealloc, (void *)free_view},
        {Py_bf_getbuffer, (void *)get_buffer},
        {0, NULL},
    };
    static PyType_Spec spec = {
        .name = "farkas._core._View",
        .basicsize = sizeof(core_view_object),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
        .slots = slots,
    };
    return core_add_type(module, CORE_VIEW, &spec);
}

/* ---- Tuples -------------------------------------------------------------------------------------------- */

/* Makes a tuple of values and takes their references; named if there is a type; NULL if one of the values is NULL. */
static PyObject *make_tuple(PyTypeObject *type, PyObject **value, int count)
{
    bool is_whole = true;
    for (int i = 0; i < count; i++)
        is_whole = is_whole && value[i];
    PyObject *tuple = !is_whole ? NULL : type ? PyStructSequence_New(type) : PyTuple_New(count);
    for (int i = 0; i < count; i++)
        if (!tuple)
            Py_XDECREF(value[i]);
        else if (type)
            PyStructSequence_SetItem(tuple, i, value[i]);
        else
            PyTuple_SetItem(tuple, i, value[i]);
    return tuple;
}

PyObject *core_tuple_vec3(fk_vec3 v)
{
    PyObject *value[3] = {PyFloat_FromDouble(v.x), PyFloat_FromDouble(v.y), PyFloat_FromDouble(v.z)};
    return make_tuple(NULL, value, 3);
}

PyObject *core_tuple_box(fk_aabb box)
{
    PyObject *value[2] = {core_tuple_vec3(box.min), core_tuple_vec3(box.max)};
    return make_tuple(NULL, value, 2);
}

PyObject *core_index_or_none(uint32_t index)
{
    return index == FK_NONE ? Py_NewRef(Py_None) : PyLong_FromUnsignedLong(index);
}

PyObject *core_tuple_make(core_state *state, core_type type, PyObject **value, int count)
{
    return make_tuple(state->type[type], value, count);
}
