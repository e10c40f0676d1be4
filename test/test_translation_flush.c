/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes that slide with faces in common planes: along themselves, on each other, in pockets that they fill. The solids are cells
 * of a lattice, so the truth is counted in whole numbers: a slide by `length` cells along axes has events only at the times
 * k / length, and what happens between two of them happens in the middle. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "first_contact_check.h"
#include "mesh_shapes.h"
#include "motion/first_contact.h"
#include "sanitized.h"

/* A lattice of n^3 cells whose first cell is at a place. */
typedef struct lattice {
    int n, at[3];
    uint8_t *full;
} lattice;

static lattice lattice_make(int n)
{
    lattice l = {n, {0, 0, 0}, calloc((size_t)(n * n * n), 1)};
    assert_non_null(l.full);
    return l;
}

/* Fills, or with 0 empties, the cells from x0 to before x1 and so on. */
static void fill_block(lattice *l, uint8_t value, int x0, int y0, int z0, int x1, int y1, int z1)
{
    for (int z = z0; z < z1; z++)
        for (int y = y0; y < y1; y++)
            for (int x = x0; x < x1; x++)
                l->full[x + l->n * (y + l->n * z)] = value;
}

static lattice block_at(int n, int x, int y, int z, int x0, int y0, int z0)
{
    lattice l = lattice_make(n);
    fill_block(&l, 1, 0, 0, 0, x0, y0, z0);
    l.at[0] = x;
    l.at[1] = y;
    l.at[2] = z;
    return l;
}

static bool is_full(const lattice *l, const int place[3])
{
    int at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = place[i] - l->at[i];
        if (at[i] < 0 || at[i] >= l->n)
            return false;
    }
    return l->full[at[0] + l->n * (at[1] + l->n * at[2])] != 0;
}

/* ---- The truth ----------------------------------------------------------------------------------------- */

/* How a cell meets a lattice, moved by half cells: 0 apart, 1 at surfaces, 2 with its interior. */
static int cell_meets(const int twice[3], const lattice *b)
{
    int place[3], low[3], high[3], most = 0;
    for (int i = 0; i < 3; i++) { /* cells from `low` to `high` meet this one */
        low[i] = (int)floor(twice[i] / 2.0) - (twice[i] % 2 == 0);
        high[i] = (int)floor(twice[i] / 2.0) + 1;
    }
    for (place[2] = low[2]; place[2] <= high[2]; place[2]++)
        for (place[1] = low[1]; place[1] <= high[1]; place[1]++)
            for (place[0] = low[0]; place[0] <= high[0]; place[0]++) {
                bool is_open = true;
                for (int i = 0; i < 3; i++)
                    is_open = is_open && abs(twice[i] - 2 * place[i]) < 2;
                if (is_full(b, place))
                    most = is_open ? 2 : most > 1 ? most : 1;
            }
    return most;
}

static int lattices_meet(const lattice *a, const lattice *b, const int shift[3])
{
    int most = 0;
    for (int i = 0; i < a->n * a->n * a->n && most < 2; i++) {
        const int at[3] = {i % a->n, i / a->n % a->n, i / a->n / a->n};
        int twice[3];
        for (int k = 0; k < 3; k++)
            twice[k] = 2 * (at[k] + a->at[k]) + shift[k];
        int meets = a->full[i] ? cell_meets(twice, b) : 0;
        most = meets > most ? meets : most;
    }
    return most;
}

typedef struct slide {
    lattice a, b;
    int direction[3], length;
} slide;

