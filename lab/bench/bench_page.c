/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench page: the page of benchmarks, made of records alone. Everything on it is either a text of a layout or a number of a
 * record. */

#include "bench/bench.h"
#include "bench/bench_front.h"
#include "bench/bench_judge.h"
#include "bench/bench_options.h"
#include "bench/bench_program.h"
#include "bench/bench_view.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas bench page [OPTION]...\n"
    "\n"
    "Writes DIR/bench.md, with plots in DIR/bench, from what 'farkas bench SECTION --out DIR'\n"
    "has measured: DIR/bench/SECTION.csv for each section. Nothing is measured.\n"
    "\n"
    "options:\n"
    "      --out DIR       the folder of records and page (default docs)\n"
    "      --readme FILE   also write the table of speed into this file, between its marks\n"
    "                      '<!-- farkas bench: begin -->' and '<!-- farkas bench: end -->'\n"
    "  -q, --quiet         no notes\n"
    "  -v, --verbose       end with a summary on standard error\n"
    "      --color W       coloured messages: auto (default), always or never\n"
    "  -h, --help          print this help\n"
    "\n"
    "examples:\n"
    "  farkas bench pairs --out docs && farkas bench page --out docs\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

// clang-format off
static const char introduction[] =
    "# Benchmarks\n\n"
    "Farkas beside other libraries, on the same inputs in the same run. Written by `make bench`: every number comes from the\n"
    "run whose machine is named below, and all of them are in the files that each chapter links to.\n\n"
    "**How to read it.** Times are medians over rounds in which all take turns. Another machine has other times, so compare\n"
    "numbers of one table, and look at ratios. Wrong answers stand beside times, in parentheses, against a truth that is\n"
    "proved: FP are false hits, FN missed ones. Who is fast and wrong is not fast. An exponent tells how time grows with\n"
    "size: 1 is linear, 0 does not grow. How each library is called: [lab/peers/README.md](../lab/peers/README.md).";

static const char about_bars[] =
    "\n## Bars\n\n"
    "What Farkas is to reach, and whether it does, in this run. A ratio with \"at least\" says how many times faster Farkas\n"
    "is, one with \"at most\" how many times slower. ";
// clang-format on

enum { OPTION_README = 256 };

static const struct option options[] = {
    {"readme", required_argument, NULL, OPTION_README},
    {"out", required_argument, NULL, BENCH_OPTION_OUT},
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"bench page", help, CLI_COMMON_LETTERS, options};

typedef struct settings {
    const char *folder, *readme;
} settings;

static bool read_option(int option, void *user)
{
    settings *out = user;
    *(option == OPTION_README ? &out->readme : &out->folder) = optarg;
    return true;
}

const bench_layout *const bench_layouts[] = {
    &bench_pairs_layout,  &bench_mesh_layout,  &bench_trees_layout,
    &bench_rules_layout,  &bench_cells_layout, &bench_world_layout,
    &bench_motion_layout, &bench_embed_layout, NULL,
};

static bool is_measured(const bench_records *records, const char *section)
{
    for (size_t i = 0; i < records->count; i++)
        if (strcmp(records->row[i].section, section) == 0)
            return true;
    return false;
}

/* ---- About the run ------------------------------------------------------------------------------------- */

/* What all sections share is told once at the head, and the rest in their chapters. */
static const struct {
    const char *key, *name;
} shared[] = {{"date", "Date"},         {"processor", "Processor"},
              {"cores", "Cores"},       {"instructions", "Instructions that Farkas uses"},
              {"compiler", "Compiler"}, {"flags", "Flags"},
              {"farkas", "Version"}};

enum { SHARED = sizeof shared / sizeof shared[0] };

static bool is_shared(const char *key)
{
    bool found = strcmp(key, "libraries") == 0;
    for (int i = 0; i < SHARED; i++)
        found |= strcmp(shared[i].key, key) == 0;
    return found;
}

