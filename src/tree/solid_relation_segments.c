/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Common segments along which the fan may change: those of triangles that also share segments with others of
 * their own mesh; and degenerate triangles.
 *
 * The line of a segment is the intersection of two planes; d is its direction. It is subdivided where any
 * triangle begins or ends on it: in a point where a third plane meets both. The fan of the interval that
 * begins at such a point c is the fan around c + e d, e infinitesimal; so intervals need neither be sorted
 * nor have a center. A superfluous point does no harm. All triangles that can contain the interval are known:
 * they meet one of the two, or share an edge with it. Signs at perturbed points tell where they lie.
 *
 * A degenerate triangle is a segment without half-planes; each of its intervals is on the other mesh or
 * not. */

#include <string.h>

#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/solid_relation.h"

static const int next_edge_corner[3] = {1, 2, 0};

typedef struct triangle_ref {
    int which;
    uint32_t triangle;
} triangle_ref;

typedef struct segment_search {
    fk_relation_search *relation;
    fk_fan fan;
    triangle_ref *item; /* candidates on the line; the first two, or one, define it */
    size_t count, capacity;
    fk_relation_plane *visited; /* planes whose points on the line were visited */
    size_t visited_count, visited_capacity;
    /* The line: through two points, or the intersection of two planes. */
    const fk_vec3 *from, *to;
    fk_relation_plane line[2];
    uint32_t defining_count;
    fk_aabb box; /* contains the segment */
    bool is_quick;
    bool is_out_of_memory;
    fk_perturbed_point *perturbed;
} segment_search;

/* ---- Locating a perturbed point ------------------------------------------------------------------------ */

/* Whether a perturbed point is on a degenerate triangle. */
static bool is_on_degenerate(const fk_relation_search *r, const fk_vec3 *const corner[3],
                             fk_perturbed_point *perturbed)
{
    for (int axis = 0; axis < 3; axis++) {
        bool low = true, high = true;
        for (int k = 0; k < 3; k++) {
            fk_relation_plane edge = fk_relation_plane_edge(corner[k], corner[next_edge_corner[k]], axis);
            fk_relation_plane level = fk_relation_plane_coordinate(corner[k], axis);
            int side = fk_perturbed_sign(r, &level, perturbed);
            low &= side < 0;
            high &= side > 0;
            if (fk_perturbed_sign(r, &edge, perturbed) != 0)
                return false;
        }
        if (low || high)
            return false;
    }
    return true;
}

/* Where a perturbed point of at most two levels is relative to a triangle. */
typedef enum point_location { OFF, ON_FACE, ON_EDGE } point_location;

/* edge: set to the edge for ON_EDGE; may be NULL. */
static point_location locate_point(const fk_relation_search *r, int which, uint32_t triangle,
                                   fk_perturbed_point *perturbed, int *edge)
{
    fk_relation_plane plane = fk_relation_plane_triangle(r, which, triangle);
    if (fk_relation_is_degenerate(r, which, triangle))
        return is_on_degenerate(r, plane.point, perturbed) ? ON_EDGE : OFF;
    if (fk_perturbed_sign(r, &plane, perturbed) != 0)
        return OFF;
    int facing, axis = fk_projection_axis(plane.point, &facing);
    point_location found = ON_FACE;
    for (int k = 0; k < 3; k++) {
        fk_relation_plane side =
            fk_relation_plane_edge(plane.point[k], plane.point[next_edge_corner[k]], axis);
        int sign = facing * fk_perturbed_sign(r, &side, perturbed);
        if (sign < 0)
            return OFF;
        if (sign > 0)
            continue;
        found = ON_EDGE;
        if (edge != NULL)
            *edge = k;
    }
    return found;
}

/* ---- Candidates ---------------------------------------------------------------------------------------- */

static void add_candidate(segment_search *c, int which, uint32_t triangle)
{
    fk_relation_mesh *m = &c->relation->mesh[which];
    if (m->stamp[triangle] == c->relation->stamp)
        return;
    m->stamp[triangle] = c->relation->stamp;
    if (!fk_grow(c->relation->context, &c->item, sizeof *c->item, c->count, &c->capacity, c->count + 1)) {
        c->is_out_of_memory = true;
        return;
    }
    c->item[c->count++] = (triangle_ref){which, triangle};
}

