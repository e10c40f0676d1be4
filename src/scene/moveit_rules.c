/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a scene of MoveIt says about robots: joints, sizes of links, and pairs that are ignored.
 *
 * Sizes are changed as geometric_shapes does (scaleAndPadd). With scale s and padding p, a box has the sides s x + 2 p, a sphere the
 * radius s r + p, a cylinder the radius s r + p and the length s l + 2 p. A vertex of a mesh at the vector d from the mean c of its
 * vertices moves to c + d (s + p / |d|); within a micrometre of c, to d + p along each axis. So a padded mesh is larger by p at its
 * vertices, in the direction from the middle, and by less elsewhere: it is not all that is within p of the mesh. */

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "scene/moveit.h"

/* ---- Joints -------------------------------------------------------------------------------------------- */

bool fk_moveit_set_joints(fk_json_reader *r, const fk_moveit *moveit, const fk_robot *robot, double *value)
{
    const fk_yaml_node *name = fk_moveit_member(moveit->joint_state, "name");
    const fk_yaml_node *position = fk_moveit_member(moveit->joint_state, "position");
    if (!fk_moveit_list(r, name, "name") || !fk_moveit_list(r, position, "position"))
        return false;
    if (name == NULL || fk_moveit_count(position) == 0)
        return true;
    if (name->count != position->count)
        return fk_moveit_fail_at(r, position, "name and position of joint_state have the same length");
    const fk_yaml_node *at = position->first;
    for (const fk_yaml_node *e = name->first; e != NULL; e = e->next, at = at->next) {
        uint32_t joint = e->text != NULL ? fk_robot_find_joint(robot, e->text) : FK_NONE;
        if (!fk_moveit_is_number(at))
            return fk_moveit_fail_at(r, at, "a position is a finite number");
        if (joint == FK_NONE || robot->joint[joint].variable == FK_NONE || robot->joint[joint].is_mimic)
            continue;
        value[robot->joint[joint].variable] = at->number; /* the unit of the scene is metres */
    }
    return true;
}

/* ---- Sizes of links ------------------------------------------------------------------------------------ */

/* The number that a list gives for a link, or `usual`. */
static bool find_link_number(fk_json_reader *r, const fk_yaml_node *list, const char *link, const char *key,
                             double usual, double *out)
{
    *out = usual;
    for (const fk_yaml_node *e = fk_moveit_first(list); e != NULL; e = e->next) {
        const fk_yaml_node *name = fk_moveit_member(e, "link_name"), *value = fk_moveit_member(e, key);
        if (name == NULL || name->text == NULL || value == NULL)
            return fk_moveit_fail_at(r, e, "an element of link_%s has a link_name and a %s", key, key);
        if (!fk_same_text(name->text, link))
            continue;
        if (!fk_moveit_is_number(value) || (usual == 1 && !(value->number > 0)))
            return fk_moveit_fail_at(r, value, "%s is a number%s", key, usual == 1 ? " above 0" : "");
        *out = value->number;
    }
    return true;
}

static double enlarged(double size, double scale, double padding)
{
    return size * scale + padding;
}

/* Enlarges a shape of a link that is centred, along z. Returns false if nothing is left of it. */
static bool enlarge_piece(fk_piece *piece, double scale, double padding)
{
    if (piece->kind == FK_KIND_BOX) {
        fk_vec3 corner = piece->as.cell.origin;
        double size[3] = {-2 * corner.x, -2 * corner.y, -2 * corner.z};
        for (int i = 0; i < 3; i++)
            size[i] = enlarged(size[i], scale, 2 * padding);
        *piece = fk_centred_box(size);
        return size[0] > 0 && size[1] > 0 && size[2] > 0;
    }
    if (piece->kind == FK_KIND_SPHERE) {
        *piece = fk_piece_sphere(fk_vec3_make(0, 0, 0), enlarged(piece->as.sphere.radius, scale, padding));
        return piece->as.sphere.radius > 0;
    }
    double radius = enlarged(piece->as.capsule.radius, scale, padding);
    bool is_capsule = piece->kind == FK_KIND_CAPSULE;
    double length = enlarged(2 * piece->as.capsule.end[1].z, scale, is_capsule ? 0 : 2 * padding);
    *piece = fk_centred_axial(is_capsule ? fk_piece_capsule : fk_piece_cylinder, length, radius);
    return radius > 0 && length > 0;
}

