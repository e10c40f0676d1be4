/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writes a view as a scene for POV-Ray 3.7. Numbers have their shortest form, so the same view is the same text
 * everywhere. Render with `povray +Iscene.pov +Oscene.png +W1280 +H800 +A -D`. */

#include "gl_painter.h"
#include "camera.h"
#include "display.h"
#include "vector.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct pov_writer {
    fk_context *context;
    fk_write_function *write;
    void *user;
    bool is_good;
    double pixel;  /* its size at the target */
    double radius; /* of the visible scene */
    double clear;  /* transparency of bodies that are not faint */
} pov_writer;

/* ---- Text ---------------------------------------------------------------------------------------------- */

static void put_text(pov_writer *p, const char *text)
{
    p->is_good = p->is_good && p->write(p->user, text, strlen(text));
}

static void put_whole(pov_writer *p, unsigned number)
{
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    put_text(p, text);
}

static void put_number(pov_writer *p, double value)
{
    char text[FK_NUMBER_SIZE];
    fk_number_format(value == 0 ? 0 : value, text); /* no -0 */
    put_text(p, text);
}

static void put_vector(pov_writer *p, fk_vec3 v)
{
    put_text(p, "<");
    put_number(p, v.x);
    put_text(p, ",");
    put_number(p, v.y);
    put_text(p, ",");
    put_number(p, v.z);
    put_text(p, ">");
}

/* On one line. */
static void put_comment(pov_writer *p, const char *text)
{
    char line[160];
    size_t count = 0;
    for (; *text && count < sizeof line - 1; text++)
        line[count++] = *text == '\n' || *text == '\r' ? ' ' : *text;
    line[count] = 0;
    put_text(p, "// ");
    put_text(p, line);
    put_text(p, "\n");
}

/* ---- Looks --------------------------------------------------------------------------------------------- */

