/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Patches: triangles that hang together, on which a winding number is the same, so that one ray tells it for
 * all.
 *
 * The number of a mesh beside its own triangles is the same across an edge that exactly two of them have,
 * which go along it in opposite ways, when neither is busy: then nothing else is at its inner points. The
 * number of the other mesh is the same on all triangles that do not meet it and hang together by vertices;
 * and on all of one that meets it in points at most, but for these, and across every edge between two such. A
 * flat triangle is free when it does not meet the other mesh at all: a point would cut it in two. */

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/relate.h"
#include "tree/tree.h"

/* ---- Winding numbers by rays --------------------------------------------------------------------------- */

/* The winding number of a placed mesh around a spot, exactly, by the triangles that a ray along x crosses: as
 * in mesh/winding.c, whose comment has the theory. Here the ray begins infinitely near to a place, which
 * settles most ties: on which side of an edge it passes, seen along x, and whether it begins before a
 * triangle or behind it, is told by the first level at which there is a sign. Where there is none, the ray is
 * moved by an amount that is small against all of these.
 *
 * The tree leaves out most triangles, boxes most of the rest. */

typedef struct ray {
    const fk_relate *relate;
    int which;
    fk_relate_spot *spot;
    fk_aabb box; /* of the first level */
    int64_t winding;
} ray;

static bool is_missed(const ray *y, const fk_vec3 *const corner[3])
{
    bool behind = true, left = true, right = true, below = true, above = true;
    for (int k = 0; k < 3; k++) {
        behind &= corner[k]->x < y->box.min.x;
        left &= corner[k]->y < y->box.min.y;
        right &= corner[k]->y > y->box.max.y;
        below &= corner[k]->z < y->box.min.z;
        above &= corner[k]->z > y->box.max.z;
    }
    return behind || left || right || below || above;
}

/* On which side of the edge from a to b, on which the ray is, the moved ray is. 0 when there is no such
 * edge. */
static int moved_turn(const fk_vec3 *a, const fk_vec3 *b)
{
    int up = fk_double_order(b->z, a->z);
    return up != 0 ? -up : fk_double_order(b->y, a->y);
}

/* Adds what a triangle counts. */
static bool add_triangle(void *user, uint32_t triangle)
{
    ray *y = user;
    const fk_relate *r = y->relate;
    fk_relate_plane plane = fk_relate_plane_triangle(r, y->which, triangle);
    if (is_missed(y, plane.point) || fk_relate_is_flat(r, y->which, triangle))
        return true;
    int normal = 0;
    for (int k = 0; k < 3; k++) {
        const fk_vec3 *from = plane.point[k], *to = plane.point[k == 2 ? 0 : k + 1];
        fk_relate_plane edge = fk_relate_plane_edge(from, to, 0);
        int turn = fk_relate_sign(r, &edge, y->spot);
        if (turn == 0)
            turn = moved_turn(from, to);
        if (turn == 0 || (k > 0 && turn != normal))
            return true;
        normal = turn;
    }
    int height = fk_relate_sign(r, &plane, y->spot);
    if (height == -normal)
        y->winding += normal;
    return true;
}

int64_t fk_relate_ray(const fk_relate *r, int which, fk_relate_spot *spot, const fk_aabb *box)
{
    ray y = {r, which, spot, *box, 0};
    fk_aabb reach = *box;
    reach.max.x = HUGE_VAL;
    fk_placed_visit(r->mesh[which].placed, &reach, add_triangle, &y);
    return y.winding;
}

/* Lists of pairs, one for each triangle of a mesh: for the first of each the second, or the other way
 * round. */
static fk_status link_pairs(fk_relate *r, int which, fk_relate_links *links, const fk_pair_list *pairs,
                            bool is_second)
{
    uint32_t n = r->mesh[which].placed->mesh->triangle_count;
    links->begin = fk_allocate(r->context, ((size_t)n + 1) * sizeof *links->begin);
    links->item = fk_allocate(r->context, pairs->count * sizeof *links->item);
    links->count = pairs->count;
    if (links->begin == NULL || links->item == NULL || pairs->count > UINT32_MAX)
        return FK_ERROR_MEMORY;
    memset(links->begin, 0, ((size_t)n + 1) * sizeof *links->begin);
    for (size_t i = 0; i < pairs->count; i++)
        links->begin[is_second ? pairs->pair[i].b : pairs->pair[i].a]++;
    for (uint32_t t = 0, sum = 0; t <= n; t++) {
        sum += links->begin[t];
        links->begin[t] = sum;
    }
    /* From behind: begin goes down to where it belongs. */
    for (size_t i = pairs->count; i-- > 0;) {
        fk_index_pair p = pairs->pair[i];
        links->item[--links->begin[is_second ? p.b : p.a]] = is_second ? p.a : p.b;
    }
    return FK_OK;
}

