/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A mechanical assembly made by formulas, for tests, benchmarks and demonstrations: stations on rails, with
 * brackets, gearboxes, pipes, plates on spacers, and trays of spare parts. Many parts share a mesh. The relation of
 * every pair of parts is known by construction, and the same arguments give the same assembly on every machine.
 *
 * Lengths are in mm. Faces that touch lie in planes at exact doubles, and parts that touch have poses that permute
 * axes, or rotate around the normal of the contact. Other pairs have a gap that is far below or above the clearance. */

#ifndef FARKAS_GEN_ASSEMBLY_H
#define FARKAS_GEN_ASSEMBLY_H

#include "farkas/mesh.h"

/* Pairs that are closer have a row of the kind `clearance`. */
#define FK_ASSEMBLY_CLEARANCE 0.125

#define FK_ASSEMBLY_FEWEST 2
#define FK_ASSEMBLY_MOST   100000

/* A mesh that parts share; fk_assembly_mesh_make makes it. */
typedef struct fk_assembly_mesh {
    char name[24]; /* of its file, without ending: unique */
    uint32_t shape;
    double size[8];
} fk_assembly_mesh;

typedef struct fk_assembly_part {
    char name[48]; /* as in a CAD export, "gearbox_02/bolt_3": unique */
    uint32_t mesh;
    fk_vec3 position, rpy_deg; /* the pose, as a scene has it */
} fk_assembly_part;

/* The kinds of pairs, with the words of `farkas check`. */
#define FK_ASSEMBLY_KIND_LIST(X)                                                                             \
    X(FK_ASSEMBLY_NEAR, "clearance")                                                                         \
    X(FK_ASSEMBLY_CONTACT, "contact")                                                                        \
    X(FK_ASSEMBLY_HARD, "hard")                                                                              \
    X(FK_ASSEMBLY_CONTAINED, "contained")                                                                    \
    X(FK_ASSEMBLY_DUPLICATE, "duplicate")

typedef enum fk_assembly_kind {
#define FK_ASSEMBLY_KIND_ENUM(name, word) name,
    FK_ASSEMBLY_KIND_LIST(FK_ASSEMBLY_KIND_ENUM)
#undef FK_ASSEMBLY_KIND_ENUM
} fk_assembly_kind;

const char *fk_assembly_kind_word(fk_assembly_kind kind);

/* The relation of parts a < b, if it is not `clear`. */
typedef struct fk_assembly_pair {
    uint32_t a, b;
    fk_assembly_kind kind;
} fk_assembly_pair;

typedef struct fk_assembly {
    uint32_t mesh_count, part_count;
    size_t pair_count;
    fk_assembly_mesh *mesh;
    fk_assembly_part *part;
    fk_assembly_pair *pair; /* sorted by a, then b */
    /* Private: for fk_assembly_free. */
    size_t mesh_capacity, part_capacity, pair_capacity;
} fk_assembly;

/* Makes an assembly of exactly so many parts. Free *out with fk_assembly_free. FK_ERROR_ARGUMENT: fewer parts than
 * FK_ASSEMBLY_FEWEST or more than FK_ASSEMBLY_MOST; FK_ERROR_MEMORY. */
fk_status fk_assembly_make(fk_context *context, uint32_t parts, uint64_t seed, fk_assembly *out);
void fk_assembly_free(fk_context *context, fk_assembly *assembly);

/* Makes a mesh of one part: a solid, with coordinates that are exact when rounded to floats where parts touch.
 * FK_ERROR_MEMORY. */
fk_status fk_assembly_mesh_make(fk_context *context, const fk_assembly_mesh *mesh, fk_model **out);

#endif
