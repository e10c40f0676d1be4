/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The threads of the window: this one draws, asks and picks as the window does, while others check, seek, make layers and
 * load anew. What comes out is what one thread alone finds; all of it ends. No graphics are needed. Made for the thread
 * sanitizer, too. */

#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "background.h"
#include "mesh_shapes.h"

#define ALL_LAYERS 2047u

static fk_context *context;

/* ---- News ---------------------------------------------------------------------------------------------- */

static pthread_mutex_t news_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news_came = PTHREAD_COND_INITIALIZER;
static uint64_t news_count;

static void wake(void)
{
    pthread_mutex_lock(&news_mutex);
    news_count++;
    pthread_cond_signal(&news_came);
    pthread_mutex_unlock(&news_mutex);
}

/* Waits for news after those that were seen. */
static void await_news(uint64_t *seen)
{
    pthread_mutex_lock(&news_mutex);
    while (news_count == *seen)
        pthread_cond_wait(&news_came, &news_mutex);
    *seen = news_count;
    pthread_mutex_unlock(&news_mutex);
}

/* ---- A subject ----------------------------------------------------------------------------------------- */

/* A cube of side 2 that goes along x from -10 to 10 within 20 s, through a cube at the origin, and above a shelf, which is
 * a piece. */
enum { MOVER, BLOCK, SHELF, PARTS };

typedef struct world {
    fk_mesh *cube;
    fk_piece shelf;
    fk_key key[2];
    fk_frame frame;
    fk_motion *motion;
    fk_sweep_part part[PARTS];
    fk_window_subject subject;
    bool is_endless;          /* what is sought is never found */
    atomic_bool has_contacts; /* the first result was taken */
} world;

static fk_pose at(double x, double y, double z)
{
    fk_pose pose = fk_pose_identity();
    pose.translation = fk_vec3_make(x, y, z);
    return pose;
}

static fk_status check_poses(void *user, const fk_pose *pose, fk_check **out)
{
    const world *w = user;
    fk_check_part part[PARTS];
    fk_check_options options = fk_check_options_default();
    for (int i = 0; i < PARTS; i++) {
        part[i] = w->part[i].part;
        part[i].pose = pose[i];
    }
    return fk_check_run(context, part, PARTS, &options, out);
}

static fk_status find_clashes(void *user, fk_window_progress *progress, void *progress_user, fk_sweep **out)
{
    const world *w = user;
    const struct timespec short_time = {0, 1000000};
    for (uint64_t i = 0; i < 10 || w->is_endless; i++) {
        if (!progress(progress_user, i % 10, 10))
            return FK_ERROR_ARGUMENT;
        nanosleep(&short_time, NULL);
    }
    fk_sweep_options options = fk_sweep_options_default();
    options.wants_closest = false;
    return fk_sweep_run(context, w->motion, w->part, PARTS, &options, out);
}

/* Waits until the first result has been taken. */
static fk_status find_closest(void *user, fk_window_progress *progress, void *progress_user, fk_sweep **out)
{
    world *w = user;
    const struct timespec short_time = {0, 1000000};
    while (!w->has_contacts) {
        if (!progress(progress_user, 0, 10))
            return FK_ERROR_ARGUMENT;
        nanosleep(&short_time, NULL);
    }
    fk_sweep_options options = fk_sweep_options_default();
    return fk_sweep_run(context, w->motion, w->part, PARTS, &options, out);
}

static void make_world(world *w)
{
    soup *s = soup_make();
    soup_add_box(s, -1, -1, -1, 1, 1, 1);
    w->cube = soup_mesh(context, s);
    free(s);
    w->shelf = fk_piece_box(fk_vec3_make(-1, -1, -1), fk_vec3_make(2, 0, 0), fk_vec3_make(0, 2, 0),
                            fk_vec3_make(0, 0, 2));
    w->key[0] = (fk_key){0, {-10, 0, 0}, {0, 0, 0, 1}};
    w->key[1] = (fk_key){20, {10, 0, 0}, {0, 0, 0, 1}};
    w->frame = (fk_frame){.parent = FK_NONE,
                          .origin = fk_pose_identity(),
                          .kind = FK_FRAME_KEYS,
                          .key_count = 2,
                          .key = w->key};
    assert_int_equal(fk_motion_create(context, &w->frame, 1, NULL, 0, &w->motion), FK_OK);
    w->part[MOVER] = (fk_sweep_part){{"mover", w->cube, NULL, fk_pose_identity()}, 0};
    w->part[BLOCK] = (fk_sweep_part){{"block", w->cube, NULL, at(0, 0.5, 0)}, FK_NONE};
    w->part[SHELF] = (fk_sweep_part){{"shelf", NULL, &w->shelf, at(5, 0, -5)}, FK_NONE};
    w->is_endless = false;
    atomic_init(&w->has_contacts, false);
    w->subject = (fk_window_subject){.show = {.part_count = PARTS, .part = w->part, .motion = w->motion},
                                     .user = w,
                                     .check = check_poses,
                                     .find = find_clashes,
                                     .find_closest = find_closest};
}

