/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The connectivity of a mesh: its edges, whether it is closed, its components, its duplicate triangles.
 *
 * Edges come from sorting the sides of triangles. A counting sort puts sides into buckets by their lower vertex; each
 * bucket, usually of half a dozen sides, is sorted by the higher vertex and the side's number, so that the sides of
 * an edge become adjacent. Besides the result, this takes 24 bytes a triangle, 4 a vertex, and 8 for each side of the
 * largest bucket. Whether a mesh is closed, and whether triangles repeat, hash tables show.
 *
 * Weak inputs: meshes whose triangles are in random order, for which each step misses the cache. */

#include "mesh/mesh.h"

#include <string.h>

#include "base/context.h"
#include "base/lists.h"

/* Sides have 32-bit numbers, one of which means none. */
#define MOST_TRIANGLES (UINT32_MAX / 3)

typedef struct side_table {
    const fk_mesh *mesh;
    uint32_t *bucket; /* where the sides of each lower vertex begin; one more than there are vertices */
    uint64_t *key;    /* of each side, by bucket: its higher vertex and its number */
    uint64_t *room;   /* for sorting a bucket */
    uint32_t side_count, largest, edge_count;
} side_table;

/* The ends of side k, the lower first. Returns false if they are one vertex. */
static inline bool side_ends(const fk_triangle *t, int k, uint32_t end[2])
{
    uint32_t from = t->corner[k], to = t->corner[k == 2 ? 0 : k + 1];
    end[0] = from < to ? from : to;
    end[1] = from < to ? to : from;
    return from != to;
}

/* Sets bucket[v + 1] to the number of sides with the lower vertex v, then to the total of the buckets before v. */
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

/* Fills the buckets. bucket[v + 1] moves from the beginning of bucket v to its end, where the next one begins. */
static void fill_buckets(side_table *s)
{
    const fk_mesh *mesh = s->mesh;
    uint32_t end[2];
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            if (side_ends(&mesh->triangle[t], k, end))
                s->key[s->bucket[end[0] + 1]++] = (uint64_t)end[1] << 32 | (3 * t + (uint32_t)k);
}

static inline bool is_edge_begin(const uint64_t *key, uint32_t i)
{
    return i == 0 || key[i] >> 32 != key[i - 1] >> 32;
}

/* False if it is cancelled. */
static bool sort_buckets(const fk_context *context, side_table *s)
{
    s->edge_count = 0;
    for (uint32_t v = 0; v < s->mesh->vertex_count; v++) {
        if (fk_context_poll_at(context, v))
            return false;
        uint64_t *key = s->key + s->bucket[v];
        uint32_t count = s->bucket[v + 1] - s->bucket[v];
        fk_sort_u64(key, s->room, count);
        for (uint32_t i = 0; i < count; i++)
            s->edge_count += is_edge_begin(key, i);
    }
    return true;
}

