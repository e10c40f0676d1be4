/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas as a participant of `farkas bench pairs`, by the rules of lab/peers/participant.h. Everything goes
 * through the public interface. The name of each timed loop begins with timed_: instructions are
 * counted in those. */

#include "bench/bench.h"
#include "peers/participant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- One pair at a time -------------------------------------------------------------------------------- */

typedef struct single_data {
    const bench_pair *pair;
    size_t frame;
    fk_pair_cache *cache; /* of a frame */
    bench_pair *hinted;   /* the pairs with the hints of their hulls */
    fk_hull **hull;       /* two for each pair */
    size_t count;
    fk_context *context;
} single_data;

static void *prepare_single(const bench_set *set)
{
    single_data *data = bench_allocate(1, sizeof *data);
    data->pair = set->pair;
    data->count = set->count;
    data->frame = set->frame;
    data->cache = bench_allocate(set->frame, sizeof *data->cache);
    return data;
}

static void release_single(void *user)
{
    single_data *data = user;
    for (size_t i = 0; data->hull != NULL && i < 2 * data->count; i++)
        fk_hull_free(data->context, data->hull[i]);
    if (data->context != NULL)
        fk_context_destroy(data->context);
    free(data->hull);
    free(data->hinted);
    free(data->cache);
    free(data);
}

/* A hull that cannot be built keeps its points, and so does what is no hull. */
static fk_hull *add_hull_hint(fk_context *context, fk_piece *piece)
{
    fk_hull *hull = NULL;
    if (piece->kind == FK_KIND_HULL &&
        fk_hull_build(context, piece->as.hull.point, piece->as.hull.count, &hull) == FK_OK)
        *piece = fk_hull_piece(hull);
    return hull;
}

static void *prepare_hinted(const bench_set *set)
{
    single_data *data = prepare_single(set);
    data->hinted = bench_allocate(set->count, sizeof *data->hinted);
    data->hull = bench_allocate(2 * set->count, sizeof *data->hull);
    if (fk_context_create(NULL, &data->context) != FK_OK)
        return data;
    for (size_t i = 0; i < set->count; i++) {
        data->hinted[i] = set->pair[i];
        data->hull[2 * i] = add_hull_hint(data->context, &data->hinted[i].a);
        data->hull[2 * i + 1] = add_hull_hint(data->context, &data->hinted[i].b);
    }
    data->pair = data->hinted;
    return data;
}

static void timed_verdict(void *user, size_t begin, size_t end, uint8_t *answer)
{
    const bench_pair *pair = ((single_data *)user)->pair;
    for (size_t i = begin; i < end; i++)
        answer[i] = (uint8_t)fk_pair_verdict(&pair[i].a, &pair[i].b);
}

/* The caches are empty in the first frame of a pass. */
static void timed_warm(void *user, size_t begin, size_t end, uint8_t *answer)
{
    const single_data *data = user;
    memset(data->cache, 0, data->frame * sizeof *data->cache);
    for (size_t i = begin, slot = 0; i < end; i++) {
        answer[i] = (uint8_t)fk_pair_verdict_warm(&data->pair[i].a, &data->pair[i].b, &data->cache[slot]);
        slot = slot + 1 < data->frame ? slot + 1 : 0;
    }
}

/* Answers by a method, with what is wanted beside the verdict. */
static void answer_pairs(void *user, fk_method method, unsigned want, size_t begin, size_t end,
                         uint8_t *answer)
{
    const bench_pair *pair = ((single_data *)user)->pair;
    for (size_t i = begin; i < end; i++) {
        fk_pair_query query = {&pair[i].a, &pair[i].b, method, want, NULL};
        fk_answer out;
        answer[i] = fk_pair_answer(&query, &out) == FK_OK ? (uint8_t)out.verdict : BENCH_UNDECIDED;
    }
}

#define TIMED(name, method, want)                                                                            \
    static void timed_##name(void *user, size_t begin, size_t end, uint8_t *answer)                          \
    {                                                                                                        \
        answer_pairs(user, method, want, begin, end, answer);                                                \
    }
