/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The fans along one line, where they may change: on lines with triangles that also share segments with others of
 * their own mesh; and on degenerate triangles. solid_relation_lines.c lists these lines, each once.
 *
 * A line is an edge, or the intersection of two planes; d is its direction. It is subdivided where any triangle
 * begins or ends on it: in a point where a third plane meets it. The fan of the interval that begins at such a
 * point c is the fan around c + e d, e infinitesimal; so intervals need neither be sorted nor have a center. A
 * superfluous point does no harm. All triangles that can contain the interval are known: their boxes meet that of
 * the edge, or of a pair of triangles that have the interval in common. Signs at perturbed points tell where they
 * lie. Most are known before: along an edge, those at its ends often decide, and triangles in one plane have the
 * same sign of it.
 *
 * A degenerate triangle is a segment without half-planes; each of its intervals is on the other mesh or
 * not. */

#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/solid_relation.h"
#include "tree/tree.h"

static const int next_edge_corner[3] = {1, 2, 0};

static fk_relation_plane item_edge(const fk_relation_plane *plane, const fk_line_item *item, int edge)
{
    return fk_relation_plane_edge(plane->point[edge], plane->point[next_edge_corner[edge]], item->axis);
}

static fk_relation_plane item_plane(const fk_line_search *c, const fk_line_item *item)
{
    return fk_relation_plane_triangle(c->relation, item->which, item->triangle);
}

/* ---- Candidates ---------------------------------------------------------------------------------------- */

/* Determines the sides of an edge line on which a triangle in a plane with it lies. Between the ends of the line, a
 * sign that is the same at both, or 0 at one, does not change. False if none of the line is in the triangle. */
static bool set_sides_along(const fk_line_search *c, const fk_relation_plane *plane, fk_line_item *item)
{
    for (int k = 0; k < 3; k++) {
        fk_relation_plane side = item_edge(plane, item, k);
        int from = item->facing * fk_relation_plane_sign(&side, c->from),
            to = item->facing * fk_relation_plane_sign(&side, c->to);
        bool changes = from * to < 0;
        item->slope[k] = (int8_t)(changes ? to : 0);
        item->side[k] = (int8_t)(changes ? FK_UNSURE : from != 0 ? from : to);
        if (!changes && item->side[k] < 0)
            return false;
    }
    return true;
}

/* Determines how a triangle that is not degenerate lies to an edge line; false if it cannot matter: a plane that
 * meets the line at an end subdivides nothing. */
static bool place_at_edge(const fk_line_search *c, const fk_relation_plane *plane, fk_line_item *item)
{
    int from = fk_relation_plane_sign(plane, c->from), to = fk_relation_plane_sign(plane, c->to);
    if (from == 0 && to == 0)
        return set_sides_along(c, plane, item);
    item->is_across = true;
    return from * to < 0;
}

static uint32_t plane_number_beyond(const fk_line_search *c, const fk_line_item *item, int edge)
{
    return item->beyond[edge] == FK_NONE ? 0 : c->relation->mesh[item->which].plane[item->beyond[edge]];
}

/* Sets the triangles across the sides. */
static void set_beyond(const fk_line_search *c, fk_line_item *item)
{
    const fk_relation_mesh *m = &c->relation->mesh[item->which];
    for (int k = 0; k < 3; k++) {
        uint32_t edge = m->edges != NULL ? m->edges->edge_of[3 * item->triangle + (uint32_t)k] : FK_NONE;
        item->beyond[k] = FK_NONE;
        if (edge == FK_NONE || m->edges->use_begin[edge + 1] - m->edges->use_begin[edge] != 2)
            continue;
        const uint32_t *use = m->edges->use + m->edges->use_begin[edge];
        uint32_t other = use[0] / 3 == item->triangle ? use[1] / 3 : use[0] / 3;
        /* Different numbers may be of one plane; those of one mesh with a common side are not. */
        if (m->plane[other] != m->plane[item->triangle] && m->plane[item->triangle] != 0 &&
            !fk_relation_is_degenerate(c->relation, item->which, other))
            item->beyond[k] = other;
    }
}

/* The same to the line of two planes. What is known of an earlier triangle in the same plane is not computed
 * again, nor the signs of a side in both planes. */
