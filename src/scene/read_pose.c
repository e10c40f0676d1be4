/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads poses of a scene: "xyz" with "rpy", "rpy_deg", "quat_xyzw" or "quat_wxyz"; or "matrix". Also keys, which are
 * poses with a time, whose rotation is a quaternion.
 *
 * Multiples of 90 degrees give quaternions of whole numbers, so that two keys with the same rotation have equal or
 * opposite quaternions. Half the angle counts: 0 and 360 degrees are opposite quaternions.
 *
 * Weak inputs: a matrix is used as it is written, if it is rigid within 1e-6; a matrix rounded to six digits passes.
 * The matrix of a key becomes the quaternion of nearly the same rotation. */

#include <math.h>
#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "scene/parts.h"

/* The largest allowed entry of R R^T - 1 for a matrix. */
#define RIGID_TOLERANCE 1e-6

/* The forms of rotations. */
typedef enum rotation_form {
    ROTATION_NONE,
    ROTATION_RPY,
    ROTATION_RPY_DEG,
    ROTATION_QUAT_XYZW,
    ROTATION_QUAT_WXYZ,
    ROTATION_FORMS
} rotation_form;
static const char *const rotation_key[ROTATION_FORMS] = {"", "rpy", "rpy_deg", "quat_xyzw", "quat_wxyz"};

static bool find_rotation_form(fk_json_reader *r, const fk_json_value *pose, rotation_form *out,
                               fk_json_value *value)
{
    *out = ROTATION_NONE;
    for (int i = ROTATION_NONE + 1; i < ROTATION_FORMS; i++) {
        fk_json_value found;
        if (!fk_json_member(pose, rotation_key[i], &found))
            continue;
        if (*out != ROTATION_NONE)
            return fk_json_fail_key(r, &found, "a pose has one rotation: \"%s\" or \"%s\", not both",
                                    rotation_key[*out], rotation_key[i]);
        *out = (rotation_form)i;
        *value = found;
    }
    return true;
}

/* A rotation in the form that was given. */
typedef struct pose_rotation {
    rotation_form which;
    fk_vec3 angles;
    double quat_xyzw[4];
} pose_rotation;

static bool is_quat(const pose_rotation *turned)
{
    return turned->which == ROTATION_QUAT_XYZW || turned->which == ROTATION_QUAT_WXYZ;
}

static bool read_quat(fk_json_reader *r, const fk_json_value *value, bool w_first, double quat_xyzw[4])
{
    double q[4];
    fk_pose pose;
    if (!fk_json_read_numbers(r, value, w_first ? "[w, x, y, z]" : "[x, y, z, w]", 4, q))
        return false;
    for (int i = 0; i < 4; i++)
        quat_xyzw[i] = q[(i + w_first) % 4];
    if (fk_pose_from_quat_xyzw(fk_vec3_make(0, 0, 0), quat_xyzw, &pose) != FK_OK)
        return fk_json_fail(r, value,
                            "four zeros are no rotation; [0, 0, 0, 1] as \"quat_xyzw\" turns nothing");
    return true;
}

static bool read_rotation(fk_json_reader *r, const fk_json_value *pose, pose_rotation *out)
{
    fk_json_value value;
    out->angles = fk_vec3_make(0, 0, 0);
    if (!find_rotation_form(r, pose, &out->which, &value))
        return false;
    if (is_quat(out))
        return read_quat(r, &value, out->which == ROTATION_QUAT_WXYZ, out->quat_xyzw);
    return out->which == ROTATION_NONE || fk_json_read_vec3(r, &value, "[roll, pitch, yaw]", &out->angles);
}

static void rotation_to_pose(const pose_rotation *turned, fk_vec3 xyz, fk_pose *out)
{
    if (is_quat(turned))
        (void)fk_pose_from_quat_xyzw(xyz, turned->quat_xyzw, out);
    else
        *out = turned->which == ROTATION_RPY ? fk_pose_from_rpy(xyz, turned->angles)
                                             : fk_pose_from_rpy_deg(xyz, turned->angles);
}

