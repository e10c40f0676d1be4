/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Checks, sweeps and searches as JSON: one object each, with a line for each part, pair, ignored pair and pair of
 * leaves. Also the fields that all reports of checks and sweeps share. */

#include "check/report.h"

#include <math.h>

#include "base/bits.h"

/* ---- The common view ----------------------------------------------------------------------------------- */

fk_report fk_report_of(const fk_check_report *check, const fk_sweep_report *sweep)
{
    static const fk_provenance none;
    fk_report report;
    if (check != NULL)
        report = (fk_report){"check",           check->check, NULL,         check->part, sizeof *check->part,
                             check->part_count, check->units, check->record};
    else
        report = (fk_report){
            "sweep",           sweep->sweep, sweep,        &sweep->part->part, sizeof *sweep->part,
            sweep->part_count, sweep->units, sweep->record};
    report.record = report.record != NULL ? report.record : &none;
    return report;
}

uint64_t fk_report_finished(const fk_check *found)
{
    uint64_t finished = 0;
    for (int kind = 0; kind < FK_CLASH_COUNT; kind++)
        finished += found->count[kind];
    return finished;
}

fk_review fk_report_review(const fk_report *report, size_t index)
{
    return report->record->review != NULL ? report->record->review[index] : FK_REVIEW_NONE;
}

const char *fk_report_remark(const fk_report *report, size_t index)
{
    const fk_provenance *record = report->record;
    return record->review != NULL && record->remark != NULL ? record->remark[index] : NULL;
}

fk_review_count fk_report_reviews(const fk_check *found, const fk_provenance *record)
{
    fk_review_count count = {found->clashes, 0, 0};
    for (size_t i = 0; record != NULL && record->review != NULL && i < found->pair_count; i++) {
        count.approved += record->review[i] == FK_REVIEW_APPROVED;
        count.new_ones += record->review[i] == FK_REVIEW_NEW;
    }
    count.open -= count.approved;
    return count;
}

fk_review_count fk_check_reviews(const fk_check_report *report)
{
    return fk_report_reviews(report->check, report->record);
}

fk_review_count fk_sweep_reviews(const fk_sweep_report *report)
{
    return fk_report_reviews(report->sweep, report->record);
}

const fk_check_part *fk_report_part(const fk_report *report, uint32_t part)
{
    return (const fk_check_part *)(const void *)((const char *)report->part + part * report->part_bytes);
}

const char *fk_report_part_name(const fk_report *report, uint32_t part)
{
    const char *name = fk_report_part(report, part)->name;
    return name != NULL ? name : "";
}

bool fk_report_is_surface(const fk_report *report, uint32_t part)
{
    return report->found->is_surface != NULL && report->found->is_surface[part];
}

/* ---- Values -------------------------------------------------------------------------------------------- */

/* The beginning of a result: the version of the format, and the unit of all lengths. */
static void write_json_head(fk_text *text, const char *units)
{
    fk_text_print(text, "{\"farkas\":%w,\"units\":%j", (uint64_t)FK_RESULT_VERSION, units);
}

/* Nothing for an empty box. */
static void write_keyed_box(fk_text *text, const char *key, const fk_aabb *box)
{
    if (fk_double_order(box->min.x, box->max.x) <= 0)
        fk_text_print(text, ",\"%s\":{\"min\":%v,\"max\":%v}", key, &box->min, &box->max);
}

static void write_json_box(fk_text *text, const fk_aabb *box)
{
    write_keyed_box(text, "box", box);
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
    fk_text_print(text, record->date != NULL ? "],\"date\":%j,\"inputs\":[" : "],\"date\":null,\"inputs\":[",
                  record->date);
    for (uint32_t i = 0; i < record->input_count; i++) {
        const fk_input_file *input = &record->input[i];
        fk_text_begin_line(text, i);
        fk_text_print(text, "{\"path\":%j,\"bytes\":%w,\"sha256\":%j}", input->path, input->bytes,
                      input->sha256);
    }
    fk_text_write(text, "]}");
}

static void write_json_part(fk_text *text, const fk_check_part *part, bool is_surface)
{
    fk_text_print(text, "{\"name\":%j", part->name);
    if (part->mesh != NULL)
        fk_text_print(text, ",\"triangles\":%w", (uint64_t)part->mesh->triangle_count);
    else
        fk_text_print(text, ",\"shape\":%j", fk_kind_word(part->piece->kind));
    fk_text_write(text, is_surface ? ",\"surface\":true}" : "}");
}

