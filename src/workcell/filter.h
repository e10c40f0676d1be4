/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The filter of a workcell: balls and simple solids in floats, for several configurations side by side. What it says is proved:
 * two bodies are surely apart, or surely meet; it knows no more. */

#ifndef FARKAS_WORKCELL_FILTER_H
#define FARKAS_WORKCELL_FILTER_H

#include <stdatomic.h>

#include "farkas/motion.h"
#include "workcell/link_balls.h"

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* A joint with all frames that are fixed behind it; group 0 is the world. A point c of a group is at rotation c + place in its
 * parent, where
 *     rotation = still + cos(angle) cosine + sin(angle) sine,    place = at + value along */
typedef struct fk_filter_group {
    uint32_t parent;
    uint32_t value; /* its index in a configuration; FK_NONE: the offset alone */
    bool is_turn;   /* else cosine, sine are 0 and not used */
    double factor, offset;
    float still[9], cosine[9], sine[9], at[3], along[3];
    /* For values up to `most`: bounds of the errors of the rotation and of the place in the world as floats, and of the length of
     * the place. */
    double most, turn_error, place_error, reach;
} fk_filter_group;

/* A frame: its pose in its group; of all frames up to it, their number, and the sums of how far they are from rotations and of
 * the lengths of their places. */
typedef struct fk_filter_frame {
    uint32_t group, depth;
    fk_pose pose;
    double skew, length;
} fk_filter_frame;

typedef struct fk_filter_frames {
    uint32_t group_count, frame_count;
    fk_filter_group *group;
    fk_filter_frame *frame;
} fk_filter_frames;

/* Groups the frames of a motion; variable k of track i is value first + k of a configuration, where first counts the variables of
 * earlier tracks. `limit` is for each value. Free it in any case. FK_ERROR_MEMORY. */
fk_status fk_filter_frames_make(fk_context *context, const fk_motion *motion, const fk_interval *limit,
                                fk_filter_frames *out);
void fk_filter_frames_free(fk_context *context, fk_filter_frames *frames);

/* The entry of a frame; that of the world for FK_NONE. */
fk_filter_frame fk_filter_frame_of(const fk_filter_frames *frames, uint32_t frame);

/* ---- Bodies -------------------------------------------------------------------------------------------- */

/* Eight balls in the coordinates of a group, or in the world. */
typedef struct fk_filter_balls {
    float x[FK_LINK_GROUP], y[FK_LINK_GROUP], z[FK_LINK_GROUP], r[FK_LINK_GROUP];
} fk_filter_balls;

typedef enum fk_filter_kind {
    FK_FILTER_NOTHING,   /* the filter knows nothing about it */
    FK_FILTER_BALLS,     /* balls alone */
    FK_FILTER_BOX,       /* at rest: all points within a distance of a box, of a segment or of a point */
    FK_FILTER_CYLINDER,  /* at rest; half[0] is along its axis, half[1] its radius */
    FK_FILTER_HALF_SPACE /* at rest; axis[0], and outer[0] and inner[0] as offsets */
} fk_filter_kind;

/* A solid at rest, from outside and from inside. */
typedef struct fk_filter_solid {
    float center[3], axis[3][3];
    float outer[3], outer_round;
    float inner[3], inner_round; /* inner[0] < 0: nothing is known to be inside */
} fk_filter_solid;

/* A body in its frame, for the filter. Outer radii include all errors, inner ones are less by as much. */
typedef struct fk_filter_body {
    _Atomic uint32_t users;
    fk_filter_kind kind;
    uint32_t group;
    bool is_sturdy; /* fk_collider_box accepts it at all configurations near enough */
    float root[4];
    fk_filter_balls outer[FK_LINK_GROUPS];
    uint32_t
        inner_count; /* multiple of 8; the last one is repeated. Their radii may be negative: see filter_body.c */
    fk_filter_balls inner[FK_LINK_INNER / FK_LINK_GROUP];
    fk_filter_solid solid;
    /* Points whose hull contains the body, up to `slack`, which includes all errors of a test along a direction of length 1; for
     * a simple solid that of the solid. Multiple of 8. 0: nothing is known. */
    uint32_t hull_count;
    float slack;
    float hull[3][FK_LINK_HULL];
    /* The same for the parts of the balls in outer[0]. */
    uint32_t part_count[FK_LINK_GROUP];
    float part_slack;
    float part[FK_LINK_GROUP][3][FK_LINK_PART];
} fk_filter_body;

