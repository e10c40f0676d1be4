/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Contacts of two colliders: of all pairs of parts that touch or overlap, listed and sorted first, as many
 * as there is room for. Triangles of meshes are pieces without interior here. Where a verdict is undecided,
 * the contact is what tells, as fk_pair_contact has one where there is a depth. */

#include <string.h>

#include "body/body.h"
#include "pair/contact/contact.h"
#include "shape/bound.h"
#include "tree/tree.h"

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* A part in its place. */
static fk_piece part_of(const fk_ready *a, uint32_t part)
{
    if (a->collider->kind == FK_COLLIDER_PIECES)
        return a->piece[part];
    if (a->collider->kind == FK_COLLIDER_CELLS)
        return fk_placed_cells_node(&a->cells, part);
    const fk_mesh *mesh = a->collider->mesh.mesh;
    const uint32_t *corner = mesh->triangle[part].corner;
    return fk_piece_triangle(fk_pose_apply(&a->pose, mesh->point[corner[0]]),
                             fk_pose_apply(&a->pose, mesh->point[corner[1]]),
                             fk_pose_apply(&a->pose, mesh->point[corner[2]]));
}

static bool do_meet(const fk_piece *a, const fk_piece *b)
{
    fk_contact contact;
    fk_verdict verdict = fk_pair_verdict(a, b);
    if (verdict != FK_UNDECIDED)
        return verdict != FK_APART;
    return fk_pair_contact(a, b, &contact) == FK_OK && contact.count > 0;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

typedef struct collect {
    fk_pairs pairs;
    bool has_memory;
    const fk_piece *piece;
    uint32_t part;
    bool is_second; /* the piece is part of b */
} collect;

static bool add_part(void *user, uint32_t part, const fk_piece *piece)
{
    collect *c = user;
    bool meets = c->is_second ? do_meet(piece, c->piece) : do_meet(c->piece, piece);
    if (meets)
        c->has_memory =
            c->is_second ? fk_pairs_add(&c->pairs, part, c->part) : fk_pairs_add(&c->pairs, c->part, part);
    return c->has_memory;
}

/* All parts of b near one of a. */
static bool add_near(collect *c, const fk_ready *b, uint32_t part, const fk_piece *piece, bool is_second)
{
    fk_aabb box = fk_outer_piece(piece);
    c->piece = piece;
    c->part = part;
    c->is_second = is_second;
    fk_ready_parts_against(b, &box, piece, add_part, c);
    return c->has_memory;
}

/* For each part of a that is near b, all of b near that. */
typedef struct each_part {
    collect *collect;
    const fk_ready *b;
    bool is_second;
} each_part;

static bool add_each(void *user, uint32_t part, const fk_piece *piece)
{
    const each_part *e = user;
    return add_near(e->collect, e->b, part, piece, e->is_second);
}

/* Both have parts that can be visited; from the one with fewer. */
static fk_status list_parts(const fk_ready *a, const fk_ready *b, collect *c)
{
    bool is_second = b->collider->part_count < a->collider->part_count;
    const fk_ready *few = is_second ? b : a, *many = is_second ? a : b;
    const fk_placed_collider placed = {many->collider, many->pose};
    each_part each = {c, many, is_second};
    fk_aabb box;
    fk_status status = fk_collider_box(&placed, &box);
    if (status == FK_OK)
        fk_ready_parts(few, &box, add_each, &each);
    return status;
}

static fk_status list_triangles(fk_context *context, const fk_ready *a, const fk_ready *b, collect *c)
{
    fk_pair_list *list;
    fk_status status = fk_placed_pairs(context, &a->mesh, &b->mesh, &list);
    if (status != FK_OK)
        return status;
    for (size_t i = 0; i < list->count && c->has_memory; i++)
        c->has_memory = fk_pairs_add(&c->pairs, fk_mesh_shape_original(&a->collider->mesh, list->pair[i].a),
                                     fk_mesh_shape_original(&b->collider->mesh, list->pair[i].b));
    fk_pair_list_free(context, list);
    return FK_OK;
}

static fk_status list_cells(fk_context *context, const fk_ready *a, const fk_ready *b, collect *c)
{
    fk_cells_walk walk;
    fk_walk_orders orders = {.stops_at_hit = false};
    memset(&walk, 0, sizeof walk);
    fk_status status = fk_cells_walk_begin(&walk, context);
    if (status == FK_OK)
        status = fk_cells_walk_run(&walk, &a->cells, &b->cells, &orders);
    for (size_t i = 0; i < walk.hit_count && status == FK_OK && c->has_memory; i++)
        c->has_memory = fk_pairs_add(&c->pairs, walk.hit[i].node_a, walk.hit[i].node_b);
    fk_cells_walk_end(&walk);
    return status;
}

static fk_status list_pairs(fk_context *context, const fk_ready *a, const fk_ready *b, fk_pair_list **out)
{
    collect c = {.pairs = {.context = context}, .has_memory = true};
    fk_status status = FK_OK;
    if (a->collider->kind == FK_COLLIDER_MESH && b->collider->kind == FK_COLLIDER_MESH)
        status = list_triangles(context, a, b, &c);
    else if (a->collider->kind == FK_COLLIDER_CELLS && b->collider->kind == FK_COLLIDER_CELLS)
        status = list_cells(context, a, b, &c);
    else
        status = list_parts(a, b, &c);
    fk_status finished = fk_pairs_finish(&c.pairs, c.has_memory && status == FK_OK, out);
    return status == FK_OK ? finished : status;
}

/* ---- Contacts ------------------------------------------------------------------------------------------ */

fk_status fk_ready_contacts(fk_context *context, const fk_ready *a, const fk_ready *b,
                            fk_collider_contact *contact, size_t capacity, size_t *total)
{
    fk_pair_list *list;
    fk_status status = list_pairs(context, a, b, &list);
    if (status != FK_OK)
        return status;
    for (size_t i = 0; i < list->count && i < capacity; i++) {
        fk_index_pair pair = list->pair[i];
        fk_piece p = part_of(a, pair.a), q = part_of(b, pair.b);
        memset(&contact[i], 0, sizeof contact[i]);
        contact[i].part_a = pair.a;
        contact[i].part_b = pair.b;
        fk_contact_known(&p, &q, FK_UNDECIDED, &contact[i].contact);
    }
    *total = list->count;
    fk_pair_list_free(context, list);
    return FK_OK;
}

fk_status fk_collider_contacts(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                               fk_collider_contact *contact, size_t capacity, size_t *total)
{
    fk_ready_pair pair;
    fk_status status = fk_ready_pair_make(context, a, b, &pair);
    if (status != FK_OK)
        return status;
    status = fk_ready_contacts(context, &pair.a, &pair.b, contact, capacity, total);
    fk_ready_pair_free(context, &pair);
    return status;
}
