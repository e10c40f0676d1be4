/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads results that were written as JSON: see fk_result in farkas/scene.h. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "scene/files.h"
#include "scene/letters.h"
#include "scene/read_result.h"

/* ---- Provenance ---------------------------------------------------------------------------------------- */

static bool read_argument(fk_json_reader *r, const fk_json_value *value, void *user, void *out)
{
    (void)user;
    return fk_result_text(r, value, out);
}

static bool is_hexadecimal(char c)
{
    return fk_is_digit(c) || (c >= 'a' && c <= 'f');
}

static bool read_input(fk_json_reader *r, const fk_json_value *value, void *user, void *item)
{
    fk_input_file *out = item;
    (void)user;
    const char *hash = "";
    if (!json_is_object(value->json))
        return fk_json_fail(r, value, "an input is an object, {\"path\": ..., \"bytes\": ...}");
    if (!fk_result_need_text(r, value, "path", &out->path) ||
        !fk_result_whole(r, value, "bytes", &out->bytes) || !fk_result_need_text(r, value, "sha256", &hash))
        return false;
    size_t length = strlen(hash), digits = 0;
    while (is_hexadecimal(hash[digits]))
        digits++;
    if (digits != length || (length != 0 && length != sizeof out->sha256 - 1))
        return fk_json_fail(r, value, "\"sha256\" has 64 hexadecimal digits, or none");
    memcpy(out->sha256, hash, length + 1);
    return true;
}

static bool read_run(fk_json_reader *r, const fk_json_value *top, fk_provenance *record)
{
    static const fk_json_list_form arguments = {"texts", sizeof(const char *), read_argument},
                                   inputs = {"files", sizeof(fk_input_file), read_input};
    fk_json_value run, member;
    if (!fk_json_member(top, "run", &run))
        return true;
    if (!json_is_object(run.json))
        return fk_json_fail(r, &run, "\"run\" is an object, {\"arguments\": [...], ...}");
    if (fk_json_member(&run, "date", &member) && !json_is_null(member.json) &&
        !fk_result_text(r, &member, &record->date))
        return false;
    if (fk_json_member(&run, "arguments", &member))
        record->argument = fk_json_read_list(r, &member, &arguments, NULL, &record->argument_count);
    if (r->status == FK_OK && fk_json_member(&run, "inputs", &member))
        record->input = fk_json_read_list(r, &member, &inputs, NULL, &record->input_count);
    return r->status == FK_OK;
}

static bool read_resolved(fk_json_reader *r, const fk_json_value *value, void *user, void *item)
{
    fk_resolved *out = item;
    (void)user;
    if (!json_is_object(value->json))
        return fk_json_fail(r, value, "a clash is an object, {\"a\": ..., \"b\": ...}");
    return fk_result_need_text(r, value, "a", &out->a) && fk_result_need_text(r, value, "b", &out->b) &&
           fk_result_kind(r, value, &out->kind);
}

