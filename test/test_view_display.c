/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The display: how parts look at several times of a sweep and after a check, what a close-up of a pair has, what layers add,
 * and what happens without memory. No graphics are needed. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "mesh_shapes.h"
#include "pieces.h"
#include "scarce_memory.h"
#include "display.h"

static fk_context *context;

/* A cube of side 2 that goes along x from -10 to 10 within 20 s, by a cube at the origin, a ball at x = 8 and a post that it
 * only comes near to. They meet from 8 to 12 s. */
enum { MOVER, BLOCK, BALL, POST, PARTS };

typedef struct world {
    fk_mesh *cube;
    fk_piece ball, post;
    fk_key key[2];
    fk_frame frame;
    fk_motion *motion;
    fk_sweep_part part[PARTS];
    fk_show show;
} world;

static fk_pose at(double x, double y, double z)
{
    fk_pose pose = fk_pose_identity();
    pose.translation = v(x, y, z);
    return pose;
}

static void make_world(world *w)
{
    soup *s = soup_make();
    soup_add_box(s, -1, -1, -1, 1, 1, 1);
    w->cube = soup_mesh(context, s);
    free(s);
    w->ball = fk_piece_sphere(v(0, 0, 0), 1);
    w->post = fk_piece_cylinder(v(0, 0, -2), v(0, 0, 2), 0.5);
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
    w->part[BALL] = (fk_sweep_part){{"ball", NULL, &w->ball, at(8, 30, 0)}, FK_NONE};
    w->part[POST] = (fk_sweep_part){{"post", NULL, &w->post, at(-5, 2, 0)}, FK_NONE};
    w->show = (fk_show){.part_count = PARTS, .part = w->part, .motion = w->motion, .units = "mm"};
}

static void free_world(world *w)
{
    fk_motion_free(context, w->motion);
    fk_mesh_free(context, w->cube);
}

static display_view whole_view(void)
{
    return (display_view){.time = (double)NAN, .pair = FK_NONE, .selected = FK_NONE};
}

static display *make_stage(const fk_show *show)
{
    display *s = NULL;
    assert_int_equal(display_create(context, show, &s), FK_OK);
    return s;
}

static fk_sweep *sweep_world(world *w, double clearance)
{
    fk_sweep_options options = fk_sweep_options_default();
    options.rule.clearance = clearance;
    fk_sweep *sweep = NULL;
    assert_int_equal(fk_sweep_run(context, w->motion, w->part, PARTS, &options, &sweep), FK_OK);
    w->show.sweep = sweep;
    return sweep;
}

/* Checks the parts where they are at a time. */
static fk_check *check_world(world *w, double time, double clearance)
{
    fk_check_part part[PARTS];
    fk_check_options options = fk_check_options_default();
    options.rule.clearance = clearance;
    for (int i = 0; i < PARTS; i++) {
        part[i] = w->part[i].part;
        fk_pose frame = fk_motion_pose(w->motion, w->part[i].frame, time);
        part[i].pose = fk_pose_multiply(&frame, &part[i].pose);
    }
    fk_check *check = NULL;
    assert_int_equal(fk_check_run(context, part, PARTS, &options, &check), FK_OK);
    w->show.check = check;
    w->show.time = time;
    return check;
}

static uint32_t find_swept(const fk_sweep *sweep, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < sweep->pair_count; i++)
        if (sweep->pair[i].a == a && sweep->pair[i].b == b)
            return i;
    fail();
    return FK_NONE;
}

static uint32_t find_checked(const fk_check *check, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < check->pair_count; i++)
        if (check->pair[i].a == a && check->pair[i].b == b)
            return i;
    fail();
    return FK_NONE;
}

/* ---- Looks --------------------------------------------------------------------------------------------- */

static void assert_looks(display *s, double time, const drawing_look want[PARTS])
{
    display_view view = whole_view();
    drawing d = drawing_make(context);
    view.time = time;
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_int_equal(d.body_count, PARTS);
    for (uint32_t i = 0; i < PARTS; i++) {
        assert_int_equal(d.body[i].look, want[i]);
        assert_int_equal(display_part_look(s, &view, i), want[i]);
        assert_false(d.body[i].is_faint);
    }
    drawing_free(&d);
}

