/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What is asked of a world between steps: rays, casts, what overlaps, what is near.
 *
 * The broad phase visits boxes, the nearer ones first, and the limit shrinks to what was found. Its boxes are
 * rounded outward, so their times and distances are never more than the truth. Of two answers the one whose
 * interval ends first is nearer, then the one with the lower index: what is further away than a limit can
 * never win. Answers do not depend on the limit, so the result does not depend on the order of the visit:
 *   - A body is asked for a time with the end that the caller gave, as a bracket that goes on after an end is
 *     undecided. The limit only leaves out boxes.
 *   - Distances are the same with any limit that they are within (collider_distance.c).
 * Bodies that are undecided are counted in a second visit, with the limit that there is in the end.
 *
 * A body is made ready when it is visited, in a small room on the stack, where that is enough. */

#include <float.h>
#include <math.h>

#include "world/world.h"

#define SMALL_ROOM 2048

/* ---- Bodies that are asked about ----------------------------------------------------------------------- */

typedef struct spot {
    fk_ready ready;
    void *block;
    size_t bytes;
    _Alignas(16) unsigned char small[SMALL_ROOM];
} spot;

static bool spot_make(fk_context *context, const fk_placed_collider *placed, spot *out)
{
    out->block = NULL;
    out->bytes = fk_ready_room(placed->collider);
    if (out->bytes > sizeof out->small) {
        out->block = fk_allocate(context, out->bytes);
        if (out->block == NULL)
            return false;
    }
    fk_ready_make(placed, out->block != NULL ? out->block : out->small, &out->ready);
    return true;
}

static void spot_end(fk_context *context, spot *s)
{
    if (s->block != NULL)
        fk_release(context, s->block, s->bytes);
}

/* A question that is under way: the beginning of those below. */
typedef struct asking asking;
struct asking {
    const fk_world *world;
    const fk_world_filter *filter;
    /* Asks a body; returns the limit from now on, or -1 when all is known. */
    double (*ask)(asking *a, uint32_t index, const fk_ready *body, double limit);
    const fk_ready *ready; /* the collider that asks; NULL of a ray */
    fk_status status;
};

static bool is_asked(const asking *a, uint32_t index)
{
    const fk_world_filter *filter = a->filter;
    if (filter == NULL)
        return true;
    const fk_world_body *body = &a->world->body[index];
    if (filter->except.index == index && filter->except.generation == body->generation)
        return false;
    return fk_filters_pass(filter->group, filter->mask, filter->parent, body->group, body->mask,
                           body->parent);
}

/* Makes a body ready and asks it. */
static double visit(void *user, uint32_t index, double limit)
{
    asking *a = user;
    if (!is_asked(a, index))
        return limit;
    spot body;
    fk_placed_collider placed = fk_body_placed(a->world, index);
    if (!spot_make(a->world->context, &placed, &body)) {
        a->status = FK_ERROR_MEMORY;
        return -1;
    }
    limit = a->ask(a, index, &body.ready, limit);
    spot_end(a->world->context, &body);
    return a->status == FK_OK ? limit : -1;
}

/* What a collider needs to ask: to be ready, and its box as those of the broad phase are. */
static fk_status begin(asking *a, const fk_placed_collider *placed, spot *own, fk_aabb_float *out)
{
    fk_aabb box;
    fk_status status = fk_collider_box(placed, &box);
    if (status != FK_OK)
        return status;
    if (!spot_make(a->world->context, placed, own))
        return FK_ERROR_MEMORY;
    a->ready = &own->ready;
    *out = fk_aabb_round(&box, a->world->options.origin);
    return FK_OK;
}

/* ---- Rays and casts ------------------------------------------------------------------------------------ */

typedef struct first_hit {
    asking asking;
    fk_vec3 origin, velocity;
    double end;
    uint32_t undecided;
    fk_world_hit best;
} first_hit;

static bool has_best(const first_hit *f)
{
    return f->best.body.generation != 0;
}

static bool is_sooner(const first_hit *f, const fk_collider_hit *hit, uint32_t index)
{
    const fk_world_hit *best = &f->best;
    if (!has_best(f) || hit->time.hi < best->hit.time.hi)
        return true;
    return hit->time.hi == best->hit.time.hi && index < best->body.index;
}

