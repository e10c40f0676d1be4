/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Proofs for balls: that they contain the set, and how far they go beyond.
 *
 * Cover. A cube that contains the grid is cut into eight, and so on. A cube is done if a ball contains it, or if it is proved
 * to be outside the set: a cube of the grid by its mark, a part of one by the distance of its center. If a known point of the
 * set is in no ball, or a part is too small to be cut, there is a new target; the last time, a new ball around the cube of the
 * grid.
 *
 * Excess. A ball with radius r around c goes at most r - reach(c) beyond. If that is too much, a cube around it is cut in the
 * same way. For the points x of the ball at most rho from the center p of a cube there are three bounds: rho - reach(p); r +
 * |c - s| for a point s of the set; and one for the lens of the balls around c and p. A convex function, as |x - s|, is
 * largest at an extreme point of the lens. On the sphere around p it decreases with the angle from the point farthest from s;
 * if that is not in the lens, the largest value is on the sphere around c. There |x - s|^2 = r^2 + |c - s|^2 + 2 (x - c)(c -
 * s), and the angle of x - c and c - s is at least that of p - c and c - s less that of the lens: a bound of second order
 * where the ball touches what it must not contain.
 *
 * Rounding: centers and corners of cubes of the grid are exact (collider_balls.h); the distance to a far corner is rounded up
 * by a margin. Bounds of the excess have margins of 2^-40 of the sizes of which they are made. */

#include "body/collider_balls.h"

#include "base/context.h"
#include "base/lists.h"
#include "shape/bound.h"

/* ---- Cover --------------------------------------------------------------------------------------------- */

/* Cuts of a cube of the grid. */
#define CUTS 6

typedef struct cover_search {
    fk_ball_cover *c;
    bool is_last;
    double spare;      /* of new targets */
    bool is_open;      /* the present cube of the grid is not covered */
    size_t near_count; /* of the balls that meet it: the list from 0 on */
    uint32_t cube;
} cover_search;

static bool is_in_balls(const fk_ball_cover *c, fk_vec3 p, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        const fk_cover_ball *b = &c->ball[c->list[i]];
        if (fk_squared_distance(p, b->center) <= b->radius * b->radius)
            return true;
    }
    return false;
}

/* Lists the balls among list[begin..*end) that contain a cube, and appends those that meet it to the list. */
static bool narrow_list(fk_ball_cover *c, fk_cover_cube *cube, size_t begin, size_t *end)
{
    size_t from = *end, count = 0;
    double wide = 1.01 * fk_cube_radius(2 * cube->half);
    memset(cube->in, 0xff, sizeof cube->in);
    if (!fk_grow(c->context, &c->list, sizeof *c->list, from, &c->list_room, 2 * from - begin))
        return false;
    for (size_t i = begin; i < from; i++) {
        const fk_cover_ball *b = &c->ball[c->list[i]];
        if (!(fk_squared_distance(b->center, cube->center) < (b->radius + wide) * (b->radius + wide)))
            continue;
        c->list[(*end)++] = c->list[i];
        if (count < FK_COVER_NEAR && fk_far_corner_distance(b->center, cube->center, cube->half) <= b->radius)
            cube->in[count++] = c->list[i];
    }
    return true;
}

static fk_status add_leaf(fk_ball_cover *c, const fk_cover_cube *leaf)
{
    if (!fk_grow(c->context, &c->leaf, sizeof *c->leaf, c->leaf_count, &c->leaf_room, c->leaf_count + 1))
        return FK_ERROR_MEMORY;
    c->leaf[c->leaf_count++] = *leaf;
    return FK_OK;
}

/* Notes that a cube of the grid is open, with a target. */
static fk_status open_cube(cover_search *s, fk_vec3 point, double spare)
{
    fk_cover_target t = {point, spare, s->cube, 1};
    s->is_open = true;
    return s->is_last || fk_cover_add_target(s->c, &t) ? FK_OK : FK_ERROR_MEMORY;
}

