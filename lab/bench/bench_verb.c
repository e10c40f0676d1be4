/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench: reads the options that the sections share, and runs a section. */

#include "bench/bench.h"
#include "bench/page.h"
#include "cli.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const bench_section *const sections[] = {&bench_pairs,  &bench_mesh,  &bench_trees,
                                                &bench_cells,  &bench_world, &bench_motion,
                                                &bench_robots, &bench_plan,  &bench_embed};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

uint32_t bench_hash(uint32_t hash, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        hash = (hash ^ (value >> (8 * i) & 255)) * 16777619u;
    return hash;
}

void bench_draw_in_ball(fk_random *random, int dimensions, double *out)
{
    double square;
    do {
        square = 0;
        for (int i = 0; i < dimensions; i++) {
            out[i] = fk_random_between(random, -1, 1);
            square += out[i] * out[i];
        }
    } while (square > 1 || square < 0.01);
}

/* ---- Options ------------------------------------------------------------------------------------------- */

typedef enum option_value_kind { WORD, NUMBER, TEXT, FLAG } option_value_kind;

/* Where an option goes; a number is from 1 to `most`, or any for 0, or as the section says. */
static const struct option_row {
    const char *name;
    option_value_kind kind;
    size_t offset;
    uint64_t most;
} all_options[] = {
#define TO(field) offsetof(bench_options, field)
    {"family", WORD, TO(family), 0},
    {"kinds", WORD, TO(kinds), 0},
    {"scene", WORD, TO(scene), 0},
    {"work", WORD, TO(work), 0},
    {"data", TEXT, TO(data), 0},
    {"count", NUMBER, TO(count), 100000000},
    {"rounds", NUMBER, TO(rounds), 1},
    {"time", NUMBER, TO(time), 1},
    {"limit", NUMBER, TO(limit), 100000},
    {"seed", NUMBER, TO(seed), 0},
    {"quick", FLAG, TO(quick), 0},
    {"instructions", FLAG, TO(instructions), 0},
    {"rules", FLAG, TO(rules), 0},
    {"peers", TEXT, TO(peers), 0},
    {"no-peers", FLAG, 0, 0},
    {"csv", FLAG, 0, 0},
    {"json", FLAG, 0, 0},
    {"out", TEXT, TO(out), 0},
#undef TO
};

enum { OPTIONS = sizeof all_options / sizeof all_options[0], FIRST_OPTION = 256 /* below it are letters */ };

static const struct option common_options[] = {CLI_COMMON_OPTIONS};

typedef struct option_reading {
    const bench_section *section;
    bench_options *out;
} option_reading;

static bool read_word_option(const bench_section *section, const char *option)
{
    const char *const *known = section->words(option);
    for (size_t i = 0; known[i] != NULL; i++)
        if (strcmp(optarg, known[i]) == 0)
            return true;
    cli_unknown_word(option, optarg, known);
    return false;
}

static bool read_whole_option(const bench_section *section, const struct option_row *option, uint64_t *out)
{
    char name[32];
    snprintf(name, sizeof name, "--%s", option->name);
    if (option->most == 0)
        return cli_whole_number(name, optarg, out);
    uint64_t most = option->most > 1         ? option->most
                    : option->name[0] == 'r' ? section->most_rounds
                                             : section->most_time;
    return cli_whole_number_to(name, optarg, most, out);
}

static bool read_bench_option(int letter, void *user)
{
    const option_reading *r = user;
    const struct option_row *option = &all_options[letter - FIRST_OPTION];
    void *to = (char *)r->out + option->offset;
    if (option->kind == NUMBER)
        return read_whole_option(r->section, option, to);
    if (option->kind == WORD && !read_word_option(r->section, option->name))
        return false;
    if (option->kind != FLAG)
        *(const char **)to = optarg;
    else if (option->offset > 0)
        *(bool *)to = true;
    else if (option->name[0] == 'n')
        r->out->peers = "";
    else
        r->out->form = option->name[0] == 'c' ? BENCH_CSV : BENCH_JSON;
    return true;
}

bool bench_has_no_arguments(int argc, char **argv)
{
    if (argc - optind <= 1)
        return true;
    cli_trouble("bench takes one benchmark, found '%s' too; see 'farkas bench --help'", argv[optind + 1]);
    return false;
}

