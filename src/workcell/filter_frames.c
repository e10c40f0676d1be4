/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frames of a workcell as groups with one joint each, and the errors of their poses in floats.
 *
 * Let u = 2^-23, which bounds the relative error of a float operation in every rounding mode, and of a conversion to float. Norms
 * of matrices are those of Euclid; as frames are rigid up to their skew, all products R of rotations have |R| <= 1.01 (where the
 * skews sum up to more, the filter is off). Let E and T be the errors of the rotation M and of the place t of a group.
 *
 * One joint. Sine and cosine are off by at most 8 u (filter_lanes.inc). The two matrices that they multiply have norms up to
 * 1.01, so that is 16.2 u of the norm. Each entry is off by the conversion of three numbers and by two operations with results
 * below 2.1: less than 6 u, and 18 u for a matrix of nine. Together 35 u.
 * The product of M and this matrix: 1.01 E + 1.01 35 u from the factors; three products are summed, the rows and columns have
 * lengths up to 1.02, so an entry is off by 3.2 u, and the matrix by 10 u. So E' = 1.02 E + 48 u.
 * The place v of the joint in its parent, up to V long, is off by less than 6 u V. The sum M v + t: E V + 6.1 u V from the
 * factors, and four operations with results up to 1.02 V + |t| on each of three coordinates: 7.1 u (V + |t|). So T' = T + 1.01 E
 * V + 16 u V + 8 u |t|. In doubles, both are off by less than 2^-44 of these lengths for each frame: see fk_filter_body_place. */

#include <math.h>
#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "motion/motion.h"
#include "workcell/filter.h"

#define U 0x1p-23

/* Joint values beyond this are left to the exact path. */
#define MOST_TURN 0x1p20

fk_filter_frame fk_filter_frame_of(const fk_filter_frames *frames, uint32_t frame)
{
    fk_filter_frame world = {.pose = fk_pose_identity()};
    return frame == FK_NONE ? world : frames->frame[frame];
}

void fk_filter_frames_free(fk_context *context, fk_filter_frames *frames)
{
    fk_release(context, frames->group, (frames->frame_count + (size_t)1) * sizeof *frames->group);
    fk_release(context, frames->frame, frames->frame_count * sizeof *frames->frame);
}

/* The product of two matrices, in doubles; rows of `out` as floats. */
static void multiply_as_floats(const double a[3][3], const double b[3][3], float out[9])
{
    for (int i = 0; i < 9; i++)
        out[i] = (float)(a[i / 3][0] * b[0][i % 3] + a[i / 3][1] * b[1][i % 3] + a[i / 3][2] * b[2][i % 3]);
}

/* origin Rot(k, angle) = origin k k^T + cos (origin - origin k k^T) + sin origin [k] */
static void set_turn(const fk_pose *origin, fk_vec3 k, fk_filter_group *out)
{
    const double along[3][3] = {{k.x * k.x, k.x * k.y, k.x * k.z},
                                {k.y * k.x, k.y * k.y, k.y * k.z},
                                {k.z * k.x, k.z * k.y, k.z * k.z}};
    const double cross[3][3] = {{0, -k.z, k.y}, {k.z, 0, -k.x}, {-k.y, k.x, 0}};
    double across[3][3];
    for (int i = 0; i < 9; i++)
        across[i / 3][i % 3] = (i % 4 == 0) - along[i / 3][i % 3];
    multiply_as_floats(origin->rotation, along, out->still);
    multiply_as_floats(origin->rotation, across, out->cosine);
    multiply_as_floats(origin->rotation, cross, out->sine);
    out->is_turn = true;
    out->most = MOST_TURN;
}

static void set_shift(const fk_pose *origin, fk_vec3 k, fk_filter_group *out)
{
    fk_vec3 along = fk_pose_rotate(origin, k);
    for (int i = 0; i < 9; i++)
        out->still[i] = (float)origin->rotation[i / 3][i % 3];
    for (int i = 0; i < 3; i++)
        out->along[i] = (float)fk_vec3_get(along, i);
}

