/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Questions about bodies and motions with the answers of the library here, for farkas_wasm.mjs: one JSON value per line.
 *
 *     {"mesh":{"vertices":[...],"triangles":[...]}}      body k is the k-th mesh or piece
 *     {"piece":"sphere 0 0 0 1"}
 *     {"ask":[a,b],"poses":[[12],[12]],"limit":null,"answer":[verdict, lo, hi, points, parts, box of a]}
 *     {"motion":{"frames":[...],"tracks":[...]}}
 *     {"frame":k,"time":t,"answer":[12]}
 *     {"hash":"..."}                                    FNV-1a over the numbers of all answers, bit by bit
 *
 * An infinity is null, and no part is -1. */

#include "farkas/farkas.h"
#include "gen/generate.h"
#include "gen/family.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PIECES = 36, MOST_BODIES = 64, POSES = 8, MOTION_TIMES = 60 };

static uint64_t hash = UINT64_C(0xcbf29ce484222325);

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static void print_number(double value)
{
    char text[FK_NUMBER_SIZE];
    fk_number_format(value, text);
    fputs(isinf(value) ? "null" : text, stdout);
}

static void print_numbers(const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "[" : ",", stdout);
        print_number(value[i]);
    }
    fputs(count == 0 ? "[]" : "]", stdout);
}

/* As twelve numbers, the rows of (R | t). */
static void rows_of(const fk_pose *pose, double out[12])
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out[4 * i + k] = pose->rotation[i][k];
        out[4 * i + 3] = fk_vec3_get(pose->translation, i);
    }
}

static void print_pose(const fk_pose *pose)
{
    double row[12];
    rows_of(pose, row);
    print_numbers(row, 12);
}

static void print_answer(const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &value[i], sizeof bits);
        for (int k = 0; k < 8; k++)
            hash = (hash ^ (bits >> (8 * k) & 0xff)) * UINT64_C(0x100000001b3);
    }
    fputs(",\"answer\":", stdout);
    print_numbers(value, count);
    fputs("}\n", stdout);
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

typedef struct cases {
    fk_context *context;
    fk_model *model[MOST_BODIES];
    fk_collider *body[MOST_BODIES];
    uint32_t model_count, body_count;
} cases;

static void print_mesh(const fk_mesh *mesh)
{
    fputs("{\"mesh\":{\"vertices\":", stdout);
    print_numbers(&mesh->point[0].x, 3 * (size_t)mesh->vertex_count);
    fputs(",\"triangles\":[", stdout);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *corner = mesh->triangle[i].corner;
        printf("%s%" PRIu32 ",%" PRIu32 ",%" PRIu32, i == 0 ? "" : ",", corner[0], corner[1], corner[2]);
    }
    fputs("]}}\n", stdout);
}

/* The first part of each kind of mesh. */
static bool add_meshes(cases *c)
{
    for (size_t kind = 0; kind < fk_generate_count(); kind++) {
        fk_generate_options options = {.triangles = 300};
        fk_model *model;
        if (fk_generate(c->context, kind, &options, &model) != FK_OK)
            return false;
        c->model[c->model_count++] = model;
        print_mesh(&model->part[0]);
        if (fk_collider_of_mesh(c->context, &model->part[0], NULL, &c->body[c->body_count++]) != FK_OK)
            return false;
    }
    return true;
}

/* Pairs that touch, of each kind, one after the other. */
static bool add_pieces(cases *c)
{
    for (uint64_t i = 0; i < PIECES; i++) {
        char text[8 * FK_PIECE_TEXT_SIZE];
        fk_family_pair pair;
        fk_kind kind = (fk_kind)(1 + i / 2 % (FK_KIND_COUNT - 1));
        fk_family_make(fk_family_find("touch-face"), kind, FK_KIND_BOX, 7, i / 2, &pair);
        const fk_piece *piece = i % 2 == 0 ? &pair.a : &pair.b;
        fk_piece_format(piece, text, sizeof text);
        printf("{\"piece\":\"%s\"}\n", text);
        if (fk_collider_of_pieces(c->context, piece, 1, &c->body[c->body_count++]) != FK_OK)
            return false;
    }
    return true;
}

/* ---- Questions ----------------------------------------------------------------------------------------- */