static void place_at_planes(fk_line_search *c, const fk_relation_plane *plane, fk_line_item *item)
{
    fk_perturbation_level at = {FK_POINT_OF_PLANES, 1, {NULL, NULL}, {c->plane[0], c->plane[1], *plane}};
    for (int k = 0; k < 3; k++)
        item->slope[k] = item->side[k] = FK_UNSURE;
    for (int i = 0; i < 2; i++) {
        if (!fk_relation_is_same_plane(plane, &c->plane[i]))
            continue;
        for (int k = 0; k < 3; k++)
            if (c->plane[1 - i].number != 0 && plane_number_beyond(c, item, k) == c->plane[1 - i].number)
                item->slope[k] = item->side[k] = 0;
        return;
    }
    for (size_t i = 0; i < c->count && plane->number != 0; i++)
        if (c->relation->mesh[c->item[i].which].plane[c->item[i].triangle] == plane->number) {
            item->is_across = c->item[i].is_across;
            item->is_parallel = !item->is_across;
            return;
        }
    fk_perturbed_point_init(c->perturbed);
    item->is_across = fk_perturbed_point_push(c->relation, c->perturbed, &at);
    item->is_parallel = !item->is_across;
}

typedef struct line_visit {
    fk_line_search *search;
    int which;
    fk_aabb box;
} line_visit;

static bool add_line_item(void *user, uint32_t triangle)
{
    const line_visit *v = user;
    fk_line_search *c = v->search;
    fk_relation_search *r = c->relation;
    fk_relation_mesh *m = &r->mesh[v->which];
    fk_line_item item = {.which = (uint8_t)v->which, .triangle = triangle, .box = fk_aabb_empty()};
    r->work++;
    if (m->stamp[triangle] == r->stamp)
        return true;
    for (int k = 0; k < 3; k++)
        item.box = fk_aabb_include(item.box, *fk_relation_corner(r, v->which, triangle, k));
    item.is_degenerate = fk_relation_is_degenerate(r, v->which, triangle);
    /* Degenerate triangles matter only to each other. */
    if (!fk_aabb_meets(item.box, v->box) || (item.is_degenerate && c->rule != FK_LINE_DEGENERATE))
        return true;
    m->stamp[triangle] = r->stamp;
    m->slot[triangle] = FK_NONE;
    if (!item.is_degenerate) {
        fk_relation_plane plane = fk_relation_plane_triangle(r, v->which, triangle);
        int facing;
        set_beyond(c, &item);
        item.axis = (int8_t)fk_projection_axis(plane.point, &facing);
        item.facing = (int8_t)facing;
        if (c->from != NULL && !place_at_edge(c, &plane, &item))
            return true;
        if (c->from == NULL)
            place_at_planes(c, &plane, &item);
    }
    if (!fk_grow(r->context, &c->item, sizeof *c->item, c->count, &c->capacity, c->count + 1)) {
        c->is_out_of_memory = true;
        return false;
    }
    m->slot[triangle] = (uint32_t)c->count;
    c->item[c->count++] = item;
    return true;
}

/* Lists the triangles near a box that lie along the line, or meet it. */
static void add_line_items(fk_line_search *c, const fk_aabb *box)
{
    for (int which = 0; which < 2 && !c->is_out_of_memory; which++) {
        line_visit v = {c, which, *box};
        fk_placed_visit(c->relation->mesh[which].placed, box, add_line_item, &v);
    }
}

static void list_line_items(fk_line_search *c)
{
    c->relation->stamp++;
    c->count = c->visited_count = 0;
    if (c->from != NULL)
        add_line_items(c, &c->box);
    for (size_t i = 0; c->from == NULL && i < c->pair_count && !c->is_out_of_memory; i++) {
        if (c->rule != FK_LINE_QUICK)
            add_line_items(c, &c->pair[i].box);
        for (int k = 0; k < 2 && c->rule == FK_LINE_QUICK; k++) {
            line_visit v = {c, c->pair[i].which[k], c->pair[i].box};
            add_line_item(&v, c->pair[i].triangle[k]);
        }
    }
}

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

