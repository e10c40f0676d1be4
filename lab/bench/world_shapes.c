/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The scene `shapes` of `farkas bench world`: bodies of one shape, or of all shapes in turn, move and turn on hills of triangles. It
 * measures a step of the whole world: verdicts alone, with contacts, and with contacts and two threads. There are no peers, because
 * libraries differ in what a contact is; but all three must find the same pairs. */

#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>

enum { SHAPES = 6, HULL_POINTS = 20, SHAPES_WAYS = 3 };

static const char *const shape_names[] = {"boxes",     "balls", "capsules", "hulls of 20 points",
                                          "cylinders", "cones", "mixed"};
static const char *const way_names[SHAPES_WAYS] = {"Farkas verdicts", "Farkas verdicts and contacts",
                                                   "Farkas verdicts and contacts, 2 threads"};

/* Largest displacement and rotation of a body in a step, and its largest initial height. */
#define SPEED  0.05
#define TURN   0.02
#define HEIGHT 8

typedef struct shape_world {
    fk_context *context;
    fk_pool *pool;
    fk_world *world;
    fk_mesh *mesh;
    fk_collider *ground, *shape[SHAPES];
    uint32_t count;
    fk_body_id *id;
    fk_vec3 *place, *velocity;
} shape_world;

/* ---- What is in it ------------------------------------------------------------------------------------- */

static fk_vec3 draw_vector(fk_random *random, double low, double high)
{
    double x = fk_random_between(random, low, high), y = fk_random_between(random, low, high);
    return fk_vec3_make(x, y, fk_random_between(random, low, high));
}

/* Squares of size 1, each two triangles, from -side / 2 to side / 2; hills are two high. */
static void make_ground(shape_world *g, uint32_t side)
{
    uint32_t row = side + 1, count = 0;
    fk_vec3 *point = bench_allocate((size_t)row * row, sizeof *point);
    fk_triangle *triangle = bench_allocate(2 * (size_t)side * side, sizeof *triangle);
    for (uint32_t i = 0; i < row * row; i++) {
        double x = i / row, y = i % row;
        point[i] = fk_vec3_make(x - 0.5 * side, y - 0.5 * side, fk_sin(0.5 * x) * fk_cos(0.5 * y));
        if (i < row || i % row == 0)
            continue;
        triangle[count++] = (fk_triangle){{i - row - 1, i - 1, i}};
        triangle[count++] = (fk_triangle){{i - row - 1, i, i - row}};
    }
    fk_mesh_input input = {point, (size_t)row * row, triangle, count, fk_mesh_options_default()};
    bench_check_status(fk_mesh_build(g->context, &input, NULL, &g->mesh));
    bench_check_status(fk_collider_of_mesh(g->context, g->mesh, NULL, &g->ground));
    free(point);
    free(triangle);
}

/* All about 1 wide. */
static void make_shapes(shape_world *g, fk_random *random)
{
    const fk_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, low = {0, 0, -0.5}, high = {0, 0, 0.5};
    fk_vec3 cloud[HULL_POINTS];
    for (int i = 0; i < HULL_POINTS; i++)
        cloud[i] = draw_vector(random, -0.5, 0.5);
    fk_piece piece[SHAPES] = {fk_piece_box(fk_vec3_make(-0.5, -0.5, -0.5), x, y, z),
                              fk_piece_sphere(fk_vec3_make(0, 0, 0), 0.5),
                              fk_piece_capsule(low, high, 0.25),
                              fk_piece_hull(cloud, HULL_POINTS),
                              fk_piece_cylinder(low, high, 0.5),
                              fk_piece_cone(low, high, 0.5)};
    for (int i = 0; i < SHAPES; i++)
        bench_check_status(fk_collider_of_pieces(g->context, &piece[i], 1, &g->shape[i]));
}

static void make_bodies(shape_world *g, uint32_t shape, double side, fk_random *random)
{
    fk_body_id ground;
    fk_body_options options = fk_body_options_default(g->ground);
    bench_check_status(fk_world_add(g->world, &options, &ground));
    for (uint32_t i = 0; i < g->count; i++) {
        g->place[i] = draw_vector(random, -0.5 * side, 0.5 * side);
        g->place[i].z = fk_random_between(random, 0, HEIGHT);
        g->velocity[i] = draw_vector(random, -SPEED, SPEED);
        options = fk_body_options_default(g->shape[shape < SHAPES ? shape : i % SHAPES]);
        options.pose.translation = g->place[i];
        bench_check_status(fk_world_add(g->world, &options, &g->id[i]));
    }
}

