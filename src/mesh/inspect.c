/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Facts about a mesh: is it a solid, its area, volume and centroid, its defects.
 *
 * A triangle with a repeated corner has no interior and no boundary: each of its sides is traversed back along
 * another one. So it is degenerate and otherwise ignored: it neither opens nor closes edges, and does not orient its
 * neighbours. A triangle with three different corners on a line, which mends a T-junction, connects its neighbours
 * like any other.
 *
 * Flipped triangles: two triangles that share an edge, which no third one has, agree if one side goes up and the
 * other down. A breadth-first search orients each patch of such neighbours like its first triangle; an edge that
 * contradicts shows that the patch is not orientable, like a Möbius strip. Which half of a patch is wrong is unknown;
 * the smaller one is reported. */

#include "mesh/mesh.h"

#include <string.h>

#include "base/lists.h"

/* Marks of triangles. */
enum {
    FK_MARK_COLLAPSED = 1,  /* has a repeated corner */
    FK_MARK_DEGENERATE = 2, /* its corners are on one line */
    FK_MARK_SEEN = 4,       /* belongs to a patch already */
    FK_MARK_TURNED = 8,     /* has to be turned to agree with the first triangle of its patch */
    FK_MARK_FLIPPED = 16
};

/* Mark of an edge whose triangles cannot be turned to agree. */
#define FK_EDGE_CONFLICT 4

typedef struct defect_finder {
    const fk_mesh *mesh;
    const fk_mesh_edges *edges;
    uint8_t *mark; /* of each triangle */
    /* For each edge: how many triangles without repeated corners use it, 3 for more; and FK_EDGE_CONFLICT. */
    uint8_t *uses;
    /* For each triangle: the first one with the same corners, if it is another one; else FK_NONE. */
    uint32_t *duplicate_of;
    uint32_t *queue; /* room for all triangles */
    size_t bytes;    /* of the block that begins at `duplicate_of` */
    uint32_t total[FK_DEFECT_COUNT];
} defect_finder;

/* ---- Triangles ----------------------------------------------------------------------------------------- */

static bool has_repeated_corner(const fk_triangle *t)
{
    const uint32_t *c = t->corner;
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
}

static void find_degenerate(defect_finder *d)
{
    const fk_mesh *mesh = d->mesh;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangle[t].corner;
        if (has_repeated_corner(&mesh->triangle[t]))
            d->mark[t] |= FK_MARK_COLLAPSED | FK_MARK_DEGENERATE;
        else if (fk_is_collinear(mesh->point + c[0], mesh->point + c[1], mesh->point + c[2]))
            d->mark[t] |= FK_MARK_DEGENERATE;
        d->total[FK_DEFECT_DEGENERATE] += (d->mark[t] & FK_MARK_DEGENERATE) != 0;
    }
}

/* The corner of a triangle opposite to one of its sides. */
static uint32_t corner_opposite(const fk_mesh *mesh, uint32_t side)
{
    uint32_t k = side % 3;
    return mesh->triangle[side / 3].corner[k == 0 ? 2 : k - 1];
}

/* Triangles with the same corners share the edge of their two lower corners; sorts the triangles of that edge by the
 * third corner. key has room for twice as many items as the most used edge has sides. */
static void find_duplicates_at(defect_finder *d, uint32_t edge, uint64_t *key)
{
    const fk_mesh_edges *e = d->edges;
    uint32_t count = 0, begin = e->use_begin[edge], end = e->use_begin[edge + 1];
    for (uint32_t i = begin; i < end; i++) {
        uint32_t third = corner_opposite(d->mesh, e->use[i]), t = e->use[i] / 3;
        if (third > e->vertex[edge][1] && !(d->mark[t] & FK_MARK_COLLAPSED))
            key[count++] = (uint64_t)third << 32 | t;
    }
    if (count < 2)
        return;
    fk_sort_u64(key, key + (end - begin), count);
    uint32_t first = 0;
    for (uint32_t i = 1; i < count; i++) {
        if (key[i] >> 32 != key[first] >> 32)
            first = i;
        else {
            d->duplicate_of[(uint32_t)key[i]] = (uint32_t)key[first];
            d->total[FK_DEFECT_DUPLICATE]++;
        }
    }
}

