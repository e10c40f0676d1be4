/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The meshes of assembly parts: turned parts, gears, elbows, and blocks with round holes. */

#include <string.h>

#include "gen/assembly_make.h"
#include "gen/generate_make.h"

typedef void part_maker(fk_maker *maker, const double *size);

/* ---- Blocks with round holes --------------------------------------------------------------------------- */

enum { GRID_MOST = 10 };

/* Cells of a lattice, each empty, full, or full with a round hole along an axis through its middle. Holes in a row
 * continue each other; one that ends at a full cell is blind. No two cells may share only an edge or a corner. */
typedef enum bored_cell { CELL_EMPTY, CELL_FULL, CELL_BORED_X, CELL_BORED_Y, CELL_BORED_Z } bored_cell;

typedef struct bored_grid {
    double line[3][GRID_MOST + 1];
    int cells[3];
    uint8_t cell[GRID_MOST][GRID_MOST][GRID_MOST];
    double radius[GRID_MOST][GRID_MOST][GRID_MOST];
} bored_grid;

/* Equal lines become one, so that a margin of a panel may be 0. */
static void set_lines(bored_grid *grid, int axis, const double *line, int count)
{
    int used = 0;
    for (int i = 0; i < count; i++)
        if (used == 0 || line[i] > grid->line[axis][used - 1])
            grid->line[axis][used++] = line[i];
    grid->cells[axis] = used - 1;
}

static bool is_between(const bored_grid *grid, int axis, int i, double low, double high)
{
    return grid->line[axis][i] >= low && grid->line[axis][i + 1] <= high;
}

/* Sets all cells in a box. */
static void set_cells(bored_grid *grid, const double box[6], bored_cell state, double radius)
{
    for (int i = 0; i < grid->cells[0]; i++)
        for (int j = 0; j < grid->cells[1]; j++)
            for (int k = 0; k < grid->cells[2]; k++)
                if (is_between(grid, 0, i, box[0], box[1]) && is_between(grid, 1, j, box[2], box[3]) &&
                    is_between(grid, 2, k, box[4], box[5])) {
                    grid->cell[i][j][k] = (uint8_t)state;
                    grid->radius[i][j][k] = radius;
                }
}

#define FILL(grid, state, radius, ...) set_cells(grid, (const double[6]){__VA_ARGS__}, state, radius)

static bored_cell cell_state(const bored_grid *grid, const int at[3])
{
    for (int k = 0; k < 3; k++)
        if (at[k] < 0 || at[k] >= grid->cells[k])
            return CELL_EMPTY;
    return (bored_cell)grid->cell[at[0]][at[1]][at[2]];
}

typedef struct hole_ring {
    int axis;
    double center[3], radius;
    double plane[2]; /* of its rows */
    uint32_t sides;
} hole_ring;

/* Point 0 lies on the ray to the corner of a square cell. */
static fk_vec3 hole_place(void *user, uint32_t row, uint32_t i)
{
    const hole_ring *hole = user;
    fk_cos_sin t = fk_turn_fraction((i + hole->sides / 8) % hole->sides, hole->sides);
    double p[3];
    p[hole->axis] = hole->plane[row];
    p[(hole->axis + 1) % 3] = hole->center[(hole->axis + 1) % 3] + hole->radius * t.cosine;
    p[(hole->axis + 2) % 3] = hole->center[(hole->axis + 2) % 3] + hole->radius * t.sine;
    return fk_vec3_make(p[0], p[1], p[2]);
}

static hole_ring find_hole(const bored_grid *grid, const int at[3], int axis)
{
    hole_ring hole = {.axis = axis, .radius = grid->radius[at[0]][at[1]][at[2]]};
    for (int k = 0; k < 3; k++)
        hole.center[k] = (grid->line[k][at[k]] + grid->line[k][at[k] + 1]) / 2;
    hole.plane[0] = grid->line[axis][at[axis]];
    hole.plane[1] = grid->line[axis][at[axis] + 1];
    hole.sides = hole.radius > FK_FINE_RADIUS ? FK_FINE_SIDES : 24;
    return hole;
}

static uint32_t make_hole_ring(fk_maker *maker, hole_ring hole, bool upper)
{
    hole.plane[0] = hole.plane[upper ? 1 : 0];
    fk_ring_rows rows = {hole_place, &hole, 1, hole.sides, false, false};
    return fk_make_rows(maker, &rows);
}

