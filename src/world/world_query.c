/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Queries of a world between steps: rays, casts, overlaps, distances.
 *
 * The broad phase visits boxes, nearer ones first, and the limit shrinks to the best result so far. Its boxes
 * are rounded outward, so their times and distances are lower bounds. Of two results the one whose interval
 * ends first wins, then the one with the lower index; so a body beyond the limit never wins. Results of
 * bodies do not depend on the limit, so the answer does not depend on the order of the visit:
 *   - A time of impact is computed up to the end that the caller gave, since an interval of a cast that extends past
 *     an end is undecided. The limit only skips boxes.
 *   - Times of rays are exact, rounded down and up, so the ends of their intervals order them.
 *   - A distance is the same for every limit that it is within (collider_distance.c).
 * A second visit, with the final limit, counts the undecided bodies.
 *
 * A visited body is prepared in a small buffer on the stack, if that is large enough. */

#include <float.h>
#include <math.h>

#include "world/world.h"

#define SMALL_ROOM 2048

/* ---- Queries ------------------------------------------------------------------------------------------- */

typedef struct prepared_collider {
    fk_prepared_collider ready;
    void *block;
    size_t bytes;
    _Alignas(16) unsigned char small[SMALL_ROOM];
} prepared_collider;

static bool prepare_collider(fk_context *context, const fk_placed_collider *placed, prepared_collider *out)
{
    out->block = NULL;
    out->bytes = fk_prepared_bytes(placed->collider);
    if (out->bytes > sizeof out->small) {
        out->block = fk_allocate(context, out->bytes);
        if (out->block == NULL)
            return false;
    }
    fk_collider_prepare(placed, out->block != NULL ? out->block : out->small, &out->ready);
    return true;
}

static void release_prepared(fk_context *context, prepared_collider *s)
{
    if (s->block != NULL)
        fk_release(context, s->block, s->bytes);
}

/* A running query: the first member of those below. */
typedef struct world_query world_query;
struct world_query {
    const fk_world *world;
    const fk_world_filter *filter;
    /* Tests a body. Returns the new limit, or -1 to end the visit. */
    double (*test)(world_query *q, uint32_t index, const fk_prepared_collider *body, double limit);
    const fk_prepared_collider *ready; /* the collider of the query */
    fk_status status;
};

static bool passes_filter(const world_query *q, uint32_t index)
{
    const fk_world_filter *filter = q->filter;
    if (filter == NULL)
        return true;
    const fk_world_body *body = &q->world->body[index];
    if (filter->except.index == index && filter->except.generation == body->generation)
        return false;
    return fk_filters_pass(filter->group, filter->mask, filter->parent, body->group, body->mask,
                           body->parent);
}

/* Prepares a body and tests it. */
static double visit_body(void *user, uint32_t index, double limit)
{
    world_query *q = user;
    if (!passes_filter(q, index))
        return limit;
    prepared_collider body;
    fk_placed_collider placed = fk_world_placed_body(q->world, index);
    if (!prepare_collider(q->world->context, &placed, &body)) {
        q->status = FK_ERROR_MEMORY;
        return -1;
    }
    limit = q->test(q, index, &body.ready, limit);
    release_prepared(q->world->context, &body);
    return q->status == FK_OK ? limit : -1;
}

/* Prepares the collider of a query, and computes its box as the broad phase stores boxes. */
static fk_status begin_query(world_query *q, const fk_placed_collider *placed, prepared_collider *own,
                             fk_aabb_float *out)
{
    fk_aabb box;
    fk_status status = fk_pose_check(&placed->pose);
    if (status == FK_OK)
        status = fk_collider_box(placed, &box);
    if (status != FK_OK)
        return status;
    if (!prepare_collider(q->world->context, placed, own))
        return FK_ERROR_MEMORY;
    q->ready = &own->ready;
    *out = fk_aabb_round(&box, q->world->options.origin);
    return FK_OK;
}

/* ---- Casts ------------------------------------------------------------------------------------ */

typedef struct first_hit_query {
    world_query query;
    fk_vec3 velocity;
    double end;
    uint32_t undecided;
    fk_world_hit best;
} first_hit_query;

static bool has_hit(const first_hit_query *f)
{
    return f->best.body.generation != 0;
}

