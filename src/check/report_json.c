/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Checks, sweeps and searches as JSON: one object each, with a line for each part, pair, ignored pair and pair of
 * leaves. Also the fields that all reports of checks and sweeps share. */

#include "check/report.h"

#include "base/bits.h"

/* ---- The common view ----------------------------------------------------------------------------------- */

static const fk_provenance no_provenance;

/* The common fields of checks and sweeps, and of their reports. */
#define REPORT_FIELDS(report, result)                                                                        \
    .part_bytes = sizeof *(report)->part, .part_count = (report)->part_count, .units = (report)->units,      \
    .tested = (result)->tested, .is_incomplete = (result)->is_incomplete, .omitted = (result)->omitted,      \
    .clashes = (result)->clashes, .count = (result)->count, .pair_count = (result)->pair_count,              \
    .ignored_count = (result)->ignored_count, .ignored = (result)->ignored,                                  \
    .is_surface = (result)->is_surface, .largest = (result)->largest, .smallest = (result)->smallest,        \
    .record = (report)->record != NULL ? (report)->record : &no_provenance

fk_report fk_report_of_check(const fk_check_report *report)
{
    return (fk_report){.verb = "check",
                       .check = report,
                       .part = report->part,
                       .shallow_depth = report->check->shallow_depth,
                       REPORT_FIELDS(report, report->check)};
}

fk_report fk_report_of_sweep(const fk_sweep_report *report)
{
    return (fk_report){
        .verb = "sweep", .sweep = report, .part = &report->part->part, REPORT_FIELDS(report, report->sweep)};
}

uint64_t fk_report_finished(const fk_report *report)
{
    uint64_t finished = 0;
    for (int kind = 0; kind < FK_CLASH_COUNT; kind++)
        finished += report->count[kind];
    return finished;
}

#define PAIR_FIELDS(pair) .a = (pair)->a, .b = (pair)->b, .kind = (pair)->kind, .is_clash = (pair)->is_clash

fk_report_pair fk_report_pair_at(const fk_report *report, size_t index)
{
    const fk_provenance *record = report->record;
    const fk_check_pair *check = report->check != NULL ? &report->check->check->pair[index] : NULL;
    const fk_sweep_pair *sweep = report->sweep != NULL ? &report->sweep->sweep->pair[index] : NULL;
    fk_report_pair pair = check != NULL ? (fk_report_pair){.check = check, PAIR_FIELDS(check)}
                                        : (fk_report_pair){.sweep = sweep, PAIR_FIELDS(sweep)};
    if (record->review == NULL)
        return pair;
    pair.review = record->review[index];
    pair.remark = record->remark != NULL ? record->remark[index] : NULL;
    return pair;
}

fk_review_count fk_report_reviews(const fk_report *report)
{
    fk_review_count count = {report->clashes, 0, 0};
    for (size_t i = 0; report->record->review != NULL && i < report->pair_count; i++) {
        count.approved += report->record->review[i] == FK_REVIEW_APPROVED;
        count.new_ones += report->record->review[i] == FK_REVIEW_NEW;
    }
    count.open -= count.approved;
    return count;
}

fk_review_count fk_check_reviews(const fk_check_report *report)
{
    fk_report common = fk_report_of_check(report);
    return fk_report_reviews(&common);
}

fk_review_count fk_sweep_reviews(const fk_sweep_report *report)
{
    fk_report common = fk_report_of_sweep(report);
    return fk_report_reviews(&common);
}

const fk_check_part *fk_report_part(const fk_report *report, uint32_t part)
{
    return (const fk_check_part *)(const void *)((const char *)report->part + part * report->part_bytes);
}

const char *fk_report_part_name(const fk_report *report, uint32_t part)
{
    return fk_report_part(report, part)->name;
}

/* ---- Values -------------------------------------------------------------------------------------------- */

/* The beginning of a result: the version of the format, and the unit of all lengths. */
static void write_json_head(fk_text *text, const char *units)
{
    fk_text_print(text, "{\"farkas\":%w,\"units\":%j", (uint64_t)FK_RESULT_VERSION, units);
}

/* These append keys with values. */
static void write_json_count(fk_text *text, const char *key, uint64_t count)
{
    fk_text_print(text, ",\"%s\":%w", key, count);
}

static void write_json_interval(fk_text *text, const char *key, fk_interval interval)
{
    fk_text_print(text, ",\"%s\":{\"lo\":%f,\"hi\":%f}", key, interval.lo, interval.hi);
}