/* Adds the four corners of a face of a cell, counterclockwise seen from above, from the highest one on. */
static uint32_t make_corners(fk_maker *maker, const bored_grid *grid, const int at[3], int axis, bool upper)
{
    static const int order[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}};
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    uint32_t first = maker->points;
    for (int k = 0; k < 4; k++) {
        double p[3];
        p[axis] = grid->line[axis][at[axis] + (upper ? 1 : 0)];
        p[u] = grid->line[u][at[u] + order[k][0]];
        p[v] = grid->line[v][at[v] + order[k][1]];
        fk_make_point(maker, p[0], p[1], p[2]);
    }
    return first;
}

/* Makes what one side of a cell shows: a face, a face with a hole, or the bottom of a blind hole. */
static void make_cell_side(fk_maker *maker, const bored_grid *grid, const int at[3], int axis, bool upper)
{
    int other[3] = {at[0], at[1], at[2]};
    other[axis] += upper ? 1 : -1;
    bored_cell next = cell_state(grid, other), bored = (bored_cell)(CELL_BORED_X + axis);
    bool is_bored = cell_state(grid, at) == bored;
    hole_ring hole = find_hole(grid, at, axis);
    if (next == CELL_EMPTY) {
        uint32_t corner = make_corners(maker, grid, at, axis, upper);
        if (is_bored)
            fk_make_plate(maker, corner, 4, make_hole_ring(maker, hole, upper), hole.sides, upper);
        else
            fk_make_quad(maker, corner, corner + (upper ? 1 : 3), corner + 2, corner + (upper ? 3 : 1));
    } else if (is_bored && next != bored) {
        uint32_t ring = make_hole_ring(maker, hole, upper);
        hole.center[axis] = hole.plane[upper ? 1 : 0];
        uint32_t middle = fk_make_point(maker, hole.center[0], hole.center[1], hole.center[2]);
        fk_make_fan(maker, ring, hole.sides, middle, !upper);
    }
}

static void make_cell(fk_maker *maker, const bored_grid *grid, const int at[3])
{
    bored_cell state = cell_state(grid, at);
    for (int side = 0; side < 6 && state != CELL_EMPTY; side++)
        make_cell_side(maker, grid, at, side / 2, side % 2 == 1);
    if (state >= CELL_BORED_X) {
        hole_ring hole = find_hole(grid, at, (int)state - CELL_BORED_X);
        fk_ring_rows wall = {hole_place, &hole, 2, hole.sides, false, true};
        fk_make_rows(maker, &wall);
    }
}

static void make_bored_grid(fk_maker *maker, const bored_grid *grid)
{
    for (int i = 0; i < grid->cells[0]; i++)
        for (int j = 0; j < grid->cells[1]; j++)
            for (int k = 0; k < grid->cells[2]; k++)
                make_cell(maker, grid, (const int[3]){i, j, k});
}

#define LINES(grid, axis, ...)                                                                               \
    set_lines(grid, axis, (const double[]){__VA_ARGS__}, sizeof(double[]){__VA_ARGS__} / sizeof(double))

/* Four holes at (+-x, +-y), with a second x eight, and a bore in the middle; each if its radius or x is not 0. */
static void make_panel(fk_maker *maker, const double *s)
{
    double hx = s[3], gx = s[4], hy = s[5], radius = s[6], bore = s[7], half = radius > 4 ? 10 : 7.5;
    bored_grid grid = {0};
    if (radius == 0) {
        LINES(&grid, 0, -s[0], s[0]);
        LINES(&grid, 1, -s[1], s[1]);
    } else {
        if (gx == 0)
            LINES(&grid, 0, -s[0], -hx - half, -hx + half, hx - half, hx + half, s[0]);
        else
            LINES(&grid, 0, -s[0], -hx - half, -hx + half, -gx - half, -gx + half, gx - half, gx + half,
                  hx - half, hx + half, s[0]);
        LINES(&grid, 1, -s[1], -hy - half, -hy + half, hy - half, hy + half, s[1]);
    }
    LINES(&grid, 2, 0, s[2]);
    FILL(&grid, CELL_FULL, 0, -s[0], s[0], -s[1], s[1], 0, s[2]);
    for (int k = 0; k < 8 && radius > 0; k++) {
        double x = (k & 1 ? 1 : -1) * (k & 4 ? gx : hx), y = (k & 2 ? 1 : -1) * hy;
        if (x != 0)
            FILL(&grid, CELL_BORED_Z, radius, x - half, x + half, y - half, y + half, 0, s[2]);
    }
    if (bore > 0) {
        double x = radius == 0 ? s[0] : hx - half, y = radius == 0 ? s[1] : hy - half;
        FILL(&grid, CELL_BORED_Z, bore, -x, x, -y, y, 0, s[2]);
    }
    make_bored_grid(maker, &grid);
}