static bool is_sooner(const first_hit_query *f, const fk_collider_hit *hit, uint32_t index)
{
    const fk_world_hit *best = &f->best;
    if (!has_hit(f) || hit->time.hi < best->hit.time.hi)
        return true;
    return hit->time.hi == best->hit.time.hi && index < best->body.index;
}

static void cast_until(first_hit_query *f, const fk_prepared_collider *body, double end, fk_collider_hit *hit)
{
    world_query *q = &f->query;
    q->status = fk_prepared_cast(q->world->context, q->ready, f->velocity, end, body, hit);
}

static double test_hit(world_query *q, uint32_t index, const fk_prepared_collider *body, double limit)
{
    first_hit_query *f = (first_hit_query *)q;
    fk_collider_hit hit;
    cast_until(f, body, f->end, &hit);
    if (q->status != FK_OK)
        return -1;
    f->undecided += hit.result == FK_CAST_UNDECIDED;
    if (hit.result != FK_CAST_HIT || !is_sooner(f, &hit, index))
        return limit;
    f->best.body = fk_world_body_id(q->world, index);
    f->best.hit = hit;
    return hit.time.hi < limit ? hit.time.hi : limit;
}

/* Counts the undecided bodies that could come before the first hit. */
static double count_undecided(world_query *q, uint32_t index, const fk_prepared_collider *body, double limit)
{
    first_hit_query *f = (first_hit_query *)q;
    double until = has_hit(f) ? f->best.hit.time.hi : f->end;
    fk_collider_hit hit;
    (void)index;
    cast_until(f, body, f->end, &hit);
    if (q->status == FK_OK && hit.result == FK_CAST_UNDECIDED && until < f->end)
        cast_until(f, body, until, &hit);
    f->undecided += q->status == FK_OK && hit.result == FK_CAST_UNDECIDED;
    return limit;
}

static fk_status find_first_body(first_hit_query *f, fk_broad_probe *probe, fk_world_hit *out,
                                 uint32_t *undecided)
{
    fk_world_hit none = {.hit = {.result = FK_CAST_MISS, .part = FK_NONE, .moving = FK_NONE}};
    const fk_broad *broad = f->query.world->broad;
    f->best = none;
    f->query.test = test_hit;
    fk_broad_visit(broad, probe, visit_body, f);
    if (f->query.status == FK_OK && f->undecided > 0 && undecided != NULL) {
        f->undecided = 0;
        if (has_hit(f))
            probe->limit = f->best.hit.time.hi;
        f->query.test = count_undecided;
        fk_broad_visit(broad, probe, visit_body, f);
    }
    if (f->query.status != FK_OK)
        return f->query.status;
    *out = f->best;
    if (undecided != NULL)
        *undecided = f->undecided;
    return FK_OK;
}

/* ---- Rays ---------------------------------------------------------------------------------------------- */

/* What a ray finds: up to `capacity` hits, sorted by time and index. */
typedef struct ray_query {
    world_query query;
    fk_vec3 origin, direction;
    double end;
    enum { RAY_FIRST, RAY_ANY, RAY_ALL } want;
    fk_world_hit *hit;
    size_t capacity, total;
} ray_query;

/* Whether hit a comes before b. Times are exact, rounded down and up, so the ends decide. */
static bool comes_before(const fk_world_hit *a, const fk_world_hit *b)
{
    fk_interval s = a->hit.time, t = b->hit.time;
    if (s.lo != t.lo)
        return s.lo < t.lo;
    return s.hi != t.hi ? s.hi < t.hi : a->body.index < b->body.index;
}

static void insert_hit(ray_query *r, const fk_world_hit *hit)
{
    size_t count = r->total < r->capacity ? r->total : r->capacity, at = count;
    r->total++;
    while (at > 0 && comes_before(hit, &r->hit[at - 1]))
        at--;
    if (at == r->capacity)
        return;
    count = count < r->capacity ? count : r->capacity - 1;
    for (size_t i = count; i > at; i--)
        r->hit[i] = r->hit[i - 1];
    r->hit[at] = *hit;
}

