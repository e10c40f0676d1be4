/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The pictures of a report: see report_page.h. */

#include "report_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which pairs --------------------------------------------------------------------------------------- */

/* What decides how bad a clash is: whether somebody has approved it, its kind, when it happens or how deep it is. */
typedef struct badness {
    uint32_t pair;
    bool is_approved, is_near;
    fk_clash kind;
    double order; /* smaller is worse */
} badness;

static bool take_clash(const subject *s, uint32_t index, badness *out)
{
    bool is_clash;
    *out = (badness){.pair = index};
    if (s->check != NULL) {
        const fk_check_pair *pair = &s->check->pair[index];
        is_clash = pair->is_clash;
        out->kind = pair->kind;
        out->order = pair->has_depth ? -pair->depth.depth.hi : pair->distance.hi;
    } else {
        const fk_sweep_pair *pair = &s->sweep->pair[index];
        is_clash = pair->is_clash;
        out->order = fk_sweep_moment(pair);
        out->is_near = pair->kind == FK_CLASH_CLEARANCE;
    }
    out->is_near = out->is_near || out->kind == FK_CLASH_CLEARANCE;
    out->is_approved = s->record.review != NULL && s->record.review[index] == FK_REVIEW_APPROVED;
    return is_clash;
}

static int compare_badness(const void *a, const void *b)
{
    const badness *first = a, *second = b;
    if (first->is_approved != second->is_approved)
        return first->is_approved ? 1 : -1;
    if (first->is_near != second->is_near)
        return first->is_near ? 1 : -1;
    if (first->kind != second->kind)
        return first->kind > second->kind ? -1 : 1;
    if (first->order < second->order || first->order > second->order)
        return first->order < second->order ? -1 : 1;
    return first->pair < second->pair ? -1 : first->pair > second->pair;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

bool report_choice_make(report_choice *choice, const subject *s, uint64_t most)
{
    size_t pairs = s->check != NULL ? s->check->pair_count : s->sweep->pair_count;
    badness *clash = malloc((pairs + 1) * sizeof *clash);
    *choice = (report_choice){.pair = malloc((pairs + 1) * sizeof *choice->pair)};
    if (clash == NULL || choice->pair == NULL) {
        free(clash);
        return cli_no_memory();
    }
    for (uint32_t i = 0; i < pairs && i < FK_NONE; i++)
        choice->clashes += take_clash(s, i, &clash[choice->clashes]);
    qsort(clash, choice->clashes, sizeof *clash, compare_badness);
    choice->count = (uint32_t)(choice->clashes < most ? choice->clashes : most);
    choice->worst = choice->clashes > 0 ? clash[0].pair : FK_NONE;
    for (uint32_t i = 0; i < choice->count; i++)
        choice->pair[i] = clash[i].pair;
    /* In the order of the result, in which the writer of the page looks for them. */
    qsort(choice->pair, choice->count, sizeof *choice->pair, compare_numbers);
    free(clash);
    return true;
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

#ifdef FARKAS_VIEW

/* In pixels: of all parts, and of a pair. */
enum { ALL_WIDTH = 1200, ALL_HEIGHT = 675, PAIR_WIDTH = 640, PAIR_HEIGHT = 400 };

typedef struct drawing {
    subject *s;
    fk_studio *studio;
    report_pictures *to;
} drawing;

static fk_status draw(const drawing *d, const fk_picture_options *options)
{
    fk_context *context = d->s->context;
    fk_picture picture;
    void *png;
    fk_page_picture *out = &d->to->picture[d->to->count];
    fk_status status = fk_studio_draw(d->studio, &d->s->show, options, &picture);
    if (status != FK_OK)
        return status;
    status = fk_picture_png(context, &picture, &png, &out->bytes);
    fk_picture_free(context, &picture);
    if (status != FK_OK)
        return status;
    out->pair = options->pair;
    out->png = png;
    out->width = options->width;
    out->height = options->height;
    d->to->count++;
    return FK_OK;
}

/* Of a sweep, when the worst is seen, as the view in the page begins. */
static fk_status draw_all(const drawing *d, uint32_t worst)
{
    fk_picture_options options = fk_picture_options_default();
    options.width = ALL_WIDTH;
    options.height = ALL_HEIGHT;
    if (d->s->check != NULL)
        options.time = d->s->show.time;
    else if (worst != FK_NONE)
        options.time = fk_sweep_moment(&d->s->sweep->pair[worst]);
    return draw(d, &options);
}

/* From afar, where it is among all parts; and from near. */
static fk_status draw_pair(const drawing *d, uint32_t pair)
{
    fk_picture_options options = fk_picture_options_default();
    options.width = PAIR_WIDTH;
    options.height = PAIR_HEIGHT;
    options.layers = FK_LAYER_FINDINGS;
    options.pair = pair;
    options.time = d->s->sweep != NULL ? fk_sweep_moment(&d->s->sweep->pair[pair]) : d->s->show.time;
    options.is_wide = true;
    fk_status status = draw(d, &options);
    options.is_wide = false;
    return status == FK_OK ? draw(d, &options) : status;
}

/* What is too large or too small to be drawn has no picture; that is no reason to have no page. */
static fk_status leave_out(fk_status status, uint32_t *left_out)
{
    *left_out += status == FK_ERROR_ARGUMENT;
    return status == FK_ERROR_ARGUMENT ? FK_OK : status;
}

static fk_status draw_them(drawing *d, const report_choice *choice)
{
    uint32_t left_out = 0;
    fk_status status = leave_out(draw_all(d, choice->worst), &left_out);
    for (uint32_t i = 0; status == FK_OK && i < choice->count; i++) {
        status = leave_out(draw_pair(d, choice->pair[i]), &left_out);
        cli_progress_bar(i + 1, choice->count, "pictures");
    }
    cli_progress_end();
    if (left_out > 0)
        cli_note("the page lacks pictures of what is too large or too small to be drawn");
    return status;
}

bool report_pictures_make(report_pictures *pictures, subject *s, const report_choice *choice)
{
    char message[FK_VIEW_MESSAGE];
    drawing d = {s, NULL, pictures};
    pictures->picture = calloc(2 * (size_t)choice->count + 1, sizeof *pictures->picture);
    fk_status status = pictures->picture != NULL ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        status = fk_studio_create(s->context, &d.studio, message);
        if (status == FK_ERROR_FORMAT) {
            cli_note("the page has no pictures: %s", message);
            return true;
        }
    }
    if (status == FK_OK)
        status = draw_them(&d, choice);
    fk_studio_free(d.studio);
    if (status != FK_OK)
        cli_trouble("a picture cannot be drawn: %s; --report-pictures 0 leaves them out",
                    fk_status_text(status));
    return status == FK_OK;
}

#else

bool report_pictures_make(report_pictures *pictures, subject *s, const report_choice *choice)
{
    (void)pictures;
    (void)s;
    (void)choice;
    cli_note("the page has no pictures: this farkas was built without them; build it with -DFARKAS_VIEW=ON");
    return true;
}

#endif

void report_pictures_free(report_pictures *pictures, fk_context *context)
{
    for (uint32_t i = 0; i < pictures->count; i++)
        fk_release(context, (void *)(uintptr_t)pictures->picture[i].png, pictures->picture[i].bytes);
    free(pictures->picture);
    *pictures = (report_pictures){0};
}
