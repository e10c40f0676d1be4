/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frame of participants of `farkas bench mesh`. See mesh_participant.h. */

#include "peers/mesh_participant.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_PASSES 64

double mesh_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

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
static bool play(const mesh_method *method, const char *library, double time, const char *path)
{
    double seconds[MOST_PASSES], total = 0;
    int passes = 0;
    mesh_outcome outcome;
    do {
        memset(&outcome, 0, sizeof outcome);
        if (!method->run(path, &outcome))
            return false;
        seconds[passes++] = outcome.seconds;
        total += outcome.seconds;
    } while (total < time && passes < MOST_PASSES);
    printf("{\"method\":\"%s\",\"library\":\"%s\",\"seconds\":[", method->name, library);
    for (int i = 0; i < passes; i++)
        printf("%s%.9g", i == 0 ? "" : ",", seconds[i]);
    printf("],\"count\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"most_bytes\":%" PRIu64 ",\"volume\":%.17g}\n",
           outcome.count, outcome.bytes, outcome.most_bytes, outcome.volume);
    return true;
}

int mesh_participant_main(int argc, char **argv, const char *library, const mesh_method *method,
                          size_t method_count)
{
    if (argc != 4) {
        fprintf(stderr, "usage: PROGRAM WORK MILLISECONDS FILE\n");
        return 2;
    }
    for (size_t i = 0; i < method_count; i++)
        if (strcmp(method[i].work, argv[1]) == 0 &&
            !play(&method[i], library, 1e-3 * strtod(argv[2], NULL), argv[3])) {
            fprintf(stderr, "%s failed on %s\n", method[i].name, argv[3]);
            return 2;
        }
    return 0;
}
