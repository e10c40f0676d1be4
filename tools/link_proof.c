/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Proves that links never meet, by subdivision of the box of the joint values between them: see link_proof.h.
 *
 * Balls contain each link: those around the parts of the boxes of its shapes. Both links hang on the last link that they have in
 * common. In a box of joint values with the middle q and half widths w, the center of a ball is no farther from its place at q than
 * the sum, over the joints j above it, of w_j D_j where joint j turns, and w_j where it slides: one joint after the other goes from
 * q to its value, and D_j is at least the distance of the center from the origin of joint j, by the triangle inequality the sum of
 * the lengths between them. Also, all of the link is within D_m plus its own size of the origin of joint m, which itself moves by the
 * joints above m alone. If for one of these balls of one link and one of the other the distance at q is larger than the sum of
 * the radii and motions, or for all pairs of small balls, the links do not meet in this box. Otherwise the box is halved, along the joint
 * that moves most. If small balls overlap at q, no division separates them, and the proof is given up.
 *
 * Rounding: a place is a product of at most 2 n poses, each with a few roundings of 1.1e-16 of the lengths involved. The margin is 1e-9 of
 * the sum of all lengths, which is more for chains of up to a million joints, and for the roundings of sizes and sums. */

#include "link_proof.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN     1e-9
#define MOST_TURNS 1e5 /* angles beyond it have roundings that the margin does not cover */
#define MOST_CELLS 16  /* balls of a shape */
#define BUDGET     500 /* boxes of joint values for two links */
#define DEPTH      40  /* halvings of one box */

static const double pi = 3.14159265358979323846;

/* The balls of a link, in its frame; the first one contains the others. */
typedef struct link_cover {
    fk_sphere *ball;
    uint32_t count;
    double size; /* no point is farther from the origin of the frame */
} link_cover;

struct link_proof {
    const fk_robot *robot;
    link_cover *cover;
    uint32_t *depth; /* joints above each link */
    double margin;
};

/* ---- Balls --------------------------------------------------------------------------------------------- */

/* Cuts the box of a shape into nearly equal cells, and adds a ball around each. */
static void add_balls(link_cover *cover, const fk_aabb *box)
{
    fk_vec3 side = fk_vec3_sub(box->max, box->min);
    double cell = fmax(fmin(side.x, fmin(side.y, side.z)), fmax(side.x, fmax(side.y, side.z)) / 4);
    int count[3];
    for (;; cell *= 1.25) {
        for (int k = 0; k < 3; k++)
            count[k] = cell > 0 ? (int)ceil(fk_vec3_get(side, k) / cell - 1e-6) : 1;
        for (int k = 0; k < 3; k++)
            count[k] = count[k] < 1 ? 1 : count[k];
        if (count[0] * count[1] * count[2] <= MOST_CELLS)
            break;
    }
    fk_vec3 step = fk_vec3_make(side.x / count[0], side.y / count[1], side.z / count[2]);
    double radius = sqrt(fk_vec3_dot(step, step)) / 2;
    for (int i = 0; i < count[0]; i++)
        for (int k = 0; k < count[1]; k++)
            for (int n = 0; n < count[2]; n++) {
                fk_vec3 at = fk_vec3_make((i + 0.5) * step.x, (k + 0.5) * step.y, (n + 0.5) * step.z);
                cover->ball[cover->count++] = (fk_sphere){fk_vec3_add(box->min, at), radius};
            }
}

static double length_of(fk_vec3 v)
{
    return sqrt(fk_vec3_dot(v, v));
}

/* Makes the first ball, which contains all others. */
static void enclose_balls(link_cover *cover)
{
    fk_vec3 low = cover->ball[1].center, high = low;
    fk_sphere *all = &cover->ball[0];
    for (uint32_t i = 1; i < cover->count; i++) {
        fk_vec3 c = cover->ball[i].center;
        low = fk_vec3_make(fmin(low.x, c.x), fmin(low.y, c.y), fmin(low.z, c.z));
        high = fk_vec3_make(fmax(high.x, c.x), fmax(high.y, c.y), fmax(high.z, c.z));
    }
    all->center = fk_vec3_scale(fk_vec3_add(low, high), 0.5);
    all->radius = 0;
    for (uint32_t i = 1; i < cover->count; i++) {
        const fk_sphere *ball = &cover->ball[i];
        all->radius = fmax(all->radius, length_of(fk_vec3_sub(ball->center, all->center)) + ball->radius);
        cover->size = fmax(cover->size, length_of(ball->center) + ball->radius);
    }
}

