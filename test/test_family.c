/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of the families of test pairs: every pair is valid, of the kinds ordered and the same each time; each
 * truth that is claimed agrees with the oracle; and each family is what its name says. The draws have fixed
 * seeds, so that a share of hits is one number and no matter of luck. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ask_oracle.h"
#include "gen/family.h"
#include "shape/vertices.h"

#define SEED 20260101u

/* ---- Looking at pieces --------------------------------------------------------------------------------- */

static bool same_numbers(const fk_piece *a, const fk_piece *b)
{
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(a, number_a);
    return a->kind == b->kind && fk_piece_to_numbers(b, number_b) == count &&
           memcmp(number_a, number_b, count * sizeof(double)) == 0;
}

static double largest_number(const fk_piece *piece)
{
    double number[FK_PIECE_NUMBERS], largest = 0;
    uint32_t count = fk_piece_to_numbers(piece, number);
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(number[i]));
    return largest;
}

static bool is_whole(const fk_piece *piece)
{
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    for (size_t i = 0; i < count; i++)
        if (number[i] != round(number[i]))
            return false;
    return true;
}

static bool is_cell(const fk_piece *piece)
{
    return piece->kind == FK_KIND_TETRA || piece->kind == FK_KIND_BOX;
}

static double volume(const fk_cell *cell)
{
    return fk_vec3_dot(cell->edge[0], fk_vec3_cross(cell->edge[1], cell->edge[2]));
}

static bool is_zero(fk_vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* The vertices of a piece: corners, the centre of a sphere, the ends of a capsule; none for a half-space. Exact
 * for numbers of few bits. */
static uint32_t corners_of(const fk_piece *piece, fk_vec3 corner[FK_VERTEX_MAX])
{
    uint32_t count = fk_piece_vertex_count(piece);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 term[FK_TERM_MAX];
        uint32_t terms = fk_piece_vertex_terms(piece, i, term);
        corner[i] = term[0];
        for (uint32_t k = 1; k < terms; k++)
            corner[i] = fk_vec3_add(corner[i], term[k]);
    }
    return count;
}

/* ---- Looking at families ------------------------------------------------------------------------------- */

static size_t family_named(const char *name)
{
    size_t family = fk_family_find(name);
    if (family == fk_family_count())
        fail_msg("no family %s", name);
    return family;
}

static void print_pair(size_t family, const fk_family_pair *pair)
{
    char a[FK_PIECE_TEXT_SIZE], b[FK_PIECE_TEXT_SIZE];
    fk_piece_format(&pair->a, a, sizeof a);
    fk_piece_format(&pair->b, b, sizeof b);
    print_error("%s, truth %s, oracle %s: %s %s\n", fk_family_name(family), fk_verdict_name(pair->truth),
                fk_verdict_name(ask_oracle(&pair->a, &pair->b)), a, b);
}

/* Called for every pair of a walk. */
typedef void visit(size_t family, const fk_family_pair *pair);

/* The first `count` pairs of a family for every two kinds. */
static void walk_family(size_t family, uint64_t count, visit *visitor)
{
    for (int a = 1; a <= (int)FK_FAMILY_KINDS; a++)
        for (int b = 1; b <= (int)FK_FAMILY_KINDS; b++)
            for (uint64_t index = 0; index < count; index++) {
                fk_family_pair pair;
                fk_family_make(family, (fk_kind)a, (fk_kind)b, SEED, index, &pair);
                visitor(family, &pair);
            }
}

static void walk_named(const char *name, uint64_t count, visit *visitor)
{
    walk_family(family_named(name), count, visitor);
}

static void walk_all(uint64_t count, visit *visitor)
{
    for (size_t family = 0; family < fk_family_count(); family++)
        walk_family(family, count, visitor);
}

/* How many of 100 pairs the oracle calls that verdict. */
static double share_of(size_t family, fk_kind a, fk_kind b, fk_verdict verdict)
{
    int hits = 0, count = 500;
    for (int i = 0; i < count; i++) {
        fk_family_pair pair;
        fk_family_make(family, a, b, SEED, (uint64_t)i, &pair);
        hits += ask_oracle(&pair.a, &pair.b) == verdict;
    }
    return 100.0 * hits / count;
}

