/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The campaign: compares the library with the oracle on as many generated pairs as asked for, over all
 * families and all pairs of kinds, in both argument orders.
 *
 * For each order: the verdict is the oracle's; the answer exists, has the same verdict, a certificate for
 * it that the verifier accepts, and the parts that belong to it; no other verdict passes with that
 * certificate. The truth that a family knows by construction is the oracle's too. Points, planes and gaps
 * are compared roughly, in long double; verdicts and certificates exactly.
 *
 * Pair number j of a family is a function of the seed, so the result does not depend on the number of
 * jobs. Needs POSIX for fork and pipe. Weak inputs: the family of extremes takes about five times as long
 * as the others, since its integers are long. */

#define _POSIX_C_SOURCE 200809L

#include <assert.h>
#include <float.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask_oracle.h"
#include "farkas/farkas.h"
#include "gen/family.h"
#include "whole_option.h"

#define FAMILIES_MAX   64
#define JOBS_MAX       256
#define FAILURES_SHOWN 10
#define KINDS          ((uint64_t)FK_KIND_HULL) /* those whose verdict is always exact */
#define KIND_PAIRS     (KINDS * KINDS)

/* ---- What is counted, and what a worker tells ---------------------------------------------------------- */

/* Each pair counts once for each fault that it has. */
#define FAULT_LIST(X)                                                                                        \
    X(FAULT_WRONG, "wrong")                                                                                  \
    X(FAULT_UNDECIDED, "undecided")                                                                          \
    X(FAULT_CERTIFICATE, "certificate")                                                                      \
    X(FAULT_PART, "part")                                                                                    \
    X(FAULT_TRUTH, "truth")

enum fault {
#define FAULT_ENUM(name, word) name,
    FAULT_LIST(FAULT_ENUM)
#undef FAULT_ENUM
        FAULT_COUNT
};

static const char *const fault_word[] = {
#define FAULT_WORD(name, word) word,
    FAULT_LIST(FAULT_WORD)
#undef FAULT_WORD
};

struct row {
    uint64_t pairs, failed;
    uint64_t verdict[FK_OVERLAPPING + 1];
    uint64_t fault[FAULT_COUNT];
    double seconds;
};

struct failure {
    uint64_t number; /* of the pair in its family */
    bool swapped;
    char reason[160];
};

/* Small enough that a pipe shared by all workers never splits one. */
struct message {
    size_t family;
    bool is_failure;
    union {
        struct row row; /* to be added */
        struct failure failure;
    } as;
};
static_assert(sizeof(struct message) <= _POSIX_PIPE_BUF, "a message is written in one piece");

/* ---- The plan: which pairs ----------------------------------------------------------------------------- */

struct plan {
    uint64_t seed;
    uint64_t count[FAMILIES_MAX];
    uint64_t total;
};

/* Spreads `total` pairs evenly over the families. False when no family has the name `only`. */
static bool plan_make(struct plan *plan, uint64_t seed, uint64_t total, const char *only)
{
    memset(plan, 0, sizeof *plan);
    plan->seed = seed;
    plan->total = total;
    if (only != NULL) {
        size_t family = fk_family_find(only);
        if (family == fk_family_count())
            return false;
        plan->count[family] = total;
        return true;
    }
    uint64_t families = fk_family_count();
    for (uint64_t f = 0; f < families; f++)
        plan->count[f] = total / families + (f < total % families);
    return true;
}

/* Number j takes the kinds in turn, with a step that has no factor in common with their number, so that
 * few pairs are of many kinds too. */
static void pair_kinds(uint64_t number, fk_kind *a, fk_kind *b)
{
    uint64_t turn = number * 37 % KIND_PAIRS;
    *a = (fk_kind)(1 + turn / KINDS);
    *b = (fk_kind)(1 + turn % KINDS);
}

static void pair_make(const struct plan *plan, size_t family, uint64_t number, fk_family_pair *out)
{
    fk_kind a, b;
    pair_kinds(number, &a, &b);
    fk_family_make(family, a, b, plan->seed, number / KIND_PAIRS, out);
}

/* ---- Findings about one pair --------------------------------------------------------------------------- */

struct finding {
    bool fault[FAULT_COUNT];
    bool any;
    struct failure first; /* without its number */
};

/* One of the two orders. */
struct order {
    const fk_piece *a, *b;
    fk_verdict want;
    bool swapped;
    struct finding *finding;
};

