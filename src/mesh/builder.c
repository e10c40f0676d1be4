/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The builder: collects parts, vertices and triangles, and packs them into a model of welded meshes, in one block.
 *
 * The triangles of a part need not be consecutive: they are in runs, which are gathered at the end. The vertices of a
 * part keep the order of the file. Each part has its own vertices, even if the file shares them, so that parts are
 * independent. */

#include "mesh/builder.h"

#include <string.h>

#include "base/lists.h"
#include "mesh/mesh.h"

/* Vertices that are welded at once. */
#define BATCH ((size_t)192)

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
    /* An empty run is overwritten. */
    fk_builder_run *last = b->run.count > 0 ? fk_chunks_at(&b->run, b->run.count - 1) : NULL;
    if (last == NULL || last->first < b->triangle.count)
        last = fk_chunks_add(&b->run);
    if (last == NULL)
        return FK_ERROR_MEMORY;
    *last = (fk_builder_run){number, b->triangle.count};
    return FK_OK;
}

static bool add_name(fk_builder *b, const char *name, size_t length)
{
    for (size_t i = 0; i <= length; i++) {
        char *c = fk_chunks_add(&b->name);
        if (c == NULL)
            return false;
        *c = i < length ? name[i] : '\0';
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
    *added = (fk_builder_part){.name = begin, .first_point = b->point.count};
    if (b->is_soup && !b->join)
        fk_weld_restart(&b->weld);
    return fk_builder_use_part(b, (uint32_t)(b->part.count - 1));
}

bool fk_builder_forget_parts(fk_builder *b, bool keep)
{
    bool is_kept = b->part.count > 0 && (keep || b->triangle.count > 0);
    b->part.count = b->run.count = is_kept;
    if (is_kept) {
        fk_builder_part *part = fk_chunks_at(&b->part, 0);
        fk_builder_run *run = fk_chunks_at(&b->run, 0);
        while (*(const char *)fk_chunks_at(&b->name, part->name) != '\0')
            part->name++;
        *run = (fk_builder_run){0, 0};
    }
    return is_kept;
}

/* The number of parts, after joining. */
static size_t count_builder_parts(const fk_builder *b)
{
    return b->join && b->part.count > 0 ? 1 : b->part.count;
}

/* Makes sure that there is a part for the next triangles. */
static fk_status ensure_builder_part(fk_builder *b)
{
    return b->part.count > 0 ? FK_OK : fk_builder_add_part(b, "", 0);
}

/* Whether welding by distance removed a side of a triangle that had all three. */
static bool is_collapsed_by_weld(const fk_builder *b, fk_triangle welded, const fk_vec3 corner[3])
{
    const uint32_t *w = welded.corner;
    return b->options.weld > 0 && (w[0] == w[1] || w[1] == w[2] || w[2] == w[0]) &&
           !fk_weld_is_equal(corner[0], corner[1]) && !fk_weld_is_equal(corner[1], corner[2]) &&
           !fk_weld_is_equal(corner[2], corner[0]);
}

static fk_status append_triangle(fk_chunks *list, fk_triangle triangle)
{
    if (list->count >= FK_MESH_MOST)
        return FK_ERROR_ARGUMENT;
    fk_triangle *added = fk_chunks_add(list);
    if (added == NULL)
        return FK_ERROR_MEMORY;
    *added = triangle;
    return FK_OK;
}

static fk_status add_corner_batch(fk_builder *b, const fk_vec3 *corner, size_t count)
{
    uint32_t index[BATCH];
    fk_status status = fk_weld_points(&b->weld, corner, 3 * count, index);
    for (size_t i = 0; status == FK_OK && i < count; i++) {
        fk_triangle t = {{index[3 * i], index[3 * i + 1], index[3 * i + 2]}};
        if (is_collapsed_by_weld(b, t, &corner[3 * i]))
            b->losses.collapsed++;
        else
            status = append_triangle(&b->triangle, t);
    }
    return status;
}

fk_status fk_builder_add_corners(fk_builder *b, const fk_vec3 *corner, size_t triangle_count)
{
    b->is_soup = true;
    fk_status status = ensure_builder_part(b);
    for (size_t i = 0; status == FK_OK && i < triangle_count; i += BATCH / 3) {
        size_t left = triangle_count - i;
        status = add_corner_batch(b, corner + 3 * i, left < BATCH / 3 ? left : BATCH / 3);
    }
    return status;
}

bool fk_builder_reserve(fk_builder *b, size_t triangles)
{
    return fk_weld_reserve(&b->weld, triangles / 2 + triangles / 64);
}

fk_status fk_builder_add_point(fk_builder *b, fk_vec3 position)
{
    if (b->point.count >= FK_MESH_MOST)
        return FK_ERROR_ARGUMENT;
    fk_vec3 *added = fk_chunks_add(&b->point);
    if (added == NULL)
        return FK_ERROR_MEMORY;
    *added = position;
    return FK_OK;
}

fk_status fk_builder_add_triangle(fk_builder *b, uint32_t a, uint32_t c, uint32_t d)
{
    fk_status status = ensure_builder_part(b);
    fk_triangle t = {{a, c, d}};
    return status == FK_OK ? append_triangle(&b->triangle, t) : status;
}

/* ---- Gathering: triangles by numbers become parts ------------------------------------------------------ */

/* A vertex of the file that the current part uses, but that is not welded yet. */
#define USED (FK_NONE - 1)

/* A part is sparse if its vertex numbers span more than this many times their count. */
#define SPARSE 16

typedef struct part_gatherer {
    fk_builder *builder;
    fk_chunks point, triangle; /* of the model */
    fk_weld weld;
    uint32_t *number; /* per vertex of the file: its number in the current part, USED or FK_NONE */
    uint8_t *is_used; /* per vertex of the file: by any triangle */
    uint64_t *order;  /* the runs, by part */
    size_t run_count;
    fk_mesh_losses losses;
    /* Vertices of the file to be welded in one batch, which is faster. */
    size_t batch_count;
    uint32_t vertex[BATCH];
    fk_vec3 position[BATCH];
} part_gatherer;

static size_t run_end(const fk_builder *b, size_t run)
{
    if (run + 1 == b->run.count)
        return b->triangle.count;
    return ((const fk_builder_run *)fk_chunks_at(&b->run, run + 1))->first;
}

/* The part of a run; 0 for all runs if parts are joined. */
static uint32_t run_part(const fk_builder *b, size_t run)
{
    return b->join ? 0 : ((const fk_builder_run *)fk_chunks_at(&b->run, run))->part;
}

/* Marks the used vertices. Returns false for a corner without a vertex. */
static bool mark_used(part_gatherer *g)
{
    fk_builder *b = g->builder;
    size_t used = 0;
    memset(g->is_used, 0, b->point.count);
    for (size_t t = 0; t < b->triangle.count; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = ((const fk_triangle *)fk_chunks_at(&b->triangle, t))->corner[k];
            if (v >= b->point.count)
                return false;
            used += !g->is_used[v];
            g->is_used[v] = 1;
        }
    g->losses.unused = b->options.keep_points ? 0 : b->point.count - used;
    return true;
}

/* Sorts the runs by part, stably. */
static fk_status sort_runs(part_gatherer *g)
{
    fk_builder *b = g->builder;
    g->run_count = b->run.count;
    g->order = fk_allocate(b->context, 2 * g->run_count * sizeof *g->order);
    if (g->order == NULL)
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < g->run_count; i++)
        g->order[i] = (uint64_t)run_part(b, i) << 32 | i;
    fk_sort_u64(g->order, g->order + g->run_count, g->run_count);
    return FK_OK;
}

