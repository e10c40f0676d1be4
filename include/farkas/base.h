/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Base: what every stage uses. Status and verdict, context, vectors, poses, seeded random numbers,
 * a clock, sine and cosine, and numbers as text.
 *
 * Conventions, here and everywhere: lengths are in the caller's unit, angles in radians, the world is
 * right-handed with Z up. The two bodies of a question are called a and b. The library never prints, exits,
 * aborts or changes errno, and has no state but the level of instructions, which it looks up once (fk_cpu_name). It asks the
 * system for nothing but that, the time, and the files that it is told to load or to save (farkas/io.h). All
 * functions may be called from any number of threads at once, each with its own outputs. */

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

/* Which instructions the library uses here: "plain", "vector" (SSE2, NEON or SIMD of WebAssembly), "avx2" or "avx512".
 * The best that the processor has, or what the environment variable FARKAS_CPU says when the library is first asked, if
 * the processor has that. Answers are the same with all of them. */
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
    X(FK_ERROR_BUSY, "the world is in use by this call: change it afterwards")

typedef enum fk_status {
#define FK_STATUS_ENUM(name, text) name,
    FK_STATUS_LIST(FK_STATUS_ENUM)
#undef FK_STATUS_ENUM
} fk_status;

/* The name of a status, as "FK_OK"; and its explanation. Never NULL. */
FK_API const char *fk_status_name(fk_status status);
FK_API const char *fk_status_text(fk_status status);

/* ---- Verdict: what the geometry says ------------------------------------------------------------------- */

/* Convex pieces are closed sets. overlapping: the origin lies inside the Minkowski difference a - b.
 * touching: on its boundary. apart: outside. A zeroed verdict claims nothing. */
typedef enum fk_verdict { FK_UNDECIDED = 0, FK_APART, FK_TOUCHING, FK_OVERLAPPING } fk_verdict;

/* "undecided", "apart", "touching" or "overlapping". */
FK_API const char *fk_verdict_name(fk_verdict verdict);

/* ---- Context: memory and messages ---------------------------------------------------------------------- */

/* Where memory comes from. allocate returns NULL when there is none; release gets the size that was asked. */
typedef struct fk_allocator {
    void *user;
    void *(*allocate)(void *user, size_t bytes);
    void (*release)(void *user, void *block, size_t bytes);
} fk_allocator;

typedef enum fk_log_level { FK_LOG_DEBUG, FK_LOG_INFO, FK_LOG_WARNING } fk_log_level;

/* Where messages go. write may be NULL: then they are dropped. */
typedef struct fk_log {
    void *user;
    void (*write)(void *user, fk_log_level level, const char *message);
} fk_log;

typedef struct fk_context_options {
    fk_allocator allocator;
    fk_log log;
} fk_context_options;

typedef struct fk_context fk_context;

/* malloc and free, no log. */
FK_API fk_context_options fk_context_options_default(void);

/* Makes a context; options may be NULL for the default. FK_ERROR_MEMORY leaves *out alone. Calls that take a context need
 * one; where NULL will do, they say so. */
FK_API fk_status fk_context_create(const fk_context_options *options, fk_context **out);
FK_API void fk_context_destroy(fk_context *context);

/* Memory and messages through a context. fk_allocate returns NULL when there is none; fk_release takes NULL. */
FK_API void *fk_allocate(fk_context *context, size_t bytes);
FK_API void fk_release(fk_context *context, void *block, size_t bytes);
FK_API void fk_log_write(const fk_context *context, fk_log_level level, const char *message);

/* ---- Workers: threads of the caller's or of a pool ----------------------------------------------------- */

/* Work that is cut into tasks, numbered from 0, which may run in any order and at the same time. */
typedef void fk_task_function(void *data, uint32_t index);

/* Who does it. run returns when all tasks are done; count is how many may run at once. Where a call takes
 * workers, NULL means the calling thread alone; the result is the same. With workers, the allocator of the
 * context must be safe for threads, as malloc is; and tasks run with the caller's rounding mode and treatment
 * of small numbers, as those of a pool do. */
typedef struct fk_workers {
    void *user;
    uint32_t count;
    void (*run)(void *user, uint32_t task_count, fk_task_function *task, void *data);
} fk_workers;

/* Threads that wait for work. One caller at a time uses a pool; a task may not use the pool that runs it. */
typedef struct fk_pool fk_pool;

/* A pool whose work is done by `threads` threads, the caller among them; 0: as many as there are processors. Where the system has
 * no threads, or gives fewer, the pool has fewer, and one at least. FK_ERROR_MEMORY leaves *out alone. */
