/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench page: makes the page of benchmarks from records alone. pages/bench.md is the template; names in braces are replaced by
 * computed text. A line whose name has no text is left out. */

#include "bench/page.h"
#include "bench/bench.h"
#include "bench/program.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct bench_page {
    const bench_records *records;
    const char *folder;
    bool good;
    size_t targets, met, goals, unknown;
    double half, nine; /* spread of the rounds in percent; 0: nothing was timed */
} bench_page;

static bool is_measured(const bench_records *records, const char *section)
{
    for (size_t i = 0; i < records->count; i++)
        if (strcmp(records->row[i].section, section) == 0)
            return true;
    return false;
}

static bench_page check_targets(const bench_records *records, const char *folder)
{
    bench_page out = {.records = records, .folder = folder, .good = true};
    double *spread = bench_allocate(records->count, sizeof *spread);
    size_t count = 0;
    for (size_t i = 0; i < records->count; i++) {
        const bench_record *row = &records->row[i];
        if (bench_unit_ns(row->unit) > 0 && row->value > 0 && row->high > row->low)
            spread[count++] = 100 * (row->high - row->low) / row->value;
    }
    if (count > 0) {
        out.half = bench_median(spread, count); /* which sorts them */
        out.nine = spread[count * 9 / 10];
    }
    free(spread);
    for (size_t i = 0; i < BENCH_LAYOUTS; i++) {
        const bench_layout *layout = bench_layout_at(i);
        for (size_t b = 0; b < layout->targets; b++) {
            bench_target_result j = bench_check_target(records, layout->section, &layout->target[b]);
            out.targets++;
            out.met += j.is_met;
            out.goals += j.is_goal;
            out.unknown += isfinite(j.number) ? 0 : 1;
        }
    }
    return out;
}

/* ---- About the run ------------------------------------------------------------------------------------- */

/* The different texts of a key; where there are several, each with the sections that it is of. */
static void print_shared(const bench_records *records, const char *key, FILE *out)
{
    bool is_one = true;
    const bench_run_info *first = NULL;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < records->about_count; i++) {
            const bench_run_info *at = &records->about[i];
            if (strcmp(at->key, key) != 0)
                continue;
            first = first != NULL ? first : at;
            is_one = is_one && strcmp(at->text, first->text) == 0;
            if (pass == 0 || (is_one && at != first))
                continue;
            fprintf(out, "%s%s", at != first ? "; " : "", at->text);
            if (!is_one)
                fprintf(out, " (%s)", at->section);
        }
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All libraries, each once, in the order of the alphabet, which begins with capitals; what is plain C here is no library. */
static bool print_others(const bench_page *p, FILE *out)
{
    enum { PAGE_MOST = 256 };
    char *name[PAGE_MOST], *text[PAGE_MOST];
    size_t names = 0, texts = 0, printed = 0;
    for (size_t i = 0; i < p->records->about_count && texts < PAGE_MOST; i++) {
        if (strcmp(p->records->about[i].key, "libraries") != 0)
            continue;
        text[texts] = strdup(p->records->about[i].text);
        for (char *word = strtok(text[texts++], ","); word != NULL && names < PAGE_MOST;
             word = strtok(NULL, ","))
            name[names++] = word + strspn(word, " ");
    }
    qsort(name, names, sizeof name[0], compare_texts);
    for (size_t i = 0; i < names; i++)
        if ((i == 0 || strcmp(name[i], name[i - 1]) != 0) && strncmp(name[i], "plain", 5) != 0)
            fprintf(out, "%s%s", printed++ > 0 ? ", " : "", name[i]);
    for (size_t i = 0; i < texts; i++)
        free(text[i]);
    fputs(printed > 0 ? "; the packages of the system, called from C or C++ built with `-O2`"
                      : "none in this run",
          out);
    return true;
}

/* Links to the chapters: a heading's link is its words in small letters. */
static bool print_contents(const bench_page *p, FILE *out)
{
    (void)p;
    for (size_t i = 0; i < BENCH_LAYOUTS; i++) {
        const char *title = bench_layout_at(i)->title;
        fprintf(out, ", [%s](#", title);
        for (const char *c = title; *c != '\0'; c++)
            fputc(*c == ' ' ? '-' : *c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c, out);
        fputs(")", out);
    }
    return true;
}

