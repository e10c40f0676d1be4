/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex decomposition: every triangle in its piece and every sampled point inside a solid in some piece, asked of exact
 * verdicts of points and hulls, and all of the cover by fk_cover_check; how many pieces well-known shapes have; holes that
 * stay open; odd meshes; options; memory that runs out. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/mesh.h"
#include "farkas/pair.h"
#include "farkas/split.h"
#include "farkas/tree.h"
#include "split/cover.h"
#include "base/vec3.h"
#include "gen/generate.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "split/split.h"

#include "context_fixture.h"

/* ---- Meshes made here ---------------------------------------------------------------------------------- */

typedef struct soup {
    fk_vec3 point[6000];
    fk_triangle triangle[6000];
    size_t points, triangles;
} soup;

static soup made; /* of the test at hand */

static uint32_t put_point(double x, double y, double z)
{
    made.point[made.points] = fk_vec3_make(x, y, z);
    return (uint32_t)made.points++;
}

static void put_triangle(uint32_t a, uint32_t b, uint32_t c)
{
    fk_triangle t = {{a, b, c}};
    made.triangle[made.triangles++] = t;
}

static void put_quad(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    put_triangle(a, b, c);
    put_triangle(a, c, d);
}

static void start(void)
{
    made.points = made.triangles = 0;
}

/* A polygon, counterclockwise, as a prism from z = low to high; its triangles are a fan around corner `eye`, which sees all. */
static void put_prism(const double (*xy)[2], uint32_t count, uint32_t eye, double low, double high)
{
    uint32_t base = (uint32_t)made.points;
    for (uint32_t i = 0; i < count; i++)
        put_point(xy[i][0], xy[i][1], low);
    for (uint32_t i = 0; i < count; i++)
        put_point(xy[i][0], xy[i][1], high);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = (i + 1) % count;
        put_quad(base + i, base + next, base + count + next, base + count + i);
        if (i != eye && next != eye) {
            put_triangle(base + eye, base + next, base + i);
            put_triangle(base + count + eye, base + count + i, base + count + next);
        }
    }
}

static void put_box(double x, double y, double z, double size, bool inward)
{
    uint32_t b = (uint32_t)made.points;
    static const uint8_t face[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (uint32_t i = 0; i < 8; i++)
        put_point(x + (i & 1) * size, y + (i >> 1 & 1) * size, z + (i >> 2) * size);
    for (int f = 0; f < 6; f++)
        if (inward)
            put_quad(b + face[f][3], b + face[f][2], b + face[f][1], b + face[f][0]);
        else
            put_quad(b + face[f][0], b + face[f][1], b + face[f][2], b + face[f][3]);
}

/* A closed curve in the half-plane r > 0, turned around z, in so many steps. */
static void put_turned(const double (*rz)[2], uint32_t count, uint32_t steps)
{
    uint32_t base = (uint32_t)made.points;
    for (uint32_t i = 0; i < steps; i++)
        for (uint32_t k = 0; k < count; k++) {
            double angle = i * 6.283185307179586 / steps;
            put_point(rz[k][0] * fk_cos(angle), rz[k][0] * fk_sin(angle), rz[k][1]);
        }
    for (uint32_t i = 0; i < steps; i++)
        for (uint32_t k = 0; k < count; k++) {
            uint32_t a = base + i * count + k, b = base + i * count + (k + 1) % count;
            uint32_t c = base + (i + 1) % steps * count + k,
                     d = base + (i + 1) % steps * count + (k + 1) % count;
            put_quad(a, c, d, b);
        }
}

static void put_torus(double tube, uint32_t steps, uint32_t around)
{
    double rz[64][2];
    for (uint32_t k = 0; k < around; k++) {
        double angle = k * 6.283185307179586 / around;
        rz[k][0] = 1 + tube * fk_cos(angle);
        rz[k][1] = tube * fk_sin(angle);
    }
    put_turned((const double(*)[2])rz, around, steps);
}

static fk_mesh *finish(void)
{
    fk_mesh_input input = {made.point, made.points, made.triangle, made.triangles, fk_mesh_options_default()};
    fk_mesh *mesh = NULL;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &mesh), FK_OK);
    return mesh;
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

static bool holds(const fk_hull *hull, fk_vec3 p)
{
    fk_piece point = fk_piece_point(p), piece = fk_hull_piece(hull);
    return fk_pair_verdict(&point, &piece) != FK_APART;
}