static fk_vec3 mean_of_points(const fk_mesh *mesh)
{
    fk_vec3 sum = fk_vec3_make(0, 0, 0);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        sum = fk_vec3_add(sum, mesh->point[i]);
    return fk_vec3_scale(sum, 1.0 / (mesh->vertex_count > 0 ? mesh->vertex_count : 1));
}

static fk_vec3 enlarge_point(fk_vec3 point, fk_vec3 center, double scale, double padding)
{
    fk_vec3 d = fk_vec3_sub(point, center);
    double length = sqrt(fk_vec3_dot(d, d));
    if (length > 1e-6)
        return fk_vec3_add(center, fk_vec3_scale(d, scale + padding / length));
    return fk_vec3_add(center, fk_vec3_make(d.x > 0 ? d.x + padding : d.x - padding,
                                            d.y > 0 ? d.y + padding : d.y - padding,
                                            d.z > 0 ? d.z + padding : d.z - padding));
}

static fk_status enlarge_mesh(fk_context *context, const fk_mesh *mesh, double scale, double padding,
                              fk_mesh **out)
{
    size_t bytes = ((size_t)mesh->vertex_count + 1) * sizeof(fk_vec3);
    fk_vec3 *point = fk_allocate(context, bytes), center = mean_of_points(mesh);
    if (point == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        point[i] = enlarge_point(mesh->point[i], center, scale, padding);
    fk_mesh_input input = {
        point, mesh->vertex_count, mesh->triangle, mesh->triangle_count, {.keep_points = true}};
    fk_status status = fk_mesh_build(context, &input, NULL, out);
    fk_release(context, point, bytes);
    return status;
}

static bool enlarge_shape(fk_json_reader *r, fk_owned_robot *own, uint32_t index, double scale,
                          double padding)
{
    fk_robot_shape *shape = &own->shape[index];
    if (shape->mesh == NULL)
        return enlarge_piece(&shape->piece, scale, padding) ||
               fk_moveit_fail(r, 0, 0, "link_padding leaves nothing of '%s'", fk_show_text(shape->name).text);
    if (own->enlarged == NULL)
        own->enlarged =
            fk_scene_arena_allocate(&own->arena, (size_t)own->robot.shape_count + 1, sizeof(fk_mesh *));
    if (own->enlarged == NULL)
        return fk_json_fail_memory(r);
    fk_status status = enlarge_mesh(r->context, shape->mesh, scale, padding, &own->enlarged[index]);
    if (status == FK_ERROR_MEMORY)
        return fk_json_fail_memory(r);
    shape->mesh = status == FK_OK ? own->enlarged[index] : shape->mesh;
    return status == FK_OK || fk_moveit_fail(r, 0, 0, "link_padding of '%s': %s",
                                             fk_show_text(shape->name).text, fk_status_text(status));
}

bool fk_moveit_enlarge_links(fk_json_reader *r, const fk_moveit *moveit, fk_robot *robot)
{
    for (uint32_t i = 0; i < robot->link_count; i++) {
        const fk_robot_link *link = &robot->link[i];
        double scale, padding;
        if (!find_link_number(r, moveit->scale, link->name, "scale", 1, &scale) ||
            !find_link_number(r, moveit->padding, link->name, "padding", 0, &padding))
            return false;
        for (uint32_t k = 0; k < link->shape_count && (scale != 1 || padding != 0); k++)
            if (!enlarge_shape(r, (fk_owned_robot *)robot, link->first_shape + k, scale, padding))
                return false;
    }
    return true;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Lists of ignored pairs while they are made. */
typedef struct rule_list {
    fk_json_reader *r;
    const fk_owned_scene *own;
    fk_scene_ignore *ignore;
    uint32_t count;
    bool *mark; /* one for each part, false between calls */
} rule_list;

/* Makes a set of the marked parts, and clears the marks. */
static bool take_marked(rule_list *rules, const char *name, fk_scene_set *out)
{
    uint32_t count = 0, used = 0, parts = rules->own->scene.part_count;
    for (uint32_t i = 0; i < parts; i++)
        count += rules->mark[i];
    uint32_t *part = fk_scene_arena_allocate(rules->r->arena, (size_t)count + 1, sizeof *part);
    if (part == NULL)
        return fk_json_fail_memory(rules->r);
    for (uint32_t i = 0; i < parts; i++)
        if (rules->mark[i]) {
            part[used++] = i;
            rules->mark[i] = false;
        }
    *out = (fk_scene_set){name, count, part};
    return true;
}

/* The parts of an object or a link of a robot, as a set; empty if there is none. */
static bool find_parts(rule_list *rules, const char *name, fk_scene_set *out)
{
    const fk_owned_scene *own = rules->own;
    uint32_t first_robot = own->entry_count - own->robot_count;
    for (uint32_t i = 0; i < own->scene.part_count; i++) {
        uint32_t entry = own->part[i].entry;
        rules->mark[i] =
            entry < own->moveit->shape_count && fk_same_text(own->moveit->shape[entry].object, name);
    }
    for (uint32_t k = 0; k < own->robot_count; k++) {
        const fk_robot *robot = own->robot[k].robot;
        uint32_t link = fk_robot_find_link(robot, name), first = own->scene_robot[k].first_part;
        for (uint32_t i = 0; i < robot->shape_count && link != FK_NONE && first_robot + k < own->entry_count;
             i++)
            if (robot->shape[i].link == link)
                rules->mark[first + i] = true;
    }
    return take_marked(rules, name, out);
}

/* Ignores the pairs of a set with the sets of a list: all, or those that `is_it` tells. */
static bool ignore_names(rule_list *rules, const fk_scene_set *a, const fk_scene_set *set, const bool *is_it,
                         uint32_t count, const char *reason)
{
    fk_scene_set b;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; (is_it == NULL || is_it[i]) && k < set[i].part_count; k++)
            rules->mark[set[i].part[k]] = true;
    if (!take_marked(rules, reason, &b))
        return false;
    if (a->part_count > 0 && b.part_count > 0)
        rules->ignore[rules->count++] = (fk_scene_ignore){*a, b, reason};
    return true;
}

/* The parts of the names of a list. */
static bool find_named_parts(rule_list *rules, const fk_yaml_node *list, fk_scene_set **out)
{
    uint32_t count = 0;
    *out = fk_scene_arena_allocate(rules->r->arena, (size_t)fk_moveit_count(list) + 1, sizeof **out);
    if (*out == NULL)
        return fk_json_fail_memory(rules->r);
    for (const fk_yaml_node *e = fk_moveit_first(list); e != NULL; e = e->next) {
        const char *name;
        if (!fk_moveit_name(rules->r, e, "the name of an object or link", &name) ||
            !find_parts(rules, name, &(*out)[count++]))
            return false;
    }
    return true;
}

/* Reads a row of true and false. */
static bool read_row(fk_json_reader *r, const fk_yaml_node *row, const char *what, uint32_t count, bool *out)
{
    if (row == NULL || row->kind != FK_YAML_LIST || row->count != count)
        return row != NULL ? fk_moveit_fail_at(r, row, "%s needs %lu values, true or false", what,
                                               (unsigned long)count)
                           : fk_moveit_fail(r, 0, 0, "%s is missing", what);
    for (const fk_yaml_node *e = row->first; e != NULL; e = e->next) {
        bool is_number = e->kind == FK_YAML_INTEGER && (e->integer == 0 || e->integer == 1);
        if (e->kind != FK_YAML_BOOL && !is_number)
            return fk_moveit_fail_at(r, e, "%s has true and false", what);
        *out++ = is_number ? e->integer == 1 : e->is_true;
    }
    return true;
}

/* Ignores the pairs that a matrix allows to collide. */
static bool ignore_matrix(rule_list *rules, const fk_yaml_node *matrix)
{
    fk_json_reader *r = rules->r;
    const fk_yaml_node *names = fk_moveit_member(matrix, "entry_names");
    const fk_yaml_node *values = fk_moveit_member(matrix, "entry_values");
    uint32_t count = fk_moveit_count(names), i = 0;
    fk_scene_set *set;
    bool *row = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *row);
    if (row == NULL)
        return fk_json_fail_memory(r);
    if (!fk_moveit_list(r, names, "entry_names") || !fk_moveit_list(r, values, "entry_values") ||
        !find_named_parts(rules, names, &set))
        return false;
    if (count != fk_moveit_count(values))
        return fk_moveit_fail_at(r, matrix, "entry_names and entry_values have the same length");
    for (const fk_yaml_node *e = count > 0 ? values->first : NULL; e != NULL; e = e->next, i++) {
        const fk_yaml_node *enabled = fk_moveit_member(e, "enabled");
        if (!read_row(r, enabled != NULL ? enabled : e, "a row of entry_values", count, row) ||
            !ignore_names(rules, &set[i], set, row, count, "allowed_collision_matrix"))
            return false;
    }
    return true;
}

