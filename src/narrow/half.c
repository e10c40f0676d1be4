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

/* With opposite normals n_b = -k n_a, k > 0, the room between the planes has the sign of k c_a + c_b. */
static fk_verdict two_halves(fk_arena *arena, const fk_piece *a, const fk_piece *b)
{
    fk_exact_vec3 n_a = fk_exact_vec3_from(arena, a->as.half.normal);
    fk_exact_vec3 n_b = fk_exact_vec3_from(arena, b->as.half.normal);
    if (!fk_exact_vec3_is_zero(fk_exact_vec3_cross(arena, n_a, n_b)) ||
        fk_exact_vec3_dot(arena, n_a, n_b).sign > 0)
        return FK_OVERLAPPING;
    fk_exact size_a = n_a.x.sign != 0 ? n_a.x : n_a.y.sign != 0 ? n_a.y : n_a.z;
    fk_exact size_b = n_a.x.sign != 0 ? n_b.x : n_a.y.sign != 0 ? n_b.y : n_b.z;
    size_a.sign = size_b.sign = 1;
    fk_exact room_a = fk_exact_mul(arena, size_b, fk_exact_from(arena, a->as.half.offset));
    fk_exact room_b = fk_exact_mul(arena, size_a, fk_exact_from(arena, b->as.half.offset));
    return verdict_of_room(fk_exact_add(arena, room_a, room_b).sign);
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
        verdict = two_halves(arena, a, b);
    return arena->full ? FK_UNDECIDED : verdict;
}
