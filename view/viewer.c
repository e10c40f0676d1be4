/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The viewer: its life, time, joints, news of the threads, and the drawing. */

#include "viewer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Messages ------------------------------------------------------------------------------------------ */

void viewer_log(const viewer *d, const char *format, ...)
{
    if (d->options->log == NULL)
        return;
    char line[FK_VIEW_MESSAGE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    d->options->log(d->options->user, line);
}

void viewer_show_message(viewer *d, bool is_bad, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(d->message, sizeof d->message, format, arguments);
    va_end(arguments);
    d->is_message_bad = is_bad;
    /* What went wrong stays until it is put away. */
    d->message_end = fk_clock_seconds() + (is_bad ? 1e9 : 4);
    viewer_log(d, "%s: %s", is_bad ? "trouble" : "note", d->message);
}

const char *viewer_part_name(const viewer *d, uint32_t part)
{
    const char *name = part < d->show.part_count ? d->show.part[part].part.name : NULL;
    return name != NULL ? name : "part";
}

/* ---- Places -------------------------------------------------------------------------------------------- */

/* Puts the parts where they are now, and asks what they do there. */
static void place_parts(viewer *d)
{
    const fk_window_subject *s = d->subject;
    if (s == NULL)
        return;
    if (s->place != NULL)
        s->place(s->user, d->time, d->joint, d->pose);
    else
        for (uint32_t i = 0; i < d->show.part_count; i++) {
            const fk_sweep_part *part = &d->show.part[i];
            d->pose[i] = part->part.pose;
            if (d->show.motion == NULL || part->frame == FK_NONE)
                continue;
            fk_pose frame = fk_motion_pose(d->show.motion, part->frame, d->time);
            d->pose[i] = fk_pose_multiply(&frame, &part->part.pose);
        }
    if (s->check != NULL)
        background_request_check(d->background, d->pose, ++d->asked);
}

void viewer_set_time(viewer *d, double time)
{
    if (!d->has_time)
        return;
    d->time = time > d->span.hi ? d->span.hi : time >= d->span.lo ? time : d->span.lo;
    /* Joints that follow the time do so again. */
    if (d->subject->joints != NULL) {
        bool was_by_hand = d->is_by_hand;
        d->is_by_hand = false;
        d->subject->joints(d->subject->user, d->time, d->joint);
        if (was_by_hand)
            viewer_list_pairs(d);
    }
    place_parts(d);
    if (!d->is_playing)
        viewer_log(d, "time: %.6g", d->time);
}

void viewer_set_joint(viewer *d, uint32_t joint, double value)
{
    bool was_by_hand = d->is_by_hand;
    viewer_play(d, false);
    d->joint[joint] = value;
    d->is_by_hand = true;
    place_parts(d);
    viewer_log(d, "joint: %s %.6g", d->subject->joint[joint].name, value);
    if (!was_by_hand)
        viewer_list_pairs(d);
}

void viewer_follow_motion(viewer *d)
{
    if (!d->is_by_hand)
        return;
    for (uint32_t i = 0; i < d->subject->joint_count; i++)
        d->joint[i] = d->subject->joint[i].value;
    if (d->subject->joints != NULL)
        d->subject->joints(d->subject->user, d->time, d->joint);
    d->is_by_hand = false;
    place_parts(d);
    viewer_list_pairs(d);
    viewer_log(d, "joints: as they were");
}

void viewer_play(viewer *d, bool is_on)
{
    if (!d->has_time || d->is_playing == is_on)
        return;
    if (is_on && d->time >= d->span.hi)
        viewer_set_time(d, d->span.lo);
    d->is_playing = is_on;
    d->clock = fk_clock_seconds();
    viewer_log(d, is_on ? "plays" : "stops at %.6g", d->time);
}

/* Plays in its own time, but in 3 to 30 seconds. */
static void advance_time(viewer *d)
{
    double now = fk_clock_seconds(), passed = now - d->clock, span = d->span.hi - d->span.lo;
    double speed = span < 3 ? span / 3 : span > 30 ? span / 30 : 1;
    d->clock = now;
    double time = d->time + fmin(passed, 0.25) * speed;
    viewer_set_time(d, time);
    if (time >= d->span.hi)
        viewer_play(d, false);
}

/* ---- Selection ----------------------------------------------------------------------------------------- */

void viewer_select(viewer *d, uint32_t a, uint32_t b)
{
    if (d->a == a && d->b == b)
        return;
    d->a = a;
    d->b = b;
    d->facts_scroll = 0;
    d->row_selected = FK_NONE;
    for (uint32_t i = 0; b != FK_NONE && i < d->row_count; i++)
        if (d->row[i].a == a && d->row[i].b == b)
            d->row_selected = i;
    if (a == FK_NONE)
        viewer_log(d, "selected: nothing");
    else if (b == FK_NONE)
        viewer_log(d, "selected: %s", viewer_part_name(d, a));
    else
        viewer_log(d, "selected: %s, %s", viewer_part_name(d, a), viewer_part_name(d, b));
}

void viewer_choose_row(viewer *d, uint32_t row, bool zooms)
{
    if (row >= d->row_count)
        return;
    const viewer_row chosen = d->row[row];
    viewer_select(d, chosen.a, chosen.b);
    d->row_selected = row;
    if (viewer_lists_sweep(d)) {
        double moment = fk_sweep_moment(&d->show.sweep->pair[chosen.index]);
        if (!isnan(moment)) {
            viewer_play(d, false);
            viewer_set_time(d, moment);
        }
    }
    if (zooms)
        viewer_fit_selected(d);
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

static unsigned chosen_layers(const viewer *d)
{
    static const unsigned volume[VIEWER_VOLUMES] = {0, FK_LAYER_AABB, FK_LAYER_OBB, FK_LAYER_SPHERE};
    return (d->shows_edges ? FK_LAYER_EDGES : 0u) | volume[d->volume] | (d->shows_tree ? FK_LAYER_TREE : 0u) |
           (d->shows_hulls ? FK_LAYER_HULL : 0u) | (d->shows_pieces ? FK_LAYER_PIECES : 0u) |
           (d->shows_cells ? FK_LAYER_CELLS : 0u) | (d->shows_labels ? FK_LAYER_LABELS : 0u) |
           (d->shows_legend ? FK_LAYER_LEGEND : 0u) | (d->shows_findings ? FK_LAYER_FINDINGS : 0u);
}

/* Those that are made first. */
#define MADE_LAYERS (FK_LAYER_TREE | FK_LAYER_HULL | FK_LAYER_PIECES | FK_LAYER_CELLS)

void viewer_request_layers(viewer *d)
{
    if (d->background != NULL)
        background_request_layers(d->background, chosen_layers(d) & MADE_LAYERS);
}

/* Through the ball around all, along an axis. */
fk_plane viewer_section(const viewer *d)
{
    if (d->section_axis > 2)
        return d->section_given;
    fk_sphere ball = viewer_bounding_sphere(d);
    fk_plane plane = {{d->section_axis == 0, d->section_axis == 1, d->section_axis == 2}, 0};
    plane.offset = fk_vec3_dot(plane.normal, ball.center) + (2 * d->section_part - 1) * ball.radius;
    if (d->is_flipped)
        plane = (fk_plane){fk_vec3_negate(plane.normal), -plane.offset};
    return plane;
}

static uint32_t find_check_pair(const fk_check *check, uint32_t a, uint32_t b)
{
    for (size_t i = 0; check != NULL && i < check->pair_count; i++)
        if (check->pair[i].a == a && check->pair[i].b == b)
            return (uint32_t)i;
    return FK_NONE;
}

static uint32_t find_sweep_pair(const fk_sweep *sweep, uint32_t a, uint32_t b)
{
    for (size_t i = 0; sweep != NULL && i < sweep->pair_count; i++)
        if (sweep->pair[i].a == a && sweep->pair[i].b == b)
            return (uint32_t)i;
    return FK_NONE;
}

display_view viewer_display_view(const viewer *d)
{
    display_view view = {
        .pose = d->pose, .time = d->time, .check = d->check, .pair = FK_NONE, .selected = FK_NONE};
    view.is_by_hand = d->is_by_hand;
    view.layers = chosen_layers(d);
    view.tree_level = d->tree_level;
    view.selected = d->b == FK_NONE ? d->a : FK_NONE;
    if (d->b != FK_NONE) {
        bool is_old = d->check != NULL && d->answered != d->asked;
        view.pair = find_check_pair(viewer_listed_check(d), d->a, d->b);
        if ((view.pair == FK_NONE || is_old) && viewer_lists_sweep(d)) {
            view.check = NULL;
            view.pair = find_sweep_pair(d->show.sweep, d->a, d->b);
        }
    }
    /* Points that were found elsewhere are not shown. */
    if (view.check != NULL && d->answered != d->asked)
        view.layers &= ~(unsigned)FK_LAYER_FINDINGS;
    return view;
}

fk_status viewer_draw(viewer *d, drawing *out)
{
    drawing_empty(out);
    fk_status status;
    if (d->explain != NULL) {
        status = explain_draw(d->explain, d->step, out, &d->explain_text);
    } else {
        display_view view = viewer_display_view(d);
        view.has_section = d->has_section;
        if (d->has_section)
            view.section = viewer_section(d);
        status = display_draw(d->display, &view, out);
    }
    out->camera = d->camera;
    return status;
}

void viewer_show_step(viewer *d, uint32_t step)
{
    uint32_t count = explain_step_count(d->explain);
    step = step < count ? step : count - 1;
    if (step == d->step)
        return;
    d->step = step;
    viewer_log(d, "frame: %u of %u", step, count - 1);
}

/* ---- News ---------------------------------------------------------------------------------------------- */

/* Looks at the pair that was to be seen first, once it is known what it does. */
static void focus_first_pair(viewer *d)
{
    if (!d->wants_look || (d->subject->find != NULL && d->has_time && !viewer_lists_sweep(d)))
        return;
    if (d->row_selected == FK_NONE && !d->lists_clear) {
        d->lists_clear = true;
        viewer_list_pairs(d);
    }
    d->wants_look = false;
    if (d->row_selected != FK_NONE && isnan(d->options->time))
        viewer_choose_row(d, d->row_selected, d->options->camera == NULL);
    else if (d->options->camera == NULL)
        viewer_fit_selected(d);
}

static void accept_check(viewer *d, fk_check *check, uint64_t number)
{
    if (d->check != NULL)
        fk_check_free(d->context, d->check);
    d->check = check;
    d->answered = number;
    if (check != NULL && number == d->asked && !d->is_playing)
        viewer_log(d, "clash: %llu of %llu pairs", (unsigned long long)check->clashes,
                   (unsigned long long)check->tested);
    if (!viewer_lists_sweep(d))
        viewer_list_pairs(d);
    focus_first_pair(d);
    if (d->wants_fit && number == d->asked)
        viewer_fit_selected(d);
}

static void accept_sweep(viewer *d, fk_sweep *sweep, fk_status status)
{
    d->sweep_status = status;
    if (sweep == NULL) {
        viewer_show_message(d, true, "what happens at other times was not found: %s", fk_status_text(status));
        return;
    }
    d->sweep = sweep;
    d->show.sweep = sweep;
    viewer_log(d, "sweep: %llu of %llu pairs", (unsigned long long)sweep->clashes,
               (unsigned long long)sweep->tested);
    viewer_list_pairs(d);
    focus_first_pair(d);
}

static bool poll_background(viewer *d)
{
    fk_check *check = NULL;
    fk_sweep *sweep = NULL;
    uint64_t number;
    fk_status status;
    bool is_news = false;
    if (background_take_check(d->background, &check, &number, &status)) {
        d->check_status = status;
        accept_check(d, check, number);
        is_news = true;
    }
    if (background_take_sweep(d->background, &sweep, &status)) {
        accept_sweep(d, sweep, status);
        is_news = true;
    }
    return is_news;
}

/* Once the parts rest, the lines in which those of the selected pair meet are looked for. */
static void request_lines(viewer *d)
{
    bool is_asked = d->lines_of == d->asked && d->lines_a == d->a && d->lines_b == d->b;
    if (d->b == FK_NONE || d->is_playing || is_asked || d->answered != d->asked)
        return;
    d->lines_of = d->asked;
    d->lines_a = d->a;
    d->lines_b = d->b;
    background_request_lines(d->background, d->a, d->b, d->pose);
}

bool viewer_moves(const viewer *d)
{
    return d->is_playing || d->ride.is_on || (d->is_flying && d->flight != 0);
}

bool viewer_is_settled(viewer *d)
{
    if (d->explain != NULL)
        return true;
    double part;
    bool has_lines = d->b == FK_NONE || d->lines_of == d->asked;
    return d->asked == d->answered && !background_is_sweeping(d->background, &part) && has_lines &&
           !background_is_preparing(d->background) && d->made == background_made_count(d->background) &&
           !d->ride.is_on;
}

/* ---- Subjects ------------------------------------------------------------------------------------------ */

static void free_old_subject(viewer *d, viewer_old_subject *past)
{
    background_free(past->background);
    if (past->display != NULL)
        display_free(past->display);
    fk_release(d->context, past->pose, (past->part_count + 1) * sizeof *past->pose);
    fk_release(d->context, past->joint, (past->joint_count + 1) * sizeof *past->joint);
    if (d->options->release != NULL && past->subject != NULL)
        d->options->release(d->options->user, past->subject);
    *past = (viewer_old_subject){0};
}

static viewer_old_subject detach_subject(viewer *d)
{
    viewer_old_subject past = {d->background, d->display,         d->subject, d->pose,
                               d->joint,      d->show.part_count, 0};
    past.joint_count = d->subject != NULL ? d->subject->joint_count : 0;
    if (d->check != NULL)
        fk_check_free(d->context, d->check);
    if (d->sweep != NULL)
        fk_sweep_free(d->context, d->sweep);
    d->check = NULL;
    d->sweep = NULL;
    d->background = NULL;
    d->display = NULL;
    d->pose = NULL;
    d->joint = NULL;
    d->subject = NULL;
    return past;
}

/* Makes all that a subject needs. The viewer has none. */
static fk_status attach_subject(viewer *d, const fk_window_subject *subject)
{
    d->subject = subject;
    d->show = subject->show;
    d->pose = fk_allocate(d->context, (d->show.part_count + 1) * sizeof *d->pose);
    d->joint = fk_allocate(d->context, (subject->joint_count + 1) * sizeof *d->joint);
    fk_status status = d->pose != NULL && d->joint != NULL ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK)
        status = display_create(d->context, &d->show, &d->display);
    if (status == FK_OK) {
        d->background = background_create(d->context, subject, d->display, d->wake);
        status = d->background != NULL ? FK_OK : FK_ERROR_MEMORY;
    }
    if (status != FK_OK)
        return status;
    d->asked = d->answered = d->made = d->lines_of = 0;
    d->lines_a = d->lines_b = FK_NONE;
    for (uint32_t i = 0; i < subject->joint_count; i++)
        d->joint[i] = subject->joint[i].value;
    d->span = (fk_interval){0, 0};
    if (d->show.sweep != NULL)
        d->span = (fk_interval){d->show.sweep->from, d->show.sweep->to};
    else if (d->show.motion != NULL)
        d->span = fk_motion_span(d->show.motion);
    d->has_time = d->show.motion != NULL && d->span.lo < d->span.hi;
    d->is_playing = d->is_by_hand = false;
    if (!d->has_time) {
        d->time = d->show.time;
    } else {
        d->time = fmin(fmax(d->time, d->span.lo), d->span.hi);
        if (subject->joints != NULL)
            subject->joints(subject->user, d->time, d->joint);
    }
    place_parts(d);
    viewer_request_layers(d);
    viewer_list_pairs(d);
    return FK_OK;
}

static uint32_t find_part_by_name(const viewer *d, const char *name)
{
    for (uint32_t i = 0; i < d->show.part_count; i++)
        if (strcmp(viewer_part_name(d, i), name) == 0)
            return i;
    return FK_NONE;
}

/* Puts a new subject in place of the old one, and selects what was selected, by its name. */
static void replace_subject(viewer *d, const fk_window_subject *subject)
{
    char a[256] = "", b[256] = "";
    if (d->a != FK_NONE)
        snprintf(a, sizeof a, "%s", viewer_part_name(d, d->a));
    if (d->b != FK_NONE)
        snprintf(b, sizeof b, "%s", viewer_part_name(d, d->b));
    d->past = detach_subject(d);
    background_stop(d->past.background);
    if (d->options->take != NULL)
        d->options->take(d->options->user, subject);
    d->row_count = 0;
    d->a = d->b = FK_NONE;
    fk_status status = attach_subject(d, subject);
    if (status != FK_OK) {
        viewer_show_message(d, true, "%s", fk_status_text(status));
        d->is_closing = true;
        return;
    }
    uint32_t first = *a != '\0' ? find_part_by_name(d, a) : FK_NONE,
             second = *b != '\0' ? find_part_by_name(d, b) : FK_NONE;
    if (first != FK_NONE && (*b == '\0' || second != FK_NONE))
        viewer_select(d, second != FK_NONE && second < first ? second : first,
                      second != FK_NONE && second < first ? first : second);
    viewer_show_message(d, false, "loaded again: %u part%s", d->show.part_count,
                        d->show.part_count == 1 ? "" : "s");
}

void viewer_start_reload(viewer *d)
{
    if (d->options->reload == NULL || d->subject == NULL)
        return;
    d->wants_reload = true;
}

/* True when there is another subject. */
static bool poll_reload(viewer *d)
{
    if (d->past.background != NULL && !background_is_ending(d->past.background))
        free_old_subject(d, &d->past);
    if (d->wants_reload && d->reload == NULL && d->past.background == NULL) {
        d->wants_reload = false;
        d->reload = background_reload_start(d->context, d->options, d->wake);
        if (d->reload == NULL)
            viewer_show_message(d, true, "%s", fk_status_text(FK_ERROR_MEMORY));
    }
    if (d->reload == NULL || !background_reload_is_done(d->reload))
        return false;
    char message[FK_VIEW_MESSAGE];
    const fk_window_subject *subject = background_reload_finish(d->reload, message);
    d->reload = NULL;
    if (subject != NULL)
        replace_subject(d, subject);
    else
        viewer_show_message(d, true, "%s (what is shown is as it was before)", message);
    return subject != NULL;
}

bool viewer_update(viewer *d, bool *is_new)
{
    bool is_news = viewer_moves(d);
    *is_new = false;
    if (d->ride.is_on)
        viewer_move_camera(d);
    if (d->is_flying && d->flight != 0) {
        double now = fk_clock_seconds();
        viewer_fly(d, fmin(now - d->clock, 0.1));
        d->clock = now;
    }
    if (d->is_playing)
        advance_time(d);
    if (*d->message != '\0' && fk_clock_seconds() > d->message_end) {
        *d->message = '\0';
        is_news = true;
    }
    if (d->background == NULL)
        return is_news;
    *is_new = poll_reload(d);
    uint64_t made = background_made_count(d->background);
    is_news = poll_background(d) || is_news || *is_new || made != d->made;
    d->made = made;
    request_lines(d);
    return is_news;
}

/* ---- Life ---------------------------------------------------------------------------------------------- */

static void apply_options(viewer *d)
{
    const fk_window_options *o = d->options;
    d->shows_edges = o->layers & FK_LAYER_EDGES;
    d->shows_tree = o->layers & FK_LAYER_TREE;
    d->shows_hulls = o->layers & FK_LAYER_HULL;
    d->shows_pieces = o->layers & FK_LAYER_PIECES;
    d->shows_cells = o->layers & FK_LAYER_CELLS;
    d->shows_labels = o->layers & FK_LAYER_LABELS;
    d->shows_legend = o->layers & FK_LAYER_LEGEND;
    d->shows_findings = o->layers & FK_LAYER_FINDINGS;
    d->volume = o->layers & FK_LAYER_AABB     ? VIEWER_AABB
                : o->layers & FK_LAYER_OBB    ? VIEWER_OBB
                : o->layers & FK_LAYER_SPHERE ? VIEWER_SPHERE
                                              : VIEWER_NO_VOLUME;
    d->tree_level = o->tree_level;
    d->has_section = o->has_section;
    d->section_given = o->section;
    d->section_axis = o->has_section ? 3 : 0;
    d->section_part = 0.5;
    d->shows_help = o->shows_help;
    d->time = isnan(o->time) ? -HUGE_VAL : o->time;
}

fk_status viewer_open(viewer *d, fk_context *context, const fk_window_options *options, ui_state *u,
                      void (*wake)(void))
{
    *d = (viewer){.context = context, .options = options, .wake = wake, .ui = u};
    d->a = d->b = d->row_selected = FK_NONE;
    d->shows_list = d->shows_tools = true;
    apply_options(d);
    fk_status status;
    if (options->explain != NULL) {
        const fk_explain_options *e = options->explain;
        status = explain_create(context, e->method, e->a, e->b, &d->explain);
        if (status == FK_OK)
            explain_set_names(d->explain, e->name_a != NULL ? e->name_a : "",
                              e->name_b != NULL ? e->name_b : "");
        if (status == FK_OK)
            d->step = e->step < explain_step_count(d->explain) ? e->step : explain_step_count(d->explain) - 1;
    } else {
        status = attach_subject(d, options->subject);
        if (status == FK_OK && options->a < d->show.part_count)
            viewer_select(d, options->a, options->b < d->show.part_count ? options->b : FK_NONE);
        d->wants_look = d->b != FK_NONE;
    }
    if (status != FK_OK)
        viewer_close(d);
    return status;
}

bool viewer_has_threads(viewer *d)
{
    return d->reload != NULL || (d->past.background != NULL && background_is_ending(d->past.background)) ||
           (d->background != NULL && background_is_ending(d->background));
}

void viewer_close(viewer *d)
{
    if (d->reload != NULL) {
        char message[FK_VIEW_MESSAGE];
        viewer_old_subject loaded = {.subject = background_reload_finish(d->reload, message)};
        d->reload = NULL;
        free_old_subject(d, &loaded);
    }
    free_old_subject(d, &d->past);
    viewer_old_subject last = detach_subject(d);
    free_old_subject(d, &last);
    if (d->explain != NULL)
        explain_free(d->explain);
    d->explain = NULL;
    fk_release(d->context, d->row, d->row_capacity * sizeof *d->row);
    d->row = NULL;
    d->row_count = d->row_capacity = 0;
}
