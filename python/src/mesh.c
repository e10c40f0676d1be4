/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Mesh: triangles, copied and welded from arrays, or read from a file; its arrays and its facts. */

#include "core.h"

static core_mesh_object *new_object(core_state *state)
{
    core_mesh_object *self = (core_mesh_object *)PyType_GenericAlloc(state->type[CORE_MESH], 0);
    if (self && core_lazy_init(&self->lazy) < 0)
        Py_CLEAR(self);
    return self;
}

static void free_mesh(PyObject *self)
{
    core_mesh_object *mesh = (core_mesh_object *)self;
    core_lazy_free(&mesh->lazy);
    fk_mesh_facts *facts = atomic_load(&mesh->facts);
    if (facts)
        fk_mesh_facts_free(core_context(), facts);
    fk_tree *tree = atomic_load(&mesh->tree);
    if (tree)
        fk_tree_free(core_context(), tree);
    if (mesh->own)
        fk_mesh_free(core_context(), mesh->own);
    Py_XDECREF(mesh->owner);
    core_free_object(self);
}

PyObject *core_mesh_make(core_state *state, fk_mesh *mesh)
{
    core_mesh_object *self = new_object(state);
    if (!self) {
        fk_mesh_free(core_context(), mesh);
        return NULL;
    }
    self->mesh = self->own = mesh;
    return (PyObject *)self;
}

/* ---- Parts of a model ---------------------------------------------------------------------------------- */

static void free_model(PyObject *capsule)
{
    fk_model_free(core_context(), PyCapsule_GetPointer(capsule, "farkas.model"));
}

PyObject *core_mesh_list(core_state *state, fk_model *model)
{
    PyObject *owner = PyCapsule_New(model, "farkas.model", free_model);
    if (!owner) {
        fk_model_free(core_context(), model);
        return NULL;
    }
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list && i < model->part_count; i++) {
        core_mesh_object *part = new_object(state);
        if (part) {
            part->mesh = &model->part[i];
            part->owner = Py_NewRef(owner);
        }
        if (!part || PyList_Append(list, (PyObject *)part) < 0)
            Py_CLEAR(list);
        Py_XDECREF((PyObject *)part);
    }
    Py_DECREF(owner);
    return list;
}

/* ---- Mesh(vertices, faces) ----------------------------------------------------------------------------- */

enum { VERTICES, FACES, WELD, MESH_ARGUMENTS };
static const core_signature mesh_signature = {"Mesh", 2, 2, {"vertices", "faces", "weld"}};

/* Raises the error of a rejected mesh, with the first face whose vertex is out of range. */
static PyObject *refuse_mesh(core_state *state, fk_status status, const fk_mesh_input *input)
{
    if (status == FK_ERROR_NOT_FINITE)
        return core_error(state, status, "Mesh()", "a coordinate is not finite");
    if (status != FK_ERROR_ARGUMENT)
        return core_error(state, status, "Mesh()", NULL);
    for (size_t i = 0; i < input->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            uint32_t index = input->triangle[i].corner[k];
            if (index >= input->point_count)
                return PyErr_Format(PyExc_ValueError, "Mesh(): faces[%zu] has the index %lu, of %zu vertices",
                                    i, (unsigned long)index, input->point_count);
        }
    }
    return core_error(state, status, "Mesh()", "weld is negative, or there are 2^31 vertices or faces");
}

static PyObject *build_mesh(core_state *state, const core_array *vertices, const core_array *faces,
                            double weld)
{
    fk_mesh_input input = {vertices->data, (size_t)vertices->rows, faces->data, (size_t)faces->rows,
                           fk_mesh_options_default()};
    input.options.weld = weld;
    input.options.keep_points = true;
    fk_mesh *mesh = NULL;
    fk_status status;
    Py_BEGIN_ALLOW_THREADS
    status = fk_mesh_build(core_context(), &input, NULL, &mesh);
    Py_END_ALLOW_THREADS
    return status == FK_OK ? core_mesh_make(state, mesh) : refuse_mesh(state, status, &input);
}

static PyObject *new_mesh(PyTypeObject *type, PyObject *args, PyObject *names)
{
    static const core_want points = {"vertices", 'd', 2, {-1, 3}}, triangles = {"faces", 'I', 2, {-1, 3}};
    core_state *state = PyType_GetModuleState(type);
    PyObject *given[MESH_ARGUMENTS], *mesh = NULL;
    core_array vertices = {0}, faces = {0};
    double weld = 0;
    if (core_arguments_new(&mesh_signature, args, names, given) < 0)
        return NULL;
    if ((!given[WELD] || core_number(given[WELD], "weld", &weld) == 0) &&
        core_array_get(state, given[VERTICES], &points, &vertices) == 0 &&
        core_array_get(state, given[FACES], &triangles, &faces) == 0 && core_array_keep(&vertices) == 0 &&
        core_array_keep(&faces) == 0)
        mesh = build_mesh(state, &vertices, &faces, weld);
    core_array_release(&vertices);
    core_array_release(&faces);
    return mesh;
}

