/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How a mesh and a convex piece lie to each other: cells of a lattice against boxes and balls, where counting cells tells the truth;
 * tetrahedra against polyhedra, where the oracle does; and parts with holes, pins, plates and walls. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <gmp.h>
#include <math.h>
#include <string.h>

#include "ask_oracle.h"
#include "base/vec3.h"
#include "fpu_modes.h"
#include "placed_meshes.h"
#include "sanitized.h"
#include "scarce_memory.h"

/* ---- Relations ----------------------------------------------------------------------------------------- */

static fk_relation_result *relate(const fk_placed_mesh *s, const fk_piece *piece)
{
    fk_relation_result *r = NULL;
    assert_int_equal(fk_placed_relate_piece(context, s, piece, &r), FK_OK);
    assert_non_null(r);
    return r;
}

/* The relation alone. */
static fk_relation relation_of(const fk_placed_mesh *s, const fk_piece *piece)
{
    fk_relation_result *r = relate(s, piece);
    fk_relation relation = r->relation;
    fk_relation_result_free(context, r);
    return relation;
}

#define assert_relation(mesh, piece, wanted)                                                                 \
    assert_string_equal(fk_relation_name(relation_of(mesh, piece)), fk_relation_name(wanted))

/* The pairs are those that the verdict on each triangle says. */
static void check_pairs(const fk_placed_mesh *s, const fk_piece *piece, const fk_relation_result *r)
{
    size_t count = 0;
    for (uint32_t t = 0; t < s->mesh->triangle_count; t++) {
        fk_vec3 c[3];
        for (int k = 0; k < 3; k++)
            c[k] = fk_pose_apply(&s->pose, s->mesh->point[s->mesh->triangle[t].corner[k]]);
        fk_piece triangle = fk_piece_triangle(c[0], c[1], c[2]);
        if (ask_oracle(&triangle, piece) == FK_APART)
            continue;
        assert_true(count < r->pair_count);
        assert_int_equal(r->pair[count].a, t);
        assert_int_equal(r->pair[count].b, 0);
        count++;
    }
    assert_int_equal(count, r->pair_count);
}

static fk_piece box_piece(const double low[3], const double high[3])
{
    fk_vec3 o = {low[0], low[1], low[2]};
    fk_vec3 u = {high[0] - low[0], 0, 0}, v = {0, high[1] - low[1], 0}, w = {0, 0, high[2] - low[2]};
    return fk_piece_box(o, u, v, w);
}

static void assert_box(const fk_aabb *box, const double low[3], const double high[3])
{
    for (int k = 0; k < 3; k++) {
        assert_true(fk_vec3_get(box->min, k) == low[k]);
        assert_true(fk_vec3_get(box->max, k) == high[k]);
    }
}

/* ---- Cells of a lattice -------------------------------------------------------------------------------- */

#define N 3

typedef struct truth {
    bool is_hard, is_contact, a_in_b, b_in_a;
    double low[3], high[3]; /* of the common points */
} truth;

static fk_relation relation_by(const truth *t)
{
    return t->a_in_b && t->b_in_a ? FK_RELATION_DUPLICATE
           : t->a_in_b            ? FK_RELATION_A_IN_B
           : t->b_in_a            ? FK_RELATION_B_IN_A
           : t->is_hard           ? FK_RELATION_HARD
           : t->is_contact        ? FK_RELATION_CONTACT
                                  : FK_RELATION_APART;
}

/* A closed box of the lattice, or a face of one, against a closed one: what they have in common goes into the truth. */
static void add_common(truth *t, const double low[3], const double high[3], const double from[3],
                       const double to[3])
{
    bool meets = true, overlaps = true;
    for (int k = 0; k < 3; k++) {
        meets &= low[k] <= to[k] && from[k] <= high[k];
        overlaps &= low[k] < to[k] && from[k] < high[k]; /* of a flat one: it meets the inside */
        t->a_in_b &= low[k] >= from[k] && high[k] <= to[k];
    }
    t->is_hard |= overlaps;
    t->is_contact |= meets;
    for (int k = 0; k < 3 && meets; k++) {
        t->low[k] = fmin(t->low[k], fmax(low[k], from[k]));
        t->high[k] = fmax(t->high[k], fmin(high[k], to[k]));
    }
}

