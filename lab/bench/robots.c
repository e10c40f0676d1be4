/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench robots: does a robot collide, in random states among the obstacles of many scenes? Compares Farkas with FCL on the same
 * meshes, shapes, pairs and states in the same run; free and colliding states apart. And a mesh of the robot beside a rotated box: far
 * away, near and touching; the box as a shape and as a mesh.
 *
 * The expected answer of a state is the verdict on each pair alone, without caches. */

#include "base/vec3.h"
#include "bench/robots_scene.h"
#include "cli.h"
#include "mesh_file.h"

#include <dirent.h>
#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool check_status(fk_status status)
{
    if (status != FK_OK)
        cli_trouble("%s", fk_status_text(status));
    return status == FK_OK;
}

/* Appends to a list. */
#define APPEND(list, count, value)                                                                           \
    ((list) = bench_resize((list), (size_t)(count) + 1, sizeof *(list)), (list)[(count)++] = (value))

/* ---- Scenes -------------------------------------------------------------------------------------------- */

static uint32_t add_mesh(robots_input *in, const fk_mesh *mesh)
{
    robots_head *h = &in->head;
    motion_mesh place = {h->points, mesh->vertex_count, h->triangles, mesh->triangle_count};
    in->point = bench_resize(in->point, (size_t)h->points + mesh->vertex_count, sizeof *in->point);
    in->triangle =
        bench_resize(in->triangle, (size_t)h->triangles + mesh->triangle_count, sizeof *in->triangle);
    memcpy(in->point + h->points, mesh->point, mesh->vertex_count * sizeof *in->point);
    memcpy(in->triangle + h->triangles, mesh->triangle, mesh->triangle_count * sizeof *in->triangle);
    h->points += mesh->vertex_count;
    h->triangles += mesh->triangle_count;
    APPEND(in->mesh, h->meshes, place);
    return h->meshes - 1;
}

/* Parts of one scene may share meshes. `part` is the list of them, up to this one; `body` has their meshes. */
static robots_body make_body(robots_input *in, const fk_parts *parts, const uint32_t *mesh, uint32_t i)
{
    robots_body out = {.mesh = FK_NONE, .frame = FK_NONE, .pose = parts->part[i].pose};
    if (parts->part[i].mesh == NULL) {
        out.piece = *parts->part[i].piece;
        return out;
    }
    for (uint32_t k = 0; k < i && out.mesh == FK_NONE; k++)
        if (parts->part[k].mesh == parts->part[i].mesh)
            out.mesh = mesh[k];
    if (out.mesh == FK_NONE)
        out.mesh = add_mesh(in, parts->part[i].mesh);
    return out;
}

/* Whether a part moves with the robot. */
static bool is_link(const fk_parts *parts, uint32_t part)
{
    const fk_scene_robot *robot = &parts->scene->robot[0];
    return parts->moving[part].frame - robot->first_frame < robot->robot->link_count;
}

/* Adds the frames and links of the robot, which are the same in all scenes. */
static bool add_robot(robots_input *in, const fk_scene *scene)
{
    const fk_scene_robot *r = &scene->robot[0];
    in->head.variables = r->robot->variable_count;
    in->limit = bench_allocate(in->head.variables, sizeof *in->limit);
    for (uint32_t k = 0; k < in->head.variables; k++) {
        const fk_robot_joint *joint = &r->robot->joint[r->robot->variable[k]];
        in->limit[k] = (fk_interval){joint->lower, joint->upper};
    }
    for (uint32_t i = 0; i < r->robot->link_count; i++) {
        fk_frame frame = scene->frame[r->first_frame + i];
        if (frame.parent != FK_NONE && frame.parent < r->first_frame)
            return cli_refuse("the robot stands on something that moves");
        if (frame.parent != FK_NONE)
            frame.parent -= r->first_frame;
        frame.track = 0;
        APPEND(in->frame, in->head.frames, frame);
    }
    return true;
}

