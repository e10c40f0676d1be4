/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Segments along which things may change: those of triangles that meet others of their own mesh in segments,
 * too, and flat triangles.
 *
 * The line of a segment is where two planes meet, and d its direction. It is cut where any triangle begins or
 * ends on it: in a point in which a third plane meets both. What lies around the part of the segment that
 * begins at such a point c is what is around c + e d, e infinitely small; so parts need neither be sorted nor
 * have a middle. A point too many does no harm. All triangles that can be there are known: they meet one of
 * the two, or share an edge with it. How they lie, signs at spots tell.
 *
 * A flat triangle is a segment, without half-planes; each of its parts is on the other mesh or not. */

#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/relate.h"

static const int next_corner[3] = {1, 2, 0};

typedef struct place_in {
    int which;
    uint32_t triangle;
} place_in;

/* The work at hand. */
typedef struct cutter {
    fk_relate *relate;
    fk_relate_fan fan;
    place_in *item; /* triangles that may be on the line; the first two, or one, make it */
    size_t count, capacity;
    fk_relate_plane *done; /* planes that meet the line in points that were looked at */
    size_t done_count, done_capacity;
    /* The line: from one point to another, or where two planes meet. */
    const fk_vec3 *from, *to;
    fk_relate_plane line[2];
    uint32_t maker_count;
    fk_aabb box; /* in which the segment is */
    bool is_quick;
    bool is_out_of_memory;
    fk_relate_spot *spot;
} cutter;

/* ---- Where a spot is ----------------------------------------------------------------------------------- */

/* Whether a spot is between the ends of a flat triangle, on its line. */
static bool is_on_flat(const fk_relate *r, const fk_vec3 *const corner[3], fk_relate_spot *spot)
{
    for (int axis = 0; axis < 3; axis++) {
        bool low = true, high = true;
        for (int k = 0; k < 3; k++) {
            fk_relate_plane edge = fk_relate_plane_edge(corner[k], corner[next_corner[k]], axis);
            fk_relate_plane level = fk_relate_plane_level(corner[k], axis);
            int side = fk_relate_sign(r, &level, spot);
            low &= side < 0;
            high &= side > 0;
            if (fk_relate_sign(r, &edge, spot) != 0)
                return false;
        }
        if (low || high)
            return false;
    }
    return true;
}

/* How a spot of two levels or less lies to a triangle. */
typedef enum hold { OFF, ON_FACE, ON_EDGE } hold;

