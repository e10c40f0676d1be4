/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cuts a target by pieces, and by triangles of the mesh.
 *
 * First every piece is tested at the corners of the target. If all corners are outside of one of its planes or on it, the
 * piece does not matter; planes with no corner outside do not cut; the others do. Most targets end here: they are in a piece,
 * or away from it.
 *
 * The rest is cut: of a fragment and a piece, the parts outside of each of its planes stay, and what is inside of all planes
 * is covered. Parts without area are dropped everywhere; what is not covered is open in the target, and so has an area.
 * Fragments wait on a stack, each with the index of the next cutter. So the first uncovered fragment ends the search, and
 * memory does not grow with the number of all fragments.
 *
 * Weak inputs: many pieces that cross one target make many fragments, in the worst case as many as the lines of their planes
 * have cells. */

#include <string.h>

#include "base/context.h"
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

void fk_cover_target_init(fk_cover_target *target, fk_cover_set *set)
{
    memset(target, 0, sizeof *target);
    target->set = set;
    list_init(&target->line, sizeof(fk_cover_line));
    list_init(&target->cutter, sizeof(fk_cover_cutter));
    list_init(&target->fragment, sizeof(fk_cover_fragment));
    list_init(&target->pending, sizeof(fk_cover_corner));
    list_init(&target->work, sizeof(fk_cover_corner));
    list_init(&target->clipped[0], sizeof(fk_cover_corner));
    list_init(&target->clipped[1], sizeof(fk_cover_corner));
    list_init(&target->sign, sizeof(signed char));
    list_init(&target->crossing, sizeof(fk_cover_crossing));
    list_init(&target->candidate, sizeof(uint64_t));
}

void fk_cover_target_free(fk_cover_target *target)
{
    fk_cover_list *const list[] = {
        &target->line,       &target->cutter,     &target->fragment, &target->pending,  &target->work,
        &target->clipped[0], &target->clipped[1], &target->sign,     &target->crossing, &target->candidate};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        list_end(target->set->context, list[i]);
}

static fk_cover_corner *corner_array(const fk_cover_list *list)
{
    return list->item;
}

/* ---- Pieces at the corners of a target ----------------------------------------------------------------- */

typedef enum piece_cut { CUT_NOTHING, CUT_PARTLY, CUT_ALL, CUT_NO_MEMORY } piece_cut;

static int target_side(fk_point_set *cloud, const fk_cover_plane *plane, uint32_t point)
{
    double height = fk_filter_plane_height(plane->filter.normal, plane->filter.offset, cloud->scaled[point]);
    if (height > plane->filter.bound)
        return 1;
    if (height < -plane->filter.bound)
        return -1;
    return fk_point_set_orient3d(cloud, plane->corner[0], plane->corner[1], plane->corner[2], point);
}

/* How a plane of a piece cuts a target: CUT_ALL if all of it is inside, CUT_NOTHING if nothing is. A triangle in the plane
 * counts as inside; the region beyond a facet in the plane is inside if the piece is on that side. */
static piece_cut cut_by_facet(const fk_cover_target *target, const fk_cover_plane *plane,
                              fk_cover_question question)
{
    fk_point_set *cloud = &target->set->cloud;
    bool some_inside = false, some_outside = false;
    for (uint32_t i = 0; i < target->corner_count && !(some_inside && some_outside); i++) {
        int side = target_side(cloud, plane, fk_cover_target_point(target, i));
        some_inside = some_inside || side < 0;
        some_outside = some_outside || side > 0;
    }
    if (some_outside)
        return some_inside ? CUT_PARTLY : CUT_NOTHING;
    if (some_inside || question != FK_COVER_FACET)
        return CUT_ALL;
    const uint32_t *p = plane->corner;
    return fk_point_set_orient2d(cloud, p[0], p[1], p[2], target->axis) == target->facing ? CUT_NOTHING
                                                                                          : CUT_ALL;
}

