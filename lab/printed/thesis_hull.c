/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Algorithm 12 of the thesis, a convex hull: see thesis_paper.h. Signs are those of determinants in 64 bits. */

#include "peers/participant.h"
#include "printed/thesis_paper.h"

#include <stdlib.h>

typedef struct paper_face {
    uint32_t corner[3]; /* counterclockwise from outside */
    uint32_t first;     /* of its assigned points */
    uint32_t place;     /* among the faces of T; FK_NONE: it is no longer one */
} paper_face;

typedef struct paper_hull {
    const thesis_point *point;
    uint32_t count;
    const thesis_hull_rules *rules;
    fk_random *random;
    uint32_t *next; /* by point: the next one that is assigned to the same face */
    paper_face *face;
    size_t face_count, face_capacity;
    uint32_t *alive, *visible, *created; /* faces of T; those that the eye sees; those of the last step */
    uint32_t alive_count, visible_count, created_count;
    uint64_t plane_tests;
} paper_hull;

/* ---- Planes -------------------------------------------------------------------------------------------- */

/* Six times the volume of the tetrahedron of a, b, c and p: positive where p sees the face a, b, c. */
static int64_t height_above(const thesis_point *point, const uint32_t corner[3], uint32_t p)
{
    int64_t d[3][3];
    for (int i = 0; i < 3; i++) {
        const int32_t *from = point[corner[0]].at, *to = point[i < 2 ? corner[i + 1] : p].at;
        for (int k = 0; k < 3; k++)
            d[i][k] = (int64_t)to[k] - from[k];
    }
    return d[2][0] * (d[0][1] * d[1][2] - d[0][2] * d[1][1]) +
           d[2][1] * (d[0][2] * d[1][0] - d[0][0] * d[1][2]) +
           d[2][2] * (d[0][0] * d[1][1] - d[0][1] * d[1][0]);
}

static int64_t test_plane(paper_hull *h, uint32_t face, uint32_t p)
{
    h->plane_tests++;
    return height_above(h->point, h->face[face].corner, p);
}

/* ---- Faces --------------------------------------------------------------------------------------------- */

static void add_face(paper_hull *h, uint32_t a, uint32_t b, uint32_t c)
{
    if (h->face_count == h->face_capacity) {
        h->face_capacity = 2 * h->face_capacity + 64;
        h->face = bench_resize(h->face, h->face_capacity, sizeof *h->face);
    }
    h->face[h->face_count] = (paper_face){{a, b, c}, FK_NONE, h->alive_count};
    h->created[h->created_count++] = h->alive[h->alive_count++] = (uint32_t)h->face_count++;
}

static void remove_face(paper_hull *h, uint32_t face)
{
    uint32_t place = h->face[face].place, last = h->alive[--h->alive_count];
    h->alive[place] = last;
    h->face[last].place = place;
    h->face[face].place = FK_NONE;
}

/* Lines 3 and 9: to one of the created faces that the point sees; to none where it sees none. */
static void assign_point(paper_hull *h, uint32_t p)
{
    uint32_t best = FK_NONE, seen = 0;
    int64_t most = 0;
    for (uint32_t i = 0; i < h->created_count; i++) {
        int64_t height = test_plane(h, h->created[i], p);
        if (height <= 0)
            continue;
        seen++;
        if (best == FK_NONE || (h->rules->assignment == THESIS_FARTHEST && height > most) ||
            (h->rules->assignment == THESIS_RANDOM && fk_random_below(h->random, seen) == 0)) {
            best = h->created[i];
            most = height;
        }
        if (h->rules->assignment == THESIS_FIRST)
            break;
    }
    if (best == FK_NONE)
        return;
    h->next[p] = h->face[best].first;
    h->face[best].first = p;
}

static void assign_points_of(paper_hull *h, uint32_t face)
{
    uint32_t p = h->face[face].first;
    h->face[face].first = FK_NONE;
    while (p != FK_NONE) {
        uint32_t next = h->next[p];
        assign_point(h, p);
        p = next;
    }
}

/* ---- The first tetrahedron ----------------------------------------------------------------------------- */

static double square_distance(const paper_hull *h, uint32_t a, uint32_t b, uint32_t c)
{
    fk_vec3 to[2];
    for (int i = 0; i < 2; i++) {
        const int32_t *p = h->point[i == 0 ? b : c].at, *from = h->point[a].at;
        to[i] = fk_vec3_make(p[0] - from[0], p[1] - from[1], p[2] - from[2]);
    }
    fk_vec3 area = b == c ? to[0] : fk_vec3_cross(to[0], to[1]);
    return fk_vec3_dot(area, area);
}

/* Section 4.1: of the extreme points along the axes the most distant pair, then the point that is most distant from their edge,
 * then from their triangle. */
static void find_large_start(paper_hull *h, uint32_t start[4])
{
    uint32_t extreme[6] = {0};
    double most = -1, area = -1;
    int64_t volume = 0;
    for (uint32_t i = 0; i < h->count; i++)
        for (int k = 0; k < 3; k++) {
            if (h->point[i].at[k] < h->point[extreme[k]].at[k])
                extreme[k] = i;
            if (h->point[i].at[k] > h->point[extreme[k + 3]].at[k])
                extreme[k + 3] = i;
        }
    for (int i = 0; i < 36; i++) {
        double far = square_distance(h, extreme[i / 6], extreme[i % 6], extreme[i % 6]);
        if (far > most) {
            most = far;
            start[0] = extreme[i / 6];
            start[1] = extreme[i % 6];
        }
    }
    for (uint32_t i = 0; i < h->count; i++)
        if (square_distance(h, start[0], start[1], i) > area && i != start[1]) {
            area = square_distance(h, start[0], start[1], i);
            start[2] = i;
        }
    for (uint32_t i = 0; i < h->count; i++)
        if (llabs((long long)height_above(h->point, start, i)) > volume) {
            volume = llabs((long long)height_above(h->point, start, i));
            start[3] = i;
        }
}