static truth truth_none(void)
{
    truth t = {false, false, true, false, {HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    return t;
}

static bool is_full(const uint8_t *full, const int at[3])
{
    for (int k = 0; k < 3; k++)
        if (at[k] < 0 || at[k] >= N)
            return false;
    return full[at[0] + N * at[1] + N * N * at[2]] != 0;
}

/* Solid cells against a box with corners on the lattice of halves. */
static truth truth_of_solid(const uint8_t *full, const double from[3], const double to[3])
{
    truth t = truth_none();
    t.b_in_a = true;
    for (int i = 0; i < N * N * N; i++) {
        const double low[3] = {i % N, i / N % N, i / N / N}, high[3] = {low[0] + 1, low[1] + 1, low[2] + 1};
        if (full[i])
            add_common(&t, low, high, from, to);
    }
    for (double x = from[0] + 0.25; x < to[0]; x += 0.5)
        for (double y = from[1] + 0.25; y < to[1]; y += 0.5)
            for (double z = from[2] + 0.25; z < to[2]; z += 0.5) {
                const int at[3] = {(int)floor(x), (int)floor(y), (int)floor(z)};
                t.b_in_a &= is_full(full, at);
            }
    return t;
}

/* Its surface. */
static truth truth_of_surface(const uint8_t *full, const double from[3], const double to[3])
{
    truth t = truth_none();
    for (int i = 0; i < N * N * N; i++)
        for (int side = 0; side < 6 && full[i]; side++) {
            int at[3] = {i % N, i / N % N, i / N / N};
            double low[3] = {at[0], at[1], at[2]}, high[3] = {at[0] + 1, at[1] + 1, at[2] + 1};
            int axis = side / 2;
            if (side % 2 == 0)
                high[axis] = low[axis];
            else
                low[axis] = high[axis];
            at[axis] += side % 2 == 0 ? -1 : 1;
            if (!is_full(full, at))
                add_common(&t, low, high, from, to);
        }
    return t;
}

static bool is_between(fk_vec3 p, const double low[3], const double high[3])
{
    for (int k = 0; k < 3; k++)
        if (!(fk_vec3_get(p, k) >= low[k] && fk_vec3_get(p, k) <= high[k]))
            return false;
    return true;
}

static fk_placed_mesh mesh_of_cells(fk_random *random, uint8_t *full, bool is_solid)
{
    int count = 0;
    while (count == 0)
        count = fill_cells(random, full, N);
    if (fk_random_below(random, 4) == 0) /* a block, or one with a hole */
        for (int i = 0; i < N * N * N; i++)
            full[i] = i % N != 1 || i / N % N != 1 || i / N / N != 1 || fk_random_below(random, 2) == 0;
    soup *s = soup_make();
    soup_add_cells(s, full, N);
    soup_shuffle(s, random);
    fk_placed_mesh made = at_rest(soup_mesh(context, s), is_solid);
    free(s);
    return made;
}

static void cells_and_boxes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    int seen[FK_RELATION_DUPLICATE + 1] = {0};
    for (int i = 0; i < 1000 / SHARE; i++) {
        uint8_t full[N * N * N];
        bool is_solid = fk_random_below(&random, 3) != 0;
        fk_placed_mesh s = mesh_of_cells(&random, full, is_solid);
        for (int k = 0; k < 4; k++) {
            double from[3], to[3];
            for (int j = 0; j < 3; j++) {
                from[j] = 0.5 * (double)fk_random_below(&random, 9) - 1;
                to[j] = from[j] + 0.5 * (double)(1 + fk_random_below(&random, k == 0 ? 10 : 3));
            }
            fk_piece piece = box_piece(from, to);
            truth t = is_solid ? truth_of_solid(full, from, to) : truth_of_surface(full, from, to);
            fpu_set(k == 1 ? i % FPU_MODES : 0);
            fk_relation_result *r = relate(&s, &piece);
            fpu_set(0);
            assert_int_equal(r->relation, relation_by(&t));
            seen[r->relation]++;
            if (t.is_contact) {
                assert_box(&r->box, t.low, t.high);
                assert_true(is_between(r->point, t.low, t.high));
            }
            if (i % 16 == 0)
                check_pairs(&s, &piece, r);
            fk_relation_result_free(context, r);
        }
        drop(&s);
    }
    for (int i = FK_RELATION_APART; i < FK_RELATION_DUPLICATE; i++)
        assert_true(SANITIZED || seen[i] > 0);
}

/* The squared distance of a point and the nearest, and the farthest, of a unit cell. */
static void distances(const double center[3], const int at[3], double *nearest, double *farthest)
{
    *nearest = *farthest = 0;
    for (int k = 0; k < 3; k++) {
        double below = at[k] - center[k], above = center[k] - (at[k] + 1);
        double gap = fmax(fmax(below, above), 0), far = fmax(fabs(below), fabs(above));
        *nearest += gap * gap;
        *farthest += far * far;
    }
}

static void cells_and_balls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    for (int i = 0; i < 150 / SHARE; i++) {
        uint8_t full[N * N * N];
        fk_placed_mesh s = mesh_of_cells(&random, full, true);
        double center[3], radius = 0.25 * (double)(1 + fk_random_below(&random, 12));
        for (int k = 0; k < 3; k++)
            center[k] = 0.5 * (double)fk_random_below(&random, 9) - 0.5;
        truth t = truth_none();
        t.b_in_a = true;
        for (int x = -5; x < N + 5; x++)
            for (int y = -5; y < N + 5; y++)
                for (int z = -5; z < N + 5; z++) {
                    const int at[3] = {x, y, z};
                    double nearest, farthest;
                    distances(center, at, &nearest, &farthest);
                    if (!is_full(full, at)) {
                        t.b_in_a &= nearest >= radius * radius;
                        continue;
                    }
                    t.is_hard |= nearest < radius * radius;
                    t.is_contact |= nearest <= radius * radius;
                    t.a_in_b &= farthest <= radius * radius;
                }
        fk_piece ball = fk_piece_sphere(fk_vec3_make(center[0], center[1], center[2]), radius);
        fk_piece pill = fk_piece_capsule(ball.as.sphere.center, ball.as.sphere.center, radius);
        fk_relation_result *r = relate(&s, &ball);
        assert_int_equal(r->relation, relation_by(&t));
        if (i % 16 == 0)
            check_pairs(&s, &ball, r);
        assert_relation(&s, &pill, r->relation);
        /* Points in both are in the box, and its sides are not beyond those of the ball. */
        for (int k = 0; k < 200; k++) {
            double p[3];
            for (int j = 0; j < 3; j++)
                p[j] = center[j] + radius * (2 * fk_random_unit(&random) - 1);
            const int at[3] = {(int)floor(p[0]), (int)floor(p[1]), (int)floor(p[2])};
            fk_piece point = fk_piece_point(fk_vec3_make(p[0], p[1], p[2]));
            if (is_full(full, at) && fk_pair_verdict(&point, &ball) == FK_OVERLAPPING)
                assert_true(fk_aabb_contains(&r->box, point.as.point));
        }
        for (int j = 0; j < 3 && t.is_contact; j++) {
            assert_true(fk_vec3_get(r->box.max, j) <= center[j] + radius + 1e-11);
            assert_true(fk_vec3_get(r->box.min, j) >= center[j] - radius - 1e-11);
            assert_true(fk_vec3_get(r->box.max, j) <= N && fk_vec3_get(r->box.min, j) >= 0);
        }
        fk_relation_result_free(context, r);
        drop(&s);
    }
}

