/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fewer balls for the same targets, by moving them.
 *
 * A ball fits some targets if it contains them and no avoided point. For a center x, a target p and an avoided point q that is
 * |x - q|^2 > |x - p|^2, a linear inequality for x. So all x that fit form a convex set, which is searched by steps to the
 * most violated inequality (Agmon, Motzkin, Schoenberg, 1954): that of the farthest target and the nearest avoided point.
 *
 * A ball is not needed if its neighbours can take over the targets that only it contains: each in turn is moved so that it
 * fits its own targets and as many of those that are left. If some are left in the end, all is undone.
 *
 * All of it is a matter of quality, as in collider_balls_choose.c. */

#include "body/collider_balls.h"

#include "base/context.h"
#include "base/lists.h"

#define FIT_STEPS   40
#define STEPS_AFTER 8
#define KNOWN       16
#define GOAL        0.05
#define NEIGHBOURS  16
#define PASSES      10

/* A number with a key by which it is sorted. */
typedef struct ranked {
    double key;
    uint32_t number;
} ranked;

static bool ranks_before(const void *a, const void *b)
{
    return ((const ranked *)a)->key < ((const ranked *)b)->key;
}

/* Inserts a number into a sorted list of at most `most`. */
static void insert_ranked(ranked *list, uint32_t *count, uint32_t most, ranked added)
{
    uint32_t at = *count;
    if (at == most && !(added.key < list[at - 1].key))
        return;
    at = at == most ? at - 1 : (*count)++;
    for (; at > 0 && added.key < list[at - 1].key; at--)
        list[at] = list[at - 1];
    list[at] = added;
}

/* The distance of the target that is farthest from a center, with what it has to spare. */
static double find_farthest(const fk_ball_cover *c, const uint32_t *list, size_t count, fk_vec3 center,
                            uint32_t *farthest)
{
    double far = 0;
    for (size_t i = 0; i < count; i++) {
        const fk_cover_target *t = &c->target[list[i]];
        double square = fk_squared_distance(center, t->point), least = far - t->spare;
        if (least > 0 && square <= least * least)
            continue;
        far = fk_larger(sqrt(square) + t->spare, far);
        *farthest = list[i];
    }
    return far;
}

/* Targets that were farthest from a center before, and avoided points that were nearest: the last ones. Few of them bound a
 * ball, and the others need not be asked as long as it does not lie between these. */
typedef struct known_bounds {
    uint32_t target[KNOWN], target_count, avoided_count;
    fk_vec3 avoided[KNOWN];
} known_bounds;

static double find_nearest(const known_bounds *known, fk_vec3 center, fk_vec3 *nearest)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < known->avoided_count && i < KNOWN; i++) {
        double square = fk_squared_distance(center, known->avoided[i]);
        if (square < least) {
            least = square;
            *nearest = known->avoided[i];
        }
    }
    return sqrt(least);
}

/* A ball that is moved until it fits. */
typedef struct ball_fit {
    const fk_ball_cover *c;
    known_bounds known;
    fk_vec3 center, nearest;
    uint32_t farthest;
    double far, room; /* the distances of both from the center */
} ball_fit;

/* Finds the bounds of a ball; only those that are known, if they show that its margin is not above `least`. */
static double find_margin(ball_fit *f, const uint32_t *list, size_t count, double least)
{
    const fk_ball_cover *c = f->c;
    known_bounds *known = &f->known;
    uint32_t targets = known->target_count < KNOWN ? known->target_count : KNOWN;
    f->far = find_farthest(c, known->target, targets, f->center, &f->farthest);
    f->room = find_nearest(known, f->center, &f->nearest);
    if (f->room - f->far <= least)
        return f->room - f->far;
    f->far = find_farthest(c, list, count, f->center, &f->farthest);
    known->target[known->target_count++ % KNOWN] = f->farthest;
    if (f->room - f->far <= least)
        return f->room - f->far;
    double most = fk_smaller(f->room, 4 * (f->far + c->excess));
    fk_point_nearest near = fk_point_tree_measure(c->avoided_tree, f->center, most);
    if (near.hi < most) {
        f->nearest = near.point;
        known->avoided[known->avoided_count++ % KNOWN] = near.point;
    }
    f->room = fk_smaller(near.hi, most) * (1 - 0x1p-20);
    return f->room - f->far;
}

/* Moves a ball until it contains the listed targets and no avoided point, if possible with some margin; false if it did not
 * succeed. */
