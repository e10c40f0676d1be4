/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tables and plots of the page of benchmarks. The distinct values of some fields of the records are the rows of a table, those of other
 * fields its columns. */

#include "bench/page.h"
#include "bench/program.h"
#include "peers/participant.h"
#include "study/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Keys ---------------------------------------------------------------------------------------------- */

/* Fields of records that name a row or a column. A scene "KIND, FAMILY" has two parts. */
enum { KEY_WORK = 1, KEY_SCENE = 2, KEY_SIZE = 4, KEY_BY = 8, KIND = 16, FAMILY = 32, FIELDS_END = 64 };

/* Records that stand for the different values of these fields, in the order of measuring, or of sizes. */
typedef struct record_list {
    int fields;
    const bench_record **row;
    size_t count;
} record_list;

/* Bytes of KIND in a scene, and where FAMILY begins. */
static size_t kind_length(const bench_record *row)
{
    return strcspn(row->scene, ",");
}

static const char *scene_family(const bench_record *row)
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
    return (!(fields & KEY_WORK) || strcmp(a->work, b->work) == 0) &&
           (!(fields & KEY_SCENE) || strcmp(a->scene, b->scene) == 0) &&
           (!(fields & KEY_SIZE) || a->size == b->size) &&
           (!(fields & KEY_BY) || strcmp(a->by, b->by) == 0) && (!(fields & KIND) || is_same_kind(a, b)) &&
           (!(fields & FAMILY) || strcmp(scene_family(a), scene_family(b)) == 0);
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
static record_list select_records(const bench_records *records, const char *section, const bench_view *view)
{
    record_list out = {KEY_WORK | KEY_SCENE | KEY_SIZE | KEY_BY,
                       bench_allocate(records->count, sizeof *out.row), 0};
    for (size_t i = 0; i < records->count; i++) {
        const bench_record *row = &records->row[i];
        bool is_shown = strcmp(row->section, section) == 0 && bench_matches_words(view->work, row->work) &&
                        (view->scene == NULL || bench_matches_words(view->scene, row->scene)) &&
                        is_one_shown(view, row->by) && (view->shape != BENCH_SERIES || row->size > 0);
        if (is_shown)
            out.row[out.count++] = row;
    }
    return out;
}

static int compare_sizes(const void *a, const void *b)
{
    double x = (*(const bench_record *const *)a)->size, y = (*(const bench_record *const *)b)->size;
    return (x > y) - (x < y);
}

static record_list distinct_records(const record_list *all, int fields)
{
    record_list out = {fields, bench_allocate(all->count, sizeof *out.row), 0};
    for (size_t i = 0; i < all->count; i++) {
        bool is_new = true;
        for (size_t k = 0; k < out.count && is_new; k++)
            is_new = !is_same(all->row[i], out.row[k], fields);
        if (is_new)
            out.row[out.count++] = all->row[i];
    }
    if (fields == KEY_SIZE && out.count > 0)
        qsort(out.row, out.count, sizeof *out.row, compare_sizes);
    return out;
}

/* Those of the fields in which the rows differ. */
static int varying_fields(const record_list *rows)
{
    int out = 0;
    for (int field = KEY_WORK; field < FIELDS_END; field *= 2)
        for (size_t i = 1; (rows->fields & field) && i < rows->count; i++)
            if (!is_same(rows->row[i], rows->row[0], field))
                out |= field;
    return out;
}

static const bench_record *find_record(const record_list *all, const bench_record *row, int row_fields,
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
    } part[] = {{KEY_BY, row->by},       {KIND, kind},     {FAMILY, scene_family(row)},
                {KEY_SCENE, row->scene}, {KEY_SIZE, size}, {KEY_WORK, row->work}};
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

static void print_cell_text(const char *text, FILE *out)
{
    fputc(' ', out);
    bench_print_cell(text, out);
    fputs(" |", out);
}

typedef enum cell_content { NUMBERS, WRONG_ALONE } cell_content;

static void print_record_cell(const bench_record *record, cell_content what, FILE *out)
{
    char text[BENCH_NUMBER_SIZE + 128] = "";
    if (what == NUMBERS)
        bench_format_record(record, text);
    else if (record != NULL)
        snprintf(text, sizeof text, "%s", record->wrong[0] != '\0' ? record->wrong : "0");
    print_cell_text(text, out);
}

/* The rows' names go into a column for each field in which they differ; a table of one row is named by its scene. */
static int name_columns(const record_list *rows)
{
    int fields = varying_fields(rows);
    return fields != 0 ? fields : rows->fields & KEY_BY ? KEY_BY : rows->fields & FAMILY ? FAMILY : KEY_SCENE;
}