/* Sine and cosine of half an angle in degrees, up to a common positive factor: 0, 1 or -1 for multiples of 90
 * degrees. */
static void half_angle(double degrees, double *s, double *c)
{
    const fk_vec3 zero = {0, 0, 0};
    fk_pose half = fk_pose_from_rpy_deg(zero, fk_vec3_make(0, 0, degrees / 2));
    fk_pose twice = fk_pose_from_rpy_deg(zero, fk_vec3_make(0, 0, degrees * 2));
    *s = half.rotation[1][0];
    *c = half.rotation[0][0];
    /* Twice the angle is exactly half a turn: only then the sine is 0. */
    if (twice.rotation[1][0] == 0 && twice.rotation[0][0] == -1) {
        *s = *s < 0 ? -1 : 1;
        *c = *c < 0 ? -1 : 1;
    }
}

/* The quaternion of R = Rz Ry Rx, from sines and cosines of half the angles, each pair up to its length. */
static void rotation_to_quat(const pose_rotation *turned, double quat_xyzw[4])
{
    double s[3], c[3];
    for (int i = 0; i < 3; i++) {
        double angle = fk_vec3_get(turned->angles, i);
        if (turned->which != ROTATION_RPY)
            half_angle(angle, &s[i], &c[i]);
        else {
            s[i] = fk_sin(angle / 2);
            c[i] = fk_cos(angle / 2);
        }
    }
    quat_xyzw[0] = c[2] * c[1] * s[0] - s[2] * s[1] * c[0];
    quat_xyzw[1] = c[2] * s[1] * c[0] + s[2] * c[1] * s[0];
    quat_xyzw[2] = s[2] * c[1] * c[0] - c[2] * s[1] * s[0];
    quat_xyzw[3] = c[2] * c[1] * c[0] + s[2] * s[1] * s[0];
}

/* ---- Matrices ------------------------------------------------------------------------------------------ */

/* The largest entry of R R^T - 1; infinite or NaN on overflow. */
static double rigidity_error(const double m[4][4])
{
    double off = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double dot = m[i][0] * m[j][0] + m[i][1] * m[j][1] + m[i][2] * m[j][2];
            double error = fabs(dot - (i == j ? 1 : 0));
            off = error <= off ? off : error;
        }
    return off;
}

static bool check_matrix(fk_json_reader *r, const fk_json_value *value, const double m[4][4])
{
    const fk_vec3 row[3] = {
        {m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}};
    fk_json_value last = fk_json_element(value, 3);
    if (m[3][0] != 0 || m[3][1] != 0 || m[3][2] != 0 || m[3][3] != 1)
        return fk_json_fail(r, &last,
                            "the last row of a matrix is 0, 0, 0, 1; the translation is the last column");
    double off = rigidity_error(m);
    if (!(off <= RIGID_TOLERANCE))
        return fk_json_fail(
            r, value,
            "the matrix is not rigid: its rows are off length 1 and right angles by %s, more than "
            "1e-6; for a mesh, take sizes out into \"scale\"",
            fk_show_number(off).text);
    if (fk_vec3_dot(row[0], fk_vec3_cross(row[1], row[2])) < 0)
        return fk_json_fail(
            r, value,
            "the matrix mirrors (its determinant is -1): mirror the mesh itself, as 'farkas convert "
            "--scale -1' does, and turn it by the pose");
    return true;
}

static bool read_matrix(fk_json_reader *r, const fk_json_value *value, fk_pose *out)
{
    double m[4][4];
    if (!json_is_array(value->json) || json_array_size(value->json) != 4)
        return fk_json_fail(r, value,
                            "\"matrix\" needs four rows of four numbers, [[...], [...], [...], [...]]");
    for (size_t i = 0; i < 4; i++) {
        fk_json_value row = fk_json_element(value, i);
        if (!fk_json_read_numbers(r, &row, "one row", 4, m[i]))
            return false;
    }
    if (!check_matrix(r, value, m))
        return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out->rotation[i][j] = m[i][j];
    out->translation = fk_vec3_make(m[0][3], m[1][3], m[2][3]);
    return true;
}

