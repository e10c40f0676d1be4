/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The scenes of `farkas bench motion`: the sample workcell, its arm in random places, and two knots that come together; with the
 * truth. That of steps comes from the verdict on each pair alone, without what a world keeps; that of first times from the
 * proved bracket, with a tolerance a thousand times as small as that of the participant. */

#include "base/pose.h"
#include "bench/bench_motion.h"
#include "bench/bench_program.h"
#include "cli.h"
#include "farkas/scene.h"
#include "mesh_file.h"
#include "gen/generate.h"
#include "workcell.h"

#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const motion_plan motion_plans[] = {
    {"workcell", MOTION_WORKCELL, "step", "contacts", "workcell", 1000, 600},
    {"clearance", MOTION_WORKCELL, "close", "closer than 10 mm", "workcell", 1000, 600},
    {"arm", MOTION_ARM, "valid", "any contact", "arm", 1000, 2000},
    {"first-1k", MOTION_FIRST, "first", "first contact", "two knots", 1000, 40},
    {"first-3k", MOTION_FIRST, "first", "first contact", "two knots", 3000, 40},
    {"first-10k", MOTION_FIRST, "first", "first contact", "two knots", 10000, 40},
    {"first-30k", MOTION_FIRST, "first", "first contact", "two knots", 30000, 40},
    {"near-1k", MOTION_NEAR, "distance", "distance", "two knots", 1000, 40},
    {"near-3k", MOTION_NEAR, "distance", "distance", "two knots", 3000, 40},
    {"near-10k", MOTION_NEAR, "distance", "distance", "two knots", 10000, 40},
    {"near-30k", MOTION_NEAR, "distance", "distance", "two knots", 30000, 40},
    {NULL, MOTION_NEAR, NULL, NULL, NULL, 0, 0},
};

/* Of the workcell, in mm. */
#define CLEARANCE 10

static bool check(fk_status status)
{
    if (status != FK_OK)
        cli_trouble("%s", fk_status_text(status));
    return status == FK_OK;
}

/* ---- Building ------------------------------------------------------------------------------------------ */

/* Lists that grow, before they become those of the scene. */
typedef struct maker {
    fk_context *context;
    motion_scene *scene;
    motion_mesh *mesh;
    fk_vec3 *point;
    fk_triangle *triangle;
    uint32_t *body;
    fk_index_pair *pair;
    motion_place *place;
} maker;

/* A body with a mesh of its own. */
static void add_body(maker *m, const fk_mesh *mesh)
{
    motion_head *h = &m->scene->input.head;
    m->mesh = bench_resize(m->mesh, (size_t)h->meshes + 1, sizeof *m->mesh);
    m->body = bench_resize(m->body, (size_t)h->bodies + 1, sizeof *m->body);
    m->point = bench_resize(m->point, (size_t)h->points + mesh->vertex_count, sizeof *m->point);
    m->triangle = bench_resize(m->triangle, (size_t)h->triangles + mesh->triangle_count, sizeof *m->triangle);
    memcpy(m->point + h->points, mesh->point, mesh->vertex_count * sizeof *m->point);
    memcpy(m->triangle + h->triangles, mesh->triangle, mesh->triangle_count * sizeof *m->triangle);
    m->mesh[h->meshes] = (motion_mesh){h->points, mesh->vertex_count, h->triangles, mesh->triangle_count};
    m->body[h->bodies++] = h->meshes++;
    h->points += mesh->vertex_count;
    h->triangles += mesh->triangle_count;
}

static void add_pair(maker *m, uint32_t a, uint32_t b)
{
    motion_head *h = &m->scene->input.head;
    m->pair = bench_resize(m->pair, (size_t)h->pairs + 1, sizeof *m->pair);
    m->pair[h->pairs++] = (fk_index_pair){a, b};
}

static void finish(maker *m)
{
    motion_input *in = &m->scene->input;
    memcpy(in->head.magic, MOTION_MAGIC, sizeof in->head.magic);
    in->mesh = m->mesh;
    in->point = m->point;
    in->triangle = m->triangle;
    in->body = m->body;
    in->pair = m->pair;
    in->place = m->place;
}

static motion_place place_of(const fk_pose *pose)
{
    motion_place out = {.xyz = pose->translation};
    fk_pose_quat_xyzw(pose, out.quat_xyzw);
    return out;
}

/* ---- Workcell and arm ---------------------------------------------------------------------------------- */

