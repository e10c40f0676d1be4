/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* SearchCollisions and QuickTestIntersection of the paper. The recursion is the paper's; it is as deep as the tree of
 * the objects that P is searched against, or, made right, as both trees.
 *
 * Weak input: a flat P has no inverse, so `fm-paper` finds no collision of it. */

#include "search_paper.h"

#include <math.h>
#include <stdlib.h>

/* ---- Trees --------------------------------------------------------------------------------------------- */

static void spread(double at, const double edge[3], double *min, double *max)
{
    *min = *max = at;
    for (int k = 0; k < 3; k++)
        *(edge[k] < 0 ? min : max) += edge[k];
}

/* Section 2.1: over all (x, y, z) of the unit cube. */
static fk_aabb bounding_area(const fk_cell *c)
{
    fk_aabb area;
    const fk_vec3 *e = c->edge;
    spread(c->origin.x, (const double[3]){e[0].x, e[1].x, e[2].x}, &area.min.x, &area.max.x);
    spread(c->origin.y, (const double[3]){e[0].y, e[1].y, e[2].y}, &area.min.y, &area.max.y);
    spread(c->origin.z, (const double[3]){e[0].z, e[1].z, e[2].z}, &area.min.z, &area.max.z);
    return area;
}

void paper_link(const fk_cell_input *input, uint32_t count, uint32_t object, paper_node *out)
{
    for (uint32_t i = 0; i < count; i++) {
        const fk_cell *c = &input[i].cell;
        out[i].vol = input[i].kind == FK_KIND_TETRA
                         ? fk_piece_tetra(c->origin, c->edge[0], c->edge[1], c->edge[2])
                         : fk_piece_box(c->origin, c->edge[0], c->edge[1], c->edge[2]);
        out[i].bdg_area = bounding_area(c);
        out[i].child = out[i].next = NULL;
        out[i].object = object;
        out[i].index = i;
    }
    for (uint32_t i = count; i-- > 1;) {
        paper_node *parent = &out[input[i].parent];
        out[i].next = parent->child;
        parent->child = &out[i];
    }
}

/* ---- Tests of two nodes -------------------------------------------------------------------------------- */

static bool quick_test_intersection(paper_search *search, const fk_aabb *p, const fk_aabb *cl)
{
    search->quick_tests++;
    return !(
        (p->min.x < cl->min.x && p->max.x < cl->min.x) || (p->min.x > cl->max.x && p->max.x > cl->max.x) ||
        (p->min.y < cl->min.y && p->max.y < cl->min.y) || (p->min.y > cl->max.y && p->max.y > cl->max.y) ||
        (p->min.z < cl->min.z && p->max.z < cl->min.z) || (p->min.z > cl->max.z && p->max.z > cl->max.z));
}

/* As printed, `fm-paper` loses collisions, finds some that are none, and makes wide boxes; see there. */
static bool test_collision_between(paper_search *search, const fk_piece *p, const fk_piece *m, fk_aabb *cow)
{
    fk_pair_query query = {p, m, search->is_right ? FK_METHOD_FM : FK_METHOD_FM_PAPER, FK_PART_BOX, NULL};
    fk_answer answer;
    search->pair_tests++;
    if (fk_pair_answer(&query, NULL, &answer) != FK_OK || answer.verdict == FK_APART ||
        answer.verdict == FK_UNDECIDED)
        return false;
    *cow = answer.box;
    return true;
}

/* ---- The search ---------------------------------------------------------------------------------------- */

static void add_to_collision_list(paper_search *search, const paper_node *p, const paper_node *m,
                                  const fk_aabb *cow)
{
    if (search->hit_count == search->hit_capacity) {
        size_t capacity = search->hit_capacity > 0 ? 2 * search->hit_capacity : 256;
        paper_hit *hit = realloc(search->hit, capacity * sizeof *hit);
        if (hit == NULL) {
            search->is_out_of_memory = true;
            return;
        }
        search->hit = hit;
        search->hit_capacity = capacity;
    }
    search->hit[search->hit_count++] = (paper_hit){p->index, m->object, m->index, *cow};
}

/* Whether the rest of the object M is left out, as a hit with it is known. */
static bool is_done(const paper_search *search, const paper_node *m)
{
    return search->stops_at_hit && search->hit_count > 0 &&
           search->hit[search->hit_count - 1].object_m == m->object;
}

static void search_children(paper_search *search, const paper_node *p, const paper_node *t,
                            const fk_aabb *cl);

/* Lines 06 to 23. */
static void search_pair(paper_search *search, const paper_node *p, const paper_node *m)
{
    fk_aabb cow;
    if (!test_collision_between(search, &p->vol, &m->vol, &cow))
        return;
    if (p->child == NULL) {
        if (m->child != NULL)
            search_children(search, p, m, &cow);
        else
            add_to_collision_list(search, p, m, &cow);
        return;
    }
    for (const paper_node *n = p->child; n != NULL && !is_done(search, m); n = n->next) {
        if (!quick_test_intersection(search, &n->bdg_area, &cow))
            continue;
        /* As printed: N is searched against the children of M; where M is a leaf, all its collisions with N are lost. */
        if (search->is_right && m->child == NULL)
            search_pair(search, n, m);
        else
            search_children(search, n, m, &cow);
    }
}

/* SearchCollisions, but for line 04, below the world. */
static void search_children(paper_search *search, const paper_node *p, const paper_node *t, const fk_aabb *cl)
{
    for (const paper_node *m = t->child; m != NULL && !is_done(search, m); m = m->next)
        if (quick_test_intersection(search, &m->bdg_area, cl))
            search_pair(search, p, m);
}

void paper_search_collisions(paper_search *search, const paper_node *p, const paper_node *t)
{
    static const fk_aabb world = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    for (const paper_node *m = t->child; m != NULL; m = m->next)
        if (m != p && quick_test_intersection(search, &m->bdg_area, &world))
            search_pair(search, p, m);
}

void paper_search_end(paper_search *search)
{
    free(search->hit);
    search->hit = NULL;
    search->hit_count = search->hit_capacity = 0;
}
