/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How fast the search of trees of cells is.
 *
 * Random tori in a cube; one is searched against all others. The ways take turns, and the time of each is the
 * median of some turns. The figures of the paper are: the complete list, for 100 tori of 201, 401 and 801
 * nodes; the same until the first hit of each object; and that for 100, 300 and 1000 tori of 201 nodes, in
 * cubes that grow with the number. In the last one objects are put together by how many others they hit, as
 * only those can be compared. Here are 101 nodes and 3000 tori beside them, for four sizes of each.
 *
 * Every answer of Farkas is compared with that of the printed search made right, and the first of each set
 * with the test of all pairs of leaves. */

#include "bench/program.h"
#include "papers/papers.h"
#include "papers/cells_speed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 100 tori in a cube of this half side: one hits about ten others. */
#define HALF_CUBE 3.0

enum { CELLS_TURNS = 5, MANY_TURNS = 9, FEW_TURNS = 3, CELLS_MOST_HIT = 40, CELLS_LEAST_OBJECTS = 3 };

static const struct torus_set {
    uint32_t tori, segments, objects;
    bool by_hits; /* the last figure */
} sets[] = {{100, 5, 8, false},   {100, 10, 8, false},  {100, 20, 8, false},   {100, 40, 8, false},
            {100, 10, 100, true}, {300, 10, 100, true}, {1000, 10, 200, true}, {3000, 10, 100, true}},
  quick_sets[] = {{8, 4, 2, false}, {8, 10, 1, false}, {8, 4, 8, true}, {24, 4, 6, true}};

enum { SETS = sizeof sets / sizeof sets[0], QUICK_SETS = sizeof quick_sets / sizeof quick_sets[0] };

/* ---- One object ---------------------------------------------------------------------------------------- */

/* Whether two answers are the same. */
static bool answers_agree(const tori_answer *a, const tori_answer *b, bool first)
{
    return a->objects == b->objects && (first || a->count == b->count) && tori_missing(a, b, first) == 0;
}

/* False after a message. */
static bool check_torus_answers(tori_world *w, uint32_t object, bool first, bool all_pairs,
                                const tori_answer by[TORI_WAYS])
{
    const tori_answer *right = &by[TORI_RIGHT];
    bool good = answers_agree(right, &by[TORI_TWO], first) && answers_agree(right, &by[TORI_READY], first);
    tori_answer truth = {0};
    if (good && all_pairs) {
        tori_search(w, TORI_ALL, object, false, &truth);
        good = answers_agree(&truth, right, first);
        tori_answer_end(&truth);
    }
    if (!good)
        cli_trouble("%u tori of %u nodes, torus %u: the search finds other hits than the printed one made "
                    "right or the test of all pairs",
                    w->count, w->nodes, object);
    return good;
}

static void measure_torus(tori_world *w, uint32_t object, bool first, int turns, tori_answer by[TORI_WAYS],
                          cells_row *out)
{
    double seconds[TORI_WAYS][MANY_TURNS];
    for (int turn = 0; turn < turns || turn == 0; turn++)
        for (int way = 0; way < TORI_WAYS; way++) {
            tori_search(w, (tori_search_kind)way, object, first, &by[way]);
            seconds[way][turn] = by[way].seconds;
        }
    *out = (cells_row){.tori = w->count, .nodes = w->nodes, .first = first, .objects = 1};
    for (int way = 0; way < TORI_WAYS; way++) {
        out->seconds[way] = turns > 0 ? bench_median(seconds[way], (size_t)turns) : NAN;
        out->pair_tests[way] = (double)by[way].pair_tests;
    }
    const tori_answer *ours = &by[TORI_READY], *printed = &by[TORI_PRINTED];
    out->hits = first ? ours->objects : (double)ours->count;
    out->tori_hit = ours->objects;
    out->lost = (double)tori_missing(ours, printed, first);
    out->made_up = (double)tori_missing(printed, ours, first);
    out->hash = tori_hash(ours, first);
}