/* ---- Tetrahedra and the oracle ------------------------------------------------------------------------- */

static fk_vec3 lattice_point(fk_random *random, unsigned size)
{
    double x = (double)fk_random_below(random, size), y = (double)fk_random_below(random, size),
           z = (double)fk_random_below(random, size);
    return fk_vec3_make(x, y, z);
}

static bool is_in(const fk_piece *piece, fk_vec3 point)
{
    fk_piece p = fk_piece_point(point);
    return ask_oracle(&p, piece) != FK_APART;
}

/* Whether a side of a box is the exact one, rounded outward. */
static bool is_rounded(const mpq_t exact, double side, int sign)
{
    double inner = nextafter(side, sign > 0 ? -HUGE_VAL : HUGE_VAL);
    return oracle_compare(exact, side) * sign <= 0 && oracle_compare(exact, inner) * sign > 0;
}

static void check_oracle_box(const fk_piece *a, const fk_piece *b, const fk_aabb *box)
{
    mpq_t low[3], high[3];
    for (int k = 0; k < 3; k++)
        mpq_inits(low[k], high[k], NULL);
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS];
    struct oracle_piece oracle_a = to_oracle(a, number_a), oracle_b = to_oracle(b, number_b);
    assert_true(oracle_box(&oracle_a, &oracle_b, low, high));
    for (int k = 0; k < 3; k++) {
        assert_true(is_rounded(low[k], fk_vec3_get(box->min, k), -1));
        assert_true(is_rounded(high[k], fk_vec3_get(box->max, k), 1));
        mpq_clears(low[k], high[k], NULL);
    }
}

