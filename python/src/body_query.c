/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Queries about two bodies: verdict, distance, depth, and their overlap box; and the box of one body. */

#include "core.h"

#include <math.h>

enum { A, B, POSE_A, POSE_B, LIMIT };

/* A question about two bodies. */
typedef fk_status body_question(const core_two *two, void *answer);

/* Reads two bodies and their poses, the first arguments of these functions, and asks. Returns -1 after setting an exception. */
static int ask(core_state *state, PyObject **given, const char *name, body_question *question, void *answer)
{
    PyObject *const body[2] = {given[A], given[B]}, *const pose[2] = {given[POSE_A], given[POSE_B]};
    core_two two = {0};
    fk_status status = FK_OK;
    bool failed = core_two_get(state, body, pose, &two) < 0;
    if (!failed && two.is_quick) {
        status = question(&two, answer);
    } else if (!failed) {
        Py_BEGIN_ALLOW_THREADS
        status = question(&two, answer);
        Py_END_ALLOW_THREADS
    }
    core_two_release(&two);
    if (!failed && status != FK_OK)
        core_error(state, status, name, NULL);
    return failed || status != FK_OK ? -1 : 0;
}

/* ---- Verdict ------------------------------------------------------------------------------------------- */

static fk_status compute_verdict(const core_two *two, void *answer)
{
    fk_verdict *out = answer;
    if (!two->are_pieces)
        return fk_collider_verdict(core_context(), &two->collider[0], &two->collider[1], NULL, out);
    fk_status status = fk_piece_check(two->piece[0]);
    status = status == FK_OK ? fk_piece_check(two->piece[1]) : status;
    if (status == FK_OK)
        *out = fk_pair_verdict(two->piece[0], two->piece[1]);
    return status;
}

static PyObject *verdict(CORE_ARGUMENTS)
{
    static const core_signature signature = {"verdict", 2, 4, {"a", "b", "pose_a", "pose_b"}};
    core_state *state = core_state_of(self);
    PyObject *given[4];
    fk_verdict answer = FK_UNDECIDED;
    if (core_arguments(&signature, args, nargs, names, given) < 0 ||
        ask(state, given, "verdict", compute_verdict, &answer) < 0)
        return NULL;
    return Py_NewRef(state->verdict[answer]);
}

/* ---- Distance ------------------------------------------------------------------------------------------ */

typedef struct distance_answer {
    double limit;
    fk_collider_distance found;
} distance_answer;

static fk_status compute_distance(const core_two *two, void *answer)
{
    distance_answer *out = answer;
    if (!two->are_pieces)
        return fk_collider_measure(core_context(), &two->collider[0], &two->collider[1], out->limit,
                                   &out->found);
    fk_distance found;
    fk_status status = fk_pair_distance(two->piece[0], two->piece[1], NULL, &found);
    if (status == FK_OK) {
        fk_collider_distance result = {found.distance, found.point_a, found.point_b, 0, 0};
        out->found = result;
    }
    return status;
}

static PyObject *make_distance(core_state *state, const fk_collider_distance *found)
{
    bool is_measured = isfinite(found->distance.hi);
    PyObject *value[6] = {
        PyFloat_FromDouble(found->distance.lo),
        PyFloat_FromDouble(found->distance.hi),
        is_measured ? core_tuple_vec3(found->point_a) : Py_NewRef(Py_None),
        is_measured ? core_tuple_vec3(found->point_b) : Py_NewRef(Py_None),
        is_measured ? core_index_or_none(found->part_a) : Py_NewRef(Py_None),
        is_measured ? core_index_or_none(found->part_b) : Py_NewRef(Py_None),
    };
    return core_tuple_make(state, CORE_DISTANCE, value, 6);
}

static PyObject *distance(CORE_ARGUMENTS)
{
    static const core_signature signature = {"distance", 2, 4, {"a", "b", "pose_a", "pose_b", "limit"}};
    core_state *state = core_state_of(self);
    PyObject *given[5];
    distance_answer answer = {.limit = INFINITY};
    if (core_arguments(&signature, args, nargs, names, given) < 0 ||
        (core_is_given(given[LIMIT]) && core_limit(given[LIMIT], "limit", &answer.limit) < 0) ||
        ask(state, given, "distance", compute_distance, &answer) < 0)
        return NULL;
    return make_distance(state, &answer.found);
}

/* ---- Depth --------------------------------------------------------------------------------------------- */

static fk_status compute_depth(const core_two *two, void *answer)
{
    fk_placed_depth *out = answer;
    if (!two->are_pieces)
        return fk_collider_depth(core_context(), &two->collider[0], &two->collider[1], out);
    fk_depth found;
    fk_status status = fk_pair_depth(two->piece[0], two->piece[1], &found);
    if (status == FK_OK) {
        out->depth = found.depth;
        out->direction = found.direction;
    }
    return status;
}

static PyObject *depth(CORE_ARGUMENTS)
{
    static const core_signature signature = {"depth", 2, 4, {"a", "b", "pose_a", "pose_b"}};
    core_state *state = core_state_of(self);
    PyObject *given[4];
    fk_placed_depth found;
    if (core_arguments(&signature, args, nargs, names, given) < 0 ||
        ask(state, given, "depth", compute_depth, &found) < 0)
        return NULL;
    PyObject *value[3] = {PyFloat_FromDouble(found.depth.lo), PyFloat_FromDouble(found.depth.hi),
                          core_tuple_vec3(found.direction)};
    return core_tuple_make(state, CORE_DEPTH, value, 3);
}

/* ---- Boxes --------------------------------------------------------------------------------------------- */

