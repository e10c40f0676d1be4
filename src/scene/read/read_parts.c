/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The array "parts" of a scene: each entry with its mesh or shape, its name, its pose. Nothing is loaded
 * here. */

#include <string.h>

#include "base/bits.h"
#include "scene/parts.h"

const fk_value *fk_entry_value(const fk_value *top, uint32_t entry, const char *member, fk_entry_way *way)
{
    size_t count = json_array_size(json_object_get(top->json, "parts"));
    bool is_robot = entry >= count;
    size_t index = is_robot ? entry - count : entry;
    if (!fk_value_member(top, is_robot ? "robots" : "parts", &way->parts) ||
        index >= json_array_size(way->parts.json))
        return top;
    way->entry = fk_value_element(&way->parts, index);
    if (member != NULL && fk_value_member(&way->entry, member, &way->member))
        return &way->member;
    return &way->entry;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static bool read_scale(fk_reader *r, const fk_value *value, fk_vec3 *out)
{
    double s[3];
    bool is_one = json_is_number(value->json);
    if (is_one ? !fk_value_number(r, value, &s[0])
               : !fk_value_numbers(r, value, "[x, y, z] or one for all", 3, s))
        return false;
    for (int i = 0; i < (is_one ? 1 : 3); i++)
        if (fk_sign_of(s[i]) <= 0)
            return fk_value_fail(
                r, value,
                "\"scale\" needs numbers above 0, not %s: to mirror a mesh, run 'farkas convert "
                "--scale -1' on it",
                fk_show_number(s[i]).text);
    *out = is_one ? fk_vec3_make(s[0], s[0], s[0]) : fk_vec3_make(s[0], s[1], s[2]);
    return true;
}

static bool read_up(fk_reader *r, const fk_value *value, int *out)
{
    const char *word;
    if (!fk_value_text(r, value, "\"up\"", &word))
        return false;
    if (strlen(word) != 1 || word[0] < 'x' || word[0] > 'z')
        return fk_value_fail(r, value,
                             "\"up\" is the axis that points up in the file, \"x\", \"y\" or \"z\", not '%s'",
                             fk_show(word).text);
    *out = word[0] - 'x';
    return true;
}

static bool read_mesh(fk_reader *r, const fk_value *entry, const fk_value *mesh, fk_entry *out)
{
    fk_value member;
    const char *path;
    if (!fk_value_text(r, mesh, "\"mesh\", the path of a file,", &path) ||
        !fk_value_keep(r, path, &out->path))
        return false;
    out->scale = fk_vec3_make(1, 1, 1);
    out->unit = r->unit;
    out->up = r->options->up;
    out->has_unit = fk_value_member(entry, "units", &member);
    if (out->has_unit && !fk_value_unit(r, &member, &out->unit))
        return false;
    out->has_up = fk_value_member(entry, "up", &member);
    if (out->has_up && !read_up(r, &member, &out->up))
        return false;
    return !fk_value_member(entry, "scale", &member) || read_scale(r, &member, &out->scale);
}

/* ---- Entries ------------------------------------------------------------------------------------------- */

/* What only a mesh has. */
static bool check_shape(fk_reader *r, const fk_value *entry)
{
    static const char *const wrong[] = {"scale", "units", "up"};
    static const char *const remedy[] = {"give the shape the size that it has",
                                         "shapes are in the units of the scene", "turn a shape by its pose"};
    for (size_t i = 0; i < 3; i++) {
        fk_value member;
        if (fk_value_member(entry, wrong[i], &member))
            return fk_value_fail_key(r, &member, "\"%s\" is for meshes alone: %s", wrong[i], remedy[i]);
    }
    return true;
}

static bool read_name(fk_reader *r, const fk_value *entry, fk_entry *out)
{
    fk_value member;
    const char *name;
    out->has_name = fk_value_member(entry, "name", &member);
    if (!out->has_name) {
        if (out->path == NULL)
            return fk_value_fail(r, entry, "a shape needs a \"name\"; only meshes have that of their file");
        return true;
    }
    return fk_value_text(r, &member, "\"name\"", &name) && fk_value_keep(r, name, &out->name);
}

static bool read_entry(fk_reader *r, const fk_value *entry, fk_scene_own *own, fk_entry *out)
{
    static const char *const known[] = {"name",        "mesh",  "shape", "pose", "motion",
                                        "attached_to", "scale", "units", "up",   NULL};
    fk_value mesh, shape, pose;
    if (!fk_value_fields(r, entry, "a part", known))
        return false;
    bool has_mesh = fk_value_member(entry, "mesh", &mesh);
    bool has_shape = fk_value_member(entry, "shape", &shape);
    if (has_mesh == has_shape)
        return fk_value_fail(r, entry, "a part has a \"mesh\", which is a file, or a \"shape\"%s",
                             has_mesh ? ", not both" : "; this has neither");
    out->file = out->frame = FK_NONE;
    out->pose = fk_pose_identity();
    if (has_mesh && !read_mesh(r, entry, &mesh, out))
        return false;
    if (!read_name(r, entry, out))
        return false;
    if (has_shape && !(check_shape(r, entry) && fk_read_shape(r, &shape, own, out)))
        return false;
    if (fk_value_member(entry, "pose", &pose) && !fk_read_pose(r, &pose, &out->pose))
        return false;
    return fk_read_motion(r, entry, out);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

bool fk_keep_stem(fk_reader *r, const char *path, const char **out)
{
    const char *stem = path, *end = NULL;
    for (const char *c = path; *c != '\0'; c++)
        stem = *c == '/' && c[1] != '\0' ? c + 1 : stem;
    for (const char *c = stem + 1; *stem != '\0' && *c != '\0'; c++)
        end = *c == '.' ? c : end;
    size_t length = end != NULL ? (size_t)(end - stem) : strlen(stem);
    *out = fk_store_text(r->store, stem, length, "");
    return *out != NULL || fk_reader_no_memory(r);
}

/* Names the entries that have none by the stems of their files, or by their paths where two have one stem. */
static bool name_entries(fk_reader *r, fk_scene_own *own)
{
    uint32_t count = own->entry_count;
    fk_names names;
    const char **stem = fk_store_get(r->store, (size_t)count + 1, sizeof *stem);
    if (stem == NULL)
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < count; i++)
        if (!own->entry[i].has_name && !fk_keep_stem(r, own->entry[i].path, &stem[i]))
            return false;
    if (!fk_names_build(&names, r->store, stem, count))
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < count; i++) {
        if (stem[i] == NULL)
            continue;
        uint32_t first = fk_names_find(&names, stem[i]);
        bool repeats = first != i || fk_names_next(&names, stem[i], i) != FK_NONE;
        own->entry[i].name = repeats ? own->entry[i].path : stem[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        const char *name = own->entry[i].name;
        own->entry[i].beginning = fk_store_text(r->store, name, strlen(name), *name != '\0' ? "/" : "");
        if (own->entry[i].beginning == NULL)
            return fk_reader_no_memory(r);
    }
    return true;
}

/* Whether all names are different. Parts of a file get more behind theirs, but those of two entries may not
 * begin alike. */
static bool check_names(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    fk_entry_way way;
    const char **name = fk_store_get(r->store, (size_t)own->entry_count + 1, sizeof *name);
    if (name == NULL)
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < own->entry_count; i++)
        name[i] = own->entry[i].name;
    if (!fk_names_build(&own->entry_names, r->store, name, own->entry_count))
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < own->entry_count; i++) {
        uint32_t first = fk_names_find(&own->entry_names, name[i]);
        uint64_t line, column;
        if (fk_same_text(name[i], "all"))
            return fk_value_fail(
                r, fk_entry_value(top, i, "name", &way),
                "a part may not be called 'all', which is the set of all parts: give it another \"name\"");
        if (first == i)
            continue;
        fk_value_place(r, fk_entry_value(top, first, NULL, &way), false, &line, &column);
        bool has_robot = own->entry[i].is_robot;
        return fk_value_fail(
            r, fk_entry_value(top, i, "name", &way),
            "two %sparts are called '%s', this one and that of line %lu: give one another \"name\"",
            has_robot ? "robots or " : "", fk_show(name[i]).text, (unsigned long)line);
    }
    return true;
}

bool fk_name_entries(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    return fk_read_robots(r, top, own) && name_entries(r, own) && check_names(r, top, own);
}

bool fk_read_entries(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    fk_value parts;
    uint32_t robots;
    if (!fk_count_robots(r, top, &robots))
        return false;
    bool has_parts = fk_value_member(top, "parts", &parts);
    if (!has_parts && robots == 0)
        return fk_value_fail(r, top, "a scene needs \"parts\", an array of meshes and shapes, or \"robots\"");
    if (has_parts && !fk_value_array(r, &parts, "parts", robots > 0 ? 0 : 1))
        return false;
    size_t count = has_parts ? json_array_size(parts.json) : 0, room = count + robots;
    own->entry = fk_store_get(r->store, room, sizeof *own->entry);
    own->hull = fk_store_get(r->store, room, sizeof(fk_hull *));
    if (own->entry == NULL || own->hull == NULL)
        return fk_reader_no_memory(r);
    if (room >= FK_NONE)
        return fk_value_fail(r, top, "too many parts and robots");
    own->entry_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        fk_value entry = fk_value_element(&parts, i);
        if (!read_entry(r, &entry, own, &own->entry[i]))
            return false;
    }
    return fk_name_entries(r, top, own);
}