FK_API fk_status fk_pool_create(fk_context *context, uint32_t threads, fk_pool **out);
FK_API void fk_pool_destroy(fk_pool *pool);
/* Valid as long as the pool. */
FK_API const fk_workers *fk_pool_workers(const fk_pool *pool);

/* ---- Streams of bytes ---------------------------------------------------------------------------------- */

/* Fills up to capacity bytes and returns how many; 0 at the end of input; FK_READ_FAILED on an error. */
typedef size_t fk_read_function(void *user, char *buffer, size_t capacity);
#define FK_READ_FAILED ((size_t)-1)

/* Takes all bytes; false when that failed. */
typedef bool fk_write_function(void *user, const char *bytes, size_t count);

/* ---- Intervals, vectors, planes, boxes ----------------------------------------------------------------- */

/* A number that lies between two doubles. */
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

/* The empty box, a box grown to hold a point, and whether two closed boxes meet. */
FK_API fk_aabb fk_aabb_empty(void);
FK_API fk_aabb fk_aabb_include(fk_aabb box, fk_vec3 point);
FK_API bool fk_aabb_meets(fk_aabb a, fk_aabb b);

/* ---- Poses --------------------------------------------------------------------------------------------- */

/* A rigid placement: x goes to rotation * x + translation. The rotation is row-major and acts on columns. */
typedef struct fk_pose {
    double rotation[3][3];
    fk_vec3 translation;
} fk_pose;

FK_API fk_pose fk_pose_identity(void);

/* Fixed-axes roll, pitch, yaw: R = Rz(rpy.z) Ry(rpy.y) Rx(rpy.x). */
FK_API fk_pose fk_pose_from_rpy(fk_vec3 xyz, fk_vec3 rpy);

/* The same with angles in degrees. Multiples of 90 are exact: the rotation has entries 0, 1 and -1 then. */
FK_API fk_pose fk_pose_from_rpy_deg(fk_vec3 xyz, fk_vec3 rpy_deg);

/* Quaternion as x, y, z, w; it is normalised. FK_ERROR_ARGUMENT when it is zero, FK_ERROR_NOT_FINITE. */
FK_API fk_status fk_pose_from_quat_xyzw(fk_vec3 xyz, const double quat_xyzw[4], fk_pose *out);

/* a after b, and the inverse of a rigid pose. */
FK_API fk_pose fk_pose_multiply(const fk_pose *a, const fk_pose *b);
FK_API fk_pose fk_pose_inverse(const fk_pose *pose);

/* The placed point: each component is ((r0 * x + r1 * y) + r2 * z) + t, in that order, without contraction,
 * so that it is the same double on every machine. fk_pose_rotate leaves out the translation. */
FK_API fk_vec3 fk_pose_apply(const fk_pose *pose, fk_vec3 point);
FK_API fk_vec3 fk_pose_rotate(const fk_pose *pose, fk_vec3 vector);

/* ---- Sine and cosine, the same bits on every machine --------------------------------------------------- */

/* Within one unit in the last place for every finite x; NaN for others. */
FK_API double fk_sin(double x);
FK_API double fk_cos(double x);

/* ---- Random numbers by seed ---------------------------------------------------------------------------- */

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

/* Seconds since some fixed moment, never going back. */
FK_API double fk_clock_seconds(void);

/* ---- Numbers as text ----------------------------------------------------------------------------------- */

/* Room for any double as text, with its end mark. */
#define FK_NUMBER_SIZE 32

/* Writes the shortest decimal text that reads back to the same double ("0.1", "-1e-300", "inf", "nan"), with
 * a point whatever the locale. Returns its length. */
FK_API size_t fk_number_format(double value, char text[FK_NUMBER_SIZE]);

/* Reads a whole text of given length as strtod does in the C locale (decimal, hexadecimal, "inf", "nan"; no
 * leading white space), rounded to nearest. A value beyond the double range gives an infinity. False when the
 * text is not one number from its first character to its last; *out is left alone then. */
FK_API bool fk_number_parse(const char *text, size_t length, double *out);

/* ---- Words that are nearly right ----------------------------------------------------------------------- */

/* The known word that is nearest to a mistyped one, for "did you mean". Words of 32 bytes or more are near only to what they
 * are the beginning of. */
typedef struct fk_spelling {
    const char *word;
    const char *found; /* the nearest so far, NULL while none is near */
    size_t best;       /* changes from word to it; at first, how many are too many */
} fk_spelling;

FK_API fk_spelling fk_spelling_make(const char *word);

/* Offers a known word; it is kept as a pointer. The first of several that are as near stays. */
FK_API void fk_spelling_offer(fk_spelling *spelling, const char *known);

#ifdef __cplusplus
}
#endif

#endif