fk_status fk_relate_partners(fk_relate *r, int which)
{
    return link_pairs(r, which, &r->mesh[which].partner, r->pairs, which == 1);
}

void fk_relate_links_free(fk_relate *r, int which, fk_relate_links *links)
{
    size_t n = r->mesh[which].placed->mesh->triangle_count;
    fk_release(r->context, links->begin, (n + 1) * sizeof *links->begin);
    fk_release(r->context, links->item, links->count * sizeof *links->item);
    *links = (fk_relate_links){NULL, NULL, 0};
}

/* ---- Busy triangles ------------------------------------------------------------------------------------ */

/* It is asked of those alone for which it matters, by the tree: mostly, these are few. */

typedef struct search {
    fk_relate *relate;
    int which;
    uint32_t triangle;
    fk_vec3 corner[3];
    fk_aabb box;
    fk_pairs pairs;
    bool is_out_of_memory;
} search;

/* How many vertices two triangles share. */
static uint32_t shared_by(const fk_triangle *a, const fk_triangle *b)
{
    uint32_t count = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            count += a->corner[i] == b->corner[k];
    return count;
}

/* Neither is flat. With two vertices shared, that side is all that they have in common, unless they lie in
 * one plane; with one, that corner, when the others are on one side of the plane. */
static bool have_segment(const search *s, uint32_t other)
{
    const fk_relate *r = s->relate;
    const fk_triangle *triangle = r->mesh[s->which].placed->mesh->triangle;
    fk_vec3 corner[3];
    fk_triangles_set set;
    uint32_t shared = shared_by(&triangle[s->triangle], &triangle[other]);
    fk_relate_corners(r, s->which, other, corner);
    int above = 0, below = 0;
    for (int k = 0; k < 3 && shared > 0; k++) {
        int side = fk_signs_side(&s->corner[0], &s->corner[1], &s->corner[2], &corner[k]);
        above += side > 0;
        below += side < 0;
    }
    if (above + below > 0 && (shared == 2 || above == 2 || below == 2))
        return false;
    fk_triangles_features(s->corner, corner, &set);
    return set.count > (shared == 2 ? 2 : 1);
}

static bool look_at(void *user, uint32_t other)
{
    search *s = user;
    if (other == s->triangle || fk_relate_is_flat(s->relate, s->which, other))
        return true;
    fk_aabb box = fk_aabb_empty();
    for (int k = 0; k < 3; k++)
        box = fk_aabb_include(box, *fk_relate_corner(s->relate, s->which, other, k));
    if (!fk_aabb_meets(box, s->box) || !have_segment(s, other))
        return true;
    s->relate->mesh[s->which].flag[s->triangle] |= FK_RELATE_BUSY;
    s->is_out_of_memory = !fk_pairs_add(&s->pairs, s->triangle, other);
    return !s->is_out_of_memory;
}

static bool is_asked(const fk_relate_mesh *m, uint32_t t)
{
    return (m->flag[t] & (FK_RELATE_ASKED | FK_RELATE_FLAT)) == FK_RELATE_ASKED;
}

static void set_triangle(search *s, uint32_t t)
{
    s->triangle = t;
    s->box = fk_aabb_empty();
    fk_relate_corners(s->relate, s->which, t, s->corner);
    for (int k = 0; k < 3; k++)
        s->box = fk_aabb_include(s->box, s->corner[k]);
}

/* For few: one by one. */
static void search_each(search *s)
{
    const fk_relate_mesh *m = &s->relate->mesh[s->which];
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count && !s->is_out_of_memory; t++)
        if (is_asked(m, t)) {
            set_triangle(s, t);
            fk_placed_visit(m->placed, &s->box, look_at, s);
        }
}

/* For many: all pairs of the mesh. */
static void search_all(search *s)
{
    fk_relate_mesh *m = &s->relate->mesh[s->which];
    fk_pair_list *list = NULL;
    s->is_out_of_memory = fk_placed_self_pairs(s->relate->context, m->placed, &list) != FK_OK;
    for (size_t i = 0; !s->is_out_of_memory && i < 2 * list->count; i++) {
        fk_index_pair p = list->pair[i / 2];
        uint32_t t = i % 2 == 0 ? p.a : p.b;
        if (is_asked(m, t)) {
            set_triangle(s, t);
            look_at(s, t == p.a ? p.b : p.a);
        }
    }
    fk_pair_list_free(s->relate->context, list);
}

/* One by one takes as long as all for so many. */
#define SHARE 2

