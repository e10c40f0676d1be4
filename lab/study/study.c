/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Collects the items of a study in order, prints them as text or lines of JSON, and writes its tables as CSV. */

#include "study/study_data.h"
#include "cli.h"
#include "check/report.h"
#include "peers/participant.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Texts --------------------------------------------------------------------------------------------- */

static char *format_text(const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    assert(length >= 0);
    char *text = bench_allocate((size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, list);
    return text;
}

static char *copy_string(const char *text)
{
    char *copy = bench_allocate(strlen(text) + 1, 1);
    return strcpy(copy, text);
}

/* Four significant digits, never with an exponent. */
static int short_digits(double value)
{
    double size = fabs(value);
    int digits = 3;
    for (; size >= 10 && digits > 0; size /= 10)
        digits--;
    for (; size > 0 && size < 1 && digits < 9; size *= 10)
        digits++;
    return digits;
}

static char *number_text(double value, int digits)
{
    char text[400];
    if (isnan(value))
        return copy_string("-");
    snprintf(text, sizeof text, "%.*f", digits >= 0 ? digits : short_digits(value), value);
    return copy_string(text);
}

/* ---- Items --------------------------------------------------------------------------------------------- */

study *study_begin(const study_options *wish, const char *experiment, const char *paper, const char *title)
{
    study *s = bench_allocate(1, sizeof *s);
    s->wish = *wish;
    s->experiment = experiment;
    s->paper = paper;
    s->title = title;
    return s;
}

void study_free(study *s)
{
    for (size_t i = 0; i < s->count; i++) {
        study_item *item = &s->item[i];
        for (size_t k = 0; k < item->cells; k++)
            free(item->cell[k].text);
        free(item->cell);
        free(item->layout);
        free(item->column);
        free(item->name);
        free(item->text);
        free(item->claim);
    }
    free(s->item);
    free(s);
}

static study_item *add_item(study *s, study_kind kind)
{
    if (s->count == s->capacity) {
        s->capacity = s->capacity > 0 ? 2 * s->capacity : 16;
        s->item = bench_resize(s->item, s->capacity, sizeof *s->item);
    }
    study_item *item = &s->item[s->count++];
    *item = (study_item){.kind = kind};
    return item;
}

/* Ends the text before the next separator, and returns what is behind it; NULL where there is none. */
static char *split_string(char *text, const char *separator)
{
    char *at = strstr(text, separator);
    if (at == NULL)
        return NULL;
    *at = '\0';
    return at + strlen(separator);
}

static study_column read_column(const char *group, char *text)
{
    study_column column = {.group = group, .name = text, .key = text};
    char *key = split_string(text, "|"), *format = key != NULL ? split_string(key, "|") : NULL;
    if (key != NULL && key[0] != '\0')
        column.key = key;
    if (format != NULL) {
        column.digits = *format == 'w' ? STUDY_WORDS : *format == 's' ? STUDY_SHORT : *format - '0';
        column.is_timed = format[1] == 't';
    }
    return column;
}

void study_table(study *s, const char *name, const char *title, const char *layout)
{
    study_item *table = add_item(s, STUDY_TABLE);
    table->name = copy_string(name);
    table->text = copy_string(title);
    table->layout = copy_string(layout);
    table->column = bench_allocate(strlen(layout) / 2 + 1, sizeof *table->column);
    for (char *line = table->layout, *next_line; line != NULL && *line != '\0'; line = next_line) {
        next_line = split_string(line, "\n");
        char *behind = split_string(line, ": "), *group = behind != NULL ? line : NULL;
        for (char *text = behind != NULL ? behind : line, *next; text != NULL; text = next) {
            next = split_string(text, "; ");
            table->column[table->columns++] = read_column(group, text);
        }
    }
}

/* The next cell of the table that was given last. */
static study_cell *add_table_cell(study *s, const study_column **column)
{
    study_item *table = &s->item[s->count - 1];
    assert(s->count > 0 && table->kind == STUDY_TABLE);
    if (table->cells == table->capacity) {
        table->capacity = table->capacity > 0 ? 2 * table->capacity : 4 * table->columns;
        table->cell = bench_resize(table->cell, table->capacity, sizeof *table->cell);
    }
    *column = &table->column[table->cells % table->columns];
    return &table->cell[table->cells++];
}

void study_words(study *s, const char *format, ...)
{
    const study_column *column;
    study_cell *cell = add_table_cell(s, &column);
    va_list list;
    va_start(list, format);
    cell->text = format_text(format, list);
    va_end(list);
    cell->value = NAN;
}

void study_number(study *s, double value)
{
    const study_column *column;
    study_cell *cell = add_table_cell(s, &column);
    cell->value = (s->wish.quick && column->is_timed) || !isfinite(value) ? (double)NAN : value;
    cell->text = number_text(cell->value, column->digits);
}

void study_number_list(study *s, const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        study_number(s, value[i]);
}

void study_paragraph(study *s, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add_item(s, STUDY_TEXT)->text = format_text(format, list);
    va_end(list);
}

void study_claim(study *s, const char *claim, study_outcome holds, const char *format, ...)
{
    study_item *item = add_item(s, STUDY_CLAIM);
    va_list list;
    item->claim = copy_string(claim);
    item->holds = holds;
    va_start(list, format);
    item->text = format_text(format, list);
    va_end(list);
}

const char *study_outcome_text(study_outcome holds)
{
    return holds == STUDY_HOLDS ? "holds" : holds == STUDY_HOLDS_NOT ? "does not hold" : "holds in part";
}

void study_fail(study *s)
{
    s->is_failed = true;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

bool study_has_files(const study *s)
{
    return s->wish.out != NULL;
}

/* FOLDER/papers/EXPERIMENT-NAME.END; false after a message. */
static bool make_path(const study *s, const char *name, const char *end, char path[STUDY_PATH])
{
    int length = snprintf(path, STUDY_PATH, "%s/papers/%s-%s.%s", s->wish.out, s->experiment, name, end);
    if (length > 0 && length < STUDY_PATH)
        return true;
    cli_trouble("%s: the name of the folder is too long", s->wish.out);
    return false;
}

void study_plot(study *s, const char *name, const plot *p)
{
    char path[STUDY_PATH];
    if (!study_has_files(s))
        return;
    study_item *item = add_item(s, STUDY_PLOT);
    item->name = copy_string(name);
    item->text = copy_string(p->title);
    if (!make_path(s, name, "svg", path) || !plot_write(p, path))
        study_fail(s);
}

void study_picture(study *s, const char *name, const char *text, const void *png, size_t bytes)
{
    char path[STUDY_PATH];
    cli_file file;
    if (!study_has_files(s))
        return;
    study_item *item = add_item(s, STUDY_PICTURE);
    item->name = copy_string(name);
    item->text = copy_string(text);
    if (!make_path(s, name, "png", path) || !cli_file_create(&file, path)) {
        study_fail(s);
        return;
    }
    fwrite(png, 1, bytes, file.stream);
    if (!cli_file_commit(&file))
        study_fail(s);
}

/* ---- Hash ---------------------------------------------------------------------------------------------- */

static uint32_t hash_text(uint32_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return (hash ^ 0xffu) * 16777619u; /* an end that no UTF-8 has */
}

uint32_t study_hash(const study *s)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < s->count; i++) {
        const study_item *table = &s->item[i];
        if (table->kind != STUDY_TABLE)
            continue;
        hash = hash_text(hash, table->name);
        for (size_t k = 0; k < table->cells; k++)
            if (!table->column[k % table->columns].is_timed)
                hash = hash_text(hash, table->cell[k].text);
    }
    return hash;
}

