/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Verdicts on many pairs of cells. The trusted reference is fk_pair_verdict, which is tested against the oracle; a
 * sample of the families goes to the oracle here as well. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ask_oracle.h"
#include "base/vec3.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pieces.h"
#include "sanitized.h"
#include "gen/family.h"
#include "small_stack.h"

#define COLUMNS   12
#define UNTOUCHED 0xee

static const fk_kind kinds[2] = {FK_KIND_BOX, FK_KIND_TETRA};

/* ---- Sets of cells ------------------------------------------------------------------------------------- */

/* Cells as pieces, as columns of doubles and as columns of floats, each column a block of its own without a byte behind
 * it. */
typedef struct set {
    size_t count;
    fk_piece *piece;
    double *wide[COLUMNS];
    float *slim[COLUMNS];
    fk_cells cells;
    fk_cells_float floats;
} set;

static void *some(size_t count, size_t size)
{
    void *memory = malloc(count > 0 ? count * size : 1);
    assert_non_null(memory);
    return memory;
}

static set set_make(fk_kind kind, size_t count)
{
    set s = {.count = count, .piece = some(count, sizeof(fk_piece))};
    s.cells.kind = s.floats.kind = kind;
    s.cells.count = s.floats.count = count;
    for (int k = 0; k < COLUMNS; k++) {
        s.wide[k] = some(count, sizeof(double));
        s.slim[k] = some(count, sizeof(float));
        if (k < 3) {
            s.cells.origin[k] = s.wide[k];
            s.floats.origin[k] = s.slim[k];
        } else {
            s.cells.edge[k / 3 - 1][k % 3] = s.wide[k];
            s.floats.edge[k / 3 - 1][k % 3] = s.slim[k];
        }
    }
    return s;
}

static void set_free(set *s)
{
    for (int k = 0; k < COLUMNS; k++) {
        free(s->wide[k]);
        free(s->slim[k]);
    }
    free(s->piece);
}

/* Takes a cell as it is; the floats become zero where the number is too large for one. */
static void set_put(set *s, size_t i, const fk_piece *piece)
{
    const fk_cell *c = &piece->as.cell;
    const fk_vec3 part[4] = {c->origin, c->edge[0], c->edge[1], c->edge[2]};
    s->piece[i] = *piece;
    for (int k = 0; k < 4; k++) {
        const double x[3] = {part[k].x, part[k].y, part[k].z};
        for (int n = 0; n < 3; n++) {
            s->wide[3 * k + n][i] = x[n];
            s->slim[3 * k + n][i] = fabs(x[n]) < 1e38 ? (float)x[n] : 0.0f;
        }
    }
}

/* The cell that the floats tell. */
static fk_piece set_float_piece(const set *s, size_t i)
{
    fk_piece piece = s->piece[i];
    double x[COLUMNS];
    for (int k = 0; k < COLUMNS; k++)
        x[k] = (double)s->slim[k][i];
    piece.as.cell.origin = v(x[0], x[1], x[2]);
    for (int k = 0; k < 3; k++)
        piece.as.cell.edge[k] = v(x[3 * k + 3], x[3 * k + 4], x[3 * k + 5]);
    return piece;
}

/* ---- Against the single verdict ------------------------------------------------------------------------ */

static fk_verdict single_verdict(const set *a, size_t i, const set *b, size_t j, bool floats)
{
    if (!floats)
        return fk_pair_verdict(&a->piece[i], &b->piece[j]);
    fk_piece p = set_float_piece(a, i), q = set_float_piece(b, j);
    return fk_pair_verdict(&p, &q);
}

static void assert_batch(const set *a, const set *b, const fk_index_pair *pair, size_t count,
                         const char *what)
{
    uint8_t *verdict = some(count, 1);
    for (int floats = 0; floats < 2; floats++) {
        memset(verdict, UNTOUCHED, count);
        fk_status status = floats ? fk_cells_verdict_float(&a->floats, &b->floats, pair, count, verdict)
                                  : fk_cells_verdict(&a->cells, &b->cells, pair, count, verdict);
        assert_int_equal(status, FK_OK);
        for (size_t k = 0; k < count; k++) {
            size_t i = pair != NULL ? pair[k].a : k, j = pair != NULL ? pair[k].b : k;
            fk_verdict truth = single_verdict(a, i, b, j, floats);
            if (verdict[k] != truth)
                print_error("%s, pair %lu of %lu%s: %s, but %s alone\n", what, (unsigned long)k,
                            (unsigned long)count, floats ? " in floats" : "",
                            fk_verdict_name((fk_verdict)verdict[k]), fk_verdict_name(truth));
            assert_int_equal(verdict[k], truth);
        }
    }
    free(verdict);
}

