/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The cover of a mesh, for the rest of the library: whether pieces are still a cover without one of them, and
 * where to look first. */

#ifndef FARKAS_SPLIT_COVER_H
#define FARKAS_SPLIT_COVER_H

#include "farkas/split.h"

/* Of pieces that cover a mesh: whether they still do without piece `skip`. The numbers of pieces stay as they are. Looks only
 * at what is near that piece; with FK_NONE, which leaves out none, it is fk_cover_check, and nothing is taken for granted. */
fk_status fk_cover_check_without(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                                 uint32_t piece_count, uint32_t skip, fk_cover *out);

/* As fk_cover_check, but it begins with the triangle and the piece of a hint, where these are such, and goes
 * around: so what it finds to stick out, or to have uncovered inside beyond it, need not be the first. */
fk_status fk_cover_check_from(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                              uint32_t piece_count, const fk_cover *hint, fk_cover *out);

#endif
