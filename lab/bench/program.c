/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Programs of a benchmark, started one at a time; see program.h. */

#include "bench/program.h"
#include "cli.h"
#include "peers/participant.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A program that takes longer for its files is ended. */
#define MOST_SECONDS 600

/* ---- Paths --------------------------------------------------------------------------------------------- */

char *bench_join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = bench_allocate(size, 1);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

char *bench_own_path(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    return length > 0 ? strndup(path, (size_t)length) : NULL;
}

bool bench_file_read(const char *path, char **text, size_t *length, bool *is_there)
{
    FILE *stream = fopen(path, "rb");
    size_t capacity = 0;
    *text = NULL;
    *length = 0;
    if (is_there != NULL)
        *is_there = stream != NULL;
    if (stream == NULL && errno == ENOENT && is_there != NULL)
        return true;
    while (stream != NULL && !feof(stream) && !ferror(stream)) {
        capacity += 1 << 16;
        *text = bench_resize(*text, capacity + 1, 1);
        *length += fread(*text + *length, 1, capacity - *length, stream);
        (*text)[*length] = '\0';
    }
    bool good = stream != NULL && !ferror(stream);
    if (!good)
        cli_trouble_at(path, 0, 0, "%s", strerror(errno));
    if (stream != NULL)
        fclose(stream);
    return good;
}

bool bench_folders_create(const char *folder, const char *inner)
{
    char *path = bench_join(folder, inner);
    bool good = cli_folder_create(folder) && cli_folder_create(path);
    free(path);
    return good;
}

bool bench_folder_create(char *folder, size_t capacity)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, capacity, "%s/farkas-bench-XXXXXX", parent != NULL && *parent ? parent : P_tmpdir);
    if (mkdtemp(folder) != NULL)
        return true;
    cli_trouble("cannot start the benchmark: %s", strerror(errno));
    return false;
}

/* ---- Programs ------------------------------------------------------------------------------------------ */

/* A signal that asks to stop ends the program at work, and then this one, which cleans up behind itself. */
static volatile sig_atomic_t stop;

static void on_stop(int signal_number)
{
    stop = signal_number;
}

static const int stopping[BENCH_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

void bench_signals_catch(bench_signals *signals)
{
    struct sigaction action = {.sa_handler = on_stop}; /* which interrupts what waits */
    for (int i = 0; i < BENCH_SIGNALS; i++)
        sigaction(stopping[i], &action, &signals->old[i]);
}

void bench_signals_release(const bench_signals *signals)
{
    for (int i = 0; i < BENCH_SIGNALS; i++)
        sigaction(stopping[i], &signals->old[i], NULL);
}

bool bench_is_stopped(void)
{
    return stop != 0;
}

static void read_pipe(int file, bench_text *out)
{
    ssize_t count;
    do {
        if (out->length + 1 >= out->capacity) {
            out->capacity = 2 * out->capacity + (1 << 16);
            out->bytes = bench_resize(out->bytes, out->capacity, 1);
        }
        count = read(file, out->bytes + out->length, out->capacity - out->length - 1);
        out->length += count > 0 ? (size_t)count : 0;
    } while (count > 0 || (count < 0 && errno == EINTR && !stop));
    out->bytes[out->length] = '\0';
}

static _Noreturn void execute_program(char *const *argv, const char *level, unsigned seconds, int output)
{
    for (int i = 0; i < BENCH_SIGNALS; i++)
        signal(stopping[i], SIG_DFL);
    dup2(output, STDOUT_FILENO);
    if (level != NULL)
        setenv("FARKAS_CPU", level, 1);
    alarm(seconds);
    execvp(argv[0], argv);
    _exit(127);
}

bench_ending bench_program_run_limited(char *const *argv, const char *level, unsigned seconds,
                                       bench_text *out)
{
    int ends[2];
    cli_flush();
    if (pipe(ends) != 0)
        return BENCH_FAILED;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        execute_program(argv, level, seconds, ends[1]);
    }
    close(ends[1]);
    if (child > 0)
        read_pipe(ends[0], out);
    close(ends[0]);
    if (child > 0 && stop)
        kill(child, SIGTERM);
    int status = 0;
    pid_t ended;
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (child > 0 && WIFSIGNALED(status))
        return WTERMSIG(status) == SIGALRM ? BENCH_OUT_OF_TIME : BENCH_DIED;
    return child > 0 && !stop && WEXITSTATUS(status) == 0 ? BENCH_GOOD : BENCH_FAILED;
}

bool bench_program_run(char *const *argv, const char *level, bench_text *out)
{
    return bench_program_run_limited(argv, level, MOST_SECONDS, out) == BENCH_GOOD;
}

bool bench_text_each_line(const bench_text *printed, bench_take_line *take, void *user)
{
    const char *at = printed->bytes, *end = printed->bytes + printed->length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = newline != NULL ? (size_t)(newline - at) : (size_t)(end - at);
        json_t *line = json_loadb(at, length, 0, NULL);
        bool good = line != NULL && take(line, user);
        json_decref(line);
        if (!good)
            return false;
        at += length + 1;
    }
    return true;
}

/* ---- Peers --------------------------------------------------------------------------------------------- */

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* False when there is no such folder. */
static bool list_folder(const char *folder, bench_peers *out)
{
    DIR *list = opendir(folder);
    if (list == NULL)
        return false;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        char *path = bench_join(folder, entry->d_name);
        if (entry->d_name[0] != '.' && access(path, X_OK) == 0) {
            out->path = bench_resize(out->path, out->count + 1, sizeof *out->path);
            out->path[out->count++] = path;
        } else
            free(path);
    }
    closedir(list);
    if (out->count > 0)
        qsort(out->path, out->count, sizeof *out->path, compare_paths);
    return true;
}

bool bench_peers_find(const char *peers, const char *usual, bench_peers *out)
{
    *out = (bench_peers){NULL, 0};
    if (peers != NULL && *peers && !list_folder(peers, out)) {
        cli_trouble_at(peers, 0, 0, "%s", strerror(errno));
        return false;
    }
    char *own = peers == NULL ? bench_own_path() : NULL;
    if (own != NULL) {
        *strrchr(own, '/') = '\0'; /* the path is absolute */
        char *beside = bench_join(own, usual);
        list_folder(beside, out);
        free(beside);
    }
    free(own);
    return true;
}

/* ---- Times --------------------------------------------------------------------------------------------- */

double bench_median(double *value, size_t count)
{
    qsort(value, count, sizeof *value, bench_compare_doubles);
    return count % 2 == 1 ? value[count / 2] : (value[count / 2 - 1] + value[count / 2]) / 2;
}

void bench_check_status(fk_status status)
{
    if (status == FK_OK)
        return;
    fprintf(stderr, "%s\n", fk_status_text(status));
    exit(2);
}