static void assert_share(double share, double low, double high, const char *what)
{
    if (share < low || share > high)
        fail_msg("%s: %g of 100 is not between %g and %g", what, share, low, high);
}

/* ---- The table ----------------------------------------------------------------------------------------- */

/* The names are part of the command line. */
static void test_names(void **state)
{
    static const char *const names[] = {
        "random",          "gap-1e-3",      "gap-1e-4",      "gap-1e-5",     "gap-1e-6",   "gap-1e-7",
        "gap-1e-8",        "gap-1e-9",      "gap-1e-10",     "gap-1e-11",    "gap-1e-12",  "gap-1e-13",
        "gap-1e-14",       "gap-1e-15",     "gap-1e-16",     "touch-vertex", "touch-edge", "touch-face",
        "touch-vertex-24", "touch-edge-24", "touch-face-24", "ulp-apart",    "parallel",   "nearly-parallel",
        "axis-aligned",    "flat",          "zero-size",     "needles",      "tiny",       "huge",
        "mixed-scale",     "far",           "nested",        "identical",    "extremes"};
    (void)state;
    assert_int_equal(fk_family_count(), sizeof names / sizeof names[0]);
    for (size_t i = 0; i < fk_family_count(); i++) {
        assert_string_equal(fk_family_name(i), names[i]);
        assert_true(strlen(fk_family_summary(i)) > 10);
        assert_null(strchr(fk_family_summary(i), '\n'));
        assert_int_equal(fk_family_find(names[i]), i);
    }
    static const char *const absent[] = {"", "rando", "randomly", "Random", "touch"};
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++)
        assert_int_equal(fk_family_find(absent[i]), fk_family_count());
}

/* ---- Every pair ---------------------------------------------------------------------------------------- */

/* Valid, of the kinds ordered, and the same when made again after another one. */
static void test_valid_and_same(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (int a = 0; a <= (int)FK_FAMILY_KINDS; a++)
            for (int b = 0; b <= (int)FK_FAMILY_KINDS; b++)
                for (uint64_t index = 0; index < 20; index++) {
                    fk_family_pair pair, other, again;
                    memset(&pair, 0x55, sizeof pair);
                    memset(&again, 0xaa, sizeof again);
                    fk_family_make(family, (fk_kind)a, (fk_kind)b, SEED, index, &pair);
                    fk_family_make(family, (fk_kind)a, (fk_kind)b, SEED, index + 1, &other);
                    fk_family_make(family, (fk_kind)a, (fk_kind)b, SEED, index, &again);
                    assert_int_equal(fk_piece_check(&pair.a), FK_OK);
                    assert_int_equal(fk_piece_check(&pair.b), FK_OK);
                    assert_true(a == FK_KIND_NONE || (int)pair.a.kind == a);
                    assert_true(b == FK_KIND_NONE || (int)pair.b.kind == b);
                    assert_true(same_numbers(&pair.a, &again.a) && same_numbers(&pair.b, &again.b));
                    assert_int_equal(pair.truth, again.truth);
                }
}

/* Another seed, index, family or kind of the other piece makes another piece a. Over extremes, which repeat
 * themselves by design, and small grids this can fail for one pair but not for all. */
static void test_arguments_matter(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++) {
        int by_seed = 0, by_index = 0, by_kind = 0, by_family = 0, count = 100;
        for (int i = 0; i < count; i++) {
            uint64_t index = (uint64_t)i;
            fk_family_pair pair, other;
            fk_family_make(family, FK_KIND_BOX, FK_KIND_BOX, SEED, index, &pair);
            fk_family_make(family, FK_KIND_BOX, FK_KIND_BOX, SEED + 1, index, &other);
            by_seed += same_numbers(&pair.a, &other.a);
            fk_family_make(family, FK_KIND_BOX, FK_KIND_BOX, SEED, index + 1, &other);
            by_index += same_numbers(&pair.a, &other.a);
            fk_family_make(family, FK_KIND_BOX, FK_KIND_TETRA, SEED, index, &other);
            by_kind += same_numbers(&pair.a, &other.a);
            fk_family_make((family + 1) % fk_family_count(), FK_KIND_BOX, FK_KIND_BOX, SEED, index, &other);
            by_family += same_numbers(&pair.a, &other.a);
        }
        assert_true(by_seed < 10 && by_index < 10 && by_kind < 10 && by_family < 10);
    }
}

