/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads the collision shapes of URDF, and loads their mesh files. All shapes except meshes are centred at their
 * origin; cylinders and capsules are along z, and the length of a capsule is that of its cylinder, without the caps.
 * Each file is loaded once for each scale; all parts of a file become one mesh. Numbers of the files are metres, and
 * z is up, unless the loader sets another axis. */

#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "scene/robot.h"

/* ---- Pieces -------------------------------------------------------------------------------------------- */

static bool read_urdf_size(fk_robot_reader *r, const fk_xml_element *xml, const char *name, double *out)
{
    const char *text;
    if (!fk_xml_require(&r->xml, xml, name, &text) || !fk_xml_read_number(&r->xml, xml, name, out))
        return false;
    if (fk_sign_of(*out) <= 0)
        return fk_xml_fail(&r->xml, xml, "%s of <%s> is %s: it has to be above 0", name, xml->name,
                           fk_show_number(*out).text);
    return fk_urdf_read_length(r, xml, name, out);
}

static bool read_urdf_box(fk_robot_reader *r, const fk_xml_element *xml, fk_robot_shape *out)
{
    const char *text;
    fk_vec3 size = {0, 0, 0};
    if (!fk_xml_require(&r->xml, xml, "size", &text) || !fk_xml_read_vec3(&r->xml, xml, "size", &size))
        return false;
    double s[3] = {size.x, size.y, size.z};
    for (int i = 0; i < 3; i++) {
        if (fk_sign_of(s[i]) <= 0)
            return fk_xml_fail(&r->xml, xml, "size of <box> has %s: all three have to be above 0",
                               fk_show_number(s[i]).text);
        if (!fk_urdf_read_length(r, xml, "size", &s[i]))
            return false;
    }
    out->piece = fk_centred_box(s);
    return true;
}

static bool read_urdf_sphere(fk_robot_reader *r, const fk_xml_element *xml, fk_robot_shape *out)
{
    double radius = 0;
    if (!read_urdf_size(r, xml, "radius", &radius))
        return false;
    out->piece = fk_piece_sphere(fk_vec3_make(0, 0, 0), radius);
    return true;
}

static bool read_urdf_axial(fk_robot_reader *r, const fk_xml_element *xml, fk_robot_shape *out)
{
    double radius = 0, length = 0;
    if (!read_urdf_size(r, xml, "radius", &radius) || !read_urdf_size(r, xml, "length", &length))
        return false;
    bool is_capsule = fk_same_text(xml->name, "capsule");
    out->piece = fk_centred_axial(is_capsule ? fk_piece_capsule : fk_piece_cylinder, length, radius);
    return true;
}

/* Reads the scale of a mesh; its file is assigned later. */
static bool read_urdf_mesh(fk_robot_reader *r, const fk_xml_element *xml, fk_robot_shape *out)
{
    const char *filename;
    fk_vec3 scale = {1, 1, 1};
    (void)out;
    if (!fk_xml_require(&r->xml, xml, "filename", &filename) ||
        !fk_xml_read_vec3(&r->xml, xml, "scale", &scale))
        return false;
    return fk_vec3_nonzeros(scale) == 3 ||
           fk_xml_fail(&r->xml, xml,
                       "scale of the mesh '%s' has a 0, which makes it flat: \"1 1 1\" is usual",
                       fk_show_text(filename).text);
}

/* ---- Collision elements -------------------------------------------------------------------------------- */

typedef bool shape_reader(fk_robot_reader *r, const fk_xml_element *xml, fk_robot_shape *out);
static const struct {
    const char *name;
    shape_reader *read;
} known_shape[] = {{"mesh", read_urdf_mesh},
                   {"box", read_urdf_box},
                   {"sphere", read_urdf_sphere},
                   {"cylinder", read_urdf_axial},
                   {"capsule", read_urdf_axial}};
enum { SHAPE_KINDS = sizeof known_shape / sizeof known_shape[0] };

/* Finds the only shape in <geometry>. Unknown elements may come from later versions, and are skipped beside a known
 * one. */
static bool find_geometry(fk_robot_reader *r, const fk_xml_element *geometry, const char *link,
                          const fk_xml_element **out, size_t *kind)
{
    *out = NULL;
    for (const fk_xml_element *e = geometry->first; e != NULL; e = e->next)
        for (size_t i = 0; i < SHAPE_KINDS; i++) {
            if (!fk_same_text(e->name, known_shape[i].name))
                continue;
            if (*out != NULL)
                return fk_xml_fail(&r->xml, e,
                                   "<geometry> of link '%s' has two shapes, <%s> and <%s>: put each in a "
                                   "<collision> of its own",
                                   fk_show_text(link).text, (*out)->name, e->name);
            *out = e;
            *kind = i;
        }
    if (*out != NULL)
        return true;
    if (geometry->first != NULL)
        return fk_xml_fail(
            &r->xml, geometry->first,
            "<geometry> of link '%s' has no shape that is known, but <%s>: it may be mesh, box, "
            "sphere, cylinder or capsule",
            fk_show_text(link).text, fk_show_text(geometry->first->name).text);
    return fk_xml_fail(&r->xml, geometry,
                       "<geometry> of link '%s' is empty: it has one of mesh, box, sphere, cylinder, capsule",
                       fk_show_text(link).text);
}

