/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Check: many parts at once, at rest or along a motion. Which of them collide, contain each other, or are too
 * close; and when. */

#ifndef FARKAS_CHECK_H
#define FARKAS_CHECK_H

#include "farkas/cells.h"
#include "farkas/motion.h"
#include "farkas/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Kinds --------------------------------------------------------------------------------------------- */

/* The relation of two parts, with the words of reports: the last kind in this list that applies.
 *   clear      none of the others
 *   clearance  closer than the clearance
 *   contact    the closed sets meet; also an overlap that is at most as deep as is ignored
 *   hard       the interiors meet
 *   contained  one is a subset of the other; it may touch from inside
 *   duplicate  both are the same set */
#define FK_CLASH_LIST(X)                                                                                     \
    X(FK_CLASH_UNDECIDED, "undecided")                                                                       \
    X(FK_CLASH_CLEAR, "clear")                                                                               \
    X(FK_CLASH_CLEARANCE, "clearance")                                                                       \
    X(FK_CLASH_CONTACT, "contact")                                                                           \
    X(FK_CLASH_HARD, "hard")                                                                                 \
    X(FK_CLASH_CONTAINED, "contained")                                                                       \
    X(FK_CLASH_DUPLICATE, "duplicate")

typedef enum fk_clash {
#define FK_CLASH_ENUM(name, word) name,
    FK_CLASH_LIST(FK_CLASH_ENUM)
#undef FK_CLASH_ENUM
        FK_CLASH_COUNT
} fk_clash;

/* The word of a kind; "undecided" for values that are not in the list. */
FK_API const char *fk_clash_word(fk_clash kind);

/* ---- Input --------------------------------------------------------------------------------------------- */

/* A placed mesh, or a placed convex piece with an interior. Parts may share meshes. */
typedef struct fk_check_part {
    const char *name;      /* for reports */
    const fk_mesh *mesh;   /* or NULL */
    const fk_piece *piece; /* used if there is no mesh */
    fk_pose pose;
} fk_check_part;

/* What is tested of a pair. */
typedef struct fk_check_rule {
    bool is_tested;
    const char *ignored;   /* why the pair is not tested; or NULL */
    double clearance;      /* finite, not negative */
    double ignore_overlap; /* an overlap that is not deeper is contact, and no clash; finite, not negative */
    bool allow_contact;    /* contact is no clash */
} fk_check_rule;

/* Returns the rule for parts a < b. Called by one thread. */
typedef fk_check_rule fk_check_select(void *user, uint32_t a, uint32_t b);

/* Called now and then by the calling thread: `done` of `total` pairs are done. */
typedef void fk_check_progress(void *user, uint64_t done, uint64_t total);

/* Keeps what was built from meshes from one run to the next, so that the same parts at other poses are
 * checked sooner. The results are the same. Its meshes must not change until it is freed. Not for two runs at
 * the same time. */
typedef struct fk_check_cache fk_check_cache;
/* FK_ERROR_MEMORY. */
FK_API fk_status fk_check_cache_create(fk_context *context, fk_check_cache **out);
/* With the context of its runs. NULL is allowed. */
FK_API void fk_check_cache_free(fk_context *context, fk_check_cache *cache);

typedef struct fk_check_options {
    fk_check_select *select; /* NULL: `rule` for all pairs */
    fk_check_rule rule;
    fk_check_progress *progress; /* or NULL */
    void *user;                  /* for both functions */
    const fk_workers *workers;   /* or NULL; the results are the same */
    fk_check_cache *kept;        /* the cache of runs, or NULL */
    bool wants_distance;         /* list clear pairs, too, with their distances */
    bool wants_depth;            /* of overlaps; computed in any case where an overlap may be ignored */
    bool wants_volume;           /* of overlaps of solids */
    bool stops_at_clash;         /* find only the first clash, in the order of pairs */
    uint32_t max_triangles;      /* most pairs of triangles that are listed for a pair of parts */
    const fk_cancel *cancel;     /* or NULL: that of the context */
} fk_check_options;

/* All pairs, clearance 0, with distances and depths, 100 pairs of triangles. */
FK_API fk_check_options fk_check_options_default(void);

/* ---- Results ------------------------------------------------------------------------------------------- */