/* Adds obstacles, of the first scene the links, and the pairs with a link that the scene tests. */
static bool add_bodies(robots_input *in, const fk_parts *parts, robots_scene *out)
{
    uint32_t links = 0, *mesh = bench_allocate(parts->count, sizeof *mesh),
             *body = bench_allocate(parts->count, sizeof *body);
    bool is_first = in->head.scenes == 0;
    for (uint32_t i = 0; i < parts->count; i++)
        out->obstacles += !is_link(parts, i);
    for (uint32_t i = 0, obstacles = 0; i < parts->count; i++) {
        body[i] = is_link(parts, i) ? out->obstacles + links++ : obstacles++;
        if (is_link(parts, i) && !is_first)
            continue;
        robots_body made = make_body(in, parts, mesh, i);
        mesh[i] = made.mesh;
        if (is_link(parts, i)) {
            made.frame = parts->moving[i].frame - parts->scene->robot[0].first_frame;
            made.pose = parts->moving[i].part.pose;
            APPEND(in->link, in->head.links, made);
        } else
            APPEND(in->obstacle, in->head.obstacles, made);
    }
    for (uint32_t a = 0; a < parts->count; a++)
        for (uint32_t b = a + 1; b < parts->count; b++) {
            fk_check_rule rule = fk_scene_rule(parts->scene, a, b);
            fk_index_pair pair = {body[a] < body[b] ? body[a] : body[b],
                                  body[a] < body[b] ? body[b] : body[a]};
            if ((is_link(parts, a) || is_link(parts, b)) && rule.is_tested && rule.ignored == NULL)
                APPEND(in->pair, in->head.pairs, pair);
        }
    free(mesh);
    free(body);
    out->pairs = in->head.pairs - out->first_pair;
    return links == in->head.links || cli_refuse("the robot has not the same shapes in all scenes");
}

void robots_place_links(const robots_input *in, const fk_motion *motion, double time, fk_pose *out)
{
    for (uint32_t k = 0; k < in->head.links; k++) {
        fk_pose frame = fk_motion_pose(motion, in->link[k].frame, time);
        out[k] = fk_pose_multiply(&frame, &in->link[k].pose);
    }
}

/* Draws the values of all joints within their limits. */
static bool draw_values(robots_maker *m, const fk_robot *robot, uint32_t state, double *value)
{
    const double pi = 3.14159265358979323846;
    (void)state;
    for (uint32_t k = 0; k < robot->variable_count; k++) {
        const fk_robot_joint *joint = &robot->joint[robot->variable[k]];
        value[k] = fk_random_between(&m->random, fmax(joint->lower, -pi), fmin(joint->upper, pi));
    }
    return true;
}

/* Draws the end of an edge of 0.1 to 1, within the limits. */
static void draw_end(robots_maker *m, const fk_robot *robot)
{
    robots_input *in = &m->input;
    uint32_t count = in->head.variables;
    in->end = bench_resize(in->end, (size_t)(in->head.ends + 1) * count, sizeof *in->end);
    const double *value = in->value + (size_t)in->head.ends * count;
    double *end = in->end + (size_t)in->head.ends++ * count, length = fk_random_between(&m->of_ends, 0.1, 1),
           square = 0;
    for (uint32_t k = 0; k < count; k++) {
        end[k] = fk_random_between(&m->of_ends, -1, 1);
        square += end[k] * end[k];
    }
    for (uint32_t k = 0; k < count; k++) {
        const fk_robot_joint *joint = &robot->joint[robot->variable[k]];
        end[k] = fmin(fmax(value[k] + length / sqrt(square) * end[k], joint->lower), joint->upper);
    }
}

static bool add_state(robots_maker *m, const fk_robot *robot, uint32_t number)
{
    robots_input *in = &m->input;
    robots_head *h = &in->head;
    const double time = 0;
    in->value = bench_resize(in->value, (size_t)(h->states + 1) * h->variables, sizeof *in->value);
    in->pose = bench_resize(in->pose, (size_t)(h->states + 1) * h->links, sizeof *in->pose);
    double *value = in->value + (size_t)h->states * h->variables;
    fk_track track = {h->variables, 1, &time, value};
    fk_motion *motion = NULL;
    if (!m->draw(m, robot, number, value) ||
        !check_status(fk_motion_create(m->context, in->frame, h->frames, &track, 1, &motion)))
        return false;
    robots_place_links(in, motion, time, in->pose + (size_t)h->states * h->links);
    fk_motion_free(m->context, motion);
    if (m->wants_ends)
        draw_end(m, robot);
    h->states++;
    return true;
}

