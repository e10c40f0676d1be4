/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads URDF: links, their tree of joints, how each joint moves, and by which variable. Links come out level by level
 * from the root, those of one level in the order of the file. A joint that mimics another has that one's variable,
 * along a chain of mimics.
 *
 * Lengths in the file are metres. The value of a prismatic joint is a length, and so are its limits, and the offset
 * of one that mimics; a factor is a length if the joint is prismatic and what it mimics is not, and the inverse of a
 * length in the opposite case. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "scene/robot.h"

/* ---- Lengths and poses --------------------------------------------------------------------------------- */

bool fk_urdf_read_length(fk_robot_reader *r, const fk_xml_element *xml, const char *name, double *value)
{
    double length = fk_length_convert(*value, FK_UNIT_M, r->options->unit);
    if (!fk_is_finite(length))
        return fk_xml_fail(&r->xml, xml, "%s of <%s>: %s m is beyond the range of doubles in %s", name,
                           xml->name, fk_show_number(*value).text, fk_unit_word(r->options->unit));
    *value = length;
    return true;
}

/* Reads the rotation of <origin>. Newer files may have a quaternion. */
static bool read_origin_rotation(fk_robot_reader *r, const fk_xml_element *origin, fk_vec3 xyz, fk_pose *out)
{
    fk_vec3 rpy = {0, 0, 0};
    double quat[4];
    bool has_quat = fk_xml_value(origin, "quat_xyzw") != NULL;
    if (has_quat && fk_xml_value(origin, "rpy") != NULL)
        return fk_xml_fail(&r->xml, origin, "<origin> has rpy and quat_xyzw: delete one of them");
    if (has_quat) {
        if (!fk_xml_read_quat(&r->xml, origin, "quat_xyzw", quat))
            return false;
        return fk_pose_from_quat_xyzw(xyz, quat, out) == FK_OK ||
               fk_xml_fail(&r->xml, origin,
                           "quat_xyzw of <origin>: four zeros are no rotation; \"0 0 0 1\" turns nothing");
    }
    if (!fk_xml_read_vec3(&r->xml, origin, "rpy", &rpy))
        return false;
    *out = fk_pose_from_rpy(xyz, rpy);
    return true;
}

bool fk_urdf_read_origin(fk_robot_reader *r, const fk_xml_element *parent, fk_pose *out)
{
    const fk_xml_element *origin;
    fk_vec3 xyz = {0, 0, 0};
    *out = fk_pose_identity();
    if (!fk_xml_only(&r->xml, parent, "origin", &origin))
        return false;
    if (origin == NULL)
        return true;
    return fk_xml_read_vec3(&r->xml, origin, "xyz", &xyz) && fk_urdf_read_length(r, origin, "xyz", &xyz.x) &&
           fk_urdf_read_length(r, origin, "xyz", &xyz.y) && fk_urdf_read_length(r, origin, "xyz", &xyz.z) &&
           read_origin_rotation(r, origin, xyz, out);
}

/* ---- Joints -------------------------------------------------------------------------------------------- */

static const char *const joint_word[FK_JOINT_COUNT] = {
#define WORD(name, word) word,
    FK_JOINT_LIST(WORD)
#undef WORD
};

const char *fk_joint_word(fk_joint_kind kind)
{
    return (unsigned)kind < FK_JOINT_COUNT ? joint_word[kind] : "";
}

static bool is_moving_joint(fk_joint_kind kind)
{
    return kind == FK_JOINT_REVOLUTE || kind == FK_JOINT_CONTINUOUS || kind == FK_JOINT_PRISMATIC;
}

static bool read_joint_kind(fk_robot_reader *r, const fk_xml_element *xml, fk_joint_kind *out)
{
    const char *type, *name = fk_xml_value(xml, "name");
    if (!fk_xml_require(&r->xml, xml, "type", &type))
        return false;
    fk_spelling nearest = fk_spelling_make(type);
    for (int i = 0; i < FK_JOINT_COUNT; i++) {
        fk_spelling_offer(&nearest, joint_word[i]);
        if (fk_same_text(type, joint_word[i])) {
            *out = (fk_joint_kind)i;
            return true;
        }
    }
    return fk_xml_fail(&r->xml, xml,
                       "joint '%s' has the unknown type '%s'%s%s; it may be fixed, revolute, continuous, "
                       "prismatic, floating or planar",
                       fk_show_text(name).text, fk_show_text(type).text,
                       nearest.found != NULL ? ", meant as " : "",
                       nearest.found != NULL ? nearest.found : "");
}

