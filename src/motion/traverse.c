/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The walk of two colliders during a stretch of time.
 *
 * A pair of nodes is tried along directions (traverse_pairs.c): that which settled the last pair, the one that its
 * parent came nearest with, the one in which the other node is thin, and the line of the middles. One that stays open is
 * opened, the larger node of both, if boxes are larger than what moves: else cutting the stretch in two helps more, and
 * the pair goes to the front as it is. As soon as one pair does, the stretch will be cut anyway, and only boxes that are
 * much larger are opened; to know that early, the parts that were nearest in the last look come first. Where no parts
 * were measured in the end, the pair that looks nearest is followed down to two of them, for their distance.
 *
 * The two colliders are put in an order that depends on what they are, so that (b, a) is the same walk; of two that are
 * the same, the first look decides, by where they are.
 *
 * Weak inputs: two half-spaces are never proved to be apart. */

#include "motion/traverse.h"

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"

/* Boxes that are larger than the motion times this are opened; and where it is known that the stretch has to be cut. */
#define OPENS 1.0
#define LATE  16.0

/* ---- Making -------------------------------------------------------------------------------------------- */

static fk_status find_order(fk_context *context, const fk_collider *a, const fk_collider *b, int *order)
{
    fk_placed_collider p = {a, fk_pose_identity()}, q = {b, fk_pose_identity()};
    fk_ready_pair pair;
    *order = 0;
    if (a == b)
        return FK_OK;
    fk_status status = fk_ready_pair_make(context, &p, &q, &pair);
    if (status != FK_OK)
        return status;
    *order = fk_ready_order(&pair.a, &pair.b);
    fk_ready_pair_free(context, &pair);
    return FK_OK;
}

fk_status fk_walk_create(fk_context *context, const fk_collider *a, const fk_collider *b,
                         fk_motion_walk **out)
{
    int order;
    fk_status status = find_order(context, a, b, &order);
    fk_motion_walk *walk = status == FK_OK ? fk_allocate(context, sizeof *walk) : NULL;
    if (walk == NULL)
        return FK_ERROR_MEMORY;
    memset(walk, 0, sizeof *walk);
    walk->context = context;
    walk->is_ordered = order != 0;
    walk->is_swapped = order > 0;
    status = fk_walk_side_make(context, order > 0 ? b : a, &walk->side[0]);
    if (status == FK_OK)
        status = fk_walk_side_make(context, order > 0 ? a : b, &walk->side[1]);
    if (status == FK_OK)
        *out = walk;
    else
        fk_walk_free(walk);
    return status;
}

void fk_walk_free(fk_motion_walk *walk)
{
    if (walk == NULL)
        return;
    fk_walk_side_end(walk->context, &walk->side[1]);
    fk_walk_side_end(walk->context, &walk->side[0]);
    fk_release(walk->context, walk->entry, walk->capacity * sizeof *walk->entry);
    fk_release(walk->context, walk->todo, walk->todo_capacity * sizeof *walk->todo);
    fk_release(walk->context, walk, sizeof *walk);
}

/* ---- Fronts -------------------------------------------------------------------------------------------- */

static bool push(fk_motion_walk *walk, const fk_walk_entry *entry)
{
    if (!fk_grow(walk->context, &walk->entry, sizeof *walk->entry, walk->used, &walk->capacity,
                 walk->used + 1))
        return false;
    walk->entry[walk->used] = *entry;
    walk->entry[walk->used++].is_tried = 0;
    return true;
}

static bool push_pair(fk_motion_walk *walk, fk_walk_node a, fk_walk_node b)
{
    fk_walk_entry entry = {{a, b}, {0, 0, 0}, {a != FK_WALK_ALL, b != FK_WALK_ALL}, 0, 0};
    return push(walk, &entry);
}

/* The roots of both trees, and parts that are in none, each with each. */
fk_status fk_walk_start(fk_motion_walk *walk, fk_walk_front *out)
{
    const fk_walk_side *a = &walk->side[0], *b = &walk->side[1];
    bool has_memory = true;
    walk->used = 0;
    for (uint32_t i = 0; i <= a->free_count && has_memory; i++)
        for (uint32_t k = 0; k <= b->free_count && has_memory; k++) {
            if ((i == 0 && a->tree == NULL) || (k == 0 && b->tree == NULL))
                continue;
            has_memory = push_pair(walk, i == 0 ? FK_WALK_ALL : a->count + i - 1,
                                   k == 0 ? FK_WALK_ALL : b->count + k - 1);
        }
    if (!has_memory) {
        walk->used = 0;
        return FK_ERROR_MEMORY;
    }
    *out = (fk_walk_front){0, walk->used};
    return FK_OK;
}

