/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether the interiors of two colliders meet while one is translated, although no two primitives overlap: where solid meshes slide
 * along each other with faces in common planes.
 *
 * A point p of one collider, beside a triangle of a mesh on its inner side, moves along a segment. Between two hits of the segment
 * and the other mesh it stays inside or outside; so one time of each part decides, which is chosen within a stretch.
 *
 * Proof of what is found. Let p be a double in the interior of one solid (its winding number is exact), or a point of a surface or
 * piece up to an error of 2^-50 of the collider's coordinates. At the time t it is at p + t v, exactly. Let q be that point in
 * doubles, which is within e = 2^-44 (c + |v|) of it, with the largest coordinate c of the collider. If q is inside the other mesh
 * and farther than e from each of its triangles, then p + t v is in the interior of that mesh, and the interiors meet at the time t.
 * Which points are tried, and at which times, proves nothing.
 *
 * Weak inputs: at most POINTS points of each collider are tried. So an overlap beside few of very many triangles may be missed; it
 * then counts as contact. Points of cells are not tried. */

#include <math.h>

#include "base/vec3.h"
#include "motion/first_contact.h"
#include "shape/bound.h"

#define POINTS 512
/* At most so many hits of one segment are passed, by this part of the segment each. */
#define HITS      16
#define STEP_PAST 0x1p-24
/* How far inside a point is, as a part of the size of its triangle. */
#define INSIDE 0x1p-7

typedef struct slide_search {
    const fk_prepared_collider *own, *other; /* other: a solid mesh */
    fk_aabb box;                             /* of other */
    fk_vec3 way;                             /* of points of own */
    double error;                            /* of points at a time */
    fk_translation_contacts *contacts;
    size_t open;     /* stretches that are not known to overlap, and last for some time */
    double from, to; /* contain their times */
} slide_search;

static bool is_open(const fk_translation_stretch *x)
{
    return !x->overlaps && !x->is_unsure && x->enter.hi < x->leave.lo;
}

/* The first open stretch with times between two; *time becomes one of them. NULL if there is none. */
static fk_translation_stretch *find_open_stretch(const slide_search *s, double from, double to, double *time)
{
    for (size_t i = 0; i < s->contacts->count; i++) {
        fk_translation_stretch *x = &s->contacts->stretch[i];
        double low = fk_larger(x->enter.hi, from), high = fk_smaller(x->leave.lo, to);
        *time = low / 2 + high / 2;
        if (is_open(x) && low < high)
            return x;
    }
    return NULL;
}

/* Whether a point of the own collider surely is inside the other one at a time. */
static bool is_inside_at(const slide_search *s, fk_vec3 point, double time)
{
    fk_vec3 place = fk_vec3_add(point, fk_vec3_scale(s->way, time));
    fk_mesh_distance gap;
    if (!fk_placed_is_inside(&s->other->mesh, place))
        return false;
    fk_placed_nearest(&s->other->mesh, place, &gap);
    return gap.distance.lo > s->error;
}

/* Whether a point belongs to the own collider, or to its interior if that is a solid. */
static bool is_own_point(const slide_search *s, fk_vec3 point, uint32_t part)
{
    if (s->own->collider->kind == FK_COLLIDER_MESH)
        return !s->own->mesh.is_solid || fk_placed_is_inside(&s->own->mesh, point);
    fk_piece p = fk_piece_point(point);
    return fk_pair_verdict(&p, &s->own->piece[part]) >= FK_TOUCHING;
}

/* Whether the point passes through the box of the other collider. */
static bool passes_box(const slide_search *s, fk_vec3 point)
{
    for (int i = 0; i < 3; i++) {
        double way = fk_vec3_get(s->way, i), from = fk_vec3_get(point, i) + s->from * way,
               to = fk_vec3_get(point, i) + s->to * way;
        if (fk_larger(from, to) <= fk_vec3_get(s->box.min, i) ||
            fk_smaller(from, to) >= fk_vec3_get(s->box.max, i))
            return false;
    }
    return true;
}

static double next_hit(const slide_search *s, fk_vec3 point, double time)
{
    fk_placed_hit hit;
    fk_probe probe = {.kind = FK_PROBE_SEGMENT,
                      .from = fk_vec3_add(point, fk_vec3_scale(s->way, time)),
                      .to = fk_vec3_add(point, fk_vec3_scale(s->way, s->to))};
    s->contacts->tests++;
    if (fk_placed_probe_first(&s->other->mesh, &probe, &hit) != FK_OK || hit.triangle == FK_NONE)
        return s->to;
    return fk_smaller(time + (s->to - time) * hit.time.hi, s->to);
}

