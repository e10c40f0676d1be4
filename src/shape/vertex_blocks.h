/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Vertex blocks: the vertices of a hull in groups of 16 near ones, in floats, for fast support queries; and two balls.
 *
 * A query computes the greatest product of a direction with all vertices. Few blocks are all scanned. Many have boxes: only blocks
 * whose box reaches beyond the best vertex so far are scanned. The data of a hull is one run of memory, half as long as its
 * points. */

#ifndef FARKAS_SHAPE_VERTEX_BLOCKS_H
#define FARKAS_SHAPE_VERTEX_BLOCKS_H

#include "base/bits.h"
#include "base/simd.h"
#include "farkas/shape.h"

#define FK_BLOCK_SIZE 16

/* So many blocks have no boxes. */
#define FK_BLOCKS_FEW 8

/* Coordinate k of vertex i is at[k][i]. */
typedef struct fk_vertex_block {
    float at[3][FK_BLOCK_SIZE];
} fk_vertex_block;

/* The boxes of FK_BLOCK_SIZE blocks, each larger than its block by rounding. Boxes behind the last block are far below any value. */
typedef struct fk_block_boxes {
    float middle[3][FK_BLOCK_SIZE], half[3][FK_BLOCK_SIZE];
} fk_block_boxes;

/* A coordinate y of a block is (x - center) / unit for a coordinate x of the vertex, up to FK_BLOCK_ERROR |y|. */
typedef struct fk_vertex_blocks {
    fk_vec3 center; /* the middle of the box of the vertices */
    /* a power of two: no |y| exceeds 1, up to rounding. 0 if the hull is too large or too small for floats */
    double unit;
    double reach;        /* no coordinate of a vertex or of the center is larger */
    double inner, outer; /* balls around the center: inside the hull, 0 if there is none; and around it */
    uint32_t count;      /* of blocks */
    const fk_vertex_block *block;
    const fk_block_boxes *boxes; /* NULL for few blocks */
    const uint32_t *vertex;      /* of each place in a block. The first vertex of the last block fills it */
} fk_vertex_blocks;

/* Rounding to float in any mode, after one rounding as double. */
#define FK_BLOCK_ERROR 0x1.1p-23

/* The error of a support value for a direction n of doubles with |n.x| + |n.y| + |n.z| = N, 2^-60 < N < 2^60, rounded to floats:
 * rounding n and y, a product and two sums, each 2^-23 N, less than 6 * 2^-23 N with second-order terms. The vertices of a block
 * that was not scanned are below the bound of its box, which is computed from |middle| + half <= 2: less than 14 * 2^-23 N. So
 * n.y of every vertex is at most value + FK_BLOCK_REACH N. Flushed numbers are far below that. */
#define FK_BLOCK_REACH 0x1p-19

/* The blocks of a hull that may be trusted: its points are those of its hint, which fk_hull_build made. NULL for others. */
static inline const fk_vertex_blocks *fk_points_blocks(const fk_points *points)
{
    const fk_hull *hint = points->hint;
    if (hint == NULL || hint->point != points->point || hint->vertex_count != points->count)
        return NULL;
    return hint->blocks != NULL && hint->blocks->unit > 0.0 ? hint->blocks : NULL;
}

/* Starts to fetch the first lines of a hull into the cache, which lie one after the other: the hull, the balls, and boxes or
 * blocks. */
static inline void fk_points_prefetch(const fk_points *points)
{
#if defined(__GNUC__)
    for (uintptr_t i = 0; i < 640; i += 64)
        __builtin_prefetch((const void *)((uintptr_t)points->hint + i));
#else
    (void)points;
#endif
}

/* The bytes of the blocks of a hull, a multiple of 8. */
size_t fk_vertex_blocks_bytes(uint32_t vertex_count);

/* Fills room of that many bytes with the blocks of a hull whose points and faces are complete. */
fk_vertex_blocks *fk_vertex_blocks_fill(const fk_hull *hull, void *room);

/* The greatest value of a direction over the vertices of a hull, and the place of a vertex that has it. */
typedef struct fk_block_support {
    float value;
    uint32_t place;
} fk_block_support;

#define FK_LEVEL_FILE "shape/vertex_blocks.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

#endif
