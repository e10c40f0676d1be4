/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes for POV-Ray of the cases of a paper, as the paper shows its own, and pictures of them: the first cell orange, the second
 * blue, both shown through; what they have in common red, in its box in black; and the axes x, y and z in red, green and blue. And
 * pictures of two tori, with the boxes of their hits.
 *
 * Pictures are painted by the library of the view from drawings that are made here, as its shows have the looks of findings. What
 * cells have in common is found in plain doubles: see pov_shapes.h. */

#include "papers/fm_pairs.h"
#include "papers/pov_shapes.h"
#include "papers/tori.h"

#include <math.h>

/* ---- Scenes -------------------------------------------------------------------------------------------- */

static const pov_color color_a = {0.95, 0.65, 0.15, 0.65}, color_b = {0.2, 0.55, 0.9, 0.65},
                       edge_a = {0.6, 0.35, 0.02, 0}, edge_b = {0.05, 0.25, 0.55, 0},
                       color_common = {0.75, 0.1, 0.35, 0}, color_box = {0, 0, 0, 0};

static fk_aabb extend_bounds(fk_aabb box, const clip_polygons *faces)
{
    for (size_t i = 0; i < faces->count; i++)
        for (size_t k = 0; k < faces->polygon[i].count; k++)
            box = fk_aabb_include(box, faces->polygon[i].point[k]);
    return box;
}

/* Faces that coincide would flicker, so each cell is drawn a little smaller about its center: the common part, drawn as
 * it is, stands out, and a contact has a gap to lie in. */
static void shrink_faces(clip_polygons *faces, double factor)
{
    fk_aabb box = extend_bounds(fk_aabb_empty(), faces);
    fk_vec3 center = fk_vec3_scale(fk_vec3_add(box.min, box.max), 0.5);
    for (size_t i = 0; i < faces->count; i++)
        for (size_t k = 0; k < faces->polygon[i].count; k++) {
            fk_vec3 *p = &faces->polygon[i].point[k];
            *p = fk_vec3_add(center, fk_vec3_scale(fk_vec3_sub(*p, center), factor));
        }
}

static void draw_cell_faces(pov_scene *scene, const clip_polygons *faces, pov_color color, pov_color edge,
                            double width)
{
    for (size_t i = 0; i < faces->count; i++) {
        pov_polygon(scene, &faces->polygon[i], color);
        pov_outline(scene, &faces->polygon[i], width, edge);
    }
}

/* The box of the intersection, as far as it has finite sides and this pair has one. */
static void draw_common_box(pov_scene *scene, const fm_case *c)
{
    fk_pair_query query = {&c->a, &c->b, FK_METHOD_EXACT, FK_PART_BOX, NULL};
    fk_answer answer;
    if (fk_pair_answer(&query, &answer) == FK_OK && (answer.filled & FK_PART_BOX) &&
        fk_vec3_is_finite(answer.box.min) && fk_vec3_is_finite(answer.box.max))
        pov_box(scene, answer.box, 0.7, color_box);
}

/* Everything that shall be seen: the corners of both cells and the axes, a little longer than the cells reach. Returns
 * the lengths of the axes. */
