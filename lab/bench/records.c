/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Records of benchmarks: their list, and their files. Quotes are those of RFC 4180; a line ends with LF or CR LF. */

#include "bench/records.h"
#include "bench/program.h"
#include "cli.h"
#include "peers/participant.h"
#include "check/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- List ---------------------------------------------------------------------------------------------- */

#define COPY(to, from) snprintf(to, sizeof(to), "%s", from)

bench_record *bench_record_add(bench_records *records, const char *section, const char *work,
                               const char *scene, const char *by)
{
    if (records->count == records->capacity) {
        records->capacity = 2 * records->capacity + 64;
        records->row = bench_resize(records->row, records->capacity, sizeof *records->row);
    }
    bench_record *out = &records->row[records->count++];
    *out = (bench_record){.value = NAN, .low = NAN, .high = NAN};
    COPY(out->section, section);
    COPY(out->work, work);
    COPY(out->scene, scene);
    COPY(out->by, by);
    return out;
}

void bench_run_info_add(bench_records *records, const char *section, const char *key, const char *text)
{
    if (records->about_count == records->about_capacity) {
        records->about_capacity = 2 * records->about_capacity + 16;
        records->about = bench_resize(records->about, records->about_capacity, sizeof *records->about);
    }
    bench_run_info *out = &records->about[records->about_count++];
    COPY(out->section, section);
    COPY(out->key, key);
    COPY(out->text, text);
}

const char *bench_run_info_find(const bench_records *records, const char *section, const char *key)
{
    for (size_t i = 0; i < records->about_count; i++)
        if (strcmp(records->about[i].section, section) == 0 && strcmp(records->about[i].key, key) == 0)
            return records->about[i].text;
    return NULL;
}

void bench_records_free(bench_records *records)
{
    free(records->row);
    free(records->about);
    *records = (bench_records){0};
}

void bench_records_forget_times(bench_records *records)
{
    static const char *const units[] = {"ns", "µs", "ms", "s"};
    for (size_t i = 0; i < records->count; i++) {
        bench_record *row = &records->row[i];
        for (size_t k = 0; k < sizeof units / sizeof units[0]; k++)
            if (strcmp(row->unit, units[k]) == 0)
                row->value = row->low = row->high = NAN;
    }
}

const bench_record *bench_record_find(const bench_records *records, const char *section, const char *work,
                                      const char *scene, double size, const char *by)
{
    for (size_t i = 0; i < records->count; i++) {
        const bench_record *row = &records->row[i];
        if (strcmp(row->section, section) == 0 && strcmp(row->work, work) == 0 &&
            strcmp(row->scene, scene) == 0 && (size == 0 || row->size == size) && strcmp(row->by, by) == 0)
            return row;
    }
    return NULL;
}

/* ---- Write --------------------------------------------------------------------------------------------- */

enum { FIELD_WORK, FIELD_SCENE, FIELD_SIZE, FIELD_BY, UNIT, VALUE, LOW, HIGH, WRONG, ANSWERS, FIELDS };

static const char *const names[FIELDS] = {"work",  "scene", "size", "by",    "unit",
                                          "value", "low",   "high", "wrong", "answers"};

/* Nine digits are more than a clock has. */
static void put_csv_number(fk_text *text, double value)
{
    char digits[32] = "";
    if (isfinite(value))
        snprintf(digits, sizeof digits, "%.9g", value);
    fk_text_write(text, digits);
}

static void put_csv_record(fk_text *text, const bench_record *row)
{
    char hash[16] = "";
    if (row->answers != 0)
        snprintf(hash, sizeof hash, "%08" PRIx32, row->answers);
    const char *const words[FIELDS] = {
        [FIELD_WORK] = row->work, [FIELD_SCENE] = row->scene, [FIELD_BY] = row->by,
        [UNIT] = row->unit,       [WRONG] = row->wrong,       [ANSWERS] = hash};
    const double number[FIELDS] = {[FIELD_SIZE] = row->size != 0 ? row->size : (double)NAN,
                                   [VALUE] = row->value,
                                   [LOW] = row->low,
                                   [HIGH] = row->high};
    for (int field = 0; field < FIELDS; field++) {
        fk_text_write(text, field > 0 ? "," : "");
        if (words[field] != NULL)
            fk_text_print(text, "%c", words[field]);
        else
            put_csv_number(text, number[field]);
    }
    fk_text_write(text, "\n");
}

/* Those of one section. */
typedef struct section_records {
    const bench_records *records;
    const char *section;
} section_records;