static void write_json_parts(fk_text *text, const fk_report *report)
{
    fk_text_write(text, ",\n\"parts\":[");
    for (uint32_t i = 0; i < report->part_count; i++) {
        fk_text_begin_line(text, i);
        write_json_part(text, fk_report_part(report, i), fk_report_is_surface(report, i));
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
    fk_text_print(text, ",\"triangle_pairs\":%w,\"triangles\":[", pair->triangle_total);
    for (uint32_t i = 0; i < pair->triangle_count; i++)
        fk_text_print(text, i > 0 ? ",[%w,%w]" : "[%w,%w]", (uint64_t)pair->triangle[i].a,
                      (uint64_t)pair->triangle[i].b);
    fk_text_write(text, "]");
}

static void write_check_pair(fk_text *text, const fk_report *report, const fk_check_pair *pair)
{
    if (pair->kind == FK_CLASH_UNDECIDED)
        fk_text_print(
            text, ",\"reason\":%j",
            fk_check_undecided_reason(fk_report_part(report, pair->a), fk_report_part(report, pair->b)));
    if (pair->kind == FK_CLASH_CONTAINED)
        fk_text_print(text, ",\"inner\":%j", pair->a_is_inner ? "a" : "b");
    fk_text_print(text, pair->has_surface ? ",\"surface\":true,\"distance\":%r" : ",\"distance\":%r",
                  &pair->distance);
    if (pair->clearance > 0)
        fk_text_print(text, ",\"clearance\":%f", pair->clearance);
    write_depth(text, pair);
    if (pair->has_points)
        fk_text_print(text, ",\"point_a\":%v,\"point_b\":%v", &pair->point_a, &pair->point_b);
    write_json_box(text, &pair->box);
    if (pair->has_volume)
        fk_text_print(text, ",\"volume\":%r", &pair->volume);
    write_triangles(text, pair);
}

/* ---- Pairs of a sweep ---------------------------------------------------------------------------------- */

static void write_json_stretches(fk_text *text, const char *key, const fk_stretch *stretch, uint32_t count)
{
    static const char *const word[] = {"undecided", "near", "meets"};
    fk_text_print(text, ",\"%s\":[", key);
    for (uint32_t i = 0; i < count; i++)
        fk_text_print(text, "%s{\"kind\":%j,\"enter\":%r,\"leave\":%r,\"exact\":%b,\"overlaps\":%b}",
                      i > 0 ? "," : "", word[stretch[i].kind], &stretch[i].enter, &stretch[i].leave,
                      stretch[i].is_exact, stretch[i].overlaps);
    fk_text_write(text, "]");
}

static void write_closest(fk_text *text, const fk_sweep_pair *pair)
{
    if (pair->has_closest && fk_is_finite(pair->closest.hi))
        fk_text_print(text, ",\"closest\":{\"lo\":%f,\"hi\":%f,\"time\":%f,\"point_a\":%v,\"point_b\":%v}",
                      pair->closest.lo, pair->closest.hi, pair->closest_time, &pair->point_a, &pair->point_b);
    else if (pair->has_closest)
        fk_text_print(text, ",\"closest\":%r", &pair->closest);
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
    if (pair->clearance > 0) {
        fk_text_print(text, ",\"clearance\":%f", pair->clearance);
        write_json_stretches(text, "below", pair->below, pair->below_count);
    }
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
        char id[FK_CLASH_ID_SIZE];
        fk_clash_id(resolved->a, resolved->b, id);
        fk_text_begin_line(text, i);
        fk_text_print(text, "{\"a\":%j,\"b\":%j,\"kind\":%j,\"id\":%j}", resolved->a, resolved->b,
                      fk_clash_word(resolved->kind), id);
    }
    fk_text_write(text, "],\n");
}

static void write_json_ignored(fk_text *text, const fk_report *report)
{
    fk_text_write(text, "\"ignored\":[");
    for (size_t i = 0; i < report->found->ignored_count; i++) {
        const fk_check_ignored *ignored = &report->found->ignored[i];
        fk_text_begin_line(text, i);
        fk_text_print(text, "{\"a\":%j,\"b\":%j,\"reason\":%j}", fk_report_part_name(report, ignored->a),
                      fk_report_part_name(report, ignored->b), ignored->reason);
    }
    fk_text_write(text, "],\n");
}