/* Pairs in both orders: one after the other, by a list of the same, and by a list in disorder. */
static void assert_pairs(const set *a, const set *b, const char *what)
{
    size_t count = a->count;
    fk_index_pair *row = some(count, sizeof *row), *mixed = some(count, sizeof *mixed);
    for (size_t i = 0; i < count; i++) {
        row[i] = (fk_index_pair){(uint32_t)i, (uint32_t)i};
        uint32_t other = (uint32_t)((i * 7 + 3) % count);
        mixed[i] = (fk_index_pair){other, other};
    }
    assert_batch(a, b, NULL, count, what);
    assert_batch(b, a, NULL, count, what);
    assert_batch(a, b, row, count, what);
    assert_batch(b, a, mixed, count, what);
    free(row);
    free(mixed);
}

/* ---- All families, kinds and orders -------------------------------------------------------------------- */

static void check_family(size_t family, fk_kind kind_a, fk_kind kind_b, size_t count)
{
    set a = set_make(kind_a, count), b = set_make(kind_b, count);
    for (size_t i = 0; i < count; i++) {
        fk_family_pair pair;
        fk_family_make(family, kind_a, kind_b, 4, i, &pair);
        set_put(&a, i, &pair.a);
        set_put(&b, i, &pair.b);
    }
    assert_pairs(&a, &b, fk_family_name(family));
    uint8_t *verdict = some(count, 1);
    assert_int_equal(fk_cells_verdict(&a.cells, &b.cells, NULL, count, verdict), FK_OK);
    for (size_t i = 0; i < count; i += 10)
        assert_int_equal(verdict[i], ask_oracle(&a.piece[i], &b.piece[i]));
    free(verdict);
    set_free(&a);
    set_free(&b);
}

static void test_families(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (int i = 0; i < 4; i++)
            check_family(family, kinds[i / 2], kinds[i % 2], 300 / SHARE);
}

/* ---- Sizes, lists, windows ----------------------------------------------------------------------------- */

static set random_set(fk_kind kind, size_t count, uint64_t seed)
{
    set s = set_make(kind, count);
    size_t family = fk_family_find("random");
    for (size_t i = 0; i < count; i++) {
        fk_family_pair pair;
        fk_family_make(family, kind, kind, seed, i, &pair);
        set_put(&s, i, i % 2 == 0 ? &pair.a : &pair.b);
    }
    return s;
}

/* Every length up to some blocks, with no byte behind the columns, the list and the verdicts. */
static void test_every_length(void **state)
{
    (void)state;
    for (size_t count = 0; count < 200; count += count < 70 ? 1 : 13) {
        set a = random_set(kinds[count % 2], count, 1), b = random_set(kinds[count / 2 % 2], count, 2);
        assert_pairs(&a, &b, "every length");
        set_free(&a);
        set_free(&b);
    }
}

/* Forms of lists over many cells: all over them, near each other, in rows that begin anywhere, in a row on one side, and
 * from another part of one side after some thousands. */
enum { EVERYWHERE, NEAR, ROWS, HALF_ROW, PARTS, FORMS };

#define CELLS 3000
#define PAIRS 20000

static fk_index_pair list_entry(int form, uint32_t i, fk_index_pair last, fk_random *random)
{
    uint32_t x = (uint32_t)fk_random_below(random, CELLS - 100),
             y = (uint32_t)fk_random_below(random, CELLS - 100);
    switch (form) {
    case NEAR:
        return (fk_index_pair){i / 8 + x % 20, i / 10 + y % 200};
    case ROWS:
        return i % 100 == 0 ? (fk_index_pair){x, y} : (fk_index_pair){last.a + 1, last.b + 1};
    case HALF_ROW:
        return (fk_index_pair){i % CELLS, y};
    case PARTS:
        return (fk_index_pair){i / 8192 * 500 + i % 100, i % 300};
    default:
        return (fk_index_pair){x, y};
    }
}