/* Ignores the pairs of a set with all parts but those that are out; if the matrix has it, but those of the matrix, too. */
static bool ignore_rest(rule_list *rules, const fk_scene_set *set, const fk_scene_set *entry,
                        uint32_t entries, const bool *is_out)
{
    bool has_entry = false;
    fk_scene_set rest;
    for (uint32_t i = 0; i < entries; i++)
        has_entry = has_entry || fk_same_text(entry[i].name, set->name);
    for (uint32_t i = 0; i < rules->own->scene.part_count; i++)
        rules->mark[i] = !is_out[i];
    for (uint32_t i = 0; has_entry && i < entries; i++)
        for (uint32_t k = 0; k < entry[i].part_count; k++)
            rules->mark[entry[i].part[k]] = false;
    return take_marked(rules, "", &rest) &&
           ignore_names(rules, set, &rest, NULL, 1, "allowed_collision_matrix");
}

/* Ignores the pairs that have no entry in the matrix, of names that may collide with all by default and are not named otherwise. */
static bool ignore_defaults(rule_list *rules, const fk_yaml_node *matrix)
{
    fk_json_reader *r = rules->r;
    const fk_yaml_node *names = fk_moveit_member(matrix, "default_entry_names");
    const fk_yaml_node *entries = fk_moveit_member(matrix, "entry_names");
    uint32_t count = fk_moveit_count(names), parts = rules->own->scene.part_count, i = 0;
    fk_scene_set *set, *entry;
    bool *row = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *row);
    bool *is_out = fk_scene_arena_allocate(r->arena, (size_t)parts + 1, sizeof *is_out);
    if (row == NULL || is_out == NULL)
        return fk_json_fail_memory(r);
    if (!fk_moveit_list(r, names, "default_entry_names") || count == 0)
        return r->status == FK_OK;
    if (!find_named_parts(rules, names, &set) || !find_named_parts(rules, entries, &entry) ||
        !read_row(r, fk_moveit_member(matrix, "default_entry_values"), "default_entry_values", count, row))
        return false;
    /* Those that may not collide by default. */
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t n = 0; n < set[k].part_count && !row[k]; n++)
            is_out[set[k].part[n]] = true;
    for (; i < count; i++)
        if (row[i] && !ignore_rest(rules, &set[i], entry, fk_moveit_count(entries), is_out))
            return false;
    return true;
}

