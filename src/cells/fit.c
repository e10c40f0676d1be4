/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cells fitted to a mesh: an answer to the question of P. Baillehache's paper (2013, section 7) which cells represent
 * an object.
 *
 * The box around the mesh is a region. The leaf of a region is a cell around all of the object that is in the region.
 * As long as the gap of a leaf exceeds the accuracy, its region is cut in two: the leaf with the largest gap first, at
 * that one of some planes which makes the two new cells smallest.
 *
 * Why the leaves cover the object: regions are closed and fill the box. Let S be the part of a solid in a region, and
 * p an extreme point of its hull. If p is on no triangle, a ball around it is inside the solid; then p is a corner of the
 * region, since otherwise a segment through p would lie in S. So the corners of the region that are inside, and the
 * triangles clipped to it (fit_clip.c), have the hull of S in theirs. The cell contains this, exactly (fit_cell.c). A
 * surface has no inside.
 *
 * Cuts are planes across the axes: the middle, and coordinates of vertices, where concave edges often are.
 *
 * Weak inputs: parts whose faces are not along the axes need more cells; so do hollows, since the walls around a region
 * without inside have a hull that fills it. A mesh with coordinates of 2^400 or beyond, or all below 2^-400, gets one cell. */

#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "cells/cells.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define MOST_EVALUATED 400 /* polygons by which a cut is judged */
#define CUTS           5   /* for each axis */

typedef struct fitted_leaf {
    fk_aabb region;
    uint32_t corners; /* bits: the corners of the region that are inside the solid */
    fk_fit_content content;
    fk_cells_volume cell;
    fk_interval gap;
    bool is_final; /* accurate, or impossible to cut */
} fitted_leaf;

typedef struct fitter {
    fk_context *context;
    const fk_mesh *mesh;
    fk_placed_mesh placed;
    double accuracy, unit;
    bool can_cut;
    size_t count, capacity;
    fitted_leaf *leaf;
} fitter;

/* ---- Leaves -------------------------------------------------------------------------------------------- */

static bool add_region_corners(const fitter *f, const fk_aabb *region, uint32_t corners,
                               fk_fit_content *content)
{
    for (uint32_t i = 0; i < 8; i++) {
        fk_fit_point point = {fk_aabb_corner(region, i), 0};
        if (corners >> i & 1 && !fk_fit_content_add(f->context, content, &point, 1, FK_NONE))
            return false;
    }
    return true;
}

/* Fits the cell of a leaf and bounds its gap. */
static fk_status fit_leaf_cell(fitter *f, fitted_leaf *leaf)
{
    leaf->cell = fk_fit_cell(f->mesh, &leaf->content, f->accuracy / 4);
    fk_gap_query query = {
        .context = f->context, .object = &f->placed, .target = f->accuracy, .stops_above = true};
    leaf->gap = fk_cells_gap(&query, &leaf->cell);
    leaf->is_final = !f->can_cut || leaf->gap.hi <= f->accuracy;
    if (leaf->is_final)
        fk_fit_content_end(f->context, &leaf->content);
    return query.is_cancelled ? FK_ERROR_MEMORY : FK_OK;
}

static fk_status fit_root(fitter *f, fitted_leaf *root)
{
    root->region = (fk_aabb){f->mesh->point[f->mesh->triangle[0].corner[0]], {0, 0, 0}};
    root->region.max = root->region.min;
    for (uint32_t t = 0; t < f->mesh->triangle_count; t++) {
        fk_fit_point point[3];
        for (int k = 0; k < 3; k++) {
            point[k] = (fk_fit_point){f->mesh->point[f->mesh->triangle[t].corner[k]], 0};
            fk_aabb at = {point[k].at, point[k].at};
            root->region = fk_cells_join_boxes(&root->region, &at);
        }
        if (!fk_fit_content_add(f->context, &root->content, point, 3, t))
            return FK_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < 8; i++)
        root->corners |= (uint32_t)fk_cells_is_in_solid(&f->placed, fk_aabb_corner(&root->region, i)) << i;
    double large = fk_larger(fk_vec3_largest(root->region.min), fk_vec3_largest(root->region.max));
    f->unit = 0x1p-48 * large;
    f->can_cut = large < 0x1p400 && large > 0x1p-400;
    if (!add_region_corners(f, &root->region, root->corners, &root->content))
        return FK_ERROR_MEMORY;
    return fit_leaf_cell(f, root);
}

/* ---- Cuts ---------------------------------------------------------------------------------------------- */

/* The two regions of a cut, and what is in them. */
typedef struct fit_halves {
    fitted_leaf side[2];
} fit_halves;

static void fit_halves_end(fk_context *context, fit_halves *h)
{
    for (int side = 0; side < 2; side++)
        fk_fit_content_end(context, &h->side[side].content);
}