static piece_cut cut_by_solid(fk_cover_target *target, uint32_t index, fk_cover_question question)
{
    fk_cover_set *set = target->set;
    const fk_cover_plane *plane = set->plane + set->piece[index].first_plane;
    size_t first_line = target->line.count;
    piece_cut all = CUT_ALL;
    for (uint32_t f = 0; f < set->hull[index]->face_count; f++) {
        piece_cut one = cut_by_facet(target, &plane[f], question);
        if (one == CUT_NOTHING) {
            target->line.count = first_line;
            return CUT_NOTHING;
        }
        if (one == CUT_PARTLY) {
            if (!fk_cover_line_add(target, FK_LINE_OF_PLANE, plane[f].corner, 1))
                return CUT_NO_MEMORY;
            all = CUT_PARTLY;
        }
    }
    return all;
}

/* A polygon in the plane of the target covers what is between its edges. */
static piece_cut cut_by_polygon(fk_cover_target *target, uint32_t index)
{
    fk_cover_set *set = target->set;
    fk_point_set *cloud = &set->cloud;
    const fk_hull *hull = set->hull[index];
    uint32_t first = set->piece[index].first_point, count = hull->face_begin[1];
    size_t first_line = target->line.count;
    piece_cut all = CUT_ALL;
    for (uint32_t i = 0; i < 3; i++)
        if (fk_point_set_orient3d(cloud, target->plane[0], target->plane[1], target->plane[2],
                                  first + hull->face_vertex[i]) != 0)
            return CUT_NOTHING;
    int facing = fk_point_set_orient2d(cloud, first + hull->face_vertex[0], first + hull->face_vertex[1],
                                       first + hull->face_vertex[2], target->axis);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t end[2] = {first + hull->face_vertex[i],
                           first + hull->face_vertex[i + 1 < count ? i + 1 : 0]};
        bool some_inside = false, some_outside = false;
        for (uint32_t c = 0; c < target->corner_count; c++) {
            int side = facing * fk_point_set_orient2d(cloud, end[0], end[1], fk_cover_target_point(target, c),
                                                      target->axis);
            some_inside = some_inside || side > 0;
            some_outside = some_outside || side < 0;
        }
        if (some_outside && !some_inside) {
            target->line.count = first_line;
            return CUT_NOTHING;
        }
        if (some_outside) {
            if (!fk_cover_line_add(target, FK_LINE_OF_EDGE, end, facing))
                return CUT_NO_MEMORY;
            all = CUT_PARTLY;
        }
    }
    return all;
}

static piece_cut cut_by_piece(fk_cover_target *target, uint32_t index, fk_cover_question question)
{
    fk_cover_set *set = target->set;
    if (index == set->skip || !fk_aabb_meets(target->box, set->piece[index].box))
        return CUT_NOTHING;
    uint32_t dimension = set->hull[index]->dimension;
    if (dimension == 3)
        return cut_by_solid(target, index, question);
    return dimension == 2 && question == FK_COVER_SURFACE ? cut_by_polygon(target, index) : CUT_NOTHING;
}

/* Lists the pieces that cut the target, unless one of them covers it. */
static piece_cut find_cutters(fk_cover_target *target, fk_cover_question question, uint32_t own)
{
    if (!fk_cover_find_pieces(target, target->box))
        return CUT_NO_MEMORY;
    for (size_t k = 0; k < target->candidate.count; k++) {
        uint32_t i = (uint32_t)((const uint64_t *)target->candidate.item)[k];
        size_t first_line = target->line.count;
        piece_cut one = i == own ? CUT_NOTHING : cut_by_piece(target, i, question);
        if (one == CUT_ALL || one == CUT_NO_MEMORY)
            return one;
        if (one == CUT_PARTLY) {
            if (!fk_cover_reserve(target->set->context, &target->cutter, 1))
                return CUT_NO_MEMORY;
            fk_cover_cutter *cutter = (fk_cover_cutter *)target->cutter.item + target->cutter.count++;
            cutter->first_line = first_line;
            cutter->line_count = target->line.count - first_line;
        }
    }
    return CUT_PARTLY;
}

/* ---- Fragments ----------------------------------------------------------------------------------------- */

/* Sets target->sign to the signs of an edge at the corners of a polygon; returns which occur: 1 positive, 2 negative. */
static int find_corner_signs(fk_cover_target *target, const fk_cover_list *polygon, fk_cover_edge edge)
{
    signed char *sign = target->sign.item;
    int found = 0;
    for (size_t i = 0; i < polygon->count; i++) {
        sign[i] = (signed char)fk_cover_sign(target, edge, &corner_array(polygon)[i].position);
        found |= sign[i] > 0 ? 1 : sign[i] < 0 ? 2 : 0;
    }
    return found;
}