static void test_sweep_looks(void **state)
{
    (void)state;
    world w;
    make_world(&w);
    fk_sweep *sweep = sweep_world(&w, 0.75);
    display *s = make_stage(&w.show);
    const drawing_look all_clear[PARTS] = {0}, near_post[PARTS] = {[MOVER] = LOOK_NEAR, [POST] = LOOK_NEAR},
                       clash[PARTS] = {[MOVER] = LOOK_CLASH, [BLOCK] = LOOK_CLASH},
                       near_block[PARTS] = {[MOVER] = LOOK_NEAR, [BLOCK] = LOOK_NEAR};
    assert_looks(s, (double)NAN, all_clear); /* the first moment */
    assert_looks(s, 0, all_clear);
    assert_looks(s, 5, near_post);
    assert_looks(s, 7.75, near_block);
    assert_looks(s, 8, clash);
    assert_looks(s, 10, clash);
    assert_looks(s, 12, clash);
    assert_looks(s, 12.5, near_block);
    assert_looks(s, 19, all_clear);
    display_free(s);
    fk_sweep_free(context, sweep);
    free_world(&w);
}

/* A check that was made for these poses counts more than the sweep; and boxes that meet are a warning. */
static void test_check_looks(void **state)
{
    (void)state;
    world w;
    make_world(&w);
    /* The box of the ball meets the corner of the block; the ball does not. */
    w.part[BALL].part.pose = at(1.8, 2.3, 1.8);
    fk_sweep *sweep = sweep_world(&w, 0);
    fk_check *check = check_world(&w, 0, 0);
    w.show.check = NULL;
    display *s = make_stage(&w.show);
    fk_pose pose[PARTS];
    for (int i = 0; i < PARTS; i++)
        pose[i] = i == MOVER ? at(-10, 0, 0) : w.part[i].part.pose;
    display_view view = whole_view();
    view.time = 10;
    view.check = check;
    view.pose = pose;
    assert_int_equal(display_part_look(s, &view, MOVER), LOOK_CLEAR);
    assert_int_equal(display_part_look(s, &view, BALL), LOOK_NEAR);
    assert_int_equal(display_part_look(s, &view, BLOCK), LOOK_NEAR);
    view.check = NULL;
    view.pose = NULL;
    assert_int_equal(display_part_look(s, &view, MOVER), LOOK_CLASH);
    assert_int_equal(display_pair_look(FK_CLASH_UNDECIDED), LOOK_UNDECIDED);
    assert_int_equal(display_pair_look(FK_CLASH_CLEAR), LOOK_CLEAR);
    assert_int_equal(display_pair_look(FK_CLASH_CLEARANCE), LOOK_NEAR);
    assert_int_equal(display_pair_look(FK_CLASH_CONTAINED), LOOK_CLASH);
    display_free(s);
    fk_check_free(context, check);
    fk_sweep_free(context, sweep);
    free_world(&w);
}

/* ---- A pair -------------------------------------------------------------------------------------------- */

static bool has_label(const drawing *d, const char *text)
{
    for (uint32_t i = 0; i < d->label_count; i++)
        if (strcmp(d->label[i].text, text) == 0)
            return true;
    return false;
}

/* How many lines of some width are drawn on top. */
static uint32_t count_lines(const drawing *d, float width)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->line_count; i++)
        count += d->line[i].width == width && d->line[i].is_on_top;
    return count;
}

static uint32_t count_rings(const drawing *d)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->point_count; i++)
        count += d->point[i].is_ring;
    return count;
}

static void assert_holds(fk_sphere ball, fk_vec3 p)
{
    fk_vec3 d = fk_vec3_sub(p, ball.center);
    assert_true(fk_vec3_dot(d, d) <= 1.0000001 * ball.radius * ball.radius);
}

