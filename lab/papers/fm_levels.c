/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-levels: what P. Baillehache's paper (2013) leaves open in sections 6.2.2 and 7: how many
 * levels and children a tree should have, which cells, and what groups above the objects bring.
 *
 * Random tori; some of them are searched against all others, by the walk of Farkas, for the complete list
 * without boxes and for the first hit of each object. Trees of the same leaves must find the same. The ways
 * of one part take turns. */

#include "papers/papers.h"
#include "bench/program.h"
#include "peers/participant.h"
#include "papers/tori.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEVELS_TURNS = 5,
    MOST_VARIANTS = 8,
    TORI = 100,
    QUICK_TORI = 12,
    ROOMS_TORI = 20000,
    QUICK_ROOMS_TORI = 200
};
enum {
    LEVELS_SEGMENTS = 40,
    LEVELS_QUICK_SEGMENTS = 10,
    LEVELS_OBJECTS = 10,
    QUICK_OBJECTS = 3,
    ROOM_OBJECTS = 200
};

#define HALF_CUBE 3.0

typedef enum tree_form { FORM_TWO, FORM_AXES, FORM_RING, FORM_TETRA, FORM_BOXES, FORM_BLOCKS } tree_form;

typedef struct tree_variant {
    const char *name;
    tree_form form;
    uint32_t children; /* at most; 0: as it is */
    uint32_t rooms;    /* along each axis; 0: no groups */
    const char *title; /* where a sentence begins with it */
} tree_variant;

static const tree_variant by_children[] = {{"2", FORM_TWO, 2, 0, NULL},   {"4", FORM_TWO, 4, 0, NULL},
                                           {"8", FORM_TWO, 8, 0, NULL},   {"16", FORM_TWO, 16, 0, NULL},
                                           {"32", FORM_TWO, 32, 0, NULL}, {"all", FORM_TWO, 0, 0, NULL}};
static const tree_variant by_inner[] = {{"added boxes", FORM_TWO, FK_CELL_CHILDREN, 0, NULL},
                                        {"boxes along the axes", FORM_AXES, 0, 0, "Boxes along the axes"},
                                        {"boxes along the ring", FORM_RING, 0, 0, "Boxes along the ring"},
                                        {"tetrahedra", FORM_TETRA, 0, 0, "Tetrahedra"}};
static const tree_variant by_leaves[] = {
    {"tetrahedra", FORM_TWO, FK_CELL_CHILDREN, 0, NULL},
    {"a box for each", FORM_BOXES, FK_CELL_CHILDREN, 0, "A box for each of the"},
    {"a box for five", FORM_BLOCKS, FK_CELL_CHILDREN, 0, "A box for each five"}};
static const tree_variant by_rooms[] = {{"none", FORM_TWO, FK_CELL_CHILDREN, 0, NULL},
                                        {"8 rooms", FORM_TWO, FK_CELL_CHILDREN, 2, NULL},
                                        {"64 rooms", FORM_TWO, FK_CELL_CHILDREN, 4, NULL},
                                        {"512 rooms", FORM_TWO, FK_CELL_CHILDREN, 8, NULL}};

/* One of these, built and measured. Numbers are for one torus, or one search. */
typedef struct variant_trial {
    const tree_variant *variant;
    uint32_t count;
    bool is_shared; /* all have the first tree, in places of their own */
    fk_cell_tree **tree;
    fk_search *search;
    uint32_t first_leaf; /* in its input */
    double nodes, bytes, build_us;
    uint32_t levels;
    /* Complete list, first hit; the worst is the search that takes longest. */
    double hits, tori_hit, quick_tests[2], pair_tests[2], us[2], worst_us[2];
    double turn_us[2][LEVELS_TURNS], turn_worst_us[2][LEVELS_TURNS];
    uint32_t hash;
} variant_trial;

/* ---- Trees --------------------------------------------------------------------------------------------- */

