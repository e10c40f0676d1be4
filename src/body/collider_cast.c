/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* When a moving collider first meets a resting one, and where a ray first meets one: fk_collider_cast and
 * fk_collider_ray.
 *
 * Branch and bound over both BVHs (collider_tree.c) tests pairs of primitives in the order in which their boxes meet.
 * So the cost of a long motion depends only on what lies near its beginning. fk_pair_cast decides each pair;
 * triangles of a mesh are pieces, too. The first time lies between the least lower end and the least upper end of all
 * hits.
 *
 * An undecided pair matters only if it may meet before the bracket of the first hit. If one may, a second traversal
 * casts such pairs again, up to the beginning of that bracket. This decides, because fk_pair_cast finds its bracket
 * for all times first and then clips it to the query: a hit stays a hit with the same bracket for every later end,
 * and a miss stays a miss for every earlier end. A pair whose bracket extends beyond the end is undecided on its own;
 * where others surely hit, it only widens the bracket of the first time.
 *
 * A solid has an inside. A piece that begins there and meets no triangle lies inside with all its points, so one
 * point decides. If it does meet a triangle, it does so at time 0.
 *
 * For pieces and cells a ray is a moving point. For a mesh the tree finds the first triangle exactly (tree/ray.c); a
 * ray whose origin has a winding number other than 0 meets a solid at once. Whether the end comes first is decided
 * exactly, too.
 *
 * The contact point and the normal are computed in floating point. The moving primitive is placed at the contact
 * time. The normal is that of a separating plane, or the direction of least penetration; for smooth pieces that are
 * too close for either, the direction between them a little earlier. For a ray it is the normal of the face through
 * which the ray enters; for round pieces the direction from the center or the axis. */

#include "body/body.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "pair/answer/answer.h"
#include "pair/cast/cast.h"
#include "shape/bound.h"

/* The search for the first hit. */
typedef struct cast_search {
    fk_vec3 velocity; /* finite */
    double end;       /* not negative */
    bool has_hit;
    fk_interval time;       /* of the first hit */
    fk_interval pair_time;  /* of the pair below, which no other pair is proved to precede */
    fk_primitive_pair pair; /* its a moves */
    /* Whether some pair is undecided; the pair of these that may meet first, and when. */
    bool is_undecided;
    double undecided_time;
    uint32_t undecided_part, undecided_moving;
    fk_status status;
} cast_search;

/* ---- When boxes meet ----------------------------------------------------------------------------------- */

/* The times from 0 on at which a box that moves by v along one axis meets another one: lo is a lower bound, hi an
 * upper bound. Inputs are divided by 4, so that differences do not overflow. A difference has an error of u of
 * itself, and of 2^-1000 where small numbers are flushed to zero; a ratio has another u. */
static fk_interval axis_contact_times(double near, double far, double v)
{
    fk_interval t = {0, INFINITY};
    near = near * (1 - 0x1p-50) - 0x1p-1000;
    far = far * (1 + (far > 0 ? 0x1p-50 : -0x1p-50)) + 0x1p-1000;
    if (far < 0) { /* the other box is behind */
        t.lo = INFINITY;
        return t;
    }
    if (!(v > 0x1p-900)) /* too slow for a bound */
        return t;
    double lo = near / v * (1 - 0x1p-50), hi = far / v * (1 + 0x1p-50) + 0x1p-1000;
    if (lo > 0x1p-1000)
        t.lo = fk_smaller(lo, DBL_MAX / 2);
    if (hi < DBL_MAX / 2)
        t.hi = hi;
    return t;
}

/* A lower bound of the time at which a moving box meets another one; infinite if it never does. */
static double first_box_contact(void *user, const fk_aabb *a, const fk_aabb *b)
{
    const cast_search *c = user;
    double lo = 0, hi = INFINITY;
    for (int i = 0; i < 3; i++) {
        double v = fk_vec3_get(c->velocity, i) / 4;
        int sign = fk_sign_of(fk_vec3_get(c->velocity, i));
        double up = fk_vec3_get(b->min, i) / 4 - fk_vec3_get(a->max, i) / 4;
        double down = fk_vec3_get(a->min, i) / 4 - fk_vec3_get(b->max, i) / 4;
        if (sign == 0) {
            double gap = fk_larger(up, down);
            if (gap * (1 - 0x1p-50) - 0x1p-1000 > 0)
                return INFINITY;
            continue;
        }
        fk_interval t = sign > 0 ? axis_contact_times(up, -down, v) : axis_contact_times(down, -up, -v);
        lo = fk_larger(lo, t.lo);
        hi = fk_smaller(hi, t.hi);
    }
    return lo > hi ? INFINITY : lo;
}

