/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The stations of an assembly. The top of the rails is z = 0, and a base lies on them. Positions are multiples of
 * 1/8 where parts touch, so that sums are exact. */

#include "base/vec3.h"
#include "gen/assembly_make.h"

#define NO_PART UINT32_MAX

#define BASE_X      120.0 /* half of it */
#define BASE_Y      100.0
#define BASE_TOP    10.0
#define RAIL_PLACE  90.0 /* from the middle, along y */
#define M6          3.0  /* radii of bolts */
#define M8          4.0
#define GEAR_MODULE 2.5
#define GEAR_WIDTH  20.0

static fk_vec3 turn_angles(fk_turn turn)
{
    static const double angle[5][2] = {{0, 0}, {180, 0}, {0, 90}, {0, -90}, {-90, 0}};
    return fk_vec3_make(angle[turn][0], angle[turn][1], 0);
}

static fk_vec3 turn_direction(fk_turn turn)
{
    static const double z[5][3] = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}};
    return fk_vec3_make(z[turn][0], z[turn][1], z[turn][2]);
}

static uint32_t add_turned(fk_assembler *list, const char *word, uint32_t mesh, fk_vec3 position,
                           fk_turn turn)
{
    return fk_assembler_add(list, word, mesh, position, turn_angles(turn));
}

static void touch(fk_assembler *list, uint32_t a, uint32_t b)
{
    fk_assembler_relate(list, a, b, FK_ASSEMBLY_CONTACT);
}

/* Returns an angle in degrees, in eighths. */
static double draw_angle(fk_assembler *list)
{
    return (double)fk_random_below(&list->random, 360 * 8) / 8;
}

#define MESH(list, shape, ...)                                                                               \
    fk_assembler_mesh(list, shape, (const double[]){__VA_ARGS__},                                            \
                      sizeof(double[]){__VA_ARGS__} / sizeof(double))

/* ---- What all stations have ---------------------------------------------------------------------------- */

/* Adds the base, a panel with these holes. */
static uint32_t add_panel_base(fk_assembler *list, double hx, double gx, double hy, double radius)
{
    double hole = radius == 0 ? 0 : radius + FK_HOLE_GAP;
    uint32_t panel = MESH(list, FK_SHAPE_PANEL, BASE_X, BASE_Y, BASE_TOP, hx, gx, hy, hole);
    return add_turned(list, "base", panel, fk_vec3_make(0, 0, 0), FK_TURN_UP);
}

/* Adds two rails, the first parts of a station, and the base on them. Returns the base. */
static uint32_t add_base(fk_assembler *list, double hx, double gx, double hy, double radius)
{
    uint32_t rail = MESH(list, FK_SHAPE_RAIL, FK_RAIL_LENGTH);
    uint32_t left = add_turned(list, "rail", rail, fk_vec3_make(0, -RAIL_PLACE, 0), FK_TURN_UP);
    uint32_t right = add_turned(list, "rail", rail, fk_vec3_make(0, RAIL_PLACE, 0), FK_TURN_UP);
    uint32_t base = add_panel_base(list, hx, gx, hy, radius);
    touch(list, left, base);
    touch(list, right, base);
    return base;
}

/* Adds a sensor in one of the eight places along the edges of a base, its lower end at a height above the base.
 * Negative heights sink it. */
static void add_sensor(fk_assembler *list, uint32_t base, uint32_t place, double height)
{
    static const double x[4] = {-60, -20, 20, 60};
    uint32_t box = MESH(list, FK_SHAPE_PANEL, 8, 8, 20);
    fk_vec3 at = {x[place % 4], place < 4 ? -85 : 85, BASE_TOP + height};
    uint32_t sensor = add_turned(list, "sensor", box, at, FK_TURN_UP);
    fk_assembler_relate(list, base, sensor,
                        height < 0    ? FK_ASSEMBLY_HARD
                        : height == 0 ? FK_ASSEMBLY_CONTACT
                                      : FK_ASSEMBLY_NEAR);
}

/* Adds a copy of a part, which lies to all others as the part does. */
static void add_copy(fk_assembler *list, uint32_t part)
{
    size_t end = list->assembly->pair_count;
    if (list->status != FK_OK)
        return;
    fk_assembly_part original = list->assembly->part[part];
    fk_vec3 position = fk_vec3_sub(original.position, list->origin);
    uint32_t copy = fk_assembler_add(list, "copy", original.mesh, position, original.rpy_deg);
    for (size_t i = list->first_pair; i < end && list->status == FK_OK; i++) {
        fk_assembly_pair pair = list->assembly->pair[i];
        if (pair.a == part || pair.b == part)
            fk_assembler_relate(list, pair.a == part ? pair.b : pair.a, copy, pair.kind);
    }
    fk_assembler_relate(list, part, copy, FK_ASSEMBLY_DUPLICATE);
}

