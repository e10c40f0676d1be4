/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads what moves in a scene: "motion" of a part, given as keys (poses with times) or as a trajectory (a table in a
 * file); "robots", and the robot of the options. Builds the frames of these after they are loaded: a part is in the
 * frame of its motion, in that of what it is "attached_to", or in the world. */

#include <stdio.h>
#include <string.h>

#include "scene/moveit.h"

bool fk_scene_fail_robot_file(fk_json_reader *r, const fk_json_value *where, const char *what,
                              const char *name, fk_status status, const fk_robot_report *report)
{
    char position[48] = "";
    if (status != FK_ERROR_SYNTAX && status != FK_ERROR_READ && status != FK_ERROR_FORMAT) {
        r->status = status;
        return false;
    }
    if (report->column > 0)
        snprintf(position, sizeof position, "%lu:%lu:", (unsigned long)report->line,
                 (unsigned long)report->column);
    else if (report->line > 0)
        snprintf(position, sizeof position, "%lu:", (unsigned long)report->line);
    if (*name != '\0')
        (void)fk_json_fail(r, where, "%s '%s': %.300s:%s %.560s", what, fk_show_text(name).text, report->path,
                           position, report->message);
    else
        (void)fk_json_fail(r, where, "%.300s:%s %.700s", report->path, position, report->message);
    r->status = status;
    return false;
}

/* ---- Motions ------------------------------------------------------------------------------------------- */

static bool read_motion_keys(fk_json_reader *r, const fk_json_value *keys, fk_scene_entry *out)
{
    if (!fk_json_check_array(r, keys, "keys, which are poses with a time \"t\"", 1))
        return false;
    size_t count = json_array_size(keys->json);
    out->key = fk_scene_arena_allocate(r->arena, count, sizeof *out->key);
    if (out->key == NULL)
        return fk_json_fail_memory(r);
    for (size_t i = 0; i < count; i++) {
        fk_json_value element = fk_json_element(keys, i), time;
        if (!fk_scene_read_key(r, &element, &out->key[i]))
            return false;
        if (i == 0 || out->key[i - 1].time < out->key[i].time)
            continue;
        (void)fk_json_member(&element, "t", &time);
        return fk_json_fail(r, &time, "times increase: %s does not come after %s, the time of the key before",
                            fk_show_number(out->key[i].time).text, fk_show_number(out->key[i - 1].time).text);
    }
    out->key_count = (uint32_t)count;
    return true;
}

bool fk_scene_read_motion(fk_json_reader *r, const fk_json_value *part, fk_scene_entry *out)
{
    static const char *const known[] = {"keys", "trajectory", NULL};
    fk_json_value motion, keys, file, member;
    const char *path;
    if (fk_json_member(part, "attached_to", &member) &&
        !fk_json_read_text_copy(r, &member, "\"attached_to\", the name of a part or link,",
                                &out->attached_to))
        return false;
    out->has_motion = fk_json_member(part, "motion", &motion);
    if (!out->has_motion)
        return true;
    if (json_is_array(motion.json))
        return fk_json_fail(
            r, &motion,
            "\"motion\" is an object: {\"keys\": [...]}, or {\"trajectory\": \"file.csv\"}, not an array");
    if (!fk_json_check_fields(r, &motion, "a motion", known))
        return false;
    bool has_keys = fk_json_member(&motion, "keys", &keys);
    bool has_file = fk_json_member(&motion, "trajectory", &file);
    if (has_keys == has_file)
        return fk_json_fail(
            r, &motion, "a motion has \"keys\", poses with times, or a \"trajectory\", which is a CSV file%s",
            has_keys ? ", not both" : "; this has neither");
    if (has_keys)
        return read_motion_keys(r, &keys, out);
    return fk_json_read_text(r, &file, "\"trajectory\", the path of a CSV file,", &path) &&
           fk_scene_resolve_path(r, path, &out->trajectory);
}