fk_status fk_relate_find_busy(fk_relate *r, int which)
{
    fk_relate_mesh *m = &r->mesh[which];
    search s = {.relate = r, .which = which, .pairs.context = r->context};
    uint32_t n = m->placed->mesh->triangle_count, count = 0;
    for (uint32_t t = 0; t < n; t++)
        count += is_asked(m, t);
    if (count > n / SHARE)
        search_all(&s);
    else
        search_each(&s);
    fk_pair_list *list = NULL;
    fk_status status = fk_pairs_finish(&s.pairs, !s.is_out_of_memory, &list);
    if (status != FK_OK)
        return status;
    fk_relate_links_free(r, which, &m->self);
    status = link_pairs(r, which, &m->self, list, false);
    fk_pair_list_free(r->context, list);
    return status;
}

/* ---- Joining ------------------------------------------------------------------------------------------- */

static bool is_free(const fk_relate_mesh *m, uint32_t t)
{
    uint8_t flag = m->flag[t];
    return (flag & ((flag & FK_RELATE_FLAT) != 0 ? FK_RELATE_MET : FK_RELATE_LINED)) == 0;
}

/* Whether the winding number of its own mesh beside a triangle is known to be the same everywhere. */
static bool is_plain(const fk_relate_mesh *m, uint32_t t)
{
    return (m->flag[t] & (FK_RELATE_FLAT | FK_RELATE_BUSY | FK_RELATE_ASKED)) == FK_RELATE_ASKED;
}

void fk_relate_join_free(fk_relate *r, int which)
{
    fk_relate_mesh *m = &r->mesh[which];
    const fk_mesh *mesh = m->placed->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        m->user[v] = FK_NONE;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        m->free_of[t] = t;
        m->free[t].is_known = false;
        for (int k = 0; k < 3 && (m->flag[t] & FK_RELATE_MET) == 0; k++) {
            uint32_t v = mesh->triangle[t].corner[k];
            if (m->user[v] == FK_NONE)
                m->user[v] = t;
            else
                fk_sets_join(m->free_of, m->user[v], t);
        }
    }
}

void fk_relate_join_edges(fk_relate *r, int which)
{
    fk_relate_mesh *m = &r->mesh[which];
    const fk_mesh_edges *e = m->edges;
    for (uint32_t i = 0; i < e->edge_count; i++) {
        const uint32_t *use = e->use + e->use_begin[i];
        for (uint32_t k = 1; k < e->use_begin[i + 1] - e->use_begin[i]; k++)
            if (is_free(m, use[0] / 3) && is_free(m, use[k] / 3))
                fk_sets_join(m->free_of, use[0] / 3, use[k] / 3);
    }
}

void fk_relate_join_own(fk_relate *r, int which)
{
    fk_relate_mesh *m = &r->mesh[which];
    const fk_mesh_edges *e = m->edges;
    const fk_triangle *triangle = m->placed->mesh->triangle;
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count; t++) {
        m->own_of[t] = t;
        m->own[t].is_known = false;
    }
    for (uint32_t i = 0; i < e->edge_count; i++) {
        const uint32_t *use = e->use + e->use_begin[i];
        if (e->use_begin[i + 1] - e->use_begin[i] == 2 && is_plain(m, use[0] / 3) &&
            is_plain(m, use[1] / 3) &&
            triangle[use[0] / 3].corner[use[0] % 3] != triangle[use[1] / 3].corner[use[1] % 3])
            fk_sets_join(m->own_of, use[0] / 3, use[1] / 3);
    }
}

/* ---- Windings ------------------------------------------------------------------------------------------ */

/* A spot inside a triangle, near its first corner; before it for levels = 4, on it for 3. A flat one: the
 * corner. */
static void inner_spot(const fk_relate *r, int which, uint32_t triangle, uint32_t levels,
                       fk_relate_spot *spot)
{
    fk_relate_level level = {FK_RELATE_VERTEX, 1, {NULL, NULL}, {{0}}};
    fk_relate_plane plane = fk_relate_plane_triangle(r, which, triangle);
    fk_relate_spot_init(spot);
    level.point[0] = plane.point[0];
    fk_relate_spot_push(r, spot, &level);
    level.step = FK_RELATE_ALONG;
    for (int k = 1; k < 3 && levels > 1; k++) {
        level.point[1] = plane.point[k];
        fk_relate_spot_push(r, spot, &level);
    }
    level.step = FK_RELATE_NORMAL;
    level.plane[0] = plane;
    if (levels == 4)
        fk_relate_spot_push(r, spot, &level);
}

static int64_t winding_near(fk_relate *r, int which, uint32_t triangle, uint32_t levels, int mesh)
{
    const fk_vec3 *corner = fk_relate_corner(r, which, triangle, 0);
    fk_aabb box = {*corner, *corner};
    inner_spot(r, which, triangle, levels, r->spot);
    return fk_relate_ray(r, mesh, r->spot, &box);
}

