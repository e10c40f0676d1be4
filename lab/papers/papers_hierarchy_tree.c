/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers hierarchy, second part: the tree that the slides ask for (a smallest ball for each triangle, split into halves
 * of equal count, balanced), what it costs, and what other rules make of the same two knots. */

#include "study/growth.h"
#include "papers/papers_hierarchy.h"
#include "peers/participant.h"
#include "hierarchy/hierarchy_volume.h"

#include <math.h>

/* ---- The tree ------------------------------------------------------------------------------------------ */

/* The radius of the smallest ball around a triangle: that through its corners, or half of its longest side where that is
 * enough. */
static double smallest_radius(const fk_vec3 p[3])
{
    double side[3], longest = 0;
    for (int i = 0; i < 3; i++) {
        fk_vec3 d = fk_vec3_sub(p[(i + 1) % 3], p[i]);
        side[i] = fk_vec3_dot(d, d);
        longest = fmax(longest, side[i]);
    }
    if (2 * longest >= side[0] + side[1] + side[2])
        return sqrt(longest) / 2;
    fk_vec3 normal = fk_vec3_cross(fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0]));
    return sqrt(side[0] * side[1] * side[2]) / (2 * sqrt(fk_vec3_dot(normal, normal)));
}

/* How much larger than the smallest ball that of a leaf is, at most. */
static double largest_excess(const knots *k)
{
    const fk_hierarchy *h = k->tree;
    double most = 0;
    for (uint32_t i = 0; i < h->node_count; i++) {
        if (h->node[i].right != 0)
            continue;
        const uint32_t *index = k->mesh.triangle[h->triangle[h->node[i].first]].corner;
        fk_vec3 p[3] = {k->mesh.point[index[0]], k->mesh.point[index[1]], k->mesh.point[index[2]]};
        fk_volume ball;
        fk_volume_load(h->volume, h->number + i * fk_volume_numbers(h->volume), &ball);
        most = fmax(most, ball.sphere.radius / smallest_radius(p) - 1);
    }
    return most;
}

/* What was found out about the trees of all sizes. */
typedef struct tree_facts {
    bool is_balanced, has_single_leaves;
    double excess;
    double n[16], balls_ms[16], boxes_ms[16];
    size_t count;
} tree_facts;

static int tell_tree(study *s, const knots *k, tree_facts *facts)
{
    double n = k->mesh.triangle_count, least = ceil(log2(n));
    fk_hierarchy_rules rules = fk_hierarchy_rules_collide();
    fk_hierarchy *boxes;
    rules.volume = FK_VOLUME_AABB;
    double begin = bench_used_seconds();
    if (fk_hierarchy_build(k->context, &k->mesh, &rules, &boxes) != FK_OK)
        return cli_trouble("out of memory");
    double boxes_ms = 1e3 * (bench_used_seconds() - begin);
    fk_hierarchy_free(k->context, boxes);
    facts->is_balanced = facts->is_balanced && k->tree->depth == least;
    facts->has_single_leaves = facts->has_single_leaves && k->tree->node_count == 2 * n - 1;
    facts->excess = fmax(facts->excess, largest_excess(k));
    facts->n[facts->count] = n;
    facts->balls_ms[facts->count] = k->build_ms;
    facts->boxes_ms[facts->count++] = boxes_ms;
    study_numbers(s, n, k->tree->node_count, k->tree->depth, least, (double)k->tree->bytes / n, k->build_ms,
                  boxes_ms);
    return CLI_OK;
}

