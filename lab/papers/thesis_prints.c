/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers thesis-prints: algorithms of Grulich's thesis as printed (lab/printed/thesis_paper.h, collide_paper.h), and how
 * often each is wrong. The truth is exact: the verdict of the library, all pairs of whole numbers, or signs of determinants. Made
 * right, each algorithm must find it: else there is trouble. Algorithm 4 is in the experiment bv. */

#include "papers/hierarchy.h"
#include "papers/hull.h"
#include "peers/participant.h"
#include "printed/collide_paper.h"

#include <math.h>
#include <stdlib.h>

/* ---- Algorithms 13 and 15 ------------------------------------------------------------------------------ */

enum { CW_STEPS = 200, CW_PRINTED = THESIS_AXES, CW_RIGHT, CW_WHOLE, PAIR_TESTS, PAIR_KINDS = 4 };

static const char *const pair_tests[PAIR_TESTS] = {
    [THESIS_SAT_PRINTED] = "13, the first facet stays",
    [THESIS_SAT_A] = "13, facets of A",
    [THESIS_SAT_FACES] = "facets of A and B",
    [THESIS_SAT_ALL] = "and products of edges",
    [THESIS_SAT_SOME] = "3.1.3, overlap on some axis",
    [CW_PRINTED] = "15, Chung-Wang",
    [CW_RIGHT] = "15, with its sign right",
    [CW_WHOLE] = "15, and from a whole vector",
};

static const char *const pair_kinds[PAIR_KINDS] = {"box-box", "box-tetra", "tetra-box", "tetra-tetra"};

/* Of pairs that are apart, touch and overlap: how many, and what each test says of them. */
typedef struct pair_counts {
    uint32_t all[FK_OVERLAPPING + 1], says[PAIR_TESTS][FK_OVERLAPPING + 1][THESIS_NO_END + 1];
} pair_counts;

/* Edges from -6 to 6, which have a volume; origins from -9 to 9. */
static fk_piece draw_cell(fk_random *random, bool is_tetra)
{
    fk_vec3 origin = papers_draw_whole(random, 9), e[3];
    do
        for (int k = 0; k < 3; k++)
            e[k] = papers_draw_whole(random, 6);
    while (fk_vec3_dot(fk_vec3_cross(e[0], e[1]), e[2]) == 0);
    return is_tetra ? fk_piece_tetra(origin, e[0], e[1], e[2]) : fk_piece_box(origin, e[0], e[1], e[2]);
}

/* `s`: candidate vectors, any one and one of whole numbers. */
static thesis_answer test_cells(int test, const thesis_body *a, const thesis_body *b, const fk_vec3 s[2])
{
    return test < THESIS_AXES ? thesis_sat(a, b, (thesis_axes)test)
                              : thesis_chung_wang(a, b, s[test == CW_WHOLE], CW_STEPS, test != CW_PRINTED);
}

static void count_pairs(const papers_lab *lab, int kind, uint32_t pairs, pair_counts *out)
{
    fk_random random = fk_random_make(lab->seed), choices = fk_random_make(lab->seed + 1);
    for (uint32_t i = 0; i < pairs; i++) {
        fk_piece p = draw_cell(&random, kind >= 2), q = draw_cell(&random, kind % 2 == 1);
        fk_vec3 s[2] = {papers_draw_between(&random, -1, 1)};
        do
            s[1] = papers_draw_whole(&choices, 9);
        while (fk_vec3_dot(s[1], s[1]) == 0);
        fk_verdict truth = fk_pair_verdict(&p, &q);
        thesis_body a, b;
        thesis_body_make(&p, &a);
        thesis_body_make(&q, &b);
        out->all[truth]++;
        for (int test = 0; test < PAIR_TESTS; test++)
            out->says[test][truth][test_cells(test, &a, &b, s)]++;
    }
}

static void put_pair_row(study *s, int kind, int test, const pair_counts *c)
{
    const uint32_t(*says)[THESIS_NO_END + 1] = c->says[test];
    double apart = c->all[FK_APART], touching = c->all[FK_TOUCHING], overlapping = c->all[FK_OVERLAPPING];
    study_words(s, "%s", pair_kinds[kind]);
    study_words(s, "%s", pair_tests[test]);
    study_numbers(s, apart, says[FK_APART][THESIS_TRUE], says[FK_APART][THESIS_NO_END], touching,
                  says[FK_TOUCHING][THESIS_FALSE], overlapping, says[FK_OVERLAPPING][THESIS_FALSE],
                  says[FK_OVERLAPPING][THESIS_NO_END]);
}