/* ---- Facts: computed once, on first use ---------------------------------------------------------------- */

static fk_status build_facts(core_mesh_object *mesh)
{
    fk_status status = FK_OK;
    fk_mesh_facts *made, *none = NULL;
    bool is_alone = core_lazy_enter(&mesh->lazy);
    if (!atomic_load(&mesh->facts)) {
        status = fk_mesh_inspect(core_context(), mesh->mesh, &made);
        if (status == FK_OK && !atomic_compare_exchange_strong(&mesh->facts, &none, made))
            fk_mesh_facts_free(core_context(), made);
    }
    core_lazy_leave(&mesh->lazy, is_alone);
    return status;
}

const fk_mesh_facts *core_mesh_facts(core_state *state, PyObject *object, const char *what)
{
    if (core_stack_check() < 0 || !core_mesh(state, object, what))
        return NULL;
    core_mesh_object *mesh = (core_mesh_object *)object;
    fk_status status = FK_OK;
    if (!atomic_load(&mesh->facts)) {
        Py_BEGIN_ALLOW_THREADS
        status = build_facts(mesh);
        Py_END_ALLOW_THREADS
    }
    if (status == FK_OK)
        return atomic_load(&mesh->facts);
    core_error(state, status, what, NULL);
    return NULL;
}

/* ---- Defects ------------------------------------------------------------------------------------------- */

static PyObject *make_defect(core_state *state, const fk_defect *defect)
{
    bool is_edge = defect->vertex[0] != FK_NONE;
    PyObject *value[4] = {
        PyUnicode_FromString(fk_defect_word(defect->kind)),
        core_index_or_none(defect->triangle),
        core_index_or_none(defect->other),
        is_edge ? Py_BuildValue("(II)", defect->vertex[0], defect->vertex[1]) : Py_NewRef(Py_None),
    };
    return core_tuple_make(state, CORE_DEFECT, value, 4);
}

static PyObject *make_defects(core_state *state, const fk_mesh_facts *facts)
{
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list && i < facts->defect_count; i++) {
        PyObject *defect = make_defect(state, &facts->defect[i]);
        if (!defect || PyList_Append(list, defect) < 0)
            Py_CLEAR(list);
        Py_XDECREF(defect);
    }
    return list;
}

static PyStructSequence_Field defect_fields[] = {
    {"kind", "'degenerate', 'duplicate', 'flipped', 'open edge', 'non-manifold edge' or 'not orientable'"},
    {"face", "the triangle; for an edge, its first triangle"},
    {"other", "for a duplicate: the first such triangle; else None"},
    {"edge", "its two vertices; None for a defect of a triangle"},
    {NULL, NULL},
};
static PyStructSequence_Desc defect_type = {"farkas.Defect", "Something that is wrong with a mesh.",
                                            defect_fields, 4};

/* The attributes. */
typedef enum fact {
    FACT_SOLID,
    FACT_INSIDE_OUT,
    FACT_AREA,
    FACT_VOLUME,
    FACT_CENTROID,
    FACT_EULER,
    FACT_COMPONENTS,
    FACT_DEFECTS
} fact;

static PyObject *get_fact(PyObject *self, void *which)
{
    core_state *state = core_state_by(self);
    fact asked = (fact)(uintptr_t)which;
    const fk_mesh_facts *facts = core_mesh_facts(state, self, "Mesh");
    if (!facts)
        return NULL;
    switch (asked) {
    case FACT_SOLID:
        return PyBool_FromLong(facts->is_solid);
    case FACT_INSIDE_OUT:
        return PyBool_FromLong(facts->is_inside_out);
    case FACT_AREA:
        return PyFloat_FromDouble(facts->area);
    case FACT_VOLUME:
        return PyFloat_FromDouble(facts->volume);
    case FACT_CENTROID:
        return core_tuple_vec3(facts->centroid);
    case FACT_EULER:
        return PyLong_FromLongLong(facts->euler);
    case FACT_COMPONENTS:
        return PyLong_FromUnsignedLong(facts->component_count);
    case FACT_DEFECTS:
        return make_defects(state, facts);
    }
    Py_RETURN_NONE;
}

/* ---- Attributes ---------------------------------------------------------------------------------------- */

static const fk_mesh *mesh_of(PyObject *self)
{
    return ((core_mesh_object *)self)->mesh;
}

static PyObject *mesh_vertices(PyObject *self, void *unused)
{
    (void)unused;
    core_want form = {"vertices", 'd', 2, {mesh_of(self)->vertex_count, 3}};
    return core_array_view(core_state_by(self), self, mesh_of(self)->point, &form);
}

static PyObject *mesh_faces(PyObject *self, void *unused)
{
    (void)unused;
    core_want form = {"faces", 'I', 2, {mesh_of(self)->triangle_count, 3}};
    return core_array_view(core_state_by(self), self, mesh_of(self)->triangle, &form);
}

static PyObject *mesh_bounds(PyObject *self, void *unused)
{
    (void)unused;
    fk_aabb box;
    if (fk_aabb_build(mesh_of(self)->point, mesh_of(self)->vertex_count, &box) != FK_OK)
        Py_RETURN_NONE;
    return core_tuple_box(box);
}

