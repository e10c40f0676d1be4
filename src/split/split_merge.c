/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Clusters of triangles, and their merging: the hierarchical clustering of Mamou and Ghorbel, "A simple and efficient
 * approach for 3D mesh approximate convex decomposition", ICIP 2009, as in Grulich, "Collision detection in 3D space", 2016,
 * section 5.1. Clusters are the vertices of a graph, first one for each triangle, with an edge where triangles share one. The
 * edge of least cost is collapsed again and again. Its cost is the concavity of the hull of both clusters
 * (split_concavity.c), plus a small term for the size of the union's box relative to its area. The paper has the perimeter in
 * place of the box; but then clusters grow along the surface, and do not close around a solid.
 *
 * A cluster keeps only the vertices of its hull, since hulls of unions need no more. Concavity grows with hulls: when a
 * cluster grows, its edges keep their concavity as a lower bound, and are measured anew only when they become the cheapest.
 *
 * Beyond the paper, near clusters that are not connected may get edges as well, and clusters may have no triangles: those
 * fill the inside of solids. Collapsing into a cluster with e edges takes O(e log n) steps; so a cluster with edges to all
 * others makes the whole quadratic. */

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "split/split.h"

#define NEAREST 12 /* edges that a cluster gets to others near it */

/* ---- Heap of edges by cost, then by number ------------------------------------------------------------- */

static bool comes_first(const fk_split_graph *g, uint32_t a, uint32_t b)
{
    double x = g->edge[a].cost, y = g->edge[b].cost;
    return x < y || (x == y && a < b);
}

static void heap_put(fk_split_graph *g, uint32_t place, uint32_t edge)
{
    g->heap[place] = edge;
    g->edge[edge].place = place;
}

