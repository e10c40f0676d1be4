/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The rules of the papers' hierarchies, all on the same questions: every volume with every way of building;
 * then, for boxes and the surface area heuristic, cuts, stop criteria, orders of search and rules of descent.
 *
 * A question is a knot and its copy near contact. The copy comes from far away along a random direction, in a
 * random attitude, in steps until both meet; halving the last step gives a place where they just meet and one
 * where they just do not. */

#include "bench/bench_rules.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>

#include "gen/generate.h"

/* How often the last step is halved: the places are about a thousandth of the size from contact. */
#define HALVINGS 5
#define STEPS    64

enum { SIZES = 4, PLACES = 32, QUICK_PLACES = 4, ROUNDS = 3 };

typedef struct scene {
    fk_context *context;
    fk_model *model;
    const fk_mesh *mesh;
    double size;
    uint32_t count;
    fk_pose pose[PLACES];
    bool meets[PLACES];
} scene;

/* ---- Questions ----------------------------------------------------------------------------------------- */

static bool out_of_memory(void)
{
    cli_trouble("out of memory");
    return false;
}

static bool ask(const scene *s, const fk_hierarchy *tree, const fk_pose *pose, const fk_search_rules *rules,
                fk_search_found *out)
{
    fk_placed_hierarchy a = {tree, s->mesh, fk_pose_identity()}, b = {tree, s->mesh, *pose};
    return fk_hierarchy_search(s->context, &a, &b, rules, out) == FK_OK || out_of_memory();
}

static fk_pose pose_at(fk_pose pose, fk_vec3 direction, double distance)
{
    pose.translation = fk_vec3_scale(direction, distance);
    return pose;
}

static bool meets_at(const scene *s, const fk_hierarchy *tree, const fk_pose *pose, bool *meets)
{
    fk_search_rules rules = fk_search_rules_collide();
    fk_search_found found;
    if (!ask(s, tree, pose, &rules, &found))
        return false;
    *meets = found.meets;
    fk_search_found_end(s->context, &found);
    return true;
}

/* One place that meets, and one that does not; false after a message. */
static bool find_contact(scene *s, const fk_hierarchy *tree, fk_random *random)
{
    fk_vec3 zero = {0, 0, 0}, direction = zero;
    double c[6];
    do {
        for (int i = 0; i < 6; i++)
            c[i] = fk_random_between(random, -1, 1);
        direction = fk_vec3_make(c[0], c[1], c[2]);
    } while (fk_vec3_dot(direction, direction) > 1 || fk_vec3_dot(direction, direction) < 0.01);
    direction = fk_vec3_scale(direction, 1 / sqrt(fk_vec3_dot(direction, direction)));
    fk_pose pose = fk_pose_from_rpy(zero, fk_vec3_make(3 * c[3], 3 * c[4], 3 * c[5]));
    double step = s->size / STEPS, far = 2 * s->size, near = far;
    bool meets = false;
    while (!meets && near > 0) {
        far = near;
        near -= step;
        fk_pose next = pose_at(pose, direction, near);
        if (!meets_at(s, tree, &next, &meets))
            return false;
    }
    for (int i = 0; i < HALVINGS && meets; i++) {
        double middle = 0.5 * (near + far);
        fk_pose next = pose_at(pose, direction, middle);
        bool inner;
        if (!meets_at(s, tree, &next, &inner))
            return false;
        *(inner ? &near : &far) = middle;
    }
    for (int i = 0; i < 2 && meets; i++) {
        s->meets[s->count] = i == 0;
        s->pose[s->count++] = pose_at(pose, direction, i == 0 ? near : far);
    }
    return true;
}

