/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Prints one number per family of test pairs: a digest of the pairs and of everything that is answered for them, bit by bit;
 * two per kind of cloud, of its hull and of its bounding volumes; one of meshes in their places, one of what moves. Programs
 * built by other compilers and for other machines must print the same lines.
 *
 * Behind the farkas.c of `make single`, in which inner functions are static, it is compiled as one with it; so the names
 * here are none of the library's. With DIGEST_ONLY it has no main. */

#include "../hull_clouds.h"
#include "farkas/farkas.h"
#include "gen/generate.h"
#include "gen/family.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PAIRS 96

/* FNV-1a over the bytes of a number, lowest first, so that it does not depend on the byte order. */
static void digest_u64(uint64_t *hash, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        *hash = (*hash ^ (value >> (8 * i) & 0xff)) * UINT64_C(0x100000001b3);
}

static void digest_double(uint64_t *hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    digest_u64(hash, bits);
}

static void digest_vec3(uint64_t *hash, fk_vec3 v)
{
    digest_double(hash, v.x);
    digest_double(hash, v.y);
    digest_double(hash, v.z);
}

static void digest_text(uint64_t *hash, const fk_piece *piece)
{
    char text[4 * FK_PIECE_TEXT_SIZE];
    size_t length = fk_piece_format(piece, text, sizeof text);
    for (size_t i = 0; i < length; i++)
        digest_u64(hash, (unsigned char)text[i]);
}

static void digest_certificate(uint64_t *hash, const fk_certificate *c)
{
    digest_u64(hash, (uint64_t)c->verdict);
    digest_u64(hash, c->pair_count);
    for (uint32_t i = 0; i < c->pair_count; i++) {
        digest_u64(hash, c->pair[i].a);
        digest_u64(hash, c->pair[i].b);
    }
    digest_u64(hash, (uint64_t)c->direction.form);
    digest_u64(hash, (uint64_t)c->direction.sign);
    digest_u64(hash, (uint64_t)c->direction.axis);
    for (int i = 0; i < 3; i++) {
        digest_u64(hash, c->direction.pair[i].a);
        digest_u64(hash, c->direction.pair[i].b);
    }
    digest_vec3(hash, c->direction.vector);
    digest_u64(hash, (uint64_t)c->point_form);
    digest_vec3(hash, c->point);
    for (uint32_t i = 0; i < c->pair_count; i++)
        digest_u64(hash, c->weight[i]);
}

static void digest_answer(uint64_t *hash, const fk_family_pair *pair, fk_method method, unsigned want)
{
    fk_pair_query query = {&pair->a, &pair->b, method, want, NULL};
    fk_answer answer;
    memset(&answer, 0, sizeof answer);
    digest_u64(hash, (uint64_t)fk_pair_answer(&query, &answer));
    digest_u64(hash, (uint64_t)answer.verdict);
    digest_u64(hash, answer.filled);
    digest_certificate(hash, &answer.certificate);
    digest_vec3(hash, answer.point);
    digest_vec3(hash, answer.plane.normal);
    digest_double(hash, answer.plane.offset);
    digest_double(hash, answer.gap);
    digest_vec3(hash, answer.box.min);
    digest_vec3(hash, answer.box.max);
}

static void digest_pair(uint64_t *hash, const fk_family_pair *pair)
{
    digest_text(hash, &pair->a);
    digest_text(hash, &pair->b);
    digest_u64(hash, (uint64_t)fk_pair_verdict(&pair->a, &pair->b));
    for (int method = 0; method < FK_METHOD_COUNT; method++)
        digest_answer(hash, pair, (fk_method)method, FK_PART_ALL);
    digest_answer(hash, pair, FK_METHOD_EXACT, FK_PART_CERTIFICATE);
}

static void digest_list(uint64_t *hash, const uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        digest_u64(hash, list[i]);
}

static void digest_hull(uint64_t *hash, const fk_hull *hull)
{
    uint32_t vertices = hull->vertex_count;
    digest_u64(hash, hull->dimension);
    for (uint32_t i = 0; i < vertices; i++)
        digest_vec3(hash, hull->point[i]);
    digest_list(hash, hull->source, vertices);
    digest_list(hash, hull->face_begin, hull->face_count + 1);
    digest_list(hash, hull->face_vertex, hull->face_begin[hull->face_count]);
    digest_list(hash, hull->neighbor_begin, vertices + 1);
    digest_list(hash, hull->neighbor, hull->neighbor_begin[vertices]);
    digest_list(hash, hull->shortcut_begin, vertices + 1);
    digest_list(hash, hull->shortcut, hull->shortcut_begin[vertices]);
}

