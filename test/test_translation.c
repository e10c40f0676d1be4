/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Colliders that go straight. The oracle casts all pairs of parts in rational numbers, and their times are sorted and
 * merged here: the same stretches, to the last bit, for all kinds of colliders, both orders, every state of the
 * floating-point unit, ways that are no doubles, touching, sliding and grazing. */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask_oracle.h"
#include "colliders.h"
#include "fpu_modes.h"
#include "pair/cast/cast.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "shape/vertices.h"
#include "motion/first_contact.h"

#define TERMS 8

typedef struct way {
    fk_vec3 term[TERMS];
} way;

static way way_of(fk_vec3 sum)
{
    way w = {{sum}};
    return w;
}

static way negated(way w)
{
    for (int i = 0; i < TERMS; i++)
        w.term[i] = fk_vec3_negate(w.term[i]);
    return w;
}

static bool is_one_vector(const way *w)
{
    for (int i = 1; i < TERMS; i++)
        if (!same_vector(w->term[i], v(0, 0, 0)))
            return false;
    return true;
}

static fk_translation_contacts slide(const body *a, way w, const body *b)
{
    fk_placed_collider p = in_place(a), q = in_place(b);
    fk_translation_contacts out;
    assert_int_equal(fk_translation_find_contacts(context, &p, w.term, &q, false, &out), FK_OK);
    return out;
}

static bool same_interval(fk_interval x, fk_interval y)
{
    return x.lo == y.lo && x.hi == y.hi;
}

/* ---- The truth, pair by pair --------------------------------------------------------------------------- */

typedef struct truth {
    fk_interval enter, leave;
    bool is_exact, is_unsure, overlaps;
} truth;

#define TRUTHS 70000

static truth known[TRUTHS];

static mpq_t enter, leave;

static int make_all(void **state)
{
    mpq_inits(enter, leave, (mpq_ptr)NULL);
    return make_context(state);
}

static int end_all(void **state)
{
    mpq_clears(enter, leave, (mpq_ptr)NULL);
    return end_context(state);
}

static fk_interval rounded(const mpq_t x)
{
    double near = mpq_get_d(x);
    fk_interval out = {near, near};
    while (oracle_compare(x, out.lo) < 0)
        out.lo = nextafter(out.lo, -INFINITY);
    while (oracle_compare(x, nextafter(out.lo, INFINITY)) >= 0)
        out.lo = nextafter(out.lo, INFINITY);
    out.hi = oracle_compare(x, out.lo) == 0 ? out.lo : nextafter(out.lo, INFINITY);
    return out;
}

static bool is_exact_kind(const fk_piece *piece)
{
    return fk_piece_is_polyhedron(piece) || piece->kind == FK_KIND_HALF_SPACE;
}

/* By the oracle. */
static bool exact_truth(const fk_piece *a, const way *w, const fk_piece *b, truth *out)
{
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS], sum[3 * TERMS];
    struct oracle_piece p = to_oracle(a, number_a), q = to_oracle(b, number_b);
    for (int i = 0; i < 3 * TERMS; i++)
        sum[i] = fk_vec3_get(w->term[i / 3], i % 3);
    if (!oracle_cast_sum(&p, &q, sum, TERMS, 1, enter, leave))
        return false;
    *out = (truth){rounded(enter), rounded(leave), true, false, false};
    if (is_one_vector(w)) {
        mpq_add(enter, enter, leave);
        mpq_div_2exp(enter, enter, 1);
        out->overlaps = oracle_verdict_moved(&p, &q, sum, enter) == ORACLE_OVERLAPPING;
    }
    return true;
}

/* Brackets of round and smooth pieces are those of a cast: see test_cast_round.c for these. */
static bool round_truth(const fk_piece *a, const way *w, const fk_piece *b, truth *out)
{
    fk_displacement sum;
    fk_contact_times always;
    fk_cast cast;
    fk_displacement_make(w->term, TERMS, &sum);
    fk_displacement_cast(a, &sum, b, 1, &always, &cast);
    *out = (truth){cast.enter, cast.leave, always.is_exact, cast.result == FK_CAST_UNDECIDED, false};
    if (out->is_unsure) {
        out->enter = (fk_interval){fmax(always.first.lo, 0), INFINITY};
        out->leave = (fk_interval){-INFINITY, fmin(always.last.hi, 1)};
    }
    return cast.result != FK_CAST_MISS;
}