static void shape_world_begin(shape_world *g, uint32_t shape, uint32_t bodies, int way)
{
    fk_random random = fk_random_make(1); /* the same bodies for every way */
    fk_world_options options = fk_world_options_default();
    double side = ceil(1.2 * sqrt(bodies));
    *g = (shape_world){.count = bodies,
                       .id = bench_allocate(bodies, sizeof *g->id),
                       .place = bench_allocate(bodies, sizeof *g->place),
                       .velocity = bench_allocate(bodies, sizeof *g->velocity)};
    bench_check_status(fk_context_create(NULL, &g->context));
    bench_check_status(fk_pool_create(g->context, way == 2 ? 2 : 1, &g->pool));
    options.workers = fk_pool_workers(g->pool);
    bench_check_status(fk_world_create(g->context, &options, &g->world));
    make_ground(g, (uint32_t)side + 2);
    make_shapes(g, &random);
    make_bodies(g, shape, side, &random);
}

static void shape_world_end(shape_world *g)
{
    fk_world_destroy(g->world);
    for (int i = 0; i < SHAPES; i++)
        fk_collider_free(g->context, g->shape[i]);
    fk_collider_free(g->context, g->ground);
    fk_mesh_free(g->context, g->mesh);
    fk_pool_destroy(g->pool);
    fk_context_destroy(g->context);
    free(g->id);
    free(g->place);
    free(g->velocity);
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

static void move_all(shape_world *g, uint32_t step)
{
    for (uint32_t i = 0; i < g->count; i++) {
        fk_vec3 way = fk_vec3_scale(g->velocity[i], step), task = {TURN * step, 0, TURN * i};
        fk_pose pose = fk_pose_from_rpy(fk_vec3_add(g->place[i], way), task);
        bench_check_status(fk_world_move(g->world, g->id[i], &pose));
    }
}

/* Poses are set outside of what is timed; the first step, in which all is built, is not counted. */
static void time_steps(shape_world *g, bool with_contacts, uint32_t steps, bench_row *out)
{
    fk_step_options options = fk_step_options_default();
    options.wants_contacts = with_contacts;
    uint32_t hash = BENCH_HASH;
    double seconds = 0;
    for (uint32_t step = 0; step <= steps; step++) {
        const fk_world_step_result *now;
        move_all(g, step);
        double begin = fk_clock_seconds();
        bench_check_status(fk_world_step(g->world, &options, &now));
        seconds += step > 0 ? fk_clock_seconds() - begin : 0;
        for (size_t i = 0; i < now->pair_count; i++)
            hash = bench_hash(bench_hash(bench_hash(hash, now->pair[i].a.index), now->pair[i].b.index),
                              now->pair[i].event);
        row_set(out, "pairs", (double)now->pair_count); /* of the last step */
        row_set(out, "contacts", (double)now->contact_count);
    }
    row_set(out, "us", 1e6 * seconds / steps);
    row_set(out, "hash", hash);
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

static void measure_shape(bench_run *run, uint32_t shape, uint32_t bodies)
{
    bool quick = run->options->quick;
    for (int way = 0; way < SHAPES_WAYS; way++) {
        shape_world g;
        bench_row row = {.is_ours = true};
        row_set_text(&row, "section", "world");
        row_set_text(&row, "scene", WORLD_SHAPES);
        row_set_text(&row, "shape", "%s", shape_names[shape]);
        row_set_text(&row, "what", "%s", shape_names[shape]);
        row_set_text(&row, "method", "%s", way_names[way]);
        row_set(&row, "size", bodies);
        shape_world_begin(&g, shape, bodies, way);
        time_steps(&g, way > 0, quick ? 2 : 20, &row);
        shape_world_end(&g);
        const bench_row *first = &run->rows.row[run->rows.count - (size_t)way];
        row_set(&row, "bad", way > 0 && row_get(first, "hash") != row_get(&row, "hash"));
        rows_add(&run->rows, &row);
    }
}

void world_shapes_run(bench_run *run)
{
    static const uint32_t sizes[] = {1000, 2000, 4000, 8000};
    bool quick = run->options->quick;
    size_t rows = run->rows.count;
    for (uint32_t shape = 0; shape < SHAPES; shape++)
        measure_shape(run, shape, quick ? 60 : sizes[0]);
    for (int i = 0; i < (quick ? 1 : 4); i++)
        measure_shape(run, SHAPES, quick ? 60 : sizes[i]);
    rows_print(&run->rows, rows, run->options->form, "world", "shapes-");
}

void world_shapes_record(const bench_row *row, bench_records *records)
{
    bool is_mixed = row_is(row, "shape", "mixed");
    row_add(records, row, is_mixed ? "step of shapes" : "step of a shape", "µs", row_get(row, "us"))
        ->answers = (uint32_t)row_get(row, "hash");
}