/* Marks the stretches at whose times a point is inside. */
static void try_point(slide_search *s, fk_vec3 point, uint32_t part)
{
    if (!fk_vec3_is_finite(point) || !passes_box(s, point))
        return;
    double time = s->from;
    for (int i = 0; i < HITS && time < s->to && s->open > 0; i++) {
        double end = next_hit(s, point, time), at;
        fk_translation_stretch *x = find_open_stretch(s, time, end, &at);
        time = fk_larger(end, time) + STEP_PAST;
        if (x == NULL || !is_inside_at(s, point, at))
            continue;
        if (!is_own_point(s, point, part))
            return;
        x->overlaps = true;
        s->open--;
    }
}

/* A point beside the middle of a triangle of a solid, on its inner side; that middle for surfaces. */
static fk_vec3 point_at_triangle(const fk_placed_mesh *mesh, uint32_t triangle)
{
    fk_vec3 p[3], middle = {0, 0, 0};
    fk_placed_triangle(mesh, triangle, p);
    for (int k = 0; k < 3; k++)
        middle = fk_vec3_add(middle, fk_vec3_scale(p[k], 1.0 / 3));
    if (!mesh->is_solid)
        return middle;
    fk_vec3 edge[2] = {fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0])};
    double size = fk_smaller(fk_vec3_length(edge[0]), fk_vec3_length(edge[1]));
    return fk_vec3_sub(middle, fk_vec3_scale(fk_vec3_unit(fk_vec3_cross(edge[0], edge[1])), INSIDE * size));
}

static fk_vec3 point_of_part(const fk_prepared_collider *own, uint32_t part)
{
    if (own->collider->kind == FK_COLLIDER_MESH)
        return point_at_triangle(&own->mesh, own->mesh.tree->triangle[part]);
    fk_aabb box = fk_piece_aabb(&own->piece[part]);
    return fk_vec3_make(box.min.x / 2 + box.max.x / 2, box.min.y / 2 + box.max.y / 2,
                        box.min.z / 2 + box.max.z / 2);
}

/* Tries points that are spread over the own collider. */
static void try_points(slide_search *s)
{
    const fk_collider *own = s->own->collider;
    if (!(s->other->collider->kind == FK_COLLIDER_MESH && s->other->mesh.is_solid) ||
        own->kind == FK_COLLIDER_CELLS)
        return;
    uint32_t count = own->kind == FK_COLLIDER_MESH ? s->own->mesh.tree->triangle_count : own->part_count;
    uint32_t tried = count < POINTS ? count : POINTS;
    for (uint32_t i = 0; i < tried && s->open > 0; i++) {
        uint32_t part = (uint32_t)((uint64_t)i * count / tried);
        try_point(s, point_of_part(s->own, part), part);
    }
}

void fk_translation_find_inside(const fk_prepared_pair *pair, const fk_translation *move,
                                fk_translation_contacts *contacts)
{
    slide_search s = {.contacts = contacts};
    for (size_t i = 0; i < contacts->count; i++) {
        const fk_translation_stretch *x = &contacts->stretch[i];
        if (!is_open(x))
            continue;
        s.from = s.open++ == 0 ? x->enter.hi : s.from;
        s.to = x->leave.lo;
    }
    for (int k = 0; k < 2 && s.open > 0 && !move->is_out_of_range; k++) {
        s.own = k == 0 ? &pair->a : &pair->b;
        s.other = k == 0 ? &pair->b : &pair->a;
        s.way = k == 0 ? move->rounded : fk_vec3_negate(move->rounded);
        fk_placed_collider other = {s.other->collider, s.other->pose}, own = {s.own->collider, s.own->pose};
        fk_aabb box;
        if (fk_collider_box(&other, &s.box) != FK_OK || fk_collider_box(&own, &box) != FK_OK)
            continue;
        double largest = fk_larger(fk_vec3_largest(box.min), fk_vec3_largest(box.max));
        s.error = (largest + move->size) * 0x1p-44 + 0x1p-900;
        try_points(&s);
    }
}
