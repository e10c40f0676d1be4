/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two objects that pass each other, for `farkas papers bv` and `farkas papers gjk`: see papers_pass.h. */

#include "papers_pass.h"
#include "certificate_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static fk_vec3 unit_of(fk_vec3 v)
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

const pass_object pass_objects[PASS_PAIRS][2] = {
    {{"torus", 12874, 157, 41, torus_point}, {"knot", 25864, 244, 53, knot_point}},
    {{"bumpy ball", 12602, 0, 0, bumpy_point}, {"rounded box", 4948, 0, 0, rounded_point}},
};

static bool make_body(fk_context *context, const pass_object *o, double radius, pass_body *out)
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

static void end_body(fk_context *context, pass_body *b)
{
    fk_hull_free(context, b->hull);
    free(b->point);
    free(b->room);
}

void pass_place(int position, fk_pose *a, fk_pose *b)
{
    const fk_vec3 center_b = {0.8, 0.8, -0.8};
    double angle = turn * (position + 1);
    fk_vec3 moved = fk_vec3_scale(center_b, 2.0 * (position + 1) / PASS_POSITIONS);
    *a = fk_pose_from_rpy(moved, fk_vec3_make(angle, angle, angle));
    *b = fk_pose_from_rpy(center_b, fk_vec3_make(angle, angle, angle));
}

bool pass_bodies_make(fk_context *context, int pair, pass_body body[2])
{
    /* Balls of the thesis meet in this part of the way, which is twice the distance of the centres long. */
    double radius = pass_printed[pair][PASS_SPHERE].positives / 100.0 * sqrt(3 * 0.8 * 0.8) / 2;
    memset(body, 0, 2 * sizeof *body);
    return make_body(context, &pass_objects[pair][0], radius, &body[0]) &&
           make_body(context, &pass_objects[pair][1], radius, &body[1]);
}

void pass_bodies_end(fk_context *context, pass_body body[2])
{
    end_body(context, &body[0]);
    end_body(context, &body[1]);
}

/* ---- Volumes ------------------------------------------------------------------------------------------- */

const pass_kind_facts pass_kinds[PASS_KINDS] = {
    [PASS_SPHERE] = {"sphere", sizeof(fk_sphere)}, [PASS_OBB] = {"obb", sizeof(fk_obb)},
    [PASS_AABB] = {"aabb", sizeof(fk_aabb)},       [PASS_AABB_TIGHT] = {"aabb-tight", sizeof(fk_aabb)},
    [PASS_KDOP_14] = {"14-dop", sizeof(fk_kdop)},  [PASS_KDOP_18] = {"18-dop", sizeof(fk_kdop)},
    [PASS_KDOP_26] = {"26-dop", sizeof(fk_kdop)},
};

fk_status pass_volume_build(fk_context *context, pass_kind k, const pass_body *b, pass_volume *out)
{
    static const uint32_t sizes[PASS_KINDS] = {[PASS_KDOP_14] = 14, [PASS_KDOP_18] = 18, [PASS_KDOP_26] = 26};
    switch (k) {
    case PASS_SPHERE:
        return fk_sphere_build(b->point, b->count, &out->sphere);
    case PASS_OBB:
        return fk_obb_build(context, b->point, b->count, &out->obb);
    case PASS_AABB:
    case PASS_AABB_TIGHT:
        return fk_aabb_build(b->point, b->count, &out->aabb);
    default:
        return fk_kdop_build(b->point, b->count, sizes[k], &out->kdop);
    }
}

void pass_volume_place(pass_kind k, const pass_volume *v, const pass_body *b, const fk_pose *pose,
                       pass_volume *out)
{
    switch (k) {
    case PASS_SPHERE:
        out->sphere = fk_sphere_place(&v->sphere, pose);
        break;
    case PASS_OBB:
        out->obb = fk_obb_place(&v->obb, pose);
        break;
    case PASS_AABB:
        out->aabb = fk_aabb_place(&v->aabb, pose);
        break;
    case PASS_AABB_TIGHT: /* from all points; those of the hull would do, and the thesis has no hull yet */
        fk_aabb_build_placed(b->point, b->count, pose, &out->aabb);
        break;
    default:
        out->kdop = fk_kdop_place(&v->kdop, pose);
        break;
    }
}