static bool fit_ball(ball_fit *f, const uint32_t *list, size_t count, fk_cover_ball *ball)
{
    double goal = GOAL * f->c->excess, best = -1;
    f->known.target_count = 0;
    f->center = f->nearest = ball->center;
    for (int step = 0, after = 0; step < FIT_STEPS && after < STEPS_AFTER && best < goal; step++) {
        double margin = find_margin(f, list, count, fk_larger(best, 0));
        if (margin > fk_larger(best, 0)) {
            best = margin;
            *ball = (fk_cover_ball){.center = f->center, .radius = f->room, .reach = NAN, .excess = NAN};
        }
        after += best >= 0;
        fk_vec3 d = fk_vec3_sub(f->c->target[f->farthest].point, f->nearest);
        double square = fk_vec3_dot(d, d), lack = (f->far + goal) * (f->far + goal) - f->room * f->room;
        if (!(square > 0))
            break;
        f->center = fk_vec3_add(f->center, fk_vec3_scale(d, lack / (2 * square)));
    }
    return best >= 0;
}

static void replace_ball(fk_ball_cover *c, uint32_t number, const fk_cover_ball *by)
{
    fk_cover_count_ball(c, &c->ball[number], -1);
    c->ball[number] = *by;
    fk_cover_count_ball(c, by, 1);
}

/* ---- Taking over --------------------------------------------------------------------------------------- */

typedef struct takeover {
    fk_ball_cover *c;
    ranked *open, *room; /* targets that are in no ball; scratch */
    size_t open_count, open_room, room_room;
    struct {
        uint32_t number;
        fk_cover_ball before;
    } moved[NEIGHBOURS];
    uint32_t moved_count;
} takeover;

static void end_takeover(takeover *t)
{
    fk_release(t->c->context, t->open, t->open_room * sizeof *t->open);
    fk_release(t->c->context, t->room, t->room_room * sizeof *t->room);
}

static bool add_open(takeover *t, uint32_t target)
{
    size_t wanted = t->open_count + 1;
    if (!fk_grow(t->c->context, &t->open, sizeof *t->open, t->open_count, &t->open_room, wanted) ||
        !fk_grow(t->c->context, &t->room, sizeof *t->room, 0, &t->room_room, wanted))
        return false;
    t->open[t->open_count++] = (ranked){0, target};
    return true;
}

static void drop_closed(takeover *t)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->open_count; i++)
        if (t->c->times[t->open[i].number] == 0)
            t->open[kept++] = t->open[i];
    t->open_count = kept;
}

/* Moves a ball so that it also contains open targets, as many as it can of the nearest. *moves: it did. */
static fk_status take_over(takeover *t, uint32_t number, bool *moves)
{
    fk_ball_cover *c = t->c;
    fk_cover_ball fit = c->ball[number];
    ball_fit f = {.c = c};
    *moves = false;
    size_t own = fk_cover_list_targets(c, &fit, 1, 0);
    if (own == SIZE_MAX ||
        !fk_grow(c->context, &c->list, sizeof *c->list, own, &c->list_room, own + t->open_count))
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < t->open_count; i++)
        t->open[i].key = fk_squared_distance(fit.center, c->target[t->open[i].number].point);
    fk_sort_items(t->open, t->room, t->open_count, sizeof *t->open, ranks_before);
    for (size_t i = 0; i < t->open_count; i++)
        c->list[own + i] = t->open[i].number;
    for (size_t more = t->open_count; more > 0 && !*moves; more /= 2)
        *moves = fit_ball(&f, c->list, own + more, &fit);
    if (!*moves)
        return FK_OK;
    fit.moved = ++c->clock;
    replace_ball(c, number, &fit);
    drop_closed(t);
    return FK_OK;
}

/* The balls that reach nearest to another one, or farthest into it. */
static uint32_t find_neighbours(const fk_ball_cover *c, const fk_cover_ball *ball, ranked list[NEIGHBOURS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->ball_count; i++) {
        const fk_cover_ball *other = &c->ball[i];
        double gap = sqrt(fk_squared_distance(ball->center, other->center)) - other->radius - ball->radius;
        if (other != ball && other->radius > 0 && gap < c->excess)
            insert_ranked(list, &count, NEIGHBOURS, (ranked){gap, i});
    }
    return count;
}

/* Lets neighbours of a ball take over the open targets, and notes what they were. */
static fk_status take_over_all(takeover *t, const ranked *neighbour, uint32_t count)
{
    fk_status status = FK_OK;
    t->moved_count = 0;
    for (uint32_t i = 0; i < count && t->open_count > 0 && status == FK_OK; i++) {
        bool moves;
        t->moved[t->moved_count].number = neighbour[i].number;
        t->moved[t->moved_count].before = t->c->ball[neighbour[i].number];
        status = take_over(t, neighbour[i].number, &moves);
        t->moved_count += moves;
    }
    return status;
}

/* ---- Balls that are not needed ------------------------------------------------------------------------- */