/* Whether a known point of the set, near the center of a cube, shows that a cube is open: it is in the cube and in no ball. */
static bool shows_open(const cover_search *s, const fk_cover_cube *cube, fk_vec3 point, size_t begin,
                       size_t end)
{
    fk_vec3 d = fk_vec3_sub(point, cube->center);
    return fk_vec3_largest(d) <= cube->half && !is_in_balls(s->c, point, begin, end);
}

/* A part of a cube of the grid that was cut `cuts` times, and that no ball contains. *is_done: it is outside, or open. */
static fk_status test_part(cover_search *s, const fk_cover_cube *part, int cuts, size_t begin, size_t end,
                           bool *is_done)
{
    fk_ball_grid *grid = s->c->grid;
    fk_ball_reach reach = {.apart = 0, .nearest = grid->nearest[s->cube]};
    *is_done = true;
    if (cuts == 0 && !grid->meets[s->cube])
        return FK_OK;
    fk_status status = cuts == 0 ? FK_OK : fk_ball_grid_measure(grid, part->center, &reach);
    double wide = fk_cube_radius(2 * part->half);
    if (status != FK_OK || reach.apart > wide)
        return status;
    if (shows_open(s, part, reach.nearest, begin, end))
        return open_cube(s, reach.nearest, s->spare);
    if (cuts == CUTS)
        return open_cube(s, part->center, fk_larger(1.01 * wide, s->spare));
    *is_done = false;
    return FK_OK;
}

static fk_status cover_grid_cube(cover_search *s, fk_cover_cube *cube, const uint32_t at[3], size_t begin,
                                 size_t end);

/* Covers a cube: a block of 2^level cubes of the grid along each axis, or a part of one that was cut -level times. */
static fk_status cover_cube(cover_search *s, fk_cover_cube *cube, const uint32_t at[3], int level,
                            size_t begin, size_t end)
{
    fk_ball_cover *c = s->c;
    const fk_ball_grid *grid = c->grid;
    fk_status status = FK_OK;
    size_t first = end;
    bool is_done = false;
    for (int k = 0; k < 3; k++)
        if (at[k] >= grid->count[k])
            return FK_OK;
    if (!narrow_list(c, cube, begin, &end))
        return FK_ERROR_MEMORY;
    if (cube->in[0] != FK_NONE)
        return add_leaf(c, cube);
    if (level == 0)
        s->cube = (at[2] * grid->count[1] + at[1]) * grid->count[0] + at[0];
    if (level <= 0)
        status = test_part(s, cube, -level, first, end, &is_done);
    for (uint32_t i = 0; i < 8 && status == FK_OK && !is_done && !(level <= 0 && s->is_open); i++) {
        fk_cover_cube part = {.center = cube->center, .half = cube->half / 2};
        uint32_t child[3];
        for (int k = 0; k < 3; k++) {
            *fk_vec3_at(&part.center, k) += i >> k & 1 ? part.half : -part.half;
            child[k] = level > 0 ? at[k] + ((i >> k & 1) << (level - 1)) : at[k];
        }
        if (level == 1)
            status = cover_grid_cube(s, &part, child, first, end);
        else
            status = cover_cube(s, &part, child, level - 1, first, end);
    }
    return status;
}

/* Covers a cube of the grid. The last time, an open one gets a ball of its own. Its reach is hardly less than the negative
 * half diagonal, because it may meet the set, and the excess is twice its side or more; only a set that can hardly be measured
 * needs a larger ball. */
static fk_status cover_grid_cube(cover_search *s, fk_cover_cube *cube, const uint32_t at[3], size_t begin,
                                 size_t end)
{
    fk_ball_cover *c = s->c;
    size_t leaves = c->leaf_count;
    s->is_open = false;
    fk_status status = cover_cube(s, cube, at, 0, begin, end);
    if (status != FK_OK || !s->is_open || !s->is_last)
        return status;
    status = fk_ball_grid_measure_cube(c->grid, s->cube); /* those deep inside were not */
    if (status != FK_OK)
        return status;
    double far = fk_far_corner_distance(cube->center, cube->center, cube->half),
           reach = c->grid->reach[s->cube];
    double radius = fk_larger(far, fk_double_beside(reach + c->excess, -1));
    c->leaf_count = leaves;
    if (!fk_cover_add_ball(c, cube->center, radius))
        return FK_ERROR_MEMORY;
    c->ball[c->ball_count - 1].reach = reach;
    c->ball[c->ball_count - 1].excess = fk_excess_of_reach(radius, reach);
    cube->in[0] = (uint32_t)c->ball_count - 1;
    return add_leaf(c, cube);
}