int hierarchy_trees(const papers_settings *settings, study *s, fk_context *context, const uint32_t *size,
                    int count)
{
    knots k = {.context = context};
    tree_facts facts = {.is_balanced = true, .has_single_leaves = true};
    int status = CLI_OK;
    study_table(s, "trees", "The tree of the slides: balls, equal counts, one triangle to a leaf",
                "triangles; nodes; depth; log2 n, rounded up|least_depth; bytes a triangle|bytes_each|1\n"
                "build, ms: balls|balls_build_ms|st; boxes|boxes_build_ms|st");
    for (int i = 0; i < count && status == CLI_OK; i++) {
        status = knots_make(&k, size[i]) ? tell_tree(s, &k, &facts) : CLI_TROUBLE;
        knots_end(&k);
    }
    if (status != CLI_OK)
        return status;
    if (!settings->quick)
        study_say(s,
                  "The time to build grows as n^%.2f for balls, each the smallest around all points of its "
                  "node, and as n^%.2f for boxes along the axes over the same nodes.",
                  growth_exponent(facts.n, facts.balls_ms, facts.count),
                  growth_exponent(facts.n, facts.boxes_ms, facts.count));
    study_say(
        s,
        "Splits into sets of the same cardinality, as the slides ask for, make a balanced tree: in all sizes "
        "the depth %s log2 n rounded up, the least that a binary tree can have, and there %s 2 n - 1 nodes.",
        facts.is_balanced ? "is" : "is not", facts.has_single_leaves ? "are" : "are not");
    study_say(s,
              "The balls of leaves are larger in radius than the smallest by %s, which is rounding: they "
              "hold their triangle exactly.",
              facts.excess < 1e-12  ? "less than 1e-12"
              : facts.excess < 1e-6 ? "less than 1e-6"
                                    : "more than 1e-6");
    return CLI_OK;
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

enum {
    RULE_COLLIDE,
    RULE_AREA,
    RULE_INSERTED,
    RULE_LOPSIDED,
    RULE_BOXES,
    RULE_TURNED,
    RULE_FIRST,
    RULE_BOTH,
    RULE_BREADTH,
    RULE_BEST,
    RULES
};

static const char *const rule_names[RULES] = {
    "COLLIDE",
    "split where areas are smallest",
    "built by insertion, balanced",
    "built by insertion, not balanced",
    "boxes along the axes",
    "boxes that are turned",
    "a descends before b",
    "both descend at once",
    "breadth first",
    "best first",
};

static void set_rules(int rule, fk_hierarchy_rules *build, fk_search_rules *search)
{
    *build = fk_hierarchy_rules_collide();
    *search = fk_search_rules_collide();
    if (rule == RULE_AREA)
        build->strategy = FK_SMALLEST_AREA;
    if (rule == RULE_INSERTED || rule == RULE_LOPSIDED) {
        build->way = FK_INSERTION;
        build->balance = rule == RULE_INSERTED;
    }
    if (rule == RULE_BOXES || rule == RULE_TURNED)
        build->volume = rule == RULE_BOXES ? FK_VOLUME_AABB : FK_VOLUME_OBB;
    if (rule == RULE_FIRST || rule == RULE_BOTH)
        search->descent = rule == RULE_FIRST ? FK_DESCEND_A : FK_DESCEND_BOTH;
    if (rule == RULE_BREADTH || rule == RULE_BEST)
        search->order = rule == RULE_BREADTH ? FK_BREADTH_FIRST : FK_BEST_FIRST;
}

/* Tests of nodes in the two places. */
typedef struct rule_tests {
    double depth, near, deep;
} rule_tests;

static int tell_rule(study *s, const knots *k, int rule, rule_tests *out)
{
    fk_hierarchy_rules build;
    fk_search_rules search;
    fk_hierarchy *tree;
    set_rules(rule, &build, &search);
    if (fk_hierarchy_build(k->context, &k->mesh, &build, &tree) != FK_OK)
        return cli_trouble("out of memory");
    study_words(s, "%s", rule_names[rule]);
    study_number(s, out->depth = tree->depth);
    fk_status status = FK_OK;
    for (int place = KNOT_NEAR; place <= KNOT_DEEP && status == FK_OK; place += KNOT_DEEP - KNOT_NEAR) {
        fk_placed_hierarchy a = {tree, &k->mesh, fk_pose_identity()}, b = {tree, &k->mesh, k->pose[place]};
        fk_search_found found;
        status = fk_hierarchy_search(k->context, &a, &b, &search, &found);
        if (status != FK_OK)
            break;
        *(place == KNOT_NEAR ? &out->near : &out->deep) = (double)found.volume_tests;
        study_numbers(s, (double)found.volume_tests, (double)found.triangle_tests);
        fk_search_found_end(k->context, &found);
    }
    fk_hierarchy_free(k->context, tree);
    return status == FK_OK ? CLI_OK : cli_trouble("out of memory");
}

static void claim_rules(study *s, const rule_tests t[RULES])
{
    const rule_tests *even = &t[RULE_COLLIDE], *area = &t[RULE_AREA];
    bool lopsided_costs = t[RULE_LOPSIDED].near > t[RULE_INSERTED].near;
    study_claim(s, "\"It is suitable to have a balanced tree\"",
                !lopsided_costs           ? STUDY_HOLDS_NOT
                : area->near < even->near ? STUDY_HOLDS_IN_PART
                                          : STUDY_HOLDS,
                "Insertion without balance makes a tree of depth %.0f, with it %.0f, and takes %.2f times "
                "the tests of balls for near knots. But splits where areas are smallest, with depth %.0f "
                "instead of %.0f, take %.2f times those of equal counts.",
                t[RULE_LOPSIDED].depth, t[RULE_INSERTED].depth, t[RULE_LOPSIDED].near / t[RULE_INSERTED].near,
                area->depth, even->depth, area->near / even->near);
    double first = t[RULE_FIRST].near / even->near, both = t[RULE_BOTH].near / even->near;
    study_say(s,
              "Line 3 descends the larger of two volumes. For near knots the tests of balls are %.2f times "
              "as many when a descends before b, and %.2f times when both do.",
              first, both);
}

int hierarchy_rules(const papers_settings *settings, study *s, fk_context *context)
{
    knots k = {.context = context};
    rule_tests t[RULES];
    int status = knots_make(&k, settings->quick ? 960 : 3840) ? CLI_OK : CLI_TROUBLE;
    char title[96];
    snprintf(title, sizeof title, "What each choice of the slides is worth, %u triangles",
             k.mesh.triangle_count);
    study_table(s, "rules", title,
                "one rule changed|rule|w; depth\n"
                "near: nodes|near_nodes; triangles|near_triangles\n"
                "deep: nodes|deep_nodes; triangles|deep_triangles");
    for (int rule = 0; rule < RULES && status == CLI_OK; rule++)
        status = tell_rule(s, &k, rule, &t[rule]);
    if (status == CLI_OK) {
        study_say(s, "The gap between near knots lies across the axis x: boxes along the axes see it at "
                     "once, which is luck.");
        claim_rules(s, t);
    }
    knots_end(&k);
    return status;
}
