/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `fm` for two pieces whose edges together do not span space: points, segments, plates in one plane.
 *
 * Their difference lies in a plane, on a line or in a point, so they have no common interior and are apart or touch. There
 * is nothing to eliminate; instead all directions that can separate are tried: the normal of that plane, when one piece lies
 * off it; in the plane, the perpendiculars of the edges of both pieces; on a line, the line and a perpendicular to it; for
 * points, their difference. With exact arithmetic no others are needed.
 *
 * At most 36 directions are tried. Weak input: pieces that are very thin, but not flat, and less than their thickness
 * apart. */

#include "method/method.h"

/* Of a hull the sides of the polygon; of a simplex the edges from the origin and those between their ends. */
#define STEPS (2 * FK_SMALL_VERTICES)

typedef struct edge_list {
    uint32_t count;
    fk_vec3 step[STEPS];
} edge_list;

static void list_piece_edges(edge_list *s, const fk_fm_piece *piece)
{
    if (piece->point_count > 0) {
        for (uint32_t i = 0; i < piece->point_count; i++) {
            uint32_t next = i + 1 < piece->point_count ? i + 1 : 0;
            s->step[s->count++] = fk_vec3_sub(piece->point[next], piece->point[i]);
        }
        return;
    }
    for (uint32_t i = 0; i < piece->count; i++) {
        s->step[s->count++] = piece->edge[i];
        for (uint32_t j = i + 1; piece->simplex && j < piece->count; j++)
            s->step[s->count++] = fk_vec3_sub(piece->edge[j], piece->edge[i]);
    }
}

/* The longest edge, and the longest cross product of it with another; zero where there is none. */
static void find_common_plane(const edge_list *s, fk_vec3 *line, fk_vec3 *normal)
{
    *line = *normal = fk_vec3_make(0, 0, 0);
    for (uint32_t i = 0; i < s->count; i++)
        if (fk_vec3_largest(s->step[i]) > fk_vec3_largest(*line))
            *line = s->step[i];
    for (uint32_t i = 0; i < s->count; i++) {
        fk_vec3 cross = fk_vec3_cross(*line, s->step[i]);
        if (fk_vec3_largest(cross) > fk_vec3_largest(*normal))
            *normal = cross;
    }
}

static bool candidate_separates(const fk_fm_system *system, fk_vec3 candidate, fk_vec3 *direction)
{
    *direction = candidate;
    return fk_fm_separates(system, direction);
}

bool fk_fm_separate_flat(const fk_fm_system *system, fk_vec3 *direction)
{
    edge_list s;
    fk_vec3 line, normal;
    s.count = 0;
    list_piece_edges(&s, &system->a);
    list_piece_edges(&s, &system->b);
    find_common_plane(&s, &line, &normal);
    /* shift - line (shift.line) / (line.line), times line.line */
    fk_vec3 off_line = fk_vec3_cross(line, fk_vec3_cross(system->shift, line));
    if (candidate_separates(system, normal, direction) || candidate_separates(system, off_line, direction) ||
        candidate_separates(system, line, direction) || candidate_separates(system, system->shift, direction))
        return true;
    for (uint32_t i = 0; i < s.count; i++)
        if (candidate_separates(system, fk_vec3_cross(normal, s.step[i]), direction))
            return true;
    return false;
}
