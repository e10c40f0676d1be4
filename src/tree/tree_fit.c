/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes around the children of a node: axis-aligned ones, and others in a frame that fits the node, as in Gottschalk, Lin, Manocha,
 * "OBBTree" (1996): its axes are those of the covariance of the surface. One frame serves all children: that is what makes the
 * test of a box against all of them cheap, and children of a node on a smooth surface have about the same axes.
 *
 * Children that are leaves are fit by their corners. Those that are nodes are fit by the boxes of their own children, and the
 * covariance of a node counts each child as a box full of weight.
 *
 * Boxes hold their triangles in real numbers, whatever the rounding mode: they are computed in doubles, from places in tree units that
 * are off by less than 2^-49, and FAT makes good for that and all that follows; then RATIO for the rounding to floats, and for
 * axes that are orthonormal up to rounding. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/jacobi.h"
#include "tree/frame.h"
#include "tree/tree_parts.h"

#define FAT   0x1p-44
#define RATIO 0x1p-19

/* Corners of the leaves of a node at most. */
#define CORNERS (3 * FK_TREE_LEAF_MOST * FK_TREE_WIDTH)

/* ---- Units --------------------------------------------------------------------------------------------- */

static double reach_of(const fk_aabb *box, fk_vec3 o)
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double at = fk_vec3_get(o, i);
        double low = fabs(fk_vec3_get(box->min, i) - at), high = fabs(fk_vec3_get(box->max, i) - at);
        most = low > most ? low : most;
        most = high > most ? high : most;
    }
    return most;
}

void fk_tree_place(fk_tree *tree, const fk_mesh *mesh)
{
    tree->origin = fk_vec3_make(0, 0, 0);
    tree->unit = 0x1p-900;
    if (mesh->vertex_count == 0)
        return;
    fk_aabb box = {mesh->point[0], mesh->point[0]};
    for (uint32_t i = 1; i < mesh->vertex_count; i++) {
        fk_vec3 p = mesh->point[i];
        box.min.x = p.x < box.min.x ? p.x : box.min.x;
        box.min.y = p.y < box.min.y ? p.y : box.min.y;
        box.min.z = p.z < box.min.z ? p.z : box.min.z;
        box.max.x = p.x > box.max.x ? p.x : box.max.x;
        box.max.y = p.y > box.max.y ? p.y : box.max.y;
        box.max.z = p.z > box.max.z ? p.z : box.max.z;
    }
    tree->origin = fk_vec3_add(fk_vec3_scale(box.min, 0.5), fk_vec3_scale(box.max, 0.5));
    /* What rounding may add is still below the next power of two. */
    int exponent = fk_exponent_of(reach_of(&box, tree->origin) * (1 + 0x1p-40)) + 1;
    exponent = exponent < -900 ? -900 : exponent > 1022 ? 1022 : exponent;
    tree->unit = fk_from_bits((uint64_t)(exponent + 1023) << 52);
}

/* ---- Axes ---------------------------------------------------------------------------------------------- */

/* Weight, centre and covariance, summed up relative to a place. */
typedef struct moments {
    double weight, first[3], second[3][3];
} moments;

static void add_moments(moments *m, double weight, const double at[3])
{
    m->weight += weight;
    for (int i = 0; i < 3; i++) {
        double w = weight * at[i];
        m->first[i] += w;
        for (int k = i; k < 3; k++)
            m->second[i][k] += w * at[k];
    }
}

/* The axes of a node; those of the tree where the numbers do not give any. */
static void choose_axes(const moments *m, float axis[3][3])
{
    double c[3][3], inverse = 1 / m->weight;
    fk_vec3 found[3];
    for (int i = 0; i < 3; i++)
        for (int k = i; k < 3; k++)
            c[i][k] = c[k][i] = m->second[i][k] * inverse - m->first[i] * inverse * (m->first[k] * inverse);
    fk_jacobi(c, 4, found);
    bool is_good = true;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            axis[i][k] = (float)fk_vec3_get(found[i], k);
    for (int i = 0; i < 3; i++)
        for (int k = i; k < 3; k++) {
            float dot = axis[i][0] * axis[k][0] + axis[i][1] * axis[k][1] + axis[i][2] * axis[k][2];
            is_good &= fabsf(dot - (float)(i == k)) < 0x1p-20f;
        }
    for (int i = 0; i < 3 && !is_good; i++)
        for (int k = 0; k < 3; k++)
            axis[i][k] = i == k;
}

/* ---- Leaves -------------------------------------------------------------------------------------------- */

