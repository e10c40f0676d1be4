/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where to look: a ball around what matters, and a direction from which it is visible. */

#include "display_private.h"
#include "vector.h"

#include <math.h>

/* ---- Balls --------------------------------------------------------------------------------------------- */

static bool is_finite_aabb(const fk_aabb *box)
{
    return fk_vec3_is_finite(box->min) && fk_vec3_is_finite(box->max) && box->min.x <= box->max.x;
}

static fk_aabb obb_aabb(const fk_obb *obb)
{
    fk_aabb box = fk_aabb_empty();
    for (unsigned corner = 0; corner < 8; corner++) {
        fk_vec3 p = obb->center;
        for (unsigned k = 0; k < 3; k++)
            p = fk_vec3_add(p, fk_vec3_scale(obb->axis[k], corner >> k & 1 ? obb->half[k] : -obb->half[k]));
        box = fk_aabb_include(box, p);
    }
    return box;
}

static fk_sphere box_sphere(const fk_aabb *box)
{
    fk_sphere ball = {fk_vec3_scale(fk_vec3_add(box->min, box->max), 0.5), 0};
    fk_vec3 half = fk_vec3_sub(box->max, ball.center);
    ball.radius = vector_length(half);
    return ball;
}

/* Makes a ball usable for the camera. */
static fk_sphere sanitize_sphere(fk_sphere ball)
{
    if (!fk_vec3_is_finite(ball.center) || !isfinite(ball.radius))
        return (fk_sphere){{0, 0, 0}, 1};
    /* Far from the origin, the radius must exceed the spacing of doubles. */
    double far = fmax(fabs(ball.center.x), fmax(fabs(ball.center.y), fabs(ball.center.z)));
    ball.radius = fmax(ball.radius, 1e-9 * far);
    return ball.radius > 0 ? ball : (fk_sphere){ball.center, 1};
}

static fk_sphere part_bounding_sphere(const display *s, uint32_t part, const fk_pose *pose)
{
    fk_obb obb = display_obb(s, part, pose);
    fk_aabb box = obb_aabb(&obb);
    return box_sphere(&box);
}

static fk_sphere all_parts_sphere(const display *s, const display_view *view, double time)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < s->part_count; i++) {
        fk_pose pose = display_pose(s, view, time, i);
        fk_obb obb = display_obb(s, i, &pose);
        fk_aabb own = obb_aabb(&obb);
        if (display_is_seen(s, i) && !s->shape[s->shape_of[i]].is_endless && is_finite_aabb(&own))
            box = fk_aabb_merge(&box, &own);
    }
    return box_sphere(&box);
}

/* ---- A pair -------------------------------------------------------------------------------------------- */

/* A pair, its poses, and its findings. */
typedef struct pair_scene {
    const display_finding *finding;
    display_facts facts;
    display_pair pair;
    double time;
    fk_pose pose[2];
} pair_scene;

/* Returns a box around all findings; empty without any. */
static fk_aabb facts_box(const pair_scene *at)
{
    const display_facts *facts = &at->facts;
    fk_aabb box = facts->has_box ? facts->box : fk_aabb_empty();
    if (facts->has_points) {
        box = fk_aabb_include(box, facts->point_a);
        box = fk_aabb_include(box, facts->point_b);
    }
    for (uint32_t i = 0; at->finding != NULL && !facts->has_box && i < at->finding->end_count; i++)
        box = fk_aabb_include(box, at->finding->end[i]);
    return box;
}