/* A link whose box is unknown has an infinite ball, of which nothing is proved. */
static bool cover_link(link_proof *proof, uint32_t index, fk_collider *const *collider)
{
    const fk_robot_link *link = &proof->robot->link[index];
    link_cover *cover = &proof->cover[index];
    cover->ball = calloc((size_t)link->shape_count * MOST_CELLS + 2, sizeof *cover->ball);
    if (cover->ball == NULL)
        return false;
    cover->count = 1;
    for (uint32_t i = link->first_shape; i < link->first_shape + link->shape_count; i++) {
        fk_placed_collider placed = {collider[i], proof->robot->shape[i].pose};
        fk_aabb box;
        if (fk_collider_box(&placed, &box) == FK_OK)
            add_balls(cover, &box);
        else
            cover->ball[cover->count++].radius = HUGE_VAL;
    }
    if (cover->count > 1)
        enclose_balls(cover);
    return true;
}

link_proof *link_proof_create(const fk_robot *robot, fk_collider *const *collider)
{
    link_proof *proof = calloc(1, sizeof *proof);
    if (proof == NULL)
        return NULL;
    proof->robot = robot;
    proof->cover = calloc((size_t)robot->link_count + 1, sizeof *proof->cover);
    proof->depth = calloc((size_t)robot->link_count + 1, sizeof *proof->depth);
    bool is_good = proof->cover != NULL && proof->depth != NULL;
    for (uint32_t i = 0; is_good && i < robot->link_count; i++) {
        uint32_t joint = robot->link[i].joint;
        is_good = cover_link(proof, i, collider);
        proof->margin += MARGIN * proof->cover[i].size;
        if (joint == FK_NONE)
            continue;
        proof->depth[i] = proof->depth[robot->joint[joint].parent] + 1;
        proof->margin += MARGIN * length_of(robot->joint[joint].origin.translation);
    }
    if (is_good)
        return proof;
    link_proof_free(proof);
    return NULL;
}

void link_proof_free(link_proof *proof)
{
    for (uint32_t i = 0; proof != NULL && proof->cover != NULL && i < proof->robot->link_count; i++)
        free(proof->cover[i].ball);
    if (proof != NULL) {
        free(proof->cover);
        free(proof->depth);
    }
    free(proof);
}

fk_sphere link_proof_ball(const link_proof *proof, uint32_t link)
{
    return proof->cover[link].ball[0];
}

/* ---- Two chains ---------------------------------------------------------------------------------------- */

/* A joint of a chain, from the common link downwards. */
typedef struct chain_joint {
    const fk_robot_joint *joint;
    double before; /* lengths from the common link to its origin */
    double factor; /* 0 if it does not move */
} chain_joint;

typedef struct link_chain {
    const link_cover *cover;
    chain_joint *joint;
    uint32_t count;
    double length; /* to the origin of the link */
    /* At the middle of a box: */
    fk_vec3 *origin; /* of each joint */
    fk_pose pose;    /* of the link */
} link_chain;

typedef struct two_chains {
    const link_proof *proof;
    link_chain side[2];
    double margin;
    uint32_t variable_count, *variable; /* that move one link against the other */
    double *weight;                     /* a bound on the motion of each, for a step of 1 */
    fk_interval *box;                   /* DEPTH + 1 boxes of the variables */
    double *middle, *half;              /* for each variable of the robot; 0 for the others */
} two_chains;

fk_interval link_proof_range(const fk_robot *robot, uint32_t variable)
{
    const fk_robot_joint *joint = &robot->joint[robot->variable[variable]];
    if (joint->has_limits)
        return (fk_interval){joint->lower, joint->upper};
    return joint->kind == FK_JOINT_PRISMATIC ? (fk_interval){-HUGE_VAL, HUGE_VAL} : (fk_interval){-pi, pi};
}

static uint32_t parent_of(const fk_robot *robot, uint32_t link)
{
    return robot->joint[robot->link[link].joint].parent;
}

static uint32_t common_link(const link_proof *proof, uint32_t a, uint32_t b)
{
    while (a != b) {
        bool is_a = proof->depth[a] >= proof->depth[b];
        *(is_a ? &a : &b) = parent_of(proof->robot, is_a ? a : b);
    }
    return a;
}

bool link_proof_is_rigid(const link_proof *proof, uint32_t a, uint32_t b)
{
    const fk_robot *robot = proof->robot;
    uint32_t end = common_link(proof, a, b), from[2] = {a, b};
    for (int i = 0; i < 2; i++)
        for (uint32_t link = from[i]; link != end; link = parent_of(robot, link))
            if (robot->joint[robot->link[link].joint].variable != FK_NONE)
                return false;
    return true;
}

