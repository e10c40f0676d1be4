/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where a result comes from: see run_record.h. */

#include "run_record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Files --------------------------------------------------------------------------------------------- */

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const fk_input_file *)a)->path, ((const fk_input_file *)b)->path);
}

/* The file that leads to all others, a scene or a robot, goes before them. */
static void put_first(fk_input_file *input, uint32_t count, const char *path)
{
    uint32_t at = 0;
    while (at < count && strcmp(input[at].path, path) != 0)
        at++;
    if (at == count)
        return;
    fk_input_file first = input[at];
    memmove(input + 1, input, at * sizeof *input);
    input[0] = first;
}

/* All paths, each once, sorted; but what was asked about first. */
static uint32_t list_inputs(fk_input_file *input, const run_settings *settings, const part_list *list)
{
    const fk_scene *scene = list->scene;
    uint32_t count = 0, kept = 0;
    for (uint32_t i = 0; i < scene->file_count; i++)
        input[count++].path = scene->file[i].path;
    for (uint32_t i = 0; i < scene->text_file_count; i++)
        input[count++].path = scene->text_file[i];
    if (settings->part.scene != NULL)
        input[count++].path = settings->part.scene;
    else if (list->is_scene)
        input[count++].path = settings->path[0];
    qsort(input, count, sizeof *input, compare_paths);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || strcmp(input[kept - 1].path, input[i].path) != 0)
            input[kept++] = input[i];
    if (settings->path_count == 1)
        put_first(input, kept, settings->path[0]);
    return kept;
}

/* What cannot be read a second time, as a pipe, has no hash. */
static void read_input(fk_input_file *input)
{
    const char *path = input->path;
    if (fk_input_file_read(path, input) != FK_OK)
        *input = (fk_input_file){.path = path};
}

/* ---- The date ------------------------------------------------------------------------------------------ */

static time_t moment(void)
{
    const char *text = getenv("SOURCE_DATE_EPOCH");
    char *end;
    errno = 0;
    long long seconds = text != NULL ? strtoll(text, &end, 10) : 0;
    /* Years have four digits. */
    bool is_good =
        text != NULL && *text != '\0' && *end == '\0' && errno == 0 && seconds >= 0 && seconds < 253402300800;
    return is_good ? (time_t)seconds : time(NULL);
}

static const char *write_date(char date[32])
{
    time_t now = moment();
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL || strftime(date, 32, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        return NULL;
    return date;
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

bool run_record_make(run_record *r, const run_settings *settings, const part_list *list, fk_record *out)
{
    const fk_scene *scene = list->scene;
    r->input = calloc((size_t)scene->file_count + scene->text_file_count + 1, sizeof *r->input);
    if (r->input == NULL)
        return cli_no_memory();
    uint32_t count = list_inputs(r->input, settings, list);
    for (uint32_t i = 0; i < count; i++)
        read_input(&r->input[i]);
    *out = (fk_record){.argument_count = (uint32_t)settings->words.count,
                       .argument = settings->words.word,
                       .input_count = count,
                       .input = r->input,
                       .date = write_date(r->date)};
    return true;
}

void run_record_free(run_record *r)
{
    free(r->input);
    r->input = NULL;
}
