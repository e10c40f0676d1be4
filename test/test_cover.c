/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of the cover check: cases whose truth is known by construction, solids of cells whose truth is counted, subdivisions
 * on a lattice, and random pieces whose answers are held against samples. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/vec3.h"
#include "farkas/tree.h"
#include "fpu_modes.h"
#include "scarce_memory.h"
#include "tree/cover.h"

/* ---- Scenes -------------------------------------------------------------------------------------------- */

#define MOST_POINTS    4000
#define MOST_TRIANGLES 4000
#define MOST_PIECES    256

/* Triangles as they come, welded when the mesh is made, and pieces. */
typedef struct scene {
    fk_vec3 point[MOST_POINTS];
    uint32_t point_count;
    fk_triangle triangle[MOST_TRIANGLES];
    uint32_t triangle_count;
    fk_mesh *mesh;
    fk_hull *piece[MOST_PIECES];
    uint32_t piece_count;
} scene;

static fk_context *context;
static scene now;

static int setup(void **state)
{
    (void)state;
    return fk_context_create(NULL, &context) == FK_OK ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    fk_context_destroy(context);
    return 0;
}

static fk_vec3 at(double x, double y, double z)
{
    return fk_vec3_make(x, y, z);
}

static void drop_pieces(void)
{
    for (uint32_t i = 0; i < now.piece_count; i++)
        fk_hull_free(context, now.piece[i]);
    now.piece_count = 0;
}

static void clear(void)
{
    drop_pieces();
    fk_mesh_free(context, now.mesh);
    now.mesh = NULL;
    now.point_count = now.triangle_count = 0;
}

static void add_triangle(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    assert_true(now.point_count + 3 <= MOST_POINTS && now.triangle_count < MOST_TRIANGLES);
    uint32_t n = now.point_count;
    now.point[n] = a;
    now.point[n + 1] = b;
    now.point[n + 2] = c;
    now.triangle[now.triangle_count++] = (fk_triangle){{n, n + 1, n + 2}};
    now.point_count += 3;
}

static void add_quad(fk_vec3 a, fk_vec3 b, fk_vec3 c, fk_vec3 d)
{
    add_triangle(a, b, c);
    add_triangle(a, c, d);
}

static fk_vec3 box_corner(fk_vec3 low, fk_vec3 high, int i)
{
    return at(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
}

/* The sides of a box, or of an inverted one. */
static void add_box(fk_vec3 low, fk_vec3 high, bool inverted)
{
    static const int side[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int s = 0; s < 6; s++) {
        fk_vec3 c[4];
        for (int k = 0; k < 4; k++)
            c[inverted ? 3 - k : k] = box_corner(low, high, side[s][k]);
        add_quad(c[0], c[1], c[2], c[3]);
    }
}

static void add_tetra(fk_vec3 a, fk_vec3 b, fk_vec3 c, fk_vec3 d)
{
    fk_vec3 n = fk_vec3_cross(fk_vec3_sub(b, a), fk_vec3_sub(c, a));
    if (fk_vec3_dot(n, fk_vec3_sub(d, a)) > 0) {
        fk_vec3 other = b;
        b = c;
        c = other;
    }
    add_triangle(a, b, c);
    add_triangle(a, d, b);
    add_triangle(b, d, c);
    add_triangle(c, d, a);
}

static void add_piece(const fk_vec3 *point, size_t count)
{
    assert_true(now.piece_count < MOST_PIECES);
    assert_int_equal(fk_hull_build(context, point, count, &now.piece[now.piece_count]), FK_OK);
    now.piece_count++;
}

static void add_box_piece(fk_vec3 low, fk_vec3 high)
{
    fk_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = box_corner(low, high, i);
    add_piece(corner, 8);
}

static void make_mesh(void)
{
    fk_mesh_input input = {now.point, now.point_count, now.triangle, now.triangle_count,
                           fk_mesh_options_default()};
    fk_mesh_free(context, now.mesh);
    now.mesh = NULL;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &now.mesh), FK_OK);
}

static fk_cover check(void)
{
    fk_cover cover;
    if (now.mesh == NULL)
        make_mesh();
    assert_int_equal(fk_cover_check(context, now.mesh, now.piece, now.piece_count, &cover), FK_OK);
    /* What is said is consistent. */
    if (!cover.covers_surface) {
        assert_true(cover.covers_inside);
        assert_true(cover.triangle < now.mesh->triangle_count);
    } else if (!cover.covers_inside) {
        if (cover.piece == FK_NONE)
            assert_true(cover.triangle < now.mesh->triangle_count);
        else {
            assert_true(cover.piece < now.piece_count && cover.triangle == FK_NONE);
            assert_true(cover.face < now.piece[cover.piece]->face_count);
        }
    } else
        assert_true(cover.triangle == FK_NONE && cover.piece == FK_NONE && cover.face == FK_NONE &&
                    cover.point.x == 0 && cover.point.y == 0 && cover.point.z == 0);
    return cover;
}

static bool is_covered(void)
{
    fk_cover cover = check();
    return cover.covers_surface && cover.covers_inside;
}

static bool is_hollow(void)
{
    fk_cover cover = check();
    return cover.covers_surface && !cover.covers_inside;
}

static bool sticks_out(void)
{
    return !check().covers_surface;
}

static bool is_between(fk_vec3 p, fk_vec3 low, fk_vec3 high)
{
    return p.x >= low.x && p.y >= low.y && p.z >= low.z && p.x <= high.x && p.y <= high.y && p.z <= high.z;
}

/* ---- Cubes --------------------------------------------------------------------------------------------- */

