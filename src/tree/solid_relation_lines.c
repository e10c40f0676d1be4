/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which lines solid_relation_segments.c subdivides, each once: those with common segments of triangles of which one
 * intersects its own mesh.
 *
 * Where shells of a mesh overlap, many triangles lie in one plane, and many pairs have segments on one line. A segment
 * on a side of a triangle belongs to that edge; all others to the line of two planes. For this, coplanar triangles that
 * meet get the same number. Triangles that do not meet may have different numbers in the same plane: then their
 * line is subdivided for each. */

#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/solid_relation.h"
#include "tree/tree.h"

typedef struct line_list {
    fk_relation_search *relation;
    uint8_t *has_edge[2]; /* per edge of both meshes: whether it is a line of the list */
    fk_line_pair *pair;
    size_t count, capacity;
    /* sets of triangles in one plane; those of the second mesh come after those of the first */
    uint32_t *parent;
} line_list;

static size_t list_triangles(const fk_relation_search *r)
{
    return (size_t)r->mesh[0].placed->mesh->triangle_count + r->mesh[1].placed->mesh->triangle_count;
}

static bool begin_line_list(line_list *l, fk_relation_search *r)
{
    memset(l, 0, sizeof *l);
    l->relation = r;
    l->parent = fk_allocate(r->context, list_triangles(r) * sizeof *l->parent);
    for (int which = 0; which < 2; which++) {
        uint32_t count = r->mesh[which].edges->edge_count;
        l->has_edge[which] = fk_allocate(r->context, count);
        if (l->has_edge[which] == NULL)
            return false;
        memset(l->has_edge[which], 0, count);
    }
    for (uint32_t i = 0; l->parent != NULL && i < list_triangles(r); i++)
        l->parent[i] = i;
    return l->parent != NULL;
}

static void end_line_list(line_list *l)
{
    fk_relation_search *r = l->relation;
    for (int which = 0; which < 2; which++)
        fk_release(r->context, l->has_edge[which], r->mesh[which].edges->edge_count);
    fk_release(r->context, l->parent, list_triangles(r) * sizeof *l->parent);
    fk_release(r->context, l->pair, l->capacity * sizeof *l->pair);
}

/* ---- Planes -------------------------------------------------------------------------------------------- */

static uint32_t list_number(const line_list *l, int which, uint32_t triangle)
{
    return triangle + (which == 0 ? 0 : l->relation->mesh[0].placed->mesh->triangle_count);
}

static void join_planes(line_list *l, const uint8_t which[2], const uint32_t triangle[2])
{
    fk_sets_join(l->parent, list_number(l, which[0], triangle[0]), list_number(l, which[1], triangle[1]));
}

/* Joins triangles of one mesh that are coplanar and not degenerate. */
static void join_if_coplanar(line_list *l, int which, uint32_t t, uint32_t u)
{
    fk_relation_search *r = l->relation;
    const uint8_t both[2] = {(uint8_t)which, (uint8_t)which};
    const uint32_t triangle[2] = {t, u};
    fk_vec3 p[3], q[3];
    if (fk_sets_root(l->parent, list_number(l, which, t)) ==
        fk_sets_root(l->parent, list_number(l, which, u)))
        return;
    fk_relation_corners(r, which, t, p);
    fk_relation_corners(r, which, u, q);
    for (int k = 0; k < 3; k++)
        if (fk_orient3d(&p[0], &p[1], &p[2], &q[k]) != 0)
            return;
    join_planes(l, both, triangle);
}

