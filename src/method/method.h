/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The methods of the papers: one function each; and two pieces as systems of linear inequalities, in doubles, balls and
 * integers. A row is one inequality of such a system, or two that share their left side: lo <= c.y <= hi. */

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

/* Adds a step FK_STEP_EXACT to a trace. */
void fk_trace_add_exact(fk_trace *trace);

/* ---- Points of M = a - b that enclose the origin, in doubles (certificate_overlap.c) ---- */

/* The most points of a set; points beyond the size of a certificate are removed at the end. */
#define FK_OVERLAP_SET_MAX 16

typedef struct fk_overlap_set {
    uint32_t count;
    fk_gjk_point point[FK_OVERLAP_SET_MAX];
    /* open: a unit direction without points of the set on its positive side, up to rounding; zero when there is none.
     * product: the cross product it comes from, of any length; exact where the points have small integer coordinates. */
    fk_vec3 open, product;
} fk_overlap_set;

/* Searches an open direction of the set. False when the points enclose the origin, up to rounding. */
bool fk_overlap_set_is_open(fk_overlap_set *set, double size);

/* Adds points of M until the set encloses the origin, and removes those that are not needed: at most FK_CERTIFICATE_PAIRS
 * are left (Steinitz). False when M itself has an open direction, up to rounding, or after 64 steps. */
bool fk_overlap_set_grow(fk_support_bodies *bodies, fk_overlap_set *set);

/* ---- From the result of GJK to an answer with a certificate (certificate_gjk.c) ---- */

/* Fills a zeroed answer with what the walk proves about two pieces with vertices, spheres and capsules included; leaves it
 * undecided when it proves nothing. Error bounds are tried first; near touching, the verifier checks certificates that the
 * walk suggests. set is the start of the search for points that enclose the origin, and is changed; its count may be 0. */
void fk_certificate_gjk(const fk_pair_query *query, fk_support_bodies *bodies, const fk_gjk_result *walk,
                        fk_overlap_set *set, fk_answer *out);

/* The same from points that enclose the origin alone: overlapping, or nothing. */
void fk_certificate_overlap(const fk_pair_query *query, const fk_support_bodies *bodies,
                            const fk_overlap_set *set, fk_answer *out);

/* The same for a pair with a cylinder, cone or ellipsoid. What the walk leaves open fk_smooth_verdict decides, which runs GJK
 * again, with shrunk pieces or other directions. */
void fk_certificate_gjk_smooth(const fk_pair_query *query, fk_support_bodies *bodies,
                               const fk_gjk_result *walk, fk_answer *out);

/* A search that fills a zeroed answer, or leaves it undecided. */
typedef void fk_certificate_function(const fk_pair_query *query, fk_support_bodies *bodies, fk_answer *out);

/* Runs a search. When it leaves a pair with a large hull undecided, runs it again over all vertices: the neighbours in a hull
 * whose points were rounded may have misled it. */
void fk_certificate_search(fk_certificate_function *search, const fk_pair_query *query, fk_answer *out);

/* ---- Two pieces as inequalities in exact integers (exact_constraints.c) ---- */

/* Of three pivots, three variables and two simplices. */
#define FK_EXACT_INEQUALITIES 8

/* lo <= c.y <= hi for the three variables y. */
typedef struct fk_exact_inequality {
    fk_exact c[3], sum, width; /* lo + hi, hi - lo */
} fk_exact_inequality;

/* The y that satisfy all rows are the common points of two pieces; those that satisfy all strictly are the common points of
 * the relative interiors. Every y lies between 0 and 1. */
typedef struct fk_exact_system {
    fk_arena arena; /* of all numbers */
    bool is_flat;   /* the edges of both pieces do not span space: pieces that meet only touch */
    uint32_t count;
    fk_exact_inequality row[FK_EXACT_INEQUALITIES];
} fk_exact_system;

/* Builds the rows of two valid points, segments, triangles or cells. False for hulls, and for two flat boxes in parallel
 * planes, which have four variables. The caller must test arena.full before it uses a result. */
bool fk_exact_system_make(fk_exact_system *rows, const fk_piece *a, const fk_piece *b);

/* |g x - m| <= w for one number x; g >= 0. */
typedef struct fk_scaled_interval {
    fk_exact g, m, w;
} fk_scaled_interval;

/* Makes g not negative. */
fk_scaled_interval fk_scaled_interval_orient(fk_scaled_interval range);

/* For g = 0: 1 when the inequality holds strictly, 0 when as an equality, -1 when it fails. */
int fk_scaled_interval_slack(const fk_scaled_interval *range);

/* The sign of one end of an interval minus an end of another; both have g > 0. */
int fk_scaled_interval_compare(fk_arena *arena, const fk_scaled_interval *p, bool p_upper,
                               const fk_scaled_interval *q, bool q_upper);

/* ---- The rows of method `fm`, and the checks that prove what the elimination finds (fm_system.c) ---- */

/* Two solid hulls have a row for each facet, and ranges of three pivots and three variables. Two cells have at most 8 rows. */
#define FK_FM_ROWS (2 * FK_SMALL_FACETS + 6)

/* |c.y - mid| <= half, for the variables y in [-1, 1]. The exact row, times some positive number, differs by no more than
 * `error` for all such y: where |c.y - mid| < half - error, y is strictly inside the exact row. `error` is at least 2^-52
 * of every number of the row. */
typedef struct fk_fm_row {
    double c[3], mid, half, error;
} fk_fm_row;

/* A piece as origin + sum of z[k] edge[k], with z in a domain: |z[k] - mid| <= half for each, and further rows. A
 * box is the unit cube, a tetrahedron, triangle or segment the unit simplex. */
