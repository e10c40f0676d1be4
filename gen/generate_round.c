/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Generated meshes with round faces: sphere, torus, cylinder, cone, and the trefoil knot. Vertices lie on the
 * round surface, up to rounding. */

#include <math.h>

#include "base/vec3.h"
#include "gen/generate_make.h"

/* ---- Sphere: an icosahedron whose faces are divided ---------------------------------------------------- */

/* Corners of three golden rectangles. */
#define GOLDEN 1.61803398874989484820
static const fk_vec3 ico_point[12] = {{-1, GOLDEN, 0}, {1, GOLDEN, 0}, {-1, -GOLDEN, 0}, {1, -GOLDEN, 0},
                                      {0, -1, GOLDEN}, {0, 1, GOLDEN}, {0, -1, -GOLDEN}, {0, 1, -GOLDEN},
                                      {GOLDEN, 0, -1}, {GOLDEN, 0, 1}, {-GOLDEN, 0, -1}, {-GOLDEN, 0, 1}};
static const uint8_t ico_face[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                        {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                        {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                        {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};

/* Adds point i of row j from the first corner. On an edge of the icosahedron one of the three terms is zero,
 * and the sum of the other two does not depend on their order, so both faces of the edge get the same bits,
 * which are welded. */
static void sphere_point(fk_maker *maker, const uint8_t face[3], uint32_t j, uint32_t i, uint32_t parts)
{
    fk_vec3 a = fk_vec3_scale(ico_point[face[0]], parts - j);
    fk_vec3 b = fk_vec3_scale(ico_point[face[1]], j - i);
    fk_vec3 c = fk_vec3_scale(ico_point[face[2]], i);
    fk_vec3 sum = fk_vec3_add(fk_vec3_add(a, b), c);
    double length = fk_vec3_length(sum);
    fk_make_point(maker, sum.x / length, sum.y / length, sum.z / length);
}

void fk_make_sphere(fk_maker *maker, uint32_t detail)
{
    fk_make_part(maker, "sphere");
    if (maker->builder == NULL) {
        maker->triangles += (uint64_t)20 * detail * detail;
        return;
    }
    for (int f = 0; f < 20; f++) {
        uint32_t first = maker->points;
        for (uint32_t j = 0; j <= detail && maker->status == FK_OK; j++)
            for (uint32_t i = 0; i <= j; i++)
                sphere_point(maker, ico_face[f], j, i, detail);
        for (uint32_t j = 0; j < detail && maker->status == FK_OK; j++)
            for (uint32_t i = 0; i <= j; i++) {
                uint32_t top = first + j * (j + 1) / 2 + i, low = top + j + 1;
                fk_make_triangle(maker, top, low, low + 1);
                if (i < j)
                    fk_make_triangle(maker, top, low + 1, top + 1);
            }
    }
}

/* ---- Torus --------------------------------------------------------------------------------------------- */

typedef struct torus_shape {
    uint32_t around, sides;
} torus_shape;

/* Rows go around the tube, so that the next row is to the left of the direction around the ring. */
static fk_vec3 torus_place(void *user, uint32_t row, uint32_t i)
{
    const torus_shape *shape = user;
    fk_cos_sin ring = fk_turn_fraction(i, shape->around), tube = fk_turn_fraction(row, shape->sides);
    double radius = 1 + FK_TORUS_TUBE * tube.cosine;
    return fk_vec3_make(radius * ring.cosine, radius * ring.sine, FK_TORUS_TUBE * tube.sine);
}

void fk_make_torus(fk_maker *maker, uint32_t detail)
{
    uint32_t around = detail + 3, sides = (around * 3 + 4) / 8;
    torus_shape shape = {around, sides < 3 ? 3 : sides};
    fk_ring_rows rows = {torus_place, &shape, shape.sides, shape.around, true, false};
    fk_make_part(maker, "torus");
    fk_make_rows(maker, &rows);
}

/* ---- Cylinder and cone --------------------------------------------------------------------------------- */

void fk_make_cylinder(fk_maker *maker, uint32_t detail)
{
    static const fk_lathe_point outline[4] = {{0, -1}, {1, -1}, {1, 1}, {0, 1}};
    fk_make_part(maker, "cylinder");
    fk_make_lathe(maker, outline, 4, detail + 2);
}

/* Its base is at z = 0. */
void fk_make_cone(fk_maker *maker, uint32_t detail)
{
    static const fk_lathe_point outline[3] = {{0, 0}, {1, 0}, {0, 2}};
    fk_make_part(maker, "cone");
    fk_make_lathe(maker, outline, 3, detail + 2);
}

/* ---- Trefoil ------------------------------------------------------------------------------------------- */

/* The center curve of the tube is ((2 + cos 3t) cos 2t, (2 + cos 3t) sin 2t, sin 3t), and its radius 0.45. As
 * measured, strands that pass each other are at least 1.66 apart, and the radius of curvature is at least
 * 1.43. So the tube does not intersect itself.
 *
 * The frame is moved along without rotating around the tangent, by two reflections from one point to the next
 * (Wang, Jüttler, Zheng and Liu, "Computation of rotation minimizing frames", 2008). The angle that is
 * missing after one round is distributed evenly over the whole curve. */
#define TREFOIL_TUBE  0.45
#define TREFOIL_OUTER (2 * (3 + TREFOIL_TUBE))

typedef struct trefoil_knot {
    uint32_t segments, sides;
    uint32_t row;  /* the current row */
    double twist;  /* to be added over the whole curve, in radians */
    fk_vec3 place; /* of the row, with its tangent and the first vector of its frame */
    fk_vec3 tangent, normal;
} trefoil_knot;

static fk_vec3 trefoil_place(uint32_t row, uint32_t segments, fk_vec3 *tangent)
{
    fk_cos_sin two = fk_turn_fraction((uint32_t)((uint64_t)2 * row % segments), segments);
    fk_cos_sin three = fk_turn_fraction((uint32_t)((uint64_t)3 * row % segments), segments);
    double radius = 2 + three.cosine, change = -3 * three.sine;
    fk_vec3 along = {change * two.cosine - 2 * radius * two.sine, change * two.sine + 2 * radius * two.cosine,
                     3 * three.cosine};
    *tangent = fk_vec3_scale(along, 1 / fk_vec3_length(along));
    return fk_vec3_make(radius * two.cosine, radius * two.sine, three.sine);
}

/* Returns v mirrored at the plane through the origin with the nonzero normal n. */
static fk_vec3 mirror_vector(fk_vec3 v, fk_vec3 n)
{
    double length = fk_vec3_dot(n, n);
    return length == 0 ? v : fk_vec3_sub(v, fk_vec3_scale(n, 2 * fk_vec3_dot(n, v) / length));
}

/* Moves the frame to a row. */
static void trefoil_go(trefoil_knot *knot, uint32_t row)
{
    fk_vec3 tangent, place = trefoil_place(row % knot->segments, knot->segments, &tangent);
    fk_vec3 way = fk_vec3_sub(place, knot->place);
    fk_vec3 normal = mirror_vector(knot->normal, way), image = mirror_vector(knot->tangent, way);
    normal = mirror_vector(normal, fk_vec3_sub(tangent, image));
    /* Keeps rounding errors from accumulating. */
    normal = fk_vec3_sub(normal, fk_vec3_scale(tangent, fk_vec3_dot(normal, tangent)));
    knot->normal = fk_vec3_scale(normal, 1 / fk_vec3_length(normal));
    knot->place = place;
    knot->tangent = tangent;
    knot->row = row;
}

static void trefoil_start(trefoil_knot *knot)
{
    knot->place = trefoil_place(0, knot->segments, &knot->tangent);
    fk_vec3 side = fk_vec3_cross(knot->tangent, fk_vec3_make(1, 0, 0));
    knot->normal = fk_vec3_scale(side, 1 / fk_vec3_length(side));
    knot->row = 0;
}

/* Returns the angle with this cosine and sine, by repeated corrections from the middle of its quadrant. */
static double polar_angle(double cosine, double sine)
{
    double angle = (cosine < 0 ? 3 : 1) * FK_PI / 4 * (sine < 0 ? -1 : 1);
    for (int i = 0; i < 8; i++)
        angle += sine * fk_cos(angle) - cosine * fk_sin(angle);
    return angle;
}

/* Goes around once without twist, to find the missing angle. */
static void trefoil_close(trefoil_knot *knot)
{
    trefoil_start(knot);
    fk_vec3 normal = knot->normal, other = fk_vec3_cross(knot->tangent, normal);
    for (uint32_t row = 1; row <= knot->segments; row++)
        trefoil_go(knot, row);
    knot->twist = -polar_angle(fk_vec3_dot(knot->normal, normal), fk_vec3_dot(knot->normal, other));
    trefoil_start(knot);
}

static fk_vec3 trefoil_point(void *user, uint32_t row, uint32_t i)
{
    trefoil_knot *knot = user;
    if (row != knot->row)
        trefoil_go(knot, row);
    double angle = 2 * FK_PI * i / knot->sides + knot->twist * row / knot->segments;
    fk_vec3 other = fk_vec3_cross(knot->tangent, knot->normal);
    fk_vec3 out = fk_vec3_add(fk_vec3_scale(knot->normal, TREFOIL_TUBE * fk_cos(angle)),
                              fk_vec3_scale(other, TREFOIL_TUBE * fk_sin(angle)));
    return fk_vec3_scale(fk_vec3_add(knot->place, out), 1 / TREFOIL_OUTER);
}

/* Eight times as many segments as sides make triangles about as long as wide. */
void fk_make_trefoil(fk_maker *maker, uint32_t detail)
{
    uint32_t segments = detail + 16, sides = (segments + 4) / 8;
    trefoil_knot knot = {.segments = segments, .sides = sides < 3 ? 3 : sides};
    fk_ring_rows rows = {trefoil_point, &knot, segments, knot.sides, true, false};
    if (maker->builder != NULL)
        trefoil_close(&knot);
    fk_make_part(maker, "trefoil");
    fk_make_rows(maker, &rows);
}
