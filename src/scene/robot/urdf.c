/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* URDF: links and the tree that joints make of them. Links come out level by level from the root, those of one
 * level in the order of the file. */

#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "scene/robot/robot.h"

/* The tree while it is made; links are numbered as in the file. */
typedef struct tree {
    uint32_t link_count, joint_count;
    const fk_xml **link, **joint;
    const char **link_name, **joint_name;
    fk_names links, joints;
    uint32_t *above; /* of each link: the joint that it hangs on, or FK_NONE */
    uint32_t *order; /* links, parents first */
    uint32_t *place; /* of each link in that */
    uint32_t *begin; /* joints that hang on link i: below[begin[i + 1]] to below[begin[i + 2] - 1] */
    uint32_t *below;
} tree;

static bool get_room(fk_robot_reader *r, tree *t)
{
    fk_store *store = r->xml.store;
    size_t links = (size_t)t->link_count + 2, joints = (size_t)t->joint_count + 1;
    t->link = fk_store_get(store, links, sizeof *t->link);
    t->link_name = fk_store_get(store, links, sizeof *t->link_name);
    t->joint = fk_store_get(store, joints, sizeof *t->joint);
    t->joint_name = fk_store_get(store, joints, sizeof *t->joint_name);
    t->above = fk_store_get(store, links, sizeof *t->above);
    t->order = fk_store_get(store, links, sizeof *t->order);
    t->place = fk_store_get(store, links, sizeof *t->place);
    t->begin = fk_store_get(store, links, sizeof *t->begin);
    t->below = fk_store_get(store, joints, sizeof *t->below);
    r->own->link = fk_store_get(store, links, sizeof *r->own->link);
    r->own->rigid = fk_store_get(store, links, sizeof *r->own->rigid);
    r->own->joint = fk_store_get(store, joints, sizeof *r->own->joint);
    bool is_there = t->link != NULL && t->link_name != NULL && t->joint != NULL && t->joint_name != NULL;
    is_there = is_there && t->above != NULL && t->order != NULL && t->place != NULL && t->begin != NULL;
    is_there = is_there && t->below != NULL && r->own->link != NULL && r->own->rigid != NULL;
    return (is_there && r->own->joint != NULL) || fk_xml_no_memory(&r->xml);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

/* All elements of a name with their own names, no two of which are equal. */
static bool read_names(fk_robot_reader *r, const fk_xml *root, const char *what, const fk_xml **xml,
                       const char **name, fk_names *names)
{
    uint32_t count = 0;
    for (const fk_xml *e = fk_xml_first(root, what); e != NULL; e = fk_xml_next(e), count++) {
        xml[count] = e;
        if (!fk_xml_need(&r->xml, e, "name", &name[count]))
            return false;
    }
    if (!fk_names_build(names, r->xml.store, name, count))
        return fk_xml_no_memory(&r->xml);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = fk_names_find(names, name[i]);
        if (first != i)
            return fk_xml_fail(&r->xml, xml[i],
                               "two %ss are called '%s', the first in line %lu: give one another name", what,
                               fk_show(name[i]).text, (unsigned long)xml[first]->line);
    }
    return true;
}

/* ---- Joints -------------------------------------------------------------------------------------------- */

/* The link that <parent> or <child> of a joint names. */
static bool find_link(fk_robot_reader *r, const tree *t, const fk_xml *joint, const char *which,
                      uint32_t *out)
{
    const fk_xml *end;
    const char *name, *own = fk_xml_value(joint, "name");
    if (!fk_xml_only(&r->xml, joint, which, &end))
        return false;
    if (end == NULL)
        return fk_xml_fail(&r->xml, joint, "joint '%s' has no %s link: add <%s link=\"...\"/>",
                           fk_show(own).text, which, which);
    if (!fk_xml_need(&r->xml, end, "link", &name))
        return false;
    *out = fk_names_find(&t->links, name);
    return *out != FK_NONE ||
           fk_xml_fail(&r->xml, end,
                       "joint '%s': there is no link '%s': add <link name=\"%s\"/>, or correct the name",
                       fk_show(own).text, fk_show(name).text, fk_show(name).text);
}

static bool read_joints(fk_robot_reader *r, tree *t)
{
    for (uint32_t i = 0; i < t->link_count; i++)
        t->above[i] = FK_NONE;
    for (uint32_t i = 0; i < t->joint_count; i++) {
        fk_robot_joint *joint = &r->own->joint[i];
        const fk_xml *xml = t->joint[i];
        joint->name = t->joint_name[i];
        if (!fk_urdf_joint(r, xml, joint) || !find_link(r, t, xml, "parent", &joint->parent) ||
            !find_link(r, t, xml, "child", &joint->child))
            return false;
        uint32_t other = t->above[joint->child];
        if (other != FK_NONE)
            return fk_xml_fail(&r->xml, xml,
                               "link '%s' hangs on two joints, '%s' in line %lu and '%s': a link has one "
                               "parent; delete one of them",
                               fk_show(t->link_name[joint->child]).text, fk_show(t->joint_name[other]).text,
                               (unsigned long)t->joint[other]->line, fk_show(joint->name).text);
        t->above[joint->child] = i;
        t->begin[joint->parent + 1]++;
    }
    return true;
}

/* ---- The tree ------------------------------------------------------------------------------------------ */

/* A link that is above itself: goes up from one that the root does not reach. */
static bool fail_loop(fk_robot_reader *r, const tree *t, uint32_t link)
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
        fk_show(t->link_name[link]).text, fk_show(t->joint_name[t->above[link]]).text,
        (unsigned long)count - 1);
}

