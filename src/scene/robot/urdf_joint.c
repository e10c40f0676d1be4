/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Joints of URDF: how each moves, and by which variable. A joint that mimics another has that one's variable, and
 * so on along a chain of them.
 *
 * Lengths are metres in the file. The value of a prismatic joint is a length; so are its limits, and the offset of
 * one that mimics; a factor is one where the joint is prismatic and what it mimics is not, and the inverse of one
 * the other way round. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "scene/robot/robot.h"

static const char *const words[FK_JOINT_COUNT] = {
#define WORD(name, word) word,
    FK_JOINT_LIST(WORD)
#undef WORD
};

const char *fk_joint_word(fk_joint_kind kind)
{
    return (unsigned)kind < FK_JOINT_COUNT ? words[kind] : "";
}

static bool moves(fk_joint_kind kind)
{
    return kind == FK_JOINT_REVOLUTE || kind == FK_JOINT_CONTINUOUS || kind == FK_JOINT_PRISMATIC;
}

/* ---- One joint ----------------------------------------------------------------------------------------- */

static bool read_kind(fk_robot_reader *r, const fk_xml *xml, fk_joint_kind *out)
{
    const char *type, *name = fk_xml_value(xml, "name");
    if (!fk_xml_need(&r->xml, xml, "type", &type))
        return false;
    fk_nearest nearest = fk_nearest_make(type);
    for (int i = 0; i < FK_JOINT_COUNT; i++) {
        fk_nearest_offer(&nearest, words[i]);
        if (fk_same_text(type, words[i])) {
            *out = (fk_joint_kind)i;
            return true;
        }
    }
    return fk_xml_fail(&r->xml, xml,
                       "joint '%s' has the unknown type '%s'%s%s; it may be fixed, revolute, continuous, "
                       "prismatic, floating or planar",
                       fk_show(name).text, fk_show(type).text, nearest.found != NULL ? ", meant as " : "",
                       nearest.found != NULL ? nearest.found : "");
}

static bool read_axis(fk_robot_reader *r, const fk_xml *xml, fk_robot_joint *out)
{
    const fk_xml *axis;
    if (!fk_xml_only(&r->xml, xml, "axis", &axis))
        return false;
    if (axis != NULL && !fk_xml_vec3(&r->xml, axis, "xyz", &out->axis))
        return false;
    if (fk_vec3_nonzeros(out->axis) > 0)
        return true;
    return fk_xml_fail(&r->xml, axis,
                       "joint '%s' is %s, but its axis is 0 0 0: give the axis, or make it type=\"fixed\"",
                       fk_show(out->name).text, words[out->kind]);
}

/* Without <limit> there are none; a bound that is not in it is 0. */
static bool read_limits(fk_robot_reader *r, const fk_xml *xml, fk_robot_joint *out)
{
    const fk_xml *limit;
    bool is_length = out->kind == FK_JOINT_PRISMATIC;
    if (!fk_xml_only(&r->xml, xml, "limit", &limit))
        return false;
    if (limit == NULL)
        return true;
    double lower = 0, upper = 0, velocity = 0;
    if (!fk_xml_number(&r->xml, limit, "lower", &lower) || !fk_xml_number(&r->xml, limit, "upper", &upper) ||
        !fk_xml_number(&r->xml, limit, "velocity", &velocity))
        return false;
    if (fk_sign_of(velocity) < 0)
        return fk_xml_fail(&r->xml, limit, "joint '%s' has a negative velocity, %s: take off the sign",
                           fk_show(out->name).text, fk_show_number(velocity).text);
    if (out->kind != FK_JOINT_CONTINUOUS && fk_double_order(lower, upper) > 0)
        return fk_xml_fail(&r->xml, limit,
                           "joint '%s': the lower limit %s is above the upper one, %s: swap them",
                           fk_show(out->name).text, fk_show_number(lower).text, fk_show_number(upper).text);
    if (is_length &&
        (!fk_urdf_length(r, limit, "lower", &lower) || !fk_urdf_length(r, limit, "upper", &upper) ||
         !fk_urdf_length(r, limit, "velocity", &velocity)))
        return false;
    out->velocity = fk_sign_of(velocity) > 0 ? velocity : INFINITY;
    if (out->kind == FK_JOINT_CONTINUOUS)
        return true;
    out->has_limits = true;
    out->lower = lower;
    out->upper = upper;
    return true;
}

bool fk_urdf_joint(fk_robot_reader *r, const fk_xml *xml, fk_robot_joint *out)
{
    out->axis = fk_vec3_make(1, 0, 0);
    out->lower = -INFINITY;
    out->upper = out->velocity = INFINITY;
    out->variable = FK_NONE;
    if (!read_kind(r, xml, &out->kind) || !fk_urdf_origin(r, xml, &out->origin))
        return false;
    return !moves(out->kind) || (read_axis(r, xml, out) && read_limits(r, xml, out));
}