__attribute__((format(printf, 3, 4))) static void note(const struct order *order, enum fault fault,
                                                       const char *format, ...)
{
    struct finding *finding = order->finding;
    finding->fault[fault] = true;
    if (finding->any)
        return;
    finding->any = true;
    finding->first.swapped = order->swapped;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->first.reason, sizeof finding->first.reason, format, arguments);
    va_end(arguments);
}

/* ---- Points, planes and gaps, roughly ------------------------------------------------------------------ */

/* A piece in long double: the vertices of its core and its radius; or its plane, with a normal of length
 * 1. */
struct rough {
    bool is_half;
    int count;
    long double vertex[FK_FAMILY_POINTS][3];
    long double radius;
    long double normal[3], offset;
    long double scale; /* the largest size of a number */
};

static void rough_vertices(fk_kind kind, const double number[FK_PIECE_NUMBERS], struct rough *out)
{
    bool is_cell = kind == FK_KIND_TETRA || kind == FK_KIND_BOX;
    out->count = kind == FK_KIND_BOX ? 8 : kind == FK_KIND_TETRA ? 4 : fk_kind_layout(kind).points;
    for (int i = 0; i < out->count; i++)
        for (int k = 0; k < 3; k++) {
            out->vertex[i][k] = number[is_cell ? k : 3 * i + k];
            for (int edge = 0; is_cell && edge < 3; edge++)
                if (kind == FK_KIND_BOX ? (i >> edge & 1) == 1 : i == edge + 1)
                    out->vertex[i][k] += number[3 + 3 * edge + k];
        }
}

static void rough_points(const fk_points *hull, struct rough *out)
{
    out->count = (int)hull->count;
    for (int i = 0; i < out->count; i++)
        for (int k = 0; k < 3; k++) {
            out->vertex[i][k] = fk_vec3_get(hull->point[i], k);
            out->scale = fmaxl(out->scale, fabsl(out->vertex[i][k]));
        }
}

static void rough_make(const fk_piece *piece, struct rough *out)
{
    double n[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, n);
    memset(out, 0, sizeof *out);
    if (piece->kind == FK_KIND_HALF_SPACE) {
        out->is_half = true;
        long double length =
            sqrtl((long double)n[0] * n[0] + (long double)n[1] * n[1] + (long double)n[2] * n[2]);
        for (int k = 0; k < 3; k++)
            out->normal[k] = n[k] / length;
        out->offset = n[3] / length;
        out->scale = fabsl(out->offset);
        return;
    }
    if (piece->kind == FK_KIND_HULL)
        rough_points(&piece->as.hull, out);
    else
        rough_vertices(piece->kind, n, out);
    if (fk_kind_layout(piece->kind).scalars > 0)
        out->radius = n[count - 1];
    for (uint32_t i = 0; i < count; i++)
        out->scale = fmaxl(out->scale, fabsl(n[i]));
}

static long double rough_dot(const long double a[3], const long double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The greatest n.x over the piece, for n of length 1; for a half-space, n must be its normal. */
static long double rough_reach(const struct rough *piece, const long double n[3])
{
    if (piece->is_half)
        return piece->offset;
    long double reach = rough_dot(n, piece->vertex[0]);
    for (int i = 1; i < piece->count; i++)
        reach = fmaxl(reach, rough_dot(n, piece->vertex[i]));
    return reach + piece->radius;
}

/* What rounding may do to a sum of numbers of that size. */
static long double tolerance(const struct rough *a, const struct rough *b)
{
    return 1e-12L * fmaxl(a->scale, b->scale) + 4.0L * DBL_TRUE_MIN;
}

/* A double against its true value: an infinity stands for all that is beyond the range. */
static bool roughly(double got, long double want, long double slack)
{
    if (isinf(got))
        return got > 0 ? want + slack >= DBL_MAX : want - slack <= -DBL_MAX;
    return fabsl(got - want) <= slack;
}

/* True when the point is in the bounding box of the piece, or in the half-space, but for rounding. A
 * coordinate beyond the double range is not looked at. */
static bool point_is_near(const struct rough *piece, const long double point[3], long double slack)
{
    if (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2]))
        return true;
    if (piece->is_half) {
        long double size = fmaxl(fabsl(point[0]), fmaxl(fabsl(point[1]), fabsl(point[2])));
        return rough_dot(piece->normal, point) <= piece->offset + slack + 1e-12L * size;
    }
    for (int k = 0; k < 3; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            long double axis[3] = {0};
            axis[k] = sign;
            if (sign * point[k] > rough_reach(piece, axis) + slack)
                return false;
        }
    return true;
}

