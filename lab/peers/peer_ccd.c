/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* libccd: GJK and MPR. Support functions as a user would write them: a box by its three half-axes, polyhedra by a look
 * at all corners, round shapes by their core. With poses, a support turns the direction into local coordinates, and its point back, by a matrix.
 * All settings are those of CCD_INIT. */

#include "peers/shapes.h"

#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <math.h>

typedef struct ccd_object {
    ccd_vec3_t center;
    ccd_vec3_t half[3]; /* box: half-axes; capsule: half[0] leads from the centre to an end */
    double radius;
    size_t count;
    ccd_vec3_t *point;
} ccd_object;

typedef struct ccd_pair {
    ccd_object a, b;
    const ccd_t *ccd;
} ccd_pair;

/* ---- Supports ------------------------------------------------------------------------------------------ */

static void support_box(const void *shape, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    const ccd_object *box = shape;
    double x = box->center.v[0], y = box->center.v[1], z = box->center.v[2];
    for (int i = 0; i < 3; i++) {
        const double *h = box->half[i].v, *d = direction->v;
        double sign = h[0] * d[0] + h[1] * d[1] + h[2] * d[2] >= 0 ? 1 : -1;
        x += sign * h[0];
        y += sign * h[1];
        z += sign * h[2];
    }
    ccdVec3Set(out, x, y, z);
}

static void support_points(const void *shape, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    const ccd_object *points = shape;
    const ccd_vec3_t *best = points->point;
    double most = ccdVec3Dot(best, direction);
    for (size_t i = 1; i < points->count; i++) {
        double reach = ccdVec3Dot(&points->point[i], direction);
        if (reach > most) {
            most = reach;
            best = &points->point[i];
        }
    }
    *out = *best;
}

static void support_sphere(const void *shape, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    const ccd_object *sphere = shape;
    *out = *direction;
    ccdVec3Normalize(out);
    ccdVec3Scale(out, sphere->radius);
    ccdVec3Add(out, &sphere->center);
}

static void support_capsule(const void *shape, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    const ccd_object *capsule = shape;
    support_sphere(shape, direction, out);
    if (ccdVec3Dot(&capsule->half[0], direction) >= 0)
        ccdVec3Add(out, &capsule->half[0]);
    else
        ccdVec3Sub(out, &capsule->half[0]);
}

static void support_cylinder(const void *shape, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    const ccd_object *cylinder = shape;
    const ccd_vec3_t *axis = &cylinder->half[0];
    double along = ccdVec3Dot(axis, direction);
    ccd_vec3_t end = *axis;
    *out = *axis;
    ccdVec3Scale(out, -along / ccdVec3Len2(axis));
    ccdVec3Add(out, direction);
    double length = sqrt(ccdVec3Len2(out));
    ccdVec3Scale(out, length > 0 ? cylinder->radius / length : 0);
    ccdVec3Scale(&end, along >= 0 ? 1 : -1);
    ccdVec3Add(out, &end);
    ccdVec3Add(out, &cylinder->center);
}

static void object_center(const void *shape, ccd_vec3_t *out)
{
    *out = ((const ccd_object *)shape)->center;
}

