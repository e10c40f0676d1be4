/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The hull of few vertices.
 *
 * Cells that are not flat have tables. The rest is gift wrapping (Chand, Kapur, "An algorithm for convex polytopes", 1970) on
 * facets: rotate a plane around an edge of a known facet until it meets the vertex that leaves no other one outside; all vertices
 * on that plane make one facet, whose corners are found by wrapping in the plane. Coplanar or collinear vertices are no special
 * case.
 *
 * Every sign is exact: balls first, integers when the ball contains zero. n vertices take O(n^2) signs; finding the first facet
 * may take O(n^3). */

#include "shape/hull.h"

#include <string.h>

#include "exact/ball.h"
#include "shape/vertices.h"

#define NO_FACET 255

typedef struct small_hull_builder {
    const fk_piece *piece;
    fk_small_hull *hull;
    uint32_t count; /* of distinct vertices */
    uint8_t distinct[FK_SMALL_VERTICES];
    fk_ball_vec3 offset[FK_SMALL_VERTICES]; /* of each vertex from the first term of vertex 0, scaled */
    uint8_t left[FK_SMALL_VERTICES][FK_SMALL_VERTICES]; /* the facet that has this directed edge */
} small_hull_builder;

/* The plane through three vertices, with what the filter knows of its normal. */
typedef struct vertex_plane {
    uint32_t a, b, c;
    fk_ball_vec3 normal;
} vertex_plane;

/* ---- Signs --------------------------------------------------------------------------------------------- */

FK_OWN_FRAME static int exact_vertex_order(const fk_piece *piece, uint32_t a, uint32_t b, int axis)
{
    fk_arena arena;
    fk_arena_init(&arena);
    return fk_exact_vec3_get(fk_piece_step(&arena, piece, a, b), axis).sign;
}

FK_OWN_FRAME static int exact_normal_sign(const fk_piece *piece, uint32_t a, uint32_t b, uint32_t c, int axis)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 ab = fk_piece_step(&arena, piece, a, b), ac = fk_piece_step(&arena, piece, a, c);
    return fk_exact_vec3_get(fk_exact_vec3_cross(&arena, ab, ac), axis).sign;
}

FK_OWN_FRAME static int exact_vertex_side(const fk_piece *piece, const vertex_plane *p, uint32_t d)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 ab = fk_piece_step(&arena, piece, p->a, p->b);
    fk_exact_vec3 ac = fk_piece_step(&arena, piece, p->a, p->c);
    fk_exact_vec3 ad = fk_piece_step(&arena, piece, p->a, d);
    return fk_exact_vec3_dot(&arena, fk_exact_vec3_cross(&arena, ab, ac), ad).sign;
}

static fk_ball_vec3 ball_vertex_step(const small_hull_builder *b, uint32_t from, uint32_t to)
{
    return fk_ball_vec3_sub(b->offset[to], b->offset[from]);
}

/* The sign of vertex y minus vertex x, in lexicographic order. */
static int vertex_order(const small_hull_builder *b, uint32_t x, uint32_t y)
{
    fk_ball_vec3 difference = ball_vertex_step(b, x, y);
    for (int axis = 0; axis < 3; axis++) {
        int sign = fk_ball_sign(fk_ball_vec3_get(difference, axis));
        if (sign == FK_UNSURE)
            sign = exact_vertex_order(b->piece, x, y, axis);
        if (sign != 0)
            return sign;
    }
    return 0;
}

static vertex_plane plane_through(const small_hull_builder *b, uint32_t x, uint32_t y, uint32_t z)
{
    vertex_plane p = {x, y, z, fk_ball_vec3_cross(ball_vertex_step(b, x, y), ball_vertex_step(b, x, z))};
    return p;
}

/* The sign of a component of the normal. */
static int normal_sign(const small_hull_builder *b, const vertex_plane *p, int axis)
{
    int sign = fk_ball_sign(fk_ball_vec3_get(p->normal, axis));
    return sign == FK_UNSURE ? exact_normal_sign(b->piece, p->a, p->b, p->c, axis) : sign;
}

