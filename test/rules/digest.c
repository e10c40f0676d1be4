/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Prints one number per family of test pairs: a digest of the pairs and of everything that is answered for
 * them, bit by bit; two per kind of cloud, of its hull
 * and of its bounding volumes; one of meshes in their places, one of what moves. Programs built by other compilers and for other machines must print the same lines. */

#include "../hull_clouds.h"
#include "farkas/farkas.h"
#include "mesh/generate.h"
#include "shape/family.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PAIRS 96

/* FNV-1a over the bytes of a number, lowest first, so that it does not depend on the byte order. */
static void add_u64(uint64_t *hash, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        *hash = (*hash ^ (value >> (8 * i) & 0xff)) * UINT64_C(0x100000001b3);
}

static void add_double(uint64_t *hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_u64(hash, bits);
}

static void add_vec3(uint64_t *hash, fk_vec3 v)
{
    add_double(hash, v.x);
    add_double(hash, v.y);
    add_double(hash, v.z);
}

static void add_text(uint64_t *hash, const fk_piece *piece)
{
    char text[4 * FK_PIECE_TEXT_SIZE];
    size_t length = fk_piece_format(piece, text, sizeof text);
    for (size_t i = 0; i < length; i++)
        add_u64(hash, (unsigned char)text[i]);
}

static void add_certificate(uint64_t *hash, const fk_certificate *c)
{
    add_u64(hash, (uint64_t)c->verdict);
    add_u64(hash, c->pair_count);
    for (uint32_t i = 0; i < c->pair_count; i++) {
        add_u64(hash, c->pair[i].a);
        add_u64(hash, c->pair[i].b);
    }
    add_u64(hash, (uint64_t)c->direction.form);
    add_u64(hash, (uint64_t)c->direction.sign);
    add_u64(hash, (uint64_t)c->direction.axis);
    for (int i = 0; i < 3; i++) {
        add_u64(hash, c->direction.pair[i].a);
        add_u64(hash, c->direction.pair[i].b);
    }
    add_vec3(hash, c->direction.vector);
    add_u64(hash, (uint64_t)c->point_form);
    add_vec3(hash, c->point);
    for (uint32_t i = 0; i < c->pair_count; i++)
        add_u64(hash, c->weight[i]);
}

static void add_answer(uint64_t *hash, const fk_family_pair *pair, fk_method method, unsigned want)
{
    fk_pair_query query = {&pair->a, &pair->b, method, want, NULL};
    fk_answer answer;
    memset(&answer, 0, sizeof answer);
    add_u64(hash, (uint64_t)fk_pair_answer(&query, NULL, &answer));
    add_u64(hash, (uint64_t)answer.verdict);
    add_u64(hash, answer.filled);
    add_certificate(hash, &answer.certificate);
    add_vec3(hash, answer.point);
    add_vec3(hash, answer.plane.normal);
    add_double(hash, answer.plane.offset);
    add_double(hash, answer.gap);
    add_vec3(hash, answer.box.min);
    add_vec3(hash, answer.box.max);
}

static void add_pair(uint64_t *hash, const fk_family_pair *pair)
{
    add_text(hash, &pair->a);
    add_text(hash, &pair->b);
    add_u64(hash, (uint64_t)fk_pair_verdict(&pair->a, &pair->b));
    for (int method = 0; method < FK_METHOD_COUNT; method++)
        add_answer(hash, pair, (fk_method)method, FK_PART_ALL);
    add_answer(hash, pair, FK_METHOD_EXACT, FK_PART_CERTIFICATE);
}

static void add_list(uint64_t *hash, const uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        add_u64(hash, list[i]);
}

static void add_hull(uint64_t *hash, const fk_hull *hull)
{
    uint32_t vertices = hull->vertex_count;
    add_u64(hash, hull->dimension);
    for (uint32_t i = 0; i < vertices; i++)
        add_vec3(hash, hull->point[i]);
    add_list(hash, hull->source, vertices);
    add_list(hash, hull->face_begin, hull->face_count + 1);
    add_list(hash, hull->face_vertex, hull->face_begin[hull->face_count]);
    add_list(hash, hull->neighbor_begin, vertices + 1);
    add_list(hash, hull->neighbor, hull->neighbor_begin[vertices]);
    add_list(hash, hull->shortcut_begin, vertices + 1);
    add_list(hash, hull->shortcut, hull->shortcut_begin[vertices]);
}

