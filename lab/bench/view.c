/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tables and plots of the page of benchmarks. A table is made of the records of a view: its rows are the different values of
 * some fields of them, its columns those of others. */

#include "bench/page.h"
#include "bench/bench_program.h"
#include "study/growth.h"
#include "peers/participant.h"
#include "study/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Keys ---------------------------------------------------------------------------------------------- */

/* Fields of records that name a row or a column. A scene "KIND, FAMILY" has two parts. */
enum { WORK = 1, SCENE = 2, SIZE = 4, BY = 8, KIND = 16, FAMILY = 32, FIELDS_END = 64 };

/* Records that stand for the different values of these fields, in the order of measuring, or of sizes. */
typedef struct keys {
    int fields;
    const bench_record **row;
    size_t count;
} keys;

/* Bytes of KIND in a scene, and where FAMILY begins. */
static size_t kind_length(const bench_record *row)
{
    return strcspn(row->scene, ",");
}

static const char *family_of(const bench_record *row)
{
    const char *comma = strchr(row->scene, ',');
    return comma != NULL ? comma + 1 + strspn(comma + 1, " ") : "";
}

static bool is_same_kind(const bench_record *a, const bench_record *b)
{
    return kind_length(a) == kind_length(b) && strncmp(a->scene, b->scene, kind_length(a)) == 0;
}

static bool is_same(const bench_record *a, const bench_record *b, int fields)
{
    return (!(fields & WORK) || strcmp(a->work, b->work) == 0) &&
           (!(fields & SCENE) || strcmp(a->scene, b->scene) == 0) &&
           (!(fields & SIZE) || a->size == b->size) && (!(fields & BY) || strcmp(a->by, b->by) == 0) &&
           (!(fields & KIND) || is_same_kind(a, b)) &&
           (!(fields & FAMILY) || strcmp(family_of(a), family_of(b)) == 0);
}

/* Tables of families are of Farkas alone; of wrong answers, those of its lower levels of instructions are left out, which tests
 * compare. */
static bool is_one_shown(const bench_view *view, const char *by)
{
    if (view->shape == BENCH_FAMILIES)
        return strcmp(by, "Farkas") == 0;
    return view->shape != BENCH_WRONG || strncmp(by, "Farkas ", 7) != 0;
}

/* The records of a view. */
static keys records_of(const bench_records *records, const char *section, const bench_view *view)
{
    keys out = {WORK | SCENE | SIZE | BY, bench_allocate(records->count, sizeof *out.row), 0};
    for (size_t i = 0; i < records->count; i++) {
        const bench_record *row = &records->row[i];
        bool is_shown = strcmp(row->section, section) == 0 && bench_is_word_of(view->work, row->work) &&
                        (view->scene == NULL || bench_is_word_of(view->scene, row->scene)) &&
                        is_one_shown(view, row->by) && (view->shape != BENCH_SERIES || row->size > 0);
        if (is_shown)
            out.row[out.count++] = row;
    }
    return out;
}

static int by_size(const void *a, const void *b)
{
    double x = (*(const bench_record *const *)a)->size, y = (*(const bench_record *const *)b)->size;
    return (x > y) - (x < y);
}

static keys distinct(const keys *all, int fields)
{
    keys out = {fields, bench_allocate(all->count, sizeof *out.row), 0};
    for (size_t i = 0; i < all->count; i++) {
        bool is_new = true;
        for (size_t k = 0; k < out.count && is_new; k++)
            is_new = !is_same(all->row[i], out.row[k], fields);
        if (is_new)
            out.row[out.count++] = all->row[i];
    }
    if (fields == SIZE && out.count > 0)
        qsort(out.row, out.count, sizeof *out.row, by_size);
    return out;
}

/* Those of the fields in which the rows differ. */
static int varying(const keys *rows)
{
    int out = 0;
    for (int field = WORK; field < FIELDS_END; field *= 2)
        for (size_t i = 1; (rows->fields & field) && i < rows->count; i++)
            if (!is_same(rows->row[i], rows->row[0], field))
                out |= field;
    return out;
}

static const bench_record *find(const keys *all, const bench_record *row, int row_fields,
                                const bench_record *column, int column_fields)
{
    for (size_t i = 0; i < all->count; i++)
        if (is_same(all->row[i], row, row_fields) && is_same(all->row[i], column, column_fields))
            return all->row[i];
    return NULL;
}

/* ---- Names --------------------------------------------------------------------------------------------- */

