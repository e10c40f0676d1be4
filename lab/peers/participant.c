/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frame of all participants, and that of pairs.
 *
 * The watchdog of pairs is a timer over processor time. At every tick it looks which pair is the first without an answer; when
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
#define MOST_PASSES BENCH_MOST_PASSES

/* ---- Memory and time ----------------------------------------------------------------------------------- */

static void *check_memory(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

void *bench_allocate(size_t count, size_t size)
{
    return check_memory(calloc(count > 0 ? count : 1, size));
}

void *bench_resize(void *memory, size_t count, size_t size)
{
    return check_memory(realloc(memory, (count > 0 ? count : 1) * size));
}

int bench_compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
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

/* ---- All participants ---------------------------------------------------------------------------------- */

uint32_t bench_mix(uint32_t a, uint32_t b)
{
    uint64_t x = (uint64_t)a << 32 | b;
    x = (x ^ x >> 31) * 0x7fb5d329728ea185u;
    x = (x ^ x >> 27) * 0x81dadef4bc2dd44du;
    return (uint32_t)(x >> 32);
}

void *bench_read_block(FILE *stream, size_t count, size_t size, bool *good)
{
    void *block = bench_allocate(count, size);
    *good = *good && fread(block, size, count, stream) == count;
    return block;
}

void bench_print_begin(const bench_call *call, const char *method)
{
    fprintf(call->out, "{\"method\":\"%s\",\"library\":\"%s\"", method, call->library);
}

void bench_print_times(const bench_call *call, const char *name, const double *ns, size_t count)
{
    fprintf(call->out, ",\"%s\":[", name);
    for (size_t i = 0; i < count; i++)
        fprintf(call->out, "%s%.3f", i > 0 ? "," : "", ns[i]);
    fputs("]", call->out);
}

void bench_print_end(const bench_call *call)
{
    fputs("}\n", call->out);
    fflush(call->out);
}

void bench_print_answers(const bench_call *call, const bench_answer *answer, size_t count, bool has_sets)
{
    fputs(",\"values\":[", call->out);
    for (size_t i = 0; i < count; i++)
        fprintf(call->out, "%s%.17g", i > 0 ? "," : "", answer[i].value);
    fputs(has_sets ? "],\"sets\":[" : "]", call->out);
    for (size_t i = 0; has_sets && i < count; i++)
        fprintf(call->out, "%s%lu", i > 0 ? "," : "", (unsigned long)answer[i].set);
    fputs(has_sets ? "]" : "", call->out);
}

static FILE *open_output(void)
{
    fflush(stdout);
    int file = dup(STDOUT_FILENO);
    FILE *output = file >= 0 ? fdopen(file, "w") : NULL;
    if (output == NULL || freopen("/dev/null", "w", stdout) != NULL)
        return output;
    fclose(output);
    return NULL;
}

int bench_participate(int argc, char **argv, const char *library, bench_play_function *play, const void *user)
{
    if (argc < 4) {
        fprintf(stderr, "usage: PROGRAM WORK MILLISECONDS ARGUMENT...\n");
        return 2;
    }
    bench_call call = {library, argv[1], 1e-3 * strtod(argv[2], NULL), argv + 3, argc - 3, open_output()};
    bool good = call.out != NULL && play(&call, user);
    if (!good)
        fprintf(stderr, "%s failed on %s\n", library, argv[argc - 1]);
    return call.out != NULL && fclose(call.out) == 0 && good ? 0 : 2;
}

/* ---- Passes over questions ----------------------------------------------------------------------------- */

/* Nanoseconds a question. */
static double do_pass(bench_query_function *query, void *data, const bench_query_list *all,
                      bench_answer *answer)
{
    double begin = bench_used_seconds();
    for (size_t i = 0; i < all->count; i++)
        query(data, all->query[i], &answer[i]);
    return 1e9 * (bench_used_seconds() - begin) / (double)all->count;
}

void bench_passes_do(bench_query_function *query, void *data, const bench_query_list *all, double time,
                     bench_answer *answer, bench_passes *out)
{
    out->count = 0;
    if (all->count == 0)
        return;
    double begin = bench_used_seconds();
    double first = do_pass(query, data, all, answer);
    if (bench_used_seconds() - begin >= time)
        out->ns[out->count++] = first;
    begin = bench_used_seconds();
    while (out->count == 0 || (out->count < BENCH_MOST_PASSES && bench_used_seconds() - begin < time))
        out->ns[out->count++] = do_pass(query, data, all, answer);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

int bench_lines_of_pair(const char *work)
{
    bool has_motion = strcmp(work, "ray") == 0 || strcmp(work, "cast") == 0;
    return has_motion ? 3 : strcmp(work, "posed") == 0 || strcmp(work, "contact") == 0 ? 2 : 1;
}

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

static fk_pose read_pose(const fk_piece *frame)
{
    fk_pose out = fk_pose_identity();
    out.translation = frame->as.cell.origin;
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 3; i++)
            out.rotation[row][i] = fk_vec3_get(frame->as.cell.edge[i], row);
    return out;
}

/* Reads the lines with the poses and the motion of the pair that was read last. */
static fk_status read_place(fk_pair_reader *reader, int lines, bench_pair_file *file)
{
    bench_place *place = &file->place[file->count - 1];
    fk_piece a, b;
    fk_status status = fk_pair_reader_next(reader, &a, &b);
    if (status == FK_OK) {
        place->a = read_pose(&a);
        place->b = read_pose(&b);
    }
    if (status == FK_OK && lines > 2 && (status = fk_pair_reader_next(reader, &a, &b)) == FK_OK)
        place->motion = a.as.point;
    return status;
}

static void append_pair(bench_pair_file *file, const fk_piece *a, const fk_piece *b, bool has_places)
{
    if (file->count == file->capacity) {
        file->capacity = 2 * file->capacity + 1024;
        file->pair = bench_resize(file->pair, file->capacity, sizeof *file->pair);
        if (has_places)
            file->place = bench_resize(file->place, file->capacity, sizeof *file->place);
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

void bench_pairs_free(bench_pair_file *file)
{
    for (size_t i = 0; i < file->count; i++) {
        free_piece(&file->pair[i].a);
        free_piece(&file->pair[i].b);
    }
    free(file->pair);
    free(file->place);
}

bool bench_pairs_read(const char *path, const char *work, bench_pair_file *out)
{
    int lines = bench_lines_of_pair(work);
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
    while ((status = fk_pair_reader_next(&reader, &a, &b)) == FK_OK) {
        append_pair(out, &a, &b, lines > 1);
        if (lines > 1 && (status = read_place(&reader, lines, out)) != FK_OK)
            break;
    }
    if (status != FK_END)
        fprintf(stderr, "%s:%zu:%zu: %s\n", path, reader.line, reader.column, reader.message);
    fk_pair_reader_end(&reader);
    fk_context_destroy(context);
    fclose(stream);
    return status == FK_END;
}

/* ---- Watchdog ------------------------------------------------------------------------------------------ */

/* State shared with the signal handlers. */
static struct {
    sigjmp_buf jump;
    volatile bool is_armed;
    uint8_t *volatile answer;
    volatile size_t seen, end; /* pairs before `seen` have an answer */
    volatile int ticks;        /* without progress */
} watched;

static void find_first_unanswered(void)
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
    find_first_unanswered();
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

typedef struct pair_run {
    const bench_method *method;
    void *data;
    size_t count;
    uint8_t *answer;
    uint8_t *lost; /* for each pair: BENCH_CRASHED, BENCH_HUNG or 0 */
    size_t lost_count;
} pair_run;

/* Answers all pairs that are not lost, range by range. */
static void answer_stretches(const pair_run *run)
{
    size_t begin = 0;
    while (begin < run->count) {
        size_t end = begin;
        while (end < run->count && !run->lost[end])
            end++;
        if (end > begin)
            run->method->query(run->data, begin, end, run->answer);
        begin = end + 1;
    }
}

/* A pass without a watchdog is the call alone. */
static double time_pass(const pair_run *run)
{
    double begin = fk_clock_seconds();
    if (run->lost_count > 0)
        answer_stretches(run);
    else
        run->method->query(run->data, 0, run->count, run->answer);
    double seconds = fk_clock_seconds() - begin;
    if (run->method->settle != NULL)
        run->method->settle(run->data, run->answer);
    return seconds;
}

/* Makes one pass over all pairs. Returns seconds, or a negative number when a pair was lost. */
static double watch_pass(pair_run *run, bool is_watched)
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
        find_first_unanswered();
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

/* Makes passes until the time is over. Returns the number of times written; 0 without timing, or when too many pairs were lost. */
static size_t do_passes(pair_run *run, bool is_watched, double seconds, double *ns)
{
    size_t passes = 0;
    double begin = 0, last;
    /* The first pass warms up, and finds the pairs that are lost. */
    do {
        last = watch_pass(run, is_watched);
        if (run->lost_count > MOST_LOST)
            return 0;
    } while (last < 0);
    begin = fk_clock_seconds();
    while (passes < MOST_PASSES && seconds > 0 && (passes == 0 || fk_clock_seconds() - begin < seconds)) {
        last = watch_pass(run, is_watched);
        if (run->lost_count > MOST_LOST)
            return 0;
        size_t answered = run->count - run->lost_count;
        if (last >= 0 && answered > 0)
            ns[passes++] = last * 1e9 / (double)answered;
    }
    return passes;
}

static bool knows_all(const bench_method *method, const bench_pair_file *file)
{
    for (size_t i = 0; i < file->count; i++)
        if (!method->knows(file->pair[i].a.kind, file->pair[i].b.kind))
            return false;
    return file->count > 0;
}

/* ---- Main of pairs ------------------------------------------------------------------------------------- */

static void run_method(const bench_call *call, const bench_library *library, const bench_method *method,
                       const bench_pair_file *file, int number)
{
    static const char *const names[] = {"ns", "ns_hits", "ns_misses"};
    double ns[MOST_PASSES];
    size_t frame = (size_t)strtoull(call->argument[0], NULL, 10);
    bench_set set = {file->pair, file->place, file->count, frame > 0 ? frame : file->count};
    pair_run run = {.method = method, .count = file->count};
    run.data = method->prepare(&set);
    run.answer = bench_allocate(file->count, 1);
    run.lost = bench_allocate(file->count, 1);
    size_t passes = do_passes(&run, library->is_watched, call->time, ns);
    bench_print_begin(call, method->name);
    bench_print_times(call, names[number], ns, passes);
    fputs(number == 0 ? ",\"answers\":\"" : "", call->out);
    for (size_t i = 0; number == 0 && i < run.count; i++)
        fputc(run.answer[i] == BENCH_NONE ? '0' : '0' + run.answer[i], call->out);
    fputs(number == 0 ? "\"" : "", call->out);
    bench_print_end(call);
    if (method->release != NULL)
        method->release(run.data);
    free(run.answer);
    free(run.lost);
}

static bool run_pair_files(const bench_call *call, const void *user)
{
    const bench_library *library = user;
    bool good = call->arguments > 1 && call->arguments <= 4;
    if (library->is_watched)
        start_watchdog();
    for (int i = 1; good && i < call->arguments; i++) {
        bench_pair_file file = {0};
        good = bench_pairs_read(call->argument[i], call->work, &file);
        for (size_t m = 0; good && m < library->count; m++) {
            const bench_method *method = &library->method[m];
            if (strcmp(method->work, call->work) == 0 && knows_all(method, &file))
                run_method(call, library, method, &file, i - 1);
        }
        bench_pairs_free(&file);
    }
    return good;
}

int bench_main(int argc, char **argv, const bench_library *library)
{
    return bench_participate(argc, argv, library->name, run_pair_files, library);
}