static void cube_in_halves(void **state)
{
    (void)state;
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    add_box_piece(at(0, 0, 0), at(0.3, 1, 1));
    add_box_piece(at(0.3, 0, 0), at(1, 1, 1));
    assert_true(is_covered());
    /* A slit of one unit in the last place: it opens at the surface. */
    drop_pieces();
    add_box_piece(at(0, 0, 0), at(0.3, 1, 1));
    add_box_piece(at(nextafter(0.3, 1), 0, 0), at(1, 1, 1));
    fk_cover cover = check();
    assert_false(cover.covers_surface);
    assert_true(cover.point.x >= 0.3 && cover.point.x <= nextafter(0.3, 1));
    /* One that does not: a slab covers what is at the surface. */
    double thin[6] = {0, 0.125, 0.875, 1};
    add_box_piece(at(0, 0, 0), at(1, thin[1], 1));
    add_box_piece(at(0, thin[2], 0), at(1, 1, 1));
    add_box_piece(at(0, 0, 0), at(1, 1, thin[1]));
    add_box_piece(at(0, 0, thin[2]), at(1, 1, 1));
    cover = check();
    assert_true(cover.covers_surface && !cover.covers_inside);
    assert_true(is_between(cover.point, at(0.3, thin[1], thin[1]), at(nextafter(0.3, 1), thin[2], thin[2])));
    assert_true(cover.piece < 2);
    add_box_piece(at(0.25, 0.1, 0.1), at(0.35, 0.9, 0.9));
    assert_true(is_covered());
}

static void cube_in_pyramids(void **state)
{
    (void)state;
    static const int side[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    for (int left_out = 6; left_out >= 0; left_out--) {
        drop_pieces();
        for (int s = 0; s < 6; s++) {
            fk_vec3 corner[5] = {at(0.4, 0.3, 0.7)};
            for (int k = 0; k < 4; k++)
                corner[k + 1] = box_corner(at(0, 0, 0), at(1, 1, 1), side[s][k]);
            if (s != left_out)
                add_piece(corner, 5);
        }
        assert_int_equal(is_covered(), left_out == 6);
        assert_int_equal(sticks_out(), left_out != 6);
    }
    /* The apexes do not meet: a gap around the centre of tiny size, closed off from the surface. */
    for (int shift = 3; shift < 50; shift += 9) {
        drop_pieces();
        double gap = ldexp(1.0, -shift);
        for (int s = 0; s < 6; s++) {
            fk_vec3 corner[8];
            for (int k = 0; k < 4; k++) {
                corner[k] = box_corner(at(0, 0, 0), at(1, 1, 1), side[s][k]);
                corner[k + 4] = box_corner(at(0.5 - gap, 0.5 - gap, 0.5 - gap),
                                           at(0.5 + gap, 0.5 + gap, 0.5 + gap), side[s][k]);
            }
            add_piece(corner, 8);
        }
        fk_cover cover = check();
        assert_true(cover.covers_surface && !cover.covers_inside);
        assert_true(is_between(cover.point, at(0.5 - gap, 0.5 - gap, 0.5 - gap),
                               at(0.5 + gap, 0.5 + gap, 0.5 + gap)));
    }
}

static void cube_in_octants(void **state)
{
    (void)state;
    clear();
    add_box(at(-1, -1, -1), at(1, 1, 1), false);
    for (int left_out = 8; left_out >= 0; left_out--) {
        drop_pieces();
        for (int i = 0; i < 8; i++) {
            fk_vec3 far = at(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
            if (i != left_out)
                add_box_piece(at(fmin(far.x, 0), fmin(far.y, 0), fmin(far.z, 0)),
                              at(fmax(far.x, 0), fmax(far.y, 0), fmax(far.z, 0)));
        }
        assert_int_equal(is_covered(), left_out == 8);
    }
    /* The cube itself, a larger one, and a smaller one. */
    drop_pieces();
    add_box_piece(at(-1, -1, -1), at(1, 1, 1));
    assert_true(is_covered());
    drop_pieces();
    add_box_piece(at(-2, -3, -4), at(5, 6, 7));
    assert_true(is_covered());
    drop_pieces();
    add_box_piece(at(-1, -1, -1), at(1, 1, nextafter(1, 0)));
    assert_true(sticks_out());
    drop_pieces();
    assert_true(sticks_out());
}

static void add_slabs(double thick)
{
    for (int axis = 0; axis < 3; axis++)
        for (int end = 0; end < 2; end++) {
            fk_vec3 low = at(0, 0, 0), high = at(1, 1, 1);
            *fk_vec3_at(end ? &low : &high, axis) = end ? 1 - thick : thick;
            add_box_piece(low, high);
        }
}

static void shells(void **state)
{
    (void)state;
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    add_slabs(0.25);
    fk_cover cover = check();
    assert_true(cover.covers_surface && !cover.covers_inside);
    assert_true(is_between(cover.point, at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75)));
    /* With what is within; with a part of it; twice. */
    add_box_piece(at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75));
    assert_true(is_covered());
    add_box_piece(at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75));
    assert_true(is_covered());
    fk_cover without;
    assert_int_equal(fk_cover_check_without(context, now.mesh, now.piece, now.piece_count, 6, &without),
                     FK_OK);
    assert_true(without.covers_surface && without.covers_inside);
    assert_int_equal(fk_cover_check_without(context, now.mesh, now.piece, now.piece_count - 1, 6, &without),
                     FK_OK);
    assert_true(without.covers_surface && !without.covers_inside);
    drop_pieces();
    add_slabs(0);
    assert_true(is_hollow());
    add_box_piece(at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75));
    assert_true(is_hollow());
    add_box_piece(at(0, 0, 0), at(1, 1, 1));
    assert_true(is_covered());
    drop_pieces();
    add_slabs(0.5);
    assert_true(is_covered());
}

