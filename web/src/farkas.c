/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The library's calls for WebAssembly. farkas.js is their only caller: it checks the types and lengths of arguments, and the
 * lifetimes of handles; errors that only the library can find are a status here.
 *
 * Numbers go in and out through one array, `number`: poses are twelve of them, the rows of (R | t). Longer arguments are in
 * blocks from web_allocate. `message` explains a status. */

#include <stdlib.h>
#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "farkas/body.h"
#include "farkas/motion.h"
#include "pair/answer/answer.h"

#define EXPORT(name) __attribute__((export_name(#name)))
/* The caller needs no declarations. */
#pragma clang diagnostic ignored "-Wmissing-prototypes"

enum { POSE_NUMBERS = 12, FRAME_NUMBERS = 22, PROOF_AT = 2 * POSE_NUMBERS, PROOF_NUMBERS = 36 };

/* Two poses, then a proof. */
static double number[PROOF_AT + PROOF_NUMBERS];
static char message[256];
static fk_context *context;

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* The allocated bytes, and their limit: a page may want a limit below that of the machine. */
static size_t allocated, most_allocated = (size_t)-1;

static void *allocate(void *user, size_t bytes)
{
    (void)user;
    if (bytes > most_allocated - allocated)
        return NULL;
    void *block = malloc(bytes);
    if (block != NULL)
        allocated += bytes;
    return block;
}

static void release(void *user, void *block, size_t bytes)
{
    (void)user;
    free(block);
    allocated -= bytes;
}

/* Call it first. most: the limit of allocated bytes, of bodies, motions and arguments together. */
EXPORT(web_open) fk_status web_open(size_t most)
{
    fk_context_options options = {.allocator = {.allocate = allocate, .release = release}};
    most_allocated = most;
    return fk_context_create(&options, &context);
}

/* Returns NULL if memory runs out. */
EXPORT(web_allocate) void *web_allocate(size_t bytes)
{
    return fk_allocate(context, bytes);
}

EXPORT(web_release) void web_release(void *block, size_t bytes)
{
    fk_release(context, block, bytes);
}

EXPORT(web_allocated) size_t web_allocated(void)
{
    return allocated;
}

EXPORT(web_number) double *web_number(void)
{
    return number;
}

EXPORT(web_message) const char *web_message(void)
{
    return message;
}

EXPORT(web_status_name) const char *web_status_name(fk_status status)
{
    return fk_status_name(status);
}

EXPORT(web_status_text) const char *web_status_text(fk_status status)
{
    return fk_status_text(status);
}

EXPORT(web_verdict_name) const char *web_verdict_name(fk_verdict verdict)
{
    return fk_verdict_name(verdict);
}

