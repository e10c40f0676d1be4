/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frame of a participant: options, files, clock, watchdog, output.
 *
 * The watchdog is a timer over processor time. At every tick it looks which pair is the first without an answer; when
 * that is the same for three ticks, the method hangs, and the watchdog jumps out of it. A crash jumps the same way. The
 * pair is marked and left out from then on. (What the method had locked or allocated is lost; these programs live short.)
 */

#include "peers/participant.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Ticks of the watchdog, how many of them are a hang, and how many pairs may hang before a method is given up. */
#define TICK_MICROSECONDS 10000
#define TICKS_OF_HANG     3
#define MOST_LOST         100

/* How many times a pair are printed at most. */
#define MOST_PASSES 64

/* ---- Memory and time ----------------------------------------------------------------------------------- */

static void *need(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

void *bench_allocate(size_t count, size_t size)
{
    return need(calloc(count > 0 ? count : 1, size));
}

void *bench_resize(void *memory, size_t count, size_t size)
{
    return need(realloc(memory, (count > 0 ? count : 1) * size));
}

double bench_used_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

size_t bench_allocated_bytes(void)
{
#ifdef __GLIBC__
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

typedef struct pair_file {
    bench_pair *pair;
    size_t count, capacity;
} pair_file;

static size_t read_bytes(void *user, char *buffer, size_t capacity)
{
    FILE *stream = user;
    size_t count = fread(buffer, 1, capacity, stream);
    return count == 0 && ferror(stream) ? FK_READ_FAILED : count;
}

/* The points of a hull are the reader's until it reads on. */
static fk_piece keep_piece(fk_piece piece)
{
    if (piece.kind == FK_KIND_HULL) {
        fk_vec3 *point = bench_allocate(piece.as.hull.count, sizeof *point);
        memcpy(point, piece.as.hull.point, piece.as.hull.count * sizeof *point);
        piece.as.hull.point = point;
    }
    return piece;
}

static void add_pair(pair_file *file, const fk_piece *a, const fk_piece *b)
{
    if (file->count == file->capacity) {
        file->capacity = 2 * file->capacity + 1024;
        bench_pair *more = bench_allocate(file->capacity, sizeof *more);
        if (file->count > 0)
            memcpy(more, file->pair, file->count * sizeof *more);
        free(file->pair);
        file->pair = more;
    }
    file->pair[file->count].a = keep_piece(*a);
    file->pair[file->count].b = keep_piece(*b);
    file->count++;
}

static void free_piece(fk_piece *piece)
{
    if (piece->kind == FK_KIND_HULL)
        free((void *)(uintptr_t)piece->as.hull.point);
}

static void free_pairs(pair_file *file)
{
    for (size_t i = 0; i < file->count; i++) {
        free_piece(&file->pair[i].a);
        free_piece(&file->pair[i].b);
    }
    free(file->pair);
}

static bool read_pairs(const char *path, pair_file *out)
{
    static fk_pair_reader reader;
    FILE *stream = fopen(path, "r");
    fk_context *context = NULL;
    if (stream == NULL || fk_context_create(NULL, &context) != FK_OK) {
        fprintf(stderr, "%s: cannot be read\n", path);
        if (stream != NULL)
            fclose(stream);
        return false;
    }
    fk_pair_reader_init(&reader, context, read_bytes, stream);
    fk_piece a, b;
    fk_status status;
    while ((status = fk_pair_reader_next(&reader, &a, &b)) == FK_OK)
        add_pair(out, &a, &b);
    if (status != FK_END)
        fprintf(stderr, "%s:%zu:%zu: %s\n", path, reader.line, reader.column, reader.message);
    fk_pair_reader_end(&reader);
    fk_context_destroy(context);
    fclose(stream);
    return status == FK_END;
}

/* ---- Watchdog ------------------------------------------------------------------------------------------ */

/* What the handlers look at. */
static struct {
    sigjmp_buf jump;
    volatile bool is_armed;
    uint8_t *volatile answer;
    volatile size_t seen, end; /* pairs before `seen` have an answer */
    volatile int ticks;        /* without progress */
} watched;

static void look(void)
{
    while (watched.seen < watched.end && watched.answer[watched.seen] != BENCH_NONE) {
        watched.seen++;
        watched.ticks = 0;
    }
}

static void on_tick(int signal_number)
{
    (void)signal_number;
    if (!watched.is_armed)
        return;
    look();
    if (++watched.ticks >= TICKS_OF_HANG)
        siglongjmp(watched.jump, BENCH_HUNG);
}

static void on_crash(int signal_number)
{
    if (!watched.is_armed) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        return;
    }
    siglongjmp(watched.jump, BENCH_CRASHED);
}

static void start_watchdog(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_tick;
    action.sa_flags = SA_RESTART;
    sigaction(SIGPROF, &action, NULL);
    action.sa_handler = on_crash;
    action.sa_flags = SA_NODEFER;
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
        sigaction(crashes[i], &action, NULL);
    struct itimerval timer = {{0, TICK_MICROSECONDS}, {0, TICK_MICROSECONDS}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* ---- Passes -------------------------------------------------------------------------------------------- */

typedef struct bench_run {
    const bench_method *method;
    void *data;
    size_t count;
    uint8_t *answer;
    uint8_t *lost; /* for each pair: BENCH_CRASHED, BENCH_HUNG or 0 */
    size_t lost_count;
} bench_run;

/* Answers all pairs that are not lost, one stretch after the other. */
static void answer_stretches(const bench_run *run)
{
    size_t begin = 0;
    while (begin < run->count) {
        size_t end = begin;
        while (end < run->count && !run->lost[end])
            end++;
        if (end > begin)
            run->method->ask(run->data, begin, end, run->answer);
        begin = end + 1;
    }
}

/* A pass without a watchdog is the call alone. */
static double time_pass(const bench_run *run)
{
    double begin = fk_clock_seconds();
    if (run->lost_count > 0)
        answer_stretches(run);
    else
        run->method->ask(run->data, 0, run->count, run->answer);
    double seconds = fk_clock_seconds() - begin;
    if (run->method->settle != NULL)
        run->method->settle(run->data, run->answer);
    return seconds;
}

/* One pass over all pairs. Seconds, or a negative number when a pair was lost on the way. */
static double do_pass(bench_run *run, bool is_watched)
{
    memset(run->answer, BENCH_NONE, run->count);
    for (size_t i = 0; run->lost_count > 0 && i < run->count; i++)
        if (run->lost[i])
            run->answer[i] = run->lost[i];
    if (!is_watched)
        return time_pass(run);

    watched.answer = run->answer;
    watched.seen = 0;
    watched.end = run->count;
    watched.ticks = 0;
    int why = sigsetjmp(watched.jump, 1);
    if (why != 0) {
        watched.is_armed = false;
        look();
        if (watched.seen < run->count)
            run->lost[watched.seen] = (uint8_t)why;
        run->lost_count++;
        return -1;
    }
    watched.is_armed = true;
    double seconds = time_pass(run);
    watched.is_armed = false;
    return seconds;
}

/* Passes until the time is over. Returns how many times were written; 0 when the method was given up, or when there
 * shall be no clock. */
static size_t do_passes(bench_run *run, bool is_watched, double seconds, double *ns)
{
    size_t passes = 0;
    double begin = 0, last;
    /* The first pass warms up, and finds the pairs that are lost. */
    do {
        last = do_pass(run, is_watched);
        if (run->lost_count > MOST_LOST)
            return 0;
    } while (last < 0);
    begin = fk_clock_seconds();
    while (passes < MOST_PASSES && seconds > 0 && (passes == 0 || fk_clock_seconds() - begin < seconds)) {
        last = do_pass(run, is_watched);
        if (run->lost_count > MOST_LOST)
            return 0;
        size_t answered = run->count - run->lost_count;
        if (last >= 0 && answered > 0)
            ns[passes++] = last * 1e9 / (double)answered;
    }
    return passes;
}

static void print_run(FILE *out, const bench_run *run, const char *library, int file, const double *ns,
                      size_t passes)
{
    fprintf(out, "{\"method\":\"%s\",\"library\":\"%s\",\"file\":%d,\"pairs\":%zu,\"ns\":[",
            run->method->name, library, file, run->count);
    for (size_t i = 0; i < passes; i++)
        fprintf(out, "%s%.3f", i > 0 ? "," : "", ns[i]);
    fprintf(out, "],\"answers\":\"");
    for (size_t i = 0; i < run->count; i++)
        fputc(run->answer[i] == BENCH_NONE ? '0' : '0' + run->answer[i], out);
    fprintf(out, "\"}\n");
}

static bool knows_all(const bench_method *method, const pair_file *file)
{
    for (size_t i = 0; i < file->count; i++)
        if (!method->knows(file->pair[i].a.kind, file->pair[i].b.kind))
            return false;
    return file->count > 0;
}

/* ---- Main ---------------------------------------------------------------------------------------------- */

typedef struct bench_options {
    FILE *output;
    const char *work;
    double seconds;
    size_t frame;
    int first_file;
} bench_options;

static void run_method(const bench_library *library, const bench_method *method, const pair_file *file,
                       int number, const bench_options *options)
{
    double ns[MOST_PASSES];
    bench_set set = {file->pair, file->count, options->frame > 0 ? options->frame : file->count};
    bench_run run = {.method = method, .count = file->count};
    run.data = method->prepare(&set);
    run.answer = bench_allocate(file->count, 1);
    run.lost = bench_allocate(file->count, 1);
    size_t passes = do_passes(&run, library->is_watched, options->seconds, ns);
    print_run(options->output, &run, library->name, number, ns, passes);
    if (method->release != NULL)
        method->release(run.data);
    free(run.answer);
    free(run.lost);
}

static bool read_options(int argc, char **argv, bench_options *out)
{
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2)
        if (strcmp(argv[i], "--work") == 0)
            out->work = argv[i + 1];
        else if (strcmp(argv[i], "--time") == 0)
            out->seconds = strtod(argv[i + 1], NULL) / 1000;
        else if (strcmp(argv[i], "--frame") == 0)
            out->frame = (size_t)strtoull(argv[i + 1], NULL, 10);
        else
            return false;
    out->first_file = i;
    return out->work != NULL && i < argc && argv[i][0] != '-';
}

FILE *bench_open_output(void)
{
    fflush(stdout);
    int file = dup(STDOUT_FILENO);
    FILE *output = file >= 0 ? fdopen(file, "w") : NULL;
    if (output == NULL || freopen("/dev/null", "w", stdout) != NULL)
        return output;
    fclose(output);
    return NULL;
}

static int run_files(int argc, char **argv, const bench_library *library, const bench_options *options)
{
    for (int i = options->first_file; i < argc; i++) {
        pair_file file = {0};
        bool good = read_pairs(argv[i], &file);
        for (size_t m = 0; good && m < library->count; m++) {
            const bench_method *method = &library->method[m];
            if (strcmp(method->work, options->work) == 0 && knows_all(method, &file))
                run_method(library, method, &file, i - options->first_file, options);
        }
        free_pairs(&file);
        if (!good)
            return 2;
    }
    return 0;
}

int bench_main(int argc, char **argv, const bench_library *library)
{
    bench_options options = {.seconds = 0.05};
    if (!read_options(argc, argv, &options)) {
        fprintf(stderr, "usage: %s --work WORK [--time MS] [--frame N] FILE...\n", argv[0]);
        return 2;
    }
    if (library->is_watched)
        start_watchdog();
    options.output = bench_open_output();
    if (options.output == NULL)
        return 2;
    int status = run_files(argc, argv, library, &options);
    return fclose(options.output) == 0 ? status : 2;
}
