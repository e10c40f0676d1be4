/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The answer on two pieces: the door for callers who want the proof.
 *
 * A certificate is handed out only after the verifier has accepted it; should it ever refuse one, the answer is
 * `undecided`. */

#include "farkas/narrow.h"

#include <string.h>

#include "narrow/methods.h"

/* One row per method, in the order of fk_method. */
static const struct {
    const char *name;
    fk_method_function *answer;
} methods[FK_METHOD_COUNT] = {
    {"exact", fk_answer_exact},
};

const char *fk_method_name(fk_method method)
{
    return (unsigned)method < FK_METHOD_COUNT ? methods[method].name : "unknown";
}

fk_pair_query fk_pair_query_default(const fk_piece *a, const fk_piece *b)
{
    fk_pair_query query = {a, b, FK_METHOD_EXACT, FK_PART_ALL};
    return query;
}

static fk_status check_query(const fk_pair_query *query)
{
    if ((unsigned)query->method >= FK_METHOD_COUNT)
        return FK_ERROR_METHOD;
    fk_status status = fk_piece_check(query->a);
    return status != FK_OK ? status : fk_piece_check(query->b);
}

/* Keeps what was asked for. */
static void trim(fk_answer *answer, unsigned want)
{
    if (!(want & FK_PART_CERTIFICATE))
        memset(&answer->certificate, 0, sizeof answer->certificate);
    if (!(want & FK_PART_POINT))
        memset(&answer->point, 0, sizeof answer->point);
    if (!(want & FK_PART_PLANE)) {
        memset(&answer->plane, 0, sizeof answer->plane);
        answer->gap = 0.0;
    }
    answer->filled &= want;
}

fk_status fk_pair_answer(const fk_pair_query *query, fk_scratch *scratch, fk_answer *out)
{
    (void)scratch;
    fk_status status = check_query(query);
    if (status != FK_OK)
        return status;
    fk_answer answer;
    memset(&answer, 0, sizeof answer);
    answer.method = query->method;
    methods[query->method].answer(query, &answer);
    if (fk_verify(query->a, query->b, &answer.certificate)) {
        answer.filled |= FK_PART_CERTIFICATE;
        trim(&answer, query->want);
    } else {
        memset(&answer, 0, sizeof answer);
        answer.method = query->method;
    }
    *out = answer;
    return FK_OK;
}
