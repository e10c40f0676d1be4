/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Segments, rays, lines, planes and boxes on placed meshes, against elimination in rationals over all triangles, and on larger
 * meshes against each triangle alone; any, count, all and first against each other; winding numbers. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <gmp.h>
#include <math.h>

#include "farkas/tree.h"
#include "fpu_modes.h"
#include "gen/generate.h"
#include "mesh_shapes.h"
#include "scarce_memory.h"
#include "tree/ray.h"

/* ---- The oracle: Fourier-Motzkin elimination in rationals ---------------------------------------------- */

/* c[0] x + c[1] y + c[2] t <= c[3], or == c[3]. The point of the triangle is a + x (b - a) + y (c - a). */
typedef struct row {
    mpq_t c[4];
} row;

#define ROWS 256

typedef struct rows {
    row same[ROWS], most[ROWS];
    int same_count, most_count;
} rows;

static rows s;
static mpq_t factor, other, low, high;

static int start_rationals(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < 4; k++)
            mpq_inits(s.same[i].c[k], s.most[i].c[k], NULL);
    mpq_inits(factor, other, low, high, NULL);
    return 0;
}

static int end_rationals(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < 4; k++)
            mpq_clears(s.same[i].c[k], s.most[i].c[k], NULL);
    mpq_clears(factor, other, low, high, NULL);
    return 0;
}

static void set_difference(mpq_t out, double x, double y)
{
    mpq_set_d(out, x);
    mpq_set_d(other, y);
    mpq_sub(out, out, other);
}

static void add_bound(int x, int y, int t, int most)
{
    const int c[4] = {x, y, t, most};
    assert_true(s.most_count < ROWS);
    for (int k = 0; k < 4; k++)
        mpq_set_si(s.most[s.most_count].c[k], c[k], 1);
    s.most_count++;
}

/* r = r - (r.c[v] / p.c[v]) p */
static void reduce(row *r, const row *p, int v)
{
    mpq_div(factor, r->c[v], p->c[v]);
    for (int k = 0; k < 4; k++) {
        mpq_mul(other, factor, p->c[k]);
        mpq_sub(r->c[k], r->c[k], other);
    }
}

static bool eliminate_by_equation(int v)
{
    for (int i = 0; i < s.same_count; i++) {
        if (mpq_sgn(s.same[i].c[v]) == 0)
            continue;
        for (int j = 0; j < s.same_count; j++)
            if (j != i)
                reduce(&s.same[j], &s.same[i], v);
        for (int j = 0; j < s.most_count; j++)
            reduce(&s.most[j], &s.same[i], v);
        s.same_count--;
        for (int k = 0; k < 4; k++)
            mpq_swap(s.same[i].c[k], s.same[s.same_count].c[k]);
        return true;
    }
    return false;
}

/* Rows with opposite signs are added, the others without this unknown stay. */
static void eliminate(int v)
{
    if (eliminate_by_equation(v))
        return;
    int old = s.most_count;
    for (int i = 0; i < old; i++)
        for (int j = 0; j < old; j++)
            if (mpq_sgn(s.most[i].c[v]) > 0 && mpq_sgn(s.most[j].c[v]) < 0) {
                assert_true(s.most_count < ROWS);
                row *r = &s.most[s.most_count++];
                for (int k = 0; k < 4; k++)
                    mpq_set(r->c[k], s.most[i].c[k]);
                reduce(r, &s.most[j], v);
            }
    int kept = 0;
    for (int i = 0; i < s.most_count; i++)
        if (i >= old || mpq_sgn(s.most[i].c[v]) == 0) {
            for (int k = 0; k < 4; k++)
                mpq_swap(s.most[kept].c[k], s.most[i].c[k]);
            kept++;
        }
    s.most_count = kept;
}

