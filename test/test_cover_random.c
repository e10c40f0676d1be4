/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of the cover check on random input: solids of cells whose truth is counted, subdivisions, and pieces whose answers are
 * held against samples; order, states of the floating-point unit, memory that runs out. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cover_scene.h"
#include "fpu_modes.h"
#include "sanitized.h"
#include "scarce_memory.h"

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
    const int rounds = SANITIZED ? 500 : 1500;
    for (int round = 0; round < rounds; round++) {
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
    assert_true(seen[0] > rounds / 15 && seen[1] > rounds / 75 && seen[2] > rounds / 15);
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
    for (int round = 0; round < 2000; round++) {
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

static fk_vec3 draw_wild(fk_random *random)
{
    fk_vec3 p;
    for (int k = 0; k < 3; k++)
        *fk_vec3_at(&p, k) = ldexp(fk_random_unit(random) - 0.5, (int)fk_random_below(random, 2050) - 1040);
    return p;
}

/* Coordinates of any size, all together: the longest integers. A piece around all covers; one with a corner at each corner of
 * the solid, and none around, has to agree with itself in another order and where the solid is turned inside out. */
static void wild(void **state)
{
    (void)state;
    fk_random random = fk_random_make(41);
    int seen[2] = {0, 0};
    for (int round = 0; round < 16; round++) {
        fk_vec3 c[4];
        clear();
        for (int k = 0; k < 4; k++)
            c[k] = draw_wild(&random);
        for (int k = 0; k < 4; k++)
            add_triangle(c[k], c[(k + 1 + k % 2) % 4], c[(k + 2 - k % 2) % 4]);
        for (int i = 0; i < 6; i++) {
            fk_vec3 p[6] = {c[i % 4], c[(i + 1) % 4], c[(i + 2) % 4]};
            for (int k = 3; k < 6; k++)
                p[k] = draw_wild(&random);
            add_piece(p, 3 + (size_t)fk_random_below(&random, 4));
        }
        fk_cover first = check();
        for (uint32_t t = 0; t < now.triangle_count; t++) {
            uint32_t corner = now.triangle[t].corner[0];
            now.triangle[t].corner[0] = now.triangle[t].corner[2];
            now.triangle[t].corner[2] = corner;
        }
        for (uint32_t i = 0; i < now.piece_count / 2; i++) {
            fk_hull *piece = now.piece[i];
            now.piece[i] = now.piece[now.piece_count - 1 - i];
            now.piece[now.piece_count - 1 - i] = piece;
        }
        make_mesh();
        fk_cover second = check();
        assert_int_equal(first.covers_surface, second.covers_surface);
        assert_int_equal(first.covers_inside, second.covers_inside);
        seen[first.covers_surface && !first.covers_inside]++;
        add_piece(c, 4);
        assert_true(is_covered());
    }
    assert_true(seen[0] > 1 && seen[1] > 1);
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
        cmocka_unit_test(cells),
        cmocka_unit_test(kuhn_grids),
        cmocka_unit_test(split_tetra),
        cmocka_unit_test(random_pieces),
        cmocka_unit_test(orders),
        cmocka_unit_test(wild),
        cmocka_unit_test_teardown(modes, fpu_usual),
        cmocka_unit_test(scarce),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
