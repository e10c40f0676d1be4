/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Loads robots from files, and answers which frames and ignored pairs they have: see fk_robot in farkas/scene.h.
 *
 * The order is that of the errors: the URDF text, its content, the SRDF text, and only then the meshes. */

#include <stdio.h>
#include <string.h>

#include "scene/xacro.h"

fk_robot_options fk_robot_options_default(void)
{
    fk_robot_options options = {.unit = FK_UNIT_M};
    return options;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Parses a text, expands what is xacro, and checks that the root is <robot>. */
static bool read_robot_root(fk_robot_reader *r, const fk_robot_text *text, const fk_xml_element **out)
{
    r->xml.path = text->path;
    if (!fk_xml_parse(&r->xml, text->text, text->bytes, out))
        return false;
    bool is_xacro = fk_xacro_is_in(*out);
    if (is_xacro && !fk_xacro_expand(r, *out, out))
        return false;
    if (!is_xacro && r->xml.format[0] == 'u' && r->options->argument_count > 0)
        return fk_xml_fail(&r->xml, *out, "this is no xacro file, so the argument '%s' has no meaning",
                           fk_show_text(r->options->argument[0]).text);
    const char *name = (*out)->name;
    if (fk_same_text(name, "robot"))
        return true;
    return fk_xml_fail(&r->xml, *out, "a %s file begins with <robot name=\"...\">, not <%s>%s",
                       r->xml.format[0] == 'u' ? "URDF" : "SRDF", fk_show_text(name).text,
                       fk_same_text(name, "sdf")      ? ": this is SDF; convert it to URDF"
                       : fk_same_text(name, "mujoco") ? ": this is MJCF; convert it to URDF"
                                                      : "");
}

static bool read_robot_texts(fk_robot_reader *r, const fk_robot_text *urdf, const fk_robot_text *srdf)
{
    const fk_xml_element *root;
    r->xml.format = "urdf";
    if (!read_robot_root(r, urdf, &root) || !fk_urdf_read(r, root))
        return false;
    if (srdf != NULL) {
        r->xml.format = "srdf";
        if (!read_robot_root(r, srdf, &root) || !fk_srdf_read(r, root))
            return false;
    }
    r->xml.path = urdf->path;
    return fk_robot_load_files(r);
}

fk_status fk_robot_parse(fk_context *context, const fk_robot_text *urdf, const fk_robot_text *srdf,
                         const fk_robot_options *options, fk_robot_report *report, fk_robot **out)
{
    fk_owned_robot *own = fk_allocate(context, sizeof *own);
    if (own == NULL)
        return FK_ERROR_MEMORY;
    memset(own, 0, sizeof *own);
    fk_scene_arena_init(&own->arena, context);
    fk_robot_reader r = {
        .xml = {.context = context, .arena = &own->arena, .report = report}, .options = options, .own = own};
    if (read_robot_texts(&r, urdf, srdf))
        *out = &own->robot;
    else
        fk_robot_free(context, &own->robot);
    return r.xml.status;
}

fk_status fk_robot_load_text(fk_context *context, const char *path, fk_robot_report *report,
                             fk_file_text *out)
{
    char message[FK_FILE_MESSAGE];
    fk_status status = fk_file_text_load(context, path, message, out);
    if (status != FK_ERROR_READ)
        return status;
    snprintf(report->path, sizeof report->path, "%s", path);
    snprintf(report->message, sizeof report->message, "%s", message);
    return status;
}

fk_status fk_robot_load(fk_context *context, const char *path, const fk_robot_options *options,
                        fk_robot_report *report, fk_robot **out)
{
    const fk_robot_options usual = fk_robot_options_default();
    fk_robot_report spare;
    fk_file_text urdf = {NULL, 0, 0}, srdf = {NULL, 0, 0};
    options = options != NULL ? options : &usual;
    report = report != NULL ? report : &spare;
    memset(report, 0, sizeof *report);
    if ((unsigned)options->unit >= FK_UNIT_COUNT)
        return FK_ERROR_ARGUMENT;
    fk_status status = fk_robot_load_text(context, path, report, &urdf);
    if (status == FK_OK && options->srdf != NULL)
        status = fk_robot_load_text(context, options->srdf, report, &srdf);
    fk_robot_text text = {path, urdf.bytes, urdf.used}, more = {options->srdf, srdf.bytes, srdf.used};
    if (status == FK_OK)
        status = fk_robot_parse(context, &text, options->srdf != NULL ? &more : NULL, options, report, out);
    fk_file_text_free(context, &srdf);
    fk_file_text_free(context, &urdf);
    return status;
}

void fk_robot_free(fk_context *context, fk_robot *robot)
{
    fk_owned_robot *own = (fk_owned_robot *)robot;
    if (own == NULL)
        return;
    for (uint32_t i = 0; i < own->robot.file_count; i++)
        fk_mesh_free(context, own->mesh[i]);
    for (uint32_t i = 0; own->enlarged != NULL && i < own->robot.shape_count; i++)
        fk_mesh_free(context, own->enlarged[i]);
    fk_scene_arena_end(&own->arena);
    fk_release(context, own, sizeof *own);
}

/* ---- Queries ------------------------------------------------------------------------------------------- */

uint32_t fk_robot_find_joint(const fk_robot *robot, const char *name)
{
    return fk_name_index_find(&((const fk_owned_robot *)robot)->joint_names, name);
}

uint32_t fk_robot_find_link(const fk_robot *robot, const char *name)
{
    return fk_name_index_find(&((const fk_owned_robot *)robot)->link_names, name);
}

void fk_robot_frames(const fk_robot *robot, uint32_t parent, const fk_pose *base, uint32_t first,
                     uint32_t track, fk_frame *frame)
{
    for (uint32_t i = 0; i < robot->link_count; i++) {
        fk_frame f = {.parent = parent, .origin = *base, .kind = FK_FRAME_FIXED, .variable = FK_NONE};
        if (robot->link[i].joint != FK_NONE) {
            const fk_robot_joint *joint = &robot->joint[robot->link[i].joint];
            f.parent = first + joint->parent;
            f.origin = joint->origin;
            f.axis = joint->axis;
            f.variable = joint->variable;
            if (joint->variable != FK_NONE)
                f.kind = joint->kind == FK_JOINT_PRISMATIC ? FK_FRAME_PRISMATIC : FK_FRAME_REVOLUTE;
            f.factor = joint->factor;
            f.offset = joint->offset;
        }
        f.track = track;
        frame[i] = f;
    }
}

static const char *find_disabled(const fk_robot *robot, uint32_t a, uint32_t b)
{
    uint32_t low = 0, high = robot->disabled_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const fk_robot_disabled *d = &robot->disabled[middle];
        if (d->a == a && d->b == b)
            return d->reason;
        if (d->a < a || (d->a == a && d->b < b))
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static bool are_joined(const fk_robot *robot, uint32_t above, uint32_t below)
{
    uint32_t joint = robot->link[below].joint;
    return joint != FK_NONE && robot->joint[joint].parent == above;
}

/* Whether links are left out without a list: adjacent ones that SRDF does not enable. */
static bool are_adjacent(const fk_owned_robot *own, uint32_t a, uint32_t b)
{
    uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    size_t at = fk_lower_bound(own->enabled, own->enabled_count, key);
    bool is_enabled = at < own->enabled_count && own->enabled[at] == key;
    bool is_joined = are_joined(&own->robot, a, b) || are_joined(&own->robot, b, a);
    return !is_enabled && (is_joined || own->rigid[a] == own->rigid[b]);
}

const char *fk_robot_ignores(const fk_robot *robot, uint32_t shape, uint32_t other)
{
    uint32_t a = robot->shape[shape].link, b = robot->shape[other].link;
    if (a == b)
        return "same link";
    const char *reason = a < b ? find_disabled(robot, a, b) : find_disabled(robot, b, a);
    return reason == NULL && are_adjacent((const fk_owned_robot *)robot, a, b) ? "adjacent" : reason;
}
