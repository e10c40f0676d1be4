/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Generated meshes with flat faces: blocks, and outlines extruded along the z axis. */

#include "gen/generate_make.h"

/* ---- Blocks -------------------------------------------------------------------------------------------- */

static void make_cube(fk_maker *maker, uint32_t cuts, bool open)
{
    fk_blocks cube = {.x = {-0.5, 0.5}, .y = {-0.5, 0.5}, .z = {-0.5, 0.5}, .present = 1, .open = open};
    fk_make_part(maker, open ? "open-box" : "box");
    fk_make_blocks(maker, &cube, cuts);
}

void fk_make_box(fk_maker *maker, uint32_t detail)
{
    make_cube(maker, detail, false);
}

void fk_make_open_box(fk_maker *maker, uint32_t detail)
{
    make_cube(maker, detail, true);
}

/* An L of three cells, 0.6 wide and 0.2 thick. */
void fk_make_bracket(fk_maker *maker, uint32_t detail)
{
    fk_blocks bracket = {.x = {0, 0.2, 1},
                         .y = {-0.3, 0.3},
                         .z = {0, 0.2, 1},
                         .present = UINT64_C(1) | UINT64_C(1) << 1 | UINT64_C(1) << 16};
    fk_make_part(maker, "bracket");
    fk_make_blocks(maker, &bracket, detail);
}

/* ---- Star ---------------------------------------------------------------------------------------------- */

#define STAR_CORNERS 10
#define STAR_INNER   0.4
#define STAR_HEIGHT  0.4

typedef struct star_shape {
    uint32_t cuts; /* of each side, and of the height */
} star_shape;

static fk_vec3 star_corner(uint32_t k)
{
    fk_cos_sin t = fk_turn_fraction(k % STAR_CORNERS, STAR_CORNERS);
    double radius = k % 2 == 0 ? 1 : STAR_INNER;
    return fk_vec3_make(radius * t.cosine, radius * t.sine, 0);
}

static fk_vec3 star_place(void *user, uint32_t row, uint32_t i)
{
    const star_shape *shape = user;
    double along = (double)(i % shape->cuts) / shape->cuts;
    fk_vec3 a = star_corner(i / shape->cuts), b = star_corner(i / shape->cuts + 1);
    fk_vec3 p = fk_vec3_add(a, fk_vec3_scale(fk_vec3_sub(b, a), along));
    p.z = STAR_HEIGHT * ((double)row / shape->cuts - 0.5);
    return p;
}

/* The whole outline is visible from the center, so both caps are fans. */
void fk_make_star(fk_maker *maker, uint32_t detail)
{
    star_shape shape = {detail};
    uint32_t count = STAR_CORNERS * detail;
    fk_ring_rows rows = {star_place, &shape, detail + 1, count, false, false};
    fk_make_part(maker, "star");
    uint32_t bottom = fk_make_rows(maker, &rows), top = bottom + detail * count;
    fk_make_fan(maker, bottom, count, fk_make_point(maker, 0, 0, -STAR_HEIGHT / 2), false);
    fk_make_fan(maker, top, count, fk_make_point(maker, 0, 0, STAR_HEIGHT / 2), true);
}

/* ---- Gear ---------------------------------------------------------------------------------------------- */

#define GEAR_TEETH  16
#define GEAR_ROOT   0.8
#define GEAR_BORE   0.3
#define GEAR_HEIGHT 0.3

typedef struct gear_shape {
    uint32_t cuts; /* of each quarter of a tooth, and of the height */
    bool bore;     /* the wall of the bore; otherwise the teeth */
} gear_shape;

/* A tooth has four quarters: its root, up, its tip, down. */
static double gear_radius(const gear_shape *shape, uint32_t i)
{
    double along = (double)(i % shape->cuts) / shape->cuts;
    switch (i / shape->cuts % 4) {
    case 0:
        return GEAR_ROOT;
    case 1:
        return GEAR_ROOT + (1 - GEAR_ROOT) * along;
    case 2:
        return 1;
    default:
        return 1 - (1 - GEAR_ROOT) * along;
    }
}

static fk_vec3 gear_place(void *user, uint32_t row, uint32_t i)
{
    const gear_shape *shape = user;
    fk_cos_sin t = fk_turn_fraction(i, 4 * GEAR_TEETH * shape->cuts);
    double radius = shape->bore ? GEAR_BORE : gear_radius(shape, i);
    double z = GEAR_HEIGHT * ((double)row / shape->cuts - 0.5);
    return fk_vec3_make(radius * t.cosine, radius * t.sine, z);
}

void fk_make_gear(fk_maker *maker, uint32_t detail)
{
    gear_shape teeth = {detail, false}, bore = {detail, true};
    uint32_t count = 4 * GEAR_TEETH * detail;
    fk_ring_rows outer_rows = {gear_place, &teeth, detail + 1, count, false, false};
    fk_ring_rows inner_rows = {gear_place, &bore, detail + 1, count, false, true};
    fk_make_part(maker, "gear");
    uint32_t outer = fk_make_rows(maker, &outer_rows), inner = fk_make_rows(maker, &inner_rows);
    uint32_t last = detail * count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = (i + 1) % count;
        fk_make_quad(maker, outer + last + i, outer + last + j, inner + last + j, inner + last + i);
        fk_make_quad(maker, outer + j, outer + i, inner + i, inner + j);
    }
}
