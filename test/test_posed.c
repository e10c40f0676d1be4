/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Posed hulls: every question has the same answer, bit for bit, as for the placed points, for all families, all kinds beside them,
 * both orders and every state of the floating-point unit. What vertex blocks claim is verified, on every level of instructions. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "gen/family.h"
#include "hull_clouds.h"
#include "pair/verdict/verdict.h"
#include "pieces.h"
#include "sanitized.h"
#include "shape/bound.h"
#include "shape/vertex_blocks.h"

#include "context_fixture.h"

#define MOST 700

/* ---- Poses --------------------------------------------------------------------------------------------- */

enum {
    POSE_SAME,
    POSE_SHIFT,
    POSE_PERMUTED,
    POSE_ANY,
    POSE_FAR,
    POSE_SHEAR,
    POSE_FLAT,
    POSE_SMALL,
    POSE_KINDS
};

static fk_pose draw_pose(fk_random *random, int kind)
{
    static const double permutation[3][3] = {{0, -1, 0}, {0, 0, 1}, {-1, 0, 0}};
    fk_pose pose = fk_pose_identity();
    if (kind != POSE_SAME)
        pose.translation = whole_vector(random, 4);
    if (kind == POSE_PERMUTED)
        memcpy(pose.rotation, permutation, sizeof permutation);
    if (kind == POSE_ANY || kind == POSE_FAR) {
        double quat[4];
        for (int k = 0; k < 4; k++)
            quat[k] = fk_random_between(random, -1, 1);
        fk_pose_from_quat_xyzw(pose.translation, quat, &pose);
    }
    if (kind == POSE_FAR)
        pose.translation = fk_vec3_scale(pose.translation, 123456.789);
    for (int i = 0; kind >= POSE_SHEAR && i < 9; i++)
        pose.rotation[i / 3][i % 3] = fk_random_between(random, -2, 2);
    for (int k = 0; kind == POSE_FLAT && k < 3; k++)
        pose.rotation[2][k] = pose.rotation[1][k];
    for (int i = 0; kind == POSE_SMALL && i < 9; i++)
        pose.rotation[i / 3][i % 3] *= 0x1p-200;
    return pose;
}

/* ---- All questions ------------------------------------------------------------------------------------- */

typedef struct answers {
    fk_verdict verdict, warm[2];
    fk_relation relation;
    fk_status status[8];
    fk_distance distance;
    fk_depth depth;
    fk_aabb box, own_box;
    fk_contact contact;
    fk_cast cast, ray;
    fk_verdict answer;
    unsigned filled;
    fk_certificate certificate;
    fk_vec3 point;
    fk_plane plane;
    double gap;
    fk_aabb answer_box;
    size_t text;
} answers;

/* The slow questions, in exact arithmetic, are put to one pair in `rare`. */
static void ask_all(const fk_piece *a, const fk_piece *b, bool is_rare, answers *out)
{
    fk_pair_cache cache;
    fk_answer answer;
    memset(out, 0, sizeof *out);
    memset(&cache, 0, sizeof cache);
    memset(&answer, 0, sizeof answer);
    out->verdict = fk_pair_verdict(a, b);
    for (int i = 0; i < 2; i++)
        out->warm[i] = fk_pair_verdict_warm(a, b, &cache);
    out->status[0] = fk_pair_distance(a, b, NULL, &out->distance);
    out->status[1] = fk_piece_check(a);
    out->own_box = fk_piece_aabb(a);
    out->text = fk_piece_format(a, NULL, 0);
    if (!is_rare)
        return;
    out->relation = fk_pair_relation(a, b);
    out->status[2] = fk_pair_depth(a, b, &out->depth);
    out->status[3] = fk_pair_box(a, b, &out->box);
    out->status[4] = fk_pair_contact(a, b, &out->contact);
    out->status[5] = fk_pair_cast(a, v(1, 0.25, -0.5), b, 10, &out->cast);
    out->status[6] = fk_piece_ray(v(-20, 0.5, 0.25), v(1, 0, 0.125), a, &out->ray);
    fk_pair_query query = fk_pair_query_default(a, b);
    out->status[7] = fk_pair_answer(&query, &answer);
    out->answer = answer.verdict;
    out->filled = answer.filled;
    out->certificate = answer.certificate;
    out->point = answer.point;
    out->plane = answer.plane;
    out->gap = answer.gap;
    out->answer_box = answer.box;
}