/* Appends the part of a polygon where an edge is negative to a list, which has room. The sign of corner i is target->sign
 * times factor; both signs occur. So the corners that are not positive are consecutive, and a corner on the edge has a
 * neighbour on either side. */
static void clip_polygon_corners(fk_cover_target *target, const fk_cover_list *polygon, fk_cover_edge edge,
                                 int factor, fk_cover_list *out)
{
    const fk_cover_corner *corner = corner_array(polygon);
    const signed char *sign = target->sign.item;
    fk_cover_corner *to = corner_array(out) + out->count;
    for (size_t i = 0; i < polygon->count; i++) {
        size_t before = i > 0 ? i - 1 : polygon->count - 1;
        int from = factor * sign[before], here = factor * sign[i];
        if (from >= 0 && here < 0) {
            to->edge = edge;
            to->position = from == 0 ? corner[before].position
                                     : fk_planar_point_intersection(target, edge, corner[i].edge);
            to++;
        }
        if (here < 0 || from < 0) {
            *to = corner[i];
            if (here > 0)
                to->position = fk_planar_point_intersection(target, corner[i].edge, edge);
            to++;
        }
    }
    out->count = (size_t)(to - corner_array(out));
}

static bool push_fragment(fk_cover_target *target, size_t first_corner, size_t next)
{
    if (!fk_cover_reserve(target->set->context, &target->fragment, 1))
        return false;
    fk_cover_fragment *fragment = (fk_cover_fragment *)target->fragment.item + target->fragment.count++;
    fragment->first_corner = first_corner;
    fragment->corner_count = target->pending.count - first_corner;
    fragment->next = next;
    return true;
}

/* Pushes the part of a polygon where an edge is negative, by target->sign times factor. */
static bool push_clipped(fk_cover_target *target, const fk_cover_list *polygon, fk_cover_edge edge,
                         int factor, size_t next)
{
    size_t first = target->pending.count;
    if (!fk_cover_reserve(target->set->context, &target->pending, polygon->count + 1))
        return false;
    clip_polygon_corners(target, polygon, edge, factor, &target->pending);
    return push_fragment(target, first, next);
}

/* Pops the last fragment into target->work. */
static bool pop_fragment(fk_cover_target *target, size_t *next)
{
    fk_cover_fragment top = ((fk_cover_fragment *)target->fragment.item)[--target->fragment.count];
    target->work.count = 0;
    if (!fk_cover_reserve(target->set->context, &target->work, top.corner_count))
        return false;
    memcpy(target->work.item, corner_array(&target->pending) + top.first_corner,
           top.corner_count * sizeof(fk_cover_corner));
    target->work.count = top.corner_count;
    target->pending.count = top.first_corner;
    *next = top.next;
    return true;
}