static fk_status weld_batch_vertices(part_gatherer *g)
{
    uint32_t number[BATCH];
    fk_status status = fk_weld_points(&g->weld, g->position, g->batch_count, number);
    for (size_t i = 0; status == FK_OK && i < g->batch_count; i++)
        g->number[g->vertex[i]] = number[i];
    g->batch_count = 0;
    return status;
}

static fk_status weld_vertex(part_gatherer *g, size_t vertex)
{
    g->vertex[g->batch_count] = (uint32_t)vertex;
    g->position[g->batch_count] = *(const fk_vec3 *)fk_chunks_at(&g->builder->point, vertex);
    return ++g->batch_count < BATCH ? FK_OK : weld_batch_vertices(g);
}

/* Called with every corner of the runs [begin, end) of the order. */
typedef void visit_corner(part_gatherer *g, uint32_t vertex, void *user);

static void visit_corners(part_gatherer *g, size_t begin, size_t end, visit_corner *visit, void *user)
{
    fk_builder *b = g->builder;
    for (size_t i = begin; i < end; i++) {
        size_t number = (size_t)(g->order[i] & UINT32_MAX);
        const fk_builder_run *r = fk_chunks_at(&b->run, number);
        for (size_t t = r->first; t < run_end(b, number); t++)
            for (int k = 0; k < 3; k++)
                visit(g, ((const fk_triangle *)fk_chunks_at(&b->triangle, t))->corner[k], user);
    }
}

