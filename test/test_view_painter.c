/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures of drawings that are made by hand: what is where, in which colour, also far from the origin, on a transparent
 * ground, cut open, and inside out; text; that the same picture comes every time; and what is refused. Skipped where there is
 * no OpenGL. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "camera.h"
#include "mesh_shapes.h"
#include "picture_check.h"
#include "scarce_memory.h"
#include "renderer.h"

enum { WIDTH = 320, HEIGHT = 200 };

static fk_context *context;
static fk_renderer *renderer;

/* ---- Meshes and drawings ------------------------------------------------------------------------------- */

static fk_mesh *box_mesh(double half, fk_vec3 at, bool is_inside_out)
{
    soup *s = soup_make();
    soup_add_box(s, at.x - half, at.y - half, at.z - half, at.x + half, at.y + half, at.z + half);
    if (is_inside_out)
        soup_turn(s, 0);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static fk_mesh *ball_mesh(double radius)
{
    fk_piece ball = fk_piece_sphere(fk_vec3_make(0, 0, 0), radius);
    fk_mesh *mesh = NULL;
    assert_int_equal(fk_piece_mesh(context, &ball, 48, &mesh), FK_OK);
    return mesh;
}

static fk_pose moved(double x, double y, double z)
{
    fk_pose pose = fk_pose_identity();
    pose.translation = fk_vec3_make(x, y, z);
    return pose;
}

static void add(drawing *d, const fk_mesh *mesh, fk_pose pose, drawing_look look)
{
    drawing_body body = {.mesh = mesh, .pose = pose, .look = look};
    assert_true(drawing_add_body(d, &body));
}

static fk_picture paint(const drawing *d)
{
    fk_picture picture = {.pixel = NULL};
    assert_int_equal(renderer_paint(renderer, d, WIDTH, HEIGHT, NULL, NULL, &picture), FK_OK);
    assert_int_equal(picture.width, WIDTH);
    assert_int_equal(picture.height, HEIGHT);
    return picture;
}

static void drop(fk_picture *picture)
{
    fk_picture_free(context, picture);
}

/* The mean colour of a few pixels, from the top left. */
static rgba_color color_at(const fk_picture *picture, int x, int y)
{
    unsigned sum[4] = {0, 0, 0, 0};
    for (int v = y - 5; v <= y + 5; v++)
        for (int u = x - 5; u <= x + 5; u++)
            for (int i = 0; i < 4; i++)
                sum[i] += picture->pixel[4 * ((size_t)v * picture->width + (size_t)u) + (size_t)i];
    return (rgba_color){(uint8_t)(sum[0] / 121), (uint8_t)(sum[1] / 121), (uint8_t)(sum[2] / 121),
                        (uint8_t)(sum[3] / 121)};
}

static bool is_red(rgba_color c)
{
    return c.r > 90 && c.r > 2 * c.g && c.r > 2 * c.b;
}

static bool is_blue(rgba_color c)
{
    return c.b > 80 && c.b > c.r + 40 && c.b > c.g + 20;
}

static bool is_ground(rgba_color c)
{
    return c.r > 200 && c.g > 205 && c.b > 210 && c.b >= c.r;
}

static bool is_grey(rgba_color c)
{
    return c.r < 215 && abs(c.r - c.g) < 20 && abs(c.g - c.b) < 20;
}

/* The camera in front, the picture 8 units wide and 5 high at y = 0. */
static fk_camera front(double x)
{
    double angle = 0.5, distance = 2.5 / tan(angle / 2);
    return (fk_camera){.eye = {x, -distance, 0}, .target = {x, 0, 0}, .up = {0, 0, 1}, .angle = angle};
}

/* Where a point of the plane y = 0 is in a picture of front(0). */
static int pixel_x(double x)
{
    return (int)(WIDTH / 2 + x * HEIGHT / 5);
}

static int pixel_y(double z)
{
    return (int)(HEIGHT / 2 - z * HEIGHT / 5);
}

/* ---- What is where ------------------------------------------------------------------------------------- */

static void test_looks(void **state)
{
    (void)state;
    fk_mesh *box = box_mesh(0.6, fk_vec3_make(0, 0, 0), false), *ball = ball_mesh(0.6);
    drawing d = drawing_make(context);
    static const drawing_look look[] = {LOOK_CLEAR, LOOK_NEAR, LOOK_CLASH, LOOK_UNDECIDED, LOOK_A, LOOK_B};
    for (int i = 0; i < 6; i++)
        add(&d, i % 2 ? ball : box, moved(-2 + 2 * (i % 3), 0, i < 3 ? 1 : -1), look[i]);
    d.camera = front(0);
    fk_picture picture = paint(&d), again = paint(&d);
    assert_memory_equal(picture.pixel, again.pixel, (size_t)4 * WIDTH * HEIGHT);
    rgba_color at[6];
    for (int i = 0; i < 6; i++)
        at[i] = color_at(&picture, pixel_x(-2 + 2 * (i % 3)), pixel_y(i < 3 ? 1 : -1));
    assert_true(is_grey(at[0]));
    assert_true(at[1].r > 150 && at[1].g > 90 && at[1].b < 80); /* amber */
    assert_true(is_red(at[2]));
    assert_true(at[3].r > at[3].g + 20 && at[3].b > at[3].r + 20); /* violet */
    assert_true(is_blue(at[4]));
    assert_true(at[5].g > at[5].r + 40 && at[5].g > at[5].b + 20); /* green */
    assert_true(is_ground(color_at(&picture, pixel_x(3.5), pixel_y(0))));
    assert_true(is_ground(color_at(&picture, pixel_x(0), pixel_y(2.2))));
    assert_picture(context, &picture, "looks");
    drop(&picture);
    drop(&again);
    /* Another renderer paints the same. */
    fk_renderer *other = NULL;
    char message[FK_VIEW_MESSAGE];
    assert_int_equal(fk_renderer_create(context, &other, message), FK_OK);
    assert_int_equal(renderer_paint(other, &d, WIDTH, HEIGHT, NULL, NULL, &again), FK_OK);
    picture = paint(&d);
    assert_memory_equal(picture.pixel, again.pixel, (size_t)4 * WIDTH * HEIGHT);
    fk_renderer_free(other);
    drop(&picture);
    drop(&again);
    drawing_free(&d);
    fk_renderer_forget(renderer);
    fk_mesh_free(context, box);
    fk_mesh_free(context, ball);
}

/* A scene at a place looks as the one at the origin: whether the poses or the meshes themselves are far away. */
static fk_picture far_scene(fk_vec3 place, bool is_in_mesh)
{
    fk_vec3 origin = fk_vec3_make(0, 0, 0), rest = is_in_mesh ? origin : place;
    fk_mesh *box = box_mesh(0.7, is_in_mesh ? place : origin, false);
    drawing d = drawing_make(context);
    add(&d, box, moved(rest.x, rest.y, rest.z), LOOK_CLASH);
    add(&d, box, moved(rest.x + 1.5, rest.y + 0.5, rest.z + 0.25), LOOK_CLEAR);
    drawing_line line = {.from = fk_vec3_add(place, fk_vec3_make(-1.5, 0, 0)),
                         .to = fk_vec3_add(place, fk_vec3_make(1.5, 0, 1)),
                         .look = LOOK_MARK,
                         .width = 3,
                         .is_on_top = true,
                         .is_arrow = true};
    assert_true(drawing_add_line(&d, &line));
    drawing_point point = {.at = fk_vec3_add(place, fk_vec3_make(0, -0.7, 1)), .look = LOOK_A, .size = 9};
    assert_true(drawing_add_point(&d, &point));
    assert_true(drawing_add_label(&d, point.at, LOOK_MARK, "12.5 mm"));
    d.camera = camera_fit(place, 2, FK_SIDE_CORNER, (double)WIDTH / HEIGHT);
    fk_picture picture = paint(&d);
    drawing_free(&d);
    fk_renderer_forget(renderer);
    fk_mesh_free(context, box);
    return picture;
}

static void test_far_from_origin(void **state)
{
    (void)state;
    fk_picture near = far_scene(fk_vec3_make(0, 0, 0), false);
    assert_picture(context, &near, "far");
    static const fk_vec3 place[] = {{90000, 0, 0}, {5e6, -5e6, 5e6}, {-1e9, 1e9, 1e9}};
    for (int i = 0; i < 6; i++) {
        fk_picture far = far_scene(place[i / 2], i % 2);
        picture_difference d = picture_compare(&near, &far);
        assert_true(d.mean < 0.05 && d.share < 0.001);
        drop(&far);
    }
    drop(&near);
}

/* Sizes at the ends of what doubles hold. */
static void test_tiny_and_huge(void **state)
{
    (void)state;
    fk_picture kept = {.pixel = NULL};
    static const double size[] = {1, 1e-150, 1e150};
    for (int i = 0; i < 3; i++) {
        fk_mesh *box = box_mesh(size[i], fk_vec3_make(0, 0, 0), false);
        drawing d = drawing_make(context);
        add(&d, box, fk_pose_identity(), LOOK_CLASH);
        d.camera = camera_fit(fk_vec3_make(0, 0, 0), 2 * size[i], FK_SIDE_CORNER, 1.6);
        fk_picture picture = paint(&d);
        assert_true(is_red(color_at(&picture, WIDTH / 2, HEIGHT / 2)));
        if (i > 0) {
            picture_difference difference = picture_compare(&kept, &picture);
            assert_true(difference.mean < 0.1);
            drop(&picture);
        } else
            kept = picture;
        drawing_free(&d);
        fk_renderer_forget(renderer);
        fk_mesh_free(context, box);
    }
    drop(&kept);
}

/* ---- Transparency -------------------------------------------------------------------------------------- */

static void test_transparent_ground(void **state)
{
    (void)state;
    fk_mesh *box = box_mesh(1, fk_vec3_make(0, 0, 0), false);
    drawing d = drawing_make(context);
    add(&d, box, fk_pose_identity(), LOOK_CLASH);
    drawing_body faint = {.mesh = box, .pose = moved(-2.5, 0, 0), .is_faint = true};
    assert_true(drawing_add_body(&d, &faint));
    d.camera = front(0);
    d.is_clear = true;
    fk_picture picture = paint(&d);
    rgba_color there = color_at(&picture, pixel_x(0), pixel_y(0)),
               beside = color_at(&picture, pixel_x(3), pixel_y(1.5));
    rgba_color veil = color_at(&picture, pixel_x(-2.5), pixel_y(0));
    assert_true(is_red(there) && there.a == 255);
    assert_true(beside.a == 0);
    assert_true(veil.a > 10 && veil.a < 150 && veil.r > 100);
    /* PNG keeps that, and has no opacity where all is opaque. */
    for (int i = 0; i < 2; i++) {
        void *png;
        size_t bytes;
        int width, height, channels;
        if (i == 1) {
            drop(&picture);
            d.is_clear = false;
            picture = paint(&d);
        }
        assert_int_equal(fk_picture_png(context, &picture, &png, &bytes), FK_OK);
        stbi_uc *pixel = stbi_load_from_memory(png, (int)bytes, &width, &height, &channels, 4);
        assert_non_null(pixel);
        assert_int_equal(channels, i == 0 ? 4 : 3);
        assert_true(width == WIDTH && height == HEIGHT);
        assert_memory_equal(pixel, picture.pixel, (size_t)4 * WIDTH * HEIGHT);
        free(pixel);
        fk_release(context, png, bytes);
    }
    drop(&picture);
    drawing_free(&d);
    fk_renderer_forget(renderer);
    fk_mesh_free(context, box);
}

/* A picture of at most 256 colours has a palette as PNG; each is read as it was. */
static void test_palette(void **state)
{
    (void)state;
    enum { ACROSS = 33, DOWN = 64 };
    static const unsigned colors[] = {1, 2, 255, 256, 257, 2000};
    for (size_t k = 0; k < sizeof colors / sizeof colors[0]; k++) {
        static uint8_t pixel[4 * ACROSS * DOWN];
        fk_picture picture = {.width = ACROSS, .height = DOWN, .pixel = pixel};
        for (unsigned i = 0; i < ACROSS * DOWN; i++) {
            unsigned color = i % colors[k];
            const uint8_t rgba[4] = {(uint8_t)(color % 7 * 36), (uint8_t)(color / 7), 9, 255};
            memcpy(pixel + 4 * (size_t)i, rgba, 4);
        }
        void *png;
        size_t bytes;
        int width, height, channels;
        assert_int_equal(fk_picture_png(context, &picture, &png, &bytes), FK_OK);
        assert_int_equal(((const uint8_t *)png)[25], colors[k] <= 256 ? 3 : 2); /* as its head says */
        stbi_uc *read = stbi_load_from_memory(png, (int)bytes, &width, &height, &channels, 4);
        assert_non_null(read);
        assert_true(width == ACROSS && height == DOWN && channels == 3);
        assert_memory_equal(read, pixel, sizeof pixel);
        free(read);
        fk_release(context, png, bytes);
    }
}

/* What is faint lets what is behind it through, in whatever order they come. */
static void test_faint(void **state)
{
    (void)state;
    fk_mesh *box = box_mesh(1, fk_vec3_make(0, 0, 0), false);
    fk_picture kept = {.pixel = NULL};
    for (int order = 0; order < 2; order++) {
        drawing d = drawing_make(context);
        for (int i = 0; i < 3; i++) {
            int which = order == 0 ? i : 2 - i;
            drawing_body body = {.mesh = box, .pose = moved(which == 2 ? 1 : 0, which == 0 ? 4 : 0, 0)};
            body.look = which == 0 ? LOOK_CLASH : LOOK_CLEAR;
            body.is_faint = which != 0;
            assert_true(drawing_add_body(&d, &body));
        }
        d.camera = front(0);
        fk_picture picture = paint(&d);
        if (order == 0) {
            assert_true(is_red(color_at(&picture, pixel_x(-0.3), pixel_y(0))));
            rgba_color veil = color_at(&picture, pixel_x(1.6), pixel_y(0)),
                       ground = color_at(&picture, pixel_x(3), pixel_y(0));
            assert_true(veil.r + 5 < ground.r);
            kept = picture;
        } else {
            picture_difference difference = picture_compare(&kept, &picture);
            assert_true(difference.mean < 0.2);
            drop(&picture);
        }
        drawing_free(&d);
    }
    drop(&kept);
    fk_renderer_forget(renderer);
    fk_mesh_free(context, box);
}

/* ---- Sections and sides -------------------------------------------------------------------------------- */

/* The upper half is cut away; a lower one inside the first shows in the cap where both are, darker. */
static void test_section(void **state)
{
    (void)state;
    fk_mesh *box = box_mesh(1, fk_vec3_make(0, 0, 0), false);
    drawing d = drawing_make(context);
    drawing_body body = {.mesh = box, .pose = moved(-0.5, 0, 0), .look = LOOK_CLASH, .is_cut = true};
    assert_true(drawing_add_body(&d, &body));
    body.pose = moved(0.5, 0, 0);
    assert_true(drawing_add_body(&d, &body));
    d.camera = front(0);
    d.has_section = true;
    d.section = (fk_plane){{0, 0, 1}, 0};
    fk_picture picture = paint(&d);
    assert_true(is_ground(color_at(&picture, pixel_x(0), pixel_y(0.5))));
    assert_true(is_red(color_at(&picture, pixel_x(0), pixel_y(-0.6))));
    drop(&picture);
    /* What is not marked stays whole. */
    d.body[0].is_cut = d.body[1].is_cut = false;
    picture = paint(&d);
    assert_true(is_red(color_at(&picture, pixel_x(0), pixel_y(0.5))));
    drop(&picture);
    /* From above: caps, and the shared half of each is darker. */
    d.body[0].is_cut = d.body[1].is_cut = true;
    d.camera = camera_fit(fk_vec3_make(0, 0, 0), 2, FK_SIDE_TOP, 1.6);
    picture = paint(&d);
    double x, y;
    assert_true(camera_project(&d.camera, WIDTH, HEIGHT, fk_vec3_make(-1, 0, 0), &x, &y));
    rgba_color shared = color_at(&picture, WIDTH / 2, HEIGHT / 2), own = color_at(&picture, (int)x, (int)y);
    assert_true(is_red(own));
    assert_true(shared.r + 40 < own.r && shared.r > shared.g);
    assert_picture(context, &picture, "section");
    drop(&picture);
    drawing_free(&d);
    fk_renderer_forget(renderer);
    fk_mesh_free(context, box);
}

/* A box that is inside out looks as the right one; one without a lid shows its inside, darker. */
static void test_sides(void **state)
{
    (void)state;
    fk_mesh *mesh[3] = {box_mesh(1, fk_vec3_make(0, 0, 0), false), box_mesh(1, fk_vec3_make(0, 0, 0), true)};
    soup *s = soup_make();
    const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
    for (int i = 1; i < 6; i++) /* without the side at -y ... */
        soup_add_face(s, low, high, (i / 2 + 1) % 3, i % 2 ? 1 : -1);
    mesh[2] = soup_mesh(context, s);
    free(s);
    fk_picture picture[3];
    for (int i = 0; i < 3; i++) {
        drawing d = drawing_make(context);
        add(&d, mesh[i], fk_pose_identity(), LOOK_CLASH);
        d.camera = front(0);
        picture[i] = paint(&d);
        drawing_free(&d);
    }
    picture_difference same = picture_compare(&picture[0], &picture[1]);
    assert_true(same.mean < 0.2 && same.share < 0.002);
    rgba_color outside = color_at(&picture[0], WIDTH / 2, HEIGHT / 2),
               inside = color_at(&picture[2], WIDTH / 2, HEIGHT / 2);
    assert_true(is_red(outside) && inside.r > 40 && inside.r + 30 < outside.r);
    fk_renderer_forget(renderer);
    for (int i = 0; i < 3; i++) {
        drop(&picture[i]);
        fk_mesh_free(context, mesh[i]);
    }
}

/* ---- Lines, outlines, text ----------------------------------------------------------------------------- */

static void test_lines(void **state)
{
    (void)state;
    fk_mesh *box = box_mesh(1, fk_vec3_make(0, 0, 0), false);
    drawing d = drawing_make(context);
    add(&d, box, fk_pose_identity(), LOOK_CLASH);
    /* One behind the box, one on top of it, one that begins behind the camera. */
    drawing_line line = {.from = {-3, 4, 0.5}, .to = {3, 4, 0.5}, .look = LOOK_A, .width = 14};
    assert_true(drawing_add_line(&d, &line));
    line.from.z = line.to.z = -0.5;
    line.is_on_top = true;
    assert_true(drawing_add_line(&d, &line));
    line = (drawing_line){.from = {0, -100, -8}, .to = {0, 30, 1.2}, .look = LOOK_MARK, .width = 1};
    assert_true(drawing_add_line(&d, &line));
    drawing_point point = {.at = {2, 0, 2}, .look = LOOK_A, .size = 16};
    assert_true(drawing_add_point(&d, &point));
    d.camera = front(0);
    fk_picture picture = paint(&d);
    double x, y;
    assert_true(camera_project(&d.camera, WIDTH, HEIGHT, fk_vec3_make(0, 4, 0.5), &x, &y));
    assert_true(is_red(color_at(&picture, WIDTH / 2 + 20, (int)y)));
    assert_true(camera_project(&d.camera, WIDTH, HEIGHT, fk_vec3_make(-2, 4, 0.5), &x, &y));
    assert_true(is_blue(color_at(&picture, (int)x, (int)y)));
    assert_true(camera_project(&d.camera, WIDTH, HEIGHT, fk_vec3_make(0.5, 4, -0.5), &x, &y));
    assert_true(is_blue(color_at(&picture, (int)x, (int)y)));
    assert_true(is_blue(color_at(&picture, pixel_x(2), pixel_y(2))));
    /* Selected: blue around it, and its middle is as before. */
    d.body[0].is_selected = true;
    d.line_count = d.point_count = 0;
    fk_picture outlined = paint(&d);
    unsigned blue = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++) {
        const uint8_t *c = outlined.pixel + 4 * i;
        blue += c[2] > 180 && c[0] < 100;
    }
    assert_in_range(blue, 300, 3000);
    assert_true(is_red(color_at(&outlined, WIDTH / 2, HEIGHT / 2)));
    drop(&picture);
    drop(&outlined);
    drawing_free(&d);
    fk_renderer_forget(renderer);
    fk_mesh_free(context, box);
}

