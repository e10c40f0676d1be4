/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers aabb-tree, section 3.2.1 of the thesis: the dynamic tree of moving objects, FK_BROAD_TREE. It is built from scratch in
 * each step; or kept, with leaves that are 5 % larger than the boxes on each side; or kept with leaves in which a body can turn.
 * Bricks turn where they are, or turn and move. All must find the same pairs. */

#include "broad/broad.h"
#include "papers/aabb_tree.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOVING_SCRATCH, MOVING_FAT, MOVING_TURNS, MOVING_WAYS, MOTIONS = 2, STEPS = 60, QUICK_STEPS = 20 };

static const char *const moving_ways[MOVING_WAYS] = {"built from scratch", "kept, fat boxes",
                                                     "kept, boxes to turn in"};
static const char *const motions[MOTIONS] = {"turn", "turn and move"};

typedef struct brick {
    fk_vec3 at, turn, velocity, spin; /* radians, and those of a step */
} brick;

typedef struct brick_world {
    fk_context *context;
    uint32_t count;
    brick *brick;
    fk_aabb_float *box, *leaf;
} brick_world;

/* Of a step, in the mean. */
typedef struct moving_row {
    double new_leaves; /* share of all */
    double update_us, pairs_us;
    uint64_t pairs; /* of all steps */
} moving_row;

static void draw_bricks(brick_world *w, uint64_t seed, bool moves)
{
    fk_random random = fk_random_make(seed);
    double half = w->count > 1000 ? 21.75 : 8; /* of the world: as crowded in a quick run */
    for (uint32_t i = 0; i < w->count; i++) {
        w->brick[i].at = papers_draw_between(&random, -half, half);
        w->brick[i].turn = papers_draw_between(&random, -3, 3);
        w->brick[i].spin = papers_draw_between(&random, -0.05, 0.05);
        w->brick[i].velocity = fk_vec3_scale(papers_draw_between(&random, -0.01, 0.01), moves ? 1 : 0);
    }
}

/* A brick has sides 1, 0.5 and 0.25; its box is that of its corners. */
static void place_bricks(brick_world *w)
{
    static const fk_aabb still = {{-0.5, -0.25, -0.125}, {0.5, 0.25, 0.125}};
    for (uint32_t i = 0; i < w->count; i++) {
        brick *b = &w->brick[i];
        b->at = fk_vec3_add(b->at, b->velocity);
        b->turn = fk_vec3_add(b->turn, b->spin);
        fk_pose pose = fk_pose_from_rpy(b->at, b->turn);
        fk_aabb box = fk_aabb_place(&still, &pose);
        w->box[i] = fk_aabb_round(&box, fk_vec3_make(0, 0, 0));
    }
}

static fk_broad *create_tree(const brick_world *w, bool turns)
{
    fk_broad_options options = fk_broad_options_default();
    fk_broad *tree;
    options.kind = FK_BROAD_TREE;
    options.turns = turns;
    papers_check(fk_broad_create(w->context, &options, &tree));
    papers_check(fk_broad_reserve(tree, w->count));
    return tree;
}

static void set_boxes(const brick_world *w, fk_broad *tree)
{
    for (uint32_t i = 0; i < w->count; i++)
        papers_check(fk_broad_set(tree, i, &w->box[i]));
    papers_check(fk_broad_update(tree, NULL));
}

/* Leaves that are not those of the step before. */
static uint32_t count_new_leaves(brick_world *w, const fk_broad *tree)
{
    const fk_dynamic_tree *self = tree->self;
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        const fk_aabb_float *leaf = fk_box_tree_box(&self->tree, self->tree.place[i]);
        count += memcmp(leaf, &w->leaf[i], sizeof *leaf) != 0;
        w->leaf[i] = *leaf;
    }
    return count;
}

static moving_row run_moving(brick_world *w, const papers_lab *lab, int motion, int way)
{
    int steps = lab->quick ? QUICK_STEPS : STEPS;
    moving_row row = {0};
    draw_bricks(w, lab->seed, motion == 1);
    place_bricks(w);
    fk_broad *tree = create_tree(w, way == MOVING_TURNS);
    set_boxes(w, tree);
    count_new_leaves(w, tree);
    for (int step = 0; step < steps; step++) {
        const fk_index_pair *pair;
        size_t pairs;
        place_bricks(w);
        double begin = bench_used_seconds();
        if (way == MOVING_SCRATCH) {
            fk_broad_destroy(tree);
            tree = create_tree(w, false);
        }
        set_boxes(w, tree);
        double middle = bench_used_seconds();
        papers_check(fk_broad_pairs(tree, NULL, &pair, &pairs));
        row.update_us += 1e6 * (middle - begin) / steps;
        row.pairs_us += 1e6 * (bench_used_seconds() - middle) / steps;
        row.pairs += pairs;
        uint32_t leaves = count_new_leaves(w, tree);
        row.new_leaves += way == MOVING_SCRATCH ? w->count : leaves;
    }
    row.new_leaves /= (double)w->count * steps;
    fk_broad_destroy(tree);
    return row;
}

