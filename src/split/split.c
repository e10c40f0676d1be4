/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex decomposition: Grulich, "Collision detection in 3D space", 2016, section 5.1, after Mamou and Ghorbel, "A simple and
 * efficient approach for 3D mesh approximate convex decomposition", ICIP 2009.
 *
 * Triangles are merged into clusters (split_merge.c) as long as the hull of a union is close enough to the mesh
 * (split_concavity.c); then clusters that are near each other, connected or not. The hulls of clusters are the pieces. They
 * need not cover the inside of a solid: the gaps are found exactly (split_find_gaps.c) and become clusters, too, which are merged
 * with each other and with the first ones. A hull of hulls contains both, so the mesh stays covered whatever is merged; how
 * far to merge is a matter of quality, for which doubles are good enough.
 *
 * Weak inputs: triangles are never cut, so long ones that extend from one region into another keep these from being separated
 * well. Meshes with tens of thousands of triangles take many seconds. */

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/context.h"
#include "base/vec3.h"
#include "mesh/mesh.h"
#include "split/split.h"

#define USUAL_CONCAVITY 0.01 /* of the diagonal */
#define LEAST_CONCAVITY 1e-9 /* in unit: smaller values are rounding errors */

fk_split_options fk_split_options_default(void)
{
    fk_split_options options = {0};
    return options;
}

/* ---- Orientation --------------------------------------------------------------------------------------- */

/* -1 if most triangles are clockwise seen from outside, by the sign of the volume, else 1. */
static double orientation_sign(const fk_mesh *mesh)
{
    fk_split_unit unit = fk_split_unit_make(mesh->point, mesh->vertex_count);
    fk_vec3 center = fk_vec3_make(0, 0, 0);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        center = fk_vec3_add(
            center, fk_vec3_scale(fk_split_unit_apply(&unit, mesh->point[i]), 1.0 / mesh->vertex_count));
    double volume = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        fk_vec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = fk_vec3_sub(fk_split_unit_apply(&unit, mesh->point[mesh->triangle[t].corner[k]]), center);
        volume += fk_vec3_dot(p[0], fk_vec3_cross(p[1], p[2]));
    }
    return volume < 0 ? -1 : 1;
}

/* ---- Merging ------------------------------------------------------------------------------------------- */

typedef struct decomposition {
    fk_context *context;
    const fk_mesh *mesh;
    fk_mesh_edges *edges;
    bool is_solid;
    fk_split_samples samples;
    fk_split_graph graph;
    double limit; /* of concavity, in unit */
    uint32_t max_pieces;
} decomposition;

/* Merges the cheapest clusters while there are too many. */
static fk_status merge_to_count(decomposition *s)
{
    fk_status status = FK_OK;
    while (status == FK_OK && s->max_pieces > 0 && s->graph.alive_count > s->max_pieces) {
        status = fk_split_graph_connect(&s->graph, DBL_MAX);
        if (status == FK_OK)
            status = fk_split_graph_merge(&s->graph, DBL_MAX, s->max_pieces);
    }
    return status;
}

static bool box_contains(const fk_split_cluster *outer, const fk_split_cluster *inner)
{
    return outer->low.x <= inner->low.x && outer->low.y <= inner->low.y && outer->low.z <= inner->low.z &&
           outer->high.x >= inner->high.x && outer->high.y >= inner->high.y && outer->high.z >= inner->high.z;
}

/* Absorbs the clusters whose hulls lie in that of x. */
static fk_status absorb_contained(decomposition *s, uint32_t x)
{
    fk_split_graph *g = &s->graph;
    fk_split_solid solid;
    bool any = false;
    for (uint32_t y = 0; y < g->cluster_count && !any; y++)
        any = y != x && g->cluster[y].point != NULL && box_contains(&g->cluster[x], &g->cluster[y]);
    if (!any)
        return FK_OK;
    fk_status status = fk_split_solid_make(s->context, &g->cluster[x], &solid);
    for (uint32_t y = 0; y < g->cluster_count && status == FK_OK && solid.plane_count > 0; y++)
        if (y != x && g->cluster[y].point != NULL && box_contains(&g->cluster[x], &g->cluster[y]) &&
            fk_split_solid_contains(&solid, g->cluster[y].point, g->cluster[y].count))
            fk_split_graph_absorb(g, y, x);
    fk_split_solid_end(s->context, &solid);
    return status;
}

