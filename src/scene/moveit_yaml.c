/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads scenes of MoveIt as YAML: PlanningScene messages as `ros2 topic echo` and rosbag print them, and as MotionBenchMaker writes
 * them. Vectors are maps, {x: 0, y: 0, z: 0}, or lists. Solids are in world.collision_objects and in
 * robot_state.attached_collision_objects; other keys are left out, such as colours.
 *
 * Sizes are those of shape_msgs/SolidPrimitive: of a box x, y, z; of a cylinder and a cone the height, then the radius. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "scene/moveit.h"

static const char *const xyz[] = {"x", "y", "z"}, *const xyzw[] = {"x", "y", "z", "w"};

/* ---- Values -------------------------------------------------------------------------------------------- */

bool fk_moveit_fail_at(fk_json_reader *r, const fk_yaml_node *at, const char *format, ...)
{
    char message[FK_SCENE_MESSAGE];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    return fk_moveit_fail(r, at->line, at->column, "%s", message);
}

bool fk_moveit_is_number(const fk_yaml_node *node)
{
    return (node->kind == FK_YAML_NUMBER || node->kind == FK_YAML_INTEGER) && fk_is_finite(node->number);
}

static bool read_yaml_number(fk_json_reader *r, const fk_yaml_node *node, const char *what, double *out)
{
    if (!fk_moveit_is_number(node))
        return fk_moveit_fail_at(r, node, "%s needs finite numbers, not %s", what,
                                 node->text != NULL ? fk_show_text(node->text).text
                                                    : fk_yaml_word(node->kind));
    *out = node->number;
    return true;
}

bool fk_moveit_numbers(fk_json_reader *r, const fk_yaml_node *node, const char *what, const char *const *key,
                       uint32_t count, double *out)
{
    if (node == NULL || (node->kind != FK_YAML_MAP && node->kind != FK_YAML_LIST))
        return node != NULL ? fk_moveit_fail_at(r, node, "%s is a list of %lu numbers or a map, not %s", what,
                                                (unsigned long)count, fk_yaml_word(node->kind))
                            : fk_moveit_fail(r, 0, 0, "%s is missing", what);
    const fk_yaml_node *at = node->first;
    if (node->kind == FK_YAML_LIST && node->count != count)
        return fk_moveit_fail_at(r, node, "%s needs %lu numbers, and this list has %lu", what,
                                 (unsigned long)count, (unsigned long)node->count);
    for (uint32_t i = 0; i < count; i++) {
        const fk_yaml_node *one = node->kind == FK_YAML_LIST ? at : fk_moveit_member(node, key[i]);
        if (one == NULL)
            return fk_moveit_fail_at(r, node, "%s has no %s", what, key[i]);
        if (!read_yaml_number(r, one, what, &out[i]))
            return false;
        at = node->kind == FK_YAML_LIST ? at->next : at;
    }
    return true;
}

bool fk_moveit_list(fk_json_reader *r, const fk_yaml_node *node, const char *what)
{
    return node == NULL || node->kind == FK_YAML_LIST || node->kind == FK_YAML_NULL ||
           fk_moveit_fail_at(r, node, "%s is a list, not %s", what, fk_yaml_word(node->kind));
}