static bool read_axis(fk_robot_reader *r, const fk_xml_element *xml, fk_robot_joint *out)
{
    const fk_xml_element *axis;
    if (!fk_xml_only(&r->xml, xml, "axis", &axis))
        return false;
    if (axis != NULL && !fk_xml_read_vec3(&r->xml, axis, "xyz", &out->axis))
        return false;
    if (fk_vec3_nonzeros(out->axis) > 0)
        return true;
    return fk_xml_fail(&r->xml, axis,
                       "joint '%s' is %s, but its axis is 0 0 0: give the axis, or make it type=\"fixed\"",
                       fk_show_text(out->name).text, joint_word[out->kind]);
}

/* Reads the limits: none without <limit>; a bound missing in it is 0. */
static bool read_limits(fk_robot_reader *r, const fk_xml_element *xml, fk_robot_joint *out)
{
    const fk_xml_element *limit;
    bool is_length = out->kind == FK_JOINT_PRISMATIC;
    if (!fk_xml_only(&r->xml, xml, "limit", &limit))
        return false;
    if (limit == NULL)
        return true;
    double lower = 0, upper = 0, velocity = 0;
    if (!fk_xml_read_number(&r->xml, limit, "lower", &lower) ||
        !fk_xml_read_number(&r->xml, limit, "upper", &upper) ||
        !fk_xml_read_number(&r->xml, limit, "velocity", &velocity))
        return false;
    if (fk_sign_of(velocity) < 0)
        return fk_xml_fail(&r->xml, limit, "joint '%s' has a negative velocity, %s: take off the sign",
                           fk_show_text(out->name).text, fk_show_number(velocity).text);
    if (out->kind != FK_JOINT_CONTINUOUS && fk_double_order(lower, upper) > 0)
        return fk_xml_fail(
            &r->xml, limit, "joint '%s': the lower limit %s is above the upper one, %s: swap them",
            fk_show_text(out->name).text, fk_show_number(lower).text, fk_show_number(upper).text);
    if (is_length &&
        (!fk_urdf_read_length(r, limit, "lower", &lower) || !fk_urdf_read_length(r, limit, "upper", &upper) ||
         !fk_urdf_read_length(r, limit, "velocity", &velocity)))
        return false;
    out->velocity = fk_sign_of(velocity) > 0 ? velocity : INFINITY;
    if (out->kind == FK_JOINT_CONTINUOUS)
        return true;
    out->has_limits = true;
    out->lower = lower;
    out->upper = upper;
    return true;
}

/* Reads a <joint>, except its links and what it mimics, which are names. */
static bool read_joint(fk_robot_reader *r, const fk_xml_element *xml, fk_robot_joint *out)
{
    out->axis = fk_vec3_make(1, 0, 0);
    out->lower = -INFINITY;
    out->upper = out->velocity = INFINITY;
    out->variable = FK_NONE;
    if (!read_joint_kind(r, xml, &out->kind) || !fk_urdf_read_origin(r, xml, &out->origin))
        return false;
    return !is_moving_joint(out->kind) || (read_axis(r, xml, out) && read_limits(r, xml, out));
}

/* Reads the joint that another one mimics; FK_NONE if it does not mimic. */
static bool read_mimic(fk_robot_reader *r, const fk_xml_element *xml, fk_robot_joint *joint, uint32_t *out)
{
    const fk_xml_element *mimic;
    const char *name;
    *out = FK_NONE;
    joint->factor = 1;
    if (!fk_xml_only(&r->xml, xml, "mimic", &mimic))
        return false;
    if (mimic == NULL)
        return true;
    if (!fk_xml_require(&r->xml, mimic, "joint", &name) ||
        !fk_xml_read_number(&r->xml, mimic, "multiplier", &joint->factor) ||
        !fk_xml_read_number(&r->xml, mimic, "offset", &joint->offset))
        return false;
    *out = fk_name_index_find(&r->own->joint_names, name);
    if (*out == FK_NONE)
        return fk_xml_fail(&r->xml, mimic,
                           "joint '%s' mimics '%s', and there is no such joint: correct the name",
                           fk_show_text(joint->name).text, fk_show_text(name).text);
    const fk_robot_joint *other = &r->own->joint[*out];
    if (!is_moving_joint(other->kind))
        return fk_xml_fail(&r->xml, mimic,
                           "joint '%s' mimics '%s', which is %s and has no value: name a joint that moves, "
                           "or delete the <mimic>",
                           fk_show_text(joint->name).text, fk_show_text(name).text, joint_word[other->kind]);
    joint->is_mimic = true;
    bool is_length = joint->kind == FK_JOINT_PRISMATIC, of_length = other->kind == FK_JOINT_PRISMATIC;
    if (is_length && !fk_urdf_read_length(r, mimic, "offset", &joint->offset))
        return false;
    if (is_length && !of_length)
        return fk_urdf_read_length(r, mimic, "multiplier", &joint->factor);
    if (of_length && !is_length)
        joint->factor = fk_length_convert(joint->factor, r->options->unit, FK_UNIT_M);
    return true;
}

