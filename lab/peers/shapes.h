/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Converts pieces for the peers: boxes to centre, axes and half lengths; polyhedra to vertices and faces. Not timed. */

#ifndef FARKAS_LAB_PEERS_SHAPES_H
#define FARKAS_LAB_PEERS_SHAPES_H

#include "peers/participant.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A rectangular box. The axes have length 1 and are right-handed. */
typedef struct bench_box {
    double center[3];
    double axis[3][3]; /* axis[i] is the direction of edge i */
    double half[3];
} bench_box;

/* Makes a rounded box, of an ellipsoid the one around it. The edges of the cell must be perpendicular up to rounding; zero edges get a
 * perpendicular axis. */
bench_box bench_make_box(const fk_piece *piece);

/* Returns the corners of a triangle, tetrahedron, box or hull, rounded where they are sums. The caller frees them. */
fk_vec3 *bench_vertices(const fk_piece *piece, size_t *count);

/* Returns the mean of the vertices of a piece, or of its core; of a cylinder, a cone or an ellipsoid, its centre. */
fk_vec3 bench_middle(const fk_piece *piece);

/* Returns the vertices with their faces, or NULL when they lie in one plane. Never freed. */
const fk_hull *bench_make_hull(const fk_piece *piece);

static inline bool bench_is_round(fk_kind kind)
{
    return kind == FK_KIND_SPHERE || kind == FK_KIND_CAPSULE;
}

static inline bool bench_is_polyhedron(fk_kind kind)
{
    return kind == FK_KIND_TRIANGLE || kind == FK_KIND_TETRA || kind == FK_KIND_BOX || kind == FK_KIND_HULL;
}

/* Those with two ends and a radius. */
static inline bool bench_has_axis(fk_kind kind)
{
    return kind == FK_KIND_CAPSULE || kind == FK_KIND_CYLINDER || kind == FK_KIND_CONE;
}

/* For `knows`: boxes only; all kinds of verdicts; these and cylinders; any kinds. */
bool bench_knows_boxes(fk_kind a, fk_kind b);
bool bench_knows_all(fk_kind a, fk_kind b);
bool bench_knows_cylinders(fk_kind a, fk_kind b);
bool bench_knows_any(fk_kind a, fk_kind b);

#ifdef __cplusplus
}

// Pairs made by one function of a piece, and answered by one of a pair.
template <typename Body> struct bench_pair_data {
    Body a, b;
};

template <typename Body, Body (*make)(const fk_piece *)> void *bench_prepare(const bench_set *set)
{
    bench_pair_data<Body> *out = new bench_pair_data<Body>[set->count];
    for (size_t i = 0; i < set->count; i++) {
        out[i].a = make(&set->pair[i].a);
        out[i].b = make(&set->pair[i].b);
    }
    return out;
}

// The same for shapes with poses: `move` places a body.
template <typename Body, Body (*make)(const fk_piece *), void (*move)(Body &, const fk_pose &)>
void *bench_prepare_placed(const bench_set *set)
{
    bench_pair_data<Body> *out = static_cast<bench_pair_data<Body> *>(bench_prepare<Body, make>(set));
    for (size_t i = 0; i < set->count; i++) {
        move(out[i].a, set->place[i].a);
        move(out[i].b, set->place[i].b);
    }
    return out;
}

// Bodies that rest, a motion of the first, and how a cast of it, or a ray from its origin, is answered.
template <typename Body> struct bench_throw_data {
    Body a, b;
    fk_vec3 begin, motion;
};

template <typename Body, Body (*make)(const fk_piece *), void (*move)(Body &, const fk_pose &)>
void *bench_prepare_throws(const bench_set *set)
{
    bench_throw_data<Body> *out = new bench_throw_data<Body>[set->count];
    for (size_t i = 0; i < set->count; i++) {
        const bench_place &place = set->place[i];
        out[i] = {make(&set->pair[i].a), make(&set->pair[i].b), place.a.translation, place.motion};
        move(out[i].a, place.a);
        move(out[i].b, place.b);
    }
    return out;
}

template <typename Body, uint8_t (*one)(const bench_throw_data<Body> &)>
void bench_answer_throws(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const bench_throw_data<Body> *p = static_cast<const bench_throw_data<Body> *>(data);
    for (size_t i = begin; i < end; i++)
        answer[i] = one(p[i]);
}

template <typename Body, uint8_t (*one)(const Body &, const Body &)>
void bench_answer_pairs(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const bench_pair_data<Body> *p = static_cast<const bench_pair_data<Body> *>(data);
    for (size_t i = begin; i < end; i++)
        answer[i] = one(p[i].a, p[i].b);
}
#endif

#endif
