/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Clips patches and reduces manifolds: see contact.h.
 *
 * Source: Sutherland and Hodgman (1974) for clipping. Each side of the polygon records the edge on which it lies, of the incident
 * patch or of the face, so that each corner has the two features that meet in it:
 *   a corner of the incident patch over the face       (face, vertex)
 *   an edge of each across the other                   (edge, edge)
 *   a corner of the face under the incident patch      (vertex, face)
 * These do not depend on which of the two is the reference. */

#include "pair/contact/contact.h"

#include <math.h>

#include "base/vec3.h"
#include "shape/support.h"

/* When points are chosen, depths, lengths and areas that differ by less than this fraction are equal, so that a trembling body at
 * rest keeps its points. */
#define NEARLY 0.2

/* ---- Clipping ------------------------------------------------------------------------------------------ */

/* A corner of the polygon, and the side that leaves it. */
typedef struct clip_corner {
    fk_vec3 point;
    uint32_t feature[2];
    bool on_face;  /* the side that follows lies on an edge of the face, else on one of the incident patch */
    uint32_t side; /* which edge: of the face by number, of the incident patch as a feature */
} clip_corner;

typedef struct clip_polygon {
    uint32_t count;
    clip_corner at[FK_MANIFOLD_POINTS];
} clip_polygon;

/* The plane through one side of the face, and the input of the clip. */
typedef struct clip_plane {
    const fk_contact_patch *face, *incident;
    fk_vec3 out; /* across the side, outward, length 1 */
    fk_vec3 start;
    uint32_t side;
    double slack;
} clip_plane;

static uint32_t incident_feature(const fk_contact_patch *patch)
{
    if (patch->count == 1)
        return fk_feature_id(FK_FEATURE_VERTEX, patch->id[0]);
    return patch->count == 2 ? fk_feature_edge_id(patch->id[0], patch->id[1])
                             : fk_feature_id(FK_FEATURE_FACE, patch->face);
}

static void clip_polygon_init(clip_polygon *p, const fk_contact_patch *face, const fk_contact_patch *incident)
{
    p->count = incident->count;
    for (uint32_t k = 0; k < incident->count; k++) {
        uint32_t next = incident->id[(k + 1) % incident->count];
        p->at[k].point = incident->point[k];
        p->at[k].feature[0] = fk_feature_id(FK_FEATURE_FACE, face->face);
        p->at[k].feature[1] = fk_feature_id(FK_FEATURE_VERTEX, incident->id[k]);
        p->at[k].on_face = false;
        p->at[k].side = fk_feature_edge_id(incident->id[k], next);
    }
}

/* The corner where a side from p to q crosses the plane. */
static clip_corner clip_crossing(const clip_plane *c, const clip_corner *p, const clip_corner *q,
                                 double over_p, double over_q)
{
    const fk_contact_patch *face = c->face;
    uint32_t first = face->id[c->side], second = face->id[(c->side + 1) % face->count];
    double part = over_p / (over_p - over_q);
    clip_corner made = *p;
    made.point = fk_vec3_add(p->point, fk_vec3_scale(fk_vec3_sub(q->point, p->point), part));
    if (p->on_face) {
        /* Two neighbouring edges of the face: their common vertex. */
        bool before = (p->side + 1) % face->count == c->side;
        made.feature[0] = fk_feature_id(FK_FEATURE_VERTEX, before ? first : second);
        made.feature[1] = incident_feature(c->incident);
    } else {
        made.feature[0] = fk_feature_edge_id(first, second);
        made.feature[1] = p->side;
    }
    return made;
}

static void add_clip_corner(clip_polygon *p, const clip_corner *c)
{
    if (p->count < FK_MANIFOLD_POINTS)
        p->at[p->count++] = *c;
}

static double height_over_side(const clip_plane *c, const clip_corner *p)
{
    return fk_vec3_dot(c->out, fk_vec3_sub(p->point, c->start));
}

/* Clips a polygon to one side of the face. A polygon of two corners is an edge: it has no side back. */
static void clip_side(const clip_plane *c, const clip_polygon *in, clip_polygon *out)
{
    out->count = 0;
    if (in->count == 0)
        return;
    double first = height_over_side(c, &in->at[0]), over_p, over_q = first;
    for (uint32_t k = 0; k < in->count; k++) {
        bool is_last = k + 1 == in->count;
        const clip_corner *p = &in->at[k], *q = &in->at[is_last ? 0 : k + 1];
        over_p = over_q;
        over_q = is_last ? first : height_over_side(c, q);
        bool in_p = over_p <= c->slack, in_q = over_q <= c->slack;
        if (in_p)
            add_clip_corner(out, p);
        if (in_p == in_q || (c->incident->count == 2 && k == 1))
            continue;
        clip_corner made = clip_crossing(c, p, q, over_p, over_q);
        if (in_p) { /* the next side lies along the plane */
            made.on_face = c->incident->count > 2;
            made.side = made.on_face ? c->side : p->side;
        }
        add_clip_corner(out, &made);
    }
}

