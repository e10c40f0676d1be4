/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which triangles are busy: have a segment in common with another of their own mesh, other than a side of
 * both. It is asked of those alone for which it matters, by the tree: mostly, these are few. */

#include "mesh/mesh.h"
#include "tree/relate.h"
#include "tree/tree.h"

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
    status = fk_relate_link(r, which, &m->self, list, 1);
    fk_pair_list_free(r->context, list);
    return status;
}