/* ---- Pairs of primitives ------------------------------------------------------------------------------- */

static double cast_limit(const cast_search *c)
{
    return c->has_hit ? c->time.hi : c->end;
}

/* Notes a hit. Of hits whose brackets overlap, the search keeps the one with the lowest primitives. */
static void note_hit(cast_search *c, const fk_primitive_pair *pair, fk_interval enter)
{
    if (fk_double_order(enter.lo, cast_limit(c)) > 0)
        return;
    bool is_first = !c->has_hit;
    bool is_lower = !is_first && (pair->part_b != c->pair.part_b ? pair->part_b < c->pair.part_b
                                                                 : pair->part_a < c->pair.part_a);
    bool is_beaten = !is_first && fk_double_order(c->pair_time.lo, enter.hi) > 0;
    c->time.lo = is_first ? enter.lo : fk_double_least(c->time.lo, enter.lo);
    c->time.hi = is_first ? enter.hi : fk_double_least(c->time.hi, enter.hi);
    c->has_hit = true;
    if (is_first || is_lower || is_beaten) {
        c->pair_time = enter;
        c->pair = *pair;
    }
}

/* Whether n separates the pair from time 0 until a time, which may be infinite: a stays before b. */
static bool stay_apart_along(const fk_primitive_pair *pair, fk_vec3 velocity, double until, fk_vec3 n)
{
    fk_piece velocity_point = fk_piece_point(velocity);
    double speed = fk_piece_support_bound(&velocity_point, n);
    double gap = -fk_piece_support_bound(&pair->b, fk_vec3_negate(n)) - fk_piece_support_bound(&pair->a, n);
    /* Each product has an error of 2^-52 of itself, in every rounding mode. */
    return gap * (1 - 0x1p-50) > (speed > 0 ? speed * until * (1 + 0x1p-50) : 0);
}

/* The face normals of triangles, boxes and tetrahedra; for tetrahedra the three faces at the origin. */
static uint32_t list_face_normals(const fk_piece *piece, fk_vec3 axis[3])
{
    const fk_vec3 *c = piece->as.triangle, *e = piece->as.cell.edge;
    if (piece->kind == FK_KIND_TRIANGLE) {
        axis[0] = fk_vec3_cross(fk_vec3_sub(c[1], c[0]), fk_vec3_sub(c[2], c[0]));
        return 1;
    }
    if (piece->kind != FK_KIND_BOX && piece->kind != FK_KIND_TETRA)
        return 0;
    for (int k = 0; k < 3; k++)
        axis[k] = fk_vec3_cross(e[(k + 1) % 3], e[(k + 2) % 3]);
    return 3;
}

/* Whether the face normals of two primitives prove that they do not meet until a time. */
static bool stay_apart(const fk_primitive_pair *pair, fk_vec3 velocity, double until)
{
    fk_vec3 axis[6];
    uint32_t count = list_face_normals(&pair->a, axis);
    count += list_face_normals(&pair->b, axis + count);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 n = fk_vec3_unit(axis[i]);
        if (stay_apart_along(pair, velocity, until, n) ||
            stay_apart_along(pair, velocity, until, fk_vec3_negate(n)))
            return true;
    }
    return false;
}

/* fk_piece_ray up to an end. An exact time lies beyond a double exactly when the double above it does. */
static fk_status cast_ray_until(fk_vec3 origin, fk_vec3 direction, const fk_piece *piece, double end,
                                fk_cast *out)
{
    fk_status status = fk_piece_ray(origin, direction, piece, out);
    if (status == FK_OK && out->result == FK_CAST_HIT && fk_double_order(out->enter.hi, end) > 0)
        out->result = FK_CAST_MISS;
    return status;
}

