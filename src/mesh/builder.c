/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What readers fill; see builder.h. How it becomes a model is in builder_finish.c. */

#include "mesh/builder.h"

#include <string.h>

/* ---- Adding -------------------------------------------------------------------------------------------- */

void fk_builder_init(fk_builder *b, fk_context *context, const fk_mesh_options *options, bool join)
{
    memset(b, 0, sizeof *b);
    b->context = context;
    b->options = *options;
    b->join = join;
    fk_chunks_init(&b->point, context, sizeof(fk_vec3));
    fk_chunks_init(&b->triangle, context, sizeof(fk_triangle));
    fk_chunks_init(&b->part, context, sizeof(fk_builder_part));
    fk_chunks_init(&b->run, context, sizeof(fk_builder_run));
    fk_chunks_init(&b->name, context, 1);
    fk_weld_init(&b->weld, context, &b->point, options->weld);
}

void fk_builder_end(fk_builder *b)
{
    fk_weld_end(&b->weld);
    fk_chunks_end(&b->point);
    fk_chunks_end(&b->triangle);
    fk_chunks_end(&b->part);
    fk_chunks_end(&b->run);
    fk_chunks_end(&b->name);
}

fk_status fk_builder_use_part(fk_builder *b, uint32_t number)
{
    /* A run without triangles is overwritten. */
    fk_builder_run *last = b->run.count > 0 ? fk_chunks_at(&b->run, b->run.count - 1) : NULL;
    if (last == NULL || last->first < b->triangle.count)
        last = fk_chunks_add(&b->run);
    if (last == NULL)
        return FK_ERROR_MEMORY;
    last->part = number;
    last->first = b->triangle.count;
    return FK_OK;
}

static bool add_name(fk_builder *b, const char *name, size_t length)
{
    for (size_t i = 0; i <= length; i++) {
        char *c = fk_chunks_add(&b->name);
        if (c == NULL)
            return false;
        *c = '\0';
        if (i < length)
            *c = name[i];
    }
    return true;
}

fk_status fk_builder_add_part(fk_builder *b, const char *name, size_t length)
{
    if (b->part.count >= FK_MESH_MOST)
        return FK_ERROR_ARGUMENT;
    size_t begin = b->name.count;
    fk_builder_part *added = fk_chunks_add(&b->part);
    if (added == NULL || !add_name(b, name, length))
        return FK_ERROR_MEMORY;
    memset(added, 0, sizeof *added);
    added->name = begin;
    added->first_point = b->point.count;
    if (b->is_soup && !b->join)
        fk_weld_restart(&b->weld);
    return fk_builder_use_part(b, (uint32_t)(b->part.count - 1));
}

bool fk_builder_forget_parts(fk_builder *b, bool keep)
{
    bool is_kept = b->part.count > 0 && (keep || b->triangle.count > 0);
    b->part.count = is_kept ? 1 : 0;
    b->run.count = is_kept ? 1 : 0;
    if (is_kept) {
        fk_builder_part *part = fk_chunks_at(&b->part, 0);
        fk_builder_run *run = fk_chunks_at(&b->run, 0);
        while (*(const char *)fk_chunks_at(&b->name, part->name) != '\0')
            part->name++;
        run->part = 0;
        run->first = 0;
    }
    return is_kept;
}

/* Makes sure that there is a part for what comes. */
static fk_status ensure_part(fk_builder *b)
{
    return b->part.count > 0 ? FK_OK : fk_builder_add_part(b, "", 0);
}

bool fk_builder_is_collapsed(const fk_builder *b, fk_triangle welded, const fk_vec3 corner[3])
{
    const uint32_t *w = welded.corner;
    return b->options.weld > 0 && (w[0] == w[1] || w[1] == w[2] || w[2] == w[0]) &&
           !fk_weld_is_equal(corner[0], corner[1]) && !fk_weld_is_equal(corner[1], corner[2]) &&
           !fk_weld_is_equal(corner[2], corner[0]);
}

static fk_status push_triangle(fk_chunks *list, fk_triangle triangle)
{
    if (list->count >= FK_MESH_MOST)
        return FK_ERROR_ARGUMENT;
    fk_triangle *added = fk_chunks_add(list);
    if (added == NULL)
        return FK_ERROR_MEMORY;
    *added = triangle;
    return FK_OK;
}

/* Triangles whose corners are welded at once. */
#define BATCH ((size_t)64)

static fk_status add_batch(fk_builder *b, const fk_vec3 *corner, size_t count)
{
    uint32_t index[3 * BATCH];
    fk_status status = fk_weld_places(&b->weld, corner, 3 * count, index);
    for (size_t i = 0; status == FK_OK && i < count; i++) {
        fk_triangle t = {{index[3 * i], index[3 * i + 1], index[3 * i + 2]}};
        if (fk_builder_is_collapsed(b, t, &corner[3 * i]))
            b->losses.collapsed++;
        else
            status = push_triangle(&b->triangle, t);
    }
    return status;
}

fk_status fk_builder_add_corners(fk_builder *b, const fk_vec3 *corner, size_t triangle_count)
{
    b->is_soup = true;
    fk_status status = ensure_part(b);
    for (size_t i = 0; status == FK_OK && i < triangle_count; i += BATCH)
        status = add_batch(b, corner + 3 * i, triangle_count - i < BATCH ? triangle_count - i : BATCH);
    return status;
}

bool fk_builder_expect(fk_builder *b, size_t triangles)
{
    return fk_weld_expect(&b->weld, triangles / 2 + triangles / 64);
}

fk_status fk_builder_add_point(fk_builder *b, fk_vec3 place)
{
    if (b->point.count >= FK_MESH_MOST)
        return FK_ERROR_ARGUMENT;
    fk_vec3 *added = fk_chunks_add(&b->point);
    if (added == NULL)
        return FK_ERROR_MEMORY;
    *added = place;
    return FK_OK;
}

fk_status fk_builder_add_triangle(fk_builder *b, uint32_t a, uint32_t c, uint32_t d)
{
    fk_status status = ensure_part(b);
    fk_triangle t = {{a, c, d}};
    return status == FK_OK ? push_triangle(&b->triangle, t) : status;
}