/* Two plates at a right angle with stepped ribs: x is along the foot, z up. */
static void make_webbed_bracket(fk_maker *maker, const double *s)
{
    bored_grid grid = {0};
    (void)s;
    LINES(&grid, 0, 0, 10, 30, 50, 60);
    LINES(&grid, 1, -50, -45, -25, 25, 45, 50);
    LINES(&grid, 2, 0, 10, 30, 50, 100, 120, 125);
    FILL(&grid, CELL_FULL, 0, 0, 60, -50, 50, 0, 10);
    FILL(&grid, CELL_FULL, 0, 0, 10, -50, 50, 0, 125);
    FILL(&grid, CELL_BORED_X, 20, 0, 10, -25, 25, 50, 100);
    for (int side = -1; side <= 1; side += 2) {
        double y = side * 35, rib = side * 47.5;
        FILL(&grid, CELL_BORED_Z, 4 + FK_HOLE_GAP, 30, 50, y - 10, y + 10, 0, 10);
        FILL(&grid, CELL_BORED_X, 4 + FK_HOLE_GAP, 0, 10, y - 10, y + 10, 30, 50);
        FILL(&grid, CELL_BORED_X, 4 + FK_HOLE_GAP, 0, 10, y - 10, y + 10, 100, 120);
        FILL(&grid, CELL_FULL, 0, 10, 50, rib - 2.5, rib + 2.5, 10, 30);
        FILL(&grid, CELL_FULL, 0, 10, 30, rib - 2.5, rib + 2.5, 30, 50);
    }
    make_bored_grid(maker, &grid);
}

/* An open box with two bores through its long walls, blind holes in its corners and feet with holes. */
static void make_housing(fk_maker *maker, const double *s)
{
    bored_grid grid = {0};
    double bore = FK_RING_RADIUS + FK_HOLE_GAP, rim = FK_HOUSING_RIM;
    (void)s;
    LINES(&grid, 0, -110, -90, -75, -60, 0, 60, 75, 90, 110);
    LINES(&grid, 1, -50, -35, 35, 50);
    LINES(&grid, 2, 0, 10, 30, 90, 95, rim);
    FILL(&grid, CELL_FULL, 0, -110, 110, -50, 50, 0, 10);
    FILL(&grid, CELL_FULL, 0, -90, 90, -50, 50, 0, rim);
    FILL(&grid, CELL_EMPTY, 0, -75, 75, -35, 35, 10, rim);
    FILL(&grid, CELL_BORED_Y, bore, -60, 60, -50, -35, 30, 90);
    FILL(&grid, CELL_BORED_Y, bore, -60, 60, 35, 50, 30, 90);
    for (int k = 0; k < 4; k++) {
        double foot = k & 1 ? 100 : -100, corner = k & 1 ? 82.5 : -82.5, y = k & 2 ? 42.5 : -42.5;
        FILL(&grid, CELL_BORED_Z, 4 + FK_HOLE_GAP, foot - 10, foot + 10, y - 7.5, y + 7.5, 0, 10);
        FILL(&grid, CELL_BORED_Z, 3 + FK_HOLE_GAP, corner - 7.5, corner + 7.5, y - 7.5, y + 7.5, 95, rim);
    }
    make_bored_grid(maker, &grid);
}

/* A channel that is open below, with a hole in each eighth of its sides. */
static void make_rail(fk_maker *maker, const double *s)
{
    bored_grid grid = {0};
    double step = s[0] / 8, half = s[0] / 2;
    LINES(&grid, 0, -half, -3 * step, -2 * step, -step, 0, step, 2 * step, 3 * step, half);
    LINES(&grid, 1, -10, -6, 6, 10);
    LINES(&grid, 2, -FK_RAIL_HEIGHT, -4, 0);
    FILL(&grid, CELL_FULL, 0, -half, half, -10, 10, -4, 0);
    FILL(&grid, CELL_BORED_Y, 8, -half, half, -10, -6, -FK_RAIL_HEIGHT, -4);
    FILL(&grid, CELL_BORED_Y, 8, -half, half, 6, 10, -FK_RAIL_HEIGHT, -4);
    make_bored_grid(maker, &grid);
}

