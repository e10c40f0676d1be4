/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Patches: connected triangles with the same winding number beside them, so that one ray gives it for all.
 *
 * The winding number of a mesh beside its own triangles is the same across an edge of exactly two triangles
 * with opposite orientations, if neither intersects the mesh itself: then nothing else contains inner points
 * of the edge. The winding number of the other mesh is the same on all triangles that do not meet it and are
 * connected by vertices; and on a whole triangle that meets it only in points, except for these, and across
 * every edge between two such triangles. A degenerate triangle is uncut only if it does not meet the other
 * mesh at all: a point would divide it. */

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/solid_relation.h"
#include "tree/tree.h"

/* ---- Winding numbers by rays --------------------------------------------------------------------------- */

/* The exact winding number of a placed mesh around a perturbed point, from the triangles that a ray along x
 * crosses; mesh/winding.c explains the theory. Here the ray starts infinitesimally near a point, which breaks
 * most ties: the first level with a sign tells on which side of an edge the ray passes, seen along x, and
 * whether it starts in front of a triangle or behind it. If no level has a sign, the ray is shifted by an
 * amount that is infinitesimal even against these.
 *
 * The tree skips most triangles, boxes most of the rest. */

typedef struct winding_ray {
    fk_relation_search *relation;
    int which;
    fk_perturbed_point *perturbed;
    fk_aabb box; /* of level 0 */
    int64_t winding;
} winding_ray;

static bool is_missed_by_ray(const fk_aabb *box, const fk_vec3 *const corner[3])
{
    bool behind = true, left = true, right = true, below = true, above = true;
    for (int k = 0; k < 3; k++) {
        behind &= corner[k]->x < box->min.x;
        left &= corner[k]->y < box->min.y;
        right &= corner[k]->y > box->max.y;
        below &= corner[k]->z < box->min.z;
        above &= corner[k]->z > box->max.z;
    }
    return behind || left || right || below || above;
}

int fk_perturbed_crossing(const fk_relation_search *r, const fk_relation_plane *plane,
                          fk_perturbed_point *perturbed, const fk_aabb *box)
{
    const fk_vec3 *const *corner = plane->point;
    if (is_missed_by_ray(box, corner))
        return 0;
    int normal = fk_orient2d(corner[0], corner[1], corner[2], 0);
    for (int k = 0; k < 3 && normal != 0; k++) {
        const fk_vec3 *from = corner[k], *to = corner[k == 2 ? 0 : k + 1];
        fk_relation_plane edge = fk_relation_plane_edge(from, to, 0);
        int turn = fk_perturbed_sign(r, &edge, perturbed);
        if (turn == 0)
            turn = fk_winding_turn(from, to);
        if (turn != normal)
            return 0;
    }
    return normal != 0 && fk_perturbed_sign(r, plane, perturbed) == -normal ? normal : 0;
}

static bool add_winding(void *user, uint32_t triangle)
{
    winding_ray *y = user;
    y->relation->work++;
    fk_relation_plane plane = fk_relation_plane_triangle(y->relation, y->which, triangle);
    if (!fk_relation_is_degenerate(y->relation, y->which, triangle))
        y->winding += fk_perturbed_crossing(y->relation, &plane, y->perturbed, &y->box);
    return true;
}

int64_t fk_perturbed_winding(fk_relation_search *r, int which, fk_perturbed_point *perturbed,
                             const fk_aabb *box)
{
    winding_ray y = {r, which, perturbed, *box, 0};
    fk_aabb reach = *box;
    reach.max.x = HUGE_VAL;
    fk_placed_visit(r->mesh[which].placed, &reach, add_winding, &y);
    return y.winding;
}