static bool print_missing(const bench_page *p, FILE *out)
{
    const char *before = "";
    for (size_t i = 0; i < BENCH_LAYOUTS; i++) {
        if (is_measured(p->records, bench_layout_at(i)->section))
            continue;
        fprintf(out, "%s%s", before, bench_layout_at(i)->title);
        before = ", ";
    }
    return before[0] != '\0';
}

/* ---- The table of speed -------------------------------------------------------------------------------- */

/* A row of pages/front.md: | SECTION | QUESTION | OURS | OTHERS |. In the last two, each query in braces follows its words, which are left
 * out if it was not measured. A query with '!' shows wrong answers alone. */
typedef struct readme_row {
    char *section, *question, *ours, *others;
    bool is_measured; /* ours */
} readme_row;

/* Cuts the next row off the text; false behind the last. */
static bool next_row(char **text, readme_row *out)
{
    char **cell[] = {&out->section, &out->question, &out->ours, &out->others};
    char *at = *text, *end = strchr(at, '\n');
    if (end == NULL)
        return false;
    *end = '\0';
    *text = end + 1;
    for (int i = 0; i < 4; i++) {
        at += 2; /* "| " */
        *cell[i] = at;
        at = strstr(at, " |");
        *at++ = '\0';
    }
    return true;
}

static const bench_record *find_shown(const bench_records *records, const char *section,
                                      const bench_record_query *query, bool wrong_alone)
{
    if (!wrong_alone)
        return bench_query_find(records, section, query);
    /* A record with wrong answers may have no number. */
    return bench_record_find(records, section, query->work, query->scene, query->size, query->by);
}

/* Prints the measured queries of a cell. *usual is the last query. Returns whether the first one was measured. */
static bool print_terms(const bench_records *records, const char *section, char *cell,
                        bench_record_query *usual, FILE *out)
{
    const char *before = "";
    bool is_first = true, is_known = false;
    for (char *brace; (brace = strchr(cell, '{')) != NULL; is_first = false) {
        char text[BENCH_NUMBER_SIZE + 128], *end = strchr(brace, '}');
        bool wrong_alone = brace[1] == '!';
        *brace = *end = '\0';
        *usual = bench_query_parse(brace + 1 + wrong_alone, usual);
        const bench_record *found = find_shown(records, section, usual, wrong_alone);
        if (is_first)
            is_known = found != NULL;
        if (found != NULL && wrong_alone)
            snprintf(text, sizeof text, "%s", found->wrong[0] != '\0' ? found->wrong : "0");
        else if (found != NULL)
            bench_format_record(found, text);
        if (found != NULL) {
            fprintf(out, "%s%s", before, cell);
            bench_print_cell(text, out);
            before = ", ";
        }
        cell = end + 1 + strspn(end + 1, ", ");
    }
    return is_known;
}

/* Prints a row into memory; the caller frees it. */
static char *format_row(const bench_records *records, readme_row *row)
{
    bench_record_query usual = {NULL, NULL, 0, NULL};
    char *text = NULL, *count = strchr(row->question, '{');
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    fprintf(out, "| %.*s", (int)strcspn(row->question, "{"), row->question);
    if (count != NULL)
        print_terms(records, row->section, count, &usual, out);
    fputs(" | ", out);
    row->is_measured = print_terms(records, row->section, row->ours, &usual, out);
    fputs(" | ", out);
    print_terms(records, row->section, row->others, &usual, out);
    fputs(" |\n", out);
    fclose(out);
    return text;
}

