/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `fm` for two pieces whose edges together do not span space: points, segments, plates in one plane.
 *
 * Their differences lie in a plane, on a line or in a point, so they have no common interior and are apart or
 * touch. There is nothing to solve for. Instead the directions are tried that can separate: the normal of that plane, when
 * one piece lies off it; in the plane, what is perpendicular to an edge of either piece; on a line, the line and
 * what is perpendicular to it; for points, the way between them. With exact arithmetic these are all that are needed.
 *
 * At most 36 directions are tried. Weak input: pieces that are very thin, but not flat, and less than their thickness
 * apart. */

#include "method/method.h"

/* Of a hull: the sides of the polygon. Of a simplex: the edges from the origin and those between their ends. */
#define STEPS (2 * FK_SMALL_VERTICES)

typedef struct steps {
    uint32_t count;
    fk_vec3 step[STEPS];
} steps;

static void add_steps(steps *s, const fk_fm_side *side)
{
    if (side->point_count > 0) {
        for (uint32_t i = 0; i < side->point_count; i++) {
            uint32_t next = i + 1 < side->point_count ? i + 1 : 0;
            s->step[s->count++] = fk_vec3_sub(side->point[next], side->point[i]);
        }
        return;
    }
    for (uint32_t i = 0; i < side->count; i++) {
        s->step[s->count++] = side->edge[i];
        for (uint32_t j = i + 1; side->simplex && j < side->count; j++)
            s->step[s->count++] = fk_vec3_sub(side->edge[j], side->edge[i]);
    }
}

/* The longest step, and the longest cross product with it; zero where there is none. */
static void find_plane(const steps *s, fk_vec3 *line, fk_vec3 *normal)
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

static bool separates(const fk_fm_system *system, fk_vec3 candidate, fk_vec3 *direction)
{
    *direction = candidate;
    return fk_fm_separates(system, direction);
}

bool fk_fm_flat_apart(const fk_fm_system *system, fk_vec3 *direction)
{
    steps s;
    fk_vec3 line, normal;
    s.count = 0;
    add_steps(&s, &system->a);
    add_steps(&s, &system->b);
    find_plane(&s, &line, &normal);
    /* shift - line (shift.line) / (line.line), times line.line */
    fk_vec3 off_line = fk_vec3_cross(line, fk_vec3_cross(system->shift, line));
    if (separates(system, normal, direction) || separates(system, off_line, direction) ||
        separates(system, line, direction) || separates(system, system->shift, direction))
        return true;
    for (uint32_t i = 0; i < s.count; i++)
        if (separates(system, fk_vec3_cross(normal, s.step[i]), direction))
            return true;
    return false;
}
