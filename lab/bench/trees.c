/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench trees: compares queries of trees over the triangles of a mesh with other libraries, on the same meshes in the same run.
 *
 * A scene is a mesh, poses in which a second copy of it just meets or just misses it, segments, and the expected answers. A pose is a
 * random rotation and a shift along a random direction. Bisection between a shift where the copies meet and one where they are apart finds
 * contact; the pose is slightly before or behind it. Segments have random ends in the box of the mesh. Other scenes only measure distances,
 * of copies that are somewhat farther apart than where they touch, or many sizes. The library gives the expected answers; for small
 * meshes, a test of all pairs without trees confirms them. */

#include "bench/bench.h"
#include "cli.h"
#include "mesh_file.h"
#include "peers/tree_participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/generate.h"

/* Up to this many triangles, all pairs are tested. */
#define MOST_TRIANGLES_OF_CHECK 2000

/* Attempts to find one pose or segment; then the scene goes without it. */
#define MOST_TRIES 200

/* Tolerance of a distance, as a fraction of the size and the distance. */
#define DISTANCE_ERROR 1e-9

typedef struct trees_plan {
    char name[48];
    char what[48];      /* of which scenes of several sizes are one: "near contact" */
    const char *path;   /* of a file with a mesh; NULL: a knot */
    uint32_t triangles; /* of the knot */
    uint32_t poses;     /* half of them meet */
    uint32_t segments;  /* as many */
    double nearness;    /* how near contact poses are, as a part of the size; 0: apart, and none meets */
    /* Of scenes apart: how far the middles are from each other, in multiples of where the copies touch, or in sizes. */
    double times, sizes;
    uint64_t seed;
} trees_plan;

/* A mesh with its queries. */
typedef struct trees_scene {
    trees_plan plan;
    fk_context *context;
    fk_model *model;
    const fk_mesh *mesh;
    fk_vec3 middle;
    double size; /* the diagonal of its box */
    uint32_t poses, segments;
    fk_pose *pose;
    fk_probe *segment;
    /* The truth: what meets; the pairs of each pose, and their hash; the distance of those poses that do not
     * meet, in their order. */
    uint8_t *pose_hits, *segment_hits;
    double *pair_count;
    uint32_t *pair_set;
    fk_interval *gap;
    uint32_t misses;
} trees_scene;

/* ---- Mesh ---------------------------------------------------------------------------------------------- */

static bool load_mesh_file(trees_scene *s)
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

