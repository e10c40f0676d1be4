/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* "robots" of a scene, and the robot of the options: what is said about them, and loading them. */

#include <stdio.h>
#include <string.h>

#include "scene/parts.h"

bool fk_count_robots(fk_reader *r, const fk_value *top, uint32_t *out)
{
    fk_value robots;
    size_t count = 0;
    if (fk_value_member(top, "robots", &robots)) {
        if (!fk_value_array(r, &robots, "robots", 0))
            return false;
        count = json_array_size(robots.json);
    }
    *out = (uint32_t)count + (r->options->urdf != NULL);
    return true;
}

/* ---- What is said -------------------------------------------------------------------------------------- */

/* A path that need not be there. */
static bool read_path(fk_reader *r, const fk_value *robot, const char *key, const char *what,
                      const char **out)
{
    fk_value member;
    const char *path;
    return !fk_value_member(robot, key, &member) ||
           (fk_value_text(r, &member, what, &path) && fk_keep_path(r, path, out));
}

/* Folders of the robot, then those of the options. */
static bool read_package_path(fk_reader *r, const fk_value *robot, fk_robot_entry *out)
{
    fk_value list;
    size_t own = 0, more = r->options->package_path_count;
    if (robot != NULL && fk_value_member(robot, "package_path", &list)) {
        if (!fk_value_array(r, &list, "folders", 1))
            return false;
        own = json_array_size(list.json);
    }
    out->package_path = fk_store_get(r->store, own + more + 1, sizeof *out->package_path);
    if (out->package_path == NULL)
        return fk_reader_no_memory(r);
    for (size_t i = 0; i < own; i++) {
        fk_value element = fk_value_element(&list, i);
        const char *path;
        if (!fk_value_text(r, &element, "the path of a folder", &path) ||
            !fk_keep_path(r, path, &out->package_path[i]))
            return false;
    }
    for (size_t i = 0; i < more; i++)
        out->package_path[own + i] = r->options->package_path[i];
    out->package_path_count = (uint32_t)(own + more);
    return true;
}

static bool read_robot(fk_reader *r, const fk_value *value, fk_entry *entry, fk_robot_entry *out)
{
    static const char *const known[] = {"name", "urdf",   "srdf",         "trajectory",
                                        "pose", "joints", "package_path", NULL};
    fk_value member;
    if (!fk_value_fields(r, value, "a robot", known) || !fk_value_need(r, value, "urdf", "a robot", &member))
        return false;
    if (!read_path(r, value, "urdf", "\"urdf\", the path of a file,", &out->urdf) ||
        !read_path(r, value, "srdf", "\"srdf\", the path of a file,", &out->srdf) ||
        !read_path(r, value, "trajectory", "\"trajectory\", the path of a CSV file,", &out->trajectory) ||
        !read_package_path(r, value, out))
        return false;
    entry->has_name = fk_value_member(value, "name", &member);
    if (entry->has_name &&
        !(fk_value_text(r, &member, "\"name\"", &entry->name) && fk_value_keep(r, entry->name, &entry->name)))
        return false;
    if (fk_value_member(value, "joints", &member) && !json_is_object(member.json) &&
        !json_is_string(member.json))
        return fk_value_fail(r, &member,
                             "\"joints\" are values by name, as {\"elbow\": 0.2}, or the name of a state of "
                             "the SRDF file");
    return !fk_value_member(value, "pose", &member) || fk_read_pose(r, &member, &out->pose);
}

static bool add_option(fk_reader *r, fk_robot_entry *out)
{
    const fk_scene_options *options = r->options;
    out->urdf = options->urdf;
    out->srdf = options->srdf;
    out->trajectory = options->trajectory;
    out->is_option = true;
    return read_package_path(r, NULL, out);
}

