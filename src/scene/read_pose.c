/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Poses of a scene: "xyz" with "rpy", "rpy_deg", "quat_xyzw" or "quat_wxyz"; or "matrix".
 *
 * Weak inputs: a matrix is taken as it is written, if it is rigid within 1e-6; what is rounded to six digits
 * passes. */

#include <math.h>

#include "base/vec3.h"
#include "scene/parts.h"

/* How far rows of a matrix may be from length 1 and right angles, as the largest entry of R R^T - 1. */
#define RIGID 1e-6

/* The rotation that is given, of those that there are. */
typedef enum turn { NO_TURN, RPY, RPY_DEG, QUAT_XYZW, QUAT_WXYZ, TURNS } turn;
static const char *const turn_key[TURNS] = {"", "rpy", "rpy_deg", "quat_xyzw", "quat_wxyz"};

static bool find_turn(fk_reader *r, const fk_value *pose, turn *out, fk_value *value)
{
    *out = NO_TURN;
    for (int i = NO_TURN + 1; i < TURNS; i++) {
        fk_value found;
        if (!fk_value_member(pose, turn_key[i], &found))
            continue;
        if (*out != NO_TURN)
            return fk_value_fail_key(r, &found, "a pose has one rotation: \"%s\" or \"%s\", not both",
                                     turn_key[*out], turn_key[i]);
        *out = (turn)i;
        *value = found;
    }
    return true;
}

static bool read_quat(fk_reader *r, const fk_value *value, bool w_first, fk_vec3 xyz, fk_pose *out)
{
    double q[4];
    if (!fk_value_numbers(r, value, w_first ? "[w, x, y, z]" : "[x, y, z, w]", 4, q))
        return false;
    const double quat[4] = {q[w_first], q[1 + w_first], q[2 + w_first], q[w_first ? 0 : 3]};
    if (fk_pose_from_quat_xyzw(xyz, quat, out) != FK_OK)
        return fk_value_fail(r, value,
                             "four zeros are no rotation; [0, 0, 0, 1] as \"quat_xyzw\" turns nothing");
    return true;
}

static bool read_turn(fk_reader *r, const fk_value *pose, fk_vec3 xyz, fk_pose *out)
{
    turn which;
    fk_value value;
    fk_vec3 angles = {0, 0, 0};
    if (!find_turn(r, pose, &which, &value))
        return false;
    if (which == QUAT_XYZW || which == QUAT_WXYZ)
        return read_quat(r, &value, which == QUAT_WXYZ, xyz, out);
    if (which != NO_TURN && !fk_value_vec3(r, &value, "[roll, pitch, yaw]", &angles))
        return false;
    *out = which == RPY ? fk_pose_from_rpy(xyz, angles) : fk_pose_from_rpy_deg(xyz, angles);
    return true;
}

/* ---- Matrices ------------------------------------------------------------------------------------------ */

/* The largest entry of R R^T - 1, infinite or NaN where that is too large for a double. */
static double off_rigid(const double m[4][4])
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

static bool check_matrix(fk_reader *r, const fk_value *value, const double m[4][4])
{
    const fk_vec3 row[3] = {
        {m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}};
    fk_value last = fk_value_element(value, 3);
    if (m[3][0] != 0 || m[3][1] != 0 || m[3][2] != 0 || m[3][3] != 1)
        return fk_value_fail(r, &last,
                             "the last row of a matrix is 0, 0, 0, 1; the translation is the last column");
    double off = off_rigid(m);
    if (!(off <= RIGID))
        return fk_value_fail(
            r, value,
            "the matrix is not rigid: its rows are off length 1 and right angles by %s, more than "
            "1e-6; for a mesh, take sizes out into \"scale\"",
            fk_show_number(off).text);
    if (fk_vec3_dot(row[0], fk_vec3_cross(row[1], row[2])) < 0)
        return fk_value_fail(
            r, value,
            "the matrix mirrors (its determinant is -1): mirror the mesh itself, as 'farkas convert "
            "--scale -1' does, and turn it by the pose");
    return true;
}

static bool read_matrix(fk_reader *r, const fk_value *value, fk_pose *out)
{
    double m[4][4];
    if (!json_is_array(value->json) || json_array_size(value->json) != 4)
        return fk_value_fail(r, value,
                             "\"matrix\" needs four rows of four numbers, [[...], [...], [...], [...]]");
    for (size_t i = 0; i < 4; i++) {
        fk_value row = fk_value_element(value, i);
        if (!fk_value_numbers(r, &row, "one row", 4, m[i]))
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

bool fk_read_pose(fk_reader *r, const fk_value *value, fk_pose *out)
{
    static const char *const known[] = {"xyz", "rpy", "rpy_deg", "quat_xyzw", "quat_wxyz", "matrix", NULL};
    fk_value member;
    fk_vec3 xyz = {0, 0, 0};
    if (json_is_object(value->json) && fk_value_member(value, "quat", &member))
        return fk_value_fail_key(r, &member,
                                 "\"quat\" does not say where w is: write \"quat_xyzw\" or \"quat_wxyz\"");
    if (json_is_array(value->json))
        return fk_value_fail(
            r, value,
            "a pose is not an array: say what its numbers are, as {\"xyz\": [0, 0, 10], \"rpy_deg\": "
            "[0, 0, 90]}");
    if (!fk_value_fields(r, value, "a pose", known))
        return false;
    if (fk_value_member(value, "matrix", &member)) {
        if (json_object_size(value->json) > 1)
            return fk_value_fail_key(r, &member,
                                     "a pose with \"matrix\" has nothing else: it is the whole pose");
        return read_matrix(r, &member, out);
    }
    if (fk_value_member(value, "xyz", &member) && !fk_value_vec3(r, &member, "[x, y, z]", &xyz))
        return false;
    return read_turn(r, value, xyz, out);
}