/* A piece on the lattice, with interior or not. */
static fk_piece draw_piece(fk_random *random, fk_vec3 room[8], unsigned size)
{
    for (int k = 0; k < 8; k++)
        room[k] = lattice_point(random, size);
    fk_vec3 u = fk_vec3_sub(room[1], room[0]), v = fk_vec3_sub(room[2], room[0]),
            w = fk_vec3_sub(room[3], room[0]);
    switch (fk_random_below(random, 4)) {
    case 0:
        return fk_piece_tetra(room[0], u, v, w);
    case 1:
        return fk_piece_box(room[0], u, v, w);
    case 2:
        return fk_piece_hull(room, 8);
    default: /* long edges, so that vertices are no doubles */
        return fk_piece_tetra(fk_vec3_scale(room[0], 1.0 / 3), fk_vec3_scale(u, 0.7), fk_vec3_scale(v, 1.1),
                              w);
    }
}

static uint32_t corners_of(const fk_piece *piece, mpq_t corner[8][3])
{
    double number[FK_PIECE_NUMBERS];
    struct oracle_piece p = to_oracle(piece, number);
    uint32_t count = piece->kind == FK_KIND_TETRA ? 4 : 8;
    mpq_t term;
    mpq_init(term);
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            mpq_set_d(corner[i][k],
                      p.number[piece->kind == FK_KIND_HULL ? 3 * i + (uint32_t)k : (uint32_t)k]);
            for (uint32_t e = 0; e < 3 && piece->kind != FK_KIND_HULL; e++)
                if (piece->kind == FK_KIND_BOX ? i >> e & 1 : i == e + 1) {
                    mpq_set_d(term, p.number[3 * (e + 1) + (uint32_t)k]);
                    mpq_add(corner[i][k], corner[i][k], term);
                }
        }
    mpq_clear(term);
    return count;
}

static bool is_all_in(const fk_piece *inner, const fk_piece *outer)
{
    mpq_t corner[8][3];
    for (int i = 0; i < 24; i++)
        mpq_init(corner[i / 3][i % 3]);
    double number[FK_PIECE_NUMBERS];
    struct oracle_piece p = to_oracle(outer, number);
    uint32_t count = corners_of(inner, corner);
    bool all = true;
    for (uint32_t i = 0; i < count; i++)
        all &= oracle_contains(&p, corner[i], ORACLE_CLOSED);
    for (int i = 0; i < 24; i++)
        mpq_clear(corner[i / 3][i % 3]);
    return all;
}

