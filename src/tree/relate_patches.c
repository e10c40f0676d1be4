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

typedef struct winding_ray {
    const fk_relation_search *relate;
    int which;
    fk_perturbed_point *perturbed;
    fk_aabb box; /* of the first level */
    int64_t winding;
} winding_ray;

static bool is_missed_by_ray(const winding_ray *y, const fk_vec3 *const corner[3])
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
static int perturbed_turn(const fk_vec3 *a, const fk_vec3 *b)
{
    int up = fk_double_order(b->z, a->z);
    return up != 0 ? -up : fk_double_order(b->y, a->y);
}

/* Adds what a triangle counts. */
static bool add_winding(void *user, uint32_t triangle)
{
    winding_ray *y = user;
    const fk_relation_search *r = y->relate;
    fk_relation_plane plane = fk_relation_plane_triangle(r, y->which, triangle);
    if (is_missed_by_ray(y, plane.point) || fk_relation_is_degenerate(r, y->which, triangle))
        return true;
    int normal = 0;
    for (int k = 0; k < 3; k++) {
        const fk_vec3 *from = plane.point[k], *to = plane.point[k == 2 ? 0 : k + 1];
        fk_relation_plane edge = fk_relation_plane_edge(from, to, 0);
        int turn = fk_perturbed_sign(r, &edge, y->perturbed);
        if (turn == 0)
            turn = perturbed_turn(from, to);
        if (turn == 0 || (k > 0 && turn != normal))
            return true;
        normal = turn;
    }
    int height = fk_perturbed_sign(r, &plane, y->perturbed);
    if (height == -normal)
        y->winding += normal;
    return true;
}

int64_t fk_perturbed_winding(const fk_relation_search *r, int which, fk_perturbed_point *perturbed,
                             const fk_aabb *box)
{
    winding_ray y = {r, which, perturbed, *box, 0};
    fk_aabb reach = *box;
    reach.max.x = HUGE_VAL;
    fk_placed_visit(r->mesh[which].placed, &reach, add_winding, &y);
    return y.winding;
}

/* Lists of pairs, one for each triangle of a mesh: for the first of each the second, or the other way
 * round. */
static fk_status list_by_triangle(fk_relation_search *r, int which, fk_triangle_lists *links,
                                  const fk_pair_list *pairs, bool is_second)
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

fk_status fk_relation_list_partners(fk_relation_search *r, int which)
{
    return list_by_triangle(r, which, &r->mesh[which].partner, r->pairs, which == 1);
}

void fk_triangle_lists_free(fk_relation_search *r, int which, fk_triangle_lists *links)
{
    size_t n = r->mesh[which].placed->mesh->triangle_count;
    fk_release(r->context, links->begin, (n + 1) * sizeof *links->begin);
    fk_release(r->context, links->item, links->count * sizeof *links->item);
    *links = (fk_triangle_lists){NULL, NULL, 0};
}

/* ---- Busy triangles ------------------------------------------------------------------------------------ */

/* It is asked of those alone for which it matters, by the tree: mostly, these are few. */

typedef struct self_search {
    fk_relation_search *relate;
    int which;
    uint32_t triangle;
    fk_vec3 corner[3];
    fk_aabb box;
    fk_pairs pairs;
    bool is_out_of_memory;
} self_search;

/* How many vertices two triangles share. */
static uint32_t count_shared_vertices(const fk_triangle *a, const fk_triangle *b)
{
    uint32_t count = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            count += a->corner[i] == b->corner[k];
    return count;
}

/* Neither is flat. With two vertices shared, that side is all that they have in common, unless they lie in
 * one plane; with one, that corner, when the others are on one side of the plane. */
