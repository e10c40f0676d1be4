/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Faces and edges of boxes, and the points where two boxes touch: see contact.h.
 *
 * Design. A face of a box is a parallelogram. In the coordinates of the reference face its centre is 0 and its corners are
 * (+-1, +-1); the third coordinate is the height over its plane. There the incident face is q + s f + t g with |s|, |t| <= 1, and is
 * clipped without lists of sides (Liang and Barsky, 1984). The points and their features are those of contact_clip.c.
 *
 * Corner k of a face across edge i adds edge i + 1 if bit 0 of k is set and edge i + 2 if bit 1 is. Faces 0 and 1 are across edge 2,
 * faces 4 and 5 across edge 0. */

#include "pair/contact/contact.h"

#include <math.h>

#include "base/vec3.h"

/* A box with less than this fraction of the volume of a rectangular one with its edges is built like any point set. */
#define FLAT 1e-9

/* ---- Features ------------------------------------------------------------------------------------------ */

/* The vertex of a face at a corner. */
static uint32_t box_face_vertex(const fk_box_face *face, uint32_t corner)
{
    return face->first | ((corner & 1) != 0 ? face->bit[0] : 0) | ((corner & 2) != 0 ? face->bit[1] : 0);
}

/* The feature of a side of a face: x = -1, x = 1, y = -1, y = 1 are 1, 2, 4 and 8. */
static uint32_t box_side_feature(const fk_box_face *face, uint32_t side)
{
    uint32_t across = side < 4 ? 0 : 1;
    uint32_t low = face->first | ((side & 10) != 0 ? face->bit[across] : 0);
    return fk_feature_edge_id(low, low | face->bit[1 - across]);
}

static bool box_has_volume(const fk_vec3 *e, fk_vec3 across, double *volume)
{
    *volume = fk_vec3_dot(across, e[0]);
    double squares = fk_vec3_dot(e[0], e[0]) * fk_vec3_dot(e[1], e[1]) * fk_vec3_dot(e[2], e[2]);
    return *volume * *volume > FLAT * FLAT * squares;
}

/* Among the faces at the support vertex. The products of n and their outward normals are not negative up to rounding: their squares
 * are compared. */
bool fk_box_find_face(const fk_cell *cell, fk_vec3 base, fk_vec3 n, fk_box_face *out)
{
    const fk_vec3 *e = cell->edge;
    fk_vec3 across[3] = {fk_vec3_cross(e[1], e[2]), fk_vec3_cross(e[2], e[0]), fk_vec3_cross(e[0], e[1])};
    double volume, most = -1, most_square = 1;
    if (!box_has_volume(e, across[0], &volume))
        return false;
    out->axis = 0;
    for (uint32_t i = 3; i-- > 0;) {
        double product = fk_vec3_dot(across[i], n), square = fk_vec3_dot(across[i], across[i]);
        bool is_more = product * product * most_square > most * square;
        most = is_more ? product * product : most;
        most_square = is_more ? square : most_square;
        out->axis = is_more ? i : out->axis;
    }
    uint32_t i = out->axis, j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
    out->side = fk_vec3_dot(e[i], n) > 0 ? 1 : 0;
    out->first = out->side << i;
    out->bit[0] = 1u << j;
    out->bit[1] = 1u << k;
    double scale = ((out->side == 1) == (volume > 0) ? 1 : -1) / sqrt(most_square);
    out->normal = fk_vec3_scale(across[i], scale);
    out->product = fk_vec3_dot(out->normal, n);
    out->edge[0] = fk_vec3_scale(e[j], 0.5);
    out->edge[1] = fk_vec3_scale(e[k], 0.5);
    fk_vec3 start = fk_vec3_sub(cell->origin, base);
    start = out->side == 1 ? fk_vec3_add(start, e[i]) : start;
    out->center = fk_vec3_add(start, fk_vec3_add(out->edge[0], out->edge[1]));
    return true;
}

void fk_box_face_patch(const fk_box_face *face, fk_contact_patch *out)
{
    out->count = 4;
    out->face = fk_box_face_number(face);
    out->normal = face->normal;
    /* Counterclockwise if the edges turn to the left seen from outside. */
    uint32_t left = fk_vec3_dot(fk_vec3_cross(face->edge[0], face->edge[1]), face->normal) > 0 ? 1 : 2;
    const uint32_t corner[4] = {0, left, 3, 3 - left};
    for (uint32_t k = 0; k < 4; k++) {
        fk_vec3 u = fk_vec3_scale(face->edge[0], (corner[k] & 1) != 0 ? 1 : -1);
        fk_vec3 v = fk_vec3_scale(face->edge[1], (corner[k] & 2) != 0 ? 1 : -1);
        out->point[k] = fk_vec3_add(face->center, fk_vec3_add(u, v));
        out->id[k] = box_face_vertex(face, corner[k]);
    }
}

