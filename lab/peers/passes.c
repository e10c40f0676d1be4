/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Passes over many questions: see passes.h. */

#include "peers/passes.h"
#include "peers/participant.h"

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

/* Nanoseconds a question. */
static double do_pass(bench_ask_function *ask, void *data, const bench_questions *all, bench_answer *answer)
{
    double begin = bench_used_seconds();
    for (size_t i = 0; i < all->count; i++)
        ask(data, all->query[i], &answer[i]);
    return 1e9 * (bench_used_seconds() - begin) / (double)all->count;
}

void bench_passes_do(bench_ask_function *ask, void *data, const bench_questions *all, double time,
                     bench_answer *answer, bench_passes *out)
{
    out->count = 0;
    if (all->count == 0)
        return;
    double begin = bench_used_seconds();
    double first = do_pass(ask, data, all, answer);
    if (bench_used_seconds() - begin >= time)
        out->ns[out->count++] = first;
    begin = bench_used_seconds();
    while (out->count == 0 || (out->count < BENCH_MOST_PASSES && bench_used_seconds() - begin < time))
        out->ns[out->count++] = do_pass(ask, data, all, answer);
}

void bench_print_begin(FILE *out, const char *method, const char *library)
{
    fprintf(out, "{\"method\":\"%s\",\"library\":\"%s\"", method, library);
}

void bench_print_passes(FILE *out, const char *name, const bench_passes *from)
{
    fprintf(out, ",\"%s\":[", name);
    for (size_t i = 0; i < from->count; i++)
        fprintf(out, "%s%.3f", i > 0 ? "," : "", from->ns[i]);
    fputs("]", out);
}

void bench_print_answers(FILE *out, const bench_answer *answer, size_t count, bool has_sets)
{
    fputs(",\"values\":[", out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%.17g", i > 0 ? "," : "", answer[i].value);
    fputs("]", out);
    if (!has_sets)
        return;
    fputs(",\"sets\":[", out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%lu", i > 0 ? "," : "", (unsigned long)answer[i].set);
    fputs("]", out);
}
