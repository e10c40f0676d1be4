/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A base cut by pieces, and by triangles of the mesh.
 *
 * First every piece is held against the corners of the base: a plane of it that has all of them outside or on it keeps the piece
 * out, one that has none outside does not matter, and the others cut. Most bases end here: they are in a piece, or away from it.
 *
 * What is left is cut: of a fragment and a piece, the parts outside of each of its planes stay, and what is inside of all of
 * them is covered. Parts without area are left out everywhere; what is not covered is open in the base, and so has an area.
 * Fragments wait on a stack, each with the number of the piece that it meets next, so that the first one that is not covered
 * ends the search, and memory does not grow with all fragments.
 *
 * Weak inputs: many pieces that cross one base make many fragments, in the worst case as many as the lines of their planes
 * have cells. */

#include <string.h>

#include "base/lists.h"
#include "split/cover.h"

/* ---- Lists --------------------------------------------------------------------------------------------- */

bool fk_cover_reserve(fk_context *context, fk_cover_list *list, size_t more)
{
    return fk_grow(context, &list->item, list->size, list->count, &list->capacity, list->count + more);
}

static void list_init(fk_cover_list *list, size_t size)
{
    memset(list, 0, sizeof *list);
    list->size = size;
}

static void list_end(fk_context *context, fk_cover_list *list)
{
    fk_release(context, list->item, list->capacity * list->size);
}

void fk_cover_base_init(fk_cover_base *base, fk_cover_set *set)
{
    memset(base, 0, sizeof *base);
    base->set = set;
    list_init(&base->line, sizeof(fk_cover_line));
    list_init(&base->cutter, sizeof(fk_cover_cutter));
    list_init(&base->fragment, sizeof(fk_cover_fragment));
    list_init(&base->pending, sizeof(fk_cover_corner));
    list_init(&base->work, sizeof(fk_cover_corner));
    list_init(&base->part[0], sizeof(fk_cover_corner));
    list_init(&base->part[1], sizeof(fk_cover_corner));
    list_init(&base->sign, sizeof(signed char));
    list_init(&base->crossing, sizeof(fk_cover_crossing));
    list_init(&base->near, sizeof(uint64_t));
}

void fk_cover_base_end(fk_cover_base *base)
{
    fk_cover_list *const list[] = {&base->line,     &base->cutter,  &base->fragment, &base->pending,
                                   &base->work,     &base->part[0], &base->part[1],  &base->sign,
                                   &base->crossing, &base->near};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        list_end(base->set->context, list[i]);
}

static fk_cover_corner *corners(const fk_cover_list *list)
{
    return list->item;
}

/* ---- Pieces against the corners of a base -------------------------------------------------------------- */

typedef enum relation { RELATION_APART, RELATION_CUTS, RELATION_COVERS, RELATION_NO_MEMORY } relation;

static int plane_side(fk_cloud *cloud, const fk_cover_plane *plane, uint32_t point)
{
    double height = fk_cloud_height(plane->filter.normal, plane->filter.offset, cloud->scaled[point]);
    if (height > plane->filter.bound)
        return 1;
    if (height < -plane->filter.bound)
        return -1;
    return fk_cloud_side(cloud, plane->corner[0], plane->corner[1], plane->corner[2], point);
}

/* Whether a plane leaves all of a base inside (COVERS), nothing of it (APART), or cuts it. On a plane with all of the base, a
 * triangle counts as inside; beyond a facet is inside when the piece lies on the other side. */
static relation relate_plane(const fk_cover_base *base, const fk_cover_plane *plane,
                             fk_cover_question question)
{
    fk_cloud *cloud = &base->set->cloud;
    bool some_inside = false, some_outside = false;
    for (uint32_t i = 0; i < base->corner_count && !(some_inside && some_outside); i++) {
        int side = plane_side(cloud, plane, fk_cover_base_point(base, i));
        some_inside = some_inside || side < 0;
        some_outside = some_outside || side > 0;
    }
    if (some_outside)
        return some_inside ? RELATION_CUTS : RELATION_APART;
    if (some_inside || question != FK_COVER_FACET)
        return RELATION_COVERS;
    const uint32_t *p = plane->corner;
    return fk_cloud_turn(cloud, p[0], p[1], p[2], base->axis) == base->facing ? RELATION_APART
                                                                              : RELATION_COVERS;
}