/* Asks about placed points and posed hulls, in all combinations. */
static void compare_answers(const fk_piece placed[2], const fk_piece posed[2], int mode, bool is_rare)
{
    static answers first, next;
    fpu_set(mode);
    ask_all(&placed[0], &placed[1], is_rare, &first);
    for (int i = 1; i < 4; i++) {
        ask_all(i & 1 ? &posed[0] : &placed[0], i & 2 ? &posed[1] : &placed[1], is_rare, &next);
        assert_memory_equal(&first, &next, sizeof first);
    }
    fpu_set(0);
}

/* ---- Families ------------------------------------------------------------------------------------------ */

/* A local piece: polyhedra become hulls, every other one with the faces of fk_hull_build. */
typedef struct local_piece {
    fk_piece piece;
    fk_vec3 point[FK_FAMILY_POINTS], placed[FK_FAMILY_POINTS];
    fk_hull *hull;
} local_piece;

static void make_local(const fk_piece *given, bool is_built, local_piece *out)
{
    out->piece = *given;
    out->hull = NULL;
    if (!fk_piece_is_polyhedron(given))
        return;
    uint32_t count = fk_piece_vertex_count(given);
    for (uint32_t i = 0; i < count; i++)
        out->point[i] = fk_piece_vertex_at(given, i);
    out->piece = fk_piece_hull(out->point, count);
    if (is_built && fk_hull_build(context, out->point, count, &out->hull) == FK_OK)
        out->piece = fk_hull_piece(out->hull);
}

static void families_have_equal_answers(void **state)
{
    (void)state;
    static local_piece local[2];
    fk_random random = fk_random_make(28);
    uint64_t asked = 0;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (int i = 0; i < FK_KIND_COUNT * FK_KIND_COUNT; i++) {
            fk_kind kind_a = (fk_kind)(i / FK_KIND_COUNT), kind_b = (fk_kind)(i % FK_KIND_COUNT);
            if (kind_a == FK_KIND_NONE || kind_b == FK_KIND_NONE)
                continue;
            for (uint64_t k = 0; k < 4; k++, asked++) {
                fk_family_pair pair;
                fk_pose pose[2];
                fk_piece placed[2], posed[2];
                fk_family_make(family, kind_a, kind_b, 11, asked, &pair);
                pose[0] = draw_pose(&random, (int)fk_random_below(&random, POSE_KINDS));
                pose[1] =
                    asked % 3 != 0 ? pose[0] : draw_pose(&random, (int)fk_random_below(&random, POSE_KINDS));
                make_local(&pair.a, asked % 2 != 0, &local[0]);
                make_local(&pair.b, asked % 5 > 1, &local[1]);
                /* Points are placed in the mode of the question. */
                int mode = asked % 2 != 0 ? 0 : (int)fk_random_below(&random, FPU_MODES);
                fpu_set(mode);
                for (int n = 0; n < 2; n++) {
                    placed[n] = fk_piece_place(&local[n].piece, &pose[n], local[n].placed);
                    posed[n] = fk_piece_place(&local[n].piece, &pose[n], NULL);
                }
                compare_answers(placed, posed, mode, asked % (4 * (unsigned)LEVEL_SHARE) == 0);
                fk_hull_free(context, local[0].hull);
                fk_hull_free(context, local[1].hull);
            }
        }
}

/* ---- Vertex blocks ------------------------------------------------------------------------------------- */

static fk_verdict exact_verdict(const fk_piece *a, const fk_piece *b)
{
    static fk_pair pair;
    fk_gjk_solution solution;
    if (fk_pair_check(a, b) != FK_OK)
        return FK_UNDECIDED;
    fk_pair_init(&pair, a, b);
    fk_gjk_exact(&pair, false, &solution);
    return solution.certificate.verdict;
}