/* The sign of a side at the start of an interval. If the side is parallel to the line, it is the same everywhere. */
static int side_at_start(fk_line_search *c, const fk_relation_plane *plane, fk_line_item *item, int edge)
{
    fk_relation_plane side = item_edge(plane, item, edge);
    if (item->slope[edge] == FK_UNSURE)
        item->slope[edge] =
            (int8_t)(item->facing * fk_perturbed_sign_at_level(c->relation, &side, c->perturbed, 1));
    if (item->slope[edge] == 0 && item->side[edge] != FK_UNSURE)
        return item->side[edge];
    if (c->start_plane != 0 && plane_number_beyond(c, item, edge) == c->start_plane)
        return 0;
    int sign = item->facing * fk_perturbed_sign_at_level(c->relation, &side, c->perturbed, 0);
    if (item->slope[edge] == 0)
        item->side[edge] = (int8_t)sign;
    return sign;
}

/* Whether the line is in the plane of a triangle along it. */
static bool is_line_in_plane(fk_line_search *c, const fk_relation_plane *plane, fk_line_item *item)
{
    if (item->is_parallel) {
        item->is_parallel = false;
        item->is_off = fk_perturbed_sign_at_level(c->relation, plane, c->perturbed, 0) != 0;
    }
    return !item->is_off;
}

/* Where an interval is relative to a triangle. */
typedef enum interval_location { INTERVAL_OFF, INTERVAL_ON_FACE, INTERVAL_ON_EDGE } interval_location;

/* edge: set to the edge for INTERVAL_ON_EDGE. */
static interval_location locate_interval(fk_line_search *c, fk_line_item *item, int *edge)
{
    fk_relation_plane plane = item_plane(c, item);
    if (item->is_across || !fk_aabb_meets(item->box, c->start_box))
        return INTERVAL_OFF;
    if (item->is_degenerate)
        return is_on_degenerate(c->relation, plane.point, c->perturbed) ? INTERVAL_ON_EDGE : INTERVAL_OFF;
    if (!is_line_in_plane(c, &plane, item))
        return INTERVAL_OFF;
    interval_location found = INTERVAL_ON_FACE;
    for (int k = 0; k < 3; k++) {
        int sign = side_at_start(c, &plane, item, k);
        sign = sign != 0 ? sign : item->slope[k];
        if (sign < 0)
            return INTERVAL_OFF;
        if (sign > 0)
            continue;
        found = INTERVAL_ON_EDGE;
        *edge = k;
    }
    return found;
}

/* Whether the start of an interval is in a triangle, in whose plane it is, or that is along the line. */
static bool has_start(fk_line_search *c, fk_line_item *item)
{
    fk_relation_plane plane = item_plane(c, item);
    if (!item->is_across && !is_line_in_plane(c, &plane, item))
        return false;
    for (int k = 0; k < 3; k++) {
        fk_relation_plane side = item_edge(&plane, item, k);
        int sign = !item->is_across
                       ? side_at_start(c, &plane, item, k)
                       : item->facing * fk_perturbed_sign_at_level(c->relation, &side, c->perturbed, 0);
        if (sign < 0)
            return false;
    }
    return true;
}

/* ---- Around an interval -------------------------------------------------------------------------------- */

/* The side of the line on which a triangle lies that has the line on an edge, as a sign along the cross
 * product of its normal and d. */
static int inward_side(fk_line_search *c, const fk_relation_plane *plane, const fk_line_item *item, int edge)
{
    fk_relation_plane side = item_edge(plane, item, edge);
    fk_perturbation_level level = {FK_SHIFT_IN_PLANE, 1, {NULL, NULL}, {*plane}};
    fk_perturbed_point_push(c->relation, c->perturbed, &level);
    int sign = item->facing * fk_perturbed_sign_at_level(c->relation, &side, c->perturbed, 2);
    fk_perturbed_point_truncate(c->perturbed, 2);
    return sign;
}

static void add_half_planes(fk_line_search *c, const fk_line_item *item, interval_location found, int edge)
{
    fk_relation_search *r = c->relation;
    if (c->from != NULL) {
        c->is_out_of_memory |= !fk_fan_add_triangle(r, &c->fan, item->which, item->triangle);
        return;
    }
    fk_relation_plane plane = item_plane(c, item);
    int only = found == INTERVAL_ON_EDGE ? inward_side(c, &plane, item, edge) : 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        fk_fan_half_plane half_plane = {item->which, (int8_t)sign, 0, false, item->triangle, NULL};
        if (only != -sign && !fk_fan_add(r, &c->fan, half_plane))
            c->is_out_of_memory = true;
    }
}

