/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What every model must be, whether two are the same, and one written to memory; for tests and fuzzers. */

#ifndef FARKAS_TEST_MODEL_CHECK_H
#define FARKAS_TEST_MODEL_CHECK_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/io.h"

/* Larger meshes are not searched for equal vertices, which is done in the slow and simple way. */
#define MODEL_CHECK_MOST 3000

static inline const char *mesh_defect(const fk_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        fk_vec3 p = mesh->point[i];
        if (!isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z))
            return "a vertex is not finite";
        for (uint32_t j = 0; mesh->vertex_count <= MODEL_CHECK_MOST && j < i; j++)
            if (mesh->point[j].x == p.x && mesh->point[j].y == p.y && mesh->point[j].z == p.z)
                return "two vertices are equal";
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            if (mesh->triangle[t].corner[k] >= mesh->vertex_count)
                return "a corner has no vertex";
    return mesh->name == NULL ? "a part without a name" : NULL;
}

/* What is wrong with a model, or NULL. */
static inline const char *model_defect(const fk_model *model)
{
    const char *defect = NULL;
    for (uint32_t i = 0; defect == NULL && i < model->part_count; i++)
        defect = mesh_defect(&model->part[i]);
    return defect;
}

static inline bool mesh_is_same(const fk_mesh *a, const fk_mesh *b)
{
    return a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count &&
           memcmp(a->point, b->point, a->vertex_count * sizeof *a->point) == 0 &&
           memcmp(a->triangle, b->triangle, a->triangle_count * sizeof *a->triangle) == 0;
}

/* Whether two models have the same bits, but for names. */
static inline bool model_is_same(const fk_model *a, const fk_model *b)
{
    bool same = a->part_count == b->part_count;
    for (uint32_t i = 0; same && i < a->part_count; i++)
        same = mesh_is_same(&a->part[i], &b->part[i]);
    return same;
}

/* Whether two models have the same corners, place by place, whatever the order of their vertices. */
static inline bool model_has_same_corners(const fk_model *a, const fk_model *b)
{
    bool same = a->part_count == b->part_count;
    for (uint32_t i = 0; same && i < a->part_count; i++) {
        const fk_mesh *m = &a->part[i], *n = &b->part[i];
        same = m->triangle_count == n->triangle_count;
        for (uint32_t t = 0; same && t < m->triangle_count; t++)
            for (int k = 0; same && k < 3; k++)
                same = memcmp(&m->point[m->triangle[t].corner[k]], &n->point[n->triangle[t].corner[k]],
                              sizeof(fk_vec3)) == 0;
    }
    return same;
}

/* Bytes that were written, in memory of malloc. */
typedef struct written {
    char *bytes;
    size_t count, capacity;
} written;

static inline bool written_add(void *user, const char *bytes, size_t count)
{
    written *w = user;
    if (w->count + count > w->capacity) {
        w->capacity = 2 * (w->count + count);
        char *grown = realloc(w->bytes, w->capacity);
        if (grown == NULL)
            return false;
        w->bytes = grown;
    }
    memcpy(w->bytes + w->count, bytes, count);
    w->count += count;
    return true;
}

#endif