static void cavities(void **state)
{
    (void)state;
    /* A cavity needs no cover; a second shell that is not inverted does. */
    for (int inverted = 0; inverted < 2; inverted++) {
        clear();
        add_box(at(0, 0, 0), at(1, 1, 1), false);
        add_box(at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75), inverted);
        add_slabs(0.25);
        assert_int_equal(is_covered(), inverted);
        drop_pieces();
        add_slabs(0.2);
        assert_true(sticks_out());
        drop_pieces();
        add_slabs(0.375);
        assert_int_equal(is_covered(), inverted);
        add_box_piece(at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75));
        assert_true(is_covered());
    }
    /* A solid within the cavity. */
    add_box(at(0.375, 0.375, 0.375), at(0.625, 0.625, 0.625), false);
    drop_pieces();
    make_mesh();
    add_slabs(0.25);
    assert_true(sticks_out());
    add_box_piece(at(0.375, 0.375, 0.375), at(0.625, 0.625, 0.625));
    assert_true(is_covered());
    /* Inside out: the winding number is -1, which is not 0. */
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), true);
    add_slabs(0.25);
    assert_true(is_hollow());
    add_slabs(0.5);
    assert_true(is_covered());
    /* Two that cancel: there is no inside. */
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), true);
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    add_slabs(0.25);
    assert_true(is_covered());
    drop_pieces();
    add_slabs(0);
    assert_true(is_covered());
}

/* ---- Surfaces and flat pieces -------------------------------------------------------------------------- */

static void surfaces(void **state)
{
    (void)state;
    /* An open box has no inside. */
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    now.triangle_count--;
    add_slabs(0.25);
    assert_true(is_covered());
    drop_pieces();
    add_slabs(0);
    assert_true(is_covered());
    fk_hull_free(context, now.piece[--now.piece_count]);
    assert_true(sticks_out());
    /* One triangle, in flat pieces and in solids, which touch it with a face, or with an edge. */
    clear();
    fk_vec3 a = at(0, 0, 0), b = at(4, 0, 2), c = at(0, 4, 6), middle = at(2, 2, 4), up = at(0, 0, 9),
            down = at(1, 1, -9);
    add_triangle(a, b, c);
    add_piece((fk_vec3[]){a, b, middle}, 3);
    assert_true(sticks_out());
    add_piece((fk_vec3[]){a, c, middle}, 3);
    assert_true(is_covered());
    fk_hull_free(context, now.piece[--now.piece_count]);
    add_piece((fk_vec3[]){a, c, middle, up}, 4);
    assert_true(is_covered());
    drop_pieces();
    add_piece((fk_vec3[]){a, c, middle, up}, 4);
    add_piece((fk_vec3[]){a, b, middle, down}, 4);
    assert_true(is_covered());
    drop_pieces();
    add_piece((fk_vec3[]){a, b, up}, 3);
    add_piece((fk_vec3[]){b, c, up, down}, 4);
    add_piece((fk_vec3[]){a, c, down}, 3);
    assert_true(sticks_out());
    drop_pieces();
    add_piece((fk_vec3[]){a, b}, 2);
    add_piece((fk_vec3[]){b}, 1);
    assert_true(sticks_out());
    /* No triangle at all. */
    clear();
    make_mesh();
    assert_true(is_covered());
}

static void fins(void **state)
{
    (void)state;
    /* A triangle and its opposite: closed, without an inside; flat pieces do. */
    fk_vec3 a = at(0, 0, 0), b = at(4, 0, 2), c = at(0, 4, 6), d = at(1, 1, 9);
    clear();
    add_triangle(a, b, c);
    add_triangle(a, c, b);
    add_piece((fk_vec3[]){a, b, c}, 3);
    assert_true(is_covered());
    /* A tetrahedron with flat pieces as sides, and a fin. */
    clear();
    add_tetra(a, b, c, d);
    add_triangle(a, b, at(7, 7, 7));
    add_triangle(b, a, at(7, 7, 7));
    add_piece((fk_vec3[]){a, b, at(7, 7, 7)}, 3);
    add_piece((fk_vec3[]){a, b, c}, 3);
    add_piece((fk_vec3[]){d, b, c}, 3);
    add_piece((fk_vec3[]){a, d, c}, 3);
    add_piece((fk_vec3[]){a, b, d}, 3);
    fk_cover cover = check();
    assert_true(cover.covers_surface && !cover.covers_inside && cover.piece == FK_NONE);
    add_piece((fk_vec3[]){a, b, c, d}, 4);
    assert_true(is_covered());
}

static void thin_triangles(void **state)
{
    (void)state;
    /* Triangles that are segments, or points. */
    clear();
    add_triangle(at(0, 0, 0), at(3, 6, 9), at(1, 2, 3));
    add_piece((fk_vec3[]){at(-1, 0, 0), at(1, 0, 0), at(0, 5, 0), at(2, 4, 6)}, 4);
    fk_cover cover = check();
    assert_false(cover.covers_surface);
    assert_true(fabs(cover.point.x - 2) < 1e-12 && fabs(cover.point.z - 6) < 1e-12);
    add_piece((fk_vec3[]){at(1.5, 3, 4.5), at(5, 10, 15)}, 2);
    assert_true(is_covered());
    fk_hull_free(context, now.piece[--now.piece_count]);
    add_piece((fk_vec3[]){at(2, 4, 6), at(4, 8, 12)}, 2);
    assert_true(is_covered());
    fk_hull_free(context, now.piece[--now.piece_count]);
    add_piece((fk_vec3[]){at(2, 4, nextafter(6, 9)), at(4, 8, 12)}, 2);
    assert_true(sticks_out());
    fk_hull_free(context, now.piece[--now.piece_count]);
    add_piece((fk_vec3[]){at(0, 0, 0), at(4, 8, 12), at(7, 7, 7)}, 3);
    assert_true(is_covered());
    fk_hull_free(context, now.piece[--now.piece_count]);
    add_piece((fk_vec3[]){at(2.5, 5, 7.5), at(4, 8, 12), at(7, 7, 7), at(-7, 0, 1)}, 4);
    assert_true(sticks_out());
    add_piece((fk_vec3[]){at(2, 4, 6), at(7, 8, 12), at(2.5, 5, 7.5)}, 3);
    assert_true(is_covered());
    clear();
    add_triangle(at(1, 2, 3), at(1, 2, 3), at(1, 2, 3));
    assert_true(sticks_out());
    add_piece((fk_vec3[]){at(1, 2, 4)}, 1);
    assert_true(sticks_out());
    add_piece((fk_vec3[]){at(1, 2, 3)}, 1);
    assert_true(is_covered());
    drop_pieces();
    add_piece((fk_vec3[]){at(0, 0, 0), at(3, 6, 9)}, 2);
    assert_true(is_covered());
    /* A cube with such triangles along an edge stays a solid. */
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    add_triangle(at(0, 0, 0), at(1, 0, 0), at(0.25, 0, 0));
    add_triangle(at(1, 0, 0), at(0, 0, 0), at(0.25, 0, 0));
    add_triangle(at(0, 0, 0), at(0, 0, 0), at(0, 0, 0));
    add_slabs(0.25);
    assert_true(is_hollow());
    add_slabs(0.5);
    assert_true(is_covered());
}

