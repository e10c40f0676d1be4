/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shapes from text, shapes in another place, shapes as meshes, and meshes as shapes. */

#include "core.h"
#include "shape_parts.h"

/* A Shape of any piece; a hull is built again, with its own points. */
static PyObject *make_shape(core_state *state, const fk_piece *piece, const char *what)
{
    fk_hull *hull;
    fk_status status;
    if (piece->kind != FK_KIND_HULL)
        return core_shape_make(state, piece);
    if (core_stack_check() < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = fk_hull_build(core_context(), piece->as.hull.point, piece->as.hull.count, &hull);
    Py_END_ALLOW_THREADS
    return status == FK_OK ? core_shape_make_hull(state, hull) : core_error(state, status, what, NULL);
}

/* ---- From text ----------------------------------------------------------------------------------------- */

/* The text of a shape, and behind it a point, as the stream is one of pairs. */
typedef struct source {
    const char *text;
    size_t left;
    const char *next;
} source;

static size_t read_source(void *user, char *buffer, size_t capacity)
{
    source *from = user;
    if (from->left == 0 && from->next) {
        from->text = from->next;
        from->left = strlen(from->next);
        from->next = NULL;
    }
    size_t count = from->left < capacity ? from->left : capacity;
    memcpy(buffer, from->text, count);
    from->text += count;
    from->left -= count;
    return count;
}

static PyObject *shape_of_text(PyObject *self, PyObject *text)
{
    core_state *state = core_state_of(self);
    Py_ssize_t length;
    fk_piece piece, other;
    fk_pair_reader reader;
    const char *bytes = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
    if (!bytes)
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "text: a str is needed");
    source from = {bytes, (size_t)length, " point 0 0 0\n"};
    fk_pair_reader_init(&reader, core_context(), read_source, &from);
    fk_status status = fk_pair_reader_next(&reader, &piece, &other);
    PyObject *shape = NULL;
    if (status == FK_OK)
        shape = make_shape(state, &piece, "text");
    else if (status == FK_ERROR_MEMORY)
        PyErr_NoMemory();
    else
        PyErr_Format(PyExc_ValueError, "text: %s", status == FK_END ? "there is no shape" : reader.message);
    fk_pair_reader_end(&reader);
    return shape;
}

PyObject *core_shape_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *module = PyType_GetModule(Py_TYPE(self));
    PyObject *function = module ? PyObject_GetAttrString(module, "shape") : NULL;
    PyObject *text = function ? PyObject_GetAttrString(self, "text") : NULL;
    PyObject *result = text ? Py_BuildValue("O(O)", function, text) : NULL;
    Py_XDECREF(function);
    Py_XDECREF(text);
    return result;
}

/* ---- In another place, as a mesh ----------------------------------------------------------------------- */

PyObject *core_shape_place(PyObject *self, PyObject *pose)
{
    core_state *state = core_state_by(self);
    const fk_piece *piece = &((core_shape_object *)self)->piece;
    fk_pose place;
    fk_vec3 *room = NULL;
    if (core_pose(state, pose, "pose", &place) < 0)
        return NULL;
    if (piece->kind == FK_KIND_HULL && !(room = PyMem_Malloc(piece->as.hull.count * sizeof *room)))
        return PyErr_NoMemory();
    fk_piece placed = fk_piece_place(piece, &place, room);
    PyObject *result = make_shape(state, &placed, "place");
    PyMem_Free(room);
    return result;
}

PyObject *core_shape_to_mesh(CORE_ARGUMENTS)
{
    static const core_signature signature = {"to_mesh", 0, 1, {"segments"}};
    core_state *state = core_state_by(self);
    PyObject *given[1];
    uint64_t segments = 32;
    fk_mesh *mesh;
    fk_status status;
    if (core_arguments(&signature, args, nargs, names, given) < 0 ||
        (given[0] && core_whole(given[0], "segments", 4096, &segments) < 0))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = fk_piece_facets(core_context(), &((core_shape_object *)self)->piece, (uint32_t)segments, &mesh);
    Py_END_ALLOW_THREADS
    if (status == FK_ERROR_ARGUMENT)
        return core_error(state, status, "to_mesh",
                          "half-spaces and points have no triangles, and a circle 3 to 4096 segments");
    return status == FK_OK ? core_mesh_make(state, mesh) : core_error(state, status, "to_mesh", NULL);
}

/* ---- Meshes as shapes ---------------------------------------------------------------------------------- */

/* A copy of the hull of a piece, which the split keeps. */
static PyObject *list_pieces(core_state *state, const fk_split *split)
{
    PyObject *list = PyList_New((Py_ssize_t)split->piece_count);
    for (uint32_t i = 0; list && i < split->piece_count; i++) {
        fk_piece piece = fk_hull_piece(split->piece[i]);
        PyObject *shape = make_shape(state, &piece, "split");
        if (!shape || PyList_SetItem(list, (Py_ssize_t)i, shape) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *split_mesh(CORE_ARGUMENTS)
{
    static const core_signature signature = {"split", 1, 1, {"mesh", "concavity", "most"}};
    core_state *state = core_state_of(self);
    PyObject *given[3];
    fk_split_options options = fk_split_options_default();
    uint64_t most = 0;
    fk_split *split;
    fk_status status;
    if (core_arguments(&signature, args, nargs, names, given) < 0)
        return NULL;
    const fk_mesh *mesh = core_mesh(state, given[0], "mesh");
    if (!mesh || (core_is_given(given[1]) && core_number(given[1], "concavity", &options.concavity) < 0) ||
        (core_is_given(given[2]) && core_whole(given[2], "most", UINT32_MAX, &most) < 0))
        return NULL;
    options.max_pieces = (uint32_t)most;
    Py_BEGIN_ALLOW_THREADS
    status = fk_split_build(core_context(), mesh, &options, &split);
    Py_END_ALLOW_THREADS
    if (status == FK_ERROR_ARGUMENT)
        return core_error(state, status, "split", "the mesh has no triangles, or the concavity is negative");
    if (status != FK_OK)
        return core_error(state, status, "split", NULL);
    PyObject *list = list_pieces(state, split);
    fk_split_free(core_context(), split);
    return list;
}

int core_add_shape_changes(PyObject *module)
{
    static PyMethodDef functions[] = {
        {"shape", shape_of_text, METH_O,
         "shape(text)\n--\n\n"
         "A shape from its text, as in the stream of pairs that `farkas pairs` reads.\n\n"
         ">>> import farkas\n"
         ">>> farkas.shape('sphere 0 0 0 1')\n"
         "<farkas.Shape sphere 0 0 0 1>\n"},
        CORE_FUNCTION("split", split_mesh,
                      "split(mesh, *, concavity=None, most=None)\n--\n\n"
                      "Convex shapes that cover a mesh, exactly: each is not further from it than the "
                      "concavity, as measured; a\n"
                      "hundredth of its diagonal unless given. At most so many as `most` says.\n\n"
                      ">>> import farkas\n"
                      ">>> farkas.split(farkas.box(2).to_mesh())\n"
                      "[<farkas.Shape hull of 8 points>]\n"),
        {NULL, NULL, 0, NULL},
    };
    return PyModule_AddFunctions(module, functions);
}