static fk_status put_csv_section(const void *what, fk_write_function *write, void *user)
{
    const section_records *of = what;
    fk_text text = fk_text_make(write, user);
    for (size_t i = 0; i < of->records->about_count; i++) {
        const bench_run_info *about = &of->records->about[i];
        const char *const line[] = {"# ", about->key, ": ", about->text, "\n"};
        for (size_t k = 0; k < 5 && strcmp(about->section, of->section) == 0; k++)
            fk_text_write(&text, line[k]);
    }
    for (int field = 0; field < FIELDS; field++) {
        fk_text_write(&text, names[field]);
        fk_text_write(&text, field + 1 < FIELDS ? "," : "\n");
    }
    for (size_t i = 0; i < of->records->count; i++)
        if (strcmp(of->records->row[i].section, of->section) == 0)
            put_csv_record(&text, &of->records->row[i]);
    return fk_text_end(&text);
}

/* FOLDER/bench/SECTION.csv, allocated. */
static char *section_path(const char *folder, const char *section)
{
    char name[64];
    snprintf(name, sizeof name, "bench/%s.csv", section);
    return bench_join(folder, name);
}

bool bench_records_write(const bench_records *records, const char *section, const char *folder)
{
    section_records of = {records, section};
    if (!bench_folders_create(folder, "bench"))
        return false;
    char *path = section_path(folder, section);
    bool good = cli_file_write(path, put_csv_section, &of);
    free(path);
    return good;
}

/* ---- Read ---------------------------------------------------------------------------------------------- */

/* Some ten times as many as all sections have. Each is compared with those before it, so that more would take long. */
enum { MOST_RECORDS = 20000 };

/* A file that is read, and where. */
typedef struct csv_reader {
    const char *path, *section;
    const char *at, *end;
    size_t line;      /* that of the record which is read */
    size_t next_line; /* that of `at` */
    char field[FIELDS][512];
    size_t fields;
    bench_records *out;
} csv_reader;

/* Always false. The word is NULL, or stands behind in quotes. */
static bool fail_line(const csv_reader *r, const char *what, const char *word)
{
    if (word != NULL)
        cli_trouble_at(r->path, r->line, 0, "%s '%s'", what, word);
    else
        cli_trouble_at(r->path, r->line, 0, "%s", what);
    return false;
}

static bool is_line_end(const csv_reader *r)
{
    return r->at == r->end || *r->at == '\n' || (*r->at == '\r' && r->at + 1 < r->end && r->at[1] == '\n');
}

static void pass_line_end(csv_reader *r)
{
    if (r->at < r->end && *r->at == '\r')
        r->at++;
    if (r->at < r->end)
        r->at++;
    r->next_line++;
}

/* Reads one field up to the comma or the end of the line. */
static bool read_csv_field(csv_reader *r, char out[512])
{
    size_t length = 0;
    bool is_quoted = r->at < r->end && *r->at == '"', is_open = is_quoted;
    r->at += is_quoted;
    while (is_open ? r->at < r->end : !is_line_end(r) && *r->at != ',') {
        char byte = *r->at++;
        if ((unsigned char)byte < ' ' && byte != '\n' && byte != '\r')
            return fail_line(r, "a byte that is no text", NULL);
        if (byte == '"' && is_open && r->at < r->end && *r->at == '"')
            r->at++; /* two of them are one */
        else if (byte == '"' && is_open) {
            is_open = false;
            if (!is_line_end(r) && *r->at != ',')
                return fail_line(r, "text behind a quote", NULL);
            continue;
        } else if (byte == '"' && !is_quoted)
            return fail_line(r, "a quote inside of a field without quotes", NULL);
        r->next_line += byte == '\n';
        if (length + 1 >= 512)
            return fail_line(r, "a field is too long", NULL);
        out[length++] = byte;
    }
    out[length] = '\0';
    return !is_open || fail_line(r, "a quote is not closed", NULL);
}

/* Reads the fields of a line. */
static bool read_csv_line(csv_reader *r)
{
    r->line = r->next_line;
    r->fields = 0;
    for (;;) {
        if (!read_csv_field(r, r->field[r->fields++]))
            return false;
        if (is_line_end(r))
            break;
        r->at++; /* the comma */
        if (r->fields == FIELDS)
            return fail_line(r, "too many fields", NULL);
    }
    pass_line_end(r);
    return r->fields == FIELDS || fail_line(r, "too few fields", NULL);
}

/* "# KEY: TEXT", of which others than that are passed over. */
static void read_about(csv_reader *r)
{
    char line[600];
    size_t length = 0;
    for (; !is_line_end(r); r->at++)
        if (length + 1 < sizeof line)
            line[length++] = *r->at;
    line[length] = '\0';
    pass_line_end(r);
    char *key = line + strspn(line, "# "), *colon = strstr(key, ": ");
    if (colon == NULL)
        return;
    *colon = '\0';
    bench_run_info_add(r->out, r->section, key, colon + 2);
}