/* Adds the mistakes that do not depend on the kind of station, each one part: sensors from a place on, a dowel, and a
 * copy of a part. */
static void add_mistakes(fk_assembler *list, uint32_t base, uint32_t place, uint32_t part)
{
    if (list->mistakes & FK_MISTAKE_SUNK)
        add_sensor(list, base, place++ % 8, -1.5);
    if (list->mistakes & FK_MISTAKE_HOVER)
        add_sensor(list, base, place++ % 8, FK_ASSEMBLY_CLEARANCE / 2);
    if (list->mistakes & FK_MISTAKE_BURIED) {
        uint32_t pin = MESH(list, FK_SHAPE_SHAFT, 2, 6);
        uint32_t dowel = add_turned(list, "dowel", pin, fk_vec3_make(100, 85, BASE_TOP / 2), FK_TURN_UP);
        fk_assembler_relate(list, base, dowel, FK_ASSEMBLY_CONTAINED);
    }
    if (list->mistakes & FK_MISTAKE_COPY)
        add_copy(list, part);
}

/* Adds up to three sensors that stand on the base, and the mistakes. */
static void add_details(fk_assembler *list, uint32_t base, uint32_t part)
{
    uint32_t place = (uint32_t)fk_random_below(&list->random, 8);
    uint32_t last = place + (uint32_t)fk_random_below(&list->random, 4);
    while (place < last)
        add_sensor(list, base, place++ % 8, 0);
    add_mistakes(list, base, place, part);
}

/* ---- Fasteners and bearings ---------------------------------------------------------------------------- */

/* A bolt through two parts, `top` at its head and `bottom` at its nut; without `bottom`, a screw that ends in a
 * blind hole. */
typedef struct joint {
    fk_turn turn;  /* from head to tip */
    double radius; /* of the bolt */
    double grip;   /* from the washer to the nut, or to the tip of a screw */
    uint32_t top, bottom;
} joint;

/* Returns the bolt. */
static uint32_t fasten(fk_assembler *list, const joint *j, fk_vec3 at)
{
    double r = j->radius, washer = fk_washer_thickness(r);
    bool has_nut = j->bottom != NO_PART;
    double length = washer + j->grip + (has_nut ? fk_nut_height(r) + r / 2 : 0);
    fk_vec3 z = turn_direction(j->turn), head = fk_vec3_sub(at, fk_vec3_scale(z, washer));
    uint32_t disc =
        add_turned(list, "washer", MESH(list, FK_SHAPE_TUBE, 2 * r, r + FK_HOLE_GAP, washer), head, j->turn);
    uint32_t bolt = has_nut ? add_turned(list, "bolt", MESH(list, FK_SHAPE_BOLT, r, length), head, j->turn)
                            : add_turned(list, "screw", MESH(list, FK_SHAPE_SCREW, r, length), head, j->turn);
    touch(list, j->top, disc);
    touch(list, disc, bolt);
    if (has_nut) {
        fk_vec3 end = fk_vec3_add(at, fk_vec3_scale(z, j->grip));
        touch(list, j->bottom, add_turned(list, "nut", MESH(list, FK_SHAPE_NUT, r), end, j->turn));
    }
    return bolt;
}

/* Fastens at (+-x, +-y, z) with head up. Returns the last bolt. */
static uint32_t fasten_four(fk_assembler *list, const joint *j, double x, double y, double z)
{
    uint32_t bolt = NO_PART;
    for (int k = 0; k < 4; k++)
        bolt = fasten(list, j, fk_vec3_make(k & 1 ? x : -x, k & 2 ? y : -y, z));
    return bolt;
}

