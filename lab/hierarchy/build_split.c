/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Top-down building: splits a set of primitives in two, recursively, until the rules stop.
 *
 * Source: Grulich, "Collision detection in 3D space", 2016, section 3.2, algorithm 6, and the strategies and the two treatments of
 * triangles on the plane that follow it.
 *
 * The primitives are sorted by their centroids along an axis. A split is a position in this order; a sweep from both ends measures every
 * split. At least a sixteenth of the primitives is on either side, so the depth is logarithmic for all inputs. Among equally good splits
 * the most even one wins; primitives with the same centroid are divided by their numbers.
 *
 * Where triangles are cut, the plane lies halfway between the two centroids next to the split. */

#include "base/lists.h"
#include "base/vec3.h"
#include "hierarchy/builder.h"
#include "shape/bound.h"

#include <math.h>
#include <string.h>

/* ---- Cutting ------------------------------------------------------------------------------------------- */

/* Triangles that are cut where the plane of a split goes through them, so that each side has its own fragments.
 *
 * Source: Grulich, "Collision detection in 3D space", 2016, section 3.2: "cut the primitive into two parts
 * and both parts will represent new primitives".
 *
 * Nothing of a triangle may be lost by rounding. Let u and v be corners on both sides, t a double between 0
 * and 1, and q = (1 - t) u + t v, a real point. Whatever t is, cutting at such points gives fragments that
 * together are the triangle: only how near they end to the plane depends on t. What is rounded is q itself.
 * With u and v off by e, it is off by e and by what is lost in computing u + t (v - u): a unit of v - u, of
 * the product, and of the sum, at most 4 units of the largest coordinate. Then the coordinate across the
 * plane is set to where the plane is, from which it is off by the rounding of t, three units of v - u, and as
 * much again: together below 16 units. Volumes that hold the corners grow by the error.
 *
 * The side that has two corners is a quadrilateral: two fragments. */

double fk_primitive_corners(const fk_hierarchy_builder *b, uint32_t part, fk_vec3 corner[3])
{
    uint32_t n = b->mesh->triangle_count;
    for (int k = 0; k < 3; k++)
        corner[k] =
            part < n ? b->mesh->point[b->mesh->triangle[part].corner[k]] : b->fragment[part - n].corner[k];
    return part < n ? 0.0 : b->fragment[part - n].error;
}

static unsigned fk_primitive_sides(const fk_hierarchy_builder *b, uint32_t part, int axis, double at)
{
    fk_vec3 corner[3];
    unsigned sides = 0;
    fk_primitive_corners(b, part, corner);
    for (int k = 0; k < 3; k++) {
        double x = fk_vec3_get(corner[k], axis);
        sides |= (x < at ? 1u : 0u) | (x > at ? 2u : 0u);
    }
    return sides;
}

/* Where the plane meets a side of a part. */
static fk_vec3 plane_crossing(fk_vec3 u, fk_vec3 v, int axis, double at)
{
    double from = fk_vec3_get(u, axis), to = fk_vec3_get(v, axis);
    double t = (at - from) / (to - from);
    t = t > 0.0 ? fk_smaller(t, 1.0) : 0.0;
    fk_vec3 q = fk_vec3_add(u, fk_vec3_scale(fk_vec3_sub(v, u), t));
    *fk_vec3_at(&q, axis) = at;
    return q;
}

static void add_fragment(fk_hierarchy_builder *b, const fk_fragment *whole, fk_vec3 p, fk_vec3 q, fk_vec3 r)
{
    fk_fragment *f = &b->fragment[b->part_count - b->mesh->triangle_count];
    *f = *whole;
    const fk_vec3 corner[3] = {p, q, r};
    fk_build_primitive *part = &b->part[b->part_count++];
    part->box = fk_aabb_empty();
    part->centroid = fk_vec3_make(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        f->corner[k] = corner[k];
        fk_vec3 at = fk_vec3_sub(fk_vec3_scale(corner[k], b->scale), b->middle);
        part->box = fk_aabb_include(part->box, at);
        part->centroid = fk_vec3_add(part->centroid, fk_vec3_scale(at, 1.0 / 3.0));
    }
}