/* The winding number of a mesh on the ccw side of the first half-plane. */
static int64_t fan_first_winding(fk_line_search *c, int which)
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

/* Records an overlap where the interval starts. */
static void record_hard_interval(fk_line_search *c)
{
    if (!c->relation->is_hard)
        fk_relation_record_hard(c->relation, fk_perturbed_point_place(c->perturbed));
}

/* Adds the half-planes of all triangles with the interval; returns whether it is one that the rule asks for. An
 * interval of a mesh with itself that is also on the other mesh was classified with that. */
static bool make_interval_fan(fk_line_search *c)
{
    bool has[2] = {false, false};
    size_t found = 0;
    c->fan.count = 0;
    c->fan.perturbed = c->perturbed;
    c->fan.from = c->from;
    c->fan.to = c->to;
    for (size_t i = 0; i < c->count && !c->is_out_of_memory; i++) {
        int edge = 0;
        interval_location location = locate_interval(c, &c->item[i], &edge);
        if (location == INTERVAL_OFF)
            continue;
        has[c->item[i].which] = true;
        found++;
        add_half_planes(c, &c->item[i], location, edge);
    }
    if (c->is_out_of_memory)
        return false;
    return c->rule == FK_LINE_BOTH ? has[0] && has[1] : has[0] != has[1] && found > c->regular_count;
}

/* Whether a patch through the interval, which shares nothing with the other mesh, is known to be outside of that: then the
 * cells around it decide nothing that the patch does not. */
static bool is_fan_outside(const fk_line_search *c)
{
    for (size_t i = 0; i < c->fan.count; i++) {
        const fk_fan_half_plane *half_plane = &c->fan.item[i];
        uint8_t flag = c->relation->mesh[half_plane->which].flag[half_plane->triangle];
        if ((flag & FK_TRIANGLE_HAS_SEGMENT) == 0)
            return fk_relation_other_winding(c->relation, half_plane->which, half_plane->triangle) == 0;
    }
    return false;
}

static void classify_around(fk_line_search *c)
{
    fk_relation_search *r = c->relation;
    int64_t winding[2] = {0, 0};
    if (!make_interval_fan(c))
        return;
    if (c->rule == FK_LINE_SELF && is_fan_outside(c))
        return;
    fk_fan_sort(r, &c->fan);
    for (int which = 0; which < 2; which++)
        if (fk_relation_is_solid(r, which))
            winding[which] = fan_first_winding(c, which);
    if (fk_fan_classify(r, &c->fan, winding))
        record_hard_interval(c);
}

/* Classifies an interval of a degenerate triangle. */
static void classify_degenerate(fk_line_search *c)
{
    fk_relation_search *r = c->relation;
    int which = c->which, edge;
    int64_t winding = 0;
    for (size_t i = 0; i < c->count; i++)
        if (c->item[i].which != which && locate_interval(c, &c->item[i], &edge) != INTERVAL_OFF)
            return;
    fk_aabb box = fk_perturbed_point_box(r, c->perturbed, &c->box);
    if (fk_relation_is_solid(r, 1 - which))
        winding = fk_perturbed_winding(r, 1 - which, c->perturbed, &box);
    if (fk_relation_record_face(r, which, winding))
        record_hard_interval(c);
}

/* Classifies the interval of two crossing faces by rays: the winding numbers of the four cells beside the
 * first face, whatever else is there. */
static void classify_by_rays(fk_line_search *c)
{
    fk_relation_search *r = c->relation;
    fk_aabb box = fk_perturbed_point_box(r, c->perturbed, &c->box);
    for (int i = 0; i < 4 && !fk_relation_is_settled(r); i++) {
        int64_t winding[2];
        fk_perturbation_level level = {FK_SHIFT_IN_PLANE, i % 2 == 0 ? 1 : -1, {NULL, NULL}, {c->plane[0]}};
        fk_perturbed_point_push(r, c->perturbed, &level);
        level.kind = FK_SHIFT_NORMAL;
        level.sign = i < 2 ? 1 : -1;
        fk_perturbed_point_push(r, c->perturbed, &level);
        for (int which = 0; which < 2; which++)
            winding[which] = fk_perturbed_winding(r, which, c->perturbed, &box);
        if (fk_relation_record_cell(r, winding))
            record_hard_interval(c);
        fk_perturbed_point_truncate(c->perturbed, 2);
    }
}

