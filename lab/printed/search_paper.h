/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* SearchCollisions as the paper prints it: what the search of Farkas is measured against.
 *
 * Source: P. Baillehache, Collision detection for 3D objects based on the Fourier-Motzkin elimination method
 * (2013), sections 2.1, 5.1 and 5.2; the modified version is that of section 6.2.2. Names are the paper's.
 * One object, P, is searched against all others. The printed mistakes are kept, and marked `As printed`; the
 * same search made right is for comparison. */

#ifndef FARKAS_LAB_PRINTED_SEARCH_PAPER_H
#define FARKAS_LAB_PRINTED_SEARCH_PAPER_H

#include "farkas/cells.h"
#include "farkas/method.h"
#include "method/fm_paper.h"

/* TreeNode. */
typedef struct paper_node {
    fk_paper_volume vol; /* in the world's basis, with its bounding area */
    struct paper_node *child, *next;
    fk_piece piece;         /* the same, for method `fm` */
    uint32_t object, index; /* which object, and which of its nodes: for the list */
} paper_node;

/* Links the nodes of an object: its first node is the root, and parents come before their children, whose
 * order stays. `out` has room for as many nodes. The next object of the world is linked by `next` of the
 * root. */
void paper_link(const fk_cell_input *input, uint32_t count, uint32_t object, paper_node *out);

/* One line of the list L. */
typedef struct paper_hit {
    uint32_t node_p, object_m, node_m;
    fk_paper_area cow; /* the bounding volume of the collision, in the world's basis */
} paper_hit;

typedef struct paper_search {
    bool is_right;     /* descends P where M is a leaf, and asks method `fm`, not `fm-paper` */
    unsigned reading;  /* of `fm-paper`: fm_paper.h */
    bool stops_at_hit; /* the modified version: the first hit of each object */
    size_t hit_count, hit_capacity;
    paper_hit *hit;
    uint64_t quick_tests, pair_tests;
    bool is_out_of_memory; /* the list is not complete */
} paper_search;

/* Searches the object P against all children of T, the node of the whole world, of which only the children
 * are looked at. A search begins as zeros, but for its questions; hits are added, so set hit_count to 0
 * to use it again. */
void paper_search_collisions(paper_search *search, const paper_node *p, const paper_node *t);

fk_aabb paper_area_box(const fk_paper_area *area);

/* Takes the list back. */
void paper_search_end(paper_search *search);

#endif
