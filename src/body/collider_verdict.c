/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on two placed colliders.
 *
 *            pieces               mesh                         cells
 *   pieces   pairs near a box     each piece                   each piece, down the tree
 *   mesh                          triangles, or a point        each leaf near the mesh
 *   cells                                                      cells/search_collisions.c
 *
 * The verdict on unions is the strongest verdict on two primitives: the first overlapping pair ends the search.
 *
 * collider_verdict_mesh.c has what concerns meshes.
 *
 * The cache of a pair that was apart is a direction along which all of a comes before all of b (collider_support.c):
 * one projection of both shows that it still does. The cache of a pair that overlapped is the primitives that do. Two
 * single pieces use the cache of fk_pair_verdict_warm, which works the same way, unless one is smooth. If no
 * direction is found, as for bodies that reach around each other, the search is repeated after some verdicts; it is
 * skipped where the verdict costs no more than a projection. */

#include "body/body.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "pair/verdict/verdict.h"
#include "shape/bound.h"
#include "shape/vertices.h"
#include "tree/tree.h"

/* Where no separating direction was found, one verdict in so many repeats the search. */
#define SEARCH_EVERY 32

/* ---- The strongest verdict ----------------------------------------------------------------------------- */

/* The strongest verdict on a pair of primitives so far, and the pair. */
typedef struct verdict_search {
    fk_verdict enough;  /* FK_OVERLAPPING, or FK_TOUCHING if it only matters whether they meet */
    fk_verdict verdict; /* FK_APART before the first pair */
    bool is_undecided;  /* some pair is undecided */
    uint32_t part_a, part_b;
    uint64_t tests; /* of pairs of primitives, nodes or leaves */
} verdict_search;

/* Notes the verdict on a pair. True when no other pair can change the result. */
static bool note_verdict(verdict_search *strongest, fk_verdict verdict, uint32_t part_a, uint32_t part_b)
{
    if (verdict == FK_UNDECIDED)
        strongest->is_undecided = true;
    if (verdict > strongest->verdict) {
        strongest->verdict = verdict;
        strongest->part_a = part_a;
        strongest->part_b = part_b;
    }
    return strongest->verdict >= strongest->enough;
}

static fk_verdict final_verdict(const verdict_search *strongest)
{
    if (strongest->verdict >= strongest->enough)
        return strongest->enough;
    return strongest->is_undecided ? FK_UNDECIDED : strongest->verdict;
}

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* A primitive of one collider against those of another. */
typedef struct primitive_test {
    const fk_piece *piece;
    uint32_t primitive;
    bool is_second; /* the primitive belongs to b */
    verdict_search *strongest;
} primitive_test;

static bool test_primitive_pair(void *user, uint32_t primitive, const fk_piece *piece)
{
    const primitive_test *one = user;
    one->strongest->tests++;
    fk_verdict verdict =
        one->is_second ? fk_pair_verdict(piece, one->piece) : fk_pair_verdict(one->piece, piece);
    return !note_verdict(one->strongest, verdict, one->is_second ? primitive : one->primitive,
                         one->is_second ? one->primitive : primitive);
}