/* Built, placed and merged. The bytes between the numbers of a structure say nothing. */
static bool add_volumes(uint64_t *hash, fk_context *context, const fk_vec3 *point, size_t count)
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
        add_vec3(hash, balls[i].center);
        add_double(hash, balls[i].radius);
    }
    for (int i = 0; i < 2; i++) {
        add_vec3(hash, boxes[i].min);
        add_vec3(hash, boxes[i].max);
    }
    for (int i = 0; i < 4; i++) {
        add_vec3(hash, turned[i].center);
        for (int k = 0; k < 3; k++) {
            add_vec3(hash, turned[i].axis[k]);
            add_double(hash, turned[i].half[k]);
        }
    }
    for (int i = 0; i < 3; i++) {
        fk_kdop dop, placed;
        if (fk_kdop_build(point, count, sizes[i], &dop) != FK_OK)
            return false;
        placed = fk_kdop_place(&dop, &pose);
        for (int k = 0; k < 13; k++) {
            add_double(hash, dop.lo[k]);
            add_double(hash, dop.hi[k]);
            add_double(hash, placed.lo[k]);
            add_double(hash, placed.hi[k]);
        }
    }
    return true;
}

static bool print_hulls(void)
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
        add_hull(&hash, hull);
        printf("%016" PRIx64 "  hull of cloud %d\n", hash, kind);
        fk_hull_free(context, hull);
        hash = UINT64_C(0xcbf29ce484222325);
        if (!add_volumes(&hash, context, point, 1000))
            return false;
        printf("%016" PRIx64 "  volumes of cloud %d\n", hash, kind);
    }
    fk_context_destroy(context);
    return true;
}

/* ---- Meshes in their places ---------------------------------------------------------------------------- */

static void add_tree(uint64_t *hash, const fk_tree *tree)
{
    add_list(hash, tree->triangle, tree->triangle_count);
    for (uint32_t i = 0; i < tree->node_count; i++)
        for (uint32_t k = 0; k < tree->node[i].used; k++)
            for (int axis = 0; axis < 3; axis++) {
                add_double(hash, (double)tree->node[i].min[axis][k]);
                add_double(hash, (double)tree->turned[i].half[axis][k]);
            }
}

/* What is said of a mesh and itself in another place. */
static bool add_two(uint64_t *hash, fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    fk_placed_gap gap;
    fk_related *related;
    fk_placed_depth depth;
    fk_interval volume;
    fk_placed_hit hit;
    fk_placed_distance(a, b, &gap);
    add_double(hash, gap.distance.lo);
    add_double(hash, gap.distance.hi);
    add_vec3(hash, gap.point_a);
    add_u64(hash, gap.triangle.b);
    fk_probe ray = {FK_PROBE_RAY, b->pose.translation, fk_vec3_make(1, 2, 3), 0};
    if (fk_placed_first(a, &ray, &hit) != FK_OK || fk_placed_volume(context, a, b, &volume) != FK_OK ||
        fk_placed_penetration(context, a, b, &depth) != FK_OK ||
        fk_placed_relate(context, a, b, &related) != FK_OK)
        return false;
    add_u64(hash, hit.triangle);
    add_double(hash, hit.time.lo);
    add_double(hash, volume.hi);
    add_double(hash, depth.depth.hi);
    add_vec3(hash, depth.direction);
    add_u64(hash, (uint64_t)related->relation);
    add_u64(hash, related->pair_count);
    add_vec3(hash, related->point);
    add_vec3(hash, related->box.min);
    fk_related_free(context, related);
    return true;
}