bool robots_add_scene(robots_maker *m, const robots_plan *plan, const char *path, uint32_t states)
{
    robots_input *in = &m->input;
    fk_scene_options options = fk_scene_options_default();
    fk_scene_report report = {0};
    fk_scene *scene = NULL;
    fk_parts *parts = NULL;
    options.urdf = plan->urdf;
    options.srdf = plan->srdf;
    fk_status status = fk_scene_load(m->context, path, &options, &report, &scene);
    if (status != FK_OK)
        cli_trouble_at(path, (size_t)report.line, (size_t)report.column, "%s",
                       report.message[0] != '\0' ? report.message : fk_status_text(status));
    bool good = status == FK_OK && check_status(fk_parts_create(m->context, scene, &parts));
    if (good && scene->robot_count == 0)
        good = cli_refuse("%s has no robot", path);
    robots_scene made = {.first_obstacle = in->head.obstacles,
                         .first_pair = in->head.pairs,
                         .first_state = in->head.states,
                         .states = states};
    good = good && (in->head.scenes > 0 || add_robot(in, scene)) && add_bodies(in, parts, &made);
    for (uint32_t i = 0; good && i < states; i++)
        good = add_state(m, scene->robot[0].robot, i);
    if (good) {
        APPEND(in->scene, in->head.scenes, made);
        m->unit = scene->unit;
    }
    fk_parts_free(m->context, parts);
    fk_scene_free(m->context, scene);
    return good;
}

/* ---- The truth ----------------------------------------------------------------------------------------- */

static fk_collider *build_piece(fk_context *context, const robots_body *body)
{
    fk_collider *out = NULL;
    if (body->mesh == FK_NONE)
        bench_check_status(fk_collider_of_pieces(context, &body->piece, 1, &out));
    return out;
}

robots_colliders robots_colliders_build(fk_context *context, const robots_input *in)
{
    const robots_head *h = &in->head;
    robots_colliders out = {context,
                            in,
                            bench_allocate(h->meshes, sizeof *out.mesh),
                            bench_allocate(h->meshes, sizeof *out.of_mesh),
                            bench_allocate(h->links, sizeof *out.link),
                            bench_allocate(h->obstacles, sizeof *out.obstacle)};
    for (uint32_t i = 0; i < h->meshes; i++) {
        out.mesh[i] = robots_make_mesh(in, i);
        bench_check_status(fk_collider_of_mesh(context, &out.mesh[i], NULL, &out.of_mesh[i]));
    }
    for (uint32_t i = 0; i < h->links; i++)
        out.link[i] = build_piece(context, &in->link[i]);
    for (uint32_t i = 0; i < h->obstacles; i++)
        out.obstacle[i] = build_piece(context, &in->obstacle[i]);
    return out;
}

static void free_list(fk_context *context, fk_collider **list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        fk_collider_free(context, list[i]);
    free(list);
}

void robots_colliders_free(robots_colliders *c)
{
    free_list(c->context, c->of_mesh, c->input->head.meshes);
    free_list(c->context, c->link, c->input->head.links);
    free_list(c->context, c->obstacle, c->input->head.obstacles);
    free(c->mesh);
}

const fk_collider *robots_find_collider(const robots_colliders *c, const robots_scene *scene, uint32_t body)
{
    const robots_body *from = robots_find_body(c->input, scene, body);
    if (from->mesh != FK_NONE)
        return c->of_mesh[from->mesh];
    return body < scene->obstacles ? c->obstacle[scene->first_obstacle + body]
                                   : c->link[body - scene->obstacles];
}

fk_placed_collider robots_place_body(const robots_colliders *c, const robots_scene *scene, uint32_t body,
                                     const fk_pose *link)
{
    const robots_body *from = robots_find_body(c->input, scene, body);
    return (fk_placed_collider){robots_find_collider(c, scene, body),
                                body < scene->obstacles ? from->pose : link[body - scene->obstacles]};
}

