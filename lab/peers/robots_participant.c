/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frame of participants of `farkas bench robots`. See robots_participant.h. */

#include "peers/robots_participant.h"

#include <stdlib.h>
#include <string.h>

/* ---- Input --------------------------------------------------------------------------------------------- */

typedef struct input_block {
    void **list;
    size_t count, size;
} input_block;

enum { BLOCKS = 12 };

/* Lists the blocks of the file, in their order. */
static void list_blocks(robots_input *in, input_block out[BLOCKS])
{
    const robots_head *h = &in->head;
#define BLOCK(list, count)                                                                                   \
    {                                                                                                        \
        (void **)&in->list, count, sizeof *in->list                                                          \
    }
    const input_block block[BLOCKS] = {BLOCK(mesh, h->meshes),
                                       BLOCK(point, h->points),
                                       BLOCK(triangle, h->triangles),
                                       BLOCK(frame, h->frames),
                                       BLOCK(limit, h->variables),
                                       BLOCK(link, h->links),
                                       BLOCK(obstacle, h->obstacles),
                                       BLOCK(scene, h->scenes),
                                       BLOCK(pair, h->pairs),
                                       BLOCK(value, (size_t)h->states * h->variables),
                                       BLOCK(pose, (size_t)h->states * h->links),
                                       BLOCK(end, (size_t)h->ends * h->variables)};
#undef BLOCK
    memcpy(out, block, sizeof block);
}

bool robots_input_read(const char *path, robots_input *out)
{
    FILE *stream = fopen(path, "rb");
    robots_head *h = &out->head;
    input_block block[BLOCKS];
    memset(out, 0, sizeof *out);
    if (stream == NULL)
        return false;
    bool good = fread(h, sizeof *h, 1, stream) == 1 && memcmp(h->magic, ROBOTS_MAGIC, sizeof h->magic) == 0;
    if (good)
        list_blocks(out, block);
    for (int i = 0; good && i < BLOCKS; i++)
        *block[i].list = bench_read_block(stream, block[i].count, block[i].size, &good);
    fclose(stream);
    return good;
}

bool robots_input_write(const robots_input *input, FILE *stream)
{
    robots_input in = *input;
    input_block block[BLOCKS];
    memcpy(in.head.magic, ROBOTS_MAGIC, sizeof in.head.magic);
    list_blocks(&in, block);
    bool good = fwrite(&in.head, sizeof in.head, 1, stream) == 1;
    for (int i = 0; good && i < BLOCKS; i++)
        good = fwrite(*block[i].list, block[i].size, block[i].count, stream) == block[i].count;
    return good;
}

void robots_input_free(robots_input *input)
{
    input_block block[BLOCKS];
    list_blocks(input, block);
    for (int i = 0; i < BLOCKS; i++)
        free(*block[i].list);
    memset(input, 0, sizeof *input);
}

const robots_body *robots_find_body(const robots_input *input, const robots_scene *scene, uint32_t body)
{
    return body < scene->obstacles ? &input->obstacle[scene->first_obstacle + body]
                                   : &input->link[body - scene->obstacles];
}

fk_mesh robots_make_mesh(const robots_input *input, uint32_t mesh)
{
    const motion_mesh *from = &input->mesh[mesh];
    return (fk_mesh){from->points,
                     from->triangles,
                     input->point + from->first_point,
                     input->triangle + from->first_triangle,
                     "",
                     0};
}

bool *robots_list_tested(const robots_input *input, const robots_scene *scene)
{
    size_t bodies = (size_t)scene->obstacles + input->head.links;
    bool *out = bench_allocate(bodies * bodies, sizeof *out);
    for (uint32_t i = 0; i < scene->pairs; i++) {
        fk_index_pair pair = input->pair[scene->first_pair + i];
        out[pair.a * bodies + pair.b] = true;
    }
    return out;
}

/* ---- Passes -------------------------------------------------------------------------------------------- */

/* A pass is over the states of all scenes. It is made scene by scene, so that one scene is prepared at a time; all scenes count
 * that have as many passes as the one with the fewest. */
static void pass_scenes(const bench_call *call, const robots_input *input, const robots_method *method,
                        void *data, bench_answer *answer, bench_passes *out)
{
    const robots_head *head = &input->head;
    *out = (bench_passes){.count = head->states > 0 ? BENCH_MOST_PASSES : 0};
    for (uint32_t i = 0; i < head->scenes; i++) {
        const robots_scene *scene = &input->scene[i];
        bench_query_list all = {bench_allocate(scene->states, sizeof *all.query), scene->states};
        bench_passes done;
        for (uint32_t k = 0; k < scene->states; k++)
            all.query[k] = scene->first_state + k;
        if (all.count > 0) {
            method->enter(data, scene);
            bench_passes_do(method->query, data, &all, call->time / head->scenes, answer + scene->first_state,
                            &done);
            out->count = done.count < out->count ? done.count : out->count;
            for (size_t k = 0; k < out->count; k++)
                out->ns[k] += done.ns[k] * scene->states / head->states;
        }
        free(all.query);
    }
}

static bool run_robots_method(const bench_call *call, const robots_input *input, const robots_method *method)
{
    void *data = method->create(input);
    if (data == NULL)
        return false;
    bench_answer *answer = bench_allocate(input->head.states, sizeof *answer);
    bench_passes done;
    pass_scenes(call, input, method, data, answer, &done);
    bench_print_begin(call, method->name);
    bench_print_times(call, "ns", done.ns, done.count);
    bench_print_answers(call, answer, input->head.states, false);
    bench_print_end(call);
    free(answer);
    method->release(data);
    return true;
}

static bool run_robots_methods(const bench_call *call, const void *user)
{
    const robots_library *library = user;
    bool good = true;
    for (size_t i = 0; good && i < library->count; i++) {
        robots_input input;
        if (strcmp(call->work, library->method[i].work) != 0)
            continue;
        good = robots_input_read(call->argument[0], &input) &&
               run_robots_method(call, &input, &library->method[i]);
        robots_input_free(&input);
    }
    return good;
}

int robots_participant_main(int argc, char **argv, const robots_library *library)
{
    return bench_participate(argc, argv, library->name, run_robots_methods, library);
}
