/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From what a reader found to a model of welded meshes, in one block. See builder.h.
 *
 * Triangles of one part need not come in a row: they are in runs, and those of a part are gathered here. Vertices of a part
 * keep the order of the file; each part has its own, even where the file shares them, so that parts are independent. */

#include "mesh/builder.h"

#include <string.h>

#include "base/lists.h"
#include "mesh/mesh.h"

/* ---- Gathering: triangles by numbers become parts ------------------------------------------------------ */

/* Of a vertex of the file, in the part at work: used, but not welded yet. */
#define USED (FK_NONE - 1)

/* A part is sparse when the numbers of its vertices are spread over more than this many times their count. */
#define SPARSE 16

/* Vertices that are welded at once. */
#define BATCH 192

typedef struct gather {
    fk_builder *builder;
    fk_chunks point, triangle; /* of the model */
    fk_weld weld;
    uint32_t *number; /* per vertex of the file: its number in the part at work, USED or FK_NONE */
    uint8_t *is_used; /* per vertex of the file: by any triangle */
    uint64_t *order;  /* the runs, by part */
    size_t run_count;
    fk_mesh_losses losses;
    /* Vertices of the file that wait to be welded together, which is faster. */
    size_t waiting;
    uint32_t vertex[BATCH];
    fk_vec3 place[BATCH];
} gather;

static size_t run_end(const fk_builder *b, size_t run)
{
    if (run + 1 == b->run.count)
        return b->triangle.count;
    return ((const fk_builder_run *)fk_chunks_at(&b->run, run + 1))->first;
}

/* The part of a run, for which all are one when they are joined. */
static uint32_t part_of_run(const fk_builder *b, size_t run)
{
    return b->join ? 0 : ((const fk_builder_run *)fk_chunks_at(&b->run, run))->part;
}

/* Notes which vertices are used; false for a corner without a vertex. */
static bool mark_used(gather *g)
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

/* Sorts the runs by part; those of one part stay in order. */
static fk_status sort_runs(gather *g)
{
    fk_builder *b = g->builder;
    g->run_count = b->run.count;
    g->order = fk_allocate(b->context, 2 * g->run_count * sizeof *g->order);
    if (g->order == NULL)
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < g->run_count; i++)
        g->order[i] = (uint64_t)part_of_run(b, i) << 32 | i;
    fk_sort_u64(g->order, g->order + g->run_count, g->run_count);
    return FK_OK;
}

static fk_status weld_waiting(gather *g)
{
    uint32_t number[BATCH];
    fk_status status = fk_weld_places(&g->weld, g->place, g->waiting, number);
    for (size_t i = 0; status == FK_OK && i < g->waiting; i++)
        g->number[g->vertex[i]] = number[i];
    g->waiting = 0;
    return status;
}

static fk_status weld_vertex(gather *g, size_t vertex)
{
    g->vertex[g->waiting] = (uint32_t)vertex;
    g->place[g->waiting] = *(const fk_vec3 *)fk_chunks_at(&g->builder->point, vertex);
    return ++g->waiting < BATCH ? FK_OK : weld_waiting(g);
}

/* Calls of a function with every corner of the runs [begin, end) of the order. */
typedef fk_status visit_function(gather *g, uint32_t vertex, void *user);

static fk_status visit_corners(gather *g, size_t begin, size_t end, visit_function *visit, void *user)
{
    fk_builder *b = g->builder;
    fk_status status = FK_OK;
    for (size_t i = begin; i < end; i++) {
        size_t number = (size_t)(g->order[i] & UINT32_MAX);
        const fk_builder_run *r = fk_chunks_at(&b->run, number);
        for (size_t t = r->first; t < run_end(b, number); t++)
            for (int k = 0; status == FK_OK && k < 3; k++)
                status = visit(g, ((const fk_triangle *)fk_chunks_at(&b->triangle, t))->corner[k], user);
    }
    return status;
}

/* The numbers of the vertices of a part: how many, and between which. */
typedef struct spread {
    size_t count, low, high;
} spread;

static fk_status note_vertex(gather *g, uint32_t vertex, void *user)
{
    spread *s = user;
    if (g->number[vertex] == FK_NONE) {
        g->number[vertex] = USED;
        s->count++;
        s->low = vertex < s->low ? vertex : s->low;
        s->high = vertex > s->high ? vertex : s->high;
    }
    return FK_OK;
}

typedef struct list {
    uint64_t *vertex;
    size_t count;
} list;

