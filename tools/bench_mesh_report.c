/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What `farkas bench mesh` prints: rows as a table, as CSV and JSON, and the section "Meshes" of docs/bench.md with its bars. */

#include "bench_mesh.h"
#include "bench_program.h"
#include "cli.h"

#include <inttypes.h>
#include <string.h>

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static bool is_split(const mesh_result *row)
{
    return strcmp(row->work, "split") == 0;
}

/* What a count counts. */
static const char *count_word(const mesh_result *row)
{
    return is_split(row) ? "pieces" : strcmp(row->work, "load") == 0 ? "triangles" : "vertices";
}

/* The volume of all pieces against that of the solid, in percent; 0 where it is not told. */
static double pieces_percent(const mesh_result *row)
{
    return is_split(row) && row->solid_volume > 0 ? 100 * row->volume / row->solid_volume : 0;
}

void mesh_print_table(const mesh_results *results, size_t first)
{
    if (first < results->count)
        cli_print("%s, %s of %" PRIu64 " %s\n  %-16s %12s  %-25s %10s\n", results->row[first].scene,
                  results->row[first].work, results->row[first].items,
                  strcmp(results->row[first].work, "hull") == 0 ? "points" : "triangles", "method", "ms",
                  "spread", count_word(&results->row[first]));
    for (size_t i = first; i < results->count; i++) {
        const mesh_result *row = &results->row[i];
        char spread[64], volume[48] = "";
        snprintf(spread, sizeof spread, "%.3f to %.3f", 1e3 * row->low, 1e3 * row->high);
        if (is_split(row))
            snprintf(volume, sizeof volume, "  %.1f%% of its volume", pieces_percent(row));
        cli_print("  %-16s %12.3f  %-25s %10" PRIu64 "%s%s\n", row->method, 1e3 * row->seconds, spread,
                  row->count, row->is_right ? "" : "  wrong", volume);
    }
}

void mesh_print_csv(const mesh_results *results, size_t first)
{
    if (first == 0)
        cli_print("scene,work,method,library,items,seconds,low,high,count,bytes,percent,right\n");
    for (size_t i = first; i < results->count; i++) {
        const mesh_result *row = &results->row[i];
        cli_print("%s,%s,%s,%s,%" PRIu64 ",%.9g,%.9g,%.9g,%" PRIu64 ",%" PRIu64 ",%.6g,%d\n", row->scene,
                  row->work, row->method, row->library, row->items, row->seconds, row->low, row->high,
                  row->count, row->bytes, pieces_percent(row), row->is_right);
    }
}

void mesh_print_json(const mesh_results *results, size_t first)
{
    for (size_t i = first; i < results->count; i++) {
        const mesh_result *row = &results->row[i];
        cli_print("{\"scene\":\"%s\",\"work\":\"%s\",\"method\":\"%s\",\"library\":\"%s\",\"items\":%" PRIu64
                  ",\"seconds\":%.9g,\"low\":%.9g,\"high\":%.9g,\"count\":%" PRIu64 ",\"bytes\":%" PRIu64
                  ",\"percent\":%.6g,\"right\":%s}\n",
                  row->scene, row->work, row->method, row->library, row->items, row->seconds, row->low,
                  row->high, row->count, row->bytes, pieces_percent(row), row->is_right ? "true" : "false");
    }
}

/* ---- Page ---------------------------------------------------------------------------------------------- */

static const mesh_result *find(const mesh_results *results, const char *scene, const char *work,
                               const char *method)
{
    for (size_t i = 0; i < results->count; i++) {
        const mesh_result *row = &results->row[i];
        if (strcmp(row->scene, scene) == 0 && strcmp(row->work, work) == 0 &&
            strcmp(row->method, method) == 0)
            return row;
    }
    return NULL;
}