static bool is_solid(const fk_mesh *mesh)
{
    fk_mesh_facts *facts;
    assert_int_equal(fk_mesh_inspect(context, mesh, &facts), FK_OK);
    bool solid = facts->is_solid;
    fk_mesh_facts_free(context, facts);
    return solid;
}

/* A point of the mesh's box; often on a coarse lattice, where corners and faces are. */
static fk_vec3 draw_point(fk_random *random, const fk_aabb *box)
{
    fk_vec3 p;
    bool coarse = fk_random_below(random, 2) == 0;
    for (int k = 0; k < 3; k++) {
        double low = fk_vec3_get(box->min, k), high = fk_vec3_get(box->max, k), t = fk_random_unit(random);
        t = coarse ? floor(t * 17) / 16 : t;
        *(k == 0 ? &p.x : k == 1 ? &p.y : &p.z) = low + (high - low) * t;
    }
    return p;
}

static void check_inside(const fk_mesh *mesh, const fk_split *split, uint32_t samples)
{
    fk_random random = fk_random_make(7);
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        box = fk_aabb_include(box, mesh->point[i]);
    for (uint32_t i = 0; i < samples; i++) {
        fk_vec3 p = draw_point(&random, &box);
        int64_t winding;
        if (!fk_mesh_winding(mesh, p, &winding) || winding == 0)
            continue;
        bool covered = false;
        for (uint32_t k = 0; k < split->piece_count && !covered; k++)
            covered = holds(split->piece[k], p);
        assert_true(covered);
    }
}

/* All that is promised of a result. */
static void check_split(const fk_mesh *mesh, const fk_split_options *options, const fk_split *split)
{
    assert_true(split->piece_count >= 1 && split->surface_count >= 1);
    assert_true(split->surface_count <= split->piece_count);
    assert_true(options->max_pieces == 0 || split->piece_count <= options->max_pieces);
    bool *used = calloc(split->piece_count, sizeof *used);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        assert_true(split->piece_of[t] < split->surface_count);
        used[split->piece_of[t]] = true;
        for (int k = 0; k < 3; k++)
            assert_true(holds(split->piece[split->piece_of[t]], mesh->point[mesh->triangle[t].corner[k]]));
    }
    for (uint32_t i = 0; i < split->surface_count; i++)
        assert_true(used[i]);
    free(used);
    assert_true(split->concavity >= 0);
    fk_cover cover;
    assert_int_equal(fk_cover_check(context, mesh, split->piece, split->piece_count, &cover), FK_OK);
    assert_true(cover.covers_surface && cover.covers_inside);
    if (is_solid(mesh))
        check_inside(mesh, split, SANITIZED ? 100 : 500);
}

static fk_split *split_checked(const fk_mesh *mesh, double concavity, uint32_t max_pieces)
{
    fk_split_options options = {.concavity = concavity, .max_pieces = max_pieces};
    fk_split *split = NULL;
    assert_int_equal(fk_split_build(context, mesh, &options, &split), FK_OK);
    check_split(mesh, &options, split);
    /* Cells that fill a solid are not cut, so they may be beyond the limit. */
    if (max_pieces == 0 && concavity > 0 && split->surface_count == split->piece_count)
        assert_true(split->concavity <= concavity + 1e-9 * fk_vec3_largest(mesh->point[0]));
    return split;
}

/* Without what is not needed it is still a cover, and each piece that fills it is needed. */
static void check_trimmed(const fk_mesh *mesh, fk_split *split)
{
    fk_split_options options = {.max_pieces = split->piece_count};
    assert_int_equal(fk_split_trim(context, mesh, split), FK_OK);
    check_split(mesh, &options, split);
    for (uint32_t i = split->surface_count; i < split->piece_count; i++) {
        fk_cover cover;
        assert_int_equal(fk_cover_check_without(context, mesh, split->piece, split->piece_count, i, &cover),
                         FK_OK);
        assert_false(cover.covers_surface && cover.covers_inside);
    }
}

/* Splits what was made; says how many pieces it has, and how many of them fill it. */
static uint32_t count_pieces(double concavity, uint32_t *fill)
{
    fk_mesh *mesh = finish();
    fk_split *split = split_checked(mesh, concavity, 0);
    uint32_t pieces = split->piece_count;
    *fill = pieces - split->surface_count;
    if (*fill > 0 && *fill <= 64)
        check_trimmed(mesh, split);
    fk_split_free(context, split);
    fk_mesh_free(context, mesh);
    return pieces;
}

/* ---- Shapes whose parts are known ---------------------------------------------------------------------- */

static const double bracket[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};

