/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Balls that contain a collider, and balls inside it.
 *
 * design: A grid of cubes is measured (collider_balls_grid.c). Targets are points of the set, one for each cube that meets it.
 *     Balls are chosen that contain them all and hardly go beyond the excess (collider_balls_choose.c), and made fewer
 *     (collider_balls_improve.c).
 *     That proves nothing yet. So proofs are tried (collider_balls_proof.c). Where they fail they give more targets and more
 *     points to be avoided, for which balls are moved, or others chosen. The last round always ends with a proof. In the end
 *     cubes that cover the set are in balls, each wholly in one.
 *     Then balls without a cube of their own are dropped, each cube goes to the ball in which it lies deepest, and each ball
 *     shrinks to its cubes.
 * Inner balls: greedily, with the radius reach, those that contain most centers of cubes that none contains yet.
 *
 * Weak inputs: thin walls, whose balls are hardly larger than the excess; unions of many small pieces, whose depth is that in
 * one of them. */

#include "body/collider_balls.h"

#include <float.h>

#include "base/context.h"
#include "shape/bound.h"

/* Rounds of choosing balls, and those in which they are made fewer. */
#define ROUNDS         20
#define IMPROVE_ROUNDS 14
#define MOVE_ROUNDS    8

/* The greedy choice ends with so many times the balls that are wanted; and the most that are ever wanted. */
#define GREEDY_MOST 4
#define MOST_BALLS  ((size_t)1 << 30)

/* Targets at the surface count more than those inside, of which large balls contain many anyway. */
#define SURFACE_WEIGHT 64

/* ---- Outer balls --------------------------------------------------------------------------------------- */

/* A target in each cube that meets the set. */
static bool list_first_targets(fk_ball_cover *c)
{
    const fk_ball_grid *grid = c->grid;
    for (uint32_t i = 0; i < grid->total; i++) {
        bool is_inside = !(grid->reach[i] <= 0); /* NaN: deep inside */
        if (!grid->meets[i] || (is_inside && !fk_ball_grid_is_even(grid, i)))
            continue;
        fk_cover_target t = {grid->nearest[i], grid->side / 16, i, is_inside ? 1 : SURFACE_WEIGHT};
        if (!fk_cover_add_target(c, &t))
            return false;
    }
    return true;
}

/* Counts a cube for the ball that alone contains it. */
static void count_own(fk_ball_cover *c, const fk_cover_cube *leaf)
{
    if (leaf->in[1] == FK_NONE)
        c->ball[leaf->in[0]].own++;
}

/* Removes a ball from the list of a cube; false if it is not in it. */
static bool remove_ball_around(fk_cover_cube *leaf, uint32_t ball)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < FK_COVER_NEAR; k++)
        if (leaf->in[k] != ball)
            leaf->in[kept++] = leaf->in[k];
    bool is_removed = kept < FK_COVER_NEAR;
    while (kept < FK_COVER_NEAR)
        leaf->in[kept++] = FK_NONE;
    return is_removed;
}

#define DROPPED UINT32_MAX

/* Drops balls without a cube of their own, small ones first. */
static void drop_balls(fk_ball_cover *c)
{
    for (size_t i = 0; i < c->leaf_count; i++)
        count_own(c, &c->leaf[i]);
    for (;;) {
        size_t least = c->ball_count;
        for (size_t i = 0; i < c->ball_count; i++)
            if (c->ball[i].own == 0 && (least == c->ball_count || c->ball[i].radius < c->ball[least].radius))
                least = i;
        if (least == c->ball_count)
            return;
        c->ball[least].own = DROPPED;
        for (size_t i = 0; i < c->leaf_count; i++)
            if (remove_ball_around(&c->leaf[i], (uint32_t)least))
                count_own(c, &c->leaf[i]);
    }
}

/* The ball in which a cube lies deepest; *far becomes the distance of its farthest corner. */
static fk_cover_ball *find_deepest_ball(const fk_ball_cover *c, const fk_cover_cube *leaf, double *far)
{
    fk_cover_ball *best = NULL;
    for (uint32_t k = 0; k < FK_COVER_NEAR && leaf->in[k] != FK_NONE; k++) {
        fk_cover_ball *b = &c->ball[leaf->in[k]];
        double at = fk_far_corner_distance(b->center, leaf->center, leaf->half);
        if (best != NULL && at - b->radius >= *far - best->radius)
            continue;
        best = b;
        *far = at;
    }
    return best;
}