static void test_lists(void **state)
{
    (void)state;
    set a = random_set(FK_KIND_BOX, CELLS, 3), b = random_set(FK_KIND_TETRA, CELLS, 4);
    set few = random_set(FK_KIND_BOX, 100, 5);
    fk_index_pair *pair = some(PAIRS, sizeof *pair), last = {0, 0};
    fk_random random = fk_random_make(6);
    for (int form = 0; form < FORMS; form++) {
        for (uint32_t i = 0; i < PAIRS; i++)
            last = pair[i] = list_entry(form, i, last, &random);
        assert_batch(&a, &b, pair, PAIRS, "lists");
        assert_batch(&a, &a, pair, PAIRS, "a set with itself");
    }
    for (uint32_t i = 0; i < PAIRS; i++)
        pair[i] = (fk_index_pair){pair[i].a % 100, pair[i].b % 100};
    assert_batch(&few, &few, pair, PAIRS, "few with themselves");
    assert_batch(&few, &b, pair, PAIRS, "few with many");
    free(pair);
    set_free(&a);
    set_free(&b);
    set_free(&few);
}

/* ---- Arguments ----------------------------------------------------------------------------------------- */

static void assert_refused(const set *a, const set *b, const fk_index_pair *pair, size_t count)
{
    uint8_t verdict[300];
    assert_true(count <= sizeof verdict);
    memset(verdict, UNTOUCHED, sizeof verdict);
    assert_int_equal(fk_cells_verdict(&a->cells, &b->cells, pair, count, verdict), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_cells_verdict_float(&a->floats, &b->floats, pair, count, verdict), FK_ERROR_ARGUMENT);
    for (size_t i = 0; i < sizeof verdict; i++)
        assert_int_equal(verdict[i], UNTOUCHED);
}

static void test_arguments(void **state)
{
    (void)state;
    enum { COUNT = 250 };
    set a = random_set(FK_KIND_BOX, COUNT, 7), b = random_set(FK_KIND_TETRA, COUNT - 50, 8);
    set none = set_make(FK_KIND_BOX, 0);
    fk_index_pair pair[COUNT] = {{0, 0}};
    assert_refused(&a, &b, NULL, COUNT - 49);
    assert_batch(&a, &b, NULL, COUNT - 50, "as many as there are");
    for (size_t i = 0; i < COUNT; i += 7) {
        pair[i].a = COUNT;
        assert_refused(&a, &b, pair, COUNT);
        pair[i] = (fk_index_pair){COUNT - 1, COUNT - 50};
        assert_refused(&a, &b, pair, COUNT);
        pair[i].b = UINT32_MAX;
        assert_refused(&a, &b, pair, COUNT);
        pair[i].b = COUNT - 51;
        assert_batch(&a, &b, pair, COUNT, "the last cells");
    }
    assert_refused(&a, &none, pair, 1);
    assert_refused(&none, &b, pair, 1);
    assert_batch(&none, &b, pair, 0, "nothing");
    assert_batch(&none, &none, NULL, 0, "nothing");
    for (int kind = 0; kind <= (int)FK_KIND_ELLIPSOID; kind++) {
        if (kind == (int)FK_KIND_BOX || kind == (int)FK_KIND_TETRA)
            continue;
        a.cells.kind = a.floats.kind = (fk_kind)kind;
        assert_refused(&a, &b, NULL, 10);
        assert_refused(&b, &a, NULL, 10);
    }
    set_free(&a);
    set_free(&b);
    set_free(&none);
}

/* ---- Numbers that are none ----------------------------------------------------------------------------- */

/* One such number in one lane: that pair is undecided, and its neighbours are not touched by it. */
static void test_not_finite(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    static const double odd[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 4; i++) {
        set a = random_set(kinds[i / 2], COUNT, 9), b = random_set(kinds[i % 2], COUNT, 10);
        for (int k = 0; k < COLUMNS; k++)
            for (int n = 0; n < 3; n++) {
                size_t at = (size_t)(7 * k + 5 * n) % COUNT;
                fk_piece kept = a.piece[at];
                double *number = k < 3 ? &a.piece[at].as.cell.origin.x + k
                                       : &a.piece[at].as.cell.edge[k / 3 - 1].x + k % 3;
                *number = a.wide[k][at] = odd[n];
                a.slim[k][at] = (float)odd[n];
                assert_int_equal(fk_pair_verdict(&a.piece[at], &b.piece[at]), FK_UNDECIDED);
                assert_pairs(&a, &b, "not finite");
                set_put(&a, at, &kept);
            }
        set_free(&a);
        set_free(&b);
    }
}

