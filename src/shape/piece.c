/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pieces: constructors, check, placing, and conversion to and from numbers. */

#include "shape/support.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/pose.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "shape/vertex_blocks.h"
#include "shape/vertices.h"

/* All bytes of a piece are set, so that equal pieces are equal bytes. */
static fk_piece make_blank(fk_kind kind)
{
    fk_piece piece;
    memset(&piece, 0, sizeof piece);
    piece.kind = kind;
    return piece;
}

fk_piece fk_piece_point(fk_vec3 p)
{
    fk_piece piece = make_blank(FK_KIND_POINT);
    piece.as.point = p;
    return piece;
}

fk_piece fk_piece_segment(fk_vec3 a, fk_vec3 b)
{
    fk_piece piece = make_blank(FK_KIND_SEGMENT);
    piece.as.segment[0] = a;
    piece.as.segment[1] = b;
    return piece;
}

fk_piece fk_piece_triangle(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    fk_piece piece = make_blank(FK_KIND_TRIANGLE);
    piece.as.triangle[0] = a;
    piece.as.triangle[1] = b;
    piece.as.triangle[2] = c;
    return piece;
}

static fk_piece make_cell_piece(fk_kind kind, fk_vec3 origin, fk_vec3 u, fk_vec3 v, fk_vec3 w)
{
    fk_piece piece = make_blank(kind);
    piece.as.cell.origin = origin;
    piece.as.cell.edge[0] = u;
    piece.as.cell.edge[1] = v;
    piece.as.cell.edge[2] = w;
    return piece;
}

fk_piece fk_piece_tetra(fk_vec3 origin, fk_vec3 u, fk_vec3 v, fk_vec3 w)
{
    return make_cell_piece(FK_KIND_TETRA, origin, u, v, w);
}

fk_piece fk_piece_box(fk_vec3 origin, fk_vec3 u, fk_vec3 v, fk_vec3 w)
{
    return make_cell_piece(FK_KIND_BOX, origin, u, v, w);
}

fk_piece fk_piece_sphere(fk_vec3 center, double radius)
{
    fk_piece piece = make_blank(FK_KIND_SPHERE);
    piece.as.sphere.center = center;
    piece.as.sphere.radius = radius;
    return piece;
}

fk_piece fk_piece_half_space(fk_vec3 normal, double offset)
{
    fk_piece piece = make_blank(FK_KIND_HALF_SPACE);
    piece.as.half.normal = normal;
    piece.as.half.offset = offset;
    return piece;
}

/* Two ends and a radius. */
static fk_piece make_capsule_piece(fk_kind kind, fk_vec3 a, fk_vec3 b, double radius)
{
    fk_piece piece = make_blank(kind);
    piece.as.capsule.end[0] = a;
    piece.as.capsule.end[1] = b;
    piece.as.capsule.radius = radius;
    return piece;
}

fk_piece fk_piece_capsule(fk_vec3 a, fk_vec3 b, double radius)
{
    return make_capsule_piece(FK_KIND_CAPSULE, a, b, radius);
}

fk_piece fk_piece_cylinder(fk_vec3 a, fk_vec3 b, double radius)
{
    return make_capsule_piece(FK_KIND_CYLINDER, a, b, radius);
}

fk_piece fk_piece_cone(fk_vec3 base, fk_vec3 apex, double radius)
{
    return make_capsule_piece(FK_KIND_CONE, base, apex, radius);
}

fk_piece fk_piece_ellipsoid(fk_vec3 center, fk_vec3 u, fk_vec3 v, fk_vec3 w)
{
    return make_cell_piece(FK_KIND_ELLIPSOID, center, u, v, w);
}

fk_piece fk_piece_hull(const fk_vec3 *point, uint32_t count)
{
    fk_piece piece = make_blank(FK_KIND_HULL);
    piece.as.hull.point = point;
    piece.as.hull.count = count;
    return piece;
}

static fk_vec3 vector_at(const double number[3])
{
    return fk_vec3_make(number[0], number[1], number[2]);
}

/* The sum of the sizes of all components: when it is finite, so is every one of them. */
static double cell_size(const fk_cell *c)
{
    return (fk_vec3_norm1(c->origin) + fk_vec3_norm1(c->edge[0])) +
           (fk_vec3_norm1(c->edge[1]) + fk_vec3_norm1(c->edge[2]));
}

/* Whether a sphere or capsule is valid. False for numbers that are too large to be summed. */
static bool round_is_valid(const fk_piece *piece)
{
    const fk_capsule *c = &piece->as.capsule;
    bool is_ball = piece->kind == FK_KIND_SPHERE;
    double radius = is_ball ? piece->as.sphere.radius : c->radius;
    double size = fk_vec3_norm1(c->end[0]) + (is_ball ? 0 : fk_vec3_norm1(c->end[1]));
    return size + radius <= DBL_MAX && fk_sign_of(radius) >= 0;
}

