/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Verdicts on many pairs of cells. */

#include "farkas/narrow.h"

static bool is_cell(fk_kind kind)
{
    return kind == FK_KIND_BOX || kind == FK_KIND_TETRA;
}

static bool in_range(const fk_index_pair *pair, size_t count, size_t count_a, size_t count_b)
{
    if (pair == NULL)
        return count <= count_a && count <= count_b;
    for (size_t i = 0; i < count; i++)
        if (pair[i].a >= count_a || pair[i].b >= count_b)
            return false;
    return true;
}

static fk_piece cell_at(const fk_cells *cells, size_t i)
{
    fk_piece piece = {.kind = cells->kind};
    piece.as.cell.origin = fk_vec3_make(cells->origin[0][i], cells->origin[1][i], cells->origin[2][i]);
    for (int k = 0; k < 3; k++)
        piece.as.cell.edge[k] =
            fk_vec3_make(cells->edge[k][0][i], cells->edge[k][1][i], cells->edge[k][2][i]);
    return piece;
}

static fk_piece cell_at_float(const fk_cells_float *cells, size_t i)
{
    fk_piece piece = {.kind = cells->kind};
    piece.as.cell.origin =
        fk_vec3_make((double)cells->origin[0][i], (double)cells->origin[1][i], (double)cells->origin[2][i]);
    for (int k = 0; k < 3; k++)
        piece.as.cell.edge[k] = fk_vec3_make((double)cells->edge[k][0][i], (double)cells->edge[k][1][i],
                                             (double)cells->edge[k][2][i]);
    return piece;
}

fk_status fk_cells_verdict(const fk_cells *a, const fk_cells *b, const fk_index_pair *pair, size_t count,
                           uint8_t *verdict)
{
    if (!is_cell(a->kind) || !is_cell(b->kind) || !in_range(pair, count, a->count, b->count))
        return FK_ERROR_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        fk_piece p = cell_at(a, pair != NULL ? pair[i].a : i), q = cell_at(b, pair != NULL ? pair[i].b : i);
        verdict[i] = (uint8_t)fk_pair_verdict(&p, &q);
    }
    return FK_OK;
}

fk_status fk_cells_verdict_float(const fk_cells_float *a, const fk_cells_float *b, const fk_index_pair *pair,
                                 size_t count, uint8_t *verdict)
{
    if (!is_cell(a->kind) || !is_cell(b->kind) || !in_range(pair, count, a->count, b->count))
        return FK_ERROR_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        fk_piece p = cell_at_float(a, pair != NULL ? pair[i].a : i);
        fk_piece q = cell_at_float(b, pair != NULL ? pair[i].b : i);
        verdict[i] = (uint8_t)fk_pair_verdict(&p, &q);
    }
    return FK_OK;
}