EXPORT(web_version) const char *web_version(void)
{
    return fk_version();
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

typedef struct text {
    const char *byte;
    size_t count;
} text;

/* Reads at most `capacity` bytes of the rest. */
static size_t read_text(void *user, char *buffer, size_t capacity)
{
    text *left = user;
    size_t count = left->count < capacity ? left->count : capacity;
    memcpy(buffer, left->byte, count);
    left->byte += count;
    left->count -= count;
    return count;
}

/* Returns line and column as numbers. */
static fk_status reader_trouble(const fk_pair_reader *reader, fk_status status)
{
    number[0] = (double)reader->line;
    number[1] = (double)reader->column;
    strncpy(message, reader->message, sizeof message - 1);
    return status;
}

static fk_status syntax_trouble(const char *what)
{
    number[0] = number[1] = 0;
    strncpy(message, what, sizeof message - 1);
    return FK_ERROR_SYNTAX;
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

typedef struct body {
    fk_collider *collider;
    fk_mesh *mesh; /* of a collider that has one */
    /* Else. Proofs refer to the points of a hull by index, so it keeps all of them, in its own memory. */
    fk_piece piece;
} body;

static size_t bytes_of_points(const fk_piece *piece)
{
    return piece->kind == FK_KIND_HULL ? piece->as.hull.count * sizeof(fk_vec3) : 0;
}

EXPORT(web_free) void web_free(body *a)
{
    size_t bytes = bytes_of_points(&a->piece);
    if (bytes > 0)
        fk_release(context, (void *)(uintptr_t)a->piece.as.hull.point, bytes);
    fk_collider_free(context, a->collider);
    fk_mesh_free(context, a->mesh);
    fk_release(context, a, sizeof *a);
}

static fk_status new_body(body **out)
{
    body *made = fk_allocate(context, sizeof *made);
    if (made == NULL)
        return FK_ERROR_MEMORY;
    memset(made, 0, sizeof *made);
    *out = made;
    return FK_OK;
}

/* On success the caller owns the body. */
static fk_status give_body(fk_status status, body *made, body **out)
{
    if (status == FK_OK)
        *out = made;
    else
        web_free(made);
    return status;
}

EXPORT(web_mesh)
fk_status web_mesh(const fk_vec3 *point, size_t point_count, const fk_triangle *triangle,
                   size_t triangle_count, body **out)
{
    fk_mesh_input input = {point, point_count, triangle, triangle_count, fk_mesh_options_default()};
    body *made;
    fk_status status = new_body(&made);
    if (status != FK_OK)
        return status;
    status = fk_mesh_build(context, &input, NULL, &made->mesh);
    if (status == FK_OK)
        status = fk_collider_of_mesh(context, made->mesh, NULL, &made->collider);
    return give_body(status, made, out);
}

/* Reads a line with a piece and a point, which the caller has added. */
static fk_status read_piece(fk_pair_reader *reader, fk_piece *out)
{
    fk_piece point, next;
    fk_status status = fk_pair_reader_next(reader, out, &point);
    if (status != FK_OK)
        return reader_trouble(reader, status == FK_END ? FK_ERROR_SYNTAX : status);
    /* The reader keeps the points of a hull until the next pair, which must not exist. */
    return fk_pair_reader_next(reader, &next, &next) == FK_END ? FK_OK
                                                               : syntax_trouble("more than one shape");
}

static fk_status keep_piece(const fk_piece *piece, fk_piece *out)
{
    size_t bytes = bytes_of_points(piece);
    fk_vec3 *point = bytes > 0 ? fk_allocate(context, bytes) : NULL;
    if (bytes > 0 && point == NULL)
        return FK_ERROR_MEMORY;
    *out = *piece;
    if (bytes > 0) {
        memcpy(point, piece->as.hull.point, bytes);
        *out = fk_piece_hull(point, piece->as.hull.count);
    }
    return FK_OK;
}

/* One shape, as in the pair stream, followed by " point 0 0 0". */
EXPORT(web_piece) fk_status web_piece(const char *byte, size_t count, body **out)
{
    text left = {byte, count};
    fk_pair_reader reader;
    fk_pair_reader_init(&reader, context, read_text, &left);
    fk_piece piece;
    body *made;
    fk_status status = new_body(&made);
    if (status != FK_OK)
        return status;
    status = read_piece(&reader, &piece);
    if (status == FK_OK)
        status = keep_piece(&piece, &made->piece);
    if (status == FK_OK)
        status = fk_collider_of_pieces(context, &made->piece, 1, &made->collider);
    fk_pair_reader_end(&reader);
    return give_body(status, made, out);
}

/* ---- Queries ------------------------------------------------------------------------------------------- */

static fk_pose read_pose(const double row[POSE_NUMBERS])
{
    fk_pose pose;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            pose.rotation[i][k] = row[4 * i + k];
    pose.translation = fk_vec3_make(row[3], row[7], row[11]);
    return pose;
}

static void write_pose(const fk_pose *pose, double row[POSE_NUMBERS])
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            row[4 * i + k] = pose->rotation[i][k];
        row[4 * i + 3] = fk_vec3_get(pose->translation, i);
    }
}

static fk_vec3 read_vec3(const double *from)
{
    return fk_vec3_make(from[0], from[1], from[2]);
}

static void write_vec3(fk_vec3 v, double *to)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

/* Rows are orthonormal up to 1e-6, as for motions (motion/motion.c), and not a mirror image. */
#define RIGID 5.3e-6

/* Whether pose k in `number` is rigid. */
EXPORT(web_is_rigid) bool web_is_rigid(int k)
{
    fk_pose pose = read_pose(number + POSE_NUMBERS * k);
    fk_vec3 row[3];
    for (int i = 0; i < 3; i++)
        row[i] = fk_vec3_make(pose.rotation[i][0], pose.rotation[i][1], pose.rotation[i][2]);
    return fk_pose_rotation_error(&pose) <= RIGID && fk_vec3_dot(row[0], fk_vec3_cross(row[1], row[2])) > 0;
}