static void add_listed(segment_search *c, const fk_triangle_lists *links, uint32_t triangle, int which)
{
    if (links->begin != NULL)
        for (uint32_t i = links->begin[triangle]; i < links->begin[triangle + 1]; i++)
            add_candidate(c, which, links->item[i]);
}

/* Lists the triangles that define a line, and unless is_quick all that meet one of them or share an edge with
 * it. */
static void list_line_candidates(segment_search *c, const triangle_ref *defining, uint32_t count)
{
    c->relation->stamp++;
    c->count = 0;
    c->defining_count = count;
    for (uint32_t i = 0; i < count; i++)
        add_candidate(c, defining[i].which, defining[i].triangle);
    for (uint32_t i = 0; i < count && !c->is_quick; i++) {
        int which = defining[i].which;
        uint32_t t = defining[i].triangle;
        const fk_relation_mesh *m = &c->relation->mesh[which];
        add_listed(c, &m->partner, t, 1 - which);
        add_listed(c, &m->self, t, which);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t edge = m->edges->edge_of[3 * t + k];
            if (edge == FK_NONE)
                continue;
            for (uint32_t u = m->edges->use_begin[edge]; u < m->edges->use_begin[edge + 1]; u++)
                add_candidate(c, which, m->edges->use[u] / 3);
        }
    }
}

/* ---- Around an interval -------------------------------------------------------------------------------- */

/* The side of the line on which a triangle lies that has the line on an edge, as a sign along the cross
 * product of its normal and d. */
static int inward_side(segment_search *c, const fk_relation_plane *plane, int edge)
{
    int facing, axis = fk_projection_axis(plane->point, &facing);
    fk_relation_plane side =
        fk_relation_plane_edge(plane->point[edge], plane->point[next_edge_corner[edge]], axis);
    fk_perturbation_level level = {FK_SHIFT_IN_PLANE, 1, {NULL, NULL}, {*plane}};
    fk_perturbed_point_push(c->relation, c->perturbed, &level);
    int sign = facing * fk_perturbed_sign_at_level(c->relation, &side, c->perturbed, 2);
    fk_perturbed_point_truncate(c->perturbed, 2);
    return sign;
}

static void add_half_planes(segment_search *c, triangle_ref p)
{
    fk_relation_search *r = c->relation;
    int edge = 0;
    if (fk_relation_is_degenerate(r, p.which, p.triangle))
        return;
    point_location found = locate_point(r, p.which, p.triangle, c->perturbed, &edge);
    if (found == OFF)
        return;
    if (c->from != NULL) {
        c->is_out_of_memory |= !fk_fan_add_triangle(r, &c->fan, p.which, p.triangle);
        return;
    }
    fk_relation_plane plane = fk_relation_plane_triangle(r, p.which, p.triangle);
    int only = found == ON_EDGE ? inward_side(c, &plane, edge) : 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        fk_fan_half_plane half_plane = {(uint8_t)p.which, (int8_t)sign, 0, false, p.triangle, NULL};
        if (only != -sign && !fk_fan_add(r, &c->fan, half_plane))
            c->is_out_of_memory = true;
    }
}

/* The winding number of a mesh on the ccw side of the first half-plane. */
static int64_t fan_first_winding(segment_search *c, int which)
{
    fk_relation_search *r = c->relation;
    const fk_fan_half_plane *first = &c->fan.item[0];
    int64_t winding;
    if (fk_fan_winding(r, &c->fan, which, &winding))
        return winding;
    fk_perturbation_level level = {FK_SHIFT_IN_PLANE, first->sign, {NULL, NULL}, {{0}}};
    level.plane[0] = fk_relation_plane_triangle(r, first->which, first->triangle);
    fk_perturbed_point_push(r, c->perturbed, &level);
    level.kind = FK_SHIFT_NORMAL;
    fk_perturbed_point_push(r, c->perturbed, &level);
    fk_aabb box = fk_perturbed_point_box(r, c->perturbed, &c->box);
    winding = fk_perturbed_winding(r, which, c->perturbed, &box);
    fk_perturbed_point_truncate(c->perturbed, 2);
    return winding;
}

