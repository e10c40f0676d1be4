/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes around the children of a node: axis-aligned boxes, and oriented boxes as in Gottschalk, Lin, Manocha,
 * "OBBTree" (1996). Near contact, the oriented boxes determine how much of the tree is traversed.
 *
 * A leaf is nearly flat: its box is aligned with the mean normal of its triangles, and rotated in that plane
 * to the direction in which its corners spread most. The axes of a child that is a node are those of the
 * covariance of the oriented boxes of its own children, each as a solid box whose weight is about its area.
 * The box is fitted to the corners of the child's leaves, and to the boxes of the children of its nodes.
 * Fitted to the boxes of its own children alone, it would be so much larger that twice as many pairs are
 * visited.
 *
 * Boxes contain their triangles in real numbers, in every rounding mode: they are computed in doubles, from
 * coordinates in tree units with an error below 2^-49. FAT covers this error and all that follow; RATIO
 * covers the rounding to floats. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "tree/tree.h"

#define FAT   0x1p-44
#define RATIO 0x1p-21

/* The maximum number of corners of a leaf. */
#define CORNERS (3 * FK_TREE_LEAF_MOST)

void fk_tree_set_unit(fk_tree *tree, const fk_mesh *mesh)
{
    tree->origin = fk_vec3_make(0, 0, 0);
    tree->unit = 0x1p-900;
    if (mesh->vertex_count == 0)
        return;
    fk_aabb box = {mesh->point[0], mesh->point[0]};
    for (uint32_t i = 1; i < mesh->vertex_count; i++)
        box = fk_aabb_include(box, mesh->point[i]);
    tree->origin = fk_vec3_add(fk_vec3_scale(box.min, 0.5), fk_vec3_scale(box.max, 0.5));
    double low = fk_vec3_largest(fk_vec3_sub(box.min, tree->origin));
    double high = fk_vec3_largest(fk_vec3_sub(box.max, tree->origin));
    /* The coordinates with their rounding errors stay below the next power of two. */
    int exponent = fk_exponent_of(fk_larger(low, high) * (1 + 0x1p-40)) + 1;
    exponent = exponent < -900 ? -900 : exponent > 1022 ? 1022 : exponent;
    tree->unit = fk_from_bits((uint64_t)(exponent + 1023) << 52);
}

/* ---- Lanes --------------------------------------------------------------------------------------------- */

/* From the coordinates of a mesh to tree units. */
typedef struct tree_units {
    double origin[3], inverse;
} tree_units;

static tree_units units_of(const fk_tree *tree)
{
    return (tree_units){{tree->origin.x, tree->origin.y, tree->origin.z}, 1 / tree->unit};
}

/* The corners of the leaves of a node, a lane for each child: in the coordinates of the mesh, then in tree units. Lanes with fewer
 * repeat their first corner, which changes nothing, and those that are no leaves have zeros. */
typedef struct leaf_corners {
    uint32_t count;                /* of the child with the most */
    double inverse[FK_TREE_WIDTH]; /* of the number of each child, or 0 */
    double place[CORNERS][3][FK_TREE_WIDTH];
} leaf_corners;

/* Oriented boxes: axes as rows, and centers in tree units. */
typedef struct obb_lanes {
    double r[3][3][FK_TREE_WIDTH], center[3][FK_TREE_WIDTH], half[3][FK_TREE_WIDTH];
} obb_lanes;

typedef struct lane_bounds {
    double low[3][FK_TREE_WIDTH], high[3][FK_TREE_WIDTH];
} lane_bounds;

/* An oriented box that grows: an origin, three axes, and the bounds along them, of several lanes. */
typedef struct growing_obb {
    double r[3][3], origin[3];
    lane_bounds bound;
} growing_obb;

/* The corners of all leaves of a node, in the coordinates of the mesh; the last one repeated up to a multiple of eight. */
typedef struct node_corners {
    uint32_t count;
    double place[3][CORNERS * FK_TREE_WIDTH];
} node_corners;

#define MOMENTS 9

typedef struct fit_kernels {
    void (*orient_leaves)(const tree_units *units, leaf_corners *leaf, obb_lanes *out);
    void (*bound_leaves)(const leaf_corners *leaf, const double origin[3],
                         const double turn[4][FK_TREE_WIDTH], lane_bounds *aligned, lane_bounds *turned);
    void (*read_obbs)(const fk_tree_obb *obb, uint32_t used, obb_lanes *out);
    void (*find_moments)(const obb_lanes *box, const double weight[FK_TREE_WIDTH],
                         double moment[MOMENTS][FK_TREE_WIDTH]);
    void (*include_obbs)(const obb_lanes *box, growing_obb *g);
    void (*include_corners)(const tree_units *units, const node_corners *corners, growing_obb *g);
} fit_kernels;

