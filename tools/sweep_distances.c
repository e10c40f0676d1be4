/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distances over time: see sweep_distances.h. */

#include "sweep_distances.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tree/motion.h"

/* Between two samples, the least distance is found up to this part of that at the first of them. */
#define COARSE 0x1p-6

/* ---- Colliders ----------------------------------------------------------------------------------------- */

/* What moves; parts with the same mesh share a collider, that of the first of them. Empty parts have none. */
typedef struct movers {
    const sweep_distances *asked;
    fk_moving *moving;
    fk_collider **owned;
} movers;

static fk_status make_mover(movers *m, uint32_t index)
{
    const fk_sweep_part *part = &m->asked->part[index];
    m->moving[index] = (fk_moving){NULL, part->frame, part->part.pose};
    if (part->part.mesh == NULL) {
        fk_status status = fk_collider_of_pieces(m->asked->context, part->part.piece, 1, &m->owned[index]);
        m->moving[index].collider = m->owned[index];
        return status;
    }
    for (uint32_t i = 0; i < index; i++)
        if (m->moving[i].collider != NULL && m->asked->part[i].part.mesh == part->part.mesh) {
            m->moving[index].collider = m->moving[i].collider;
            return FK_OK;
        }
    if (part->part.mesh->triangle_count == 0)
        return FK_OK;
    fk_status status =
        fk_collider_of_mesh(m->asked->context, part->part.mesh, m->asked->workers, &m->owned[index]);
    m->moving[index].collider = m->owned[index];
    return status;
}

static void free_movers(movers *m)
{
    for (uint32_t i = 0; m->owned != NULL && i < m->asked->part_count; i++)
        fk_collider_free(m->asked->context, m->owned[i]);
    free(m->owned);
    free(m->moving);
}

/* Of the parts that are wanted; NULL: of all. */
static fk_status make_movers(movers *m, const sweep_distances *asked, const bool *is_wanted)
{
    m->asked = asked;
    m->moving = calloc((size_t)asked->part_count + 1, sizeof *m->moving);
    m->owned = calloc((size_t)asked->part_count + 1, sizeof(fk_collider *));
    fk_status status = m->moving != NULL && m->owned != NULL ? FK_OK : FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < asked->part_count && status == FK_OK; i++)
        if (is_wanted == NULL || is_wanted[i])
            status = make_mover(m, i);
    return status;
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

typedef struct sample {
    double time;
    fk_interval distance;
    double least; /* until the next; of the last one, its own */
    fk_status status;
} sample;

/* All samples of one pair. */
typedef struct pair_rows {
    const movers *m;
    const fk_moving *a, *b;
    sample *sample;
    bool has_least;
} pair_rows;

static fk_status closest_within(const pair_rows *rows, double from, double to, double tolerance,
                                fk_interval *out)
{
    const sweep_distances *asked = rows->m->asked;
    fk_motion_options options = fk_motion_options_default(asked->motion, rows->a, rows->b);
    options.from = from;
    options.to = to;
    if (asked->options->tolerance > 0)
        options.tolerance = asked->options->tolerance;
    options.tolerance = fmax(options.tolerance, tolerance);
    options.wants_all = false;
    options.wants_closest = true;
    options.max_tests = asked->options->max_tests;
    options.max_seconds = asked->options->max_seconds;
    fk_motion_answer *answer;
    fk_status status = fk_motion_ask(asked->context, asked->motion, rows->a, rows->b, &options, &answer);
    if (status != FK_OK)
        return status;
    *out = answer->closest;
    fk_motion_answer_free(asked->context, answer);
    return FK_OK;
}

/* Whether the two surely do not move against each other. */
static bool is_still(const pair_rows *rows, double from, double to)
{
    const fk_motion *motion = rows->m->asked->motion;
    fk_motion_body a = {.frame = rows->a->frame, .pose = rows->a->pose},
                   b = {.frame = rows->b->frame, .pose = rows->b->pose};
    uint32_t base = fk_motion_common(motion, a.frame, b.frame);
    fk_pose pose;
    return fk_motion_rests(motion, base, &a, from, to, &pose) &&
           fk_motion_rests(motion, base, &b, from, to, &pose);
}

