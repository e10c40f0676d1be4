/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The methods of the papers: one function each; systems of rows in doubles and in integers. */

#ifndef FARKAS_SRC_METHOD_H
#define FARKAS_SRC_METHOD_H

#include "base/vec3.h"
#include "exact/ball.h"
#include "exact/exact.h"
#include "farkas/method.h"
#include "farkas/pair.h"
#include "farkas/shape.h"
#include "pair/answer/answer.h"
#include "shape/hull.h"

fk_method_function fk_answer_fm, fk_answer_fm_paper, fk_answer_ec, fk_answer_ec_paper, fk_answer_sat,
    fk_answer_sat6, fk_answer_gjk, fk_answer_cw;

/* Leaves a step FK_STEP_EXACT. */
void fk_trace_exact(fk_trace *trace);

/* ---- Points of M = a - b around the origin, in doubles (certificate_overlap.c) ---- */

/* A growing set of points; what is beyond the certificate's size is cut down at the end. */
#define FK_SURROUND_MAX 16

typedef struct fk_surround {
    uint32_t count;
    fk_walk_point point[FK_SURROUND_MAX];
    /* A direction without points of the set on its positive side, up to rounding; zero: there is none. The product that it
     * is made of, of any length: exact where the points are whole numbers. */
    fk_vec3 open, product;
} fk_surround;

/* Looks for an open direction of the set. False when the points go around the origin, clear of rounding. */
bool fk_surround_is_open(fk_surround *set, double size);

/* Adds points of M until the set goes around the origin, and drops those that are not needed: at most
 * FK_CERTIFICATE_PAIRS are left (Steinitz). False when M itself has an open direction, up to rounding, or too many
 * steps were needed: at most 64. */
bool fk_surround_grow(fk_bodies *bodies, fk_surround *set);

/* ---- From the end of a walk to an answer that holds (certificate_gjk.c) ---- */

/* Fills a zeroed answer with what the walk proves about two pieces with vertices, spheres and capsules among them;
 * leaves it undecided when it proves nothing. Bounds are asked first; near touching, certificates that the walk suggests
 * are put before the verifier. set is where to start looking for points around the origin, and is changed; its count may
 * be 0. */
void fk_claim(const fk_pair_query *query, fk_bodies *bodies, const fk_gjk_walk *walk, fk_surround *set,
              fk_answer *out);

/* The same from points around the origin alone: overlapping, or nothing. */
void fk_claim_surrounded(const fk_pair_query *query, const fk_bodies *bodies, const fk_surround *set,
                         fk_answer *out);

/* The same for a pair with a cylinder, cone or ellipsoid. What the walk leaves open is asked of fk_smooth_solve, which
 * walks again, with smaller pieces or other directions. */
void fk_claim_smooth(const fk_pair_query *query, fk_bodies *bodies, const fk_gjk_walk *walk, fk_answer *out);

/* A search that fills a zeroed answer, or leaves it undecided. */
typedef void fk_claim_search(const fk_pair_query *query, fk_bodies *bodies, fk_answer *out);

/* Runs a search; and once more over all vertices when that leaves a pair with a large hull undecided, since neighbours
 * of a hull that was bent by rounding may have misled it. */
void fk_claim_by(fk_claim_search *search, const fk_pair_query *query, fk_answer *out);

/* ---- Two pieces as inequalities in exact integers (exact_constraints.c) ---- */

/* Three pivots, three variables, two simplices. */
#define FK_EXACT_ROWS 8

/* lo <= c.y <= hi for the three variables y. */
typedef struct fk_exact_row {
    fk_exact c[3], sum, width; /* lo + hi, hi - lo */
} fk_exact_row;

/* All y that satisfy the rows are the common points of two pieces, and each row strictly those where the relative
 * interiors meet. Every y lies between 0 and 1. */
typedef struct fk_exact_rows {
    fk_arena arena; /* of all numbers */
    bool is_flat;   /* the edges of both pieces do not span space: what meets touches */
    uint32_t count;
    fk_exact_row row[FK_EXACT_ROWS];
} fk_exact_rows;

/* Makes the rows of two valid points, segments, triangles or cells. False for hulls, and for two flat boxes in parallel
 * planes, which have four variables. Look at arena.full before a claim is made. */
bool fk_exact_rows_make(fk_exact_rows *rows, const fk_piece *a, const fk_piece *b);

/* |g x - m| <= w for one number x; g >= 0. */
typedef struct fk_exact_range {
    fk_exact g, m, w;
} fk_exact_range;

/* Makes g not negative. */
fk_exact_range fk_exact_range_turn(fk_exact_range range);

/* For g = 0: 1 when the condition holds strictly, 0 when as an equality, -1 when it fails. */
int fk_exact_range_room(const fk_exact_range *range);

/* The sign of one end of a range minus an end of another; both have g > 0. */
int fk_exact_range_compare(fk_arena *arena, const fk_exact_range *p, bool p_upper, const fk_exact_range *q,
                           bool q_upper);

/* ---- The rows of method `fm`, and the checks that make a proof of what is found in them (fm_system.c) ---- */

/* Two solid hulls: their facets, and the ranges of three pivots and three variables. Two cells have at most 8 rows. */
#define FK_FM_ROWS (2 * FK_SMALL_FACETS + 6)

/* |c.y - mid| <= half, for the variables y in [-1, 1]. The row of the exact numbers, times some positive number,
 * differs by no more than `error` for all such y: where |c.y - mid| < half - error, y is strictly inside it. `error` is
 * at least 2^-52 of every number of the row. */