static void heap_up(fk_split_graph *g, uint32_t place, uint32_t edge)
{
    while (place > 0 && comes_first(g, edge, g->heap[(place - 1) / 2])) {
        heap_put(g, place, g->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    heap_put(g, place, edge);
}

static void heap_down(fk_split_graph *g, uint32_t place, uint32_t edge)
{
    for (uint32_t child = 2 * place + 1; child < g->heap_count; child = 2 * place + 1) {
        if (child + 1 < g->heap_count && comes_first(g, g->heap[child + 1], g->heap[child]))
            child++;
        if (!comes_first(g, g->heap[child], edge))
            break;
        heap_put(g, place, g->heap[child]);
        place = child;
    }
    heap_put(g, place, edge);
}

/* Moves an edge to the place of its cost in the heap. */
static void heap_update(fk_split_graph *g, uint32_t edge)
{
    uint32_t place = g->edge[edge].place;
    if (place == FK_NONE)
        heap_up(g, g->heap_count++, edge);
    else if (place > 0 && comes_first(g, edge, g->heap[(place - 1) / 2]))
        heap_up(g, place, edge);
    else
        heap_down(g, place, edge);
}

static void heap_remove(fk_split_graph *g, uint32_t edge)
{
    uint32_t place = g->edge[edge].place;
    if (place == FK_NONE)
        return;
    g->edge[edge].place = FK_NONE;
    uint32_t last = g->heap[--g->heap_count];
    if (last != edge) {
        g->edge[last].place = place;
        g->heap[place] = last;
        heap_update(g, last);
    }
}

/* ---- Edges --------------------------------------------------------------------------------------------- */

static bool reserve_edges(fk_split_graph *g, size_t count)
{
    return count < UINT32_MAX &&
           fk_grow(g->context, &g->edge, sizeof *g->edge, g->edge_count, &g->edge_capacity, count) &&
           fk_grow(g->context, &g->heap, sizeof *g->heap, g->heap_count, &g->heap_capacity, count);
}

/* Sets the cost of an edge from its known concavity. */
static void set_cost(fk_split_graph *g, uint32_t edge)
{
    fk_split_edge *e = &g->edge[edge];
    const fk_split_cluster *x = &g->cluster[e->end[0]], *y = &g->cluster[e->end[1]];
    fk_vec3 size;
    for (int k = 0; k < 3; k++)
        *fk_vec3_at(&size, k) = fk_larger(fk_vec3_get(x->high, k), fk_vec3_get(y->high, k)) -
                                fk_smaller(fk_vec3_get(x->low, k), fk_vec3_get(y->low, k));
    double area = x->area + y->area, square = fk_vec3_dot(size, size);
    double shape = area > 0 ? square / area : 0;
    e->concavity = fk_larger(e->concavity, fk_larger(x->concavity, y->concavity));
    e->cost = e->concavity + g->shape_weight * fk_smaller(shape, 1e9);
}

/* Adds an edge, for which there is room. */
static void add_graph_edge(fk_split_graph *g, uint32_t a, uint32_t b)
{
    uint32_t edge = g->edge_count++;
    fk_split_edge *e = &g->edge[edge];
    e->end[0] = a;
    e->end[1] = b;
    for (int k = 0; k < 2; k++) {
        e->next[k] = g->cluster[e->end[k]].first_edge;
        g->cluster[e->end[k]].first_edge = edge;
    }
    e->place = FK_NONE;
    e->is_alive = true;
    e->is_fresh = false;
    e->concavity = 0;
    set_cost(g, edge);
    heap_update(g, edge);
}

/* Which end of an edge a cluster is. */
static int edge_end(const fk_split_edge *e, uint32_t cluster)
{
    return e->end[0] == cluster ? 0 : 1;
}

/* The first edge that is alive in the list of a cluster, from `edge` on. */
static uint32_t next_alive(const fk_split_graph *g, uint32_t cluster, uint32_t edge)
{
    while (edge != FK_NONE && !g->edge[edge].is_alive)
        edge = g->edge[edge].next[edge_end(&g->edge[edge], cluster)];
    return edge;
}

static uint32_t next_edge(const fk_split_graph *g, uint32_t cluster, uint32_t edge)
{
    return next_alive(g, cluster, g->edge[edge].next[edge_end(&g->edge[edge], cluster)]);
}

static uint32_t other_end(const fk_split_graph *g, uint32_t cluster, uint32_t edge)
{
    return g->edge[edge].end[1 - edge_end(&g->edge[edge], cluster)];
}

static void remove_edge(fk_split_graph *g, uint32_t edge)
{
    heap_remove(g, edge);
    g->edge[edge].is_alive = false;
}

/* Sets or clears the marks of a cluster's neighbours: the edges to them. */
static void mark_neighbors(fk_split_graph *g, uint32_t x, bool remember)
{
    for (uint32_t e = next_alive(g, x, g->cluster[x].first_edge); e != FK_NONE; e = next_edge(g, x, e))
        g->mark[other_end(g, x, e)] = remember ? e : FK_NONE;
}

/* ---- Clusters ------------------------------------------------------------------------------------------ */

static bool reserve_clusters(fk_split_graph *g, size_t count)
{
    return count < UINT32_MAX &&
           fk_grow(g->context, &g->cluster, sizeof *g->cluster, g->cluster_count, &g->cluster_capacity,
                   count) &&
           fk_grow(g->context, &g->mark, sizeof *g->mark, g->cluster_count, &g->mark_capacity, count);
}

static bool reserve_scratch(fk_split_graph *g, size_t count)
{
    return fk_grow(g->context, &g->scratch, sizeof *g->scratch, 0, &g->scratch_capacity, count);
}

static void find_cluster_box(fk_split_graph *g, fk_split_cluster *c)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < c->count; i++)
        box = fk_aabb_include(box, fk_split_unit_apply(&g->samples->unit, c->point[i]));
    c->low = box.min;
    c->high = box.max;
}

/* Adds a cluster, for which there is room; copies its points. */
static fk_status add_cluster(fk_split_graph *g, const fk_vec3 *point, uint32_t count, bool is_surface)
{
    fk_split_cluster c;
    memset(&c, 0, sizeof c);
    c.point = fk_allocate(g->context, count * sizeof *c.point);
    if (c.point == NULL)
        return FK_ERROR_MEMORY;
    memcpy(c.point, point, count * sizeof *point);
    c.count = c.capacity = count;
    c.into = g->cluster_count;
    c.first_edge = FK_NONE;
    c.is_surface = is_surface;
    c.has_cells = !is_surface;
    find_cluster_box(g, &c);
    g->mark[g->cluster_count] = FK_NONE;
    g->cluster[g->cluster_count++] = c;
    g->alive_count++;
    return FK_OK;
}

