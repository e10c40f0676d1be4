/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes made by formulas, for tests, benchmarks and demonstrations: the same bytes on every machine. */

#ifndef FARKAS_MESH_GENERATE_H
#define FARKAS_MESH_GENERATE_H

#include "farkas/mesh.h"

typedef struct fk_generate_options {
    uint32_t triangles; /* about so many, where the kind has a choice; 0: its default */
    double size;        /* the length that the kind is given by; 0: its default */
} fk_generate_options;

/* The kinds in order of their number, from 0; their names, and what they are in a few words. */
size_t fk_generate_count(void);
const char *fk_generate_name(size_t kind);
const char *fk_generate_summary(size_t kind);
/* fk_generate_count() when there is none of that name. */
size_t fk_generate_find(const char *name);

/* FK_ERROR_ARGUMENT: a size that is not positive and finite, or too many triangles (2^28); FK_ERROR_MEMORY. */
fk_status fk_generate(fk_context *context, size_t kind, const fk_generate_options *options, fk_model **out);

#endif
