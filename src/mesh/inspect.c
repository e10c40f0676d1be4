/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a mesh is, what it measures, and what is wrong with it, in one block. */

#include <string.h>

#include "farkas/mesh.h"
#include "mesh/mesh.h"

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

static fk_status measure_all(fk_context *context, const fk_mesh *mesh, const fk_defects *d,
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
                      : mesh->vertex_count > 0 ? fk_measure_middle(&facts->box)
                                               : fk_vec3_make(0, 0, 0);
    return status;
}

/* Everything but the list; it needs what the defects were found with. */
static fk_status gather_facts(fk_context *context, const fk_mesh *mesh, const fk_mesh_edges *edges,
                              const fk_defects *d, fk_mesh_facts *facts)
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

static fk_status pack_facts(fk_context *context, const fk_defects *d, const fk_mesh_facts *facts,
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
    fk_defects_write(d, defect);
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
    fk_defects defects;
    fk_status status = fk_mesh_edges_build(context, mesh, &edges);
    if (status != FK_OK)
        return status;
    status = fk_defects_find(context, mesh, edges, &defects);
    if (status == FK_OK) {
        fk_mesh_facts facts;
        memset(&facts, 0, sizeof facts);
        status = gather_facts(context, mesh, edges, &defects, &facts);
        if (status == FK_OK)
            status = pack_facts(context, &defects, &facts, out);
        fk_defects_end(context, &defects);
    }
    fk_mesh_edges_free(context, edges);
    return status;
}

void fk_mesh_facts_free(fk_context *context, fk_mesh_facts *facts)
{
    if (facts != NULL)
        fk_release(context, facts, facts->bytes);
}