static fk_status check_points(const fk_points *points)
{
    if (points->point == NULL || points->count == 0)
        return FK_ERROR_PIECE;
    return fk_scan_is_finite(points) ? FK_OK : FK_ERROR_NOT_FINITE;
}

/* Equal as numbers, also where the processor reads small ones as zero. */
static bool same_number(double x, double y)
{
    return fk_bits_of(x) == fk_bits_of(y) || (fk_sign_of(x) == 0 && fk_sign_of(y) == 0);
}

/* A cylinder or cone with a radius needs an axis. */
static bool has_axis(const fk_piece *piece)
{
    const fk_vec3 *end = piece->as.capsule.end;
    return fk_sign_of(piece->as.capsule.radius) == 0 || !same_number(end[0].x, end[1].x) ||
           !same_number(end[0].y, end[1].y) || !same_number(end[0].z, end[1].z);
}

fk_status fk_piece_check(const fk_piece *piece)
{
    if (piece->kind == FK_KIND_HULL)
        return check_points(&piece->as.hull);
    if ((piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_TETRA) && cell_size(&piece->as.cell) <= DBL_MAX)
        return FK_OK;
    if ((piece->kind == FK_KIND_SPHERE || piece->kind == FK_KIND_CAPSULE) && round_is_valid(piece))
        return FK_OK;
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    if (count == 0)
        return FK_ERROR_PIECE;
    for (uint32_t i = 0; i < count; i += 3)
        if (!fk_vec3_is_finite(vector_at(number + i)))
            return FK_ERROR_NOT_FINITE;
    if (piece->kind == FK_KIND_HALF_SPACE) {
        bool has_normal = fk_sign_of(number[0]) || fk_sign_of(number[1]) || fk_sign_of(number[2]);
        return has_normal ? FK_OK : FK_ERROR_PIECE;
    }
    if (fk_kind_layout(piece->kind).scalars > 0 && fk_sign_of(number[count - 1]) < 0)
        return FK_ERROR_PIECE;
    bool needs_axis = piece->kind == FK_KIND_CYLINDER || piece->kind == FK_KIND_CONE;
    return needs_axis && !has_axis(piece) ? FK_ERROR_PIECE : FK_OK;
}

static fk_piece place_hull(const fk_points *hull, const fk_pose *pose, fk_vec3 *points)
{
    fk_piece placed = fk_piece_hull(points, hull->count);
    placed.as.hull.hint = hull->hint;
    for (uint32_t i = 0; i < hull->count; i++)
        points[i] = fk_pose_apply_inline(pose, fk_points_at(hull, i));
    return placed;
}

static fk_piece place_cell_piece_plain(const fk_piece *piece, const fk_pose *pose)
{
    const fk_cell *c = &piece->as.cell;
    return make_cell_piece(piece->kind, fk_pose_apply_inline(pose, c->origin),
                           fk_pose_rotate_inline(pose, c->edge[0]), fk_pose_rotate_inline(pose, c->edge[1]),
                           fk_pose_rotate_inline(pose, c->edge[2]));
}

#define FK_LEVEL_FILE  "shape/place_cell.inc"
#define FK_LEVEL_LEAST 256
#define FK_LEVEL_MOST  256
#include "base/cpu_levels.inc"

#if FK_HAS_AVX
static fk_piece (*const place_cell_levels[FK_CPU_COUNT])(const fk_piece *piece, const fk_pose *pose) =
    FK_LEVELS_AVX2(place_cell_piece);
#endif

FK_OWN_FRAME static fk_piece place_other_kind(const fk_piece *piece, const fk_pose *pose, fk_vec3 *points)
{
    if (piece->kind == FK_KIND_HULL)
        return place_hull(&piece->as.hull, pose, points);
    fk_number_layout layout = fk_kind_layout(piece->kind);
    double number[FK_PIECE_NUMBERS];
    fk_piece_to_numbers(piece, number);
    for (uint32_t i = 0; i < (uint32_t)layout.points + layout.directions; i++) {
        double *at = number + 3 * i;
        fk_vec3 v = vector_at(at);
        v = i < layout.points ? fk_pose_apply_inline(pose, v) : fk_pose_rotate_inline(pose, v);
        at[0] = v.x;
        at[1] = v.y;
        at[2] = v.z;
    }
    if (piece->kind == FK_KIND_HALF_SPACE)
        number[3] += fk_vec3_dot(vector_at(number), pose->translation);
    return fk_piece_from_numbers(piece->kind, number);
}