/* On an edge, *edge is which; NULL: not asked for. */
static hold hold_of(const fk_relate *r, int which, uint32_t triangle, fk_relate_spot *spot, int *edge)
{
    fk_relate_plane plane = fk_relate_plane_triangle(r, which, triangle);
    if (fk_relate_is_flat(r, which, triangle))
        return is_on_flat(r, plane.point, spot) ? ON_EDGE : OFF;
    if (fk_relate_sign(r, &plane, spot) != 0)
        return OFF;
    int facing, axis = fk_relate_axis(plane.point, &facing);
    hold found = ON_FACE;
    for (int k = 0; k < 3; k++) {
        fk_relate_plane side = fk_relate_plane_edge(plane.point[k], plane.point[next_corner[k]], axis);
        int sign = facing * fk_relate_sign(r, &side, spot);
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

/* ---- Who may be there ---------------------------------------------------------------------------------- */

static void add_item(cutter *c, int which, uint32_t triangle)
{
    fk_relate_mesh *m = &c->relate->mesh[which];
    if (m->stamp[triangle] == c->relate->stamp)
        return;
    m->stamp[triangle] = c->relate->stamp;
    if (!fk_grow(c->relate->context, &c->item, sizeof *c->item, c->count, &c->capacity, c->count + 1)) {
        c->is_out_of_memory = true;
        return;
    }
    c->item[c->count++] = (place_in){which, triangle};
}

static void add_linked(cutter *c, const fk_relate_links *links, uint32_t triangle, int which)
{
    if (links->begin != NULL)
        for (uint32_t i = links->begin[triangle]; i < links->begin[triangle + 1]; i++)
            add_item(c, which, links->item[i]);
}

/* Lists the makers of a line, and all that meet one of them or share an edge with it; by rays, no others are
 * needed. */
static void gather(cutter *c, const place_in *maker, uint32_t count)
{
    c->relate->stamp++;
    c->count = 0;
    c->maker_count = count;
    for (uint32_t i = 0; i < count; i++)
        add_item(c, maker[i].which, maker[i].triangle);
    for (uint32_t i = 0; i < count && !c->is_quick; i++) {
        int which = maker[i].which;
        uint32_t t = maker[i].triangle;
        const fk_relate_mesh *m = &c->relate->mesh[which];
        add_linked(c, &m->partner, t, 1 - which);
        add_linked(c, &m->self, t, which);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t edge = m->edges->edge_of[3 * t + k];
            if (edge == FK_NONE)
                continue;
            for (uint32_t u = m->edges->use_begin[edge]; u < m->edges->use_begin[edge + 1]; u++)
                add_item(c, which, m->edges->use[u] / 3);
        }
    }
}

/* ---- Around a part ------------------------------------------------------------------------------------- */

/* To which side of the line, along the product of its normal and d, a triangle lies that has the line on an
 * edge. */
static int inward(cutter *c, const fk_relate_plane *plane, int edge)
{
    int facing, axis = fk_relate_axis(plane->point, &facing);
    fk_relate_plane side = fk_relate_plane_edge(plane->point[edge], plane->point[next_corner[edge]], axis);
    fk_relate_level level = {FK_RELATE_WITHIN, 1, {NULL, NULL}, {*plane}};
    fk_relate_spot_push(c->relate, c->spot, &level);
    int sign = facing * fk_relate_sign_at(c->relate, &side, c->spot, 2);
    fk_relate_spot_drop(c->spot, 2);
    return sign;
}

static void add_halves(cutter *c, place_in p)
{
    fk_relate *r = c->relate;
    int edge = 0;
    if (fk_relate_is_flat(r, p.which, p.triangle))
        return;
    hold found = hold_of(r, p.which, p.triangle, c->spot, &edge);
    if (found == OFF)
        return;
    if (c->from != NULL) {
        c->is_out_of_memory |= !fk_relate_fan_add_face(r, &c->fan, p.which, p.triangle);
        return;
    }
    fk_relate_plane plane = fk_relate_plane_triangle(r, p.which, p.triangle);
    int only = found == ON_EDGE ? inward(c, &plane, edge) : 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        fk_relate_half half = {(uint8_t)p.which, (int8_t)sign, 0, false, p.triangle, NULL};
        if (only != -sign && !fk_relate_fan_add(r, &c->fan, half))
            c->is_out_of_memory = true;
    }
}

/* The winding number of a mesh on the ccw side of the first half-plane. */
static int64_t first_winding(cutter *c, int which)
{
    fk_relate *r = c->relate;
    const fk_relate_half *first = &c->fan.item[0];
    int64_t winding;
    if (fk_relate_fan_winding(r, &c->fan, which, &winding))
        return winding;
    fk_relate_level level = {FK_RELATE_WITHIN, first->sign, {NULL, NULL}, {{0}}};
    level.plane[0] = fk_relate_plane_triangle(r, first->which, first->triangle);
    fk_relate_spot_push(r, c->spot, &level);
    level.step = FK_RELATE_NORMAL;
    fk_relate_spot_push(r, c->spot, &level);
    fk_aabb box = fk_relate_spot_box(r, c->spot, &c->box);
    winding = fk_relate_ray(r, which, c->spot, &box);
    fk_relate_spot_drop(c->spot, 2);
    return winding;
}

/* The middle of the box in which the spot is. */
static fk_vec3 rough_place(const cutter *c)
{
    fk_aabb box = fk_relate_spot_box(c->relate, c->spot, &c->box);
    return fk_vec3_add(fk_vec3_scale(box.min, 0.5), fk_vec3_scale(box.max, 0.5));
}

static void look_around(cutter *c)
{
    fk_relate *r = c->relate;
    c->fan.count = 0;
    c->fan.spot = c->spot;
    c->fan.from = c->from;
    c->fan.to = c->to;
    for (size_t i = 0; i < c->count && !c->is_out_of_memory; i++)
        add_halves(c, c->item[i]);
    if (c->is_out_of_memory)
        return;
    fk_relate_fan_sort(r, &c->fan);
    int64_t winding[2] = {0, 0};
    for (int which = 0; which < 2; which++)
        if (fk_relate_is_solid(r, which))
            winding[which] = first_winding(c, which);
    if (fk_relate_fan_judge(r, &c->fan, winding))
        fk_relate_note_hard(r, rough_place(c));
}