static void test_overlap(void **state)
{
    (void)state;
    world w;
    make_world(&w);
    fk_check *check = check_world(&w, 8.5, 0);
    display *s = make_stage(&w.show);
    display_view view = whole_view();
    view.pair = find_checked(check, MOVER, BLOCK);
    view.layers = FK_LAYER_FINDINGS | FK_LAYER_LEGEND;
    drawing d = drawing_make(context);
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_true(d.has_legend);
    assert_int_equal(d.body[MOVER].look, LOOK_CLASH);
    assert_int_equal(d.body[BLOCK].look, LOOK_CLASH);
    assert_false(d.body[MOVER].is_faint || d.body[BLOCK].is_faint);
    assert_true(d.body[BALL].is_faint && d.body[POST].is_faint);
    /* The box, and the way out. */
    assert_int_equal(count_lines(&d, 1), 12);
    assert_int_equal(count_lines(&d, 3), 1);
    assert_true(has_label(&d, "depth 0.5 mm"));
    assert_true(has_label(&d, "mover") && has_label(&d, "block"));
    /* Then the lines in which they meet, too: around the block, where it sticks into the mover. */
    assert_int_equal(display_prepare_pair(s, &view), FK_OK);
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_true(count_lines(&d, 3) > 8);
    for (uint32_t i = 0; i < d.line_count; i++)
        if (d.line[i].width == 3 && !d.line[i].is_arrow)
            assert_true(d.line[i].from.x >= -1 && d.line[i].from.x <= -0.5 && fabs(d.line[i].from.z) <= 1);
    fk_sphere ball = display_focus_sphere(s, &view);
    assert_holds(ball, v(-1, -0.5, -1));
    assert_holds(ball, v(-0.5, 1, 1));
    assert_true(ball.radius < 4);
    fk_vec3 way = display_view_direction(s, &view);
    assert_true(fabs(fk_vec3_dot(way, way) - 1) < 1e-12);
    drawing_free(&d);
    display_free(s);
    fk_check_free(context, check);
    free_world(&w);
}

static void test_gap(void **state)
{
    (void)state;
    world w;
    make_world(&w);
    fk_check *check = check_world(&w, 5, 0.75);
    display *s = make_stage(&w.show);
    display_view view = whole_view();
    view.pair = find_checked(check, MOVER, POST);
    view.layers = FK_LAYER_FINDINGS;
    drawing d = drawing_make(context);
    assert_int_equal(display_prepare_pair(s, &view), FK_OK);
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_int_equal(d.body[POST].look, LOOK_NEAR);
    assert_int_equal(d.line_count, 1);
    assert_int_equal(d.point_count, 2);
    assert_true(has_label(&d, "0.5 mm"));
    /* From the side. */
    assert_true(fabs(fk_vec3_dot(display_view_direction(s, &view), v(0, 1, 0))) < 0.8);
    drawing_free(&d);
    display_free(s);
    fk_check_free(context, check);
    free_world(&w);
}

/* A pair of a sweep is shown when it first meets; what the sweep does not say is found out. */
static void test_swept_pair(void **state)
{
    (void)state;
    world w;
    make_world(&w);
    fk_sweep *sweep = sweep_world(&w, 0);
    display *s = make_stage(&w.show);
    display_view view = whole_view();
    view.pair = find_swept(sweep, MOVER, BLOCK);
    view.layers = FK_LAYER_FINDINGS;
    drawing d = drawing_make(context);
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_true(fabs(d.body[MOVER].pose.translation.x + 2) < 1e-3);
    assert_int_equal(d.body[MOVER].look, LOOK_CLASH);
    assert_int_equal(display_prepare_pair(s, &view), FK_OK);
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_int_equal(count_lines(&d, 1), 12);
    fk_sphere ball = display_focus_sphere(s, &view);
    assert_true(fabs(ball.center.x + 1) < 1e-3 && ball.radius < 4);
    /* It is pointed at: beside others, from afar alone; and not where it was not found. */
    assert_int_equal(count_rings(&d), 1);
    assert_true(has_label(&d, "first contact, t = 8 s"));
    view.is_by_hand = true;
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_int_equal(count_rings(&d), 0);
    view.is_by_hand = false;
    view.is_wide = true;
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_int_equal(count_rings(&d), 1);
    assert_int_equal(d.line_count, 0);
    assert_true(has_label(&d, "mover") && display_focus_sphere(s, &view).radius > ball.radius);
    view.is_wide = false;
    /* At another time it is not what was found. */
    view.time = 2;
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_int_equal(d.body[MOVER].look, LOOK_CLEAR);
    assert_int_equal(d.line_count, 0);
    drawing_free(&d);
    display_free(s);
    fk_sweep_free(context, sweep);
    free_world(&w);
}

