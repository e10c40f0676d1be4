/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The scenes of `farkas bench pairs` as programs have them: shapes in local coordinates, each pair with two of its own, and their poses.
 *
 *     posed        half of the pairs meet
 *     overlapping  all pairs overlap
 *     hit, miss    a moves along a line, in a cast; as a point, in a ray. It meets b, or passes it at some 5 % of its size or more
 *     graze        it passes the surface of b at 1e-6 to 1e-15 of its size, outside or inside
 *     inside       it starts inside b
 *
 * Pairs whose truth is not proved, or not the wanted one, are drawn again. Truth never comes from what is measured: that of a ray is the
 * proved verdict on a segment and b; that of a cast is the distance of b and the hull of all corners of a at the begin and at the end.
 * Weak inputs: rays and casts of smooth shapes that pass nearer than 1e-12 have no proof, so they are not in a scene. */

#include "bench/bench.h"
#include "bench/pairs_scene.h"
#include "cli.h"
#include "gen/family_make.h"
#include "shape/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Placements of a pair before it is given up. */
#define MOST_PLACEMENTS 10000

/* No shape is larger, and no ray begins or ends nearer to the point that it is aimed at. */
#define LARGEST_SIZE 5.5

/* Origins and motions of rays are multiples of this. They and their sums are below 32, so the sums are exact. */
#define RAY_GRID 0x1p-48

/* Distances that are nearer than this to contact do not prove the truth of a cast. */
#define CAST_MARGIN 1e-13

/* ---- Shapes -------------------------------------------------------------------------------------------- */

static fk_vec3 draw_on_ellipsoid(fk_random *random, const double half[3])
{
    fk_vec3 d = fk_draw_direction(random);
    return fk_vec3_make((double)(float)(d.x * half[0]), (double)(float)(d.y * half[1]),
                        (double)(float)(d.z * half[2]));
}

fk_piece pairs_draw_shape(fk_random *random, fk_kind kind, uint32_t points)
{
    const fk_vec3 zero = {0, 0, 0};
    double half[3];
    for (int i = 0; i < 3; i++)
        half[i] = (double)(float)fk_random_between(random, 0.5, 1.5);
    fk_vec3 low = {0, 0, -half[2]}, high = {0, 0, half[2]}, corner[4], *point;
    fk_cell box = {{-half[0], -half[1], -half[2]},
                   {{2 * half[0], 0, 0}, {0, 2 * half[1], 0}, {0, 0, 2 * half[2]}}};
    for (int i = 0; i < 4; i++)
        corner[i] = draw_on_ellipsoid(random, half);
    switch (kind) {
    case FK_KIND_POINT:
        return fk_piece_point(zero);
    case FK_KIND_SPHERE:
        return fk_piece_sphere(zero, half[0]);
    case FK_KIND_CAPSULE:
        return fk_piece_capsule(low, high, half[0] / 2);
    case FK_KIND_CYLINDER:
        return fk_piece_cylinder(low, high, half[0]);
    case FK_KIND_CONE:
        return fk_piece_cone(low, high, half[0]);
    case FK_KIND_ELLIPSOID:
        return fk_piece_ellipsoid(zero, fk_vec3_make(half[0], 0, 0), fk_vec3_make(0, half[1], 0), high);
    case FK_KIND_TRIANGLE:
        return fk_piece_triangle(corner[0], corner[1], corner[2]);
    case FK_KIND_TETRA:
        for (int i = 1; i < 4; i++)
            corner[i] = fk_vec3_sub(corner[i], corner[0]);
        return fk_piece_tetra(corner[0], corner[1], corner[2], corner[3]);
    case FK_KIND_HULL:
        point = bench_allocate(points, sizeof *point);
        for (uint32_t i = 0; i < points; i++)
            point[i] = draw_on_ellipsoid(random, half);
        return fk_piece_hull(point, points);
    default:
        return fk_piece_box(box.origin, box.edge[0], box.edge[1], box.edge[2]);
    }
}

fk_pose pairs_draw_pose(fk_random *random, fk_vec3 translation)
{
    double quat[4];
    fk_pose out;
    bench_draw_in_ball(random, 4, quat);
    bench_check_status(fk_pose_from_quat_xyzw(translation, quat, &out));
    return out;
}

/* ---- Placed pieces ------------------------------------------------------------------------------------- */

/* A pair that is being placed: its shapes in their places, with room for the points of hulls. */
typedef struct pair_placer {
    fk_random random;
    const bench_pair *pair;
    bench_place *place;
    fk_piece a, b;
    fk_vec3 *point[2];
} pair_placer;