/* ---- Variables ----------------------------------------------------------------------------------------- */

/* The joint that another one mimics; FK_NONE where it does not. */
static bool read_mimic(fk_robot_reader *r, const fk_xml *xml, fk_robot_joint *joint, uint32_t *out)
{
    const fk_xml *mimic;
    const char *name;
    *out = FK_NONE;
    joint->factor = 1;
    if (!fk_xml_only(&r->xml, xml, "mimic", &mimic))
        return false;
    if (mimic == NULL)
        return true;
    if (!fk_xml_need(&r->xml, mimic, "joint", &name) ||
        !fk_xml_number(&r->xml, mimic, "multiplier", &joint->factor) ||
        !fk_xml_number(&r->xml, mimic, "offset", &joint->offset))
        return false;
    *out = fk_names_find(&r->own->joint_names, name);
    if (*out == FK_NONE)
        return fk_xml_fail(&r->xml, mimic,
                           "joint '%s' mimics '%s', and there is no such joint: correct the name",
                           fk_show(joint->name).text, fk_show(name).text);
    const fk_robot_joint *other = &r->own->joint[*out];
    if (!moves(other->kind))
        return fk_xml_fail(&r->xml, mimic,
                           "joint '%s' mimics '%s', which is %s and has no value: name a joint that moves, "
                           "or delete the <mimic>",
                           fk_show(joint->name).text, fk_show(name).text, words[other->kind]);
    joint->is_mimic = true;
    bool is_length = joint->kind == FK_JOINT_PRISMATIC, of_length = other->kind == FK_JOINT_PRISMATIC;
    if (is_length && !fk_urdf_length(r, mimic, "offset", &joint->offset))
        return false;
    if (is_length && !of_length)
        return fk_urdf_length(r, mimic, "multiplier", &joint->factor);
    if (of_length && !is_length)
        joint->factor = fk_length_convert(joint->factor, r->options->unit, FK_UNIT_M);
    return true;
}

/* Follows the joints that are mimicked to one with a variable. */
static bool follow(fk_robot_reader *r, const fk_xml *xml, const uint32_t *mimicked, uint32_t i)
{
    fk_robot_joint *joint = r->own->joint;
    double factor = joint[i].factor, offset = joint[i].offset;
    uint32_t at = mimicked[i];
    /* Those before in the file are settled; so a chain is walked only as long as it goes on to later ones. */
    for (uint32_t steps = 0; joint[at].variable == FK_NONE; at = mimicked[at], steps++) {
        if (steps > r->own->robot.joint_count)
            return fk_xml_fail(
                &r->xml, xml,
                "joint '%s' mimics itself, by way of '%s': one joint of the circle has to have "
                "a value of its own; delete its <mimic>",
                fk_show(joint[i].name).text, fk_show(joint[mimicked[i]].name).text);
        offset = factor * joint[at].offset + offset;
        factor = factor * joint[at].factor;
    }
    offset = factor * joint[at].offset + offset;
    factor = factor * joint[at].factor;
    if (!fk_is_finite(offset) || !fk_is_finite(factor))
        return fk_xml_fail(&r->xml, xml, "joint '%s' mimics others by factors beyond the range of doubles",
                           fk_show(joint[i].name).text);
    joint[i].factor = factor;
    joint[i].offset = offset;
    joint[i].variable = joint[at].variable;
    return true;
}

bool fk_urdf_variables(fk_robot_reader *r, const fk_xml *const *joint_xml)
{
    fk_robot *robot = &r->own->robot;
    fk_robot_joint *joint = r->own->joint;
    uint32_t *variable = fk_store_get(r->xml.store, (size_t)robot->joint_count + 1, sizeof *variable);
    uint32_t *mimicked = fk_store_get(r->xml.store, (size_t)robot->joint_count + 1, sizeof *mimicked);
    if (variable == NULL || mimicked == NULL)
        return fk_xml_no_memory(&r->xml);
    robot->variable = variable;
    for (uint32_t i = 0; i < robot->joint_count; i++) {
        if (!moves(joint[i].kind))
            continue;
        if (!read_mimic(r, joint_xml[i], &joint[i], &mimicked[i]))
            return false;
        if (mimicked[i] != FK_NONE)
            continue;
        joint[i].variable = robot->variable_count;
        variable[robot->variable_count++] = i;
    }
    for (uint32_t i = 0; i < robot->joint_count; i++)
        if (joint[i].is_mimic && !follow(r, joint_xml[i], mimicked, i))
            return false;
    return true;
}
