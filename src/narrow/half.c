/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Half-spaces {x : n.x <= c}. A piece meets one when the least n.x over its vertices, minus r |n| for a round
 * piece, does not exceed c; n need not have length 1, so the radius is compared in squares. */

#include "narrow/half.h"

#include "shape/vertices.h"

static fk_verdict verdict_of_room(int sign)
{
    return sign > 0 ? FK_OVERLAPPING : sign == 0 ? FK_TOUCHING : FK_APART;
}

/* The least n.x over the vertices, and where it is. */
static fk_exact least_height(fk_arena *arena, fk_exact_vec3 n, const fk_piece *piece, uint32_t *deepest)
{
    uint32_t mark = arena->used;
    fk_exact least =
        fk_exact_keep(arena, mark, fk_exact_vec3_dot(arena, n, fk_piece_vertex(arena, piece, 0)));
    *deepest = 0;
    for (uint32_t i = 1; i < fk_piece_vertex_count(piece); i++) {
        fk_exact next = fk_exact_vec3_dot(arena, n, fk_piece_vertex(arena, piece, i));
        if (fk_exact_compare(next, least) < 0) {
            least = next;
            *deepest = i;
        }
        least = fk_exact_keep(arena, mark, least);
    }
    return least;
}

static fk_verdict one_half(fk_arena *arena, const fk_piece *half, const fk_piece *piece, uint32_t *deepest)
{
    fk_exact_vec3 n = fk_exact_vec3_from(arena, half->as.half.normal);
    fk_exact least = least_height(arena, n, piece, deepest);
    fk_exact room = fk_exact_sub(arena, fk_exact_from(arena, half->as.half.offset), least);
    int sign = room.sign;
    double radius = fk_piece_radius(piece);
    if (sign <= 0 && fk_sign_of(radius) > 0) {
        fk_exact r = fk_exact_from(arena, radius);
        fk_exact reach = fk_exact_mul(arena, fk_exact_mul(arena, r, r), fk_exact_vec3_dot(arena, n, n));
        sign = fk_exact_compare(reach, fk_exact_mul(arena, room, room));
    }
    return verdict_of_room(sign);
}

bool fk_halves_are_opposite(fk_arena *arena, const fk_plane *a, const fk_plane *b, fk_exact size[2])
{
    fk_exact_vec3 n_a = fk_exact_vec3_from(arena, a->normal), n_b = fk_exact_vec3_from(arena, b->normal);
    if (!fk_exact_vec3_is_zero(fk_exact_vec3_cross(arena, n_a, n_b)) ||
        fk_exact_vec3_dot(arena, n_a, n_b).sign > 0)
        return false;
    int axis = n_a.x.sign != 0 ? 0 : n_a.y.sign != 0 ? 1 : 2;
    size[0] = fk_exact_vec3_get(n_a, axis);
    size[1] = fk_exact_vec3_get(n_b, axis);
    size[0].sign = size[1].sign = 1;
    return true;
}

fk_exact fk_halves_room(fk_arena *arena, const fk_plane *a, const fk_plane *b, const fk_exact size[2])
{
    fk_exact room_a = fk_exact_mul(arena, size[1], fk_exact_from(arena, a->offset));
    fk_exact room_b = fk_exact_mul(arena, size[0], fk_exact_from(arena, b->offset));
    return fk_exact_add(arena, room_a, room_b);
}

static fk_verdict two_halves(fk_arena *arena, const fk_plane *a, const fk_plane *b)
{
    fk_exact size[2];
    if (!fk_halves_are_opposite(arena, a, b, size))
        return FK_OVERLAPPING;
    return verdict_of_room(fk_halves_room(arena, a, b, size).sign);
}

bool fk_half_is_among(const fk_piece *a, const fk_piece *b)
{
    return a->kind == FK_KIND_HALF_SPACE || b->kind == FK_KIND_HALF_SPACE;
}

fk_verdict fk_half_verdict(fk_arena *arena, const fk_piece *a, const fk_piece *b, uint32_t *deepest)
{
    fk_verdict verdict;
    *deepest = 0;
    if (a->kind != FK_KIND_HALF_SPACE)
        verdict = one_half(arena, b, a, deepest);
    else if (b->kind != FK_KIND_HALF_SPACE)
        verdict = one_half(arena, a, b, deepest);
    else
        verdict = two_halves(arena, &a->as.half, &b->as.half);
    return arena->full ? FK_UNDECIDED : verdict;
}
