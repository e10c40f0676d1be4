/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the ways of building a hierarchy share: the parts that it is built of, and the nodes as they are
 * found. */

#ifndef FARKAS_LAB_HIERARCHY_BUILDER_H
#define FARKAS_LAB_HIERARCHY_BUILDER_H

#include "hierarchy/hierarchy.h"

/* A triangle, or a fragment of one that was cut, as the rules see it: scaled so that the mesh lies within
 * [-1, 1]. Up to rounding: no claim rests on it. */
typedef struct fk_build_primitive {
    fk_aabb box;
    fk_vec3 centroid;
} fk_build_primitive;

/* Of a triangle that was cut. Real points whose coordinates differ by at most `error` from these corners have
 * a hull that is exactly this part of the triangle; those of all its fragments together are the triangle. */
typedef struct fk_fragment {
    fk_vec3 corner[3];
    double error;
    uint32_t triangle;
} fk_fragment;

typedef struct fk_hierarchy_builder {
    fk_context *context;
    const fk_mesh *mesh;
    fk_hierarchy_rules rules;
    /* x is x * scale - middle, scaled; scale is a power of two. */
    double scale;
    fk_vec3 middle, reach;
    double limit; /* scaled volumes up to this are small enough for a leaf */
    /* Parts are numbered: the triangles, then the fragments. */
    fk_build_primitive *part;
    uint32_t part_count;
    fk_fragment *fragment;
    size_t part_capacity, fragment_capacity;
    /* Nodes in their final order; their triangles are places in `listed`, which has numbers of parts. */
    fk_hierarchy_node *node;
    uint32_t *listed;
    uint32_t node_count, listed_count, depth;
    size_t node_capacity, listed_capacity;
} fk_hierarchy_builder;

/* Half the area of a box, where flat ones count a little. */
double fk_build_box_area(const fk_aabb *box);
fk_aabb fk_build_box_join(const fk_aabb *a, const fk_aabb *b);

/* The corners of a part, and how far they may be off. */
double fk_primitive_corners(const fk_hierarchy_builder *b, uint32_t part, fk_vec3 corner[3]);

/* Whether a set of parts is a leaf by the rules. */
bool fk_hierarchy_is_leaf(const fk_hierarchy_builder *b, uint32_t count, uint32_t depth, const fk_aabb *box);

/* Adds a node, which is the right child of `parent` if that is not FK_NONE. Its triangles are those that are
 * listed from `first` on; of a leaf, so many. False without memory. */
bool fk_hierarchy_add_node(fk_hierarchy_builder *b, uint32_t parent, uint32_t first, uint32_t leaf_count);

/* The ways. They make nodes and list parts. FK_OK or FK_ERROR_MEMORY. */
fk_status fk_hierarchy_split(fk_hierarchy_builder *b);
fk_status fk_hierarchy_merge(fk_hierarchy_builder *b);
fk_status fk_hierarchy_insert(fk_hierarchy_builder *b);

#endif
