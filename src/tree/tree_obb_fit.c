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
static void quaternion_from_rotation(double r[3][3], float turn[4])
{
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

static void cross_product(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot_product(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Scales a vector to length 1; returns false if it has no direction. */
static bool make_unit(double v[3])
{
    double squared = dot_product(v, v);
    if (!(squared > 0x1p-500))
        return false;
    double inverse = 1 / sqrt(squared);
    for (int i = 0; i < 3; i++)
        v[i] *= inverse;
    return true;
}

/* ---- Leaves -------------------------------------------------------------------------------------------- */

/* The corners of a leaf in tree units; returns their number. */
static uint32_t gather_corners(const fk_tree *tree, const fk_mesh *mesh, uint32_t first, uint32_t count,
                               double place[CORNERS][3])
{
    double inverse = 1 / tree->unit;
    fk_vec3 o = tree->origin;
    uint32_t corners = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t *corner = mesh->triangle[tree->triangle[first + k]].corner;
        for (int l = 0; l < 3; l++) {
            fk_vec3 p = mesh->point[corner[l]];
            double *to = place[corners++];
            to[0] = (p.x - o.x) * inverse;
            to[1] = (p.y - o.y) * inverse;
            to[2] = (p.z - o.z) * inverse;
        }
    }
    return corners;
}

/* The mean normal of triangles, and the longest of their first sides; both may be 0. */
static void find_mean_normal(double (*place)[3], uint32_t corners, double normal[3], double side[3])
{
    double longest = -1;
    normal[0] = normal[1] = normal[2] = 0;
    for (uint32_t t = 0; t < corners; t += 3) {
        double e[3], f[3], n[3];
        for (int i = 0; i < 3; i++) {
            e[i] = place[t + 1][i] - place[t][i];
            f[i] = place[t + 2][i] - place[t][i];
        }
        cross_product(e, f, n);
        double sign = dot_product(n, normal) < 0 ? -1 : 1, length = dot_product(e, e);
        for (int i = 0; i < 3; i++) {
            normal[i] += sign * n[i];
            side[i] = length > longest ? e[i] : side[i];
        }
        longest = length > longest ? length : longest;
    }
}

/* Rotates two axes in their plane to the direction in which the corners spread most. */
static void rotate_in_plane(double (*place)[3], uint32_t corners, double u[3], double v[3])
{
    double sum_u = 0, sum_v = 0, uu = 0, uv = 0, vv = 0;
    for (uint32_t k = 1; k < corners; k++) {
        double d[3] = {place[k][0] - place[0][0], place[k][1] - place[0][1], place[k][2] - place[0][2]};
        double a = dot_product(d, u), b = dot_product(d, v);
        sum_u += a;
        sum_v += b;
        uu += a * a;
        uv += a * b;
        vv += b * b;
    }
    double inverse = 1.0 / corners;
    double half = ((uu - sum_u * sum_u * inverse) - (vv - sum_v * sum_v * inverse)) / 2;
    double off = uv - sum_u * sum_v * inverse, root = sqrt(half * half + off * off);
    double c = half > 0 ? half + root : off, s = half > 0 ? off : root - half, length = c * c + s * s;
    if (!(length > 0x1p-500))
        return;
    length = 1 / sqrt(length);
    for (int i = 0; i < 3; i++) {
        double obb = (u[i] * c + v[i] * s) * length;
        v[i] = (v[i] * c - u[i] * s) * length;
        u[i] = obb;
    }
}

static void orient_leaf(double (*place)[3], uint32_t corners, float turn[4])
{
    double r[3][3], side[3] = {0, 0, 0};
    find_mean_normal(place, corners, r[2], side);
    if (!make_unit(r[2])) { /* all triangles are degenerate: use the longest side */
        int least = fabs(side[0]) < fabs(side[1]) ? 0 : 1;
        least = fabs(side[least]) < fabs(side[2]) ? least : 2;
        double other[3] = {least == 0, least == 1, least == 2};
        cross_product(side, other, r[2]);
        make_unit(r[2]);
    }
    cross_product(r[2], side, r[1]);
    make_unit(r[1]);
    cross_product(r[1], r[2], r[0]);
    rotate_in_plane(place, corners, r[0], r[1]);
    quaternion_from_rotation(r, turn);
}

/* ---- Boxes --------------------------------------------------------------------------------------------- */

/* An oriented box that grows: an origin, three axes, and the bounds along them. */
typedef struct growing_obb {
    double r[3][3], origin[3], low[3], high[3];
} growing_obb;

static growing_obb begin_obb(const fk_tree_obb *obb, const float turn[4])
{
    growing_obb g = {.low = {99, 99, 99}, .high = {-99, -99, -99}};
    rotation_from_quaternion(turn, g.r);
    for (int l = 0; l < 3; l++)
        g.origin[l] = (double)obb->origin[l];
    return g;
}

static void include_point(growing_obb *g, const double place[3])
{
    double d[3] = {place[0] - g->origin[0], place[1] - g->origin[1], place[2] - g->origin[2]};
    for (int k = 0; k < 3; k++) {
        double y = dot_product(g->r[k], d);
        g->low[k] = y < g->low[k] ? y : g->low[k];
        g->high[k] = y > g->high[k] ? y : g->high[k];
    }
}

/* Sets the oriented box of a child. */
static void set_child_obb(fk_tree_obb *obb, uint32_t i, const float turn[4], const growing_obb *g)
{
    float size = 0;
    for (int k = 0; k < 4; k++)
        obb->turn[k][i] = turn[k];
    for (int k = 0; k < 3; k++) {
        float center = (float)((g->low[k] + g->high[k]) * 0.5);
        double half = fmax(g->high[k] - (double)center, (double)center - g->low[k]);
        obb->center[k][i] = center;
        obb->half[k][i] = (float)(half * (1 + RATIO) + FAT);
        size += fabsf(center) + obb->half[k][i];
    }
    size *= 1 + 0x1p-20f;
    obb->size = size > obb->size ? size : obb->size;
}

static void fit_leaf(fk_tree_node *node, fk_tree_obb *obb, uint32_t i, double (*place)[3], uint32_t corners)
{
    double min[3] = {99, 99, 99}, max[3] = {-99, -99, -99};
    float turn[4];
    orient_leaf(place, corners, turn);
    growing_obb g = begin_obb(obb, turn);
    for (uint32_t k = 0; k < corners; k++) {
        for (int l = 0; l < 3; l++) {
            min[l] = place[k][l] < min[l] ? place[k][l] : min[l];
            max[l] = place[k][l] > max[l] ? place[k][l] : max[l];
        }
        include_point(&g, place[k]);
    }
    for (int k = 0; k < 3; k++) {
        node->min[k][i] = (float)(min[k] - fabs(min[k]) * 0x1p-22 - FAT);
        node->max[k][i] = (float)(max[k] + fabs(max[k]) * 0x1p-22 + FAT);
    }
    set_child_obb(obb, i, turn, &g);
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

/* The oriented box of a child in doubles: its axes as rows, and its center in tree units. */
typedef struct child_obb {
    double r[3][3], center[3], half[3];
} child_obb;

static child_obb read_child_obb(const fk_tree_obb *obb, uint32_t i)
{
    child_obb b;
    const float turn[4] = {obb->turn[0][i], obb->turn[1][i], obb->turn[2][i], obb->turn[3][i]};
    rotation_from_quaternion(turn, b.r);
    for (int l = 0; l < 3; l++) {
        b.center[l] = (double)obb->origin[l];
        b.half[l] = (double)obb->half[l][i];
        for (int k = 0; k < 3; k++)
            b.center[l] += b.r[k][l] * (double)obb->center[k][i];
    }
    return b;
}

/* Sets the axes to those of the covariance of boxes. */
static void orient_node(const child_obb *box, uint32_t count, float turn[4])
{
    double weight = 0, first[3] = {0, 0, 0}, c[3][3] = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        const double *h = box[i].half;
        double w = h[0] * h[1] + h[1] * h[2] + h[2] * h[0], at[3];
        weight += w;
        for (int p = 0; p < 3; p++) {
            at[p] = box[i].center[p] - box[0].center[p];
            first[p] += w * at[p];
        }
        for (int p = 0; p < 3; p++)
            for (int q = p; q < 3; q++) {
                c[p][q] += w * at[p] * at[q];
                for (int k = 0; k < 3; k++)
                    c[p][q] += w * h[k] * h[k] * (1.0 / 3) * box[i].r[k][p] * box[i].r[k][q];
            }
    }
    fk_vec3 axis[3];
    for (int p = 0; p < 3; p++)
        for (int q = p; q < 3; q++)
            c[p][q] = c[q][p] = c[p][q] / weight - first[p] / weight * (first[q] / weight);
    fk_jacobi(c, 4, axis);
    double r[3][3];
    for (int k = 0; k < 2; k++)
        for (int l = 0; l < 3; l++)
            r[k][l] = fk_vec3_get(axis[k], l);
    cross_product(r[0], r[1], r[2]);
    quaternion_from_rotation(r, turn);
}

static void include_obb(growing_obb *g, const child_obb *b)
{
    double d[3] = {b->center[0] - g->origin[0], b->center[1] - g->origin[1], b->center[2] - g->origin[2]};
    for (int k = 0; k < 3; k++) {
        double at = dot_product(g->r[k], d), half = 0;
        for (int l = 0; l < 3; l++)
            half += fabs(dot_product(g->r[k], b->r[l])) * b->half[l];
        g->low[k] = at - half < g->low[k] ? at - half : g->low[k];
        g->high[k] = at + half > g->high[k] ? at + half : g->high[k];
    }
}

/* Fits the oriented box of a child to the corners of its leaves and the boxes of the children of its
 * nodes. */
static void fit_child_obb(const fk_tree *tree, const fk_mesh *mesh, fk_tree_obb *obb, uint32_t i,
                          uint32_t index)
{
    const fk_tree_node *child = tree->node + index;
    child_obb box[FK_TREE_WIDTH];
    float turn[4];
    for (uint32_t c = 0; c < child->used; c++)
        box[c] = read_child_obb(tree->obb + index, c);
    orient_node(box, child->used, turn);
    growing_obb g = begin_obb(obb, turn);
    for (uint32_t c = 0; c < child->used; c++) {
        double place[CORNERS][3];
        uint32_t below = child->child[c];
        uint32_t corners = gather_corners(tree, mesh, below, child->count[c], place);
        for (uint32_t k = 0; k < corners; k++)
            include_point(&g, place[k]);
        for (uint32_t k = 0; child->count[c] == 0 && k < tree->node[below].used; k++) {
            child_obb inner = read_child_obb(tree->obb + below, k);
            include_obb(&g, &inner);
        }
    }
    set_child_obb(obb, i, turn, &g);
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

void fk_tree_fit_node(const fk_tree *tree, const fk_mesh *mesh, fk_tree_node *node, fk_tree_obb *obb)
{
    double place[CORNERS][3];
    memset(obb, 0, sizeof *obb);
    for (uint32_t i = 0; i < node->used; i++) {
        uint32_t child = node->child[i];
        if (node->count[i] == 0) {
            if (i == 0)
                memcpy(obb->origin, tree->obb[child].origin, sizeof obb->origin);
            join_child_aabbs(node, i, tree->node + child);
            fit_child_obb(tree, mesh, obb, i, child);
            continue;
        }
        uint32_t corners = gather_corners(tree, mesh, child, node->count[i], place);
        for (int k = 0; k < 3 && i == 0; k++)
            obb->origin[k] = (float)place[0][k];
        fit_leaf(node, obb, i, place, corners);
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