static bool read_collision(fk_robot_reader *r, const fk_xml_element *xml, uint32_t link, fk_robot_shape *out,
                           const fk_xml_element **shape)
{
    const fk_xml_element *geometry;
    const char *name = r->own->link[link].name;
    size_t kind = 0;
    out->link = link;
    out->file = FK_NONE;
    if (!fk_xml_only(&r->xml, xml, "geometry", &geometry))
        return false;
    if (geometry == NULL)
        return fk_xml_fail(&r->xml, xml, "<collision> of link '%s' has no <geometry>: add it, or delete this",
                           fk_show_text(name).text);
    return fk_urdf_read_origin(r, xml, &out->pose) && find_geometry(r, geometry, name, shape, &kind) &&
           known_shape[kind].read(r, *shape, out);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

/* Names a shape after its link: by the name of the collision element, or by its number. */
static bool name_shape(fk_robot_reader *r, const fk_xml_element *xml, uint32_t number, fk_robot_shape *shape)
{
    char digits[16];
    const char *own = NULL, *link = r->own->link[shape->link].name;
    fk_scene_arena *arena = r->xml.arena;
    if (!fk_xml_read_text(&r->xml, xml, "name", &own))
        return false;
    snprintf(digits, sizeof digits, "%lu", (unsigned long)number);
    const char *beginning = fk_scene_arena_join_text(arena, link, strlen(link), "/");
    if (beginning == NULL)
        return fk_xml_fail_memory(&r->xml);
    shape->name = fk_scene_arena_join_text(arena, beginning, strlen(beginning), own != NULL ? own : digits);
    return shape->name != NULL || fk_xml_fail_memory(&r->xml);
}

/* Appends numbers to repeated names. */
static bool number_repeated_names(fk_robot_reader *r, const fk_name_index *names, const char **name)
{
    uint32_t count = r->own->robot.shape_count;
    uint32_t *times = fk_scene_arena_allocate(r->xml.arena, (size_t)count + 1, sizeof *times);
    if (times == NULL)
        return fk_xml_fail_memory(&r->xml);
    for (uint32_t i = 0; i < count; i++) {
        char number[16];
        const char *old = r->own->shape[i].name;
        uint32_t first = fk_name_index_find(names, old);
        name[i] = old;
        if (++times[first] == 1)
            continue;
        snprintf(number, sizeof number, "#%lu", (unsigned long)times[first]);
        name[i] = fk_scene_arena_join_text(r->xml.arena, old, strlen(old), number);
        if (name[i] == NULL)
            return fk_xml_fail_memory(&r->xml);
    }
    return true;
}

/* Makes all names unique, with the prefix of the options. */
static bool make_names_unique(fk_robot_reader *r)
{
    uint32_t count = r->own->robot.shape_count;
    fk_name_index names;
    const char *prefix = r->options->name != NULL ? r->options->name : "";
    const char **name = fk_scene_arena_allocate(r->xml.arena, (size_t)count + 1, sizeof *name);
    const char *beginning =
        fk_scene_arena_join_text(r->xml.arena, prefix, strlen(prefix), *prefix != '\0' ? "/" : "");
    if (name == NULL || beginning == NULL ||
        !fk_name_index_build_strided(&names, r->xml.arena, &r->own->shape->name, sizeof *r->own->shape,
                                     count))
        return fk_xml_fail_memory(&r->xml);
    if (!number_repeated_names(r, &names, name))
        return false;
    if (!fk_name_index_build(&names, r->xml.arena, name, count))
        return fk_xml_fail_memory(&r->xml);
    uint32_t second = fk_name_index_find_repeated(&names, count);
    if (second != FK_NONE)
        return fk_xml_fail(&r->xml, r->shape_xml[second],
                           "two shapes are called '%s', the first in line %lu: give the <collision> "
                           "elements different names, or none",
                           fk_show_text(name[second]).text,
                           (unsigned long)r->shape_xml[fk_name_index_find(&names, name[second])]->line);
    for (uint32_t i = 0; i < count; i++) {
        r->own->shape[i].name = fk_scene_arena_join_text(r->xml.arena, beginning, strlen(beginning), name[i]);
        if (r->own->shape[i].name == NULL)
            return fk_xml_fail_memory(&r->xml);
    }
    return true;
}

/* ---- Links --------------------------------------------------------------------------------------------- */

static bool read_link_shapes(fk_robot_reader *r, uint32_t i)
{
    fk_owned_robot *own = r->own;
    fk_robot_link *link = &own->link[i];
    const fk_xml_element *xml = fk_xml_first(r->link_xml[i], "collision");
    uint32_t count = fk_xml_count(r->link_xml[i], "collision");
    link->first_shape = own->robot.shape_count;
    link->shape_count = count;
    for (uint32_t k = 0; k < count; k++, xml = fk_xml_next(xml)) {
        uint32_t s = own->robot.shape_count++;
        fk_robot_shape *shape = &own->shape[s];
        if (!read_collision(r, xml, i, shape, &r->shape_xml[s]))
            return false;
        shape->name = link->name;
        if (count > 1 && !name_shape(r, xml, k + 1, shape))
            return false;
    }
    return true;
}

bool fk_urdf_read_shapes(fk_robot_reader *r)
{
    fk_owned_robot *own = r->own;
    size_t count = 0;
    for (uint32_t i = 0; i < own->robot.link_count; i++)
        count += fk_xml_count(r->link_xml[i], "collision");
    own->shape = fk_scene_arena_allocate(r->xml.arena, count + 1, sizeof *own->shape);
    r->shape_xml = fk_scene_arena_allocate(r->xml.arena, count + 1, sizeof *r->shape_xml);
    if (own->shape == NULL || r->shape_xml == NULL)
        return fk_xml_fail_memory(&r->xml);
    own->robot.shape = own->shape;
    for (uint32_t i = 0; i < own->robot.link_count; i++)
        if (!read_link_shapes(r, i))
            return false;
    return make_names_unique(r);
}

/* ---- Which files --------------------------------------------------------------------------------------- */

/* Lists the file names of all shapes, NULL for those without a mesh, and their scales. */
static bool list_shape_files(fk_robot_reader *r, const char **filename, fk_vec3 *scale)
{
    for (uint32_t i = 0; i < r->own->robot.shape_count; i++) {
        const fk_xml_element *xml = r->shape_xml[i];
        scale[i] = fk_vec3_make(1, 1, 1);
        filename[i] = NULL;
        if (r->own->shape[i].piece.kind == FK_KIND_NONE &&
            (!fk_xml_require(&r->xml, xml, "filename", &filename[i]) ||
             !fk_xml_read_vec3(&r->xml, xml, "scale", &scale[i])))
            return false;
    }
    return true;
}

/* Gives each mesh its file, shared by those with the same name and scale; `user` is the first shape of each file. */
static bool assign_shape_files(fk_robot_reader *r, uint32_t *user)
{
    fk_owned_robot *own = r->own;
    uint32_t count = own->robot.shape_count;
    fk_name_index names;
    const char **filename = fk_scene_arena_allocate(r->xml.arena, (size_t)count + 1, sizeof *filename);
    fk_vec3 *scale = fk_scene_arena_allocate(r->xml.arena, (size_t)count + 1, sizeof *scale);
    if (filename == NULL || scale == NULL)
        return fk_xml_fail_memory(&r->xml);
    if (!list_shape_files(r, filename, scale))
        return false;
    if (!fk_name_index_build(&names, r->xml.arena, filename, count))
        return fk_xml_fail_memory(&r->xml);
    for (uint32_t i = 0; i < count; i++) {
        if (filename[i] == NULL)
            continue;
        uint32_t same = fk_name_index_find(&names, filename[i]), first = same;
        while (same != i && memcmp(&scale[i], &scale[same], sizeof *scale) != 0)
            same = fk_name_index_find_next(&names, filename[i], same);
        if (same != i) {
            own->shape[i].file = own->shape[same].file;
            continue;
        }
        uint32_t file = own->shape[i].file = own->robot.file_count++;
        user[file] = i;
        own->file[file].scale = scale[i];
        if (first != i)
            own->file[file].path = own->file[own->shape[first].file].path;
        else if (!fk_package_find_file(r, r->shape_xml[i], filename[i], &own->file[file].path))
            return false;
    }
    return true;
}

/* ---- Loading ------------------------------------------------------------------------------------------- */

/* Reports an error in the file of a shape; if it cannot be opened, also where its path begins. */
static bool fail_shape_file(fk_robot_reader *r, uint32_t shape, fk_status status, const char *message)
{
    const fk_scene_file *file = &r->own->file[r->own->shape[shape].file];
    char where[FK_WHERE];
    fk_load_report_where(&file->report, where);
    const char *filename = fk_xml_value(r->shape_xml[shape], "filename");
    bool is_relative = status == FK_ERROR_READ && !fk_path_is_absolute(filename) &&
                       !fk_begins_with(filename, "package://") && !fk_begins_with(filename, "file:///");
    (void)fk_xml_fail(&r->xml, r->shape_xml[shape], "link '%s': %.500s:%s %s%s",
                      fk_show_text(r->own->link[r->own->shape[shape].link].name).text, file->path, where,
                      message, is_relative ? "; this path begins at the folder of the URDF file" : "");
    r->xml.status = status;
    return false;
}

/* Joins all parts of a model into one mesh, and turns and scales it. */
static fk_status build_shape_mesh(fk_robot_reader *r, const fk_model *model, fk_scene_file *file,
                                  fk_mesh **out)
{
    fk_mesh *joined = NULL;
    fk_status status = FK_OK;
    if (model->part_count > 1)
        status = fk_mesh_join(r->xml.context, model->part, model->part_count, &joined);
    if (status == FK_OK)
        status = fk_mesh_file_transform(r->xml.context, joined != NULL ? joined : model->part, file,
                                        r->options->unit, out);
    fk_mesh_free(r->xml.context, joined);
    return status;
}

/* Reports a missing file before any file is loaded. Other loaders may know paths that are no files. */
static bool probe_shape_files(fk_robot_reader *r, const uint32_t *user)
{
    for (uint32_t i = 0; i < r->own->robot.file_count && r->options->load_mesh == NULL; i++) {
        fk_file file;
        if (!fk_file_open(&file, r->own->file[i].path))
            return fail_shape_file(r, user[i], FK_ERROR_READ, file.message);
        (void)fk_file_close(&file);
    }
    return true;
}

static bool load_shape_file(fk_robot_reader *r, uint32_t shape)
{
    fk_context *context = r->xml.context;
    uint32_t number = r->own->shape[shape].file;
    fk_scene_file *file = &r->own->file[number];
    const fk_robot_options *options = r->options;
    fk_scene_options how = {.load_mesh = options->load_mesh,
                            .user = options->user,
                            .load = options->load,
                            .load_mesh_ends = options->load_mesh_ends};
    fk_scene_mesh mesh = {.path = file->path, .unit = FK_UNIT_M, .has_unit = true};
    mesh.up = options->has_up ? options->up : 2;
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
        return fail_shape_file(r, shape, status,
                               mesh.report.message[0] != '\0' ? mesh.report.message : fk_status_text(status));
    if (model->part_count > 0)
        status = build_shape_mesh(r, model, file, &r->own->mesh[number]);
    bool is_empty = model->part_count == 0;
    fk_model_free(context, model);
    if (is_empty)
        return fail_shape_file(r, shape, FK_ERROR_SYNTAX, "the file has no parts");
    if (status == FK_ERROR_MEMORY)
        return fk_xml_fail_memory(&r->xml);
    return status == FK_OK ||
           fail_shape_file(r, shape, FK_ERROR_SYNTAX,
                           status == FK_ERROR_NOT_FINITE ? "scaled beyond the range of doubles"
                                                         : "too many triangles for one mesh");
}

/* Checks that the placed shape is finite. */
static bool check_shape_pose(fk_robot_reader *r, uint32_t i)
{
    const fk_robot_shape *shape = &r->own->shape[i];
    fk_piece placed = {.kind = FK_KIND_NONE};
    if (shape->mesh == NULL)
        placed = fk_piece_place(&shape->piece, &shape->pose, NULL);
    bool is_good = shape->mesh != NULL
                       ? fk_pose_keeps_finite(&shape->pose, fk_mesh_largest_coordinate(shape->mesh))
                       : fk_piece_check(&placed) == FK_OK;
    return is_good ||
           fk_xml_fail(
               &r->xml, r->shape_xml[i],
               "shape '%s' reaches beyond the range of doubles, 1.8e308, or is too small for its place: "
               "is it that large, and is it there?",
               fk_show_text(shape->name).text);
}

bool fk_robot_load_files(fk_robot_reader *r)
{
    fk_owned_robot *own = r->own;
    size_t room = (size_t)own->robot.shape_count + 1;
    uint32_t *user = fk_scene_arena_allocate(r->xml.arena, room, sizeof *user);
    own->file = fk_scene_arena_allocate(r->xml.arena, room, sizeof *own->file);
    own->mesh = fk_scene_arena_allocate(r->xml.arena, room, sizeof(fk_mesh *));
    if (user == NULL || own->file == NULL || own->mesh == NULL)
        return fk_xml_fail_memory(&r->xml);
    own->robot.file = own->file;
    if (!assign_shape_files(r, user) || !probe_shape_files(r, user))
        return false;
    for (uint32_t i = 0; i < own->robot.file_count; i++)
        if (!load_shape_file(r, user[i]))
            return false;
    for (uint32_t i = 0; i < own->robot.shape_count; i++) {
        fk_robot_shape *shape = &own->shape[i];
        shape->mesh = shape->file != FK_NONE ? own->mesh[shape->file] : NULL;
        if (!check_shape_pose(r, i))
            return false;
    }
    return true;
}