/* The center of a box that contains the perturbed point. */
static fk_vec3 approximate_point(const segment_search *c)
{
    fk_aabb box = fk_perturbed_point_box(c->relation, c->perturbed, &c->box);
    return fk_vec3_add(fk_vec3_scale(box.min, 0.5), fk_vec3_scale(box.max, 0.5));
}

static void classify_around(segment_search *c)
{
    fk_relation_search *r = c->relation;
    c->fan.count = 0;
    c->fan.perturbed = c->perturbed;
    c->fan.from = c->from;
    c->fan.to = c->to;
    for (size_t i = 0; i < c->count && !c->is_out_of_memory; i++)
        add_half_planes(c, c->item[i]);
    if (c->is_out_of_memory)
        return;
    fk_fan_sort(r, &c->fan);
    int64_t winding[2] = {0, 0};
    for (int which = 0; which < 2; which++)
        if (fk_relation_is_solid(r, which))
            winding[which] = fan_first_winding(c, which);
    if (fk_fan_classify(r, &c->fan, winding))
        fk_relation_record_hard(r, approximate_point(c));
}

/* Classifies an interval of a degenerate triangle. */
static void classify_degenerate(segment_search *c)
{
    fk_relation_search *r = c->relation;
    int which = c->item[0].which;
    int64_t winding = 0;
    for (size_t i = 1; i < c->count; i++)
        if (c->item[i].which != which &&
            locate_point(r, c->item[i].which, c->item[i].triangle, c->perturbed, NULL) != OFF)
            return;
    fk_aabb box = fk_perturbed_point_box(r, c->perturbed, &c->box);
    if (fk_relation_is_solid(r, 1 - which))
        winding = fk_perturbed_winding(r, 1 - which, c->perturbed, &box);
    if (fk_relation_record_face(r, which, winding))
        fk_relation_record_hard(r, approximate_point(c));
}

/* Classifies the interval of two crossing faces by rays: the winding numbers of the four cells beside the
 * first face, whatever else is there. */
static void classify_by_rays(segment_search *c)
{
    fk_relation_search *r = c->relation;
    fk_aabb box = fk_perturbed_point_box(r, c->perturbed, &c->box);
    for (int i = 0; i < 4 && !fk_relation_is_settled(r); i++) {
        int64_t winding[2];
        fk_perturbation_level level = {FK_SHIFT_IN_PLANE, i % 2 == 0 ? 1 : -1, {NULL, NULL}, {c->line[0]}};
        fk_perturbed_point_push(r, c->perturbed, &level);
        level.kind = FK_SHIFT_NORMAL;
        level.sign = i < 2 ? 1 : -1;
        fk_perturbed_point_push(r, c->perturbed, &level);
        for (int which = 0; which < 2; which++)
            winding[which] = fk_perturbed_winding(r, which, c->perturbed, &box);
        if (fk_relation_record_cell(r, winding))
            fk_relation_record_hard(r, approximate_point(c));
        fk_perturbed_point_truncate(c->perturbed, 2);
    }
}

/* ---- Along a line -------------------------------------------------------------------------------------- */

/* The start of an interval: where a plane meets the line, if it does between its ends. */
static bool find_start_point(segment_search *c, const fk_relation_plane *plane, fk_perturbation_level *at)
{
    if (c->from == NULL) {
        *at = (fk_perturbation_level){FK_POINT_OF_PLANES, 1, {NULL, NULL}, {c->line[0], c->line[1], *plane}};
        return true;
    }
    int from = fk_relation_plane_sign(plane, c->from), to = fk_relation_plane_sign(plane, c->to);
    *at = (fk_perturbation_level){FK_POINT_ON_SEGMENT, 1, {c->from, c->to}, {*plane}};
    if (from == to || to == 0)
        return false;
    if (from == 0)
        at->kind = FK_POINT_VERTEX;
    else
        for (int k = 0; k < 2 && plane->kind == FK_PLANE_EDGE; k++)
            if (fk_is_collinear(c->from, c->to, plane->point[k]))
                *at = (fk_perturbation_level){FK_POINT_VERTEX, 1, {plane->point[k], NULL}, {{0}}};
    return true;
}