static uint32_t count_nodes(tree_form f, uint32_t segments)
{
    return f == FORM_TWO || f == FORM_BOXES ? tori_node_count(segments)
           : f == FORM_BLOCKS               ? tori_block_node_count(segments)
                                            : tori_ring_node_count(segments);
}

static void fill_nodes(tree_form f, const torus *t, uint32_t segments, fk_cell_input *out)
{
    if (f == FORM_TWO)
        tori_nodes(t, segments, out);
    else if (f == FORM_BOXES)
        tori_box_nodes(t, segments, out);
    else if (f == FORM_BLOCKS)
        tori_block_nodes(t, segments, out);
    else
        tori_ring_nodes(t, segments,
                        f == FORM_AXES   ? TORI_ALONG_AXES
                        : f == FORM_RING ? TORI_ALONG_RING
                                         : TORI_TETRAHEDRA_AROUND,
                        out);
}

static void build_torus_trees(variant_trial *r, fk_context *context, const torus *t, uint32_t segments)
{
    uint32_t nodes = count_nodes(r->variant->form, segments), leaves = 0;
    fk_cell_input *input = bench_allocate(nodes, sizeof *input);
    r->tree = bench_allocate(r->count, sizeof *r->tree);
    uint32_t trees = r->is_shared ? 1 : r->count;
    for (uint32_t i = 0; i < trees; i++) {
        torus home = {fk_pose_identity(), 1, 0.25};
        fill_nodes(r->variant->form, r->is_shared ? &home : &t[i], segments, input);
        double begin = bench_used_seconds();
        r->tree[i] = tori_tree_make(context, input, nodes, r->variant->children);
        r->build_us += 1e6 * (bench_used_seconds() - begin);
        r->nodes += (double)r->tree[i]->node_count;
        r->bytes += (double)r->tree[i]->bytes;
        r->levels = r->tree[i]->level_count > r->levels ? r->tree[i]->level_count : r->levels;
        leaves = r->tree[i]->leaf_count;
    }
    r->first_leaf = nodes - leaves;
    r->nodes /= trees;
    r->bytes /= trees;
    r->build_us /= trees;
    for (uint32_t i = trees; i < r->count; i++)
        r->tree[i] = r->tree[0];
    free(input);
}

/* The room of a torus, in a grid over the cube; each room is a group of its own. */
static uint32_t torus_room(const torus *t, uint32_t rooms, double half_cube)
{
    uint32_t at = 0;
    for (int k = 0; k < 3; k++) {
        double place = (fk_vec3_get(t->pose.translation, k) / half_cube + 1) / 2 * rooms;
        uint32_t cell = place < 0 ? 0 : (uint32_t)place;
        at = at * rooms + (cell < rooms ? cell : rooms - 1);
    }
    return at;
}

static void prepare_search(variant_trial *r, fk_context *context, const torus *t, double half_cube)
{
    uint32_t side = r->variant->rooms, rooms = side * side * side;
    fk_search_group *group = bench_allocate(rooms, sizeof *group);
    fk_search_object *object = bench_allocate(r->count, sizeof *object);
    fk_search_report report;
    for (uint32_t i = 0; i < rooms; i++)
        group[i] = (fk_search_group){.parent = FK_NONE, .tests_members = true, .kind = FK_KIND_NONE};
    for (uint32_t i = 0; i < r->count; i++)
        object[i] = (fk_search_object){.tree = r->tree[i],
                                       .pose = r->is_shared ? t[i].pose : fk_pose_identity(),
                                       .group = rooms > 0 ? torus_room(&t[i], side, half_cube) : FK_NONE};
    papers_check(fk_search_create(context, group, rooms, object, r->count, &report, &r->search));
    free(group);
    free(object);
}

static void variant_trial_end(variant_trial *r, fk_context *context)
{
    fk_search_destroy(context, r->search);
    for (uint32_t i = 0; i < (r->is_shared ? 1 : r->count); i++)
        fk_cell_tree_free(context, r->tree[i]);
    free(r->tree);
}

