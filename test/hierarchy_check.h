/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Every set of rules for a hierarchy by its number, small meshes, and what all pairs of their triangles say. Include after cmocka.h. */

#ifndef FARKAS_TEST_HIERARCHY_CHECK_H
#define FARKAS_TEST_HIERARCHY_CHECK_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh_shapes.h"
#include "hierarchy/hierarchy.h"

/* ---- Rules by number ----------------------------------------------------------------------------------- */

enum {
    RULES_WAYS = 2 * FK_HIERARCHY_STRATEGIES + 3, /* top-down without and with cuts, bottom-up, insertion */
    RULES_STOPS = 4,
    RULES_BUILDS = FK_VOLUME_KINDS * RULES_WAYS * RULES_STOPS,
    RULES_SEARCHES = FK_SEARCH_ORDERS * FK_SEARCH_DESCENTS * 2
};

static inline fk_hierarchy_rules rules_of_build(int number)
{
    fk_hierarchy_rules rules = fk_hierarchy_rules_default();
    int way = number % RULES_WAYS, stop = number / RULES_WAYS % RULES_STOPS,
        top_down = 2 * FK_HIERARCHY_STRATEGIES;
    rules.volume = (fk_volume_kind)(number / RULES_WAYS / RULES_STOPS);
    if (way < top_down) {
        rules.strategy = (fk_hierarchy_strategy)(way % FK_HIERARCHY_STRATEGIES);
        rules.cut = way >= FK_HIERARCHY_STRATEGIES;
    } else {
        rules.way = way == top_down ? FK_BOTTOM_UP : FK_INSERTION;
        rules.balance = way < top_down + 2;
    }
    rules.leaf_count = stop == 1 ? 4 : 1;
    rules.max_depth = stop == 2 ? 3 : 0;
    rules.min_volume = stop == 3 ? 0.05 : 0;
    return rules;
}

static inline fk_search_rules rules_of_search(int number)
{
    fk_search_rules rules = {(fk_search_order)(number % FK_SEARCH_ORDERS),
                             (fk_search_descent)(number / FK_SEARCH_ORDERS % FK_SEARCH_DESCENTS),
                             number / FK_SEARCH_ORDERS / FK_SEARCH_DESCENTS > 0};
    return rules;
}

/* ---- Small meshes -------------------------------------------------------------------------------------- */

enum { MESH_BOX, MESH_LATTICE, MESH_SOUP, MESH_ONE, MESH_NONE, MESH_FLAT, MESH_SAME, MESH_KINDS };

static inline fk_vec3 lattice_point(fk_random *random)
{
    double c[3];
    for (int k = 0; k < 3; k++)
        c[k] = (double)fk_random_below(random, 9) - 4;
    return fk_vec3_make(c[0], c[1], c[2]);
}

/* Triangles with whole coordinates, so that many touch; some without area, some mere points. */
static inline void add_soup(soup *s, fk_random *random, int count, bool is_flat)
{
    for (int i = 0; i < count; i++) {
        fk_vec3 p[3] = {lattice_point(random), lattice_point(random), lattice_point(random)};
        if (i % 7 == 3)
            p[1] = p[0];
        if (i % 11 == 5)
            p[2] = p[1] = p[0];
        for (int k = 0; k < 3 && is_flat; k++)
            p[k].y = 1;
        soup_add(s, p[0], p[1], p[2]);
    }
}

static inline fk_mesh *mesh_of_kind(fk_context *context, int kind, uint64_t seed)
{
    fk_random random = fk_random_make(seed);
    soup *s = soup_make();
    uint8_t full[27];
    switch (kind) {
    case MESH_BOX:
        soup_add_box(s, 0, 0, 0, 1, 1, 1);
        break;
    case MESH_LATTICE:
        fill_cells(&random, full, 3);
        soup_add_cells(s, full, 3);
        break;
    case MESH_SOUP:
        add_soup(s, &random, 40, false);
        break;
    case MESH_ONE:
        add_soup(s, &random, 1, false);
        break;
    case MESH_FLAT:
        add_soup(s, &random, 24, true);
        break;
    case MESH_SAME:
        for (int i = 0; i < 20; i++)
            soup_add(s, fk_vec3_make(-1, 0, 0), fk_vec3_make(2, 1, 0), fk_vec3_make(0, 1, 3));
        break;
    default:
        break;
    }
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* Poses that make them touch, overlap, and lie apart. */
static inline fk_pose pose_by_chance(fk_random *random)
{
    double reach = fk_random_below(random, 3) == 0 ? 8 : 3;
    fk_vec3 at = {fk_random_between(random, -reach, reach), fk_random_between(random, -reach, reach),
                  fk_random_between(random, -reach, reach)};
    fk_vec3 angles = {fk_random_between(random, -3, 3), fk_random_between(random, -3, 3),
                      fk_random_between(random, -3, 3)};
    if (fk_random_below(random, 2) == 0) {
        at = lattice_point(random);
        angles = fk_vec3_make(0, 0, 0);
    }
    return fk_pose_from_rpy(at, angles);
}

/* ---- All pairs ----------------------------------------------------------------------------------------- */

typedef struct truth {
    size_t count;
    fk_index_pair *pair;
} truth;

static inline void placed_corners(const fk_mesh *mesh, const fk_pose *pose, uint32_t triangle,
                                  fk_vec3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = fk_pose_apply(pose, mesh->point[mesh->triangle[triangle].corner[k]]);
}

static inline truth truth_of(const fk_mesh *a, const fk_pose *pose_a, const fk_mesh *b, const fk_pose *pose_b)
{
    truth t = {0, malloc(((size_t)a->triangle_count * b->triangle_count + 1) * sizeof *t.pair)};
    assert_non_null(t.pair);
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (uint32_t j = 0; j < b->triangle_count; j++) {
            fk_vec3 p[3], q[3];
            placed_corners(a, pose_a, i, p);
            placed_corners(b, pose_b, j, q);
            if (fk_triangles_meet(p, q))
                t.pair[t.count++] = (fk_index_pair){i, j};
        }
    return t;
}

static inline bool truth_has(const truth *t, fk_index_pair pair)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->pair[i].a == pair.a && t->pair[i].b == pair.b)
            return true;
    return false;
}

/* Searches by given rules and demands the truth, and that the counts agree with each other. */
static inline fk_search_found demand_truth(fk_context *context, const fk_placed_hierarchy *a,
                                           const fk_placed_hierarchy *b, const fk_search_rules *rules,
                                           const truth *t)
{
    fk_search_found found;
    assert_int_equal(fk_hierarchy_search(context, a, b, rules, &found), FK_OK);
    assert_int_equal(found.meets, t->count > 0);
    assert_int_equal(found.first.a == FK_NONE, t->count == 0);
    if (found.meets)
        assert_true(truth_has(t, found.first));
    assert_int_equal(found.count, rules->all ? t->count : 0);
    for (size_t i = 0; i < found.count; i++)
        assert_true(found.pair[i].a == t->pair[i].a && found.pair[i].b == t->pair[i].b);
    assert_int_equal(found.volume_tests, found.dropped + found.opened + found.leaf_pairs);
    bool has_nodes = a->hierarchy->node_count > 0 && b->hierarchy->node_count > 0;
    assert_int_equal(found.volume_tests > 0, has_nodes);
    assert_true(found.placed <= 2 * found.volume_tests + 2 * found.most_waiting + 8 * found.opened);
    if (!a->hierarchy->has_cuts && !b->hierarchy->has_cuts)
        assert_true(found.triangle_tests <= (uint64_t)a->mesh->triangle_count * b->mesh->triangle_count);
    return found;
}

#endif