static bool share_segment(const self_search *s, uint32_t other)
{
    const fk_relation_search *r = s->relate;
    const fk_triangle *triangle = r->mesh[s->which].placed->mesh->triangle;
    fk_vec3 corner[3];
    fk_triangles_set set;
    uint32_t shared = count_shared_vertices(&triangle[s->triangle], &triangle[other]);
    fk_relation_corners(r, s->which, other, corner);
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

static bool test_self_pair(void *user, uint32_t other)
{
    self_search *s = user;
    if (other == s->triangle || fk_relation_is_degenerate(s->relate, s->which, other))
        return true;
    fk_aabb box = fk_aabb_empty();
    for (int k = 0; k < 3; k++)
        box = fk_aabb_include(box, *fk_relation_corner(s->relate, s->which, other, k));
    if (!fk_aabb_meets(box, s->box) || !share_segment(s, other))
        return true;
    s->relate->mesh[s->which].flag[s->triangle] |= FK_TRIANGLE_SELF_INTERSECTING;
    s->is_out_of_memory = !fk_pairs_add(&s->pairs, s->triangle, other);
    return !s->is_out_of_memory;
}

static bool is_self_tested(const fk_relation_mesh *m, uint32_t t)
{
    return (m->flag[t] & (FK_TRIANGLE_SELF_TESTED | FK_TRIANGLE_DEGENERATE)) == FK_TRIANGLE_SELF_TESTED;
}

static void set_self_triangle(self_search *s, uint32_t t)
{
    s->triangle = t;
    s->box = fk_aabb_empty();
    fk_relation_corners(s->relate, s->which, t, s->corner);
    for (int k = 0; k < 3; k++)
        s->box = fk_aabb_include(s->box, s->corner[k]);
}

/* For few: one by one. */
static void test_self_each(self_search *s)
{
    const fk_relation_mesh *m = &s->relate->mesh[s->which];
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count && !s->is_out_of_memory; t++)
        if (is_self_tested(m, t)) {
            set_self_triangle(s, t);
            fk_placed_visit(m->placed, &s->box, test_self_pair, s);
        }
}

/* For many: all pairs of the mesh. */
static void test_self_all(self_search *s)
{
    fk_relation_mesh *m = &s->relate->mesh[s->which];
    fk_pair_list *list = NULL;
    s->is_out_of_memory = fk_placed_self_pairs(s->relate->context, m->placed, &list) != FK_OK;
    for (size_t i = 0; !s->is_out_of_memory && i < 2 * list->count; i++) {
        fk_index_pair p = list->pair[i / 2];
        uint32_t t = i % 2 == 0 ? p.a : p.b;
        if (is_self_tested(m, t)) {
            set_self_triangle(s, t);
            test_self_pair(s, t == p.a ? p.b : p.a);
        }
    }
    fk_pair_list_free(s->relate->context, list);
}

/* One by one takes as long as all for so many. */
#define SHARE 2

fk_status fk_relation_find_self_intersecting(fk_relation_search *r, int which)
{
    fk_relation_mesh *m = &r->mesh[which];
    self_search s = {.relate = r, .which = which, .pairs.context = r->context};
    uint32_t n = m->placed->mesh->triangle_count, count = 0;
    for (uint32_t t = 0; t < n; t++)
        count += is_self_tested(m, t);
    if (count > n / SHARE)
        test_self_all(&s);
    else
        test_self_each(&s);
    fk_pair_list *list = NULL;
    fk_status status = fk_pairs_finish(&s.pairs, !s.is_out_of_memory, &list);
    if (status != FK_OK)
        return status;
    fk_triangle_lists_free(r, which, &m->self);
    status = list_by_triangle(r, which, &m->self, list, false);
    fk_pair_list_free(r->context, list);
    return status;
}

/* ---- Joining ------------------------------------------------------------------------------------------- */

static bool is_uncut(const fk_relation_mesh *m, uint32_t t)
{
    uint8_t flag = m->flag[t];
    return (flag &
            ((flag & FK_TRIANGLE_DEGENERATE) != 0 ? FK_TRIANGLE_MEETS_OTHER : FK_TRIANGLE_HAS_SEGMENT)) == 0;
}

/* Whether the winding number of its own mesh beside a triangle is known to be the same everywhere. */
static bool has_own_winding(const fk_relation_mesh *m, uint32_t t)
{
    return (m->flag[t] & (FK_TRIANGLE_DEGENERATE | FK_TRIANGLE_SELF_INTERSECTING |
                          FK_TRIANGLE_SELF_TESTED)) == FK_TRIANGLE_SELF_TESTED;
}