TIMED(certificate, FK_METHOD_EXACT, FK_PART_CERTIFICATE)
TIMED(certificate_box, FK_METHOD_EXACT, FK_PART_CERTIFICATE | FK_PART_BOX)
TIMED(fm, FK_METHOD_FM, 0)
TIMED(fm_box, FK_METHOD_FM, FK_PART_BOX)
TIMED(fm_paper, FK_METHOD_FM_PAPER, 0)
TIMED(fm_paper_box, FK_METHOD_FM_PAPER, FK_PART_BOX)
TIMED(ec, FK_METHOD_EC, 0)
TIMED(sat, FK_METHOD_SAT, 0)
TIMED(gjk, FK_METHOD_GJK, 0)
TIMED(cw, FK_METHOD_CW, 0)

/* The interval is 0 to 0 for those that meet, and only for them. */
static void timed_distance(void *user, size_t begin, size_t end, uint8_t *answer)
{
    const bench_pair *pair = ((single_data *)user)->pair;
    for (size_t i = begin; i < end; i++) {
        fk_distance out;
        if (fk_pair_distance(&pair[i].a, &pair[i].b, NULL, &out) != FK_OK)
            answer[i] = BENCH_UNDECIDED;
        else
            answer[i] = out.distance.hi > 0 ? BENCH_APART : BENCH_MEETS;
    }
}

/* ---- Crossed cells ------------------------------------------------------------------------------------- */

/* A file with frames of N pairs, of which pair i of frame r is cell i of a and cell i + r, modulo N, of b: few cells,
 * which stay in the cache, and many pairs, more than a branch predictor learns. A file without frames is one with a
 * single frame. */

typedef struct crossed_data {
    size_t cells, count;
    fk_piece *a, *b;
} crossed_data;

static void *prepare_single_crossed(const bench_set *set)
{
    crossed_data *data = bench_allocate(1, sizeof *data);
    data->cells = set->frame;
    data->count = set->count;
    data->a = bench_allocate(data->cells, sizeof *data->a);
    data->b = bench_allocate(data->cells, sizeof *data->b);
    for (size_t i = 0; i < data->cells; i++) {
        data->a[i] = set->pair[i].a;
        data->b[i] = set->pair[i].b;
    }
    return data;
}

static void release_single_crossed(void *user)
{
    crossed_data *data = user;
    free(data->a);
    free(data->b);
    free(data);
}

/* All pairs, as nothing is lost here. */
static void timed_single(void *user, size_t begin, size_t end, uint8_t *answer)
{
    const crossed_data *data = user;
    for (size_t at = begin, shift = 0; at < end; at += data->cells, shift++) {
        size_t partner = shift % data->cells;
        for (size_t i = 0; i < data->cells; i++) {
            answer[at + i] = (uint8_t)fk_pair_verdict(&data->a[i], &data->b[partner]);
            partner = partner + 1 < data->cells ? partner + 1 : 0;
        }
    }
}

/* ---- Batch --------------------------------------------------------------------------------------------- */

/* A large set is so many copies of the pairs (with the usual 40000, 192 MB), of which each pass takes the next one:
 * those that it took before have left the caches by then. */
#define LARGE_COPIES 25

/* Coordinate k of the origins, then of the edges. */
#define CELL_NUMBERS 12

typedef struct batch_data {
    fk_kind kind[2];
    size_t cells, count, copies, next;
    double *number[2][CELL_NUMBERS]; /* of b twice, so that a shift needs no modulo */
    float *single[2][CELL_NUMBERS];
    fk_index_pair *index; /* in random order */
    uint32_t *place;      /* of each index pair in the file */
    uint8_t *verdict;     /* in the order of the index */
} batch_data;

static double cell_number(const fk_piece *piece, int k)
{
    const fk_cell *cell = &piece->as.cell;
    return fk_vec3_get(k < 3 ? cell->origin : cell->edge[k / 3 - 1], k % 3);
}

