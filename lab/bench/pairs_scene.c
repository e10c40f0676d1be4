/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The scenes of the benchmark: families of test pairs (gen/family.h), of which only those with rectangular boxes
 * are taken, since peers know no others; and families that exist here only.
 *
 * Hits and misses come mixed, as they were drawn. Truth is proved: method exact answers with a certificate, and the
 * verifier, which shares no code with what is measured, accepts it. Hulls know only random pairs, gaps and motion: other
 * families are random for them. */

#include "bench/pairs_scene.h"
#include "cli.h"
#include "gen/family.h"
#include "gen/family_make.h"
#include "shape/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names --------------------------------------------------------------------------------------------- */

const char *const pairs_kinds[] = {
    "box", "tetra", "box,tetra", "tri", "hull-8", "hull-32", "hull-128", "hull-512", "hull-2048", "sphere",
    "capsule", "cylinder", "cone", "ellipsoid",
    /* rays */
    "ray,sphere", "ray,box", "ray,capsule", "ray,cylinder", "ray,cone", "ray,ellipsoid", "ray,tri",
    "ray,hull-32", "ray,hull-128",
    /* others of contacts and casts */
    "sphere,box", "sphere,capsule", "sphere,cylinder", "sphere,cone", "sphere,ellipsoid", "sphere,hull-32",
    "capsule,box", "capsule,cylinder", "capsule,cone", "capsule,ellipsoid", "capsule,hull-32", "box,cylinder",
    "box,cone", "box,ellipsoid", "box,hull-32", "cylinder,cone", "cylinder,ellipsoid", "cylinder,hull-32",
    "cone,ellipsoid", "cone,hull-32", "ellipsoid,hull-32", NULL};

const char *const pairs_families[] = {"random",
                                      "gap-1e-3",
                                      "gap-1e-6",
                                      "gap-1e-9",
                                      "gap-1e-12",
                                      "gap-1e-15",
                                      "gap-1e-16",
                                      "touch-face",
                                      "touch-edge",
                                      "touch-vertex",
                                      "touch-face-24",
                                      "touch-edge-24",
                                      "touch-vertex-24",
                                      "ulp-apart",
                                      "parallel",
                                      "nearly-parallel",
                                      "axis-aligned",
                                      "identical",
                                      "needles",
                                      "tiny",
                                      "size-1e-6",
                                      "mixed-scale",
                                      "far",
                                      "nested",
                                      "flat",
                                      "crossed",
                                      "moving",
                                      "posed",
                                      "overlapping",
                                      "hit",
                                      "miss",
                                      "graze",
                                      "inside",
                                      NULL};

/* Frames of a scene that moves, and of one whose pieces are crossed. */
#define MOVING_FRAMES  64
#define CROSSED_FRAMES 20

/* The kind of a word, whose end is a comma or a zero. */
static fk_kind find_kind(const char *word, uint32_t *points)
{
    size_t length = strcspn(word, ",-");
    if (word[length] == '-')
        *points = (uint32_t)strtoul(word + length + 1, NULL, 10);
    for (fk_kind kind = FK_KIND_POINT; kind < FK_KIND_COUNT; kind++)
        if (strlen(fk_kind_word(kind)) == length && strncmp(fk_kind_word(kind), word, length) == 0)
            return kind;
    return FK_KIND_POINT; /* "ray" */
}

static pairs_kind find_kinds(const char *name)
{
    pairs_kind out = {.points = 0};
    const char *comma = strchr(name, ',');
    out.a = find_kind(name, &out.points);
    out.b = comma != NULL ? find_kind(comma + 1, &out.points) : out.a;
    return out;
}

/* ---- Rectangular boxes --------------------------------------------------------------------------------- */

/* Edges whose cosines are below this are perpendicular: frames of rounded numbers are. */
#define SQUARE_COSINE 2e-15