bool cells_speed_object(tori_world *w, uint32_t object, bool first, int turns, bool all_pairs, cells_row *out)
{
    tori_answer by[TORI_WAYS] = {{0}};
    measure_torus(w, object, first, turns, by, out);
    bool good = check_torus_answers(w, object, first, all_pairs, by);
    for (int way = 0; way < TORI_WAYS; way++)
        tori_answer_end(&by[way]);
    return good;
}

/* ---- Sets ---------------------------------------------------------------------------------------------- */

int cells_compare(const void *a, const void *b)
{
    const cells_row *x = a, *y = b;
    if (x->hits != y->hits)
        return x->hits < y->hits ? -1 : 1;
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static bool add_row(cells_results *out, const cells_row *row)
{
    if (out->count == CELLS_ROWS)
        return papers_trouble("too many rows");
    out->row[out->count++] = *row;
    return true;
}

/* The sum of rows of the same number of objects hit. */
static void add_to(cells_row *sum, const cells_row *row)
{
    if (sum->objects == 0) {
        *sum = *row;
        return;
    }
    sum->objects++;
    sum->hits += row->hits;
    sum->lost += row->lost;
    sum->made_up += row->made_up;
    sum->hash = (sum->hash ^ row->hash) * 16777619u;
    for (int way = 0; way < TORI_WAYS; way++) {
        sum->seconds[way] += row->seconds[way];
        sum->pair_tests[way] += row->pair_tests[way];
    }
}

static cells_row mean_row(cells_row sum)
{
    double by = 1.0 / sum.objects;
    sum.hits *= by;
    sum.lost *= by;
    sum.made_up *= by;
    for (int way = 0; way < TORI_WAYS; way++) {
        sum.seconds[way] *= by;
        sum.pair_tests[way] *= by;
    }
    return sum;
}

/* Figures one and two: a row for each object, by the number of hits. */
static bool run_rows(tori_world *w, const struct torus_set *set, bool first, cells_results *out)
{
    size_t begin = out->count;
    for (uint32_t i = 0; i < set->objects; i++) {
        cells_row row;
        uint32_t object = i * (set->tori / set->objects);
        if (!cells_speed_object(w, object, first,
                                out->quick ? 0
                                : first    ? MANY_TURNS
                                           : CELLS_TURNS,
                                !first && (i == 0 || out->quick), &row) ||
            !add_row(out, &row))
            return false;
        cli_progress(out->count, "rows");
    }
    qsort(out->row + begin, out->count - begin, sizeof *out->row, cells_compare);
    return true;
}

/* Figure three: a row for each number of objects hit. */
static bool run_by_hits(tori_world *w, const struct torus_set *set, cells_results *out)
{
    cells_row sum[CELLS_MOST_HIT] = {{0}};
    for (uint32_t i = 0; i < set->objects; i++) {
        cells_row row;
        uint32_t object = (uint32_t)((uint64_t)i * set->tori / set->objects);
        if (!cells_speed_object(w, object, true, out->quick ? 0 : FEW_TURNS, false, &row))
            return false;
        if (row.tori_hit < CELLS_MOST_HIT)
            add_to(&sum[row.tori_hit], &row);
    }
    for (int hits = 0; hits < CELLS_MOST_HIT; hits++) {
        cells_row row = mean_row(sum[hits]);
        if (sum[hits].objects >= (out->quick ? 1 : CELLS_LEAST_OBJECTS) && !add_row(out, &row))
            return false;
    }
    cli_progress(out->count, "rows");
    return true;
}

/* ---- Means --------------------------------------------------------------------------------------------- */

cells_row cells_set_mean(const cells_results *r, uint32_t nodes, bool first)
{
    cells_row sum = {0};
    for (size_t i = 0; i < r->many; i++)
        if (r->row[i].nodes == nodes && r->row[i].first == first)
            add_to(&sum, &r->row[i]);
    cells_row mean = sum.objects > 0 ? mean_row(sum) : sum;
    mean.hits = sum.hits;
    mean.lost = sum.lost;
    mean.made_up = sum.made_up;
    return mean;
}

/* The row of so many tori that hit as many others, or NULL. */
static const cells_row *row_by_hits(const cells_results *r, uint32_t tori, uint32_t met)
{
    for (size_t i = r->many; i < r->count; i++)
        if (r->row[i].tori == tori && r->row[i].tori_hit == met)
            return &r->row[i];
    return NULL;
}

/* Whether sets of all numbers of tori have such a row. */
static bool all_have(const cells_results *r, uint32_t met)
{
    for (size_t i = r->many; i < r->count; i++)
        if (row_by_hits(r, r->row[i].tori, met) == NULL)
            return false;
    return true;
}

cells_row cells_equal_hits(const cells_results *r, uint32_t tori)
{
    cells_row sum = {0};
    for (uint32_t hits = 0; hits < CELLS_MOST_HIT; hits++) {
        const cells_row *row = all_have(r, hits) ? row_by_hits(r, tori, hits) : NULL;
        if (row == NULL)
            continue;
        cells_row one = *row;
        one.objects = 1; /* each number of hits counts the same */
        add_to(&sum, &one);
    }
    return sum.objects > 0 ? mean_row(sum) : sum;
}

/* ---- The measurement ----------------------------------------------------------------------------------- */

static double world_bytes_used(const tori_world *w)
{
    double most = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        most = fmax(most, (double)w->flat[i]->bytes / w->flat[i]->node_count);
        most = fmax(most, (double)w->tree[i]->bytes / w->tree[i]->node_count);
    }
    return most;
}

