/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Balls of a collider, for the filter of a workcell.
 *
 * design: The box of the set is cut in halves, the part with the largest ball first, until there are eight parts; and each
 *     of these again. A part of the set K in a box B is bounded by the hull of its extreme points. Where an extreme point of K cut with B
 *     is on the surface of K, it is one of the corners of some triangle cut with B; else it is in the interior of K, and then
 *     all of B near it is, so it is a corner of B. So the smallest ball around the corners of the cut triangles, and around those
 *     corners of B that are inside K, contains the part, insides of solids included. For a union the same holds of each member.
 *     Afterwards B shrinks to the box of these points.
 *     A single piece other than a hull has no triangles: its oriented box is cut into equal parts, a capsule into segments.
 * Inner balls: from the middle of a part that is inside, some steps away from the nearest triangle; the radius is the lower
 *     bound of the distance to the surface. Large ones are chosen that are not mostly inside of larger ones.
 *
 * Rounding: triangles are cut with B enlarged by 2^-40 of the size of the set and its distance from the origin. A corner of a cut
 * is off by less than 2^-48 of that, so nothing in B is lost; boxes and radii grow by 2^-39 of it. Corners of boxes are doubles,
 * and whether they are inside is exact.
 *
 * Weak inputs: meshes of many triangles, which are cut some ten times; smooth pieces, whose boxes have empty corners. */

#include "workcell/link_balls.h"

#include <float.h>

#include "base/context.h"
#include "base/lists.h"
#include "farkas/pair.h"
#include "shape/bound.h"

/* Steps of an inner ball to a better place. */
#define STEPS 6

#define PART_MOST (2 * FK_LINK_GROUP)

/* A mesh, or a member of a union as one. */
typedef struct ball_member {
    fk_placed_mesh mesh;
    bool is_own; /* free it */
} ball_member;

/* A part of the set: a box, and the triangles that may meet it. */
typedef struct ball_part {
    fk_aabb box; /* around the part */
    fk_sphere ball;
    size_t first, count; /* in the list of indices */
    bool is_cut;         /* into two others */
    uint32_t child[2];   /* FK_NONE: nothing is there */
} ball_part;

typedef struct part_search {
    fk_context *context;
    size_t member_count;
    ball_member *member;
    size_t triangle_count;
    fk_vec3 (*corner)[3]; /* of all triangles */
    size_t index_count, index_room, point_count, point_room;
    uint32_t *index;
    fk_vec3 *point; /* of the part at hand */
    double grain;   /* the margin of cuts and boxes */
} part_search;

/* ---- Members ------------------------------------------------------------------------------------------- */

static fk_status mesh_of_points(fk_context *context, const fk_vec3 *point, size_t count, ball_member *out)
{
    fk_hull *hull;
    fk_status status = fk_hull_build(context, point, count, &hull);
    if (status != FK_OK)
        return status;
    status = fk_placed_hull_build(context, hull, &out->mesh);
    out->is_own = status == FK_OK;
    fk_hull_free(context, hull);
    return status;
}

static fk_status add_member(part_search *s, const fk_piece *piece)
{
    fk_vec3 point[FK_ENCLOSING_MAX];
    ball_member *m = &s->member[s->member_count];
    fk_status status = FK_OK;
    if (piece->kind == FK_KIND_HULL)
        status = mesh_of_points(s->context, piece->as.hull.point, piece->as.hull.count, m);
    else
        status = mesh_of_points(s->context, point, fk_piece_enclosing_points(piece, point), m);
    s->member_count += status == FK_OK;
    return status;
}

