/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writes scenes for POV-Ray. Its own world is left-handed with Y up; the camera's `sky z` and a negative `right`
 * turn that into a right-handed one with Z up, so that points are written as they are.
 *
 * The camera looks from a fixed direction, so that pictures of several scenes compare. Its place is such that all points
 * are seen, in a picture of 4 to 3 or wider, and their middle is the middle of the picture. */

#include "pov.h"

#include <math.h>
#include <stdio.h>

/* The angle of a picture's width in degrees, and half the width and height at distance 1, at 4 to 3; a tenth of both is
 * left as margin. */
#define CAMERA_ANGLE "30"
#define HALF_WIDTH   (0.9 * 0.2679)
#define HALF_HEIGHT  (0.9 * 0.2009)

/* From what is seen to the camera: in front, to the right, above. Then to the right and up in the picture. All are at
 * right angles and of length 1, but for rounding. */
static const fk_vec3 to_camera = {0.5495, -0.7493, 0.3696};
static const fk_vec3 to_right = {0.8064, 0.5914, 0};
static const fk_vec3 upward = {-0.2186, 0.2981, 0.9292};

/* ---- Text ---------------------------------------------------------------------------------------------- */

static void put_number(pov_scene *scene, double value)
{
    char text[FK_NUMBER_SIZE];
    fk_number_format(value == 0 ? 0 : value, text); /* no -0 */
    fputs(text, scene->file.stream);
}

static void put_vector(pov_scene *scene, fk_vec3 v)
{
    for (int axis = 0; axis < 3; axis++) {
        fputc(axis == 0 ? '<' : ',', scene->file.stream);
        put_number(scene, fk_vec3_get(v, axis));
    }
    fputc('>', scene->file.stream);
}

static void put_material(pov_scene *scene, pov_color color)
{
    const double part[] = {color.red, color.green, color.blue, color.clear};
    fputs(" pigment { color rgbt <", scene->file.stream);
    for (int i = 0; i < 4; i++) {
        fputs(i == 0 ? "" : ",", scene->file.stream);
        put_number(scene, part[i]);
    }
    fputs("> } finish { matter } }\n", scene->file.stream);
}

static void put_comment(pov_scene *scene, const char *text)
{
    fputs("// ", scene->file.stream);
    for (; *text; text++) {
        fputc(*text, scene->file.stream);
        if (*text == '\n')
            fputs("// ", scene->file.stream);
    }
    fputc('\n', scene->file.stream);
}

/* ---- Frame --------------------------------------------------------------------------------------------- */

/* The least and the greatest of point.direction. */
static void reach(const fk_vec3 *point, size_t count, fk_vec3 direction, double *least, double *most)
{
    *least = *most = fk_vec3_dot(point[0], direction);
    for (size_t i = 1; i < count; i++) {
        double at = fk_vec3_dot(point[i], direction);
        *least = fmin(*least, at);
        *most = fmax(*most, at);
    }
}

/* The middle of the points as the camera sees them, and how far they reach from it. */
static fk_vec3 middle_of(const fk_vec3 *point, size_t count, double *radius)
{
    static const fk_vec3 *const frame[] = {&to_camera, &to_right, &upward};
    fk_vec3 middle = {0, 0, 0};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double least, most;
        reach(point, count, *frame[i], &least, &most);
        middle = fk_vec3_add(middle, fk_vec3_scale(*frame[i], 0.5 * (least + most)));
        sum += 0.25 * (most - least) * (most - least);
    }
    *radius = sum > 0 ? sqrt(sum) : 1;
    return middle;
}

/* How far away from the middle the camera must be: each point is within the picture's width and height there. */
static double distance_of(const fk_vec3 *point, size_t count, fk_vec3 middle, double radius)
{
    double distance = radius;
    for (size_t i = 0; i < count; i++) {
        fk_vec3 d = fk_vec3_sub(point[i], middle);
        double nearer = fk_vec3_dot(d, to_camera);
        distance = fmax(distance, nearer + fabs(fk_vec3_dot(d, to_right)) / HALF_WIDTH);
        distance = fmax(distance, nearer + fabs(fk_vec3_dot(d, upward)) / HALF_HEIGHT);
    }
    return distance;
}

static void put_camera(pov_scene *scene, fk_vec3 middle, double distance)
{
    fputs("camera {\n    sky z right -x*image_width/image_height angle " CAMERA_ANGLE "\n    location ",
          scene->file.stream);
    put_vector(scene, fk_vec3_add(middle, fk_vec3_scale(to_camera, distance)));
    fputs("\n    look_at ", scene->file.stream);
    put_vector(scene, middle);
    fputs("\n}\n", scene->file.stream);
}

/* A strong light over the camera's left shoulder and a weak one from its right, both far away. There are no shadows:
 * those of lines and of things that light goes through would only confuse. */
static void put_lights(pov_scene *scene, fk_vec3 middle, double distance)
{
    fputs("light_source { ", scene->file.stream);
    put_vector(scene, fk_vec3_add(middle, fk_vec3_scale(fk_vec3_make(-1, -3, 3.5), distance)));
    fputs(" color rgb 0.9 shadowless }\nlight_source { ", scene->file.stream);
    put_vector(scene, fk_vec3_add(middle, fk_vec3_scale(fk_vec3_make(3.5, -0.8, 0.5), distance)));
    fputs(" color rgb 0.45 shadowless }\n", scene->file.stream);
}

