/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where a result comes from: see run_record.h. */

#include "run_record.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

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
    const char *path = settings->part.scene != NULL ? settings->part.scene
                       : list->is_scene             ? settings->path[0]
                                                    : NULL;
    /* The file that leads to all others, a scene or a robot, goes before them. */
    const char *first = settings->path_count == 1 ? settings->path[0] : NULL;
    if (fk_scene_inputs(list->context, list->scene, path, first, &r->inputs) != FK_OK)
        return cli_no_memory();
    *out = (fk_record){.argument_count = (uint32_t)settings->words.count,
                       .argument = settings->words.word,
                       .input_count = r->inputs.count,
                       .input = r->inputs.file,
                       .date = write_date(r->date)};
    return true;
}
