/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two convex pieces with interiors: whether one holds the other.
 *
 * A piece is in another when its vertices are. A corner of a box is a sum of doubles, and maybe none itself:
 * then all corners of the little box of doubles around it are asked for. A ball is in a piece when its centre
 * is as deep in it as its radius; a capsule is, when both its ends are. For cylinders, cones and ellipsoids
 * their box is asked.
 *
 * So "contained" is always true. Where it cannot be proved, as for a cylinder in another one, or where
 * something that is rounded touches from inside, pieces that overlap are called hard. */

#include "check/check.h"

#include <string.h>

#include "shape/vertices.h"

static bool holds_point(const fk_piece *piece, fk_vec3 point)
{
    fk_piece p = fk_piece_point(point);
    fk_verdict verdict = fk_pair_verdict(&p, piece);
    return verdict == FK_TOUCHING || verdict == FK_OVERLAPPING;
}

static bool holds_points(const fk_piece *piece, const fk_vec3 *point, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!holds_point(piece, point[i]))
            return false;
    return true;
}

static bool holds_box(const fk_piece *piece, const fk_aabb *box)
{
    for (int i = 0; i < 8; i++)
        if (!holds_point(piece, fk_vec3_make(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                             i & 4 ? box->max.z : box->min.z)))
            return false;
    return true;
}

/* The corner of a box, by the doubles around it. */
static FK_OWN_FRAME bool holds_corner(const fk_piece *piece, const fk_piece *box, uint32_t corner)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 sum = fk_piece_vertex(&arena, box, corner);
    fk_aabb around;
    around.min = fk_vec3_make(fk_exact_floor(sum.x), fk_exact_floor(sum.y), fk_exact_floor(sum.z));
    around.max =
        fk_vec3_make(-fk_exact_floor(fk_exact_negate(sum.x)), -fk_exact_floor(fk_exact_negate(sum.y)),
                     -fk_exact_floor(fk_exact_negate(sum.z)));
    return !arena.full && fk_vec3_is_finite(around.min) && fk_vec3_is_finite(around.max) &&
           holds_box(piece, &around);
}

static bool holds_corners(const fk_piece *piece, const fk_piece *box)
{
    for (uint32_t corner = 0; corner < 8; corner++)
        if (!holds_corner(piece, box, corner))
            return false;
    return true;
}

static bool holds_ball(const fk_piece *piece, fk_vec3 center, double radius)
{
    fk_piece p = fk_piece_point(center);
    fk_depth depth;
    return fk_pair_depth(&p, piece, &depth) == FK_OK && depth.depth.lo >= radius;
}

/* Whether `inner` is proved to be a subset of `outer`. */
static bool holds_piece(const fk_piece *outer, const fk_piece *inner)
{
    fk_aabb box;
    switch (inner->kind) {
    case FK_KIND_BOX:
        return holds_corners(outer, inner);
    case FK_KIND_HULL:
        return holds_points(outer, inner->as.hull.point, inner->as.hull.count);
    case FK_KIND_SPHERE:
        return holds_ball(outer, inner->as.sphere.center, inner->as.sphere.radius);
    case FK_KIND_CAPSULE:
        return holds_ball(outer, inner->as.capsule.end[0], inner->as.capsule.radius) &&
               holds_ball(outer, inner->as.capsule.end[1], inner->as.capsule.radius);
    default:
        return fk_pair_box(inner, inner, &box) == FK_OK && holds_box(outer, &box);
    }
}

/* Pieces that are written the same are the same. */
static bool are_same(const fk_piece *a, const fk_piece *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == FK_KIND_HULL)
        return a->as.hull.count == b->as.hull.count &&
               memcmp(a->as.hull.point, b->as.hull.point, a->as.hull.count * sizeof(fk_vec3)) == 0;
    bool is_cell = a->kind == FK_KIND_BOX || a->kind == FK_KIND_TETRA || a->kind == FK_KIND_ELLIPSOID;
    bool has_axis = a->kind == FK_KIND_CAPSULE || a->kind == FK_KIND_CYLINDER || a->kind == FK_KIND_CONE;
    size_t bytes = is_cell ? sizeof a->as.cell : has_axis ? sizeof a->as.capsule : sizeof a->as.sphere;
    return memcmp(&a->as, &b->as, bytes) == 0;
}

fk_relation fk_check_relate_pieces(const fk_piece *a, const fk_piece *b)
{
    switch (fk_pair_verdict(a, b)) {
    case FK_APART:
        return FK_RELATION_APART;
    case FK_TOUCHING:
        return FK_RELATION_CONTACT;
    case FK_OVERLAPPING:
        break;
    default:
        return FK_RELATION_UNDECIDED;
    }
    if (are_same(a, b))
        return FK_RELATION_DUPLICATE;
    bool a_in_b = holds_piece(b, a), b_in_a = holds_piece(a, b);
    return a_in_b && b_in_a ? FK_RELATION_DUPLICATE
           : a_in_b         ? FK_RELATION_A_IN_B
           : b_in_a         ? FK_RELATION_B_IN_A
                            : FK_RELATION_HARD;
}
