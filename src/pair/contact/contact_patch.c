/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Support patches of pieces: see contact.h.
 *
 * Faces of tetrahedra with volume come from a table; those of other pieces with up to FK_SMALL_VERTICES vertices are
 * built exactly (shape/hull.h); large hulls use those of their hint, or without hint a vertex. Round pieces have the patch of
 * their core, moved out by the radius. The cap of a cylinder or cone is an octagon in its rim, rotated by less than half a side
 * so that its support point is one of its corners. */

#include "pair/contact/contact.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "shape/support.h"
#include "shape/vertices.h"

/* A cell with less than this fraction of the volume of a rectangular box with its edges is built like any point set. */
#define FLAT       1e-9
#define RIM_POINTS 8
/* Numbers that are compared at once. */
#define SCAN_BLOCK 8
#define HALF_ROOT  0.70710678118654752

uint32_t fk_feature_id(uint32_t tag, uint32_t index)
{
    return tag << 28 | (index & 0xfffffffu);
}

uint32_t fk_feature_edge_id(uint32_t i, uint32_t k)
{
    uint32_t low = i < k ? i : k, high = i < k ? k : i;
    if (high < 1u << 14)
        return fk_feature_id(FK_FEATURE_EDGE, low << 14 | high);
    return fk_feature_id(FK_FEATURE_EDGE, low * 2654435761u + high * 40503u); /* larger numbers are hashed */
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

static fk_vec3 piece_vertex_offset(const fk_piece_faces *f, uint32_t i)
{
    const fk_piece *piece = f->piece;
    if (piece->kind == FK_KIND_HULL)
        return fk_vec3_sub(fk_points_at(&piece->as.hull, i), f->base);
    if (piece->kind != FK_KIND_BOX && piece->kind != FK_KIND_TETRA)
        return fk_vec3_sub((&piece->as.point)[i], f->base);
    fk_vec3 sum = fk_vec3_sub(piece->as.cell.origin, f->base);
    for (uint32_t k = 0; k < 3; k++)
        if (fk_cell_vertex_has_edge(piece->kind, i, k))
            sum = fk_vec3_add(sum, piece->as.cell.edge[k]);
    return sum;
}

/* The support vertex; the lowest index among equals. */
static uint32_t search_support_vertex(const fk_piece_faces *f)
{
    const fk_piece *piece = f->piece;
    uint32_t best = 0, count = fk_piece_vertex_count(piece);
    if (piece->kind == FK_KIND_BOX) {
        for (uint32_t k = 0; k < 3; k++)
            best |= fk_vec3_dot(f->n, piece->as.cell.edge[k]) > 0 ? 1u << k : 0;
        return best;
    }
    if (piece->kind == FK_KIND_HULL)
        return fk_scan_farthest(&piece->as.hull, 1.0, f->base, f->n).index;
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < count; i++) {
        double height = fk_vec3_dot(f->n, piece_vertex_offset(f, i));
        if (height > most) {
            most = height;
            best = i;
        }
    }
    return best;
}

static uint32_t find_support_vertex(fk_piece_faces *f)
{
    if (f->support == FK_SUPPORT_UNKNOWN)
        f->support = search_support_vertex(f);
    return f->support;
}

static void add_patch_point(fk_contact_patch *patch, fk_vec3 point, uint32_t id)
{
    if (patch->count < FK_PATCH_POINTS) {
        patch->point[patch->count] = point;
        patch->id[patch->count++] = id;
    }
}

bool fk_patch_core(const fk_piece *piece, fk_vec3 base, fk_contact_patch *out)
{
    uint32_t count = fk_piece_vertex_count(piece);
    if (count - 1 > 1 || piece->kind == FK_KIND_HULL)
        return false;
    out->count = 0;
    for (uint32_t i = 0; i < count; i++)
        add_patch_point(out, fk_vec3_sub(piece->as.segment[i], base), i);
    return true;
}