/* A part of a flat triangle. */
static void look_at_flat(cutter *c)
{
    fk_relate *r = c->relate;
    int which = c->item[0].which;
    int64_t winding = 0;
    for (size_t i = 1; i < c->count; i++)
        if (c->item[i].which != which &&
            hold_of(r, c->item[i].which, c->item[i].triangle, c->spot, NULL) != OFF)
            return;
    fk_aabb box = fk_relate_spot_box(r, c->spot, &c->box);
    if (fk_relate_is_solid(r, 1 - which))
        winding = fk_relate_ray(r, 1 - which, c->spot, &box);
    if (fk_relate_note_face(r, which, winding))
        fk_relate_note_hard(r, rough_place(c));
}

/* The part of two faces that cross: the winding numbers beside the first are asked of rays, whatever else may
 * be there. */
static void look_by_rays(cutter *c)
{
    fk_relate *r = c->relate;
    fk_aabb box = fk_relate_spot_box(r, c->spot, &c->box);
    for (int i = 0; i < 4 && !fk_relate_is_known(r); i++) {
        int64_t winding[2];
        fk_relate_level level = {FK_RELATE_WITHIN, i % 2 == 0 ? 1 : -1, {NULL, NULL}, {c->line[0]}};
        fk_relate_spot_push(r, c->spot, &level);
        level.step = FK_RELATE_NORMAL;
        level.sign = i < 2 ? 1 : -1;
        fk_relate_spot_push(r, c->spot, &level);
        for (int which = 0; which < 2; which++)
            winding[which] = fk_relate_ray(r, which, c->spot, &box);
        if (fk_relate_note_cell(r, winding))
            fk_relate_note_hard(r, rough_place(c));
        fk_relate_spot_drop(c->spot, 2);
    }
}

/* ---- Along a line -------------------------------------------------------------------------------------- */

/* The beginning of a part: where a plane meets the line, if it does between its ends. */
static bool find_begin(cutter *c, const fk_relate_plane *plane, fk_relate_level *at)
{
    if (c->from == NULL) {
        *at = (fk_relate_level){FK_RELATE_MEET, 1, {NULL, NULL}, {c->line[0], c->line[1], *plane}};
        return true;
    }
    int from = fk_relate_sign_of(plane, c->from), to = fk_relate_sign_of(plane, c->to);
    *at = (fk_relate_level){FK_RELATE_BETWEEN, 1, {c->from, c->to}, {*plane}};
    if (from == to || to == 0)
        return false;
    if (from == 0)
        at->step = FK_RELATE_VERTEX;
    else
        for (int k = 0; k < 2 && plane->kind == FK_RELATE_EDGE; k++)
            if (fk_signs_on_line(c->from, c->to, plane->point[k]))
                *at = (fk_relate_level){FK_RELATE_VERTEX, 1, {plane->point[k], NULL}, {{0}}};
    return true;
}

/* Looks at the part that begins there, unless that was done. An owner whose plane it is has to be there to
 * cut anything. */
static void cut_at(cutter *c, const fk_relate_level *at, const fk_relate_plane *plane, const place_in *owner)
{
    fk_relate *r = c->relate;
    fk_relate_level along = {FK_RELATE_LINE, 1, {NULL, NULL}, {c->line[0], c->line[1], {0}}};
    if (c->from != NULL)
        along = (fk_relate_level){FK_RELATE_ALONG, 1, {c->from, c->to}, {{0}}};
    fk_relate_spot_init(c->spot);
    if (!fk_relate_spot_push(r, c->spot, at))
        return;
    for (size_t i = 0; i < c->done_count; i++)
        if (fk_relate_sign_at(r, &c->done[i], c->spot, 0) == 0)
            return;
    if (owner != NULL && hold_of(r, owner->which, owner->triangle, c->spot, NULL) == OFF)
        return;
    fk_relate_spot_push(r, c->spot, &along);
    for (uint32_t i = 0; i < c->maker_count; i++)
        if (hold_of(r, c->item[i].which, c->item[i].triangle, c->spot, NULL) == OFF)
            return;
    if (!fk_grow(r->context, &c->done, sizeof *c->done, c->done_count, &c->done_capacity,
                 c->done_count + 1)) {
        c->is_out_of_memory = true;
        return;
    }
    c->done[c->done_count++] = *plane;
    if (c->is_quick)
        look_by_rays(c);
    else if (c->maker_count == 1)
        look_at_flat(c);
    else
        look_around(c);
}

