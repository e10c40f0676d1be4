/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads saved results again, with their parts; compares and approves them: see analysis.h. */

#include "analysis.h"

#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Pairs --------------------------------------------------------------------------------------------- */

bool result_load(fk_context *context, const char *path, const char *option, fk_result **out)
{
    fk_scene_report report;
    fk_status status = fk_result_load(context, path, &report, out);
    if (status == FK_OK)
        return true;
    bool has_message = status == FK_ERROR_SYNTAX || status == FK_ERROR_READ;
    return cli_refuse_at(path, has_message ? (size_t)report.line : 0, has_message ? (size_t)report.column : 0,
                         "%s%s%s", option != NULL ? option : "", option != NULL ? ": " : "",
                         has_message ? report.message : fk_status_text(status));
}

const fk_check *result_found(const fk_result *result)
{
    return result->check != NULL ? result->check->check : result->sweep->sweep;
}

const fk_provenance *result_record(const fk_result *result)
{
    return result->check != NULL ? result->check->record : result->sweep->record;
}

const char *result_part_name(const fk_result *result, uint32_t part)
{
    return result->check != NULL ? result->check->part[part].name : result->sweep->part[part].part.name;
}

void result_pair_id(const fk_result *result, size_t pair, char id[FK_CLASH_ID_SIZE])
{
    const fk_check_pair *found = &result_found(result)->pair[pair];
    fk_clash_id(result_part_name(result, found->a), result_part_name(result, found->b), id);
}

/* ---- With its parts ------------------------------------------------------------------------------------ */

static bool is_result(const char *path)
{
    if (fk_content_of_file(path) != FK_CONTENT_SCENE)
        return false;
    json_t *json = json_load_file(path, 0, NULL);
    bool has_pairs = json_object_get(json, "pairs") != NULL && json_object_get(json, "parts") != NULL;
    json_decref(json);
    return has_pairs;
}

static bool load_result(analysis *s, const char *path)
{
    if (!result_load(s->context, path, NULL, &s->result))
        return false;
    const fk_result *result = s->result;
    s->record = *result_record(result);
    s->found = result_found(result);
    s->is_sweep = result->check == NULL;
    if (s->is_sweep)
        s->swept = *result->sweep;
    else
        s->checked = *result->check;
    s->checked.record = s->swept.record = &s->record;
    return true;
}

static bool are_words_same(const cli_words *words, const fk_provenance *record)
{
    bool is_same = words->count == record->argument_count;
    for (size_t i = 0; is_same && i < words->count; i++)
        is_same = strcmp(words->word[i], record->argument[i]) == 0;
    return is_same;
}

/* Reads the settings that the result was made with. Whoever wrote the file chose them: only settings that would be
 * recorded again are taken, so none about output or messages. False after a message. */
static bool read_arguments(analysis *s, const char *path)
{
    const fk_provenance *record = &s->record;
    cli_option_table table = s->is_sweep ? sweep_option_table : check_option_table;
    table.help = NULL;
    int count = (int)record->argument_count, status;
    s->argument = calloc((size_t)count + 1, sizeof *s->argument);
    if (s->argument == NULL)
        return cli_no_memory();
    for (int i = 0; i < count; i++)
        s->argument[i] = (char *)(uintptr_t)record->argument[i];
    optind = 0; /* restarts getopt */
    if (!analysis_settings_read(&s->recorded, &table, count, s->argument, &status) ||
        s->recorded.path_count == 0 || !are_words_same(&s->recorded.words, record))
        return cli_refuse_at(path, 0, 0, "the \"arguments\" in it are not those of farkas %s", table.verb);
    s->recorded.jobs = s->settings->jobs;
    s->settings = &s->recorded;
    return true;
}

static bool is_input(const analysis *s, const char *file)
{
    for (uint32_t i = 0; i < s->record.input_count; i++)
        if (strcmp(s->record.input[i].path, file) == 0)
            return true;
    return cli_refuse("the result was not made of %s: it is not among its \"inputs\"", file);
}

/* A result's files are read only if the result names them with their hashes: those of the arguments, and then those
 * that they refer to. */
static bool are_arguments_inputs(const analysis *s)
{
    const analysis_settings *settings = s->settings;
    const char *const more[] = {settings->part.scene, settings->part.srdf, settings->part.trajectory};
    bool is_good = true;
    for (int i = 0; is_good && i < settings->path_count; i++)
        is_good = is_input(s, settings->path[i]);
    for (int i = 0; is_good && i < 3; i++)
        is_good = more[i] == NULL || is_input(s, more[i]);
    return is_good;
}