/* Cuts a leaf in two, with every stride-th polygon. Empty halves have no points. */
static bool cut_leaf(const fitter *f, const fitted_leaf *leaf, int axis, double at, size_t stride,
                     fit_halves *out)
{
    uint32_t bit = 1u << axis;
    for (int side = 0; side < 2; side++) {
        fitted_leaf *half = &out->side[side];
        half->content.point_count = half->content.polygon_count = 0;
        half->region = leaf->region;
        *fk_vec3_at(side == 0 ? &half->region.max : &half->region.min, axis) = at;
    }
    uint32_t high = 0;
    for (uint32_t i = 0; i < 8; i++)
        if (i & bit)
            high |= (uint32_t)fk_cells_is_in_solid(&f->placed, fk_aabb_corner(&out->side[0].region, i)) << i;
    for (uint32_t i = 0; i < 2; i++)
        out->side[i].corners = 0;
    for (uint32_t i = 0; i < 8; i++) {
        out->side[0].corners |= (i & bit ? high : leaf->corners) & 1u << i;
        out->side[1].corners |= i & bit ? leaf->corners & 1u << i : (high >> (i | bit) & 1) << i;
    }
    for (int side = 0; side < 2; side++) {
        fitted_leaf *half = &out->side[side];
        fk_fit_cut cut = {axis, side, at, f->unit};
        if (!fk_fit_clip(f->context, &leaf->content, &cut, stride, &half->content) ||
            !add_region_corners(f, &half->region, half->corners, &half->content))
            return false;
    }
    return true;
}

static bool is_lower_number(const void *a, const void *b)
{
    return *(const double *)a < *(const double *)b;
}

/* Chooses positions for cuts along an axis: the middle, and some coordinates of vertices. Returns their number; 0 if the
 * region is too thin, FK_NONE without memory. */
static uint32_t choose_positions(const fitter *f, const fitted_leaf *leaf, int axis, double out[CUTS])
{
    double low = INFINITY, high = -INFINITY;
    size_t n = leaf->content.point_count, count = 0, kept = 0;
    double *x = fk_allocate(f->context, 2 * n * sizeof *x);
    if (x == NULL)
        return FK_NONE;
    for (size_t i = 0; i < n; i++) {
        double at = fk_vec3_get(leaf->content.point[i].at, axis);
        low = fk_smaller(at, low);
        high = fk_larger(at, high);
        if (!(leaf->content.point[i].error > 0))
            x[count++] = at;
    }
    low = fk_larger(low, fk_vec3_get(leaf->region.min, axis));
    high = fk_smaller(high, fk_vec3_get(leaf->region.max, axis));
    double step = (high - low) / 64;
    fk_sort_items(x, x + n, count, sizeof *x, is_lower_number);
    for (size_t i = 0; i < count; i++)
        if (x[i] > low + step && x[i] < high - step && (kept == 0 || x[i] > x[kept - 1] + step))
            x[kept++] = x[i];
    uint32_t chosen = 0;
    bool is_wide = high - low > 0x1p6 * f->unit;
    size_t most = !is_wide ? 0 : kept < CUTS - 1 ? kept : CUTS - 1;
    for (size_t i = 0; i < most; i++)
        out[chosen++] = x[(2 * i + 1) * kept / (2 * most)];
    if (is_wide) /* the last, as equal costs take the first */
        out[chosen++] = low / 2 + high / 2;
    fk_release(f->context, x, 2 * n * sizeof *x);
    return chosen;
}

static double halves_cost(const fitter *f, const fit_halves *h)
{
    double sum = 0;
    for (int side = 0; side < 2; side++)
        if (h->side[side].content.point_count > 0)
            sum += fk_fit_cost(f->mesh, &h->side[side].content, f->accuracy / 4);
    return sum;
}

/* Finds the cut whose two cells are the smallest, judged by some polygons. *axis becomes -1 if there is none. */
static fk_status choose_cut(const fitter *f, const fitted_leaf *leaf, fit_halves *room, int *axis, double *at)
{
    double least = INFINITY;
    size_t stride = leaf->content.polygon_count / MOST_EVALUATED + 1;
    *axis = -1;
    for (int k = 0; k < 3; k++) {
        double position[CUTS];
        uint32_t count = choose_positions(f, leaf, k, position);
        if (count == FK_NONE)
            return FK_ERROR_MEMORY;
        for (uint32_t i = 0; i < count; i++) {
            if (!cut_leaf(f, leaf, k, position[i], stride, room) || fk_context_poll(f->context))
                return FK_ERROR_MEMORY;
            double cost = halves_cost(f, room);
            if (cost < 0.999 * least || *axis < 0) {
                least = cost;
                *axis = k;
                *at = position[i];
            }
        }
    }
    return FK_OK;
}