static bool print_meshes(void)
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
    add_tree(&hash, tree);
    fk_placed_mesh a = {&model->part[0], tree, fk_pose_identity(), true}, b = a;
    bool good = true;
    for (int i = 0; i < 6 && good; i++) {
        b.pose = fk_pose_from_rpy(fk_vec3_make(0.15 * i, 0.1 * i, 0.05 * i),
                                  fk_vec3_make(0.3 * i, 0.2 * i, 0.1 * i));
        good = add_two(&hash, context, &a, &b);
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

static const fk_key keys[] = {
    {0, {-3, 0.5, 0.25}, {0, 0, 0, 1}}, {1, {0.25, 0, 0.5}, {1, 2, 3, 4}}, {2.5, {3, 1, -1}, {-3, 1, 2, 2}}};
static const fk_key straight[] = {{0, {-4, 0.25, 0.125}, {0, 0, 0, 1}}, {2, {5, 0.5, -0.25}, {0, 0, 0, 2}}};

static fk_status make_motion(fk_context *context, fk_motion **out)
{
    static const double time[] = {0, 1, 2.5}, value[] = {-1, 0.2, 0.7, -0.4, 2, 1.5};
    static const fk_track track = {2, 3, time, value};
    fk_pose origin = fk_pose_from_rpy(fk_vec3_make(0.3, -0.2, 1), fk_vec3_make(0.1, 0.2, 0.3));
    fk_frame frame[] = {
        {.parent = FK_NONE, .origin = origin, .kind = FK_FRAME_TURNS, .axis = {1, 2, 3}, .factor = 1},
        {.parent = 0,
         .origin = origin,
         .kind = FK_FRAME_TURNS,
         .axis = {0, 1, 0},
         .variable = 1,
         .factor = -2},
        {.parent = FK_NONE, .origin = fk_pose_identity(), .kind = FK_FRAME_KEYS, .key_count = 3, .key = keys},
        {.parent = FK_NONE, .origin = origin, .kind = FK_FRAME_KEYS, .key_count = 2, .key = straight}};
    return fk_motion_create(context, frame, 4, &track, 1, out);
}

static void add_interval(uint64_t *hash, fk_interval i)
{
    add_double(hash, i.lo);
    add_double(hash, i.hi);
}

static bool add_moving(uint64_t *hash, fk_context *context, const fk_motion *motion, const fk_moving pair[2],
                       const fk_motion_options *options)
{
    fk_motion_answer *answer;
    if (fk_motion_ask(context, motion, &pair[0], &pair[1], options, &answer) != FK_OK)
        return false;
    for (uint32_t i = 0; i < answer->stretch_count; i++) {
        const fk_stretch *s = &answer->stretch[i];
        add_u64(hash, (uint64_t)s->kind);
        add_u64(hash, (uint64_t)(s->is_exact + 2 * s->overlaps));
        add_interval(hash, s->enter);
        add_interval(hash, s->leave);
    }
    add_interval(hash, answer->closest);
    add_double(hash, answer->closest_time);
    add_vec3(hash, answer->point_a);
    add_vec3(hash, answer->point_b);
    add_u64(hash, answer->tests);
    fk_motion_answer_free(context, answer);
    return true;
}

/* A body on each frame, against one that rests and against one on the arm: the first stretch, all, the least distance,
 * a clearance. */
static bool add_motions(uint64_t *hash, fk_context *context, const fk_motion *motion,
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
        if (!add_moving(hash, context, motion, pair, &options))
            return false;
    }
    return true;
}

/* Corners that go straight, some of which meet. */
static void add_corners(uint64_t *hash)
{
    fk_random random = fk_random_make(5);
    for (int i = 0; i < 400; i++) {
        fk_vec3 place[2][4];
        fk_corners_hit hit[2];
        for (int k = 0; k < 8; k++) {
            double x[3];
            for (int axis = 0; axis < 3; axis++)
                x[axis] = i % 2 ? fk_random_between(&random, -1, 1) : (double)fk_random_below(&random, 5);
            place[k / 4][k % 4] = fk_vec3_make(x[0], x[1], x[2]);
        }
        fk_corners_point_triangle(place[0], place[1], &hit[0]);
        fk_corners_segments(place[0], place[1], &hit[1]);
        for (int k = 0; k < 2; k++) {
            add_u64(hash, hit[k].meets);
            add_interval(hash, hit[k].time);
        }
    }
}

static bool print_motions(void)
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
        make_motion(context, &motion) != FK_OK ||
        fk_collider_of_mesh(context, &model->part[0], NULL, &collider[0]) != FK_OK ||
        fk_collider_of_pieces(context, &box, 1, &collider[1]) != FK_OK ||
        fk_collider_of_pieces(context, &ball, 1, &collider[2]) != FK_OK)
        return false;
    for (int i = 0; i < 50; i++) {
        fk_pose pose = fk_motion_pose(motion, (uint32_t)i % 4, 0.0625 * i - 0.25);
        for (int k = 0; k < 9; k++)
            add_double(&hash, pose.rotation[k / 3][k % 3]);
        add_vec3(&hash, pose.translation);
    }
    bool good = add_motions(&hash, context, motion, collider);
    add_corners(&hash);
    printf("%016" PRIx64 "  motions\n", hash);
    for (int i = 0; i < 3; i++)
        fk_collider_free(context, collider[i]);
    fk_motion_free(context, motion);
    fk_model_free(context, model);
    fk_context_destroy(context);
    return good;
}

int main(void)
{
    for (size_t family = 0; family < fk_family_count(); family++) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325);
        for (uint64_t index = 0; index < PAIRS; index++) {
            fk_family_pair pair;
            fk_kind a = (fk_kind)(1 + index % (FK_KIND_COUNT - 1)),
                    b = (fk_kind)(1 + index * 5 / 12 % (FK_KIND_COUNT - 1));
            fk_family_make(family, a, b, 1, index, &pair);
            add_pair(&hash, &pair);
        }
        printf("%016" PRIx64 "  %s\n", hash, fk_family_name(family));
    }
    return print_hulls() && print_meshes() && print_motions() ? 0 : 1;
}