void fk_walk_drop(fk_motion_walk *walk, const fk_walk_front *front)
{
    if (front->begin < walk->used)
        walk->used = front->begin;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Which of two nodes is opened: the larger one that is no part. */
static int side_to_open(const fk_walk_entry *entry, const fk_walk_shape shape[2])
{
    if (entry->is_part[0] || entry->is_part[1])
        return entry->is_part[0] ? 1 : 0;
    return shape[1].size > shape[0].size ? 1 : 0;
}

static void make_shapes(fk_motion_walk *walk, const fk_walk_entry *entry, fk_walk_shape shape[2])
{
    for (int k = 0; k < 2; k++)
        fk_walk_shape_make(&walk->side[k], entry->node[k], entry->is_part[k], &shape[k]);
}

static fk_vec3 toward_of(const fk_walk_entry *entry)
{
    return fk_vec3_make((double)entry->toward[0], (double)entry->toward[1], (double)entry->toward[2]);
}

static void set_toward(fk_walk_entry *entry, fk_vec3 toward)
{
    entry->toward[0] = (float)toward.x;
    entry->toward[1] = (float)toward.y;
    entry->toward[2] = (float)toward.z;
}

/* Across the flat side of a box: the direction in which it is thinnest. */
static fk_vec3 thin_way(const fk_walk_shape *shape)
{
    double square[3];
    for (int k = 0; k < 3; k++)
        square[k] = fk_vec3_dot(shape->point[1 + k], shape->point[1 + k]);
    int least = square[1] < square[0] ? 1 : 0;
    least = square[2] < square[least] ? 2 : least;
    return fk_vec3_cross(shape->point[1 + (least + 1) % 3], shape->point[1 + (least + 2) % 3]);
}

/* Tries the directions that boxes have. */
static bool try_boxes(fk_motion_walk *walk, const fk_walk_entry *entry, fk_walk_couple *couple)
{
    const fk_walk_shape *a = &couple->shape[0], *b = &couple->shape[1];
    if (!entry->is_tried && fk_walk_try_known(walk, toward_of(entry), couple))
        return true;
    if (a->is_free || b->is_free)
        return false;
    return fk_walk_try_way(walk, fk_vec3_sub(b->middle, a->middle), couple);
}

/* What is known of the distance of all pairs; NaN is nothing. */
static void note_least(fk_motion_walk *walk, double least)
{
    if (!(least >= walk->found.least))
        walk->found.least = least > 0 ? least : 0;
}

/* Tries the children of a node along the directions at hand, all at once: that of the parents, that which settled the
 * last pair, and that in which the other node is thin. */
static void try_children(fk_motion_walk *walk, fk_vec3 toward, fk_walk_family *family)
{
    fk_walk_axis axis;
    if (fk_walk_axis_make(walk, toward, &axis))
        note_least(walk, fk_walk_try_family(walk, &axis, family));
    if (walk->has_axis && family->open != 0)
        note_least(walk, fk_walk_try_family(walk, &walk->last, family));
    if (family->open != 0 && family->one.is_box && fk_walk_axis_make(walk, thin_way(&family->one), &axis))
        note_least(walk, fk_walk_try_family(walk, &axis, family));
}

/* Puts children that are not settled on the stack, the first on top. */
static bool add_children(fk_motion_walk *walk, const fk_walk_entry *entry, int which,
                         const fk_walk_shape *one)
{
    fk_walk_family family;
    fk_walk_open(&walk->side[which], entry->node[which], &family.batch);
    uint32_t count = family.batch.count;
    bool is_tried = !one->is_free && !family.batch.are_pieces;
    family.which = which;
    family.one = *one;
    family.open = (1u << count) - 1;
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        family.least[i] = -INFINITY;
        family.toward[i] = toward_of(entry);
    }
    if (is_tried)
        try_children(walk, toward_of(entry), &family);
    if (!fk_grow(walk->context, &walk->todo, sizeof *walk->todo, walk->todo_count, &walk->todo_capacity,
                 walk->todo_count + count))
        return false;
    for (uint32_t i = count; i-- > 0;) {
        if (!(family.open >> i & 1))
            continue;
        fk_walk_entry *child = &walk->todo[walk->todo_count++];
        *child = *entry;
        child->node[which] = family.batch.first + i;
        child->is_part[which] = family.batch.are_parts;
        child->is_tried = is_tried;
        child->least = family.least[i];
        set_toward(child, family.toward[i]);
    }
    return true;
}