static bool cast_pair(cast_search *c, const fk_primitive_pair *pair, double end, fk_cast *out)
{
    fk_status status = pair->a.kind == FK_KIND_POINT
                           ? cast_ray_until(pair->a.as.point, c->velocity, &pair->b, end, out)
                           : fk_pair_cast(&pair->a, c->velocity, &pair->b, end, out);
    if (status != FK_OK)
        c->status = status;
    return status == FK_OK;
}

/* Notes an undecided pair. */
static void note_undecided(cast_search *c, const fk_primitive_pair *pair)
{
    if (c->is_undecided && fk_double_order(pair->bound, c->undecided_time) >= 0)
        return;
    c->is_undecided = true;
    c->undecided_time = pair->bound;
    c->undecided_part = pair->part_b;
    c->undecided_moving = pair->part_a;
}

static double cast_primitives(void *user, const fk_primitive_pair *pair)
{
    cast_search *c = user;
    fk_cast cast;
    if (pair->a.kind != FK_KIND_POINT && stay_apart(pair, c->velocity, cast_limit(c)))
        return cast_limit(c);
    if (!cast_pair(c, pair, c->end, &cast))
        return -1;
    if (cast.result == FK_CAST_HIT)
        note_hit(c, pair, cast.enter);
    else if (cast.result == FK_CAST_UNDECIDED)
        note_undecided(c, pair);
    return cast_limit(c);
}

/* Tests whether a pair may meet before the first known hit. */
static double recheck_undecided(void *user, const fk_primitive_pair *pair)
{
    cast_search *c = user;
    fk_cast cast;
    if (fk_double_order(pair->bound, c->time.lo) >= 0 || stay_apart(pair, c->velocity, c->time.lo))
        return c->time.lo;
    if (!cast_pair(c, pair, INFINITY, &cast))
        return -1;
    if (cast.result == FK_CAST_HIT)
        c->time.lo = fk_double_least(c->time.lo, cast.enter.lo);
    if (cast.result != FK_CAST_UNDECIDED)
        return c->time.lo;
    if (!cast_pair(c, pair, c->time.lo, &cast))
        return -1;
    if (cast.result != FK_CAST_MISS)
        note_undecided(c, pair);
    return c->time.lo;
}

/* ---- Contact point and normal -------------------------------------------------------------------------- */

static double largest_edge(const fk_piece *piece)
{
    fk_aabb box = fk_piece_aabb(piece);
    return fk_vec3_largest(fk_vec3_sub(box.max, box.min));
}

/* The direction that separates two pieces after one of them moved back a little; zero if unknown. Hulls are not
 * moved, as there is no memory for their points; at least one of the pieces is smooth, so the other one is moved. */
static fk_vec3 normal_before_contact(const fk_piece *moved, const fk_piece *rests, fk_vec3 velocity)
{
    bool moves_b = moved->kind == FK_KIND_HULL;
    const fk_piece *goes = moves_b ? rests : moved;
    fk_vec3 none = {0, 0, 0}, point;
    if (goes->kind == FK_KIND_HULL || !fk_piece_some_point(goes, &point))
        return none;
    double size = fk_larger(largest_edge(moved), largest_edge(rests));
    double step = size * 0x1p-20 + fk_vec3_largest(point) * 0x1p-40;
    fk_pose pose = fk_pose_identity();
    pose.translation = fk_vec3_scale(fk_vec3_unit(velocity), moves_b ? step : -step);
    fk_piece before = fk_piece_place(goes, &pose, NULL);
    fk_distance_cache cache = {.direction = none};
    fk_distance distance;
    fk_status status =
        fk_pair_distance(moves_b ? moved : &before, moves_b ? &before : rests, &cache, &distance);
    bool is_known = status == FK_OK && fk_sign_of(distance.distance.lo) > 0;
    return is_known ? fk_vec3_unit(cache.direction) : none;
}

