/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* SearchCollisions and QuickTestIntersection of the paper. The recursion is the paper's; it is as deep as the
 * tree of the objects that P is searched against, or, made right, as both trees. Line by line:
 *
 *   SearchCollisions
 *     02 - 03   search_children: each child M of T
 *     04        paper_search_collisions: only below the world may M be P itself
 *     05        quick_test_intersection of M and Cl (printed as QuickTestCollision)
 *     06        search_pair: test_collision_between, which makes CoW
 *     07 - 14   each child N of P that may be in CoW is searched against the children of M. A leaf M has none: a mistake,
 *               unless is_right, by which N alone goes on with M
 *     15 - 17   a leaf P is searched against the children of M
 *     18 - 19   add_to_collision_list. Comment (19) asks for the box in the basis of each node; CoW is in that of the world
 *     25        the next M
 *   QuickTestIntersection
 *     02 - 07   quick_test_intersection, as printed
 *
 * Weak input: a flat P has no inverse, so `fm-paper` finds no collision of it. */

#include "printed/search_paper.h"

#include <math.h>
#include <stdlib.h>

/* ---- Trees --------------------------------------------------------------------------------------------- */

void paper_link(const fk_cell_input *input, uint32_t count, uint32_t object, paper_node *out)
{
    for (uint32_t i = 0; i < count; i++) {
        const fk_cell *c = &input[i].cell;
        out[i].piece = input[i].kind == FK_KIND_TETRA
                           ? fk_piece_tetra(c->origin, c->edge[0], c->edge[1], c->edge[2])
                           : fk_piece_box(c->origin, c->edge[0], c->edge[1], c->edge[2]);
        fk_paper_volume_make(&out[i].piece, &out[i].vol);
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

static bool quick_test_intersection(paper_search *search, const fk_paper_volume *p, const fk_paper_area *cl)
{
    search->quick_tests++;
    for (int i = 0; i < 3; i++)
        if ((p->area.min[i] < cl->min[i] && p->area.max[i] < cl->min[i]) ||
            (p->area.min[i] > cl->max[i] && p->area.max[i] > cl->max[i]))
            return false;
    return true;
}

static bool test_by_fm(const fk_piece *p, const fk_piece *m, fk_paper_area *cow)
{
    fk_pair_query query = {p, m, FK_METHOD_FM, FK_PART_BOX, NULL};
    fk_answer answer;
    if (fk_pair_answer(&query, &answer) != FK_OK || answer.verdict == FK_APART)
        return false;
    for (int i = 0; i < 3; i++) {
        cow->min[i] = fk_vec3_get(answer.box.min, i);
        cow->max[i] = fk_vec3_get(answer.box.max, i);
    }
    return true;
}

/* As printed, `fm-paper` loses collisions, finds some that are none, and makes wide boxes; see there. */
static bool test_collision_between(paper_search *search, const paper_node *p, const paper_node *m,
                                   fk_paper_area *cow)
{
    search->pair_tests++;
    return search->is_right ? test_by_fm(&p->piece, &m->piece, cow)
                            : fk_paper_test_collision(&p->vol, &m->vol, search->reading, cow);
}

/* ---- The search ---------------------------------------------------------------------------------------- */

static void add_to_collision_list(paper_search *search, const paper_node *p, const paper_node *m,
                                  const fk_paper_area *cow)
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
                            const fk_paper_area *cl);

/* Lines 06 to 23. */
static void search_pair(paper_search *search, const paper_node *p, const paper_node *m)
{
    fk_paper_area cow;
    if (!test_collision_between(search, p, m, &cow))
        return;
    if (p->child == NULL) {
        if (m->child != NULL)
            search_children(search, p, m, &cow);
        else
            add_to_collision_list(search, p, m, &cow);
        return;
    }
    for (const paper_node *n = p->child; n != NULL && !is_done(search, m); n = n->next) {
        if (!quick_test_intersection(search, &n->vol, &cow))
            continue;
        if (search->is_right && m->child == NULL)
            search_pair(search, n, m);
        else
            search_children(search, n, m, &cow);
    }
}

/* SearchCollisions, but for line 04, below the world. */
static void search_children(paper_search *search, const paper_node *p, const paper_node *t,
                            const fk_paper_area *cl)
{
    for (const paper_node *m = t->child; m != NULL && !is_done(search, m); m = m->next)
        if (quick_test_intersection(search, &m->vol, cl))
            search_pair(search, p, m);
}

void paper_search_collisions(paper_search *search, const paper_node *p, const paper_node *t)
{
    static const fk_paper_area world = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    for (const paper_node *m = t->child; m != NULL; m = m->next)
        if (m != p && quick_test_intersection(search, &m->vol, &world))
            search_pair(search, p, m);
}

fk_aabb paper_area_box(const fk_paper_area *area)
{
    fk_aabb box = {{area->min[0], area->min[1], area->min[2]}, {area->max[0], area->max[1], area->max[2]}};
    return box;
}

void paper_search_end(paper_search *search)
{
    free(search->hit);
    search->hit = NULL;
    search->hit_count = search->hit_capacity = 0;
}