static bool is_square(const fk_piece *piece)
{
    if (piece->kind != FK_KIND_BOX)
        return true;
    for (int i = 0; i < 3; i++) {
        fk_vec3 u = piece->as.cell.edge[i], v = piece->as.cell.edge[(i + 1) % 3];
        double scale_u = fmax(fabs(u.x), fmax(fabs(u.y), fabs(u.z)));
        double scale_v = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
        if (scale_u == 0 || scale_v == 0)
            return false;
        u = fk_vec3_make(u.x / scale_u, u.y / scale_u, u.z / scale_u);
        v = fk_vec3_make(v.x / scale_v, v.y / scale_v, v.z / scale_v);
        if (fabs(fk_vec3_dot(u, v)) > SQUARE_COSINE)
            return false;
    }
    return true;
}

/* So many draws without a rectangular box: the family has none. */
#define MOST_DRAWS 100000

/* The next pair of a family with rectangular boxes; *index counts all that were drawn. False after a message. */
static bool draw_family_pair(const char *family, const pairs_kind *kinds, uint64_t seed, uint64_t *index,
                             bench_pair *out)
{
    for (int draws = 0; draws < MOST_DRAWS; draws++) {
        fk_family_pair pair;
        fk_family_make(fk_family_find(family), kinds->a, kinds->b, seed, (*index)++, &pair);
        out->a = pair.a;
        out->b = pair.b;
        if (is_square(&pair.a) && is_square(&pair.b))
            return true;
    }
    cli_trouble("family %s has no rectangular boxes of these kinds", family);
    return false;
}

static fk_piece draw_box(fk_random *random, const fk_drawn_frame *frame, fk_vec3 center,
                         const double length[3])
{
    fk_vec3 edge[3] = {frame->u, frame->v, frame->n};
    for (int i = 0; i < 3; i++)
        edge[i] = fk_vec3_scale(edge[i], length[i]);
    for (int i = 0; i < 3; i++)
        center = fk_vec3_sub(center, fk_vec3_scale(edge[i], 0.5));
    fk_draw_shuffle(random, edge, 3);
    return fk_piece_box(center, edge[0], edge[1], edge[2]);
}

static void draw_lengths(fk_random *random, double low, double high, double length[3])
{
    for (int i = 0; i < 3; i++)
        length[i] = fk_random_between(random, low, high);
}

/* A frame turned by about `angle` around an axis of its own, by the rotation of a quaternion. */
static fk_drawn_frame turn_frame(fk_random *random, const fk_drawn_frame *frame, double angle)
{
    fk_vec3 axis = fk_draw_direction(random);
    double quat[4] = {axis.x * angle / 2, axis.y * angle / 2, axis.z * angle / 2, 1};
    fk_pose pose;
    fk_pose_from_quat_xyzw(fk_vec3_make(0, 0, 0), quat, &pose);
    fk_drawn_frame out = {fk_pose_rotate(&pose, frame->u), fk_pose_rotate(&pose, frame->v),
                          fk_pose_rotate(&pose, frame->n), 1};
    return out;
}

/* Boxes of families whose cells are skew elsewhere. nearly-parallel: turned by 2^-20 down to less than an ulp; nested:
 * the small one anywhere inside; flat: one edge of one box or of both is zero. */
static bench_pair draw_own_boxes(const char *family, fk_random *random)
{
    bench_pair out;
    fk_drawn_frame frame = fk_draw_frame(random), other = fk_draw_frame(random);
    fk_vec3 center = fk_draw_vector(random, 4);
    double a[3], b[3], reach = 1.26;
    draw_lengths(random, 0.5, 1.5, a);
    draw_lengths(random, 0.5, 1.5, b);
    if (strcmp(family, "nearly-parallel") == 0) {
        double angle = ldexp(1, -fk_draw_int(random, 20, 53));
        other = turn_frame(random, &frame, angle);
    } else if (strcmp(family, "nested") == 0) {
        draw_lengths(random, 0.05, 0.15, b);
        reach = 0.06;
    } else {
        a[fk_draw_int(random, 0, 2)] = 0;
        if (fk_draw_one_in(random, 2))
            b[fk_draw_int(random, 0, 2)] = 0;
        reach = 0.8;
    }
    double distance = 2 * reach * fk_random_unit(random);
    out.a = draw_box(random, &frame, center, a);
    center = fk_vec3_add(center, fk_vec3_scale(fk_draw_direction(random), distance));
    out.b = draw_box(random, &other, center, b);
    return out;
}

