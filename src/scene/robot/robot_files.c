/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The meshes of a robot: each file is loaded once for each scale; all parts of a file are one mesh. Numbers of the
 * files are metres, and z is up, unless the loader knows otherwise about up. */

#include <string.h>

#include "scene/files.h"
#include "scene/robot/robot.h"

/* ---- Which files --------------------------------------------------------------------------------------- */

/* The names of the files of all shapes, NULL for those that are no meshes; and their scales. */
static bool list_uses(fk_robot_reader *r, const char **filename, fk_vec3 *scale)
{
    for (uint32_t i = 0; i < r->own->robot.shape_count; i++) {
        const fk_xml *xml = r->shape_xml[i];
        scale[i] = fk_vec3_make(1, 1, 1);
        filename[i] = NULL;
        if (r->own->shape[i].piece.kind == FK_KIND_NONE &&
            (!fk_xml_need(&r->xml, xml, "filename", &filename[i]) ||
             !fk_xml_vec3(&r->xml, xml, "scale", &scale[i])))
            return false;
    }
    return true;
}

/* Gives each mesh its file, the same to those with the same name and scale; `user` is the first shape of each. */
static bool assign_files(fk_robot_reader *r, uint32_t *user)
{
    fk_robot_own *own = r->own;
    uint32_t count = own->robot.shape_count;
    fk_names names;
    const char **filename = fk_store_get(r->xml.store, (size_t)count + 1, sizeof *filename);
    fk_vec3 *scale = fk_store_get(r->xml.store, (size_t)count + 1, sizeof *scale);
    if (filename == NULL || scale == NULL)
        return fk_xml_no_memory(&r->xml);
    if (!list_uses(r, filename, scale))
        return false;
    if (!fk_names_build(&names, r->xml.store, filename, count))
        return fk_xml_no_memory(&r->xml);
    for (uint32_t i = 0; i < count; i++) {
        if (filename[i] == NULL)
            continue;
        uint32_t same = fk_names_find(&names, filename[i]), first = same;
        while (same != i && memcmp(&scale[i], &scale[same], sizeof *scale) != 0)
            same = fk_names_next(&names, filename[i], same);
        if (same != i) {
            own->shape[i].file = own->shape[same].file;
            continue;
        }
        uint32_t file = own->shape[i].file = own->robot.file_count++;
        user[file] = i;
        own->file[file].scale = scale[i];
        if (first != i)
            own->file[file].path = own->file[own->shape[first].file].path;
        else if (!fk_package_find(r, r->shape_xml[i], filename[i], &own->file[file].path))
            return false;
    }
    return true;
}

/* ---- Loading ------------------------------------------------------------------------------------------- */

/* A message about the file of a shape; of one that cannot be opened, also where its path begins. */
static bool fail_file(fk_robot_reader *r, uint32_t shape, fk_status status, const char *message)
{
    const fk_scene_file *file = &r->own->file[r->own->shape[shape].file];
    char where[FK_WHERE];
    fk_load_report_where(&file->report, where);
    const char *filename = fk_xml_value(r->shape_xml[shape], "filename");
    bool is_relative = status == FK_ERROR_READ && !fk_path_is_absolute(filename) &&
                       !fk_begins_with(filename, "package://") && !fk_begins_with(filename, "file:///");
    (void)fk_xml_fail(&r->xml, r->shape_xml[shape], "link '%s': %.500s:%s %s%s",
                      fk_show(r->own->link[r->own->shape[shape].link].name).text, file->path, where, message,
                      is_relative ? "; this path begins at the folder of the URDF file" : "");
    r->xml.status = status;
    return false;
}

/* All parts of a model as one mesh in its place. */
static fk_status make_mesh(fk_robot_reader *r, const fk_model *model, fk_scene_file *file, fk_mesh **out)
{
    fk_mesh *joined = NULL;
    fk_status status = FK_OK;
    if (model->part_count > 1)
        status = fk_mesh_join(r->xml.context, model->part, model->part_count, &joined);
    if (status == FK_OK)
        status = fk_mesh_file_move(r->xml.context, joined != NULL ? joined : model->part, file,
                                   r->options->unit, out);
    fk_mesh_free(r->xml.context, joined);
    return status;
}