/* ---- Solids of cells ----------------------------------------------------------------------------------- */

#define CELLS  3
#define CENTRE 13

/* An exact affine map with whole numbers, times a power of two. */
typedef struct map {
    double row[3][3], shift[3];
    int power;
} map;

static fk_vec3 map_apply(const map *m, int x, int y, int z)
{
    double to[3];
    for (int k = 0; k < 3; k++)
        to[k] = ldexp(m->row[k][0] * x + m->row[k][1] * y + m->row[k][2] * z + m->shift[k], m->power);
    return at(to[0], to[1], to[2]);
}

/* Turns no cell inside out: a product of shears. */
static map map_draw(fk_random *random, bool skew)
{
    map m = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 0};
    for (int i = 0; i < 3 && skew; i++) {
        int to = (int)fk_random_below(random, 3), from = (to + 1 + (int)fk_random_below(random, 2)) % 3;
        double factor = (double)fk_random_below(random, 5) - 2;
        for (int k = 0; k < 3; k++)
            m.row[to][k] += factor * m.row[from][k];
    }
    for (int k = 0; k < 3; k++)
        m.shift[k] = (double)fk_random_below(random, 7) - 3;
    static const int power[] = {0, 0, 0, -1, 30, -300, 300};
    m.power = power[fk_random_below(random, 7)];
    return m;
}

static void add_cell_faces(const map *m, const bool *solid)
{
    for (int i = 0; i < CELLS * CELLS * CELLS; i++) {
        int c[3] = {i % CELLS, i / CELLS % CELLS, i / CELLS / CELLS};
        for (int side = 0; side < 6 && solid[i]; side++) {
            int axis = side / 2, step = side % 2 == 0 ? -1 : 1, n[3] = {c[0], c[1], c[2]};
            n[axis] += step;
            if (n[axis] >= 0 && n[axis] < CELLS && solid[n[0] + CELLS * (n[1] + CELLS * n[2])])
                continue;
            fk_vec3 corner[4];
            for (int k = 0; k < 4; k++) {
                int p[3] = {c[0], c[1], c[2]};
                p[axis] += step > 0;
                p[(axis + 1) % 3] += k == 1 || k == 2;
                p[(axis + 2) % 3] += k >= 2;
                corner[step > 0 ? k : 3 - k] = map_apply(m, p[0], p[1], p[2]);
            }
            add_quad(corner[0], corner[1], corner[2], corner[3]);
        }
    }
}

/* A box of cells, from low to high. */
static void add_cell_piece(const map *m, const int low[3], const int high[3])
{
    fk_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] =
            map_apply(m, i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]);
    add_piece(corner, 8);
}

typedef struct truth {
    bool surface, inside;
} truth;

/* Whether boxes of cells cover the cells and the faces of a solid. */
static truth count_cells(const bool *solid, int (*box)[2][3], int boxes)
{
    truth t = {true, true};
    for (int i = 0; i < CELLS * CELLS * CELLS; i++) {
        int c[3] = {i % CELLS, i / CELLS % CELLS, i / CELLS / CELLS};
        bool inside = false;
        for (int b = 0; b < boxes; b++)
            inside = inside || (box[b][0][0] <= c[0] && box[b][1][0] > c[0] && box[b][0][1] <= c[1] &&
                                box[b][1][1] > c[1] && box[b][0][2] <= c[2] && box[b][1][2] > c[2]);
        t.inside = t.inside && (inside || !solid[i]);
        for (int side = 0; side < 6 && solid[i]; side++) {
            int axis = side / 2, step = side % 2 == 0 ? -1 : 1, n[3] = {c[0], c[1], c[2]};
            n[axis] += step;
            if (n[axis] >= 0 && n[axis] < CELLS && solid[n[0] + CELLS * (n[1] + CELLS * n[2])])
                continue;
            bool met = false;
            int u = (axis + 1) % 3, v = (axis + 2) % 3, height = c[axis] + (step > 0);
            for (int b = 0; b < boxes; b++)
                met =
                    met || (box[b][0][axis] <= height && box[b][1][axis] >= height && box[b][0][u] <= c[u] &&
                            box[b][1][u] > c[u] && box[b][0][v] <= c[v] && box[b][1][v] > c[v]);
            t.surface = t.surface && met;
        }
    }
    return t;
}

