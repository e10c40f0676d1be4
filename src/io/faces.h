/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The corners of the face at work, and faces that stand before their vertices in a file, kept until all are there. */

#ifndef FARKAS_IO_FACES_H
#define FARKAS_IO_FACES_H

#include "farkas/base.h"
#include "mesh/chunks.h"

/* Where a face that waits stands, and to which part it belongs. */
typedef struct fk_face_place {
    uint64_t line, offset;
    uint32_t part, count; /* count: of its corners */
} fk_face_place;

typedef struct fk_faces {
    fk_context *context;
    uint32_t *corner; /* of the face at work */
    size_t count, capacity;
    fk_chunks waiting; /* uint32_t: of each face its place and its corners */
    size_t next;       /* where the next one that waits begins */
} fk_faces;

void fk_faces_init(fk_faces *faces, fk_context *context);
void fk_faces_end(fk_faces *faces);

/* One more corner of the face at work, which begins anew when count is set to 0. FK_ERROR_MEMORY. */
fk_status fk_faces_add(fk_faces *faces, uint32_t corner);

/* Lets the face at work wait, behind the others; its count is filled in. FK_ERROR_MEMORY. */
fk_status fk_faces_put(fk_faces *faces, fk_face_place place);

/* Makes the first that waits the face at work; false when there is none. */
bool fk_faces_take(fk_faces *faces, fk_face_place *place);

/* All that wait belong to part 0 now. */
void fk_faces_join(fk_faces *faces);

#endif
