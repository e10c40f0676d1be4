/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verifier's first look. It computes what verify.c does, in doubles, and says yes only when each sign
 * is beyond doubt; verify.c decides the rest in integers.
 *
 * Errors. Let u = 2^-52, the largest relative error of one operation in any rounding mode. The size of a sum is the sum
 * of its terms without their signs.
 *
 * Apart by a vector n. The first terms of all vertices of a cell are the same, of other pieces vertex 0 is taken; the
 * way t between them and the offsets of vertices are differences of two doubles, and so within u of themselves. The
 * greatest n.d is n.t, and how far a reaches from there along n, and b along -n. A product is off by 4u of its
 * size: from the difference, the multiplication and two additions. A box adds three of them, and all that is added
 * once more: four additions. Together 8u of the size; VECTOR is 16u, which has room for the roundings of the
 * size. The size of a reach is that of the vertex that reaches farthest in size: not less than that of the one that was
 * chosen, nor of the one that should have been.
 *
 * Overlapping by pairs. A difference d has up to eight terms and is off by 7u S, with S as large as any component of
 * it in size; let D be the largest component of all d. A product of two components is then off by u D^2 + 14u D S,
 * a component of a normal n = d_i x d_j by 4u D^2 + 28u D S and at most 2 D^2 large, and n.d_k by 3 (4u D^3 + 28u D^2 S +
 * 14u D^2 S) from these and by 18u D^3 from its own operations: 30u D^3 + 126u D^2 S. D is not more than S. PAIRS is
 * 256u, times D^2 S: the rest is room for squares of errors and the roundings of the bound.
 *
 * Numbers that are flushed to zero or read as zero (FTZ, DAZ). n has components of zero, or between 2^-300 and 2^300.
 * Then a number below 2^-1022 that is lost changes the sum by less than 2^-722, some twenty times, and the bound is
 * more than 2^-648, as a size below 2^-600 is not looked at. A vertex far out shows in the size by its product with n,
 * or is multiplied by a true zero; sizes beyond 2^300 are not looked at. For pairs, with D more than 2^-100 and S less than
 * 2^100, what is lost is below 2^-800, and the bound more than 2^-344. A NaN or an infinity, as from a difference that
 * overflows, makes a comparison false that has to be true. */

#include "proof/verify.h"

#include <math.h>

#include "base/vec3.h"
#include "shape/vertices.h"

#define VECTOR 0x1p-48
#define PAIRS  0x1p-44

static fk_vec3 absolute(fk_vec3 v)
{
    return fk_vec3_make(fabs(v.x), fabs(v.y), fabs(v.z));
}

static bool is_cell(const fk_piece *piece)
{
    return piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_TETRA;
}

/* The only term of a vertex of a piece that is no cell, and the first one of a cell. */
static fk_vec3 first_term(const fk_piece *piece, uint32_t vertex)
{
    fk_vec3 term[FK_TERM_MAX];
    if (piece->kind == FK_KIND_HULL)
        return piece->as.hull.point[vertex];
    if (is_cell(piece))
        return piece->as.cell.origin;
    fk_piece_vertex_terms(piece, vertex, term);
    return term[0];
}

/* ---- Apart by a vector --------------------------------------------------------------------------------- */

/* How far a piece reaches along a vector from the first term of its vertex 0. */
typedef struct reach {
    double value, size;
    double total; /* of the sizes of all vertices: it is finite only when everything is */
} reach;

static reach reach_of_cell(const fk_piece *piece, fk_vec3 n)
{
    const fk_vec3 *edge = piece->as.cell.edge;
    reach r = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        double along = fk_vec3_dot(n, edge[k]);
        r.size += fk_vec3_dot(absolute(n), absolute(edge[k]));
        if (piece->kind == FK_KIND_BOX)
            r.value += fk_larger(along, 0);
        else
            r.value = fk_larger(along, r.value);
    }
    r.total = r.size;
    return r;
}

/* Takes in one vertex, at the end of a way. */
static inline void take_vertex(reach *r, fk_vec3 n, fk_vec3 way)
{
    double size = fk_vec3_dot(absolute(n), absolute(way));
    r->value = fk_larger(fk_vec3_dot(n, way), r->value);
    r->size = fk_larger(size, r->size);
    r->total += size;
}

/* Three sums side by side, as each waits for its last term. */
static reach reach_of_points(const fk_vec3 *point, uint32_t count, fk_vec3 n)
{
    reach x = {0, 0, 0}, y = x, z = x;
    uint32_t i = 1;
    for (; count - i >= 3; i += 3) {
        take_vertex(&x, n, fk_vec3_sub(point[i], point[0]));
        take_vertex(&y, n, fk_vec3_sub(point[i + 1], point[0]));
        take_vertex(&z, n, fk_vec3_sub(point[i + 2], point[0]));
    }
    for (; i < count; i++)
        take_vertex(&x, n, fk_vec3_sub(point[i], point[0]));
    x.value = fk_larger(x.value, fk_larger(y.value, z.value));
    x.size = fk_larger(x.size, fk_larger(y.size, z.size));
    x.total += y.total + z.total;
    return x;
}

