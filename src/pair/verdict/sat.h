/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files sat*.c share: a piece as origin and edges, the error bound of an axis, and the stages that decide where
 * axes in doubles do not. */

#ifndef FARKAS_PAIR_SAT_H
#define FARKAS_PAIR_SAT_H

#include "base/bits.h"
#include "base/vec3.h"
#include "farkas/pair.h"

#include <math.h>

/* A piece as an origin and three edges. A triangle has two, which are rounded, and a third of zero. */
typedef struct fk_sat_piece {
    const fk_piece *piece;
    fk_kind kind;
    const fk_cell *cell;
    fk_cell triangle;
} fk_sat_piece;

static inline void fk_sat_piece_init(fk_sat_piece *side, const fk_piece *piece)
{
    side->piece = piece;
    side->kind = piece->kind;
    side->cell = &piece->as.cell;
    if (piece->kind == FK_KIND_TRIANGLE) {
        const fk_vec3 *p = piece->as.triangle;
        side->triangle.origin = p[0];
        side->triangle.edge[0] = fk_vec3_sub(p[1], p[0]);
        side->triangle.edge[1] = fk_vec3_sub(p[2], p[0]);
        side->triangle.edge[2] = fk_vec3_make(0, 0, 0);
        side->cell = &side->triangle;
    }
}

/* ---- Error bound: see sat.c --------------------------------------------------------------------------- */

/* The relative error of an axis: for two boxes, and for others. */
#define FK_SAT_ERROR_BOXES (32 * 0x1p-52)
#define FK_SAT_ERROR       (16 * 0x1p-52)

/* The relative error of the coordinates of a point in a cell: see sat_plain.c. */
#define FK_SAT_INSIDE_ERROR (64 * 0x1p-52)

/* A bound of the change of an axis when small numbers are flushed to zero; and the largest size for which it holds. */
#define FK_SAT_TINY    0x1p-800
#define FK_SAT_LARGEST 0x1p100

/* The size K of the error bound, from the shift between the origins and the sums of the norms of all edges. NaN when a
 * number is. */
static inline double fk_sat_size(fk_vec3 shift, double edges_a, double edges_b)
{
    return 2 * fk_vec3_norm1(shift) + (edges_a + edges_b);
}

/* The sum of the norms of the edges of a piece. */
static inline double fk_sat_edge_norms(const fk_vec3 *edge)
{
    return fk_vec3_norm1(edge[0]) + fk_vec3_norm1(edge[1]) + fk_vec3_norm1(edge[2]);
}

/* The least K for a grid: below it products of grid numbers could be flushed to zero. */
#define FK_SAT_SMALLEST_GRID 0x1p-100

/* The unit of a grid, a power of two: K is less than 2^18 units. */
static inline double fk_sat_grid_unit(double size)
{
    return 0x1p-17 / fk_inverse_power(fk_exponent_of(size));
}

/* ---- Cached proofs -------------------------------------------------------------------------------------- */

/* Whether a gap along n, computed as the difference of both projections, exceeds its error. With m the largest component of
 * n, n.v is off by 3 u m |v|, and by u more for the shift between the origins; sums add 5 u m K: together 9 u m K. */
static inline bool fk_sat_gap_is_proved(double gap, fk_vec3 n, double size)
{
    double largest = fk_vec3_largest(n);
    return largest <= FK_SAT_LARGEST && size <= FK_SAT_LARGEST &&
           gap > FK_SAT_ERROR * largest * size + FK_SAT_TINY;
}

/* The point of a piece with given coordinates along its edges, minus the origin. It is off by 5 u sum |e|. */
static inline fk_vec3 fk_sat_point_at(const fk_cell *cell, fk_vec3 s)
{
    return fk_vec3_add(fk_vec3_add(fk_vec3_scale(cell->edge[0], s.x), fk_vec3_scale(cell->edge[1], s.y)),
                       fk_vec3_scale(cell->edge[2], s.z));
}

/* Whether these are coordinates of a point of the piece. The bound of a sum leaves room for its roundings. */
static inline bool fk_sat_is_inside(fk_kind kind, fk_vec3 s)
{
    bool below =
        kind == FK_KIND_BOX ? s.x <= 1.0 && s.y <= 1.0 && s.z <= 1.0 : s.x + s.y + s.z <= 1.0 - 0x1p-40;
    return s.x >= 0.0 && s.y >= 0.0 && s.z >= 0.0 && below;
}

/* ---- Open axes: those that doubles do not decide ------------------------------------------------------- */

/* The numbering of axes in the vector code: groups of four lanes. In a group of face axes lane k is face k. In a group of
 * edge products lane i is edge i of a, a near one, or in the last six groups a far one; the group number counts the edges
 * of b, three near and three far ones. Near edge i, 0 to 2, is that of the cell; far edge i goes from the end of edge i + 1
 * to that of i + 2, modulo 3. */
enum { FK_SAT_FACES_A, FK_SAT_FACES_B, FK_SAT_PRODUCTS, FK_SAT_PRODUCTS_FAR = FK_SAT_PRODUCTS + 6 };

