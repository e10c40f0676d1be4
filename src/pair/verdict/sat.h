/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files axes*.c share: two pieces as origin and edges, the error bound of their axes, and the ways to decide that
 * follow where axes in doubles do not. */

#ifndef FARKAS_PAIR_SAT_H
#define FARKAS_PAIR_SAT_H

#include "base/bits.h"
#include "base/vec3.h"
#include "farkas/pair.h"

#include <math.h>

/* A piece as an origin and three edges. A triangle has two, which are rounded, and a third of zero. */
typedef struct fk_axes_side {
    const fk_piece *piece;
    fk_kind kind;
    const fk_cell *cell;
    fk_cell triangle;
} fk_axes_side;

static inline void fk_axes_side_init(fk_axes_side *side, const fk_piece *piece)
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

/* Of an axis, as a multiple of its sizes: for two boxes, and for others. */
#define FK_AXES_ERROR_BOXES (32 * 0x1p-52)
#define FK_AXES_ERROR       (16 * 0x1p-52)

/* The same of a point that is to lie inside a cell: see sat_plain.c. */
#define FK_AXES_INSIDE_ERROR (64 * 0x1p-52)

/* More than flushing small numbers to zero can change an axis by; and the largest size for which that holds. */
#define FK_AXES_TINY    0x1p-800
#define FK_AXES_LARGEST 0x1p100

