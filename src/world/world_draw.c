/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A world as lines for display: the edges of pieces, circles and lines of round ones, the triangles of
 * meshes, the leaves of trees; the boxes of the broad phase; contacts. Computed in floating point, without
 * guarantees and without allocation.
 *
 * A half-space is drawn where its boundary plane meets the box around all bounded bodies. */

#include <math.h>

#include "base/vec3.h"
#include "world/world.h"

#define CIRCLE_SIDES 24

typedef struct world_drawing {
    const fk_world *world;
    fk_draw_line *line;
    void *user;
    unsigned what;
    fk_body_id body;
    fk_aabb around; /* all bounded bodies */
} world_drawing;

static void draw_line(const world_drawing *d, fk_vec3 from, fk_vec3 to)
{
    if (fk_vec3_is_finite(from) && fk_vec3_is_finite(to))
        d->line(d->user, d->what, d->body, from, to);
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

static fk_vec3 cell_corner(const fk_cell *cell, unsigned bits)
{
    fk_vec3 corner = cell->origin;
    for (int k = 0; k < 3; k++)
        if ((bits >> k & 1) != 0)
            corner = fk_vec3_add(corner, cell->edge[k]);
    return corner;
}

static void draw_cell_box(const world_drawing *d, const fk_cell *cell)
{
    for (unsigned k = 0; k < 3; k++)
        for (unsigned bits = 0; bits < 8; bits++)
            if ((bits >> k & 1) == 0)
                draw_line(d, cell_corner(cell, bits), cell_corner(cell, bits | 1u << k));
}

static void draw_triangle(const world_drawing *d, const fk_vec3 point[3])
{
    for (int i = 0; i < 3; i++)
        draw_line(d, point[i], point[(i + 1) % 3]);
}

static void draw_cell_tetra(const world_drawing *d, const fk_cell *cell)
{
    fk_vec3 end[3];
    for (unsigned k = 0; k < 3; k++) {
        end[k] = cell_corner(cell, 1u << k);
        draw_line(d, cell->origin, end[k]);
    }
    draw_triangle(d, end);
}

static void draw_aabb(const world_drawing *d, const fk_aabb *box)
{
    fk_vec3 size = fk_vec3_sub(box->max, box->min);
    fk_cell cell = {box->min, {{size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z}}};
    if (fk_vec3_is_finite(size))
        draw_cell_box(d, &cell);
}

/* ---- Round pieces -------------------------------------------------------------------------------------- */

/* Returns a point of the ellipse center + cos u + sin v. */
static fk_vec3 ellipse_point(fk_vec3 center, fk_vec3 u, fk_vec3 v, int step)
{
    double angle = step * (6.283185307179586 / CIRCLE_SIDES);
    fk_vec3 sum = fk_vec3_add(fk_vec3_scale(u, fk_cos(angle)), fk_vec3_scale(v, fk_sin(angle)));
    return fk_vec3_add(center, sum);
}

static void draw_ellipse(const world_drawing *d, fk_vec3 center, fk_vec3 u, fk_vec3 v, int sides)
{
    for (int i = 0; i < sides; i++)
        draw_line(d, ellipse_point(center, u, v, i), ellipse_point(center, u, v, i + 1));
}

static void draw_ellipsoid(const world_drawing *d, const fk_cell *e)
{
    for (int k = 0; k < 3; k++)
        draw_ellipse(d, e->origin, e->edge[k], e->edge[(k + 1) % 3], CIRCLE_SIDES);
}

static void draw_sphere(const world_drawing *d, fk_vec3 center, double radius)
{
    fk_cell ball = {center, {{radius, 0, 0}, {0, radius, 0}, {0, 0, radius}}};
    draw_ellipsoid(d, &ball);
}

/* Returns two vectors of length `radius`, orthogonal to a unit axis and to each other. */
static void side_axes(fk_vec3 axis, double radius, fk_vec3 *u, fk_vec3 *v)
{
    fk_vec3 other = fabs(axis.x) < 0.6 ? fk_vec3_make(1, 0, 0) : fk_vec3_make(0, 1, 0);
    *u = fk_vec3_cross(axis, other);
    *u = fk_vec3_scale(*u, radius / sqrt(fk_vec3_dot(*u, *u)));
    *v = fk_vec3_cross(axis, *u);
}

/* Draws capsules, cylinders and cones: circles at the ends, four lines along the axis, and half circles over
 * the ends of a capsule. */
static void draw_capsule(const world_drawing *d, fk_kind kind, const fk_capsule *c)
{
    fk_vec3 way = fk_vec3_sub(c->end[1], c->end[0]);
    double length = sqrt(fk_vec3_dot(way, way));
    if (!(length > 0 && length < INFINITY)) {
        draw_sphere(d, c->end[0], c->radius);
        return;
    }
    fk_vec3 axis = fk_vec3_scale(way, 1 / length), u, v;
    side_axes(axis, c->radius, &u, &v);
    fk_vec3 cap = fk_vec3_scale(axis, c->radius);
    double narrow = kind == FK_KIND_CONE ? 0 : 1; /* radius factor at the other end */
    draw_ellipse(d, c->end[0], u, v, CIRCLE_SIDES);
    if (narrow > 0)
        draw_ellipse(d, c->end[1], u, v, CIRCLE_SIDES);
    for (int i = 0; i < 4; i++) {
        fk_vec3 side = i % 2 == 0 ? u : v;
        side = i < 2 ? side : fk_vec3_negate(side);
        draw_line(d, fk_vec3_add(c->end[0], side), fk_vec3_add(c->end[1], fk_vec3_scale(side, narrow)));
    }
    if (kind != FK_KIND_CAPSULE)
        return;
    draw_ellipse(d, c->end[0], u, fk_vec3_negate(cap), CIRCLE_SIDES / 2);
    draw_ellipse(d, c->end[0], v, fk_vec3_negate(cap), CIRCLE_SIDES / 2);
    draw_ellipse(d, c->end[1], u, cap, CIRCLE_SIDES / 2);
    draw_ellipse(d, c->end[1], v, cap, CIRCLE_SIDES / 2);
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* Draws the segment in which the plane crosses a face of the box. */
static void draw_across(const world_drawing *d, const fk_plane *plane, const fk_vec3 corner[4])
{
    fk_vec3 cut[4];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        fk_vec3 a = corner[i], b = corner[(i + 1) % 4];
        double p = fk_vec3_dot(plane->normal, a) - plane->offset;
        double q = fk_vec3_dot(plane->normal, b) - plane->offset;
        if ((p <= 0) == (q <= 0))
            continue;
        cut[count++] = fk_vec3_add(a, fk_vec3_scale(fk_vec3_sub(b, a), p / (p - q)));
    }
    if (count == 2)
        draw_line(d, cut[0], cut[1]);
}

static void draw_plane(const world_drawing *d, const fk_plane *plane)
{
    fk_vec3 size = fk_vec3_sub(d->around.max, d->around.min);
    fk_cell box = {d->around.min, {{size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z}}};
    for (unsigned k = 0; k < 3; k++)
        for (unsigned side = 0; side < 2; side++) {
            unsigned u = 1u << (k + 1) % 3, v = 1u << (k + 2) % 3, base = side << k;
            fk_vec3 corner[4] = {cell_corner(&box, base), cell_corner(&box, base | u),
                                 cell_corner(&box, base | u | v), cell_corner(&box, base | v)};
            draw_across(d, plane, corner);
        }
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

/* Draws the edges given by the hull's neighbours; without these, connects the points in order. */
static void draw_hull(const world_drawing *d, const fk_points *hull, const fk_pose *pose)
{
    const fk_hull *hint = hull->hint;
    for (uint32_t i = 0; i < hull->count; i++) {
        fk_vec3 from = fk_pose_apply(pose, hull->point[i]);
        if (hint == NULL) {
            draw_line(d, from, fk_pose_apply(pose, hull->point[(i + 1) % hull->count]));
            continue;
        }
        for (uint32_t k = hint->neighbor_begin[i]; k < hint->neighbor_begin[i + 1]; k++)
            if (hint->neighbor[k] > i)
                draw_line(d, from, fk_pose_apply(pose, hull->point[hint->neighbor[k]]));
    }
}

static void draw_placed_piece(const world_drawing *d, const fk_piece *piece)
{
    fk_kind kind = piece->kind;
    if (kind == FK_KIND_POINT || kind == FK_KIND_SEGMENT)
        draw_line(d, piece->as.segment[0], piece->as.segment[kind == FK_KIND_SEGMENT]);
    else if (kind == FK_KIND_TRIANGLE)
        draw_triangle(d, piece->as.triangle);
    else if (kind == FK_KIND_TETRA)
        draw_cell_tetra(d, &piece->as.cell);
    else if (kind == FK_KIND_BOX)
        draw_cell_box(d, &piece->as.cell);
    else if (kind == FK_KIND_SPHERE)
        draw_sphere(d, piece->as.sphere.center, piece->as.sphere.radius);
    else if (kind == FK_KIND_CAPSULE || kind == FK_KIND_CYLINDER || kind == FK_KIND_CONE)
        draw_capsule(d, kind, &piece->as.capsule);
    else if (kind == FK_KIND_ELLIPSOID)
        draw_ellipsoid(d, &piece->as.ellipsoid);
    else if (kind == FK_KIND_HALF_SPACE)
        draw_plane(d, &piece->as.half);
}

static void draw_pieces(const world_drawing *d, const fk_collider *collider, const fk_pose *pose)
{
    for (uint32_t i = 0; i < collider->part_count; i++) {
        const fk_piece *piece = &collider->piece[i];
        if (piece->kind == FK_KIND_HULL) {
            draw_hull(d, &piece->as.hull, pose);
        } else {
            fk_piece placed = fk_piece_place(piece, pose, NULL);
            draw_placed_piece(d, &placed);
        }
    }
}

static void draw_mesh(const world_drawing *d, const fk_mesh *mesh, const fk_pose *pose)
{
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        fk_vec3 point[3];
        for (int k = 0; k < 3; k++)
            point[k] = fk_pose_apply(pose, mesh->point[mesh->triangle[i].corner[k]]);
        draw_triangle(d, point);
    }
}

static void draw_leaves(const world_drawing *d, const fk_cell_tree *tree, const fk_pose *pose)
{
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const fk_cell_node *node = &tree->node[i];
        if (node->child_count > 0)
            continue;
        fk_piece leaf = {.kind = node->kind, .as.cell = node->cell};
        fk_piece placed = fk_piece_place(&leaf, pose, NULL);
        draw_placed_piece(d, &placed);
    }
}