static batch_data *make_batch(const bench_set *set, size_t copies)
{
    batch_data *data = bench_allocate(1, sizeof *data);
    data->kind[0] = set->pair[0].a.kind;
    data->kind[1] = set->pair[0].b.kind;
    data->cells = set->frame;
    data->count = set->count;
    data->copies = copies;
    data->verdict = bench_allocate(set->count, 1);
    for (int side = 0; side < 2; side++) {
        size_t length = data->cells < data->count && side == 1 ? 2 * data->cells : copies * data->cells;
        for (int k = 0; k < CELL_NUMBERS; k++) {
            double *number = bench_allocate(length, sizeof *number);
            for (size_t i = 0; i < length; i++) {
                const bench_pair *pair = &set->pair[i % data->cells];
                number[i] = cell_number(side == 0 ? &pair->a : &pair->b, k);
            }
            data->number[side][k] = number;
        }
    }
    return data;
}

static void *prepare_batch(const bench_set *set)
{
    return make_batch(set, 1);
}

static void *prepare_batch_large(const bench_set *set)
{
    return make_batch(set, LARGE_COPIES);
}

/* The same pairs in random order: reads that no prefetcher foresees. */
static void *prepare_batch_index(const bench_set *set)
{
    batch_data *data = make_batch(set, 1);
    fk_random random = fk_random_make(1);
    data->index = bench_allocate(set->count, sizeof *data->index);
    data->place = bench_allocate(set->count, sizeof *data->place);
    for (uint32_t i = 0; i < set->count; i++) {
        uint32_t at = (uint32_t)fk_random_below(&random, i + 1);
        data->place[i] = data->place[at];
        data->place[at] = i;
    }
    for (size_t i = 0; i < set->count; i++) {
        size_t pair = data->place[i];
        data->index[i].a = (uint32_t)(pair % data->cells);
        data->index[i].b = (uint32_t)((pair + pair / data->cells) % data->cells);
    }
    return data;
}

static void *prepare_batch_float(const bench_set *set)
{
    batch_data *data = make_batch(set, 1);
    for (int side = 0; side < 2; side++) {
        size_t length = data->cells < data->count && side == 1 ? 2 * data->cells : data->cells;
        for (int k = 0; k < CELL_NUMBERS; k++) {
            float *single = bench_allocate(length, sizeof *single);
            for (size_t i = 0; i < length; i++)
                single[i] = (float)data->number[side][k][i];
            data->single[side][k] = single;
        }
    }
    return data;
}

static void release_batch(void *user)
{
    batch_data *data = user;
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < CELL_NUMBERS; k++) {
            free(data->number[side][k]);
            free(data->single[side][k]);
        }
    }
    free(data->index);
    free(data->place);
    free(data->verdict);
    free(data);
}

/* The cells of a side from one on, in doubles or in floats. */
#define CELLS_OF(name, cells_type, number_type, array)                                                       \
    static cells_type name(const batch_data *data, int side, size_t offset)                                  \
    {                                                                                                        \
        cells_type cells = {.kind = data->kind[side], .count = data->cells};                                 \
        for (int k = 0; k < CELL_NUMBERS; k++) {                                                             \
            const number_type *number = data->array[side][k] + offset;                                       \
            *(k < 3 ? &cells.origin[k] : &cells.edge[k / 3 - 1][k % 3]) = number;                            \
        }                                                                                                    \
        return cells;                                                                                        \
    }
CELLS_OF(cells_of, fk_cells, double, number)
CELLS_OF(float_cells_of, fk_cells_float, float, single)

static void timed_batch(void *user, size_t begin, size_t end, uint8_t *answer)
{
    batch_data *data = user;
    size_t offset = data->next++ % data->copies * data->cells;
    fk_cells a = cells_of(data, 0, offset);
    for (size_t at = begin, shift = 0; at < end; at += data->cells, shift++) {
        fk_cells b = cells_of(data, 1, offset + shift % data->cells);
        fk_cells_verdict(&a, &b, NULL, data->cells, answer + at);
    }
}

static void timed_batch_float(void *user, size_t begin, size_t end, uint8_t *answer)
{
    const batch_data *data = user;
    fk_cells_float a = float_cells_of(data, 0, 0);
    for (size_t at = begin, shift = 0; at < end; at += data->cells, shift++) {
        fk_cells_float b = float_cells_of(data, 1, shift % data->cells);
        fk_cells_verdict_float(&a, &b, NULL, data->cells, answer + at);
    }
}

