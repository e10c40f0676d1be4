/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers bv: the benchmark of simple bounding volumes in Grulich's thesis (2016), section 7.2.
 *
 * Object A moves toward B, through it and away, t_i = 2 i (c_B - c_A) / n for i = 1 .. n; B stays at (0.8, 0.8, -0.8); both turn by 0.08
 * degrees about each axis in each of n = 20000 positions. In each, the volumes of both are placed and tested.
 *
 * The thesis does not publish its objects. Those here have the same numbers of triangles: a torus, the tube of a knot, a
 * bumpy ball, a rounded box. Each pair is scaled so that balls of that size meet as often as those of the thesis, so that
 * the rates of the other volumes say how they fit. The truth is the exact verdict on the convex hulls of both, placed
 * point by point; a volume that misses a pair which meets is trouble. */

#include "papers.h"
#include "certificate_json.h"

#include <math.h>
#include <stdlib.h>

enum { POSITIONS = 20000, PAIRS = 2, ROUNDS = 5 };

static const double turn = 0.08 * 3.14159265358979323846 / 180.0;
static const double two_pi = 6.28318530717958647692;

/* ---- Objects ------------------------------------------------------------------------------------------- */

typedef struct object {
    const char *name;
    uint32_t triangles;
    uint32_t around, across; /* of a tube, closed both ways: twice their product are its triangles */
    fk_vec3 (*point)(const struct object *self, uint32_t index);
} object;

/* A closed surface like a ball has 2 n - 4 triangles of n points, a tube 2 n. */
static uint32_t point_count(const object *o)
{
    return o->around > 0 ? o->around * o->across : o->triangles / 2 + 2;
}

static fk_vec3 torus_point(const object *self, uint32_t index)
{
    double u = two_pi * (index / self->across) / self->around,
           v = two_pi * (index % self->across) / self->across;
    double r = 1.0 + 0.35 * fk_cos(v);
    return fk_vec3_make(r * fk_cos(u), r * fk_sin(u), 0.35 * fk_sin(v));
}

static fk_vec3 unit_of(fk_vec3 v)
{
    return fk_vec3_scale(v, 1.0 / sqrt(fk_vec3_dot(v, v)));
}

static fk_vec3 knot_line(double u)
{
    return fk_vec3_make(fk_sin(u) + 2.0 * fk_sin(2.0 * u), fk_cos(u) - 2.0 * fk_cos(2.0 * u),
                        -fk_sin(3.0 * u));
}

static fk_vec3 knot_point(const object *self, uint32_t index)
{
    double u = two_pi * (index / self->across) / self->around,
           v = two_pi * (index % self->across) / self->across;
    fk_vec3 at = knot_line(u), along = unit_of(fk_vec3_sub(knot_line(u + 1e-4), at));
    fk_vec3 side = unit_of(fk_vec3_cross(along, fk_vec3_make(0, 0, 1))), up = fk_vec3_cross(side, along);
    return fk_vec3_add(at,
                       fk_vec3_add(fk_vec3_scale(side, 0.6 * fk_cos(v)), fk_vec3_scale(up, 0.6 * fk_sin(v))));
}

/* A point of a spiral that covers the unit sphere evenly. */
static fk_vec3 spiral_point(uint32_t index, uint32_t count)
{
    double z = 1.0 - (2.0 * index + 1.0) / count, r = sqrt(1.0 - z * z), u = 2.39996322972865332 * index;
    return fk_vec3_make(r * fk_cos(u), r * fk_sin(u), z);
}

static fk_vec3 bumpy_point(const object *self, uint32_t index)
{
    fk_vec3 p = spiral_point(index, point_count(self));
    double height = 1.0 + 0.15 * fk_sin(6.0 * p.x) * fk_sin(5.0 * p.y) + 0.1 * fk_cos(9.0 * p.z);
    return fk_vec3_make(p.x * height, 0.8 * p.y * height, 0.6 * p.z * height);
}

/* Where the sum of the fourth powers of the coordinates, by half sides, is 1. */
static fk_vec3 rounded_point(const object *self, uint32_t index)
{
    fk_vec3 p = spiral_point(index, point_count(self));
    double x = p.x * p.x, y = p.y / 0.5 * (p.y / 0.5), z = p.z / 0.3 * (p.z / 0.3);
    return fk_vec3_scale(p, 1.0 / sqrt(sqrt(x * x + y * y + z * z)));
}

static const object objects[PAIRS][2] = {
    {{"torus", 12874, 157, 41, torus_point}, {"knot", 25864, 244, 53, knot_point}},
    {{"bumpy ball", 12602, 0, 0, bumpy_point}, {"rounded box", 4948, 0, 0, rounded_point}},
};

typedef struct body {
    fk_vec3 *point;
    uint32_t count;
    fk_hull *hull;
    fk_vec3 *room; /* for the placed points of the hull */
} body;

