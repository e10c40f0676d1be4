/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench: its sections, the options that they share, and how one is run. */

#include "bench/bench.h"
#include "bench/page.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static const bench_section *const sections[] = {&bench_pairs, &bench_mesh,   &bench_trees, &bench_cells,
                                                &bench_world, &bench_motion, &bench_embed};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

uint32_t bench_hash(uint32_t hash, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        hash = (hash ^ (value >> (8 * i) & 255)) * 16777619u;
    return hash;
}

/* ---- Options ------------------------------------------------------------------------------------------- */

typedef enum option_id {
    FAMILY,
    KINDS,
    SCENE,
    WORK,
    COUNT,
    ROUNDS,
    TIME,
    LIMIT,
    SEED,
    QUICK,
    INSTRUCTIONS,
    RULES,
    PEERS,
    NO_PEERS,
    CSV,
    JSON,
    OUT,
    OPTIONS
} option_id;

enum { FIRST_OPTION = 256 }; /* below it are letters */

static const struct option all_options[] = {
    [FAMILY] = {"family", required_argument, NULL, FIRST_OPTION + FAMILY},
    [KINDS] = {"kinds", required_argument, NULL, FIRST_OPTION + KINDS},
    [SCENE] = {"scene", required_argument, NULL, FIRST_OPTION + SCENE},
    [WORK] = {"work", required_argument, NULL, FIRST_OPTION + WORK},
    [COUNT] = {"count", required_argument, NULL, FIRST_OPTION + COUNT},
    [ROUNDS] = {"rounds", required_argument, NULL, FIRST_OPTION + ROUNDS},
    [TIME] = {"time", required_argument, NULL, FIRST_OPTION + TIME},
    [LIMIT] = {"limit", required_argument, NULL, FIRST_OPTION + LIMIT},
    [SEED] = {"seed", required_argument, NULL, FIRST_OPTION + SEED},
    [QUICK] = {"quick", no_argument, NULL, FIRST_OPTION + QUICK},
    [INSTRUCTIONS] = {"instructions", no_argument, NULL, FIRST_OPTION + INSTRUCTIONS},
    [RULES] = {"rules", no_argument, NULL, FIRST_OPTION + RULES},
    [PEERS] = {"peers", required_argument, NULL, FIRST_OPTION + PEERS},
    [NO_PEERS] = {"no-peers", no_argument, NULL, FIRST_OPTION + NO_PEERS},
    [CSV] = {"csv", no_argument, NULL, FIRST_OPTION + CSV},
    [JSON] = {"json", no_argument, NULL, FIRST_OPTION + JSON},
    [OUT] = {"out", required_argument, NULL, FIRST_OPTION + OUT},
};

static const struct option common_options[] = {CLI_COMMON_OPTIONS};

typedef struct reading {
    const bench_section *section;
    bench_options *out;
} reading;

static bool read_word(const reading *r, option_id option, const char **out)
{
    const char *const *known = r->section->words(all_options[option].name);
    *out = optarg;
    for (size_t i = 0; known[i] != NULL; i++)
        if (strcmp(optarg, known[i]) == 0)
            return true;
    cli_unknown(all_options[option].name, optarg, known);
    return false;
}

static bool read_option(int letter, void *user)
{
    const reading *r = user;
    bench_options *out = r->out;
    switch ((option_id)(letter - FIRST_OPTION)) {
    case FAMILY:
        return read_word(r, FAMILY, &out->family);
    case KINDS:
        return read_word(r, KINDS, &out->kinds);
    case SCENE:
        return read_word(r, SCENE, &out->scene);
    case WORK:
        return read_word(r, WORK, &out->work);
    case COUNT:
        return cli_whole_number_to("--count", optarg, 100000000, &out->count);
    case ROUNDS:
        return cli_whole_number_to("--rounds", optarg, r->section->most_rounds, &out->rounds);
    case TIME:
        return cli_whole_number_to("--time", optarg, r->section->most_time, &out->time);
    case LIMIT:
        return cli_whole_number_to("--limit", optarg, 100000, &out->limit);
    case SEED:
        return cli_whole_number("--seed", optarg, &out->seed);
    case QUICK:
        out->quick = true;
        break;
    case INSTRUCTIONS:
        out->instructions = true;
        break;
    case RULES:
        out->rules = true;
        break;
    case PEERS:
        out->peers = optarg;
        break;
    case NO_PEERS:
        out->peers = "";
        break;
    case CSV:
        out->form = BENCH_CSV;
        break;
    case JSON:
        out->form = BENCH_JSON;
        break;
    case OUT:
        out->out = optarg;
        break;
    default:
        break;
    }
    return true;
}

