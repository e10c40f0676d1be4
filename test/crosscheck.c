/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The cross-check: every method against the exact verdict, over all families, all pairs of kinds that the method knows,
 * both argument orders. The result is a table: how often each method is undecided, by family, and how often those that
 * answer as their papers do are wrong, hits and misses apart.
 *
 * What is trusted: fk_pair_verdict, which the campaign compares with the rational oracle. Where it is undecided (smooth
 * pieces too near to call), nothing is compared. A contradiction is a verdict of exact, fm, ec, sat, gjk or cw that
 * differs from it, a certificate that the verifier does not accept, a part that does not belong to the verdict, or a
 * verdict that is not what the family knows by construction.
 *
 * Pair number j of a family is a function of the seed, so the table does not depend on the number of jobs. Needs POSIX
 * for fork and shared memory. A method that is not in this version is left out. */

#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "farkas/farkas.h"
#include "gen/family.h"
#include "whole_option.h"

#define JOBS_MAX       64
#define FAILURES_SHOWN 10
#define KINDS          ((uint64_t)FK_KIND_COUNT - 1)
#define KIND_PAIRS     (KINDS * KINDS)
#define ROWS_MAX       KIND_PAIRS

/* Certificates and other parts take most of the time, so they are asked for in one turn through the kinds out of these. */
#define PARTS_EVERY 4

/* ---- What is counted ----------------------------------------------------------------------------------- */

/* Questions to one method about one row of the table: pairs that it knows, in both orders. */
struct cell {
    uint64_t asked, undecided;
    uint64_t clear, unsure;  /* the same about pieces that do not touch */
    uint64_t hits, misses;   /* wrong: "meets" for apart, "apart" for pieces that meet */
    uint64_t contradictions; /* by methods that must be right */
};

/* A row is a family, or a pair of kinds whatever their order. */
struct table {
    struct cell cell[ROWS_MAX][FK_METHOD_COUNT];
    uint64_t pairs[ROWS_MAX];
    uint64_t unknown; /* pairs about which exact is undecided */
    uint64_t failures;
    char failure[FAILURES_SHOWN][4096];
};

struct settings {
    uint64_t count, seed, jobs;
    const char *family; /* or NULL for all */
    bool by_kind, markdown, bars;
};

static bool has_method[FK_METHOD_COUNT];

static void find_methods(void)
{
    fk_piece box = fk_piece_box(fk_vec3_make(0, 0, 0), fk_vec3_make(1, 0, 0), fk_vec3_make(0, 1, 0),
                                fk_vec3_make(0, 0, 1));
    for (int method = 0; method < FK_METHOD_COUNT; method++) {
        fk_pair_query query = {&box, &box, (fk_method)method, 0, NULL};
        fk_answer answer;
        has_method[method] = fk_pair_answer(&query, &answer) != FK_ERROR_METHOD;
    }
}

/* ---- One pair ------------------------------------------------------------------------------------------ */

struct question {
    const fk_piece *a, *b;
    fk_method method;
    fk_verdict truth;
    size_t family, row;
};

/* A line that farkas pairs reads, with the reason above it. */
static void note_failure(struct table *table, const struct question *q, const char *reason)
{
    table->cell[q->row][q->method].contradictions++;
    if (table->failures++ >= FAILURES_SHOWN)
        return;
    char *text = table->failure[table->failures - 1];
    size_t size = sizeof table->failure[0];
    int length =
        snprintf(text, size, "# %s, %s: %s\n", fk_family_name(q->family), fk_method_name(q->method), reason);
    size_t at = (size_t)length;
    at += fk_piece_format(q->a, text + at, size - at);
    if (at + 3 < size) {
        memcpy(text + at, "  ", 3);
        at += 2;
        fk_piece_format(q->b, text + at, size - at);
    }
}

/* What an answer with parts must be. Returns the reason why it is not, or NULL. */
static const char *check_parts(const fk_piece *a, const fk_piece *b, const fk_answer *answer)
{
    bool meets = answer->verdict == FK_TOUCHING || answer->verdict == FK_OVERLAPPING;
    bool separable = answer->verdict == FK_APART || answer->verdict == FK_TOUCHING;
    if (answer->filled & FK_PART_CERTIFICATE) {
        if (answer->certificate.verdict != answer->verdict)
            return "a certificate for another verdict";
        if (!fk_verify(a, b, &answer->certificate))
            return "a certificate that does not hold";
    } else if (answer->method == FK_METHOD_EXACT && answer->verdict != FK_UNDECIDED)
        return "no certificate";
    if ((answer->filled & (FK_PART_POINT | FK_PART_BOX)) && !meets)
        return "a common point or box of pieces that are not known to meet";
    if ((answer->filled & FK_PART_PLANE) && !separable)
        return "a plane between pieces that are not known to have one";
    return NULL;
}