/* Shapes of the workcell are boxes: as meshes, which all participants know. */
static bool add_part(maker *m, const fk_scene_part *part)
{
    if (part->mesh != NULL) {
        add_body(m, part->mesh);
        return true;
    }
    fk_vec3 corner[8];
    const fk_cell *cell = &part->piece.as.cell;
    for (int i = 0; i < 8; i++) {
        corner[i] = cell->origin;
        for (int k = 0; k < 3; k++)
            if (i >> k & 1)
                corner[i] = fk_vec3_add(corner[i], cell->edge[k]);
    }
    fk_hull *hull = NULL;
    fk_model *model = NULL;
    static const char *const name[] = {"box"};
    bool good = part->piece.kind == FK_KIND_BOX && check(fk_hull_build(m->context, corner, 8, &hull)) &&
                check(hull_model_build(m->context, &hull, name, 1, &model));
    if (good)
        add_body(m, &model->part[0]);
    fk_model_free(m->context, model);
    fk_hull_free(m->context, hull);
    return good;
}

/* Pairs that no rule of the scene takes out. */
static void add_pairs(maker *m, const fk_scene *scene, uint32_t first, uint32_t count)
{
    for (uint32_t a = first; a < first + count; a++)
        for (uint32_t b = a + 1; b < first + count; b++)
            if (fk_scene_ignores(scene, a, b) == NULL)
                add_pair(m, a - first, b - first);
}

static fk_pose part_pose(const fk_scene_part *part, const fk_motion *motion, double time)
{
    fk_pose frame = fk_motion_pose(motion, part->frame, time);
    return fk_pose_multiply(&frame, &part->pose);
}

static bool place_workcell(maker *m, const fk_scene *scene)
{
    const motion_head *h = &m->scene->input.head;
    fk_motion *motion = NULL;
    if (!check(fk_motion_create(m->context, scene->frame, scene->frame_count, scene->track,
                                scene->track_count, &motion)))
        return false;
    fk_interval span = fk_motion_span(motion);
    for (uint32_t i = 0; i < h->steps; i++)
        for (uint32_t k = 0; k < h->bodies; k++) {
            double time = span.lo + (span.hi - span.lo) * i / h->steps;
            fk_pose pose = part_pose(&scene->part[k], motion, time);
            m->place[(size_t)i * h->bodies + k] = place_of(&pose);
        }
    fk_motion_free(m->context, motion);
    return true;
}

/* Random values of all joints, within their limits. */
static bool place_arm(maker *m, const fk_scene *scene, uint64_t seed)
{
    const motion_head *h = &m->scene->input.head;
    const fk_scene_robot *arm = &scene->robot[0];
    const fk_robot *robot = arm->robot;
    fk_random random = fk_random_make(seed);
    bool good = true;
    for (uint32_t i = 0; good && i < h->steps; i++) {
        double time = 0, value[16] = {0};
        for (uint32_t v = 0; v < robot->variable_count && v < 16; v++) {
            const fk_robot_joint *joint = &robot->joint[robot->variable[v]];
            value[v] = fk_random_between(&random, joint->lower, joint->upper);
        }
        fk_track track = {robot->variable_count, 1, &time, value};
        fk_motion *motion = NULL;
        good = arm->track == 0 &&
               check(fk_motion_create(m->context, scene->frame, scene->frame_count, &track, 1, &motion));
        for (uint32_t k = 0; good && k < h->bodies; k++) {
            fk_pose pose = part_pose(&scene->part[arm->first_part + k], motion, 0);
            m->place[(size_t)i * h->bodies + k] = place_of(&pose);
        }
        fk_motion_free(m->context, motion);
    }
    return good;
}

/* The folder of the cell is one of our own. */
static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
    (void)facts;
    (void)kind;
    (void)place;
    return remove(path);
}

static bool make_cell(maker *m, uint64_t seed, const char *folder)
{
    motion_head *h = &m->scene->input.head;
    bool is_arm = m->scene->plan.kind == MOTION_ARM;
    char *path = bench_join(folder, "cell.json");
    fk_scene *scene = NULL;
    fk_scene_report report;
    bool good =
        workcell_write(m->context, folder) && check(fk_scene_load(m->context, path, NULL, &report, &scene));
    uint32_t first = good && is_arm ? scene->robot[0].first_part : 0;
    uint32_t count = !good ? 0 : is_arm ? scene->robot[0].robot->shape_count : scene->part_count;
    for (uint32_t i = 0; good && i < count; i++)
        good = add_part(m, &scene->part[first + i]);
    if (good) {
        add_pairs(m, scene, first, count);
        m->place = bench_allocate((size_t)h->steps * h->bodies, sizeof *m->place);
        good = is_arm ? place_arm(m, scene, seed) : place_workcell(m, scene);
    }
    fk_scene_free(m->context, scene);
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    free(path);
    return good;
}

/* ---- Two knots ----------------------------------------------------------------------------------------- */