/* An approximate normal of the resting piece where the moved one meets it; zero if unknown. */
static fk_vec3 find_contact_normal(const fk_piece *moved, const fk_piece *rests, fk_vec3 velocity)
{
    fk_pair_query query = fk_pair_query_default(moved, rests);
    query.want = FK_PART_PLANE;
    fk_answer answer;
    fk_depth depth = {.direction = {0, 0, 0}};
    if (fk_pair_answer_exact(&query, &answer) != FK_OK)
        return depth.direction;
    if (answer.filled & FK_PART_PLANE)
        return fk_vec3_negate(answer.plane.normal);
    if (answer.verdict == FK_OVERLAPPING && fk_pair_depth(moved, rests, &depth) == FK_OK &&
        fk_vec3_largest(depth.direction) > 0)
        return fk_vec3_negate(depth.direction);
    return normal_before_contact(moved, rests, velocity);
}

/* The normal, or its opposite: the one that points against the velocity. */
static fk_vec3 orient_against(fk_vec3 normal, fk_vec3 velocity)
{
    fk_vec3 forward = fk_vec3_unit(velocity);
    return fk_vec3_dot(normal, forward) > 0 ? fk_vec3_negate(normal) : normal;
}

fk_status fk_piece_translate(fk_context *context, const fk_piece *piece, fk_vec3 by, fk_translated_piece *out)
{
    fk_pose pose = fk_pose_identity();
    pose.translation = by;
    out->bytes = piece->kind == FK_KIND_HULL ? piece->as.hull.count * sizeof(fk_vec3) : 0;
    out->room = out->bytes > 0 ? fk_allocate(context, out->bytes) : NULL;
    if (out->bytes > 0 && out->room == NULL)
        return FK_ERROR_MEMORY;
    out->piece = fk_piece_place(piece, &pose, out->room);
    return FK_OK;
}

/* The displacement of the kept pair when it meets. */
static fk_vec3 displacement_at_hit(const cast_search *c)
{
    fk_interval time = c->pair_time;
    return fk_vec3_scale(c->velocity, fk_is_finite(time.hi) ? time.lo / 2 + time.hi / 2 : time.lo);
}

static fk_status find_hit_point(fk_context *context, const cast_search *c, fk_collider_hit *hit)
{
    const fk_piece *rests = &c->pair.b;
    fk_translated_piece moved;
    fk_status status = fk_piece_translate(context, &c->pair.a, displacement_at_hit(c), &moved);
    if (status != FK_OK)
        return status;
    fk_distance distance;
    /* The moved piece may exceed the range of doubles. */
    if (fk_pair_distance(&moved.piece, rests, NULL, &distance) == FK_OK) {
        hit->point = distance.point_b;
        if (fk_sign_of(c->pair_time.hi) > 0)
            hit->normal = orient_against(find_contact_normal(&moved.piece, rests, c->velocity), c->velocity);
    }
    fk_release(context, moved.room, moved.bytes);
    return FK_OK;
}

/* ---- Casts --------------------------------------------------------------------------------------------- */

static fk_status find_first_hit(fk_context *context, cast_search *c, const fk_bvh *moving,
                                const fk_bvh *rests)
{
    fk_bvh_traversal traversal = {moving, rests, first_box_contact, cast_primitives, c};
    fk_status status = fk_bvh_traverse(context, &traversal, c->end);
    if (status == FK_OK && c->status == FK_OK && c->has_hit && c->is_undecided) {
        c->is_undecided = false;
        traversal.visit = recheck_undecided;
        status = fk_bvh_traverse(context, &traversal, c->time.lo);
    }
    return status == FK_OK ? c->status : status;
}

/* Everything but the point and the normal. */
static void fill_hit(const cast_search *c, fk_collider_hit *out)
{
    memset(out, 0, sizeof *out);
    out->part = out->moving = FK_NONE;
    if (c->is_undecided) {
        out->time = (fk_interval){c->undecided_time, cast_limit(c)};
        out->part = c->undecided_part;
        out->moving = c->undecided_moving;
        return;
    }
    out->result = c->has_hit ? FK_CAST_HIT : FK_CAST_MISS;
    if (!c->has_hit)
        return;
    out->time = c->time;
    out->part = c->pair.part_b;
    out->moving = c->pair.part_a;
}

