/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Finds the pieces and triangles near a target, by trees.
 *
 * The tree of the mesh has boxes of its triangles. For the pieces there is a mesh with one triangle for each, along the
 * diagonal of its box. Boxes of a tree are axis-aligned, so one that contains the diagonal contains the piece. The result of
 * a query is sorted, so it is the same as that of visiting all, except for those whose boxes are disjoint.
 *
 * Triangles that two solid pieces have as facets with opposite normals are found as triangles of a mesh that cancel each
 * other: beyond each of them is the inside of the other piece, so they need no check.
 *
 * If only a few targets are checked, as around a piece that is left out, the trees cost more than they save. */

#include "base/lists.h"

#include "base/vec3.h"
#include "mesh/mesh.h"
#include "split/cover.h"
#include "tree/tree.h"

/* Makes a mesh of the diagonals of all pieces' boxes; false if there is no memory. */
static bool make_diagonals(fk_cover_set *set)
{
    size_t count = set->piece_count;
    set->diagonal_point = fk_allocate(set->context, 2 * count * sizeof *set->diagonal_point);
    set->diagonal_triangle = fk_allocate(set->context, count * sizeof *set->diagonal_triangle);
    if (set->diagonal_point == NULL || set->diagonal_triangle == NULL)
        return false;
    for (uint32_t i = 0; i < set->piece_count; i++) {
        set->diagonal_point[2 * i] = set->piece[i].box.min;
        set->diagonal_point[2 * i + 1] = set->piece[i].box.max;
        set->diagonal_triangle[i] = (fk_triangle){{2 * i, 2 * i + 1, 2 * i + 1}};
    }
    set->diagonals =
        (fk_mesh){2 * set->piece_count, set->piece_count, set->diagonal_point, set->diagonal_triangle, "", 0};
    return true;
}

/* ---- Shared facets ------------------------------------------------------------------------------------- */

/* Lists the triangular facets of solid pieces, and the indices of their planes. */
static uint32_t list_facets(const fk_cover_set *set, fk_triangle *triangle, size_t *plane)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->piece_count; i++) {
        const fk_hull *hull = set->hull[i];
        for (uint32_t f = 0; f < hull->face_count && hull->dimension == 3; f++) {
            plane[count] = set->piece[i].first_plane + f;
            const uint32_t *corner = set->plane[plane[count]].corner;
            if (hull->face_begin[f + 1] - hull->face_begin[f] == 3)
                triangle[count++] = (fk_triangle){{corner[0], corner[1], corner[2]}};
        }
    }
    return count;
}

/* Marks all facets as shared except those that are left after triangles have cancelled each other. */
static fk_status mark_shared(fk_cover_set *set, const fk_triangle *triangle, const size_t *plane,
                             uint32_t count)
{
    fk_mesh_input input = {set->point, set->point_count, triangle, count, fk_mesh_options_default()};
    fk_mesh *mesh = NULL;
    fk_mesh_unique unique = {NULL, NULL};
    fk_status status = fk_mesh_build(set->context, &input, NULL, &mesh);
    if (status == FK_OK)
        status = fk_mesh_unique_build(set->context, mesh, FK_UNIQUE_SHELLS, &unique);
    if (status == FK_OK && unique.mesh != NULL) {
        for (uint32_t i = 0; i < count; i++)
            set->plane[plane[i]].is_shared = true;
        for (uint32_t i = 0; i < unique.mesh->triangle_count; i++)
            set->plane[plane[unique.original[i]]].is_shared = false;
    }
    fk_mesh_unique_free(set->context, &unique);
    fk_mesh_free(set->context, mesh);
    return status;
}

static fk_status find_shared_facets(fk_cover_set *set)
{
    if (set->plane_count > INT32_MAX || set->point_count > INT32_MAX)
        return FK_OK; /* too many for a mesh */
    fk_triangle *triangle = fk_allocate(set->context, set->plane_count * sizeof *triangle);
    size_t *plane = fk_allocate(set->context, set->plane_count * sizeof *plane);
    fk_status status = FK_ERROR_MEMORY;
    if (triangle != NULL && plane != NULL)
        status = mark_shared(set, triangle, plane, list_facets(set, triangle, plane));
    fk_release(set->context, triangle, set->plane_count * sizeof *triangle);
    fk_release(set->context, plane, set->plane_count * sizeof *plane);
    return status;
}

/* ---- Queries ------------------------------------------------------------------------------------------- */

fk_status fk_cover_candidates_init(fk_cover_set *set)
{
    if (set->skip < set->piece_count || set->piece_count == 0)
        return FK_OK;
    if (!make_diagonals(set))
        return FK_ERROR_MEMORY;
    fk_status status = find_shared_facets(set);
    if (status == FK_OK)
        status = fk_tree_build(set->context, set->mesh, NULL, &set->triangle_tree);
    if (status == FK_OK)
        status = fk_tree_build(set->context, &set->diagonals, NULL, &set->piece_tree);
    return status;
}

