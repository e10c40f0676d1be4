/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Compares the rules of the papers' hierarchies on the same queries: every bounding volume with every way of building; then, for boxes and
 * the surface area heuristic, cuts, stop criteria, search orders and descent rules.
 *
 * A query is a knot and its copy near contact. The copy has a random rotation and approaches along a random direction, in steps, until
 * both meet. Bisection of the last step gives a pose where they just meet and one where they just do not. */

#include "bench/bench.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/generate.h"
#include "hierarchy/hierarchy.h"

/* Number of bisections of the last step: the poses are about a thousandth of the size from contact. */
#define HALVINGS 5
#define STEPS    64

enum { RULES_PLACES = 32, RULES_QUICK_PLACES = 4, RULES_ROUNDS = 3 };

typedef struct contact_scene {
    fk_context *context;
    fk_model *model;
    const fk_mesh *mesh;
    double size;
    uint32_t count;
    fk_pose pose[RULES_PLACES];
    bool meets[RULES_PLACES];
} contact_scene;

/* ---- Questions ----------------------------------------------------------------------------------------- */

static bool out_of_memory(void)
{
    cli_trouble("out of memory");
    return false;
}

static bool search_at_pose(const contact_scene *s, const fk_hierarchy *tree, const fk_pose *pose,
                           const fk_search_rules *rules, fk_search_found *out)
{
    fk_placed_hierarchy a = {tree, s->mesh, fk_pose_identity()}, b = {tree, s->mesh, *pose};
    return fk_hierarchy_search(s->context, &a, &b, rules, out) == FK_OK || out_of_memory();
}

static fk_pose pose_at(fk_pose pose, fk_vec3 direction, double distance)
{
    pose.translation = fk_vec3_scale(direction, distance);
    return pose;
}

static bool test_pose(const contact_scene *s, const fk_hierarchy *tree, const fk_pose *pose, bool *meets)
{
    fk_search_rules rules = fk_search_rules_collide();
    fk_search_found found;
    if (!search_at_pose(s, tree, pose, &rules, &found))
        return false;
    *meets = found.meets;
    fk_search_found_end(s->context, &found);
    return true;
}

/* Adds a pose that meets and one that does not; false after a message. */
static bool find_contact(contact_scene *s, const fk_hierarchy *tree, fk_random *random)
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
        if (!test_pose(s, tree, &next, &meets))
            return false;
    }
    for (int i = 0; i < HALVINGS && meets; i++) {
        double middle = 0.5 * (near + far);
        fk_pose next = pose_at(pose, direction, middle);
        bool inner;
        if (!test_pose(s, tree, &next, &inner))
            return false;
        *(inner ? &near : &far) = middle;
    }
    for (int i = 0; i < 2 && meets; i++) {
        s->meets[s->count] = i == 0;
        s->pose[s->count++] = pose_at(pose, direction, i == 0 ? near : far);
    }
    return true;
}

static bool make_contact_scene(contact_scene *s, uint32_t triangles, uint32_t places)
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
    RULES_WAYS = FK_HIERARCHY_STRATEGIES + 2,
    BUILDS = FK_VOLUME_KINDS * RULES_WAYS,
    MORE = 5, /* cuts and stop criteria */
    SEARCHES = FK_SEARCH_ORDERS * FK_SEARCH_DESCENTS,
    RULES_ROWS = BUILDS + MORE + SEARCHES - 1 /* one is among the builds */
};