/* A hit at time 0, inside a solid. */
static fk_collider_hit make_inside_hit(uint32_t moving, fk_vec3 point)
{
    fk_collider_hit hit = {.result = FK_CAST_HIT, .part = FK_NONE, .moving = moving, .point = point};
    return hit;
}

/* The first piece of which a point begins inside a solid; FK_NONE if there is none. */
static uint32_t find_piece_inside(const fk_prepared_collider *moving, const fk_bvh *rests, fk_vec3 *point)
{
    if (rests->kind != FK_COLLIDER_MESH || !rests->mesh->is_solid)
        return FK_NONE;
    fk_aabb box = fk_bvh_box(rests, fk_bvh_root(rests));
    for (uint32_t i = 0; i < moving->collider->part_count; i++)
        if (fk_piece_some_point(&moving->piece[i], point) && fk_aabb_contains(&box, *point) &&
            fk_placed_is_inside(rests->mesh, *point))
            return i;
    return FK_NONE;
}

static fk_status cast_bvhs(fk_context *context, const fk_prepared_collider *moving, cast_search *c,
                           const fk_bvh bvh[2], fk_collider_hit *out)
{
    fk_vec3 point;
    uint32_t inner = find_piece_inside(moving, &bvh[1], &point);
    if (inner != FK_NONE) {
        *out = make_inside_hit(inner, point);
        return FK_OK;
    }
    fk_status status = find_first_hit(context, c, &bvh[0], &bvh[1]);
    fk_collider_hit hit;
    if (status != FK_OK)
        return status;
    fill_hit(c, &hit);
    if (hit.result == FK_CAST_HIT)
        status = find_hit_point(context, c, &hit);
    if (status == FK_OK)
        *out = hit;
    return status;
}

fk_status fk_prepared_cast(fk_context *context, const fk_prepared_collider *moving, fk_vec3 velocity,
                           double end, const fk_prepared_collider *b, fk_collider_hit *out)
{
    if (moving->collider->kind != FK_COLLIDER_PIECES || !(end >= 0))
        return FK_ERROR_ARGUMENT;
    if (!fk_vec3_is_finite(velocity))
        return FK_ERROR_NOT_FINITE;
    fk_bvh bvh[2];
    cast_search c = {.velocity = velocity, .end = end};
    fk_status status = fk_bvh_make_pair(context, moving, b, bvh);
    if (status != FK_OK)
        return status;
    status = cast_bvhs(context, moving, &c, bvh, out);
    fk_bvh_end(context, &bvh[1]);
    fk_bvh_end(context, &bvh[0]);
    return status;
}

fk_status fk_collider_cast(fk_context *context, const fk_placed_collider *moving, fk_vec3 velocity,
                           double end, const fk_placed_collider *b, fk_collider_hit *out)
{
    fk_prepared_pair pair;
    fk_status status = fk_prepared_pair_make(context, moving, b, &pair);
    if (status == FK_OK)
        status = fk_prepared_cast(context, &pair.a, velocity, end, &pair.b, out);
    fk_prepared_pair_free(context, &pair);
    return status;
}

/* ---- Normals of ray hits ------------------------------------------------------------------------------- */

/* The last face through which a ray enters the inner side. */
typedef struct ray_entry {
    fk_vec3 origin, direction;
    double time;
    fk_vec3 normal; /* of any length */
} ray_entry;

/* Tests a face, given by its outward normal and a point of it. */
static void test_entry_face(ray_entry *e, fk_vec3 normal, fk_vec3 point)
{
    double along = fk_vec3_dot(normal, e->direction);
    double time = fk_vec3_dot(normal, fk_vec3_sub(point, e->origin)) / along;
    if (along < 0 && time > e->time) {
        e->time = time;
        e->normal = normal;
    }
}

