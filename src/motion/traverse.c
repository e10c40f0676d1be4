/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The traversal of two moving colliders during an interval of time, on a front of the bounding volume test tree.
 *
 * A pair of nodes is tested along directions (traverse_pairs.c): the one that settled the last pair, the one with
 * which its parent came nearest, the one in which the other node is thin, and the line of the centers; for a pair of
 * the front, and one that will not be opened, also between their nearest points, by GJK. For a pair
 * that stays open, the larger node is opened if its box is larger than the motion. Else halving the interval helps
 * more, and the pair goes to the front as it is. As soon as one pair does, the interval will be halved anyway, and
 * only much larger boxes are opened; to know that early, the nearest primitives of the last test come first. If no
 * primitives were measured, the pair that seems nearest is followed down to two primitives, for their distance.
 * Before all of this, known directions are tried on a front of few pairs, and the witness, a corner deep inside the
 * other collider: far apart and deep in contact, most tests end there.
 *
 * The two colliders are put in an order that depends on their contents, so that (b, a) is the same traversal; for
 * equal ones the first test decides, by their poses.
 *
 * Weak inputs: two half-spaces are never proved to be apart. */

#include "motion/traverse.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"

/* Boxes larger than this multiple of the motion are opened: in general, and once it is known that the interval will
 * be halved. */
#define OPEN_RATIO 1.0
#define LATE_RATIO 16.0

/* ---- Building ------------------------------------------------------------------------------------------ */

static fk_status compare_colliders(fk_context *context, const fk_collider *a, const fk_collider *b,
                                   int *order)
{
    fk_placed_collider p = {a, fk_pose_identity()}, q = {b, fk_pose_identity()};
    fk_prepared_pair pair;
    *order = 0;
    if (a == b)
        return FK_OK;
    fk_status status = fk_prepared_pair_make(context, &p, &q, &pair);
    if (status != FK_OK)
        return status;
    *order = fk_prepared_order(&pair.a, &pair.b);
    fk_prepared_pair_free(context, &pair);
    return FK_OK;
}

fk_status fk_traversal_create(fk_context *context, const fk_collider *a, const fk_collider *b,
                              fk_traversal **out)
{
    int order;
    fk_status status = compare_colliders(context, a, b, &order);
    fk_traversal *traversal = status == FK_OK ? fk_allocate(context, sizeof *traversal) : NULL;
    if (traversal == NULL)
        return FK_ERROR_MEMORY;
    memset(traversal, 0, sizeof *traversal);
    traversal->context = context;
    traversal->is_ordered = order != 0;
    traversal->is_swapped = order > 0;
    status = fk_moving_bvh_make(context, order > 0 ? b : a, &traversal->bvh[0]);
    if (status == FK_OK)
        status = fk_moving_bvh_make(context, order > 0 ? a : b, &traversal->bvh[1]);
    if (status == FK_OK)
        *out = traversal;
    else
        fk_traversal_free(traversal);
    return status;
}

void fk_traversal_search_closest(fk_traversal *traversal, fk_closest_width width)
{
    traversal->searches_closest = true;
    traversal->width = width;
}

void fk_traversal_free(fk_traversal *traversal)
{
    if (traversal == NULL)
        return;
    fk_moving_bvh_end(traversal->context, &traversal->bvh[1]);
    fk_moving_bvh_end(traversal->context, &traversal->bvh[0]);
    fk_release(traversal->context, traversal->entry, traversal->capacity * sizeof *traversal->entry);
    fk_release(traversal->context, traversal->pending,
               traversal->pending_capacity * sizeof *traversal->pending);
    fk_release(traversal->context, traversal, sizeof *traversal);
}

/* ---- Fronts -------------------------------------------------------------------------------------------- */

static bool push_front(fk_traversal *traversal, const fk_front_pair *entry)
{
    if (!fk_grow(traversal->context, &traversal->entry, sizeof *traversal->entry, traversal->used,
                 &traversal->capacity, traversal->used + 1))
        return false;
    traversal->entry[traversal->used] = *entry;
    traversal->entry[traversal->used++].is_tested = 0;
    return true;
}

