/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How two meshes lie to each other, against sets of cells of a lattice, of which it is known: random ones, meshed in several ways, cut into
 * smaller triangles, sheared by whole numbers, scaled and moved, so that faces are flush everywhere and in all directions; with shells that
 * overlap, and shells that cancel each other. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "farkas/tree.h"
#include "mesh_shapes.h"
#include "sanitized.h"

#define SIDE 4 /* cells along each axis */
#define MOST (SIDE * SIDE * SIDE)

/* ---- Sets of cells ------------------------------------------------------------------------------------- */

/* What a mesh is: the cells in which its winding number is not 0, the faces of these, and the faces on which triangles lie.
 * Shells that cancel each other leave such walls behind. The lattice has room for a displacement. */
#define MOVE 3
#define ROOM (SIDE + 1 + 2 * MOVE)

typedef struct cells {
    int winding[MOST];
    uint8_t full[ROOM * ROOM * ROOM], face[3][ROOM * ROOM * ROOM], corner[ROOM * ROOM * ROOM];
    int count; /* of full cells */
} cells;

static int cell_at(int x, int y, int z)
{
    return x + SIDE * (y + SIDE * z);
}

static int room_at(const int p[3])
{
    return p[0] + MOVE + ROOM * (p[1] + MOVE + ROOM * (p[2] + MOVE));
}

/* Adds the face of a lattice cell whose lower corner is p. */
static void add_face(cells *c, int axis, const int p[3])
{
    c->face[axis][room_at(p)] = 1;
    for (int i = 0; i < 4; i++) {
        int q[3] = {p[0], p[1], p[2]};
        q[(axis + 1) % 3] += i & 1;
        q[(axis + 2) % 3] += i >> 1;
        c->corner[room_at(q)] = 1;
    }
}

/* Adds the faces around a box. */
static void add_shell(cells *c, const int low[3], const int high[3])
{
    for (int axis = 0; axis < 3; axis++) {
        int k = (axis + 1) % 3, l = (axis + 2) % 3, p[3];
        for (p[k] = low[k]; p[k] < high[k]; p[k]++)
            for (p[l] = low[l]; p[l] < high[l]; p[l]++)
                for (int end = 0; end < 2; end++) {
                    p[axis] = end == 0 ? low[axis] : high[axis];
                    add_face(c, axis, p);
                }
    }
}

/* Adds the cells where the winding number is not 0, moved. */
static void add_full_cells(cells *c, const int offset[3])
{
    for (int i = 0; i < MOST; i++) {
        const int low[3] = {i % SIDE + offset[0], i / SIDE % SIDE + offset[1], i / SIDE / SIDE + offset[2]};
        const int high[3] = {low[0] + 1, low[1] + 1, low[2] + 1};
        if (c->winding[i] == 0)
            continue;
        c->full[room_at(low)] = 1;
        c->count++;
        add_shell(c, low, high);
    }
}

static void fill_box(cells *c, const int low[3], const int high[3], int winding)
{
    for (int z = low[2]; z < high[2]; z++)
        for (int y = low[1]; y < high[1]; y++)
            for (int x = low[0]; x < high[0]; x++)
                c->winding[cell_at(x, y, z)] += winding;
}

static void random_box(fk_random *random, int low[3], int high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = (int)fk_random_below(random, SIDE);
        high[k] = low[k] + 1 + (int)fk_random_below(random, (uint64_t)(SIDE - low[k]));
    }
}

/* ---- Meshes of them ------------------------------------------------------------------------------------ */

/* Ways to mesh a set: its surface; a shell around each cell; shells around boxes that may overlap, or cancel each other. */
typedef enum way { WAY_SURFACE, WAY_SHELLS, WAY_BOXES, WAY_COUNT } way;

static void mesh_surface(fk_random *random, cells *c, soup *s)
{
    uint8_t full[MOST];
    for (int i = 0; i < MOST; i++) { /* with holes and cavities */
        c->winding[i] = c->winding[i] != 0 && fk_random_below(random, 10) != 0;
        full[i] = c->winding[i] != 0;
    }
    soup_add_cells(s, full, SIDE);
}