/* The forms of a rotation, in the order of farkas.js. */
typedef enum turn { TURN_QUAT_XYZW, TURN_RPY, TURN_RPY_DEG } turn;

/* Makes a pose of a position and a rotation. */
EXPORT(web_pose) fk_status web_pose(turn form)
{
    fk_vec3 xyz = read_vec3(number), rpy = read_vec3(number + 3);
    fk_pose pose;
    fk_status status = FK_OK;
    if (form == TURN_QUAT_XYZW)
        status = fk_pose_from_quat_xyzw(xyz, number + 3, &pose);
    else
        pose = form == TURN_RPY ? fk_pose_from_rpy(xyz, rpy) : fk_pose_from_rpy_deg(xyz, rpy);
    if (status == FK_OK)
        write_pose(&pose, number);
    return status;
}

/* Places two bodies at the poses in `number`, which must leave them finite. */
static fk_status place(const body *a, const body *b, fk_placed_collider out[2])
{
    const body *of[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        fk_aabb box;
        out[i] = (fk_placed_collider){of[i]->collider, read_pose(number + POSE_NUMBERS * i)};
        fk_status status = fk_collider_box(&out[i], &box);
        if (status != FK_OK)
            return status;
    }
    return FK_OK;
}

/* Returns the verdict in number[0]. */
EXPORT(web_verdict) fk_status web_verdict(const body *a, const body *b)
{
    fk_placed_collider placed[2];
    fk_verdict verdict;
    fk_status status = place(a, b, placed);
    if (status == FK_OK)
        status = fk_collider_verdict(context, &placed[0], &placed[1], NULL, &verdict);
    if (status == FK_OK)
        number[0] = (double)verdict;
    return status;
}

/* Returns lo, hi, the two points, and the two parts; -1 for none. */
EXPORT(web_distance) fk_status web_distance(const body *a, const body *b, double limit)
{
    fk_placed_collider placed[2];
    fk_collider_distance found;
    fk_status status = place(a, b, placed);
    if (status == FK_OK)
        status = fk_collider_measure(context, &placed[0], &placed[1], limit, &found);
    if (status != FK_OK)
        return status;
    number[0] = found.distance.lo;
    number[1] = found.distance.hi;
    write_vec3(found.point_a, number + 2);
    write_vec3(found.point_b, number + 5);
    number[8] = found.part_a == FK_NONE ? -1 : (double)found.part_a;
    number[9] = found.part_b == FK_NONE ? -1 : (double)found.part_b;
    return FK_OK;
}

/* min, then max. */
EXPORT(web_box) fk_status web_box(const body *a)
{
    fk_placed_collider placed = {a->collider, read_pose(number)};
    fk_aabb box;
    fk_status status = fk_collider_box(&placed, &box);
    if (status != FK_OK)
        return status;
    write_vec3(box.min, number);
    write_vec3(box.max, number + 3);
    return FK_OK;
}

EXPORT(web_multiply) void web_multiply(void)
{
    fk_pose a = read_pose(number), b = read_pose(number + POSE_NUMBERS);
    fk_pose product = fk_pose_multiply(&a, &b);
    write_pose(&product, number);
}

/* The verdict on pair k overwrites byte k of the text: the text before is no longer needed, and each pair took more than one
 * byte. */
EXPORT(web_pairs) fk_status web_pairs(char *byte, size_t count)
{
    text left = {byte, count};
    fk_pair_reader reader;
    fk_pair_reader_init(&reader, context, read_text, &left);
    fk_piece a, b;
    fk_status status;
    size_t pairs = 0;
    while ((status = fk_pair_reader_next(&reader, &a, &b)) == FK_OK)
        byte[pairs++] = (char)fk_pair_verdict(&a, &b);
    if (status == FK_END)
        number[0] = (double)pairs;
    else
        reader_trouble(&reader, status);
    fk_pair_reader_end(&reader);
    return status == FK_END ? FK_OK : status;
}

/* ---- Proofs -------------------------------------------------------------------------------------------- */

static double *write_pairs(const fk_vertex_pair *pair, int count, double *to)
{
    for (int i = 0; i < count; i++) {
        *to++ = (double)pair[i].a;
        *to++ = (double)pair[i].b;
    }
    return to;
}

