/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Many tori, and searches of one against all others.
 *
 * On the two levels of the input Farkas finds the complete list as they are: many children of two nodes are
 * sorted. For a first hit that takes too long; so levels are added within the measured time, to the object in
 * question alone, and it is searched against those whose roots it meets. That is quicker than to add them to
 * these, too: a tetrahedron of theirs goes down one tree with few tests, while their own levels would be used
 * once. */

#include "papers/tori.h"
#include "papers/papers.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cells/cells.h"

/* The most that a node may have where levels are added within the time: such trees are made soonest, and
 * searched about as fast as others; see `farkas papers fm-levels`. */
#define ADDED_CHILDREN 32

/* ---- Trees and searches -------------------------------------------------------------------------------- */

fk_cell_tree *tori_tree_make(fk_context *context, const fk_cell_input *input, uint32_t count,
                             uint32_t children)
{
    fk_cell_tree *tree;
    fk_cell_report report;
    fk_status status = fk_cell_tree_of_nodes(context, input, count, children, &report, &tree);
    if (status == FK_ERROR_ARGUMENT)
        exit(cli_trouble("node %u of a torus: %s", report.node, fk_cell_trouble_text(report.trouble)));
    papers_check(status);
    return tree;
}

/* Over trees that are in the world already. */
static fk_search *make_tori_search(fk_context *context, fk_cell_tree *const *tree, uint32_t count)
{
    fk_search_object *object = bench_allocate(count, sizeof *object);
    fk_search_report report;
    fk_search *search;
    for (uint32_t i = 0; i < count; i++)
        object[i] = (fk_search_object){NULL, tree[i], fk_pose_identity(), FK_NONE};
    papers_check(fk_search_create(context, NULL, 0, object, count, &report, &search));
    free(object);
    return search;
}

const fk_search_result *tori_search_run(fk_search *search, const fk_search_question *question,
                                        uint32_t levels)
{
    fk_search_budget budget = {.levels = levels};
    papers_check(fk_search_begin(search, question));
    papers_check(fk_search_run(search, &budget));
    return fk_search_result_of(search);
}

/* ---- Worlds -------------------------------------------------------------------------------------------- */

torus *tori_draw_all(uint64_t seed, uint32_t count, double half_cube)
{
    fk_random random = fk_random_make(seed);
    torus *t = bench_allocate(count, sizeof *t);
    for (uint32_t i = 0; i < count; i++)
        t[i] = tori_draw(&random, half_cube * cbrt(count / 100.0));
    return t;
}

/* The nodes of one object, as the paper keeps them and as two trees. */
static void add_torus(tori_world *w, uint32_t i, const torus *t, uint32_t segments)
{
    fk_cell_input *input = w->input + (size_t)i * w->nodes;
    paper_node *node = w->paper + (size_t)i * w->nodes;
    tori_nodes(t, segments, input);
    paper_link(input, w->nodes, i, node);
    node->next = i + 1 < w->count ? node + w->nodes : NULL;
    w->flat[i] = tori_tree_make(w->context, input, w->nodes, 0);
    w->tree[i] = tori_tree_make(w->context, input, w->nodes, FK_CELL_CHILDREN);
}

void tori_world_make(tori_world *w, fk_context *context, const torus *t, uint32_t count, uint32_t segments)
{
    *w = (tori_world){.context = context, .count = count, .nodes = tori_node_count(segments)};
    w->input = bench_allocate((size_t)count * w->nodes, sizeof *w->input);
    w->paper = bench_allocate((size_t)count * w->nodes, sizeof *w->paper);
    w->flat = bench_allocate(count, sizeof *w->flat);
    w->tree = bench_allocate(count, sizeof *w->tree);
    w->root.child = w->paper;
    for (uint32_t i = 0; i < count; i++)
        add_torus(w, i, &t[i], segments);
    w->flat_search = make_tori_search(context, w->flat, count);
    w->search = make_tori_search(context, w->tree, count);
}