static void test_known_shapes(void **state)
{
    (void)state;
    uint32_t fill;
    start();
    put_box(0, 0, 0, 1, false);
    assert_int_equal(count_pieces(0, &fill), 1);
    start();
    put_prism(bracket, 6, 3, 0, 1);
    assert_int_equal(count_pieces(0, &fill), 2);
    assert_int_equal(fill, 0);
    /* Two cubes that are apart; and so near that the gap does not count. */
    start();
    put_box(0, 0, 0, 1, false);
    put_box(1.5, 0, 0, 1, false);
    assert_int_equal(count_pieces(0.25, &fill), 2);
    assert_int_equal(count_pieces(0.75, &fill), 1);
    /* Inside out. */
    start();
    put_box(0, 0, 0, 1, true);
    assert_int_equal(count_pieces(0, &fill), 1);
}

/* A star with n arms: a pyramid-like prism of 2 n corners, seen from its middle. */
static void test_star(void **state)
{
    (void)state;
    for (uint32_t arms = 4; arms <= 7; arms++) {
        uint32_t fill, corners = 2 * arms;
        start();
        for (uint32_t side = 0; side < 2; side++)
            for (uint32_t i = 0; i < corners; i++) {
                double angle = i * 3.141592653589793 / arms, radius = i % 2 ? 0.75 : 3;
                put_point(radius * fk_cos(angle), radius * fk_sin(angle), side);
            }
        uint32_t low = put_point(0, 0, 0), high = put_point(0, 0, 1);
        for (uint32_t i = 0; i < corners; i++) {
            uint32_t next = (i + 1) % corners;
            put_quad(i, next, corners + next, corners + i);
            put_triangle(low, next, i);
            put_triangle(high, corners + i, corners + next);
        }
        uint32_t pieces = count_pieces(0.05, &fill);
        assert_true(pieces >= arms / 2 && pieces <= arms + 1);
    }
}

static void test_torus_and_cup(void **state)
{
    (void)state;
    uint32_t fill;
    start();
    put_torus(0.4, 32, 16);
    uint32_t pieces = count_pieces(0.2, &fill);
    assert_true(pieces >= 4 && pieces <= 16);
    /* A cup: its walls are thin, and it stays empty. */
    const double cup[10][2] = {{0.01, 0}, {1, 0},      {1, 0.7},    {1, 1.4},     {1, 2},
                               {0.85, 2}, {0.85, 1.4}, {0.85, 0.7}, {0.85, 0.15}, {0.01, 0.15}};
    start();
    put_turned(cup, 10, 24);
    fk_mesh *mesh = finish();
    fk_split *split = split_checked(mesh, 0.06, 0);
    assert_true(split->piece_count <= 24);
    for (uint32_t i = 0; i < split->piece_count; i++) {
        assert_false(holds(split->piece[i], fk_vec3_make(0, 0, 0.5)));
        assert_false(holds(split->piece[i], fk_vec3_make(0.5, 0.25, 1)));
    }
    fk_split_free(context, split);
    fk_mesh_free(context, mesh);
}

/* ---- Holes and gaps ------------------------------------------------------------------------------------ */

static double segment_distance(fk_vec3 a, fk_vec3 b, fk_vec3 p)
{
    fk_vec3 along = fk_vec3_sub(b, a);
    double square = fk_vec3_dot(along, along);
    double t = square > 0 ? fk_vec3_dot(fk_vec3_sub(p, a), along) / square : 0;
    return fk_vec3_length(fk_vec3_sub(p, fk_vec3_add(a, fk_vec3_scale(along, t < 0 ? 0 : t > 1 ? 1 : t))));
}

static double mesh_distance(const fk_mesh *mesh, fk_vec3 p)
{
    double least = INFINITY;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangle[t].corner;
        fk_vec3 a[3] = {mesh->point[c[0]], mesh->point[c[1]], mesh->point[c[2]]};
        fk_vec3 normal = fk_vec3_cross(fk_vec3_sub(a[1], a[0]), fk_vec3_sub(a[2], a[0]));
        bool above = true;
        for (int k = 0; k < 3; k++) {
            fk_vec3 side = fk_vec3_cross(normal, fk_vec3_sub(a[(k + 1) % 3], a[k]));
            above = above && fk_vec3_dot(side, fk_vec3_sub(p, a[k])) >= 0;
            least = fmin(least, segment_distance(a[k], a[(k + 1) % 3], p));
        }
        if (above)
            least = fmin(least, fabs(fk_vec3_dot(normal, fk_vec3_sub(p, a[0]))) / fk_vec3_length(normal));
    }
    return least;
}

