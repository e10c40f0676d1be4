/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers aabb-tree, what section 3.2 of the thesis says about hierarchies of boxes along the axes, measured by counting:
 * which of two trees is descended, how many triangles a leaf has, and all strategies of splitting with all rules of descent. Two
 * knots of equal size are near each other; or one is small, and stands in the box of the other. Which combination is best is asked of
 * other objects, too. All pairs of triangles that meet are asked for, so that no rule is lucky. */

#include "hierarchy/hierarchy.h"
#include "papers/aabb_tree.h"

#include <math.h>

/* ---- Descent ------------------------------------------------------------------------------------------- */

enum { LARGE, SMALL, RULE_KNOTS };

/* Two objects of one kind. */
typedef struct placed_knots {
    fk_context *context;
    fk_model *model[RULE_KNOTS];
    fk_hierarchy *tree[RULE_KNOTS];
} placed_knots;

static void placed_knots_end(placed_knots *k)
{
    for (int i = 0; i < RULE_KNOTS; i++) {
        fk_hierarchy_free(k->context, k->tree[i]);
        fk_model_free(k->context, k->model[i]);
    }
}

static void placed_knots_make(placed_knots *k, const char *kind, uint32_t triangles)
{
    fk_hierarchy_rules rules = fk_hierarchy_rules_default();
    for (int i = 0; i < RULE_KNOTS; i++) {
        k->model[i] = papers_generate(k->context, kind, triangles, i == LARGE ? 2 : 0.25);
        papers_check(fk_hierarchy_build(k->context, &k->model[i]->part[0], &rules, &k->tree[i]));
    }
}

static const struct knot_place {
    const char *name;
    int a, b;
    fk_vec3 at; /* of b */
} places[] = {
    {"two equal ones, beside each other", LARGE, LARGE, {1.5, 0.25, 0.125}},
    {"a small one in the box of a large one", SMALL, LARGE, {0.0625, 0.03125, 0}},
    {"a large one, a small one in its box", LARGE, SMALL, {-0.0625, -0.03125, 0}},
};

enum { RULE_PLACES = sizeof places / sizeof places[0] };

static const char *const descents[FK_SEARCH_DESCENTS] = {"a before b", "the larger", "both",
                                                         "both, if similar"};

/* Searches for all pairs of triangles that meet; the caller ends what is found. */
static fk_search_found search_place(const placed_knots *k, const struct knot_place *p,
                                    fk_hierarchy *const tree[2], fk_search_descent descent)
{
    fk_search_rules rules = {FK_DEPTH_FIRST, descent, true};
    fk_pose at = fk_pose_identity();
    fk_search_found found;
    at.translation = p->at;
    fk_placed_hierarchy a = {tree[p->a], &k->model[p->a]->part[0], fk_pose_identity()};
    fk_placed_hierarchy b = {tree[p->b], &k->model[p->b]->part[0], at};
    papers_check(fk_hierarchy_search(k->context, &a, &b, &rules, &found));
    return found;
}

/* Tests of boxes by each rule in each place. */
static void report_descents(study *s, const placed_knots *k, double tests[RULE_PLACES][FK_SEARCH_DESCENTS])
{
    study_table(s, "descent", "Rules of descent (section 3.2), all pairs of triangles that meet",
                "a and b|place|w; descends||w; pairs that meet|pairs\n"
                "tests: of boxes|box_tests; of triangles|triangle_tests\n"
                "most that wait: pairs|most_waiting");
    for (int i = 0; i < RULE_PLACES; i++) {
        for (int d = 0; d < FK_SEARCH_DESCENTS; d++) {
            fk_search_found found = search_place(k, &places[i], k->tree, (fk_search_descent)d);
            tests[i][d] = (double)found.volume_tests;
            study_words(s, "%s", places[i].name);
            study_words(s, "%s", descents[d]);
            study_numbers(s, (double)found.count, (double)found.volume_tests, (double)found.triangle_tests,
                          (double)found.most_waiting);
            fk_search_found_end(k->context, &found);
        }
    }
}