/* Lists a chain. False if nothing can be proved: a joint moves too far, or mimics one that has no limits by another factor. */
static bool fill_chain(two_chains *t, link_chain *chain, uint32_t link, uint32_t end)
{
    const fk_robot *robot = t->proof->robot;
    double length = 0;
    chain->cover = &t->proof->cover[link];
    chain->count = t->proof->depth[link] - t->proof->depth[end];
    for (uint32_t i = chain->count; i-- > 0; link = parent_of(robot, link))
        chain->joint[i].joint = &robot->joint[robot->link[link].joint];
    for (uint32_t i = 0; i < chain->count; i++) {
        chain_joint *at = &chain->joint[i];
        const fk_robot_joint *joint = at->joint;
        bool slides = joint->kind == FK_JOINT_PRISMATIC, moves = joint->variable != FK_NONE;
        length += length_of(joint->origin.translation);
        at->before = length;
        at->factor = moves ? fabs(joint->factor) : 0;
        if (!moves)
            continue;
        fk_interval range = link_proof_range(robot, joint->variable);
        bool has_limits = robot->joint[robot->variable[joint->variable]].has_limits;
        double largest = fmax(fabs(range.lo), fabs(range.hi));
        if (slides)
            length += fmax(fabs(joint->factor * range.lo + joint->offset),
                           fabs(joint->factor * range.hi + joint->offset));
        bool is_covered = has_limits || at->factor == 1; /* else it is not a whole turn */
        if (!isfinite(length) || !is_covered ||
            (!slides && !(at->factor * largest + fabs(joint->offset) < MOST_TURNS)))
            return false;
    }
    chain->length = length;
    return true;
}

/* Lists the variables of both chains, and how much each moves. */
static void weigh_variables(two_chains *t)
{
    for (int side = 0; side < 2; side++) {
        const link_chain *chain = &t->side[side];
        for (uint32_t i = 0; i < chain->count; i++) {
            const chain_joint *at = &chain->joint[i];
            uint32_t k = 0;
            if (at->factor == 0)
                continue;
            while (k < t->variable_count && t->variable[k] != at->joint->variable)
                k++;
            if (k == t->variable_count) {
                t->variable[t->variable_count++] = at->joint->variable;
                t->box[k] = link_proof_range(t->proof->robot, at->joint->variable);
                t->weight[k] = 0;
            }
            bool slides = at->joint->kind == FK_JOINT_PRISMATIC;
            t->weight[k] += at->factor * (slides ? 1 : chain->length - at->before + chain->cover->size);
        }
    }
}

/* ---- One box ------------------------------------------------------------------------------------------- */

/* The pose of a joint's motion. */
static fk_pose joint_motion(const fk_robot_joint *joint, double value)
{
    double size = length_of(joint->axis), turn = value / 2;
    fk_vec3 axis = fk_vec3_scale(joint->axis, 1 / size);
    fk_pose out = fk_pose_identity();
    if (joint->kind == FK_JOINT_PRISMATIC)
        out.translation = fk_vec3_scale(axis, value);
    else {
        const double quat[4] = {axis.x * sin(turn), axis.y * sin(turn), axis.z * sin(turn), cos(turn)};
        (void)fk_pose_from_quat_xyzw(out.translation, quat, &out);
    }
    return out;
}

static void place_chain(const two_chains *t, link_chain *chain)
{
    chain->pose = fk_pose_identity();
    for (uint32_t i = 0; i < chain->count; i++) {
        const fk_robot_joint *joint = chain->joint[i].joint;
        chain->pose = fk_pose_multiply(&chain->pose, &joint->origin);
        chain->origin[i] = chain->pose.translation;
        if (joint->variable == FK_NONE)
            continue;
        fk_pose motion = joint_motion(joint, joint->factor * t->middle[joint->variable] + joint->offset);
        chain->pose = fk_pose_multiply(&chain->pose, &motion);
    }
}

/* How far the joints before the one of a number may move a point that is `beyond` behind the origin of that joint. */
static double motion_of(const two_chains *t, const link_chain *chain, uint32_t number, double beyond)
{
    double sum = 0, at = number < chain->count ? chain->joint[number].before : chain->length;
    for (uint32_t i = 0; i < number; i++) {
        const chain_joint *j = &chain->joint[i];
        if (j->factor == 0)
            continue;
        bool slides = j->joint->kind == FK_JOINT_PRISMATIC;
        sum += j->factor * t->half[j->joint->variable] * (slides ? 1 : at - j->before + beyond);
    }
    return sum;
}

/* A ball that contains all of the link in all of the box: around the origin of a joint, or, behind the last, around the link. */
static fk_sphere enclosing_ball(const two_chains *t, const link_chain *chain, uint32_t number)
{
    if (number < chain->count)
        return (fk_sphere){chain->origin[number], motion_of(t, chain, number, 0) + chain->length -
                                                      chain->joint[number].before + chain->cover->size};
    const fk_sphere *ball = &chain->cover->ball[0];
    return (fk_sphere){fk_pose_apply(&chain->pose, ball->center),
                       motion_of(t, chain, number, length_of(ball->center)) + ball->radius};
}

