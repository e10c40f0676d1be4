/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench embed: what it takes to have Farkas in other programs, measured by programs of which each knows one way. */

#include "bench/bench_embed.h"
#include "bench/bench_options.h"
#include "bench/page.h"
#include "bench/bench_program.h"
#include "bench/record.h"
#include "cli.h"
#include "peers/participant.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct option options[] = {
    {"rounds", required_argument, NULL, BENCH_OPTION_ROUNDS},
    {"peers", required_argument, NULL, BENCH_OPTION_PEERS},
    BENCH_COMMON_OPTIONS,
    CLI_COMMON_OPTIONS,
};

static bool read_option(int option, void *user)
{
    return bench_read_option(option, user);
}

/* ---- Programs ------------------------------------------------------------------------------------------ */

/* {"work":"size","scene":"libfarkas.so","by":"Farkas","unit":"kB","value":1234.5}, and size, low and high where there are some. */
static bool take_line(const json_t *line, void *user)
{
    const char *work = json_string_value(json_object_get(line, "work"));
    const char *scene = json_string_value(json_object_get(line, "scene"));
    const char *by = json_string_value(json_object_get(line, "by"));
    const char *unit = json_string_value(json_object_get(line, "unit"));
    const json_t *low = json_object_get(line, "low"), *high = json_object_get(line, "high");
    if (work == NULL || scene == NULL || by == NULL || unit == NULL ||
        !json_is_number(json_object_get(line, "value")))
        return false;
    bench_record *out = bench_record_add(user, "embed", work, scene, by);
    snprintf(out->unit, sizeof out->unit, "%s", unit);
    out->size = json_number_value(json_object_get(line, "size"));
    out->value = json_number_value(json_object_get(line, "value"));
    out->low = json_is_number(low) ? json_number_value(low) : (double)NAN;
    out->high = json_is_number(high) ? json_number_value(high) : (double)NAN;
    return true;
}

/* PROGRAM FARKAS SCRATCH_FOLDER ROUNDS. A program that fails is told; false when the run was stopped. */
static bool run_program(char *program, char *farkas, char *folder, uint64_t rounds, bench_records *records)
{
    char rounds_text[24];
    char *argv[] = {program, farkas, folder, rounds_text, NULL};
    bench_text printed = {0};
    snprintf(rounds_text, sizeof rounds_text, "%" PRIu64, rounds);
    bool good = bench_program_run(argv, NULL, &printed);
    if (bench_is_stopped())
        cli_trouble("stopped by a signal");
    else if (!good || !bench_text_take(&printed, take_line, records))
        cli_note("%s failed; what it measures is left out", program);
    free(printed.bytes);
    return !bench_is_stopped();
}

static bool run_all(const bench_options *s, const bench_peers *programs, bench_records *records)
{
    char folder[512], *farkas = bench_own_path();
    if (farkas == NULL || !bench_folder_create(folder, sizeof folder)) {
        free(farkas);
        return false;
    }
    bench_signals signals;
    bench_signals_catch(&signals);
    bool good = true;
    for (size_t i = 0; good && i < programs->count; i++)
        good = run_program(programs->path[i], farkas, folder, s->rounds, records);
    bench_signals_release(&signals);
    char *const remove_folder[] = {(char[]){"rm"}, (char[]){"-rf"}, folder, NULL};
    bench_text nothing = {0};
    bench_program_run(remove_folder, NULL, &nothing);
    free(nothing.bytes);
    free(farkas);
    return good;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static void print_table(const bench_records *records)
{
    cli_print("%-24s %-34s %9s %-12s %12s\n", "work", "of", "size", "by", "");
    for (size_t i = 0; i < records->count; i++) {
        const bench_record *row = &records->row[i];
        char size[24] = "";
        if (row->size > 0)
            snprintf(size, sizeof size, "%.0f", row->size);
        cli_print("%-24s %-34s %9s %-12s %12.4g %s\n", row->work, row->scene, size, row->by, row->value,
                  row->unit);
    }
}

static void print_json(const bench_records *records)
{
    for (size_t i = 0; i < records->count; i++) {
        const bench_record *row = &records->row[i];
        cli_print("{\"work\":");
        cli_print_json_string(row->work);
        cli_print(",\"scene\":");
        cli_print_json_string(row->scene);
        cli_print(",\"size\":%.9g,\"by\":", row->size);
        cli_print_json_string(row->by);
        cli_print(",\"unit\":");
        cli_print_json_string(row->unit);
        cli_print(",\"value\":%.9g}\n", row->value);
    }
}

int bench_embed_verb(int argc, char **argv)
{
    bench_options s = {.rounds = 5, .most_rounds = 1000};
    bench_records records = {0};
    bench_peers programs;
    int status;
    cli_syntax syntax = {"bench embed", bench_help("embed"), CLI_COMMON_LETTERS, options};
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    if (!bench_is_alone(argc, argv) || !bench_peers_find(s.peers, "embed-peers", &programs))
        return CLI_TROUBLE;
    if (s.quick)
        s.rounds = 1;
    double begin = fk_clock_seconds();
    bool good = run_all(&s, &programs, &records);
    if (good && s.form == BENCH_JSON)
        print_json(&records);
    else if (good)
        print_table(&records);
    bench_about_run(&records, "embed", s.quick ? 0 : s.rounds);
    if (s.quick)
        bench_records_forget_times(&records);
    good = good && (s.out == NULL || bench_records_write(&records, "embed", s.out));
    if (good && cli_is_verbose())
        cli_note("%zu rows; %.3f s", records.count, fk_clock_seconds() - begin);
    for (size_t i = 0; i < programs.count; i++)
        free(programs.path[i]);
    free(programs.path);
    bench_records_free(&records);
    return good ? CLI_OK : CLI_TROUBLE;
}