static double visit_ray(void *user, uint32_t index, double limit)
{
    ray_query *r = user;
    world_query *q = &r->query;
    if (!passes_filter(q, index))
        return limit;
    fk_placed_collider placed = fk_world_placed_body(q->world, index);
    fk_world_hit hit;
    q->status = fk_placed_ray(q->world->context, &placed, r->origin, r->direction, r->end, &hit.hit);
    if (q->status != FK_OK)
        return -1;
    if (hit.hit.result != FK_CAST_HIT)
        return limit;
    hit.body = fk_world_body_id(q->world, index);
    insert_hit(r, &hit);
    if (r->want == RAY_ANY)
        return -1;
    return r->want == RAY_FIRST && r->hit[0].hit.time.hi < limit ? r->hit[0].hit.time.hi : limit;
}

/* Visits the bodies along a ray; the best hit so far ends it if only the first one is wanted. */
static fk_status run_ray_query(ray_query *r)
{
    const fk_world *world = r->query.world;
    if (!fk_vec3_is_finite(r->origin) || !fk_vec3_is_finite(r->direction))
        return FK_ERROR_NOT_FINITE;
    if (!(r->end >= 0) || fk_vec3_nonzeros(r->direction) == 0)
        return FK_ERROR_ARGUMENT;
    fk_aabb point = {r->origin, r->origin};
    fk_broad_probe probe = {FK_BROAD_MOVES, fk_aabb_round(&point, world->options.origin), r->direction,
                            r->end};
    fk_broad_visit(world->broad, &probe, visit_ray, r);
    return r->query.status;
}

fk_status fk_world_ray(const fk_world *world, const fk_world_filter *filter, fk_vec3 origin,
                       fk_vec3 direction, double end, fk_world_hit *out, uint32_t *undecided)
{
    fk_world_hit best = {.hit = {.result = FK_CAST_MISS, .part = FK_NONE, .moving = FK_NONE}};
    ray_query r = {.query = {.world = world, .filter = filter},
                   .origin = origin,
                   .direction = direction,
                   .end = end,
                   .hit = &best,
                   .capacity = 1};
    fk_status status = run_ray_query(&r);
    if (status != FK_OK)
        return status;
    if (r.total > 0) {
        fk_placed_collider placed = fk_world_placed_body(world, best.body.index);
        fk_placed_ray_finish(&placed, origin, direction, &best.hit);
    }
    *out = best;
    if (undecided != NULL)
        *undecided = 0;
    return FK_OK;
}

fk_status fk_world_ray_any(const fk_world *world, const fk_world_filter *filter,
                           const fk_world_ray_query *ray, bool *out)
{
    ray_query r = {.query = {.world = world, .filter = filter},
                   .origin = ray->origin,
                   .direction = ray->direction,
                   .end = ray->end,
                   .want = RAY_ANY};
    fk_status status = run_ray_query(&r);
    if (status == FK_OK)
        *out = r.total > 0;
    return status;
}

fk_status fk_world_ray_all(const fk_world *world, const fk_world_filter *filter,
                           const fk_world_ray_query *ray, fk_world_hit *hit, size_t capacity, size_t *total)
{
    ray_query r = {.query = {.world = world, .filter = filter},
                   .origin = ray->origin,
                   .direction = ray->direction,
                   .end = ray->end,
                   .want = RAY_ALL,
                   .hit = hit,
                   .capacity = capacity};
    fk_status status = run_ray_query(&r);
    if (status != FK_OK)
        return status;
    for (size_t i = 0; i < capacity && i < r.total; i++) {
        fk_placed_collider placed = fk_world_placed_body(world, hit[i].body.index);
        fk_placed_ray_finish(&placed, ray->origin, ray->direction, &hit[i].hit);
    }
    *total = r.total;
    return FK_OK;
}

fk_status fk_world_cast(const fk_world *world, const fk_world_filter *filter,
                        const fk_placed_collider *moving, fk_vec3 velocity, double end, fk_world_hit *out,
                        uint32_t *undecided)
{
    if (!fk_vec3_is_finite(velocity))
        return FK_ERROR_NOT_FINITE;
    if (!(end >= 0) || fk_collider_kind_of(moving->collider) != FK_COLLIDER_PIECES)
        return FK_ERROR_ARGUMENT;
    first_hit_query f = {.query = {.world = world, .filter = filter}, .velocity = velocity, .end = end};
    fk_broad_probe probe = {.question = FK_BROAD_MOVES, .velocity = velocity, .limit = end};
    prepared_collider own;
    fk_status status = begin_query(&f.query, moving, &own, &probe.box);
    if (status != FK_OK)
        return status;
    status = find_first_body(&f, &probe, out, undecided);
    release_prepared(world->context, &own);
    return status;
}

