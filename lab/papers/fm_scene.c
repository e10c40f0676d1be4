/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes for POV-Ray of the cases of a paper, as the paper shows its own: both cells, what they have in common, its box, and the
 * axes x, y and z in red, green and blue. */

#include "papers/fm_pairs.h"
#include "papers/papers_pov.h"

#include <math.h>

static const pov_color color_a = {0.95, 0.65, 0.15, 0.65}, color_b = {0.2, 0.55, 0.9, 0.65},
                       edge_a = {0.6, 0.35, 0.02, 0}, edge_b = {0.05, 0.25, 0.55, 0},
                       color_common = {0.75, 0.1, 0.35, 0}, color_box = {0, 0, 0, 0};

static fk_aabb bounds_of(fk_aabb box, const clip_polygons *faces)
{
    for (size_t i = 0; i < faces->count; i++)
        for (size_t k = 0; k < faces->polygon[i].count; k++)
            box = fk_aabb_include(box, faces->polygon[i].point[k]);
    return box;
}

/* Faces that coincide would flicker, so each cell is drawn a little smaller about its center: the common part, drawn as
 * it is, stands out, and a contact has a gap to lie in. */
static void shrink(clip_polygons *faces, double factor)
{
    fk_aabb box = bounds_of(fk_aabb_empty(), faces);
    fk_vec3 center = fk_vec3_scale(fk_vec3_add(box.min, box.max), 0.5);
    for (size_t i = 0; i < faces->count; i++)
        for (size_t k = 0; k < faces->polygon[i].count; k++) {
            fk_vec3 *p = &faces->polygon[i].point[k];
            *p = fk_vec3_add(center, fk_vec3_scale(fk_vec3_sub(*p, center), factor));
        }
}

static void draw_faces(pov_scene *scene, const clip_polygons *faces, pov_color color, pov_color edge,
                       double width)
{
    for (size_t i = 0; i < faces->count; i++) {
        pov_polygon(scene, &faces->polygon[i], color);
        pov_outline(scene, &faces->polygon[i], width, edge);
    }
}

/* The box of the intersection, as far as it has finite sides and this pair has one. */
static void draw_box(pov_scene *scene, const fm_case *c)
{
    fk_pair_query query = {&c->a, &c->b, FK_METHOD_EXACT, FK_PART_BOX, NULL};
    fk_answer answer;
    if (fk_pair_answer(&query, &answer) == FK_OK && (answer.filled & FK_PART_BOX) &&
        fk_vec3_is_finite(answer.box.min) && fk_vec3_is_finite(answer.box.max))
        pov_box(scene, answer.box, 0.7, color_box);
}

/* Everything that shall be seen: the corners of both cells and the axes, a little longer than the cells reach. Returns
 * the lengths of the axes. */
static fk_vec3 points_of(const clip_polygons *a, const clip_polygons *b, fk_vec3 *out, size_t *count)
{
    const clip_polygons *const both[] = {a, b};
    fk_aabb box = bounds_of(bounds_of(fk_aabb_empty(), a), b);
    double least = 0.4 * fmax(box.max.x, fmax(box.max.y, box.max.z));
    fk_vec3 length = {fmax(1.2 * box.max.x, least), fmax(1.2 * box.max.y, least),
                      fmax(1.2 * box.max.z, least)};
    *count = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < both[side]->count; i++)
            for (size_t k = 0; k < both[side]->polygon[i].count; k++)
                out[(*count)++] = both[side]->polygon[i].point[k];
    out[(*count)++] = fk_vec3_make(0, 0, 0);
    out[(*count)++] = fk_vec3_make(length.x, 0, 0);
    out[(*count)++] = fk_vec3_make(0, length.y, 0);
    out[(*count)++] = fk_vec3_make(0, 0, length.z);
    return length;
}

static bool draw_scene(const fm_case *c, const char *path)
{
    clip_polygons a, b, common;
    clip_faces(&c->a, &a);
    clip_faces(&c->b, &b);
    clip_intersection(&c->a, &c->b, &common);
    fk_vec3 point[2 * CLIP_CELL_FACES * CLIP_POLYGON_POINTS + 4];
    size_t count;
    fk_vec3 axes = points_of(&a, &b, point, &count);

    char title[512];
    snprintf(title, sizeof title, "farkas papers fm-pairs, case %u: %s (orange) and %s (blue), %s\n%s",
             c->number, fk_kind_word(c->a.kind), fk_kind_word(c->b.kind), fk_verdict_name(c->truth), c->how);
    pov_scene scene;
    if (!pov_begin(&scene, path, title, point, count))
        return false;
    shrink(&a, 0.999);
    shrink(&b, 0.998);
    draw_faces(&scene, &a, color_a, edge_a, 1);
    draw_faces(&scene, &b, color_b, edge_b, 1);
    if (c->truth != FK_APART)
        draw_faces(&scene, &common, color_common, color_common, c->truth == FK_TOUCHING ? 3 : 1.5);
    draw_box(&scene, c);
    pov_axes(&scene, fk_vec3_make(0, 0, 0), axes);
    return pov_end(&scene);
}

bool fm_scene_write(const fm_case *c, const char *folder)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/case-%02u.pov", folder, c->number);
    if (length < 0 || (size_t)length >= sizeof path) {
        cli_trouble_at(folder, 0, 0, "the name is too long");
        return false;
    }
    return draw_scene(c, path);
}