typedef struct fk_fm_piece {
    uint32_t count; /* of edges: 0 to 3 */
    bool simplex, solid;
    bool thin; /* a hull so thin that rounding destroys its rows */
    fk_vec3 origin, edge[3];
    fk_fm_row range[3];
    uint32_t row_count; /* beyond the ranges */
    fk_fm_row row[FK_SMALL_FACETS];
    uint32_t point_count; /* of a hull: its vertices, from the origin; 0 for the others */
    fk_vec3 point[FK_SMALL_VERTICES];
} fk_fm_piece;

typedef struct fk_fm_system {
    fk_fm_piece a, b;
    fk_vec3 shift;  /* origin of b minus origin of a */
    double reach;   /* its largest component, plus a bound for numbers that are flushed to zero */
    double scale;   /* of all numbers of the pieces */
    uint32_t count; /* of columns: the edges of a, then those of b negated */
    fk_vec3 column[6];
    double size[6];      /* their largest components */
    uint32_t pivot[3];   /* columns whose parameters are expressed by the others */
    uint32_t free[3];    /* those others: the variables */
    uint32_t free_count; /* further variables appear in no row but their own */
    bool pivot_simplex;  /* the pivots are the parameters of one simplex */
    bool free_simplex;   /* the variables are */
    fk_vec3 normal[3];   /* of the pivots: z = normal.(shift - rest) */
    uint32_t row_count;  /* the pivots first, the three variables last */
    fk_fm_row row[FK_FM_ROWS];
    /* of each row, in the world: c.y is a product with it; zero for a variable */
    fk_vec3 direction[FK_FM_ROWS];
} fk_fm_system;

typedef enum fk_fm_form {
    FK_FM_ROWS_MADE,
    FK_FM_FLAT, /* the edges of both pieces do not span space, or hardly: no rows, but fk_fm_separates works */
    FK_FM_NOTHING /* a hull with too many points, or numbers out of range */
} fk_fm_form;

/* Builds the system of two polyhedra. */
fk_fm_form fk_fm_system_make(fk_fm_system *system, const fk_piece *a, const fk_piece *b);

/* Whether a direction is proved to separate the pieces. Then *direction becomes it, scaled to a size near 1, from a to b. */
bool fk_fm_separates(const fk_fm_system *system, fk_vec3 *direction);

/* A lower bound of the separation along a normal from a to b of length 1 at most, in scaled numbers; it may be negative.
 * *middle is halfway between the pieces, from the origin of a. */
double fk_fm_separation(const fk_fm_system *system, fk_vec3 normal, double *middle);

/* Whether y is proved to lie strictly inside all rows. Then the pieces overlap. */
bool fk_fm_is_inside(const fk_fm_system *system, const double y[3]);

/* fm_flat.c: whether two pieces of form FK_FM_FLAT are proved to be apart. Then *direction is as above. */
bool fk_fm_separate_flat(const fk_fm_system *system, fk_vec3 *direction);

/* fm_domain.c: converts a piece, all numbers times scale. False for a hull with too many points. */
bool fk_fm_piece_make(fk_fm_piece *side, const fk_piece *piece, double scale);

/* ---- The elimination: a search for a proof in these rows (fm_eliminate.c) ---- */

typedef struct fk_fm_result {
    fk_vec3 direction; /* apart: from a to b, proved to separate them */
    double y[3];       /* overlapping: values of the variables, proved to lie strictly inside all rows */
} fk_fm_result;

/* Eliminates the variables of a system with rows: apart, overlapping or undecided. */
fk_verdict fk_fm_eliminate(const fk_fm_system *system, fk_trace *trace, fk_fm_result *out);

/* ---- Two polyhedra as inequalities in balls, for method `ec` (ec_constraints.c) ---- */

/* a.x <= c; or a.x = c. Solids have one row per facet. */
typedef struct fk_ec_constraint {
    fk_ball a[3], c;
    uint8_t piece; /* 0 or 1: the piece it belongs to; 2: the room */
    bool equality;
    bool dropped; /* no longer used to refute */
} fk_ec_constraint;

/* The most rows, of both pieces and of the room. */
#define FK_EC_CONSTRAINTS (2 * FK_SMALL_FACETS + 6)

/* The variables are x = (world - frame) * 2^exponent - middle. */
typedef struct fk_ec_system {
    int exponent;
    fk_vec3 frame;    /* a point of the smaller piece */
    double middle[3]; /* of the intersection of both bounding boxes, from the frame */
    double reach[3];  /* a bound of |x_v| for all common points */
    double room;      /* twice the greatest of them: the common points lie well inside |x_v| <= room */
    uint32_t count;
    fk_ec_constraint row[FK_EC_CONSTRAINTS];
} fk_ec_system;

/* False for a hull of more than FK_SMALL_VERTICES points. The pieces are valid polyhedra. */
bool fk_ec_system_make(const fk_piece *a, const fk_piece *b, fk_ec_system *out);

/* The verdict on two valid pieces in exact integers: by elimination, in some 100 microseconds, and by effective constraints,
 * in up to some milliseconds. FK_UNDECIDED where fk_exact_system_make fails or the numbers are too long for the arena. */
fk_verdict fk_fm_exact(const fk_piece *a, const fk_piece *b);

/* fm_fixed.c: the same by elimination in integers of fixed size, in about a microsecond. FK_UNDECIDED for numbers on no common
 * grid, for hulls, and where the edges of both pieces do not span space. */
fk_verdict fk_fm_fixed(const fk_piece *a, const fk_piece *b);
fk_verdict fk_ec_exact(const fk_piece *a, const fk_piece *b);

#endif
