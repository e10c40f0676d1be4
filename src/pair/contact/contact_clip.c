/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Clips patches and reduces manifolds: see contact.h.
 *
 * Source: Cohen and Sutherland's outcodes, Cyrus and Beck (1978) for edges. The corners of the intersection of a face and an incident
 * patch, both convex, are listed in no order, each with the two features that meet in it:
 *   a corner of the incident patch over the face       (face, vertex)
 *   an edge of each across the other                   (edge, edge)
 *   a corner of the face under the incident patch      (vertex, face)
 * These do not depend on which of the two is the reference. */

#include "pair/contact/contact.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "shape/support.h"

/* When points are chosen, depths, lengths and areas that differ by less than this fraction are equal, so that a trembling body at
 * rest keeps its points. */
#define NEARLY 0.2

/* ---- Clipping ------------------------------------------------------------------------------------------ */

/* A face, and an incident patch above it. */
typedef struct clip_pair {
    const fk_contact_patch *face, *incident;
    fk_vec3 at;     /* a point of the plane of the face */
    fk_vec3 normal; /* of that plane, out of the piece */
    fk_vec3 n;      /* the contact normal */
    double slope;   /* the product of both */
    double slack;
    uint32_t outside[FK_PATCH_POINTS]; /* bit s: a corner of the patch lies beyond side s of the face */
    double over[FK_PATCH_POINTS][FK_PATCH_POINTS]; /* its height over side s, times the length of that */
} clip_pair;

static uint32_t incident_feature(const fk_contact_patch *patch)
{
    if (patch->count == 1)
        return fk_feature_id(FK_FEATURE_VERTEX, patch->id[0]);
    return patch->count == 2 ? fk_feature_edge_id(patch->id[0], patch->id[1])
                             : fk_feature_id(FK_FEATURE_FACE, patch->face);
}

static uint32_t next_corner(const fk_contact_patch *patch, uint32_t k)
{
    return k + 1 < patch->count ? k + 1 : 0;
}

static uint32_t side_feature(const fk_contact_patch *patch, uint32_t k)
{
    return fk_feature_edge_id(patch->id[k], patch->id[next_corner(patch, k)]);
}

/* Adds a point of the incident patch, unless it is above the face. */
static void add_clip_point(const clip_pair *c, fk_vec3 point, uint32_t on_face, uint32_t on_incident,
                           fk_manifold *out)
{
    double depth = fk_vec3_dot(c->normal, fk_vec3_sub(c->at, point)) / c->slope;
    if (!(depth >= -c->slack) || out->count == FK_MANIFOLD_POINTS)
        return;
    fk_manifold_point *made = &out->point[out->count++];
    made->depth = depth > 0 ? depth : 0;
    made->point = fk_vec3_add(point, fk_vec3_scale(c->n, 0.5 * depth));
    made->feature[0] = on_face;
    made->feature[1] = on_incident;
}

/* The heights of all corners of the patch over the sides of the face. */
static void measure_sides(clip_pair *c)
{
    const fk_contact_patch *face = c->face, *incident = c->incident;
    for (uint32_t i = 0; i < incident->count; i++)
        c->outside[i] = 0;
    for (uint32_t k = 0; k < face->count; k++) {
        fk_vec3 start = face->point[k], side = fk_vec3_sub(face->point[next_corner(face, k)], start);
        fk_vec3 across = fk_vec3_cross(side, c->normal);
        double slack = c->slack * fk_vec3_length(across);
        for (uint32_t i = 0; i < incident->count; i++) {
            double over = fk_vec3_dot(across, fk_vec3_sub(incident->point[i], start));
            c->over[i][k] = over;
            c->outside[i] |= (over <= slack ? 0u : 1u) << k;
        }
    }
}

/* Where the edge from corner i to corner k of the patch enters the face, if i is outside: the last of its crossings with the sides
 * that i is beyond. Returns the part of the edge before it. */