/* ---- Close to the bound -------------------------------------------------------------------------------- */

static fk_vec3 random_vector(fk_random *random, double most)
{
    double x = fk_random_between(random, -most, most), y = fk_random_between(random, -most, most);
    return v(x, y, fk_random_between(random, -most, most));
}

static fk_piece random_cell(fk_random *random, fk_kind kind, double size)
{
    fk_vec3 origin = random_vector(random, size), e[3];
    for (int k = 0; k < 3; k++)
        e[k] = random_vector(random, size);
    /* Some are needles or plates. */
    if (fk_random_below(random, 4) == 0)
        e[0] = fk_vec3_scale(e[0], exp2(-1.0 - (double)fk_random_below(random, 16)));
    if (fk_random_below(random, 8) == 0)
        e[1] = fk_vec3_scale(e[1], exp2(-1.0 - (double)fk_random_below(random, 16)));
    return kind == FK_KIND_BOX ? fk_piece_box(origin, e[0], e[1], e[2])
                               : fk_piece_tetra(origin, e[0], e[1], e[2]);
}

static double reach_along(const fk_piece *piece, fk_vec3 n)
{
    double sum = 0, most = 0;
    for (int k = 0; k < 3; k++) {
        double x = fk_vec3_dot(n, piece->as.cell.edge[k]);
        sum += fmax(x, 0);
        most = fmax(most, x);
    }
    return fk_vec3_dot(n, piece->as.cell.origin) + (piece->kind == FK_KIND_BOX ? sum : most);
}

/* Moves b along an axis of both until it lies beside a, up to a gap of the given share of its size. */
static void bring_close(fk_random *random, const fk_piece *a, fk_piece *b, double gap)
{
    const fk_vec3 *e = a->as.cell.edge, *f = b->as.cell.edge;
    int i = (int)fk_random_below(random, 3), j = (int)fk_random_below(random, 3);
    fk_vec3 n = fk_vec3_cross(e[i], f[j]);
    switch (fk_random_below(random, 6)) {
    case 0:
        n = fk_vec3_cross(e[i], e[(i + 1) % 3]);
        break;
    case 1:
        n = fk_vec3_cross(f[i], f[(i + 1) % 3]);
        break;
    case 2: /* the slanted face of a tetrahedron */
        n = fk_vec3_cross(fk_vec3_sub(e[1], e[0]), fk_vec3_sub(e[2], e[0]));
        break;
    case 3:
        n = fk_vec3_cross(fk_vec3_sub(e[(i + 1) % 3], e[i]), fk_vec3_sub(f[(j + 1) % 3], f[j]));
        break;
    default:
        break;
    }
    double square = fk_vec3_dot(n, n), size = fk_vec3_length(f[0]) + fk_vec3_length(e[0]);
    if (!(square > 1e-300))
        return;
    double reach = reach_along(a, n), start = -reach_along(b, fk_vec3_negate(n));
    fk_vec3 way = fk_vec3_scale(n, (reach - start) / square + gap * size / sqrt(square));
    b->as.cell.origin = fk_vec3_add(b->as.cell.origin, way);
}