void tori_world_end(tori_world *w)
{
    fk_search_destroy(w->context, w->flat_search);
    fk_search_destroy(w->context, w->search);
    for (uint32_t i = 0; i < w->count; i++) {
        fk_cell_tree_free(w->context, w->flat[i]);
        fk_cell_tree_free(w->context, w->tree[i]);
    }
    free(w->input);
    free(w->paper);
    free(w->flat);
    free(w->tree);
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static void add_hit(tori_answer *answer, tori_hit hit)
{
    if (answer->count == answer->capacity) {
        answer->capacity = answer->capacity > 0 ? 2 * answer->capacity : 256;
        answer->hit = bench_resize(answer->hit, answer->capacity, sizeof *answer->hit);
    }
    answer->hit[answer->count++] = hit;
}

static int compare_hits(const void *a, const void *b)
{
    const tori_hit *x = a, *y = b;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    if (x->node_p != y->node_p)
        return x->node_p < y->node_p ? -1 : 1;
    return x->node_m < y->node_m ? -1 : x->node_m > y->node_m;
}

static void sort_answer(tori_answer *answer)
{
    if (answer->count > 0)
        qsort(answer->hit, answer->count, sizeof *answer->hit, compare_hits);
    answer->objects = 0;
    for (size_t i = 0; i < answer->count; i++)
        answer->objects += i == 0 || answer->hit[i].object != answer->hit[i - 1].object;
}

void tori_answer_end(tori_answer *answer)
{
    free(answer->hit);
    memset(answer, 0, sizeof *answer);
}

/* A hit as whole numbers; of a first hit the object alone. */
static tori_hit hit_key(const tori_hit *hit, bool first)
{
    tori_hit key = {.object = hit->object};
    if (!first) {
        key.node_m = hit->node_m;
        key.node_p = hit->node_p;
    }
    return key;
}

uint32_t tori_hash(const tori_answer *answer, bool first)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < answer->count; i++) {
        tori_hit key = hit_key(&answer->hit[i], first);
        const uint32_t part[] = {key.object, key.node_p, key.node_m};
        for (int k = 0; k < 12; k++)
            hash = (hash ^ (part[k / 4] >> 8 * (k % 4) & 255)) * 16777619u;
    }
    return hash;
}

size_t tori_missing(const tori_answer *a, const tori_answer *b, bool first)
{
    size_t missing = 0, j = 0;
    for (size_t i = 0; i < a->count; i++) {
        tori_hit key = hit_key(&a->hit[i], first), other;
        while (j < b->count && (other = hit_key(&b->hit[j], first), compare_hits(&other, &key) < 0))
            j++;
        missing += j == b->count || (other = hit_key(&b->hit[j], first), compare_hits(&other, &key) != 0);
    }
    return missing;
}

size_t tori_lost_overlaps(const tori_world *w, uint32_t object, const tori_answer *truth,
                          const tori_answer *found)
{
    const paper_node *p = w->paper + (size_t)object * w->nodes;
    size_t lost = 0, j = 0;
    for (size_t i = 0; i < truth->count; i++) {
        const tori_hit *hit = &truth->hit[i];
        while (j < found->count && compare_hits(&found->hit[j], hit) < 0)
            j++;
        bool is_lost = j == found->count || compare_hits(&found->hit[j], hit) != 0;
        const fk_piece *m = &w->paper[(size_t)hit->object * w->nodes + hit->node_m].piece;
        lost += is_lost && fk_pair_verdict(&p[hit->node_p].piece, m) == FK_OVERLAPPING;
    }
    return lost;
}

/* ---- The paper's ways ---------------------------------------------------------------------------------- */

static void search_as_printed(tori_world *w, tori_search_kind way, uint32_t object, bool first,
                              tori_answer *answer)
{
    paper_search search = {.is_right = way == TORI_RIGHT,
                           .reading = way == TORI_ROW ? FK_PAPER_RIGHT_ROW : FK_PAPER_PRINTED,
                           .stops_at_hit = first};
    double begin = bench_used_seconds();
    paper_search_collisions(&search, w->paper + (size_t)object * w->nodes, &w->root);
    answer->seconds = bench_used_seconds() - begin;
    answer->quick_tests = search.quick_tests;
    answer->pair_tests = search.pair_tests;
    papers_check(search.is_out_of_memory ? FK_ERROR_MEMORY : FK_OK);
    for (size_t i = 0; i < search.hit_count; i++) {
        const paper_hit *h = &search.hit[i];
        add_hit(answer, (tori_hit){h->object_m, h->node_m, h->node_p, paper_area_box(&h->cow)});
    }
    paper_search_end(&search);
}