/* Replaces a leaf by those of its two halves. */
static fk_status take_halves(fitter *f, size_t index, fit_halves *h)
{
    size_t at = index;
    fk_fit_content_end(f->context, &f->leaf[index].content);
    for (int side = 0; side < 2; side++) {
        if (h->side[side].content.point_count == 0)
            continue;
        f->leaf[at] = h->side[side];
        memset(&h->side[side].content, 0, sizeof h->side[side].content);
        fk_status status = fit_leaf_cell(f, &f->leaf[at]);
        if (status != FK_OK)
            return status;
        at = f->count;
        f->count += side == 0 && h->side[1].content.point_count > 0;
    }
    return FK_OK;
}

static fk_status split_leaf(fitter *f, size_t index)
{
    fit_halves h;
    memset(&h, 0, sizeof h);
    int axis;
    double at;
    bool has_room = fk_grow(f->context, &f->leaf, sizeof *f->leaf, f->count, &f->capacity, f->count + 1);
    fk_status status = has_room ? choose_cut(f, &f->leaf[index], &h, &axis, &at) : FK_ERROR_MEMORY;
    if (status == FK_OK && axis < 0) {
        f->leaf[index].is_final = true;
        fk_fit_content_end(f->context, &f->leaf[index].content);
    } else if (status == FK_OK) {
        status = cut_leaf(f, &f->leaf[index], axis, at, 1, &h) ? FK_OK : FK_ERROR_MEMORY;
        if (status == FK_OK)
            status = take_halves(f, index, &h);
    }
    fit_halves_end(f->context, &h);
    return status;
}

/* ---- The tree ------------------------------------------------------------------------------------------ */

/* Returns the leaf with the largest gap of those that can be cut; `count` if there is none. */
static size_t widest_leaf(const fitter *f)
{
    size_t widest = f->count;
    for (size_t i = 0; i < f->count; i++)
        if (!f->leaf[i].is_final && (widest == f->count || f->leaf[i].gap.lo > f->leaf[widest].gap.lo))
            widest = i;
    return widest;
}

/* Bounds the gap of all leaves; those above the accuracy were not measured to the end. */
static fk_status bound_fitted_gap(fitter *f, fk_cell_fit *out)
{
    fk_gap_query query = {.context = f->context, .object = &f->placed, .target = f->accuracy};
    fk_interval gap = {0, 0};
    for (size_t i = 0; i < f->count; i++) {
        fk_interval one = f->leaf[i].gap;
        if (!(one.hi <= f->accuracy))
            one = fk_cells_gap(&query, &f->leaf[i].cell);
        gap.lo = fk_larger(one.lo, gap.lo);
        gap.hi = fk_larger(one.hi, gap.hi);
    }
    *out = (fk_cell_fit){f->accuracy, gap, gap.hi <= f->accuracy};
    return query.is_cancelled ? FK_ERROR_MEMORY : FK_OK;
}

static fk_status make_fitted_tree(fitter *f, fk_cell_tree **out)
{
    fk_cells_volume *leaf = fk_allocate(f->context, f->count * sizeof *leaf);
    if (leaf == NULL)
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < f->count; i++)
        leaf[i] = f->leaf[i].cell;
    fk_status status = fk_cells_tree_of_leaves(f->context, leaf, (uint32_t)f->count, out);
    fk_release(f->context, leaf, f->count * sizeof *leaf);
    return status;
}

static fk_status fit_tree(fitter *f, uint32_t max_leaves, fk_cell_fit *fit, fk_cell_tree **out)
{
    fk_cell_fit measured;
    if (!fk_grow(f->context, &f->leaf, sizeof *f->leaf, 0, &f->capacity, 1))
        return FK_ERROR_MEMORY;
    memset(f->leaf, 0, sizeof *f->leaf);
    f->count = 1;
    fk_status status = fit_root(f, &f->leaf[0]);
    for (size_t at; status == FK_OK && f->count < max_leaves && (at = widest_leaf(f)) < f->count;)
        status = split_leaf(f, at);
    if (status == FK_OK)
        status = bound_fitted_gap(f, &measured);
    if (status == FK_OK)
        status = make_fitted_tree(f, out);
    if (status == FK_OK && fit != NULL)
        *fit = measured;
    for (size_t i = 0; i < f->count; i++)
        fk_fit_content_end(f->context, &f->leaf[i].content);
    fk_release(f->context, f->leaf, f->capacity * sizeof *f->leaf);
    return status;
}

/* Prepares the queries of a mesh; the caller frees the tree. */
static fk_status place_object(fk_context *context, const fk_mesh *mesh, fk_tree **tree, fk_placed_mesh *out)
{
    fk_mesh_facts *facts;
    fk_status status = fk_mesh_inspect(context, mesh, &facts);
    if (status != FK_OK)
        return status;
    *out = (fk_placed_mesh){.mesh = mesh, .pose = fk_pose_identity(), .is_solid = facts->is_solid};
    fk_mesh_facts_free(context, facts);
    status = fk_tree_build(context, mesh, NULL, tree);
    out->tree = *tree;
    return status;
}