static void random_turn(fk_random *random, double quat[4])
{
    double sum = 2;
    while (sum > 1 || sum < 0.01) {
        sum = 0;
        for (int i = 0; i < 4; i++) {
            quat[i] = fk_random_between(random, -1, 1);
            sum += quat[i] * quat[i];
        }
    }
}

/* The first comes from outside and goes through the place of the second, which turns. */
static void place_knots(maker *m, uint64_t seed)
{
    fk_random random = fk_random_make(seed);
    for (uint32_t i = 0; i < m->scene->input.head.steps; i++) {
        motion_place *place = &m->place[(size_t)i * 2];
        for (int k = 0; k < 2; k++)
            random_turn(&random, place[k].quat_xyzw);
        if (i % 2 == 0)
            place[0].xyz =
                fk_vec3_make(fk_random_between(&random, -0.3, 0.3), fk_random_between(&random, -0.3, 0.3), 2);
        else
            place[0].xyz = fk_vec3_make(fk_random_between(&random, -0.3, 0.3),
                                        fk_random_between(&random, -0.3, 0.3), -2);
    }
}

/* Two bodies that go from one step to the next. */
typedef struct way {
    fk_motion *motion;
    fk_moving body[2];
} way;

static bool make_way(const maker *m, fk_collider *const collider[2], uint32_t step, way *out)
{
    fk_key key[2][2];
    fk_frame frame[2];
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t end = 0; end < 2; end++) {
            const motion_place *place = &m->place[(size_t)(step + end) * 2 + i];
            key[i][end] = (fk_key){.time = end, .xyz = place->xyz};
            memcpy(key[i][end].quat_xyzw, place->quat_xyzw, sizeof place->quat_xyzw);
        }
        frame[i] = (fk_frame){.parent = FK_NONE,
                              .origin = fk_pose_identity(),
                              .kind = FK_FRAME_KEYS,
                              .key_count = 2,
                              .key = key[i]};
        out->body[i] = (fk_moving){collider[i], i, fk_pose_identity()};
    }
    return check(fk_motion_create(m->context, frame, 2, NULL, 0, &out->motion));
}

/* When they surely have not met, and when they surely have; 2: never. */
static bool find_first(const maker *m, const way *w, double *low, double *high)
{
    fk_motion_options options = fk_motion_options_default(w->motion, &w->body[0], &w->body[1]);
    fk_motion_answer *answer;
    options.wants_all = false;
    options.tolerance /= 1024;
    if (!check(fk_motion_ask(m->context, w->motion, &w->body[0], &w->body[1], &options, &answer)))
        return false;
    *low = *high = 2;
    if (answer->stretch_count > 0) {
        *low = answer->stretch[0].enter.lo;
        if (answer->stretch[0].kind == FK_STRETCH_MEETS)
            *high = answer->stretch[0].enter.hi;
    }
    fk_motion_answer_free(m->context, answer);
    return true;
}

/* The truth of two knots; of MOTION_NEAR, their place shortly before, which takes that of the even step. */
static bool look_at_knots(maker *m, fk_collider *const collider[2])
{
    motion_scene *s = m->scene;
    for (uint32_t i = 0; i < s->questions; i++) {
        way w = {0};
        bool good = make_way(m, collider, 2 * i, &w) && find_first(m, &w, &s->low[i], &s->value[i]);
        if (good && s->plan.kind == MOTION_NEAR) {
            fk_placed_collider at[2];
            fk_collider_distance distance;
            for (uint32_t k = 0; k < 2; k++) {
                at[k] = (fk_placed_collider){collider[k],
                                             fk_motion_pose(w.motion, k, fmin(s->low[i], 1) - 0.002)};
                m->place[(size_t)i * 4 + k] = place_of(&at[k].pose);
            }
            good = check(fk_collider_measure(m->context, &at[0], &at[1], INFINITY, &distance));
            s->low[i] = good ? distance.distance.lo : 0;
            s->value[i] = good ? distance.distance.hi : 0;
        }
        fk_motion_free(m->context, w.motion);
        if (!good)
            return false;
    }
    return true;
}

static bool make_knots(maker *m, uint64_t seed)
{
    fk_generate_options options = {.triangles = m->scene->plan.triangles, .size = 1};
    fk_model *model = NULL;
    fk_collider *collider[2] = {NULL, NULL};
    bool good = check(fk_generate(m->context, fk_generate_find("trefoil"), &options, &model));
    for (int i = 0; good && i < 2; i++) {
        add_body(m, &model->part[0]);
        good = check(fk_collider_of_mesh(m->context, &model->part[0], NULL, &collider[i]));
    }
    if (good) {
        add_pair(m, 0, 1);
        m->place = bench_allocate((size_t)m->scene->input.head.steps * 2, sizeof *m->place);
        place_knots(m, seed);
        good = look_at_knots(m, collider);
    }
    fk_collider_free(m->context, collider[0]);
    fk_collider_free(m->context, collider[1]);
    fk_model_free(m->context, model);
    return good;
}

