/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Checks, sweeps and searches as JSON: one object each, with a line for each part, pair, ignored pair and pair of leaves. And
 * what all reports of checks and sweeps share. */

#include "check/report.h"

#include "base/bits.h"

/* ---- What is told -------------------------------------------------------------------------------------- */

static const fk_provenance nothing;

/* Checks and sweeps, and reports of them, have fields of the same names. */
#define TOLD(report, result)                                                                                 \
    .part_bytes = sizeof *(report)->part, .part_count = (report)->part_count, .units = (report)->units,      \
    .tested = (result)->tested, .omitted = (result)->omitted, .clashes = (result)->clashes,                  \
    .count = (result)->count, .pair_count = (result)->pair_count, .ignored_count = (result)->ignored_count,  \
    .ignored = (result)->ignored, .is_surface = (result)->is_surface, .largest = (result)->largest,          \
    .smallest = (result)->smallest, .record = (report)->record != NULL ? (report)->record : &nothing

fk_told fk_told_of_check(const fk_check_report *report)
{
    return (fk_told){.verb = "check",
                     .check = report,
                     .part = report->part,
                     .shallow_depth = report->check->shallow_depth,
                     TOLD(report, report->check)};
}

fk_told fk_told_of_sweep(const fk_sweep_report *report)
{
    return (fk_told){
        .verb = "sweep", .sweep = report, .part = &report->part->part, TOLD(report, report->sweep)};
}

#define TOLD_PAIR(pair) .a = (pair)->a, .b = (pair)->b, .kind = (pair)->kind, .is_clash = (pair)->is_clash

fk_told_pair fk_told_pair_at(const fk_told *told, size_t index)
{
    const fk_provenance *record = told->record;
    const fk_check_pair *check = told->check != NULL ? &told->check->check->pair[index] : NULL;
    const fk_sweep_pair *sweep = told->sweep != NULL ? &told->sweep->sweep->pair[index] : NULL;
    fk_told_pair pair = check != NULL ? (fk_told_pair){.check = check, TOLD_PAIR(check)}
                                      : (fk_told_pair){.sweep = sweep, TOLD_PAIR(sweep)};
    if (record->review == NULL)
        return pair;
    pair.review = record->review[index];
    pair.remark = record->remark != NULL ? record->remark[index] : NULL;
    return pair;
}

fk_review_count fk_told_reviews(const fk_told *told)
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
    return fk_told_reviews(&told);
}

fk_review_count fk_sweep_reviews(const fk_sweep_report *report)
{
    fk_told told = fk_told_of_sweep(report);
    return fk_told_reviews(&told);
}

const fk_check_part *fk_told_part(const fk_told *told, uint32_t part)
{
    return (const fk_check_part *)(const void *)((const char *)told->part + part * told->part_bytes);
}

const char *fk_told_name(const fk_told *told, uint32_t part)
{
    return fk_told_part(told, part)->name;
}

/* ---- Values -------------------------------------------------------------------------------------------- */

/* The beginning of a result: the version of the format, and the unit of all lengths. */
static void put_head(fk_text *text, const char *units)
{
    fk_text_say(text, "{\"farkas\":%w,\"units\":%j", (uint64_t)FK_RESULT_VERSION, units);
}

/* The keys of values, behind others. */
static void put_count(fk_text *text, const char *key, uint64_t count)
{
    fk_text_say(text, ",\"%s\":%w", key, count);
}

static void put_interval(fk_text *text, const char *key, fk_interval interval)
{
    fk_text_say(text, ",\"%s\":{\"lo\":%f,\"hi\":%f}", key, interval.lo, interval.hi);
}

/* Nothing for an empty box. */
static void put_box(fk_text *text, const fk_aabb *box)
{
    if (fk_double_order(box->min.x, box->max.x) <= 0)
        fk_text_say(text, ",\"box\":{\"min\":%v,\"max\":%v}", &box->min, &box->max);
}

static void put_points(fk_text *text, const fk_vec3 *point_a, const fk_vec3 *point_b)
{
    fk_text_say(text, ",\"point_a\":%v,\"point_b\":%v", point_a, point_b);
}

