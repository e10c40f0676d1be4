/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Explains a method: runs it with a trace, and turns each step into a drawing and a text.
 *
 * Drawings use the coordinates of the world, but numbers beyond 1e60 or below 1e-60 are scaled by a power of two. For
 * gjk and cw, the Minkowski difference is drawn to the right of the bodies. The camera looks across the separating
 * direction, if one was found, so that the distance is visible. */

#include "explain_private.h"

#include "camera.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ANGLE (24 * 3.14159265358979323846 / 180)

/* ---- Preparing ----------------------------------------------------------------------------------------- */

static double largest_coordinate(const fk_piece *piece)
{
    double most = 0;
    uint32_t count = piece->kind == FK_KIND_HULL ? piece->as.hull.count : 1;
    fk_vec3 v[4] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t filled = 1;
        if (piece->kind == FK_KIND_HULL) {
            v[0] = fk_piece_vertex_at(piece, i);
        } else if (piece->kind == FK_KIND_SPHERE) {
            v[0] = piece->as.sphere.center;
            v[1].x = piece->as.sphere.radius;
            filled = 2;
        } else if (piece->kind == FK_KIND_CAPSULE || piece->kind == FK_KIND_CYLINDER ||
                   piece->kind == FK_KIND_CONE) {
            v[0] = piece->as.capsule.end[0];
            v[1] = piece->as.capsule.end[1];
            v[2].x = piece->as.capsule.radius;
            filled = 3;
        } else {
            filled = piece->kind == FK_KIND_POINT      ? 1
                     : piece->kind == FK_KIND_SEGMENT  ? 2
                     : piece->kind == FK_KIND_TRIANGLE ? 3
                                                       : 4;
            memcpy(v, &piece->as, filled * sizeof v[0]);
        }
        for (uint32_t k = 0; k < filled; k++)
            most = fmax(most, fmax(fabs(v[k].x), fmax(fabs(v[k].y), fabs(v[k].z))));
    }
    return most;
}

static double choose_scale(const fk_piece *a, const fk_piece *b)
{
    double most = fmax(largest_coordinate(a), largest_coordinate(b));
    if (!(most > 0) || (most < 1e60 && most > 1e-60))
        return 1;
    int exponent;
    frexp(most, &exponent);
    return ldexp(1, exponent < -1000 ? 1000 : exponent > 1000 ? -1000 : -exponent);
}

/* Runs the method once for the number of steps, and again for the steps. */
static fk_status run_method(explanation *e, const fk_piece *a, const fk_piece *b)
{
    fk_trace trace = {NULL, 0, 0};
    fk_pair_query query = {a, b, e->method, FK_PART_ALL, &trace};
    fk_status status = fk_pair_answer(&query, &e->answer);
    if (status != FK_OK || trace.count == 0)
        return status;
    e->step = fk_allocate(e->context, trace.count * sizeof *e->step);
    if (e->step == NULL)
        return FK_ERROR_MEMORY;
    e->step_count = trace.count;
    trace = (fk_trace){e->step, e->step_count, 0};
    return fk_pair_answer(&query, &e->answer);
}

static fk_sphere body_sphere(const explain_body *body)
{
    fk_sphere ball = {body->middle, 0};
    if (fk_sphere_build(body->point, body->point_count, &ball) != FK_OK)
        return ball;
    ball.radius += body->radius;
    return ball;
}

/* Finds the most important direction: the separating one. */
static bool find_key_direction(const explanation *e, fk_vec3 *out)
{
    const fk_answer *answer = e->answer.filled & FK_PART_PLANE ? &e->answer : &e->truth;
    *out = vector_unit(answer->plane.normal, fk_vec3_make(0, 0, 0));
    return answer->filled & FK_PART_PLANE && vector_length(*out) > 0.5;
}

/* Chooses a direction across the key direction, as near to the corner view as possible, and never from far above or
 * below. */
