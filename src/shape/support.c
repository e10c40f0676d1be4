/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Support mappings of all bounded kinds. Source: Gilbert, Johnson and Keerthi (1988) for the use of supports, Grulich (2016),
 * section 4.3, for hill climbing over hulls.
 *
 * For a direction n, with n' its component across the axis:
 *   vertices   the greatest n.x;            box        each edge with n.e > 0 is added
 *   cylinder   the end with the greatest n.x, and from there the radius along n'
 *   cone       the apex, or the rim of the base along n': whichever has the greater n.x
 *   ellipsoid  the centre plus E s with s = E^T n / |E^T n|, E the matrix of its edges
 *
 * Climbing or scanning. Nanoseconds of a whole run of GJK over two hulls of n points on spheres, preparation included, and of one
 * support query when the direction turns by about 0.1 or jumps (gcc 12 -O3, one core of a Zen 4 server, scanning by AVX-512):
 *                     n      16     32     64    128    256    512   2048
 *     GJK, scanning       1399   1847   2108   2022   2836   3835  11267
 *     GJK, climbing       1384   1772   1960   1809   2064   2120   3517
 *     support, scanning     54     59     71    101    155    263    922
 *     climbing, turn        42     44     45     47     53     58     97
 *     climbing, jump        66     80    100    124    105    122    308
 * CLIMB_POINTS is where climbing becomes clearly faster.
 *
 * Weak inputs: neighbours that do not fit a hull (bent by rounding) may end a climb early. Callers that prove their answers
 * notice. */

#include "shape/support.h"

#include <math.h>

#include "base/vec3.h"
#include "exact/ball.h"
#include "shape/vertices.h"

/* Hulls of fewer points than this are scanned, others are climbed when they have neighbours. */
#define CLIMB_POINTS 64

/* Shorter axes need lifted differences: flushing could turn their direction or leave none. */
#define AXIS_EXPONENT (-960)

/* ---- Preparation of bodies ----------------------------------------------------------------------------- */

static bool has_three_edges(fk_kind kind)
{
    return kind == FK_KIND_BOX || kind == FK_KIND_TETRA || kind == FK_KIND_ELLIPSOID;
}

/* Exactly folded, then one rounding. */
static fk_vec3 folded_difference(const fk_support_body *body, fk_vec3 x, fk_vec3 y)
{
    return fk_vec3_sub(fk_vec3_scale(x, body->fold), fk_vec3_scale(y, body->fold));
}

/* The box of the points of a hull, which are finite. */
static fk_aabb points_box(const fk_points *points)
{
    fk_aabb box;
    fk_scan_box(points, &box);
    return box;
}

/* Whether numbers of a piece are so large that their differences may overflow. */
static bool is_huge(const fk_piece *piece, fk_aabb box)
{
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    int exponent = -1023;
    for (uint32_t i = 0; i < count; i++)
        exponent = fk_exponent_of(number[i]) > exponent ? fk_exponent_of(number[i]) : exponent;
    if (piece->kind == FK_KIND_HULL)
        exponent = fk_exponent_of(fk_larger(fk_vec3_largest(box.min), fk_vec3_largest(box.max)));
    return exponent >= 1018;
}

/* x 2^600, exactly: also for a small x that the processor reads as zero. |x| < 2^400. */
static double lift_number(double x)
{
    if (fk_biased_exponent(x) > 0)
        return x * 0x1p600;
    double size = (double)(fk_bits_of(x) & ((UINT64_C(1) << 52) - 1)) * 0x1p-474;
    return fk_sign_of(x) < 0 ? -size : size;
}

/* Coordinates that differ by so little are small themselves. */
static double lifted_difference(double x, double y)
{
    return fk_bits_of(x) == fk_bits_of(y) ? 0.0 : lift_number(x) - lift_number(y);
}

/* The direction of a cylinder or cone; zero when its ends are the same point. */
static fk_vec3 body_axis(const fk_support_body *body)
{
    const fk_vec3 *end = body->piece->as.capsule.end;
    if (fk_exponent_of(fk_vec3_largest(body->edge[0])) >= AXIS_EXPONENT)
        return fk_vec3_unit(body->edge[0]);
    return fk_vec3_unit(fk_vec3_make(lifted_difference(end[1].x, end[0].x),
                                     lifted_difference(end[1].y, end[0].y),
                                     lifted_difference(end[1].z, end[0].z)));
}

