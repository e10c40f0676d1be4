/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The filter of the verifier. It computes what verify.c does, in doubles, and accepts a certificate only when an error bound
 * proves each sign; verify.c decides the rest in integers.
 *
 * Errors. Let u = 2^-52, the largest relative error of one operation in any rounding mode. The size of a sum is the sum
 * of the absolute values of its terms.
 *
 * Apart by a vector n. Vertices are measured from their first term, which is the same for all vertices of a cell, and from
 * vertex 0 for other pieces; the difference t of those of a and b, and the offsets of vertices, are differences of two
 * doubles, so their relative error is u. The greatest n.d is n.t plus the support values of a along n and of b along -n. A
 * product is off by 4u of its size: from the difference, the multiplication and two additions. A box adds three of them,
 * and the sum of all has four additions. Together 8u of the size; VECTOR is 16u, which leaves room for the roundings of the
 * size. The size of a support value is the largest size of a vertex: not less than that of the vertex that was chosen, nor
 * of the one that should have been.
 *
 * Overlapping by pairs. A difference d has up to eight terms and is off by 7u S, where S bounds the size of every component
 * of it; let D be the largest component of all d. A product of two components is then off by u D^2 + 14u D S,
 * a component of a normal n = d_i x d_j by 4u D^2 + 28u D S and at most 2 D^2 large, and n.d_k by 3 (4u D^3 + 28u D^2 S +
 * 14u D^2 S) from these and by 18u D^3 from its own operations: 30u D^3 + 126u D^2 S. D is not more than S. PAIRS is
 * 256u, times D^2 S, which leaves room for squares of errors and the roundings of the bound.
 *
 * Numbers that are flushed to zero or read as zero (FTZ, DAZ). n has components of zero, or between 2^-300 and 2^300.
 * Then a number below 2^-1022 that is lost changes the sum by less than 2^-722, some twenty times, and the bound is
 * more than 2^-648, as sizes below 2^-600 are refused. A distant vertex enters the size by its product with n, or is
 * multiplied by a true zero; sizes beyond 2^300 are refused. For pairs, with D more than 2^-100 and S less than 2^100, the
 * loss is below 2^-800, and the bound more than 2^-344. A NaN or an infinity, as from a difference that overflows, makes a
 * comparison false that must be true. */

#include "proof/verify.h"

#include <math.h>

#include "base/vec3.h"
#include "shape/vertices.h"

#define VECTOR 0x1p-48
#define PAIRS  0x1p-44

static fk_vec3 absolutes(fk_vec3 v)
{
    return fk_vec3_make(fabs(v.x), fabs(v.y), fabs(v.z));
}

static bool has_cell(const fk_piece *piece)
{
    return piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_TETRA;
}

/* The first term of a vertex: the origin of a cell, the whole vertex of other pieces. */
static fk_vec3 first_term(const fk_piece *piece, uint32_t vertex)
{
    fk_vec3 term[FK_TERM_MAX];
    if (piece->kind == FK_KIND_HULL)
        return fk_points_at(&piece->as.hull, vertex);
    if (has_cell(piece))
        return piece->as.cell.origin;
    fk_piece_vertex_terms(piece, vertex, term);
    return term[0];
}

/* ---- Apart by a vector --------------------------------------------------------------------------------- */

/* The support value of a piece along a vector, from the first term of its vertex 0, and its size. */
typedef struct filtered_support {
    double value, size;
    double total; /* of the sizes of all vertices: finite only when all numbers are */
} filtered_support;

static filtered_support filter_cell_support(const fk_piece *piece, fk_vec3 n)
{
    const fk_vec3 *edge = piece->as.cell.edge;
    filtered_support r = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        double along = fk_vec3_dot(n, edge[k]);
        r.size += fk_vec3_dot(absolutes(n), absolutes(edge[k]));
        if (piece->kind == FK_KIND_BOX)
            r.value += fk_larger(along, 0);
        else
            r.value = fk_larger(along, r.value);
    }
    r.total = r.size;
    return r;
}

/* Includes a vertex with this offset. */
static inline void include_vertex(filtered_support *r, fk_vec3 n, fk_vec3 offset)
{
    double size = fk_vec3_dot(absolutes(n), absolutes(offset));
    r->value = fk_larger(fk_vec3_dot(n, offset), r->value);
    r->size = fk_larger(size, r->size);
    r->total += size;
}