/* How large the value of a shift may be: as its limits allow, or else many times the size of the robot. */
static double most_shift(const fk_frame *f, const fk_interval *limit, double size)
{
    double most = fabs(f->offset);
    if (f->variable == FK_NONE)
        return most;
    double far = fk_larger(fabs(limit->lo), fabs(limit->hi));
    return most + fabs(f->factor) * (far < 64 * size ? far : 64 * size);
}

static void bound_joint_group(const fk_filter_group *parent, const fk_pose *origin, fk_filter_group *out)
{
    double v = 1.01 * (fk_vec3_length(origin->translation) + (out->is_turn ? 0 : out->most));
    out->turn_error = 1.02 * parent->turn_error + 48 * U;
    out->place_error = parent->place_error + (1.01 * parent->turn_error + 16 * U) * v + 8 * U * parent->reach;
    out->reach = parent->reach + v;
}

/* The index of a frame's variable in a configuration. */
static uint32_t index_of_value(const fk_motion *motion, const fk_frame *f)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < f->track && f->variable != FK_NONE; i++)
        first += motion->track[i].variable_count;
    return f->variable == FK_NONE ? FK_NONE : first + f->variable;
}

static void add_group(const fk_motion *motion, const fk_frame *f, const fk_filter_frame *parent,
                      const fk_interval *limit, double size, fk_filter_frames *out)
{
    fk_filter_group *group = &out->group[out->group_count++];
    fk_pose origin = fk_pose_multiply(&parent->pose, &f->origin);
    memset(group, 0, sizeof *group);
    group->parent = parent->group;
    group->value = index_of_value(motion, f);
    group->factor = f->factor;
    group->offset = f->offset;
    for (int i = 0; i < 3; i++)
        group->at[i] = (float)fk_vec3_get(origin.translation, i);
    if (f->kind == FK_FRAME_REVOLUTE) {
        set_turn(&origin, f->axis, group);
    } else {
        set_shift(&origin, f->axis, group);
        group->most = most_shift(f, group->value != FK_NONE ? &limit[group->value] : NULL, size);
    }
    bound_joint_group(&out->group[parent->group], &origin, group);
}

fk_status fk_filter_frames_make(fk_context *context, const fk_motion *motion, const fk_interval *limit,
                                fk_filter_frames *out)
{
    uint32_t count = motion->frame_count;
    double size = 1; /* some number, for robots without lengths */
    *out = (fk_filter_frames){.frame_count = count, .group_count = 1};
    out->group = fk_allocate(context, (count + (size_t)1) * sizeof *out->group);
    out->frame = fk_allocate(context, count * sizeof *out->frame);
    if (out->group == NULL || out->frame == NULL)
        return FK_ERROR_MEMORY;
    memset(&out->group[0], 0, sizeof out->group[0]);
    for (uint32_t i = 0; i < count; i++)
        size += motion->frame[i].length;
    for (uint32_t i = 0; i < count; i++) {
        const fk_frame *f = &motion->frame[i].frame;
        fk_filter_frame parent = fk_filter_frame_of(out, f->parent), *own = &out->frame[i];
        own->depth = parent.depth + 1;
        own->skew = parent.skew + motion->frame[i].skew + 0x1p-44;
        own->length = parent.length + motion->frame[i].length;
        own->group = parent.group;
        own->pose = fk_pose_identity();
        if (f->kind == FK_FRAME_FIXED) {
            own->pose = fk_pose_multiply(&parent.pose, &f->origin);
            continue;
        }
        own->group = out->group_count;
        add_group(motion, f, &parent, limit, size, out);
        own->length += f->kind == FK_FRAME_PRISMATIC ? out->group[own->group].most : 0;
    }
    return FK_OK;
}