/* The vertex numbers of a part: how many, the lowest and the highest. */
typedef struct vertex_range {
    size_t count, low, high;
} vertex_range;

static void extend_range(part_gatherer *g, uint32_t vertex, void *user)
{
    vertex_range *s = user;
    if (g->number[vertex] == FK_NONE) {
        g->number[vertex] = USED;
        s->count++;
        s->low = vertex < s->low ? vertex : s->low;
        s->high = vertex > s->high ? vertex : s->high;
    }
}

typedef struct vertex_list {
    uint64_t *vertex;
    size_t count;
} vertex_list;

static void append_vertex(part_gatherer *g, uint32_t vertex, void *user)
{
    vertex_list *l = user;
    if (g->number[vertex] == USED) {
        g->number[vertex] = 0;
        l->vertex[l->count++] = vertex;
    }
}

static void reset_vertex(part_gatherer *g, uint32_t vertex, void *user)
{
    (void)user;
    g->number[vertex] = FK_NONE;
}

/* Welds the vertices of a part with close numbers: visits all numbers in the range. */
static fk_status weld_dense(part_gatherer *g, const vertex_range *s, bool with_unused)
{
    fk_status status = FK_OK;
    for (size_t v = s->low; status == FK_OK && v <= s->high; v++)
        if (g->number[v] == USED || (with_unused && !g->is_used[v]))
            status = weld_vertex(g, v);
    return status == FK_OK ? weld_batch_vertices(g) : status;
}

