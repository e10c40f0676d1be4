/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Other trees of a torus. A node is made around the corners of its children, in a frame: the least and the
 * greatest coordinates give a box; the least ones and the greatest sum give a tetrahedron. Both are a
 * billionth larger than that, so that rounding does not matter; a child that is not in its parent is refused
 * when the tree is made. */

#include "papers/tori_levels.h"

#include <math.h>

#define PI        3.141592653589793
#define SPARE     1e-9
#define ARC       5 /* segments */
#define BLOCKS    4 /* hexahedra of a segment */
#define PER_BLOCK (TORI_TETRAHEDRA / BLOCKS)

/* ---- A cell around others ------------------------------------------------------------------------------ */

/* Three directions of length 1, at right angles. */
typedef struct frame {
    fk_vec3 axis[3];
} frame;

typedef struct reach {
    double min[3], max[3], sum; /* sum: the greatest sum of coordinates */
} reach;

static void include(reach *r, const frame *f, fk_vec3 p)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double at = fk_vec3_dot(f->axis[k], p);
        r->min[k] = fmin(r->min[k], at);
        r->max[k] = fmax(r->max[k], at);
        sum += at;
    }
    r->sum = fmax(r->sum, sum);
}

static void include_cell(reach *r, const frame *f, const fk_cell_input *in)
{
    for (unsigned bits = 0; bits < 8; bits++) {
        fk_vec3 p = in->cell.origin;
        if (in->kind == FK_KIND_TETRA && (bits & (bits - 1)) != 0)
            continue; /* more than one edge */
        for (unsigned k = 0; k < 3; k++)
            if (bits >> k & 1)
                p = fk_vec3_add(p, in->cell.edge[k]);
        include(r, f, p);
    }
}

/* A cell around some nodes. */
static fk_cell_input around(const fk_cell_input *child, uint32_t count, const frame *f, fk_kind kind,
                            uint32_t parent)
{
    reach r = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, -INFINITY};
    for (uint32_t i = 0; i < count; i++)
        include_cell(&r, f, &child[i]);
    fk_cell_input out = {.kind = kind, .parent = parent};
    double least = 0, spare = SPARE;
    for (int k = 0; k < 3; k++) {
        spare += SPARE * (fabs(r.min[k]) + fabs(r.max[k]));
        least += r.min[k];
    }
    for (int k = 0; k < 3; k++) {
        double length = kind == FK_KIND_BOX ? r.max[k] - r.min[k] + 2 * spare : r.sum - least + 4 * spare;
        out.cell.origin = fk_vec3_add(out.cell.origin, fk_vec3_scale(f->axis[k], r.min[k] - spare));
        out.cell.edge[k] = fk_vec3_scale(f->axis[k], length);
    }
    return out;
}

/* Along the world, or along the ring at an angle of it: outward, around, up. */
static frame frame_of(const torus *t, double angle, bool along_axes)
{
    double c = fk_cos(angle), s = fk_sin(angle);
    fk_vec3 local[3] = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
    frame f;
    for (int k = 0; k < 3; k++)
        f.axis[k] = along_axes ? fk_vec3_make(k == 0, k == 1, k == 2) : fk_pose_rotate(&t->pose, local[k]);
    return f;
}

/* ---- Levels along the ring ----------------------------------------------------------------------------- */

/* How many nodes each level has, and where it begins. */
typedef struct levels {
    uint32_t arcs, arc_at, segment_at, block_at, leaf_at;
} levels;

static levels levels_of(uint32_t segments)
{
    levels l = {.arcs = (segments + ARC - 1) / ARC, .arc_at = 1};
    l.segment_at = l.arc_at + l.arcs;
    l.block_at = l.segment_at + segments;
    l.leaf_at = l.block_at + BLOCKS * segments;
    return l;
}

uint32_t tori_ring_node_count(uint32_t segments)
{
    return levels_of(segments).leaf_at + TORI_TETRAHEDRA * segments;
}

void tori_ring_nodes(const torus *t, uint32_t segments, tori_holder holder, fk_cell_input *out)
{
    levels l = levels_of(segments);
    fk_kind kind = holder == TORI_TETRAHEDRA_AROUND ? FK_KIND_TETRA : FK_KIND_BOX;
    bool along_axes = holder == TORI_ALONG_AXES;
    /* tori_nodes writes its root before the leaves, where a block belongs. */
    tori_nodes(t, segments, out + l.leaf_at - 1);
    for (uint32_t s = 0; s < segments; s++) {
        frame f = frame_of(t, 2 * PI * (s + 0.5) / segments, along_axes);
        for (uint32_t b = s * BLOCKS; b < (s + 1) * BLOCKS; b++) {
            fk_cell_input *leaf = out + l.leaf_at + (size_t)b * PER_BLOCK;
            out[l.block_at + b] = around(leaf, PER_BLOCK, &f, kind, l.segment_at + s);
            for (int i = 0; i < PER_BLOCK; i++)
                leaf[i].parent = l.block_at + b;
        }
        out[l.segment_at + s] =
            around(out + l.block_at + (size_t)s * BLOCKS, BLOCKS, &f, kind, l.arc_at + s / ARC);
    }
    for (uint32_t a = 0; a < l.arcs; a++) {
        uint32_t first = a * ARC, count = segments - first < ARC ? segments - first : ARC;
        frame f = frame_of(t, 2 * PI * (first + 0.5 * count) / segments, along_axes);
        out[l.arc_at + a] = around(out + l.segment_at + first, count, &f, kind, 0);
    }
    frame f = frame_of(t, 0, along_axes);
    out[0] = around(out + l.arc_at, l.arcs, &f, kind, FK_NONE);
}

/* ---- Leaves that are boxes ----------------------------------------------------------------------------- */

void tori_box_nodes(const torus *t, uint32_t segments, fk_cell_input *out)
{
    uint32_t count = tori_node_count(segments);
    frame world = frame_of(t, 0, true), ring = frame_of(t, 0, false);
    tori_nodes(t, segments, out);
    for (uint32_t i = 1; i < count; i++)
        out[i] = around(&out[i], 1, &world, FK_KIND_BOX, 0);
    out[0] = around(out + 1, count - 1, &ring, FK_KIND_BOX, FK_NONE);
}

uint32_t tori_block_node_count(uint32_t segments)
{
    return 1 + BLOCKS * segments;
}

void tori_block_nodes(const torus *t, uint32_t segments, fk_cell_input *out)
{
    uint32_t count = tori_block_node_count(segments);
    fk_cell_input tetra[TORI_TETRAHEDRA * 64 + 1];
    frame ring = frame_of(t, 0, false);
    tori_nodes(t, segments, tetra);
    for (uint32_t b = 0; b + 1 < count; b++) {
        frame f = frame_of(t, 2 * PI * (b / BLOCKS + 0.5) / segments, false);
        out[1 + b] = around(tetra + 1 + (size_t)b * PER_BLOCK, PER_BLOCK, &f, FK_KIND_BOX, 0);
    }
    out[0] = around(out + 1, count - 1, &ring, FK_KIND_BOX, FK_NONE);
}
