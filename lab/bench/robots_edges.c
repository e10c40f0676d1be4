/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Edges and distances in `farkas bench robots`: for some states of each scene, and what to expect.
 *
 * An edge whose samples meet something is not free; the others may or may not be. A distance is the least one of all pairs, each
 * measured alone. */

#include "bench/robots_scene.h"

#include <math.h>
#include <stdlib.h>

enum { EDGES_MOST = 20, DISTANCES_MOST = 5, SAMPLES = 32 };

/* The first few states of each scene: all of them, or the free ones. */
static robots_selection select_few(const robots_maker *m, bool is_free, uint32_t most)
{
    const robots_input *in = &m->input;
    bool *is_wanted = bench_allocate(in->head.states, sizeof *is_wanted);
    for (uint32_t i = 0; i < in->head.scenes; i++) {
        const robots_scene *scene = &in->scene[i];
        uint32_t count = 0;
        for (uint32_t k = scene->first_state; k < scene->first_state + scene->states; k++) {
            is_wanted[k] = count < most && !(is_free && m->meets[k]);
            count += is_wanted[k];
        }
    }
    robots_selection out = robots_select(in, is_wanted);
    free(is_wanted);
    return out;
}

/* Runs a case with these answers, and frees both. */
static bool run_selection(bench_run *run, robots_case about, robots_selection *s, double *want)
{
    about.want = want;
    about.states = s->input.head.states;
    bool good = about.states == 0 || robots_run_case(run, &about, &s->input);
    robots_selection_free(s);
    free(want);
    return good;
}

/* ---- Edges --------------------------------------------------------------------------------------------- */

/* Whether a sample of an edge meets something. */
static bool find_sample(const robots_colliders *c, const robots_input *in, const robots_scene *scene,
                        size_t edge, fk_pose *link)
{
    const double time[2] = {0, 1};
    size_t count = in->head.variables;
    double *value = bench_allocate(2 * count, sizeof *value);
    fk_track track = {in->head.variables, 2, time, value};
    fk_motion *motion = NULL;
    bool meets = false;
    for (size_t k = 0; k < count; k++) {
        value[k] = in->value[edge * count + k];
        value[count + k] = in->end[edge * count + k];
    }
    bench_check_status(fk_motion_create(c->context, in->frame, in->head.frames, &track, 1, &motion));
    for (int i = 0; i <= SAMPLES && !meets; i++) {
        robots_place_links(in, motion, (double)i / SAMPLES, link);
        meets = robots_find_meets(c, scene, link);
    }
    fk_motion_free(c->context, motion);
    free(value);
    return meets;
}

bool robots_run_edges(bench_run *run, const robots_maker *m, const char *name)
{
    robots_selection s = select_few(m, false, EDGES_MOST);
    const robots_input *in = &s.input;
    robots_colliders colliders = robots_colliders_build(m->context, in);
    double *want = bench_allocate(in->head.states, sizeof *want);
    fk_pose *link = bench_allocate(in->head.links, sizeof *link);
    for (uint32_t i = 0; i < in->head.scenes; i++)
        for (size_t k = 0; k < in->scene[i].states; k++) {
            size_t edge = in->scene[i].first_state + k;
            want[edge] = find_sample(&colliders, in, &in->scene[i], edge, link);
        }
    free(link);
    robots_colliders_free(&colliders);
    robots_case about = {.scene = name, .work = "edge", .question = "short edges", .what = name};
    return run_selection(run, about, &s, want);
}

/* ---- Distances ----------------------------------------------------------------------------------------- */

static double find_distance(const robots_colliders *c, const robots_scene *scene, const fk_pose *link)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < scene->pairs; i++) {
        fk_collider_distance found;
        fk_index_pair pair = c->input->pair[scene->first_pair + i];
        fk_placed_collider a = robots_place_body(c, scene, pair.a, link),
                           b = robots_place_body(c, scene, pair.b, link);
        bench_check_status(fk_collider_measure(c->context, &a, &b, least, &found));
        least = fmin(least, found.distance.hi);
    }
    return least;
}

bool robots_run_distances(bench_run *run, const robots_maker *m, const char *name)
{
    robots_selection s = select_few(m, true, DISTANCES_MOST);
    const robots_input *in = &s.input;
    robots_colliders colliders = robots_colliders_build(m->context, in);
    double *want = bench_allocate(in->head.states, sizeof *want);
    for (uint32_t i = 0; i < in->head.scenes; i++)
        for (size_t k = in->scene[i].first_state; k < (size_t)in->scene[i].first_state + in->scene[i].states;
             k++)
            want[k] = find_distance(&colliders, &in->scene[i], in->pose + k * in->head.links);
    robots_colliders_free(&colliders);
    robots_case about = {.scene = name,
                         .work = "distance",
                         .question = "distance",
                         .what = name,
                         .tolerance = fk_length_convert(1e-5, FK_UNIT_M, m->unit)};
    return run_selection(run, about, &s, want);
}