/* Edges and extent, folded but not yet scaled. */
static void fill_edges(fk_support_body *body, fk_aabb box)
{
    const fk_piece *piece = body->piece;
    body->radius = 0.0;
    if (has_three_edges(piece->kind)) {
        body->anchor = piece->as.cell.origin;
        for (int k = 0; k < 3; k++)
            body->edge[k] = fk_vec3_scale(piece->as.cell.edge[k], body->fold);
    } else if (piece->kind == FK_KIND_HULL) {
        body->anchor = fk_points_at(&piece->as.hull, 0);
        body->edge[0] = folded_difference(body, box.min, body->anchor);
        body->edge[1] = folded_difference(body, box.max, body->anchor);
    } else {
        double number[FK_PIECE_NUMBERS];
        uint32_t total = fk_piece_to_numbers(piece, number);
        fk_number_layout layout = fk_kind_layout(piece->kind);
        const fk_vec3 *given = &piece->as.point;
        body->anchor = given[0];
        for (uint32_t i = 1; i < layout.points; i++)
            body->edge[i - 1] = folded_difference(body, given[i], given[0]);
        if (layout.scalars > 0)
            body->radius = number[total - 1] * body->fold;
    }
}

/* The sum of the edges' sizes and the radius, rounded up. */
static double body_extent(const fk_support_body *body)
{
    fk_vec3 sum = fk_vec3_make(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        sum.x += fabs(body->edge[k].x);
        sum.y += fabs(body->edge[k].y);
        sum.z += fabs(body->edge[k].z);
    }
    return (fk_vec3_largest(sum) + body->radius) * FK_BALL_GUARD;
}

static void support_body_init(fk_support_body *body, const fk_piece *piece, fk_aabb box, double fold)
{
    static const fk_vec3 zero = {0, 0, 0};
    body->piece = piece;
    body->fold = fold;
    body->edge[0] = body->edge[1] = body->edge[2] = body->axis = body->center = zero;
    body->whole = false;
    body->factor = 1.0;
    body->near = 0;
    const struct fk_hull *hint = piece->kind == FK_KIND_HULL ? piece->as.hull.hint : NULL;
    body->climbs = hint != NULL && hint->vertex_count == piece->as.hull.count &&
                   hint->neighbor_begin != NULL && hint->neighbor != NULL &&
                   piece->as.hull.count >= CLIMB_POINTS;
    fill_edges(body, box);
    body->extent = body_extent(body);
    if (piece->kind == FK_KIND_CYLINDER || piece->kind == FK_KIND_CONE)
        body->axis = body_axis(body);
}

/* From folded to scaled, by two powers of two, as one could be out of range. */
static void scale_body(fk_support_body *body, double scale)
{
    double unfold = 1.0 / body->fold;
    body->scale = scale;
    for (int k = 0; k < 3; k++)
        body->edge[k] = fk_vec3_scale(fk_vec3_scale(body->edge[k], scale), unfold);
    body->radius = body->radius * scale * unfold;
    body->extent = body->extent * scale * unfold + FK_BALL_TINY;
}

void fk_support_bodies_init(fk_support_bodies *bodies, const fk_piece *a, const fk_piece *b)
{
    static const fk_aabb none = {{0, 0, 0}, {0, 0, 0}};
    fk_aabb box_a = a->kind == FK_KIND_HULL ? points_box(&a->as.hull) : none;
    fk_aabb box_b = b->kind == FK_KIND_HULL ? points_box(&b->as.hull) : none;
    double fold = is_huge(a, box_a) || is_huge(b, box_b) ? 0x1p-4 : 1.0;
    support_body_init(&bodies->a, a, box_a, fold);
    support_body_init(&bodies->b, b, box_b, fold);
    fk_vec3 shift = folded_difference(&bodies->a, bodies->a.anchor, bodies->b.anchor);
    double largest = fk_larger(fk_larger(bodies->a.extent, bodies->b.extent), fk_vec3_largest(shift));
    /* At most 2^960, so that the loss by flushing, 2^-1022 before scaling, stays small (pair/measure/measure.h). */
    int exponent = fk_exponent_of(largest) + (fold < 1.0 ? 4 : 0);
    double scale = fk_inverse_power(exponent > -960 ? exponent : -960);
    scale_body(&bodies->a, scale);
    scale_body(&bodies->b, scale);
    bodies->shift = fk_vec3_scale(fk_vec3_scale(shift, scale), 1.0 / fold);
    bodies->size = (bodies->a.extent + bodies->b.extent + fk_vec3_largest(bodies->shift)) * FK_BALL_GUARD;
}