/* ---- Around a collider --------------------------------------------------------------------------------- */

static fk_status visit_near_collider(world_query *q, const fk_placed_collider *placed, fk_broad_probe *probe)
{
    prepared_collider own;
    fk_status status = begin_query(q, placed, &own, &probe->box);
    if (status != FK_OK)
        return status;
    fk_world_visit_begin(q->world);
    fk_broad_visit(q->world->broad, probe, visit_body, q);
    fk_world_visit_end(q->world);
    release_prepared(q->world->context, &own);
    return q->status;
}

typedef struct overlap_query {
    world_query query;
    fk_world_visitor *visitor;
    void *user;
} overlap_query;

static double test_overlap(world_query *q, uint32_t index, const fk_prepared_collider *body, double limit)
{
    const overlap_query *o = (const overlap_query *)q;
    fk_verdict verdict;
    q->status = fk_prepared_verdict(q->world->context, q->ready, body, NULL, &verdict, NULL);
    if (q->status != FK_OK || verdict == FK_APART)
        return limit;
    return o->visitor(o->user, fk_world_body_id(q->world, index), verdict) ? limit : -1;
}

fk_status fk_world_overlap(const fk_world *world, const fk_world_filter *filter, const fk_placed_collider *a,
                           fk_world_visitor *visitor, void *user)
{
    overlap_query o = {{.world = world, .filter = filter, .test = test_overlap}, visitor, user};
    fk_broad_probe probe = {.question = FK_BROAD_MEETS};
    return visit_near_collider(&o.query, a, &probe);
}

typedef struct distance_query {
    world_query query;
    fk_world_near best;
    fk_world_near_visitor *visitor; /* NULL: find only the nearest */
    void *user;
} distance_query;

static bool is_nearer_body(const fk_world_near *near, const fk_world_near *best)
{
    if (best->body.generation == 0 || near->distance.distance.hi < best->distance.distance.hi)
        return true;
    return near->distance.distance.hi == best->distance.distance.hi && near->body.index < best->body.index;
}

static double test_distance(world_query *q, uint32_t index, const fk_prepared_collider *body, double limit)
{
    distance_query *n = (distance_query *)q;
    fk_world_near near = {.body = fk_world_body_id(q->world, index)};
    /* A distance within the limit does not depend on the limit, so the shrinking limit can be used. The broad
     * phase has the largest double for infinity. */
    double within = limit < DBL_MAX ? limit : INFINITY;
    q->status = fk_prepared_distance(q->world->context, q->ready, body, within, &near.distance);
    if (q->status != FK_OK)
        return -1;
    /* An unmeasured distance exceeds the limit, which is then finite. */
    fk_interval distance = near.distance.distance;
    if (distance.lo > limit || (distance.hi == INFINITY && limit < DBL_MAX))
        return limit;
    if (n->visitor != NULL)
        return n->visitor(n->user, &near) ? limit : -1;
    if (!is_nearer_body(&near, &n->best))
        return limit;
    n->best = near;
    return distance.hi < limit ? distance.hi : limit;
}

static fk_status run_distance_query(distance_query *n, const fk_placed_collider *a, double limit)
{
    fk_broad_probe probe = {.question = FK_BROAD_NEAR, .limit = limit};
    return limit >= 0 ? visit_near_collider(&n->query, a, &probe) : FK_ERROR_ARGUMENT;
}

fk_status fk_world_nearest(const fk_world *world, const fk_world_filter *filter, const fk_placed_collider *a,
                           double limit, fk_world_near *out)
{
    distance_query n = {.query = {.world = world, .filter = filter, .test = test_distance}};
    n.best.distance.distance = (fk_interval){limit, INFINITY};
    n.best.distance.part_a = n.best.distance.part_b = FK_NONE;
    fk_status status = run_distance_query(&n, a, limit);
    if (status == FK_OK)
        *out = n.best;
    return status;
}

fk_status fk_world_clearance(const fk_world *world, const fk_world_filter *filter,
                             const fk_placed_collider *a, double limit, fk_world_near_visitor *visitor,
                             void *user)
{
    distance_query n = {
        .query = {.world = world, .filter = filter, .test = test_distance}, .visitor = visitor, .user = user};
    return run_distance_query(&n, a, limit);
}