/* ---- Poses and keys ------------------------------------------------------------------------------------ */

/* Checks the fields of a pose or key; beside "matrix" at most `beside` others are allowed. */
static bool check_pose_fields(fk_json_reader *r, const fk_json_value *value, const char *what,
                              const char *const *known, size_t beside)
{
    fk_json_value member;
    if (json_is_object(value->json) && fk_json_member(value, "quat", &member))
        return fk_json_fail_key(r, &member,
                                "\"quat\" does not say where w is: write \"quat_xyzw\" or \"quat_wxyz\"");
    if (json_is_array(value->json))
        return fk_json_fail(
            r, value,
            "%s is not an array: say what its numbers are, as {%s\"xyz\": [0, 0, 10], \"rpy_deg\": "
            "[0, 0, 90]}",
            what, beside > 0 ? "\"t\": 0, " : "");
    if (!fk_json_check_fields(r, value, what, known))
        return false;
    if (fk_json_member(value, "matrix", &member) && json_object_size(value->json) > 1 + beside)
        return fk_json_fail_key(r, &member, "%s with \"matrix\" has nothing else: it is the whole pose",
                                what);
    return true;
}

static bool read_xyz(fk_json_reader *r, const fk_json_value *value, fk_vec3 *out)
{
    fk_json_value member;
    *out = fk_vec3_make(0, 0, 0);
    return !fk_json_member(value, "xyz", &member) || fk_json_read_vec3(r, &member, "[x, y, z]", out);
}

bool fk_scene_read_pose(fk_json_reader *r, const fk_json_value *value, fk_pose *out)
{
    static const char *const known[] = {"xyz", "rpy", "rpy_deg", "quat_xyzw", "quat_wxyz", "matrix", NULL};
    fk_json_value member;
    fk_vec3 xyz;
    pose_rotation turned;
    if (!check_pose_fields(r, value, "a pose", known, 0))
        return false;
    if (fk_json_member(value, "matrix", &member))
        return read_matrix(r, &member, out);
    if (!read_xyz(r, value, &xyz) || !read_rotation(r, value, &turned))
        return false;
    rotation_to_pose(&turned, xyz, out);
    return true;
}

bool fk_scene_read_key(fk_json_reader *r, const fk_json_value *value, fk_key *out)
{
    static const char *const known[] = {"t",         "xyz",       "rpy",    "rpy_deg",
                                        "quat_xyzw", "quat_wxyz", "matrix", NULL};
    fk_json_value member;
    pose_rotation turned;
    if (!check_pose_fields(r, value, "a key", known, 1))
        return false;
    if (!fk_json_member(value, "t", &member))
        return fk_json_fail(r, value, "a key needs \"t\", its time in seconds");
    if (!fk_json_read_number(r, &member, &out->time))
        return false;
    if (fabs(out->time) > FK_TIME_LIMIT)
        return fk_json_fail(r, &member, "the time %s is too far from 0: give seconds, from -1e300 to 1e300",
                            fk_show_number(out->time).text);
    if (fk_json_member(value, "matrix", &member)) {
        fk_pose pose;
        if (!read_matrix(r, &member, &pose))
            return false;
        out->xyz = pose.translation;
        fk_pose_quat_xyzw(&pose, out->quat_xyzw);
        return true;
    }
    if (!read_xyz(r, value, &out->xyz) || !read_rotation(r, value, &turned))
        return false;
    if (is_quat(&turned))
        memcpy(out->quat_xyzw, turned.quat_xyzw, sizeof out->quat_xyzw);
    else
        rotation_to_quat(&turned, out->quat_xyzw);
    return true;
}