static relation relate_solid(fk_cover_base *base, uint32_t index, fk_cover_question question)
{
    fk_cover_set *set = base->set;
    const fk_cover_plane *plane = set->plane + set->piece[index].first_plane;
    size_t first_line = base->line.count;
    relation all = RELATION_COVERS;
    for (uint32_t f = 0; f < set->hull[index]->face_count; f++) {
        relation one = relate_plane(base, &plane[f], question);
        if (one == RELATION_APART) {
            base->line.count = first_line;
            return RELATION_APART;
        }
        if (one == RELATION_CUTS) {
            if (!fk_cover_line_add(base, FK_COVER_PLANE, plane[f].corner, 1))
                return RELATION_NO_MEMORY;
            all = RELATION_CUTS;
        }
    }
    return all;
}

/* A polygon in the plane of the base covers what is between its edges. */
static relation relate_polygon(fk_cover_base *base, uint32_t index)
{
    fk_cover_set *set = base->set;
    fk_cloud *cloud = &set->cloud;
    const fk_hull *hull = set->hull[index];
    uint32_t first = set->piece[index].first_point, count = hull->face_begin[1];
    size_t first_line = base->line.count;
    relation all = RELATION_COVERS;
    for (uint32_t i = 0; i < 3; i++)
        if (fk_cloud_side(cloud, base->plane[0], base->plane[1], base->plane[2],
                          first + hull->face_vertex[i]) != 0)
            return RELATION_APART;
    int facing = fk_cloud_turn(cloud, first + hull->face_vertex[0], first + hull->face_vertex[1],
                               first + hull->face_vertex[2], base->axis);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t end[2] = {first + hull->face_vertex[i],
                           first + hull->face_vertex[i + 1 < count ? i + 1 : 0]};
        bool some_inside = false, some_outside = false;
        for (uint32_t c = 0; c < base->corner_count; c++) {
            int side =
                facing * fk_cloud_turn(cloud, end[0], end[1], fk_cover_base_point(base, c), base->axis);
            some_inside = some_inside || side > 0;
            some_outside = some_outside || side < 0;
        }
        if (some_outside && !some_inside) {
            base->line.count = first_line;
            return RELATION_APART;
        }
        if (some_outside) {
            if (!fk_cover_line_add(base, FK_COVER_EDGE, end, facing))
                return RELATION_NO_MEMORY;
            all = RELATION_CUTS;
        }
    }
    return all;
}

static relation relate(fk_cover_base *base, uint32_t index, fk_cover_question question)
{
    fk_cover_set *set = base->set;
    if (index == set->skip || !fk_aabb_meets(base->box, set->piece[index].box))
        return RELATION_APART;
    uint32_t dimension = set->hull[index]->dimension;
    if (dimension == 3)
        return relate_solid(base, index, question);
    return dimension == 2 && question == FK_COVER_SURFACE ? relate_polygon(base, index) : RELATION_APART;
}

/* Lists the pieces that cut the base, unless one of them covers it. */
static relation find_cutters(fk_cover_base *base, fk_cover_question question, uint32_t own)
{
    if (!fk_cover_near_pieces(base, base->box))
        return RELATION_NO_MEMORY;
    for (size_t k = 0; k < base->near.count; k++) {
        uint32_t i = (uint32_t)((const uint64_t *)base->near.item)[k];
        size_t first_line = base->line.count;
        relation one = i == own ? RELATION_APART : relate(base, i, question);
        if (one == RELATION_COVERS || one == RELATION_NO_MEMORY)
            return one;
        if (one == RELATION_CUTS) {
            if (!fk_cover_reserve(base->set->context, &base->cutter, 1))
                return RELATION_NO_MEMORY;
            fk_cover_cutter *cutter = (fk_cover_cutter *)base->cutter.item + base->cutter.count++;
            cutter->first_line = first_line;
            cutter->line_count = base->line.count - first_line;
        }
    }
    return RELATION_CUTS;
}

/* ---- Fragments ----------------------------------------------------------------------------------------- */

