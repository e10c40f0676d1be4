/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Studies: what an experiment found, kept in its order until it is shown. */

#include "study/study_items.h"
#include "cli.h"
#include "peers/participant.h"

#include <assert.h>
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

static char *copy_text(const char *text)
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
        return copy_text("-");
    snprintf(text, sizeof text, "%.*f", digits >= 0 ? digits : short_digits(value), value);
    return copy_text(text);
}

/* ---- Items --------------------------------------------------------------------------------------------- */

study *study_begin(const study_wish *wish, const char *experiment, const char *paper, const char *title)
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

void study_table(study *s, const char *name, const char *title, const study_column *column, size_t count)
{
    study_item *table = add_item(s, STUDY_TABLE);
    table->name = copy_text(name);
    table->text = copy_text(title);
    table->column = column;
    table->columns = count;
}

/* The next cell of the table that was given last. */
static study_cell *add_cell(study *s, const study_column **column)
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
    study_cell *cell = add_cell(s, &column);
    va_list list;
    va_start(list, format);
    cell->text = format_text(format, list);
    va_end(list);
    cell->value = NAN;
}

void study_number(study *s, double value)
{
    const study_column *column;
    study_cell *cell = add_cell(s, &column);
    cell->value = (s->wish.quick && column->is_timed) || !isfinite(value) ? (double)NAN : value;
    cell->text = number_text(cell->value, column->digits);
}

void study_say(study *s, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add_item(s, STUDY_TEXT)->text = format_text(format, list);
    va_end(list);
}

void study_claim(study *s, const char *claim, study_holds holds, const char *format, ...)
{
    study_item *item = add_item(s, STUDY_CLAIM);
    va_list list;
    item->claim = copy_text(claim);
    item->holds = holds;
    va_start(list, format);
    item->text = format_text(format, list);
    va_end(list);
}

const char *study_holds_words(study_holds holds)
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

bool study_path(const study *s, const char *name, const char *end, char path[STUDY_PATH])
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
    item->name = copy_text(name);
    item->text = copy_text(p->title);
    if (!study_path(s, name, "svg", path) || !plot_write(p, path))
        study_fail(s);
}

void study_picture(study *s, const char *name, const char *text, const void *png, size_t bytes)
{
    char path[STUDY_PATH];
    cli_file file;
    if (!study_has_files(s))
        return;
    study_item *item = add_item(s, STUDY_PICTURE);
    item->name = copy_text(name);
    item->text = copy_text(text);
    if (!study_path(s, name, "png", path) || !cli_file_create(&file, path)) {
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
