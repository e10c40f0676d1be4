/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The ways to a verdict: separating axes, filtered GJK, exact GJK, half-spaces, smooth pieces, triangles, caches. */

#ifndef FARKAS_PAIR_VERDICT_H
#define FARKAS_PAIR_VERDICT_H

#include "exact/exact.h"
#include "farkas/pair.h"
#include "farkas/shape.h"
#include "pair/measure/measure.h"
#include "pair/pair.h"
#include "shape/vertices.h"

/* ---- Separating axes of boxes, tetrahedra and triangles (axes*.c) ---- */

/* Whether both kinds are among box, tetra and triangle. */
static inline bool fk_axes_know(fk_kind a, fk_kind b)
{
    return a >= FK_KIND_TRIANGLE && a <= FK_KIND_BOX && b >= FK_KIND_TRIANGLE && b <= FK_KIND_BOX;
}

/* The exact verdict on two pieces of these kinds, or FK_UNDECIDED: ask the solver. That is for pairs without volume,
 * sizes at the ends of the range and numbers that are not finite; any numbers are safe. */
fk_verdict fk_axes_verdict(const fk_piece *a, const fk_piece *b);

/* Whether what is cached of two pieces of these kinds, apart with a direction or overlapping with a point inside, still
 * shows that; any contents are safe. */
bool fk_axes_confirm(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache);

/* Looks for a point inside two cells that the cache can keep. */
bool fk_axes_common_point(const fk_piece *a, const fk_piece *b, fk_vec3 *inside);

/* ---- Half-spaces, exactly (half_space.c) ---- */

/* Whether one of two pieces is a half-space; is smooth; has a radius around its core. */
static inline bool fk_half_is_among(const fk_piece *a, const fk_piece *b)
{
    return a->kind == FK_KIND_HALF_SPACE || b->kind == FK_KIND_HALF_SPACE;
}

static inline bool fk_smooth_is_among(const fk_piece *a, const fk_piece *b)
{
    return fk_piece_is_smooth(a) || fk_piece_is_smooth(b);
}

static inline bool fk_round_is_among(const fk_piece *a, const fk_piece *b)
{
    return fk_sign_of(fk_piece_radius(a)) > 0 || fk_sign_of(fk_piece_radius(b)) > 0;
}

/* The greatest n.x over the vertices of a piece (want 1) or the least (-1), and where it is: the lowest index among equals.
 * Leaves nothing else on the arena. */
fk_exact fk_vertices_end(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n, int want, uint32_t *vertex);

/* Whether two half-spaces have exactly opposite normals. Only those leave room that can run out: with n_b = -k n_a it
 * has the sign of k c_a + c_b. size is then a positive multiple of |n_a| and |n_b|, so that k = size[1] / size[0]. */
bool fk_halves_are_opposite(fk_arena *arena, const fk_plane *a, const fk_plane *b, fk_exact size[2]);

/* size[1] c_a + size[0] c_b, the sign of the room between opposite half-spaces. */
fk_exact fk_halves_room(fk_arena *arena, const fk_plane *a, const fk_plane *b, const fk_exact size[2]);

/* The verdict on two valid pieces, one of which or both are half-spaces. When only one is, *deepest is the vertex
 * of the other with the least n.x, the lowest index among equals; else 0. */
fk_verdict fk_half_verdict(fk_arena *arena, const fk_piece *a, const fk_piece *b, uint32_t *deepest);

/* The verdict on a half-space and a piece with vertices in doubles, where an error bound proves it; else FK_UNDECIDED, as for
 * other pieces and pieces that are not valid. */
fk_verdict fk_half_quick(const fk_piece *a, const fk_piece *b);

/* ---- In doubles, proved by error bounds (gjk_filter.c) ---- */

/* Bounded pieces that are not smooth; they need not be valid. out->verdict becomes FK_APART or FK_OVERLAPPING when that is
 * proved, else FK_UNDECIDED. Apart: all of a (its core, for round pieces) reaches less far along out->direction than all
 * of b begins. Overlapping: the origin lies inside the four vertex differences out->pair; for round pieces these are of
 * no use. The same bytes on every processor. */
void fk_quick_solve(const fk_piece *a, const fk_piece *b, fk_pair_cache *out);

/* Where a quick walk to the nearest point has ended. */
typedef struct fk_quick_walk {
    fk_bodies bodies; /* not scaled */
    fk_gjk_walk
        walk; /* its simplex, sorted, of up to three pairs, or four around the origin; lower is not known */
    double
        reaches; /* how far a reaches against walk.direction and b along it, together; for fk_bound_distance_by */
} fk_quick_walk;