void fk_patch_core_support(fk_contact_patch *patch, fk_vec3 n, double radius, double slope)
{
    fk_vec3 out = fk_vec3_scale(n, radius);
    if (patch->count == 2) {
        fk_vec3 edge = fk_vec3_sub(patch->point[1], patch->point[0]);
        double rise = fk_vec3_dot(n, edge), length = fk_vec3_length(edge);
        if (!(length > 0 && fabs(rise) <= slope * length)) {
            patch->count = 1;
            patch->id[0] = rise > 0 ? 1 : 0;
            patch->point[0] = patch->point[patch->id[0]];
        }
    }
    for (uint32_t k = 0; k < patch->count; k++)
        patch->point[k] = fk_vec3_add(patch->point[k], out);
}

/* ---- Faces and edges by lists of vertices -------------------------------------------------------------- */

static const uint8_t tetra_faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
static const uint8_t triangle_faces[] = {0, 1, 2, 0, 2, 1};

static bool set_tetra_faces(const fk_piece *piece, fk_piece_faces *f)
{
    const fk_vec3 *e = piece->as.cell.edge;
    if (piece->kind != FK_KIND_TETRA)
        return false;
    double volume = fk_vec3_dot(fk_vec3_cross(e[0], e[1]), e[2]);
    double squares = fk_vec3_dot(e[0], e[0]) * fk_vec3_dot(e[1], e[1]) * fk_vec3_dot(e[2], e[2]);
    if (!(volume * volume > FLAT * FLAT * squares))
        return false;
    f->turn = volume > 0 ? 1 : -1;
    f->list = tetra_faces;
    f->count = 4;
    return true;
}

static bool set_triangle_faces(const fk_piece *piece, fk_piece_faces *f)
{
    const fk_vec3 *p = piece->as.triangle;
    if (piece->kind != FK_KIND_TRIANGLE)
        return false;
    fk_vec3 u = fk_vec3_unit(fk_vec3_sub(p[1], p[0])), v = fk_vec3_unit(fk_vec3_sub(p[2], p[0]));
    fk_vec3 w = fk_vec3_unit(fk_vec3_sub(p[2], p[1])), at_0 = fk_vec3_cross(u, v), at_2 = fk_vec3_cross(v, w);
    if (!(fk_vec3_dot(at_0, at_0) > FLAT * FLAT && fk_vec3_dot(at_2, at_2) > FLAT * FLAT))
        return false;
    f->list = triangle_faces;
    f->count = 2;
    return true;
}

void fk_piece_faces_init(fk_piece_faces *f, const fk_piece *piece, fk_vec3 base, fk_vec3 n, uint32_t support)
{
    f->piece = piece;
    f->base = base;
    f->n = n;
    f->support = support;
    f->is_prepared = false;
}

static void prepare_faces(fk_piece_faces *f)
{
    const fk_piece *piece = f->piece;
    const fk_hull *hint = piece->kind == FK_KIND_HULL ? piece->as.hull.hint : NULL;
    if (f->is_prepared)
        return;
    f->is_prepared = true;
    f->count = 0;
    f->turn = 1;
    f->list = NULL;
    f->large = NULL;
    f->small.edge_count = f->small.vertex_count = 0;
    if (fk_piece_is_smooth(piece) || set_tetra_faces(piece, f) || set_triangle_faces(piece, f))
        return;
    if (hint != NULL && hint->vertex_count == piece->as.hull.count && hint->face_begin != NULL &&
        hint->face_vertex != NULL) {
        f->large = hint;
        f->count = hint->face_count;
    } else if (fk_small_hull_build(piece, &f->small)) {
        f->count = f->small.facet_count;
    }
}

static uint32_t face_size(const fk_piece_faces *f, uint32_t face)
{
    if (f->list != NULL)
        return 3;
    if (f->large != NULL)
        return f->large->face_begin[face + 1] - f->large->face_begin[face];
    return (uint32_t)f->small.facet_begin[face + 1] - f->small.facet_begin[face];
}

/* Vertex k of a face, counterclockwise. */
static uint32_t face_vertex(const fk_piece_faces *f, uint32_t face, uint32_t k)
{
    if (f->turn < 0)
        k = face_size(f, face) - 1 - k;
    if (f->list != NULL)
        return f->list[3 * face + k];
    return f->large != NULL ? f->large->face_vertex[f->large->face_begin[face] + k]
                            : f->small.corner[f->small.facet_begin[face] + k];
}

