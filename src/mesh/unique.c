/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes without triangles that are there again: see unique.h. Triangles are sorted by a hash of their corners; of those with the same
 * hash, each is compared with the different ones before it. */

#include "mesh/mesh.h"

#include <string.h>

#include "base/lists.h"

typedef struct finder {
    const fk_mesh *mesh;
    fk_unique_rule rule;
    uint64_t *key; /* hash of the corners, then the number of the triangle */
    bool *is_kept;
    uint32_t left; /* how many are */
} finder;

/* The corners in ascending order; true when that takes an even number of exchanges. */
static bool sort_corners(const fk_triangle *t, uint32_t out[3])
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

static uint64_t key_of(const finder *f, uint32_t triangle)
{
    uint32_t corner[3];
    sort_corners(&f->mesh->triangle[triangle], corner);
    uint64_t hash = corner[0];
    for (int k = 1; k < 3; k++)
        hash = (hash ^ hash >> 29) * 0x9e3779b97f4a7c15u + corner[k];
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    return (hash >> 32) << 32 | triangle;
}

static bool are_same(const finder *f, uint32_t a, uint32_t b)
{
    uint32_t p[3], q[3];
    sort_corners(&f->mesh->triangle[a], p);
    sort_corners(&f->mesh->triangle[b], q);
    return memcmp(p, q, sizeof p) == 0;
}

static bool is_even(const finder *f, uint32_t triangle)
{
    uint32_t corner[3];
    return sort_corners(&f->mesh->triangle[triangle], corner);
}

/* Drops what is not needed of the triangles that are the same as the one at `first`, up to `end`; those that are not come to the front. Returns
 * where these end. */
static size_t look_at_same(finder *f, size_t first, size_t end)
{
    uint32_t number = (uint32_t)f->key[first];
    uint64_t even = 0, odd = 0;
    for (size_t i = first; i < end; i++)
        if (are_same(f, number, (uint32_t)f->key[i]))
            *(is_even(f, (uint32_t)f->key[i]) ? &even : &odd) += 1;
    uint64_t keep_even = even > odd ? even - odd : 0, keep_odd = odd > even ? odd - even : 0;
    if (even == odd && f->rule != FK_UNIQUE_SHELLS)
        keep_even = keep_odd = 1;
    if (f->rule == FK_UNIQUE_SURFACE) {
        keep_even = is_even(f, number);
        keep_odd = !keep_even;
    }
    size_t others = first;
    for (size_t i = first; i < end; i++) {
        uint32_t triangle = (uint32_t)f->key[i];
        if (!are_same(f, number, triangle)) {
            f->key[others++] = f->key[i];
            continue;
        }
        uint64_t *keep = is_even(f, triangle) ? &keep_even : &keep_odd;
        f->is_kept[triangle] = *keep > 0;
        f->left += *keep > 0;
        *keep -= *keep > 0;
    }
    return others;
}

static void find(finder *f, uint64_t *room)
{
    uint32_t count = f->mesh->triangle_count;
    for (uint32_t t = 0; t < count; t++)
        f->key[t] = key_of(f, t);
    fk_sort_u64(f->key, room, count);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && f->key[end] >> 32 == f->key[begin] >> 32;)
            end++;
        for (size_t left = end; left > begin;)
            left = look_at_same(f, begin, left);
    }
}

static fk_status copy_kept(fk_context *context, const finder *f, fk_mesh_unique *out)
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

fk_status fk_mesh_unique_build(fk_context *context, const fk_mesh *mesh, fk_unique_rule rule,
                               fk_mesh_unique *out)
{
    finder f = {.mesh = mesh, .rule = rule};
    size_t count = mesh->triangle_count, bytes = count * sizeof(uint64_t);
    uint64_t *room = fk_allocate(context, bytes);
    f.key = fk_allocate(context, bytes);
    f.is_kept = fk_allocate(context, count);
    fk_status status = FK_ERROR_MEMORY;
    if (room != NULL && f.key != NULL && f.is_kept != NULL) {
        find(&f, room);
        status = FK_OK;
        if (f.left < count)
            status = copy_kept(context, &f, out);
        else
            *out = (fk_mesh_unique){NULL, NULL};
    }
    fk_release(context, room, bytes);
    fk_release(context, f.key, bytes);
    fk_release(context, f.is_kept, count);
    return status;
}

void fk_mesh_unique_free(fk_context *context, fk_mesh_unique *unique)
{
    if (unique->mesh != NULL)
        fk_release(context, unique->original, unique->mesh->triangle_count * sizeof(uint32_t));
    fk_mesh_free(context, unique->mesh);
}
