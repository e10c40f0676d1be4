/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Builds the parts of a scene: one for each shape, one for each object of each mesh, one for each shape of each
 * robot; and places all of them for checks and sweeps. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/vec3.h"
#include "scene/files.h"
#include "scene/parts.h"

/* ---- From entries to parts ----------------------------------------------------------------------------- */

/* A bound on the coordinates of a part after its motion and those that it is attached to; infinite on overflow. */
static double moved_extent(const fk_scene *scene, uint32_t frame, double extent)
{
    for (; frame != FK_NONE; frame = scene->frame[frame].parent) {
        const fk_frame *f = &scene->frame[frame];
        double largest = fk_vec3_largest(f->origin.translation);
        for (uint32_t i = 0; i < f->key_count; i++)
            largest = fk_larger(largest, fk_vec3_largest(f->key[i].xyz));
        extent = 4 * extent + 2 * largest;
    }
    return extent;
}

/* Checks that all placed points of a part are finite: entries of a rotation are at most 1 + 1e-6. */
static bool check_extent(fk_json_reader *r, const fk_json_value *top, uint32_t entry,
                         const fk_owned_scene *own, double extent)
{
    fk_entry_path path;
    const fk_scene_entry *e = &own->entry[entry];
    double largest = 4 * extent + fk_vec3_largest(e->pose.translation);
    if (fk_is_finite(moved_extent(&own->scene, e->frame, largest)))
        return true;
    return fk_json_fail(
        r, fk_scene_entry_value(top, entry, NULL, &path),
        "part '%s' reaches beyond the range of doubles, 1.8e308: is it that large, and is it there?",
        fk_show_text(e->name).text);
}

static fk_scene_part *add_scene_part(fk_owned_scene *own, uint32_t entry)
{
    const fk_scene_entry *e = &own->entry[entry];
    fk_scene_part *part = &own->part[own->scene.part_count++];
    *part = (fk_scene_part){.name = e->name,
                            .entry = entry,
                            .file = e->file,
                            .group = FK_NONE,
                            .frame = e->frame,
                            .pose = e->pose};
    return part;
}

/* The name of the only part of a file: if it is added and a shape of a robot has its name, its path. */
static const char *name_of_only_part(const fk_owned_scene *own, const fk_scene_entry *e)
{
    for (uint32_t i = 0; e->is_added && own->moveit == NULL && i < own->robot_count; i++)
        for (uint32_t k = 0; k < own->robot[i].robot->shape_count; k++)
            if (fk_same_text(own->robot[i].robot->shape[k].name, e->name))
                return e->path;
    return e->name;
}

static bool add_mesh_parts(fk_json_reader *r, const fk_json_value *top, uint32_t entry, fk_owned_scene *own,
                           double *extent)
{
    const fk_scene_entry *e = &own->entry[entry];
    const fk_loaded_file *loaded = &own->loaded[e->file];
    for (uint32_t i = 0; i < loaded->mesh_count; i++) {
        fk_scene_part *part = add_scene_part(own, entry);
        part->mesh = loaded->mesh != NULL ? loaded->mesh[i] : &loaded->model->part[i];
        if (*extent < 0 || loaded->mesh_count > 1)
            *extent = fk_larger(*extent, fk_mesh_largest_coordinate(part->mesh));
        if (loaded->mesh_count == 1) {
            part->name = name_of_only_part(own, e);
            continue;
        }
        part->name =
            fk_scene_arena_join_text(r->arena, e->beginning, strlen(e->beginning), loaded->object[i]);
        if (part->name == NULL)
            return fk_json_fail_memory(r);
    }
    return check_extent(r, top, entry, own, *extent);
}

static bool add_shape_part(fk_json_reader *r, const fk_json_value *top, uint32_t entry, fk_owned_scene *own)
{
    const fk_scene_entry *e = &own->entry[entry];
    fk_scene_part *part = add_scene_part(own, entry);
    part->piece = e->piece;
    part->cells = e->cells;
    part->mesh = e->made;
    return check_extent(r, top, entry, own, e->extent);
}