static int compare_truths(const void *x, const void *y)
{
    double p = ((const truth *)x)->enter.lo, q = ((const truth *)y)->enter.lo;
    return (p > q) - (p < q);
}

static void take_over(truth *to, const truth *from)
{
    to->enter.hi = fmin(to->enter.hi, from->enter.hi);
    to->leave.lo = fmax(to->leave.lo, from->leave.lo);
    to->leave.hi = fmax(to->leave.hi, from->leave.hi);
    to->is_exact = to->is_exact && from->is_exact;
    to->is_unsure = to->is_unsure && from->is_unsure;
    to->overlaps = to->overlaps || from->overlaps;
}

/* Sorts and merges; returns how many are left. */
static size_t merge_truths(size_t count)
{
    size_t out = 0;
    qsort(known, count, sizeof *known, compare_truths);
    for (size_t i = 0; i < count; i++)
        if (out > 0 && known[i].enter.lo <= known[out - 1].leave.hi)
            take_over(&known[out - 1], &known[i]);
        else
            known[out++] = known[i];
    return out;
}

static size_t find_truth(const body *a, way w, const body *b, bool *all_exact)
{
    parts *p = parts_of(a), *q = parts_of(b);
    size_t count = 0;
    *all_exact = true;
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t j = 0; j < q->count; j++) {
            const fk_piece *x = &p->piece[i], *y = &q->piece[j];
            bool is_exact = is_exact_kind(x) && is_exact_kind(y);
            assert_true(count < TRUTHS);
            *all_exact = *all_exact && is_exact;
            if (is_exact ? exact_truth(x, &w, y, &known[count]) : round_truth(x, &w, y, &known[count]))
                count++;
        }
    free(p);
    free(q);
    return merge_truths(count);
}

/* What is true of every result. */
static void assert_sound(const fk_translation_contacts *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const fk_translation_stretch *x = &s->stretch[i];
        assert_true(0 <= x->enter.lo && x->enter.lo <= x->enter.hi && x->enter.lo <= x->leave.lo);
        assert_true(x->leave.lo <= x->leave.hi && x->enter.hi <= x->leave.hi && x->leave.hi <= 1);
        assert_true(i == 0 || s->stretch[i - 1].leave.hi < x->enter.lo);
        assert_true(!x->is_unsure || (!x->overlaps && !x->is_exact));
    }
}

static void assert_same_times(const fk_translation_contacts *x, const fk_translation_contacts *y)
{
    assert_int_equal(x->count, y->count);
    for (size_t i = 0; i < x->count; i++) {
        assert_true(same_interval(x->stretch[i].enter, y->stretch[i].enter));
        assert_true(same_interval(x->stretch[i].leave, y->stretch[i].leave));
        assert_int_equal(x->stretch[i].is_exact, y->stretch[i].is_exact);
        assert_int_equal(x->stretch[i].overlaps, y->stretch[i].overlaps);
        assert_int_equal(x->stretch[i].is_unsure, y->stretch[i].is_unsure);
    }
}

/* `known` has the truth. */
static void assert_true_times(const fk_translation_contacts *s, size_t count, bool knows_overlaps)
{
    assert_sound(s);
    assert_int_equal(s->count, count);
    for (size_t i = 0; i < count; i++) {
        const fk_translation_stretch *x = &s->stretch[i];
        assert_int_equal(x->is_unsure, known[i].is_unsure);
        if (x->is_unsure)
            continue;
        if (!known[i].is_exact) { /* hulls of colliders have other points, and so other brackets */
            assert_true(have_common(x->enter, known[i].enter) && have_common(x->leave, known[i].leave));
            continue;
        }
        assert_true(same_interval(x->enter, known[i].enter) && same_interval(x->leave, known[i].leave));
        assert_true(x->is_exact);
        if (knows_overlaps)
            assert_int_equal(x->overlaps, known[i].overlaps);
    }
}

/* How many stretches there are. */
static size_t check(const body *a, way w, const body *b)
{
    bool all_exact;
    size_t count = find_truth(a, w, b, &all_exact);
    fk_translation_contacts s = slide(a, w, b), swapped = slide(b, negated(w), a);
    assert_true_times(&s, count, all_exact && is_one_vector(&w));
    assert_same_times(&s, &swapped);
    fk_translation_contacts_free(context, &swapped);
    fk_translation_contacts_free(context, &s);
    return count;
}