/* ---- The truth of steps -------------------------------------------------------------------------------- */

static bool look_at_steps(const maker *m, fk_collider *const *collider)
{
    motion_scene *s = m->scene;
    const motion_input *in = &s->input;
    for (uint32_t i = 0; i < in->head.steps; i++)
        for (uint32_t p = 0; p < in->head.pairs; p++) {
            fk_placed_collider at[2];
            fk_verdict verdict;
            for (int k = 0; k < 2; k++) {
                uint32_t body = k == 0 ? in->pair[p].a : in->pair[p].b;
                const motion_place *place = &in->place[(size_t)i * in->head.bodies + body];
                at[k].collider = collider[body];
                if (!check(fk_pose_from_quat_xyzw(place->xyz, place->quat_xyzw, &at[k].pose)))
                    return false;
            }
            if (!check(fk_collider_verdict(m->context, &at[0], &at[1], NULL, &verdict)))
                return false;
            fk_collider_distance distance = {.distance = {INFINITY, INFINITY}};
            if (verdict == FK_APART && in->head.level > 0 &&
                !check(fk_collider_measure(m->context, &at[0], &at[1], INFINITY, &distance)))
                return false;
            if (verdict == FK_APART && distance.distance.hi >= in->head.level)
                continue;
            s->value[i] += 1;
            s->set[i] += bench_mix(in->pair[p].a, in->pair[p].b);
        }
    return true;
}

static bool find_steps(const maker *m)
{
    const motion_input *in = &m->scene->input;
    fk_mesh *mesh = bench_allocate(in->head.bodies, sizeof *mesh);
    fk_collider **collider = bench_allocate(in->head.bodies, sizeof *collider);
    bool good = true;
    for (uint32_t i = 0; good && i < in->head.bodies; i++) {
        const motion_mesh *from = &in->mesh[in->body[i]];
        mesh[i] = (fk_mesh){from->points,
                            from->triangles,
                            in->point + from->first_point,
                            in->triangle + from->first_triangle,
                            "",
                            0};
        good = check(fk_collider_of_mesh(m->context, &mesh[i], NULL, &collider[i]));
    }
    good = good && look_at_steps(m, collider);
    for (uint32_t i = 0; i < in->head.bodies; i++)
        fk_collider_free(m->context, collider[i]);
    free(collider);
    free(mesh);
    return good;
}

/* ---- Scenes -------------------------------------------------------------------------------------------- */

bool motion_scene_make(fk_context *context, const motion_plan *plan, uint64_t seed, const char *folder,
                       motion_scene *out)
{
    bool is_way = plan->kind == MOTION_FIRST || plan->kind == MOTION_NEAR;
    memset(out, 0, sizeof *out);
    out->plan = *plan;
    out->input.head.steps = plan->steps;
    out->input.head.level = strcmp(plan->work, "close") == 0 ? CLEARANCE : 0;
    out->questions = is_way ? plan->steps / 2 : plan->steps;
    out->value = bench_allocate(out->questions, sizeof *out->value);
    out->low = bench_allocate(out->questions, sizeof *out->low);
    out->set = bench_allocate(out->questions, sizeof *out->set);
    maker m = {.context = context, .scene = out};
    bool good = is_way ? make_knots(&m, seed) : make_cell(&m, seed, folder);
    finish(&m);
    return good && (is_way || find_steps(&m));
}

void motion_scene_free(motion_scene *scene)
{
    const motion_input *in = &scene->input;
    const void *const block[] = {in->mesh,  in->point,    in->triangle, in->body,  in->pair,
                                 in->place, scene->value, scene->low,   scene->set};
    for (size_t i = 0; i < sizeof block / sizeof block[0]; i++)
        free((void *)(uintptr_t)block[i]);
}

bool motion_scene_write(const motion_scene *scene, const char *path)
{
    const motion_input *in = &scene->input;
    const motion_head *h = &in->head;
    cli_file file;
    if (!cli_file_create(&file, path))
        return false;
    fwrite(h, sizeof *h, 1, file.stream);
    fwrite(in->mesh, sizeof *in->mesh, h->meshes, file.stream);
    fwrite(in->point, sizeof *in->point, h->points, file.stream);
    fwrite(in->triangle, sizeof *in->triangle, h->triangles, file.stream);
    fwrite(in->body, sizeof *in->body, h->bodies, file.stream);
    fwrite(in->pair, sizeof *in->pair, h->pairs, file.stream);
    fwrite(in->place, sizeof *in->place, (size_t)h->steps * h->bodies, file.stream);
    return cli_file_commit(&file);
}