/* 1 when vertex d is on the side that the normal points to, 0 on the plane. */
static int vertex_side(const small_hull_builder *b, const vertex_plane *p, uint32_t d)
{
    if (d == p->a || d == p->b || d == p->c)
        return 0;
    int sign = fk_ball_sign(fk_ball_vec3_dot(p->normal, ball_vertex_step(b, p->a, d)));
    return sign == FK_UNSURE ? exact_vertex_side(b->piece, p, d) : sign;
}

/* An axis along which a plane's normal is not zero, as 1 + axis with the sign of that component; 0 when the three vertices are
 * collinear. The axis along which the filter finds it longest is tested first. */
static int plane_axis(const small_hull_builder *b, const vertex_plane *p)
{
    double x = fabs(p->normal.x.mid), y = fabs(p->normal.y.mid), z = fabs(p->normal.z.mid);
    int first = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    for (int i = 0; i < 3; i++) {
        int axis = (first + i) % 3;
        int sign = normal_sign(b, p, axis);
        if (sign != 0)
            return sign * (1 + axis);
    }
    return 0;
}

/* ---- Preparation --------------------------------------------------------------------------------------- */

static void fill_ball_offsets(small_hull_builder *b)
{
    fk_vec3 term[FK_TERM_MAX];
    uint32_t vertices = fk_piece_vertex_count(b->piece);
    double scale = fk_ball_scale(fk_piece_exponent(b->piece));
    fk_piece_vertex_terms(b->piece, 0, term);
    fk_ball_vec3 anchor = fk_ball_vec3_from(fk_vec3_scale(term[0], scale));
    bool cell = b->piece->kind == FK_KIND_BOX || b->piece->kind == FK_KIND_TETRA;
    for (uint32_t i = 0; i < vertices; i++) {
        uint32_t terms = fk_piece_vertex_terms(b->piece, i, term);
        fk_ball_vec3 sum = fk_ball_vec3_from(fk_vec3_make(0, 0, 0));
        if (!cell)
            sum = fk_ball_vec3_sub(fk_ball_vec3_from(fk_vec3_scale(term[0], scale)), anchor);
        for (uint32_t k = 1; k < terms; k++)
            sum = fk_ball_vec3_add(sum, fk_ball_vec3_from(fk_vec3_scale(term[k], scale)));
        b->offset[i] = sum;
    }
}

static void find_distinct(small_hull_builder *b)
{
    uint32_t vertices = fk_piece_vertex_count(b->piece);
    b->count = 0;
    for (uint32_t i = 0; i < vertices; i++) {
        bool fresh = true;
        for (uint32_t k = 0; k < b->count && fresh; k++)
            fresh = vertex_order(b, b->distinct[k], i) != 0;
        if (fresh)
            b->distinct[b->count++] = (uint8_t)i;
    }
}

/* ---- Facets -------------------------------------------------------------------------------------------- */

/* Adds a facet with the given corners, rotated so that the lowest comes first. */
static void add_small_facet(small_hull_builder *b, const uint8_t *corner, uint32_t count)
{
    fk_small_hull *hull = b->hull;
    uint32_t lowest = 0, begin = hull->facet_begin[hull->facet_count];
    for (uint32_t i = 1; i < count; i++)
        if (corner[i] < corner[lowest])
            lowest = i;
    for (uint32_t i = 0; i < count; i++)
        hull->corner[begin + i] = corner[(lowest + i) % count];
    for (uint32_t i = 0; i < count; i++) {
        uint8_t from = corner[i], to = corner[(i + 1) % count];
        b->left[from][to] = hull->facet_count;
        if (b->left[to][from] != NO_FACET)
            continue;
        hull->edge[hull->edge_count][0] = from < to ? from : to;
        hull->edge[hull->edge_count][1] = from < to ? to : from;
        hull->edge_count++;
    }
    hull->facet_count++;
    hull->facet_begin[hull->facet_count] = (uint8_t)(begin + count);
}

/* Lists the corners of the given coplanar vertices on plane p, counterclockwise against its normal.
 *
 * Wraps from the lexicographically least one: the next corner leaves no vertex on its right, and among several on one line it is
 * the farthest, by the lexicographic order. */