/* Kinds that are left open are all drawn. */
static void test_open_kinds(void **state)
{
    int seen[FK_KIND_COUNT][FK_KIND_COUNT] = {{0}};
    (void)state;
    for (uint64_t index = 0; index < 6400; index++) {
        fk_family_pair pair;
        fk_family_make(0, FK_KIND_NONE, FK_KIND_NONE, SEED, index, &pair);
        seen[pair.a.kind][pair.b.kind]++;
    }
    for (int a = 1; a <= (int)FK_FAMILY_KINDS; a++)
        for (int b = 1; b <= (int)FK_FAMILY_KINDS; b++)
            assert_in_range(seen[a][b], 50, 150);
}

static void visit_truth(size_t family, const fk_family_pair *pair)
{
    if (pair->truth != FK_UNDECIDED && pair->truth != ask_oracle(&pair->a, &pair->b)) {
        print_pair(family, pair);
        fail();
    }
}

static void test_truth(void **state)
{
    (void)state;
    walk_all(60, visit_truth);
}

/* ---- Contact ------------------------------------------------------------------------------------------- */

/* Coordinates are whole and below 2^12; an offset is a product of them. */
static void visit_small_touch(size_t family, const fk_family_pair *pair)
{
    (void)family;
    assert_int_equal(pair->truth, FK_TOUCHING);
    assert_true(is_whole(&pair->a) && is_whole(&pair->b));
    assert_true(largest_number(&pair->a) < 0x1p12 && largest_number(&pair->b) < 0x1p12);
}

static void assert_24_bits(fk_piece piece)
{
    if (piece.kind == FK_KIND_HALF_SPACE) {
        assert_true(fabs(piece.as.half.offset) < 0x1p53);
        piece.as.half.offset = 0;
    }
    assert_true(is_whole(&piece));
    assert_true(largest_number(&piece) < (piece.kind == FK_KIND_HALF_SPACE ? 0x1p26 : 0x1p24));
}

static void visit_wide_touch(size_t family, const fk_family_pair *pair)
{
    (void)family;
    assert_int_equal(pair->truth, FK_TOUCHING);
    assert_24_bits(pair->a);
    assert_24_bits(pair->b);
}

static void test_touching(void **state)
{
    (void)state;
    walk_named("touch-vertex", 200, visit_small_touch);
    walk_named("touch-edge", 200, visit_small_touch);
    walk_named("touch-face", 200, visit_small_touch);
    walk_named("touch-vertex-24", 200, visit_wide_touch);
    walk_named("touch-edge-24", 200, visit_wide_touch);
    walk_named("touch-face-24", 200, visit_wide_touch);
}

/* How many boxes of 300 have that many corners in the plane of the half-space that they touch. */
static int boxes_with(const char *name, int wanted)
{
    int boxes = 0;
    for (uint64_t index = 0; index < 300; index++) {
        fk_family_pair pair;
        fk_vec3 corner[FK_VERTEX_MAX];
        int in_plane = 0;
        fk_family_make(family_named(name), FK_KIND_BOX, FK_KIND_HALF_SPACE, SEED, index, &pair);
        uint32_t count = corners_of(&pair.a, corner);
        for (uint32_t i = 0; i < count; i++)
            in_plane += fk_vec3_dot(pair.b.as.half.normal, corner[i]) == pair.b.as.half.offset;
        boxes += in_plane == wanted;
    }
    return boxes;
}