/* Built, placed and merged. The bytes between the numbers of a structure say nothing. */
static bool digest_volumes(uint64_t *hash, fk_context *context, const fk_vec3 *point, size_t count)
{
    static const uint32_t sizes[3] = {14, 18, 26};
    fk_pose pose = fk_pose_from_rpy(fk_vec3_make(1, -2, 3), fk_vec3_make(0.1, 0.2, 0.3));
    fk_sphere ball;
    fk_aabb box;
    fk_obb quick, tight;
    if (fk_sphere_build(point, count, &ball) != FK_OK || fk_aabb_build(point, count, &box) != FK_OK ||
        fk_obb_build_quick(point, count, &quick) != FK_OK ||
        fk_obb_build(context, point, count, &tight) != FK_OK)
        return false;
    fk_sphere balls[3] = {ball, fk_sphere_place(&ball, &pose)};
    balls[2] = fk_sphere_merge(&balls[0], &balls[1]);
    fk_aabb boxes[2] = {box, fk_aabb_place(&box, &pose)};
    fk_obb turned[4] = {quick, tight, fk_obb_place(&tight, &pose)};
    turned[3] = fk_obb_merge(&turned[0], &turned[2]);
    for (int i = 0; i < 3; i++) {
        digest_vec3(hash, balls[i].center);
        digest_double(hash, balls[i].radius);
    }
    for (int i = 0; i < 2; i++) {
        digest_vec3(hash, boxes[i].min);
        digest_vec3(hash, boxes[i].max);
    }
    for (int i = 0; i < 4; i++) {
        digest_vec3(hash, turned[i].center);
        for (int k = 0; k < 3; k++) {
            digest_vec3(hash, turned[i].axis[k]);
            digest_double(hash, turned[i].half[k]);
        }
    }
    for (int i = 0; i < 3; i++) {
        fk_kdop dop, placed;
        if (fk_kdop_build(point, count, sizes[i], &dop) != FK_OK)
            return false;
        placed = fk_kdop_place(&dop, &pose);
        for (int k = 0; k < 13; k++) {
            digest_double(hash, dop.lo[k]);
            digest_double(hash, dop.hi[k]);
            digest_double(hash, placed.lo[k]);
            digest_double(hash, placed.hi[k]);
        }
    }
    return true;
}

static bool digest_print_hulls(void)
{
    static fk_vec3 point[1000];
    fk_context *context;
    if (fk_context_create(NULL, &context) != FK_OK)
        return false;
    for (int kind = 0; kind < CLOUD_KINDS; kind++) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325);
        fk_random random = fk_random_make(1);
        fk_hull *hull;
        cloud_fill(kind, &random, point, 1000);
        if (fk_hull_build(context, point, 1000, &hull) != FK_OK)
            return false;
        digest_hull(&hash, hull);
        printf("%016" PRIx64 "  hull of cloud %d\n", hash, kind);
        fk_hull_free(context, hull);
        hash = UINT64_C(0xcbf29ce484222325);
        if (!digest_volumes(&hash, context, point, 1000))
            return false;
        printf("%016" PRIx64 "  volumes of cloud %d\n", hash, kind);
    }
    fk_context_destroy(context);
    return true;
}

/* ---- Meshes in their places ---------------------------------------------------------------------------- */

static void digest_tree(uint64_t *hash, const fk_tree *tree)
{
    digest_list(hash, tree->triangle, tree->triangle_count);
    for (uint32_t i = 0; i < tree->node_count; i++)
        for (uint32_t k = 0; k < tree->node[i].used; k++)
            for (int axis = 0; axis < 3; axis++) {
                digest_double(hash, (double)tree->node[i].min[axis][k]);
                digest_double(hash, (double)tree->turned[i].half[axis][k]);
            }
}

/* What is said of a mesh and itself in another place. */
static bool digest_two(uint64_t *hash, fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    fk_mesh_distance gap;
    fk_relation_result *related;
    fk_placed_depth depth;
    fk_interval volume;
    fk_placed_hit hit;
    fk_placed_distance(a, b, &gap);
    digest_double(hash, gap.distance.lo);
    digest_double(hash, gap.distance.hi);
    digest_vec3(hash, gap.point_a);
    digest_u64(hash, gap.triangle.b);
    fk_probe ray = {FK_PROBE_RAY, b->pose.translation, fk_vec3_make(1, 2, 3), 0};
    if (fk_placed_probe_first(a, &ray, &hit) != FK_OK ||
        fk_placed_overlap_volume(context, a, b, &volume) != FK_OK ||
        fk_placed_penetration(context, a, b, &depth) != FK_OK ||
        fk_placed_relate(context, a, b, &related) != FK_OK)
        return false;
    digest_u64(hash, hit.triangle);
    digest_double(hash, hit.time.lo);
    digest_double(hash, volume.hi);
    digest_double(hash, depth.depth.hi);
    digest_vec3(hash, depth.direction);
    digest_u64(hash, (uint64_t)related->relation);
    digest_u64(hash, related->pair_count);
    digest_vec3(hash, related->point);
    digest_vec3(hash, related->box.min);
    fk_relation_result_free(context, related);
    return true;
}