static fk_status find_duplicate_triangles(fk_context *context, defect_finder *d)
{
    const fk_mesh_edges *e = d->edges;
    uint32_t most = 1;
    for (uint32_t i = 0; i < e->edge_count; i++) {
        uint32_t count = e->use_begin[i + 1] - e->use_begin[i];
        most = count > most ? count : most;
    }
    size_t bytes = 2 * (size_t)most * sizeof(uint64_t);
    uint64_t *key = fk_allocate(context, bytes);
    if (key == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < e->edge_count; i++)
        if (e->use_begin[i + 1] - e->use_begin[i] > 1)
            find_duplicates_at(d, i, key);
    fk_release(context, key, bytes);
    return FK_OK;
}

/* ---- Edges --------------------------------------------------------------------------------------------- */

/* The uses of an edge by triangles without repeated corners: the first two, and how many, 3 for more. */
static uint32_t find_edge_uses(const defect_finder *d, uint32_t edge, uint32_t first[2])
{
    uint32_t count = 0;
    for (uint32_t i = d->edges->use_begin[edge]; i < d->edges->use_begin[edge + 1]; i++)
        if (!(d->mark[d->edges->use[i] / 3] & FK_MARK_COLLAPSED)) {
            if (count == 2)
                return 3;
            first[count++] = d->edges->use[i];
        }
    return count;
}

static void count_edge_uses(defect_finder *d)
{
    uint32_t first[2];
    for (uint32_t e = 0; e < d->edges->edge_count; e++) {
        d->uses[e] = (uint8_t)find_edge_uses(d, e, first);
        d->total[FK_DEFECT_OPEN_EDGE] += d->uses[e] == 1;
        d->total[FK_DEFECT_NON_MANIFOLD] += d->uses[e] == 3;
    }
}

/* ---- Orientation --------------------------------------------------------------------------------------- */

static bool is_side_ascending(const defect_finder *d, uint32_t side, uint32_t edge)
{
    return d->mesh->triangle[side / 3].corner[side % 3] == d->edges->vertex[edge][0];
}

/* The only other side on the edge of a side, and whether its triangle has to be turned; FK_NONE if there is none or
 * more. */
static uint32_t neighbour_side(const defect_finder *d, uint32_t side, uint8_t *turned)
{
    uint32_t edge = d->edges->edge_of[side], pair[2];
    if (d->uses[edge] != 2)
        return FK_NONE;
    find_edge_uses(d, edge, pair);
    bool agree = is_side_ascending(d, pair[0], edge) != is_side_ascending(d, pair[1], edge);
    uint8_t own = d->mark[side / 3] & FK_MARK_TURNED;
    *turned = agree ? own : own ^ FK_MARK_TURNED;
    return pair[0] == side ? pair[1] : pair[0];
}

typedef struct orientable_patch {
    uint32_t count, turned; /* triangles in the queue, and how many of them are turned */
    uint32_t conflict;      /* the first edge that contradicts, or FK_NONE */
} orientable_patch;

static void visit_patch_side(defect_finder *d, orientable_patch *p, uint32_t side)
{
    uint8_t turned = 0;
    uint32_t other = neighbour_side(d, side, &turned), edge = d->edges->edge_of[side];
    if (other == FK_NONE)
        return;
    uint8_t *mark = &d->mark[other / 3];
    if (!(*mark & FK_MARK_SEEN)) {
        *mark |= FK_MARK_SEEN | turned;
        p->turned += turned != 0;
        d->queue[p->count++] = other / 3;
    } else if ((*mark & FK_MARK_TURNED) != turned && edge < p->conflict) {
        p->conflict = edge;
    }
}

static void orient_patch(defect_finder *d, uint32_t first)
{
    orientable_patch p = {.count = 1, .conflict = FK_NONE};
    d->queue[0] = first;
    d->mark[first] |= FK_MARK_SEEN;
    for (uint32_t i = 0; i < p.count; i++)
        for (uint32_t k = 0; k < 3; k++)
            visit_patch_side(d, &p, 3 * d->queue[i] + k);
    if (p.conflict != FK_NONE) {
        d->uses[p.conflict] |= FK_EDGE_CONFLICT;
        d->total[FK_DEFECT_NOT_ORIENTABLE]++;
        return;
    }
    /* Of two equal halves, the one with the first triangle is right. */
    uint8_t wrong = 2 * (uint64_t)p.turned <= p.count ? FK_MARK_TURNED : 0;
    for (uint32_t i = 0; i < p.count; i++) {
        uint8_t *mark = &d->mark[d->queue[i]];
        if ((*mark & FK_MARK_TURNED) == wrong) {
            *mark |= FK_MARK_FLIPPED;
            d->total[FK_DEFECT_FLIPPED]++;
        }
    }
}