bool robots_find_meets(const robots_colliders *c, const robots_scene *scene, const fk_pose *link)
{
    for (uint32_t i = 0; i < scene->pairs; i++) {
        fk_index_pair pair = c->input->pair[scene->first_pair + i];
        fk_placed_collider a = robots_place_body(c, scene, pair.a, link),
                           b = robots_place_body(c, scene, pair.b, link);
        fk_sphere ball_a = fk_collider_sphere(&a), ball_b = fk_collider_sphere(&b);
        fk_obb box_a = fk_collider_obb(&a), box_b = fk_collider_obb(&b);
        fk_verdict verdict = FK_APART;
        if (fk_sphere_meets(&ball_a, &ball_b) && fk_obb_meets(&box_a, &box_b))
            bench_check_status(fk_collider_verdict(c->context, &a, &b, NULL, &verdict));
        if (verdict != FK_APART)
            return true;
    }
    return false;
}

static void find_truth(robots_maker *m)
{
    const robots_input *in = &m->input;
    robots_colliders colliders = robots_colliders_build(m->context, in);
    m->meets = bench_allocate(in->head.states, sizeof *m->meets);
    for (uint32_t i = 0; i < in->head.scenes; i++)
        for (size_t k = in->scene[i].first_state; k < (size_t)in->scene[i].first_state + in->scene[i].states;
             k++)
            m->meets[k] = robots_find_meets(&colliders, &in->scene[i], in->pose + k * in->head.links);
    robots_colliders_free(&colliders);
}

void robots_maker_free(robots_maker *m)
{
    robots_input_free(&m->input);
    free(m->meets);
}

/* ---- Tasks --------------------------------------------------------------------------------------------- */

bool robots_run_task(bench_run *run, bench_task *task, const robots_input *in)
{
    char *path = bench_join(run->participants.folder, "input");
    cli_file file;
    bool good = cli_file_create(&file, path);
    task->argument[0] = path;
    if (good) {
        robots_input_write(in, file.stream);
        good = cli_file_commit(&file);
    }
    row_set(&task->base, "triangles", in->head.triangles);
    row_set(&task->base, "scenes", in->head.scenes);
    row_set(&task->base, "pairs", (double)in->head.pairs / in->head.scenes);
    good = good && bench_run_task(run, task);
    remove(path);
    free(path);
    return good;
}

bool robots_run_case(bench_run *run, const robots_case *about, const robots_input *in)
{
    bench_task task = {.scene = about, .work = about->work};
    row_set_text(&task.base, "scene", "%s", about->scene);
    row_set_text(&task.base, "question", "%s", about->question);
    row_set_text(&task.base, "what", "%s", about->what);
    row_set(&task.base, "size", in->head.triangles);
    row_set(&task.base, "states", about->states);
    return robots_run_task(run, &task, in);
}

static void keep_state(robots_selection *out, const robots_input *in, size_t k)
{
    robots_head *h = &out->input.head;
    size_t variables = h->variables, links = h->links, to = h->states++;
    out->from[to] = (uint32_t)k;
    memcpy(out->input.value + to * variables, in->value + k * variables, variables * sizeof *in->value);
    memcpy(out->input.pose + to * links, in->pose + k * links, links * sizeof *in->pose);
    if (in->head.ends > 0)
        memcpy(out->input.end + to * variables, in->end + k * variables, variables * sizeof *in->end);
}

