/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Colliders: what they are made of, in their places, as trees of boxes, and what is asked of two of them. */

#ifndef FARKAS_SRC_BODY_H
#define FARKAS_SRC_BODY_H

#include <math.h>
#include <string.h>

#include "base/pose.h"
#include "cells/cells.h"
#include "farkas/body.h"
#include "farkas/tree.h"
#include "mesh/mesh.h"
#include "tree/tree.h"

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* A mesh made ready to be asked about: a tree, whether it is a solid, and no triangle that is there again. */
typedef struct fk_mesh_shape {
    const fk_mesh *mesh;   /* that was given */
    fk_mesh_unique unique; /* of a mesh that has triangles twice: what is looked at in its place */
    fk_tree *tree;
    bool is_solid;
} fk_mesh_shape;

/* workers may be NULL. FK_ERROR_MEMORY: what there is so far is to be freed. */
fk_status fk_mesh_shape_build(fk_context *context, const fk_mesh *mesh, const fk_workers *workers,
                              fk_mesh_shape *out);
void fk_mesh_shape_free(fk_context *context, fk_mesh_shape *shape);

/* What is looked at. */
static inline const fk_mesh *fk_mesh_shape_mesh(const fk_mesh_shape *shape)
{
    return shape->unique.mesh != NULL ? shape->unique.mesh : shape->mesh;
}

static inline fk_placed_mesh fk_mesh_shape_place(const fk_mesh_shape *shape, const fk_pose *pose)
{
    fk_placed_mesh placed = {fk_mesh_shape_mesh(shape), shape->tree, *pose, shape->is_solid};
    return placed;
}

/* The number of a triangle in the mesh that was given. */
static inline uint32_t fk_mesh_shape_original(const fk_mesh_shape *shape, uint32_t triangle)
{
    return shape->unique.mesh != NULL ? shape->unique.original[triangle] : triangle;
}

/* A triangle of it in its place, by its number in the tree's mesh. */
static inline fk_piece fk_placed_triangle_piece(const fk_placed_mesh *mesh, uint32_t triangle)
{
    fk_piece piece;
    piece.kind = FK_KIND_TRIANGLE;
    fk_placed_triangle(mesh, triangle, piece.as.triangle);
    return piece;
}

/* Whether a point is inside a solid, and on none of its triangles. */
static inline bool fk_placed_is_inside(const fk_placed_mesh *mesh, fk_vec3 point)
{
    int64_t winding;
    return mesh->is_solid && fk_vec3_is_finite(point) && fk_placed_winding(mesh, point, &winding) &&
           winding != 0;
}

/* ---- Colliders ----------------------------------------------------------------------------------------- */

static const fk_aabb fk_everywhere = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};

/* With more pieces than this a collider has a broad phase of its own, over their boxes at home. */
#define FK_COLLIDER_FEW 8

struct fk_collider {
    fk_collider_kind kind;
    uint32_t part_count;
    size_t bytes; /* all that it has allocated */
    size_t block; /* of these, its own block */
    /* At home, around it. Infinite of half-spaces. The sphere and the oriented box are larger than need be
     * by 2^-19 of their sizes: so, placed by a pose that is rigid (see fk_pose_skew), they hold all parts
     * in their places. */
    fk_aabb box;
    fk_sphere sphere;
    fk_obb obb;
    /* Of pieces. */
    fk_piece *piece;
    fk_hull **hull;       /* of each piece, its hints; or NULL */
    fk_aabb *piece_box;   /* of each, at home */
    fk_broad *broad;      /* of many pieces: their boxes, in floats; else NULL */
    uint32_t point_total; /* of all hulls: so many points are placed */
    bool has_smooth;      /* some are cylinders, cones or ellipsoids */
    /* Of a mesh. */
    fk_mesh_shape mesh;
    bool borrows_mesh;        /* somebody else frees it */
    fk_kdop dop;              /* of its vertices at home, with k = 26 */
    uint32_t component_count; /* the first triangle of each component of what is looked at */
    uint32_t *component_triangle;
    /* Of cells. */
    const fk_cell_tree *cells;
};

/* A collider in its place, ready for questions: parts that are always needed are placed once. */
typedef struct fk_ready {
    const fk_collider *collider;
    fk_pose pose;
    fk_piece *piece;       /* of pieces, in their places; hulls have their points behind them */
    fk_aabb *piece_box;    /* around each in its place; NULL for a single one */
    fk_placed_mesh mesh;   /* of a mesh; fk_mesh_shape_original gives the numbers of parts */
    fk_placed_cells cells; /* of cells */
} fk_ready;

/* How many bytes fk_ready_make needs, aligned as by malloc; 0 for all but pieces. */
size_t fk_ready_room(const fk_collider *collider);

/* Poses are finite, as fk_collider_box has found. */
void fk_ready_make(const fk_placed_collider *a, void *room, fk_ready *out);

