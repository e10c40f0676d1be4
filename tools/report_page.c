/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The page of a report: see report_page.h. */

#include "report_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sweep_distances.h"

/* How many times a series of distances has. */
#define SAMPLES 121

/* Around a circle, of shapes that are shown as triangles. */
#define SEGMENTS 48

extern const char web_style_text[], web_script_text[], web_module_text[];
extern const size_t web_style_size, web_script_size, web_module_size;

/* All that a page points to. */
typedef struct making {
    subject *s;
    const page_settings *settings;
    report_choice choice;
    report_pictures pictures;
    fk_page_part *part;
    fk_mesh **made;        /* of each part, or NULL */
    fk_mesh_facts **facts; /* of each part that is the first with its mesh, or NULL */
    fk_status *status;     /* of each part */
    uint32_t series_count;
    fk_page_series *series;
    double *time;
    fk_interval *distance;
    double seconds[3]; /* that pictures, distances and meshes took */
} making;

static bool trouble(fk_status status)
{
    if (status != FK_OK)
        cli_trouble("the report cannot be made: %s", fk_status_text(status));
    return status == FK_OK;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* A task: what shows a part, or what is known about its mesh. */
static void look_at(void *data, uint32_t index)
{
    making *m = data;
    const fk_check_part *part = &m->s->list.part[index];
    bool is_mesh = part->mesh != NULL;
    if (is_mesh && m->part[index].facts != NULL)
        m->status[index] = fk_mesh_inspect(m->s->context, part->mesh, &m->facts[index]);
    if (is_mesh || m->settings->has_no_3d)
        return;
    fk_status status = fk_piece_facets(m->s->context, part->piece, SEGMENTS, &m->made[index]);
    /* What has no end cannot be shown. */
    m->status[index] = status == FK_ERROR_ARGUMENT ? FK_OK : status;
}

static uint32_t find_input(const fk_record *record, const char *path)
{
    for (uint32_t i = 0; i < record->input_count; i++)
        if (strcmp(record->input[i].path, path) == 0)
            return i;
    return FK_NONE;
}

/* The first part with the same mesh. */
static uint32_t first_with_mesh(const part_list *list, uint32_t index)
{
    uint32_t first = 0;
    while (list->part[first].mesh != list->part[index].mesh)
        first++;
    return first;
}

static fk_status make_parts(making *m)
{
    subject *s = m->s;
    const part_list *list = &s->list;
    const fk_workers *workers = fk_pool_workers(s->pool);
    static const fk_mesh_facts wanted;
    m->part = calloc((size_t)list->count + 1, sizeof *m->part);
    m->made = calloc((size_t)list->count + 1, sizeof(fk_mesh *));
    m->facts = calloc((size_t)list->count + 1, sizeof(fk_mesh_facts *));
    m->status = calloc((size_t)list->count + 1, sizeof *m->status);
    if (m->part == NULL || m->made == NULL || m->facts == NULL || m->status == NULL)
        return FK_ERROR_MEMORY;
    /* Each mesh is looked at once; those are marked first. */
    for (uint32_t i = 0; i < list->count; i++)
        if (list->part[i].mesh != NULL && first_with_mesh(list, i) == i)
            m->part[i].facts = &wanted;
    workers->run(workers->user, list->count, look_at, m);
    for (uint32_t i = 0; i < list->count; i++) {
        const fk_check_part *part = &list->part[i];
        uint32_t file = list->scene->part[i].file;
        if (m->status[i] != FK_OK)
            return m->status[i];
        m->part[i].facts = part->mesh != NULL ? m->facts[first_with_mesh(list, i)] : NULL;
        m->part[i].shown = m->settings->has_no_3d ? NULL : part->mesh != NULL ? part->mesh : m->made[i];
        m->part[i].input = file != FK_NONE ? find_input(&s->record, list->scene->file[file].path) : FK_NONE;
    }
    return FK_OK;
}

/* ---- Distances over time ------------------------------------------------------------------------------- */

static fk_status make_series(making *m)
{
    subject *s = m->s;
    uint32_t count = m->choice.count, used = 0;
    fk_sweep_options chosen = fk_sweep_options_default();
    distance_series *series = calloc((size_t)count + 1, sizeof *series);
    m->series = calloc((size_t)count + 1, sizeof *m->series);
    m->time = calloc((size_t)count * SAMPLES + 1, sizeof *m->time);
    m->distance = calloc((size_t)count * SAMPLES + 1, sizeof *m->distance);
    fk_status status = FK_ERROR_MEMORY;
    if (series != NULL && m->series != NULL && m->time != NULL && m->distance != NULL) {
        for (uint32_t i = 0; i < count; i++) {
            const fk_sweep_pair *pair = &s->sweep->pair[m->choice.pair[i]];
            size_t at = (size_t)used * SAMPLES;
            if (pair->is_still)
                continue;
            series[used] = (distance_series){pair->a, pair->b, m->time + at, m->distance + at};
            m->series[used++] = (fk_page_series){m->choice.pair[i], SAMPLES, m->time + at, m->distance + at};
        }
        sweep_distances asked = {s->context,     fk_pool_workers(s->pool),
                                 s->list.motion, s->list.parts->moving,
                                 s->list.count,  &chosen,
                                 s->sweep->from, s->sweep->to,
                                 SAMPLES};
        status = sweep_distances_fill(&asked, series, used);
        m->series_count = used;
    }
    free(series);
    return status;
}

/* ---- The page ------------------------------------------------------------------------------------------ */

static fk_status write_page(const void *what, fk_write_function *write, void *user)
{
    return fk_page_write(what, write, user);
}

static fk_page page_of(const making *m)
{
    const subject *s = m->s;
    fk_page page = {.check = s->check != NULL ? &s->checked : NULL,
                    .sweep = s->sweep != NULL ? &s->swept : NULL,
                    .title = m->settings->title,
                    .part = m->part,
                    .picture_count = m->pictures.count,
                    .picture = m->pictures.picture,
                    .series_count = m->series_count,
                    .series = m->series};
    if (s->sweep != NULL && s->has_parts) {
        page.frame_count = s->list.scene->frame_count;
        page.frame = s->list.scene->frame;
        page.track_count = s->list.scene->track_count;
        page.track = s->list.scene->track;
    }
    page.assets.style = web_style_text;
    page.assets.style_bytes = web_style_size;
    if (!m->settings->has_no_3d) {
        page.assets.script = web_script_text;
        page.assets.script_bytes = web_script_size;
    }
    if (!m->settings->has_no_3d && s->has_parts) {
        page.assets.module = web_module_text;
        page.assets.module_bytes = web_module_size;
    }
    return page;
}

static void free_making(making *m)
{
    subject *s = m->s;
    report_pictures_free(&m->pictures, s->context);
    for (uint32_t i = 0; m->status != NULL && i < s->list.count; i++) {
        fk_mesh_free(s->context, m->made[i]);
        fk_mesh_facts_free(s->context, m->facts[i]);
    }
    free(m->choice.pair);
    free(m->part);
    free(m->made);
    free(m->facts);
    free(m->status);
    free(m->series);
    free(m->time);
    free(m->distance);
}

/* Does it, and takes the time. */
static fk_status timed(fk_status (*make)(making *m), making *m, double *seconds)
{
    double begin = fk_clock_seconds();
    fk_status status = make(m);
    *seconds = fk_clock_seconds() - begin;
    return status;
}

static bool draw(making *m)
{
    double begin = fk_clock_seconds();
    bool is_good = m->settings->most_pictures == 0 || report_pictures_make(&m->pictures, m->s, &m->choice);
    m->seconds[0] = fk_clock_seconds() - begin;
    return is_good;
}

static void tell(const making *m, double writing)
{
    const page_settings *settings = m->settings;
    if (m->choice.count < m->choice.clashes && settings->most_pictures > 0 && m->s->has_parts)
        cli_note("the page has pictures of the worst %lu of %lu clashes", (unsigned long)m->choice.count,
                 (unsigned long)m->choice.clashes);
    if (cli_is_verbose())
        cli_note("%s %.3f s, pictures %.3f s, distances %.3f s, meshes %.3f s, writing %.3f s",
                 m->s->check != NULL ? "check" : "sweep", m->s->seconds, m->seconds[0], m->seconds[1],
                 m->seconds[2], writing);
    if (!cli_is_output(settings->output))
        cli_note("report: %s", settings->output);
}

bool report_page_write(subject *s, const page_settings *settings)
{
    making m = {.s = s, .settings = settings};
    /* Distances are looked for of as many pairs, even where there are no pictures. */
    uint64_t most = settings->most_pictures > 0 ? settings->most_pictures : PAGE_PICTURES;
    bool is_good = report_choice_make(&m.choice, s, most);
    if (is_good && s->has_parts)
        is_good = trouble(timed(make_parts, &m, &m.seconds[2])) && draw(&m) &&
                  (s->sweep == NULL || trouble(timed(make_series, &m, &m.seconds[1])));
    if (is_good) {
        fk_page page = page_of(&m);
        double begin = fk_clock_seconds();
        is_good = cli_file_write(settings->output, write_page, &page);
        if (is_good)
            tell(&m, fk_clock_seconds() - begin);
    }
    free_making(&m);
    return is_good;
}
