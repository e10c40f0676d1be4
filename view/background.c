/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The threads of the window: see background.h. One checks, one sweeps, one prepares layers and colliders. One mutex
 * guards all that they share; no thread keeps it for long. */

#include "background.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

enum { CHECK_THREAD, SWEEP_THREAD, TASK_THREAD, THREAD_COUNT };

struct background {
    fk_context *context;
    const fk_window_subject *subject;
    display *display;
    void (*wake)(void);
    pthread_mutex_t mutex;
    pthread_cond_t work;
    pthread_t thread[THREAD_COUNT];
    bool has_thread[THREAD_COUNT], has_ended[THREAD_COUNT];
    bool is_stopped;

    /* Checks: requested, running, finished. */
    fk_pose *asked, *taken;
    bool is_asked, has_check;
    uint64_t asked_number, check_number;
    fk_check *check;
    fk_status check_status;

    bool is_sweeping, has_sweep, is_last_sweep;
    uint64_t done, total;
    fk_sweep *sweep;
    fk_status sweep_status;

    unsigned wanted, ready; /* layers: requested, prepared */
    bool wants_lines, is_making;
    uint32_t a, b;
    fk_pose *placed, *seen;
    uint64_t made;
    bool has_colliders;
    fk_collider **collider; /* of each part; NULL: the mouse cannot hit it */
};

/* ---- Threads ------------------------------------------------------------------------------------------- */

static void run_checks(background *bg)
{
    size_t bytes = bg->subject->show.part_count * sizeof *bg->asked;
    while (!bg->is_stopped) {
        if (!bg->is_asked) {
            pthread_cond_wait(&bg->work, &bg->mutex);
            continue;
        }
        memcpy(bg->taken, bg->asked, bytes);
        uint64_t number = bg->asked_number;
        bg->is_asked = false;
        pthread_mutex_unlock(&bg->mutex);
        fk_check *check = NULL;
        fk_status status = bg->subject->check(bg->subject->user, bg->taken, &check);
        pthread_mutex_lock(&bg->mutex);
        if (bg->check != NULL)
            fk_check_free(bg->context, bg->check);
        bg->check = check;
        bg->check_status = status;
        bg->check_number = number;
        bg->has_check = true;
        bg->wake();
    }
}

static bool report_progress(void *user, uint64_t done, uint64_t total)
{
    background *bg = user;
    pthread_mutex_lock(&bg->mutex);
    bool is_news = done * 100 / (total > 0 ? total : 1) != bg->done * 100 / (bg->total > 0 ? bg->total : 1);
    bg->done = done;
    bg->total = total;
    bool goes_on = !bg->is_stopped;
    pthread_mutex_unlock(&bg->mutex);
    if (is_news)
        bg->wake();
    return goes_on;
}

/* Runs one of the two sweeps, and replaces a result that was not taken. Returns whether it succeeded. */
static bool find_sweep(background *bg, fk_status (*find)(void *, fk_window_progress *, void *, fk_sweep **),
                       bool is_last)
{
    pthread_mutex_unlock(&bg->mutex);
    fk_sweep *sweep = NULL;
    fk_status status = find(bg->subject->user, report_progress, bg, &sweep);
    pthread_mutex_lock(&bg->mutex);
    if (bg->sweep != NULL)
        fk_sweep_free(bg->context, bg->sweep);
    bg->sweep = sweep;
    bg->sweep_status = status;
    bg->has_sweep = true;
    bg->is_last_sweep = is_last;
    bg->is_sweeping = !is_last && status == FK_OK && !bg->is_stopped;
    bg->done = bg->total = 0;
    bg->wake();
    return bg->is_sweeping;
}

/* Contacts first: the marks need not wait for the closest approaches. */
static void run_sweep(background *bg)
{
    bool has_both = bg->subject->find_closest != NULL;
    if (find_sweep(bg, bg->subject->find, !has_both))
        find_sweep(bg, bg->subject->find_closest, true);
}