static void count_dark(const fk_picture *picture, int x0, int x1, unsigned *count)
{
    *count = 0;
    for (int y = 60; y < 140; y++)
        for (int x = x0; x < x1; x++)
            *count += picture->pixel[4 * ((size_t)y * WIDTH + (size_t)x)] < 100;
}

typedef struct written {
    float end, width, odd_width;
} written;

static void write_text(void *user, painter *p, int width, int height, float scale)
{
    written *w = user;
    (void)width;
    (void)height;
    (void)scale;
    const rgba_color black = {0, 0, 0, 255};
    w->end = painter_text(p, 20, 110, 24, black, "Größe αβ Жук ≤");
    w->width = painter_text_width(p, 24, "Größe αβ Жук ≤");
    w->odd_width = painter_text_width(p, 24, "\xff\xc3(\xe2\x82");
    /* What is outside of the clip is not there. */
    painter_clip(p, 250, 0, 20, 200);
    painter_rectangle(p, 240, 60, 60, 80, black);
    painter_clip(p, 0, 0, 0, 0);
    /* More letters than the atlas holds, at many sizes. */
    for (int size = 1; size < 120; size++)
        for (int i = 0; i < 40; i++)
            painter_text(p, -4000, 100, (float)size, black, "Wxyz0123456789");
}