/* Nothing for an empty box. */
static void write_json_box(fk_text *text, const fk_aabb *box)
{
    if (fk_double_order(box->min.x, box->max.x) <= 0)
        fk_text_print(text, ",\"box\":{\"min\":%v,\"max\":%v}", &box->min, &box->max);
}

static void write_json_points(fk_text *text, const fk_vec3 *point_a, const fk_vec3 *point_b)
{
    fk_text_print(text, ",\"point_a\":%v,\"point_b\":%v", point_a, point_b);
}

static void write_json_clearance(fk_text *text, double clearance)
{
    if (clearance > 0)
        fk_text_print(text, ",\"clearance\":%f", clearance);
}

static void write_json_id(fk_text *text, const char *a, const char *b)
{
    char id[FK_CLASH_ID_SIZE];
    fk_clash_id(a, b, id);
    fk_text_print(text, ",\"id\":%j", id);
}

static void write_json_names(fk_text *text, const char *a, const char *b)
{
    fk_text_print(text, "{\"a\":%j,\"b\":%j", a, b);
}

/* Precedes each element of a list of lines. */
static void begin_json_line(fk_text *text, size_t index)
{
    fk_text_write(text, index > 0 ? ",\n" : "\n");
}

/* ---- Before the pairs ---------------------------------------------------------------------------------- */

/* The key "run": the command, its date, and its input files. */
static void write_run(fk_text *text, const fk_provenance *record)
{
    if (record->argument_count == 0 && record->input_count == 0 && record->date == NULL)
        return;
    fk_text_write(text, ",\n\"run\":{\"arguments\":[");
    for (uint32_t i = 0; i < record->argument_count; i++)
        fk_text_print(text, i > 0 ? ",%j" : "%j", record->argument[i]);
    fk_text_print(text, record->date != NULL ? "],\"date\":%j" : "],\"date\":null", record->date);
    fk_text_write(text, ",\"inputs\":[");
    for (uint32_t i = 0; i < record->input_count; i++) {
        const fk_input_file *input = &record->input[i];
        begin_json_line(text, i);
        fk_text_print(text, "{\"path\":%j,\"bytes\":%w,\"sha256\":%j}", input->path, input->bytes,
                      input->sha256);
    }
    fk_text_write(text, "]}");
}

static void write_sweep_times(fk_text *text, const fk_sweep_report *report)
{
    const fk_sweep *sweep = report->sweep;
    fk_text_print(text, ",\n\"sweep\":{\"from\":%f,\"to\":%f,\"unit\":\"s\",", sweep->from, sweep->to);
    fk_text_print(text, report->tolerance > 0 ? "\"tolerance\":%f}" : "\"tolerance\":null}",
                  report->tolerance);
}

static void write_json_part(fk_text *text, const fk_check_part *part, bool is_surface)
{
    fk_text_print(text, "{\"name\":%j", part->name);
    if (part->mesh != NULL)
        write_json_count(text, "triangles", part->mesh->triangle_count);
    else
        fk_text_print(text, ",\"shape\":%j", fk_kind_word(part->piece->kind));
    fk_text_write(text, is_surface ? ",\"surface\":true}" : "}");
}

static void write_json_parts(fk_text *text, const fk_report *report)
{
    fk_text_write(text, ",\n\"parts\":[");
    for (uint32_t i = 0; i < report->part_count; i++) {
        begin_json_line(text, i);
        write_json_part(text, fk_report_part(report, i), report->is_surface != NULL && report->is_surface[i]);
    }
    fk_text_write(text, "]");
}

/* ---- Pairs of a check ---------------------------------------------------------------------------------- */

static void write_depth(fk_text *text, const fk_check_pair *pair)
{
    const fk_placed_depth *depth = &pair->depth;
    if (!pair->has_depth)
        return;
    fk_text_print(text, ",\"depth\":%f,\"depth_method\":%j", depth->depth.hi,
                  depth->is_exact ? "exact" : "upper bound");
    if (depth->is_exact)
        fk_text_print(text, ",\"depth_lo\":%f", depth->depth.lo);
    fk_text_print(text, ",\"direction\":%v", &depth->direction);
}