robots_selection robots_select(const robots_input *in, const bool *is_wanted)
{
    robots_selection out = {*in, bench_allocate(in->head.states, sizeof *out.from)};
    robots_head *h = &out.input.head;
    out.input.scene = bench_allocate(h->scenes, sizeof *out.input.scene);
    out.input.value = bench_allocate((size_t)h->states * h->variables, sizeof *out.input.value);
    out.input.pose = bench_allocate((size_t)h->states * h->links, sizeof *out.input.pose);
    out.input.end = bench_allocate((size_t)h->ends * h->variables, sizeof *out.input.end);
    h->states = 0;
    for (uint32_t i = 0; i < h->scenes; i++) {
        const robots_scene *from = &in->scene[i];
        robots_scene *to = &out.input.scene[i];
        *to = *from;
        to->first_state = h->states;
        for (size_t k = from->first_state; k < (size_t)from->first_state + from->states; k++)
            if (is_wanted[k])
                keep_state(&out, in, k);
        if (h->states == to->first_state + 1)
            h->states--;
        to->states = h->states - to->first_state;
    }
    h->ends = in->head.ends > 0 ? h->states : 0;
    return out;
}

void robots_selection_free(robots_selection *selection)
{
    free(selection->input.scene);
    free(selection->input.value);
    free(selection->input.pose);
    free(selection->input.end);
    free(selection->from);
}

/* Free states, colliding ones, or all. */
static bool run_states(bench_run *run, const robots_maker *m, const char *name, const char *question)
{
    bool is_free = strcmp(question, "free states") == 0, is_mixed = strcmp(question, "mixed states") == 0;
    uint32_t states = m->input.head.states;
    bool *is_wanted = bench_allocate(states, sizeof *is_wanted);
    for (uint32_t i = 0; i < states; i++)
        is_wanted[i] = is_mixed || m->meets[i] != is_free;
    robots_selection s = robots_select(&m->input, is_wanted);
    double *want = bench_allocate(s.input.head.states, sizeof *want);
    for (uint32_t i = 0; i < s.input.head.states; i++)
        want[i] = m->meets[s.from[i]];
    robots_case about = {.scene = name,
                         .work = "state",
                         .question = question,
                         .what = name,
                         .want = want,
                         .states = s.input.head.states};
    bool good = about.states == 0 || robots_run_case(run, &about, &s.input);
    robots_selection_free(&s);
    free(is_wanted);
    free(want);
    return good;
}

/* ---- A mesh and a box ---------------------------------------------------------------------------------- */

enum { PAIR_STATES = 200, PAIR_MOST_DRAWS = 100 * PAIR_STATES };

typedef struct pair_distance {
    const char *name;
    double metres; /* apart; 0: touching, as far as doubles can tell */
} pair_distance;

static const pair_distance distances[] = {{"100 m apart", 100}, {"1 mm apart", 1e-3}, {"touching", 0}};

/* Adds the box as a piece, or as a mesh with the same corners. */
static bool add_box(robots_maker *m, robots_input *in, double size, bool is_mesh)
{
    fk_vec3 half = fk_vec3_make(0.5 * size, 0.4 * size, 0.3 * size), corner[8];
    static const char *const name[] = {"box"};
    robots_body box = {.mesh = FK_NONE, .frame = FK_NONE};
    fk_hull *hull = NULL;
    fk_model *model = NULL;
    bool good = true;
    box.pose = fk_pose_from_rpy(fk_vec3_make(0, 0, 0), fk_vec3_make(0.3, 0.7, 1.1));
    box.piece = fk_piece_box(fk_vec3_scale(half, -1), fk_vec3_make(2 * half.x, 0, 0),
                             fk_vec3_make(0, 2 * half.y, 0), fk_vec3_make(0, 0, 2 * half.z));
    for (uint32_t i = 0; i < 8; i++)
        corner[i] = fk_piece_vertex_at(&box.piece, i);
    if (is_mesh) {
        good = check_status(fk_hull_build(m->context, corner, 8, &hull)) &&
               check_status(hull_model_build(m->context, &hull, name, 1, &model));
        box.mesh = good ? add_mesh(in, &model->part[0]) : FK_NONE;
    }
    APPEND(in->obstacle, in->head.obstacles, box);
    fk_model_free(m->context, model);
    fk_hull_free(m->context, hull);
    return good;
}

/* The mesh with the most triangles of a link, or FK_NONE. */
static uint32_t find_largest_mesh(const robots_input *in)
{
    uint32_t best = FK_NONE;
    for (uint32_t i = 0; i < in->head.links; i++)
        if (in->link[i].mesh != FK_NONE &&
            (best == FK_NONE || in->mesh[in->link[i].mesh].triangles > in->mesh[best].triangles))
            best = in->link[i].mesh;
    return best;
}

