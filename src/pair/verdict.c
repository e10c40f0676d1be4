/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on two pieces, without a proof. This is the map of the room: which ways decide a pair of kinds, the quickest
 * first. Each of them decides rightly or not at all, so what one leaves open goes to the next. */

#include "farkas/pair.h"

#include "pair/verdict/verdict.h"

typedef fk_verdict way(const fk_piece *a, const fk_piece *b);

static way filtered_gjk, exact_gjk, exact_half, bracketed;

/* clang-format off */
enum { NO, SAT, GJK, HSP, CUR };

/* First and second ways are in doubles with error bounds, and safe for any numbers; exact ones are for valid pieces. */
static const struct ways {
    way *first, *second, *exact;
} ways_of[] = {
    [NO]  = {NULL,            NULL,         NULL},
    [SAT] = {fk_axes_verdict, filtered_gjk, exact_gjk},  /* separating axes: verdict/axes.c */
    [GJK] = {filtered_gjk,    NULL,         exact_gjk},  /* verdict/quick.c, verdict/solver.c */
    [HSP] = {fk_half_quick,   NULL,         exact_half}, /* half-spaces by the deepest vertex: verdict/half.c */
    [CUR] = {NULL,            NULL,         bracketed},  /* curved pieces: verdict/smooth.c */
};

static const uint8_t table[FK_KIND_COUNT][FK_KIND_COUNT] = {
    /*                       none poin seg  tri  tetr box  sphe caps half hull cyl  cone ell */
    [FK_KIND_NONE]       = {NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO,  NO},
    [FK_KIND_POINT]      = {NO,  GJK, GJK, GJK, GJK, GJK, GJK, GJK, HSP, GJK, CUR, CUR, CUR},
    [FK_KIND_SEGMENT]    = {NO,  GJK, GJK, GJK, GJK, GJK, GJK, GJK, HSP, GJK, CUR, CUR, CUR},
    [FK_KIND_TRIANGLE]   = {NO,  GJK, GJK, SAT, SAT, SAT, GJK, GJK, HSP, GJK, CUR, CUR, CUR},
    [FK_KIND_TETRA]      = {NO,  GJK, GJK, SAT, SAT, SAT, GJK, GJK, HSP, GJK, CUR, CUR, CUR},
    [FK_KIND_BOX]        = {NO,  GJK, GJK, SAT, SAT, SAT, GJK, GJK, HSP, GJK, CUR, CUR, CUR},
    [FK_KIND_SPHERE]     = {NO,  GJK, GJK, GJK, GJK, GJK, GJK, GJK, HSP, GJK, CUR, CUR, CUR},
    [FK_KIND_CAPSULE]    = {NO,  GJK, GJK, GJK, GJK, GJK, GJK, GJK, HSP, GJK, CUR, CUR, CUR},
    [FK_KIND_HALF_SPACE] = {NO,  HSP, HSP, HSP, HSP, HSP, HSP, HSP, HSP, HSP, CUR, CUR, CUR},
    [FK_KIND_HULL]       = {NO,  GJK, GJK, GJK, GJK, GJK, GJK, GJK, HSP, GJK, CUR, CUR, CUR},
    [FK_KIND_CYLINDER]   = {NO,  CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR},
    [FK_KIND_CONE]       = {NO,  CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR},
    [FK_KIND_ELLIPSOID]  = {NO,  CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR, CUR},
};
/* clang-format on */

fk_verdict fk_pair_verdict(const fk_piece *a, const fk_piece *b)
{
    if ((unsigned)a->kind >= FK_KIND_COUNT || (unsigned)b->kind >= FK_KIND_COUNT)
        return FK_UNDECIDED;
    const struct ways *w = &ways_of[table[a->kind][b->kind]];
    fk_verdict verdict = FK_UNDECIDED;
    /* Before the check, which would cost as much. */
    if (w->first != NULL)
        verdict = w->first(a, b);
    if (verdict == FK_UNDECIDED && w->second != NULL)
        verdict = w->second(a, b);
    if (verdict != FK_UNDECIDED || w->exact == NULL || fk_pair_check(a, b) != FK_OK)
        return verdict;
    return w->exact(a, b);
}

/* GJK in doubles, where error bounds prove its end. */
static fk_verdict filtered_gjk(const fk_piece *a, const fk_piece *b)
{
    fk_pair_cache found;
    fk_quick_solve(a, b, &found);
    return found.verdict;
}

FK_OWN_FRAME static fk_verdict exact_gjk(const fk_piece *a, const fk_piece *b)
{
    fk_pair pair;
    fk_solution solution;
    fk_pair_init(&pair, a, b);
    fk_solve(&pair, false, &solution);
    return solution.certificate.verdict;
}

FK_OWN_FRAME static fk_verdict exact_half(const fk_piece *a, const fk_piece *b)
{
    fk_arena arena;
    uint32_t deepest;
    fk_arena_init(&arena);
    return fk_half_verdict(&arena, a, b, &deepest);
}

/* Between proofs. A cylinder or cone without radius is a segment, and not smooth. */
static fk_verdict bracketed(const fk_piece *a, const fk_piece *b)
{
    fk_certificate certificate;
    if (fk_smooth_is_among(a, b))
        return fk_smooth_solve(a, b, &certificate);
    return fk_half_is_among(a, b) ? exact_half(a, b) : exact_gjk(a, b);
}
