/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Samples of a mesh for the concavity of hulls (split_concavity.c): points, directions to the outside, and the clearance
 * there.
 *
 * Samples are spread over the triangles by area, with their normals as directions. Further ones, rims, are spread over convex
 * and sharp edges by length, just beside the edge on either triangle. At acute edges, and at boundaries, their direction
 * points away from the triangle, in its plane. Flat hulls contain no other samples that detect what they cover.
 *
 * The clearance of a sample is the diameter of the largest empty ball in front that touches the mesh there. So the point at
 * distance t in front is t away from the mesh, if t is at most half of the clearance.
 *
 * All is computed in doubles; no guarantee rests on it. The same operations in the same order give the same bytes on every
 * machine. The cost is the product of samples and triangles, with a small factor.
 *
 * Weak inputs: edges with more than two triangles have no rims. With very many edges, only some have. */

#include <float.h>
#include <string.h>

#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "split/split.h"

#define SAMPLES  4096 /* approximate number; fewer for a mesh with few triangles: */
#define PER_FACE 64   /* so many for each */
#define RIMS     1024 /* the same for edges; each is two samples */
#define PER_RIM  16
#define LEAST_ORDER                                                                                          \
    2 /* rows of samples in each triangle of a small mesh, at least; its edges have one sample */
#define SMALL_MESH     700
#define ON_SURFACE     FK_SPLIT_ON_SURFACE
#define IN_FRONT       1e-6 /* distance from the surface of the points tested for being outside */
#define BESIDE         FK_SPLIT_BESIDE
#define SHARP          0.9    /* cosine of the angle between the normals at a rim, at most */
#define ACUTE          (-0.1) /* below this, both triangles get in-plane directions */
#define MOST_CLEARANCE 8.0    /* more than twice the diagonal of the mesh */
#define SHRINKINGS     16
#define BOXES          ((size_t)FK_SPLIT_GRID * FK_SPLIT_GRID * FK_SPLIT_GRID)

/* ---- Samples ------------------------------------------------------------------------------------------- */

static fk_split_face make_sample_face(const fk_split_samples *samples, const fk_mesh *mesh, uint32_t t,
                                      double sign)
{
    fk_split_face f;
    for (int k = 0; k < 3; k++)
        f.corner[k] = fk_split_unit_apply(&samples->unit, mesh->point[mesh->triangle[t].corner[k]]);
    fk_vec3 cross =
        fk_vec3_cross(fk_vec3_sub(f.corner[1], f.corner[0]), fk_vec3_sub(f.corner[2], f.corner[0]));
    double length = fk_vec3_length(cross);
    f.area = length / 2;
    f.normal = length > 0 ? fk_vec3_scale(cross, sign / length) : fk_vec3_make(0, 0, 0);
    f.center = fk_vec3_scale(fk_vec3_add(fk_vec3_add(f.corner[0], f.corner[1]), f.corner[2]), 1.0 / 3);
    f.radius = 0;
    for (int k = 0; k < 3; k++)
        f.radius = fk_larger(f.radius, fk_vec3_length(fk_vec3_sub(f.corner[k], f.center)));
    return f;
}

static fk_status make_sample_faces(fk_split_samples *samples, const fk_mesh *mesh, double sign)
{
    samples->face = fk_allocate(samples->context, mesh->triangle_count * sizeof *samples->face);
    for (uint32_t t = 0; t < mesh->triangle_count && samples->face != NULL; t++)
        samples->face[t] = make_sample_face(samples, mesh, t, sign);
    return samples->face != NULL ? FK_OK : FK_ERROR_MEMORY;
}

static bool reserve_samples(fk_split_samples *samples, size_t more)
{
    return fk_grow(samples->context, &samples->sample, sizeof *samples->sample, samples->sample_count,
                   &samples->sample_capacity, samples->sample_count + more);
}

/* Adds the centroids of the upright parts of a triangle whose sides are divided into `order`. */
static bool add_samples(fk_split_samples *samples, const fk_split_face *f, uint32_t order)
{
    if (!reserve_samples(samples, (size_t)order * (order + 1) / 2))
        return false;
    for (uint32_t i = 0; i < order; i++)
        for (uint32_t k = 0; i + k < order; k++) {
            double a = (i + 1.0 / 3) / order, b = (k + 1.0 / 3) / order, c = 1 - a - b;
            fk_vec3 at =
                fk_vec3_add(fk_vec3_add(fk_vec3_scale(f->corner[0], a), fk_vec3_scale(f->corner[1], b)),
                            fk_vec3_scale(f->corner[2], c));
            fk_split_sample sample = {at, f->normal, MOST_CLEARANCE};
            samples->sample[samples->sample_count++] = sample;
        }
    return true;
}