/* Puts the signs of an edge at the corners of a polygon into base->sign; says which there are: 1 positive, 2 negative ones. */
static int find_signs(fk_cover_base *base, const fk_cover_list *polygon, fk_cover_edge edge)
{
    signed char *sign = base->sign.item;
    int found = 0;
    for (size_t i = 0; i < polygon->count; i++) {
        sign[i] = (signed char)fk_cover_sign(base, edge, &corners(polygon)[i].spot);
        found |= sign[i] > 0 ? 1 : sign[i] < 0 ? 2 : 0;
    }
    return found;
}

/* Adds to a list, which has room, the part of a polygon where an edge is negative. It is so at some corners and positive at
 * others, by base->sign, times turned. So the corners where it is not positive are in a row, and one on it has a neighbour on
 * either side. */
static void add_part(fk_cover_base *base, const fk_cover_list *polygon, fk_cover_edge edge, int turned,
                     fk_cover_list *out)
{
    const fk_cover_corner *corner = corners(polygon);
    const signed char *sign = base->sign.item;
    fk_cover_corner *to = corners(out) + out->count;
    for (size_t i = 0; i < polygon->count; i++) {
        size_t before = i > 0 ? i - 1 : polygon->count - 1;
        int from = turned * sign[before], here = turned * sign[i];
        if (from >= 0 && here < 0) {
            to->edge = edge;
            to->spot = from == 0 ? corner[before].spot : fk_cover_spot_meet(base, edge, corner[i].edge);
            to++;
        }
        if (here < 0 || from < 0) {
            *to = corner[i];
            if (here > 0)
                to->spot = fk_cover_spot_meet(base, corner[i].edge, edge);
            to++;
        }
    }
    out->count = (size_t)(to - corners(out));
}

static bool push(fk_cover_base *base, size_t first_corner, size_t next)
{
    if (!fk_cover_reserve(base->set->context, &base->fragment, 1))
        return false;
    fk_cover_fragment *fragment = (fk_cover_fragment *)base->fragment.item + base->fragment.count++;
    fragment->first_corner = first_corner;
    fragment->corner_count = base->pending.count - first_corner;
    fragment->next = next;
    return true;
}

/* Puts the part of a polygon where an edge is negative, by base->sign times turned, onto the stack. */
static bool push_part(fk_cover_base *base, const fk_cover_list *polygon, fk_cover_edge edge, int turned,
                      size_t next)
{
    size_t first = base->pending.count;
    if (!fk_cover_reserve(base->set->context, &base->pending, polygon->count + 1))
        return false;
    add_part(base, polygon, edge, turned, &base->pending);
    return push(base, first, next);
}

/* Takes the last fragment from the stack to base->work. */
static bool pop(fk_cover_base *base, size_t *next)
{
    fk_cover_fragment top = ((fk_cover_fragment *)base->fragment.item)[--base->fragment.count];
    base->work.count = 0;
    if (!fk_cover_reserve(base->set->context, &base->work, top.corner_count))
        return false;
    memcpy(base->work.item, corners(&base->pending) + top.first_corner,
           top.corner_count * sizeof(fk_cover_corner));
    base->work.count = top.corner_count;
    base->pending.count = top.first_corner;
    *next = top.next;
    return true;
}