/* Claims of the balls are compared with the exact verdict, claims with vertices are verified. Returns whether there was one. */
static bool check_blocks(const fk_piece posed[2], const fk_piece placed[2], int mode)
{
    int level = (int)fk_cpu_level();
    fk_verdict exact = exact_verdict(&placed[0], &placed[1]), verdict = FK_UNDECIDED;
    for (int i = 0; i <= level; i++) {
        fk_pair_cache claim;
        fk_cpu_found = i + 1;
        memset(&claim, 0, sizeof claim);
        fpu_set(mode);
        fk_verdict plain = fk_gjk_blocks_verdict(&posed[0], &posed[1], NULL, NULL);
        verdict = fk_gjk_blocks_verdict(&posed[0], &posed[1], &claim.direction, claim.pair);
        fpu_set(0);
        assert_true(plain == FK_UNDECIDED || plain == exact);
        if (verdict == FK_UNDECIDED)
            continue;
        assert_int_equal(verdict, exact);
        fk_certificate c;
        memset(&c, 0, sizeof c);
        c.verdict = verdict;
        c.direction.form = verdict == FK_APART ? FK_DIRECTION_VECTOR : c.direction.form;
        c.direction.vector = claim.direction;
        c.pair_count = verdict == FK_APART ? 0 : 4;
        memcpy(c.pair, claim.pair, sizeof claim.pair);
        assert_true(fk_verify(&placed[0], &placed[1], &c));
    }
    fk_cpu_found = level + 1;
    return verdict != FK_UNDECIDED;
}

static fk_hull *build_cloud(fk_random *random, int kind, uint32_t count)
{
    static fk_vec3 point[MOST];
    fk_hull *hull = NULL;
    cloud_fill(kind, random, point, count);
    fk_hull_build(context, point, count, &hull);
    return hull;
}

/* Poses two hulls, and asks. far: the distance of their poses. */
static bool ask_clouds(fk_random *random, fk_hull *const hull[2], int pose_kind, double far, int mode)
{
    static fk_vec3 room[2][MOST];
    fk_pose pose[2] = {draw_pose(random, pose_kind), draw_pose(random, pose_kind)};
    fk_piece posed[2], placed[2], back[2], placed_back[2];
    pose[1].translation = fk_vec3_add(pose[0].translation, fk_vec3_scale(cloud_sphere_point(random), far));
    fpu_set(mode);
    for (int n = 0; n < 2; n++) {
        fk_piece local = fk_hull_piece(hull[n]);
        posed[n] = back[1 - n] = fk_piece_place(&local, &pose[n], NULL);
        placed[n] = placed_back[1 - n] = fk_piece_place(&local, &pose[n], room[n]);
    }
    fpu_set(0);
    bool is_decided = check_blocks(posed, placed, mode);
    return check_blocks(back, placed_back, mode) && is_decided;
}

static void blocks_decide_random_hulls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    int asked = 0, decided = 0;
    for (int round = 0; round < 1200 / LEVEL_SHARE; round++) {
        fk_hull *hull[2];
        for (int n = 0; n < 2; n++)
            hull[n] = build_cloud(&random, CLOUD_SPHERE, 4 + (uint32_t)fk_random_below(&random, MOST - 4));
        double far = fk_random_between(&random, 0, 3);
        decided += ask_clouds(&random, hull, round % 2 ? POSE_ANY : POSE_FAR, far, round % FPU_MODES);
        asked++;
        fk_hull_free(context, hull[0]);
        fk_hull_free(context, hull[1]);
    }
    assert_true(decided > asked - asked / 50);
}

static void blocks_are_right_for_all_clouds(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    for (int kind = 0; kind < CLOUD_KINDS; kind++)
        for (int round = 0; round < 64 / LEVEL_SHARE; round++) {
            fk_hull *hull[2];
            uint32_t most = round % 4 == 0 ? 300 : 40;
            for (int n = 0; n < 2; n++)
                hull[n] = build_cloud(&random, kind, 1 + (uint32_t)fk_random_below(&random, most));
            double far = fk_random_between(&random, 0, round % 3 == 0 ? 40 : 4);
            if (hull[0] != NULL && hull[1] != NULL)
                ask_clouds(&random, hull, round % POSE_KINDS, far, round % FPU_MODES);
            fk_hull_free(context, hull[0]);
            fk_hull_free(context, hull[1]);
        }
}