/* Welds the vertices of a part with scattered numbers: sorts them. */
static fk_status weld_sparse(part_gatherer *g, size_t begin, size_t end, const vertex_range *s)
{
    fk_context *context = g->builder->context;
    vertex_list l = {.vertex = fk_allocate(context, 2 * s->count * sizeof *l.vertex)};
    if (l.vertex == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = FK_OK;
    visit_corners(g, begin, end, append_vertex, &l);
    fk_sort_u64(l.vertex, l.vertex + s->count, l.count);
    for (size_t i = 0; status == FK_OK && i < l.count; i++)
        status = weld_vertex(g, (size_t)l.vertex[i]);
    fk_release(context, l.vertex, 2 * s->count * sizeof *l.vertex);
    return status == FK_OK ? weld_batch_vertices(g) : status;
}

static fk_status copy_triangles(part_gatherer *g, size_t number)
{
    fk_builder *b = g->builder;
    const fk_builder_run *r = fk_chunks_at(&b->run, number);
    fk_status status = FK_OK;
    for (size_t i = r->first; status == FK_OK && i < run_end(b, number); i++) {
        fk_triangle t = *(const fk_triangle *)fk_chunks_at(&b->triangle, i);
        fk_vec3 position[3];
        for (int k = 0; k < 3; k++) {
            position[k] = *(const fk_vec3 *)fk_chunks_at(&b->point, t.corner[k]);
            t.corner[k] = g->number[t.corner[k]];
        }
        if (is_collapsed_by_weld(b, t, position))
            g->losses.collapsed++;
        else
            status = append_triangle(&g->triangle, t);
    }
    return status;
}

/* Gathers a part from the runs [begin, end) of the order. The first part also gets the unused points. */
static fk_status gather_part(part_gatherer *g, fk_builder_part *p, size_t begin, size_t end, bool with_unused)
{
    vertex_range s = {.low = SIZE_MAX};
    p->first_point = g->point.count;
    p->first_triangle = g->triangle.count;
    fk_weld_restart(&g->weld);
    visit_corners(g, begin, end, extend_range, &s);
    if (with_unused) {
        s.low = 0;
        s.high = g->builder->point.count - 1;
    }
    fk_status status = fk_weld_reserve(&g->weld, s.count) ? FK_OK : FK_ERROR_MEMORY;
    bool dense = with_unused || s.count == 0 || (s.high - s.low) / SPARSE <= s.count;
    if (status == FK_OK && (with_unused || s.count > 0))
        status = dense ? weld_dense(g, &s, with_unused) : weld_sparse(g, begin, end, &s);
    for (size_t i = begin; status == FK_OK && i < end; i++)
        status = copy_triangles(g, (size_t)(g->order[i] & UINT32_MAX));
    if (status == FK_OK)
        visit_corners(g, begin, end, reset_vertex, NULL);
    p->point_count = g->point.count - p->first_point;
    p->triangle_count = g->triangle.count - p->first_triangle;
    return status;
}

static fk_status gather_parts(part_gatherer *g)
{
    fk_builder *b = g->builder;
    bool with_unused = b->options.keep_points && b->point.count > 0;
    size_t begin = 0;
    fk_status status = FK_OK;
    for (size_t i = 0; status == FK_OK && i < count_builder_parts(b); i++) {
        size_t end = begin;
        while (end < g->run_count && g->order[end] >> 32 == i)
            end++;
        status = gather_part(g, fk_chunks_at(&b->part, i), begin, end, with_unused && i == 0);
        begin = end;
    }
    g->losses.welded = g->weld.welded;
    return status;
}

static fk_status start_gatherer(part_gatherer *g, fk_builder *b)
{
    memset(g, 0, sizeof *g);
    g->builder = b;
    fk_chunks_init(&g->point, b->context, sizeof(fk_vec3));
    fk_chunks_init(&g->triangle, b->context, sizeof(fk_triangle));
    fk_weld_init(&g->weld, b->context, &g->point, b->options.weld);
    g->number = fk_allocate(b->context, b->point.count * sizeof *g->number);
    g->is_used = fk_allocate(b->context, b->point.count);
    if (g->number == NULL || g->is_used == NULL)
        return FK_ERROR_MEMORY;
    memset(g->number, 0xff, b->point.count * sizeof *g->number);
    return mark_used(g) ? sort_runs(g) : FK_ERROR_ARGUMENT;
}

/* Frees what only gathering needs; the lists of the model stay. */
static void end_gatherer(part_gatherer *g)
{
    fk_context *context = g->builder->context;
    fk_weld_end(&g->weld);
    fk_release(context, g->number, g->builder->point.count * sizeof *g->number);
    fk_release(context, g->is_used, g->builder->point.count);
    fk_release(context, g->order, 2 * g->run_count * sizeof *g->order);
}

/* ---- Triangles by positions ---------------------------------------------------------------------------- */

/* Finds the ranges of the parts of welded triangles: one run each, in order. */
static void locate_soup_parts(fk_builder *b)
{
    for (size_t i = 0; i < b->part.count; i++) {
        fk_builder_part *p = fk_chunks_at(&b->part, i);
        const fk_builder_part *next = i + 1 < b->part.count ? fk_chunks_at(&b->part, i + 1) : NULL;
        p->point_count = (next != NULL ? next->first_point : b->point.count) - p->first_point;
        p->first_triangle = p->triangle_count = 0;
    }
    for (size_t i = 0; i < b->run.count; i++) {
        const fk_builder_run *r = fk_chunks_at(&b->run, i);
        fk_builder_part *p = fk_chunks_at(&b->part, r->part);
        p->first_triangle = r->first;
        p->triangle_count = run_end(b, i) - r->first;
    }
    if (b->join && b->part.count > 0) {
        fk_builder_part *p = fk_chunks_at(&b->part, 0);
        p->first_point = p->first_triangle = 0;
        p->point_count = b->point.count;
        p->triangle_count = b->triangle.count;
    }
}

/* ---- Packing ------------------------------------------------------------------------------------------- */

static bool is_part_kept(const fk_builder *b, const fk_builder_part *p)
{
    return p->triangle_count > 0 || (b->options.keep_points && p->point_count > 0) || b->keep_empty;
}

static size_t name_length(const fk_builder *b, size_t begin)
{
    size_t end = begin;
    while (*(const char *)fk_chunks_at(&b->name, end) != '\0')
        end++;
    return end - begin;
}

/* A joined model keeps the name of its part only if there is one. */
static size_t kept_name_length(const fk_builder *b, const fk_builder_part *p)
{
    return b->join && b->part.count > 1 ? 0 : name_length(b, p->name);
}

/* The number of parts of the model, and the bytes of their names. */
static uint32_t count_kept(const fk_builder *b, size_t *name_bytes)
{
    uint32_t kept = 0;
    *name_bytes = 0;
    for (size_t i = 0; i < count_builder_parts(b); i++) {
        const fk_builder_part *p = fk_chunks_at(&b->part, i);
        if (is_part_kept(b, p)) {
            kept++;
            *name_bytes += kept_name_length(b, p) + 1;
        }
    }
    return kept;
}

/* Fills a mesh of the model, whose points and triangles are in their arrays already. Vertex numbers change from those
 * of the model to those of the part. */
static void fill_mesh(const fk_builder_part *p, fk_vec3 *point, fk_triangle *triangle, fk_mesh *mesh)
{
    mesh->vertex_count = (uint32_t)p->point_count;
    mesh->triangle_count = (uint32_t)p->triangle_count;
    mesh->point = point + p->first_point;
    mesh->triangle = triangle + p->first_triangle;
    mesh->bytes = 0;
    for (size_t t = 0; t < p->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            triangle[p->first_triangle + t].corner[k] -= (uint32_t)p->first_point;
}

static fk_status pack_model(fk_builder *b, fk_chunks *point, fk_chunks *triangle, fk_model **out)
{
    size_t name_bytes;
    uint32_t parts = count_kept(b, &name_bytes);
    fk_model_block room;
    if (!fk_model_allocate(b->context, parts, point->count, triangle->count, name_bytes, &room))
        return FK_ERROR_MEMORY;
    fk_mesh *mesh = room.part;
    char *name = room.name;
    fk_chunks_move(point, room.point);
    fk_chunks_move(triangle, room.triangle);
    for (size_t i = 0; i < count_builder_parts(b); i++) {
        const fk_builder_part *p = fk_chunks_at(&b->part, i);
        if (!is_part_kept(b, p))
            continue;
        fill_mesh(p, room.point, room.triangle, mesh);
        size_t length = kept_name_length(b, p);
        for (size_t k = 0; k < length; k++)
            name[k] = *(const char *)fk_chunks_at(&b->name, p->name + k);
        name[length] = '\0';
        mesh->name = name;
        name += length + 1;
        mesh++;
    }
    *out = room.model;
    return FK_OK;
}

/* ---- Finish -------------------------------------------------------------------------------------------- */

static fk_status finish_soup(fk_builder *b, fk_mesh_losses *losses, fk_model **out)
{
    /* The hash table is released before the block is allocated. */
    fk_weld_end(&b->weld);
    b->losses.welded = b->weld.welded;
    locate_soup_parts(b);
    fk_status status = pack_model(b, &b->point, &b->triangle, out);
    if (status == FK_OK && losses != NULL)
        *losses = b->losses;
    return status;
}

static fk_status finish_numbered(fk_builder *b, fk_mesh_losses *losses, fk_model **out)
{
    part_gatherer g;
    fk_status status = start_gatherer(&g, b);
    if (status == FK_OK)
        status = gather_parts(&g);
    end_gatherer(&g);
    if (status == FK_OK)
        status = pack_model(b, &g.point, &g.triangle, out);
    if (status == FK_OK && losses != NULL)
        *losses = g.losses;
    fk_chunks_end(&g.point);
    fk_chunks_end(&g.triangle);
    return status;
}

/* Whether all parts are closed; a single part counts as closed. */
static fk_status are_parts_closed(fk_context *context, const fk_model *model, bool *closed)
{
    fk_status status = FK_OK;
    *closed = true;
    for (uint32_t i = 0; status == FK_OK && *closed && model->part_count > 1 && i < model->part_count; i++)
        status = fk_mesh_is_closed(context, &model->part[i], closed);
    return status;
}

/* Joins several parts if they must be closed, and one is not. */
static fk_status finish_closed(fk_builder *b, fk_mesh_losses *losses, fk_model **out)
{
    fk_model *model;
    bool closed;
    fk_status status = finish_numbered(b, losses, &model);
    if (status != FK_OK)
        return status;
    status = are_parts_closed(b->context, model, &closed);
    if (status == FK_OK && closed) {
        *out = model;
        return FK_OK;
    }
    fk_model_free(b->context, model);
    b->join = true;
    return status == FK_OK ? finish_numbered(b, losses, out) : status;
}

fk_status fk_builder_finish(fk_builder *b, fk_mesh_losses *losses, fk_model **out)
{
    if (b->part.count == 0 && (b->keep_empty || b->point.count > 0)) {
        fk_status added = fk_builder_add_part(b, "", 0);
        if (added != FK_OK)
            return added;
    }
    if (b->is_soup)
        return finish_soup(b, losses, out);
    return b->parts_if_closed && !b->join ? finish_closed(b, losses, out) : finish_numbered(b, losses, out);
}