#define FK_LEVEL_FILE "tree/tree_obb_fit.inc"
#include "base/cpu_plain.inc"
#define FK_LEVEL_LONG
#define FK_LEVEL_MOST 256
#define FK_LEVEL_FILE "tree/tree_obb_fit.inc"
#include "base/cpu_levels.inc"

static const fit_kernels *find_kernels(void)
{
    static const fit_kernels *const level[FK_CPU_COUNT] = FK_LEVELS_AVX2(&fit);
    return level[fk_cpu_level()];
}

/* ---- Rotations ----------------------------------------------------------------------------------------- */

/* The rotation matrix of a quaternion of length about 1. */
static void rotation_from_quaternion(const float turn[4], double r[3][3])
{
    double x = (double)turn[0], y = (double)turn[1], z = (double)turn[2], w = (double)turn[3];
    double s = 2 / (x * x + y * y + z * z + w * w);
    r[0][0] = 1 - s * (y * y + z * z);
    r[0][1] = s * (x * y - w * z);
    r[0][2] = s * (x * z + w * y);
    r[1][0] = s * (x * y + w * z);
    r[1][1] = 1 - s * (x * x + z * z);
    r[1][2] = s * (y * z - w * x);
    r[2][0] = s * (x * z - w * y);
    r[2][1] = s * (y * z + w * x);
    r[2][2] = 1 - s * (x * x + y * y);
}

/* The quaternion of three nearly orthonormal rows, which may be mirrored; the identity if they are not
 * orthonormal (Shepperd, "Quaternion from rotation matrix", 1978). */
static void quaternion_from_rotation(const obb_lanes *axes, uint32_t lane, float turn[4])
{
    double r[3][3];
    for (int k = 0; k < 9; k++)
        r[k / 3][k % 3] = axes->r[k / 3][k % 3][lane];
    double xx = r[0][0], yy = r[1][1], zz = r[2][2], q[4];
    if (xx + yy + zz > 0) {
        q[0] = r[2][1] - r[1][2];
        q[1] = r[0][2] - r[2][0];
        q[2] = r[1][0] - r[0][1];
        q[3] = 1 + xx + yy + zz;
    } else {
        int i = xx > yy ? (xx > zz ? 0 : 2) : (yy > zz ? 1 : 2), k = (i + 1) % 3, l = (i + 2) % 3;
        q[i] = 1 + r[i][i] - r[k][k] - r[l][l];
        q[k] = r[i][k] + r[k][i];
        q[l] = r[i][l] + r[l][i];
        q[3] = r[l][k] - r[k][l];
    }
    double squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    bool is_good = squared > 0.5 && squared < 32;
    double inverse = is_good ? 1 / sqrt(squared) : 0;
    for (int i = 0; i < 4; i++)
        turn[i] = is_good ? (float)(q[i] * inverse) : (float)(i == 3);
}

/* ---- Leaves -------------------------------------------------------------------------------------------- */

/* Sets the oriented box of a child. */
static void set_child_obb(fk_tree_obb *obb, uint32_t i, const float turn[4], const double low[3],
                          const double high[3])
{
    float size = 0;
    for (int k = 0; k < 4; k++)
        obb->turn[k][i] = turn[k];
    for (int k = 0; k < 3; k++) {
        float center = (float)((low[k] + high[k]) * 0.5);
        double above = high[k] - (double)center, below = (double)center - low[k];
        double half = above > below ? above : below;
        obb->center[k][i] = center;
        obb->half[k][i] = (float)(half * (1 + RATIO) + FAT);
        size += fabsf(center) + obb->half[k][i];
    }
    size *= 1 + 0x1p-20f;
    obb->size = size > obb->size ? size : obb->size;
}

