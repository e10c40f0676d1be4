/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on two pieces, without a proof. The table below is the map of the room: the stages that decide each pair of
 * kinds, the fastest first. A stage returns the right verdict or FK_UNDECIDED; then the next one is tried. */

#include "farkas/pair.h"

#include "pair/verdict/verdict.h"

typedef fk_verdict verdict_stage(const fk_piece *a, const fk_piece *b);

static verdict_stage filter_hulls, filter_gjk, filter_smooth, exact_gjk, decide_half_space, decide_smooth;

/* clang-format off */
enum { NO, SAT, GJK, HUL, HSP, CUR };

/* The first and second stage use doubles with error bounds and are safe for any numbers; the exact one needs valid pieces. */
static const struct verdict_stages {
    verdict_stage *first, *second, *exact;
} stages_of[] = {
    [NO]  = {NULL,                 NULL,       NULL},
    [SAT] = {fk_sat_verdict,      filter_gjk, exact_gjk},        /* verdict/sat.c */
    [GJK] = {filter_gjk,           NULL,       exact_gjk},        /* verdict/gjk_filter.c, verdict/gjk_exact.c */
    [HUL] = {filter_hulls,         filter_gjk, exact_gjk},        /* verdict/gjk_blocks.c */
    [HSP] = {fk_half_space_filter, NULL,       decide_half_space}, /* verdict/half_space.c */
    [CUR] = {filter_smooth,        NULL,       decide_smooth},    /* curved pieces: measure/epa_double.c, verdict/smooth.c */
};

static const uint8_t table[FK_KIND_COUNT][FK_KIND_COUNT] = {
    /*                       none poin seg  tri  tetr box  sphe caps half hull cyl  cone ell */
    [FK_KIND_NONE]       = {NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO},
    [FK_KIND_POINT]      = {NO,  GJK, GJK, GJK, GJK, GJK, GJK, GJK, HSP, HUL, CUR, CUR, CUR},
    [FK_KIND_SEGMENT]    = {NO,  GJK, GJK, GJK, GJK, GJK, GJK, GJK, HSP, HUL, CUR, CUR, CUR},
    [FK_KIND_TRIANGLE]   = {NO,  GJK, GJK, SAT, SAT, SAT, GJK, GJK, HSP, HUL, CUR, CUR, CUR},
    [FK_KIND_TETRA]      = {NO,  GJK, GJK, SAT, SAT, SAT, GJK, GJK, HSP, HUL, CUR, CUR, CUR},
    [FK_KIND_BOX]        = {NO,  GJK, GJK, SAT, SAT, SAT, GJK, GJK, HSP, HUL, CUR, CUR, CUR},
    [FK_KIND_SPHERE]     = {NO,  GJK, GJK, GJK, GJK, GJK, GJK, GJK, HSP, HUL, CUR, CUR, CUR},
    [FK_KIND_CAPSULE]    = {NO,  GJK, GJK, GJK, GJK, GJK, GJK, GJK, HSP, HUL, CUR, CUR, CUR},
    [FK_KIND_HALF_SPACE] = {NO,  HSP, HSP, HSP, HSP, HSP, HSP, HSP, HSP, HSP, CUR, CUR, CUR},
    [FK_KIND_HULL]       = {NO,  HUL, HUL, HUL, HUL, HUL, HUL, HUL, HSP, HUL, CUR, CUR, CUR},
    [FK_KIND_CYLINDER]   = {NO,  CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR},
    [FK_KIND_CONE]       = {NO,  CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR},
    [FK_KIND_ELLIPSOID]  = {NO,  CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR},
};
/* clang-format on */

/* Decides by the stages of the table. */
FK_OWN_FRAME static fk_verdict decide_by_stages(const fk_piece *a, const fk_piece *b)
{
    if ((unsigned)a->kind >= FK_KIND_COUNT || (unsigned)b->kind >= FK_KIND_COUNT)
        return FK_UNDECIDED;
    const struct verdict_stages *w = &stages_of[table[a->kind][b->kind]];
    fk_verdict verdict = FK_UNDECIDED;
    /* Before the pieces are checked: that costs as much as a stage. */
    if (w->first != NULL)
        verdict = w->first(a, b);
    if (verdict == FK_UNDECIDED && w->second != NULL)
        verdict = w->second(a, b);
    if (verdict != FK_UNDECIDED || w->exact == NULL || fk_pair_check(a, b) != FK_OK)
        return verdict;
    return w->exact(a, b);
}

fk_verdict fk_pair_verdict(const fk_piece *a, const fk_piece *b)
{
    unsigned i = (unsigned)a->kind - FK_KIND_TETRA, j = (unsigned)b->kind - FK_KIND_TETRA;
    if (i < 2 && j < 2) {
        fk_verdict verdict = fk_sat_quick[i][j][fk_cpu_level()](&a->as.cell, &b->as.cell);
        if (verdict != FK_UNDECIDED)
            return verdict;
    }
    return decide_by_stages(a, b);
}

/* Balls and GJK in floats, with an error bound. */
static fk_verdict filter_hulls(const fk_piece *a, const fk_piece *b)
{
    return fk_gjk_blocks_verdict(a, b, NULL, NULL);
}

/* GJK in doubles, with an error bound. */
static fk_verdict filter_gjk(const fk_piece *a, const fk_piece *b)
{
    fk_pair_cache found;
    fk_gjk_filter_verdict(a, b, &found);
    return found.verdict;
}

/* By the search for the depth in doubles. */
static fk_verdict filter_smooth(const fk_piece *a, const fk_piece *b)
{
    return fk_any_half_space(a, b) ? fk_half_space_filter(a, b) : fk_smooth_filter(a, b);
}

FK_OWN_FRAME static fk_verdict exact_gjk(const fk_piece *a, const fk_piece *b)
{
    fk_pair pair;
    fk_gjk_solution solution;
    fk_pair_init(&pair, a, b);
    fk_gjk_exact(&pair, false, &solution);
    return solution.certificate.verdict;
}

FK_OWN_FRAME static fk_verdict decide_half_space(const fk_piece *a, const fk_piece *b)
{
    fk_arena arena;
    uint32_t deepest;
    fk_arena_init(&arena);
    return fk_half_space_verdict(&arena, a, b, &deepest);
}

/* By certificates that the verifier accepts. A cylinder or cone without radius is a segment, and not smooth. */
static fk_verdict decide_smooth(const fk_piece *a, const fk_piece *b)
{
    fk_certificate certificate;
    if (fk_any_smooth(a, b))
        return fk_smooth_verdict(a, b, &certificate);
    return fk_any_half_space(a, b) ? decide_half_space(a, b) : exact_gjk(a, b);
}