/* The points of an object, in a ball of given radius about the origin. False after a message. */
static bool body_make(fk_context *context, const object *o, double radius, body *out)
{
    fk_sphere ball;
    out->count = point_count(o);
    out->point = malloc(out->count * sizeof *out->point);
    out->room = malloc(out->count * sizeof *out->room);
    out->hull = NULL;
    if (out->point == NULL || out->room == NULL) {
        cli_trouble("out of memory");
        return false;
    }
    for (uint32_t i = 0; i < out->count; i++)
        out->point[i] = o->point(o, i);
    fk_status status = fk_sphere_build(out->point, out->count, &ball);
    if (status == FK_OK) {
        for (uint32_t i = 0; i < out->count; i++)
            out->point[i] = fk_vec3_scale(fk_vec3_sub(out->point[i], ball.center), radius / ball.radius);
        status = fk_hull_build(context, out->point, out->count, &out->hull);
    }
    if (status != FK_OK)
        cli_trouble("%s: %s", o->name, fk_status_text(status));
    return status == FK_OK;
}

static void body_end(fk_context *context, body *b)
{
    fk_hull_free(context, b->hull);
    free(b->point);
    free(b->room);
}

/* ---- Volumes ------------------------------------------------------------------------------------------- */

typedef enum kind { SPHERE, OBB, AABB, AABB_TIGHT, KDOP_14, KDOP_18, KDOP_26, KINDS } kind;

static const struct {
    const char *name;
    size_t bytes;
} kinds[KINDS] = {
    [SPHERE] = {"sphere", sizeof(fk_sphere)}, [OBB] = {"obb", sizeof(fk_obb)},
    [AABB] = {"aabb", sizeof(fk_aabb)},       [AABB_TIGHT] = {"aabb-tight", sizeof(fk_aabb)},
    [KDOP_14] = {"14-dop", sizeof(fk_kdop)},  [KDOP_18] = {"18-dop", sizeof(fk_kdop)},
    [KDOP_26] = {"26-dop", sizeof(fk_kdop)},
};

typedef union volume {
    fk_sphere sphere;
    fk_obb obb;
    fk_aabb aabb;
    fk_kdop kdop;
} volume;

static fk_status volume_build(fk_context *context, kind k, const body *b, volume *out)
{
    static const uint32_t sizes[KINDS] = {[KDOP_14] = 14, [KDOP_18] = 18, [KDOP_26] = 26};
    switch (k) {
    case SPHERE:
        return fk_sphere_build(b->point, b->count, &out->sphere);
    case OBB:
        return fk_obb_build(context, b->point, b->count, &out->obb);
    case AABB:
    case AABB_TIGHT:
        return fk_aabb_build(b->point, b->count, &out->aabb);
    default:
        return fk_kdop_build(b->point, b->count, sizes[k], &out->kdop);
    }
}

static void volume_place(kind k, const volume *v, const body *b, const fk_pose *pose, volume *out)
{
    switch (k) {
    case SPHERE:
        out->sphere = fk_sphere_place(&v->sphere, pose);
        break;
    case OBB:
        out->obb = fk_obb_place(&v->obb, pose);
        break;
    case AABB:
        out->aabb = fk_aabb_place(&v->aabb, pose);
        break;
    case AABB_TIGHT: /* from all points; those of the hull would do, and the thesis has no hull yet */
        fk_aabb_build_placed(b->point, b->count, pose, &out->aabb);
        break;
    default:
        out->kdop = fk_kdop_place(&v->kdop, pose);
        break;
    }
}

static bool volumes_meet(kind k, const volume *a, const volume *b)
{
    switch (k) {
    case SPHERE:
        return fk_sphere_meets(&a->sphere, &b->sphere);
    case OBB:
        return fk_obb_meets(&a->obb, &b->obb);
    case AABB:
    case AABB_TIGHT:
        return fk_aabb_meets(a->aabb, b->aabb);
    default:
        return fk_kdop_meets(&a->kdop, &b->kdop);
    }
}

/* ---- The run ------------------------------------------------------------------------------------------- */

/* One row of the table; numbers of the thesis, or 0 where it has none. */
typedef struct row {
    double total_ms, test_us, positives, recompute_us;
    size_t bytes;
} row;

static const row printed[PAIRS][KINDS] = {
    {[SPHERE] = {9890, 4.35, 42.15, 0, 28},
     [OBB] = {10612, 4.6, 24.86, 0, 108},
     [AABB] = {10339, 3.75, 51.11, 1.75, 42}},
    {[SPHERE] = {11242, 4.32, 21.38, 0, 28},
     [OBB] = {10408, 5, 15.09, 0, 108},
     [AABB] = {9727, 4.1, 18.81, 1.2, 42}},
};