void fk_cover_candidates_free(fk_cover_set *set)
{
    size_t count = set->piece_count;
    fk_release(set->context, set->diagonal_point, 2 * count * sizeof *set->diagonal_point);
    fk_release(set->context, set->diagonal_triangle, count * sizeof *set->diagonal_triangle);
    fk_tree_free(set->context, set->triangle_tree);
    fk_tree_free(set->context, set->piece_tree);
}

static bool append_candidate(void *user, uint32_t number)
{
    fk_cover_target *target = user;
    if (!fk_cover_reserve(target->set->context, &target->candidate, 1))
        return false;
    ((uint64_t *)target->candidate.item)[target->candidate.count++] = number;
    return true;
}

/* Lists what a tree has near a box; without a tree, everything. */
static bool query_candidates(fk_cover_target *target, const fk_mesh *mesh, const fk_tree *tree,
                             uint32_t count, fk_aabb box)
{
    target->candidate.count = 0;
    if (tree == NULL) {
        bool added = true;
        for (uint32_t i = 0; added && i < count; i++)
            added = append_candidate(target, i);
        return added;
    }
    fk_placed_mesh placed = {.mesh = mesh, .tree = tree, .pose = fk_pose_identity()};
    if (!fk_placed_visit(&placed, &box, append_candidate, target))
        return false;
    size_t found = target->candidate.count;
    if (found == 0)
        return true;
    if (!fk_cover_reserve(target->set->context, &target->candidate, found))
        return false;
    fk_sort_u64(target->candidate.item, (uint64_t *)target->candidate.item + found, found);
    return true;
}

bool fk_cover_find_pieces(fk_cover_target *target, fk_aabb box)
{
    return query_candidates(target, &target->set->diagonals, target->set->piece_tree,
                            target->set->piece_count, box);
}

static bool find_triangles(fk_cover_target *target, fk_aabb box)
{
    return query_candidates(target, target->set->mesh, target->set->triangle_tree,
                            target->set->mesh->triangle_count, box);
}

/* ---- Winding numbers beyond a target ------------------------------------------------------------------- */

/* The winding number of a mesh just beyond a target, exactly.
 *
 * The mesh is cut by the plane of the target, shifted outward by an infinitesimal amount: vertices on the plane count as
 * below. The triangles that extend above it leave closed curves there, made of segments between points where edges of the
 * mesh meet the plane; both triangles at an edge have the same point. The winding number of these curves around a point that
 * is not on them is that of the mesh just beyond it. It is counted along a ray of constant v: an end of a segment counts as
 * above the ray or not, and one on the ray as not, so there are no special cases.
 *
 * A segment goes from where its triangle, counterclockwise, comes up from below to where it goes down. Seen from beyond the
 * target, the outer side of the triangle is then on its left: with m the normal of the triangle and N that of the target, the
 * segment runs along m x N. Seen along the axis, this is reversed if the target faces the other way. */

/* Sets the sides of the corners of a triangle relative to the plane of the target; returns the number of corners above it. */
static int find_corner_sides(const fk_cover_target *target, const fk_filter_plane *plane,
                             const fk_triangle *triangle)
{
    fk_cover_set *set = target->set;
    const uint32_t *p = target->plane;
    int above = 0;
    for (int k = 0; k < 3; k++) {
        uint32_t i = triangle->corner[k];
        double height = fk_filter_plane_height(plane->normal, plane->offset, set->cloud.scaled[i]);
        set->side[i] =
            (signed char)(height > plane->bound ? target->beyond
                          : height < -plane->bound
                              ? -target->beyond
                              : target->beyond * fk_point_set_orient3d(&set->cloud, p[0], p[1], p[2], i));
        above += set->side[i] > 0;
    }
    return above;
}

/* Where an edge between a vertex above and one that is not meets the plane of the target. */
static fk_planar_point cross_edge(const fk_cover_target *target, uint32_t above, uint32_t other)
{
    if (target->set->side[other] == 0)
        return fk_planar_point_given(target, other);
    return above < other ? fk_planar_point_crossing(target, above, other)
                         : fk_planar_point_crossing(target, other, above);
}

/* Whether a triangle may cross the target, or a ray that starts on it: not if it is beside all of them, or behind. */
static bool may_cross(const fk_cover_target *target, fk_aabb box)
{
    return fk_vec3_get(box.max, target->u) >= fk_vec3_get(target->box.min, target->u) &&
           fk_vec3_get(box.max, target->v) >= fk_vec3_get(target->box.min, target->v) &&
           fk_vec3_get(box.min, target->v) <= fk_vec3_get(target->box.max, target->v);
}