static uint32_t find_facet_corners(const small_hull_builder *b, const vertex_plane *p, const uint8_t *vertex,
                                   uint32_t count, uint8_t *corner)
{
    int axis = plane_axis(b, p);
    int flip = axis > 0 ? 1 : -1;
    axis = axis * flip - 1;
    uint8_t start = vertex[0];
    for (uint32_t i = 1; i < count; i++)
        if (vertex_order(b, vertex[i], start) > 0)
            start = vertex[i];
    uint32_t corners = 0;
    uint8_t current = start;
    do {
        corner[corners++] = current;
        uint8_t next = vertex[0] == current ? vertex[1] : vertex[0];
        for (uint32_t i = 0; i < count; i++) {
            uint8_t other = vertex[i];
            if (other == current || other == next)
                continue;
            vertex_plane turned = plane_through(b, current, next, other);
            int turn = flip * normal_sign(b, &turned, axis);
            if (turn < 0 || (turn == 0 && vertex_order(b, current, next) == vertex_order(b, next, other)))
                next = other;
        }
        current = next;
    } while (current != start && corners < count);
    return corners;
}

/* Adds the facet on a plane that has no vertex on its outer side. */
static void add_facet_on_plane(small_hull_builder *b, const vertex_plane *p)
{
    uint8_t flat[FK_SMALL_VERTICES], corner[FK_SMALL_VERTICES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->count; i++)
        if (vertex_side(b, p, b->distinct[i]) == 0)
            flat[count++] = b->distinct[i];
    add_small_facet(b, corner, find_facet_corners(b, p, flat, count, corner));
}

/* A plane through the lexicographically least vertex with no vertex on its outer side. */
static vertex_plane find_first_plane(const small_hull_builder *b)
{
    uint8_t least = b->distinct[0];
    for (uint32_t i = 1; i < b->count; i++)
        if (vertex_order(b, b->distinct[i], least) > 0)
            least = b->distinct[i];
    for (uint32_t i = 0; i < b->count; i++)
        for (uint32_t j = 0; j < i; j++) {
            uint8_t y = b->distinct[i], z = b->distinct[j];
            vertex_plane p = plane_through(b, least, y, z);
            bool above = false, below = false;
            for (uint32_t k = 0; k < b->count && !(above && below); k++) {
                int sign = y == least || z == least ? 0 : vertex_side(b, &p, b->distinct[k]);
                above = above || sign > 0;
                below = below || sign < 0;
            }
            /* Neither: the three are collinear. */
            if (above != below)
                return below ? p : plane_through(b, least, z, y);
        }
    return plane_through(b, least, least, least); /* not reached for a solid */
}

/* Rotates the plane of a facet around its edge from u to v until it meets the next facet. Since all vertices are on one side of
 * the facet, any two are less than half a turn apart: the order of the angles is total. */
static void wrap_edge(small_hull_builder *b, uint32_t u, uint32_t v, uint32_t inner)
{
    vertex_plane p = plane_through(b, v, u, inner);
    for (uint32_t i = 0; i < b->count; i++)
        if (vertex_side(b, &p, b->distinct[i]) > 0)
            p = plane_through(b, v, u, b->distinct[i]);
    add_facet_on_plane(b, &p);
}

static void build_solid(small_hull_builder *b)
{
    fk_small_hull *hull = b->hull;
    vertex_plane p = find_first_plane(b);
    add_facet_on_plane(b, &p);
    for (uint32_t f = 0; f < hull->facet_count; f++) {
        uint32_t begin = hull->facet_begin[f], count = hull->facet_begin[f + 1] - begin;
        const uint8_t *corner = hull->corner + begin;
        for (uint32_t i = 0; i < count; i++) {
            uint8_t u = corner[i], v = corner[(i + 1) % count];
            if (b->left[v][u] == NO_FACET)
                wrap_edge(b, u, v, corner[(i + 2) % count]);
        }
    }
}