/* The result of a pair of parts, a < b; of a check, or of a sweep over all times. */
typedef struct fk_check_pair {
    uint32_t a, b;
    fk_clash kind;
    bool is_clash;    /* its rule does not allow it */
    bool has_surface; /* a part is a surface: what it encloses is not tested */
    bool a_is_inner;  /* contained: a lies in b; else b in a */
    double clearance; /* of its rule */
    /* 0 to 0 if they meet; infinite if a part is empty. */
    fk_interval distance;
    bool has_points;          /* the next two are set */
    fk_vec3 point_a, point_b; /* nearest points; if the parts meet, a common point */
    fk_aabb box;              /* of their intersection; empty if they do not meet */
    bool has_depth;
    fk_placed_depth depth;
    bool has_volume;
    fk_interval volume;
    /* Pairs of triangles that meet, of equal triangles the first; 0 with a piece. */
    uint64_t triangle_total;
    uint32_t triangle_count;       /* listed ones */
    const fk_index_pair *triangle; /* sorted */
    /* Of a sweep, which sets none of the fields between `clearance` and these but point_a and point_b: */
    bool is_still;    /* both move together, or neither does */
    double tolerance; /* of its distances */
    /* Contacts, in order, including undecided stretches. Pairs that do not move against each other have none,
     * or one over all times; the same goes for `below`. */
    uint32_t contact_count;
    const fk_stretch *contact;
    /* Stretches below the clearance, if the rule has one. */
    uint32_t below_count;
    const fk_stretch *below;
    bool has_closest; /* the distance of an empty part is infinite */
    /* Contains the least distance over all times. Its width is at most the tolerance; of clear pairs, or
     * FK_SWEEP_CLOSEST_RATIO of the distance, if that is more. */
    fk_interval closest;
    double closest_time; /* point_a and point_b are those then, in the world */
} fk_check_pair;

typedef struct fk_check_ignored {
    uint32_t a, b;
    const char *reason; /* from `select` */
} fk_check_ignored;

/* The result of a check or a sweep, with pairs sorted by a, then b. */
typedef struct fk_check {
    uint64_t tested; /* pairs */
    /* The run was cancelled: `count`, `clashes`, `omitted` and the list are those of the first pairs alone. */
    bool is_incomplete;
    /* Clear pairs that are not in the list, because distances or closest approaches were not wanted. */
    uint64_t omitted;
    uint64_t count[FK_CLASH_COUNT]; /* tested pairs of each kind, including those that are not in the list */
    uint64_t clashes;
    /* A hint that parts were meant to touch: if more than half of the overlaps with a known depth, and at
     * least three, are at most a thousandth of the smaller part deep, the largest depth of those; else 0. */
    double shallow_depth;
    /* A hint at different units: the largest and the smallest part, if they differ by more than a factor of
     * 500; else FK_NONE. */
    uint32_t largest, smallest;
    uint32_t part_count;
    const bool *is_surface; /* of each part: it is a mesh that is no solid */
    size_t pair_count;
    const fk_check_pair *pair;
    size_t ignored_count;
    const fk_check_ignored *ignored;
    double from, to; /* the times of a sweep */
    /* Private: for fk_check_free. */
    size_t pair_capacity, ignored_capacity;
} fk_check;

/* Checks all selected pairs of parts. options may be NULL: the defaults. Pairs whose boxes are farther apart
 * than their clearance are clear without further tests, unless distances are wanted. Free *out with
 * fk_check_free. FK_ERROR_CANCELLED also sets *out: to what is known by then, marked is_incomplete. On other
 * errors *out is left alone: FK_ERROR_ARGUMENT for a rule that is not valid, for a pose that is not rigid
 * (fk_pose_check), for a part without mesh and piece, or for a piece without interior; FK_ERROR_PIECE;
 * FK_ERROR_NOT_FINITE for a pose or a placed point; FK_ERROR_MEMORY. */
FK_API fk_status fk_check_run(fk_context *context, const fk_check_part *part, uint32_t part_count,
                              const fk_check_options *options, fk_check **out);
FK_API void fk_check_free(fk_context *context, fk_check *check);

/* Returns the nearest pair; of equally near ones, the first in the order of the names of its parts, whichever of them is a.
 * NULL without pairs. */