/* The names of columns, in the order of a key. */
enum { COLUMNS = 7 };
static const char *const column_name[COLUMNS] = {"x", "y", "z", "qx", "qy", "qz", "qw"};

/* The index of each of them in the table, or FK_NONE. */
static bool find_pose_columns(fk_json_reader *r, const fk_json_value *where, const fk_scene_entry *e,
                              const fk_trajectory *table, uint32_t column[COLUMNS])
{
    uint32_t found = 0;
    for (int k = 0; k < COLUMNS; k++)
        column[k] = FK_NONE;
    for (uint32_t i = 0; i < table->column_count; i++) {
        int k = 0;
        while (k < COLUMNS && !fk_same_text(table->name[i], column_name[k]))
            k++;
        if (k == COLUMNS)
            return fk_json_fail(
                r, where, "%.600s: a column is called '%s'; that of a part has t, x, y, z, qx, qy, qz, qw",
                e->trajectory, fk_show_text(table->name[i]).text);
        column[k] = i;
        found++;
    }
    for (int k = 0; k < COLUMNS; k++)
        if (column[k] == FK_NONE && (k < 3 || found > 3))
            return fk_json_fail(r, where, "%.600s: there is no column '%s'%s", e->trajectory, column_name[k],
                                k < 3 ? "" : "; a rotation has all of qx, qy, qz, qw, or none of them");
    return true;
}

static bool rows_to_keys(fk_json_reader *r, const fk_json_value *where, fk_scene_entry *e,
                         const fk_trajectory *table)
{
    uint32_t column[COLUMNS];
    if (!find_pose_columns(r, where, e, table, column))
        return false;
    e->key = fk_scene_arena_allocate(r->arena, (size_t)table->row_count + 1, sizeof *e->key);
    if (e->key == NULL)
        return fk_json_fail_memory(r);
    for (uint32_t i = 0; i < table->row_count; i++) {
        const double *row = table->value + (size_t)i * table->column_count;
        fk_key *key = &e->key[i];
        fk_pose pose;
        key->time = table->time[i];
        key->xyz = fk_vec3_make(row[column[0]], row[column[1]], row[column[2]]);
        for (int k = 0; k < 4; k++)
            key->quat_xyzw[k] = column[3] != FK_NONE ? row[column[3 + k]] : k == 3;
        if (fk_pose_from_quat_xyzw(key->xyz, key->quat_xyzw, &pose) != FK_OK)
            return fk_json_fail(
                r, where,
                "%.600s: at t = %s qx, qy, qz, qw are all 0, which is no rotation; 0, 0, 0, 1 turns nothing",
                e->trajectory, fk_show_number(key->time).text);
    }
    e->key_count = table->row_count;
    return true;
}

static bool load_motion(fk_json_reader *r, const fk_json_value *top, uint32_t entry, fk_owned_scene *own)
{
    fk_entry_path path;
    fk_json_value file;
    fk_robot_report report;
    fk_trajectory *table = NULL;
    const fk_json_value *motion = fk_scene_entry_value(top, entry, "motion", &path);
    const fk_json_value *where = fk_json_member(motion, "trajectory", &file) ? &file : motion;
    fk_scene_entry *e = &own->entry[entry];
    fk_status status = fk_trajectory_load(r->context, e->trajectory, &report, &table);
    if (status == FK_OK) {
        bool good = rows_to_keys(r, where, e, table);
        fk_trajectory_free(r->context, table);
        return good;
    }
    return fk_scene_fail_robot_file(r, where, "part", e->name, status, &report);
}

bool fk_scene_load_motions(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    for (uint32_t i = 0; i < own->entry_count; i++)
        if (own->entry[i].trajectory != NULL && !load_motion(r, top, i, own))
            return false;
    return true;
}

/* ---- Robots -------------------------------------------------------------------------------------------- */

