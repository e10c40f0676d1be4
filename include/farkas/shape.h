/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shapes: the convex pieces that questions are asked about, and the stream of pairs as text. */

#ifndef FARKAS_SHAPE_H
#define FARKAS_SHAPE_H

#include "farkas/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* Every kind with its word in the pair stream, in one list. */
#define FK_KIND_LIST(X)                                                                                      \
    X(FK_KIND_POINT, "point")                                                                                \
    X(FK_KIND_SEGMENT, "seg")                                                                                \
    X(FK_KIND_TRIANGLE, "tri")                                                                               \
    X(FK_KIND_TETRA, "tetra")                                                                                \
    X(FK_KIND_BOX, "box")                                                                                    \
    X(FK_KIND_SPHERE, "sphere")                                                                              \
    X(FK_KIND_CAPSULE, "capsule")                                                                            \
    X(FK_KIND_HALF_SPACE, "half")

typedef enum fk_kind {
    FK_KIND_NONE = 0,
#define FK_KIND_ENUM(name, word) name,
    FK_KIND_LIST(FK_KIND_ENUM)
#undef FK_KIND_ENUM
        FK_KIND_COUNT
} fk_kind;

/* The word of a kind in the pair stream; "none" for FK_KIND_NONE. */
FK_API const char *fk_kind_word(fk_kind kind);

/* A parallelepiped or a tetrahedron: one corner and the three edges that leave it. Edges may be skew, flat,
 * parallel or zero. The corners are exact sums of these doubles, never rounded. */
typedef struct fk_cell {
    fk_vec3 origin;
    fk_vec3 edge[3];
} fk_cell;

typedef struct fk_sphere {
    fk_vec3 center;
    double radius;
} fk_sphere;

/* All points within radius of the segment. */
typedef struct fk_capsule {
    fk_vec3 end[2];
    double radius;
} fk_capsule;

/* A convex piece: a closed set, flat and zero-size ones included. Valid when its numbers are finite, its
 * radius is not negative and its half-space has a normal other than zero.
 *
 * Vertices are numbered as certificates need them: box, bit k of the index adds edge k (0 to 7); tetra, 0 is
 * the origin and k the end of edge k - 1; the others in input order. A sphere has its centre, a capsule its
 * two ends, a half-space none. */
typedef struct fk_piece {
    fk_kind kind;
    union {
        fk_vec3 point;
        fk_vec3 segment[2];
        fk_vec3 triangle[3];
        fk_cell cell; /* box and tetra */
        fk_sphere sphere;
        fk_capsule capsule;
        fk_plane half; /* normal.x <= offset */
    } as;
} fk_piece;

FK_API fk_piece fk_piece_point(fk_vec3 p);
FK_API fk_piece fk_piece_segment(fk_vec3 a, fk_vec3 b);
FK_API fk_piece fk_piece_triangle(fk_vec3 a, fk_vec3 b, fk_vec3 c);
FK_API fk_piece fk_piece_tetra(fk_vec3 origin, fk_vec3 u, fk_vec3 v, fk_vec3 w);
FK_API fk_piece fk_piece_box(fk_vec3 origin, fk_vec3 u, fk_vec3 v, fk_vec3 w);
FK_API fk_piece fk_piece_sphere(fk_vec3 center, double radius);
FK_API fk_piece fk_piece_capsule(fk_vec3 a, fk_vec3 b, double radius);
FK_API fk_piece fk_piece_half_space(fk_vec3 normal, double offset);

/* FK_OK, FK_ERROR_NOT_FINITE or FK_ERROR_PIECE. */
FK_API fk_status fk_piece_check(const fk_piece *piece);

/* The piece moved by a pose. Points are placed by fk_pose_apply, edges and normals by fk_pose_rotate, each
 * once; an offset becomes offset + normal'.translation. What follows is exact for those doubles. */
FK_API fk_piece fk_piece_place(const fk_piece *piece, const fk_pose *pose);

/* ---- Pieces and pairs as text -------------------------------------------------------------------------- */

/* Room for a piece of any kind in FK_KIND_LIST as text, with its end mark. */
#define FK_PIECE_TEXT_SIZE 512

/* Writes a piece as in the pair stream, numbers in their shortest form: at most capacity bytes, of which the last
 * is the end mark; text may be NULL when capacity is 0. Returns the length of the whole text without end mark: it
 * was cut unless that is below capacity. */
FK_API size_t fk_piece_format(const fk_piece *piece, char *text, size_t capacity);

/* Fills up to capacity bytes and returns how many; 0 at the end of input; FK_READ_FAILED on an error. */
typedef size_t fk_read_function(void *user, char *buffer, size_t capacity);
#define FK_READ_FAILED ((size_t)-1)

/* Reads a stream of pairs, one per line, in constant memory whatever the length of a line:
 *
 *     box   ox oy oz  ux uy uz  vx vy vz  wx wy wz      tetra ox oy oz  ux uy uz  vx vy vz  wx wy wz
 *     tri   ax ay az  bx by bz  cx cy cz                seg   ax ay az  bx by bz
 *     point x y z                                       half  nx ny nz c
 *     sphere cx cy cz r                                 capsule ax ay az  bx by bz  r
 *
 * '#' starts a comment, empty lines are passed over, a line may end in LF or CR LF. The fields are the
 * reader's own; read line, column and message after an error. */
typedef struct fk_pair_reader {
    fk_read_function *read;
    void *user;
    size_t line;       /* of the pair just read, or of the error; from 1 */
    size_t column;     /* of the error, in bytes; from 1 */
    char message[200]; /* what is wrong and what to do, after an error */
    size_t begin, end; /* the unread part of buffer */
    size_t next_line, next_column;
    bool at_end;
    fk_status failed;
    char buffer[4096];
} fk_pair_reader;

FK_API void fk_pair_reader_init(fk_pair_reader *reader, fk_read_function *read, void *user);

/* The next pair: FK_OK; FK_END; FK_ERROR_SYNTAX or FK_ERROR_READ, with line, column and message set and a and
 * b left alone. A reader that failed stays so. */
FK_API fk_status fk_pair_reader_next(fk_pair_reader *reader, fk_piece *a, fk_piece *b);

#ifdef __cplusplus
}
#endif

#endif