/* Boxes that hold solid cells only, until all or nearly all are in one; and some that hold others, too. */
static int draw_boxes(fk_random *random, const bool *solid, int (*box)[2][3])
{
    int count = 0;
    bool is_in[CELLS * CELLS * CELLS] = {false};
    /* Only amid the grid can what is left out be closed off from the surface. */
    bool hole = fk_random_below(random, 3) == 0;
    uint64_t lazy = fk_random_below(random, 3) == 0 ? 8 : 100;
    for (int i = 0; i < CELLS * CELLS * CELLS; i++) {
        if (!solid[i] || is_in[i] || (hole && i == CENTRE) || fk_random_below(random, lazy) == 0)
            continue;
        int low[3] = {i % CELLS, i / CELLS % CELLS, i / CELLS / CELLS},
            high[3] = {low[0] + 1, low[1] + 1, low[2] + 1};
        bool loose = fk_random_below(random, 6) == 0;
        for (int grow = (int)fk_random_below(random, 7); grow > 0; grow--) {
            int axis = (int)fk_random_below(random, 3), to[2][3];
            bool up = fk_random_below(random, 2) == 0, fits = true;
            memcpy(to[0], low, sizeof low);
            memcpy(to[1], high, sizeof high);
            to[up][axis] += up ? 1 : -1;
            if (to[0][axis] < 0 || to[1][axis] > CELLS)
                continue;
            for (int z = to[0][2]; z < to[1][2]; z++)
                for (int y = to[0][1]; y < to[1][1]; y++)
                    for (int x = to[0][0]; x < to[1][0]; x++)
                        fits = fits && (loose || solid[x + CELLS * (y + CELLS * z)]) &&
                               !(hole && x == 1 && y == 1 && z == 1);
            if (fits) {
                memcpy(low, to[0], sizeof low);
                memcpy(high, to[1], sizeof high);
            }
        }
        for (int z = low[2]; z < high[2]; z++)
            for (int y = low[1]; y < high[1]; y++)
                for (int x = low[0]; x < high[0]; x++)
                    is_in[x + CELLS * (y + CELLS * z)] = true;
        memcpy(box[count][0], low, sizeof low);
        memcpy(box[count++][1], high, sizeof high);
    }
    return count;
}

static void cells(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    int seen[3] = {0, 0, 0};
    for (int round = 0; round < 1500; round++) {
        bool solid[CELLS * CELLS * CELLS];
        int box[CELLS * CELLS * CELLS][2][3];
        uint64_t dense = round % 2 == 0 ? 8 : 1 + fk_random_below(&random, 8);
        for (int i = 0; i < CELLS * CELLS * CELLS; i++)
            solid[i] = fk_random_below(&random, 8) < dense;
        map m = map_draw(&random, round % 3 != 0);
        clear();
        add_cell_faces(&m, solid);
        int boxes = draw_boxes(&random, solid, box);
        for (int b = 0; b < boxes; b++)
            add_cell_piece(&m, box[b][0], box[b][1]);
        truth t = count_cells(solid, box, boxes);
        fk_cover cover = check();
        assert_int_equal(cover.covers_surface, t.surface);
        if (t.surface)
            assert_int_equal(cover.covers_inside, t.inside);
        seen[t.surface ? t.inside ? 0 : 1 : 2]++;
    }
    assert_true(seen[0] > 100 && seen[1] > 20 && seen[2] > 100);
}

/* ---- Subdivisions -------------------------------------------------------------------------------------- */