bool fk_moveit_name(fk_json_reader *r, const fk_yaml_node *node, const char *what, const char **out)
{
    if (node == NULL || node->text == NULL || *node->text == '\0' || !fk_is_plain_text(node->text))
        return node != NULL ? fk_moveit_fail_at(r, node, "%s is a text that is not empty", what)
                            : fk_moveit_fail(r, 0, 0, "%s is missing", what);
    *out = node->text;
    return true;
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

/* An object while its shapes are read. */
typedef struct object_form {
    fk_json_reader *r;
    fk_moveit *out;
    const fk_yaml_node *at;
    const char *id, *frame, *attached_to;
    const fk_yaml_node *touch_links;
    fk_pose pose;
} object_form;

static bool read_yaml_pose(fk_json_reader *r, const fk_yaml_node *node, fk_pose *out)
{
    double value[7] = {0};
    const fk_yaml_node *position = fk_moveit_member(node, "position");
    const fk_yaml_node *orientation = fk_moveit_member(node, "orientation");
    if (node->kind != FK_YAML_MAP)
        return fk_moveit_fail_at(r, node, "a pose has a position and an orientation");
    return (position == NULL || fk_moveit_numbers(r, position, "position", xyz, 3, value)) &&
           (orientation == NULL || fk_moveit_numbers(r, orientation, "orientation", xyzw, 4, value + 3)) &&
           fk_moveit_pose(r, node->line, value, out);
}

static bool is_word_of(const fk_yaml_node *node, const char *word, int number)
{
    size_t i = 0;
    if (node->kind == FK_YAML_INTEGER)
        return node->integer == number;
    while (node->text != NULL && word[i] != '\0' && (node->text[i] | 0x20) == word[i])
        i++;
    return node->text != NULL && word[i] == '\0' && node->text[i] == '\0';
}

static bool read_primitive(object_form *o, const fk_yaml_node *node, fk_moveit_shape *shape)
{
    const fk_yaml_node *type = fk_moveit_member(node, "type"), *list = fk_moveit_member(node, "dimensions");
    for (int i = 0; type != NULL && i < FK_MOVEIT_SOLIDS; i++) {
        const fk_moveit_solid *solid = &fk_moveit_solids[i];
        double value[3];
        if (!is_word_of(type, solid->word, solid->number))
            continue;
        if (list == NULL || list->kind != FK_YAML_LIST)
            return fk_moveit_fail_at(o->r, node, "dimensions is a list of numbers");
        if (!fk_moveit_numbers(o->r, list, "dimensions", NULL, solid->sizes, value))
            return false;
        if (solid->sizes == 2) { /* height, then radius */
            double height = value[0];
            value[0] = value[1];
            value[1] = height;
        }
        return fk_moveit_make(o->r, shape, solid, value);
    }
    return fk_moveit_fail_at(o->r, node, "a primitive has a type: box, sphere, cylinder or cone, or 1 to 4");
}

static bool read_vertex_lists(object_form *o, const fk_yaml_node *vertices, const fk_yaml_node *triangles,
                              fk_moveit_shape *shape)
{
    fk_scene_arena *arena = o->r->arena;
    fk_vec3 *point = fk_scene_arena_allocate(arena, (size_t)vertices->count + 1, sizeof *point);
    fk_triangle *triangle = fk_scene_arena_allocate(arena, (size_t)triangles->count + 1, sizeof *triangle);
    size_t points = 0, count = 0;
    if (point == NULL || triangle == NULL)
        return fk_json_fail_memory(o->r);
    for (const fk_yaml_node *e = vertices->first; e != NULL; e = e->next) {
        double v[3];
        if (!fk_moveit_numbers(o->r, e, "a vertex", xyz, 3, v))
            return false;
        point[points++] = fk_vec3_make(v[0], v[1], v[2]);
    }
    for (const fk_yaml_node *e = triangles->first; e != NULL; e = e->next, count++) {
        const fk_yaml_node *list = fk_moveit_member(e, "vertex_indices");
        double v[3];
        list = list != NULL ? list : e;
        if (list->kind != FK_YAML_LIST)
            return fk_moveit_fail_at(o->r, list, "a triangle has three vertex_indices");
        if (!fk_moveit_numbers(o->r, list, "vertex_indices", NULL, 3, v))
            return false;
        for (int k = 0; k < 3; k++)
            if (!fk_moveit_vertex(v[k], &triangle[count].corner[k]))
                return fk_moveit_fail_at(o->r, list, "vertex_indices are whole numbers from 0");
    }
    return fk_moveit_make_mesh(o->r, shape,
                               &(fk_mesh_input){point, points, triangle, count, {.keep_points = true}});
}

/* Finds the file of a mesh as robots do. */
static bool find_resource(object_form *o, const fk_yaml_node *node, fk_moveit_shape *shape)
{
    fk_json_reader *r = o->r;
    const char *name = "";
    fk_robot_report report = {{0}, 0, 0, {0}};
    fk_robot_options options = {.package_path = r->options->package_path,
                                .package_path_count = r->options->package_path_count};
    char *path = fk_scene_arena_join_text(r->arena, r->folder, strlen(r->folder), "scene");
    fk_robot_reader robot = {
        .xml = {.context = r->context, .arena = r->arena, .path = path, .report = &report},
        .options = &options};
    fk_xml_element place = {.line = node->line, .column = node->column};
    double scale[3];
    const fk_yaml_node *size = fk_moveit_member(o->at, "dimensions");
    if (path == NULL)
        return fk_json_fail_memory(r);
    if (!fk_moveit_name(r, node, "resource", &name))
        return false;
    if (size != NULL && size->kind == FK_YAML_LIST && size->count == 3) {
        if (!fk_moveit_numbers(r, size, "dimensions", NULL, 3, scale))
            return false;
        shape->scale = fk_vec3_make(scale[0], scale[1], scale[2]);
    }
    if (fk_package_find_file(&robot, &place, name, &shape->path))
        return true;
    r->status = robot.xml.status;
    r->has_place = true;
    r->report->line = node->line;
    r->report->column = node->column;
    memcpy(r->report->message, report.message, sizeof report.message);
    return false;
}

static bool read_yaml_mesh(object_form *o, const fk_yaml_node *node, fk_moveit_shape *shape)
{
    const fk_yaml_node *resource = fk_moveit_member(node, "resource");
    const fk_yaml_node *vertices = fk_moveit_member(node, "vertices");
    const fk_yaml_node *triangles = fk_moveit_member(node, "triangles");
    object_form at = *o;
    at.at = node;
    if (resource != NULL)
        return find_resource(&at, resource, shape);
    if (vertices == NULL || triangles == NULL || vertices->kind != FK_YAML_LIST ||
        triangles->kind != FK_YAML_LIST)
        return fk_moveit_fail_at(o->r, node, "a mesh has vertices and triangles, or a resource");
    return read_vertex_lists(o, vertices, triangles, shape);
}

static bool read_yaml_plane(object_form *o, const fk_yaml_node *node, fk_moveit_shape *shape)
{
    double value[4];
    return fk_moveit_numbers(o->r, fk_moveit_member(node, "coef"), "coef", NULL, 4, value) &&
           fk_moveit_make_plane(o->r, shape, value);
}

/* Reads the shapes of one kind, each with its pose. */
static bool read_shape_list(object_form *o, const char *shapes, const char *poses,
                            bool (*read)(object_form *, const fk_yaml_node *, fk_moveit_shape *))
{
    const fk_yaml_node *list = fk_moveit_member(o->at, shapes), *pose = fk_moveit_member(o->at, poses);
    if (!fk_moveit_list(o->r, list, shapes) || !fk_moveit_list(o->r, pose, poses))
        return false;
    if (fk_moveit_count(list) == 0)
        return true;
    if (fk_moveit_count(pose) > 0 && pose->count != list->count)
        return fk_moveit_fail_at(o->r, pose, "%s and %s have the same length", shapes, poses);
    const fk_yaml_node *at = fk_moveit_first(pose);
    for (const fk_yaml_node *e = list->first; e != NULL; e = e->next, at = at != NULL ? at->next : NULL) {
        fk_moveit_shape *shape = fk_moveit_add(o->r, o->out);
        fk_pose own = fk_pose_identity();
        if (shape == NULL)
            return false;
        shape->object = o->id;
        shape->frame = o->frame;
        shape->attached_to = o->attached_to;
        shape->touch_links = o->touch_links;
        shape->line = e->line;
        shape->column = e->column;
        if (e->kind != FK_YAML_MAP)
            return fk_moveit_fail_at(o->r, e, "%s has maps, not %s", shapes, fk_yaml_word(e->kind));
        if (!read(o, e, shape) || (at != NULL && !read_yaml_pose(o->r, at, &own)))
            return false;
        shape->pose = fk_pose_multiply(&o->pose, &own);
    }
    return true;
}

/* ---- Objects ------------------------------------------------------------------------------------------- */

static bool read_yaml_object(object_form *o)
{
    const fk_yaml_node *header = fk_moveit_member(o->at, "header");
    const fk_yaml_node *frame = fk_moveit_member(header, "frame_id"), *pose = fk_moveit_member(o->at, "pose");
    const fk_yaml_node *operation = fk_moveit_member(o->at, "operation");
    o->pose = fk_pose_identity();
    o->frame = frame != NULL && frame->text != NULL ? frame->text : "";
    while (*o->frame == '/')
        o->frame++;
    if (o->at->kind != FK_YAML_MAP)
        return fk_moveit_fail_at(o->r, o->at, "an object is a map, not %s", fk_yaml_word(o->at->kind));
    if (operation != NULL && !is_word_of(operation, "add", 0))
        return fk_moveit_fail_at(o->r, operation, "this changes a scene: only operation 0, ADD, makes one");
    if (o->attached_to != NULL && *o->frame != '\0' && !fk_same_text(o->frame, o->attached_to))
        return fk_moveit_fail_at(o->r, o->at, "what is attached to '%s' is given in its frame, not in '%s'",
                                 fk_show_text(o->attached_to).text, fk_show_text(o->frame).text);
    if (fk_moveit_member(o->at, "id") == NULL)
        return fk_moveit_fail_at(o->r, o->at, "an object needs an id");
    return fk_moveit_name(o->r, fk_moveit_member(o->at, "id"), "id", &o->id) &&
           (pose == NULL || pose->kind == FK_YAML_NULL || read_yaml_pose(o->r, pose, &o->pose)) &&
           read_shape_list(o, "primitives", "primitive_poses", read_primitive) &&
           read_shape_list(o, "meshes", "mesh_poses", read_yaml_mesh) &&
           read_shape_list(o, "planes", "plane_poses", read_yaml_plane);
}

static bool read_world(fk_json_reader *r, const fk_yaml_node *world, fk_moveit *out)
{
    const fk_yaml_node *list = fk_moveit_member(world, "collision_objects");
    const fk_yaml_node *map = fk_moveit_member(fk_moveit_member(world, "octomap"), "octomap");
    const fk_yaml_node *data = fk_moveit_member(map, "data");
    if (fk_moveit_count(data) > 0)
        return fk_moveit_fail_at(r, data, "octomaps are not read: leave the octomap out");
    if (!fk_moveit_list(r, list, "collision_objects"))
        return false;
    for (const fk_yaml_node *e = fk_moveit_first(list); e != NULL; e = e->next) {
        object_form o = {.r = r, .out = out, .at = e};
        if (!read_yaml_object(&o))
            return false;
    }
    return true;
}

static bool read_attached(fk_json_reader *r, const fk_yaml_node *state, fk_moveit *out)
{
    const fk_yaml_node *list = fk_moveit_member(state, "attached_collision_objects");
    if (!fk_moveit_list(r, list, "attached_collision_objects"))
        return false;
    for (const fk_yaml_node *e = fk_moveit_first(list); e != NULL; e = e->next) {
        object_form o = {.r = r, .out = out, .at = fk_moveit_member(e, "object")};
        o.touch_links = fk_moveit_member(e, "touch_links");
        if (o.at == NULL)
            return fk_moveit_fail_at(r, e, "an attached object has an object and a link_name");
        if (!fk_moveit_name(r, fk_moveit_member(e, "link_name"), "link_name", &o.attached_to) ||
            !fk_moveit_list(r, o.touch_links, "touch_links") || !read_yaml_object(&o))
            return false;
    }
    return true;
}

/* Refuses a base that is moved: a robot stands where its file has it. */
static bool check_base(fk_json_reader *r, const fk_yaml_node *state)
{
    const fk_yaml_node *joints = fk_moveit_member(state, "multi_dof_joint_state");
    const fk_yaml_node *list = fk_moveit_member(joints, "transforms");
    for (const fk_yaml_node *e = fk_moveit_first(list); e != NULL; e = e->next) {
        double value[7] = {0};
        const fk_yaml_node *xyz_node = fk_moveit_member(e, "translation"),
                           *turn = fk_moveit_member(e, "rotation");
        if ((xyz_node != NULL && !fk_moveit_numbers(r, xyz_node, "translation", xyz, 3, value)) ||
            (turn != NULL && !fk_moveit_numbers(r, turn, "rotation", xyzw, 4, value + 3)))
            return false;
        for (int i = 0; i < 6; i++)
            if (value[i] != 0)
                return fk_moveit_fail_at(
                    r, e,
                    "the base of the robot is moved, by multi_dof_joint_state: give it a "
                    "\"pose\" in the \"robots\" of a scene in JSON");
    }
    return true;
}

static bool read_planning_scene(fk_json_reader *r, const fk_yaml_node *top, fk_moveit *out)
{
    const fk_yaml_node *world = fk_moveit_member(top, "world"), *state = fk_moveit_member(top, "robot_state");
    out->allowed = fk_moveit_member(top, "allowed_collision_matrix");
    out->padding = fk_moveit_member(top, "link_padding");
    out->scale = fk_moveit_member(top, "link_scale");
    out->transforms = fk_moveit_member(top, "fixed_frame_transforms");
    out->joint_state = fk_moveit_member(state, "joint_state");
    if (world == NULL && state == NULL)
        return fk_moveit_fail(r, top->line, top->column,
                              "this is YAML, but no scene of MoveIt: it has no 'world' and no 'robot_state'");
    return fk_moveit_list(r, out->padding, "link_padding") && fk_moveit_list(r, out->scale, "link_scale") &&
           fk_moveit_list(r, out->transforms, "fixed_frame_transforms") && read_world(r, world, out) &&
           check_base(r, state) && read_attached(r, state, out);
}

bool fk_moveit_read_yaml(fk_json_reader *r, fk_moveit *out)
{
    fk_yaml_report report = {0, 0, {0}};
    const fk_yaml_node *top;
    fk_status status = fk_yaml_parse(r->arena, r->text, r->bytes, &report, &top);
    if (status == FK_ERROR_MEMORY)
        return fk_json_fail_memory(r);
    if (status != FK_OK)
        return fk_moveit_fail(r, report.line, report.column, "%s", report.message);
    return read_planning_scene(r, top, out);
}