/* Follows the chain of mimicked joints to one with a variable. */
static bool resolve_mimic(fk_robot_reader *r, const fk_xml_element *xml, const uint32_t *mimicked, uint32_t i)
{
    fk_robot_joint *joint = r->own->joint;
    double factor = joint[i].factor, offset = joint[i].offset;
    uint32_t at = mimicked[i];
    /* Joints before this one in the file are resolved; so a chain continues only through later ones. */
    for (uint32_t steps = 0; joint[at].variable == FK_NONE; at = mimicked[at], steps++) {
        if (steps > r->own->robot.joint_count)
            return fk_xml_fail(
                &r->xml, xml,
                "joint '%s' mimics itself, by way of '%s': one joint of the circle has to have "
                "a value of its own; delete its <mimic>",
                fk_show_text(joint[i].name).text, fk_show_text(joint[mimicked[i]].name).text);
        offset = factor * joint[at].offset + offset;
        factor = factor * joint[at].factor;
    }
    offset = factor * joint[at].offset + offset;
    factor = factor * joint[at].factor;
    if (!fk_is_finite(offset) || !fk_is_finite(factor))
        return fk_xml_fail(&r->xml, xml, "joint '%s' mimics others by factors beyond the range of doubles",
                           fk_show_text(joint[i].name).text);
    joint[i].factor = factor;
    joint[i].offset = offset;
    joint[i].variable = joint[at].variable;
    return true;
}

/* Assigns variables to joints, and resolves those that mimic. */
static bool assign_variables(fk_robot_reader *r, const fk_xml_element *const *joint_xml)
{
    fk_robot *robot = &r->own->robot;
    fk_robot_joint *joint = r->own->joint;
    uint32_t *variable =
        fk_scene_arena_allocate(r->xml.arena, (size_t)robot->joint_count + 1, sizeof *variable);
    uint32_t *mimicked =
        fk_scene_arena_allocate(r->xml.arena, (size_t)robot->joint_count + 1, sizeof *mimicked);
    if (variable == NULL || mimicked == NULL)
        return fk_xml_fail_memory(&r->xml);
    robot->variable = variable;
    for (uint32_t i = 0; i < robot->joint_count; i++) {
        if (!is_moving_joint(joint[i].kind))
            continue;
        if (!read_mimic(r, joint_xml[i], &joint[i], &mimicked[i]))
            return false;
        if (mimicked[i] != FK_NONE)
            continue;
        joint[i].variable = robot->variable_count;
        variable[robot->variable_count++] = i;
    }
    for (uint32_t i = 0; i < robot->joint_count; i++)
        if (joint[i].is_mimic && !resolve_mimic(r, joint_xml[i], mimicked, i))
            return false;
    return true;
}

/* ---- The tree ------------------------------------------------------------------------------------------ */

/* The tree during construction; links are numbered as in the file. */
typedef struct link_tree {
    uint32_t link_count, joint_count;
    const fk_xml_element **link, **joint;
    const char **link_name, **joint_name;
    fk_name_index links, joints;
    uint32_t *above; /* of each link: the joint to its parent, or FK_NONE */
    uint32_t *order; /* links, parents first */
    uint32_t *place; /* index of each link in order */
    uint32_t *begin; /* the child joints of link i are below[begin[i + 1]] to below[begin[i + 2] - 1] */
    uint32_t *below;
} link_tree;

static bool allocate_link_tree(fk_robot_reader *r, link_tree *t)
{
    fk_scene_arena *arena = r->xml.arena;
    size_t links = (size_t)t->link_count + 2, joints = (size_t)t->joint_count + 1;
    t->link = fk_scene_arena_allocate(arena, links, sizeof *t->link);
    t->link_name = fk_scene_arena_allocate(arena, links, sizeof *t->link_name);
    t->joint = fk_scene_arena_allocate(arena, joints, sizeof *t->joint);
    t->joint_name = fk_scene_arena_allocate(arena, joints, sizeof *t->joint_name);
    t->above = fk_scene_arena_allocate(arena, links, sizeof *t->above);
    t->order = fk_scene_arena_allocate(arena, links, sizeof *t->order);
    t->place = fk_scene_arena_allocate(arena, links, sizeof *t->place);
    t->begin = fk_scene_arena_allocate(arena, links, sizeof *t->begin);
    t->below = fk_scene_arena_allocate(arena, joints, sizeof *t->below);
    r->own->link = fk_scene_arena_allocate(arena, links, sizeof *r->own->link);
    r->own->rigid = fk_scene_arena_allocate(arena, links, sizeof *r->own->rigid);
    r->own->joint = fk_scene_arena_allocate(arena, joints, sizeof *r->own->joint);
    bool is_there = t->link != NULL && t->link_name != NULL && t->joint != NULL && t->joint_name != NULL;
    is_there = is_there && t->above != NULL && t->order != NULL && t->place != NULL && t->begin != NULL;
    is_there = is_there && t->below != NULL && r->own->link != NULL && r->own->rigid != NULL;
    return (is_there && r->own->joint != NULL) || fk_xml_fail_memory(&r->xml);
}