/* Compares an answer with the truth. Returns how many stretches overlap. */
static uint32_t check_truth(const slide *s, const fk_motion_answer *answer)
{
    uint32_t at = 0, overlaps = 0;
    double slack = 0x1p-50;
    for (int k = 0; k <= 2 * s->length;) {
        int most = 0, first = k;
        for (; k <= 2 * s->length; k++) {
            int shift[3];
            for (int i = 0; i < 3; i++)
                shift[i] = k * s->direction[i];
            int meets = lattices_meet(&s->a, &s->b, shift);
            if (meets == 0)
                break;
            most = meets > most ? meets : most;
        }
        if (k++ == first)
            continue;
        assert_true(at < answer->stretch_count);
        const fk_stretch *x = &answer->stretch[at++];
        double enter = 0.5 * first / s->length, leave = 0.5 * (k - 2) / s->length;
        assert_int_equal(x->kind, FK_STRETCH_MEETS);
        assert_true(x->is_exact);
        assert_true(x->enter.lo <= enter && enter <= x->enter.hi && x->enter.hi <= x->enter.lo + slack);
        assert_true(x->leave.lo <= leave && leave <= x->leave.hi && x->leave.hi <= x->leave.lo + slack);
        assert_int_equal(x->overlaps, most == 2);
        overlaps += most == 2;
    }
    assert_int_equal(at, answer->stretch_count);
    return overlaps;
}

/* ---- Slides -------------------------------------------------------------------------------------------- */

static body lattice_body(const lattice *l)
{
    soup *s = soup_make();
    soup_add_cells(s, l->full, l->n);
    soup_move(s, v(1, 1, 1), v(l->at[0], l->at[1], l->at[2]));
    body out = body_of_mesh(soup_mesh(context, s), true);
    free(s);
    return out;
}

/* The first body slides from time 0 to 1. */
static void make_stage(const slide *s, bool is_swapped, stage *out)
{
    const int *d = s->direction;
    stage_begin(out);
    stage_frame(out, FK_NONE, FK_FRAME_KEYS);
    stage_key(out, 0, v(0, 0, 0), NULL);
    stage_key(out, 1, v(d[0] * s->length, d[1] * s->length, d[2] * s->length), NULL);
    out->body[is_swapped] = lattice_body(&s->a);
    out->body[!is_swapped] = lattice_body(&s->b);
    out->on[is_swapped] = 0;
    stage_end(out);
}

/* Both orders have the same answer, except for overlaps that are not known. Returns how many stretches overlap; *tests becomes
 * the larger number of tests. */
static uint32_t check_slide(const slide *s, uint64_t *tests)
{
    uint32_t overlaps = 0;
    *tests = 0;
    for (int is_swapped = 0; is_swapped < 2; is_swapped++) {
        stage st;
        make_stage(s, is_swapped, &st);
        fk_motion_answer *answer = stage_ask(&st);
        overlaps = check_truth(s, answer);
        *tests = answer->tests > *tests ? answer->tests : *tests;
        stage_answer_free(answer);
        stage_free(&st);
    }
    return overlaps;
}

/* Pairs of nodes that a search of surfaces queues, in both orders. */
static uint64_t count_pairs(const slide *s)
{
    body a = lattice_body(&s->a), b = lattice_body(&s->b);
    fk_placed_collider placed[2] = {in_place(&a), in_place(&b)};
    uint64_t most = 0;
    for (int k = 0; k < 2; k++) {
        double length = k == 0 ? s->length : -s->length;
        fk_vec3 way[8] = {{s->direction[0] * length, s->direction[1] * length, s->direction[2] * length}};
        fk_translation_contacts found;
        assert_int_equal(fk_translation_find_contacts(context, &placed[k], way, &placed[1 - k], true, &found),
                         FK_OK);
        most = found.pairs > most ? found.pairs : most;
        fk_translation_contacts_free(context, &found);
    }
    body_end(&a);
    body_end(&b);
    return most;
}

static void slide_end(slide *s)
{
    free(s->a.full);
    free(s->b.full);
}

/* Checks a slide of fine meshes, and that it needs few tests. */
static void check_fine(slide s, uint32_t overlaps, uint64_t most_pairs)
{
    uint64_t tests;
    assert_int_equal(check_slide(&s, &tests), overlaps);
    uint64_t pairs = count_pairs(&s);
    if (pairs > most_pairs || tests > most_pairs / 2)
        fail_msg("%llu pairs of nodes, %llu tests", (unsigned long long)pairs, (unsigned long long)tests);
    slide_end(&s);
}

