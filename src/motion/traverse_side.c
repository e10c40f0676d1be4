/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One of the two colliders of a walk: boxes over its parts at home, its parts in their places in the middle of a
 * stretch, and how far both reach along a direction while they move.
 *
 * Along n the point x of the body is, at the time s of the stretch, at n.X(s) = n.x + s n.(shift + turn x (x -
 * center)), up to the rest. For s = 1 and s = -1 these are linear functions of x, g(x) = m.x + k, with m = n + s n x
 * turn; for times between, a value between both. So what g tells of both ends holds for the whole stretch: if g of
 * all of b exceeds g of all of a by d, for both s, then the distance along n is never less than d minus the rests.
 *
 * A mesh has a tree. Pieces and leaves of cells get one over their boxes at home: that of a mesh whose triangles have
 * these boxes, two corners of each. Its turned boxes, which fit, are not used. Half-spaces have no box, and are apart
 * from it. All children of a node are placed and looked at together: in plain C, and with vectors of eight doubles.
 *
 * Errors. u = 2^-52 bounds that of an operation in any rounding mode, relative to its result, and what is flushed or
 * read as zero is less than 2^-1022 of the other factor. Let X be a bound for all coordinates of the parts in their
 * places, and of places that are 4 units from the origin of the tree; C and S those of the center and the shift;
 * components of n are up to 1/4, those of turn up to 1. Then those of m are up to 3/4 and off by 2 u, k is off by
 * 8 u (C + S), and g(x) = m.x + k in all by 16 u (X + C + S).
 *   Parts: edges of cells and axes are rotated, not placed, which moves no point by more than 16 u X, and g by 9/4 of
 * that, as the components of m add up to it. Where the ends of a cylinder that are closer to each other than its radius
 * are rounded, its rim moves by as much more: the tilt. 64 u is more than both.
 *   Boxes hold points before they are placed, and fk_pose_apply is off by 4 u X. Points of boxes are base + turn y. base
 * is off by 8 u X; y, an origin and up to three rows of a rotation times a middle or half of an edge, by 18 u times 9
 * units at most, where the size of the box is up to 8; turn y by 4 u of that more. That is less than 60 u X for each
 * coordinate, and for g with the above 151 u (X + C + S). 256 u is more.
 *
 * What a sway says of points holds for all points of round pieces, too: between the middle and any other time the
 * body moves as a rigid one.
 *
 * Parts without end. At some time s let a point h of such a part, which was x in the middle, be within the level of
 * the other side. Its distance from the center is not more than D, which is that of the other center, how far the points
 * of the other side are from it, how far they move, and the level. So |x - center| <= D + whole0 + whole1 |x - center|,
 * which is 2 (D + whole0) at most if whole1 <= 1/2. All other points of the part do not matter. Its normal is rounded,
 * which moves its plane there by 16 u of that distance and of all coordinates.
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
#include "base/plain.inc"
#include "base/levels.inc"

#define ROUND   0x1p-44
#define FINE    0x1p-46
#define TINY    0x1p-960
#define LARGEST 0x1p900

/* Bounds are made a little larger than they come out. */
#define MORE (1 + 0x1p-44)

/* ---- Making -------------------------------------------------------------------------------------------- */

static const fk_piece *home_of(const fk_walk_side *side, uint32_t i)
{
    return side->leaf != NULL ? &side->leaf[side->part[i]] : &side->collider->piece[side->part[i]];
}

/* A tree over the boxes of the parts that have an end. */
static fk_status make_tree(fk_context *context, const fk_aabb *box, fk_walk_side *side)
{
    uint32_t n = side->count;
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
    fk_status status = fk_tree_build(context, &boxes, NULL, &side->made);
    side->tree = side->made;
    fk_release(context, point, bytes);
    return status;
}

/* The room for parts in their places. */
static fk_status make_block(fk_context *context, uint32_t count, uint32_t points, bool has_leaves,
                            fk_walk_side *side)
{
    size_t each = sizeof(fk_piece) * (has_leaves ? 2 : 1) + sizeof(uint32_t) * (has_leaves ? 4 : 3);
    side->bytes = count * each + points * sizeof(fk_vec3);
    side->block = fk_allocate(context, side->bytes);
    if (side->block == NULL)
        return FK_ERROR_MEMORY;
    side->point = side->block;
    side->piece = (fk_piece *)(void *)(side->point + points);
    side->leaf = has_leaves ? side->piece + count : NULL;
    side->part = (uint32_t *)(void *)(side->piece + (has_leaves ? 2 : 1) * (size_t)count);
    side->seen = side->part + count;
    side->begin = side->seen + count;
    side->number = has_leaves ? side->begin + count : NULL;
    memset(side->seen, 0, count * sizeof *side->seen);
    return FK_OK;
}