static bool scene_make(scene *s, uint32_t triangles, uint32_t places)
{
    fk_generate_options options = {triangles, 1};
    fk_hierarchy *tree = NULL;
    fk_hierarchy_rules rules = fk_hierarchy_rules_default();
    fk_random random = fk_random_make(1);
    if (fk_generate(s->context, fk_generate_find("trefoil"), &options, &s->model) != FK_OK)
        return out_of_memory();
    s->mesh = &s->model->part[0];
    s->size = 1;
    s->count = 0;
    bool good = fk_hierarchy_build(s->context, s->mesh, &rules, &tree) == FK_OK || out_of_memory();
    while (good && s->count < places)
        good = find_contact(s, tree, &random);
    fk_hierarchy_free(s->context, tree);
    return good;
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

enum {
    WAYS = FK_HIERARCHY_STRATEGIES + 2,
    BUILDS = FK_VOLUME_KINDS * WAYS,
    MORE = 5, /* cuts and stop criteria */
    SEARCHES = FK_SEARCH_ORDERS * FK_SEARCH_DESCENTS,
    ROWS = BUILDS + MORE + SEARCHES - 1 /* one is among the builds */
};

static void rules_of(int number, fk_hierarchy_rules *build, fk_search_rules *search)
{
    *build = fk_hierarchy_rules_default();
    *search = fk_search_rules_collide();
    if (number < BUILDS) {
        int way = number % WAYS;
        build->volume = (fk_volume_kind)(number / WAYS);
        build->way = way < FK_HIERARCHY_STRATEGIES ? FK_TOP_DOWN
                                                   : (fk_hierarchy_way)(way - FK_HIERARCHY_STRATEGIES + 1);
        if (build->way == FK_TOP_DOWN)
            build->strategy = (fk_hierarchy_strategy)way;
    } else if (number < BUILDS + MORE) {
        int more = number - BUILDS;
        build->cut = more == 0;
        build->leaf_count = more == 1 ? 4 : more == 2 ? 16 : 1;
        build->max_depth = more == 3 ? 8 : 0;
        build->min_volume = more == 4 ? 1e-4 : 0;
    } else {
        int how = number - BUILDS - MORE;
        how += how >= FK_DEPTH_FIRST * FK_SEARCH_DESCENTS + FK_DESCEND_LARGER;
        search->order = (fk_search_order)(how / FK_SEARCH_DESCENTS);
        search->descent = (fk_search_descent)(how % FK_SEARCH_DESCENTS);
    }
}

void bench_rules_words(const fk_hierarchy_rules *rules, char *text, size_t capacity)
{
    char stop[64] = "";
    if (rules->leaf_count > 1)
        snprintf(stop, sizeof stop, ", leaf %u", rules->leaf_count);
    else if (rules->max_depth > 0)
        snprintf(stop, sizeof stop, ", depth %u", rules->max_depth);
    else if (rules->min_volume > 0)
        snprintf(stop, sizeof stop, ", volume %.0e", rules->min_volume);
    bool splits = rules->way == FK_TOP_DOWN;
    snprintf(text, capacity, "%s%s%s%s%s", fk_hierarchy_way_name(rules->way), splits ? " " : "",
             splits ? fk_hierarchy_strategy_name(rules->strategy) : "", splits && rules->cut ? ", cut" : "",
             stop);
}

/* ---- Measuring ----------------------------------------------------------------------------------------- */

static uint32_t mixed(uint32_t hash, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        hash = (hash ^ (uint32_t)(value >> 8 * i & 255)) * 16777619u;
    return hash;
}

/* The hash of all pairs in all places. */
static bool find_hash(const scene *s, const fk_hierarchy *tree, bench_rules_row *row)
{
    fk_search_rules all = row->search;
    all.all = true;
    row->hash = 2166136261u;
    row->is_right = true;
    for (uint32_t i = 0; i < s->count; i++) {
        fk_search_found found;
        if (!ask(s, tree, &s->pose[i], &all, &found))
            return false;
        row->is_right = row->is_right && found.meets == s->meets[i];
        row->hash = mixed(row->hash, found.count);
        for (size_t k = 0; k < found.count; k++)
            row->hash = mixed(row->hash, (uint64_t)found.pair[k].a << 32 | found.pair[k].b);
        fk_search_found_end(s->context, &found);
    }
    return true;
}

/* Until the first pair that meets: the quickest of some rounds. */
static bool measure_search(const scene *s, const fk_hierarchy *tree, int rounds, bench_rules_row *row)
{
    for (int round = 0; round < rounds; round++) {
        double seconds[2] = {0, 0};
        for (uint32_t i = 0; i < s->count; i++) {
            fk_search_found found;
            int part = s->meets[i] ? 0 : 1;
            double begin = fk_clock_seconds();
            if (!ask(s, tree, &s->pose[i], &row->search, &found))
                return false;
            seconds[part] += fk_clock_seconds() - begin;
            row->is_right = row->is_right && found.meets == s->meets[i];
            row->volume_tests[part] += round == 0 ? (double)found.volume_tests : 0;
            row->triangle_tests[part] += round == 0 ? (double)found.triangle_tests : 0;
            fk_search_found_end(s->context, &found);
        }
        for (int part = 0; part < 2; part++) {
            double us = 1e6 * seconds[part] / (part == 0 ? row->hits : row->misses);
            row->microseconds[part] = round == 0 ? us : fmin(us, row->microseconds[part]);
        }
    }
    for (int part = 0; part < 2; part++) {
        row->volume_tests[part] /= part == 0 ? row->hits : row->misses;
        row->triangle_tests[part] /= part == 0 ? row->hits : row->misses;
    }
    return true;
}

static bool measure(const scene *s, int number, bool quick, bench_rules_row *row)
{
    fk_hierarchy *tree = NULL;
    rules_of(number, &row->build, &row->search);
    row->triangles = s->mesh->triangle_count;
    for (uint32_t i = 0; i < s->count; i++)
        *(s->meets[i] ? &row->hits : &row->misses) += 1;
    double begin = fk_clock_seconds();
    if (fk_hierarchy_build(s->context, s->mesh, &row->build, &tree) != FK_OK)
        return out_of_memory();
    row->build_ns = 1e9 * (fk_clock_seconds() - begin) / row->triangles;
    row->bytes = (double)tree->bytes / row->triangles;
    bool good = find_hash(s, tree, row) && measure_search(s, tree, quick ? 1 : ROUNDS, row);
    fk_hierarchy_free(s->context, tree);
    if (quick)
        row->build_ns = row->microseconds[0] = row->microseconds[1] = 0;
    return good;
}

static bool run_scene(scene *s, uint32_t triangles, bool quick, bench_rules_results *out)
{
    size_t first = out->count;
    if (!scene_make(s, triangles, quick ? QUICK_PLACES : PLACES))
        return false;
    for (int number = 0; number < ROWS; number++) {
        bench_rules_row row = {.size = triangles};
        if (!measure(s, number, quick, &row))
            return false;
        out->row[out->count++] = row;
        const bench_rules_row *base = &out->row[first];
        if (!row.is_right || row.hash != base->hash) {
            char text[96];
            bench_rules_words(&row.build, text, sizeof text);
            out->row[out->count - 1].is_right = false;
            cli_trouble("%s, %s: another answer than by other rules", fk_volume_kind_name(row.build.volume),
                        text);
            return false;
        }
        cli_progress(out->count, "sets of rules");
    }
    return true;
}

bool bench_rules_run(bool quick, bench_rules_results *out)
{
    static const uint32_t sizes[SIZES] = {1000, 2000, 5000, 10000};
    scene s = {.context = cli_context_create()};
    out->capacity = SIZES * ROWS;
    out->row = calloc(out->capacity, sizeof *out->row);
    bool good = s.context != NULL && (out->row != NULL || out_of_memory());
    for (int i = 0; i < (quick ? 1 : SIZES) && good; i++) {
        good = run_scene(&s, quick ? 400 : sizes[i], quick, out);
        fk_model_free(s.context, s.model);
        s.model = NULL;
    }
    cli_progress_end();
    if (s.context != NULL)
        fk_context_destroy(s.context);
    return good;
}

void bench_rules_free(bench_rules_results *results)
{
    free(results->row);
    *results = (bench_rules_results){NULL, 0, 0};
}