/* False when the verb must end with *status. */
static bool read_options(const bench_section *section, int argc, char **argv, bench_options *out, int *status)
{
    char verb[32];
    struct option options[OPTIONS + 8];
    size_t count = 0;
    option_reading r = {section, out};
    for (int i = 0; i < OPTIONS; i++) {
        char name[32];
        snprintf(name, sizeof name, " %s ", all_options[i].name);
        if (strstr(section->options, name) != NULL)
            options[count++] = (struct option){all_options[i].name,
                                               all_options[i].kind == FLAG ? no_argument : required_argument,
                                               NULL, FIRST_OPTION + i};
    }
    memcpy(options + count, common_options, sizeof common_options);
    snprintf(verb, sizeof verb, "bench %s", section->name);
    char *help = bench_page_block(section->name, "help");
    cli_syntax syntax = {verb, help, CLI_COMMON_LETTERS, options};
    *out = section->usual;
    bool is_read = cli_read_options(&syntax, argc, argv, read_bench_option, &r, status);
    free(help);
    if (!is_read)
        return false;
    if (out->quick) {
        out->rounds = 1;
        out->time = section->quick_time;
    }
    *status = CLI_TROUBLE;
    out->file = argv + optind + (optind < argc);
    return true;
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

/* Writes the records with the facts about the run. False after a message. */
static bool write_records(bench_run *run)
{
    const bench_section *section = run->section;
    bool quick = run->options->quick && !section->tells_quick_rounds;
    for (size_t i = 0; section->record != NULL && i < run->rows.count; i++)
        section->record(&run->rows, i, run->options->quick, &run->records);
    bench_run_info_collect(&run->records, section->name,
                           quick || section->usual.rounds == 0 ? 0 : run->options->rounds);
    bench_run_info_add_libraries(&run->records, section->name, &run->rows);
    if (quick)
        bench_records_forget_times(&run->records);
    return bench_records_write(&run->records, section->name, run->options->out);
}

/* Fails on a wrong answer of Farkas: a fast wrong answer counts for nothing. False after a message. */
static bool check_own_rows(const bench_run *run)
{
    for (size_t i = 0; i < run->rows.count; i++) {
        const bench_row *row = &run->rows.row[i];
        char text[256];
        if (!row->is_ours || row_get(row, "bad") == 0)
            continue;
        row_format(run->section->wrong, row, text, sizeof text);
        cli_trouble("%s; this is a bug in farkas", text);
        return false;
    }
    return true;
}

static bool run_section(bench_run *run)
{
    const bench_section *section = run->section;
    bench_signals signals;
    if (section->peers != NULL && !run->options->rules &&
        !bench_participants_find(&run->participants, run->options->peers, section->peers)) {
        bench_participants_free(&run->participants);
        return false;
    }
    bench_signals_catch(&signals);
    bool good = section->run(run);
    bench_signals_release(&signals);
    bench_participants_free(&run->participants);
    return good;
}

static int run_section_verb(const bench_section *section, int argc, char **argv)
{
    bench_options options;
    bench_run run = {.section = section, .options = &options};
    int status;
    if (!read_options(section, argc, argv, &options, &status))
        return status;
    if (options.rules && options.file[0] != NULL)
        return cli_trouble("--rules takes no files, found '%s'", options.file[0]);
    if (!section->takes_files && !bench_has_no_arguments(argc, argv))
        return CLI_TROUBLE;
    double begin = fk_clock_seconds();
    bool good = run_section(&run);
    good = good && (options.out == NULL || write_records(&run)) && check_own_rows(&run);
    if (good && cli_is_verbose())
        cli_note("%zu rows; %.3f s", run.rows.count + run.printed_rows, fk_clock_seconds() - begin);
    bench_records_free(&run.records);
    free(run.rows.row);
    return good ? CLI_OK : CLI_TROUBLE;
}

/* ---- Verb ---------------------------------------------------------------------------------------------- */

/* `farkas bench run SECTION ...`: Farkas as a participant. */
static int run_participant(int argc, char **argv)
{
    for (int i = 0; argc > 2 && i < SECTIONS; i++)
        if (sections[i]->participant != NULL && strcmp(argv[2], sections[i]->name) == 0)
            return sections[i]->participant(argc - 2, argv + 2);
    return cli_trouble("bench run needs a benchmark");
}

int bench_verb(int argc, char **argv)
{
    static const char *const names[] = {"pairs",  "mesh", "trees", "cells", "world", "motion",
                                        "robots", "plan", "embed", "page",  NULL};
    bench_options options;
    int status;
    if (argc > 1 && strcmp(argv[1], "run") == 0)
        return run_participant(argc, argv);
    if (argc > 1 && strcmp(argv[1], "page") == 0)
        return bench_page_verb(argc, argv);
    for (int i = 0; argc > 1 && i < SECTIONS; i++)
        if (strcmp(argv[1], sections[i]->name) == 0)
            return run_section_verb(sections[i], argc, argv);
    /* The first section has the help of all. Options may precede the name. */
    if (!read_options(sections[0], argc, argv, &options, &status))
        return status;
    if (optind == argc)
        return cli_trouble(
            "bench needs a benchmark: pairs, mesh, trees, cells, world, motion, robots, plan or "
            "embed; or page");
    if (strcmp(argv[optind], names[0]) != 0)
        return cli_unknown_word("benchmark", argv[optind], names);
    optind = 0;
    return run_section_verb(sections[0], argc, argv);
}