static void put_clearance(fk_text *text, double clearance)
{
    if (clearance > 0)
        fk_text_say(text, ",\"clearance\":%f", clearance);
}

static void put_id(fk_text *text, const char *a, const char *b)
{
    char id[FK_CLASH_ID_SIZE];
    fk_clash_id(a, b, id);
    fk_text_say(text, ",\"id\":%j", id);
}

static void put_names(fk_text *text, const char *a, const char *b)
{
    fk_text_say(text, "{\"a\":%j,\"b\":%j", a, b);
}

/* Before an element of a list of lines. */
static void begin_line(fk_text *text, size_t index)
{
    fk_text_put(text, index > 0 ? ",\n" : "\n");
}

/* ---- What is before the pairs -------------------------------------------------------------------------- */

/* The key "run": what was asked, when, and of which files. */
static void put_run(fk_text *text, const fk_provenance *record)
{
    if (record->argument_count == 0 && record->input_count == 0 && record->date == NULL)
        return;
    fk_text_put(text, ",\n\"run\":{\"arguments\":[");
    for (uint32_t i = 0; i < record->argument_count; i++)
        fk_text_say(text, i > 0 ? ",%j" : "%j", record->argument[i]);
    fk_text_say(text, record->date != NULL ? "],\"date\":%j" : "],\"date\":null", record->date);
    fk_text_put(text, ",\"inputs\":[");
    for (uint32_t i = 0; i < record->input_count; i++) {
        const fk_input_file *input = &record->input[i];
        begin_line(text, i);
        fk_text_say(text, "{\"path\":%j,\"bytes\":%w,\"sha256\":%j}", input->path, input->bytes,
                    input->sha256);
    }
    fk_text_put(text, "]}");
}

static void put_sweep(fk_text *text, const fk_sweep_report *report)
{
    const fk_sweep *sweep = report->sweep;
    fk_text_say(text, ",\n\"sweep\":{\"from\":%f,\"to\":%f,\"unit\":\"s\",", sweep->from, sweep->to);
    fk_text_say(text, report->tolerance > 0 ? "\"tolerance\":%f}" : "\"tolerance\":null}", report->tolerance);
}

static void put_part(fk_text *text, const fk_check_part *part, bool is_surface)
{
    fk_text_say(text, "{\"name\":%j", part->name);
    if (part->mesh != NULL)
        put_count(text, "triangles", part->mesh->triangle_count);
    else
        fk_text_say(text, ",\"shape\":%j", fk_kind_word(part->piece->kind));
    fk_text_put(text, is_surface ? ",\"surface\":true}" : "}");
}

static void put_parts(fk_text *text, const fk_told *told)
{
    fk_text_put(text, ",\n\"parts\":[");
    for (uint32_t i = 0; i < told->part_count; i++) {
        begin_line(text, i);
        put_part(text, fk_told_part(told, i), told->is_surface != NULL && told->is_surface[i]);
    }
    fk_text_put(text, "]");
}

/* ---- Pairs of a check ---------------------------------------------------------------------------------- */

static void put_depth(fk_text *text, const fk_check_pair *pair)
{
    const fk_placed_depth *depth = &pair->depth;
    if (!pair->has_depth)
        return;
    fk_text_say(text, ",\"depth\":%f,\"depth_method\":%j", depth->depth.hi,
                depth->is_exact ? "exact" : "upper bound");
    if (depth->is_exact)
        fk_text_say(text, ",\"depth_lo\":%f", depth->depth.lo);
    fk_text_say(text, ",\"direction\":%v", &depth->direction);
}

static void put_triangles(fk_text *text, const fk_check_pair *pair)
{
    if (pair->triangle_total == 0)
        return;
    put_count(text, "triangle_pairs", pair->triangle_total);
    fk_text_put(text, ",\"triangles\":[");
    for (uint32_t i = 0; i < pair->triangle_count; i++)
        fk_text_say(text, i > 0 ? ",[%w,%w]" : "[%w,%w]", (uint64_t)pair->triangle[i].a,
                    (uint64_t)pair->triangle[i].b);
    fk_text_put(text, "]");
}

