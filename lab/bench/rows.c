/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Rows: named numbers and texts, printed by texts with names in them; see bench.h. */

#include "bench/bench.h"
#include "bench/page.h"
#include "cli.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Fields -------------------------------------------------------------------------------------------- */

void rows_add(bench_rows *rows, const bench_row *row)
{
    if (rows->count == rows->capacity) {
        rows->capacity = 2 * rows->capacity + 64;
        rows->row = bench_resize(rows->row, rows->capacity, sizeof *rows->row);
    }
    rows->row[rows->count++] = *row;
}

static const bench_field *find_field(const bench_row *row, const char *name, size_t length)
{
    for (size_t i = 0; i < row->fields; i++)
        if (strncmp(row->field[i].name, name, length) == 0 && row->field[i].name[length] == '\0')
            return &row->field[i];
    return NULL;
}

static bench_field *get_or_add_field(bench_row *row, const char *name)
{
    const bench_field *found = find_field(row, name, strlen(name));
    enum { ROW_MOST = sizeof row->field / sizeof row->field[0] };
    if (found == NULL && row->fields == ROW_MOST) /* a participant says too much */
        row->fields--;
    bench_field *out = found != NULL ? &row->field[found - row->field] : &row->field[row->fields++];
    *out = (bench_field){.number = 0};
    snprintf(out->name, sizeof out->name, "%s", name);
    return out;
}

void row_set(bench_row *row, const char *name, double number)
{
    get_or_add_field(row, name)->number = number;
}

void row_set_text(bench_row *row, const char *name, const char *format, ...)
{
    char text[96];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    memcpy(get_or_add_field(row, name)->text, text, sizeof text);
}

double row_get(const bench_row *row, const char *name)
{
    const bench_field *found = find_field(row, name, strlen(name));
    return found != NULL ? found->number : 0;
}

const char *row_text(const bench_row *row, const char *name)
{
    const bench_field *found = find_field(row, name, strlen(name));
    return found != NULL ? found->text : "";
}

bool row_is(const bench_row *row, const char *name, const char *text)
{
    return strcmp(row_text(row, name), text) == 0;
}

void row_copy_time(bench_row *row, const char *to, const char *from, double scale)
{
    static const char *const ends[] = {"", "_low", "_high"};
    for (int i = 0; i < 3; i++) {
        char source[32], target[32];
        snprintf(source, sizeof source, "%s%s", from, ends[i]);
        snprintf(target, sizeof target, "%s%s", to, ends[i]);
        row_set(row, target, scale * row_get(row, source));
    }
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

static void put_field(const bench_field *field, const char *format, FILE *out)
{
    static const bench_field none;
    const bench_field *f = field != NULL ? field : &none;
    char *end = NULL;
    int width = (int)strtol(format, &end, 10), digits = -1; /* a width below 0 is to the left */
    if (*end == '.')
        digits = (int)strtol(end + 1, &end, 10);
    if (*end == 'f')
        fprintf(out, "%*.*f", width, digits, f->number);
    else if (*end == 'g')
        fprintf(out, "%*.*g", width, digits, f->number);
    else if (*end == 'x')
        fprintf(out, "%0*x", width, (unsigned)f->number);
    else
        fprintf(out, "%*s", width, f->text);
}

static void put_json(const char *text, FILE *out)
{
    json_t *string = json_string(text);
    json_dumpf(string, out, JSON_ENCODE_ANY);
    json_decref(string);
}

/* Prints up to an end that no '<' began, and returns where it is. */
static const char *put_template(const char *at, const bench_row *row, FILE *out)
{
    while (*at != '\0' && *at != '>' && *at != '|') {
        if (*at != '<') {
            if (out != NULL)
                fputc(*at, out);
            at++;
            continue;
        }
        bool is_choice = *++at == '?';
        at += is_choice;
        const bench_field *field = find_field(row, at, strcspn(at, " >\n"));
        at += strcspn(at, " >\n");
        at += *at == ' ';
        if (is_choice) {
            bool is_there = field != NULL && (field->number != 0 || field->text[0] != '\0');
            at = put_template(at, row, is_there ? out : NULL);
            if (*at == '|')
                at = put_template(at + 1, row, is_there ? NULL : out);
        } else {
            if (out != NULL && *at == 'j')
                put_json(field != NULL ? field->text : "", out);
            else if (out != NULL)
                put_field(field, at, out);
            at += strcspn(at, ">");
        }
        at++;
    }
    return at;
}

void row_format(const char *text, const bench_row *row, char *out, size_t capacity)
{
    FILE *memory = fmemopen(out, capacity, "w");
    out[0] = '\0';
    if (memory == NULL)
        return;
    put_template(text, row, memory);
    fclose(memory);
}

static void print_block(const char *page, const char *prefix, const char *name, const bench_row *row,
                        size_t count)
{
    char block[64], line[2048];
    snprintf(block, sizeof block, "%s%s", prefix, name);
    char *text = bench_page_block(page, block);
    for (size_t i = 0; i < count; i++) {
        row_format(text, &row[i], line, sizeof line);
        cli_write(line, strlen(line));
    }
    free(text);
}

void rows_print(const bench_rows *rows, size_t first, bench_output_form form, const char *page,
                const char *prefix)
{
    static const char *const names[] = {"table", "csv", "json"}, *const heads[] = {"table-head", "csv-head"};
    static const bench_row none;
    if (form == BENCH_TABLE || (form == BENCH_CSV && first == 0))
        print_block(page, prefix, heads[form], first < rows->count ? &rows->row[first] : &none, 1);
    print_block(page, prefix, names[form], rows->row + first, rows->count - first);
    cli_flush();
}

/* ---- Records ------------------------------------------------------------------------------------------- */

bench_record *row_add(bench_records *records, const bench_row *row, const char *work, const char *unit,
                      double value)
{
    bench_record *out = bench_record_add(records, row_text(row, "section"), work, row_text(row, "what"),
                                         row_text(row, "method"));
    snprintf(out->unit, sizeof out->unit, "%s", unit);
    out->size = row_get(row, "size");
    out->value = value;
    return out;
}

bench_record *row_add_time(bench_records *records, const bench_row *row, const char *work, const char *unit,
                           const char *time, double scale)
{
    char name[32];
    bench_record *out = row_add(records, row, work, unit, NAN);
    if (row_get(row, time) <= 0)
        return out;
    out->value = scale * row_get(row, time);
    snprintf(name, sizeof name, "%s_low", time);
    out->low = scale * row_get(row, name);
    snprintf(name, sizeof name, "%s_high", time);
    out->high = scale * row_get(row, name);
    return out;
}