fk_status fk_cover_prove(fk_ball_cover *c, double spare, bool is_last)
{
    const fk_ball_grid *grid = c->grid;
    cover_search s = {.c = c, .spare = spare, .is_last = is_last};
    int level = 1;
    while (1u << level < grid->count[0] || 1u << level < grid->count[1] || 1u << level < grid->count[2])
        level++;
    fk_cover_cube all = {.half = ldexp(grid->side, level - 1)};
    for (int k = 0; k < 3; k++)
        *fk_vec3_at(&all.center, k) = (double)grid->first[k] * grid->side + all.half;
    c->leaf_count = 0;
    if (!fk_grow(c->context, &c->list, sizeof *c->list, 0, &c->list_room, c->ball_count + 1))
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < c->ball_count; i++)
        c->list[i] = i;
    return cover_cube(&s, &all, (const uint32_t[3]){0, 0, 0}, level, 0, c->ball_count);
}

/* ---- Excess -------------------------------------------------------------------------------------------- */

/* Cuts of a cube around a ball, and the most points that are measured. */
#define EXCESS_CUTS  12
#define EXCESS_STEPS 6000

/* Points beyond the excess that are noted of a ball, and halvings of the range of its radius. */
#define MOST_FAILURES 16
#define SHRINK_STEPS  6

typedef struct excess_search {
    fk_ball_cover *c;
    const fk_cover_ball *ball;
    double rounding; /* of centers of cubes, at most */
    int steps;
    int failures, most; /* points that are too far from the set, or nearly; the search ends with so many */
    bool is_shrinking;  /* they need not be avoided */
} excess_search;

/* An upper bound of the distance from s of the points of the ball that are at most rho from p; see above. */
static double lens_bound(const fk_cover_ball *ball, fk_vec3 p, double rho, fk_vec3 s)
{
    fk_vec3 d = fk_vec3_sub(p, ball->center), w = fk_vec3_sub(ball->center, s), from = fk_vec3_sub(p, s);
    double r = ball->radius, way = fk_vec3_length(d), wide = fk_vec3_length(w), gap = fk_vec3_length(from);
    double slack = 0x1p-40 * (r + wide + gap);
    fk_vec3 far = fk_vec3_add(d, fk_vec3_scale(from, rho / gap));
    if (!(gap > 0) || !(way > 0) || !(wide > 0) || !(fk_vec3_length(far) > r + slack))
        return gap + rho + slack;
    d = fk_vec3_scale(d, 1 / way);
    w = fk_vec3_scale(w, 1 / wide);
    double turn = fk_vec3_dot(d, w), half = (way * way + r * r - rho * rho) / (2 * way * r);
    if (!(turn < half) || !(half > -1))
        return r + wide + slack;
    double turned = fk_vec3_length(fk_vec3_cross(d, w));
    double bent = sqrt(fk_larger(1 - half * half, 0) + 0x1p-48);
    double most = fk_smaller(turn * half + turned * bent + 0x1p-44, 1);
    return sqrt(fk_larger(r * r + wide * wide + 2 * r * wide * most, 0)) + slack;
}

/* Notes a point in a cube, or one of the ball beside it: where it is on the way to the set, it is just as far as balls may go. */
static fk_status add_failure(excess_search *e, fk_vec3 center, double way)
{
    fk_ball_cover *c = e->c;
    fk_vec3 from = fk_vec3_sub(center, e->ball->center);
    from = fk_vec3_scale(from, fk_smaller(0.999 * e->ball->radius / way, 1));
    e->failures++;
    if (e->is_shrinking)
        return FK_OK;
    return fk_cover_avoid(c, fk_vec3_add(e->ball->center, from));
}

