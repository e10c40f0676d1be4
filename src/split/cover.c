/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Decides whether convex pieces cover a mesh, exactly.
 *
 * The surface: every triangle is cut by the pieces (cover_cut.c), and nothing of it may be left.
 *
 * The inside of a solid, if the surface is covered. Suppose that some point inside is in no piece. Then so is
 * an open region R around it, since the union of pieces is closed. Flat pieces do not matter here: R
 * continues on their other side. A line from the point to somewhere outside the mesh leaves R through its
 * boundary; almost every such line does so at a point y that is on no edge of anything. Either y is in a
 * piece that is not flat, and R lies beyond a facet of it: then around y, beyond a part of that facet, is the
 * inside of the mesh and no piece. Or y is on a triangle, in flat pieces alone: then one side of that
 * triangle has such a part. So all facets of pieces are checked, and if there are flat pieces, both sides of
 * all triangles. Conversely, such a part proves that the inside is not covered: it bounds an open region.
 *
 * Facets are cut by the other pieces. In the plane of a facet, what is beyond it is in a piece where the
 * piece extends across the plane, or has a facet there with the opposite normal. The rest is split where
 * triangles pass through it; then each fragment is inside the mesh as a whole, or outside
 * (cover_candidates.c). A facet that two pieces share, one on either side, is covered.
 *
 * Cost: the number of triangles and facets, times the pieces whose boxes they meet; a facet that is not
 * covered at once also visits the triangles beside it. A triangle without area visits all pieces. */

#include "split/cover.h"

#include <string.h>

#include "base/context.h"
#include "base/vec3.h"
#include "farkas/split.h"
#include "mesh/mesh.h"

/* ---- Preparation --------------------------------------------------------------------------------------- */

static bool copy_points(fk_cover_set *set)
{
    const fk_mesh *mesh = set->mesh;
    uint64_t points = mesh->vertex_count, planes = 0;
    for (uint32_t i = 0; i < set->piece_count; i++) {
        points += set->hull[i]->vertex_count;
        planes += set->hull[i]->face_count;
    }
    /* Points have 32-bit indices. */
    if (points >= UINT32_MAX || planes > SIZE_MAX / sizeof *set->plane)
        return false;
    set->point_count = (size_t)points;
    set->plane_count = (size_t)planes;
    set->point = fk_allocate(set->context, set->point_count * sizeof *set->point);
    set->piece = fk_allocate(set->context, set->piece_count * sizeof *set->piece);
    set->plane = fk_allocate(set->context, set->plane_count * sizeof *set->plane);
    set->side = fk_allocate(set->context, mesh->vertex_count);
    if (set->point == NULL || set->piece == NULL || set->plane == NULL || set->side == NULL)
        return false;
    size_t filled = mesh->vertex_count;
    if (filled > 0)
        memcpy(set->point, mesh->point, filled * sizeof *set->point);
    for (uint32_t i = 0; i < set->piece_count; i++) {
        const fk_hull *hull = set->hull[i];
        memcpy(set->point + filled, hull->point, hull->vertex_count * sizeof *set->point);
        set->piece[i].first_point = (uint32_t)filled;
        filled += hull->vertex_count;
    }
    return true;
}

static fk_aabb hull_points_box(const fk_vec3 *point, uint32_t count)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < count; i++)
        box = fk_aabb_include(box, point[i]);
    return box;
}

static void make_facet_planes(fk_cover_set *set)
{
    size_t filled = 0;
    for (uint32_t i = 0; i < set->piece_count; i++) {
        const fk_hull *hull = set->hull[i];
        set->piece[i].first_plane = filled;
        set->piece[i].box = hull_points_box(hull->point, hull->vertex_count);
        for (uint32_t f = 0; f < hull->face_count; f++) {
            fk_cover_plane *plane = &set->plane[filled++];
            plane->is_shared = false;
            uint32_t begin = hull->face_begin[f], count = hull->face_begin[f + 1] - begin;
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t at = begin + (uint32_t)((uint64_t)k * count / 3);
                plane->corner[k] = set->piece[i].first_point + hull->face_vertex[at];
            }
            plane->filter = fk_filter_plane_make(&set->cloud, set->cloud.scaled[plane->corner[0]],
                                                 set->cloud.scaled[plane->corner[1]],
                                                 set->cloud.scaled[plane->corner[2]]);
        }
    }
}

