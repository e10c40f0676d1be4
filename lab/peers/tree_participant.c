/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frame of participants of `farkas bench trees`. See tree_participant.h. */

#include "peers/tree_participant.h"
#include "peers/participant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Input --------------------------------------------------------------------------------------------- */

static bool read_tree_input(const char *path, tree_input *out)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return false;
    tree_head *h = &out->head;
    bool good = fread(h, sizeof *h, 1, stream) == 1 && memcmp(h->magic, TREE_MAGIC, sizeof h->magic) == 0;
    if (good) {
        out->point = bench_read_block(stream, h->vertices, sizeof *out->point, &good);
        out->triangle = bench_read_block(stream, h->triangles, sizeof *out->triangle, &good);
        out->pose = bench_read_block(stream, h->poses, sizeof *out->pose, &good);
        out->segment = bench_read_block(stream, h->segments, sizeof *out->segment, &good);
        out->pose_hits = bench_read_block(stream, h->poses, 1, &good);
        out->segment_hits = bench_read_block(stream, h->segments, 1, &good);
    }
    fclose(stream);
    return good;
}

/* ---- Trees --------------------------------------------------------------------------------------------- */

typedef struct built_tree {
    void *data;
    double seconds;
    size_t bytes;
} built_tree;

static bool build_peer_tree(const tree_sort *sort, const tree_input *input, built_tree *out)
{
    out->data = sort->prepare(input);
    size_t before = bench_allocated_bytes();
    double (*clock_of)(void) = sort->is_parallel ? fk_clock_seconds : bench_used_seconds;
    double begin = clock_of();
    bool good = out->data != NULL && sort->build(out->data);
    out->seconds = clock_of() - begin;
    out->bytes = !good ? 0 : sort->bytes != NULL ? sort->bytes(out->data) : bench_allocated_bytes() - before;
    return good;
}

/* ---- Questions ----------------------------------------------------------------------------------------- */

/* Those of a work whose answer is yes (which == 1), no (0), or all (2). */
static bench_query_list choose_queries(const tree_input *input, const char *work, int which)
{
    bool is_segment = strcmp(work, "segment") == 0, is_distance = strcmp(work, "distance") == 0;
    uint32_t count = is_segment ? input->head.segments : input->head.poses;
    const uint8_t *hits = is_segment ? input->segment_hits : input->pose_hits;
    bench_query_list out = {bench_allocate(count, sizeof *out.query), 0};
    for (uint32_t i = 0; i < count; i++)
        if (is_distance ? which == 2 && hits[i] == 0 : which == 2 || hits[i] == which)
            out.query[out.count++] = i;
    return out;
}

/* ---- Work ---------------------------------------------------------------------------------------------- */

static void print_end(const bench_call *call, size_t bytes)
{
    fprintf(call->out, ",\"bytes\":%zu", bytes);
    bench_print_end(call);
}

static bool run_build(const bench_call *call, const tree_input *input, const tree_sort *sort)
{
    bench_passes all = {.count = 0};
    built_tree tree;
    double total = 0;
    do {
        bool good = build_peer_tree(sort, input, &tree);
        sort->release(tree.data);
        if (!good)
            return false;
        all.ns[all.count++] = 1e9 * tree.seconds / (double)input->head.triangles;
        total += tree.seconds;
    } while (total < call->time && all.count < BENCH_MOST_PASSES);
    bench_print_begin(call, sort->name);
    bench_print_times(call, "ns", all.ns, all.count);
    print_end(call, tree.bytes);
    return true;
}

static bool run_tree_method(const bench_call *call, const tree_input *input, const tree_method *method)
{
    static const char *const names[] = {"ns_misses", "ns_hits", "ns"};
    built_tree tree;
    if (!build_peer_tree(method->sort, input, &tree))
        return false;
    bench_print_begin(call, method->name);
    for (int which = 2; which >= 0; which--) {
        bench_passes done;
        bench_query_list all = choose_queries(input, method->work, which);
        bench_answer *answer = bench_allocate(all.count, sizeof *answer);
        bench_passes_do(method->query, tree.data, &all, which == 2 ? call->time : call->time / 4, answer,
                        &done);
        bench_print_times(call, names[which], done.ns, done.count);
        if (which == 2)
            bench_print_answers(call, answer, all.count, strcmp(method->work, "pairs") == 0);
        free(answer);
        free(all.query);
    }
    print_end(call, tree.bytes);
    method->sort->release(tree.data);
    return true;
}

static bool run_tree_work(const bench_call *call, const void *user)
{
    const tree_library *library = user;
    tree_input input = {0};
    bool good = read_tree_input(call->argument[0], &input), is_build = strcmp(call->work, "build") == 0;
    for (size_t i = 0; good && is_build && i < library->sorts; i++)
        good = run_build(call, &input, library->sort[i]);
    for (size_t i = 0; good && i < library->methods; i++)
        if (strcmp(call->work, library->method[i].work) == 0)
            good = run_tree_method(call, &input, &library->method[i]);
    const void *const block[] = {input.point,   input.triangle,  input.pose,
                                 input.segment, input.pose_hits, input.segment_hits};
    for (size_t i = 0; i < sizeof block / sizeof block[0]; i++)
        free((void *)(uintptr_t)block[i]);
    return good;
}

int tree_participant_main(int argc, char **argv, const tree_library *library)
{
    return bench_participate(argc, argv, library->name, run_tree_work, library);
}
