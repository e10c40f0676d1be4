/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The BVH of one moving collider: boxes over its local primitives, primitives placed in the middle of an interval of
 * time, and projection intervals of both while they move.
 *
 * At the time s of the interval, the point x of the body is along n at n.X(s) = n.x + s n.(shift + turn x (x -
 * center)), up to the rest. For s = 1 and s = -1 these are linear functions of x, g(x) = m.x + k, with m = n + s n x
 * turn; for times between, the value is between both. So what holds for g at both ends holds during the whole
 * interval: if g of all of b exceeds g of all of a by d, for both s, then the distance along n is never less than d
 * minus the rests.
 *
 * A mesh has a tree. Pieces and leaves of cells get one over their local boxes: that of a mesh whose triangles have
 * these boxes, with two corners of each. Its oriented boxes fit those triangles only, and are not used. Half-spaces
 * have no box, and are outside the tree. All children of a node are placed and tested together: in plain C, and with
 * vectors of doubles.
 *
 * Errors. u = 2^-52 bounds the relative error of an operation in every rounding mode; a number that is flushed or
 * read as zero is less than 2^-1022 of the other factor. Let X bound all coordinates of placed primitives, and of
 * points 4 units from the origin of the tree; let C and S bound those of the center and the shift. Components of n
 * are up to 1/4, those of turn up to 1. Then those of m are up to 3/4 with an error of 2 u, k has an error of 8 u (C
 * + S), and g(x) = m.x + k in all one of 16 u (X + C + S).
 *   Primitives: edges of cells and axes are rotated, not placed, which moves no point by more than 16 u X, and g by
 * 9/4 of that, the sum of the components of m. If the ends of a cylinder are closer to each other than its radius,
 * their rounding moves its rim more, by that ratio: the tilt. 64 u bounds both.
 *   Boxes contain points before they are placed, and fk_pose_apply has an error of 4 u X. Points of boxes are
 * base + turn y. base has an error of 8 u X; y, an origin and up to three rows of a rotation times a center or a half
 * edge, one of 18 u times 9 units at most, where the size of the box is up to 8; turn y adds 4 u of that. This is less
 * than 60 u X for each coordinate, and for g with the above 151 u (X + C + S). 256 u bounds it.
 *   The hull of a mesh has the vertices p of its points before they are placed. Placed in the reals, R p + t, its points
 * contain those of the mesh, at all times, as every motion is affine. With a point o of the box, g is (R^T m).(p - o) + m.(R o
 * + t) + k. The sums over rows of R times p - o are at most 2 X: so the first product has an error of 8 u times 9/4 times
 * that, the placed o one of 4 u X, the second product of 3 u and the sums of 6 u times 9/4 X. With the error of m and k this
 * is less than 80 u (X + C + S): 256 u bounds it, too.
 *
 * A motion bound holds for all points of round pieces, too: between the middle and any other time the body moves
 * rigidly.
 *
 * Unbounded primitives. At some time s let a point of such a primitive, which is x in the middle, be within the level
 * of the other collider. Its distance from the center is at most D, the sum of the distance of the other center, of
 * the distance of the other collider's points from that, of their displacement, and of the level. So |x - center| <=
 * D + whole0 + whole1 |x - center|, which is at most 2 (D + whole0) if whole1 <= 1/2. Other points of the primitive
 * do not matter. Its normal is rounded, which moves its plane there by 16 u of that distance and of all coordinates.
 *
 * The root of a mesh is bounded by its hull: mostly a direction separates it as soon as it separates the mesh, and no
 * box need be opened.
 *
 * Weak inputs: numbers beyond 2^1000, of which nothing is known. */

#include "motion/traverse.h"

#include <math.h>
#include <string.h>

#include "base/simd.h"
#include "base/vec3.h"
#include "body/body.h"
#include "shape/bound.h"

#define FK_LEVEL_FILE "motion/traverse_batch.inc"
#define FK_LEVEL_LONG
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

