/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The relation of two placed meshes, exactly: whether they are apart, in contact, overlap, or one contains
 * the other.
 *
 * Theory. The triangles of both meshes divide space into cells, in each of which both winding numbers are
 * constant, and divide triangles into faces. A solid's interior is the cells where its winding number is not
 * 0; its closed set is these and its triangles. So
 *   a is a subset of b  if and only if  no face of a off the triangles of b is where b's number is 0,
 *                                       and no cell is in a alone;
 *   interiors meet      if and only if  a cell is in both.
 * Every cell but the outermost has a face on its boundary, and every face is either a whole triangle or has a
 * segment on its boundary in which the triangle meets another. So it suffices to classify all half-planes and
 * cells around each segment in which two triangles meet (a fan), and the sides of each triangle that meets
 * none in a segment. Nothing is sampled or moved: the fan of a segment is the same along its whole length,
 * between the points where a triangle begins or ends on it.
 *
 * Segments of a mesh with itself say nothing about faces, but the cells on both sides of a face change there.
 * Cells can be classified from a face that is off the other mesh, where that has the winding number w. If w
 * is not 0 and the own winding numbers beside it are not both 0, a cell is in both; if one of these is 0, a
 * cell is in the other mesh alone. So such segments are visited where w is not 0, until both facts are known.
 *
 * Meshes with the same triangles are duplicates (solid_relation_equal.c). A few rays beside the first crossing decide
 * most overlaps, and patches that do not meet the other mesh tell whether a mesh sticks out. Only if the relation is still
 * open, the triangles that intersect their own mesh are found. Most fans follow from corners of given triangles
 * (solid_relation_fans.c). Where a mesh intersects itself, fans change along a line, and the intersections of three planes
 * tell where (solid_relation_segments.c); each such line is looked at once, however many triangles lie on it
 * (solid_relation_lines.c). Winding numbers are computed once per patch, by rays that start infinitesimally near a
 * corner (solid_relation_patches.c, symbolic_perturbation.c).
 *
 * The box of all common points: the extreme one in a direction is a corner of the intersection of two
 * triangles, or a vertex of one mesh inside the other. Otherwise it could be moved within the triangle on
 * which it lies without leaving the other mesh.
 *
 * Both meshes are sorted by their contents, so (b, a) gives the same as (a, b).
 *
 * Weak inputs: two meshes that are nearly the same, and intersect themselves in very many segments: each of their
 * intervals takes rays of its own. */

#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/solid_relation.h"
#include "tree/tree.h"

const char *fk_relation_name(fk_relation relation)
{
    static const char *const name[] = {"undecided", "apart",  "contact",  "hard",
                                       "b in a",    "a in b", "duplicate"};
    return (unsigned)relation < sizeof name / sizeof *name ? name[relation] : name[0];
}

void fk_relation_result_free(fk_context *context, fk_relation_result *related)
{
    if (related != NULL)
        fk_release(context, related, related->bytes);
}

/* ---- Preparation --------------------------------------------------------------------------------------- */

/* The size of the block with all arrays of a mesh. */
static size_t relation_mesh_bytes(const fk_mesh *mesh)
{
    size_t n = mesh->triangle_count;
    return mesh->vertex_count * (sizeof(fk_vec3) + sizeof(uint32_t)) +
           n * (2 * sizeof(fk_patch_winding) + 5 * sizeof(uint32_t) + 1);
}