/* Adds a bearing on a shaft: two rings, and balls in any rotation. Returns its outer ring. */
static uint32_t add_bearing(fk_assembler *list, uint32_t shaft, fk_vec3 at, fk_turn turn)
{
    uint32_t inner = add_turned(list, "inner_ring", MESH(list, FK_SHAPE_INNER_RING, 0), at, turn);
    uint32_t outer = add_turned(list, "outer_ring", MESH(list, FK_SHAPE_OUTER_RING, 0), at, turn);
    uint32_t ball = MESH(list, FK_SHAPE_BALL, FK_BALL_RADIUS);
    touch(list, shaft, inner);
    for (uint32_t i = 0; i < FK_BALLS; i++) {
        fk_cos_sin t = fk_turn_fraction(i, FK_BALLS);
        double u = FK_BALL_CIRCLE * t.cosine, v = FK_BALL_CIRCLE * t.sine;
        fk_vec3 off = turn == FK_TURN_BACK ? fk_vec3_make(u, 0, v) : fk_vec3_make(0, u, v);
        fk_vec3 angle;
        angle.x = draw_angle(list);
        angle.y = draw_angle(list);
        angle.z = draw_angle(list);
        fk_assembler_add(list, "ball", ball, fk_vec3_add(at, off), angle);
    }
    return outer;
}

static uint32_t gear_mesh(fk_assembler *list, uint32_t teeth)
{
    return MESH(list, FK_SHAPE_GEAR, teeth, GEAR_MODULE, GEAR_WIDTH, FK_SHAFT_RADIUS + FK_NUT_GAP);
}

/* ---- Drive: a shaft in two bearings on brackets -------------------------------------------------------- */

/* Adds the bracket and the bearing block on one side; -1: at negative x. */
static void add_drive_side(fk_assembler *list, int side, uint32_t base, uint32_t shaft, uint32_t *bolt)
{
    double axis = BASE_TOP + FK_BRACKET_AXIS, thick = 16;
    fk_vec3 foot = {side * 90, 0, BASE_TOP}, half_turn = {0, 0, side < 0 ? 0 : 180};
    uint32_t bracket = fk_assembler_add(list, "bracket", MESH(list, FK_SHAPE_BRACKET, 0), foot, half_turn);
    uint32_t panel = MESH(list, FK_SHAPE_PANEL, 47, 47, thick, 35, 0, 35, M8 + FK_HOLE_GAP, FK_RING_RADIUS);
    fk_vec3 at = {side < 0 ? -90 - thick : 90, 0, axis};
    uint32_t block = add_turned(list, "bearing_block", panel, at, FK_TURN_RIGHT);
    joint feet = {FK_TURN_DOWN, M8, 20, bracket, base};
    joint wall = {side < 0 ? FK_TURN_LEFT : FK_TURN_RIGHT, M8, 10 + thick, bracket, block};
    touch(list, base, bracket);
    touch(list, bracket, block);
    for (int k = 0; k < 2; k++)
        *bolt = fasten(list, &feet, fk_vec3_make(side * 50, k == 0 ? -35 : 35, BASE_TOP + 10));
    for (int k = 0; k < 4; k++)
        fasten(list, &wall, fk_vec3_make(side * 80, k & 1 ? 35 : -35, k & 2 ? axis + 35 : axis - 35));
    uint32_t ring = add_bearing(list, shaft, fk_vec3_make(side * (90 + thick / 2), 0, axis), FK_TURN_RIGHT);
    touch(list, block, ring);
}

void fk_station_drive(fk_assembler *list)
{
    static const uint32_t teeth[3] = {24, 28, 32};
    double axis = BASE_TOP + FK_BRACKET_AXIS, bore = FK_SHAFT_RADIUS + FK_NUT_GAP;
    uint32_t base = add_base(list, 50, 0, 35, M8), bolt = NO_PART;
    uint32_t mesh = MESH(list, FK_SHAPE_SHAFT, FK_SHAFT_RADIUS, 240);
    uint32_t shaft = add_turned(list, "shaft", mesh, fk_vec3_make(0, 0, axis), FK_TURN_RIGHT);
    add_drive_side(list, -1, base, shaft, &bolt);
    add_drive_side(list, 1, base, shaft, &bolt);
    uint32_t gear = gear_mesh(list, teeth[fk_random_below(&list->random, 3)]);
    fk_assembler_add(list, "gear", gear, fk_vec3_make(0, 0, axis), fk_vec3_make(90, draw_angle(list), 90));
    uint32_t sleeve = MESH(list, FK_SHAPE_TUBE, 14, bore, 30);
    add_turned(list, "sleeve", sleeve, fk_vec3_make(-40.5, 0, axis), FK_TURN_RIGHT);
    add_turned(list, "sleeve", sleeve, fk_vec3_make(10.5, 0, axis), FK_TURN_RIGHT);
    add_details(list, base, bolt);
}