/* Reads all elements of a name, and their names, which must be unique. */
static bool read_element_names(fk_robot_reader *r, const fk_xml_element *root, const char *what,
                               const fk_xml_element **xml, const char **name, fk_name_index *names)
{
    uint32_t count = 0;
    for (const fk_xml_element *e = fk_xml_first(root, what); e != NULL; e = fk_xml_next(e), count++) {
        xml[count] = e;
        if (!fk_xml_require(&r->xml, e, "name", &name[count]))
            return false;
    }
    if (!fk_name_index_build(names, r->xml.arena, name, count))
        return fk_xml_fail_memory(&r->xml);
    uint32_t second = fk_name_index_find_repeated(names, count);
    return second == FK_NONE ||
           fk_xml_fail(&r->xml, xml[second],
                       "two %ss are called '%s', the first in line %lu: give one another name", what,
                       fk_show_text(name[second]).text,
                       (unsigned long)xml[fk_name_index_find(names, name[second])]->line);
}

/* Finds the link that <parent> or <child> of a joint names. */
static bool find_joint_link(fk_robot_reader *r, const link_tree *t, const fk_xml_element *joint,
                            const char *which, uint32_t *out)
{
    const fk_xml_element *end;
    const char *name, *own = fk_xml_value(joint, "name");
    if (!fk_xml_only(&r->xml, joint, which, &end))
        return false;
    if (end == NULL)
        return fk_xml_fail(&r->xml, joint, "joint '%s' has no %s link: add <%s link=\"...\"/>",
                           fk_show_text(own).text, which, which);
    if (!fk_xml_require(&r->xml, end, "link", &name))
        return false;
    *out = fk_name_index_find(&t->links, name);
    return *out != FK_NONE ||
           fk_xml_fail(&r->xml, end,
                       "joint '%s': there is no link '%s': add <link name=\"%s\"/>, or correct the name",
                       fk_show_text(own).text, fk_show_text(name).text, fk_show_text(name).text);
}

static bool read_urdf_joints(fk_robot_reader *r, link_tree *t)
{
    for (uint32_t i = 0; i < t->link_count; i++)
        t->above[i] = FK_NONE;
    for (uint32_t i = 0; i < t->joint_count; i++) {
        fk_robot_joint *joint = &r->own->joint[i];
        const fk_xml_element *xml = t->joint[i];
        joint->name = t->joint_name[i];
        if (!read_joint(r, xml, joint) || !find_joint_link(r, t, xml, "parent", &joint->parent) ||
            !find_joint_link(r, t, xml, "child", &joint->child))
            return false;
        uint32_t other = t->above[joint->child];
        if (other != FK_NONE)
            return fk_xml_fail(&r->xml, xml,
                               "link '%s' hangs on two joints, '%s' in line %lu and '%s': a link has one "
                               "parent; delete one of them",
                               fk_show_text(t->link_name[joint->child]).text,
                               fk_show_text(t->joint_name[other]).text, (unsigned long)t->joint[other]->line,
                               fk_show_text(joint->name).text);
        t->above[joint->child] = i;
        t->begin[joint->parent + 1]++;
    }
    return true;
}

/* Reports a loop of links: goes up from a link that the root does not reach. */
static bool fail_link_loop(fk_robot_reader *r, const link_tree *t, uint32_t link)
{
    const fk_robot_joint *joint = r->own->joint;
    for (uint32_t i = 0; i < t->link_count; i++)
        link = joint[t->above[link]].parent;
    uint32_t count = 1;
    for (uint32_t at = joint[t->above[link]].parent; at != link; at = joint[t->above[at]].parent)
        count++;
    return fk_xml_fail(
        &r->xml, t->joint[t->above[link]],
        "link '%s' hangs on itself, by joint '%s' and %lu more: links and joints form a tree; delete a joint "
        "that closes the loop",
        fk_show_text(t->link_name[link]).text, fk_show_text(t->joint_name[t->above[link]]).text,
        (unsigned long)count - 1);
}