/* Sorts pairs into lists, one for each triangle of a mesh: of the second triangles for each first one. */
static fk_status list_by_triangle(fk_relation_search *r, int which, fk_triangle_lists *links,
                                  const fk_pair_list *pairs)
{
    uint32_t n = r->mesh[which].placed->mesh->triangle_count;
    links->begin = fk_allocate(r->context, ((size_t)n + 1) * sizeof *links->begin);
    links->item = fk_allocate(r->context, pairs->count * sizeof *links->item);
    links->count = pairs->count;
    if (links->begin == NULL || links->item == NULL || pairs->count > UINT32_MAX)
        return FK_ERROR_MEMORY;
    memset(links->begin, 0, ((size_t)n + 1) * sizeof *links->begin);
    for (size_t i = 0; i < pairs->count; i++) {
        if (fk_context_poll_at(r->context, i))
            return FK_ERROR_MEMORY;
        links->begin[pairs->pair[i].a]++;
    }
    for (uint32_t t = 0, sum = 0; t <= n; t++) {
        sum += links->begin[t];
        links->begin[t] = sum;
    }
    /* From the end: each begin decreases to its final value. */
    for (size_t i = pairs->count; i-- > 0;) {
        if (fk_context_poll_at(r->context, i))
            return FK_ERROR_MEMORY;
        fk_index_pair p = pairs->pair[i];
        links->item[--links->begin[p.a]] = p.b;
    }
    return FK_OK;
}

void fk_triangle_lists_free(fk_relation_search *r, int which, fk_triangle_lists *links)
{
    size_t n = r->mesh[which].placed->mesh->triangle_count;
    fk_release(r->context, links->begin, (n + 1) * sizeof *links->begin);
    fk_release(r->context, links->item, links->count * sizeof *links->item);
    *links = (fk_triangle_lists){NULL, NULL, 0};
}

/* ---- Self-intersections -------------------------------------------------------------------------------- */

/* Only selected triangles are tested; usually these are few. */

typedef struct self_search {
    fk_relation_search *relation;
    int which;
    uint32_t triangle;
    fk_vec3 corner[3];
    fk_aabb box;
    fk_pairs pairs;
    bool is_out_of_memory;
} self_search;

/* How many vertices two triangles share; a and b become the last ones. */
static uint32_t count_shared_vertices(const fk_triangle *p, const fk_triangle *q, int *a, int *b)
{
    uint32_t count = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (p->corner[i] == q->corner[k]) {
                *a = i;
                *b = k;
                count++;
            }
    return count;
}

/* An axis along which a triangle that is not degenerate is seen as a triangle. */
static int view_axis(const fk_vec3 corner[3])
{
    int axis = 0;
    while (axis < 2 && fk_orient2d(&corner[0], &corner[1], &corner[2], axis) == 0)
        axis++;
    return axis;
}

/* Whether the ray from corner v of a triangle to a point of its plane is in its closed angle there. */
static bool is_in_angle(const fk_vec3 corner[3], int v, const fk_vec3 *point, int axis)
{
    const fk_vec3 *at = &corner[v], *next = &corner[(v + 1) % 3], *last = &corner[(v + 2) % 3];
    int turn = fk_orient2d(at, next, last, axis);
    return turn * fk_orient2d(at, next, point, axis) >= 0 && turn * fk_orient2d(at, point, last, axis) >= 0;
}

/* Whether two triangles that share corner i of the first and k of the second have a common segment there. The second one
 * does not cross the plane of the first; side[] says which of its corners are in it. Near the corner, triangles are
 * their angles; so one of the sides of an angle is in the other angle. */
static bool share_ray(const fk_vec3 a[3], int i, const fk_vec3 b[3], int k, const int side[3])
{
    int axis = view_axis(a), next = (k + 1) % 3, last = (k + 2) % 3;
    if ((side[next] == 0 && is_in_angle(a, i, &b[next], axis)) ||
        (side[last] == 0 && is_in_angle(a, i, &b[last], axis)))
        return true;
    return side[next] == 0 && side[last] == 0 &&
           (is_in_angle(b, k, &a[(i + 1) % 3], axis) || is_in_angle(b, k, &a[(i + 2) % 3], axis));
}

/* The corner of a triangle that another one, with which it shares two vertices, does not have. */
static int own_corner(const fk_triangle *p, const fk_triangle *q)
{
    int i = 0;
    while (i < 2 &&
           (p->corner[i] == q->corner[0] || p->corner[i] == q->corner[1] || p->corner[i] == q->corner[2]))
        i++;
    return i;
}

