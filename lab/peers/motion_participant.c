/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frame of participants of `farkas bench motion`. See motion_participant.h. */

#include "peers/motion_participant.h"
#include "peers/participant.h"

#include <stdlib.h>
#include <string.h>

static bool read_motion_input(const char *path, motion_input *out)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return false;
    motion_head *h = &out->head;
    bool good = fread(h, sizeof *h, 1, stream) == 1 && memcmp(h->magic, MOTION_MAGIC, sizeof h->magic) == 0;
    if (good) {
        out->mesh = bench_read_block(stream, h->meshes, sizeof *out->mesh, &good);
        out->point = bench_read_block(stream, h->points, sizeof *out->point, &good);
        out->triangle = bench_read_block(stream, h->triangles, sizeof *out->triangle, &good);
        out->body = bench_read_block(stream, h->bodies, sizeof *out->body, &good);
        out->pair = bench_read_block(stream, h->pairs, sizeof *out->pair, &good);
        out->place = bench_read_block(stream, (size_t)h->steps * h->bodies, sizeof *out->place, &good);
    }
    fclose(stream);
    return good;
}

static void free_input(motion_input *input)
{
    const void *const block[] = {input->mesh, input->point, input->triangle,
                                 input->body, input->pair,  input->place};
    for (size_t i = 0; i < sizeof block / sizeof block[0]; i++)
        free((void *)(uintptr_t)block[i]);
}

/* All steps, or those with an even number. */
static bench_query_list choose_steps(const motion_input *input, const char *work)
{
    bool is_way = strcmp(work, "first") == 0 || strcmp(work, "distance") == 0;
    bench_query_list out = {bench_allocate(input->head.steps, sizeof *out.query), 0};
    for (uint32_t i = 0; i < input->head.steps; i += is_way ? 2 : 1)
        out.query[out.count++] = i;
    return out;
}

static bool run_motion_method(const bench_call *call, const motion_input *input, const motion_method *method)
{
    void *data = method->create(input);
    if (data == NULL)
        return false;
    bench_query_list all = choose_steps(input, method->work);
    bench_answer *answer = bench_allocate(all.count, sizeof *answer);
    bench_passes done;
    bench_passes_do(method->query, data, &all, call->time, answer, &done);
    bench_print_begin(call, method->name);
    bench_print_times(call, "ns", done.ns, done.count);
    bench_print_answers(call, answer, all.count,
                        strcmp(method->work, "step") == 0 || strcmp(method->work, "close") == 0);
    bench_print_end(call);
    free(answer);
    free(all.query);
    method->release(data);
    return true;
}

static bool run_motion_methods(const bench_call *call, const void *user)
{
    const motion_library *library = user;
    bool good = true;
    for (size_t i = 0; good && i < library->count; i++) {
        motion_input input = {0};
        if (strcmp(call->work, library->method[i].work) != 0)
            continue;
        good = read_motion_input(call->argument[0], &input) &&
               run_motion_method(call, &input, &library->method[i]);
        free_input(&input);
    }
    return good;
}

int motion_participant_main(int argc, char **argv, const motion_library *library)
{
    return bench_participate(argc, argv, library->name, run_motion_methods, library);
}