/* In a series, the numbers across are named in the corner. */
static const char *field_name(int field, const bench_view *view)
{
    int named = view->shape == BENCH_SERIES ? KEY_BY : KEY_SIZE;
    if (field == named && view->x_title != NULL)
        return view->x_title;
    return field == KEY_WORK    ? "work"
           : field == KEY_SCENE ? "scene"
           : field == KEY_SIZE  ? "size"
           : field == FAMILY    ? "family"
                                : "by";
}

static void print_view_head(int fields, const record_list *columns, const bench_view *view, FILE *out)
{
    int column_fields = varying_fields(columns);
    bool is_series = view->shape == BENCH_SERIES;
    fputs("|", out);
    for (int field = KEY_WORK; field < FIELDS_END; field *= 2)
        if (fields & field)
            print_cell_text(field_name(field, view), out);
    for (size_t c = 0; c < columns->count; c++) {
        char name[256];
        if (column_fields != 0 || columns->fields == KEY_SIZE || columns->fields & (KEY_BY | KIND))
            name_record(columns->row[c], column_fields != 0 ? column_fields : columns->fields, name,
                        sizeof name);
        else /* the title tells the work and the scene */
            snprintf(name, sizeof name, "%s",
                     bench_unit_ns(columns->row[c]->unit) > 0 ? "time" : columns->row[c]->work);
        print_cell_text(name, out);
    }
    fputs(is_series ? " exponent |\n|" : "\n|", out);
    for (int field = KEY_WORK; field < FIELDS_END; field *= 2)
        fputs(fields & field ? " --- |" : "", out);
    for (size_t c = 0; c < columns->count + is_series; c++)
        fputs(" ---: |", out);
    fputs("\n", out);
}

/* Bytes of the kind with which all scenes begin, as "box, ", since the title tells it. */
static size_t common_kind(const record_list *rows)
{
    size_t length = strcspn(rows->row[0]->scene, ",");
    if (rows->row[0]->scene[length] == '\0')
        return 0;
    for (size_t i = 1; i < rows->count; i++)
        if (strncmp(rows->row[i]->scene, rows->row[0]->scene, length + 1) != 0)
            return 0;
    return length + 2;
}

/* The numbers of a plot by row and column, in one unit. */
typedef struct number_grid {
    size_t rows, columns;
    double *value, *low, *high; /* row by row, in one block; NAN: none */
    const char *unit;
    bool is_empty, is_wide; /* no number at all; the largest is many times the least */
} number_grid;

static void print_view_table(const record_list *all, const record_list *rows, const record_list *columns,
                             const number_grid *g, const bench_view *view, FILE *out)
{
    bool is_series = view->shape == BENCH_SERIES;
    int fields = name_columns(rows) | (is_series ? KEY_BY : 0);
    size_t kind = common_kind(rows);
    double *size = bench_allocate(columns->count, sizeof *size);
    for (size_t c = 0; c < columns->count; c++)
        size[c] = columns->row[c]->size;
    print_view_head(fields, columns, view, out);
    for (size_t r = 0; r < rows->count; r++) {
        char name[256];
        fputs("|", out);
        for (int field = KEY_WORK; field < FIELDS_END; field *= 2) {
            name_record(rows->row[r], field, name, sizeof name);
            if (fields & field)
                print_cell_text(name + (field == KEY_SCENE ? kind : 0), out);
        }
        for (size_t c = 0; c < columns->count; c++)
            print_record_cell(find_record(all, rows->row[r], rows->fields, columns->row[c], columns->fields),
                              view->shape == BENCH_WRONG ? WRONG_ALONE : NUMBERS, out);
        double exponent = is_series ? growth_exponent(size, g->value + r * g->columns, g->columns) : 0;
        if (is_series && isfinite(exponent))
            fprintf(out, " %.2f |", fabs(exponent) < 0.005 ? 0 : exponent); /* never -0.00 */
        else if (is_series)
            fputs(" – |", out);
        fputs("\n", out);
    }
    free(size);
}

/* ---- Plots --------------------------------------------------------------------------------------------- */

/* Chooses the unit that suits the geometric mean of the times. */
static double choose_unit(const record_list *all, const char **unit)
{
    double sum = 0, count = 0;
    *unit = all->row[0]->unit;
    for (size_t i = 0; i < all->count; i++) {
        double ns = bench_unit_ns(all->row[i]->unit);
        if (ns == 0)
            return 0;
        if (all->row[i]->value > 0) {
            sum += log(all->row[i]->value * ns);
            count++;
        }
    }
    *unit = bench_unit_for_ns(count > 0 ? exp(sum / count) : 1);
    return bench_unit_ns(*unit);
}