static void fill_edge_table(const side_table *s, uint32_t (*vertex)[2], uint32_t *use_begin, uint32_t *use,
                            uint32_t *edge_of)
{
    uint32_t edge = FK_NONE, used = 0;
    memset(edge_of, 0xff, 3 * (size_t)s->mesh->triangle_count * sizeof *edge_of);
    for (uint32_t v = 0; v < s->mesh->vertex_count; v++) {
        const uint64_t *key = s->key + s->bucket[v];
        uint32_t count = s->bucket[v + 1] - s->bucket[v];
        for (uint32_t i = 0; i < count; i++) {
            if (is_edge_begin(key, i)) {
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
    fill_edge_table(s, vertex, use_begin, use, edge_of);
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
    if (mesh->triangle_count > MOST_TRIANGLES)
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
        status = fk_context_poll(context) || !sort_buckets(context, &s) ? FK_ERROR_MEMORY
                                                                        : pack_edges(context, &s, out);
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

/* ---- Closed --------------------------------------------------------------------------------------------- */

/* The number of slots of a hash table for at least so many, a power of two, minus 1. */
static size_t table_mask(size_t slots)
{
    size_t mask = 1;
    while (mask < slots && mask < SIZE_MAX / 32)
        mask = 2 * mask + 1;
    return mask;
}

/* Without an edge table, the edges go into a hash table with open addressing and linear probing. Sides go up, to the higher
 * vertex, or down. */
typedef struct edge_slot {
    uint32_t low, high; /* equal in an empty slot */
    uint32_t
        balance; /* sides that go up minus sides that go down: at most 2^31 of either, one of a triangle */
} edge_slot;

typedef struct edge_balance {
    edge_slot *slot;
    size_t mask;
    size_t unbalanced; /* edges whose balance is not 0 */
} edge_balance;

static void add_side(edge_balance *b, const uint32_t end[2], uint32_t step)
{
    uint64_t hash = ((uint64_t)end[0] << 32 | end[1]) * 0x9e3779b97f4a7c15u;
    size_t at = (size_t)(hash >> 24) & b->mask;
    while (b->slot[at].low != b->slot[at].high && (b->slot[at].low != end[0] || b->slot[at].high != end[1]))
        at = (at + 1) & b->mask;
    edge_slot *slot = &b->slot[at];
    slot->low = end[0];
    slot->high = end[1];
    b->unbalanced -= slot->balance != 0;
    slot->balance += step;
    b->unbalanced += slot->balance != 0;
}

/* False if it is cancelled. */
static bool add_all_sides(const fk_context *context, const fk_mesh *mesh, edge_balance *b)
{
    uint32_t end[2];
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (fk_context_poll_at(context, t))
            return false;
        for (int k = 0; k < 3; k++)
            if (side_ends(&mesh->triangle[t], k, end))
                add_side(b, end, mesh->triangle[t].corner[k] == end[0] ? 1 : UINT32_MAX);
    }
    return true;
}

fk_status fk_mesh_is_closed(fk_context *context, const fk_mesh *mesh, bool *out)
{
    /* Even if no two triangles share a side, a quarter of the slots is left. */
    edge_balance b = {.mask = table_mask(4 * (size_t)mesh->triangle_count)};
    size_t bytes = (b.mask + 1) * sizeof *b.slot;
    b.slot = fk_allocate(context, bytes);
    if (b.slot == NULL)
        return FK_ERROR_MEMORY;
    memset(b.slot, 0, bytes);
    bool is_done = add_all_sides(context, mesh, &b);
    if (is_done)
        *out = b.unbalanced == 0;
    fk_release(context, b.slot, bytes);
    return is_done ? FK_OK : FK_ERROR_MEMORY;
}

bool fk_mesh_edges_are_closed(const fk_mesh *mesh, const fk_mesh_edges *edges)
{
    for (uint32_t e = 0; e < edges->edge_count; e++) {
        int64_t balance = 0;
        for (uint32_t i = edges->use_begin[e]; i < edges->use_begin[e + 1]; i++) {
            uint32_t side = edges->use[i];
            balance += mesh->triangle[side / 3].corner[side % 3] == edges->vertex[e][0] ? 1 : -1;
        }
        if (balance != 0)
            return false;
    }
    return true;
}

fk_status fk_mesh_is_solid(fk_context *context, const fk_mesh *mesh, bool *out)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangle[t].corner;
        if (!fk_is_collinear(mesh->point + c[0], mesh->point + c[1], mesh->point + c[2]))
            return fk_mesh_is_closed(context, mesh, out);
    }
    *out = false;
    return FK_OK;
}

/* ---- Components, by joining sets of vertices ------------------------------------------------------------ */

fk_status fk_mesh_components(fk_context *context, const fk_mesh *mesh, uint32_t *component, uint32_t *count)
{
    size_t vertices = mesh->vertex_count, bytes = (2 * vertices + 1) * sizeof(uint32_t);
    uint32_t *parent = fk_allocate(context, bytes), found = 0;
    if (parent == NULL)
        return FK_ERROR_MEMORY;
    uint32_t *number = parent + vertices; /* component of each root */
    memset(number, 0xff, vertices * sizeof *number);
    for (uint32_t v = 0; v < vertices; v++)
        parent[v] = v;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangle[t].corner;
        fk_sets_join(parent, corner[0], corner[1]);
        fk_sets_join(parent, corner[0], corner[2]);
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        uint32_t root = fk_sets_root(parent, mesh->triangle[t].corner[0]);
        if (number[root] == FK_NONE)
            number[root] = found++;
        component[t] = number[root];
    }
    fk_release(context, parent, bytes);
    *count = found;
    return FK_OK;
}

