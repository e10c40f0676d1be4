/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas as a participant of `farkas bench trees`: the same calls that users make. */

#include "bench/bench.h"
#include "peers/participant.h"
#include "peers/tree_participant.h"

#include <stdlib.h>

typedef struct farkas_trees {
    const tree_input *input;
    fk_context *context;
    fk_mesh mesh;
    fk_pool *pool; /* or NULL */
    fk_tree *tree;
    fk_probe *segment;
    fk_placed_mesh a;
} farkas_trees;

static void *prepare_trees(const tree_input *input)
{
    farkas_trees *o = bench_allocate(1, sizeof *o);
    const tree_head *head = &input->head;
    o->input = input;
    o->mesh = (fk_mesh){head->vertices, head->triangles, input->point, input->triangle, "", 0};
    o->segment = bench_allocate(head->segments, sizeof *o->segment);
    for (uint32_t i = 0; i < head->segments; i++)
        o->segment[i] = (fk_probe){FK_PROBE_SEGMENT, input->segment[i].from, input->segment[i].to, 0};
    if (fk_context_create(NULL, &o->context) != FK_OK)
        exit(2);
    return o;
}

static void *prepare_pair_trees(const tree_input *input)
{
    farkas_trees *o = prepare_trees(input);
    if (fk_pool_create(o->context, 2, &o->pool) != FK_OK)
        exit(2);
    return o;
}

static bool build_tree(void *data)
{
    farkas_trees *o = data;
    fk_tree_options options = fk_tree_options_default();
    options.workers = o->pool != NULL ? fk_pool_workers(o->pool) : NULL;
    fk_status status = fk_tree_build(o->context, &o->mesh, &options, &o->tree);
    o->a = (fk_placed_mesh){&o->mesh, o->tree, fk_pose_identity(), false};
    return status == FK_OK;
}

static size_t tree_bytes(void *data)
{
    const farkas_trees *o = data;
    return o->tree->bytes;
}

static void release_trees(void *data)
{
    farkas_trees *o = data;
    fk_tree_free(o->context, o->tree);
    if (o->pool != NULL)
        fk_pool_destroy(o->pool);
    fk_context_destroy(o->context);
    free(o->segment);
    free(o);
}

/* The second mesh: the same one in a pose. */
static fk_placed_mesh place_second(const farkas_trees *o, size_t query)
{
    fk_placed_mesh b = o->a;
    b.pose = o->input->pose[query];
    return b;
}

static void test_meshes(void *data, size_t query, bench_answer *out)
{
    const farkas_trees *o = data;
    fk_placed_mesh b = place_second(o, query);
    out->value = fk_placed_meet(&o->a, &b, NULL);
}

static void count_triangle_pairs(void *data, size_t query, bench_answer *out)
{
    const farkas_trees *o = data;
    fk_placed_mesh b = place_second(o, query);
    fk_pair_list *list;
    if (fk_placed_pairs(o->context, &o->a, &b, &list) != FK_OK)
        exit(2);
    *out = (bench_answer){(double)list->count, 0};
    for (size_t i = 0; i < list->count; i++)
        out->set += bench_mix(list->pair[i].a, list->pair[i].b);
    fk_pair_list_free(o->context, list);
}

static void measure_mesh_distance(void *data, size_t query, bench_answer *out)
{
    const farkas_trees *o = data;
    fk_placed_mesh b = place_second(o, query);
    fk_mesh_distance gap;
    fk_placed_distance(&o->a, &b, &gap);
    out->value = gap.distance.hi;
}

static void test_segment(void *data, size_t query, bench_answer *out)
{
    const farkas_trees *o = data;
    uint32_t triangle = FK_NONE;
    out->value = fk_placed_probe_any(&o->a, &o->segment[query], &triangle) == FK_OK && triangle != FK_NONE;
}

int bench_run_trees(int argc, char **argv)
{
    static const tree_sort one = {"Farkas", prepare_trees, build_tree, tree_bytes, release_trees, false},
                           two = {"Farkas 2 threads", prepare_pair_trees, build_tree,
                                  tree_bytes,         release_trees,      true};
    static const tree_sort *const sorts[] = {&one, &two};
    static const tree_method methods[] = {{"meet", "Farkas", &one, test_meshes},
                                          {"pairs", "Farkas", &one, count_triangle_pairs},
                                          {"distance", "Farkas", &one, measure_mesh_distance},
                                          {"segment", "Farkas", &one, test_segment}};
    char name[64];
    snprintf(name, sizeof name, "Farkas %s", fk_version());
    tree_library library = {name, sorts, 2, methods, 4};
    return tree_participant_main(argc, argv, &library);
}
