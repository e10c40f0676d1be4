/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures of shows: parts and what was found about them, as users of farkas/view.h get them; which options are refused, and
 * that memory that runs out is reported and not lost. Skipped where there is no OpenGL. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "mesh_shapes.h"
#include "picture_check.h"
#include "scarce_memory.h"

static fk_context *context;
static fk_renderer *renderer;

/* A peg in a wall, and a rail beside. */
static fk_piece piece[3];
static fk_sweep_part part[3];
static fk_check *check;
static fk_show show;

static void set_up(void)
{
    const fk_vec3 along = {4, 0, 0};
    piece[0] = fk_piece_box(fk_vec3_make(-2, 1, 0), along, fk_vec3_make(0, 0.5, 0), fk_vec3_make(0, 0, 3));
    piece[1] =
        fk_piece_box(fk_vec3_make(-2, -1.6, 0), along, fk_vec3_make(0, 0.3, 0), fk_vec3_make(0, 0, 0.3));
    piece[2] = fk_piece_capsule(fk_vec3_make(0, -1, 1), fk_vec3_make(0.5, 1.2, 1.5), 0.3);
    static const char *const name[] = {"wall", "rail", "peg"};
    fk_check_part checked[3];
    for (int i = 0; i < 3; i++) {
        checked[i] = (fk_check_part){name[i], NULL, &piece[i], fk_pose_identity()};
        part[i] = (fk_sweep_part){checked[i], FK_NONE};
    }
    fk_check_options options = fk_check_options_default();
    assert_int_equal(fk_check_run(context, checked, 3, &options, &check), FK_OK);
    show = (fk_show){.part_count = 3, .part = part, .check = check, .units = "mm"};
}

static fk_picture_options small_options(void)
{
    fk_picture_options options = fk_picture_options_default();
    options.width = 320;
    options.height = 200;
    return options;
}

/* How many pixels are red. */
static unsigned count_red(const fk_picture *picture)
{
    unsigned count = 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        const uint8_t *c = picture->pixel + 4 * i;
        count += c[0] > 90 && c[0] > 2 * c[1];
    }
    return count;
}

/* How many pixels are blue. */
static unsigned count_blue(const fk_picture *picture)
{
    unsigned count = 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        const uint8_t *c = picture->pixel + 4 * i;
        count += c[2] > 150 && c[2] > 2 * c[0];
    }
    return count;
}

static fk_picture draw(const fk_picture_options *options)
{
    fk_picture picture = {.pixel = NULL};
    assert_int_equal(fk_renderer_draw(renderer, &show, options, &picture), FK_OK);
    return picture;
}

/* A path is drawn over the wall that hides it. */
static void test_path(void **state)
{
    (void)state;
    static const fk_vec3 point[] = {{-1.5, 3, 0.5}, {0, 4, 1}, {1.5, 3, 2.5}};
    const fk_page_path path = {3, point};
    fk_picture_options options = small_options();
    options.side = FK_SIDE_FRONT;
    fk_picture without = draw(&options);
    options.path_count = 1;
    options.path = &path;
    fk_picture picture = draw(&options);
    assert_true(count_blue(&picture) > count_blue(&without) + 200);
    fk_picture_free(context, &without);
    fk_picture_free(context, &picture);
}

static void test_pictures(void **state)
{
    (void)state;
    fk_picture_options options = small_options();
    fk_picture picture = draw(&options);
    assert_true(count_red(&picture) > 5000);
    assert_picture(context, &picture, "show");
    /* The camera that it took gives the same picture. */
    fk_camera camera;
    assert_int_equal(fk_show_camera(context, &show, &options, &camera), FK_OK);
    options.camera = &camera;
    fk_picture again = draw(&options);
    assert_memory_equal(picture.pixel, again.pixel, (size_t)4 * 320 * 200);
    fk_picture_free(context, &again);
    /* Of a show that has no result nothing is red. */
    fk_show plain = show;
    plain.check = NULL;
    assert_int_equal(fk_renderer_draw(renderer, &plain, &options, &again), FK_OK);
    assert_true(count_red(&again) < 50); /* the axis of x */
    fk_picture_free(context, &again);
    fk_renderer_forget(renderer);
    /* The pair is near, from all sides. */
    options.camera = NULL;
    for (uint32_t i = 0; i < check->pair_count; i++)
        if (check->pair[i].is_clash)
            options.pair = i;
    assert_true(options.pair != FK_NONE);
    for (int side = 0; side < FK_SIDE_COUNT; side++) {
        options.side = (fk_side)side;
        again = draw(&options);
        assert_true(count_red(&again) > 2000);
        fk_picture_free(context, &again);
    }
    /* All that may be drawn, cut, on a transparent ground. */
    options = small_options();
    options.layers = 2047;
    options.has_section = true;
    options.section = (fk_plane){{1, 0, 0}, 0.25};
    options.is_clear = true;
    again = draw(&options);
    assert_int_equal(again.pixel[3], 0);
    assert_true(count_red(&again) > 1000);
    fk_picture_free(context, &again);
    fk_picture_free(context, &picture);
}