/* The mean of the vertices; for a cone the centre of mass, for other round and smooth pieces the centre. */
static fk_vec3 body_center(const fk_support_body *body)
{
    const fk_piece *piece = body->piece;
    fk_vec3 sum = fk_vec3_add(fk_vec3_add(body->edge[0], body->edge[1]), body->edge[2]);
    switch (piece->kind) {
    case FK_KIND_SEGMENT:
    case FK_KIND_CAPSULE:
    case FK_KIND_CYLINDER:
    case FK_KIND_BOX:
        return fk_vec3_scale(sum, 0.5);
    case FK_KIND_CONE:
    case FK_KIND_TETRA:
        return fk_vec3_scale(sum, 0.25);
    case FK_KIND_TRIANGLE:
        return fk_vec3_scale(sum, 1.0 / 3.0);
    case FK_KIND_HULL:
        sum = fk_vec3_make(0, 0, 0);
        for (uint32_t i = 0; i < piece->as.hull.count; i++)
            sum = fk_vec3_add(sum, fk_vec3_scale(fk_support_vertex(body, i), 1.0 / piece->as.hull.count));
        return sum;
    default:
        return fk_vec3_make(0, 0, 0);
    }
}

void fk_support_shrink(fk_support_body *body, double factor)
{
    body->factor = 1.0;
    body->center = body_center(body);
    body->factor = factor;
}

/* ---- Supports ------------------------------------------------------------------------------------------ */

/* Scaled offset of a point of a hull. */
static fk_vec3 hull_offset(const fk_support_body *body, uint32_t i)
{
    fk_vec3 d = folded_difference(body, fk_points_at(&body->piece->as.hull, i), body->anchor);
    return fk_vec3_scale(fk_vec3_scale(d, body->scale), 1.0 / body->fold);
}

static fk_support_point scan_hull(const fk_support_body *body, fk_vec3 n)
{
    const fk_points *hull = &body->piece->as.hull;
    /* Scales n, unless flushing would then lose n. */
    fk_vec3 base = fk_vec3_scale(body->anchor, body->fold);
    fk_vec3 along = fk_vec3_scale(n, body->scale < 0x1p-500 ? 0x1p-500 : body->scale);
    fk_scan_result best = fk_scan_farthest(hull, body->fold, base, along);
    fk_support_point found = {hull_offset(body, best.index), best.index};
    return found;
}

/* Keeps the best of a list of vertices if it exceeds the best so far; returns whether it does. */
static bool keep_better_vertex(const fk_support_body *body, fk_vec3 n, const uint32_t *list, uint32_t count,
                               fk_support_point *best, double *best_value)
{
    bool better = false;
    for (uint32_t i = 0; i < count; i++) {
        if (list[i] >= body->piece->as.hull.count)
            continue;
        fk_vec3 offset = hull_offset(body, list[i]);
        double value = fk_vec3_dot(n, offset);
        if (value > *best_value) {
            *best_value = value;
            best->point = offset;
            best->vertex = list[i];
            better = true;
        }
    }
    return better;
}

/* Hill climbing from vertex to vertex: shortcuts first, then edges. The value rises with every step, so this ends. */
static fk_support_point climb_hull(fk_support_body *body, fk_vec3 n)
{
    const fk_hull *hint = body->piece->as.hull.hint;
    uint32_t start = body->near < body->piece->as.hull.count ? body->near : 0;
    fk_support_point best = {hull_offset(body, start), start};
    double value = fk_vec3_dot(n, best.point);
    bool moved = true;
    while (moved) {
        uint32_t at = best.vertex;
        moved = false;
        if (hint->shortcut_begin != NULL)
            moved =
                keep_better_vertex(body, n, hint->shortcut + hint->shortcut_begin[at],
                                   hint->shortcut_begin[at + 1] - hint->shortcut_begin[at], &best, &value);
        if (!moved)
            moved =
                keep_better_vertex(body, n, hint->neighbor + hint->neighbor_begin[at],
                                   hint->neighbor_begin[at + 1] - hint->neighbor_begin[at], &best, &value);
    }
    body->near = best.vertex;
    return best;
}

/* The best of the anchor (vertex 0) and count edge ends (vertices 1, 2, ...). */
static fk_support_point best_edge_support(const fk_support_body *body, fk_vec3 n, uint32_t count)
{
    fk_support_point best = {{0, 0, 0}, 0};
    double best_value = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double value = fk_vec3_dot(n, body->edge[i]);
        if (value > best_value) {
            best_value = value;
            best.point = body->edge[i];
            best.vertex = i + 1;
        }
    }
    return best;
}

static fk_support_point box_support(const fk_support_body *body, fk_vec3 n)
{
    fk_support_point found = {{0, 0, 0}, 0};
    for (uint32_t k = 0; k < 3; k++)
        if (fk_vec3_dot(n, body->edge[k]) > 0.0) {
            found.point = fk_vec3_add(found.point, body->edge[k]);
            found.vertex |= 1u << k;
        }
    return found;
}

