/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writes scenes for POV-Ray. POV-Ray's world is left-handed with Y up; the camera's `sky z` and a negative `right` turn
 * it into a right-handed one with Z up, so points are written unchanged.
 *
 * The camera looks from a fixed direction, so that pictures of several scenes compare. Its position shows all points in
 * a picture of 4 to 3 or wider, with their middle in the middle of the picture. */

#include "pov_scene.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* The angle of a picture's width in degrees, and half the width and height at distance 1, at 4 to 3; a tenth of both
 * stays free as margin. */
#define CAMERA_ANGLE "30"
#define HALF_WIDTH   (0.9 * 0.2679)
#define HALF_HEIGHT  (0.9 * 0.2009)

/* The direction from the scene to the camera: in front, to the right, above. Then right and up in the picture. All
 * three are orthogonal and of length 1, up to rounding. */
static const fk_vec3 to_camera = {0.5495, -0.7493, 0.3696};
static const fk_vec3 to_right = {0.8064, 0.5914, 0};
static const fk_vec3 upward = {-0.2186, 0.2981, 0.9292};

/* ---- Text ---------------------------------------------------------------------------------------------- */

/* Writes the item after a %. */
static void put_item(FILE *file, char code, va_list *arguments)
{
    double number[4];
    int count = code == 'n' ? 1 : code == 'v' ? 3 : 4;
    if (code == 'n') {
        number[0] = va_arg(*arguments, double);
    } else if (code == 'v') {
        fk_vec3 v = va_arg(*arguments, fk_vec3);
        number[0] = v.x, number[1] = v.y, number[2] = v.z;
    } else {
        pov_color c = va_arg(*arguments, pov_color);
        number[0] = c.red, number[1] = c.green, number[2] = c.blue, number[3] = c.clear;
    }
    fputs(count == 1 ? "" : count == 3 ? "<" : " pigment { color rgbt <", file);
    for (int i = 0; i < count; i++) {
        char text[FK_NUMBER_SIZE];
        fk_number_format(number[i] == 0 ? 0 : number[i], text); /* no -0 */
        fprintf(file, "%s%s", i == 0 ? "" : ",", text);
    }
    fputs(count == 1 ? "" : count == 3 ? ">" : "> } finish { matter } }\n", file);
}

void pov_put(pov_scene *scene, const char *format, ...)
{
    FILE *file = scene->file.stream;
    va_list arguments;
    va_start(arguments, format);
    for (; *format != '\0'; format++)
        if (*format == '%')
            put_item(file, *++format, &arguments);
        else
            fputc(*format, file);
    va_end(arguments);
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

/* Finds the least and the greatest of point.direction. */
static void project_points(const fk_vec3 *point, size_t count, fk_vec3 direction, double *least, double *most)
{
    *least = *most = fk_vec3_dot(point[0], direction);
    for (size_t i = 1; i < count; i++) {
        double at = fk_vec3_dot(point[i], direction);
        *least = fmin(*least, at);
        *most = fmax(*most, at);
    }
}

/* Returns the middle of the points as the camera sees them, and the radius of the points around it. */
static fk_vec3 view_center(const fk_vec3 *point, size_t count, double *radius)
{
    static const fk_vec3 *const frame[] = {&to_camera, &to_right, &upward};
    fk_vec3 middle = {0, 0, 0};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double least, most;
        project_points(point, count, *frame[i], &least, &most);
        middle = fk_vec3_add(middle, fk_vec3_scale(*frame[i], 0.5 * (least + most)));
        sum += 0.25 * (most - least) * (most - least);
    }
    *radius = sum > 0 ? sqrt(sum) : 1;
    return middle;
}

/* Returns the distance of the camera from the middle at which each point is within the picture's width and height. */
static double camera_distance(const fk_vec3 *point, size_t count, fk_vec3 middle, double radius)
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

