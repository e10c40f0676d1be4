/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Results of `farkas bench motion`: a table, lines of JSON, the bars, and the section "Motion" of docs/bench.md. */

#include "bench_motion.h"
#include "bench_program.h"
#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- Bars ---------------------------------------------------------------------------------------------- */

/* How many times the peer takes as long; of several methods, the fastest. */
static double against_peer(const motion_results *results, const char *scene)
{
    const motion_result *ours = motion_find(results, scene, MOTION_OURS);
    double least = NAN;
    for (size_t i = 0; ours != NULL && i < results->count; i++) {
        const motion_result *row = &results->row[i];
        if (!row->is_ours && row->trouble == NULL && strcmp(row->scene, scene) == 0 && ours->us.median > 0)
            least = fmin(least, row->us.median / ours->us.median);
    }
    return least;
}

static double first_by_distance(const motion_results *results)
{
    const motion_result *first = motion_find(results, "first-10k", MOTION_OURS),
                        *near = motion_find(results, "near-10k", MOTION_OURS);
    return first != NULL && near != NULL && near->us.median > 0 ? first->us.median / near->us.median : NAN;
}

void motion_judge(const motion_results *results, motion_bar bar[MOTION_BARS])
{
    bar[0] = (motion_bar){"the workcell, contacts and its clearance of 10 mm, times faster than FCL",
                          against_peer(results, "clearance"), 5, true};
    bar[1] = (motion_bar){"the workcell, contacts alone, times faster than FCL",
                          against_peer(results, "workcell"), 5, true};
    bar[2] = (motion_bar){"self-collision of the arm, times faster than FCL", against_peer(results, "arm"), 3,
                          true};
    bar[3] = (motion_bar){"first contact of 10k triangles, in distance queries near it",
                          first_by_distance(results), 20, false};
}

bool motion_bar_is_met(const motion_bar *bar)
{
    return bar->is_least ? bar->value >= bar->limit : bar->value <= bar->limit;
}