static void claim_descents(study *s, double tests[RULE_PLACES][FK_SEARCH_DESCENTS])
{
    double worst_a = 0, worst_both = 0, best_both = HUGE_VAL;
    for (int i = 0; i < RULE_PLACES; i++) {
        worst_a = fmax(worst_a, tests[i][FK_DESCEND_A] / tests[i][FK_DESCEND_LARGER]);
        worst_both = fmax(worst_both, tests[i][FK_DESCEND_BOTH] / tests[i][FK_DESCEND_LARGER]);
        best_both = fmin(best_both, tests[i][FK_DESCEND_BOTH] / tests[i][FK_DESCEND_LARGER]);
    }
    double inside = tests[1][FK_DESCEND_A] / tests[1][FK_DESCEND_LARGER];
    study_claim(s,
                "\"This option is not recommended, while hierarchy's root is fully inside other root\" (3.2, "
                "of A before B)",
                study_if(inside > 1),
                "It takes %.1f times the tests of boxes there, and at worst %.1f times, compared with "
                "descending the larger.",
                inside, worst_a);
    study_claim(s,
                "\"doesn't need any computations like previous rule, but isn't so efficient\" (3.2, of both "
                "at once, against the larger)",
                study_if_part(best_both > 1, worst_both > 1),
                "It takes %.2f to %.2f times the tests of boxes.", best_both, worst_both);
}

static const uint32_t leaf_counts[] = {1, 2, 4, 8, 16};
enum { LEAVES = sizeof leaf_counts / sizeof leaf_counts[0] };

static void report_leaves(study *s, const placed_knots *k, double depth[LEAVES])
{
    const fk_mesh *mesh = &k->model[LARGE]->part[0];
    study_table(s, "leaves", "Triangles to a leaf, two equal knots",
                "triangles to a leaf|leaf_count; nodes; depth; MB|megabytes|2\n"
                "tests: of boxes|box_tests; of triangles|triangle_tests");
    for (int i = 0; i < LEAVES; i++) {
        fk_hierarchy_rules rules = fk_hierarchy_rules_default();
        fk_hierarchy *tree;
        rules.leaf_count = leaf_counts[i];
        papers_check(fk_hierarchy_build(k->context, mesh, &rules, &tree));
        fk_search_found found =
            search_place(k, &places[0], (fk_hierarchy *[2]){tree, tree}, FK_DESCEND_LARGER);
        depth[i] = tree->depth;
        study_numbers(s, leaf_counts[i], tree->node_count, tree->depth, (double)tree->bytes / 1e6,
                      (double)found.volume_tests, (double)found.triangle_tests);
        fk_search_found_end(k->context, &found);
        fk_hierarchy_free(k->context, tree);
    }
}

/* ---- Splits and descents ------------------------------------------------------------------------------- */

/* Every strategy of splitting with every rule of descent, on equal knots and on a small one in the box of a large one. */
typedef double rule_table[FK_HIERARCHY_STRATEGIES][FK_SEARCH_DESCENTS];

static double count_box_tests(const placed_knots *k, const struct knot_place *p, fk_hierarchy *const tree[2],
                              fk_search_descent descent)
{
    fk_search_found found = search_place(k, p, tree, descent);
    fk_search_found_end(k->context, &found);
    return (double)found.volume_tests;
}

/* In two places. */
static void count_combinations(const placed_knots *k, const struct knot_place *place, rule_table tests[2],
                               double depth[FK_HIERARCHY_STRATEGIES])
{
    for (int split = 0; split < FK_HIERARCHY_STRATEGIES; split++) {
        fk_hierarchy *tree[RULE_KNOTS];
        fk_hierarchy_rules rules = fk_hierarchy_rules_default();
        rules.strategy = (fk_hierarchy_strategy)split;
        for (int i = 0; i < RULE_KNOTS; i++)
            papers_check(fk_hierarchy_build(k->context, &k->model[i]->part[0], &rules, &tree[i]));
        depth[split] = tree[LARGE]->depth;
        for (int i = 0; i < 2 * FK_SEARCH_DESCENTS; i++) {
            int n = i / FK_SEARCH_DESCENTS, d = i % FK_SEARCH_DESCENTS;
            tests[n][split][d] = count_box_tests(k, &place[n], tree, (fk_search_descent)d);
        }
        for (int i = 0; i < RULE_KNOTS; i++)
            fk_hierarchy_free(k->context, tree[i]);
    }
}