/* Makes the colliders of all parts, one for each mesh. Parts without one cannot be hit. */
static void make_colliders(background *bg)
{
    const fk_show *show = &bg->subject->show;
    for (uint32_t i = 0; i < show->part_count; i++) {
        const fk_check_part *part = &show->part[i].part;
        pthread_mutex_lock(&bg->mutex);
        bool goes_on = !bg->is_stopped;
        pthread_mutex_unlock(&bg->mutex);
        for (uint32_t k = 0; goes_on && part->mesh != NULL && k < i && bg->collider[i] == NULL; k++)
            if (show->part[k].part.mesh == part->mesh)
                bg->collider[i] = bg->collider[k];
        if (!goes_on || bg->collider[i] != NULL)
            continue;
        if (part->mesh != NULL)
            fk_collider_of_mesh(bg->context, part->mesh, NULL, &bg->collider[i]);
        else if (part->piece != NULL)
            fk_collider_of_pieces(bg->context, part->piece, 1, &bg->collider[i]);
    }
}

/* Prepares the display for one pair, as if it were the only one of a check. It reads the poses of these two only. */
static void find_pair_lines(background *bg, uint32_t a, uint32_t b, const fk_pose *pose)
{
    const fk_check_pair pair = {.a = a, .b = b};
    const fk_check check = {.part_count = bg->subject->show.part_count, .pair_count = 1, .pair = &pair};
    const display_view view = {.pose = pose, .check = &check, .selected = FK_NONE};
    display_prepare_pair(bg->display, &view);
}

/* Does the most urgent task, with the mutex unlocked. */
static void do_next_task(background *bg)
{
    unsigned missing = bg->wanted & ~bg->ready;
    bool wants_lines = bg->wants_lines;
    size_t bytes = bg->subject->show.part_count * sizeof *bg->placed;
    uint32_t a = bg->a, b = bg->b;
    if (wants_lines)
        memcpy(bg->seen, bg->placed, bytes);
    bg->wants_lines = false;
    bg->is_making = true;
    pthread_mutex_unlock(&bg->mutex);
    if (wants_lines)
        find_pair_lines(bg, a, b, bg->seen);
    else if (missing != 0)
        display_prepare(bg->display, missing);
    else
        make_colliders(bg);
    pthread_mutex_lock(&bg->mutex);
    if (!wants_lines && missing != 0)
        bg->ready |= missing;
    else if (!wants_lines)
        bg->has_colliders = true;
    bg->is_making = false;
    bg->made++;
    bg->wake();
}

static bool has_tasks(const background *bg)
{
    return bg->wants_lines || (bg->wanted & ~bg->ready) != 0 || !bg->has_colliders;
}

static void run_tasks(background *bg)
{
    while (!bg->is_stopped)
        if (has_tasks(bg))
            do_next_task(bg);
        else
            pthread_cond_wait(&bg->work, &bg->mutex);
}

static void *run_thread(background *bg, int which, void (*run)(background *))
{
    pthread_mutex_lock(&bg->mutex);
    run(bg);
    bg->has_ended[which] = true;
    pthread_mutex_unlock(&bg->mutex);
    bg->wake();
    return NULL;
}

static void *check_thread(void *user)
{
    return run_thread(user, CHECK_THREAD, run_checks);
}

static void *sweep_thread(void *user)
{
    return run_thread(user, SWEEP_THREAD, run_sweep);
}

static void *task_thread(void *user)
{
    return run_thread(user, TASK_THREAD, run_tasks);
}

/* ---- Creating and freeing ------------------------------------------------------------------------------ */

static bool start_threads(background *bg)
{
    static void *(*const run[THREAD_COUNT])(void *) = {check_thread, sweep_thread, task_thread};
    const fk_show *show = &bg->subject->show;
    bool is_found = show->sweep != NULL || show->check != NULL;
    const bool is_needed[THREAD_COUNT] = {bg->subject->check != NULL, bg->subject->find != NULL && !is_found,
                                          true};
    bg->is_sweeping = is_needed[SWEEP_THREAD];
    for (int i = 0; i < THREAD_COUNT; i++) {
        if (!is_needed[i])
            continue;
        if (pthread_create(&bg->thread[i], NULL, run[i], bg) != 0)
            return false;
        bg->has_thread[i] = true;
    }
    return true;
}