fk_status fk_split_graph_add(fk_split_graph *g, const fk_vec3 *point, uint32_t count)
{
    double concavity;
    uint32_t kept;
    if (!reserve_clusters(g, (size_t)g->cluster_count + 1) || !reserve_scratch(g, count))
        return FK_ERROR_MEMORY;
    memcpy(g->scratch, point, count * sizeof *point);
    fk_status status = fk_split_measure_concavity(g->samples, g->scratch, count, DBL_MAX, &concavity, &kept);
    if (status == FK_OK)
        status = add_cluster(g, g->scratch, kept, false);
    if (status == FK_OK) {
        fk_split_cluster *c = &g->cluster[g->cluster_count - 1];
        fk_vec3 size = fk_vec3_sub(c->high, c->low);
        c->concavity = concavity;
        c->area = fk_vec3_dot(size, size) / 2;
    }
    return status;
}

static void free_cluster(fk_split_graph *g, fk_split_cluster *c)
{
    fk_release(g->context, c->point, c->capacity * sizeof *c->point);
    c->point = NULL;
}

uint32_t fk_split_graph_root(const fk_split_graph *g, uint32_t cluster)
{
    while (g->cluster[cluster].into != cluster)
        cluster = g->cluster[cluster].into;
    return cluster;
}

/* ---- The dual graph ------------------------------------------------------------------------------------ */

static fk_status add_triangle_cluster(fk_split_graph *g, const fk_mesh *mesh, uint32_t t)
{
    const uint32_t *corner = mesh->triangle[t].corner;
    const fk_vec3 point[3] = {mesh->point[corner[0]], mesh->point[corner[1]], mesh->point[corner[2]]};
    fk_status status = add_cluster(g, point, 3, true);
    if (status != FK_OK)
        return status;
    fk_vec3 p[3];
    for (int k = 0; k < 3; k++)
        p[k] = fk_split_unit_apply(&g->samples->unit, point[k]);
    fk_split_cluster *c = &g->cluster[g->cluster_count - 1];
    c->area = fk_vec3_length(fk_vec3_cross(fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0]))) / 2;
    return FK_OK;
}

/* Connects the triangles of an edge of the mesh, each with the next. Two triangles may have more than one common edge. */
static void add_dual_edges(fk_split_graph *g, const fk_mesh_edges *edges)
{
    for (uint32_t e = 0; e < edges->edge_count; e++)
        for (uint32_t i = edges->use_begin[e] + 1; i < edges->use_begin[e + 1]; i++)
            if (edges->use[i - 1] / 3 != edges->use[i] / 3)
                add_graph_edge(g, edges->use[i - 1] / 3, edges->use[i] / 3);
}

fk_status fk_split_graph_init(fk_context *context, const fk_mesh *mesh, const fk_mesh_edges *edges,
                              fk_split_samples *samples, double limit, fk_split_graph *g)
{
    memset(g, 0, sizeof *g);
    g->context = context;
    g->samples = samples;
    g->shape_weight = (limit + 0.001) / 10;
    if (!reserve_clusters(g, mesh->triangle_count) || !reserve_edges(g, (size_t)3 * mesh->triangle_count))
        return FK_ERROR_MEMORY;
    fk_status status = FK_OK;
    for (uint32_t t = 0; t < mesh->triangle_count && status == FK_OK; t++)
        status = add_triangle_cluster(g, mesh, t);
    if (status == FK_OK)
        add_dual_edges(g, edges);
    return status;
}

void fk_split_graph_end(fk_split_graph *g)
{
    for (uint32_t i = 0; i < g->cluster_count; i++)
        free_cluster(g, &g->cluster[i]);
    fk_release(g->context, g->cluster, g->cluster_capacity * sizeof *g->cluster);
    fk_release(g->context, g->edge, g->edge_capacity * sizeof *g->edge);
    fk_release(g->context, g->heap, g->heap_capacity * sizeof *g->heap);
    fk_release(g->context, g->mark, g->mark_capacity * sizeof *g->mark);
    fk_release(g->context, g->scratch, g->scratch_capacity * sizeof *g->scratch);
}

/* ---- Edges between neighbours -------------------------------------------------------------------------- */

static double cluster_box_distance(const fk_split_cluster *a, const fk_split_cluster *b)
{
    fk_vec3 gap;
    for (int k = 0; k < 3; k++) {
        double above = fk_vec3_get(b->low, k) - fk_vec3_get(a->high, k);
        double below = fk_vec3_get(a->low, k) - fk_vec3_get(b->high, k);
        *fk_vec3_at(&gap, k) = fk_larger(fk_larger(above, below), 0);
    }
    return fk_vec3_length(gap);
}