static bool has_own_boxes(const char *family, const pairs_kind *kinds)
{
    return (kinds->a == FK_KIND_BOX && kinds->b == FK_KIND_BOX) &&
           (strcmp(family, "nearly-parallel") == 0 || strcmp(family, "nested") == 0 ||
            strcmp(family, "flat") == 0);
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

/* Points on an ellipsoid with half-axes of 0.5 to 1.5, anyhow turned. */
static fk_piece draw_hull(fk_random *random, fk_vec3 center, uint32_t count)
{
    fk_drawn_frame frame = fk_draw_frame(random);
    fk_vec3 *point = bench_allocate(count, sizeof *point);
    double half[3];
    draw_lengths(random, 0.5, 1.5, half);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 d = fk_draw_direction(random);
        point[i] = fk_vec3_add(center, fk_vec3_scale(frame.u, d.x * half[0]));
        point[i] = fk_vec3_add(point[i], fk_vec3_scale(frame.v, d.y * half[1]));
        point[i] = fk_vec3_add(point[i], fk_vec3_scale(frame.n, d.z * half[2]));
    }
    return fk_piece_hull(point, count);
}

static void shift_points(fk_piece *hull, fk_vec3 by)
{
    fk_vec3 *point = (fk_vec3 *)(uintptr_t)hull->as.hull.point; /* ours: draw_hull made them */
    for (uint32_t i = 0; i < hull->as.hull.count; i++)
        point[i] = fk_vec3_add(point[i], by);
}

/* Moves b, which is apart from a, to a gap, along the line of their nearest points. */
static void move_to_gap(bench_pair *pair, double gap)
{
    fk_distance found;
    if (fk_pair_distance(&pair->a, &pair->b, NULL, &found) != FK_OK || found.distance.lo <= 0)
        return;
    fk_vec3 way = fk_vec3_sub(found.point_b, found.point_a);
    shift_points(&pair->b, fk_vec3_scale(way, gap / found.distance.lo - 1));
}

/* Of random hulls about half meet. Those of a gap are that far from each other, or as deep into each other. */
static bench_pair draw_hulls(fk_random *random, uint32_t count, const char *family)
{
    bench_pair out;
    bool has_gap = strncmp(family, "gap-", 4) == 0;
    fk_vec3 center = fk_draw_vector(random, 4), direction = fk_draw_direction(random);
    double distance = fk_random_between(random, 0.6, 3.0);
    out.a = draw_hull(random, center, count);
    out.b = draw_hull(random, fk_vec3_add(center, fk_vec3_scale(direction, has_gap ? 4 : distance)), count);
    if (has_gap)
        move_to_gap(&out, fk_draw_sign(random) * strtod(family + 4, NULL));
    return out;
}

/* ---- Scenes -------------------------------------------------------------------------------------------- */

/* All numbers of a piece, but those of hulls, changed by a function. */
static fk_piece change_numbers(const fk_piece *piece, double (*function)(double))
{
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    for (uint32_t i = 0; i < count; i++)
        number[i] = function(number[i]);
    return count > 0 ? fk_piece_from_numbers(piece->kind, number) : *piece;
}

static double to_float(double x)
{
    return (double)(float)x;
}

static double to_millionth(double x)
{
    return x * 1e-6;
}

/* The centre of a box or tetrahedron. */
static fk_vec3 cell_center(const fk_cell *cell, fk_kind kind)
{
    fk_vec3 sum = fk_vec3_add(fk_vec3_add(cell->edge[0], cell->edge[1]), cell->edge[2]);
    return fk_vec3_add(cell->origin, fk_vec3_scale(sum, kind == FK_KIND_BOX ? 0.5 : 0.25));
}

static fk_piece shifted_piece(const fk_piece *piece, fk_vec3 by)
{
    fk_pose pose = fk_pose_identity();
    fk_vec3 *point = NULL;
    pose.translation = by;
    if (piece->kind == FK_KIND_HULL)
        point = bench_allocate(piece->as.hull.count, sizeof *point);
    return fk_piece_place(piece, &pose, point);
}