/* Samples by area: what a triangle does not use of its share goes to the next one. */
static fk_status sample_mesh(fk_split_samples *samples, const fk_mesh *mesh)
{
    double total = 0, share = 0.5, wanted = fk_smaller(SAMPLES, PER_FACE * (double)mesh->triangle_count);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        total += samples->face[t].area;
    for (uint32_t t = 0; t < mesh->triangle_count && total > 0; t++) {
        const fk_split_face *f = &samples->face[t];
        if (!(f->area > 0))
            continue;
        share += f->area / total * wanted;
        uint32_t order = 0;
        while ((order + 1) * (order + 2) / 2.0 <= share)
            order++;
        share -= order * (order + 1) / 2.0;
        if (mesh->triangle_count < SMALL_MESH && order < LEAST_ORDER)
            order = LEAST_ORDER;
        if (order > 0 && !add_samples(samples, f, order))
            return FK_ERROR_MEMORY;
    }
    return FK_OK;
}

/* ---- Rims: samples beside edges ------------------------------------------------------------------------ */

/* An edge with the outside on both sides: a boundary, or a convex edge of two triangles. */
typedef struct rim {
    fk_vec3 from, along; /* its ends: from, and from + along */
    int count;           /* of samples at a point: their shifts and directions */
    fk_vec3 shift[2], direction[2];
} rim;

/* The direction that leaves a triangle through its side k, in its plane; *height: the distance of the opposite corner from
 * that side. */
static fk_vec3 outward_direction(const fk_split_face *f, int k, double sign, double *height)
{
    fk_vec3 along = fk_vec3_sub(f->corner[(k + 1) % 3], f->corner[k]);
    fk_vec3 out = fk_vec3_unit(fk_vec3_scale(fk_vec3_cross(along, f->normal), sign));
    *height = fk_vec3_dot(out, fk_vec3_sub(f->corner[k], f->corner[(k + 2) % 3]));
    return out;
}

/* Returns false if an edge is no rim, or not sharp enough. */
static bool find_rim(const fk_split_samples *samples, const fk_mesh_edges *edges, uint32_t e, double sign,
                     rim *r)
{
    uint32_t begin = edges->use_begin[e], uses = edges->use_begin[e + 1] - begin;
    const fk_split_face *f[2];
    fk_vec3 out[2];
    if (uses > 2)
        return false;
    for (uint32_t i = 0; i < uses; i++) {
        double height;
        f[i] = &samples->face[edges->use[begin + i] / 3];
        if (!(f[i]->area > 0))
            return false;
        out[i] = outward_direction(f[i], (int)(edges->use[begin + i] % 3), sign, &height);
        r->shift[i] = fk_vec3_scale(out[i], -fk_smaller(BESIDE, height / 8));
        r->direction[i] = f[i]->normal;
    }
    int k = (int)(edges->use[begin] % 3);
    r->from = f[0]->corner[k];
    r->along = fk_vec3_sub(f[0]->corner[(k + 1) % 3], r->from);
    r->count = (int)uses;
    double cosine = uses == 2 ? fk_vec3_dot(f[0]->normal, f[1]->normal) : -1;
    for (uint32_t i = 0; i < uses && cosine < ACUTE; i++) {
        r->shift[i] = fk_vec3_make(0, 0, 0);
        r->direction[i] = out[i];
    }
    /* The other triangle descends from the plane of the first one by more than a little. */
    return uses == 1 || (cosine < SHARP && fk_vec3_dot(f[0]->normal, out[1]) > 0);
}

static bool add_rim_samples(fk_split_samples *samples, const rim *r, uint32_t steps)
{
    if (!reserve_samples(samples, (size_t)steps * 2))
        return false;
    for (uint32_t i = 0; i < steps; i++)
        for (int k = 0; k < r->count; k++) {
            fk_vec3 at = fk_vec3_add(r->from, fk_vec3_scale(r->along, (i + 0.5) / steps));
            fk_split_sample sample = {fk_vec3_add(at, r->shift[k]), r->direction[k], MOST_CLEARANCE};
            samples->sample[samples->sample_count++] = sample;
        }
    return true;
}

/* Samples by length, as sample_mesh does by area. */
static fk_status sample_rims(fk_split_samples *samples, const fk_mesh *mesh, const fk_mesh_edges *edges,
                             double sign)
{
    double total = 0, share = 0.5, count = 0;
    rim r;
    for (uint32_t e = 0; e < edges->edge_count; e++)
        if (find_rim(samples, edges, e, sign, &r)) {
            total += fk_vec3_length(r.along);
            count++;
        }
    double wanted = fk_smaller(RIMS, PER_RIM * count);
    for (uint32_t e = 0; e < edges->edge_count && total > 0; e++) {
        if (!find_rim(samples, edges, e, sign, &r))
            continue;
        share += fk_vec3_length(r.along) / total * wanted;
        uint32_t steps = (uint32_t)share;
        share -= steps;
        if (mesh->triangle_count < SMALL_MESH && steps == 0)
            steps = 1;
        if (steps > 0 && !add_rim_samples(samples, &r, steps))
            return FK_ERROR_MEMORY;
    }
    return FK_OK;
}