/* Pushes the target itself, as the first fragment. */
static bool push_target(fk_cover_target *target)
{
    size_t first = target->pending.count;
    uint32_t count = target->corner_count;
    if (!fk_cover_reserve(target->set->context, &target->pending, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = target->facing > 0 ? i : count - 1 - i, from = i > 0 ? i - 1 : count - 1;
        if (target->facing < 0)
            from = to + 1 < count ? to + 1 : 0;
        uint32_t end[2] = {fk_cover_target_point(target, from), fk_cover_target_point(target, to)};
        fk_cover_corner *corner = corner_array(&target->pending) + target->pending.count++;
        corner->edge = (fk_cover_edge)target->line.count << 1;
        if (!fk_cover_line_add(target, FK_LINE_OF_EDGE, end, 1))
            return false;
        corner->position = fk_planar_point_given(target, end[1]);
    }
    return push_fragment(target, first, 0);
}

/* Subtracts a piece from the current fragment, and pushes the parts outside of it. *is_whole: the fragment does not meet the
 * piece, and stays as it is. */
static bool subtract_piece(fk_cover_target *target, size_t index, bool *is_whole)
{
    const fk_cover_cutter *cutter = (const fk_cover_cutter *)target->cutter.item + index;
    fk_context *context = target->set->context;
    size_t fragments = target->fragment.count, pending = target->pending.count;
    fk_cover_list *inside = &target->work;
    *is_whole = false;
    for (size_t i = 0; i < cutter->line_count; i++) {
        fk_cover_edge edge = (fk_cover_edge)(cutter->first_line + i) << 1;
        if (!fk_cover_reserve(context, &target->sign, inside->count))
            return false;
        int found = find_corner_signs(target, inside, edge);
        if (found == 2)
            continue;
        if (found != 3) {
            target->fragment.count = fragments;
            target->pending.count = pending;
            *is_whole = true;
            return true;
        }
        fk_cover_list *rest = &target->clipped[inside == &target->clipped[0] ? 1 : 0];
        rest->count = 0;
        if (!push_clipped(target, inside, edge | 1, -1, index + 1) ||
            !fk_cover_reserve(context, rest, inside->count + 1))
            return false;
        clip_polygon_corners(target, inside, edge, 1, rest);
        inside = rest;
    }
    return true;
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

/* Splits the current fragment by a triangle that crosses it, and pushes both parts. */
static bool split_by_crossing(fk_cover_target *target, size_t index, bool *is_whole)
{
    const fk_cover_crossing *crossing = (const fk_cover_crossing *)target->crossing.item + index;
    size_t next = target->cutter.count + index + 1;
    *is_whole = true;
    if (!fk_cover_reserve(target->set->context, &target->sign, target->work.count))
        return false;
    if (!crossing->is_near)
        return true;
    fk_cover_edge edge = (fk_cover_edge)crossing->line << 1;
    if (find_corner_signs(target, &target->work, edge) != 3 || !fk_cover_is_crossed(target, crossing))
        return true;
    *is_whole = false;
    return push_clipped(target, &target->work, edge, 1, next) &&
           push_clipped(target, &target->work, edge | 1, -1, next);
}

/* Applies the cutters and crossings from `next` on to the current fragment. In the end it is whole, or its parts are on the
 * stack. */
static bool cut_fragment(fk_cover_target *target, fk_cover_question question, size_t next, bool *is_whole)
{
    *is_whole = true;
    for (; *is_whole && next < target->cutter.count; next++)
        if (!subtract_piece(target, next, is_whole))
            return false;
    if (!*is_whole || question == FK_COVER_SURFACE)
        return true;
    if (!target->is_crossed && !fk_cover_find_crossings(target))
        return false;
    for (; *is_whole && next < target->cutter.count + target->crossing.count; next++)
        if (!split_by_crossing(target, next - target->cutter.count, is_whole))
            return false;
    return true;
}

/* Visits all fragments until one is not covered. */
static fk_status search_fragments(fk_cover_target *target, fk_cover_question question, bool *holds,
                                  fk_vec3 *point)
{
    if (!push_target(target))
        return FK_ERROR_MEMORY;
    while (target->fragment.count > 0) {
        size_t next;
        bool is_whole;
        if (!pop_fragment(target, &next) || !cut_fragment(target, question, next, &is_whole))
            return FK_ERROR_MEMORY;
        if (!is_whole)
            continue;
        fk_cover_inner_point inner =
            fk_cover_find_inner_point(target, corner_array(&target->work), target->work.count);
        if (question != FK_COVER_SURFACE && fk_cover_winding(target, &inner) == 0)
            continue;
        *holds = false;
        *point = fk_cover_inner_point_in_space(target, &inner);
        if (question != FK_COVER_SURFACE)
            *point = fk_cover_move_to_uncovered(target, *point);
        return FK_OK;
    }
    return FK_OK;
}

fk_status fk_cover_check_target(fk_cover_target *target, fk_cover_question question, uint32_t own,
                                bool *holds, fk_vec3 *point)
{
    *holds = true;
    if (fk_context_poll(target->set->context))
        return FK_ERROR_MEMORY;
    piece_cut found = find_cutters(target, question, own);
    if (found == CUT_ALL)
        return FK_OK;
    if (found == CUT_NO_MEMORY)
        return FK_ERROR_MEMORY;
    target->beyond = 1;
    fk_status status = search_fragments(target, question, holds, point);
    if (status == FK_OK && *holds && question == FK_COVER_SIDES) {
        target->beyond = -1;
        target->is_crossed = false;
        target->crossing.count = 0;
        status = search_fragments(target, question, holds, point);
    }
    return status;
}