/* Floats do not hold directions that such poses turn. */
/* Singular matrices turn some directions into zero, and caches may hold any direction. */
static void blocks_take_any_direction(void **state)
{
    (void)state;
    static const double wild[] = {INFINITY, -INFINITY, NAN, 1e308, -1e308, 1e-310, 0};
    static fk_vec3 room[2][MOST];
    fk_random random = fk_random_make(7);
    for (uint32_t count = 8; count < MOST; count += 90) {
        fk_hull *hull = build_cloud(&random, CLOUD_SPHERE, count);
        fk_piece local = fk_hull_piece(hull), posed[2], placed[2];
        fk_pose pose[2];
        for (int i = 0; i < 7 * 7 * 7; i++) {
            fk_pair_cache cache;
            pose[0] = pose[1] = fk_pose_identity();
            pose[1].translation = v(i % 2, 0.25, i % 3);
            pose[0].rotation[2][2] = pose[1].rotation[i % 3][i % 3] = 0;
            for (int n = 0; n < 2; n++) {
                posed[n] = fk_piece_place(&local, &pose[n], NULL);
                placed[n] = fk_piece_place(&local, &pose[n], room[n]);
            }
            memset(&cache, 0, sizeof cache);
            cache.verdict = FK_APART;
            cache.is_known = 1;
            cache.direction = v(wild[i % 7], wild[i / 7 % 7], wild[i / 49]);
            assert_int_equal(fk_pair_verdict_warm(&posed[0], &posed[1], &cache),
                             fk_pair_verdict(&placed[0], &placed[1]));
        }
        check_blocks(posed, placed, 0);
        fk_hull_free(context, hull);
    }
}

/* A pose beyond the range of doubles spoils one vertex, and not those of a cached proof. */
static void a_cached_proof_needs_finite_vertices(void **state)
{
    (void)state;
    double s = 0x1p-790;
    fk_vec3 point[5] = {{-s, -s, -s}, {-s, s, -s}, {-s, 0, s}, {-2 * s, 0, 0}, {0x1p299, 0, 0}};
    fk_hull *hull;
    assert_int_equal(fk_hull_build(context, point, 5, &hull), FK_OK);
    fk_piece local = fk_hull_piece(hull), middle = fk_piece_point(v(-1.25, 0, -0.25));
    fk_pose pose = fk_pose_identity();
    for (int k = 0; k < 3; k++)
        pose.rotation[k][k] = 0x1p790;
    fk_piece posed = fk_piece_place(&local, &pose, NULL);
    fk_pair_cache cache;
    memset(&cache, 0, sizeof cache);
    cache.verdict = FK_OVERLAPPING;
    cache.is_known = 1;
    for (uint32_t i = 0; i < 4; i++)
        cache.pair[i].a = i;
    assert_int_equal(hull->vertex_count, 5);
    assert_int_equal(fk_pair_verdict_warm(&posed, &middle, &cache), FK_UNDECIDED);
    fk_hull_free(context, hull);
}

static void blocks_refuse_small_and_large_matrices(void **state)
{
    (void)state;
    static const int power[] = {-200, -140, -60, 60, 140, 200};
    fk_vec3 corner[8], room[2][8];
    for (int k = 0; k < 6; k++) {
        fk_hull *hull;
        fk_piece posed[2], placed[2];
        fk_pose pose[2] = {fk_pose_identity(), fk_pose_identity()};
        for (int i = 0; i < 8; i++)
            corner[i] = fk_vec3_scale(v(i & 1, i >> 1 & 1, i >> 2 & 1), ldexp(1, -power[k]));
        assert_int_equal(fk_hull_build(context, corner, 8, &hull), FK_OK);
        fk_piece local = fk_hull_piece(hull);
        for (int n = 0; n < 2; n++) {
            for (int i = 0; i < 3; i++)
                pose[n].rotation[i][i] = ldexp(1, power[k]);
            pose[n].translation = v(n * 0.5, n * 0.25, 0);
            posed[n] = fk_piece_place(&local, &pose[n], NULL);
            placed[n] = fk_piece_place(&local, &pose[n], room[n]);
        }
        check_blocks(posed, placed, 0);
        assert_int_equal(fk_pair_verdict(&posed[0], &posed[1]), FK_OVERLAPPING);
        fk_hull_free(context, hull);
    }
}