/* Merges near clusters within the limit, absorbs contained ones, and merges further while there are too many. */
static fk_status merge_near(decomposition *s)
{
    fk_status status = fk_split_graph_connect(&s->graph, s->limit);
    if (status == FK_OK)
        status = fk_split_graph_merge(&s->graph, s->limit, 1);
    for (uint32_t x = 0; x < s->graph.cluster_count && status == FK_OK; x++)
        if (s->graph.cluster[x].point != NULL)
            status = absorb_contained(s, x);
    return status == FK_OK ? merge_to_count(s) : status;
}

static fk_status find_clusters(decomposition *s)
{
    fk_status status = fk_split_graph_init(s->context, s->mesh, s->edges, &s->samples, s->limit, &s->graph);
    if (status == FK_OK)
        status = fk_split_graph_merge(&s->graph, s->limit, 1);
    if (status == FK_OK)
        status = merge_near(s);
    bool added = false;
    if (status == FK_OK && s->is_solid)
        status = fk_split_cover_gaps(s->context, s->mesh, &s->graph, s->limit, &added);
    return status == FK_OK && added ? merge_near(s) : status;
}

/* ---- The result ---------------------------------------------------------------------------------------- */

static size_t split_bytes(const decomposition *s)
{
    return sizeof(fk_split) + s->graph.alive_count * sizeof(fk_hull *) +
           s->mesh->triangle_count * sizeof(uint32_t);
}

/* Frees hulls [0, count) and the block. */
static void free_hulls(fk_context *context, fk_split *split, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        fk_hull_free(context, split->piece[i]);
    fk_release(context, split, split->bytes);
}

/* Numbers clusters as pieces, those with triangles first. A cluster has the number of its first triangle, so pieces are in
 * the order of their first triangles. The number replaces first_edge, which is no longer needed. */
static uint32_t number_pieces(fk_split_graph *g, bool surface, uint32_t next)
{
    for (uint32_t i = 0; i < g->cluster_count; i++)
        if (g->cluster[i].point != NULL && g->cluster[i].is_surface == surface)
            g->cluster[i].first_edge = next++;
    return next;
}

static fk_status build_hulls(decomposition *s, fk_split *split, fk_hull **piece)
{
    double largest = 0;
    uint32_t built = 0;
    for (int surface = 1; surface >= 0; surface--)
        for (uint32_t i = 0; i < s->graph.cluster_count; i++) {
            const fk_split_cluster *c = &s->graph.cluster[i];
            if (c->point == NULL || c->is_surface != (surface == 1))
                continue;
            fk_status status = fk_hull_build(s->context, c->point, c->count, &piece[built]);
            if (status != FK_OK) {
                free_hulls(s->context, split, built);
                return status;
            }
            built++;
            largest = fk_larger(largest, c->concavity);
        }
    split->concavity = ldexp(largest, s->samples.unit.before + s->samples.unit.after);
    return FK_OK;
}

static fk_status pack_split(decomposition *s, fk_split **out)
{
    size_t bytes = split_bytes(s);
    fk_split *split = fk_allocate(s->context, bytes);
    if (split == NULL)
        return FK_ERROR_MEMORY;
    fk_hull **piece = (fk_hull **)(split + 1);
    uint32_t *piece_of = (uint32_t *)(piece + s->graph.alive_count);
    split->bytes = bytes;
    split->piece = piece;
    split->piece_of = piece_of;
    split->surface_count = number_pieces(&s->graph, true, 0);
    split->piece_count = number_pieces(&s->graph, false, split->surface_count);
    for (uint32_t t = 0; t < s->mesh->triangle_count; t++)
        piece_of[t] = s->graph.cluster[fk_split_graph_root(&s->graph, t)].first_edge;
    fk_status status = build_hulls(s, split, piece);
    if (status == FK_OK)
        *out = split;
    return status;
}

/* ---- One piece ----------------------------------------------------------------------------------------- */

/* Lists the vertices that triangles use; is_used is scratch with a byte for each vertex. */
static uint32_t list_used_vertices(const fk_mesh *mesh, uint8_t *is_used, fk_vec3 *point)
{
    uint32_t count = 0;
    memset(is_used, 0, mesh->vertex_count);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            is_used[mesh->triangle[t].corner[k]] = 1;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (is_used[i])
            point[count++] = mesh->point[i];
    return count;
}