/* ---- Unique triangles ----------------------------------------------------------------------------------- */

/* A hash table of the corners shows whether some triangles have the same. If so, triangles are sorted by a hash of their
 * corners; among equal hashes, each is compared with the distinct ones before it. */

typedef struct duplicate_finder {
    const fk_mesh *mesh;
    fk_unique_rule rule;
    uint64_t *key; /* of each triangle: corner_key */
    bool *is_kept;
    uint32_t left; /* how many are kept */
} duplicate_finder;

/* Sorts the corners in ascending order. Returns true for an even permutation. */
static bool sort_triangle_corners(const fk_triangle *t, uint32_t out[3])
{
    bool is_even = true;
    memcpy(out, t->corner, 3 * sizeof *out);
    for (int pass = 0; pass < 3; pass++)
        for (int k = 0; k < 2; k++)
            if (out[k] > out[k + 1]) {
                uint32_t swap = out[k];
                out[k] = out[k + 1];
                out[k + 1] = swap;
                is_even = !is_even;
            }
    return is_even;
}

/* A hash of the corners above, the triangle below. */
static uint64_t corner_key(const duplicate_finder *f, uint32_t triangle)
{
    uint32_t corner[3];
    sort_triangle_corners(&f->mesh->triangle[triangle], corner);
    uint64_t hash = corner[0];
    for (int k = 1; k < 3; k++)
        hash = (hash ^ hash >> 29) * 0x9e3779b97f4a7c15u + corner[k];
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    return (hash >> 32) << 32 | triangle;
}

static bool have_same_corners(const duplicate_finder *f, uint32_t a, uint32_t b)
{
    uint32_t p[3], q[3];
    sort_triangle_corners(&f->mesh->triangle[a], p);
    sort_triangle_corners(&f->mesh->triangle[b], q);
    return memcmp(p, q, sizeof p) == 0;
}

static bool is_even_order(const duplicate_finder *f, uint32_t triangle)
{
    uint32_t corner[3];
    return sort_triangle_corners(&f->mesh->triangle[triangle], corner);
}

/* Of the triangles with the same corners as the one at `first`, up to `end`, drops those that the rule removes; moves
 * all other triangles to the front, and returns where they end. */
static size_t drop_duplicates_of(duplicate_finder *f, size_t first, size_t end)
{
    uint32_t number = (uint32_t)f->key[first];
    uint64_t even = 0, odd = 0;
    for (size_t i = first; i < end; i++)
        if (have_same_corners(f, number, (uint32_t)f->key[i]))
            *(is_even_order(f, (uint32_t)f->key[i]) ? &even : &odd) += 1;
    uint64_t keep_even = even > odd ? even - odd : 0, keep_odd = odd > even ? odd - even : 0;
    if (even == odd && f->rule != FK_UNIQUE_SHELLS)
        keep_even = keep_odd = 1;
    if (f->rule == FK_UNIQUE_SURFACE) {
        keep_even = is_even_order(f, number);
        keep_odd = !keep_even;
    }
    size_t others = first;
    for (size_t i = first; i < end; i++) {
        uint32_t triangle = (uint32_t)f->key[i];
        if (!have_same_corners(f, number, triangle)) {
            f->key[others++] = f->key[i];
            continue;
        }
        uint64_t *keep = is_even_order(f, triangle) ? &keep_even : &keep_odd;
        f->is_kept[triangle] = *keep > 0;
        f->left += *keep > 0;
        *keep -= *keep > 0;
    }
    return others;
}