static fk_vec3 list_points(const clip_polygons *a, const clip_polygons *b, fk_vec3 *out, size_t *count)
{
    const clip_polygons *const both[] = {a, b};
    fk_aabb box = extend_bounds(extend_bounds(fk_aabb_empty(), a), b);
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
    fk_vec3 axes = list_points(&a, &b, point, &count);

    char title[512];
    snprintf(title, sizeof title, "farkas papers fm-pairs, case %u: %s (orange) and %s (blue), %s\n%s",
             c->number, fk_kind_word(c->a.kind), fk_kind_word(c->b.kind), fk_verdict_name(c->truth), c->how);
    pov_scene scene;
    if (!pov_begin(&scene, path, title, point, count))
        return false;
    shrink_faces(&a, 0.999);
    shrink_faces(&b, 0.998);
    draw_cell_faces(&scene, &a, color_a, edge_a, 1);
    draw_cell_faces(&scene, &b, color_b, edge_b, 1);
    if (c->truth != FK_APART)
        draw_cell_faces(&scene, &common, color_common, color_common, c->truth == FK_TOUCHING ? 3 : 1.5);
    draw_common_box(&scene, c);
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

#ifdef FARKAS_VIEW

#include "shape/hull.h"
#include "view/camera.h"
#include "view/renderer.h"

#include <string.h>

enum { PICTURE_WIDTH = 320, PICTURE_HEIGHT = 240 };

/* A drawing, and what it shows. */
typedef struct pair_canvas {
    fk_context *context;
    drawing d;
    fk_vec3 way; /* that the camera looks along */
    fk_mesh *mesh[3];
    int mesh_count;
} pair_canvas;

/* ---- Bodies and lines ---------------------------------------------------------------------------------- */

enum { MOST_POINTS = 2 * CLIP_CELL_FACES * CLIP_POLYGON_POINTS, MOST_TRIANGLES = 2 * MOST_POINTS };

static void check_capacity(bool fits)
{
    papers_check(fits ? FK_OK : FK_ERROR_MEMORY);
}

static size_t distinct_points(const clip_polygons *faces, fk_vec3 point[MOST_POINTS])
{
    size_t count = 0;
    for (size_t i = 0; i < faces->count; i++)
        for (size_t k = 0; k < faces->polygon[i].count; k++)
            point[count++] = faces->polygon[i].point[k];
    return count;
}

static void add_edge(pair_canvas *c, fk_vec3 from, fk_vec3 to, drawing_look look, float width, bool is_on_top)
{
    drawing_line line = {.from = from, .to = to, .look = look, .width = width, .is_on_top = is_on_top};
    check_capacity(drawing_add_line(&c->d, &line));
}

static void add_outlines(pair_canvas *c, const clip_polygons *faces, drawing_look look, float width,
                         bool is_on_top)
{
    for (size_t i = 0; i < faces->count; i++)
        for (size_t k = 0; k < faces->polygon[i].count; k++) {
            const clip_polygon *p = &faces->polygon[i];
            add_edge(c, p->point[k], p->point[(k + 1) % p->count], look, width, is_on_top);
        }
}

/* Triangles of a hull. Of a flat one, those of the side that one sees. */
static size_t list_hull_triangles(const fk_hull *hull, fk_vec3 way, fk_triangle triangle[MOST_TRIANGLES])
{
    size_t count = fk_hull_triangle_count(hull);
    if (count == 0)
        return 0;
    fk_hull_list_triangles(hull, triangle);
    if (hull->dimension == 3)
        return count;
    const uint32_t *at = triangle[0].corner;
    fk_vec3 u = fk_vec3_sub(hull->point[at[1]], hull->point[at[0]]),
            v = fk_vec3_sub(hull->point[at[2]], hull->point[at[0]]);
    if (fk_vec3_dot(fk_vec3_cross(u, v), way) > 0)
        memmove(triangle, triangle + count / 2, count / 2 * sizeof *triangle);
    return count / 2;
}

static void add_hull(pair_canvas *c, const fk_hull *hull, drawing_look look, bool is_faint)
{
    fk_triangle triangle[MOST_TRIANGLES];
    size_t count = list_hull_triangles(hull, c->way, triangle);
    if (count == 0)
        return;
    fk_mesh_input input = {hull->point, hull->vertex_count, triangle, count, fk_mesh_options_default()};
    papers_check(fk_mesh_build(c->context, &input, NULL, &c->mesh[c->mesh_count]));
    drawing_body body = {
        .mesh = c->mesh[c->mesh_count++], .pose = fk_pose_identity(), .look = look, .is_faint = is_faint};
    check_capacity(drawing_add_body(&c->d, &body));
}

static fk_hull *build_faces_hull(pair_canvas *c, const clip_polygons *faces)
{
    fk_vec3 point[MOST_POINTS];
    fk_hull *hull;
    papers_check(fk_hull_build(c->context, point, distinct_points(faces, point), &hull));
    return hull;
}

static void add_cell_faces(pair_canvas *c, const clip_polygons *faces, drawing_look look)
{
    fk_hull *hull = build_faces_hull(c, faces);
    add_hull(c, hull, look, true);
    fk_hull_free(c->context, hull);
    add_outlines(c, faces, look, 2, false);
}

/* ---- What both have in common -------------------------------------------------------------------------- */

static double vector_norm(fk_vec3 v)
{
    return sqrt(fk_vec3_dot(v, v));
}

static void add_dot(pair_canvas *c, fk_vec3 at, float size, bool is_ring)
{
    drawing_point dot = {.at = at, .look = LOOK_D, .size = size, .is_ring = is_ring};
    check_capacity(drawing_add_point(&c->d, &dot));
}

/* A point, a segment or a polygon: up to rounding, as it was found in doubles. */
static int faces_dimension(const clip_polygons *faces, double size)
{
    double long_one = 0, wide = 0;
    for (size_t i = 0; i < faces->count; i++) {
        const clip_polygon *p = &faces->polygon[i];
        for (size_t k = 1; k < p->count; k++) {
            fk_vec3 u = fk_vec3_sub(p->point[k - 1], p->point[0]), v = fk_vec3_sub(p->point[k], p->point[0]);
            long_one = fmax(long_one, vector_norm(v));
            wide = fmax(wide, vector_norm(fk_vec3_cross(u, v)));
        }
    }
    return long_one < 1e-6 * size ? 0 : wide < 1e-6 * size * long_one ? 1 : 2;
}

/* A contact is thin: its border is on top of all else, and a point is a dot. */
static void add_contact(pair_canvas *c, const clip_polygons *faces, int dimension)
{
    if (dimension == 0)
        add_dot(c, faces->polygon[0].point[0], 9, false);
    else
        add_outlines(c, faces, LOOK_D, 3, true);
}

static void add_world_box(pair_canvas *c, const fk_aabb *box, drawing_look look, float width)
{
    fk_vec3 side = fk_vec3_sub(box->max, box->min);
    fk_piece piece = fk_piece_box(box->min, fk_vec3_make(side.x, 0, 0), fk_vec3_make(0, side.y, 0),
                                  fk_vec3_make(0, 0, side.z));
    check_capacity(drawing_add_box(&c->d, &piece, look, width));
}

/* The box of what both have in common; one that is very small gets a ring around it. */
static void add_box(pair_canvas *c, const fm_case *pair, double size)
{
    fk_aabb box;
    if (fk_pair_box(&pair->a, &pair->b, &box) != FK_OK)
        return;
    add_world_box(c, &box, LOOK_MARK, 1.25f);
    fk_vec3 side = fk_vec3_sub(box.max, box.min);
    if (pair->truth == FK_OVERLAPPING && vector_norm(side) < 0.07 * size)
        add_dot(c, fk_vec3_scale(fk_vec3_add(box.min, box.max), 0.5), 30, true);
}

/* ---- The camera ---------------------------------------------------------------------------------------- */

/* How much a direction is liked, from 0 on: low is good. For cells that are apart or touch, it goes almost along a plane that
 * separates them, so that one sees the gap, or the contact from the side; of a contact with an area, that as well. For others,
 * it does not look straight on any face, which would hide the rest. */
static double view_cost(fk_vec3 way, const clip_polygons *a, const clip_polygons *b, const fk_answer *answer,
                        double slope)
{
    const clip_polygons *const both[] = {a, b};
    if (answer->filled & FK_PART_PLANE)
        return fabs(fabs(fk_vec3_dot(way, answer->plane.normal)) - slope);
    double most = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < both[side]->count; i++) {
            const fk_vec3 *p = both[side]->polygon[i].point;
            fk_vec3 normal = fk_vec3_cross(fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0]));
            most = fmax(most, fabs(fk_vec3_dot(way, normal)) / vector_norm(normal));
        }
    return 0.5 * most;
}