static body body_of_piece(fk_piece piece)
{
    return body_of_pieces(&piece, 1);
}

/* ---- Ways ---------------------------------------------------------------------------------------------- */

/* Sums that cancel, and leave what no double holds. */
static way any_sum(fk_random *random, fk_vec3 about)
{
    way w = way_of(about);
    for (int i = 1; i + 1 < TERMS; i += 2) {
        fk_vec3 large = any_place(random, ldexp(1, (int)fk_random_below(random, 40)));
        w.term[i] = large;
        w.term[i + 1] = fk_vec3_add(fk_vec3_negate(large), any_place(random, 0x1p-30));
    }
    w.term[TERMS - 1] = any_place(random, ldexp(1, -(int)fk_random_below(random, 900)));
    return w;
}

/* Through the middle of the other one, more or less. */
static way any_way(fk_random *random, const body *a, const body *b)
{
    fk_vec3 to = fk_vec3_sub(b->pose.translation, a->pose.translation);
    fk_vec3 sum = fk_vec3_add(fk_vec3_scale(to, fk_random_between(random, 0.2, 2)), any_place(random, 0.5));
    return fk_random_below(random, 3) == 0 ? any_sum(random, sum) : way_of(sum);
}

static void test_sums(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    fk_displacement sum;
    fk_arena arena;
    int longs = 0;
    for (int i = 0; i < 2000; i++) {
        way w = any_sum(&random, any_place(&random, 4));
        if (i % 4 == 1) /* is a double */
            for (int k = 0; k < TERMS; k++)
                w.term[k] = whole_vector(&random, 1000);
        if (i % 4 == 2) /* nothing is left */
            for (int k = 0; k < TERMS; k++)
                w.term[k] = k % 2 == 0 ? any_place(&random, 1e300) : fk_vec3_negate(w.term[k - 1]);
        if (i % 4 == 3) /* more than eight doubles, beyond all of them */
            for (int k = 0; k < TERMS; k++)
                w.term[k] = v(DBL_MAX, ldexp(1 + 0x1p-52, 900 - 230 * k), k == 0 ? 0x1p-1074 : 0);
        fpu_set(i % FPU_MODES);
        fk_displacement_make(w.term, TERMS, &sum);
        fpu_set(0);
        fk_arena_init(&arena);
        fk_exact_vec3 rest = fk_exact_vec3_sub(&arena, fk_exact_vec3_sum(&arena, w.term, TERMS),
                                               fk_displacement_exact(&arena, &sum));
        assert_true(fk_exact_vec3_is_zero(rest) && !arena.full);
        assert_true(i % 4 != 1 || sum.count <= 1);
        assert_true(i % 4 != 2 || sum.count == 0);
        longs += sum.count >= 2;
        for (int k = 0; k < 3; k++) {
            fk_ball ball = fk_ball_vec3_get(sum.ball, k);
            fk_exact x = fk_exact_mul(&arena, fk_exact_vec3_get(fk_displacement_exact(&arena, &sum), k),
                                      fk_exact_from(&arena, sum.scale));
            fk_exact off = fk_exact_sub(&arena, x, fk_exact_from(&arena, ball.mid));
            off.sign *= off.sign;
            assert_true(fk_exact_compare(off, fk_exact_from(&arena, ball.rad)) <= 0);
            assert_true(fabs(ball.mid) < 0x1p30 && ball.rad <= fabs(ball.mid) * 0x1p-50 + 0x1p-490);
        }
    }
    assert_true(longs > 900);
}

/* ---- All kinds of colliders ---------------------------------------------------------------------------- */

static void test_single_pieces(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    size_t hits = 0;
    for (int i = 0; i < 700 / SHARE; i++) {
        fk_vec3 point[2][HULL_POINTS];
        body a = body_of_piece(any_piece(&random, point[0])), b = body_of_piece(any_piece(&random, point[1]));
        a.pose = any_pose(&random, 2);
        b.pose = any_pose(&random, 0.1);
        fk_vec3 from = fk_pose_apply(&a.pose, point_of(&a.piece[0]));
        fk_vec3 way_to = fk_vec3_sub(fk_pose_apply(&b.pose, point_of(&b.piece[0])), from);
        way_to =
            fk_vec3_add(fk_vec3_scale(way_to, fk_random_between(&random, 0.8, 2)), any_place(&random, 0.3));
        hits += check(&a, i % 3 == 0 ? any_sum(&random, way_to) : way_of(way_to), &b);
        body_end(&a);
        body_end(&b);
    }
    assert_true(hits > 100u / SHARE);
}