static void find_flipped(defect_finder *d)
{
    for (uint32_t t = 0; t < d->mesh->triangle_count; t++)
        if (!(d->mark[t] & (FK_MARK_SEEN | FK_MARK_COLLAPSED)))
            orient_patch(d, t);
}

/* ---- All defects --------------------------------------------------------------------------------------- */

static void free_defect_finder(fk_context *context, defect_finder *d)
{
    fk_release(context, d->duplicate_of, d->bytes);
}

static fk_status find_defects(fk_context *context, const fk_mesh *mesh, const fk_mesh_edges *edges,
                              defect_finder *out)
{
    size_t triangles = mesh->triangle_count, marks = triangles + edges->edge_count + 1;
    defect_finder d = {.mesh = mesh, .edges = edges, .bytes = 2 * triangles * sizeof *d.duplicate_of + marks};
    d.duplicate_of = fk_allocate(context, d.bytes);
    if (d.duplicate_of == NULL)
        return FK_ERROR_MEMORY;
    d.queue = d.duplicate_of + triangles;
    d.mark = (uint8_t *)(d.queue + triangles);
    d.uses = d.mark + triangles;
    memset(d.duplicate_of, 0xff, triangles * sizeof *d.duplicate_of);
    memset(d.mark, 0, marks);
    find_degenerate(&d);
    fk_status status = find_duplicate_triangles(context, &d);
    if (status != FK_OK) {
        free_defect_finder(context, &d);
        return status;
    }
    count_edge_uses(&d);
    find_flipped(&d);
    *out = d;
    return FK_OK;
}

static fk_defect triangle_defect(fk_defect_kind kind, uint32_t triangle, uint32_t other)
{
    fk_defect defect = {kind, triangle, other, {FK_NONE, FK_NONE}};
    return defect;
}

static fk_defect *write_marked_triangles(const defect_finder *d, fk_defect_kind kind, uint8_t mark,
                                         fk_defect *out)
{
    for (uint32_t t = 0; t < d->mesh->triangle_count && d->total[kind] > 0; t++)
        if (d->mark[t] & mark)
            *out++ = triangle_defect(kind, t, FK_NONE);
    return out;
}

static fk_defect *write_duplicates(const defect_finder *d, fk_defect *out)
{
    for (uint32_t t = 0; t < d->mesh->triangle_count && d->total[FK_DEFECT_DUPLICATE] > 0; t++)
        if (d->duplicate_of[t] != FK_NONE)
            *out++ = triangle_defect(FK_DEFECT_DUPLICATE, t, d->duplicate_of[t]);
    return out;
}

/* Writes the edges whose uses have the given bits. */
static fk_defect *write_edge_defects(const defect_finder *d, fk_defect_kind kind, uint8_t bits, uint8_t value,
                                     fk_defect *out)
{
    uint32_t first[2];
    for (uint32_t e = 0; e < d->edges->edge_count && d->total[kind] > 0; e++)
        if ((d->uses[e] & bits) == value) {
            const uint32_t *vertex = d->edges->vertex[e];
            find_edge_uses(d, e, first);
            fk_defect defect = {kind, first[0] / 3, FK_NONE, {vertex[0], vertex[1]}};
            *out++ = defect;
        }
    return out;
}

/* Writes all defects in order. */
static void write_defects(const defect_finder *d, fk_defect *out)
{
    out = write_marked_triangles(d, FK_DEFECT_DEGENERATE, FK_MARK_DEGENERATE, out);
    out = write_duplicates(d, out);
    out = write_marked_triangles(d, FK_DEFECT_FLIPPED, FK_MARK_FLIPPED, out);
    out = write_edge_defects(d, FK_DEFECT_OPEN_EDGE, 3, 1, out);
    out = write_edge_defects(d, FK_DEFECT_NON_MANIFOLD, 3, 3, out);
    write_edge_defects(d, FK_DEFECT_NOT_ORIENTABLE, FK_EDGE_CONFLICT, FK_EDGE_CONFLICT, out);
}

/* ---- Facts, in one block -------------------------------------------------------------------------------- */