static void claim_pairs(study *s, const pair_counts *c)
{
    const uint32_t *sat = c->says[THESIS_SAT_A][FK_APART], *faces = c->says[THESIS_SAT_FACES][FK_APART],
                   *printed = c->says[CW_PRINTED][FK_OVERLAPPING], *right = c->says[CW_RIGHT][FK_APART],
                   *whole = c->says[CW_WHOLE][FK_APART];
    double apart = c->all[FK_APART], overlapping = c->all[FK_OVERLAPPING];
    study_claim(s, "\"Those directions correspond to object faces\" (4.2, of those that SAT has to check)",
                study_if(faces[THESIS_TRUE] == 0),
                "Of %.0f pairs of boxes that are apart, %u (%.1f %%) have a gap along no facet of A, which "
                "algorithm 13 tests, and %u (%.1f %%) along none of A or B. With the products of edges all "
                "are told.",
                apart, sat[THESIS_TRUE], 100 * sat[THESIS_TRUE] / apart, faces[THESIS_TRUE],
                100 * faces[THESIS_TRUE] / apart);
    study_claim(
        s, "Algorithm 15 returns False for objects that do not intersect (4.4)",
        study_if(printed[THESIS_FALSE] == 0),
        "As printed it returns False for %u of %.0f pairs of boxes that overlap (%.1f %%), as line 6 "
        "turns one sign. With a * s < b * s there are %u; then %u of %.0f pairs that are apart are "
        "not decided after %d steps, and %u from a candidate vector of whole numbers from -9 to 9: where "
        "projections on s just touch, r is perpendicular to s, and line 10 changes nothing. Those that "
        "meet never are.",
        printed[THESIS_FALSE], overlapping, 100 * printed[THESIS_FALSE] / overlapping,
        c->says[CW_RIGHT][FK_OVERLAPPING][THESIS_FALSE], right[THESIS_NO_END], apart, (int)CW_STEPS,
        whole[THESIS_NO_END]);
}

static bool report_pairs(const papers_lab *lab)
{
    uint32_t pairs = lab->quick ? 2000 : 100000;
    static const pair_counts none;
    pair_counts boxes = none;
    study_table(lab->s, "pairs", "Two boxes or tetrahedra: what algorithms 13 and 15 say",
                "kinds||w; algorithm||w\n"
                "apart: pairs|apart; said to collide|apart_true; no end|apart_no_end\n"
                "touching: pairs|touching; said to be apart|touching_false\n"
                "overlapping: pairs|overlapping; said to be apart|overlapping_false; no "
                "end|overlapping_no_end");
    for (int kind = 0; kind < PAIR_KINDS; kind++) {
        pair_counts c = none;
        count_pairs(lab, kind, pairs, &c);
        for (int test = 0; test < PAIR_TESTS; test++)
            put_pair_row(lab->s, kind, test, &c);
        boxes = kind == 0 ? c : boxes;
        const uint32_t(*sat)[THESIS_NO_END + 1] = c.says[THESIS_SAT_ALL];
        if (sat[FK_APART][THESIS_TRUE] + sat[FK_TOUCHING][THESIS_FALSE] + sat[FK_OVERLAPPING][THESIS_FALSE] >
            0)
            return papers_trouble("all axes and the exact verdict differ; this is a bug in farkas");
    }
    study_paragraph(lab->s,
                    "Coordinates are whole numbers: edges from -6 to 6, origins from -9 to 9. As printed, "
                    "algorithm 13 never removes the first facet, so it ends only where that one separates; "
                    "the row below takes the next facet each time. Algorithm 15 is stopped after %d steps.",
                    (int)CW_STEPS);
    claim_pairs(lab->s, &boxes);
    return true;
}

/* ---- Algorithm 8 --------------------------------------------------------------------------------------- */

enum { BOX_SIDE = 1000, GRID_CELLS = 4 };

/* Pairs that the print loses, by theory. Two boxes of side 1 that meet have a difference along each axis that is even in
 * [-1, 1]; so their cells of side c differ by one, to either side, with the chance p = 1 / 4c. Lost are those with both signs. */
static double grid_theory(int dimensions, double cell)
{
    double p = BOX_SIDE / (4 * cell);
    return dimensions == 2 ? 2 * p * p : 1 - 2 * pow(1 - p, 3) + pow(1 - 2 * p, 3);
}

static uint64_t count_box_pairs(const thesis_ball *box, uint32_t count, int dimensions)
{
    uint64_t meet = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            meet += thesis_boxes_meet(&box[i], &box[k], dimensions);
    return meet;
}