/* Proves that the points of the ball in a cube are within the excess. */
static fk_status test_excess(excess_search *e, fk_vec3 center, double half, int cuts)
{
    fk_ball_cover *c = e->c;
    fk_ball_reach reach, other;
    double rho = 1.01 * fk_cube_radius(2 * half) + e->rounding,
           way = sqrt(fk_squared_distance(center, e->ball->center));
    if (way > (e->ball->radius + rho) * (1 + 0x1p-40))
        return FK_OK;
    fk_status status = fk_ball_grid_measure(c->grid, center, &reach);
    if (status != FK_OK || rho - reach.reach <= c->excess * (1 - 0x1p-40))
        return status;
    if (reach.reach < 0) {
        status = fk_ball_grid_measure(c->grid, reach.nearest, &other);
        double most = lens_bound(e->ball, center, rho, reach.nearest) + fk_larger(-other.reach, 0);
        if (status != FK_OK || most <= c->excess * (1 - 0x1p-40))
            return status;
    }
    if (cuts == EXCESS_CUTS || ++e->steps > EXCESS_STEPS ||
        (-reach.reach > c->excess && way < e->ball->radius))
        return add_failure(e, center, way);
    for (uint32_t i = 0; i < 8 && status == FK_OK && e->failures < e->most; i++) {
        fk_vec3 part = center;
        for (int k = 0; k < 3; k++)
            *fk_vec3_at(&part, k) += i >> k & 1 ? half / 2 : -half / 2;
        status = test_excess(e, part, half / 2, cuts + 1);
    }
    return status;
}

/* Searches a ball with a reach for points beyond the excess, and counts them up to a limit. */
static fk_status search_ball(excess_search *e)
{
    e->steps = e->failures = 0;
    e->rounding = 0x1p-46 * (fk_vec3_largest(e->ball->center) + e->ball->radius);
    if (fk_excess_of_reach(e->ball->radius, e->ball->reach) <= e->c->excess)
        return FK_OK;
    return test_excess(e, e->ball->center, e->ball->radius * (1 + 0x1p-40), 0);
}

/* Makes a ball so small that its excess is proved. */
static fk_status shrink_ball(excess_search *e, fk_cover_ball *ball)
{
    double low = fk_larger(fk_double_beside(ball->reach + e->c->excess, -1), 0), high = ball->radius;
    e->most = 1;
    e->is_shrinking = true;
    for (int i = 0; i < SHRINK_STEPS; i++) {
        ball->radius = low + (high - low) / 2;
        fk_status status = search_ball(e);
        if (status != FK_OK)
            return status;
        *(e->failures > 0 ? &high : &low) = ball->radius;
    }
    ball->radius = low;
    return FK_OK;
}

static fk_status prove_ball(fk_ball_cover *c, fk_cover_ball *ball, bool shrinks)
{
    fk_ball_reach reach;
    excess_search e = {.c = c, .ball = ball, .most = MOST_FAILURES};
    fk_status status = fk_ball_grid_measure(c->grid, ball->center, &reach);
    ball->reach = reach.reach;
    if (status == FK_OK)
        status = search_ball(&e);
    bool has_failed = e.failures > 0;
    if (status == FK_OK && has_failed && shrinks)
        status = shrink_ball(&e, ball);
    ball->excess =
        has_failed && !shrinks ? NAN : fk_smaller(c->excess, fk_excess_of_reach(ball->radius, ball->reach));
    return status;
}

fk_status fk_cover_prove_excess(fk_ball_cover *c, bool shrinks, bool *is_proved)
{
    fk_status status = FK_OK;
    *is_proved = true;
    for (size_t i = 0; i < c->ball_count && status == FK_OK; i++) {
        if (isnan(c->ball[i].excess))
            status = prove_ball(c, &c->ball[i], shrinks);
        *is_proved = *is_proved && !isnan(c->ball[i].excess);
    }
    return status;
}
