/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cuts convex cells by planes, exactly.
 *
 * A plane is given by three points, as doubles. A corner of a cell is given by the three planes that meet there, so its
 * numbers do not grow from cut to cut. Its coordinates are fractions, with doubles as bounds for a filter. The side of a
 * plane on which a corner lies is decided in doubles, with the bound that is derived in shape/hull.h, then in integers.
 *
 * The bound, for a corner v whose coordinates lie between low and high: low replaces v. That changes the height n.(v - p) by
 * at most the sum of |n_k| (high_k - low_k), and |n_k| is at most weight_k, up to a rounding error; so the bound of a point,
 * 2^-48 sum(weight_k |low_k - p_k|), grows by (1 + 2^-40) sum(weight_k (high_k - low_k)). Doubles are not used beyond 2^65.
 *
 * Low and high come from balls (exact/ball.h): the corner is over / under by Cramer's rule, both of which are balls. With q =
 * over.mid / under.mid, rounded, and a real x with |x under - over.mid| <= over.rad and so on, |x - q| is at most (over.rad +
 * |q| under.rad) / (|under.mid| - under.rad) but for roundings, each at most 2^-52 of a term of it, or of q: the factor 1 +
 * 2^-40 and 2^-48 |q| cover them. Where the balls do not suffice, integers do.
 *
 * Weak inputs: coordinates of very different magnitudes make long integers; if they exceed the arena, a cut fails, and the
 * caller has to do without it. */

#include <string.h>

#include "base/vec3.h"
#include "exact/exact.h"
#include "mesh/mesh.h"
#include "split/split.h"

#define LARGEST      0x1p65
#define LARGEST_BALL 0x1p24 /* as exact/ball.h demands */

/* ---- Planes -------------------------------------------------------------------------------------------- */

fk_split_plane fk_split_plane_make(fk_vec3 p, fk_vec3 q, fk_vec3 r)
{
    fk_split_plane plane;
    memset(&plane, 0, sizeof plane);
    plane.point[0] = p;
    plane.point[1] = q;
    plane.point[2] = r;
    double largest = fk_larger(fk_vec3_largest(p), fk_larger(fk_vec3_largest(q), fk_vec3_largest(r)));
    if (!(largest < LARGEST))
        return plane; /* no normal, so the filter never decides */
    fk_vec3 e = fk_vec3_sub(q, p), f = fk_vec3_sub(r, p);
    double x0 = e.y * f.z, x1 = e.z * f.y, y0 = e.z * f.x, y1 = e.x * f.z, z0 = e.x * f.y, z1 = e.y * f.x;
    plane.normal = fk_vec3_make(x0 - x1, y0 - y1, z0 - z1);
    plane.weight = fk_vec3_make(fabs(x0) + fabs(x1), fabs(y0) + fabs(y1), fabs(z0) + fabs(z1));
    plane.has_ball = largest < LARGEST_BALL;
    if (plane.has_ball) {
        fk_ball_vec3 base = fk_ball_vec3_from(p);
        plane.ball = fk_ball_vec3_cross(fk_ball_vec3_sub(fk_ball_vec3_from(q), base),
                                        fk_ball_vec3_sub(fk_ball_vec3_from(r), base));
        plane.offset = fk_ball_vec3_dot(plane.ball, base);
    }
    return plane;
}

/* The side of a point between x and x + width in doubles, or FK_UNSURE. */
static int filtered_side(const fk_split_plane *plane, fk_vec3 x, fk_vec3 width)
{
    if (!(fk_vec3_largest(x) < LARGEST))
        return FK_UNSURE;
    fk_vec3 g = fk_vec3_sub(x, plane->point[0]), w = plane->weight;
    double height = fk_vec3_dot(plane->normal, g);
    double bound = (w.x * fabs(g.x) + w.y * fabs(g.y) + w.z * fabs(g.z)) * FK_ORIENT_ROUND +
                   (w.x * width.x + w.y * width.y + w.z * width.z) * (1 + 0x1p-40) + FK_ORIENT_TINY;
    return height > bound ? 1 : height < -bound ? -1 : FK_UNSURE;
}