/* What one size of cells gives; of all, for the claims. */
typedef struct grid_losses {
    double lost[2][GRID_CELLS]; /* of the pairs, by dimensions - 2 */
    uint32_t cells[2], right_cells[2];
} grid_losses;

/* False after a message. */
static bool report_grid_cells(const papers_lab *lab, int dimensions, grid_losses *out)
{
    static const int32_t sizes[2][GRID_CELLS] = {{1000, 1250, 1415, 2000}, {1000, 1250, 1733, 2000}};
    int32_t world = dimensions == 2 ? 64 * BOX_SIDE : 16 * BOX_SIDE;
    uint32_t count = (dimensions == 2 ? 20000u : 10000u) / (lab->quick ? 5 : 1);
    fk_random random = fk_random_make(lab->seed);
    thesis_ball *box = bench_allocate(count, sizeof *box);
    for (uint32_t i = 0; i < count; i++) {
        box[i].r = BOX_SIDE / 2;
        for (int k = 0; k < 3; k++)
            box[i].center[k] = BOX_SIDE / 2 + (int32_t)fk_random_below(&random, (uint64_t)world);
    }
    uint64_t meet = count_box_pairs(box, count, dimensions);
    bool good = true;
    for (int i = 0; i < GRID_CELLS && good; i++) {
        int32_t cell = sizes[dimensions - 2][i];
        thesis_work printed = thesis_grid(box, count, dimensions, cell, world, false),
                    right = thesis_grid(box, count, dimensions, cell, world, true);
        double lost = 1 - (double)printed.found / (double)meet;
        study_numbers(lab->s, dimensions, (double)cell / BOX_SIDE, (double)meet, (double)printed.found,
                      100 * lost, 100 * grid_theory(dimensions, cell), (double)right.found,
                      printed.most_cells, right.most_cells);
        out->lost[dimensions - 2][i] = 100 * lost;
        out->cells[dimensions - 2] = printed.most_cells;
        out->right_cells[dimensions - 2] = right.most_cells;
        good =
            right.found == meet || papers_trouble("a grid made right loses pairs; this is a bug in farkas");
    }
    free(box);
    return good;
}

static bool report_grid(const papers_lab *lab)
{
    grid_losses of;
    study_table(lab->s, "grid", "Algorithm 8: boxes of side 1 in a grid",
                "dimensions; side of a cell|cell|3; pairs that meet|meet\n"
                "as printed: finds|printed_finds; loses, %|printed_loses_percent|2; by theory, "
                "%|theory_loses_percent|2\n"
                "made right: finds|right_finds\n"
                "cells of an object: printed|printed_cells; made right|right_cells");
    if (!report_grid_cells(lab, 2, &of) || !report_grid_cells(lab, 3, &of))
        return false;
    study_paragraph(lab->s,
                    "The third size of cells is that of the thesis: they \"cover the largest objects in any "
                    "rotation\". Two boxes are lost whose cells differ by one along two axes, in opposite "
                    "directions. The theory knows no border of the world, where fewer are lost.");
    study_claim(
        lab->s, "\"In the worst case, the number of tested cells is only four (eight in 3D)\" (3.3.1)",
        STUDY_HOLDS_IN_PART,
        "An object that is no larger than a cell lies in at most %u (%u) cells. But each object is linked to "
        "one cell alone, and then these cells are not enough: algorithm 8 loses %.1f %% of the pairs that "
        "meet (%.1f %% in 3D) with cells as large as the boxes, %.1f %% (%.1f %%) with cells a quarter "
        "larger, %.1f %% (%.1f %%) with those of the thesis. %u (%u) cells find all.",
        of.cells[0], of.cells[1], of.lost[0][0], of.lost[1][0], of.lost[0][1], of.lost[1][1], of.lost[0][2],
        of.lost[1][2], of.right_cells[0], of.right_cells[1]);
    return true;
}

/* ---- Algorithm 11 -------------------------------------------------------------------------------------- */

enum { WORLD_LOG = 16, OCTREE_DEPTH = 4, OCTREE_SIZES = 3 };