static void find_sample(void *data, uint32_t index)
{
    const pair_rows *rows = data;
    const sweep_distances *asked = rows->m->asked;
    sample *s = &rows->sample[index];
    uint32_t last = asked->samples - 1;
    double step = (asked->to - asked->from) / last;
    double next = index + 1 < last ? asked->from + (index + 1) * step : asked->to;
    s->time = index < last ? asked->from + index * step : asked->to;
    s->distance = (fk_interval){HUGE_VAL, HUGE_VAL};
    s->least = HUGE_VAL;
    s->status = FK_OK;
    if (rows->a->collider == NULL || rows->b->collider == NULL)
        return;
    s->status = closest_within(rows, s->time, s->time, 0, &s->distance);
    fk_interval least = s->distance;
    if (rows->has_least && s->status == FK_OK && index < last && s->distance.hi > 0 &&
        !is_still(rows, s->time, next))
        s->status = closest_within(rows, s->time, next, s->distance.hi * COARSE, &least);
    s->least = least.lo;
}

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

static fk_status put_pair(FILE *file, const pair_rows *rows, uint32_t a, uint32_t b)
{
    const sweep_distances *asked = rows->m->asked;
    const fk_workers *workers = asked->workers;
    workers->run(workers->user, asked->samples, find_sample, (void *)(uintptr_t)rows);
    for (uint32_t i = 0; i < asked->samples; i++) {
        const sample *s = &rows->sample[i];
        char text[FK_NUMBER_SIZE];
        if (s->status != FK_OK)
            return s->status;
        fk_number_format(s->time, text);
        fputs(text, file);
        put_name(file, asked->part[a].part.name);
        put_name(file, asked->part[b].part.name);
        put_number(file, s->distance.lo);
        put_number(file, s->distance.hi);
        put_number(file, s->least);
        fputc('\n', file);
    }
    return FK_OK;
}

static fk_status put_pairs(FILE *file, const movers *m, sample *samples)
{
    const sweep_distances *asked = m->asked;
    fk_status status = FK_OK;
    fputs("t,a,b,lo,hi,least\n", file);
    for (uint32_t a = 0; a < asked->part_count; a++)
        for (uint32_t b = a + 1; b < asked->part_count && status == FK_OK; b++) {
            fk_check_rule rule = asked->options->select(asked->options->user, a, b);
            pair_rows rows = {m, &m->moving[a], &m->moving[b], samples, true};
            if (rule.is_tested && rule.ignored == NULL)
                status = put_pair(file, &rows, a, b);
        }
    return status;
}

bool sweep_distances_write(const sweep_distances *asked, const char *path)
{
    movers m = {0};
    cli_file file;
    bool is_output = cli_is_output(path);
    if (!is_output && !cli_file_create(&file, path))
        return false;
    sample *samples = calloc(asked->samples, sizeof *samples);
    fk_status status = samples != NULL ? make_movers(&m, asked, NULL) : FK_ERROR_MEMORY;
    if (status == FK_OK)
        status = put_pairs(is_output ? stdout : file.stream, &m, samples);
    if (m.asked != NULL)
        free_movers(&m);
    free(samples);
    bool is_written = is_output || cli_file_commit(&file);
    if (status != FK_OK)
        cli_trouble("%s", fk_status_text(status));
    return is_written && status == FK_OK;
}

/* ---- Series -------------------------------------------------------------------------------------------- */

static fk_status fill(const movers *m, distance_series *series, sample *samples)
{
    const sweep_distances *asked = m->asked;
    const fk_workers *workers = asked->workers;
    pair_rows rows = {m, &m->moving[series->a], &m->moving[series->b], samples, false};
    workers->run(workers->user, asked->samples, find_sample, &rows);
    for (uint32_t i = 0; i < asked->samples; i++) {
        if (samples[i].status != FK_OK)
            return samples[i].status;
        series->time[i] = samples[i].time;
        series->distance[i] = samples[i].distance;
    }
    return FK_OK;
}

fk_status sweep_distances_fill(const sweep_distances *asked, distance_series *series, uint32_t count)
{
    movers m = {0};
    bool *is_wanted = calloc((size_t)asked->part_count + 1, sizeof *is_wanted);
    sample *samples = calloc(asked->samples, sizeof *samples);
    fk_status status = is_wanted != NULL && samples != NULL ? FK_OK : FK_ERROR_MEMORY;
    for (uint32_t i = 0; status == FK_OK && i < count; i++)
        is_wanted[series[i].a] = is_wanted[series[i].b] = true;
    if (status == FK_OK)
        status = make_movers(&m, asked, is_wanted);
    for (uint32_t i = 0; status == FK_OK && i < count; i++)
        status = fill(&m, &series[i], samples);
    if (m.asked != NULL)
        free_movers(&m);
    free(samples);
    free(is_wanted);
    return status;
}