static bool find_root(fk_robot_reader *r, const tree *t, uint32_t *out)
{
    uint32_t found = FK_NONE;
    for (uint32_t i = 0; i < t->link_count; i++) {
        if (t->above[i] != FK_NONE)
            continue;
        if (found != FK_NONE)
            return fk_xml_fail(&r->xml, t->link[i],
                               "the robot has two roots, '%s' in line %lu and '%s': join one to the rest by "
                               "a joint, be it fixed",
                               fk_show(t->link_name[found]).text, (unsigned long)t->link[found]->line,
                               fk_show(t->link_name[i]).text);
        found = i;
    }
    *out = found;
    return found != FK_NONE || fail_loop(r, t, 0);
}

/* Joints by the link that they hang on. begin[i + 1] is how many there are of link i, and then where they begin. */
static void sort_joints(const fk_robot_joint *joint, tree *t)
{
    for (uint32_t i = 0; i < t->link_count; i++)
        t->begin[i + 1] += t->begin[i];
    for (uint32_t i = t->joint_count; i-- > 0;)
        t->below[--t->begin[joint[i].parent + 1]] = i;
    t->begin[t->link_count + 1] = t->joint_count;
}

static bool order_links(fk_robot_reader *r, tree *t)
{
    uint32_t count = 0;
    if (!find_root(r, t, &t->order[0]))
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
            return fail_loop(r, t, i);
    return true;
}

/* Links in their order, and joints that name them by it. */
static bool make_links(fk_robot_reader *r, const tree *t)
{
    fk_robot_own *own = r->own;
    const char **name = fk_store_get(r->xml.store, (size_t)t->link_count + 1, sizeof *name);
    r->link_xml = fk_store_get(r->xml.store, (size_t)t->link_count + 1, sizeof *r->link_xml);
    if (name == NULL || r->link_xml == NULL)
        return fk_xml_no_memory(&r->xml);
    for (uint32_t i = 0; i < t->joint_count; i++) {
        own->joint[i].parent = t->place[own->joint[i].parent];
        own->joint[i].child = t->place[own->joint[i].child];
    }
    for (uint32_t i = 0; i < t->link_count; i++) {
        uint32_t joint = t->above[t->order[i]];
        name[i] = own->link[i].name = t->link_name[t->order[i]];
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
    return fk_names_build(&own->link_names, r->xml.store, name, t->link_count) || fk_xml_no_memory(&r->xml);
}

bool fk_urdf_read(fk_robot_reader *r, const fk_xml *root)
{
    tree t = {.link_count = fk_xml_count(root, "link"), .joint_count = fk_xml_count(root, "joint")};
    if (!fk_xml_need(&r->xml, root, "name", &r->own->robot.name))
        return false;
    if (t.link_count == 0)
        return fk_xml_fail(&r->xml, root,
                           "robot '%s' has no links: it needs one at least, <link name=\"...\">",
                           fk_show(r->own->robot.name).text);
    return get_room(r, &t) && read_names(r, root, "link", t.link, t.link_name, &t.links) &&
           read_names(r, root, "joint", t.joint, t.joint_name, &t.joints) && read_joints(r, &t) &&
           order_links(r, &t) && make_links(r, &t) && fk_urdf_variables(r, t.joint) && fk_urdf_shapes(r);
}

/* ---- Lengths and poses --------------------------------------------------------------------------------- */

bool fk_urdf_length(fk_robot_reader *r, const fk_xml *xml, const char *name, double *value)
{
    double length = fk_length_convert(*value, FK_UNIT_M, r->options->unit);
    if (!fk_is_finite(length))
        return fk_xml_fail(&r->xml, xml, "%s of <%s>: %s m is beyond the range of doubles in %s", name,
                           xml->name, fk_show_number(*value).text, fk_unit_word(r->options->unit));
    *value = length;
    return true;
}

/* The rotation of <origin>. Newer files may have a quaternion. */
static bool read_turn(fk_robot_reader *r, const fk_xml *origin, fk_vec3 xyz, fk_pose *out)
{
    fk_vec3 rpy = {0, 0, 0};
    double quat[4];
    bool has_quat = fk_xml_value(origin, "quat_xyzw") != NULL;
    if (has_quat && fk_xml_value(origin, "rpy") != NULL)
        return fk_xml_fail(&r->xml, origin, "<origin> has rpy and quat_xyzw: delete one of them");
    if (has_quat) {
        if (!fk_xml_quat(&r->xml, origin, "quat_xyzw", quat))
            return false;
        return fk_pose_from_quat_xyzw(xyz, quat, out) == FK_OK ||
               fk_xml_fail(&r->xml, origin,
                           "quat_xyzw of <origin>: four zeros are no rotation; \"0 0 0 1\" turns nothing");
    }
    if (!fk_xml_vec3(&r->xml, origin, "rpy", &rpy))
        return false;
    *out = fk_pose_from_rpy(xyz, rpy);
    return true;
}

bool fk_urdf_origin(fk_robot_reader *r, const fk_xml *parent, fk_pose *out)
{
    const fk_xml *origin;
    fk_vec3 xyz = {0, 0, 0};
    *out = fk_pose_identity();
    if (!fk_xml_only(&r->xml, parent, "origin", &origin))
        return false;
    if (origin == NULL)
        return true;
    return fk_xml_vec3(&r->xml, origin, "xyz", &xyz) && fk_urdf_length(r, origin, "xyz", &xyz.x) &&
           fk_urdf_length(r, origin, "xyz", &xyz.y) && fk_urdf_length(r, origin, "xyz", &xyz.z) &&
           read_turn(r, origin, xyz, out);
}
