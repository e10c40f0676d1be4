/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The scenes of `farkas bench trees`: a mesh, poses in which a second copy of it just meets or just misses
 * it, segments, and the truth.
 *
 * A pose is a random rotation, and a shift along a random direction, found by halving between a place where
 * the copies meet and one where they are apart: then a little back or on. Segments have random ends in the
 * box of the mesh. Truth is what the library says; for meshes of few triangles it is compared with a look at
 * all of them, without trees. */

#include "bench/bench_trees.h"
#include "cli.h"
#include "mesh_file.h"
#include "peers/participant.h"
#include "peers/tree_participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/generate.h"

/* All pairs of triangles are looked at up to so many of them. */
#define MOST_TRIANGLES_OF_CHECK 2000

/* Tries for one pose or segment, before the scene goes without it. */
#define MOST_TRIES 200

/* ---- Mesh ---------------------------------------------------------------------------------------------- */

static bool load_mesh(trees_scene *s)
{
    mesh_settings settings = {0};
    mesh_file file;
    settings.join = true;
    if (!mesh_file_load(&file, s->context, s->plan.path, &settings))
        return false;
    s->model = file.model;
    if (s->model->part_count > 0 && s->model->part[0].triangle_count > 0)
        return true;
    cli_trouble_at(s->plan.path, 0, 0, "no triangles");
    return false;
}

static bool make_mesh(trees_scene *s)
{
    if (s->plan.path != NULL) {
        if (!load_mesh(s))
            return false;
    } else {
        fk_generate_options options = {.triangles = s->plan.triangles};
        fk_status status = fk_generate(s->context, fk_generate_find("trefoil"), &options, &s->model);
        if (status != FK_OK) {
            cli_trouble("%s: %s", s->plan.name, fk_status_text(status));
            return false;
        }
    }
    s->mesh = &s->model->part[0];
    return true;
}

static fk_aabb box_of(const fk_mesh *mesh)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        box = fk_aabb_include(box, mesh->point[i]);
    return box;
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

typedef struct maker {
    trees_scene *scene;
    fk_random random;
    fk_placed_mesh a;
    fk_aabb box;
} maker;

/* In the ball of so many dimensions, not near its middle. */
static void draw_in_ball(fk_random *random, int dimensions, double *out)
{
    double square;
    do {
        square = 0;
        for (int i = 0; i < dimensions; i++) {
            out[i] = fk_random_between(random, -1, 1);
            square += out[i] * out[i];
        }
    } while (square > 1 || square < 0.01);
}

/* The middles are so far apart. */
static fk_pose shifted(const maker *m, fk_pose pose, fk_vec3 direction, double by)
{
    fk_vec3 middle = m->scene->middle;
    pose.translation =
        fk_vec3_sub(fk_vec3_add(middle, fk_vec3_scale(direction, by)), fk_pose_rotate(&pose, middle));
    return pose;
}

static bool is_met(const maker *m, fk_pose pose)
{
    fk_placed_mesh b = m->a;
    b.pose = pose;
    return fk_placed_meet(&m->a, &b, NULL);
}

/* False when this try did not come to a pose that meets, or does not, as it should. */
static bool try_pose(maker *m, bool hit, fk_pose *out)
{
    double quat[4], way[3], size = m->scene->size, near = m->scene->plan.nearness * size;
    double in = 0, beyond = 1.01 * size;
    draw_in_ball(&m->random, 4, quat);
    draw_in_ball(&m->random, 3, way);
    fk_vec3 direction = fk_vec3_make(way[0], way[1], way[2]);
    direction = fk_vec3_scale(direction, 1 / sqrt(fk_vec3_dot(direction, direction)));
    fk_pose pose;
    if (fk_pose_from_quat_xyzw(fk_vec3_make(0, 0, 0), quat, &pose) != FK_OK ||
        !is_met(m, shifted(m, pose, direction, in)))
        return false;
    while (beyond - in > 1e-2 * near) {
        double by = (in + beyond) / 2;
        if (is_met(m, shifted(m, pose, direction, by)))
            in = by;
        else
            beyond = by;
    }
    *out = shifted(m, pose, direction, hit ? in - near : beyond + near);
    return is_met(m, *out) == hit;
}