static void test_text(void **state)
{
    (void)state;
    drawing d = drawing_make(context);
    d.camera = front(0);
    fk_picture picture;
    written w;
    assert_int_equal(renderer_paint(renderer, &d, WIDTH, HEIGHT, write_text, &w, &picture), FK_OK);
    assert_true(fabsf(w.end - 20 - w.width) < 0.01f && w.width > 100 && w.width < 230);
    assert_true(w.odd_width > 20);
    unsigned text, none, clipped;
    count_dark(&picture, 20, 230, &text);
    count_dark(&picture, 232, 249, &none);
    count_dark(&picture, 250, 310, &clipped);
    assert_in_range(text, 400, 4000);
    assert_int_equal(none, 0);
    assert_int_equal(clipped, 20 * 80);
    assert_picture(context, &picture, "text");
    drop(&picture);
    drawing_free(&d);
}

/* All at once, as people see it. */
/* The scale is as long as it says, at the distance of the target. */
static void test_scale(void **state)
{
    (void)state;
    enum { WIDE = 480, HIGH = 300 };
    fk_mesh *box = box_mesh(1, fk_vec3_make(0, 0, 0), false);
    drawing d = drawing_make(context);
    add(&d, box, moved(0, 0, 0), LOOK_CLEAR);
    d.has_scale = true;
    strcpy(d.units, "mm");
    d.camera = camera_fit(fk_vec3_make(0, 0, 0), 100, FK_SIDE_FRONT, (double)WIDE / HIGH);
    fk_picture with = {.pixel = NULL}, without = {.pixel = NULL};
    assert_int_equal(renderer_paint(renderer, &d, WIDE, HIGH, NULL, NULL, &with), FK_OK);
    d.units[0] = 0;
    assert_int_equal(renderer_paint(renderer, &d, WIDE, HIGH, NULL, NULL, &without), FK_OK);
    int most = 0;
    for (int y = HIGH - 60; y < HIGH; y++) {
        int length = 0;
        for (int x = 0; x < WIDE; x++) {
            size_t i = 4 * ((size_t)y * WIDE + (size_t)x);
            length = with.pixel[i] < 90 && without.pixel[i] > 150 ? length + 1 : 0;
            most = length > most ? length : most;
        }
    }
    double x0, y0, x1, y1;
    assert_true(camera_project(&d.camera, WIDE, HIGH, fk_vec3_make(0, 0, 0), &x0, &y0));
    assert_true(camera_project(&d.camera, WIDE, HIGH, fk_vec3_make(50, 0, 0), &x1, &y1));
    assert_true(fabs(most - (x1 - x0)) < 2);
    drop(&with);
    drop(&without);
    drawing_free(&d);
    fk_renderer_forget(renderer);
    fk_mesh_free(context, box);
}

