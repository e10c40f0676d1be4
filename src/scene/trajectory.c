/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads trajectories from CSV: a header, then rows of numbers. See fk_trajectory in farkas/scene.h. Two passes over
 * the header, one over the rest; the lines and bytes bound the number of rows, so all is in one block.
 *
 * Fields are separated by commas, or by semicolons or tabs, if one of these comes first in the header. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "scene/robot.h"

/* A CSV text and the current position. */
typedef struct csv_reader {
    fk_xml_reader r;
    const char *at, *end, *line_begin;
    uint64_t line;
    char separator;
} csv_reader;

/* A field without surrounding blanks and quotes. */
typedef struct csv_field {
    const char *begin;
    size_t length;
    bool is_quoted; /* "" in it means a quote */
    bool is_last;   /* of its line */
} csv_field;

static bool fail_field(csv_reader *t, const char *at, const char *message)
{
    return fk_xml_fail_at(&t->r, t->line, (uint64_t)(at - t->line_begin) + 1, "%s", message);
}

/* ---- Lines and fields ---------------------------------------------------------------------------------- */

static bool is_csv_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Goes to the next line that is not empty. Returns false at the end of the text. */
static bool next_csv_line(csv_reader *t)
{
    for (;;) {
        const char *at = t->at;
        t->line++;
        t->line_begin = at;
        while (at < t->end && is_csv_blank(*at))
            at++;
        if (at == t->end)
            return false;
        if (*at != '\n' && *at != '#')
            return true;
        at = memchr(at, '\n', (size_t)(t->end - at));
        if (at == NULL)
            return false;
        t->at = at + 1;
    }
}

/* Whether the fields of a line end here. */
static bool is_fields_end(const csv_reader *t, const char *at)
{
    return at == t->end || *at == '\n' || *at == '#';
}

/* Reads a quoted field from its first quote on. */
static bool read_quoted_field(csv_reader *t, const char **at, csv_field *out)
{
    const char *c = *at + 1;
    out->begin = c;
    out->is_quoted = true;
    for (; c < t->end && *c != '\n'; c++) {
        if (*c != '"')
            continue;
        if (c + 1 == t->end || c[1] != '"') {
            out->length = (size_t)(c - out->begin);
            *at = c + 1;
            return true;
        }
        c++;
    }
    return fail_field(t, *at, "this quote is not closed: put another one behind the field");
}

/* Reads the next field, and the separator or line end after it. */
static bool next_csv_field(csv_reader *t, csv_field *out)
{
    const char *at = t->at;
    memset(out, 0, sizeof *out);
    while (at < t->end && is_csv_blank(*at) && *at != t->separator)
        at++;
    if (at < t->end && *at == '"') {
        if (!read_quoted_field(t, &at, out))
            return false;
    } else {
        out->begin = at;
        while (!is_fields_end(t, at) && *at != t->separator)
            at++;
        out->length = (size_t)(at - out->begin);
        while (out->length > 0 && is_csv_blank(out->begin[out->length - 1]))
            out->length--;
    }
    while (at < t->end && is_csv_blank(*at) && *at != t->separator)
        at++;
    out->is_last = is_fields_end(t, at);
    if (!out->is_last && *at != t->separator)
        return fail_field(t, at, "a field goes on behind its closing quote: quotes in it are written twice");
    if (!out->is_last)
        at++;
    else if (at < t->end) {
        const char *rest = memchr(at, '\n', (size_t)(t->end - at));
        at = rest != NULL ? rest + 1 : t->end;
    }
    t->at = at;
    return true;
}

/* ---- The header ---------------------------------------------------------------------------------------- */

/* The first separator of the header, after the name of the time. */
static char find_separator(const csv_reader *t)
{
    for (const char *at = t->at; !is_fields_end(t, at); at++)
        if (*at == ',' || *at == ';' || *at == '\t')
            return *at;
    return ',';
}

static bool is_field_word(const csv_field *f, const char *word)
{
    if (f->length != strlen(word))
        return false;
    for (size_t i = 0; i < f->length; i++)
        if ((f->begin[i] | 0x20) != word[i])
            return false;
    return true;
}

static bool check_time(csv_reader *t, const csv_field *f)
{
    double number;
    if (is_field_word(f, "t") || is_field_word(f, "time"))
        return true;
    if (fk_number_parse(f->begin, f->length, &number))
        return fail_field(t, f->begin,
                          "there is no header: the first line names the columns, as \"t,joint1,joint2\"");
    return fail_field(t, f->begin,
                      "the first column is the time in seconds, called \"t\" or \"time\"; the next ones are "
                      "named like joints, with commas between");
}