/* Whether a right method contradicts the exact verdict, in words. */
static bool contradicts(const struct question *q, const fk_answer *answer, char text[64])
{
    if (fk_method_may_be_wrong(q->method) || answer->verdict == FK_UNDECIDED || q->truth == FK_UNDECIDED)
        return false;
    snprintf(text, 64, "%s, but exact is %s", fk_verdict_name(answer->verdict), fk_verdict_name(q->truth));
    return answer->verdict != q->truth;
}

static void ask(struct table *table, const struct question *q, bool parts)
{
    struct cell *cell = &table->cell[q->row][q->method];
    fk_pair_query query = {q->a, q->b, q->method, parts ? FK_PART_ALL : 0, NULL};
    fk_answer answer;
    cell->asked++;
    if (fk_pair_answer(&query, &answer) != FK_OK) {
        note_failure(table, q, "no answer");
        return;
    }
    cell->undecided += answer.verdict == FK_UNDECIDED;
    bool is_clear = q->truth == FK_APART || q->truth == FK_OVERLAPPING;
    cell->clear += is_clear;
    cell->unsure += is_clear && answer.verdict == FK_UNDECIDED;
    if (answer.verdict != FK_UNDECIDED && q->truth != FK_UNDECIDED) {
        bool says_meet = answer.verdict != FK_APART, meet = q->truth != FK_APART;
        cell->hits += says_meet && !meet;
        cell->misses += !says_meet && meet;
    }
    char text[64];
    const char *reason = contradicts(q, &answer, text) ? text : NULL;
    if (reason == NULL && parts && !fk_method_may_be_wrong(q->method))
        reason = check_parts(q->a, q->b, &answer);
    if (reason != NULL)
        note_failure(table, q, reason);
}

static size_t row_of(const struct settings *s, size_t family, const fk_family_pair *pair)
{
    size_t a = (size_t)pair->a.kind - 1, b = (size_t)pair->b.kind - 1;
    return !s->by_kind ? family : a < b ? a * KINDS + b : b * KINDS + a;
}

static void row_name(const struct settings *s, size_t row, char text[32])
{
    if (s->by_kind)
        snprintf(text, 32, "%s %s", fk_kind_word((fk_kind)(1 + row / KINDS)),
                 fk_kind_word((fk_kind)(1 + row % KINDS)));
    else
        snprintf(text, 32, "%s", fk_family_name(row));
}

static void check_pair(const struct settings *s, struct table *table, size_t family,
                       const fk_family_pair *pair, bool parts)
{
    size_t row = row_of(s, family, pair);
    fk_verdict truth = fk_pair_verdict(&pair->a, &pair->b);
    table->pairs[row]++;
    table->unknown += truth == FK_UNDECIDED;
    if (truth != FK_UNDECIDED && pair->truth != FK_UNDECIDED && truth != pair->truth) {
        struct question q = {&pair->a, &pair->b, FK_METHOD_EXACT, truth, family, row};
        note_failure(table, &q, "not what the family knows");
    }
    for (int i = 0; i < FK_METHOD_COUNT; i++) {
        fk_method method = (fk_method)i;
        if (!has_method[i] || !fk_method_knows(method, pair->a.kind, pair->b.kind))
            continue;
        struct question forth = {&pair->a, &pair->b, method, truth, family, row}, back = forth;
        back.a = &pair->b;
        back.b = &pair->a;
        ask(table, &forth, parts);
        ask(table, &back, parts);
    }
}

/* Number j takes the kinds in turn, with a stride that has no factor in common with their number, so that few pairs
 * are of many kinds too. */
static void pair_make(const struct settings *s, size_t family, uint64_t number, fk_family_pair *out)
{
    uint64_t turn = number * 37 % KIND_PAIRS;
    fk_family_make(family, (fk_kind)(1 + turn / KINDS), (fk_kind)(1 + turn % KINDS), s->seed,
                   number / KIND_PAIRS, out);
}

/* ---- All pairs ----------------------------------------------------------------------------------------- */

/* Every jobs-th pair of each family, from number `job` on. */
static void work(const struct settings *s, uint64_t job, struct table *table)
{
    uint64_t families = s->family ? 1 : fk_family_count();
    for (size_t i = 0; i < families; i++) {
        size_t family = s->family ? fk_family_find(s->family) : i;
        uint64_t count = s->count / families + (i < s->count % families);
        for (uint64_t number = job; number < count; number += s->jobs) {
            fk_family_pair pair;
            pair_make(s, family, number, &pair);
            check_pair(s, table, family, &pair, number / KIND_PAIRS % PARTS_EVERY == 0);
        }
    }
}