/* Of 48 x 48 cells. */
static lattice plate_at(int x, int y, int z)
{
    return block_at(48, x, y, z, 48, 48, 1);
}

static void test_along_itself(void **state)
{
    (void)state;
    check_fine((slide){plate_at(0, 0, 0), plate_at(0, 0, 0), {1, 0, 0}, 16}, 1, 30000);
    check_fine((slide){plate_at(0, 0, 0), plate_at(0, 0, 0), {0, -1, 0}, 64}, 1, 30000);
    check_fine((slide){plate_at(-64, 0, 0), plate_at(0, 0, 0), {1, 0, 0}, 128}, 1,
               30000);                                                                    /* comes and goes */
    check_fine((slide){plate_at(-48, 0, 0), plate_at(0, 0, 0), {-1, 0, 0}, 4}, 0, 30000); /* departs */
    check_fine((slide){plate_at(0, 0, 0), plate_at(0, 0, 0), {1, 1, 0}, 16}, 1, 30000);
    check_fine((slide){plate_at(0, 0, 0), plate_at(0, 0, 0), {0, 0, 1}, 1}, 1, 30000);
    check_fine((slide){block_at(20, 0, 0, 0, 20, 20, 20), block_at(20, 0, 0, 0, 20, 20, 20), {0, 0, 1}, 8}, 1,
               30000);
    check_fine((slide){block_at(20, 0, 0, 0, 20, 20, 20), block_at(20, 0, 0, 0, 20, 20, 20), {1, 1, -1}, 8},
               1, 3000);
}

static void test_on_a_plate(void **state)
{
    (void)state;
    check_fine((slide){block_at(12, 0, 8, 1, 12, 12, 6), plate_at(0, 0, 0), {1, 0, 0}, 32}, 0, 5000);
    check_fine((slide){block_at(12, -20, 8, 1, 12, 12, 6), plate_at(0, 0, 0), {1, 0, 0}, 128}, 0, 5000);
    check_fine((slide){block_at(12, 0, 0, -6, 12, 12, 6), plate_at(0, 0, 0), {1, 1, 0}, 32}, 0, 5000);
    check_fine((slide){plate_at(-8, 48, 0), plate_at(0, 0, 0), {1, 0, 0}, 32}, 0, 5000); /* beside it */
    check_fine((slide){block_at(12, -20, 8, 0, 12, 12, 6), plate_at(0, 0, 0), {1, 0, 0}, 16}, 1, 5000);
    check_fine((slide){block_at(12, -20, 8, 0, 12, 12, 6), plate_at(0, 0, 0), {1, 0, 0}, 8}, 0, 5000);
    lattice ledge = plate_at(0, 0, 0); /* a step on the way of the block */
    fill_block(&ledge, 1, 46, 0, 0, 48, 48, 2);
    check_fine((slide){block_at(12, 0, 8, 1, 12, 12, 6), ledge, {1, 0, 0}, 32}, 0, 5000);
}

/* A block with a pocket of 10 x 10 cells that is open above, and a peg that fills it in the end. */
static lattice pocket(void)
{
    lattice l = block_at(24, 0, 0, 0, 24, 24, 12);
    fill_block(&l, 0, 7, 7, 6, 17, 17, 12);
    return l;
}

static void test_pocket(void **state)
{
    (void)state;
    check_fine((slide){block_at(10, 7, 7, 16, 10, 10, 8), pocket(), {0, 0, -1}, 10}, 0, 10000);
    check_fine((slide){block_at(10, 7, 7, 6, 10, 10, 8), pocket(), {0, 0, 1}, 16}, 0, 10000);
    check_fine((slide){block_at(10, 7, 7, 16, 10, 10, 8), pocket(), {0, 0, -1}, 11}, 1, 10000);
    check_fine((slide){block_at(10, 7, 8, 16, 10, 10, 8), pocket(), {0, 0, -1}, 10}, 1, 10000);
    check_fine((slide){block_at(10, 7, 7, 16, 9, 10, 8), pocket(), {0, 0, -1}, 10}, 0, 10000);
}

