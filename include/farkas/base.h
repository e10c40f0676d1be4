/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Base: what every stage uses. Status and verdict, cancel, context, threads, vectors, boxes, poses, seeded random numbers, a
 * clock, sine and cosine, numbers as text.
 *
 * Conventions, here and in every header:
 * - Lengths are in the caller's unit, angles in radians. The world is right-handed, Z points up. The two bodies of a
 *   query are called a and b.
 * - A function that can fail returns an fk_status. Unless its comment says otherwise, it then leaves its outputs alone.
 * - Any number of threads may call any function at the same time, each with its own outputs and with inputs that nobody
 *   changes meanwhile. An object that calls change, as a world or a pool, belongs to one thread at a time.
 * - The library never prints, exits, aborts or changes errno. It keeps no state except the level of instructions, which
 *   it determines once (fk_cpu_name). Of the system it needs that, the time, and the files that it is told to load or
 *   to save (farkas/io.h), and nothing else. */

#ifndef FARKAS_BASE_H
#define FARKAS_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) && !defined(_WIN32)
#define FK_API __attribute__((visibility("default")))
#else
#define FK_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define FK_VERSION_MAJOR 0
#define FK_VERSION_MINOR 1
#define FK_VERSION_PATCH 0

/* The version of the library in use, as "major.minor.patch". */
FK_API const char *fk_version(void);

/* The instructions that the library uses: "plain", "vector" (SSE2, NEON or WebAssembly SIMD), "avx2" or "avx512". The
 * library takes the best level that the processor has, unless the environment variable FARKAS_CPU names a lower one
 * when the library first needs the level. Results are the same on all levels. */
FK_API const char *fk_cpu_name(void);

/* ---- Status: did the call work ------------------------------------------------------------------------- */

/* Every status with its explanation, in one list. */
#define FK_STATUS_LIST(X)                                                                                    \
    X(FK_OK, "ok")                                                                                           \
    X(FK_END, "end of input")                                                                                \
    X(FK_ERROR_MEMORY, "out of memory")                                                                      \
    X(FK_ERROR_ARGUMENT, "invalid argument")                                                                 \
    X(FK_ERROR_NOT_FINITE, "a number is not finite")                                                         \
    X(FK_ERROR_PIECE,                                                                                        \
      "a piece is not valid: unknown kind, negative radius, or without normal, point or axis")               \
    X(FK_ERROR_METHOD, "this version does not have that method")                                             \
    X(FK_ERROR_SYNTAX, "the text does not follow the format")                                                \
    X(FK_ERROR_READ, "reading failed")                                                                       \
    X(FK_ERROR_WRITE, "writing failed")                                                                      \
    X(FK_ERROR_FORMAT, "the format of the file is not known, or cannot hold this")                           \
    X(FK_ERROR_STALE, "there is no such body any more")                                                      \
    X(FK_ERROR_BUSY, "the world is in use by this call: change it afterwards")                               \
    X(FK_ERROR_CANCELLED, "cancelled")

typedef enum fk_status {
#define FK_STATUS_ENUM(name, text) name,
    FK_STATUS_LIST(FK_STATUS_ENUM)
#undef FK_STATUS_ENUM
} fk_status;

/* The name of a status, such as "FK_OK", and its explanation. Never NULL, for any value. */
FK_API const char *fk_status_name(fk_status status);
FK_API const char *fk_status_text(fk_status status);

/* ---- Verdict: what the geometry says ------------------------------------------------------------------- */

/* Convex pieces are closed sets. overlapping: the origin lies inside the Minkowski difference a - b. touching: it
 * lies on the boundary. apart: it lies outside. A zeroed verdict claims nothing. */
typedef enum fk_verdict { FK_UNDECIDED = 0, FK_APART, FK_TOUCHING, FK_OVERLAPPING } fk_verdict;

/* "undecided", "apart", "touching" or "overlapping". */
FK_API const char *fk_verdict_name(fk_verdict verdict);

/* ---- Cancel: ending a call early ----------------------------------------------------------------------- */

/* A flag that ends calls early, with FK_ERROR_CANCELLED. Zeroed, it is not set. Calls that accept one say so. They
 * poll it about every 10 ms of work or more often, in all their threads, on meshes of up to a million triangles. */
typedef struct fk_cancel {
    int is_set; /* for the two functions below */
    /* Called wherever the flag is polled, which is often, by any thread of the call; may set the flag. Or NULL. */
    void (*poll)(void *user);
    void *user;
} fk_cancel;

/* Safe in signal handlers, and in all threads while calls poll the flag. To use a flag again, zero is_set when no call
 * has it. */
FK_API void fk_cancel_set(fk_cancel *cancel);
FK_API bool fk_cancel_is_set(const fk_cancel *cancel);

/* ---- Context: memory and messages ---------------------------------------------------------------------- */

/* Where memory comes from. allocate returns NULL when there is no memory, and blocks aligned as malloc aligns them.
 * release gets the size that was requested. */
typedef struct fk_allocator {
    void *user;
    void *(*allocate)(void *user, size_t bytes);
    void (*release)(void *user, void *block, size_t bytes);
} fk_allocator;