static void search_all_pairs(tori_world *w, uint32_t object, tori_answer *answer)
{
    const paper_node *p = w->paper + (size_t)object * w->nodes;
    for (uint32_t m = 0; m < w->count; m++)
        for (uint32_t i = 1; i < w->nodes && m != object; i++)
            for (uint32_t k = 1; k < w->nodes; k++) {
                const fk_piece *a = &p[i].piece, *b = &w->paper[(size_t)m * w->nodes + k].piece;
                answer->pair_tests++;
                if (fk_pair_verdict(a, b) == FK_APART)
                    continue;
                tori_hit hit = {m, k, i, fk_aabb_empty()};
                fk_pair_box(a, b, &hit.box);
                add_hit(answer, hit);
            }
}

/* ---- Ours ---------------------------------------------------------------------------------------------- */

static void add_work(tori_answer *answer, const fk_search_result *result)
{
    answer->quick_tests += result->work.quick_tests;
    answer->pair_tests += result->work.pair_tests;
}

/* Takes over what was found; `which` names the objects of the search, or is NULL where they are all. */
static void add_search_result(const fk_search_result *result, fk_cell_tree *const *tree,
                              const uint32_t *which, tori_answer *answer)
{
    add_work(answer, result);
    for (size_t i = 0; i < result->pair_count; i++) {
        const fk_search_pair *pair = &result->pair[i];
        for (size_t k = 0; k < pair->hit_count; k++) {
            const fk_cell_hit *h = &pair->hit[k];
            add_hit(answer, (tori_hit){which == NULL ? pair->b : which[pair->b],
                                       tree[pair->b]->node[h->node_b].source,
                                       tree[pair->a]->node[h->node_a].source, h->box});
        }
    }
}

void tori_answer_add(tori_answer *answer, const fk_search_result *result, fk_cell_tree *const *tree,
                     uint32_t offset)
{
    answer->count = 0;
    add_search_result(result, tree, NULL, answer);
    for (size_t i = 0; i < answer->count; i++) {
        answer->hit[i].node_m -= offset;
        answer->hit[i].node_p -= offset;
    }
    sort_answer(answer);
}

/* In trees as they are. */
static void search_trees(fk_search *search, fk_cell_tree *const *tree, const fk_search_question *question,
                         tori_answer *answer)
{
    double begin = bench_used_seconds();
    const fk_search_result *result = tori_search_run(search, question, 0);
    answer->seconds = bench_used_seconds() - begin;
    add_search_result(result, tree, NULL, answer);
}

/* In the trees of two levels, where one of them gets more: it is searched against those whose roots it meets. */
static void search_with_levels(tori_world *w, const fk_search_question *question, tori_answer *answer)
{
    double begin = bench_used_seconds();
    const fk_search_result *result = tori_search_run(w->flat_search, question, 1);
    uint32_t count = (uint32_t)result->pair_count + 1, *near = bench_allocate(count, sizeof *near);
    fk_cell_tree **tree = bench_allocate(count, sizeof *tree);
    near[0] = question->object;
    papers_check(fk_cell_tree_add_levels(w->context, w->flat[near[0]], ADDED_CHILDREN, &tree[0]));
    for (uint32_t i = 1; i < count; i++) {
        near[i] = result->pair[i - 1].b;
        tree[i] = w->flat[near[i]];
    }
    add_work(answer, result);
    fk_search *search = make_tori_search(w->context, tree, count);
    fk_search_question among = *question;
    among.object = 0;
    result = tori_search_run(search, &among, 0);
    answer->seconds = bench_used_seconds() - begin;
    add_search_result(result, tree, near, answer);
    fk_search_destroy(w->context, search);
    fk_cell_tree_free(w->context, tree[0]);
    free(tree);
    free(near);
}

void tori_search(tori_world *w, tori_search_kind way, uint32_t object, bool first, tori_answer *answer)
{
    fk_search_question question = fk_search_question_default();
    question.object = object;
    question.stops_at_hit = first;
    answer->count = 0;
    answer->quick_tests = answer->pair_tests = 0;
    answer->seconds = 0;
    if (way == TORI_ALL)
        search_all_pairs(w, object, answer);
    else if (way == TORI_READY)
        search_trees(w->search, w->tree, &question, answer);
    else if (way != TORI_TWO)
        search_as_printed(w, way, object, first, answer);
    else if (first)
        search_with_levels(w, &question, answer);
    else
        search_trees(w->flat_search, w->flat, &question, answer);
    sort_answer(answer);
}
