/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Queries about meshes only, answered by their trees: what is inside, where a mesh meets itself, and the relation of
 * two meshes. */

#include "core.h"

static fk_status build_tree(core_mesh_object *mesh)
{
    fk_status status = FK_OK;
    fk_tree *made, *none = NULL;
    bool is_alone = core_lazy_enter(&mesh->lazy);
    if (!atomic_load(&mesh->tree)) {
        status = fk_tree_build(core_context(), mesh->mesh, NULL, &made);
        if (status == FK_OK && !atomic_compare_exchange_strong(&mesh->tree, &none, made))
            fk_tree_free(core_context(), made);
    }
    core_lazy_leave(&mesh->lazy, is_alone);
    return status;
}

int core_placed_mesh(core_state *state, PyObject *object, PyObject *pose, int side, fk_placed_mesh *out)
{
    const char *name = side == 0 ? "a" : "b";
    const fk_mesh_facts *facts = core_mesh_facts(state, object, name);
    if (!facts || core_pose(state, pose, side == 0 ? "pose_a" : "pose_b", &out->pose) < 0)
        return -1;
    core_mesh_object *mesh = (core_mesh_object *)object;
    fk_status status = FK_OK;
    fk_aabb box;
    Py_BEGIN_ALLOW_THREADS
    if (!atomic_load(&mesh->tree))
        status = build_tree(mesh);
    if (status == FK_OK && mesh->mesh->vertex_count)
        status = fk_aabb_build_placed(mesh->mesh->point, mesh->mesh->vertex_count, &out->pose, &box);
    Py_END_ALLOW_THREADS
    if (status != FK_OK) {
        core_error(state, status, name, NULL);
        return -1;
    }
    out->mesh = mesh->mesh;
    out->tree = atomic_load(&mesh->tree);
    out->is_solid = facts->is_solid;
    return 0;
}

/* ---- Inside -------------------------------------------------------------------------------------------- */

/* Gets the placed mesh, which must be a solid. */
static int get_solid(PyObject *self, fk_placed_mesh *out)
{
    if (core_placed_mesh(core_state_by(self), self, NULL, 0, out) < 0)
        return -1;
    if (out->is_solid)
        return 0;
    PyErr_SetString(PyExc_ValueError, "the mesh is a surface, not a solid: it has no inside");
    return -1;
}

PyObject *core_mesh_winding(PyObject *self, PyObject *point)
{
    fk_placed_mesh placed;
    fk_vec3 p;
    int64_t winding;
    if (core_vec3(core_state_by(self), point, "point", &p) < 0 || get_solid(self, &placed) < 0)
        return NULL;
    return fk_placed_winding(&placed, p, &winding) ? PyLong_FromLongLong(winding) : Py_NewRef(Py_None);
}

/* Sets 1 for a point in the solid or on its surface. Returns false if a point is not finite. */
static bool find_inside(const fk_placed_mesh *placed, const fk_vec3 *point, size_t count, uint8_t *out)
{
    for (size_t i = 0; i < count; i++) {
        fk_vec3 p = point[i]; /* one read: another thread may write to the array */
        int64_t winding;
        if (!fk_vec3_is_finite(p))
            return false;
        out[i] = !fk_placed_winding(placed, p, &winding) || winding != 0;
    }
    return true;
}

PyObject *core_mesh_contains(PyObject *self, PyObject *points)
{
    static const core_want want = {"points", 'd', 2, {-1, 3}};
    core_state *state = core_state_by(self);
    core_array in = {0}, out = {0};
    fk_placed_mesh placed;
    bool are_finite = false;
    if (get_solid(self, &placed) < 0 || core_array_get(state, points, &want, &in) < 0)
        return NULL;
    core_want form = {"contains", '?', 1, {in.rows}};
    PyObject *result = core_array_new(state, &form, &out);
    if (result) {
        Py_BEGIN_ALLOW_THREADS
        are_finite = find_inside(&placed, in.data, (size_t)in.rows, out.buffer.buf);
        Py_END_ALLOW_THREADS
    }
    core_array_release(&in);
    core_array_release(&out);
    if (result && !are_finite) {
        PyErr_SetString(PyExc_ValueError, "points: a number is not finite");
        Py_CLEAR(result);
    }
    return result;
}

