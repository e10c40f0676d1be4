/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the reports of checks and sweeps share: see pairs.h. */

#include "check/report.h"

#include "base/bits.h"

static const fk_record nothing;

fk_told fk_told_of_check(const fk_check_report *report)
{
    const fk_check *check = report->check;
    fk_told told = {.verb = "check",
                    .part = report->part,
                    .part_bytes = sizeof *report->part,
                    .part_count = report->part_count,
                    .tested = check->tested,
                    .omitted = check->omitted,
                    .clashes = check->clashes,
                    .count = check->count,
                    .pair_count = check->pair_count,
                    .ignored_count = check->ignored_count,
                    .ignored = check->ignored,
                    .is_surface = check->is_surface,
                    .largest = check->largest,
                    .smallest = check->smallest,
                    .shallow_depth = check->shallow_depth,
                    .record = report->record != NULL ? report->record : &nothing};
    return told;
}

fk_told fk_told_of_sweep(const fk_sweep_report *report)
{
    const fk_sweep *sweep = report->sweep;
    fk_told told = {.verb = "sweep",
                    .part = &report->part->part,
                    .part_bytes = sizeof *report->part,
                    .part_count = report->part_count,
                    .tested = sweep->tested,
                    .omitted = sweep->omitted,
                    .clashes = sweep->clashes,
                    .count = sweep->count,
                    .pair_count = sweep->pair_count,
                    .ignored_count = sweep->ignored_count,
                    .ignored = sweep->ignored,
                    .is_surface = sweep->is_surface,
                    .largest = sweep->largest,
                    .smallest = sweep->smallest,
                    .record = report->record != NULL ? report->record : &nothing};
    return told;
}

/* What is thought of a pair. */
static void add_review(fk_told_pair *pair, const fk_record *record, size_t index)
{
    if (record == NULL || record->review == NULL)
        return;
    pair->review = record->review[index];
    pair->remark = record->remark != NULL ? record->remark[index] : NULL;
}

fk_told_pair fk_told_pair_of_check(const fk_check_report *report, size_t index)
{
    const fk_check_pair *pair = &report->check->pair[index];
    fk_told_pair told = {.a = pair->a, .b = pair->b, .kind = pair->kind, .is_clash = pair->is_clash};
    add_review(&told, report->record, index);
    return told;
}

fk_told_pair fk_told_pair_of_sweep(const fk_sweep_report *report, size_t index)
{
    const fk_sweep_pair *pair = &report->sweep->pair[index];
    fk_told_pair told = {.a = pair->a, .b = pair->b, .kind = pair->kind, .is_clash = pair->is_clash};
    add_review(&told, report->record, index);
    return told;
}

static fk_review_count count_reviews(const fk_told *told)
{
    fk_review_count count = {told->clashes, 0, 0};
    for (size_t i = 0; told->record->review != NULL && i < told->pair_count; i++) {
        count.approved += told->record->review[i] == FK_REVIEW_APPROVED;
        count.new_ones += told->record->review[i] == FK_REVIEW_NEW;
    }
    count.open -= count.approved;
    return count;
}

fk_review_count fk_check_reviews(const fk_check_report *report)
{
    fk_told told = fk_told_of_check(report);
    return count_reviews(&told);
}

fk_review_count fk_sweep_reviews(const fk_sweep_report *report)
{
    fk_told told = fk_told_of_sweep(report);
    return count_reviews(&told);
}

const fk_check_part *fk_told_part(const fk_told *told, uint32_t part)
{
    return (const fk_check_part *)(const void *)((const char *)told->part + part * told->part_bytes);
}