/* Copies the name of a column, with doubled quotes as one. */
static bool copy_column_name(csv_reader *t, const csv_field *f, const char **out)
{
    char *copy = fk_scene_arena_join_text(t->r.arena, f->begin, f->length, "");
    size_t kept = 0;
    if (copy == NULL)
        return fk_xml_fail_memory(&t->r);
    for (size_t i = 0; i < f->length; i++) {
        copy[kept++] = f->begin[i];
        i += f->is_quoted && f->begin[i] == '"';
        if ((unsigned char)copy[kept - 1] < ' ' || copy[kept - 1] == 0x7f)
            return fail_field(t, f->begin, "the name of this column has a control character: take it out");
    }
    copy[kept] = '\0';
    *out = copy;
    return kept > 0 || fail_field(t, f->begin, "this column has no name: write that of a joint");
}

/* Reads the names of all columns except the first; they must be unique. */
static bool read_header(csv_reader *t, const char ***name, uint32_t *count)
{
    csv_field f;
    fk_name_index names;
    if (!next_csv_line(t))
        return fk_xml_fail_at(&t->r, 1, 1,
                              "the file is empty: it begins with a header, as \"t,joint1,joint2\"");
    t->separator = find_separator(t);
    const char *begin = t->at;
    size_t room = 1;
    for (const char *at = begin; at < t->end && *at != '\n'; at++)
        room += *at == t->separator;
    *name = fk_scene_arena_allocate(t->r.arena, room, sizeof **name);
    const char **place = fk_scene_arena_allocate(t->r.arena, room, sizeof *place);
    if (*name == NULL || place == NULL)
        return fk_xml_fail_memory(&t->r);
    if (!next_csv_field(t, &f) || !check_time(t, &f))
        return false;
    while (!f.is_last) {
        if (!next_csv_field(t, &f) || !copy_column_name(t, &f, &(*name)[*count]))
            return false;
        place[(*count)++] = f.begin;
    }
    if (*count == 0)
        return fail_field(t, begin,
                          "there is no column but the time: name joints behind it, as \"t,joint1\"");
    if (!fk_name_index_build(&names, t->r.arena, *name, *count))
        return fk_xml_fail_memory(&t->r);
    for (uint32_t i = 0; i < *count; i++)
        if (fk_name_index_find(&names, (*name)[i]) != i)
            return fk_xml_fail_at(&t->r, t->line, (uint64_t)(place[i] - t->line_begin) + 1,
                                  "two columns are called '%s': delete one", fk_show_text((*name)[i]).text);
    return true;
}

/* ---- The rows ------------------------------------------------------------------------------------------ */

static bool fail_csv_number(csv_reader *t, const csv_field *f, const char *column)
{
    char copy[60];
    size_t kept = f->length < sizeof copy - 1 ? f->length : sizeof copy - 1;
    memcpy(copy, f->begin, kept);
    copy[kept] = '\0';
    return fk_xml_fail_at(&t->r, t->line, (uint64_t)(f->begin - t->line_begin) + 1,
                          "column '%s': '%s' is not a finite number%s", fk_show_text(column).text,
                          fk_show_text(copy).text,
                          memchr(f->begin, ',', f->length) != NULL ? ", which has a point, no comma" : "");
}

/* Reads one row: the time and count values. */
static bool read_row(csv_reader *t, const char *const *name, uint32_t count, double *time, double *value)
{
    csv_field f = {.is_last = false};
    uint32_t found = 0;
    const char *begin = t->at;
    while (!f.is_last) {
        double number;
        if (!next_csv_field(t, &f))
            return false;
        if (found <= count && (!fk_number_parse(f.begin, f.length, &number) || !fk_is_finite(number)))
            return fail_csv_number(t, &f, found == 0 ? "t" : name[found - 1]);
        if (found <= count)
            *(found == 0 ? time : &value[found - 1]) = number;
        found++;
    }
    return found == count + 1 ||
           fk_xml_fail_at(&t->r, t->line, (uint64_t)(begin - t->line_begin) + 1,
                          "this row has %lu field%s, but the header has %lu: each row has as many as that",
                          (unsigned long)found, found == 1 ? "" : "s", (unsigned long)count + 1);
}

/* One more than the largest possible number of rows: a field has at least one byte and another one after it. So an
 * incomplete row fits. */
static size_t most_rows(const csv_reader *t, uint32_t count)
{
    size_t bytes = (size_t)(t->end - t->at), lines = 1;
    for (const char *at = t->at; (at = memchr(at, '\n', (size_t)(t->end - at))) != NULL; at++)
        lines++;
    size_t by_bytes = (bytes + 1) / (2 * ((size_t)count + 1));
    return (lines < by_bytes ? lines : by_bytes) + 1;
}