/* Whether a node is opened whatever its size: there are parts below it, or it has one child. That of a point has no size,
 * but against a part its box is not all that is known of it. */
static bool is_last(const fk_walk_side *side, fk_walk_node node)
{
    if (node == FK_WALK_ALL)
        return side->tree->node[0].used == 1;
    return side->tree->node[node / FK_TREE_WIDTH].count[node % FK_TREE_WIDTH] > 0;
}

/* Settles a pair, opens it, or puts it into the front. */
static bool look_at(fk_motion_walk *walk, fk_walk_entry entry)
{
    fk_walk_couple couple = {.least = entry.is_tried ? entry.least : -INFINITY, .toward = toward_of(&entry)};
    bool is_beyond, opens = false;
    int which = 0;
    make_shapes(walk, &entry, couple.shape);
    if (entry.is_part[0] && entry.is_part[1]) {
        is_beyond = fk_walk_look_at_parts(walk, &entry, &couple);
    } else {
        is_beyond = try_boxes(walk, &entry, &couple);
        which = side_to_open(&entry, couple.shape);
        opens = couple.shape[which].size > (walk->is_lost ? LATE : OPENS) * walk->motion ||
                (entry.is_part[1 - which] && is_last(&walk->side[which], entry.node[which]));
    }
    if (is_beyond || !opens)
        note_least(walk, couple.least);
    if (is_beyond)
        return true;
    set_toward(&entry, couple.toward);
    walk->is_lost = walk->is_lost || !opens;
    return opens ? add_children(walk, &entry, which, &couple.shape[1 - which]) : push(walk, &entry);
}

/* ---- One pair of parts --------------------------------------------------------------------------------- */

/* How near two nodes may be, in the middle: about. */
static double nearness(const fk_walk_shape *a, const fk_walk_shape *b)
{
    return fk_vec3_length(fk_vec3_sub(a->middle, b->middle)) - a->size - b->size;
}

/* Follows a pair down to two parts, and looks at these. */
static void go_down(fk_motion_walk *walk, fk_walk_entry entry)
{
    fk_walk_couple couple = {.least = -INFINITY};
    make_shapes(walk, &entry, couple.shape);
    while (!entry.is_part[0] || !entry.is_part[1]) {
        int which = side_to_open(&entry, couple.shape);
        fk_walk_side *side = &walk->side[which];
        fk_walk_batch batch;
        double least = INFINITY;
        uint32_t best = 0;
        fk_walk_open(side, entry.node[which], &batch);
        for (uint32_t i = 0; i < batch.count; i++) {
            fk_walk_shape child;
            fk_walk_shape_make(side, batch.first + i, batch.are_parts, &child);
            double near = nearness(&child, &couple.shape[1 - which]);
            if (near < least) {
                least = near;
                best = i;
            }
        }
        entry.node[which] = batch.first + best;
        entry.is_part[which] = batch.are_parts;
        fk_walk_shape_make(side, entry.node[which], batch.are_parts, &couple.shape[which]);
    }
    entry.is_tried = true; /* its distance is wanted */
    fk_walk_look_at_parts(walk, &entry, &couple);
}

/* The pair of a front that looks nearest. */
static void measure_nearest(fk_motion_walk *walk, const fk_walk_front *front)
{
    size_t best = front->begin;
    double least = INFINITY;
    for (size_t i = front->begin; i < front->begin + front->count; i++) {
        fk_walk_shape shape[2];
        make_shapes(walk, &walk->entry[i], shape);
        double near = nearness(&shape[0], &shape[1]);
        if (near < least) {
            least = near;
            best = i;
        }
    }
    go_down(walk, walk->entry[best]);
}

/* ---- A look -------------------------------------------------------------------------------------------- */

/* Of two that are the same, that comes first whose pose is lower. */
static void settle_order(fk_motion_walk *walk, const fk_sway *a, const fk_sway *b)
{
    int order = walk->is_ordered ? 0 : memcmp(&a->pose, &b->pose, sizeof a->pose);
    if (order == 0)
        return;
    walk->is_ordered = true;
    walk->is_swapped = order > 0;
    if (order > 0) {
        fk_walk_side side = walk->side[0];
        walk->side[0] = walk->side[1];
        walk->side[1] = side;
    }
}