static inline double fk_axes_norm(fk_vec3 v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* The size K that all axes have in common, from the way between the origins and the sums of the sizes of all edges. NaN
 * when a number is. */
static inline double fk_axes_reach(fk_vec3 way, double edges_a, double edges_b)
{
    return 2 * fk_axes_norm(way) + (edges_a + edges_b);
}

/* The sizes of the edges of a piece, added up. */
static inline double fk_axes_edges(const fk_vec3 *edge)
{
    return fk_axes_norm(edge[0]) + fk_axes_norm(edge[1]) + fk_axes_norm(edge[2]);
}

/* A unit for whole numbers, of which K has less than 2^18. Below this K products of them could be flushed. */
#define FK_AXES_SMALLEST_WHOLE 0x1p-100

static inline double fk_axes_step(double reach)
{
    return 0x1p-17 / fk_inverse_power(fk_exponent_of(reach));
}

/* ---- What was known before ------------------------------------------------------------------------------ */

/* Whether a gap along n counts, that was computed as the difference of all shadows. With m the largest component of n, n.v
 * is off by 3 u m |v|, and by u more for the way between the origins; sums add 5 u m K: together 9 u m K. */
static inline bool fk_axes_gap_counts(double gap, fk_vec3 n, double reach)
{
    double largest = fk_vec3_largest(n);
    return largest <= FK_AXES_LARGEST && reach <= FK_AXES_LARGEST &&
           gap > FK_AXES_ERROR * largest * reach + FK_AXES_TINY;
}

/* A point of a piece by its coordinates along the edges, counted from the origin. It is off by 5 u sum |e|. */
static inline fk_vec3 fk_axes_point_at(const fk_cell *cell, fk_vec3 s)
{
    return fk_vec3_add(fk_vec3_add(fk_vec3_scale(cell->edge[0], s.x), fk_vec3_scale(cell->edge[1], s.y)),
                       fk_vec3_scale(cell->edge[2], s.z));
}

/* Whether these are coordinates of a point of the piece. A sum is kept clear of its roundings. */
static inline bool fk_axes_are_inside(fk_kind kind, fk_vec3 s)
{
    bool below =
        kind == FK_KIND_BOX ? s.x <= 1.0 && s.y <= 1.0 && s.z <= 1.0 : s.x + s.y + s.z <= 1.0 - 0x1p-40;
    return s.x >= 0.0 && s.y >= 0.0 && s.z >= 0.0 && below;
}

/* ---- What doubles leave open --------------------------------------------------------------------------- */

/* Axes as the vector code takes them, in groups of four lanes. Faces: lane k is face k. Mixed: lane i is edge i of a,
 * near, or in the last six groups far; the group counts the edges of b, three near and three far ones. Edge i from 0 to 2
 * is that of the cell; far edge i goes from the end of edge i + 1 to that of i + 2, counted around. */
enum { FK_AXES_FACES_A, FK_AXES_FACES_B, FK_AXES_MIXED, FK_AXES_MIXED_FAR = FK_AXES_MIXED + 6 };

/* What is left when there is no verdict. */
typedef struct fk_axes_open {
    uint64_t bits; /* open axes, four lanes a group; none when all of them are decided or none was tried */
    bool solid;    /* some axis shows that b - a has volume */
    bool flat;     /* no axis separates, and b - a has no volume */
} fk_axes_open;

/* An axis: the product of two edges. Edges 0 to 2 are those of a, 3 to 5 its far ones, 6 to 11 the same of b. */
typedef struct fk_axis {
    uint8_t first, second;
} fk_axis;

/* The two edges that span face k; face 3 of a tetrahedron is the one without its first vertex. */
static const uint8_t fk_face_edges[4][2] = {{1, 2}, {2, 0}, {0, 1}, {4, 5}};

/* Axes that the bound leaves open. */
typedef struct fk_axes_list {
    bool solid;
    int open_count;
    fk_axis open[44];
} fk_axes_list;

/* The verdict in doubles with a bound, FK_UNDECIDED when that leaves axes open. The kind of a is not after that of b. */
fk_verdict fk_axes_plain(const fk_axes_side *a, const fk_axes_side *b, fk_axes_open *open);

/* The same, with the list of open axes. It is empty for a verdict of FK_UNDECIDED when sizes are out of range or not
 * numbers. */
fk_verdict fk_axes_list_fill(fk_axes_list *list, const fk_axes_side *a, const fk_axes_side *b);

/* The largest exponent of a number of both pieces. */
int fk_axes_exponent(const fk_axes_side *a, const fk_axes_side *b);

/* The verdict when the open axes are decided one by one, in integers where need be; none of the others separates. Takes
 * axes off the list. */
fk_verdict fk_axes_exact(fk_axes_list *list, const fk_axes_side *a, const fk_axes_side *b);

/* Looks for a point inside both cells, in doubles, so many turns; true when one was found and proved. `inside` becomes its
 * coordinates along the edges of a. Not for triangles. */
bool fk_axes_inside(const fk_axes_side *a, const fk_axes_side *b, int turns, fk_vec3 *inside);

/* Whether what is cached shows its verdict, apart or overlapping. */
bool fk_axes_confirm_plain(const fk_axes_side *a, const fk_axes_side *b, const fk_pair_cache *cache);

/* The verdict when b - a has no volume and lies in a plane through the origin, or FK_UNDECIDED when the numbers are not
 * whole and small. */
fk_verdict fk_axes_flat(const fk_axes_side *a, const fk_axes_side *b);

/* ---- Two boxes with nearly parallel edges ----
 *
 * As parts that were placed with care have them. The axis of two parallel edges is zero
 * up to rounding, so it says nothing in doubles; but it need not be asked, when all others leave a little more room.
 *
 * Let S be the open axes, all of them mixed and of nearly parallel edges (e_i, f_j), with no edge in two of them. Turn each
 * such f_j into the direction of its e_i, around the centre of b: it changes by d_j = f_j minus its part along e_i, of
 * length |e_i x f_j| / |e_i|. Let D be the sum of these lengths. With Z the sum of all edges, each taken from -1 to 1, and
 * Z' the same for the turned box, boxes overlap when Z holds c inside (sat.c), and no point of Z' is farther than D from
 * Z: so it is enough that Z' holds c and more than D around it.
 *
 * The facets of Z' have normals that are products of its edges. As turned edges are along edges of a, these are face
 * normals of a, a face normal of b whose edges were not turned, or mixed axes of edges that were not turned: none of S. On
 * such an axis n the reach of Z' is at most D |n| less than that of Z. So c lies deep enough in Z' when |n.c| < reach -
 * 2 D |n| for all of them; |n| is at most P. That is the test in doubles with a bound of P (error K + 2 D), and it may leave
 * open the axes of S only. (Z' has volume then: in a plane it would reach nowhere along its normal.) */

/* D, rounded up, for the open axes; infinite when they are not as said above. */
static inline double fk_axes_turn(const fk_cell *a, const fk_cell *b, uint64_t open)
{
    double turn = 0.0;
    unsigned used = 0;
    for (int j = 0; j < 3; j++) {
        unsigned lanes = (unsigned)(open >> 4 * (FK_AXES_MIXED + j)) & 7;
        if (lanes == 0)
            continue;
        /* One edge of a, and not one of those before. */
        if ((lanes & (lanes - 1)) != 0 || (lanes & used) != 0)
            return INFINITY;
        used |= lanes;
        fk_vec3 e = a->edge[lanes >> 1], f = b->edge[j];
        double product = fk_axes_norm(e) * fk_axes_norm(f), across = fk_axes_norm(fk_vec3_cross(e, f));
        if (!(across <= 0x1p-40 * product))
            return INFINITY;
        turn += (across + 16 * 0x1p-52 * product + FK_AXES_TINY) / fk_vec3_largest(e);
    }
    /* Face axes are not open, and some other axis is. */
    return used == 0 || (open & 0xff) != 0 ? INFINITY : turn * (1 + 0x1p-40);
}

#endif