void fk_relation_join_other_patches(fk_relation_search *r, int which)
{
    fk_relation_mesh *m = &r->mesh[which];
    const fk_mesh *mesh = m->placed->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        m->user[v] = FK_NONE;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        m->other_patch[t] = t;
        m->other_winding[t].is_known = false;
        for (int k = 0; k < 3 && (m->flag[t] & FK_TRIANGLE_MEETS_OTHER) == 0; k++) {
            uint32_t v = mesh->triangle[t].corner[k];
            if (m->user[v] == FK_NONE)
                m->user[v] = t;
            else
                fk_sets_join(m->other_patch, m->user[v], t);
        }
    }
}

void fk_relation_join_other_edges(fk_relation_search *r, int which)
{
    fk_relation_mesh *m = &r->mesh[which];
    const fk_mesh_edges *e = m->edges;
    for (uint32_t i = 0; i < e->edge_count; i++) {
        const uint32_t *use = e->use + e->use_begin[i];
        for (uint32_t k = 1; k < e->use_begin[i + 1] - e->use_begin[i]; k++)
            if (is_uncut(m, use[0] / 3) && is_uncut(m, use[k] / 3))
                fk_sets_join(m->other_patch, use[0] / 3, use[k] / 3);
    }
}

void fk_relation_join_own_patches(fk_relation_search *r, int which)
{
    fk_relation_mesh *m = &r->mesh[which];
    const fk_mesh_edges *e = m->edges;
    const fk_triangle *triangle = m->placed->mesh->triangle;
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count; t++) {
        m->own_patch[t] = t;
        m->own_winding[t].is_known = false;
    }
    for (uint32_t i = 0; i < e->edge_count; i++) {
        const uint32_t *use = e->use + e->use_begin[i];
        if (e->use_begin[i + 1] - e->use_begin[i] == 2 && has_own_winding(m, use[0] / 3) &&
            has_own_winding(m, use[1] / 3) &&
            triangle[use[0] / 3].corner[use[0] % 3] != triangle[use[1] / 3].corner[use[1] % 3])
            fk_sets_join(m->own_patch, use[0] / 3, use[1] / 3);
    }
}

/* ---- Windings ------------------------------------------------------------------------------------------ */

/* A spot inside a triangle, near its first corner; before it for levels = 4, on it for 3. A flat one: the
 * corner. */
static void make_inner_point(const fk_relation_search *r, int which, uint32_t triangle, uint32_t levels,
                             fk_perturbed_point *perturbed)
{
    fk_perturbation_level level = {FK_POINT_VERTEX, 1, {NULL, NULL}, {{0}}};
    fk_relation_plane plane = fk_relation_plane_triangle(r, which, triangle);
    fk_perturbed_point_init(perturbed);
    level.point[0] = plane.point[0];
    fk_perturbed_point_push(r, perturbed, &level);
    level.kind = FK_SHIFT_ALONG_EDGE;
    for (int k = 1; k < 3 && levels > 1; k++) {
        level.point[1] = plane.point[k];
        fk_perturbed_point_push(r, perturbed, &level);
    }
    level.kind = FK_SHIFT_NORMAL;
    level.plane[0] = plane;
    if (levels == 4)
        fk_perturbed_point_push(r, perturbed, &level);
}

static int64_t winding_beside(fk_relation_search *r, int which, uint32_t triangle, uint32_t levels, int mesh)
{
    const fk_vec3 *corner = fk_relation_corner(r, which, triangle, 0);
    fk_aabb box = {*corner, *corner};
    make_inner_point(r, which, triangle, levels, r->perturbed);
    return fk_perturbed_winding(r, mesh, r->perturbed, &box);
}

int64_t fk_relation_own_winding(fk_relation_search *r, int which, uint32_t triangle)
{
    fk_relation_mesh *m = &r->mesh[which];
    uint32_t root = fk_sets_root(m->own_patch, triangle);
    if (!m->own_winding[root].is_known) {
        m->own_winding[root].winding = winding_beside(r, which, root, 4, which);
        m->own_winding[root].is_known = true;
    }
    return m->own_winding[root].winding;
}

int64_t fk_relation_other_winding(fk_relation_search *r, int which, uint32_t triangle)
{
    fk_relation_mesh *m = &r->mesh[which];
    if (!fk_relation_is_solid(r, 1 - which))
        return 0;
    uint32_t root = fk_sets_root(m->other_patch, triangle);
    if (!m->other_winding[root].is_known) {
        uint32_t levels = fk_relation_is_degenerate(r, which, root) ? 1 : 3;
        m->other_winding[root].winding = winding_beside(r, which, root, levels, 1 - which);
        m->other_winding[root].is_known = true;
    }
    return m->other_winding[root].winding;
}