/* Whether two coplanar triangles that share a side, opposite to corner i of a, lie on the same side of it; `point` is the
 * other corner of b. */
static bool are_folded(const fk_vec3 a[3], int i, const fk_vec3 *point)
{
    const fk_vec3 *p = &a[(i + 1) % 3], *q = &a[(i + 2) % 3];
    int axis = view_axis(a);
    return fk_orient2d(p, q, &a[i], axis) == fk_orient2d(p, q, point, axis);
}

/* Whether two triangles that are not degenerate have a common segment besides a common side. Two that share
 * two vertices have only that side in common, unless they are coplanar; two that share one vertex have only
 * that in common, if the other corners are on one side of the plane. */
static bool share_segment(const self_search *s, uint32_t other)
{
    const fk_relation_search *r = s->relation;
    const fk_triangle *triangle = r->mesh[s->which].placed->mesh->triangle;
    fk_vec3 corner[3];
    fk_triangles_shared set;
    int i = 0, k = 0, side[3], above = 0, below = 0;
    uint32_t shared = count_shared_vertices(&triangle[s->triangle], &triangle[other], &i, &k);
    fk_relation_corners(r, s->which, other, corner);
    for (int n = 0; n < 3; n++) {
        side[n] = fk_orient3d(&s->corner[0], &s->corner[1], &s->corner[2], &corner[n]);
        above += side[n] > 0;
        below += side[n] < 0;
    }
    uint32_t off = above > below ? (uint32_t)above : (uint32_t)below;
    if (shared < 3 && (off + shared == 3 || (off > 0 && shared == 2)))
        return false;
    if (shared == 1 && (above == 0 || below == 0))
        return share_ray(s->corner, i, corner, k, side);
    const fk_triangle *p = &triangle[s->triangle], *q = &triangle[other];
    if (shared == 2)
        return are_folded(s->corner, own_corner(p, q), &corner[own_corner(q, p)]);
    fk_triangles_features(s->corner, corner, &set);
    return set.count > 1;
}

static bool test_self_pair(void *user, uint32_t other)
{
    self_search *s = user;
    s->relation->work++;
    if (other == s->triangle || fk_relation_is_degenerate(s->relation, s->which, other))
        return true;
    fk_aabb box = fk_aabb_empty();
    for (int k = 0; k < 3; k++)
        box = fk_aabb_include(box, *fk_relation_corner(s->relation, s->which, other, k));
    if (!fk_aabb_meets(box, s->box) || !share_segment(s, other))
        return true;
    s->relation->mesh[s->which].flag[s->triangle] |= FK_TRIANGLE_SELF_INTERSECTING;
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
    fk_relation_corners(s->relation, s->which, t, s->corner);
    for (int k = 0; k < 3; k++)
        s->box = fk_aabb_include(s->box, s->corner[k]);
}

/* Tests the selected triangles one by one, by the tree. */
static void test_self_each(self_search *s)
{
    const fk_relation_mesh *m = &s->relation->mesh[s->which];
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count && !s->is_out_of_memory; t++)
        if (is_self_tested(m, t)) {
            set_self_triangle(s, t);
            fk_placed_visit(m->placed, &s->box, test_self_pair, s);
        }
}

/* Tests all pairs of the mesh. */
static void test_self_all(self_search *s)
{
    fk_relation_mesh *m = &s->relation->mesh[s->which];
    fk_pair_list *list = NULL;
    s->is_out_of_memory = fk_placed_self_pairs(s->relation->context, m->placed, &list) != FK_OK;
    for (size_t i = 0; !s->is_out_of_memory && i < 2 * list->count; i++) {
        fk_index_pair p = list->pair[i / 2];
        uint32_t t = i % 2 == 0 ? p.a : p.b;
        if (is_self_tested(m, t)) {
            set_self_triangle(s, t);
            test_self_pair(s, t == p.a ? p.b : p.a);
        }
    }
    fk_pair_list_free(s->relation->context, list);
}

/* If more than 1 / SHARE of the triangles are selected, all pairs are faster. */
#define SHARE 2

