/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on two colliders in their places.
 *
 *            pieces               mesh                         cells
 *   pieces   pairs near a box     each piece: collider_mesh.c  each piece, down the tree
 *   mesh                          collider_mesh.c              each leaf near the mesh
 *   cells                                                      cells/cells_walk.c
 *
 * Of unions, the verdict is the most that two parts do: the first pair that overlaps ends the search.
 *
 * What is kept of a pair that was apart is a direction along which all of a comes before all of b
 * (collider_reach.c): one projection of both shows that it still does. Of one that overlapped, the parts that do. Two
 * pieces alone have the cache of fk_pair_verdict_warm, which does the same, where they are not smooth. Where no
 * direction is found, as bodies reach around each other, it is looked for again after some verdicts; and not at all
 * where the verdict took no longer than a projection. */

#include "body/body.h"

#include <string.h>

#include "base/vec3.h"
#include "cells/cells.h"
#include "pair/verdict/verdict.h"
#include "shape/bound.h"
#include "tree/tree.h"

/* A direction is looked for once in so many verdicts in which none was there. */
#define PATIENCE 32

/* ---- The most that parts do ---------------------------------------------------------------------------- */

bool fk_most_note(fk_most *most, fk_verdict verdict, uint32_t part_a, uint32_t part_b)
{
    if (verdict == FK_UNDECIDED)
        most->is_undecided = true;
    if (verdict > most->verdict) {
        most->verdict = verdict;
        most->part_a = part_a;
        most->part_b = part_b;
    }
    return most->verdict == FK_OVERLAPPING;
}

fk_verdict fk_most_verdict(const fk_most *most)
{
    return most->verdict != FK_OVERLAPPING && most->is_undecided ? FK_UNDECIDED : most->verdict;
}

/* ---- Pieces -------------------------------------------------------------------------------------------- */

static bool is_single(const fk_ready *a)
{
    return a->collider->kind == FK_COLLIDER_PIECES && a->collider->part_count == 1;
}

static fk_aabb box_of(const fk_ready *a, uint32_t i)
{
    return a->piece_box != NULL ? a->piece_box[i] : fk_outer_piece(&a->piece[i]);
}

/* A part of one collider against those of another. */
typedef struct one_part {
    const fk_piece *piece;
    uint32_t part;
    bool is_second; /* it is part of b */
    fk_most *most;
} one_part;

static bool ask_part(void *user, uint32_t part, const fk_piece *piece)
{
    const one_part *one = user;
    one->most->asked++;
    fk_verdict verdict =
        one->is_second ? fk_pair_verdict(piece, one->piece) : fk_pair_verdict(one->piece, piece);
    return !fk_most_note(one->most, verdict, one->is_second ? part : one->part,
                         one->is_second ? one->part : part);
}