typedef struct run {
    fk_context *context;
    int pair;
    body a, b;
    fk_pose pose_a[POSITIONS], pose_b[POSITIONS];
    bool truth[POSITIONS];
    volume placed_a[POSITIONS], placed_b[POSITIONS];
} run;

static void set_poses(run *r)
{
    const fk_vec3 center_b = {0.8, 0.8, -0.8};
    for (int i = 0; i < POSITIONS; i++) {
        double angle = turn * (i + 1);
        fk_vec3 moved = fk_vec3_scale(center_b, 2.0 * (i + 1) / POSITIONS);
        r->pose_a[i] = fk_pose_from_rpy(moved, fk_vec3_make(angle, angle, angle));
        r->pose_b[i] = fk_pose_from_rpy(center_b, fk_vec3_make(angle, angle, angle));
    }
}

/* The verdict on the hulls, in each position. */
static row find_truth(run *r)
{
    fk_piece a = fk_hull_piece(r->a.hull), b = fk_hull_piece(r->b.hull);
    row out = {0, 0, 0, 0, 0};
    double places = 0, tests = 0;
    for (int i = 0; i < POSITIONS; i++) {
        double start = fk_clock_seconds();
        fk_piece p = fk_piece_place(&a, &r->pose_a[i], r->a.room);
        fk_piece q = fk_piece_place(&b, &r->pose_b[i], r->b.room);
        double middle = fk_clock_seconds();
        r->truth[i] = fk_pair_verdict(&p, &q) != FK_APART;
        tests += fk_clock_seconds() - middle;
        places += middle - start;
        out.positives += r->truth[i];
    }
    out.positives *= 100.0 / POSITIONS;
    out.total_ms = (places + tests) * 1e3;
    out.test_us = tests * 1e6 / POSITIONS;
    out.recompute_us = places * 1e6 / (2 * POSITIONS);
    return out;
}

/* Places and tests once; times in seconds. */
typedef struct times {
    double place, test;
    unsigned positives;
} times;

static times go(run *r, kind k, const volume *a, const volume *b)
{
    times t = {fk_clock_seconds(), 0, 0};
    for (int i = 0; i < POSITIONS; i++) {
        volume_place(k, a, &r->a, &r->pose_a[i], &r->placed_a[i]);
        volume_place(k, b, &r->b, &r->pose_b[i], &r->placed_b[i]);
    }
    double middle = fk_clock_seconds();
    for (int i = 0; i < POSITIONS; i++)
        t.positives += volumes_meet(k, &r->placed_a[i], &r->placed_b[i]);
    t.test = fk_clock_seconds() - middle;
    t.place = middle - t.place;
    return t;
}