static void close_pair(fk_random *random, fk_piece *a, fk_piece *b, fk_kind kind_a, fk_kind kind_b)
{
    double size_a = exp2((double)fk_random_below(random, 3) - 1), size_b = size_a, gap;
    if (fk_random_below(random, 3) == 0)
        size_b *= exp2((double)fk_random_below(random, 41) - 20);
    *a = random_cell(random, kind_a, size_a);
    *b = random_cell(random, kind_b, size_b);
    /* Edges that are parallel, or almost, some of them. */
    if (fk_random_below(random, 3) == 0) {
        double turn =
            fk_random_below(random, 2) == 0 ? 0 : size_b * pow(10, fk_random_between(random, -9, -4));
        uint64_t shift = fk_random_below(random, 3);
        for (uint64_t k = fk_random_below(random, 3); k < 3; k++) {
            fk_vec3 along = fk_vec3_scale(a->as.cell.edge[(k + shift) % 3], fk_random_between(random, -1, 1));
            b->as.cell.edge[k] = fk_vec3_add(fk_vec3_scale(along, size_b / size_a),
                                             fk_vec3_scale(random_vector(random, 1), turn));
        }
    }
    gap = pow(10, fk_random_between(random, -9, -3)) * (fk_random_below(random, 2) == 0 ? 1 : -1);
    bring_close(random, a, b, gap);
    if (fk_random_below(random, 3) == 0) {
        fk_vec3 far = random_vector(random, pow(10, fk_random_between(random, 0, 9)));
        a->as.cell.origin = fk_vec3_add(a->as.cell.origin, far);
        b->as.cell.origin = fk_vec3_add(b->as.cell.origin, far);
    }
    if (fk_random_below(random, 4) == 0) {
        double scale = exp2((double)fk_random_below(random, 101) - 50);
        fk_cell *cell[2] = {&a->as.cell, &b->as.cell};
        for (int k = 0; k < 2; k++) {
            cell[k]->origin = fk_vec3_scale(cell[k]->origin, scale);
            for (int n = 0; n < 3; n++)
                cell[k]->edge[n] = fk_vec3_scale(cell[k]->edge[n], scale);
        }
    }
}

static void test_close(void **state)
{
    (void)state;
    enum { COUNT = 2000 };
    fk_random random = fk_random_make(11);
    for (int round = 0; round < 40 / SHARE; round++) {
        fk_kind kind_a = kinds[round % 2], kind_b = kinds[round / 2 % 2];
        set a = set_make(kind_a, COUNT), b = set_make(kind_b, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            fk_piece p, q;
            close_pair(&random, &p, &q, kind_a, kind_b);
            set_put(&a, i, &p);
            set_put(&b, i, &q);
        }
        assert_batch(&a, &b, NULL, COUNT, "close");
        assert_batch(&b, &a, NULL, COUNT, "close");
        set_free(&a);
        set_free(&b);
    }
}

/* The same verdicts in every mode of the processor. */
static void test_every_fpu_mode(void **state)
{
    (void)state;
    static const char *const hard[] = {"random", "gap-1e-6", "touch-face", "flat", "tiny", "extremes"};
    enum { COUNT = 250 };
    fk_random random = fk_random_make(12);
    for (int i = 0; i < 4; i++) {
        set a = set_make(kinds[i / 2], COUNT), b = set_make(kinds[i % 2], COUNT);
        for (size_t k = 0; k < COUNT; k++) {
            fk_family_pair pair;
            fk_family_make(fk_family_find(hard[k % 6]), kinds[i / 2], kinds[i % 2], 13, k, &pair);
            if (k % 2 == 0)
                close_pair(&random, &pair.a, &pair.b, kinds[i / 2], kinds[i % 2]);
            set_put(&a, k, &pair.a);
            set_put(&b, k, &pair.b);
        }
        for (int mode = 0; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            assert_pairs(&a, &b, "modes");
            fpu_set(0);
        }
        set_free(&a);
        set_free(&b);
    }
}

/* ---- Stack --------------------------------------------------------------------------------------------- */

static bool decide_on_little_stack(void)
{
    enum { COUNT = 200 };
    static double number[COLUMNS][COUNT];
    static fk_index_pair pair[COUNT];
    static uint8_t verdict[COUNT];
    fk_cells cells = {.kind = FK_KIND_TETRA, .count = COUNT};
    for (int k = 0; k < COLUMNS; k++)
        *(k < 3 ? &cells.origin[k] : &cells.edge[k / 3 - 1][k % 3]) = number[k];
    for (uint32_t i = 0; i < COUNT; i++) {
        number[3][i] = number[7][i] = number[11][i] = 1;
        number[0][i] = (double)(i % 2);
        pair[i] = (fk_index_pair){i, i * 7 % COUNT};
    }
    if (fk_cells_verdict(&cells, &cells, pair, COUNT, verdict) != FK_OK)
        return false;
    for (uint32_t i = 0; i < COUNT; i++)
        if (verdict[i] != ((i + i * 7 % COUNT) % 2 == 0 ? FK_OVERLAPPING : FK_TOUCHING))
            return false;
    return true;
}

static void test_small_stack(void **state)
{
    (void)state;
    assert_on_small_stack(decide_on_little_stack, 112);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_close),
        cmocka_unit_test_teardown(test_every_fpu_mode, fpu_usual),
        cmocka_unit_test(test_small_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