static fk_status prepare_mesh(fk_relation_search *r, int which, const fk_placed_mesh *placed)
{
    fk_relation_mesh *m = &r->mesh[which];
    const fk_mesh *mesh = placed->mesh;
    size_t n = mesh->triangle_count;
    m->placed = placed;
    m->point = fk_allocate(r->context, relation_mesh_bytes(mesh));
    if (m->point == NULL)
        return FK_ERROR_MEMORY;
    m->own_winding = (fk_patch_winding *)(m->point + mesh->vertex_count);
    m->other_winding = m->own_winding + n;
    m->own_patch = (uint32_t *)(m->other_winding + n);
    m->other_patch = m->own_patch + n;
    m->stamp = m->other_patch + n;
    m->slot = m->stamp + n;
    m->plane = m->slot + n;
    m->vertex_triangle = m->plane + n;
    m->flag = (uint8_t *)(m->vertex_triangle + mesh->vertex_count);
    m->box = fk_aabb_empty();
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (fk_context_poll_at(r->context, v))
            return FK_ERROR_MEMORY;
        m->point[v] = fk_pose_apply_inline(&placed->pose, mesh->point[v]);
        m->box = fk_aabb_include(m->box, m->point[v]);
    }
    for (uint32_t t = 0; t < n; t++) {
        if (fk_context_poll_at(r->context, t))
            return FK_ERROR_MEMORY;
        bool is_flat = fk_is_collinear(fk_relation_corner(r, which, t, 0), fk_relation_corner(r, which, t, 1),
                                       fk_relation_corner(r, which, t, 2));
        m->flag[t] = is_flat ? FK_TRIANGLE_DEGENERATE : 0;
        m->stamp[t] = m->plane[t] = 0;
    }
    return FK_OK;
}

/* Sets the origin and scale of balls: the center of both meshes, scaled so that all coordinates are below
 * 2^3. */
static void set_ball_origin(fk_relation_search *r)
{
    fk_aabb box = r->mesh[0].box;
    box = fk_aabb_include(fk_aabb_include(box, r->mesh[1].box.min), r->mesh[1].box.max);
    r->origin = fk_vec3_add(fk_vec3_scale(box.min, 0.5), fk_vec3_scale(box.max, 0.5));
    int least = fk_vec3_exponent(box.min), most = fk_vec3_exponent(box.max);
    r->scale = fk_ball_scale(least > most ? least : most);
}

static void free_relation_search(fk_relation_search *r)
{
    for (int which = 0; which < 2; which++) {
        fk_relation_mesh *m = &r->mesh[which];
        if (m->placed == NULL)
            continue;
        fk_triangle_lists_free(r, which, &m->self);
        fk_release(r->context, m->point, relation_mesh_bytes(m->placed->mesh));
        fk_mesh_edges_free(r->context, m->edges);
    }
    fk_release(r->context, r->perturbed, sizeof *r->perturbed);
    if (r->pairs != NULL)
        fk_release(r->context, r->intersection, r->pairs->count);
}

/* ---- The stages ---------------------------------------------------------------------------------------- */

static fk_status for_both_meshes(fk_relation_search *r, fk_status (*stage)(fk_relation_search *r, int which))
{
    fk_status status = stage(r, 0);
    return status == FK_OK ? stage(r, 1) : status;
}

/* Builds edges and the patches on which the other mesh has one winding number. */
static fk_status prepare_other_patches(fk_relation_search *r, int which)
{
    fk_relation_mesh *m = &r->mesh[which];
    if (fk_mesh_edges_build(r->context, m->placed->mesh, &m->edges) != FK_OK)
        return FK_ERROR_MEMORY;
    fk_relation_join_other_edges(r, which);
    return fk_context_poll(r->context) ? FK_ERROR_MEMORY : FK_OK;
}

/* Tests the triangles that share a segment with the other mesh for self-intersections, and joins the others to patches on
 * which the own mesh has one winding number. */
static fk_status prepare_own_patches(fk_relation_search *r, int which)
{
    fk_relation_mesh *m = &r->mesh[which];
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count; t++)
        if ((m->flag[t] & FK_TRIANGLE_HAS_SEGMENT) != 0)
            m->flag[t] |= FK_TRIANGLE_SELF_TESTED;
    fk_status status = fk_relation_find_self_intersecting(r, which);
    if (status != FK_OK || fk_context_poll(r->context))
        return FK_ERROR_MEMORY;
    fk_relation_join_own_patches(r, which);
    return FK_OK;
}