/* Where one looks along: the best of some, where the usual one counts somewhat, so that pictures are alike where they can be. */
static fk_vec3 choose_view(const fm_case *pair, const clip_polygons *a, const clip_polygons *b, double slope)
{
    fk_pair_query query = {&pair->a, &pair->b, FK_METHOD_EXACT, FK_PART_PLANE, NULL};
    fk_vec3 usual = camera_side_direction(FK_SIDE_CORNER), best = usual;
    fk_answer answer;
    if (fk_pair_answer(&query, &answer) != FK_OK)
        return usual;
    double least = INFINITY;
    for (int turn = 0; turn < 24; turn++)
        for (int lift = 1; lift <= 3; lift++) {
            double around = turn * 0.2617993877991494, up = -0.2 * lift;
            fk_vec3 way = {fk_cos(up) * fk_cos(around), fk_cos(up) * fk_sin(around), fk_sin(up)};
            double cost = view_cost(way, a, b, &answer, slope) - 0.15 * fk_vec3_dot(way, usual);
            if (cost < least) {
                least = cost;
                best = way;
            }
        }
    return best;
}

/* Sees all that is drawn, which has lines everywhere at its border. */
static fk_camera fit_camera(const drawing *d, fk_vec3 way)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < d->line_count; i++)
        box = fk_aabb_include(box, d->line[i].from);
    fk_vec3 center = fk_vec3_scale(fk_vec3_add(box.min, box.max), 0.5);
    camera_fitting fitting = camera_fitting_make(center, way, (double)PICTURE_WIDTH / PICTURE_HEIGHT);
    for (uint32_t i = 0; i < d->line_count; i++) {
        camera_fitting_add(&fitting, d->line[i].from);
        camera_fitting_add(&fitting, d->line[i].to);
    }
    fk_camera camera = camera_fitting_end(&fitting);
    camera_zoom(&camera, 1.05);
    return camera;
}

