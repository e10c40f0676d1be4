/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes and bounding volumes of colliders.
 *
 * A moving body needs its box at each step, so the box has to be cheap. For pieces it is that of the placed pieces.
 * For a mesh it comes from the 26-DOP in local coordinates. Let |a| >= |b| >= |c| be the components of a row of the
 * rotation, in some order and with their signs. Then (a, b, c) is (|a| - |b|) times an axis, plus (|b| - |c|) times a
 * direction with two components +-1, plus |c| times one with three. All of these are directions of the DOP, so the
 * same sum of its bounds is not less than any coordinate of a placed point. This is exact for a mesh that is an
 * axis-aligned box, and at most an eighth too far for a ball. The sum has three products, whose sizes add up to no
 * more than that of the row (fk_pose_row_size). Differences have an error of u, products of u, sums of 2 u: less
 * than 5 u of that size in all; fk_pose_apply adds 5 u. The bound uses 16 u.
 *
 * Volumes are computed in local coordinates from points whose hull contains the primitives, and placed by the pose.
 * They contain the placed primitives if the pose is a rotation: a radius stays the same, and the edges of a cell are
 * rounded separately, by less than 16 u of its size. So volumes are enlarged by 2^-19 of their sizes. For a pose that
 * is no rotation the volume encloses the box instead.
 *
 * Weak inputs: poses that are no rotations; compounds of many pieces, each of which is placed for the box. */

#include "base/vec3.h"
#include "body/body.h"
#include "farkas/body.h"
#include "shape/bound.h"
#include "shape/vertices.h"

/* ---- Boxes --------------------------------------------------------------------------------------------- */

/* Placing cannot make a valid sphere invalid, except by overflow. */
static fk_status check_placed_piece(const fk_piece *piece)
{
    if (piece->kind == FK_KIND_SPHERE)
        return fk_vec3_is_finite(piece->as.sphere.center) ? FK_OK : FK_ERROR_NOT_FINITE;
    return fk_piece_check(piece);
}

static fk_status placed_piece_box(const fk_collider *c, uint32_t i, const fk_pose *pose, fk_aabb *out)
{
    const fk_piece *piece = &c->piece[i];
    if (piece->kind == FK_KIND_HULL)
        return fk_aabb_build_placed_from(piece->as.hull.point, piece->as.hull.count, &c->piece_box[i], pose,
                                         out);
    fk_piece placed = fk_piece_place(piece, pose, NULL);
    fk_status status = check_placed_piece(&placed);
    if (status == FK_OK)
        *out = fk_piece_aabb(&placed);
    return status;
}

static fk_status placed_pieces_box(const fk_collider *c, const fk_pose *pose, fk_aabb *out)
{
    fk_aabb all, box;
    fk_status status = placed_piece_box(c, 0, pose, &all);
    for (uint32_t i = 1; i < c->part_count && status == FK_OK; i++) {
        status = placed_piece_box(c, i, pose, &box);
        if (status == FK_OK)
            all = fk_aabb_merge(&all, &box);
    }
    if (status == FK_OK)
        *out = all;
    return status;
}

/* An upper bound of the support value of the DOP along a direction and, in support[1], along the opposite one, up to
 * rounding. Which component is the largest is random, so a table replaces the branches. */
static void dop_support(const fk_kdop *dop, const double n[3], double support[2])
{
    static const uint8_t order[8][3] = {{0, 1, 2}, {1, 0, 2}, {0, 1, 2}, {1, 2, 0},
                                        {0, 2, 1}, {0, 1, 2}, {2, 0, 1}, {2, 1, 0}};
    double size[3] = {fabs(n[0]), fabs(n[1]), fabs(n[2])};
    int back[3] = {n[0] < 0, n[1] < 0, n[2] < 0};
    const uint8_t *by_size = order[(size[1] > size[0]) + 2 * (size[2] > size[0]) + 4 * (size[2] > size[1])];
    int first = by_size[0], second = by_size[1], last = by_size[2], low = first < second ? first : second;
    int corner = 3 + 2 * (back[0] ^ back[1]) + (back[0] ^ back[2]);
    int edge = 5 + 2 * (first + second) + (back[first] ^ back[second]);
    double weight[3] = {size[first] - size[second], size[second] - size[last], size[last]};
    int is_back[3] = {back[first], back[low], back[0]}, at[3] = {first, edge, corner};
    support[0] = support[1] = 0;
    for (int i = 0; i < 3; i++) {
        double end[2] = {weight[i] * dop->hi[at[i]], weight[i] * -dop->lo[at[i]]};
        support[0] += end[is_back[i]];
        support[1] += end[1 - is_back[i]];
    }
}

