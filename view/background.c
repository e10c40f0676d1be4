/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Threads of the window: see background.h. One checks, one seeks, one makes layers and colliders. All that they share is
 * behind one mutex, which nobody holds for long. */

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

    /* Checks: what is asked, what is worked on, what has come out. */
    fk_pose *asked, *taken;
    bool is_asked, has_check;
    uint64_t asked_number, check_number;
    fk_check *check;
    fk_status check_status;

    bool is_seeking, has_sweep;
    uint64_t done, total;
    fk_sweep *sweep;
    fk_status sweep_status;

    unsigned wanted, ready; /* layers */
    bool wants_lines, is_making;
    uint32_t a, b;
    fk_pose *placed, *seen;
    uint64_t made;
    bool has_colliders;
    fk_collider **collider; /* of each part; NULL: it cannot be hit */
};

/* ---- Threads ------------------------------------------------------------------------------------------- */

static void run_checks(background *l)
{
    size_t bytes = l->subject->show.part_count * sizeof *l->asked;
    while (!l->is_stopped) {
        if (!l->is_asked) {
            pthread_cond_wait(&l->work, &l->mutex);
            continue;
        }
        memcpy(l->taken, l->asked, bytes);
        uint64_t number = l->asked_number;
        l->is_asked = false;
        pthread_mutex_unlock(&l->mutex);
        fk_check *check = NULL;
        fk_status status = l->subject->check(l->subject->user, l->taken, &check);
        pthread_mutex_lock(&l->mutex);
        if (l->check != NULL)
            fk_check_free(l->context, l->check);
        l->check = check;
        l->check_status = status;
        l->check_number = number;
        l->has_check = true;
        l->wake();
    }
}

static bool report_progress(void *user, uint64_t done, uint64_t total)
{
    background *l = user;
    pthread_mutex_lock(&l->mutex);
    bool is_news = done * 100 / (total > 0 ? total : 1) != l->done * 100 / (l->total > 0 ? l->total : 1);
    l->done = done;
    l->total = total;
    bool goes_on = !l->is_stopped;
    pthread_mutex_unlock(&l->mutex);
    if (is_news)
        l->wake();
    return goes_on;
}

static void run_sweep(background *l)
{
    pthread_mutex_unlock(&l->mutex);
    fk_sweep *sweep = NULL;
    fk_status status = l->subject->find(l->subject->user, report_progress, l, &sweep);
    pthread_mutex_lock(&l->mutex);
    l->sweep = sweep;
    l->sweep_status = status;
    l->has_sweep = true;
    l->is_seeking = false;
    l->wake();
}

/* Colliders of all parts, those of one mesh once. What fails cannot be hit. */
static void make_colliders(background *l)
{
    const fk_show *show = &l->subject->show;
    for (uint32_t i = 0; i < show->part_count; i++) {
        const fk_check_part *part = &show->part[i].part;
        pthread_mutex_lock(&l->mutex);
        bool goes_on = !l->is_stopped;
        pthread_mutex_unlock(&l->mutex);
        for (uint32_t k = 0; goes_on && part->mesh != NULL && k < i && l->collider[i] == NULL; k++)
            if (show->part[k].part.mesh == part->mesh)
                l->collider[i] = l->collider[k];
        if (!goes_on || l->collider[i] != NULL)
            continue;
        if (part->mesh != NULL)
            fk_collider_of_mesh(l->context, part->mesh, NULL, &l->collider[i]);
        else if (part->piece != NULL)
            fk_collider_of_pieces(l->context, part->piece, 1, &l->collider[i]);
    }
}

/* Asks the display about a pair, as if it were the only one of a check. What it reads of the poses are those two. */
static void find_pair_lines(background *l, uint32_t a, uint32_t b, const fk_pose *pose)
{
    const fk_check_pair pair = {.a = a, .b = b};
    const fk_check check = {.part_count = l->subject->show.part_count, .pair_count = 1, .pair = &pair};
    const display_view view = {.pose = pose, .check = &check, .selected = FK_NONE};
    display_prepare_pair(l->display, &view);
}