/* The component of v across the axis. */
static fk_vec3 part_across_axis(const fk_support_body *body, fk_vec3 v)
{
    return fk_vec3_sub(v, fk_vec3_scale(body->axis, fk_vec3_dot(v, body->axis)));
}

/* The vector from the centre of a disc to its rim. The component of n across the axis may be all rounding; normalised and
 * projected a second time, it is perpendicular to the last bits, so the point does not leave the plane of the disc. */
static fk_vec3 rim_offset(const fk_support_body *body, fk_vec3 n)
{
    fk_vec3 outward = part_across_axis(body, fk_vec3_unit(part_across_axis(body, n)));
    /* Only rounding, along the axis: n has no component across it, and no point of the rim is farther than the centre. */
    if (!(fk_vec3_dot(outward, outward) > 0.25))
        return fk_vec3_make(0, 0, 0);
    return fk_vec3_scale(fk_vec3_unit(outward), body->radius);
}

static fk_support_point tapered_support(const fk_support_body *body, fk_vec3 n)
{
    fk_support_point end = best_edge_support(body, n, 1);
    if (!(body->radius > 0.0))
        return end;
    fk_vec3 edge = rim_offset(body, n);
    if (body->piece->kind == FK_KIND_CYLINDER)
        end.point = fk_vec3_add(end.point, edge);
    else if (!(fk_vec3_dot(n, end.point) > fk_vec3_dot(n, edge)))
        end.point = edge;
    end.vertex = 0;
    return end;
}

static fk_support_point ellipsoid_support(const fk_support_body *body, fk_vec3 n)
{
    const fk_vec3 *edge = body->edge;
    fk_vec3 s =
        fk_vec3_unit(fk_vec3_make(fk_vec3_dot(edge[0], n), fk_vec3_dot(edge[1], n), fk_vec3_dot(edge[2], n)));
    fk_support_point found = {{0, 0, 0}, 0};
    found.point = fk_vec3_add(fk_vec3_add(fk_vec3_scale(edge[0], s.x), fk_vec3_scale(edge[1], s.y)),
                              fk_vec3_scale(edge[2], s.z));
    return found;
}

/* The support of the core, before shrinking. */
static fk_support_point core_support(fk_support_body *body, fk_vec3 n)
{
    switch (body->piece->kind) {
    case FK_KIND_BOX:
        return box_support(body, n);
    case FK_KIND_HULL:
        return body->climbs ? climb_hull(body, n) : scan_hull(body, n);
    case FK_KIND_SEGMENT:
    case FK_KIND_CAPSULE:
        return best_edge_support(body, n, 1);
    case FK_KIND_TRIANGLE:
        return best_edge_support(body, n, 2);
    case FK_KIND_TETRA:
        return best_edge_support(body, n, 3);
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return tapered_support(body, n);
    case FK_KIND_ELLIPSOID:
        return ellipsoid_support(body, n);
    default:
        return best_edge_support(body, n, 0);
    }
}

static fk_vec3 shrink_point(const fk_support_body *body, fk_vec3 x)
{
    if (!(body->factor < 1.0))
        return x;
    return fk_vec3_add(body->center, fk_vec3_scale(fk_vec3_sub(x, body->center), body->factor));
}

fk_support_point fk_support_find(fk_support_body *body, fk_vec3 n)
{
    fk_support_point found = core_support(body, n);
    bool round = body->piece->kind == FK_KIND_SPHERE || body->piece->kind == FK_KIND_CAPSULE;
    if (round && body->whole)
        found.point = fk_vec3_add(found.point, fk_vec3_scale(fk_vec3_unit(n), body->radius));
    found.point = shrink_point(body, found.point);
    return found;
}

fk_vec3 fk_support_vertex(const fk_support_body *body, uint32_t vertex)
{
    fk_vec3 offset = {0, 0, 0};
    if (body->piece->kind == FK_KIND_HULL)
        offset = hull_offset(body, vertex);
    else if (body->piece->kind != FK_KIND_BOX)
        offset = vertex > 0 ? body->edge[vertex - 1] : offset;
    else
        for (uint32_t k = 0; k < 3; k++)
            if (vertex >> k & 1)
                offset = fk_vec3_add(offset, body->edge[k]);
    return shrink_point(body, offset);
}

fk_vec3 fk_support_to_world(const fk_support_body *body, fk_vec3 offset)
{
    fk_vec3 step = fk_vec3_scale(offset, 1.0 / body->scale);
    return fk_vec3_add(body->anchor, step);
}