/* A link alone, and the box in both forms: a scene for each. */
static bool make_pair_input(robots_maker *m, uint32_t number, robots_input *out)
{
    fk_mesh mesh = robots_make_mesh(&m->input, number);
    fk_aabb box;
    bool good = check_status(fk_aabb_build(mesh.point, mesh.vertex_count, &box));
    double size = good ? fk_vec3_length(fk_vec3_sub(box.max, box.min)) : 1;
    robots_body link = {.mesh = add_mesh(out, &mesh), .frame = FK_NONE, .pose = fk_pose_identity()};
    APPEND(out->link, out->head.links, link);
    for (uint32_t i = 0; good && i < 2; i++) {
        robots_scene scene = {.first_obstacle = i, .obstacles = 1, .first_pair = i, .pairs = 1};
        fk_index_pair pair = {0, 1};
        good = add_box(m, out, size, i == 1);
        APPEND(out->pair, out->head.pairs, pair);
        APPEND(out->scene, out->head.scenes, scene);
    }
    return good;
}

/* Draws a pose of the link, and moves it along the shortest way towards the box, or away from it: by the difference of the distances, so that
 * nothing meets before. Returns whether both forms of the box answer as they must. */
static bool draw_pose(robots_maker *m, const robots_colliders *c, double distance, fk_pose *out)
{
    double direction[3], quat[4];
    fk_placed_collider link = {c->of_mesh[0], fk_pose_identity()},
                       box[2] = {{c->obstacle[0], c->input->obstacle[0].pose},
                                 {c->of_mesh[1], c->input->obstacle[1].pose}};
    fk_collider_distance near;
    bool good = true;
    bench_draw_in_ball(&m->random, 3, direction);
    bench_draw_in_ball(&m->random, 4, quat);
    fk_vec3 way = fk_vec3_make(direction[0], direction[1], direction[2]);
    way = fk_vec3_scale(way, 4 * fk_collider_sphere(&link).radius / fk_vec3_length(way));
    bench_check_status(fk_pose_from_quat_xyzw(way, quat, &link.pose));
    bench_check_status(fk_collider_measure(c->context, &link, &box[0], INFINITY, &near));
    way = fk_vec3_scale(fk_vec3_sub(near.point_b, near.point_a), 1 - distance / near.distance.hi);
    link.pose.translation = fk_vec3_add(link.pose.translation, way);
    for (int i = 0; i < 2; i++) {
        fk_verdict verdict;
        bench_check_status(fk_collider_verdict(c->context, &link, &box[i], NULL, &verdict));
        good = good && (verdict != FK_APART) == (distance == 0);
    }
    *out = link.pose;
    return good;
}

/* The states of one distance, which both scenes share. */
static bool draw_poses(robots_maker *m, robots_input *in, const pair_distance *distance)
{
    robots_colliders colliders = robots_colliders_build(m->context, in);
    uint32_t want = m->options->quick ? 10 : PAIR_STATES;
    double metres = fk_length_convert(distance->metres, FK_UNIT_M, m->unit);
    in->pose = bench_resize(in->pose, want, sizeof *in->pose);
    in->head.states = 0;
    for (int i = 0; i < PAIR_MOST_DRAWS && in->head.states < want; i++)
        in->head.states += draw_pose(m, &colliders, metres, &in->pose[in->head.states]);
    robots_colliders_free(&colliders);
    return in->head.states == want || cli_refuse("no poses that are %s", distance->name);
}