/* The key "notes": hints for the user. */
static void write_json_notes(fk_text *text, const fk_report *report)
{
    const fk_check *found = report->found;
    bool has_sizes = found->largest != FK_NONE, has_depth = fk_sign_of(found->shallow_depth) > 0;
    if (has_sizes)
        fk_text_print(text, "\"notes\":{\"largest\":%j,\"smallest\":%j",
                      fk_report_part_name(report, found->largest),
                      fk_report_part_name(report, found->smallest));
    if (has_depth)
        fk_text_print(text, has_sizes ? ",\"shallow_depth\":%f" : "\"notes\":{\"shallow_depth\":%f",
                      found->shallow_depth);
    fk_text_write(text, has_sizes || has_depth ? "},\n" : "");
}

static void write_summary(fk_text *text, const fk_report *report)
{
    const fk_check *found = report->found;
    fk_text_print(text, "\"summary\":{\"parts\":%w,\"pairs\":%w,\"clashes\":%w", (uint64_t)report->part_count,
                  found->tested, found->clashes);
    for (int kind = FK_CLASH_COUNT - 1; kind >= 0; kind--)
        fk_text_print(text, ",\"%s\":%w", fk_clash_word((fk_clash)kind), found->count[kind]);
    fk_text_print(text, ",\"ignored\":%w,\"omitted\":%w", (uint64_t)found->ignored_count, found->omitted);
    if (report->record->review != NULL) {
        fk_review_count count = fk_report_reviews(found, report->record);
        fk_text_print(text, ",\"new\":%w,\"active\":%w,\"approved\":%w,\"resolved\":%w", count.new_ones,
                      count.open - count.new_ones, count.approved, (uint64_t)report->record->resolved_count);
    }
    fk_text_write(text, found->is_incomplete ? ",\"complete\":false}}\n" : "}}\n");
}

/* ---- Documents ----------------------------------------------------------------------------------------- */

static void write_json_pair(fk_text *text, const fk_report *report, size_t index)
{
    const fk_check_pair *pair = &report->found->pair[index];
    const char *a = fk_report_part_name(report, pair->a), *b = fk_report_part_name(report, pair->b);
    const char *remark = fk_report_remark(report, index);
    fk_review review = fk_report_review(report, index);
    char id[FK_CLASH_ID_SIZE];
    fk_clash_id(a, b, id);
    fk_text_print(text, "{\"a\":%j,\"b\":%j,\"kind\":%j,\"clash\":%b,\"id\":%j", a, b,
                  fk_clash_word(pair->kind), pair->is_clash, id);
    if (review != FK_REVIEW_NONE)
        fk_text_print(text, ",\"review\":%j", fk_review_word(review));
    if (review != FK_REVIEW_NONE && remark != NULL)
        fk_text_print(text, ",\"remark\":%j", remark);
    if (report->sweep == NULL)
        write_check_pair(text, report, pair);
    else
        write_sweep_pair(text, report->sweep, pair);
    fk_text_write(text, "}");
}

static fk_status write_json_report(fk_report report, fk_write_function *write, void *user)
{
    fk_text text = fk_text_make(write, user);
    write_json_head(&text, report.units);
    write_run(&text, report.record);
    if (report.record->baseline != NULL)
        fk_text_print(&text, ",\n\"baseline\":%j", report.record->baseline);
    if (report.sweep != NULL)
        fk_text_print(&text, ",\n\"sweep\":{\"from\":%f,\"to\":%f,\"unit\":\"s\",\"tolerance\":%f}",
                      report.found->from, report.found->to,
                      report.sweep->tolerance > 0 ? report.sweep->tolerance : NAN);
    write_json_parts(&text, &report);
    fk_text_write(&text, ",\n\"pairs\":[");
    for (size_t i = 0; i < report.found->pair_count; i++) {
        fk_text_begin_line(&text, i);
        write_json_pair(&text, &report, i);
    }
    fk_text_write(&text, "],\n");
    write_json_resolved(&text, report.record);
    write_json_ignored(&text, &report);
    write_json_notes(&text, &report);
    write_summary(&text, &report);
    return fk_text_end(&text);
}

fk_status fk_check_write_json(const fk_check_report *report, fk_write_function *write, void *user)
{
    return write_json_report(fk_report_of(report, NULL), write, user);
}