/* Removes a ball, whose radius becomes 0, if its neighbours can take over its targets. */
static fk_status try_without(takeover *t, uint32_t number)
{
    fk_ball_cover *c = t->c;
    fk_cover_ball *ball = &c->ball[number], before = *ball;
    ranked neighbour[NEIGHBOURS];
    uint32_t count = find_neighbours(c, ball, neighbour), moved = ball->moved;
    for (uint32_t i = 0; i < count; i++)
        moved = c->ball[neighbour[i].number].moved > moved ? c->ball[neighbour[i].number].moved : moved;
    if (ball->tried > moved)
        return FK_OK;
    size_t own = fk_cover_list_targets(c, ball, 1, 0);
    if (own == SIZE_MAX || fk_context_poll(c->context))
        return FK_ERROR_MEMORY;
    t->open_count = 0;
    for (size_t i = 0; i < own; i++)
        if (!add_open(t, c->list[i]))
            return FK_ERROR_MEMORY;
    fk_cover_count_ball(c, ball, -1);
    fk_status status = take_over_all(t, neighbour, count);
    ball->radius = 0;
    if (status != FK_OK || t->open_count == 0)
        return status;
    *ball = before;
    ball->tried = c->clock + 1;
    fk_cover_count_ball(c, ball, 1);
    for (uint32_t i = t->moved_count; i-- > 0;)
        replace_ball(c, t->moved[i].number, &t->moved[i].before);
    return FK_OK;
}

/* All balls, those first that have the fewest targets of their own. NULL without memory. */
static ranked *rank_balls(fk_ball_cover *c)
{
    ranked *rank = fk_allocate(c->context, 2 * c->ball_count * sizeof *rank + 1);
    for (uint32_t i = 0; rank != NULL && i < c->ball_count; i++) {
        size_t own = fk_cover_list_targets(c, &c->ball[i], 1, 0);
        rank[i] = (ranked){own == SIZE_MAX ? 0 : (double)own, i};
    }
    if (rank != NULL)
        fk_sort_items(rank, rank + c->ball_count, c->ball_count, sizeof *rank, ranks_before);
    return rank;
}

static void keep_balls(fk_ball_cover *c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->ball_count; i++)
        if (c->ball[i].radius > 0)
            c->ball[kept++] = c->ball[i];
    c->ball_count = kept;
}

static fk_status improve_once(fk_ball_cover *c, takeover *t)
{
    ranked *rank = rank_balls(c);
    size_t count = c->ball_count;
    fk_status status = rank != NULL ? FK_OK : FK_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == FK_OK; i++)
        status = try_without(t, rank[i].number);
    fk_release(c->context, rank, 2 * count * sizeof *rank + 1);
    keep_balls(c);
    return status;
}

fk_status fk_cover_improve(fk_ball_cover *c)
{
    takeover t = {.c = c};
    fk_status status = FK_OK;
    size_t before = SIZE_MAX;
    for (int pass = 0; pass < PASSES && status == FK_OK && c->ball_count < before; pass++) {
        before = c->ball_count;
        status = improve_once(c, &t);
    }
    end_takeover(&t);
    return status;
}

/* Moves or shrinks a ball that goes beyond the excess. */
static fk_status correct_ball(fk_ball_cover *c, uint32_t number)
{
    fk_cover_ball fit = c->ball[number];
    ball_fit f = {.c = c};
    size_t own = fk_cover_list_targets(c, &fit, 1, 0);
    if (own == SIZE_MAX)
        return FK_ERROR_MEMORY;
    if (!fit_ball(&f, c->list, own, &fit)) {
        fit.center = c->ball[number].center;
        fit.radius = fk_smaller(fk_point_tree_measure(c->avoided_tree, fit.center, INFINITY).hi, fit.radius);
        fit.radius *= 1 - 0x1p-20;
    }
    fit.moved = ++c->clock;
    replace_ball(c, number, &fit);
    return FK_OK;
}

fk_status fk_cover_repair(fk_ball_cover *c)
{
    takeover t = {.c = c};
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < c->ball_count && status == FK_OK; i++)
        if (isnan(c->ball[i].excess))
            status = correct_ball(c, i);
    for (uint32_t i = 0; i < c->target_count && status == FK_OK; i++) {
        fk_cover_ball ball = {.center = c->target[i].point};
        if (c->times[i] > 0)
            continue;
        ranked neighbour[NEIGHBOURS];
        uint32_t count = find_neighbours(c, &ball, neighbour);
        t.open_count = 0;
        status = add_open(&t, i) ? take_over_all(&t, neighbour, count) : FK_ERROR_MEMORY;
    }
    end_takeover(&t);
    return status;
}