/* ---- Gearbox: two gears that mesh, in a housing with a lid --------------------------------------------- */

/* Adds a shaft with two bearings and a gear. Returns the gear, rotated by an angle in degrees. */
static uint32_t add_gear_shaft(fk_assembler *list, double x, double length, uint32_t teeth, double angle)
{
    double z = BASE_TOP + FK_HOUSING_AXIS, out = (length - 130) / 2;
    uint32_t mesh = MESH(list, FK_SHAPE_SHAFT, FK_SHAFT_RADIUS, length);
    uint32_t shaft = add_turned(list, "shaft", mesh, fk_vec3_make(x, out, z), FK_TURN_BACK);
    add_bearing(list, shaft, fk_vec3_make(x, -42.5, z), FK_TURN_BACK);
    add_bearing(list, shaft, fk_vec3_make(x, 42.5, z), FK_TURN_BACK);
    return fk_assembler_add(list, "gear", gear_mesh(list, teeth), fk_vec3_make(x, 0, z),
                            fk_vec3_make(-90, angle, 0));
}

void fk_station_gearbox(fk_assembler *list)
{
    static const uint32_t teeth[4][2] = {{24, 24}, {20, 28}, {18, 30}, {16, 32}};
    const uint32_t *pair = teeth[fk_random_below(&list->random, 4)];
    uint32_t base = add_base(list, 100, 0, 42.5, M8);
    uint32_t mesh = MESH(list, FK_SHAPE_HOUSING, 0);
    uint32_t housing = add_turned(list, "housing", mesh, fk_vec3_make(0, 0, BASE_TOP), FK_TURN_UP);
    joint feet = {FK_TURN_DOWN, M8, 20, housing, base};
    touch(list, base, housing);
    uint32_t bolt = fasten_four(list, &feet, 100, 42.5, BASE_TOP + 10);
    bool is_wrong = list->mistakes & FK_MISTAKE_FIT; /* tooth on tooth */
    double angle = is_wrong ? 0 : draw_angle(list);
    double opposite = is_wrong ? 0 : (180 - angle * pair[0]) / pair[1];
    uint32_t first = add_gear_shaft(list, -FK_HOUSING_HALF, 130, pair[0], angle);
    uint32_t second = add_gear_shaft(list, FK_HOUSING_HALF, 160, pair[1], opposite);
    if (is_wrong)
        fk_assembler_relate(list, first, second, FK_ASSEMBLY_HARD);
    double rim = BASE_TOP + FK_HOUSING_RIM, thick = 8;
    uint32_t panel = MESH(list, FK_SHAPE_PANEL, 90, 50, thick, 82.5, 0, 42.5, M6 + FK_HOLE_GAP);
    uint32_t lid = add_turned(list, "lid", panel, fk_vec3_make(0, 0, rim), FK_TURN_UP);
    joint screws = {FK_TURN_DOWN, M6, thick + 7, lid, NO_PART};
    touch(list, housing, lid);
    fasten_four(list, &screws, 82.5, 42.5, rim + thick);
    add_details(list, base, bolt);
}

/* ---- Tower: plates on spacers, with things on them ----------------------------------------------------- */

static void add_tower_load(fk_assembler *list, uint32_t plate, double z)
{
    static const uint32_t teeth[3] = {20, 28, 32};
    for (int side = -1; side <= 1; side += 2) {
        uint64_t what = fk_random_below(&list->random, 5);
        fk_vec3 at = {side * 45, 0, z}, angle = {0, 0, draw_angle(list)};
        if (what < 2)
            touch(list, plate, fk_assembler_add(list, "motor", MESH(list, FK_SHAPE_MOTOR, 0), at, angle));
        else {
            at.z += GEAR_WIDTH / 2;
            touch(list, plate, fk_assembler_add(list, "gear", gear_mesh(list, teeth[what - 2]), at, angle));
        }
    }
}