/* Prints the table. Without a file name, rows that were not measured are left out; with one they are an error: false after a message. */
static bool print_front(const bench_records *records, const char *path, FILE *out)
{
    char *all = bench_front_text(), *at = all;
    readme_row row;
    bool good = true;
    for (int i = 0; good && next_row(&at, &row); i++) {
        if (i < 2) {
            fprintf(out, "| %s | %s | %s |\n", row.question, row.ours, row.others);
            continue;
        }
        char *text = format_row(records, &row);
        good = row.is_measured || path == NULL;
        if (row.is_measured)
            fputs(text, out);
        if (!good)
            cli_trouble_at(path, 0, 0, "its table needs '%s', which was not measured; run 'farkas bench %s'",
                           row.question, row.section);
        free(text);
    }
    free(all);
    return good;
}

static bool print_glance(const bench_page *p, FILE *out)
{
    return print_front(p->records, NULL, out);
}

/* Writes the table between the marks of a file. False after a message. */
static bool write_front(const bench_records *records, const char *path)
{
    static const char begin_mark[] = "<!-- farkas bench: begin -->\n",
                      end_mark[] = "<!-- farkas bench: end -->\n";
    char *text = NULL, *table = NULL;
    size_t length, size;
    cli_file file;
    FILE *out = open_memstream(&table, &size);
    bool good = out != NULL && print_front(records, path, out);
    if (out != NULL)
        fclose(out);
    good = good && bench_file_read(path, &text, &length, NULL);
    char *begin = good ? strstr(text, begin_mark) : NULL, *end = begin ? strstr(begin, end_mark) : NULL;
    if (good && end == NULL)
        cli_trouble_at(path, 0, 0, "there is no '%.*s' with its end, between which the table goes",
                       (int)sizeof begin_mark - 2, begin_mark);
    good = end != NULL && cli_file_create(&file, path);
    if (good) {
        fwrite(text, 1, (size_t)(begin - text) + sizeof begin_mark - 1, file.stream);
        fwrite(table, 1, size, file.stream);
        fwrite(end, 1, length - (size_t)(end - text), file.stream);
        good = cli_file_commit(&file);
    }
    free(table);
    free(text);
    return good;
}

/* ---- Targets ------------------------------------------------------------------------------------------- */

/* The limit with its unit, where it is no ratio. */
static void format_limit(const bench_target *target, const bench_target_result *j, double limit,
                         char out[BENCH_NUMBER_SIZE])
{
    if (target->theirs.work == NULL && target->sense != BENCH_GROWS_AT_MOST && j->ours != NULL)
        bench_format_value(limit, j->ours->unit, out);
    else
        snprintf(out, BENCH_NUMBER_SIZE, "%g", limit);
}

static void print_target(const char *section, const bench_target *target, const bench_target_result *j,
                         FILE *out)
{
    char ours[BENCH_NUMBER_SIZE] = "", theirs[BENCH_NUMBER_SIZE] = "", number[BENCH_NUMBER_SIZE] = "";
    char limit[BENCH_NUMBER_SIZE], goal[BENCH_NUMBER_SIZE];
    bool is_known = isfinite(j->number), is_growth = target->sense == BENCH_GROWS_AT_MOST;
    if (j->ours != NULL && !is_growth)
        bench_format_value(j->ours->value, j->ours->unit, ours);
    if (j->theirs != NULL)
        bench_format_value(j->theirs->value, j->theirs->unit, theirs);
    if (is_known && (target->theirs.work != NULL || is_growth))
        bench_format_number(j->number, number);
    format_limit(target, j, target->limit, limit);
    format_limit(target, j, target->goal, goal);
    fprintf(out, "| %s | ", section);
    bench_print_cell(target->name, out);
    fprintf(out, " | %s | %s | %s%s | %s %s%s%s | %s |\n", ours, theirs,
            is_growth && is_known ? "grows by " : "", number,
            target->sense == BENCH_AT_LEAST ? "at least" : "at most", limit,
            target->goal > 0 ? ", goal " : "", target->goal > 0 ? goal : "",
            !is_known    ? "not measured"
            : j->is_goal ? "yes, and the goal"
            : j->is_met  ? "yes"
                         : "**no**");
}