/* Gives each cube to one ball, and shrinks balls to their cubes; keeps those that have some. Returns the excess. */
static double shrink_balls(fk_ball_cover *c)
{
    double excess = 0, far = 0;
    for (size_t i = 0; i < c->ball_count; i++)
        c->ball[i].shrunk = -1;
    for (size_t i = 0; i < c->leaf_count; i++) {
        fk_cover_ball *b = find_deepest_ball(c, &c->leaf[i], &far);
        b->shrunk = fk_larger(b->shrunk, far);
    }
    size_t kept = 0;
    for (size_t i = 0; i < c->ball_count; i++) {
        fk_cover_ball *b = &c->ball[i];
        if (b->shrunk < 0)
            continue;
        b->radius = b->shrunk;
        excess = fk_larger(excess, fk_smaller(b->excess, fk_excess_of_reach(b->radius, b->reach)));
        c->ball[kept++] = *b;
    }
    c->ball_count = kept;
    return excess;
}

/* One round: chooses balls for the targets that are in none, and tries the proofs. *is_proved: they hold. */
static fk_status cover_targets(fk_ball_cover *c, int round, bool *is_proved)
{
    bool is_last = round == ROUNDS;
    size_t targets = c->target_count, avoided = c->avoided_count;
    fk_status status = fk_cover_choose(c, GREEDY_MOST * c->most);
    if (status == FK_OK && round <= IMPROVE_ROUNDS)
        status = fk_cover_improve(c);
    *is_proved = false;
    if (status != FK_OK || c->ball_count > c->most)
        return status;
    status = fk_cover_prove_excess(c, round > MOVE_ROUNDS, is_proved);
    if (status == FK_OK)
        status = fk_cover_prove(c, ldexp(c->grid->side, (round - 1) / 2 - 9), is_last);
    *is_proved = is_last || (*is_proved && c->target_count == targets);
    if (status == FK_OK && c->avoided_count > avoided)
        status = fk_cover_index_avoided(c);
    return status;
}

/* One ball around the box: it needs no proof, and its excess is that of its center. */
static fk_status find_one_ball(fk_ball_cover *c, const fk_aabb *box, double *excess)
{
    fk_ball_reach reach;
    fk_vec3 center = fk_vec3_scale(fk_vec3_add(box->min, box->max), 0.5);
    double radius = fk_larger(fk_distance_above(center, box->min), fk_distance_above(center, box->max));
    fk_status status = fk_ball_grid_measure(c->grid, center, &reach);
    if (status != FK_OK || !fk_cover_add_ball(c, center, radius * (1 + 0x1p-48)))
        return status != FK_OK ? status : FK_ERROR_MEMORY;
    *excess = fk_excess_of_reach(c->ball[0].radius, reach.reach);
    return FK_OK;
}

/* Finds outer balls, and proves their excess. With more balls than c->most, it gives up. */
static fk_status find_outer_balls(fk_ball_cover *c, double *excess)
{
    bool is_proved = false;
    fk_status status = fk_cover_list_avoided(c);
    if (status == FK_OK && (!list_first_targets(c) || !fk_cover_index_targets(c)))
        status = FK_ERROR_MEMORY;
    for (int round = 1; status == FK_OK && !is_proved && c->ball_count <= c->most; round++) {
        status = cover_targets(c, round, &is_proved);
        if (status == FK_OK && !is_proved)
            status = fk_cover_index_targets(c) ? fk_cover_repair(c) : FK_ERROR_MEMORY;
    }
    if (status != FK_OK || c->ball_count > c->most)
        return status;
    drop_balls(c);
    *excess = shrink_balls(c);
    return FK_OK;
}

/* ---- Inner balls --------------------------------------------------------------------------------------- */

/* Chooses balls inside the set; in a surface are none. */
static fk_status find_inner_balls(fk_ball_cover *c)
{
    const fk_ball_grid *grid = c->grid;
    if (grid->is_surface || c->most == 0)
        return FK_OK;
    for (uint32_t i = 0; i < grid->total; i++) {
        fk_cover_target t = {fk_ball_grid_center(grid, i), 0, i, 1};
        bool is_inside = grid->meets[i] && !(grid->reach[i] <= 0); /* NaN: deep inside */
        if (is_inside && fk_ball_grid_is_even(grid, i) && !fk_cover_add_target(c, &t))
            return FK_ERROR_MEMORY;
    }
    if (c->target_count == 0)
        return FK_OK;
    return fk_cover_index_targets(c) ? fk_cover_choose(c, c->most) : FK_ERROR_MEMORY;
}

/* ---- Result -------------------------------------------------------------------------------------------- */