bool bench_is_alone(int argc, char **argv)
{
    if (argc - optind <= 1)
        return true;
    cli_trouble("bench takes one benchmark, found '%s' too; see 'farkas bench --help'", argv[optind + 1]);
    return false;
}

/* False when the verb shall end with *status. */
static bool read_options(const bench_section *section, int argc, char **argv, bench_options *out, int *status)
{
    char verb[32];
    struct option options[OPTIONS + 8];
    size_t count = 0;
    reading r = {section, out};
    for (int i = 0; i < OPTIONS; i++) {
        char name[32];
        snprintf(name, sizeof name, " %s ", all_options[i].name);
        if (strstr(section->options, name) != NULL)
            options[count++] = all_options[i];
    }
    memcpy(options + count, common_options, sizeof common_options);
    snprintf(verb, sizeof verb, "bench %s", section->name);
    cli_syntax syntax = {verb, bench_help(section->name), CLI_COMMON_LETTERS, options};
    *out = section->usual;
    if (!cli_read_options(&syntax, argc, argv, read_option, &r, status))
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

/* With what is to be known about the run. False after a message. */
static bool write_records(bench_run *run)
{
    const bench_section *section = run->section;
    bool quick = run->options->quick && !section->tells_quick_rounds;
    for (size_t i = 0; section->record != NULL && i < run->rows.count; i++)
        section->record(&run->rows, i, run->options->quick, &run->records);
    bench_about_run(&run->records, section->name, quick || section->usual.rounds == 0 ? 0 : run->options->rounds);
    bench_about_libraries(&run->records, section->name, &run->rows);
    if (quick)
        bench_records_forget_times(&run->records);
    return bench_records_write(&run->records, section->name, run->options->out);
}

/* Nobody is fast by being wrong. False after a message. */
static bool is_right(const bench_run *run)
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
        !bench_stage_start(&run->stage, run->options->peers, section->peers)) {
        bench_stage_end(&run->stage);
        return false;
    }
    bench_signals_catch(&signals);
    bool good = section->run(run);
    bench_signals_release(&signals);
    bench_stage_end(&run->stage);
    return good;
}

static int run_verb(const bench_section *section, int argc, char **argv)
{
    bench_options options;
    bench_run run = {.section = section, .options = &options};
    int status;
    if (!read_options(section, argc, argv, &options, &status))
        return status;
    if (options.rules && options.file[0] != NULL)
        return cli_trouble("--rules takes no files, found '%s'", options.file[0]);
    if (!section->takes_files && !bench_is_alone(argc, argv))
        return CLI_TROUBLE;
    double begin = fk_clock_seconds();
    bool good = run_section(&run);
    good = good && (options.out == NULL || write_records(&run)) && is_right(&run);
    if (good && cli_is_verbose())
        cli_note("%zu rows; %.3f s", run.rows.count + run.told, fk_clock_seconds() - begin);
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
    static const char *const names[] = {"pairs",  "mesh",  "trees", "cells", "world",
                                        "motion", "embed", "page",  NULL};
    bench_options options;
    int status;
    if (argc > 1 && strcmp(argv[1], "run") == 0)
        return run_participant(argc, argv);
    if (argc > 1 && strcmp(argv[1], "page") == 0)
        return bench_page_verb(argc, argv);
    for (int i = 0; argc > 1 && i < SECTIONS; i++)
        if (strcmp(argv[1], sections[i]->name) == 0)
            return run_verb(sections[i], argc, argv);
    /* The first has the help of all; options may stand before the name. */
    if (!read_options(sections[0], argc, argv, &options, &status))
        return status;
    if (optind == argc)
        return cli_trouble("bench needs a benchmark: pairs, mesh, trees, cells, world, motion or embed; or page");
    if (strcmp(argv[optind], names[0]) != 0)
        return cli_unknown("benchmark", argv[optind], names);
    optind = 0;
    return run_verb(sections[0], argc, argv);
}