/* The surface of a cube of 20^3 cells, drawn to a ball: no faces are in a common plane, but at the start all triangles meet. */
static body round_body(void)
{
    lattice l = block_at(20, -10, -10, -10, 20, 20, 20);
    soup *s = soup_make();
    soup_add_cells(s, l.full, l.n);
    soup_move(s, v(1, 1, 1), v(-10, -10, -10));
    for (uint32_t i = 0; i < 3 * s->count; i++)
        s->corner[i] = fk_vec3_scale(s->corner[i], 10 / length(s->corner[i]));
    body out = body_of_mesh(soup_mesh(context, s), true);
    free(s);
    free(l.full);
    return out;
}

static void test_round(void **state)
{
    (void)state;
    body a = round_body(), b = round_body();
    fk_placed_collider placed[2] = {in_place(&a), in_place(&b)};
    const fk_vec3 way[2] = {{3, 1, 2}, {4, 0, 0}};
    for (int k = 0; k < 2; k++) {
        fk_vec3 term[8] = {way[k]};
        fk_translation_contacts found;
        assert_int_equal(
            fk_translation_find_contacts(context, &placed[k], term, &placed[1 - k], false, &found), FK_OK);
        assert_true(found.count == 1 && found.stretch[0].enter.lo == 0 && found.stretch[0].leave.hi == 1);
        assert_true(found.stretch[0].overlaps);
        if (found.tests > 200)
            fail_msg("%llu tests", (unsigned long long)found.tests);
        fk_translation_contacts_free(context, &found);
    }
    body_end(&a);
    body_end(&b);
}

/* ---- Boxes of twelve triangles ------------------------------------------------------------------------- */

static body box_mesh(double x0, double y0, double z0, double x1, double y1, double z1)
{
    soup *s = soup_make();
    soup_add_box(s, x0, y0, z0, x1, y1, z1);
    body out = body_of_mesh(soup_mesh(context, s), true);
    free(s);
    return out;
}

/* Slides body a by `way`, in both orders; they meet all the time. */
static void check_meets(body (*make_a)(void), body (*make_b)(void), fk_vec3 way, bool overlaps)
{
    for (int k = 0; k < 2; k++) {
        stage st;
        stage_begin(&st);
        stage_frame(&st, FK_NONE, FK_FRAME_KEYS);
        stage_key(&st, 0, v(0, 0, 0), NULL);
        stage_key(&st, 1, way, NULL);
        st.body[k] = make_a();
        st.body[1 - k] = make_b();
        st.on[k] = 0;
        stage_end(&st);
        fk_motion_answer *answer = stage_ask(&st);
        assert_int_equal(answer->stretch_count, 1);
        assert_int_equal(answer->stretch[0].kind, FK_STRETCH_MEETS);
        assert_true(answer->stretch[0].enter.lo == 0 && answer->stretch[0].leave.hi == 1);
        assert_int_equal(answer->stretch[0].overlaps, overlaps);
        stage_answer_free(answer);
        stage_free(&st);
    }
}

static body thick_block(void)
{
    return box_mesh(0, 0, -8, 64, 64, 0);
}

/* Thinner than the points that are tried are deep. */
static body thin_sheet(void)
{
    return box_mesh(8, 8, 0, 40, 40, 0x1p-10);
}

static body sheet_inside(void)
{
    return box_mesh(8, 8, -0x1p-10, 40, 40, 0);
}

/* At the wall of the block, inside. */
static body piece_inside(void)
{
    fk_piece piece = fk_piece_box(v(8, 0, -4), v(2, 0, 0), v(0, 2, 0), v(0, 0, 2));
    return body_of_pieces(&piece, 1);
}

static body piece_beside(void)
{
    fk_piece piece = fk_piece_box(v(8, -2, -4), v(2, 0, 0), v(0, 2, 0), v(0, 0, 2));
    return body_of_pieces(&piece, 1);
}