/* The base itself, as the first fragment. */
static bool push_base(fk_cover_base *base)
{
    size_t first = base->pending.count;
    uint32_t count = base->corner_count;
    if (!fk_cover_reserve(base->set->context, &base->pending, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = base->facing > 0 ? i : count - 1 - i, from = i > 0 ? i - 1 : count - 1;
        if (base->facing < 0)
            from = to + 1 < count ? to + 1 : 0;
        uint32_t end[2] = {fk_cover_base_point(base, from), fk_cover_base_point(base, to)};
        fk_cover_corner *corner = corners(&base->pending) + base->pending.count++;
        corner->edge = (fk_cover_edge)base->line.count << 1;
        if (!fk_cover_line_add(base, FK_COVER_EDGE, end, 1))
            return false;
        corner->spot = fk_cover_spot_point(base, end[1]);
    }
    return push(base, first, 0);
}

/* Takes a piece away from the fragment at hand: the parts outside of it go onto the stack. *is_whole when it does not meet the
 * piece, and so stays as it is. */
static bool subtract(fk_cover_base *base, size_t index, bool *is_whole)
{
    const fk_cover_cutter *cutter = (const fk_cover_cutter *)base->cutter.item + index;
    fk_context *context = base->set->context;
    size_t fragments = base->fragment.count, pending = base->pending.count;
    fk_cover_list *inside = &base->work;
    *is_whole = false;
    for (size_t i = 0; i < cutter->line_count; i++) {
        fk_cover_edge edge = (fk_cover_edge)(cutter->first_line + i) << 1;
        if (!fk_cover_reserve(context, &base->sign, inside->count))
            return false;
        int found = find_signs(base, inside, edge);
        if (found == 2)
            continue;
        if (found != 3) {
            base->fragment.count = fragments;
            base->pending.count = pending;
            *is_whole = true;
            return true;
        }
        fk_cover_list *rest = &base->part[inside == &base->part[0] ? 1 : 0];
        rest->count = 0;
        if (!push_part(base, inside, edge | 1, -1, index + 1) ||
            !fk_cover_reserve(context, rest, inside->count + 1))
            return false;
        add_part(base, inside, edge, 1, rest);
        inside = rest;
    }
    return true;
}

/* ---- Questions ----------------------------------------------------------------------------------------- */

/* Cuts the fragment at hand by a triangle that crosses it: both parts go onto the stack. */
static bool split(fk_cover_base *base, size_t index, bool *is_whole)
{
    const fk_cover_crossing *crossing = (const fk_cover_crossing *)base->crossing.item + index;
    size_t next = base->cutter.count + index + 1;
    *is_whole = true;
    if (!fk_cover_reserve(base->set->context, &base->sign, base->work.count))
        return false;
    if (!crossing->is_near)
        return true;
    fk_cover_edge edge = (fk_cover_edge)crossing->line << 1;
    if (find_signs(base, &base->work, edge) != 3 || !fk_cover_is_crossed(base, crossing))
        return true;
    *is_whole = false;
    return push_part(base, &base->work, edge, 1, next) && push_part(base, &base->work, edge | 1, -1, next);
}

/* Takes the fragment at hand through the cutters, and through the crossings, from `next` on; it is whole in the end, or parts of
 * it are on the stack. */
static bool advance(fk_cover_base *base, fk_cover_question question, size_t next, bool *is_whole)
{
    *is_whole = true;
    for (; *is_whole && next < base->cutter.count; next++)
        if (!subtract(base, next, is_whole))
            return false;
    if (!*is_whole || question == FK_COVER_SURFACE)
        return true;
    if (!base->is_crossed && !fk_cover_find_crossings(base))
        return false;
    for (; *is_whole && next < base->cutter.count + base->crossing.count; next++)
        if (!split(base, next - base->cutter.count, is_whole))
            return false;
    return true;
}

/* Looks at all fragments, until one is not covered. */
static fk_status search(fk_cover_base *base, fk_cover_question question, bool *holds, fk_vec3 *point)
{
    if (!push_base(base))
        return FK_ERROR_MEMORY;
    while (base->fragment.count > 0) {
        size_t next;
        bool is_whole;
        if (!pop(base, &next) || !advance(base, question, next, &is_whole))
            return FK_ERROR_MEMORY;
        if (!is_whole)
            continue;
        fk_cover_middle middle = fk_cover_middle_of(base, corners(&base->work), base->work.count);
        if (question != FK_COVER_SURFACE && fk_cover_winding(base, &middle) == 0)
            continue;
        *holds = false;
        *point = fk_cover_middle_point(base, &middle);
        if (question != FK_COVER_SURFACE)
            *point = fk_cover_move_inside(base, *point);
        return FK_OK;
    }
    return FK_OK;
}

fk_status fk_cover_ask(fk_cover_base *base, fk_cover_question question, uint32_t own, bool *holds,
                       fk_vec3 *point)
{
    *holds = true;
    relation found = find_cutters(base, question, own);
    if (found == RELATION_COVERS)
        return FK_OK;
    if (found == RELATION_NO_MEMORY)
        return FK_ERROR_MEMORY;
    base->beyond = 1;
    fk_status status = search(base, question, holds, point);
    if (status == FK_OK && *holds && question == FK_COVER_SIDES) {
        base->beyond = -1;
        base->is_crossed = false;
        base->crossing.count = 0;
        status = search(base, question, holds, point);
    }
    return status;
}