/* Points of pieces that are not inside a solid are not further than `most` from the mesh. */
static void check_close(const fk_mesh *mesh, const fk_split *split, double most)
{
    fk_random random = fk_random_make(11);
    for (uint32_t i = 0; i < split->piece_count; i++)
        for (int draw = 0; draw < (SANITIZED ? 4 : 40); draw++) {
            const fk_hull *hull = split->piece[i];
            fk_vec3 p = fk_vec3_make(0, 0, 0);
            double weight[3], sum = 0;
            for (int k = 0; k < 3; k++)
                sum += weight[k] = fk_random_unit(&random) + 1e-3;
            for (int k = 0; k < 3; k++)
                p = fk_vec3_add(p, fk_vec3_scale(hull->point[fk_random_below(&random, hull->vertex_count)],
                                                 weight[k] / sum));
            int64_t winding = 0;
            if (mesh_distance(mesh, p) > most)
                assert_true(fk_mesh_winding(mesh, p, &winding) && winding != 0);
        }
}

/* A turn by angles that no double is good for: what was on one plane is so no more. */
static fk_vec3 turned(fk_vec3 p)
{
    double c = fk_cos(0.7), s = fk_sin(0.7);
    p = fk_vec3_make(c * p.x - s * p.y, s * p.x + c * p.y, p.z);
    return fk_vec3_make(p.x, c * p.y - s * p.z, s * p.y + c * p.z);
}

/* Splits what was made, as it is and turned: there are few pieces, none of them too far from the mesh, and none has a point of
 * the way from p to q in it. */
static void check_open(double concavity, uint32_t most, fk_vec3 p, fk_vec3 q)
{
    for (int turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < made.points && turn == 1; i++)
            made.point[i] = turned(made.point[i]);
        fk_mesh *mesh = finish();
        fk_split *split = split_checked(mesh, concavity, 0);
        assert_true(split->piece_count <= most);
        check_close(mesh, split, 1.5 * concavity);
        for (int i = 0; i <= 4; i++) {
            fk_vec3 at = fk_vec3_add(fk_vec3_scale(p, i / 4.0), fk_vec3_scale(q, 1 - i / 4.0));
            for (uint32_t k = 0; k < split->piece_count; k++)
                assert_false(holds(split->piece[k], turn == 1 ? turned(at) : at));
        }
        fk_split_free(context, split);
        fk_mesh_free(context, mesh);
    }
}

/* A flat ring from radius 1 to 2, or the first steps of it. */
static void put_sheet(uint32_t steps, uint32_t whole)
{
    for (uint32_t i = 0; i <= steps; i++) {
        double angle = i * 6.283185307179586 / whole;
        put_point(fk_cos(angle), fk_sin(angle), 0);
        put_point(2 * fk_cos(angle), 2 * fk_sin(angle), 0);
    }
    for (uint32_t i = 0; i < steps; i++) {
        uint32_t next = i + 1 == whole ? 0 : 2 * i + 2;
        put_quad(2 * i, 2 * i + 1, next + 1, next);
    }
}

static void test_open_sheets(void **state)
{
    (void)state;
    const fk_vec3 middle = fk_vec3_make(0, 0, 0);
    start();
    put_sheet(24, 24);
    check_open(0.1, 16, middle, fk_vec3_make(0.5, 0.25, 0));
    start();
    put_sheet(18, 24); /* like a C */
    check_open(0.1, 14, middle, fk_vec3_make(0.75, -0.75, 0));
    /* A ring that is thinner than what is allowed, and one that is not. */
    for (int k = 0; k < 2; k++) {
        const double height = k == 0 ? 0.03 : 0.7;
        const double washer[4][2] = {{1, 0}, {2, 0}, {2, height}, {1, height}};
        start();
        put_turned(washer, 4, 24);
        check_open(0.1, 16, middle, fk_vec3_make(0.25, 0.5, height));
    }
}

/* A wheel with teeth, and a hole of radius 1; the gaps reach from radius 2 to 3. A way through one of them is open. */
static void test_open_gear(void **state)
{
    (void)state;
    const uint32_t teeth = 8, steps = 4 * teeth;
    start();
    for (uint32_t i = 0; i < steps; i++) {
        double angle = i * 6.283185307179586 / steps, outer = i % 4 < 2 ? 3 : 2;
        for (int k = 0; k < 4; k++) {
            double r = k == 1 || k == 2 ? outer : 1;
            put_point(r * fk_cos(angle), r * fk_sin(angle), k < 2 ? 0 : 1);
        }
    }
    for (uint32_t i = 0; i < steps; i++)
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t next = (i + 1) % steps;
            put_quad(4 * i + k, 4 * next + k, 4 * next + (k + 1) % 4, 4 * i + (k + 1) % 4);
        }
    double angle = 2.5 * 6.283185307179586 / steps;
    fk_vec3 gap = fk_vec3_make(2.6 * fk_cos(angle), 2.6 * fk_sin(angle), 0);
    check_open(0.1, 24, gap, fk_vec3_add(gap, fk_vec3_make(0, 0, 1)));
}