static double part_number(uint32_t part)
{
    return part == FK_NONE ? -1.0 : (double)part;
}

static bool ask(const cases *c, const uint32_t index[2], const fk_pose pose[2], double limit)
{
    fk_placed_collider a = {c->body[index[0]], pose[0]}, b = {c->body[index[1]], pose[1]};
    fk_collider_distance d;
    fk_verdict verdict;
    fk_aabb box;
    if (fk_collider_box(&a, &box) != FK_OK ||
        fk_collider_verdict(c->context, &a, &b, NULL, &verdict) != FK_OK ||
        fk_collider_measure(c->context, &a, &b, limit, &d) != FK_OK)
        return false;
    bool has = d.distance.hi < INFINITY;
    fk_vec3 none = {0, 0, 0}, p = has ? d.point_a : none, q = has ? d.point_b : none;
    double answer[] = {(double)verdict,
                       d.distance.lo,
                       d.distance.hi,
                       p.x,
                       p.y,
                       p.z,
                       q.x,
                       q.y,
                       q.z,
                       has ? part_number(d.part_a) : -1,
                       has ? part_number(d.part_b) : -1,
                       box.min.x,
                       box.min.y,
                       box.min.z,
                       box.max.x,
                       box.max.y,
                       box.max.z};
    printf("{\"ask\":[%" PRIu32 ",%" PRIu32 "],\"poses\":[", index[0], index[1]);
    print_pose(&pose[0]);
    fputs(",", stdout);
    print_pose(&pose[1]);
    fputs("],\"limit\":", stdout);
    print_number(limit);
    print_answer(answer, sizeof answer / sizeof answer[0]);
    return true;
}

/* Every other one turned by right angles and moved by eighths, so that some touch. */
static fk_pose draw_pose(fk_random *random, bool is_even)
{
    double move[3], turn[3];
    for (int k = 0; k < 3; k++) {
        move[k] = is_even ? (double)fk_random_below(random, 17) / 8 - 1 : fk_random_between(random, -1, 1);
        turn[k] = is_even ? 90.0 * (double)fk_random_below(random, 4) : fk_random_between(random, -180, 180);
    }
    return fk_pose_from_rpy_deg(fk_vec3_make(move[0], move[1], move[2]),
                                fk_vec3_make(turn[0], turn[1], turn[2]));
}

/* By the width of a body along x, so that it touches itself where its sides are flat. */
static fk_pose shift_pose(const fk_collider *body)
{
    fk_placed_collider placed = {body, fk_pose_identity()};
    fk_aabb box;
    if (fk_collider_box(&placed, &box) == FK_OK && isfinite(box.max.x - box.min.x))
        placed.pose.translation.x = box.max.x - box.min.x;
    return placed.pose;
}

/* Each body with the next one, as they stand; with itself beside it; and with some others. */
static bool ask_all(const cases *c)
{
    fk_random random = fk_random_make(3);
    for (uint32_t i = 0; i < c->body_count; i++) {
        uint32_t next[2] = {i, (i + 1) % c->body_count}, itself[2] = {i, i};
        fk_pose beside[2] = {fk_pose_identity(), shift_pose(c->body[i])};
        fk_pose still[2] = {fk_pose_identity(), fk_pose_identity()};
        if (!ask(c, next, still, INFINITY) || !ask(c, itself, beside, INFINITY))
            return false;
        for (uint32_t k = 0; k < POSES; k++) {
            uint32_t index[2] = {i, (uint32_t)fk_random_below(&random, c->body_count)};
            fk_pose pose[2] = {draw_pose(&random, k % 2 == 0), draw_pose(&random, k % 2 == 0)};
            if (!ask(c, index, pose, k % 4 == 3 ? 0.25 : INFINITY))
                return false;
        }
    }
    return true;
}

/* ---- Motions ------------------------------------------------------------------------------------------- */

static const fk_key keys[] = {
    {0, {-3, 0.5, 0.25}, {0, 0, 0, 1}}, {1, {0.25, 0, 0.5}, {1, 2, 3, 4}}, {2.5, {3, 1, -1}, {-3, 1, 2, 2}}};
static const double track_time[] = {0, 1, 2.5}, track_value[] = {-1, 0.2, 0.7, -0.4, 2, 1.5};
static const fk_track track = {2, 3, track_time, track_value};

