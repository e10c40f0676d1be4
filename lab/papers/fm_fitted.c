/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-fitted: which cells should represent an object? P. Baillehache's paper (2013, section 7) leaves it
 * open. Trees of the same parts, from their triangles, from convex pieces and from cells fitted to several accuracies:
 * their error, their size, the time to build and to search them, and how often they are wrong.
 *
 * The error is the gap of the leaves, an upper bound, and the volume that they fill together, counted on points. Two
 * copies of a part are searched for the first hit at random poses, and the exact verdict of the meshes is the truth. */

#include "papers/papers.h"
#include "bench/program.h"
#include "cells/cells.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

enum { FIT_SAMPLES = 20000, FIT_POSES = 200, FIT_QUICK_POSES = 20, FIT_TURNS = 5 };

/* Gaps of surfaces and pieces are resolved to this share of the diagonal. */
#define GAP_TARGET 0.01

static const struct fit_part {
    const char *kind;
    uint32_t triangles;
    bool is_quick;
} fit_parts[] = {{"bracket", 300, true}, {"gear", 600, true},     {"star", 300, false},
                 {"bolt", 1500, false},  {"trefoil", 900, false}, {"torus", 900, false}};

static const struct fit_way {
    const char *name;
    double accuracy; /* of the diagonal; 0: not fitted */
} fit_ways[] = {
    {"surface", 0}, {"pieces", 0}, {"fitted, 5 %", 0.05}, {"fitted, 2 %", 0.02}, {"fitted, 1 %", 0.01}};

enum { FIT_PARTS = sizeof fit_parts / sizeof fit_parts[0], FIT_WAYS = sizeof fit_ways / sizeof fit_ways[0] };

typedef struct fit_trial {
    fk_cell_tree *tree;
    double gap, build_ms, us; /* gap of the diagonal */
    double volume, noise;     /* that the leaves fill, of the part's; the standard error of that */
    uint32_t boxes, hits, false_hits, missed;
    double pair_tests;
} fit_trial;

/* A part, its queries, and poses of a second copy. */
typedef struct fit_object {
    fk_placed_mesh placed;
    fk_mesh_facts *facts;
    double diagonal;
    uint32_t poses, meets;
    fk_pose *pose;
    bool *meets_at;
} fit_object;

/* ---- Trees --------------------------------------------------------------------------------------------- */

static void build_fit_tree(fk_context *context, const fit_object *o, const struct fit_way *way, fit_trial *t)
{
    const fk_mesh *mesh = o->placed.mesh;
    double begin = bench_used_seconds();
    if (way->accuracy > 0) {
        /* So many leaves that the accuracy is reached. */
        fk_cell_fit_options options = {way->accuracy * o->diagonal, 1u << 16, NULL};
        fk_cell_fit fit;
        papers_check(fk_cell_tree_fit(context, mesh, &options, &fit, &t->tree));
        t->gap = fit.gap.hi / o->diagonal;
    } else if (way == &fit_ways[0]) {
        papers_check(fk_cell_tree_of_surface(context, mesh, &t->tree));
    } else {
        fk_split *split;
        papers_check(fk_split_build(context, mesh, NULL, &split));
        papers_check(fk_cell_tree_of_pieces(context, split->piece, split->piece_count, &t->tree));
        fk_split_free(context, split);
    }
    t->build_ms = 1e3 * (bench_used_seconds() - begin);
}

/* Counts boxes, and bounds the gap of the leaves unless the fit did. */
static void measure_fit_gap(fk_context *context, const fit_object *o, fit_trial *t)
{
    fk_gap_query query = {.context = context, .object = &o->placed, .target = GAP_TARGET * o->diagonal};
    bool is_known = t->gap > 0;
    for (uint32_t i = 0; i < t->tree->node_count; i++) {
        fk_cells_volume volume = fk_cell_node_volume(&t->tree->node[i]);
        if (t->tree->node[i].child_count > 0)
            continue;
        if (!is_known)
            t->gap = fmax(t->gap, fk_cells_gap(&query, &volume).hi / o->diagonal);
        t->boxes += volume.kind == FK_KIND_BOX;
    }
}

static bool is_in_cells(const fk_cell_tree *tree, uint32_t node, const fk_piece *point)
{
    const fk_cell_node *n = &tree->node[node];
    fk_piece cell = {.kind = n->kind, .as = {.cell = n->cell}};
    if (fk_pair_verdict(&cell, point) == FK_APART)
        return false;
    bool is_in = n->child_count == 0;
    for (uint32_t i = 0; i < n->child_count && !is_in; i++)
        is_in = is_in_cells(tree, n->first_child + i, point);
    return is_in;
}

/* Counts the volume that the leaves fill together. Leaves of a solid contain it by construction, so that only what they fill beside it
 * is counted: a sample never makes a cover smaller than what it covers. */