static void tetrahedra(void **state)
{
    (void)state;
    static const int face[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    fk_random random = fk_random_make(3);
    int made = 0, refused = 0, between = 0;
    while (made < 2000 / SHARE) {
        unsigned size = 3 + (unsigned)fk_random_below(&random, 5);
        fk_vec3 c[4], room[8];
        for (int k = 0; k < 4; k++)
            c[k] = lattice_point(&random, size);
        fk_vec3 n = fk_vec3_cross(fk_vec3_sub(c[1], c[0]), fk_vec3_sub(c[2], c[0]));
        double volume = fk_vec3_dot(n, fk_vec3_sub(c[3], c[0]));
        if (volume == 0)
            continue;
        made++;
        soup *s = soup_make();
        for (int i = 0; i < 4; i++)
            soup_add(s, c[face[i][0]], c[face[i][1]], c[face[i][2]]); /* inside out, half of the time */
        fk_placed_mesh a = at_rest(soup_mesh(context, s), true);
        free(s);
        fk_piece solid = fk_piece_hull(c, 4), piece = draw_piece(&random, room, size);
        fk_relation_result *r = NULL;
        if (ask_oracle(&piece, &piece) != FK_OVERLAPPING) {
            assert_int_equal(fk_placed_relate_piece(context, &a, &piece, &r), FK_ERROR_PIECE);
            assert_null(r);
            refused++;
            drop(&a);
            continue;
        }
        fk_verdict verdict = ask_oracle(&solid, &piece);
        truth t = {.is_hard = verdict == FK_OVERLAPPING, .is_contact = verdict != FK_APART};
        t.a_in_b = is_in(&piece, c[0]) && is_in(&piece, c[1]) && is_in(&piece, c[2]) && is_in(&piece, c[3]);
        t.b_in_a = is_all_in(&piece, &solid);
        fpu_set(made % FPU_MODES);
        r = relate(&a, &piece);
        fpu_set(0);
        assert_int_equal(r->relation, relation_by(&t));
        if (t.is_contact)
            check_oracle_box(&solid, &piece, &r->box);
        else
            assert_true(r->box.min.x > r->box.max.x);
        check_pairs(&a, &piece, r);
        if (r->relation == FK_RELATION_HARD) { /* both interiors have it, unless that is between doubles */
            fk_piece point = fk_piece_point(r->point);
            bool is_common =
                ask_oracle(&point, &solid) == FK_OVERLAPPING && ask_oracle(&point, &piece) == FK_OVERLAPPING;
            between += !is_common;
        }
        fk_relation_result_free(context, r);
        drop(&a);
    }
    assert_true(refused > 0 && between <= made / 50);
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static fk_placed_mesh generated_at_rest(const char *name, uint32_t triangles)
{
    return at_rest(generated(name, triangles), fk_generate_is_solid(fk_generate_find(name)));
}

static fk_piece pin(double radius, double from, double to)
{
    return fk_piece_cylinder(fk_vec3_make(0, 0, from), fk_vec3_make(0, 0, to), radius);
}

static void pins_in_a_nut(void **state)
{
    (void)state;
    fk_placed_mesh s = generated_at_rest("nut", 600);
    fk_piece thin = pin(1, -50, 50), thick = pin(7, -50, 50), wide = pin(50, -50, 50),
             ball = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1);
    assert_relation(&s, &thin, FK_RELATION_APART);
    assert_relation(&s, &thick, FK_RELATION_HARD);
    assert_relation(&s, &wide, FK_RELATION_A_IN_B);
    assert_relation(&s, &ball, FK_RELATION_APART);
    /* In the material. */
    fk_relation_result *r = relate(&s, &thick);
    assert_true(r->box.max.x <= 7.0001 && r->box.max.x > 5);
    fk_piece grain = fk_piece_sphere(r->point, 1e-9);
    assert_relation(&s, &grain, FK_RELATION_B_IN_A);
    fk_relation_result_free(context, r);
    /* Turned and moved. */
    s.pose = fk_pose_from_rpy(fk_vec3_make(100, -20, 3), fk_vec3_make(0.3, 0.4, 0.5));
    fk_piece moved = fk_piece_place(&thick, &s.pose, NULL);
    assert_relation(&s, &moved, FK_RELATION_HARD);
    moved = fk_piece_place(&thin, &s.pose, NULL);
    assert_relation(&s, &moved, FK_RELATION_APART);
    drop(&s);
}

static void pieces_in_an_open_box(void **state)
{
    (void)state;
    fk_placed_mesh s = generated_at_rest("open-box", 0);
    fk_aabb box;
    assert_int_equal(fk_aabb_build(s.mesh->point, s.mesh->vertex_count, &box), FK_OK);
    fk_vec3 middle = fk_vec3_scale(fk_vec3_add(box.min, box.max), 0.5);
    double half = 0.5 * (box.max.x - box.min.x);
    fk_piece inside = fk_piece_sphere(middle, 0.5 * half), touching = fk_piece_sphere(middle, half),
             through = fk_piece_sphere(middle, 1.25 * half), around = fk_piece_sphere(middle, 2 * half);
    assert_relation(&s, &inside, FK_RELATION_APART);
    assert_relation(&s, &touching, FK_RELATION_CONTACT);
    assert_relation(&s, &through, FK_RELATION_HARD);
    assert_relation(&s, &around, FK_RELATION_A_IN_B);
    drop(&s);
}

static void half_spaces(void **state)
{
    (void)state;
    static const fk_relation solid[] = {FK_RELATION_APART, FK_RELATION_CONTACT, FK_RELATION_HARD,
                                        FK_RELATION_A_IN_B};
    static const double offset[] = {-1, 0, 0.5, 1};
    const double zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};
    soup *cube = soup_make();
    soup_add_box(cube, 0, 0, 0, 1, 1, 1);
    for (int is_solid = 0; is_solid < 2; is_solid++) {
        fk_placed_mesh s = at_rest(soup_mesh(context, cube), is_solid);
        for (int i = 0; i < 4; i++) {
            fk_piece half = fk_piece_half_space(fk_vec3_make(0, 0, 3), 3 * offset[i]);
            fk_relation_result *r = relate(&s, &half);
            assert_int_equal(r->relation, solid[i]);
            const double top[3] = {1, 1, offset[i]};
            if (i > 0)
                assert_box(&r->box, zero, i == 3 ? one : top);
            fk_relation_result_free(context, r);
        }
        drop(&s);
    }
    free(cube);
}