static void test_any_bodies(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    size_t most = 0;
    for (uint64_t i = 0; i < 2 * BODY_KINDS * BODY_KINDS / SHARE; i++) {
        body a = any_body(&random, i % BODY_KINDS), b = any_body(&random, i / BODY_KINDS % BODY_KINDS);
        a.pose = any_pose(&random, 3);
        b.pose = any_pose(&random, 0.1);
        size_t count = check(&a, any_way(&random, &a, &b), &b);
        most = count > most ? count : most;
        body_end(&a);
        body_end(&b);
    }
    assert_true(SANITIZED || most > 1);
}

/* Whole numbers: faces, edges and corners that touch, and slide along each other. */
static void test_whole_cubes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    int touches = 0, overlaps = 0;
    for (int i = 0; i < 300 / SHARE; i++) {
        /* Of few parts. */
        static const int few[] = {0, 2, 4, 6, 8};
        body a = cube_form(few[i % 5]), b = cube_form(few[i / 5 % 5]);
        a.pose = quarter_turn(&random, whole_vector(&random, 4));
        b.pose = quarter_turn(&random, whole_vector(&random, 1));
        way w = way_of(fk_vec3_scale(whole_vector(&random, 3), 2));
        if (check(&a, w, &b) > 0) {
            fk_translation_contacts s = slide(&a, w, &b);
            touches += !s.stretch[0].overlaps;
            overlaps += s.stretch[0].overlaps;
            fk_translation_contacts_free(context, &s);
        }
        body_end(&a);
        body_end(&b);
    }
    assert_true(SANITIZED || (touches > 30 && overlaps > 30));
}

/* ---- Known ones ---------------------------------------------------------------------------------------- */

static void assert_stretch(const fk_translation_stretch *x, double from, double to)
{
    assert_true(x->enter.lo <= from && from <= x->enter.hi && x->enter.hi - x->enter.lo <= 0x1p-40);
    assert_true(x->leave.lo <= to && to <= x->leave.hi && x->leave.hi - x->leave.lo <= 0x1p-40);
}

static body mesh_box(fk_vec3 low, fk_vec3 high)
{
    soup *s = soup_make();
    soup_add_box(s, low.x, low.y, low.z, high.x, high.y, high.z);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return body_of_mesh(mesh, true);
}

/* A frame of four bars around a square hole. */
static body mesh_frame(double hole, double size)
{
    soup *s = soup_make();
    soup_add_box(s, -size, -size, -1, -hole, size, 1);
    soup_add_box(s, hole, -size, -1, size, size, 1);
    soup_add_box(s, -hole, -size, -1, hole, -hole, 1);
    soup_add_box(s, -hole, hole, -1, hole, size, 1);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return body_of_mesh(mesh, true);
}

/* A peg that fits exactly slides; one that is larger by the last bit does not get in. */
static void test_peg_and_hole(void **state)
{
    (void)state;
    body hole = mesh_frame(1, 3), peg = mesh_box(v(-1, -1, -1), v(1, 1, 1));
    peg.pose.translation = v(0, 0, -8);
    assert_int_equal(check(&peg, way_of(v(0, 0, 16)), &hole), 1);
    fk_translation_contacts s = slide(&peg, way_of(v(0, 0, 16)), &hole);
    assert_stretch(&s.stretch[0], 0.375, 0.625);
    assert_true(s.stretch[0].is_exact && !s.stretch[0].overlaps);
    assert_true(fabs(s.stretch[0].point.z + 1) < 1e-9);
    fk_translation_contacts_free(context, &s);
    body_end(&peg);

    peg = mesh_box(v(-1, -1, -1), v(1 + DBL_EPSILON, 1, 1));
    peg.pose.translation = v(0, 0, -8);
    assert_int_equal(check(&peg, way_of(v(0, 0, 16)), &hole), 1);
    body_end(&peg);

    peg = mesh_box(v(-1 + DBL_EPSILON, -1 + DBL_EPSILON, -1), v(1 - DBL_EPSILON, 1 - DBL_EPSILON, 1));
    peg.pose.translation = v(0, 0, -8);
    assert_int_equal(check(&peg, way_of(v(0, 0, 16)), &hole), 0);
    body_end(&peg);
    body_end(&hole);
}

