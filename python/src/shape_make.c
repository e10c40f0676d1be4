/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Functions that make shapes. The shapes of scenes are centred at the origin and along z, with the same numbers: a box
 * of a size, a cylinder of a radius and a length; all have a second form, with any corners and ends. */

#include "core.h"

/* ---- Numbers ------------------------------------------------------------------------------------------- */

/* Reads `count` points, by rows. */
static int read_points(core_state *state, PyObject *object, const char *what, size_t count, fk_vec3 *out)
{
    core_want want = {what, 'd', 2, {(Py_ssize_t)count, 3}};
    core_array array = {0};
    if (core_array_get(state, object, &want, &array) < 0)
        return -1;
    memcpy(out, array.data, count * sizeof *out);
    core_array_release(&array);
    return 0;
}

/* Reads one length for all three axes, or three. */
static int read_lengths(core_state *state, PyObject *object, const char *what, double out[3])
{
    if (PyNumber_Check(object) && !PySequence_Check(object)) {
        int failed = core_length(object, what, &out[0]);
        out[1] = out[2] = out[0];
        return failed;
    }
    if (core_numbers(state, object, what, 3, out) < 0)
        return -1;
    if (out[0] >= 0 && out[1] >= 0 && out[2] >= 0)
        return 0;
    PyErr_Format(PyExc_ValueError, "%s: a length is not negative", what);
    return -1;
}

