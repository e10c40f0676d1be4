/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far the points of a body get during a stretch of time. The theorem and its proof are in docs/numerics.md, under
 * "Motion"; the names are those there.
 *
 * The chain is walked once, from the tip to the base: a point of the body, its velocity and the rotation go along,
 * as vectors of the frame that is looked at, and so do the sums of the bounds. So there is no list of joints, and
 * no limit to their number.
 *
 * Weak inputs: angles of many turns, whose rounding is not small; coordinates beyond 2^300, and frames that are
 * rigid only up to 1e-6 in chains of thousands: these have infinite bounds. */

#include <math.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "motion/motion.h"

#define U     0x1p-52
#define TINY  0x1p-500
#define GUARD (1 + 0x1p-30) /* for the rounding of sums of bounds */

/* What rounding does to a rotation, in units of U: its matrix from sine and cosine, that of a quaternion, a product
 * of two matrices; and all that is done to put one more frame in front of a pose. */
#define ROUND_TURN    40
#define ROUND_QUAT    24
#define ROUND_PRODUCT 9
#define ROUND_FRAME   14
#define ROUND_BODY    16 /* the pose of the body, and that of the point */

/* a + b |x - center|. */
typedef struct affine {
    double a, b;
} affine;

static affine plus(affine f, double scale, affine g)
{
    affine sum = {f.a + scale * g.a, f.b + scale * g.b};
    return sum;
}

typedef struct walk {
    fk_vec3 center, velocity, turn; /* of the body, over half the stretch, in the frame that is looked at */
    affine whole;                   /* how far x gets by the joints so far */
    affine bend;                    /* the second derivatives of pairs of joints so far */
    affine first;                   /* the sum of what each joint so far adds to the velocity of x */
    double turns, goes;             /* the sums of angles and ways */
    double rounding;                /* the sum of errors of matrices, as norms */
    double misplaced;               /* the sum of errors of places */
    double length;                  /* of the chain so far, the center of the body included */
    double skew;
    bool is_bounded, is_turning;
} walk;

/* Adds a rotation around an axis, given the arm from it to the center, both in the frame in front of it. */
static void add_turn(walk *w, fk_vec3 axis, fk_vec3 arm, const fk_joint *joint)
{
    double d = fabs(joint->turn) * GUARD + joint->turn_error + TINY;
    fk_vec3 velocity = fk_vec3_cross(axis, arm);
    /* The center is where it is up to rounding. */
    affine far = {fk_vec3_length(velocity) * GUARD + 2 * w->rounding * w->length + 2 * w->misplaced + TINY,
                  1};
    affine own = {d * far.a, d * far.b};
    w->bend = plus(plus(w->bend, d, w->first), 0.5, (affine){d * own.a, d * own.b});
    w->first = plus(w->first, 1, own);
    w->whole = plus(w->whole, d < 2 ? d : 2, far);
    w->velocity = fk_vec3_add(w->velocity, fk_vec3_scale(velocity, joint->turn));
    w->turn = fk_vec3_add(w->turn, fk_vec3_scale(axis, joint->turn));
    w->turns += d;
    w->is_turning = true;
}

static void add_way(walk *w, fk_vec3 go)
{
    double length = fk_vec3_length(go) * GUARD + TINY;
    w->whole.a += length;
    w->first.a += length;
    w->goes += length;
    w->velocity = fk_vec3_add(w->velocity, go);
}

/* Takes the walk from the frame behind a joint to that in front of it. */
static void add_joint(walk *w, const fk_motion_frame *f, const fk_joint *joint, const fk_pose *pose)
{
    double units = ROUND_FRAME;
    if (f->frame.kind != FK_FRAME_FIXED)
        units += ROUND_PRODUCT + (joint->has_angle ? ROUND_TURN : 0) +
                 (joint->key != NULL ? ROUND_QUAT + ROUND_PRODUCT : 0);
    w->rounding += units * U + 2 * joint->angle_error + joint->turn_error;
    w->misplaced += 2 * joint->place_error;
    w->skew += f->skew;
    w->is_bounded = w->is_bounded && joint->is_bounded;
    fk_vec3 arm = fk_pose_rotate_inline(pose, w->center);
    w->velocity = fk_pose_rotate_inline(pose, w->velocity);
    w->turn = fk_pose_rotate_inline(pose, w->turn);
    if (joint->is_turning)
        add_turn(w, fk_pose_rotate_inline(&f->frame.origin, joint->axis), arm, joint);
    if (joint->is_going)
        add_way(w, fk_pose_rotate_inline(&f->frame.origin, joint->go));
    w->center = fk_vec3_add(arm, pose->translation);
    w->length += f->length + fk_vec3_length(joint->place);
}