const char *fk_defect_word(fk_defect_kind kind)
{
    static const char *const word[] = {
#define FK_DEFECT_WORD(name, text) text,
        FK_DEFECT_LIST(FK_DEFECT_WORD)
#undef FK_DEFECT_WORD
    };
    return (unsigned)kind < FK_DEFECT_COUNT ? word[kind] : "";
}

static fk_status count_used(fk_context *context, const fk_mesh *mesh, uint32_t *out)
{
    size_t bytes = (size_t)mesh->vertex_count + 1;
    uint8_t *is_used = fk_allocate(context, bytes);
    if (is_used == NULL)
        return FK_ERROR_MEMORY;
    memset(is_used, 0, bytes);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            is_used[mesh->triangle[t].corner[k]] = 1;
    *out = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        *out += is_used[v];
    fk_release(context, is_used, bytes);
    return FK_OK;
}

static fk_status measure_all(fk_context *context, const fk_mesh *mesh, const defect_finder *d,
                             fk_mesh_facts *facts)
{
    fk_status status = FK_OK;
    facts->box = fk_measure_box(mesh);
    fk_measure area = fk_measure_area(mesh, &facts->box, d->mark, FK_MARK_DEGENERATE), best = area;
    facts->area = area.amount;
    if (facts->is_solid) {
        status = fk_measure_volume(context, mesh, &facts->box, &best);
        facts->volume = best.amount;
        facts->is_inside_out = best.sign < 0;
    }
    facts->centroid = best.sign != 0           ? best.centroid
                      : mesh->vertex_count > 0 ? fk_measure_box_center(&facts->box)
                                               : fk_vec3_make(0, 0, 0);
    return status;
}

/* Computes everything except the list of defects. */
static fk_status gather_facts(fk_context *context, const fk_mesh *mesh, const fk_mesh_edges *edges,
                              const defect_finder *d, fk_mesh_facts *facts)
{
    uint32_t used;
    facts->is_solid =
        d->total[FK_DEFECT_DEGENERATE] < mesh->triangle_count && fk_mesh_edges_are_closed(mesh, edges);
    facts->edge_count = edges->edge_count;
    fk_status status = count_used(context, mesh, &used);
    if (status == FK_OK) {
        facts->euler = (int64_t)used - edges->edge_count + mesh->triangle_count;
        status = fk_mesh_components(context, mesh, d->queue, &facts->component_count);
    }
    return status == FK_OK ? measure_all(context, mesh, d, facts) : status;
}

static fk_status pack_facts(fk_context *context, const defect_finder *d, const fk_mesh_facts *facts,
                            fk_mesh_facts **out)
{
    uint64_t count = 0;
    for (int kind = 0; kind < FK_DEFECT_COUNT; kind++)
        count += d->total[kind];
    if (count > UINT32_MAX)
        return FK_ERROR_MEMORY;
    size_t bytes = sizeof(fk_mesh_facts) + (size_t)count * sizeof(fk_defect);
    fk_mesh_facts *packed = fk_allocate(context, bytes);
    if (packed == NULL)
        return FK_ERROR_MEMORY;
    fk_defect *defect = (fk_defect *)(packed + 1);
    write_defects(d, defect);
    *packed = *facts;
    memcpy(packed->defect_total, d->total, sizeof d->total);
    packed->defect_count = (uint32_t)count;
    packed->defect = defect;
    packed->bytes = bytes;
    *out = packed;
    return FK_OK;
}

fk_status fk_mesh_inspect(fk_context *context, const fk_mesh *mesh, fk_mesh_facts **out)
{
    fk_mesh_edges *edges;
    defect_finder d;
    fk_status status = fk_mesh_edges_build(context, mesh, &edges);
    if (status != FK_OK)
        return status;
    status = find_defects(context, mesh, edges, &d);
    if (status == FK_OK) {
        fk_mesh_facts facts;
        memset(&facts, 0, sizeof facts);
        status = gather_facts(context, mesh, edges, &d, &facts);
        if (status == FK_OK)
            status = pack_facts(context, &d, &facts, out);
        free_defect_finder(context, &d);
    }
    fk_mesh_edges_free(context, edges);
    return status;
}

void fk_mesh_facts_free(fk_context *context, fk_mesh_facts *facts)
{
    if (facts != NULL)
        fk_release(context, facts, facts->bytes);
}