static void ask_until(first_hit *f, const fk_ready *body, double end, fk_collider_hit *hit)
{
    asking *a = &f->asking;
    fk_context *context = a->world->context;
    a->status = a->ready != NULL ? fk_ready_cast(context, a->ready, f->velocity, end, body, hit)
                                 : fk_ready_ray(context, body, f->origin, f->velocity, end, hit);
}

static double ask_hit(asking *a, uint32_t index, const fk_ready *body, double limit)
{
    first_hit *f = (first_hit *)a;
    fk_collider_hit hit;
    ask_until(f, body, f->end, &hit);
    if (a->status != FK_OK)
        return -1;
    f->undecided += hit.result == FK_CAST_UNDECIDED;
    if (hit.result != FK_CAST_HIT || !is_sooner(f, &hit, index))
        return limit;
    f->best.body = fk_body_id_of(a->world, index);
    f->best.hit = hit;
    return hit.time.hi < limit ? hit.time.hi : limit;
}

/* Counts bodies that are undecided, and not behind the first one that is hit. */
static double ask_undecided(asking *a, uint32_t index, const fk_ready *body, double limit)
{
    first_hit *f = (first_hit *)a;
    double until = has_best(f) ? f->best.hit.time.hi : f->end;
    fk_collider_hit hit;
    (void)index;
    ask_until(f, body, f->end, &hit);
    if (a->status == FK_OK && hit.result == FK_CAST_UNDECIDED && until < f->end)
        ask_until(f, body, until, &hit);
    f->undecided += a->status == FK_OK && hit.result == FK_CAST_UNDECIDED;
    return limit;
}

static fk_status find_first(first_hit *f, fk_broad_probe *probe, fk_world_hit *out, uint32_t *undecided)
{
    fk_world_hit none = {.hit = {.result = FK_CAST_MISS, .part = FK_NONE, .moving = FK_NONE}};
    const fk_broad *broad = f->asking.world->broad;
    f->best = none;
    f->asking.ask = ask_hit;
    fk_broad_visit(broad, probe, visit, f);
    if (f->asking.status == FK_OK && f->undecided > 0 && undecided != NULL) {
        f->undecided = 0;
        if (has_best(f))
            probe->limit = f->best.hit.time.hi;
        f->asking.ask = ask_undecided;
        fk_broad_visit(broad, probe, visit, f);
    }
    if (f->asking.status != FK_OK)
        return f->asking.status;
    *out = f->best;
    if (undecided != NULL)
        *undecided = f->undecided;
    return FK_OK;
}

fk_status fk_world_ray(const fk_world *world, const fk_world_filter *filter, fk_vec3 origin,
                       fk_vec3 direction, double end, fk_world_hit *out, uint32_t *undecided)
{
    if (!fk_vec3_is_finite(origin) || !fk_vec3_is_finite(direction))
        return FK_ERROR_NOT_FINITE;
    if (!(end >= 0) || (direction.x == 0 && direction.y == 0 && direction.z == 0))
        return FK_ERROR_ARGUMENT;
    first_hit f = {
        .asking = {.world = world, .filter = filter}, .origin = origin, .velocity = direction, .end = end};
    fk_aabb point = {origin, origin};
    fk_broad_probe probe = {FK_BROAD_MOVES, fk_aabb_round(&point, world->options.origin), direction, end};
    return find_first(&f, &probe, out, undecided);
}

fk_status fk_world_cast(const fk_world *world, const fk_world_filter *filter,
                        const fk_placed_collider *moving, fk_vec3 velocity, double end, fk_world_hit *out,
                        uint32_t *undecided)
{
    if (!fk_vec3_is_finite(velocity))
        return FK_ERROR_NOT_FINITE;
    if (!(end >= 0) || fk_collider_kind_of(moving->collider) != FK_COLLIDER_PIECES)
        return FK_ERROR_ARGUMENT;
    first_hit f = {.asking = {.world = world, .filter = filter}, .velocity = velocity, .end = end};
    fk_broad_probe probe = {.question = FK_BROAD_MOVES, .velocity = velocity, .limit = end};
    spot own;
    fk_status status = begin(&f.asking, moving, &own, &probe.box);
    if (status != FK_OK)
        return status;
    status = find_first(&f, &probe, out, undecided);
    spot_end(world->context, &own);
    return status;
}

