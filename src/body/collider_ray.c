/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where a ray first meets a collider: fk_collider_ray of collider.h.
 *
 * For pieces and cells a ray is a point that moves (collider_cast.c). Of a mesh the tree gives the first triangle
 * (probe.c), exactly; and a solid is met at once where it winds around the origin. Whether the end comes
 * first is decided exactly, too.
 *
 * Normals are floating point: of polyhedra that of the face through which the ray enters, of round pieces the
 * way from the centre or the axis. */

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "body/body.h"
#include "tree/tree.h"

/* ---- Normals ------------------------------------------------------------------------------------------- */

/* The last of the faces through which a ray goes to the inner side. */
typedef struct entry {
    fk_vec3 origin, direction;
    double time;
    fk_vec3 normal; /* not of length 1 */
} entry;

/* A face with an outward normal, and a point of it. */
static void try_face(entry *e, fk_vec3 normal, fk_vec3 point)
{
    double along = fk_vec3_dot(normal, e->direction);
    double time = fk_vec3_dot(normal, fk_vec3_sub(point, e->origin)) / along;
    if (along < 0 && time > e->time) {
        e->time = time;
        e->normal = normal;
    }
}

/* Zero where the cell is flat, or numbers are too large or small. */
static fk_vec3 cell_normal(const fk_piece *piece, entry e)
{
    const fk_cell *c = &piece->as.cell;
    const fk_vec3 *edge = c->edge;
    double volume = fk_vec3_dot(fk_vec3_cross(edge[0], edge[1]), edge[2]);
    if (!(fabs(volume) > 0) || !(fabs(volume) < HUGE_VAL))
        return e.normal;
    for (int k = 0; k < 3; k++) {
        fk_vec3 out = fk_vec3_cross(edge[(k + 1) % 3], edge[(k + 2) % 3]);
        if (volume < 0)
            out = fk_vec3_negate(out);
        try_face(&e, fk_vec3_negate(out), c->origin);
        if (piece->kind == FK_KIND_BOX)
            try_face(&e, out, fk_vec3_add(c->origin, edge[k]));
    }
    fk_vec3 top = fk_vec3_cross(fk_vec3_sub(edge[1], edge[0]), fk_vec3_sub(edge[2], edge[0]));
    if (piece->kind == FK_KIND_TETRA)
        try_face(&e, volume < 0 ? fk_vec3_negate(top) : top, fk_vec3_add(c->origin, edge[0]));
    return e.normal;
}

static fk_vec3 triangle_normal(const fk_vec3 corner[3])
{
    return fk_vec3_cross(fk_vec3_unit(fk_vec3_sub(corner[1], corner[0])),
                         fk_vec3_unit(fk_vec3_sub(corner[2], corner[0])));
}

/* From the nearest point of the axis. */
static fk_vec3 capsule_normal(const fk_capsule *c, fk_vec3 point)
{
    fk_vec3 axis = fk_vec3_sub(c->end[1], c->end[0]), from = fk_vec3_sub(point, c->end[0]);
    double share = fk_vec3_dot(from, axis) / fk_vec3_dot(axis, axis);
    share = share > 0 ? fk_smaller(share, 1) : 0;
    return fk_vec3_sub(from, fk_vec3_scale(axis, share));
}

static fk_vec3 piece_normal(const fk_piece *piece, const entry *e, fk_vec3 point)
{
    fk_vec3 normal = {0, 0, 0};
    if (piece->kind == FK_KIND_SPHERE)
        normal = fk_vec3_sub(point, piece->as.sphere.center);
    else if (piece->kind == FK_KIND_CAPSULE)
        normal = capsule_normal(&piece->as.capsule, point);
    else if (piece->kind == FK_KIND_HALF_SPACE)
        normal = piece->as.half.normal;
    else if (piece->kind == FK_KIND_TRIANGLE)
        normal = triangle_normal(piece->as.triangle);
    else if (piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_TETRA)
        normal = cell_normal(piece, *e);
    if (fk_vec3_is_finite(normal) && fk_vec3_largest(normal) > 0)
        return fk_vec3_unit(normal);
    fk_piece p = fk_piece_point(point);
    return fk_cast_normal(&p, piece, e->direction);
}

/* ---- Rays ---------------------------------------------------------------------------------------------- */

static fk_vec3 point_at(fk_vec3 origin, fk_vec3 direction, fk_interval time)
{
    double t = fk_is_finite(time.hi) ? time.lo / 2 + time.hi / 2 : time.lo;
    return fk_vec3_add(origin, fk_vec3_scale(direction, t));
}

