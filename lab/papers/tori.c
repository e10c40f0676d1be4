/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tori as trees of cells.
 *
 * The ring is cut by planes through its axis. In the planes the tube is a decagon around a circle. Between
 * two planes it becomes a prism with isosceles trapezoids as its sides, all of them flat. The prism bends
 * away from the torus by 1 / cos of half the angle between the planes: a point of the torus at the angle f
 * from their middle, at the distance d from the axis, is in the prism when the point of the decagon at d cos
 * f / cos h is, where h is half the angle. Therefore the circle reaches from the inner radius of the torus to
 * the outer one divided by cos h; it holds all discs between.
 *
 * A decagon is cut into a strip of four quadrilaterals, so a segment has four hexahedra, and each is cut into
 * five tetrahedra: one in the middle on every other corner, and one at each of the others. Corners are
 * counted through all hexahedra, so that neighbours cut the face between them in the same way, and nothing is
 * lost where corners are rounded. */

#include "papers/tori.h"

#include <math.h>

#define PI      3.141592653589793
#define STRIP   4    /* hexahedra of a segment */
#define DECAGON 10   /* corners of the tube */
#define SPARE   1e-9 /* rounding is far below that */

uint32_t tori_node_count(uint32_t segments)
{
    return 1 + TORI_TETRAHEDRA * segments;
}

static double round_to_grid(double x)
{
    return ldexp(floor(ldexp(x, 40) + 0.5), -40);
}

/* A point in the world, by its coordinates along the axes of the torus. */
static fk_vec3 world_point(const torus *t, double x, double y, double z)
{
    fk_vec3 p = fk_pose_apply(&t->pose, fk_vec3_make(x, y, z));
    return fk_vec3_make(round_to_grid(p.x), round_to_grid(p.y), round_to_grid(p.z));
}

/* ---- The tube ------------------------------------------------------------------------------------------ */

/* The decagon in the planes between segments. */
typedef struct torus_tube {
    double middle, radius; /* of its corners, from the axis */
} torus_tube;

static torus_tube make_tube(const torus *t, uint32_t segments)
{
    double inner = (t->major - t->minor) * (1 - SPARE);
    double outer = (t->major + t->minor) / fk_cos(PI / segments) * (1 + SPARE);
    torus_tube d = {0.5 * (inner + outer), 0.5 * (outer - inner) / fk_cos(PI / DECAGON)};
    return d;
}

/* A corner: `along` from 0 to STRIP goes from the outside of the ring to its inside, above or below the
 * middle. */