static void free_world(world *w)
{
    fk_motion_free(context, w->motion);
    fk_mesh_free(context, w->cube);
}

/* Where the parts are at a time. */
static void place(const world *w, double time, fk_pose pose[PARTS])
{
    for (int i = 0; i < PARTS; i++) {
        pose[i] = w->part[i].part.pose;
        fk_pose frame = fk_motion_pose(w->motion, w->part[i].frame, time);
        if (w->part[i].frame != FK_NONE)
            pose[i] = fk_pose_multiply(&frame, &pose[i]);
    }
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

typedef struct counts {
    uint32_t bodies, lines, points, labels;
} counts;

/* Draws all layers with one pair in the middle, if the check has one; and looks at it from where it is seen well. */
static counts draw(display *s, const fk_pose *pose, const fk_check *check)
{
    display_view view = {.pose = pose,
                         .check = check,
                         .pair = check != NULL && check->pair_count > 0 ? 0 : FK_NONE,
                         .selected = FK_NONE,
                         .layers = ALL_LAYERS,
                         .tree_level = 2};
    drawing d = drawing_make(context);
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_true(display_focus_sphere(s, &view).radius > 0);
    assert_true(fk_vec3_is_finite(display_view_direction(s, &view)));
    counts c = {d.body_count, d.line_count, d.point_count, d.label_count};
    drawing_free(&d);
    return c;
}

/* What is drawn when one thread alone has made all of it. */
static counts draw_alone(world *w, const fk_pose *pose)
{
    display *s = NULL;
    fk_check *check = NULL;
    assert_int_equal(display_create(context, &w->subject.show, &s), FK_OK);
    assert_int_equal(check_poses(w, pose, &check), FK_OK);
    display_view view = {.pose = pose, .check = check, .selected = FK_NONE};
    assert_int_equal(check->pair[0].b, BLOCK);
    assert_int_equal(display_prepare(s, ALL_LAYERS), FK_OK);
    assert_int_equal(display_prepare_pair(s, &view), FK_OK);
    counts c = draw(s, pose, check);
    fk_check_free(context, check);
    display_free(s);
    return c;
}

static void assert_same_counts(counts a, counts b)
{
    assert_int_equal(a.bodies, b.bodies);
    assert_int_equal(a.lines, b.lines);
    assert_int_equal(a.points, b.points);
    assert_int_equal(a.labels, b.labels);
}

/* ---- The window's way ---------------------------------------------------------------------------------- */

/* What the thread of the window has. */
typedef struct viewer_like {
    fk_show show;
    display *display;
    background *background;
    fk_check *check;
    fk_sweep *contacts, *sweep;
    world *world;
    uint64_t asked, answered, seen;
} viewer_like;

/* Takes what has come, as often as it comes. */
static void take_news(viewer_like *d)
{
    fk_check *check;
    fk_sweep *sweep;
    bool is_last;
    fk_status status;
    if (background_take_check(d->background, &check, &d->answered, &status)) {
        assert_int_equal(status, FK_OK);
        if (d->check != NULL)
            fk_check_free(context, d->check);
        d->check = check;
    }
    if (background_take_sweep(d->background, &sweep, &is_last, &status)) {
        assert_int_equal(status, FK_OK);
        assert_int_equal(sweep->clashes, 1);
        d->show.sweep = sweep;
        assert_int_equal(is_last, d->contacts != NULL);
        if (d->contacts == NULL) {
            assert_int_equal(sweep->pair_count, 1); /* clear pairs come later */
            d->contacts = sweep;
            d->world->has_contacts = true;
        } else {
            d->sweep = sweep;
        }
    }
}

static bool is_settled(viewer_like *d)
{
    double part;
    return d->asked == d->answered && d->sweep != NULL && !background_is_sweeping(d->background, &part) &&
           !background_is_preparing(d->background);
}

static void test_as_the_window_does(void **state)
{
    (void)state;
    world w;
    make_world(&w);
    viewer_like d = {.show = w.subject.show, .world = &w};
    fk_pose pose[PARTS];
    double time;
    assert_int_equal(display_create(context, &d.show, &d.display), FK_OK);
    d.background = background_create(context, &w.subject, d.display, wake);
    assert_non_null(d.background);
    for (int i = 0; i <= 40; i++) {
        place(&w, i < 40 ? 0.5 * i : 10, pose);
        background_request_check(d.background, pose, ++d.asked);
        background_request_layers(d.background, 1u << (i % 11));
        background_request_lines(d.background, MOVER, BLOCK, pose);
        take_news(&d);
        draw(d.display, pose, d.check);
        background_pick(d.background, pose, fk_vec3_make(-20, 0, 0), fk_vec3_make(1, 0, 0), &time);
    }
    background_request_layers(d.background, ALL_LAYERS);
    while (take_news(&d), !is_settled(&d))
        await_news(&d.seen);

    assert_int_equal(d.check->clashes, 1);
    assert_int_equal(d.sweep->pair_count, 3); /* all, with their closest approaches */
    for (size_t i = 0; i < d.sweep->pair_count; i++)
        assert_true(d.sweep->pair[i].has_closest);
    assert_int_equal(background_ready_layers(d.background), ALL_LAYERS);
    assert_same_counts(draw(d.display, pose, d.check), draw_alone(&w, pose));
    assert_true(background_can_pick(d.background));
    assert_int_equal(
        background_pick(d.background, pose, fk_vec3_make(5, 0, -20), fk_vec3_make(0, 0, 1), &time), SHELF);
    assert_true(fabs(time - 14) < 1e-9);
    assert_int_equal(
        background_pick(d.background, pose, fk_vec3_make(0, 20, 0), fk_vec3_make(0, -1, 0), &time), BLOCK);

    background_free(d.background);
    display_free(d.display);
    fk_check_free(context, d.check);
    fk_sweep_free(context, d.contacts);
    fk_sweep_free(context, d.sweep);
    free_world(&w);
}

/* Whatever is under way ends, and nothing of it is left. What it is about may be replaced before. */
static void test_stop(void **state)
{
    (void)state;
    world w;
    make_world(&w);
    w.is_endless = true;
    for (int i = 0; i < 20; i++) {
        fk_pose pose[PARTS];
        fk_show show = w.subject.show;
        display *s = NULL;
        uint64_t seen = 0;
        place(&w, i, pose);
        assert_int_equal(display_create(context, &show, &s), FK_OK);
        background *l = background_create(context, &w.subject, s, wake);
        assert_non_null(l);
        background_request_check(l, pose, 1);
        background_request_layers(l, ALL_LAYERS);
        background_request_lines(l, MOVER, BLOCK, pose);
        for (int k = 0; k < i % 4; k++)
            await_news(&seen);
        background_stop(l);
        show = (fk_show){0};
        while (i % 2 == 0 && background_is_ending(l))
            await_news(&seen);
        background_free(l);
        display_free(s);
    }
    free_world(&w);
}

/* ---- One display, many threads --------------------------------------------------------------------------- */

typedef struct maker {
    display *display;
    const display_view *view;
    pthread_t thread;
} maker;

static void *make_all(void *user)
{
    const maker *m = user;
    for (unsigned layer = 1; layer < ALL_LAYERS; layer *= 2)
        if (display_prepare(m->display, layer) != FK_OK || display_prepare_pair(m->display, m->view) != FK_OK)
            return user;
    return NULL;
}

static void test_makers(void **state)
{
    (void)state;
    world w;
    fk_pose pose[PARTS];
    make_world(&w);
    place(&w, 10, pose);
    const fk_check_pair pair = {.a = MOVER, .b = BLOCK};
    const fk_check asked = {.part_count = PARTS, .pair_count = 1, .pair = &pair};
    const display_view view = {.pose = pose, .check = &asked, .selected = FK_NONE};
    display *s = NULL;
    fk_check *check = NULL;
    assert_int_equal(display_create(context, &w.subject.show, &s), FK_OK);
    assert_int_equal(check_poses(&w, pose, &check), FK_OK);
    maker makers[3];
    for (int i = 0; i < 3; i++) {
        makers[i] = (maker){.display = s, .view = &view};
        assert_int_equal(pthread_create(&makers[i].thread, NULL, make_all, &makers[i]), 0);
    }
    for (int i = 0; i < 50; i++)
        draw(s, pose, check);
    for (int i = 0; i < 3; i++) {
        void *failed;
        pthread_join(makers[i].thread, &failed);
        assert_null(failed);
    }
    assert_same_counts(draw(s, pose, check), draw_alone(&w, pose));
    fk_check_free(context, check);
    display_free(s);
    free_world(&w);
}

/* ---- Loading anew -------------------------------------------------------------------------------------- */

static bool reload(void *user, const fk_window_subject **out, char message[FK_VIEW_MESSAGE])
{
    world *w = user;
    if (w == NULL) {
        snprintf(message, FK_VIEW_MESSAGE, "nothing is there");
        return false;
    }
    make_world(w);
    *out = &w->subject;
    return true;
}

static void test_reload(void **state)
{
    (void)state;
    world w;
    char message[FK_VIEW_MESSAGE];
    fk_window_options options = fk_window_options_default();
    options.reload = reload;
    options.user = &w;
    background_reload *r = background_reload_start(context, &options, wake);
    assert_non_null(r);
    for (uint64_t seen = 0; !background_reload_is_done(r);)
        await_news(&seen);
    assert_ptr_equal(background_reload_finish(r, message), &w.subject);
    free_world(&w);

    options.user = NULL;
    r = background_reload_start(context, &options, wake);
    assert_non_null(r);
    assert_null(background_reload_finish(r, message));
    assert_string_equal(message, "nothing is there");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_the_window_does),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_makers),
        cmocka_unit_test(test_reload),
    };
    if (fk_context_create(NULL, &context) != FK_OK)
        return 2;
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    fk_context_destroy(context);
    return failures;
}