static fk_front_pair root_pair(fk_traversal_node a, fk_traversal_node b)
{
    fk_front_pair entry = {{a, b}, {0, 0, 0}, {a != FK_TRAVERSAL_ROOT, b != FK_TRAVERSAL_ROOT}, 0, 0};
    return entry;
}

static bool push_root_pair(fk_traversal *traversal, fk_traversal_node a, fk_traversal_node b)
{
    fk_front_pair entry = root_pair(a, b);
    return push_front(traversal, &entry);
}

/* The root, or the only primitive. */
static fk_traversal_node first_node(const fk_moving_bvh *bvh)
{
    return bvh->count == 1 ? 0 : FK_TRAVERSAL_ROOT;
}

/* Pairs of both roots, and of unbounded primitives, each with each. */
fk_status fk_traversal_start(fk_traversal *traversal, fk_traversal_front *out)
{
    const fk_moving_bvh *a = &traversal->bvh[0], *b = &traversal->bvh[1];
    bool has_memory = true;
    traversal->used = 0;
    for (uint32_t i = 0; i <= a->unbounded_count && has_memory; i++)
        for (uint32_t k = 0; k <= b->unbounded_count && has_memory; k++) {
            if ((i == 0 && a->tree == NULL) || (k == 0 && b->tree == NULL))
                continue;
            has_memory = push_root_pair(traversal, i == 0 ? first_node(a) : a->count + i - 1,
                                        k == 0 ? first_node(b) : b->count + k - 1);
        }
    if (!has_memory) {
        traversal->used = 0;
        return FK_ERROR_MEMORY;
    }
    *out = (fk_traversal_front){0, traversal->used};
    return FK_OK;
}