/* Reads "baseline" and "resolved". */
static bool read_baseline(fk_json_reader *r, const fk_json_value *top, fk_provenance *record)
{
    static const fk_json_list_form form = {"clashes", sizeof(fk_resolved), read_resolved};
    fk_json_value member;
    if (!fk_json_member(top, "baseline", &member))
        return true;
    if (!fk_result_text(r, &member, &record->baseline) ||
        !fk_json_require(r, top, "resolved", "a result with \"baseline\"", &member))
        return false;
    record->resolved = fk_json_read_list(r, &member, &form, NULL, &record->resolved_count);
    return record->resolved != NULL;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static bool read_result_shape(fk_json_reader *r, const fk_json_value *part, fk_check_part *out)
{
    fk_piece *piece = fk_scene_arena_allocate(r->arena, 1, sizeof *piece);
    fk_json_value member;
    if (piece == NULL)
        return fk_json_fail_memory(r);
    if (!fk_json_require(r, part, "shape", "a part without \"triangles\"", &member))
        return false;
    const char *word = json_string_value(member.json);
    for (int kind = FK_KIND_NONE; word != NULL && kind < FK_KIND_COUNT; kind++)
        if (fk_same_text(word, fk_kind_word((fk_kind)kind))) {
            piece->kind = (fk_kind)kind;
            out->piece = piece;
            return true;
        }
    return fk_json_fail(r, &member, "\"shape\" is not the word of a shape, as \"box\"");
}

static bool read_result_part(fk_json_reader *r, const fk_json_value *part, fk_check_part *out,
                             bool *is_surface)
{
    fk_json_value member;
    uint64_t count;
    if (!json_is_object(part->json))
        return fk_json_fail(r, part, "a part is an object, {\"name\": ..., \"triangles\": ...}");
    out->pose = fk_pose_identity();
    if (!fk_result_need_text(r, part, "name", &out->name) || !fk_result_flag(r, part, "surface", is_surface))
        return false;
    if (!fk_json_member(part, "triangles", &member))
        return read_result_shape(r, part, out);
    fk_mesh *mesh = fk_scene_arena_allocate(r->arena, 1, sizeof *mesh);
    if (mesh == NULL)
        return fk_json_fail_memory(r);
    if (!fk_result_whole(r, part, "triangles", &count))
        return false;
    if (count > UINT32_MAX)
        return fk_json_fail(r, &member, "\"triangles\": that is too many");
    mesh->triangle_count = (uint32_t)count;
    mesh->name = "";
    out->mesh = mesh;
    return true;
}

/* Indexes the names of parts, which must be unique, since pairs refer to them. */
static bool index_part_names(fk_json_reader *r, const fk_json_value *parts, fk_owned_result *own)
{
    const fk_check_part *part = own->check_part;
    if (!fk_name_index_build_strided(&own->names, r->arena, &part->name, sizeof *part, own->found.part_count))
        return fk_json_fail_memory(r);
    uint32_t second = fk_name_index_find_repeated(&own->names, own->found.part_count);
    if (second == FK_NONE)
        return true;
    fk_json_value element = fk_json_element(parts, second);
    return fk_json_fail(r, &element, "there are two parts '%s'", fk_show_text(part[second].name).text);
}

static bool read_result_parts(fk_json_reader *r, const fk_json_value *top, fk_owned_result *own)
{
    fk_json_value parts;
    if (!fk_json_require(r, top, "parts", "a result", &parts) || !fk_json_check_array(r, &parts, "parts", 0))
        return false;
    uint32_t count = own->found.part_count = (uint32_t)json_array_size(parts.json);
    bool *is_surface = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *is_surface);
    own->check_part = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *own->check_part);
    own->part = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *own->part);
    if (is_surface == NULL || own->check_part == NULL || own->part == NULL)
        return fk_json_fail_memory(r);
    for (uint32_t i = 0; i < count; i++) {
        fk_json_value element = fk_json_element(&parts, i);
        if (!read_result_part(r, &element, &own->check_part[i], &is_surface[i]))
            return false;
        own->part[i] = (fk_sweep_part){own->check_part[i], FK_NONE};
    }
    own->found.is_surface = is_surface;
    return index_part_names(r, &parts, own);
}

/* ---- After the pairs ----------------------------------------------------------------------------------- */

static bool read_ignored(fk_json_reader *r, const fk_json_value *value, void *user, void *item)
{
    fk_check_ignored *out = item;
    return fk_result_parts(r, user, value, &out->a, &out->b) &&
           fk_result_need_text(r, value, "reason", &out->reason);
}

static bool read_ignores(fk_json_reader *r, const fk_json_value *top, fk_owned_result *own)
{
    static const fk_json_list_form form = {"pairs", sizeof(fk_check_ignored), read_ignored};
    fk_json_value list;
    uint32_t count;
    if (!fk_json_require(r, top, "ignored", "a result", &list))
        return false;
    own->found.ignored = fk_json_read_list(r, &list, &form, own, &count);
    own->found.ignored_count = count;
    return own->found.ignored != NULL;
}