static void add_robot_parts(fk_owned_scene *own, uint32_t entry, uint32_t first_file)
{
    fk_scene_robot *robot = &own->scene_robot[entry - (own->entry_count - own->robot_count)];
    robot->first_part = own->scene.part_count;
    for (uint32_t i = 0; i < robot->robot->shape_count; i++) {
        const fk_robot_shape *shape = &robot->robot->shape[i];
        own->part[own->scene.part_count++] =
            (fk_scene_part){.name = shape->name,
                            .entry = entry,
                            .file = shape->file != FK_NONE ? first_file + shape->file : FK_NONE,
                            .group = FK_NONE,
                            .mesh = shape->mesh,
                            .piece = shape->piece,
                            .pose = shape->pose,
                            .frame = robot->first_frame + shape->link};
    }
}

/* Appends the files of robots to those of the entries. */
static bool add_robot_files(fk_json_reader *r, fk_owned_scene *own)
{
    size_t count = own->scene.file_count, more = 0;
    for (uint32_t i = 0; i < own->robot_count; i++)
        more += own->robot[i].robot->file_count;
    if (more == 0)
        return true;
    fk_scene_file *file = fk_scene_arena_allocate(r->arena, count + more, sizeof *file);
    fk_loaded_file *loaded = fk_scene_arena_allocate(r->arena, count + more, sizeof *loaded);
    if (file == NULL || loaded == NULL)
        return fk_json_fail_memory(r);
    memcpy(file, own->file, count * sizeof *file);
    memcpy(loaded, own->loaded, count * sizeof *loaded);
    for (uint32_t i = 0; i < own->robot_count; i++)
        for (uint32_t k = 0; k < own->robot[i].robot->file_count; k++)
            file[count++] = own->robot[i].robot->file[k];
    own->file = file;
    own->loaded = loaded;
    own->scene.file_count = (uint32_t)count;
    return true;
}

static bool count_parts(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own, uint32_t *out)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < own->entry_count; i++) {
        fk_scene_entry *e = &own->entry[i];
        e->first_part = (uint32_t)count;
        if (e->is_robot)
            e->part_count = own->robot[i - (own->entry_count - own->robot_count)].robot->shape_count;
        else
            e->part_count = e->path != NULL ? own->loaded[e->file].mesh_count : 1;
        count += e->part_count;
        fk_entry_path path;
        bool is_empty = e->part_count == 0 && !e->is_robot;
        if (is_empty || count >= FK_NONE)
            return fk_json_fail(r, fk_scene_entry_value(top, i, "mesh", &path), "%s",
                                is_empty ? "the file has no parts" : "too many parts");
    }
    if (count == 0)
        return fk_json_fail(r, top,
                            "there are no parts: no link of the robot %.400s has a <collision> element",
                            own->robot[0].urdf);
    *out = (uint32_t)count;
    return true;
}

/* Checks that names are unique; objects of files may repeat earlier names. */
static bool check_part_names(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    uint32_t count = own->scene.part_count;
    if (!fk_name_index_build_strided(&own->part_names, r->arena, &own->part->name, sizeof *own->part, count))
        return fk_json_fail_memory(r);
    uint32_t second = fk_name_index_find_repeated(&own->part_names, count);
    if (second == FK_NONE)
        return true;
    const char *name = own->part[second].name;
    uint32_t first = fk_name_index_find(&own->part_names, name);
    uint64_t line, column;
    fk_entry_path path;
    fk_json_locate(r, fk_scene_entry_value(top, own->part[first].entry, NULL, &path), false, &line, &column);
    return fk_json_fail(
        r, fk_scene_entry_value(top, own->part[second].entry, NULL, &path),
        "two parts are called '%s', one of this entry and one of that in line %lu, by the objects in "
        "a file: give one entry another \"name\", or the objects other names in the file",
        fk_show_text(name).text, (unsigned long)line);
}