static void draw_body(const world_drawing *d, const fk_world_body *body)
{
    if (body->collider->kind == FK_COLLIDER_PIECES)
        draw_pieces(d, body->collider, &body->pose);
    else if (body->collider->kind == FK_COLLIDER_MESH)
        draw_mesh(d, body->collider->mesh.mesh, &body->pose);
    else
        draw_leaves(d, body->collider->cells, &body->pose);
}

/* ---- The world ----------------------------------------------------------------------------------------- */

static fk_aabb body_aabb(const fk_world *world, uint32_t index)
{
    fk_aabb_float box = fk_broad_box(world->broad, index);
    fk_vec3 min = fk_vec3_make((double)box.min[0], (double)box.min[1], (double)box.min[2]);
    fk_vec3 max = fk_vec3_make((double)box.max[0], (double)box.max[1], (double)box.max[2]);
    fk_aabb moved = {fk_vec3_add(min, world->options.origin), fk_vec3_add(max, world->options.origin)};
    return moved;
}

static fk_aabb bound_world(const fk_world *world)
{
    fk_aabb around = fk_aabb_empty();
    for (uint32_t i = 0; i < world->index_count; i++) {
        if (!fk_body_is_live(world, i))
            continue;
        fk_aabb box = body_aabb(world, i);
        if (fk_vec3_is_finite(box.min) && fk_vec3_is_finite(box.max))
            around = fk_aabb_merge(&around, &box);
    }
    return around;
}

