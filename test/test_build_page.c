/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a page has of parts, pictures and distances over time: of parts that move, and of a check that was made by hand. The
 * pictures are drawn by a function that remembers what was wished for. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "farkas/page.h"
#include "scarce_memory.h"

static fk_context *context;

/* ---- Who draws ----------------------------------------------------------------------------------------- */

typedef struct artist {
    fk_context *context;
    uint32_t count;
    fk_page_request wish[20];
    uint32_t fails_at; /* this one fails, with */
    fk_status status;
} artist;

static fk_status draw(void *user, const fk_page_request *wish, fk_page_picture *out)
{
    artist *a = user;
    assert_true(a->count < 20);
    a->wish[a->count++] = *wish;
    if (a->count == a->fails_at)
        return a->status;
    out->bytes = 3 + a->count;
    out->png = fk_allocate(a->context, out->bytes);
    out->width = 30;
    out->height = 20;
    if (out->png == NULL)
        return FK_ERROR_MEMORY;
    memset((void *)(uintptr_t)out->png, 'x', out->bytes);
    return FK_OK;
}

/* ---- A sweep ------------------------------------------------------------------------------------------- */

enum { POST, SLED, BALL, GROUND, PARTS };

static const fk_vec3 point[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const fk_triangle triangle[] = {{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}}, {{0, 3, 2}}};
static const fk_mesh tetra = {4, 4, point, triangle, "", 0};

typedef struct scenery {
    fk_piece ball, ground;
    fk_sweep_part part[PARTS];
    fk_key key[2];
    fk_frame frame;
    fk_motion *motion;
    fk_sweep *sweep;
    fk_input_file input[2];
    fk_provenance record;
    fk_sweep_report report;
    fk_page page;
} scenery;

static const char *const file[PARTS] = {"b.off", "b.off", NULL, "c.off"};

/* The sled, which has the mesh of the post, comes along x, through the post and to the ball; the ground is below all. */
static void make_scenery(scenery *s)
{
    memset(s, 0, sizeof *s);
    s->ball = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1);
    s->ground = fk_piece_half_space(fk_vec3_make(0, 0, 1), -5);
    s->part[POST] = (fk_sweep_part){{"post", &tetra, NULL, fk_pose_identity()}, FK_NONE};
    s->part[SLED] = (fk_sweep_part){{"sled", &tetra, NULL, fk_pose_identity()}, 0};
    s->part[BALL] = (fk_sweep_part){{"ball", NULL, &s->ball, fk_pose_identity()}, FK_NONE};
    s->part[BALL].part.pose.translation.x = 20;
    s->part[GROUND] = (fk_sweep_part){{"ground", NULL, &s->ground, fk_pose_identity()}, FK_NONE};
    s->key[0] = (fk_key){1, {-10, 0, 0}, {0, 0, 0, 1}};
    s->key[1] = (fk_key){3, {18.5, 0, 0}, {0, 0, 0, 1}};
    s->frame = (fk_frame){.parent = FK_NONE,
                          .origin = fk_pose_identity(),
                          .kind = FK_FRAME_KEYS,
                          .track = FK_NONE,
                          .variable = FK_NONE,
                          .key_count = 2,
                          .key = s->key};
    assert_int_equal(fk_motion_create(context, &s->frame, 1, NULL, 0, &s->motion), FK_OK);
    fk_sweep_options options = fk_sweep_options_default();
    options.rule.clearance = 0.1;
    assert_int_equal(fk_sweep_run(context, s->motion, s->part, GROUND, &options, &s->sweep), FK_OK);
    assert_int_equal(s->sweep->pair_count, 3);
    assert_int_equal(s->sweep->clashes, 2);
    s->input[0].path = "a.json";
    s->input[1].path = "b.off";
    s->record = (fk_provenance){.input_count = 2, .input = s->input};
    s->report = (fk_sweep_report){
        .sweep = s->sweep, .part = s->part, .part_count = PARTS, .units = "mm", .record = &s->record};
    s->page = (fk_page){.sweep = &s->report, .title = "it", .frame_count = 1, .frame = &s->frame};
}

static void free_scenery(scenery *s)
{
    fk_sweep_free(context, s->sweep);
    fk_motion_free(context, s->motion);
}

static fk_page_options options_of(const scenery *s, artist *a)
{
    fk_page_options options = fk_page_options_default();
    options.motion = s->motion;
    options.file = file;
    options.draw = a != NULL ? draw : NULL;
    options.user = a;
    return options;
}