/* Classifies the interval that begins there, unless that was done. An owner, the triangle whose plane it is,
 * must contain the point to subdivide anything. */
static void subdivide_at(segment_search *c, const fk_perturbation_level *at, const fk_relation_plane *plane,
                         const triangle_ref *owner)
{
    fk_relation_search *r = c->relation;
    fk_perturbation_level along = {FK_SHIFT_ALONG_LINE, 1, {NULL, NULL}, {c->line[0], c->line[1], {0}}};
    if (c->from != NULL)
        along = (fk_perturbation_level){FK_SHIFT_ALONG_EDGE, 1, {c->from, c->to}, {{0}}};
    fk_perturbed_point_init(c->perturbed);
    if (!fk_perturbed_point_push(r, c->perturbed, at))
        return;
    for (size_t i = 0; i < c->visited_count; i++)
        if (fk_perturbed_sign_at_level(r, &c->visited[i], c->perturbed, 0) == 0)
            return;
    if (owner != NULL && locate_point(r, owner->which, owner->triangle, c->perturbed, NULL) == OFF)
        return;
    fk_perturbed_point_push(r, c->perturbed, &along);
    for (uint32_t i = 0; i < c->defining_count; i++)
        if (locate_point(r, c->item[i].which, c->item[i].triangle, c->perturbed, NULL) == OFF)
            return;
    if (!fk_grow(r->context, &c->visited, sizeof *c->visited, c->visited_count, &c->visited_capacity,
                 c->visited_count + 1)) {
        c->is_out_of_memory = true;
        return;
    }
    c->visited[c->visited_count++] = *plane;
    if (c->is_quick)
        classify_by_rays(c);
    else if (c->defining_count == 1)
        classify_degenerate(c);
    else
        classify_around(c);
}

static void subdivide_by_plane(segment_search *c, fk_relation_plane plane, const triangle_ref *owner)
{
    fk_perturbation_level at;
    if (!c->is_out_of_memory && find_start_point(c, &plane, &at))
        subdivide_at(c, &at, &plane, owner);
}

/* A coordinate plane across the line, which is given by two points. */
static fk_relation_plane coordinate_plane_across(const segment_search *c, const fk_vec3 *point)
{
    int axis = 0;
    while (axis < 2 && fk_double_order(fk_vec3_get(*c->from, axis), fk_vec3_get(*c->to, axis)) == 0)
        axis++;
    return fk_relation_plane_coordinate(point, axis);
}

/* Whether the plane of a triangle meets the line in one point. */
static bool plane_crosses_line(segment_search *c, const fk_relation_plane *plane)
{
    if (c->from != NULL)
        return fk_relation_plane_sign(plane, c->from) != 0 || fk_relation_plane_sign(plane, c->to) != 0;
    fk_perturbation_level at = {FK_POINT_OF_PLANES, 1, {NULL, NULL}, {c->line[0], c->line[1], *plane}};
    fk_perturbed_point_init(c->perturbed);
    return fk_perturbed_point_push(c->relation, c->perturbed, &at);
}

static void subdivide_by_triangle(segment_search *c, triangle_ref p)
{
    fk_relation_search *r = c->relation;
    fk_relation_plane plane = fk_relation_plane_triangle(r, p.which, p.triangle);
    if (fk_relation_is_degenerate(r, p.which, p.triangle)) {
        /* Degenerate triangles matter only to each other, and only on the same line. */
        for (int k = 0; k < 3 && c->defining_count == 1; k++)
            if (fk_is_collinear(c->from, c->to, plane.point[k]))
                subdivide_by_plane(c, coordinate_plane_across(c, plane.point[k]), NULL);
    } else if (plane_crosses_line(c, &plane))
        subdivide_by_plane(c, plane, &p);
    else {
        int facing, axis = fk_projection_axis(plane.point, &facing);
        for (int k = 0; k < 3; k++)
            subdivide_by_plane(
                c, fk_relation_plane_edge(plane.point[k], plane.point[next_edge_corner[k]], axis), NULL);
    }
}