static bool digest_print_meshes(void)
{
    fk_context *context;
    fk_model *model;
    fk_tree *tree;
    fk_generate_options options = {.triangles = 500};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    if (fk_context_create(NULL, &context) != FK_OK ||
        fk_generate(context, fk_generate_find("trefoil"), &options, &model) != FK_OK ||
        fk_tree_build(context, &model->part[0], NULL, &tree) != FK_OK)
        return false;
    digest_tree(&hash, tree);
    fk_placed_mesh a = {&model->part[0], tree, fk_pose_identity(), true}, b = a;
    bool good = true;
    for (int i = 0; i < 6 && good; i++) {
        b.pose = fk_pose_from_rpy(fk_vec3_make(0.15 * i, 0.1 * i, 0.05 * i),
                                  fk_vec3_make(0.3 * i, 0.2 * i, 0.1 * i));
        good = digest_two(&hash, context, &a, &b);
    }
    printf("%016" PRIx64 "  meshes\n", hash);
    fk_tree_free(context, tree);
    fk_model_free(context, model);
    fk_context_destroy(context);
    return good;
}

/* ---- Motion -------------------------------------------------------------------------------------------- */

/* An arm of two joints, a body on keys that turns, and one that goes straight. */
#define ARM 1 /* the frame of its tip, before those of the others */

static const fk_key digest_keys[] = {
    {0, {-3, 0.5, 0.25}, {0, 0, 0, 1}}, {1, {0.25, 0, 0.5}, {1, 2, 3, 4}}, {2.5, {3, 1, -1}, {-3, 1, 2, 2}}};
static const fk_key digest_straight[] = {{0, {-4, 0.25, 0.125}, {0, 0, 0, 1}},
                                         {2, {5, 0.5, -0.25}, {0, 0, 0, 2}}};

static fk_status digest_make_motion(fk_context *context, fk_motion **out)
{
    static const double time[] = {0, 1, 2.5}, value[] = {-1, 0.2, 0.7, -0.4, 2, 1.5};
    static const fk_track track = {2, 3, time, value};
    fk_pose origin = fk_pose_from_rpy(fk_vec3_make(0.3, -0.2, 1), fk_vec3_make(0.1, 0.2, 0.3));
    fk_frame frame[] = {
        {.parent = FK_NONE, .origin = origin, .kind = FK_FRAME_REVOLUTE, .axis = {1, 2, 3}, .factor = 1},
        {.parent = 0,
         .origin = origin,
         .kind = FK_FRAME_REVOLUTE,
         .axis = {0, 1, 0},
         .variable = 1,
         .factor = -2},
        {.parent = FK_NONE,
         .origin = fk_pose_identity(),
         .kind = FK_FRAME_KEYS,
         .key_count = 3,
         .key = digest_keys},
        {.parent = FK_NONE, .origin = origin, .kind = FK_FRAME_KEYS, .key_count = 2, .key = digest_straight}};
    return fk_motion_create(context, frame, 4, &track, 1, out);
}

static void digest_interval(uint64_t *hash, fk_interval i)
{
    digest_double(hash, i.lo);
    digest_double(hash, i.hi);
}

static bool digest_moving(uint64_t *hash, fk_context *context, const fk_motion *motion,
                          const fk_moving pair[2], const fk_motion_options *options)
{
    fk_motion_answer *answer;
    if (fk_motion_contacts(context, motion, &pair[0], &pair[1], options, &answer) != FK_OK)
        return false;
    for (uint32_t i = 0; i < answer->stretch_count; i++) {
        const fk_stretch *s = &answer->stretch[i];
        digest_u64(hash, (uint64_t)s->kind);
        digest_u64(hash, (uint64_t)(s->is_exact + 2 * s->overlaps));
        digest_interval(hash, s->enter);
        digest_interval(hash, s->leave);
    }
    digest_interval(hash, answer->closest);
    digest_double(hash, answer->closest_time);
    digest_vec3(hash, answer->point_a);
    digest_vec3(hash, answer->point_b);
    digest_u64(hash, answer->tests);
    fk_motion_answer_free(context, answer);
    return true;
}