/* A box stands on a vertex, an edge or a face. With a vertex, or a face, for one piece the other has any. */
static void test_touching_parts(void **state)
{
    static const char *const suffix[] = {"", "-24"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char name[32];
        snprintf(name, sizeof name, "touch-vertex%s", suffix[i]);
        assert_in_range(boxes_with(name, 1), 150, 250);
        assert_in_range(boxes_with(name, 2), 20, 100);
        snprintf(name, sizeof name, "touch-edge%s", suffix[i]);
        assert_int_equal(boxes_with(name, 2), 300);
        snprintf(name, sizeof name, "touch-face%s", suffix[i]);
        assert_in_range(boxes_with(name, 4), 150, 250);
        assert_in_range(boxes_with(name, 1), 20, 100);
    }
}

/* The numbers of a piece rounded to whole ones, each of which must be the same or one ulp away. */
static fk_piece undo_ulp(const fk_piece *piece)
{
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    for (size_t i = 0; i < count; i++) {
        double whole = round(number[i]);
        assert_true(number[i] == nextafter(whole, number[i]));
        number[i] = whole;
    }
    return fk_piece_from_numbers(piece->kind, number);
}

/* One piece has been moved, and by one ulp: without it they touch. */
static void visit_ulp_apart(size_t family, const fk_family_pair *pair)
{
    fk_piece a = undo_ulp(&pair->a), b = undo_ulp(&pair->b);
    (void)family;
    assert_int_equal(pair->truth, FK_APART);
    assert_true(is_whole(&pair->a) != is_whole(&pair->b));
    assert_int_equal(ask_oracle(&a, &b), FK_TOUCHING);
}

static void test_ulp_apart(void **state)
{
    (void)state;
    walk_named("ulp-apart", 60, visit_ulp_apart);
}

/* Two balls are as far apart, or as deep in each other, as the family says, half and half. */
static void test_gap_sizes(void **state)
{
    static const double gaps[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
    (void)state;
    for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
        int positive = 0, count = 400;
        for (int k = 0; k < count; k++) {
            fk_family_pair pair;
            fk_family_make(family_named("gap-1e-3") + i, FK_KIND_SPHERE, FK_KIND_SPHERE, SEED, (uint64_t)k,
                           &pair);
            fk_vec3 between = fk_vec3_sub(pair.a.as.sphere.center, pair.b.as.sphere.center);
            double gap = sqrt(fk_vec3_dot(between, between));
            gap -= pair.a.as.sphere.radius + pair.b.as.sphere.radius;
            assert_true(fabs(fabs(gap) - gaps[i]) < 1e-14);
            assert_int_equal(pair.truth, gap > 0 ? FK_APART : FK_UNDECIDED);
            positive += gap > 0;
        }
        assert_in_range(positive, count * 4 / 10, count * 6 / 10);
    }
}

/* Solids meet where the gap is negative. The smallest gaps drown in rounding, and both outcomes remain. */
static void test_gap_shares(void **state)
{
    static const fk_kind solids[] = {FK_KIND_TETRA, FK_KIND_BOX, FK_KIND_SPHERE, FK_KIND_CAPSULE,
                                     FK_KIND_HALF_SPACE};
    size_t first = family_named("gap-1e-3");
    (void)state;
    for (size_t family = first; family < first + 14; family++)
        for (size_t a = 0; a < 5; a++)
            for (size_t b = 0; b < 5; b++) {
                double share = share_of(family, solids[a], solids[b], FK_APART);
                assert_share(share, family < first + 12 ? 40 : 15, family < first + 12 ? 60 : 70,
                             fk_family_name(family));
            }
}

/* ---- Shares of hits ------------------------------------------------------------------------------------ */

static void test_random_shares(void **state)
{
    static const char *const names[] = {"random", "tiny", "huge", "far"};
    (void)state;
    for (size_t i = 0; i < 4; i++)
        for (int a = 1; a <= (int)FK_FAMILY_KINDS; a++)
            for (int b = 1; b <= (int)FK_FAMILY_KINDS; b++) {
                double share = share_of(family_named(names[i]), (fk_kind)a, (fk_kind)b, FK_APART);
                assert_share(share, i == 0 ? 30 : 25, i == 0 ? 70 : 75, names[i]);
            }
}