/* Generated parts, the last one of each kind, with holes along z. */
static void test_open_parts(void **state)
{
    (void)state;
    const struct {
        const char *name;
        uint32_t most;
    } kind[3] = {{"gear", 24}, {"peg-and-hole", 16}, {"nut", 64}};
    for (int i = 0; i < (SANITIZED ? 1 : 3); i++) {
        fk_model *model;
        fk_generate_options options = {i == 2 ? 400 : 0, 0};
        assert_int_equal(fk_generate(context, fk_generate_find(kind[i].name), &options, &model), FK_OK);
        const fk_mesh *mesh = &model->part[model->part_count - 1];
        fk_aabb box = fk_aabb_empty();
        start();
        for (uint32_t k = 0; k < mesh->vertex_count; k++) {
            made.point[made.points++] = mesh->point[k];
            box = fk_aabb_include(box, mesh->point[k]);
        }
        memcpy(made.triangle, mesh->triangle, mesh->triangle_count * sizeof *made.triangle);
        made.triangles = mesh->triangle_count;
        double size = fk_vec3_length(fk_vec3_sub(box.max, box.min));
        check_open(0.03 * size, kind[i].most, fk_vec3_make(0, 0, box.min.z), fk_vec3_make(0, 0, box.max.z));
        fk_model_free(context, model);
    }
}

/* ---- Solids that surface clusters do not cover --------------------------------------------------------- */

static void test_cavity_and_nested(void **state)
{
    (void)state;
    uint32_t fill;
    /* A hollow cube, of which no piece covers the middle of the hole. */
    start();
    put_box(0, 0, 0, 8, false);
    put_box(2, 2, 2, 4, true);
    fk_mesh *mesh = finish();
    fk_split *split = split_checked(mesh, 0.25, 0);
    for (uint32_t i = 0; i < split->piece_count; i++)
        assert_false(holds(split->piece[i], fk_vec3_make(4, 4, 4)));
    fk_split_free(context, split);
    fk_mesh_free(context, mesh);
    /* A cube in a cube, both turned outward: the winding number is 2 inside. */
    start();
    put_box(0, 0, 0, 8, false);
    put_box(2, 2, 2, 4, false);
    assert_true(count_pieces(0.25, &fill) <= 2);
    /* Cubes that overlap, and touch along an edge or at a corner. */
    const double shift[3][3] = {{0.5, 0.25, 0.125}, {1, 1, 0}, {1, 1, 1}};
    for (int i = 0; i < 3; i++) {
        start();
        put_box(0, 0, 0, 1, false);
        put_box(shift[i][0], shift[i][1], shift[i][2], 1, false);
        assert_int_equal(count_pieces(0.02, &fill), 2);
    }
}

/* A ball with many shallow dents: at a small limit its surface falls apart into patches, and the middle is open. */
static void put_dented(uint32_t steps)
{
    start();
    uint32_t rows = steps / 2;
    for (uint32_t i = 1; i < rows; i++)
        for (uint32_t k = 0; k < steps; k++) {
            double v = i * 3.141592653589793 / rows, u = k * 6.283185307179586 / steps;
            double r = 1 + ((i + k) % 2 ? 0.08 : -0.08);
            put_point(r * fk_sin(v) * fk_cos(u), r * fk_sin(v) * fk_sin(u), r * fk_cos(v));
        }
    uint32_t top = put_point(0, 0, 1), bottom = put_point(0, 0, -1);
    for (uint32_t k = 0; k < steps; k++) {
        uint32_t next = (k + 1) % steps;
        for (uint32_t i = 0; i + 2 < rows; i++)
            put_quad(i * steps + k, (i + 1) * steps + k, (i + 1) * steps + next, i * steps + next);
        put_triangle(top, k, next);
        put_triangle(bottom, (rows - 2) * steps + next, (rows - 2) * steps + k);
    }
}