static fk_exact_vec3 exact_split_normal(fk_arena *arena, const fk_split_plane *plane)
{
    fk_exact_vec3 p = fk_exact_vec3_from(arena, plane->point[0]);
    fk_exact_vec3 e = fk_exact_vec3_sub(arena, fk_exact_vec3_from(arena, plane->point[1]), p);
    fk_exact_vec3 f = fk_exact_vec3_sub(arena, fk_exact_vec3_from(arena, plane->point[2]), p);
    return fk_exact_vec3_cross(arena, e, f);
}

int fk_split_plane_side(const fk_split_plane *plane, fk_vec3 x)
{
    int sign = filtered_side(plane, x, fk_vec3_make(0, 0, 0));
    return sign != FK_UNSURE ? sign : fk_orient3d(&plane->point[0], &plane->point[1], &plane->point[2], &x);
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

/* Makes the planes of a hull from three corners of each face, which are not collinear. */
static bool make_solid_planes(fk_context *context, const fk_hull_mesh *hull, const fk_vec3 *point,
                              fk_split_solid *solid)
{
    uint32_t count = hull->dimension == 3 ? hull->face_count : 1;
    solid->plane = fk_allocate(context, count * sizeof *solid->plane);
    if (solid->plane == NULL)
        return false;
    solid->plane_count = count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *v = hull->face_vertex + hull->face_begin[i];
        solid->plane[i] = fk_split_plane_make(point[hull->source[v[0]]], point[hull->source[v[1]]],
                                              point[hull->source[v[2]]]);
    }
    return true;
}

fk_status fk_split_solid_make(fk_context *context, const fk_split_cluster *cluster, fk_split_solid *solid)
{
    fk_point_set cloud;
    fk_hull_mesh hull;
    solid->plane = NULL;
    solid->plane_count = 0;
    solid->is_flat = true;
    solid->box = fk_aabb_empty();
    for (uint32_t i = 0; i < cluster->count; i++)
        solid->box = fk_aabb_include(solid->box, cluster->point[i]);
    fk_status status = fk_point_set_init(context, &cloud, cluster->point, cluster->count);
    if (status != FK_OK)
        return status;
    status = fk_hull_mesh_build(context, &cloud, &hull);
    fk_point_set_end(context, &cloud);
    if (status != FK_OK)
        return status;
    solid->is_flat = hull.dimension < 3;
    if (hull.dimension >= 2 && !make_solid_planes(context, &hull, cluster->point, solid))
        status = FK_ERROR_MEMORY;
    fk_hull_mesh_end(context, &hull);
    return status;
}

void fk_split_solid_end(fk_context *context, fk_split_solid *solid)
{
    fk_release(context, solid->plane, solid->plane_count * sizeof *solid->plane);
}

bool fk_split_solid_contains(const fk_split_solid *solid, const fk_vec3 *point, uint32_t count)
{
    for (uint32_t f = 0; f < solid->plane_count; f++)
        for (uint32_t i = 0; i < count; i++)
            if (fk_split_plane_side(&solid->plane[f], point[i]) > 0)
                return false;
    return !solid->is_flat;
}

/* ---- Corners ------------------------------------------------------------------------------------------- */

/* The intersection of three planes is over / under; under is zero if they do not meet in one point. */
typedef struct plane_intersection {
    fk_exact_vec3 over;
    fk_exact under;
} plane_intersection;

static plane_intersection intersect_planes(fk_arena *arena, const fk_split_plane *const plane[3])
{
    fk_exact_vec3 n[3], sum = {0};
    fk_exact offset[3];
    plane_intersection m;
    for (int k = 0; k < 3; k++) {
        n[k] = exact_split_normal(arena, plane[k]);
        offset[k] = fk_exact_vec3_dot(arena, n[k], fk_exact_vec3_from(arena, plane[k]->point[0]));
    }
    for (int k = 0; k < 3; k++) {
        fk_exact_vec3 cross = fk_exact_vec3_cross(arena, n[(k + 1) % 3], n[(k + 2) % 3]);
        if (k == 0)
            m.under = fk_exact_vec3_dot(arena, n[0], cross);
        fk_exact_vec3 term = fk_exact_vec3_scale(arena, cross, offset[k]);
        sum = k == 0 ? term : fk_exact_vec3_add(arena, sum, term);
    }
    m.over = m.under.sign < 0 ? fk_exact_vec3_negate(sum) : sum;
    m.under = m.under.sign < 0 ? fk_exact_negate(m.under) : m.under;
    return m;
}