static bool run_pairs(bench_run *run, robots_maker *m)
{
    robots_input in = {.frame = NULL};
    uint32_t mesh = find_largest_mesh(&m->input);
    double want[PAIR_STATES];
    if (mesh == FK_NONE)
        return true;
    bool good = make_pair_input(m, mesh, &in);
    for (size_t i = 0; good && i < sizeof distances / sizeof distances[0]; i++) {
        good = draw_poses(m, &in, &distances[i]);
        for (uint32_t k = 0; k < PAIR_STATES; k++)
            want[k] = distances[i].metres == 0;
        for (int is_mesh = 0; good && is_mesh < 2; is_mesh++) {
            robots_scene scene = in.scene[is_mesh];
            robots_input one = in;
            robots_case about = {.scene = is_mesh ? "link and box as mesh" : "link and box",
                                 .work = "pair",
                                 .question = distances[i].name,
                                 .what = is_mesh ? "link and box as mesh" : "link and box",
                                 .want = want,
                                 .states = in.head.states};
            scene.states = in.head.states;
            one.scene = &scene;
            one.head.scenes = one.head.pairs = 1;
            scene.first_pair = 0;
            good = robots_run_case(run, &about, &one);
        }
    }
    robots_input_free(&in);
    return good;
}

/* ---- Robots -------------------------------------------------------------------------------------------- */

enum { QUICK_SCENES = 2, QUICK_STATES = 10 };

/* Measures a robot; the first one lends a link to the pairs. */
static bool run_robot(bench_run *run, fk_context *context, const robots_plan *plan, bool is_first)
{
    const bench_options *options = run->options;
    robots_maker m = {.context = context,
                      .options = options,
                      .random = fk_random_make(options->seed),
                      .draw = draw_values,
                      .wants_ends = true,
                      .of_ends = fk_random_make(options->seed + 1)};
    size_t scenes = options->quick && plan->scenes > QUICK_SCENES ? QUICK_SCENES : plan->scenes;
    bool good = true;
    for (size_t i = 0; good && i < scenes; i++)
        good = robots_add_scene(&m, plan, plan->scene[i],
                                options->quick ? QUICK_STATES : (uint32_t)options->count);
    if (good)
        find_truth(&m);
    good = good && run_states(run, &m, plan->name, "free states") &&
           run_states(run, &m, plan->name, "colliding states") &&
           run_states(run, &m, plan->name, "mixed states") && robots_run_edges(run, &m, plan->name) &&
           robots_run_distances(run, &m, plan->name) && (!is_first || run_pairs(run, &m));
    robots_maker_free(&m);
    return good;
}

