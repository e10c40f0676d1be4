/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frame of participants of `farkas bench world`. See world_participant.h. */

#include "peers/world_participant.h"
#include "peers/participant.h"
#include "peers/tree_participant.h"

#include <stdlib.h>
#include <string.h>

/* Steps that a method makes, however long they take. */
#define MIN_STEPS 8

/* ---- Steps --------------------------------------------------------------------------------------------- */

static fk_aabb_float box_of(const world_body *body)
{
    fk_aabb_float box;
    for (int k = 0; k < 3; k++) {
        box.min[k] = body->low[k];
        box.max[k] = body->low[k] + body->size[k];
    }
    return box;
}

void world_play_begin(world_play *play, const world_head *head, const world_body *body)
{
    uint32_t count = head->bodies;
    memset(play, 0, sizeof *play);
    play->head = *head;
    play->body = bench_allocate(count, sizeof *play->body);
    play->box = bench_allocate(count, sizeof *play->box);
    play->set = bench_allocate(count, sizeof *play->set);
    memcpy(play->body, body, count * sizeof *body);
    for (uint32_t i = 0; i < count; i++) {
        play->box[i] = box_of(&body[i]);
        play->set[i] = i;
    }
    play->frame = (world_frame){0, count, play->box, count, play->set};
}

/* A body that would leave turns back instead, and stays where it is in this step. */
static bool move(world_body *body, const float wall[3])
{
    bool is_moved = false;
    for (int k = 0; k < 3; k++) {
        float low = body->low[k] + body->velocity[k];
        if (body->velocity[k] == 0)
            continue;
        is_moved = true;
        if (low < 0 || low + body->size[k] > wall[k])
            body->velocity[k] = -body->velocity[k];
        else
            body->low[k] = low;
    }
    return is_moved;
}

void world_play_next(world_play *play)
{
    world_frame *frame = &play->frame;
    frame->step++;
    frame->set_count = 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        bool is_moved = move(&play->body[i], play->head.wall);
        if (is_moved)
            play->box[i] = box_of(&play->body[i]);
        if (is_moved || play->head.set_again)
            play->set[frame->set_count++] = i;
    }
}

void world_play_end(world_play *play)
{
    free(play->body);
    free(play->box);
    free(play->set);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

void world_pairs_grow(world_pairs *pairs)
{
    pairs->capacity = 2 * pairs->capacity + 1024;
    pairs->pair = realloc(pairs->pair, pairs->capacity * sizeof *pairs->pair);
    if (pairs->pair == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
}

uint32_t world_set_of(const fk_index_pair *pair, size_t count)
{
    uint32_t set = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t a = pair[i].a, b = pair[i].b;
        set += a < b ? bench_mix(a, b) : bench_mix(b, a);
    }
    return set;
}

/* ---- Play ---------------------------------------------------------------------------------------------- */

/* What came out, step by step. */
typedef struct found {
    double *ns, total;
    size_t *pairs;
    uint32_t *sets;
    uint32_t steps;
    size_t bytes;
} found;

static void play_step(const world_method *method, void *data, const world_frame *frame, world_pairs *pairs,
                      found *out)
{
    double (*clock_of)(void) = method->is_parallel ? fk_clock_seconds : bench_used_seconds;
    double begin = clock_of();
    pairs->count = 0;
    pairs->list = NULL;
    method->step(data, frame, pairs);
    double seconds = clock_of() - begin;
    out->ns[out->steps] = 1e9 * seconds;
    out->pairs[out->steps] = pairs->count;
    out->sets[out->steps] = world_set_of(pairs->list != NULL ? pairs->list : pairs->pair, pairs->count);
    out->steps++;
    out->total += seconds;
}

static void play_all(const world_method *method, const world_head *head, const world_body *body, double time,
                     found *out)
{
    world_play play;
    world_pairs pairs = {0};
    world_play_begin(&play, head, body);
    size_t before = bench_allocated_bytes();
    void *data = method->create(head);
    while (out->steps < head->steps && (out->steps < MIN_STEPS || out->total < time)) {
        play_step(method, data, &play.frame, &pairs, out);
        if (out->steps == 1)
            out->bytes = method->bytes != NULL
                             ? method->bytes(data)
                             : bench_allocated_bytes() - before - pairs.capacity * sizeof *pairs.pair;
        world_play_next(&play);
    }
    method->release(data);
    world_play_end(&play);
    free(pairs.pair);
}

static void print_found(FILE *out, const char *method, const char *library, const found *from)
{
    fprintf(out, "{\"method\":\"%s\",\"library\":\"%s\",\"bytes\":%zu,\"ns\":[", method, library,
            from->bytes);
    for (uint32_t i = 0; i < from->steps; i++)
        fprintf(out, "%s%.0f", i > 0 ? "," : "", from->ns[i]);
    fputs("],\"pairs\":[", out);
    for (uint32_t i = 0; i < from->steps; i++)
        fprintf(out, "%s%zu", i > 0 ? "," : "", from->pairs[i]);
    fputs("],\"sets\":[", out);
    for (uint32_t i = 0; i < from->steps; i++)
        fprintf(out, "%s%lu", i > 0 ? "," : "", (unsigned long)from->sets[i]);
    fputs("]}\n", out);
    fflush(out); /* before a crash of the next */
}

static void play_method(const world_method *method, const char *library, const world_head *head,
                        const world_body *body, double time, FILE *out)
{
    found all = {0};
    all.ns = bench_allocate(head->steps, sizeof *all.ns);
    all.pairs = bench_allocate(head->steps, sizeof *all.pairs);
    all.sets = bench_allocate(head->steps, sizeof *all.sets);
    play_all(method, head, body, time, &all);
    print_found(out, method->name, library, &all);
    free(all.ns);
    free(all.pairs);
    free(all.sets);
}

/* The bodies, allocated; NULL when the file is not what it should be. */
static world_body *read_file(const char *path, world_head *head)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return NULL;
    world_body *body = NULL;
    if (fread(head, sizeof *head, 1, stream) == 1 &&
        memcmp(head->magic, WORLD_MAGIC, sizeof head->magic) == 0) {
        body = bench_allocate(head->bodies, sizeof *body);
        if (fread(body, sizeof *body, head->bodies, stream) != head->bodies) {
            free(body);
            body = NULL;
        }
    }
    fclose(stream);
    return body;
}

int world_participant_main(int argc, char **argv, const world_library *library)
{
    if (argc != 3) {
        fprintf(stderr, "usage: PROGRAM SECONDS FILE\n");
        return 2;
    }
    world_head head;
    FILE *out = bench_open_output();
    world_body *body = out != NULL ? read_file(argv[2], &head) : NULL;
    if (body == NULL) {
        fprintf(stderr, "%s failed on %s\n", library->name, argv[2]);
        return 2;
    }
    for (size_t i = 0; i < library->count; i++)
        if (library->method[i].most == 0 || head.bodies <= library->method[i].most)
            play_method(&library->method[i], library->name, &head, body, strtod(argv[1], NULL), out);
    free(body);
    return fclose(out) == 0 ? 0 : 2;
}