FK_OWN_FRAME bool fk_split_corner_refine(fk_split_corner *corner)
{
    fk_arena arena;
    fk_arena_init(&arena);
    plane_intersection m = intersect_planes(&arena, corner->plane);
    if (m.under.sign == 0 || arena.full)
        return false;
    for (int k = 0; k < 3; k++) {
        fk_fraction at = {fk_exact_vec3_get(m.over, k), m.under};
        *fk_vec3_at(&corner->low, k) = fk_fraction_floor(&arena, at);
        *fk_vec3_at(&corner->high, k) = fk_fraction_ceil(&arena, at);
    }
    return !arena.full;
}

/* Bounds over / under by doubles; false if under may be zero. */
static bool divide_balls(fk_ball over, fk_ball under, double *low, double *high)
{
    double least = fabs(under.mid) - under.rad;
    if (!(least > 0x1p-300))
        return false;
    double q = over.mid / under.mid;
    double error = (over.rad + fabs(q) * under.rad) / (least * (1 - 0x1p-50));
    error = error * (1 + 0x1p-40) + 0x1p-48 * fabs(q) + 0x1p-200;
    *low = q - error;
    *high = q + error;
    return fabs(q) < LARGEST_BALL;
}

static bool locate_by_balls(fk_split_corner *corner)
{
    const fk_split_plane *const *p = corner->plane;
    fk_ball_vec3 over = {{0, 0}, {0, 0}, {0, 0}};
    fk_ball under = {0, 0};
    if (!p[0]->has_ball || !p[1]->has_ball || !p[2]->has_ball)
        return false;
    for (int k = 0; k < 3; k++) {
        fk_ball_vec3 cross = fk_ball_vec3_cross(p[(k + 1) % 3]->ball, p[(k + 2) % 3]->ball);
        if (k == 0)
            under = fk_ball_vec3_dot(p[0]->ball, cross);
        fk_ball_vec3 term = fk_ball_vec3_scale(cross, p[k]->offset);
        over = k == 0 ? term : fk_ball_vec3_add(over, term);
    }
    return divide_balls(over.x, under, &corner->low.x, &corner->high.x) &&
           divide_balls(over.y, under, &corner->low.y, &corner->high.y) &&
           divide_balls(over.z, under, &corner->low.z, &corner->high.z);
}

/* Sets the bounds of a corner; false if its planes do not meet in one point, or the integers are too long. */
static bool locate_corner(fk_split_corner *corner)
{
    return locate_by_balls(corner) || fk_split_corner_refine(corner);
}

FK_OWN_FRAME static int exact_corner_side(const fk_split_plane *plane, const fk_split_corner *corner)
{
    fk_arena arena;
    fk_arena_init(&arena);
    plane_intersection m = intersect_planes(&arena, corner->plane);
    fk_exact_vec3 n = exact_split_normal(&arena, plane);
    fk_exact offset = fk_exact_vec3_dot(&arena, n, fk_exact_vec3_from(&arena, plane->point[0]));
    fk_exact height =
        fk_exact_sub(&arena, fk_exact_vec3_dot(&arena, n, m.over), fk_exact_mul(&arena, offset, m.under));
    return arena.full ? FK_UNSURE : height.sign;
}

static int corner_side(const fk_split_plane *plane, const fk_split_corner *corner)
{
    if (plane == corner->plane[0] || plane == corner->plane[1] || plane == corner->plane[2])
        return 0;
    int sign = filtered_side(plane, corner->low, fk_vec3_sub(corner->high, corner->low));
    if (sign != FK_UNSURE)
        return sign;
    bool is_double = fk_double_order(corner->low.x, corner->high.x) == 0 &&
                     fk_double_order(corner->low.y, corner->high.y) == 0 &&
                     fk_double_order(corner->low.z, corner->high.z) == 0;
    return is_double ? fk_split_plane_side(plane, corner->low) : exact_corner_side(plane, corner);
}

bool fk_split_cell_sides(const fk_split_cell *cell, const fk_split_plane *plane, int8_t *side)
{
    for (uint32_t i = 0; i < cell->vertex_count; i++) {
        int sign = corner_side(plane, &cell->vertex[i]);
        if (sign == FK_UNSURE)
            return false;
        side[i] = (int8_t)sign;
    }
    return true;
}