/* What the rounding of its axis makes of a thin disc. */
static double tilt_of(const fk_piece *piece)
{
    if (piece->kind != FK_KIND_CYLINDER && piece->kind != FK_KIND_CONE)
        return 1;
    const fk_capsule *c = &piece->as.capsule;
    return 1 + 4 * c->radius / fk_vec3_length(fk_vec3_sub(c->end[1], c->end[0]));
}

/* Puts those with an end first, and builds the tree; then the parts are in its order. */
static fk_status arrange(fk_context *context, uint32_t count, fk_walk_side *side)
{
    size_t bytes = count * sizeof(fk_aabb);
    fk_aabb *box = fk_allocate(context, bytes);
    uint32_t points = 0;
    if (box == NULL)
        return FK_ERROR_MEMORY;
    side->tilt = 1;
    for (uint32_t i = 0; i < count; i++) {
        const fk_piece *piece = side->leaf != NULL ? &side->leaf[i] : &side->collider->piece[i];
        side->begin[i] = points;
        points += piece->kind == FK_KIND_HULL ? piece->as.hull.count : 0;
        side->tilt = fk_larger(side->tilt, tilt_of(piece));
        if (piece->kind == FK_KIND_HALF_SPACE) {
            const fk_plane *half = &piece->as.half;
            side->offset = fk_larger(side->offset, fabs(half->offset) / fk_vec3_largest(half->normal));
            side->part[count - ++side->free_count] = i;
            continue;
        }
        box[side->count] = fk_outer_piece(piece);
        side->part[side->count++] = i;
    }
    fk_status status = side->count > 0 ? make_tree(context, box, side) : FK_OK;
    if (status == FK_OK && side->count > 0) {
        /* `seen` has room for the order before. */
        memcpy(side->seen, side->part, side->count * sizeof *side->part);
        for (uint32_t i = 0; i < side->count; i++)
            side->part[i] = side->seen[side->tree->triangle[i]];
        memset(side->seen, 0, side->count * sizeof *side->seen);
    }
    fk_release(context, box, bytes);
    return status;
}

static fk_status make_cells(fk_context *context, const fk_cell_tree *cells, fk_walk_side *side)
{
    fk_status status = make_block(context, cells->leaf_count, 0, true, side);
    if (status != FK_OK)
        return status;
    uint32_t count = 0;
    for (uint32_t i = 0; i < cells->node_count; i++) {
        const fk_cell_node *node = &cells->node[i];
        if (node->child_count > 0)
            continue;
        side->leaf[count].kind = node->kind;
        side->leaf[count].as.cell = node->cell;
        side->number[count++] = i;
    }
    return arrange(context, cells->leaf_count, side);
}

static void find_extent(fk_walk_side *side)
{
    const fk_tree_node *root = &side->tree->node[0];
    for (int k = 0; k < 3; k++) {
        side->low[k] = INFINITY;
        side->high[k] = -INFINITY;
        for (uint32_t i = 0; i < root->used; i++) {
            side->low[k] = fk_smaller((double)root->min[k][i], side->low[k]);
            side->high[k] = fk_larger((double)root->max[k][i], side->high[k]);
        }
    }
}

fk_status fk_walk_side_make(fk_context *context, const fk_collider *collider, fk_walk_side *out)
{
    fk_status status = FK_OK;
    memset(out, 0, sizeof *out);
    out->collider = collider;
    if (collider->kind == FK_COLLIDER_MESH) {
        out->tree = collider->mesh.tree;
        out->count = out->tree->triangle_count;
        out->tilt = 1;
    } else if (collider->kind == FK_COLLIDER_CELLS) {
        status = make_cells(context, collider->cells, out);
    } else {
        status = make_block(context, collider->part_count, collider->point_total, false, out);
        if (status == FK_OK)
            status = arrange(context, collider->part_count, out);
    }
    if (status == FK_OK && out->tree != NULL)
        find_extent(out);
    return status;
}