static fk_status compute_box(const core_two *two, void *answer)
{
    return fk_pair_box(two->piece[0], two->piece[1], answer);
}

static PyObject *box_of(CORE_ARGUMENTS)
{
    static const core_signature signature = {"box_of", 2, 4, {"a", "b", "pose_a", "pose_b"}};
    core_state *state = core_state_of(self);
    PyObject *given[4];
    fk_aabb box;
    if (core_arguments(&signature, args, nargs, names, given) < 0 || !core_piece(state, given[A], "a") ||
        !core_piece(state, given[B], "b") || ask(state, given, "box_of", compute_box, &box) < 0)
        return NULL;
    return box.min.x > box.max.x ? Py_NewRef(Py_None) : core_tuple_box(box);
}

static PyObject *bounds(CORE_ARGUMENTS)
{
    static const core_signature signature = {"bounds", 1, 2, {"body", "pose"}};
    core_state *state = core_state_of(self);
    PyObject *given[2];
    fk_placed_collider placed;
    fk_aabb box;
    if (core_arguments(&signature, args, nargs, names, given) < 0)
        return NULL;
    placed.collider = core_collider(state, given[0], "body");
    if (!placed.collider || core_pose(state, given[1], "pose", &placed.pose) < 0)
        return NULL;
    fk_status status = fk_collider_box(&placed, &box);
    return status == FK_OK ? core_tuple_box(box) : core_error(state, status, "bounds", NULL);
}

/* ---- Table --------------------------------------------------------------------------------------------- */

static PyStructSequence_Field distance_fields[] = {
    {"lo", "lower bound of the distance"},
    {"hi", "upper bound of the distance; infinite beyond the limit"},
    {"point_a", "the nearest point of a, rounded"},
    {"point_b", "the nearest point of b, rounded"},
    {"part_a", "the triangle of a mesh it lies on; None inside a solid"},
    {"part_b", "the same for b"},
    {NULL, NULL},
};
static PyStructSequence_Desc distance_type = {
    "farkas.Distance", "How far apart two bodies are: the truth lies between lo and hi.", distance_fields, 6};

static PyStructSequence_Field depth_fields[] = {
    {"lo", "lower bound of the depth"},
    {"hi", "upper bound of the depth"},
    {"direction", "moving b by hi along it separates them; zero if they do not overlap"},
    {NULL, NULL},
};
static PyStructSequence_Desc depth_type = {"farkas.Depth", "How far b must move until both only touch.",
                                           depth_fields, 3};

int core_add_questions(PyObject *module)
{
    static PyMethodDef functions[] = {
        CORE_FUNCTION(
            "verdict", verdict,
            "verdict(a, b, pose_a=None, pose_b=None)\n--\n\n"
            "Returns 'apart', 'touching' or 'overlapping', exactly; 'undecided' for cylinders, cones and "
            "ellipsoids that\n"
            "touch, nearly touch (1e-12 of the size) or are flat. a and b are Shapes or Meshes.\n\n"
            ">>> import farkas\n"
            ">>> farkas.verdict(farkas.box(2), farkas.sphere(1), pose_b=farkas.Pose((2, 0, 0)))\n"
            "'touching'\n"),
        CORE_FUNCTION(
            "distance", distance,
            "distance(a, b, pose_a=None, pose_b=None, *, limit=None)\n--\n\n"
            "Returns the distance of two bodies, as a Distance: the true distance lies between lo and hi; 0 "
            "if they meet. Beyond\n"
            "the limit it need not be measured: then hi may be infinite, and there are no points.\n\n"
            ">>> import farkas\n"
            ">>> d = farkas.distance(farkas.sphere(1), farkas.sphere(1, center=(5, 0, 0)))\n"
            ">>> d.lo <= 3 <= d.hi\n"
            "True\n"
            ">>> d.point_a\n"
            "(1.0, 0.0, 0.0)\n"),
        CORE_FUNCTION("depth", depth,
                      "depth(a, b, pose_a=None, pose_b=None)\n--\n\n"
                      "Returns the penetration depth of two bodies as a Depth: the length of the shortest "
                      "displacement that "
                      "takes b out of a\n"
                      "lies between lo and hi. For meshes that are not convex, lo is 0, and hi is a checked "
                      "displacement.\n\n"
                      ">>> import farkas\n"
                      ">>> farkas.depth(farkas.box(2), farkas.box(2), pose_b=farkas.Pose((1.5, 0, 0)))\n"
                      "farkas.Depth(lo=0.5, hi=0.5, direction=(1.0, 0.0, 0.0))\n"),
        CORE_FUNCTION(
            "box_of", box_of,
            "box_of(a, b, pose_a=None, pose_b=None)\n--\n\n"
            "Returns the overlap box of two shapes, rounded outward: ((x, y, z), (x, y, z)); None if they "
            "are apart.\n\n"
            ">>> import farkas\n"
            ">>> farkas.box_of(farkas.box(2), farkas.box(2), pose_b=farkas.Pose((1, 1, 1)))\n"
            "((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))\n"),
        CORE_FUNCTION(
            "bounds", bounds,
            "bounds(body, pose=None)\n--\n\n"
            "Returns a box around a placed body; that of a mesh may be an eighth too wide. Infinite for "
            "unbounded bodies.\n"),
        {NULL, NULL, 0, NULL},
    };
    if (core_add_tuple(module, CORE_DISTANCE, &distance_type) < 0 ||
        core_add_tuple(module, CORE_DEPTH, &depth_type) < 0)
        return -1;
    return PyModule_AddFunctions(module, functions);
}
