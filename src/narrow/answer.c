/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The answer on two pieces: the door for callers who want the proof, and the table of the methods.
 *
 * A certificate is handed out only after the verifier has accepted it. Method exact makes a quick proposal first; where
 * there is none, or the verifier does not take it, the exact solver answers. Should a certificate of a method itself
 * ever be refused, the answer is `undecided`. */

#include "farkas/narrow.h"

#include <string.h>

#include "narrow/methods.h"
#include "narrow/pair.h"

#define BIT(kind) (1u << FK_KIND_##kind)
#define BOXES     BIT(BOX)
#define CELLS     (BIT(BOX) | BIT(TETRA))
#define POLYHEDRA (CELLS | BIT(POINT) | BIT(SEGMENT) | BIT(TRIANGLE) | BIT(HULL))
#define BOUNDED   (POLYHEDRA | BIT(SPHERE) | BIT(CAPSULE) | BIT(CYLINDER) | BIT(CONE) | BIT(ELLIPSOID))
#define ALL       (BOUNDED | BIT(HALF_SPACE))

/* One row per method, in the order of fk_method: its name, the kinds that both pieces must be of, whether
 * it may be wrong as its paper is, and its function. */
static const struct {
    const char *name;
    uint32_t kinds;
    bool may_be_wrong;
    fk_method_function *answer;
} methods[FK_METHOD_COUNT] = {
    /* clang-format off */
    {"exact",    ALL,       false, fk_answer_exact},
    {"fm",       POLYHEDRA, false, fk_answer_fm},
    {"fm-paper", CELLS,     true,  fk_answer_fm_paper},
    {"ec",       POLYHEDRA, false, fk_answer_ec},
    {"ec-paper", BOXES,     true,  fk_answer_ec_paper},
    {"sat",      POLYHEDRA, false, fk_answer_sat},
    {"sat6",     BOXES,     true,  fk_answer_sat6},
    {"gjk",      BOUNDED,   false, fk_answer_gjk},
    {"cw",       BOUNDED,   false, fk_answer_cw},
    /* clang-format on */
};

const char *fk_method_name(fk_method method)
{
    return (unsigned)method < FK_METHOD_COUNT ? methods[method].name : "unknown";
}

bool fk_method_knows(fk_method method, fk_kind a, fk_kind b)
{
    if ((unsigned)method >= FK_METHOD_COUNT || (unsigned)a >= FK_KIND_COUNT || (unsigned)b >= FK_KIND_COUNT)
        return false;
    return methods[method].kinds >> a & methods[method].kinds >> b & 1;
}

bool fk_method_may_be_wrong(fk_method method)
{
    return (unsigned)method < FK_METHOD_COUNT && methods[method].may_be_wrong;
}

fk_step *fk_trace_next(fk_trace *trace)
{
    if (trace == NULL || trace->count++ >= trace->capacity)
        return NULL;
    fk_step *step = &trace->step[trace->count - 1];
    memset(step, 0, sizeof *step);
    return step;
}

void fk_trace_exact(fk_trace *trace)
{
    fk_step *step = fk_trace_next(trace);
    if (step != NULL)
        step->kind = FK_STEP_EXACT;
}

fk_pair_query fk_pair_query_default(const fk_piece *a, const fk_piece *b)
{
    fk_pair_query query = {a, b, FK_METHOD_EXACT, FK_PART_ALL, NULL};
    return query;
}

static fk_status check_query(const fk_pair_query *query)
{
    if ((unsigned)query->method >= FK_METHOD_COUNT || methods[query->method].answer == NULL)
        return FK_ERROR_METHOD;
    return fk_pair_check(query->a, query->b);
}

/* Only method exact owes a certificate; but none is handed out that does not hold. */
static bool certificate_holds(const fk_pair_query *query, fk_answer *answer)
{
    if (query->method != FK_METHOD_EXACT && answer->certificate.verdict == FK_UNDECIDED)
        return true;
    if (answer->certificate.verdict != answer->verdict ||
        !fk_verify(query->a, query->b, &answer->certificate))
        return false;
    answer->filled |= FK_PART_CERTIFICATE;
    return true;
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
    if (!(want & FK_PART_BOX))
        memset(&answer->box, 0, sizeof answer->box);
    answer->filled &= want;
}

size_t fk_pair_scratch_size(const fk_pair_query *query)
{
    (void)query;
    return 0;
}

/* A zeroed answer of a method. */
static void clear(const fk_pair_query *query, fk_answer *answer)
{
    memset(answer, 0, sizeof *answer);
    answer->method = query->method;
}

static bool answer_by_proposal(const fk_pair_query *query, fk_answer *out)
{
    for (int way = 0; way < FK_PROPOSALS; way++) {
        clear(query, out);
        if (!fk_answer_propose(query, way, out) || !certificate_holds(query, out))
            continue;
        if (!fk_answer_complete(query, out))
            return false;
        trim(out, query->want);
        return true;
    }
    return false;
}

fk_status fk_pair_answer(const fk_pair_query *query, fk_scratch *scratch, fk_answer *out)
{
    (void)scratch;
    fk_status status = check_query(query);
    if (status != FK_OK)
        return status;
    if (query->trace != NULL)
        query->trace->count = 0;
    if (query->method == FK_METHOD_EXACT && answer_by_proposal(query, out))
        return FK_OK;
    clear(query, out);
    if (fk_method_knows(query->method, query->a->kind, query->b->kind))
        methods[query->method].answer(query, out);
    if (certificate_holds(query, out))
        trim(out, query->want);
    else
        clear(query, out);
    return FK_OK;
}