static bool face_has_vertex(const fk_piece_faces *f, uint32_t face, uint32_t vertex)
{
    uint32_t size = face_size(f, face);
    for (uint32_t k = 0; k < size; k++)
        if (face_vertex(f, face, k) == vertex)
            return true;
    return false;
}

/* The same among corners: a hull may have points that are none. */
static uint32_t find_support_corner(fk_piece_faces *f)
{
    uint32_t count = f->small.vertex_count, best = 0;
    double most = -HUGE_VAL;
    if (count == 0)
        return find_support_vertex(f);
    for (uint32_t k = 0; k < count; k++) {
        double height = fk_vec3_dot(f->n, piece_vertex_offset(f, f->small.vertex[k]));
        if (height > most) {
            most = height;
            best = f->small.vertex[k];
        }
    }
    return best;
}

/* From three corners a third of the face apart; of any length. */
static fk_vec3 patch_face_normal(const fk_piece_faces *f, uint32_t face)
{
    uint32_t size = face_size(f, face), count = fk_piece_vertex_count(f->piece);
    fk_vec3 p[3];
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t vertex = face_vertex(f, face, size <= 4 ? k : k * size / 3);
        p[k] = piece_vertex_offset(f, vertex < count ? vertex : 0);
    }
    return fk_vec3_cross(fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0]));
}

/* The best face so far; its normal has any length. */
typedef struct best_face {
    double product; /* of n and the normal */
    double square;  /* of the normal; 0 for no face */
    uint32_t face;
    fk_vec3 normal;
} best_face;

/* Keeps a face whose normal is closer to n: products are compared by their signs and squares. */
static void consider_face(const fk_piece_faces *f, uint32_t i, fk_vec3 normal, best_face *best)
{
    double product = fk_vec3_dot(normal, f->n), square = fk_vec3_dot(normal, normal);
    double left = product * fabs(product) * best->square,
           right = best->product * fabs(best->product) * square;
    if (square > 0 && (left > right || !(best->square > 0)))
        *best = (best_face){product, square, i, normal};
}

/* Whether a block of numbers has one that is equal to x. */
static bool block_has(const uint32_t *number, uint32_t x)
{
    uint32_t found = 0;
    for (int k = 0; k < SCAN_BLOCK; k++)
        found |= number[k] == x;
    return found != 0;
}

/* The best face of a hull with hints at a vertex: the lists of all faces are scanned for it in blocks. */
static void find_hull_face(const fk_piece_faces *f, uint32_t vertex, best_face *best)
{
    const uint32_t *begin = f->large->face_begin, *list = f->large->face_vertex;
    const fk_points *hull = &f->piece->as.hull;
    uint32_t end = begin[f->count], i = 0;
    for (uint32_t at = 0; at < end; at++) {
        while (at + SCAN_BLOCK <= end && !block_has(list + at, vertex))
            at += SCAN_BLOCK;
        while (at < end && list[at] != vertex)
            at++;
        if (at == end)
            break;
        while (begin[i + 1] <= at)
            i++;
        const uint32_t *v = list + begin[i];
        if (begin[i + 1] - begin[i] == 3 && v[0] < hull->count && v[1] < hull->count && v[2] < hull->count) {
            fk_vec3 p = fk_points_at(hull, v[0]), q = fk_points_at(hull, v[1]), r = fk_points_at(hull, v[2]);
            consider_face(f, i, fk_vec3_cross(fk_vec3_sub(q, p), fk_vec3_sub(r, p)), best);
        } else if (face_size(f, i) >= 3) {
            consider_face(f, i, patch_face_normal(f, i), best);
        }
    }
}

/* The best face at the support vertex: others may be closer to n, but do not lie deepest. */
static double find_best_face(fk_piece_faces *f, uint32_t *face, fk_vec3 *normal)
{
    best_face best = {0, 0, 0, {0, 0, 0}};
    uint32_t vertex = find_support_corner(f);
    if (f->large != NULL)
        find_hull_face(f, vertex, &best);
    for (uint32_t i = 0; i < f->count && f->large == NULL; i++)
        if (face_size(f, i) >= 3 && face_has_vertex(f, i, vertex))
            consider_face(f, i, patch_face_normal(f, i), &best);
    if (!(best.square > 0))
        return -1;
    *face = best.face;
    *normal = fk_vec3_unit(best.normal);
    return fk_vec3_dot(*normal, f->n);
}