bool fk_scene_count_robots(fk_json_reader *r, const fk_json_value *top, const fk_owned_scene *own,
                           uint32_t *out)
{
    fk_json_value robots;
    size_t count = 0;
    if (fk_json_member(top, "robots", &robots)) {
        if (!fk_json_check_array(r, &robots, "robots", 0))
            return false;
        count = json_array_size(robots.json);
    }
    *out = (uint32_t)count + own->added_robot_count;
    return true;
}

/* Reads an optional path. */
static bool read_robot_path(fk_json_reader *r, const fk_json_value *robot, const char *key, const char *what,
                            const char **out)
{
    fk_json_value member;
    const char *path;
    return !fk_json_member(robot, key, &member) ||
           (fk_json_read_text(r, &member, what, &path) && fk_scene_resolve_path(r, path, out));
}

/* Reads the folders of the robot, then those of the options. */
static bool read_package_path(fk_json_reader *r, const fk_json_value *robot, fk_robot_entry *out)
{
    fk_json_value list;
    size_t own = 0, more = r->options->package_path_count;
    if (robot != NULL && fk_json_member(robot, "package_path", &list)) {
        if (!fk_json_check_array(r, &list, "folders", 1))
            return false;
        own = json_array_size(list.json);
    }
    out->package_path = fk_scene_arena_allocate(r->arena, own + more + 1, sizeof *out->package_path);
    if (out->package_path == NULL)
        return fk_json_fail_memory(r);
    for (size_t i = 0; i < own; i++) {
        fk_json_value element = fk_json_element(&list, i);
        const char *path;
        if (!fk_json_read_text(r, &element, "the path of a folder", &path) ||
            !fk_scene_resolve_path(r, path, &out->package_path[i]))
            return false;
    }
    for (size_t i = 0; i < more; i++)
        out->package_path[own + i] = r->options->package_path[i];
    out->package_path_count = (uint32_t)(own + more);
    return true;
}

/* Writes one value of "arguments" as "NAME:=VALUE". */
static bool read_robot_argument(fk_json_reader *r, const fk_json_value *value, const char **out)
{
    char number[FK_NUMBER_SIZE];
    const char *text = number;
    if (json_is_string(value->json))
        text = json_string_value(value->json);
    else if (json_is_boolean(value->json))
        text = json_is_true(value->json) ? "true" : "false";
    else if (json_is_number(value->json))
        (void)fk_number_format(json_number_value(value->json), number);
    else
        return fk_json_fail(r, value, "an argument of a xacro file is a text, a number, true or false");
    char *name = fk_scene_arena_join_text(r->arena, value->key, strlen(value->key), ":=");
    *out = name != NULL ? fk_scene_arena_join_text(r->arena, name, strlen(name), text) : NULL;
    return *out != NULL || fk_json_fail_memory(r);
}

/* Reads the arguments of a xacro file: an object with their values by name. */
static bool read_robot_arguments(fk_json_reader *r, const fk_json_value *robot, fk_robot_entry *out)
{
    fk_json_value all;
    if (!fk_json_member(robot, "arguments", &all))
        return true;
    if (!json_is_object(all.json))
        return fk_json_fail(r, &all, "\"arguments\" are values by name, as {\"prefix\": \"left_\"}");
    const char **argument =
        fk_scene_arena_allocate(r->arena, json_object_size(all.json) + 1, sizeof *argument);
    if (argument == NULL)
        return fk_json_fail_memory(r);
    out->argument = argument;
    for (void *at = json_object_iter(all.json); at != NULL; at = json_object_iter_next(all.json, at)) {
        fk_json_value value = {
            .parent = &all, .key = json_object_iter_key(at), .json = json_object_iter_value(at)};
        if (!read_robot_argument(r, &value, &argument[out->argument_count++]))
            return false;
    }
    return true;
}