static void timed_batch_index(void *user, size_t begin, size_t end, uint8_t *answer)
{
    batch_data *data = user;
    fk_cells a = cells_of(data, 0, 0), b = cells_of(data, 1, 0);
    (void)answer; /* expand_batch_index fills it */
    fk_cells_verdict(&a, &b, data->index, end - begin, data->verdict);
}

static void expand_batch_index(void *user, uint8_t *answer)
{
    const batch_data *data = user;
    for (size_t i = 0; i < data->count; i++)
        answer[data->place[i]] = data->verdict[i];
}

/* What reading the same numbers costs: their sum, in eight parts so that additions do not wait for each other. The
 * answers, of no meaning, depend on it, so that it is not left out. */
static void timed_read(void *user, size_t begin, size_t end, uint8_t *answer)
{
    batch_data *data = user;
    size_t offset = data->next++ % data->copies * data->cells;
    double sum[8] = {0};
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < CELL_NUMBERS; k++) {
            const double *number = data->number[side][k] + offset;
            for (size_t i = begin; i + 8 <= end; i += 8)
                for (int j = 0; j < 8; j++)
                    sum[j] += number[i + (size_t)j];
        }
    }
    for (int j = 1; j < 8; j++)
        sum[0] += sum[j];
    memset(answer, sum[0] == 0.125 ? BENCH_APART : BENCH_UNDECIDED, end - begin);
}

/* ---- Shapes with poses --------------------------------------------------------------------------------- */

/* Hulls are built once; pieces are placed in each query of the work posed, else before. */
typedef struct placed_data {
    single_data *local; /* pieces in local coordinates, hulls with hints */
    bench_pair *pair;   /* in their places */
    const bench_place *place;
} placed_data;

static void *prepare_placed(const bench_set *set)
{
    placed_data *data = bench_allocate(1, sizeof *data);
    data->local = prepare_hinted(set);
    data->place = set->place;
    data->pair = bench_allocate(set->count, sizeof *data->pair);
    for (size_t i = 0; i < set->count; i++) {
        const bench_pair *local = &data->local->pair[i];
        data->pair[i].a = fk_piece_place(&local->a, &set->place[i].a, NULL);
        data->pair[i].b = fk_piece_place(&local->b, &set->place[i].b, NULL);
    }
    return data;
}

static void release_placed(void *user)
{
    placed_data *data = user;
    release_single(data->local);
    free(data->pair);
    free(data);
}

static void timed_posed(void *user, size_t begin, size_t end, uint8_t *answer)
{
    const placed_data *data = user;
    for (size_t i = begin; i < end; i++) {
        const bench_pair *local = &data->local->pair[i];
        fk_piece a = fk_piece_place(&local->a, &data->place[i].a, NULL);
        fk_piece b = fk_piece_place(&local->b, &data->place[i].b, NULL);
        answer[i] = (uint8_t)fk_pair_verdict(&a, &b);
    }
}

static uint8_t cast_answer(fk_status status, const fk_cast *cast)
{
    if (status != FK_OK || cast->result == FK_CAST_UNDECIDED)
        return BENCH_UNDECIDED;
    return cast->result == FK_CAST_HIT ? BENCH_MEETS : BENCH_APART;
}

static void timed_ray(void *user, size_t begin, size_t end, uint8_t *answer)
{
    const placed_data *data = user;
    for (size_t i = begin; i < end; i++) {
        fk_cast out;
        fk_status status =
            fk_piece_ray(data->place[i].a.translation, data->place[i].motion, &data->pair[i].b, &out);
        answer[i] = cast_answer(status, &out);
    }
}

static void timed_cast(void *user, size_t begin, size_t end, uint8_t *answer)
{
    const placed_data *data = user;
    for (size_t i = begin; i < end; i++) {
        fk_cast out;
        fk_status status = fk_pair_cast(&data->pair[i].a, data->place[i].motion, &data->pair[i].b, 1, &out);
        answer[i] = cast_answer(status, &out);
    }
}