static void report_combinations(study *s, rule_table tests[2], const double depth[FK_HIERARCHY_STRATEGIES])
{
    study_table(s, "combinations",
                "Rules of splitting with rules of descent (section 3.2): tests of boxes, all pairs that meet",
                "splits by|split|w; depth\n"
                "equal knots: a before b|equal_a; the larger|equal_larger; both|equal_both; both, if "
                "similar|equal_similar\n"
                "a small one in the box of a large one: a before b|inside_a; the larger|inside_larger; "
                "both|inside_both; both, if similar|inside_similar");
    for (int split = 0; split < FK_HIERARCHY_STRATEGIES; split++) {
        study_words(s, "%s", fk_hierarchy_strategy_name((fk_hierarchy_strategy)split));
        study_number(s, depth[split]);
        for (int i = 0; i < 2 * FK_SEARCH_DESCENTS; i++)
            study_number(s, tests[i / FK_SEARCH_DESCENTS][split][i % FK_SEARCH_DESCENTS]);
    }
}

/* ---- The best combination ------------------------------------------------------------------------------ */

static const char *const rule_object[] = {"trefoil", "gear", "star", "bolt"};

enum {
    RULE_OBJECTS = sizeof rule_object / sizeof rule_object[0],
    RULE_SCENES = 2 * RULE_OBJECTS, /* each object in two places */
    COMBINATIONS = FK_HIERARCHY_STRATEGIES * FK_SEARCH_DESCENTS
};

static const char on_surface[] = "a small one on the surface of a large one";

/* Objects other than the knot, beside each other, and where a vertex of the large one is in the middle of the small one. */
static void count_other_objects(fk_context *context, uint32_t triangles, rule_table tests[RULE_SCENES])
{
    double depth[FK_HIERARCHY_STRATEGIES];
    for (int i = 1; i < RULE_OBJECTS; i++) {
        placed_knots k = {.context = context};
        placed_knots_make(&k, rule_object[i], triangles);
        const fk_mesh *large = &k.model[LARGE]->part[0];
        fk_vec3 vertex = large->point[large->vertex_count / 2];
        struct knot_place place[2] = {places[0], {on_surface, SMALL, LARGE, fk_vec3_scale(vertex, -1)}};
        count_combinations(&k, place, &tests[2 * i], depth);
        placed_knots_end(&k);
    }
}

static double tests_of(rule_table tests, int combination)
{
    return tests[combination / FK_SEARCH_DESCENTS][combination % FK_SEARCH_DESCENTS];
}

static const char *split_name(int combination)
{
    return fk_hierarchy_strategy_name((fk_hierarchy_strategy)(combination / FK_SEARCH_DESCENTS));
}

/* The combination that takes the fewest tests in a scene. */
static int find_best_combination(rule_table tests)
{
    int best = 0;
    for (int i = 0; i < COMBINATIONS; i++)
        if (tests_of(tests, i) < tests_of(tests, best))
            best = i;
    return best;
}

/* The combination whose worst scene is the least bad, compared with the best one there; *worst: how many times as many tests. */
static int find_safest_combination(rule_table tests[RULE_SCENES], double *worst)
{
    int safest = 0;
    *worst = INFINITY;
    for (int i = 0; i < COMBINATIONS; i++) {
        double most = 1;
        for (int k = 0; k < RULE_SCENES; k++)
            most = fmax(most, tests_of(tests[k], i) / tests_of(tests[k], find_best_combination(tests[k])));
        if (most < *worst) {
            *worst = most;
            safest = i;
        }
    }
    return safest;
}