static fk_status ray_and_parts(fk_context *context, const fk_ready *a, const entry *e, double end,
                               fk_collider_hit *out)
{
    fk_piece point = fk_piece_point(e->origin);
    fk_body_side side[2];
    fk_caster c;
    fk_caster_init(&c, e->direction, end);
    fk_side_of_piece(&point, &side[0]);
    fk_status status = fk_side_make(context, a, false, &side[1]);
    if (status != FK_OK)
        return status;
    status = fk_caster_run(context, &c, &side[0], &side[1]);
    fk_side_end(context, &side[1]);
    if (status != FK_OK)
        return status;
    fk_caster_tell(&c, out);
    if (out->result != FK_CAST_HIT)
        return FK_OK;
    out->point = point_at(e->origin, e->direction, c.own);
    if (fk_sign_of(out->time.hi) > 0)
        out->normal = fk_cast_facing(piece_normal(&c.pair.b, e, out->point), e->direction);
    return FK_OK;
}

/* Whether a triangle is met until the end; finds its time better where that is not known. */
static bool is_in_time(const fk_vec3 corner[3], const entry *e, double end, fk_interval *time)
{
    if (fk_double_order(time->hi, end) <= 0 || fk_double_order(time->lo, end) > 0)
        return fk_double_order(time->hi, end) <= 0;
    fk_piece point = fk_piece_point(e->origin), triangle = fk_piece_triangle(corner[0], corner[1], corner[2]);
    fk_cast cast;
    if (fk_pair_cast(&point, e->direction, &triangle, end, &cast) != FK_OK || cast.result != FK_CAST_HIT)
        return false;
    *time = cast.enter;
    return true;
}

static fk_status ray_and_mesh(const fk_ready *a, const entry *e, double end, fk_collider_hit *out)
{
    fk_probe ray = {FK_PROBE_RAY, e->origin, e->direction, 0};
    fk_placed_hit hit;
    fk_status status = fk_placed_first(&a->mesh, &ray, &hit);
    if (status != FK_OK)
        return status;
    memset(out, 0, sizeof *out);
    out->result = FK_CAST_MISS;
    out->part = FK_NONE;
    if (hit.triangle == FK_NONE) /* and a ray from the inside of a solid meets it */
        return FK_OK;
    int64_t winding;
    if (a->mesh.is_solid && fk_placed_winding(&a->mesh, e->origin, &winding) && winding != 0) {
        *out = fk_cast_inside(0, e->origin);
        return FK_OK;
    }
    fk_vec3 corner[3];
    fk_placed_triangle(&a->mesh, hit.triangle, corner);
    if (!is_in_time(corner, e, end, &hit.time))
        return FK_OK;
    out->result = FK_CAST_HIT;
    out->time = hit.time;
    out->part = fk_mesh_shape_original(&a->collider->mesh, hit.triangle);
    out->point = hit.point;
    if (fk_sign_of(hit.time.hi) > 0)
        out->normal = fk_cast_facing(fk_vec3_unit(triangle_normal(corner)), e->direction);
    return FK_OK;
}

fk_status fk_ready_ray(fk_context *context, const fk_ready *a, fk_vec3 origin, fk_vec3 direction, double end,
                       fk_collider_hit *out)
{
    if (!fk_vec3_is_finite(origin) || !fk_vec3_is_finite(direction))
        return FK_ERROR_NOT_FINITE;
    bool is_zero =
        fk_sign_of(direction.x) == 0 && fk_sign_of(direction.y) == 0 && fk_sign_of(direction.z) == 0;
    if (is_zero || !(end >= 0))
        return FK_ERROR_ARGUMENT;
    entry e = {.origin = origin, .direction = direction, .time = -HUGE_VAL};
    fk_collider_hit hit;
    fk_status status = a->collider->kind == FK_COLLIDER_MESH ? ray_and_mesh(a, &e, end, &hit)
                                                             : ray_and_parts(context, a, &e, end, &hit);
    if (status != FK_OK)
        return status;
    if (hit.result == FK_CAST_MISS)
        hit.moving = 0;
    *out = hit;
    return FK_OK;
}

fk_status fk_collider_ray(fk_context *context, const fk_placed_collider *a, fk_vec3 origin, fk_vec3 direction,
                          double end, fk_collider_hit *out)
{
    size_t bytes = fk_ready_room(a->collider);
    void *room = bytes > 0 ? fk_allocate(context, bytes) : NULL;
    if (bytes > 0 && room == NULL)
        return FK_ERROR_MEMORY;
    fk_ready ready;
    fk_ready_make(a, room, &ready);
    fk_status status = fk_ready_ray(context, &ready, origin, direction, end, out);
    fk_release(context, room, bytes);
    return status;
}