static void check_point(const struct order *order, const fk_answer *answer, const struct rough *a,
                        const struct rough *b)
{
    const long double point[3] = {answer->point.x, answer->point.y, answer->point.z};
    if (isnan(point[0]) || isnan(point[1]) || isnan(point[2]))
        note(order, FAULT_PART, "the point is not a number");
    else if (!point_is_near(a, point, tolerance(a, b)) || !point_is_near(b, point, tolerance(a, b)))
        note(order, FAULT_PART, "the point is not near both pieces");
}

/* The plane's normal has length 1, never more, and is a half-space's own; the gap is the separation along
 * it and the plane lies halfway. */
static void check_plane(const struct order *order, const fk_answer *answer, const struct rough *a,
                        const struct rough *b)
{
    const fk_vec3 normal = answer->plane.normal;
    const long double n[3] = {normal.x, normal.y, normal.z}, back[3] = {-n[0], -n[1], -n[2]};
    long double length = sqrtl(rough_dot(n, n));
    if (!(length >= 1 - 1e-12L && length <= 1 + 8 * LDBL_EPSILON)) {
        note(order, FAULT_PART, "the plane's normal has length %.21Lg", length);
        return;
    }
    if ((a->is_half && !(rough_dot(n, a->normal) >= 1 - 1e-12L)) ||
        (b->is_half && !(rough_dot(back, b->normal) >= 1 - 1e-12L))) {
        note(order, FAULT_PART, "the plane's normal is not the half-space's");
        return;
    }
    long double end_a = rough_reach(a, n), end_b = -rough_reach(b, back), slack = tolerance(a, b);
    if (!(answer->gap >= 0) || !roughly(answer->gap, fmaxl(end_b - end_a, 0), slack))
        note(order, FAULT_PART, "gap %.17g, separation %.17Lg", answer->gap, end_b - end_a);
    if (end_b - end_a < -slack)
        note(order, FAULT_PART, "the plane does not separate: %.17Lg", end_b - end_a);
    if (!roughly(answer->plane.offset, end_a / 2 + end_b / 2, slack))
        note(order, FAULT_PART, "plane at %.17g, middle at %.17Lg", answer->plane.offset,
             end_a / 2 + end_b / 2);
}

static void check_parts(const struct order *order, const fk_answer *answer)
{
    unsigned want = FK_PART_CERTIFICATE;
    want |= order->want != FK_APART ? FK_PART_POINT : 0u;
    want |= order->want != FK_OVERLAPPING ? FK_PART_PLANE : 0u;
    if (answer->filled != want)
        note(order, FAULT_PART, "parts %u filled instead of %u", answer->filled, want);

    struct rough a, b;
    rough_make(order->a, &a);
    rough_make(order->b, &b);
    const fk_vec3 p = answer->point, n = answer->plane.normal;
    if (answer->filled & FK_PART_POINT)
        check_point(order, answer, &a, &b);
    else if (p.x != 0 || p.y != 0 || p.z != 0)
        note(order, FAULT_PART, "a point that is not filled is not zero");
    if (answer->filled & FK_PART_PLANE)
        check_plane(order, answer, &a, &b);
    else if (n.x != 0 || n.y != 0 || n.z != 0 || answer->plane.offset != 0 || answer->gap != 0)
        note(order, FAULT_PART, "a plane that is not filled is not zero");
}

/* ---- Checks of one pair -------------------------------------------------------------------------------- */

/* False when the verdict is not the oracle's. */
static bool check_verdict(const struct order *order, fk_verdict got, const char *who)
{
    if (got == order->want)
        return true;
    note(order, got == FK_UNDECIDED ? FAULT_UNDECIDED : FAULT_WRONG, "%s says %s, the oracle %s", who,
         fk_verdict_name(got), fk_verdict_name(order->want));
    return false;
}