static fk_status list_vertex(gather *g, uint32_t vertex, void *user)
{
    list *l = user;
    if (g->number[vertex] == USED) {
        g->number[vertex] = 0;
        l->vertex[l->count++] = vertex;
    }
    return FK_OK;
}

static fk_status forget_vertex(gather *g, uint32_t vertex, void *user)
{
    (void)user;
    g->number[vertex] = FK_NONE;
    return FK_OK;
}

/* Numbers the vertices of a part whose numbers in the file are close together: by a look at all between. */
static fk_status weld_dense(gather *g, const spread *s, bool with_unused)
{
    fk_status status = FK_OK;
    for (size_t v = s->low; status == FK_OK && v <= s->high; v++)
        if (g->number[v] == USED || (with_unused && !g->is_used[v]))
            status = weld_vertex(g, v);
    return status == FK_OK ? weld_waiting(g) : status;
}

/* Numbers the vertices of a part whose numbers are far apart: by sorting them. */
static fk_status weld_sparse(gather *g, size_t begin, size_t end, const spread *s)
{
    fk_context *context = g->builder->context;
    list l = {.vertex = fk_allocate(context, 2 * s->count * sizeof *l.vertex)};
    if (l.vertex == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = visit_corners(g, begin, end, list_vertex, &l);
    fk_sort_u64(l.vertex, l.vertex + s->count, l.count);
    for (size_t i = 0; status == FK_OK && i < l.count; i++)
        status = weld_vertex(g, (size_t)l.vertex[i]);
    fk_release(context, l.vertex, 2 * s->count * sizeof *l.vertex);
    return status == FK_OK ? weld_waiting(g) : status;
}

static fk_status copy_triangles(gather *g, size_t number)
{
    fk_builder *b = g->builder;
    const fk_builder_run *r = fk_chunks_at(&b->run, number);
    for (size_t i = r->first; i < run_end(b, number); i++) {
        fk_triangle t = *(const fk_triangle *)fk_chunks_at(&b->triangle, i);
        fk_vec3 place[3];
        for (int k = 0; k < 3; k++) {
            place[k] = *(const fk_vec3 *)fk_chunks_at(&b->point, t.corner[k]);
            t.corner[k] = g->number[t.corner[k]];
        }
        if (fk_builder_is_collapsed(b, t, place)) {
            g->losses.collapsed++;
            continue;
        }
        fk_triangle *added = fk_chunks_add(&g->triangle);
        if (added == NULL)
            return FK_ERROR_MEMORY;
        *added = t;
    }
    return FK_OK;
}

/* Gathers a part from the runs [begin, end) of the order. The first part has the points without triangles, too. */
static fk_status gather_part(gather *g, fk_builder_part *p, size_t begin, size_t end, bool with_unused)
{
    spread s = {.low = SIZE_MAX};
    p->first_point = g->point.count;
    p->first_triangle = g->triangle.count;
    fk_weld_restart(&g->weld);
    fk_status status = visit_corners(g, begin, end, note_vertex, &s);
    if (with_unused) {
        s.low = 0;
        s.high = g->builder->point.count - 1;
    }
    if (status == FK_OK && !fk_weld_expect(&g->weld, s.count))
        status = FK_ERROR_MEMORY;
    bool dense = with_unused || s.count == 0 || (s.high - s.low) / SPARSE <= s.count;
    if (status == FK_OK && (with_unused || s.count > 0))
        status = dense ? weld_dense(g, &s, with_unused) : weld_sparse(g, begin, end, &s);
    for (size_t i = begin; status == FK_OK && i < end; i++)
        status = copy_triangles(g, (size_t)(g->order[i] & UINT32_MAX));
    if (status == FK_OK)
        status = visit_corners(g, begin, end, forget_vertex, NULL);
    p->point_count = g->point.count - p->first_point;
    p->triangle_count = g->triangle.count - p->first_triangle;
    return status;
}

static fk_status gather_all(gather *g)
{
    fk_builder *b = g->builder;
    bool with_unused = b->options.keep_points && b->point.count > 0;
    size_t begin = 0, parts = b->join && b->part.count > 0 ? 1 : b->part.count;
    fk_status status = FK_OK;
    for (size_t i = 0; status == FK_OK && i < parts; i++) {
        size_t end = begin;
        while (end < g->run_count && g->order[end] >> 32 == i)
            end++;
        status = gather_part(g, fk_chunks_at(&b->part, i), begin, end, with_unused && i == 0);
        begin = end;
    }
    g->losses.welded = g->weld.welded;
    return status;
}

static fk_status gather_start(gather *g, fk_builder *b)
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

/* What only gathering needs; the lists of the model stay. */
static void gather_end(gather *g)
{
    fk_context *context = g->builder->context;
    fk_weld_end(&g->weld);
    fk_release(context, g->number, g->builder->point.count * sizeof *g->number);
    fk_release(context, g->is_used, g->builder->point.count);
    fk_release(context, g->order, 2 * g->run_count * sizeof *g->order);
}

/* ---- Triangles by places ------------------------------------------------------------------------------- */

/* Where the parts of welded triangles are: one run each, in order. */
static void measure_soup(fk_builder *b)
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

static bool is_kept(const fk_builder *b, const fk_builder_part *p)
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

/* A joined model has the name of its only part, or none. */
static size_t kept_name_length(const fk_builder *b, const fk_builder_part *p)
{
    return b->join && b->part.count > 1 ? 0 : name_length(b, p->name);
}

/* The parts of the model, counted: how many, and the bytes of their names. */
static uint32_t count_kept(const fk_builder *b, size_t *name_bytes)
{
    uint32_t kept = 0;
    *name_bytes = 0;
    for (size_t i = 0; i < (b->join && b->part.count > 0 ? 1 : b->part.count); i++) {
        const fk_builder_part *p = fk_chunks_at(&b->part, i);
        if (is_kept(b, p)) {
            kept++;
            *name_bytes += kept_name_length(b, p) + 1;
        }
    }
    return kept;
}

/* Fills in a mesh of the model, whose points and triangles are in their arrays already. Triangles have the numbers of the
 * vertices of all parts, which become those of this one. */
static void set_mesh(const fk_builder_part *p, fk_vec3 *point, fk_triangle *triangle, fk_mesh *mesh)
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

static fk_status pack(fk_builder *b, fk_chunks *point, fk_chunks *triangle, fk_model **out)
{
    size_t name_bytes;
    uint32_t parts = count_kept(b, &name_bytes);
    fk_model_room room;
    if (!fk_model_make_room(b->context, parts, point->count, triangle->count, name_bytes, &room))
        return FK_ERROR_MEMORY;
    fk_mesh *mesh = room.part;
    char *name = room.name;
    fk_chunks_move(point, room.point);
    fk_chunks_move(triangle, room.triangle);
    for (size_t i = 0; parts > 0 && i < (b->join ? 1 : b->part.count); i++) {
        const fk_builder_part *p = fk_chunks_at(&b->part, i);
        if (!is_kept(b, p))
            continue;
        set_mesh(p, room.point, room.triangle, mesh);
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
    /* The table of welding is given back before the block is made. */
    fk_weld_end(&b->weld);
    b->losses.welded = b->weld.welded;
    measure_soup(b);
    fk_mesh_losses found = b->losses;
    fk_status status = pack(b, &b->point, &b->triangle, out);
    if (status == FK_OK && losses != NULL)
        *losses = found;
    return status;
}

static fk_status finish_numbered(fk_builder *b, fk_mesh_losses *losses, fk_model **out)
{
    gather g;
    fk_status status = gather_start(&g, b);
    if (status == FK_OK)
        status = gather_all(&g);
    gather_end(&g);
    if (status == FK_OK)
        status = pack(b, &g.point, &g.triangle, out);
    if (status == FK_OK && losses != NULL)
        *losses = g.losses;
    fk_chunks_end(&g.point);
    fk_chunks_end(&g.triangle);
    return status;
}

static fk_status are_parts_closed(fk_context *context, const fk_model *model, bool *out)
{
    bool closed = true;
    fk_status status = FK_OK;
    for (uint32_t i = 0; status == FK_OK && closed && i < model->part_count; i++)
        status = fk_mesh_is_closed(context, &model->part[i], &closed);
    *out = closed;
    return status;
}

/* Several parts that must be closed to stay parts, and are not, become one. */
static fk_status finish_closed(fk_builder *b, fk_mesh_losses *losses, fk_model **out)
{
    fk_model *model;
    bool closed;
    fk_status status = finish_numbered(b, losses, &model);
    if (status != FK_OK)
        return status;
    status = model->part_count > 1 ? are_parts_closed(b->context, model, &closed) : FK_OK;
    if (status == FK_OK && (model->part_count <= 1 || closed)) {
        *out = model;
        return FK_OK;
    }
    fk_model_free(b->context, model);
    if (status != FK_OK)
        return status;
    b->join = true;
    return finish_numbered(b, losses, out);
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