static void test_parts(void **state)
{
    (void)state;
    scenery s;
    make_scenery(&s);
    fk_page_options options = options_of(&s, NULL);
    fk_page_content *made = NULL;
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_OK);
    const fk_page_part *part = made->page.part;
    assert_true(part[POST].shown == &tetra && part[SLED].shown == &tetra);
    assert_true(part[POST].facts != NULL && part[POST].facts == part[SLED].facts &&
                part[POST].facts->is_solid);
    assert_true(part[BALL].shown != NULL && part[BALL].shown->triangle_count > 100 &&
                part[BALL].facts == NULL);
    /* What has no end cannot be shown. */
    assert_true(part[GROUND].shown == NULL && part[GROUND].facts == NULL);
    assert_true(part[POST].input == 1 && part[SLED].input == 1 && part[BALL].input == FK_NONE &&
                part[GROUND].input == FK_NONE);
    assert_true(made->page.sweep == &s.report && made->page.frame == &s.frame && made->page.title != NULL);
    assert_true(made->page.picture_count == 0 && made->clashes == 2 && made->clash_count == 2);
    fk_page_content_free(context, made);
    options.shows_parts = false;
    options.file = NULL;
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_OK);
    assert_true(made->page.part[POST].shown == NULL && made->page.part[POST].facts != NULL &&
                made->page.part[BALL].shown == NULL && made->page.part[POST].input == FK_NONE);
    fk_page_content_free(context, made);
    fk_page_content_free(context, NULL);
    free_scenery(&s);
}

/* The distance is linear in time until they meet: that of the sled, 1 long, to the post from -10 on. */
static void test_series(void **state)
{
    (void)state;
    scenery s;
    make_scenery(&s);
    fk_page_options options = options_of(&s, NULL);
    fk_page_content *made = NULL;
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_OK);
    assert_int_equal(made->page.series_count, 2);
    const fk_page_series *series = made->page.series;
    assert_true(series[0].pair == 0 && series[1].pair == 2 && series[0].count == series[1].count);
    assert_true(series[0].time[0] == 1 && series[0].time[series[0].count - 1] == 3);
    for (uint32_t i = 0; i < series[0].count && series[0].time[i] < 1.6; i++) {
        double expected = 9 - (series[0].time[i] - 1) / 2 * 28.5;
        assert_true(series[0].distance[i].lo <= expected + 1e-9 &&
                    series[0].distance[i].hi >= expected - 1e-9);
        assert_true(series[0].distance[i].hi - series[0].distance[i].lo < 1e-3);
    }
    fk_page_content_free(context, made);
    /* Only the clash that comes first; none without a motion. */
    options.most_clashes = 1;
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_OK);
    assert_true(made->page.series_count == 1 && made->page.series[0].pair == 0 && made->clash_count == 1 &&
                made->clashes == 2);
    fk_page_content_free(context, made);
    options.motion = NULL;
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_OK);
    assert_int_equal(made->page.series_count, 0);
    fk_page_content_free(context, made);
    free_scenery(&s);
}

static void test_pictures(void **state)
{
    (void)state;
    scenery s;
    make_scenery(&s);
    artist a = {.context = context};
    fk_page_options options = options_of(&s, &a);
    fk_page_content *made = NULL;
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_OK);
    static const uint32_t pair[] = {FK_NONE, 0, 0, 2, 2}, done[] = {0, 0, 0, 1, 1};
    double first = fk_sweep_moment(&s.sweep->pair[0]), second = fk_sweep_moment(&s.sweep->pair[2]);
    const double time[] = {first, first, first, second, second};
    assert_true(a.count == 5 && made->page.picture_count == 5 && made->left_out == 0);
    for (uint32_t i = 0; i < 5; i++) {
        const fk_page_picture *picture = &made->page.picture[i];
        assert_true(a.wish[i].pair == pair[i] && picture->pair == pair[i] && a.wish[i].time == time[i]);
        assert_true(a.wish[i].done == done[i] && a.wish[i].total == 2 &&
                    a.wish[i].is_wide == (i % 2 == 1 || i == 0));
        assert_true(picture->bytes == 4 + i && picture->width == 30 && picture->height == 20);
    }
    fk_page_content_free(context, made);
    free_scenery(&s);
}

/* What cannot be drawn is left out, and its near picture with it; an error ends all. */
static void test_failing_pictures(void **state)
{
    (void)state;
    scenery s;
    make_scenery(&s);
    for (uint32_t i = 1; i <= 5; i++) {
        artist a = {.context = context, .fails_at = i, .status = FK_ERROR_ARGUMENT};
        fk_page_options options = options_of(&s, &a);
        fk_page_content *made = NULL;
        assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_OK);
        assert_int_equal(made->left_out, 1);
        assert_int_equal(made->page.picture_count, i == 2 || i == 4 ? 3 : 4);
        fk_page_content_free(context, made);
        a = (artist){.context = context, .fails_at = i, .status = FK_ERROR_WRITE};
        made = NULL;
        assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_ERROR_WRITE);
        assert_true(made == NULL && a.count == i);
    }
    free_scenery(&s);
}

