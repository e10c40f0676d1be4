/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The hierarchies of the papers: a binary tree of bounding volumes over the triangles of a mesh, with every
 * rule of how it is built and walked as a parameter. For comparison, and for the papers' experiments; fk_tree
 * is the one to use.
 *
 * Sources: Grulich, "Collision detection in 3D space", 2016, section 3.2: volumes, ways of building,
 * strategies of splitting, orders of search, rules of descent. Algorithm 7 drops the results of its recursive
 * calls; here they count. Murrieta-Cid, "Collision detection: hierarchical algorithms", 2021: COLLIDE, which
 * descends the larger volume even where that is a leaf; here the other one is descended then.
 *
 * Rules of building measure axis-aligned boxes of triangles, whatever the volumes: so two trees that differ
 * in their volumes alone have the same nodes, and a comparison shows what one rule does. The volumes are then
 * built of the points of each node. They hold them in every rounding mode, and are placed so that nothing is
 * lost: whatever the rules, the answers are exact. */

#ifndef FARKAS_LAB_HIERARCHY_HIERARCHY_H
#define FARKAS_LAB_HIERARCHY_HIERARCHY_H

#include "farkas/pair.h"
#include "farkas/shape.h"

/* ---- Rules of building --------------------------------------------------------------------------------- */

typedef enum fk_volume_kind {
    FK_VOLUME_SPHERE,
    FK_VOLUME_AABB,
    FK_VOLUME_OBB,
    FK_VOLUME_KDOP_14,
    FK_VOLUME_KDOP_18,
    FK_VOLUME_KDOP_26,
    FK_VOLUME_KINDS
} fk_volume_kind;

typedef enum fk_hierarchy_way {
    FK_TOP_DOWN,  /* sets are split in two */
    FK_BOTTOM_UP, /* the pair with the smallest common box is merged; see build_merge.c */
    FK_INSERTION, /* one triangle after the other goes where the boxes grow least */
    FK_HIERARCHY_WAYS
} fk_hierarchy_way;

/* Where a set is split: among all cuts along the axes that leave a sixteenth of it on either side, the one
 * with the ... */
typedef enum fk_hierarchy_strategy {
    FK_SMALLEST_SUM,       /* sum of the volumes of both parts */
    FK_SMALLEST_LARGEST,   /* larger of the two volumes */
    FK_SMALLEST_OVERLAP,   /* volume that the boxes of both parts have in common */
    FK_LARGEST_SEPARATION, /* distance of both parts along the axis */
    FK_EQUAL_COUNT,   /* same number on either side, along the longest side of the box of the centroids */
    FK_SMALLEST_AREA, /* sum of areas times numbers: the surface area heuristic */
    FK_SMALLEST_SUM_OVERLAP, /* a combination: sum of the volumes of both parts and of what they have in common */
    FK_HIERARCHY_STRATEGIES
} fk_hierarchy_strategy;

typedef struct fk_hierarchy_rules {
    fk_volume_kind volume;
    fk_hierarchy_way way;
    fk_hierarchy_strategy strategy; /* of FK_TOP_DOWN */
    /* Of FK_TOP_DOWN: triangles through which the plane of a split goes are cut there, so that the boxes do
     * not overlap; a triangle is then in several leaves. Else its centroid decides where it belongs. A split
     * that would leave more than 15/16 of a set in one part does not cut, nor one after which there were
     * three times as many parts as triangles. */
    bool cut;
    /* Of FK_INSERTION: rotations keep the tree as shallow as an AVL tree. Without them, n triangles that are
     * sorted make a tree of depth n, in quadratic time. */
    bool balance;
    /* A set becomes a leaf as soon as one of these holds. */
    uint32_t leaf_count; /* it has at most so many triangles; at least 1 */
    uint32_t max_depth;  /* it lies so deep, the root at 0; 0: no limit */
    double min_volume;   /* its box has at most this share of the volume of the root's; 0: no limit */
} fk_hierarchy_rules;

/* Boxes, top-down by area, by centroids, one triangle to a leaf. */
fk_hierarchy_rules fk_hierarchy_rules_default(void);
/* What Murrieta-Cid asks for: balls, top-down, equal counts, one triangle to a leaf. */
fk_hierarchy_rules fk_hierarchy_rules_collide(void);

const char *fk_volume_kind_name(fk_volume_kind kind);
const char *fk_hierarchy_way_name(fk_hierarchy_way way);
const char *fk_hierarchy_strategy_name(fk_hierarchy_strategy strategy);

/* ---- The tree ------------------------------------------------------------------------------------------ */

typedef struct fk_hierarchy_node {
    uint32_t first, count; /* its triangles: so many, from this place of fk_hierarchy.triangle on */
    uint32_t right;        /* its children are the next node and this one; 0: a leaf */
} fk_hierarchy_node;

/* One block. The root is node 0, children come after their parents; a mesh without triangles has no node.
 * Read it, but do not change it. */