static void subdivide_line(segment_search *c)
{
    c->visited_count = 0;
    if (c->from != NULL)
        subdivide_by_plane(c, coordinate_plane_across(c, c->from), NULL);
    for (size_t i = 0; i < c->count && !c->is_out_of_memory && !fk_relation_is_settled(c->relation); i++)
        subdivide_by_triangle(c, c->item[i]);
}

/* Sets the line of a segment: that of an edge, if it is on one. */
static void set_segment_line(segment_search *c, const triangle_ref defining[2], fk_common_segment segment)
{
    c->from = c->to = NULL;
    for (int i = 0; i < 2; i++) {
        c->line[i] = fk_relation_plane_triangle(c->relation, defining[i].which, defining[i].triangle);
        if (segment.edge[i] < 3 && c->from == NULL) {
            c->from = c->line[i].point[segment.edge[i]];
            c->to = c->line[i].point[next_edge_corner[segment.edge[i]]];
        }
    }
}

/* Subdivides all common segments of two triangles that are not degenerate. */
static void subdivide_pair(segment_search *c, triangle_ref x, triangle_ref y)
{
    fk_relation_search *r = c->relation;
    fk_vec3 a[3], b[3];
    fk_triangles_shared set;
    fk_common_segment segment[FK_COMMON_SEGMENTS_MOST];
    const triangle_ref defining[2] = {x, y};
    fk_relation_corners(r, x.which, x.triangle, a);
    fk_relation_corners(r, y.which, y.triangle, b);
    fk_triangles_features(a, b, &set);
    uint32_t count = fk_find_common_segments(&set, segment);
    if (count == 0)
        return;
    c->box = fk_relation_pair_box(a, b);
    list_line_candidates(c, defining, 2);
    for (uint32_t i = 0; i < count && !c->is_out_of_memory; i++) {
        /* In one mesh, the first triangle may share the edge, and then be in no pair. */
        if (x.which != y.which && (!fk_relation_owns_edge(r, x.which, x.triangle, segment[i].edge[0]) ||
                                   !fk_relation_owns_edge(r, y.which, y.triangle, segment[i].edge[1])))
            continue;
        set_segment_line(c, defining, segment[i]);
        subdivide_line(c);
    }
}

static fk_status begin_segment_search(segment_search *c, fk_relation_search *r)
{
    memset(c, 0, sizeof *c);
    c->relation = r;
    c->perturbed = fk_allocate(r->context, sizeof *c->perturbed);
    return c->perturbed == NULL ? FK_ERROR_MEMORY : FK_OK;
}

static fk_status end_segment_search(segment_search *c)
{
    fk_relation_search *r = c->relation;
    fk_release(r->context, c->perturbed, sizeof *c->perturbed);
    fk_release(r->context, c->item, c->capacity * sizeof *c->item);
    fk_release(r->context, c->visited, c->visited_capacity * sizeof *c->visited);
    fk_fan_free(r, &c->fan);
    return c->is_out_of_memory ? FK_ERROR_MEMORY : FK_OK;
}

/* The number of crossings tested. */
#define TRIES 3

fk_status fk_relation_test_crossings(fk_relation_search *r)
{
    segment_search c;
    uint32_t tries = 0;
    if (!fk_relation_is_solid(r, 0) || !fk_relation_is_solid(r, 1))
        return FK_OK;
    if (begin_segment_search(&c, r) != FK_OK)
        return FK_ERROR_MEMORY;
    c.is_quick = true;
    for (size_t i = 0;
         i < r->pairs->count && tries < TRIES && !c.is_out_of_memory && !fk_relation_is_settled(r); i++)
        if (r->intersection[i] == FK_INTERSECTION_CROSSING) {
            tries++;
            subdivide_pair(&c, (triangle_ref){0, r->pairs->pair[i].a},
                           (triangle_ref){1, r->pairs->pair[i].b});
        }
    return end_segment_search(&c);
}