static fk_vec3 tube_corner(const torus *t, const torus_tube *d, uint32_t segments, uint32_t plane, int along,
                           int below)
{
    double turn = 2 * PI * plane / segments, angle = PI * (2 * along + 1) / DECAGON;
    double out = d->middle + d->radius * fk_cos(angle), up = d->radius * fk_sin(angle);
    return world_point(t, out * fk_cos(turn), out * fk_sin(turn), below ? -up : up);
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static fk_cell_input make_tetra(fk_vec3 a, fk_vec3 b, fk_vec3 c, fk_vec3 d)
{
    fk_cell_input node = {{a, {fk_vec3_sub(b, a), fk_vec3_sub(c, a), fk_vec3_sub(d, a)}}, FK_KIND_TETRA, 0};
    return node;
}

/* Bit 0 of a corner's number is along the strip, bit 1 below, bit 2 along the ring. `odd` tells which corners
 * have a tetrahedron of their own. */
static void add_hexahedron(const fk_vec3 corner[8], bool odd, fk_cell_input *out)
{
    int others[4], count = 0;
    for (int i = 0; i < 8; i++) {
        bool is_odd = ((i ^ i >> 1 ^ i >> 2) & 1) != 0;
        if (is_odd == odd)
            *out++ = make_tetra(corner[i], corner[i ^ 1], corner[i ^ 2], corner[i ^ 4]);
        else
            others[count++] = i;
    }
    *out = make_tetra(corner[others[0]], corner[others[1]], corner[others[2]], corner[others[3]]);
}

/* The box around the ring, along its axes. */
static fk_cell_input ring_box(const torus *t, const torus_tube *d)
{
    double side = (d->middle + d->radius) * (1 + SPARE), height = d->radius * (1 + SPARE);
    fk_vec3 a = world_point(t, -side, -side, -height);
    fk_cell_input node = {{a,
                           {fk_vec3_sub(world_point(t, side, -side, -height), a),
                            fk_vec3_sub(world_point(t, -side, side, -height), a),
                            fk_vec3_sub(world_point(t, -side, -side, height), a)}},
                          FK_KIND_BOX,
                          FK_NONE};
    return node;
}

void tori_nodes(const torus *t, uint32_t segments, fk_cell_input *out)
{
    torus_tube d = make_tube(t, segments);
    *out++ = ring_box(t, &d);
    for (uint32_t s = 0; s < segments; s++)
        for (int k = 0; k < STRIP; k++) {
            fk_vec3 corner[8];
            for (int i = 0; i < 8; i++)
                corner[i] = tube_corner(t, &d, segments, (s + (unsigned)(i >> 2)) % segments, k + (i & 1),
                                        i >> 1 & 1);
            add_hexahedron(corner, ((s + (unsigned)k) & 1) != 0, out);
            out += TORI_TETRAHEDRA / STRIP;
        }
}

torus tori_draw(fk_random *random, double half_cube)
{
    torus t;
    double quat[4], sum;
    fk_vec3 middle;
    middle.x = fk_random_between(random, -half_cube, half_cube);
    middle.y = fk_random_between(random, -half_cube, half_cube);
    middle.z = fk_random_between(random, -half_cube, half_cube);
    do {
        sum = 0;
        for (int i = 0; i < 4; i++) {
            quat[i] = fk_random_between(random, -1, 1);
            sum += quat[i] * quat[i];
        }
    } while (!(sum > 0.01 && sum <= 1));
    fk_pose_from_quat_xyzw(middle, quat, &t.pose);
    t.major = fk_random_between(random, 0.5, 1.5);
    t.minor = 0.25 * t.major;
    return t;
}

/* ---- Other trees: a cell around others ----------------------------------------------------------------- */

#define ARC       5 /* segments */
#define BLOCKS    4 /* hexahedra of a segment */
#define PER_BLOCK (TORI_TETRAHEDRA / BLOCKS)

/* Three directions of length 1, at right angles. */
typedef struct ring_frame {
    fk_vec3 axis[3];
} ring_frame;

typedef struct frame_extent {
    double min[3], max[3], sum; /* sum: the greatest sum of coordinates */
} frame_extent;

static void include_point(frame_extent *r, const ring_frame *f, fk_vec3 p)
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

static void include_cell(frame_extent *r, const ring_frame *f, const fk_cell_input *in)
{
    for (unsigned bits = 0; bits < 8; bits++) {
        fk_vec3 p = in->cell.origin;
        if (in->kind == FK_KIND_TETRA && (bits & (bits - 1)) != 0)
            continue; /* more than one edge */
        for (unsigned k = 0; k < 3; k++)
            if (bits >> k & 1)
                p = fk_vec3_add(p, in->cell.edge[k]);
        include_point(r, f, p);
    }
}

/* A cell around some nodes. */
static fk_cell_input enclose_nodes(const fk_cell_input *child, uint32_t count, const ring_frame *f,
                                   fk_kind kind, uint32_t parent)
{
    frame_extent r = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, -INFINITY};
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
static ring_frame make_ring_frame(const torus *t, double angle, bool along_axes)
{
    double c = fk_cos(angle), s = fk_sin(angle);
    fk_vec3 local[3] = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
    ring_frame f;
    for (int k = 0; k < 3; k++)
        f.axis[k] = along_axes ? fk_vec3_make(k == 0, k == 1, k == 2) : fk_pose_rotate(&t->pose, local[k]);
    return f;
}

/* ---- Levels along the ring ----------------------------------------------------------------------------- */

/* How many nodes each level has, and where it begins. */
typedef struct level_counts {
    uint32_t arcs, arc_at, segment_at, block_at, leaf_at;
} level_counts;

static level_counts count_levels(uint32_t segments)
{
    level_counts l = {.arcs = (segments + ARC - 1) / ARC, .arc_at = 1};
    l.segment_at = l.arc_at + l.arcs;
    l.block_at = l.segment_at + segments;
    l.leaf_at = l.block_at + BLOCKS * segments;
    return l;
}

uint32_t tori_ring_node_count(uint32_t segments)
{
    return count_levels(segments).leaf_at + TORI_TETRAHEDRA * segments;
}

void tori_ring_nodes(const torus *t, uint32_t segments, tori_holder holder, fk_cell_input *out)
{
    level_counts l = count_levels(segments);
    fk_kind kind = holder == TORI_TETRAHEDRA_AROUND ? FK_KIND_TETRA : FK_KIND_BOX;
    bool along_axes = holder == TORI_ALONG_AXES;
    /* tori_nodes writes its root before the leaves, where a block belongs. */
    tori_nodes(t, segments, out + l.leaf_at - 1);
    for (uint32_t s = 0; s < segments; s++) {
        ring_frame f = make_ring_frame(t, 2 * PI * (s + 0.5) / segments, along_axes);
        for (uint32_t b = s * BLOCKS; b < (s + 1) * BLOCKS; b++) {
            fk_cell_input *leaf = out + l.leaf_at + (size_t)b * PER_BLOCK;
            out[l.block_at + b] = enclose_nodes(leaf, PER_BLOCK, &f, kind, l.segment_at + s);
            for (int i = 0; i < PER_BLOCK; i++)
                leaf[i].parent = l.block_at + b;
        }
        out[l.segment_at + s] =
            enclose_nodes(out + l.block_at + (size_t)s * BLOCKS, BLOCKS, &f, kind, l.arc_at + s / ARC);
    }
    for (uint32_t a = 0; a < l.arcs; a++) {
        uint32_t first = a * ARC, count = segments - first < ARC ? segments - first : ARC;
        ring_frame f = make_ring_frame(t, 2 * PI * (first + 0.5 * count) / segments, along_axes);
        out[l.arc_at + a] = enclose_nodes(out + l.segment_at + first, count, &f, kind, 0);
    }
    ring_frame f = make_ring_frame(t, 0, along_axes);
    out[0] = enclose_nodes(out + l.arc_at, l.arcs, &f, kind, FK_NONE);
}

/* ---- Leaves that are boxes ----------------------------------------------------------------------------- */

void tori_box_nodes(const torus *t, uint32_t segments, fk_cell_input *out)
{
    uint32_t count = tori_node_count(segments);
    ring_frame world = make_ring_frame(t, 0, true), ring = make_ring_frame(t, 0, false);
    tori_nodes(t, segments, out);
    for (uint32_t i = 1; i < count; i++)
        out[i] = enclose_nodes(&out[i], 1, &world, FK_KIND_BOX, 0);
    out[0] = enclose_nodes(out + 1, count - 1, &ring, FK_KIND_BOX, FK_NONE);
}

uint32_t tori_block_node_count(uint32_t segments)
{
    return 1 + BLOCKS * segments;
}

void tori_block_nodes(const torus *t, uint32_t segments, fk_cell_input *out)
{
    uint32_t count = tori_block_node_count(segments);
    fk_cell_input tetra[TORI_TETRAHEDRA * 64 + 1];
    ring_frame ring = make_ring_frame(t, 0, false);
    tori_nodes(t, segments, tetra);
    for (uint32_t b = 0; b + 1 < count; b++) {
        ring_frame f = make_ring_frame(t, 2 * PI * (b / BLOCKS + 0.5) / segments, false);
        out[1 + b] = enclose_nodes(tetra + 1 + (size_t)b * PER_BLOCK, PER_BLOCK, &f, FK_KIND_BOX, 0);
    }
    out[0] = enclose_nodes(out + 1, count - 1, &ring, FK_KIND_BOX, FK_NONE);
}