static bool edge_is_flat(fk_vec3 edge, fk_vec3 n, double slope)
{
    double rise = fk_vec3_dot(edge, n);
    return rise * rise <= slope * slope * fk_vec3_dot(edge, edge);
}

/* Whether so few edges at the support vertex are across n, up to a slope, that no face is. Cheaper than the search for a face. */
static bool lacks_flat_face(fk_piece_faces *f, double slope)
{
    const fk_piece *piece = f->piece;
    uint32_t flat = 0;
    if (piece->kind == FK_KIND_BOX) {
        for (int k = 0; k < 3; k++)
            flat += edge_is_flat(piece->as.cell.edge[k], f->n, slope);
        return flat < 2;
    }
    prepare_faces(f);
    if (f->large == NULL || f->large->neighbor_begin == NULL || f->large->neighbor == NULL)
        return false;
    uint32_t vertex = find_support_vertex(f), count = piece->as.hull.count;
    const uint32_t *begin = f->large->neighbor_begin;
    fk_vec3 p = fk_points_at(&piece->as.hull, vertex);
    for (uint32_t i = begin[vertex]; i < begin[vertex + 1] && flat < 2; i++) {
        uint32_t other = f->large->neighbor[i];
        flat +=
            other >= count || edge_is_flat(fk_vec3_sub(fk_points_at(&piece->as.hull, other), p), f->n, slope);
    }
    return flat < 2;
}

static double find_polyhedron_face(fk_piece_faces *f, fk_contact_patch *out)
{
    fk_box_face box;
    if (f->piece->kind == FK_KIND_BOX && fk_box_find_face(&f->piece->as.cell, f->base, f->n, &box)) {
        fk_box_face_patch(&box, out);
        return box.product;
    }
    prepare_faces(f);
    double best = find_best_face(f, &out->face, &out->normal);
    if (!(best > -1))
        return -1;
    uint32_t size = face_size(f, out->face), kept = size < FK_PATCH_POINTS ? size : FK_PATCH_POINTS;
    for (uint32_t k = 0; k < kept; k++) {
        uint32_t i = face_vertex(f, out->face, kept == size ? k : (uint32_t)((uint64_t)k * size / kept));
        if (i < fk_piece_vertex_count(f->piece))
            add_patch_point(out, piece_vertex_offset(f, i), i);
    }
    return best;
}

/* ---- Smooth pieces ------------------------------------------------------------------------------------- */

static fk_vec3 part_across(fk_vec3 v, fk_vec3 axis)
{
    return fk_vec3_sub(v, fk_vec3_scale(axis, fk_vec3_dot(v, axis)));
}

/* Two unit vectors perpendicular to an axis, the same for the same axis. */
static void make_rim_axes(fk_vec3 axis, fk_vec3 *u, fk_vec3 *v)
{
    double x = fabs(axis.x), y = fabs(axis.y), z = fabs(axis.z);
    fk_vec3 least = fk_vec3_make(x <= y && x <= z ? 1 : 0, x > y && y <= z ? 1 : 0, x > z && y > z ? 1 : 0);
    *u = fk_vec3_unit(fk_vec3_cross(axis, least));
    *v = fk_vec3_cross(axis, *u);
}

/* The rim of a cap, counterclockwise seen from where `out`, plus or minus the axis, points. */
static void add_cap_rim(fk_contact_patch *patch, fk_vec3 center, fk_vec3 out, double radius, fk_vec3 n)
{
    static const double c[RIM_POINTS] = {1, HALF_ROOT, 0, -HALF_ROOT, -1, -HALF_ROOT, 0, HALF_ROOT};
    fk_vec3 u, v, lean = part_across(n, out);
    make_rim_axes(out, &u, &v);
    uint32_t farthest = 0;
    double most = -HUGE_VAL;
    for (uint32_t k = 0; k < RIM_POINTS; k++) {
        fk_vec3 spoke = fk_vec3_add(fk_vec3_scale(u, c[k]), fk_vec3_scale(v, c[(k + 6) % RIM_POINTS]));
        double value = fk_vec3_dot(spoke, lean);
        if (value > most) {
            most = value;
            farthest = k;
        }
        add_patch_point(patch, fk_vec3_add(center, fk_vec3_scale(spoke, radius)), k);
    }
    if (fk_vec3_dot(lean, lean) > 1e-12)
        patch->point[farthest] = fk_vec3_add(center, fk_vec3_scale(fk_vec3_unit(lean), radius));
}