/* Classifies the cells beside faces of a mesh inside the other, if they can still change the relation: they
 * tell whether a cell is in both, and whether one is in the other alone. If the mesh is not known to stick
 * out, no patch of the other is inside it, and the other does not intersect itself, then it does not stick
 * out, and a common cell does not matter. */
static fk_status classify_inner_cells(fk_relation_search *r, int which)
{
    int other = 1 - which;
    bool is_in = !r->sticks_out[which] && !r->has_inner_patch[other] && r->mesh[other].self.count == 0;
    if (!fk_relation_is_solid(r, which) || (r->sticks_out[other] && (r->is_hard || is_in)))
        return FK_OK;
    fk_status status = FK_OK;
    if (r->has_inner_patch[which]) {
        fk_relation_select_inner(r, which);
        status = fk_relation_find_self_intersecting(r, which);
        fk_relation_join_own_patches(r, which);
        fk_relation_record_patch_cells(r, which);
    }
    return status == FK_OK ? fk_relation_subdivide_self(r, which) : status;
}

/* Runs all stages, as long as they can change the relation. */
static fk_status classify_all(fk_relation_search *r)
{
    fk_status status = for_both_meshes(r, prepare_other_patches);
    if (status != FK_OK)
        return status;
    fk_relation_record_patch_faces(r, 0);
    fk_relation_record_patch_faces(r, 1);
    if (fk_relation_is_settled(r))
        return FK_OK;
    status = for_both_meshes(r, prepare_own_patches);
    if (status == FK_OK)
        status = fk_relation_classify_segments(r);
    if (status == FK_OK)
        status = fk_relation_subdivide_segments(r);
    if (status == FK_OK)
        status = for_both_meshes(r, fk_relation_subdivide_degenerate);
    return status == FK_OK ? for_both_meshes(r, classify_inner_cells) : status;
}