int64_t fk_relate_own(fk_relate *r, int which, uint32_t triangle)
{
    fk_relate_mesh *m = &r->mesh[which];
    uint32_t root = fk_sets_root(m->own_of, triangle);
    if (!m->own[root].is_known) {
        m->own[root].winding = winding_near(r, which, root, 4, which);
        m->own[root].is_known = true;
    }
    return m->own[root].winding;
}

int64_t fk_relate_free(fk_relate *r, int which, uint32_t triangle)
{
    fk_relate_mesh *m = &r->mesh[which];
    if (!fk_relate_is_solid(r, 1 - which))
        return 0;
    uint32_t root = fk_sets_root(m->free_of, triangle);
    if (!m->free[root].is_known) {
        uint32_t levels = fk_relate_is_flat(r, which, root) ? 1 : 3;
        m->free[root].winding = winding_near(r, which, root, levels, 1 - which);
        m->free[root].is_known = true;
    }
    return m->free[root].winding;
}

/* ---- What patches say ---------------------------------------------------------------------------------- */

static fk_vec3 middle_of(const fk_relate *r, int which, uint32_t triangle)
{
    fk_vec3 sum = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        sum = fk_vec3_add(sum, fk_vec3_scale(*fk_relate_corner(r, which, triangle, k), 1.0 / 3));
    return sum;
}

void fk_relate_faces(fk_relate *r, int which)
{
    const fk_relate_mesh *m = &r->mesh[which];
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count; t++) {
        if (!is_free(m, t))
            continue;
        int64_t winding = fk_relate_free(r, which, t);
        r->inner[which] |= winding != 0;
        if (fk_relate_note_face(r, which, winding) && !r->is_hard)
            fk_relate_note_hard(r, middle_of(r, which, t));
        if (winding != 0 && !r->has_point) {
            r->point = middle_of(r, which, t);
            r->has_point = true;
        }
    }
}

void fk_relate_ask_inner(fk_relate *r, int which)
{
    fk_relate_mesh *m = &r->mesh[which];
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count; t++)
        if (is_free(m, t) && fk_relate_free(r, which, t) != 0)
            m->flag[t] |= FK_RELATE_ASKED;
}

void fk_relate_cells(fk_relate *r, int which)
{
    const fk_relate_mesh *m = &r->mesh[which];
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count && !fk_relate_is_known(r); t++) {
        if (!is_free(m, t) || !is_plain(m, t))
            continue;
        int64_t cell[2];
        cell[1 - which] = fk_relate_free(r, which, t);
        cell[which] = fk_relate_own(r, which, t);
        bool is_hard = fk_relate_note_cell(r, cell);
        cell[which]++;
        is_hard |= fk_relate_note_cell(r, cell);
        if (is_hard && !r->is_hard)
            fk_relate_note_hard(r, middle_of(r, which, t));
    }
}

/* Whether a vertex that is not in the box of common points so far, so not on the other mesh, is inside
 * that. */
static bool is_inside(fk_relate *r, int which, const fk_vec3 *vertex)
{
    fk_relate_level level = {FK_RELATE_VERTEX, 1, {vertex, NULL}, {{0}}};
    fk_aabb box = {*vertex, *vertex};
    if (!fk_relate_box_has(&r->mesh[1 - which].box, vertex))
        return false;
    fk_relate_spot_init(r->spot);
    fk_relate_spot_push(r, r->spot, &level);
    return fk_relate_ray(r, 1 - which, r->spot, &box) != 0;
}

fk_status fk_relate_insides(fk_relate *r, int which)
{
    const fk_relate_mesh *m = &r->mesh[which];
    const fk_mesh *mesh = m->placed->mesh;
    if (!fk_relate_is_solid(r, 1 - which))
        return FK_OK;
    bool *is_known = fk_allocate(r->context, mesh->vertex_count);
    if (is_known == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        is_known[v] = false;
    /* All of a free triangle is inside or none, but for places on the other mesh, which are in the box
     * already. */
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        bool is_in = is_free(m, t) && fk_relate_free(r, which, t) != 0;
        for (int k = 0; k < 3 && is_free(m, t); k++) {
            is_known[mesh->triangle[t].corner[k]] = true;
            if (is_in)
                r->box = fk_aabb_include(r->box, *fk_relate_corner(r, which, t, k));
        }
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = mesh->triangle[t].corner[k];
            if (!is_known[v] && !fk_relate_box_has(&r->box, &m->point[v]) &&
                is_inside(r, which, &m->point[v]))
                r->box = fk_aabb_include(r->box, m->point[v]);
            is_known[v] = true;
        }
    fk_release(r->context, is_known, mesh->vertex_count);
    return FK_OK;
}