fk_status fk_relation_subdivide_segments(fk_relation_search *r)
{
    segment_search c;
    if (begin_segment_search(&c, r) != FK_OK)
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < r->pairs->count && !c.is_out_of_memory && !fk_relation_is_settled(r); i++) {
        uint32_t a = r->pairs->pair[i].a, b = r->pairs->pair[i].b;
        c.is_out_of_memory = c.is_out_of_memory || fk_context_poll_at(r->context, i);
        if (r->intersection[i] != FK_INTERSECTION_POINT &&
            (fk_relation_may_self_intersect(r, 0, a) || fk_relation_may_self_intersect(r, 1, b)))
            subdivide_pair(&c, (triangle_ref){0, a}, (triangle_ref){1, b});
    }
    return end_segment_search(&c);
}

/* Whether the intersections of a triangle with its own mesh may decide something: not if it is uncut and
 * outside of the other mesh. */
static bool may_decide(fk_relation_search *r, int which, uint32_t t)
{
    return (r->mesh[which].flag[t] & FK_TRIANGLE_HAS_SEGMENT) != 0 ||
           fk_relation_other_winding(r, which, t) != 0;
}

fk_status fk_relation_subdivide_self(fk_relation_search *r, int which)
{
    segment_search c;
    const fk_triangle_lists *self = &r->mesh[which].self;
    uint32_t n = r->mesh[which].placed->mesh->triangle_count;
    if (!fk_relation_is_solid(r, which) || self->count == 0)
        return FK_OK;
    if (begin_segment_search(&c, r) != FK_OK)
        return FK_ERROR_MEMORY;
    for (uint32_t t = 0; t < n; t++)
        for (uint32_t i = self->begin[t]; i < self->begin[t + 1]; i++) {
            uint32_t u = self->item[i];
            if (c.is_out_of_memory || (r->is_hard && r->sticks_out[1 - which]))
                break;
            bool is_there = u < t && (r->mesh[which].flag[u] & FK_TRIANGLE_SELF_TESTED) != 0;
            if (!is_there && (may_decide(r, which, t) || may_decide(r, which, u)))
                subdivide_pair(&c, (triangle_ref){which, t}, (triangle_ref){which, u});
        }
    return end_segment_search(&c);
}

fk_status fk_relation_subdivide_degenerate(fk_relation_search *r, int which)
{
    segment_search c;
    const fk_relation_mesh *m = &r->mesh[which];
    if (begin_segment_search(&c, r) != FK_OK)
        return FK_ERROR_MEMORY;
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count && !c.is_out_of_memory; t++) {
        const uint8_t both = FK_TRIANGLE_DEGENERATE | FK_TRIANGLE_MEETS_OTHER;
        const triangle_ref defining = {which, t};
        fk_vec3 corner[3];
        if ((m->flag[t] & both) != both || fk_relation_is_settled(r))
            continue;
        fk_relation_corners(r, which, t, corner);
        c.from = c.to = fk_relation_corner(r, which, t, 0);
        for (int k = 1; k < 3; k++) {
            const fk_vec3 *p = fk_relation_corner(r, which, t, k);
            c.from = fk_vec3_order(p, c.from) < 0 ? p : c.from;
            c.to = fk_vec3_order(p, c.to) > 0 ? p : c.to;
        }
        if (fk_vec3_order(c.from, c.to) == 0) { /* a point on the other mesh */
            if (!m->placed->is_solid && fk_placed_interior(r->mesh[1 - which].placed, *c.from))
                fk_relation_record_hard(r, *c.from);
            continue;
        }
        c.box = fk_relation_pair_box(corner, corner);
        list_line_candidates(&c, &defining, 1);
        subdivide_line(&c);
    }
    return end_segment_search(&c);
}