/* ---- Along a line -------------------------------------------------------------------------------------- */

/* The start of an interval: where a plane meets the line, if it does between its ends. */
static bool find_start_point(const fk_line_search *c, const fk_relation_plane *plane,
                             fk_perturbation_level *at)
{
    if (c->from == NULL) {
        *at =
            (fk_perturbation_level){FK_POINT_OF_PLANES, 1, {NULL, NULL}, {c->plane[0], c->plane[1], *plane}};
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

/* Whether the interval is in both triangles of a pair. */
static bool is_in_pair(fk_line_search *c, const fk_line_pair *pair)
{
    for (int k = 0; k < 2; k++) {
        int edge;
        uint32_t slot = c->relation->mesh[pair->which[k]].slot[pair->triangle[k]];
        if (locate_interval(c, &c->item[slot], &edge) == INTERVAL_OFF)
            return false;
    }
    return true;
}

static bool is_in_some_pair(fk_line_search *c)
{
    for (size_t i = 0; i < c->pair_count; i++)
        if (is_in_pair(c, &c->pair[i]))
            return true;
    return c->pair_count == 0;
}

/* Whether the point where a plane meets the line was visited, as where it meets an equal one. */
static bool is_plane_visited(const fk_line_search *c, const fk_relation_plane *plane)
{
    for (size_t i = 0; i < c->visited_count; i++)
        if (fk_relation_is_same_plane(plane, &c->visited[i]))
            return true;
    return false;
}

static bool is_start_visited(const fk_line_search *c)
{
    for (size_t i = 0; i < c->visited_count; i++)
        if (fk_perturbed_sign_at_level(c->relation, &c->visited[i], c->perturbed, 0) == 0)
            return true;
    return false;
}

static uint32_t item_plane_number(const fk_line_search *c, const fk_line_item *item)
{
    return c->relation->mesh[item->which].plane[item->triangle];
}

/* Whether no triangle before this one lies across the line in the same plane. */
static bool is_first_in_plane(const fk_line_search *c, const fk_line_item *item)
{
    uint32_t number = item_plane_number(c, item);
    for (const fk_line_item *i = c->item; i < item && number != 0; i++)
        if (i->is_across && item_plane_number(c, i) == number)
            return false;
    return true;
}

/* Whether the start is in a triangle, or for one across the line, in any with its plane from it on. */
static bool is_start_in_plane(fk_line_search *c, fk_line_item *item)
{
    uint32_t number = item->is_across ? item_plane_number(c, item) : 0;
    for (fk_line_item *i = item; i < c->item + c->count; i++) {
        bool is_one = i == item || (number != 0 && i->is_across && item_plane_number(c, i) == number);
        if (is_one && fk_aabb_meets(i->box, c->start_box) && has_start(c, i))
            return true;
        if (number == 0)
            break;
    }
    return false;
}

/* Classifies the interval that begins where a plane meets the line, unless that was done. An owner, which has the
 * plane or a side on it, must contain the point to subdivide anything. */
static void subdivide_at(fk_line_search *c, const fk_relation_plane *plane, fk_line_item *owner)
{
    fk_relation_search *r = c->relation;
    fk_perturbation_level at;
    fk_perturbation_level along = {FK_SHIFT_ALONG_LINE, 1, {NULL, NULL}, {c->plane[0], c->plane[1], {0}}};
    if (c->from != NULL)
        along = (fk_perturbation_level){FK_SHIFT_ALONG_EDGE, 1, {c->from, c->to}, {{0}}};
    fk_perturbed_point_init(c->perturbed);
    if (c->is_out_of_memory || is_plane_visited(c, plane) || !find_start_point(c, plane, &at) ||
        !fk_perturbed_point_push(r, c->perturbed, &at))
        return;
    fk_perturbed_point_simplify(r, c->perturbed, &c->box);
    fk_perturbed_point_push(r, c->perturbed, &along);
    c->start_plane = plane->number;
    c->start_box = fk_perturbed_point_box(r, c->perturbed, &c->box);
    if ((owner != NULL && !is_start_in_plane(c, owner)) || is_start_visited(c) || !is_in_some_pair(c))
        return;
    if (!fk_grow(r->context, &c->visited, sizeof *c->visited, c->visited_count, &c->visited_capacity,
                 c->visited_count + 1)) {
        c->is_out_of_memory = true;
        return;
    }
    c->visited[c->visited_count++] = *plane;
    r->work += c->count;
    if (fk_relation_stops(r)) {
        c->is_out_of_memory = true;
        return;
    }
    if (c->rule == FK_LINE_QUICK)
        classify_by_rays(c);
    else if (c->rule == FK_LINE_DEGENERATE)
        classify_degenerate(c);
    else
        classify_around(c);
}

/* A coordinate plane across the line, which is given by two points. */
static fk_relation_plane coordinate_plane_across(const fk_line_search *c, const fk_vec3 *point)
{
    int axis = 0;
    while (axis < 2 && fk_double_order(fk_vec3_get(*c->from, axis), fk_vec3_get(*c->to, axis)) == 0)
        axis++;
    return fk_relation_plane_coordinate(point, axis);
}

/* Subdivides the line where a triangle meets it, or where it begins or ends on it. */
static void subdivide_by_item(fk_line_search *c, fk_line_item *item)
{
    fk_relation_plane plane = item_plane(c, item);
    if (item->is_across) {
        if (is_first_in_plane(c, item))
            subdivide_at(c, &plane, item);
        return;
    }
    for (int k = 0; k < 3; k++) {
        if (item->is_degenerate) {
            /* It matters on the same line alone. */
            fk_relation_plane across = coordinate_plane_across(c, plane.point[k]);
            if (fk_is_collinear(c->from, c->to, plane.point[k]))
                subdivide_at(c, &across, NULL);
        } else if (item->slope[k] != 0 && item->beyond[k] == FK_NONE) {
            /* A triangle beyond the side is across the line, and begins in the same point. */
            fk_relation_plane side = item_edge(&plane, item, k);
            subdivide_at(c, &side, item);
        }
    }
}

bool fk_line_is_settled(const fk_line_search *c)
{
    const fk_relation_search *r = c->relation;
    return fk_relation_is_settled(r) ||
           (c->rule == FK_LINE_SELF && r->is_hard && r->sticks_out[1 - c->which]);
}

/* Whether nothing on the line can change the relation of two surfaces: each sticks out, and all triangles along the line are
 * in one plane, so that they cannot cross. */
static bool is_line_flat(const fk_line_search *c)
{
    const fk_relation_search *r = c->relation;
    uint32_t number = 0;
    if (c->rule != FK_LINE_BOTH || fk_relation_is_solid(r, 0) || fk_relation_is_solid(r, 1) ||
        !r->sticks_out[0] || !r->sticks_out[1])
        return false;
    for (size_t i = 0; i < c->count; i++) {
        uint32_t other = item_plane_number(c, &c->item[i]);
        if (c->item[i].is_across)
            continue;
        if (other == 0 || (number != 0 && other != number))
            return false;
        number = other;
    }
    return true;
}

void fk_line_classify(fk_line_search *c)
{
    list_line_items(c);
    if (is_line_flat(c))
        return;
    if (c->from != NULL) {
        fk_relation_plane start = coordinate_plane_across(c, c->from);
        subdivide_at(c, &start, NULL);
    }
    for (size_t i = 0; i < c->count && !c->is_out_of_memory && !fk_line_is_settled(c); i++)
        subdivide_by_item(c, &c->item[i]);
}

fk_status fk_line_search_begin(fk_line_search *c, fk_relation_search *r, fk_line_rule rule)
{
    memset(c, 0, sizeof *c);
    c->relation = r;
    c->rule = rule;
    c->perturbed = fk_allocate(r->context, sizeof *c->perturbed);
    return c->perturbed == NULL ? FK_ERROR_MEMORY : FK_OK;
}

fk_status fk_line_search_end(fk_line_search *c)
{
    fk_relation_search *r = c->relation;
    fk_release(r->context, c->perturbed, sizeof *c->perturbed);
    fk_release(r->context, c->item, c->capacity * sizeof *c->item);
    fk_release(r->context, c->visited, c->visited_capacity * sizeof *c->visited);
    fk_fan_free(r, &c->fan);
    return c->is_out_of_memory ? FK_ERROR_MEMORY : FK_OK;
}