static void cut_by(cutter *c, fk_relate_plane plane, const place_in *owner)
{
    fk_relate_level at;
    if (!c->is_out_of_memory && find_begin(c, &plane, &at))
        cut_at(c, &at, &plane, owner);
}

/* A plane of level points across the line, which is given by two. */
static fk_relate_plane level_across(const cutter *c, const fk_vec3 *point)
{
    int axis = 0;
    while (axis < 2 && fk_double_order(fk_vec3_get(*c->from, axis), fk_vec3_get(*c->to, axis)) == 0)
        axis++;
    return fk_relate_plane_level(point, axis);
}

/* Whether the plane of a triangle meets the line in one point. */
static bool is_across(cutter *c, const fk_relate_plane *plane)
{
    if (c->from != NULL)
        return fk_relate_sign_of(plane, c->from) != 0 || fk_relate_sign_of(plane, c->to) != 0;
    fk_relate_level at = {FK_RELATE_MEET, 1, {NULL, NULL}, {c->line[0], c->line[1], *plane}};
    fk_relate_spot_init(c->spot);
    return fk_relate_spot_push(c->relate, c->spot, &at);
}

static void cut_by_triangle(cutter *c, place_in p)
{
    fk_relate *r = c->relate;
    fk_relate_plane plane = fk_relate_plane_triangle(r, p.which, p.triangle);
    if (fk_relate_is_flat(r, p.which, p.triangle)) {
        /* What is flat matters to what is flat alone, and only where it is on the same line. */
        for (int k = 0; k < 3 && c->maker_count == 1; k++)
            if (fk_signs_on_line(c->from, c->to, plane.point[k]))
                cut_by(c, level_across(c, plane.point[k]), NULL);
    } else if (is_across(c, &plane))
        cut_by(c, plane, &p);
    else {
        int facing, axis = fk_relate_axis(plane.point, &facing);
        for (int k = 0; k < 3; k++)
            cut_by(c, fk_relate_plane_edge(plane.point[k], plane.point[next_corner[k]], axis), NULL);
    }
}

static void cut_line(cutter *c)
{
    c->done_count = 0;
    if (c->from != NULL)
        cut_by(c, level_across(c, c->from), NULL);
    for (size_t i = 0; i < c->count && !c->is_out_of_memory && !fk_relate_is_known(c->relate); i++)
        cut_by_triangle(c, c->item[i]);
}

/* The line of a segment: that of an edge, if it is on one. */
static void set_line(cutter *c, const place_in maker[2], fk_relate_role role)
{
    c->from = c->to = NULL;
    for (int i = 0; i < 2; i++) {
        c->line[i] = fk_relate_plane_triangle(c->relate, maker[i].which, maker[i].triangle);
        if (role.edge[i] < 3 && c->from == NULL) {
            c->from = c->line[i].point[role.edge[i]];
            c->to = c->line[i].point[next_corner[role.edge[i]]];
        }
    }
}

/* All segments of two triangles that are not flat. */
static void cut_pair(cutter *c, place_in x, place_in y)
{
    fk_relate *r = c->relate;
    fk_vec3 a[3], b[3];
    fk_triangles_set set;
    fk_relate_role role[FK_RELATE_ROLES];
    const place_in maker[2] = {x, y};
    fk_relate_corners(r, x.which, x.triangle, a);
    fk_relate_corners(r, y.which, y.triangle, b);
    fk_triangles_features(a, b, &set);
    uint32_t count = fk_relate_roles(&set, role);
    if (count == 0)
        return;
    c->box = fk_relate_pair_box(a, b);
    gather(c, maker, 2);
    for (uint32_t i = 0; i < count && !c->is_out_of_memory; i++) {
        /* Between triangles of one mesh, the first one may share the edge, and so be no pair. */
        if (x.which != y.which && (!fk_relate_is_first(r, x.which, x.triangle, role[i].edge[0]) ||
                                   !fk_relate_is_first(r, y.which, y.triangle, role[i].edge[1])))
            continue;
        set_line(c, maker, role[i]);
        cut_line(c);
    }
}

static fk_status begin(cutter *c, fk_relate *r)
{
    memset(c, 0, sizeof *c);
    c->relate = r;
    c->spot = fk_allocate(r->context, sizeof *c->spot);
    return c->spot == NULL ? FK_ERROR_MEMORY : FK_OK;
}