static bool run_torus_set(fk_context *context, const struct torus_set *set, uint64_t seed, cells_results *out)
{
    torus *t = tori_draw_all(seed, set->tori, out->quick ? 1.5 * HALF_CUBE : HALF_CUBE);
    tori_world w;
    tori_world_make(&w, context, t, set->tori, set->segments);
    bool good = set->by_hits ? run_by_hits(&w, set, out)
                             : run_rows(&w, set, false, out) && run_rows(&w, set, true, out);
    if (good)
        out->bytes = fmax(out->bytes, world_bytes_used(&w));
    tori_world_end(&w);
    free(t);
    return good;
}

bool cells_speed_run(bool quick, cells_results *out)
{
    fk_context *context = cli_context_create();
    const struct torus_set *set = quick ? quick_sets : sets;
    int count = quick ? QUICK_SETS : SETS;
    bool good = context != NULL;
    memset(out, 0, sizeof *out);
    out->quick = quick;
    for (int i = 0; i < count && good; i++) {
        if (set[i].by_hits && out->many == 0)
            out->many = out->count;
        good = run_torus_set(context, &set[i], 1, out);
    }
    cli_progress_end();
    if (context != NULL)
        fk_context_destroy(context);
    return good;
}

static const char *const ways[TORI_WAYS] = {"printed", "right", "two", "ready"};

/* Whether a row begins a new table. */
static bool is_first(const cells_results *r, size_t i)
{
    const cells_row *a = &r->row[i], *b = a - 1;
    return i == 0 || i == r->many || a->tori != b->tori || a->nodes != b->nodes || a->first != b->first;
}

/* Milliseconds with three digits, or "-". */
static const char *format_milliseconds(double seconds, char text[16])
{
    double ms = 1e3 * seconds;
    if (isnan(ms))
        strcpy(text, "-");
    else
        snprintf(text, 16, ms < 10 ? "%.3f" : ms < 100 ? "%.2f" : "%.1f", ms);
    return text;
}

/* How many times one time is another one, or "-". */
static const char *format_ratio(double a, double b, char text[16])
{
    if (isnan(a / b))
        strcpy(text, "-");
    else
        snprintf(text, 16, a < 10 * b ? "%.1f" : "%.0f", a / b);
    return text;
}

