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

#include "base/lists.h"
#include "base/vec3.h"
#include "tree/relate.h"

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

/* ---- The box ------------------------------------------------------------------------------------------- */

static bool has_point(const fk_aabb *box, const fk_vec3 *p)
{
    for (int k = 0; k < 3; k++) {
        double x = fk_vec3_get(*p, k);
        if (fk_double_order(x, fk_vec3_get(box->min, k)) < 0 ||
            fk_double_order(x, fk_vec3_get(box->max, k)) > 0)
            return false;
    }
    return true;
}

/* Whether a vertex that is not in the box of common points so far, so not on the other mesh, is inside that. */
static bool is_inside(fk_relate *r, int which, const fk_vec3 *vertex)
{
    fk_relate_level level = {FK_RELATE_VERTEX, 1, {vertex, NULL}, {{0}}};
    fk_aabb box = {*vertex, *vertex};
    if (!has_point(&r->mesh[1 - which].box, vertex))
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
            if (!is_known[v] && !has_point(&r->box, &m->point[v]) && is_inside(r, which, &m->point[v]))
                r->box = fk_aabb_include(r->box, m->point[v]);
            is_known[v] = true;
        }
    fk_release(r->context, is_known, mesh->vertex_count);
    return FK_OK;
}