FK_API const fk_check_pair *fk_check_nearest(const fk_check *check, const fk_check_part *part);

/* Returns why a pair of these parts is undecided at rest, and what to do, as a sentence without a full stop. */
FK_API const char *fk_check_undecided_reason(const fk_check_part *a, const fk_check_part *b);

/* ---- The same parts at many poses ---------------------------------------------------------------------- */

/* Parts and rules prepared for one question at many poses: does anything clash? For one thread at a time. */
typedef struct fk_checker fk_checker;

/* Builds a checker. It uses the options select, rule, user, workers, kept and cancel, and none of them afterwards. The
 * caller keeps the meshes of the parts. Errors of fk_check_run; on an error *out is unchanged. */
FK_API fk_status fk_checker_create(fk_context *context, const fk_check_part *part, uint32_t part_count,
                                   const fk_check_options *options, fk_checker **out);
/* Makes a checker for another thread. It shares the trees of the first one, which must live longer, and which no other
 * thread may use during this call. FK_ERROR_MEMORY. */
FK_API fk_status fk_checker_share(const fk_checker *checker, fk_checker **out);
/* With the context of its creation. NULL is allowed. */
FK_API void fk_checker_free(fk_context *context, fk_checker *checker);

/* Computes whether a tested pair clashes with the parts at these poses, one for each part: whether fk_check_run would
 * count a clash. Ends at the first one. Pairs of parts that did not move since the last call keep their answers. A pair
 * that is undecided does not clash. FK_ERROR_ARGUMENT for a pose that is not rigid; FK_ERROR_NOT_FINITE;
 * FK_ERROR_PIECE; FK_ERROR_MEMORY. After an error *out is unchanged. */
FK_API fk_status fk_checker_clashes(fk_checker *checker, const fk_pose *pose, bool *out);

/* Sweep: many moving parts. Which of them meet or come too close, when first, and when again. */

/* A part that is fixed to a frame. */
typedef struct fk_sweep_part {
    fk_check_part part; /* its pose is relative to the frame */
    uint32_t frame;     /* FK_NONE: it rests in the world */
} fk_sweep_part;

typedef struct fk_sweep_options {
    fk_check_select *select; /* as in fk_check_options; ignore_overlap has no effect */
    fk_check_rule rule;
    fk_check_progress *progress; /* or NULL */
    void *user;
    const fk_workers *workers; /* or NULL; the results are the same */
    double from, to;           /* NaN: the first, the last time of the motion */
    double tolerance;          /* of distances; 0: that of fk_motion_options_default, for each pair */
    double resolution;         /* of times; 0: 1/4096 of the span */
    bool wants_closest;        /* of all pairs; else only of those below their clearance */
    /* Find only the clash that is first in time; of several at that time, the first pair. Pairs that are
     * undecided before it are listed with it. The time of a clash is enter.hi of its stretch. If there is no
     * clash, the result has only the first stretch of each pair. */
    bool stops_at_clash;
    uint64_t max_tests; /* for each pair, as in fk_motion_options */
    double max_seconds;
    const fk_cancel *cancel; /* or NULL: that of the context */
    fk_check_cache *kept;    /* the cache of runs, also of checks of the same parts; or NULL */
} fk_sweep_options;

#define FK_SWEEP_CLOSEST_RATIO 0x1p-7

/* All pairs, clearance 0, the whole span, with closest approach, ten million tests for each pair. */
FK_API fk_sweep_options fk_sweep_options_default(void);

/* The result of a pair of parts. Its kind is
 *   hard       the interiors surely meet at some time
 *   contact    they meet, or come within the tolerance of it, and hard is not known
 *   clearance  surely closer than the clearance at some time
 *   clear      proved: none of the others at any time
 *   undecided  the budget is used up before it is known; or they come within the tolerance of the clearance, and
 *              it is not known whether closer; or contact is allowed, and it is not known whether they overlap
 * and for pairs that do not move against each other that of fk_check_run. */
typedef fk_check_pair fk_sweep_pair;
/* The result of a sweep. */
typedef fk_check fk_sweep;

/* The moment that represents a pair: when it surely meets first, or comes near; else when it is closest. NaN
 * without either. */