/* Tests each piece of a against the pieces or cells of b. */
static void test_pieces(const fk_prepared_collider *a, const fk_prepared_collider *b, bool is_swapped,
                        verdict_search *strongest)
{
    for (uint32_t i = 0; i < a->collider->part_count && strongest->verdict < strongest->enough; i++) {
        primitive_test one = {&a->piece[i], i, is_swapped, strongest};
        fk_aabb box = a->piece_box != NULL ? a->piece_box[i] : fk_piece_aabb(&a->piece[i]);
        if (b->collider->kind == FK_COLLIDER_CELLS) /* the root */
            strongest->tests += fk_aabb_meets(box, b->cells.box);
        fk_prepared_visit(b, &box, &a->piece[i], test_primitive_pair, &one);
    }
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

static fk_status test_cells(fk_context *context, const fk_prepared_collider *a, const fk_prepared_collider *b,
                            verdict_search *strongest)
{
    fk_cells_traversal traversal;
    fk_cells_traversal_limits orders = {.stops_at_overlap = true,
                                        .stops_at_hit = strongest->enough == FK_TOUCHING};
    memset(&traversal, 0, sizeof traversal);
    fk_status status = fk_cells_traversal_begin(&traversal, context);
    if (status == FK_OK)
        status = fk_cells_traversal_run(&traversal, &a->cells, &b->cells, &orders);
    strongest->tests = traversal.work.pair_tests;
    for (size_t i = 0; i < traversal.hit_count && status == FK_OK; i++)
        note_verdict(strongest, traversal.hit[i].verdict, traversal.hit[i].node_a, traversal.hit[i].node_b);
    fk_cells_traversal_end(&traversal);
    return status;
}

/* ---- A mesh -------------------------------------------------------------------------------------------- */

typedef struct mesh_test {
    fk_context *context;
    const fk_placed_mesh *mesh;
    bool is_second; /* the mesh is b */
    verdict_search *strongest;
    fk_overlap_witness witness; /* of the last primitive */
    fk_status status;
} mesh_test;

static bool test_mesh_primitive(void *user, uint32_t primitive, const fk_piece *piece)
{
    mesh_test *m = user;
    fk_verdict verdict = FK_UNDECIDED;
    if (m->strongest->enough == FK_TOUCHING)
        verdict = fk_mesh_meets_piece(m->mesh, piece, &m->witness.triangle);
    if (verdict == FK_UNDECIDED) /* a triangle is undecided; a point inside may still prove it */
        m->status = fk_mesh_piece_verdict(m->context, m->mesh, piece, &m->witness, &verdict);
    if (m->status != FK_OK)
        return false;
    uint32_t triangle = m->witness.triangle;
    return !note_verdict(m->strongest, verdict, m->is_second ? primitive : triangle,
                         m->is_second ? triangle : primitive);
}

/* Tests each piece or cell of one collider that is near a mesh. */
static fk_status test_against_mesh(fk_context *context, const fk_prepared_collider *parts,
                                   const fk_prepared_collider *mesh, bool is_second, fk_collider_cache *cache,
                                   verdict_search *strongest)
{
    mesh_test m = {context, &mesh->mesh, is_second, strongest, {.triangle = FK_NONE}, FK_OK};
    const fk_placed_collider placed = {mesh->collider, mesh->pose};
    fk_aabb box;
    fk_status status = fk_collider_box(&placed, &box);
    if (status == FK_OK)
        fk_prepared_visit(parts, &box, NULL, test_mesh_primitive, &m);
    cache->pieces.inside = fk_prepared_to_local(mesh, m.witness.point);
    return status == FK_OK ? m.status : status;
}

/* ---- The cache ----------------------------------------------------------------------------------------- */

/* A placed piece, leaf cell, or triangle of the tree's mesh by its number; false if there is none. */
static bool cached_primitive(const fk_prepared_collider *a, uint32_t primitive, fk_piece *out)
{
    const fk_collider *c = a->collider;
    bool is_mesh = c->kind == FK_COLLIDER_MESH;
    if (primitive >= (is_mesh ? a->mesh.mesh->triangle_count : c->part_count))
        return false;
    *out = is_mesh ? fk_placed_triangle_piece(&a->mesh, primitive) : fk_prepared_primitive(a, primitive);
    return c->kind != FK_COLLIDER_CELLS || c->cells->node[primitive].child_count == 0;
}

/* For a mesh and a primitive of another collider. */
static bool mesh_still_overlaps(const fk_prepared_collider *mesh, const fk_prepared_collider *b,
                                uint32_t triangle, uint32_t primitive, fk_vec3 inside)
{
    fk_piece piece;
    fk_overlap_witness witness = {true, fk_pose_apply(&mesh->pose, inside), triangle};
    return cached_primitive(b, primitive, &piece) && fk_overlap_witness_holds(&mesh->mesh, &piece, &witness);
}

static bool still_overlaps(const fk_prepared_collider *a, const fk_prepared_collider *b,
                           const fk_collider_cache *cache)
{
    fk_piece p, q;
    if (a->collider->kind == FK_COLLIDER_MESH && b->collider->kind == FK_COLLIDER_MESH)
        return fk_meshes_still_overlap(a, b, cache);
    if (a->collider->kind == FK_COLLIDER_MESH)
        return mesh_still_overlaps(a, b, cache->part_a, cache->part_b, cache->pieces.inside);
    if (b->collider->kind == FK_COLLIDER_MESH)
        return mesh_still_overlaps(b, a, cache->part_b, cache->part_a, cache->pieces.inside);
    return cached_primitive(a, cache->part_a, &p) && cached_primitive(b, cache->part_b, &q) &&
           fk_pair_verdict(&p, &q) == FK_OVERLAPPING;
}

/* Whether the cache proves that the last verdict still holds. */
static bool cache_holds(const fk_prepared_collider *a, const fk_prepared_collider *b,
                        const fk_collider_cache *cache)
{
    if (!cache->pieces.is_known)
        return false;
    if (cache->pieces.verdict == FK_APART)
        return fk_prepared_separates(a, b, cache->pieces.direction);
    return cache->pieces.verdict == FK_OVERLAPPING && still_overlaps(a, b, cache);
}

/* The approximate cost of a projection, in units of 10 ns. */
static uint64_t projection_cost(const fk_collider *c)
{
    return c->kind == FK_COLLIDER_CELLS && c->part_count > 16 ? 64
           : c->kind == FK_COLLIDER_CELLS                     ? 4 * (uint64_t)c->part_count
                                                              : c->part_count;
}

/* Whether searching for a direction pays: a projection costs less than the verdict just computed. Two meshes of which
 * no leaves of trees are near cost little; a mesh and a piece, or two smooth pieces, never do. */
static bool pays_to_search(const fk_prepared_collider *a, const fk_prepared_collider *b,
                           const verdict_search *strongest)
{
    const fk_collider *c = a->collider, *d = b->collider;
    bool is_mesh_a = c->kind == FK_COLLIDER_MESH, is_mesh_b = d->kind == FK_COLLIDER_MESH;
    if (is_mesh_a || is_mesh_b)
        return is_mesh_a != is_mesh_b || strongest->tests >= 4;
    uint64_t each = c->has_smooth || d->has_smooth ? 500 : 5, descents = 0; /* descents of pieces in a tree */
    if ((c->kind == FK_COLLIDER_CELLS) != (d->kind == FK_COLLIDER_CELLS))
        descents = c->kind == FK_COLLIDER_CELLS ? d->part_count : c->part_count;
    return each * strongest->tests + 5 * descents > projection_cost(c) + projection_cost(d);
}

/* Stores the verdict and its proof, if one is found. */
static void update_cache(const fk_prepared_collider *a, const fk_prepared_collider *b, fk_verdict verdict,
                         const verdict_search *strongest, fk_collider_cache *cache)
{
    fk_pair_cache *kept = &cache->pieces;
    bool is_new = kept->verdict != verdict || kept->is_known;
    cache->part_a = strongest->part_a;
    cache->part_b = strongest->part_b;
    kept->verdict = verdict;
    kept->is_known = verdict == FK_OVERLAPPING;
    if (verdict == FK_APART && pays_to_search(a, b, strongest) && (is_new || ++kept->idle >= SEARCH_EVERY)) {
        kept->idle = 0;
        kept->is_known = fk_prepared_find_separation(a, b, &kept->direction);
    }
}

/* ---- All kinds ----------------------------------------------------------------------------------------- */

static fk_status test_by_kind(fk_context *context, const fk_prepared_collider *a,
                              const fk_prepared_collider *b, fk_collider_cache *cache,
                              verdict_search *strongest)
{
    fk_collider_kind kind_a = a->collider->kind, kind_b = b->collider->kind;
    if (kind_a == FK_COLLIDER_MESH && kind_b == FK_COLLIDER_MESH) {
        fk_verdict verdict;
        fk_status status =
            fk_meshes_verdict(context, a, b, strongest->enough, cache, &strongest->tests, &verdict);
        if (status == FK_OK)
            note_verdict(strongest, verdict, cache->part_a, cache->part_b);
        return status;
    }
    if (kind_a == FK_COLLIDER_MESH || kind_b == FK_COLLIDER_MESH)
        return kind_b == FK_COLLIDER_MESH ? test_against_mesh(context, a, b, true, cache, strongest)
                                          : test_against_mesh(context, b, a, false, cache, strongest);
    if (kind_a == FK_COLLIDER_CELLS && kind_b == FK_COLLIDER_CELLS)
        return test_cells(context, a, b, strongest);
    bool is_swapped = kind_a != FK_COLLIDER_PIECES ||
                      (kind_b == FK_COLLIDER_PIECES && b->collider->part_count < a->collider->part_count);
    if (is_swapped)
        test_pieces(b, a, true, strongest);
    else
        test_pieces(a, b, false, strongest);
    return FK_OK;
}

/* Whether the normal of a single half-space separates the two. */
static bool is_beyond_half_space(const fk_prepared_collider *a, const fk_prepared_collider *b)
{
    bool is_half = (fk_is_single_piece(a) && a->piece->kind == FK_KIND_HALF_SPACE) ||
                   (fk_is_single_piece(b) && b->piece->kind == FK_KIND_HALF_SPACE);
    fk_vec3 direction;
    return is_half && fk_prepared_find_separation(a, b, &direction);
}

/* cache may be NULL. */
static fk_status compute_verdict(fk_context *context, const fk_prepared_collider *a,
                                 const fk_prepared_collider *b, fk_verdict enough, fk_collider_cache *cache,
                                 fk_verdict *out)
{
    fk_collider_cache none = {.part_a = 0};
    verdict_search strongest = {.enough = enough, .verdict = FK_APART};
    fk_status status = is_beyond_half_space(a, b)
                           ? FK_OK
                           : test_by_kind(context, a, b, cache != NULL ? cache : &none, &strongest);
    if (status != FK_OK)
        return status;
    *out = final_verdict(&strongest);
    if (cache != NULL)
        update_cache(a, b, *out, &strongest, cache);
    return FK_OK;
}

fk_status fk_prepared_verdict(fk_context *context, const fk_prepared_collider *a,
                              const fk_prepared_collider *b, fk_collider_cache *cache, fk_verdict *out,
                              bool *is_warm)
{
    /* Two single pieces have a cache of their own, unless one is smooth. */
    bool is_own = fk_is_single_piece(a) && fk_is_single_piece(b) &&
                  (cache == NULL || !fk_any_smooth(a->piece, b->piece));
    bool is_held = false;
    if (cache != NULL)
        is_held = is_own ? fk_warm_check_cache(a->piece, b->piece, &cache->pieces) : cache_holds(a, b, cache);
    if (is_warm != NULL)
        *is_warm = is_held;
    if (!is_held && !is_own)
        return compute_verdict(context, a, b, FK_OVERLAPPING, cache, out);
    *out = is_held         ? cache->pieces.verdict
           : cache != NULL ? fk_warm_verdict(a->piece, b->piece, &cache->pieces)
                           : fk_pair_verdict(a->piece, b->piece);
    return FK_OK;
}

/* Whether the primitives that met last still do. */
static bool still_meets(const fk_prepared_collider *a, const fk_prepared_collider *b,
                        const fk_collider_cache *cache)
{
    fk_piece p, q;
    return cached_primitive(a, cache->part_a, &p) && cached_primitive(b, cache->part_b, &q) &&
           fk_pair_verdict(&p, &q) >= FK_TOUCHING;
}

fk_status fk_prepared_meets(fk_context *context, const fk_prepared_collider *a, const fk_prepared_collider *b,
                            fk_collider_cache *cache, fk_verdict *out)
{
    const fk_pair_cache *kept = cache != NULL ? &cache->pieces : NULL;
    *out = FK_UNDECIDED;
    if (fk_is_single_piece(a) && fk_is_single_piece(b))
        *out = fk_pair_verdict(a->piece, b->piece);
    else if (kept != NULL && kept->verdict == FK_APART && kept->is_known &&
             fk_prepared_separates(a, b, kept->direction))
        *out = FK_APART;
    else if (kept != NULL && kept->verdict >= FK_TOUCHING && still_meets(a, b, cache))
        *out = FK_TOUCHING;
    else
        return compute_verdict(context, a, b, FK_TOUCHING, cache, out);
    *out = *out == FK_OVERLAPPING ? FK_TOUCHING : *out;
    return FK_OK;
}

fk_status fk_collider_verdict(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                              fk_collider_cache *cache, fk_verdict *out)
{
    fk_prepared_pair pair;
    if (fk_placed_are_apart(a, b)) {
        *out = FK_APART;
        return FK_OK;
    }
    fk_status status = fk_prepared_pair_pose(context, a, b, &pair);
    if (status == FK_OK)
        status = fk_prepared_verdict(context, &pair.a, &pair.b, cache, out, NULL);
    fk_prepared_pair_free(context, &pair);
    return status;
}

fk_status fk_collider_meets(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                            fk_collider_cache *cache, fk_decision *out)
{
    fk_prepared_pair pair;
    fk_verdict verdict = FK_APART;
    fk_status status = FK_OK;
    if (!fk_placed_are_apart(a, b)) {
        status = fk_prepared_pair_pose(context, a, b, &pair);
        if (status != FK_OK)
            return status;
        status = fk_prepared_meets(context, &pair.a, &pair.b, cache, &verdict);
        fk_prepared_pair_free(context, &pair);
    }
    if (status == FK_OK)
        *out = verdict == FK_UNDECIDED ? FK_UNKNOWN : verdict == FK_APART ? FK_NO : FK_YES;
    return status;
}