/* ---- Bounds -------------------------------------------------------------------------------------------- */

/* Nothing is known. */
static void give_up(fk_sway *out)
{
    out->shift = out->turn = fk_vec3_make(0, 0, 0);
    out->whole0 = out->whole1 = out->rest0 = out->rest1 = (double)INFINITY;
}

/* Takes the lesser bound for the points of a body: both hold for all. */
static affine lesser(affine f, affine g, double radius)
{
    bool has_radius = radius < 0x1p300;
    double of_f = has_radius ? f.a + f.b * radius : f.b, of_g = has_radius ? g.a + g.b * radius : g.b;
    return of_g < of_f ? g : f;
}

static void put_bounds(const walk *w, double radius, fk_sway *out)
{
    const double most = 0x1p300;
    double rho = 1.1 * w->rounding, size = w->length * GUARD + TINY;
    affine round = {1.001 * rho * size + 1.1 * w->misplaced + TINY, 1.1 * rho};
    if (!(w->is_bounded && rho < 0x1p-6 && w->skew < 0x1p-6 && size < most && w->turns < 0x1p100 &&
          fk_vec3_is_finite(out->center))) {
        give_up(out);
        return;
    }
    /* |x - center| is that of the real points up to rounding, and frames stretch by their skew. */
    double stretch = (1 + 2 * w->skew) * GUARD;
    affine scale = {stretch * 2 * round.a, stretch * (1 + round.b)};
    affine whole = {stretch * w->whole.a + w->whole.b * scale.a, w->whole.b * scale.b};
    affine bend = {stretch * w->bend.a + w->bend.b * scale.a, w->bend.b * scale.b};
    affine first = {stretch * w->first.a + w->first.b * scale.a, w->first.b * scale.b};
    affine linear = {3 * rho * (w->turns * size + w->goes) + 2 * round.a * w->turns,
                     (3 * rho + round.b) * w->turns};
    affine rest = plus(plus(plus(round, 1, bend), 4 * w->skew, first), 1, linear);
    whole = plus(whole, 1, round);
    affine directed = {(fk_vec3_length(out->shift) + rest.a) * GUARD + TINY,
                       (fk_vec3_length(out->turn) + rest.b) * GUARD + TINY};
    whole = lesser(whole, directed, radius);
    out->whole0 = whole.a * GUARD;
    out->whole1 = whole.b * GUARD;
    out->rest0 = rest.a * GUARD;
    out->rest1 = rest.b * GUARD;
    if (!(out->whole0 < most && out->whole1 < most && out->rest0 < most && out->rest1 < most))
        give_up(out);
}

void fk_motion_sway(const fk_motion *motion, uint32_t base, const fk_motion_body *body, double from,
                    double to, fk_sway *out)
{
    const fk_vec3 zero = {0, 0, 0};
    walk w = {.center = fk_pose_apply_inline(&body->pose, body->center),
              .velocity = zero,
              .turn = zero,
              .rounding = ROUND_BODY * U,
              .length = fk_vec3_length(body->pose.translation) + fk_vec3_length(body->center),
              .is_bounded = true};
    fk_pose pose = fk_pose_identity();
    fk_time_span span = {.from = from, .to = to, .track = FK_NONE};
    uint32_t frame = body->frame;
    for (bool is_tip = true; frame != base; is_tip = false) {
        const fk_motion_frame *f = &motion->frame[frame];
        fk_joint joint;
        fk_joint_find(motion, f, &span, &joint);
        fk_pose own = fk_joint_pose(f, &joint);
        pose = is_tip ? own : fk_pose_multiply_inline(&own, &pose);
        add_joint(&w, f, &joint, &own);
        frame = f->frame.parent;
    }
    bool has_frames = body->frame != base;
    out->pose = has_frames ? fk_pose_multiply_inline(&pose, &body->pose) : body->pose;
    out->center = fk_pose_apply_inline(&out->pose, body->center);
    out->shift = w.velocity;
    out->turn = w.turn;
    out->is_shift = !w.is_turning;
    put_bounds(&w, body->radius, out);
}