/* The quickest of some rounds, as other programs may take their turn. CLI_TROUBLE after a message. */
static int measure(run *r, kind k, row *out)
{
    volume a, b;
    if (volume_build(r->context, k, &r->a, &a) != FK_OK || volume_build(r->context, k, &r->b, &b) != FK_OK)
        return cli_trouble("no %s could be built", kinds[k].name);
    times best = go(r, k, &a, &b);
    for (int round = 1; round < (k == AABB_TIGHT ? 1 : ROUNDS); round++) {
        times t = go(r, k, &a, &b);
        best.place = fmin(best.place, t.place);
        best.test = fmin(best.test, t.test);
    }
    for (int i = 0; i < POSITIONS; i++)
        if (r->truth[i] && !volumes_meet(k, &r->placed_a[i], &r->placed_b[i]))
            return cli_trouble("%s misses position %d of pair %d", kinds[k].name, i + 1, r->pair + 1);
    out->total_ms = (best.place + best.test) * 1e3;
    out->test_us = best.test * 1e6 / POSITIONS;
    out->positives = 100.0 * best.positives / POSITIONS;
    out->recompute_us = best.place * 1e6 / (2 * POSITIONS);
    out->bytes = kinds[k].bytes;
    return CLI_OK;
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static void put_row(json_text *line, const row *r)
{
    json_put(line, "\"total_ms\":");
    json_put_number(line, r->total_ms);
    json_put(line, ",\"test_us\":");
    json_put_number(line, r->test_us);
    json_put(line, ",\"positives_percent\":");
    json_put_number(line, r->positives);
    json_put(line, ",\"bytes\":");
    r->bytes > 0 ? json_put_whole(line, r->bytes) : json_put(line, "null");
    json_put(line, ",\"recompute_us\":");
    r->recompute_us > 0 ? json_put_number(line, r->recompute_us) : json_put(line, "null");
}

static void print_json(int pair, const char *name, const row *ours, const row *theirs)
{
    json_text line = {0};
    json_put(&line, "{\"pair\":");
    json_put_whole(&line, (uint64_t)pair + 1);
    json_put(&line, ",\"objects\":[\"");
    json_put(&line, objects[pair][0].name);
    json_put(&line, "\",\"");
    json_put(&line, objects[pair][1].name);
    json_put(&line, "\"],\"volume\":\"");
    json_put(&line, name);
    json_put(&line, "\",");
    put_row(&line, ours);
    json_put(&line, theirs->total_ms > 0 ? ",\"thesis\":{" : ",\"thesis\":null");
    if (theirs->total_ms > 0) {
        put_row(&line, theirs);
        json_put(&line, "}");
    }
    json_put(&line, "}\n");
    cli_write(line.text, line.length);
}

/* A number of ours, and that of the thesis where it has one. */
static void print_both(const char *format, double ours, double theirs)
{
    char text[2][24];
    snprintf(text[0], sizeof text[0], format, ours);
    snprintf(text[1], sizeof text[1], format, theirs);
    cli_print("  %9s %8s", ours > 0 ? text[0] : "-", theirs > 0 ? text[1] : "-");
}

static void print_row(const char *name, const row *ours, const row *theirs)
{
    cli_print("%-10s", name);
    print_both("%.1f", ours->total_ms, theirs->total_ms);
    print_both("%.3f", ours->test_us, theirs->test_us);
    print_both("%.2f", ours->positives, theirs->positives);
    print_both("%.0f", (double)ours->bytes, (double)theirs->bytes);
    print_both("%.3f", ours->recompute_us, theirs->recompute_us);
    cli_print("\n");
}

static void print_head(int pair)
{
    const object *a = &objects[pair][0], *b = &objects[pair][1];
    cli_print("%sO%d %s, %u triangles; O%d %s, %u triangles; %d positions\n", pair > 0 ? "\n" : "",
              2 * pair + 1, a->name, a->triangles, 2 * pair + 2, b->name, b->triangles, POSITIONS);
    cli_print("%-10s  %18s  %18s  %18s  %18s  %18s\n", "", "total ms", "test us", "positives %", "bytes",
              "recompute us");
    cli_print("%-10s", "volume");
    for (int i = 0; i < 5; i++)
        cli_print("  %9s %8s", "farkas", "thesis");
    cli_print("\n");
}

static void print(const papers_settings *settings, int pair, const char *name, const row *ours,
                  const row *theirs)
{
    if (settings->json)
        print_json(pair, name, ours, theirs);
    else
        print_row(name, ours, theirs);
}

/* ---- Both pairs ---------------------------------------------------------------------------------------- */

static int run_pair(run *r, const papers_settings *settings)
{
    row exact = find_truth(r);
    if (!settings->json)
        print_head(r->pair);
    for (int k = 0; k < KINDS; k++) {
        row ours;
        if (measure(r, (kind)k, &ours) != CLI_OK)
            return CLI_TROUBLE;
        print(settings, r->pair, kinds[k].name, &ours, &printed[r->pair][k]);
    }
    const row none = {0, 0, 0, 0, 0};
    print(settings, r->pair, "exact", &exact, &none);
    return CLI_OK;
}

static int run_pairs(run *r, const papers_settings *settings)
{
    int status = CLI_OK;
    set_poses(r);
    for (r->pair = 0; r->pair < PAIRS && status == CLI_OK; r->pair++) {
        /* Balls of the thesis meet in this part of the way, which is twice the distance of the centres long. */
        double radius = printed[r->pair][SPHERE].positives / 100.0 * sqrt(3 * 0.8 * 0.8) / 2;
        r->a.hull = r->b.hull = NULL;
        r->a.point = r->b.point = r->a.room = r->b.room = NULL;
        bool made = body_make(r->context, &objects[r->pair][0], radius, &r->a) &&
                    body_make(r->context, &objects[r->pair][1], radius, &r->b);
        status = made ? run_pair(r, settings) : CLI_TROUBLE;
        body_end(r->context, &r->a);
        body_end(r->context, &r->b);
    }
    return status;
}

int papers_bv(const papers_settings *settings)
{
    if (settings->pov)
        return cli_trouble("bv has no scenes; --pov is for fm-cases");
    run *r = malloc(sizeof *r);
    fk_context *context = cli_context_create();
    int status = CLI_TROUBLE;
    if (r == NULL)
        cli_trouble("out of memory");
    if (r != NULL && context != NULL) {
        r->context = context;
        status = run_pairs(r, settings);
    }
    if (status == CLI_OK && !settings->json)
        cli_print(
            "\nThe objects of the thesis are not published: these are others with as many triangles, of such "
            "sizes that\ntheir balls meet as often as there. Times of the thesis are of its machine. "
            "aabb-tight is "
            "made of all points in\neach position; exact is the verdict on the convex hulls, whose points "
            "are "
            "placed each time.\n");
    if (context != NULL)
        fk_context_destroy(context);
    free(r);
    return status;
}