/* Of one in another, the outer one can be seen through. */
static void test_contained(void **state)
{
    (void)state;
    world w;
    make_world(&w);
    fk_piece small = fk_piece_sphere(v(0, 0, 0), 0.25);
    w.part[BALL] = (fk_sweep_part){{"ball", NULL, &small, at(0, 0.5, 0)}, FK_NONE};
    fk_check *check = check_world(&w, 0, 0);
    display *s = make_stage(&w.show);
    display_view view = whole_view();
    view.pair = find_checked(check, BLOCK, BALL);
    drawing d = drawing_make(context);
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_true(d.body[BLOCK].is_faint);
    assert_false(d.body[BALL].is_faint);
    assert_int_equal(d.line_count, 0); /* no layer asks for findings */
    drawing_free(&d);
    display_free(s);
    fk_check_free(context, check);
    free_world(&w);
}

/* ---- Layers -------------------------------------------------------------------------------------------- */

static void draw_layers(display *s, unsigned layers, uint32_t level, drawing *d)
{
    display_view view = whole_view();
    view.layers = layers;
    view.tree_level = level;
    assert_int_equal(display_prepare(s, layers), FK_OK);
    assert_int_equal(display_draw(s, &view, d), FK_OK);
}

static void test_layers(void **state)
{
    (void)state;
    world w;
    make_world(&w);
    display *s = make_stage(&w.show);
    drawing d = drawing_make(context);
    draw_layers(s, 0, 0, &d);
    assert_int_equal(d.body_count, PARTS);
    assert_int_equal(d.line_count + d.point_count + d.label_count, 0);
    draw_layers(s, FK_LAYER_AABB, 0, &d);
    assert_int_equal(d.line_count, 12 * PARTS);
    draw_layers(s, FK_LAYER_OBB | FK_LAYER_AABB, 0, &d);
    assert_int_equal(d.line_count, 24 * PARTS);
    draw_layers(s, FK_LAYER_SPHERE, 0, &d);
    assert_int_equal(d.line_count, 3 * 48 * PARTS);
    draw_layers(s, FK_LAYER_LABELS | FK_LAYER_EDGES, 0, &d);
    assert_int_equal(d.label_count, PARTS);
    assert_true(has_label(&d, "post") && d.body[BALL].has_edges);
    draw_layers(s, FK_LAYER_HULL, 0, &d);
    assert_int_equal(d.body_count, 2 * PARTS);
    draw_layers(s, FK_LAYER_PIECES, 0, &d);
    assert_true(d.body_count >= PARTS);
    /* A level down, there are more volumes, up to the leaves. */
    draw_layers(s, FK_LAYER_TREE, 0, &d);
    assert_int_equal(d.line_count, 12 * PARTS);
    draw_layers(s, FK_LAYER_TREE, 1, &d);
    uint32_t few = d.line_count;
    assert_true(few > 12 * PARTS);
    draw_layers(s, FK_LAYER_TREE, 2, &d);
    assert_true(d.line_count > few);
    draw_layers(s, FK_LAYER_TREE, 4000000000u, &d);
    assert_true(d.line_count > few);
    draw_layers(s, FK_LAYER_CELLS, 0, &d);
    assert_int_equal(d.line_count, 12 * PARTS);
    draw_layers(s, FK_LAYER_CELLS, 100, &d);
    assert_true(d.line_count > 6 * (12 + 12) + 6 * 2000);
    /* Of a sphere tree, twice as many on each level, while there are not too many; at the root, one around each part. */
    draw_layers(s, FK_LAYER_SPHERES, 0, &d);
    assert_int_equal(d.body_count, 2 * PARTS);
    draw_layers(s, FK_LAYER_SPHERES, 2, &d);
    assert_int_equal(d.body_count, 5 * PARTS);
    draw_layers(s, FK_LAYER_SPHERES, 4000000000u, &d);
    assert_true(d.body_count > 5 * PARTS && d.body_count < 2000);
    drawing_free(&d);
    display_free(s);
    free_world(&w);
}