static void claim_scratch(const papers_lab *lab, moving_row row[MOTIONS][MOVING_WAYS])
{
    const char *claim =
        "\"Building the tree from scratch is rather naive and expensive way to obtain updated tree\" (3.2.1)";
    const moving_row *turn = row[0], *move = row[1];
    if (lab->quick) {
        study_claim(
            lab->s, claim, study_if(turn[MOVING_FAT].new_leaves < 0.5 && move[MOVING_FAT].new_leaves < 0.5),
            "With fat boxes %.1f and %.1f %% of the leaves are made anew in a step, and from scratch all "
            "of them. (It holds below half.)",
            100 * turn[MOVING_FAT].new_leaves, 100 * move[MOVING_FAT].new_leaves);
        return;
    }
    double ratio[MOTIONS] = {turn[MOVING_SCRATCH].update_us / turn[MOVING_FAT].update_us,
                             move[MOVING_SCRATCH].update_us / move[MOVING_FAT].update_us};
    study_claim(
        lab->s, claim, study_if_part(fmin(ratio[0], ratio[1]) > 2, fmin(ratio[0], ratio[1]) > 1),
        "A tree of moving bricks that is built from scratch takes %.1f and %.1f times the time of one that "
        "is kept with fat boxes, in which %.1f and %.1f %% of the leaves are made anew in a step. (It holds "
        "above twice, in part above once. The thesis says it of the dynamic tree, so that one is judged, "
        "and no longer the refit of a tree of triangles.)",
        ratio[0], ratio[1], 100 * turn[MOVING_FAT].new_leaves, 100 * move[MOVING_FAT].new_leaves);
}

static void claim_rotation(const papers_lab *lab, moving_row row[MOTIONS][MOVING_WAYS])
{
    const moving_row *turn = row[0];
    study_claim(
        lab->s,
        "\"The size is often defined to make object able to rotate in all direction within the AABB\" "
        "(3.2.1)",
        study_if(turn[MOVING_TURNS].new_leaves < 0.001),
        "Of bricks that turn where they are, %.3f %% of such leaves are made anew in a step, of leaves that "
        "are 5 %% larger than their boxes %.2f %%.",
        100 * turn[MOVING_TURNS].new_leaves, 100 * turn[MOVING_FAT].new_leaves);
    if (!lab->quick)
        study_paragraph(
            lab->s,
            "Leaves to turn in take %.2f and %.2f times the time of fat boxes to update, and %.2f and "
            "%.2f times to find pairs, as they are larger.",
            turn[MOVING_TURNS].update_us / turn[MOVING_FAT].update_us,
            row[1][MOVING_TURNS].update_us / row[1][MOVING_FAT].update_us,
            turn[MOVING_TURNS].pairs_us / turn[MOVING_FAT].pairs_us,
            row[1][MOVING_TURNS].pairs_us / row[1][MOVING_FAT].pairs_us);
}

bool aabb_moving(const papers_lab *lab)
{
    uint32_t count = lab->quick ? 1000 : 20000;
    brick_world w = {lab->context, count, bench_allocate(count, sizeof *w.brick),
                     bench_allocate(count, sizeof *w.box), bench_allocate(count, sizeof *w.leaf)};
    moving_row row[MOTIONS][MOVING_WAYS];
    char title[96];
    bool good = true;
    snprintf(title, sizeof title, "The dynamic tree of %u moving bricks; numbers of a step", count);
    study_table(
        lab->s, "moving", title,
        "bricks|motion|w; tree||w; new leaves, %|new_leaves_percent|2; update, µs|update_us|1t; pairs, "
        "µs|pairs_us|1t; pairs that meet, all steps|pairs");
    for (int motion = 0; motion < MOTIONS; motion++)
        for (int way = 0; way < MOVING_WAYS; way++) {
            moving_row *r = &row[motion][way];
            *r = run_moving(&w, lab, motion, way);
            good = good && r->pairs == row[motion][0].pairs;
            study_words(lab->s, "%s", motions[motion]);
            study_words(lab->s, "%s", moving_ways[way]);
            study_numbers(lab->s, 100 * r->new_leaves, r->update_us, r->pairs_us, (double)r->pairs);
        }
    free(w.brick);
    free(w.box);
    free(w.leaf);
    if (!good)
        return papers_trouble("dynamic trees find other pairs; this is a bug in farkas");
    claim_scratch(lab, row);
    claim_rotation(lab, row);
    return true;
}