static void build_small_polygon(small_hull_builder *b, const vertex_plane *p)
{
    uint8_t corner[FK_SMALL_VERTICES], back[FK_SMALL_VERTICES];
    uint32_t count = find_facet_corners(b, p, b->distinct, b->count, corner);
    for (uint32_t i = 0; i < count; i++)
        back[i] = corner[count - 1 - i];
    add_small_facet(b, corner, count);
    add_small_facet(b, back, count);
}

static void build_small_segment(small_hull_builder *b)
{
    uint8_t low = b->distinct[0], high = low;
    for (uint32_t i = 1; i < b->count; i++) {
        if (vertex_order(b, b->distinct[i], low) > 0)
            low = b->distinct[i];
        if (vertex_order(b, high, b->distinct[i]) > 0)
            high = b->distinct[i];
    }
    b->hull->edge_count = 1;
    b->hull->edge[0][0] = low < high ? low : high;
    b->hull->edge[0][1] = low < high ? high : low;
}

/* The corners are the ends of edges; without edges, the only vertex. */
static void list_hull_corners(fk_small_hull *hull)
{
    uint32_t present = hull->edge_count == 0 ? 1 : 0;
    for (uint32_t i = 0; i < hull->edge_count; i++)
        present |= (uint32_t)1 << hull->edge[i][0] | (uint32_t)1 << hull->edge[i][1];
    for (uint32_t i = 0; i < FK_SMALL_VERTICES; i++)
        if (present >> i & 1)
            hull->vertex[hull->vertex_count++] = (uint8_t)i;
}

static void build_by_wrapping(small_hull_builder *b)
{
    find_distinct(b);
    b->hull->dimension = b->count > 1;
    for (uint32_t i = 2; i < b->count; i++) {
        vertex_plane p = plane_through(b, b->distinct[0], b->distinct[1], b->distinct[i]);
        if (plane_axis(b, &p) == 0)
            continue;
        b->hull->dimension = 2;
        for (uint32_t k = 2; k < b->count; k++)
            if (vertex_side(b, &p, b->distinct[k]) != 0)
                b->hull->dimension = 3;
        if (b->hull->dimension == 2)
            build_small_polygon(b, &p);
        break;
    }
    if (b->hull->dimension == 1)
        build_small_segment(b);
    if (b->hull->dimension == 3)
        build_solid(b);
}

/* ---- Cells that are not flat --------------------------------------------------------------------------- */

/* Facets of cells whose three edges are right-handed. */
static const uint8_t box_facet[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
static const uint8_t tetra_facet[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

static void build_cell_hull(small_hull_builder *b, int hand)
{
    bool box = b->piece->kind == FK_KIND_BOX;
    uint32_t facets = box ? 6 : 4, count = box ? 4 : 3;
    b->hull->dimension = 3;
    for (uint32_t f = 0; f < facets; f++) {
        const uint8_t *corner = box ? box_facet[f] : tetra_facet[f];
        uint8_t turned[4];
        for (uint32_t i = 0; i < count; i++)
            turned[i] = hand > 0 ? corner[i] : corner[count - 1 - i];
        add_small_facet(b, turned, count);
    }
}

/* The sign of the determinant of the edges of a cell, 0 for other pieces. */
static int cell_handedness(const small_hull_builder *b)
{
    if (b->piece->kind != FK_KIND_BOX && b->piece->kind != FK_KIND_TETRA)
        return 0;
    vertex_plane p = plane_through(b, 0, 1, 2);
    return vertex_side(b, &p, b->piece->kind == FK_KIND_BOX ? 4 : 3);
}

bool fk_small_hull_build(const fk_piece *piece, fk_small_hull *out)
{
    uint32_t vertices = fk_piece_vertex_count(piece);
    if (vertices == 0 || vertices > FK_SMALL_VERTICES)
        return false;
    small_hull_builder b;
    b.piece = piece;
    b.hull = out;
    memset(b.left, NO_FACET, sizeof b.left);
    memset(out, 0, sizeof *out);
    fill_ball_offsets(&b);
    int hand = cell_handedness(&b);
    if (hand != 0)
        build_cell_hull(&b, hand);
    else
        build_by_wrapping(&b);
    list_hull_corners(out);
    return true;
}