static fk_fragment whole_fragment(const fk_hierarchy_builder *b, uint32_t part)
{
    fk_fragment whole;
    uint32_t n = b->mesh->triangle_count;
    whole.error = fk_primitive_corners(b, part, whole.corner);
    whole.triangle = part < n ? part : b->fragment[part - n].triangle;
    return whole;
}

/* The corner that is alone on its side, or on the plane between the others, comes first. */
static void turn_to_first(fk_vec3 corner[3], int axis, double at)
{
    int side[3], first = 0;
    for (int k = 0; k < 3; k++) {
        double x = fk_vec3_get(corner[k], axis);
        side[k] = x < at ? -1 : x > at;
    }
    for (int k = 0; k < 3; k++)
        if (side[k] != side[(k + 1) % 3] && side[k] != side[(k + 2) % 3] &&
            (side[k] == 0 || side[(k + 1) % 3] == side[(k + 2) % 3]))
            first = k;
    const fk_vec3 turned[3] = {corner[first], corner[(first + 1) % 3], corner[(first + 2) % 3]};
    for (int k = 0; k < 3; k++)
        corner[k] = turned[k];
}

static uint32_t fk_primitive_cut(fk_hierarchy_builder *b, uint32_t part, int axis, double at, unsigned *above)
{
    size_t parts = b->part_count, fragments = parts - b->mesh->triangle_count;
    fk_fragment whole = whole_fragment(b, part);
    if (!fk_grow(b->context, &b->part, sizeof *b->part, parts, &b->part_capacity, parts + 3) ||
        !fk_grow(b->context, &b->fragment, sizeof *b->fragment, fragments, &b->fragment_capacity,
                 fragments + 3))
        return 0;
    fk_vec3 corner[3] = {whole.corner[0], whole.corner[1], whole.corner[2]};
    turn_to_first(corner, axis, at);
    double first = fk_vec3_get(corner[0], axis), second = fk_vec3_get(corner[1], axis);
    whole.error = fk_add_upward(whole.error, 16 * FK_BOUND_UNIT * fk_vec3_largest(b->reach) + FK_BOUND_TINY);
    if (first == at) {
        fk_vec3 q = plane_crossing(corner[1], corner[2], axis, at);
        add_fragment(b, &whole, corner[0], corner[1], q);
        add_fragment(b, &whole, corner[0], q, corner[2]);
        *above = second > at ? 1 : 2;
        return 2;
    }
    fk_vec3 q = plane_crossing(corner[0], corner[1], axis, at),
            r = plane_crossing(corner[0], corner[2], axis, at);
    add_fragment(b, &whole, corner[0], q, r);
    add_fragment(b, &whole, q, corner[1], corner[2]);
    add_fragment(b, &whole, q, corner[2], r);
    *above = first > at ? 1 : 6;
    return 3;
}

/* A share of the parts that is left on either side: one of so many. */
#define SHARE 16

/* Fragments for each triangle, in the whole tree. */
#define MOST_FRAGMENTS 2

/* A set that waits to be split: the last parts of the list, as all sets after it have been taken. */
typedef struct primitive_set {
    uint32_t begin, count, depth;
    uint32_t parent; /* whose right child it is; FK_NONE for a left child, which follows its parent */
} primitive_set;

typedef struct set_splitter {
    fk_hierarchy_builder *b;
    uint32_t *order; /* the parts of all sets that wait, one after the other */
    primitive_set *waiting;
    size_t order_capacity, waiting_capacity, waiting_count;
    /* Room for one set. */
    uint64_t *key, *room;
    fk_aabb *rest; /* box of all parts from this one on */
    uint32_t *side[2];
} set_splitter;

typedef struct split_plane {
    int axis;
    uint32_t place; /* so many parts are on the left */
    double cost;
} split_plane;

/* ---- Cuts ---------------------------------------------------------------------------------------------- */