static double center_distance(const fk_split_cluster *a, const fk_split_cluster *b)
{
    return fk_vec3_length(fk_vec3_sub(fk_vec3_add(a->low, a->high), fk_vec3_add(b->low, b->high)));
}

/* The nearest clusters, by distance. */
typedef struct near_clusters {
    uint32_t count, cluster[NEAREST];
    double distance[NEAREST];
} near_clusters;

static void offer_cluster(near_clusters *n, uint32_t cluster, double distance)
{
    if (n->count == NEAREST && distance >= n->distance[NEAREST - 1])
        return;
    uint32_t at = n->count < NEAREST ? n->count++ : NEAREST - 1;
    for (; at > 0 && n->distance[at - 1] > distance; at--) {
        n->distance[at] = n->distance[at - 1];
        n->cluster[at] = n->cluster[at - 1];
    }
    n->distance[at] = distance;
    n->cluster[at] = cluster;
}

/* Finds the nearest clusters that have no edge to x. */
static void find_near_clusters(const fk_split_graph *g, uint32_t x, double gap, near_clusters *n)
{
    n->count = 0;
    for (uint32_t y = 0; y < g->cluster_count; y++) {
        if (y == x || g->cluster[y].point == NULL || g->mark[y] != FK_NONE)
            continue;
        double apart = cluster_box_distance(&g->cluster[x], &g->cluster[y]);
        if (apart <= gap)
            offer_cluster(n, y, apart + center_distance(&g->cluster[x], &g->cluster[y]));
    }
}

fk_status fk_split_graph_connect(fk_split_graph *g, double gap)
{
    near_clusters n;
    for (uint32_t x = 0; x < g->cluster_count; x++) {
        if (g->cluster[x].point == NULL)
            continue;
        mark_neighbors(g, x, true);
        find_near_clusters(g, x, gap, &n);
        mark_neighbors(g, x, false);
        if (!reserve_edges(g, (size_t)g->edge_count + n.count))
            return FK_ERROR_MEMORY;
        for (uint32_t i = 0; i < n.count; i++)
            add_graph_edge(g, x, n.cluster[i]);
    }
    return FK_OK;
}

/* ---- Collapse ------------------------------------------------------------------------------------------ */

/* Gathers the points of both ends of an edge in g->scratch. */
static fk_status gather_union(fk_split_graph *g, const fk_split_edge *e, uint32_t *count)
{
    const fk_split_cluster *x = &g->cluster[e->end[0]], *y = &g->cluster[e->end[1]];
    *count = x->count + y->count;
    if (!reserve_scratch(g, *count))
        return FK_ERROR_MEMORY;
    memcpy(g->scratch, x->point, x->count * sizeof *x->point);
    memcpy(g->scratch + x->count, y->point, y->count * sizeof *y->point);
    return FK_OK;
}

static bool has_cells(const fk_split_graph *g, uint32_t edge)
{
    return g->cluster[g->edge[edge].end[0]].has_cells || g->cluster[g->edge[edge].end[1]].has_cells;
}

static fk_status measure_edge(fk_split_graph *g, uint32_t edge)
{
    uint32_t count;
    double concavity;
    fk_status status = gather_union(g, &g->edge[edge], &count);
    if (status == FK_OK)
        status = fk_split_measure_concavity(g->samples, g->scratch, count,
                                            has_cells(g, edge) ? g->limit : DBL_MAX, &concavity, NULL);
    if (status != FK_OK)
        return status;
    g->edge[edge].concavity = fk_larger(g->edge[edge].concavity, concavity);
    g->edge[edge].is_fresh = true;
    set_cost(g, edge);
    heap_update(g, edge);
    return FK_OK;
}

/* Makes x the union of the ends of an edge. */
static fk_status unite_points(fk_split_graph *g, uint32_t edge, uint32_t x)
{
    uint32_t count, kept;
    double concavity;
    fk_status status = gather_union(g, &g->edge[edge], &count);
    if (status == FK_OK)
        status = fk_split_measure_concavity(g->samples, g->scratch, count, DBL_MAX, &concavity, &kept);
    fk_vec3 *point = status == FK_OK ? fk_allocate(g->context, kept * sizeof *point) : NULL;
    if (point == NULL)
        return status != FK_OK ? status : FK_ERROR_MEMORY;
    memcpy(point, g->scratch, kept * sizeof *point);
    fk_split_cluster *c = &g->cluster[x];
    free_cluster(g, c);
    c->point = point;
    c->count = c->capacity = kept;
    c->concavity = fk_larger(g->edge[edge].concavity, concavity);
    return FK_OK;
}

