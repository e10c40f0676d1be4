/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* COLLIDE of the slides and algorithm 7 of the thesis: see collide_paper.h. Names and numbers of lines are theirs. */

#include "printed/collide_paper.h"

/* A vertex of a tree. */
typedef struct paper_vertex {
    const fk_placed_hierarchy *of;
    uint32_t node;
} paper_vertex;

static bool is_leaf(const paper_vertex *v)
{
    return v->of->hierarchy->node[v->node].right == 0;
}

static double vol(const paper_vertex *v)
{
    return v->of->hierarchy->size[v->node];
}

static paper_vertex left_child(const paper_vertex *v)
{
    paper_vertex child = {v->of, v->node + 1};
    return child;
}

static paper_vertex right_child(const paper_vertex *v)
{
    paper_vertex child = {v->of, v->of->hierarchy->node[v->node].right};
    return child;
}

static void place_volume(const paper_vertex *v, fk_volume *out)
{
    const fk_hierarchy *h = v->of->hierarchy;
    fk_volume own;
    fk_volume_load(h->volume, h->number + v->node * fk_volume_numbers(h->volume), &own);
    fk_volume_place(h->volume, &own, &v->of->pose, out);
}

static void triangle_corners(const paper_vertex *v, uint32_t i, fk_vec3 corner[3])
{
    const fk_hierarchy *h = v->of->hierarchy;
    const fk_mesh *mesh = v->of->mesh;
    const uint32_t *index = mesh->triangle[h->triangle[h->node[v->node].first + i]].corner;
    for (int k = 0; k < 3; k++)
        corner[k] = fk_pose_apply(&v->of->pose, mesh->point[index[k]]);
}

static bool test_triangles(paper_collide *c, const paper_vertex *r1, const paper_vertex *r2)
{
    uint32_t count_1 = r1->of->hierarchy->node[r1->node].count;
    uint32_t count_2 = r2->of->hierarchy->node[r2->node].count;
    for (uint32_t i = 0; i < count_1; i++)
        for (uint32_t j = 0; j < count_2; j++) {
            fk_vec3 p[3], q[3];
            triangle_corners(r1, i, p);
            triangle_corners(r2, j, q);
            c->triangle_tests++;
            if (fk_triangles_meet(p, q))
                return true;
        }
    return false;
}

static bool do_vertices_overlap(paper_collide *c, const paper_vertex *r1, const paper_vertex *r2)
{
    fk_volume of_1, of_2;
    place_volume(r1, &of_1);
    place_volume(r2, &of_2);
    c->volume_tests++;
    return fk_volumes_meet(r1->of->hierarchy->volume, &of_1, &of_2);
}

static bool collide_vertices(paper_collide *c, paper_vertex r1, paper_vertex r2)
{
    if (!do_vertices_overlap(c, &r1, &r2)) /* line 1 */
        return false;
    if (is_leaf(&r1) && is_leaf(&r2)) /* line 2 */
        return test_triangles(c, &r1, &r2);
    if (vol(&r2) < vol(&r1)) { /* line 3 */
        paper_vertex swap = r1;
        r1 = r2;
        r2 = swap;
    }
    if (is_leaf(&r2)) {
        if (!c->is_right) { /* As printed: no child, so nothing collides with it. */
            c->ends++;
            return false;
        }
        paper_vertex swap = r1;
        r1 = r2;
        r2 = swap;
    }
    return collide_vertices(c, r1, left_child(&r2)) ||
           collide_vertices(c, r1, right_child(&r2)); /* lines 4 to 6 */
}

bool paper_collide_run(paper_collide *c, const fk_placed_hierarchy *a, const fk_placed_hierarchy *b)
{
    paper_vertex r1 = {a, 0}, r2 = {b, 0};
    return collide_vertices(c, r1, r2);
}

/* Algorithm 7, line by line:
 *    2-4    no overlap between a, b: return False
 *    5-6    both are leaves: return the result of a test of primitives
 *    8-10   a is not a leaf: test a.ldesc with b, then a.rdesc with b    the results are dropped: behind line 15 nothing is
 *                                                                        returned, so that False, or the value of the last
 *                                                                        call, comes out
 *   11-13   else: test a with b.ldesc, then with b.rdesc */
static bool test_bvh_vertices(paper_collide *c, paper_vertex a, paper_vertex b, paper_return returns)
{
    if (!do_vertices_overlap(c, &a, &b))
        return false;
    if (is_leaf(&a) && is_leaf(&b))
        return test_triangles(c, &a, &b);
    bool is_a = !is_leaf(&a);
    bool left = test_bvh_vertices(c, is_a ? left_child(&a) : a, is_a ? b : left_child(&b), returns);
    if (returns == RETURNS_ANY && left)
        return true;
    bool right = test_bvh_vertices(c, is_a ? right_child(&a) : a, is_a ? b : right_child(&b), returns);
    return returns != RETURNS_NOTHING && right;
}

bool paper_bvh_test(paper_collide *c, const fk_placed_hierarchy *a, const fk_placed_hierarchy *b,
                    paper_return returns)
{
    return test_bvh_vertices(c, (paper_vertex){a, 0}, (paper_vertex){b, 0}, returns);
}