static const double *read_pairs(const double *from, int count, fk_vertex_pair *pair)
{
    for (int i = 0; i < count; i++, from += 2)
        pair[i] = (fk_vertex_pair){(uint32_t)from[0], (uint32_t)from[1]};
    return from;
}

/* Writes all fields in their order; whole numbers up to 2^53 are exact in doubles. */
static void write_proof(const fk_certificate *proof, double *to)
{
    const fk_direction *direction = &proof->direction;
    *to++ = (double)proof->verdict;
    *to++ = (double)proof->pair_count;
    to = write_pairs(proof->pair, FK_CERTIFICATE_PAIRS, to);
    *to++ = (double)direction->form;
    *to++ = (double)direction->sign;
    *to++ = (double)direction->axis;
    to = write_pairs(direction->pair, 3, to);
    write_vec3(direction->vector, to);
    to[3] = (double)proof->point_form;
    write_vec3(proof->point, to + 4);
    for (int i = 0; i < FK_CERTIFICATE_PAIRS; i++)
        to[7 + i] = (double)proof->weight[i];
}

static fk_certificate read_proof(const double *from)
{
    fk_certificate proof = {.verdict = (fk_verdict)from[0], .pair_count = (uint32_t)from[1]};
    from = read_pairs(from + 2, FK_CERTIFICATE_PAIRS, proof.pair);
    proof.direction.form = (fk_direction_form)from[0];
    proof.direction.sign = (int32_t)from[1];
    proof.direction.axis = (int32_t)from[2];
    from = read_pairs(from + 3, 3, proof.direction.pair);
    proof.direction.vector = read_vec3(from);
    proof.point_form = (fk_point_form)from[3];
    proof.point = read_vec3(from + 4);
    for (int i = 0; i < FK_CERTIFICATE_PAIRS; i++)
        proof.weight[i] = (uint64_t)from[7 + i];
    return proof;
}

/* Two placed pieces, with memory for the points of hulls. */
typedef struct placed_pieces {
    fk_piece piece[2];
    fk_vec3 *point[2];
    size_t bytes[2];
} placed_pieces;

static void release_pieces(const placed_pieces *pair)
{
    for (int i = 0; i < 2; i++)
        fk_release(context, pair->point[i], pair->bytes[i]);
}

static fk_status place_pieces(const body *a, const body *b, placed_pieces *out)
{
    const body *of[2] = {a, b};
    fk_placed_collider placed[2];
    fk_status status = a->mesh != NULL || b->mesh != NULL ? FK_ERROR_ARGUMENT : place(a, b, placed);
    if (status != FK_OK)
        return status;
    bool has_room = true;
    for (int i = 0; i < 2; i++) {
        out->bytes[i] = bytes_of_points(&of[i]->piece);
        out->point[i] = out->bytes[i] > 0 ? fk_allocate(context, out->bytes[i]) : NULL;
        has_room = has_room && (out->bytes[i] == 0 || out->point[i] != NULL);
    }
    for (int i = 0; i < 2 && has_room; i++)
        out->piece[i] = fk_piece_place(&of[i]->piece, &placed[i].pose, out->point[i]);
    if (!has_room)
        release_pieces(out);
    return has_room ? FK_OK : FK_ERROR_MEMORY;
}

/* Returns the verdict, flags of the present fields, the point, the normal, and the gap; then the proof. */
EXPORT(web_answer) fk_status web_answer(const body *a, const body *b)
{
    placed_pieces pair;
    fk_answer answer;
    fk_status status = place_pieces(a, b, &pair);
    if (status != FK_OK)
        return status;
    fk_pair_query query = fk_pair_query_default(&pair.piece[0], &pair.piece[1]);
    query.want = FK_PART_CERTIFICATE | FK_PART_POINT | FK_PART_PLANE;
    status = fk_pair_answer_exact(&query, &answer);
    release_pieces(&pair);
    if (status != FK_OK)
        return status;
    number[0] = (double)answer.verdict;
    number[1] = (double)answer.filled;
    write_vec3(answer.point, number + 2);
    write_vec3(answer.plane.normal, number + 5);
    number[8] = answer.gap;
    write_proof(&answer.certificate, number + PROOF_AT);
    return FK_OK;
}