static void test_fill(void **state)
{
    (void)state;
    uint32_t fill;
    put_dented(12);
    uint32_t pieces = count_pieces(0.02, &fill);
    assert_true(fill >= 1 && pieces <= 250);
    put_dented(12);
    assert_int_equal(count_pieces(1, &fill), 1);
}

/* ---- Odd meshes ---------------------------------------------------------------------------------------- */

static void test_degenerate(void **state)
{
    (void)state;
    uint32_t fill;
    /* One triangle, a segment, a point. */
    start();
    put_point(0, 0, 0), put_point(1, 0, 0), put_point(0, 1, 0);
    put_triangle(0, 1, 2);
    assert_int_equal(count_pieces(0, &fill), 1);
    start();
    put_point(0, 0, 0), put_point(1, 1, 1), put_point(2, 2, 2);
    put_triangle(0, 1, 2);
    put_triangle(2, 1, 2);
    put_triangle(1, 1, 1);
    assert_int_equal(count_pieces(0, &fill), 1);
    start();
    put_point(3, 3, 3);
    put_triangle(0, 0, 0);
    assert_int_equal(count_pieces(0, &fill), 1);
    /* A sheet, and the same twice, turned over: a solid without volume. */
    start();
    for (uint32_t i = 0; i < 25; i++)
        put_point(i % 5, i / 5, 0);
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t a = i / 4 * 5 + i % 4;
        put_quad(a, a + 1, a + 6, a + 5);
    }
    assert_int_equal(count_pieces(0, &fill), 1);
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t a = i / 4 * 5 + i % 4;
        put_quad(a, a + 5, a + 6, a + 1);
    }
    assert_int_equal(count_pieces(0, &fill), 1);
    /* The same triangles three times. */
    start();
    put_box(0, 0, 0, 1, false);
    size_t once = made.triangles;
    for (size_t i = 0; i < 2 * once; i++)
        made.triangle[made.triangles++] = made.triangle[i % once];
    assert_int_equal(count_pieces(0, &fill), 1);
}

static void test_surfaces(void **state)
{
    (void)state;
    uint32_t fill;
    /* Three sheets along one edge. */
    start();
    put_point(0, 0, 0), put_point(0, 0, 1), put_point(1, 0, 0), put_point(-1, 1, 0), put_point(-1, -1, 0);
    put_triangle(0, 1, 2);
    put_triangle(0, 1, 3);
    put_triangle(0, 1, 4);
    assert_true(count_pieces(0, &fill) >= 1);
    /* A band with a half turn. */
    start();
    for (uint32_t i = 0; i < 40; i++) {
        double angle = i * 6.283185307179586 / 40;
        for (int k = -1; k <= 1; k += 2) {
            double r = 2 + 0.5 * k * fk_cos(angle / 2);
            put_point(r * fk_cos(angle), r * fk_sin(angle), 0.5 * k * fk_sin(angle / 2));
        }
    }
    for (uint32_t i = 0; i < 39; i++)
        put_quad(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2);
    put_quad(78, 79, 0, 1);
    assert_true(count_pieces(0.1, &fill) >= 2);
    assert_int_equal(fill, 0);
    /* An open box. */
    start();
    put_box(0, 0, 0, 1, false);
    made.triangles -= 2;
    assert_true(count_pieces(0.01, &fill) >= 1);
    assert_int_equal(fill, 0);
}

/* Random triangles all over the place, closed in pairs so that they are solids that cross each other. */
static void test_random_solids(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (SANITIZED ? 4 : 14); seed++) {
        fk_random random = fk_random_make(seed);
        bool coarse = seed % 2 == 0;
        uint32_t fill, count = 1 + (uint32_t)fk_random_below(&random, 6);
        start();
        for (uint32_t i = 0; i < count; i++) {
            uint32_t base = (uint32_t)made.points;
            for (int k = 0; k < 4; k++) {
                double p[3];
                for (int a = 0; a < 3; a++)
                    p[a] = coarse ? (double)fk_random_below(&random, 5) : fk_random_between(&random, 0, 4);
                put_point(p[0], p[1], p[2]);
            }
            put_triangle(base, base + 1, base + 2);
            put_triangle(base, base + 2, base + 3);
            put_triangle(base, base + 3, base + 1);
            put_triangle(base + 1, base + 3, base + 2);
        }
        count_pieces(fk_random_between(&random, 0.1, 0.5), &fill);
    }
}

/* ---- Options ------------------------------------------------------------------------------------------- */