static void write_triangles(fk_text *text, const fk_check_pair *pair)
{
    if (pair->triangle_total == 0)
        return;
    write_json_count(text, "triangle_pairs", pair->triangle_total);
    fk_text_write(text, ",\"triangles\":[");
    for (uint32_t i = 0; i < pair->triangle_count; i++)
        fk_text_print(text, i > 0 ? ",[%w,%w]" : "[%w,%w]", (uint64_t)pair->triangle[i].a,
                      (uint64_t)pair->triangle[i].b);
    fk_text_write(text, "]");
}

static void write_check_pair(fk_text *text, const fk_check_pair *pair)
{
    if (pair->kind == FK_CLASH_CONTAINED)
        fk_text_write(text, pair->a_is_inner ? ",\"inner\":\"a\"" : ",\"inner\":\"b\"");
    if (pair->has_surface)
        fk_text_write(text, ",\"surface\":true");
    write_json_interval(text, "distance", pair->distance);
    write_json_clearance(text, pair->clearance);
    write_depth(text, pair);
    if (pair->has_points)
        write_json_points(text, &pair->point_a, &pair->point_b);
    write_json_box(text, &pair->box);
    if (pair->has_volume)
        write_json_interval(text, "volume", pair->volume);
    write_triangles(text, pair);
}

/* ---- Pairs of a sweep ---------------------------------------------------------------------------------- */

static void write_json_stretches(fk_text *text, const char *key, const fk_stretch *stretch, uint32_t count)
{
    static const char *const word[] = {"undecided", "near", "meets"};
    fk_text_print(text, ",\"%s\":[", key);
    for (uint32_t i = 0; i < count; i++) {
        fk_text_print(text, i > 0 ? ",{\"kind\":%j" : "{\"kind\":%j", word[stretch[i].kind]);
        write_json_interval(text, "enter", stretch[i].enter);
        write_json_interval(text, "leave", stretch[i].leave);
        fk_text_print(text, ",\"exact\":%b,\"overlaps\":%b}", stretch[i].is_exact, stretch[i].overlaps);
    }
    fk_text_write(text, "]");
}

static void write_closest(fk_text *text, const fk_sweep_pair *pair)
{
    if (!pair->has_closest)
        return;
    fk_text_print(text, ",\"closest\":{\"lo\":%f,\"hi\":%f", pair->closest.lo, pair->closest.hi);
    if (fk_is_finite(pair->closest.hi)) {
        fk_text_print(text, ",\"time\":%f", pair->closest_time);
        write_json_points(text, &pair->point_a, &pair->point_b);
    }
    fk_text_write(text, "}");
}

static void write_json_joints(fk_text *text, const fk_sweep_report *report, const fk_sweep_pair *pair)
{
    double time = fk_sweep_moment(pair);
    if (report->joint_count == 0 || !fk_is_finite(time))
        return;
    fk_text_write(text, ",\"joints\":{");
    for (uint32_t i = 0; i < report->joint_count; i++)
        fk_text_print(text, i > 0 ? ",%j:%f" : "%j:%f", report->joint[i],
                      report->joint_value(report->joint_user, i, time));
    fk_text_write(text, "}");
}

static void write_sweep_pair(fk_text *text, const fk_sweep_report *report, const fk_sweep_pair *pair)
{
    if (pair->has_surface)
        fk_text_write(text, ",\"surface\":true");
    if (pair->is_still)
        fk_text_write(text, ",\"still\":true");
    else
        fk_text_print(text, ",\"tolerance\":%f", pair->tolerance);
    write_json_stretches(text, "contacts", pair->contact, pair->contact_count);
    write_json_clearance(text, pair->clearance);
    if (pair->clearance > 0)
        write_json_stretches(text, "below", pair->below, pair->below_count);
    write_closest(text, pair);
    write_json_joints(text, report, pair);
}

/* ---- After the pairs ----------------------------------------------------------------------------------- */

/* The key "resolved": clashes of the earlier result only. */
static void write_json_resolved(fk_text *text, const fk_provenance *record)
{
    if (record->baseline == NULL)
        return;
    fk_text_write(text, "\"resolved\":[");
    for (uint32_t i = 0; i < record->resolved_count; i++) {
        const fk_resolved *resolved = &record->resolved[i];
        begin_json_line(text, i);
        write_json_names(text, resolved->a, resolved->b);
        fk_text_print(text, ",\"kind\":%j", fk_clash_word(resolved->kind));
        write_json_id(text, resolved->a, resolved->b);
        fk_text_write(text, "}");
    }
    fk_text_write(text, "],\n");
}