#define ROUND   0x1p-44
#define FINE    0x1p-46
#define TINY    0x1p-960
#define LARGEST 0x1p900

/* The hull of a mesh is used up to so many vertices: projecting it takes as long as testing some tens of nodes. */
#define HULL_VERTICES_MAX 4096

/* Enlarges a bound by more than its rounding. */
#define MORE (1 + 0x1p-44)

/* ---- Building ------------------------------------------------------------------------------------------ */

static const fk_piece *local_piece(const fk_moving_bvh *bvh, uint32_t i)
{
    return bvh->leaf != NULL ? &bvh->leaf[bvh->primitive[i]] : &bvh->collider->piece[bvh->primitive[i]];
}

/* Builds a tree over the boxes of the bounded primitives. */
static fk_status build_box_tree(fk_context *context, const fk_aabb *box, fk_moving_bvh *bvh)
{
    uint32_t n = bvh->count;
    size_t bytes = n * (2 * sizeof(fk_vec3) + sizeof(fk_triangle));
    fk_vec3 *point = fk_allocate(context, bytes);
    if (point == NULL)
        return FK_ERROR_MEMORY;
    fk_triangle *triangle = (fk_triangle *)(void *)(point + 2 * (size_t)n);
    for (uint32_t i = 0; i < n; i++) {
        point[2 * i] = box[i].min;
        point[2 * i + 1] = box[i].max;
        triangle[i] = (fk_triangle){{2 * i, 2 * i + 1, 2 * i + 1}};
    }
    fk_mesh boxes = {
        .vertex_count = 2 * n, .triangle_count = n, .point = point, .triangle = triangle, .name = ""};
    fk_status status = fk_tree_build(context, &boxes, NULL, &bvh->made);
    bvh->tree = bvh->made;
    fk_release(context, point, bytes);
    return status;
}

/* Allocates memory for placed primitives. */
static fk_status allocate_block(fk_context *context, uint32_t count, uint32_t points, bool has_leaves,
                                fk_moving_bvh *bvh)
{
    size_t each = sizeof(fk_piece) * (has_leaves ? 2 : 1) + sizeof(uint32_t) * (has_leaves ? 4 : 3);
    bvh->bytes = count * each + points * sizeof(fk_vec3);
    bvh->block = fk_allocate(context, bvh->bytes);
    if (bvh->block == NULL)
        return FK_ERROR_MEMORY;
    bvh->point = bvh->block;
    bvh->piece = (fk_piece *)(void *)(bvh->point + points);
    bvh->leaf = has_leaves ? bvh->piece + count : NULL;
    bvh->primitive = (uint32_t *)(void *)(bvh->piece + (has_leaves ? 2 : 1) * (size_t)count);
    bvh->placed_in = bvh->primitive + count;
    bvh->begin = bvh->placed_in + count;
    bvh->cell_node = has_leaves ? bvh->begin + count : NULL;
    memset(bvh->placed_in, 0, count * sizeof *bvh->placed_in);
    return FK_OK;
}

/* The factor by which the rounding of its axis moves the rim of a thin disc. */
static double disc_tilt(const fk_piece *piece)
{
    if (piece->kind != FK_KIND_CYLINDER && piece->kind != FK_KIND_CONE)
        return 1;
    const fk_capsule *c = &piece->as.capsule;
    return 1 + 4 * c->radius / fk_vec3_length(fk_vec3_sub(c->end[1], c->end[0]));
}

