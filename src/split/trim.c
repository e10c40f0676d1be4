/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pieces of a decomposition that are not needed. Where rounding leaves doubt whether something inside is open, the decomposition
 * fills it; the exact check of the cover then tells which of those pieces can go. Each costs a check of the whole cover. */

#include "farkas/split.h"
#include "split/cover.h"

static void drop(fk_context *context, fk_split *split, uint32_t index)
{
    /* The list is the split's own, and so is this copy of where it is. */
    fk_hull **piece = (fk_hull **)split->piece;
    fk_hull_free(context, piece[index]);
    split->piece_count--;
    for (uint32_t i = index; i < split->piece_count; i++)
        piece[i] = piece[i + 1];
}

fk_status fk_split_trim(fk_context *context, const fk_mesh *mesh, fk_split *split)
{
    for (uint32_t i = split->piece_count; i > split->surface_count; i--) {
        fk_cover cover;
        fk_status status =
            fk_cover_check_without(context, mesh, split->piece, split->piece_count, i - 1, &cover);
        if (status != FK_OK)
            return status;
        if (cover.covers_surface && cover.covers_inside)
            drop(context, split, i - 1);
    }
    return FK_OK;
}