typedef enum fk_log_level { FK_LOG_DEBUG, FK_LOG_INFO, FK_LOG_WARNING } fk_log_level;

/* Where messages go. write may be NULL: messages are dropped then. */
typedef struct fk_log {
    void *user;
    void (*write)(void *user, fk_log_level level, const char *message);
} fk_log;

typedef struct fk_context_options {
    fk_allocator allocator;
    fk_log log;
    /* Or NULL: ends the calls that say so, and others that use these, unless their own options have a flag. */
    const fk_cancel *cancel;
} fk_context_options;

typedef struct fk_context fk_context;

/* The default options: malloc and free, no log, no flag. */
FK_API fk_context_options fk_context_options_default(void);

/* Creates a context. options may be NULL for the defaults. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT when the allocator
 * lacks a function. Every call that takes a context needs one, unless its comment allows NULL. */
FK_API fk_status fk_context_create(const fk_context_options *options, fk_context **out);
FK_API void fk_context_destroy(fk_context *context);

/* Memory and messages through a context. fk_allocate returns NULL when there is no memory. fk_release accepts NULL. */
FK_API void *fk_allocate(fk_context *context, size_t bytes);
FK_API void fk_release(fk_context *context, void *block, size_t bytes);
FK_API void fk_log_write(const fk_context *context, fk_log_level level, const char *message);

/* ---- Workers: threads of the caller's or of a pool ----------------------------------------------------- */

/* One of the tasks that a job is cut into. Tasks are numbered from 0, and may run in any order and at the same time. */
typedef void fk_task_function(void *data, uint32_t index);

/* Threads that run tasks. run returns when all tasks are done; count is how many may run at once. Where a call takes
 * workers, NULL means the calling thread alone; the result is the same. Two conditions: the allocator of the context
 * must be safe for threads, as malloc is; and tasks must run with the caller's rounding mode and treatment of
 * denormals, as those of a pool do. */
typedef struct fk_workers {
    void *user;
    uint32_t count;
    void (*run)(void *user, uint32_t task_count, fk_task_function *task, void *data);
} fk_workers;

/* Threads that wait for tasks. One caller at a time uses a pool; a task may not use the pool that runs it. */
typedef struct fk_pool fk_pool;

/* Creates a pool of `threads` threads, the caller included; 0: one for each processor. Where the system has no
 * threads, or grants fewer, the pool has fewer, but at least one. FK_ERROR_MEMORY. */
FK_API fk_status fk_pool_create(fk_context *context, uint32_t threads, fk_pool **out);
FK_API void fk_pool_destroy(fk_pool *pool);
/* The workers of a pool, valid as long as the pool. */
FK_API const fk_workers *fk_pool_workers(const fk_pool *pool);

/* ---- Streams of bytes ---------------------------------------------------------------------------------- */

/* Reads up to capacity bytes into buffer. Returns how many; 0 at the end of the input; FK_READ_FAILED on an error. */
typedef size_t fk_read_function(void *user, char *buffer, size_t capacity);
#define FK_READ_FAILED ((size_t)-1)

/* Writes all bytes. Returns false on an error. */
typedef bool fk_write_function(void *user, const char *bytes, size_t count);

/* ---- Intervals, vectors, planes, boxes ----------------------------------------------------------------- */

/* A number known to lie between two doubles, ends included. */
typedef struct fk_interval {
    double lo, hi;
} fk_interval;

typedef struct fk_vec3 {
    double x, y, z;
} fk_vec3;

/* The points with normal.x == offset; as a half-space, those with normal.x <= offset. */
typedef struct fk_plane {
    fk_vec3 normal;
    double offset;
} fk_plane;

/* Axis-aligned box. Empty when a min exceeds its max. */
typedef struct fk_aabb {
    fk_vec3 min, max;
} fk_aabb;

static inline fk_vec3 fk_vec3_make(double x, double y, double z)
{
    fk_vec3 v = {x, y, z};
    return v;
}