static void put_check_pair(fk_text *text, const fk_check_pair *pair)
{
    if (pair->kind == FK_CLASH_CONTAINED)
        fk_text_put(text, pair->a_is_inner ? ",\"inner\":\"a\"" : ",\"inner\":\"b\"");
    if (pair->has_surface)
        fk_text_put(text, ",\"surface\":true");
    put_interval(text, "distance", pair->distance);
    put_clearance(text, pair->clearance);
    put_depth(text, pair);
    if (pair->has_points)
        put_points(text, &pair->point_a, &pair->point_b);
    put_box(text, &pair->box);
    if (pair->has_volume)
        put_interval(text, "volume", pair->volume);
    put_triangles(text, pair);
}

/* ---- Pairs of a sweep ---------------------------------------------------------------------------------- */

static void put_stretches(fk_text *text, const char *key, const fk_stretch *stretch, uint32_t count)
{
    static const char *const word[] = {"undecided", "near", "meets"};
    fk_text_say(text, ",\"%s\":[", key);
    for (uint32_t i = 0; i < count; i++) {
        fk_text_say(text, i > 0 ? ",{\"kind\":%j" : "{\"kind\":%j", word[stretch[i].kind]);
        put_interval(text, "enter", stretch[i].enter);
        put_interval(text, "leave", stretch[i].leave);
        fk_text_say(text, ",\"exact\":%b,\"overlaps\":%b}", stretch[i].is_exact, stretch[i].overlaps);
    }
    fk_text_put(text, "]");
}

static void put_closest(fk_text *text, const fk_sweep_pair *pair)
{
    if (!pair->has_closest)
        return;
    fk_text_say(text, ",\"closest\":{\"lo\":%f,\"hi\":%f", pair->closest.lo, pair->closest.hi);
    if (fk_is_finite(pair->closest.hi)) {
        fk_text_say(text, ",\"time\":%f", pair->closest_time);
        put_points(text, &pair->point_a, &pair->point_b);
    }
    fk_text_put(text, "}");
}

static void put_joints(fk_text *text, const fk_sweep_report *report, const fk_sweep_pair *pair)
{
    double time = fk_sweep_moment(pair);
    if (report->joint_count == 0 || !fk_is_finite(time))
        return;
    fk_text_put(text, ",\"joints\":{");
    for (uint32_t i = 0; i < report->joint_count; i++)
        fk_text_say(text, i > 0 ? ",%j:%f" : "%j:%f", report->joint[i],
                    report->joint_value(report->joint_user, i, time));
    fk_text_put(text, "}");
}

static void put_sweep_pair(fk_text *text, const fk_sweep_report *report, const fk_sweep_pair *pair)
{
    if (pair->has_surface)
        fk_text_put(text, ",\"surface\":true");
    if (pair->is_still)
        fk_text_put(text, ",\"still\":true");
    else
        fk_text_say(text, ",\"tolerance\":%f", pair->tolerance);
    put_stretches(text, "contacts", pair->contact, pair->contact_count);
    put_clearance(text, pair->clearance);
    if (pair->clearance > 0)
        put_stretches(text, "below", pair->below, pair->below_count);
    put_closest(text, pair);
    put_joints(text, report, pair);
}

/* ---- What is behind the pairs -------------------------------------------------------------------------- */

/* The key "resolved": what was there in the earlier result. */
static void put_resolved(fk_text *text, const fk_provenance *record)
{
    if (record->baseline == NULL)
        return;
    fk_text_put(text, "\"resolved\":[");
    for (uint32_t i = 0; i < record->resolved_count; i++) {
        const fk_resolved *resolved = &record->resolved[i];
        begin_line(text, i);
        put_names(text, resolved->a, resolved->b);
        fk_text_say(text, ",\"kind\":%j", fk_clash_word(resolved->kind));
        put_id(text, resolved->a, resolved->b);
        fk_text_put(text, "}");
    }
    fk_text_put(text, "],\n");
}