/* Whether there is a t; the least one is in `low` then, if has_low. */
static bool solve(bool *has_low)
{
    bool has_high = false;
    *has_low = false;
    eliminate(0);
    eliminate(1);
    for (int i = 0; i < s.same_count + s.most_count; i++) {
        bool is_same = i < s.same_count;
        row *r = is_same ? &s.same[i] : &s.most[i - s.same_count];
        int sign = mpq_sgn(r->c[2]);
        if (sign == 0) {
            if (mpq_sgn(r->c[3]) < 0 || (is_same && mpq_sgn(r->c[3]) > 0))
                return false;
            continue;
        }
        mpq_div(factor, r->c[3], r->c[2]);
        if ((sign < 0 || is_same) && (!*has_low || mpq_cmp(factor, low) > 0)) {
            mpq_set(low, factor);
            *has_low = true;
        }
        if ((sign > 0 || is_same) && (!has_high || mpq_cmp(factor, high) < 0)) {
            mpq_set(high, factor);
            has_high = true;
        }
    }
    return !*has_low || !has_high || mpq_cmp(low, high) <= 0;
}

/* Whether a probe meets a triangle; has_low tells whether the first time is in `low`. */
static bool truth(const fk_probe *p, const fk_vec3 corner[3], bool *has_low)
{
    s.same_count = s.most_count = 0;
    add_bound(-1, 0, 0, 0);
    add_bound(0, -1, 0, 0);
    add_bound(1, 1, 0, 1);
    if (p->kind == FK_PROBE_SEGMENT || p->kind == FK_PROBE_RAY)
        add_bound(0, 0, -1, 0);
    if (p->kind == FK_PROBE_SEGMENT)
        add_bound(0, 0, 1, 1);
    if (p->kind == FK_PROBE_PLANE) {
        row *r = &s.same[s.same_count++];
        mpq_set_d(r->c[3], p->offset);
        for (int k = 0; k < 3; k++)
            mpq_set_ui(r->c[k], 0, 1);
        for (int i = 0; i < 3; i++) {
            mpq_set_d(factor, fk_vec3_get(p->to, i));
            for (int k = 0; k < 2; k++) {
                set_difference(low, fk_vec3_get(corner[k + 1], i), fk_vec3_get(corner[0], i));
                mpq_mul(low, low, factor);
                mpq_add(r->c[k], r->c[k], low);
            }
            mpq_set_d(low, fk_vec3_get(corner[0], i));
            mpq_mul(low, low, factor);
            mpq_sub(r->c[3], r->c[3], low);
        }
        return solve(has_low);
    }
    for (int i = 0; i < 3; i++) {
        double a = fk_vec3_get(corner[0], i), from = fk_vec3_get(p->from, i), to = fk_vec3_get(p->to, i);
        for (int side = 0; side < (p->kind == FK_PROBE_BOX ? 2 : 1); side++) {
            row *r = p->kind == FK_PROBE_BOX ? &s.most[s.most_count++] : &s.same[s.same_count++];
            set_difference(r->c[0], fk_vec3_get(corner[1], i), a);
            set_difference(r->c[1], fk_vec3_get(corner[2], i), a);
            mpq_set_ui(r->c[2], 0, 1);
            set_difference(r->c[3], side == 1 ? to : from, a);
            if (p->kind == FK_PROBE_SEGMENT)
                set_difference(r->c[2], from, to);
            else if (p->kind != FK_PROBE_BOX)
                mpq_set_d(r->c[2], -to);
            for (int k = 0; p->kind == FK_PROBE_BOX && side == 0 && k < 4; k++)
                mpq_neg(r->c[k], r->c[k]);
        }
    }
    return solve(has_low);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

enum { TRIANGLES = 40 };

/* A mesh of triangles that share no vertex, its tree and its place. */
typedef struct scene {
    fk_context *context;
    fk_vec3 point[3 * TRIANGLES];
    fk_triangle triangle[TRIANGLES];
    fk_mesh mesh;
    fk_tree *tree;
    fk_placed_mesh placed;
} scene;

typedef enum family {
    RANDOM,
    LATTICE,
    FLAT,
    HUGE_LATTICE,
    TINY_LATTICE,
    FAR,
    WILD,
    EXTREME,
    FAMILIES
} family;

static double number(fk_random *random, family f)
{
    double whole = (double)fk_random_below(random, 5) - 2, any = fk_random_between(random, -2, 2);
    switch (f) {
    case LATTICE:
    case FLAT:
        return whole;
    case HUGE_LATTICE:
        return whole * 0x1p1000;
    case TINY_LATTICE:
        return whole * 0x1p-1074;
    case FAR:
        return 1e6 + (fk_random_below(random, 2) ? whole : any);
    case WILD:
        return ldexp(any, (int)fk_random_below(random, 80) - 40);
    case EXTREME:
        return ldexp(any, (int)fk_random_below(random, 2090) - 1069);
    default:
        return any;
    }
}

static fk_vec3 place(fk_random *random, family f)
{
    double x = number(random, f), y = number(random, f), z = number(random, f);
    return fk_vec3_make(x, y, f == FLAT && fk_random_below(random, 4) ? 1 : z);
}

static scene *scene_make(fk_context *context, fk_random *random, family f)
{
    scene *c = malloc(sizeof *c);
    assert_non_null(c);
    c->context = context;
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++) {
        c->point[i] = place(random, f);
        c->triangle[i / 3].corner[i % 3] = i;
    }
    for (uint32_t t = 0; t < TRIANGLES; t += 5) /* without area */
        c->point[3 * t + 2] = c->point[3 * t + fk_random_below(random, 2)];
    c->mesh = (fk_mesh){.vertex_count = 3 * TRIANGLES,
                        .triangle_count = TRIANGLES,
                        .point = c->point,
                        .triangle = c->triangle};
    assert_int_equal(fk_tree_build(context, &c->mesh, NULL, &c->tree), FK_OK);
    c->placed = (fk_placed_mesh){&c->mesh, c->tree, fk_pose_identity(), false};
    return c;
}