static bool read_note_part(fk_json_reader *r, const fk_json_value *notes, const char *key,
                           const fk_owned_result *own, uint32_t *out)
{
    fk_json_value member;
    if (!fk_json_require(r, notes, key, "\"notes\" with two sizes", &member))
        return false;
    const char *name = json_string_value(member.json);
    *out = name != NULL ? fk_name_index_find(&own->names, name) : FK_NONE;
    return *out != FK_NONE || fk_json_fail(r, &member, "\"%s\" is not the name of a part", key);
}

static bool read_notes(fk_json_reader *r, const fk_json_value *top, fk_owned_result *own)
{
    fk_json_value notes, member;
    fk_check *found = &own->found;
    found->largest = found->smallest = FK_NONE;
    if (!fk_json_member(top, "notes", &notes))
        return true;
    if (fk_json_member(&notes, "largest", &member) &&
        (!read_note_part(r, &notes, "largest", own, &found->largest) ||
         !read_note_part(r, &notes, "smallest", own, &found->smallest)))
        return false;
    return !fk_json_member(&notes, "shallow_depth", &member) ||
           fk_json_read_number(r, &member, &found->shallow_depth);
}

static bool read_summary(fk_json_reader *r, const fk_json_value *top, fk_check *found)
{
    fk_json_value summary, member;
    uint64_t clashes;
    if (!fk_json_require(r, top, "summary", "a result", &summary) ||
        !fk_result_whole(r, &summary, "pairs", &found->tested) ||
        !fk_result_whole(r, &summary, "omitted", &found->omitted) ||
        !fk_result_whole(r, &summary, "clashes", &clashes))
        return false;
    for (int kind = 0; kind < FK_CLASH_COUNT; kind++)
        if (!fk_result_whole(r, &summary, fk_clash_word((fk_clash)kind), &found->count[kind]))
            return false;
    if (clashes != found->clashes && fk_json_member(&summary, "clashes", &member))
        return fk_json_fail(r, &member, "\"clashes\" is %lu, but there are %lu in \"pairs\"",
                            (unsigned long)clashes, (unsigned long)found->clashes);
    bool is_complete = true;
    if (fk_json_member(&summary, "complete", &member) && !fk_json_read_bool(r, &member, &is_complete))
        return false;
    found->is_incomplete = !is_complete;
    return true;
}

/* ---- Everything together ------------------------------------------------------------------------------- */

/* The value of a joint at a moment of a pair. */
static double result_joint_value(void *user, uint32_t joint, double time)
{
    const fk_owned_result *own = user;
    uint64_t key = fk_result_moment_key(time);
    size_t low = fk_lower_bound(own->row_key, own->row_count, key);
    for (; low < own->row_count && own->row_key[low] >> 32 == key >> 32; low++) {
        const fk_joint_row *row = &own->row[(uint32_t)own->row_key[low]];
        if (fk_double_order(row->time, time) == 0 && joint < own->joint_count)
            return row->value[joint];
    }
    return NAN;
}

static bool read_result_head(fk_json_reader *r, const fk_json_value *top, const char **units)
{
    fk_json_value member;
    if (!json_is_object(top->json))
        return fk_json_fail(r, top, "a result is an object, {\"farkas\": 1, ...}");
    if (!fk_json_member(top, "farkas", &member) || !fk_json_member(top, "pairs", &member) ||
        !fk_json_member(top, "parts", &member))
        return fk_json_fail(r, top,
                            "this is no result of a check or a sweep; farkas check --json writes one");
    return fk_json_member(top, "farkas", &member) && fk_json_check_version(r, &member, FK_RESULT_VERSION) &&
           fk_result_need_text(r, top, "units", units);
}