static bool are_files_inputs(const analysis *s)
{
    const fk_scene *scene = s->list.scene;
    bool is_good = true;
    for (uint32_t i = 0; is_good && i < scene->file_count; i++)
        is_good = is_input(s, scene->file[i].path);
    for (uint32_t i = 0; is_good && i < scene->text_file_count; i++)
        is_good = is_input(s, scene->text_file[i]);
    return is_good;
}

/* A device or a pipe may never end. */
static bool is_regular(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

/* Whether all files are unchanged, seen from the current folder; else which one is not, and why. */
static bool are_inputs_there(const fk_provenance *record, const char **path, const char **what)
{
    for (uint32_t i = 0; i < record->input_count; i++) {
        const fk_input_file *was = &record->input[i];
        fk_input_file is;
        *path = was->path;
        *what = "is missing";
        if (!is_regular(was->path) || fk_input_file_read(was->path, &is) != FK_OK)
            return false;
        *what = "is not the one that it was made of: its SHA-256 differs";
        if (strcmp(was->sha256, is.sha256) != 0)
            return false;
    }
    return true;
}

/* Whether the parts are those of the result. */
static bool are_parts_same(const analysis *s)
{
    uint32_t count = s->found->part_count;
    bool is_same = count == s->list.count;
    for (uint32_t i = 0; is_same && i < count; i++)
        is_same = strcmp(s->list.part[i].name, result_part_name(s->result, i)) == 0;
    if (!is_same)
        cli_trouble("the files do not have the parts of the result any more");
    return is_same;
}

static bool attach_parts(analysis *s)
{
    if (!are_arguments_inputs(s) || !analysis_load_parts(s) || !are_files_inputs(s) || !are_parts_same(s))
        return false;
    analysis_set_result(s, s->found, s->is_sweep, s->is_sweep ? s->result->sweep->tolerance : 0);
    return true;
}

/* Changes to the folder of a file. Returns the previous folder, or -1 after a message. */
static int enter_folder(const char *path)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    int length = slash != NULL ? (int)(slash - path) + 1 : 0, here = open(".", O_RDONLY | O_CLOEXEC);
    snprintf(folder, sizeof folder, "%.*s", length, path);
    if (here >= 0 && (length == 0 || chdir(folder) == 0))
        return here;
    cli_trouble_at(path, 0, 0, "its folder cannot be entered");
    if (here >= 0)
        close(here);
    return -1;
}

static bool leave_folder(int here)
{
    bool is_good = fchdir(here) == 0;
    close(here);
    if (!is_good)
        cli_trouble("the folder to write to cannot be entered any more");
    return is_good;
}

/* Looks for the files from the current folder, as the original command did; or from the folder of the result, which may
 * have been moved together with them. */
static bool find_parts(analysis *s, const char *path, bool needs_parts)
{
    const char *file, *what;
    if (s->record.input_count == 0 && s->record.argument_count == 0) {
        file = "which files it was made of";
        what = "is not in it";
    } else if (are_inputs_there(&s->record, &file, &what)) {
        return read_arguments(s, path) && attach_parts(s);
    } else {
        const char *other;
        int here = enter_folder(path);
        if (here < 0)
            return false;
        bool is_there = are_inputs_there(&s->record, &other, &what), is_good = is_there;
        if (is_there)
            is_good = read_arguments(s, path) && attach_parts(s);
        if (!leave_folder(here) || is_good != is_there)
            return false;
        if (is_there)
            return true;
    }
    if (needs_parts)
        return cli_refuse_at(path, 0, 0, "%s %s: there is nothing to show; run farkas %s again", file, what,
                             s->is_sweep ? "sweep" : "check");
    cli_note("%s: %s %s, so there is no geometry", path, file, what);
    return true;
}

bool analysis_open_result(analysis *s, fk_context *context, const analysis_settings *settings,
                          bool needs_parts)
{
    analysis_begin(s, context, settings);
    const char *path = settings->path[0];
    if (load_result(s, path) && find_parts(s, path, needs_parts))
        return true;
    analysis_free(s);
    return false;
}

bool analysis_open(analysis *s, fk_context *context, const analysis_settings *settings)
{
    bool was_found = settings->path_count == 1 && is_result(settings->path[0]);
    return was_found ? analysis_open_result(s, context, settings, true) : analysis_load(s, context, settings);
}