/* The same with workers. */
static void test_workers(void **state)
{
    (void)state;
    scenery s;
    make_scenery(&s);
    fk_pool *pool;
    assert_int_equal(fk_pool_create(context, 3, &pool), FK_OK);
    fk_page_options options = options_of(&s, NULL);
    fk_page_content *one = NULL, *many = NULL;
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &one), FK_OK);
    options.workers = fk_pool_workers(pool);
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &many), FK_OK);
    for (uint32_t i = 0; i < 2; i++) {
        const fk_page_series *a = &one->page.series[i], *b = &many->page.series[i];
        assert_int_equal(a->count, b->count);
        assert_memory_equal(a->time, b->time, a->count * sizeof *a->time);
        assert_memory_equal(a->distance, b->distance, a->count * sizeof *a->distance);
    }
    fk_page_content_free(context, one);
    fk_page_content_free(context, many);
    fk_pool_destroy(pool);
    free_scenery(&s);
}

/* ---- A check ------------------------------------------------------------------------------------------- */

enum { PAIRS = 8 };

/* Pairs from the least bad to the worst; the first is none at all. */
static void test_order(void **state)
{
    (void)state;
    fk_piece ball = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1);
    fk_check_part part[2] = {{"a", NULL, &ball, fk_pose_identity()}, {"b", NULL, &ball, fk_pose_identity()}};
    fk_check_pair pair[PAIRS] = {
        {.b = 1, .kind = FK_CLASH_CONTACT},
        {.b = 1, .kind = FK_CLASH_DUPLICATE, .is_clash = true}, /* approved */
        {.b = 1, .kind = FK_CLASH_CLEARANCE, .is_clash = true, .distance = {2, 3}},
        {.b = 1, .kind = FK_CLASH_CLEARANCE, .is_clash = true, .distance = {1, 2}},
        {.b = 1, .kind = FK_CLASH_CONTACT, .is_clash = true},
        {.b = 1, .kind = FK_CLASH_HARD, .is_clash = true, .has_depth = true, .depth.depth = {1, 2}},
        {.b = 1, .kind = FK_CLASH_HARD, .is_clash = true, .has_depth = true, .depth.depth = {1, 3}},
        {.b = 1, .kind = FK_CLASH_CONTAINED, .is_clash = true}};
    static const fk_review review[PAIRS] = {FK_REVIEW_NONE, FK_REVIEW_APPROVED, FK_REVIEW_NEW};
    fk_check check = {.pair_count = PAIRS, .pair = pair, .part_count = 2, .clashes = PAIRS - 1};
    fk_provenance record = {.review = review};
    fk_check_report report = {&check, part, 2, "mm", &record};
    fk_page page = {.check = &report};
    for (uint32_t most = 0; most < PAIRS + 2; most++) {
        artist a = {.context = context};
        fk_page_options options = {.most_clashes = most, .draw = draw, .user = &a};
        fk_page_content *made = NULL;
        uint32_t count = most < PAIRS - 1 ? most : PAIRS - 1;
        assert_int_equal(fk_page_content_build(context, &page, &options, &made), FK_OK);
        assert_true(made->clashes == PAIRS - 1 && made->clash_count == count);
        assert_true(made->page.picture_count == 1 + 2 * count && made->page.series_count == 0);
        assert_true(a.wish[0].pair == FK_NONE && isnan(a.wish[0].time));
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(a.wish[1 + 2 * i].pair, PAIRS - count + i);
        fk_page_content_free(context, made);
    }
    /* Without a record, what was approved is the worst but two that are the same set. */
    report.record = NULL;
    artist a = {.context = context};
    fk_page_options options = {.most_clashes = 1, .draw = draw, .user = &a};
    fk_page_content *made = NULL;
    assert_int_equal(fk_page_content_build(context, &page, &options, &made), FK_OK);
    assert_int_equal(a.wish[1].pair, 1);
    fk_page_content_free(context, made);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* With so many allocations that succeed; nothing is left. */
static fk_status make_scarce(const scenery *s, size_t allocations)
{
    memory m = {0, 1};
    fk_context *scarce = memory_context(&m);
    size_t base = m.used;
    m.fail_at = allocations;
    artist a = {.context = scarce};
    fk_page_options options = options_of(s, &a);
    fk_page_content *made = NULL;
    fk_status status = fk_page_content_build(scarce, &s->page, &options, &made);
    assert_true((status == FK_OK) == (made != NULL));
    fk_page_content_free(scarce, made);
    assert_int_equal(m.used, base);
    fk_context_destroy(scarce);
    return status;
}