enum { TEXT_WIDTH = 110, GAP = 2 };

/* ---- Text ---------------------------------------------------------------------------------------------- */

/* Columns that a text takes on a terminal: bytes but those within a character. */
static int text_width(const char *text)
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
    int rest = width - text_width(text);
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
        int width = text_width(word);
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
        int wanted = table->column[k].group != NULL ? text_width(table->column[k].group) : 0;
        if (wanted > all)
            width[k] += wanted - all;
        k = end;
    }
}

static int *column_widths(const study_item *table)
{
    int *width = bench_allocate(table->columns, sizeof *width);
    for (size_t k = 0; k < table->columns; k++)
        width[k] = text_width(table->column[k].name);
    for (size_t i = 0; i < table->cells; i++) {
        int w = text_width(table->cell[i].text);
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

static void print_text_table(const study_item *table)
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

static void print_text_study(const study *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const study_item *item = &s->item[i];
        if (item->kind == STUDY_PLOT || item->kind == STUDY_PICTURE)
            continue;
        if (item->kind == STUDY_TABLE)
            print_text_table(item);
        else if (item->kind == STUDY_TEXT)
            print_paragraph(item->text);
        else
            cli_print("%s, %s: %s.\n", s->paper, item->claim, study_outcome_text(item->holds));
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
            print_field("verdict", study_outcome_text(item->holds));
        }
        print_field(item->kind == STUDY_CLAIM ? "measured" : "note", item->text);
        cli_print("}\n");
    }
    cli_print("{\"experiment\":\"%s\",\"answers\":\"%08" PRIx32 "\"}\n", s->experiment, study_hash(s));
}

/* ---- CSV ----------------------------------------------------------------------------------------------- */

/* Numbers as JSON has them, in full; nothing where none is known. */
static void put_csv_cell(fk_text *text, const study_column *column, const study_cell *cell)
{
    if (column->digits == STUDY_WORDS)
        fk_text_print(text, "%c", cell->text);
    else if (!isnan(cell->value))
        fk_text_print(text, "%x", cell->value);
}

static fk_status put_csv_table(const void *what, fk_write_function *write, void *user)
{
    const study_item *table = what;
    fk_text text = fk_text_make(write, user);
    for (size_t k = 0; k < table->columns; k++) {
        fk_text_write(&text, k > 0 ? "," : "");
        fk_text_print(&text, "%c", table->column[k].key);
    }
    for (size_t i = 0; i < table->cells; i++) {
        size_t k = i % table->columns;
        fk_text_write(&text, k > 0 ? "," : "\n");
        put_csv_cell(&text, &table->column[k], &table->cell[i]);
    }
    fk_text_write(&text, "\n");
    return fk_text_end(&text);
}

static bool write_table(const study *s, const study_item *table)
{
    char path[STUDY_PATH];
    return make_path(s, table->name, "csv", path) && cli_file_write(path, put_csv_table, table);
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

bool study_print(study *s)
{
    if (s->wish.json)
        print_json(s);
    else
        print_text_study(s);
    cli_flush();
    for (size_t i = 0; i < s->count && s->wish.out != NULL && !s->is_failed; i++)
        if (s->item[i].kind == STUDY_TABLE && !write_table(s, &s->item[i]))
            s->is_failed = true;
    return !s->is_failed;
}
