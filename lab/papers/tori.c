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

static double rounded(double x)
{
    return ldexp(floor(ldexp(x, 40) + 0.5), -40);
}

/* A point in the world, by its coordinates along the axes of the torus. */
static fk_vec3 point_of(const torus *t, double x, double y, double z)
{
    fk_vec3 p = fk_pose_apply(&t->pose, fk_vec3_make(x, y, z));
    return fk_vec3_make(rounded(p.x), rounded(p.y), rounded(p.z));
}

/* ---- The tube ------------------------------------------------------------------------------------------ */

/* The decagon in the planes between segments. */
typedef struct tube {
    double middle, radius; /* of its corners, from the axis */
} tube;

static tube tube_of(const torus *t, uint32_t segments)
{
    double inner = (t->major - t->minor) * (1 - SPARE);
    double outer = (t->major + t->minor) / fk_cos(PI / segments) * (1 + SPARE);
    tube d = {0.5 * (inner + outer), 0.5 * (outer - inner) / fk_cos(PI / DECAGON)};
    return d;
}

/* A corner: `along` from 0 to STRIP goes from the outside of the ring to its inside, above or below the
 * middle. */
static fk_vec3 corner_of(const torus *t, const tube *d, uint32_t segments, uint32_t plane, int along,
                         int below)
{
    double turn = 2 * PI * plane / segments, angle = PI * (2 * along + 1) / DECAGON;
    double out = d->middle + d->radius * fk_cos(angle), up = d->radius * fk_sin(angle);
    return point_of(t, out * fk_cos(turn), out * fk_sin(turn), below ? -up : up);
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static fk_cell_input tetra_of(fk_vec3 a, fk_vec3 b, fk_vec3 c, fk_vec3 d)
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
            *out++ = tetra_of(corner[i], corner[i ^ 1], corner[i ^ 2], corner[i ^ 4]);
        else
            others[count++] = i;
    }
    *out = tetra_of(corner[others[0]], corner[others[1]], corner[others[2]], corner[others[3]]);
}

/* The box around the ring, along its axes. */
static fk_cell_input box_of(const torus *t, const tube *d)
{
    double side = (d->middle + d->radius) * (1 + SPARE), height = d->radius * (1 + SPARE);
    fk_vec3 a = point_of(t, -side, -side, -height);
    fk_cell_input node = {{a,
                           {fk_vec3_sub(point_of(t, side, -side, -height), a),
                            fk_vec3_sub(point_of(t, -side, side, -height), a),
                            fk_vec3_sub(point_of(t, -side, -side, height), a)}},
                          FK_KIND_BOX,
                          FK_NONE};
    return node;
}

void tori_nodes(const torus *t, uint32_t segments, fk_cell_input *out)
{
    tube d = tube_of(t, segments);
    *out++ = box_of(t, &d);
    for (uint32_t s = 0; s < segments; s++)
        for (int k = 0; k < STRIP; k++) {
            fk_vec3 corner[8];
            for (int i = 0; i < 8; i++)
                corner[i] =
                    corner_of(t, &d, segments, (s + (unsigned)(i >> 2)) % segments, k + (i & 1), i >> 1 & 1);
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
