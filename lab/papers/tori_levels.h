/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Other trees of the same torus: with levels along the ring, of several kinds of cells, and with boxes for
 * leaves. */

#ifndef FARKAS_LAB_PAPERS_TORI_LEVELS_H
#define FARKAS_LAB_PAPERS_TORI_LEVELS_H

#include "papers/tori.h"

/* The cells that hold a part of the ring. */
typedef enum tori_holder {
    TORI_ALONG_AXES, /* boxes along the axes of the world */
    TORI_ALONG_RING, /* boxes along the ring */
    TORI_TETRAHEDRA_AROUND
} tori_holder;

/* The nodes of a torus with levels along the ring: the root, arcs of at most five segments, segments,
 * hexahedra, tetrahedra. All but the last are of one kind. Leaves come last, in the order of tori_nodes.
 * `out` has room for tori_ring_node_count. */
uint32_t tori_ring_node_count(uint32_t segments);
void tori_ring_nodes(const torus *t, uint32_t segments, tori_holder holder, fk_cell_input *out);

/* Two levels, with a box along the axes around each tetrahedron; with as many nodes as tori_nodes. */
void tori_box_nodes(const torus *t, uint32_t segments, fk_cell_input *out);

/* Two levels, with a box along the ring around each hexahedron, so around five tetrahedra. At most 64
 * segments. */
uint32_t tori_block_node_count(uint32_t segments);
void tori_block_nodes(const torus *t, uint32_t segments, fk_cell_input *out);

#endif