/* The six tetrahedra of a cell along its diagonal (Kuhn): the corners of path k. */
static void kuhn(int k, int x, int y, int z, int out[4][3])
{
    static const int path[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    int p[3] = {x, y, z};
    memcpy(out[0], p, sizeof p);
    for (int i = 0; i < 3; i++) {
        p[path[k][i]]++;
        memcpy(out[i + 1], p, sizeof p);
    }
}

static bool is_near_tetra(const fk_vec3 corner[4], fk_vec3 p)
{
    for (int i = 0; i < 4; i++) {
        fk_vec3 a = corner[(i + 1) % 4], b = corner[(i + 2) % 4], c = corner[(i + 3) % 4];
        fk_vec3 n = fk_vec3_cross(fk_vec3_sub(b, a), fk_vec3_sub(c, a));
        double own = fk_vec3_dot(n, fk_vec3_sub(corner[i], a)), other = fk_vec3_dot(n, fk_vec3_sub(p, a));
        if (other / own < -1e-9)
            return false;
    }
    return true;
}

static void kuhn_grids(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    for (int round = 0; round < 24; round++) {
        map m = map_draw(&random, true);
        bool all[CELLS * CELLS * CELLS];
        fk_vec3 corner[6 * CELLS * CELLS * CELLS][4];
        for (int i = 0; i < CELLS * CELLS * CELLS; i++)
            all[i] = true;
        clear();
        add_cell_faces(&m, all);
        for (int i = 0; i < 6 * CELLS * CELLS * CELLS; i++) {
            int p[4][3], c = i / 6;
            kuhn(i % 6, c % CELLS, c / CELLS % CELLS, c / CELLS / CELLS, p);
            for (int k = 0; k < 4; k++)
                corner[i][k] = map_apply(&m, p[k][0], p[k][1], p[k][2]);
            add_piece(corner[i], 4);
        }
        assert_true(is_covered());
        for (int i = 0; i < 6; i++) {
            uint32_t skip = (uint32_t)fk_random_below(&random, now.piece_count);
            fk_cover cover;
            assert_int_equal(
                fk_cover_check_without(context, now.mesh, now.piece, now.piece_count, skip, &cover), FK_OK);
            assert_false(cover.covers_surface && cover.covers_inside);
            assert_true(cover.piece != skip);
            assert_true(is_near_tetra(corner[skip], cover.point));
        }
    }
}

/* A tetrahedron split again and again at a point of it that need not be on a lattice: those inside are arbitrary doubles. */
static void split_tetra(void **state)
{
    (void)state;
    fk_random random = fk_random_make(13);
    for (int round = 0; round < 60; round++) {
        fk_vec3 corner[64][4];
        uint32_t count = 1;
        double size = round % 4 == 0 ? 1e150 : round % 4 == 1 ? 1e-150 : 1;
        for (int k = 0; k < 4; k++)
            corner[0][k] =
                at(size * (fk_random_unit(&random) + (k == 1)), size * (fk_random_unit(&random) + (k == 2)),
                   size * (fk_random_unit(&random) + (k == 3)));
        clear();
        add_tetra(corner[0][0], corner[0][1], corner[0][2], corner[0][3]);
        for (int step = 0; step < 12; step++) {
            uint32_t from = (uint32_t)fk_random_below(&random, count);
            double weight[4], sum = 0;
            fk_vec3 p = at(0, 0, 0);
            for (int k = 0; k < 4; k++)
                sum += weight[k] = 0.05 + fk_random_unit(&random);
            for (int k = 0; k < 4; k++)
                p = fk_vec3_add(p, fk_vec3_scale(corner[from][k], weight[k] / sum));
            for (int k = 0; k < 3; k++) {
                memcpy(corner[count], corner[from], sizeof corner[from]);
                corner[count++][k] = p;
            }
            corner[from][3] = p;
        }
        for (uint32_t i = 0; i < count; i++)
            add_piece(corner[i], 4);
        assert_true(is_covered());
        uint32_t skip = (uint32_t)fk_random_below(&random, count);
        fk_cover cover;
        assert_int_equal(fk_cover_check_without(context, now.mesh, now.piece, now.piece_count, skip, &cover),
                         FK_OK);
        assert_false(cover.covers_surface && cover.covers_inside);
        if (size == 1)
            assert_true(is_near_tetra(corner[skip], cover.point));
    }
}

/* ---- Places between all doubles ------------------------------------------------------------------------ */

/* A prism along z over a triangle. */
static void prism_corners(const fk_vec3 base[3], double height, fk_vec3 out[6])
{
    for (int k = 0; k < 3; k++) {
        out[k] = base[k];
        out[k + 3] = at(base[k].x, base[k].y, height);
    }
}

/* Numbers of Fibonacci, f and g and f + g, make the triangle (0, 0), (g, f), (f + g, g) have the area 1/2, and its angle at the
 * origin is so small that no double lies inside: there are fractions between f / g and g / (f + g), but none with 53 bits. What is
 * left out there is found all the same. */
static void wedges(void **state)
{
    (void)state;
    for (int length = 77; length >= 9; length -= 4) {
        double f = 1, g = 1;
        for (int i = 2; i < length; i++) {
            double sum = f + g;
            f = g;
            g = sum;
        }
        fk_vec3 o = at(0, 0, 0), p = at(g, f, 0), q = at(f + g, g, 0), r = at(f + g, 0, 0), corner[6];
        for (int size = 0; size < 3; size++) {
            double height = size == 0 ? 1 : size == 1 ? g : ldexp(g, -100);
            clear();
            prism_corners((fk_vec3[]){o, r, q}, height, corner);
            add_triangle(corner[0], corner[2], corner[1]);
            add_triangle(corner[3], corner[4], corner[5]);
            for (int k = 0; k < 3; k++)
                add_quad(corner[k], corner[(k + 1) % 3], corner[(k + 1) % 3 + 3], corner[k + 3]);
            prism_corners((fk_vec3[]){o, r, p}, height, corner);
            add_piece(corner, 6);
            prism_corners((fk_vec3[]){p, r, q}, height, corner);
            add_piece(corner, 6);
            assert_true(sticks_out());
            /* Flat pieces around what is left out. */
            prism_corners((fk_vec3[]){o, p, q}, height, corner);
            add_piece(corner, 3);
            add_piece(corner + 3, 3);
            assert_true(sticks_out());
            add_piece((fk_vec3[]){corner[0], corner[2], corner[3], corner[5]}, 4);
            assert_true(is_hollow());
            add_piece(corner, 5);
            assert_true(is_hollow());
            add_piece(corner, 6);
            assert_true(is_covered());
        }
    }
}

/* ---- Random pieces against samples --------------------------------------------------------------------- */

/* How far outside of a hull a place is, by the plane that is furthest inside; without a sign that could be trusted. */
static double distance_out(const fk_hull *hull, fk_vec3 p)
{
    double most = -INFINITY;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *v = hull->face_vertex + hull->face_begin[f];
        fk_vec3 a = hull->point[v[0]];
        fk_vec3 n = fk_vec3_cross(fk_vec3_sub(hull->point[v[1]], a), fk_vec3_sub(hull->point[v[2]], a));
        most = fmax(most, fk_vec3_dot(n, fk_vec3_sub(p, a)) / fk_vec3_length(n));
    }
    return most;
}

static double distance_out_of_all(fk_vec3 p)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < now.piece_count; i++)
        if (now.piece[i]->dimension == 3)
            least = fmin(least, distance_out(now.piece[i], p));
    return least;
}

/* The winding number as the sum of solid angles (Van Oosterom, Strackee 1983), over 4 pi. */
static double winding_by_angles(fk_vec3 p)
{
    double sum = 0;
    for (uint32_t t = 0; t < now.mesh->triangle_count; t++) {
        const uint32_t *c = now.mesh->triangle[t].corner;
        fk_vec3 x = fk_vec3_sub(now.mesh->point[c[0]], p), y = fk_vec3_sub(now.mesh->point[c[1]], p);
        fk_vec3 z = fk_vec3_sub(now.mesh->point[c[2]], p);
        double a = fk_vec3_length(x), b = fk_vec3_length(y), d = fk_vec3_length(z);
        sum += 2 * atan2(fk_vec3_dot(x, fk_vec3_cross(y, z)),
                         a * b * d + fk_vec3_dot(x, y) * d + fk_vec3_dot(y, z) * a + fk_vec3_dot(z, x) * b);
    }
    return sum / (16 * atan(1.0));
}