/* Does what is most urgent, with the mutex open. */
static void do_next_task(background *l)
{
    unsigned missing = l->wanted & ~l->ready;
    bool wants_lines = l->wants_lines;
    size_t bytes = l->subject->show.part_count * sizeof *l->placed;
    uint32_t a = l->a, b = l->b;
    if (wants_lines)
        memcpy(l->seen, l->placed, bytes);
    l->wants_lines = false;
    l->is_making = true;
    pthread_mutex_unlock(&l->mutex);
    if (wants_lines)
        find_pair_lines(l, a, b, l->seen);
    else if (missing != 0)
        display_prepare(l->display, missing);
    else
        make_colliders(l);
    pthread_mutex_lock(&l->mutex);
    if (!wants_lines && missing != 0)
        l->ready |= missing;
    else if (!wants_lines)
        l->has_colliders = true;
    l->is_making = false;
    l->made++;
    l->wake();
}

static bool has_tasks(const background *l)
{
    return l->wants_lines || (l->wanted & ~l->ready) != 0 || !l->has_colliders;
}

static void run_tasks(background *l)
{
    while (!l->is_stopped)
        if (has_tasks(l))
            do_next_task(l);
        else
            pthread_cond_wait(&l->work, &l->mutex);
}

static void *run_thread(background *l, int which, void (*run)(background *))
{
    pthread_mutex_lock(&l->mutex);
    run(l);
    l->has_ended[which] = true;
    pthread_mutex_unlock(&l->mutex);
    l->wake();
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

/* ---- Life ---------------------------------------------------------------------------------------------- */

static bool start_threads(background *l)
{
    static void *(*const run[THREAD_COUNT])(void *) = {check_thread, sweep_thread, task_thread};
    const fk_show *show = &l->subject->show;
    bool is_found = show->sweep != NULL || show->check != NULL;
    const bool is_needed[THREAD_COUNT] = {l->subject->check != NULL, l->subject->find != NULL && !is_found,
                                          true};
    l->is_seeking = is_needed[SWEEP_THREAD];
    for (int i = 0; i < THREAD_COUNT; i++) {
        if (!is_needed[i])
            continue;
        if (pthread_create(&l->thread[i], NULL, run[i], l) != 0)
            return false;
        l->has_thread[i] = true;
    }
    return true;
}

background *background_create(fk_context *context, const fk_window_subject *subject, display *s,
                              void (*wake)(void))
{
    background *l = fk_allocate(context, sizeof *l);
    if (l == NULL)
        return NULL;
    memset(l, 0, sizeof *l);
    l->context = context;
    l->subject = subject;
    l->display = s;
    l->wake = wake;
    pthread_mutex_init(&l->mutex, NULL);
    pthread_cond_init(&l->work, NULL);
    size_t count = subject->show.part_count;
    l->asked = fk_allocate(context, (count + 1) * sizeof *l->asked);
    l->taken = fk_allocate(context, (count + 1) * sizeof *l->taken);
    l->placed = fk_allocate(context, (count + 1) * sizeof *l->placed);
    l->seen = fk_allocate(context, (count + 1) * sizeof *l->seen);
    l->collider = fk_allocate(context, (count + 1) * sizeof(fk_collider *));
    if (l->collider != NULL)
        memset(l->collider, 0, (count + 1) * sizeof(fk_collider *));
    bool is_good =
        l->asked != NULL && l->taken != NULL && l->placed != NULL && l->seen != NULL && l->collider != NULL;
    if (is_good && start_threads(l))
        return l;
    background_free(l);
    return NULL;
}

void background_stop(background *l)
{
    pthread_mutex_lock(&l->mutex);
    l->is_stopped = true;
    pthread_cond_broadcast(&l->work);
    pthread_mutex_unlock(&l->mutex);
}

bool background_is_ending(background *l)
{
    bool is_ending = false;
    pthread_mutex_lock(&l->mutex);
    for (int i = 0; i < THREAD_COUNT; i++)
        is_ending = is_ending || (l->has_thread[i] && !l->has_ended[i]);
    pthread_mutex_unlock(&l->mutex);
    return is_ending;
}

/* Each once, though parts share them. */
static void free_colliders(background *l)
{
    uint32_t count = l->subject->show.part_count;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count; k++)
            if (l->collider[k] == l->collider[i])
                l->collider[k] = NULL;
        fk_collider_free(l->context, l->collider[i]);
    }
}

