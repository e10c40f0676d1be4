/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Generated parts that fit into each other: nut and bolt, peg and hole.
 *
 * A thread is a radius as a function of angle and height, r = 0.455 + 0.045 cos(2 pi z / 0.15 - angle): a
 * round right-handed thread. It is sampled where rows of equal height cross lines of equal angle, so it is
 * watertight and cannot intersect itself. The nut has the same radius plus 0.01, over the same rows and
 * angles, so that on the bolt its triangles are those of the bolt moved outward. All for size 1. */

#include "gen/generate_make.h"

#define THREAD_PITCH     0.15
#define THREAD_MIDDLE    0.455
#define THREAD_DEPTH     0.045
#define THREAD_CLEARANCE 0.01
#define SHAFT_PITCHES    20
#define NUT_PITCHES      5
#define NUT_PLACE        8      /* of the nut on the bolt, in pitches */
#define HEXAGON          0.9375 /* from the center to a corner */
#define HEAD_HEIGHT      0.64

typedef struct bolt_thread {
    uint32_t sides, rows;  /* rows in a pitch */
    uint32_t first, bands; /* its first row, and the number of rows that follow */
    double clearance;      /* of a nut; 0 for a bolt */
} bolt_thread;

static fk_vec3 thread_place(void *user, uint32_t row, uint32_t i)
{
    const bolt_thread *t = user;
    uint32_t j = t->first + row, parts = t->rows * t->sides;
    fk_cos_sin side = fk_turn_fraction(i, t->sides);
    fk_cos_sin phase = fk_turn_fraction((j % t->rows * t->sides + parts - i * t->rows) % parts, parts);
    double radius = THREAD_MIDDLE + THREAD_DEPTH * phase.cosine + t->clearance;
    return fk_vec3_make(radius * side.cosine, radius * side.sine, THREAD_PITCH * ((double)j / t->rows));
}

/* Chooses rows so that triangles are about as high as wide, and a pitch has enough rows to show its shape. */
static bolt_thread make_thread(uint32_t detail)
{
    uint32_t rows = (detail * 4 + 3) / 7;
    bolt_thread t = {.sides = 12 * detail, .rows = rows < 4 ? 4 : rows};
    return t;
}

static uint32_t make_thread_rows(fk_maker *maker, bolt_thread *t)
{
    fk_ring_rows rows = {thread_place, t, t->bands + 1, t->sides, false, t->clearance > 0};
    return fk_make_rows(maker, &rows);
}

uint32_t fk_make_hexagon(fk_maker *maker, double radius, double low, double high)
{
    uint32_t first = maker->points;
    for (uint32_t k = 0; k < 12; k++) {
        fk_cos_sin t = fk_turn_fraction(k % 6, 6);
        fk_make_point(maker, radius * t.cosine, radius * t.sine, k < 6 ? low : high);
    }
    for (uint32_t k = 0; k < 6; k++) {
        uint32_t a = first + k, b = first + (k + 1) % 6;
        fk_make_quad(maker, a, b, b + 6, a + 6);
    }
    return first;
}

/* `place` is its lower end, in pitches. */
static void make_nut(fk_maker *maker, uint32_t detail, uint32_t place)
{
    bolt_thread t = make_thread(detail);
    t.clearance = THREAD_CLEARANCE;
    t.first = place * t.rows;
    t.bands = NUT_PITCHES * t.rows;
    fk_make_part(maker, "nut");
    uint32_t hexagon =
        fk_make_hexagon(maker, HEXAGON, THREAD_PITCH * place, THREAD_PITCH * (place + NUT_PITCHES));
    uint32_t bottom = make_thread_rows(maker, &t), top = bottom + t.bands * t.sides;
    fk_make_plate(maker, hexagon, 6, bottom, t.sides, false);
    fk_make_plate(maker, hexagon + 6, 6, top, t.sides, true);
}

/* The head is below z = 0, the shaft above it. */
void fk_make_bolt(fk_maker *maker, uint32_t detail)
{
    bolt_thread t = make_thread(detail);
    t.bands = SHAFT_PITCHES * t.rows;
    fk_make_part(maker, "bolt");
    uint32_t hexagon = fk_make_hexagon(maker, HEXAGON, -HEAD_HEIGHT, 0);
    uint32_t shaft = make_thread_rows(maker, &t);
    fk_make_plate(maker, hexagon + 6, 6, shaft, t.sides, true);
    fk_make_fan(maker, hexagon, 6, fk_make_point(maker, 0, 0, -HEAD_HEIGHT), false);
    uint32_t tip = fk_make_point(maker, 0, 0, THREAD_PITCH * SHAFT_PITCHES);
    fk_make_fan(maker, shaft + t.bands * t.sides, t.sides, tip, true);
}

void fk_make_nut(fk_maker *maker, uint32_t detail)
{
    make_nut(maker, detail, 0);
}

void fk_make_nut_and_bolt(fk_maker *maker, uint32_t detail)
{
    make_nut(maker, detail, NUT_PLACE);
    fk_make_bolt(maker, detail);
}

/* ---- Peg and hole -------------------------------------------------------------------------------------- */

/* The peg has radius 0.5 and is as high as the block, from z = -0.5 to 0.5. */
typedef struct bored_block {
    uint32_t sides, bands;
} bored_block;

/* Point 0 lies on the ray to a corner of the block. */
static fk_vec3 bore_place(void *user, uint32_t row, uint32_t i)
{
    const bored_block *b = user;
    fk_cos_sin t = fk_turn_fraction((i + b->sides / 8) % b->sides, b->sides);
    return fk_vec3_make(0.5 * t.cosine, 0.5 * t.sine, (double)row / b->bands - 0.5);
}

static void make_bored_block(fk_maker *maker, bored_block *b)
{
    static const double corner[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    fk_make_part(maker, "block");
    uint32_t outer = maker->points;
    for (int k = 0; k < 8; k++)
        fk_make_point(maker, corner[k % 4][0], corner[k % 4][1], k < 4 ? -0.5 : 0.5);
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t low = outer + k, next = outer + (k + 1) % 4;
        fk_make_quad(maker, low, next, next + 4, low + 4);
    }
    fk_ring_rows rows = {bore_place, b, b->bands + 1, b->sides, false, true};
    uint32_t bottom = fk_make_rows(maker, &rows), top = bottom + b->bands * b->sides;
    fk_make_plate(maker, outer, 4, bottom, b->sides, false);
    fk_make_plate(maker, outer + 4, 4, top, b->sides, true);
}

/* Both walls have the same points and triangles. */
void fk_make_peg_in_hole(fk_maker *maker, uint32_t detail)
{
    bored_block b = {.sides = 8 * detail, .bands = (detail * 8 + 1) / 3};
    fk_make_part(maker, "peg");
    fk_ring_rows rows = {bore_place, &b, b.bands + 1, b.sides, false, false};
    uint32_t bottom = fk_make_rows(maker, &rows), top = bottom + b.bands * b.sides;
    fk_make_fan(maker, bottom, b.sides, fk_make_point(maker, 0, 0, -0.5), false);
    fk_make_fan(maker, top, b.sides, fk_make_point(maker, 0, 0, 0.5), true);
    make_bored_block(maker, &b);
}