void motion_print_bars(const motion_results *results, bool is_json)
{
    motion_bar bar[MOTION_BARS];
    bool is_first = true;
    motion_judge(results, bar);
    for (size_t i = 0; i < MOTION_BARS; i++) {
        if (isnan(bar[i].value))
            continue;
        const char *met = motion_bar_is_met(&bar[i]) ? "true" : "false";
        if (is_json)
            cli_print("{\"bar\":\"%s\",\"value\":%.3g,\"%s\":%g,\"met\":%s}\n", bar[i].name, bar[i].value,
                      bar[i].is_least ? "least" : "most", bar[i].limit, met);
        else
            cli_print("%s%-72s %8.2f  %s %g%s\n", is_first ? "\n" : "", bar[i].name, bar[i].value,
                      bar[i].is_least ? "at least" : "at most", bar[i].limit,
                      motion_bar_is_met(&bar[i]) ? "" : "  NOT MET");
        is_first = false;
    }
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

/* What is wrong with a row; "" where nothing is. */
static const char *wrong_words(const motion_result *row, char text[96])
{
    text[0] = '\0';
    if (row->trouble != NULL)
        return row->trouble;
    if (row->wrong > 0 && row->missed > 0)
        snprintf(text, 96, "%" PRIu64 " wrong, %" PRIu64 " of them missed", row->wrong, row->missed);
    else if (row->wrong > 0)
        snprintf(text, 96, "%" PRIu64 " wrong", row->wrong);
    return text;
}

void motion_print_table(const motion_results *results, size_t first)
{
    char text[96];
    for (size_t i = first; i < results->count; i++) {
        const motion_result *row = &results->row[i];
        if (i == first)
            cli_print("%s%s, %s: %" PRIu64 " triangles, %" PRIu64 " questions, %" PRIu64 " with yes\n",
                      i > 0 ? "\n" : "", row->scene, row->work, row->triangles, row->questions, row->hits);
        cli_print("  %-30s %12.3f us   %s\n", row->method, row->us.median, wrong_words(row, text));
    }
}

void motion_print_json(const motion_results *results, size_t first)
{
    for (size_t i = first; i < results->count; i++) {
        const motion_result *row = &results->row[i];
        cli_print(
            "{\"scene\":\"%s\",\"work\":\"%s\",\"method\":\"%s\",\"library\":\"%s\",\"triangles\":%" PRIu64
            ",\"questions\":%" PRIu64 ",\"yes\":%" PRIu64 ",\"us\":%.4g,\"wrong\":%" PRIu64
            ",\"missed\":%" PRIu64 ",\"answers\":\"%08" PRIx32 "\",\"trouble\":%s%s%s}\n",
            row->scene, row->work, row->method, row->library, row->triangles, row->questions, row->hits,
            row->us.median, row->wrong, row->missed, row->hash, row->trouble != NULL ? "\"" : "",
            row->trouble != NULL ? row->trouble : "null", row->trouble != NULL ? "\"" : "");
    }
}

/* ---- Page ---------------------------------------------------------------------------------------------- */

/* The exponent of the number of triangles that fits the times of a method best. */
static double growth(const motion_results *results, const char *work)
{
    bench_line line = {0};
    for (size_t i = 0; i < results->count; i++) {
        const motion_result *row = &results->row[i];
        if (row->is_ours && strcmp(row->work, work) == 0 && row->us.median > 0)
            bench_line_add(&line, log((double)row->triangles), log(row->us.median));
    }
    return bench_line_slope(&line);
}

/* What is measured, and what counts as wrong. */
static void print_scenes(FILE *out)
{
    fputs("`workcell`: all pairs that meet, in 600 steps of the sample workcell (`farkas demo`), with\n"
          "the same meshes and poses for all; `clearance`: all that are closer than 10 mm, as the\n"
          "rules of that scene ask. `arm`: does any pair of its links meet, in 2000 random places.\n"
          "`first`: two knots come from outside, turn, and go through each other; when do they first\n"
          "meet, of 20 motions. Farkas proves a bracket; FCL by default looks at ten samples, and its\n"
          "conservative advancement goes on to 1e-6 of the time. `near`: how far apart they are\n"
          "shortly before that. Times are of the processor. Wrong: other pairs, another answer, a\n"
          "time off by more than 1e-3 of the way, a distance off by more than 1e-6.\n",
          out);
}

static void print_section(const void *user, FILE *out)
{
    const motion_results *results = user;
    motion_bar bar[MOTION_BARS];
    char text[96];
    fputs("## Motion\n\nWritten by `make bench`. Processor: ", out);
    bench_print_machine(out);
    bench_print_libraries(results->row->library, sizeof *results->row, results->count, out);
    fputs(".\n\n", out);
    print_scenes(out);
    fputs("\n### Bars\n\n| bar | measured | wanted | met |\n| --- | ---: | ---: | --- |\n", out);
    motion_judge(results, bar);
    for (size_t i = 0; i < MOTION_BARS; i++)
        if (!isnan(bar[i].value))
            fprintf(out, "| %s | %.2f | %s %g | %s |\n", bar[i].name, bar[i].value,
                    bar[i].is_least ? "at least" : "at most", bar[i].limit,
                    motion_bar_is_met(&bar[i]) ? "yes" : "**no**");
    fprintf(out,
            "\nFirst contact grows with the number of triangles to the power of %.2f, distance to that of "
            "%.2f.\n",
            growth(results, "first"), growth(results, "distance"));
    fputs("\n### All rows\n\nEqual `answers` are equal pairs in all steps: a hash.\n\n"
          "| scene | triangles | questions | yes | by | us | lowest | highest | answers | |\n"
          "| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- | --- |\n",
          out);
    for (size_t i = 0; i < results->count; i++) {
        const motion_result *row = &results->row[i];
        fprintf(out,
                "| %s | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %s | %.2f | %.2f | %.2f | `%08" PRIx32
                "` | %s |\n",
                row->scene, row->triangles, row->questions, row->hits, row->method, row->us.median,
                row->us.low, row->us.high, row->hash, wrong_words(row, text));
    }
}

bool motion_write_page(const motion_results *results, const char *path)
{
    return bench_section_write(path, "motion", print_section, results);
}