static void measure_fit_volume(const fit_object *o, bool is_cover, uint64_t seed, fit_trial *t)
{
    fk_cells_volume root = fk_cell_node_volume(&t->tree->node[0]);
    fk_aabb box = fk_cells_bounds(&root);
    fk_vec3 size = fk_vec3_sub(box.max, box.min);
    fk_random random = fk_random_make(seed);
    uint32_t counted = 0;
    for (int i = 0; i < FIT_SAMPLES; i++) {
        double x = fk_random_unit(&random) * size.x, y = fk_random_unit(&random) * size.y;
        fk_vec3 at = fk_vec3_add(box.min, fk_vec3_make(x, y, fk_random_unit(&random) * size.z));
        fk_piece point = fk_piece_point(at);
        int64_t winding = 0;
        counted += is_in_cells(t->tree, 0, &point) &&
                   !(is_cover && (!fk_mesh_winding(o->placed.mesh, at, &winding) || winding != 0));
    }
    double share = (double)counted / FIT_SAMPLES, box_ratio = size.x * size.y * size.z / o->facts->volume;
    t->volume = is_cover + share * box_ratio;
    t->noise = sqrt(share * (1 - share) / FIT_SAMPLES) * box_ratio;
}

/* ---- Searches ------------------------------------------------------------------------------------------ */

/* Searches two copies at all poses. The first turn compares the results with the truth. */
static double search_fit_poses(fk_context *context, const fit_object *o, bool is_first, fit_trial *t)
{
    fk_search_object object[2] = {{NULL, t->tree, fk_pose_identity(), FK_NONE},
                                  {NULL, t->tree, fk_pose_identity(), FK_NONE}};
    fk_search_question question = {.object = FK_NONE, .stops_at_hit = true};
    fk_search *search;
    papers_check(fk_search_create(context, NULL, 0, object, 2, NULL, &search));
    double begin = bench_used_seconds();
    for (uint32_t i = 0; i < o->poses; i++) {
        papers_check(fk_search_move(search, 1, &o->pose[i]));
        papers_check(fk_search_begin(search, &question));
        papers_check(fk_search_run(search, NULL));
        const fk_search_result *result = fk_search_result_of(search);
        if (!is_first)
            continue;
        bool hits = result->colliding > 0;
        t->hits += hits;
        t->false_hits += hits && !o->meets_at[i];
        t->missed += !hits && o->meets_at[i];
        t->pair_tests += (double)result->work.pair_tests / o->poses;
    }
    double us = 1e6 * (bench_used_seconds() - begin) / o->poses;
    fk_search_destroy(context, search);
    return us;
}