/* ---- Turned parts -------------------------------------------------------------------------------------- */

typedef struct turned_ring {
    const fk_lathe_point *outline;
    uint32_t sides;
} turned_ring;

static fk_vec3 turned_place(void *user, uint32_t row, uint32_t i)
{
    const turned_ring *ring = user;
    fk_cos_sin t = fk_turn_fraction(i, ring->sides);
    fk_lathe_point p = ring->outline[row];
    return fk_vec3_make(p.radius * t.cosine, p.radius * t.sine, p.z);
}

/* Rotates a closed outline, which goes up on the outside and down on the inside. */
static void make_turned_ring(fk_maker *maker, const fk_lathe_point *outline, uint32_t count, uint32_t sides)
{
    turned_ring ring = {outline, sides};
    fk_ring_rows rows = {turned_place, &ring, count, sides, true, false};
    fk_make_rows(maker, &rows);
}

/* Rotates an outline that goes from the lower to the upper end, and closes both ends by discs. */
static void make_turned(fk_maker *maker, const fk_lathe_point *outline, uint32_t count, uint32_t sides)
{
    turned_ring ring = {outline, sides};
    fk_ring_rows rows = {turned_place, &ring, count, sides, false, false};
    uint32_t first = fk_make_rows(maker, &rows);
    fk_make_fan(maker, first, sides, fk_make_point(maker, 0, 0, outline[0].z), false);
    fk_make_fan(maker, first + (count - 1) * sides, sides, fk_make_point(maker, 0, 0, outline[count - 1].z),
                true);
}

static void make_tube(fk_maker *maker, const double *s)
{
    double r = s[0], b = s[1], h = s[2];
    fk_lathe_point outline[4] = {{r, 0}, {r, h}, {b, h}, {b, 0}};
    make_turned_ring(maker, outline, 4, FK_FINE_SIDES);
}

/* The rings have grooves around the balls, with 0.5 or more between. */
static void make_inner_ring(fk_maker *maker, const double *s)
{
    static const fk_lathe_point outline[8] = {
        {14, -6}, {14, -4}, {12.75, -4},          {12.75, 4},
        {14, 4},  {14, 6},  {FK_SHAFT_RADIUS, 6}, {FK_SHAFT_RADIUS, -6}};
    (void)s;
    make_turned_ring(maker, outline, 8, FK_FINE_SIDES);
}

static void make_outer_ring(fk_maker *maker, const double *s)
{
    static const fk_lathe_point outline[8] = {{FK_RING_RADIUS, -6}, {FK_RING_RADIUS, 6}, {20, 6},  {20, 4},
                                              {21.25, 4},           {21.25, -4},         {20, -4}, {20, -6}};
    (void)s;
    make_turned_ring(maker, outline, 8, FK_FINE_SIDES);
}

static void make_shaft(fk_maker *maker, const double *s)
{
    enum { PIECES = 8 };
    double r = s[0], h = s[1] / 2, c = r / 8;
    fk_lathe_point outline[PIECES + 3] = {{r - c, -h}};
    for (int i = 0; i <= PIECES; i++)
        outline[i + 1] = (fk_lathe_point){r, (h - c) * (i - PIECES / 2) / (PIECES / 2)};
    outline[PIECES + 2] = (fk_lathe_point){r - c, h};
    make_turned(maker, outline, PIECES + 3, FK_FINE_SIDES);
}

static void make_motor(fk_maker *maker, const double *s)
{
    static const fk_lathe_point end[6] = {{26, 26}, {12, 26}, {12, 28}, {5, 28}, {5, 41}, {4, 42}};
    fk_lathe_point outline[28] = {{28, 0}, {28, 4}};
    uint32_t count = 2;
    (void)s;
    for (int fin = 0; fin < 5; fin++) {
        double z = 4 + 4 * fin;
        fk_lathe_point next[4] = {{24, z}, {24, z + 2}, {28, z + 2}, {28, z + 4}};
        memcpy(outline + count, next, sizeof next);
        count += 4;
    }
    memcpy(outline + count, end, sizeof end);
    make_turned(maker, outline, count + 6, FK_FINE_SIDES);
}

static void make_ball(fk_maker *maker, const double *s)
{
    maker->scale = s[0];
    fk_make_sphere(maker, 4);
}

/* ---- Fasteners ----------------------------------------------------------------------------------------- */

enum { FASTENER_SIDES = 24, SHANK_ROWS = 6 };