/* ---- Self-intersections -------------------------------------------------------------------------------- */

PyObject *core_mesh_self_intersections(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_state *state = core_state_by(self);
    fk_placed_mesh placed;
    fk_pair_list *list = NULL;
    core_array out = {0};
    fk_status status;
    if (core_placed_mesh(state, self, NULL, 0, &placed) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = fk_placed_self_pairs(core_context(), &placed, &list);
    Py_END_ALLOW_THREADS
    if (status != FK_OK)
        return core_error(state, status, "self_intersections", NULL);
    core_want form = {"self_intersections", 'I', 2, {(Py_ssize_t)list->count, 2}};
    PyObject *result = core_array_new(state, &form, &out);
    if (result && list->count)
        memcpy(out.buffer.buf, list->pair, list->count * sizeof *list->pair);
    core_array_release(&out);
    fk_pair_list_free(core_context(), list);
    return result;
}

/* ---- Two meshes ---------------------------------------------------------------------------------------- */

static const core_signature relation_signature = {"relation", 2, 4, {"a", "b", "pose_a", "pose_b"}};
static const core_signature volume_signature = {"common_volume", 2, 4, {"a", "b", "pose_a", "pose_b"}};

static int get_meshes(core_state *state, PyObject **given, fk_placed_mesh placed[2])
{
    for (int side = 0; side < 2; side++)
        if (core_placed_mesh(state, given[side], given[2 + side], side, &placed[side]) < 0)
            return -1;
    return 0;
}

static PyObject *relation(CORE_ARGUMENTS)
{
    core_state *state = core_state_of(self);
    PyObject *given[4];
    fk_placed_mesh placed[2];
    fk_relation_result *related = NULL;
    fk_status status;
    if (core_arguments(&relation_signature, args, nargs, names, given) < 0 ||
        get_meshes(state, given, placed) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = fk_placed_relate(core_context(), &placed[0], &placed[1], &related);
    Py_END_ALLOW_THREADS
    if (status != FK_OK)
        return core_error(state, status, "relation", NULL);
    PyObject *word = PyUnicode_FromString(fk_relation_name(related->relation));
    fk_relation_result_free(core_context(), related);
    return word;
}

static PyObject *common_volume(CORE_ARGUMENTS)
{
    core_state *state = core_state_of(self);
    PyObject *given[4];
    fk_placed_mesh placed[2];
    fk_interval volume;
    fk_status status;
    if (core_arguments(&volume_signature, args, nargs, names, given) < 0 ||
        get_meshes(state, given, placed) < 0)
        return NULL;
    if (!placed[0].is_solid || !placed[1].is_solid)
        return PyErr_Format(PyExc_ValueError, "%s: the mesh is a surface, not a solid: it has no volume",
                            placed[0].is_solid ? "b" : "a");
    Py_BEGIN_ALLOW_THREADS
    status = fk_placed_overlap_volume(core_context(), &placed[0], &placed[1], &volume);
    Py_END_ALLOW_THREADS
    return status == FK_OK ? Py_BuildValue("(dd)", volume.lo, volume.hi)
                           : core_error(state, status, "common_volume", NULL);
}

int core_add_mesh_questions(PyObject *module)
{
    static PyMethodDef functions[] = {
        CORE_FUNCTION(
            "relation", relation,
            "relation(a, b, pose_a=None, pose_b=None)\n--\n\n"
            "Returns the exact relation of two meshes: 'apart', 'contact', 'hard', 'b in a', 'a in b' or "
            "'duplicate'.\n"),
        CORE_FUNCTION(
            "common_volume", common_volume,
            "common_volume(a, b, pose_a=None, pose_b=None)\n--\n\n"
            "Returns the volume that two solids share, as (lo, hi): the true volume lies between.\n"),
        {NULL, NULL, 0, NULL},
    };
    return PyModule_AddFunctions(module, functions);
}