static void make_poses(maker *m)
{
    trees_scene *s = m->scene;
    s->pose = bench_allocate(s->plan.poses, sizeof *s->pose);
    s->pose_hits = bench_allocate(s->plan.poses, 1);
    for (uint32_t i = 0; i < s->plan.poses; i++) {
        bool hit = i % 2 == 0, is_found = false;
        for (int k = 0; !is_found && k < MOST_TRIES; k++)
            is_found = try_pose(m, hit, &s->pose[s->poses]);
        if (is_found)
            s->pose_hits[s->poses++] = hit;
    }
}

/* ---- Segments ------------------------------------------------------------------------------------------ */

static fk_vec3 draw_in_box(maker *m)
{
    fk_vec3 out;
    out.x = fk_random_between(&m->random, m->box.min.x, m->box.max.x);
    out.y = fk_random_between(&m->random, m->box.min.y, m->box.max.y);
    out.z = fk_random_between(&m->random, m->box.min.z, m->box.max.z);
    return out;
}

static bool try_segment(maker *m, bool hit, fk_probe *out)
{
    uint32_t triangle;
    *out = (fk_probe){.kind = FK_PROBE_SEGMENT};
    out->from = draw_in_box(m);
    out->to = draw_in_box(m);
    return fk_placed_any(&m->a, out, &triangle) == FK_OK && (triangle != FK_NONE) == hit;
}

static void make_segments(maker *m)
{
    trees_scene *s = m->scene;
    s->segment = bench_allocate(s->plan.segments, sizeof *s->segment);
    s->segment_hits = bench_allocate(s->plan.segments, 1);
    for (uint32_t i = 0; i < s->plan.segments; i++) {
        bool hit = fk_random_below(&m->random, 2) == 0, is_found = false;
        for (int k = 0; !is_found && k < MOST_TRIES; k++)
            is_found = try_segment(m, hit, &s->segment[s->segments]);
        if (is_found)
            s->segment_hits[s->segments++] = hit;
    }
}

/* ---- Truth --------------------------------------------------------------------------------------------- */

static bool find_truth(maker *m)
{
    trees_scene *s = m->scene;
    s->pair_count = bench_allocate(s->poses, sizeof *s->pair_count);
    s->pair_set = bench_allocate(s->poses, sizeof *s->pair_set);
    s->gap = bench_allocate(s->poses, sizeof *s->gap);
    for (uint32_t i = 0; i < s->poses; i++) {
        fk_placed_mesh b = m->a;
        b.pose = s->pose[i];
        fk_pair_list *list;
        if (fk_placed_pairs(s->context, &m->a, &b, &list) != FK_OK) {
            cli_trouble("out of memory");
            return false;
        }
        s->pair_count[i] = (double)list->count;
        for (size_t k = 0; k < list->count; k++)
            s->pair_set[i] += bench_mix(list->pair[k].a, list->pair[k].b);
        fk_pair_list_free(s->context, list);
        if (s->pose_hits[i])
            continue;
        fk_placed_gap gap;
        fk_placed_distance(&m->a, &b, &gap);
        s->gap[s->misses++] = gap.distance;
    }
    return true;
}

/* The corners of all triangles in a pose, and their boxes. */
typedef struct placed {
    fk_vec3 (*corner)[3];
    fk_aabb *box;
} placed;

static placed place_all(const fk_mesh *mesh, const fk_pose *pose)
{
    placed out = {bench_allocate(mesh->triangle_count, sizeof *out.corner),
                  bench_allocate(mesh->triangle_count, sizeof *out.box)};
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        out.box[i] = fk_aabb_empty();
        for (int k = 0; k < 3; k++) {
            out.corner[i][k] = fk_pose_apply(pose, mesh->point[mesh->triangle[i].corner[k]]);
            out.box[i] = fk_aabb_include(out.box[i], out.corner[i][k]);
        }
    }
    return out;
}

static void free_placed(placed *all)
{
    free(all->corner);
    free(all->box);
}

/* Whether pose i has the pairs that a look at all of them finds. */
static bool check_pose(const trees_scene *s, const placed *a, uint32_t i)
{
    double count = 0;
    uint32_t set = 0;
    placed b = place_all(s->mesh, &s->pose[i]);
    for (uint32_t k = 0; k < s->mesh->triangle_count; k++)
        for (uint32_t n = 0; n < s->mesh->triangle_count; n++)
            if (fk_aabb_meets(a->box[k], b.box[n]) && fk_triangles_meet(a->corner[k], b.corner[n])) {
                count++;
                set += bench_mix(k, n);
            }
    free_placed(&b);
    return count == s->pair_count[i] && set == s->pair_set[i] && (count > 0) == (s->pose_hits[i] != 0);
}