/* Half-spaces have no end, a part may be empty, and there may be none. */
static void test_odd_parts(void **state)
{
    (void)state;
    world w;
    make_world(&w);
    fk_piece floor = fk_piece_half_space(v(0, 0, 2), -4);
    fk_mesh empty = {.name = ""};
    w.part[BALL] = (fk_sweep_part){{"floor", NULL, &floor, fk_pose_identity()}, FK_NONE};
    w.part[POST] = (fk_sweep_part){{"empty", &empty, NULL, fk_pose_identity()}, FK_NONE};
    display *s = make_stage(&w.show);
    display_view view = whole_view();
    fk_sphere ball = display_focus_sphere(s, &view);
    assert_true(ball.radius > 5 && ball.radius < 15);
    drawing d = drawing_make(context);
    view.layers = FK_LAYER_AABB | FK_LAYER_LABELS;
    view.has_section = true;
    view.section = (fk_plane){{1, 0, 0}, 0};
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_int_equal(d.body_count, 3);
    assert_true(d.has_section && d.body[0].is_cut);
    for (uint32_t i = 0; i < d.body[2].mesh->vertex_count; i++)
        assert_true(fabs(d.body[2].mesh->point[i].z + 2) < 1e-12);
    display_free(s);
    w.show = (fk_show){0};
    s = make_stage(&w.show);
    assert_int_equal(display_draw(s, &view, &d), FK_OK);
    assert_int_equal(d.body_count, 0);
    assert_true(display_focus_sphere(s, &view).radius > 0);
    display_free(s);
    drawing_free(&d);
    free_world(&w);
}

/* ---- Without memory ------------------------------------------------------------------------------------ */

static fk_status draw_scarcely(fk_context *scarce, const void *user, void *out)
{
    const world *w = user;
    display *s;
    display_view view = whole_view();
    view.pair = 0;
    view.layers = FK_LAYER_FINDINGS | FK_LAYER_AABB | FK_LAYER_TREE | FK_LAYER_HULL | FK_LAYER_PIECES |
                  FK_LAYER_CELLS | FK_LAYER_LABELS;
    view.tree_level = 1;
    fk_status status = display_create(scarce, &w->show, &s);
    if (status != FK_OK)
        return status;
    drawing d = drawing_make(scarce);
    status = display_prepare(s, view.layers);
    if (status == FK_OK)
        status = display_prepare_pair(s, &view);
    /* What could not be made is not drawn. */
    fk_status drawn = display_draw(s, &view, &d);
    if (drawn != FK_OK)
        assert_int_equal(d.body_count + d.line_count + d.label_count, 0);
    display_focus_sphere(s, &view);
    display_view_direction(s, &view);
    if (status == FK_OK)
        status = drawn;
    if (status == FK_OK)
        *(uint32_t *)out = d.line_count;
    drawing_free(&d);
    display_free(s);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    world w;
    make_world(&w);
    fk_piece box = fk_piece_box(v(-1, -1, -1), v(2, 0, 0), v(0, 2, 0), v(0, 0, 2));
    w.part[BALL].part.piece = &box;
    w.show.part_count = BALL + 1;
    fk_sweep_options options = fk_sweep_options_default();
    fk_sweep *sweep = NULL;
    assert_int_equal(fk_sweep_run(context, w.motion, w.part, BALL + 1, &options, &sweep), FK_OK);
    w.show.sweep = sweep;
    memory_ask(draw_scarcely, &w, sizeof(uint32_t));
    fk_sweep_free(context, sweep);
    free_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sweep_looks), cmocka_unit_test(test_check_looks),
        cmocka_unit_test(test_overlap),     cmocka_unit_test(test_gap),
        cmocka_unit_test(test_swept_pair),  cmocka_unit_test(test_contained),
        cmocka_unit_test(test_layers),      cmocka_unit_test(test_odd_parts),
        cmocka_unit_test(test_memory),
    };
    context = usual_context();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