/* One turn over all objects. The first turn checks the results. */
static void run_turn(variant_trial *r, int turn, uint32_t objects, bool first)
{
    double seconds = 0, worst = 0;
    tori_answer answer = {0};
    for (uint32_t i = 0; i < objects; i++) {
        fk_search_question question = {.object = (uint32_t)((uint64_t)i * r->count / objects),
                                       .stops_at_hit = first};
        double begin = bench_used_seconds();
        const fk_search_result *result = tori_search_run(r->search, &question, 0);
        double took = bench_used_seconds() - begin;
        seconds += took;
        worst = fmax(worst, took);
        if (turn > 0)
            continue;
        r->quick_tests[first] += (double)result->work.quick_tests;
        r->pair_tests[first] += (double)result->work.pair_tests;
        if (first)
            continue;
        tori_answer_add(&answer, result, r->tree, r->first_leaf - 1);
        r->hits += (double)answer.count;
        r->tori_hit += answer.objects;
        r->hash = (r->hash ^ tori_hash(&answer, false)) * 16777619u;
    }
    r->turn_us[first][turn] = 1e6 * seconds / objects;
    r->turn_worst_us[first][turn] = 1e6 * worst;
    tori_answer_end(&answer);
}

static void measure_trials(variant_trial *r, int count, uint32_t objects, bool quick)
{
    int turns = quick ? 1 : LEVELS_TURNS;
    for (int turn = 0; turn < turns; turn++)
        for (int i = 0; i < 2 * count; i++)
            run_turn(&r[i / 2], turn, objects, i % 2 == 1);
    for (int i = 0; i < count; i++) {
        for (int first = 0; first < 2; first++) {
            r[i].us[first] = quick ? NAN : bench_median(r[i].turn_us[first], (size_t)turns);
            r[i].worst_us[first] = quick ? NAN : bench_median(r[i].turn_worst_us[first], (size_t)turns);
            r[i].quick_tests[first] /= objects;
            r[i].pair_tests[first] /= objects;
        }
        r[i].hits /= objects;
        r[i].tori_hit /= objects;
        r[i].build_us = quick ? NAN : r[i].build_us;
    }
}

#define COUNT(list) (int)(sizeof(list) / sizeof((list)[0]))

static void report_trial(study *s, const variant_trial *r)
{
    study_words(s, "%s", r->variant->name);
    study_numbers(s, r->nodes, r->levels, r->bytes, r->build_us, r->hits, r->tori_hit, r->quick_tests[0],
                  r->pair_tests[0], r->us[0], r->worst_us[0], r->pair_tests[1], r->us[1], r->worst_us[1]);
    study_words(s, "%08x", r->hash);
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

typedef struct level_series {
    const char *name, *title;
    const tree_variant *variant;
    int count;
    uint32_t tori, segments, objects;
    bool same; /* all have the same leaves, so the same answers */
    void (*say)(study *s, const variant_trial *r, int count);
} level_series;

static int fastest_trial(const variant_trial *r, int count, int first)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (r[i].us[first] < r[best].us[first])
            best = i;
    return best;
}