/* A thin ring that goes along the tube of another one, and through its hole. */
static void test_rings(void **state)
{
    (void)state;
    body a = body_of_mesh(generated("torus", 200), true), b = body_of_mesh(generated("torus", 300), true);
    a.pose = fk_pose_from_rpy(v(-6, 0.25, 0.5), v(1.5, 0.25, 0));
    if (!SANITIZED)
        check(&a, way_of(v(12, 0, 0.125)), &b);
    a.pose.translation = v(0, 0, 3);
    fk_translation_contacts s = slide(&a, way_of(v(0, 0, -6)), &b);
    assert_sound(&s);
    assert_true(s.count >= 1 && s.stretch[0].is_exact && s.stretch[0].overlaps);
    fk_translation_contacts_free(context, &s);
    body_end(&a);
    body_end(&b);
}

/* A comb: each tooth is a stretch of its own. */
static void test_comb(void **state)
{
    (void)state;
    enum { TEETH = 100 };
    soup *t = soup_make();
    for (int i = 0; i < TEETH; i++)
        soup_add_box(t, 2 * i, 0, 0, 2 * i + 1, 1, 1);
    fk_mesh *mesh = soup_mesh(context, t);
    free(t);
    body comb = body_of_mesh(mesh, true), rod = mesh_box(v(-0.5, -4, 0.25), v(-0.25, 4, 0.5));
    fk_translation_contacts s = slide(&rod, way_of(v(256, 0, 0)), &comb);
    assert_sound(&s);
    assert_int_equal(s.count, TEETH);
    for (int i = 0; i < TEETH; i++) {
        assert_true(s.stretch[i].is_exact && s.stretch[i].overlaps);
        assert_true(s.stretch[i].enter.lo == (2 * i + 0.25) / 256 &&
                    s.stretch[i].leave.hi == (2 * i + 1.5) / 256);
    }
    fk_translation_contacts_free(context, &s);
    body_end(&rod);
    body_end(&comb);
}

/* A box from x = -10 to 10 through a cone, of triangles and as a piece. */
static void test_box_through_cone(void **state)
{
    (void)state;
    body box = mesh_box(v(-0.5, -0.5, 0), v(0.5, 0.5, 0.5)),
         solid = body_of_mesh(generated("cone", 64), true);
    box.pose.translation = v(-10, 0, 0.25);
    assert_int_equal(check(&box, way_of(v(20, 0, 0)), &solid), 1);
    body smooth = body_of_piece(fk_piece_cone(v(0, 0, 0), v(0, 0, 2), 1));
    assert_int_equal(check(&box, way_of(v(20, 0, 0)), &smooth), 1);
    fk_translation_contacts s = slide(&box, way_of(v(20, 0, 0)), &smooth);
    /* The lower edge is at height 1/4, where the cone has a radius of 7/8. */
    assert_stretch(&s.stretch[0], (10 - 0.5 - 0.875) / 20, (10 + 0.5 + 0.875) / 20);
    assert_true(s.stretch[0].overlaps);
    fk_translation_contacts_free(context, &s);
    body_end(&smooth);
    body_end(&solid);
    body_end(&box);
}

/* A ball of a millimetre and a box of 500 m, whose way is no double: the first time within 1e-5 mm. */
static void test_ball_and_large_box(void **state)
{
    (void)state;
    body ball = body_of_piece(fk_piece_sphere(v(0, 0, 0), 1));
    body box = mesh_box(v(-250000, -250000, -250000), v(250000, 250000, 250000));
    ball.pose.translation = v(-300000, 100.5, 7.25);
    way w = way_of(v(100000, 0, 0));
    w.term[1] = v(0x1p-40, 0, 0);
    fk_translation_contacts s = slide(&ball, w, &box);
    assert_sound(&s);
    assert_int_equal(s.count, 1);
    double speed = 100000;
    assert_true(s.stretch[0].is_exact);
    assert_true(s.stretch[0].enter.lo * speed <= 49999 && s.stretch[0].enter.hi * speed >= 49999 - 1e-9);
    assert_true((s.stretch[0].enter.hi - s.stretch[0].enter.lo) * speed < 1e-5);
    assert_true((s.stretch[0].leave.hi - s.stretch[0].leave.lo) * speed < 1e-5);
    fk_translation_contacts_free(context, &s);
    body_end(&ball);
    body_end(&box);
}