/* Draws the contacts with the id of the first body of each pair. */
static void draw_contacts(world_drawing *d)
{
    const fk_world *world = d->world;
    for (size_t i = 0; i < world->kept_count && world->max_contacts > 0; i++) {
        const fk_kept_pair *pair = &world->kept[i];
        if (!fk_verdict_meets((fk_verdict)pair->verdict))
            continue;
        const fk_pair_slot *slot = &world->slot[pair->slot];
        d->body = (fk_body_id){pair->a, pair->generation_a};
        for (uint32_t k = 0; k < slot->contact_count; k++) {
            const fk_contact *contact = &world->contact[slot->contact_begin + k].contact;
            for (uint32_t j = 0; j < contact->count; j++) {
                const fk_contact_point *at = &contact->point[j];
                draw_line(d, at->point, fk_vec3_add(at->point, fk_vec3_scale(contact->normal, at->depth)));
            }
        }
    }
}

void fk_world_draw(const fk_world *world, unsigned what, fk_draw_line *line, void *user)
{
    world_drawing d = {.world = world, .line = line, .user = user, .around = fk_aabb_empty()};
    fk_world_visit_begin(world);
    if ((what & FK_DRAW_COLLIDERS) != 0)
        d.around = bound_world(world);
    for (uint32_t i = 0; i < world->index_count; i++) {
        if (!fk_body_is_live(world, i))
            continue;
        d.body = fk_world_body_id(world, i);
        d.what = FK_DRAW_COLLIDERS;
        if ((what & FK_DRAW_COLLIDERS) != 0)
            draw_body(&d, &world->body[i]);
        d.what = FK_DRAW_BOXES;
        fk_aabb box = body_aabb(world, i);
        if ((what & FK_DRAW_BOXES) != 0)
            draw_aabb(&d, &box);
    }
    d.what = FK_DRAW_CONTACTS;
    if ((what & FK_DRAW_CONTACTS) != 0)
        draw_contacts(&d);
    fk_world_visit_end(world);
}
