/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Answers with proofs, in the form of `farkas pairs --json`: the same code writes and reads them; Python's json module
 * converts them. */

#include "core.h"

#include "certificate_json.h"

/* Calls json.loads or json.dumps with one object. */
static PyObject *call_json(core_state *state, core_import which, PyObject *argument)
{
    PyObject *function = core_function(state, which);
    return function ? PyObject_CallFunctionObjArgs(function, argument, NULL) : NULL;
}

static int read_method(PyObject *object, fk_method *out)
{
    *out = FK_METHOD_EXACT;
    if (!core_is_given(object))
        return 0;
    for (int method = 0; PyUnicode_Check(object) && method < FK_METHOD_COUNT; method++) {
        if (PyUnicode_CompareWithASCIIString(object, fk_method_name((fk_method)method)) == 0) {
            *out = (fk_method)method;
            return 0;
        }
    }
    PyErr_Format(PyExc_ValueError, "method: %R is none of those that `farkas pairs --method` has", object);
    return -1;
}

static PyObject *make_answer(core_state *state, const fk_answer *found)
{
    json_text text = {0};
    json_put(&text, "{");
    json_put_answer(&text, found);
    json_put(&text, "}");
    PyObject *string = PyUnicode_FromStringAndSize(text.text, (Py_ssize_t)text.length);
    PyObject *result = string ? call_json(state, CORE_JSON_LOADS, string) : NULL;
    Py_XDECREF(string);
    return result;
}

static PyObject *answer(CORE_ARGUMENTS)
{
    static const core_signature signature = {"answer", 2, 4, {"a", "b", "pose_a", "pose_b", "method"}};
    core_state *state = core_state_of(self);
    PyObject *given[5];
    core_two two = {0};
    fk_method method;
    fk_answer found;
    fk_status status = FK_OK;
    if (core_arguments(&signature, args, nargs, names, given) < 0 || read_method(given[4], &method) < 0)
        return NULL;
    PyObject *const body[2] = {given[0], given[1]}, *const pose[2] = {given[2], given[3]};
    bool failed = core_two_pieces(state, body, pose, &two) < 0;
    if (!failed) {
        fk_pair_query query = {two.piece[0], two.piece[1], method, FK_PART_ALL, NULL};
        Py_BEGIN_ALLOW_THREADS
        status = fk_pair_answer(&query, &found);
        Py_END_ALLOW_THREADS
    }
    core_two_release(&two);
    if (failed)
        return NULL;
    return status == FK_OK ? make_answer(state, &found) : core_error(state, status, "answer", NULL);
}

/* ---- Verify -------------------------------------------------------------------------------------------- */

/* Reads a proof: a dictionary, as in an answer. */
static int read_proof(core_state *state, PyObject *object, fk_certificate *out)
{
    char why[CERTIFICATE_WHY_SIZE] = "it cannot be read";
    Py_ssize_t length;
    PyObject *string = call_json(state, CORE_JSON_DUMPS, object);
    const char *text = string ? PyUnicode_AsUTF8AndSize(string, &length) : NULL;
    if (!text) {
        Py_XDECREF(string);
        return -1;
    }
    json_t *json = json_loadb(text, (size_t)length, JSON_DECODE_INT_AS_REAL | JSON_DECODE_ANY, NULL);
    Py_DECREF(string);
    bool is_read = json && json_get_certificate(json, out, why);
    json_decref(json);
    if (!is_read)
        PyErr_Format(PyExc_ValueError, "proof: %s", why);
    return is_read ? 0 : -1;
}

static PyObject *verify(CORE_ARGUMENTS)
{
    static const core_signature signature = {"verify", 3, 5, {"a", "b", "proof", "pose_a", "pose_b"}};
    core_state *state = core_state_of(self);
    PyObject *given[5];
    core_two two = {0};
    fk_certificate certificate;
    bool holds = false;
    if (core_arguments(&signature, args, nargs, names, given) < 0 ||
        read_proof(state, given[2], &certificate) < 0)
        return NULL;
    PyObject *const body[2] = {given[0], given[1]}, *const pose[2] = {given[3], given[4]};
    bool failed = core_two_pieces(state, body, pose, &two) < 0;
    if (!failed) {
        Py_BEGIN_ALLOW_THREADS
        holds = fk_verify(two.piece[0], two.piece[1], &certificate);
        Py_END_ALLOW_THREADS
    }
    core_two_release(&two);
    return failed ? NULL : PyBool_FromLong(holds);
}

int core_add_answers(PyObject *module)
{
    static PyMethodDef functions[] = {
        CORE_FUNCTION(
            "answer", answer,
            "answer(a, b, pose_a=None, pose_b=None, *, method='exact')\n--\n\n"
            "Returns the verdict on two shapes with a common point or a separating plane, the overlap box, "
            "and a proof: the object\n"
            "that `farkas pairs --json` writes. Corners of a hull are numbered as in its .points.\n\n"
            ">>> import farkas\n"
            ">>> a, b = farkas.box(2), farkas.sphere(1, center=(3, 0, 0))\n"
            ">>> found = farkas.answer(a, b)\n"
            ">>> found['verdict'], found['gap']\n"
            "('apart', 1)\n"
            ">>> farkas.verify(a, b, found['proof'])\n"
            "True\n"),
        CORE_FUNCTION(
            "verify", verify,
            "verify(a, b, proof, pose_a=None, pose_b=None)\n--\n\n"
            "Returns whether a proof proves its verdict for two shapes, exactly. Raises ValueError if it has "
            "not the form of a proof.\n"),
        {NULL, NULL, 0, NULL},
    };
    return PyModule_AddFunctions(module, functions);
}