/* A file that is not there is told before any is loaded; other loaders may know places that are no files. */
static bool probe_files(fk_robot_reader *r, const uint32_t *user)
{
    for (uint32_t i = 0; i < r->own->robot.file_count && r->options->load_mesh == NULL; i++) {
        fk_file file;
        if (!fk_file_open(&file, r->own->file[i].path))
            return fail_file(r, user[i], FK_ERROR_READ, file.message);
        (void)fk_file_close(&file);
    }
    return true;
}

static bool load_file(fk_robot_reader *r, uint32_t shape)
{
    fk_context *context = r->xml.context;
    uint32_t number = r->own->shape[shape].file;
    fk_scene_file *file = &r->own->file[number];
    const fk_robot_options *options = r->options;
    fk_scene_options how = {.load_mesh = options->load_mesh,
                            .user = options->user,
                            .load = options->load,
                            .load_mesh_ends = options->load_mesh_ends};
    fk_scene_mesh mesh = {.path = file->path, .unit = FK_UNIT_M, .has_unit = true, .up = options->up};
    fk_model *model = NULL;
    fk_status status = fk_mesh_file_load(&how, context, &mesh, &model);
    file->report = mesh.report;
    file->unit = FK_UNIT_M;
    file->up = mesh.up;
    if (status == FK_ERROR_MEMORY || status == FK_ERROR_ARGUMENT) {
        r->xml.status = status;
        return false;
    }
    if (status != FK_OK)
        return fail_file(r, shape, status,
                         mesh.report.message[0] != '\0' ? mesh.report.message : fk_status_text(status));
    if (model->part_count > 0)
        status = make_mesh(r, model, file, &r->own->mesh[number]);
    bool is_empty = model->part_count == 0;
    fk_model_free(context, model);
    if (is_empty)
        return fail_file(r, shape, FK_ERROR_SYNTAX, "the file has no parts");
    if (status == FK_ERROR_MEMORY)
        return fk_xml_no_memory(&r->xml);
    return status == FK_OK || fail_file(r, shape, FK_ERROR_SYNTAX,
                                        status == FK_ERROR_NOT_FINITE ? "scaled beyond the range of doubles"
                                                                      : "too many triangles for one mesh");
}

/* What its pose makes of a shape is finite. */
static bool check_place(fk_robot_reader *r, uint32_t i)
{
    const fk_robot_shape *shape = &r->own->shape[i];
    fk_piece placed = {.kind = FK_KIND_NONE};
    if (shape->mesh == NULL)
        placed = fk_piece_place(&shape->piece, &shape->pose, NULL);
    bool is_good = shape->mesh != NULL ? fk_pose_holds(&shape->pose, fk_mesh_reach(shape->mesh))
                                       : fk_piece_check(&placed) == FK_OK;
    return is_good ||
           fk_xml_fail(
               &r->xml, r->shape_xml[i],
               "shape '%s' reaches beyond the range of doubles, 1.8e308, or is too small for its place: "
               "is it that large, and is it there?",
               fk_show(shape->name).text);
}

bool fk_robot_load_files(fk_robot_reader *r)
{
    fk_robot_own *own = r->own;
    size_t room = (size_t)own->robot.shape_count + 1;
    uint32_t *user = fk_store_get(r->xml.store, room, sizeof *user);
    own->file = fk_store_get(r->xml.store, room, sizeof *own->file);
    own->mesh = fk_store_get(r->xml.store, room, sizeof(fk_mesh *));
    if (user == NULL || own->file == NULL || own->mesh == NULL)
        return fk_xml_no_memory(&r->xml);
    own->robot.file = own->file;
    if (!assign_files(r, user) || !probe_files(r, user))
        return false;
    for (uint32_t i = 0; i < own->robot.file_count; i++)
        if (!load_file(r, user[i]))
            return false;
    for (uint32_t i = 0; i < own->robot.shape_count; i++) {
        fk_robot_shape *shape = &own->shape[i];
        shape->mesh = shape->file != FK_NONE ? own->mesh[shape->file] : NULL;
        if (!check_place(r, i))
            return false;
    }
    return true;
}