/* Two colliders made ready, in memory of their own. Poses are finite. FK_ERROR_MEMORY. */
typedef struct fk_prepared_pair {
    fk_ready a, b;
    void *room;
    size_t bytes;
} fk_prepared_pair;
fk_status fk_prepared_pair_make(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                                fk_prepared_pair *out);
void fk_prepared_pair_free(fk_context *context, fk_prepared_pair *pair);

/* An order by anything in which two differ, so that (b, a) can be asked as (a, b): meshes come first, then cells; 0
 * for two that are the same. */
int fk_prepared_order(const fk_ready *a, const fk_ready *b);

/* The functions of farkas/body.h, for colliders that are ready. *is_warm, which may be NULL, becomes whether what was
 * kept has settled it. */
fk_status fk_ready_verdict(fk_context *context, const fk_ready *a, const fk_ready *b,
                           fk_collider_cache *cache, fk_verdict *out, bool *is_warm);
fk_status fk_ready_contacts(fk_context *context, const fk_ready *a, const fk_ready *b,
                            fk_collider_contact *contact, size_t capacity, size_t *total);
fk_status fk_ready_measure(fk_context *context, const fk_ready *a, const fk_ready *b, double limit,
                           fk_collider_distance *out);
fk_status fk_ready_ray(fk_context *context, const fk_ready *a, fk_vec3 origin, fk_vec3 direction, double end,
                       fk_collider_hit *out);
fk_status fk_ready_cast(fk_context *context, const fk_ready *moving, fk_vec3 velocity, double end,
                        const fk_ready *b, fk_collider_hit *out);

/* Poses with a skew below the limit are rigid. */
#define FK_POSE_SKEW 0x1p-21

/* A collider of a mesh that is ready, and is kept by the caller as long as the collider, with the shape's own
 * memory. It has triangles. FK_ERROR_MEMORY. */
fk_status fk_collider_of_shape(fk_context *context, const fk_mesh_shape *shape, fk_collider **out);

/* The volumes of a collider, from its parts. FK_ERROR_MEMORY. */
fk_status fk_collider_find_volumes(fk_context *context, fk_collider *collider);

/* A part in its place, by its number; of a mesh that which was given, of cells a node. */
fk_piece fk_prepared_primitive(const fk_ready *a, uint32_t primitive);

/* Visits the parts of a collider whose boxes may meet a box in the world: all that do, and some others, in
 * no particular order. Of pieces and cells, with the part in its place; of a mesh, the triangle as a piece.
 * False ends it. Of cells, parents that do not meet `against` are left out: a piece in the box, or NULL. */
typedef bool fk_primitive_visitor(void *user, uint32_t primitive, const fk_piece *piece);
void fk_prepared_visit(const fk_ready *a, const fk_aabb *box, const fk_piece *against,
                       fk_primitive_visitor *visitor, void *user);

/* The first component of a mesh, none of whose triangles meets a solid, that is inside it: its first triangle in the
 * tree's mesh, and a corner of that; or FK_NONE. The box is around the solid, or NULL. */
uint32_t fk_find_inner_component(const fk_placed_mesh *solid, const fk_aabb *box, const fk_collider *collider,
                                 const fk_placed_mesh *mesh, fk_vec3 *corner);

/* ---- Directions ---------------------------------------------------------------------------------------- */

/* Not less than n.x for any x of a collider, in every state of the floating-point unit; infinite where that
 * is not known. No component of n is larger than 1. *at is about where that is, or left alone. */
double fk_prepared_support(const fk_ready *a, fk_vec3 n, fk_vec3 *at);

/* The same for one piece. */
double fk_piece_support_bound(const fk_piece *piece, fk_vec3 n);

/* True only if a direction, which may have any contents, separates a and b: all of a comes before all of b. */
bool fk_prepared_separates(const fk_ready *a, const fk_ready *b, fk_vec3 direction);

/* Looks for such a direction; some steps are all that it takes. */
bool fk_prepared_find_separation(const fk_ready *a, const fk_ready *b, fk_vec3 *direction);

/* ---- Sides --------------------------------------------------------------------------------------------- */

/* A collider in its place as a tree of boxes in the world, whatever it is made of; and the walk through two such trees
 * that looks at pairs of parts, the most promising first. Boxes are rounded outward, in every state of the
 * floating-point unit: no part sticks out of its box. */

/* A node of a side. Of pieces: a number in the arrays below; of cells: a node; of meshes see collider_tree.c. */
typedef uint64_t fk_bvh_node;

#define FK_BVH_LEVELS 12

typedef struct fk_bvh {
    fk_collider_kind kind;
    const fk_collider *collider; /* NULL of one piece */
    /* Of pieces: their boxes; and where the other side has many parts, too, these are sorted along a curve through
     * space, and boxes of groups of them come behind, of groups of groups, up to one that holds all. */
    const fk_piece *piece;
    bool has_groups;
    uint32_t level_count, level_begin[FK_BVH_LEVELS + 1];
    const fk_aabb *box;
    uint32_t *primitive; /* which pieces these are; only with groups */
    fk_aabb one;
    size_t bytes; /* of boxes and parts in groups */
    fk_placed_cells cells;
    /* Of a mesh; a place y in units of its tree becomes base + turn y, in real numbers, and after it was
     * rounded it is no further away than this, along each axis. */
    const fk_placed_mesh *mesh;
    double rotation[3][3], offset[3], error[3];
} fk_bvh;