static void test_options(void **state)
{
    (void)state;
    start();
    put_torus(0.25, 12, 6);
    put_box(2, 0, 0, 0.5, false);
    put_box(2, 2, 0, 0.5, false);
    fk_mesh *mesh = finish();
    for (uint32_t most = 1; most <= 10; most++) {
        fk_split *split = split_checked(mesh, 0, most);
        assert_true(most > 3 || split->piece_count == most);
        fk_split_free(context, split);
    }
    /* 0 is a hundredth of the diagonal. */
    fk_split *usual = split_checked(mesh, 0, 0);
    fk_split_options options = fk_split_options_default();
    assert_true(options.concavity == 0 && options.max_pieces == 0);
    fk_split_free(context, usual);
    const double refused[3] = {-1, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        fk_split *const before = (fk_split *)(uintptr_t)16;
        fk_split *out = before;
        options.concavity = refused[i];
        assert_int_equal(fk_split_build(context, mesh, &options, &out), FK_ERROR_ARGUMENT);
        assert_ptr_equal(out, before);
    }
    fk_mesh_free(context, mesh);
    /* So small that only what is convex in doubles is merged; and so small that doubles do not know it. */
    start();
    put_torus(0.25, 6, 4);
    mesh = finish();
    const double tiny[2] = {1e-200, 5e-324};
    for (int i = 0; i < 2; i++)
        fk_split_free(context, split_checked(mesh, tiny[i], 0));
    fk_mesh_free(context, mesh);
    /* No triangle. */
    start();
    mesh = finish();
    options.concavity = 0;
    assert_int_equal(fk_split_build(context, mesh, &options, &usual), FK_ERROR_ARGUMENT);
    fk_mesh_free(context, mesh);
}

/* ---- What should not matter ---------------------------------------------------------------------------- */

static void test_permuted(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    for (int round = 0; round < 2; round++) {
        uint32_t fill;
        start();
        put_torus(0.4, 16, 8);
        for (size_t i = made.triangles - 1; i > 0; i--) {
            size_t k = fk_random_below(&random, i + 1);
            fk_triangle swap = made.triangle[i];
            made.triangle[i] = made.triangle[k];
            made.triangle[k] = swap;
        }
        assert_true(count_pieces(0.2, &fill) <= 16);
    }
}