static void put_ignored(fk_text *text, const fk_told *told)
{
    fk_text_put(text, "\"ignored\":[");
    for (size_t i = 0; i < told->ignored_count; i++) {
        const fk_check_ignored *ignored = &told->ignored[i];
        begin_line(text, i);
        put_names(text, fk_told_name(told, ignored->a), fk_told_name(told, ignored->b));
        fk_text_say(text, ",\"reason\":%j}", ignored->reason);
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
    if (has_sizes)
        fk_text_say(text, "\"largest\":%j,\"smallest\":%j", fk_told_name(told, told->largest),
                    fk_told_name(told, told->smallest));
    if (has_depth)
        fk_text_say(text, has_sizes ? ",\"shallow_depth\":%f" : "\"shallow_depth\":%f", told->shallow_depth);
    fk_text_put(text, "},\n");
}

static void put_summary(fk_text *text, const fk_told *told)
{
    fk_text_say(text, "\"summary\":{\"parts\":%w,\"pairs\":%w,\"clashes\":%w", (uint64_t)told->part_count,
                told->tested, told->clashes);
    for (int kind = FK_CLASH_COUNT - 1; kind >= 0; kind--)
        put_count(text, fk_clash_word((fk_clash)kind), told->count[kind]);
    put_count(text, "ignored", told->ignored_count);
    put_count(text, "omitted", told->omitted);
    if (told->record->review != NULL) {
        fk_review_count count = fk_told_reviews(told);
        fk_text_say(text, ",\"new\":%w,\"active\":%w,\"approved\":%w,\"resolved\":%w", count.new_ones,
                    count.open - count.new_ones, count.approved, (uint64_t)told->record->resolved_count);
    }
    fk_text_put(text, "}}\n");
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

static void put_pair(fk_text *text, const fk_told *told, size_t index)
{
    fk_told_pair pair = fk_told_pair_at(told, index);
    const char *a = fk_told_name(told, pair.a), *b = fk_told_name(told, pair.b);
    put_names(text, a, b);
    fk_text_say(text, ",\"kind\":%j,\"clash\":%b", fk_clash_word(pair.kind), pair.is_clash);
    put_id(text, a, b);
    if (pair.review != FK_REVIEW_NONE) {
        fk_text_say(text, ",\"review\":%j", fk_review_word(pair.review));
        if (pair.remark != NULL)
            fk_text_say(text, ",\"remark\":%j", pair.remark);
    }
    if (pair.check != NULL)
        put_check_pair(text, pair.check);
    else
        put_sweep_pair(text, told->sweep, pair.sweep);
    fk_text_put(text, "}");
}

static fk_status write_json(const fk_told *told, fk_write_function *write, void *user)
{
    fk_text text = fk_text_make(write, user);
    put_head(&text, told->units);
    put_run(&text, told->record);
    if (told->record->baseline != NULL)
        fk_text_say(&text, ",\n\"baseline\":%j", told->record->baseline);
    if (told->sweep != NULL)
        put_sweep(&text, told->sweep);
    put_parts(&text, told);
    fk_text_put(&text, ",\n\"pairs\":[");
    for (size_t i = 0; i < told->pair_count; i++) {
        begin_line(&text, i);
        put_pair(&text, told, i);
    }
    fk_text_put(&text, "],\n");
    put_resolved(&text, told->record);
    put_ignored(&text, told);
    put_notes(&text, told);
    put_summary(&text, told);
    return fk_text_end(&text);
}

fk_status fk_check_write_json(const fk_check_report *report, fk_write_function *write, void *user)
{
    fk_told told = fk_told_of_check(report);
    return write_json(&told, write, user);
}

fk_status fk_sweep_write_json(const fk_sweep_report *report, fk_write_function *write, void *user)
{
    fk_told told = fk_told_of_sweep(report);
    return write_json(&told, write, user);
}

/* ---- Searches ------------------------------------------------------------------------------------------ */

static void put_node(fk_text *text, const fk_cell_tree *tree, uint32_t node)
{
    uint32_t source = tree->node[node].source;
    fk_text_say(text, source == FK_NONE ? "null" : "%w", (uint64_t)source);
}

static void put_hit(fk_text *text, const fk_cell_tree *a, const fk_cell_tree *b, const fk_cell_hit *hit)
{
    fk_text_put(text, "{\"a\":");
    put_node(text, a, hit->node_a);
    fk_text_put(text, ",\"b\":");
    put_node(text, b, hit->node_b);
    fk_text_say(text, ",\"verdict\":%j", fk_verdict_name(hit->verdict));
    put_box(text, &hit->box);
    fk_text_put(text, "}");
}

static void put_search_pair(fk_text *text, const fk_search_findings *findings, const fk_search_pair *pair)
{
    const fk_search_object *a = &findings->object[pair->a], *b = &findings->object[pair->b];
    put_names(text, a->name, b->name);
    fk_text_say(text, ",\"state\":%j,\"complete\":%b", pair->hit_count > 0 ? "colliding" : "open",
                pair->open_count == 0);
    put_box(text, &pair->box);
    fk_text_put(text, ",\"hits\":[");
    for (size_t i = 0; i < pair->hit_count; i++) {
        begin_line(text, i);
        put_hit(text, a->tree, b->tree, &pair->hit[i]);
    }
    fk_text_put(text, "],\"open\":[");
    for (size_t i = 0; i < pair->open_count; i++) {
        fk_text_put(text, i > 0 ? ",[" : "[");
        put_node(text, a->tree, pair->open[i].node_a);
        fk_text_put(text, ",");
        put_node(text, b->tree, pair->open[i].node_b);
        fk_text_put(text, "]");
    }
    fk_text_put(text, "]}");
}

static void put_object(fk_text *text, const fk_search_object *object, const char *source)
{
    const fk_cell_tree *tree = object->tree;
    fk_text_say(text, "{\"name\":%j,\"source\":%j,\"nodes\":%w,\"leaves\":%w,\"levels\":%w}", object->name,
                source, (uint64_t)tree->node_count, (uint64_t)tree->leaf_count, (uint64_t)tree->level_count);
}

static void put_search_summary(fk_text *text, const fk_search_findings *findings)
{
    const fk_search_result *result = findings->result;
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < findings->object_count; i++)
        nodes += findings->object[i].tree->node_count;
    fk_text_say(text, "\"summary\":{\"objects\":%w,\"nodes\":%w", (uint64_t)findings->object_count, nodes);
    put_count(text, "pairs", result->pair_total);
    put_count(text, "clear", result->clear);
    put_count(text, "colliding", result->colliding);
    put_count(text, "open", result->open);
    put_count(text, "ignored", result->ignored);
    put_count(text, "hits", result->hit_total);
    put_count(text, "quick_tests", result->work.quick_tests);
    put_count(text, "pair_tests", result->work.pair_tests);
    put_count(text, "boxes", result->work.boxes);
    fk_text_put(text, "}}\n");
}

fk_status fk_search_write_json(const fk_search_findings *findings, fk_write_function *write, void *user)
{
    const fk_search_result *result = findings->result;
    uint32_t object = findings->question.object;
    fk_text text = fk_text_make(write, user);
    put_head(&text, findings->units);
    fk_text_say(&text, object == FK_NONE ? ",\"question\":{\"object\":null" : ",\"question\":{\"object\":%j",
                object == FK_NONE ? "" : findings->object[object].name);
    fk_text_say(&text, ",\"first\":%b},\n\"objects\":[", findings->question.stops_at_hit);
    for (uint32_t i = 0; i < findings->object_count; i++) {
        begin_line(&text, i);
        put_object(&text, &findings->object[i], findings->source[i]);
    }
    fk_text_put(&text, "],\n\"pairs\":[");
    for (size_t i = 0; i < result->pair_count; i++) {
        begin_line(&text, i);
        put_search_pair(&text, findings, &result->pair[i]);
    }
    fk_text_put(&text, "],\n");
    put_search_summary(&text, findings);
    return fk_text_end(&text);
}
