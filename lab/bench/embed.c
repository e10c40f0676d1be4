/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench embed: measures the cost of using Farkas in other programs. Each peer program measures one use. */

#include "bench/bench.h"
#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* {"work":"size","scene":"libfarkas.so","by":"Farkas","unit":"kB","value":1234.5}, and size, low and high where there are some. */
static bool read_record_line(const json_t *line, void *user)
{
    static const char *const texts[] = {"work", "scene", "by", "unit"}, *const numbers[] = {"value", "low",
                                                                                            "high", "size"};
    bench_row row = {.is_ours = true};
    for (int i = 0; i < 4; i++) {
        const json_t *text = json_object_get(line, texts[i]), *number = json_object_get(line, numbers[i]);
        if (!json_is_string(text) || (i == 0 && !json_is_number(number)))
            return false;
        row_set_text(&row, texts[i], "%s", json_string_value(text));
        row_set(&row, numbers[i],
                json_is_number(number) ? json_number_value(number)
                : i < 3                ? (double)NAN
                                       : 0);
    }
    rows_add(user, &row);
    return true;
}

/* Runs PROGRAM FARKAS SCRATCH_FOLDER ROUNDS. Reports a program that fails; false when a signal stopped the run. */
static bool run_program(char *program, char *farkas, char *folder, uint64_t rounds, bench_rows *rows)
{
    char rounds_text[24];
    char *argv[] = {program, farkas, folder, rounds_text, NULL};
    bench_text printed = {0};
    snprintf(rounds_text, sizeof rounds_text, "%" PRIu64, rounds);
    bool good = bench_program_run(argv, NULL, &printed);
    if (bench_is_stopped())
        cli_trouble("stopped by a signal");
    else if (!good || !bench_text_each_line(&printed, read_record_line, rows))
        cli_note("%s failed; what it measures is left out", program);
    free(printed.bytes);
    return !bench_is_stopped();
}

static void add_size_record(const bench_rows *rows, size_t i, bool is_quick, bench_records *records)
{
    const bench_row *row = &rows->row[i];
    (void)is_quick;
    bench_record *out = bench_record_add(records, "embed", row_text(row, "work"), row_text(row, "scene"),
                                         row_text(row, "by"));
    snprintf(out->unit, sizeof out->unit, "%s", row_text(row, "unit"));
    out->size = row_get(row, "size");
    out->value = row_get(row, "value");
    out->low = row_get(row, "low");
    out->high = row_get(row, "high");
}

static bool run_embed(bench_run *run)
{
    bench_participants *participants = &run->participants;
    bool good = true;
    char *farkas = participants->participant[0].path, *end = farkas + strlen(farkas) - strlen("-lab");
    if (strcmp(end, "-lab") == 0) /* the program beside us has the verbs that are measured */
        *end = '\0';
    for (size_t i = 0; good && i < participants->count; i++)
        if (!participants->participant[i].is_ours)
            good = run_program(participants->participant[i].path, farkas, participants->folder,
                               run->options->rounds, &run->rows);
    char *const remove_folder[] = {(char[]){"rm"}, (char[]){"-rf"}, participants->folder, NULL};
    bench_text nothing = {0};
    bench_program_run(remove_folder, NULL, &nothing);
    free(nothing.bytes);
    if (good)
        rows_print(&run->rows, 0, run->options->form, "embed", "");
    return good;
}

const bench_section bench_embed = {
    .name = "embed",
    .options = " rounds quick peers json out ",
    .usual = {.rounds = 5},
    .most_rounds = 1000,
    .peers = "embed-peers",
    .run = run_embed,
    .record = add_size_record,
};