/* Puts bounded primitives first, builds the tree, and sorts them in its order. */
static fk_status order_primitives(fk_context *context, uint32_t count, fk_moving_bvh *bvh)
{
    size_t bytes = count * sizeof(fk_aabb);
    fk_aabb *box = fk_allocate(context, bytes);
    uint32_t points = 0;
    if (box == NULL)
        return FK_ERROR_MEMORY;
    bvh->tilt = 1;
    for (uint32_t i = 0; i < count; i++) {
        const fk_piece *piece = bvh->leaf != NULL ? &bvh->leaf[i] : &bvh->collider->piece[i];
        bvh->begin[i] = points;
        points += piece->kind == FK_KIND_HULL ? piece->as.hull.count : 0;
        bvh->tilt = fk_larger(bvh->tilt, disc_tilt(piece));
        if (piece->kind == FK_KIND_HALF_SPACE) {
            const fk_plane *half = &piece->as.half;
            bvh->offset = fk_larger(bvh->offset, fabs(half->offset) / fk_vec3_largest(half->normal));
            bvh->primitive[count - ++bvh->unbounded_count] = i;
            continue;
        }
        box[bvh->count] = fk_piece_aabb(piece);
        bvh->primitive[bvh->count++] = i;
    }
    fk_status status = bvh->count > 0 ? build_box_tree(context, box, bvh) : FK_OK;
    if (status == FK_OK && bvh->count > 0) {
        /* `placed_in` has room for the old order. */
        memcpy(bvh->placed_in, bvh->primitive, bvh->count * sizeof *bvh->primitive);
        for (uint32_t i = 0; i < bvh->count; i++)
            bvh->primitive[i] = bvh->placed_in[bvh->tree->triangle[i]];
        memset(bvh->placed_in, 0, bvh->count * sizeof *bvh->placed_in);
    }
    fk_release(context, box, bytes);
    return status;
}

static fk_status make_cell_leaves(fk_context *context, const fk_cell_tree *cells, fk_moving_bvh *bvh)
{
    fk_status status = allocate_block(context, cells->leaf_count, 0, true, bvh);
    if (status != FK_OK)
        return status;
    uint32_t count = 0;
    for (uint32_t i = 0; i < cells->node_count; i++) {
        const fk_cell_node *node = &cells->node[i];
        if (node->child_count > 0)
            continue;
        bvh->leaf[count].kind = node->kind;
        bvh->leaf[count].as.cell = node->cell;
        bvh->cell_node[count++] = i;
    }
    return order_primitives(context, cells->leaf_count, bvh);
}

static void find_tree_extent(fk_moving_bvh *bvh)
{
    const fk_tree_node *root = &bvh->tree->node[0];
    for (int k = 0; k < 3; k++) {
        bvh->low[k] = INFINITY;
        bvh->high[k] = -INFINITY;
        for (uint32_t i = 0; i < root->used; i++) {
            bvh->low[k] = fk_smaller((double)root->min[k][i], bvh->low[k]);
            bvh->high[k] = fk_larger((double)root->max[k][i], bvh->high[k]);
        }
    }
}

fk_status fk_moving_bvh_make(fk_context *context, const fk_collider *collider, fk_moving_bvh *out)
{
    fk_status status = FK_OK;
    memset(out, 0, sizeof *out);
    out->collider = collider;
    if (collider->kind == FK_COLLIDER_MESH) {
        out->tree = collider->mesh.tree;
        out->count = out->tree->triangle_count;
        out->tilt = 1;
    } else if (collider->kind == FK_COLLIDER_CELLS) {
        status = make_cell_leaves(context, collider->cells, out);
    } else {
        status = allocate_block(context, collider->part_count, collider->point_total, false, out);
        if (status == FK_OK)
            status = order_primitives(context, collider->part_count, out);
    }
    if (status == FK_OK && out->tree != NULL)
        find_tree_extent(out);
    return status;
}

void fk_moving_bvh_end(fk_context *context, fk_moving_bvh *bvh)
{
    fk_tree_free(context, bvh->made);
    fk_release(context, bvh->block, bvh->bytes);
}

/* ---- Placing ------------------------------------------------------------------------------------------- */

/* The largest distance of points of the tree from a point: by the sphere of the collider, or by the eight corners of the root
 * box. */