static bool read_scene_robot(fk_json_reader *r, const fk_json_value *value, fk_scene_entry *entry,
                             fk_robot_entry *out)
{
    static const char *const known[] = {"name",   "urdf",         "srdf",      "trajectory", "pose",
                                        "joints", "package_path", "arguments", NULL};
    fk_json_value member;
    if (!fk_json_check_fields(r, value, "a robot", known) ||
        !fk_json_require(r, value, "urdf", "a robot", &member))
        return false;
    if (!read_robot_path(r, value, "urdf", "\"urdf\", the path of a file,", &out->urdf) ||
        !read_robot_path(r, value, "srdf", "\"srdf\", the path of a file,", &out->srdf) ||
        !read_robot_path(r, value, "trajectory", "\"trajectory\", the path of a CSV file,",
                         &out->trajectory) ||
        !read_package_path(r, value, out) || !read_robot_arguments(r, value, out))
        return false;
    entry->has_name = fk_json_member(value, "name", &member);
    if (entry->has_name && !fk_json_read_text_copy(r, &member, "\"name\"", &entry->name))
        return false;
    if (fk_json_member(value, "joints", &member) && !json_is_object(member.json) &&
        !json_is_string(member.json))
        return fk_json_fail(r, &member,
                            "\"joints\" are values by name, as {\"elbow\": 0.2}, or the name of a state of "
                            "the SRDF file");
    return !fk_json_member(value, "pose", &member) || fk_scene_read_pose(r, &member, &out->pose);
}

static bool add_option_robot(fk_json_reader *r, const char *urdf, fk_robot_entry *out)
{
    const fk_scene_options *options = r->options;
    out->urdf = urdf;
    out->is_option = true;
    out->has_settings = urdf == options->urdf;
    if (out->has_settings) {
        out->srdf = options->srdf;
        out->trajectory = options->trajectory;
        out->argument = options->argument;
        out->argument_count = options->argument_count;
    }
    return read_package_path(r, NULL, out);
}

bool fk_scene_read_robots(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own, uint32_t count)
{
    fk_json_value robots;
    own->robot = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *own->robot);
    own->scene_robot = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *own->scene_robot);
    own->track = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *own->track);
    if (own->robot == NULL || own->scene_robot == NULL || own->track == NULL)
        return fk_json_fail_memory(r);
    own->robot_count = count;
    uint32_t in_text = count - own->added_robot_count;
    (void)fk_json_member(top, "robots", &robots);
    for (uint32_t i = 0; i < count; i++) {
        fk_scene_entry *entry = &own->entry[own->entry_count];
        fk_robot_entry *robot = &own->robot[i];
        entry->is_robot = true;
        entry->file = entry->frame = FK_NONE;
        robot->pose = fk_pose_identity();
        bool is_option = i >= in_text;
        fk_json_value value = is_option ? *top : fk_json_element(&robots, i);
        if (is_option ? !add_option_robot(r, own->added_robot[i - in_text], robot)
                      : !read_scene_robot(r, &value, entry, robot))
            return false;
        if (!entry->has_name && count == 1)
            entry->name = "";
        else if (!entry->has_name && !fk_scene_copy_stem(r, robot->urdf, &entry->name))
            return false;
        entry->has_name = true;
        own->entry_count++;
    }
    return true;
}

static bool load_scene_robot(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own, uint32_t i)
{
    fk_robot_entry *robot = &own->robot[i];
    uint32_t entry = own->entry_count - own->robot_count + i;
    fk_entry_path path;
    const char *name = own->entry[entry].name;
    fk_robot_report report;
    fk_robot_options options = fk_robot_options_default();
    options.load_mesh = r->options->load_mesh;
    options.user = r->options->user;
    options.load_mesh_ends = r->options->load_mesh_ends;
    options.load = r->options->load;
    options.has_up = r->options->turns_robots;
    options.up = r->options->up;
    options.unit = r->unit;
    options.srdf = robot->srdf;
    options.package_path = robot->package_path;
    options.package_path_count = robot->package_path_count;
    options.argument = robot->argument;
    options.argument_count = robot->argument_count;
    options.name = *name != '\0' ? name : NULL;
    fk_status status = fk_robot_load(r->context, robot->urdf, &options, &report, &robot->robot);
    own->scene_robot[i] = (fk_scene_robot){.name = name, .robot = robot->robot, .track = i};
    if (status != FK_OK) {
        const char *key = robot->srdf != NULL && fk_same_text(report.path, robot->srdf) ? "srdf" : "urdf";
        return fk_scene_fail_robot_file(r, fk_scene_entry_value(top, entry, key, &path), "robot",
                                        robot->is_option ? "" : name, status, &report);
    }
    if (own->moveit != NULL && !fk_moveit_enlarge_links(r, own->moveit, robot->robot))
        return false;
    return fk_scene_build_track(r, top, own, i);
}