/* Adds the counts of one worker to those of all. */
static void add(struct table *sum, const struct table *part)
{
    for (size_t row = 0; row < ROWS_MAX; row++) {
        sum->pairs[row] += part->pairs[row];
        for (int method = 0; method < FK_METHOD_COUNT; method++) {
            struct cell *to = &sum->cell[row][method];
            const struct cell *from = &part->cell[row][method];
            to->asked += from->asked;
            to->undecided += from->undecided;
            to->clear += from->clear;
            to->unsure += from->unsure;
            to->hits += from->hits;
            to->misses += from->misses;
            to->contradictions += from->contradictions;
        }
    }
    sum->unknown += part->unknown;
    for (uint64_t i = 0; i < part->failures && i < FAILURES_SHOWN; i++)
        if (sum->failures + i < FAILURES_SHOWN)
            memcpy(sum->failure[sum->failures + i], part->failure[i], sizeof part->failure[i]);
    sum->failures += part->failures;
}

/* Runs the jobs in processes of their own, each with its own table in shared memory. */
static bool run(const struct settings *s, struct table *sum)
{
    size_t size = s->jobs * sizeof(struct table);
    struct table *tables = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tables == MAP_FAILED) {
        perror("crosscheck");
        return false;
    }
    fflush(stdout);
    for (uint64_t job = 0; job < s->jobs; job++) {
        pid_t child = fork();
        if (child == 0) {
            work(s, job, &tables[job]);
            _exit(0);
        }
        if (child < 0)
            perror("crosscheck");
    }
    uint64_t ended = 0;
    int status;
    while (wait(&status) > 0)
        ended += WIFEXITED(status) && WEXITSTATUS(status) == 0;
    for (uint64_t job = 0; job < s->jobs; job++)
        add(sum, &tables[job]);
    munmap(tables, size);
    if (ended != s->jobs)
        fprintf(stderr, "crosscheck: a worker did not end well\n");
    return ended == s->jobs;
}

/* ---- Table --------------------------------------------------------------------------------------------- */

/* A share in percent: "-" of nothing, "0" of none at all, else at least two digits. */
static const char *share(uint64_t part, uint64_t whole, char text[16])
{
    if (whole == 0)
        snprintf(text, 16, "-");
    else if (part == 0)
        snprintf(text, 16, "0");
    else {
        double percent = 100.0 * (double)part / (double)whole;
        snprintf(text, 16, percent < 10 ? "%.2g%%" : "%.0f%%", percent);
    }
    return text;
}

static void put(const struct settings *s, bool first, int width, const char *text)
{
    if (s->markdown)
        printf("%s %s |", first ? "|" : "", text);
    else
        printf(first ? "%-*s" : " %*s", width, text);
}

static void print_head(const struct settings *s)
{
    put(s, true, 20, s->by_kind ? "kinds" : "family");
    for (int i = 0; i < FK_METHOD_COUNT; i++) {
        const char *name = fk_method_name((fk_method)i);
        if (!has_method[i])
            continue;
        put(s, false, 9, name);
        if (!fk_method_may_be_wrong((fk_method)i))
            continue;
        put(s, false, 9, "hits");
        put(s, false, 9, "misses");
    }
    printf("\n");
    if (!s->markdown)
        return;
    printf("| --- |");
    for (int i = 0; i < FK_METHOD_COUNT; i++)
        if (has_method[i])
            printf(fk_method_may_be_wrong((fk_method)i) ? " --- | --- | --- |" : " --- |");
    printf("\n");
}

static void print_row(const struct settings *s, const char *name, const struct cell cell[FK_METHOD_COUNT])
{
    char text[16];
    put(s, true, 20, name);
    for (int i = 0; i < FK_METHOD_COUNT; i++) {
        if (!has_method[i])
            continue;
        put(s, false, 9, share(cell[i].undecided, cell[i].asked, text));
        if (fk_method_may_be_wrong((fk_method)i)) {
            put(s, false, 9, share(cell[i].hits, cell[i].asked, text));
            put(s, false, 9, share(cell[i].misses, cell[i].asked, text));
        }
    }
    printf("\n");
}

static void print_table(const struct settings *s, const struct table *table)
{
    struct cell sum[FK_METHOD_COUNT];
    memset(sum, 0, sizeof sum);
    print_head(s);
    for (size_t row = 0; row < ROWS_MAX; row++) {
        if (table->pairs[row] == 0)
            continue;
        char name[32];
        row_name(s, row, name);
        print_row(s, name, table->cell[row]);
        for (int i = 0; i < FK_METHOD_COUNT; i++) {
            sum[i].asked += table->cell[row][i].asked;
            sum[i].undecided += table->cell[row][i].undecided;
            sum[i].hits += table->cell[row][i].hits;
            sum[i].misses += table->cell[row][i].misses;
        }
    }
    print_row(s, "all", sum);
}

/* ---- What is demanded ---------------------------------------------------------------------------------- */