/* What comes of fewer children to a node; the last row has all of them below the root, as the paper. */
static void explain_children(study *s, const variant_trial *r, int count)
{
    const variant_trial *all = &r[count - 1], *first = &r[fastest_trial(r, count - 1, 1)],
                        *list = &r[fastest_trial(r, count - 1, 0)];
    bool is_first_better = first->us[1] < 0.9 * all->us[1], is_list_better = list->us[0] < 0.9 * all->us[0];
    study_claim(
        s,
        "\"only a limited number of childs on the next level would reduce the effect of worst cases and "
        "improve the speed\" (6.2.2)",
        study_if_part(is_first_better && is_list_better, is_first_better || is_list_better),
        "For first hits, all tetrahedra below one box take %.1f times the time of at most %s children to a "
        "node, and the longest search %.1f times. The complete list takes %.2f times the time of the best "
        "number of children, %s: many children of both nodes are sorted and tested together.",
        all->us[1] / first->us[1], first->variant->name, all->worst_us[1] / first->worst_us[1],
        all->us[0] / list->us[0], list->variant->name);
    double least = INFINITY, most = 0;
    for (int i = 1; i + 1 < count; i++) {
        least = fmin(least, r[i].us[1]);
        most = fmax(most, r[i].us[1]);
    }
    study_paragraph(
        s,
        "Two children take %.1f times the time of the fastest number for first hits, and %.1f times "
        "for the complete list. From %s to %s children first hits differ by %.0f %%.",
        r[0].us[1] / first->us[1], r[0].us[0] / list->us[0], r[1].variant->name, r[count - 2].variant->name,
        100 * (most / least - 1));
}

/* Each beside the first row. */
static void explain_inner(study *s, const variant_trial *r, int count)
{
    for (int i = 1; i < count; i++)
        study_paragraph(
            s,
            "%s as inner cells: %.2f times the tests of pairs of %s for the complete list and %.2f "
            "times for first hits; %.2f and %.2f times the time.",
            r[i].variant->title, r[i].pair_tests[0] / r[0].pair_tests[0], r[0].variant->name,
            r[i].pair_tests[1] / r[0].pair_tests[1], r[i].us[0] / r[0].us[0], r[i].us[1] / r[0].us[1]);
}

/* Other leaves, so other answers: larger ones say more. */
static void explain_leaves(study *s, const variant_trial *r, int count)
{
    for (int i = 1; i < count; i++)
        study_paragraph(
            s,
            "%s tetrahedra as leaves: %.1f times the hits of %s, and %.1f %% more tori are hit, as "
            "boxes are larger; the complete list takes %.2f times the time, first hits %.2f times.",
            r[i].variant->title, r[i].hits / r[0].hits, r[0].variant->name,
            100 * (r[i].tori_hit / r[0].tori_hit - 1), r[i].us[0] / r[0].us[0], r[i].us[1] / r[0].us[1]);
}

static void explain_rooms(study *s, const variant_trial *r, int count)
{
    const variant_trial *best = &r[1 + fastest_trial(r + 1, count - 1, 1)], *most = &r[count - 1];
    study_claim(s, "Supergroups on top of the objects, \"with the view to maximize speed\" (section 7)",
                study_if_part(best->us[1] < 0.5 * r[0].us[1], best->us[1] < 0.9 * r[0].us[1]),
                "Among %u tori, first hits take %.2f times the time with %s, the best, and %.2f times with "
                "%s; the complete list %.2f and %.2f times. They save the look at boxes of objects that are "
                "elsewhere, which is quick. (It holds below 0.5, in part below 0.9.)",
                r[0].count, best->us[1] / r[0].us[1], best->variant->name, most->us[1] / r[0].us[1],
                most->variant->name, best->us[0] / r[0].us[0], most->us[0] / r[0].us[0]);
}

static bool check_same(const variant_trial *r, const level_series *p)
{
    for (int i = 1; i < p->count && p->same; i++)
        if (r[i].hash != r[0].hash)
            return papers_trouble("%s: %s finds other hits than %s", p->title, r[i].variant->name,
                                  r[0].variant->name);
    return true;
}

/* Both times of each variant, as bars. */
static void draw_level_series(study *s, const level_series *p, const variant_trial *r)
{
    const char *label[MOST_VARIANTS];
    double us[2][MOST_VARIANTS];
    for (int i = 0; i < p->count; i++) {
        label[i] = r[i].variant->name;
        us[0][i] = r[i].us[0];
        us[1][i] = r[i].us[1];
    }
    size_t count = (size_t)p->count;
    const plot_series series[2] = {{"complete list", count, .y = us[0]},
                                   {"first hits", count, .y = us[1], .is_ours = true}};
    study_draw(s, p->name, .title = p->title, .y_title = "time of one search, µs", .y_log = true,
               .series = series, .count = 2, .label = label, .labels = count);
}

