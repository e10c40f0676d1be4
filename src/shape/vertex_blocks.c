/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Builds vertex blocks: see vertex_blocks.h. The vertices are divided at the median of the longer side of their box, again and
 * again, until FK_BLOCK_SIZE are left. */

#include "shape/vertex_blocks.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"

/* Hulls with a coordinate beyond these, or an extent below the first, have no blocks. */
#define SMALLEST 0x1p-300
#define LARGEST  0x1p300

/* Larger than the rounding of a few operations. */
#define MORE (1.0 + 0x1p-48)

static uint32_t count_vertex_blocks(uint32_t vertex_count)
{
    return (vertex_count - 1) / FK_BLOCK_SIZE + 1;
}

static uint32_t count_block_groups(uint32_t blocks)
{
    return blocks > FK_BLOCKS_FEW ? (blocks - 1) / FK_BLOCK_SIZE + 1 : 0;
}

size_t fk_vertex_blocks_bytes(uint32_t vertex_count)
{
    size_t blocks = count_vertex_blocks(vertex_count), groups = count_block_groups((uint32_t)blocks);
    return sizeof(fk_vertex_blocks) + blocks * sizeof(fk_vertex_block) + groups * sizeof(fk_block_boxes) +
           blocks * FK_BLOCK_SIZE * sizeof(uint32_t);
}

/* ---- Order --------------------------------------------------------------------------------------------- */

/* Vertices by a coordinate, of equal ones the lower number first. */
static bool is_vertex_before(const fk_vec3 *point, int axis, uint32_t v, uint32_t w)
{
    double x = fk_vec3_get(point[v], axis), y = fk_vec3_get(point[w], axis);
    return x < y || (!(y < x) && v < w);
}

/* Quickselect: the `low` first vertices come before all others. */
static void divide_vertices(const fk_vec3 *point, int axis, uint32_t *vertex, uint32_t count, uint32_t low)
{
    uint32_t begin = 0, end = count;
    while (end - begin > 1) {
        uint32_t pivot = vertex[begin + (end - begin) / 2], i = begin, j = end - 1;
        for (;;) {
            while (is_vertex_before(point, axis, vertex[i], pivot))
                i++;
            while (is_vertex_before(point, axis, pivot, vertex[j]))
                j--;
            if (i >= j)
                break;
            uint32_t swap = vertex[i];
            vertex[i++] = vertex[j];
            vertex[j--] = swap;
        }
        uint32_t left = i == j ? i : j + 1, right = i == j ? i + 1 : i;
        if (low >= left && low <= right)
            return;
        begin = low > right ? right : begin;
        end = low < left ? left : end;
    }
}

static fk_aabb box_of_vertices(const fk_vec3 *point, const uint32_t *vertex, uint32_t count)
{
    fk_aabb box = {point[vertex[0]], point[vertex[0]]};
    for (uint32_t i = 1; i < count; i++) {
        fk_vec3 p = point[vertex[i]];
        box.min =
            fk_vec3_make(fk_smaller(p.x, box.min.x), fk_smaller(p.y, box.min.y), fk_smaller(p.z, box.min.z));
        box.max =
            fk_vec3_make(fk_larger(p.x, box.max.x), fk_larger(p.y, box.max.y), fk_larger(p.z, box.max.z));
    }
    return box;
}

/* Sorts vertices into blocks; only the last one is not full. */
static void sort_into_blocks(const fk_vec3 *point, uint32_t *vertex, uint32_t count)
{
    while (count > FK_BLOCK_SIZE) {
        fk_aabb box = box_of_vertices(point, vertex, count);
        fk_vec3 side = fk_vec3_sub(box.max, box.min);
        int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
        uint32_t low = (count_vertex_blocks(count) + 1) / 2 * FK_BLOCK_SIZE;
        divide_vertices(point, axis, vertex, count, low);
        sort_into_blocks(point, vertex, low);
        vertex += low;
        count -= low;
    }
}

/* ---- Balls --------------------------------------------------------------------------------------------- */

/* A lower bound of the distance from the center to the plane of a facet, along its outward normal. With e and f the edges of a
 * triangle of the facet and g from the center to it, n = e x f and n.g are off by less than 2^-46 |e| |f| and 2^-46 |e| |f| |g|
 * for sums of absolute values: each has at most ten roundings of 2^-52. */
static double facet_distance(const fk_hull *hull, uint32_t face, fk_vec3 center)
{
    const uint32_t *corner = hull->face_vertex + hull->face_begin[face];
    uint32_t count = hull->face_begin[face + 1] - hull->face_begin[face];
    fk_vec3 p = hull->point[corner[0]], g = fk_vec3_sub(p, center);
    double best = 0.0;
    for (uint32_t i = 2; i < count; i++) {
        fk_vec3 e = fk_vec3_sub(hull->point[corner[i - 1]], p), f = fk_vec3_sub(hull->point[corner[i]], p);
        fk_vec3 n = fk_vec3_cross(e, f);
        double size = fk_vec3_norm1(e) * fk_vec3_norm1(f) * 0x1p-46;
        double distance = (fk_vec3_dot(n, g) - size * fk_vec3_norm1(g)) / (fk_vec3_length(n) * MORE + size);
        best = fk_larger(distance, best);
    }
    return best * (1.0 - 0x1p-48);
}

