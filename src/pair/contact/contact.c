/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Contact manifolds for simulation: the points where two pieces that meet touch, and their depths.
 *
 * Design. The exact verdict decides whether there is a contact. The normal is computed in doubles where these are good enough
 * (below); else it comes from the proved depth, and for pieces that touch from the separating plane. If one piece has a face
 * across the normal, the reference face, the incident patch of the other is clipped to it, and up to four points below it are
 * kept. Else edges or vertices meet, in one point or, where edges are parallel, in two. The two features that meet in a point are
 * its id.
 *
 * The pair is first put in a canonical order, so that (b, a) gives the same points with swapped features. */

#include "pair/contact/contact.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "pair/answer/answer.h"
#include "pair/measure/measure.h"
#include "pair/pair.h"
#include "pair/verdict/verdict.h"
#include "shape/vertices.h"

/* A face whose normal is this close to the contact normal is a reference face: an angle of 1.4e-3, a slope below TILTED. */
#define PARALLEL (1 - 1e-6)
#define TILTED   1.5e-3
/* Caps whose normal is less close contribute their rim instead. */
#define CAP 0.7
/* Largest slope of an edge that lies on a face with both ends, and of one that meets an edge. */
#define LYING   0.5
#define MEETING 1e-3
/* In units of the size: what counts as zero. Far above rounding, far below what a simulation notices. */
#define SLACK 1e-9
/* In units of the size: a depth of points and segments with radii that proves an overlap. */
#define SURE 0x1p-40

/* ---- The normal in doubles ----------------------------------------------------------------------------- */

/* By kind:
 *   half-space       its normal
 *   smooth pieces    EPA in doubles (epa_double.c); a closed form for a sphere and a cylinder or cone (point_tapered.c)
 *   round pieces     the vector between the nearest points of the cores: of points and segments in closed form, of others
 *                    by GJK (gjk_filter.c)
 *   cells            the face normal or product of edges along which they overlap least; also for the cores of round
 *                    pieces that meet, or nearly do
 *   hulls            the same by EPA in doubles
 *
 * Weak inputs: sizes beyond 2^100 and below 2^-100, smooth pieces around nearly the same centre. The proved depth serves those. */

/* In units of the size: nearest points at least FAR_ENOUGH apart have a direction that is good to 1e-10, and those nearer than
 * NEAR_ENOUGH coincide. */
#define FAR_ENOUGH  1e-6
#define NEAR_ENOUGH 1e-13
#define SMALLEST    0x1p-100
#define LARGEST     0x1p100

static bool half_space_normal(const fk_piece *a, const fk_piece *b, fk_vec3 *n)
{
    bool is_first = a->kind == FK_KIND_HALF_SPACE;
    if (is_first && b->kind == FK_KIND_HALF_SPACE)
        return false;
    fk_vec3 normal = is_first ? a->as.half.normal : b->as.half.normal;
    *n = fk_vec3_unit(is_first ? normal : fk_vec3_negate(normal));
    return true;
}

typedef enum core_relation { CORES_UNSURE = 0, CORES_APART, CORES_MEET } core_relation;

/* The direction of the shortest vector between two cores, when it is long enough to have one. */
static core_relation core_direction(fk_vec3 vector, double size, fk_vec3 *n)
{
    double length = fk_vec3_length(vector);
    if (!(size > SMALLEST && size < LARGEST))
        return CORES_UNSURE;
    if (length > FAR_ENOUGH * size) {
        *n = fk_vec3_scale(vector, 1 / length);
        return CORES_APART;
    }
    return length < NEAR_ENOUGH * size ? CORES_MEET : CORES_UNSURE;
}

static double patch_size(const fk_contact_patch *patch)
{
    double size = 0;
    for (uint32_t k = 0; k < patch->count; k++)
        size = fk_larger(size, fk_vec3_largest(patch->point[k]));
    return size;
}

/* The relation of the cores of round pieces. */
static core_relation core_normal(const fk_piece *a, const fk_piece *b, fk_vec3 *n)
{
    static const fk_vec3 zero = {0, 0, 0};
    fk_contact_patch line_a, line_b;
    double part[2];
    if (fk_patch_core(a, a->as.point, &line_a) && fk_patch_core(b, a->as.point, &line_b))
        return core_direction(fk_patch_shortest_vector(&line_a, &line_b, part),
                              fk_larger(patch_size(&line_a), patch_size(&line_b)), n);
    fk_gjk_filter_end quick;
    if (!fk_gjk_filter_nearest(a, b, zero, &quick))
        return CORES_UNSURE;
    if (quick.walk.count == 4)
        return CORES_MEET;
    return core_direction(fk_vec3_negate(quick.walk.nearest), quick.bodies.size, n);
}