static PyObject *mesh_name(PyObject *self, void *unused)
{
    (void)unused;
    const char *name = mesh_of(self)->name;
    return PyUnicode_DecodeUTF8(name, (Py_ssize_t)strlen(name), "replace");
}

/* Reduces to the same vertices and faces; without the name. */
static PyObject *mesh_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *vertices = mesh_vertices(self, NULL), *faces = vertices ? mesh_faces(self, NULL) : NULL;
    PyObject *result = faces ? Py_BuildValue("O(OO)", (PyObject *)Py_TYPE(self), vertices, faces) : NULL;
    Py_XDECREF(vertices);
    Py_XDECREF(faces);
    return result;
}

static PyObject *mesh_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<farkas.Mesh of %u vertices and %u faces>",
                                (unsigned)mesh_of(self)->vertex_count,
                                (unsigned)mesh_of(self)->triangle_count);
}

static const char mesh_doc[] =
    "Mesh(vertices, faces, *, weld=0)\n--\n\n"
    "Triangles, from an (n, 3) array of coordinates and an (m, 3) array of indices, counterclockwise "
    "seen from outside. Both\n"
    "are copied; equal vertices are merged, so indices may change. A mesh is immutable; any number "
    "of threads may use it.\n\n"
    ">>> import farkas\n"
    ">>> corner = farkas.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])\n"
    ">>> corner\n"
    "<farkas.Mesh of 3 vertices and 1 faces>\n"
    ">>> corner.vertices.flags.writeable\n"
    "False\n";

int core_add_meshes(PyObject *module)
{
    static PyGetSetDef attributes[] = {
        {"is_solid", get_fact, NULL,
         "Whether it encloses a volume: on every edge as many sides go up as down.", (void *)FACT_SOLID},
        {"is_inside_out", get_fact, NULL, "Whether it is a solid of negative volume.",
         (void *)FACT_INSIDE_OUT},
        {"area", get_fact, NULL, "The area of all triangles.", (void *)FACT_AREA},
        {"volume", get_fact, NULL, "The volume of a solid; 0 of a surface.", (void *)FACT_VOLUME},
        {"centroid", get_fact, NULL, "The centroid: of the volume of a solid, of the area of a surface.",
         (void *)FACT_CENTROID},
        {"bounds", mesh_bounds, NULL,
         "Its exact bounding box, ((x, y, z), (x, y, z)); None without vertices.", NULL},
        {"euler", get_fact, NULL, "Vertices in use - edges + triangles.", (void *)FACT_EULER},
        {"component_count", get_fact, NULL, "The number of components connected by vertices.",
         (void *)FACT_COMPONENTS},
        {"defects", get_fact, NULL, "Its defects: a list of Defect.", (void *)FACT_DEFECTS},
        {"vertices", mesh_vertices, NULL, "Coordinates, (n, 3) float64; a read-only view.", NULL},
        {"faces", mesh_faces, NULL, "Indices, (m, 3) uint32; a read-only view.", NULL},
        {"name", mesh_name, NULL, "The name of the part in its file; '' if it has none.", NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    static PyMethodDef methods[] = {
        {"winding", core_mesh_winding, METH_O,
         "winding(point)\n--\n\n"
         "Returns the exact winding number of a solid around a point: 0 outside; None on the surface."},
        {"contains", core_mesh_contains, METH_O,
         "contains(points)\n--\n\n"
         "Returns for each of (n, 3) points whether it is inside the solid or on its surface, exactly: an "
         "array of bool."},
        {"self_intersections", core_mesh_self_intersections, METH_NOARGS,
         "self_intersections()\n--\n\n"
         "Returns the pairs of triangles with a common point outside their shared corners and sides: (n, "
         "2) uint32."},
        {"__reduce__", mesh_reduce, METH_NOARGS, "For pickle and copy."},
        CORE_FUNCTION(
            "save", core_mesh_save,
            "save(path, *, format=None)\n--\n\n"
            "Writes the mesh: STL, OBJ, PLY or OFF by the ending of the name, or 'stl', 'stl-ascii', 'obj', "
            "'ply',\n"
            "'ply-big', 'ply-ascii' or 'off'. The file appears under its name only when it is complete.\n"),
        {NULL, NULL, 0, NULL},
    };
    static PyType_Slot slots[] = {
        {Py_tp_methods, methods},
        {Py_tp_doc, (void *)mesh_doc},
        {Py_tp_new, (void *)new_mesh},
        {Py_tp_dealloc, (void *)free_mesh},
        {Py_tp_repr, (void *)mesh_repr},
        {Py_tp_getset, attributes},
        {0, NULL},
    };
    static PyType_Spec spec = {
        .name = "farkas.Mesh",
        .basicsize = sizeof(core_mesh_object),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
        .slots = slots,
    };
    return core_add_tuple(module, CORE_DEFECT, &defect_type) < 0 ? -1
                                                                 : core_add_type(module, CORE_MESH, &spec);
}
