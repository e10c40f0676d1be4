/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The exact depth of overlapping points, segments, triangles, tetrahedra and parallelepipeds.
 *
 * Source: Cameron and Culley (1986): the shortest vector out of M ends on one of its facets. A facet of M = a - b is the
 * difference of two faces of a and b whose directions span a plane. So its normal is normal to a face of a or of b, or it is the
 * product of an edge of a and an edge of b. Each candidate n gives two numbers h(n) / |n| and h(-n) / |n|. Products that are no
 * facet normals give numbers that are not less than the depth, and zero products are skipped. So flat and degenerate pieces need
 * no care: superfluous edges do no harm.
 *
 * First, all candidates are bounded in doubles; then those that may be the least are compared exactly, as fractions h^2 / n^2.
 * Among equal ones the first wins.
 *
 * Error bound. All numbers are scaled by a power of two below 2. Let u = 2^-52, the largest relative error of one operation in
 * any rounding mode; ma, mb, mt the largest components of the steps g from the first vertex of a, of b, and of the difference t
 * of both first vertices. Steps and t are off by at most 2u of that; an edge, a step or the difference of two, has components of
 * at most 2m, off by 4um. With m2 the product of the m of both edges, a normal has components of at most 8 m2, off by 48u m2; its
 * product with a step is at most 24 m2 m, off by 264u m2 m; a box adds three of them. With K = 3 (ma + mb) + mt, h is off by less
 * than 512u m2 K and |n| by less than 256u m2; HEIGHT and LENGTH double that, for the roundings of the bounds themselves. TINY
 * covers what is flushed to zero or read as zero (FTZ, DAZ): at most 2^-1022 times a scale of at most 2^400 in the input, and
 * 2^-511 by squares that vanish. */

#include "pair/measure/measure.h"

#include "base/simd.h"
#include "base/vec3.h"

#define HEIGHT (1024 * 0x1p-52)
#define LENGTH (512 * 0x1p-52)
#define TINY   0x1p-500
#define BELOW  (1.0 - 0x1p-47)
#define ABOVE  (1.0 + 0x1p-47)
/* In units of the size: a later candidate must be less by this much. Above rounding. */
#define CLEARLY 1e-13
/* Candidates of edges with a smaller sine of their angle are skipped: their errors grow as it falls. */
#define PARALLEL 1e-8

/* Faces and edges of one kind, by their vertices. One of several parallel ones of a box is enough. */
typedef struct cell_features {
    uint8_t edge_count, face_count;
    uint8_t edge[6][2], face[4][3];
} cell_features;

static const cell_features feature_table[] = {
    [1] = {0, 0, {{0}}, {{0}}},
    [2] = {1, 0, {{0, 1}}, {{0}}},
    [3] = {3, 1, {{0, 1}, {0, 2}, {1, 2}}, {{0, 1, 2}}},
    [4] = {6,
           4,
           {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}},
           {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}},
    [8] = {3, 3, {{0, 1}, {0, 2}, {0, 4}}, {{0, 1, 2}, {0, 2, 4}, {0, 4, 1}}},
};

#define MAX_CANDIDATES (4 + 4 + 36)

/* One piece in doubles: the steps from its first vertex to the vertices that span it. */
typedef struct depth_cell {
    const cell_features *mesh;
    bool is_box;
    uint32_t step_count;
    fk_vec3 step[3];
    fk_vec3 edge[6];
    double length[6]; /* of the edges */
    double size;      /* the largest component of a step */
} depth_cell;

typedef struct depth_candidates {
    uint32_t count;
    fk_vertex_pair pair[MAX_CANDIDATES][3]; /* n = (d1 - d0) x (d2 - d0) */
    double least[MAX_CANDIDATES][2];        /* lower bounds of h(n) / |n| and h(-n) / |n| */
    double bound;                           /* an upper bound of the least of all */
    double value;                           /* unproved: the least h(n) / |n|, and its n */
    fk_vec3 direction;
} depth_candidates;

/* ---- In doubles ---------------------------------------------------------------------------------------- */

static fk_vec3 scaled_step(const fk_piece *piece, double scale, uint32_t from, uint32_t to)
{
    fk_vec3 term[FK_STEP_MAX], sum = {0, 0, 0};
    uint32_t count = fk_piece_step_terms(piece, from, to, term);
    for (uint32_t i = 0; i < count; i++)
        sum = fk_vec3_add(sum, fk_vec3_scale(term[i], scale));
    return sum;
}