static double gap_of(const fk_sphere *a, const fk_sphere *b)
{
    return length_of(fk_vec3_sub(a->center, b->center)) - a->radius - b->radius;
}

typedef enum box_result { BOX_APART, BOX_OPEN, BOX_HOPELESS } box_result;

/* Compares all small balls. */
static box_result compare_balls(const two_chains *t)
{
    const link_chain *a = &t->side[0], *b = &t->side[1];
    box_result result = BOX_APART;
    for (uint32_t i = 1; i < a->cover->count; i++) {
        fk_sphere first = a->cover->ball[i];
        double moved = motion_of(t, a, a->count, length_of(first.center));
        first.center = fk_pose_apply(&a->pose, first.center);
        for (uint32_t k = 1; k < b->cover->count; k++) {
            fk_sphere second = b->cover->ball[k];
            double reach = moved + motion_of(t, b, b->count, length_of(second.center));
            second.center = fk_pose_apply(&b->pose, second.center);
            double gap = gap_of(&first, &second) - t->margin;
            if (!(gap > 0))
                return BOX_HOPELESS;
            result = gap > reach ? result : BOX_OPEN;
        }
    }
    return result;
}

static box_result test_box(two_chains *t, const fk_interval *box)
{
    for (uint32_t i = 0; i < t->variable_count; i++) {
        t->middle[t->variable[i]] = box[i].lo / 2 + box[i].hi / 2;
        t->half[t->variable[i]] = (box[i].hi / 2 - box[i].lo / 2) * (1 + MARGIN);
    }
    place_chain(t, &t->side[0]);
    place_chain(t, &t->side[1]);
    for (uint32_t i = 0; i <= t->side[0].count; i++) {
        fk_sphere a = enclosing_ball(t, &t->side[0], i);
        for (uint32_t k = 0; k <= t->side[1].count; k++) {
            fk_sphere b = enclosing_ball(t, &t->side[1], k);
            if (gap_of(&a, &b) > t->margin)
                return BOX_APART;
        }
    }
    return compare_balls(t);
}

/* ---- All boxes ----------------------------------------------------------------------------------------- */

/* Goes through the boxes depth first: box n of the stack waits while its halves are tested, the second after the first. */
static bool search_boxes(two_chains *t)
{
    uint32_t count = t->variable_count, top = 1;
    for (int tests = 0; top > 0; tests++) {
        fk_interval *box = t->box + (size_t)(top - 1) * count;
        box_result result = test_box(t, box);
        if (result == BOX_APART) {
            top--;
            continue;
        }
        uint32_t widest = 0;
        for (uint32_t i = 1; i < count; i++)
            if (t->weight[i] * (box[i].hi - box[i].lo) >
                t->weight[widest] * (box[widest].hi - box[widest].lo))
                widest = i;
        if (result == BOX_HOPELESS || tests >= BUDGET || top > DEPTH || count == 0)
            return false;
        double middle = box[widest].lo / 2 + box[widest].hi / 2;
        memcpy(box + count, box, count * sizeof *box);
        box[widest].hi = box[count + widest].lo = middle;
        top++;
    }
    return true;
}

static void free_chains(two_chains *t)
{
    for (int i = 0; i < 2; i++) {
        free(t->side[i].joint);
        free(t->side[i].origin);
    }
    free(t->variable);
    free(t->weight);
    free(t->box);
    free(t->middle);
    free(t->half);
}

bool link_proof_never_meet(const link_proof *proof, uint32_t a, uint32_t b)
{
    uint32_t end = common_link(proof, a, b), link[2] = {a, b};
    size_t variables = (size_t)proof->robot->variable_count + 1;
    two_chains t = {.proof = proof, .margin = proof->margin};
    t.variable = calloc(variables, sizeof *t.variable);
    t.weight = calloc(variables, sizeof *t.weight);
    t.box = calloc(variables * (DEPTH + 2), sizeof *t.box);
    t.middle = calloc(variables, sizeof *t.middle);
    t.half = calloc(variables, sizeof *t.half);
    bool is_good =
        t.variable != NULL && t.weight != NULL && t.box != NULL && t.middle != NULL && t.half != NULL;
    for (int i = 0; i < 2 && is_good; i++) {
        size_t room = (size_t)(proof->depth[link[i]] - proof->depth[end]) + 1;
        t.side[i].joint = calloc(room, sizeof *t.side[i].joint);
        t.side[i].origin = calloc(room, sizeof *t.side[i].origin);
        is_good =
            t.side[i].joint != NULL && t.side[i].origin != NULL && fill_chain(&t, &t.side[i], link[i], end);
    }
    if (is_good) {
        weigh_variables(&t);
        t.margin += MARGIN * (t.side[0].length + t.side[1].length);
        is_good = search_boxes(&t);
    }
    free_chains(&t);
    return is_good;
}