/* Each piece of a against the parts of b, which are pieces or cells. */
static void ask_pieces(const fk_ready *a, const fk_ready *b, bool is_swapped, fk_most *most)
{
    for (uint32_t i = 0; i < a->collider->part_count && most->verdict != FK_OVERLAPPING; i++) {
        one_part one = {&a->piece[i], i, is_swapped, most};
        fk_aabb box = box_of(a, i);
        if (b->collider->kind == FK_COLLIDER_CELLS) /* the root */
            most->asked += fk_aabb_meets(box, b->cells.box);
        fk_ready_parts_against(b, &box, &a->piece[i], ask_part, &one);
    }
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

static fk_status ask_cells(fk_context *context, const fk_ready *a, const fk_ready *b, fk_most *most)
{
    fk_cells_walk walk;
    fk_walk_orders orders = {.stops_at_overlap = true};
    memset(&walk, 0, sizeof walk);
    fk_status status = fk_cells_walk_begin(&walk, context);
    if (status == FK_OK)
        status = fk_cells_walk_run(&walk, &a->cells, &b->cells, &orders);
    most->asked = walk.work.pair_tests;
    for (size_t i = 0; i < walk.hit_count && status == FK_OK; i++)
        fk_most_note(most, walk.hit[i].verdict, walk.hit[i].node_a, walk.hit[i].node_b);
    fk_cells_walk_end(&walk);
    return status;
}

/* ---- A mesh -------------------------------------------------------------------------------------------- */

typedef struct against_mesh {
    fk_context *context;
    const fk_placed_mesh *mesh;
    bool is_second; /* the mesh is b */
    fk_most *most;
    fk_overlap_witness witness; /* of the last one */
    fk_status status;
} against_mesh;

static bool ask_mesh(void *user, uint32_t part, const fk_piece *piece)
{
    against_mesh *m = user;
    fk_verdict verdict;
    m->status = fk_mesh_verdict_piece(m->context, m->mesh, piece, &m->witness, &verdict);
    if (m->status != FK_OK)
        return false;
    uint32_t triangle = m->witness.triangle;
    return !fk_most_note(m->most, verdict, m->is_second ? part : triangle, m->is_second ? triangle : part);
}

/* About where a point of the world is before the pose. */
static fk_vec3 at_home(const fk_ready *a, fk_vec3 point)
{
    return fk_pose_rotate_back(&a->pose, fk_vec3_sub(point, a->pose.translation));
}

/* Each part of one collider, which is made of pieces or cells, that is near a mesh. */
static fk_status ask_about_mesh(fk_context *context, const fk_ready *parts, const fk_ready *mesh,
                                bool is_second, fk_collider_cache *cache, fk_most *most)
{
    against_mesh m = {context, &mesh->mesh, is_second, most, {.triangle = FK_NONE}, FK_OK};
    const fk_placed_collider placed = {mesh->collider, mesh->pose};
    fk_aabb box;
    fk_status status = fk_collider_box(&placed, &box);
    if (status == FK_OK)
        fk_ready_parts(parts, &box, ask_mesh, &m);
    cache->pieces.inside = at_home(mesh, m.witness.point);
    return status == FK_OK ? m.status : status;
}

/* ---- What was kept ------------------------------------------------------------------------------------- */

/* A part of pieces or cells in its place; false for what is none. */
static bool part_of(const fk_ready *a, uint32_t part, fk_piece *out)
{
    const fk_collider *c = a->collider;
    if (part >= c->part_count || c->kind == FK_COLLIDER_MESH)
        return false;
    if (c->kind == FK_COLLIDER_PIECES) {
        *out = a->piece[part];
        return true;
    }
    *out = fk_placed_cells_node(&a->cells, part);
    return c->cells->node[part].child_count == 0;
}

/* A mesh and a part of another collider. */
static bool mesh_still_overlaps(const fk_ready *mesh, const fk_ready *b, uint32_t triangle, uint32_t part,
                                fk_vec3 inside)
{
    fk_piece piece;
    fk_overlap_witness witness = {true, fk_pose_apply(&mesh->pose, inside), triangle};
    return part_of(b, part, &piece) && fk_mesh_witness_holds(&mesh->mesh, &piece, &witness);
}

static bool still_overlaps(const fk_ready *a, const fk_ready *b, const fk_collider_cache *cache)
{
    fk_piece p, q;
    if (a->collider->kind == FK_COLLIDER_MESH && b->collider->kind == FK_COLLIDER_MESH)
        return fk_mesh_still_overlaps(a, b, cache);
    if (a->collider->kind == FK_COLLIDER_MESH)
        return mesh_still_overlaps(a, b, cache->part_a, cache->part_b, cache->pieces.inside);
    if (b->collider->kind == FK_COLLIDER_MESH)
        return mesh_still_overlaps(b, a, cache->part_b, cache->part_a, cache->pieces.inside);
    return part_of(a, cache->part_a, &p) && part_of(b, cache->part_b, &q) &&
           fk_pair_verdict(&p, &q) == FK_OVERLAPPING;
}

/* Whether the last verdict still holds. */
static bool holds(const fk_ready *a, const fk_ready *b, const fk_collider_cache *cache)
{
    if (!cache->pieces.is_known)
        return false;
    if (cache->pieces.verdict == FK_APART)
        return fk_ready_separates(a, b, cache->pieces.direction);
    return cache->pieces.verdict == FK_OVERLAPPING && still_overlaps(a, b, cache);
}

/* About how long a projection takes, in hundredths of a microsecond. */
static uint64_t cost_of_reach(const fk_collider *c)
{
    return c->kind == FK_COLLIDER_CELLS && c->part_count > 16 ? 64
           : c->kind == FK_COLLIDER_CELLS                     ? 4 * (uint64_t)c->part_count
                                                              : c->part_count;
}

/* Whether it pays to look for a direction: a projection takes less than what has just been asked. Two meshes that no
 * leaves of trees are near to are apart at once; a mesh and a piece, or two smooth pieces, never are. */
static bool is_dear(const fk_ready *a, const fk_ready *b, const fk_most *most)
{
    const fk_collider *c = a->collider, *d = b->collider;
    bool is_mesh_a = c->kind == FK_COLLIDER_MESH, is_mesh_b = d->kind == FK_COLLIDER_MESH;
    if (is_mesh_a || is_mesh_b)
        return is_mesh_a != is_mesh_b || most->asked >= 4;
    uint64_t each = c->has_smooth || d->has_smooth ? 500 : 5, walks = 0; /* of pieces, down a tree */
    if ((c->kind == FK_COLLIDER_CELLS) != (d->kind == FK_COLLIDER_CELLS))
        walks = c->kind == FK_COLLIDER_CELLS ? d->part_count : c->part_count;
    return each * most->asked + 5 * walks > cost_of_reach(c) + cost_of_reach(d);
}

/* Keeps what shows the verdict, if that is found. */
static void keep(const fk_ready *a, const fk_ready *b, fk_verdict verdict, const fk_most *most,
                 fk_collider_cache *cache)
{
    fk_pair_cache *kept = &cache->pieces;
    bool is_new = kept->verdict != verdict || kept->is_known;
    cache->part_a = most->part_a;
    cache->part_b = most->part_b;
    kept->verdict = verdict;
    kept->is_known = verdict == FK_OVERLAPPING;
    if (verdict == FK_APART && is_dear(a, b, most) && (is_new || ++kept->idle >= PATIENCE)) {
        kept->idle = 0;
        kept->is_known = fk_ready_find_direction(a, b, &kept->direction);
    }
}

/* ---- All kinds ----------------------------------------------------------------------------------------- */

static fk_status ask_all(fk_context *context, const fk_ready *a, const fk_ready *b, fk_collider_cache *cache,
                         fk_most *most)
{
    fk_collider_kind kind_a = a->collider->kind, kind_b = b->collider->kind;
    if (kind_a == FK_COLLIDER_MESH && kind_b == FK_COLLIDER_MESH)
        return fk_mesh_verdict_mesh(context, a, b, cache, most);
    if (kind_a == FK_COLLIDER_MESH || kind_b == FK_COLLIDER_MESH)
        return kind_b == FK_COLLIDER_MESH ? ask_about_mesh(context, a, b, true, cache, most)
                                          : ask_about_mesh(context, b, a, false, cache, most);
    if (kind_a == FK_COLLIDER_CELLS && kind_b == FK_COLLIDER_CELLS)
        return ask_cells(context, a, b, most);
    bool is_swapped = kind_a != FK_COLLIDER_PIECES ||
                      (kind_b == FK_COLLIDER_PIECES && b->collider->part_count < a->collider->part_count);
    if (is_swapped)
        ask_pieces(b, a, true, most);
    else
        ask_pieces(a, b, false, most);
    return FK_OK;
}

/* Two pieces have a cache of their own, but where one is smooth. */
static bool has_own_cache(const fk_ready *a, const fk_ready *b)
{
    return is_single(a) && is_single(b) && !fk_smooth_is_among(a->piece, b->piece);
}

/* The normal of a half-space tells at once whether it is apart. */
static bool is_beyond(const fk_ready *a, const fk_ready *b)
{
    bool is_half = (is_single(a) && a->piece->kind == FK_KIND_HALF_SPACE) ||
                   (is_single(b) && b->piece->kind == FK_KIND_HALF_SPACE);
    fk_vec3 direction;
    return is_half && fk_ready_find_direction(a, b, &direction);
}

static fk_status ask(fk_context *context, const fk_ready *a, const fk_ready *b, fk_collider_cache *cache,
                     fk_verdict *out)
{
    fk_most most = {.verdict = FK_APART};
    fk_status status = is_beyond(a, b) ? FK_OK : ask_all(context, a, b, cache, &most);
    if (status != FK_OK)
        return status;
    *out = fk_most_verdict(&most);
    keep(a, b, *out, &most, cache);
    return FK_OK;
}

static fk_status ask_without_cache(fk_context *context, const fk_ready *a, const fk_ready *b, fk_verdict *out)
{
    if (is_single(a) && is_single(b)) {
        *out = fk_pair_verdict(a->piece, b->piece);
        return FK_OK;
    }
    fk_collider_cache none;
    fk_most most = {.verdict = FK_APART};
    memset(&none, 0, sizeof none);
    fk_status status = is_beyond(a, b) ? FK_OK : ask_all(context, a, b, &none, &most);
    if (status == FK_OK)
        *out = fk_most_verdict(&most);
    return status;
}

fk_status fk_ready_verdict(fk_context *context, const fk_ready *a, const fk_ready *b,
                           fk_collider_cache *cache, fk_verdict *out, bool *is_warm)
{
    bool is_own = has_own_cache(a, b), is_held = false;
    if (cache != NULL)
        is_held = is_own ? fk_warm_holds(a->piece, b->piece, &cache->pieces) : holds(a, b, cache);
    if (is_warm != NULL)
        *is_warm = is_held;
    if (cache == NULL)
        return ask_without_cache(context, a, b, out);
    if (!is_held && !is_own)
        return ask(context, a, b, cache, out);
    *out = is_held ? cache->pieces.verdict : fk_warm_ask(a->piece, b->piece, &cache->pieces);
    return FK_OK;
}

fk_status fk_collider_verdict(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                              fk_collider_cache *cache, fk_verdict *out)
{
    fk_ready_pair pair;
    fk_status status = fk_ready_pair_make(context, a, b, &pair);
    if (status != FK_OK)
        return status;
    status = fk_ready_verdict(context, &pair.a, &pair.b, cache, out, NULL);
    fk_ready_pair_free(context, &pair);
    return status;
}
