/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The page of a result for a browser, as --report of the command writes it; with pictures if the module has the library
 * for them. */

#include "scene.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef FARKAS_VIEW
#include "farkas/view.h"
#endif

extern const char web_style_text[], web_script_text[], web_module_text[];
extern const size_t web_style_size, web_script_size, web_module_size;

/* The inputs of a page. */
typedef struct page_work {
    outcome_object *outcome;
    fk_page about;
    fk_page_options options;
    text_bytes text;
    char note[512]; /* why there are no pictures */
    uint32_t left_out;
} page_work;

static void describe(page_work *w, const outcome_reports *of, const char *title, bool shows_parts)
{
    const setting *s = &w->outcome->setting;
    fk_page *about = &w->about;
    about->title = title;
    about->check = w->outcome->is_sweep ? NULL : &of->check;
    about->sweep = w->outcome->is_sweep ? &of->sweep : NULL;
    if (w->outcome->is_sweep) {
        about->frame_count = s->scene.frame_count;
        about->frame = s->scene.frame;
        about->track_count = s->scene.track_count;
        about->track = s->scene.track;
        w->options.motion = s->parts.motion;
    }
    about->assets.style = web_style_text;
    about->assets.style_bytes = web_style_size;
    if (!shows_parts)
        return;
    about->assets.script = web_script_text;
    about->assets.script_bytes = web_script_size;
    about->assets.module = web_module_text;
    about->assets.module_bytes = web_module_size;
}

static fk_status make_page(page_work *w)
{
    fk_context *context = core_context();
    fk_page_content *made;
    fk_status status = fk_page_content_build(context, &w->about, &w->options, &made);
    if (status != FK_OK)
        return status;
    w->left_out = made->left_out;
    status = fk_page_write(&made->page, text_bytes_write, &w->text);
    fk_page_content_free(context, made);
    return status;
}

#ifdef FARKAS_VIEW

typedef struct page_pictures {
    fk_renderer *studio;
    fk_show show;
} page_pictures;

static fk_status draw(void *user, const fk_page_request *wish, fk_page_picture *out)
{
    page_pictures *p = user;
    return fk_renderer_draw_page_picture(core_context(), p->studio, &p->show, wish, out);
}

static fk_status make_with_pictures(page_work *w)
{
    const setting *s = &w->outcome->setting;
    page_pictures p = {.show = {.part_count = s->parts.count,
                                .part = s->moving,
                                .motion = s->parts.motion,
                                .check = w->outcome->is_sweep ? NULL : w->outcome->found,
                                .sweep = w->outcome->is_sweep ? w->outcome->found : NULL,
                                .units = fk_unit_word(s->scene.unit),
                                .time = s->parts.time}};
    char message[FK_VIEW_MESSAGE] = "";
    fk_status status = fk_renderer_create(core_context(), &p.studio, message);
    if (status == FK_ERROR_FORMAT) {
        snprintf(w->note, sizeof w->note, "the page has no pictures: %s", message);
        return make_page(w);
    }
    if (status == FK_OK) {
        w->options.draw = draw;
        w->options.user = &p;
        status = make_page(w);
        fk_renderer_free(p.studio);
    }
    return status;
}

#else

static fk_status make_with_pictures(page_work *w)
{
    snprintf(w->note, sizeof w->note,
             "the page has no pictures: this farkas was built without them; build it with -DFARKAS_VIEW=ON");
    return make_page(w);
}

#endif

static fk_status make(page_work *w, uint32_t threads, bool has_pictures)
{
    fk_pool *pool;
    fk_status status = fk_pool_create(core_context(), threads, &pool);
    if (status != FK_OK)
        return status;
    w->options.workers = fk_pool_workers(pool);
    status = has_pictures ? make_with_pictures(w) : make_page(w);
    fk_pool_destroy(pool);
    return status;
}

/* page(record, title or None, pictures, shows_parts, threads) -> (bytes, note or None, left out) */
PyObject *outcome_page(PyObject *object, PyObject *args)
{
    page_work w = {.outcome = (outcome_object *)object, .options = fk_page_options_default()};
    PyObject *from;
    const char *title;
    unsigned pictures, threads;
    int shows_parts;
    outcome_record record;
    fk_status status;
    if (core_stack_check() < 0 ||
        !PyArg_ParseTuple(args, "OzIpI", &from, &title, &pictures, &shows_parts, &threads) ||
        outcome_record_make(w.outcome, from, &record) < 0)
        return NULL;
    outcome_reports of = outcome_reports_of(w.outcome, &record.record);
    describe(&w, &of, title, shows_parts);
    w.options.file = w.outcome->setting.parts.file;
    w.options.shows_parts = shows_parts;
    /* Even without pictures, distances are computed for the usual number of pairs. */
    w.options.most_clashes = pictures > 0 ? pictures : w.options.most_clashes;
    Py_BEGIN_ALLOW_THREADS
    status = make(&w, threads, pictures > 0);
    Py_END_ALLOW_THREADS
    outcome_record_free(&record);
    if (status != FK_OK) {
        free(w.text.byte);
        return core_error(core_state_by(object), status, "report", NULL);
    }
    PyObject *page = text_bytes_take(&w.text, false);
    return page ? Py_BuildValue("(NzI)", page, w.note[0] != '\0' ? w.note : NULL, (unsigned)w.left_out)
                : NULL;
}