/* The corners of the leaves of a node in tree units; those of child i are from begin[i] to begin[i + 1]. */
typedef struct corners {
    uint32_t begin[FK_TREE_WIDTH + 1];
    double place[CORNERS][3];
} corners;

static void gather(const fk_tree *tree, const fk_mesh *mesh, const fk_tree_node *node, corners *c)
{
    double inverse = 1 / tree->unit;
    fk_vec3 o = tree->origin;
    uint32_t count = 0;
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        c->begin[i] = count;
        for (uint32_t k = 0; k < node->count[i]; k++) {
            const uint32_t *corner = mesh->triangle[tree->triangle[node->child[i] + k]].corner;
            for (int l = 0; l < 3; l++) {
                fk_vec3 p = mesh->point[corner[l]];
                double *to = c->place[count++];
                to[0] = (p.x - o.x) * inverse;
                to[1] = (p.y - o.y) * inverse;
                to[2] = (p.z - o.z) * inverse;
            }
        }
    }
    c->begin[FK_TREE_WIDTH] = count;
}

/* A triangle counts about as its area, and a little if it has none; its moments are those of its corners and their mean. */
static void add_triangle(moments *m, const double base[3], double (*corner)[3])
{
    double e[3], f[3], at[3][3], mean[3], length = 0;
    for (int i = 0; i < 3; i++) {
        e[i] = corner[1][i] - corner[0][i];
        f[i] = corner[2][i] - corner[0][i];
        length += fabs(e[i]) + fabs(f[i]);
        for (int k = 0; k < 3; k++)
            at[k][i] = corner[k][i] - base[i];
        mean[i] = (at[0][i] + at[1][i] + at[2][i]) * (1.0 / 3);
    }
    double area = fabs(e[1] * f[2] - e[2] * f[1]) + fabs(e[2] * f[0] - e[0] * f[2]) +
                  fabs(e[0] * f[1] - e[1] * f[0]) + length * length * 0x1p-10;
    add_moments(m, area * 0.75, mean);
    for (int k = 0; k < 3; k++)
        add_moments(m, area * (1.0 / 12), at[k]);
}

/* A float that is not below x, nor below 0. */
static float above(double x)
{
    return (float)(x * (1 + RATIO) + FAT);
}

static void widen(double low[3], double high[3], const fk_tree_turned *turned, const double place[3])
{
    double d[3];
    for (int i = 0; i < 3; i++)
        d[i] = place[i] - (double)turned->origin[i];
    for (int k = 0; k < 3; k++) {
        const float *axis = turned->axis[k];
        double y = (double)axis[0] * d[0] + (double)axis[1] * d[1] + (double)axis[2] * d[2];
        low[k] = y < low[k] ? y : low[k];
        high[k] = y > high[k] ? y : high[k];
    }
}