static void depth_cell_init(depth_cell *s, const fk_piece *piece, double scale)
{
    uint32_t count = fk_piece_vertex_count(piece);
    s->mesh = &feature_table[count];
    s->is_box = count == 8;
    s->step_count = s->is_box ? 3 : count - 1;
    s->size = 0;
    for (uint32_t k = 0; k < s->step_count; k++) {
        s->step[k] = scaled_step(piece, scale, 0, s->is_box ? 1u << k : k + 1);
        s->size = fk_larger(s->size, fk_vec3_largest(s->step[k]));
    }
    for (uint32_t k = 0; k < s->mesh->edge_count; k++)
        s->edge[k] = scaled_step(piece, scale, s->mesh->edge[k][0], s->mesh->edge[k][1]);
    for (uint32_t k = 0; k < s->mesh->edge_count; k++)
        s->length[k] = fk_vec3_length(s->edge[k]);
}

/* The projection interval of a piece on n, relative to its first vertex. */
static void project_cell_on_axis(const depth_cell *s, fk_vec3 n, double *least, double *greatest)
{
    double low = 0, high = 0;
    for (uint32_t k = 0; k < s->step_count; k++) {
        double height = fk_vec3_dot(n, s->step[k]);
        if (s->is_box) {
            low += height < 0 ? height : 0;
            high += height > 0 ? height : 0;
        } else {
            low = height < low ? height : low;
            high = height > high ? height : high;
        }
    }
    *least = low;
    *greatest = high;
}

/* The input that all candidates share. */
typedef struct depth_pair {
    const depth_cell *a, *b;
    fk_vec3 shift; /* first vertex of a minus that of b */
    double size;   /* K */
    bool is_quick; /* only the least direction is wanted, unproved */
} depth_pair;

/* A later candidate must be clearly less, so that faces win over edges that span the same normal. Rounding may spoil the normal;
 * the depth is measured along the normal as it is. */
static void keep_least_direction(depth_candidates *c, const depth_pair *m, fk_vec3 n, const double height[2],
                                 double length)
{
    int k = height[1] < height[0] ? 1 : 0;
    double value = height[k] / length;
    if (length > TINY && value < c->value - CLEARLY * m->size) {
        c->value = value;
        c->direction = fk_vec3_scale(n, (k == 0 ? 1 : -1) / length);
    }
}

/* Bounds one candidate; square is m2. */
static void bound_candidate(depth_candidates *c, const depth_pair *m, fk_vec3 n, double square)
{
    double low_a, high_a, low_b, high_b;
    project_cell_on_axis(m->a, n, &low_a, &high_a);
    project_cell_on_axis(m->b, n, &low_b, &high_b);
    double between = fk_vec3_dot(n, m->shift), length = fk_vec3_length(n);
    double height[2] = {(high_a - low_b) + between, (high_b - low_a) - between};
    if (m->is_quick) {
        keep_least_direction(c, m, n, height, length);
        return;
    }
    double height_error = HEIGHT * square * m->size + TINY, length_error = LENGTH * square + TINY;
    for (int k = 0; k < 2; k++) {
        c->least[c->count][k] = (height[k] - height_error) / (length + length_error) * BELOW;
        if (length > 2 * length_error) {
            double most = (height[k] + height_error) / (length - length_error) * ABOVE;
            c->bound = most < c->bound ? most : c->bound;
        }
    }
    c->count++;
}

/* Whether the product n of two edges is hardly more than rounding. Skipping it costs its angle times the size at most. */
static bool product_is_noise(fk_vec3 n, double lengths)
{
    return !(fk_vec3_largest(n) > PARALLEL * lengths);
}

static void add_face_candidates(depth_candidates *c, const depth_pair *m, const depth_cell *s, bool is_a)
{
    const cell_features *shape = s->mesh;
    for (uint32_t k = 0; k < shape->face_count; k++) {
        const uint8_t *v = shape->face[k];
        for (uint32_t i = 0; i < 3; i++) {
            fk_vertex_pair d = {is_a ? v[i] : 0u, is_a ? 0u : v[i]};
            c->pair[c->count][i] = d;
        }
        /* The steps of a box are its edges; the first and the last edge span a face of the other kinds. */
        fk_vec3 e, f;
        if (s->is_box) {
            e = s->step[k];
            f = s->step[(k + 1) % 3];
        } else {
            fk_vec3 zero = {0, 0, 0}, base = v[0] == 0 ? zero : s->step[v[0] - 1];
            e = fk_vec3_sub(s->step[v[1] - 1], base);
            f = fk_vec3_sub(s->step[v[2] - 1], base);
        }
        fk_vec3 n = fk_vec3_cross(e, f);
        if (!m->is_quick || !product_is_noise(n, fk_vec3_length(e) * fk_vec3_length(f)))
            bound_candidate(c, m, n, s->size * s->size);
    }
}