/* No family but those of one truth has only one answer: its pairs would test nothing else. */
static void test_all_verdicts_occur(void **state)
{
    static const char *const names[] = {"parallel", "nearly-parallel", "axis-aligned",
                                        "flat",     "zero-size",       "extremes"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t family = family_named(names[i]);
        for (int verdict = FK_APART; verdict <= FK_OVERLAPPING; verdict++) {
            double share = share_of(family, FK_KIND_NONE, FK_KIND_NONE, (fk_verdict)verdict);
            assert_share(share, verdict == FK_TOUCHING ? 2 : 10, 80, names[i]);
        }
    }
    for (int a = 0; a < 2; a++) {
        double share =
            share_of(family_named("needles"), FK_KIND_NONE, FK_KIND_NONE, a ? FK_APART : FK_OVERLAPPING);
        assert_share(share, 20, 80, "needles");
    }
}

/* Boxes of both hands, rectangular and skew. */
static void test_boxes_vary(void **state)
{
    static const char *const names[] = {"random", "gap-1e-3", "touch-vertex", "touch-edge", "touch-face-24"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int left = 0, square = 0, count = 500;
        for (int k = 0; k < count; k++) {
            fk_family_pair pair;
            fk_family_make(family_named(names[i]), FK_KIND_BOX, FK_KIND_BOX, SEED, (uint64_t)k, &pair);
            const fk_vec3 *e = pair.a.as.cell.edge;
            double size = largest_number(&pair.a) * largest_number(&pair.a);
            left += volume(&pair.a.as.cell) < 0;
            square += fabs(fk_vec3_dot(e[0], e[1])) <= 1e-12 * size &&
                      fabs(fk_vec3_dot(e[1], e[2])) <= 1e-12 * size &&
                      fabs(fk_vec3_dot(e[2], e[0])) <= 1e-12 * size;
        }
        assert_in_range(left, count * 3 / 10, count * 7 / 10);
        assert_in_range(square, count / 10, count * 9 / 10);
    }
}

/* ---- What the names say -------------------------------------------------------------------------------- */

static bool without_normal(const fk_piece *piece, fk_piece *rest)
{
    *rest = *piece;
    if (piece->kind == FK_KIND_HALF_SPACE)
        rest->as.half.normal = fk_vec3_make(0, 0, 0);
    return largest_number(rest) > 0;
}

static void visit_tiny(size_t family, const fk_family_pair *pair)
{
    fk_piece a, b;
    (void)family;
    assert_true(without_normal(&pair->a, &a) && without_normal(&pair->b, &b));
    assert_true(largest_number(&a) < 0x1p-24 && largest_number(&b) < 0x1p-24);
}

static void visit_huge(size_t family, const fk_family_pair *pair)
{
    (void)family;
    assert_true(fmax(largest_number(&pair->a), largest_number(&pair->b)) > 0x1p28);
}

static void visit_far(size_t family, const fk_family_pair *pair)
{
    (void)family;
    if (pair->a.kind != FK_KIND_HALF_SPACE)
        assert_true(largest_number(&pair->a) > 0x1p12);
}

static void visit_axis_aligned(size_t family, const fk_family_pair *pair)
{
    (void)family;
    assert_true(is_whole(&pair->a) && is_whole(&pair->b));
    for (int i = 0; is_cell(&pair->a) && i < 3; i++) {
        fk_vec3 e = pair->a.as.cell.edge[i];
        assert_int_equal((e.x != 0) + (e.y != 0) + (e.z != 0), 1);
    }
}

static void visit_flat(size_t family, const fk_family_pair *pair)
{
    (void)family;
    if (is_cell(&pair->a))
        assert_true(volume(&pair->a.as.cell) == 0);
    if (is_cell(&pair->b))
        assert_true(volume(&pair->b.as.cell) == 0);
}