static PyObject *refuse_forms(const char *function, const char *first, const char *second)
{
    return PyErr_Format(PyExc_TypeError, "%s() takes either %s, or %s", function, first, second);
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

typedef fk_piece cell_function(fk_vec3 origin, fk_vec3 u, fk_vec3 v, fk_vec3 w);

/* Makes a cell of a corner, or centre, and three edges. */
static PyObject *make_cell(core_state *state, cell_function *make, PyObject *origin, PyObject *edges)
{
    fk_vec3 corner, edge[3];
    if (core_vec3(state, origin, "origin", &corner) < 0 || read_points(state, edges, "edges", 3, edge) < 0)
        return NULL;
    fk_piece piece = make(corner, edge[0], edge[1], edge[2]);
    return core_shape_make(state, &piece);
}

static PyObject *make_box(CORE_ARGUMENTS)
{
    static const core_signature signature = {"box", 0, 1, {"size", "origin", "edges"}};
    PyObject *given[3];
    core_state *state = core_state_of(self);
    double size[3];
    if (core_arguments(&signature, args, nargs, names, given) < 0)
        return NULL;
    core_drop_none(given, 3);
    if (!given[0] == !given[1] || !given[1] != !given[2])
        return refuse_forms("box", "a size", "origin and edges");
    if (!given[0])
        return make_cell(state, fk_piece_box, given[1], given[2]);
    if (read_lengths(state, given[0], "size", size) < 0)
        return NULL;
    fk_piece piece =
        fk_piece_box(fk_vec3_make(-size[0] / 2, -size[1] / 2, -size[2] / 2), fk_vec3_make(size[0], 0, 0),
                     fk_vec3_make(0, size[1], 0), fk_vec3_make(0, 0, size[2]));
    return core_shape_make(state, &piece);
}

static PyObject *make_tetra(CORE_ARGUMENTS)
{
    static const core_signature signature = {"tetra", 2, 2, {"origin", "edges"}};
    PyObject *given[2];
    if (core_arguments(&signature, args, nargs, names, given) < 0)
        return NULL;
    return make_cell(core_state_of(self), fk_piece_tetra, given[0], given[1]);
}

static PyObject *make_ellipsoid(CORE_ARGUMENTS)
{
    static const core_signature signature = {"ellipsoid", 0, 1, {"radii", "center", "axes"}};
    PyObject *given[3];
    core_state *state = core_state_of(self);
    double r[3];
    if (core_arguments(&signature, args, nargs, names, given) < 0)
        return NULL;
    core_drop_none(given, 3);
    if (!given[0] == !given[1] || !given[1] != !given[2])
        return refuse_forms("ellipsoid", "radii", "center and axes");
    if (!given[0])
        return make_cell(state, fk_piece_ellipsoid, given[1], given[2]);
    if (read_lengths(state, given[0], "radii", r) < 0)
        return NULL;
    fk_piece piece = fk_piece_ellipsoid(fk_vec3_make(0, 0, 0), fk_vec3_make(r[0], 0, 0),
                                        fk_vec3_make(0, r[1], 0), fk_vec3_make(0, 0, r[2]));
    return core_shape_make(state, &piece);
}

/* ---- Round shapes -------------------------------------------------------------------------------------- */

static PyObject *make_sphere(CORE_ARGUMENTS)
{
    static const core_signature signature = {"sphere", 1, 2, {"radius", "center"}};
    PyObject *given[2];
    core_state *state = core_state_of(self);
    double radius;
    fk_vec3 center = {0, 0, 0};
    if (core_arguments(&signature, args, nargs, names, given) < 0 ||
        core_length(given[0], "radius", &radius) < 0 ||
        (given[1] && core_vec3(state, given[1], "center", &center) < 0))
        return NULL;
    fk_piece piece = fk_piece_sphere(center, radius);
    return core_shape_make(state, &piece);
}

typedef fk_piece long_function(fk_vec3 a, fk_vec3 b, double radius);

/* Makes a shape along z, or between two ends. */
static PyObject *make_long(const core_signature *signature, long_function *make, CORE_ARGUMENTS)
{
    PyObject *given[3];
    core_state *state = core_state_of(self);
    double radius, length;
    fk_vec3 end[2];
    if (core_arguments(signature, args, nargs, names, given) < 0 ||
        core_length(given[0], "radius", &radius) < 0)
        return NULL;
    core_drop_none(given + 1, 2);
    if (!given[1] == !given[2])
        return refuse_forms(signature->function, "radius and length", "radius and ends");
    if (given[2]) {
        if (read_points(state, given[2], "ends", 2, end) < 0)
            return NULL;
    } else {
        if (core_length(given[1], "length", &length) < 0)
            return NULL;
        end[0] = fk_vec3_make(0, 0, -length / 2);
        end[1] = fk_vec3_make(0, 0, length / 2);
    }
    fk_piece piece = make(end[0], end[1], radius);
    return core_shape_make(state, &piece);
}

static PyObject *make_capsule(CORE_ARGUMENTS)
{
    static const core_signature signature = {"capsule", 1, 2, {"radius", "length", "ends"}};
    return make_long(&signature, fk_piece_capsule, self, args, nargs, names);
}

static PyObject *make_cylinder(CORE_ARGUMENTS)
{
    static const core_signature signature = {"cylinder", 1, 2, {"radius", "length", "ends"}};
    return make_long(&signature, fk_piece_cylinder, self, args, nargs, names);
}

static PyObject *make_cone(CORE_ARGUMENTS)
{
    static const core_signature signature = {"cone", 1, 2, {"radius", "length", "ends"}};
    return make_long(&signature, fk_piece_cone, self, args, nargs, names);
}

/* ---- Points and planes --------------------------------------------------------------------------------- */

/* Makes a shape of one to three corners, each an argument. */
static PyObject *make_corners(const core_signature *signature, CORE_ARGUMENTS)
{
    PyObject *given[3];
    core_state *state = core_state_of(self);
    fk_vec3 corner[3];
    if (core_arguments(signature, args, nargs, names, given) < 0)
        return NULL;
    for (int i = 0; i < signature->required; i++)
        if (core_vec3(state, given[i], signature->names[i], &corner[i]) < 0)
            return NULL;
    fk_piece piece = signature->required == 1   ? fk_piece_point(corner[0])
                     : signature->required == 2 ? fk_piece_segment(corner[0], corner[1])
                                                : fk_piece_triangle(corner[0], corner[1], corner[2]);
    return core_shape_make(state, &piece);
}

static PyObject *make_point(CORE_ARGUMENTS)
{
    static const core_signature signature = {"point", 1, 1, {"xyz"}};
    return make_corners(&signature, self, args, nargs, names);
}

static PyObject *make_segment(CORE_ARGUMENTS)
{
    static const core_signature signature = {"segment", 2, 2, {"a", "b"}};
    return make_corners(&signature, self, args, nargs, names);
}

static PyObject *make_triangle(CORE_ARGUMENTS)
{
    static const core_signature signature = {"triangle", 3, 3, {"a", "b", "c"}};
    return make_corners(&signature, self, args, nargs, names);
}

static PyObject *make_half_space(CORE_ARGUMENTS)
{
    static const core_signature signature = {"half_space", 1, 2, {"normal", "offset"}};
    PyObject *given[2];
    core_state *state = core_state_of(self);
    fk_vec3 normal;
    double offset = 0;
    if (core_arguments(&signature, args, nargs, names, given) < 0 ||
        core_vec3(state, given[0], "normal", &normal) < 0 ||
        (given[1] && core_number(given[1], "offset", &offset) < 0))
        return NULL;
    fk_piece piece = fk_piece_half_space(normal, offset);
    return core_shape_make(state, &piece);
}

static PyObject *make_hull(CORE_ARGUMENTS)
{
    static const core_signature signature = {"hull", 1, 1, {"points"}};
    static const core_want want = {"points", 'd', 2, {-1, 3}};
    PyObject *given[1];
    core_state *state = core_state_of(self);
    core_array points = {0};
    fk_hull *hull = NULL;
    fk_status status;
    if (core_arguments(&signature, args, nargs, names, given) < 0)
        return NULL;
    if (core_is(state, given[0], CORE_MESH)) {
        const fk_mesh *mesh = core_mesh(state, given[0], "points");
        points.data = mesh->point;
        points.rows = mesh->vertex_count;
    } else if (core_array_get(state, given[0], &want, &points) < 0 || core_array_keep(&points) < 0) {
        core_array_release(&points);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    status = fk_hull_build(core_context(), points.data, (size_t)points.rows, &hull);
    Py_END_ALLOW_THREADS
    core_array_release(&points);
    if (status == FK_OK)
        return core_shape_make_hull(state, hull);
    return core_error(state, status, "hull",
                      status == FK_ERROR_ARGUMENT ? "there are no points, or too many" : NULL);
}

/* ---- Table --------------------------------------------------------------------------------------------- */

int core_add_shape_makers(PyObject *module)
{
    static PyMethodDef functions[] = {
        CORE_FUNCTION(
            "box", make_box,
            "box(size=None, *, origin=None, edges=None)\n--\n\n"
            "Makes a box of a size (x, y, z), or a cube, centred at the origin; or any parallelepiped: a "
            "corner and its three\n"
            "edges, by rows. Edges may be skew, flat or zero.\n\n"
            ">>> import farkas\n"
            ">>> farkas.box(2)\n"
            "<farkas.Shape box -1 -1 -1 2 0 0 0 2 0 0 0 2>\n"
            ">>> farkas.box(origin=(0, 0, 0), edges=[[1, 0, 0], [1, 1, 0], [0, 0, 1]])\n"
            "<farkas.Shape box 0 0 0 1 0 0 1 1 0 0 0 1>\n"),
        CORE_FUNCTION("tetra", make_tetra,
                      "tetra(origin, edges)\n--\n\n"
                      "Makes a tetrahedron: a corner and its three edges, by rows."),
        CORE_FUNCTION("ellipsoid", make_ellipsoid,
                      "ellipsoid(radii=None, *, center=None, axes=None)\n--\n\n"
                      "An ellipsoid with radii along x, y and z around the origin; or the image of the unit "
                      "ball under three axes,\n"
                      "by rows, which may have any angles."),
        CORE_FUNCTION("sphere", make_sphere, "sphere(radius, center=(0, 0, 0))\n--\n\nA ball."),
        CORE_FUNCTION(
            "capsule", make_capsule,
            "capsule(radius, length=None, *, ends=None)\n--\n\n"
            "All points within the radius of a segment: along z and centred, with this length without the "
            "caps; or\n"
            "between two ends."),
        CORE_FUNCTION("cylinder", make_cylinder,
                      "cylinder(radius, length=None, *, ends=None)\n--\n\n"
                      "A cylinder along z, centred; or between the centres of its caps."),
        CORE_FUNCTION("cone", make_cone,
                      "cone(radius, length=None, *, ends=None)\n--\n\n"
                      "A cone along z, with its apex up, and half its length below the origin; or between "
                      "the centre of its base\n"
                      "and its apex."),
        CORE_FUNCTION("point", make_point, "point(xyz)\n--\n\nA point."),
        CORE_FUNCTION("segment", make_segment, "segment(a, b)\n--\n\nA segment."),
        CORE_FUNCTION("triangle", make_triangle, "triangle(a, b, c)\n--\n\nA triangle."),
        CORE_FUNCTION("half_space", make_half_space,
                      "half_space(normal, offset=0)\n--\n\n"
                      "All x with normal.x <= offset: the side opposite to the normal."),
        CORE_FUNCTION(
            "hull", make_hull,
            "hull(points)\n--\n\n"
            "The convex hull of an (n, 3) array of points, or of a Mesh, built exactly. Its corners are in "
            ".points.\n\n"
            ">>> import farkas\n"
            ">>> farkas.hull([[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2], [0.25, 0.25, 0.25]]).points.shape\n"
            "(4, 3)\n"),
        {NULL, NULL, 0, NULL},
    };
    return PyModule_AddFunctions(module, functions);
}