bool pov_begin(pov_scene *scene, const char *path, const char *title, const fk_vec3 *point, size_t count)
{
    if (!cli_file_create(&scene->file, path))
        return false;
    double radius;
    fk_vec3 middle = middle_of(point, count, &radius);
    double distance = distance_of(point, count, middle, radius);
    scene->line = 0.0016 * distance;
    scene->is_in_mesh = false;
    put_comment(scene, title);
    fputs("#version 3.7;\n"
          "global_settings { assumed_gamma 1 max_trace_level 20 }\n"
          "background { color rgb 1 }\n"
          "#declare matter = finish { ambient 0.25 diffuse 0.65 specular 0.15 roughness 0.02 }\n",
          scene->file.stream);
    put_camera(scene, middle, distance);
    put_lights(scene, middle, distance);
    return true;
}

bool pov_end(pov_scene *scene)
{
    return cli_file_commit(&scene->file);
}

/* ---- Things -------------------------------------------------------------------------------------------- */

static bool has_area(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    fk_vec3 u = fk_vec3_sub(b, a), v = fk_vec3_sub(c, a), n = fk_vec3_cross(u, v);
    double sides = fk_vec3_dot(u, u) * fk_vec3_dot(v, v);
    return fk_vec3_dot(n, n) > 1e-18 * sides;
}

/* A fan of triangles, those without area left out, as POV-Ray warns of each. */
void pov_mesh_add(pov_scene *scene, const clip_polygon *polygon)
{
    for (size_t i = 2; i < polygon->count; i++) {
        const fk_vec3 *p = polygon->point;
        if (!has_area(p[0], p[i - 1], p[i]))
            continue;
        fputs(scene->is_in_mesh ? "\n    triangle { " : "mesh {\n    triangle { ", scene->file.stream);
        put_vector(scene, p[0]);
        fputs(", ", scene->file.stream);
        put_vector(scene, p[i - 1]);
        fputs(", ", scene->file.stream);
        put_vector(scene, p[i]);
        fputs(" }", scene->file.stream);
        scene->is_in_mesh = true;
    }
}

void pov_mesh_end(pov_scene *scene, pov_color color)
{
    if (scene->is_in_mesh)
        put_material(scene, color);
    scene->is_in_mesh = false;
}

void pov_polygon(pov_scene *scene, const clip_polygon *polygon, pov_color color)
{
    pov_mesh_add(scene, polygon);
    pov_mesh_end(scene, color);
}

void pov_line(pov_scene *scene, fk_vec3 from, fk_vec3 to, double width, pov_color color)
{
    fk_vec3 d = fk_vec3_sub(to, from);
    double radius = scene->line * width;
    const fk_vec3 end[] = {from, to};
    /* A cylinder needs a length, and balls round its ends. */
    bool is_long = fk_vec3_dot(d, d) > 1e-12 * radius * radius;
    for (int i = 0; i < (is_long ? 2 : 1); i++) {
        fputs("sphere { ", scene->file.stream);
        put_vector(scene, end[i]);
        fputs(", ", scene->file.stream);
        put_number(scene, radius);
        put_material(scene, color);
    }
    if (!is_long)
        return;
    fputs("cylinder { ", scene->file.stream);
    put_vector(scene, from);
    fputs(", ", scene->file.stream);
    put_vector(scene, to);
    fputs(", ", scene->file.stream);
    put_number(scene, radius);
    put_material(scene, color);
}

void pov_outline(pov_scene *scene, const clip_polygon *polygon, double width, pov_color color)
{
    for (size_t i = 0; i < polygon->count; i++)
        pov_line(scene, polygon->point[i], polygon->point[(i + 1) % polygon->count], width, color);
}

void pov_box(pov_scene *scene, fk_aabb box, double width, pov_color color)
{
    fk_vec3 corner[8];
    for (unsigned i = 0; i < 8; i++)
        corner[i] = fk_vec3_make(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                                 i & 4 ? box.max.z : box.min.z);
    for (unsigned i = 0; i < 8; i++)
        for (unsigned bit = 1; bit < 8; bit <<= 1)
            if (!(i & bit))
                pov_line(scene, corner[i], corner[i | bit], width, color);
}

/* The axis of a torus is y there, which a quarter of a turn brings to z. */
void pov_torus(pov_scene *scene, const fk_pose *pose, double major, double minor, pov_color color)
{
    fputs("torus { ", scene->file.stream);
    put_number(scene, major);
    fputs(", ", scene->file.stream);
    put_number(scene, minor);
    fputs(" rotate x*90 matrix <", scene->file.stream);
    for (int column = 0; column < 3; column++)
        for (int row = 0; row < 3; row++) {
            put_number(scene, pose->rotation[row][column]);
            fputc(',', scene->file.stream);
        }
    put_number(scene, pose->translation.x);
    fputc(',', scene->file.stream);
    put_number(scene, pose->translation.y);
    fputc(',', scene->file.stream);
    put_number(scene, pose->translation.z);
    fputc('>', scene->file.stream);
    put_material(scene, color);
}

void pov_axes(pov_scene *scene, fk_vec3 origin, fk_vec3 length)
{
    static const pov_color colors[] = {{0.85, 0.05, 0.05, 0}, {0, 0.55, 0.05, 0}, {0.05, 0.1, 0.9, 0}};
    const double head = 9 * scene->line;
    for (int axis = 0; axis < 3; axis++) {
        fk_vec3 along = fk_vec3_make(axis == 0, axis == 1, axis == 2);
        double whole = fk_vec3_get(length, axis);
        fk_vec3 neck = fk_vec3_add(origin, fk_vec3_scale(along, fmax(whole - head, 0)));
        pov_line(scene, origin, neck, 0.8, colors[axis]);
        fputs("cone { ", scene->file.stream);
        put_vector(scene, neck);
        fputs(", ", scene->file.stream);
        put_number(scene, head / 3);
        fputs(", ", scene->file.stream);
        put_vector(scene, fk_vec3_add(neck, fk_vec3_scale(along, head)));
        fputs(", 0", scene->file.stream);
        put_material(scene, colors[axis]);
    }
}