static void test_whole(void **state)
{
    (void)state;
    fk_mesh *box = box_mesh(0.8, fk_vec3_make(0, 0, 0), false), *ball = ball_mesh(1);
    drawing d = drawing_make(context);
    add(&d, box, moved(0, 0, 0), LOOK_CLASH);
    add(&d, ball, moved(1.4, 0, 0.2), LOOK_CLASH);
    d.body[1].is_second = true;
    add(&d, ball, moved(-2.3, 1, 0), LOOK_NEAR);
    add(&d, box, moved(3.4, 2, 0), LOOK_UNDECIDED);
    d.body[3].has_edges = true;
    drawing_body faint = {.mesh = box, .pose = moved(0, 2.5, 0.4), .is_faint = true};
    assert_true(drawing_add_body(&d, &faint));
    assert_true(drawing_add_label(&d, fk_vec3_make(0, 0, 0.9), LOOK_CLASH, "crate"));
    /* A ring, whose text stands beside it. */
    const drawing_point ring = {fk_vec3_make(-1, -1, 0.8), LOOK_MARK, 24, .is_ring = true};
    assert_true(drawing_add_point(&d, &ring));
    assert_true(drawing_add_label(&d, ring.at, LOOK_MARK, "here"));
    d.has_legend = true;
    d.camera = camera_fit(fk_vec3_make(0.6, 0.8, 0), 3, FK_SIDE_CORNER, (double)WIDTH / HEIGHT);
    fk_picture picture = paint(&d);
    assert_picture(context, &picture, "whole");
    drop(&picture);
    drawing_free(&d);
    fk_renderer_forget(renderer);
    fk_mesh_free(context, box);
    fk_mesh_free(context, ball);
}

