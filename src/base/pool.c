/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A pool of threads.
 *
 * All threads, the caller included, claim tasks from one atomic counter. The caller waits for the others when no task
 * is left. Threads sleep between jobs. For each job they adopt the caller's rounding mode and treatment of denormals,
 * so that results do not depend on which thread runs a task.
 *
 * Weak inputs: tasks of less than a few microseconds, as each costs an atomic operation and each job a wake-up. */

#include <stdatomic.h>

#include "base/context.h"
#include "base/workers.h"

#if defined(_WIN32) || defined(__wasm__)
#define FK_HAS_THREADS 0
#else
#define FK_HAS_THREADS 1
#include <fenv.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
#endif

#define MOST_THREADS     256u
#define POLL_NANOSECONDS 10000000

struct fk_pool {
    fk_workers workers;
    fk_context *context;
    size_t bytes;
#if FK_HAS_THREADS
    pthread_mutex_t mutex;
    pthread_cond_t start, done;
    uint64_t round; /* counts the jobs */
    uint32_t busy;  /* threads that have not finished the job of this round */
    bool is_ending;
    uint32_t task_count;
    _Atomic uint64_t next; /* ends up above the number of tasks, by one for each thread */
    fk_task_function *task;
    void *data;
    fenv_t rounding;       /* floating-point environment of the caller */
    uint32_t thread_count; /* without the caller */
    pthread_t thread[];
#endif
};

#if FK_HAS_THREADS

static void claim_tasks(fk_pool *pool)
{
    for (;;) {
        uint64_t index = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (index >= pool->task_count)
            return;
        pool->task(pool->data, (uint32_t)index);
    }
}

static void *run_thread(void *user)
{
    fk_pool *pool = user;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->round == seen && !pool->is_ending)
            pthread_cond_wait(&pool->start, &pool->mutex);
        if (pool->is_ending)
            break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->mutex);
        fesetenv(&pool->rounding);
        claim_tasks(pool);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* Waits until the job is done or, if the flag of the pool's context has a function to poll, for a moment: a caller whose
 * function works in its own thread alone must not wait for the others. */
static void wait_for_done(fk_pool *pool)
{
    const fk_cancel *cancel = pool->context->options.cancel;
    if (cancel == NULL || cancel->poll == NULL) {
        pthread_cond_wait(&pool->done, &pool->mutex);
        return;
    }
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += POLL_NANOSECONDS;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    if (pthread_cond_timedwait(&pool->done, &pool->mutex, &end) == 0)
        return;
    pthread_mutex_unlock(&pool->mutex);
    cancel->poll(cancel->user);
    pthread_mutex_lock(&pool->mutex);
}

static void run_tasks(void *user, uint32_t task_count, fk_task_function *task, void *data)
{
    fk_pool *pool = user;
    pthread_mutex_lock(&pool->mutex);
    fegetenv(&pool->rounding);
    pool->task = task;
    pool->data = data;
    pool->task_count = task_count;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    pool->busy = pool->thread_count;
    pool->round++;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->mutex);
    claim_tasks(pool);
    pthread_mutex_lock(&pool->mutex);
    while (pool->busy > 0)
        wait_for_done(pool);
    pthread_mutex_unlock(&pool->mutex);
}

static uint32_t count_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > (long)MOST_THREADS ? MOST_THREADS : (uint32_t)count;
}

/* Starts up to `count` threads. Returns false if the mutex or the conditions cannot be created. */
static bool start_threads(fk_pool *pool, uint32_t count)
{
    if (pthread_mutex_init(&pool->mutex, NULL) != 0)
        return false;
    if (pthread_cond_init(&pool->start, NULL) != 0) {
        pthread_mutex_destroy(&pool->mutex);
        return false;
    }
    if (pthread_cond_init(&pool->done, NULL) != 0) {
        pthread_cond_destroy(&pool->start);
        pthread_mutex_destroy(&pool->mutex);
        return false;
    }
    while (pool->thread_count < count &&
           pthread_create(&pool->thread[pool->thread_count], NULL, run_thread, pool) == 0)
        pool->thread_count++;
    return true;
}

static void end_threads(fk_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->is_ending = true;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->mutex);
    for (uint32_t i = 0; i < pool->thread_count; i++)
        pthread_join(pool->thread[i], NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->start);
    pthread_mutex_destroy(&pool->mutex);
}

fk_status fk_pool_create(fk_context *context, uint32_t threads, fk_pool **out)
{
    uint32_t count = threads == 0 ? count_processors() : threads < MOST_THREADS ? threads : MOST_THREADS;
    size_t bytes = sizeof(fk_pool) + (count - 1) * sizeof(pthread_t);
    fk_pool *pool = fk_allocate(context, bytes);
    if (pool == NULL)
        return FK_ERROR_MEMORY;
    *pool = (fk_pool){.workers = {.user = pool, .run = run_tasks}, .context = context, .bytes = bytes};
    if (!start_threads(pool, count - 1)) {
        fk_release(context, pool, bytes);
        return FK_ERROR_MEMORY;
    }
    pool->workers.count = pool->thread_count + 1;
    *out = pool;
    return FK_OK;
}

#else

static void run_tasks(void *user, uint32_t task_count, fk_task_function *task, void *data)
{
    (void)user;
    fk_workers_run(NULL, task_count, task, data);
}

static void end_threads(fk_pool *pool)
{
    (void)pool;
}

fk_status fk_pool_create(fk_context *context, uint32_t threads, fk_pool **out)
{
    (void)threads;
    fk_pool *pool = fk_allocate(context, sizeof *pool);
    if (pool == NULL)
        return FK_ERROR_MEMORY;
    *pool = (fk_pool){
        .workers = {.user = pool, .count = 1, .run = run_tasks}, .context = context, .bytes = sizeof *pool};
    *out = pool;
    return FK_OK;
}

#endif

void fk_pool_destroy(fk_pool *pool)
{
    if (pool == NULL)
        return;
    end_threads(pool);
    fk_release(pool->context, pool, pool->bytes);
}

const fk_workers *fk_pool_workers(const fk_pool *pool)
{
    return &pool->workers;
}