static bool print_judged(const bench_page *p, FILE *out)
{
    for (size_t i = 0; i < BENCH_LAYOUTS; i++) {
        const bench_layout *layout = bench_layout_at(i);
        for (size_t b = 0; b < layout->targets; b++) {
            bench_target_result j = bench_check_target(p->records, layout->section, &layout->target[b]);
            print_target(layout->section, &layout->target[b], &j, out);
        }
    }
    return true;
}

/* Targets of one section that are not met, for the same reason: one entry for all of them. */
static void print_reasons(const bench_records *records, const bench_layout *layout, FILE *out)
{
    for (size_t b = 0; b < layout->targets; b++) {
        const char *before = "- **", *closing = layout->target[b].closing;
        bool is_told = false;
        for (size_t k = 0; k < b && !is_told; k++)
            is_told = layout->target[k].closing == closing;
        for (size_t k = b; k < layout->targets && !is_told; k++) {
            bench_target_result j = bench_check_target(records, layout->section, &layout->target[k]);
            if (layout->target[k].closing != closing || !isfinite(j.number) || j.is_met)
                continue;
            fprintf(out, "%s%s", before, layout->target[k].name);
            before = "; ";
        }
        if (before[0] == ';')
            fprintf(out, "**: %s\n", closing);
    }
}

static bool print_unmet(const bench_page *p, FILE *out)
{
    (void)out;
    return p->met + p->unknown < p->targets;
}

static bool print_closing(const bench_page *p, FILE *out)
{
    for (size_t i = 0; i < BENCH_LAYOUTS; i++)
        print_reasons(p->records, bench_layout_at(i), out);
    return print_unmet(p, out);
}

static bool print_unknown(const bench_page *p, FILE *out)
{
    if (p->unknown > 0)
        fprintf(out, "; %zu were not measured", p->unknown);
    return true;
}

/* ---- Chapters ------------------------------------------------------------------------------------------ */

static bool is_shared(const char *key)
{
    return bench_matches_words("date|processor|cores|instructions|compiler|flags|farkas|libraries", key);
}

static bool print_chapter(const bench_page *p, const bench_layout *layout, FILE *out)
{
    bool good = true;
    fprintf(out, "## %s\n\n", layout->title);
    if (!is_measured(p->records, layout->section)) {
        fprintf(out, "Not measured; `farkas bench` with its section `%s` does it.\n", layout->section);
        return true;
    }
    fprintf(out, "%s\n\nAll numbers: [bench/%s.csv](bench/%s.csv)", layout->intro, layout->section,
            layout->section);
    for (size_t i = 0; i < p->records->about_count; i++) {
        const bench_run_info *at = &p->records->about[i];
        if (strcmp(at->section, layout->section) == 0 && !is_shared(at->key))
            fprintf(out, "; %s: %s", at->key, at->text);
    }
    fputs(".\n", out);
    for (size_t v = 0; v < layout->views; v++)
        good = bench_view_print(p->records, layout->section, &layout->view[v], p->folder, out) && good;
    return good;
}

static bool print_chapters(const bench_page *p, FILE *out)
{
    bool good = true;
    for (size_t i = 0; i < BENCH_LAYOUTS; i++) {
        fputs(i > 0 ? "\n" : "", out);
        good = print_chapter(p, bench_layout_at(i), out) && good;
    }
    return good;
}

/* ---- Page ---------------------------------------------------------------------------------------------- */

static bool print_named_number(const bench_page *p, const char *name, FILE *out)
{
    const struct {
        const char *name;
        size_t count;
    } count[] = {{"met", p->met}, {"targets", p->targets}, {"goals", p->goals}};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, count[i].name) == 0)
            return fprintf(out, "%zu", count[i].count) > 0;
    if (strcmp(name, "half") != 0 && strcmp(name, "nine") != 0)
        print_shared(p->records, name, out);
    else if (p->half > 0)
        fprintf(out, "%.0f", name[0] == 'h' ? p->half : p->nine);
    else
        return false;
    return true;
}