static void mesh_cells(fk_random *random, way how, const int offset[3], cells *c, soup *s)
{
    memset(c, 0, sizeof *c);
    s->count = 0;
    bool cancels = fk_random_below(random, 3) == 0;
    int boxes = 1 + (int)fk_random_below(random, how == WAY_SURFACE || cancels ? 6 : 3);
    for (int i = 0; i < boxes; i++) {
        int low[3], high[3],
            winding = cancels && how == WAY_BOXES && fk_random_below(random, 2) == 0 ? -1 : 1;
        uint32_t first = s->count;
        random_box(random, low, high);
        fill_box(c, low, high, winding);
        if (how != WAY_BOXES)
            continue;
        soup_add_box(s, low[0], low[1], low[2], high[0], high[1], high[2]);
        if (winding < 0)
            soup_turn(s, first);
        for (int k = 0; k < 3; k++) {
            low[k] += offset[k];
            high[k] += offset[k];
        }
        add_shell(c, low, high);
    }
    if (how == WAY_SURFACE)
        mesh_surface(random, c, s);
    for (int i = 0; how == WAY_SHELLS && i < MOST; i++) {
        int x = i % SIDE, y = i / SIDE % SIDE, z = i / SIDE / SIDE;
        if (c->winding[i] != 0)
            soup_add_box(s, x, y, z, x + 1, y + 1, z + 1);
    }
    add_full_cells(c, offset);
}

static fk_vec3 middle(fk_vec3 a, fk_vec3 b)
{
    return fk_vec3_scale(fk_vec3_add(a, b), 0.5);
}

/* Cuts triangles: at a place inside; or at the middle of a side, with a flat triangle in the gap. */
static void cut_some(fk_random *random, soup *s)
{
    uint32_t count = s->count;
    for (uint32_t t = 0; t < count; t++) {
        fk_vec3 *p = s->corner + 3 * t, a = p[0], b = p[1], c = p[2];
        uint64_t chance = fk_random_below(random, 12);
        if (chance == 0) {
            fk_vec3 m = middle(middle(a, b), c);
            p[2] = m;
            soup_add(s, b, c, m);
            soup_add(s, c, a, m);
        } else if (chance == 1) {
            fk_vec3 m = middle(a, b);
            p[1] = m;
            soup_add(s, m, b, c);
            soup_add(s, a, b, m);
        }
    }
}

/* ---- Exact maps ---------------------------------------------------------------------------------------- */

typedef struct map {
    int row[3][3], shift[3];
    double scale;
} map;

static map random_map(fk_random *random)
{
    map m = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 1};
    int steps = (int)fk_random_below(random, 5);
    for (int i = 0; i < steps; i++) { /* adds one row to another, or exchanges them */
        int from = (int)fk_random_below(random, 3), to = (from + 1 + (int)fk_random_below(random, 2)) % 3;
        int factor = fk_random_below(random, 2) == 0 ? 1 : -1;
        for (int k = 0; k < 3; k++)
            m.row[to][k] += factor * m.row[from][k];
    }
    for (int k = 0; k < 3; k++)
        m.shift[k] = (int)fk_random_below(random, 3) * 1000 - 1000;
    static const double scale[] = {1, 1, 0x1p-20, 0x1p-300, 0x1p200};
    m.scale = scale[fk_random_below(random, sizeof scale / sizeof *scale)];
    return m;
}

static fk_vec3 map_apply(const map *m, fk_vec3 p)
{
    double out[3];
    for (int i = 0; i < 3; i++)
        out[i] = (m->row[i][0] * p.x + m->row[i][1] * p.y + m->row[i][2] * p.z + m->shift[i]) * m->scale;
    return fk_vec3_make(out[0], out[1], out[2]);
}

/* ---- What is true -------------------------------------------------------------------------------------- */

typedef struct truth {
    fk_relation relation;
    fk_aabb box;
} truth;

/* Meshes are closed sets of lattice cells, faces and corners; so is their intersection. */
static truth relate_cells(const cells *a, const cells *b, const map *m)
{
    truth t = {FK_RELATION_APART, fk_aabb_empty()};
    bool in_b = true, in_a = true, overlaps = false, meets = false;
    for (int i = 0; i < ROOM * ROOM * ROOM; i++) {
        in_b &= !a->full[i] || b->full[i];
        in_a &= !b->full[i] || a->full[i];
        overlaps |= a->full[i] && b->full[i];
        for (int axis = 0; axis < 3; axis++) {
            in_b &= !a->face[axis][i] || b->face[axis][i];
            in_a &= !b->face[axis][i] || a->face[axis][i];
        }
        if (!a->corner[i] || !b->corner[i])
            continue;
        meets = true;
        t.box = fk_aabb_include(t.box, map_apply(m, fk_vec3_make(i % ROOM - MOVE, i / ROOM % ROOM - MOVE,
                                                                 i / ROOM / ROOM - MOVE)));
    }
    t.relation = in_b && in_a ? FK_RELATION_DUPLICATE
                 : in_b       ? FK_RELATION_A_IN_B
                 : in_a       ? FK_RELATION_B_IN_A
                 : overlaps   ? FK_RELATION_HARD
                 : meets      ? FK_RELATION_CONTACT
                              : FK_RELATION_APART;
    return t;
}