static bool report_octree(const papers_lab *lab)
{
    static const uint32_t counts[OCTREE_SIZES] = {500, 2000, 8000};
    double all = 0, printed_tests = 0, right_tests = 0;
    study_table(lab->s, "octree", "Algorithm 11: balls in an octree",
                "balls; all pairs|all_pairs; pairs that meet|meet\n"
                "as printed: tests|printed_tests; finds|printed_finds\n"
                "made right: tests|right_tests; finds|right_finds");
    for (int n = 0; n < OCTREE_SIZES; n++) {
        uint32_t count = counts[n] / (lab->quick ? 4 : 1);
        fk_random random = fk_random_make(lab->seed);
        thesis_ball *ball = bench_allocate(count, sizeof *ball);
        uint64_t meet = 0;
        for (uint32_t i = 0; i < count; i++) {
            ball[i].r = 100 + (int32_t)fk_random_below(&random, 2000);
            for (int k = 0; k < 3; k++)
                ball[i].center[k] = (int32_t)fk_random_below(&random, 2 << WORLD_LOG) - (1 << WORLD_LOG);
            for (uint32_t k = 0; k < i; k++)
                meet += thesis_balls_meet(&ball[i], &ball[k]);
        }
        thesis_work printed = thesis_octree(ball, count, WORLD_LOG, OCTREE_DEPTH, false),
                    right = thesis_octree(ball, count, WORLD_LOG, OCTREE_DEPTH, true);
        free(ball);
        if (printed.found != meet || right.found != meet)
            return papers_trouble("an octree loses pairs; this is a bug in farkas");
        all = (double)count * (count - 1) / 2;
        printed_tests = (double)printed.tests;
        right_tests = (double)right.tests;
        study_numbers(lab->s, count, all, (double)meet, printed_tests, (double)printed.found, right_tests,
                      (double)right.found);
    }
    study_claim(
        lab->s,
        "\"While processing a node, linked objects are tested with each other, as well with objects in "
        "descendant nodes\" (3.3.2)",
        study_if_part(printed_tests < all, true),
        "So they are, and all others, too: as printed, algorithm 11 makes %.0f tests, and there are %.0f "
        "pairs. Nothing is removed from its array of ancestors, so the octree saves nothing. With ancestors "
        "removed there are %.0f tests. Both find all pairs that meet.",
        printed_tests, all, right_tests);
    return true;
}

/* ---- Algorithm 12 -------------------------------------------------------------------------------------- */

/* False after a message. */
static bool report_hull_kind(const papers_lab *lab, const hull_kind *kind, uint32_t sets, uint32_t *wrong)
{
    enum { POINTS = 500 };
    static const thesis_hull_rules rules[2] = {{false, true, THESIS_RANDOM}, {true, true, THESIS_RANDOM}};
    fk_random points = fk_random_make(lab->seed), choices = fk_random_make(lab->seed + 1);
    thesis_point point[POINTS];
    fk_vec3 as_doubles[POINTS];
    double vertices = 0, found = 0, lost = 0;
    *wrong = 0;
    for (uint32_t i = 0; i < sets; i++) {
        fk_hull *truth;
        hull_draw_points(kind, &points, POINTS, point);
        for (int k = 0; k < POINTS; k++)
            as_doubles[k] = fk_vec3_make(point[k].at[0], point[k].at[1], point[k].at[2]);
        papers_check(fk_hull_build(lab->context, as_doubles, POINTS, &truth));
        thesis_hull printed = thesis_hull_run(point, POINTS, &rules[0], &choices),
                    right = thesis_hull_run(point, POINTS, &rules[1], &choices);
        bool good = right.lost == 0 && right.vertices == truth->vertex_count;
        vertices += truth->vertex_count;
        fk_hull_free(lab->context, truth);
        if (!good)
            return papers_trouble("algorithm 12 made right loses points; this is a bug in farkas");
        found += printed.vertices;
        lost += printed.lost;
        *wrong += printed.lost > 0;
    }
    study_words(lab->s, "%s", kind->name);
    study_numbers(lab->s, POINTS, sets, vertices / sets, found / sets, lost / sets, *wrong);
    return true;
}

static bool report_hulls(const papers_lab *lab)
{
    uint32_t sets = lab->quick ? 10 : 200, wrong[HULL_KINDS];
    study_table(lab->s, "hull", "Algorithm 12: convex hulls of random points",
                "points|kind|w; number|points; sets; vertices|vertices|1\n"
                "as printed: vertices|printed_vertices|1; points outside|printed_outside|1; sets that are "
                "wrong|printed_wrong");
    for (int k = 0; k < HULL_KINDS; k++)
        if (!report_hull_kind(lab, &hull_kinds[k], sets, &wrong[k]))
            return false;
    study_claim(lab->s, "Algorithm 12 creates the convex hull of a set of points (4.1)",
                study_if(wrong[0] + wrong[1] + wrong[2] + wrong[3] == 0),
                "As printed, points lie outside of it in %u of %u sets on a sphere, %u in a ball, %u in a "
                "cube and %u on a torus: only the points of the face in turn are assigned again, not those "
                "of the other faces that the eye sees. With these it is right each time.",
                wrong[0], sets, wrong[1], wrong[2], wrong[3]);
    return true;
}