/* The gap goes down to where floats cannot decide: then nothing is claimed. */
static void blocks_claim_nothing_near_contact(void **state)
{
    (void)state;
    static const double gap[] = {1e-3, 1e-5, 1e-6, 1e-7, 1e-9, 1e-12, 0, -1e-9, -1e-7, -1e-6, -1e-5, -1e-3};
    static fk_vec3 room[2][MOST];
    fk_random random = fk_random_make(5);
    for (int round = 0; round < 600 / LEVEL_SHARE; round++) {
        fk_hull *hull[2];
        for (int n = 0; n < 2; n++)
            hull[n] = build_cloud(&random, CLOUD_SPHERE,
                                  4 + (uint32_t)fk_random_below(&random, round % 5 ? 60 : 400));
        fk_pose pose[2] = {draw_pose(&random, POSE_ANY), draw_pose(&random, POSE_ANY)};
        pose[1].translation = fk_vec3_add(pose[0].translation, fk_vec3_scale(cloud_sphere_point(&random), 5));
        fk_piece posed[2], placed[2];
        for (int step = 0; step < 3; step++) {
            fk_distance d;
            for (int n = 0; n < 2; n++) {
                fk_piece local = fk_hull_piece(hull[n]);
                posed[n] = fk_piece_place(&local, &pose[n], NULL);
                placed[n] = fk_piece_place(&local, &pose[n], room[n]);
            }
            assert_int_equal(fk_pair_distance(&posed[0], &posed[1], NULL, &d), FK_OK);
            fk_vec3 way = fk_vec3_sub(d.point_a, d.point_b);
            double length = sqrt(fk_vec3_dot(way, way)), left = step < 2 ? 1e-3 : gap[round % 12];
            if (step < 2 || length > 0)
                pose[1].translation = fk_vec3_add(
                    pose[1].translation, fk_vec3_scale(way, (length - left) / (length > 0 ? length : 1)));
        }
        for (int n = 0; n < 2; n++) {
            fk_piece local = fk_hull_piece(hull[n]);
            posed[n] = fk_piece_place(&local, &pose[n], NULL);
            placed[n] = fk_piece_place(&local, &pose[n], room[n]);
        }
        check_blocks(posed, placed, 0);
        assert_int_equal(fk_pair_verdict(&posed[0], &posed[1]), exact_verdict(&placed[0], &placed[1]));
        fk_hull_free(context, hull[0]);
        fk_hull_free(context, hull[1]);
    }
}

/* The balls, exactly; the support values, in long doubles. */
static void blocks_bound_their_hull(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    int solid = 0;
    for (int kind = 0; kind < CLOUD_KINDS; kind++)
        for (int round = 0; round < 12; round++) {
            fpu_set(round % FPU_MODES);
            fk_hull *hull = build_cloud(&random, kind, 1 + (uint32_t)fk_random_below(&random, MOST - 1));
            fpu_set(0);
            if (hull == NULL)
                continue;
            const fk_vertex_blocks *blocks = hull->blocks;
            fk_piece piece = fk_hull_piece(hull), ball = fk_piece_sphere(blocks->center, blocks->outer);
            if (blocks->unit > 0) {
                for (uint32_t i = 0; i < hull->vertex_count; i++) {
                    fk_piece vertex = fk_piece_point(hull->point[i]);
                    assert_true(fk_pair_verdict(&vertex, &ball) >= FK_TOUCHING);
                }
                ball.as.sphere.radius = blocks->inner;
                fk_relation relation = fk_pair_relation(&ball, &piece);
                assert_true(blocks->inner == 0 || relation == FK_RELATION_A_IN_B ||
                            relation == FK_RELATION_UNDECIDED);
                solid += blocks->inner > 0 && relation == FK_RELATION_A_IN_B;
            }
            for (int k = 0; k < 20 && blocks->unit > 0; k++) {
                fk_vec3 n = cloud_sphere_point(&random);
                const float along[3] = {(float)n.x, (float)n.y, (float)n.z};
                fk_block_support found = scan_blocks_plain(blocks, along);
                long double most = -INFINITY, sum = fabs(n.x) + fabs(n.y) + fabs(n.z);
                for (uint32_t i = 0; i < hull->vertex_count; i++) {
                    fk_vec3 p = hull->point[i], c = blocks->center;
                    long double value = ((long double)n.x * ((long double)p.x - (long double)c.x) +
                                         (long double)n.y * ((long double)p.y - (long double)c.y) +
                                         (long double)n.z * ((long double)p.z - (long double)c.z)) /
                                        (long double)blocks->unit;
                    most = value > most ? value : most;
                }
                assert_true(most <= (long double)found.value + FK_BLOCK_REACH * sum);
                assert_true((long double)found.value <= most + FK_BLOCK_REACH * sum);
                assert_true(blocks->vertex[found.place] < hull->vertex_count);
            }
            fk_hull_free(context, hull);
        }
    assert_true(solid > 20);
}

/* ---- Extreme numbers ----------------------------------------------------------------------------------- */