/* Sets a scale that brings all points below 2, and an origin amid the mesh. */
static void set_ball_frame(fk_cover_set *set)
{
    int exponent = -1023;
    for (size_t i = 0; i < set->point_count; i++) {
        int own = fk_vec3_exponent(set->point[i]);
        exponent = own > exponent ? own : exponent;
    }
    set->box = hull_points_box(set->mesh->point, set->mesh->vertex_count);
    set->scale = fk_ball_scale(exponent);
    set->origin = fk_vec3_add(fk_vec3_scale(set->box.min, 0.5), fk_vec3_scale(set->box.max, 0.5));
}

static void free_cover_set(fk_cover_set *set)
{
    fk_release(set->context, set->point, set->point_count * sizeof *set->point);
    fk_release(set->context, set->piece, set->piece_count * sizeof *set->piece);
    fk_release(set->context, set->plane, set->plane_count * sizeof *set->plane);
    fk_release(set->context, set->side, set->mesh->vertex_count);
    fk_cover_candidates_free(set);
}

static fk_status init_cover_set(fk_cover_set *set)
{
    fk_status status = copy_points(set) ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK)
        status = fk_point_set_init(set->context, &set->cloud, set->point, (uint32_t)set->point_count);
    if (status != FK_OK) {
        free_cover_set(set);
        return status;
    }
    make_facet_planes(set);
    set_ball_frame(set);
    status = fk_cover_candidates_init(set);
    if (status != FK_OK) {
        fk_point_set_end(set->context, &set->cloud);
        free_cover_set(set);
    }
    return status;
}

/* ---- The check ----------------------------------------------------------------------------------------- */

/* Whether a box may contain something that only the skipped piece covers. All pieces together are a cover, so
 * whatever is uncovered without one lies in it, and is bounded by facets and triangles that meet it. */
static bool is_affected(const fk_cover_set *set, fk_aabb box)
{
    return set->skip >= set->piece_count || fk_aabb_meets(box, set->piece[set->skip].box);
}

static bool is_triangle_affected(const fk_cover_set *set, uint32_t triangle)
{
    fk_aabb box = fk_aabb_empty();
    for (int k = 0; k < 3; k++)
        box = fk_aabb_include(box, set->mesh->point[set->mesh->triangle[triangle].corner[k]]);
    return is_affected(set, box);
}

/* The index that is k after the first, cyclically. */
static uint32_t wrap_index(uint32_t first, uint32_t k, uint32_t count)
{
    return k < count - first ? first + k : k - (count - first);
}

static fk_status check_surface(fk_cover_target *target, fk_cover *found)
{
    fk_cover_set *set = target->set;
    uint32_t count = set->mesh->triangle_count;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t t = wrap_index(set->first_triangle, k, count);
        const uint32_t *corner = set->mesh->triangle[t].corner;
        bool holds;
        fk_status status = FK_OK;
        if (!is_triangle_affected(set, t))
            continue;
        if (fk_cover_target_set(target, corner, 0, 3))
            status = fk_cover_check_target(target, FK_COVER_SURFACE, FK_NONE, &holds, &found->point);
        else
            holds = fk_cover_check_segment(set, corner, &found->point);
        if (status != FK_OK)
            return status;
        if (!holds) {
            found->covers_surface = false;
            found->triangle = t;
            return FK_OK;
        }
    }
    return FK_OK;
}

static fk_status check_facets(fk_cover_target *target, fk_cover *found)
{
    fk_cover_set *set = target->set;
    for (uint32_t k = 0; k < set->piece_count; k++) {
        uint32_t i = wrap_index(set->first_piece, k, set->piece_count);
        const fk_hull *hull = set->hull[i];
        for (uint32_t f = 0; f < hull->face_count && hull->dimension == 3 && i != set->skip; f++) {
            bool holds = true;
            uint32_t begin = hull->face_begin[f], count = hull->face_begin[f + 1] - begin;
            fk_status status = FK_OK;
            if (set->plane[set->piece[i].first_plane + f].is_shared)
                continue;
            if (fk_cover_target_set(target, hull->face_vertex + begin, set->piece[i].first_point, count) &&
                fk_aabb_meets(target->box, set->box) && is_affected(set, target->box))
                status = fk_cover_check_target(target, FK_COVER_FACET, i, &holds, &found->point);
            if (status != FK_OK)
                return status;
            if (!holds) {
                found->covers_inside = false;
                found->piece = i;
                found->face = f;
                return FK_OK;
            }
        }
    }
    return FK_OK;
}