static fk_vec3 draw_lattice(fk_random *random, uint64_t size)
{
    double x = (double)fk_random_below(random, size), y = (double)fk_random_below(random, size);
    return at(x, y, (double)fk_random_below(random, size));
}

/* A few tetrahedra on a lattice, which may overlap, some inverted. */
static void draw_solid(fk_random *random)
{
    for (uint64_t i = 1 + fk_random_below(random, 3); i > 0; i--) {
        fk_vec3 c[4];
        for (int k = 0; k < 4; k++)
            c[k] = draw_lattice(random, 7);
        if (fk_random_below(random, 4) > 0)
            add_tetra(c[0], c[1], c[2], c[3]);
        else {
            add_triangle(c[0], c[1], c[2]);
            add_triangle(c[0], c[3], c[1]);
            add_triangle(c[1], c[3], c[2]);
            add_triangle(c[2], c[3], c[0]);
        }
    }
}

static void draw_pieces(fk_random *random)
{
    /* Often one piece at least for each triangle, so that the surface is covered. */
    bool around = fk_random_below(random, 4) > 0;
    uint64_t most = fk_random_below(random, 6), pieces = 1 + fk_random_below(random, 9);
    if (around)
        pieces = now.mesh->triangle_count - (fk_random_below(random, 6) == 0);
    for (uint64_t i = 0; i < pieces; i++) {
        fk_vec3 c[14];
        size_t count = around ? 1 + (size_t)fk_random_below(random, 1 + most) : 4 + (size_t)most;
        for (size_t k = 0; k < count; k++)
            c[k] = draw_lattice(random, 7);
        const fk_triangle *t = &now.mesh->triangle[i % now.mesh->triangle_count];
        for (int k = 0; k < 3 && around; k++)
            c[count++] = now.mesh->point[t->corner[k]];
        add_piece(c, count);
    }
}

/* Some place near a given one, on a triangle or anywhere, is outside of all pieces by more than doubles err; and, anywhere, inside
 * the mesh. */
static bool is_found_near(fk_random *random, const fk_cover *cover)
{
    for (double reach = 1; reach > 1e-7; reach *= 0.5)
        for (int i = 0; i < 40; i++) {
            fk_vec3 p = cover->point;
            for (int k = 0; k < 3; k++)
                *fk_vec3_at(&p, k) += fk_random_between(random, -reach, reach);
            if (!cover->covers_surface) {
                /* Between the place and another on the triangle. */
                const uint32_t *c = now.mesh->triangle[cover->triangle].corner;
                double s = fk_random_unit(random), t = fk_random_unit(random) * (1 - s);
                fk_vec3 a = now.mesh->point[c[0]], q = a;
                q = fk_vec3_add(q, fk_vec3_scale(fk_vec3_sub(now.mesh->point[c[1]], a), s));
                q = fk_vec3_add(q, fk_vec3_scale(fk_vec3_sub(now.mesh->point[c[2]], a), t));
                p = fk_vec3_add(cover->point, fk_vec3_scale(fk_vec3_sub(q, cover->point), reach));
            }
            if (distance_out_of_all(p) > 1e-12 &&
                (!cover->covers_surface || fabs(winding_by_angles(p)) > 0.5))
                return true;
        }
    return false;
}

static void random_pieces(void **state)
{
    (void)state;
    fk_random random = fk_random_make(17);
    int seen[3] = {0, 0, 0};
    for (int round = 0; round < 3000; round++) {
        clear();
        draw_solid(&random);
        make_mesh();
        draw_pieces(&random);
        fk_cover cover = check();
        bool covered = cover.covers_surface && cover.covers_inside;
        seen[covered ? 0 : cover.covers_surface ? 1 : 2]++;
        if (!covered) {
            const uint32_t *c = now.mesh->triangle[cover.triangle == FK_NONE ? 0 : cover.triangle].corner;
            fk_vec3 a = now.mesh->point[c[0]];
            fk_vec3 n =
                fk_vec3_cross(fk_vec3_sub(now.mesh->point[c[1]], a), fk_vec3_sub(now.mesh->point[c[2]], a));
            if (cover.covers_surface || fk_vec3_dot(n, n) > 0)
                assert_true(is_found_near(&random, &cover));
            continue;
        }
        for (int i = 0; i < 200; i++) {
            fk_vec3 p = at(fk_random_between(&random, 0, 7), fk_random_between(&random, 0, 7),
                           fk_random_between(&random, 0, 7));
            if (distance_out_of_all(p) > 1e-12)
                assert_true(fabs(winding_by_angles(p)) < 0.5);
        }
    }
    assert_true(seen[0] > 300 && seen[1] > 30 && seen[2] > 300);
}

/* ---- Order, modes, memory ------------------------------------------------------------------------------ */

/* A solid of cells with overlapping boxes, some left out. */
static void make_cells(fk_random *random)
{
    bool solid[CELLS * CELLS * CELLS];
    int box[CELLS * CELLS * CELLS][2][3];
    for (int i = 0; i < CELLS * CELLS * CELLS; i++)
        solid[i] = fk_random_below(random, 8) < 7;
    map m = map_draw(random, true);
    clear();
    add_cell_faces(&m, solid);
    int boxes = draw_boxes(random, solid, box);
    for (int b = 0; b < boxes; b++)
        add_cell_piece(&m, box[b][0], box[b][1]);
    make_mesh();
}

