/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The page of a run of `farkas papers`, in Markdown: claims of all experiments first, then each experiment with its tables,
 * plots and pictures. */

#include "study/study_data.h"
#include "bench/program.h"
#include "cli.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

/* Longer tables are folded, pictures stand side by side. */
enum { LONG_TABLE = 24, ABREAST = 4 };

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* A text in a cell: a bar would end it. */
static void print_page_cell(const char *text, FILE *out)
{
    for (; *text != '\0'; text++) {
        if (*text == '|')
            fputc('\\', out);
        fputc(*text, out);
    }
}

/* ---- Items --------------------------------------------------------------------------------------------- */

static void print_page_head(const study_item *table, FILE *out)
{
    for (size_t k = 0; k < table->columns; k++) {
        const study_column *column = &table->column[k];
        fputs("| ", out);
        if (column->group != NULL)
            fprintf(out, "%s<br>", column->group);
        print_page_cell(column->name, out);
        fputs(" ", out);
    }
    fputs("|\n", out);
    for (size_t k = 0; k < table->columns; k++)
        fputs(table->column[k].digits == STUDY_WORDS ? "| --- " : "| ---: ", out);
    fputs("|\n", out);
}

static void print_page_table(const study *s, const study_item *table, FILE *out)
{
    bool is_long = study_rows(table) > LONG_TABLE;
    if (is_long)
        fprintf(out, "<details><summary>%s (%zu rows)</summary>\n\n", table->text, study_rows(table));
    else
        fprintf(out, "**%s**\n\n", table->text);
    print_page_head(table, out);
    for (size_t i = 0; i < table->cells; i++) {
        fputs("| ", out);
        print_page_cell(table->cell[i].text, out);
        fputs(i % table->columns + 1 == table->columns ? " |\n" : " ", out);
    }
    fprintf(out, "\n[%s-%s.csv](papers/%s-%s.csv)\n\n", s->experiment, table->name, s->experiment,
            table->name);
    if (is_long)
        fputs("</details>\n\n", out);
}

/* Pictures from `first` on, which follow each other, as a table of pictures and what they show. Returns how many. */
static size_t print_pictures(const study *s, size_t first, FILE *out)
{
    size_t end = first;
    while (end < s->count && s->item[end].kind == STUDY_PICTURE)
        end++;
    size_t abreast = end - first < ABREAST ? end - first : ABREAST;
    for (size_t row = first; row < end; row += abreast) {
        for (size_t i = row; i < row + abreast; i++)
            if (i < end)
                fprintf(out, "| ![%s](papers/%s-%s.png)<br>%s ", s->item[i].text, s->experiment,
                        s->item[i].name, s->item[i].text);
            else
                fputs("| ", out);
        fputs("|\n", out);
        for (size_t i = 0; i < abreast && row == first; i++)
            fputs("| --- ", out);
        fputs(row == first ? "|\n" : "", out);
    }
    fputs("\n", out);
    return end - first;
}

static void print_study(const study *s, FILE *out)
{
    fprintf(out, "## %s\n\n%s: %s.\n\n", s->experiment, s->paper, s->title);
    for (size_t i = 0; i < s->count;) {
        const study_item *item = &s->item[i];
        size_t taken = 1;
        if (item->kind == STUDY_TABLE)
            print_page_table(s, item, out);
        else if (item->kind == STUDY_PLOT)
            fprintf(out, "![%s](papers/%s-%s.svg)\n\n", item->text, s->experiment, item->name);
        else if (item->kind == STUDY_PICTURE)
            taken = print_pictures(s, i, out);
        else if (item->kind == STUDY_TEXT)
            fprintf(out, "%s\n\n", item->text);
        else
            fprintf(out, "%s: **%s**. %s\n\n", item->claim, study_outcome_text(item->holds), item->text);
        i += taken;
    }
    fprintf(out, "Answers of this experiment: `%08" PRIx32 "`.\n\n", study_hash(s));
}

/* ---- Page ---------------------------------------------------------------------------------------------- */

/* Whether this is what `make papers` does. */
static bool is_of_make(study *const *studies, size_t count)
{
    const study_options *wish = &studies[0]->wish;
    return count > 1 && !wish->quick && wish->seed == 1;
}

