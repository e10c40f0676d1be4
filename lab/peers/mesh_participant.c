/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frame of participants of `farkas bench mesh`. See mesh_participant.h. */

#include "peers/mesh_participant.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double *mesh_points_read(const char *path, size_t *count)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return NULL;
    fseek(stream, 0, SEEK_END);
    long size = ftell(stream);
    rewind(stream);
    double *xyz = size > 0 ? malloc((size_t)size) : NULL;
    *count = xyz != NULL ? fread(xyz, 3 * sizeof *xyz, (size_t)size / (3 * sizeof *xyz), stream) : 0;
    fclose(stream);
    return xyz;
}

/* One method: passes until the time is over, one at least. */
static bool run_mesh_method(const bench_call *call, const mesh_method *method)
{
    double ns[BENCH_MOST_PASSES], total = 0;
    size_t passes = 0;
    mesh_outcome outcome;
    do {
        memset(&outcome, 0, sizeof outcome);
        if (!method->run(call->argument[0], &outcome))
            return false;
        ns[passes++] = 1e9 * outcome.seconds;
        total += outcome.seconds;
    } while (total < call->time && passes < BENCH_MOST_PASSES);
    bench_print_begin(call, method->name);
    bench_print_times(call, "ns", ns, passes);
    fprintf(call->out,
            ",\"count\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"most_bytes\":%" PRIu64 ",\"volume\":%.17g",
            outcome.count, outcome.bytes, outcome.most_bytes, outcome.volume);
    bench_print_end(call);
    return true;
}

static bool run_mesh_methods(const bench_call *call, const void *user)
{
    bool good = true;
    for (const mesh_method *m = user; good && m->work != NULL; m++)
        good = strcmp(m->work, call->work) != 0 || run_mesh_method(call, m);
    return good;
}

int mesh_participant_main(int argc, char **argv, const char *library, const mesh_method *method)
{
    return bench_participate(argc, argv, library, run_mesh_methods, method);
}

static mesh_hull_function *hull_of;

static bool build_hull(const char *path, mesh_outcome *out)
{
    size_t count;
    double *xyz = mesh_points_read(path, &count);
    out->count = xyz != NULL ? hull_of(xyz, count, &out->seconds) : 0;
    free(xyz);
    return out->count > 0;
}

int mesh_hull_main(int argc, char **argv, const char *library, const char *name, mesh_hull_function *hull)
{
    const mesh_method method[] = {{"hull", name, build_hull}, {0}};
    hull_of = hull;
    return mesh_participant_main(argc, argv, library, method);
}