/* ---- Odd input ----------------------------------------------------------------------------------------- */

static void test_nothing(void **state)
{
    (void)state;
    fk_mesh empty = {.name = ""};
    drawing d = drawing_make(context);
    d.camera = front(0);
    fk_picture picture = paint(&d);
    assert_true(is_ground(color_at(&picture, WIDTH / 2, HEIGHT / 2)));
    drop(&picture);
    add(&d, &empty, fk_pose_identity(), LOOK_CLASH);
    d.has_legend = true;
    picture = paint(&d);
    assert_true(is_ground(color_at(&picture, WIDTH / 2, HEIGHT / 2)));
    drop(&picture);
    assert_int_equal(renderer_paint(renderer, &d, 15, 200, NULL, NULL, &picture), FK_ERROR_ARGUMENT);
    assert_int_equal(renderer_paint(renderer, &d, 200, 16385, NULL, NULL, &picture), FK_ERROR_ARGUMENT);
    /* A mesh that says it is larger than any memory is refused before it is looked at. */
    fk_vec3 point = {0, 0, 0};
    fk_triangle triangle = {{0, 0, 0}};
    fk_mesh vast = {
        .vertex_count = 1, .triangle_count = UINT32_MAX / 2, .point = &point, .triangle = &triangle};
    add(&d, &vast, fk_pose_identity(), LOOK_CLASH);
    assert_int_equal(renderer_paint(renderer, &d, WIDTH, HEIGHT, NULL, NULL, &picture), FK_ERROR_MEMORY);
    drawing_free(&d);
    fk_renderer_forget(renderer);
}