static void refuse(fk_picture_options options)
{
    fk_picture picture = {.pixel = NULL};
    fk_camera camera = {.angle = -7};
    assert_int_equal(fk_renderer_draw(renderer, &show, &options, &picture), FK_ERROR_ARGUMENT);
    assert_null(picture.pixel);
    assert_int_equal(fk_show_camera(context, &show, &options, &camera), FK_ERROR_ARGUMENT);
    assert_true(camera.angle == -7);
}

static void test_refusals(void **state)
{
    (void)state;
    fk_picture_options good = small_options(), bad = good;
    bad.width = 15;
    refuse(bad);
    bad = good;
    bad.height = 16385;
    refuse(bad);
    bad = good;
    bad.pair = (uint32_t)check->pair_count;
    refuse(bad);
    bad = good;
    bad.time = HUGE_VAL;
    refuse(bad);
    bad = good;
    bad.side = FK_SIDE_COUNT;
    refuse(bad);
    bad = good;
    bad.has_section = true;
    refuse(bad);
    fk_camera camera = {.eye = {1, 1, 1}, .target = {1, 1, 1}, .up = {0, 0, 1}, .angle = 1};
    bad = good;
    bad.camera = &camera;
    refuse(bad);
    camera.target.x = NAN;
    refuse(bad);
    camera.target.x = 2;
    camera.angle = 0;
    refuse(bad);
    camera.angle = 1;
    fk_picture picture = draw(&bad);
    fk_picture_free(context, &picture);
}

/* No parts at all. */
static void test_empty(void **state)
{
    (void)state;
    fk_show empty = {.part_count = 0};
    fk_picture_options options = small_options();
    fk_picture picture;
    assert_int_equal(fk_renderer_draw(renderer, &empty, &options, &picture), FK_OK);
    assert_true(count_red(&picture) < 50);
    fk_picture_free(context, &picture);
    fk_renderer_forget(renderer);
}

/* Some of the allocations fail, of those that a picture takes. */
/* What a page wishes for is what the options would give. */
static void test_wishes(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        fk_page_request wish = {.pair = i == 0 ? FK_NONE : 0, .is_wide = i == 1, .time = (double)NAN};
        fk_picture_options options = fk_picture_options_default();
        options.width = i == 0 ? 1200 : 640;
        options.height = i == 0 ? 675 : 400;
        options.pair = wish.pair;
        options.is_wide = i == 1;
        options.layers = i == 0 ? options.layers : FK_LAYER_FINDINGS;
        fk_picture picture = draw(&options);
        void *png;
        size_t bytes;
        assert_int_equal(fk_picture_png(context, &picture, &png, &bytes), FK_OK);
        fk_page_picture drawn = {.pair = 7};
        assert_int_equal(fk_renderer_draw_page_picture(context, renderer, &show, &wish, &drawn), FK_OK);
        assert_true(drawn.pair == wish.pair && drawn.bytes == bytes && drawn.width == options.width &&
                    drawn.height == options.height);
        assert_memory_equal(drawn.png, png, bytes);
        fk_release(context, (void *)(uintptr_t)drawn.png, bytes);
        fk_release(context, png, bytes);
        fk_picture_free(context, &picture);
    }
    fk_page_request wrong = {.pair = (uint32_t)check->pair_count};
    fk_page_picture none = {.pair = 7};
    assert_int_equal(fk_renderer_draw_page_picture(context, renderer, &show, &wrong, &none),
                     FK_ERROR_ARGUMENT);
    assert_true(none.pair == 7 && none.png == NULL);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    memory m = {.fail_at = SIZE_MAX};
    fk_context *scarce = memory_context(&m);
    size_t before = m.used;
    char message[FK_VIEW_MESSAGE];
    fk_renderer *other = NULL;
    for (size_t i = 0; i < 2; i++) {
        m.fail_at = i;
        assert_int_equal(fk_renderer_create(scarce, &other, message), FK_ERROR_MEMORY);
        assert_true(m.used == before);
    }
    m.fail_at = SIZE_MAX;
    assert_int_equal(fk_renderer_create(scarce, &other, message), FK_OK);
    fk_picture_options options = small_options();
    fk_status status = FK_ERROR_MEMORY;
    for (size_t fail_at = 0; status != FK_OK; fail_at++) {
        fk_picture picture = {.pixel = NULL};
        fk_renderer_forget(other);
        m.fail_at = fail_at;
        status = fk_renderer_draw(other, &show, &options, &picture);
        m.fail_at = SIZE_MAX;
        assert_true(status == FK_OK ? picture.pixel != NULL : status == FK_ERROR_MEMORY && !picture.pixel);
        fk_picture_free(scarce, &picture);
        assert_true(fail_at < 5000);
    }
    fk_renderer_free(other);
    assert_true(m.used == before);
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
    set_up();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_path),  cmocka_unit_test(test_pictures), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_empty), cmocka_unit_test(test_wishes),   cmocka_unit_test(test_scarce_memory),
    };
    int failed = cmocka_run_group_tests_name("view_studio", tests, NULL, NULL);
    fk_renderer_free(renderer);
    fk_check_free(context, check);
    fk_context_destroy(context);
    return failed;
}