/* The different texts of a key; where there are several, each with the sections that it is of. */
static void print_shared(const bench_records *records, const char *key, FILE *out)
{
    bool is_one = true;
    const bench_about *first = NULL;
    for (size_t i = 0; i < records->about_count; i++) {
        const bench_about *at = &records->about[i];
        if (strcmp(at->key, key) != 0)
            continue;
        first = first != NULL ? first : at;
        is_one = is_one && strcmp(at->text, first->text) == 0;
    }
    for (size_t i = 0; i < records->about_count; i++) {
        const bench_about *at = &records->about[i];
        if (strcmp(at->key, key) != 0 || (is_one && at != first))
            continue;
        fprintf(out, "%s%s", at != first ? "; " : "", at->text);
        if (!is_one)
            fprintf(out, " (%s)", at->section);
    }
}

/* All libraries, each once, in the order of the alphabet, which begins with capitals; what is plain C here is no library. */
static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool print_libraries(const bench_records *records, FILE *out)
{
    enum { MOST = 256 };
    const char *name[MOST];
    char *text[MOST];
    size_t names = 0, texts = 0, printed = 0;
    for (size_t i = 0; i < records->about_count && texts < MOST; i++) {
        if (strcmp(records->about[i].key, "libraries") != 0)
            continue;
        text[texts] = bench_join(records->about[i].text, "");
        text[texts][strlen(text[texts]) - 1] = '\0'; /* the '/' of a path */
        for (char *word = strtok(text[texts++], ","); word != NULL && names < MOST; word = strtok(NULL, ","))
            name[names++] = word + strspn(word, " ");
    }
    if (names > 0)
        qsort(name, names, sizeof name[0], by_text);
    for (size_t i = 0; i < names; i++)
        if ((i == 0 || strcmp(name[i], name[i - 1]) != 0) && strncmp(name[i], "plain", 5) != 0)
            fprintf(out, "%s%s", printed++ > 0 ? ", " : "", name[i]);
    for (size_t i = 0; i < texts; i++)
        free(text[i]);
    return printed > 0;
}

/* How far rounds were from each other: half of the numbers, and nine of ten, moved by no more than that. */
static void print_spread(const bench_records *records, FILE *out)
{
    double *spread = bench_allocate(records->count, sizeof *spread);
    size_t count = 0;
    for (size_t i = 0; i < records->count; i++) {
        const bench_record *row = &records->row[i];
        if (bench_unit_ns(row->unit) > 0 && row->value > 0 && row->high > row->low)
            spread[count++] = (row->high - row->low) / row->value;
    }
    if (count > 0) {
        double half = bench_median(spread, count); /* which sorts them */
        fprintf(out,
                "\nHalf of the times move by at most %.0f %% from the fastest to the slowest of their "
                "rounds, nine "
                "of ten\nby at most %.0f %%.",
                100 * half, 100 * spread[count * 9 / 10]);
    }
    free(spread);
}

/* Links to the chapters: a heading's link is its words in small letters. */
static void print_contents(FILE *out)
{
    fputs("\n\nChapters: [bars](#bars)", out);
    for (size_t i = 0; bench_layouts[i] != NULL; i++) {
        fprintf(out, ", [%s](#", bench_layouts[i]->title);
        for (const char *c = bench_layouts[i]->title; *c != '\0'; c++)
            fputc(*c == ' ' ? '-' : *c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c, out);
        fputs(")", out);
    }
    fputs(".\n", out);
}

static void print_head(const bench_records *records, FILE *out)
{
    fputs(introduction, out);
    print_spread(records, out);
    print_contents(out);
    fputs("\n| | |\n| --- | --- |\n", out);
    for (int i = 0; i < SHARED; i++) {
        bool is_code = strcmp(shared[i].key, "flags") == 0;
        fprintf(out, "| %s | %s", shared[i].name, is_code ? "`" : "");
        print_shared(records, shared[i].key, out);
        fprintf(out, "%s |\n", is_code ? "`" : "");
    }
    fputs("| Others | ", out);
    fputs(print_libraries(records, out)
              ? "; the packages of the system, called from C or C++ built with `-O2` |\n"
              : "none in this run |\n",
          out);
}