/* Points of a ball of the radius r, and their hull. */
static fk_hull *build_ball(uint32_t count, double r)
{
    fk_vec3 point[MOST];
    fk_hull *hull;
    for (uint32_t i = 0; i < count; i++) {
        double z = (i + 0.5) / count * 2 - 1, width = sqrt(1 - z * z);
        point[i] = v(r * (width * cos(2.4 * i)), r * (width * sin(2.4 * i)), r * z);
    }
    assert_int_equal(fk_hull_build(context, point, count, &hull), FK_OK);
    return hull;
}

/* Few blocks, some, and groups of them. */
static const uint32_t ball_counts[3] = {12, 60, 600};

/* A pose may scale by so much that a direction, turned into the frame of the hull, is no number as floats. */
static void poses_of_any_scale_have_equal_verdicts(void **state)
{
    (void)state;
    for (int i = 0; i < 3 * 11 * 21; i++) {
        double radius = ldexp(1, i / 3 % 11 * 20 - 100), scale = ldexp(1, i / 33 * 20 - 200),
               size = radius * scale;
        fk_hull *hull = build_ball(ball_counts[i % 3], radius);
        fk_pose pose = fk_pose_identity();
        for (int k = 0; k < 3; k++)
            pose.rotation[k][k] = scale;
        fk_vec3 room[MOST];
        fk_piece local = fk_hull_piece(hull), posed = fk_piece_place(&local, &pose, NULL),
                 placed = fk_piece_place(&local, &pose, room);
        for (int step = 0; step < 4; step++) {
            fk_piece box = fk_piece_box(v((0.3 + 0.3 * step) * size, -size, -size), v(size, 0, 0),
                                        v(0, 2 * size, 0), v(0, 0, 2 * size));
            assert_int_equal(fk_pair_verdict(&posed, &box), fk_pair_verdict(&placed, &box));
        }
        fk_hull_free(context, hull);
    }
}

static void caches_of_any_direction_have_equal_verdicts(void **state)
{
    (void)state;
    static const double odd[5] = {INFINITY, -INFINITY, NAN, 1e308, 0};
    fk_piece box = fk_piece_box(v(0.5, -1, -1), v(1, 0, 0), v(0, 2, 0), v(0, 0, 2));
    for (int i = 0; i < 3 * 125; i++) {
        fk_hull *hull = build_ball(ball_counts[i % 3], 1);
        fk_piece piece = fk_hull_piece(hull);
        fk_pair_cache cache;
        memset(&cache, 0, sizeof cache);
        cache.verdict = FK_APART;
        cache.is_known = 1;
        cache.direction = v(odd[i / 3 % 5], odd[i / 15 % 5], odd[i / 75]);
        assert_int_equal(fk_pair_verdict_warm(&piece, &box, &cache), FK_OVERLAPPING);
        fk_hull_free(context, hull);
    }
}

/* Four corners stay where they are, and the two others leave the range of doubles. */
static void a_cached_overlap_needs_finite_points(void **state)
{
    (void)state;
    fk_vec3 point[6] = {{2, 0, 0}, {-2, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 0x1p60}, {0, 0, -0x1p60}};
    fk_hull *hull;
    assert_int_equal(fk_hull_build(context, point, 6, &hull), FK_OK);
    fk_pose pose = fk_pose_identity();
    fk_piece local = fk_hull_piece(hull), posed = fk_piece_place(&local, &pose, NULL),
             box = fk_piece_box(v(-1, -1, -1), v(2, 0, 0), v(0, 2, 0), v(0, 0, 2));
    fk_pair_cache cache;
    memset(&cache, 0, sizeof cache);
    cache.verdict = FK_OVERLAPPING;
    cache.is_known = 1;
    memcpy(cache.pair, (const fk_vertex_pair[4]){{0, 0}, {1, 1}, {2, 4}, {3, 6}}, sizeof cache.pair);
    assert_true(fk_warm_check_cache(&posed, &box, &cache));
    pose.rotation[0][2] = 0x1p1000;
    assert_int_equal(fk_pair_verdict_warm(&posed, &box, &cache), FK_UNDECIDED);
    fk_hull_free(context, hull);
}

/* ---- Misuse -------------------------------------------------------------------------------------------- */