static void report_best(study *s, rule_table tests[RULE_SCENES])
{
    double worst;
    int safest = find_safest_combination(tests, &worst), others = 0;
    study_table(s, "best", "The combination with the fewest tests of boxes",
                "object||w; a and b|place|w\n"
                "fewest: splits by|split|w; descends||w; tests\n"
                "one for all: tests|safest_tests; times the fewest|safest_times|2");
    for (int i = 0; i < RULE_SCENES; i++) {
        int best = find_best_combination(tests[i]);
        double fewest = tests_of(tests[i], best), safe = tests_of(tests[i], safest);
        others += safe > fewest;
        study_words(s, "%s", rule_object[i / 2]);
        study_words(s, "%s", i < 2 || i % 2 == 0 ? places[i % 2].name : on_surface);
        study_words(s, "%s", split_name(best));
        study_words(s, "%s", descents[best % FK_SEARCH_DESCENTS]);
        study_numbers(s, fewest, safe, safe / fewest);
    }
    study_claim(s,
                "\"There isn't any best way for designing the test, suitability fully depends on the object "
                "shape, complexity and mutual position\" (3.2)",
                study_if_part(worst > 1.1, worst > 1),
                "Of %d combinations, the one that is never far from the best splits by %s and descends %s: "
                "others take fewer tests of boxes in %d of %d scenes, and it takes up to %.2f times the "
                "fewest. (It holds above 1.1, in part above 1.)",
                COMBINATIONS, split_name(safest), descents[safest % FK_SEARCH_DESCENTS], others, RULE_SCENES,
                worst);
}

/* By our usual rule of splitting, and by those that the thesis lists. */
static void claim_depth(study *s, uint32_t triangles, const double by_leaf[LEAVES],
                        const double by_split[FK_HIERARCHY_STRATEGIES])
{
    double least = INFINITY, most = 0, rapid = 4 * log2(triangles);
    for (int split = 0; split < FK_HIERARCHY_STRATEGIES; split++)
        if (split != FK_EQUAL_COUNT && split != FK_SMALLEST_AREA) {
            least = fmin(least, by_split[split]);
            most = fmax(most, by_split[split]);
        }
    study_claim(
        s, "\"the depth of that tree will raise rapidly\" (3.2, with one primitive to a leaf)",
        study_if_part(least > rapid, most > rapid),
        "%u triangles, one to a leaf, make a tree of depth %.0f to %.0f with the rules of splitting "
        "that the thesis lists, though here each cut leaves a sixteenth on either side; and of %.0f "
        "with splits by area. log2 of that number is %.1f. With %u to a leaf it is %.0f. (Rapidly: to "
        "more than 4 times that logarithm, in part if by one rule. The rules of the thesis are "
        "judged, and no longer splits by area alone.)",
        triangles, least, most, by_leaf[0], log2(triangles), leaf_counts[LEAVES - 1], by_leaf[LEAVES - 1]);
}

void aabb_rules(const papers_lab *lab)
{
    placed_knots k = {.context = lab->context};
    double tests[RULE_PLACES][FK_SEARCH_DESCENTS], depth[LEAVES], depths[FK_HIERARCHY_STRATEGIES];
    rule_table combined[RULE_SCENES];
    uint32_t triangles = lab->quick ? 1440 : 14400;
    count_other_objects(lab->context, triangles, combined);
    placed_knots_make(&k, rule_object[0], triangles);
    count_combinations(&k, places, combined, depths);
    report_descents(lab->s, &k, tests);
    report_leaves(lab->s, &k, depth);
    report_combinations(lab->s, combined, depths);
    claim_descents(lab->s, tests);
    report_best(lab->s, combined);
    claim_depth(lab->s, k.model[LARGE]->part[0].triangle_count, depth, depths);
    placed_knots_end(&k);
}