/* Zero where the cell is flat, or its volume overflows or underflows. */
static fk_vec3 cell_normal(const fk_piece *piece, ray_entry e)
{
    const fk_cell *c = &piece->as.cell;
    const fk_vec3 *edge = c->edge;
    double volume = fk_vec3_dot(fk_vec3_cross(edge[0], edge[1]), edge[2]);
    if (!(fabs(volume) > 0) || !(fabs(volume) < HUGE_VAL))
        return e.normal;
    for (int k = 0; k < 3; k++) {
        fk_vec3 out = fk_vec3_cross(edge[(k + 1) % 3], edge[(k + 2) % 3]);
        if (volume < 0)
            out = fk_vec3_negate(out);
        test_entry_face(&e, fk_vec3_negate(out), c->origin);
        if (piece->kind == FK_KIND_BOX)
            test_entry_face(&e, out, fk_vec3_add(c->origin, edge[k]));
    }
    fk_vec3 top = fk_vec3_cross(fk_vec3_sub(edge[1], edge[0]), fk_vec3_sub(edge[2], edge[0]));
    if (piece->kind == FK_KIND_TETRA)
        test_entry_face(&e, volume < 0 ? fk_vec3_negate(top) : top, fk_vec3_add(c->origin, edge[0]));
    return e.normal;
}

static fk_vec3 triangle_normal(const fk_vec3 corner[3])
{
    return fk_vec3_cross(fk_vec3_unit(fk_vec3_sub(corner[1], corner[0])),
                         fk_vec3_unit(fk_vec3_sub(corner[2], corner[0])));
}

/* The direction from the nearest point of the axis. */
static fk_vec3 capsule_normal(const fk_capsule *c, fk_vec3 point)
{
    fk_vec3 axis = fk_vec3_sub(c->end[1], c->end[0]), from = fk_vec3_sub(point, c->end[0]);
    double share = fk_vec3_dot(from, axis) / fk_vec3_dot(axis, axis);
    share = share > 0 ? fk_smaller(share, 1) : 0;
    return fk_vec3_sub(from, fk_vec3_scale(axis, share));
}

/* The cap or the side of a cylinder or cone, whichever is nearer to the point. The side of a cone with the axis u leans by the radius
 * over |u|. */
static fk_vec3 lathe_normal(const fk_piece *piece, fk_vec3 point)
{
    const fk_capsule *c = &piece->as.capsule;
    bool is_cone = piece->kind == FK_KIND_CONE;
    fk_vec3 axis = fk_vec3_sub(c->end[1], c->end[0]), from = fk_vec3_sub(point, c->end[0]);
    double square = fk_vec3_dot(axis, axis), share = fk_vec3_dot(from, axis) / square, length = sqrt(square);
    fk_vec3 across = fk_vec3_sub(from, fk_vec3_scale(axis, share));
    double radius = is_cone ? c->radius * (1 - share) : c->radius;
    double side = fabs(fk_vec3_length(across) - radius);
    if (fabs(share) * length < side)
        return fk_vec3_negate(axis);
    if (!is_cone && fabs(1 - share) * length < side)
        return axis;
    double lean = is_cone ? c->radius / square : 0;
    return fk_vec3_add(fk_vec3_unit(across), fk_vec3_scale(axis, lean));
}

/* The gradient of the sum of (normal[i].y)^2, with the products of edges as normals. */
static fk_vec3 ellipsoid_normal(const fk_cell *c, fk_vec3 point)
{
    fk_vec3 y = fk_vec3_sub(point, c->origin), sum = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        fk_vec3 n = fk_vec3_cross(c->edge[(k + 1) % 3], c->edge[(k + 2) % 3]);
        sum = fk_vec3_add(sum, fk_vec3_scale(n, fk_vec3_dot(n, y)));
    }
    return sum;
}

