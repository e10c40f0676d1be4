/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas as a participant of `farkas bench world`: every structure of the broad phase, and the default one by
 * two threads. */

#include "bench_world.h"

#include <stdlib.h>
#include <string.h>

/* ---- Broad phases -------------------------------------------------------------------------------------- */

typedef struct boxes {
    fk_context *context;
    fk_pool *pool; /* or NULL */
    fk_broad *broad;
} boxes;

static void need(fk_status status)
{
    if (status == FK_OK)
        return;
    fprintf(stderr, "%s\n", fk_status_text(status));
    exit(2);
}

static void *create(const world_head *head, fk_broad_kind kind, uint32_t threads)
{
    boxes *b = bench_allocate(1, sizeof *b);
    fk_broad_options options = fk_broad_options_default();
    options.kind = kind;
    need(fk_context_create(NULL, &b->context));
    if (threads > 1)
        need(fk_pool_create(b->context, threads, &b->pool));
    need(fk_broad_create(b->context, &options, &b->broad));
    need(fk_broad_reserve(b->broad, head->bodies));
    return b;
}

static void *create_two(const world_head *head)
{
    return create(head, fk_broad_options_default().kind, 2);
}

static void step(void *data, const world_frame *frame, world_pairs *out)
{
    boxes *b = data;
    const fk_index_pair *pair;
    size_t count;
    for (uint32_t i = 0; i < frame->set_count; i++)
        need(fk_broad_set(b->broad, frame->set[i], &frame->box[frame->set[i]]));
    need(fk_broad_pairs(b->broad, b->pool != NULL ? fk_pool_workers(b->pool) : NULL, &pair, &count));
    world_report_all(out, pair, count);
}

static size_t bytes(void *data)
{
    return fk_broad_bytes(((boxes *)data)->broad, NULL);
}

static void release(void *data)
{
    boxes *b = data;
    fk_broad_destroy(b->broad);
    if (b->pool != NULL)
        fk_pool_destroy(b->pool);
    fk_context_destroy(b->context);
    free(b);
}

/* ---- Methods ------------------------------------------------------------------------------------------- */

/* All against all takes too long beyond this. */
#define MOST_OF_BRUTE 10000

#define NAME(kind, word)                                                                                     \
    static void *create_##kind(const world_head *head)                                                       \
    {                                                                                                        \
        return create(head, kind, 1);                                                                        \
    }
FK_BROAD_LIST(NAME)
#undef NAME

#define METHOD(kind, word)                                                                                   \
    {"Farkas " word, create_##kind, step, bytes, release, false, kind == FK_BROAD_BRUTE ? MOST_OF_BRUTE : 0},
static const world_method methods[] = {
    FK_BROAD_LIST(METHOD){"Farkas 2 threads", create_two, step, bytes, release, true, 0}};
#undef METHOD

const char *world_default_method(void)
{
    return methods[fk_broad_options_default().kind].name;
}

int bench_world_run(int argc, char **argv)
{
    char name[64];
    snprintf(name, sizeof name, "Farkas %s", fk_version());
    world_library library = {name, methods, sizeof methods / sizeof methods[0]};
    return world_participant_main(argc, argv, &library);
}