static void write_json_ignored(fk_text *text, const fk_report *report)
{
    fk_text_write(text, "\"ignored\":[");
    for (size_t i = 0; i < report->ignored_count; i++) {
        const fk_check_ignored *ignored = &report->ignored[i];
        begin_json_line(text, i);
        write_json_names(text, fk_report_part_name(report, ignored->a),
                         fk_report_part_name(report, ignored->b));
        fk_text_print(text, ",\"reason\":%j}", ignored->reason);
    }
    fk_text_write(text, "],\n");
}

/* The key "notes": hints for the user. */
static void write_json_notes(fk_text *text, const fk_report *report)
{
    bool has_sizes = report->largest != FK_NONE, has_depth = fk_sign_of(report->shallow_depth) > 0;
    if (!has_sizes && !has_depth)
        return;
    fk_text_write(text, "\"notes\":{");
    if (has_sizes)
        fk_text_print(text, "\"largest\":%j,\"smallest\":%j", fk_report_part_name(report, report->largest),
                      fk_report_part_name(report, report->smallest));
    if (has_depth)
        fk_text_print(text, has_sizes ? ",\"shallow_depth\":%f" : "\"shallow_depth\":%f",
                      report->shallow_depth);
    fk_text_write(text, "},\n");
}

static void write_summary(fk_text *text, const fk_report *report)
{
    fk_text_print(text, "\"summary\":{\"parts\":%w,\"pairs\":%w,\"clashes\":%w", (uint64_t)report->part_count,
                  report->tested, report->clashes);
    for (int kind = FK_CLASH_COUNT - 1; kind >= 0; kind--)
        write_json_count(text, fk_clash_word((fk_clash)kind), report->count[kind]);
    write_json_count(text, "ignored", report->ignored_count);
    write_json_count(text, "omitted", report->omitted);
    if (report->record->review != NULL) {
        fk_review_count count = fk_report_reviews(report);
        fk_text_print(text, ",\"new\":%w,\"active\":%w,\"approved\":%w,\"resolved\":%w", count.new_ones,
                      count.open - count.new_ones, count.approved, (uint64_t)report->record->resolved_count);
    }
    fk_text_write(text, report->is_incomplete ? ",\"complete\":false}}\n" : "}}\n");
}

/* ---- Documents ----------------------------------------------------------------------------------------- */

static void write_json_pair(fk_text *text, const fk_report *report, size_t index)
{
    fk_report_pair pair = fk_report_pair_at(report, index);
    const char *a = fk_report_part_name(report, pair.a), *b = fk_report_part_name(report, pair.b);
    write_json_names(text, a, b);
    fk_text_print(text, ",\"kind\":%j,\"clash\":%b", fk_clash_word(pair.kind), pair.is_clash);
    write_json_id(text, a, b);
    if (pair.review != FK_REVIEW_NONE) {
        fk_text_print(text, ",\"review\":%j", fk_review_word(pair.review));
        if (pair.remark != NULL)
            fk_text_print(text, ",\"remark\":%j", pair.remark);
    }
    if (pair.check != NULL)
        write_check_pair(text, pair.check);
    else
        write_sweep_pair(text, report->sweep, pair.sweep);
    fk_text_write(text, "}");
}

static fk_status write_json_report(const fk_report *report, fk_write_function *write, void *user)
{
    fk_text text = fk_text_make(write, user);
    write_json_head(&text, report->units);
    write_run(&text, report->record);
    if (report->record->baseline != NULL)
        fk_text_print(&text, ",\n\"baseline\":%j", report->record->baseline);
    if (report->sweep != NULL)
        write_sweep_times(&text, report->sweep);
    write_json_parts(&text, report);
    fk_text_write(&text, ",\n\"pairs\":[");
    for (size_t i = 0; i < report->pair_count; i++) {
        begin_json_line(&text, i);
        write_json_pair(&text, report, i);
    }
    fk_text_write(&text, "],\n");
    write_json_resolved(&text, report->record);
    write_json_ignored(&text, report);
    write_json_notes(&text, report);
    write_summary(&text, report);
    return fk_text_end(&text);
}

fk_status fk_check_write_json(const fk_check_report *report, fk_write_function *write, void *user)
{
    fk_report common = fk_report_of_check(report);
    return write_json_report(&common, write, user);
}

fk_status fk_sweep_write_json(const fk_sweep_report *report, fk_write_function *write, void *user)
{
    fk_report common = fk_report_of_sweep(report);
    return write_json_report(&common, write, user);
}