background *background_create(fk_context *context, const fk_window_subject *subject, display *s,
                              void (*wake)(void))
{
    background *bg = fk_allocate(context, sizeof *bg);
    if (bg == NULL)
        return NULL;
    memset(bg, 0, sizeof *bg);
    bg->context = context;
    bg->subject = subject;
    bg->display = s;
    bg->wake = wake;
    pthread_mutex_init(&bg->mutex, NULL);
    pthread_cond_init(&bg->work, NULL);
    size_t count = subject->show.part_count;
    bg->asked = fk_allocate(context, (count + 1) * sizeof *bg->asked);
    bg->taken = fk_allocate(context, (count + 1) * sizeof *bg->taken);
    bg->placed = fk_allocate(context, (count + 1) * sizeof *bg->placed);
    bg->seen = fk_allocate(context, (count + 1) * sizeof *bg->seen);
    bg->collider = fk_allocate(context, (count + 1) * sizeof(fk_collider *));
    if (bg->collider != NULL)
        memset(bg->collider, 0, (count + 1) * sizeof(fk_collider *));
    bool is_good = bg->asked != NULL && bg->taken != NULL && bg->placed != NULL && bg->seen != NULL &&
                   bg->collider != NULL;
    if (is_good && start_threads(bg))
        return bg;
    background_free(bg);
    return NULL;
}

void background_stop(background *bg)
{
    pthread_mutex_lock(&bg->mutex);
    bg->is_stopped = true;
    pthread_cond_broadcast(&bg->work);
    pthread_mutex_unlock(&bg->mutex);
}

bool background_is_ending(background *bg)
{
    bool is_ending = false;
    pthread_mutex_lock(&bg->mutex);
    for (int i = 0; i < THREAD_COUNT; i++)
        is_ending = is_ending || (bg->has_thread[i] && !bg->has_ended[i]);
    pthread_mutex_unlock(&bg->mutex);
    return is_ending;
}

/* Frees each once, though parts share them. */
static void free_colliders(background *bg)
{
    uint32_t count = bg->subject->show.part_count;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count; k++)
            if (bg->collider[k] == bg->collider[i])
                bg->collider[k] = NULL;
        fk_collider_free(bg->context, bg->collider[i]);
    }
}

void background_free(background *bg)
{
    if (bg == NULL)
        return;
    background_stop(bg);
    for (int i = 0; i < THREAD_COUNT; i++)
        if (bg->has_thread[i])
            pthread_join(bg->thread[i], NULL);
    if (bg->collider != NULL)
        free_colliders(bg);
    if (bg->check != NULL)
        fk_check_free(bg->context, bg->check);
    if (bg->sweep != NULL)
        fk_sweep_free(bg->context, bg->sweep);
    size_t count = (size_t)bg->subject->show.part_count + 1;
    fk_release(bg->context, bg->asked, count * sizeof *bg->asked);
    fk_release(bg->context, bg->taken, count * sizeof *bg->taken);
    fk_release(bg->context, bg->placed, count * sizeof *bg->placed);
    fk_release(bg->context, bg->seen, count * sizeof *bg->seen);
    fk_release(bg->context, bg->collider, count * sizeof(fk_collider *));
    pthread_cond_destroy(&bg->work);
    pthread_mutex_destroy(&bg->mutex);
    fk_release(bg->context, bg, sizeof *bg);
}

/* ---- Requests and results ------------------------------------------------------------------------------ */

void background_request_check(background *bg, const fk_pose *pose, uint64_t number)
{
    pthread_mutex_lock(&bg->mutex);
    memcpy(bg->asked, pose, bg->subject->show.part_count * sizeof *pose);
    bg->asked_number = number;
    bg->is_asked = true;
    pthread_cond_broadcast(&bg->work);
    pthread_mutex_unlock(&bg->mutex);
}

bool background_take_check(background *bg, fk_check **out, uint64_t *number, fk_status *status)
{
    pthread_mutex_lock(&bg->mutex);
    bool has_one = bg->has_check;
    if (has_one) {
        *out = bg->check;
        *number = bg->check_number;
        *status = bg->check_status;
        bg->check = NULL;
        bg->has_check = false;
    }
    pthread_mutex_unlock(&bg->mutex);
    return has_one;
}

bool background_take_sweep(background *bg, fk_sweep **out, bool *is_last, fk_status *status)
{
    pthread_mutex_lock(&bg->mutex);
    bool has_one = bg->has_sweep;
    if (has_one) {
        *out = bg->sweep;
        *is_last = bg->is_last_sweep;
        *status = bg->sweep_status;
        bg->sweep = NULL;
        bg->has_sweep = false;
    }
    pthread_mutex_unlock(&bg->mutex);
    return has_one;
}

bool background_is_sweeping(background *bg, double *part)
{
    pthread_mutex_lock(&bg->mutex);
    bool is_sweeping = bg->is_sweeping;
    *part = bg->total > 0 ? (double)bg->done / (double)bg->total : 0;
    pthread_mutex_unlock(&bg->mutex);
    return is_sweeping;
}

