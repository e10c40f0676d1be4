/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frame of participants of `farkas bench world`. See world_participant.h. */

#include "peers/world_participant.h"
#include "peers/participant.h"

#include <stdlib.h>
#include <string.h>

/* Steps that a method makes, however long they take. */
#define MIN_STEPS 8

/* ---- Steps --------------------------------------------------------------------------------------------- */

static fk_aabb_float body_box(const world_body *body)
{
    fk_aabb_float box;
    for (int k = 0; k < 3; k++) {
        box.min[k] = body->low[k];
        box.max[k] = body->low[k] + body->size[k];
    }
    return box;
}

void world_motion_begin(world_motion *play, const world_head *head, const world_body *body)
{
    uint32_t count = head->bodies;
    memset(play, 0, sizeof *play);
    play->head = *head;
    play->body = bench_allocate(count, sizeof *play->body);
    play->box = bench_allocate(count, sizeof *play->box);
    play->set = bench_allocate(count, sizeof *play->set);
    memcpy(play->body, body, count * sizeof *body);
    for (uint32_t i = 0; i < count; i++) {
        play->box[i] = body_box(&body[i]);
        play->set[i] = i;
    }
    play->frame = (world_frame){0, count, play->box, count, play->set};
}

/* A body that would leave turns back instead, and stays where it is in this step. */
static bool move_body(world_body *body, const float wall[3])
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

void world_motion_next(world_motion *play)
{
    world_frame *frame = &play->frame;
    frame->step++;
    frame->set_count = 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        bool is_moved = move_body(&play->body[i], play->head.wall);
        if (is_moved)
            play->box[i] = body_box(&play->body[i]);
        if (is_moved || play->head.set_again)
            play->set[frame->set_count++] = i;
    }
}