/* Powers of two, and shifts by them that lose no bit, change nothing. */
static void test_scaled(void **state)
{
    (void)state;
    const struct {
        int power;
        double shift;
    } change[5] = {{40, 0}, {-60, 0}, {0, 64}, {300, 0}, {-700, 0}};
    start();
    put_torus(0.4, 16, 8);
    for (size_t i = 0; i < made.points; i++) { /* few bits, so that sums are exact */
        made.point[i].x = floor(made.point[i].x * 4096) / 4096;
        made.point[i].y = floor(made.point[i].y * 4096) / 4096;
        made.point[i].z = floor(made.point[i].z * 4096) / 4096;
    }
    fk_mesh *mesh = finish();
    fk_split *first = split_checked(mesh, 0.125, 0);
    soup before = made;
    for (int c = 0; c < 5; c++) {
        for (size_t i = 0; i < made.points; i++)
            for (int k = 0; k < 3; k++) {
                double x = ldexp(fk_vec3_get(before.point[i], k), change[c].power) + change[c].shift;
                *(k == 0 ? &made.point[i].x : k == 1 ? &made.point[i].y : &made.point[i].z) = x;
            }
        fk_mesh *other = finish();
        fk_split *second = split_checked(other, ldexp(0.125, change[c].power), 0);
        assert_int_equal(first->piece_count, second->piece_count);
        assert_int_equal(first->surface_count, second->surface_count);
        assert_memory_equal(first->piece_of, second->piece_of, mesh->triangle_count * sizeof(uint32_t));
        for (uint32_t i = 0; i < first->piece_count; i++)
            assert_int_equal(first->piece[i]->vertex_count, second->piece[i]->vertex_count);
        assert_true(ldexp(first->concavity, change[c].power) == second->concavity);
        fk_split_free(context, second);
        fk_mesh_free(context, other);
    }
    fk_split_free(context, first);
    fk_mesh_free(context, mesh);
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

/* Cuts a box by random planes, with many coincidences, and compares volumes: what is above and what is below make up the
 * whole. */
static double cell_volume(const fk_split_cell *cell)
{
    double volume = 0;
    fk_vec3 o = cell->vertex[0].low;
    for (uint32_t f = 0; f < cell->face_count; f++) {
        fk_vec3 a = fk_vec3_sub(cell->vertex[cell->corner[cell->begin[f]]].low, o);
        for (uint32_t i = cell->begin[f] + 1u; i + 1u < cell->begin[f + 1]; i++)
            volume += fk_vec3_dot(a, fk_vec3_cross(fk_vec3_sub(cell->vertex[cell->corner[i]].low, o),
                                                   fk_vec3_sub(cell->vertex[cell->corner[i + 1]].low, o)));
    }
    return volume / 6;
}

static void test_cells(void **state)
{
    (void)state;
    static fk_split_cell cell, part[2];
    const fk_aabb box = {{0, 0, 0}, {4, 4, 4}};
    fk_split_plane side_plane[6], plane[12];
    fk_split_box_planes(&box, side_plane);
    uint32_t cuts = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        fk_random random = fk_random_make(seed);
        fk_split_cell_from_box(&box, side_plane, &cell);
        for (int i = 0; i < 12; i++) {
            fk_vec3 p[3];
            int8_t side[FK_SPLIT_CELL_VERTICES];
            for (int k = 0; k < 3; k++)
                p[k] = fk_vec3_make((double)fk_random_below(&random, 5), (double)fk_random_below(&random, 5),
                                    (double)fk_random_below(&random, 5));
            if (fk_vec3_largest(fk_vec3_cross(fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0]))) == 0)
                continue;
            plane[i] = fk_split_plane_make(p[0], p[1], p[2]);
            assert_true(fk_split_cell_sides(&cell, &plane[i], side));
            bool above = false, below = false;
            for (uint32_t v = 0; v < cell.vertex_count; v++) {
                above = above || side[v] > 0;
                below = below || side[v] < 0;
            }
            if (!above || !below)
                continue;
            cuts++;
            assert_true(fk_split_cell_cut(&cell, &plane[i], side, 1, &part[0]));
            assert_true(fk_split_cell_cut(&cell, &plane[i], side, -1, &part[1]));
            double whole = cell_volume(&cell), first = cell_volume(&part[0]), second = cell_volume(&part[1]);
            assert_true(first > 0 && second > 0 && fabs(whole - first - second) < 1e-9);
            for (int k = 0; k < 2; k++) { /* Euler, and a point inside */
                fk_vec3 inside;
                assert_int_equal(part[k].vertex_count + part[k].face_count,
                                 part[k].begin[part[k].face_count] / 2 + 2);
                assert_true(fk_split_cell_inner_point(&part[k], &inside));
                assert_int_equal(fk_split_plane_side(&plane[i], inside), k == 0 ? 1 : -1);
            }
            cell = part[fk_random_below(&random, 2)];
        }
    }
    assert_true(cuts > 4000);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* The k-th allocation fails, for every k until none does, in steps. */
static void fail_each(double concavity, uint32_t max_pieces, size_t step)
{
    fk_mesh *mesh = finish();
    fk_split_options options = {.concavity = concavity, .max_pieces = max_pieces};
    fk_split *const before = (fk_split *)(uintptr_t)16;
    for (size_t k = 0;; k += SANITIZED ? 12 * step : step) {
        memory m = {0, SIZE_MAX};
        fk_context *own = memory_context(&m);
        size_t base = m.used;
        m.fail_at = k;
        fk_split *split = before;
        fk_status status = fk_split_build(own, mesh, &options, &split);
        bool done = status == FK_OK;
        if (done) {
            fk_split_free(own, split);
        } else {
            assert_int_equal(status, FK_ERROR_MEMORY);
            assert_ptr_equal(split, before);
        }
        assert_int_equal(m.used, base);
        m.fail_at = SIZE_MAX;
        fk_context_destroy(own);
        if (done)
            break;
    }
    fk_mesh_free(context, mesh);
}

static void test_memory_fails(void **state)
{
    (void)state;
    start();
    put_prism(bracket, 6, 3, 0, 1);
    fail_each(0, 0, 1);
    start();
    put_box(0, 0, 0, 8, false);
    put_box(2, 2, 2, 4, true);
    fail_each(0.25, 3, 23);
    put_dented(6);
    fail_each(0.001, 0, 71);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_shapes),
        cmocka_unit_test(test_star),
        cmocka_unit_test(test_torus_and_cup),
        cmocka_unit_test(test_open_sheets),
        cmocka_unit_test(test_open_gear),
        cmocka_unit_test(test_open_parts),
        cmocka_unit_test(test_cavity_and_nested),
        cmocka_unit_test(test_fill),
        cmocka_unit_test(test_degenerate),
        cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_random_solids),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_permuted),
        cmocka_unit_test(test_scaled),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_memory_fails),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