static double find_cap_face(const fk_piece *piece, fk_vec3 base, fk_vec3 n, double slope,
                            fk_contact_patch *out)
{
    const fk_capsule *c = &piece->as.capsule;
    fk_vec3 axis = fk_vec3_unit(fk_vec3_sub(c->end[1], c->end[0]));
    double product = fk_vec3_dot(axis, n);
    uint32_t end = product > 0 ? 1 : 0;
    if ((end == 1 && piece->kind == FK_KIND_CONE) || product * product < 1 - slope * slope)
        return -1;
    out->normal = end == 1 ? axis : fk_vec3_negate(axis);
    out->face = end;
    add_cap_rim(out, fk_vec3_sub(c->end[end], base), out->normal, c->radius, n);
    for (uint32_t k = 0; k < out->count; k++)
        out->id[k] += end * RIM_POINTS;
    return fabs(product);
}

double fk_patch_find_face(fk_piece_faces *faces, double slope, fk_contact_patch *out)
{
    const fk_piece *piece = faces->piece;
    out->count = out->face = 0;
    out->normal = fk_vec3_make(0, 0, 0);
    if (piece->kind == FK_KIND_ELLIPSOID || piece->kind == FK_KIND_SPHERE || piece->kind == FK_KIND_CAPSULE)
        return -1;
    if (fk_piece_is_smooth(piece))
        return find_cap_face(piece, faces->base, faces->n, slope, out);
    return slope < 1 && lacks_flat_face(faces, slope) ? -1 : find_polyhedron_face(faces, out);
}

/* ---- Edges and vertices -------------------------------------------------------------------------------- */

/* Cylinder: a line of its side, or a rim point of an end. Cone: a line of its side, the apex or a rim point. */
static void find_tapered_edge(const fk_piece *piece, fk_vec3 base, fk_vec3 n, double slope,
                              fk_contact_patch *out)
{
    const fk_capsule *c = &piece->as.capsule;
    fk_vec3 axis = fk_vec3_unit(fk_vec3_sub(c->end[1], c->end[0]));
    /* By coordinates across the axis: the part of n across it may be all rounding. */
    fk_vec3 u, v, p[2];
    make_rim_axes(axis, &u, &v);
    double x = fk_vec3_dot(n, u), y = fk_vec3_dot(n, v), across = sqrt(x * x + y * y);
    double share = across > 1e-100 ? c->radius / across : 0;
    fk_vec3 rim = fk_vec3_add(fk_vec3_scale(u, x * share), fk_vec3_scale(v, y * share));
    p[0] = fk_vec3_add(fk_vec3_sub(c->end[0], base), rim);
    p[1] = fk_vec3_sub(c->end[1], base);
    if (piece->kind == FK_KIND_CYLINDER)
        p[1] = fk_vec3_add(p[1], rim);
    fk_vec3 side = fk_vec3_sub(p[1], p[0]);
    double rise = fk_vec3_dot(n, side), length = fk_vec3_length(side);
    for (uint32_t k = 0; k < 2; k++)
        if (fabs(rise) <= slope * length || (rise > 0) == (k == 1))
            add_patch_point(out, p[k], 2 * RIM_POINTS + k);
}

static void find_ellipsoid_point(const fk_piece *piece, fk_vec3 base, fk_vec3 n, fk_contact_patch *out)
{
    const fk_vec3 *e = piece->as.ellipsoid.edge;
    fk_vec3 s = fk_vec3_unit(fk_vec3_make(fk_vec3_dot(e[0], n), fk_vec3_dot(e[1], n), fk_vec3_dot(e[2], n)));
    fk_vec3 point = fk_vec3_sub(piece->as.ellipsoid.origin, base);
    point = fk_vec3_add(point, fk_vec3_scale(e[0], s.x));
    point = fk_vec3_add(point, fk_vec3_scale(e[1], s.y));
    add_patch_point(out, fk_vec3_add(point, fk_vec3_scale(e[2], s.z)), 0);
}