/* What must be how many times as fast as whom. */
static const struct bar {
    const char *scene, *work, *peer;
    double wanted;
} bars[] = {
    {"stl-1M", "load", "assimp+join", 5}, {"stl-1M-shuffled", "load", "assimp+join", 5},
    {"stl-1M", "load", "assimp", 5},      {"stl-1M-shuffled", "load", "assimp", 5},
    {"stl-1M", "weld", "assimp", 3},      {"stl-1M-shuffled", "weld", "assimp", 3},
    {"sphere-5k", "hull", "qhull", 2},    {"sphere-50k", "hull", "qhull", 2},
    {"sphere-500k", "hull", "qhull", 2},  {"ball-5k", "hull", "qhull", 2},
    {"ball-50k", "hull", "qhull", 2},     {"ball-500k", "hull", "qhull", 2},
    {"sphere-5k", "hull", "Bullet", 1},   {"sphere-50k", "hull", "Bullet", 1},
    {"sphere-500k", "hull", "Bullet", 1},
};

static void print_bars(const mesh_results *results, FILE *out)
{
    fputs("| bar | ours, ms | theirs, ms | times as fast | wanted | met |\n"
          "| --- | ---: | ---: | ---: | ---: | --- |\n",
          out);
    for (size_t i = 0; i < sizeof bars / sizeof bars[0]; i++) {
        const mesh_result *ours = find(results, bars[i].scene, bars[i].work, "Farkas");
        const mesh_result *theirs = find(results, bars[i].scene, bars[i].work, bars[i].peer);
        if (ours == NULL || theirs == NULL)
            continue;
        double ratio = theirs->seconds / ours->seconds;
        fprintf(out, "| %s: %s against %s%s | %.2f | %.2f | %.2f | %g%s | %s |\n", bars[i].scene,
                bars[i].work, bars[i].peer, theirs->is_right ? "" : ", which loses vertices",
                1e3 * ours->seconds, 1e3 * theirs->seconds, ratio, bars[i].wanted,
                bars[i].wanted < 2 ? " (goal)" : "", ratio >= bars[i].wanted ? "yes" : "**no**");
    }
}

static void print_memory(const mesh_results *results, FILE *out)
{
    const mesh_result *load = find(results, "stl-1M", "load", "Farkas");
    const mesh_result *weld = find(results, "stl-1M", "weld", "Farkas");
    if (load == NULL || weld == NULL)
        return;
    uint64_t lists = 24 * weld->count + 12 * load->count;
    fprintf(out,
            "\nThe mesh of stl-1M takes %" PRIu64 " bytes: 24 for each of %" PRIu64
            " vertices, 12 for each of %" PRIu64 " triangles, and %" PRIu64 " more.\n",
            load->bytes, weld->count, load->count, load->bytes - lists);
}

static void print_rows(const mesh_results *results, FILE *out)
{
    fputs("\n| scene | work | by | ms | from | to | result | |\n"
          "| --- | --- | --- | ---: | ---: | ---: | ---: | --- |\n",
          out);
    for (size_t i = 0; i < results->count; i++) {
        const mesh_result *row = &results->row[i];
        char volume[64] = "";
        if (is_split(row))
            snprintf(volume, sizeof volume, "together %.1f%% of the volume", pieces_percent(row));
        fprintf(out, "| %s | %s | %s | %.2f | %.2f | %.2f | %" PRIu64 " %s | %s%s |\n", row->scene, row->work,
                row->method, 1e3 * row->seconds, 1e3 * row->low, 1e3 * row->high, row->count, count_word(row),
                row->is_right ? "" : "wrong", volume);
    }
}

static void print_section(const void *user, FILE *out)
{
    const mesh_results *results = user;
    fputs("## Meshes\n\nWritten by `make bench`. Processor: ", out);
    bench_print_machine(out);
    bench_print_libraries(results->row->library, sizeof *results->row, results->count, out);
    fprintf(
        out,
        ".\n\nTimes are the median over %" PRIu64
        " rounds of the median pass of a round, all participants in turn on the same file. `load` reads a "
        "binary STL\n"
        "file, ours with welding, as there is no reading without; `weld` makes equal vertices one, from "
        "memory; `hull`\n"
        "builds a convex hull, ours with neighbours and shortcuts; `split` decomposes a solid into convex "
        "pieces at a\n"
        "concavity of a hundredth of the diagonal, ours without pieces that are not needed; that they cover "
        "it is proved, not timed.\n\n",
        results->rounds);
    print_bars(results, out);
    print_memory(results, out);
    print_rows(results, out);
}

bool mesh_write_page(const mesh_results *results, const char *path)
{
    return bench_section_write(path, "mesh", print_section, results);
}