/* Computes the keys, and looks for two triangles with the same corners. FK_ERROR_MEMORY. */
static fk_status find_first_duplicate(fk_context *context, duplicate_finder *f, bool *out)
{
    static const uint64_t none = UINT64_MAX; /* no triangle has that number */
    uint32_t count = f->mesh->triangle_count;
    size_t mask = table_mask(2 * (size_t)count), bytes = (mask + 1) * sizeof none;
    uint64_t *slot = fk_allocate(context, bytes);
    bool is_done = slot != NULL;
    if (slot != NULL)
        memset(slot, 0xff, bytes);
    *out = false;
    for (uint32_t t = 0; t < count && is_done; t++) {
        uint64_t key = f->key[t] = corner_key(f, t);
        size_t at = (size_t)(key >> 32) & mask;
        for (; !*out && slot[at] != none; at = (at + 1) & mask)
            *out = slot[at] >> 32 == key >> 32 && have_same_corners(f, (uint32_t)slot[at], t);
        slot[at] = key;
        is_done = !fk_context_poll_at(context, t);
    }
    fk_release(context, slot, bytes);
    return is_done ? FK_OK : FK_ERROR_MEMORY;
}

/* False if it is cancelled. */
static bool find_duplicates(const fk_context *context, duplicate_finder *f, uint64_t *room)
{
    uint32_t count = f->mesh->triangle_count;
    if (!fk_sort_u64_polled(context, f->key, room, count))
        return false;
    for (size_t begin = 0, end, step = 0; begin < count; begin = end) {
        if (fk_context_poll_at(context, step++))
            return false;
        for (end = begin + 1; end < count && f->key[end] >> 32 == f->key[begin] >> 32;)
            end++;
        for (size_t left = end; left > begin;)
            left = drop_duplicates_of(f, begin, left);
    }
    return true;
}

static fk_status copy_unique(fk_context *context, const duplicate_finder *f, fk_mesh_unique *out)
{
    size_t bytes = f->left * sizeof(fk_triangle), numbers = f->left * sizeof(uint32_t);
    fk_triangle *triangle = fk_allocate(context, bytes);
    uint32_t *original = fk_allocate(context, numbers);
    fk_mesh *mesh = NULL;
    fk_status status = FK_ERROR_MEMORY;
    if (triangle != NULL && original != NULL) {
        uint32_t count = 0;
        for (uint32_t t = 0; t < f->mesh->triangle_count; t++)
            if (f->is_kept[t]) {
                original[count] = t;
                triangle[count++] = f->mesh->triangle[t];
            }
        fk_mesh_input input = {f->mesh->point, f->mesh->vertex_count, triangle, count,
                               fk_mesh_options_default()};
        status = fk_mesh_build(context, &input, NULL, &mesh);
    }
    fk_release(context, triangle, bytes);
    if (status == FK_OK)
        *out = (fk_mesh_unique){mesh, original};
    else
        fk_release(context, original, numbers);
    return status;
}

/* Keeps those that the rule keeps. */
static fk_status remove_duplicates(fk_context *context, duplicate_finder *f, fk_mesh_unique *out)
{
    size_t count = f->mesh->triangle_count, bytes = count * sizeof(uint64_t);
    uint64_t *room = fk_allocate(context, bytes);
    f->is_kept = fk_allocate(context, count);
    fk_status status = FK_ERROR_MEMORY;
    if (room != NULL && f->is_kept != NULL && find_duplicates(context, f, room)) {
        status = FK_OK;
        if (f->left < count)
            status = copy_unique(context, f, out);
        else
            *out = (fk_mesh_unique){NULL, NULL};
    }
    fk_release(context, room, bytes);
    fk_release(context, f->is_kept, count);
    return status;
}

fk_status fk_mesh_unique_build(fk_context *context, const fk_mesh *mesh, fk_unique_rule rule,
                               fk_mesh_unique *out)
{
    duplicate_finder f = {.mesh = mesh, .rule = rule};
    size_t count = mesh->triangle_count, bytes = count * sizeof(uint64_t);
    bool has_some = false;
    f.key = fk_allocate(context, bytes);
    fk_status status = f.key != NULL ? find_first_duplicate(context, &f, &has_some) : FK_ERROR_MEMORY;
    if (status == FK_OK && has_some)
        status = remove_duplicates(context, &f, out);
    else if (status == FK_OK)
        *out = (fk_mesh_unique){NULL, NULL};
    fk_release(context, f.key, bytes);
    return status;
}

void fk_mesh_unique_free(fk_context *context, fk_mesh_unique *unique)
{
    if (unique->mesh != NULL)
        fk_release(context, unique->original, unique->mesh->triangle_count * sizeof(uint32_t));
    fk_mesh_free(context, unique->mesh);
}