void background_free(background *l)
{
    if (l == NULL)
        return;
    background_stop(l);
    for (int i = 0; i < THREAD_COUNT; i++)
        if (l->has_thread[i])
            pthread_join(l->thread[i], NULL);
    if (l->collider != NULL)
        free_colliders(l);
    if (l->check != NULL)
        fk_check_free(l->context, l->check);
    if (l->sweep != NULL)
        fk_sweep_free(l->context, l->sweep);
    size_t count = (size_t)l->subject->show.part_count + 1;
    fk_release(l->context, l->asked, count * sizeof *l->asked);
    fk_release(l->context, l->taken, count * sizeof *l->taken);
    fk_release(l->context, l->placed, count * sizeof *l->placed);
    fk_release(l->context, l->seen, count * sizeof *l->seen);
    fk_release(l->context, l->collider, count * sizeof(fk_collider *));
    pthread_cond_destroy(&l->work);
    pthread_mutex_destroy(&l->mutex);
    fk_release(l->context, l, sizeof *l);
}

/* ---- Questions and answers ----------------------------------------------------------------------------- */

void background_request_check(background *l, const fk_pose *pose, uint64_t number)
{
    pthread_mutex_lock(&l->mutex);
    memcpy(l->asked, pose, l->subject->show.part_count * sizeof *pose);
    l->asked_number = number;
    l->is_asked = true;
    pthread_cond_broadcast(&l->work);
    pthread_mutex_unlock(&l->mutex);
}

bool background_take_check(background *l, fk_check **out, uint64_t *number, fk_status *status)
{
    pthread_mutex_lock(&l->mutex);
    bool has_one = l->has_check;
    if (has_one) {
        *out = l->check;
        *number = l->check_number;
        *status = l->check_status;
        l->check = NULL;
        l->has_check = false;
    }
    pthread_mutex_unlock(&l->mutex);
    return has_one;
}

bool background_take_sweep(background *l, fk_sweep **out, fk_status *status)
{
    pthread_mutex_lock(&l->mutex);
    bool has_one = l->has_sweep;
    if (has_one) {
        *out = l->sweep;
        *status = l->sweep_status;
        l->sweep = NULL;
        l->has_sweep = false;
    }
    pthread_mutex_unlock(&l->mutex);
    return has_one;
}

bool background_is_sweeping(background *l, double *part)
{
    pthread_mutex_lock(&l->mutex);
    bool is_seeking = l->is_seeking;
    *part = l->total > 0 ? (double)l->done / (double)l->total : 0;
    pthread_mutex_unlock(&l->mutex);
    return is_seeking;
}

void background_request_layers(background *l, unsigned layers)
{
    pthread_mutex_lock(&l->mutex);
    l->wanted |= layers;
    pthread_cond_broadcast(&l->work);
    pthread_mutex_unlock(&l->mutex);
}

unsigned background_ready_layers(background *l)
{
    pthread_mutex_lock(&l->mutex);
    unsigned ready = l->ready;
    pthread_mutex_unlock(&l->mutex);
    return ready;
}

void background_request_lines(background *l, uint32_t a, uint32_t b, const fk_pose *pose)
{
    pthread_mutex_lock(&l->mutex);
    memcpy(l->placed, pose, l->subject->show.part_count * sizeof *pose);
    l->a = a;
    l->b = b;
    l->wants_lines = true;
    pthread_cond_broadcast(&l->work);
    pthread_mutex_unlock(&l->mutex);
}

uint64_t background_made_count(background *l)
{
    pthread_mutex_lock(&l->mutex);
    uint64_t made = l->made;
    pthread_mutex_unlock(&l->mutex);
    return made;
}

bool background_is_preparing(background *l)
{
    pthread_mutex_lock(&l->mutex);
    bool is_making = l->is_making || has_tasks(l);
    pthread_mutex_unlock(&l->mutex);
    return is_making;
}

bool background_can_pick(background *l)
{
    pthread_mutex_lock(&l->mutex);
    bool can = l->has_colliders;
    pthread_mutex_unlock(&l->mutex);
    return can;
}

uint32_t background_pick(background *l, const fk_pose *pose, fk_vec3 origin, fk_vec3 direction, double *time)
{
    uint32_t best = FK_NONE;
    *time = HUGE_VAL;
    if (!background_can_pick(l))
        return FK_NONE;
    for (uint32_t i = 0; i < l->subject->show.part_count; i++) {
        if (l->collider[i] == NULL)
            continue;
        fk_placed_collider placed = {l->collider[i], pose[i]};
        fk_collider_hit hit;
        if (fk_collider_ray(l->context, &placed, origin, direction, HUGE_VAL, &hit) != FK_OK ||
            hit.result != FK_CAST_HIT || !(hit.time.hi < *time))
            continue;
        *time = hit.time.hi;
        best = i;
    }
    return best;
}

/* ---- Loading anew -------------------------------------------------------------------------------------- */

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