/* A number that orders as a float does. */
static uint32_t float_rank(double x)
{
    float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static fk_aabb centroid_box(const set_splitter *s, const primitive_set *now)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < now->count; i++)
        box = fk_aabb_include(box, s->b->part[s->order[now->begin + i]].centroid);
    return box;
}

/* Leaves the keys of the parts in order: their numbers are the lower halves. They are compared relative to
 * the middle of the set, where floats tell them apart. */
static void sort_along(set_splitter *s, const primitive_set *now, const fk_aabb *centroids, int axis)
{
    double middle = 0.5 * (fk_vec3_get(centroids->min, axis) + fk_vec3_get(centroids->max, axis));
    for (uint32_t i = 0; i < now->count; i++) {
        uint32_t part = s->order[now->begin + i];
        double at = fk_vec3_get(s->b->part[part].centroid, axis) - middle;
        s->key[i] = (uint64_t)float_rank(at) << 32 | part;
    }
    fk_sort_u64(s->key, s->room, now->count);
}

static const fk_build_primitive *primitive_at(const set_splitter *s, uint32_t i)
{
    return &s->b->part[(uint32_t)s->key[i]];
}

/* The volume of a box with sides that are a little longer, so that flat ones differ. */
static double thick_volume(const fk_aabb *box, double more)
{
    fk_vec3 d = fk_vec3_sub(box->max, box->min);
    return (fk_larger(d.x, 0) + more) * (fk_larger(d.y, 0) + more) * (fk_larger(d.z, 0) + more);
}

static double overlap_volume(const fk_aabb *a, const fk_aabb *b, double more)
{
    double volume = 1;
    for (int k = 0; k < 3; k++) {
        double low = fk_larger(fk_vec3_get(a->min, k), fk_vec3_get(b->min, k));
        double high = fk_smaller(fk_vec3_get(a->max, k), fk_vec3_get(b->max, k));
        if (high < low)
            return 0;
        volume *= high - low + more;
    }
    return volume;
}

/* What a strategy minimises. */
static double split_cost(fk_hierarchy_strategy strategy, const fk_aabb box[2], const uint32_t count[2],
                         int axis, double more)
{
    switch (strategy) {
    case FK_SMALLEST_SUM:
        return thick_volume(&box[0], more) + thick_volume(&box[1], more);
    case FK_SMALLEST_LARGEST:
        return fk_larger(thick_volume(&box[0], more), thick_volume(&box[1], more));
    case FK_SMALLEST_OVERLAP:
        return overlap_volume(&box[0], &box[1], more);
    case FK_SMALLEST_SUM_OVERLAP:
        return thick_volume(&box[0], more) + thick_volume(&box[1], more) +
               overlap_volume(&box[0], &box[1], more);
    case FK_LARGEST_SEPARATION:
        return fk_vec3_get(box[0].max, axis) - fk_vec3_get(box[1].min, axis);
    default:
        return fk_build_box_area(&box[0]) * count[0] + fk_build_box_area(&box[1]) * count[1];
    }
}

static uint32_t unevenness(uint32_t place, uint32_t count)
{
    return place > count - place ? 2 * place - count : count - 2 * place;
}

/* Takes the best cut along the axis that the keys are sorted by, if it is better than *best. */
static void sweep_axis(set_splitter *s, const primitive_set *now, int axis, split_plane *best)
{
    uint32_t n = now->count, least = (n + SHARE - 1) / SHARE;
    fk_aabb left = fk_aabb_empty(), all = fk_aabb_empty();
    for (uint32_t i = n; i > 0; i--)
        s->rest[i - 1] = all = fk_build_box_join(&all, &primitive_at(s, i - 1)->box);
    double more = 0x1p-10 * fk_vec3_largest(fk_vec3_sub(all.max, all.min));
    for (uint32_t i = 1; i < n; i++) {
        left = fk_build_box_join(&left, &primitive_at(s, i - 1)->box);
        if (i < least || n - i < least)
            continue;
        const fk_aabb box[2] = {left, s->rest[i]};
        const uint32_t count[2] = {i, n - i};
        double cost = split_cost(s->b->rules.strategy, box, count, axis, more);
        if (cost < best->cost || (cost == best->cost && unevenness(i, n) < unevenness(best->place, n)))
            *best = (split_plane){axis, i, cost};
    }
}