bool fk_scene_build_parts(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    uint32_t count = 0;
    if (!count_parts(r, top, own, &count))
        return false;
    own->part = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *own->part);
    double *extent = fk_scene_arena_allocate(r->arena, (size_t)own->scene.file_count + 1, sizeof *extent);
    if (own->part == NULL || extent == NULL)
        return fk_json_fail_memory(r);
    uint32_t files = own->scene.file_count;
    for (uint32_t i = 0; i < files; i++)
        extent[i] = -1; /* not known yet */
    if (!add_robot_files(r, own))
        return false;
    for (uint32_t i = 0; i < own->entry_count; i++) {
        uint32_t file = own->entry[i].file;
        if (own->entry[i].is_robot) {
            add_robot_parts(own, i, files);
            files += own->robot[i - (own->entry_count - own->robot_count)].robot->file_count;
        } else if (file != FK_NONE ? !add_mesh_parts(r, top, i, own, &extent[file])
                                   : !add_shape_part(r, top, i, own))
            return false;
    }
    return check_part_names(r, top, own);
}

/* ---- Placed parts -------------------------------------------------------------------------------------- */

/* Parts and what they own. */
typedef struct owned_parts {
    fk_parts parts;       /* first: both structs have one address */
    fk_scene_arena arena; /* of everything here, this struct included */
    fk_check_part *part;
    fk_sweep_part *moving;
    fk_mesh **made; /* for parts of cells; else NULL */
    fk_motion *motion;
} owned_parts;

/* The robot of a joint, and the joint's variable there. */
static const fk_scene_robot *find_joint_robot(const fk_scene *scene, uint32_t joint, uint32_t *variable)
{
    const fk_scene_robot *robot = scene->robot;
    for (; joint >= robot->robot->variable_count; robot++)
        joint -= robot->robot->variable_count;
    *variable = joint;
    return robot;
}

double fk_parts_joint_value(void *user, uint32_t joint, double time)
{
    const fk_scene *scene = ((const fk_parts *)user)->scene;
    uint32_t variable;
    const fk_scene_robot *robot = find_joint_robot(scene, joint, &variable);
    const fk_track *track = &scene->track[robot->track];
    uint32_t next = 0, last = track->time_count - 1;
    while (next <= last && track->time[next] <= time)
        next++;
    uint32_t low = next > 0 ? next - 1 : 0, high = next <= last ? next : last;
    double before = track->value[(size_t)low * track->variable_count + variable];
    double after = track->value[(size_t)high * track->variable_count + variable];
    double width = track->time[high] - track->time[low];
    double value = width > 0 ? before + (after - before) * ((time - track->time[low]) / width) : before;
    bool slides = robot->robot->joint[robot->robot->variable[variable]].kind == FK_JOINT_PRISMATIC;
    return slides ? fk_length_convert(value, scene->unit, FK_UNIT_M) : value;
}

static const char *build_joint_name(owned_parts *own, uint32_t index)
{
    const fk_scene *scene = own->parts.scene;
    uint32_t variable;
    const fk_scene_robot *robot = find_joint_robot(scene, index, &variable);
    const char *joint = robot->robot->joint[robot->robot->variable[variable]].name;
    if (scene->robot_count == 1)
        return joint;
    size_t bytes = strlen(robot->name) + strlen(joint) + 2;
    char *name = fk_scene_arena_allocate(&own->arena, bytes, 1);
    if (name != NULL)
        snprintf(name, bytes, "%s/%s", robot->name, joint);
    return name;
}

static fk_status build_joint_names(owned_parts *own)
{
    const fk_scene *scene = own->parts.scene;
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->robot_count; i++)
        count += scene->robot[i].robot->variable_count;
    const char **name = fk_scene_arena_allocate(&own->arena, (size_t)count + 1, sizeof *name);
    if (name == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        name[i] = build_joint_name(own, i);
        if (name[i] == NULL)
            return FK_ERROR_MEMORY;
    }
    own->parts.joint_count = count;
    own->parts.joint = name;
    return FK_OK;
}

static void place_part(owned_parts *own, uint32_t index)
{
    const fk_sweep_part *moving = &own->moving[index];
    own->part[index].pose = moving->part.pose;
    if (moving->frame == FK_NONE)
        return;
    fk_pose frame = fk_motion_pose(own->motion, moving->frame, own->parts.time);
    own->part[index].pose = fk_pose_multiply(&frame, &moving->part.pose);
}

void fk_parts_move(fk_parts *parts, double time)
{
    parts->time = time;
    for (uint32_t i = 0; i < parts->count; i++)
        place_part((owned_parts *)parts, i);
}