static fk_relation exchanged(fk_relation relation)
{
    return relation == FK_RELATION_A_IN_B   ? FK_RELATION_B_IN_A
           : relation == FK_RELATION_B_IN_A ? FK_RELATION_A_IN_B
                                            : relation;
}

/* ---- The test ------------------------------------------------------------------------------------------ */

typedef struct part {
    cells cells;
    fk_mesh *mesh;
    fk_tree *tree;
    fk_placed_mesh placed;
} part;

static void make_mesh(fk_context *context, soup *s, part *p)
{
    p->mesh = soup_mesh(context, s);
    assert_int_equal(fk_tree_build(context, p->mesh, NULL, &p->tree), FK_OK);
    p->placed = (fk_placed_mesh){p->mesh, p->tree, fk_pose_identity(), true};
}

static void part_free(fk_context *context, part *p)
{
    fk_tree_free(context, p->tree);
    fk_mesh_free(context, p->mesh);
}

static void move_soup(soup *s, const int offset[3], const map *m)
{
    for (uint32_t i = 0; i < 3 * s->count; i++) {
        fk_vec3 p = s->corner[i];
        s->corner[i] = map_apply(m, fk_vec3_make(p.x + offset[0], p.y + offset[1], p.z + offset[2]));
    }
}

static void check(fk_context *context, const part *a, const part *b, truth expected, uint64_t seed)
{
    fk_relation_result *out = NULL;
    assert_int_equal(fk_placed_relate(context, &a->placed, &b->placed, &out), FK_OK);
    if (out->relation != expected.relation)
        print_error("seed %llu: %s, not %s\n", (unsigned long long)seed, fk_relation_name(out->relation),
                    fk_relation_name(expected.relation));
    assert_int_equal(out->relation, expected.relation);
    if (memcmp(&out->box, &expected.box, sizeof out->box) != 0)
        for (int k = 0; k < 3; k++) {
            double g = fk_vec3_get(out->box.min, k), h = fk_vec3_get(expected.box.min, k);
            double i = fk_vec3_get(out->box.max, k), j = fk_vec3_get(expected.box.max, k);
            if (!(g == h && i == j))
                print_error("seed %llu: axis %d: %g to %g, not %g to %g\n", (unsigned long long)seed, k, g, i,
                            h, j);
            assert_true(g == h && i == j);
        }
    fk_relation_result_free(context, out);
}

static void try_pair(fk_context *context, soup *s, uint64_t seed)
{
    fk_random random = fk_random_make(seed);
    part part_of[2];
    int offset[2][3] = {{0, 0, 0}, {0, 0, 0}};
    map m = random_map(&random);
    bool is_same = fk_random_below(&random, 8) == 0;
    for (int k = 0; k < 3; k++)
        offset[1][k] = is_same ? 0 : (int)fk_random_below(&random, 2 * MOVE + 1) - MOVE;
    fk_random shape = random;
    for (int i = 0; i < 2; i++) {
        if (i == 1 && is_same && fk_random_below(&random, 2) == 0)
            random = shape; /* the same cells, cut differently */
        way how = (way)fk_random_below(&random, WAY_COUNT);
        do
            mesh_cells(&random, how, offset[i], &part_of[i].cells, s);
        while (part_of[i].cells.count == 0);
        if (i == 1)
            (void)fk_random_u64(&random);
        if (fk_random_below(&random, 2) == 0)
            cut_some(&random, s);
        if (fk_random_below(&random, 8) == 0)
            soup_turn(s, 0);
        soup_shuffle(s, &random);
        move_soup(s, offset[i], &m);
        make_mesh(context, s, &part_of[i]);
    }
    truth t = relate_cells(&part_of[0].cells, &part_of[1].cells, &m);
    check(context, &part_of[0], &part_of[1], t, seed);
    t.relation = exchanged(t.relation);
    check(context, &part_of[1], &part_of[0], t, seed);
    part_free(context, &part_of[0]);
    part_free(context, &part_of[1]);
}

static void cells_of_a_lattice(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    soup *s = soup_make();
    for (uint64_t seed = 0; seed < 800 / SHARE; seed++)
        try_pair(context, s, seed);
    free(s);
    fk_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cells_of_a_lattice)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