static void place(fk_motion_walk *walk, const fk_sway *a, const fk_sway *b, double level)
{
    const fk_sway *sway[2] = {walk->is_swapped ? b : a, walk->is_swapped ? a : b};
    walk->level = level;
    walk->has_axis = walk->is_lost = false;
    walk->deep_count = 0;
    walk->motion = 0;
    for (int k = 0; k < 2; k++)
        fk_walk_side_place(&walk->side[k], sway[k]);
    for (int k = 0; k < 2; k++) {
        fk_walk_side *side = &walk->side[k];
        fk_walk_side_bound(side, sway[k], &walk->side[1 - k], level);
        double tree = side->tree != NULL ? side->motion[0].whole : 0;
        double free = side->free_count > 0 ? side->motion[1].whole : 0;
        walk->motion += fk_larger(tree, free);
    }
    walk->found = (fk_walk_found){FK_WALK_OPEN, INFINITY, INFINITY, FK_NONE, FK_NONE, {0, 0, 0}, {0, 0, 0}};
}

/* Whether the parts that were nearest in the last look may come within the level: then the stretch is to be cut anyway,
 * and there is no need to open much. */
static void look_at_hint(fk_motion_walk *walk)
{
    fk_walk_couple couple = {.least = -INFINITY};
    if (!walk->has_hint)
        return;
    make_shapes(walk, &walk->hint, couple.shape);
    walk->is_lost = !fk_walk_look_at_parts(walk, &walk->hint, &couple);
}

static void tell(fk_motion_walk *walk, bool wants_within, const fk_walk_front *front, fk_walk_found *out)
{
    fk_walk_found *f = &walk->found;
    fk_walk_find_points(walk);
    if (front->count == 0)
        f->state = FK_WALK_BEYOND;
    else if (wants_within && fk_walk_is_within(walk))
        f->state = FK_WALK_WITHIN;
    *out = *f;
    if (walk->is_swapped) {
        out->part_a = f->part_b;
        out->part_b = f->part_a;
        out->point_a = f->point_b;
        out->point_b = f->point_a;
    }
}

/* A look that ends early has settled nothing: its front is that which it began with. */
static bool keep_all(fk_motion_walk *walk, const fk_walk_front *in, const fk_walk_front *out)
{
    bool has_memory = true;
    walk->used = out->begin;
    walk->found.least = 0;
    for (size_t i = 0; i < in->count && has_memory; i++) {
        fk_walk_entry entry = walk->entry[in->begin + i];
        has_memory = push(walk, &entry);
    }
    return has_memory;
}

fk_status fk_walk_look(fk_motion_walk *walk, const fk_sway *a, const fk_sway *b, double level,
                       bool wants_within, const fk_walk_front *in, fk_walk_front *out, fk_walk_found *found)
{
    fk_walk_front front = {walk->used, 0};
    bool has_memory = true;
    settle_order(walk, a, b);
    place(walk, a, b, level);
    look_at_hint(walk);
    /* One pair that is within is enough, and mostly it is that of the last look. */
    bool is_within = wants_within && walk->is_lost && fk_walk_is_within(walk);
    uint64_t tests = walk->tests;
    for (size_t i = 0; i < in->count && has_memory && !is_within; i++) {
        walk->todo_count = 0;
        has_memory = look_at(walk, walk->entry[in->begin + i]);
        while (walk->todo_count > 0 && has_memory && !is_within) {
            has_memory = look_at(walk, walk->todo[--walk->todo_count]);
            is_within = wants_within && fk_walk_is_close(walk);
        }
    }
    if (is_within)
        has_memory = has_memory && keep_all(walk, in, &front);
    if (!has_memory) {
        walk->used = front.begin;
        return FK_ERROR_MEMORY;
    }
    front.count = walk->used - front.begin;
    /* Else those of the last look may be far from the nearest. */
    if (!is_within && front.count > 0 && (walk->tests == tests || !fk_is_finite(walk->found.distance)))
        measure_nearest(walk, &front);
    tell(walk, wants_within && !is_within, &front, found);
    if (is_within)
        found->state = FK_WALK_WITHIN;
    *out = front;
    return FK_OK;
}

bool fk_walk_look_at_nearest(fk_motion_walk *walk, const fk_sway *a, const fk_sway *b, double level,
                             bool wants_within, fk_walk_found *found)
{
    const fk_walk_front one = {0, 1};
    fk_walk_couple couple = {.least = -INFINITY};
    if (!walk->has_hint)
        return false;
    place(walk, a, b, level);
    fk_walk_entry entry = walk->hint;
    entry.is_tried = true; /* its distance is wanted */
    make_shapes(walk, &entry, couple.shape);
    fk_walk_look_at_parts(walk, &entry, &couple);
    tell(walk, wants_within, &one, found);
    return true;
}