/* Triangles without area, and one vertex with very many triangles around it. */
static void test_odd_meshes(void **state)
{
    (void)state;
    soup *s = soup_make();
    for (int i = 0; i < 300; i++) {
        double a = 2 * 3.14159265 * i / 300, b = 2 * 3.14159265 * ((i + 1) % 300) / 300;
        soup_add(s, fk_vec3_make(0, 0, 0.1), fk_vec3_make(cos(a), sin(a), 0),
                 fk_vec3_make(cos(b), sin(b), 0));
    }
    soup_add(s, fk_vec3_make(0, 0, 0.1), fk_vec3_make(0, 0, 0.1), fk_vec3_make(1, 0, 0));
    soup_add(s, fk_vec3_make(0, 0, 0.1), fk_vec3_make(0.5, 0, 0.05), fk_vec3_make(1, 0, 0));
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    drawing d = drawing_make(context);
    add(&d, mesh, fk_pose_identity(), LOOK_CLASH);
    d.camera = camera_fit(fk_vec3_make(0, 0, 0), 1, FK_SIDE_TOP, 1.6);
    fk_picture picture = paint(&d);
    for (int i = 0; i < 8; i++)
        assert_true(is_red(color_at(&picture, WIDTH / 2 + (int)(60 * cos(i * 0.785)),
                                    HEIGHT / 2 + (int)(60 * sin(i * 0.785)))));
    /* Wires everywhere darken it. */
    d.body[0].has_edges = true;
    fk_picture wires = paint(&d);
    for (int i = 0; i < 8; i++) {
        int x = WIDTH / 2 + (int)(50 * cos(i * 0.785)), y = HEIGHT / 2 + (int)(50 * sin(i * 0.785));
        assert_true(color_at(&wires, x, y).r + 30 < color_at(&picture, x, y).r);
    }
    drop(&wires);
    drop(&picture);
    drawing_free(&d);
    fk_renderer_forget(renderer);
    fk_mesh_free(context, mesh);
}