typedef struct fk_hierarchy {
    fk_volume_kind volume;
    bool has_cuts; /* some triangle is in several leaves */
    uint32_t node_count, triangle_count;
    const fk_hierarchy_node *node;
    const double *size;       /* the content of the volume of each node; of a k-DOP, of its box */
    const double *number;     /* the volumes, fk_volume_numbers(volume) doubles each */
    const uint32_t *triangle; /* of all leaves, in their order */
    uint32_t depth;           /* of the deepest leaf */
    fk_vec3 reach;            /* no vertex has coordinates of larger sizes */
    size_t bytes;
} fk_hierarchy;

/* Takes O(n log n) steps, times the square of that logarithm at most, for all rules but insertion without
 * balance. FK_ERROR_ARGUMENT for rules that are not as said above or 2^28 triangles or more; FK_ERROR_MEMORY;
 * *out is left alone then. */
fk_status fk_hierarchy_build(fk_context *context, const fk_mesh *mesh, const fk_hierarchy_rules *rules,
                             fk_hierarchy **out);
void fk_hierarchy_free(fk_context *context, fk_hierarchy *hierarchy);

/* ---- Search -------------------------------------------------------------------------------------------- */

typedef enum fk_search_order {
    FK_DEPTH_FIRST,
    FK_BREADTH_FIRST,
    FK_BEST_FIRST, /* of the pairs of nodes that wait, the one whose centres are nearest */
    FK_SEARCH_ORDERS
} fk_search_order;

typedef enum fk_search_descent {
    FK_DESCEND_A,       /* a to its leaves, then b */
    FK_DESCEND_LARGER,  /* the one with the larger volume; b if they are equal */
    FK_DESCEND_BOTH,    /* both at once */
    FK_DESCEND_SIMILAR, /* a combination: both, but the larger alone where it is more than 8 times the other */
    FK_SEARCH_DESCENTS
} fk_search_descent;

typedef struct fk_search_rules {
    fk_search_order order;
    fk_search_descent descent;
    bool all; /* every pair of triangles that meet; else the search ends with the first */
} fk_search_rules;

/* COLLIDE: depth first, the larger descends, the first pair ends it. */
fk_search_rules fk_search_rules_collide(void);

const char *fk_search_order_name(fk_search_order order);
const char *fk_search_descent_name(fk_search_descent descent);

typedef struct fk_placed_hierarchy {
    const fk_hierarchy *hierarchy;
    const fk_mesh *mesh;
    fk_pose pose;
} fk_placed_hierarchy;

/* What was found, and what it took. Every pair of nodes that is visited takes a test of two volumes, and then
 * is either dropped, opened, or a pair of leaves: volume_tests = dropped + opened + leaf_pairs. */
typedef struct fk_search_found {
    bool meets;
    fk_index_pair first; /* the pair of triangles that was found first; FK_NONE without one */
    /* With rules.all, every pair, sorted by a, then b, each once. */
    fk_index_pair *pair;
    size_t count, capacity;
    uint64_t volume_tests, dropped, opened, leaf_pairs, triangle_tests;
    uint64_t placed; /* volumes that were placed: some are kept for later tests */
    uint64_t most_waiting;
} fk_search_found;

/* Whether placed triangles meet, exactly, for the doubles that fk_pose_apply gives, which must be finite.
 * Both trees must have volumes of one kind, else FK_ERROR_ARGUMENT. FK_ERROR_MEMORY. *out is left alone then;
 * else end it with fk_search_found_end. */
fk_status fk_hierarchy_search(fk_context *context, const fk_placed_hierarchy *a, const fk_placed_hierarchy *b,
                              const fk_search_rules *rules, fk_search_found *out);
void fk_search_found_end(fk_context *context, fk_search_found *found);

/* ---- Volumes: one interface to those of farkas/shape.h, whose contracts hold here ----------------------- */

typedef union fk_volume {
    fk_sphere sphere;
    fk_aabb aabb;
    fk_obb obb;
    fk_kdop kdop;
} fk_volume;

/* How many doubles a volume takes in a tree. */
size_t fk_volume_numbers(fk_volume_kind kind);
void fk_volume_save(fk_volume_kind kind, const fk_volume *volume, double *number);
void fk_volume_load(fk_volume_kind kind, const double *number, fk_volume *out);

/* Of finite points, one at least. */
void fk_volume_build(fk_volume_kind kind, const fk_vec3 *point, size_t count, fk_volume *out);
void fk_volume_merge(fk_volume_kind kind, const fk_volume *a, const fk_volume *b, fk_volume *out);
void fk_volume_place(fk_volume_kind kind, const fk_volume *volume, const fk_pose *pose, fk_volume *out);
bool fk_volumes_meet(fk_volume_kind kind, const fk_volume *a, const fk_volume *b);
/* Up to rounding; of a k-DOP, that of the box around it, as its own takes longer to find than all the rest. */
double fk_volume_content(fk_volume_kind kind, const fk_volume *volume);
/* Some point in the middle. */
fk_vec3 fk_volume_center(fk_volume_kind kind, const fk_volume *volume);

/* Makes a volume hold every point whose coordinates differ by up to `more` from those of one of its points. */
void fk_volume_grow(fk_volume_kind kind, fk_volume *volume, double more);

#endif