static fk_status end(cutter *c)
{
    fk_relate *r = c->relate;
    fk_release(r->context, c->spot, sizeof *c->spot);
    fk_release(r->context, c->item, c->capacity * sizeof *c->item);
    fk_release(r->context, c->done, c->done_capacity * sizeof *c->done);
    fk_relate_fan_end(r, &c->fan);
    return c->is_out_of_memory ? FK_ERROR_MEMORY : FK_OK;
}

/* How many crossings are tried. */
#define TRIES 3

fk_status fk_relate_quick(fk_relate *r)
{
    cutter c;
    uint32_t tries = 0;
    if (!fk_relate_is_solid(r, 0) || !fk_relate_is_solid(r, 1))
        return FK_OK;
    if (begin(&c, r) != FK_OK)
        return FK_ERROR_MEMORY;
    c.is_quick = true;
    for (size_t i = 0; i < r->pairs->count && tries < TRIES && !c.is_out_of_memory && !fk_relate_is_known(r);
         i++)
        if (r->meeting[i] == FK_RELATE_CROSSING) {
            tries++;
            cut_pair(&c, (place_in){0, r->pairs->pair[i].a}, (place_in){1, r->pairs->pair[i].b});
        }
    return end(&c);
}

fk_status fk_relate_cuts(fk_relate *r)
{
    cutter c;
    if (begin(&c, r) != FK_OK)
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < r->pairs->count && !c.is_out_of_memory && !fk_relate_is_known(r); i++) {
        uint32_t a = r->pairs->pair[i].a, b = r->pairs->pair[i].b;
        if (r->meeting[i] != FK_RELATE_POINT && (fk_relate_is_busy(r, 0, a) || fk_relate_is_busy(r, 1, b)))
            cut_pair(&c, (place_in){0, a}, (place_in){1, b});
    }
    return end(&c);
}

/* Whether triangles of one mesh that meet may tell something: where they are free and not in the other mesh,
 * that is known. */
static bool is_worth(fk_relate *r, int which, uint32_t t)
{
    return (r->mesh[which].flag[t] & FK_RELATE_LINED) != 0 || fk_relate_free(r, which, t) != 0;
}

fk_status fk_relate_self_cuts(fk_relate *r, int which)
{
    cutter c;
    const fk_relate_links *self = &r->mesh[which].self;
    uint32_t n = r->mesh[which].placed->mesh->triangle_count;
    if (!fk_relate_is_solid(r, which) || self->count == 0)
        return FK_OK;
    if (begin(&c, r) != FK_OK)
        return FK_ERROR_MEMORY;
    for (uint32_t t = 0; t < n; t++)
        for (uint32_t i = self->begin[t]; i < self->begin[t + 1]; i++) {
            uint32_t u = self->item[i];
            if (c.is_out_of_memory || (r->is_hard && r->out[1 - which]))
                break;
            bool is_there = u < t && (r->mesh[which].flag[u] & FK_RELATE_ASKED) != 0;
            if (!is_there && (is_worth(r, which, t) || is_worth(r, which, u)))
                cut_pair(&c, (place_in){which, t}, (place_in){which, u});
        }
    return end(&c);
}

fk_status fk_relate_flats(fk_relate *r, int which)
{
    cutter c;
    const fk_relate_mesh *m = &r->mesh[which];
    if (begin(&c, r) != FK_OK)
        return FK_ERROR_MEMORY;
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count && !c.is_out_of_memory; t++) {
        const uint8_t both = FK_RELATE_FLAT | FK_RELATE_MET;
        const place_in maker = {which, t};
        fk_vec3 corner[3];
        if ((m->flag[t] & both) != both || fk_relate_is_known(r))
            continue;
        fk_relate_corners(r, which, t, corner);
        c.from = c.to = fk_relate_corner(r, which, t, 0);
        for (int k = 1; k < 3; k++) {
            const fk_vec3 *p = fk_relate_corner(r, which, t, k);
            c.from = fk_vec3_order(p, c.from) < 0 ? p : c.from;
            c.to = fk_vec3_order(p, c.to) > 0 ? p : c.to;
        }
        if (fk_vec3_order(c.from, c.to) == 0)
            continue; /* a point, which the other mesh has */
        c.box = fk_relate_pair_box(corner, corner);
        gather(&c, &maker, 1);
        cut_line(&c);
    }
    return end(&c);
}