/* Prints the text for a name in braces; false if there is none. */
static bool print_named(bench_page *p, const char *name, FILE *out)
{
    static const struct {
        const char *name;
        bool (*print)(const bench_page *p, FILE *out);
    } known[] = {{"contents", print_contents}, {"others", print_others},   {"missing", print_missing},
                 {"front", print_glance},      {"judged", print_judged},   {"unmet", print_unmet},
                 {"closing", print_closing},   {"unknown", print_unknown}, {"chapters", print_chapters}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i].name) == 0) {
            bool is_there = known[i].print(p, out);
            p->good = p->good && (is_there || known[i].print != print_chapters);
            return is_there || known[i].print == print_chapters;
        }
    return print_named_number(p, name, out);
}

/* Without the line's end that something of several lines has. */
static void print_line(bench_page *p, char *line, bool *is_apart, FILE *out)
{
    char *text = NULL;
    size_t length = 0;
    bool is_there = true;
    FILE *memory = open_memstream(&text, &length);
    if (memory == NULL) {
        p->good = false;
        return;
    }
    for (char *brace; (brace = strchr(line, '{')) != NULL; line = strchr(brace + 1, '\0') + 1) {
        *strchr(brace, '}') = '\0';
        *brace = '\0';
        fputs(line, memory);
        is_there = print_named(p, brace + 1, memory) && is_there;
    }
    fputs(line, memory);
    fclose(memory);
    if (is_there)
        fprintf(out, "%s%s%s", *is_apart ? "\n" : "", text,
                length > 0 && text[length - 1] == '\n' ? "" : "\n");
    *is_apart = *is_apart && !is_there;
    free(text);
}

static bool write_page(bench_page *p)
{
    cli_file file;
    char *path = bench_join(p->folder, "bench.md"), *all = bench_page_text(), *next;
    bool good = cli_file_create(&file, path), is_apart = false;
    for (char *line = all; good && *line != '\0'; line = next) {
        next = line + strcspn(line, "\n");
        if (*next != '\0')
            *next++ = '\0';
        if (*line == '\0')
            is_apart = true; /* paragraphs that are left out leave no gap */
        else
            print_line(p, line, &is_apart, file.stream);
    }
    good = good && cli_file_commit(&file) && p->good;
    free(all);
    free(path);
    return good;
}

/* ---- Verb ---------------------------------------------------------------------------------------------- */

enum { OPTION_README = 256, PAGE_OPTION_OUT };

typedef struct page_settings {
    const char *folder, *readme;
} page_settings;

static bool read_page_option(int option, void *user)
{
    page_settings *out = user;
    *(option == OPTION_README ? &out->readme : &out->folder) = optarg;
    return true;
}

static bool read_sections(const char *folder, bench_records *out)
{
    for (size_t i = 0; i < BENCH_LAYOUTS; i++)
        if (!bench_records_read(out, bench_layout_at(i)->section, folder))
            return false;
    if (out->count > 0)
        return true;
    cli_trouble_at(folder, 0, 0, "there are no records; 'farkas bench pairs --out %s' makes some", folder);
    return false;
}

int bench_page_verb(int argc, char **argv)
{
    static const struct option options[] = {
        {"readme", required_argument, NULL, OPTION_README},
        {"out", required_argument, NULL, PAGE_OPTION_OUT},
        CLI_COMMON_OPTIONS,
    };
    char *help = bench_page_block("bench", "help");
    cli_syntax syntax = {"bench page", help, CLI_COMMON_LETTERS, options};
    page_settings s = {.folder = "docs"};
    int status;
    bool is_read = cli_read_options(&syntax, argc, argv, read_page_option, &s, &status);
    free(help);
    if (!is_read)
        return status;
    if (!bench_has_no_arguments(argc, argv))
        return CLI_TROUBLE;
    bench_records records = {0};
    bool good = read_sections(s.folder, &records);
    bench_page p = check_targets(&records, s.folder);
    good = good && write_page(&p) && (s.readme == NULL || write_front(&records, s.readme));
    if (good && cli_is_verbose())
        cli_note("%zu records; %zu of %zu targets are met, %zu were not measured", records.count, p.met,
                 p.targets, p.unknown);
    bench_records_free(&records);
    return good ? CLI_OK : CLI_TROUBLE;
}