static void smooth_pieces(void **state)
{
    (void)state;
    soup *cube = soup_make();
    soup_add_box(cube, 0, 0, 0, 4, 4, 4);
    fk_placed_mesh s = at_rest(soup_mesh(context, cube), true);
    free(cube);
    fk_vec3 low = {2, 2, 1}, high = {2, 2, 3}, up = {2, 2, 9};
    fk_piece inside = fk_piece_cylinder(low, high, 1), out = fk_piece_cone(low, up, 1);
    fk_piece on = fk_piece_cylinder(fk_vec3_make(2, 2, 4), up, 1); /* exactly on a face: not to be decided */
    fk_piece beside = fk_piece_cylinder(fk_vec3_make(2, 2, 4.0001), up, 1);
    fk_piece egg =
        fk_piece_ellipsoid(low, fk_vec3_make(20, 0, 0), fk_vec3_make(0, 30, 0), fk_vec3_make(0, 0, 20));
    fk_piece flat =
        fk_piece_ellipsoid(low, fk_vec3_make(1, 0, 0), fk_vec3_make(0, 1, 0), fk_vec3_make(0, 0, 0));
    assert_relation(&s, &inside, FK_RELATION_B_IN_A);
    assert_relation(&s, &out, FK_RELATION_HARD);
    assert_relation(&s, &on, FK_RELATION_UNDECIDED);
    assert_relation(&s, &beside, FK_RELATION_APART);
    assert_relation(&s, &egg, FK_RELATION_A_IN_B);
    assert_relation(&s, &flat, FK_RELATION_UNDECIDED);
    fk_relation_result *r = relate(&s, &out);
    assert_true(fabs(r->box.min.x - 1) < 1e-9 && fabs(r->box.max.y - 3) < 1e-9);
    assert_true(fabs(r->box.min.z - 1) < 1e-9 && fabs(r->box.max.z - 4) < 1e-9);
    assert_true(r->point.z > 1 && r->point.z < 4);
    fk_relation_result_free(context, r);
    drop(&s);
}

/* A wall inside a solid of two that overlap. */
static void walls(void **state)
{
    (void)state;
    soup *both = soup_make();
    soup_add_box(both, 0, 0, 0, 3, 2, 2);
    soup_add_box(both, 2, 0, 0, 5, 2, 2);
    fk_placed_mesh s = at_rest(soup_mesh(context, both), true);
    free(both);
    const double low[3] = {1.5, 0.5, 0.5}, high[3] = {2.5, 1, 1}, out[3] = {2.5, 4, 1};
    const double all_low[3] = {0, 0, 0}, all_high[3] = {5, 2, 2};
    fk_piece in_both = box_piece(low, high), half_out = box_piece(low, out),
             same = box_piece(all_low, all_high);
    assert_relation(&s, &in_both, FK_RELATION_B_IN_A);
    assert_relation(&s, &half_out, FK_RELATION_HARD);
    assert_relation(&s, &same, FK_RELATION_DUPLICATE);
    /* Round pieces, through which both walls pass; the second one touches the floor between the walls. */
    fk_piece ball = fk_piece_sphere(fk_vec3_make(2.5, 1, 1), 0.875),
             low_ball = fk_piece_sphere(fk_vec3_make(2.5, 1, 0.75), 0.75),
             too_low = fk_piece_sphere(fk_vec3_make(2.5, 1, 0.75), nextafter(0.75, 1));
    assert_relation(&s, &ball, FK_RELATION_B_IN_A);
    assert_relation(&s, &low_ball, FK_RELATION_B_IN_A);
    fk_relation relation = relation_of(&s, &too_low);
    assert_true(relation == FK_RELATION_HARD || relation == FK_RELATION_UNDECIDED);
    fk_piece rod = fk_piece_cylinder(fk_vec3_make(0.25, 1, 0.75), fk_vec3_make(4.75, 1, 1.25), 0.5),
             long_rod = fk_piece_cylinder(fk_vec3_make(0.25, 1, 0.75), fk_vec3_make(5.25, 1, 1.25), 0.5);
    assert_relation(&s, &rod, FK_RELATION_B_IN_A);
    assert_relation(&s, &long_rod, FK_RELATION_HARD);
    /* Corners that are no doubles. */
    fk_piece tilted = fk_piece_box(fk_vec3_make(0.5, 0.25, 0.25), fk_vec3_make(3.9, 0.1, 0.3),
                                   fk_vec3_make(-0.1, 1.3, 1e-17), fk_vec3_make(0.05, 0.01, 1.1));
    assert_relation(&s, &tilted, FK_RELATION_B_IN_A);
    drop(&s);
}