static fk_status begin_cover(fk_ball_cover *c, fk_ball_grid *grid, double excess, size_t most)
{
    size_t total = grid->total;
    *c = (fk_ball_cover){.context = grid->context, .grid = grid, .excess = excess, .most = most};
    c->first = fk_allocate(c->context, (total + 1) * sizeof *c->first);
    c->sum = fk_allocate(c->context, total * sizeof *c->sum);
    c->radius = fk_allocate(c->context, total * sizeof *c->radius);
    if (c->first == NULL || c->sum == NULL || c->radius == NULL)
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < total; i++)
        c->radius[i] = NAN;
    return FK_OK;
}

static void end_cover(fk_ball_cover *c)
{
    size_t total = c->grid->total;
    fk_release(c->context, c->first, (total + 1) * sizeof *c->first);
    fk_release(c->context, c->sum, total * sizeof *c->sum);
    fk_release(c->context, c->radius, total * sizeof *c->radius);
    fk_release(c->context, c->ball, c->ball_room * sizeof *c->ball);
    fk_release(c->context, c->target, c->target_room * sizeof *c->target);
    fk_release(c->context, c->times, c->times_room * sizeof *c->times);
    fk_release(c->context, c->heap, c->heap_room * sizeof *c->heap);
    fk_release(c->context, c->avoided, c->avoided_room * sizeof *c->avoided);
    fk_point_tree_free(c->context, c->avoided_tree);
    fk_release(c->context, c->leaf, c->leaf_room * sizeof *c->leaf);
    fk_release(c->context, c->list, c->list_room * sizeof *c->list);
}

static fk_collider_balls *allocate_balls(fk_context *context, size_t outer, size_t inner)
{
    size_t bytes = sizeof(fk_collider_balls) + (outer + inner) * sizeof(fk_sphere);
    fk_collider_balls *balls = fk_allocate(context, bytes);
    if (balls == NULL)
        return NULL;
    memset(balls, 0, bytes);
    balls->outer_count = (uint32_t)outer;
    balls->inner_count = (uint32_t)inner;
    balls->outer = (fk_sphere *)(balls + 1);
    balls->inner = balls->outer + outer;
    balls->bytes = bytes;
    return balls;
}

static void copy_balls(const fk_cover_ball *ball, size_t count, fk_sphere *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (fk_sphere){ball[i].center, ball[i].radius};
}

/* Joins the outer balls of one cover and the inner balls of another. */
static fk_status make_balls(const fk_ball_cover *outer, double excess, const fk_ball_cover *inner,
                            fk_collider_balls **out)
{
    fk_collider_balls *balls = allocate_balls(outer->context, outer->ball_count, inner->ball_count);
    if (balls == NULL)
        return FK_ERROR_MEMORY;
    copy_balls(outer->ball, outer->ball_count, (fk_sphere *)balls->outer);
    copy_balls(inner->ball, inner->ball_count, (fk_sphere *)balls->inner);
    balls->excess = excess;
    balls->gap = outer->grid->is_surface ? outer->grid->side : 0;
    *out = balls;
    return FK_OK;
}

/* Finds balls for an excess. With more than `most` outer balls, *out becomes NULL. */
static fk_status find_balls(fk_context *context, const fk_placed_collider *a, const fk_balls_options *options,
                            const fk_aabb *box, double excess, fk_collider_balls **out)
{
    fk_ball_grid grid;
    fk_ball_cover outer = {0}, inner = {0};
    double proved = 0, wide = fk_vec3_largest(fk_vec3_sub(box->max, box->min));
    size_t most = options->count > 0 ? options->count : MOST_BALLS;
    bool is_one = excess >= 2 * wide; /* the excess of one ball is less */
    fk_status status = fk_ball_grid_build(context, a, box, excess, &grid);
    if (status != FK_OK)
        return status;
    *out = NULL;
    status = begin_cover(&outer, &grid, excess, most);
    if (status == FK_OK)
        status = is_one ? find_one_ball(&outer, box, &proved) : find_outer_balls(&outer, &proved);
    bool is_kept = outer.ball_count <= most;
    if (status == FK_OK && is_kept)
        status = begin_cover(&inner, &grid, 0, options->inner);
    if (status == FK_OK && is_kept)
        status = find_inner_balls(&inner);
    if (status == FK_OK && is_kept)
        status = make_balls(&outer, proved, &inner, out);
    if (inner.grid != NULL)
        end_cover(&inner);
    end_cover(&outer);
    fk_ball_grid_free(&grid);
    return status;
}

