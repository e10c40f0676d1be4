/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The plain grid as a peer of `farkas bench world`. */

#include "peers/participant.h"
#include "peers/world_participant.h"

#include <stdlib.h>

static void *create_plain(const world_head *head)
{
    (void)head;
    return bench_allocate(1, sizeof(world_grid));
}

static void step_plain(void *data, const world_frame *frame, world_pairs *out)
{
    world_grid_pairs(data, frame->box, frame->count, out);
}

static void release_plain(void *data)
{
    world_grid_free(data);
    free(data);
}

int main(int argc, char **argv)
{
    static const world_method methods[] = {
        {"plain grid", create_plain, step_plain, NULL, release_plain, false, 0}};
    static const world_library library = {"plain C", methods, 1, NULL};
    return world_participant_main(argc, argv, &library);
}