static void a_posed_hull_needs_points_to_be_placed(void **state)
{
    (void)state;
    fk_vec3 point[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}, room[5];
    fk_piece hull = fk_piece_hull(point, 5);
    fk_pose pose = fk_pose_from_rpy(v(1, 2, 3), v(0.1, 0.2, 0.3));
    fk_piece posed = fk_piece_place(&hull, &pose, NULL), twice = fk_piece_place(&posed, &pose, NULL);
    assert_int_equal(fk_piece_check(&posed), FK_OK);
    assert_int_equal(fk_piece_check(&twice), FK_ERROR_PIECE);
    assert_int_equal(fk_pair_verdict(&twice, &posed), FK_UNDECIDED);
    twice = fk_piece_place(&posed, &pose, room);
    assert_int_equal(fk_piece_check(&twice), FK_OK);
    for (int i = 0; i < 5; i++)
        assert_true(same_vector(room[i], fk_pose_apply(&pose, fk_pose_apply(&pose, point[i]))));
    pose.rotation[1][2] = NAN;
    assert_int_equal(fk_piece_check(&posed), FK_ERROR_NOT_FINITE);
    assert_int_equal(fk_pair_verdict(&posed, &hull), FK_UNDECIDED);
}

static void a_built_hull_is_finite_where_its_placed_points_are(void **state)
{
    (void)state;
    static const double odd[] = {INFINITY, -INFINITY, NAN, 1e308, -1.7e308, 0x1p999, 0x1p1001, 1e-310, 0};
    fk_hull *hull = build_ball(ball_counts[0], 3);
    fk_piece local = fk_hull_piece(hull);
    int finite = 0, count = 0;
    for (size_t i = 0; i < 12 * sizeof odd / sizeof odd[0]; i++) {
        fk_pose pose = fk_pose_identity();
        if (i % 12 < 9)
            pose.rotation[i % 12 / 3][i % 3] = odd[i / 12];
        else
            (&pose.translation.x)[i % 12 - 9] = odd[i / 12];
        fk_piece posed = fk_piece_place(&local, &pose, NULL);
        bool expected = true;
        for (uint32_t k = 0; k < hull->vertex_count; k++) {
            fk_vec3 p = fk_pose_apply(&pose, hull->point[k]);
            expected = expected && isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
        }
        assert_int_equal(fk_piece_check(&posed), expected ? FK_OK : FK_ERROR_NOT_FINITE);
        finite += expected;
        count++;
    }
    assert_in_range(finite, 40, count - 30);
    fk_hull_free(context, hull);
}

static void a_collider_takes_posed_hulls(void **state)
{
    (void)state;
    fk_vec3 point[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}, room[5];
    fk_pose pose = fk_pose_from_rpy(v(1, 2, 3), v(0.1, 0.2, 0.3));
    fk_piece hull = fk_piece_hull(point, 5),
             piece[2] = {fk_piece_place(&hull, &pose, NULL), fk_piece_place(&hull, &pose, room)};
    fk_collider *collider[2];
    fk_placed_collider placed[2];
    fk_aabb box[2];
    for (int n = 0; n < 2; n++) {
        assert_int_equal(fk_collider_of_pieces(context, &piece[n], 1, &collider[n]), FK_OK);
        placed[n] = (fk_placed_collider){collider[n], fk_pose_identity()};
        assert_int_equal(fk_collider_box(&placed[n], &box[n]), FK_OK);
    }
    assert_memory_equal(&box[0], &box[1], sizeof box[0]);
    fk_collider_free(context, collider[0]);
    fk_collider_free(context, collider[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(families_have_equal_answers, fpu_usual),
        cmocka_unit_test_teardown(blocks_decide_random_hulls, fpu_usual),
        cmocka_unit_test_teardown(blocks_are_right_for_all_clouds, fpu_usual),
        cmocka_unit_test(blocks_refuse_small_and_large_matrices),
        cmocka_unit_test(blocks_take_any_direction),
        cmocka_unit_test(a_cached_proof_needs_finite_vertices),
        cmocka_unit_test_teardown(blocks_claim_nothing_near_contact, fpu_usual),
        cmocka_unit_test_teardown(blocks_bound_their_hull, fpu_usual),
        cmocka_unit_test(poses_of_any_scale_have_equal_verdicts),
        cmocka_unit_test(caches_of_any_direction_have_equal_verdicts),
        cmocka_unit_test(a_cached_overlap_needs_finite_points),
        cmocka_unit_test(a_posed_hull_needs_points_to_be_placed),
        cmocka_unit_test(a_built_hull_is_finite_where_its_placed_points_are),
        cmocka_unit_test(a_collider_takes_posed_hulls),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