static double farthest_distance(const fk_moving_bvh *bvh, fk_vec3 from)
{
    double most = 0, skew = fk_pose_rotation_error(&bvh->pose);
    if (skew < FK_POSE_SKEW && fk_is_finite(bvh->collider->sphere.radius)) {
        fk_sphere ball = fk_sphere_place_rigid(&bvh->collider->sphere, &bvh->pose, skew);
        return fk_vec3_length(fk_vec3_sub(ball.center, from)) + ball.radius;
    }
    for (uint32_t corner = 0; corner < 8; corner++) {
        fk_vec3 d;
        for (int i = 0; i < 3; i++) {
            double x = bvh->base[i] - fk_vec3_get(from, i);
            for (int k = 0; k < 3; k++)
                x += bvh->turn[i][k] * (corner >> k & 1 ? bvh->high[k] : bvh->low[k]);
            *fk_vec3_at(&d, i) = x;
        }
        most = fk_larger(most, fk_vec3_length(d));
    }
    return most;
}

/* Uses the first order of a motion bound where it helps. */
static void set_point_motion(const fk_motion_bound *bound, double far, double size, fk_traversal_motion *out)
{
    double rest = (bound->rest0 + bound->rest1 * far) * MORE + TINY;
    double whole = (bound->whole0 + bound->whole1 * far) * MORE + TINY;
    bool is_used = rest < whole && fk_vec3_largest(bound->turn) <= 1;
    const fk_vec3 zero = {0, 0, 0};
    out->center = is_used ? bound->center : zero;
    out->shift = is_used ? bound->shift : zero;
    out->turn = is_used ? bound->turn : zero;
    out->rest = is_used ? rest : whole;
    out->whole = whole;
    out->bound_center = bound->center;
    out->radius = far;
    size += fk_vec3_largest(out->center) + fk_vec3_largest(out->shift);
    out->error = ROUND * size * MORE + TINY;
    out->leaf_error = FINE * size * MORE + TINY;
    if (!(out->error < LARGEST && whole < LARGEST))
        out->rest = out->whole = INFINITY;
}

void fk_moving_bvh_place(fk_moving_bvh *bvh, const fk_motion_bound *bound)
{
    const fk_tree *tree = bvh->tree;
    bvh->test_number++;
    bvh->pose = bound->pose;
    if (bvh->collider->kind == FK_COLLIDER_MESH)
        bvh->placed = fk_mesh_shape_place(&bvh->collider->mesh, &bound->pose);
    if (tree == NULL)
        return;
    fk_vec3 o = tree->origin;
    fk_vec3 reach = {fabs(o.x) + 4 * tree->unit, fabs(o.y) + 4 * tree->unit, fabs(o.z) + 4 * tree->unit};
    double size = 0;
    for (int i = 0; i < 3; i++) {
        const double *r = bound->pose.rotation[i];
        double row = size < LARGEST ? fk_pose_row_size(&bound->pose, i, reach) : (double)INFINITY;
        size = row < LARGEST ? fk_larger(row, size) : (double)INFINITY;
        bvh->base[i] = ((r[0] * o.x + r[1] * o.y) + r[2] * o.z) + fk_vec3_get(bound->pose.translation, i);
        for (int k = 0; k < 3; k++)
            bvh->turn[i][k] = r[k] * tree->unit;
    }
    double far =
        farthest_distance(bvh, bound->center) * MORE + ROUND * (size + fk_vec3_largest(bound->center)) + TINY;
    set_point_motion(bound, far, size * bvh->tilt, &bvh->motion[0]);
}