void fk_walk_side_end(fk_context *context, fk_walk_side *side)
{
    fk_tree_free(context, side->made);
    fk_release(context, side->block, side->bytes);
}

/* ---- In its place -------------------------------------------------------------------------------------- */

/* How far the points of the tree are from a place, at most: the box around all of it has eight corners. */
static double far_from(const fk_walk_side *side, fk_vec3 from)
{
    double most = 0;
    for (int corner = 0; corner < 8; corner++) {
        fk_vec3 d;
        for (int i = 0; i < 3; i++) {
            double x = side->base[i] - fk_vec3_get(from, i);
            for (int k = 0; k < 3; k++)
                x += side->turn[i][k] * (corner >> k & 1 ? side->high[k] : side->low[k]);
            *fk_vec3_at(&d, i) = x;
        }
        double length = fk_vec3_length(d);
        most = fk_larger(most, length);
    }
    return most;
}

/* The first order of a sway is used where it is better than nothing. */
static void set_motion(const fk_sway *sway, double far, double size, fk_walk_motion *out)
{
    double rest = (sway->rest0 + sway->rest1 * far) * MORE + TINY;
    double whole = (sway->whole0 + sway->whole1 * far) * MORE + TINY;
    bool is_used = rest < whole && fk_vec3_largest(sway->turn) <= 1;
    const fk_vec3 zero = {0, 0, 0};
    out->center = is_used ? sway->center : zero;
    out->shift = is_used ? sway->shift : zero;
    out->turn = is_used ? sway->turn : zero;
    out->rest = is_used ? rest : whole;
    out->whole = whole;
    out->about = sway->center;
    out->far = far;
    size += fk_vec3_largest(out->center) + fk_vec3_largest(out->shift);
    out->error = ROUND * size * MORE + TINY;
    out->fine = FINE * size * MORE + TINY;
    if (!(out->error < LARGEST && whole < LARGEST))
        out->rest = out->whole = INFINITY;
}

void fk_walk_side_place(fk_walk_side *side, const fk_sway *sway)
{
    const fk_tree *tree = side->tree;
    side->look++;
    side->pose = sway->pose;
    if (side->collider->kind == FK_COLLIDER_MESH)
        side->placed = fk_mesh_shape_place(&side->collider->mesh, &sway->pose);
    if (tree == NULL)
        return;
    fk_vec3 o = tree->origin;
    fk_vec3 reach = {fabs(o.x) + 4 * tree->unit, fabs(o.y) + 4 * tree->unit, fabs(o.z) + 4 * tree->unit};
    double size = 0;
    for (int i = 0; i < 3; i++) {
        const double *r = sway->pose.rotation[i];
        double row = size < LARGEST ? fk_outer_row_size(&sway->pose, i, reach) : (double)INFINITY;
        size = row < LARGEST ? fk_larger(row, size) : (double)INFINITY;
        side->base[i] = ((r[0] * o.x + r[1] * o.y) + r[2] * o.z) + fk_vec3_get(sway->pose.translation, i);
        for (int k = 0; k < 3; k++)
            side->turn[i][k] = r[k] * tree->unit;
    }
    double far = far_from(side, sway->center) * MORE + ROUND * (size + fk_vec3_largest(sway->center)) + TINY;
    set_motion(sway, far, size * side->tilt, &side->motion[0]);
}