/* All that is not what `make papers` does is told. */
static void print_command(study *const *studies, size_t count, FILE *out)
{
    const study_options *wish = &studies[0]->wish;
    if (is_of_make(studies, count)) {
        fputs("`make papers`", out);
        return;
    }
    fprintf(out, "`farkas papers %s%s", count > 1 ? "all" : studies[0]->experiment,
            wish->quick ? " --quick" : "");
    if (wish->seed != 1)
        fprintf(out, " --seed %" PRIu64, wish->seed);
    fputc('`', out);
}

static void print_intro(study *const *studies, size_t count, FILE *out)
{
    time_t now = time(NULL);
    struct tm day;
    char date[32] = "";
    if (localtime_r(&now, &day) != NULL)
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    fputs("# The papers, reproduced\n\nWritten by ", out);
    print_command(studies, count, out);
    fprintf(
        out,
        " on %s: every number is of that run, or is marked as a paper's. Times of a paper are of its machine "
        "and its language, so only what they say about each other can be compared. `lab/printed/README.md` "
        "in the sources tells which experiment is which table of which paper, and what had to be made up as "
        "the paper does not tell it; %s has every algorithm of the papers, with the command that runs it.\n\n"
        "Processor: ",
        date,
        /* That page stands beside the one of `make papers`, and beside no other. */
        is_of_make(studies, count) ? "[papers-systems.md](papers-systems.md)" : "`docs/papers-systems.md`");
    bench_print_machine(out);
    fprintf(out, "Farkas %s.\n\n", fk_version());
}

/* How many claims there are, and where each experiment begins. */
static void print_summary(study *const *studies, size_t count, FILE *out)
{
    size_t judged[STUDY_HOLDS_IN_PART + 1] = {0};
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < studies[k]->count; i++)
            if (studies[k]->item[i].kind == STUDY_CLAIM)
                judged[studies[k]->item[i].holds]++;
    size_t holds = judged[STUDY_HOLDS], in_part = judged[STUDY_HOLDS_IN_PART],
           fails = judged[STUDY_HOLDS_NOT];
    if (holds + in_part + fails > 0)
        fprintf(out,
                "Of %zu claims of the papers, %zu hold here, %zu hold in part and %zu do not. What was "
                "measured stands below each in its experiment:",
                holds + in_part + fails, holds, in_part, fails);
    else
        fputs("Experiments:", out);
    for (size_t k = 0; k < count; k++)
        fprintf(out, "%s [%s](#%s)", k > 0 ? "," : "", studies[k]->experiment, studies[k]->experiment);
    fputs(".\n\n", out);
}

/* What the papers say, and what of it holds. */
static void print_claims(study *const *studies, size_t count, FILE *out)
{
    fputs("## What the papers say, and what holds\n\n", out);
    print_summary(studies, count, out);
    fputs("| paper | experiment | says | here |\n| --- | --- | --- | --- |\n", out);
    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; i < studies[k]->count; i++) {
            const study_item *item = &studies[k]->item[i];
            if (item->kind != STUDY_CLAIM)
                continue;
            fprintf(out, "| %s | [%s](#%s) | ", studies[k]->paper, studies[k]->experiment,
                    studies[k]->experiment);
            print_page_cell(item->claim, out);
            fprintf(out, " | %s%s%s |\n", item->holds == STUDY_HOLDS ? "" : "**",
                    study_outcome_text(item->holds), item->holds == STUDY_HOLDS ? "" : "**");
        }
    }
    fputs("\n", out);
}

bool study_page_write(study *const *studies, size_t count, const char *folder)
{
    cli_file file;
    char path[STUDY_PATH];
    if ((size_t)snprintf(path, sizeof path, "%s/papers.md", folder) >= sizeof path) {
        cli_trouble("%s: the name of the folder is too long", folder);
        return false;
    }
    if (!cli_file_create(&file, path))
        return false;
    print_intro(studies, count, file.stream);
    print_claims(studies, count, file.stream);
    for (size_t k = 0; k < count; k++)
        print_study(studies[k], file.stream);
    return cli_file_commit(&file);
}