bool fk_scene_load_robots(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    for (uint32_t i = 0; i < own->robot_count; i++)
        if (!load_scene_robot(r, top, own, i)) {
            if (own->robot[i].is_option && !r->has_place) {
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

/* ---- What parts are attached to ------------------------------------------------------------------------ */

/* What "attached_to" refers to: a part with a motion, or the frame of a link. */
typedef struct attach_target {
    uint32_t entry, frame; /* one of them is set, the other is FK_NONE */
} attach_target;

/* The number of links with a name, with or without the robot's name and "/" in front; and the frame of the first. */
static uint32_t count_links_named(const fk_owned_scene *own, const char *word, uint32_t *frame)
{
    uint32_t count = 0;
    for (uint32_t i = own->robot_count; i-- > 0;) {
        const fk_scene_robot *robot = &own->scene_robot[i];
        size_t length = strlen(robot->name);
        bool has_name = length > 0 && strlen(word) > length + 1 && memcmp(word, robot->name, length) == 0 &&
                        word[length] == '/';
        uint32_t link = has_name ? fk_robot_find_link(robot->robot, word + length + 1) : FK_NONE;
        link = link != FK_NONE ? link : fk_robot_find_link(robot->robot, word);
        if (link == FK_NONE)
            continue;
        *frame = robot->first_frame + link;
        count++;
    }
    return count;
}

static bool fail_unknown_target(fk_json_reader *r, const fk_json_value *value, const fk_owned_scene *own,
                                const char *word)
{
    fk_spelling nearest = fk_spelling_make(word);
    for (uint32_t i = 0; i < own->entry_count; i++)
        if (own->entry[i].has_motion)
            fk_spelling_offer(&nearest, own->entry[i].name);
    for (uint32_t i = 0; i < own->robot_count; i++)
        for (uint32_t k = 0; k < own->robot[i].robot->link_count; k++)
            fk_spelling_offer(&nearest, own->robot[i].robot->link[k].name);
    const char *found = nearest.found;
    return fk_json_fail(r, value, "no part with a \"motion\" and no link of a robot is called '%s'%s%s%s",
                        fk_show_text(word).text, found != NULL ? "; did you mean '" : "",
                        found != NULL ? fk_show_text(found).text : "", found != NULL ? "'?" : "");
}

/* Finds what a part is attached to. */
static bool find_attach_target(fk_json_reader *r, const fk_json_value *top, uint32_t entry,
                               const fk_owned_scene *own, attach_target *out)
{
    fk_entry_path path;
    const char *word = own->entry[entry].attached_to;
    const fk_json_value *value = fk_scene_entry_value(top, entry, "attached_to", &path);
    uint32_t other = fk_name_index_find(&own->entry_names, word), frame = FK_NONE;
    *out = (attach_target){FK_NONE, FK_NONE};
    if (other != FK_NONE && !own->entry[other].is_robot) {
        const fk_scene_entry *e = &own->entry[other];
        if (other == entry)
            return fk_json_fail(r, value, "a part is not attached to itself");
        if (!e->has_motion)
            return fk_json_fail(
                r, value,
                e->attached_to != NULL ? "'%s' has no \"motion\" of its own: attach this to '%s', as that is"
                                       : "'%s' has no \"motion\", so nothing is attached to it: leave "
                                         "\"attached_to\" out%s",
                fk_show_text(word).text, e->attached_to != NULL ? fk_show_text(e->attached_to).text : "");
        out->entry = other;
        return true;
    }
    uint32_t count = count_links_named(own, word, &frame);
    if (count == 0)
        return other != FK_NONE
                   ? fk_json_fail(r, value, "'%s' is a robot: write '%s/LINK', with the name of its link",
                                  fk_show_text(word).text, fk_show_text(word).text)
                   : fail_unknown_target(r, value, own, word);
    if (count > 1)
        return fk_json_fail(r, value, "%lu robots have a link '%s': write 'ROBOT/%s'", (unsigned long)count,
                            fk_show_text(word).text, fk_show_text(word).text);
    out->frame = frame;
    return true;
}

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* Adds the frame of a part with a motion, after those of the parts that it is attached to, the outermost first.
 * `chain` has room for all entries. */
static bool add_frames(fk_json_reader *r, const fk_json_value *top, uint32_t entry, fk_owned_scene *own,
                       fk_frame *frame, uint32_t *chain)
{
    uint32_t count = 0, parent = FK_NONE;
    for (uint32_t at = entry; at != FK_NONE && own->entry[at].frame == FK_NONE;) {
        attach_target to = {FK_NONE, FK_NONE};
        fk_entry_path path;
        if (count == own->entry_count)
            return fk_json_fail(r, fk_scene_entry_value(top, entry, "attached_to", &path),
                                "'%s' is attached to itself, by way of others: leave out one \"attached_to\"",
                                fk_show_text(own->entry[entry].name).text);
        chain[count++] = at;
        if (own->entry[at].attached_to != NULL && !find_attach_target(r, top, at, own, &to))
            return false;
        at = to.entry;
        parent = at != FK_NONE ? own->entry[at].frame : to.frame;
    }
    while (count > 0) {
        fk_scene_entry *e = &own->entry[chain[--count]];
        e->frame = own->scene.frame_count++;
        frame[e->frame] = (fk_frame){.parent = parent,
                                     .origin = fk_pose_identity(),
                                     .kind = FK_FRAME_KEYS,
                                     .variable = FK_NONE,
                                     .key_count = e->key_count,
                                     .key = e->key};
        parent = e->frame;
    }
    return true;
}

static void add_robot_frames(fk_owned_scene *own, fk_frame *frame)
{
    for (uint32_t i = 0; i < own->robot_count; i++) {
        const fk_robot *robot = own->robot[i].robot;
        fk_scene_robot *out = &own->scene_robot[i];
        out->first_frame = own->scene.frame_count;
        fk_robot_frames(robot, FK_NONE, &own->robot[i].pose, out->first_frame, out->track,
                        frame + out->first_frame);
        own->scene.frame_count += robot->link_count;
    }
}

bool fk_scene_build_frames(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < own->entry_count; i++)
        count += own->entry[i].has_motion;
    for (uint32_t i = 0; i < own->robot_count; i++)
        count += own->robot[i].robot->link_count;
    fk_frame *frame = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *frame);
    uint32_t *chain = fk_scene_arena_allocate(r->arena, (size_t)own->entry_count + 1, sizeof *chain);
    if (frame == NULL || chain == NULL)
        return fk_json_fail_memory(r);
    if (count >= FK_NONE)
        return fk_json_fail(r, top, "too many links and motions");
    add_robot_frames(own, frame);
    own->scene.frame = frame;
    for (uint32_t i = 0; i < own->entry_count; i++)
        if (own->entry[i].has_motion && !add_frames(r, top, i, own, frame, chain))
            return false;
    for (uint32_t i = 0; i < own->entry_count; i++) {
        attach_target to;
        fk_scene_entry *e = &own->entry[i];
        if (e->has_motion || e->attached_to == NULL)
            continue;
        if (!find_attach_target(r, top, i, own, &to))
            return false;
        e->frame = to.entry != FK_NONE ? own->entry[to.entry].frame : to.frame;
    }
    return true;
}