static void gather_leaf_corners(const fk_tree *tree, const fk_mesh *mesh, const fk_tree_node *node,
                                leaf_corners *out)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < node->used; i++)
        most = node->count[i] > most ? node->count[i] : most;
    out->count = 3 * most;
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        uint32_t count = i < node->used ? node->count[i] : 0, corners = 0;
        fk_vec3 p = tree->origin, first = p;
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t *corner = mesh->triangle[tree->triangle[node->child[i] + k]].corner;
            for (int l = 0; l < 3; l++, corners++) {
                p = mesh->point[corner[l]];
                first = corners == 0 ? p : first;
                out->place[corners][0][i] = p.x;
                out->place[corners][1][i] = p.y;
                out->place[corners][2][i] = p.z;
            }
        }
        out->inverse[i] = corners > 0 ? 1.0 / corners : 0;
        for (; corners < out->count; corners++) {
            out->place[corners][0][i] = first.x;
            out->place[corners][1][i] = first.y;
            out->place[corners][2][i] = first.z;
        }
    }
}

/* Fits the boxes of all leaves of a node, whose origin is set. */
static void fit_leaves(const fk_tree *tree, const fk_mesh *mesh, fk_tree_node *node, fk_tree_obb *obb)
{
    const fit_kernels *kernels = find_kernels();
    tree_units units = units_of(tree);
    leaf_corners leaf;
    obb_lanes axes;
    lane_bounds aligned, turned;
    float turn[FK_TREE_WIDTH][4];
    double turn_lanes[4][FK_TREE_WIDTH], origin[3];
    gather_leaf_corners(tree, mesh, node, &leaf);
    if (leaf.count == 0)
        return;
    kernels->orient_leaves(&units, &leaf, &axes);
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        quaternion_from_rotation(&axes, i, turn[i]);
        for (int k = 0; k < 4; k++)
            turn_lanes[k][i] = (double)turn[i][k];
    }
    for (int k = 0; k < 3; k++)
        origin[k] = (double)obb->origin[k];
    kernels->bound_leaves(&leaf, origin, turn_lanes, &aligned, &turned);
    for (uint32_t i = 0; i < node->used; i++) {
        if (node->count[i] == 0)
            continue;
        double low[3] = {turned.low[0][i], turned.low[1][i], turned.low[2][i]};
        double high[3] = {turned.high[0][i], turned.high[1][i], turned.high[2][i]};
        for (int k = 0; k < 3; k++) {
            double min = aligned.low[k][i], max = aligned.high[k][i];
            node->min[k][i] = (float)(min - fabs(min) * 0x1p-22 - FAT);
            node->max[k][i] = (float)(max + fabs(max) * 0x1p-22 + FAT);
        }
        set_child_obb(obb, i, turn[i], low, high);
    }
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static double sum_lanes(const double lane[FK_TREE_WIDTH])
{
    return ((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7]));
}

/* Sets the axes to those of the covariance of boxes. */
static void orient_node(const fit_kernels *kernels, const obb_lanes *box, uint32_t count, float turn[4])
{
    double weight[FK_TREE_WIDTH], moment[MOMENTS][FK_TREE_WIDTH], c[3][3], first[3];
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        double h[3] = {box->half[0][i], box->half[1][i], box->half[2][i]};
        weight[i] = i < count ? h[0] * h[1] + h[1] * h[2] + h[2] * h[0] : 0;
    }
    kernels->find_moments(box, weight, moment);
    double inverse = 1 / sum_lanes(weight);
    for (int p = 0; p < 3; p++)
        first[p] = sum_lanes(moment[p]) * inverse;
    for (int p = 0, from = 3; p < 3; p++)
        for (int q = p; q < 3; q++)
            c[p][q] = c[q][p] = sum_lanes(moment[from++]) * inverse - first[p] * first[q];
    fk_vec3 axis[3];
    fk_jacobi(c, 2, axis);
    obb_lanes r;
    axis[2] = fk_vec3_cross(axis[0], axis[1]);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            r.r[k][l][0] = fk_vec3_get(axis[k], l);
    quaternion_from_rotation(&r, 0, turn);
}

static void begin_obb(const fk_tree_obb *obb, const float turn[4], growing_obb *g)
{
    rotation_from_quaternion(turn, g->r);
    for (int k = 0; k < 3; k++) {
        g->origin[k] = (double)obb->origin[k];
        for (int i = 0; i < FK_TREE_WIDTH; i++) {
            g->bound.low[k][i] = 99;
            g->bound.high[k][i] = -99;
        }
    }
}