static number_grid make_grid(const record_list *all, const record_list *rows, const record_list *columns)
{
    number_grid g = {.rows = rows->count, .columns = columns->count, .is_empty = true};
    double scale = choose_unit(all, &g.unit), least = INFINITY, most = 0;
    size_t count = g.rows * g.columns;
    g.value = bench_allocate(3 * count, sizeof *g.value);
    g.low = g.value + count;
    g.high = g.low + count;
    for (size_t i = 0; i < count; i++) {
        static const bench_record none = {.value = NAN, .low = NAN, .high = NAN};
        const bench_record *found = find_record(all, rows->row[i / g.columns], rows->fields,
                                                columns->row[i % g.columns], columns->fields);
        double factor = found != NULL && scale > 0 ? bench_unit_ns(found->unit) / scale : 1;
        found = found != NULL ? found : &none;
        g.value[i] = found->value * factor;
        g.low[i] = found->low * factor;
        g.high[i] = found->high * factor;
        if (isfinite(g.value[i])) {
            g.is_empty = false;
            least = fmin(least, g.value[i]);
            most = fmax(most, g.value[i]);
        }
    }
    g.is_wide = least > 0 && most > 20 * least;
    return g;
}

/* Whether a row of the grid has numbers; peers that never answered have none. */
static bool has_numbers(const number_grid *g, size_t row)
{
    for (size_t c = 0; c < g->columns; c++)
        if (isfinite(g->value[row * g->columns + c]))
            return true;
    return false;
}

static bool is_ours(const bench_record *row)
{
    return strncmp(row->by, "Farkas", 6) == 0;
}

/* A line for each row, over the sizes of the columns, which are put into `x`. */
static void draw_lines(const number_grid *g, const record_list *rows, const record_list *columns, double *x,
                       char (*name)[256], plot_series *series, plot *p)
{
    int fields = varying_fields(rows) | KEY_BY;
    for (size_t c = 0; c < g->columns; c++)
        x[c] = columns->row[c]->size;
    for (size_t r = 0; r < g->rows; r++) {
        size_t at = r * g->columns;
        if (!has_numbers(g, r))
            continue;
        name_record(rows->row[r], fields, name[r], sizeof name[r]);
        series[p->count++] = (plot_series){.name = name[r],
                                           .count = g->columns,
                                           .x = x,
                                           .y = g->value + at,
                                           .low = g->low + at,
                                           .high = g->high + at,
                                           .is_ours = is_ours(rows->row[r])};
    }
    p->x_log = p->y_log = true;
}

/* Copies the numbers of one column, of Farkas or of the others; the rest become NAN. Returns whether there are any numbers. */
static bool select_column(const number_grid *g, const record_list *rows, size_t column, bool ours, double *y,
                          size_t labels)
{
    const double *const from[] = {g->value, g->low, g->high};
    size_t at = 0;
    bool is_any = false;
    for (size_t r = 0; r < g->rows; r++) {
        if (!has_numbers(g, r))
            continue;
        for (size_t k = 0; k < 3; k++)
            y[k * labels + at] =
                is_ours(rows->row[r]) == ours ? from[k][r * g->columns + column] : (double)NAN;
        is_any |= isfinite(y[at++]);
    }
    return is_any;
}

/* Draws bars for each method, with Farkas as a separate series, and a colour for each work or scene. The grid has a row for each method. */
static void draw_bars(const number_grid *g, const record_list *rows, const record_list *columns,
                      double *value, char (*name)[256], const char **label, plot_series *series, plot *p)
{
    for (size_t r = 0; r < g->rows; r++)
        if (has_numbers(g, r))
            label[p->labels++] = rows->row[r]->by;
    for (size_t i = 0; i < 2 * g->columns; i++) {
        double *y = value + 3 * p->count * g->rows;
        bool ours = i % 2 == 0;
        if (!select_column(g, rows, i / 2, ours, y, p->labels))
            continue;
        char column[200] = "";
        if (g->columns > 1)
            name_record(columns->row[i / 2], varying_fields(columns), column, sizeof column);
        snprintf(name[p->count], sizeof name[0], "%s%s%s", ours ? "Farkas" : "others",
                 column[0] != '\0' ? ", " : "", column);
        series[p->count] = (plot_series){.name = name[p->count],
                                         .count = p->labels,
                                         .y = y,
                                         .low = y + p->labels,
                                         .high = y + 2 * p->labels,
                                         .is_ours = ours};
        p->count++;
    }
    p->label = label;
    p->y_log = g->is_wide;
}

/* Describes the numbers of a plot: times, or one work with its unit. */
static void describe_numbers(const number_grid *g, const bench_view *view, char out[128])
{
    bool is_time = bench_unit_ns(g->unit) > 0, is_one = strchr(view->work, '|') == NULL;
    bool has_unit = g->unit[0] != '\0' && strcmp(g->unit, view->work) != 0;
    const char *what = is_time ? "time" : is_one ? view->work : "";
    snprintf(out, 128, "%s%s%s", what, what[0] != '\0' && has_unit ? ", " : "", has_unit ? g->unit : "");
}