/* Ignores pairs of what is attached with the link that holds it and the links that it may touch. */
static bool ignore_touched(rule_list *rules, const fk_moveit_shape *shape)
{
    fk_scene_set held, holder, *touched;
    if (!find_parts(rules, shape->object, &held) || !find_parts(rules, shape->attached_to, &holder) ||
        !find_named_parts(rules, shape->touch_links, &touched))
        return false;
    return ignore_names(rules, &held, &holder, NULL, 1, "attached") &&
           ignore_names(rules, &held, touched, NULL, fk_moveit_count(shape->touch_links), "touch_links") &&
           ignore_names(rules, &held, &held, NULL, 1, "attached");
}

bool fk_moveit_make_rules(fk_json_reader *r, fk_owned_scene *own)
{
    const fk_moveit *moveit = own->moveit;
    const fk_yaml_node *names = fk_moveit_member(moveit->allowed, "entry_names");
    const fk_yaml_node *defaults = fk_moveit_member(moveit->allowed, "default_entry_names");
    size_t room = 3 * moveit->shape_count + fk_moveit_count(names) + fk_moveit_count(defaults) + 1;
    rule_list rules = {r, own, fk_scene_arena_allocate(r->arena, room, sizeof(fk_scene_ignore)), 0,
                       fk_scene_arena_allocate(r->arena, (size_t)own->scene.part_count + 1, sizeof(bool))};
    if (rules.ignore == NULL || rules.mark == NULL)
        return fk_json_fail_memory(r);
    own->scene.part = own->part;
    for (size_t i = 0; i < moveit->shape_count; i++)
        if (moveit->shape[i].attached_to != NULL && !ignore_touched(&rules, &moveit->shape[i]))
            return false;
    if (moveit->allowed != NULL &&
        (!ignore_matrix(&rules, moveit->allowed) || !ignore_defaults(&rules, moveit->allowed)))
        return false;
    own->scene.ignore = rules.ignore;
    own->scene.ignore_count = rules.count;
    return true;
}