static fk_status list_members(part_search *s, const fk_collider *c)
{
    fk_status status = FK_OK;
    size_t bytes = c->part_count * sizeof *s->member;
    s->member = fk_allocate(s->context, c->kind == FK_COLLIDER_MESH ? sizeof *s->member : bytes);
    if (s->member == NULL)
        return FK_ERROR_MEMORY;
    memset(s->member, 0, c->kind == FK_COLLIDER_MESH ? sizeof *s->member : bytes);
    if (c->kind == FK_COLLIDER_MESH) {
        fk_pose here = fk_pose_identity();
        s->member[s->member_count++].mesh = fk_mesh_shape_place(&c->mesh, &here);
    }
    for (uint32_t i = 0; c->kind != FK_COLLIDER_MESH && i < c->part_count && status == FK_OK; i++) {
        if (c->kind == FK_COLLIDER_PIECES) {
            status = add_member(s, &c->piece[i]);
        } else if (c->cells->node[i].child_count == 0) {
            fk_piece leaf = {.kind = c->cells->node[i].kind, .as.cell = c->cells->node[i].cell};
            status = add_member(s, &leaf);
        }
    }
    return status;
}

static fk_status list_corners(part_search *s)
{
    for (size_t i = 0; i < s->member_count; i++)
        s->triangle_count += s->member[i].mesh.mesh->triangle_count;
    if (s->triangle_count > UINT32_MAX)
        return FK_ERROR_MEMORY;
    s->corner = fk_allocate(s->context, s->triangle_count * sizeof *s->corner);
    if (s->corner == NULL)
        return FK_ERROR_MEMORY;
    size_t n = 0;
    for (size_t i = 0; i < s->member_count; i++)
        for (uint32_t k = 0; k < s->member[i].mesh.mesh->triangle_count; k++)
            fk_placed_triangle(&s->member[i].mesh, k, s->corner[n++]);
    return FK_OK;
}

static void end_search(part_search *s, const fk_collider *c)
{
    for (size_t i = 0; i < s->member_count; i++)
        if (s->member[i].is_own)
            fk_placed_hull_free(s->context, &s->member[i].mesh);
    size_t members = c->kind == FK_COLLIDER_MESH ? 1 : c->part_count;
    fk_release(s->context, s->member, members * sizeof *s->member);
    fk_release(s->context, s->corner, s->triangle_count * sizeof *s->corner);
    fk_release(s->context, s->index, s->index_room * sizeof *s->index);
    fk_release(s->context, s->point, s->point_room * sizeof *s->point);
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* Cuts a convex polygon with the half-space of the points with sign * x[axis] <= limit. */
static uint32_t cut_at_plane(const fk_vec3 *in, uint32_t count, int axis, double sign, double limit,
                             fk_vec3 *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 p = in[i], q = in[(i + 1) % count];
        double x = sign * fk_vec3_get(p, axis), y = sign * fk_vec3_get(q, axis);
        if (x <= limit)
            out[n++] = p;
        if ((x <= limit) == (y <= limit))
            continue;
        fk_vec3 cut = fk_vec3_add(p, fk_vec3_scale(fk_vec3_sub(q, p), (limit - x) / (y - x)));
        *fk_vec3_at(&cut, axis) = sign * limit;
        out[n++] = cut;
    }
    return n;
}

static uint32_t cut_triangle(const fk_vec3 corner[3], const fk_aabb *box, fk_vec3 out[9])
{
    fk_vec3 room[2][9];
    uint32_t count = 3;
    memcpy(room[0], corner, 3 * sizeof *corner);
    for (int k = 0; k < 3 && count > 0; k++) {
        count = cut_at_plane(room[0], count, k, 1, fk_vec3_get(box->max, k), room[1]);
        count = cut_at_plane(room[1], count, k, -1, -fk_vec3_get(box->min, k), room[0]);
    }
    memcpy(out, room[0], count * sizeof *out);
    return count;
}