/* Which ways keep to the limit of the paper. */
static void share_under_limit(const cells_row *row, char text[64])
{
    int count = 0;
    text[0] = '\0';
    for (int way = 0; way < TORI_WAYS; way++)
        if (row->seconds[way] <= CELLS_REAL_TIME) {
            strcat(text, count++ > 0 ? " " : "");
            strcat(text, ways[way]);
        }
    if (isnan(row->seconds[0]))
        strcpy(text, "-");
    else if (count == TORI_WAYS || count == 0)
        strcpy(text, count > 0 ? "all" : "none");
}

/* ---- Table --------------------------------------------------------------------------------------------- */

static void print_set_head(const cells_results *r, size_t i)
{
    const cells_row *row = &r->row[i];
    cli_print("%s%s, one of %u tori of %u nodes against all others%s\n", i > 0 ? "\n" : "",
              row->first ? "First hit of each object" : "Complete list", row->tori, row->nodes,
              i >= r->many ? ", by how many it hits" : "");
    cli_print("%7s %5s  %38s  %16s  %25s  %11s\n", "", "", "milliseconds", "faster than print",
              "tests of pairs", "print");
    cli_print("%7s %5s  %9s %9s %9s %8s  %8s %8s  %8s %8s %8s  %5s %5s  %-8s  %s\n",
              i >= r->many ? "objects" : "hits", "tori", ways[0], ways[1], ways[2], ways[3], ways[2], ways[3],
              ways[0], ways[1], ways[3], "lost", "false", "hash", "below 0.04 s");
}

static void print_row(const cells_results *r, size_t i)
{
    const cells_row *row = &r->row[i];
    char ms[TORI_WAYS][16], faster[2][16], limit[64];
    const double *s = row->seconds;
    share_under_limit(row, limit);
    cli_print("%7.0f %5u  %9s %9s %9s %8s  %8s %8s  %8.0f %8.0f %8.0f  %5.4g %5.4g  %08x  %s\n",
              i >= r->many ? row->objects : row->hits, row->tori_hit, format_milliseconds(s[0], ms[0]),
              format_milliseconds(s[1], ms[1]), format_milliseconds(s[2], ms[2]),
              format_milliseconds(s[3], ms[3]), format_ratio(s[0], s[2], faster[0]),
              format_ratio(s[0], s[3], faster[1]), row->pair_tests[0], row->pair_tests[1], row->pair_tests[3],
              row->lost, row->made_up, row->hash, limit);
}

void cells_print_table(const cells_results *r)
{
    for (size_t i = 0; i < r->count; i++) {
        if (is_first(r, i))
            print_set_head(r, i);
        print_row(r, i);
    }
    cli_print("\nbytes a node: %.1f\n", r->bytes);
    cli_print("\nprinted: SearchCollisions of the paper, with its mistakes; right: the same, made right, "
              "with method fm;\ntwo: Farkas on the same two levels; for a first hit the one torus gets more "
              "levels within the time;\nready: Farkas on trees that have more levels already. lost and "
              "false: what the print does not find, and\nwhat it makes up.\n");
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static void print_json_number(const char *before, double value)
{
    cli_print("%s", before);
    cli_print_json_number(value);
}

static void print_ways(const char *name, const double value[TORI_WAYS], double scale)
{
    cli_print(",\"%s\":{", name);
    for (int way = 0; way < TORI_WAYS; way++) {
        cli_print("%s\"%s\"", way > 0 ? "," : "", ways[way]);
        print_json_number(":", scale * value[way]);
    }
    cli_print("}");
}

void cells_print_json(const cells_results *r)
{
    for (const cells_row *row = r->row; row < r->row + r->count; row++) {
        cli_print("{\"tori\":%u,\"nodes\":%u,\"list\":\"%s\",\"objects\":%u", row->tori, row->nodes,
                  row->first ? "first" : "complete", row->objects);
        print_json_number(",\"hits\":", row->hits);
        cli_print(",\"tori_hit\":%u", row->tori_hit);
        print_ways("ms", row->seconds, 1e3);
        print_ways("pair_tests", row->pair_tests, 1);
        print_json_number(",\"lost\":", row->lost);
        print_json_number(",\"false\":", row->made_up);
        cli_print(",\"hash\":\"%08x\"}\n", row->hash);
    }
}