static fk_vec3 shank_place(void *user, uint32_t row, uint32_t i)
{
    const double *s = user;
    fk_cos_sin t = fk_turn_fraction(i, FASTENER_SIDES);
    bool is_tip = row == SHANK_ROWS - 1;
    double radius = is_tip ? s[0] * 0.75 : s[0], straight = s[1] - s[0] / 4;
    return fk_vec3_make(radius * t.cosine, radius * t.sine,
                        is_tip ? s[1] : straight * ((double)row / (SHANK_ROWS - 2)));
}

static void make_hex_bolt(fk_maker *maker, const double *s)
{
    double size[2] = {s[0], s[1]}, corner = s[0] * 1.875, head = s[0] * 1.25;
    uint32_t hexagon = fk_make_hexagon(maker, corner, -head, 0);
    fk_ring_rows rows = {shank_place, size, SHANK_ROWS, FASTENER_SIDES, false, false};
    uint32_t shank = fk_make_rows(maker, &rows);
    fk_make_plate(maker, hexagon + 6, 6, shank, FASTENER_SIDES, true);
    fk_make_fan(maker, hexagon, 6, fk_make_point(maker, 0, 0, -head), false);
    fk_make_fan(maker, shank + (SHANK_ROWS - 1) * FASTENER_SIDES, FASTENER_SIDES,
                fk_make_point(maker, 0, 0, s[1]), true);
}

/* Its head has a round socket. */
static void make_cap_screw(fk_maker *maker, const double *s)
{
    double r = s[0], h = r * 2, l = s[1], socket = r * 0.75;
    fk_lathe_point outline[8] = {{socket, -h / 2}, {socket, -h}, {r * 1.5, -h},  {r * 1.5, 0},
                                 {r, 0},           {r, l / 2},   {r, l - r / 4}, {r * 0.75, l}};
    make_turned(maker, outline, 8, FASTENER_SIDES);
}

static fk_vec3 nut_place(void *user, uint32_t row, uint32_t i)
{
    const double *radius = user;
    fk_cos_sin t = fk_turn_fraction(i, FASTENER_SIDES);
    double bore = *radius + FK_NUT_GAP;
    return fk_vec3_make(bore * t.cosine, bore * t.sine, row * (fk_nut_height(*radius) / 4));
}

static void make_plain_nut(fk_maker *maker, const double *s)
{
    double radius = s[0];
    uint32_t hexagon = fk_make_hexagon(maker, radius * 1.875, 0, fk_nut_height(radius));
    fk_ring_rows rows = {nut_place, &radius, 5, FASTENER_SIDES, false, true};
    uint32_t bottom = fk_make_rows(maker, &rows);
    fk_make_plate(maker, hexagon, 6, bottom, FASTENER_SIDES, false);
    fk_make_plate(maker, hexagon + 6, 6, bottom + 4 * FASTENER_SIDES, FASTENER_SIDES, true);
}

static void make_threaded_bolt(fk_maker *maker, const double *s)
{
    maker->scale = s[0];
    fk_make_bolt(maker, 2);
}

static void make_threaded_nut(fk_maker *maker, const double *s)
{
    maker->scale = s[0];
    fk_make_nut(maker, 2);
}

/* ---- Gears --------------------------------------------------------------------------------------------- */

enum { TOOTH_POINTS = 6, GEAR_ROWS = 12 };

/* A spur gear with straight flanks: tip, pitch and root radius are z/2 + 1, z/2 and z/2 - 1.25 modules. Each tooth
 * is thinner than half a pitch by 0.25 modules on either side. */
typedef struct spur_gear {
    uint32_t teeth, rows;
    double pitch, module;                   /* the pitch radius */
    double radius[GEAR_ROWS], z[GEAR_ROWS]; /* of its rows; radius 0: the teeth */
} spur_gear;

static fk_vec3 spur_place(void *user, uint32_t row, uint32_t i)
{
    static const double out[TOOTH_POINTS] = {-1.25, 0, 1,
                                             1,     0, -1.25}; /* from the pitch circle, in modules */
    const spur_gear *g = user;
    uint32_t k = i % TOOTH_POINTS;
    double away = out[k] * g->module, radius = g->pitch + away;
    double thick =
        g->module * (FK_PI / 4 - 0.25) - away * 0.36397; /* half of it; the tangent of 20 degrees */
    double angle =
        2 * FK_PI * (i / TOOTH_POINTS) / g->teeth + (k < TOOTH_POINTS / 2 ? -thick : thick) / radius;
    double at = g->radius[row] == 0 ? radius : g->radius[row];
    return fk_vec3_make(at * fk_cos(angle), at * fk_sin(angle), g->z[row]);
}

