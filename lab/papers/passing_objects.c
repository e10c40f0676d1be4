/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two objects that pass each other, for `farkas papers bv` and `farkas papers gjk`, and pictures of them: see passing_objects.h. */

#include "papers/passing_objects.h"
#include "peers/participant.h"
#include "shape/hull.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PASS_ROUNDS = 5, PASS_TURNS = 3 };

static const double turn = 0.08 * 3.14159265358979323846 / 180.0;
static const double two_pi = 6.28318530717958647692;

/* ---- Objects ------------------------------------------------------------------------------------------- */

/* A closed surface like a ball has 2 n - 4 triangles of n points, a tube 2 n. */
static uint32_t point_count(const pass_object *o)
{
    return o->around > 0 ? o->around * o->across : o->triangles / 2 + 2;
}

static fk_vec3 torus_point(const pass_object *self, uint32_t index)
{
    double u = two_pi * (index / self->across) / self->around,
           v = two_pi * (index % self->across) / self->across;
    double r = 1.0 + 0.35 * fk_cos(v);
    return fk_vec3_make(r * fk_cos(u), r * fk_sin(u), 0.35 * fk_sin(v));
}

static fk_vec3 unit_vector(fk_vec3 v)
{
    return fk_vec3_scale(v, 1.0 / sqrt(fk_vec3_dot(v, v)));
}

static fk_vec3 knot_line(double u)
{
    return fk_vec3_make(fk_sin(u) + 2.0 * fk_sin(2.0 * u), fk_cos(u) - 2.0 * fk_cos(2.0 * u),
                        -fk_sin(3.0 * u));
}

static fk_vec3 knot_point(const pass_object *self, uint32_t index)
{
    double u = two_pi * (index / self->across) / self->around,
           v = two_pi * (index % self->across) / self->across;
    fk_vec3 at = knot_line(u), along = unit_vector(fk_vec3_sub(knot_line(u + 1e-4), at));
    fk_vec3 side = unit_vector(fk_vec3_cross(along, fk_vec3_make(0, 0, 1))), up = fk_vec3_cross(side, along);
    return fk_vec3_add(at,
                       fk_vec3_add(fk_vec3_scale(side, 0.6 * fk_cos(v)), fk_vec3_scale(up, 0.6 * fk_sin(v))));
}

/* A point of a spiral that covers the unit sphere evenly: of them the balls are made. */
static fk_vec3 spiral_point(uint32_t index, uint32_t count)
{
    double z = 1.0 - (2.0 * index + 1.0) / count, r = sqrt(1.0 - z * z), u = 2.39996322972865332 * index;
    return fk_vec3_make(r * fk_cos(u), r * fk_sin(u), z);
}

static fk_vec3 bumpy_point(const pass_object *self, uint32_t index)
{
    fk_vec3 p = spiral_point(index, point_count(self));
    double height = 1.0 + 0.15 * fk_sin(6.0 * p.x) * fk_sin(5.0 * p.y) + 0.1 * fk_cos(9.0 * p.z);
    return fk_vec3_make(p.x * height, 0.8 * p.y * height, 0.6 * p.z * height);
}

/* Where the sum of the fourth powers of the coordinates, by half sides, is 1. */
static fk_vec3 rounded_point(const pass_object *self, uint32_t index)
{
    fk_vec3 p = spiral_point(index, point_count(self));
    double x = p.x * p.x, y = p.y / 0.5 * (p.y / 0.5), z = p.z / 0.3 * (p.z / 0.3);
    return fk_vec3_scale(p, 1.0 / sqrt(sqrt(x * x + y * y + z * z)));
}

const char *const pass_pairs[PASS_PAIRS] = {"O1, O2", "O3, O4"};

const pass_object pass_objects[PASS_PAIRS][2] = {
    {{"torus", 12874, 157, 41, torus_point}, {"knot", 25864, 244, 53, knot_point}},
    {{"bumpy ball", 12602, 0, 0, bumpy_point}, {"rounded box", 4948, 0, 0, rounded_point}},
};