/* Allocates the block of a trajectory: the struct, times, values, names and their texts. */
static fk_trajectory *allocate_trajectory(csv_reader *t, size_t rows, const char *const *name, uint32_t count)
{
    size_t texts = 0, columns = count;
    for (uint32_t i = 0; i < count; i++)
        texts += strlen(name[i]) + 1;
    size_t bytes = sizeof(fk_trajectory) + (rows * (columns + 1)) * sizeof(double) +
                   columns * sizeof(char *) + rows * sizeof(uint32_t) + texts;
    fk_trajectory *out = fk_allocate(t->r.context, bytes);
    if (out == NULL)
        return NULL;
    double *time = (double *)(void *)(out + 1);
    const char **names = (const char **)(void *)(time + rows * (columns + 1));
    uint32_t *line = (uint32_t *)(void *)(names + columns);
    char *text = (char *)(line + rows);
    *out = (fk_trajectory){.column_count = count,
                           .name = names,
                           .time = time,
                           .value = time + rows,
                           .bytes = bytes,
                           .line = line};
    for (uint32_t i = 0; i < count; i++) {
        size_t length = strlen(name[i]) + 1;
        names[i] = memcpy(text, name[i], length);
        text += length;
    }
    return out;
}

static bool fail_csv_time(csv_reader *t, double before, double time)
{
    return fk_xml_fail_at(
        &t->r, t->line, 1,
        "the time %s does not come after %s, that of the row before: times increase; sort the "
        "rows, and keep one of those with the same time",
        fk_show_number(time).text, fk_show_number(before).text);
}

/* Steps in which a motion is bounded; see docs/numerics.md. */
static bool check_time_step(csv_reader *t, double before, double time)
{
    if (fk_double_order(time, before) <= 0)
        return fail_csv_time(t, before, time);
    if (time - before >= 1e-120 && time - before <= 1e270)
        return true;
    return fk_xml_fail_at(
        &t->r, t->line, 1,
        "the time %s comes %s after %s, that of the row before: give seconds, in steps of 1e-120 "
        "to 1e270",
        fk_show_number(time).text, time - before < 1 ? "too soon" : "too long", fk_show_number(before).text);
}

static bool read_rows(csv_reader *t, fk_trajectory *out, size_t rows)
{
    double *time = (double *)(uintptr_t)out->time, *value = (double *)(uintptr_t)out->value;
    uint32_t *line = (uint32_t *)(uintptr_t)out->line;
    while (next_csv_line(t)) {
        size_t row = out->row_count;
        if (row == rows)
            return fk_xml_fail_at(&t->r, t->line, 1, "there are too many rows: 4294967293 at most");
        if (!read_row(t, out->name, out->column_count, &time[row], &value[row * out->column_count]))
            return false;
        if (fabs(time[row]) > FK_TIME_LIMIT)
            return fk_xml_fail_at(&t->r, t->line, 1,
                                  "the time %s is too far from 0: give seconds, from -1e300 to 1e300",
                                  fk_show_number(time[row]).text);
        if (row > 0 && !check_time_step(t, time[row - 1], time[row]))
            return false;
        line[row] = t->line < FK_NONE ? (uint32_t)t->line : FK_NONE;
        out->row_count++;
    }
    return out->row_count > 0 ||
           fk_xml_fail_at(&t->r, t->line, 1, "there are no rows behind the header: one at least is needed");
}

/* ---- Public functions ---------------------------------------------------------------------------------- */

static bool read_trajectory(csv_reader *t, fk_trajectory **out)
{
    const char **name = NULL;
    uint32_t count = 0;
    if (!read_header(t, &name, &count))
        return false;
    size_t rows = most_rows(t, count);
    rows = rows < FK_NONE - 2 ? rows : FK_NONE - 2;
    fk_trajectory *made = allocate_trajectory(t, rows, name, count);
    if (made == NULL)
        return fk_xml_fail_memory(&t->r);
    if (!read_rows(t, made, rows)) {
        fk_trajectory_free(t->r.context, made);
        return false;
    }
    *out = made;
    return true;
}

fk_status fk_trajectory_parse(fk_context *context, const fk_robot_text *text, fk_robot_report *report,
                              fk_trajectory **out)
{
    fk_scene_arena arena;
    fk_scene_arena_init(&arena, context);
    size_t mark = text->bytes >= 3 && memcmp(text->text, FK_UTF8_MARK, 3) == 0 ? 3 : 0;
    csv_reader t = {.r = {.context = context, .arena = &arena, .path = text->path, .report = report},
                    .at = text->text + mark,
                    .end = text->text + text->bytes};
    (void)read_trajectory(&t, out);
    fk_scene_arena_end(&arena);
    return t.r.status;
}

fk_status fk_trajectory_load(fk_context *context, const char *path, fk_robot_report *report,
                             fk_trajectory **out)
{
    fk_robot_report spare;
    fk_file_text text = {NULL, 0, 0};
    report = report != NULL ? report : &spare;
    memset(report, 0, sizeof *report);
    fk_status status = fk_robot_load_text(context, path, report, &text);
    fk_robot_text whole = {path, text.bytes, text.used};
    if (status == FK_OK)
        status = fk_trajectory_parse(context, &whole, report, out);
    fk_file_text_free(context, &text);
    return status;
}

void fk_trajectory_free(fk_context *context, fk_trajectory *trajectory)
{
    if (trajectory != NULL)
        fk_release(context, trajectory, trajectory->bytes);
}