/* Returns in number[0] whether the proof in `number` holds. */
EXPORT(web_verify) fk_status web_verify(const body *a, const body *b)
{
    placed_pieces pair;
    fk_certificate proof = read_proof(number + PROOF_AT);
    fk_status status = place_pieces(a, b, &pair);
    if (status != FK_OK)
        return status;
    number[0] = fk_verify(&pair.piece[0], &pair.piece[1], &proof);
    release_pieces(&pair);
    return FK_OK;
}

/* ---- Motions ------------------------------------------------------------------------------------------- */

typedef struct motion {
    fk_motion *motion;
    uint32_t frame_count;
} motion;

EXPORT(web_motion_free) void web_motion_free(motion *m)
{
    fk_motion_free(context, m->motion);
    fk_release(context, m, sizeof *m);
}

/* Reads frames and tracks as farkas.js packs them: FRAME_NUMBERS for each frame, its keys in the order of frames; for each
 * track its numbers of variables and times, the times, and the values. Indices are whole, or -1 for none. */
typedef struct packed_motion {
    const double *frame;
    uint32_t frame_count;
    const fk_key *key;
    const double *track;
    uint32_t track_count;
} packed_motion;

static uint32_t read_index(double value)
{
    return value < 0 ? FK_NONE : (uint32_t)value;
}

static void read_frames(const packed_motion *packed, fk_frame *out)
{
    const fk_key *key = packed->key;
    for (uint32_t i = 0; i < packed->frame_count; i++) {
        const double *from = packed->frame + (size_t)FRAME_NUMBERS * i;
        out[i] = (fk_frame){
            .parent = read_index(from[0]),
            .origin = read_pose(from + 1),
            .kind = (fk_frame_kind)from[13],
            .axis = fk_vec3_make(from[14], from[15], from[16]),
            .track = read_index(from[17]),
            .variable = read_index(from[18]),
            .factor = from[19],
            .offset = from[20],
            .key_count = (uint32_t)from[21],
            .key = key,
        };
        key += out[i].key_count;
    }
}

static void read_tracks(const packed_motion *packed, fk_track *out)
{
    const double *from = packed->track;
    for (uint32_t i = 0; i < packed->track_count; i++) {
        uint32_t variables = (uint32_t)from[0], times = (uint32_t)from[1];
        const double *time = from + 2, *value = time + times;
        out[i] = (fk_track){variables, times, time, value};
        from = value + (size_t)variables * times;
    }
}

static fk_status create_motion(const packed_motion *packed, fk_motion **out)
{
    size_t frame_bytes = packed->frame_count * sizeof(fk_frame);
    size_t track_bytes = packed->track_count * sizeof(fk_track);
    fk_frame *frame = fk_allocate(context, frame_bytes);
    fk_track *track = fk_allocate(context, track_bytes);
    fk_status status = FK_ERROR_MEMORY;
    if (frame != NULL && track != NULL) {
        read_frames(packed, frame);
        read_tracks(packed, track);
        status = fk_motion_create(context, frame, packed->frame_count, track, packed->track_count, out);
    }
    fk_release(context, frame, frame_bytes);
    fk_release(context, track, track_bytes);
    return status;
}

EXPORT(web_motion)
fk_status web_motion(const double *frame, uint32_t frame_count, const fk_key *key, const double *track,
                     uint32_t track_count, motion **out)
{
    packed_motion packed = {frame, frame_count, key, track, track_count};
    motion *made = fk_allocate(context, sizeof *made);
    if (made == NULL)
        return FK_ERROR_MEMORY;
    made->frame_count = frame_count;
    fk_status status = create_motion(&packed, &made->motion);
    if (status == FK_OK)
        *out = made;
    else
        fk_release(context, made, sizeof *made);
    return status;
}

/* FK_NONE is the world; time is finite. */
EXPORT(web_motion_pose) fk_status web_motion_pose(const motion *m, uint32_t frame, double time)
{
    if (frame != FK_NONE && frame >= m->frame_count)
        return FK_ERROR_ARGUMENT;
    fk_pose pose = fk_motion_pose(m->motion, frame, time);
    write_pose(&pose, number);
    return FK_OK;
}

EXPORT(web_motion_span) void web_motion_span(const motion *m)
{
    fk_interval span = fk_motion_span(m->motion);
    number[0] = span.lo;
    number[1] = span.hi;
}