static void timed_contact(void *user, size_t begin, size_t end, uint8_t *answer)
{
    const bench_pair *pair = ((placed_data *)user)->pair;
    for (size_t i = begin; i < end; i++) {
        fk_contact out;
        if (fk_pair_contact(&pair[i].a, &pair[i].b, &out) != FK_OK)
            answer[i] = BENCH_UNDECIDED;
        else
            answer[i] = out.count > 0 ? BENCH_MEETS : BENCH_APART;
    }
}

/* ---- Participant --------------------------------------------------------------------------------------- */

static bool knows_any(fk_kind a, fk_kind b)
{
    return a != FK_KIND_NONE && b != FK_KIND_NONE;
}

static bool knows_hulls(fk_kind a, fk_kind b)
{
    return a == FK_KIND_HULL && b == FK_KIND_HULL;
}

static bool knows_cells(fk_kind a, fk_kind b)
{
    return (a == FK_KIND_BOX || a == FK_KIND_TETRA) && (b == FK_KIND_BOX || b == FK_KIND_TETRA);
}

/* Large sets have no frames. */
static const bench_method methods[] = {
    {"Farkas", "verdict", knows_any, prepare_single, timed_verdict, release_single, NULL},
    {"Farkas", "verdict+hints", knows_hulls, prepare_hinted, timed_verdict, release_single, NULL},
    {"Farkas", "distance", knows_any, prepare_single, timed_distance, release_single, NULL},
    {"Farkas", "distance+hints", knows_hulls, prepare_hinted, timed_distance, release_single, NULL},
    {"Farkas", "certificate", knows_any, prepare_single, timed_certificate, release_single, NULL},
    {"Farkas", "certificate+box", knows_any, prepare_single, timed_certificate_box, release_single, NULL},
    {"Farkas fm", "fm", knows_cells, prepare_single, timed_fm, release_single, NULL},
    {"Farkas fm-paper", "fm", knows_cells, prepare_single, timed_fm_paper, release_single, NULL},
    {"Farkas fm", "fm+box", knows_cells, prepare_single, timed_fm_box, release_single, NULL},
    {"Farkas fm-paper", "fm+box", knows_cells, prepare_single, timed_fm_paper_box, release_single, NULL},
    {"Farkas fm", "method", knows_cells, prepare_single, timed_fm, release_single, NULL},
    {"Farkas ec", "method", knows_cells, prepare_single, timed_ec, release_single, NULL},
    {"Farkas sat", "method", knows_cells, prepare_single, timed_sat, release_single, NULL},
    {"Farkas gjk", "method", knows_any, prepare_single, timed_gjk, release_single, NULL},
    {"Farkas cw", "method", knows_any, prepare_single, timed_cw, release_single, NULL},
    {"Farkas", "warm", knows_any, prepare_single, timed_warm, release_single, NULL},
    {"Farkas", "single", knows_cells, prepare_single_crossed, timed_single, release_single_crossed, NULL},
    {"Farkas", "batch", knows_cells, prepare_batch, timed_batch, release_batch, NULL},
    {"Farkas", "batch-index", knows_cells, prepare_batch_index, timed_batch_index, release_batch,
     expand_batch_index},
    {"Farkas", "batch-float", knows_cells, prepare_batch_float, timed_batch_float, release_batch, NULL},
    {"Farkas", "batch-large", knows_cells, prepare_batch_large, timed_batch, release_batch, NULL},
    {"Farkas", "read-large", knows_cells, prepare_batch_large, timed_read, release_batch, NULL},
    {"Farkas", "posed", knows_any, prepare_placed, timed_posed, release_placed, NULL},
    {"Farkas", "ray", knows_any, prepare_placed, timed_ray, release_placed, NULL},
    {"Farkas", "cast", knows_any, prepare_placed, timed_cast, release_placed, NULL},
    {"Farkas", "contact", knows_any, prepare_placed, timed_contact, release_placed, NULL},
};

int bench_run_pairs(int argc, char **argv)
{
    char name[64];
    snprintf(name, sizeof name, "Farkas %s %s", fk_version(), fk_cpu_name());
    bench_library library = {name, false, methods, sizeof methods / sizeof methods[0]};
    return bench_main(argc, argv, &library);
}