static void orders(void **state)
{
    (void)state;
    fk_random random = fk_random_make(19);
    for (int round = 0; round < 100; round++) {
        if (round % 2 == 0)
            make_cells(&random);
        else {
            clear();
            draw_solid(&random);
            make_mesh();
            draw_pieces(&random);
        }
        fk_cover first = check();
        for (uint32_t i = now.triangle_count - 1; i > 0; i--) {
            uint32_t k = (uint32_t)fk_random_below(&random, i + 1);
            fk_triangle t = now.triangle[i];
            now.triangle[i] = now.triangle[k];
            now.triangle[k] = (fk_triangle){{t.corner[1], t.corner[2], t.corner[0]}};
        }
        for (uint32_t i = now.piece_count; i > 1; i--) {
            uint32_t k = (uint32_t)fk_random_below(&random, i);
            fk_hull *piece = now.piece[i - 1];
            now.piece[i - 1] = now.piece[k];
            now.piece[k] = piece;
        }
        make_mesh();
        fk_cover second = check();
        assert_int_equal(first.covers_surface, second.covers_surface);
        assert_int_equal(first.covers_inside, second.covers_inside);
        /* A piece twice, and flat pieces that were there before, change nothing. */
        if (now.piece_count > 0) {
            add_piece(now.piece[0]->point, now.piece[0]->vertex_count);
            second = check();
            assert_int_equal(first.covers_surface, second.covers_surface);
            assert_int_equal(first.covers_inside, second.covers_inside);
        }
    }
}

static void modes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(23);
    for (int round = 0; round < 30; round++) {
        if (round % 2 == 0)
            make_cells(&random);
        else {
            clear();
            draw_solid(&random);
            make_mesh();
            draw_pieces(&random);
        }
        fk_cover usual = check();
        for (int mode = 1; mode < FPU_MODES; mode++) {
            fk_cover cover;
            fpu_set(mode);
            fk_status status = fk_cover_check(context, now.mesh, now.piece, now.piece_count, &cover);
            fpu_set(0);
            assert_int_equal(status, FK_OK);
            assert_int_equal(cover.covers_surface, usual.covers_surface);
            assert_int_equal(cover.covers_inside, usual.covers_inside);
        }
    }
}

/* Coordinates all over the double range: the longest integers. */
static void extremes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(29);
    for (int round = 0; round < 12; round++) {
        fk_vec3 c[4], inner[4];
        for (int k = 0; k < 4; k++) {
            c[k] = at(k == 1 ? 0x1p1000 : 0, k == 2 ? 0x1p1000 : 0, k == 3 ? 0x1p1000 : 0);
            for (int j = 0; j < 3; j++)
                *fk_vec3_at(&c[k], j) += ldexp(fk_random_unit(&random), -1000);
        }
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < 3; j++)
                *fk_vec3_at(&inner[k], j) =
                    ldexp(0.25 + fk_random_unit(&random) / 8, 998 - (int)fk_random_below(&random, 1900));
        clear();
        add_tetra(c[0], c[1], c[2], c[3]);
        for (int k = 0; k < 4; k++) {
            fk_vec3 p[4];
            memcpy(p, c, sizeof p);
            p[k] = inner[0];
            add_piece(p, 4);
        }
        assert_true(is_covered());
        fk_cover cover;
        assert_int_equal(fk_cover_check_without(context, now.mesh, now.piece, now.piece_count, 1, &cover),
                         FK_OK);
        assert_false(cover.covers_surface && cover.covers_inside);
        /* Pieces that overlap, about a hull within that nothing covers, or that one does. */
        drop_pieces();
        for (int k = 0; k < 4; k++) {
            fk_vec3 p[6];
            int n = 0;
            for (int j = 0; j < 4; j++)
                if (j != k)
                    p[n++] = c[j];
            for (int j = 0; j < 4; j++)
                if (j != k)
                    p[n++] = inner[j];
            add_piece(p, 6);
        }
        bool before = is_covered();
        add_piece(inner, 4);
        fk_cover after = check();
        assert_true(after.covers_surface && (after.covers_inside || !before));
        add_piece(c, 4);
        assert_true(is_covered());
    }
}

static void scarce(void **state)
{
    (void)state;
    fk_random random = fk_random_make(31);
    for (int round = 0; round < 12; round++) {
        make_cells(&random);
        if (round % 3 == 0) {
            clear();
            draw_solid(&random);
            make_mesh();
            draw_pieces(&random);
        }
        fk_cover usual = check(), cover;
        memory m = {0, SIZE_MAX};
        fk_context *scarce_context = memory_context(&m);
        size_t own = m.used;
        fk_status status = FK_ERROR_MEMORY;
        for (size_t k = 0; status == FK_ERROR_MEMORY; k++) {
            m.fail_at = k;
            memset(&cover, 0x5a, sizeof cover);
            fk_cover untouched = cover;
            status = fk_cover_check(scarce_context, now.mesh, now.piece, now.piece_count, &cover);
            assert_true(m.used == own);
            if (status != FK_OK)
                assert_memory_equal(&cover, &untouched, sizeof cover);
        }
        assert_int_equal(status, FK_OK);
        assert_int_equal(cover.covers_surface, usual.covers_surface);
        assert_int_equal(cover.covers_inside, usual.covers_inside);
        m.fail_at = SIZE_MAX;
        fk_context_destroy(scarce_context);
    }
    clear();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cube_in_halves),
        cmocka_unit_test(cube_in_pyramids),
        cmocka_unit_test(cube_in_octants),
        cmocka_unit_test(shells),
        cmocka_unit_test(cavities),
        cmocka_unit_test(surfaces),
        cmocka_unit_test(fins),
        cmocka_unit_test(thin_triangles),
        cmocka_unit_test(cells),
        cmocka_unit_test(kuhn_grids),
        cmocka_unit_test(split_tetra),
        cmocka_unit_test(wedges),
        cmocka_unit_test(random_pieces),
        cmocka_unit_test(orders),
        cmocka_unit_test_teardown(modes, fpu_usual),
        cmocka_unit_test(extremes),
        cmocka_unit_test(scarce),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