void fk_moving_bvh_bound_unbounded(fk_moving_bvh *bvh, const fk_motion_bound *bound,
                                   const fk_moving_bvh *other, double level)
{
    if (bvh->unbounded_count == 0)
        return;
    /* Two half-spaces: nothing is claimed. */
    const fk_traversal_motion *m = &other->motion[0];
    double far = INFINITY, size = fk_vec3_largest(bound->center) + fk_vec3_largest(bound->pose.translation);
    if (other->tree != NULL && bound->whole1 <= 0.5) {
        fk_vec3 offset_to_other = fk_vec3_sub(m->bound_center, bound->center);
        far = 2 * (fk_vec3_length(offset_to_other) + m->radius + m->whole + level + bound->whole0) * MORE +
              TINY;
        size += far + bvh->offset;
    }
    set_point_motion(bound, far, size, &bvh->motion[1]);
    /* A half-space is bounded along its normal only, whatever the motion: if it rotates, only the whole displacement
     * counts. */
    fk_traversal_motion *own = &bvh->motion[1];
    if (fk_vec3_largest(own->turn) > 0) {
        own->turn = own->shift = own->center = fk_vec3_make(0, 0, 0);
        own->rest = own->whole;
    }
}

/* ---- Primitives ---------------------------------------------------------------------------------------- */

uint32_t fk_moving_bvh_primitive(const fk_moving_bvh *bvh, fk_traversal_node leaf)
{
    if (bvh->collider->kind == FK_COLLIDER_MESH)
        return fk_mesh_shape_original(&bvh->collider->mesh, bvh->tree->triangle[leaf]);
    return bvh->leaf != NULL ? bvh->cell_node[bvh->primitive[leaf]] : bvh->primitive[leaf];
}

static const fk_piece *placed_primitive(fk_moving_bvh *bvh, fk_traversal_node leaf)
{
    uint32_t i = bvh->primitive[leaf];
    if (bvh->placed_in[i] != bvh->test_number) {
        bvh->piece[i] = fk_piece_place(local_piece(bvh, leaf), &bvh->pose, bvh->point + bvh->begin[i]);
        bvh->placed_in[i] = bvh->test_number;
    }
    return &bvh->piece[i];
}