/* Walks with the cores of two pieces to the nearest point of a - b. start is a direction from b to a, or zero. False when
 * that was lost, or a piece is not valid, smooth or not bounded, or numbers are beyond the middle of the range. Nothing
 * is proved, but reaches is as true as fk_bound_distance_by needs it. The same bytes on every processor. */
bool fk_quick_measure(const fk_piece *a, const fk_piece *b, fk_vec3 start, fk_quick_walk *out);

/* ---- Exact GJK (gjk_exact.c) ---- */

typedef struct fk_solution {
    fk_certificate certificate; /* its verdict is the answer; the rest is filled when a proof was asked for */
    /* Affinely independent pairs whose hull holds a point of M in its relative interior: the origin when the
     * cores meet, else the nearest point to it (when a proof was asked for or a piece is round). */
    fk_vertex_pair simplex[4];
    uint32_t count;
} fk_solution;

/* Decides every pair of valid pieces that are not half-spaces. */
void fk_solve(fk_pair *pair, bool prove, fk_solution *out);

/* The direction from the origin to the nearest point of a simplex of 1 to 3 pairs; its sign is 0 when the plane
 * of 3 pairs holds the origin. */
fk_normal fk_simplex_normal(fk_pair *pair, const fk_vertex_pair *simplex, uint32_t count);

/* ---- Cylinders, cones and ellipsoids (smooth.c, deepest_point.c) ---- */

/* The verdict on two valid pieces, one of which or both are smooth, and its certificate, which the verifier has
 * accepted; FK_UNDECIDED, and a certificate of zeros, when the gap or depth is too small to prove. */
fk_verdict fk_smooth_solve(const fk_piece *a, const fk_piece *b, fk_certificate *certificate);

/* Fills a zeroed answer for a valid query. */
void fk_smooth_answer(const fk_pair_query *query, fk_answer *out);

/* The point that lies deepest in a curved piece and in another one, in doubles; nothing is proved.
 * Starts from the nearest point of a walk that ended near contact, one or both of whose bodies are smooth. Against a
 * body with vertices and no radius the points looked at are those of the hull of the walk's vertices, and the weights
 * of the walk are changed to those of the deepest one found; true then. Else *point is the deepest one, as an offset
 * from the anchor of a. False when there is none that is inside. */
bool fk_deepest_weights(fk_bodies *bodies, fk_gjk_walk *walk);
bool fk_deepest_point(fk_bodies *bodies, const fk_gjk_walk *walk, fk_vec3 *point);

/* ---- From what settled the last verdict (warm_start.c) ---- */

/* The two halves of fk_pair_verdict_warm: whether what was kept still shows the verdict; and the verdict without it, of
 * which is kept what shows it. */
bool fk_warm_holds(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache);
fk_verdict fk_warm_ask(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache);

/* For bounded pieces that are not smooth, valid or not: whether what is cached (as fk_quick_solve fills it) shows its
 * verdict, apart by a direction or overlapping by four vertex differences; for round pieces only the former. Any contents
 * are safe. */
bool fk_confirm(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache);

/* ---- Two triangles, exactly for all finite doubles (triangle_triangle.c, triangle_intersection.c) ---- */

/* The first axis along which a triangle is seen with area, or -1 when it has none. */
int fk_triangle_axis(const fk_vec3 a[3]);

/* A feature of a triangle, without its ends: the vertex `index`; the edge from corner `index` to the next
 * one; the face. A triangle without area has one edge, between its ends; or, when it is a point, none, and
 * vertex 0. Of equal corners, the first is the vertex. */
typedef struct fk_triangle_feature {
    uint8_t dimension; /* 0 vertex, 1 edge, 2 face */
    uint8_t index;
} fk_triangle_feature;

/* A corner of what two triangles have in common: the one point in which these features meet. Not both are
 * more than an edge. */
typedef struct fk_triangles_corner {
    fk_triangle_feature a, b;
} fk_triangles_corner;

typedef struct fk_triangles_set {
    fk_verdict verdict; /* as fk_pair_verdict gives it */
    bool is_coplanar;   /* and both have area: what they have in common may be a polygon */
    uint32_t count;     /* 1 a point, 2 a segment, more a polygon, with its corners in no order */
    fk_triangles_corner corner[FK_TRIANGLES_POINTS];
} fk_triangles_set;

void fk_triangles_features(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_set *out);

/* A point with rational coordinates over / under, under > 0. */
typedef struct fk_place {
    fk_exact_vec3 over;
    fk_exact under;
} fk_place;

/* Where a corner is: exactly, in up to 600 limbs. */
fk_place fk_triangles_place(fk_arena *arena, const fk_vec3 a[3], const fk_vec3 b[3],
                            fk_triangles_corner corner);

#endif