/* ---- A picture ----------------------------------------------------------------------------------------- */

static double pair_size(const clip_polygons *a, const clip_polygons *b)
{
    fk_vec3 point[MOST_POINTS];
    fk_aabb box = fk_aabb_empty();
    for (int side = 0; side < 2; side++)
        for (size_t i = distinct_points(side == 0 ? a : b, point); i-- > 0;)
            box = fk_aabb_include(box, point[i]);
    return vector_norm(fk_vec3_sub(box.max, box.min));
}

static void add_common(pair_canvas *c, const fm_case *pair, const clip_polygons *faces, int dimension,
                       double size)
{
    fk_hull *hull = build_faces_hull(c, faces);
    if (dimension > 1)
        add_hull(c, hull, LOOK_D, false);
    fk_hull_free(c->context, hull);
    add_box(c, pair, size);
    if (pair->truth == FK_TOUCHING)
        add_contact(c, faces, dimension);
}

static void fill_canvas(pair_canvas *c, const fm_case *pair)
{
    clip_polygons a, b, common;
    clip_faces(&pair->a, &a);
    clip_faces(&pair->b, &b);
    clip_intersection(&pair->a, &pair->b, &common);
    double size = pair_size(&a, &b), slope = 0;
    int dimension = faces_dimension(&common, size);
    if (pair->truth == FK_TOUCHING)
        slope = dimension == 2 ? 0.45 : 0.2;
    c->way = choose_view(pair, &a, &b, slope);
    add_cell_faces(c, &a, LOOK_C);
    add_cell_faces(c, &b, LOOK_A);
    if (pair->truth != FK_APART)
        add_common(c, pair, &common, dimension, size);
    c->d.camera = fit_camera(&c->d, c->way);
    c->d.is_clear = true;
}

/* ---- All of them --------------------------------------------------------------------------------------- */

/* False after a message. */
static bool render_case(const papers_lab *lab, fk_renderer *renderer, const fm_case *pair)
{
    pair_canvas c = {.context = lab->context, .d = drawing_make(lab->context)};
    fk_picture picture;
    char name[32], text[256];
    fill_canvas(&c, pair);
    fk_status status = renderer_paint(renderer, &c.d, PICTURE_WIDTH, PICTURE_HEIGHT, NULL, NULL, &picture);
    fk_renderer_forget(renderer);
    drawing_free(&c.d);
    for (int i = 0; i < c.mesh_count; i++)
        fk_mesh_free(lab->context, c.mesh[i]);
    if (status != FK_OK)
        return papers_trouble("case %u cannot be drawn: %s", pair->number, fk_status_text(status));
    snprintf(name, sizeof name, "case-%02u", pair->number);
    snprintf(text, sizeof text, "%u, %s: %s; %s", pair->number, fm_combination_name[pair->combination],
             pair->how, fk_verdict_name(pair->truth));
    return study_add_picture(lab->s, lab->context, name, text, &picture);
}