void fk_moving_bvh_piece(fk_moving_bvh *bvh, fk_traversal_node leaf, fk_piece *out)
{
    if (bvh->piece != NULL) {
        *out = *placed_primitive(bvh, leaf);
        return;
    }
    *out = fk_placed_triangle_piece(&bvh->placed, bvh->tree->triangle[leaf]);
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

static fk_vec3 piece_center(const fk_moving_bvh *bvh, const fk_piece *piece)
{
    fk_aabb box = fk_piece_aabb(piece);
    fk_vec3 middle = fk_vec3_add(fk_vec3_scale(box.min, 0.5), fk_vec3_scale(box.max, 0.5));
    return fk_pose_apply(&bvh->pose, middle);
}

static void make_primitive_shape(fk_moving_bvh *bvh, fk_traversal_node node, fk_traversal_shape *out)
{
    out->size = 0;
    out->is_box = false;
    out->piece = NULL;
    out->hull_of = NULL;
    out->is_unbounded = node >= bvh->count;
    if (bvh->piece != NULL) {
        out->piece = placed_primitive(bvh, node);
        out->middle = piece_center(bvh, local_piece(bvh, node));
        return;
    }
    fk_vec3 *p = out->point;
    fk_placed_triangle(&bvh->placed, bvh->tree->triangle[node], p);
    out->middle = fk_vec3_scale(fk_vec3_add(fk_vec3_add(p[0], p[1]), p[2]), 1.0 / 3);
}

/* Rotates a vector in tree units to the world, without the offset. */
static fk_vec3 rotate_to_world(const fk_moving_bvh *bvh, const double y[3])
{
    const double(*t)[3] = bvh->turn;
    return fk_vec3_make((t[0][0] * y[0] + t[0][1] * y[1]) + t[0][2] * y[2],
                        (t[1][0] * y[0] + t[1][1] * y[1]) + t[1][2] * y[2],
                        (t[2][0] * y[0] + t[2][1] * y[1]) + t[2][2] * y[2]);
}

/* Whether the root stands for the hull of the mesh. */
static bool has_hull(const fk_moving_bvh *bvh)
{
    const fk_hull *hull = bvh->collider->mesh_hull;
    return hull != NULL && hull->vertex_count <= HULL_VERTICES_MAX;
}

/* The root: a box along the axes of the tree. */
static void make_root_box(const fk_moving_bvh *bvh, fk_traversal_shape *out)
{
    double middle[3];
    for (int k = 0; k < 3; k++) {
        double edge[3] = {0, 0, 0};
        edge[k] = 0.5 * (bvh->high[k] - bvh->low[k]);
        middle[k] = 0.5 * (bvh->low[k] + bvh->high[k]);
        out->point[1 + k] = rotate_to_world(bvh, edge);
        out->size = fk_larger(out->size, edge[k] * bvh->tree->unit);
    }
    out->point[0] =
        fk_vec3_add(rotate_to_world(bvh, middle), fk_vec3_make(bvh->base[0], bvh->base[1], bvh->base[2]));
}

/* The error bounds hold for oriented boxes up to this size, in units. */
#define OBB_SIZE_MAX 8.0f

static bool uses_obb(const fk_moving_bvh *bvh, uint32_t node)
{
    return bvh->made == NULL && bvh->tree->turned[node].size <= OBB_SIZE_MAX;
}

/* The box of a child of a node. */
static void make_node_box(const fk_moving_bvh *bvh, fk_traversal_node node, fk_traversal_shape *out)
{
    double point[4][3];
    if (uses_obb(bvh, node / FK_TREE_WIDTH))
        place_obbs_plain(bvh, node / FK_TREE_WIDTH, node % FK_TREE_WIDTH, point);
    else
        place_aabbs_plain(bvh, node / FK_TREE_WIDTH, node % FK_TREE_WIDTH, point);
    double square = 0;
    for (int i = 0; i < 4; i++) {
        out->point[i] = fk_vec3_make(point[i][0], point[i][1], point[i][2]);
        if (i > 0)
            square = fk_larger(square, fk_vec3_dot(out->point[i], out->point[i]));
    }
    out->size = fk_larger(out->size, sqrt(square));
}

void fk_traversal_shape_make(fk_moving_bvh *bvh, fk_traversal_node node, bool is_leaf,
                             fk_traversal_shape *out)
{
    if (is_leaf) {
        make_primitive_shape(bvh, node, out);
        return;
    }
    uint32_t at = node % FK_TRAVERSAL_CACHED;
    fk_traversal_shape *cached = &bvh->cached_shape[at];
    if (bvh->cached[at] != node || bvh->cached_test[at] != bvh->test_number) {
        cached->piece = NULL;
        cached->hull_of = node == FK_TRAVERSAL_ROOT && has_hull(bvh) ? bvh : NULL;
        cached->is_box = true;
        cached->is_unbounded = false;
        cached->size = 0;
        if (node == FK_TRAVERSAL_ROOT)
            make_root_box(bvh, cached);
        else
            make_node_box(bvh, node, cached);
        cached->middle = cached->point[0];
        bvh->cached[at] = node;
        bvh->cached_test[at] = bvh->test_number;
    }
    *out = *cached;
}

static void place_bvh_triangles(const fk_moving_bvh *bvh, fk_child_batch *out)
{
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        fk_vec3 p[3];
        uint32_t at = out->first + (i < out->count ? i : 0);
        fk_placed_triangle(&bvh->placed, bvh->tree->triangle[at], p);
        for (int c = 0; c < 3; c++) {
            out->point[c][0][i] = p[c].x;
            out->point[c][1][i] = p[c].y;
            out->point[c][2][i] = p[c].z;
        }
    }
}