/* Two cubes that overlap, in one solid, and balls of all sizes in places all over: the distance from the boundary of the union
 * tells the truth. */
static double depth_in_union(fk_vec3 c)
{
    /* The complement of [0, 4]^3 and [2, 6] x [1, 3] x [1, 3]: all faces of both, without what is inside the other. */
    double least = HUGE_VAL;
    static const double low[2][3] = {{0, 0, 0}, {2, 1, 1}}, high[2][3] = {{4, 4, 4}, {6, 3, 3}};
    for (int i = 0; i < 2; i++)
        for (int side = 0; side < 6; side++) {
            int axis = side / 2;
            double plane = side & 1 ? high[i][axis] : low[i][axis];
            /* The nearest point of the face is searched on a grid, which has the corners of what is inside the other. */
            for (int k = 0; k < 33 * 33; k++) {
                fk_vec3 p;
                int j = (axis + 1) % 3, m = (axis + 2) % 3;
                *fk_vec3_at(&p, axis) = plane;
                *fk_vec3_at(&p, j) = low[i][j] + (high[i][j] - low[i][j]) * (k % 33) / 32;
                *fk_vec3_at(&p, m) = low[i][m] + (high[i][m] - low[i][m]) * (k / 33) / 32;
                const double *l = low[1 - i], *h = high[1 - i];
                bool is_inner =
                    p.x > l[0] && p.x < h[0] && p.y > l[1] && p.y < h[1] && p.z > l[2] && p.z < h[2];
                fk_vec3 d = fk_vec3_sub(p, c);
                least = is_inner ? least : fmin(least, sqrt(fk_vec3_dot(d, d)));
            }
        }
    return least;
}

static void balls_in_unions(void **state)
{
    (void)state;
    soup *both = soup_make();
    soup_add_box(both, 0, 0, 0, 4, 4, 4);
    soup_add_box(both, 2, 1, 1, 6, 3, 3);
    fk_placed_mesh s = at_rest(soup_mesh(context, both), true);
    free(both);
    fk_random random = fk_random_make(12);
    int inside = 0, crossing = 0;
    for (int round = 0; round < 300 / SHARE; round++) {
        fk_vec3 c = fk_vec3_make(fk_random_between(&random, 1.5, 5), fk_random_between(&random, 1, 3),
                                 fk_random_between(&random, 1, 3));
        double depth = depth_in_union(c), radius = fk_random_between(&random, 0.3, 1.4);
        fk_piece ball = fk_piece_sphere(c, radius);
        fk_relation relation = relation_of(&s, &ball);
        if (radius < depth - 0.1) {
            assert_int_equal(relation, FK_RELATION_B_IN_A);
            inside++;
        }
        if (radius > depth) {
            assert_int_equal(relation, FK_RELATION_HARD);
            crossing++;
        }
    }
    assert_true(inside > 20 / SHARE && crossing > 20 / SHARE);
    drop(&s);
}

/* ---- Ends of ranges, errors, memory -------------------------------------------------------------------- */

static void far_and_small(void **state)
{
    (void)state;
    static const double scale[] = {0x1p-1060, 0x1p-500, 1, 0x1p500, 0x1p1020};
    for (size_t i = 0; i < sizeof scale / sizeof *scale; i++)
        for (int mode = 0; mode < FPU_MODES; mode++) {
            double one = scale[i];
            if (one < 0x1p-1022 && mode > 3)
                break; /* the vertices would be placed at 0 */
            soup *cube = soup_make();
            soup_add_box(cube, 0, 0, 0, 4 * one, 4 * one, 4 * one);
            fk_placed_mesh s = at_rest(soup_mesh(context, cube), true);
            free(cube);
            const double zero[3] = {0, 0, 0}, low[3] = {one, one, one}, high[3] = {2 * one, 2 * one, 2 * one},
                         top[3] = {4 * one, 4 * one, 4 * one}, beyond[3] = {5 * one, 5 * one, 5 * one};
            fk_piece inside = box_piece(low, high), same = box_piece(zero, top),
                     cross = box_piece(low, beyond), at_corner = box_piece(top, beyond);
            fpu_set(mode);
            fk_relation got[4] = {relation_of(&s, &inside), relation_of(&s, &same), relation_of(&s, &cross),
                                  relation_of(&s, &at_corner)};
            fpu_set(0);
            assert_int_equal(got[0], FK_RELATION_B_IN_A);
            assert_int_equal(got[1], FK_RELATION_DUPLICATE);
            assert_int_equal(got[2], FK_RELATION_HARD);
            assert_int_equal(got[3], FK_RELATION_CONTACT);
            drop(&s);
        }
}