static void scene_free(scene *c)
{
    fk_tree_free(c->context, c->tree);
    free(c);
}

/* None, an exact quarter turn, a turn, or any matrix. */
static fk_pose draw_pose(fk_random *random, family f)
{
    fk_pose pose = fk_pose_identity();
    uint64_t which = fk_random_below(random, 4);
    if (f == HUGE_LATTICE || f == TINY_LATTICE || f == EXTREME || which == 0)
        return pose;
    if (which == 1) {
        pose = (fk_pose){{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {1, -2, 0}};
    } else if (which == 2) {
        fk_vec3 turn = place(random, RANDOM);
        pose = fk_pose_from_rpy(place(random, RANDOM), turn);
    } else {
        for (int i = 0; i < 9; i++)
            pose.rotation[i / 3][i % 3] = number(random, LATTICE);
    }
    return pose;
}

/* ---- Probes -------------------------------------------------------------------------------------------- */

/* A number of a corner of the mesh, or any. */
static fk_vec3 near_place(fk_random *random, family f, const scene *c)
{
    if (fk_random_below(random, 3) > 0)
        return place(random, f);
    return fk_pose_apply(&c->placed.pose, c->point[fk_random_below(random, 3 * TRIANGLES)]);
}

static fk_probe draw_probe(fk_random *random, family f, const scene *c, fk_probe_kind kind)
{
    fk_probe p = {kind, near_place(random, f, c), near_place(random, f, c), 0};
    if (kind == FK_PROBE_RAY || kind == FK_PROBE_LINE || kind == FK_PROBE_PLANE) {
        family direction = f == FAR || f == HUGE_LATTICE || f == TINY_LATTICE ? LATTICE : f;
        do
            p.to = place(random, direction);
        while (p.to.x == 0 && p.to.y == 0 && p.to.z == 0);
        if (kind == FK_PROBE_RAY && fk_random_below(random, 4) == 0) /* from far away */
            p.from = fk_vec3_add(p.from, fk_vec3_scale(p.to, -1024 * fk_random_unit(random)));
    }
    if (kind == FK_PROBE_SEGMENT && fk_random_below(random, 4) == 0)
        p.to = p.from;
    if (kind == FK_PROBE_PLANE)
        p.offset = fk_random_below(random, 2) ? fk_vec3_dot(p.to, p.from) : number(random, f);
    for (int k = 0; k < 3 && kind == FK_PROBE_BOX; k++) {
        double x = fk_vec3_get(p.from, k), y = fk_vec3_get(p.to, k);
        *(k == 0 ? &p.from.x : k == 1 ? &p.from.y : &p.from.z) = x < y ? x : y;
        *(k == 0 ? &p.to.x : k == 1 ? &p.to.y : &p.to.z) = x < y ? y : x;
    }
    return p;
}

static bool is_fine(const fk_probe *p)
{
    return fk_vec3_is_finite(p->from) && fk_vec3_is_finite(p->to) && isfinite(p->offset);
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

/* The first time is in the interval, which is narrow; and so is the point. */
static void check_hit(const fk_probe *p, const fk_placed_hit *hit, const mpq_t time)
{
    bool is_segment = p->kind == FK_PROBE_SEGMENT;
    for (int side = 0; side < 2; side++) {
        double end = side == 0 ? hit->time.lo : hit->time.hi;
        if (!isfinite(end))
            continue;
        mpq_set_d(other, end);
        assert_true(side == 0 ? mpq_cmp(other, time) <= 0 : mpq_cmp(other, time) >= 0);
    }
    assert_true(hit->time.lo <= hit->time.hi);
    if (isfinite(hit->time.lo) && isfinite(hit->time.hi) && fabs(hit->time.hi) > 0x1p-1000)
        assert_true(hit->time.hi - hit->time.lo <= 0x1p-41 * fmax(fabs(hit->time.lo), fabs(hit->time.hi)));
    double largest = fmax(fabs(hit->point.x), fmax(fabs(hit->point.y), fabs(hit->point.z)));
    for (int k = 0; k < 3 && isfinite(largest); k++) {
        mpq_set_d(factor, fk_vec3_get(p->to, k));
        mpq_set_d(other, fk_vec3_get(p->from, k));
        if (is_segment)
            mpq_sub(factor, factor, other);
        mpq_mul(factor, factor, time);
        mpq_add(factor, factor, other);
        mpq_set_d(other, fk_vec3_get(hit->point, k));
        mpq_sub(factor, factor, other);
        mpq_abs(factor, factor);
        mpq_set_d(other, fmax(largest * 0x1p-42, 0x1p-1073));
        assert_true(mpq_cmp(factor, other) <= 0);
    }
}

/* All that is asked, against the truth about each triangle. Rationals are computed in the usual mode, as they are made of
 * doubles that others may take for zero. */
static void check_in_mode(const scene *c, const fk_probe *p, int mode)
{
    bool met[TRIANGLES];
    uint32_t count = 0, first = FK_NONE, answer = 0;
    mpq_t best;
    mpq_init(best);
    fpu_set(mode);
    for (uint32_t t = 0; t < TRIANGLES; t++) {
        fk_vec3 corner[3];
        bool has_low;
        for (int k = 0; k < 3; k++)
            corner[k] = fk_pose_apply(&c->placed.pose, c->point[3 * t + (uint32_t)k]);
        fpu_set(0);
        met[t] = truth(p, corner, &has_low);
        count += met[t];
        if (met[t] && has_low && (first == FK_NONE || mpq_cmp(low, best) < 0)) {
            first = t;
            mpq_set(best, low);
        }
        fpu_set(mode);
    }
    assert_int_equal(fk_placed_probe_count(&c->placed, p, &answer), FK_OK);
    assert_int_equal(answer, count);
    assert_int_equal(fk_placed_probe_any(&c->placed, p, &answer), FK_OK);
    assert_true(count == 0 ? answer == FK_NONE : answer < TRIANGLES && met[answer]);
    fk_index_list *list;
    assert_int_equal(fk_placed_probe_all(c->context, &c->placed, p, &list), FK_OK);
    assert_int_equal(list->count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(list->index[i] < TRIANGLES && met[list->index[i]]);
        assert_true(i == 0 || list->index[i - 1] < list->index[i]);
    }
    fk_index_list_free(c->context, list);
    fk_placed_hit hit = {.triangle = 77};
    if (p->kind != FK_PROBE_PLANE && p->kind != FK_PROBE_BOX) {
        assert_int_equal(fk_placed_probe_first(&c->placed, p, &hit), FK_OK);
        fpu_set(0);
        assert_int_equal(hit.triangle, first);
        if (count > 0)
            check_hit(p, &hit, best);
    } else {
        assert_int_equal(fk_placed_probe_first(&c->placed, p, &hit), FK_ERROR_ARGUMENT);
        assert_int_equal(hit.triangle, 77);
    }
    fpu_set(0);
    mpq_clear(best);
}

static void check_probe(const scene *c, const fk_probe *p)
{
    check_in_mode(c, p, 0);
}

static void check_family(fk_context *context, uint64_t seed, family f, int scenes, int probes)
{
    fk_random random = fk_random_make(seed);
    for (int i = 0; i < scenes; i++) {
        scene *c = scene_make(context, &random, f);
        c->placed.pose = draw_pose(&random, f);
        for (int k = 0; k < probes; k++)
            for (int kind = FK_PROBE_SEGMENT; kind <= FK_PROBE_BOX; kind++) {
                fk_probe p = draw_probe(&random, f, c, (fk_probe_kind)kind);
                if (is_fine(&p))
                    check_probe(c, &p);
            }
        scene_free(c);
    }
}

static void test_against_rationals(void **state)
{
    (void)state;
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (int f = 0; f < FAMILIES; f++) {
        bool is_long = f == EXTREME || f == HUGE_LATTICE;
        print_message("family %d\n", f);
        check_family(context, (uint64_t)f + 1, (family)f, is_long ? 4 : 12, 6);
    }
    fk_context_destroy(context);
}

static void test_modes(void **state)
{
    (void)state;
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    fk_random random = fk_random_make(99);
    static const family which[4] = {RANDOM, LATTICE, TINY_LATTICE, WILD};
    for (int mode = 0; mode < FPU_MODES; mode++) {
        scene *c = scene_make(context, &random, which[mode % 4]);
        c->placed.pose = draw_pose(&random, which[mode % 4]);
        for (int kind = FK_PROBE_SEGMENT; kind <= FK_PROBE_BOX; kind++)
            for (int k = 0; k < 2; k++) {
                fk_probe p = draw_probe(&random, which[mode % 4], c, (fk_probe_kind)kind);
                check_in_mode(c, &p, mode);
            }
        scene_free(c);
    }
    fk_context_destroy(context);
}

/* ---- Larger meshes: the walk --------------------------------------------------------------------------- */

/* What the triangles say one by one. */
static uint32_t count_one_by_one(const fk_placed_mesh *a, const fk_probe *p)
{
    uint32_t count = 0;
    for (uint32_t t = 0; t < a->mesh->triangle_count; t++) {
        fk_vec3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = fk_pose_apply(&a->pose, a->mesh->point[a->mesh->triangle[t].corner[k]]);
        count += p->kind == FK_PROBE_PLANE ? fk_plane_meets(p, corner)
                 : p->kind == FK_PROBE_BOX ? fk_box_meets(p, corner)
                                           : fk_line_meets(p, corner);
    }
    return count;
}

static fk_placed_mesh knot_make(fk_context *context, uint32_t triangles, double size, fk_model **model)
{
    fk_generate_options options = {triangles, size};
    fk_tree *tree;
    assert_int_equal(fk_generate(context, fk_generate_find("trefoil"), &options, model), FK_OK);
    assert_int_equal(fk_tree_build(context, &(*model)->part[0], NULL, &tree), FK_OK);
    return (fk_placed_mesh){&(*model)->part[0], tree, fk_pose_identity(), true};
}

static void knot_free(fk_context *context, fk_placed_mesh *a, fk_model *model)
{
    fk_tree_free(context, (fk_tree *)a->tree);
    fk_model_free(context, model);
}

/* Through the place of the knot, of the size of all of it or a tenth of that, or from far away. */
static fk_probe draw_at_knot(fk_random *random, fk_vec3 center, double size, fk_probe_kind kind)
{
    double reach = fk_random_below(random, 2) ? size : size / 10;
    fk_vec3 from = fk_vec3_add(center, fk_vec3_scale(place(random, RANDOM), size / 4));
    fk_vec3 way = fk_vec3_scale(place(random, RANDOM), reach / 2), to = fk_vec3_add(from, way);
    if (fk_random_below(random, 4) == 0) /* along an axis */
        way.x = way.y = 0;
    if (kind == FK_PROBE_BOX) {
        fk_aabb box = fk_aabb_include(fk_aabb_include(fk_aabb_empty(), from), to);
        return (fk_probe){kind, box.min, box.max, 0};
    }
    if (kind == FK_PROBE_RAY && fk_random_below(random, 3) == 0)
        from = fk_vec3_sub(from, fk_vec3_scale(way, ldexp(1, (int)fk_random_below(random, 40))));
    if (kind == FK_PROBE_SEGMENT)
        way = fk_vec3_add(from, way);
    return (fk_probe){kind, from, way, kind == FK_PROBE_PLANE ? fk_vec3_dot(way, from) : 0};
}

static void check_knot(double size, fk_pose pose, uint64_t seed)
{
    fk_context *context = usual_context();
    fk_model *model;
    fk_random random = fk_random_make(seed);
    fk_placed_mesh a = knot_make(context, 1500, size, &model);
    a.pose = pose;
    uint32_t hits = 0;
    for (int i = 0; i < 100; i++) {
        fk_probe p = draw_at_knot(&random, pose.translation, size, (fk_probe_kind)(i % 5));
        uint32_t want = count_one_by_one(&a, &p), count, any;
        assert_int_equal(fk_placed_probe_count(&a, &p, &count), FK_OK);
        assert_int_equal(count, want);
        assert_int_equal(fk_placed_probe_any(&a, &p, &any), FK_OK);
        assert_int_equal(any != FK_NONE, want > 0);
        hits += want > 0;
    }
    assert_in_range(hits, 20, 99);
    knot_free(context, &a, model);
    fk_context_destroy(context);
}

static void test_knots(void **state)
{
    (void)state;
    fk_vec3 turn = {0.4, 1.1, -2};
    check_knot(2, fk_pose_identity(), 1);
    check_knot(2, fk_pose_from_rpy(fk_vec3_make(0.5, 3, -1), turn), 2);
    check_knot(1, fk_pose_from_rpy(fk_vec3_make(1e7, 3e5, -1e9), turn), 3);
    check_knot(1e-60, fk_pose_from_rpy(fk_vec3_make(0, 0, 0), turn), 4);
    check_knot(1e80, fk_pose_from_rpy(fk_vec3_make(0, 1e80, 0), turn), 5);
}

/* A mesh so large that leaves wait: segments, against the triangles whose boxes meet theirs. */
static void test_large(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_model *model;
    fk_random random = fk_random_make(11);
    fk_placed_mesh a = knot_make(context, 80000, 2, &model);
    uint32_t hits = 0;
    for (int i = 0; i < 20; i++) {
        fk_probe p = draw_at_knot(&random, fk_vec3_make(0, 0, 0), i % 2 ? 2 : 0.5, FK_PROBE_SEGMENT);
        fk_aabb box = fk_aabb_include(fk_aabb_include(fk_aabb_empty(), p.from), p.to);
        uint32_t want = 0, first = FK_NONE, any;
        fk_vec3 corner[3], best[3];
        for (uint32_t t = 0; t < a.mesh->triangle_count; t++) {
            fk_aabb own = fk_aabb_empty();
            for (int k = 0; k < 3; k++) {
                corner[k] = a.mesh->point[a.mesh->triangle[t].corner[k]];
                own = fk_aabb_include(own, corner[k]);
            }
            if (!fk_aabb_meets(own, box) || !fk_line_meets(&p, corner))
                continue;
            want++;
            if (first == FK_NONE || fk_line_hit_order(&p, corner, best) < 0) {
                first = t;
                memcpy(best, corner, sizeof best);
            }
        }
        fk_placed_hit hit;
        fk_index_list *list;
        assert_int_equal(fk_placed_probe_all(context, &a, &p, &list), FK_OK);
        assert_int_equal(list->count, want);
        assert_int_equal(fk_placed_probe_any(&a, &p, &any), FK_OK);
        assert_int_equal(any != FK_NONE, want > 0);
        assert_int_equal(fk_placed_probe_first(&a, &p, &hit), FK_OK);
        assert_int_equal(hit.triangle, first);
        fk_index_list_free(context, list);
        hits += want;
    }
    assert_true(hits > 5);
    knot_free(context, &a, model);
    fk_context_destroy(context);
}

/* ---- Winding numbers ----------------------------------------------------------------------------------- */

static void test_winding(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_random random = fk_random_make(5);
    uint32_t inside = 0, on = 0;
    for (int i = 0; i < 12; i++) {
        uint8_t full[27];
        soup *cells = soup_make();
        fill_cells(&random, full, 3);
        soup_add_cells(cells, full, 3);
        fk_mesh *mesh = soup_mesh(context, cells);
        fk_tree *tree;
        assert_int_equal(fk_tree_build(context, mesh, NULL, &tree), FK_OK);
        fk_placed_mesh a = {mesh, tree, draw_pose(&random, LATTICE), true};
        fk_vec3 *placed = malloc(mesh->vertex_count * sizeof *placed);
        assert_non_null(placed);
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            placed[v] = fk_pose_apply(&a.pose, mesh->point[v]);
        fk_mesh whole = *mesh;
        whole.point = placed;
        for (int k = 0; k < 60; k++) {
            fk_vec3 p = fk_vec3_scale(fk_vec3_add(place(&random, LATTICE), fk_vec3_make(3, 3, 3)), 0.5);
            p = fk_pose_apply(&a.pose, p);
            int64_t want = 77, got = 77;
            bool is_off = fk_mesh_winding(&whole, p, &want);
            assert_int_equal(fk_placed_winding(&a, p, &got), is_off);
            assert_int_equal(got, want);
            inside += is_off && want != 0;
            on += !is_off;
        }
        free(placed);
        free(cells);
        fk_tree_free(context, tree);
        fk_mesh_free(context, mesh);
    }
    assert_true(inside > 20 && on > 20);
    fk_context_destroy(context);
}

/* ---- Contract ------------------------------------------------------------------------------------------ */

static void check_refused(const fk_placed_mesh *a, const fk_probe *p, fk_status status)
{
    uint32_t answer = 77;
    fk_index_list *list = NULL;
    fk_placed_hit hit = {.triangle = 77};
    assert_int_equal(fk_placed_probe_any(a, p, &answer), status);
    assert_int_equal(fk_placed_probe_count(a, p, &answer), status);
    assert_int_equal(fk_placed_probe_all(NULL, a, p, &list), status);
    if (p->kind != FK_PROBE_PLANE && p->kind != FK_PROBE_BOX)
        assert_int_equal(fk_placed_probe_first(a, p, &hit), status);
    assert_true(answer == 77 && list == NULL && hit.triangle == 77);
}

static void test_probes_that_are_not_valid(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_random random = fk_random_make(1);
    scene *c = scene_make(context, &random, LATTICE);
    for (int kind = FK_PROBE_SEGMENT; kind <= FK_PROBE_BOX; kind++) {
        fk_probe p = {(fk_probe_kind)kind, {0, 0, 0}, {1, 1, NAN}, 0};
        check_refused(&c->placed, &p, FK_ERROR_NOT_FINITE);
        p.to.z = INFINITY;
        check_refused(&c->placed, &p, FK_ERROR_NOT_FINITE);
        p = (fk_probe){(fk_probe_kind)kind, {0, 0, 0}, {0, -0.0, 0}, 0};
        bool is_free = kind == FK_PROBE_SEGMENT || kind == FK_PROBE_BOX;
        if (!is_free)
            check_refused(&c->placed, &p, FK_ERROR_ARGUMENT);
        else
            check_probe(c, &p);
        p.to.y = 0x1p-1074;
        check_probe(c, &p);
        p.from.x = NAN; /* a plane has none */
        if (kind != FK_PROBE_PLANE)
            check_refused(&c->placed, &p, FK_ERROR_NOT_FINITE);
    }
    fk_probe p = {FK_PROBE_BOX, {0, 1, 0}, {1, 0x1.fffffffffffffp-1, 1}, NAN};
    check_refused(&c->placed, &p, FK_ERROR_ARGUMENT);
    p = (fk_probe){FK_PROBE_PLANE, {0, 0, 0}, {1, 0, 0}, INFINITY};
    check_refused(&c->placed, &p, FK_ERROR_NOT_FINITE);
    p = (fk_probe){(fk_probe_kind)5, {0, 0, 0}, {1, 0, 0}, 0};
    check_refused(&c->placed, &p, FK_ERROR_ARGUMENT);
    scene_free(c);
    fk_context_destroy(context);
}

static void test_no_triangles(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_mesh mesh = {.vertex_count = 0};
    fk_tree *tree;
    assert_int_equal(fk_tree_build(context, &mesh, NULL, &tree), FK_OK);
    fk_placed_mesh a = {&mesh, tree, fk_pose_identity(), true};
    for (int kind = FK_PROBE_SEGMENT; kind <= FK_PROBE_BOX; kind++) {
        fk_probe p = {(fk_probe_kind)kind, {0, 0, 0}, {1, 1, 1}, 0};
        uint32_t any = 0, count = 7;
        fk_index_list *list;
        assert_int_equal(fk_placed_probe_any(&a, &p, &any), FK_OK);
        assert_int_equal(fk_placed_probe_count(&a, &p, &count), FK_OK);
        assert_int_equal(fk_placed_probe_all(context, &a, &p, &list), FK_OK);
        assert_true(any == FK_NONE && count == 0 && list->count == 0);
        fk_index_list_free(context, list);
    }
    int64_t winding = 7;
    assert_true(fk_placed_winding(&a, fk_vec3_make(0, 0, 0), &winding) && winding == 0);
    fk_index_list_free(context, NULL);
    fk_tree_free(context, tree);
    fk_context_destroy(context);
}

/* A long list, with memory that ends at every allocation. */
static void test_memory(void **state)
{
    (void)state;
    memory m = {0, SIZE_MAX};
    fk_context *context = memory_context(&m), *usual = usual_context();
    fk_model *model;
    fk_placed_mesh a = knot_make(usual, 3000, 2, &model);
    size_t before = m.used;
    for (int kind = 0; kind < 2; kind++) {
        fk_probe p = kind == 0 ? (fk_probe){FK_PROBE_BOX, {-9, -9, -9}, {9, 9, 9}, 0}
                               : (fk_probe){FK_PROBE_PLANE, {0, 0, 0}, {1, 0.1, 0.2}, 0};
        for (size_t k = 0;; k++) {
            fk_index_list *list = NULL;
            m.fail_at = k;
            fk_status status = fk_placed_probe_all(context, &a, &p, &list);
            m.fail_at = SIZE_MAX;
            if (status == FK_OK) {
                uint32_t count;
                assert_true(k > 0);
                assert_int_equal(fk_placed_probe_count(&a, &p, &count), FK_OK);
                assert_int_equal(list->count, count);
                for (size_t i = 1; i < list->count; i++)
                    assert_true(list->index[i - 1] < list->index[i]);
                fk_index_list_free(context, list);
                assert_int_equal(m.used, before);
                break;
            }
            assert_int_equal(status, FK_ERROR_MEMORY);
            assert_null(list);
            assert_int_equal(m.used, before);
        }
    }
    knot_free(usual, &a, model);
    fk_context_destroy(context);
    fk_context_destroy(usual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_rationals),
        cmocka_unit_test_teardown(test_modes, fpu_usual),
        cmocka_unit_test(test_knots),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_winding),
        cmocka_unit_test(test_probes_that_are_not_valid),
        cmocka_unit_test(test_no_triangles),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, start_rationals, end_rationals);
}