/* Whether the normal comes from a search that may prove the verdict, too. */
static bool needs_search(const fk_piece *a, const fk_piece *b)
{
    if (fk_any_half_space(a, b))
        return false;
    return fk_any_smooth(a, b) ||
           ((a->kind == FK_KIND_HULL || b->kind == FK_KIND_HULL) && !fk_any_round(a, b));
}

/* Whether the core of a piece is a point or a segment. */
static bool has_line_core(const fk_piece *piece)
{
    return fk_piece_vertex_count(piece) - 1 < 2 && piece->kind != FK_KIND_HULL;
}

/* Whether the verdict need not be known before the contact. */
static bool finds_verdict(const fk_piece *a, const fk_piece *b)
{
    return !fk_sat_knows(a->kind, b->kind) && ((has_line_core(a) && has_line_core(b)) || needs_search(a, b));
}

static bool search_normal(const fk_piece *a, const fk_piece *b, fk_contact_normal *out)
{
    fk_epa_end end;
    if (fk_tapered_exit(a, b, &out->n, &out->verdict))
        return true;
    fk_epa_search(a, b, true, &end);
    out->n = end.direction;
    out->verdict = end.verdict;
    if (a->kind == FK_KIND_HULL)
        out->support[0] = end.support[0];
    if (b->kind == FK_KIND_HULL)
        out->support[1] = end.support[1];
    return end.has_direction;
}

bool fk_contact_find_normal(const fk_piece *a, const fk_piece *b, fk_contact_normal *out)
{
    out->verdict = FK_UNDECIDED;
    out->support[0] = out->support[1] = FK_SUPPORT_UNKNOWN;
    if (fk_sat_knows(a->kind, b->kind))
        return fk_depth_cells_direction(a, b, &out->n);
    if (fk_any_half_space(a, b))
        return half_space_normal(a, b, &out->n);
    if (needs_search(a, b))
        return search_normal(a, b, out);
    core_relation found = fk_any_round(a, b) ? core_normal(a, b, &out->n) : CORES_MEET;
    if (found != CORES_MEET)
        return found == CORES_APART;
    return a->kind != FK_KIND_HULL && b->kind != FK_KIND_HULL ? fk_depth_cells_direction(a, b, &out->n)
                                                              : search_normal(a, b, out);
}

/* ---- The proved normal --------------------------------------------------------------------------------- */

/* The proved normal and depth of a contact. Returns false when there is none. */
static bool find_proved_normal(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_depth *depth)
{
    if (verdict == FK_UNDECIDED)
        verdict = fk_pair_verdict(a, b);
    memset(depth, 0, sizeof *depth);
    if (verdict == FK_APART)
        return false;
    if (verdict != FK_TOUCHING) {
        fk_depth_for_verdict(a, b, verdict, depth);
        return fk_sign_of(depth->depth.hi) > 0;
    }
    fk_answer answer;
    fk_pair_query query = fk_pair_query_default(a, b);
    query.want = FK_PART_PLANE;
    if (fk_pair_answer_exact(&query, &answer) != FK_OK || !(answer.filled & FK_PART_PLANE))
        return false;
    depth->direction = answer.plane.normal;
    return true;
}

/* ---- Points -------------------------------------------------------------------------------------------- */

typedef struct contact_search {
    const fk_piece *a, *b;
    fk_vec3 base; /* points are relative to it */
    fk_vec3 n;    /* from a to b */
    double slack;
    uint32_t support[2]; /* support vertices of a and b, or FK_SUPPORT_UNKNOWN */
    bool swapped;        /* the reference is b: features are (b, a) */
    fk_piece_faces faces_a, faces_b;
    fk_contact_patch patch[2];
    fk_manifold clip;
} contact_search;

/* A point of the piece. */
static fk_vec3 contact_base(const fk_piece *piece)
{
    return piece->kind == FK_KIND_HULL ? fk_points_at(&piece->as.hull, 0) : piece->as.point;
}

