/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shared by all ways of building a hierarchy: the primitives and the nodes. */

#ifndef FARKAS_LAB_HIERARCHY_BUILDER_H
#define FARKAS_LAB_HIERARCHY_BUILDER_H

#include "hierarchy/hierarchy.h"

/* A primitive: a triangle, or a fragment of a triangle that was cut, scaled so that the mesh lies within [-1, 1]. Rounded; no proof
 * depends on it. */
typedef struct fk_build_primitive {
    fk_aabb box;
    fk_vec3 centroid;
} fk_build_primitive;

/* A fragment of a triangle that was cut. Some real points, whose coordinates differ by at most `error` from these corners, have a hull
 * that is exactly this fragment. All fragments together are the triangle. */
typedef struct fk_fragment {
    fk_vec3 corner[3];
    double error;
    uint32_t triangle;
} fk_fragment;

typedef struct fk_hierarchy_builder {
    fk_context *context;
    const fk_mesh *mesh;
    fk_hierarchy_rules rules;
    /* A scaled coordinate is x * scale - middle; scale is a power of two. */
    double scale;
    fk_vec3 middle, reach;
    double limit; /* scaled volumes up to this are small enough for a leaf */
    /* Primitives are numbered: the triangles, then the fragments. */
    fk_build_primitive *part;
    uint32_t part_count;
    fk_fragment *fragment;
    size_t part_capacity, fragment_capacity;
    /* Nodes in their final order; their triangles are indices into `listed`, a list of primitive numbers. */
    fk_hierarchy_node *node;
    uint32_t *listed;
    uint32_t node_count, listed_count, depth;
    size_t node_capacity, listed_capacity;
} fk_hierarchy_builder;

/* Half the area of a box; flat boxes get a small positive area. */
double fk_build_box_area(const fk_aabb *box);
fk_aabb fk_build_box_join(const fk_aabb *a, const fk_aabb *b);

/* Writes the corners of a primitive and returns their error bound. */
double fk_primitive_corners(const fk_hierarchy_builder *b, uint32_t part, fk_vec3 corner[3]);

/* Whether the rules make a set of primitives a leaf. */
bool fk_hierarchy_is_leaf(const fk_hierarchy_builder *b, uint32_t count, uint32_t depth, const fk_aabb *box);

/* Adds a node; it is the right child of `parent` unless that is FK_NONE. Its triangles are listed from `first` on; a leaf has leaf_count
 * of them. False without memory. */
bool fk_hierarchy_add_node(fk_hierarchy_builder *b, uint32_t parent, uint32_t first, uint32_t leaf_count);

/* The ways of building. They add nodes and list primitives. Return FK_OK or FK_ERROR_MEMORY. */
fk_status fk_hierarchy_split(fk_hierarchy_builder *b);
fk_status fk_hierarchy_merge(fk_hierarchy_builder *b);
fk_status fk_hierarchy_insert(fk_hierarchy_builder *b);

#endif