static bool add_points(part_search *s, const fk_vec3 *point, uint32_t count)
{
    if (!fk_grow(s->context, &s->point, sizeof *s->point, s->point_count, &s->point_room,
                 s->point_count + count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        s->point[s->point_count++] = point[i];
    return true;
}

static bool is_in_box(const fk_aabb *box, fk_vec3 p)
{
    return fk_aabb_contains(box, p);
}

/* Lists the triangles of the parent that meet a box, and the corners of the cuts. */
static fk_status list_cuts(part_search *s, const ball_part *parent, const fk_aabb *box, ball_part *out)
{
    fk_vec3 grain = fk_vec3_make(s->grain, s->grain, s->grain);
    fk_aabb large = {fk_vec3_sub(box->min, grain), fk_vec3_add(box->max, grain)};
    out->first = s->index_count;
    for (size_t i = 0; i < parent->count; i++) {
        uint32_t triangle = s->index[parent->first + i];
        const fk_vec3 *corner = s->corner[triangle];
        fk_vec3 cut[9];
        uint32_t count = 3;
        memcpy(cut, corner, 3 * sizeof *cut);
        if (!is_in_box(&large, corner[0]) || !is_in_box(&large, corner[1]) || !is_in_box(&large, corner[2]))
            count = cut_triangle(corner, &large, cut);
        if (count == 0)
            continue;
        if (!add_points(s, cut, count) || !fk_grow(s->context, &s->index, sizeof *s->index, s->index_count,
                                                   &s->index_room, s->index_count + 1))
            return FK_ERROR_MEMORY;
        s->index[s->index_count++] = triangle;
    }
    out->count = s->index_count - out->first;
    return FK_OK;
}

static bool is_inside_any(const part_search *s, fk_vec3 p)
{
    for (size_t i = 0; i < s->member_count; i++)
        if (fk_placed_is_inside(&s->member[i].mesh, p))
            return true;
    return false;
}

/* Finds the part of the set in a box: its ball, and the box around it. *is_there becomes whether there is anything. */
static fk_status find_part(part_search *s, const ball_part *parent, const fk_aabb *box, ball_part *out,
                           bool *is_there)
{
    *out = (ball_part){.box = *box};
    s->point_count = 0;
    fk_status status = list_cuts(s, parent, box, out);
    for (uint32_t i = 0; i < 8 && status == FK_OK; i++) {
        fk_vec3 corner = fk_aabb_corner(box, i);
        if (is_inside_any(s, corner) && !add_points(s, &corner, 1))
            status = FK_ERROR_MEMORY;
    }
    *is_there = s->point_count > 0;
    if (status != FK_OK || !*is_there)
        return status;
    fk_aabb around = fk_aabb_empty();
    for (size_t i = 0; i < s->point_count; i++)
        around = fk_aabb_include(around, s->point[i]);
    for (int k = 0; k < 3; k++) {
        *fk_vec3_at(&out->box.min, k) =
            fk_larger(fk_vec3_get(box->min, k), fk_vec3_get(around.min, k) - 2 * s->grain);
        *fk_vec3_at(&out->box.max, k) =
            fk_smaller(fk_vec3_get(box->max, k), fk_vec3_get(around.max, k) + 2 * s->grain);
    }
    status = fk_sphere_build(s->point, s->point_count, &out->ball);
    out->ball.radius += 2 * s->grain;
    return status;
}

/* Cuts a part in halves, across its longest side. */
static fk_status cut_part(part_search *s, ball_part *part, uint32_t *count, uint32_t index)
{
    ball_part *p = &part[index];
    fk_vec3 size = fk_vec3_sub(p->box.max, p->box.min);
    int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : size.y >= size.z ? 1 : 2;
    double at = 0.5 * fk_vec3_get(p->box.min, axis) + 0.5 * fk_vec3_get(p->box.max, axis);
    fk_status status = FK_OK;
    p->is_cut = true;
    for (int side = 0; side < 2 && status == FK_OK; side++) {
        fk_aabb box = p->box;
        *fk_vec3_at(side == 0 ? &box.max : &box.min, axis) = at;
        bool is_there;
        status = find_part(s, p, &box, &part[*count], &is_there);
        p->child[side] = is_there ? (*count)++ : FK_NONE;
    }
    return status;
}

/* Cuts part 0 until there are eight: leaf[0] to leaf[*leaf_count - 1]. */
static fk_status cut_into_group(part_search *s, ball_part part[PART_MOST], uint32_t leaf[FK_LINK_GROUP],
                                uint32_t *leaf_count)
{
    uint32_t count = 1, leaves = 1;
    fk_status status = FK_OK;
    while (leaves > 0 && leaves < FK_LINK_GROUP && count + 2 <= PART_MOST && status == FK_OK) {
        uint32_t largest = FK_NONE;
        for (uint32_t i = 0; i < count; i++)
            if (!part[i].is_cut && (largest == FK_NONE || part[i].ball.radius > part[largest].ball.radius))
                largest = i;
        if (!(part[largest].ball.radius > 64 * s->grain))
            break;
        uint32_t before = count;
        status = cut_part(s, part, &count, largest);
        leaves += count - before - 1;
    }
    *leaf_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!part[i].is_cut)
            leaf[(*leaf_count)++] = i;
    if (*leaf_count == 0) /* only the margin of its box had something */
        leaf[(*leaf_count)++] = 0;
    return status;
}

static void fill_group(const ball_part *part, const uint32_t *leaf, uint32_t count,
                       fk_sphere out[FK_LINK_GROUP])
{
    for (uint32_t i = 0; i < FK_LINK_GROUP; i++)
        out[i] = part[leaf[i % count]].ball;
}

static double grain_of(const fk_collider *c)
{
    fk_vec3 size = fk_vec3_sub(c->box.max, c->box.min);
    return 0x1p-40 *
           (fk_vec3_largest(size) + fk_larger(fk_vec3_largest(c->box.min), fk_vec3_largest(c->box.max)));
}

/* ---- Inner balls --------------------------------------------------------------------------------------- */

/* The largest ball around a point in a solid, after some steps away from what is nearest. */
static fk_sphere grow_inside(const fk_placed_mesh *mesh, double grain, fk_vec3 at)
{
    fk_sphere best = {at, 0};
    double step = 1;
    for (int i = 0; i < STEPS && fk_placed_is_inside(mesh, at); i++) {
        fk_mesh_distance nearest;
        fk_placed_nearest(mesh, at, &nearest);
        double radius = nearest.distance.lo - 4 * grain;
        if (radius > best.radius)
            best = (fk_sphere){at, radius};
        else
            step *= 0.5;
        at = fk_vec3_add(best.center, fk_vec3_scale(fk_vec3_sub(best.center, nearest.point_a), 0.5 * step));
    }
    return best;
}

/* Keeps the largest balls that are not mostly inside of others. */
static void choose_inner(fk_sphere *found, uint32_t count, fk_link_balls *out)
{
    while (out->inner_count < FK_LINK_INNER) {
        uint32_t best = FK_NONE;
        for (uint32_t i = 0; i < count; i++)
            if (found[i].radius > 0 && (best == FK_NONE || found[i].radius > found[best].radius))
                best = i;
        if (best == FK_NONE)
            return;
        fk_sphere ball = found[best];
        out->inner[out->inner_count++] = ball;
        for (uint32_t i = 0; i < count; i++)
            if (fk_vec3_length(fk_vec3_sub(found[i].center, ball.center)) < 0.7 * ball.radius)
                found[i].radius = 0;
    }
}

static void find_inner(const part_search *s, const ball_part *leaf, uint32_t leaf_count, fk_sphere *found,
                       uint32_t *count)
{
    for (uint32_t i = 0; i < leaf_count; i++) {
        fk_vec3 middle = fk_vec3_scale(fk_vec3_add(leaf[i].box.min, leaf[i].box.max), 0.5);
        found[*count] = (fk_sphere){middle, 0};
        for (size_t k = 0; k < s->member_count; k++) {
            fk_sphere ball = grow_inside(&s->member[k].mesh, s->grain, middle);
            if (ball.radius > found[*count].radius)
                found[*count] = ball;
        }
        (*count)++;
    }
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

/* How far points are from the hull of some of them, at most. Points with the square 0 are among these. */
static fk_status find_gap(const fk_vec3 *point, const double *square, uint32_t count, const fk_piece *hull,
                          double *gap)
{
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < count && status == FK_OK; i++) {
        fk_piece one = fk_piece_point(point[i]);
        fk_distance distance;
        if (fk_is_zero(square[i]))
            continue;
        status = fk_pair_distance(&one, hull, NULL, &distance);
        *gap = status == FK_OK ? fk_larger(*gap, distance.distance.hi) : *gap;
    }
    return status;
}

/* Chooses some of many points: each time the farthest from those chosen. */
static fk_status choose_points(fk_context *context, const fk_vec3 *point, uint32_t count, uint32_t most,
                               fk_vec3 *out, uint32_t *chosen, double *gap)
{
    double *square = fk_allocate(context, count * sizeof *square);
    if (square == NULL)
        return FK_ERROR_MEMORY;
    uint32_t next = 0;
    double far = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        square[i] = INFINITY;
    for (*chosen = 0; *chosen < most && far > 0; (*chosen)++) {
        fk_vec3 p = out[*chosen] = point[next];
        far = 0;
        for (uint32_t i = 0; i < count; i++) {
            fk_vec3 d = fk_vec3_sub(point[i], p);
            square[i] = fk_smaller(square[i], fk_vec3_dot(d, d));
            if (square[i] > far) {
                far = square[i];
                next = i;
            }
        }
    }
    fk_piece hull = fk_piece_hull(out, *chosen);
    *gap = 0;
    fk_status status = find_gap(point, square, count, &hull, gap);
    fk_release(context, square, count * sizeof *square);
    return status;
}

/* Some corners of the hull of points. */
static fk_status choose_hull_corners(fk_context *context, const fk_vec3 *point, size_t count, double grain,
                                     uint32_t most, fk_vec3 *out, uint32_t *chosen, double *gap)
{
    fk_hull *hull;
    fk_status status = fk_hull_build(context, point, count, &hull);
    if (status != FK_OK)
        return status;
    status = choose_points(context, hull->point, hull->vertex_count, most, out, chosen, gap);
    *gap += 2 * grain;
    fk_hull_free(context, hull);
    return status;
}

/* ---- Unions and meshes --------------------------------------------------------------------------------- */

static fk_status find_part_hull(part_search *s, const ball_part *part, uint32_t i, fk_link_balls *out)
{
    ball_part again;
    bool is_there;
    fk_status status = find_part(s, part, &part->box, &again, &is_there);
    if (status == FK_OK && is_there)
        status = choose_hull_corners(s->context, s->point, s->point_count, s->grain, FK_LINK_PART,
                                     out->part[i], &out->part_count[i], &out->part_gap[i]);
    for (; status == FK_OK && out->part_count[i] == 0; out->part_count[i]++)
        out->part[i][0] = part->box.min; /* only the margin of its box has something */
    return status;
}

static fk_status cut_set(part_search *s, const ball_part *root, bool wants_inner, fk_link_balls *out)
{
    ball_part part[PART_MOST], small[PART_MOST];
    uint32_t leaf[FK_LINK_GROUP], leaf_count, small_leaf[FK_LINK_GROUP], small_count, inner = 0;
    fk_sphere found[FK_LINK_GROUP * FK_LINK_GROUP];
    part[0] = *root;
    fk_status status = cut_into_group(s, part, leaf, &leaf_count);
    if (status != FK_OK)
        return status;
    fill_group(part, leaf, leaf_count, out->outer[0]);
    for (uint32_t i = 0; i < FK_LINK_GROUP && status == FK_OK; i++) {
        small[0] = part[leaf[i % leaf_count]];
        status = find_part_hull(s, &small[0], i, out);
        if (status != FK_OK)
            return status;
        status = cut_into_group(s, small, small_leaf, &small_count);
        if (status != FK_OK)
            return status;
        fill_group(small, small_leaf, small_count, out->outer[1 + i]);
        ball_part own[FK_LINK_GROUP];
        for (uint32_t k = 0; k < small_count; k++)
            own[k] = small[small_leaf[k]];
        if (wants_inner && i < leaf_count)
            find_inner(s, own, small_count, found, &inner);
    }
    if (status == FK_OK)
        status = fk_link_regions_find(s->context, (const fk_vec3(*)[3])s->corner, s->triangle_count, s->grain,
                                      found, inner, out);
    choose_inner(found, inner, out);
    return status;
}

static fk_status balls_of_triangles(fk_context *context, const fk_collider *c, fk_link_balls *out)
{
    part_search s = {.context = context, .grain = grain_of(c)};
    fk_status status = list_members(&s, c);
    if (status == FK_OK)
        status = list_corners(&s);
    ball_part all = {.count = s.triangle_count}, root;
    bool is_there = false, is_exact = true; /* members are what they stand for */
    for (uint32_t i = 0; c->kind == FK_COLLIDER_PIECES && i < c->part_count; i++)
        is_exact = is_exact && fk_piece_is_polyhedron(&c->piece[i]);
    if (status == FK_OK && !fk_grow(context, &s.index, sizeof *s.index, 0, &s.index_room, s.triangle_count))
        status = FK_ERROR_MEMORY;
    for (size_t i = 0; i < s.triangle_count && status == FK_OK; i++)
        s.index[s.index_count++] = (uint32_t)i;
    if (status == FK_OK)
        status = find_part(&s, &all, &c->box, &root, &is_there);
    if (status == FK_OK) {
        out->root = root.ball;
        out->is_bounded = true;
        status = cut_set(&s, &root, is_exact, out);
    }
    end_search(&s, c);
    return status;
}

/* ---- Single pieces ------------------------------------------------------------------------------------- */

/* A segment in so many parts: part i of n, as a ball around it. */
static fk_sphere ball_of_segment(const fk_capsule *c, int i, int n, double grain)
{
    fk_vec3 d = fk_vec3_sub(c->end[1], c->end[0]);
    fk_sphere ball = {fk_vec3_add(c->end[0], fk_vec3_scale(d, (i + 0.5) / n)), 0};
    ball.radius = c->radius + 0.5 / n * fk_vec3_length(d) + grain;
    return ball;
}

/* Part i of an oriented box that is cut n times along each axis. */
static fk_sphere ball_of_box(const fk_obb *box, int i, int n, double grain)
{
    const int at[3] = {i % n, i / n % n, i / n / n};
    fk_sphere ball = {box->center, 0};
    double square = 0;
    for (int k = 0; k < 3; k++) {
        double half = box->half[k] / n;
        ball.center =
            fk_vec3_add(ball.center, fk_vec3_scale(box->axis[k], half * (2 * at[k] + 1) - box->half[k]));
        square += half * half;
    }
    ball.radius = sqrt(square) + grain;
    return ball;
}

static void balls_of_capsule(const fk_capsule *c, double grain, fk_link_balls *out)
{
    out->root = ball_of_segment(c, 0, 1, grain);
    for (int i = 0; i < FK_LINK_GROUP; i++) {
        out->outer[0][i] = ball_of_segment(c, i, FK_LINK_GROUP, grain);
        for (int k = 0; k < FK_LINK_GROUP; k++)
            out->outer[1 + i][k] =
                ball_of_segment(c, FK_LINK_GROUP * i + k, FK_LINK_GROUP * FK_LINK_GROUP, grain);
        out->inner[i] = out->outer[0][i];
        out->inner[i].radius = c->radius - grain;
    }
    out->inner_count = c->radius > grain ? FK_LINK_GROUP : 0;
}

/* Part k of part i is the one with the lowest bits of both in each coordinate. */
static void balls_of_box(const fk_obb *box, double grain, fk_link_balls *out)
{
    out->root = ball_of_box(box, 0, 1, grain);
    for (int i = 0; i < FK_LINK_GROUP; i++) {
        out->outer[0][i] = ball_of_box(box, i, 2, grain);
        for (int k = 0; k < FK_LINK_GROUP; k++) {
            int x = 2 * (i & 1) + (k & 1), y = 2 * (i >> 1 & 1) + (k >> 1 & 1), z = 2 * (i >> 2) + (k >> 2);
            out->outer[1 + i][k] = ball_of_box(box, x + 4 * y + 16 * z, 4, grain);
        }
    }
}

static void balls_of_piece(const fk_collider *c, fk_link_balls *out)
{
    const fk_piece *piece = c->piece;
    double grain = grain_of(c);
    out->is_bounded = true;
    if (piece->kind == FK_KIND_SPHERE) {
        out->root = piece->as.sphere;
        out->is_one = true;
        out->inner_count = 1;
        out->inner[0] = piece->as.sphere;
        for (int i = 0; i < FK_LINK_GROUPS; i++)
            for (int k = 0; k < FK_LINK_GROUP; k++)
                out->outer[i][k] = out->root;
    } else if (piece->kind == FK_KIND_CAPSULE) {
        balls_of_capsule(&piece->as.capsule, grain, out);
    } else {
        balls_of_box(&c->obb, grain, out);
    }
}

/* The corners of a mesh's hull, or points that enclose pieces or cells, if there are few. */
static fk_status find_hull(fk_context *context, const fk_collider *c, fk_link_balls *out)
{
    double grain = grain_of(c);
    if (c->mesh_hull != NULL ||
        (c->kind == FK_COLLIDER_PIECES && c->part_count == 1 && c->piece->kind == FK_KIND_HULL)) {
        const fk_vec3 *point = c->mesh_hull != NULL ? c->mesh_hull->point : c->piece->as.hull.point;
        uint32_t count = c->mesh_hull != NULL ? c->mesh_hull->vertex_count : c->piece->as.hull.count;
        fk_status status =
            choose_points(context, point, count, FK_LINK_HULL, out->hull, &out->hull_count, &out->hull_gap);
        out->hull_gap += grain;
        return status;
    }
    for (uint32_t i = 0; i < 8; i++) { /* of its oriented box */
        out->hull[i] = c->obb.center;
        for (int k = 0; k < 3; k++)
            out->hull[i] = fk_vec3_add(
                out->hull[i], fk_vec3_scale(c->obb.axis[k], i >> k & 1 ? c->obb.half[k] : -c->obb.half[k]));
    }
    out->hull_count = 8;
    out->hull_gap = grain;
    for (int i = 0; i < FK_LINK_GROUP && out->part_count[i] == 0; i++) {
        out->part_count[i] = 8;
        out->part_gap[i] = grain;
        memcpy(out->part[i], out->hull, 8 * sizeof *out->hull);
    }
    return FK_OK;
}

/* Corners of a surface, as balls in it. */
static fk_status find_surface_points(fk_context *context, const fk_collider *c, fk_link_balls *out)
{
    const fk_hull *hull = c->mesh_hull;
    fk_vec3 point[FK_LINK_INNER];
    double gap;
    out->is_surface = hull != NULL;
    out->inner_count = 0;
    if (hull == NULL)
        return FK_OK;
    fk_status status = choose_points(context, hull->point, hull->vertex_count, FK_LINK_INNER, point,
                                     &out->inner_count, &gap);
    for (uint32_t i = 0; i < out->inner_count && status == FK_OK; i++)
        out->inner[i] = (fk_sphere){point[i], 0};
    return status;
}

fk_status fk_link_balls_find(fk_context *context, const fk_collider *collider, fk_link_balls *out)
{
    memset(out, 0, sizeof *out);
    const fk_aabb *box = &collider->box;
    double most = fk_larger(fk_vec3_largest(box->min), fk_vec3_largest(box->max));
    if (!(most < 0x1p40))
        return FK_OK;
    if (collider->kind == FK_COLLIDER_PIECES && collider->part_count == 1 &&
        collider->piece->kind != FK_KIND_HULL) {
        balls_of_piece(collider, out);
        return find_hull(context, collider, out);
    }
    fk_status status = balls_of_triangles(context, collider, out);
    if (status == FK_OK && collider->kind == FK_COLLIDER_MESH && !collider->mesh.is_solid)
        status = find_surface_points(context, collider, out);
    return status == FK_OK ? find_hull(context, collider, out) : status;
}
