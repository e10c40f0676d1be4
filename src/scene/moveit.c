/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Builds a scene of what MoveIt's forms say: shapes, entries, and the poses of objects in frames.
 *
 * A plane of MoveIt is infinite and has no inside. Here it is a square of 2 km around the point of it that is nearest to the origin
 * of its pose; its corners are rounded, as are the poses. */

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "scene/moveit.h"

/* Half the side of the square that stands for a plane. */
#define FK_PLANE_REACH 1000.0

bool fk_moveit_fail(fk_json_reader *r, uint64_t line, uint64_t column, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    r->report->line = line;
    r->report->column = line > 0 && column == 0 ? 1 : column;
    r->has_place = line > 0;
    vsnprintf(r->report->message, sizeof r->report->message, format, list);
    va_end(list);
    r->status = FK_ERROR_SYNTAX;
    return false;
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

fk_moveit_shape *fk_moveit_add(fk_json_reader *r, fk_moveit *moveit)
{
    if (!fk_grow(r->context, &moveit->shape, sizeof *moveit->shape, moveit->shape_count, &moveit->capacity,
                 moveit->shape_count + 1)) {
        (void)fk_json_fail_memory(r);
        return NULL;
    }
    fk_moveit_shape *shape = &moveit->shape[moveit->shape_count++];
    *shape = (fk_moveit_shape){.pose = fk_pose_identity(), .scale = fk_vec3_make(1, 1, 1), .frame = ""};
    return shape;
}

const fk_moveit_solid fk_moveit_solids[FK_MOVEIT_SOLIDS] = {{"box", 1, FK_KIND_BOX, 3},
                                                            {"sphere", 2, FK_KIND_SPHERE, 1},
                                                            {"cylinder", 3, FK_KIND_CYLINDER, 2},
                                                            {"cone", 4, FK_KIND_CONE, 2}};

bool fk_moveit_make(fk_json_reader *r, fk_moveit_shape *shape, const fk_moveit_solid *solid,
                    const double *size)
{
    for (uint32_t i = 0; i < solid->sizes; i++) {
        if (!(size[i] > 0))
            return fk_moveit_fail(r, shape->line, shape->column, "sizes are above 0, not %s",
                                  fk_show_number(size[i]).text);
        shape->extent += size[i];
    }
    if (solid->kind == FK_KIND_BOX)
        shape->piece = fk_centred_box(size);
    else if (solid->kind == FK_KIND_SPHERE)
        shape->piece = fk_piece_sphere(fk_vec3_make(0, 0, 0), size[0]);
    else
        shape->piece = fk_centred_axial(solid->kind == FK_KIND_CYLINDER ? fk_piece_cylinder : fk_piece_cone,
                                        size[1], size[0]);
    return true;
}

bool fk_moveit_vertex(double value, uint32_t *out)
{
    if (!(value >= 0) || value >= FK_NONE || value != (double)(uint32_t)value)
        return false;
    *out = (uint32_t)value;
    return true;
}

bool fk_moveit_make_mesh(fk_json_reader *r, fk_moveit_shape *shape, const fk_mesh_input *input)
{
    fk_mesh_losses losses;
    for (size_t i = 0; i < input->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            if (input->triangle[i].corner[k] >= input->point_count)
                return fk_moveit_fail(r, shape->line, shape->column, "triangle %lu has vertex %lu, of %lu",
                                      (unsigned long)i, (unsigned long)input->triangle[i].corner[k],
                                      (unsigned long)input->point_count);
    fk_status status = fk_mesh_build(r->context, input, &losses, &shape->mesh);
    if (status == FK_ERROR_MEMORY)
        return fk_json_fail_memory(r);
    if (status != FK_OK)
        return fk_moveit_fail(r, shape->line, shape->column, "the mesh: %s", fk_status_text(status));
    shape->extent = fk_mesh_largest_coordinate(shape->mesh);
    return true;
}

bool fk_moveit_make_plane(fk_json_reader *r, fk_moveit_shape *shape, const double coefficient[4])
{
    static const fk_triangle triangle[] = {{{0, 1, 2}}, {{0, 2, 3}}};
    fk_vec3 n = fk_vec3_make(coefficient[0], coefficient[1], coefficient[2]);
    double largest = fk_vec3_largest(n), length = 0;
    if (largest > 0) {
        n = fk_vec3_make(n.x / largest, n.y / largest, n.z / largest);
        length = sqrt(fk_vec3_dot(n, n));
    }
    double offset = largest > 0 ? -coefficient[3] / largest / length : HUGE_VAL;
    if (!fk_is_finite(offset))
        return fk_moveit_fail(r, shape->line, shape->column,
                              "a plane needs a normal, a, b, c of a x + b y + c z + d = 0");
    n = fk_vec3_scale(n, 1 / length);
    fk_vec3 axis = fabs(n.x) < 0.5 ? fk_vec3_make(1, 0, 0) : fk_vec3_make(0, 1, 0);
    fk_vec3 u = fk_vec3_cross(n, axis), v, center = fk_vec3_scale(n, offset);
    u = fk_vec3_scale(u, FK_PLANE_REACH / sqrt(fk_vec3_dot(u, u)));
    v = fk_vec3_cross(n, u);
    const fk_vec3 corner[4] = {fk_vec3_sub(fk_vec3_sub(center, u), v), fk_vec3_sub(fk_vec3_add(center, u), v),
                               fk_vec3_add(fk_vec3_add(center, u), v),
                               fk_vec3_add(fk_vec3_sub(center, u), v)};
    return fk_moveit_make_mesh(r, shape, &(fk_mesh_input){corner, 4, triangle, 2, {.keep_points = true}});
}

bool fk_moveit_pose(fk_json_reader *r, uint64_t line, const double value[7], fk_pose *out)
{
    const double *q = value + 3, none[4] = {0, 0, 0, 1};
    bool is_empty = q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0;
    fk_vec3 xyz = fk_vec3_make(value[0], value[1], value[2]);
    return fk_pose_from_quat_xyzw(xyz, is_empty ? none : q, out) == FK_OK ||
           fk_moveit_fail(r, line, 0, "the pose is not finite");
}

/* ---- Entries ------------------------------------------------------------------------------------------- */

/* The name of a shape: that of its object, and its number behind a slash if the object has several. */
static const char *name_shape(fk_json_reader *r, const fk_name_index *names, const fk_moveit *moveit,
                              uint32_t i)
{
    const char *object = moveit->shape[i].object;
    uint32_t first = fk_name_index_find(names, object), number = 1;
    if (fk_name_index_find_next(names, object, first) == FK_NONE)
        return object;
    for (uint32_t k = first; k != i; k = fk_name_index_find_next(names, object, k))
        number++;
    char end[24];
    snprintf(end, sizeof end, "/%lu", (unsigned long)number);
    return fk_scene_arena_join_text(r->arena, object, strlen(object), end);
}

static bool make_entries(fk_json_reader *r, fk_owned_scene *own)
{
    fk_moveit *moveit = own->moveit;
    fk_name_index names;
    size_t room = moveit->shape_count + own->added_mesh_count + own->added_robot_count + 1;
    own->entry = fk_scene_arena_allocate(r->arena, room, sizeof *own->entry);
    if (own->entry == NULL || room >= FK_NONE ||
        !fk_name_index_build_strided(&names, r->arena, moveit->shape != NULL ? &moveit->shape->object : NULL,
                                     sizeof *moveit->shape, (uint32_t)moveit->shape_count))
        return fk_json_fail_memory(r);
    for (uint32_t i = 0; i < moveit->shape_count; i++) {
        fk_moveit_shape *shape = &moveit->shape[i];
        fk_scene_entry *entry = &own->entry[own->entry_count++];
        *entry = (fk_scene_entry){.name = name_shape(r, &names, moveit, i),
                                  .has_name = true,
                                  .path = shape->path,
                                  .piece = shape->piece,
                                  .made = shape->mesh,
                                  .extent = shape->extent,
                                  .pose = shape->pose,
                                  .scale = shape->scale,
                                  .unit = FK_UNIT_M,
                                  .has_unit = true,
                                  .up = 2,
                                  .has_up = true,
                                  .is_added = true,
                                  .attached_to = shape->attached_to,
                                  .file = FK_NONE,
                                  .frame = FK_NONE};
        shape->mesh = NULL;
        if (entry->name == NULL)
            return fk_json_fail_memory(r);
    }
    return true;
}

static void free_shapes(fk_context *context, fk_moveit *moveit)
{
    for (size_t i = 0; i < moveit->shape_count; i++)
        fk_mesh_free(context, moveit->shape[i].mesh);
    fk_release(context, moveit->shape, moveit->capacity * sizeof *moveit->shape);
}

/* Says where an error is that was found when the whole was put together: only its own text says more. */
static bool build_scene(fk_json_reader *r, fk_owned_scene *own)
{
    fk_json_value top = {NULL, NULL, 0, NULL};
    if (!make_entries(r, own))
        return false;
    top.index = own->entry_count + own->added_mesh_count;
    bool is_good = fk_scene_add_files(r, &top, own) &&
                   fk_scene_complete_entries(r, &top, own, own->added_robot_count) &&
                   fk_scene_load_entries(r, &top, own);
    if (!is_good && !r->has_place)
        r->report->line = r->report->column = 0;
    return is_good;
}

bool fk_moveit_read(fk_json_reader *r, fk_content content, fk_owned_scene *own)
{
    fk_moveit moveit = {0};
    own->moveit = &moveit;
    r->unit = FK_UNIT_M;
    r->has_unit = true;
    bool is_read =
        content == FK_CONTENT_MOVEIT_TEXT ? fk_moveit_read_text(r, &moveit) : fk_moveit_read_yaml(r, &moveit);
    bool is_good = is_read && fk_scene_sort_files(r, own);
    if (is_good && moveit.shape_count + own->added_mesh_count + own->added_robot_count == 0)
        is_good = fk_moveit_fail(r, 0, 0, "the scene has no objects, and nothing is added to it");
    is_good = is_good && build_scene(r, own);
    free_shapes(r->context, &moveit);
    own->moveit = NULL;
    return is_good;
}

/* ---- Frames -------------------------------------------------------------------------------------------- */

static bool is_world(const char *frame)
{
    return *frame == '\0' || fk_same_text(frame, "world") || fk_same_text(frame, "map");
}

/* The pose of a frame: a child of fixed_frame_transforms, or a link as it is at first; else it is the world. */
static bool find_frame(fk_json_reader *r, const fk_owned_scene *own, const fk_motion *motion,
                       const char *frame, fk_pose *out)
{
    static const char *const xyz[] = {"x", "y", "z"}, *const xyzw[] = {"x", "y", "z", "w"};
    *out = fk_pose_identity();
    for (const fk_yaml_node *e = fk_moveit_first(own->moveit->transforms); e != NULL; e = e->next) {
        const fk_yaml_node *child = fk_moveit_member(e, "child_frame_id");
        const fk_yaml_node *map = fk_moveit_member(e, "transform");
        double value[7];
        if (child == NULL || child->text == NULL || map == NULL || !fk_same_text(child->text, frame))
            continue;
        return fk_moveit_numbers(r, fk_moveit_member(map, "translation"), "translation", xyz, 3, value) &&
               fk_moveit_numbers(r, fk_moveit_member(map, "rotation"), "rotation", xyzw, 4, value + 3) &&
               fk_moveit_pose(r, map->line, value, out);
    }
    for (uint32_t i = 0; i < own->robot_count; i++) {
        uint32_t link = fk_robot_find_link(own->robot[i].robot, frame);
        if (link == FK_NONE)
            continue;
        *out = fk_motion_pose(motion, own->scene_robot[i].first_frame + link, fk_motion_span(motion).lo);
        return true;
    }
    return true;
}

bool fk_moveit_place_objects(fk_json_reader *r, fk_owned_scene *own)
{
    fk_motion *motion = NULL;
    const fk_scene *scene = &own->scene;
    if (scene->frame_count > 0) {
        fk_status status = fk_motion_create(r->context, scene->frame, scene->frame_count, own->track,
                                            own->robot_count, &motion);
        if (status == FK_ERROR_MEMORY)
            return fk_json_fail_memory(r);
        if (status != FK_OK)
            return true; /* it is reported where the parts are made */
    }
    bool is_good = true;
    for (uint32_t i = 0; i < own->moveit->shape_count && is_good; i++) {
        const fk_moveit_shape *shape = &own->moveit->shape[i];
        fk_pose frame;
        if (shape->attached_to != NULL || is_world(shape->frame))
            continue;
        is_good = find_frame(r, own, motion, shape->frame, &frame);
        if (is_good)
            own->entry[i].pose = fk_pose_multiply(&frame, &shape->pose);
    }
    if (motion != NULL)
        fk_motion_free(r->context, motion);
    return is_good;
}