/* An open triangle that stands on the wall of the block, on either side. */
static body surface_at(double height)
{
    soup *s = soup_make();
    soup_add(s, v(8, 8, 0), v(12, 8, 0), v(10, 8, height));
    body out = body_of_mesh(soup_mesh(context, s), false);
    free(s);
    return out;
}

static body surface_inside(void)
{
    return surface_at(-4);
}

static body surface_outside(void)
{
    return surface_at(4);
}

static int fin_place; /* 0 to 5 */

/* An open sheet of 2 width height triangles, perhaps with a fin through it. */
static body open_sheet(int width, int height, bool has_fin)
{
    double x0 = fin_place + 0.5;
    soup *s = soup_make();
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            soup_add_quad(s, v(x, y, 0), v(x + 1, y, 0), v(x + 1, y + 1, 0), v(x, y + 1, 0));
    if (has_fin)
        soup_add(s, v(x0, x0, -1), v(x0, x0, 1), v(x0, x0 + 1.5, 0.5));
    body out = body_of_mesh(soup_mesh(context, s), false);
    free(s);
    return out;
}

static body large_sheet(void)
{
    return open_sheet(16, 16, false);
}

static body small_sheet(void)
{
    return open_sheet(6, 9, false);
}

static body sheet_with_fin(void)
{
    return open_sheet(6, 9, true);
}

static void test_few_triangles(void **state)
{
    (void)state;
    check_meets(thin_sheet, thick_block, v(16, 0, 0), false);
    check_meets(sheet_inside, thick_block, v(16, 0, 0), true);
    check_meets(thick_block, sheet_inside, v(-16, 0, 0), true);
    check_meets(piece_inside, thick_block, v(16, 0, 0), true);
    check_meets(piece_beside, thick_block, v(16, 0, 0), false);
    check_meets(surface_inside, thick_block, v(16, 0, 0), true);
    check_meets(surface_outside, thick_block, v(16, 0, 0), false);
    check_meets(small_sheet, large_sheet, v(4, 0, 0), false);
    for (fin_place = 0; fin_place < 6; fin_place++) {
        check_meets(sheet_with_fin, large_sheet, v(4, 0, 0), true);
        check_meets(sheet_with_fin, large_sheet, v(0, 4, 0), true);
    }
    check_meets(thick_block, thick_block, v(0, 0, 8), true);
    check_meets(thick_block, thick_block, v(0.1, 0.3, 0), true);
}

/* ---- By chance ----------------------------------------------------------------------------------------- */

static void test_random_lattices(void **state)
{
    (void)state;
    fk_random random = fk_random_make(31);
    uint32_t overlapping = 0, touching = 0;
    for (int i = 0; i < 1200 / SHARE; i++) {
        slide s = {lattice_make(4), lattice_make(4), {0, 0, 0}, 8};
        if (fk_random_below(&random, 3) == 0)
            s.length = 1 + (int)fk_random_below(&random, 12);
        for (int k = 0; k < 2; k++) {
            lattice *l = k == 0 ? &s.a : &s.b;
            for (uint64_t j = fk_random_below(&random, 6) + 1; j > 0; j--)
                l->full[fk_random_below(&random, 64)] = 1;
        }
        int axes = 1 + (int)fk_random_below(&random, 3);
        for (int k = 0; k < axes; k++)
            s.direction[fk_random_below(&random, 3)] = fk_random_below(&random, 2) == 0 ? -1 : 1;
        for (int k = 0; k < 3; k++)
            s.a.at[k] = (int)fk_random_below(&random, 5) - 2 - s.direction[k] * s.length / 2;
        uint64_t tests;
        uint32_t overlaps = check_slide(&s, &tests);
        overlapping += overlaps > 0;
        touching += overlaps == 0;
        slide_end(&s);
    }
    assert_true(overlapping > 200 / SHARE && touching > 200 / SHARE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_along_itself),  cmocka_unit_test(test_on_a_plate),
        cmocka_unit_test(test_pocket),        cmocka_unit_test(test_round),
        cmocka_unit_test(test_few_triangles), cmocka_unit_test(test_random_lattices),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