static void choose_rules(int number, fk_hierarchy_rules *build, fk_search_rules *search)
{
    *build = fk_hierarchy_rules_default();
    *search = fk_search_rules_collide();
    if (number < BUILDS) {
        int way = number % RULES_WAYS;
        build->volume = (fk_volume_kind)(number / RULES_WAYS);
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

/* The rules of building in words, such as "top-down area, cut, leaf 4". */
static void name_rules(const fk_hierarchy_rules *rules, char *text, size_t capacity)
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

/* One set of rules on one scene. */
typedef struct rules_outcome {
    fk_hierarchy_rules build;
    fk_search_rules search;
    uint32_t hits, misses;
    double build_ns, bytes; /* a triangle */
    /* A question, of hits and of misses: until the first pair that meets. */
    double volume_tests[2], triangle_tests[2], microseconds[2];
    uint32_t hash; /* of all pairs of triangles that meet, in all places */
    bool is_right; /* it meets where it should */
} rules_outcome;

static uint32_t mix_hash(uint32_t hash, uint64_t value)
{
    return bench_hash(bench_hash(hash, (uint32_t)value), (uint32_t)(value >> 32));
}

/* The hash of all pairs in all places. */
static bool hash_pairs(const contact_scene *s, const fk_hierarchy *tree, rules_outcome *row)
{
    fk_search_rules all = row->search;
    all.all = true;
    row->hash = BENCH_HASH;
    row->is_right = true;
    for (uint32_t i = 0; i < s->count; i++) {
        fk_search_found found;
        if (!search_at_pose(s, tree, &s->pose[i], &all, &found))
            return false;
        row->is_right = row->is_right && found.meets == s->meets[i];
        row->hash = mix_hash(row->hash, found.count);
        for (size_t k = 0; k < found.count; k++)
            row->hash = mix_hash(row->hash, (uint64_t)found.pair[k].a << 32 | found.pair[k].b);
        fk_search_found_end(s->context, &found);
    }
    return true;
}

/* Until the first pair that meets: the quickest of some rounds. */
static bool measure_search(const contact_scene *s, const fk_hierarchy *tree, int rounds, rules_outcome *row)
{
    for (int round = 0; round < rounds; round++) {
        double seconds[2] = {0, 0};
        for (uint32_t i = 0; i < s->count; i++) {
            fk_search_found found;
            int part = s->meets[i] ? 0 : 1;
            double begin = fk_clock_seconds();
            if (!search_at_pose(s, tree, &s->pose[i], &row->search, &found))
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

static bool measure_rules(const contact_scene *s, int number, bool quick, rules_outcome *row)
{
    fk_hierarchy *tree = NULL;
    uint32_t triangles = s->mesh->triangle_count;
    choose_rules(number, &row->build, &row->search);
    for (uint32_t i = 0; i < s->count; i++)
        *(s->meets[i] ? &row->hits : &row->misses) += 1;
    double begin = fk_clock_seconds();
    if (fk_hierarchy_build(s->context, s->mesh, &row->build, &tree) != FK_OK)
        return out_of_memory();
    row->build_ns = 1e9 * (fk_clock_seconds() - begin) / triangles;
    row->bytes = (double)tree->bytes / triangles;
    bool good = hash_pairs(s, tree, row) && measure_search(s, tree, quick ? 1 : RULES_ROUNDS, row);
    fk_hierarchy_free(s->context, tree);
    if (quick)
        row->build_ns = row->microseconds[0] = row->microseconds[1] = 0;
    return good;
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static void set_hits_and_misses(bench_row *row, const char *name, const double part[2],
                                const rules_outcome *o)
{
    static const char *const ends[] = {"_hits", "_misses"};
    char text[32];
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "%s%s", name, ends[i]);
        row_set(row, text, part[i]);
    }
    row_set(row, name, (o->hits * part[0] + o->misses * part[1]) / (o->hits + o->misses));
}

/* Rows have the rules in words; `usual` says in which of them they are those by default. */
static void make_row(const contact_scene *s, const rules_outcome *o, uint32_t size, bench_row *row)
{
    fk_hierarchy_rules usual = fk_hierarchy_rules_default();
    fk_search_rules search = fk_search_rules_collide();
    char words[96], usual_words[96];
    name_rules(&o->build, words, sizeof words);
    name_rules(&usual, usual_words, sizeof usual_words);
    row_set_text(row, "section", "rules");
    row_set_text(row, "volume", "%s", fk_volume_kind_name(o->build.volume));
    row_set_text(row, "build", "%s", words);
    row_set_text(row, "order", "%s", fk_search_order_name(o->search.order));
    row_set_text(row, "descent", "%s", fk_search_descent_name(o->search.descent));
    row_set(row, "usual_volume", o->build.volume == usual.volume);
    row_set(row, "usual_build", strcmp(words, usual_words) == 0);
    row_set(row, "usual_search", o->search.order == search.order && o->search.descent == search.descent);
    row_set(row, "triangles", s->mesh->triangle_count);
    row_set(row, "size", size);
    row_set(row, "hits", o->hits);
    row_set(row, "misses", o->misses);
    row_set(row, "build_ns", o->build_ns);
    row_set(row, "bytes", o->bytes);
    set_hits_and_misses(row, "volume_tests", o->volume_tests, o);
    set_hits_and_misses(row, "triangle_tests", o->triangle_tests, o);
    set_hits_and_misses(row, "us", o->microseconds, o);
    row_set(row, "hash", o->hash);
}

static void add_numbers(bench_records *records, const bench_row *row, const char *what, const char *by)
{
    const struct {
        const char *work, *unit;
        double value;
    } number[] = {{"meet", "µs", row_get(row, "us")},
                  {"tests of volumes", "", row_get(row, "volume_tests")},
                  {"tests of triangles", "", row_get(row, "triangle_tests")},
                  {"build", "ms", 1e-6 * row_get(row, "build_ns") * row_get(row, "triangles")},
                  {"bytes", "bytes", row_get(row, "bytes")}};
    bench_row named = *row;
    row_set_text(&named, "what", "%s", what);
    row_set_text(&named, "method", "%s", by);
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++) {
        double value =
            number[i].value > 0 ? number[i].value : (double)NAN; /* of a quick run nothing is timed */
        row_add(records, &named, number[i].work, number[i].unit, value)->answers =
            (uint32_t)row_get(row, "hash");
    }
}

/* Of the largest knot every way of building with every volume; of all sizes the volumes, the ways of building and the orders of search,
 * each with the rest as it is by default. */
static void add_rules_records(const bench_rows *rows, size_t i, bool is_quick, bench_records *records)
{
    const bench_row *row = &rows->row[i];
    const char *build = row_text(row, "build"), *volume = row_text(row, "volume");
    bool usual_volume = row_get(row, "usual_volume") > 0, usual_build = row_get(row, "usual_build") > 0;
    bool usual_search = row_get(row, "usual_search") > 0;
    char by[200];
    (void)is_quick;
    snprintf(by, sizeof by, "%s, %s", row_text(row, "order"), row_text(row, "descent"));
    if (usual_search && row_get(row, "size") == row_get(&rows->row[rows->count - 1], "size"))
        add_numbers(records, row, build, volume);
    if (usual_search && usual_build)
        add_numbers(records, row, "volumes", volume);
    if (usual_search && usual_volume)
        add_numbers(records, row, "ways of building", build);
    if (usual_build && usual_volume)
        add_numbers(records, row, "orders of search", by);
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

/* Rows whose answers differ are trouble. */
static bool run_contact_scene(bench_run *run, contact_scene *s, uint32_t triangles)
{
    bool quick = run->options->quick;
    uint32_t hash = 0;
    size_t first = run->rows.count;
    if (!make_contact_scene(s, triangles, quick ? RULES_QUICK_PLACES : RULES_PLACES))
        return false;
    for (int number = 0; number < RULES_ROWS; number++) {
        rules_outcome o = {.hits = 0};
        bench_row row = {.is_ours = true};
        if (!measure_rules(s, number, quick, &o))
            return false;
        hash = number == 0 ? o.hash : hash;
        make_row(s, &o, triangles, &row);
        row_set(&row, "later", first > 0);
        rows_add(&run->rows, &row);
        if (!o.is_right || o.hash != hash) {
            cli_trouble("%s, %s: another answer than by other rules", row_text(&row, "volume"),
                        row_text(&row, "build"));
            return false;
        }
        cli_progress(run->rows.count, "sets of rules");
    }
    return true;
}

static const bench_section rules = {
    .name = "rules",
    .record = add_rules_records,
};

bool bench_tree_rules_run(bench_run *run)
{
    static const uint32_t sizes[] = {1000, 2000, 5000, 10000};
    contact_scene s = {.context = cli_context_create()};
    bool quick = run->options->quick, good = s.context != NULL;
    run->section = &rules;
    for (int i = 0; i < (quick ? 1 : 4) && good; i++) {
        good = run_contact_scene(run, &s, quick ? 400 : sizes[i]);
        fk_model_free(s.context, s.model);
        s.model = NULL;
    }
    cli_progress_end();
    if (s.context != NULL)
        fk_context_destroy(s.context);
    for (size_t i = 0; good && i < run->rows.count; i += RULES_ROWS) {
        bench_rows part = {run->rows.row, i + RULES_ROWS, 0};
        rows_print(&part, i, run->options->form, "rules", "");
    }
    return good;
}