static fk_status placed_mesh_box(const fk_collider *c, const fk_pose *pose, fk_aabb *out)
{
    const fk_mesh *mesh = fk_mesh_shape_mesh(&c->mesh);
    fk_vec3 extent = fk_vec3_make(fk_larger(fabs(c->box.min.x), fabs(c->box.max.x)),
                                  fk_larger(fabs(c->box.min.y), fabs(c->box.max.y)),
                                  fk_larger(fabs(c->box.min.z), fabs(c->box.max.z)));
    double size[3];
    for (int k = 0; k < 3; k++)
        size[k] = fk_pose_row_size(pose, k, extent);
    if (!(size[0] < FK_BOUND_LARGEST && size[1] < FK_BOUND_LARGEST && size[2] < FK_BOUND_LARGEST))
        return fk_aabb_build_placed_from(mesh->point, mesh->vertex_count, &c->box, pose, out);
    for (int k = 0; k < 3; k++) {
        double along[2], t = fk_vec3_get(pose->translation, k);
        double error = 16 * FK_BOUND_UNIT * size[k] + FK_BOUND_TINY;
        dop_support(&c->dop, pose->rotation[k], along);
        *fk_vec3_at(&out->max, k) = fk_add_upward(t + along[0], error);
        *fk_vec3_at(&out->min, k) = fk_subtract_downward(t - along[1], error);
    }
    return FK_OK;
}

static fk_status placed_cells_box(const fk_collider *c, const fk_pose *pose, fk_aabb *out)
{
    fk_placed_cells cells;
    if (!fk_placed_cells_init(c->cells, pose, &cells))
        return FK_ERROR_NOT_FINITE;
    *out = cells.box;
    return FK_OK;
}

fk_status fk_collider_box(const fk_placed_collider *a, fk_aabb *out)
{
    const fk_collider *c = a->collider;
    fk_aabb box;
    fk_status status = c->kind == FK_COLLIDER_PIECES ? placed_pieces_box(c, &a->pose, &box)
                       : c->kind == FK_COLLIDER_MESH ? placed_mesh_box(c, &a->pose, &box)
                                                     : placed_cells_box(c, &a->pose, &box);
    if (status == FK_OK && !(fk_pose_rotation_error(&a->pose) <= FK_POSE_RIGID))
        status = FK_ERROR_ARGUMENT;
    if (status == FK_OK)
        *out = box;
    return status;
}

/* ---- Local volumes ------------------------------------------------------------------------------------- */

static fk_sphere unbounded_sphere(void)
{
    fk_sphere ball = {{0, 0, 0}, INFINITY};
    return ball;
}

/* Bounding volumes of points; the sphere is `ball`, the union of the primitives' spheres, where that is smaller.
 * Points that are not finite give unbounded volumes. axes and ball may be NULL. FK_ERROR_MEMORY. */