static void find_random_start(paper_hull *h, uint32_t start[4])
{
    do
        for (int i = 0; i < 4; i++)
            start[i] = (uint32_t)fk_random_below(h->random, h->count);
    while (height_above(h->point, start, start[3]) == 0);
}

/* Lines 2 and 3. */
static void begin_hull(paper_hull *h)
{
    uint32_t s[4];
    if (h->rules->starts_large)
        find_large_start(h, s);
    else
        find_random_start(h, s);
    if (height_above(h->point, s, s[3]) > 0) { /* the first three are to be counterclockwise from outside */
        uint32_t swap = s[1];
        s[1] = s[2];
        s[2] = swap;
    }
    add_face(h, s[0], s[1], s[2]);
    add_face(h, s[0], s[3], s[1]);
    add_face(h, s[1], s[3], s[2]);
    add_face(h, s[2], s[3], s[0]);
    for (uint32_t i = 0; i < h->count; i++)
        if (i != s[0] && i != s[1] && i != s[2] && i != s[3])
            assign_point(h, i);
}

/* ---- The loop ------------------------------------------------------------------------------------------ */

static uint32_t find_eye(paper_hull *h, uint32_t face)
{
    uint32_t eye = h->face[face].first;
    int64_t most = test_plane(h, face, eye);
    for (uint32_t p = h->next[eye]; p != FK_NONE; p = h->next[p]) {
        int64_t height = test_plane(h, face, p);
        if (height > most) {
            most = height;
            eye = p;
        }
    }
    return eye;
}

static bool is_edge_visible(const paper_hull *h, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < h->visible_count; i++) {
        const uint32_t *c = h->face[h->visible[i]].corner;
        for (int k = 0; k < 3; k++)
            if (c[k] == a && c[(k + 1) % 3] == b)
                return true;
    }
    return false;
}

/* Lines 7 and 8. The horizon: edges that belong to one visible triangle only. */
static void connect_eye(paper_hull *h, uint32_t eye)
{
    h->visible_count = h->created_count = 0;
    for (uint32_t i = 0; i < h->alive_count; i++)
        if (test_plane(h, h->alive[i], eye) > 0)
            h->visible[h->visible_count++] = h->alive[i];
    for (uint32_t i = 0; i < h->visible_count; i++)
        remove_face(h, h->visible[i]);
    for (uint32_t i = 0; i < h->visible_count; i++)
        for (int k = 0; k < 3; k++) {
            const uint32_t *c = h->face[h->visible[i]].corner;
            uint32_t a = c[k], b = c[(k + 1) % 3];
            if (!is_edge_visible(h, b, a))
                add_face(h, a, b, eye);
        }
}

/* Algorithm 12, line by line:
 *    2-3  begin_hull
 *    4    f <- all faces with assigned points    here all faces in the order in which they were made; others are passed over
 *    5    while f is not empty
 *    6      eye <- farthest point of the first face of f
 *    7-8    connect_eye
 *    9      assign points again                  "point set, which belonged to processed face" (4.1): those of other faces that
 *                                                the eye sees stay with faces which T no longer has. Made right, all of them are
 *                                                assigned again
 *   10-11   new faces to the end of f, the first one removed
 * A face that T no longer has comes to its turn with its points. Its eye may lie inside by then, so that no face is made and all
 * its points are lost; or they see other faces than the new ones. */
static void run_hull_loop(paper_hull *h)
{
    for (uint32_t f = 0; f < h->face_count; f++) {
        if (h->face[f].first == FK_NONE)
            continue;
        uint32_t eye = find_eye(h, f);
        connect_eye(h, eye);
        for (uint32_t i = 0; i < h->visible_count && h->rules->is_right; i++)
            assign_points_of(h, h->visible[i]);
        assign_points_of(h, f);
    }
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static uint32_t count_lost(const paper_hull *h)
{
    uint32_t lost = 0;
    for (uint32_t p = 0; p < h->count; p++)
        for (uint32_t i = 0; i < h->alive_count; i++)
            if (height_above(h->point, h->face[h->alive[i]].corner, p) > 0) {
                lost++;
                break;
            }
    return lost;
}

/* By Euler: faces are triangles. */
thesis_hull thesis_hull_run(const thesis_point *point, uint32_t count, const thesis_hull_rules *rules,
                            fk_random *random)
{
    paper_hull h = {.point = point, .count = count, .rules = rules, .random = random};
    size_t room = 2 * (size_t)count + 8; /* T has at most 2 n - 4 faces */
    h.next = bench_allocate(count, sizeof *h.next);
    h.alive = bench_allocate(3 * room, sizeof *h.alive);
    h.visible = h.alive + room;
    h.created = h.visible + room;
    begin_hull(&h);
    run_hull_loop(&h);
    thesis_hull out = {h.plane_tests, h.alive_count / 2 + 2, h.alive_count, count_lost(&h)};
    free(h.next);
    free(h.alive);
    free(h.face);
    return out;
}
