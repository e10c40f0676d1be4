/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The links of a generated robot arm with seven joints, each in its own frame with its joint at the origin.
 * With all values 0 the arm is upright, and consecutive links are 0.002 to 0.005 of the size apart, so that
 * only a motion makes them meet. */

#include "gen/generate_make.h"

#define UPPER_ARM    0.4 /* from joint to joint, as FOREARM and HAND */
#define HAND         0.1
#define ELBOW_RADIUS 0.045
#define ELBOW_POINTS 6 /* in a quarter of a circle */
#define FOREARM      0.3

const fk_arm_joint fk_arm_joint_table[FK_ARM_JOINTS] = {
    {"pan", "base", "shoulder", {0, 0, 0.202}, {0, 0, 1}, false, -2.96, 2.96},
    {"lift", "shoulder", "upper-arm", {0, 0.065, 0.1}, {0, 1, 0}, false, -1.9, 1.9},
    {"bend", "upper-arm", "forearm", {0, -0.05, UPPER_ARM}, {0, 1, 0}, false, -2.6, 2.6},
    {"roll", "forearm", "wrist", {0, 0, FOREARM + 0.003}, {0, 0, 1}, false, -3.1, 3.1},
    {"pitch", "wrist", "hand", {0, 0.033, 0.035}, {0, 1, 0}, false, -1.8, 1.8},
    {"spin", "hand", "flange", {0, 0.015, HAND + 0.028}, {0, 0, 1}, false, -3.1, 3.1},
    {"reach", "flange", "tool", {0, 0, 0.043}, {0, 0, 1}, true, 0, 0.05},
};

/* ---- Upper arm and hand: plates with round ends, in the plane of x and z ------------------------------- */

typedef struct arm_plate {
    double length; /* from joint to joint */
    double radius; /* of its round ends */
    double width;
    uint32_t quarter; /* sides in a quarter of a circle */
} arm_plate;

/* Half a circle around the upper end, then half around the lower one; rows go along y. */
static fk_vec3 plate_place(void *user, uint32_t row, uint32_t i)
{
    const arm_plate *p = user;
    uint32_t half = 2 * p->quarter + 1, turn = 4 * p->quarter;
    bool lower = i >= half;
    uint32_t side = lower ? i - half + p->quarter : i + 3 * p->quarter;
    fk_cos_sin t = fk_turn_fraction(side % turn, turn);
    return fk_vec3_make(p->radius * t.sine, p->width * row, p->radius * t.cosine + (lower ? 0 : p->length));
}

static void make_plate(fk_maker *maker, const char *name, arm_plate p)
{
    uint32_t count = 4 * p.quarter + 2;
    fk_ring_rows rows = {plate_place, &p, 2, count, false, false};
    fk_make_part(maker, name);
    uint32_t ring = fk_make_rows(maker, &rows);
    fk_make_fan(maker, ring, count, fk_make_point(maker, 0, 0, p.length / 2), false);
    fk_make_fan(maker, ring + count, count, fk_make_point(maker, 0, p.width, p.length / 2), true);
}

/* ---- The others ---------------------------------------------------------------------------------------- */

/* A half ball around the joint, and a cone to the wrist. */
static void make_forearm(fk_maker *maker, uint32_t detail)
{
    fk_lathe_point outline[ELBOW_POINTS + 3];
    for (uint32_t i = 0; i <= ELBOW_POINTS; i++) {
        fk_cos_sin t = fk_turn_fraction(i, 4 * ELBOW_POINTS);
        outline[i].radius = ELBOW_RADIUS * t.sine;
        outline[i].z = -ELBOW_RADIUS * t.cosine;
    }
    outline[ELBOW_POINTS + 1] = (fk_lathe_point){0.03, FOREARM};
    outline[ELBOW_POINTS + 2] = (fk_lathe_point){0, FOREARM};
    fk_make_part(maker, "forearm");
    fk_make_lathe(maker, outline, ELBOW_POINTS + 3, 8 * detail);
}

/* A palm and two fingers. */
static void make_tool(fk_maker *maker, uint32_t detail)
{
    fk_blocks gripper = {.x = {-0.04, -0.03, 0.03, 0.04},
                         .y = {-0.015, 0.015},
                         .z = {0, 0.02, 0.08},
                         .present = UINT64_C(7) | UINT64_C(5) << 16};
    fk_make_part(maker, "tool");
    fk_make_blocks(maker, &gripper, detail);
}

void fk_make_arm(fk_maker *maker, uint32_t detail)
{
    static const fk_lathe_point base[6] = {{0, 0},       {0.12, 0},   {0.12, 0.03},
                                           {0.08, 0.05}, {0.08, 0.2}, {0, 0.2}};
    static const fk_lathe_point shoulder[6] = {{0, 0},        {0.08, 0},    {0.08, 0.03},
                                               {0.06, 0.045}, {0.06, 0.16}, {0, 0.16}};
    static const fk_lathe_point wrist[6] = {{0, 0},        {0.03, 0},     {0.03, 0.04},
                                            {0.022, 0.05}, {0.022, 0.07}, {0, 0.07}};
    static const fk_lathe_point flange[4] = {{0, 0}, {0.025, 0}, {0.025, 0.04}, {0, 0.04}};
    fk_make_part(maker, "base");
    fk_make_lathe(maker, base, 6, 8 * detail);
    fk_make_part(maker, "shoulder");
    fk_make_lathe(maker, shoulder, 6, 8 * detail);
    make_plate(maker, "upper-arm", (arm_plate){UPPER_ARM, 0.05, 0.06, 2 * detail});
    make_forearm(maker, detail);
    fk_make_part(maker, "wrist");
    fk_make_lathe(maker, wrist, 6, 8 * detail);
    make_plate(maker, "hand", (arm_plate){HAND, 0.025, 0.03, 2 * detail});
    fk_make_part(maker, "flange");
    fk_make_lathe(maker, flange, 4, 8 * detail);
    make_tool(maker, detail);
}