/* ---- Searches ------------------------------------------------------------------------------------------ */

static void write_node_source(fk_text *text, const fk_cell_tree *tree, uint32_t node)
{
    uint32_t source = tree->node[node].source;
    fk_text_print(text, source == FK_NONE ? "null" : "%w", (uint64_t)source);
}

static void write_hit(fk_text *text, const fk_cell_tree *a, const fk_cell_tree *b, const fk_cell_hit *hit)
{
    fk_text_write(text, "{\"a\":");
    write_node_source(text, a, hit->node_a);
    fk_text_write(text, ",\"b\":");
    write_node_source(text, b, hit->node_b);
    fk_text_print(text, ",\"verdict\":%j", fk_verdict_name(hit->verdict));
    write_json_box(text, &hit->box);
    fk_text_write(text, "}");
}

static void write_search_pair(fk_text *text, const fk_search_findings *findings, const fk_search_pair *pair)
{
    const fk_search_object *a = &findings->object[pair->a], *b = &findings->object[pair->b];
    write_json_names(text, a->name, b->name);
    fk_text_print(text, ",\"state\":%j,\"complete\":%b", pair->hit_count > 0 ? "colliding" : "open",
                  pair->open_count == 0);
    write_json_box(text, &pair->box);
    fk_text_write(text, ",\"hits\":[");
    for (size_t i = 0; i < pair->hit_count; i++) {
        begin_json_line(text, i);
        write_hit(text, a->tree, b->tree, &pair->hit[i]);
    }
    fk_text_write(text, "],\"open\":[");
    for (size_t i = 0; i < pair->open_count; i++) {
        fk_text_write(text, i > 0 ? ",[" : "[");
        write_node_source(text, a->tree, pair->open[i].node_a);
        fk_text_write(text, ",");
        write_node_source(text, b->tree, pair->open[i].node_b);
        fk_text_write(text, "]");
    }
    fk_text_write(text, "]}");
}

static void write_search_object(fk_text *text, const fk_search_object *object, const char *source)
{
    const fk_cell_tree *tree = object->tree;
    fk_text_print(text, "{\"name\":%j,\"source\":%j,\"nodes\":%w,\"leaves\":%w,\"levels\":%w}", object->name,
                  source, (uint64_t)tree->node_count, (uint64_t)tree->leaf_count,
                  (uint64_t)tree->level_count);
}

static void write_search_summary(fk_text *text, const fk_search_findings *findings)
{
    const fk_search_result *result = findings->result;
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < findings->object_count; i++)
        nodes += findings->object[i].tree->node_count;
    fk_text_print(text, "\"summary\":{\"objects\":%w,\"nodes\":%w", (uint64_t)findings->object_count, nodes);
    write_json_count(text, "pairs", result->pair_total);
    write_json_count(text, "clear", result->clear);
    write_json_count(text, "colliding", result->colliding);
    write_json_count(text, "open", result->open);
    write_json_count(text, "ignored", result->ignored);
    write_json_count(text, "hits", result->hit_total);
    write_json_count(text, "quick_tests", result->work.quick_tests);
    write_json_count(text, "pair_tests", result->work.pair_tests);
    write_json_count(text, "boxes", result->work.boxes);
    fk_text_write(text, "}}\n");
}

fk_status fk_search_write_json(const fk_search_findings *findings, fk_write_function *write, void *user)
{
    const fk_search_result *result = findings->result;
    uint32_t object = findings->question.object;
    fk_text text = fk_text_make(write, user);
    write_json_head(&text, findings->units);
    fk_text_print(&text,
                  object == FK_NONE ? ",\"question\":{\"object\":null" : ",\"question\":{\"object\":%j",
                  object == FK_NONE ? "" : findings->object[object].name);
    fk_text_print(&text, ",\"first\":%b},\n\"objects\":[", findings->question.stops_at_hit);
    for (uint32_t i = 0; i < findings->object_count; i++) {
        begin_json_line(&text, i);
        write_search_object(&text, &findings->object[i], findings->source[i]);
    }
    fk_text_write(&text, "],\n\"pairs\":[");
    for (size_t i = 0; i < result->pair_count; i++) {
        begin_json_line(&text, i);
        write_search_pair(&text, findings, &result->pair[i]);
    }
    fk_text_write(&text, "],\n");
    write_search_summary(&text, findings);
    return fk_text_end(&text);
}