FK_API double fk_sweep_moment(const fk_sweep_pair *pair);

/* Sweeps all selected pairs of parts. options may be NULL: the defaults. Pairs whose swept boxes are farther
 * apart than their clearance are clear without further tests, unless closest approaches are wanted. Free *out
 * with fk_sweep_free. FK_ERROR_CANCELLED also sets *out: to what is known by then, marked is_incomplete; with
 * stops_at_clash, the clashes in it need not be the first. On other errors *out is left alone:
 * FK_ERROR_ARGUMENT for times that are not in order, negative options, or a frame that does not exist; else the
 * errors of fk_check_run and fk_motion_contacts. */
FK_API fk_status fk_sweep_run(fk_context *context, const fk_motion *motion, const fk_sweep_part *part,
                              uint32_t part_count, const fk_sweep_options *options, fk_sweep **out);
FK_API void fk_sweep_free(fk_context *context, fk_sweep *sweep);

/* Reports: results as JSON, CSV and JUnit XML, and their provenance. page.h writes them as HTML. */

/* The version of the JSON formats: "farkas" in them. */
#define FK_RESULT_VERSION 1

/* ---- Provenance ---------------------------------------------------------------------------------------- */

/* An input file. */
typedef struct fk_input_file {
    const char *path;
    uint64_t bytes;
    char sha256[65]; /* of its bytes, as hexadecimal digits; "" if it is not known */
} fk_input_file;

/* Reads a file and fills *out, with the given path. FK_ERROR_READ leaves it alone. */
FK_API fk_status fk_input_file_read(const char *path, fk_input_file *out);

#define FK_CLASH_ID_SIZE 11

/* Computes the id of a clash of two parts: ten hexadecimal digits that depend on their names, not on their
 * order; the same in every run. */
FK_API void fk_clash_id(const char *a, const char *b, char id[FK_CLASH_ID_SIZE]);

/* The state of a clash compared with an earlier result.
 *   none      nothing to compare with, or no clash
 *   new       it is not in the earlier result
 *   active    it is in both
 *   approved  it is there, and somebody has approved it
 *   resolved  it is in the earlier result only */
#define FK_REVIEW_LIST(X)                                                                                    \
    X(FK_REVIEW_NONE, "")                                                                                    \
    X(FK_REVIEW_NEW, "new")                                                                                  \
    X(FK_REVIEW_ACTIVE, "active")                                                                            \
    X(FK_REVIEW_APPROVED, "approved")                                                                        \
    X(FK_REVIEW_RESOLVED, "resolved")

typedef enum fk_review {
#define FK_REVIEW_ENUM(name, word) name,
    FK_REVIEW_LIST(FK_REVIEW_ENUM)
#undef FK_REVIEW_ENUM
        FK_REVIEW_COUNT
} fk_review;

FK_API const char *fk_review_word(fk_review review);

/* A clash of an earlier result that no longer exists. */
typedef struct fk_resolved {
    const char *a, *b; /* names */
    fk_clash kind;     /* in that result */
} fk_resolved;

/* The provenance of a result, and its review. Zeroed, it has neither. */
typedef struct fk_provenance {
    uint32_t argument_count, input_count, resolved_count;
    const char *const *argument; /* of the command, its verb first */
    const fk_input_file *input;
    const char *date; /* "2026-11-16T09:30:00Z"; or NULL */
    /* Comparison with an earlier result: */
    const char *baseline;      /* its path; NULL: no comparison */
    const fk_review *review;   /* of each pair of the result; or NULL */
    const char *const *remark; /* of each pair: why it is approved, or NULL; or NULL for all */
    const fk_resolved *resolved;
} fk_provenance;

/* ---- Checks and sweeps --------------------------------------------------------------------------------- */

/* A check, and its input. */
typedef struct fk_check_report {
    const fk_check *check;
    const fk_check_part *part;
    uint32_t part_count;
    const char *units;           /* such as "mm" */
    const fk_provenance *record; /* or NULL */
} fk_check_report;

/* The number of clashes that are not approved, of those the new ones, and of approved ones. Without reviews
 * all clashes are open, and none is new or approved. */
typedef struct fk_review_count {
    uint64_t open, new_ones, approved;
} fk_review_count;
FK_API fk_review_count fk_check_reviews(const fk_check_report *report);