/* Returns a ball as small as possible that leaves room for the findings and shows a good portion of the smaller part. */
static fk_sphere pair_sphere(const display *s, const pair_scene *at)
{
    fk_sphere a = part_bounding_sphere(s, at->pair.a, &at->pose[0]),
              b = part_bounding_sphere(s, at->pair.b, &at->pose[1]);
    bool has_a = display_is_seen(s, at->pair.a) && !s->shape[s->shape_of[at->pair.a]].is_endless;
    bool has_b = display_is_seen(s, at->pair.b) && !s->shape[s->shape_of[at->pair.b]].is_endless;
    fk_aabb found = facts_box(at);
    fk_sphere both = has_a && has_b ? fk_sphere_merge(&a, &b) : has_a ? a : b;
    if (!is_finite_aabb(&found))
        return both;
    fk_sphere ball = box_sphere(&found);
    double small = has_a && has_b ? fmin(a.radius, b.radius) : both.radius;
    double large = has_a && has_b ? fmax(a.radius, b.radius) : both.radius;
    double least = fmax(0.85 * small, 0.12 * large);
    /* Never so large that everything would fit twice. */
    ball.radius = fmin(fmax(1.8 * ball.radius, least), fmax(ball.radius, 1.1 * both.radius));
    return ball;
}

/* The caller has locked the guard. */
static bool find_pair_scene(const display *s, const display_view *view, pair_scene *out)
{
    if (!display_focused_pair(s, view, &out->pair))
        return false;
    out->time = display_time(s, view);
    out->pose[0] = display_pose(s, view, out->time, out->pair.a);
    out->pose[1] = display_pose(s, view, out->time, out->pair.b);
    out->finding = display_finding_at(s, &out->pair, &out->pose[0], &out->pose[1]);
    out->facts = display_pair_facts(&out->pair, out->finding, out->time);
    return true;
}

fk_sphere display_focus_sphere(display *s, const display_view *view)
{
    pair_scene at;
    pthread_mutex_lock(&s->guard);
    fk_sphere ball = !view->is_wide && find_pair_scene(s, view, &at)
                         ? pair_sphere(s, &at)
                         : all_parts_sphere(s, view, display_time(s, view));
    pthread_mutex_unlock(&s->guard);
    return sanitize_sphere(ball);
}

/* ---- Directions ---------------------------------------------------------------------------------------- */

/* From the target to the eye; of equally good ones the first is taken. */
static const fk_vec3 view_directions[] = {{1, -1, 0.8},    {-1, -1, 0.8},    {0.15, -1, 0.4}, {1, 0.15, 0.4},
                                          {-1, 0.15, 0.4}, {0.4, -0.6, 1.6}, {1, 1, 0.8},     {-1, 1, 0.8},
                                          {0.15, 1, 0.4},  {1, -1, 0.1},     {-1, -1, 0.1},   {1, 1, 0.1},
                                          {-1, 1, 0.1},    {0.1, -0.15, 1},  {1, -1, -0.6},   {-1, -1, -0.6},
                                          {1, 1, -0.6},    {-1, 1, -0.6},    {0.1, -0.3, -1}};

enum { DIRECTIONS = sizeof view_directions / sizeof view_directions[0], SAMPLES = 24 };

static const fk_vec3 none = {0, 0, 0};

/* Whether a ray from p hits a box. */
static bool ray_hits_box(fk_vec3 p, fk_vec3 direction, const fk_obb *box)
{
    double begin = 0, end = HUGE_VAL;
    fk_vec3 d = fk_vec3_sub(p, box->center);
    for (int k = 0; k < 3; k++) {
        double at = fk_vec3_dot(d, box->axis[k]), step = fk_vec3_dot(direction, box->axis[k]);
        if (fabs(step) < 1e-12) {
            if (fabs(at) > box->half[k])
                return false;
            continue;
        }
        double near = (-box->half[k] - at) / step, far = (box->half[k] - at) / step;
        begin = fmax(begin, fmin(near, far));
        end = fmin(end, fmax(near, far));
    }
    return begin <= end;
}