static fk_vec3 piece_normal(const fk_piece *piece, const ray_entry *e, fk_vec3 point)
{
    fk_vec3 normal = {0, 0, 0};
    switch (piece->kind) {
    case FK_KIND_SPHERE:
        normal = fk_vec3_sub(point, piece->as.sphere.center);
        break;
    case FK_KIND_CAPSULE:
        normal = capsule_normal(&piece->as.capsule, point);
        break;
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        normal = lathe_normal(piece, point);
        break;
    case FK_KIND_ELLIPSOID:
        normal = ellipsoid_normal(&piece->as.ellipsoid, point);
        break;
    case FK_KIND_HALF_SPACE:
        normal = piece->as.half.normal;
        break;
    case FK_KIND_TRIANGLE:
        normal = triangle_normal(piece->as.triangle);
        break;
    case FK_KIND_BOX:
    case FK_KIND_TETRA:
        normal = cell_normal(piece, *e);
        break;
    case FK_KIND_HULL:
        normal = fk_hull_ray_normal(&piece->as.hull, e->origin, e->direction);
        break;
    default:
        break;
    }
    if (fk_vec3_is_finite(normal) && fk_vec3_largest(normal) > 0)
        return fk_vec3_unit(normal);
    fk_piece p = fk_piece_point(point);
    return find_contact_normal(&p, piece, e->direction);
}

/* ---- Rays ---------------------------------------------------------------------------------------------- */

static fk_status cast_ray_at_primitives(fk_context *context, const fk_prepared_collider *a,
                                        const ray_entry *e, double end, fk_collider_hit *out)
{
    fk_piece point = fk_piece_point(e->origin);
    fk_bvh bvh[2];
    cast_search c = {.velocity = e->direction, .end = end};
    fk_bvh_of_piece(&point, &bvh[0]);
    fk_status status = fk_bvh_make(context, a, false, &bvh[1]);
    if (status != FK_OK)
        return status;
    status = find_first_hit(context, &c, &bvh[0], &bvh[1]);
    fk_bvh_end(context, &bvh[1]);
    if (status != FK_OK)
        return status;
    fill_hit(&c, out);
    if (out->result != FK_CAST_HIT)
        return FK_OK;
    out->point = fk_vec3_add(e->origin, displacement_at_hit(&c));
    if (fk_sign_of(out->time.hi) > 0)
        out->normal = orient_against(piece_normal(&c.pair.b, e, out->point), e->direction);
    return FK_OK;
}

/* Whether the ray meets a triangle by the end. The time becomes the exact one, rounded down and up. */
static bool is_before_end(const fk_vec3 corner[3], const ray_entry *e, double end, fk_interval *time)
{
    fk_piece triangle = fk_piece_triangle(corner[0], corner[1], corner[2]);
    fk_cast cast;
    if (fk_double_order(time->lo, end) > 0 ||
        cast_ray_until(e->origin, e->direction, &triangle, end, &cast) != FK_OK || cast.result != FK_CAST_HIT)
        return false;
    *time = cast.enter;
    return true;
}

static fk_status cast_ray_at_mesh(const fk_prepared_collider *a, const ray_entry *e, double end,
                                  fk_collider_hit *out)
{
    fk_probe ray = {FK_PROBE_RAY, e->origin, e->direction, 0};
    fk_placed_hit hit;
    fk_status status = fk_placed_probe_first(&a->mesh, &ray, &hit);
    if (status != FK_OK)
        return status;
    memset(out, 0, sizeof *out);
    out->result = FK_CAST_MISS;
    out->part = FK_NONE;
    if (hit.triangle == FK_NONE) /* then the ray does not begin inside a solid either */
        return FK_OK;
    if (fk_placed_is_inside(&a->mesh, e->origin)) {
        *out = make_inside_hit(0, e->origin);
        return FK_OK;
    }
    fk_vec3 corner[3];
    fk_placed_triangle(&a->mesh, hit.triangle, corner);
    if (!is_before_end(corner, e, end, &hit.time))
        return FK_OK;
    out->result = FK_CAST_HIT;
    out->time = hit.time;
    out->part = fk_mesh_shape_original(&a->collider->mesh, hit.triangle);
    out->point = hit.point;
    if (fk_sign_of(hit.time.hi) > 0)
        out->normal = orient_against(fk_vec3_unit(triangle_normal(corner)), e->direction);
    return FK_OK;
}

/* Whether a hit at one interval comes before one at another. Both are exact times, rounded down and up, so their order is that of
 * the ends, unless both are the same. */
static bool is_earlier_hit(fk_interval a, fk_interval b)
{
    int order = fk_double_order(a.lo, b.lo);
    return order != 0 ? order < 0 : fk_double_order(a.hi, b.hi) < 0;
}