/* Chooses a cut, and leaves the keys sorted along its axis. */
static split_plane choose_split(set_splitter *s, const primitive_set *now)
{
    fk_aabb centroids = centroid_box(s, now);
    fk_vec3 d = fk_vec3_sub(centroids.max, centroids.min);
    split_plane best = {d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2, now->count / 2, INFINITY};
    int sorted = -1;
    if (s->b->rules.strategy != FK_EQUAL_COUNT)
        for (sorted = 0; sorted < 3; sorted++) {
            sort_along(s, now, &centroids, sorted);
            sweep_axis(s, now, sorted, &best);
        }
    if (best.axis != sorted - 1)
        sort_along(s, now, &centroids, best.axis);
    return best;
}

/* ---- Both sides ---------------------------------------------------------------------------------------- */

static void partition_primitives(set_splitter *s, const primitive_set *now, const split_plane *chosen,
                                 uint32_t count[2])
{
    count[0] = count[1] = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        int k = i >= chosen->place;
        s->side[k][count[k]++] = (uint32_t)s->key[i];
    }
}

/* Where the plane of a cut is, not scaled. */
static double plane_position(const set_splitter *s, const split_plane *chosen)
{
    double low = fk_vec3_get(primitive_at(s, chosen->place - 1)->centroid, chosen->axis);
    double high = fk_vec3_get(primitive_at(s, chosen->place)->centroid, chosen->axis);
    return (0.5 * (low + high) + fk_vec3_get(s->b->middle, chosen->axis)) / s->b->scale;
}

/* Whether both sides are small enough after cutting: a part on the plane gives one fragment to one side and
 * two to the other, at most; and whether there may be so many fragments. */
static bool is_worth_cutting(const set_splitter *s, const primitive_set *now, int axis, double at)
{
    uint32_t n = now->count, crossing = 0, only[2] = {0, 0};
    for (uint32_t i = 0; i < n; i++) {
        unsigned sides = fk_primitive_sides(s->b, (uint32_t)s->key[i], axis, at);
        crossing += sides == 3;
        only[0] += sides < 2;
        only[1] += sides != 1 && sides != 3;
    }
    uint32_t made = s->b->part_count - s->b->mesh->triangle_count, most = n - (n + SHARE - 1) / SHARE;
    return only[0] + 2 * crossing <= most && only[1] + 2 * crossing <= most && only[0] + crossing > 0 &&
           only[1] + crossing > 0 &&
           made + 3 * (uint64_t)crossing <= MOST_FRAGMENTS * (uint64_t)s->b->mesh->triangle_count;
}

/* Primitives in the plane go to the side of their position in the order. False without memory. */
static bool cut_primitives(set_splitter *s, const primitive_set *now, const split_plane *chosen, double at,
                           uint32_t count[2])
{
    count[0] = count[1] = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        uint32_t part = (uint32_t)s->key[i];
        unsigned sides = fk_primitive_sides(s->b, part, chosen->axis, at), above;
        if (sides != 3) {
            int k = sides == 0 ? i >= chosen->place : sides == 2;
            s->side[k][count[k]++] = part;
            continue;
        }
        uint32_t first = s->b->part_count, made = fk_primitive_cut(s->b, part, chosen->axis, at, &above);
        if (made == 0)
            return false;
        for (uint32_t j = 0; j < made; j++) {
            int k = above >> j & 1;
            s->side[k][count[k]++] = first + j;
        }
    }
    return true;
}

/* ---- All sets ------------------------------------------------------------------------------------------ */

static bool push_primitive_set(set_splitter *s, primitive_set waits)
{
    if (!fk_grow(s->b->context, &s->waiting, sizeof *s->waiting, s->waiting_count, &s->waiting_capacity,
                 s->waiting_count + 1))
        return false;
    s->waiting[s->waiting_count++] = waits;
    return true;
}