static void place_pair(pair_placer *p)
{
    p->a = fk_piece_place(&p->pair->a, &p->place->a, p->point[0]);
    p->b = fk_piece_place(&p->pair->b, &p->place->b, p->point[1]);
}

/* The farthest point of a piece along n, which has length 1; up to rounding. */
static fk_vec3 farthest_point(const fk_piece *piece, fk_vec3 n)
{
    fk_support_bodies bodies;
    double radius = piece->kind == FK_KIND_SPHERE    ? piece->as.sphere.radius
                    : piece->kind == FK_KIND_CAPSULE ? piece->as.capsule.radius
                                                     : 0;
    fk_support_bodies_init(&bodies, piece, piece);
    fk_vec3 core = fk_support_to_world(&bodies.a, fk_support_find(&bodies.a, n).point);
    return fk_vec3_add(core, fk_vec3_scale(n, radius));
}

/* A random mean of points of the surface. */
static fk_vec3 draw_inside(fk_random *random, const fk_piece *piece)
{
    fk_vec3 sum = {0, 0, 0};
    double weights = 0;
    for (int i = 0; i < 6; i++) {
        double weight = fk_random_between(random, 0.1, 1);
        fk_vec3 n = {i % 3 == 0, i % 3 == 1, i % 3 == 2};
        fk_vec3 point = farthest_point(piece, i < 3 ? n : fk_vec3_negate(n));
        sum = fk_vec3_add(sum, fk_vec3_scale(point, weight));
        weights += weight;
    }
    return fk_vec3_scale(sum, 1 / weights);
}

static double round_to_grid(double x)
{
    return nearbyint(x / RAY_GRID) * RAY_GRID;
}

static fk_vec3 to_grid(fk_vec3 v)
{
    return fk_vec3_make(round_to_grid(v.x), round_to_grid(v.y), round_to_grid(v.z));
}

/* Where a has its origin while it passes b along d: at a gap from b along a direction n perpendicular to d, where both have their farthest
 * points. */
static fk_vec3 draw_passing(pair_placer *p, fk_vec3 d, double gap)
{
    fk_vec3 n = fk_vec3_cross(d, fk_draw_direction(&p->random));
    double length = sqrt(fk_vec3_dot(n, n));
    if (length < 0.01)
        return draw_passing(p, d, gap);
    n = fk_vec3_scale(n, 1 / length);
    fk_vec3 of_b = farthest_point(&p->b, n), of_a = farthest_point(&p->a, fk_vec3_negate(n));
    of_a = fk_vec3_sub(of_a, p->place->a.translation);
    return fk_vec3_add(fk_vec3_sub(of_b, of_a), fk_vec3_scale(n, gap));
}

/* 2^-50 to 2^-20, on either side. */
static double draw_small_gap(fk_random *random)
{
    double size = fk_random_between(random, 1, 2), sign = fk_draw_sign(random);
    return sign * ldexp(size, -fk_draw_int(random, 21, 50));
}

static void draw_throw(pair_placer *p, const char *family)
{
    fk_random *random = &p->random;
    fk_vec3 d = fk_draw_direction(random), at;
    double before = fk_random_between(random, LARGEST_SIZE, 10);
    double after = fk_random_between(random, LARGEST_SIZE, 10);
    if (strcmp(family, "graze") == 0)
        at = draw_passing(p, d, draw_small_gap(random));
    else if (strcmp(family, "miss") == 0)
        at = draw_passing(p, d, fk_random_between(random, 0.05, 1));
    else
        at = draw_inside(random, &p->b);
    if (strcmp(family, "inside") == 0)
        before = 0;
    p->place->a.translation = to_grid(fk_vec3_sub(at, fk_vec3_scale(d, before)));
    p->place->motion = to_grid(fk_vec3_scale(d, before + after));
    place_pair(p);
}

static void draw_placement(pair_placer *p, const char *family)
{
    fk_vec3 center = fk_draw_vector(&p->random, 4), direction = fk_draw_direction(&p->random);
    double distance = fk_random_between(&p->random, 0.4, 3.2);
    bool is_ray = p->pair->a.kind == FK_KIND_POINT;
    p->place->b = pairs_draw_pose(&p->random, fk_vec3_add(center, fk_vec3_scale(direction, distance)));
    p->place->a = is_ray ? fk_pose_identity() : pairs_draw_pose(&p->random, center);
    p->place->a.translation = center;
    place_pair(p);
    if (pairs_family_lines(family) == 3)
        draw_throw(p, family);
}

/* ---- Truth --------------------------------------------------------------------------------------------- */