static void check_certificate(const struct order *order, const fk_certificate *certificate)
{
    if (certificate->verdict != order->want)
        note(order, FAULT_CERTIFICATE, "the certificate is for %s", fk_verdict_name(certificate->verdict));
    if (!fk_verify(order->a, order->b, certificate))
        note(order, FAULT_CERTIFICATE, "the verifier refuses the certificate");

    fk_certificate lie = *certificate;
    for (int verdict = FK_UNDECIDED; verdict <= FK_OVERLAPPING; verdict++) {
        lie.verdict = (fk_verdict)verdict;
        if (lie.verdict != order->want && fk_verify(order->a, order->b, &lie))
            note(order, FAULT_CERTIFICATE, "the verifier accepts a certificate for %s",
                 fk_verdict_name(lie.verdict));
    }
}

static void check_order(const struct order *order)
{
    check_verdict(order, fk_pair_verdict(order->a, order->b), "fk_pair_verdict");

    /* What was in the answer before must not show through. */
    fk_answer answer;
    memset(&answer, 0xa5, sizeof answer);
    const unsigned want =
        FK_PART_CERTIFICATE | FK_PART_POINT | FK_PART_PLANE; /* boxes have a test of their own */
    const fk_pair_query query = {order->a, order->b, FK_METHOD_EXACT, want, NULL};
    fk_status status = fk_pair_answer(&query, &answer);
    if (status != FK_OK) {
        note(order, FAULT_WRONG, "fk_pair_answer returned %s", fk_status_name(status));
        return;
    }
    if (!check_verdict(order, answer.verdict, "fk_pair_answer"))
        return;
    if (answer.method != FK_METHOD_EXACT)
        note(order, FAULT_PART, "the answer names another method");
    check_certificate(order, &answer.certificate);
    check_parts(order, &answer);
}

