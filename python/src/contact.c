/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Contacts of two bodies: for simulation, in floating point. */

#include "core.h"

static PyObject *make_point(core_state *state, const fk_contact_point *point)
{
    PyObject *value[3] = {core_tuple_vec3(point->point), PyFloat_FromDouble(point->depth),
                          PyLong_FromUnsignedLongLong(point->feature)};
    return core_tuple_make(state, CORE_CONTACT_POINT, value, 3);
}

static PyObject *make_points(core_state *state, const fk_contact *contact)
{
    PyObject *points = PyTuple_New((Py_ssize_t)contact->count);
    for (uint32_t i = 0; points && i < contact->count; i++) {
        PyObject *point = make_point(state, &contact->point[i]);
        if (!point || PyTuple_SetItem(points, (Py_ssize_t)i, point) < 0)
            Py_CLEAR(points);
    }
    return points;
}

static PyObject *make_contact(core_state *state, const fk_collider_contact *found)
{
    PyObject *value[5] = {
        PyLong_FromUnsignedLong(found->part_a), PyLong_FromUnsignedLong(found->part_b),
        core_tuple_vec3(found->contact.normal), PyFloat_FromDouble(found->contact.depth),
        make_points(state, &found->contact),
    };
    return core_tuple_make(state, CORE_CONTACT, value, 5);
}

static PyObject *make_list(core_state *state, const fk_collider_contact *found, size_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *contact = make_contact(state, &found[i]);
        if (!contact || PyList_SetItem(list, (Py_ssize_t)i, contact) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* Finds all of them, in memory of the context: the first call counts them. */
static fk_status find_contacts(const core_two *two, size_t most, fk_collider_contact **out, size_t *count)
{
    size_t total;
    fk_status status =
        fk_collider_contacts(core_context(), &two->collider[0], &two->collider[1], NULL, 0, &total);
    *count = total < most ? total : most;
    if (status != FK_OK || *count == 0)
        return status;
    *out = fk_allocate(core_context(), *count * sizeof **out);
    if (!*out)
        return FK_ERROR_MEMORY;
    return fk_collider_contacts(core_context(), &two->collider[0], &two->collider[1], *out, *count, &total);
}

static PyObject *contacts(CORE_ARGUMENTS)
{
    static const core_signature signature = {"contacts", 2, 4, {"a", "b", "pose_a", "pose_b", "most"}};
    core_state *state = core_state_of(self);
    PyObject *given[5];
    core_two two = {0};
    fk_collider_contact *found = NULL;
    size_t count = 0;
    uint64_t most = SIZE_MAX / sizeof *found;
    fk_status status;
    if (core_arguments(&signature, args, nargs, names, given) < 0)
        return NULL;
    if (core_is_given(given[4]) && core_whole(given[4], "most", most, &most) < 0)
        return NULL;
    PyObject *const body[2] = {given[0], given[1]}, *const pose[2] = {given[2], given[3]};
    if (core_two_colliders(state, body, pose, &two) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = find_contacts(&two, (size_t)most, &found, &count);
    Py_END_ALLOW_THREADS
    PyObject *list =
        status == FK_OK ? make_list(state, found, count) : core_error(state, status, "contacts", NULL);
    if (found)
        fk_release(core_context(), found, count * sizeof *found);
    return list;
}

static PyStructSequence_Field contact_fields[] = {
    {"part_a", "of a: 0, or a triangle of a mesh"},
    {"part_b", "of b"},
    {"normal", "from a to b"},
    {"depth", "the largest of the points"},
    {"points", "a tuple of ContactPoint, 4 at most"},
    {NULL, NULL},
};
static PyStructSequence_Desc contact_type = {"farkas.Contact", "A contact of two parts.", contact_fields, 5};

static PyStructSequence_Field point_fields[] = {
    {"point", "halfway between both surfaces"},
    {"depth", "along the normal; not negative"},
    {"feature", "the same number as long as the same features meet"},
    {NULL, NULL},
};
static PyStructSequence_Desc point_type = {"farkas.ContactPoint", "A point of a contact.", point_fields, 3};

int core_add_contacts(PyObject *module)
{
    static PyMethodDef functions[] = {
        CORE_FUNCTION(
            "contacts", contacts,
            "contacts(a, b, pose_a=None, pose_b=None, *, most=None)\n--\n\n"
            "Returns the contacts of two bodies that touch or overlap: a list of Contact for pairs of pieces "
            "or triangles, at most\n"
            "`most`. In floating point, for simulation; the exact verdict decides whether there are any.\n\n"
            ">>> import farkas\n"
            ">>> [contact] = farkas.contacts(farkas.box(2), farkas.box(2), pose_b=farkas.Pose((0, 0, 2)))\n"
            ">>> contact.normal, contact.depth, len(contact.points)\n"
            "((0.0, 0.0, 1.0), 0.0, 4)\n"),
        {NULL, NULL, 0, NULL},
    };
    if (core_add_tuple(module, CORE_CONTACT, &contact_type) < 0 ||
        core_add_tuple(module, CORE_CONTACT_POINT, &point_type) < 0)
        return -1;
    return PyModule_AddFunctions(module, functions);
}