bool fk_read_robots(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    uint32_t count;
    fk_value robots;
    if (!fk_count_robots(r, top, &count))
        return false;
    own->robot = fk_store_get(r->store, (size_t)count + 1, sizeof *own->robot);
    own->scene_robot = fk_store_get(r->store, (size_t)count + 1, sizeof *own->scene_robot);
    own->track = fk_store_get(r->store, (size_t)count + 1, sizeof *own->track);
    if (own->robot == NULL || own->scene_robot == NULL || own->track == NULL)
        return fk_reader_no_memory(r);
    own->robot_count = count;
    bool has_robots = fk_value_member(top, "robots", &robots);
    for (uint32_t i = 0; i < count; i++) {
        fk_entry *entry = &own->entry[own->entry_count];
        fk_robot_entry *robot = &own->robot[i];
        entry->is_robot = true;
        entry->file = entry->frame = FK_NONE;
        robot->pose = fk_pose_identity();
        bool is_option = !has_robots || i >= json_array_size(robots.json);
        fk_value value = is_option ? *top : fk_value_element(&robots, i);
        if (is_option ? !add_option(r, robot) : !read_robot(r, &value, entry, robot))
            return false;
        if (!entry->has_name && count == 1)
            entry->name = "";
        else if (!entry->has_name && !fk_keep_stem(r, robot->urdf, &entry->name))
            return false;
        entry->has_name = true;
        own->entry_count++;
    }
    return true;
}

/* ---- Loading ------------------------------------------------------------------------------------------- */

bool fk_fail_robot_file(fk_reader *r, const fk_value *place, const char *what, const char *name,
                        fk_status status, const fk_robot_report *report)
{
    char where[48] = "";
    if (status != FK_ERROR_SYNTAX && status != FK_ERROR_READ && status != FK_ERROR_FORMAT) {
        r->status = status;
        return false;
    }
    if (report->column > 0)
        snprintf(where, sizeof where, "%lu:%lu:", (unsigned long)report->line, (unsigned long)report->column);
    else if (report->line > 0)
        snprintf(where, sizeof where, "%lu:", (unsigned long)report->line);
    if (*name != '\0')
        (void)fk_value_fail(r, place, "%s '%s': %.300s:%s %.560s", what, fk_show(name).text, report->path,
                            where, report->message);
    else
        (void)fk_value_fail(r, place, "%.300s:%s %.700s", report->path, where, report->message);
    r->status = status;
    return false;
}

static bool load_robot(fk_reader *r, const fk_value *top, fk_scene_own *own, uint32_t i)
{
    fk_robot_entry *robot = &own->robot[i];
    uint32_t entry = own->entry_count - own->robot_count + i;
    fk_entry_way way;
    const char *name = own->entry[entry].name;
    fk_robot_report report;
    fk_robot_options options = fk_robot_options_default();
    options.load_mesh = r->options->load_mesh;
    options.user = r->options->user;
    options.load_mesh_ends = r->options->load_mesh_ends;
    options.load = r->options->load;
    options.up = r->options->up;
    options.unit = r->unit;
    options.srdf = robot->srdf;
    options.package_path = robot->package_path;
    options.package_path_count = robot->package_path_count;
    options.name = *name != '\0' ? name : NULL;
    fk_status status = fk_robot_load(r->context, robot->urdf, &options, &report, &robot->robot);
    own->scene_robot[i] = (fk_scene_robot){.name = name, .robot = robot->robot, .track = i};
    if (status != FK_OK) {
        const char *key = robot->srdf != NULL && fk_same_text(report.path, robot->srdf) ? "srdf" : "urdf";
        return fk_fail_robot_file(r, fk_entry_value(top, entry, key, &way), "robot",
                                  robot->is_option ? "" : name, status, &report);
    }
    return fk_make_track(r, top, own, i);
}

bool fk_load_robots(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    for (uint32_t i = 0; i < own->robot_count; i++)
        if (!load_robot(r, top, own, i)) {
            if (own->robot[i].is_option) {
                r->report->line = r->report->column = 0;
                r->report->is_of_robot = true;
            }
            return false;
        }
    own->scene.robot_count = own->scene.track_count = own->robot_count;
    own->scene.robot = own->scene_robot;
    own->scene.track = own->track;
    return true;
}