static double find_clip_entry(const clip_pair *c, uint32_t i, uint32_t k, uint32_t *side)
{
    double part = 0;
    *side = 0;
    for (uint32_t s = 0; s < c->face->count; s++)
        if (c->outside[i] >> s & 1) {
            double next = c->over[i][s] / (c->over[i][s] - c->over[k][s]);
            *side = next > part ? s : *side;
            part = next > part ? next : part;
        }
    return part;
}

/* Adds the points where one edge of the patch crosses sides of the face. */
static void add_clip_crossings(const clip_pair *c, uint32_t i, fk_manifold *out)
{
    const fk_contact_patch *incident = c->incident;
    uint32_t k = next_corner(incident, i), side_i, side_k;
    if ((c->outside[i] | c->outside[k]) == 0 || (c->outside[i] & c->outside[k]) != 0)
        return;
    double entry = find_clip_entry(c, i, k, &side_i), leave = 1 - find_clip_entry(c, k, i, &side_k);
    if (!(entry < leave))
        return;
    fk_vec3 p = incident->point[i], edge = fk_vec3_sub(incident->point[k], p);
    uint32_t feature = side_feature(incident, i);
    if (c->outside[i] != 0)
        add_clip_point(c, fk_vec3_add(p, fk_vec3_scale(edge, entry)), side_feature(c->face, side_i), feature,
                       out);
    if (c->outside[k] != 0)
        add_clip_point(c, fk_vec3_add(p, fk_vec3_scale(edge, leave)), side_feature(c->face, side_k), feature,
                       out);
}

/* Removes the corners of the face, given as bits, that do not lie under the incident face by more than the slack. */
static uint32_t keep_under_patch(const clip_pair *c, uint32_t corners)
{
    const fk_contact_patch *incident = c->incident;
    for (uint32_t i = 0; i < incident->count && corners != 0; i++) {
        fk_vec3 start = incident->point[i],
                side = fk_vec3_sub(incident->point[next_corner(incident, i)], start);
        fk_vec3 across = fk_vec3_cross(c->normal, side);
        double inside = -c->slack * fk_vec3_length(across);
        for (uint32_t k = 0; k < c->face->count; k++) {
            double over = fk_vec3_dot(across, fk_vec3_sub(c->face->point[k], start));
            corners &= ~((over < inside ? 0u : 1u) << k);
        }
    }
    return corners;
}

static void add_face_corners(const clip_pair *c, fk_manifold *out)
{
    const fk_contact_patch *face = c->face, *incident = c->incident;
    double fall = fk_vec3_dot(incident->normal, c->normal);
    uint32_t corners = keep_under_patch(c, UINT32_MAX >> (FK_PATCH_POINTS - face->count));
    for (uint32_t k = 0; k < face->count; k++)
        if (corners >> k & 1) {
            fk_vec3 up = fk_vec3_sub(incident->point[0], face->point[k]);
            double height = fk_vec3_dot(incident->normal, up) / fall;
            add_clip_point(c, fk_vec3_add(face->point[k], fk_vec3_scale(c->normal, height)),
                           fk_feature_id(FK_FEATURE_VERTEX, face->id[k]), incident_feature(incident), out);
        }
}

void fk_clip_to_face(const fk_contact_patch *face, const fk_vec3 *at, const fk_contact_patch *incident,
                     fk_vec3 n, double slack, fk_manifold *out)
{
    clip_pair c;
    c.face = face;
    c.incident = incident;
    c.at = *at;
    c.n = n;
    c.normal = face->count > 0 ? face->normal : n;
    c.slope = fk_vec3_dot(c.normal, n);
    c.slack = slack;
    out->count = 0;
    measure_sides(&c);
    uint32_t outside = 0, on_face = fk_feature_id(FK_FEATURE_FACE, face->face);
    for (uint32_t i = 0; i < incident->count; i++) {
        outside |= c.outside[i];
        if (c.outside[i] == 0)
            add_clip_point(&c, incident->point[i], on_face, fk_feature_id(FK_FEATURE_VERTEX, incident->id[i]),
                           out);
    }
    if (outside == 0)
        return;
    uint32_t edges = incident->count > 2 ? incident->count : incident->count - 1;
    for (uint32_t i = 0; i < edges; i++)
        add_clip_crossings(&c, i, out);
    if (incident->count > 2)
        add_face_corners(&c, out);
}