/* The incident patch: a face of the other piece, or its edge or vertex. */
static void find_incident_patch(fk_piece_faces *faces, fk_contact_patch *out)
{
    double product = fk_patch_find_face(faces, 1, out);
    if (out->count == 0 || (fk_piece_is_smooth(faces->piece) && product < CAP))
        fk_patch_find_edge(faces, LYING, out);
}

static double deepest_of(const fk_manifold *clip)
{
    double depth = -1;
    for (uint32_t k = 0; k < clip->count; k++)
        depth = fk_larger(clip->point[k].depth, depth);
    return depth;
}

/* Clips the incident patch of the other piece to a reference face, or to the plane of a half-space through *at. */
static void clip_against_face(contact_search *c, const fk_contact_patch *face, fk_piece_faces *other,
                              fk_vec3 n, const fk_vec3 *at)
{
    fk_contact_patch *incident = &c->patch[face == &c->patch[0] ? 1 : 0];
    find_incident_patch(other, incident);
    c->slack = SLACK * fk_larger(patch_size(face), patch_size(incident));
    fk_clip_to_face(face, at, incident, n, c->slack, &c->clip);
}

/* The same with a cap: where the octagon in its rim cuts off the deepest feature of the other piece, this is the contact. */
static void clip_against_cap(contact_search *c, fk_contact_patch *cap, fk_piece_faces *other, fk_vec3 n)
{
    fk_contact_patch *incident = &c->patch[cap == &c->patch[0] ? 1 : 0];
    fk_vec3 at = cap->point[0];
    clip_against_face(c, cap, other, n, &at);
    double depth = deepest_of(&c->clip);
    fk_patch_find_edge(other, MEETING, incident);
    double height = fk_vec3_dot(cap->normal, fk_vec3_sub(at, incident->point[0]));
    if (height > depth + 1e3 * c->slack) {
        cap->count = 0;
        fk_clip_to_face(cap, &at, incident, n, c->slack, &c->clip);
    }
}

/* Clips the other piece to a face or cap of a piece. */
static void clip_against_patch(contact_search *c, const fk_piece *piece, fk_contact_patch *face,
                               fk_piece_faces *other, fk_vec3 n)
{
    if (fk_piece_is_smooth(piece))
        clip_against_cap(c, face, other, n);
    else
        clip_against_face(c, face, other, n, &face->point[0]);
}

/* Of the patches. */
static void clip_edges(contact_search *c)
{
    c->swapped = false;
    c->slack = SLACK * fk_larger(patch_size(&c->patch[0]), patch_size(&c->patch[1]));
    fk_clip_edges(&c->patch[0], &c->patch[1], c->n, c->slack, &c->clip);
}

static void find_edge_contact(contact_search *c)
{
    fk_patch_find_edge(&c->faces_a, MEETING, &c->patch[0]);
    fk_patch_find_edge(&c->faces_b, MEETING, &c->patch[1]);
    clip_edges(c);
}

/* Two boxes: their faces need no patches. Returns false when one has no volume. */
static bool clip_boxes(contact_search *c, fk_vec3 back)
{
    fk_box_face a, b;
    if (c->a->kind != FK_KIND_BOX || c->b->kind != FK_KIND_BOX ||
        !fk_box_find_face(&c->a->as.cell, c->base, c->n, &a) ||
        !fk_box_find_face(&c->b->as.cell, c->base, back, &b))
        return false;
    c->swapped = a.product < PARALLEL;
    if (!c->swapped)
        c->slack = fk_clip_box_faces(&a, &b, c->n, SLACK, &c->clip);
    else if (b.product >= PARALLEL)
        c->slack = fk_clip_box_faces(&b, &a, back, SLACK, &c->clip);
    return true;
}

/* The reference is the face that is closest to the normal; that of a when both are close. */
static void clip_faces(contact_search *c, fk_vec3 back)
{
    if (fk_patch_find_face(&c->faces_a, TILTED, &c->patch[0]) >= PARALLEL) {
        clip_against_patch(c, c->a, &c->patch[0], &c->faces_b, c->n);
    } else if (fk_patch_find_face(&c->faces_b, TILTED, &c->patch[1]) >= PARALLEL) {
        c->swapped = true;
        clip_against_patch(c, c->b, &c->patch[1], &c->faces_a, back);
    }
}