bool pov_begin(pov_scene *scene, const char *path, const char *title, const fk_vec3 *point, size_t count)
{
    if (!cli_file_create(&scene->file, path))
        return false;
    double radius;
    fk_vec3 middle = view_center(point, count, &radius);
    double distance = camera_distance(point, count, middle, radius);
    scene->line = 0.0016 * distance;
    scene->is_in_mesh = false;
    put_comment(scene, title);
    fputs("#version 3.7;\n"
          "global_settings { assumed_gamma 1 max_trace_level 20 }\n"
          "background { color rgb 1 }\n"
          "#declare matter = finish { ambient 0.25 diffuse 0.65 specular 0.15 roughness 0.02 }\n",
          scene->file.stream);
    pov_put(scene,
            "camera {\n    sky z right -x*image_width/image_height angle " CAMERA_ANGLE
            "\n    location %v\n    look_at %v\n}\n",
            fk_vec3_add(middle, fk_vec3_scale(to_camera, distance)), middle);
    /* A strong light over the camera's left shoulder and a weak one from its right, both far away. There are no
     * shadows: those of lines and of transparent things would only confuse. */
    pov_put(scene,
            "light_source { %v color rgb 0.9 shadowless }\n"
            "light_source { %v color rgb 0.45 shadowless }\n",
            fk_vec3_add(middle, fk_vec3_scale(fk_vec3_make(-1, -3, 3.5), distance)),
            fk_vec3_add(middle, fk_vec3_scale(fk_vec3_make(3.5, -0.8, 0.5), distance)));
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

/* Writes a fan of triangles without those of zero area, because POV-Ray warns of each. */
void pov_mesh_add(pov_scene *scene, const clip_polygon *polygon)
{
    for (size_t i = 2; i < polygon->count; i++) {
        const fk_vec3 *p = polygon->point;
        if (!has_area(p[0], p[i - 1], p[i]))
            continue;
        pov_put(scene,
                scene->is_in_mesh ? "\n    triangle { %v, %v, %v }" : "mesh {\n    triangle { %v, %v, %v }",
                p[0], p[i - 1], p[i]);
        scene->is_in_mesh = true;
    }
}

void pov_mesh_end(pov_scene *scene, pov_color color)
{
    if (scene->is_in_mesh)
        pov_put(scene, "%c", color);
    scene->is_in_mesh = false;
}

void pov_line(pov_scene *scene, fk_vec3 from, fk_vec3 to, double width, pov_color color)
{
    fk_vec3 d = fk_vec3_sub(to, from);
    double radius = scene->line * width;
    /* A cylinder needs a length, and its ends are balls. */
    bool is_long = fk_vec3_dot(d, d) > 1e-12 * radius * radius;
    pov_put(scene, "sphere { %v, %n%c", from, radius, color);
    if (is_long)
        pov_put(scene, "sphere { %v, %n%ccylinder { %v, %v, %n%c", to, radius, color, from, to, radius,
                color);
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

/* ---- Faces --------------------------------------------------------------------------------------------- */

/* The corners of each face: bit k of a number adds edge k, so 0 is the origin. */
static const unsigned char box_face[6][4] = {
    {0, 2, 6, 4}, {1, 5, 7, 3}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 6, 7, 5},
};
static const unsigned char tetra_face[4][3] = {{0, 2, 1}, {0, 1, 4}, {0, 4, 2}, {1, 2, 4}};

static fk_vec3 cell_corner(const fk_cell *cell, unsigned bits)
{
    fk_vec3 point = cell->origin;
    for (unsigned k = 0; k < 3; k++)
        if (bits >> k & 1)
            point = fk_vec3_add(point, cell->edge[k]);
    return point;
}

void clip_faces(const fk_piece *cell, clip_polygons *out)
{
    memset(out, 0, sizeof *out);
    bool is_box = cell->kind == FK_KIND_BOX;
    if (!is_box && cell->kind != FK_KIND_TETRA)
        return;
    out->count = is_box ? 6 : 4;
    for (size_t i = 0; i < out->count; i++) {
        const unsigned char *bits = is_box ? box_face[i] : tetra_face[i];
        clip_polygon *face = &out->polygon[i];
        face->count = is_box ? 4 : 3;
        for (size_t k = 0; k < face->count; k++)
            face->point[k] = cell_corner(&cell->as.cell, bits[k]);
    }
}