void fk_traversal_drop(fk_traversal *traversal, const fk_traversal_front *front)
{
    if (front->begin < traversal->used)
        traversal->used = front->begin;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* The larger node that is no leaf. */
static int node_to_open(const fk_front_pair *entry, const fk_traversal_shape shape[2])
{
    if (entry->is_leaf[0] || entry->is_leaf[1])
        return entry->is_leaf[0] ? 1 : 0;
    return shape[1].size > shape[0].size ? 1 : 0;
}

static void make_pair_shapes(fk_traversal *traversal, const fk_front_pair *entry, fk_traversal_shape shape[2])
{
    for (int k = 0; k < 2; k++)
        fk_traversal_shape_make(&traversal->bvh[k], entry->node[k], entry->is_leaf[k], &shape[k]);
}

static fk_vec3 stored_direction(const fk_front_pair *entry)
{
    return fk_vec3_make((double)entry->direction[0], (double)entry->direction[1],
                        (double)entry->direction[2]);
}

static void store_direction(fk_front_pair *entry, fk_vec3 direction)
{
    entry->direction[0] = (float)direction.x;
    entry->direction[1] = (float)direction.y;
    entry->direction[2] = (float)direction.z;
}

/* The normal of the largest faces of a box. */
static fk_vec3 thinnest_direction(const fk_traversal_shape *shape)
{
    double square[3];
    for (int k = 0; k < 3; k++)
        square[k] = fk_vec3_dot(shape->point[1 + k], shape->point[1 + k]);
    int least = square[1] < square[0] ? 1 : 0;
    least = square[2] < square[least] ? 2 : least;
    return fk_vec3_cross(shape->point[1 + (least + 1) % 3], shape->point[1 + (least + 2) % 3]);
}

/* Tests the directions of boxes. */
static bool test_box_directions(fk_traversal *traversal, const fk_front_pair *entry, fk_tested_pair *tested)
{
    const fk_traversal_shape *a = &tested->shape[0], *b = &tested->shape[1];
    if (!entry->is_tested && fk_test_known_directions(traversal, stored_direction(entry), tested))
        return true;
    if (a->is_unbounded || b->is_unbounded)
        return false;
    return fk_test_direction(traversal, fk_vec3_sub(b->middle, a->middle), tested);
}

/* Notes a lower bound of the distance of a pair; NaN is none. */
static void note_least_distance(fk_traversal *traversal, double least)
{
    if (!(least >= traversal->found.least))
        traversal->found.least = least > 0 ? least : 0;
}

/* Tests all children of a node at once along the directions at hand: that of the parents, the last axis, and that in
 * which the other node is thin. */
static void test_children(fk_traversal *traversal, fk_vec3 direction, fk_child_pairs *children)
{
    fk_traversal_axis axis;
    if (fk_traversal_axis_make(traversal, direction, &axis))
        note_least_distance(traversal, fk_test_child_pairs(traversal, &axis, children));
    if (traversal->has_axis && children->open != 0)
        note_least_distance(traversal, fk_test_child_pairs(traversal, &traversal->last, children));
    if (children->open != 0 && children->one.is_box &&
        fk_traversal_axis_make(traversal, thinnest_direction(&children->one), &axis))
        note_least_distance(traversal, fk_test_child_pairs(traversal, &axis, children));
}

/* Pushes children that are not settled, the one with the least bound on top. */
static bool push_child_pairs(fk_traversal *traversal, const fk_front_pair *entry, int which,
                             const fk_traversal_shape *one)
{
    fk_child_pairs children;
    fk_place_children(&traversal->bvh[which], entry->node[which], &children.batch);
    uint32_t count = children.batch.count;
    bool is_tested = !one->is_unbounded && !children.batch.are_pieces;
    children.which = which;
    children.one = *one;
    children.open = (1u << count) - 1;
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        children.least[i] = -INFINITY;
        children.direction[i] = stored_direction(entry);
    }
    if (is_tested)
        test_children(traversal, stored_direction(entry), &children);
    if (!fk_grow(traversal->context, &traversal->pending, sizeof *traversal->pending,
                 traversal->pending_count, &traversal->pending_capacity, traversal->pending_count + count))
        return false;
    uint32_t order[FK_TREE_WIDTH], open = 0;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t at = open;
        if (!(children.open >> i & 1))
            continue;
        for (; at > 0 && children.least[order[at - 1]] < children.least[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
        open++;
    }
    for (uint32_t k = 0; k < open; k++) {
        uint32_t i = order[k];
        fk_front_pair *child = &traversal->pending[traversal->pending_count++];
        *child = *entry;
        child->node[which] = children.batch.first + i;
        child->is_leaf[which] = children.batch.are_primitives;
        child->is_tested = is_tested;
        child->least = children.least[i];
        store_direction(child, children.direction[i]);
    }
    return true;
}

/* Whether to open a node of any size: it has leaves below it, or one child. The box of a point has no size, but
 * against a primitive there is more to test than the box. */
static bool is_last_level(const fk_moving_bvh *bvh, fk_traversal_node node)
{
    if (node == FK_TRAVERSAL_ROOT)
        return bvh->tree->node[0].used == 1;
    return bvh->tree->node[node / FK_TREE_WIDTH].count[node % FK_TREE_WIDTH] > 0;
}

/* Whether pairs are left to the parts of the interval: in a search for the closest approach, once it must be split. Its parts
 * need fewer tests, since their level is lower. */
static bool will_split(const fk_traversal *traversal)
{
    return traversal->searches_closest && traversal->must_split;
}

/* Puts a pair into the front as it is. */
static bool push_untested(fk_traversal *traversal, const fk_front_pair *entry)
{
    note_least_distance(traversal, entry->is_tested ? entry->least : 0);
    return push_front(traversal, entry);
}

/* Settles a pair, opens it, or puts it into the front. */
static bool test_node_pair(fk_traversal *traversal, fk_front_pair entry)
{
    if (will_split(traversal))
        return push_untested(traversal, &entry);
    fk_tested_pair tested = {.least = entry.is_tested ? entry.least : -INFINITY,
                             .direction = stored_direction(&entry)};
    bool is_beyond, opens = false;
    int which = 0;
    make_pair_shapes(traversal, &entry, tested.shape);
    if (entry.is_leaf[0] && entry.is_leaf[1]) {
        is_beyond = fk_test_primitives(traversal, &entry, &tested);
    } else {
        is_beyond = test_box_directions(traversal, &entry, &tested);
        which = node_to_open(&entry, tested.shape);
        opens =
            tested.shape[which].size > (traversal->must_split ? LATE_RATIO : OPEN_RATIO) * traversal->blur ||
            (entry.is_leaf[1 - which] && is_last_level(&traversal->bvh[which], entry.node[which]));
        if (!is_beyond && (!opens || !entry.is_tested))
            is_beyond = fk_test_nearest_direction(traversal, &tested);
    }
    if (is_beyond || !opens)
        note_least_distance(traversal, tested.least);
    if (is_beyond)
        return true;
    store_direction(&entry, tested.direction);
    traversal->must_split = traversal->must_split || !opens;
    return opens ? push_child_pairs(traversal, &entry, which, &tested.shape[1 - which])
                 : push_front(traversal, &entry);
}

/* ---- One pair of primitives ---------------------------------------------------------------------------- */

/* An approximate distance of two nodes in the middle. */
static double estimate_distance(const fk_traversal_shape *a, const fk_traversal_shape *b)
{
    return fk_vec3_length(fk_vec3_sub(a->middle, b->middle)) - a->size - b->size;
}

/* Follows a pair down to two primitives, and tests these. */
static void descend_to_primitives(fk_traversal *traversal, fk_front_pair entry)
{
    fk_tested_pair tested = {.least = -INFINITY};
    make_pair_shapes(traversal, &entry, tested.shape);
    while (!entry.is_leaf[0] || !entry.is_leaf[1]) {
        int which = node_to_open(&entry, tested.shape);
        fk_moving_bvh *bvh = &traversal->bvh[which];
        fk_child_batch batch;
        double least = INFINITY;
        uint32_t best = 0;
        fk_place_children(bvh, entry.node[which], &batch);
        for (uint32_t i = 0; i < batch.count; i++) {
            fk_traversal_shape child;
            fk_traversal_shape_make(bvh, batch.first + i, batch.are_primitives, &child);
            double near = estimate_distance(&child, &tested.shape[1 - which]);
            if (near < least) {
                least = near;
                best = i;
            }
        }
        entry.node[which] = batch.first + best;
        entry.is_leaf[which] = batch.are_primitives;
        fk_traversal_shape_make(bvh, entry.node[which], batch.are_primitives, &tested.shape[which]);
    }
    entry.is_tested = true; /* the test has to measure it */
    fk_test_primitives(traversal, &entry, &tested);
}

/* Measures the pair of a front that seems nearest. */
static void measure_nearest_pair(fk_traversal *traversal, const fk_traversal_front *front)
{
    size_t best = front->begin;
    double least = INFINITY;
    for (size_t i = front->begin; i < front->begin + front->count; i++) {
        fk_traversal_shape shape[2];
        make_pair_shapes(traversal, &traversal->entry[i], shape);
        double near = estimate_distance(&shape[0], &shape[1]);
        if (near < least) {
            least = near;
            best = i;
        }
    }
    descend_to_primitives(traversal, traversal->entry[best]);
}

/* ---- A test -------------------------------------------------------------------------------------------- */

/* Of two equal colliders the one with the lower pose comes first. */
static void fix_order(fk_traversal *traversal, const fk_motion_bound *a, const fk_motion_bound *b)
{
    int order = traversal->is_ordered ? 0 : memcmp(&a->pose, &b->pose, sizeof a->pose);
    if (order == 0)
        return;
    traversal->is_ordered = true;
    traversal->is_swapped = order > 0;
    if (order > 0) {
        fk_moving_bvh bvh = traversal->bvh[0];
        traversal->bvh[0] = traversal->bvh[1];
        traversal->bvh[1] = bvh;
    }
}

static void place_colliders(fk_traversal *traversal, const fk_motion_bound *a, const fk_motion_bound *b,
                            double level)
{
    const fk_motion_bound *bound[2] = {traversal->is_swapped ? b : a, traversal->is_swapped ? a : b};
    traversal->level = level;
    traversal->has_axis = traversal->must_split = false;
    traversal->overlapping_count = 0;
    traversal->motion = 0;
    for (int k = 0; k < 2; k++)
        fk_moving_bvh_place(&traversal->bvh[k], bound[k]);
    for (int k = 0; k < 2; k++) {
        fk_moving_bvh *bvh = &traversal->bvh[k];
        fk_moving_bvh_bound_unbounded(bvh, bound[k], &traversal->bvh[1 - k], level);
        double tree = bvh->tree != NULL ? bvh->motion[0].whole : 0;
        double free = bvh->unbounded_count > 0 ? bvh->motion[1].whole : 0;
        traversal->motion += fk_larger(tree, free);
    }
    /* To first order motion is exact along one direction, which turns by about motion / level. */
    double rest = traversal->bvh[0].motion[0].rest + traversal->bvh[1].motion[0].rest;
    traversal->blur = traversal->motion;
    if (level > 0)
        traversal->blur = fk_smaller(rest + traversal->motion * (traversal->motion / level), traversal->blur);
    traversal->found =
        (fk_traversal_result){.least = INFINITY, .distance = INFINITY, .part_a = FK_NONE, .part_b = FK_NONE};
}

/* Tests whether the nearest primitives of the last test may come within the level: then the interval will be halved
 * anyway, and little needs to be opened. */
static void test_hint(fk_traversal *traversal)
{
    fk_tested_pair tested = {.least = -INFINITY};
    if (!traversal->has_hint)
        return;
    make_pair_shapes(traversal, &traversal->hint, tested.shape);
    /* What settles the pair in a front must settle it here, or the search for the closest approach does not end. */
    traversal->must_split = !fk_test_primitives(traversal, &traversal->hint, &tested) &&
                            !fk_test_known_directions(traversal, stored_direction(&traversal->hint), &tested);
}

/* Fronts of up to so many pairs are tried along known directions first. */
#define FEW_PAIRS 4

/* Whether the known directions settle all pairs of a front: far from contact, one test of this kind is all that an interval
 * costs. */
static bool settle_by_known_directions(fk_traversal *traversal, const fk_traversal_front *in)
{
    if (in->count > FEW_PAIRS)
        return false;
    for (size_t i = 0; i < in->count; i++) {
        const fk_front_pair *entry = &traversal->entry[in->begin + i];
        fk_tested_pair tested = {.least = -INFINITY};
        make_pair_shapes(traversal, entry, tested.shape);
        bool is_unbounded = tested.shape[0].is_unbounded || tested.shape[1].is_unbounded;
        if (!fk_test_known_directions(traversal, stored_direction(entry), &tested) &&
            (is_unbounded || !fk_test_direction(traversal, traversal->recent, &tested)))
            return false;
        note_least_distance(traversal, tested.least);
    }
    return true;
}

static void fill_result(fk_traversal *traversal, bool wants_within, const fk_traversal_front *front,
                        fk_traversal_result *out)
{
    fk_traversal_result *f = &traversal->found;
    f->level = traversal->level;
    if (front->count == 0)
        f->state = FK_TRAVERSAL_BEYOND;
    else if (wants_within && fk_traversal_is_within(traversal))
        f->state = FK_TRAVERSAL_WITHIN;
    else
        fk_traversal_predict(traversal);
    *out = *f;
}

/* A test that stops early has settled nothing: its front is its input. */
static bool keep_input_front(fk_traversal *traversal, const fk_traversal_front *in,
                             const fk_traversal_front *out)
{
    bool has_memory = true;
    traversal->used = out->begin;
    traversal->found.least = 0;
    for (size_t i = 0; i < in->count && has_memory; i++) {
        fk_front_pair entry = traversal->entry[in->begin + i];
        has_memory = push_front(traversal, &entry);
    }
    return has_memory;
}

fk_status fk_traversal_test(fk_traversal *traversal, const fk_motion_bound *a, const fk_motion_bound *b,
                            double level, fk_within_proof proof, const fk_traversal_front *in,
                            fk_traversal_front *out, fk_traversal_result *found)
{
    fk_traversal_front front = {traversal->used, 0};
    bool has_memory = true;
    fix_order(traversal, a, b);
    place_colliders(traversal, a, b, level);
    if (settle_by_known_directions(traversal, in)) {
        fill_result(traversal, false, &front, found);
        *out = front;
        return FK_OK;
    }
    traversal->found.least = INFINITY;
    traversal->has_axis = false;
    bool wants_within = proof != FK_WITHIN_NONE;
    fk_traversal_state witness = proof == FK_WITHIN_INSIDE && fk_sign_of(level) == 0
                                     ? fk_traversal_test_witness(traversal)
                                     : FK_TRAVERSAL_BEYOND;
    traversal->found.meets_midtime = witness != FK_TRAVERSAL_BEYOND;
    if (witness != FK_TRAVERSAL_WITHIN)
        test_hint(traversal);
    /* One pair within the level is enough, and mostly it is that of the last test. */
    bool is_within = witness == FK_TRAVERSAL_WITHIN ||
                     (wants_within && traversal->must_split && fk_traversal_is_within(traversal));
    /* For the closest approach the interval will be halved: directions between roots are left to its parts. */
    bool is_deferred = traversal->searches_closest && traversal->must_split && in->count == 1;
    bool is_open = is_within || traversal->found.meets_midtime || is_deferred; /* nothing can be settled */
    uint64_t tests = traversal->tests;
    for (size_t i = 0; i < in->count && has_memory && !is_open; i++) {
        traversal->pending_count = 0;
        has_memory = !fk_context_poll(traversal->context) &&
                     test_node_pair(traversal, traversal->entry[in->begin + i]);
        while (traversal->pending_count > 0 && has_memory && !is_open) {
            has_memory = !fk_context_poll(traversal->context) &&
                         test_node_pair(traversal, traversal->pending[--traversal->pending_count]);
            is_open = is_within = wants_within && fk_traversal_is_close(traversal);
        }
    }
    if (is_open)
        has_memory = has_memory && keep_input_front(traversal, in, &front);
    if (!has_memory) {
        traversal->used = front.begin;
        return FK_ERROR_MEMORY;
    }
    front.count = traversal->used - front.begin;
    if (traversal->has_axis)
        traversal->recent = traversal->last.n;
    /* The hint alone may be far from the nearest pair. */
    if (!is_within && !is_deferred && front.count > 0 &&
        (traversal->tests == tests || !fk_is_finite(traversal->found.distance)))
        measure_nearest_pair(traversal, &front);
    fill_result(traversal, wants_within && !is_within, &front, found);
    if (is_within)
        found->state = FK_TRAVERSAL_WITHIN;
    *out = front;
    return FK_OK;
}

bool fk_traversal_test_nearest(fk_traversal *traversal, const fk_motion_bound *a, const fk_motion_bound *b,
                               double level, bool wants_within, fk_traversal_result *found)
{
    const fk_traversal_front one = {0, 1};
    fk_tested_pair tested = {.least = -INFINITY};
    if (traversal->bvh[0].count == 0 || traversal->bvh[1].count == 0)
        return false;
    fix_order(traversal, a, b);
    place_colliders(traversal, a, b, level);
    if (!traversal->has_hint) {
        const fk_front_pair roots = root_pair(first_node(&traversal->bvh[0]), first_node(&traversal->bvh[1]));
        descend_to_primitives(traversal, roots);
        if (!traversal->has_hint)
            return false;
    }
    fk_front_pair entry = traversal->hint;
    entry.is_tested = true; /* the test has to measure it */
    make_pair_shapes(traversal, &entry, tested.shape);
    fk_test_primitives(traversal, &entry, &tested);
    fill_result(traversal, wants_within, &one, found);
    return true;
}