fk_status fk_relation_find_self_intersecting(fk_relation_search *r, int which)
{
    fk_relation_mesh *m = &r->mesh[which];
    self_search s = {.relation = r, .which = which, .pairs.context = r->context};
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
    status = list_by_triangle(r, which, &m->self, list);
    fk_pair_list_free(r->context, list);
    return status;
}

/* ---- Joining patches ----------------------------------------------------------------------------------- */

static bool is_uncut(const fk_relation_mesh *m, uint32_t t)
{
    uint8_t flag = m->flag[t];
    return (flag &
            ((flag & FK_TRIANGLE_DEGENERATE) != 0 ? FK_TRIANGLE_MEETS_OTHER : FK_TRIANGLE_HAS_SEGMENT)) == 0;
}

/* Whether the winding number of its own mesh is known to be constant beside a triangle. */
static bool has_own_winding(const fk_relation_mesh *m, uint32_t t)
{
    return (m->flag[t] & (FK_TRIANGLE_DEGENERATE | FK_TRIANGLE_SELF_INTERSECTING |
                          FK_TRIANGLE_SELF_TESTED)) == FK_TRIANGLE_SELF_TESTED;
}

fk_status fk_relation_join_other_patches(fk_relation_search *r, int which)
{
    fk_relation_mesh *m = &r->mesh[which];
    const fk_mesh *mesh = m->placed->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        m->vertex_triangle[v] = FK_NONE;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (fk_context_poll_at(r->context, t))
            return FK_ERROR_MEMORY;
        m->other_patch[t] = t;
        m->other_winding[t].is_known = false;
        for (int k = 0; k < 3 && (m->flag[t] & FK_TRIANGLE_MEETS_OTHER) == 0; k++) {
            uint32_t v = mesh->triangle[t].corner[k];
            if (m->vertex_triangle[v] == FK_NONE)
                m->vertex_triangle[v] = t;
            else
                fk_sets_join(m->other_patch, m->vertex_triangle[v], t);
        }
    }
    return FK_OK;
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

/* ---- Winding numbers ----------------------------------------------------------------------------------- */

/* A perturbed point inside a triangle, near its first corner; in front of it for 4 levels, on it for 3. For a
 * degenerate one: the corner. */
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

/* ---- Classification of patches ------------------------------------------------------------------------- */

fk_vec3 fk_relation_triangle_center(const fk_relation_search *r, int which, uint32_t triangle)
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
            fk_relation_record_hard(r, fk_relation_triangle_center(r, which, t));
        if (winding != 0 && !r->has_point) {
            r->point = fk_relation_triangle_center(r, which, t);
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
            fk_relation_record_hard(r, fk_relation_triangle_center(r, which, t));
    }
}

/* Whether a vertex outside the box of common points so far, hence not on the other mesh, is inside the other
 * mesh. */
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
    /* An uncut triangle is inside as a whole or not at all, except for points on the other mesh, which are in
     * the box already. */
    bool is_cancelled = false;
    for (uint32_t t = 0; t < mesh->triangle_count && !is_cancelled; t++) {
        is_cancelled = fk_context_poll_at(r->context, t);
        bool is_in = is_uncut(m, t) && fk_relation_other_winding(r, which, t) != 0;
        for (int k = 0; k < 3 && is_uncut(m, t); k++) {
            is_known[mesh->triangle[t].corner[k]] = true;
            if (is_in)
                r->box = fk_aabb_include(r->box, *fk_relation_corner(r, which, t, k));
        }
    }
    for (uint32_t t = 0; t < mesh->triangle_count && !is_cancelled; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = mesh->triangle[t].corner[k];
            is_cancelled = is_cancelled || fk_context_poll_at(r->context, t);
            if (!is_known[v] && !fk_relation_box_has(&r->box, &m->point[v]) &&
                is_vertex_inside(r, which, &m->point[v]))
                r->box = fk_aabb_include(r->box, m->point[v]);
            is_known[v] = true;
        }
    fk_release(r->context, is_known, mesh->vertex_count);
    return is_cancelled ? FK_ERROR_MEMORY : FK_OK;
}
