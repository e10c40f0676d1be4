/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench: its benchmarks, one row for each. */

#include "bench/bench.h"
#include "bench/bench_cells.h"
#include "bench/bench_embed.h"
#include "bench/bench_mesh.h"
#include "bench/bench_motion.h"
#include "bench/bench_trees.h"
#include "bench/bench_world.h"
#include "cli.h"

#include <string.h>

typedef struct benchmark {
    const char *name;
    int (*verb)(int argc, char **argv); /* argv[0] is "bench" */
    /* Farkas as one of its participants, or NULL; argv[0] is passed over. */
    int (*run)(int argc, char **argv);
    const char *run_name;
} benchmark;

static const benchmark benchmarks[] = {
    {"pairs", bench_pairs_verb, bench_run, "run"},
    {"mesh", bench_mesh_verb, bench_mesh_run, "run-mesh"},
    {"trees", bench_trees_verb, bench_trees_run, "run-trees"},
    {"cells", bench_cells_verb, NULL, ""},
    {"world", bench_world_verb, bench_world_run, "run-world"},
    {"motion", bench_motion_verb, bench_motion_run, "run-motion"},
    {"embed", bench_embed_verb, NULL, ""},
    {"page", bench_page_verb, NULL, ""},
};

enum { COUNT = sizeof benchmarks / sizeof benchmarks[0] };

int bench_verb(int argc, char **argv)
{
    for (int i = 0; i < COUNT; i++) {
        if (argc > 1 && strcmp(argv[1], benchmarks[i].name) == 0)
            return benchmarks[i].verb(argc, argv);
        if (argc > 1 && benchmarks[i].run != NULL && strcmp(argv[1], benchmarks[i].run_name) == 0)
            return benchmarks[i].run(argc - 1, argv + 1);
    }
    /* It has the help of all, and tells what is wrong with other words. */
    return bench_pairs_verb(argc, argv);
}