/* Writes FOLDER/bench/SECTION-NAME.svg and prints a link to it. */
static bool draw_view(const number_grid *g, const record_list *rows, const record_list *columns,
                      const char *section, const bench_view *view, const char *folder, FILE *out)
{
    size_t most = g->rows + 2 * g->columns;
    plot_series *series = bench_allocate(most, sizeof *series);
    char(*name)[256] = bench_allocate(most, sizeof *name), numbers[128], file[256];
    const char **label = bench_allocate(most, sizeof *label);
    double *value = bench_allocate(6 * g->rows * g->columns, sizeof *value);
    plot p = {.title = view->title, .x_title = "", .y_title = numbers, .series = series};
    describe_numbers(g, view, numbers);
    if (view->shape == BENCH_SERIES) {
        p.x_title = view->x_title != NULL ? view->x_title : "size";
        draw_lines(g, rows, columns, value, name, series, &p);
    } else
        draw_bars(g, rows, columns, value, name, label, series, &p);
    snprintf(file, sizeof file, "bench/%s-%s.svg", section, view->name);
    char *path = bench_join(folder, file);
    bool good = plot_write(&p, path);
    fprintf(out, "![%s](%s)\n\n", view->title, file);
    free(path);
    free(value);
    free(label);
    free(name);
    free(series);
    return good;
}

/* ---- Views --------------------------------------------------------------------------------------------- */

/* Orders by number; records without a number come last. */
static int compare_values(const void *a, const void *b)
{
    const bench_record *x = *(const bench_record *const *)a, *y = *(const bench_record *const *)b;
    double u = isfinite(x->value) ? x->value : INFINITY, v = isfinite(y->value) ? y->value : INFINITY;
    return u != v ? (u > v) - (u < v) : (x > y) - (x < y);
}

static bool has_wrong(const record_list *all, const record_list *rows, size_t row)
{
    for (size_t i = 0; i < all->count; i++)
        if (is_same(all->row[i], rows->row[row], rows->fields) && all->row[i]->wrong[0] != '\0')
            return true;
    return false;
}

/* Removes the rows without wrong answers and lists them. */
static void print_right(const record_list *all, record_list *rows, FILE *out)
{
    int fields = name_columns(rows);
    size_t kind = fields & KEY_SCENE ? common_kind(rows) : 0, kept = 0;
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

static bool print_view(const record_list *all, const char *section, const bench_view *view,
                       const char *folder, FILE *out)
{
    /* What names a row, and what a column. */
    static const int fields[][2] = {[BENCH_SERIES] = {KEY_BY | KEY_WORK | KEY_SCENE, KEY_SIZE},
                                    [BENCH_CROSS] = {KEY_WORK | KEY_SCENE | KEY_SIZE, KEY_BY},
                                    [BENCH_WRONG] = {KEY_WORK | KEY_SCENE | KEY_SIZE, KEY_BY},
                                    [BENCH_BARS] = {KEY_BY, KEY_WORK | KEY_SCENE | KEY_SIZE},
                                    [BENCH_FAMILIES] = {FAMILY, KIND | KEY_SIZE | KEY_WORK}};
    record_list rows = distinct_records(all, fields[view->shape][0]),
                columns = distinct_records(all, fields[view->shape][1]);
    if (view->shape == BENCH_WRONG)
        print_right(all, &rows, out);
    if (view->shape == BENCH_BARS && columns.count == 1)
        qsort(rows.row, rows.count, sizeof *rows.row, compare_values);
    number_grid g = make_grid(all, &rows, &columns);
    bool is_drawn = !g.is_empty && (view->shape == BENCH_SERIES || view->shape == BENCH_BARS);
    bool good = !is_drawn || draw_view(&g, &rows, &columns, section, view, folder, out);
    if (rows.count > 0)
        print_view_table(all, &rows, &columns, &g, view, out);
    free(g.value);
    free(rows.row);
    free(columns.row);
    return good;
}

bool bench_view_print(const bench_records *records, const char *section, const bench_view *view,
                      const char *folder, FILE *out)
{
    record_list all = select_records(records, section, view);
    bool good = true;
    fprintf(out, "\n### %s\n\n", view->title);
    if (all.count == 0)
        fputs("Not measured.\n", out);
    else
        good = print_view(&all, section, view, folder, out);
    if (all.count > 0 && view->note != NULL)
        fprintf(out, "\n%s\n", view->note);
    free(all.row);
    return good;
}