/* POV-Ray uses linear light, not screen levels. */
static double linear_light(uint8_t level)
{
    double x = level / 255.0;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static void put_color(pov_writer *p, drawing_look look, double shade, double clear)
{
    rgba_color c = look_color(look);
    const double part[] = {shade * linear_light(c.r), shade * linear_light(c.g), shade * linear_light(c.b),
                           clear};
    put_text(p, "color rgbt <");
    for (int i = 0; i < 4; i++) {
        put_text(p, i == 0 ? "" : ",");
        put_number(p, part[i]);
    }
    put_text(p, ">");
}

/* Transparency of faint bodies. */
#define FAINT 0.85

/* Returns a pattern besides the colour, as on the screen: stripes, dots or squares. */
static const char *look_pattern(drawing_look look)
{
    return look == LOOK_CLASH ? "gradient x+y+z" : look == LOOK_NEAR ? "leopard" : NULL;
}

/* The second of two bodies with the same look is darker. */
static void put_material(pov_writer *p, drawing_look look, double clear, bool is_second)
{
    const char *pattern = clear < FAINT ? look_pattern(look) : NULL;
    double bright = is_second ? 0.5 : 1, dark = 0.6 * bright;
    put_text(p, "pigment { ");
    if (look == LOOK_UNDECIDED && clear < FAINT) {
        put_text(p, "checker ");
        put_color(p, look, bright, clear);
        put_text(p, ", ");
        put_color(p, look, dark, clear);
        put_text(p, " scale ");
        put_number(p, p->radius / 40);
    } else if (pattern != NULL) {
        put_text(p, pattern);
        put_text(p, " color_map { [0 ");
        put_color(p, look, bright, clear);
        put_text(p, "] [0.7 ");
        put_color(p, look, bright, clear);
        put_text(p, "] [0.7 ");
        put_color(p, look, dark, clear);
        put_text(p, "] [1 ");
        put_color(p, look, dark, clear);
        put_text(p, "] } scale ");
        put_number(p, p->radius / (look == LOOK_CLASH ? 14 : 80));
    } else {
        put_color(p, look, bright, clear);
    }
    put_text(p, " } finish { matter }");
}

/* ---- Things -------------------------------------------------------------------------------------------- */

static void put_matrix(pov_writer *p, const fk_pose *pose)
{
    put_text(p, " matrix <");
    for (int column = 0; column < 3; column++)
        for (int row = 0; row < 3; row++) {
            put_number(p, pose->rotation[row][column]);
            put_text(p, ",");
        }
    put_number(p, pose->translation.x);
    put_text(p, ",");
    put_number(p, pose->translation.y);
    put_text(p, ",");
    put_number(p, pose->translation.z);
    put_text(p, ">");
}

static bool has_area(const fk_mesh *mesh, const uint32_t corner[3])
{
    fk_vec3 o = mesh->point[corner[0]];
    fk_vec3 u = fk_vec3_sub(mesh->point[corner[1]], o), v = fk_vec3_sub(mesh->point[corner[2]], o);
    fk_vec3 n = fk_vec3_cross(u, v);
    return fk_vec3_dot(n, n) > 1e-24 * fk_vec3_dot(u, u) * fk_vec3_dot(v, v);
}

static uint32_t count_faces(const fk_mesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        count += has_area(mesh, mesh->triangle[i].corner);
    return count;
}

/* Skips triangles without area, because POV-Ray warns of each. */
static void put_mesh(pov_writer *p, const fk_mesh *mesh, uint32_t faces)
{
    put_text(p, "mesh2 {\n  vertex_vectors { ");
    put_whole(p, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        put_text(p, i % 4 == 0 ? ",\n    " : ",");
        put_vector(p, mesh->point[i]);
    }
    put_text(p, " }\n  face_indices { ");
    put_whole(p, faces);
    for (uint32_t i = 0, k = 0; i < mesh->triangle_count; i++) {
        const uint32_t *corner = mesh->triangle[i].corner;
        if (!has_area(mesh, corner))
            continue;
        put_text(p, k++ % 8 == 0 ? ",\n    <" : ",<");
        put_whole(p, corner[0]);
        put_text(p, ",");
        put_whole(p, corner[1]);
        put_text(p, ",");
        put_whole(p, corner[2]);
        put_text(p, ">");
    }
    put_text(p, " }\n  ");
}

/* Whether a mesh encloses a volume, so that a section shows a cap. */
static bool is_solid(const pov_writer *p, const fk_mesh *mesh)
{
    fk_mesh_facts *facts;
    if (fk_mesh_inspect(p->context, mesh, &facts) != FK_OK)
        return false;
    bool is_it = facts->is_solid;
    fk_mesh_facts_free(p->context, facts);
    return is_it;
}

/* In POV-Ray, the inside of a plane is where its normal does not point. */
static void put_plane(pov_writer *p, const fk_plane *section)
{
    double length = vector_length(section->normal);
    put_text(p, "plane { ");
    put_vector(p, section->normal);
    put_text(p, ", ");
    put_number(p, length > 0 ? section->offset / length : 0);
    put_text(p, " }");
}

static void put_body(pov_writer *p, const drawing *d, const drawing_body *body)
{
    uint32_t faces = count_faces(body->mesh);
    bool is_cut = body->is_cut && d->has_section, is_filled = is_cut && is_solid(p, body->mesh);
    if (faces == 0)
        return;
    put_text(p, is_filled ? "intersection {\n" : "");
    put_mesh(p, body->mesh, faces);
    /* A direction along which a ray leaves it between two triangles. */
    put_text(p, is_filled ? " inside_vector <0.1234,0.2345,0.9643>" : "");
    put_matrix(p, &body->pose); /* before the pattern, which is in world coordinates */
    if (is_filled) {
        put_text(p, " }\n  ");
        put_plane(p, &d->section);
    } else if (is_cut) {
        put_text(p, " clipped_by { ");
        put_plane(p, &d->section);
        put_text(p, " }");
    }
    put_text(p, "\n  ");
    put_material(p, body->look, body->is_faint ? FAINT : p->clear, body->is_second);
    put_text(p, "\n}\n");
}

static void put_ball(pov_writer *p, fk_vec3 at, double radius, drawing_look look)
{
    put_text(p, "sphere { ");
    put_vector(p, at);
    put_text(p, ", ");
    put_number(p, radius);
    put_text(p, " ");
    put_material(p, look, 0, false);
    put_text(p, " no_shadow }\n");
}

/* Writes a cylinder, or the cone of an arrow. */
static void put_round(pov_writer *p, const drawing_line *line, fk_vec3 from, fk_vec3 to, double radius)
{
    bool is_head = radius < 0;
    put_text(p, is_head ? "cone { " : "cylinder { ");
    put_vector(p, from);
    put_text(p, ", ");
    if (is_head) {
        put_number(p, -radius);
        put_text(p, ", ");
    }
    put_vector(p, to);
    put_text(p, ", ");
    put_number(p, is_head ? 0 : radius);
    put_text(p, " ");
    put_material(p, line->look, 0, false);
    put_text(p, " no_shadow }\n");
}

static void put_line(pov_writer *p, const drawing_line *line)
{
    fk_vec3 axis = fk_vec3_sub(line->to, line->from), neck = line->to;
    double radius = 0.5 * line->width * p->pixel, length = vector_length(axis);
    put_ball(p, line->from, radius, line->look);
    if (!(length > 1e-6 * radius))
        return;
    if (line->is_arrow) {
        double head = fmin(10 * radius, 0.5 * length);
        neck = fk_vec3_sub(line->to, fk_vec3_scale(axis, head / length));
        put_round(p, line, neck, line->to, -0.4 * head);
    } else {
        put_ball(p, line->to, radius, line->look);
    }
    put_round(p, line, line->from, neck, radius);
}

/* Writes a ring of short lines that faces the camera. */
static void put_ring(pov_writer *p, const drawing_point *point, const fk_camera *camera)
{
    enum { SIDES = 24 };
    fk_vec3 axis[3], corner[SIDES];
    camera_axes(camera, axis);
    for (int i = 0; i < SIDES; i++) {
        double a = 2 * 3.14159265358979323846 * i / SIDES, radius = 0.5 * point->size * p->pixel;
        fk_vec3 side =
            fk_vec3_add(fk_vec3_scale(axis[0], radius * cos(a)), fk_vec3_scale(axis[1], radius * sin(a)));
        corner[i] = fk_vec3_add(point->at, side);
    }
    for (int i = 0; i < SIDES; i++) {
        drawing_line line = {
            .from = corner[i], .to = corner[(i + 1) % SIDES], .look = point->look, .width = 2};
        put_line(p, &line);
    }
}

/* ---- Scene --------------------------------------------------------------------------------------------- */

static void put_camera(pov_writer *p, const fk_camera *camera, double aspect)
{
    /* POV-Ray's angle is that from left to right. */
    double across = 2 * atan(tan(0.5 * camera->angle) * aspect);
    put_text(p, "camera {\n  sky ");
    put_vector(p, camera->up);
    put_text(p, " right -x*");
    put_number(p, aspect);
    put_text(p, " angle ");
    put_number(p, across * 180 / 3.14159265358979323846);
    put_text(p, "\n  location ");
    put_vector(p, camera->eye);
    put_text(p, "\n  look_at ");
    put_vector(p, camera->target);
    put_text(p, "\n}\n");
}

static void put_light(pov_writer *p, const fk_camera *camera, double right, double up, double strength)
{
    fk_vec3 back = fk_vec3_sub(camera->eye, camera->target);
    double far = 10 * vector_length(back);
    fk_vec3 side = fk_vec3_cross(camera->up, back);
    double length = vector_length(side);
    fk_vec3 high = fk_vec3_cross(back, side);
    double height = vector_length(high);
    fk_vec3 at = fk_vec3_add(camera->target, fk_vec3_scale(back, 10));
    if (length > 0 && height > 0) {
        at = fk_vec3_add(at, fk_vec3_scale(side, right * far / length));
        at = fk_vec3_add(at, fk_vec3_scale(high, up * far / height));
    }
    put_text(p, "light_source { ");
    put_vector(p, at);
    put_text(p, " color rgb ");
    put_number(p, strength);
    put_text(p, " shadowless }\n");
}

static void put_scene(pov_writer *p, const drawing *d, const fk_picture_options *options)
{
    char size[64];
    double aspect = (double)options->width / options->height;
    snprintf(size, sizeof size, "Render with +W%u +H%u +A -D", (unsigned)options->width,
             (unsigned)options->height);
    put_comment(p, size);
    put_text(p, "#version 3.7;\nglobal_settings { assumed_gamma 1 max_trace_level 20 }\n");
    put_text(p, options->is_clear ? "background { color rgbt 1 }\n"
                                  : "background { color rgb <0.93,0.945,0.96> }\n");
    put_text(p, "#declare matter = finish { ambient 0.25 diffuse 0.65 specular 0.12 roughness 0.03 }\n");
    put_camera(p, &d->camera, aspect);
    put_light(p, &d->camera, -0.5, 0.7, 0.85);
    put_light(p, &d->camera, 0.9, 0.1, 0.4);
    for (uint32_t i = 0; i < d->body_count; i++)
        put_body(p, d, &d->body[i]);
    for (uint32_t i = 0; i < d->line_count; i++)
        put_line(p, &d->line[i]);
    for (uint32_t i = 0; i < d->point_count; i++)
        if (d->point[i].is_ring)
            put_ring(p, &d->point[i], &d->camera);
        else
            put_ball(p, d->point[i].at, 0.5 * d->point[i].size * p->pixel, d->point[i].look);
    for (uint32_t i = 0; i < d->label_count; i++)
        put_comment(p, d->label[i].text);
}

static fk_status write_display(display *s, const fk_camera *camera, const fk_picture_options *options,
                               pov_writer *p)
{
    display_view view = display_view_from_options(options);
    drawing d = drawing_make(p->context);
    fk_status status = display_prepare(s, view.layers);
    if (status == FK_OK)
        status = display_prepare_pair(s, &view);
    if (status == FK_OK)
        status = display_draw(s, &view, &d);
    if (status == FK_OK) {
        fk_vec3 back = fk_vec3_sub(camera->eye, camera->target);
        p->pixel = 2 * tan(0.5 * camera->angle) * vector_length(back) / options->height;
        p->radius = display_focus_sphere(s, &view).radius;
        /* POV-Ray draws nothing on top, so the pair is transparent to show the findings. */
        p->clear = options->pair != FK_NONE ? 0.35 : 0;
        d.camera = *camera;
        put_scene(p, &d, options);
        status = p->is_good ? FK_OK : FK_ERROR_WRITE;
    }
    drawing_free(&d);
    return status;
}

fk_status fk_show_write_pov(fk_context *context, const fk_show *show, const fk_picture_options *options,
                            fk_write_function *write, void *user)
{
    pov_writer p = {.context = context, .write = write, .user = user, .is_good = true};
    fk_camera camera;
    display *s;
    fk_status status = fk_show_camera(context, show, options, &camera);
    if (status == FK_OK)
        status = display_create(context, show, &s);
    if (status != FK_OK)
        return status;
    status = write_display(s, &camera, options, &p);
    display_free(s);
    return status;
}