void fk_walk_side_bound(fk_walk_side *side, const fk_sway *sway, const fk_walk_side *other, double level)
{
    if (side->free_count == 0)
        return;
    /* Two half-spaces: nothing is claimed. */
    const fk_walk_motion *m = &other->motion[0];
    double far = INFINITY, size = fk_vec3_largest(sway->center) + fk_vec3_largest(sway->pose.translation);
    if (other->tree != NULL && sway->whole1 <= 0.5) {
        fk_vec3 way = fk_vec3_sub(m->about, sway->center);
        far = 2 * (fk_vec3_length(way) + m->far + m->whole + level + sway->whole0) * MORE + TINY;
        size += far + side->offset;
    }
    set_motion(sway, far, size, &side->motion[1]);
    /* Only along its normal it has an end, whichever way its points go: turning ones move as they may. */
    fk_walk_motion *own = &side->motion[1];
    if (fk_vec3_largest(own->turn) > 0) {
        own->turn = own->shift = own->center = fk_vec3_make(0, 0, 0);
        own->rest = own->whole;
    }
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

uint32_t fk_walk_part_number(const fk_walk_side *side, fk_walk_node part)
{
    if (side->collider->kind == FK_COLLIDER_MESH)
        return fk_mesh_shape_original(&side->collider->mesh, side->tree->triangle[part]);
    return side->leaf != NULL ? side->number[side->part[part]] : side->part[part];
}

static const fk_piece *placed_piece(fk_walk_side *side, fk_walk_node part)
{
    uint32_t i = side->part[part];
    if (side->seen[i] != side->look) {
        side->piece[i] = fk_piece_place(home_of(side, part), &side->pose, side->point + side->begin[i]);
        side->seen[i] = side->look;
    }
    return &side->piece[i];
}

void fk_walk_part(fk_walk_side *side, fk_walk_node part, fk_piece *out)
{
    if (side->piece != NULL) {
        *out = *placed_piece(side, part);
        return;
    }
    *out = fk_placed_piece(&side->placed, side->tree->triangle[part]);
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

static fk_vec3 middle_of_piece(const fk_walk_side *side, const fk_piece *piece)
{
    fk_aabb box = fk_outer_piece(piece);
    fk_vec3 middle = fk_vec3_add(fk_vec3_scale(box.min, 0.5), fk_vec3_scale(box.max, 0.5));
    return fk_pose_apply(&side->pose, middle);
}

static void make_part(fk_walk_side *side, fk_walk_node node, fk_walk_shape *out)
{
    out->size = 0;
    out->is_box = false;
    out->piece = NULL;
    out->is_free = node >= side->count;
    if (side->piece != NULL) {
        out->piece = placed_piece(side, node);
        out->middle = middle_of_piece(side, home_of(side, node));
        return;
    }
    fk_vec3 *p = out->point;
    fk_placed_triangle(&side->placed, side->tree->triangle[node], p);
    out->middle = fk_vec3_scale(fk_vec3_add(fk_vec3_add(p[0], p[1]), p[2]), 1.0 / 3);
}

/* From places of the tree to the world: without what they are from. */
static fk_vec3 turned(const fk_walk_side *side, const double y[3])
{
    const double(*t)[3] = side->turn;
    return fk_vec3_make((t[0][0] * y[0] + t[0][1] * y[1]) + t[0][2] * y[2],
                        (t[1][0] * y[0] + t[1][1] * y[1]) + t[1][2] * y[2],
                        (t[2][0] * y[0] + t[2][1] * y[1]) + t[2][2] * y[2]);
}

/* All of the tree: a box along its axes. */
static void make_whole(const fk_walk_side *side, fk_walk_shape *out)
{
    double middle[3];
    for (int k = 0; k < 3; k++) {
        double edge[3] = {0, 0, 0};
        edge[k] = 0.5 * (side->high[k] - side->low[k]);
        middle[k] = 0.5 * (side->low[k] + side->high[k]);
        out->point[1 + k] = turned(side, edge);
        out->size = fk_larger(out->size, edge[k] * side->tree->unit);
    }
    out->point[0] =
        fk_vec3_add(turned(side, middle), fk_vec3_make(side->base[0], side->base[1], side->base[2]));
}

/* Boxes that are larger than this, in units, are not used: errors are bounded for these. */
#define LARGEST_TURNED 8.0f

static bool is_turned(const fk_walk_side *side, uint32_t node)
{
    return side->made == NULL && side->tree->turned[node].size <= LARGEST_TURNED;
}

/* That of a child of a node. */
static void make_box(const fk_walk_side *side, fk_walk_node node, fk_walk_shape *out)
{
    double point[4][3];
    if (is_turned(side, node / FK_TREE_WIDTH))
        place_obbs_plain(side, node / FK_TREE_WIDTH, node % FK_TREE_WIDTH, point);
    else
        place_aabbs_plain(side, node / FK_TREE_WIDTH, node % FK_TREE_WIDTH, point);
    double square = 0;
    for (int i = 0; i < 4; i++) {
        out->point[i] = fk_vec3_make(point[i][0], point[i][1], point[i][2]);
        if (i > 0)
            square = fk_larger(square, fk_vec3_dot(out->point[i], out->point[i]));
    }
    out->size = fk_larger(out->size, sqrt(square));
}

void fk_walk_shape_make(fk_walk_side *side, fk_walk_node node, bool is_part, fk_walk_shape *out)
{
    if (is_part) {
        make_part(side, node, out);
        return;
    }
    uint32_t at = node % FK_WALK_KEPT;
    fk_walk_shape *kept = &side->kept_shape[at];
    if (side->kept[at] != node || side->kept_look[at] != side->look) {
        kept->piece = NULL;
        kept->is_box = true;
        kept->is_free = false;
        kept->size = 0;
        if (node == FK_WALK_ALL)
            make_whole(side, kept);
        else
            make_box(side, node, kept);
        kept->middle = kept->point[0];
        side->kept[at] = node;
        side->kept_look[at] = side->look;
    }
    *out = *kept;
}

static void place_triangles(const fk_walk_side *side, fk_walk_batch *out)
{
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        fk_vec3 p[3];
        uint32_t at = out->first + (i < out->count ? i : 0);
        fk_placed_triangle(&side->placed, side->tree->triangle[at], p);
        for (int c = 0; c < 3; c++) {
            out->point[c][0][i] = p[c].x;
            out->point[c][1][i] = p[c].y;
            out->point[c][2][i] = p[c].z;
        }
    }
}

void fk_walk_open(const fk_walk_side *side, fk_walk_node node, fk_walk_batch *out)
{
    static void (*const level[2][FK_CPU_COUNT])(
        const fk_walk_side *, uint32_t, double(*)[3][FK_TREE_WIDTH]) = {FK_LEVELS_LONG(place_straight),
                                                                        FK_LEVELS_LONG(place_turned)};
    uint32_t below = 0;
    out->count = 0;
    if (node != FK_WALK_ALL) {
        const fk_tree_node *parent = &side->tree->node[node / FK_TREE_WIDTH];
        below = parent->child[node % FK_TREE_WIDTH];
        out->count = parent->count[node % FK_TREE_WIDTH];
    }
    out->are_parts = out->count > 0;
    out->are_pieces = out->are_parts && side->piece != NULL;
    if (out->are_parts) {
        out->first = below;
        if (!out->are_pieces)
            place_triangles(side, out);
        return;
    }
    out->count = side->tree->node[below].used;
    out->first = below * FK_TREE_WIDTH;
    level[is_turned(side, below)][fk_cpu_level()](side, below, out->point);
}

/* ---- Along a direction --------------------------------------------------------------------------------- */

void fk_walk_line_make(const fk_walk_side *side, bool is_free, fk_vec3 n, fk_walk_line *out)
{
    const fk_walk_motion *motion = &side->motion[is_free];
    fk_vec3 turn = fk_vec3_cross(n, motion->turn);
    double shift = fk_vec3_dot(n, motion->shift) - fk_vec3_dot(turn, motion->center);
    out->m[0] = fk_vec3_add(n, turn);
    out->m[1] = fk_vec3_sub(n, turn);
    out->k[0] = shift;
    out->k[1] = -shift;
}

void fk_walk_reach(const fk_walk_shape *shape, const fk_walk_line *line, fk_walk_range *out)
{
    const fk_vec3 *p = shape->point;
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
            out->low[s] = k - fk_piece_reach_above(shape->piece, fk_vec3_negate(m));
            out->high[s] = k + fk_piece_reach_above(shape->piece, m);
        } else {
            double x = fk_vec3_dot(m, p[0]), y = fk_vec3_dot(m, p[1]), z = fk_vec3_dot(m, p[2]);
            out->low[s] = fk_smaller(fk_smaller(x, y), z) + k;
            out->high[s] = fk_larger(fk_larger(x, y), z) + k;
        }
    }
}

uint32_t fk_walk_beside(const fk_walk_batch *batch, const fk_walk_line *line, const fk_walk_range *range,
                        const fk_walk_axis *axis, double least[FK_TREE_WIDTH])
{
    static uint32_t (*const level[])(const fk_walk_batch *, const fk_walk_line *, const fk_walk_range *,
                                     const fk_walk_axis *, double *) = FK_LEVELS_LONG(beside);
    return level[fk_cpu_level()](batch, line, range, axis, least);
}