static bool find_root_link(fk_robot_reader *r, const link_tree *t, uint32_t *out)
{
    uint32_t found = FK_NONE;
    for (uint32_t i = 0; i < t->link_count; i++) {
        if (t->above[i] != FK_NONE)
            continue;
        if (found != FK_NONE)
            return fk_xml_fail(&r->xml, t->link[i],
                               "the robot has two roots, '%s' in line %lu and '%s': join one to the rest by "
                               "a joint, be it fixed",
                               fk_show_text(t->link_name[found]).text, (unsigned long)t->link[found]->line,
                               fk_show_text(t->link_name[i]).text);
        found = i;
    }
    *out = found;
    return found != FK_NONE || fail_link_loop(r, t, 0);
}

/* Sorts joints by their parent link. begin[i + 1] is first the number of child joints of link i, then where they
 * begin. */
static void sort_joints(const fk_robot_joint *joint, link_tree *t)
{
    for (uint32_t i = 0; i < t->link_count; i++)
        t->begin[i + 1] += t->begin[i];
    for (uint32_t i = t->joint_count; i-- > 0;)
        t->below[--t->begin[joint[i].parent + 1]] = i;
    t->begin[t->link_count + 1] = t->joint_count;
}

static bool order_links(fk_robot_reader *r, link_tree *t)
{
    uint32_t count = 0;
    if (!find_root_link(r, t, &t->order[0]))
        return false;
    sort_joints(r->own->joint, t);
    for (uint32_t i = 0; i < t->link_count; i++)
        t->place[i] = FK_NONE;
    t->place[t->order[count++]] = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t link = t->order[i];
        for (uint32_t k = t->begin[link + 1]; k < t->begin[link + 2]; k++) {
            uint32_t child = r->own->joint[t->below[k]].child;
            t->place[child] = count;
            t->order[count++] = child;
        }
    }
    for (uint32_t i = 0; i < t->link_count; i++)
        if (t->place[i] == FK_NONE)
            return fail_link_loop(r, t, i);
    return true;
}

/* Builds the links in order, and renumbers the links of joints. */
static bool build_links(fk_robot_reader *r, const link_tree *t)
{
    fk_owned_robot *own = r->own;
    r->link_xml = fk_scene_arena_allocate(r->xml.arena, (size_t)t->link_count + 1, sizeof *r->link_xml);
    if (r->link_xml == NULL)
        return fk_xml_fail_memory(&r->xml);
    for (uint32_t i = 0; i < t->joint_count; i++) {
        own->joint[i].parent = t->place[own->joint[i].parent];
        own->joint[i].child = t->place[own->joint[i].child];
    }
    for (uint32_t i = 0; i < t->link_count; i++) {
        uint32_t joint = t->above[t->order[i]];
        own->link[i].name = t->link_name[t->order[i]];
        own->link[i].joint = joint;
        r->link_xml[i] = t->link[t->order[i]];
        bool is_fixed = joint != FK_NONE && own->joint[joint].kind == FK_JOINT_FIXED;
        own->rigid[i] = is_fixed ? own->rigid[own->joint[joint].parent] : i;
    }
    own->robot.link_count = t->link_count;
    own->robot.link = own->link;
    own->robot.joint_count = t->joint_count;
    own->robot.joint = own->joint;
    own->joint_names = t->joints;
    return fk_name_index_build_strided(&own->link_names, r->xml.arena, &own->link->name, sizeof *own->link,
                                       t->link_count) ||
           fk_xml_fail_memory(&r->xml);
}

bool fk_urdf_read(fk_robot_reader *r, const fk_xml_element *root)
{
    link_tree t = {.link_count = fk_xml_count(root, "link"), .joint_count = fk_xml_count(root, "joint")};
    if (!fk_xml_require(&r->xml, root, "name", &r->own->robot.name))
        return false;
    if (t.link_count == 0)
        return fk_xml_fail(&r->xml, root,
                           "robot '%s' has no links: it needs one at least, <link name=\"...\">",
                           fk_show_text(r->own->robot.name).text);
    return allocate_link_tree(r, &t) && read_element_names(r, root, "link", t.link, t.link_name, &t.links) &&
           read_element_names(r, root, "joint", t.joint, t.joint_name, &t.joints) &&
           read_urdf_joints(r, &t) && order_links(r, &t) && build_links(r, &t) &&
           assign_variables(r, t.joint) && fk_urdf_read_shapes(r);
}