static bool read_sweep(fk_json_reader *r, const fk_json_value *top, fk_owned_result *own)
{
    fk_json_value sweep, member;
    own->is_sweep = fk_json_member(top, "sweep", &sweep);
    if (!own->is_sweep)
        return true;
    if (!json_is_object(sweep.json))
        return fk_json_fail(r, &sweep, "\"sweep\" is an object, {\"from\": ..., \"to\": ...}");
    if (!fk_result_need_number(r, &sweep, "from", &own->found.from) ||
        !fk_result_need_number(r, &sweep, "to", &own->found.to))
        return false;
    return !fk_json_member(&sweep, "tolerance", &member) || json_is_null(member.json) ||
           fk_json_read_number(r, &member, &own->sweep_report.tolerance);
}

static void finish_result(fk_owned_result *own, const char *units)
{
    uint32_t count = own->found.part_count;
    own->check_report = (fk_check_report){&own->found, own->check_part, count, units, &own->record};
    own->sweep_report = (fk_sweep_report){.sweep = &own->found,
                                          .part = own->part,
                                          .part_count = count,
                                          .units = units,
                                          .tolerance = own->sweep_report.tolerance,
                                          .joint_count = own->joint_count,
                                          .joint = own->joint,
                                          .joint_value = result_joint_value,
                                          .joint_user = own,
                                          .record = &own->record};
    own->result.check = own->is_sweep ? NULL : &own->check_report;
    own->result.sweep = own->is_sweep ? &own->sweep_report : NULL;
}

static bool read_result(fk_json_reader *r, const fk_json_value *top, void *user)
{
    fk_owned_result *own = user;
    fk_json_value pairs;
    const char *units;
    if (!read_result_head(r, top, &units) || !read_run(r, top, &own->record) ||
        !read_baseline(r, top, &own->record) || !read_sweep(r, top, own) || !read_result_parts(r, top, own))
        return false;
    if (!fk_json_require(r, top, "pairs", "a result", &pairs) || !fk_json_check_array(r, &pairs, "pairs", 0))
        return false;
    if (!fk_result_pairs(r, &pairs, own))
        return false;
    /* A comparison has a baseline even if there is no clash to review. */
    if (own->record.baseline != NULL) {
        own->record.review = own->review;
        own->record.remark = own->remark;
    }
    if (!read_ignores(r, top, own) || !read_notes(r, top, own) || !read_summary(r, top, &own->found))
        return false;
    finish_result(own, units);
    return true;
}

/* ---- Public functions ---------------------------------------------------------------------------------- */

fk_status fk_result_parse(fk_context *context, const char *text, size_t bytes, fk_scene_report *report,
                          fk_result **out)
{
    fk_scene_report spare;
    fk_owned_result *own = fk_allocate(context, sizeof *own);
    if (own == NULL)
        return FK_ERROR_MEMORY;
    memset(own, 0, sizeof *own);
    fk_scene_arena_init(&own->arena, context);
    fk_json_reader r = {.context = context,
                        .arena = &own->arena,
                        .report = report != NULL ? report : &spare,
                        .text = text,
                        .bytes = bytes};
    memset(r.report, 0, sizeof *r.report);
    fk_status status =
        fk_json_parse(&r, "the file is empty; farkas check --json writes a result", read_result, own);
    if (status == FK_OK)
        *out = &own->result;
    else
        fk_result_free(context, &own->result);
    return status;
}

fk_status fk_result_load(fk_context *context, const char *path, fk_scene_report *report, fk_result **out)
{
    fk_scene_report spare;
    fk_file_text text = {NULL, 0, 0};
    char message[FK_FILE_MESSAGE];
    report = report != NULL ? report : &spare;
    memset(report, 0, sizeof *report);
    fk_status status = fk_file_text_load(context, path, message, &text);
    if (status == FK_OK)
        status = fk_result_parse(context, text.bytes, text.used, report, out);
    else if (status == FK_ERROR_READ)
        memcpy(report->message, message, sizeof message);
    fk_file_text_free(context, &text);
    return status;
}

void fk_result_free(fk_context *context, fk_result *result)
{
    fk_owned_result *own = (fk_owned_result *)result;
    if (own == NULL)
        return;
    fk_scene_arena_end(&own->arena);
    fk_release(context, own, sizeof *own);
}