/* ---- Edges and vertices -------------------------------------------------------------------------------- */

/* The feature at a parameter of a patch of one or two points: an end, or the edge. */
static uint32_t patch_feature_at(const fk_contact_patch *patch, double part)
{
    if (patch->count == 1 || part <= 0)
        return fk_feature_id(FK_FEATURE_VERTEX, patch->id[0]);
    if (part >= 1)
        return fk_feature_id(FK_FEATURE_VERTEX, patch->id[1]);
    return fk_feature_edge_id(patch->id[0], patch->id[1]);
}

static fk_vec3 patch_point_at(const fk_contact_patch *patch, double part)
{
    if (patch->count == 1 || part <= 0)
        return patch->point[0];
    if (part >= 1)
        return patch->point[1];
    return fk_vec3_add(patch->point[0], fk_vec3_scale(fk_vec3_sub(patch->point[1], patch->point[0]), part));
}

/* Adds the point halfway between two points of the patches, which are moved out by the radii. */
static void add_midpoint(fk_manifold *out, const fk_contact_patch *a, const fk_contact_patch *b, fk_vec3 n,
                         const double part[2], const double radius[2])
{
    fk_vec3 p = fk_vec3_add(patch_point_at(a, part[0]), fk_vec3_scale(n, radius[0]));
    fk_vec3 q = fk_vec3_sub(patch_point_at(b, part[1]), fk_vec3_scale(n, radius[1]));
    double depth = fk_vec3_dot(n, fk_vec3_sub(p, q));
    fk_manifold_point *made = &out->point[out->count++];
    made->point = fk_vec3_scale(fk_vec3_add(p, q), 0.5);
    made->depth = depth > 0 ? depth : 0;
    made->feature[0] = patch_feature_at(a, part[0]);
    made->feature[1] = patch_feature_at(b, part[1]);
}

static double clamp_to_unit(double x)
{
    return x > 0 ? x < 1 ? x : 1 : 0;
}

/* The parameter of the point of a patch nearest to a point. */
static double nearest_parameter(const fk_contact_patch *patch, fk_vec3 point)
{
    if (patch->count == 1)
        return 0;
    fk_vec3 edge = fk_vec3_sub(patch->point[1], patch->point[0]);
    double square = fk_vec3_dot(edge, edge);
    return square > 0 ? clamp_to_unit(fk_vec3_dot(edge, fk_vec3_sub(point, patch->point[0])) / square) : 0;
}

static const double no_radius[2] = {0, 0};

/* Parallel edges: adds the two ends of their common segment, projected on a. Returns false when that is only a point. */
static bool add_shared_edge(fk_manifold *out, const fk_contact_patch *a, const fk_contact_patch *b, fk_vec3 n,
                            double slack)
{
    fk_vec3 edge = fk_vec3_sub(a->point[1], a->point[0]);
    double square = fk_vec3_dot(edge, edge), part[2], low, high;
    for (int k = 0; k < 2; k++)
        part[k] = fk_vec3_dot(edge, fk_vec3_sub(b->point[k], a->point[0])) / square;
    bool turned = part[0] > part[1];
    low = part[turned ? 1 : 0];
    high = part[turned ? 0 : 1];
    if (!((high < 1 ? high : 1) - (low > 0 ? low : 0) > slack / sqrt(square)))
        return false;
    double near[2] = {clamp_to_unit(low), low > 0 ? (turned ? 1 : 0) : nearest_parameter(b, a->point[0])};
    double far[2] = {clamp_to_unit(high), high < 1 ? (turned ? 0 : 1) : nearest_parameter(b, a->point[1])};
    add_midpoint(out, a, b, n, near, no_radius);
    add_midpoint(out, a, b, n, far, no_radius);
    return true;
}