static void measure_fit_search(const papers_lab *lab, const fit_object *o, fit_trial *t)
{
    double us[FIT_TURNS];
    search_fit_poses(lab->context, o, true, t);
    for (int i = 0; i < FIT_TURNS && !lab->quick; i++)
        us[i] = search_fit_poses(lab->context, o, false, t);
    t->us = lab->quick ? (double)NAN : bench_median(us, FIT_TURNS);
    t->build_ms = lab->quick ? (double)NAN : t->build_ms;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* Draws poses at which two copies are about to meet or not, and decides which do, exactly. */
static void draw_fit_poses(const papers_lab *lab, fit_object *o)
{
    fk_random random = fk_random_make(lab->seed);
    o->poses = lab->quick ? FIT_QUICK_POSES : FIT_POSES;
    o->pose = bench_allocate(o->poses, sizeof *o->pose);
    o->meets_at = bench_allocate(o->poses, sizeof *o->meets_at);
    for (uint32_t i = 0; i < o->poses; i++) {
        double c[6];
        for (int k = 0; k < 6; k++)
            c[k] = 2 * fk_random_unit(&random) - 1;
        fk_vec3 away = fk_vec3_scale(fk_vec3_make(c[0], c[1], c[2]), 0.6 * o->diagonal);
        o->pose[i] = fk_pose_from_rpy(away, fk_vec3_scale(fk_vec3_make(c[3], c[4], c[5]), 3));
        fk_placed_mesh other = o->placed;
        other.pose = o->pose[i];
        fk_relation_result *relation;
        papers_check(fk_placed_relate(lab->context, &o->placed, &other, &relation));
        o->meets_at[i] = relation->relation != FK_RELATION_APART;
        o->meets += o->meets_at[i];
        fk_relation_result_free(lab->context, relation);
    }
}

static void report_fit_trial(study *s, const struct fit_part *part, const fit_object *o, int way,
                             const fit_trial *t)
{
    study_words(s, "%s", part->kind);
    study_words(s, "%s", fit_ways[way].name);
    study_numbers(s, t->tree->leaf_count, t->boxes, 100 * t->gap, t->volume, t->noise, t->build_ms, o->meets,
                  t->hits, t->false_hits, t->missed, t->pair_tests, t->us);
}

/* What the ways come to over all parts. */
typedef struct fit_sums {
    double leaves[FIT_WAYS], us[FIT_WAYS], false_hits[FIT_WAYS], missed[FIT_WAYS], gap[FIT_WAYS];
    uint32_t fewer;
} fit_sums;

static bool run_fit_part(const papers_lab *lab, const struct fit_part *part, fit_sums *sums)
{
    fk_context *context = lab->context;
    fk_model *model = papers_generate(context, part->kind, part->triangles, 0);
    fit_object o = {.placed = {.mesh = &model->part[0], .pose = fk_pose_identity()}};
    fk_tree *tree;
    bool good = true;
    uint32_t leaves[FIT_WAYS];
    papers_check(fk_mesh_inspect(context, o.placed.mesh, &o.facts));
    papers_check(fk_tree_build(context, o.placed.mesh, NULL, &tree));
    o.placed.tree = tree;
    o.placed.is_solid = o.facts->is_solid;
    fk_vec3 size = fk_vec3_sub(o.facts->box.max, o.facts->box.min);
    o.diagonal = sqrt(fk_vec3_dot(size, size));
    draw_fit_poses(lab, &o);
    for (int way = 0; way < FIT_WAYS; way++) {
        fit_trial t = {.gap = 0};
        build_fit_tree(context, &o, &fit_ways[way], &t);
        measure_fit_gap(context, &o, &t);
        measure_fit_volume(&o, way > 0, lab->seed, &t);
        measure_fit_search(lab, &o, &t);
        report_fit_trial(lab->s, part, &o, way, &t);
        leaves[way] = t.tree->leaf_count;
        sums->leaves[way] += t.tree->leaf_count;
        sums->us[way] += t.us;
        sums->false_hits[way] += t.false_hits;
        sums->missed[way] += t.missed;
        sums->gap[way] = fmax(sums->gap[way], t.gap);
        if (way > 0 && t.missed > 0)
            good = papers_trouble("fm-fitted: %s, %s: misses %u pairs that meet", part->kind,
                                  fit_ways[way].name, t.missed);
        fk_cell_tree_free(context, t.tree);
    }
    sums->fewer += leaves[FIT_WAYS - 2] < leaves[1];
    free(o.pose);
    free(o.meets_at);
    fk_tree_free(context, tree);
    fk_mesh_facts_free(context, o.facts);
    fk_model_free(context, model);
    return good;
}

static void explain_fit(study *s, const fit_sums *sums, uint32_t parts, bool quick)
{
    int two = FIT_WAYS - 2, one = FIT_WAYS - 1;
    study_paragraph(
        s,
        "Pieces have %.0f leaves in all, cells fitted to 2 %% of the diagonal %.0f, and to 1 %% %.0f; cells "
        "fitted to 2 %% are fewer than those of pieces for %u of %u parts. Hits that are none: %.0f of "
        "surfaces, %.0f of pieces, %.0f, %.0f and %.0f of fitted cells. Surfaces have no inside: they miss "
        "%.0f pairs of which one part is inside the other. The others miss none.",
        sums->leaves[1], sums->leaves[two], sums->leaves[one], sums->fewer, parts, sums->false_hits[0],
        sums->false_hits[1], sums->false_hits[2], sums->false_hits[3], sums->false_hits[4], sums->missed[0]);
    if (!quick)
        study_paragraph(s,
                        "The paper leaves open which parallelepipeds and tetrahedra represent an object best "
                        "(section 7). Over all parts, a search in cells fitted to 2 %% takes %.2f times the "
                        "time of one in pieces, and in those to 1 %% %.2f times. Their gap is bounded in "
                        "advance; that of pieces is not, and proved to be at most %.1f %%. So fitted cells "
                        "are faster, and pieces are more often right.",
                        sums->us[two] / sums->us[1], sums->us[one] / sums->us[1], 100 * sums->gap[1]);
}

bool papers_fm_fitted(const papers_lab *lab)
{
    fit_sums sums = {.fewer = 0};
    uint32_t parts = 0;
    bool good = true;
    study_paragraph(
        lab->s,
        "Each part is represented by tetrahedra at its triangles (surface), by its convex pieces, and by "
        "boxes and tetrahedra that are fitted to it within a share of its diagonal. The gap is an upper "
        "bound on the distance of a point of a leaf to the part. Two copies are searched for the first hit "
        "at random poses. (Gaps of surfaces and pieces are resolved to %.0f %%.) Pieces and fitted cells "
        "contain the part, so only what they fill beside it is counted, on %d points; ± is the standard "
        "error of that, noise of the sample.",
        100 * GAP_TARGET, (int)FIT_SAMPLES);
    study_table(lab->s, "fitted", "Trees of the same parts, from triangles, pieces and fitted cells",
                "part||w; cells||w\n"
                "tree: leaves; boxes of them|boxes; gap at most, % of diagonal|gap_percent|2; volume "
                "ratio|volume_ratio|3; ±|volume_noise|3; "
                "built in, ms|build_ms|1t\n"
                "poses: meet|poses_meet; hits; false hits|false_hits; missed\n"
                "one search: pair tests|pair_tests|1; µs|search_us|1t");
    for (int i = 0; i < FIT_PARTS && good; i++)
        if (!lab->quick || fit_parts[i].is_quick) {
            good = run_fit_part(lab, &fit_parts[i], &sums);
            parts++;
        }
    if (good)
        explain_fit(lab->s, &sums, parts, lab->quick);
    return good;
}
