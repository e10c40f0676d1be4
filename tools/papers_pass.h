/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two objects that pass each other, of Grulich's thesis (2016), section 7.2, for `farkas papers bv` and `farkas papers gjk`.
 *
 * Object A moves toward B, through it and away, t_i = 2 i (c_B - c_A) / n for i = 1 .. n; B stays at (0.8, 0.8, -0.8); both turn by 0.08
 * degrees about each axis in each of n = 20000 positions.
 *
 * The thesis does not publish its objects. Those here have the same numbers of triangles: a torus, the tube of a knot, a
 * bumpy ball, a rounded box. Each pair is scaled so that balls of that size meet as often as those of the thesis, so that
 * the rates of the other volumes say how they fit. */

#ifndef FARKAS_TOOLS_PAPERS_PASS_H
#define FARKAS_TOOLS_PAPERS_PASS_H

#include "papers.h"

enum { PASS_POSITIONS = 20000, PASS_PAIRS = 2 };

/* ---- Objects ------------------------------------------------------------------------------------------- */

typedef struct pass_object {
    const char *name;
    uint32_t triangles;
    uint32_t around, across; /* of a tube, closed both ways: twice their product are its triangles */
    fk_vec3 (*point)(const struct pass_object *self, uint32_t index);
} pass_object;

extern const pass_object pass_objects[PASS_PAIRS][2];

typedef struct pass_body {
    fk_vec3 *point;
    uint32_t count;
    fk_hull *hull;
    fk_vec3 *room; /* for the placed points of the hull */
} pass_body;

/* The points of both objects of a pair, in balls about the origin. False after a message; to be ended in any case. */
bool pass_bodies_make(fk_context *context, int pair, pass_body body[2]);
void pass_bodies_end(fk_context *context, pass_body body[2]);

/* Where both are in a position, from 0 on. */
void pass_place(int position, fk_pose *a, fk_pose *b);

/* ---- Volumes ------------------------------------------------------------------------------------------- */

typedef enum pass_kind {
    PASS_SPHERE,
    PASS_OBB,
    PASS_AABB,
    PASS_AABB_TIGHT,
    PASS_KDOP_14,
    PASS_KDOP_18,
    PASS_KDOP_26,
    PASS_KINDS
} pass_kind;

typedef struct pass_kind_facts {
    const char *name;
    size_t bytes;
} pass_kind_facts;
extern const pass_kind_facts pass_kinds[PASS_KINDS];

typedef union pass_volume {
    fk_sphere sphere;
    fk_obb obb;
    fk_aabb aabb;
    fk_kdop kdop;
} pass_volume;

fk_status pass_volume_build(fk_context *context, pass_kind k, const pass_body *b, pass_volume *out);
void pass_volume_place(pass_kind k, const pass_volume *v, const pass_body *b, const fk_pose *pose,
                       pass_volume *out);
bool pass_volumes_meet(pass_kind k, const pass_volume *a, const pass_volume *b);

/* ---- Rows ---------------------------------------------------------------------------------------------- */

/* One row of a table; 0 where there is no number. */
typedef struct pass_row {
    double total_ms, test_us, positives, recompute_us;
    size_t bytes;
} pass_row;

/* The numbers of the thesis on volumes. */
extern const pass_row pass_printed[PASS_PAIRS][PASS_KINDS];

/* The head of a table; key says what its rows are. */
void pass_print_head(const char *key, int pair, int positions);
void pass_print(const papers_settings *settings, int pair, const char *key, const char *name,
                const pass_row *ours, const pass_row *theirs);

/* A number of ours, and that of the thesis where it has one. */
void pass_print_both(const char *format, double ours, double theirs);

#endif
