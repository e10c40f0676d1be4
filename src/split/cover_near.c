/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which pieces and which triangles are near a base, by trees.
 *
 * The tree of the mesh knows boxes of its triangles. For the pieces there is a mesh of their own: of each,
 * one triangle along the diagonal of its box. Boxes of a tree are along the axes, so one that holds the
 * diagonal holds the piece. What a tree finds is sorted: then it is the same as by looking at all, but for
 * what the boxes keep out.
 *
 * Triangles that two solid pieces have as facets, one of either way, are found as those of a mesh that cancel
 * each other: beyond either of them is the inside of the other piece, so nothing is left to be asked about
 * them.
 *
 * Where only a few bases are asked about, as around a piece that is left out, all this takes longer than it
 * saves. */

#include "base/lists.h"
#include "mesh/mesh.h"
#include "split/cover.h"
#include "tree/tree.h"

/* A mesh with the diagonals of the boxes of all pieces; false when there is no memory. */
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

/* ---- Facets in common ---------------------------------------------------------------------------------- */

/* Lists the facets with three corners of solid pieces as triangles, and the numbers of their planes. */
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

/* All are shared, but those that are left when triangles have cancelled each other. */
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

static fk_status find_shared(fk_cover_set *set)
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

/* ---- Both ---------------------------------------------------------------------------------------------- */

fk_status fk_cover_near_init(fk_cover_set *set)
{
    if (set->skip < set->piece_count || set->piece_count == 0)
        return FK_OK;
    if (!make_diagonals(set))
        return FK_ERROR_MEMORY;
    fk_status status = find_shared(set);
    if (status == FK_OK)
        status = fk_tree_build(set->context, set->mesh, NULL, &set->triangle_tree);
    if (status == FK_OK)
        status = fk_tree_build(set->context, &set->diagonals, NULL, &set->piece_tree);
    return status;
}

void fk_cover_near_end(fk_cover_set *set)
{
    size_t count = set->piece_count;
    fk_release(set->context, set->diagonal_point, 2 * count * sizeof *set->diagonal_point);
    fk_release(set->context, set->diagonal_triangle, count * sizeof *set->diagonal_triangle);
    fk_tree_free(set->context, set->triangle_tree);
    fk_tree_free(set->context, set->piece_tree);
}

static bool add(void *user, uint32_t number)
{
    fk_cover_base *base = user;
    if (!fk_cover_reserve(base->set->context, &base->near, 1))
        return false;
    ((uint64_t *)base->near.item)[base->near.count++] = number;
    return true;
}

/* Lists what a tree has near a box; without a tree, all. */
static bool find(fk_cover_base *base, const fk_mesh *mesh, const fk_tree *tree, uint32_t count, fk_aabb box)
{
    base->near.count = 0;
    if (tree == NULL) {
        bool added = true;
        for (uint32_t i = 0; added && i < count; i++)
            added = add(base, i);
        return added;
    }
    fk_placed_mesh placed = {.mesh = mesh, .tree = tree, .pose = fk_pose_identity()};
    if (!fk_placed_visit(&placed, &box, add, base))
        return false;
    size_t found = base->near.count;
    if (found == 0)
        return true;
    if (!fk_cover_reserve(base->set->context, &base->near, found))
        return false;
    fk_sort_u64(base->near.item, (uint64_t *)base->near.item + found, found);
    return true;
}

bool fk_cover_near_pieces(fk_cover_base *base, fk_aabb box)
{
    return find(base, &base->set->diagonals, base->set->piece_tree, base->set->piece_count, box);
}

bool fk_cover_near_triangles(fk_cover_base *base, fk_aabb box)
{
    return find(base, base->set->mesh, base->set->triangle_tree, base->set->mesh->triangle_count, box);
}