void pass_body_make(fk_context *context, const pass_object *o, double radius, pass_body *out)
{
    fk_sphere ball;
    uint32_t count = point_count(o);
    *out = (pass_body){bench_allocate(count, sizeof *out->point), count, NULL,
                       bench_allocate(count, sizeof *out->room)};
    for (uint32_t i = 0; i < count; i++)
        out->point[i] = o->point(o, i);
    papers_check(fk_sphere_build(out->point, count, &ball));
    for (uint32_t i = 0; i < count; i++)
        out->point[i] = fk_vec3_scale(fk_vec3_sub(out->point[i], ball.center), radius / ball.radius);
    papers_check(fk_hull_build(context, out->point, count, &out->hull));
}

void pass_body_end(fk_context *context, pass_body *b)
{
    fk_hull_free(context, b->hull);
    free(b->point);
    free(b->room);
    *b = (pass_body){0};
}

/* Balls of the thesis meet in this part of the way, which is twice the distance of the centres long. */
double pass_radius(int pair)
{
    return pass_printed[pair][PASS_SPHERE].positives / 100.0 * sqrt(3 * 0.8 * 0.8) / 2;
}

void pass_place(int position, fk_pose *a, fk_pose *b)
{
    const fk_vec3 center_b = {0.8, 0.8, -0.8};
    double angle = turn * (position + 1);
    fk_vec3 moved = fk_vec3_scale(center_b, 2.0 * (position + 1) / PASS_POSITIONS);
    *a = fk_pose_from_rpy(moved, fk_vec3_make(angle, angle, angle));
    *b = fk_pose_from_rpy(center_b, fk_vec3_make(angle, angle, angle));
}

/* ---- Volumes ------------------------------------------------------------------------------------------- */

const pass_kind_facts pass_kinds[PASS_KINDS] = {
    [PASS_SPHERE] = {"sphere", sizeof(fk_sphere)},
    [PASS_OBB] = {"obb", sizeof(fk_obb)},
    [PASS_AABB] = {"aabb", sizeof(fk_aabb)},
    [PASS_OBB_QUICK] = {"obb-quick", sizeof(fk_obb)},
    [PASS_AABB_TIGHT] = {"aabb-tight", sizeof(fk_aabb)},
    [PASS_AABB_PRINTED] = {"aabb-printed", sizeof(fk_aabb)},
    [PASS_KDOP_14] = {"14-dop", sizeof(fk_kdop)},
    [PASS_KDOP_18] = {"18-dop", sizeof(fk_kdop)},
    [PASS_KDOP_26] = {"26-dop", sizeof(fk_kdop)},
};

/* A box by its centre and half widths, as the thesis keeps it. */
static fk_status build_printed(const pass_body *b, pass_volume *out)
{
    fk_aabb box;
    fk_status status = fk_aabb_build(b->point, b->count, &box);
    out->printed.center = fk_vec3_scale(fk_vec3_add(box.min, box.max), 0.5);
    out->printed.half = fk_vec3_scale(fk_vec3_sub(box.max, box.min), 0.5);
    return status;
}

/* Algorithm 4, line by line:
 *    5, 9    B.center <- T + R center      as printed
 *    6, 10   B.hw <- R hw                  a mistake: half widths are turned as vectors are; right is the sum of |R[i][j]| hw[j]
 *    1, 10   the argument M is called R */
static void place_printed(const pass_volume *v, const fk_pose *pose, pass_volume *out)
{
    out->printed.center = fk_pose_apply(pose, v->printed.center);
    out->printed.half = fk_pose_rotate(pose, v->printed.half);
}

/* Algorithm 5. */
static bool meet_printed(const pass_volume *a, const pass_volume *b)
{
    fk_vec3 far = fk_vec3_sub(a->printed.center, b->printed.center),
            sum = fk_vec3_add(a->printed.half, b->printed.half);
    return !(fabs(far.x) > sum.x) && !(fabs(far.y) > sum.y) && !(fabs(far.z) > sum.z);
}

