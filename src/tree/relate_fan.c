/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fans: the half-planes of triangles around a line, sorted by exact signs, and what the cells between them say.
 *
 * Around a line along d, the half-plane with direction w is counterclockwise of that with v, by less than
 * half a turn, when det(d, v, w) > 0. Triangles given by points: v is any of their places minus one of the
 * line, and the determinant is fk_signs_side of four points. Triangles given by their normals n, m, with v =
 * s (n x d) and w = t (m x d): it is s t |d|^2 n.(m x d); and where that is 0, the directions are the same
 * when s t (n.m) > 0. Going counterclockwise, one leaves the triangle on the side of d x v = s |d|^2 n: so
 * with s = 1 its normal points to the ccw side, and the winding number is less by one there than before it. */

#include <string.h>

#include "base/lists.h"
#include "mesh/mesh.h"
#include "tree/relate.h"

bool fk_relate_fan_add(fk_relate *r, fk_relate_fan *fan, fk_relate_half half)
{
    if (!fk_grow(r->context, &fan->item, sizeof *fan->item, fan->count, &fan->capacity, fan->count + 1))
        return false;
    fan->item[fan->count++] = half;
    return true;
}

/* A triangle has corners on each side of the line on which it has a half-plane. */
bool fk_relate_fan_add_face(fk_relate *r, fk_relate_fan *fan, int which, uint32_t triangle)
{
    fk_relate_plane plane = fk_relate_plane_triangle(r, which, triangle);
    int facing, axis = fk_relate_axis(plane.point, &facing), seen = 0;
    for (int k = 0; k < 3; k++) {
        int turn = fk_signs_turn(fan->from, fan->to, plane.point[k], axis);
        if (turn == 0 || turn == seen)
            continue;
        fk_relate_half half = {(uint8_t)which, (int8_t)(turn * facing), 0, false, triangle, plane.point[k]};
        if (!fk_relate_fan_add(r, fan, half))
            return false;
        if (seen != 0)
            break;
        seen = turn;
    }
    return true;
}

void fk_relate_fan_end(fk_relate *r, fk_relate_fan *fan)
{
    fk_release(r->context, fan->item, fan->capacity * sizeof *fan->item);
    memset(fan, 0, sizeof *fan);
}

/* ---- Order --------------------------------------------------------------------------------------------- */

/* The sign of det(d, v, w). */
static int turn_of(const fk_relate *r, const fk_relate_fan *fan, const fk_relate_half *v,
                   const fk_relate_half *w)
{
    if (v->point != NULL)
        return fk_signs_side(fan->from, fan->to, v->point, w->point);
    fk_relate_plane plane = fk_relate_plane_triangle(r, v->which, v->triangle);
    fk_relate_level level = {FK_RELATE_WITHIN, w->sign, {NULL, NULL}, {{0}}};
    level.plane[0] = fk_relate_plane_triangle(r, w->which, w->triangle);
    fk_relate_spot_push(r, fan->spot, &level);
    int sign = fk_relate_sign_at(r, &plane, fan->spot, fan->spot->count - 1);
    fk_relate_spot_drop(fan->spot, fan->spot->count - 1);
    return v->sign * sign;
}

/* Of two with turn 0: whether they go the same way from the line. */
static bool is_same_way(const fk_relate *r, const fk_relate_fan *fan, const fk_relate_half *v,
                        const fk_relate_half *w)
{
    if (v->point != NULL) {
        int axis = 0;
        while (axis < 2 && fk_signs_turn(fan->from, fan->to, v->point, axis) == 0)
            axis++;
        return fk_signs_turn(fan->from, fan->to, v->point, axis) ==
               fk_signs_turn(fan->from, fan->to, w->point, axis);
    }
    fk_relate_plane plane = fk_relate_plane_triangle(r, v->which, v->triangle);
    fk_relate_level level = {FK_RELATE_NORMAL, w->sign, {NULL, NULL}, {{0}}};
    level.plane[0] = fk_relate_plane_triangle(r, w->which, w->triangle);
    fk_relate_spot_push(r, fan->spot, &level);
    int sign = fk_relate_sign_at(r, &plane, fan->spot, fan->spot->count - 1);
    fk_relate_spot_drop(fan->spot, fan->spot->count - 1);
    return v->sign * sign > 0;
}

/* In which part of the turn from the first item on another is: 0 at its beginning, 1 before the half, 2 at
 * it, 3 behind it. */
static uint8_t part_of(const fk_relate *r, const fk_relate_fan *fan, const fk_relate_half *half)
{
    int turn = turn_of(r, fan, &fan->item[0], half);
    if (turn != 0)
        return turn > 0 ? 1 : 3;
    return is_same_way(r, fan, &fan->item[0], half) ? 0 : 2;
}