static const char first_name[] = "work,";

static bool read_names(csv_reader *r)
{
    r->line = r->next_line;
    if (r->at == r->end)
        return fail_line(r, "the file ends before the names of the fields", NULL);
    if ((size_t)(r->end - r->at) < sizeof first_name - 1 ||
        memcmp(r->at, first_name, sizeof first_name - 1) != 0) /* semicolons, or the mark of a spreadsheet */
        return fail_line(r,
                         "expected '# KEY: TEXT', or the names of the fields, with commas, which begin with",
                         first_name);
    if (!read_csv_line(r))
        return false;
    for (int i = 0; i < FIELDS; i++)
        if (strcmp(r->field[i], names[i]) != 0)
            return fail_line(r, "expected the field", names[i]);
    return true;
}

/* An empty field is `none`. Nothing that is measured is less than zero. */
static bool read_csv_number(const csv_reader *r, int field, double none, double *out)
{
    const char *text = r->field[field];
    *out = none;
    if (*text != '\0' && (!fk_number_parse(text, strlen(text), out) || !isfinite(*out)))
        return fail_line(r, "not a number:", text);
    return !(*out < 0) || fail_line(r, "less than zero:", text);
}

static bool read_answers(const csv_reader *r, uint32_t *out)
{
    const char *text = r->field[ANSWERS];
    *out = (uint32_t)strtoul(text, NULL, 16);
    return *text == '\0' || (strlen(text) == 8 && strspn(text, "0123456789abcdef") == 8) ||
           fail_line(r, "not a hash of eight hexadecimal digits:", text);
}

static bool read_text(const csv_reader *r, int field, char *out, size_t size)
{
    if (strlen(r->field[field]) >= size)
        return fail_line(r, "too long: the field", names[field]);
    snprintf(out, size, "%s", r->field[field]);
    return true;
}

static bool is_alone(const csv_reader *r, const bench_record *row)
{
    for (const bench_record *other = r->out->row; other < row; other++)
        if (strcmp(other->section, row->section) == 0 && strcmp(other->work, row->work) == 0 &&
            strcmp(other->scene, row->scene) == 0 && other->size == row->size &&
            strcmp(other->by, row->by) == 0)
            return fail_line(r, "the same work, scene, size and who as in a line above", NULL);
    return true;
}

static bool read_record(csv_reader *r)
{
    r->line = r->next_line;
    if (*r->at == '#')
        return fail_line(
            r, "lines about the run stand above the names of the fields; are these two files in one?", NULL);
    if (is_line_end(r))
        return fail_line(r, "an empty line", NULL);
    if (!read_csv_line(r))
        return false;
    if (r->out->count == MOST_RECORDS)
        return fail_line(r, "more records than a benchmark has", NULL);
    bench_record *row = bench_record_add(r->out, r->section, "", "", "");
    if (r->field[FIELD_WORK][0] == '\0' || r->field[FIELD_BY][0] == '\0')
        return fail_line(r, "empty: the field",
                         names[r->field[FIELD_WORK][0] == '\0' ? FIELD_WORK : FIELD_BY]);
    return read_text(r, FIELD_WORK, row->work, sizeof row->work) &&
           read_text(r, FIELD_SCENE, row->scene, sizeof row->scene) &&
           read_text(r, FIELD_BY, row->by, sizeof row->by) &&
           read_text(r, UNIT, row->unit, sizeof row->unit) &&
           read_text(r, WRONG, row->wrong, sizeof row->wrong) &&
           read_csv_number(r, FIELD_SIZE, 0, &row->size) && read_csv_number(r, VALUE, NAN, &row->value) &&
           read_csv_number(r, LOW, NAN, &row->low) && read_csv_number(r, HIGH, NAN, &row->high) &&
           read_answers(r, &row->answers) && is_alone(r, row);
}

static bool read_records(csv_reader *r)
{
    while (r->at < r->end && *r->at == '#')
        read_about(r);
    bool good = read_names(r);
    while (good && r->at < r->end)
        good = read_record(r);
    return good;
}

bool bench_records_read(bench_records *records, const char *section, const char *folder)
{
    char *path = section_path(folder, section), *text = NULL;
    size_t length = 0;
    bool is_there = false;
    bool good = bench_file_read(path, &text, &length, &is_there);
    if (good && is_there) {
        csv_reader *r = bench_allocate(1, sizeof *r);
        *r = (csv_reader){.path = path,
                          .section = section,
                          .at = text,
                          .end = text + length,
                          .next_line = 1,
                          .out = records};
        good = read_records(r);
        free(r);
    }
    free(text);
    free(path);
    return good;
}