void pass_volume_build(fk_context *context, pass_volume_kind k, const pass_body *b, pass_volume *out)
{
    static const uint32_t sizes[PASS_KINDS] = {[PASS_KDOP_14] = 14, [PASS_KDOP_18] = 18, [PASS_KDOP_26] = 26};
    papers_check(k == PASS_SPHERE         ? fk_sphere_build(b->point, b->count, &out->sphere)
                 : k == PASS_OBB          ? fk_obb_build(context, b->point, b->count, &out->obb)
                 : k == PASS_OBB_QUICK    ? fk_obb_build_quick(b->point, b->count, &out->obb)
                 : k == PASS_AABB_PRINTED ? build_printed(b, out)
                 : k == PASS_AABB || k == PASS_AABB_TIGHT
                     ? fk_aabb_build(b->point, b->count, &out->aabb)
                     : fk_kdop_build(b->point, b->count, sizes[k], &out->kdop));
}

void pass_volume_place(pass_volume_kind k, const pass_volume *v, const pass_body *b, const fk_pose *pose,
                       pass_volume *out)
{
    switch (k) {
    case PASS_SPHERE:
        out->sphere = fk_sphere_place(&v->sphere, pose);
        break;
    case PASS_OBB:
    case PASS_OBB_QUICK:
        out->obb = fk_obb_place(&v->obb, pose);
        break;
    case PASS_AABB:
        out->aabb = fk_aabb_place(&v->aabb, pose);
        break;
    case PASS_AABB_TIGHT: /* from all points; those of the hull would do, and the thesis has no hull yet */
        fk_aabb_build_placed(b->point, b->count, pose, &out->aabb);
        break;
    case PASS_AABB_PRINTED:
        place_printed(v, pose, out);
        break;
    default:
        out->kdop = fk_kdop_place(&v->kdop, pose);
        break;
    }
}

static bool volumes_meet(pass_volume_kind k, const pass_volume *a, const pass_volume *b)
{
    switch (k) {
    case PASS_SPHERE:
        return fk_sphere_meets(&a->sphere, &b->sphere);
    case PASS_OBB:
    case PASS_OBB_QUICK:
        return fk_obb_meets(&a->obb, &b->obb);
    case PASS_AABB:
    case PASS_AABB_TIGHT:
        return fk_aabb_meets(a->aabb, b->aabb);
    case PASS_AABB_PRINTED:
        return meet_printed(a, b);
    default:
        return fk_kdop_meets(&a->kdop, &b->kdop);
    }
}

/* ---- Passing ------------------------------------------------------------------------------------------- */

const pass_row pass_printed[PASS_PAIRS][PASS_KINDS] = {
    {[PASS_SPHERE] = {9890, 4.35, 42.15, 0, 28, 0, 0},
     [PASS_OBB] = {10612, 4.6, 24.86, 0, 108, 0, 0},
     [PASS_AABB] = {10339, 3.75, 51.11, 1.75, 42, 0, 0}},
    {[PASS_SPHERE] = {11242, 4.32, 21.38, 0, 28, 0, 0},
     [PASS_OBB] = {10408, 5, 15.09, 0, 108, 0, 0},
     [PASS_AABB] = {9727, 4.1, 18.81, 1.2, 42, 0, 0}},
};

const pass_row pass_printed_gjk[PASS_PAIRS] = {{20238, 18.05, 14.27, 32.2, 0, 0, 0},
                                               {25296, 19.65, 18.45, 33.95, 0, 0, 0}};

pass_sequence *pass_sequence_begin(const papers_lab *lab)
{
    pass_sequence *way = bench_allocate(1, sizeof *way);
    int step = lab->quick ? PASS_QUICK : 1;
    way->context = lab->context;
    way->count = PASS_POSITIONS / step;
    for (int i = 0; i < way->count; i++)
        pass_place(i * step, &way->pose[0][i], &way->pose[1][i]);
    return way;
}

static void end_bodies(pass_sequence *way)
{
    for (int side = 0; side < 2; side++)
        pass_body_end(way->context, &way->body[side]);
}

void pass_sequence_end(pass_sequence *way)
{
    end_bodies(way);
    free(way);
}

void pass_sequence_load(pass_sequence *way, int pair)
{
    end_bodies(way);
    way->pair = pair;
    for (int side = 0; side < 2; side++)
        pass_body_make(way->context, &pass_objects[pair][side], pass_radius(pair), &way->body[side]);
}