static void add_edge_candidates(depth_candidates *c, const depth_pair *m)
{
    const cell_features *a = m->a->mesh, *b = m->b->mesh;
    double square = m->a->size * m->b->size;
    for (uint32_t i = 0; i < a->edge_count; i++)
        for (uint32_t j = 0; j < b->edge_count; j++) {
            const uint8_t *e = a->edge[i], *f = b->edge[j];
            fk_vertex_pair *d = c->pair[c->count];
            d[0] = (fk_vertex_pair){e[0], f[1]};
            d[1] = (fk_vertex_pair){e[1], f[1]};
            d[2] = (fk_vertex_pair){e[0], f[0]};
            fk_vec3 n = fk_vec3_cross(m->a->edge[i], m->b->edge[j]);
            if (!m->is_quick || !product_is_noise(n, m->a->length[i] * m->b->length[j]))
                bound_candidate(c, m, n, square);
        }
}

/* Returns false when the numbers are too large or too small for unscaled doubles. */
static bool collect_candidates(depth_candidates *c, const fk_piece *piece_a, const fk_piece *piece_b,
                               double scale, bool is_quick)
{
    depth_cell a, b;
    fk_vec3 term_a[FK_TERM_MAX], term_b[FK_TERM_MAX];
    depth_cell_init(&a, piece_a, scale);
    depth_cell_init(&b, piece_b, scale);
    /* The first vertex has one term. */
    fk_piece_vertex_terms(piece_a, 0, term_a);
    fk_piece_vertex_terms(piece_b, 0, term_b);
    fk_vec3 shift = fk_vec3_sub(fk_vec3_scale(term_a[0], scale), fk_vec3_scale(term_b[0], scale));
    depth_pair m = {&a, &b, shift, 3 * (a.size + b.size) + fk_vec3_largest(shift), is_quick};
    if (is_quick && !(m.size > 0x1p-100 && m.size < 0x1p100))
        return false;
    c->count = 0;
    c->bound = c->value = HUGE_VAL;
    add_face_candidates(c, &m, &a, true);
    add_face_candidates(c, &m, &b, false);
    add_edge_candidates(c, &m);
    return true;
}

/* ---- Two boxes in doubles, unproved -------------------------------------------------------------------- */

/* The same candidates in the same order, three at a time: the faces of a, those of b, and the products of each edge of a and all
 * edges of b. With N[k] = e[k] x e[k + 1] the face normals of a box, the product of an edge normal e[i] x f[j] and another edge of
 * a or b is a product of f[j] or e[i] and such a normal, up to its sign. Vectors are stored coordinate by coordinate, with a fourth
 * of zeros that fills whole registers. */
#define BOX_LANES  4
#define BOX_GROUPS 5

typedef struct box_vectors {
    double x[BOX_LANES], y[BOX_LANES], z[BOX_LANES];
} box_vectors;

typedef struct depth_box {
    box_vectors edge, next, previous; /* edges k, k + 1 and k + 2 */
    box_vectors normal;
} depth_box;

typedef struct box_candidates {
    fk_vec3 to_b; /* twice the vector from the centre of a to that of b */
    box_vectors n[BOX_GROUPS];
    double between[BOX_GROUPS][BOX_LANES]; /* n.to_b */
    double depth[BOX_GROUPS][BOX_LANES];   /* infinite where n is noise */
    double square[BOX_GROUPS][BOX_LANES];  /* n.n */
} box_candidates;

static void set_box_vectors(box_vectors *v, fk_vec3 x, fk_vec3 y, fk_vec3 z)
{
    *v = (box_vectors){{x.x, y.x, z.x, 0}, {x.y, y.y, z.y, 0}, {x.z, y.z, z.z, 0}};
}

static void set_box_edges(depth_box *s, const fk_cell *cell)
{
    const fk_vec3 *e = cell->edge;
    set_box_vectors(&s->edge, e[0], e[1], e[2]);
    set_box_vectors(&s->next, e[1], e[2], e[0]);
    set_box_vectors(&s->previous, e[2], e[0], e[1]);
}

static fk_vec3 box_lane(const box_vectors *v, int k)
{
    return fk_vec3_make(v->x[k], v->y[k], v->z[k]);
}

#define FK_LEVEL_FILE "pair/measure/depth_cells.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

typedef void measure_boxes_function(depth_box *a, depth_box *b, box_candidates *c);

static measure_boxes_function *const measure_boxes[FK_CPU_COUNT] = FK_LEVELS(measure_boxes);

