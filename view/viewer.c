/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The viewer: opening and closing, time, joints, results of the background threads, and the drawing. */

#include "viewer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Messages ------------------------------------------------------------------------------------------ */

void viewer_log(const viewer *v, const char *format, ...)
{
    if (v->options->log == NULL)
        return;
    char line[FK_VIEW_MESSAGE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    v->options->log(v->options->user, line);
}

void viewer_show_message(viewer *v, bool is_bad, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->message, sizeof v->message, format, arguments);
    va_end(arguments);
    v->is_message_bad = is_bad;
    /* Errors stay until the user closes them. */
    v->message_end = fk_clock_seconds() + (is_bad ? 1e9 : 4);
    viewer_log(v, "%s: %s", is_bad ? "trouble" : "note", v->message);
}

const char *viewer_part_name(const viewer *v, uint32_t part)
{
    const char *name = part < v->show.part_count ? v->show.part[part].part.name : NULL;
    return name != NULL ? name : "part";
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

/* Poses the parts for the current time and joints, and requests a check. */
static void place_parts(viewer *v)
{
    const fk_window_subject *s = v->subject;
    if (s == NULL)
        return;
    if (s->place != NULL)
        s->place(s->user, v->time, v->joint, v->pose);
    else
        for (uint32_t i = 0; i < v->show.part_count; i++) {
            const fk_sweep_part *part = &v->show.part[i];
            v->pose[i] = part->part.pose;
            if (v->show.motion == NULL || part->frame == FK_NONE)
                continue;
            fk_pose frame = fk_motion_pose(v->show.motion, part->frame, v->time);
            v->pose[i] = fk_pose_multiply(&frame, &part->part.pose);
        }
    if (s->check != NULL)
        background_request_check(v->background, v->pose, ++v->asked);
}

void viewer_set_time(viewer *v, double time)
{
    if (!v->has_time)
        return;
    v->time = time > v->time_range.hi ? v->time_range.hi : time >= v->time_range.lo ? time : v->time_range.lo;
    /* Joints that follow the time do so again. */
    if (v->subject->joints != NULL) {
        bool was_by_hand = v->is_by_hand;
        v->is_by_hand = false;
        v->subject->joints(v->subject->user, v->time, v->joint);
        if (was_by_hand)
            viewer_list_pairs(v);
    }
    place_parts(v);
    if (!v->is_playing)
        viewer_log(v, "time: %.6g", v->time);
}

void viewer_set_joint(viewer *v, uint32_t joint, double value)
{
    bool was_by_hand = v->is_by_hand;
    viewer_play(v, false);
    v->joint[joint] = value;
    v->is_by_hand = true;
    place_parts(v);
    viewer_log(v, "joint: %s %.6g", v->subject->joint[joint].name, value);
    if (!was_by_hand)
        viewer_list_pairs(v);
}

void viewer_follow_motion(viewer *v)
{
    if (!v->is_by_hand)
        return;
    for (uint32_t i = 0; i < v->subject->joint_count; i++)
        v->joint[i] = v->subject->joint[i].value;
    if (v->subject->joints != NULL)
        v->subject->joints(v->subject->user, v->time, v->joint);
    v->is_by_hand = false;
    place_parts(v);
    viewer_list_pairs(v);
    viewer_log(v, "joints: as they were");
}

void viewer_play(viewer *v, bool is_on)
{
    if (!v->has_time || v->is_playing == is_on)
        return;
    if (is_on && v->time >= v->time_range.hi)
        viewer_set_time(v, v->time_range.lo);
    v->is_playing = is_on;
    v->clock = fk_clock_seconds();
    viewer_log(v, is_on ? "plays" : "stops at %.6g", v->time);
}

/* Plays in real time, but in at least 3 and at most 30 seconds. */
static void advance_time(viewer *v)
{
    double now = fk_clock_seconds(), passed = now - v->clock, duration = v->time_range.hi - v->time_range.lo;
    double speed = duration < 3 ? duration / 3 : duration > 30 ? duration / 30 : 1;
    v->clock = now;
    double time = v->time + fmin(passed, 0.25) * speed;
    viewer_set_time(v, time);
    if (time >= v->time_range.hi)
        viewer_play(v, false);
}

/* ---- Selection ----------------------------------------------------------------------------------------- */

void viewer_select(viewer *v, uint32_t a, uint32_t b)
{
    if (v->a == a && v->b == b)
        return;
    v->a = a;
    v->b = b;
    v->facts_scroll = 0;
    v->row_selected = FK_NONE;
    for (uint32_t i = 0; b != FK_NONE && i < v->row_count; i++)
        if (v->row[i].a == a && v->row[i].b == b)
            v->row_selected = i;
    if (a == FK_NONE)
        viewer_log(v, "selected: nothing");
    else if (b == FK_NONE)
        viewer_log(v, "selected: %s", viewer_part_name(v, a));
    else
        viewer_log(v, "selected: %s, %s", viewer_part_name(v, a), viewer_part_name(v, b));
}

void viewer_choose_row(viewer *v, uint32_t row, bool zooms)
{
    if (row >= v->row_count)
        return;
    const viewer_row chosen = v->row[row];
    viewer_select(v, chosen.a, chosen.b);
    v->row_selected = row;
    if (viewer_lists_sweep(v)) {
        double moment = fk_sweep_moment(&v->show.sweep->pair[chosen.index]);
        if (!isnan(moment)) {
            viewer_play(v, false);
            viewer_set_time(v, moment);
        }
    }
    if (zooms)
        viewer_fit_selected(v);
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

static unsigned chosen_layers(const viewer *v)
{
    static const unsigned volume[VIEWER_VOLUMES] = {0, FK_LAYER_AABB, FK_LAYER_OBB, FK_LAYER_SPHERE};
    return (v->shows_edges ? FK_LAYER_EDGES : 0u) | volume[v->volume] | (v->shows_tree ? FK_LAYER_TREE : 0u) |
           (v->shows_hulls ? FK_LAYER_HULL : 0u) | (v->shows_pieces ? FK_LAYER_PIECES : 0u) |
           (v->shows_cells ? FK_LAYER_CELLS : 0u) | (v->shows_spheres ? FK_LAYER_SPHERES : 0u) |
           (v->shows_labels ? FK_LAYER_LABELS : 0u) | (v->shows_legend ? FK_LAYER_LEGEND : 0u) |
           (v->shows_findings ? FK_LAYER_FINDINGS : 0u);
}

/* Requests the layers that must be prepared. */
#define MADE_LAYERS (FK_LAYER_TREE | FK_LAYER_HULL | FK_LAYER_PIECES | FK_LAYER_CELLS | FK_LAYER_SPHERES)

void viewer_request_layers(viewer *v)
{
    if (v->background != NULL)
        background_request_layers(v->background, chosen_layers(v) & MADE_LAYERS);
}

/* Returns a plane through the ball around all parts, along an axis. */
fk_plane viewer_section(const viewer *v)
{
    if (v->section_axis > 2)
        return v->section_given;
    fk_sphere ball = viewer_bounding_sphere(v);
    fk_plane plane = {{v->section_axis == 0, v->section_axis == 1, v->section_axis == 2}, 0};
    plane.offset = fk_vec3_dot(plane.normal, ball.center) + (2 * v->section_offset - 1) * ball.radius;
    if (v->is_flipped)
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

display_view viewer_display_view(const viewer *v)
{
    display_view view = {
        .pose = v->pose, .time = v->time, .check = v->check, .pair = FK_NONE, .selected = FK_NONE};
    view.is_by_hand = v->is_by_hand;
    view.layers = chosen_layers(v);
    view.tree_level = v->tree_level;
    view.selected = v->b == FK_NONE ? v->a : FK_NONE;
    if (v->b != FK_NONE) {
        bool is_old = v->check != NULL && v->answered != v->asked;
        view.pair = find_check_pair(viewer_listed_check(v), v->a, v->b);
        if ((view.pair == FK_NONE || is_old) && viewer_lists_sweep(v)) {
            view.check = NULL;
            view.pair = find_sweep_pair(v->show.sweep, v->a, v->b);
        }
    }
    /* Findings of other poses are not shown. */
    if (view.check != NULL && v->answered != v->asked)
        view.layers &= ~(unsigned)FK_LAYER_FINDINGS;
    return view;
}

fk_status viewer_draw(viewer *v, drawing *out)
{
    drawing_empty(out);
    fk_status status;
    if (v->explain != NULL) {
        status = explain_draw(v->explain, v->step, out, &v->explain_text);
    } else {
        display_view view = viewer_display_view(v);
        view.has_section = v->has_section;
        if (v->has_section)
            view.section = viewer_section(v);
        status = display_draw(v->display, &view, out);
    }
    out->camera = v->camera;
    return status;
}

void viewer_show_step(viewer *v, uint32_t step)
{
    uint32_t count = explain_step_count(v->explain);
    step = step < count ? step : count - 1;
    if (step == v->step)
        return;
    v->step = step;
    viewer_log(v, "frame: %u of %u", step, count - 1);
}

/* ---- Results of threads -------------------------------------------------------------------------------- */

/* Focuses the pair of the options, once its result is known. */
static void focus_first_pair(viewer *v)
{
    double part;
    if (!v->wants_look || (v->subject->find != NULL && v->has_time && !viewer_lists_sweep(v)))
        return;
    /* The result for a clear pair comes with the closest approaches. */
    if (v->row_selected == FK_NONE && background_is_sweeping(v->background, &part))
        return;
    if (v->row_selected == FK_NONE && !v->lists_clear) {
        v->lists_clear = true;
        viewer_list_pairs(v);
    }
    v->wants_look = false;
    if (v->row_selected != FK_NONE && isnan(v->options->time))
        viewer_choose_row(v, v->row_selected, v->options->camera == NULL);
    else if (v->options->camera == NULL)
        viewer_fit_selected(v);
}

static void accept_check(viewer *v, fk_check *check, uint64_t number)
{
    if (v->check != NULL)
        fk_check_free(v->context, v->check);
    v->check = check;
    v->answered = number;
    if (check != NULL && number == v->asked && !v->is_playing)
        viewer_log(v, "clash: %llu of %llu pairs", (unsigned long long)check->clashes,
                   (unsigned long long)check->tested);
    if (!viewer_lists_sweep(v))
        viewer_list_pairs(v);
    focus_first_pair(v);
    if (v->wants_fit && number == v->asked)
        viewer_fit_selected(v);
}

static void accept_sweep(viewer *v, fk_sweep *sweep, bool is_last, fk_status status)
{
    v->sweep_status = status;
    if (sweep == NULL) {
        viewer_show_message(v, true, "what happens at other times was not found: %s", fk_status_text(status));
        focus_first_pair(v);
        return;
    }
    if (v->sweep == NULL)
        viewer_log(v, "sweep: %llu of %llu pairs", (unsigned long long)sweep->clashes,
                   (unsigned long long)sweep->tested);
    if (is_last && v->subject->find_closest != NULL)
        viewer_log(v, "closest: %llu pairs", (unsigned long long)sweep->pair_count);
    v->first_sweep = v->sweep;
    v->sweep = sweep;
    v->show.sweep = sweep;
    viewer_list_pairs(v);
    focus_first_pair(v);
}

static bool poll_background(viewer *v)
{
    fk_check *check = NULL;
    fk_sweep *sweep = NULL;
    uint64_t number;
    fk_status status;
    bool is_news = false, is_last;
    if (background_take_check(v->background, &check, &number, &status)) {
        v->check_status = status;
        accept_check(v, check, number);
        is_news = true;
    }
    if (background_take_sweep(v->background, &sweep, &is_last, &status)) {
        accept_sweep(v, sweep, is_last, status);
        is_news = true;
    }
    return is_news;
}

/* Once the parts rest, requests the lines in which the surfaces of the selected pair meet. */
static void request_lines(viewer *v)
{
    bool is_asked = v->lines_check == v->asked && v->lines_a == v->a && v->lines_b == v->b;
    if (v->b == FK_NONE || v->is_playing || is_asked || v->answered != v->asked)
        return;
    v->lines_check = v->asked;
    v->lines_a = v->a;
    v->lines_b = v->b;
    background_request_lines(v->background, v->a, v->b, v->pose);
}

bool viewer_moves(const viewer *v)
{
    return v->is_playing || v->camera_move.is_on || (v->is_flying && v->flight != 0);
}

bool viewer_is_settled(viewer *v)
{
    if (v->explain != NULL)
        return true;
    double part;
    bool has_lines = v->b == FK_NONE || v->lines_check == v->asked;
    return v->asked == v->answered && !background_is_sweeping(v->background, &part) && has_lines &&
           !background_is_preparing(v->background) && v->made == background_made_count(v->background) &&
           !v->camera_move.is_on;
}

/* ---- Subjects ------------------------------------------------------------------------------------------ */

static void free_old_subject(viewer *v, viewer_old_subject *past)
{
    background_free(past->background);
    if (past->display != NULL)
        display_free(past->display);
    fk_release(v->context, past->pose, (past->part_count + 1) * sizeof *past->pose);
    fk_release(v->context, past->joint, (past->joint_count + 1) * sizeof *past->joint);
    if (v->options->release != NULL && past->subject != NULL)
        v->options->release(v->options->user, past->subject);
    *past = (viewer_old_subject){0};
}

static viewer_old_subject detach_subject(viewer *v)
{
    viewer_old_subject past = {v->background, v->display,         v->subject, v->pose,
                               v->joint,      v->show.part_count, 0};
    past.joint_count = v->subject != NULL ? v->subject->joint_count : 0;
    if (v->check != NULL)
        fk_check_free(v->context, v->check);
    if (v->sweep != NULL)
        fk_sweep_free(v->context, v->sweep);
    if (v->first_sweep != NULL)
        fk_sweep_free(v->context, v->first_sweep);
    v->first_sweep = NULL;
    v->check = NULL;
    v->sweep = NULL;
    v->background = NULL;
    v->display = NULL;
    v->pose = NULL;
    v->joint = NULL;
    v->subject = NULL;
    return past;
}

/* Makes all that a subject needs. The viewer has none. */
static fk_status attach_subject(viewer *v, const fk_window_subject *subject)
{
    v->subject = subject;
    v->show = subject->show;
    v->pose = fk_allocate(v->context, (v->show.part_count + 1) * sizeof *v->pose);
    v->joint = fk_allocate(v->context, (subject->joint_count + 1) * sizeof *v->joint);
    fk_status status = v->pose != NULL && v->joint != NULL ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK)
        status = display_create(v->context, &v->show, &v->display);
    if (status == FK_OK) {
        v->background = background_create(v->context, subject, v->display, v->wake);
        status = v->background != NULL ? FK_OK : FK_ERROR_MEMORY;
    }
    if (status != FK_OK)
        return status;
    v->asked = v->answered = v->made = v->lines_check = 0;
    v->lines_a = v->lines_b = FK_NONE;
    for (uint32_t i = 0; i < subject->joint_count; i++)
        v->joint[i] = subject->joint[i].value;
    v->time_range = (fk_interval){0, 0};
    if (v->show.sweep != NULL)
        v->time_range = (fk_interval){v->show.sweep->from, v->show.sweep->to};
    else if (v->show.motion != NULL)
        v->time_range = fk_motion_span(v->show.motion);
    v->has_time = v->show.motion != NULL && v->time_range.lo < v->time_range.hi;
    v->is_playing = v->is_by_hand = false;
    if (!v->has_time) {
        v->time = v->show.time;
    } else {
        v->time = fmin(fmax(v->time, v->time_range.lo), v->time_range.hi);
        if (subject->joints != NULL)
            subject->joints(subject->user, v->time, v->joint);
    }
    place_parts(v);
    viewer_request_layers(v);
    viewer_list_pairs(v);
    return FK_OK;
}

static uint32_t find_part_by_name(const viewer *v, const char *name)
{
    for (uint32_t i = 0; i < v->show.part_count; i++)
        if (strcmp(viewer_part_name(v, i), name) == 0)
            return i;
    return FK_NONE;
}

/* Replaces the subject by a new one, and selects the same parts, by name. */
static void replace_subject(viewer *v, const fk_window_subject *subject)
{
    char a[256] = "", b[256] = "";
    if (v->a != FK_NONE)
        snprintf(a, sizeof a, "%s", viewer_part_name(v, v->a));
    if (v->b != FK_NONE)
        snprintf(b, sizeof b, "%s", viewer_part_name(v, v->b));
    v->past = detach_subject(v);
    background_stop(v->past.background);
    if (v->options->take != NULL)
        v->options->take(v->options->user, subject);
    v->row_count = 0;
    v->a = v->b = FK_NONE;
    fk_status status = attach_subject(v, subject);
    if (status != FK_OK) {
        viewer_show_message(v, true, "%s", fk_status_text(status));
        v->is_closing = true;
        return;
    }
    uint32_t first = *a != '\0' ? find_part_by_name(v, a) : FK_NONE,
             second = *b != '\0' ? find_part_by_name(v, b) : FK_NONE;
    if (first != FK_NONE && (*b == '\0' || second != FK_NONE))
        viewer_select(v, second != FK_NONE && second < first ? second : first,
                      second != FK_NONE && second < first ? first : second);
    viewer_show_message(v, false, "loaded again: %u part%s", v->show.part_count,
                        v->show.part_count == 1 ? "" : "s");
}

void viewer_start_reload(viewer *v)
{
    if (v->options->reload == NULL || v->subject == NULL)
        return;
    v->wants_reload = true;
}

/* Returns true if there is a new subject. */
static bool poll_reload(viewer *v)
{
    if (v->past.background != NULL && !background_is_ending(v->past.background))
        free_old_subject(v, &v->past);
    if (v->wants_reload && v->reload == NULL && v->past.background == NULL) {
        v->wants_reload = false;
        v->reload = background_reload_start(v->context, v->options, v->wake);
        if (v->reload == NULL)
            viewer_show_message(v, true, "%s", fk_status_text(FK_ERROR_MEMORY));
    }
    if (v->reload == NULL || !background_reload_is_done(v->reload))
        return false;
    char message[FK_VIEW_MESSAGE];
    const fk_window_subject *subject = background_reload_finish(v->reload, message);
    v->reload = NULL;
    if (subject != NULL)
        replace_subject(v, subject);
    else
        viewer_show_message(v, true, "%s (what is shown is as it was before)", message);
    return subject != NULL;
}

bool viewer_update(viewer *v, bool *is_new)
{
    bool is_news = viewer_moves(v);
    *is_new = false;
    if (v->camera_move.is_on)
        viewer_move_camera(v);
    if (v->is_flying && v->flight != 0) {
        double now = fk_clock_seconds();
        viewer_fly(v, fmin(now - v->clock, 0.1));
        v->clock = now;
    }
    if (v->is_playing)
        advance_time(v);
    if (*v->message != '\0' && fk_clock_seconds() > v->message_end) {
        *v->message = '\0';
        is_news = true;
    }
    if (v->background == NULL)
        return is_news;
    *is_new = poll_reload(v);
    uint64_t made = background_made_count(v->background);
    is_news = poll_background(v) || is_news || *is_new || made != v->made;
    v->made = made;
    request_lines(v);
    return is_news;
}

/* ---- Opening and closing ------------------------------------------------------------------------------- */

static void apply_options(viewer *v)
{
    const fk_window_options *o = v->options;
    v->shows_edges = o->layers & FK_LAYER_EDGES;
    v->shows_tree = o->layers & FK_LAYER_TREE;
    v->shows_hulls = o->layers & FK_LAYER_HULL;
    v->shows_pieces = o->layers & FK_LAYER_PIECES;
    v->shows_cells = o->layers & FK_LAYER_CELLS;
    v->shows_spheres = o->layers & FK_LAYER_SPHERES;
    v->shows_labels = o->layers & FK_LAYER_LABELS;
    v->shows_legend = o->layers & FK_LAYER_LEGEND;
    v->shows_findings = o->layers & FK_LAYER_FINDINGS;
    v->volume = o->layers & FK_LAYER_AABB     ? VIEWER_AABB
                : o->layers & FK_LAYER_OBB    ? VIEWER_OBB
                : o->layers & FK_LAYER_SPHERE ? VIEWER_SPHERE
                                              : VIEWER_NO_VOLUME;
    v->tree_level = o->tree_level;
    v->has_section = o->has_section;
    v->section_given = o->section;
    v->section_axis = o->has_section ? 3 : 0;
    v->section_offset = 0.5;
    v->shows_help = o->shows_help;
    v->time = isnan(o->time) ? -HUGE_VAL : o->time;
}

fk_status viewer_open(viewer *v, fk_context *context, const fk_window_options *options, ui_state *u,
                      void (*wake)(void))
{
    *v = (viewer){.context = context, .options = options, .wake = wake, .ui = u};
    v->a = v->b = v->row_selected = FK_NONE;
    v->shows_list = v->shows_tools = true;
    apply_options(v);
    fk_status status;
    if (options->explain != NULL) {
        const fk_explain_options *e = options->explain;
        status = explain_create_from_options(context, e, &v->explain);
        if (status == FK_OK)
            v->step = e->step < explain_step_count(v->explain) ? e->step : explain_step_count(v->explain) - 1;
    } else {
        status = attach_subject(v, options->subject);
        if (status == FK_OK && options->a < v->show.part_count)
            viewer_select(v, options->a, options->b < v->show.part_count ? options->b : FK_NONE);
        v->wants_look = v->b != FK_NONE;
    }
    if (status != FK_OK)
        viewer_close(v);
    return status;
}

bool viewer_has_threads(viewer *v)
{
    return v->reload != NULL || (v->past.background != NULL && background_is_ending(v->past.background)) ||
           (v->background != NULL && background_is_ending(v->background));
}

void viewer_close(viewer *v)
{
    if (v->reload != NULL) {
        char message[FK_VIEW_MESSAGE];
        viewer_old_subject loaded = {.subject = background_reload_finish(v->reload, message)};
        v->reload = NULL;
        free_old_subject(v, &loaded);
    }
    free_old_subject(v, &v->past);
    viewer_old_subject last = detach_subject(v);
    free_old_subject(v, &last);
    if (v->explain != NULL)
        explain_free(v->explain);
    v->explain = NULL;
    fk_release(v->context, v->row, v->row_capacity * sizeof *v->row);
    v->row = NULL;
    v->row_count = v->row_capacity = 0;
}