/* ---- Boxes --------------------------------------------------------------------------------------------- */

/* The corners of each face, counterclockwise seen from outside. */
static const uint8_t box_face[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

void fk_split_box_planes(const fk_aabb *box, fk_split_plane plane[6])
{
    for (int f = 0; f < 6; f++)
        plane[f] =
            fk_split_plane_make(fk_aabb_corner(box, box_face[f][0]), fk_aabb_corner(box, box_face[f][1]),
                                fk_aabb_corner(box, box_face[f][2]));
}

void fk_split_cell_from_box(const fk_aabb *box, const fk_split_plane plane[6], fk_split_cell *cell)
{
    cell->vertex_count = 8;
    for (unsigned i = 0; i < 8; i++) {
        fk_vec3 at = fk_aabb_corner(box, i);
        fk_split_corner corner = {
            {&plane[i & 1], &plane[2 + (i >> 1 & 1)], &plane[4 + (i >> 2 & 1)]}, at, at};
        cell->vertex[i] = corner;
    }
    cell->face_count = 6;
    for (uint32_t f = 0; f < 6; f++) {
        cell->plane[f] = &plane[f];
        cell->begin[f] = (uint16_t)(4 * f);
        memcpy(cell->corner + 4 * f, box_face[f], 4);
    }
    cell->begin[6] = 24;
}

/* ---- Cuts ---------------------------------------------------------------------------------------------- */

#define NO_VERTEX 255

typedef struct cell_cut {
    const fk_split_cell *from;
    const fk_split_plane *plane;
    const int8_t *side;
    int keep;
    fk_split_cell *to;
    uint8_t moved[FK_SPLIT_CELL_VERTICES]; /* the new index of each vertex of `from` */
    /* Vertices of `to` on edges of `from`: the ends of the edge, the lower one first. */
    uint8_t end[FK_SPLIT_CELL_VERTICES][2];
    uint8_t after[FK_SPLIT_CELL_VERTICES]; /* around the new face: the next vertex */
    bool on_plane[FK_SPLIT_CELL_VERTICES];
    uint32_t kept_count; /* vertices of `to` that come from `from` */
} cell_cut;

static void keep_vertices(cell_cut *c)
{
    c->to->vertex_count = 0;
    for (uint32_t i = 0; i < c->from->vertex_count; i++) {
        c->moved[i] = NO_VERTEX;
        if (c->side[i] * c->keep >= 0) {
            c->on_plane[c->to->vertex_count] = c->side[i] == 0;
            c->moved[i] = (uint8_t)c->to->vertex_count;
            c->to->vertex[c->to->vertex_count++] = c->from->vertex[i];
        }
    }
    c->kept_count = c->to->vertex_count;
}

/* The plane of the face that has an edge from b to a; NULL when there is none. */
static const fk_split_plane *plane_across(const fk_split_cell *cell, uint8_t a, uint8_t b)
{
    for (uint32_t f = 0; f < cell->face_count; f++)
        for (uint32_t i = cell->begin[f]; i < cell->begin[f + 1]; i++)
            if (cell->corner[i] == b &&
                cell->corner[i + 1u < cell->begin[f + 1] ? i + 1u : cell->begin[f]] == a)
                return cell->plane[f];
    return NULL;
}

/* The vertex where the plane crosses an edge of face f; NO_VERTEX if there is no room, or the integers are too long. */
static uint8_t find_edge_crossing(cell_cut *c, uint32_t f, uint8_t a, uint8_t b)
{
    uint8_t low = a < b ? a : b, high = a < b ? b : a;
    for (uint32_t i = c->kept_count; i < c->to->vertex_count; i++)
        if (c->end[i][0] == low && c->end[i][1] == high)
            return (uint8_t)i;
    const fk_split_plane *across = plane_across(c->from, a, b);
    if (c->to->vertex_count == FK_SPLIT_CELL_VERTICES || across == NULL)
        return NO_VERTEX;
    uint32_t vertex = c->to->vertex_count;
    fk_split_corner *corner = &c->to->vertex[vertex];
    corner->plane[0] = c->from->plane[f];
    corner->plane[1] = across;
    corner->plane[2] = c->plane;
    if (!locate_corner(corner))
        return NO_VERTEX;
    c->end[vertex][0] = low;
    c->end[vertex][1] = high;
    c->on_plane[vertex] = true;
    c->to->vertex_count++;
    return (uint8_t)vertex;
}

/* Adds a face unless it has fewer than three corners; false if there is no room. */
static bool add_cell_face(fk_split_cell *cell, const fk_split_plane *plane, const uint8_t *corner,
                          uint32_t count)
{
    uint32_t begin = cell->begin[cell->face_count];
    if (count < 3)
        return true;
    if (cell->face_count == FK_SPLIT_CELL_FACES || begin + count > FK_SPLIT_CELL_CORNERS)
        return false;
    memcpy(cell->corner + begin, corner, count);
    cell->plane[cell->face_count++] = plane;
    cell->begin[cell->face_count] = (uint16_t)(begin + count);
    return true;
}

/* Adds what is left of a face. An edge of it on the plane is, reversed, an edge of the new face. */
static bool cut_face(cell_cut *c, uint32_t f)
{
    const fk_split_cell *from = c->from;
    uint8_t left[FK_SPLIT_CELL_CORNERS];
    uint32_t count = 0;
    for (uint32_t i = from->begin[f]; i < from->begin[f + 1]; i++) {
        uint8_t a = from->corner[i], b = from->corner[i + 1u < from->begin[f + 1] ? i + 1u : from->begin[f]];
        if (c->moved[a] != NO_VERTEX)
            left[count++] = c->moved[a];
        if (c->side[a] * c->side[b] < 0) {
            uint8_t v = find_edge_crossing(c, f, a, b);
            if (v == NO_VERTEX)
                return false;
            left[count++] = v;
        }
    }
    if (count >= 3)
        for (uint32_t i = 0; i < count; i++) {
            uint8_t a = left[i], b = left[i + 1 < count ? i + 1 : 0];
            if (c->on_plane[a] && c->on_plane[b])
                c->after[b] = a;
        }
    return add_cell_face(c->to, from->plane[f], left, count);
}

/* Adds the new face, following its edges. */
static bool close_cut(cell_cut *c)
{
    uint8_t loop[FK_SPLIT_CELL_VERTICES];
    uint32_t count = 0, first = 0;
    while (first < c->to->vertex_count && c->after[first] == NO_VERTEX)
        first++;
    if (first == c->to->vertex_count)
        return false;
    for (uint8_t at = (uint8_t)first; count == 0 || at != first; at = c->after[at]) {
        if (at == NO_VERTEX || count == FK_SPLIT_CELL_VERTICES)
            return false;
        loop[count++] = at;
    }
    return count >= 3 && add_cell_face(c->to, c->plane, loop, count);
}

bool fk_split_cell_cut(const fk_split_cell *cell, const fk_split_plane *plane, const int8_t *side, int keep,
                       fk_split_cell *out)
{
    cell_cut c;
    c.from = cell;
    c.plane = plane;
    c.side = side;
    c.keep = keep;
    c.to = out;
    memset(c.after, NO_VERTEX, sizeof c.after);
    out->face_count = 0;
    out->begin[0] = 0;
    keep_vertices(&c);
    for (uint32_t f = 0; f < cell->face_count; f++)
        if (!cut_face(&c, f))
            return false;
    return close_cut(&c);
}

/* ---- An inner point ------------------------------------------------------------------------------------ */

/* The sign of a face's plane inside the cell; 0 if the integers are too long. */
static int inner_side(const fk_split_cell *cell, const fk_split_plane *plane)
{
    for (uint32_t i = 0; i < cell->vertex_count; i++) {
        int sign = corner_side(plane, &cell->vertex[i]);
        if (sign != 0)
            return sign == FK_UNSURE ? 0 : sign;
    }
    return 0;
}

bool fk_split_cell_inner_point(const fk_split_cell *cell, fk_vec3 *point)
{
    fk_vec3 mean = fk_vec3_make(0, 0, 0);
    for (uint32_t i = 0; i < cell->vertex_count; i++)
        mean = fk_vec3_add(mean, fk_vec3_scale(cell->vertex[i].low, 1.0 / cell->vertex_count));
    for (uint32_t f = 0; f < cell->face_count; f++) {
        int inner = inner_side(cell, cell->plane[f]);
        if (inner == 0 || fk_split_plane_side(cell->plane[f], mean) != inner)
            return false;
    }
    *point = mean;
    return true;
}