static void no_triangles(void **state)
{
    (void)state;
    soup *none = soup_make();
    fk_placed_mesh s = at_rest(soup_mesh(context, none), true);
    free(none);
    fk_piece ball = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1);
    assert_relation(&s, &ball, FK_RELATION_APART);
    drop(&s);
}

static void refusals(void **state)
{
    (void)state;
    fk_vec3 o = {0, 0, 0}, u = {1, 0, 0}, v = {0, 1, 0};
    soup *cube = soup_make();
    soup_add_box(cube, 0, 0, 0, 1, 1, 1);
    fk_placed_mesh s = at_rest(soup_mesh(context, cube), true);
    free(cube);
    fk_piece bad[] = {fk_piece_point(o),         fk_piece_segment(o, u),     fk_piece_triangle(o, u, v),
                      fk_piece_box(o, u, v, u),  fk_piece_tetra(o, u, v, o), fk_piece_sphere(o, 0),
                      fk_piece_capsule(o, u, 0), fk_piece_cylinder(o, u, 0), fk_piece_sphere(o, -1)};
    fk_relation_result *r = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(fk_placed_relate_piece(context, &s, &bad[i], &r), FK_ERROR_PIECE);
    fk_piece nan = fk_piece_sphere(fk_vec3_make(NAN, 0, 0), 1);
    assert_int_equal(fk_placed_relate_piece(context, &s, &nan, &r), FK_ERROR_NOT_FINITE);
    assert_null(r);
    fk_relation_result_free(context, NULL);
    drop(&s);
}

/* Relates until memory suffices. */
static void relate_with_scarce_memory(const fk_placed_mesh *s, const fk_piece *piece, size_t most)
{
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {0, SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        size_t before = m.used;
        m.fail_at = k;
        fk_relation_result *r = NULL;
        status = fk_placed_relate_piece(scarce, s, piece, &r);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && r == NULL));
        fk_relation_result_free(scarce, r);
        assert_int_equal(m.used, before);
        fk_context_destroy(scarce);
        assert_true(k < most);
    }
}

static void memory_runs_out(void **state)
{
    (void)state;
    fk_placed_mesh s = generated_at_rest("sphere", 300);
    fk_piece box = fk_piece_box(fk_vec3_make(0, 0, 0), fk_vec3_make(1, 0, 0), fk_vec3_make(0, 1, 0),
                                fk_vec3_make(0, 0, 1));
    relate_with_scarce_memory(&s, &box, 100);
    drop(&s);
    /* Through this ball and this box, walls pass. */
    soup *both = soup_make();
    soup_add_box(both, 0, 0, 0, 3, 2, 2);
    soup_add_box(both, 2, 0, 0, 5, 2, 2);
    s = at_rest(soup_mesh(context, both), true);
    free(both);
    const double inner_low[3] = {1.5, 0.5, 0.5}, inner_high[3] = {2.5, 1, 1};
    fk_piece inner = box_piece(inner_low, inner_high), ball = fk_piece_sphere(fk_vec3_make(2.5, 1, 1), 0.875);
    relate_with_scarce_memory(&s, &inner, 200);
    relate_with_scarce_memory(&s, &ball, 20000);
    drop(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(cells_and_boxes, fpu_usual),
        cmocka_unit_test(cells_and_balls),
        cmocka_unit_test_teardown(tetrahedra, fpu_usual),
        cmocka_unit_test(pins_in_a_nut),
        cmocka_unit_test(pieces_in_an_open_box),
        cmocka_unit_test(half_spaces),
        cmocka_unit_test(smooth_pieces),
        cmocka_unit_test(walls),
        cmocka_unit_test(balls_in_unions),
        cmocka_unit_test_teardown(far_and_small, fpu_usual),
        cmocka_unit_test(no_triangles),
        cmocka_unit_test(refusals),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