static fk_status classify_meshes(fk_relation_search *r)
{
    r->perturbed = fk_allocate(r->context, sizeof *r->perturbed);
    r->intersection = fk_allocate(r->context, r->pairs->count);
    if (r->perturbed == NULL || r->intersection == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = fk_relation_classify_pairs(r);
    if (status == FK_OK)
        status = for_both_meshes(r, fk_relation_join_other_patches);
    if (status == FK_OK)
        status = fk_relation_test_crossings(r);
    if (status == FK_OK && !fk_relation_is_settled(r))
        status = classify_all(r);
    return status;
}

/* ---- The result ---------------------------------------------------------------------------------------- */

static fk_relation conclude_relation(const fk_relation_search *r, bool is_swapped)
{
    if (r->is_over_budget)
        return FK_RELATION_UNDECIDED;
    bool out_a = r->sticks_out[is_swapped ? 1 : 0], out_b = r->sticks_out[is_swapped ? 0 : 1];
    if (!out_a)
        return out_b ? FK_RELATION_A_IN_B : FK_RELATION_DUPLICATE;
    if (!out_b)
        return FK_RELATION_B_IN_A;
    return r->is_hard ? FK_RELATION_HARD : r->meets ? FK_RELATION_CONTACT : FK_RELATION_APART;
}

static fk_status make_relation_result(fk_relation_search *r, const fk_pair_list *pairs, bool is_swapped,
                                      fk_relation_result **out)
{
    fk_pair_list *swapped = NULL;
    if (is_swapped) {
        fk_pairs list = {.context = r->context};
        bool is_complete = true;
        for (size_t i = 0; i < pairs->count && is_complete; i++)
            is_complete = fk_pairs_add(&list, pairs->pair[i].b, pairs->pair[i].a);
        fk_status status = fk_pairs_finish(&list, is_complete, &swapped);
        if (status != FK_OK)
            return status;
        pairs = swapped;
    }
    size_t size = pairs->count * sizeof *pairs->pair, bytes = sizeof(fk_relation_result) + size;
    fk_relation_result *related = fk_allocate(r->context, bytes);
    if (related != NULL) {
        fk_index_pair *pair = (fk_index_pair *)(related + 1);
        fk_vec3 none = {0, 0, 0};
        if (size > 0)
            memcpy(pair, pairs->pair, size);
        *related = (fk_relation_result){
            conclude_relation(r, is_swapped), pairs->count, pair, none, fk_aabb_empty(), bytes};
        if (related->relation != FK_RELATION_APART && !r->is_over_budget) {
            related->point = r->point;
            related->box = r->box;
        }
        *out = related;
    }
    fk_pair_list_free(r->context, swapped);
    return related == NULL ? FK_ERROR_MEMORY : FK_OK;
}

/* Records that both meshes are the same set. */
static void record_same(fk_relation_search *r)
{
    r->meets = r->has_point = true;
    r->box = r->mesh[0].box;
    r->point = fk_relation_triangle_center(r, 0, 0);
}

/* Prepares both meshes, lists the pairs of triangles that meet, and classifies them. */
static fk_status search_relation(fk_relation_search *r, const fk_placed_mesh *first,
                                 const fk_placed_mesh *second, fk_pair_list **pairs)
{
    fk_status status = prepare_mesh(r, 0, first);
    if (status == FK_OK)
        status = prepare_mesh(r, 1, second);
    if (status == FK_OK)
        status = fk_placed_pairs(r->context, first, second, pairs);
    if (status != FK_OK)
        return status;
    bool is_empty = first->mesh->triangle_count == 0 || second->mesh->triangle_count == 0;
    set_ball_origin(r);
    r->pairs = *pairs;
    if (!is_empty && !r->wants_verdict)
        status = fk_relation_compare_triangles(r, &r->is_same);
    if (r->is_same)
        record_same(r);
    if (status != FK_OK || r->is_same)
        return status;
    if (!is_empty && fk_aabb_meets(r->mesh[0].box, r->mesh[1].box))
        return classify_meshes(r);
    r->sticks_out[0] = r->sticks_out[1] = true;
    return FK_OK;
}

fk_status fk_placed_relate_within(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                  uint64_t most_work, fk_relation_result **out)
{
    bool is_swapped = fk_placed_order_by(a, b, b->is_solid - a->is_solid) > 0;
    fk_pair_list *pairs = NULL;
    fk_relation_search r = {.context = context, .box = fk_aabb_empty(), .most_work = most_work};
    fk_status status = search_relation(&r, is_swapped ? b : a, is_swapped ? a : b, &pairs);
    if (r.is_over_budget)
        status = FK_OK;
    else if (status == FK_OK && r.meets && !r.is_same)
        status = for_both_meshes(&r, fk_relation_grow_box_inside);
    if (status == FK_OK)
        status = make_relation_result(&r, pairs, is_swapped, out);
    free_relation_search(&r);
    fk_pair_list_free(context, pairs);
    return status;
}

fk_status fk_placed_relate(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                           fk_relation_result **out)
{
    return fk_placed_relate_within(context, a, b, FK_RELATION_WORK, out);
}

/* Sets sticks_out as if it were known. So nothing is computed for that, and common cells are found even if
 * one mesh is inside the other. */
fk_status fk_placed_verdict_within(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                   uint64_t *work, fk_verdict *out)
{
    fk_pair_list *pairs = NULL;
    fk_relation_search r = {.context = context,
                            .box = fk_aabb_empty(),
                            .wants_verdict = true,
                            .sticks_out = {true, true},
                            .most_work = *work};
    fk_status status = search_relation(&r, a, b, &pairs);
    if (r.is_over_budget)
        status = FK_OK;
    if (status == FK_OK)
        *out = r.is_hard          ? FK_OVERLAPPING
               : r.is_over_budget ? FK_UNDECIDED
               : r.meets          ? FK_TOUCHING
                                  : FK_APART;
    *work -= r.work < *work ? r.work : *work;
    free_relation_search(&r);
    fk_pair_list_free(context, pairs);
    return status;
}

fk_status fk_placed_verdict(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                            fk_verdict *out)
{
    uint64_t work = FK_RELATION_WORK;
    return fk_placed_verdict_within(context, a, b, &work, out);
}