/* ---- What patches say ---------------------------------------------------------------------------------- */

static fk_vec3 triangle_center(const fk_relation_search *r, int which, uint32_t triangle)
{
    fk_vec3 sum = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        sum = fk_vec3_add(sum, fk_vec3_scale(*fk_relation_corner(r, which, triangle, k), 1.0 / 3));
    return sum;
}

void fk_relation_record_patch_faces(fk_relation_search *r, int which)
{
    const fk_relation_mesh *m = &r->mesh[which];
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count; t++) {
        if (!is_uncut(m, t))
            continue;
        int64_t winding = fk_relation_other_winding(r, which, t);
        r->has_inner_patch[which] |= winding != 0;
        if (fk_relation_record_face(r, which, winding) && !r->is_hard)
            fk_relation_record_hard(r, triangle_center(r, which, t));
        if (winding != 0 && !r->has_point) {
            r->point = triangle_center(r, which, t);
            r->has_point = true;
        }
    }
}

void fk_relation_select_inner(fk_relation_search *r, int which)
{
    fk_relation_mesh *m = &r->mesh[which];
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count; t++)
        if (is_uncut(m, t) && fk_relation_other_winding(r, which, t) != 0)
            m->flag[t] |= FK_TRIANGLE_SELF_TESTED;
}

void fk_relation_record_patch_cells(fk_relation_search *r, int which)
{
    const fk_relation_mesh *m = &r->mesh[which];
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count && !fk_relation_is_settled(r); t++) {
        if (!is_uncut(m, t) || !has_own_winding(m, t))
            continue;
        int64_t cell[2];
        cell[1 - which] = fk_relation_other_winding(r, which, t);
        cell[which] = fk_relation_own_winding(r, which, t);
        bool is_hard = fk_relation_record_cell(r, cell);
        cell[which]++;
        is_hard |= fk_relation_record_cell(r, cell);
        if (is_hard && !r->is_hard)
            fk_relation_record_hard(r, triangle_center(r, which, t));
    }
}

/* Whether a vertex that is not in the box of common points so far, so not on the other mesh, is inside
 * that. */
static bool is_vertex_inside(fk_relation_search *r, int which, const fk_vec3 *vertex)
{
    fk_perturbation_level level = {FK_POINT_VERTEX, 1, {vertex, NULL}, {{0}}};
    fk_aabb box = {*vertex, *vertex};
    if (!fk_relation_box_has(&r->mesh[1 - which].box, vertex))
        return false;
    fk_perturbed_point_init(r->perturbed);
    fk_perturbed_point_push(r, r->perturbed, &level);
    return fk_perturbed_winding(r, 1 - which, r->perturbed, &box) != 0;
}

fk_status fk_relation_grow_box_inside(fk_relation_search *r, int which)
{
    const fk_relation_mesh *m = &r->mesh[which];
    const fk_mesh *mesh = m->placed->mesh;
    if (!fk_relation_is_solid(r, 1 - which))
        return FK_OK;
    bool *is_known = fk_allocate(r->context, mesh->vertex_count);
    if (is_known == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        is_known[v] = false;
    /* All of a free triangle is inside or none, but for places on the other mesh, which are in the box
     * already. */
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        bool is_in = is_uncut(m, t) && fk_relation_other_winding(r, which, t) != 0;
        for (int k = 0; k < 3 && is_uncut(m, t); k++) {
            is_known[mesh->triangle[t].corner[k]] = true;
            if (is_in)
                r->box = fk_aabb_include(r->box, *fk_relation_corner(r, which, t, k));
        }
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = mesh->triangle[t].corner[k];
            if (!is_known[v] && !fk_relation_box_has(&r->box, &m->point[v]) &&
                is_vertex_inside(r, which, &m->point[v]))
                r->box = fk_aabb_include(r->box, m->point[v]);
            is_known[v] = true;
        }
    fk_release(r->context, is_known, mesh->vertex_count);
    return FK_OK;
}