void fk_parts_place(fk_parts *parts, uint32_t part, const fk_pose *pose)
{
    owned_parts *own = (owned_parts *)parts;
    own->moving[part].part.pose = *pose;
    place_part(own, part);
}

static fk_status fill_part(owned_parts *own, uint32_t index)
{
    const fk_scene_part *from = &own->parts.scene->part[index];
    fk_status status = FK_OK;
    if (from->cells != NULL)
        status = fk_cell_tree_mesh(own->arena.context, from->cells, &own->made[index]);
    const fk_mesh *mesh = from->cells != NULL ? own->made[index] : from->mesh;
    const fk_piece *piece = from->piece.kind != FK_KIND_NONE ? &from->piece : NULL;
    own->part[index] = (fk_check_part){from->name, mesh, piece, from->pose};
    own->moving[index] = (fk_sweep_part){own->part[index], from->frame};
    return status;
}

static fk_status fill_parts(owned_parts *own)
{
    const fk_scene *scene = own->parts.scene;
    uint32_t count = scene->part_count;
    const char **file = fk_scene_arena_allocate(&own->arena, count, sizeof *file);
    own->part = fk_scene_arena_allocate(&own->arena, count, sizeof *own->part);
    own->moving = fk_scene_arena_allocate(&own->arena, count, sizeof *own->moving);
    own->made = fk_scene_arena_allocate(&own->arena, count, sizeof(fk_mesh *));
    if (file == NULL || own->part == NULL || own->moving == NULL || own->made == NULL)
        return FK_ERROR_MEMORY;
    own->parts.count = count;
    own->parts.part = own->part;
    own->parts.moving = own->moving;
    own->parts.file = file;
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < count && status == FK_OK; i++) {
        file[i] = scene->part[i].file != FK_NONE ? scene->file[scene->part[i].file].path : NULL;
        status = fill_part(own, i);
    }
    if (status == FK_OK && scene->frame_count > 0)
        status = fk_motion_create(own->arena.context, scene->frame, scene->frame_count, scene->track,
                                  scene->track_count, &own->motion);
    own->parts.motion = own->motion;
    return status == FK_OK ? build_joint_names(own) : status;
}

fk_status fk_parts_create(fk_context *context, const fk_scene *scene, fk_parts **out)
{
    fk_scene_arena arena;
    fk_scene_arena_init(&arena, context);
    owned_parts *own = fk_scene_arena_allocate(&arena, 1, sizeof *own);
    if (own == NULL)
        return FK_ERROR_MEMORY;
    own->parts.scene = scene;
    own->arena = arena;
    fk_status status = fill_parts(own);
    if (status != FK_OK) {
        fk_parts_free(context, &own->parts);
        return status;
    }
    fk_parts_move(&own->parts, own->motion != NULL ? fk_motion_span(own->motion).lo : 0);
    *out = &own->parts;
    return FK_OK;
}

void fk_parts_free(fk_context *context, fk_parts *parts)
{
    owned_parts *own = (owned_parts *)parts;
    if (own == NULL)
        return;
    for (uint32_t i = 0; i < own->parts.count; i++)
        fk_mesh_free(context, own->made[i]);
    if (own->motion != NULL)
        fk_motion_free(context, own->motion);
    fk_scene_arena arena = own->arena;
    fk_scene_arena_end(&arena);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

static void tighten_rule(fk_check_rule *rule, const fk_scene_test *test)
{
    if (!rule->is_tested)
        *rule = (fk_check_rule){.is_tested = true, .ignore_overlap = HUGE_VAL, .allow_contact = true};
    if (test->clearance > rule->clearance)
        rule->clearance = test->clearance;
    if (test->ignore_overlap < rule->ignore_overlap)
        rule->ignore_overlap = test->ignore_overlap;
    rule->allow_contact = rule->allow_contact && test->allow_contact;
}

fk_check_rule fk_scene_rule(const fk_scene *scene, uint32_t a, uint32_t b)
{
    fk_check_rule rule = {.is_tested = scene->test_count == 0};
    rule.ignored = fk_scene_ignores(scene, a, b);
    for (uint32_t i = 0; rule.ignored == NULL && i < scene->test_count; i++)
        if (fk_scene_test_has(&scene->test[i], a, b))
            tighten_rule(&rule, &scene->test[i]);
    return rule;
}