/* The share of undecided that a right method may have in a family, among pairs that do not touch; 1 where nothing is
 * promised. (Points and segments that meet touch, even in the family of random pairs.) */
static double bar(const char *family)
{
    if (strcmp(family, "random") == 0)
        return 0;
    for (int digits = 3; digits <= 9; digits++) {
        char name[16];
        snprintf(name, sizeof name, "gap-1e-%d", digits);
        if (strcmp(family, name) == 0)
            return 0.001;
    }
    return 1;
}

static uint64_t check_bars(const struct table *table)
{
    uint64_t over = 0;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (int i = 0; i < FK_METHOD_COUNT; i++) {
            const struct cell *cell = &table->cell[family][i];
            double most = bar(fk_family_name(family));
            if (fk_method_may_be_wrong((fk_method)i) || (double)cell->unsure <= most * (double)cell->clear)
                continue;
            over++;
            printf("%s is undecided about %" PRIu64 " of %" PRIu64
                   " pairs of %s that do not touch, at most %g%% are allowed\n",
                   fk_method_name((fk_method)i), cell->unsure, cell->clear, fk_family_name(family),
                   100 * most);
        }
    return over;
}

static int report(const struct settings *s, const struct table *table)
{
    uint64_t pairs = 0, asked = 0;
    for (size_t row = 0; row < ROWS_MAX; row++) {
        pairs += table->pairs[row];
        for (int i = 0; i < FK_METHOD_COUNT; i++)
            asked += table->cell[row][i].asked;
    }
    print_table(s, table);
    printf("\n%" PRIu64 " pairs, %" PRIu64 " questions in both orders, seed %" PRIu64
           ". Shares of undecided; for methods that answer as their papers do, also of false hits and of "
           "misses.\n",
           pairs, asked, s->seed);
    if (table->unknown > 0)
        printf("%" PRIu64 " pairs are too near to call for exact.\n", table->unknown);
    for (uint64_t i = 0; i < table->failures && i < FAILURES_SHOWN; i++)
        printf("%s\n", table->failure[i]);
    uint64_t over = s->bars && !s->by_kind ? check_bars(table) : 0;
    printf("%" PRIu64 " contradictions\n", table->failures);
    return table->failures > 0 || over > 0 ? 1 : 0;
}

/* ---- Command line -------------------------------------------------------------------------------------- */

static const char usage[] =
    "usage: crosscheck [--count N] [--seed S] [--family NAME] [--by-kind] [--jobs N] [--bars] [--markdown]\n"
    "\n"
    "Compares all methods with the exact verdict on N generated pairs of all families and kinds.\n"
    "\n"
    "  --count N      pairs in all (100000)\n"
    "  --seed S       seed of the families (1)\n"
    "  --family NAME  only this family\n"
    "  --by-kind      a row for each pair of kinds, not for each family\n"
    "  --jobs N       processes (1)\n"
    "  --bars         too many undecided answers fail, too\n"
    "  --markdown     the table in Markdown\n"
    "\n"
    "Exit status: 0 no contradiction, 1 some, 2 trouble.\n";

static struct settings parse_options(int argc, char **argv)
{
    static const struct option table[] = {{"count", required_argument, NULL, 'c'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"family", required_argument, NULL, 'f'},
                                          {"by-kind", no_argument, NULL, 'k'},
                                          {"jobs", required_argument, NULL, 'j'},
                                          {"bars", no_argument, NULL, 'b'},
                                          {"markdown", no_argument, NULL, 'm'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    struct settings s = {.count = 100000, .seed = 1, .jobs = 1};
    for (int c; (c = getopt_long(argc, argv, "j:h", table, NULL)) != -1;) {
        if (c == 'c')
            s.count = parse_whole("count", optarg, 1, UINT64_C(1) << 48);
        else if (c == 's')
            s.seed = parse_whole("seed", optarg, 0, UINT64_MAX);
        else if (c == 'j')
            s.jobs = parse_whole("jobs", optarg, 1, JOBS_MAX);
        else if (c == 'b')
            s.bars = true;
        else if (c == 'f')
            s.family = optarg;
        else if (c == 'k')
            s.by_kind = true;
        else if (c == 'm')
            s.markdown = true;
        else {
            fputs(usage, c == 'h' ? stdout : stderr);
            exit(c == 'h' ? 0 : 2);
        }
    }
    if (optind < argc) {
        fputs(usage, stderr);
        exit(2);
    }
    return s;
}

int main(int argc, char **argv)
{
    struct settings s = parse_options(argc, argv);
    static struct table table;
    if (fk_family_count() > ROWS_MAX || (s.family && fk_family_find(s.family) == fk_family_count())) {
        fprintf(stderr, "crosscheck: no such family, or too many of them\n");
        return 2;
    }
    find_methods();
    if (!run(&s, &table))
        return 2;
    return report(&s, &table);
}