/* All of the first, then fewer and fewer: distances are asked for one after the other, and all in the same way. */
static void test_memory(void **state)
{
    (void)state;
    scenery s;
    make_scenery(&s);
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k += 1 + k / 64) {
        status = make_scarce(&s, k);
        assert_true(status == FK_OK || status == FK_ERROR_MEMORY);
    }
    free_scenery(&s);
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

enum { ARM, FINGER, CABLE, TOOL, ARM_FRAMES };

/* An arm that turns by a right angle from t = 0 to 2, with a finger that does not slide, a cable, and a tool behind the finger; the
 * sled of the scenery is at the tool. */
static void make_arm(scenery *s, fk_frame frame[ARM_FRAMES], fk_track *track)
{
    static const double time[] = {0, 2}, value[] = {0, 7, 1.5707963267948966, 7};
    *track = (fk_track){2, 2, time, value};
    for (int i = 0; i < ARM_FRAMES; i++)
        frame[i] = (fk_frame){.parent = i == TOOL ? FINGER : ARM,
                              .origin = fk_pose_identity(),
                              .kind = FK_FRAME_FIXED,
                              .track = FK_NONE,
                              .variable = FK_NONE};
    frame[ARM] = (fk_frame){FK_NONE, fk_pose_identity(), FK_FRAME_REVOLUTE, {0, 0, 1}, 0, 0, 1, 0, 0, NULL};
    frame[FINGER] = (fk_frame){ARM, fk_pose_identity(), FK_FRAME_PRISMATIC, {0, 0, 1}, 0, 1, 1, 0, 0, NULL};
    frame[CABLE].origin.translation.x = 99;
    frame[TOOL].origin.translation.x = 30;
    fk_sweep_free(context, s->sweep);
    fk_motion_free(context, s->motion);
    assert_int_equal(fk_motion_create(context, frame, ARM_FRAMES, track, 1, &s->motion), FK_OK);
    s->part[SLED].frame = TOOL;
    fk_sweep_options options = fk_sweep_options_default();
    assert_int_equal(fk_sweep_run(context, s->motion, s->part, GROUND, &options, &s->sweep), FK_OK);
    s->report.sweep = s->sweep;
    s->page.frame_count = ARM_FRAMES;
    s->page.frame = frame;
    s->page.track_count = 1;
    s->page.track = track;
}

static void test_paths(void **state)
{
    (void)state;
    scenery s;
    fk_frame frame[ARM_FRAMES];
    fk_track track;
    make_scenery(&s);
    artist a = {.context = context};
    fk_page_options options = options_of(&s, &a);
    fk_page_content *made = NULL;
    /* What moves by keys has none. */
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_OK);
    assert_true(made->page.path_count == 0 && a.wish[0].path_count == 0);
    fk_page_content_free(context, made);
    make_arm(&s, frame, &track);
    options.motion = s.motion;
    a.count = 0;
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_OK);
    assert_int_equal(made->page.path_count, 1);
    const fk_page_path *path = made->page.path;
    assert_true(path->count >= 100);
    for (uint32_t i = 0; i < path->count; i++) {
        double angle = 1.5707963267948966 * i / (path->count - 1);
        assert_true(fabs(path->point[i].x - 30 * cos(angle)) < 1e-9 &&
                    fabs(path->point[i].y - 30 * sin(angle)) < 1e-9 && path->point[i].z == 7);
    }
    /* It is drawn among all parts, not with a pair. */
    assert_true(a.wish[0].pair == FK_NONE && a.wish[0].path_count == 1 && a.wish[0].path == path);
    for (uint32_t i = 1; i < a.count; i++)
        assert_int_equal(a.wish[i].path_count, 0);
    fk_page_content_free(context, made);
    /* Without a motion; and of joints whose values stay. */
    options.motion = NULL;
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_OK);
    assert_int_equal(made->page.path_count, 0);
    fk_page_content_free(context, made);
    frame[ARM].variable = 1;
    options.motion = s.motion;
    assert_int_equal(fk_page_content_build(context, &s.page, &options, &made), FK_OK);
    assert_int_equal(made->page.path_count, 0);
    fk_page_content_free(context, made);
    free_scenery(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),    cmocka_unit_test(test_series),
        cmocka_unit_test(test_pictures), cmocka_unit_test(test_failing_pictures),
        cmocka_unit_test(test_workers),  cmocka_unit_test(test_order),
        cmocka_unit_test(test_memory),   cmocka_unit_test(test_paths),
    };
    if (fk_context_create(NULL, &context) != FK_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
