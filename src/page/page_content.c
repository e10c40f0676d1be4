/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Builds the parts, pictures and distances over time of a page: see farkas/page.h. */

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "base/workers.h"
#include "check/check.h"
#include "page/page.h"

/* Times of a series of distances. */
#define SERIES_SAMPLES 121

/* The most blocks of memory of a page. */
#define ROOMS 10

/* Segments of a circle, in shapes that are shown as triangles. */
#define SEGMENTS 48

/* The clashes of a result that have pictures and distances over time. */
typedef struct clash_choice {
    uint64_t clashes; /* in all */
    uint32_t worst;   /* of all; FK_NONE without clashes */
    uint32_t count;
    uint32_t *pair; /* in the order of the result, as the writer needs them */
} clash_choice;

/* What was built for a part of a page. */
typedef struct page_part_data {
    fk_mesh *shown;
    fk_mesh_facts *facts; /* if it is the first part with its mesh */
    fk_status status;
} page_part_data;

/* A page and everything that it points to. */
typedef struct page_build {
    fk_page_content content; /* first, so that both have the same address */
    fk_context *context;
    const fk_page_options *options; /* only during the build */
    fk_report report;
    uint32_t part_count;
    clash_choice choice;
    fk_page_part *part;
    page_part_data *part_data;
    fk_page_picture *picture;
    fk_page_series *series;
    double *time;
    fk_interval *distance;
    /* What was allocated. */
    uint32_t room_count;
    struct {
        void *bytes;
        size_t count;
    } room[ROOMS];
} page_build;

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* Zeroed memory for one item more than `count`, until the page is freed; NULL if there is none. */
static void *take_room(page_build *m, size_t count, size_t size)
{
    void *bytes = fk_allocate_zeroed(m->context, (count + 1) * size);
    if (bytes != NULL) {
        m->room[m->room_count].bytes = bytes;
        m->room[m->room_count++].count = (count + 1) * size;
    }
    return bytes;
}

/* ---- Clashes ------------------------------------------------------------------------------------------- */

/* What ranks a clash: whether it is approved, its kind, and its time or its depth. */
typedef struct clash_rank {
    uint32_t pair;
    bool is_approved, is_near;
    fk_clash kind;
    double order; /* smaller is worse */
} clash_rank;

static bool rank_clash(const fk_report *report, uint32_t index, clash_rank *out)
{
    const fk_check_pair *pair = &report->found->pair[index];
    bool is_check = report->sweep == NULL;
    *out = (clash_rank){.pair = index,
                        .is_approved = fk_report_review(report, index) == FK_REVIEW_APPROVED,
                        .is_near = pair->kind == FK_CLASH_CLEARANCE,
                        .kind = is_check ? pair->kind : FK_CLASH_UNDECIDED,
                        .order = !is_check         ? fk_sweep_moment(pair)
                                 : pair->has_depth ? -pair->depth.depth.hi
                                                   : pair->distance.hi};
    return pair->is_clash;
}

static bool is_worse(const void *a, const void *b)
{
    const clash_rank *first = a, *second = b;
    if (first->is_approved != second->is_approved)
        return second->is_approved;
    if (first->is_near != second->is_near)
        return second->is_near;
    if (first->kind != second->kind)
        return first->kind > second->kind;
    return first->order < second->order;
}

static bool is_earlier(const void *a, const void *b)
{
    return *(const uint32_t *)a < *(const uint32_t *)b;
}