/* The hulls are placed and asked about in each position; `met` tells where they meet. */
/* All positions a few times; of each the least time counts, so that a pause of the processor does not. */
pass_row pass_test_hulls(pass_sequence *way, pass_test *meets, void *user, bool *met)
{
    fk_piece a = fk_hull_piece(way->body[0].hull), b = fk_hull_piece(way->body[1].hull);
    double(*least)[2] = bench_allocate((size_t)way->count, sizeof *least), places = 0, tests = 0;
    pass_row out = {0};
    for (int round = 0; round < PASS_TURNS; round++)
        for (int i = 0; i < way->count; i++) {
            double start = fk_clock_seconds();
            fk_piece p = fk_piece_place(&a, &way->pose[0][i], way->body[0].room);
            fk_piece q = fk_piece_place(&b, &way->pose[1][i], way->body[1].room);
            double middle = fk_clock_seconds();
            met[i] = meets(&p, &q, user);
            double end = fk_clock_seconds();
            least[i][0] = round > 0 ? fmin(least[i][0], middle - start) : middle - start;
            least[i][1] = round > 0 ? fmin(least[i][1], end - middle) : end - middle;
        }
    for (int i = 0; i < way->count; i++) {
        places += least[i][0];
        tests += least[i][1];
        out.meets += met[i];
    }
    free(least);
    out.positives = 100.0 * out.meets / way->count;
    out.total_ms = (places + tests) * 1e3;
    out.test_us = tests * 1e6 / way->count;
    out.recompute_us = places * 1e6 / (2 * way->count);
    return out;
}

static bool exact_meets(const fk_piece *a, const fk_piece *b, void *user)
{
    (void)user;
    return fk_pair_verdict(a, b) != FK_APART;
}

pass_row pass_find_truth(pass_sequence *way)
{
    return pass_test_hulls(way, exact_meets, NULL, way->truth);
}

/* Places and tests once; times in seconds. */
typedef struct pass_times {
    double place, test;
    uint32_t meets;
} pass_times;

static pass_times time_volumes(pass_sequence *way, pass_volume_kind k, const pass_volume volume[2])
{
    pass_times t = {bench_used_seconds(), 0, 0};
    for (int i = 0; i < way->count; i++)
        for (int side = 0; side < 2; side++)
            pass_volume_place(k, &volume[side], &way->body[side], &way->pose[side][i], &way->placed[side][i]);
    double middle = bench_used_seconds();
    for (int i = 0; i < way->count; i++)
        t.meets += volumes_meet(k, &way->placed[0][i], &way->placed[1][i]);
    t.test = bench_used_seconds() - middle;
    t.place = middle - t.place;
    return t;
}

pass_row pass_test_volumes(pass_sequence *way, pass_volume_kind k)
{
    pass_volume volume[2];
    for (int side = 0; side < 2; side++)
        pass_volume_build(way->context, k, &way->body[side], &volume[side]);
    pass_times best = time_volumes(way, k, volume);
    for (int round = 1; round < (k == PASS_AABB_TIGHT ? 2 : PASS_ROUNDS); round++) {
        pass_times t = time_volumes(way, k, volume);
        best.place = fmin(best.place, t.place);
        best.test = fmin(best.test, t.test);
    }
    pass_row out = {(best.place + best.test) * 1e3,
                    best.test * 1e6 / way->count,
                    100.0 * best.meets / way->count,
                    best.place * 1e6 / (2 * way->count),
                    pass_kinds[k].bytes,
                    best.meets,
                    0};
    for (int i = 0; i < way->count; i++)
        out.missed += way->truth[i] && !volumes_meet(k, &way->placed[0][i], &way->placed[1][i]);
    return out;
}

void pass_both(study *s, double ours, double theirs)
{
    study_numbers(s, ours > 0 ? ours : (double)NAN, theirs > 0 ? theirs : (double)NAN);
}