static bool generate_mesh(trees_scene *s)
{
    if (s->plan.path != NULL) {
        if (!load_mesh_file(s))
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

static fk_aabb mesh_box(const fk_mesh *mesh)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        box = fk_aabb_include(box, mesh->point[i]);
    return box;
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

typedef struct query_maker {
    trees_scene *scene;
    fk_random random;
    fk_placed_mesh a;
    fk_aabb box;
} query_maker;

/* The middles are so far apart. */
static fk_pose pose_at_distance(const query_maker *m, fk_pose pose, fk_vec3 direction, double by)
{
    fk_vec3 middle = m->scene->middle;
    pose.translation =
        fk_vec3_sub(fk_vec3_add(middle, fk_vec3_scale(direction, by)), fk_pose_rotate(&pose, middle));
    return pose;
}

static bool is_met(const query_maker *m, fk_pose pose)
{
    fk_placed_mesh b = m->a;
    b.pose = pose;
    return fk_placed_meet(&m->a, &b, NULL);
}

/* False when this try did not come to a pose that meets, or does not, as it should. */
static bool draw_pose(query_maker *m, bool hit, uint32_t at)
{
    const trees_plan *plan = &m->scene->plan;
    double quat[4], way[3], size = m->scene->size, near = plan->nearness * size;
    double in = 0, beyond = 1.01 * size, exact = near > 0 ? 1e-2 * near : 1e-6 * size;
    bench_draw_in_ball(&m->random, 4, quat);
    bench_draw_in_ball(&m->random, 3, way);
    fk_vec3 direction = fk_vec3_make(way[0], way[1], way[2]);
    direction = fk_vec3_scale(direction, 1 / sqrt(fk_vec3_dot(direction, direction)));
    fk_pose pose;
    if (fk_pose_from_quat_xyzw(fk_vec3_make(0, 0, 0), quat, &pose) != FK_OK ||
        !is_met(m, pose_at_distance(m, pose, direction, in)))
        return false;
    while (plan->sizes == 0 && beyond - in > exact) {
        double by = (in + beyond) / 2;
        if (is_met(m, pose_at_distance(m, pose, direction, by)))
            in = by;
        else
            beyond = by;
    }
    double by = plan->sizes > 0   ? plan->sizes * size
                : plan->times > 0 ? plan->times * beyond
                : hit             ? in - near
                                  : beyond + near;
    m->scene->pose[at] = pose_at_distance(m, pose, direction, by);
    return is_met(m, m->scene->pose[at]) == hit;
}

/* ---- Segments ------------------------------------------------------------------------------------------ */

static fk_vec3 draw_in_box(query_maker *m)
{
    fk_vec3 out;
    out.x = fk_random_between(&m->random, m->box.min.x, m->box.max.x);
    out.y = fk_random_between(&m->random, m->box.min.y, m->box.max.y);
    out.z = fk_random_between(&m->random, m->box.min.z, m->box.max.z);
    return out;
}

static bool draw_segment(query_maker *m, bool hit, uint32_t at)
{
    uint32_t triangle;
    fk_probe *out = &m->scene->segment[at];
    *out = (fk_probe){.kind = FK_PROBE_SEGMENT};
    out->from = draw_in_box(m);
    out->to = draw_in_box(m);
    return fk_placed_probe_any(&m->a, out, &triangle) == FK_OK && (triangle != FK_NONE) == hit;
}

/* Those that were found, of so many; whether one shall meet is random, or every second. */
static uint32_t make_poses_and_segments(query_maker *m, uint32_t count,
                                        bool (*try_one)(query_maker *m, bool hit, uint32_t at),
                                        bool is_random, uint8_t *hits)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool hit =
            is_random ? fk_random_below(&m->random, 2) == 0 : i % 2 == 0 && m->scene->plan.nearness > 0;
        bool is_found = false;
        for (int k = 0; !is_found && k < MOST_TRIES; k++)
            is_found = try_one(m, hit, found);
        if (is_found)
            hits[found++] = hit;
    }
    return found;
}

static void make_queries(query_maker *m)
{
    trees_scene *s = m->scene;
    uint32_t poses = s->plan.poses, segments = s->plan.segments;
    s->pose = bench_allocate(poses, sizeof *s->pose);
    s->pose_hits = bench_allocate(poses, 1);
    s->segment = bench_allocate(segments, sizeof *s->segment);
    s->segment_hits = bench_allocate(segments, 1);
    s->poses = make_poses_and_segments(m, poses, draw_pose, false, s->pose_hits);
    s->segments = make_poses_and_segments(m, segments, draw_segment, true, s->segment_hits);
}

/* ---- Truth --------------------------------------------------------------------------------------------- */

static bool find_query_truth(query_maker *m)
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
        fk_mesh_distance gap;
        fk_placed_distance(&m->a, &b, &gap);
        s->gap[s->misses++] = gap.distance;
    }
    return true;
}

/* The corners of all triangles in a pose, and their boxes. */
typedef struct placed_copy {
    fk_vec3 (*corner)[3];
    fk_aabb *box;
} placed_copy;