static inline fk_vec3 fk_vec3_add(fk_vec3 a, fk_vec3 b)
{
    return fk_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline fk_vec3 fk_vec3_sub(fk_vec3 a, fk_vec3 b)
{
    return fk_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline fk_vec3 fk_vec3_scale(fk_vec3 a, double s)
{
    return fk_vec3_make(a.x * s, a.y * s, a.z * s);
}

/* A change of signs, exact whatever the state of the floating-point unit. */
static inline fk_vec3 fk_vec3_negate(fk_vec3 a)
{
    return fk_vec3_make(-a.x, -a.y, -a.z);
}

static inline double fk_vec3_dot(fk_vec3 a, fk_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline fk_vec3 fk_vec3_cross(fk_vec3 a, fk_vec3 b)
{
    return fk_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* Component 0, 1 or 2. */
static inline double fk_vec3_get(fk_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* True when no component is infinite or NaN. */
FK_API bool fk_vec3_is_finite(fk_vec3 v);

/* The empty box; the smallest box around a box and a point; whether two closed boxes meet. */
FK_API fk_aabb fk_aabb_empty(void);
FK_API fk_aabb fk_aabb_include(fk_aabb box, fk_vec3 point);
FK_API bool fk_aabb_meets(fk_aabb a, fk_aabb b);

/* ---- Poses --------------------------------------------------------------------------------------------- */

/* A rigid transform: x goes to rotation * x + translation. The rotation is row-major and multiplies column vectors. */
typedef struct fk_pose {
    double rotation[3][3];
    fk_vec3 translation;
} fk_pose;

FK_API fk_pose fk_pose_identity(void);

/* The pose with the given translation and fixed-axes roll, pitch, yaw: R = Rz(rpy.z) Ry(rpy.y) Rx(rpy.x). */
FK_API fk_pose fk_pose_from_rpy(fk_vec3 xyz, fk_vec3 rpy);

/* The same with angles in degrees. Multiples of 90 are exact: the entries of the rotation are then 0, 1 or -1. */
FK_API fk_pose fk_pose_from_rpy_deg(fk_vec3 xyz, fk_vec3 rpy_deg);

/* The pose with the given translation and the rotation of a quaternion x, y, z, w of any length. FK_ERROR_ARGUMENT
 * when the quaternion is zero; FK_ERROR_NOT_FINITE. */
FK_API fk_status fk_pose_from_quat_xyzw(fk_vec3 xyz, const double quat_xyzw[4], fk_pose *out);

/* The largest deviation of a rigid pose: each row sum of |R^T R - 1| is at most this. Matrices written with six digits
 * deviate by 1e-6, products of a hundred of them by 1e-4. A scale that someone intends, as 1.001, deviates more. */
#define FK_POSE_RIGID 1e-4

/* Checks whether a pose is rigid. FK_ERROR_NOT_FINITE; FK_ERROR_ARGUMENT if its matrix scales, shears or mirrors, or is
 * singular. Apply a scale or a mirror to the mesh or the piece instead: a pose does not scale the radius of a sphere. */
FK_API fk_status fk_pose_check(const fk_pose *pose);

/* The product (first b, then a), and the inverse of a rigid pose. */
FK_API fk_pose fk_pose_multiply(const fk_pose *a, const fk_pose *b);
FK_API fk_pose fk_pose_inverse(const fk_pose *pose);

/* The transformed point. Each component is ((r0 * x + r1 * y) + r2 * z) + t, in that order, without contraction: the
 * same double on every machine. fk_pose_rotate leaves out the translation. */
FK_API fk_vec3 fk_pose_apply(const fk_pose *pose, fk_vec3 point);
FK_API fk_vec3 fk_pose_rotate(const fk_pose *pose, fk_vec3 vector);

/* ---- Sine and cosine, the same bits on every machine --------------------------------------------------- */

/* Sine and cosine, within one unit in the last place for every finite x; NaN otherwise. */
FK_API double fk_sin(double x);
FK_API double fk_cos(double x);

/* ---- Random numbers ------------------------------------------------------------------------------------ */

typedef struct fk_random {
    uint64_t state;
} fk_random;

FK_API fk_random fk_random_make(uint64_t seed);
FK_API uint64_t fk_random_u64(fk_random *random);
/* A whole number in [0, bound); bound > 0. */
FK_API uint64_t fk_random_below(fk_random *random, uint64_t bound);
/* A multiple of 2^-53 in [0, 1). */
FK_API double fk_random_unit(fk_random *random);
/* A double in [low, high). */
FK_API double fk_random_between(fk_random *random, double low, double high);

/* ---- Clock --------------------------------------------------------------------------------------------- */

/* Seconds since some fixed moment; never decreases. */
FK_API double fk_clock_seconds(void);

/* ---- Numbers as text ----------------------------------------------------------------------------------- */

/* Bytes that the text of any double needs, terminator included. */
#define FK_NUMBER_SIZE 32

/* Writes the shortest decimal text that reads back to the same double ("0.1", "-1e-300", "inf", "nan"), with a point
 * in every locale. Returns its length. */
FK_API size_t fk_number_format(double value, char text[FK_NUMBER_SIZE]);

/* Reads a text of the given length as strtod does in the C locale (decimal, hexadecimal, "inf", "nan"; no leading
 * white space), rounded to nearest. A value beyond the range of doubles gives an infinity. Returns false, and leaves
 * *out alone, unless the whole text is one number. */
FK_API bool fk_number_parse(const char *text, size_t length, double *out);

/* ---- Spelling suggestions ------------------------------------------------------------------------------ */

/* Finds the known word nearest to a mistyped one, for "did you mean". A word of 32 bytes or more is near only to
 * words that it is a prefix of. */
typedef struct fk_spelling {
    const char *word;
    const char *found; /* the nearest so far; NULL: none is near */
    size_t best;       /* edits from word to found; at first, how many are too many */
} fk_spelling;

FK_API fk_spelling fk_spelling_make(const char *word);

/* Offers a known word, whose pointer is kept. Of several that are equally near, the first stays. */
FK_API void fk_spelling_offer(fk_spelling *spelling, const char *known);

#ifdef __cplusplus
}
#endif

#endif