void fm_pictures_draw(const papers_lab *lab, const fm_case *cases, size_t step)
{
    fk_renderer *renderer = NULL;
    char message[FK_VIEW_MESSAGE];
    if (fk_renderer_create(lab->context, &renderer, message) != FK_OK)
        study_paragraph(lab->s,
                        "There are no pictures of the cases, as the machine of this run cannot draw: %s.",
                        message);
    else
        study_paragraph(lab->s,
                        "The first cell is orange, the second blue, what they have in common red, and its "
                        "tight box black; a ring is around what is too small to be seen. The axes x, y and "
                        "z are red, green and blue.");
    for (size_t i = 0; renderer != NULL && i < FM_CASES; i += step)
        if (!render_case(lab, renderer, &cases[i])) {
            study_fail(lab->s);
            break;
        }
    fk_renderer_free(renderer);
}

/* ---- Two tori ------------------------------------------------------------------------------------------ */

enum { TORI_WIDTH = 400, TORI_HEIGHT = 300, TORI_SIDES = 2 };

/* Both tori shown through, in their boxes, with the boxes of all hits and one around these. */
static void fill_tori_canvas(pair_canvas *c, const tori_world *w, fk_mesh *const mesh[2],
                             const tori_answer *answer)
{
    fk_aabb all = fk_aabb_empty();
    for (int i = 0; i < 2; i++) {
        drawing_body body = {.mesh = mesh[i],
                             .pose = fk_pose_identity(),
                             .look = i == 0 ? LOOK_C : LOOK_A,
                             .is_faint = true,
                             .has_edges = true};
        check_capacity(drawing_add_body(&c->d, &body));
        check_capacity(drawing_add_box(&c->d, &w->paper[(size_t)i * w->nodes].piece, LOOK_VOLUME, 1));
    }
    for (size_t i = 0; i < answer->count; i++) {
        const fk_aabb *box = &answer->hit[i].box;
        add_world_box(c, box, LOOK_D, 1);
        all = fk_aabb_include(fk_aabb_include(all, box->min), box->max);
    }
    if (answer->count > 0)
        add_world_box(c, &all, LOOK_MARK, 1.5f);
    c->d.camera = fit_camera(&c->d, c->way);
    c->d.is_clear = true;
}

void fm_tori_pictures_draw(const papers_lab *lab, const char *name, const char *text, const tori_world *w,
                           const tori_answer *answer)
{
    static const fk_side sides[TORI_SIDES] = {FK_SIDE_CORNER, FK_SIDE_TOP};
    fk_renderer *renderer = NULL;
    fk_mesh *mesh[2];
    char message[FK_VIEW_MESSAGE];
    if (fk_renderer_create(lab->context, &renderer, message) != FK_OK) {
        cli_note("there is no picture of %s: %s", name, message);
        return;
    }
    for (int i = 0; i < 2; i++)
        papers_check(fk_cell_tree_mesh(lab->context, w->flat[i], &mesh[i]));
    for (int i = 0; i < TORI_SIDES; i++) {
        pair_canvas c = {.context = lab->context, .d = drawing_make(lab->context)};
        fk_picture picture;
        char file[64], title[256];
        c.way = camera_side_direction(sides[i]);
        fill_tori_canvas(&c, w, mesh, answer);
        snprintf(file, sizeof file, "%s-%s", name, fk_side_word(sides[i]));
        snprintf(title, sizeof title, "%s, from the %s", text, fk_side_word(sides[i]));
        fk_status status = renderer_paint(renderer, &c.d, TORI_WIDTH, TORI_HEIGHT, NULL, NULL, &picture);
        drawing_free(&c.d);
        if (status != FK_OK)
            cli_trouble("%s cannot be drawn: %s", name, fk_status_text(status));
        if (status != FK_OK || !study_add_picture(lab->s, lab->context, file, title, &picture))
            study_fail(lab->s);
    }
    fk_renderer_forget(renderer);
    fk_renderer_free(renderer);
    for (int i = 0; i < 2; i++)
        fk_mesh_free(lab->context, mesh[i]);
}

#else

void fm_tori_pictures_draw(const papers_lab *lab, const char *name, const char *text, const tori_world *w,
                           const tori_answer *answer)
{
    (void)lab, (void)name, (void)text, (void)w, (void)answer;
}

void fm_pictures_draw(const papers_lab *lab, const fm_case *cases, size_t step)
{
    (void)cases;
    (void)step;
    study_paragraph(lab->s,
                    "There are no pictures of the cases, as the program of this run was built without them "
                    "(FARKAS_VIEW=OFF).");
}

#endif