/* ---- Sorting ------------------------------------------------------------------------------------------- */

/* Drops samples of a solid with the inside on both sides, as where shells of it overlap. */
static void drop_hidden(fk_split_samples *samples, const fk_mesh *mesh)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < samples->sample_count && !fk_context_poll(samples->context); i++) {
        const fk_split_sample *s = &samples->sample[i];
        fk_vec3 front = fk_vec3_add(s->at, fk_vec3_scale(s->normal, IN_FRONT));
        int64_t winding = 0;
        if (!fk_mesh_winding(mesh, fk_split_unit_invert(&samples->unit, front), &winding) || winding == 0)
            samples->sample[kept++] = *s;
    }
    samples->sample_count = kept;
}

uint32_t fk_split_grid_index(double at, double size)
{
    double k = size > 0 ? at / size * FK_SPLIT_GRID : 0;
    return k >= FK_SPLIT_GRID - 1 ? FK_SPLIT_GRID - 1 : k > 0 ? (uint32_t)k : 0;
}

static uint32_t grid_box(const fk_split_samples *samples, fk_vec3 at)
{
    return (fk_split_grid_index(at.z, samples->size.z) * FK_SPLIT_GRID +
            fk_split_grid_index(at.y, samples->size.y)) *
               FK_SPLIT_GRID +
           fk_split_grid_index(at.x, samples->size.x);
}

/* Sorts the samples by grid box; those of one box keep their order. */
static fk_status sort_samples(fk_split_samples *samples)
{
    size_t bytes = samples->sample_count * sizeof *samples->sample;
    samples->begin = fk_allocate(samples->context, (BOXES + 1) * sizeof *samples->begin);
    fk_split_sample *copy = samples->begin == NULL ? NULL : fk_allocate(samples->context, bytes + 1);
    if (copy == NULL)
        return FK_ERROR_MEMORY;
    memset(samples->begin, 0, (BOXES + 1) * sizeof *samples->begin);
    if (bytes > 0)
        memcpy(copy, samples->sample, bytes);
    for (uint32_t i = 0; i < samples->sample_count; i++)
        samples->begin[grid_box(samples, copy[i].at)]++;
    uint32_t end = 0;
    for (size_t b = 0; b <= BOXES; b++) {
        uint32_t next = end + (b < BOXES ? samples->begin[b] : 0);
        samples->begin[b] = end;
        end = next;
    }
    for (uint32_t i = 0; i < samples->sample_count; i++)
        samples->sample[samples->begin[grid_box(samples, copy[i].at)]++] = copy[i];
    memmove(samples->begin + 1, samples->begin, BOXES * sizeof *samples->begin);
    samples->begin[0] = 0;
    fk_release(samples->context, copy, bytes + 1);
    return FK_OK;
}

/* ---- Clearance ----------------------------------------------------------------------------------------- */

/* A ball that touches the mesh at sample s and has a point on its boundary that is h above the tangent plane and d away has
 * diameter d^2 / h. */
static void bound_by_point(fk_split_sample *s, fk_vec3 point)
{
    fk_vec3 d = fk_vec3_sub(point, s->at);
    double height = fk_vec3_dot(d, s->normal), square = fk_vec3_dot(d, d);
    if (height > ON_SURFACE && square < s->clearance * height)
        s->clearance = square / height;
}

/* First by the other samples: that is fast, and leaves small balls. */
static void bound_by_samples(fk_split_samples *samples)
{
    for (uint32_t a = 0; a < samples->sample_count && !fk_context_poll(samples->context); a++)
        for (uint32_t b = 0; b < samples->sample_count; b++)
            bound_by_point(&samples->sample[a], samples->sample[b].at);
}

/* The point of a segment nearest to p. */
static fk_vec3 nearest_on_segment(fk_vec3 a, fk_vec3 b, fk_vec3 p)
{
    fk_vec3 along = fk_vec3_sub(b, a);
    double square = fk_vec3_dot(along, along), t = fk_vec3_dot(fk_vec3_sub(p, a), along);
    t = square > 0 ? fk_smaller(fk_larger(t / square, 0), 1) : 0;
    return fk_vec3_add(a, fk_vec3_scale(along, t));
}