/* The parameters of the nearest points of two patches. Source: Ericson, Real-Time Collision Detection (2005), section 5.1.9; with
 * a cross product, which stays good for nearly parallel edges. */
static void nearest_parameters(const fk_contact_patch *a, const fk_contact_patch *b, double part[2])
{
    part[0] = 0;
    if (a->count == 2 && b->count == 2) {
        fk_vec3 u = fk_vec3_sub(a->point[1], a->point[0]), v = fk_vec3_sub(b->point[1], b->point[0]);
        fk_vec3 w = fk_vec3_sub(b->point[0], a->point[0]), cross = fk_vec3_cross(u, v);
        double square = fk_vec3_dot(cross, cross);
        if (square > 0)
            part[0] = clamp_to_unit(fk_vec3_dot(fk_vec3_cross(w, v), cross) / square);
        part[1] = nearest_parameter(b, patch_point_at(a, part[0]));
        part[0] = nearest_parameter(a, patch_point_at(b, part[1]));
    } else {
        part[0] = nearest_parameter(a, b->point[0]);
        part[1] = nearest_parameter(b, patch_point_at(a, part[0]));
    }
}

fk_vec3 fk_patch_shortest_vector(const fk_contact_patch *a, const fk_contact_patch *b, double part[2])
{
    nearest_parameters(a, b, part);
    return fk_vec3_sub(patch_point_at(b, part[1]), patch_point_at(a, part[0]));
}

static bool edges_nearly_parallel(const fk_contact_patch *a, const fk_contact_patch *b)
{
    if (a->count != 2 || b->count != 2)
        return false;
    fk_vec3 u = fk_vec3_sub(a->point[1], a->point[0]), v = fk_vec3_sub(b->point[1], b->point[0]);
    fk_vec3 cross = fk_vec3_cross(u, v);
    return fk_vec3_dot(cross, cross) <= 1e-6 * fk_vec3_dot(u, u) * fk_vec3_dot(v, v);
}

void fk_clip_edges(const fk_contact_patch *a, const fk_contact_patch *b, fk_vec3 n, double slack,
                   fk_manifold *out)
{
    double part[2];
    out->count = 0;
    if (edges_nearly_parallel(a, b) && add_shared_edge(out, a, b, n, slack))
        return;
    nearest_parameters(a, b, part);
    add_midpoint(out, a, b, n, part, no_radius);
}

bool fk_clip_cores(const fk_contact_patch *a, const fk_contact_patch *b, fk_vec3 n, const double part[2],
                   const double radius[2], fk_manifold *out)
{
    out->count = 0;
    if (edges_nearly_parallel(a, b))
        return false;
    add_midpoint(out, a, b, n, part, radius);
    return true;
}

/* ---- Reduction to four points -------------------------------------------------------------------------- */

/* A number that orders points by their features, whichever of the two pieces is called the first. */
static uint64_t feature_key(const fk_manifold_point *p)
{
    uint64_t first = p->feature[0], second = p->feature[1];
    return first < second ? first << 32 | second : second << 32 | first;
}

/* Whether two points are the same: at the same position, as where an edge lies along a side of the face, or with the same
 * features. */
static bool is_same_point(const fk_manifold_point *p, const fk_manifold_point *q, double slack)
{
    fk_vec3 difference = fk_vec3_sub(p->point, q->point);
    bool same_name = p->feature[0] == q->feature[0] && p->feature[1] == q->feature[1];
    return same_name | (fk_vec3_dot(difference, difference) <= 100 * slack * slack);
}