void fk_station_tower(fk_assembler *list)
{
    double x = 80, y = 60, high = 50, thick = 8, z = BASE_TOP;
    uint32_t levels = 1 + (uint32_t)fk_random_below(&list->random, 3);
    uint32_t base = add_base(list, x, 0, y, M8), below = base;
    uint32_t spacer = MESH(list, FK_SHAPE_TUBE, 9, M8 + FK_HOLE_GAP, high);
    uint32_t plate = MESH(list, FK_SHAPE_PANEL, 95, 75, thick, x, 0, y, M8 + FK_HOLE_GAP);
    for (uint32_t level = 0; level < levels; level++) {
        uint32_t post[4];
        add_tower_load(list, below, z);
        for (int k = 0; k < 4; k++) {
            fk_vec3 at = {k & 1 ? x : -x, k & 2 ? y : -y, z};
            post[k] = add_turned(list, "spacer", spacer, at, FK_TURN_UP);
            touch(list, below, post[k]);
        }
        below = add_turned(list, "plate", plate, fk_vec3_make(0, 0, z + high), FK_TURN_UP);
        for (int k = 0; k < 4; k++)
            touch(list, post[k], below);
        z += high + thick;
    }
    add_tower_load(list, below, z);
    joint through = {FK_TURN_DOWN, M8, z, below, base};
    uint32_t bolt = fasten_four(list, &through, x, y, z);
    add_details(list, base, bolt);
}

/* ---- Pipes: an arch with flanges, a valve and a clamp -------------------------------------------------- */

#define PIPE_OUTER 12.0
#define PIPE_INNER 9.0
#define PIPE_BEND  30.0

/* Adds a flange with its bolts. Returns the last bolt. */
static uint32_t add_flange(fk_assembler *list, uint32_t base, double x)
{
    double thick = 8, hole = 22;
    uint32_t panel =
        MESH(list, FK_SHAPE_PANEL, 30, 30, thick, hole, 0, hole, M6 + FK_HOLE_GAP, PIPE_OUTER + FK_HOLE_GAP);
    uint32_t flange = add_turned(list, "flange", panel, fk_vec3_make(x, 0, BASE_TOP), FK_TURN_UP),
             bolt = NO_PART;
    joint j = {FK_TURN_DOWN, M6, thick + BASE_TOP, flange, base};
    touch(list, base, flange);
    for (int k = 0; k < 4; k++)
        bolt = fasten(list, &j,
                      fk_vec3_make(x + (k & 1 ? hole : -hole), k & 2 ? hole : -hole, BASE_TOP + thick));
    return bolt;
}

static void add_clamp(fk_assembler *list, uint32_t base, uint32_t pipe, double axis)
{
    double x = 14, thick = 12, half = 20, off = list->mistakes & FK_MISTAKE_FIT ? 1 : 0;
    uint32_t panel = MESH(list, FK_SHAPE_PANEL, half, half, thick, 0, 0, 0, 0, PIPE_OUTER + FK_HOLE_GAP);
    uint32_t post = MESH(list, FK_SHAPE_TUBE, 8, M8, axis - half - BASE_TOP);
    uint32_t clamp = add_turned(list, "clamp", panel, fk_vec3_make(x, off, axis), FK_TURN_RIGHT);
    uint32_t foot = add_turned(list, "post", post, fk_vec3_make(x + thick / 2, 0, BASE_TOP), FK_TURN_UP);
    touch(list, clamp, foot);
    touch(list, base, foot);
    if (off != 0)
        fk_assembler_relate(list, pipe, clamp, FK_ASSEMBLY_HARD);
}

void fk_station_pipes(fk_assembler *list)
{
    double x = 70, high = 50 + 15 * (double)fk_random_below(&list->random, 5),
           axis = BASE_TOP + high + PIPE_BEND;
    double across = 2 * (x - PIPE_BEND);
    uint32_t base = add_base(list, x + 22, x - 22, 22, M6);
    add_flange(list, base, -x);
    uint32_t bolt = add_flange(list, base, x);
    uint32_t pipe = MESH(list, FK_SHAPE_TUBE, PIPE_OUTER, PIPE_INNER, high);
    uint32_t bend = MESH(list, FK_SHAPE_ELBOW, PIPE_OUTER, PIPE_INNER, PIPE_BEND);
    uint32_t level = MESH(list, FK_SHAPE_TUBE, PIPE_OUTER, PIPE_INNER, across);
    uint32_t run[5];
    run[0] = add_turned(list, "pipe", pipe, fk_vec3_make(-x, 0, BASE_TOP), FK_TURN_UP);
    run[1] = add_turned(list, "elbow", bend, fk_vec3_make(-x, 0, BASE_TOP + high), FK_TURN_UP);
    run[2] = add_turned(list, "pipe", level, fk_vec3_make(-x + PIPE_BEND, 0, axis), FK_TURN_RIGHT);
    run[3] =
        fk_assembler_add(list, "elbow", bend, fk_vec3_make(x, 0, BASE_TOP + high), fk_vec3_make(0, 0, 180));
    run[4] = add_turned(list, "pipe", pipe, fk_vec3_make(x, 0, BASE_TOP), FK_TURN_UP);
    touch(list, base, run[0]);
    touch(list, base, run[4]);
    for (int k = 0; k < 4; k++)
        touch(list, run[k], run[k + 1]);
    uint32_t valve = MESH(list, FK_SHAPE_TUBE, 18, PIPE_OUTER + FK_HOLE_GAP, 24);
    add_turned(list, "valve", valve, fk_vec3_make(-34, 0, axis), FK_TURN_RIGHT);
    add_clamp(list, base, run[2], axis);
    add_details(list, base, bolt);
}