static bool add_crossing(fk_cover_target *target, const fk_triangle *triangle)
{
    fk_cover_set *set = target->set;
    const uint32_t *c = triangle->corner;
    fk_aabb box = fk_aabb_empty();
    for (int k = 0; k < 3; k++)
        box = fk_aabb_include(box, set->cloud.point[c[k]]);
    if (!may_cross(target, box))
        return true;
    if (!fk_cover_reserve(set->context, &target->crossing, 1))
        return false;
    fk_cover_crossing *crossing = (fk_cover_crossing *)target->crossing.item + target->crossing.count++;
    crossing->line = (uint32_t)target->line.count;
    if (!fk_cover_line_add(target, FK_LINE_OF_PLANE, c, 1))
        return false;
    for (int k = 0; k < 3; k++) {
        uint32_t from = c[k], to = c[k == 2 ? 0 : k + 1];
        if (set->side[from] > 0 && set->side[to] <= 0)
            crossing->out = cross_edge(target, from, to);
        if (set->side[from] <= 0 && set->side[to] > 0)
            crossing->in = cross_edge(target, to, from);
    }
    crossing->is_near = fk_aabb_meets(box, target->box);
    return true;
}

bool fk_cover_find_crossings(fk_cover_target *target)
{
    fk_cover_set *set = target->set;
    const uint32_t *p = target->plane;
    fk_filter_plane plane = fk_filter_plane_make(&set->cloud, set->cloud.scaled[p[0]],
                                                 set->cloud.scaled[p[1]], set->cloud.scaled[p[2]]);
    fk_aabb box = target->box; /* extended along the rays, above and below */
    *fk_vec3_at(&box.max, target->u) = fk_vec3_get(set->box.max, target->u);
    *fk_vec3_at(&box.min, target->axis) = fk_vec3_get(set->box.min, target->axis);
    *fk_vec3_at(&box.max, target->axis) = fk_vec3_get(set->box.max, target->axis);
    if (!find_triangles(target, box))
        return false;
    for (size_t i = 0; i < target->candidate.count; i++) {
        const fk_triangle *triangle = &set->mesh->triangle[((const uint64_t *)target->candidate.item)[i]];
        int above = find_corner_sides(target, &plane, triangle);
        if (above != 0 && above != 3 && !add_crossing(target, triangle))
            return false;
    }
    target->is_crossed = true;
    return true;
}

/* If both ends of the segment are beyond one edge of the fragment, or on it, it misses the interior. */
bool fk_cover_is_crossed(fk_cover_target *target, const fk_cover_crossing *crossing)
{
    const fk_cover_corner *corner = target->work.item;
    for (size_t i = 0; i < target->work.count; i++)
        if (fk_cover_sign(target, corner[i].edge, &crossing->in) >= 0 &&
            fk_cover_sign(target, corner[i].edge, &crossing->out) >= 0)
            return false;
    return true;
}

int64_t fk_cover_winding(fk_cover_target *target, const fk_cover_inner_point *inner)
{
    const fk_cover_crossing *crossing = target->crossing.item;
    int left = target->facing * target->beyond;
    int64_t winding = 0;
    for (size_t i = 0; i < target->crossing.count; i++) {
        bool in_above = fk_cover_inner_point_order(target, &crossing[i].in, inner) < 0;
        bool out_above = fk_cover_inner_point_order(target, &crossing[i].out, inner) < 0;
        if (in_above == out_above)
            continue;
        int side = left * fk_cover_inner_point_sign(target, crossing[i].line, inner);
        if (out_above && side > 0)
            winding++;
        if (in_above && side < 0)
            winding--;
    }
    return winding;
}

/* ---- An uncovered point -------------------------------------------------------------------------------- */

static bool is_surely_outside(fk_cover_set *set, uint32_t index, fk_vec3 place)
{
    const fk_cover_plane *plane = set->plane + set->piece[index].first_plane;
    for (uint32_t f = 0; f < set->hull[index]->face_count; f++)
        if (fk_cover_point_side(set, plane[f].corner, place) == 1)
            return true;
    return set->hull[index]->dimension < 2;
}

static bool is_uncovered(fk_cover_set *set, fk_vec3 place)
{
    int64_t winding;
    for (uint32_t i = 0; i < set->piece_count; i++)
        if (i != set->skip && !is_surely_outside(set, i, place))
            return false;
    return fk_mesh_winding(set->mesh, place, &winding) && winding != 0;
}

fk_vec3 fk_cover_move_to_uncovered(const fk_cover_target *target, fk_vec3 place)
{
    fk_cover_set *set = target->set;
    fk_vec3 normal = fk_vec3_make(target->normal.x.mid, target->normal.y.mid, target->normal.z.mid);
    fk_vec3 unit = fk_vec3_scale(fk_vec3_unit(normal), target->beyond);
    double height = fk_vec3_largest(
        fk_vec3_sub(fk_vec3_scale(target->box.max, 0.5), fk_vec3_scale(target->box.min, 0.5)));
    for (int i = 0; i < 60; i++, height *= 0.5) {
        fk_vec3 moved = fk_vec3_add(place, fk_vec3_scale(unit, height));
        if (fk_vec3_is_finite(moved) && is_uncovered(set, moved))
            return moved;
    }
    return place;
}