static ccd_support_fn choose_support(fk_kind kind)
{
    return kind == FK_KIND_BOX        ? support_box
           : kind == FK_KIND_SPHERE   ? support_sphere
           : kind == FK_KIND_CAPSULE  ? support_capsule
           : kind == FK_KIND_CYLINDER ? support_cylinder
                                      : support_points;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static ccd_vec3_t ccd_vector(fk_vec3 v)
{
    ccd_vec3_t out;
    ccdVec3Set(&out, v.x, v.y, v.z);
    return out;
}

static ccd_object make_object(const fk_piece *piece)
{
    ccd_object out = {.center = ccd_vector(bench_middle(piece))};
    if (piece->kind == FK_KIND_BOX) {
        bench_box box = bench_make_box(piece);
        for (int i = 0; i < 3; i++)
            ccdVec3Set(&out.half[i], box.axis[i][0] * box.half[i], box.axis[i][1] * box.half[i],
                       box.axis[i][2] * box.half[i]);
    } else if (piece->kind == FK_KIND_SPHERE) {
        out.radius = piece->as.sphere.radius;
    } else if (bench_has_axis(piece->kind)) {
        fk_vec3 axis = fk_vec3_sub(piece->as.capsule.end[1], piece->as.capsule.end[0]);
        out.half[0] = ccd_vector(fk_vec3_scale(axis, 0.5));
        out.radius = piece->as.capsule.radius;
    } else {
        fk_vec3 *point = bench_vertices(piece, &out.count);
        out.point = bench_allocate(out.count, sizeof *out.point);
        for (size_t i = 0; i < out.count; i++)
            out.point[i] = ccd_vector(point[i]);
    }
    return out;
}

static void *prepare_objects(const bench_set *set)
{
    static ccd_t ccd[FK_KIND_COUNT][FK_KIND_COUNT];
    ccd_pair *out = bench_allocate(set->count, sizeof *out);
    for (size_t i = 0; i < set->count; i++) {
        const fk_piece *a = &set->pair[i].a, *b = &set->pair[i].b;
        ccd_t *settings = &ccd[a->kind][b->kind];
        CCD_INIT(settings);
        settings->support1 = choose_support(a->kind);
        settings->support2 = choose_support(b->kind);
        settings->center1 = settings->center2 = object_center;
        out[i].a = make_object(a);
        out[i].b = make_object(b);
        out[i].ccd = settings;
    }
    return out;
}

/* ---- Shapes with poses --------------------------------------------------------------------------------- */

typedef struct posed_object {
    ccd_object object;
    ccd_support_fn support;
    fk_pose pose;
} posed_object;

typedef struct posed_pair {
    posed_object a, b;
} posed_pair;

static void place_vector(const fk_pose *pose, const ccd_vec3_t *local, ccd_vec3_t *out)
{
    const double *v = local->v, (*r)[3] = pose->rotation;
    ccdVec3Set(out, r[0][0] * v[0] + r[0][1] * v[1] + r[0][2] * v[2] + pose->translation.x,
               r[1][0] * v[0] + r[1][1] * v[1] + r[1][2] * v[2] + pose->translation.y,
               r[2][0] * v[0] + r[2][1] * v[1] + r[2][2] * v[2] + pose->translation.z);
}

static void support_posed(const void *shape, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    const posed_object *posed = shape;
    const double *d = direction->v, (*r)[3] = posed->pose.rotation;
    ccd_vec3_t turned, point;
    ccdVec3Set(&turned, r[0][0] * d[0] + r[1][0] * d[1] + r[2][0] * d[2],
               r[0][1] * d[0] + r[1][1] * d[1] + r[2][1] * d[2],
               r[0][2] * d[0] + r[1][2] * d[1] + r[2][2] * d[2]);
    posed->support(&posed->object, &turned, &point);
    place_vector(&posed->pose, &point, out);
}

static void posed_center(const void *shape, ccd_vec3_t *out)
{
    const posed_object *posed = shape;
    place_vector(&posed->pose, &posed->object.center, out);
}

static void *prepare_posed(const bench_set *set)
{
    posed_pair *out = bench_allocate(set->count, sizeof *out);
    for (size_t i = 0; i < set->count; i++) {
        const fk_piece *a = &set->pair[i].a, *b = &set->pair[i].b;
        out[i].a = (posed_object){make_object(a), choose_support(a->kind), set->place[i].a};
        out[i].b = (posed_object){make_object(b), choose_support(b->kind), set->place[i].b};
    }
    return out;
}

static ccd_t posed_settings(void)
{
    ccd_t out;
    CCD_INIT(&out);
    out.support1 = out.support2 = support_posed;
    out.center1 = out.center2 = posed_center;
    return out;
}

static void test_posed_gjk(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const posed_pair *p = data;
    ccd_t ccd = posed_settings();
    for (size_t i = begin; i < end; i++)
        answer[i] = ccdGJKIntersect(&p[i].a, &p[i].b, &ccd) ? BENCH_MEETS : BENCH_APART;
}

static void test_posed_mpr(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const posed_pair *p = data;
    ccd_t ccd = posed_settings();
    for (size_t i = begin; i < end; i++)
        answer[i] = ccdMPRIntersect(&p[i].a, &p[i].b, &ccd) ? BENCH_MEETS : BENCH_APART;
}

/* ---- Queries ------------------------------------------------------------------------------------------- */

static void test_gjk(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const ccd_pair *p = data;
    for (size_t i = begin; i < end; i++)
        answer[i] = ccdGJKIntersect(&p[i].a, &p[i].b, p[i].ccd) ? BENCH_MEETS : BENCH_APART;
}

static void test_mpr(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const ccd_pair *p = data;
    for (size_t i = begin; i < end; i++)
        answer[i] = ccdMPRIntersect(&p[i].a, &p[i].b, p[i].ccd) ? BENCH_MEETS : BENCH_APART;
}

int main(int argc, char **argv)
{
    static const bench_method methods[] = {
        {"libccd GJK", "verdict", bench_knows_all, prepare_objects, test_gjk, NULL, NULL},
        {"libccd MPR", "verdict", bench_knows_all, prepare_objects, test_mpr, NULL, NULL},
        {"libccd GJK", "posed", bench_knows_cylinders, prepare_posed, test_posed_gjk, NULL, NULL},
        {"libccd MPR", "posed", bench_knows_cylinders, prepare_posed, test_posed_mpr, NULL, NULL},
    };
    static const bench_library library = {"libccd " PEER_VERSION, true, methods, 4};
    return bench_main(argc, argv, &library);
}