/* Three independent sums, so that additions overlap in time. */
static filtered_support filter_point_support(const fk_points *points, fk_vec3 n)
{
    filtered_support x = {0, 0, 0}, y = x, z = x;
    fk_vec3 first = fk_points_at(points, 0);
    uint32_t i = 1, count = points->count;
    for (; count - i >= 3; i += 3) {
        include_vertex(&x, n, fk_vec3_sub(fk_points_at(points, i), first));
        include_vertex(&y, n, fk_vec3_sub(fk_points_at(points, i + 1), first));
        include_vertex(&z, n, fk_vec3_sub(fk_points_at(points, i + 2), first));
    }
    for (; i < count; i++)
        include_vertex(&x, n, fk_vec3_sub(fk_points_at(points, i), first));
    x.value = fk_larger(x.value, fk_larger(y.value, z.value));
    x.size = fk_larger(x.size, fk_larger(y.size, z.size));
    x.total += y.total + z.total;
    return x;
}

static filtered_support filter_support(const fk_piece *piece, fk_vec3 n)
{
    fk_vec3 point[FK_VERTEX_MAX];
    uint32_t count = fk_piece_vertex_count(piece);
    if (has_cell(piece))
        return filter_cell_support(piece, n);
    if (piece->kind == FK_KIND_HULL)
        return filter_point_support(&piece->as.hull, n);
    for (uint32_t i = 0; i < count; i++)
        point[i] = first_term(piece, i);
    return filter_point_support(&(fk_points){.point = point, .count = count}, n);
}

static bool is_safe_component(double x)
{
    return fk_sign_of(x) == 0 || (fabs(x) >= 0x1p-300 && fabs(x) <= 0x1p300);
}

/* Whether the greatest n.d is less than zero. */
static bool vector_separates(const fk_piece *a, const fk_piece *b, fk_vec3 n)
{
    if (!is_safe_component(n.x) || !is_safe_component(n.y) || !is_safe_component(n.z))
        return false;
    fk_vec3 t = fk_vec3_sub(first_term(a, 0), first_term(b, 0));
    filtered_support ra = filter_support(a, n), rb = filter_support(b, fk_vec3_negate(n));
    double greatest = (fk_vec3_dot(n, t) + ra.value) + rb.value;
    double between = fk_vec3_dot(absolutes(n), absolutes(t)), size = (between + ra.size) + rb.size;
    return greatest < -VECTOR * size && size >= 0x1p-600 && (between + ra.total) + rb.total <= 0x1p300;
}

/* ---- Overlapping by pairs ------------------------------------------------------------------------------ */

/* A vertex minus its first term: a sum of edges of a cell, zero for other pieces. */
static fk_vec3 rest_of_vertex(const fk_piece *piece, uint32_t vertex)
{
    fk_vec3 rest = {0, 0, 0};
    for (uint32_t k = 0; k < 3 && has_cell(piece); k++)
        rest = fk_vec3_add(
            rest, fk_vec3_scale(piece->as.cell.edge[k], fk_cell_vertex_has_edge(piece->kind, vertex, k)));
    return rest;
}

/* The largest size of a component of that. */
static double size_of_rest(const fk_piece *piece)
{
    fk_vec3 size = {0, 0, 0};
    for (int k = 0; k < 3 && has_cell(piece); k++)
        size = fk_vec3_add(size, absolutes(piece->as.cell.edge[k]));
    return fk_vec3_largest(size);
}

/* The origin is the sum of four points with these weights, up to a common factor; it lies inside their hull when all weights
 * have one sign. */
static bool four_enclose(const fk_vec3 *d, double bound)
{
    fk_vec3 n = fk_vec3_cross(d[0], d[1]), m = fk_vec3_cross(d[2], d[3]);
    double w0 = fk_vec3_dot(m, d[1]), w1 = -fk_vec3_dot(m, d[0]);
    double w2 = fk_vec3_dot(n, d[3]), w3 = -fk_vec3_dot(n, d[2]);
    return (w0 > bound && w1 > bound && w2 > bound && w3 > bound) ||
           (w0 < -bound && w1 < -bound && w2 < -bound && w3 < -bound);
}

/* As in verify.c: every plane through the origin and two of the points has points on both sides. */
static bool many_enclose(const fk_vec3 *d, uint32_t count, double bound)
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

static bool pairs_enclose(const fk_piece *a, const fk_piece *b, const fk_vertex_pair *pair, uint32_t count)
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
           (count == 4 ? four_enclose(d, bound) : many_enclose(d, count, bound));
}

bool fk_verify_filter(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate)
{
    uint32_t count = certificate->pair_count;
    bool polyhedra = fk_piece_is_polyhedron(a) && fk_piece_is_polyhedron(b);
    if (certificate->verdict == FK_APART)
        return polyhedra && count == 0 && certificate->direction.form == FK_DIRECTION_VECTOR &&
               vector_separates(a, b, certificate->direction.vector);
    if (certificate->verdict == FK_OVERLAPPING)
        return count >= 4 && count <= (polyhedra ? FK_CERTIFICATE_PAIRS : 4) &&
               certificate->direction.form == FK_DIRECTION_NONE &&
               pairs_enclose(a, b, certificate->pair, count);
    return false;
}