static void fit_leaf(fk_tree_node *node, fk_tree_turned *turned, uint32_t i, const corners *c)
{
    double low[3] = {99, 99, 99}, high[3] = {-99, -99, -99}, min[3] = {99, 99, 99}, max[3] = {-99, -99, -99};
    for (uint32_t k = c->begin[i]; k < c->begin[i + 1]; k++) {
        const double *place = c->place[k];
        widen(low, high, turned, place);
        for (int l = 0; l < 3; l++) {
            min[l] = place[l] < min[l] ? place[l] : min[l];
            max[l] = place[l] > max[l] ? place[l] : max[l];
        }
    }
    for (int k = 0; k < 3; k++) {
        node->min[k][i] = (float)(min[k] - fabs(min[k]) * 0x1p-22 - FAT);
        node->max[k][i] = (float)(max[k] + fabs(max[k]) * 0x1p-22 + FAT);
        float center = (float)((low[k] + high[k]) * 0.5);
        turned->center[k][i] = center;
        turned->half[k][i] = above(fmax(high[k] - (double)center, (double)center - low[k]));
    }
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

/* The boxes of a node count as if they were full. */
static void add_node(moments *m, const double base[3], const fk_tree_node *node, const fk_tree_turned *turned)
{
    double weight = (double)turned->weight / node->used;
    for (uint32_t i = 0; i < node->used; i++) {
        double at[3];
        for (int l = 0; l < 3; l++) {
            at[l] = (double)turned->origin[l] - base[l];
            for (int k = 0; k < 3; k++)
                at[l] += (double)turned->axis[k][l] * (double)turned->center[k][i];
        }
        add_moments(m, weight, at);
        for (int k = 0; k < 3; k++) {
            double half = (double)turned->half[k][i], w = weight * half * half * (1.0 / 3);
            for (int p = 0; p < 3; p++)
                for (int q = p; q < 3; q++)
                    m->second[p][q] += w * (double)turned->axis[k][p] * (double)turned->axis[k][q];
        }
    }
}

/* The boxes of a node around those of its child, and of its children. */
static void fit_inner(fk_tree_node *node, fk_tree_turned *turned, uint32_t i, const fk_tree_node *child,
                      const fk_tree_turned *of)
{
    double turn[3][3], base[3];
    for (int k = 0; k < 3; k++) {
        base[k] = 0;
        for (int l = 0; l < 3; l++)
            base[k] += (double)turned->axis[k][l] * ((double)of->origin[l] - (double)turned->origin[l]);
        for (int l = 0; l < 3; l++) {
            const float *p = turned->axis[k], *q = of->axis[l];
            turn[k][l] = (double)p[0] * (double)q[0] + (double)p[1] * (double)q[1] + (double)p[2] * (double)q[2];
        }
        node->min[k][i] = child->min[k][0];
        node->max[k][i] = child->max[k][0];
        for (uint32_t c = 1; c < child->used; c++) {
            node->min[k][i] = child->min[k][c] < node->min[k][i] ? child->min[k][c] : node->min[k][i];
            node->max[k][i] = child->max[k][c] > node->max[k][i] ? child->max[k][c] : node->max[k][i];
        }
    }
    /* What the transposed axes of the child are not its inverse. */
    double skew = ((double)of->size[0] + (double)of->size[1] + (double)of->size[2]) * RATIO;
    for (int k = 0; k < 3; k++) {
        double low = 99, high = -99;
        for (uint32_t c = 0; c < child->used; c++) {
            double at = base[k], half = skew;
            for (int l = 0; l < 3; l++) {
                at += turn[k][l] * (double)of->center[l][c];
                half += fabs(turn[k][l]) * (double)of->half[l][c];
            }
            low = at - half < low ? at - half : low;
            high = at + half > high ? at + half : high;
        }
        float center = (float)((low + high) * 0.5);
        turned->center[k][i] = center;
        turned->half[k][i] = above(fmax(high - (double)center, (double)center - low));
    }
}

/* ---- A node -------------------------------------------------------------------------------------------- */

static void choose_frame(const fk_tree *tree, const fk_tree_node *node, fk_tree_turned *turned, corners *c)
{
    moments m;
    memset(&m, 0, sizeof m);
    double base[3] = {0, 0, 0};
    for (int l = 0; l < 3 && c->begin[FK_TREE_WIDTH] > 0; l++)
        base[l] = c->place[0][l];
    for (uint32_t i = 0; i < node->used; i++) {
        uint32_t child = node->child[i];
        if (node->count[i] == 0)
            add_node(&m, base, tree->node + child, tree->turned + child);
        for (uint32_t k = c->begin[i]; k < c->begin[i + 1]; k += 3)
            add_triangle(&m, base, c->place + k);
    }
    choose_axes(&m, turned->axis);
    turned->weight = (float)m.weight;
    for (int k = 0; k < 3; k++) {
        double middle = base[k] + m.first[k] / m.weight;
        turned->origin[k] = fabs(middle) < 8 ? (float)middle : (float)base[k];
    }
}

void fk_tree_fit(const fk_tree *tree, const fk_mesh *mesh, fk_tree_node *node, fk_tree_turned *turned)
{
    corners c;
    memset(turned, 0, sizeof *turned);
    gather(tree, mesh, node, &c);
    choose_frame(tree, node, turned, &c);
    for (uint32_t i = 0; i < node->used; i++) {
        uint32_t child = node->child[i];
        if (node->count[i] > 0)
            fit_leaf(node, turned, i, &c);
        else
            fit_inner(node, turned, i, tree->node + child, tree->turned + child);
        for (int k = 0; k < 3; k++) {
            float reach = fabsf(turned->center[k][i]) + turned->half[k][i];
            reach += reach * 0x1p-20f;
            turned->size[k] = reach > turned->size[k] ? reach : turned->size[k];
        }
    }
}

fk_status fk_tree_refit(fk_tree *tree, const fk_mesh *mesh)
{
    if (mesh->triangle_count != tree->triangle_count)
        return FK_ERROR_ARGUMENT;
    fk_tree_place(tree, mesh);
    /* The arrays are the tree's own. */
    fk_tree_node *node = (fk_tree_node *)tree->node;
    fk_tree_turned *turned = (fk_tree_turned *)tree->turned;
    for (uint32_t i = tree->node_count; i-- > 0;)
        fk_tree_fit(tree, mesh, node + i, turned + i);
    return FK_OK;
}
