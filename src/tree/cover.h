/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The cover of a mesh, for the rest of the library: whether pieces are still a cover without one of them. */

#ifndef FARKAS_TREE_COVER_H
#define FARKAS_TREE_COVER_H

#include "farkas/tree.h"

/* Of pieces that cover a mesh: whether they still do without piece `skip`. The numbers of pieces stay as they are. Looks only
 * at what is near that piece; with FK_NONE, which leaves out none, it is fk_cover_check, and nothing is taken for granted. */
fk_status fk_cover_check_without(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                                 uint32_t piece_count, uint32_t skip, fk_cover *out);

#endif