static fk_status bound_points(fk_context *context, fk_collider *c, const fk_vec3 *point, size_t count,
                              const fk_obb_axes *axes, const fk_sphere *ball)
{
    c->sphere = unbounded_sphere();
    c->obb = fk_obb_from_aabb(&fk_everywhere);
    fk_status status = axes != NULL           ? fk_obb_build_along(point, count, axes, &c->obb)
                       : c->mesh_hull != NULL ? fk_obb_build_on_hull(context, c->mesh_hull, &c->obb)
                                              : fk_obb_build(context, point, count, &c->obb);
    if (status == FK_ERROR_MEMORY || status == FK_ERROR_CANCELLED)
        return status;
    if (status == FK_OK)
        fk_sphere_build(point, count, &c->sphere);
    if (ball != NULL && ball->radius < c->sphere.radius)
        c->sphere = *ball;
    double sum = c->obb.half[0] + c->obb.half[1] + c->obb.half[2], far = fk_vec3_largest(c->obb.center) + sum;
    for (int k = 0; k < 3; k++)
        c->obb.half[k] = fk_add_upward(c->obb.half[k], 0x1p-19 * sum + 0x1p-46 * far + FK_BOUND_TINY);
    far = fk_vec3_largest(c->sphere.center) + c->sphere.radius;
    c->sphere.radius =
        fk_add_upward(c->sphere.radius, 0x1p-19 * c->sphere.radius + 0x1p-46 * far + FK_BOUND_TINY);
    return FK_OK;
}

static fk_sphere bounding_sphere(const fk_piece *piece, const fk_vec3 *point, uint32_t count)
{
    fk_sphere ball = unbounded_sphere();
    if (piece->kind == FK_KIND_SPHERE)
        return piece->as.sphere;
    fk_sphere_build(point, count, &ball);
    if (piece->kind != FK_KIND_CAPSULE)
        return ball;
    fk_vec3 p = piece->as.capsule.end[0], q = piece->as.capsule.end[1];
    ball.center = fk_vec3_add(fk_vec3_scale(p, 0.5), fk_vec3_scale(q, 0.5));
    ball.radius = 0.5 * fk_distance_above(p, q) + piece->as.capsule.radius;
    return ball;
}

static bool has_half_space(const fk_collider *c)
{
    for (uint32_t i = 0; i < c->part_count; i++)
        if (c->piece[i].kind == FK_KIND_HALF_SPACE)
            return true;
    return false;
}

static fk_status bound_pieces(fk_context *context, fk_collider *c)
{
    fk_vec3 none[1] = {{INFINITY, 0, 0}};
    c->box = c->piece_box[0];
    for (uint32_t i = 1; i < c->part_count; i++)
        c->box = fk_aabb_merge(&c->box, &c->piece_box[i]);
    if (has_half_space(c))
        return bound_points(context, c, none, 1, NULL, NULL);
    size_t bytes = ((size_t)c->point_total + (size_t)c->part_count * FK_ENCLOSING_MAX) * sizeof(fk_vec3),
           count = 0;
    fk_vec3 *point = fk_allocate(context, bytes);
    if (point == NULL)
        return FK_ERROR_MEMORY;
    fk_sphere all = unbounded_sphere();
    for (uint32_t i = 0; i < c->part_count; i++) {
        const fk_piece *piece = &c->piece[i];
        bool is_hull = piece->kind == FK_KIND_HULL;
        uint32_t more = is_hull ? piece->as.hull.count : fk_piece_enclosing_points(piece, point + count);
        for (uint32_t k = 0; is_hull && k < more; k++)
            point[count + k] = piece->as.hull.point[k];
        fk_sphere ball = bounding_sphere(piece, point + count, more);
        all = i == 0 ? ball : fk_sphere_merge(&all, &ball);
        count += more;
    }
    fk_obb_axes axes;
    bool is_known = c->part_count == 1 && fk_piece_obb_axes(&c->piece[0], &axes);
    fk_status status = bound_points(context, c, point, count, is_known ? &axes : NULL, &all);
    fk_release(context, point, bytes);
    return status;
}

/* The volumes of an outline: those of its box. */
static fk_status bound_outline(fk_context *context, fk_collider *c)
{
    fk_vec3 corner[8];
    fk_obb_axes aligned = fk_obb_axes_aligned();
    for (uint32_t i = 0; i < 8; i++)
        corner[i] = fk_aabb_corner(&c->box, i);
    return bound_points(context, c, corner, 8, &aligned, NULL);
}