void bench_print_cell(const char *text, FILE *out)
{
    for (; *text != '\0'; text++)
        fprintf(out, *text == '|' ? "\\|" : "%c", *text);
}

static void format_size(double size, char out[BENCH_NUMBER_SIZE])
{
    if (size > 0)
        bench_format_value(size, "", out);
    else
        out[0] = '\0';
}

/* The fields of a record in a few words: who, what, of what. */
static void name_record(const bench_record *row, int fields, char *out, size_t capacity)
{
    char size[BENCH_NUMBER_SIZE], kind[48];
    const struct {
        int field;
        const char *text;
    } part[] = {{BY, row->by},       {KIND, kind}, {FAMILY, family_of(row)},
                {SCENE, row->scene}, {SIZE, size}, {WORK, row->work}};
    size_t length = 0;
    format_size(row->size, size);
    snprintf(kind, sizeof kind, "%.*s", (int)kind_length(row), row->scene);
    out[0] = '\0';
    for (size_t i = 0; i < sizeof part / sizeof part[0] && length < capacity; i++)
        if ((fields & part[i].field) && part[i].text[0] != '\0')
            length += (size_t)snprintf(out + length, capacity - length, "%s%s", length > 0 ? ", " : "",
                                       part[i].text);
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

typedef enum content { NUMBERS, WRONG_ALONE } content;

static void print_cell(const bench_record *record, content what, FILE *out)
{
    char text[BENCH_NUMBER_SIZE + 128] = "";
    if (what == NUMBERS)
        bench_format_record(record, text);
    else if (record != NULL)
        snprintf(text, sizeof text, "%s", record->wrong[0] != '\0' ? record->wrong : "0");
    fputc(' ', out);
    bench_print_cell(text, out);
    fputs(" |", out);
}

/* The rows' names go into a column for each field in which they differ; a table of one row is named by its scene. */
static int name_columns(const keys *rows)
{
    int fields = varying(rows);
    return fields != 0 ? fields : rows->fields & BY ? BY : rows->fields & FAMILY ? FAMILY : SCENE;
}

/* In a series, the numbers across are named in the corner. */
static const char *field_name(int field, const bench_view *view)
{
    int named = view->shape == BENCH_SERIES ? BY : SIZE;
    if (field == named && view->x_title != NULL)
        return view->x_title;
    return field == WORK     ? "work"
           : field == SCENE  ? "scene"
           : field == SIZE   ? "size"
           : field == FAMILY ? "family"
                             : "by";
}

static void print_head(int fields, const keys *columns, const bench_view *view, const char *last, FILE *out)
{
    int column_fields = varying(columns);
    fputs("|", out);
    for (int field = WORK; field < FIELDS_END; field *= 2)
        if (fields & field)
            fprintf(out, " %s |", field_name(field, view));
    for (size_t c = 0; c < columns->count; c++) {
        char name[256];
        if (column_fields != 0 || columns->fields & (BY | KIND))
            name_record(columns->row[c], column_fields != 0 ? column_fields : columns->fields, name,
                        sizeof name);
        else if (columns->fields == SIZE)
            format_size(columns->row[c]->size, name);
        else /* the title tells the work and the scene */
            snprintf(name, sizeof name, "%s",
                     bench_unit_ns(columns->row[c]->unit) > 0 ? "time" : columns->row[c]->work);
        fputc(' ', out);
        bench_print_cell(name, out);
        fputs(" |", out);
    }
    fprintf(out, "%s%s\n|", last, last[0] != '\0' ? " |" : "");
    for (int field = WORK; field < FIELDS_END; field *= 2)
        if (fields & field)
            fputs(" --- |", out);
    for (size_t c = 0; c < columns->count; c++)
        fputs(" ---: |", out);
    fputs(last[0] != '\0' ? " ---: |\n" : "\n", out);
}

/* Bytes of the kind with which all scenes begin, as "box, ", since the title tells it. */
static size_t common_kind(const keys *rows)
{
    size_t length = strcspn(rows->row[0]->scene, ",");
    if (rows->row[0]->scene[length] == '\0')
        return 0;
    for (size_t i = 1; i < rows->count; i++)
        if (strncmp(rows->row[i]->scene, rows->row[0]->scene, length + 1) != 0)
            return 0;
    return length + 2;
}

static void print_row_name(const bench_record *row, int fields, size_t kind, FILE *out)
{
    fputs("|", out);
    for (int field = WORK; field < FIELDS_END; field *= 2) {
        char name[256];
        if (!(fields & field))
            continue;
        name_record(row, field, name, sizeof name);
        fputc(' ', out);
        bench_print_cell(name + (field == SCENE ? kind : 0), out);
        fputs(" |", out);
    }
}

static void print_table(const keys *all, const keys *rows, const keys *columns, const bench_view *view,
                        FILE *out)
{
    int fields = name_columns(rows);
    size_t kind = common_kind(rows);
    print_head(fields, columns, view, "", out);
    for (size_t r = 0; r < rows->count; r++) {
        print_row_name(rows->row[r], fields, kind, out);
        for (size_t c = 0; c < columns->count; c++)
            print_cell(find(all, rows->row[r], rows->fields, columns->row[c], columns->fields),
                       view->shape == BENCH_WRONG ? WRONG_ALONE : NUMBERS, out);
        fputs("\n", out);
    }
}

/* ---- Plots --------------------------------------------------------------------------------------------- */

/* What is drawn: numbers by row and column, all in one unit. */
typedef struct grid {
    size_t rows, columns;
    double *value, *low, *high; /* row by row; NAN: none */
    const char *unit;
    bool is_empty, is_wide; /* no number at all; the largest is many times the least */
} grid;

/* Times are drawn in the unit that suits the middle one, in logarithms. */
static double scale_of(const keys *all, const char **unit)
{
    double sum = 0, count = 0;
    *unit = all->row[0]->unit;
    for (size_t i = 0; i < all->count; i++) {
        double ns = bench_unit_ns(all->row[i]->unit);
        if (ns == 0 || strcmp(all->row[i]->unit, "") == 0)
            return 0;
        if (all->row[i]->value > 0) {
            sum += log(all->row[i]->value * ns);
            count++;
        }
    }
    *unit = bench_unit_for(count > 0 ? exp(sum / count) : 1);
    return bench_unit_ns(*unit);
}

static grid make_grid(const keys *all, const keys *rows, const keys *columns)
{
    grid g = {.rows = rows->count, .columns = columns->count, .is_empty = true};
    double scale = scale_of(all, &g.unit), least = INFINITY, most = 0;
    size_t count = g.rows * g.columns;
    g.value = bench_allocate(count, sizeof *g.value);
    g.low = bench_allocate(count, sizeof *g.low);
    g.high = bench_allocate(count, sizeof *g.high);
    for (size_t i = 0; i < count; i++) {
        const bench_record *found =
            find(all, rows->row[i / g.columns], rows->fields, columns->row[i % g.columns], columns->fields);
        double factor = found != NULL && scale > 0 ? bench_unit_ns(found->unit) / scale : 1;
        g.value[i] = found != NULL ? found->value * factor : (double)NAN;
        g.low[i] = found != NULL ? found->low * factor : (double)NAN;
        g.high[i] = found != NULL ? found->high * factor : (double)NAN;
        if (isfinite(g.value[i])) {
            g.is_empty = false;
            least = fmin(least, g.value[i]);
            most = fmax(most, g.value[i]);
        }
    }
    g.is_wide = least > 0 && most > 20 * least;
    return g;
}

static void free_grid(grid *g)
{
    free(g->value);
    free(g->low);
    free(g->high);
}

/* Whether a row of the grid has numbers; peers that never answered have none. */
static bool has_numbers(const grid *g, size_t row)
{
    for (size_t c = 0; c < g->columns; c++)
        if (isfinite(g->value[row * g->columns + c]))
            return true;
    return false;
}

/* FOLDER/bench/SECTION-NAME.svg, and a link to it. */
static bool write_plot(const plot *p, const char *section, const bench_view *view, const char *folder,
                       FILE *out)
{
    char name[256];
    snprintf(name, sizeof name, "bench/%s-%s.svg", section, view->name);
    char *path = bench_join(folder, name);
    bool good = plot_write(p, path);
    fprintf(out, "![%s](%s)\n\n", view->title, name);
    free(path);
    return good;
}

/* What the numbers of a plot are: times, or one work with its unit. */
static void describe_numbers(const grid *g, const bench_view *view, char out[128])
{
    bool is_time = bench_unit_ns(g->unit) > 0, is_one = strchr(view->work, '|') == NULL;
    bool has_unit = g->unit[0] != '\0' && strcmp(g->unit, view->work) != 0;
    const char *what = is_time ? "time" : is_one ? view->work : "";
    snprintf(out, 128, "%s%s%s", what, what[0] != '\0' && has_unit ? ", " : "", has_unit ? g->unit : "");
}

/* A line for each row, over the sizes of the columns. */
static bool plot_lines(const grid *g, const keys *rows, const keys *columns, const char *section,
                       const bench_view *view, const char *folder, FILE *out)
{
    plot_series *series = bench_allocate(g->rows, sizeof *series);
    char(*name)[256] = bench_allocate(g->rows, sizeof *name), numbers[128];
    double *size = bench_allocate(g->columns, sizeof *size);
    size_t count = 0;
    int fields = varying(rows) | BY;
    for (size_t c = 0; c < g->columns; c++)
        size[c] = columns->row[c]->size;
    for (size_t r = 0; r < g->rows; r++) {
        if (!has_numbers(g, r))
            continue;
        name_record(rows->row[r], fields, name[r], sizeof name[r]);
        series[count++] = (plot_series){.name = name[r],
                                        .count = g->columns,
                                        .x = size,
                                        .y = g->value + r * g->columns,
                                        .low = g->low + r * g->columns,
                                        .high = g->high + r * g->columns,
                                        .is_ours = strncmp(rows->row[r]->by, "Farkas", 6) == 0};
    }
    describe_numbers(g, view, numbers);
    plot p = {.title = view->title,
              .x_title = view->x_title != NULL ? view->x_title : "size",
              .y_title = numbers,
              .x_log = true,
              .y_log = true,
              .series = series,
              .count = count};
    bool good = write_plot(&p, section, view, folder, out);
    free(size);
    free(name);
    free(series);
    return good;
}

/* The numbers of one column, of ours or of the others alone; NAN stands for those of the other side. Returns whether there are any. */
static bool take_side(const grid *g, const keys *rows, size_t column, bool is_ours, double *y, size_t labels)
{
    double *low = y + labels, *high = low + labels;
    size_t at = 0;
    bool is_any = false;
    for (size_t r = 0; r < g->rows; r++) {
        if (!has_numbers(g, r))
            continue;
        size_t cell = r * g->columns + column;
        bool is_taken = (strncmp(rows->row[r]->by, "Farkas", 6) == 0) == is_ours;
        y[at] = is_taken ? g->value[cell] : (double)NAN;
        low[at] = is_taken ? g->low[cell] : (double)NAN;
        high[at] = is_taken ? g->high[cell] : (double)NAN;
        is_any |= isfinite(y[at++]);
    }
    return is_any;
}

/* Bars for each who, ours apart; of several works or scenes, a colour each. The grid has a row for each who. */
static bool plot_bars(const grid *g, const keys *rows, const keys *columns, const char *section,
                      const bench_view *view, const char *folder, FILE *out)
{
    plot_series *series = bench_allocate(2 * g->columns, sizeof *series);
    char(*name)[256] = bench_allocate(2 * g->columns, sizeof *name), numbers[128];
    const char **label = bench_allocate(g->rows, sizeof *label);
    double *value = bench_allocate(6 * g->rows * g->columns, sizeof *value);
    size_t labels = 0, count = 0;
    for (size_t r = 0; r < g->rows; r++)
        if (has_numbers(g, r))
            label[labels++] = rows->row[r]->by;
    for (size_t i = 0; i < 2 * g->columns; i++) {
        double *y = value + 3 * count * g->rows;
        bool is_ours = i % 2 == 0;
        if (!take_side(g, rows, i / 2, is_ours, y, labels))
            continue;
        char column[200] = "";
        if (g->columns > 1)
            name_record(columns->row[i / 2], varying(columns), column, sizeof column);
        snprintf(name[count], sizeof name[count], "%s%s%s", is_ours ? "Farkas" : "others",
                 column[0] != '\0' ? ", " : "", column);
        series[count] = (plot_series){.name = name[count],
                                      .count = labels,
                                      .y = y,
                                      .low = y + labels,
                                      .high = y + 2 * labels,
                                      .is_ours = is_ours};
        count++;
    }
    describe_numbers(g, view, numbers);
    plot p = {.title = view->title,
              .x_title = "",
              .y_title = numbers,
              .y_log = g->is_wide,
              .series = series,
              .count = count,
              .label = label,
              .labels = labels};
    bool good = write_plot(&p, section, view, folder, out);
    free(value);
    free(label);
    free(name);
    free(series);
    return good;
}

/* ---- Views --------------------------------------------------------------------------------------------- */

static bool print_series(const keys *all, const char *section, const bench_view *view, const char *folder,
                         FILE *out)
{
    keys rows = distinct(all, BY | WORK | SCENE), columns = distinct(all, SIZE);
    grid g = make_grid(all, &rows, &columns);
    bool good = g.is_empty || plot_lines(&g, &rows, &columns, section, view, folder, out);
    double *size = bench_allocate(columns.count, sizeof *size);
    for (size_t c = 0; c < columns.count; c++)
        size[c] = columns.row[c]->size;
    int fields = name_columns(&rows) | BY;
    size_t kind = common_kind(&rows);
    print_head(fields, &columns, view, " exponent", out);
    for (size_t r = 0; r < rows.count; r++) {
        print_row_name(rows.row[r], fields, kind, out);
        for (size_t c = 0; c < columns.count; c++)
            print_cell(find(all, rows.row[r], rows.fields, columns.row[c], SIZE), NUMBERS, out);
        double exponent = growth_exponent(size, g.value + r * g.columns, g.columns);
        if (isfinite(exponent))
            fprintf(out, " %.2f |\n", fabs(exponent) < 0.005 ? 0 : exponent); /* never -0.00 */
        else
            fputs(" – |\n", out);
    }
    free(size);
    free_grid(&g);
    free(rows.row);
    free(columns.row);
    return good;
}

/* From the least number to the largest, and those without one at the end. */
static int by_value(const void *a, const void *b)
{
    const bench_record *x = *(const bench_record *const *)a, *y = *(const bench_record *const *)b;
    double u = isfinite(x->value) ? x->value : INFINITY, v = isfinite(y->value) ? y->value : INFINITY;
    return u != v ? (u > v) - (u < v) : (x > y) - (x < y);
}

static bool print_bars(const keys *all, const char *section, const bench_view *view, const char *folder,
                       FILE *out)
{
    keys rows = distinct(all, BY), columns = distinct(all, WORK | SCENE | SIZE);
    if (columns.count == 1)
        qsort(rows.row, rows.count, sizeof *rows.row, by_value);
    grid g = make_grid(all, &rows, &columns);
    bool good = g.is_empty || plot_bars(&g, &rows, &columns, section, view, folder, out);
    print_table(all, &rows, &columns, view, out);
    free_grid(&g);
    free(rows.row);
    free(columns.row);
    return good;
}

static bool has_wrong(const keys *all, const keys *rows, size_t row)
{
    for (size_t i = 0; i < all->count; i++)
        if (is_same(all->row[i], rows->row[row], rows->fields) && all->row[i]->wrong[0] != '\0')
            return true;
    return false;
}

/* Takes out the rows in which nobody is wrong, and tells which they are. */
static void print_right(const keys *all, keys *rows, FILE *out)
{
    int fields = name_columns(rows);
    size_t kind = fields & SCENE ? common_kind(rows) : 0, kept = 0;
    const char *before = "Nobody is wrong in: ";
    for (size_t r = 0; r < rows->count; r++) {
        char name[256];
        if (has_wrong(all, rows, r)) {
            rows->row[kept++] = rows->row[r];
            continue;
        }
        name_record(rows->row[r], fields, name, sizeof name);
        fprintf(out, "%s%s", before, name + kind);
        before = "; ";
    }
    fputs(before[0] == ';' ? ".\n\n" : "", out);
    rows->count = kept;
}

static void print_cross(const keys *all, const bench_view *view, FILE *out)
{
    bool has_parts = view->shape == BENCH_FAMILIES;
    keys rows = distinct(all, has_parts ? FAMILY : WORK | SCENE | SIZE);
    keys columns = distinct(all, has_parts ? KIND | SIZE | WORK : BY);
    if (view->shape == BENCH_WRONG)
        print_right(all, &rows, out);
    if (rows.count > 0)
        print_table(all, &rows, &columns, view, out);
    free(rows.row);
    free(columns.row);
}

bool bench_view_print(const bench_records *records, const char *section, const bench_view *view,
                      const char *folder, FILE *out)
{
    keys all = records_of(records, section, view);
    bool good = true;
    fprintf(out, "\n### %s\n\n", view->title);
    if (all.count == 0)
        fputs("Not measured.\n", out);
    else if (view->shape == BENCH_SERIES)
        good = print_series(&all, section, view, folder, out);
    else if (view->shape == BENCH_BARS)
        good = print_bars(&all, section, view, folder, out);
    else
        print_cross(&all, view, out);
    if (all.count > 0 && view->note != NULL)
        fprintf(out, "\n%s\n", view->note);
    free(all.row);
    return good;
}