static bool has_no_extent(const fk_piece *piece)
{
    switch (piece->kind) {
    case FK_KIND_POINT:
    case FK_KIND_SPHERE:
    case FK_KIND_HALF_SPACE: /* cannot shrink */
        return true;
    case FK_KIND_SEGMENT:
        return is_zero(fk_vec3_sub(piece->as.segment[0], piece->as.segment[1]));
    case FK_KIND_CAPSULE:
        return is_zero(fk_vec3_sub(piece->as.capsule.end[0], piece->as.capsule.end[1]));
    case FK_KIND_TRIANGLE:
        return is_zero(fk_vec3_sub(piece->as.triangle[0], piece->as.triangle[1])) &&
               is_zero(fk_vec3_sub(piece->as.triangle[0], piece->as.triangle[2]));
    default:
        return is_zero(piece->as.cell.edge[0]) && is_zero(piece->as.cell.edge[1]) &&
               is_zero(piece->as.cell.edge[2]);
    }
}

static void visit_zero_size(size_t family, const fk_family_pair *pair)
{
    (void)family;
    assert_true(has_no_extent(&pair->a) || has_no_extent(&pair->b));
}

/* Two half-spaces: the inner one does not reach into what the outer one leaves. */
static bool holds_half_space(const fk_piece *outer, const fk_piece *inner)
{
    if (outer->kind != FK_KIND_HALF_SPACE)
        return false;
    fk_plane half = outer->as.half;
    fk_piece rest = fk_piece_half_space(fk_vec3_scale(half.normal, -1), -half.offset);
    return ask_oracle(&rest, inner) != FK_OVERLAPPING;
}

/* All vertices of the inner piece are in the outer one. A round piece may stick out by its radius. */
static bool holds(const fk_piece *outer, const fk_piece *inner)
{
    fk_vec3 corner[FK_VERTEX_MAX];
    uint32_t count = corners_of(inner, corner);
    if (count == 0)
        return holds_half_space(outer, inner);
    for (uint32_t i = 0; i < count; i++) {
        fk_piece point = fk_piece_point(corner[i]);
        if (ask_oracle(outer, &point) == FK_APART)
            return false;
    }
    return true;
}

/* The first vertex of the inner piece proves the verdict: in the interior for overlapping. */
static bool first_vertex_proves(const fk_piece *outer, const fk_piece *inner, fk_verdict truth)
{
    fk_vec3 corner[FK_VERTEX_MAX];
    if (corners_of(inner, corner) == 0)
        return truth == FK_OVERLAPPING;
    fk_piece point = fk_piece_point(corner[0]);
    return ask_oracle(outer, &point) == truth;
}

/* Truth is known for all of them, and one is in the other. */
static void visit_nested(size_t family, const fk_family_pair *pair)
{
    bool b_in_a = holds(&pair->a, &pair->b) && first_vertex_proves(&pair->a, &pair->b, pair->truth);
    bool a_in_b = holds(&pair->b, &pair->a) && first_vertex_proves(&pair->b, &pair->a, pair->truth);
    (void)family;
    assert_in_range(pair->truth, FK_TOUCHING, FK_OVERLAPPING);
    assert_true(b_in_a || a_in_b);
}

static void visit_parallel(size_t family, const fk_family_pair *pair)
{
    bool nearly = strcmp(fk_family_name(family), "nearly-parallel") == 0;
    if (!is_cell(&pair->a) || !is_cell(&pair->b))
        return;
    for (int i = 0; i < 3; i++) {
        fk_vec3 e = pair->a.as.cell.edge[i];
        bool found = false;
        for (int j = 0; j < 3; j++) {
            fk_vec3 cross = fk_vec3_cross(e, pair->b.as.cell.edge[j]);
            found |= nearly ? fk_vec3_dot(cross, cross) < 1e-6 : is_zero(cross);
        }
        assert_true(found);
    }
}

static void test_characters(void **state)
{
    (void)state;
    walk_named("tiny", 100, visit_tiny);
    walk_named("huge", 100, visit_huge);
    walk_named("far", 20, visit_far);
    walk_named("axis-aligned", 100, visit_axis_aligned);
    walk_named("flat", 100, visit_flat);
    walk_named("zero-size", 100, visit_zero_size);
    walk_named("nested", 100, visit_nested);
    walk_named("parallel", 100, visit_parallel);
    walk_named("nearly-parallel", 100, visit_parallel);
}