/* Every allocation fails once: a status, nothing lost, and the picture comes when there is memory again. */
static void test_scarce_memory(void **state)
{
    (void)state;
    memory m = {.fail_at = SIZE_MAX};
    fk_context *scarce = memory_context(&m);
    fk_mesh *box = box_mesh(1, fk_vec3_make(0, 0, 0), false);
    size_t before = m.used;
    for (size_t fail_at = 0;; fail_at++) {
        char message[FK_VIEW_MESSAGE];
        fk_renderer *other = NULL;
        fk_picture picture = {.pixel = NULL};
        m.fail_at = SIZE_MAX;
        assert_int_equal(fk_renderer_create(scarce, &other, message), FK_OK);
        drawing d = drawing_make(context);
        add(&d, box, fk_pose_identity(), LOOK_CLASH);
        drawing_line line = {.from = {-3, 4, 0.5}, .to = {3, 4, 0.5}, .look = LOOK_A, .width = 14};
        assert_true(drawing_add_line(&d, &line));
        d.camera = front(0);
        m.fail_at = fail_at;
        fk_status status = renderer_paint(other, &d, 64, 40, NULL, NULL, &picture);
        m.fail_at = SIZE_MAX;
        if (status != FK_OK) {
            assert_int_equal(status, FK_ERROR_MEMORY);
            assert_null(picture.pixel);
            if (fail_at == 0)
                assert_int_equal(renderer_paint(other, &d, 64, 40, NULL, NULL, &picture), FK_OK);
        }
        fk_picture_free(scarce, &picture);
        drawing_free(&d);
        fk_renderer_free(other);
        assert_true(m.used == before);
        if (status == FK_OK)
            break;
        assert_true(fail_at < 100);
    }
    fk_mesh_free(context, box);
    fk_context_destroy(scarce);
}

int main(void)
{
    char message[FK_VIEW_MESSAGE];
    context = usual_context();
    if (fk_renderer_create(context, &renderer, message) != FK_OK) {
        printf("skipped: %s\n", message);
        fk_context_destroy(context);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks),         cmocka_unit_test(test_far_from_origin),
        cmocka_unit_test(test_tiny_and_huge), cmocka_unit_test(test_transparent_ground),
        cmocka_unit_test(test_palette),       cmocka_unit_test(test_faint),
        cmocka_unit_test(test_section),       cmocka_unit_test(test_sides),
        cmocka_unit_test(test_lines),         cmocka_unit_test(test_text),
        cmocka_unit_test(test_scale),         cmocka_unit_test(test_whole),
        cmocka_unit_test(test_nothing),       cmocka_unit_test(test_odd_meshes),
        cmocka_unit_test(test_scarce_memory),
    };
    int failed = cmocka_run_group_tests_name("view_paint", tests, NULL, NULL);
    fk_renderer_free(renderer);
    fk_context_destroy(context);
    return failed;
}