/* The point of a triangle nearest to p: its foot on the plane, or a point of a side. */
static fk_vec3 nearest_on_face(const fk_split_face *f, fk_vec3 p)
{
    bool inside = f->area > 0;
    fk_vec3 best = f->corner[0];
    double least = DBL_MAX;
    for (int k = 0; k < 3; k++) {
        fk_vec3 a = f->corner[k], b = f->corner[(k + 1) % 3], q = nearest_on_segment(a, b, p);
        fk_vec3 displacement = fk_vec3_sub(p, q), out = fk_vec3_cross(fk_vec3_sub(b, a), f->normal);
        double square = fk_vec3_dot(displacement, displacement);
        inside = inside && fk_vec3_dot(out, fk_vec3_sub(p, a)) <= 0;
        if (square < least) {
            least = square;
            best = q;
        }
    }
    double height = fk_vec3_dot(f->normal, fk_vec3_sub(p, f->corner[0]));
    return inside ? fk_vec3_sub(p, fk_vec3_scale(f->normal, height)) : best;
}

/* Shrinks the ball in front of a sample until it is disjoint from a triangle. The balls of one sample contain each other, so
 * a triangle that misses one of them misses all smaller ones. */
static void bound_by_face(fk_split_sample *s, const fk_split_face *f)
{
    double radius = s->clearance / 2;
    fk_vec3 displacement = fk_vec3_sub(fk_vec3_sub(f->center, s->at), fk_vec3_scale(s->normal, radius));
    if (fk_vec3_dot(displacement, displacement) >= (radius + f->radius) * (radius + f->radius))
        return;
    bool above = false;
    for (int k = 0; k < 3; k++)
        above = above || fk_vec3_dot(fk_vec3_sub(f->corner[k], s->at), s->normal) > ON_SURFACE;
    for (int i = 0; i < SHRINKINGS && above; i++) {
        double before = s->clearance;
        fk_vec3 center = fk_vec3_add(s->at, fk_vec3_scale(s->normal, before / 2));
        bound_by_point(s, nearest_on_face(f, center));
        above = s->clearance < before * (1 - 0x1p-10);
    }
}

static void bound_by_faces(fk_split_samples *samples)
{
    for (uint32_t t = 0; t < samples->mesh->triangle_count && !fk_context_poll(samples->context); t++)
        for (uint32_t i = 0; i < samples->sample_count; i++)
            bound_by_face(&samples->sample[i], &samples->face[t]);
}

double fk_split_mesh_distance(const fk_split_samples *samples, fk_vec3 point, double enough)
{
    double least = DBL_MAX;
    for (uint32_t t = 0; t < samples->mesh->triangle_count && least > enough; t++) {
        const fk_split_face *f = &samples->face[t];
        fk_vec3 displacement = fk_vec3_sub(f->center, point);
        if (fk_vec3_dot(displacement, displacement) < (least + f->radius) * (least + f->radius))
            least = fk_smaller(least, fk_vec3_length(fk_vec3_sub(nearest_on_face(f, point), point)));
    }
    return least;
}

/* ---- Initialisation ------------------------------------------------------------------------------------ */

fk_status fk_split_samples_init(fk_context *context, const fk_mesh *mesh, const fk_mesh_edges *edges,
                                bool is_solid, double sign, fk_split_samples *samples)
{
    memset(samples, 0, sizeof *samples);
    samples->context = context;
    samples->mesh = mesh;
    samples->unit = fk_split_unit_make(mesh->point, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        fk_vec3 p = fk_split_unit_apply(&samples->unit, mesh->point[i]);
        samples->size = fk_vec3_make(fk_larger(samples->size.x, p.x), fk_larger(samples->size.y, p.y),
                                     fk_larger(samples->size.z, p.z));
    }
    fk_status status = make_sample_faces(samples, mesh, sign);
    if (status == FK_OK)
        status = sample_mesh(samples, mesh);
    if (status == FK_OK)
        status = sample_rims(samples, mesh, edges, sign);
    if (status == FK_OK && is_solid)
        drop_hidden(samples, mesh);
    if (status == FK_OK)
        status = sort_samples(samples);
    if (status == FK_OK) {
        bound_by_samples(samples);
        bound_by_faces(samples);
    }
    return fk_context_poll(context) ? FK_ERROR_MEMORY : status;
}

void fk_split_samples_free(fk_split_samples *samples)
{
    if (samples->face != NULL)
        fk_release(samples->context, samples->face, samples->mesh->triangle_count * sizeof *samples->face);
    fk_release(samples->context, samples->sample, samples->sample_capacity * sizeof *samples->sample);
    fk_release(samples->context, samples->begin, (BOXES + 1) * sizeof *samples->begin);
    fk_release(samples->context, samples->plane, samples->plane_capacity * sizeof *samples->plane);
    fk_release(samples->context, samples->corner, samples->corner_capacity * sizeof *samples->corner);
}
