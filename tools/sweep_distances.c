/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distances over time: see sweep_distances.h. */

#include "sweep_distances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"

static void put_number(FILE *file, double number)
{
    char text[FK_NUMBER_SIZE];
    if (isfinite(number)) {
        fk_number_format(number == 0 ? 0 : number, text);
        fprintf(file, ",%s", text);
    } else {
        fputc(',', file);
    }
}

/* A cell of CSV, in quotes where it needs them. */
static void put_name(FILE *file, const char *name)
{
    bool is_plain = strpbrk(name, "\",\r\n") == NULL;
    fputs(is_plain ? "," : ",\"", file);
    for (const char *c = name; *c != '\0'; c++) {
        if (*c == '"')
            fputc('"', file);
        fputc(*c, file);
    }
    fputs(is_plain ? "" : "\"", file);
}

static void put_pair(FILE *file, const fk_sweep_sampler *sampler, uint32_t a, uint32_t b,
                     const fk_sweep_sample *sample)
{
    for (uint32_t i = 0; i < sampler->count; i++) {
        char text[FK_NUMBER_SIZE];
        fk_number_format(sample[i].time, text);
        fputs(text, file);
        put_name(file, sampler->part[a].part.name);
        put_name(file, sampler->part[b].part.name);
        put_number(file, sample[i].distance.lo);
        put_number(file, sample[i].distance.hi);
        put_number(file, sample[i].least);
        fputc('\n', file);
    }
}

static fk_status put_pairs(FILE *file, const fk_sweep_sampler *sampler, part_rules *rules,
                           fk_sweep_sample *sample)
{
    fputs("t,a,b,lo,hi,least\n", file);
    for (uint32_t a = 0; a < sampler->part_count; a++)
        for (uint32_t b = a + 1; b < sampler->part_count; b++) {
            fk_check_rule rule = part_rules_select(rules, a, b);
            if (!rule.is_tested || rule.ignored != NULL)
                continue;
            fk_status status = fk_sweep_sampler_fill(sampler, a, b, true, sample);
            if (status != FK_OK)
                return status;
            put_pair(file, sampler, a, b, sample);
        }
    return FK_OK;
}

static fk_status put_all(FILE *file, fk_sweep_sampler *sampler, part_rules *rules)
{
    fk_sweep_sample *sample = calloc(sampler->count, sizeof *sample);
    fk_status status = sample != NULL ? fk_sweep_sampler_build(sampler, NULL) : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        status = put_pairs(file, sampler, rules, sample);
        fk_sweep_sampler_free(sampler);
    }
    free(sample);
    return status;
}

bool sweep_distances_write(subject *about, uint32_t samples, const char *path)
{
    fk_sweep_options chosen;
    cli_file file;
    bool is_output = cli_is_output(path);
    if (!subject_sweep_options(about, &chosen) || (!is_output && !cli_file_create(&file, path)))
        return false;
    fk_sweep_sampler sampler = {.context = about->context,
                                .workers = chosen.workers,
                                .motion = about->list.motion,
                                .part = about->list.parts->moving,
                                .part_count = about->list.count,
                                .count = samples,
                                .from = about->sweep->from,
                                .to = about->sweep->to,
                                .tolerance = chosen.tolerance,
                                .max_tests = chosen.max_tests,
                                .max_seconds = chosen.max_seconds};
    fk_status status = put_all(is_output ? stdout : file.stream, &sampler, &about->rules);
    bool is_written = is_output || cli_file_commit(&file);
    if (status != FK_OK)
        cli_trouble("%s", fk_status_text(status));
    return is_written && status == FK_OK;
}