static bool find_boxes_direction(const fk_cell *cell_a, const fk_cell *cell_b, fk_vec3 *direction)
{
    depth_box a, b;
    box_candidates c;
    c.to_b = fk_vec3_scale(fk_vec3_sub(cell_b->origin, cell_a->origin), 2.0);
    double size = fk_vec3_largest(c.to_b);
    for (int k = 0; k < 3; k++) {
        c.to_b = fk_vec3_add(c.to_b, fk_vec3_sub(cell_b->edge[k], cell_a->edge[k]));
        size += fk_vec3_largest(cell_a->edge[k]) + fk_vec3_largest(cell_b->edge[k]);
    }
    if (!(size > 0x1p-100 && size < 0x1p100))
        return false;
    set_box_edges(&a, cell_a);
    set_box_edges(&b, cell_b);
    measure_boxes[fk_cpu_level()](&a, &b, &c);
    double least = HUGE_VAL, margin = CLEARLY * size;
    int group = 0, lane = 0;
    for (int g = 0; g < BOX_GROUPS; g++)
        for (int k = 0; k < 3; k++)
            if (c.depth[g][k] < least - margin) {
                least = c.depth[g][k];
                group = g;
                lane = k;
            }
    double length = sqrt(c.square[group][lane]), sign = c.between[group][lane] < 0 ? -1 : 1;
    *direction = fk_vec3_scale(box_lane(&c.n[group], lane), sign / length);
    return least < HUGE_VAL;
}

bool fk_depth_cells_direction(const fk_piece *a, const fk_piece *b, fk_vec3 *direction)
{
    if (a->kind == FK_KIND_BOX && b->kind == FK_KIND_BOX)
        return find_boxes_direction(&a->as.cell, &b->as.cell, direction);
    depth_candidates c;
    if (!collect_candidates(&c, a, b, 1.0, true) || !(c.value < HUGE_VAL))
        return false;
    *direction = c.direction;
    return true;
}

/* ---- Exactly ------------------------------------------------------------------------------------------- */

/* The depth of a candidate as a fraction h^2 / n^2, and its exact normal; under is 0 when the normal is zero. */
typedef struct depth_fraction {
    fk_exact over, under;
    fk_exact_vec3 normal;
} depth_fraction;

static depth_fraction compute_exact_depth(fk_pair *pair, const fk_vertex_pair d[3], int sign)
{
    fk_arena *arena = &pair->arena;
    fk_normal n = {.span = FK_SPAN_PLANE, .sign = sign, .pair = {d[0], d[1], d[2]}};
    fk_normal_prepare(pair, &n);
    depth_fraction f;
    f.normal = fk_normal_exact(pair, &n);
    fk_vertex_pair w = fk_normal_max_support(pair, &n);
    uint32_t mark = arena->used;
    fk_exact_vec3 support = fk_exact_vec3_sub(arena, fk_piece_vertex(arena, pair->a.piece, w.a),
                                              fk_piece_vertex(arena, pair->b.piece, w.b));
    fk_exact height = fk_exact_keep(arena, mark, fk_exact_vec3_dot(arena, f.normal, support));
    f.over = fk_exact_mul(arena, height, height);
    f.under = fk_exact_vec3_dot(arena, f.normal, f.normal);
    return f;
}

/* Whether f < g. */
static bool depth_is_less(fk_arena *arena, const depth_fraction *f, const depth_fraction *g)
{
    uint32_t mark = arena->used;
    fk_exact left = fk_exact_mul(arena, f->over, g->under), right = fk_exact_mul(arena, g->over, f->under);
    int sign = fk_exact_compare(left, right);
    arena->used = mark;
    return sign < 0;
}

/* Finds the least candidate, the first among equals, and keeps it at the bottom of the arena. Returns false when there is none. */
static bool find_least_depth(fk_pair *pair, const depth_candidates *c, depth_fraction *least)
{
    fk_arena *arena = &pair->arena;
    bool found = false;
    uint32_t mark = 0;
    arena->used = 0;
    for (uint32_t i = 0; i < c->count; i++)
        for (int k = 0; k < 2; k++) {
            if (!(c->least[i][k] <= c->bound))
                continue;
            arena->used = mark;
            depth_fraction next = compute_exact_depth(pair, c->pair[i], k == 0 ? 1 : -1);
            if (next.under.sign == 0 || (found && !depth_is_less(arena, &next, least)))
                continue;
            if (found) {
                arena->used = 0;
                next = compute_exact_depth(pair, c->pair[i], k == 0 ? 1 : -1);
            }
            *least = next;
            found = true;
            mark = arena->used;
        }
    arena->used = mark;
    return found;
}

bool fk_depth_cells(fk_pair *pair, const double radius[2], fk_depth *out)
{
    depth_candidates c;
    depth_fraction least;
    collect_candidates(&c, pair->a.piece, pair->b.piece, pair->scale, false);
    if (!find_least_depth(pair, &c, &least))
        return false;
    fk_arena *arena = &pair->arena;
    fk_root root = fk_root_with_radii(arena, radius);
    root.over = least.over;
    root.under = least.under;
    out->depth = fk_root_round(arena, &root);
    out->direction = fk_exact_vec3_unit(arena, least.normal);
    return !arena->full;
}