/* Moves the edges of y to x; where x has an edge to the same cluster, the two become one. */
static void move_edges(fk_split_graph *g, uint32_t y, uint32_t x)
{
    mark_neighbors(g, x, true);
    uint32_t next;
    for (uint32_t e = next_alive(g, y, g->cluster[y].first_edge); e != FK_NONE; e = next) {
        next = next_edge(g, y, e);
        uint32_t z = other_end(g, y, e), twin = g->mark[z];
        if (z == x) { /* another edge between the same two */
            remove_edge(g, e);
            continue;
        }
        if (twin != FK_NONE) {
            g->edge[twin].concavity = fk_larger(g->edge[twin].concavity, g->edge[e].concavity);
            remove_edge(g, e);
            continue;
        }
        int k = edge_end(&g->edge[e], y);
        g->edge[e].end[k] = x;
        g->edge[e].next[k] = g->cluster[x].first_edge;
        g->cluster[x].first_edge = e;
        g->mark[z] = e;
    }
    g->cluster[y].first_edge = FK_NONE;
    mark_neighbors(g, x, false);
}

/* Removes dead edges from a list. */
static void clean_edges(fk_split_graph *g, uint32_t x)
{
    uint32_t next, kept = FK_NONE;
    for (uint32_t e = next_alive(g, x, g->cluster[x].first_edge); e != FK_NONE; e = next) {
        next = next_edge(g, x, e);
        g->edge[e].next[edge_end(&g->edge[e], x)] = kept;
        kept = e;
    }
    g->cluster[x].first_edge = kept;
}

/* Updates bounds and costs of all edges after x has grown; they become candidates again. */
static void refresh_edges(fk_split_graph *g, uint32_t x)
{
    clean_edges(g, x);
    for (uint32_t e = g->cluster[x].first_edge; e != FK_NONE; e = next_edge(g, x, e)) {
        g->edge[e].is_fresh = false;
        set_cost(g, e);
        heap_update(g, e);
    }
}

static fk_status collapse_edge(fk_split_graph *g, uint32_t edge)
{
    uint32_t a = g->edge[edge].end[0], b = g->edge[edge].end[1];
    uint32_t x = a < b ? a : b, y = a < b ? b : a;
    fk_status status = unite_points(g, edge, x);
    if (status != FK_OK)
        return status;
    fk_split_cluster *into = &g->cluster[x], *from = &g->cluster[y];
    into->area += from->area;
    into->is_surface = into->is_surface || from->is_surface;
    into->has_cells = into->has_cells || from->has_cells;
    find_cluster_box(g, into);
    remove_edge(g, edge);
    move_edges(g, y, x);
    free_cluster(g, from);
    from->into = x;
    g->alive_count--;
    refresh_edges(g, x);
    return FK_OK;
}

void fk_split_graph_absorb(fk_split_graph *g, uint32_t y, uint32_t x)
{
    g->cluster[x].is_surface = g->cluster[x].is_surface || g->cluster[y].is_surface;
    move_edges(g, y, x);
    free_cluster(g, &g->cluster[y]);
    g->cluster[y].into = x;
    g->alive_count--;
    refresh_edges(g, x);
}

/* Edges that exceed the limit leave the heap until one of their clusters grows. Then they still exceed it; but a later call
 * may have another limit, and begins with all edges. */
static void fill_heap(fk_split_graph *g)
{
    for (uint32_t e = 0; e < g->edge_count; e++)
        if (g->edge[e].is_alive && g->edge[e].place == FK_NONE)
            heap_update(g, e);
}

fk_status fk_split_graph_merge(fk_split_graph *g, double limit, uint32_t target)
{
    fk_status status = FK_OK;
    g->limit = limit;
    fill_heap(g);
    while (status == FK_OK && g->heap_count > 0 && g->alive_count > target) {
        uint32_t e = g->heap[0];
        if (g->edge[e].concavity > limit)
            heap_remove(g, e);
        else if (!g->edge[e].is_fresh)
            status = measure_edge(g, e);
        else
            status = collapse_edge(g, e);
    }
    return status;
}