/* Checks a pair in both orders; returns the oracle's verdict. */
static fk_verdict check_pair(const fk_family_pair *pair, struct finding *finding)
{
    memset(finding, 0, sizeof *finding);
    fk_verdict want = ask_oracle(&pair->a, &pair->b);
    const struct order forward = {&pair->a, &pair->b, want, false, finding};
    const struct order backward = {&pair->b, &pair->a, want, true, finding};
    if (want == FK_UNDECIDED)
        note(&forward, FAULT_TRUTH, "the oracle finds a piece that is not valid");
    else if (pair->truth != FK_UNDECIDED && pair->truth != want)
        note(&forward, FAULT_TRUTH, "the family says %s, the oracle %s", fk_verdict_name(pair->truth),
             fk_verdict_name(want));
    check_order(&forward);
    check_order(&backward);
    return want;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

struct result {
    struct row row[FAMILIES_MAX];
    struct row sum;
    struct message *failure; /* room for FAILURES_SHOWN of each job */
    size_t failures;
    bool show_progress;
    uint64_t total;
};

static void row_add(struct row *row, const struct row *more)
{
    row->pairs += more->pairs;
    row->failed += more->failed;
    for (int v = 0; v <= FK_OVERLAPPING; v++)
        row->verdict[v] += more->verdict[v];
    for (int f = 0; f < FAULT_COUNT; f++)
        row->fault[f] += more->fault[f];
    row->seconds += more->seconds;
}

static void result_take(struct result *result, const struct message *message)
{
    if (message->is_failure) {
        result->failure[result->failures++] = *message;
        return;
    }
    row_add(&result->row[message->family], &message->as.row);
    row_add(&result->sum, &message->as.row);
    if (result->show_progress) {
        double percent = 100.0 * (double)result->sum.pairs / (double)(result->total > 0 ? result->total : 1);
        fprintf(stderr, "\r%5.1f %%  %" PRIu64 " pairs, %" PRIu64 " failed ", percent, result->sum.pairs,
                result->sum.failed);
    }
}

/* ---- Workers ------------------------------------------------------------------------------------------- */

/* Worker number `job` of `jobs`. Messages go to the pipe, or without one straight to the result. */
struct worker {
    const struct plan *plan;
    uint64_t job, jobs;
    int pipe;
    struct result *result;
    size_t failures;
};

static void worker_tell(struct worker *worker, const struct message *message)
{
    if (worker->pipe < 0)
        result_take(worker->result, message);
    else if (write(worker->pipe, message, sizeof *message) != (ssize_t)sizeof *message)
        _exit(2);
}

static void worker_tell_failure(struct worker *worker, size_t family, uint64_t number,
                                const struct finding *finding)
{
    if (worker->failures >= FAILURES_SHOWN)
        return;
    worker->failures++;
    struct message message = {family, true, {.failure = finding->first}};
    message.as.failure.number = number;
    worker_tell(worker, &message);
}

static void worker_check(struct worker *worker, size_t family, uint64_t number, struct row *row)
{
    fk_family_pair pair;
    struct finding finding;
    pair_make(worker->plan, family, number, &pair);
    fk_verdict verdict = check_pair(&pair, &finding);
    row->pairs++;
    row->verdict[verdict]++;
    row->failed += finding.any;
    for (int f = 0; f < FAULT_COUNT; f++)
        row->fault[f] += finding.fault[f];
    if (finding.any)
        worker_tell_failure(worker, family, number, &finding);
}

/* Sends the counts a few times per second, so that little is lost when a worker dies. */
static void worker_run_family(struct worker *worker, size_t family)
{
    struct message message = {family, false, {.row = {.pairs = 0}}};
    struct row *row = &message.as.row;
    double start = fk_clock_seconds();
    for (uint64_t number = 0; number < worker->plan->count[family]; number++) {
        /* The shift from round to round gives each worker all kinds. */
        if ((number + number / KIND_PAIRS) % worker->jobs != worker->job)
            continue;
        worker_check(worker, family, number, row);
        double now = fk_clock_seconds();
        if (now - start < 0.2)
            continue;
        row->seconds = now - start;
        worker_tell(worker, &message);
        memset(row, 0, sizeof *row);
        start = now;
    }
    row->seconds = fk_clock_seconds() - start;
    worker_tell(worker, &message);
}

static void worker_run(struct worker *worker)
{
    for (size_t family = 0; family < fk_family_count(); family++)
        worker_run_family(worker, family);
}

/* Starts the workers; false when the system does not let us. */
static bool start_jobs(const struct plan *plan, uint64_t jobs, int ends[2], pid_t *child)
{
    if (pipe(ends) != 0)
        return false;
    fflush(NULL);
    for (uint64_t job = 0; job < jobs; job++) {
        child[job] = fork();
        if (child[job] < 0)
            return false;
        if (child[job] == 0) {
            close(ends[0]);
            struct worker worker = {plan, job, jobs, ends[1], NULL, 0};
            worker_run(&worker);
            _exit(0);
        }
    }
    close(ends[1]);
    return true;
}

/* Runs the plan; false when a worker could not start or did not end well. */
static bool run(const struct plan *plan, uint64_t jobs, struct result *result)
{
    if (jobs == 1) {
        struct worker worker = {plan, 0, 1, -1, result, 0};
        worker_run(&worker);
        return true;
    }
    int ends[2];
    pid_t child[JOBS_MAX];
    if (!start_jobs(plan, jobs, ends, child))
        return false;
    FILE *in = fdopen(ends[0], "rb");
    struct message message;
    while (in != NULL && fread(&message, sizeof message, 1, in) == 1)
        result_take(result, &message);
    bool good = in != NULL;
    for (uint64_t job = 0; job < jobs; job++) {
        int status;
        if (waitpid(child[job], &status, 0) != child[job] || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            fprintf(stderr, "\nworker %" PRIu64 " died; run with --jobs 1 to see where\n", job);
            good = false;
        }
    }
    if (in != NULL)
        fclose(in);
    return good;
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static void print_row(const char *name, const struct row *row)
{
    printf("%-16s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %11" PRIu64, name, row->pairs,
           row->verdict[FK_APART], row->verdict[FK_TOUCHING], row->verdict[FK_OVERLAPPING]);
    for (int f = 0; f < FAULT_COUNT; f++)
        printf(" %*" PRIu64, (int)strlen(fault_word[f]), row->fault[f]);
    printf(" %8.1f\n", row->seconds);
}

static void print_table(const struct result *result)
{
    printf("%-16s %9s %9s %9s %11s", "family", "pairs", "apart", "touching", "overlapping");
    for (int f = 0; f < FAULT_COUNT; f++)
        printf(" %s", fault_word[f]);
    printf(" %8s\n", "seconds");
    for (size_t f = 0; f < fk_family_count(); f++)
        if (result->row[f].pairs > 0)
            print_row(fk_family_name(f), &result->row[f]);
    print_row("all", &result->sum);
}

static int compare_failures(const void *left, const void *right)
{
    const struct message *a = left, *b = right;
    if (a->family != b->family)
        return a->family < b->family ? -1 : 1;
    return (a->as.failure.number > b->as.failure.number) - (a->as.failure.number < b->as.failure.number);
}

/* The first failures by family and number, each as a line of the pair stream with a comment above it. */
static void print_failures(const struct plan *plan, struct result *result)
{
    qsort(result->failure, result->failures, sizeof result->failure[0], compare_failures);
    for (size_t i = 0; i < result->failures && i < FAILURES_SHOWN; i++) {
        const struct message *message = &result->failure[i];
        const struct failure *failure = &message->as.failure;
        fk_family_pair pair;
        pair_make(plan, message->family, failure->number, &pair);
        char a[4 * FK_PIECE_TEXT_SIZE], b[4 * FK_PIECE_TEXT_SIZE];
        fk_piece_format(failure->swapped ? &pair.b : &pair.a, a, sizeof a);
        fk_piece_format(failure->swapped ? &pair.a : &pair.b, b, sizeof b);
        printf("# %s, %s %s, seed %" PRIu64 ", index %" PRIu64 "%s: %s\n%s  %s\n",
               fk_family_name(message->family), fk_kind_word(pair.a.kind), fk_kind_word(pair.b.kind),
               plan->seed, failure->number / KIND_PAIRS, failure->swapped ? ", swapped" : "", failure->reason,
               a, b);
    }
}

/* ---- Command line -------------------------------------------------------------------------------------- */

struct options {
    uint64_t count, seed, jobs;
    const char *family;
    bool quiet;
};

static const char usage[] =
    "usage: campaign [--count N] [--seed S] [--family NAME] [--jobs N] [--quiet]\n"
    "\n"
    "Compares the library with the exact oracle on N generated pairs of all families and kinds.\n"
    "\n"
    "  --count N      pairs in all (100000)\n"
    "  --seed S       seed of the families (1)\n"
    "  --family NAME  only this family\n"
    "  --jobs N       processes (1)\n"
    "  --quiet        no table and no progress\n"
    "\n"
    "Exit status: 0 all passed, 1 some failed, 2 trouble.\n";

static struct options parse_options(int argc, char **argv)
{
    static const struct option table[] = {{"count", required_argument, NULL, 'c'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"family", required_argument, NULL, 'f'},
                                          {"jobs", required_argument, NULL, 'j'},
                                          {"quiet", no_argument, NULL, 'q'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    struct options options = {100000, 1, 1, NULL, false};
    for (int c; (c = getopt_long(argc, argv, "j:qh", table, NULL)) != -1;) {
        if (c == 'c')
            options.count = parse_whole("count", optarg, 1, UINT64_C(1) << 48);
        else if (c == 's')
            options.seed = parse_whole("seed", optarg, 0, UINT64_MAX);
        else if (c == 'f')
            options.family = optarg;
        else if (c == 'j')
            options.jobs = parse_whole("jobs", optarg, 1, JOBS_MAX);
        else if (c == 'q')
            options.quiet = true;
        else {
            fputs(usage, c == 'h' ? stdout : stderr);
            exit(c == 'h' ? 0 : 2);
        }
    }
    if (optind < argc) {
        fputs(usage, stderr);
        exit(2);
    }
    return options;
}

static int refuse_family(const char *name)
{
    fprintf(stderr, "campaign: no family '%s'; there are:", name);
    for (size_t f = 0; f < fk_family_count(); f++)
        fprintf(stderr, " %s", fk_family_name(f));
    fprintf(stderr, "\n");
    return 2;
}

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv);
    assert(fk_family_count() <= FAMILIES_MAX);
    static struct plan plan;
    if (!plan_make(&plan, options.seed, options.count, options.family))
        return refuse_family(options.family);

    static struct result result;
    result.total = plan.total;
    result.show_progress = !options.quiet && isatty(STDERR_FILENO);
    result.failure = calloc(options.jobs * FAILURES_SHOWN, sizeof *result.failure);
    if (result.failure == NULL) {
        fprintf(stderr, "campaign: out of memory\n");
        return 2;
    }
    bool good = run(&plan, options.jobs, &result);
    if (result.show_progress)
        fprintf(stderr, "\r%60s\r", "");

    if (!options.quiet)
        print_table(&result);
    print_failures(&plan, &result);
    free(result.failure);

    /* Pairs that a dead worker did not report have not passed. */
    uint64_t passed = result.sum.pairs - result.sum.failed;
    uint64_t failed = plan.total - passed;
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", passed, failed);
    return failed > 0 || !good ? 1 : 0;
}