void pass_put_row(study *s, const char *name, const pass_row *ours, const pass_row *theirs, bool is_volume)
{
    static const pass_row none;
    theirs = theirs != NULL ? theirs : &none;
    study_words(s, "%s", name);
    pass_both(s, ours->total_ms, theirs->total_ms);
    pass_both(s, ours->test_us, theirs->test_us);
    pass_both(s, ours->positives, theirs->positives);
    if (is_volume) {
        study_number(s, ours->missed);
        pass_both(s, (double)ours->bytes, (double)theirs->bytes);
    }
    pass_both(s, ours->recompute_us, theirs->recompute_us);
}

/* ---- Triangles ----------------------------------------------------------------------------------------- */

/* Of a tube: two between four neighbours. */
static size_t tube_triangles(const pass_object *o, fk_triangle *out)
{
    size_t count = 0;
    for (uint32_t i = 0; i < o->around; i++)
        for (uint32_t k = 0; k < o->across; k++) {
            uint32_t i1 = (i + 1) % o->around, k1 = (k + 1) % o->across;
            uint32_t a = i * o->across + k, b = i1 * o->across + k, c = i1 * o->across + k1,
                     d = i * o->across + k1;
            out[count++] = (fk_triangle){{a, b, c}};
            out[count++] = (fk_triangle){{a, c, d}};
        }
    return count;
}

/* Of a ball with bumps: those of the hull of its points, before they were pushed off the sphere. */
static size_t ball_triangles(fk_context *context, uint32_t points, fk_triangle *out)
{
    fk_vec3 *round = bench_allocate(points, sizeof *round);
    fk_hull *hull;
    for (uint32_t i = 0; i < points; i++)
        round[i] = spiral_point(i, points);
    papers_check(fk_hull_build(context, round, points, &hull)); /* all of them are its vertices */
    size_t count = fk_hull_triangle_count(hull);
    fk_hull_list_triangles(hull, out);
    fk_hull_free(context, hull);
    free(round);
    return count;
}

static fk_mesh *make_object_mesh(fk_context *context, const pass_object *o, double radius)
{
    pass_body body;
    fk_mesh *mesh;
    pass_body_make(context, o, radius, &body);
    fk_triangle *triangle = bench_allocate(2 * (size_t)body.count, sizeof *triangle);
    size_t count =
        o->around > 0 ? tube_triangles(o, triangle) : ball_triangles(context, body.count, triangle);
    fk_mesh_input input = {body.point, body.count, triangle, count, fk_mesh_options_default()};
    papers_check(fk_mesh_build(context, &input, NULL, &mesh));
    free(triangle);
    pass_body_end(context, &body);
    return mesh;
}

static void draw_objects(study *s, fk_context *context, int pair, fk_mesh *const mesh[2])
{
    static const struct {
        const char *name, *text;
        double part[PASS_PAIRS]; /* of the way */
    } shown[] = {{"near", "as their balls meet", {0.295, 0.405}}, {"meeting", "as they meet", {0.43, 0.455}}};
    const pass_object *o = pass_objects[pair];
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        char name[32], text[160];
        fk_check_part part[2] = {{.name = o[0].name, .mesh = mesh[0]}, {.name = o[1].name, .mesh = mesh[1]}};
        study_scene scene = {part, 2, .is_checked = true,
                             .layers = FK_LAYER_OBB | FK_LAYER_SPHERE | FK_LAYER_LEGEND};
        pass_place((int)(shown[i].part[pair] * PASS_POSITIONS), &part[0].pose, &part[1].pose);
        snprintf(name, sizeof name, "%s-%s", pair == 0 ? "o1-o2" : "o3-o4", shown[i].name);
        snprintf(text, sizeof text, "%s: %s and %s, with balls and oriented boxes, %s", pass_pairs[pair],
                 o[0].name, o[1].name, shown[i].text);
        study_view(s, context, name, text, &scene);
    }
}

void pass_pictures(study *s, fk_context *context, int pair)
{
    fk_mesh *mesh[2];
    for (int side = 0; side < 2; side++)
        mesh[side] = make_object_mesh(context, &pass_objects[pair][side], pass_radius(pair));
    draw_objects(s, context, pair, mesh);
    for (int side = 0; side < 2; side++)
        fk_mesh_free(context, mesh[side]);
}