typedef struct fk_fm_row {
    double c[3], mid, half, error;
} fk_fm_row;

/* A piece as origin + sum of z[k] edge[k], with z in a domain: |z[k] - mid| <= half for each, and further rows. A
 * box is the unit cube, a tetrahedron, triangle or segment the unit simplex. */
typedef struct fk_fm_side {
    uint32_t count; /* of edges: 0 to 3 */
    bool simplex, solid;
    bool thin; /* a hull so thin that its rows are lost */
    fk_vec3 origin, edge[3];
    fk_fm_row range[3];
    uint32_t row_count; /* beyond the ranges */
    fk_fm_row row[FK_SMALL_FACETS];
    uint32_t point_count; /* of a hull: its vertices, from the origin; 0 for the others */
    fk_vec3 point[FK_SMALL_VERTICES];
} fk_fm_side;

typedef struct fk_fm_system {
    fk_fm_side a, b;
    fk_vec3 shift;  /* origin of b minus origin of a */
    double reach;   /* its largest component, and some more for numbers that are flushed to zero */
    double scale;   /* of all numbers of the pieces */
    uint32_t count; /* of columns: the edges of a, then those of b negated */
    fk_vec3 column[6];
    double size[6];      /* their largest components */
    uint32_t pivot[3];   /* columns whose parameters are expressed by the others */
    uint32_t free[3];    /* those others: the variables */
    uint32_t free_count; /* further variables are in no row but their own */
    bool pivot_simplex;  /* the pivots are the parameters of one simplex */
    bool free_simplex;   /* the variables are */
    fk_vec3 normal[3];   /* of the pivots: z = normal.(shift - rest) */
    uint32_t row_count;  /* the pivots first, the three variables last */
    fk_fm_row row[FK_FM_ROWS];
    fk_vec3 direction[FK_FM_ROWS]; /* in the world: what a row is the product with; zero for a variable */
} fk_fm_system;

typedef enum fk_fm_form {
    FK_FM_ROWS_MADE,
    FK_FM_FLAT, /* the edges of both pieces do not span space, or hardly: no rows, but fk_fm_separates works */
    FK_FM_NOTHING /* a hull with too many points, or numbers out of range */
} fk_fm_form;

/* Makes the system of two polyhedra. */
fk_fm_form fk_fm_system_make(fk_fm_system *system, const fk_piece *a, const fk_piece *b);

/* Whether a direction separates the pieces, proved. Then *direction is it, of a size near 1, from a to b. */
bool fk_fm_separates(const fk_fm_system *system, fk_vec3 *direction);

/* How far the pieces are apart along a normal from a to b of length 1 at most: a lower bound, in scaled numbers; it may
 * be negative. *middle is halfway between them, from the origin of a. */
double fk_fm_gap(const fk_fm_system *system, fk_vec3 normal, double *middle);

/* Whether a point of the variables lies strictly within all rows, proved. Then the pieces overlap. */
bool fk_fm_holds(const fk_fm_system *system, const double y[3]);

/* fm_flat.c: whether two pieces of form FK_FM_FLAT are apart, proved. Then *direction is as above. */
bool fk_fm_flat_apart(const fk_fm_system *system, fk_vec3 *direction);

/* fm_domain.c: a piece as a side, all numbers times scale. False for a hull with too many points. */
bool fk_fm_side_make(fk_fm_side *side, const fk_piece *piece, double scale);

/* ---- The search for a proof in these rows (fm_eliminate.c) ---- */

typedef struct fk_fm_finding {
    fk_vec3 direction; /* apart: from a to b, and proved to separate them */
    double y[3];       /* overlapping: values of the variables, proved to lie strictly inside all rows */
} fk_fm_finding;

/* Eliminates the variables of a system with rows: apart, overlapping or undecided. */
fk_verdict fk_fm_search(const fk_fm_system *system, fk_trace *trace, fk_fm_finding *out);

/* ---- Two polyhedra as rows in balls: what method `ec` searches (ec_constraints.c) ---- */

/* a.x <= c; or a.x = c. Solids have one row per facet. */
typedef struct fk_system_row {
    fk_ball a[3], c;
    uint8_t piece; /* 0 or 1: whose row it is; 2: of the room */
    bool equality;
    bool dropped; /* is not used to refute any more */
} fk_system_row;

/* Rows of both pieces, and of the room. */
#define FK_ROW_MAX (2 * FK_SMALL_FACETS + 6)

/* The variables are x = (world - frame) * 2^exponent - middle. */
typedef struct fk_row_system {
    int exponent;
    fk_vec3 frame;    /* a point of the smaller piece */
    double middle[3]; /* of the box that both have in common, from the frame */
    double reach[3];  /* a bound of |x_v| for all common points */
    double room;      /* twice the greatest of them: the common points lie well inside |x_v| <= room */
    uint32_t count;
    fk_system_row row[FK_ROW_MAX];
} fk_row_system;

/* False for a hull of more than FK_SMALL_VERTICES points. The pieces are valid polyhedra. */
bool fk_row_system_make(const fk_piece *a, const fk_piece *b, fk_row_system *out);

/* The verdict on two valid pieces in exact integers, by elimination in some 100 microseconds and by effective constraints
 * in up to some milliseconds; FK_UNDECIDED where there are no exact rows or the numbers are too long for the arena. */
fk_verdict fk_fm_exact(const fk_piece *a, const fk_piece *b);
fk_verdict fk_ec_exact(const fk_piece *a, const fk_piece *b);

#endif