fk_status fk_sweep_write_json(const fk_sweep_report *report, fk_write_function *write, void *user)
{
    return write_json_report(fk_report_of(NULL, report), write, user);
}

/* ---- Searches ------------------------------------------------------------------------------------------ */

static uint32_t node_source(const fk_search_object *object, uint32_t node)
{
    return object->tree->node[node].source;
}

/* The path from the root to a node, by the parents of the nodes. */
static void write_node_path(fk_text *text, const char *key, const uint32_t *parent, uint32_t node)
{
    uint32_t count = 0;
    for (uint32_t at = node; at != FK_NONE; at = parent[at])
        count++;
    fk_text_print(text, ",\"%s\":[", key);
    for (uint32_t up = count; up-- > 0;) {
        uint32_t at = node;
        for (uint32_t i = 0; i < up; i++)
            at = parent[at];
        fk_text_print(text, up + 1 < count ? ",%q" : "%q", at);
    }
    fk_text_write(text, "]");
}

static void write_search_hit(fk_text *text, const fk_search_findings *findings, const fk_search_pair *pair,
                             const fk_cell_hit *hit)
{
    const fk_search_object *a = &findings->object[pair->a], *b = &findings->object[pair->b];
    fk_text_print(text, "{\"a\":%q,\"b\":%q,\"node_a\":%q,\"node_b\":%q", node_source(a, hit->node_a),
                  node_source(b, hit->node_b), hit->node_a, hit->node_b);
    if (findings->parent != NULL) {
        write_node_path(text, "path_a", findings->parent[pair->a], hit->node_a);
        write_node_path(text, "path_b", findings->parent[pair->b], hit->node_b);
    }
    fk_text_print(text, ",\"verdict\":%j", fk_verdict_name(hit->verdict));
    write_json_box(text, &hit->box);
    if (fk_double_order(hit->box.min.x, hit->box.max.x) <= 0) {
        fk_aabb range[2];
        fk_cell_hit_ranges(a, b, hit, range);
        write_keyed_box(text, "range_a", &range[0]);
        write_keyed_box(text, "range_b", &range[1]);
    }
    fk_text_write(text, "}");
}

static void write_search_pair(fk_text *text, const fk_search_findings *findings, const fk_search_pair *pair)
{
    const fk_search_object *a = &findings->object[pair->a], *b = &findings->object[pair->b];
    fk_text_print(text, "{\"a\":%j,\"b\":%j,\"state\":%j,\"complete\":%b", a->name, b->name,
                  pair->hit_count > 0 ? "colliding" : "open", pair->open_count == 0);
    write_json_box(text, &pair->box);
    fk_text_write(text, ",\"hits\":[");
    for (size_t i = 0; i < pair->hit_count; i++) {
        fk_text_begin_line(text, i);
        write_search_hit(text, findings, pair, &pair->hit[i]);
    }
    fk_text_write(text, "],\"open\":[");
    for (size_t i = 0; i < pair->open_count; i++)
        fk_text_print(text, i > 0 ? ",[%q,%q]" : "[%q,%q]", node_source(a, pair->open[i].node_a),
                      node_source(b, pair->open[i].node_b));
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
    fk_text_print(
        text,
        "\"summary\":{\"objects\":%w,\"nodes\":%w,\"pairs\":%w,\"clear\":%w,\"colliding\":%w,"
        "\"open\":%w,\"ignored\":%w,\"hits\":%w,\"quick_tests\":%w,\"pair_tests\":%w,\"boxes\":%w}}\n",
        (uint64_t)findings->object_count, nodes, result->pair_total, result->clear, result->colliding,
        result->open, result->ignored, result->hit_total, result->work.quick_tests, result->work.pair_tests,
        result->work.boxes);
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
    fk_text_print(&text, ",\"first\":%b,\"any\":%b},\n\"objects\":[", findings->question.stops_at_hit,
                  findings->question.stops_at_any);
    for (uint32_t i = 0; i < findings->object_count; i++) {
        fk_text_begin_line(&text, i);
        write_search_object(&text, &findings->object[i], findings->source[i]);
    }
    fk_text_write(&text, "],\n\"pairs\":[");
    for (size_t i = 0; i < result->pair_count; i++) {
        fk_text_begin_line(&text, i);
        write_search_pair(&text, findings, &result->pair[i]);
    }
    fk_text_write(&text, "],\n");
    write_search_summary(&text, findings);
    return fk_text_end(&text);
}