void fk_clip_to_face(const fk_contact_patch *face, const fk_vec3 *at, const fk_contact_patch *incident,
                     fk_vec3 n, double slack, fk_manifold *out)
{
    clip_polygon room[2], *now = &room[0], *next = &room[1];
    fk_vec3 normal = face->count > 0 ? face->normal : n;
    clip_polygon_init(now, face, incident);
    for (uint32_t k = 0; k < face->count; k++) {
        fk_vec3 side = fk_vec3_sub(face->point[(k + 1) % face->count], face->point[k]);
        clip_plane c = {face, incident, fk_vec3_unit(fk_vec3_cross(side, normal)), face->point[k], k, slack};
        clip_side(&c, now, next);
        clip_polygon *old = now;
        now = next;
        next = old;
    }
    out->count = 0;
    double slope = fk_vec3_dot(normal, n);
    for (uint32_t k = 0; k < now->count; k++) {
        fk_vec3 point = now->at[k].point;
        double depth = fk_vec3_dot(normal, fk_vec3_sub(*at, point)) / slope;
        if (!(depth >= -slack))
            continue;
        fk_manifold_point *made = &out->point[out->count++];
        made->depth = depth > 0 ? depth : 0;
        made->point = fk_vec3_add(point, fk_vec3_scale(n, 0.5 * depth));
        made->feature[0] = now->at[k].feature[0];
        made->feature[1] = now->at[k].feature[1];
    }
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

static void add_midpoint(fk_manifold *out, const fk_contact_patch *a, const fk_contact_patch *b, fk_vec3 n,
                         const double part[2])
{
    fk_vec3 p = patch_point_at(a, part[0]), q = patch_point_at(b, part[1]);
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
    add_midpoint(out, a, b, n, near);
    add_midpoint(out, a, b, n, far);
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

fk_vec3 fk_patch_shortest_vector(const fk_contact_patch *a, const fk_contact_patch *b)
{
    double part[2];
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
    add_midpoint(out, a, b, n, part);
}

/* ---- Reduction to four points -------------------------------------------------------------------------- */

/* Whether point i comes before point k by its features, whichever of the two pieces is called the first. */
static bool feature_comes_before(const fk_manifold_point *i, const fk_manifold_point *k)
{
    uint32_t low_i = i->feature[0] < i->feature[1] ? i->feature[0] : i->feature[1];
    uint32_t low_k = k->feature[0] < k->feature[1] ? k->feature[0] : k->feature[1];
    if (low_i != low_k)
        return low_i < low_k;
    return (i->feature[0] ^ i->feature[1] ^ low_i) < (k->feature[0] ^ k->feature[1] ^ low_k);
}

/* Moves the point with the greatest value to index `first`; among nearly equal ones the one whose features come first. */
static void choose_point(fk_manifold *clip, uint32_t first, const double *value, double slack)
{
    double most = -HUGE_VAL;
    for (uint32_t i = first; i < clip->count; i++)
        most = value[i] > most ? value[i] : most;
    double enough = most - NEARLY * fabs(most) - slack;
    uint32_t best = first;
    bool found = false;
    for (uint32_t i = first; i < clip->count; i++)
        if (value[i] >= enough && (!found || feature_comes_before(&clip->point[i], &clip->point[best]))) {
            best = i;
            found = true;
        }
    fk_manifold_point chosen = clip->point[best];
    clip->point[best] = clip->point[first];
    clip->point[first] = chosen;
}

/* Whether two points are the same: at the same position, as where an edge lies along a side of the face, or with the same
 * features. */
static bool is_same_point(const fk_manifold_point *p, const fk_manifold_point *q, double slack)
{
    fk_vec3 difference = fk_vec3_sub(p->point, q->point);
    bool same_name = p->feature[0] == q->feature[0] && p->feature[1] == q->feature[1];
    return same_name || fk_vec3_dot(difference, difference) <= 100 * slack * slack;
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
        if (k == count || feature_comes_before(&p, &clip->point[k]))
            clip->point[k] = p;
        count += k == count;
    }
    clip->count = count;
}

void fk_manifold_reduce(fk_manifold *clip, fk_vec3 n, double slack)
{
    fk_manifold_point *p = clip->point;
    uint32_t before;
    do { /* a replaced point may now equal another */
        before = clip->count;
        merge_points(clip, slack);
    } while (clip->count < before);
    if (clip->count <= FK_CONTACT_POINTS)
        return;
    double value[FK_MANIFOLD_POINTS] = {0}; /* some compilers do not see that every value read was set */
    for (uint32_t i = 0; i < clip->count; i++)
        value[i] = p[i].depth;
    choose_point(clip, 0, value, slack);
    for (uint32_t i = 1; i < clip->count; i++) {
        fk_vec3 difference = fk_vec3_sub(p[i].point, p[0].point);
        value[i] = fk_vec3_length(difference);
    }
    choose_point(clip, 1, value, slack);
    /* To both sides of the line between the two. */
    fk_vec3 across = fk_vec3_unit(fk_vec3_cross(n, fk_vec3_sub(p[1].point, p[0].point)));
    for (uint32_t k = 2; k < 4; k++) {
        for (uint32_t i = k; i < clip->count; i++)
            value[i] = (k == 2 ? 1 : -1) * fk_vec3_dot(across, fk_vec3_sub(p[i].point, p[0].point));
        choose_point(clip, k, value, slack);
    }
    clip->count = FK_CONTACT_POINTS;
}
