/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A study on stdout, as text or as lines of JSON, and its tables as CSV. */

#include "study/study_items.h"
#include "cli.h"
#include "peers/participant.h"
#include "check/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_WIDTH = 110, GAP = 2 };

/* ---- Text ---------------------------------------------------------------------------------------------- */

/* Columns that a text takes on a terminal: bytes but those within a character. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text != '\0'; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void print_spaces(int count)
{
    for (; count > 0; count--)
        cli_write(" ", 1);
}

static void print_padded(const char *text, int width, bool is_left)
{
    int rest = width - width_of(text);
    if (!is_left)
        print_spaces(rest);
    cli_print("%s", text);
    if (is_left)
        print_spaces(rest);
}

/* Words, broken into lines. */
static void print_paragraph(const char *text)
{
    int at = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " \n");
        char word[512];
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        int width = width_of(word);
        if (at > 0 && at + 1 + width > TEXT_WIDTH) {
            cli_print("\n");
            at = 0;
        }
        cli_print("%s%s", at > 0 ? " " : "", word);
        at += width + (at > 0);
        text += length;
        text += strspn(text, " \n");
    }
    cli_print("\n");
}

/* Whether a column stands below the same group as the one before it. */
static bool goes_on(const study_item *table, size_t k)
{
    const char *group = table->column[k].group;
    return k > 0 && group != NULL && table->column[k - 1].group != NULL &&
           strcmp(group, table->column[k - 1].group) == 0;
}

static bool has_groups(const study_item *table)
{
    for (size_t k = 0; k < table->columns; k++)
        if (table->column[k].group != NULL)
            return true;
    return false;
}

/* The last column of a group is widened where its name needs more room than its columns have. */
static void fit_groups(const study_item *table, int *width)
{
    for (size_t k = 0; k < table->columns;) {
        size_t end = k + 1;
        int all = width[k];
        for (; end < table->columns && goes_on(table, end); end++)
            all += GAP + width[end];
        int wanted = table->column[k].group != NULL ? width_of(table->column[k].group) : 0;
        if (wanted > all)
            width[k] += wanted - all;
        k = end;
    }
}

static int *column_widths(const study_item *table)
{
    int *width = bench_allocate(table->columns, sizeof *width);
    for (size_t k = 0; k < table->columns; k++)
        width[k] = width_of(table->column[k].name);
    for (size_t i = 0; i < table->cells; i++) {
        int w = width_of(table->cell[i].text);
        if (w > width[i % table->columns])
            width[i % table->columns] = w;
    }
    fit_groups(table, width);
    return width;
}

static void print_groups(const study_item *table, const int *width)
{
    size_t columns = table->columns;
    while (columns > 0 && table->column[columns - 1].group == NULL)
        columns--;
    for (size_t k = 0; k < columns;) {
        const char *group = table->column[k].group;
        size_t end = k + 1;
        int all = width[k];
        for (; end < table->columns && goes_on(table, end); end++)
            all += GAP + width[end];
        print_spaces(k > 0 ? GAP : 0);
        print_padded(group != NULL ? group : "", all, false);
        k = end;
    }
    cli_print("\n");
}

static void print_table(const study_item *table)
{
    int *width = column_widths(table);
    cli_print("%s\n", table->text);
    if (has_groups(table))
        print_groups(table, width);
    for (size_t k = 0; k < table->columns; k++) {
        print_spaces(k > 0 ? GAP : 0);
        print_padded(table->column[k].name, width[k], table->column[k].digits == STUDY_WORDS);
    }
    cli_print("\n");
    for (size_t i = 0; i < table->cells; i++) {
        size_t k = i % table->columns;
        print_spaces(k > 0 ? GAP : 0);
        print_padded(table->cell[i].text, width[k], table->column[k].digits == STUDY_WORDS);
        if (k + 1 == table->columns)
            cli_print("\n");
    }
    free(width);
}

static void print_text(const study *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const study_item *item = &s->item[i];
        if (item->kind == STUDY_PLOT || item->kind == STUDY_PICTURE)
            continue;
        if (item->kind == STUDY_TABLE)
            print_table(item);
        else if (item->kind == STUDY_TEXT)
            print_paragraph(item->text);
        else
            cli_print("%s, %s: %s.\n", s->paper, item->claim, study_holds_words(item->holds));
        if (item->kind == STUDY_CLAIM)
            print_paragraph(item->text);
        cli_print("\n");
    }
    cli_print("answers %08" PRIx32 "\n", study_hash(s));
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static void print_field(const char *key, const char *text)
{
    cli_print(",");
    cli_print_json_string(key);
    cli_print(":");
    cli_print_json_string(text);
}

static void print_rows(const study *s, const study_item *table)
{
    for (size_t i = 0; i < table->cells; i++) {
        const study_column *column = &table->column[i % table->columns];
        if (column == table->column) {
            cli_print("{\"experiment\":\"%s\"", s->experiment);
            print_field("table", table->name);
        }
        if (column->digits == STUDY_WORDS) {
            print_field(column->key, table->cell[i].text);
        } else {
            cli_print(",\"%s\":", column->key);
            cli_print_json_number(table->cell[i].value);
        }
        if (column == &table->column[table->columns - 1])
            cli_print("}\n");
    }
}

static void print_json(const study *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const study_item *item = &s->item[i];
        if (item->kind == STUDY_TABLE) {
            print_rows(s, item);
            continue;
        }
        if (item->kind != STUDY_TEXT && item->kind != STUDY_CLAIM)
            continue;
        cli_print("{\"experiment\":\"%s\"", s->experiment);
        if (item->kind == STUDY_CLAIM) {
            print_field("claim", item->claim);
            print_field("verdict", study_holds_words(item->holds));
        }
        print_field(item->kind == STUDY_CLAIM ? "measured" : "note", item->text);
        cli_print("}\n");
    }
    cli_print("{\"experiment\":\"%s\",\"answers\":\"%08" PRIx32 "\"}\n", s->experiment, study_hash(s));
}

/* ---- CSV ----------------------------------------------------------------------------------------------- */

/* Numbers as JSON has them, in full; nothing where none is known. */
static void put_cell(fk_text *text, const study_column *column, const study_cell *cell)
{
    if (column->digits == STUDY_WORDS)
        fk_text_put_csv(text, cell->text);
    else if (!isnan(cell->value))
        fk_text_put_number(text, cell->value);
}

static fk_status put_table(const void *what, fk_write_function *write, void *user)
{
    const study_item *table = what;
    fk_text text = fk_text_make(write, user);
    for (size_t k = 0; k < table->columns; k++) {
        fk_text_put(&text, k > 0 ? "," : "");
        fk_text_put_csv(&text, table->column[k].key);
    }
    for (size_t i = 0; i < table->cells; i++) {
        size_t k = i % table->columns;
        fk_text_put(&text, k > 0 ? "," : "\n");
        put_cell(&text, &table->column[k], &table->cell[i]);
    }
    fk_text_put(&text, "\n");
    return fk_text_end(&text);
}

static bool write_table(const study *s, const study_item *table)
{
    char path[STUDY_PATH];
    return study_path(s, table->name, "csv", path) && cli_file_write(path, put_table, table);
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

bool study_show(study *s)
{
    if (s->wish.json)
        print_json(s);
    else
        print_text(s);
    cli_flush();
    for (size_t i = 0; i < s->count && s->wish.out != NULL && !s->is_failed; i++)
        if (s->item[i].kind == STUDY_TABLE && !write_table(s, &s->item[i]))
            s->is_failed = true;
    return !s->is_failed;
}