static void report_level_series(study *s, const level_series *p, const variant_trial *r, bool quick)
{
    study_table(s, p->name, p->title,
                "variant||w\n"
                "one torus: nodes; levels; bytes; built in, µs|build_us|1t\n"
                "one search: hits||1; tori hit|tori_hit|1\n"
                "complete list: quick tests|complete_quick_tests; pair tests|complete_pair_tests; "
                "µs|complete_us|1t; longest, µs|complete_longest_us|1t\n"
                "first hits: pair tests|first_pair_tests; µs|first_us|1t; longest, µs|first_longest_us|1t\n"
                "hash||w");
    for (int i = 0; i < p->count; i++)
        report_trial(s, &r[i]);
    if (quick)
        return;
    draw_level_series(s, p, r);
    p->say(s, r, p->count);
}

static bool run_level_series(fk_context *context, const level_series *p, uint64_t seed, bool quick, study *s)
{
    variant_trial r[MOST_VARIANTS] = {{0}};
    double half_cube = quick ? 1.2 * HALF_CUBE : HALF_CUBE;
    torus *t = tori_draw_all(seed, p->tori, half_cube);
    for (int i = 0; i < p->count; i++) {
        r[i].variant = &p->variant[i];
        r[i].count = p->tori;
        r[i].is_shared = p->variant == by_rooms;
        r[i].hash = 2166136261u;
        build_torus_trees(&r[i], context, t, p->segments);
        prepare_search(&r[i], context, t, half_cube * cbrt(p->tori / 100.0));
    }
    measure_trials(r, p->count, p->objects, quick);
    bool good = check_same(r, p);
    if (good)
        report_level_series(s, p, r, quick);
    for (int i = 0; i < p->count; i++)
        variant_trial_end(&r[i], context);
    free(t);
    return good;
}

bool papers_fm_levels(const papers_lab *lab)
{
    bool quick = lab->quick;
    uint32_t tori = quick ? QUICK_TORI : TORI, segments = quick ? LEVELS_QUICK_SEGMENTS : LEVELS_SEGMENTS;
    uint32_t objects = quick ? QUICK_OBJECTS : LEVELS_OBJECTS;
    const level_series parts[] = {
        {"children", "The most children that a node has", by_children, COUNT(by_children), tori, segments,
         objects, true, explain_children},
        {"inner", "What the cells between the root and the leaves are", by_inner, COUNT(by_inner), tori,
         segments, objects, true, explain_inner},
        {"leaves", "What the leaves are", by_leaves, COUNT(by_leaves), tori, segments, objects, false,
         explain_leaves},
        {"groups", "Groups above the objects: rooms of a grid", by_rooms, COUNT(by_rooms),
         quick ? QUICK_ROOMS_TORI : ROOMS_TORI, LEVELS_QUICK_SEGMENTS, quick ? QUICK_OBJECTS : ROOM_OBJECTS,
         true, explain_rooms},
    };
    bool good = true;
    study_paragraph(
        lab->s,
        "The paper leaves open how many levels and children a tree should have, which cells "
        "represent an object best, and what supergroups bring (sections 6.2.2 and 7). Random tori "
        "of %u nodes, %u of them; %u are searched against all others, without boxes of hits. For "
        "groups there are %u of %u nodes, which have one size and share a tree. Nodes and bytes "
        "are with the levels that were added.",
        tori_node_count(segments), tori, objects, parts[3].tori, tori_node_count(LEVELS_QUICK_SEGMENTS));
    for (int i = 0; i < COUNT(parts) && good; i++)
        good = run_level_series(lab->context, &parts[i], lab->seed, quick, lab->s);
    return good;
}