/* Write a check through `write`. Numbers are the shortest texts that read back to the same doubles; unknown
 * or infinite ones are null in JSON and empty in CSV. Bytes that are not UTF-8 become U+FFFD. docs/json.md
 * has an example of the JSON. In JUnit XML a pair is a test case, a clash a failure, an undecided pair an
 * error; ignored pairs and approved clashes are skipped; clear pairs that the check does not list are one
 * test case together. FK_ERROR_WRITE if `write` fails. */
FK_API fk_status fk_check_write_json(const fk_check_report *report, fk_write_function *write, void *user);
FK_API fk_status fk_check_write_csv(const fk_check_report *report, fk_write_function *write, void *user);
FK_API fk_status fk_check_write_junit(const fk_check_report *report, fk_write_function *write, void *user);

/* The value of a joint at a time. */
typedef double fk_joint_value(void *user, uint32_t joint, double time);

/* A sweep, and its input. */
typedef struct fk_sweep_report {
    const fk_sweep *sweep;
    const fk_sweep_part *part;
    uint32_t part_count;
    const char *units;
    double tolerance; /* of the query; 0: each pair has its own */
    /* Joints whose values are written for the moments of pairs, see fk_sweep_moment; 0: none. */
    uint32_t joint_count;
    const char *const *joint; /* names */
    fk_joint_value *joint_value;
    void *joint_user;
    const fk_provenance *record; /* or NULL */
} fk_sweep_report;

FK_API fk_review_count fk_sweep_reviews(const fk_sweep_report *report);

/* Write a sweep, by the same rules. Times are in the unit of the motion, which is taken for seconds. */
FK_API fk_status fk_sweep_write_json(const fk_sweep_report *report, fk_write_function *write, void *user);
FK_API fk_status fk_sweep_write_csv(const fk_sweep_report *report, fk_write_function *write, void *user);
FK_API fk_status fk_sweep_write_junit(const fk_sweep_report *report, fk_write_function *write, void *user);

/* Distances of moving parts at many times. */
typedef struct fk_sweep_distances {
    fk_context *context;
    const fk_motion *motion;
    const fk_sweep_part *part;
    uint32_t part_count;
    uint32_t samples; /* at least 2: the first is at `from` of the options, the last at `to`, both finite */
    /* As for fk_sweep_run: the selection of pairs, the workers, the times, the tolerance and the budget. */
    fk_sweep_options options;
} fk_sweep_distances;

/* Writes them as CSV, with all samples of a pair in a row: the time, both names, bounds of the distance, and
 * a proved lower bound of it until the next sample. Infinite values, of empty parts, are left out. Errors of
 * fk_motion_contacts; FK_ERROR_CANCELLED, after the pairs that are done; FK_ERROR_MEMORY; FK_ERROR_WRITE. */
FK_API fk_status fk_sweep_write_distances(const fk_sweep_distances *what, fk_write_function *write,
                                          void *user);

/* Writes a text as a JSON string with quotes; bytes that are not UTF-8 become U+FFFD. FK_ERROR_WRITE. */
FK_API fk_status fk_json_write_string(const char *text, fk_write_function *write, void *user);

/* The result of a search, and its input. */
typedef struct fk_search_findings {
    const fk_search_result *result;
    fk_search_question question;
    const fk_search_object *object; /* with names */
    uint32_t object_count;
    /* For each object a word such as "triangle" for what its leaves were made of: that is what `source` of
     * its nodes numbers. */
    const char *const *source;
    const char *units; /* such as "mm" */
    /* For each object the parents of its nodes (fk_cell_tree_parents), for the paths of hits; or NULL: no paths. */
    const uint32_t *const *parent;
} fk_search_findings;

/* Writes a search as JSON, by the same rules. Nodes are numbered by their `source`, null for added nodes; hits also have the
 * numbers of the nodes themselves, their paths, and, with boxes, the ranges of fk_cell_hit_ranges.
 * docs/json.md has an example. FK_ERROR_WRITE if `write` fails. */
FK_API fk_status fk_search_write_json(const fk_search_findings *findings, fk_write_function *write,
                                      void *user);

#ifdef __cplusplus
}
#endif

#endif