/* A body on each frame, against one that rests and against one on the arm: the first stretch, all, the least distance,
 * a clearance. */
static bool digest_motions(uint64_t *hash, fk_context *context, const fk_motion *motion,
                           fk_collider *const collider[3])
{
    for (uint32_t i = 0; i < 18; i++) {
        fk_moving pair[2] = {{collider[i % 3], ARM + i % 9 / 3, fk_pose_identity()},
                             {collider[i / 3 % 3], i < 9 ? FK_NONE : 0, fk_pose_identity()}};
        fk_motion_options options = fk_motion_options_default(motion, &pair[0], &pair[1]);
        pair[0].pose.translation.y = 0.125 * i;
        options.tolerance = 1e-3;
        options.wants_all = i % 4 != 0;
        options.wants_closest = i % 2 == 0;
        options.level = i % 5 == 4 ? 0.25 : 0;
        if (!digest_moving(hash, context, motion, pair, &options))
            return false;
    }
    return true;
}

/* Corners that go straight, some of which meet. */
static void digest_corners(uint64_t *hash)
{
    fk_random random = fk_random_make(5);
    for (int i = 0; i < 400; i++) {
        fk_vec3 place[2][4];
        fk_ccd_hit hit[2];
        for (int k = 0; k < 8; k++) {
            double x[3];
            for (int axis = 0; axis < 3; axis++)
                x[axis] = i % 2 ? fk_random_between(&random, -1, 1) : (double)fk_random_below(&random, 5);
            place[k / 4][k % 4] = fk_vec3_make(x[0], x[1], x[2]);
        }
        fk_ccd_point_triangle(place[0], place[1], &hit[0]);
        fk_ccd_segment_segment(place[0], place[1], &hit[1]);
        for (int k = 0; k < 2; k++) {
            digest_u64(hash, hit[k].meets);
            digest_interval(hash, hit[k].time);
        }
    }
}

static bool digest_print_motions(void)
{
    fk_context *context;
    fk_model *model;
    fk_motion *motion;
    fk_collider *collider[3];
    fk_generate_options options = {.triangles = 200};
    fk_piece box = fk_piece_box(fk_vec3_make(-0.5, -0.5, -0.5), fk_vec3_make(1, 0, 0), fk_vec3_make(0, 1, 0),
                                fk_vec3_make(0, 0, 1));
    fk_piece ball = fk_piece_capsule(fk_vec3_make(0, 0, 0), fk_vec3_make(0.5, 0.5, 0), 0.25);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    if (fk_context_create(NULL, &context) != FK_OK ||
        fk_generate(context, fk_generate_find("trefoil"), &options, &model) != FK_OK ||
        digest_make_motion(context, &motion) != FK_OK ||
        fk_collider_of_mesh(context, &model->part[0], NULL, &collider[0]) != FK_OK ||
        fk_collider_of_pieces(context, &box, 1, &collider[1]) != FK_OK ||
        fk_collider_of_pieces(context, &ball, 1, &collider[2]) != FK_OK)
        return false;
    for (int i = 0; i < 50; i++) {
        fk_pose pose = fk_motion_pose(motion, (uint32_t)i % 4, 0.0625 * i - 0.25);
        for (int k = 0; k < 9; k++)
            digest_double(&hash, pose.rotation[k / 3][k % 3]);
        digest_vec3(&hash, pose.translation);
    }
    bool good = digest_motions(&hash, context, motion, collider);
    digest_corners(&hash);
    printf("%016" PRIx64 "  motions\n", hash);
    for (int i = 0; i < 3; i++)
        fk_collider_free(context, collider[i]);
    fk_motion_free(context, motion);
    fk_model_free(context, model);
    fk_context_destroy(context);
    return good;
}

int farkas_digest(void);

int farkas_digest(void)
{
    for (size_t family = 0; family < fk_family_count(); family++) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325);
        for (uint64_t index = 0; index < PAIRS; index++) {
            fk_family_pair pair;
            fk_kind a = (fk_kind)(1 + index % (FK_KIND_COUNT - 1)),
                    b = (fk_kind)(1 + index * 5 / 12 % (FK_KIND_COUNT - 1));
            fk_family_make(family, a, b, 1, index, &pair);
            digest_pair(&hash, &pair);
        }
        printf("%016" PRIx64 "  %s\n", hash, fk_family_name(family));
    }
    return digest_print_hulls() && digest_print_meshes() && digest_print_motions() ? 0 : 1;
}

#ifndef DIGEST_ONLY
int main(void)
{
    return farkas_digest();
}
#endif
