/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The table of methods, and the answer on two pieces by one of them. */

#include "method/method.h"

#include "pair/pair.h"

#define BIT(kind) (1u << FK_KIND_##kind)
#define BOXES     BIT(BOX)
#define CELLS     (BIT(BOX) | BIT(TETRA))
#define POLYHEDRA (CELLS | BIT(POINT) | BIT(SEGMENT) | BIT(TRIANGLE) | BIT(HULL))
#define BOUNDED   (POLYHEDRA | BIT(SPHERE) | BIT(CAPSULE) | BIT(CYLINDER) | BIT(CONE) | BIT(ELLIPSOID))
#define ALL       (BOUNDED | BIT(HALF_SPACE))

/* One row per method, in the order of fk_method: its name, the kinds that it knows, whether it may be wrong
 * as its paper is, and its function. */
static const struct {
    const char *name;
    uint32_t kinds;
    bool may_be_wrong;
    fk_method_function *answer;
} methods[FK_METHOD_COUNT] = {
    /* clang-format off */
    {"exact",    ALL,       false, NULL}, /* pair/answer/answer_exact.c */
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

fk_status fk_pair_answer(const fk_pair_query *query, fk_answer *out)
{
    if ((unsigned)query->method >= FK_METHOD_COUNT)
        return FK_ERROR_METHOD;
    bool is_exact = query->method == FK_METHOD_EXACT;
    fk_status status = is_exact ? fk_pair_answer_exact(query, out) : fk_pair_check(query->a, query->b);
    if (status == FK_OK && query->trace != NULL)
        query->trace->count = 0;
    if (status != FK_OK || is_exact)
        return status;
    fk_answer_clear(query, out);
    if (fk_method_knows(query->method, query->a->kind, query->b->kind))
        methods[query->method].answer(query, out);
    fk_answer_finish(query, out);
    return FK_OK;
}

void fk_trace_add_exact(fk_trace *trace)
{
    fk_trace_step *step = fk_trace_next(trace);
    if (step != NULL)
        step->kind = FK_STEP_EXACT;
}