/* ---- Algorithms 7 and 2 -------------------------------------------------------------------------------- */

static bool report_bvh(const papers_lab *lab)
{
    uint32_t places = lab->quick ? 60 : 400, found[PAPER_RETURNS] = {0}, meet = 0;
    hierarchy_knots k[2] = {{.context = lab->context}, {.context = lab->context}};
    fk_random random = fk_random_make(lab->seed);
    fk_search_rules rules = fk_search_rules_collide();
    bool good = true;
    hierarchy_knots_make(&k[0], 240);
    hierarchy_knots_make(&k[1], 960);
    for (uint32_t i = 0; i < places && good; i++) {
        fk_placed_hierarchy a = {k[0].tree, &k[0].mesh, fk_pose_identity()},
                            b = {k[1].tree, &k[1].mesh, fk_pose_identity()};
        fk_search_found truth;
        b.pose.translation = fk_vec3_scale(papers_draw_whole(&random, 1 << 20), 0x1p-20);
        papers_check(fk_hierarchy_search(lab->context, &a, &b, &rules, &truth));
        fk_search_found_end(lab->context, &truth);
        meet += truth.meets;
        for (int r = 0; r < PAPER_RETURNS; r++) {
            paper_collide work = {0};
            bool says = paper_bvh_test(&work, &a, &b, (paper_return)r);
            found[r] += says;
            good = good && (r == RETURNS_ANY ? says == truth.meets : !says || truth.meets);
        }
    }
    hierarchy_knots_end(&k[0]);
    hierarchy_knots_end(&k[1]);
    if (!good)
        return papers_trouble("algorithm 7 and the search differ; this is a bug in farkas");
    study_table(lab->s, "hierarchy", "Algorithm 7: two knots of 240 and 960 triangles in random places",
                "places; they meet in|meet\n"
                "finds: returns nothing|nothing_finds; the last call's result|last_finds; made "
                "right|right_finds");
    study_numbers(lab->s, places, meet, found[RETURNS_NOTHING], found[RETURNS_LAST], found[RETURNS_ANY]);
    study_claim(lab->s, "Algorithm 7 tells whether two hierarchies collide (3.2)",
                study_if(found[RETURNS_LAST] == meet),
                "The results of its recursive calls are dropped: of %u places in which two knots meet it "
                "finds %u, or %u if the value of the last call is returned; with all results, %u.",
                meet, found[RETURNS_NOTHING], found[RETURNS_LAST], found[RETURNS_ANY]);
    return true;
}

static bool report_sphere(const papers_lab *lab)
{
    enum { POINTS = 20, LIMIT = 1000 };
    uint32_t sets = lab->quick ? 50 : 1000, returned = 0;
    fk_random random = fk_random_make(lab->seed);
    for (uint32_t i = 0; i < sets; i++) {
        fk_vec3 point[POINTS];
        fk_sphere sphere, truth;
        for (int k = 0; k < POINTS; k++)
            point[k] = papers_draw_whole(&random, 1000);
        papers_check(fk_sphere_build(point, POINTS, &truth));
        returned += thesis_minimal_sphere(point, POINTS, false, LIMIT, &random, &sphere);
        if (!thesis_minimal_sphere(point, POINTS, true, LIMIT, &random, &sphere) ||
            fabs(sphere.radius / truth.radius - 1) > 1e-9)
            return papers_trouble(
                "algorithm 2 made right differs from the smallest ball; this is a bug in farkas");
    }
    study_table(lab->s, "sphere", "Algorithm 2: the smallest sphere around 20 points",
                "sets; as printed, returns|printed_returns; made right|right_returns");
    study_numbers(lab->s, sets, returned, sets);
    study_claim(lab->s, "Algorithm 2 computes the minimal sphere (3.1.1)", study_if(returned == sets),
                "As printed, line 6 calls the function with the same points again: it returns for %u of %u "
                "sets of %d points. With the point removed before that call it returns the smallest ball, up "
                "to rounding, for all.",
                returned, sets, (int)POINTS);
    return true;
}

bool papers_thesis_prints(const papers_lab *lab)
{
    return report_sphere(lab) && report_bvh(lab) && report_grid(lab) && report_octree(lab) &&
           report_hulls(lab) && report_pairs(lab);
}