/* Chooses the worst clashes, as many as the options say. */
static fk_status choose_clashes(page_build *m)
{
    clash_choice *choice = &m->choice;
    size_t pairs = m->report.found->pair_count, bytes = (pairs + 1) * sizeof(clash_rank);
    clash_rank *clash = fk_allocate(m->context, bytes), *room = fk_allocate(m->context, bytes);
    choice->pair = take_room(m, pairs, sizeof *choice->pair);
    bool has_room = clash != NULL && room != NULL && choice->pair != NULL;
    if (has_room) {
        for (uint32_t i = 0; i < pairs && i < FK_NONE; i++)
            choice->clashes += rank_clash(&m->report, i, &clash[choice->clashes]);
        fk_sort_items(clash, room, (size_t)choice->clashes, sizeof *clash, is_worse);
        uint32_t most = m->options->most_clashes;
        choice->count = choice->clashes < most ? (uint32_t)choice->clashes : most;
        choice->worst = choice->clashes > 0 ? clash[0].pair : FK_NONE;
        for (uint32_t i = 0; i < choice->count; i++)
            choice->pair[i] = clash[i].pair;
        fk_sort_items(choice->pair, room, choice->count, sizeof *choice->pair, is_earlier);
    }
    fk_release(m->context, clash, bytes);
    fk_release(m->context, room, bytes);
    m->content.clashes = choice->clashes;
    m->content.clash_count = choice->count;
    return has_room ? FK_OK : FK_ERROR_MEMORY;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* The first part with the same mesh. */
static uint32_t first_with_mesh(const page_build *m, uint32_t index)
{
    uint32_t first = 0;
    while (fk_report_part(&m->report, first)->mesh != fk_report_part(&m->report, index)->mesh)
        first++;
    return first;
}

/* A task: builds the triangles of a piece, or inspects a mesh. Each mesh is inspected once. */
static void inspect_part(void *data, uint32_t index)
{
    page_build *m = data;
    const fk_check_part *part = fk_report_part(&m->report, index);
    page_part_data *own = &m->part_data[index];
    if (part->mesh != NULL) {
        if (first_with_mesh(m, index) == index)
            own->status = fk_mesh_inspect(m->context, part->mesh, &own->facts);
        return;
    }
    if (!m->options->shows_parts)
        return;
    fk_status status = fk_piece_mesh(m->context, part->piece, SEGMENTS, &own->shown);
    /* Unbounded pieces are not shown. */
    own->status = status == FK_ERROR_ARGUMENT ? FK_OK : status;
}

static uint32_t find_input(const fk_provenance *record, const char *path)
{
    size_t bytes = path != NULL ? strlen(path) + 1 : 0;
    for (uint32_t i = 0; path != NULL && i < record->input_count; i++)
        if (strlen(record->input[i].path) + 1 == bytes && memcmp(record->input[i].path, path, bytes) == 0)
            return i;
    return FK_NONE;
}

static fk_status make_page_parts(page_build *m)
{
    m->part = take_room(m, m->part_count, sizeof *m->part);
    m->part_data = take_room(m, m->part_count, sizeof *m->part_data);
    if (m->part == NULL || m->part_data == NULL)
        return FK_ERROR_MEMORY;
    fk_workers_run(m->options->workers, m->part_count, inspect_part, m);
    for (uint32_t i = 0; i < m->part_count; i++) {
        const fk_mesh *mesh = fk_report_part(&m->report, i)->mesh;
        if (m->part_data[i].status != FK_OK)
            return m->part_data[i].status;
        if (mesh != NULL)
            m->part[i].facts = m->part_data[first_with_mesh(m, i)].facts;
        if (m->options->shows_parts)
            m->part[i].shown = mesh != NULL ? mesh : m->part_data[i].shown;
        m->part[i].input =
            find_input(m->report.record, m->options->file != NULL ? m->options->file[i] : NULL);
    }
    m->content.page.part = m->part;
    return FK_OK;
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

static fk_status make_paths(page_build *m)
{
    fk_page *page = &m->content.page;
    if (page->sweep == NULL || m->options->motion == NULL)
        return FK_OK;
    fk_page_path *path = take_room(m, page->track_count, sizeof *path);
    fk_vec3 *point = take_room(m, fk_page_path_room(page), sizeof *point);
    if (path == NULL || point == NULL)
        return FK_ERROR_MEMORY;
    page->path = path;
    return fk_page_find_paths(m->context, page, m->options->motion, path, point, &page->path_count);
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

static fk_status draw_picture(page_build *m, const fk_page_request *request)
{
    fk_page *page = &m->content.page;
    fk_page_picture *out = &m->picture[page->picture_count];
    fk_status status = m->options->draw(m->options->user, request, out);
    if (status != FK_OK) {
        *out = (fk_page_picture){0};
        return status;
    }
    out->pair = request->pair;
    page->picture_count++;
    return FK_OK;
}

/* Draws a pair from afar, among all parts, and from near. All parts of a sweep are drawn at the time of the worst
 * clash, where the view in the page begins. */
static fk_status draw_pair(page_build *m, uint32_t pair, uint32_t moment, uint32_t done)
{
    double time = moment != FK_NONE ? fk_sweep_moment(&m->report.found->pair[moment]) : (double)NAN;
    fk_page_request request = {
        .pair = pair, .is_wide = true, .time = time, .done = done, .total = m->choice.count};
    if (pair == FK_NONE) {
        request.path_count = m->content.page.path_count;
        request.path = m->content.page.path;
    }
    fk_status status = draw_picture(m, &request);
    request.is_wide = false;
    if (status == FK_OK && pair != FK_NONE)
        status = draw_picture(m, &request);
    /* Without this picture the page is still useful. */
    m->content.left_out += status == FK_ERROR_ARGUMENT;
    return status == FK_ERROR_ARGUMENT ? FK_OK : status;
}

static fk_status make_pictures(page_build *m)
{
    const clash_choice *choice = &m->choice;
    if (m->options->draw == NULL)
        return FK_OK;
    m->picture = take_room(m, 2 * (size_t)choice->count, sizeof *m->picture);
    if (m->picture == NULL)
        return FK_ERROR_MEMORY;
    m->content.page.picture = m->picture;
    fk_status status = draw_pair(m, FK_NONE, choice->worst, 0);
    for (uint32_t i = 0; status == FK_OK && i < choice->count; i++)
        status = draw_pair(m, choice->pair[i], choice->pair[i], i);
    return status;
}

/* ---- Distances over time ------------------------------------------------------------------------------- */

/* Lists the pairs that move against each other, and marks their parts as wanted. */
static void list_series(page_build *m, bool *is_wanted)
{
    fk_page *page = &m->content.page;
    for (uint32_t i = 0; i < m->choice.count; i++) {
        const fk_sweep_pair *pair = &m->report.found->pair[m->choice.pair[i]];
        size_t at = (size_t)page->series_count * SERIES_SAMPLES;
        if (pair->is_still)
            continue;
        is_wanted[pair->a] = is_wanted[pair->b] = true;
        m->series[page->series_count++] =
            (fk_page_series){m->choice.pair[i], SERIES_SAMPLES, m->time + at, m->distance + at};
    }
}

static fk_status fill_series(page_build *m, fk_sweep_sampler *sampler)
{
    const fk_page *page = &m->content.page;
    fk_sweep_sample sample[SERIES_SAMPLES];
    fk_status status = fk_sweep_bodies_build(&sampler->bodies, sampler->workers);
    if (status != FK_OK)
        return status;
    for (uint32_t i = 0; status == FK_OK && i < page->series_count; i++) {
        const fk_sweep_pair *pair = &m->report.found->pair[m->series[i].pair];
        status = fk_sweep_sampler_fill(sampler, pair->a, pair->b, false, sample);
        for (uint32_t k = 0; status == FK_OK && k < SERIES_SAMPLES; k++) {
            m->time[(size_t)i * SERIES_SAMPLES + k] = sample[k].time;
            m->distance[(size_t)i * SERIES_SAMPLES + k] = sample[k].distance;
        }
    }
    fk_sweep_bodies_free(&sampler->bodies);
    return status;
}

static fk_status make_series(page_build *m)
{
    const fk_sweep_report *report = m->content.page.sweep;
    const fk_sweep_options usual = fk_sweep_options_default();
    size_t samples = (size_t)m->choice.count * SERIES_SAMPLES;
    if (report == NULL || m->options->motion == NULL)
        return FK_OK;
    m->series = take_room(m, m->choice.count, sizeof *m->series);
    m->time = take_room(m, samples, sizeof *m->time);
    m->distance = take_room(m, samples, sizeof *m->distance);
    bool *is_wanted = take_room(m, m->part_count, sizeof *is_wanted);
    fk_status status = FK_ERROR_MEMORY;
    if (m->series != NULL && m->time != NULL && m->distance != NULL && is_wanted != NULL) {
        list_series(m, is_wanted);
        fk_sweep_sampler sampler = {.bodies = {.context = m->context,
                                               .motion = m->options->motion,
                                               .part = report->part,
                                               .count = report->part_count,
                                               .is_wanted = is_wanted,
                                               .from = report->sweep->from,
                                               .to = report->sweep->to},
                                    .workers = m->options->workers,
                                    .count = SERIES_SAMPLES,
                                    .max_tests = usual.max_tests,
                                    .max_seconds = usual.max_seconds};
        status = fill_series(m, &sampler);
    }
    m->content.page.series = m->series;
    return status;
}

/* ---- The whole content --------------------------------------------------------------------------------- */

fk_page_options fk_page_options_default(void)
{
    fk_page_options options = {.shows_parts = true, .most_clashes = 40};
    return options;
}

void fk_page_content_free(fk_context *context, fk_page_content *made)
{
    page_build *m = (page_build *)made;
    if (m == NULL)
        return;
    for (uint32_t i = 0; m->part_data != NULL && i < m->part_count; i++) {
        fk_mesh_free(context, m->part_data[i].shown);
        fk_mesh_facts_free(context, m->part_data[i].facts);
    }
    for (uint32_t i = 0; i < m->content.page.picture_count; i++)
        fk_release(context, (void *)(uintptr_t)m->picture[i].png, m->picture[i].bytes);
    for (uint32_t i = 0; i < m->room_count; i++)
        fk_release(context, m->room[i].bytes, m->room[i].count);
    fk_release(context, m, sizeof *m);
}

/* Runs a step and measures its time. */
static fk_status run_timed(fk_status (*make)(page_build *m), page_build *m, double *seconds)
{
    double begin = fk_clock_seconds();
    fk_status status = make(m);
    *seconds = fk_clock_seconds() - begin;
    return status;
}

fk_status fk_page_content_build(fk_context *context, const fk_page *about, const fk_page_options *options,
                                fk_page_content **out)
{
    page_build *m = fk_allocate(context, sizeof *m);
    if (m == NULL)
        return FK_ERROR_MEMORY;
    *m = (page_build){.content = {.page = *about}, .context = context, .options = options};
    m->report = fk_report_of(about->check, about->sweep);
    m->part_count = m->report.part_count;
    m->content.page.picture_count = m->content.page.series_count = m->content.page.path_count = 0;
    fk_status status = choose_clashes(m);
    if (status == FK_OK)
        status = run_timed(make_page_parts, m, &m->content.mesh_seconds);
    if (status == FK_OK)
        status = make_paths(m);
    if (status == FK_OK)
        status = run_timed(make_pictures, m, &m->content.picture_seconds);
    if (status == FK_OK)
        status = run_timed(make_series, m, &m->content.distance_seconds);
    if (status != FK_OK) {
        fk_page_content_free(context, &m->content);
        return status;
    }
    *out = &m->content;
    return FK_OK;
}