/* The sign of the order of two items around the line. */
static int order_of(const fk_relate *r, const fk_relate_fan *fan, const fk_relate_half *v,
                    const fk_relate_half *w)
{
    if (v->part != w->part)
        return v->part < w->part ? -1 : 1;
    return v->part % 2 == 0 ? 0 : -turn_of(r, fan, v, w);
}

void fk_relate_fan_sort(const fk_relate *r, fk_relate_fan *fan)
{
    fk_relate_half *item = fan->item;
    for (size_t i = 0; i < fan->count; i++) {
        fk_relate_half half = item[i];
        size_t k = i;
        half.part = i == 0 ? 0 : part_of(r, fan, &half);
        half.is_other = true;
        for (; k > 0; k--) {
            int order = order_of(r, fan, &item[k - 1], &half);
            if (order <= 0) {
                half.is_other = order < 0;
                break;
            }
            item[k] = item[k - 1];
        }
        /* What comes after it differs from it: else it would stand after that. */
        item[k] = half;
    }
}

/* ---- What it says -------------------------------------------------------------------------------------- */

bool fk_relate_note_cell(fk_relate *r, const int64_t winding[2])
{
    for (int which = 0; which < 2; which++)
        if (winding[which] != 0 && winding[1 - which] == 0)
            r->out[which] = true;
    return winding[0] != 0 && winding[1] != 0;
}

bool fk_relate_note_face(fk_relate *r, int which, int64_t winding)
{
    if (winding == 0)
        r->out[which] = true;
    else
        r->meets = true;
    return winding != 0 && !fk_relate_is_solid(r, which);
}

/* A group of half-planes with one direction: of which meshes, and the winding numbers before and behind it. */
static bool judge_group(fk_relate *r, const bool has[2], const int64_t before[2], const int64_t behind[2])
{
    bool is_hard = false;
    for (int which = 0; which < 2; which++) {
        int other = 1 - which;
        if (has[which] && !has[other])
            is_hard |= fk_relate_note_face(r, which, behind[other]);
        else if (has[which] && before[other] != 0 && behind[other] != 0)
            is_hard |= !fk_relate_is_solid(r, which);
    }
    return is_hard;
}

/* Where a group ends. */
static size_t group_end(const fk_relate_fan *fan, size_t i, bool has[2])
{
    has[0] = has[1] = false;
    do
        has[fan->item[i++].which] = true;
    while (i < fan->count && !fan->item[i].is_other);
    return i;
}

/* Whether directions of both meshes, four different ones, come in turn around the line: between the
 * directions i and k of one mesh, on both ways, there are some of the other. */
static bool is_between(const fk_relate_fan *fan, size_t begin, size_t end, int which)
{
    bool has[2];
    for (size_t i = begin; i < end;) {
        i = group_end(fan, i, has);
        if (has[which])
            return true;
    }
    return false;
}

static bool is_crossing(const fk_relate_fan *fan)
{
    bool has[2];
    for (size_t i = 0, next; i < fan->count; i = next) {
        next = group_end(fan, i, has);
        bool is_first = has[0];
        for (size_t k = next, end; is_first && k < fan->count; k = end) {
            end = group_end(fan, k, has);
            if (has[0] && is_between(fan, next, k, 1) &&
                (is_between(fan, end, fan->count, 1) || is_between(fan, 0, i, 1)))
                return true;
        }
    }
    return false;
}

int64_t fk_relate_fan_base(const fk_relate_fan *fan, size_t item, int64_t winding)
{
    bool has[2];
    int which = fan->item[item].which;
    size_t first = group_end(fan, 0, has), end = item + 1;
    while (end < fan->count && !fan->item[end].is_other)
        end++;
    for (size_t i = first; i < end; i++)
        if (fan->item[i].which == which)
            winding += fan->item[i].sign;
    return winding;
}

bool fk_relate_fan_judge(fk_relate *r, const fk_relate_fan *fan, const int64_t winding[2])
{
    bool has[2], first[2], is_hard = fk_relate_note_cell(r, winding);
    int64_t now[2] = {winding[0], winding[1]}, last[2];
    size_t i = group_end(fan, 0, first);
    while (i < fan->count) {
        size_t begin = i;
        i = group_end(fan, i, has);
        memcpy(last, now, sizeof last);
        for (size_t k = begin; k < i; k++)
            if (fk_relate_is_solid(r, fan->item[k].which))
                now[fan->item[k].which] -= fan->item[k].sign;
        is_hard |= fk_relate_note_cell(r, now);
        is_hard |= judge_group(r, has, last, now);
    }
    is_hard |= judge_group(r, first, now, winding);
    if (!fk_relate_is_solid(r, 0) && !fk_relate_is_solid(r, 1))
        is_hard |= is_crossing(fan);
    return is_hard;
}