static void spur_row(spur_gear *g, double radius, double z)
{
    g->radius[g->rows] = radius;
    g->z[g->rows++] = z;
}

/* The web between rim and hub is half as wide as the gear, if there is room for one. */
static void make_spur_gear(fk_maker *maker, const double *s)
{
    spur_gear g = {.teeth = (uint32_t)s[0], .pitch = s[0] * s[1] / 2, .module = s[1]};
    double h = s[2] / 2, bore = s[3], rim = g.pitch - 3.25 * s[1], hub = bore + 6;
    bool has_web = rim > hub + 2;
    spur_row(&g, 0, -h);
    spur_row(&g, 0, h);
    for (int side = 1; side >= -1; side -= 2) {
        double z = side * h;
        double row[4][2] = {{rim, z}, {rim, z / 2}, {hub, z / 2}, {hub, z}};
        if (side < 0)
            spur_row(&g, bore, z);
        for (int k = 0; k < 4 && has_web; k++)
            spur_row(&g, row[side > 0 ? k : 3 - k][0], row[side > 0 ? k : 3 - k][1]);
        if (side > 0)
            spur_row(&g, bore, z);
    }
    fk_ring_rows rows = {spur_place, &g, g.rows, TOOTH_POINTS * g.teeth, true, false};
    fk_make_rows(maker, &rows);
}

/* ---- Elbows -------------------------------------------------------------------------------------------- */

enum { ELBOW_STEPS = 8 };

typedef struct pipe_elbow {
    double radius, bend;
} pipe_elbow;

/* From the origin upward, bent to x: both ends lie in planes of the axes. */
static fk_vec3 elbow_place(void *user, uint32_t row, uint32_t i)
{
    const pipe_elbow *e = user;
    fk_cos_sin along = fk_turn_fraction(row, 4 * ELBOW_STEPS), t = fk_turn_fraction(i, FK_FINE_SIDES);
    double out = e->bend + e->radius * t.cosine;
    return fk_vec3_make(e->bend - out * along.cosine, -e->radius * t.sine, out * along.sine);
}

static void make_elbow(fk_maker *maker, const double *s)
{
    pipe_elbow outside = {s[0], s[2]}, inside = {s[1], s[2]};
    fk_ring_rows outer_rows = {elbow_place, &outside, ELBOW_STEPS + 1, FK_FINE_SIDES, false, false};
    fk_ring_rows inner_rows = {elbow_place, &inside, ELBOW_STEPS + 1, FK_FINE_SIDES, false, true};
    uint32_t outer = fk_make_rows(maker, &outer_rows), inner = fk_make_rows(maker, &inner_rows);
    uint32_t last = ELBOW_STEPS * FK_FINE_SIDES;
    for (uint32_t i = 0; i < FK_FINE_SIDES; i++) {
        uint32_t j = (i + 1) % FK_FINE_SIDES;
        fk_make_quad(maker, outer + last + i, outer + last + j, inner + last + j, inner + last + i);
        fk_make_quad(maker, outer + j, outer + i, inner + i, inner + j);
    }
}

/* ---- The table ----------------------------------------------------------------------------------------- */

static const struct assembly_shape {
    const char *word;
    part_maker *make;
} assembly_shapes[] = {
#define FK_ASSEMBLY_SHAPE_ROW(name, word, make) {word, make},
    FK_ASSEMBLY_SHAPE_LIST(FK_ASSEMBLY_SHAPE_ROW)
#undef FK_ASSEMBLY_SHAPE_ROW
};

const char *fk_assembly_shape_word(uint32_t shape)
{
    return assembly_shapes[shape].word;
}

fk_status fk_assembly_mesh_make(fk_context *context, const fk_assembly_mesh *mesh, fk_model **out)
{
    fk_mesh_options exact = fk_mesh_options_default();
    fk_builder builder;
    fk_builder_init(&builder, context, &exact, true);
    fk_maker maker = {.builder = &builder, .scale = 1, .status = FK_OK};
    assembly_shapes[mesh->shape].make(&maker, mesh->size);
    if (maker.status == FK_OK)
        maker.status = fk_builder_finish(&builder, NULL, out);
    fk_builder_end(&builder);
    return maker.status;
}