/* Few pieces, each placed when it is its turn; hulls are posed, without a copy of their points. */
static fk_status cast_ray_at_few_pieces(const fk_placed_collider *a, const ray_entry *e, double end,
                                        fk_collider_hit *out)
{
    const fk_collider *c = a->collider;
    memset(out, 0, sizeof *out);
    out->result = FK_CAST_MISS;
    out->part = FK_NONE;
    for (uint32_t i = 0; i < c->part_count; i++) {
        fk_piece piece = fk_piece_place(&c->piece[i], &a->pose, NULL);
        fk_cast cast;
        fk_status status = cast_ray_until(e->origin, e->direction, &piece, end, &cast);
        if (status != FK_OK)
            return status;
        if (cast.result != FK_CAST_HIT ||
            (out->result == FK_CAST_HIT && !is_earlier_hit(cast.enter, out->time)))
            continue;
        out->result = FK_CAST_HIT;
        out->time = cast.enter;
        out->part = i;
    }
    return FK_OK;
}

static bool has_few_pieces(const fk_collider *c)
{
    return c->kind == FK_COLLIDER_PIECES && c->part_count <= FK_COLLIDER_FEW;
}

void fk_placed_ray_finish(const fk_placed_collider *a, fk_vec3 origin, fk_vec3 direction,
                          fk_collider_hit *hit)
{
    if (!has_few_pieces(a->collider) || hit->result != FK_CAST_HIT)
        return;
    ray_entry e = {.origin = origin, .direction = direction, .time = -HUGE_VAL};
    double time = fk_is_finite(hit->time.hi) ? hit->time.lo / 2 + hit->time.hi / 2 : hit->time.lo;
    hit->point = fk_vec3_add(origin, fk_vec3_scale(direction, time));
    if (fk_sign_of(hit->time.hi) == 0)
        return;
    fk_piece piece = fk_piece_place(&a->collider->piece[hit->part], &a->pose, NULL);
    hit->normal = orient_against(piece_normal(&piece, &e, hit->point), direction);
}

/* All other colliders are prepared, in memory of their own. */
static fk_status cast_ray_at_prepared(fk_context *context, const fk_placed_collider *a, const ray_entry *e,
                                      double end, fk_collider_hit *out)
{
    size_t bytes = fk_prepared_bytes(a->collider);
    void *room = bytes > 0 ? fk_allocate(context, bytes) : NULL;
    if (bytes > 0 && room == NULL)
        return FK_ERROR_MEMORY;
    fk_prepared_collider prepared;
    fk_collider_prepare(a, room, &prepared);
    fk_status status = a->collider->kind == FK_COLLIDER_MESH
                           ? cast_ray_at_mesh(&prepared, e, end, out)
                           : cast_ray_at_primitives(context, &prepared, e, end, out);
    fk_release(context, room, bytes);
    return status;
}

fk_status fk_placed_ray(fk_context *context, const fk_placed_collider *a, fk_vec3 origin, fk_vec3 direction,
                        double end, fk_collider_hit *out)
{
    ray_entry e = {.origin = origin, .direction = direction, .time = -HUGE_VAL};
    fk_collider_hit hit;
    fk_status status = has_few_pieces(a->collider) ? cast_ray_at_few_pieces(a, &e, end, &hit)
                                                   : cast_ray_at_prepared(context, a, &e, end, &hit);
    if (status != FK_OK)
        return status;
    if (hit.result == FK_CAST_MISS)
        hit.moving = 0;
    *out = hit;
    return FK_OK;
}

fk_status fk_collider_ray(fk_context *context, const fk_placed_collider *a, fk_vec3 origin, fk_vec3 direction,
                          double end, fk_collider_hit *out)
{
    if (!fk_vec3_is_finite(origin) || !fk_vec3_is_finite(direction))
        return FK_ERROR_NOT_FINITE;
    if (fk_vec3_nonzeros(direction) == 0 || !(end >= 0))
        return FK_ERROR_ARGUMENT;
    fk_status status = fk_placed_ray(context, a, origin, direction, end, out);
    if (status == FK_OK)
        fk_placed_ray_finish(a, origin, direction, out);
    return status;
}