/* ---- Tray: spare parts in any rotation around z -------------------------------------------------------- */

/* The spare parts, with the height of their origin above their lower end. */
static uint32_t spare_mesh(fk_assembler *list, const char **word, double *height)
{
    double r = fk_random_below(&list->random, 2) == 0 ? M6 : M8;
    *height = 0;
    switch (fk_random_below(&list->random, 6)) {
    case 0:
        *word = "bolt";
        *height = r * 1.25;
        return MESH(list, FK_SHAPE_BOLT, r, r * 8);
    case 1:
        *word = "screw";
        *height = r * 2;
        return MESH(list, FK_SHAPE_SCREW, r, r * 6);
    case 2:
        *word = "nut";
        return MESH(list, FK_SHAPE_NUT, r);
    case 3:
        *word = "washer";
        return MESH(list, FK_SHAPE_TUBE, 2 * r, r + FK_HOLE_GAP, fk_washer_thickness(r));
    case 4:
        *word = "inner_ring";
        *height = 6;
        return MESH(list, FK_SHAPE_INNER_RING, 0);
    default:
        *word = "spacer";
        return MESH(list, FK_SHAPE_TUBE, 9, M8 + FK_HOLE_GAP, 50);
    }
}

/* Adds a bolt on its head with a nut on it, whose threads are closer than the clearance. The height of the head, 8,
 * and the place of the nut, 15, are exact for this diameter. */
static uint32_t add_screwed_pair(fk_assembler *list, uint32_t tray, fk_vec3 at)
{
    double diameter = 12.5;
    at.z += 8;
    uint32_t bolt = add_turned(list, "bolt", MESH(list, FK_SHAPE_THREADED_BOLT, diameter), at, FK_TURN_UP);
    at.z += 15;
    uint32_t nut = add_turned(list, "nut", MESH(list, FK_SHAPE_THREADED_NUT, diameter), at, FK_TURN_UP);
    touch(list, tray, bolt);
    fk_assembler_relate(list, bolt, nut, FK_ASSEMBLY_NEAR);
    return nut;
}

/* Adds a spare part, or two that are screwed together. Returns the last one. */
static uint32_t add_spare(fk_assembler *list, uint32_t tray, uint32_t place, bool has_room)
{
    fk_vec3 at = {-95 + 38 * (double)(place % 6), -54 + 36 * (double)(place / 6), BASE_TOP};
    fk_vec3 angle = {0, 0, draw_angle(list)};
    const char *word;
    double height;
    if (place == 4 && has_room)
        return add_screwed_pair(list, tray, at);
    uint32_t mesh = spare_mesh(list, &word, &height);
    at.z += height;
    uint32_t spare = fk_assembler_add(list, word, mesh, at, angle);
    touch(list, tray, spare);
    return spare;
}

void fk_station_tray(fk_assembler *list, uint32_t parts)
{
    uint32_t end = list->assembly->part_count + parts, place = 0, spare = NO_PART;
    uint32_t tray = parts >= FK_RAILS_FEWEST ? add_base(list, 0, 0, 0, 0) : add_panel_base(list, 0, 0, 0, 0);
    list->mistakes &= parts >= 10 ? FK_MISTAKES_ANYWHERE : parts >= 3 ? FK_MISTAKE_COPY : 0;
    for (unsigned bit = 1; bit <= FK_MISTAKES_ANYWHERE; bit *= 2)
        end -= list->mistakes & bit ? 1 : 0;
    while (list->status == FK_OK && list->assembly->part_count < end)
        spare = add_spare(list, tray, place++, list->assembly->part_count + 2 <= end);
    add_mistakes(list, tray, 0, spare);
}
