/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The check of many parts: kinds, rules, distances, depths, reports; the same for any number of workers. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "farkas/check.h"
#include "mesh_shapes.h"
#include "scarce_memory.h"

/* ---- Parts --------------------------------------------------------------------------------------------- */

static fk_mesh *box_mesh(fk_context *context, double x0, double y0, double z0, double x1, double y1,
                         double z1)
{
    soup *s = soup_make();
    soup_add_box(s, x0, y0, z0, x1, y1, z1);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* A U: a block of 3 x 1 x 3 with a slot of 1 x 1 x 2 from above. */
static fk_mesh *fork_mesh(fk_context *context)
{
    const uint8_t full[27] = {[0] = 1, [1] = 1, [2] = 1, [9] = 1, [11] = 1, [18] = 1, [20] = 1};
    soup *s = soup_make();
    soup_add_cells(s, full, 3);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* A cube of side 2 whose upper face is pushed in to its middle: each triangle there has corners of the hull. */
static fk_mesh *dented_mesh(fk_context *context)
{
    const double low[3] = {0, 0, 0}, high[3] = {2, 2, 2};
    const fk_vec3 top[4] = {{0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2}}, middle = {1, 1, 1};
    soup *s = soup_make();
    for (int side = 0; side < 5; side++)
        soup_add_face(s, low, high, side / 2, side % 2 ? 1 : -1);
    for (int i = 0; i < 4; i++)
        soup_add(s, top[i], top[(i + 1) % 4], middle);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* A square of side 3. */
static fk_mesh *sheet_mesh(fk_context *context)
{
    const double low[3] = {0, 0, 0}, high[3] = {3, 3, 0};
    soup *s = soup_make();
    soup_add_face(s, low, high, 2, 1);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static fk_check_part part_at(const char *name, const fk_mesh *mesh, double x, double y, double z)
{
    fk_check_part part = {name, mesh, NULL, fk_pose_identity()};
    part.pose.translation = fk_vec3_make(x, y, z);
    return part;
}

static fk_check_part piece_at(const char *name, const fk_piece *piece, double x, double y, double z)
{
    fk_check_part part = {name, NULL, piece, fk_pose_identity()};
    part.pose.translation = fk_vec3_make(x, y, z);
    return part;
}

/* Checks two parts in both orders: the kind is the same. Returns the pair of (a, b); its triangles are gone. */
static fk_check_pair check_two(fk_context *context, fk_check_part a, fk_check_part b, fk_check_rule rule)
{
    fk_check_pair pair[2];
    fk_check_options options = fk_check_options_default();
    options.rule = rule;
    for (int order = 0; order < 2; order++) {
        fk_check_part part[2] = {order ? b : a, order ? a : b};
        fk_check *check;
        assert_int_equal(fk_check_run(context, part, 2, &options, &check), FK_OK);
        assert_int_equal(check->pair_count, 1);
        assert_int_equal(check->tested, 1);
        pair[order] = check->pair[0];
        assert_int_equal(check->count[pair[order].kind], 1);
        assert_int_equal(check->clashes, pair[order].is_clash);
        fk_check_free(context, check);
    }
    assert_int_equal(pair[0].kind, pair[1].kind);
    assert_int_equal(pair[0].is_clash, pair[1].is_clash);
    assert_true(pair[0].distance.lo == pair[1].distance.lo || pair[0].distance.hi == pair[1].distance.hi);
    assert_true(pair[0].depth.depth.hi == pair[1].depth.depth.hi);
    if (pair[0].kind == FK_CLASH_CONTAINED)
        assert_int_not_equal(pair[0].a_is_inner, pair[1].a_is_inner);
    return pair[0];
}

/* Depths are upper bounds. */
static bool is_near(double bound, double truth)
{
    return bound >= truth && bound <= truth * (1 + 1e-8);
}

static const fk_check_rule plain = {.is_tested = true};

/* ---- Kinds --------------------------------------------------------------------------------------------- */

static void test_kinds(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_mesh *cube = box_mesh(context, 0, 0, 0, 2, 2, 2), *small = box_mesh(context, 0, 0, 0, 1, 1, 1);
    fk_check_part a = part_at("a", cube, 0, 0, 0);

    fk_check_pair pair = check_two(context, a, part_at("b", cube, 0, 0, 1.9), plain);
    assert_int_equal(pair.kind, FK_CLASH_HARD);
    assert_true(pair.is_clash && pair.has_depth && pair.depth.is_exact);
    assert_true(fabs(pair.depth.depth.hi - 0.1) < 1e-12); /* 2 - 1.9 is not quite 0.1 */
    assert_true(pair.box.min.z == 1.9 && pair.box.max.z == 2 && pair.box.min.x == 0 && pair.box.max.x == 2);
    assert_true(pair.triangle_total > 0);

    pair = check_two(context, a, part_at("b", cube, 0, 0, 2), plain);
    assert_int_equal(pair.kind, FK_CLASH_CONTACT);
    assert_true(pair.is_clash && pair.distance.hi == 0);

    pair = check_two(context, a, part_at("b", cube, 5, 0, 0), plain);
    assert_int_equal(pair.kind, FK_CLASH_CLEAR);
    assert_true(!pair.is_clash && pair.distance.lo <= 3 && pair.distance.hi >= 3);
    assert_true(pair.point_a.x == 2 && pair.point_b.x == 5);

    assert_int_equal(check_two(context, a, part_at("b", cube, 0, 0, 0), plain).kind, FK_CLASH_DUPLICATE);
    pair = check_two(context, a, part_at("b", small, 0.5, 0.5, 0.5), plain);
    assert_int_equal(pair.kind, FK_CLASH_CONTAINED);
    assert_false(pair.a_is_inner);
    pair = check_two(context, a, part_at("b", small, 1, 1, 1), plain); /* touches from inside */
    assert_int_equal(pair.kind, FK_CLASH_CONTAINED);

    fk_mesh_free(context, cube);
    fk_mesh_free(context, small);
    fk_context_destroy(context);
}

/* The distance is exactly the clearance: that is enough, and one unit in the last place less is not. */
static void test_clearance(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_mesh *cube = box_mesh(context, 0, 0, 0, 1, 1, 1);
    fk_check_rule rule = {.is_tested = true, .clearance = 5};
    fk_check_part a = part_at("a", cube, 0, 0, 0);
    assert_int_equal(check_two(context, a, part_at("b", cube, 6, 0, 0), rule).kind, FK_CLASH_CLEAR);
    assert_int_equal(check_two(context, a, part_at("b", cube, nextafter(6, 0), 0, 0), rule).kind,
                     FK_CLASH_CLEARANCE);
    fk_check_pair pair = check_two(context, a, part_at("b", cube, 4, 5, 0), rule);
    assert_int_equal(pair.kind, FK_CLASH_CLEAR); /* 3, 4, 5 */
    assert_true(pair.distance.lo <= 5 && pair.distance.hi >= 5);
    pair = check_two(context, a, part_at("b", cube, 4, 4.5, 0), rule);
    assert_int_equal(pair.kind, FK_CLASH_CLEARANCE);
    assert_true(pair.is_clash && pair.clearance == 5);

    fk_piece ball = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1);
    assert_int_equal(check_two(context, a, piece_at("b", &ball, 6, 0.5, 0.5), rule).kind, FK_CLASH_CLEARANCE);
    assert_int_equal(check_two(context, a, piece_at("b", &ball, 8, 0.5, 0.5), rule).kind, FK_CLASH_CLEAR);
    assert_int_equal(check_two(context, a, piece_at("b", &ball, 7, 0.5, 0.5), rule).kind, FK_CLASH_CLEAR);
    assert_int_equal(check_two(context, a, piece_at("b", &ball, nextafter(7, 0), 0.5, 0.5), rule).kind,
                     FK_CLASH_CLEARANCE);
    fk_piece box = fk_piece_box(fk_vec3_make(0, 0, 0), fk_vec3_make(1, 0, 0), fk_vec3_make(0, 1, 0),
                                fk_vec3_make(0, 0, 1));
    fk_check_part piece = piece_at("c", &box, 0, 0, 0);
    assert_int_equal(check_two(context, a, piece_at("b", &box, 4, 5, 0), rule).kind, FK_CLASH_CLEAR);
    assert_int_equal(check_two(context, a, piece_at("b", &box, 4, nextafter(5, 0), 0), rule).kind,
                     FK_CLASH_CLEARANCE);
    assert_int_equal(check_two(context, piece, piece_at("b", &box, 4, 5, 0), rule).kind, FK_CLASH_CLEAR);
    assert_int_equal(check_two(context, piece, piece_at("b", &ball, 7, 0.5, 0.5), rule).kind, FK_CLASH_CLEAR);
    fk_piece hull = fk_piece_hull((fk_vec3[4]){{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 4);
    assert_int_equal(check_two(context, piece, piece_at("b", &hull, 4, 5, 0), rule).kind, FK_CLASH_CLEAR);
    fk_mesh_free(context, cube);
    fk_context_destroy(context);
}

static void test_ignored_overlaps(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_mesh *cube = box_mesh(context, 0, 0, 0, 2, 2, 2);
    fk_check_part a = part_at("a", cube, 0, 0, 0);
    fk_check_rule rule = {.is_tested = true, .ignore_overlap = 0.126};
    fk_check_pair pair = check_two(context, a, part_at("b", cube, 0, 0, 1.875), rule);
    assert_int_equal(pair.kind, FK_CLASH_CONTACT);
    assert_true(!pair.is_clash && is_near(pair.depth.depth.hi, 0.125));
    assert_int_equal(check_two(context, a, part_at("b", cube, 0, 0, 1.75), rule).kind, FK_CLASH_HARD);
    assert_false(check_two(context, a, part_at("b", cube, 0, 0, 2), rule).is_clash);
    assert_true(check_two(context, a, part_at("b", cube, 0, 0, 2), plain).is_clash);
    rule = (fk_check_rule){.is_tested = true, .allow_contact = true};
    assert_false(check_two(context, a, part_at("b", cube, 0, 0, 2), rule).is_clash);
    assert_true(check_two(context, a, part_at("b", cube, 0, 0, 1.75), rule).is_clash);
    fk_mesh_free(context, cube);
    fk_context_destroy(context);
}

/* Concave parts: the way out of a fork is along the slot, or through its side, whichever is shorter; and b moved by it is out. */
static void test_concave_depth(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_mesh *fork = fork_mesh(context), *bar = box_mesh(context, 0, 0, 0, 1, 1, 3);
    fk_check_part a = part_at("fork", fork, 0, 0, 0);
    assert_int_equal(check_two(context, a, part_at("bar", bar, 1, 0, 1), plain).kind, FK_CLASH_CONTACT);
    fk_check_pair pair = check_two(context, a, part_at("bar", bar, 1, 0, 0.75), plain);
    assert_int_equal(pair.kind, FK_CLASH_HARD);
    assert_true(pair.has_depth && !pair.depth.is_exact);
    assert_true(pair.depth.depth.lo == 0 && is_near(pair.depth.depth.hi, 0.25));
    assert_true(pair.depth.direction.z == 1);
    pair = check_two(context, a, part_at("bar", bar, 1.125, 0, 1), plain);
    assert_true(is_near(pair.depth.depth.hi, 0.125));
    assert_true(pair.depth.direction.x == -1);
    fk_mesh *dented = dented_mesh(context);
    pair = check_two(context, part_at("dented", dented, 0, 0, 0), part_at("bar", bar, 1.5, 0, 0), plain);
    assert_int_equal(pair.kind, FK_CLASH_HARD);
    assert_false(pair.depth.is_exact);
    /* Across the bar; the box of a sheet has no volume. */
    fk_mesh *sheet = sheet_mesh(context);
    pair = check_two(context, part_at("sheet", sheet, -1, -1, 1.25), part_at("bar", bar, 0, 0, 0), plain);
    assert_int_equal(pair.kind, FK_CLASH_HARD);
    assert_true(is_near(pair.depth.depth.hi, 1.25) && pair.depth.direction.z == 1);
    fk_mesh_free(context, sheet);
    fk_mesh_free(context, dented);
    fk_mesh_free(context, fork);
    fk_mesh_free(context, bar);
    fk_context_destroy(context);
}

/* Cubes of 12, 48 and 192 triangles that overlap by 1.5: the depth is that of their hulls. */
static void test_convex_depth(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    for (int n = 1; n <= 4; n *= 2) {
        soup *s = soup_make();
        for (int axis = 0; axis < 3; axis++)
            for (int way = -1; way <= 1; way += 2)
                for (int i = 0; i < n * n; i++) {
                    double low[3], high[3], step = 2.0 / n;
                    int u = (axis + 1) % 3, v = (axis + 2) % 3;
                    low[axis] = 0;
                    high[axis] = 2;
                    low[u] = i % n * step;
                    low[v] = i / n * step;
                    high[u] = low[u] + step;
                    high[v] = low[v] + step;
                    soup_add_face(s, low, high, axis, way);
                }
        fk_mesh *cube = soup_mesh(context, s);
        free(s);
        assert_int_equal(cube->triangle_count, 12 * n * n);
        fk_check_pair pair =
            check_two(context, part_at("a", cube, 0, 0, 0), part_at("b", cube, 0.5, 0, 0), plain);
        assert_int_equal(pair.kind, FK_CLASH_HARD);
        assert_true(pair.depth.is_exact);
        assert_true(pair.depth.depth.lo <= 1.5 && pair.depth.depth.hi >= 1.5 &&
                    pair.depth.depth.hi < 1.5 + 1e-12);
        fk_mesh_free(context, cube);
    }
    fk_context_destroy(context);
}

/* ---- Pieces -------------------------------------------------------------------------------------------- */

static void test_pieces(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_vec3 zero = {0, 0, 0}, x = {2, 0, 0}, y = {0, 2, 0}, z = {0, 0, 2};
    fk_piece box = fk_piece_box(zero, x, y, z), ball = fk_piece_sphere(zero, 0.5);
    fk_piece capsule = fk_piece_capsule(zero, fk_vec3_make(0, 0, 1), 0.25);
    fk_check_part a = piece_at("box", &box, 0, 0, 0);
    assert_int_equal(check_two(context, a, piece_at("b", &box, 0, 0, 0), plain).kind, FK_CLASH_DUPLICATE);
    assert_int_equal(check_two(context, a, piece_at("b", &box, 2, 0, 0), plain).kind, FK_CLASH_CONTACT);
    fk_check_pair pair = check_two(context, a, piece_at("b", &box, 1.5, 0, 0), plain);
    assert_int_equal(pair.kind, FK_CLASH_HARD);
    assert_true(pair.depth.is_exact && pair.depth.depth.hi == 0.5 && pair.depth.direction.x == 1);
    assert_int_equal(check_two(context, a, piece_at("b", &ball, 1, 1, 1), plain).kind, FK_CLASH_CONTAINED);
    assert_int_equal(check_two(context, a, piece_at("b", &ball, 1, 1, 1.75), plain).kind, FK_CLASH_HARD);
    assert_int_equal(check_two(context, a, piece_at("b", &ball, 1, 1, 2.5), plain).kind, FK_CLASH_CONTACT);
    assert_int_equal(check_two(context, a, piece_at("b", &capsule, 1, 1, 0.5), plain).kind,
                     FK_CLASH_CONTAINED);
    assert_int_equal(check_two(context, a, piece_at("b", &capsule, 1, 1, 1), plain).kind, FK_CLASH_HARD);

    /* Half a turn. */
    fk_mesh *far = box_mesh(context, 10, 10, 0, 14, 14, 4);
    fk_check_part turned = part_at("turned", far, 0, 0, 0);
    turned.pose = fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), fk_vec3_make(0, 0, 180));
    assert_int_equal(check_two(context, turned, piece_at("b", &ball, -12, -12, 2), plain).kind,
                     FK_CLASH_CONTAINED);
    fk_mesh_free(context, far);

    fk_mesh *cube = box_mesh(context, 0, 0, 0, 2, 2, 2);
    fk_check_part mesh = part_at("mesh", cube, 0, 0, 0);
    assert_int_equal(check_two(context, mesh, a, plain).kind, FK_CLASH_DUPLICATE);
    assert_int_equal(check_two(context, mesh, piece_at("b", &ball, 1, 1, 1), plain).kind, FK_CLASH_CONTAINED);
    pair = check_two(context, mesh, piece_at("b", &box, 1.75, 0, 0), plain);
    assert_int_equal(pair.kind, FK_CLASH_HARD);
    assert_true(pair.depth.is_exact && fabs(pair.depth.depth.hi - 0.25) < 1e-12);
    pair = check_two(context, piece_at("b", &box, 1.75, 0, 0), mesh, plain);
    assert_true(pair.depth.direction.x < -0.999); /* the mesh moves the other way */
    assert_int_equal(check_two(context, mesh, piece_at("b", &ball, 1, 1, 2.5), plain).kind, FK_CLASH_CONTACT);
    fk_mesh_free(context, cube);
    fk_context_destroy(context);
}

/* ---- Many parts ---------------------------------------------------------------------------------------- */

typedef struct chosen {
    uint32_t seen;
} chosen;

/* Pairs whose numbers add up to a multiple of 3 are left out, those of 5 are ignored. */
static fk_check_rule choose(void *user, uint32_t a, uint32_t b)
{
    ((chosen *)user)->seen++;
    fk_check_rule rule = {.is_tested = (a + b) % 3 != 0, .clearance = (a + b) % 2 ? 0.5 : 0};
    if ((a + b) % 5 == 0)
        rule.ignored = "a multiple of five";
    return rule;
}

static void backward(void *user, uint32_t task_count, fk_task_function *task, void *data)
{
    (void)user;
    for (uint32_t i = task_count; i-- > 0;)
        task(data, i);
}

typedef struct written {
    char text[1 << 18];
    size_t length;
} written;

static bool write_text(void *user, const char *bytes, size_t count)
{
    written *w = user;
    if (w->length + count > sizeof w->text)
        return false;
    memcpy(w->text + w->length, bytes, count);
    w->length += count;
    return true;
}

enum { GRID = 6 };

/* Cubes on a lattice, some of which touch, overlap or are the same. */
static uint32_t make_grid(fk_check_part part[GRID * GRID], const fk_mesh *cube)
{
    static char name[GRID * GRID][16];
    for (int i = 0; i < GRID * GRID; i++) {
        snprintf(name[i], sizeof name[i], "cube %d", i);
        part[i] = part_at(name[i], cube, i % GRID * 1.25 - (i % 7 == 0 ? 0.25 : 0) - (i % 11 == 0 ? 0.5 : 0),
                          i / GRID * (i % 5 ? 1.0 : 0.9), 0);
    }
    return GRID * GRID;
}

static void write_check(fk_context *context, const fk_check_options *options, written *out)
{
    fk_mesh *cube = box_mesh(context, 0, 0, 0, 1, 1, 1);
    fk_check_part part[GRID * GRID];
    uint32_t count = make_grid(part, cube);
    fk_check *check;
    assert_int_equal(fk_check_run(context, part, count, options, &check), FK_OK);
    fk_check_report report = {.check = check, .part = part, .part_count = count, .units = "mm"};
    out->length = 0;
    assert_int_equal(fk_check_write_json(&report, write_text, out), FK_OK);
    assert_int_equal(fk_check_write_csv(&report, write_text, out), FK_OK);
    assert_int_equal(fk_check_write_junit(&report, write_text, out), FK_OK);
    fk_check_free(context, check);
    fk_mesh_free(context, cube);
}

static void test_workers(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    static written one, other;
    chosen user = {0};
    fk_check_options options = fk_check_options_default();
    options.select = choose;
    options.user = &user;
    options.wants_volume = false;
    write_check(context, &options, &one);
    fk_workers workers = {NULL, 4, backward};
    options.workers = &workers;
    write_check(context, &options, &other);
    assert_int_equal(one.length, other.length);
    assert_memory_equal(one.text, other.text, one.length);
    fk_pool *pool;
    assert_int_equal(fk_pool_create(context, 3, &pool), FK_OK);
    options.workers = fk_pool_workers(pool);
    write_check(context, &options, &other);
    assert_int_equal(one.length, other.length);
    assert_memory_equal(one.text, other.text, one.length);
    fk_pool_destroy(pool);
    fk_context_destroy(context);
}

/* Without distances, the pairs that are not clear are the same, and all are counted. */
static void test_near_pairs(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_mesh *cube = box_mesh(context, 0, 0, 0, 1, 1, 1);
    fk_check_part part[GRID * GRID];
    uint32_t count = make_grid(part, cube);
    chosen user = {0};
    fk_check_options options = fk_check_options_default();
    options.select = choose;
    options.user = &user;
    fk_check *all, *near;
    assert_int_equal(fk_check_run(context, part, count, &options, &all), FK_OK);
    options.wants_distance = false;
    assert_int_equal(fk_check_run(context, part, count, &options, &near), FK_OK);
    assert_int_equal(all->tested, near->tested);
    assert_int_equal(all->pair_count, all->tested);
    assert_memory_equal(all->count, near->count, sizeof all->count);
    assert_int_equal(near->pair_count + near->omitted, near->tested);
    assert_true(near->omitted > 0 && near->pair_count > 0);
    size_t at = 0;
    for (size_t i = 0; i < all->pair_count; i++) {
        if (all->pair[i].kind == FK_CLASH_CLEAR)
            continue;
        assert_int_equal(all->pair[i].a, near->pair[at].a);
        assert_int_equal(all->pair[i].b, near->pair[at].b);
        assert_int_equal(all->pair[i].kind, near->pair[at].kind);
        at++;
    }
    assert_int_equal(at, near->pair_count);
    for (size_t i = 0; i < all->ignored_count; i++)
        assert_int_equal((all->ignored[i].a + all->ignored[i].b) % 5, 0);

    /* The first clash is the first of the list. */
    size_t first = 0;
    while (!all->pair[first].is_clash)
        first++;
    for (int distances = 0; distances < 2; distances++) {
        options.stops_at_clash = true;
        options.wants_distance = distances;
        fk_check *one;
        assert_int_equal(fk_check_run(context, part, count, &options, &one), FK_OK);
        assert_int_equal(one->clashes, 1);
        const fk_check_pair *last = &one->pair[one->pair_count - 1];
        assert_true(last->is_clash && last->a == all->pair[first].a && last->b == all->pair[first].b);
        fk_check_free(context, one);
    }
    fk_check_free(context, all);
    fk_check_free(context, near);
    fk_mesh_free(context, cube);
    fk_context_destroy(context);
}

/* ---- Hints --------------------------------------------------------------------------------------------- */

static void test_hints(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_mesh *cube = box_mesh(context, 0, 0, 0, 1, 1, 1), *huge = box_mesh(context, 10, 0, 0, 700, 1, 1);
    fk_check_part part[5];
    for (int i = 0; i < 4; i++)
        part[i] = part_at("cube", cube, i * (1 - 0x1p-12), 0, 0);
    part[4] = part_at("huge", huge, 0, 0, 0);
    fk_check *check;
    assert_int_equal(fk_check_run(context, part, 4, NULL, &check), FK_OK);
    assert_int_equal(check->count[FK_CLASH_HARD], 3);
    assert_true(is_near(check->shallow_depth, 0x1p-12));
    assert_int_equal(check->largest, FK_NONE);
    fk_check_free(context, check);
    assert_int_equal(fk_check_run(context, part, 5, NULL, &check), FK_OK);
    assert_int_equal(check->largest, FK_NONE); /* 690 to 1.7 */
    fk_check_free(context, check);
    fk_mesh_free(context, huge);
    huge = box_mesh(context, 10, 0, 0, 1000, 1, 1);
    part[4] = part_at("huge", huge, 0, 0, 0);
    assert_int_equal(fk_check_run(context, part, 5, NULL, &check), FK_OK);
    assert_int_equal(check->largest, 4);
    assert_int_equal(check->smallest, 0);
    assert_false(check->is_surface[0]);
    fk_check_free(context, check);
    fk_mesh_free(context, huge);
    fk_mesh_free(context, cube);
    fk_context_destroy(context);
}

/* ---- Trouble ------------------------------------------------------------------------------------------- */

static void test_bad_input(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_mesh *cube = box_mesh(context, 0, 0, 0, 1, 1, 1);
    fk_piece flat = fk_piece_box(fk_vec3_make(0, 0, 0), fk_vec3_make(1, 0, 0), fk_vec3_make(0, 1, 0),
                                 fk_vec3_make(1, 1, 0));
    fk_piece wrong = fk_piece_sphere(fk_vec3_make(0, 0, 0), -1);
    fk_check *check = NULL;
    fk_check_part part[2] = {part_at("a", cube, 0, 0, 0), part_at("b", cube, NAN, 0, 0)};
    assert_int_equal(fk_check_run(context, part, 2, NULL, &check), FK_ERROR_NOT_FINITE);
    part[1] = piece_at("b", &flat, 0, 0, 0);
    assert_int_equal(fk_check_run(context, part, 2, NULL, &check), FK_ERROR_ARGUMENT);
    part[1] = piece_at("b", &wrong, 0, 0, 0);
    assert_int_equal(fk_check_run(context, part, 2, NULL, &check), FK_ERROR_PIECE);
    part[1] = part_at("b", cube, 0, 0, 0);
    memset(part[1].pose.rotation, 0, sizeof part[1].pose.rotation);
    assert_int_equal(fk_check_run(context, part, 2, NULL, &check), FK_ERROR_ARGUMENT);
    for (int k = 0; k < 3; k++)
        part[1].pose.rotation[k][k] = 0.001;
    assert_int_equal(fk_check_run(context, part, 2, NULL, &check), FK_ERROR_ARGUMENT);
    part[1] = part_at("b", cube, 0, 0, 0);
    fk_check_options options = fk_check_options_default();
    options.rule.clearance = -1;
    assert_int_equal(fk_check_run(context, part, 2, &options, &check), FK_ERROR_ARGUMENT);
    assert_null(check);
    assert_int_equal(fk_check_run(context, part, 0, NULL, &check), FK_OK);
    assert_int_equal(check->tested, 0);
    fk_check_free(context, check);
    assert_int_equal(fk_check_run(context, part, 1, NULL, &check), FK_OK);
    assert_int_equal(check->pair_count, 0);
    fk_check_free(context, check);
    fk_mesh_free(context, cube);
    fk_context_destroy(context);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    memory m = {0, SIZE_MAX};
    fk_context *context = memory_context(&m);
    fk_mesh *cube = box_mesh(context, 0, 0, 0, 2, 2, 2), *fork = fork_mesh(context);
    fk_vec3 corner[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    fk_piece tetra = fk_piece_hull(corner, 4);
    fk_check_part part[4] = {part_at("a", cube, 0, 0, 0), part_at("b", cube, 1.75, 0, 0),
                             part_at("c", fork, 1, 0.5, 1.75), piece_at("d", &tetra, 1, 1, 1)};
    fk_check_options options = fk_check_options_default();
    options.rule.ignored = NULL;
    options.wants_volume = true;
    size_t used = m.used, k = 0;
    for (;; k++) {
        fk_check *check = NULL;
        m.fail_at = k;
        fk_status status = fk_check_run(context, part, 4, &options, &check);
        m.fail_at = SIZE_MAX;
        if (status == FK_OK) {
            fk_check_free(context, check);
            break;
        }
        assert_int_equal(status, FK_ERROR_MEMORY);
        assert_null(check);
        assert_int_equal(m.used, used);
    }
    assert_true(k > 20);
    assert_int_equal(m.used, used);
    fk_mesh_free(context, cube);
    fk_mesh_free(context, fork);
    fk_context_destroy(context);
}

/* What is kept changes nothing, whatever the parts of the last run were, and also when memory ran out in it. */
static void test_kept(void **state)
{
    (void)state;
    memory m = {0, SIZE_MAX};
    fk_context *context = memory_context(&m);
    size_t used = m.used;
    fk_mesh *cube = box_mesh(context, 0, 0, 0, 2, 2, 2), *fork = fork_mesh(context);
    fk_check_part part[3] = {part_at("a", cube, 0, 0, 0), part_at("b", fork, 1, 0.5, 1.75),
                             part_at("c", cube, 9, 0, 0)};
    fk_check_options options = fk_check_options_default();
    fk_check *alone, *check;
    assert_int_equal(fk_check_cache_create(context, &options.kept), FK_OK);
    for (size_t round = 0; round < 40; round++) {
        /* Another order, another place, fewer parts. */
        fk_check_part swap = part[round % 3];
        part[round % 3] = part[0];
        part[0] = swap;
        part[1].pose.translation.x = 0.25 * (double)round - 5;
        uint32_t count = round % 5 == 4 ? 2 : 3;
        m.fail_at = round % 2 ? SIZE_MAX : 2 * round;
        fk_status status = fk_check_run(context, part, count, &options, &check);
        m.fail_at = SIZE_MAX;
        if (status == FK_OK)
            fk_check_free(context, check);
        else
            assert_int_equal(status, FK_ERROR_MEMORY);
        assert_int_equal(fk_check_run(context, part, count, &options, &check), FK_OK);
        assert_int_equal(fk_check_run(context, part, count, NULL, &alone), FK_OK);
        assert_int_equal(check->pair_count, alone->pair_count);
        for (size_t i = 0; i < check->pair_count; i++) {
            assert_int_equal(check->pair[i].kind, alone->pair[i].kind);
            assert_int_equal(check->pair[i].triangle_total, alone->pair[i].triangle_total);
            assert_memory_equal(&check->pair[i].distance, &alone->pair[i].distance, sizeof(fk_interval));
        }
        fk_check_free(context, check);
        fk_check_free(context, alone);
    }
    fk_check_cache_free(context, options.kept);
    fk_check_cache_free(context, NULL);
    fk_mesh_free(context, cube);
    fk_mesh_free(context, fork);
    assert_int_equal(m.used, used);
    fk_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_clearance),
        cmocka_unit_test(test_ignored_overlaps),
        cmocka_unit_test(test_concave_depth),
        cmocka_unit_test(test_convex_depth),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_workers),
        cmocka_unit_test(test_near_pairs),
        cmocka_unit_test(test_hints),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_scarce_memory),
        cmocka_unit_test(test_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