bool pass_volumes_meet(pass_kind k, const pass_volume *a, const pass_volume *b)
{
    switch (k) {
    case PASS_SPHERE:
        return fk_sphere_meets(&a->sphere, &b->sphere);
    case PASS_OBB:
        return fk_obb_meets(&a->obb, &b->obb);
    case PASS_AABB:
    case PASS_AABB_TIGHT:
        return fk_aabb_meets(a->aabb, b->aabb);
    default:
        return fk_kdop_meets(&a->kdop, &b->kdop);
    }
}

/* ---- Output -------------------------------------------------------------------------------------------- */

const pass_row pass_printed[PASS_PAIRS][PASS_KINDS] = {
    {[PASS_SPHERE] = {9890, 4.35, 42.15, 0, 28},
     [PASS_OBB] = {10612, 4.6, 24.86, 0, 108},
     [PASS_AABB] = {10339, 3.75, 51.11, 1.75, 42}},
    {[PASS_SPHERE] = {11242, 4.32, 21.38, 0, 28},
     [PASS_OBB] = {10408, 5, 15.09, 0, 108},
     [PASS_AABB] = {9727, 4.1, 18.81, 1.2, 42}},
};

static void put_row(json_text *line, const pass_row *r)
{
    json_put(line, "\"total_ms\":");
    r->total_ms > 0 ? json_put_number(line, r->total_ms) : json_put(line, "null");
    json_put(line, ",\"test_us\":");
    r->test_us > 0 ? json_put_number(line, r->test_us) : json_put(line, "null");
    json_put(line, ",\"positives_percent\":");
    json_put_number(line, r->positives);
    json_put(line, ",\"bytes\":");
    r->bytes > 0 ? json_put_whole(line, r->bytes) : json_put(line, "null");
    json_put(line, ",\"recompute_us\":");
    r->recompute_us > 0 ? json_put_number(line, r->recompute_us) : json_put(line, "null");
}

static void print_json(int pair, const char *key, const char *name, const pass_row *ours,
                       const pass_row *theirs)
{
    json_text line = {0};
    json_put(&line, "{\"pair\":");
    json_put_whole(&line, (uint64_t)pair + 1);
    json_put(&line, ",\"objects\":[\"");
    json_put(&line, pass_objects[pair][0].name);
    json_put(&line, "\",\"");
    json_put(&line, pass_objects[pair][1].name);
    json_put(&line, "\"],\"");
    json_put(&line, key);
    json_put(&line, "\":\"");
    json_put(&line, name);
    json_put(&line, "\",");
    put_row(&line, ours);
    json_put(&line, theirs->positives > 0 ? ",\"thesis\":{" : ",\"thesis\":null");
    if (theirs->positives > 0) {
        put_row(&line, theirs);
        json_put(&line, "}");
    }
    json_put(&line, "}\n");
    cli_write(line.text, line.length);
}

void pass_print_both(const char *format, double ours, double theirs)
{
    char text[2][24];
    snprintf(text[0], sizeof text[0], format, ours);
    snprintf(text[1], sizeof text[1], format, theirs);
    cli_print("  %9s %8s", ours > 0 ? text[0] : "-", theirs > 0 ? text[1] : "-");
}

static void print_row(const char *name, const pass_row *ours, const pass_row *theirs)
{
    cli_print("%-10s", name);
    pass_print_both("%.1f", ours->total_ms, theirs->total_ms);
    pass_print_both("%.3f", ours->test_us, theirs->test_us);
    pass_print_both("%.2f", ours->positives, theirs->positives);
    pass_print_both("%.0f", (double)ours->bytes, (double)theirs->bytes);
    pass_print_both("%.3f", ours->recompute_us, theirs->recompute_us);
    cli_print("\n");
}

void pass_print_head(const char *key, int pair, int positions)
{
    const pass_object *a = &pass_objects[pair][0], *b = &pass_objects[pair][1];
    cli_print("%sO%d %s, %u triangles; O%d %s, %u triangles; %d positions\n", pair > 0 ? "\n" : "",
              2 * pair + 1, a->name, a->triangles, 2 * pair + 2, b->name, b->triangles, positions);
    cli_print("%-10s  %18s  %18s  %18s  %18s  %18s\n", "", "total ms", "test us", "positives %", "bytes",
              "recompute us");
    cli_print("%-10s", key);
    for (int i = 0; i < 5; i++)
        cli_print("  %9s %8s", "farkas", "thesis");
    cli_print("\n");
}

void pass_print(const papers_settings *settings, int pair, const char *key, const char *name,
                const pass_row *ours, const pass_row *theirs)
{
    if (settings->json)
        print_json(pair, key, name, ours, theirs);
    else
        print_row(name, ours, theirs);
}