/* FK_ERROR_MEMORY leaves nothing to be ended. The collider stays where it is as long as the side is used.
 * wants_groups: pieces are in groups, which takes longer than to look at each of them once. */
fk_status fk_bvh_make(fk_context *context, const fk_ready *ready, bool wants_groups, fk_bvh *out);
/* Two that are asked about together. */
fk_status fk_bvh_make_pair(fk_context *context, const fk_ready *a, const fk_ready *b, fk_bvh out[2]);
/* One piece, which is kept by the caller. */
void fk_bvh_of_piece(const fk_piece *piece, fk_bvh *out);
void fk_bvh_end(fk_context *context, fk_bvh *bvh);

fk_bvh_node fk_bvh_root(const fk_bvh *bvh);
/* Whether it is one part, and which one: of a mesh, the number that it was given. */
bool fk_bvh_is_leaf(const fk_bvh *bvh, fk_bvh_node node);
uint32_t fk_bvh_primitive(const fk_bvh *bvh, fk_bvh_node node);
/* Children of one that is no part are numbered in a row: returns the first. */
fk_bvh_node fk_bvh_children(const fk_bvh *bvh, fk_bvh_node node, uint32_t *count);
/* Around all parts below; infinite where they have no end. */
fk_aabb fk_bvh_box(const fk_bvh *bvh, fk_bvh_node node);
void fk_bvh_piece(const fk_bvh *bvh, fk_bvh_node leaf, fk_piece *out);

/* Which one of two nodes, one of which is no part, is to be opened: whether it is a, the larger one. The boxes are
 * theirs. */
bool fk_bvh_opens_a(const fk_bvh *a, fk_bvh_node node_a, const fk_aabb *box_a, const fk_bvh *b,
                    fk_bvh_node node_b, const fk_aabb *box_b);

/* A piece that is put elsewhere, with its points behind it: the room is to be released. FK_ERROR_MEMORY. */
typedef struct fk_translated_piece {
    fk_piece piece;
    size_t bytes;
    fk_vec3 *room;
} fk_translated_piece;
fk_status fk_piece_translate(fk_context *context, const fk_piece *piece, fk_vec3 by,
                             fk_translated_piece *out);

/* A finite point of a bounded piece, as it is. False for half-spaces. */
bool fk_piece_some_point(const fk_piece *piece, fk_vec3 *out);

/* A binary heap of items that begin with this: the least key first, of equal ones the last that came, so that where many
 * are equal, as where colliders overlap, a walk goes down to parts at once. */
typedef struct fk_heap_key {
    double key;
    uint64_t number; /* grows with each that comes */
} fk_heap_key;

static inline bool fk_heap_is_before(const void *a, const void *b)
{
    const fk_heap_key *x = a, *y = b;
    return x->key < y->key || (!(y->key < x->key) && x->number > y->number);
}

/* Adds an item of `size` bytes; there is room for it. */
static inline void fk_heap_push(void *heap, size_t size, size_t *count, const void *item)
{
    char *base = heap;
    size_t at = (*count)++;
    for (; at > 0 && fk_heap_is_before(item, base + (at - 1) / 2 * size); at = (at - 1) / 2)
        memcpy(base + at * size, base + (at - 1) / 2 * size, size);
    memcpy(base + at * size, item, size);
}

/* Takes the first one. */
static inline void fk_heap_pop(void *heap, size_t size, size_t *count, void *top)
{
    char *base = heap, *last = base + --*count * size;
    size_t at = 0;
    memcpy(top, base, size);
    for (size_t child; (child = 2 * at + 1) < *count; at = child) {
        if (child + 1 < *count && fk_heap_is_before(base + (child + 1) * size, base + child * size))
            child++;
        if (!fk_heap_is_before(base + child * size, last))
            break;
        memcpy(base + at * size, base + child * size, size);
    }
    memmove(base + at * size, last, size);
}

/* Two parts, and the bound of their boxes. */
typedef struct fk_primitive_pair {
    uint32_t part_a, part_b;
    fk_piece a, b;
    double bound;
} fk_primitive_pair;

typedef struct fk_bvh_traversal {
    const fk_bvh *a, *b;
    /* From below, for all that is in two boxes; infinite for what need not be looked at. */
    double (*bound)(void *user, const fk_aabb *a, const fk_aabb *b);
    /* Looks at two parts. Returns the limit from now on: what has a bound above it is left out. */
    double (*visit)(void *user, const fk_primitive_pair *pair);
    void *user;
} fk_bvh_traversal;

/* Looks at all pairs of parts whose bounds are not above the limit that there is in the end. FK_ERROR_MEMORY. */
fk_status fk_bvh_traverse(fk_context *context, const fk_bvh_traversal *traversal, double limit);

#endif