static int is_scene(const struct dirent *entry)
{
    return cli_ends_with(entry->d_name, ".json");
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void free_plan(robots_plan *plan)
{
    for (size_t i = 0; i < plan->scenes; i++)
        free(plan->scene[i]);
    free(plan->scene);
    free(plan->urdf);
    free(plan->srdf);
    free(plan->folder);
}

/* Finds DIR/NAME/NAME.urdf, NAME.srdf and scenes/?*.json; false if there is no robot in this folder. */
static bool find_plan(const char *data, const char *name, robots_plan *out)
{
    char file[128], *folder = bench_join(data, name), *inner = bench_join(folder, "scenes");
    struct dirent **entry = NULL;
    snprintf(out->name, sizeof out->name, "%.60s", name);
    snprintf(file, sizeof file, "%.60s.urdf", name);
    out->urdf = bench_join(folder, file);
    snprintf(file, sizeof file, "%.60s.srdf", name);
    out->srdf = bench_join(folder, file);
    int count = access(out->urdf, R_OK) == 0 ? scandir(inner, &entry, is_scene, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        APPEND(out->scene, out->scenes, bench_join(inner, entry[i]->d_name));
        free(entry[i]);
    }
    free(entry);
    free(inner);
    out->folder = folder;
    return out->scenes > 0;
}

bool robots_run_data(bench_run *run, fk_context *context, robots_run_function *function)
{
    const char *data = run->options->data;
    struct dirent **entry = NULL;
    int count = scandir(data, &entry, is_shown, alphasort), robots = 0;
    bool good = true;
    for (int i = 0; i < count; i++) {
        robots_plan plan = {.scenes = 0};
        if (good && find_plan(data, entry[i]->d_name, &plan))
            good = function(run, context, &plan, robots++ == 0);
        free_plan(&plan);
        free(entry[i]);
    }
    free(entry);
    if (good && robots == 0)
        cli_trouble_at(data, 0, 0, "there is no robot here: ROBOT/ROBOT.urdf, ROBOT.srdf and scenes/*.json");
    return good && robots > 0;
}

/* The folder of the sample workcell is one of our own. */
static int remove_entry(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
    (void)facts;
    (void)kind;
    (void)place;
    return remove(path);
}

void robots_folder_remove(const char *folder)
{
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static bool run_sample(bench_run *run, fk_context *context)
{
    char *folder = bench_join(run->participants.folder, "cell"), *scene = bench_join(folder, "cell.json");
    robots_plan plan = {.name = "arm", .scene = &scene, .scenes = 1};
    bool good = sample_workcell_write(context, folder) && run_robot(run, context, &plan, true);
    robots_folder_remove(folder);
    free(folder);
    free(scene);
    return good;
}

static bool run_robots(bench_run *run)
{
    fk_context *context = cli_context_create();
    bool good = context != NULL && (run->options->data != NULL ? robots_run_data(run, context, run_robot)
                                                               : run_sample(run, context));
    if (context != NULL)
        fk_context_destroy(context);
    return good;
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static bool is_wrong(const robots_case *about, size_t i, double value)
{
    double want = about->want[i];
    if (about->tolerance > 0)
        return !(fabs(value - want) <= about->tolerance);
    bool is_edge = strcmp(about->work, "edge") == 0;
    if (value < 0) /* undecided */
        return false;
    return is_edge ? want > 0 && !(value > 0) : (value > 0) != (want > 0);
}

static bool check_answers(const json_t *line, const bench_task *task, bench_row *row)
{
    const robots_case *about = task->scene;
    const json_t *values = json_object_get(line, "values");
    double wrong = 0, undecided = 0, colliding = 0;
    uint32_t hash = BENCH_HASH;
    if (json_array_size(values) != about->states || json_array_size(json_object_get(line, "ns")) == 0)
        return false;
    for (size_t i = 0; i < about->states; i++) {
        double value = json_number_value(json_array_get(values, i));
        wrong += is_wrong(about, i, value);
        undecided += value < 0;
        colliding += value > 0;
        hash = bench_hash(hash, about->tolerance > 0 ? !is_wrong(about, i, value) : value > 0);
    }
    row_set(row, "wrong", wrong);
    row_set(row, "undecided", undecided);
    if (strcmp(about->work, "edge") == 0)
        row_set(row, "colliding", colliding);
    row_set(row, "bad", wrong);
    row_set(row, "hash", hash);
    return true;
}

static void finish_row(const bench_run *run, const bench_task *task, bench_row *row)
{
    (void)run, (void)task;
    row_set_text(row, "words", "%s", row_text(row, "trouble"));
    if (row_get(row, "colliding") > 0)
        row_set_text(row, "words", "%.0f collide", row_get(row, "colliding"));
    if (row_get(row, "undecided") > 0)
        row_set_text(row, "words", "%.0f undecided", row_get(row, "undecided"));
    if (row_get(row, "wrong") > 0)
        row_set_text(row, "words", "%.0f wrong", row_get(row, "wrong"));
}

static void add_records(const bench_rows *rows, size_t i, bool is_quick, bench_records *records)
{
    const bench_row *row = &rows->row[i];
    (void)is_quick;
    bench_record *out = row_add_time(records, row, row_text(row, "question"), "ns", "ns", 1);
    snprintf(out->wrong, sizeof out->wrong, "%s", row_text(row, "words"));
    out->answers = (uint32_t)row_get(row, "hash");
}

const bench_section bench_robots = {
    .name = "robots",
    .options = " data count rounds time limit seed quick peers no-peers json out ",
    .usual = {.rounds = 3, .time = 1000, .limit = 600, .seed = 1, .count = 200},
    .most_rounds = 1000,
    .most_time = 100000,
    .peers = "robots-peers",
    .run = run_robots,
    .participant = bench_run_robots,
    .what = "a result",
    .failed = "<scene>, <question>",
    .check_answers = check_answers,
    .finish_row = finish_row,
    .wrong = "<scene>, <question>: <method> is wrong",
    .record = add_records,
};