/* Merges points that are the same, and keeps the one whose features come first. */
static void merge_points(fk_manifold *clip, double slack)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < clip->count; i++) {
        fk_manifold_point p = clip->point[i];
        uint32_t k = 0;
        while (k < count && !is_same_point(&clip->point[k], &p, slack))
            k++;
        if (k == count || feature_key(&p) < feature_key(&clip->point[k]))
            clip->point[k] = p;
        count += k == count;
    }
    clip->count = count;
}

/* The points as arrays. */
typedef struct point_choice {
    uint32_t count;
    uint64_t key[FK_MANIFOLD_POINTS];
    double value[FK_MANIFOLD_POINTS];
} point_choice;

/* Whether two points may be the same: by one coordinate along a direction that few faces are across. */
static bool may_have_same(const fk_manifold *clip, point_choice *c, double slack)
{
    double most = 20 * slack;
    bool found = false;
    c->count = clip->count;
    for (uint32_t i = 0; i < c->count; i++) {
        fk_vec3 p = clip->point[i].point;
        double value = p.x + 0.6 * p.y + 0.3 * p.z;
        uint64_t key = feature_key(&clip->point[i]);
        for (uint32_t k = 0; k < i; k++)
            found |= (fabs(value - c->value[k]) <= most) | (key == c->key[k]);
        c->value[i] = value;
        c->key[i] = key;
    }
    return found;
}

/* Chooses the point with the greatest value; among nearly equal ones the one whose features come first. */
static uint32_t choose_point(const point_choice *c, double nearly, double slack)
{
    double most = c->value[0];
    for (uint32_t i = 1; i < c->count; i++)
        most = fk_larger(c->value[i], most);
    double enough = most - nearly * fabs(most) - slack;
    uint32_t best = 0;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->value[i] >= enough && c->key[i] < least) {
            best = i;
            least = c->key[i];
        }
    return best;
}

/* Of more than four points, all different. */
static void choose_four_points(fk_manifold *clip, point_choice *c, fk_vec3 n, double slack)
{
    const fk_manifold_point *p = clip->point;
    fk_manifold_point kept[FK_CONTACT_POINTS];
    for (uint32_t i = 0; i < c->count; i++)
        c->value[i] = p[i].depth;
    uint32_t first = choose_point(c, NEARLY, slack);
    kept[0] = p[first];
    for (uint32_t i = 0; i < c->count; i++) {
        fk_vec3 difference = fk_vec3_sub(p[i].point, kept[0].point);
        c->value[i] = fk_vec3_dot(difference, difference);
    }
    c->value[first] = -HUGE_VAL;
    uint32_t second = choose_point(c, 2 * NEARLY, 0); /* of squares, twice as much */
    kept[1] = p[second];
    /* To both sides of the line between the two. */
    fk_vec3 across = fk_vec3_unit(fk_vec3_cross(n, fk_vec3_sub(kept[1].point, kept[0].point)));
    for (uint32_t i = 0; i < c->count; i++)
        c->value[i] = fk_vec3_dot(across, fk_vec3_sub(p[i].point, kept[0].point));
    c->value[first] = c->value[second] = -HUGE_VAL;
    uint32_t third = choose_point(c, NEARLY, slack);
    kept[2] = p[third];
    for (uint32_t i = 0; i < c->count; i++)
        c->value[i] = -c->value[i];
    c->value[first] = c->value[second] = c->value[third] = -HUGE_VAL;
    kept[3] = p[choose_point(c, NEARLY, slack)];
    memcpy(clip->point, kept, sizeof kept);
    clip->count = FK_CONTACT_POINTS;
}

void fk_manifold_reduce(fk_manifold *clip, fk_vec3 n, double slack)
{
    point_choice c;
    while (clip->count > 1 && may_have_same(clip, &c, slack)) { /* a replaced point may now equal another */
        uint32_t before = clip->count;
        merge_points(clip, slack);
        if (clip->count == before)
            break;
    }
    if (clip->count > FK_CONTACT_POINTS)
        choose_four_points(clip, &c, n, slack);
}