/* A piece without its radius, as points. False for smooth shapes. */
static bool list_core(const fk_piece *piece, fk_vec3 shift, fk_vec3 *point, uint32_t *count, double *radius)
{
    uint32_t vertices = fk_piece_vertex_count(piece);
    for (uint32_t i = 0; i < vertices; i++)
        point[(*count)++] = fk_vec3_add(fk_piece_vertex_at(piece, i), shift);
    *radius = piece->kind == FK_KIND_SPHERE    ? piece->as.sphere.radius
              : piece->kind == FK_KIND_CAPSULE ? piece->as.capsule.radius
                                               : 0;
    return vertices > 0;
}

static fk_verdict cast_truth(const pair_placer *p)
{
    uint32_t from = fk_piece_vertex_count(&p->a), to = fk_piece_vertex_count(&p->b), swept = 0, rest = 0;
    fk_vec3 *point = bench_allocate(2 * from + to, sizeof *point);
    double radius[2] = {0, 0};
    fk_verdict out = FK_UNDECIDED;
    if (list_core(&p->a, fk_vec3_make(0, 0, 0), point, &swept, &radius[0]) &&
        list_core(&p->a, p->place->motion, point, &swept, &radius[0]) &&
        list_core(&p->b, fk_vec3_make(0, 0, 0), point + swept, &rest, &radius[1])) {
        fk_piece a = fk_piece_hull(point, swept), b = fk_piece_hull(point + swept, rest);
        double reach = radius[0] + radius[1];
        fk_distance apart;
        fk_depth deep;
        bench_check_status(fk_pair_distance(&a, &b, NULL, &apart));
        bench_check_status(fk_pair_depth(&a, &b, &deep));
        if (apart.distance.lo - deep.depth.hi > reach + CAST_MARGIN)
            out = FK_APART;
        if (apart.distance.hi - deep.depth.lo < reach - CAST_MARGIN)
            out = FK_TOUCHING; /* meets: more is not asked */
    }
    free(point);
    return out;
}

/* FK_UNDECIDED where there is no proof. */
static fk_verdict placed_truth(const pair_placer *p, const char *family)
{
    if (pairs_family_lines(family) < 3)
        return pairs_prove_verdict(&p->a, &p->b);
    if (p->a.kind != FK_KIND_POINT)
        return cast_truth(p);
    fk_piece ray = fk_piece_segment(p->a.as.point, fk_vec3_add(p->a.as.point, p->place->motion));
    return pairs_prove_verdict(&ray, &p->b);
}

static bool is_wanted(const char *family, bool is_odd, fk_verdict truth)
{
    if (strcmp(family, "graze") == 0 || truth == FK_UNDECIDED)
        return truth != FK_UNDECIDED;
    if (strcmp(family, "overlapping") == 0)
        return truth == FK_OVERLAPPING;
    bool meets = strcmp(family, "posed") == 0 ? is_odd : strcmp(family, "miss") != 0;
    return meets == (truth != FK_APART);
}

/* ---- Scene --------------------------------------------------------------------------------------------- */

int pairs_family_lines(const char *family)
{
    static const char *const thrown[] = {"hit", "miss", "graze", "inside"};
    for (size_t i = 0; i < sizeof thrown / sizeof thrown[0]; i++)
        if (strcmp(family, thrown[i]) == 0)
            return 3;
    return strcmp(family, "posed") == 0 || strcmp(family, "overlapping") == 0 ? 2 : 1;
}

bool pairs_placed_draw(pairs_scene *scene, const pairs_kind *kind, uint64_t seed)
{
    pair_placer p = {.random = fk_random_make(seed)};
    size_t placements = 0;
    for (int side = 0; side < 2; side++)
        p.point[side] = bench_allocate(kind->points, sizeof *p.point[side]);
    for (size_t i = 0; i < scene->count && placements < MOST_PLACEMENTS; i++) {
        bench_pair *pair = &scene->pair[i];
        pair->a = pairs_draw_shape(&p.random, kind->a, kind->points);
        pair->b = pairs_draw_shape(&p.random, kind->b, kind->points);
        bool is_odd = fk_draw_one_in(&p.random, 2);
        p.pair = pair;
        p.place = &scene->place[i];
        for (placements = 0; placements < MOST_PLACEMENTS; placements++) {
            draw_placement(&p, scene->family);
            fk_verdict truth = placed_truth(&p, scene->family);
            if (!is_wanted(scene->family, is_odd, truth))
                continue;
            scene->truth[i] = (uint8_t)truth;
            scene->hits += truth != FK_APART;
            break;
        }
    }
    for (int side = 0; side < 2; side++)
        free(p.point[side]);
    if (placements == MOST_PLACEMENTS)
        cli_trouble("family %s has no pairs of the kinds %s", scene->family, scene->kinds);
    return placements < MOST_PLACEMENTS;
}