static void fill_balls(const fk_hull *hull, fk_vertex_blocks *blocks)
{
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        blocks->outer = fk_larger(fk_vec3_length(fk_vec3_sub(hull->point[i], blocks->center)), blocks->outer);
    blocks->outer *= MORE;
    if (hull->dimension < 3)
        return;
    blocks->inner = blocks->outer;
    for (uint32_t i = 0; i < hull->face_count; i++)
        blocks->inner = fk_smaller(facet_distance(hull, i, blocks->center), blocks->inner);
}

/* ---- Blocks -------------------------------------------------------------------------------------------- */

static void fill_block(const fk_hull *hull, const fk_vertex_blocks *blocks, const uint32_t *vertex,
                       fk_vertex_block *block)
{
    double inverse = 1.0 / blocks->unit;
    for (int i = 0; i < FK_BLOCK_SIZE; i++) {
        fk_vec3 offset = fk_vec3_scale(fk_vec3_sub(hull->point[vertex[i]], blocks->center), inverse);
        for (int k = 0; k < 3; k++)
            block->at[k][i] = (float)fk_vec3_get(offset, k);
    }
}

static void fill_box(const fk_vertex_block *block, fk_block_boxes *boxes, uint32_t at)
{
    for (int k = 0; k < 3; k++) {
        float low = block->at[k][0], high = low;
        for (int i = 1; i < FK_BLOCK_SIZE; i++) {
            low = block->at[k][i] < low ? block->at[k][i] : low;
            high = block->at[k][i] > high ? block->at[k][i] : high;
        }
        float middle = 0.5f * low + 0.5f * high, up = high - middle, down = middle - low;
        boxes->middle[k][at] = middle;
        boxes->half[k][at] = (up > down ? up : down) * (1.0f + 0x1p-20f);
    }
}

static void fill_boxes(const fk_vertex_blocks *blocks, fk_block_boxes *boxes)
{
    for (uint32_t i = 0; i < count_block_groups(blocks->count) * FK_BLOCK_SIZE; i++) {
        fk_block_boxes *group = &boxes[i / FK_BLOCK_SIZE];
        uint32_t at = i % FK_BLOCK_SIZE;
        if (i < blocks->count) {
            fill_box(&blocks->block[i], group, at);
            continue;
        }
        for (int k = 0; k < 3; k++) {
            group->middle[k][at] = 0.0f;
            group->half[k][at] = -0x1p60f;
        }
    }
}

fk_vertex_blocks *fk_vertex_blocks_fill(const fk_hull *hull, void *room)
{
    uint32_t count = count_vertex_blocks(hull->vertex_count), places = count * FK_BLOCK_SIZE;
    memset(room, 0, fk_vertex_blocks_bytes(hull->vertex_count));
    fk_vertex_blocks *blocks = room;
    fk_block_boxes *boxes = (fk_block_boxes *)(void *)(blocks + 1);
    fk_vertex_block *block = (fk_vertex_block *)(void *)(boxes + count_block_groups(count));
    uint32_t *vertex = (uint32_t *)(void *)(block + count);
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        vertex[i] = i;
    fk_aabb box = box_of_vertices(hull->point, vertex, hull->vertex_count);
    fk_vec3 half = fk_vec3_sub(fk_vec3_scale(box.max, 0.5), fk_vec3_scale(box.min, 0.5));
    blocks->reach = fk_larger(fk_vec3_largest(box.min), fk_vec3_largest(box.max));
    blocks->count = count;
    blocks->block = block;
    blocks->boxes = count_block_groups(count) > 0 ? boxes : NULL;
    blocks->vertex = vertex;
    double extent = fk_vec3_largest(half);
    if (!(extent > SMALLEST && blocks->reach < LARGEST))
        return blocks;
    blocks->center = fk_vec3_add(fk_vec3_scale(box.max, 0.5), fk_vec3_scale(box.min, 0.5));
    blocks->unit = 2.0 / fk_inverse_power(fk_exponent_of(extent));
    sort_into_blocks(hull->point, vertex, hull->vertex_count);
    for (uint32_t i = hull->vertex_count; i < places; i++)
        vertex[i] = vertex[places - FK_BLOCK_SIZE];
    for (uint32_t i = 0; i < count; i++)
        fill_block(hull, blocks, vertex + FK_BLOCK_SIZE * i, &block[i]);
    fill_boxes(blocks, boxes);
    fill_balls(hull, blocks);
    return blocks;
}