/* Which sections are missing, if any are. */
static void print_missing(const bench_records *records, FILE *out)
{
    const char *before = "\nNot measured in this run: ";
    for (size_t i = 0; bench_layouts[i] != NULL; i++) {
        if (is_measured(records, bench_layouts[i]->section))
            continue;
        fprintf(out, "%s%s", before, bench_layouts[i]->title);
        before = ", ";
    }
    fputs(before[0] == ',' ? ".\n" : "", out);
}

/* ---- Bars ---------------------------------------------------------------------------------------------- */

typedef struct tally {
    size_t bars, met, goals, unknown;
} tally;

static tally count_bars(const bench_records *records)
{
    tally out = {0};
    for (size_t i = 0; bench_layouts[i] != NULL; i++) {
        const bench_layout *layout = bench_layouts[i];
        for (size_t b = 0; b < layout->bars; b++) {
            bench_judgement j = bench_judge(records, layout->section, &layout->bar[b]);
            out.bars++;
            out.met += j.is_met;
            out.goals += j.is_goal;
            out.unknown += isfinite(j.number) ? 0 : 1;
        }
    }
    return out;
}

/* The limit with its unit, where it is no ratio. */
static void format_limit(const bench_bar *bar, const bench_judgement *j, double limit,
                         char out[BENCH_NUMBER_SIZE])
{
    if (bar->theirs.work == NULL && bar->sense != BENCH_GROWS_AT_MOST && j->ours != NULL)
        bench_format_value(limit, j->ours->unit, out);
    else
        snprintf(out, BENCH_NUMBER_SIZE, "%g", limit);
}

static void print_bar(const char *section, const bench_bar *bar, const bench_judgement *j, FILE *out)
{
    char ours[BENCH_NUMBER_SIZE] = "", theirs[BENCH_NUMBER_SIZE] = "", number[BENCH_NUMBER_SIZE];
    char limit[BENCH_NUMBER_SIZE], goal[BENCH_NUMBER_SIZE];
    bool is_known = isfinite(j->number), is_growth = bar->sense == BENCH_GROWS_AT_MOST;
    if (j->ours != NULL && !is_growth)
        bench_format_value(j->ours->value, j->ours->unit, ours);
    if (j->theirs != NULL)
        bench_format_value(j->theirs->value, j->theirs->unit, theirs);
    bench_format_number(bar->theirs.work != NULL || is_growth ? j->number : (double)NAN, number);
    format_limit(bar, j, bar->limit, limit);
    format_limit(bar, j, bar->goal, goal);
    fprintf(out, "| %s | ", section);
    bench_print_cell(bar->name, out);
    fprintf(out, " | %s | %s | %s%s | %s %s%s%s | ", ours, theirs, is_growth && is_known ? "grows by " : "",
            isfinite(j->number) && (bar->theirs.work != NULL || is_growth) ? number : "",
            bar->sense == BENCH_AT_LEAST ? "at least" : "at most", limit, bar->goal > 0 ? ", goal " : "",
            bar->goal > 0 ? goal : "");
    fputs(!is_known ? "not measured" : j->is_goal ? "yes, and the goal" : j->is_met ? "yes" : "**no**", out);
    fputs(" |\n", out);
}

static bool has_same_closing(const bench_bar *a, const bench_bar *b)
{
    return a->closing == b->closing ||
           (a->closing != NULL && b->closing != NULL && strcmp(a->closing, b->closing) == 0);
}

/* Bars of one section that are not met, for the same reason: one entry for all of them. */
static void print_closing(const bench_records *records, const bench_layout *layout, FILE *out)
{
    for (size_t b = 0; b < layout->bars; b++) {
        const char *before = "- **";
        bool is_told = false;
        for (size_t k = 0; k < b && !is_told; k++)
            is_told = has_same_closing(&layout->bar[k], &layout->bar[b]);
        for (size_t k = b; k < layout->bars && !is_told; k++) {
            bench_judgement j = bench_judge(records, layout->section, &layout->bar[k]);
            if (!has_same_closing(&layout->bar[k], &layout->bar[b]) || !isfinite(j.number) || j.is_met)
                continue;
            fprintf(out, "%s%s", before, layout->bar[k].name);
            before = "; ";
        }
        const char *closing = layout->bar[b].closing;
        if (before[0] == ';')
            fprintf(out, "**: %s\n", closing != NULL ? closing : "not looked into yet.");
    }
}

