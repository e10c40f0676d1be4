/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The edges of a mesh, by sorting the sides of its triangles.
 *
 * Sides go into buckets by their lower vertex, by counting; a bucket, which in most meshes holds half a dozen, is sorted by
 * the higher vertex and the number of the side. Sides of one edge are then next to each other. On top of the result this
 * takes 24 bytes a triangle and 4 a vertex, and 8 for each side of the largest bucket.
 *
 * Weak inputs: meshes whose triangles are in random order, for which each step misses the cache. */

#include <string.h>

#include "base/lists.h"
#include "farkas/mesh.h"

/* Sides are numbered with 32 bits, of which one number says that there is none. */
#define TRIANGLES_MOST (UINT32_MAX / 3)

typedef struct side_table {
    const fk_mesh *mesh;
    uint32_t *bucket; /* where the sides with each lower vertex begin; one more than there are vertices */
    uint64_t *key;    /* of each side, by bucket: its higher vertex and its number */
    uint64_t *room;   /* for sorting a bucket */
    uint32_t side_count, largest, edge_count;
} side_table;

/* The ends of side k, the lower first; false when they are one. */
static inline bool side_ends(const fk_triangle *t, int k, uint32_t end[2])
{
    uint32_t from = t->corner[k], to = t->corner[k == 2 ? 0 : k + 1];
    end[0] = from < to ? from : to;
    end[1] = from < to ? to : from;
    return from != to;
}

/* Makes bucket[v + 1] the number of sides with the lower vertex v, then what the buckets before it hold together. */
static void count_sides(side_table *s)
{
    const fk_mesh *mesh = s->mesh;
    uint32_t end[2];
    memset(s->bucket, 0, ((size_t)mesh->vertex_count + 1) * sizeof *s->bucket);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            if (side_ends(&mesh->triangle[t], k, end))
                s->bucket[end[0] + 1]++;
    s->largest = s->side_count = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t count = s->bucket[v + 1];
        s->largest = count > s->largest ? count : s->largest;
        s->bucket[v + 1] = s->side_count;
        s->side_count += count;
    }
}

/* Fills the buckets. bucket[v + 1] moves from the beginning of bucket v to its end, which is where the next begins. */
static void fill_buckets(side_table *s)
{
    const fk_mesh *mesh = s->mesh;
    uint32_t end[2];
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            if (side_ends(&mesh->triangle[t], k, end))
                s->key[s->bucket[end[0] + 1]++] = (uint64_t)end[1] << 32 | (3 * t + (uint32_t)k);
}

static inline bool begins_edge(const uint64_t *key, uint32_t i)
{
    return i == 0 || key[i] >> 32 != key[i - 1] >> 32;
}

static void sort_buckets(side_table *s)
{
    s->edge_count = 0;
    for (uint32_t v = 0; v < s->mesh->vertex_count; v++) {
        uint64_t *key = s->key + s->bucket[v];
        uint32_t count = s->bucket[v + 1] - s->bucket[v];
        fk_sort_u64(key, s->room, count);
        for (uint32_t i = 0; i < count; i++)
            s->edge_count += begins_edge(key, i);
    }
}

static void write_edges(const side_table *s, uint32_t (*vertex)[2], uint32_t *use_begin, uint32_t *use,
                        uint32_t *edge_of)
{
    uint32_t edge = FK_NONE, used = 0;
    memset(edge_of, 0xff, 3 * (size_t)s->mesh->triangle_count * sizeof *edge_of);
    for (uint32_t v = 0; v < s->mesh->vertex_count; v++) {
        const uint64_t *key = s->key + s->bucket[v];
        uint32_t count = s->bucket[v + 1] - s->bucket[v];
        for (uint32_t i = 0; i < count; i++) {
            if (begins_edge(key, i)) {
                edge++;
                vertex[edge][0] = v;
                vertex[edge][1] = (uint32_t)(key[i] >> 32);
                use_begin[edge] = used;
            }
            use[used] = (uint32_t)key[i];
            edge_of[use[used++]] = edge;
        }
    }
    use_begin[s->edge_count] = used;
}

static fk_status pack_edges(fk_context *context, const side_table *s, fk_mesh_edges **out)
{
    size_t edge_count = s->edge_count, side_count = s->side_count;
    size_t numbers = 3 * edge_count + 1 + side_count + 3 * (size_t)s->mesh->triangle_count;
    size_t bytes = sizeof(fk_mesh_edges) + numbers * sizeof(uint32_t);
    fk_mesh_edges *edges = fk_allocate(context, bytes);
    if (edges == NULL)
        return FK_ERROR_MEMORY;
    uint32_t(*vertex)[2] = (uint32_t(*)[2])(edges + 1);
    uint32_t *use_begin = (uint32_t *)(vertex + edge_count), *use = use_begin + edge_count + 1;
    uint32_t *edge_of = use + side_count;
    write_edges(s, vertex, use_begin, use, edge_of);
    edges->edge_count = s->edge_count;
    edges->vertex = (const uint32_t(*)[2])vertex;
    edges->use_begin = use_begin;
    edges->use = use;
    edges->edge_of = edge_of;
    edges->bytes = bytes;
    *out = edges;
    return FK_OK;
}

fk_status fk_mesh_edges_build(fk_context *context, const fk_mesh *mesh, fk_mesh_edges **out)
{
    if (mesh->triangle_count > TRIANGLES_MOST)
        return FK_ERROR_ARGUMENT;
    size_t bucket_bytes = ((size_t)mesh->vertex_count + 1) * sizeof(uint32_t);
    side_table s = {.mesh = mesh, .bucket = fk_allocate(context, bucket_bytes)};
    if (s.bucket == NULL)
        return FK_ERROR_MEMORY;
    count_sides(&s);
    size_t key_bytes = ((size_t)s.side_count + s.largest + 1) * sizeof *s.key;
    s.key = fk_allocate(context, key_bytes);
    fk_status status = s.key == NULL ? FK_ERROR_MEMORY : FK_OK;
    if (status == FK_OK) {
        s.room = s.key + s.side_count;
        fill_buckets(&s);
        sort_buckets(&s);
        status = pack_edges(context, &s, out);
    }
    fk_release(context, s.key, key_bytes);
    fk_release(context, s.bucket, bucket_bytes);
    return status;
}

void fk_mesh_edges_free(fk_context *context, fk_mesh_edges *edges)
{
    if (edges != NULL)
        fk_release(context, edges, edges->bytes);
}