static void print_index(const char *name, uint32_t index)
{
    if (index == FK_NONE)
        printf(",\"%s\":null", name);
    else
        printf(",\"%s\":%" PRIu32, name, index);
}

static void print_frame(const fk_frame *f)
{
    static const char *const kind[] = {"fixed", "turns", "slides", "keys"};
    printf("{\"kind\":\"%s\",\"origin\":", kind[f->kind]);
    print_pose(&f->origin);
    fputs(",\"axis\":", stdout);
    print_numbers(&f->axis.x, 3);
    print_index("parent", f->parent);
    print_index("track", f->track);
    print_index("variable", f->variable);
    fputs(",\"factor\":", stdout);
    print_number(f->factor);
    fputs(",\"offset\":", stdout);
    print_number(f->offset);
    fputs(",\"keys\":[", stdout);
    for (uint32_t i = 0; i < f->key_count; i++) {
        fputs(i == 0 ? "" : ",", stdout);
        print_numbers(&f->key[i].time, 8);
    }
    fputs("]}", stdout);
}

static void print_motion(const fk_frame *frame, uint32_t count)
{
    fputs("{\"motion\":{\"frames\":[", stdout);
    for (uint32_t i = 0; i < count; i++) {
        fputs(i == 0 ? "" : ",", stdout);
        print_frame(&frame[i]);
    }
    fputs("],\"tracks\":[{\"time\":", stdout);
    print_numbers(track_time, 3);
    fputs(",\"value\":[", stdout);
    for (int i = 0; i < 3; i++) {
        fputs(i == 0 ? "" : ",", stdout);
        print_numbers(track_value + 2 * i, 2);
    }
    fputs("]}]}}\n", stdout);
}

/* A frame of each kind; the last one stands on the others. */
static bool ask_motion(fk_context *context)
{
    fk_pose origin = fk_pose_from_rpy(fk_vec3_make(0.3, -0.2, 1), fk_vec3_make(0.1, 0.2, 0.3));
    fk_frame frame[] = {
        {.parent = FK_NONE, .origin = origin, .variable = FK_NONE, .factor = 1},
        {.parent = 0, .origin = origin, .kind = FK_FRAME_REVOLUTE, .axis = {1, 2, 3}, .factor = 1},
        {.parent = 1,
         .origin = origin,
         .kind = FK_FRAME_PRISMATIC,
         .axis = {0, 3, 4},
         .variable = 1,
         .factor = -2},
        {.parent = FK_NONE, .origin = origin, .kind = FK_FRAME_KEYS, .key_count = 3, .key = keys},
        {.parent = 2, .origin = origin, .kind = FK_FRAME_KEYS, .key_count = 2, .key = keys + 1},
        {.parent = 4,
         .origin = origin,
         .kind = FK_FRAME_REVOLUTE,
         .axis = {0, 0, 1},
         .variable = FK_NONE,
         .factor = 1,
         .offset = 0.75}};
    uint32_t count = sizeof frame / sizeof frame[0];
    fk_motion *motion;
    if (fk_motion_create(context, frame, count, &track, 1, &motion) != FK_OK)
        return false;
    print_motion(frame, count);
    for (uint32_t i = 0; i < MOTION_TIMES * count; i++) {
        double time = 0.061 * (i / count) - 0.3, row[12];
        fk_pose pose = fk_motion_pose(motion, i % count, time);
        rows_of(&pose, row);
        printf("{\"frame\":%" PRIu32 ",\"time\":", i % count);
        print_number(time);
        print_answer(row, 12);
    }
    fk_motion_free(context, motion);
    return true;
}

int main(void)
{
    cases c = {0};
    bool good = fk_context_create(NULL, &c.context) == FK_OK && add_meshes(&c) && add_pieces(&c) &&
                ask_all(&c) && ask_motion(c.context);
    printf("{\"hash\":\"%016" PRIx64 "\"}\n", hash);
    for (uint32_t i = 0; i < c.body_count; i++)
        fk_collider_free(c.context, c.body[i]);
    for (uint32_t i = 0; i < c.model_count; i++)
        fk_model_free(c.context, c.model[i]);
    fk_context_destroy(c.context);
    return good ? 0 : 1;
}
