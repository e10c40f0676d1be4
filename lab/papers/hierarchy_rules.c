/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers hierarchy, second part: the tree that the slides ask for (a smallest ball for each triangle, split into halves
 * of equal count, balanced), what it costs, and what other rules make of the same two knots. Then COLLIDE as the slides print it, which
 * always goes on with the children of the larger volume, also where that is a leaf: two knots, in random places where they meet
 * or not, and how many meetings it loses. */

#include "papers/hierarchy.h"
#include "peers/participant.h"
#include "printed/collide_paper.h"

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
static double largest_excess(const hierarchy_knots *k)
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

static void report_tree(study *s, const hierarchy_knots *k, tree_facts *facts)
{
    double n = k->mesh.triangle_count, least = ceil(log2(n));
    fk_hierarchy_rules rules = fk_hierarchy_rules_collide();
    fk_hierarchy *boxes;
    rules.volume = FK_VOLUME_AABB;
    double begin = bench_used_seconds();
    papers_check(fk_hierarchy_build(k->context, &k->mesh, &rules, &boxes));
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
}

void hierarchy_report_trees(const papers_lab *lab, const uint32_t *size, int count)
{
    hierarchy_knots k = {.context = lab->context};
    tree_facts facts = {.is_balanced = true, .has_single_leaves = true};
    study_table(lab->s, "trees", "The tree of the slides: balls, equal counts, one triangle to a leaf",
                "triangles; nodes; depth; log2 n, rounded up|least_depth; bytes a triangle|bytes_each|1\n"
                "build, ms: balls|balls_build_ms|st; boxes|boxes_build_ms|st");
    for (int i = 0; i < count; i++) {
        hierarchy_knots_make(&k, size[i]);
        report_tree(lab->s, &k, &facts);
        hierarchy_knots_end(&k);
    }
    if (!lab->quick)
        study_paragraph(
            lab->s,
            "The time to build grows as n^%.2f for balls, each the smallest around all points of its "
            "node, and as n^%.2f for boxes along the axes over the same nodes.",
            growth_exponent(facts.n, facts.balls_ms, facts.count),
            growth_exponent(facts.n, facts.boxes_ms, facts.count));
    study_paragraph(
        lab->s,
        "Splits into sets of the same cardinality, as the slides ask for, make a balanced tree: in all sizes "
        "the depth %s log2 n rounded up, the least that a binary tree can have, and there %s 2 n - 1 nodes.",
        facts.is_balanced ? "is" : "is not", facts.has_single_leaves ? "are" : "are not");
    study_paragraph(
        lab->s,
        "The balls of leaves are larger in radius than the smallest by %s, which is rounding: they "
        "hold their triangle exactly.",
        facts.excess < 1e-12  ? "less than 1e-12"
        : facts.excess < 1e-6 ? "less than 1e-6"
                              : "more than 1e-6");
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

static void report_rule(study *s, const hierarchy_knots *k, int rule, rule_tests *out)
{
    fk_hierarchy_rules build;
    fk_search_rules search;
    fk_hierarchy *tree;
    set_rules(rule, &build, &search);
    papers_check(fk_hierarchy_build(k->context, &k->mesh, &build, &tree));
    study_words(s, "%s", rule_names[rule]);
    study_number(s, out->depth = tree->depth);
    for (int place = KNOT_NEAR; place <= KNOT_DEEP; place += KNOT_DEEP - KNOT_NEAR) {
        fk_placed_hierarchy a = {tree, &k->mesh, fk_pose_identity()}, b = {tree, &k->mesh, k->pose[place]};
        fk_search_found found;
        papers_check(fk_hierarchy_search(k->context, &a, &b, &search, &found));
        *(place == KNOT_NEAR ? &out->near : &out->deep) = (double)found.volume_tests;
        study_numbers(s, (double)found.volume_tests, (double)found.triangle_tests);
        fk_search_found_end(k->context, &found);
    }
    fk_hierarchy_free(k->context, tree);
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
    study_paragraph(
        s,
        "Line 3 descends the larger of two volumes. For near knots the tests of balls are %.2f times "
        "as many when a descends before b, and %.2f times when both do.",
        first, both);
}

void hierarchy_report_rules(const papers_lab *lab)
{
    hierarchy_knots k = {.context = lab->context};
    rule_tests t[RULES];
    char title[96];
    hierarchy_knots_make(&k, lab->quick ? 960 : 3840);
    snprintf(title, sizeof title, "What each choice of the slides is worth, %u triangles",
             k.mesh.triangle_count);
    study_table(lab->s, "rules", title,
                "one rule changed|rule|w; depth\n"
                "near: nodes|near_nodes; triangles|near_triangles\n"
                "deep: nodes|deep_nodes; triangles|deep_triangles");
    for (int rule = 0; rule < RULES; rule++)
        report_rule(lab->s, &k, rule, &t[rule]);
    study_paragraph(lab->s,
                    "The gap between near knots lies across the axis x: boxes along the axes see it at "
                    "once, which is luck.");
    claim_rules(lab->s, t);
    hierarchy_knots_end(&k);
}

enum { POSES_PLACES = 400, POSES_QUICK_PLACES = 60, PAIRS = 4 };

/* Triangles of both knots. */
static const uint32_t pairs[PAIRS][2] = {{960, 960}, {240, 3840}, {100, 15360}, {15360, 100}};
static const uint32_t quick_pairs[PAIRS][2] = {{240, 240}, {100, 960}, {100, 240}, {960, 100}};

typedef struct lost_meetings {
    double meet, found, ends, nodes, right_nodes;
} lost_meetings;

static double draw_coordinate(fk_random *random, double size)
{
    return floor(fk_random_between(random, -size, size) * 0x1p20) * 0x1p-20;
}

/* One place. Made right, COLLIDE must say what the search of the library says; as printed it must find nothing else. */
static bool compare_at_pose(const hierarchy_knots *k, const fk_pose *pose, lost_meetings *sum)
{
    fk_placed_hierarchy a = {k[0].tree, &k[0].mesh, fk_pose_identity()}, b = {k[1].tree, &k[1].mesh, *pose};
    fk_search_rules rules = fk_search_rules_collide();
    fk_search_found found;
    papers_check(fk_hierarchy_search(k[0].context, &a, &b, &rules, &found));
    fk_search_found_end(k[0].context, &found);
    paper_collide printed = {.is_right = false}, right = {.is_right = true};
    bool says = paper_collide_run(&printed, &a, &b), truth = paper_collide_run(&right, &a, &b);
    if (truth != found.meets || (says && !truth))
        return papers_trouble("COLLIDE says %d, made right %d, but the search %d", says, truth, found.meets);
    sum->meet += truth;
    sum->found += says;
    sum->ends += (double)printed.ends;
    sum->nodes += (double)printed.volume_tests;
    sum->right_nodes += (double)right.volume_tests;
    return true;
}

static bool report_sizes_pair(const papers_lab *lab, hierarchy_knots k[2], const uint32_t triangles[2],
                              lost_meetings *out)
{
    int places = lab->quick ? POSES_QUICK_PLACES : POSES_PLACES;
    fk_random random = fk_random_make(lab->seed);
    fk_pose pose = {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {0, 0, 0}};
    *out = (lost_meetings){0};
    hierarchy_knots_make(&k[0], triangles[0]);
    hierarchy_knots_make(&k[1], triangles[1]);
    for (int i = 0; i < places; i++) {
        double x = draw_coordinate(&random, 1), y = draw_coordinate(&random, 1);
        pose.translation = fk_vec3_make(x, y, draw_coordinate(&random, 0.5));
        if (!compare_at_pose(k, &pose, out))
            return false;
    }
    study_numbers(lab->s, k[0].mesh.triangle_count, k[1].mesh.triangle_count, places, out->meet, out->found,
                  100 * (1 - out->found / out->meet), out->ends / places, out->nodes / places,
                  out->right_nodes / places);
    return true;
}

bool hierarchy_report_printed(const papers_lab *lab)
{
    double meet = 0, found = 0, worst = 0;
    bool good = true;
    study_table(lab->s, "printed", "COLLIDE as it is printed, on knots in random places",
                "triangles: a|a_triangles; b|b_triangles\n"
                "places; they meet in|meet\n"
                "COLLIDE as printed: finds|printed_finds; loses, %|printed_loses_percent|1; dead ends a "
                "place|printed_ends|1\n"
                "tests of balls a place: printed|printed_nodes|1; made right|right_nodes|1");
    for (int i = 0; i < PAIRS && good; i++) {
        hierarchy_knots k[2] = {{.context = lab->context}, {.context = lab->context}};
        lost_meetings of;
        good = report_sizes_pair(lab, k, lab->quick ? quick_pairs[i] : pairs[i], &of);
        hierarchy_knots_end(&k[0]);
        hierarchy_knots_end(&k[1]);
        if (!good)
            return false;
        meet += of.meet;
        found += of.found;
        worst = fmax(worst, 100 * (1 - of.found / of.meet));
    }
    study_paragraph(lab->s,
                    "A dead end is a pair of a leaf and a node with children where the leaf has the larger "
                    "volume: the print goes on with children that it does not have, and finds nothing. Made "
                    "right, the other node is descended there.");
    study_claim(
        lab->s, "\"If there is collision return 1, otherwise return 0\" (COLLIDE)",
        found < meet ? STUDY_HOLDS_NOT : STUDY_HOLDS,
        "As printed it finds %.0f of %.0f meetings, and loses up to %.0f%% of them where one mesh is much "
        "finer than the other; it makes none up. With the other node descended at dead ends it finds all.",
        found, meet, worst);
    return true;
}
