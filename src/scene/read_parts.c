/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads the array "parts" of a scene: each entry with its mesh or shape, its name, its pose. Loads no mesh.
 *
 * Shapes are box, sphere, capsule, cylinder, cone, hull, cells. Hulls and cells are where their points are; all
 * others are centred at the origin, along z. Cells are a tree of boxes and tetrahedra, each with its children, read
 * without recursion; the nodes are numbered in the order of the text.
 *
 * Weak inputs: the JSON library nests at most 2048 deep, which is 1021 levels of cells. */

#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "scene/files.h"
#include "scene/parts.h"

const fk_json_value *fk_scene_entry_value(const fk_json_value *top, uint32_t entry, const char *member,
                                          fk_entry_path *path)
{
    size_t count = json_array_size(json_object_get(top->json, "parts"));
    bool is_robot = entry >= count + top->index;
    size_t index = is_robot ? entry - count - top->index : entry;
    if (!fk_json_member(top, is_robot ? "robots" : "parts", &path->parts) ||
        index >= json_array_size(path->parts.json))
        return top;
    path->entry = fk_json_element(&path->parts, index);
    if (member != NULL && fk_json_member(&path->entry, member, &path->member))
        return &path->member;
    return &path->entry;
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

static bool read_cell_kind(fk_json_reader *r, const fk_json_value *value, fk_kind *out)
{
    const char *word;
    if (!fk_json_read_text(r, value, "\"kind\"", &word))
        return false;
    if (fk_same_text(word, "box"))
        *out = FK_KIND_BOX;
    else if (fk_same_text(word, "tetra"))
        *out = FK_KIND_TETRA;
    else
        return fk_json_fail(r, value,
                            "\"kind\" is \"box\", which is any parallelepiped, or \"tetra\", not '%s'",
                            fk_show_text(word).text);
    return true;
}

bool fk_scene_read_cell(fk_json_reader *r, const fk_json_value *object, const char *what, fk_kind *kind,
                        fk_cell *out)
{
    fk_json_value member;
    if (!fk_json_require(r, object, "kind", what, &member) || !read_cell_kind(r, &member, kind) ||
        !fk_json_require(r, object, "origin", what, &member) ||
        !fk_json_read_vec3(r, &member, "[x, y, z]", &out->origin) ||
        !fk_json_require(r, object, "edges", what, &member))
        return false;
    if (!json_is_array(member.json) || json_array_size(member.json) != 3)
        return fk_json_fail(
            r, &member,
            "\"edges\" needs the three edges that leave the origin, as [[2, 0, 0], [0, 1, 0], "
            "[0, 0, 1]]");
    for (size_t i = 0; i < 3; i++) {
        fk_json_value edge = fk_json_element(&member, i);
        if (!fk_json_read_vec3(r, &edge, "[x, y, z]", &out->edge[i]))
            return false;
    }
    return true;
}

typedef struct cell_list {
    fk_cell_input *input;
    size_t count, capacity;
} cell_list;

static bool read_cell_node(fk_json_reader *r, const fk_json_traversal_level *level, cell_list *list)
{
    static const char *const known[] = {"kind", "origin", "edges", "children", NULL};
    fk_cell_input node = {.parent = level->above != NULL ? level->above->number : FK_NONE};
    if (!fk_json_check_fields(r, &level->object, "a cell", known) ||
        !fk_scene_read_cell(r, &level->object, "a cell", &node.kind, &node.cell))
        return false;
    if (list->count >= FK_NONE ||
        !fk_grow(r->context, &list->input, sizeof node, list->count, &list->capacity, list->count + 1))
        return fk_json_fail_memory(r);
    list->input[list->count++] = node;
    return true;
}

static bool begin_cell_traversal(fk_json_traversal *nest, fk_json_reader *r, const fk_json_value *root)
{
    return fk_json_traversal_begin(nest, r, root, "children", "cells");
}

static bool read_cell_nodes(fk_json_reader *r, const fk_json_value *root, cell_list *list)
{
    fk_json_traversal nest;
    for (bool more = begin_cell_traversal(&nest, r, root); more; more = fk_json_traversal_next(&nest))
        if (!read_cell_node(r, nest.at, list))
            return false;
    return r->status == FK_OK;
}

/* A corner of a cell, as vertices are numbered; rounded, for a message. */
static fk_vec3 rounded_cell_corner(const fk_cell_input *node, uint32_t corner)
{
    fk_vec3 at = node->cell.origin;
    for (uint32_t i = 0; i < 3; i++)
        if (node->kind == FK_KIND_BOX ? (corner >> i & 1) != 0 : corner == i + 1)
            at = fk_vec3_add(at, node->cell.edge[i]);
    return at;
}

/* Reports what is wrong with the tree, at the node. */
static bool fail_cell_tree(fk_json_reader *r, const fk_json_value *root, const char *part,
                           const fk_cell_input *input, const fk_cell_report *report)
{
    fk_json_traversal nest;
    if (!begin_cell_traversal(&nest, r, root) || !fk_json_traversal_find(&nest, report->node))
        return false;
    const fk_json_value *value = &nest.at->object;
    unsigned long number = report->node;
    if (report->trouble != FK_CELL_OUTSIDE)
        return fk_json_fail(r, value, "part '%s', cell %lu: %s; make it smaller, or change the units", part,
                            number, fk_cell_trouble_text(report->trouble));
    fk_vec3 at = rounded_cell_corner(&input[report->node], report->corner);
    uint64_t line, column;
    fk_json_locate(r, &nest.at->above->object, false, &line, &column);
    return fk_json_fail(r, value,
                        "part '%s', cell %lu: its corner (%s, %s, %s) is not inside its parent, cell %lu of "
                        "line %lu: make the parent larger, or the cell smaller",
                        part, number, fk_show_number(at.x).text, fk_show_number(at.y).text,
                        fk_show_number(at.z).text, (unsigned long)report->parent, (unsigned long)line);
}

static bool build_cell_tree(fk_json_reader *r, const fk_json_value *root, const cell_list *list,
                            fk_scene_entry *out)
{
    fk_cell_report report;
    fk_status status = fk_cell_tree_of_nodes(r->context, list->input, (uint32_t)list->count, FK_CELL_CHILDREN,
                                             &report, &out->cells);
    if (status == FK_ERROR_MEMORY)
        return fk_json_fail_memory(r);
    if (status != FK_OK)
        return fail_cell_tree(r, root, fk_show_text(out->name).text, list->input, &report);
    /* All other cells lie in the root. */
    const fk_cell *cell = &list->input[0].cell;
    out->extent = fk_vec3_largest(cell->origin) + fk_vec3_largest(cell->edge[0]) +
                  fk_vec3_largest(cell->edge[1]) + fk_vec3_largest(cell->edge[2]);
    return true;
}

static bool read_json_cells(fk_json_reader *r, const fk_json_value *value, fk_owned_scene *own,
                            fk_scene_entry *out)
{
    (void)own;
    cell_list list = {NULL, 0, 0};
    bool is_good = read_cell_nodes(r, value, &list) && build_cell_tree(r, value, &list, out);
    fk_release(r->context, list.input, list.capacity * sizeof *list.input);
    return is_good;
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

static bool require_positive(fk_json_reader *r, const fk_json_value *object, const char *key,
                             const char *what, double *out)
{
    fk_json_value value;
    return fk_json_require(r, object, key, what, &value) && fk_json_read_positive(r, &value, out);
}

static bool read_json_box(fk_json_reader *r, const fk_json_value *value, fk_owned_scene *own,
                          fk_scene_entry *out)
{
    static const char *const known[] = {"size", NULL};
    (void)own;
    fk_json_value size;
    double s[3];
    if (!fk_json_check_fields(r, value, "a box", known) ||
        !fk_json_require(r, value, "size", "a box", &size) ||
        !fk_json_read_numbers(r, &size, "[x, y, z]", 3, s))
        return false;
    for (size_t i = 0; i < 3; i++) {
        fk_json_value side = fk_json_element(&size, i);
        if (!fk_json_read_positive(r, &side, &s[i]))
            return false;
    }
    out->piece = fk_centred_box(s);
    out->extent = fk_larger(s[0], fk_larger(s[1], s[2]));
    return true;
}

static bool read_json_sphere(fk_json_reader *r, const fk_json_value *value, fk_owned_scene *own,
                             fk_scene_entry *out)
{
    static const char *const known[] = {"radius", NULL};
    (void)own;
    double radius;
    if (!fk_json_check_fields(r, value, "a sphere", known) ||
        !require_positive(r, value, "radius", "a sphere", &radius))
        return false;
    out->piece = fk_piece_sphere(fk_vec3_make(0, 0, 0), radius);
    out->extent = radius;
    return true;
}

/* Capsule, cylinder and cone have a radius and a length. */
static bool read_json_axial(fk_json_reader *r, const fk_json_value *value, fk_owned_scene *own,
                            fk_scene_entry *out)
{
    static const char *const known[] = {"radius", "length", NULL};
    (void)own;
    bool is_capsule = fk_same_text(value->key, "capsule"), is_cone = fk_same_text(value->key, "cone");
    const char *what = is_capsule ? "a capsule" : is_cone ? "a cone" : "a cylinder";
    double radius, length;
    if (!fk_json_check_fields(r, value, what, known) ||
        !require_positive(r, value, "radius", what, &radius) ||
        !require_positive(r, value, "length", what, &length))
        return false;
    out->piece = fk_centred_axial(is_capsule ? fk_piece_capsule
                                  : is_cone  ? fk_piece_cone
                                             : fk_piece_cylinder,
                                  length, radius);
    out->extent = radius + length;
    return true;
}

static bool build_json_hull(fk_json_reader *r, const fk_json_value *value, const fk_vec3 *point, size_t count,
                            fk_owned_scene *own, fk_scene_entry *out)
{
    static const char *const flat[] = {"are all the same", "lie on one line", "lie in one plane"};
    fk_hull *hull;
    fk_status status = fk_hull_build(r->context, point, count, &hull);
    if (status == FK_ERROR_MEMORY)
        return fk_json_fail_memory(r);
    if (status != FK_OK)
        return fk_json_fail(r, value, "the hull cannot be built: %s", fk_status_text(status));
    own->hull[own->hull_count++] = hull;
    if (hull->dimension < 3)
        return fk_json_fail(
            r, value,
            "the hull is flat, as its points %s: give it some thickness, or use a mesh, which may be "
            "a surface",
            flat[hull->dimension]);
    out->piece = fk_hull_piece(hull);
    return true;
}

static bool read_json_hull(fk_json_reader *r, const fk_json_value *value, fk_owned_scene *own,
                           fk_scene_entry *out)
{
    static const char *const known[] = {"points", NULL};
    fk_json_value points;
    if (!fk_json_check_fields(r, value, "a hull", known) ||
        !fk_json_require(r, value, "points", "a hull", &points) ||
        !fk_json_check_array(r, &points, "points", 4))
        return false;
    size_t count = json_array_size(points.json);
    fk_vec3 *point = fk_allocate(r->context, count * sizeof *point);
    if (point == NULL)
        return fk_json_fail_memory(r);
    bool is_good = true;
    out->extent = 0;
    for (size_t i = 0; i < count && is_good; i++) {
        fk_json_value element = fk_json_element(&points, i);
        is_good = fk_json_read_vec3(r, &element, "[x, y, z]", &point[i]);
        out->extent = is_good ? fk_larger(out->extent, fk_vec3_largest(point[i])) : 0;
    }
    is_good = is_good && build_json_hull(r, &points, point, count, own, out);
    fk_release(r->context, point, count * sizeof *point);
    return is_good;
}

static bool read_json_shape(fk_json_reader *r, const fk_json_value *value, fk_owned_scene *own,
                            fk_scene_entry *out)
{
    static const char *const known[] = {"box",  "sphere", "capsule", "cylinder",
                                        "cone", "hull",   "cells",   NULL};
    static bool (*const read[])(fk_json_reader *, const fk_json_value *, fk_owned_scene *,
                                fk_scene_entry *) = {read_json_box,   read_json_sphere, read_json_axial,
                                                     read_json_axial, read_json_axial,  read_json_hull,
                                                     read_json_cells};
    if (!fk_json_check_fields(r, value, "a shape", known))
        return false;
    if (json_object_size(value->json) != 1)
        return fk_json_fail(
            r, value,
            "a shape is one of box, sphere, capsule, cylinder, cone, hull, cells, as {\"sphere\": "
            "{\"radius\": 5}}; this has %lu",
            (unsigned long)json_object_size(value->json));
    for (size_t i = 0; known[i] != NULL; i++) {
        fk_json_value member;
        if (fk_json_member(value, known[i], &member))
            return read[i](r, &member, own, out);
    }
    return false;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static bool read_mesh_scale(fk_json_reader *r, const fk_json_value *value, fk_vec3 *out)
{
    double s[3];
    bool is_one = json_is_number(value->json);
    if (is_one ? !fk_json_read_number(r, value, &s[0])
               : !fk_json_read_numbers(r, value, "[x, y, z] or one for all", 3, s))
        return false;
    for (int i = 0; i < (is_one ? 1 : 3); i++)
        if (fk_sign_of(s[i]) <= 0)
            return fk_json_fail(
                r, value,
                "\"scale\" needs numbers above 0, not %s: to mirror a mesh, run 'farkas convert "
                "--scale -1' on it",
                fk_show_number(s[i]).text);
    *out = is_one ? fk_vec3_make(s[0], s[0], s[0]) : fk_vec3_make(s[0], s[1], s[2]);
    return true;
}

static bool read_up_axis(fk_json_reader *r, const fk_json_value *value, int *out)
{
    const char *word;
    if (!fk_json_read_text(r, value, "\"up\"", &word))
        return false;
    if (strlen(word) != 1 || word[0] < 'x' || word[0] > 'z')
        return fk_json_fail(r, value,
                            "\"up\" is the axis that points up in the file, \"x\", \"y\" or \"z\", not '%s'",
                            fk_show_text(word).text);
    *out = word[0] - 'x';
    return true;
}

static bool read_json_mesh(fk_json_reader *r, const fk_json_value *entry, const fk_json_value *mesh,
                           fk_scene_entry *out)
{
    fk_json_value member;
    if (!fk_json_read_text_copy(r, mesh, "\"mesh\", the path of a file,", &out->path))
        return false;
    out->scale = fk_vec3_make(1, 1, 1);
    out->unit = r->unit;
    out->up = r->options->up;
    out->has_unit = fk_json_member(entry, "units", &member);
    if (out->has_unit && !fk_json_read_unit(r, &member, &out->unit))
        return false;
    out->has_up = fk_json_member(entry, "up", &member);
    if (out->has_up && !read_up_axis(r, &member, &out->up))
        return false;
    return !fk_json_member(entry, "scale", &member) || read_mesh_scale(r, &member, &out->scale);
}

/* ---- Entries ------------------------------------------------------------------------------------------- */

/* Checks that a shape has no fields of meshes. */
static bool check_shape_fields(fk_json_reader *r, const fk_json_value *entry)
{
    static const char *const wrong[] = {"scale", "units", "up"};
    static const char *const remedy[] = {"give the shape the size that it has",
                                         "shapes are in the units of the scene", "turn a shape by its pose"};
    for (size_t i = 0; i < 3; i++) {
        fk_json_value member;
        if (fk_json_member(entry, wrong[i], &member))
            return fk_json_fail_key(r, &member, "\"%s\" is for meshes alone: %s", wrong[i], remedy[i]);
    }
    return true;
}

static bool read_entry_name(fk_json_reader *r, const fk_json_value *entry, fk_scene_entry *out)
{
    fk_json_value member;
    out->has_name = fk_json_member(entry, "name", &member);
    if (!out->has_name) {
        if (out->path == NULL)
            return fk_json_fail(r, entry, "a shape needs a \"name\"; only meshes have that of their file");
        return true;
    }
    return fk_json_read_text_copy(r, &member, "\"name\"", &out->name);
}

static bool read_entry(fk_json_reader *r, const fk_json_value *entry, fk_owned_scene *own,
                       fk_scene_entry *out)
{
    static const char *const known[] = {"name",        "mesh",  "shape", "pose", "motion",
                                        "attached_to", "scale", "units", "up",   NULL};
    fk_json_value mesh, shape, pose;
    if (!fk_json_check_fields(r, entry, "a part", known))
        return false;
    bool has_mesh = fk_json_member(entry, "mesh", &mesh);
    bool has_shape = fk_json_member(entry, "shape", &shape);
    if (has_mesh == has_shape)
        return fk_json_fail(r, entry, "a part has a \"mesh\", which is a file, or a \"shape\"%s",
                            has_mesh ? ", not both" : "; this has neither");
    out->file = out->frame = FK_NONE;
    out->pose = fk_pose_identity();
    if (has_mesh && !read_json_mesh(r, entry, &mesh, out))
        return false;
    if (!read_entry_name(r, entry, out))
        return false;
    if (has_shape && !(check_shape_fields(r, entry) && read_json_shape(r, &shape, own, out)))
        return false;
    if (fk_json_member(entry, "pose", &pose) && !fk_scene_read_pose(r, &pose, &out->pose))
        return false;
    return fk_scene_read_motion(r, entry, out);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

bool fk_scene_copy_stem(fk_json_reader *r, const char *path, const char **out)
{
    const char *stem = path, *end = NULL;
    for (const char *c = path; *c != '\0'; c++)
        stem = *c == '/' && c[1] != '\0' ? c + 1 : stem;
    for (const char *c = stem + 1; *stem != '\0' && *c != '\0'; c++)
        end = *c == '.' ? c : end;
    size_t length = end != NULL ? (size_t)(end - stem) : strlen(stem);
    *out = fk_scene_arena_join_text(r->arena, stem, length, "");
    return *out != NULL || fk_json_fail_memory(r);
}

/* Whether an entry that the scene names has the name of a file that is added. */
static bool is_name_given(const fk_owned_scene *own, const char *name)
{
    for (uint32_t i = 0; i < own->entry_count; i++)
        if (own->entry[i].has_name && fk_same_text(own->entry[i].name, name))
            return true;
    return false;
}

/* Names unnamed entries by the stems of their files, or by their paths if two have one stem. */
static bool name_unnamed_entries(fk_json_reader *r, fk_owned_scene *own)
{
    uint32_t count = own->entry_count;
    fk_name_index names;
    const char **stem = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *stem);
    if (stem == NULL)
        return fk_json_fail_memory(r);
    for (uint32_t i = 0; i < count; i++)
        if (!own->entry[i].has_name && !fk_scene_copy_stem(r, own->entry[i].path, &stem[i]))
            return false;
    if (!fk_name_index_build(&names, r->arena, stem, count))
        return fk_json_fail_memory(r);
    for (uint32_t i = 0; i < count; i++) {
        if (stem[i] == NULL)
            continue;
        uint32_t first = fk_name_index_find(&names, stem[i]);
        bool repeats = first != i || fk_name_index_find_next(&names, stem[i], i) != FK_NONE;
        repeats = repeats || (own->entry[i].is_added && is_name_given(own, stem[i]));
        own->entry[i].name = repeats ? own->entry[i].path : stem[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        const char *name = own->entry[i].name;
        own->entry[i].beginning =
            fk_scene_arena_join_text(r->arena, name, strlen(name), *name != '\0' ? "/" : "");
        if (own->entry[i].beginning == NULL)
            return fk_json_fail_memory(r);
    }
    return true;
}

/* Checks that the names of entries are unique, and that none is "all". */
static bool check_entry_names(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    fk_entry_path path;
    uint32_t count = own->entry_count, all = 0;
    if (!fk_name_index_build_strided(&own->entry_names, r->arena, &own->entry->name, sizeof *own->entry,
                                     count))
        return fk_json_fail_memory(r);
    uint32_t second = fk_name_index_find_repeated(&own->entry_names, count);
    while (all < count && !fk_same_text(own->entry[all].name, "all"))
        all++;
    if (all < count && all <= second)
        return fk_json_fail(
            r, fk_scene_entry_value(top, all, "name", &path),
            "a part may not be called 'all', which is the set of all parts: give it another \"name\"");
    if (second == FK_NONE)
        return true;
    const fk_scene_entry *e = &own->entry[second];
    uint32_t first = fk_name_index_find(&own->entry_names, e->name);
    if (e->is_added && own->moveit == NULL)
        return fk_json_fail(r, fk_scene_entry_value(top, first, "name", &path),
                            "this part has the name of a file that is added: give it another \"name\"");
    uint64_t line, column;
    fk_json_locate(r, fk_scene_entry_value(top, first, NULL, &path), false, &line, &column);
    return fk_json_fail(
        r, fk_scene_entry_value(top, second, "name", &path),
        "two %sparts are called '%s', this one and that of line %lu: give one another \"name\"",
        e->is_robot ? "robots or " : "", fk_show_text(e->name).text, (unsigned long)line);
}

bool fk_scene_complete_entries(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own,
                               uint32_t robots)
{
    return fk_scene_read_robots(r, top, own, robots) && name_unnamed_entries(r, own) &&
           check_entry_names(r, top, own);
}

bool fk_scene_read_entries(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    fk_json_value parts;
    uint32_t robots;
    if (!fk_scene_count_robots(r, top, own, &robots))
        return false;
    bool has_parts = fk_json_member(top, "parts", &parts);
    bool has_more = robots > 0 || own->added_mesh_count > 0;
    if (!has_parts && !has_more)
        return fk_json_fail(r, top, "a scene needs \"parts\", an array of meshes and shapes, or \"robots\"");
    if (has_parts && !fk_json_check_array(r, &parts, "parts", has_more ? 0 : 1))
        return false;
    size_t count = has_parts ? json_array_size(parts.json) : 0, room = count + own->added_mesh_count + robots;
    own->entry = fk_scene_arena_allocate(r->arena, room + 1, sizeof *own->entry);
    own->hull = fk_scene_arena_allocate(r->arena, room + 1, sizeof(fk_hull *));
    if (own->entry == NULL || own->hull == NULL)
        return fk_json_fail_memory(r);
    if (room >= FK_NONE)
        return fk_json_fail(r, top, "too many parts and robots");
    own->entry_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        fk_json_value entry = fk_json_element(&parts, i);
        if (!read_entry(r, &entry, own, &own->entry[i]))
            return false;
    }
    return fk_scene_add_files(r, top, own) && fk_scene_complete_entries(r, top, own, robots);
}
