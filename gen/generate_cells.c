/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The torus of the paper, covered by 800 tetrahedra. Source: Baillehache, "Collision detection based on the
 * Fourier-Motzkin elimination method", 6.1.2, which does not say how they were placed.
 *
 * Half-planes of the z axis at angles d apart cut the ring into an even number of wedges. Each half-plane
 * contains the same octagon, cut into four quads around its center. So a wedge has four cells with eight
 * corners, each cut into five tetrahedra; 40 wedges give 800. The corners of all cells have two colours, as
 * on a chessboard in each of the three directions. The five tetrahedra of a cell are the one of its four
 * white corners and one for each black corner. So adjacent cells cut their common face alike, and the
 * tetrahedra cover without gaps what their outer faces enclose, however their corners are rounded.
 *
 * The torus is inside: its ring has radius 1, its tube r. A straight line from one half-plane to the next
 * with both ends at radius q from the axis passes the half-plane at angle a from their middle at radius q
 * cos(d/2) / cos(a). So in that half-plane the cells fill the octagon with its distances from the axis
 * multiplied by cos(d/2) / cos(a), and a point of the disc of the tube at (1 + x, z) is in it if the octagon
 * contains the point (s (1 + x), z), with s = cos(a) / cos(d/2) from 1 to m = 1 / cos(d/2). The distance of
 * that point from the midpoint of (1, 0) and (m, 0) is at most (m - 1) / 2 + m r. The octagon is
 * circumscribed around a circle of that radius plus a millionth, which leaves room for rounding. */

#include <stdio.h>

#include "gen/generate_make.h"

#define OCTAGON 8

/* Adds, for each half-plane, the corners of the octagon, then its center. */
static void add_torus_points(fk_maker *maker, uint32_t wedges)
{
    double stretch = 1 / fk_turn_fraction(1, 2 * wedges).cosine;
    double middle = (1 + stretch) / 2, inner = ((stretch - 1) / 2 + stretch * FK_TORUS_TUBE) * 1.000001;
    double outer = inner / fk_turn_fraction(1, 2 * OCTAGON).cosine;
    for (uint32_t i = 0; i < wedges; i++) {
        fk_cos_sin ring = fk_turn_fraction(i, wedges);
        for (uint32_t k = 0; k <= OCTAGON; k++) {
            fk_cos_sin tube = fk_turn_fraction(2 * k % (2 * OCTAGON) + 1, 2 * OCTAGON);
            double radius = middle + (k < OCTAGON ? outer * tube.cosine : 0);
            fk_make_point(maker, radius * ring.cosine, radius * ring.sine,
                          k < OCTAGON ? outer * tube.sine : 0);
        }
    }
}

/* Makes a part with the four faces of a tetrahedron, whose corner d is on the side from which a, b and c are
 * counterclockwise unless `mirrored`. */
static void make_tetra(fk_maker *maker, const uint32_t corner[4], bool mirrored, uint32_t number)
{
    char name[32];
    snprintf(name, sizeof name, "cell-%u", (unsigned)number);
    fk_make_part(maker, name);
    uint32_t a = corner[0], b = corner[mirrored ? 2 : 1], c = corner[mirrored ? 1 : 2], d = corner[3];
    fk_make_triangle(maker, a, c, b);
    fk_make_triangle(maker, a, b, d);
    fk_make_triangle(maker, b, c, d);
    fk_make_triangle(maker, c, a, d);
}

/* The corners of a cell by bits: 1 along one side of the quad, 2 along the other, 4 along the ring. White
 * ones have an even number of bits, or an odd one with flip = 1; the last tetrahedron consists of them. */
static void make_torus_cell(fk_maker *maker, const uint32_t corner[8], uint32_t flip, uint32_t *number)
{
    static const uint8_t tetra[5][4] = {{1, 0, 3, 5}, {2, 3, 0, 6}, {4, 0, 5, 6}, {7, 5, 3, 6}, {0, 3, 5, 6}};
    for (int t = 0; t < 5; t++) {
        uint32_t c[4];
        for (int k = 0; k < 4; k++)
            c[k] = corner[tetra[t][k] ^ flip];
        /* Exchanging the colours mirrors the cell. */
        make_tetra(maker, c, flip != 0, ++*number);
    }
}

void fk_make_torus_cells(fk_maker *maker, uint32_t detail)
{
    uint32_t wedges = 2 * detail + 2, first = maker->points, number = 0;
    add_torus_points(maker, wedges);
    for (uint32_t i = 0; i < wedges && maker->status == FK_OK; i++)
        for (uint32_t q = 0; q < OCTAGON / 2; q++) {
            const uint32_t quad[4] = {OCTAGON, 2 * q, (2 * q + 2) % OCTAGON, 2 * q + 1};
            uint32_t corner[8];
            for (uint32_t k = 0; k < 8; k++)
                corner[k] = first + (i + k / 4) % wedges * (OCTAGON + 1) + quad[k % 4];
            make_torus_cell(maker, corner, i % 2, &number);
        }
}