/* The last bits of a sum decide whether they just touch at the end. */
static void test_last_bits(void **state)
{
    (void)state;
    body a = mesh_box(v(-1, -1, -1), v(0, 1, 1)), b = mesh_box(v(1, -2, -2), v(2, 2, 2));
    way w = way_of(v(1, 0, 0));
    assert_int_equal(check(&a, w, &b), 1);
    w.term[5] = v(-0x1p-900, 0, 0);
    assert_int_equal(check(&a, w, &b), 0);
    w.term[7] = v(0x1p-900, 0, 0);
    assert_int_equal(check(&a, w, &b), 1);
    w.term[3] = v(0x1p-1074, 0, 0);
    assert_int_equal(check(&a, w, &b), 1);
    /* Along a face, which it leaves or enters by the last bits. */
    w = way_of(v(0, 0x1p60, 0));
    w.term[1] = v(0, -0x1p60, 8);
    a.pose.translation = v(1, 0, 0);
    assert_int_equal(check(&a, w, &b), 1);
    w.term[2] = v(-0x1p-1000, 0, 0);
    assert_int_equal(check(&a, w, &b), 1);
    body_end(&a);
    body_end(&b);
}

/* Cubes along each other's faces, edges and corners, in all directions. */
static void test_along_faces(void **state)
{
    (void)state;
    for (int i = 0; i < 27; i++) {
        body a = cube_form(i % 2 == 0 ? 0 : 6), b = cube_form(0);
        int along = i % 3, other = (along + 1 + i / 3 % 2) % 3;
        double from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
        from[along] = -4;
        to[along] = 8;
        from[other] = i / 6 % 2 == 0 ? 2 : -2;
        from[3 - along - other] = i / 9 - 1;
        a.pose.translation = v(from[0], from[1], from[2]);
        assert_int_equal(check(&a, way_of(v(to[0], to[1], to[2])), &b), 1);
        body_end(&a);
        body_end(&b);
    }
}

/* A rod slides on a plate all the way, and goes through a small box on it for a part. */
static void test_slides_and_overlaps(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        soup *t = soup_make();
        soup_add_box(t, -300, -100, -1, 100, 100, 0); /* one triangle is below all of the way */
        if (i > 0)
            soup_add_box(t, 3, -0.5, 0.25, 4, 0.5, 0.5);
        body plate = body_of_mesh(soup_mesh(context, t), true), rod = mesh_box(v(-1, -1, 0), v(1, 1, 1));
        free(t);
        way w = way_of(v(8, 0, 0));
        assert_int_equal(check(&rod, w, &plate), 1);
        fk_translation_contacts s = slide(&rod, w, &plate);
        assert_int_equal(s.stretch[0].overlaps, i > 0);
        fk_translation_contacts_free(context, &s);
        body_end(&rod);
        body_end(&plate);
    }
}

/* A half-space that is entered, slid along, and left. */
static void test_half_spaces(void **state)
{
    (void)state;
    static const fk_vec3 to[] = {{0, 0, -8}, {8, 0, 0}, {0, 0, 8}, {1, 2, -2}};
    body half = body_of_piece(fk_piece_half_space(v(0, 0, 1), -1));
    for (int i = 0; i < 12; i++) {
        body cube = cube_form(i % 2 == 0 ? 0 : 6);
        cube.pose.translation = v(0, 0, i / 4 * 2 - 2);
        check(&cube, way_of(to[i % 4]), &half);
        body_end(&cube);
    }
    body_end(&half);
}

/* A ball has exact times, also where a box meets at the same time. */
static void test_at_the_same_time(void **state)
{
    (void)state;
    body wall = body_of_piece(fk_piece_box(v(3, -4, -4), v(27, 0, 0), v(0, 8, 0), v(0, 0, 8)));
    for (int i = 0; i < 2; i++) {
        fk_piece piece[2];
        piece[i] = fk_piece_box(v(-1, 2, 0), v(1, 0, 0), v(0, 0.5, 0), v(0, 0, 0.5));
        piece[1 - i] = fk_piece_sphere(v(-1, 0.25, 0.125), 1);
        body both = body_of_pieces(piece, 2), box = body_of_piece(piece[i]);
        fk_translation_contacts s = slide(&both, way_of(v(7, 0, 0)), &wall),
                                alone = slide(&box, way_of(v(7, 0, 0)), &wall);
        assert_sound(&s);
        assert_int_equal(s.count, 1);
        assert_true(have_common(s.stretch[0].enter, alone.stretch[0].enter));
        assert_true(alone.stretch[0].is_exact && s.stretch[0].is_exact && s.stretch[0].overlaps);
        fk_translation_contacts_free(context, &alone);
        fk_translation_contacts_free(context, &s);
        body_end(&box);
        body_end(&both);
    }
    body_end(&wall);
}