/* Halves the range of the excess, on a scale of ratios, until it is known to a factor of 1.02. A grid for the least excess
 * always has few enough cubes. */
#define HALVINGS     8
#define TRY_LEAST    2
#define LEAST_EXCESS (1.0 / 24)

/* Finds the least excess that needs no more balls than allowed; the result is the one with the least proved excess. */
static fk_status find_few_balls(fk_context *context, const fk_placed_collider *a,
                                const fk_balls_options *options, const fk_aabb *box, double wide,
                                fk_collider_balls **out)
{
    fk_collider_balls *best = NULL;
    double least = fk_larger(options->excess, wide * LEAST_EXCESS), low = least, high = 2 * wide;
    fk_status status = FK_OK;
    for (int i = 0; i <= HALVINGS && status == FK_OK; i++) {
        fk_collider_balls *found = NULL;
        bool is_least = i == TRY_LEAST && low == least; /* takes longest, and hardly suffices for few balls */
        double excess = is_least ? least : sqrt(low / wide * (high / wide)) * wide;
        status = find_balls(context, a, options, box, excess, &found);
        if (status != FK_OK)
            break;
        bool is_better = found != NULL && (best == NULL || found->excess < best->excess);
        *(found != NULL ? &high : &low) = excess;
        fk_collider_balls_free(context, is_better ? best : found);
        best = is_better ? found : best;
        if (is_least && found != NULL)
            break;
    }
    if (status == FK_OK && best == NULL)
        status = find_balls(context, a, options, box, 2 * wide, &best);
    if (status != FK_OK)
        fk_collider_balls_free(context, best);
    else
        *out = best;
    return status;
}

/* A single point or sphere, which is its own ball. */
static fk_status build_own_ball(fk_context *context, const fk_sphere *sphere, const fk_balls_options *options,
                                fk_collider_balls **out)
{
    bool has_inner = options->inner > 0 && sphere->radius > 0;
    fk_collider_balls *balls = allocate_balls(context, 1, has_inner ? 1 : 0);
    if (balls == NULL)
        return FK_ERROR_MEMORY;
    *(fk_sphere *)balls->outer = *sphere;
    if (has_inner)
        *(fk_sphere *)balls->inner = *sphere;
    *out = balls;
    return FK_OK;
}

/* Whether a placed collider is a single ball: a sphere piece, or a set whose box is a point. */
static bool is_own_ball(const fk_placed_collider *a, const fk_aabb *box, fk_sphere *ball)
{
    const fk_collider *c = a->collider;
    if (c->kind == FK_COLLIDER_PIECES && c->part_count == 1 && c->piece[0].kind == FK_KIND_SPHERE) {
        *ball = fk_piece_place(&c->piece[0], &a->pose, NULL).as.sphere;
        return true;
    }
    *ball = (fk_sphere){box->min, 0};
    return fk_vec3_order(&box->min, &box->max) == 0;
}

static fk_status build_balls(fk_context *context, const fk_placed_collider *a,
                             const fk_balls_options *options, fk_collider_balls **out)
{
    fk_aabb box;
    fk_sphere ball;
    fk_status status = fk_collider_box(a, &box);
    if (status != FK_OK)
        return status;
    if (!(options->excess >= 0) || !fk_aabb_is_finite(&box))
        return FK_ERROR_ARGUMENT;
    if (is_own_ball(a, &box, &ball))
        return build_own_ball(context, &ball, options, out);
    fk_vec3 size = fk_vec3_sub(box.max, box.min);
    double wide = fk_vec3_largest(size);
    if (!(wide > 0x1p-300) || !(wide < 0x1p300))
        return FK_ERROR_ARGUMENT;
    if (options->count > 0)
        return find_few_balls(context, a, options, &box, wide, out);
    return find_balls(context, a, options, &box, options->excess > 0 ? options->excess : wide / 16, out);
}

fk_balls_options fk_balls_options_default(void)
{
    return (fk_balls_options){0};
}

fk_status fk_collider_balls_build(fk_context *context, const fk_placed_collider *a,
                                  const fk_balls_options *options, fk_collider_balls **out)
{
    const fk_balls_options none = {0}, *used = options != NULL ? options : &none;
    fk_context inner, *working = fk_context_begin(context, used->cancel, &inner);
    return fk_context_end(context, working, build_balls(working, a, used, out));
}

void fk_collider_balls_free(fk_context *context, fk_collider_balls *balls)
{
    if (balls != NULL)
        fk_release(context, balls, balls->bytes);
}