static void choose_view_direction(explanation *e)
{
    const fk_vec3 corner = fk_vec3_negate(camera_side_direction(FK_SIDE_CORNER));
    fk_vec3 n, from = corner;
    if (find_key_direction(e, &n)) {
        fk_vec3 across = vector_along(from, n, -fk_vec3_dot(from, n));
        if (vector_length(across) > 0.45)
            from = vector_unit(across, from);
        else
            from = vector_unit(fk_vec3_make(corner.x + 0.8 * n.y, corner.y - 0.8 * n.x, corner.z), from);
        if (fabs(from.z) > 0.8)
            from = corner;
        if (from.z < -0.2)
            from = vector_unit(fk_vec3_make(from.x, from.y, 0.2), corner);
    }
    e->look = fk_vec3_negate(vector_unit(from, corner));
    e->right = vector_unit(fk_vec3_cross(e->look, fk_vec3_make(0, 0, 1)), fk_vec3_make(1, 0, 0));
    e->up = fk_vec3_cross(e->right, e->look);
}

static fk_status prepare_explanation(explanation *e, const fk_piece *a, const fk_piece *b)
{
    fk_pair_query query = fk_pair_query_default(a, b);
    fk_status status = run_method(e, a, b);
    if (status == FK_OK)
        status = fk_pair_answer(&query, &e->truth);
    if (status != FK_OK)
        return status;
    e->is_verified = e->answer.filled & FK_PART_CERTIFICATE && fk_verify(a, b, &e->answer.certificate);
    e->scale = choose_scale(a, b);
    status = explain_body_make(e->context, a, e->scale, &e->body[0]);
    if (status == FK_OK)
        status = explain_body_make(e->context, b, e->scale, &e->body[1]);
    if (status != FK_OK)
        return status;
    fk_sphere ball[2] = {body_sphere(&e->body[0]), body_sphere(&e->body[1])};
    e->bodies = fk_sphere_merge(&ball[0], &ball[1]);
    if (!(e->bodies.radius > 0))
        e->bodies.radius = 1;
    choose_view_direction(e);
    e->has_difference = e->method == FK_METHOD_GJK || e->method == FK_METHOD_CW;
    return e->has_difference ? explain_difference_make(e) : FK_OK;
}

/* Finishes a new explanation, or frees it. */
static fk_status finish_explanation(explanation *e, fk_status status, explanation **out)
{
    if (status == FK_OK)
        *out = e;
    else
        explain_free(e);
    return status;
}

static explanation *allocate_explanation(fk_context *context, fk_method method)
{
    explanation *e = fk_allocate(context, sizeof *e);
    if (e == NULL)
        return NULL;
    memset(e, 0, sizeof *e);
    e->context = context;
    e->method = method;
    return e;
}

fk_status explain_create(fk_context *context, fk_method method, const fk_piece *a, const fk_piece *b,
                         explanation **out)
{
    if (method == FK_METHOD_EXACT || (unsigned)method >= FK_METHOD_COUNT)
        return FK_ERROR_METHOD;
    for (int k = 0; k < 2; k++) {
        fk_status status = fk_piece_check(k == 0 ? a : b);
        if (status != FK_OK)
            return status;
    }
    if (!fk_method_knows(method, a->kind, b->kind))
        return FK_ERROR_METHOD;
    explanation *e = allocate_explanation(context, method);
    return e != NULL ? finish_explanation(e, prepare_explanation(e, a, b), out) : FK_ERROR_MEMORY;
}