/* What is known when there is no verdict. */
typedef struct fk_sat_open {
    uint64_t bits; /* open axes, four lanes a group; 0 when all are decided or none was tested */
    bool solid;    /* some axis proves that b - a has volume */
    bool flat;     /* no axis separates, and b - a has no volume */
} fk_sat_open;

/* An axis: the cross product of two edges. Edges 0 to 2 are those of a, 3 to 5 its far ones, 6 to 11 the same of b. */
typedef struct fk_sat_axis {
    uint8_t first, second;
} fk_sat_axis;

/* The two edges that span face k; face 3 of a tetrahedron is opposite to its first vertex. */
static const uint8_t fk_sat_face_edges[4][2] = {{1, 2}, {2, 0}, {0, 1}, {4, 5}};

/* Axes that the error bound leaves open. */
typedef struct fk_sat_axis_list {
    bool solid;
    int open_count;
    fk_sat_axis open[44];
} fk_sat_axis_list;

/* The verdict in doubles with an error bound, FK_UNDECIDED when that leaves axes open. The kind of a does not come after
 * that of b. */
fk_verdict fk_sat_plain(const fk_sat_piece *a, const fk_sat_piece *b, fk_sat_open *open);

/* The same, with the list of open axes. The list is empty for a verdict of FK_UNDECIDED when sizes are out of range or not
 * numbers. */
fk_verdict fk_sat_list_open(fk_sat_axis_list *list, const fk_sat_piece *a, const fk_sat_piece *b);

/* The largest exponent of a number of both pieces. */
int fk_sat_exponent(const fk_sat_piece *a, const fk_sat_piece *b);

/* The verdict from the open axes, one by one, in integers where doubles do not suffice; none of the other axes separates.
 * Removes axes from the list. */
fk_verdict fk_sat_exact(fk_sat_axis_list *list, const fk_sat_piece *a, const fk_sat_piece *b);

/* Searches a point inside both cells, in doubles, in at most `turns` steps; true when one was found and proved. `inside`
 * becomes its coordinates along the edges of a. False for triangles. */
bool fk_sat_find_inside(const fk_sat_piece *a, const fk_sat_piece *b, int turns, fk_vec3 *inside);

/* Whether the cache proves its verdict, apart or overlapping. */
bool fk_sat_check_cache_plain(const fk_sat_piece *a, const fk_sat_piece *b, const fk_pair_cache *cache);

/* The verdict when b - a has no volume and lies in a plane through the origin, or FK_UNDECIDED when the numbers are not
 * small multiples of one unit. */
fk_verdict fk_sat_flat(const fk_sat_piece *a, const fk_sat_piece *b);

/* ---- Two boxes with nearly parallel edges ----
 *
 * Carefully placed parts often have them. The product of two parallel edges is zero up to rounding, so doubles cannot decide
 * that axis. It is not needed when all other axes overlap by a little more.
 *
 * Let S be the open axes, all of them products of nearly parallel edges (e_i, f_j), with no edge in two of them. Rotate each
 * such f_j into the direction of its e_i, around the centre of b: it changes by d_j = f_j minus its component along e_i, of
 * length |e_i x f_j| / |e_i|. Let D be the sum of these lengths. Let Z be the sum of all edges, each times -1 to 1, and
 * Z' the same for the rotated box. The boxes overlap when c lies inside Z (sat.c). No point of Z' is farther than D from
 * Z, so it is enough that Z' contains all points within D of c.
 *
 * The facets of Z' have normals that are products of its edges. As rotated edges are along edges of a, these are face
 * normals of a, a face normal of b whose edges were not rotated, or products of edges that were not rotated: none of S. On
 * such an axis n the support value of Z' is at most D |n| less than that of Z. So c lies deep enough in Z' when |n.c| <
 * support - 2 D |n| for all of them; |n| is at most P. That is the test in doubles with a bound of P (error K + 2 D), and
 * it may leave open the axes of S only. (Z' has volume then: a flat Z' has support value 0 along its normal.) */

/* D, rounded up, for the open axes; infinite when they are not as described above. */
static inline double fk_sat_rotation(const fk_cell *a, const fk_cell *b, uint64_t open)
{
    double turn = 0.0;
    unsigned used = 0;
    for (int j = 0; j < 3; j++) {
        unsigned lanes = (unsigned)(open >> 4 * (FK_SAT_PRODUCTS + j)) & 7;
        if (lanes == 0)
            continue;
        /* One edge of a, and none that another edge of b has used. */
        if ((lanes & (lanes - 1)) != 0 || (lanes & used) != 0)
            return INFINITY;
        used |= lanes;
        fk_vec3 e = a->edge[lanes >> 1], f = b->edge[j];
        double product = fk_vec3_norm1(e) * fk_vec3_norm1(f), across = fk_vec3_norm1(fk_vec3_cross(e, f));
        if (!(across <= 0x1p-40 * product))
            return INFINITY;
        turn += (across + 16 * 0x1p-52 * product + FK_SAT_TINY) / fk_vec3_largest(e);
    }
    /* No face axis may be open, and at least one product is. */
    return used == 0 || (open & 0xff) != 0 ? INFINITY : turn * (1 + 0x1p-40);
}

#endif