fk_cell_fit_options fk_cell_fit_options_default(void)
{
    fk_cell_fit_options options = {0, 4096, NULL};
    return options;
}

static bool can_fit(const fk_mesh *mesh)
{
    return mesh->triangle_count > 0 && !fk_cells_are_too_large(mesh->point, mesh->vertex_count);
}

/* Returns a hundredth of the diagonal of a mesh's box. */
static double usual_accuracy(const fk_mesh *mesh)
{
    fk_aabb box = {mesh->point[0], mesh->point[0]};
    for (uint32_t i = 1; i < mesh->vertex_count; i++)
        box = fk_aabb_include(box, mesh->point[i]);
    fk_vec3 size = fk_vec3_sub(box.max, box.min);
    double large = fk_vec3_largest(size);
    return large > 0
               ? large / 100 * fk_vec3_length(fk_vec3_make(size.x / large, size.y / large, size.z / large))
               : 0;
}

fk_status fk_cell_tree_fit(fk_context *context, const fk_mesh *mesh, const fk_cell_fit_options *options,
                           fk_cell_fit *fit, fk_cell_tree **out)
{
    assert(context != NULL && mesh != NULL && out != NULL);
    const fk_cell_fit_options usual = fk_cell_fit_options_default();
    if (options == NULL)
        options = &usual;
    if (!can_fit(mesh) || !fk_is_finite(options->accuracy) || options->accuracy < 0 ||
        options->max_leaves > INT32_MAX)
        return FK_ERROR_ARGUMENT;
    fk_context inner, *used = fk_context_begin(context, options->cancel, &inner);
    fitter f = {.context = used, .mesh = mesh};
    f.accuracy = options->accuracy > 0 ? options->accuracy : usual_accuracy(mesh);
    fk_tree *tree = NULL;
    fk_status status = place_object(used, mesh, &tree, &f.placed);
    if (status == FK_OK)
        status = fit_tree(&f, options->max_leaves > 0 ? options->max_leaves : usual.max_leaves, fit, out);
    fk_tree_free(used, tree);
    return fk_context_end(context, used, status);
}

/* ---- Gaps of levels ------------------------------------------------------------------------------------ */

/* Bounds the gap of each level: of its nodes, and of the leaves above it. Children come after their parents. */
static fk_status measure_levels(fk_gap_query *query, const fk_cell_tree *tree, uint32_t *level,
                                fk_interval *gap)
{
    memset(gap, 0, tree->level_count * sizeof *gap);
    level[0] = 0;
    for (uint32_t i = 0; i < tree->node_count && !query->is_cancelled; i++) {
        const fk_cell_node *node = &tree->node[i];
        fk_cells_volume volume = fk_cell_node_volume(node);
        fk_interval one = fk_cells_gap(query, &volume);
        for (uint32_t k = 0; k < node->child_count; k++)
            level[node->first_child + k] = level[i] + 1;
        uint32_t end = node->child_count > 0 ? level[i] + 1 : tree->level_count;
        for (uint32_t k = level[i]; k < end; k++) {
            gap[k].lo = fk_larger(one.lo, gap[k].lo);
            gap[k].hi = fk_larger(one.hi, gap[k].hi);
        }
    }
    return query->is_cancelled ? FK_ERROR_MEMORY : FK_OK;
}

fk_status fk_cell_tree_gaps(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                            double accuracy, fk_interval *gap)
{
    if (!can_fit(mesh) || !(accuracy > 0) || !fk_is_finite(accuracy))
        return FK_ERROR_ARGUMENT;
    fk_context inner, *used = fk_context_begin(context, NULL, &inner);
    fk_placed_mesh placed;
    fk_tree *mesh_tree = NULL;
    fk_status status = place_object(used, mesh, &mesh_tree, &placed);
    size_t levels = tree->level_count * sizeof *gap, marks = tree->node_count * sizeof(uint32_t);
    fk_interval *found = status == FK_OK ? fk_allocate(used, levels) : NULL;
    uint32_t *level = found != NULL ? fk_allocate(used, marks) : NULL;
    if (status == FK_OK && level == NULL)
        status = FK_ERROR_MEMORY;
    fk_gap_query query = {.context = used, .object = &placed, .target = accuracy};
    if (status == FK_OK)
        status = measure_levels(&query, tree, level, found);
    if (status == FK_OK)
        memcpy(gap, found, levels);
    fk_release(used, level, marks);
    fk_release(used, found, levels);
    fk_tree_free(used, mesh_tree);
    return fk_context_end(context, used, status);
}