/* A split with one piece, the hull of points. */
static fk_status pack_one_piece(const decomposition *s, const fk_vec3 *point, uint32_t count,
                                double concavity, fk_split **out)
{
    size_t bytes = sizeof(fk_split) + sizeof(fk_hull *) + s->mesh->triangle_count * sizeof(uint32_t);
    fk_split *split = fk_allocate(s->context, bytes);
    if (split == NULL)
        return FK_ERROR_MEMORY;
    fk_hull **piece = (fk_hull **)(split + 1);
    uint32_t *piece_of = (uint32_t *)(piece + 1);
    fk_status status = fk_hull_build(s->context, point, count, piece);
    if (status != FK_OK) {
        fk_release(s->context, split, bytes);
        return status;
    }
    memset(piece_of, 0, s->mesh->triangle_count * sizeof *piece_of);
    *split = (fk_split){
        .piece_count = 1, .piece = piece, .surface_count = 1, .piece_of = piece_of, .bytes = bytes};
    split->concavity = ldexp(concavity, s->samples.unit.before + s->samples.unit.after);
    *out = split;
    return FK_OK;
}

/* Many meshes are convex, or nearly: then the hull of all is the result, and *is_done becomes true. */
static fk_status try_one_piece(decomposition *s, fk_split **out, bool *is_done)
{
    const fk_mesh *mesh = s->mesh;
    size_t bytes = mesh->vertex_count * (sizeof(fk_vec3) + 1);
    fk_vec3 *point = fk_allocate(s->context, bytes);
    if (point == NULL)
        return FK_ERROR_MEMORY;
    uint32_t count = list_used_vertices(mesh, (uint8_t *)(point + mesh->vertex_count), point);
    double concavity;
    fk_status status = fk_split_measure_concavity(&s->samples, point, count, s->limit, &concavity, &count);
    *is_done = status == FK_OK && (s->max_pieces == 1 || concavity <= s->limit);
    if (*is_done)
        status = pack_one_piece(s, point, count, concavity, out);
    fk_release(s->context, point, bytes);
    return status;
}

/* The limit in unit, but not less than what the measure can resolve. */
static double limit_in_unit(const decomposition *s, double concavity)
{
    double limit = concavity == 0 ? USUAL_CONCAVITY * fk_vec3_length(s->samples.size)
                                  : ldexp(concavity, -(s->samples.unit.before + s->samples.unit.after));
    return fk_larger(limit, LEAST_CONCAVITY);
}

static fk_status build_split(fk_context *context, const fk_mesh *mesh, const fk_split_options *options,
                             fk_split **out)
{
    decomposition s;
    memset(&s, 0, sizeof s);
    s.context = s.graph.context = context;
    s.mesh = mesh;
    s.max_pieces = options->max_pieces;
    s.samples.context = context;
    bool is_done = false;
    fk_status status = fk_mesh_edges_build(context, mesh, &s.edges);
    if (status == FK_OK) {
        s.is_solid = fk_mesh_edges_are_closed(mesh, s.edges);
        status =
            fk_split_samples_init(context, mesh, s.edges, s.is_solid, orientation_sign(mesh), &s.samples);
    }
    if (status == FK_OK) {
        s.limit = limit_in_unit(&s, options->concavity);
        status = try_one_piece(&s, out, &is_done);
    }
    if (status == FK_OK && !is_done)
        status = find_clusters(&s);
    if (status == FK_OK && !is_done)
        status = pack_split(&s, out);
    fk_split_graph_end(&s.graph);
    fk_split_samples_free(&s.samples);
    fk_mesh_edges_free(context, s.edges);
    return status;
}

fk_status fk_split_build(fk_context *context, const fk_mesh *mesh, const fk_split_options *options,
                         fk_split **out)
{
    assert(context != NULL && mesh != NULL && out != NULL);
    const fk_split_options usual = fk_split_options_default();
    if (options == NULL)
        options = &usual;
    if (mesh->triangle_count == 0 || !fk_is_finite(options->concavity) || options->concavity < 0)
        return FK_ERROR_ARGUMENT;
    fk_context inner, *used = fk_context_begin(context, options->cancel, &inner);
    return fk_context_end(context, used, build_split(used, mesh, options, out));
}

void fk_split_free(fk_context *context, fk_split *split)
{
    if (split != NULL)
        free_hulls(context, split, split->piece_count);
}