/* Checks both sides of triangles: a triangle that no solid piece contains needs a flat piece. */
static fk_status check_sides(fk_cover_target *target, fk_cover *found)
{
    fk_cover_set *set = target->set;
    bool has_flat = false;
    for (uint32_t i = 0; i < set->piece_count; i++)
        has_flat = has_flat || (i != set->skip && set->hull[i]->dimension == 2);
    for (uint32_t t = 0; t < set->mesh->triangle_count && has_flat; t++) {
        bool holds = true;
        fk_status status = FK_OK;
        if (is_triangle_affected(set, t) && fk_cover_target_set(target, set->mesh->triangle[t].corner, 0, 3))
            status = fk_cover_check_target(target, FK_COVER_SIDES, FK_NONE, &holds, &found->point);
        if (status != FK_OK)
            return status;
        if (!holds) {
            found->covers_inside = false;
            found->triangle = t;
            return FK_OK;
        }
    }
    return FK_OK;
}

static fk_status check_set(fk_cover_set *set, fk_cover *found)
{
    bool is_solid = false;
    fk_cover_target target;
    fk_cover_target_init(&target, set);
    fk_status status = fk_mesh_is_closed(set->context, set->mesh, &is_solid);
    if (status == FK_OK)
        status = check_surface(&target, found);
    if (status == FK_OK && found->covers_surface && is_solid)
        status = check_facets(&target, found);
    if (status == FK_OK && found->covers_surface && found->covers_inside && is_solid)
        status = check_sides(&target, found);
    fk_cover_target_free(&target);
    return status;
}

/* Prepares a set whose input is given, and checks it. */
static fk_status prepare_and_check(fk_cover_set *set, fk_cover *out)
{
    fk_cover found = {true, true, FK_NONE, FK_NONE, FK_NONE, fk_vec3_make(0, 0, 0)};
    if (set->mesh->triangle_count == 0) {
        *out = found;
        return FK_OK;
    }
    fk_status status = init_cover_set(set);
    if (status != FK_OK)
        return status;
    status = check_set(set, &found);
    fk_point_set_end(set->context, &set->cloud);
    free_cover_set(set);
    if (status == FK_OK)
        *out = found;
    return status;
}

fk_status fk_cover_check_without(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                                 uint32_t piece_count, uint32_t skip, fk_cover *out)
{
    fk_cover_set set = {
        .context = context, .mesh = mesh, .hull = piece, .piece_count = piece_count, .skip = skip};
    return prepare_and_check(&set, out);
}

fk_status fk_cover_check_from(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                              uint32_t piece_count, const fk_cover *hint, fk_cover *out)
{
    fk_cover_set set = {
        .context = context, .mesh = mesh, .hull = piece, .piece_count = piece_count, .skip = FK_NONE};
    set.first_triangle = hint->triangle < mesh->triangle_count ? hint->triangle : 0;
    set.first_piece = hint->piece < piece_count ? hint->piece : 0;
    return prepare_and_check(&set, out);
}

fk_status fk_cover_check(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                         uint32_t piece_count, fk_cover *out)
{
    fk_context inner, *used = fk_context_begin(context, NULL, &inner);
    return fk_context_end(context, used,
                          fk_cover_check_without(used, mesh, piece, piece_count, FK_NONE, out));
}

/* ---- Trimming a decomposition -------------------------------------------------------------------------- */

/* Drops pieces that are not needed. Where rounding leaves doubt whether the inside is covered, the
 * decomposition fills it; the exact cover check then tells which of those pieces can go. Each costs a check
 * near that piece. */

static void drop_piece(fk_context *context, fk_split *split, uint32_t index)
{
    /* The split owns the list. */
    fk_hull **piece = (fk_hull **)split->piece;
    fk_hull_free(context, piece[index]);
    split->piece_count--;
    for (uint32_t i = index; i < split->piece_count; i++)
        piece[i] = piece[i + 1];
}

static fk_status trim_split(fk_context *context, const fk_mesh *mesh, fk_split *split)
{
    for (uint32_t i = split->piece_count; i > split->surface_count; i--) {
        fk_cover cover;
        fk_status status =
            fk_cover_check_without(context, mesh, split->piece, split->piece_count, i - 1, &cover);
        if (status != FK_OK)
            return status;
        if (cover.covers_surface && cover.covers_inside)
            drop_piece(context, split, i - 1);
    }
    return FK_OK;
}

fk_status fk_split_trim(fk_context *context, const fk_mesh *mesh, fk_split *split)
{
    fk_context inner, *used = fk_context_begin(context, NULL, &inner);
    return fk_context_end(context, used, trim_split(used, mesh, split));
}