static const char *name_of(const fk_told *told, uint32_t part)
{
    return fk_told_part(told, part)->name;
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static void put_input(fk_text *text, const fk_input_file *input)
{
    fk_text_put(text, "{\"path\":");
    fk_text_put_json_string(text, input->path);
    fk_text_put_json_count(text, "bytes", input->bytes);
    fk_text_put(text, ",\"sha256\":");
    fk_text_put_json_string(text, input->sha256);
    fk_text_put(text, "}");
}

/* The key "run": what was asked, when, and of which files. */
static void put_run(fk_text *text, const fk_record *record)
{
    if (record->argument_count == 0 && record->input_count == 0 && record->date == NULL)
        return;
    fk_text_put(text, ",\n\"run\":{\"arguments\":[");
    for (uint32_t i = 0; i < record->argument_count; i++) {
        fk_text_put(text, i > 0 ? "," : "");
        fk_text_put_json_string(text, record->argument[i]);
    }
    fk_text_put(text, "],\"date\":");
    if (record->date != NULL)
        fk_text_put_json_string(text, record->date);
    else
        fk_text_put(text, "null");
    fk_text_put(text, ",\"inputs\":[");
    for (uint32_t i = 0; i < record->input_count; i++) {
        fk_text_put(text, i > 0 ? ",\n" : "\n");
        put_input(text, &record->input[i]);
    }
    fk_text_put(text, "]}");
}

void fk_put_json_begin(fk_text *text, const fk_told *told, const char *units)
{
    fk_text_put_json_head(text, units);
    put_run(text, told->record);
    if (told->record->baseline != NULL) {
        fk_text_put(text, ",\n\"baseline\":");
        fk_text_put_json_string(text, told->record->baseline);
    }
}

static void put_part(fk_text *text, const fk_check_part *part, bool is_surface)
{
    fk_text_put(text, "{\"name\":");
    fk_text_put_json_string(text, part->name);
    if (part->mesh != NULL) {
        fk_text_put_json_count(text, "triangles", part->mesh->triangle_count);
    } else {
        fk_text_put(text, ",\"shape\":");
        fk_text_put_json_string(text, fk_kind_word(part->piece->kind));
    }
    fk_text_put(text, is_surface ? ",\"surface\":true}" : "}");
}

void fk_put_json_parts(fk_text *text, const fk_told *told)
{
    fk_text_put(text, "\"parts\":[");
    for (uint32_t i = 0; i < told->part_count; i++) {
        fk_text_put(text, i > 0 ? ",\n" : "\n");
        put_part(text, fk_told_part(told, i), told->is_surface != NULL && told->is_surface[i]);
    }
    fk_text_put(text, "]");
}

static void put_names(fk_text *text, const fk_told *told, uint32_t a, uint32_t b)
{
    fk_text_put(text, "{\"a\":");
    fk_text_put_json_string(text, name_of(told, a));
    fk_text_put(text, ",\"b\":");
    fk_text_put_json_string(text, name_of(told, b));
}

static void put_id(fk_text *text, const char *a, const char *b)
{
    char id[FK_CLASH_ID_SIZE];
    fk_clash_id(a, b, id);
    fk_text_put(text, ",\"id\":");
    fk_text_put_json_string(text, id);
}

void fk_put_json_pair(fk_text *text, const fk_told *told, const fk_told_pair *pair)
{
    put_names(text, told, pair->a, pair->b);
    fk_text_put(text, ",\"kind\":");
    fk_text_put_json_string(text, fk_clash_word(pair->kind));
    fk_text_put(text, pair->is_clash ? ",\"clash\":true" : ",\"clash\":false");
    put_id(text, name_of(told, pair->a), name_of(told, pair->b));
    if (pair->review == FK_REVIEW_NONE)
        return;
    fk_text_put(text, ",\"review\":");
    fk_text_put_json_string(text, fk_review_word(pair->review));
    if (pair->remark != NULL) {
        fk_text_put(text, ",\"remark\":");
        fk_text_put_json_string(text, pair->remark);
    }
}

void fk_put_json_points(fk_text *text, fk_vec3 point_a, fk_vec3 point_b)
{
    fk_text_put(text, ",\"point_a\":");
    fk_text_put_json_vector(text, point_a);
    fk_text_put(text, ",\"point_b\":");
    fk_text_put_json_vector(text, point_b);
}

static void put_summary(fk_text *text, const fk_told *told)
{
    fk_text_put(text, "\"summary\":{\"parts\":");
    fk_text_put_whole(text, told->part_count);
    fk_text_put_json_count(text, "pairs", told->tested);
    fk_text_put_json_count(text, "clashes", told->clashes);
    for (int kind = FK_CLASH_COUNT - 1; kind >= 0; kind--)
        fk_text_put_json_count(text, fk_clash_word((fk_clash)kind), told->count[kind]);
    fk_text_put_json_count(text, "ignored", told->ignored_count);
    fk_text_put_json_count(text, "omitted", told->omitted);
    if (told->record->review != NULL) {
        fk_review_count count = count_reviews(told);
        fk_text_put_json_count(text, "new", count.new_ones);
        fk_text_put_json_count(text, "active", count.open - count.new_ones);
        fk_text_put_json_count(text, "approved", count.approved);
        fk_text_put_json_count(text, "resolved", told->record->resolved_count);
    }
    fk_text_put(text, "}}\n");
}

/* The key "resolved": what was there in the earlier result. */
static void put_resolved(fk_text *text, const fk_record *record)
{
    if (record->baseline == NULL)
        return;
    fk_text_put(text, "\"resolved\":[");
    for (uint32_t i = 0; i < record->resolved_count; i++) {
        const fk_resolved *resolved = &record->resolved[i];
        fk_text_put(text, i > 0 ? ",\n{\"a\":" : "\n{\"a\":");
        fk_text_put_json_string(text, resolved->a);
        fk_text_put(text, ",\"b\":");
        fk_text_put_json_string(text, resolved->b);
        fk_text_put(text, ",\"kind\":");
        fk_text_put_json_string(text, fk_clash_word(resolved->kind));
        put_id(text, resolved->a, resolved->b);
        fk_text_put(text, "}");
    }
    fk_text_put(text, "],\n");
}

/* The key "notes": what a user should know besides. */
static void put_notes(fk_text *text, const fk_told *told)
{
    bool has_sizes = told->largest != FK_NONE, has_depth = fk_sign_of(told->shallow_depth) > 0;
    if (!has_sizes && !has_depth)
        return;
    fk_text_put(text, "\"notes\":{");
    if (has_sizes) {
        fk_text_put(text, "\"largest\":");
        fk_text_put_json_string(text, name_of(told, told->largest));
        fk_text_put(text, ",\"smallest\":");
        fk_text_put_json_string(text, name_of(told, told->smallest));
    }
    if (has_depth) {
        fk_text_put(text, has_sizes ? ",\"shallow_depth\":" : "\"shallow_depth\":");
        fk_text_put_json_number(text, told->shallow_depth);
    }
    fk_text_put(text, "},\n");
}

void fk_put_json_end(fk_text *text, const fk_told *told)
{
    put_resolved(text, told->record);
    fk_text_put(text, "\"ignored\":[");
    for (size_t i = 0; i < told->ignored_count; i++) {
        fk_text_put(text, i > 0 ? ",\n" : "\n");
        put_names(text, told, told->ignored[i].a, told->ignored[i].b);
        fk_text_put(text, ",\"reason\":");
        fk_text_put_json_string(text, told->ignored[i].reason);
        fk_text_put(text, "}");
    }
    fk_text_put(text, "],\n");
    put_notes(text, told);
    put_summary(text, told);
}

/* ---- CSV ----------------------------------------------------------------------------------------------- */

void fk_put_csv_number(fk_text *text, bool is_known, double number)
{
    fk_text_put(text, ",");
    if (is_known && fk_is_finite(number))
        fk_text_put_json_number(text, number);
}

void fk_put_csv_vector(fk_text *text, bool is_known, fk_vec3 v)
{
    fk_put_csv_number(text, is_known, v.x);
    fk_put_csv_number(text, is_known, v.y);
    fk_put_csv_number(text, is_known, v.z);
}

void fk_put_csv_pair(fk_text *text, const fk_told *told, const fk_told_pair *pair)
{
    fk_text_put_csv(text, name_of(told, pair->a));
    fk_text_put(text, ",");
    fk_text_put_csv(text, name_of(told, pair->b));
    fk_text_put(text, ",");
    fk_text_put(text, fk_clash_word(pair->kind));
    fk_text_put(text, pair->is_clash ? ",1" : ",0");
}

void fk_put_csv_last(fk_text *text, const fk_told *told, const fk_told_pair *pair)
{
    char id[FK_CLASH_ID_SIZE];
    fk_clash_id(name_of(told, pair->a), name_of(told, pair->b), id);
    fk_text_put(text, ",");
    fk_text_put(text, id);
    fk_text_put(text, ",");
    fk_text_put(text, fk_review_word(pair->review));
    fk_text_put(text, "\n");
}

/* ---- JUnit XML ----------------------------------------------------------------------------------------- */

static void put_case(fk_text *text, const fk_told *told)
{
    fk_text_put(text, "  <testcase classname=\"farkas.");
    fk_text_put(text, told->verb);
    fk_text_put(text, "\" name=\"");
}

static void put_pair_case(fk_text *text, const fk_told *told, uint32_t a, uint32_t b)
{
    put_case(text, told);
    fk_text_put_xml(text, name_of(told, a));
    fk_text_put(text, " x ");
    fk_text_put_xml(text, name_of(told, b));
    fk_text_put(text, "\"");
}

void fk_put_junit_head(fk_text *text, const fk_told *told)
{
    fk_text_put(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"farkas ");
    fk_text_put(text, told->verb);
    fk_text_put(text, "\" tests=\"");
    fk_text_put_whole(text, told->pair_count + told->ignored_count + (told->omitted > 0));
    fk_text_put(text, "\" failures=\"");
    fk_review_count count = count_reviews(told);
    fk_text_put_whole(text, count.open);
    fk_text_put(text, "\" errors=\"");
    fk_text_put_whole(text, told->count[FK_CLASH_UNDECIDED]);
    fk_text_put(text, "\" skipped=\"");
    fk_text_put_whole(text, told->ignored_count + count.approved);
    fk_text_put(text, "\">\n");
}

bool fk_put_junit_pair(fk_text *text, const fk_told *told, const fk_told_pair *pair)
{
    put_pair_case(text, told, pair->a, pair->b);
    if (pair->review == FK_REVIEW_APPROVED) {
        fk_text_put(text, "><skipped message=\"approved");
        fk_text_put(text, pair->remark != NULL ? ": " : "");
        fk_text_put_xml(text, pair->remark != NULL ? pair->remark : "");
        fk_put_junit_close(text);
        return false;
    }
    const char *element = pair->is_clash ? "failure" : pair->kind == FK_CLASH_UNDECIDED ? "error" : NULL;
    if (element == NULL) {
        fk_text_put(text, "/>\n");
        return false;
    }
    fk_text_put(text, "><");
    fk_text_put(text, element);
    fk_text_put(text, " type=\"");
    fk_text_put(text, fk_clash_word(pair->kind));
    fk_text_put(text, "\" message=\"");
    fk_text_put(text, fk_clash_word(pair->kind));
    return true;
}

void fk_put_junit_close(fk_text *text)
{
    fk_text_put(text, "\"/></testcase>\n");
}

void fk_put_junit_end(fk_text *text, const fk_told *told)
{
    if (told->omitted > 0) {
        put_case(text, told);
        fk_text_put_whole(text, told->omitted);
        fk_text_put(text, " clear pairs\"/>\n");
    }
    for (size_t i = 0; i < told->ignored_count; i++) {
        put_pair_case(text, told, told->ignored[i].a, told->ignored[i].b);
        fk_text_put(text, "><skipped message=\"");
        fk_text_put_xml(text, told->ignored[i].reason);
        fk_put_junit_close(text);
    }
    fk_text_put(text, "</testsuite>\n");
}

void fk_put_xml_length(fk_text *text, const char *before, double length, const char *units)
{
    fk_text_put(text, before);
    fk_text_put_number(text, length);
    fk_text_put(text, " ");
    fk_text_put_xml(text, units);
}