/* Counts the other parts between the findings and the eye. */
static uint32_t count_occluders(const display *s, const display_view *view, const pair_scene *at, fk_vec3 p,
                                fk_vec3 direction)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->part_count; i++) {
        if (i == at->pair.a || i == at->pair.b || !display_is_seen(s, i))
            continue;
        fk_pose pose = display_pose(s, view, at->time, i);
        fk_obb box = display_obb(s, i, &pose);
        count += ray_hits_box(p, direction, &box);
    }
    return count;
}

/* Lists points of the findings that should be visible. */
static uint32_t list_samples(const pair_scene *at, fk_vec3 point[SAMPLES])
{
    uint32_t count = 0;
    if (at->facts.has_points) {
        point[count++] = at->facts.point_a;
        point[count++] = at->facts.point_b;
    }
    uint32_t ends = at->finding != NULL ? at->finding->end_count : 0;
    for (uint32_t i = 0; i < SAMPLES - 2 && ends > 0; i++)
        point[count++] = at->finding->end[(uint64_t)i * ends / (SAMPLES - 2)];
    return count;
}

/* Returns the fraction of the samples that the two parts hide. A surface does not hide points on it: a ray begins a
 * little away from there. */
static double occluded_fraction(const display *s, const pair_scene *at, fk_vec3 direction, double step)
{
    fk_vec3 point[SAMPLES];
    uint32_t count = list_samples(at, point), hidden = 0;
    const uint32_t part[2] = {at->pair.a, at->pair.b};
    for (uint32_t i = 0; i < count; i++) {
        bool is_hidden = false;
        for (int k = 0; k < 2 && !is_hidden; k++) {
            const display_shape *shape = &s->shape[s->shape_of[part[k]]];
            const fk_tree *tree = atomic_load(&shape->tree);
            /* The outer one of two is drawn transparent. */
            if (tree == NULL || (at->facts.is_inside && at->facts.outer == part[k]))
                continue;
            fk_placed_mesh placed = {shape->mesh, tree, at->pose[k], false};
            fk_vec3 from = fk_vec3_add(point[i], fk_vec3_scale(direction, step));
            fk_probe ray = {FK_PROBE_RAY, from, direction, 0};
            uint32_t triangle = FK_NONE;
            is_hidden = fk_placed_probe_any(&placed, &ray, &triangle) == FK_OK && triangle != FK_NONE;
        }
        hidden += is_hidden;
    }
    return count > 0 ? (double)hidden / count : 0;
}

/* Returns the line that is best seen from the side: between nearest points, or along the depth. */
static fk_vec3 finding_line(const pair_scene *at)
{
    const display_facts *facts = &at->facts;
    if (facts->has_points && facts->distance.lo > 0)
        return vector_unit(fk_vec3_sub(facts->point_b, facts->point_a), none);
    return facts->has_depth ? vector_unit(facts->depth.direction, none) : none;
}

static fk_vec3 best_view_direction(const display *s, const display_view *view, const pair_scene *at,
                                   const fk_sphere *ball)
{
    fk_vec3 best = vector_unit(view_directions[0], none), line = finding_line(at);
    double least = HUGE_VAL;
    for (int i = 0; i < DIRECTIONS; i++) {
        fk_vec3 direction = vector_unit(view_directions[i], none);
        double along = fabs(fk_vec3_dot(direction, line));
        double cost = 3 * occluded_fraction(s, at, direction, 0.01 * ball->radius) + 0.8 * along * along +
                      0.25 * fmin(count_occluders(s, view, at, ball->center, direction), 4) + 0.03 * i;
        if (cost < least) {
            least = cost;
            best = direction;
        }
    }
    return best;
}

fk_vec3 display_view_direction(display *s, const display_view *view)
{
    pair_scene at;
    fk_vec3 direction = vector_unit(view_directions[0], none);
    fk_sphere ball = display_focus_sphere(s, view);
    pthread_mutex_lock(&s->guard);
    if (find_pair_scene(s, view, &at))
        direction = best_view_direction(s, view, &at, &ball);
    pthread_mutex_unlock(&s->guard);
    return fk_vec3_negate(direction);
}