static placed_copy place_copies(const fk_mesh *mesh, const fk_pose *pose)
{
    placed_copy out = {bench_allocate(mesh->triangle_count, sizeof *out.corner),
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

static void free_placed(placed_copy *all)
{
    free(all->corner);
    free(all->box);
}

/* Whether the tree finds the same pairs in pose i as a test of all pairs. */
static bool check_pose(const trees_scene *s, const placed_copy *a, uint32_t i)
{
    double count = 0;
    uint32_t set = 0;
    placed_copy b = place_copies(s->mesh, &s->pose[i]);
    for (uint32_t k = 0; k < s->mesh->triangle_count; k++)
        for (uint32_t n = 0; n < s->mesh->triangle_count; n++)
            if (fk_aabb_meets(a->box[k], b.box[n]) && fk_triangles_meet(a->corner[k], b.corner[n])) {
                count++;
                set += bench_mix(k, n);
            }
    free_placed(&b);
    return count == s->pair_count[i] && set == s->pair_set[i] && (count > 0) == (s->pose_hits[i] != 0);
}

static bool check_segment(const trees_scene *s, const placed_copy *a, uint32_t i)
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

/* A difference is a bug of the trees. */
static bool check_truth(const query_maker *m)
{
    const trees_scene *s = m->scene;
    if (s->mesh->triangle_count > MOST_TRIANGLES_OF_CHECK)
        return true;
    placed_copy a = place_copies(s->mesh, &m->a.pose);
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
    query_maker m = {.scene = s, .random = fk_random_make(s->plan.seed), .box = mesh_box(s->mesh)};
    m.a = (fk_placed_mesh){s->mesh, tree, fk_pose_identity(), false};
    fk_vec3 sides = fk_vec3_sub(m.box.max, m.box.min);
    s->size = sqrt(fk_vec3_dot(sides, sides));
    s->middle = fk_vec3_scale(fk_vec3_add(m.box.min, m.box.max), 0.5);
    make_queries(&m);
    bool good = find_query_truth(&m) && check_truth(&m);
    if (good && (s->poses < s->plan.poses || s->segments < s->plan.segments))
        cli_note("%s: only %lu poses and %lu segments were found", s->plan.name, (unsigned long)s->poses,
                 (unsigned long)s->segments);
    fk_tree_free(s->context, tree);
    return good;
}

/* False after a message. The caller frees the scene in any case. */
static bool make_trees_scene(const trees_plan *plan, trees_scene *out)
{
    memset(out, 0, sizeof *out);
    out->plan = *plan;
    out->context = cli_context_create();
    return out->context != NULL && generate_mesh(out) && fill_scene(out);
}

static void free_trees_scene(trees_scene *s)
{
    void *const block[] = {s->pose,       s->pose_hits, s->segment, s->segment_hits,
                           s->pair_count, s->pair_set,  s->gap};
    for (size_t i = 0; i < sizeof block / sizeof block[0]; i++)
        free(block[i]);
    if (s->context == NULL)
        return;
    fk_model_free(s->context, s->model);
    fk_context_destroy(s->context);
}

/* Writes the file that participants read; false after a message. */
static bool write_trees_scene(const trees_scene *s, const char *path)
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

/* ---- Answers ------------------------------------------------------------------------------------------- */

typedef struct expected_verdicts {
    double wrong, pairs, error;
    double false_hits, missed; /* said to meet, or not; of pairs: too many in a pose, or too few */
    uint32_t hash;             /* of distances: of the truth where they are right */
} expected_verdicts;

static void check_distances(const trees_scene *s, size_t i, double value, expected_verdicts *out)
{
    double error = fmax(s->gap[i].lo - value, value - s->gap[i].hi) / (s->size + s->gap[i].hi);
    bool is_right = error <= DISTANCE_ERROR;
    float truth = (float)s->gap[i].hi;
    uint32_t bits;
    memcpy(&bits, &truth, sizeof bits);
    out->error = error > out->error ? error : out->error;
    out->wrong += !is_right;
    out->hash = bench_hash(out->hash, is_right ? bits : 0);
}

/* How many meet, of pairs, and else whether any does. */
static void check_counts(double count, double truth, expected_verdicts *out)
{
    out->false_hits += count > truth;
    out->missed += count < truth;
    out->hash = bench_hash(out->hash, (uint32_t)count);
}

/* False when there are not as many answers as queries. */
static bool check_answers(const json_t *line, const bench_task *task, bench_row *row)
{
    const trees_scene *s = task->scene;
    const json_t *values = json_object_get(line, "values"), *sets = json_object_get(line, "sets");
    bool is_segment = strcmp(task->work, "segment") == 0, is_distance = strcmp(task->work, "distance") == 0;
    bool is_pairs = strcmp(task->work, "pairs") == 0;
    const uint8_t *hits = is_segment ? s->segment_hits : s->pose_hits;
    size_t questions = is_segment ? s->segments : is_distance ? s->misses : s->poses;
    expected_verdicts v = {.hash = BENCH_HASH};
    if (strcmp(task->work, "build") == 0)
        return true;
    if (json_array_size(values) != questions)
        return false;
    for (size_t i = 0; i < questions; i++) {
        double value = json_number_value(json_array_get(values, i));
        uint32_t set = (uint32_t)json_integer_value(json_array_get(sets, i));
        if (is_distance)
            check_distances(s, i, value, &v);
        else
            check_counts(is_pairs ? value : value != 0, is_pairs ? s->pair_count[i] : hits[i], &v);
        if (is_pairs) {
            v.wrong += value != s->pair_count[i] || set != s->pair_set[i];
            v.hash = bench_hash(v.hash, set);
            v.pairs += value;
        }
    }
    v.wrong += is_pairs ? 0 : v.false_hits + v.missed;
    row_set(row, "questions", (double)questions);
    row_set(row, "wrong", v.wrong);
    row_set(row, "bad", v.wrong);
    row_set(row, "false_hits", v.false_hits);
    row_set(row, "missed", v.missed);
    row_set(row, "pairs", v.pairs);
    row_set(row, "error", v.error);
    row_set(row, "hash", v.hash);
    return true;
}

static void finish_row(const bench_run *run, const bench_task *task, bench_row *row)
{
    bool is_build = strcmp(task->work, "build") == 0, is_distance = strcmp(task->work, "distance") == 0;
    double wrong = row_get(row, "wrong"), unit = is_build ? 1 : 1e-3;
    double false_hits = row_get(row, "false_hits"), missed = row_get(row, "missed");
    (void)run;
    row_copy_time(row, "us", "ns", 1e-3);
    row_set(row, "us_hits", 1e-3 * row_get(row, "ns_hits"));
    row_set(row, "us_misses", 1e-3 * row_get(row, "ns_misses"));
    row_set_text(row, "spread", "%.3f to %.3f", unit * row_get(row, "ns_low"),
                 unit * row_get(row, "ns_high"));
    if (is_build)
        row_set(row, "bytes_of_one", row_get(row, "bytes") / row_get(row, "triangles"));
    if (row_text(row, "trouble")[0] != '\0')
        row_set_text(row, "words", "%s", row_text(row, "trouble"));
    else if (is_distance && wrong > 0)
        row_set_text(row, "words", "%.0f wrong, by up to %.1e of size and distance", wrong,
                     row_get(row, "error"));
    else if (strcmp(task->work, "pairs") == 0 && wrong > 0)
        row_set_text(row, "words", "%.0f wrong (%.0f too many, %.0f too few)", wrong, false_hits, missed);
    else if (wrong > 0)
        row_set_text(row, "words", "%.0f FP, %.0f FN", false_hits, missed);
}

/* The whole time of building in ms, bytes a triangle; others in microseconds a question, those that meet and those that do not also
 * apart. */
static void add_records(const bench_rows *rows, size_t i, bool is_quick, bench_records *records)
{
    static const char *const part[][2] = {{"ns_hits", "hits"}, {"ns_misses", "misses"}};
    const bench_row *row = &rows->row[i];
    const char *work = row_text(row, "work");
    bool is_build = strcmp(work, "build") == 0;
    (void)is_quick;
    bench_record *all = row_add_time(records, row, work, is_build ? "ms" : "µs", "ns",
                                     is_build ? 1e-6 * row_get(row, "triangles") : 1e-3);
    snprintf(all->wrong, sizeof all->wrong, "%s", row_text(row, "words"));
    all->answers = (uint32_t)row_get(row, "hash");
    if (is_build && row_get(row, "bytes_of_one") > 0)
        row_add(records, row, "bytes", "bytes", row_get(row, "bytes_of_one"));
    for (int p = 0; p < 2; p++) {
        char name[64];
        snprintf(name, sizeof name, "%s, %s", work, part[p][1]);
        if (row_get(row, part[p][0]) > 0)
            row_add_time(records, row, name, "µs", part[p][0], 1e-3);
    }
}

/* ---- Scenes -------------------------------------------------------------------------------------------- */

/* How near contact, as a part of the size. */
#define NEARNESS 1e-3

enum { TREES_SEGMENTS = 10000, FILE_POSES = 100 };
enum { TREES_QUICK_TRIANGLES = 400, QUICK_POSES = 8, TREES_QUICK_SEGMENTS = 100 };

/* Small meshes get more poses, so that branch predictors do not learn them. Scenes much nearer to contact only test whether the meshes
 * meet, to find wrong answers. */
static const trees_plan knots[] = {
    {"knot-1k", "near contact", NULL, 1000, 200, TREES_SEGMENTS, NEARNESS, 0, 0, 0},
    {"knot-10k", "near contact", NULL, 10000, 200, TREES_SEGMENTS, NEARNESS, 0, 0, 0},
    {"knot-100k", "near contact", NULL, 100000, 100, TREES_SEGMENTS, NEARNESS, 0, 0, 0},
    {"knot-1M", "near contact", NULL, 1000000, 40, TREES_SEGMENTS, NEARNESS, 0, 0, 0},
    {"knot-1e-9", "1e-9 from contact", NULL, 10000, 200, TREES_SEGMENTS, 1e-9, 0, 0, 0},
    {"knot-1e-12", "1e-12 from contact", NULL, 10000, 200, TREES_SEGMENTS, 1e-12, 0, 0, 0},
    {"apart-1k", "apart", NULL, 1000, 200, 1, 0, 1.1, 0, 0},
    {"apart-10k", "apart", NULL, 10000, 200, 1, 0, 1.1, 0, 0},
    {"apart-100k", "apart", NULL, 100000, 100, 1, 0, 1.1, 0, 0},
    {"apart-1M", "apart", NULL, 1000000, 40, 1, 0, 1.1, 0, 0},
    {"far-0.5", "half a size apart", NULL, 10000, 100, 1, 0, 0, 1.5, 0},
    {"far-1e3", "1e3 sizes apart", NULL, 10000, 100, 1, 0, 0, 1e3, 0},
    {"far-1e5", "1e5 sizes apart", NULL, 10000, 100, 1, 0, 0, 1e5, 0},
    {"far-1e7", "1e7 sizes apart", NULL, 10000, 100, 1, 0, 0, 1e7, 0},
};

enum { TREES_KNOTS = sizeof knots / sizeof knots[0] };

static const char *const works[] = {"meet", "pairs", "distance", "segment", "build", NULL};

/* Whether a scene that is not slightly beside contact has a work. */
static bool is_work_of(const trees_plan *plan, const char *work)
{
    bool is_apart = plan->nearness == 0, is_pairs = strcmp(work, "pairs") == 0;
    return is_apart ? strcmp(work, "distance") == 0 || (is_pairs && plan->times > 0)
                    : strcmp(work, "meet") == 0;
}

static bool run_scene(bench_run *run, trees_plan plan)
{
    const bench_options *o = run->options;
    trees_scene scene;
    char *path = bench_join(run->participants.folder, "input");
    plan.seed = o->seed;
    if (o->quick) {
        plan.triangles = TREES_QUICK_TRIANGLES;
        plan.poses = QUICK_POSES;
        plan.segments = TREES_QUICK_SEGMENTS;
    }
    bool good = make_trees_scene(&plan, &scene) && write_trees_scene(&scene, path);
    for (size_t i = 0; good && works[i] != NULL; i++) {
        bool is_wanted = plan.nearness == NEARNESS || is_work_of(&plan, works[i]);
        if (!is_wanted || (o->work != NULL && strcmp(o->work, works[i]) != 0))
            continue;
        bench_task task = {.scene = &scene, .work = works[i], .argument = {path}};
        row_set_text(&task.base, "scene", "%s", plan.name);
        row_set_text(&task.base, "what", "%.31s", plan.what);
        row_set_text(&task.base, "work", "%s", works[i]);
        row_set(&task.base, "is_build", strcmp(works[i], "build") == 0);
        row_set(&task.base, "has_hash", strcmp(works[i], "build") != 0);
        row_set(&task.base, "triangles", scene.mesh->triangle_count);
        row_set(&task.base, "size", plan.triangles > 0 ? plan.triangles : scene.mesh->triangle_count);
        good = bench_run_task(run, &task);
    }
    remove(path);
    free(path);
    free_trees_scene(&scene);
    return good;
}

/* The name of a file without its folder and end, with no sign that a table or JSON minds. */
static void file_stem(const char *path, char *out, size_t capacity)
{
    const char *slash = strrchr(path, '/');
    snprintf(out, capacity, "%s", slash != NULL ? slash + 1 : path);
    char *dot = strrchr(out, '.');
    if (dot != NULL && dot != out)
        *dot = '\0';
    for (char *c = out; *c != '\0'; c++)
        if (*c <= ' ' || *c == '"' || *c == '\\' || *c == ',' || *c == '|' || *c == 127)
            *c = '_';
}

static bool run_scenes(bench_run *run)
{
    const bench_options *o = run->options;
    bool is_all = o->scene == NULL || strcmp(o->scene, "all") == 0, good = true;
    if (o->rules)
        return bench_tree_rules_run(run);
    size_t count = o->scene == NULL && o->file[0] != NULL ? 0 : o->quick && is_all ? 1 : TREES_KNOTS;
    for (size_t i = 0; good && i < count; i++)
        if (is_all || strcmp(o->scene, knots[i].name) == 0)
            good = run_scene(run, knots[i]);
    for (char **file = o->file; good && *file != NULL; file++) {
        trees_plan plan = {
            .path = *file, .poses = FILE_POSES, .segments = TREES_SEGMENTS, .nearness = NEARNESS};
        file_stem(*file, plan.name, sizeof plan.name);
        memcpy(plan.what, plan.name, sizeof plan.what);
        good = run_scene(run, plan);
    }
    return good;
}

/* ---- Section ------------------------------------------------------------------------------------------- */

/* Farkas takes part with and without vector instructions. */
static bool takes_part(const bench_participant *participant, const bench_task *task, uint64_t round,
                       bool *is_timed)
{
    (void)task, (void)round, (void)is_timed;
    return participant->level == NULL || strcmp(participant->level, "plain") == 0;
}

static const char *const *option_words(const char *option)
{
    static const char *names[TREES_KNOTS + 2] = {"all"};
    for (size_t i = 0; i < TREES_KNOTS; i++)
        names[i + 1] = knots[i].name;
    return strcmp(option, "work") == 0 ? works : names;
}

const bench_section bench_trees = {
    .name = "trees",
    .options = " scene work rules rounds time limit seed quick peers no-peers csv json out ",
    .usual = {.rounds = 5, .time = 200, .limit = 120, .seed = 1},
    .most_rounds = 1000,
    .most_time = 1000000,
    .quick_time = 1,
    .takes_files = true,
    .words = option_words,
    .peers = "tree-peers",
    .run = run_scenes,
    .participant = bench_run_trees,
    .takes_part = takes_part,
    .skips_slow = true,
    .what = "a result",
    .failed = "scene <scene>, work <work>",
    .check_answers = check_answers,
    .finish_row = finish_row,
    .wrong = "scene <scene>, work <work>: <method> is wrong",
    .record = add_records,
};