/* The hull of the vertices that triangles have: a mesh may keep others, which are not in the set. */
static fk_status build_mesh_hull(fk_context *context, const fk_mesh *mesh, fk_hull **out)
{
    size_t count = 0, bytes = mesh->vertex_count * (sizeof(fk_vec3) + sizeof(bool));
    fk_vec3 *point = fk_allocate(context, bytes);
    if (point == NULL)
        return FK_ERROR_MEMORY;
    bool *is_used = (bool *)(point + mesh->vertex_count);
    memset(is_used, 0, mesh->vertex_count * sizeof *is_used);
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            is_used[mesh->triangle[i].corner[k]] = true;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (is_used[i])
            point[count++] = mesh->point[i];
    fk_status status = fk_hull_build(context, point, count, out);
    fk_release(context, point, bytes);
    return status;
}

fk_status fk_collider_find_volumes(fk_context *context, fk_collider *collider)
{
    if (collider->kind == FK_COLLIDER_PIECES)
        return bound_pieces(context, collider);
    if (collider->kind == FK_COLLIDER_CELLS) {
        fk_vec3 corner[FK_ENCLOSING_MAX];
        const fk_cell_node *root = &collider->cells->node[0];
        fk_piece piece = {.kind = root->kind, .as.cell = root->cell};
        collider->box = fk_piece_aabb(&piece);
        return bound_points(context, collider, corner, fk_piece_enclosing_points(&piece, corner), NULL, NULL);
    }
    const fk_mesh *mesh = fk_mesh_shape_mesh(&collider->mesh);
    fk_aabb_build(mesh->point, mesh->vertex_count, &collider->box);
    fk_kdop_build(mesh->point, mesh->vertex_count, 26, &collider->dop);
    if (collider->mesh.tree == NULL)
        return bound_outline(context, collider);
    fk_status status = build_mesh_hull(context, mesh, &collider->mesh_hull);
    if (status == FK_ERROR_MEMORY || status == FK_ERROR_CANCELLED)
        return status;
    if (status != FK_OK)
        return bound_points(context, collider, mesh->point, mesh->vertex_count, NULL, NULL);
    collider->bytes += collider->mesh_hull->bytes;
    const fk_hull *hull = collider->mesh_hull;
    return bound_points(context, collider, hull->point, hull->vertex_count, NULL, NULL);
}

/* ---- Placed volumes ------------------------------------------------------------------------------------ */

static fk_aabb box_or_everywhere(const fk_placed_collider *a)
{
    fk_aabb box = fk_everywhere;
    fk_collider_box(a, &box);
    return box;
}

fk_obb fk_collider_obb(const fk_placed_collider *a)
{
    if (fk_pose_rotation_error(&a->pose) < FK_POSE_SKEW)
        return fk_obb_place(&a->collider->obb, &a->pose);
    fk_aabb box = box_or_everywhere(a);
    return fk_obb_from_aabb(&box);
}

fk_sphere fk_collider_sphere(const fk_placed_collider *a)
{
    double skew = fk_pose_rotation_error(&a->pose);
    if (skew < FK_POSE_SKEW)
        return fk_sphere_place_rigid(&a->collider->sphere, &a->pose, skew);
    fk_aabb box = box_or_everywhere(a);
    fk_vec3 corner[8];
    for (uint32_t i = 0; i < 8; i++)
        corner[i] = fk_aabb_corner(&box, i);
    fk_sphere ball = unbounded_sphere();
    fk_sphere_build(corner, 8, &ball);
    return ball;
}

bool fk_placed_are_apart(const fk_placed_collider *a, const fk_placed_collider *b)
{
    if (!(fk_pose_rotation_error(&a->pose) < FK_POSE_SKEW && fk_pose_rotation_error(&b->pose) < FK_POSE_SKEW))
        return false;
    fk_obb box_a = fk_obb_place(&a->collider->obb, &a->pose),
           box_b = fk_obb_place(&b->collider->obb, &b->pose);
    return !fk_obb_meets(&box_a, &box_b);
}

bool fk_prepared_are_apart(const fk_prepared_collider *a, const fk_prepared_collider *b)
{
    const fk_placed_collider first = {a->collider, a->pose}, second = {b->collider, b->pose};
    return fk_placed_are_apart(&first, &second);
}