/* ---- Around a collider --------------------------------------------------------------------------------- */

static fk_status visit_around(asking *a, const fk_placed_collider *placed, fk_broad_probe *probe)
{
    spot own;
    fk_status status = begin(a, placed, &own, &probe->box);
    if (status != FK_OK)
        return status;
    fk_world_visit_begin(a->world);
    fk_broad_visit(a->world->broad, probe, visit, a);
    fk_world_visit_end(a->world);
    spot_end(a->world->context, &own);
    return a->status;
}

typedef struct overlapping {
    asking asking;
    fk_world_visitor *visitor;
    void *user;
} overlapping;

static double ask_overlap(asking *a, uint32_t index, const fk_ready *body, double limit)
{
    const overlapping *o = (const overlapping *)a;
    fk_verdict verdict;
    a->status = fk_ready_verdict(a->world->context, a->ready, body, NULL, &verdict, NULL);
    if (a->status != FK_OK || verdict == FK_APART)
        return limit;
    return o->visitor(o->user, fk_body_id_of(a->world, index), verdict) ? limit : -1;
}

fk_status fk_world_overlap(const fk_world *world, const fk_world_filter *filter, const fk_placed_collider *a,
                           fk_world_visitor *visitor, void *user)
{
    overlapping o = {{.world = world, .filter = filter, .ask = ask_overlap}, visitor, user};
    fk_broad_probe probe = {.question = FK_BROAD_MEETS};
    return visit_around(&o.asking, a, &probe);
}

typedef struct nearing {
    asking asking;
    fk_world_near best;
    fk_world_near_visitor *visitor; /* NULL: only the nearest is wanted */
    void *user;
} nearing;

static bool is_nearer(const fk_world_near *near, const fk_world_near *best)
{
    if (best->body.generation == 0 || near->distance.distance.hi < best->distance.distance.hi)
        return true;
    return near->distance.distance.hi == best->distance.distance.hi && near->body.index < best->body.index;
}

static double ask_near(asking *a, uint32_t index, const fk_ready *body, double limit)
{
    nearing *n = (nearing *)a;
    fk_world_near near = {.body = fk_body_id_of(a->world, index)};
    /* What is not further away than a limit has the same interval with any such limit, so it can be the one that
     * shrinks. The broad phase takes the largest double for what is infinite. */
    double within = limit < DBL_MAX ? limit : INFINITY;
    a->status = fk_ready_measure(a->world->context, a->ready, body, within, &near.distance);
    if (a->status != FK_OK)
        return -1;
    /* What was not measured is not near, as the limit is finite then. */
    fk_interval distance = near.distance.distance;
    if (distance.lo > limit || (distance.hi == INFINITY && limit < DBL_MAX))
        return limit;
    if (n->visitor != NULL)
        return n->visitor(n->user, &near) ? limit : -1;
    if (!is_nearer(&near, &n->best))
        return limit;
    n->best = near;
    return distance.hi < limit ? distance.hi : limit;
}

static fk_status find_near(nearing *n, const fk_placed_collider *a, double limit)
{
    fk_broad_probe probe = {.question = FK_BROAD_NEAR, .limit = limit};
    return limit >= 0 ? visit_around(&n->asking, a, &probe) : FK_ERROR_ARGUMENT;
}

fk_status fk_world_nearest(const fk_world *world, const fk_world_filter *filter, const fk_placed_collider *a,
                           double limit, fk_world_near *out)
{
    nearing n = {.asking = {.world = world, .filter = filter, .ask = ask_near}};
    n.best.distance.distance = (fk_interval){limit, INFINITY};
    n.best.distance.part_a = n.best.distance.part_b = FK_NONE;
    fk_status status = find_near(&n, a, limit);
    if (status == FK_OK)
        *out = n.best;
    return status;
}

fk_status fk_world_clearance(const fk_world *world, const fk_world_filter *filter,
                             const fk_placed_collider *a, double limit, fk_world_near_visitor *visitor,
                             void *user)
{
    nearing n = {
        .asking = {.world = world, .filter = filter, .ask = ask_near}, .visitor = visitor, .user = user};
    return find_near(&n, a, limit);
}