typedef struct support_edge {
    double slope;  /* edges up to this slope count as perpendicular to n */
    double height; /* of the lower end */
    uint32_t edge[2];
} support_edge;

/* Keeps an edge whose lower end is the highest so far. */
static void consider_edge(const fk_piece_faces *f, const uint32_t edge[2], support_edge *best)
{
    fk_vec3 p = piece_vertex_offset(f, edge[0]), q = piece_vertex_offset(f, edge[1]);
    fk_vec3 vector = fk_vec3_sub(q, p);
    double height_p = fk_vec3_dot(f->n, p), height_q = fk_vec3_dot(f->n, q);
    double low = height_p < height_q ? height_p : height_q, length = fk_vec3_length(vector);
    if (!(length > 0) || fabs(height_p - height_q) > best->slope * length || !(low > best->height))
        return;
    best->height = low;
    best->edge[0] = edge[0] < edge[1] ? edge[0] : edge[1];
    best->edge[1] = edge[0] < edge[1] ? edge[1] : edge[0];
}

/* The edges of a large hull that end in a vertex, by its neighbours. Returns false for other pieces. */
static bool consider_neighbors(const fk_piece_faces *f, uint32_t vertex, support_edge *best)
{
    const uint32_t *begin = f->large != NULL ? f->large->neighbor_begin : NULL;
    if (begin == NULL || f->large->neighbor == NULL)
        return false;
    for (uint32_t i = begin[vertex]; i < begin[vertex + 1]; i++) {
        uint32_t edge[2] = {vertex, f->large->neighbor[i]};
        if (edge[1] < f->piece->as.hull.count)
            consider_edge(f, edge, best);
    }
    return true;
}

/* The highest edge that is nearly perpendicular to n and ends in a vertex. Returns false when there is none. */
static bool find_face_edge(fk_piece_faces *f, uint32_t vertex, support_edge *best)
{
    prepare_faces(f);
    if (consider_neighbors(f, vertex, best))
        return best->height > -HUGE_VAL;
    for (uint32_t i = 0; i < f->count; i++) {
        uint32_t size = face_size(f, i);
        if (f->large != NULL && !face_has_vertex(f, i, vertex))
            continue;
        for (uint32_t k = 0; k < size; k++) {
            uint32_t edge[2] = {face_vertex(f, i, k), face_vertex(f, i, (k + 1) % size)};
            if (edge[0] == vertex || edge[1] == vertex)
                consider_edge(f, edge, best);
        }
    }
    if (f->count == 0 && f->small.edge_count == 1) {
        uint32_t edge[2] = {f->small.edge[0][0], f->small.edge[0][1]};
        consider_edge(f, edge, best);
    }
    return best->height > -HUGE_VAL;
}

void fk_patch_find_edge(fk_piece_faces *faces, double slope, fk_contact_patch *out)
{
    const fk_piece *piece = faces->piece;
    out->count = out->face = 0;
    out->normal = fk_vec3_make(0, 0, 0);
    if (piece->kind == FK_KIND_ELLIPSOID) {
        find_ellipsoid_point(piece, faces->base, faces->n, out);
        return;
    }
    if (fk_piece_is_smooth(piece)) {
        find_tapered_edge(piece, faces->base, faces->n, slope, out);
        return;
    }
    if (fk_patch_core(piece, faces->base, out)) {
        fk_patch_core_support(out, faces->n, fk_piece_radius(piece), slope);
        return;
    }
    if (piece->kind == FK_KIND_BOX && fk_box_find_edge(&piece->as.cell, faces->base, faces->n, slope, out))
        return;
    support_edge best = {slope, -HUGE_VAL, {0, 0}};
    uint32_t vertex = find_support_vertex(faces);
    if (find_face_edge(faces, vertex, &best)) {
        add_patch_point(out, piece_vertex_offset(faces, best.edge[0]), best.edge[0]);
        add_patch_point(out, piece_vertex_offset(faces, best.edge[1]), best.edge[1]);
    } else {
        add_patch_point(out, piece_vertex_offset(faces, vertex), vertex);
    }
}