/* Fills all but users. */
void fk_filter_body_place(const fk_filter_frames *frames, uint32_t frame, const fk_pose *pose,
                          const fk_collider *collider, const fk_link_balls *balls, fk_filter_body *out);

/* A clearance as floats count it; infinite if it is too large for them. */
float fk_filter_clearance(double clearance);

/* ---- Blocks of configurations -------------------------------------------------------------------------- */

/* The most configurations of a block, and how many this level has. */
#define FK_FILTER_LANES 16
uint32_t fk_filter_lanes(void);

/* A pair that the filter tests: the balls of a with what b is. */
typedef struct fk_filter_pair {
    const fk_filter_body *a, *b;
    uint32_t body_a, body_b;
    bool is_known; /* else the filter knows nothing about it */
} fk_filter_pair;

/* The search for a direction: its steps, and the square of the part of a distance below which it is given up. */
#define FK_FILTER_STEPS 20
#define FK_FILTER_NEAR  0x1p-14f

/* Directions along which a came before b, those that did so lately first: in the group of a with the support of a there, or, for
 * a simple solid b, in the world. */
#define FK_FILTER_KEPT 6
typedef struct fk_filter_kept {
    uint32_t count;
    float direction[FK_FILTER_KEPT][4]; /* with the support */
} fk_filter_kept;

/* The balls of a body, placed for one configuration; and which groups of them are, by bits. */
typedef struct fk_filter_placed {
    fk_filter_balls outer[FK_LINK_GROUPS], inner[FK_LINK_INNER / FK_LINK_GROUP];
} fk_filter_placed;

typedef struct fk_filter_has {
    uint16_t outer, inner;
} fk_filter_has;

/* A block. Of lane i of a group: entry k of rotation and place is at pose[(group * 12 + k) * lanes + i]. */
typedef struct fk_filter_block {
    const fk_filter_frames *frames;
    uint32_t body_count, pair_count;
    const fk_filter_body *const *body; /* or NULL */
    const fk_filter_pair *pair;
    float clearance;
    float *pose, *center;     /* center: those of the roots, in the same order, three numbers each */
    uint32_t *survivors;      /* of each pair: bit i: it may meet in configuration i */
    fk_filter_placed *placed; /* of each body */
    fk_filter_has *has;       /* of each body */
    fk_filter_kept *kept;     /* of each pair */
} fk_filter_block;

/* Places the groups and tests the roots of all pairs, for the first `count` lanes. Returns the lanes that the filter knows
 * nothing about. */
uint32_t fk_filter_survey(fk_filter_block *block, const double *value, uint32_t joint_count, uint32_t count);

/* Where two bodies may meet: the square of the distance of what is nearest, and a point between; approximately. */
typedef struct fk_filter_witness {
    bool has_point;
    float square, point[3];
} fk_filter_witness;

/* Places the groups alone, for tests of pairs. */
uint32_t fk_filter_place(fk_filter_block *block, const double *value, uint32_t joint_count, uint32_t count);

/* Tests a pair in one lane about which the filter knows something. FK_UNKNOWN: it may meet. First quickly: with few balls, inner
 * ones and directions that were kept. Then with all balls and hulls of parts. The caller zeroes `has` before the first test of a
 * lane. */
fk_decision fk_filter_test_quickly(fk_filter_block *block, const fk_filter_pair *pair, uint32_t lane);
fk_decision fk_filter_test_parts(fk_filter_block *block, const fk_filter_pair *pair, uint32_t lane,
                                 fk_filter_witness *out);

#endif