/* One piece of a million and one of a millionth. */
static void test_mixed_scale(void **state)
{
    (void)state;
    for (uint64_t index = 0; index < 200; index++) {
        fk_family_pair pair;
        fk_family_make(family_named("mixed-scale"), FK_KIND_SPHERE, FK_KIND_SPHERE, SEED, index, &pair);
        double a = pair.a.as.sphere.radius, b = pair.b.as.sphere.radius;
        assert_true(fmax(a, b) > 1e5 && fmin(a, b) < 1e-5);
    }
}

/* The same numbers, or others for the same set: each holds the other, and their radius is one. */
static void test_identical(void **state)
{
    size_t family = family_named("identical");
    (void)state;
    for (int kind = 1; kind <= (int)FK_FAMILY_KINDS; kind++) {
        int equal = 0, known = 0, count = 300;
        for (int i = 0; i < count; i++) {
            fk_family_pair pair;
            fk_family_make(family, (fk_kind)kind, (fk_kind)kind, SEED, (uint64_t)i, &pair);
            bool same = same_numbers(&pair.a, &pair.b);
            equal += same;
            known += pair.truth != FK_UNDECIDED;
            assert_true(same || (holds(&pair.a, &pair.b) && holds(&pair.b, &pair.a)));
            assert_true(fk_piece_radius(&pair.a) == fk_piece_radius(&pair.b));
        }
        assert_true(equal > count / 4 && known > count * 9 / 10);
        if (kind != FK_KIND_POINT && kind != FK_KIND_SPHERE)
            assert_true(equal < count * 9 / 10);
    }
}

/* The ends of the range are all there. */
static void test_extremes(void **state)
{
    int denormal = 0, largest = 0, zero = 0, minus_zero = 0, smallest = 0, known = 0;
    (void)state;
    for (uint64_t index = 0; index < 2000; index++) {
        fk_family_pair pair;
        double number[FK_PIECE_NUMBERS];
        fk_family_make(family_named("extremes"), FK_KIND_BOX, FK_KIND_NONE, SEED, index, &pair);
        uint32_t count = fk_piece_to_numbers(&pair.a, number);
        known += pair.truth != FK_UNDECIDED;
        for (size_t i = 0; i < count; i++) {
            denormal += number[i] != 0 && fabs(number[i]) < DBL_MIN;
            largest += fabs(number[i]) == DBL_MAX;
            smallest += fabs(number[i]) == DBL_TRUE_MIN;
            zero += number[i] == 0 && !signbit(number[i]);
            minus_zero += number[i] == 0 && signbit(number[i]);
        }
    }
    assert_true(denormal > 500 && largest > 50 && smallest > 50 && zero > 50 && minus_zero > 50);
    assert_in_range(known, 200, 600);
}

/* A normal drawn as zero has been mended; this happens, and leaves no invalid half-space. */
static void test_extreme_normals(void **state)
{
    int mended = 0;
    (void)state;
    for (uint64_t index = 0; index < 50000; index++) {
        fk_family_pair pair;
        fk_family_make(family_named("extremes"), FK_KIND_HALF_SPACE, FK_KIND_POINT, SEED, index, &pair);
        fk_vec3 normal = pair.a.as.half.normal;
        assert_int_equal(fk_piece_check(&pair.a), FK_OK);
        mended += normal.x == DBL_TRUE_MIN && normal.y == 0 && normal.z == 0;
    }
    assert_true(mended > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_valid_and_same),
        cmocka_unit_test(test_arguments_matter),
        cmocka_unit_test(test_open_kinds),
        cmocka_unit_test(test_truth),
        cmocka_unit_test(test_touching),
        cmocka_unit_test(test_touching_parts),
        cmocka_unit_test(test_ulp_apart),
        cmocka_unit_test(test_gap_sizes),
        cmocka_unit_test(test_gap_shares),
        cmocka_unit_test(test_random_shares),
        cmocka_unit_test(test_all_verdicts_occur),
        cmocka_unit_test(test_boxes_vary),
        cmocka_unit_test(test_characters),
        cmocka_unit_test(test_mixed_scale),
        cmocka_unit_test(test_identical),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_extreme_normals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