/* What a family is derived from: those of this file are random pairs, changed. */
static const char *base_family(const char *family)
{
    bool is_own =
        strcmp(family, "crossed") == 0 || strcmp(family, "size-1e-6") == 0 || strcmp(family, "moving") == 0;
    return is_own ? "random" : family;
}

static bool draw_pairs(pairs_scene *scene, const pairs_kind *kinds, size_t count, uint64_t seed)
{
    uint64_t index = 0;
    fk_random random = fk_random_make(seed);
    for (size_t i = 0; i < count; i++) {
        bench_pair *pair = &scene->pair[i];
        if (kinds->a == FK_KIND_HULL)
            *pair = draw_hulls(&random, kinds->points, scene->family);
        else if (has_own_boxes(scene->family, kinds))
            *pair = draw_own_boxes(scene->family, &random);
        else if (!draw_family_pair(base_family(scene->family), kinds, seed, &index, pair))
            return false;
        if (strcmp(scene->family, "size-1e-6") == 0) {
            pair->a = change_numbers(&pair->a, to_millionth);
            pair->b = change_numbers(&pair->b, to_millionth);
        }
    }
    return true;
}

/* Frame by frame, each b moves by a velocity of its own: 1/500 to 1/100 of the size from frame to frame. */
static void draw_motion(pairs_scene *scene, uint64_t seed)
{
    fk_random random = fk_random_make(seed + 1);
    for (size_t i = 0; i < scene->frame; i++) {
        fk_vec3 velocity = fk_draw_direction(&random);
        velocity = fk_vec3_scale(velocity, fk_random_between(&random, 0.002, 0.01));
        for (size_t t = 1; t * scene->frame + i < scene->count; t++) {
            bench_pair *pair = &scene->pair[t * scene->frame + i];
            pair->a = shifted_piece(&scene->pair[i].a, fk_vec3_make(0, 0, 0));
            pair->b = shifted_piece(&scene->pair[i].b, fk_vec3_scale(velocity, (double)t));
        }
    }
}

/* Floats about the origin: a at it, b at about the distance at which half of them meet, so that half of all pairs of
 * any a and any b do. */
static void draw_crossed(pairs_scene *scene)
{
    for (size_t i = 0; i < scene->frame; i++) {
        bench_pair *pair = &scene->pair[i];
        fk_vec3 away = fk_vec3_negate(cell_center(&pair->a.as.cell, pair->a.kind));
        fk_piece a = shifted_piece(&pair->a, away), b = shifted_piece(&pair->b, away);
        pair->a = change_numbers(&a, to_float);
        pair->b = change_numbers(&b, to_float);
    }
    for (size_t i = scene->frame; i < scene->count; i++) {
        scene->pair[i].a = scene->pair[i % scene->frame].a;
        scene->pair[i].b = scene->pair[(i + i / scene->frame) % scene->frame].b;
    }
}

fk_verdict pairs_prove_verdict(const fk_piece *a, const fk_piece *b)
{
    fk_pair_query query = {a, b, FK_METHOD_EXACT, FK_PART_CERTIFICATE, NULL};
    fk_answer answer;
    if (fk_pair_answer(&query, &answer) != FK_OK || !(answer.filled & FK_PART_CERTIFICATE) ||
        answer.certificate.verdict != answer.verdict || !fk_verify(a, b, &answer.certificate))
        return FK_UNDECIDED;
    return answer.verdict;
}

static bool prove_truth(pairs_scene *scene)
{
    for (size_t i = 0; i < scene->count; i++) {
        fk_verdict truth = pairs_prove_verdict(&scene->pair[i].a, &scene->pair[i].b);
        if (truth == FK_UNDECIDED) {
            cli_trouble("family %s, kinds %s, pair %zu: no proof that holds; this is a bug in farkas",
                        scene->family, scene->kinds, i + 1);
            return false;
        }
        scene->truth[i] = (uint8_t)truth;
        scene->hits += truth != FK_APART;
    }
    return true;
}