void background_request_layers(background *bg, unsigned layers)
{
    pthread_mutex_lock(&bg->mutex);
    bg->wanted |= layers;
    pthread_cond_broadcast(&bg->work);
    pthread_mutex_unlock(&bg->mutex);
}

unsigned background_ready_layers(background *bg)
{
    pthread_mutex_lock(&bg->mutex);
    unsigned ready = bg->ready;
    pthread_mutex_unlock(&bg->mutex);
    return ready;
}

void background_request_lines(background *bg, uint32_t a, uint32_t b, const fk_pose *pose)
{
    pthread_mutex_lock(&bg->mutex);
    memcpy(bg->placed, pose, bg->subject->show.part_count * sizeof *pose);
    bg->a = a;
    bg->b = b;
    bg->wants_lines = true;
    pthread_cond_broadcast(&bg->work);
    pthread_mutex_unlock(&bg->mutex);
}

uint64_t background_made_count(background *bg)
{
    pthread_mutex_lock(&bg->mutex);
    uint64_t made = bg->made;
    pthread_mutex_unlock(&bg->mutex);
    return made;
}

bool background_is_preparing(background *bg)
{
    pthread_mutex_lock(&bg->mutex);
    bool is_making = bg->is_making || has_tasks(bg);
    pthread_mutex_unlock(&bg->mutex);
    return is_making;
}

bool background_can_pick(background *bg)
{
    pthread_mutex_lock(&bg->mutex);
    bool can = bg->has_colliders;
    pthread_mutex_unlock(&bg->mutex);
    return can;
}

uint32_t background_pick(background *bg, const fk_pose *pose, fk_vec3 origin, fk_vec3 direction, double *time)
{
    uint32_t best = FK_NONE;
    *time = HUGE_VAL;
    if (!background_can_pick(bg))
        return FK_NONE;
    for (uint32_t i = 0; i < bg->subject->show.part_count; i++) {
        if (bg->collider[i] == NULL)
            continue;
        fk_placed_collider placed = {bg->collider[i], pose[i]};
        fk_collider_hit hit;
        if (fk_collider_ray(bg->context, &placed, origin, direction, HUGE_VAL, &hit) != FK_OK ||
            hit.result != FK_CAST_HIT || !(hit.time.hi < *time))
            continue;
        *time = hit.time.hi;
        best = i;
    }
    return best;
}

/* ---- Reloading ----------------------------------------------------------------------------------------- */

struct background_reload {
    fk_context *context;
    const fk_window_options *options;
    void (*wake)(void);
    pthread_mutex_t mutex;
    pthread_t thread;
    bool is_done, is_good;
    const fk_window_subject *subject;
    char message[FK_VIEW_MESSAGE];
};

static void *reload_thread(void *user)
{
    background_reload *r = user;
    bool is_good = r->options->reload(r->options->user, &r->subject, r->message);
    pthread_mutex_lock(&r->mutex);
    r->is_good = is_good;
    r->is_done = true;
    pthread_mutex_unlock(&r->mutex);
    r->wake();
    return NULL;
}

background_reload *background_reload_start(fk_context *context, const fk_window_options *options,
                                           void (*wake)(void))
{
    background_reload *r = fk_allocate(context, sizeof *r);
    if (r == NULL)
        return NULL;
    memset(r, 0, sizeof *r);
    r->context = context;
    r->options = options;
    r->wake = wake;
    pthread_mutex_init(&r->mutex, NULL);
    if (pthread_create(&r->thread, NULL, reload_thread, r) == 0)
        return r;
    pthread_mutex_destroy(&r->mutex);
    fk_release(context, r, sizeof *r);
    return NULL;
}

bool background_reload_is_done(background_reload *r)
{
    pthread_mutex_lock(&r->mutex);
    bool is_done = r->is_done;
    pthread_mutex_unlock(&r->mutex);
    return is_done;
}

const fk_window_subject *background_reload_finish(background_reload *r, char message[FK_VIEW_MESSAGE])
{
    pthread_join(r->thread, NULL);
    const fk_window_subject *subject = r->is_good ? r->subject : NULL;
    memcpy(message, r->message, sizeof r->message);
    pthread_mutex_destroy(&r->mutex);
    fk_release(r->context, r, sizeof *r);
    return subject;
}