static void gather_node_corners(const fk_tree *tree, const fk_mesh *mesh, const fk_tree_node *node,
                                node_corners *out)
{
    uint32_t used = 0;
    for (uint32_t c = 0; c < node->used; c++)
        for (uint32_t k = 0; k < node->count[c]; k++) {
            const uint32_t *corner = mesh->triangle[tree->triangle[node->child[c] + k]].corner;
            for (int l = 0; l < 3; l++, used++) {
                fk_vec3 p = mesh->point[corner[l]];
                out->place[0][used] = p.x;
                out->place[1][used] = p.y;
                out->place[2][used] = p.z;
            }
        }
    for (; used % FK_TREE_WIDTH != 0; used++)
        for (int k = 0; k < 3; k++)
            out->place[k][used] = out->place[k][used - 1];
    out->count = used;
}

/* Fits the oriented box of a child to the corners of its leaves and the boxes of the children of its
 * nodes. */
static void fit_child_obb(const fk_tree *tree, const fk_mesh *mesh, fk_tree_obb *obb, uint32_t i,
                          uint32_t index)
{
    const fk_tree_node *child = tree->node + index;
    const fit_kernels *kernels = find_kernels();
    tree_units units = units_of(tree);
    obb_lanes box;
    float turn[4];
    growing_obb g;
    node_corners corners;
    double low[3], high[3];
    kernels->read_obbs(tree->obb + index, child->used, &box);
    orient_node(kernels, &box, child->used, turn);
    begin_obb(obb, turn, &g);
    gather_node_corners(tree, mesh, child, &corners);
    kernels->include_corners(&units, &corners, &g);
    for (uint32_t c = 0; c < child->used; c++) {
        if (child->count[c] > 0)
            continue;
        uint32_t below = child->child[c];
        kernels->read_obbs(tree->obb + below, tree->node[below].used, &box);
        kernels->include_obbs(&box, &g);
    }
    for (int k = 0; k < 3; k++) {
        low[k] = g.bound.low[k][0];
        high[k] = g.bound.high[k][0];
        for (int l = 1; l < FK_TREE_WIDTH; l++) {
            low[k] = g.bound.low[k][l] < low[k] ? g.bound.low[k][l] : low[k];
            high[k] = g.bound.high[k][l] > high[k] ? g.bound.high[k][l] : high[k];
        }
    }
    set_child_obb(obb, i, turn, low, high);
}

/* Merges the axis-aligned boxes of a child's children. */
static void join_child_aabbs(fk_tree_node *node, uint32_t i, const fk_tree_node *child)
{
    for (int k = 0; k < 3; k++) {
        node->min[k][i] = child->min[k][0];
        node->max[k][i] = child->max[k][0];
        for (uint32_t c = 1; c < child->used; c++) {
            node->min[k][i] = child->min[k][c] < node->min[k][i] ? child->min[k][c] : node->min[k][i];
            node->max[k][i] = child->max[k][c] > node->max[k][i] ? child->max[k][c] : node->max[k][i];
        }
    }
}

/* The origin of the oriented boxes of a node: the first corner below it. */
static void set_origin(const fk_tree *tree, const fk_mesh *mesh, const fk_tree_node *node, fk_tree_obb *obb)
{
    if (node->count[0] == 0) {
        memcpy(obb->origin, tree->obb[node->child[0]].origin, sizeof obb->origin);
        return;
    }
    fk_vec3 p =
        fk_vec3_sub(mesh->point[mesh->triangle[tree->triangle[node->child[0]]].corner[0]], tree->origin);
    double inverse = 1 / tree->unit;
    for (int k = 0; k < 3; k++)
        obb->origin[k] = (float)(fk_vec3_get(p, k) * inverse);
}

void fk_tree_fit_node(const fk_tree *tree, const fk_mesh *mesh, fk_tree_node *node, fk_tree_obb *obb)
{
    memset(obb, 0, sizeof *obb);
    if (node->used > 0)
        set_origin(tree, mesh, node, obb);
    fit_leaves(tree, mesh, node, obb);
    for (uint32_t i = 0; i < node->used; i++)
        if (node->count[i] == 0) {
            join_child_aabbs(node, i, tree->node + node->child[i]);
            fit_child_obb(tree, mesh, obb, i, node->child[i]);
        }
}

fk_status fk_tree_refit(fk_tree *tree, const fk_mesh *mesh)
{
    if (mesh->triangle_count != tree->triangle_count)
        return FK_ERROR_ARGUMENT;
    fk_tree_set_unit(tree, mesh);
    /* The tree owns the arrays. */
    fk_tree_node *node = (fk_tree_node *)tree->node;
    fk_tree_obb *obb = (fk_tree_obb *)tree->obb;
    for (uint32_t i = tree->node_count; i-- > 0;)
        fk_tree_fit_node(tree, mesh, node + i, obb + i);
    return FK_OK;
}
