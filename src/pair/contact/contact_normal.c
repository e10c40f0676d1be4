/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The normal of a contact in doubles: see contact.h.
 *
 * By what the pieces are:
 *   half-space       its normal
 *   round pieces     the way between the nearest points of the cores: of points and segments in closed form, of others by a
 *                    walk (quick.h)
 *   cells            the face normal or product of edges along which they overlap least; also for the cores of round
 *                    pieces that meet, or nearly do
 *
 * Weak inputs: sizes beyond 2^100 and below 2^-100, hulls that meet without radii or deeper than these,
 * smooth pieces. Those are left to proved ways. */

#include "base/vec3.h"
#include "pair/contact/contact.h"
#include "pair/measure/measure.h"
#include "pair/verdict/verdict.h"

/* Of the size: nearest points at least so far apart have a direction that is good to 1e-10, and those that are nearer than
 * NEAR_ENOUGH are in one place. */
#define FAR_ENOUGH  1e-6
#define NEAR_ENOUGH 1e-13
#define SMALLEST    0x1p-100
#define LARGEST     0x1p100

static bool normal_of_half(const fk_piece *a, const fk_piece *b, fk_vec3 *n)
{
    bool is_first = a->kind == FK_KIND_HALF_SPACE;
    if (is_first && b->kind == FK_KIND_HALF_SPACE)
        return false;
    fk_vec3 normal = is_first ? a->as.half.normal : b->as.half.normal;
    *n = fk_vec3_unit(is_first ? normal : fk_vec3_negate(normal));
    return true;
}

typedef enum cores { CORES_UNSURE = 0, CORES_APART, CORES_MEET } cores;

/* The direction of the way between two cores, when it is long enough to have one. */
static cores direction_of(fk_vec3 way, double size, fk_vec3 *n)
{
    double length = fk_vec3_length(way);
    if (!(size > SMALLEST && size < LARGEST))
        return CORES_UNSURE;
    if (length > FAR_ENOUGH * size) {
        *n = fk_vec3_scale(way, 1 / length);
        return CORES_APART;
    }
    return length < NEAR_ENOUGH * size ? CORES_MEET : CORES_UNSURE;
}

/* Points and segments with radii. */
static cores normal_of_lines(const fk_patch *a, const fk_patch *b, fk_vec3 *n)
{
    double size = 0;
    for (uint32_t k = 0; k < a->count; k++)
        size = fk_larger(size, fk_vec3_largest(a->point[k]));
    for (uint32_t k = 0; k < b->count; k++)
        size = fk_larger(size, fk_vec3_largest(b->point[k]));
    return direction_of(fk_patch_way(a, b), size, n);
}

/* Round pieces. */
static cores normal_of_cores(const fk_piece *a, const fk_piece *b, fk_vec3 *n)
{
    static const fk_vec3 zero = {0, 0, 0};
    fk_patch line_a, line_b;
    if (fk_patch_core(a, zero, &line_a) && fk_patch_core(b, line_a.point[0], &line_b)) {
        fk_patch_core(a, line_a.point[0], &line_a);
        return normal_of_lines(&line_a, &line_b, n);
    }
    fk_quick_walk quick;
    if (!fk_quick_measure(a, b, zero, &quick))
        return CORES_UNSURE;
    if (quick.walk.count == 4)
        return CORES_MEET;
    return direction_of(fk_vec3_negate(quick.walk.nearest), quick.bodies.size, n);
}

bool fk_contact_normal(const fk_piece *a, const fk_piece *b, fk_vec3 *n)
{
    if (a->kind == FK_KIND_HALF_SPACE || b->kind == FK_KIND_HALF_SPACE)
        return normal_of_half(a, b, n);
    if (fk_smooth_is_among(a, b))
        return false;
    bool is_round = fk_sign_of(fk_piece_radius(a)) > 0 || fk_sign_of(fk_piece_radius(b)) > 0;
    cores found = is_round ? normal_of_cores(a, b, n) : CORES_MEET;
    if (found != CORES_MEET)
        return found == CORES_APART;
    return a->kind != FK_KIND_HULL && b->kind != FK_KIND_HULL && fk_depth_cells_quick(a, b, n);
}