/* The other ends of the edges at the support vertex are lower: the edge that falls least is the highest. */
bool fk_box_find_edge(const fk_cell *cell, fk_vec3 base, fk_vec3 n, double slope, fk_contact_patch *out)
{
    const fk_vec3 *e = cell->edge;
    double least = HUGE_VAL, volume;
    uint32_t vertex = 0, best = 3;
    fk_vec3 point = fk_vec3_sub(cell->origin, base);
    if (!box_has_volume(e, fk_vec3_cross(e[1], e[2]), &volume))
        return false;
    for (uint32_t k = 0; k < 3; k++) {
        double rise = fk_vec3_dot(n, e[k]), fall = fabs(rise);
        bool is_up = rise > 0;
        vertex |= (is_up ? 1u : 0u) << k;
        point = is_up ? fk_vec3_add(point, e[k]) : point;
        if (fall < least && fall * fall <= slope * slope * fk_vec3_dot(e[k], e[k])) {
            least = fall;
            best = k;
        }
    }
    out->count = best < 3 ? 2 : 1;
    out->point[0] = point;
    out->id[0] = vertex;
    if (best < 3) {
        uint32_t upper = vertex >> best & 1;
        fk_vec3 other = upper == 1 ? fk_vec3_sub(point, e[best]) : fk_vec3_add(point, e[best]);
        out->point[upper] = point;
        out->point[1 - upper] = other;
        out->id[0] = vertex & ~(1u << best);
        out->id[1] = vertex | 1u << best;
    }
    return true;
}

/* ---- Clipping ------------------------------------------------------------------------------------------ */

typedef struct box_clip {
    const fk_box_face *face, *incident;
    fk_vec3 n;        /* the contact normal, from the face to the incident one */
    fk_vec3 q, d[2];  /* centre and half edges of the incident face, in coordinates of the face */
    double per_slope; /* 1 / the product of n and the normal of the face */
    double slack, slack_x, slack_y;
    uint32_t outside[4]; /* of the incident corners, bit 0 and 1: beyond x = -1 or 1; bit 2 and 3: y */
} box_clip;

/* Adds the point of the incident face with the parameters s and t, unless it is above the face. */
static void add_box_point(const box_clip *c, double s, double t, uint32_t on_face, uint32_t on_incident,
                          fk_manifold *out)
{
    double depth = -(c->q.z + s * c->d[0].z + t * c->d[1].z) * c->per_slope;
    if (!(depth >= -c->slack))
        return;
    const fk_box_face *f = c->incident;
    fk_vec3 point = fk_vec3_add(fk_vec3_scale(f->edge[0], s), fk_vec3_scale(f->edge[1], t));
    fk_manifold_point *made = &out->point[out->count++];
    made->depth = depth > 0 ? depth : 0;
    made->point = fk_vec3_add(fk_vec3_add(f->center, point), fk_vec3_scale(c->n, 0.5 * depth));
    made->feature[0] = on_face;
    made->feature[1] = on_incident;
}

/* Sets the coordinates: the products with the dual vectors of the edges of the face, and with its normal. */
static void set_box_coordinates(box_clip *c)
{
    const fk_box_face *face = c->face, *incident = c->incident;
    fk_vec3 x = fk_vec3_cross(face->edge[1], face->normal), y = fk_vec3_cross(face->normal, face->edge[0]);
    double scale = 1 / fk_vec3_dot(x, face->edge[0]);
    x = fk_vec3_scale(x, scale);
    y = fk_vec3_scale(y, scale);
    c->slack_x = 1 + c->slack * fk_vec3_largest(x);
    c->slack_y = 1 + c->slack * fk_vec3_largest(y);
    fk_vec3 v[3] = {fk_vec3_sub(incident->center, face->center), incident->edge[0], incident->edge[1]};
    for (int k = 0; k < 3; k++)
        v[k] = fk_vec3_make(fk_vec3_dot(v[k], x), fk_vec3_dot(v[k], y), fk_vec3_dot(v[k], face->normal));
    c->q = v[0];
    c->d[0] = v[1];
    c->d[1] = v[2];
}