static void print_bars(const bench_records *records, FILE *out)
{
    tally count = count_bars(records);
    fputs(about_bars, out);
    fprintf(out, "**%zu of %zu bars are met**, %zu of them with their goal", count.met, count.bars,
            count.goals);
    if (count.unknown > 0)
        fprintf(out, "; %zu were not measured", count.unknown);
    fputs(".\n\n| chapter | bar | ours | compared with | ratio | wanted | met |\n"
          "| --- | --- | ---: | ---: | ---: | --- | --- |\n",
          out);
    for (size_t i = 0; bench_layouts[i] != NULL; i++) {
        const bench_layout *layout = bench_layouts[i];
        for (size_t b = 0; b < layout->bars; b++) {
            bench_judgement j = bench_judge(records, layout->section, &layout->bar[b]);
            print_bar(layout->section, &layout->bar[b], &j, out);
        }
    }
    if (count.met + count.unknown == count.bars)
        return;
    fputs("\n### What would close those that are not met\n\n", out);
    for (size_t i = 0; bench_layouts[i] != NULL; i++)
        print_closing(records, bench_layouts[i], out);
}

/* ---- Chapters ------------------------------------------------------------------------------------------ */

static bool print_chapter(const bench_records *records, const bench_layout *layout, const char *folder,
                          FILE *out)
{
    bool good = true;
    fprintf(out, "\n## %s\n\n", layout->title);
    if (!is_measured(records, layout->section)) {
        fprintf(out, "Not measured; `farkas bench` with its section `%s` does it.\n", layout->section);
        return true;
    }
    fprintf(out, "%s\n\nAll numbers: [bench/%s.csv](bench/%s.csv)", layout->intro, layout->section,
            layout->section);
    for (size_t i = 0; i < records->about_count; i++) {
        const bench_about *at = &records->about[i];
        if (strcmp(at->section, layout->section) == 0 && !is_shared(at->key))
            fprintf(out, "; %s: %s", at->key, at->text);
    }
    fputs(".\n", out);
    for (size_t v = 0; v < layout->views; v++)
        good = bench_view_print(records, layout->section, &layout->view[v], folder, out) && good;
    return good;
}

static bool write_page(const bench_records *records, const char *folder)
{
    cli_file file;
    char *path = bench_join(folder, "bench.md");
    bool good = cli_file_create(&file, path);
    if (good) {
        print_head(records, file.stream);
        print_missing(records, file.stream);
        fputs("\n## At a glance\n\n", file.stream);
        bench_front_print(records, file.stream);
        print_bars(records, file.stream);
        for (size_t i = 0; bench_layouts[i] != NULL; i++)
            good = print_chapter(records, bench_layouts[i], folder, file.stream) && good;
        good = cli_file_commit(&file) && good;
    }
    free(path);
    return good;
}

/* ---- Verb ---------------------------------------------------------------------------------------------- */

static bool read_all(const char *folder, bench_records *out)
{
    for (size_t i = 0; bench_layouts[i] != NULL; i++)
        if (!bench_records_read(out, bench_layouts[i]->section, folder))
            return false;
    if (out->count > 0)
        return true;
    cli_trouble_at(folder, 0, 0, "there are no records; 'farkas bench pairs --out %s' makes some", folder);
    return false;
}

int bench_page_verb(int argc, char **argv)
{
    settings s = {.folder = "docs"};
    int status;
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    if (!bench_is_alone(argc, argv))
        return CLI_TROUBLE;
    bench_records records = {0};
    bool good = read_all(s.folder, &records) && write_page(&records, s.folder) &&
                (s.readme == NULL || bench_front_write(&records, s.readme));
    if (good && cli_is_verbose()) {
        tally count = count_bars(&records);
        cli_note("%zu records; %zu of %zu bars are met, %zu were not measured", records.count, count.met,
                 count.bars, count.unknown);
    }
    bench_records_free(&records);
    return good ? CLI_OK : CLI_TROUBLE;
}
