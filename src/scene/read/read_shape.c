/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shapes of a scene: box, sphere, capsule, cylinder, cone, hull, cells. All but hull and cells are centred at
 * the origin, along z; these are where their points are. */

#include "base/vec3.h"
#include "scene/files.h"
#include "scene/parts.h"

static bool need_positive(fk_reader *r, const fk_value *object, const char *key, const char *what,
                          double *out)
{
    fk_value value;
    return fk_value_need(r, object, key, what, &value) && fk_value_positive(r, &value, out);
}

static bool read_box(fk_reader *r, const fk_value *value, fk_scene_own *own, fk_entry *out)
{
    static const char *const known[] = {"size", NULL};
    (void)own;
    fk_value size;
    double s[3];
    if (!fk_value_fields(r, value, "a box", known) || !fk_value_need(r, value, "size", "a box", &size) ||
        !fk_value_numbers(r, &size, "[x, y, z]", 3, s))
        return false;
    for (size_t i = 0; i < 3; i++) {
        fk_value side = fk_value_element(&size, i);
        if (!fk_value_positive(r, &side, &s[i]))
            return false;
    }
    out->piece = fk_centred_box(s);
    out->reach = fk_larger(s[0], fk_larger(s[1], s[2]));
    return true;
}

static bool read_sphere(fk_reader *r, const fk_value *value, fk_scene_own *own, fk_entry *out)
{
    static const char *const known[] = {"radius", NULL};
    (void)own;
    double radius;
    if (!fk_value_fields(r, value, "a sphere", known) ||
        !need_positive(r, value, "radius", "a sphere", &radius))
        return false;
    out->piece = fk_piece_sphere(fk_vec3_make(0, 0, 0), radius);
    out->reach = radius;
    return true;
}

/* Capsule, cylinder and cone have a radius and a length. */
static bool read_long(fk_reader *r, const fk_value *value, const char *what, fk_entry *out,
                      fk_piece (*make)(fk_vec3 a, fk_vec3 b, double radius))
{
    static const char *const known[] = {"radius", "length", NULL};
    double radius, length;
    if (!fk_value_fields(r, value, what, known) || !need_positive(r, value, "radius", what, &radius) ||
        !need_positive(r, value, "length", what, &length))
        return false;
    out->piece = fk_centred_long(make, length, radius);
    out->reach = radius + length;
    return true;
}

static bool read_capsule(fk_reader *r, const fk_value *value, fk_scene_own *own, fk_entry *out)
{
    (void)own;
    return read_long(r, value, "a capsule", out, fk_piece_capsule);
}

static bool read_cylinder(fk_reader *r, const fk_value *value, fk_scene_own *own, fk_entry *out)
{
    (void)own;
    return read_long(r, value, "a cylinder", out, fk_piece_cylinder);
}

static bool read_cone(fk_reader *r, const fk_value *value, fk_scene_own *own, fk_entry *out)
{
    (void)own;
    return read_long(r, value, "a cone", out, fk_piece_cone);
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

static bool build_hull(fk_reader *r, const fk_value *value, const fk_vec3 *point, size_t count,
                       fk_scene_own *own, fk_entry *out)
{
    static const char *const flat[] = {"are all the same", "lie on one line", "lie in one plane"};
    fk_hull *hull;
    fk_status status = fk_hull_build(r->context, point, count, &hull);
    if (status == FK_ERROR_MEMORY)
        return fk_reader_no_memory(r);
    if (status != FK_OK)
        return fk_value_fail(r, value, "the hull cannot be built: %s", fk_status_text(status));
    own->hull[own->hull_count++] = hull;
    if (hull->dimension < 3)
        return fk_value_fail(
            r, value,
            "the hull is flat, as its points %s: give it some thickness, or use a mesh, which may be "
            "a surface",
            flat[hull->dimension]);
    out->piece = fk_hull_piece(hull);
    return true;
}

static bool read_hull(fk_reader *r, const fk_value *value, fk_scene_own *own, fk_entry *out)
{
    static const char *const known[] = {"points", NULL};
    fk_value points;
    if (!fk_value_fields(r, value, "a hull", known) ||
        !fk_value_need(r, value, "points", "a hull", &points) || !fk_value_array(r, &points, "points", 4))
        return false;
    size_t count = json_array_size(points.json);
    fk_vec3 *point = fk_allocate(r->context, count * sizeof *point);
    if (point == NULL)
        return fk_reader_no_memory(r);
    bool is_good = true;
    out->reach = 0;
    for (size_t i = 0; i < count && is_good; i++) {
        fk_value element = fk_value_element(&points, i);
        is_good = fk_value_vec3(r, &element, "[x, y, z]", &point[i]);
        out->reach = is_good ? fk_larger(out->reach, fk_vec3_largest(point[i])) : 0;
    }
    is_good = is_good && build_hull(r, &points, point, count, own, out);
    fk_release(r->context, point, count * sizeof *point);
    return is_good;
}

bool fk_read_shape(fk_reader *r, const fk_value *value, fk_scene_own *own, fk_entry *out)
{
    static const char *const known[] = {"box",  "sphere", "capsule", "cylinder",
                                        "cone", "hull",   "cells",   NULL};
    static bool (*const read[])(fk_reader *, const fk_value *, fk_scene_own *, fk_entry *) = {
        read_box, read_sphere, read_capsule, read_cylinder, read_cone, read_hull, fk_read_cells};
    if (!fk_value_fields(r, value, "a shape", known))
        return false;
    if (json_object_size(value->json) != 1)
        return fk_value_fail(
            r, value,
            "a shape is one of box, sphere, capsule, cylinder, cone, hull, cells, as {\"sphere\": "
            "{\"radius\": 5}}; this has %lu",
            (unsigned long)json_object_size(value->json));
    for (size_t i = 0; known[i] != NULL; i++) {
        fk_value member;
        if (fk_value_member(value, known[i], &member))
            return read[i](r, &member, own, out);
    }
    return false;
}