/* Smooth pieces that just touch on the way may miss each other. */
static void test_unsure(void **state)
{
    (void)state;
    body ball = body_of_piece(fk_piece_sphere(v(-4, 2, 0.25), 1));
    body post = body_of_piece(fk_piece_cylinder(v(0, 0, -3), v(0, 0, 3), 1));
    assert_int_equal(check(&ball, way_of(v(8, 0, 0)), &post), 1);
    fk_translation_contacts s = slide(&ball, way_of(v(8, 0, 0)), &post);
    assert_true(s.stretch[0].is_unsure && s.stretch[0].enter.lo <= 0.5 && s.stretch[0].leave.hi >= 0.5);
    fk_translation_contacts_free(context, &s);
    body_end(&ball);
    body_end(&post);
}

static void test_no_way(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        body a = cube_form(6), b = cube_form(0);
        a.pose.translation = v(i == 0 ? 0.5 : i == 1 ? 2 : 2.5, 0, 0);
        way w = way_of(v(3, 1e300, 0x1p-1074));
        w.term[6] = fk_vec3_negate(w.term[0]);
        fk_translation_contacts s = slide(&a, w, &b);
        assert_int_equal(s.count, i < 2);
        if (i < 2) {
            assert_true(same_interval(s.stretch[0].enter, (fk_interval){0, 0}));
            assert_true(same_interval(s.stretch[0].leave, (fk_interval){1, 1}));
            assert_int_equal(s.stretch[0].overlaps, i == 0);
            assert_true(s.stretch[0].is_exact);
        }
        fk_translation_contacts_free(context, &s);
        body_end(&a);
        body_end(&b);
    }
}

/* Bodies and ways of any size. */
static void test_sizes(void **state)
{
    (void)state;
    static const double size[] = {0x1p-1060, 0x1p-600, 0x1p-240, 0x1p-190,
                                  0x1p190,   0x1p240,  0x1p600,  0x1p1020};
    fk_random random = fk_random_make(17);
    for (int i = 0; i < 8 * 12 / SHARE; i++) {
        double unit = size[i % 8];
        soup *s[2] = {soup_make(), soup_make()};
        body one[2];
        for (int k = 0; k < 2; k++) {
            for (int t = 0; t < 3; t++)
                soup_add(s[k], whole_vector(&random, 4), whole_vector(&random, 4), whole_vector(&random, 4));
            soup_move(s[k], v(unit, unit, unit), v(k == 0 ? -8 * unit : 0, 0, 0));
            one[k] = body_of_mesh(soup_mesh(context, s[k]), false);
            free(s[k]);
        }
        way w = way_of(fk_vec3_scale(v(14, fk_random_between(&random, -3, 3), 0), unit));
        if (i % 3 == 0)
            w.term[4] = v(0, 0x1p-1074, unit);
        bool all_exact;
        size_t count = find_truth(&one[0], w, &one[1], &all_exact);
        fk_translation_contacts found = slide(&one[0], w, &one[1]);
        assert_true_times(&found, count, is_one_vector(&w));
        fk_translation_contacts_free(context, &found);
        body_end(&one[0]);
        body_end(&one[1]);
    }
}