void world_motion_end(world_motion *play)
{
    free(play->body);
    free(play->box);
    free(play->set);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

void world_pairs_grow(world_pairs *pairs)
{
    pairs->capacity = 2 * pairs->capacity + 1024;
    pairs->pair = bench_resize(pairs->pair, pairs->capacity, sizeof *pairs->pair);
}

uint32_t world_pairs_hash(const fk_index_pair *pair, size_t count)
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
typedef struct step_results {
    double *ns, total;
    bench_answer *answer; /* how many pairs, and which */
    uint32_t steps;
    size_t bytes;
} step_results;

static void run_world_step(const world_method *method, void *data, const world_frame *frame,
                           world_pairs *pairs, step_results *out)
{
    double (*clock_of)(void) = method->is_parallel ? fk_clock_seconds : bench_used_seconds;
    double begin = clock_of();
    pairs->count = 0;
    pairs->list = NULL;
    method->step(data, frame, pairs);
    double seconds = clock_of() - begin;
    out->ns[out->steps] = 1e9 * seconds;
    out->answer[out->steps++] =
        (bench_answer){(double)pairs->count,
                       world_pairs_hash(pairs->list != NULL ? pairs->list : pairs->pair, pairs->count)};
    out->total += seconds;
}

static void run_world_steps(const world_method *method, const world_head *head, const world_body *body,
                            double time, step_results *out)
{
    world_motion play;
    world_pairs pairs = {0};
    world_motion_begin(&play, head, body);
    size_t before = bench_allocated_bytes();
    void *data = method->create(head);
    while (out->steps < head->steps && (out->steps < MIN_STEPS || out->total < time)) {
        run_world_step(method, data, &play.frame, &pairs, out);
        if (out->steps == 1)
            out->bytes = method->bytes != NULL
                             ? method->bytes(data)
                             : bench_allocated_bytes() - before - pairs.capacity * sizeof *pairs.pair;
        world_motion_next(&play);
    }
    method->release(data);
    world_motion_end(&play);
    free(pairs.pair);
}

/* The mean, as what is put off to a later step is to be paid for; the median; the slowest; and the first. */
static void print_found(const bench_call *call, const char *method, step_results *from)
{
    double first = from->ns[0], sum = 0, *rest = from->ns + 1;
    size_t count = from->steps - 1;
    for (size_t i = 0; i < count; i++)
        sum += rest[i];
    bench_print_begin(call, method);
    bench_print_times(call, "ns_first", &first, 1);
    if (count > 0) {
        qsort(rest, count, sizeof *rest, bench_compare_doubles);
        double mean = sum / (double)count, median = (rest[(count - 1) / 2] + rest[count / 2]) / 2;
        bench_print_times(call, "ns", &mean, 1);
        bench_print_times(call, "ns_median", &median, 1);
        bench_print_times(call, "ns_slowest", &rest[count - 1], 1);
    }
    fprintf(call->out, ",\"bytes\":%zu,\"steps\":%u", from->bytes, (unsigned)from->steps);
    bench_print_answers(call, from->answer, from->steps, true);
    bench_print_end(call);
}

static void run_world_method(const bench_call *call, const world_method *method, const world_head *head,
                             const world_body *body)
{
    step_results all = {.ns = bench_allocate(head->steps, sizeof *all.ns),
                        .answer = bench_allocate(head->steps, sizeof *all.answer)};
    run_world_steps(method, head, body, call->time, &all);
    print_found(call, method->name, &all);
    free(all.ns);
    free(all.answer);
}

/* ---- Rays ---------------------------------------------------------------------------------------------- */

static void run_ray_method(const bench_call *call, const world_ray_method *method, const bench_set *set)
{
    bench_passes passes;
    bench_query_list all = {bench_allocate(set->count, sizeof *all.query), set->count};
    bench_answer *answer = bench_allocate(set->count, sizeof *answer);
    for (uint32_t i = 0; i < set->count; i++)
        all.query[i] = i;
    void *data = method->create(set);
    bench_passes_do(method->query, data, &all, call->time, answer, &passes);
    method->release(data);
    bench_print_begin(call, method->name);
    bench_print_times(call, "ns", passes.ns, passes.count);
    bench_print_answers(call, answer, set->count, false);
    bench_print_end(call);
    free(all.query);
    free(answer);
}

static bool run_world_rays(const bench_call *call, const world_ray_method *method)
{
    bench_pair_file file = {0};
    bool good = call->arguments == 2 && bench_pairs_read(call->argument[1], "ray", &file);
    size_t bodies = good ? (size_t)strtoull(call->argument[0], NULL, 10) : 0;
    bool is_known = good && bodies <= file.count && method != NULL;
    for (size_t i = 0; is_known && method->knows != NULL && i < bodies; i++)
        is_known = method->knows(file.pair[i].b.kind);
    if (is_known) {
        bench_set set = {file.pair, file.place, file.count, bodies};
        run_ray_method(call, method, &set);
    }
    bench_pairs_free(&file);
    return good;
}

/* ---- Main ---------------------------------------------------------------------------------------------- */

static bool run_world_methods(const bench_call *call, const void *user)
{
    const world_library *library = user;
    if (strcmp(call->work, "ray") == 0)
        return run_world_rays(call, library->ray);
    FILE *stream = fopen(call->argument[0], "rb");
    world_head head;
    bool good = stream != NULL && fread(&head, sizeof head, 1, stream) == 1 &&
                memcmp(head.magic, WORLD_MAGIC, sizeof head.magic) == 0;
    world_body *body = good ? bench_read_block(stream, head.bodies, sizeof *body, &good) : NULL;
    if (stream != NULL)
        fclose(stream);
    for (size_t i = 0; good && i < library->count; i++)
        if (library->method[i].most == 0 || head.bodies <= library->method[i].most)
            run_world_method(call, &library->method[i], &head, body);
    free(body);
    return good;
}

int world_participant_main(int argc, char **argv, const world_library *library)
{
    return bench_participate(argc, argv, library->name, run_world_methods, library);
}