void fk_place_children(const fk_moving_bvh *bvh, fk_traversal_node node, fk_child_batch *out)
{
    static void (*const level[2][FK_CPU_COUNT])(
        const fk_moving_bvh *, uint32_t, double(*)[3][FK_TREE_WIDTH]) = {FK_LEVELS_LONG(place_straight),
                                                                         FK_LEVELS_LONG(place_turned)};
    uint32_t below = 0;
    out->count = 0;
    if (node != FK_TRAVERSAL_ROOT) {
        const fk_tree_node *parent = &bvh->tree->node[node / FK_TREE_WIDTH];
        below = parent->child[node % FK_TREE_WIDTH];
        out->count = parent->count[node % FK_TREE_WIDTH];
    }
    out->are_primitives = out->count > 0;
    out->are_pieces = out->are_primitives && bvh->piece != NULL;
    if (out->are_primitives) {
        out->first = below;
        if (!out->are_pieces)
            place_bvh_triangles(bvh, out);
        return;
    }
    out->count = bvh->tree->node[below].used;
    out->first = below * FK_TREE_WIDTH;
    level[uses_obb(bvh, below)][fk_cpu_level()](bvh, below, out->point);
}

/* ---- Projections --------------------------------------------------------------------------------------- */

void fk_traversal_line_make(const fk_moving_bvh *bvh, bool is_unbounded, fk_vec3 n, fk_traversal_line *out)
{
    const fk_traversal_motion *motion = &bvh->motion[is_unbounded];
    fk_vec3 turn = fk_vec3_cross(n, motion->turn);
    double shift = fk_vec3_dot(n, motion->shift) - fk_vec3_dot(turn, motion->center);
    out->m[0] = fk_vec3_add(n, turn);
    out->m[1] = fk_vec3_sub(n, turn);
    out->k[0] = shift;
    out->k[1] = -shift;
}

static void project_hull(const fk_moving_bvh *bvh, const fk_traversal_line *line, fk_projection_range *out)
{
    const fk_hull *hull = bvh->collider->mesh_hull;
    fk_vec3 base = fk_aabb_center(&bvh->collider->box), placed = fk_pose_apply(&bvh->pose, base), row[3];
    double low[3], high[3];
    for (int s = 0; s < 2; s++)
        row[s] = fk_pose_rotate_back(&bvh->pose, line->m[s]);
    row[2] = row[0];
    fk_scan_intervals(hull->point, hull->vertex_count, base, row, low, high);
    for (int s = 0; s < 2; s++) {
        double at = fk_vec3_dot(line->m[s], placed) + line->k[s];
        out->low[s] = at + low[s];
        out->high[s] = at + high[s];
    }
}

void fk_project_shape(const fk_traversal_shape *shape, const fk_traversal_line *line,
                      fk_projection_range *out)
{
    const fk_vec3 *p = shape->point;
    if (shape->hull_of != NULL) {
        project_hull(shape->hull_of, line, out);
        return;
    }
    for (int s = 0; s < 2; s++) {
        fk_vec3 m = line->m[s];
        double k = line->k[s];
        if (shape->is_box) {
            double at = fk_vec3_dot(m, p[0]) + k;
            double reach =
                fabs(fk_vec3_dot(m, p[1])) + fabs(fk_vec3_dot(m, p[2])) + fabs(fk_vec3_dot(m, p[3]));
            out->low[s] = at - reach;
            out->high[s] = at + reach;
        } else if (shape->piece != NULL) {
            out->low[s] = k - fk_piece_support_bound(shape->piece, fk_vec3_negate(m));
            out->high[s] = k + fk_piece_support_bound(shape->piece, m);
        } else {
            double x = fk_vec3_dot(m, p[0]), y = fk_vec3_dot(m, p[1]), z = fk_vec3_dot(m, p[2]);
            out->low[s] = fk_smaller(fk_smaller(x, y), z) + k;
            out->high[s] = fk_larger(fk_larger(x, y), z) + k;
        }
    }
}

uint32_t fk_separate_children(const fk_child_batch *batch, const fk_traversal_line *line,
                              const fk_projection_range *range, const fk_traversal_axis *axis,
                              double least[FK_TREE_WIDTH])
{
    static uint32_t (*const level[])(const fk_child_batch *, const fk_traversal_line *,
                                     const fk_projection_range *, const fk_traversal_axis *, double *) =
        FK_LEVELS_LONG(beside);
    return level[fk_cpu_level()](batch, line, range, axis, least);
}