/* Finds where the line m + t d enters the square after t = -1, where it is beyond the given sides: the last crossing. */
static double find_box_entry(fk_vec3 m, fk_vec3 d, uint32_t outside, uint32_t *side)
{
    double part = -1;
    if ((outside & 3) != 0) {
        part = ((outside & 1) != 0 ? -1 - m.x : 1 - m.x) / d.x;
        *side = outside & 3;
    }
    if ((outside & 12) != 0) {
        double next = ((outside & 4) != 0 ? -1 - m.y : 1 - m.y) / d.y;
        *side = (outside & 3) == 0 || next > part ? outside & 12 : *side;
        part = fk_larger(next, part);
    }
    return part;
}

/* Adds the points where a side of the incident face crosses sides of the face: that along its edge k, at -1 or 1 of the other. */
static void add_box_crossings(const box_clip *c, uint32_t k, uint32_t upper, fk_manifold *out)
{
    uint32_t start = upper << (1 - k), end = start | 1u << k, at = c->outside[start], to = c->outside[end];
    if ((at | to) == 0 || (at & to) != 0)
        return;
    double other = upper == 1 ? 1 : -1;
    fk_vec3 d = c->d[k], m = fk_vec3_add(c->q, fk_vec3_scale(c->d[1 - k], other));
    uint32_t side_in = 0, side_out = 0;
    double in = find_box_entry(m, d, at, &side_in),
           leave = -find_box_entry(m, fk_vec3_negate(d), to, &side_out);
    if (!(in < leave))
        return;
    uint32_t feature = box_side_feature(c->incident, 1u << (2 * (1 - k) + upper));
    if (at != 0)
        add_box_point(c, k == 0 ? in : other, k == 0 ? other : in, box_side_feature(c->face, side_in),
                      feature, out);
    if (to != 0)
        add_box_point(c, k == 0 ? leave : other, k == 0 ? other : leave, box_side_feature(c->face, side_out),
                      feature, out);
}

/* Adds the corners of the face that lie under the incident face, by more than the slack from its sides. */
static void add_box_corners(const box_clip *c, uint32_t feature, fk_manifold *out)
{
    fk_vec3 f = c->d[0], g = c->d[1];
    double area = f.x * g.y - f.y * g.x, slack_x = c->slack_x - 1, slack_y = c->slack_y - 1;
    double most_s = fabs(area) - (slack_x * fabs(g.y) + slack_y * fabs(g.x));
    double most_t = fabs(area) - (slack_x * fabs(f.y) + slack_y * fabs(f.x));
    for (uint32_t k = 0; k < 4; k++) {
        double x = ((k & 1) != 0 ? 1 : -1) - c->q.x, y = ((k & 2) != 0 ? 1 : -1) - c->q.y;
        double s = x * g.y - y * g.x, t = f.x * y - f.y * x;
        if (fabs(s) < most_s && fabs(t) < most_t)
            add_box_point(c, s / area, t / area,
                          fk_feature_id(FK_FEATURE_VERTEX, box_face_vertex(c->face, k)), feature, out);
    }
}

static double box_face_size(const fk_box_face *face)
{
    return fk_vec3_largest(face->center) + fk_vec3_largest(face->edge[0]) + fk_vec3_largest(face->edge[1]);
}

double fk_clip_box_faces(const fk_box_face *face, const fk_box_face *incident, fk_vec3 n, double slack,
                         fk_manifold *out)
{
    box_clip c = {.face = face, .incident = incident, .n = n, .per_slope = 1 / face->product};
    c.slack = slack * fk_larger(box_face_size(face), box_face_size(incident));
    set_box_coordinates(&c);
    uint32_t any = 0, on_face = fk_feature_id(FK_FEATURE_FACE, fk_box_face_number(face));
    for (uint32_t k = 0; k < 4; k++) {
        double s = (k & 1) != 0 ? 1 : -1, t = (k & 2) != 0 ? 1 : -1;
        double x = c.q.x + (s * c.d[0].x + t * c.d[1].x), y = c.q.y + (s * c.d[0].y + t * c.d[1].y);
        c.outside[k] = (x < -c.slack_x ? 1u : 0u) | (x > c.slack_x ? 2u : 0u) | (y < -c.slack_y ? 4u : 0u) |
                       (y > c.slack_y ? 8u : 0u);
        any |= c.outside[k];
        if (c.outside[k] == 0)
            add_box_point(&c, s, t, on_face, fk_feature_id(FK_FEATURE_VERTEX, box_face_vertex(incident, k)),
                          out);
    }
    if (any != 0) {
        for (uint32_t k = 0; k < 4; k++)
            add_box_crossings(&c, k & 1, k >> 1, out);
        add_box_corners(&c, fk_feature_id(FK_FEATURE_FACE, fk_box_face_number(incident)), out);
    }
    return c.slack;
}