bool pairs_scene_make(pairs_scene *scene, const char *family, const char *kinds, size_t count, uint64_t seed)
{
    pairs_kind kind = find_kinds(kinds);
    bool moves = strcmp(family, "moving") == 0, is_crossed = strcmp(family, "crossed") == 0;
    size_t frames = moves ? MOVING_FRAMES : is_crossed ? CROSSED_FRAMES : 1;
    size_t frame = (count + frames - 1) / frames;
    *scene = (pairs_scene){.family = family, .kinds = kinds, .count = frame * frames, .frame = frame};
    if (is_crossed && kind.a != FK_KIND_BOX && kind.a != FK_KIND_TETRA) {
        cli_trouble("family crossed is for boxes and tetrahedra");
        return false;
    }
    bool is_placed = pairs_family_lines(family) > 1;
    bool is_ray = kind.a == FK_KIND_POINT, is_thrown = pairs_family_lines(family) > 2;
    if (is_ray && !is_thrown) {
        cli_trouble("rays are in the families hit, miss, graze and inside");
        return false;
    }
    scene->pair = bench_allocate(scene->count, sizeof *scene->pair);
    scene->truth = bench_allocate(scene->count, 1);
    if (is_placed) {
        scene->place = bench_allocate(scene->count, sizeof *scene->place);
        if (pairs_placed_draw(scene, &kind, seed))
            return true;
        pairs_scene_free(scene);
        return false;
    }
    bool drawn = draw_pairs(scene, &kind, frame, seed);
    if (drawn && moves)
        draw_motion(scene, seed);
    if (drawn && is_crossed)
        draw_crossed(scene);
    if (drawn && prove_truth(scene))
        return true;
    pairs_scene_free(scene);
    return false;
}

static void free_drawn_piece(fk_piece *piece)
{
    if (piece->kind == FK_KIND_HULL)
        free((void *)(uintptr_t)piece->as.hull.point);
}

void pairs_scene_free(pairs_scene *scene)
{
    for (size_t i = 0; i < scene->count; i++) {
        free_drawn_piece(&scene->pair[i].a);
        free_drawn_piece(&scene->pair[i].b);
    }
    free(scene->pair);
    free(scene->place);
    free(scene->truth);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static void write_piece(FILE *stream, const fk_piece *piece, const char *after)
{
    char small[FK_PIECE_TEXT_SIZE];
    size_t length = fk_piece_format(piece, small, sizeof small);
    char *text = length < sizeof small ? small : bench_allocate(length + 1, 1);
    if (text != small)
        fk_piece_format(piece, text, length + 1);
    fputs(text, stream);
    fputs(after, stream);
    if (text != small)
        free(text);
}

static void write_pose(FILE *stream, const fk_pose *pose, const char *after)
{
    fk_vec3 column[3];
    for (int i = 0; i < 3; i++)
        column[i] = fk_vec3_make(pose->rotation[0][i], pose->rotation[1][i], pose->rotation[2][i]);
    fk_piece frame = fk_piece_tetra(pose->translation, column[0], column[1], column[2]);
    write_piece(stream, &frame, after);
}

static void write_place(FILE *stream, const bench_place *place, int lines)
{
    fk_piece motion = fk_piece_point(place->motion);
    write_pose(stream, &place->a, "  ");
    write_pose(stream, &place->b, "\n");
    if (lines < 3)
        return;
    write_piece(stream, &motion, "  ");
    write_piece(stream, &motion, "\n");
}

bool pairs_scene_write(const pairs_scene *scene, pairs_subset part, size_t most, const char *path)
{
    cli_file file;
    if (!cli_file_create(&file, path))
        return false;
    for (size_t i = 0, written = 0; i < scene->count && written < most; i++) {
        if (part != PAIRS_ALL && (part == PAIRS_HITS) != (scene->truth[i] != FK_APART))
            continue;
        write_piece(file.stream, &scene->pair[i].a, "  ");
        write_piece(file.stream, &scene->pair[i].b, "\n");
        if (scene->place != NULL)
            write_place(file.stream, &scene->place[i], pairs_family_lines(scene->family));
        written++;
    }
    return cli_file_commit(&file);
}