/* Numbers the planes of all triangles that intersect their own mesh, and of those that share a side with such. */
static void number_planes(line_list *l)
{
    for (int which = 0; which < 2; which++) {
        fk_relation_mesh *m = &l->relation->mesh[which];
        uint32_t n = m->placed->mesh->triangle_count;
        for (uint32_t t = 0; t < n && m->self.count > 0; t++)
            for (uint32_t i = m->self.begin[t]; i < m->self.begin[t + 1]; i++)
                join_if_coplanar(l, which, t, m->self.item[i]);
        for (uint32_t e = 0; e < m->edges->edge_count; e++) {
            const uint32_t *use = m->edges->use + m->edges->use_begin[e];
            if (m->edges->use_begin[e + 1] - m->edges->use_begin[e] == 2 &&
                ((m->flag[use[0] / 3] | m->flag[use[1] / 3]) & FK_TRIANGLE_SELF_INTERSECTING) != 0 &&
                ((m->flag[use[0] / 3] | m->flag[use[1] / 3]) & FK_TRIANGLE_DEGENERATE) == 0)
                join_if_coplanar(l, which, use[0] / 3, use[1] / 3);
        }
    }
    for (int which = 0; which < 2; which++)
        for (uint32_t t = 0; t < l->relation->mesh[which].placed->mesh->triangle_count; t++)
            l->relation->mesh[which].plane[t] = fk_sets_root(l->parent, list_number(l, which, t)) + 1;
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

/* Lists the lines of the common segments of two triangles that are not degenerate. */
static bool add_pair_lines(line_list *l, const uint8_t which[2], const uint32_t triangle[2])
{
    fk_relation_search *r = l->relation;
    fk_vec3 a[3], b[3];
    fk_triangles_shared set;
    fk_common_segment segment[FK_COMMON_SEGMENTS_MOST];
    fk_relation_corners(r, which[0], triangle[0], a);
    fk_relation_corners(r, which[1], triangle[1], b);
    fk_triangles_features(a, b, &set);
    if (set.is_coplanar)
        join_planes(l, which, triangle);
    for (uint32_t i = 0, count = fk_find_common_segments(&set, segment); i < count; i++) {
        int lead = segment[i].edge[0] < 3 ? 0 : 1;
        if (segment[i].edge[lead] < 3) {
            const uint32_t *edge_of = r->mesh[which[lead]].edges->edge_of;
            l->has_edge[which[lead]][edge_of[3 * triangle[lead] + segment[i].edge[lead]]] = 1;
            continue;
        }
        if (!fk_grow(r->context, &l->pair, sizeof *l->pair, l->count, &l->capacity, l->count + 1))
            return false;
        l->pair[l->count++] =
            (fk_line_pair){0, {triangle[0], triangle[1]}, {which[0], which[1]}, fk_relation_pair_box(a, b)};
    }
    return true;
}

static bool is_line_before(const void *a, const void *b)
{
    return ((const fk_line_pair *)a)->line < ((const fk_line_pair *)b)->line;
}

/* Sorts the pairs by their lines. */
static bool sort_line_pairs(line_list *l)
{
    fk_relation_search *r = l->relation;
    size_t bytes = (l->count + 1) * sizeof *l->pair;
    fk_line_pair *room = fk_allocate(r->context, bytes);
    if (room == NULL)
        return false;
    for (size_t i = 0; i < l->count; i++) {
        fk_line_pair *p = &l->pair[i];
        uint32_t u = r->mesh[p->which[0]].plane[p->triangle[0]],
                 v = r->mesh[p->which[1]].plane[p->triangle[1]];
        p->line = (uint64_t)(u < v ? u : v) << 32 | (u < v ? v : u);
    }
    fk_sort_items(l->pair, room, l->count, sizeof *l->pair, is_line_before);
    fk_release(r->context, room, bytes);
    return true;
}

static void classify_edges(const line_list *l, fk_line_search *c, int which)
{
    fk_relation_search *r = l->relation;
    const fk_relation_mesh *m = &r->mesh[which];
    for (uint32_t e = 0; e < m->edges->edge_count && !c->is_out_of_memory && !fk_line_is_settled(c); e++) {
        if (!l->has_edge[which][e])
            continue;
        c->from = &m->point[m->edges->vertex[e][0]];
        c->to = &m->point[m->edges->vertex[e][1]];
        c->box = fk_aabb_include(fk_aabb_include(fk_aabb_empty(), *c->from), *c->to);
        c->regular_count = m->edges->use_begin[e + 1] - m->edges->use_begin[e];
        c->is_out_of_memory = fk_relation_stops(r);
        fk_line_classify(c);
    }
}

/* Classifies the pairs from one index on with the same line; returns the index after them. */
static size_t classify_line_pairs(fk_line_search *c, const line_list *l, size_t begin)
{
    fk_relation_search *r = c->relation;
    size_t end = begin;
    c->box = fk_aabb_empty();
    for (; end < l->count && l->pair[end].line == l->pair[begin].line; end++)
        c->box = fk_aabb_include(fk_aabb_include(c->box, l->pair[end].box.min), l->pair[end].box.max);
    c->from = c->to = NULL;
    c->pair = l->pair + begin;
    c->pair_count = end - begin;
    c->regular_count = 0;
    for (int k = 0; k < 2; k++)
        c->plane[k] = fk_relation_plane_triangle(r, c->pair->which[k], c->pair->triangle[k]);
    c->is_out_of_memory = c->is_out_of_memory || fk_relation_stops(r);
    fk_line_classify(c);
    return end;
}

static fk_status classify_lines(line_list *l, fk_line_rule rule, int self)
{
    fk_line_search c;
    number_planes(l);
    if (!sort_line_pairs(l) || fk_line_search_begin(&c, l->relation, rule) != FK_OK)
        return FK_ERROR_MEMORY;
    c.which = self;
    for (int which = 0; which < 2; which++)
        classify_edges(l, &c, which);
    for (size_t i = 0; i < l->count && !c.is_out_of_memory && !fk_line_is_settled(&c);)
        i = classify_line_pairs(&c, l, i);
    return fk_line_search_end(&c);
}

/* ---- The stages ---------------------------------------------------------------------------------------- */

/* The number of crossings tested. */
#define TRIES 3

fk_status fk_relation_test_crossings(fk_relation_search *r)
{
    fk_line_search c;
    uint32_t tries = 0;
    if (!fk_relation_is_solid(r, 0) || !fk_relation_is_solid(r, 1))
        return FK_OK;
    if (fk_line_search_begin(&c, r, FK_LINE_QUICK) != FK_OK)
        return FK_ERROR_MEMORY;
    for (size_t i = 0;
         i < r->pairs->count && tries < TRIES && !c.is_out_of_memory && !fk_relation_is_settled(r); i++)
        if (r->intersection[i] == FK_INTERSECTION_CROSSING) {
            fk_vec3 a[3], b[3];
            fk_line_pair pair = {0, {r->pairs->pair[i].a, r->pairs->pair[i].b}, {0, 1}, fk_aabb_empty()};
            fk_relation_corners(r, 0, pair.triangle[0], a);
            fk_relation_corners(r, 1, pair.triangle[1], b);
            pair.box = fk_relation_pair_box(a, b);
            const line_list one = {.relation = r, .pair = &pair, .count = 1};
            classify_line_pairs(&c, &one, 0);
            tries++;
        }
    return fk_line_search_end(&c);
}

fk_status fk_relation_subdivide_segments(fk_relation_search *r)
{
    static const uint8_t which[2] = {0, 1};
    line_list l;
    if ((r->mesh[0].self.count == 0 && r->mesh[1].self.count == 0) || fk_relation_is_settled(r))
        return FK_OK;
    bool has_memory = begin_line_list(&l, r);
    for (size_t i = 0; i < r->pairs->count && has_memory; i++) {
        const uint32_t t[2] = {r->pairs->pair[i].a, r->pairs->pair[i].b};
        has_memory = !fk_context_poll_at(r->context, i);
        if (has_memory && r->intersection[i] != FK_INTERSECTION_POINT &&
            (fk_relation_may_self_intersect(r, 0, t[0]) || fk_relation_may_self_intersect(r, 1, t[1])))
            has_memory = add_pair_lines(&l, which, t);
    }
    fk_status status = has_memory ? classify_lines(&l, FK_LINE_BOTH, 0) : FK_ERROR_MEMORY;
    end_line_list(&l);
    return status;
}

/* Whether the intersections of a triangle with its own mesh may decide something: not if it is uncut and
 * outside of the other mesh. */
static bool may_decide(fk_relation_search *r, int which, uint32_t t)
{
    return (r->mesh[which].flag[t] & FK_TRIANGLE_HAS_SEGMENT) != 0 ||
           fk_relation_other_winding(r, which, t) != 0;
}

/* Lists the lines in which a triangle meets those of its own mesh. */
static bool add_self_lines(line_list *l, int which, uint32_t t)
{
    fk_relation_search *r = l->relation;
    const fk_triangle_lists *self = &r->mesh[which].self;
    const uint8_t both[2] = {(uint8_t)which, (uint8_t)which};
    for (uint32_t i = self->begin[t]; i < self->begin[t + 1]; i++) {
        const uint32_t triangle[2] = {t, self->item[i]};
        bool is_there = triangle[1] < t && (r->mesh[which].flag[triangle[1]] & FK_TRIANGLE_SELF_TESTED) != 0;
        if (!is_there && (may_decide(r, which, t) || may_decide(r, which, triangle[1])) &&
            !add_pair_lines(l, both, triangle))
            return false;
    }
    return true;
}

fk_status fk_relation_subdivide_self(fk_relation_search *r, int which)
{
    line_list l;
    if (!fk_relation_is_solid(r, which) || r->mesh[which].self.count == 0)
        return FK_OK;
    bool has_memory = begin_line_list(&l, r);
    for (uint32_t t = 0; t < r->mesh[which].placed->mesh->triangle_count && has_memory; t++)
        has_memory = !fk_context_poll_at(r->context, t) && add_self_lines(&l, which, t);
    fk_status status = has_memory ? classify_lines(&l, FK_LINE_SELF, which) : FK_ERROR_MEMORY;
    end_line_list(&l);
    return status;
}

/* Sets the line of a degenerate triangle; false if that is a point. */
static bool set_degenerate_line(const fk_relation_search *r, int which, uint32_t t, fk_line_search *c)
{
    fk_vec3 corner[3];
    fk_relation_corners(r, which, t, corner);
    c->from = c->to = fk_relation_corner(r, which, t, 0);
    for (int k = 1; k < 3; k++) {
        const fk_vec3 *p = fk_relation_corner(r, which, t, k);
        c->from = fk_vec3_order(p, c->from) < 0 ? p : c->from;
        c->to = fk_vec3_order(p, c->to) > 0 ? p : c->to;
    }
    c->box = fk_relation_pair_box(corner, corner);
    c->which = which;
    return fk_vec3_order(c->from, c->to) != 0;
}

fk_status fk_relation_subdivide_degenerate(fk_relation_search *r, int which)
{
    fk_line_search c;
    const fk_relation_mesh *m = &r->mesh[which];
    const uint8_t both = FK_TRIANGLE_DEGENERATE | FK_TRIANGLE_MEETS_OTHER;
    if (fk_line_search_begin(&c, r, FK_LINE_DEGENERATE) != FK_OK)
        return FK_ERROR_MEMORY;
    for (uint32_t t = 0; t < m->placed->mesh->triangle_count && !c.is_out_of_memory; t++) {
        if ((m->flag[t] & both) != both || fk_relation_is_settled(r))
            continue;
        if (set_degenerate_line(r, which, t, &c))
            fk_line_classify(&c);
        else if (!m->placed->is_solid && fk_placed_interior(r->mesh[1 - which].placed, *c.from))
            fk_relation_record_hard(r, *c.from); /* a point on the other mesh */
    }
    return fk_line_search_end(&c);
}