static bool check_segment(const trees_scene *s, const placed *a, uint32_t i)
{
    fk_vec3 from = s->segment[i].from, to = s->segment[i].to;
    fk_aabb box = fk_aabb_include(fk_aabb_include(fk_aabb_empty(), from), to);
    fk_piece segment = fk_piece_segment(from, to);
    bool hit = false;
    for (uint32_t k = 0; !hit && k < s->mesh->triangle_count; k++)
        if (fk_aabb_meets(box, a->box[k])) {
            fk_piece triangle = fk_piece_triangle(a->corner[k][0], a->corner[k][1], a->corner[k][2]);
            hit = fk_pair_verdict(&segment, &triangle) != FK_APART;
        }
    return hit == (s->segment_hits[i] != 0);
}

/* Trees are right, or this is a bug. */
static bool check_truth(const maker *m)
{
    const trees_scene *s = m->scene;
    if (s->mesh->triangle_count > MOST_TRIANGLES_OF_CHECK)
        return true;
    placed a = place_all(s->mesh, &m->a.pose);
    bool good = true;
    for (uint32_t i = 0; good && i < s->poses; i++)
        good = check_pose(s, &a, i);
    for (uint32_t i = 0; good && i < s->segments; i++)
        good = check_segment(s, &a, i);
    free_placed(&a);
    if (!good)
        cli_trouble("scene %s: not what a look at all triangles finds; this is a bug in farkas",
                    s->plan.name);
    return good;
}

/* ---- Scene --------------------------------------------------------------------------------------------- */

static bool fill_scene(trees_scene *s)
{
    fk_tree *tree = NULL;
    if (fk_tree_build(s->context, s->mesh, NULL, &tree) != FK_OK) {
        cli_trouble("out of memory");
        return false;
    }
    maker m = {.scene = s, .random = fk_random_make(s->plan.seed), .box = box_of(s->mesh)};
    m.a = (fk_placed_mesh){s->mesh, tree, fk_pose_identity(), false};
    fk_vec3 sides = fk_vec3_sub(m.box.max, m.box.min);
    s->size = sqrt(fk_vec3_dot(sides, sides));
    s->middle = fk_vec3_scale(fk_vec3_add(m.box.min, m.box.max), 0.5);
    make_poses(&m);
    make_segments(&m);
    bool good = find_truth(&m) && check_truth(&m);
    if (good && (s->poses < s->plan.poses || s->segments < s->plan.segments))
        cli_note("%s: only %lu poses and %lu segments were found", s->plan.name, (unsigned long)s->poses,
                 (unsigned long)s->segments);
    fk_tree_free(s->context, tree);
    return good;
}

bool trees_scene_make(const trees_plan *plan, trees_scene *out)
{
    memset(out, 0, sizeof *out);
    out->plan = *plan;
    out->context = cli_context_create();
    return out->context != NULL && make_mesh(out) && fill_scene(out);
}

void trees_scene_free(trees_scene *s)
{
    free(s->pose);
    free(s->pose_hits);
    free(s->segment);
    free(s->segment_hits);
    free(s->pair_count);
    free(s->pair_set);
    free(s->gap);
    if (s->context == NULL)
        return;
    fk_model_free(s->context, s->model);
    fk_context_destroy(s->context);
}

bool trees_scene_write(const trees_scene *s, const char *path)
{
    tree_head head = {TREE_MAGIC, s->mesh->vertex_count, s->mesh->triangle_count, s->poses, s->segments};
    cli_file file;
    if (!cli_file_create(&file, path))
        return false;
    fwrite(&head, sizeof head, 1, file.stream);
    fwrite(s->mesh->point, sizeof *s->mesh->point, head.vertices, file.stream);
    fwrite(s->mesh->triangle, sizeof *s->mesh->triangle, head.triangles, file.stream);
    fwrite(s->pose, sizeof *s->pose, head.poses, file.stream);
    for (uint32_t i = 0; i < head.segments; i++) {
        tree_segment segment = {s->segment[i].from, s->segment[i].to};
        fwrite(&segment, sizeof segment, 1, file.stream);
    }
    fwrite(s->pose_hits, 1, head.poses, file.stream);
    fwrite(s->segment_hits, 1, head.segments, file.stream);
    return cli_file_commit(&file);
}