/* The left set is taken next, so it comes last. */
static bool push_both_sets(set_splitter *s, const primitive_set *now, const uint32_t count[2], uint32_t node)
{
    uint32_t all = count[0] + count[1];
    if (!fk_grow(s->b->context, &s->order, sizeof *s->order, now->begin, &s->order_capacity,
                 (size_t)now->begin + all))
        return false;
    memcpy(s->order + now->begin, s->side[1], count[1] * sizeof *s->order);
    memcpy(s->order + now->begin + count[1], s->side[0], count[0] * sizeof *s->order);
    primitive_set right = {now->begin, count[1], now->depth + 1, node};
    primitive_set left = {now->begin + count[1], count[0], now->depth + 1, FK_NONE};
    return push_primitive_set(s, right) && push_primitive_set(s, left);
}

static bool make_leaf(set_splitter *s, const primitive_set *now)
{
    fk_hierarchy_builder *b = s->b;
    size_t wanted = (size_t)b->listed_count + now->count;
    if (!fk_hierarchy_add_node(b, now->parent, b->listed_count, now->count) ||
        !fk_grow(b->context, &b->listed, sizeof *b->listed, b->listed_count, &b->listed_capacity, wanted))
        return false;
    memcpy(b->listed + b->listed_count, s->order + now->begin, now->count * sizeof *b->listed);
    b->listed_count += now->count;
    b->depth = now->depth > b->depth ? now->depth : b->depth;
    return true;
}

static bool split_set(set_splitter *s, const primitive_set *now)
{
    fk_hierarchy_builder *b = s->b;
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < now->count; i++)
        box = fk_build_box_join(&box, &b->part[s->order[now->begin + i]].box);
    if (fk_hierarchy_is_leaf(b, now->count, now->depth, &box))
        return make_leaf(s, now);
    uint32_t node = b->node_count, count[2];
    if (!fk_hierarchy_add_node(b, now->parent, b->listed_count, 0))
        return false;
    split_plane chosen = choose_split(s, now);
    double at = b->rules.cut ? plane_position(s, &chosen) : 0;
    if (!b->rules.cut || !is_worth_cutting(s, now, chosen.axis, at))
        partition_primitives(s, now, &chosen, count);
    else if (!cut_primitives(s, now, &chosen, at, count))
        return false;
    return push_both_sets(s, now, count, node);
}

static bool push_root_set(set_splitter *s)
{
    uint32_t n = s->b->part_count;
    if (!fk_grow(s->b->context, &s->order, sizeof *s->order, 0, &s->order_capacity, n))
        return false;
    for (uint32_t i = 0; i < n; i++)
        s->order[i] = i;
    primitive_set all = {0, n, 0, FK_NONE};
    return push_primitive_set(s, all);
}

fk_status fk_hierarchy_split(fk_hierarchy_builder *b)
{
    set_splitter s = {.b = b};
    size_t n = b->part_count;
    s.key = fk_allocate(b->context, n * sizeof *s.key);
    s.room = fk_allocate(b->context, n * sizeof *s.room);
    s.rest = fk_allocate(b->context, n * sizeof *s.rest);
    for (int k = 0; k < 2; k++)
        s.side[k] = fk_allocate(b->context, n * sizeof *s.side[k]);
    bool fits = s.key != NULL && s.room != NULL && s.rest != NULL && s.side[0] != NULL && s.side[1] != NULL &&
                push_root_set(&s);
    while (fits && s.waiting_count > 0) {
        primitive_set now = s.waiting[--s.waiting_count];
        fits = split_set(&s, &now);
    }
    fk_release(b->context, s.key, n * sizeof *s.key);
    fk_release(b->context, s.room, n * sizeof *s.room);
    fk_release(b->context, s.rest, n * sizeof *s.rest);
    for (int k = 0; k < 2; k++)
        fk_release(b->context, s.side[k], n * sizeof *s.side[k]);
    fk_release(b->context, s.order, s.order_capacity * sizeof *s.order);
    fk_release(b->context, s.waiting, s.waiting_capacity * sizeof *s.waiting);
    return fits ? FK_OK : FK_ERROR_MEMORY;
}