/* The most frequent kinds come first. */
fk_piece fk_piece_place(const fk_piece *piece, const fk_pose *pose, fk_vec3 *points)
{
    if (piece->kind == FK_KIND_HULL && points == NULL) {
        const fk_points *hull = &piece->as.hull;
        const fk_vec3 *point = hull->pose == NULL ? hull->point : NULL;
        fk_points_prefetch(hull);
        return (fk_piece){.kind = FK_KIND_HULL, .as.hull = {point, hull->count, hull->hint, pose}};
    }
    if (piece->kind == FK_KIND_SPHERE) {
        fk_vec3 center = fk_pose_apply_inline(pose, piece->as.sphere.center);
        return (fk_piece){.kind = FK_KIND_SPHERE, .as.sphere = {center, piece->as.sphere.radius}};
    }
    if (piece->kind == FK_KIND_CAPSULE || piece->kind == FK_KIND_CYLINDER || piece->kind == FK_KIND_CONE) {
        const fk_capsule *c = &piece->as.capsule;
        fk_vec3 p = fk_pose_apply_inline(pose, c->end[0]), q = fk_pose_apply_inline(pose, c->end[1]);
        return (fk_piece){.kind = piece->kind, .as.capsule = {{p, q}, c->radius}};
    }
    if (piece->kind != FK_KIND_BOX && piece->kind != FK_KIND_TETRA)
        return place_other_kind(piece, pose, points);
#if FK_HAS_AVX
    return place_cell_levels[fk_cpu_level()](piece, pose);
#else
    return place_cell_piece_plain(piece, pose);
#endif
}

/* ---- Numbers of a piece --------------------------------------------------------------------------------- */

/* The numbers of a piece are contiguous in its union, in the order of the pair stream, as asserted here; so they are copied as
 * one block. */

#define NUMBERS(count) ((count) * sizeof(double))

_Static_assert(sizeof(fk_vec3) == NUMBERS(3) && offsetof(fk_vec3, x) == 0 &&
                   offsetof(fk_vec3, y) == NUMBERS(1) && offsetof(fk_vec3, z) == NUMBERS(2),
               "a vector is three numbers");
_Static_assert(sizeof(fk_cell) == NUMBERS(12) && offsetof(fk_cell, edge) == NUMBERS(3),
               "a cell is an origin, then three edges");
_Static_assert(sizeof(fk_sphere) == NUMBERS(4) && offsetof(fk_sphere, radius) == NUMBERS(3),
               "a sphere is a centre, then a radius");
_Static_assert(sizeof(fk_capsule) == NUMBERS(7) && offsetof(fk_capsule, radius) == NUMBERS(6),
               "a capsule is two ends, then a radius");
_Static_assert(sizeof(fk_plane) == NUMBERS(4) && offsetof(fk_plane, offset) == NUMBERS(3),
               "a half-space is a normal, then an offset");
_Static_assert(sizeof(fk_points) <= NUMBERS(FK_PIECE_NUMBERS), "a hull is kept elsewhere");
_Static_assert(sizeof(((fk_piece *)0)->as) == NUMBERS(FK_PIECE_NUMBERS), "no kind has more numbers");

static const fk_number_layout layouts[] = {
    [FK_KIND_NONE] = {0, 0, 0},      [FK_KIND_POINT] = {1, 0, 0},    [FK_KIND_SEGMENT] = {2, 0, 0},
    [FK_KIND_TRIANGLE] = {3, 0, 0},  [FK_KIND_TETRA] = {1, 3, 0},    [FK_KIND_BOX] = {1, 3, 0},
    [FK_KIND_SPHERE] = {1, 0, 1},    [FK_KIND_CAPSULE] = {2, 0, 1},  [FK_KIND_HALF_SPACE] = {0, 1, 1},
    [FK_KIND_HULL] = {0, 0, 0},      [FK_KIND_CYLINDER] = {2, 0, 1}, [FK_KIND_CONE] = {2, 0, 1},
    [FK_KIND_ELLIPSOID] = {1, 3, 0},
};

_Static_assert(sizeof layouts / sizeof layouts[0] == FK_KIND_COUNT, "every kind has its row");

fk_number_layout fk_kind_layout(fk_kind kind)
{
    return layouts[(unsigned)kind < FK_KIND_COUNT ? kind : FK_KIND_NONE];
}

uint32_t fk_kind_number_count(fk_kind kind)
{
    fk_number_layout layout = fk_kind_layout(kind);
    return 3u * (layout.points + layout.directions) + layout.scalars;
}

uint32_t fk_piece_to_numbers(const fk_piece *piece, double number[FK_PIECE_NUMBERS])
{
    uint32_t count = fk_kind_number_count(piece->kind);
    memset(number, 0, NUMBERS(FK_PIECE_NUMBERS));
    memcpy(number, &piece->as, NUMBERS(count));
    return count;
}

fk_piece fk_piece_from_numbers(fk_kind kind, const double number[FK_PIECE_NUMBERS])
{
    fk_piece piece = make_blank(kind);
    memcpy(&piece.as, number, NUMBERS(fk_kind_number_count(kind)));
    return piece;
}