/* The longest numbers that there are: the integers have room. */
static void test_longest_numbers(void **state)
{
    (void)state;
    fk_random random = fk_random_make(23);
    for (int i = 0; i < 30 / SHARE + 2; i++) {
        fk_piece piece[2];
        for (int k = 0; k < 2; k++) {
            fk_vec3 e[4];
            for (int n = 0; n < 4; n++)
                for (int axis = 0; axis < 3; axis++) {
                    double x =
                        ldexp(fk_random_between(&random, -1, 1),
                              fk_random_below(&random, 2) ? 1018 : -1000 + (int)fk_random_below(&random, 9));
                    if (axis == 0)
                        e[n].x = x;
                    else if (axis == 1)
                        e[n].y = x;
                    else
                        e[n].z = x;
                }
            piece[k] = i % 2 ? fk_piece_box(e[0], e[1], e[2], e[3]) : fk_piece_tetra(e[0], e[1], e[2], e[3]);
        }
        way w;
        for (int k = 0; k < TERMS; k++)
            w.term[k] = fk_vec3_make(ldexp(fk_random_between(&random, -1, 1), 1010 - 280 * k),
                                     ldexp(fk_random_between(&random, -1, 1), 1000 - 270 * k),
                                     ldexp(fk_random_between(&random, -1, 1), -1000 + 280 * k));
        truth out;
        fk_displacement sum;
        fk_contact_times always;
        fk_cast cast;
        fk_displacement_make(w.term, TERMS, &sum);
        fk_displacement_cast(&piece[0], &sum, &piece[1], 1, &always, &cast);
        bool meets = exact_truth(&piece[0], &w, &piece[1], &out);
        assert_int_equal(cast.result, meets ? FK_CAST_HIT : FK_CAST_MISS);
        assert_true(!meets || (same_interval(cast.enter, out.enter) && same_interval(cast.leave, out.leave)));
    }
}

/* ---- The floating-point unit, and memory --------------------------------------------------------------- */

static void test_every_fpu_mode(void **state)
{
    (void)state;
    fk_random random = fk_random_make(29);
    for (int i = 0; i < 24 / SHARE + 1; i++) {
        static const int form[] = {6, 7, 2, 3, 5, 8};
        body a = cube_form(form[i % 6]), b = cube_form(form[(i / 6 + i) % 6]);
        a.pose = quarter_turn(&random, fk_vec3_scale(whole_vector(&random, 8), 0.5));
        way w = any_way(&random, &a, &b);
        if (i % 2 == 0)
            w = way_of(fk_vec3_scale(a.pose.translation, -2));
        fk_translation_contacts usual = slide(&a, w, &b);
        for (int mode = 1; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            fk_translation_contacts other = slide(&a, w, &b);
            fpu_set(0);
            assert_same_times(&usual, &other);
            fk_translation_contacts_free(context, &other);
        }
        fk_translation_contacts_free(context, &usual);
        body_end(&a);
        body_end(&b);
    }
}

static fk_status ask(fk_context *scarce, const void *user, void *out)
{
    const fk_placed_collider *pair = user;
    way w = way_of(fk_vec3_scale(pair[0].pose.translation, -2));
    fk_translation_contacts s;
    fk_status status = fk_translation_find_contacts(scarce, &pair[0], w.term, &pair[1], true, &s);
    if (status != FK_OK)
        return status;
    assert_true(s.count > 0);
    fk_translation_contacts_free(scarce, &s);
    memset(out, 0, 1);
    return FK_OK;
}

static void test_scarce_memory(void **state)
{
    (void)state;
    for (int i = 0; i < CUBE_FORMS; i++)
        for (int k = 0; k < CUBE_FORMS; k += SANITIZED ? 4 : 1) {
            body a = cube_form(i), b = cube_form(k);
            a.pose = fk_pose_from_rpy(v(-4, 0.25, 0.5), v(0.1, 0.2, 0.3));
            fk_placed_collider pair[2] = {in_place(&a), in_place(&b)};
            memory_ask(ask, pair, 1);
            body_end(&a);
            body_end(&b);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_single_pieces),
        cmocka_unit_test(test_any_bodies),
        cmocka_unit_test(test_whole_cubes),
        cmocka_unit_test(test_peg_and_hole),
        cmocka_unit_test(test_rings),
        cmocka_unit_test(test_comb),
        cmocka_unit_test(test_box_through_cone),
        cmocka_unit_test(test_ball_and_large_box),
        cmocka_unit_test(test_last_bits),
        cmocka_unit_test(test_along_faces),
        cmocka_unit_test(test_slides_and_overlaps),
        cmocka_unit_test(test_half_spaces),
        cmocka_unit_test(test_at_the_same_time),
        cmocka_unit_test(test_unsure),
        cmocka_unit_test(test_no_way),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_longest_numbers),
        cmocka_unit_test_teardown(test_every_fpu_mode, fpu_usual),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, make_all, end_all);
}
