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

#ifndef FARKAS_LAB_PAPERS_PASS_H
#define FARKAS_LAB_PAPERS_PASS_H

#include "papers/papers.h"

/* With --quick, every fortieth position is tested. */
enum { PASS_POSITIONS = 20000, PASS_QUICK = 40, PASS_PAIRS = 2 };

/* ---- Objects ------------------------------------------------------------------------------------------- */

typedef struct pass_object {
    const char *name;
    uint32_t triangles;
    uint32_t around, across; /* of a tube, closed both ways: twice their product are its triangles */
    fk_vec3 (*point)(const struct pass_object *self, uint32_t index);
} pass_object;

extern const pass_object pass_objects[PASS_PAIRS][2];
/* The objects of a pair in words: "O1, O2". */
extern const char *const pass_pairs[PASS_PAIRS];

typedef struct pass_body {
    fk_vec3 *point;
    uint32_t count;
    fk_hull *hull;
    fk_vec3 *room; /* for the placed points of the hull */
} pass_body;

/* Points in a ball of that radius about the origin, which is that of the pair, and their hull. */
void pass_body_make(fk_context *context, const pass_object *o, double radius, pass_body *out);
void pass_body_end(fk_context *context, pass_body *b);
double pass_radius(int pair);

/* Writes the poses of both objects in a position, from 0 on. */
void pass_place(int position, fk_pose *a, fk_pose *b);

/* ---- Volumes ------------------------------------------------------------------------------------------- */

/* The first three are those of the thesis. Its oriented box is built as obb-quick is; its box along the axes may be updated
 * from that of the object before it was turned, from all points, or as algorithm 4 is printed, which is no box around it. */
typedef enum pass_volume_kind {
    PASS_SPHERE,
    PASS_OBB,
    PASS_AABB,
    PASS_OBB_QUICK,
    PASS_AABB_TIGHT,
    PASS_AABB_PRINTED,
    PASS_KDOP_14,
    PASS_KDOP_18,
    PASS_KDOP_26,
    PASS_KINDS
} pass_volume_kind;

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
    struct {
        fk_vec3 center, half;
    } printed;
} pass_volume;

void pass_volume_build(fk_context *context, pass_volume_kind k, const pass_body *b, pass_volume *out);
void pass_volume_place(pass_volume_kind k, const pass_volume *v, const pass_body *b, const fk_pose *pose,
                       pass_volume *out);

/* ---- Passing ------------------------------------------------------------------------------------------- */

/* One row of a table; 0 where there is no number. */
typedef struct pass_row {
    double total_ms, test_us, positives, recompute_us;
    size_t bytes;
    uint32_t meets, missed; /* positions; missed: in which the hulls meet and the volumes do not */
} pass_row;

/* The numbers of the thesis: on volumes, and on GJK. */
extern const pass_row pass_printed[PASS_PAIRS][PASS_KINDS];
extern const pass_row pass_printed_gjk[PASS_PAIRS];

/* The sequence of positions of a pair. */
typedef struct pass_sequence {
    fk_context *context;
    int pair, count; /* of positions */
    pass_body body[2];
    fk_pose pose[2][PASS_POSITIONS];
    bool truth[PASS_POSITIONS]; /* the hulls meet, by the exact verdict */
    pass_volume placed[2][PASS_POSITIONS];
} pass_sequence;

/* Ends the program without memory; the caller frees the sequence with pass_sequence_end. */
pass_sequence *pass_sequence_begin(const papers_lab *lab);
void pass_sequence_end(pass_sequence *way);
/* Loads another pair. */
void pass_sequence_load(pass_sequence *way, int pair);

/* Tests whether two placed hulls meet; runs such a test in each position and times it. */
typedef bool pass_test(const fk_piece *a, const fk_piece *b, void *user);
pass_row pass_test_hulls(pass_sequence *way, pass_test *meets, void *user, bool *met);
/* Computes the exact verdict on the hulls in each position and stores it as the truth. */
pass_row pass_find_truth(pass_sequence *way);
/* Places and tests the volumes in each position; the fastest of several rounds counts, as other programs may disturb. The volumes stay in
 * `placed`. */
pass_row pass_test_volumes(pass_sequence *way, pass_volume_kind k);

/* ---- Output -------------------------------------------------------------------------------------------- */

/* Adds our number and that of the thesis; 0: none. */
void pass_both(study *s, double ours, double theirs);
/* A row of both, NULL: there is none; of a volume, with what it misses, and its bytes. */
void pass_put_row(study *s, const char *name, const pass_row *ours, const pass_row *theirs, bool is_volume);

/* Both objects as their balls meet, and as they do; with their balls and oriented boxes. */
void pass_pictures(study *s, fk_context *context, int pair);

#endif