static void find_contact_points(contact_search *c)
{
    fk_vec3 back = fk_vec3_negate(c->n);
    c->base = contact_base(c->a);
    fk_piece_faces_init(&c->faces_a, c->a, c->base, c->n, c->support[0]);
    fk_piece_faces_init(&c->faces_b, c->b, c->base, back, c->support[1]);
    c->clip.count = 0;
    c->swapped = false;
    if (!clip_boxes(c, back))
        clip_faces(c, back);
    if (c->clip.count == 0)
        find_edge_contact(c);
}

/* A half-space is an unbounded reference face. */
static void find_half_space_contact(contact_search *c)
{
    c->swapped = c->b->kind == FK_KIND_HALF_SPACE;
    const fk_piece *half = c->swapped ? c->b : c->a, *other = c->swapped ? c->a : c->b;
    const fk_plane *plane = &half->as.half;
    fk_vec3 n = c->swapped ? fk_vec3_negate(c->n) : c->n; /* out of the half-space */
    c->base = contact_base(other);
    fk_piece_faces_init(&c->faces_a, other, c->base, fk_vec3_negate(n), FK_SUPPORT_UNKNOWN);
    double length = fk_vec3_dot(n, plane->normal);
    fk_vec3 at = fk_vec3_scale(n, plane->offset / length - fk_vec3_dot(n, c->base));
    c->patch[0].count = c->patch[0].face = 0;
    clip_against_face(c, &c->patch[0], &c->faces_a, n, &at);
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static void write_manifold(contact_search *c, fk_contact *out)
{
    if (c->clip.count > 1)
        fk_manifold_reduce(&c->clip, c->n, c->slack);
    out->count = c->clip.count;
    for (uint32_t k = 0; k < out->count; k++) {
        const fk_manifold_point *p = &c->clip.point[k];
        fk_contact_point *point = &out->point[k];
        uint64_t first = p->feature[c->swapped ? 1 : 0], second = p->feature[c->swapped ? 0 : 1];
        point->point = fk_vec3_add(c->base, p->point);
        point->depth = p->depth;
        point->feature = first << 32 | second;
        out->depth = point->depth > out->depth ? point->depth : out->depth;
    }
}

static bool contact_is_finite(const fk_contact *contact)
{
    double zero = 0;
    for (uint32_t k = 0; k < contact->count; k++) {
        fk_vec3 p = contact->point[k].point;
        zero += (p.x * 0 + p.y * 0) + (p.z * 0 + contact->point[k].depth * 0);
    }
    return contact->count > 0 && zero == 0;
}

/* The contact of two pieces whose cores are points or segments and do not meet. Returns false for others.
 *
 * Bound. Let s be the greatest component of a core relative to the base, and r the sum of the radii. The shortest vector is the
 * difference of two points of the cores, each computed with fewer than 8 roundings of numbers below 4s; its length adds 8 of numbers
 * below 8s. So the radii exceed the distance of these points by r minus that length up to 2^-44 (s + r), and if it is more than
 * SURE (s + r), the pieces overlap. s is above SMALLEST: nothing that is flushed to zero counts. */
static bool find_line_contact(const fk_piece *a, const fk_piece *b, fk_verdict *verdict, fk_contact *out)
{
    contact_search c;
    fk_contact_patch *p = &c.patch[0], *q = &c.patch[1];
    double part[2], radius[2] = {fk_piece_radius(a), fk_piece_radius(b)}, radii = radius[0] + radius[1];
    c.base = a->as.point;
    c.swapped = false;
    if (!fk_patch_core(a, c.base, p) || !fk_patch_core(b, c.base, q))
        return false;
    fk_vec3 vector = fk_patch_shortest_vector(p, q, part);
    double size = fk_larger(patch_size(p), patch_size(q));
    if (core_direction(vector, size, &c.n) != CORES_APART)
        return false;
    if (*verdict == FK_UNDECIDED)
        *verdict =
            radii - fk_vec3_length(vector) > SURE * (size + radii) ? FK_OVERLAPPING : fk_pair_verdict(a, b);
    if (!fk_clip_cores(p, q, c.n, part, radius, &c.clip)) {
        fk_patch_core_support(p, c.n, radius[0], MEETING);
        fk_patch_core_support(q, fk_vec3_negate(c.n), radius[1], MEETING);
        clip_edges(&c);
    }
    out->normal = c.n;
    write_manifold(&c, out);
    return contact_is_finite(out);
}

/* Where doubles do not suffice: one common point with the proved depth. */
static void write_common_point(const fk_piece *a, const fk_piece *b, const fk_depth *depth, fk_contact *out)
{
    fk_answer answer;
    fk_pair_query query = fk_pair_query_default(a, b);
    query.want = FK_PART_POINT;
    memset(out->point, 0, sizeof out->point);
    out->count = 1;
    out->depth = out->point[0].depth = depth->depth.hi;
    uint64_t whole = fk_feature_id(FK_FEATURE_FACE, 0xfffffff);
    out->point[0].feature = whole << 32 | whole;
    if (fk_pair_answer_exact(&query, &answer) == FK_OK && fk_vec3_is_finite(answer.point))
        out->point[0].point = answer.point;
}

static void find_manifold(const fk_piece *a, const fk_piece *b, const fk_contact_normal *normal,
                          fk_contact *out)
{
    contact_search c;
    bool half_a = a->kind == FK_KIND_HALF_SPACE, half_b = b->kind == FK_KIND_HALF_SPACE;
    out->normal = c.n = normal->n;
    c.support[0] = normal->support[0];
    c.support[1] = normal->support[1];
    c.a = a;
    c.b = b;
    if (half_a && half_b) {
        out->count = 0;
    } else {
        if (half_a || half_b)
            find_half_space_contact(&c);
        else
            find_contact_points(&c);
        write_manifold(&c, out);
    }
}

/* Swaps the two pieces. */
static void swap_contact(fk_contact *contact)
{
    contact->normal = fk_vec3_negate(contact->normal);
    for (uint32_t k = 0; k < contact->count; k++) {
        uint64_t feature = contact->point[k].feature;
        contact->point[k].feature = feature << 32 | feature >> 32;
    }
}

/* The contact by the normal in doubles. Returns false where that does not suffice. An unknown verdict may become known. */
static bool find_contact_quick(const fk_piece *a, const fk_piece *b, fk_verdict *verdict, fk_contact *out)
{
    fk_contact_normal normal;
    if (*verdict != FK_APART && find_line_contact(a, b, verdict, out))
        return true;
    bool is_found = fk_contact_find_normal(a, b, &normal);
    if (*verdict == FK_UNDECIDED && finds_verdict(a, b)) {
        *verdict = normal.verdict != FK_UNDECIDED ? normal.verdict : fk_pair_verdict(a, b);
        if (*verdict == FK_UNDECIDED)
            return false;
    }
    if (*verdict == FK_APART)
        return true;
    if (is_found)
        find_manifold(a, b, &normal, out);
    return is_found && contact_is_finite(out);
}

static void find_contact_proved(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_contact *out)
{
    fk_depth depth;
    memset(out, 0, sizeof *out);
    if (!find_proved_normal(a, b, verdict, &depth))
        return;
    fk_contact_normal normal = {depth.direction, {FK_SUPPORT_UNKNOWN, FK_SUPPORT_UNKNOWN}, verdict};
    find_manifold(a, b, &normal, out);
    if (!contact_is_finite(out))
        write_common_point(a, b, &depth, out);
}

void fk_contact_for_verdict(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_contact *out)
{
    bool swapped = fk_piece_order(a, b) > 0;
    const fk_piece *first = swapped ? b : a, *second = swapped ? a : b;
    memset(out, 0, sizeof *out);
    if (!find_contact_quick(first, second, &verdict, out))
        find_contact_proved(first, second, verdict, out);
    if (verdict == FK_APART)
        memset(out, 0, sizeof *out);
    if (swapped)
        swap_contact(out);
}

fk_status fk_pair_contact(const fk_piece *a, const fk_piece *b, fk_contact *out)
{
    fk_status status = fk_pair_check(a, b);
    if (status != FK_OK)
        return status;
    fk_verdict verdict = finds_verdict(a, b) ? FK_UNDECIDED : fk_pair_verdict(a, b);
    if (verdict != FK_APART)
        fk_contact_for_verdict(a, b, verdict, out);
    else
        memset(out, 0, sizeof *out);
    return FK_OK;
}