static reach reach_along(const fk_piece *piece, fk_vec3 n)
{
    fk_vec3 point[FK_VERTEX_MAX];
    uint32_t count = fk_piece_vertex_count(piece);
    if (is_cell(piece))
        return reach_of_cell(piece, n);
    if (piece->kind == FK_KIND_HULL)
        return reach_of_points(piece->as.hull.point, count, n);
    for (uint32_t i = 0; i < count; i++)
        point[i] = first_term(piece, i);
    return reach_of_points(point, count, n);
}

static bool is_in_range(double x)
{
    return fk_sign_of(x) == 0 || (fabs(x) >= 0x1p-300 && fabs(x) <= 0x1p300);
}

/* The greatest n.d is less than zero. */
static bool separates(const fk_piece *a, const fk_piece *b, fk_vec3 n)
{
    if (!is_in_range(n.x) || !is_in_range(n.y) || !is_in_range(n.z))
        return false;
    fk_vec3 t = fk_vec3_sub(first_term(a, 0), first_term(b, 0));
    reach ra = reach_along(a, n), rb = reach_along(b, fk_vec3_negate(n));
    double greatest = (fk_vec3_dot(n, t) + ra.value) + rb.value;
    double way = fk_vec3_dot(absolute(n), absolute(t)), size = (way + ra.size) + rb.size;
    return greatest < -VECTOR * size && size >= 0x1p-600 && (way + ra.total) + rb.total <= 0x1p300;
}

/* ---- Overlapping by pairs ------------------------------------------------------------------------------ */

/* A vertex less its first term: some edges of a cell, and nothing of other pieces. */
static fk_vec3 rest_of_vertex(const fk_piece *piece, uint32_t vertex)
{
    fk_vec3 rest = {0, 0, 0};
    for (uint32_t k = 0; k < 3 && is_cell(piece); k++)
        rest =
            fk_vec3_add(rest, fk_vec3_scale(piece->as.cell.edge[k], fk_cell_share(piece->kind, vertex, k)));
    return rest;
}

/* The most that a component of that can be without signs. */
static double size_of_rest(const fk_piece *piece)
{
    fk_vec3 size = {0, 0, 0};
    for (int k = 0; k < 3 && is_cell(piece); k++)
        size = fk_vec3_add(size, absolute(piece->as.cell.edge[k]));
    return fk_vec3_largest(size);
}

/* The origin is a sum of four points with these weights, up to a common factor; it lies inside their hull when
 * they have one sign. */
static bool four_surround(const fk_vec3 *d, double bound)
{
    fk_vec3 n = fk_vec3_cross(d[0], d[1]), m = fk_vec3_cross(d[2], d[3]);
    double w0 = fk_vec3_dot(m, d[1]), w1 = -fk_vec3_dot(m, d[0]);
    double w2 = fk_vec3_dot(n, d[3]), w3 = -fk_vec3_dot(n, d[2]);
    return (w0 > bound && w1 > bound && w2 > bound && w3 > bound) ||
           (w0 < -bound && w1 < -bound && w2 < -bound && w3 < -bound);
}

/* As in verify.c: every plane through the origin and two of the points has points on both sides. */
static bool many_surround(const fk_vec3 *d, uint32_t count, double bound)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            fk_vec3 normal = fk_vec3_cross(d[i], d[j]);
            bool above = false, below = false;
            for (uint32_t k = 0; k < count; k++) {
                double side = fk_vec3_dot(normal, d[k]);
                above = above || side > bound;
                below = below || side < -bound;
            }
            if (!above || !below)
                return false;
        }
    return true;
}

static bool pairs_surround(const fk_piece *a, const fk_piece *b, const fk_vertex_pair *pair, uint32_t count)
{
    uint32_t count_a = fk_piece_vertex_count(a), count_b = fk_piece_vertex_count(b);
    fk_vec3 d[FK_CERTIFICATE_PAIRS];
    double largest = 0, farthest = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = pair[i].a, y = pair[i].b;
        if (x >= count_a || y >= count_b)
            return false;
        fk_vec3 t = fk_vec3_sub(first_term(a, x), first_term(b, y));
        d[i] = fk_vec3_add(t, fk_vec3_sub(rest_of_vertex(a, x), rest_of_vertex(b, y)));
        largest = fk_larger(fk_vec3_largest(d[i]), largest);
        farthest = fk_larger(fk_vec3_largest(t), farthest);
    }
    double size = farthest + (size_of_rest(a) + size_of_rest(b));
    double bound = PAIRS * largest * largest * size;
    return largest >= 0x1p-100 && size <= 0x1p100 &&
           (count == 4 ? four_surround(d, bound) : many_surround(d, count, bound));
}

bool fk_filter_accepts(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate)
{
    uint32_t count = certificate->pair_count;
    bool polyhedra = fk_piece_is_polyhedron(a) && fk_piece_is_polyhedron(b);
    if (certificate->verdict == FK_APART)
        return polyhedra && count == 0 && certificate->direction.form == FK_DIRECTION_VECTOR &&
               separates(a, b, certificate->direction.vector);
    if (certificate->verdict == FK_OVERLAPPING)
        return count >= 4 && count <= (polyhedra ? FK_CERTIFICATE_PAIRS : 4) &&
               certificate->direction.form == FK_DIRECTION_NONE &&
               pairs_surround(a, b, certificate->pair, count);
    return false;
}
