/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers aabb-tree, second part: what section 3.2 of Grulich's thesis says about hierarchies of boxes along the axes,
 * measured by counting: which of two trees is descended, and how many triangles a leaf has.
 *
 * Two knots of equal size are near each other; or one is small, and stands in the box of the other. All pairs of triangles
 * that meet are asked for, so that no rule is lucky. */

#include "papers/papers_aabb_tree.h"
#include "gen/generate.h"
#include "hierarchy/hierarchy.h"

#include <math.h>

/* ---- Descent ------------------------------------------------------------------------------------------- */

enum { LARGE, SMALL, KNOTS };

typedef struct knots {
    fk_context *context;
    fk_model *model[KNOTS];
    fk_hierarchy *tree[KNOTS];
} knots;

static void knots_end(knots *k)
{
    for (int i = 0; i < KNOTS; i++) {
        fk_hierarchy_free(k->context, k->tree[i]);
        fk_model_free(k->context, k->model[i]);
    }
}

/* False after a message; to be ended in any case. */
static bool knots_make(knots *k, uint32_t triangles)
{
    fk_hierarchy_rules rules = fk_hierarchy_rules_default();
    fk_status status = FK_OK;
    for (int i = 0; i < KNOTS && status == FK_OK; i++) {
        fk_generate_options options = {triangles, i == LARGE ? 2 : 0.25};
        status = fk_generate(k->context, fk_generate_find("trefoil"), &options, &k->model[i]);
        if (status == FK_OK)
            status = fk_hierarchy_build(k->context, &k->model[i]->part[0], &rules, &k->tree[i]);
    }
    if (status != FK_OK)
        cli_trouble("knots of %u triangles: %s", triangles, fk_status_text(status));
    return status == FK_OK;
}

static const struct place {
    const char *name;
    int a, b;
    fk_vec3 at; /* of b */
} places[] = {
    {"two equal ones, beside each other", LARGE, LARGE, {1.5, 0.25, 0.125}},
    {"a small one in the box of a large one", SMALL, LARGE, {0.0625, 0.03125, 0}},
    {"a large one, a small one in its box", LARGE, SMALL, {-0.0625, -0.03125, 0}},
};

enum { PLACES = sizeof places / sizeof places[0] };

static const char *const descents[FK_SEARCH_DESCENTS] = {"a before b", "the larger", "both"};

/* Tests of boxes by each rule in each place; false after a message. */
static bool tell_descents(study *s, const knots *k, double tests[PLACES][FK_SEARCH_DESCENTS])
{
    study_table(s, "descent", "Rules of descent (section 3.2), all pairs of triangles that meet",
                "a and b|place|w; descends||w; pairs that meet|pairs\n"
                "tests: of boxes|box_tests; of triangles|triangle_tests\n"
                "most that wait: pairs|most_waiting");
    for (int i = 0; i < PLACES; i++) {
        const struct place *p = &places[i];
        fk_pose at = fk_pose_identity();
        at.translation = p->at;
        fk_placed_hierarchy a = {k->tree[p->a], &k->model[p->a]->part[0], fk_pose_identity()};
        fk_placed_hierarchy b = {k->tree[p->b], &k->model[p->b]->part[0], at};
        for (int d = 0; d < FK_SEARCH_DESCENTS; d++) {
            fk_search_rules rules = {FK_DEPTH_FIRST, (fk_search_descent)d, true};
            fk_search_found found;
            if (fk_hierarchy_search(k->context, &a, &b, &rules, &found) != FK_OK)
                return cli_no_memory();
            tests[i][d] = (double)found.volume_tests;
            study_words(s, "%s", p->name);
            study_words(s, "%s", descents[d]);
            study_numbers(s, (double)found.count, (double)found.volume_tests, (double)found.triangle_tests,
                          (double)found.most_waiting);
            fk_search_found_end(k->context, &found);
        }
    }
    return true;
}

static void claim_descents(study *s, double tests[PLACES][FK_SEARCH_DESCENTS])
{
    double worst_a = 0, worst_both = 0, best_both = HUGE_VAL;
    for (int i = 0; i < PLACES; i++) {
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

/* ---- Leaves -------------------------------------------------------------------------------------------- */

static const uint32_t leaf_counts[] = {1, 2, 4, 8, 16};
enum { LEAVES = sizeof leaf_counts / sizeof leaf_counts[0] };

static bool tell_leaves(study *s, const knots *k, double depth[LEAVES])
{
    const fk_mesh *mesh = &k->model[LARGE]->part[0];
    fk_pose at = fk_pose_identity();
    at.translation = places[0].at;
    study_table(s, "leaves", "Triangles to a leaf, two equal knots",
                "triangles to a leaf|leaf_count; nodes; depth; MB|megabytes|2\n"
                "tests: of boxes|box_tests; of triangles|triangle_tests");
    for (int i = 0; i < LEAVES; i++) {
        fk_hierarchy_rules rules = fk_hierarchy_rules_default();
        fk_search_rules search = {FK_DEPTH_FIRST, FK_DESCEND_LARGER, true};
        fk_hierarchy *tree;
        fk_search_found found;
        rules.leaf_count = leaf_counts[i];
        if (fk_hierarchy_build(k->context, mesh, &rules, &tree) != FK_OK)
            return cli_no_memory();
        fk_placed_hierarchy a = {tree, mesh, fk_pose_identity()}, b = {tree, mesh, at};
        fk_status status = fk_hierarchy_search(k->context, &a, &b, &search, &found);
        depth[i] = tree->depth;
        study_numbers(s, leaf_counts[i], tree->node_count, tree->depth, (double)tree->bytes / 1e6,
                      status == FK_OK ? (double)found.volume_tests : (double)NAN,
                      status == FK_OK ? (double)found.triangle_tests : (double)NAN);
        fk_hierarchy_free(k->context, tree);
        if (status != FK_OK)
            return cli_no_memory();
        fk_search_found_end(k->context, &found);
    }
    return true;
}

bool aabb_rules(const papers_settings *settings, study *s, fk_context *context)
{
    knots k = {.context = context};
    double tests[PLACES][FK_SEARCH_DESCENTS], depth[LEAVES];
    bool good = knots_make(&k, settings->quick ? 1440 : 14400) && tell_descents(s, &k, tests) &&
                tell_leaves(s, &k, depth);
    if (good) {
        uint32_t triangles = k.model[LARGE]->part[0].triangle_count;
        claim_descents(s, tests);
        study_claim(s, "\"the depth of that tree will raise rapidly\" (3.2, with one primitive to a leaf)",
                    study_if(depth[0] > 4 * log2(triangles)),
                    "%u triangles, one to a leaf, make a tree of depth %.0f; log2 of that number is %.1f. "
                    "With %u to a leaf it is %.0f. (Rapidly: to more than 4 times that logarithm.)",
                    triangles, depth[0], log2(triangles), leaf_counts[LEAVES - 1], depth[LEAVES - 1]);
    }
    knots_end(&k);
    return good;
}