fk_status explain_create_collide(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                 explanation **out)
{
    if (a->mesh->triangle_count == 0 || b->mesh->triangle_count == 0)
        return FK_ERROR_ARGUMENT;
    explanation *e = allocate_explanation(context, FK_METHOD_EXACT);
    if (e == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = explain_collide_make(e, a, b);
    if (status == FK_OK && !(e->bodies.radius < 1e60))
        status = FK_ERROR_NOT_FINITE;
    e->scale = 1;
    choose_view_direction(e);
    return finish_explanation(e, status, out);
}

fk_status explain_create_from_options(fk_context *context, const fk_explain_options *options,
                                      explanation **out)
{
    explanation *e = NULL;
    fk_status status = options->mesh_a != NULL
                           ? explain_create_collide(context, options->mesh_a, options->mesh_b, &e)
                           : explain_create(context, options->method, options->a, options->b, &e);
    if (status != FK_OK)
        return status;
    explain_set_names(e, options->name_a != NULL ? options->name_a : "",
                      options->name_b != NULL ? options->name_b : "");
    *out = e;
    return FK_OK;
}

void explain_free(explanation *e)
{
    if (e == NULL)
        return;
    fk_context *context = e->context;
    explain_collide_free(context, e->collide);
    for (int k = 0; k < 2; k++)
        explain_body_free(context, &e->body[k]);
    for (uint32_t i = 0; i < e->patch_count; i++)
        fk_mesh_free(context, e->patch[i].mesh);
    fk_release(context, e->patch, e->patch_capacity * sizeof *e->patch);
    if (e->difference != NULL)
        fk_hull_free(context, e->difference);
    if (e->difference_mesh != NULL)
        fk_mesh_free(context, e->difference_mesh);
    if (e->ball_mesh != NULL)
        fk_mesh_free(context, e->ball_mesh);
    fk_release(context, e->step, e->step_count * sizeof *e->step);
    fk_release(context, e, sizeof *e);
}

/* Cut between two characters of UTF-8 where it is too long. */
static void copy_name(char out[64], const char *name)
{
    size_t length = strlen(name);
    for (length = length < 63 ? length : 63; length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80;)
        length--;
    memcpy(out, name, length);
    out[length] = 0;
}

void explain_set_names(explanation *e, const char *a, const char *b)
{
    copy_name(e->name[0], a);
    copy_name(e->name[1], b);
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

uint32_t explain_step_count(const explanation *e)
{
    return e->step_count + 2;
}

const fk_answer *explain_answer(const explanation *e)
{
    return &e->answer;
}

static bool is_minkowski_step(const fk_trace_step *step)
{
    return step->kind == FK_STEP_SIMPLEX || step->kind == FK_STEP_VECTOR;
}

fk_status explain_draw(explanation *e, uint32_t step, drawing *out, explain_text *text)
{
    if (step >= explain_step_count(e))
        return FK_ERROR_ARGUMENT;
    explain_pen pen = {e, step, 0, out, text, false};
    drawing_empty(out);
    memset(text, 0, sizeof *text);
    if (e->collide != NULL)
        explain_collide_step(&pen);
    else if (step == 0)
        explain_draw_question(&pen);
    else if (step == e->step_count + 1)
        explain_draw_answer(&pen);
    else if (is_minkowski_step(&e->step[step - 1]))
        explain_minkowski_step(&pen, step - 1);
    else if (e->step[step - 1].kind == FK_STEP_AXIS)
        explain_sat_step(&pen, step - 1);
    else
        explain_inequality_step(&pen, step - 1);
    return pen.failed ? FK_ERROR_MEMORY : FK_OK;
}

/* ---- Camera -------------------------------------------------------------------------------------------- */

/* Axes and planes, drawn around the bodies, extend farther than these. */
static double drawn_radius(const explanation *e)
{
    return e->has_difference || e->collide != NULL ? e->bodies.radius : 1.25 * e->bodies.radius;
}

/* Returns the two balls drawn side by side, or the same one twice. */
static void side_spheres(const explanation *e, fk_sphere ball[2])
{
    ball[0] = ball[1] = (fk_sphere){e->bodies.center, drawn_radius(e)};
    if (!e->has_difference)
        return;
    ball[1].center = fk_vec3_add(e->difference_ball.center, e->origin);
    ball[1].radius = e->difference_ball.radius;
}

fk_sphere explain_bounding_sphere(const explanation *e)
{
    fk_sphere ball[2];
    side_spheres(e, ball);
    return fk_sphere_merge(&ball[0], &ball[1]);
}

fk_camera explain_camera(const explanation *e, double aspect)
{
    fk_sphere ball[2];
    side_spheres(e, ball);
    /* Both are at the same height and depth in the picture. */
    double half = tan(ANGLE / 2), tall = fmax(ball[0].radius, ball[1].radius);
    double wide = 0.5 * vector_length(fk_vec3_sub(ball[1].center, ball[0].center)) +
                  0.5 * (ball[0].radius + ball[1].radius);
    double away = 1.05 * fmax(tall, wide / aspect) / half + tall;
    fk_vec3 left = vector_along(ball[0].center, e->right, -ball[0].radius);
    fk_vec3 right = vector_along(ball[1].center, e->right, ball[1].radius);
    fk_camera camera = {.target = vector_between(left, right, 0.5), .up = {0, 0, 1}, .angle = ANGLE};
    camera.eye = vector_along(camera.target, e->look, -away);
    return camera;
}
