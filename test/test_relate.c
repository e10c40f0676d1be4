/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How two meshes lie to each other: cases with a name. Each is also asked with the meshes exchanged, turned by exact maps, and cut into
 * four and sixteen times as many triangles. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "farkas/tree.h"
#include "mesh_shapes.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "tree/tree.h"

static fk_context *context;

static int set_up(void **state)
{
    (void)state;
    context = usual_context();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    fk_context_destroy(context);
    return 0;
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

static soup *box(double x0, double y0, double z0, double x1, double y1, double z1)
{
    soup *s = soup_make();
    soup_add_box(s, x0, y0, z0, x1, y1, z1);
    return s;
}

static soup *cube(double x, double y, double z, double side)
{
    return box(x, y, z, x + side, y + side, z + side);
}

/* Adds another shape to a shape. */
static soup *with(soup *s, soup *more)
{
    for (uint32_t t = 0; t < more->count; t++)
        soup_add(s, more->corner[3 * t], more->corner[3 * t + 1], more->corner[3 * t + 2]);
    free(more);
    return s;
}

static soup *inverted(soup *s)
{
    soup_turn(s, 0);
    return s;
}

/* A rectangle in the plane z, open. */
static soup *plate(double x0, double y0, double x1, double y1, double z)
{
    soup *s = soup_make();
    soup_add_quad(s, fk_vec3_make(x0, y0, z), fk_vec3_make(x1, y0, z), fk_vec3_make(x1, y1, z),
                  fk_vec3_make(x0, y1, z));
    return s;
}

/* A triangle, flat or not. */
static soup *one(double ax, double ay, double az, double bx, double by, double bz, double cx, double cy,
                 double cz)
{
    soup *s = soup_make();
    soup_add(s, fk_vec3_make(ax, ay, az), fk_vec3_make(bx, by, bz), fk_vec3_make(cx, cy, cz));
    return s;
}

/* The surface of cells, by letters: rows of layers, '#' is full. */
static soup *letters(const char *text, int n)
{
    uint8_t full[64] = {0};
    soup *s = soup_make();
    for (int i = 0; i < n * n * n; i++)
        full[i] = text[i] == '#';
    soup_add_cells(s, full, n);
    return s;
}

static soup *moved(soup *s, double x, double y, double z)
{
    soup_move(s, fk_vec3_make(1, 1, 1), fk_vec3_make(x, y, z));
    return s;
}

/* A tetrahedron with the right orientation. */
static soup *tetra(fk_vec3 a, fk_vec3 b, fk_vec3 c, fk_vec3 d)
{
    soup *s = soup_make();
    soup_add(s, a, c, b);
    soup_add(s, a, b, d);
    soup_add(s, b, c, d);
    soup_add(s, c, a, d);
    return s;
}

/* Two squares as bases, around z, the upper one on the middles of the lower one's sides. */
static soup *octahedron(fk_vec3 c, double r)
{
    soup *s = soup_make();
    fk_vec3 ring[4] = {{c.x + r, c.y, c.z}, {c.x, c.y + r, c.z}, {c.x - r, c.y, c.z}, {c.x, c.y - r, c.z}};
    for (int i = 0; i < 4; i++) {
        soup_add(s, ring[i], ring[(i + 1) % 4], fk_vec3_make(c.x, c.y, c.z + r));
        soup_add(s, ring[(i + 1) % 4], ring[i], fk_vec3_make(c.x, c.y, c.z - r));
    }
    return s;
}

/* ---- Maps ---------------------------------------------------------------------------------------------- */

/* Every triangle becomes four. */
static void refine(soup *s)
{
    uint32_t count = s->count;
    for (uint32_t t = 0; t < count; t++) {
        fk_vec3 *p = s->corner + 3 * t, m[3];
        for (int k = 0; k < 3; k++)
            m[k] = fk_vec3_scale(fk_vec3_add(p[k], p[(k + 1) % 3]), 0.5);
        soup_add(s, m[0], p[1], m[1]);
        soup_add(s, m[2], m[1], p[2]);
        soup_add(s, m[0], m[1], m[2]);
        p[1] = m[0];
        p[2] = m[2];
    }
}

/* Axes in another order; odd ones turn triangles over, too. Then a shear, a shift and a scale. */
static fk_vec3 turned(fk_vec3 p, int map)
{
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    const int *o = order[map % 6];
    fk_vec3 q = fk_vec3_make(fk_vec3_get(p, o[0]), fk_vec3_get(p, o[1]), fk_vec3_get(p, o[2]));
    if (map >= 6)
        q = fk_vec3_make(q.x + q.y - q.z, q.y + 2 * q.z + 64, q.z - 32);
    return map >= 9 ? fk_vec3_scale(q, 0x1p-30) : q;
}

#define MAPS 12

/* ---- Asking -------------------------------------------------------------------------------------------- */

typedef struct part {
    fk_mesh *mesh;
    fk_tree *tree;
    fk_placed_mesh placed;
} part;

static part make_part(fk_context *from, const soup *s)
{
    part p = {.mesh = soup_mesh(from, s)};
    fk_mesh_facts *facts = NULL;
    assert_int_equal(fk_mesh_inspect(from, p.mesh, &facts), FK_OK);
    assert_int_equal(fk_tree_build(from, p.mesh, NULL, &p.tree), FK_OK);
    p.placed = (fk_placed_mesh){p.mesh, p.tree, fk_pose_identity(), facts->is_solid};
    fk_mesh_facts_free(from, facts);
    return p;
}

static void free_part(fk_context *from, part *p)
{
    fk_tree_free(from, p->tree);
    fk_mesh_free(from, p->mesh);
}

static fk_relation exchanged(fk_relation relation)
{
    return relation == FK_RELATION_A_IN_B   ? FK_RELATION_B_IN_A
           : relation == FK_RELATION_B_IN_A ? FK_RELATION_A_IN_B
                                            : relation;
}

static bool is_equal(fk_vec3 p, fk_vec3 q)
{
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

/* The pairs are those of fk_placed_pairs; what is not asked of apart ones is empty. */
static void check_parts(const part *a, const part *b, const fk_relation_result *out)
{
    fk_pair_list *pairs = NULL;
    assert_int_equal(fk_placed_pairs(context, &a->placed, &b->placed, &pairs), FK_OK);
    assert_int_equal(out->pair_count, pairs->count);
    for (size_t i = 0; i < pairs->count; i++) {
        assert_int_equal(out->pair[i].a, pairs->pair[i].a);
        assert_int_equal(out->pair[i].b, pairs->pair[i].b);
    }
    fk_pair_list_free(context, pairs);
    if (out->relation == FK_RELATION_APART) {
        assert_true(is_equal(out->point, fk_vec3_make(0, 0, 0)));
        assert_true(out->box.min.x > out->box.max.x);
        return;
    }
    for (int k = 0; k < 3; k++) {
        double low = fk_vec3_get(out->box.min, k), high = fk_vec3_get(out->box.max, k);
        double room = (fabs(low) + fabs(high)) * 0x1p-48, at = fk_vec3_get(out->point, k);
        assert_true(low <= high);
        assert_true(at >= low - room && at <= high + room);
    }
}

static fk_relation_result *relate(const part *a, const part *b)
{
    fk_relation_result *out = NULL;
    assert_int_equal(fk_placed_relate(context, &a->placed, &b->placed, &out), FK_OK);
    check_parts(a, b, out);
    return out;
}

/* Asks in both orders; *box, unless NULL, becomes that of common points. */
static void expect_once(const soup *s, const soup *t, fk_relation expected, fk_aabb *common)
{
    part a = make_part(context, s), b = make_part(context, t);
    fk_relation_result *there = relate(&a, &b), *back = relate(&b, &a);
    assert_string_equal(fk_relation_name(there->relation), fk_relation_name(expected));
    assert_string_equal(fk_relation_name(back->relation), fk_relation_name(exchanged(expected)));
    assert_true(is_equal(there->point, back->point));
    assert_true(is_equal(there->box.min, back->box.min) && is_equal(there->box.max, back->box.max));
    if (common != NULL)
        *common = there->box;
    fk_relation_result_free(context, there);
    fk_relation_result_free(context, back);
    free_part(context, &a);
    free_part(context, &b);
}

static soup *mapped(const soup *s, int map)
{
    soup *t = soup_make();
    for (uint32_t i = 0; i < s->count; i++) {
        const fk_vec3 *p = s->corner + 3 * i;
        soup_add(t, turned(p[0], map), turned(p[1], map), turned(p[2], map));
    }
    return t;
}

/* Takes the shapes. Finer meshes, one of them or both; all maps. */
static void expect(soup *s, soup *t, fk_relation expected)
{
    for (int map = 0; map < MAPS; map++) {
        soup *u = mapped(s, map), *v = mapped(t, map);
        expect_once(u, v, expected, NULL);
        if (map % 6 == 0) {
            refine(u);
            expect_once(u, v, expected, NULL);
            refine(v);
            expect_once(u, v, expected, NULL);
        }
        if (map == 7 && s->count <= 12) {
            refine(u);
            refine(u);
            expect_once(u, v, expected, NULL);
        }
        free(u);
        free(v);
    }
    free(s);
    free(t);
}

/* The same with the box of common points. */
static void expect_box(soup *s, soup *t, fk_relation expected, const double bound[6])
{
    fk_aabb common;
    expect_once(s, t, expected, &common);
    assert_true(is_equal(common.min, fk_vec3_make(bound[0], bound[1], bound[2])));
    assert_true(is_equal(common.max, fk_vec3_make(bound[3], bound[4], bound[5])));
    expect(s, t, expected);
}

/* ---- Solids -------------------------------------------------------------------------------------------- */

static void names(void **state)
{
    (void)state;
    assert_string_equal(fk_relation_name(FK_RELATION_UNDECIDED), "undecided");
    assert_string_equal(fk_relation_name(FK_RELATION_APART), "apart");
    assert_string_equal(fk_relation_name(FK_RELATION_CONTACT), "contact");
    assert_string_equal(fk_relation_name(FK_RELATION_HARD), "hard");
    assert_string_equal(fk_relation_name(FK_RELATION_B_IN_A), "b in a");
    assert_string_equal(fk_relation_name(FK_RELATION_A_IN_B), "a in b");
    assert_string_equal(fk_relation_name(FK_RELATION_DUPLICATE), "duplicate");
    assert_string_equal(fk_relation_name((fk_relation)77), "undecided");
    fk_relation_result_free(context, NULL);
}

static void cubes(void **state)
{
    (void)state;
    expect(cube(0, 0, 0, 2), cube(4, 0, 0, 2), FK_RELATION_APART);
    expect(cube(0, 0, 0, 2), cube(3, 1, 1, 2), FK_RELATION_APART);
    expect_box(cube(0, 0, 0, 2), cube(2, 0, 0, 2), FK_RELATION_CONTACT, (const double[]){2, 0, 0, 2, 2, 2});
    expect_box(cube(0, 0, 0, 2), cube(0, 2, 0, 2), FK_RELATION_CONTACT, (const double[]){0, 2, 0, 2, 2, 2});
    expect_box(cube(0, 0, 0, 2), cube(0, 0, 2, 2), FK_RELATION_CONTACT, (const double[]){0, 0, 2, 2, 2, 2});
    expect_box(cube(0, 0, 0, 2), cube(2, 1, 0.5, 2), FK_RELATION_CONTACT,
               (const double[]){2, 1, 0.5, 2, 2, 2});
    expect_box(cube(0, 0, 0, 2), cube(2, 2, 0, 2), FK_RELATION_CONTACT, (const double[]){2, 2, 0, 2, 2, 2});
    expect_box(cube(0, 0, 0, 2), cube(2, 2, 1, 2), FK_RELATION_CONTACT, (const double[]){2, 2, 1, 2, 2, 2});
    expect_box(cube(0, 0, 0, 2), cube(2, 2, 2, 2), FK_RELATION_CONTACT, (const double[]){2, 2, 2, 2, 2, 2});
    expect_box(cube(0, 0, 0, 2), cube(1, 1, 1, 2), FK_RELATION_HARD, (const double[]){1, 1, 1, 2, 2, 2});
    /* All pairs of triangles only touch. */
    expect_box(cube(0, 0, 0, 2), cube(0.5, 0, 0, 2), FK_RELATION_HARD, (const double[]){0.5, 0, 0, 2, 2, 2});
    expect_box(cube(0, 0, 0, 2), cube(0, 0, 1.5, 2), FK_RELATION_HARD, (const double[]){0, 0, 1.5, 2, 2, 2});
    expect_box(cube(0, 0, 0, 2), cube(0.5, 0.5, 0, 2), FK_RELATION_HARD,
               (const double[]){0.5, 0.5, 0, 2, 2, 2});
    expect_box(cube(0, 0, 0, 2), cube(0, 0, 0, 2), FK_RELATION_DUPLICATE, (const double[]){0, 0, 0, 2, 2, 2});
    expect_box(cube(0, 0, 0, 2), box(0, 0, 0, 1, 2, 2), FK_RELATION_B_IN_A,
               (const double[]){0, 0, 0, 1, 2, 2});
    expect_box(cube(0, 0, 0, 2), box(0, 0, 0, 1, 1, 1), FK_RELATION_B_IN_A,
               (const double[]){0, 0, 0, 1, 1, 1});
    expect_box(cube(0, 0, 0, 4), cube(1, 1, 1, 1), FK_RELATION_B_IN_A, (const double[]){1, 1, 1, 2, 2, 2});
    expect_box(cube(0, 0, 0, 4), cube(1, 1, 2, 2), FK_RELATION_B_IN_A, (const double[]){1, 1, 2, 3, 3, 4});
    expect_box(cube(0, 0, 0, 4), cube(2, 2, 2, 2), FK_RELATION_B_IN_A, (const double[]){2, 2, 2, 4, 4, 4});
    /* A bar through, flush on one or two sides or on none. */
    expect_box(cube(0, 0, 0, 4), box(1, 1, -1, 2, 2, 5), FK_RELATION_HARD,
               (const double[]){1, 1, 0, 2, 2, 4});
    expect_box(cube(0, 0, 0, 4), box(0, 1, -1, 2, 2, 5), FK_RELATION_HARD,
               (const double[]){0, 1, 0, 2, 2, 4});
    expect_box(cube(0, 0, 0, 4), box(0, 0, -1, 4, 4, 5), FK_RELATION_A_IN_B,
               (const double[]){0, 0, 0, 4, 4, 4});
    expect_box(cube(0, 0, 0, 4), box(0, 0, 0, 4, 4, 5), FK_RELATION_A_IN_B,
               (const double[]){0, 0, 0, 4, 4, 4});
}

static void inside_out(void **state)
{
    (void)state;
    expect(inverted(cube(0, 0, 0, 2)), cube(2, 0, 0, 2), FK_RELATION_CONTACT);
    expect(inverted(cube(0, 0, 0, 2)), cube(0.5, 0, 0, 2), FK_RELATION_HARD);
    expect(inverted(cube(0, 0, 0, 2)), cube(0, 0, 0, 2), FK_RELATION_DUPLICATE);
    expect(inverted(cube(0, 0, 0, 4)), cube(1, 1, 1, 1), FK_RELATION_B_IN_A);
    expect(inverted(cube(0, 0, 0, 4)), inverted(cube(1, 1, 1, 4)), FK_RELATION_HARD);
}

static soup *hollow(void)
{
    return with(cube(0, 0, 0, 4), inverted(cube(1, 1, 1, 2)));
}

static void cavities(void **state)
{
    (void)state;
    expect(hollow(), cube(1.25, 1.25, 1.25, 1), FK_RELATION_APART);
    expect_box(hollow(), cube(1, 1.25, 1.25, 1), FK_RELATION_CONTACT,
               (const double[]){1, 1.25, 1.25, 1, 2.25, 2.25});
    expect_box(hollow(), cube(1, 1, 1, 2), FK_RELATION_CONTACT, (const double[]){1, 1, 1, 3, 3, 3});
    expect(hollow(), cube(1, 1, 1, 2.5), FK_RELATION_HARD);
    expect(hollow(), cube(0.5, 0.5, 0.5, 3), FK_RELATION_HARD);
    expect(hollow(), cube(0.25, 0.25, 0.25, 0.5), FK_RELATION_B_IN_A);
    expect(hollow(), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(hollow(), hollow(), FK_RELATION_DUPLICATE);
    expect(hollow(), cube(4, 0, 0, 1), FK_RELATION_CONTACT);
    /* The cavity of one inside the other: not a subset. */
    expect(cube(0.5, 0.5, 0.5, 3), hollow(), FK_RELATION_HARD);
    /* Nested shells with the same orientation are full. */
    soup *full = with(cube(0, 0, 0, 4), cube(1, 1, 1, 2));
    expect(full, cube(1.25, 1.25, 1.25, 1), FK_RELATION_B_IN_A);
    expect(with(cube(0, 0, 0, 4), cube(1, 1, 1, 2)), cube(0, 0, 0, 4), FK_RELATION_DUPLICATE);
    expect(with(cube(0, 0, 0, 4), cube(1, 1, 1, 2)), cube(1, 1, 1, 2), FK_RELATION_B_IN_A);
    /* A ball with a cavity that a solid inside it fills and more: only cells tell. */
    expect(with(cube(0, 0, 0, 6), inverted(cube(2, 2, 2, 2))), cube(1, 1, 1, 4), FK_RELATION_HARD);
    /* Shells that overlap. */
    expect(with(cube(0, 0, 0, 2), cube(1, 1, 1, 2)), cube(1.25, 1.25, 1.25, 0.5), FK_RELATION_B_IN_A);
    expect(with(cube(0, 0, 0, 2), cube(1, 1, 1, 2)), cube(0.5, 0.5, 0.5, 2), FK_RELATION_HARD);
    expect(with(cube(0, 0, 0, 2), cube(1, 0, 0, 2)), box(0, 0, 0, 3, 2, 2), FK_RELATION_DUPLICATE);
    expect(with(cube(0, 0, 0, 2), cube(2, 0, 0, 2)), box(0, 0, 0, 4, 2, 2), FK_RELATION_DUPLICATE);
    expect(with(cube(0, 0, 0, 2), cube(2, 0, 0, 2)), box(1, 0, 0, 3, 2, 2), FK_RELATION_B_IN_A);
    expect(with(cube(0, 0, 0, 2), cube(2, 0, 0, 2)), box(1, 0, 2, 3, 2, 3), FK_RELATION_CONTACT);
    /* Cavities that overlap: the common part of both has winding number -1, and is full. */
    expect(with(with(cube(0, 0, 0, 8), inverted(cube(1, 1, 1, 4))), inverted(cube(3, 3, 3, 4))),
           cube(3.5, 3.5, 3.5, 1), FK_RELATION_B_IN_A);
    expect(with(with(cube(0, 0, 0, 8), inverted(cube(1, 1, 1, 4))), inverted(cube(3, 3, 3, 4))),
           cube(3, 3, 3, 2), FK_RELATION_B_IN_A);
    expect(with(with(cube(0, 0, 0, 8), inverted(cube(1, 1, 1, 4))), inverted(cube(3, 3, 3, 4))),
           cube(1.5, 1.5, 1.5, 1), FK_RELATION_APART);
    /* A shell and its opposite enclose nothing. */
    expect(with(cube(0, 0, 0, 4), inverted(cube(0, 0, 0, 4))), cube(1, 1, 1, 1), FK_RELATION_APART);
    expect(with(cube(0, 0, 0, 4), inverted(cube(0, 0, 0, 4))), cube(1, 1, 1, 4), FK_RELATION_CONTACT);
    expect(with(cube(0, 0, 0, 4), inverted(cube(0, 0, 0, 4))), cube(-1, -1, -1, 6), FK_RELATION_A_IN_B);
    /* Two components, one inside, one outside. */
    expect(with(cube(1, 1, 1, 1), cube(10, 0, 0, 1)), cube(0, 0, 0, 4), FK_RELATION_HARD);
    expect(with(cube(1, 1, 1, 1), cube(2, 2, 2, 1)), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
}

/* A square frame, around a hole from 1 to 3, thick from 0 to 2. */
static soup *frame(void)
{
    uint8_t full[64] = {0};
    soup *s = soup_make();
    for (int i = 0; i < 64; i++) {
        int x = i % 4, y = i / 4 % 4, z = i / 16;
        full[i] = z < 2 && (x == 0 || x == 3 || y == 0 || y == 3);
    }
    soup_add_cells(s, full, 4);
    return s;
}

static void holes(void **state)
{
    (void)state;
    expect(frame(), box(1.25, 1.25, -1, 2.75, 2.75, 3), FK_RELATION_APART);
    expect(frame(), box(1, 1.25, -1, 2.75, 2.75, 3), FK_RELATION_CONTACT);
    expect(frame(), box(1, 1, -1, 3, 3, 3), FK_RELATION_CONTACT); /* a snug peg */
    expect_box(frame(), box(1, 1, 0, 3, 3, 2), FK_RELATION_CONTACT, (const double[]){1, 1, 0, 3, 3, 2});
    expect(frame(), box(1, 1, 0.5, 3, 3, 1), FK_RELATION_CONTACT);
    expect(frame(), box(0.75, 1, -1, 3, 3, 3), FK_RELATION_HARD);
    expect(frame(), box(0.75, 1.25, -1, 2, 2, 3), FK_RELATION_HARD);
    expect(frame(), box(0, 0, 0, 4, 4, 2), FK_RELATION_A_IN_B);
    expect(frame(), box(0, 0, 0, 1, 4, 2), FK_RELATION_B_IN_A);
    expect(frame(), frame(), FK_RELATION_DUPLICATE);
    expect(frame(), moved(frame(), 0, 0, 2), FK_RELATION_CONTACT);
    expect(frame(), moved(frame(), 0, 0, 1), FK_RELATION_HARD);
    expect(frame(), moved(frame(), 1, 0, 0), FK_RELATION_HARD);
    expect(frame(), moved(frame(), 4, 1, 0), FK_RELATION_CONTACT);
}

/* Flat letters of four by four. */
/* Triangles that overlap in almost one plane, tilted, each corner off by a unit in the last place at most; through an octahedron. Their
 * common lines are hardly determined, but each point is. */
static void nearly_coplanar(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40 / SHARE; seed++) {
        fk_random random = fk_random_make(seed);
        soup *s = soup_make();
        for (int i = 0; i < 40; i++) {
            fk_vec3 p[3];
            for (int k = 0; k < 3; k++) {
                double x = (double)fk_random_below(&random, 10), y = (double)fk_random_below(&random, 10);
                p[k] = fk_vec3_make((x + 4 * y) / 9, (8 * x + 4 * y) / 9, (4 * x - 7 * y) / 9);
                for (int axis = 0; axis < 3; axis++)
                    *fk_vec3_at(&p[k], axis) *= 1 + 0x1p-52 * (double)fk_random_below(&random, 3);
            }
            soup_add(s, p[0], p[1], p[2]);
        }
        soup *t = octahedron(fk_vec3_make(2.5, 6, -1.5), 0.75);
        expect_once(s, t, FK_RELATION_HARD, NULL);
        expect_once(s, s, FK_RELATION_DUPLICATE, NULL);
        free(s);
        free(t);
    }
}

static void concave(void **state)
{
    (void)state;
    const char *el = "##  #   #   ####" /* L */
                     "                "
                     "                "
                     "                ";
    const char *fits = "  #  ### ###    " /* what fits into its corner */
                       "                "
                       "                "
                       "                ";
    const char *u = "#  ##  ##  #####"
                    "                "
                    "                "
                    "                ";
    const char *tee = "####            "
                      " ##             "
                      " ##             "
                      "                ";
    expect(letters(el, 4), letters(fits, 4), FK_RELATION_CONTACT);
    expect(letters(el, 4), moved(letters(fits, 4), -1, 0, 0), FK_RELATION_HARD);
    expect(letters(el, 4), moved(letters(fits, 4), 0, 0, 1), FK_RELATION_CONTACT);
    expect(letters(el, 4), moved(letters(fits, 4), 0.5, -0.5, 1), FK_RELATION_CONTACT);
    expect(letters(el, 4), moved(letters(fits, 4), 2, -2, 0.5), FK_RELATION_APART);
    expect(letters(u, 4), box(1, 0, 0, 3, 3, 1), FK_RELATION_CONTACT);
    expect(letters(u, 4), box(1, 0, -1, 3, 3.5, 2), FK_RELATION_HARD);
    expect(letters(u, 4), box(0, 0, 0, 4, 4, 1), FK_RELATION_A_IN_B);
    expect(letters(u, 4), letters(tee, 4), FK_RELATION_HARD);
    expect(letters(u, 4), moved(letters(u, 4), 4, 0, 0), FK_RELATION_CONTACT);
    expect(letters(u, 4), moved(letters(u, 4), 1, 0, 0), FK_RELATION_HARD);
    expect(letters(u, 4), letters(u, 4), FK_RELATION_DUPLICATE);
    expect(letters(tee, 4), moved(letters(tee, 4), 0, 1, 0), FK_RELATION_CONTACT);
    expect(letters(tee, 4), moved(letters(tee, 4), 0, 0, 1), FK_RELATION_HARD);
    expect(letters(tee, 4), moved(letters(tee, 4), 3, 0, 1), FK_RELATION_CONTACT);
    expect(letters(tee, 4), moved(letters(tee, 4), 0.5, 0.5, 3), FK_RELATION_CONTACT);
}

static void points_and_edges(void **state)
{
    (void)state;
    const fk_vec3 o = {0, 0, 0}, x = {4, 0, 0}, y = {0, 4, 0}, z = {0, 0, 4};
    /* Vertex to vertex, to an edge, to a face. */
    expect(tetra(o, x, y, z), moved(tetra(o, x, y, z), 4, 0, 0), FK_RELATION_CONTACT);
    expect(tetra(o, x, y, z), moved(tetra(o, x, y, z), 2, 2, 0), FK_RELATION_CONTACT);
    expect(octahedron(o, 2), octahedron(fk_vec3_make(4, 0, 0), 2), FK_RELATION_CONTACT);
    expect(octahedron(o, 2), octahedron(fk_vec3_make(2, 2, 0), 2), FK_RELATION_CONTACT);
    expect(octahedron(o, 2), octahedron(fk_vec3_make(3, 0, 0), 2), FK_RELATION_HARD);
    expect(octahedron(o, 2), cube(2, -1, -1, 2), FK_RELATION_CONTACT);
    expect(octahedron(fk_vec3_make(2, 2, 2), 2), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(octahedron(fk_vec3_make(2, 2, 2), 1), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(octahedron(fk_vec3_make(2, 2, 2), 2.5), cube(0, 0, 0, 4), FK_RELATION_HARD);
    expect(octahedron(fk_vec3_make(2, 2, 2), 2), hollow(), FK_RELATION_HARD);
    /* Edges that cross in one point: touching, and going through. */
    expect(
        tetra(fk_vec3_make(-2, 0, 0), fk_vec3_make(2, 0, 0), fk_vec3_make(0, 1, -2), fk_vec3_make(0, -1, -2)),
        tetra(fk_vec3_make(0, -2, 0), fk_vec3_make(0, 2, 0), fk_vec3_make(-1, 0, 2), fk_vec3_make(1, 0, 2)),
        FK_RELATION_CONTACT);
    /* Two that touch along an edge, with planes that go on through each other. */
    expect(cube(0, 0, 0, 2), cube(2, 2, 0, 2), FK_RELATION_CONTACT);
    expect(tetra(o, x, y, z),
           inverted(moved(tetra(o, fk_vec3_make(-4, 0, 0), fk_vec3_make(0, -4, 0), z), 0, 0, 0)),
           FK_RELATION_CONTACT);
    /* A wedge that fills a corner of the other's outside. */
    expect(cube(0, 0, 0, 2),
           tetra(fk_vec3_make(2, 0, 0), fk_vec3_make(4, 0, 0), fk_vec3_make(2, 2, 0), fk_vec3_make(2, 0, 2)),
           FK_RELATION_CONTACT);
    expect(cube(0, 0, 0, 2),
           tetra(fk_vec3_make(1, 0, 0), fk_vec3_make(4, 0, 0), fk_vec3_make(1, 2, 0), fk_vec3_make(1, 0, 2)),
           FK_RELATION_HARD);
    expect(cube(0, 0, 0, 2), tetra(o, fk_vec3_make(2, 0, 0), fk_vec3_make(0, 2, 0), fk_vec3_make(0, 0, 2)),
           FK_RELATION_B_IN_A);
}

/* Flush faces, moved by the smallest step. */
static void one_step(void **state)
{
    (void)state;
    const double at[] = {0.5, 100, 5000, 1e5, 0x1p-500, 1e300};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        double x = at[i], side = x / 64;
        soup *a = box(x - side, 0, 0, x, side, side), *b[3];
        const double from[3] = {x, nextafter(x, 0), nextafter(x, HUGE_VAL)};
        const fk_relation expected[3] = {FK_RELATION_CONTACT, FK_RELATION_HARD, FK_RELATION_APART};
        for (int k = 0; k < 3; k++) {
            b[k] = box(from[k], 0, 0, x + side, side, side);
            expect_once(a, b[k], expected[k], NULL);
            free(b[k]);
            b[k] = box(from[k], side / 4, side / 4, x + side, side / 2, side / 2);
            expect_once(a, b[k], expected[k], NULL);
            free(b[k]);
        }
        free(a);
    }
    /* At the origin: from the smallest double on. */
    soup *a = box(-1, 0, 0, 0, 1, 1), *b = box(0x1p-1074, 0, 0, 1, 1, 1), *c = box(-0x1p-1074, 0, 0, 1, 1, 1);
    expect_once(a, b, FK_RELATION_APART, NULL);
    expect_once(a, c, FK_RELATION_HARD, NULL);
    free(a);
    free(b);
    free(c);
}

/* ---- Surfaces ------------------------------------------------------------------------------------------ */

static void surface_and_solid(void **state)
{
    (void)state;
    expect(plate(1, 1, 2, 2, 2), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(plate(0, 0, 4, 4, 2), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(plate(0, 0, 4, 4, 4), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(plate(1, 1, 2, 2, 4), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(plate(1, 1, 2, 5, 4), cube(0, 0, 0, 4), FK_RELATION_CONTACT);
    expect(plate(1, 1, 2, 5, 2), cube(0, 0, 0, 4), FK_RELATION_HARD);
    expect(plate(-1, -1, 5, 5, 2), cube(0, 0, 0, 4), FK_RELATION_HARD);
    expect(plate(-1, -1, 5, 5, 4), cube(0, 0, 0, 4), FK_RELATION_CONTACT);
    expect(plate(4, 0, 6, 4, 2), cube(0, 0, 0, 4), FK_RELATION_CONTACT);
    expect(plate(5, 0, 6, 4, 2), cube(0, 0, 0, 4), FK_RELATION_APART);
    expect(plate(1.25, 1.25, 2, 2, 2), hollow(), FK_RELATION_APART);
    expect(plate(1, 1, 3, 3, 2), hollow(), FK_RELATION_CONTACT);
    expect(plate(0, 0, 4, 4, 2), hollow(), FK_RELATION_HARD);
    /* A solid is in no surface; an open box that holds one has nothing to do with it. */
    soup *open = soup_make();
    soup_add_face(open, (const double[]){-1, -1, -1}, (const double[]){5, 5, 5}, 0, -1);
    expect(open, cube(0, 0, 0, 4), FK_RELATION_APART);
    soup *lidless = cube(0, 0, 0, 4);
    lidless->count -= 2;
    expect(lidless, cube(1, 1, 1, 1), FK_RELATION_APART);
    lidless = cube(0, 0, 0, 4);
    lidless->count -= 2;
    expect(lidless, cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    lidless = cube(0, 0, 0, 4);
    lidless->count -= 2;
    expect(lidless, cube(0, 0, 0, 2), FK_RELATION_CONTACT);
    /* On a wall inside a solid that both its sides are of. */
    expect(plate(0.5, 0.5, 1.5, 5, 2), with(cube(0, 0, 0, 2), cube(0, 0, 2, 2)), FK_RELATION_HARD);
}

static void surfaces(void **state)
{
    (void)state;
    expect(plate(0, 0, 4, 4, 0), plate(0, 0, 4, 4, 0), FK_RELATION_DUPLICATE);
    expect(plate(0, 0, 4, 4, 0), plate(1, 1, 2, 2, 0), FK_RELATION_B_IN_A);
    expect(plate(0, 0, 4, 4, 0), plate(0, 0, 2, 4, 0), FK_RELATION_B_IN_A);
    expect(plate(0, 0, 4, 4, 0), with(plate(0, 0, 2, 4, 0), plate(2, 0, 4, 4, 0)), FK_RELATION_DUPLICATE);
    expect(plate(0, 0, 4, 4, 0), with(plate(0, 0, 3, 4, 0), plate(2, 0, 4, 4, 0)), FK_RELATION_DUPLICATE);
    expect(plate(0, 0, 4, 4, 0), plate(2, 2, 6, 6, 0), FK_RELATION_CONTACT);
    expect(plate(0, 0, 4, 4, 0), plate(4, 0, 6, 4, 0), FK_RELATION_CONTACT);
    expect(plate(0, 0, 4, 4, 0), plate(5, 0, 6, 4, 0), FK_RELATION_APART);
    expect(plate(0, 0, 4, 4, 0), plate(0, 0, 4, 4, 1), FK_RELATION_APART);
    /* Standing on it, and going through. */
    expect(plate(0, 0, 4, 4, 0), one(1, 1, 0, 3, 1, 0, 2, 1, 2), FK_RELATION_CONTACT);
    expect(plate(0, 0, 4, 4, 0), one(1, 1, -1, 3, 1, -1, 2, 1, 2), FK_RELATION_HARD);
    expect(plate(0, 0, 4, 4, 0), one(1, 1, 0, 3, 3, 0, 2, 2, 2), FK_RELATION_CONTACT);
    /* Two roofs along one edge: across each other, one in the other, and on the same sheet. */
    soup *roof = with(one(0, 0, 0, 4, 0, 0, 2, 2, -2), one(0, 0, 0, 4, 0, 0, 2, -2, -2));
    soup *cross = with(one(0, 0, 0, 4, 0, 0, 2, 0, -2), one(0, 0, 0, 4, 0, 0, 2, 0, 2));
    soup *inner = with(one(0, 0, 0, 4, 0, 0, 2, 1, -2), one(0, 0, 0, 4, 0, 0, 2, -1, -2));
    soup *half = with(one(0, 0, 0, 4, 0, 0, 2, 2, -2), one(0, 0, 0, 4, 0, 0, 2, 0, -2));
    expect_once(roof, cross, FK_RELATION_HARD, NULL);
    expect_once(roof, inner, FK_RELATION_CONTACT, NULL);
    expect_once(roof, half, FK_RELATION_CONTACT, NULL);
    expect_once(cross, half, FK_RELATION_CONTACT, NULL);
    expect_once(roof, roof, FK_RELATION_DUPLICATE, NULL);
    /* On both sides of a sheet, of which it has one half, too. */
    soup *sheet = with(one(0, 0, 0, 4, 0, 0, 2, 2, 0), one(0, 0, 0, 4, 0, 0, 2, -2, 0));
    soup *three = with(with(one(0, 0, 0, 4, 0, 0, 2, 2, 0), one(0, 0, 0, 4, 0, 0, 2, 0, 2)),
                       one(0, 0, 0, 4, 0, 0, 2, 0, -2));
    expect_once(sheet, three, FK_RELATION_HARD, NULL);
    expect_once(sheet, cross, FK_RELATION_HARD, NULL);
    /* The same, but the sheet overlaps itself, and both have parts elsewhere. */
    with(sheet, with(one(0, 0, 0, 4, 0, 0, 3, 2, 0), one(0, 4, 0, 4, 4, 0, 2, 5, 0)));
    expect_once(sheet, with(three, one(0, 8, 0, 4, 8, 0, 2, 9, 0)), FK_RELATION_HARD, NULL);
    free(roof);
    free(inner);
    free(half);
    free(sheet);
    free(three);
    /* One of two that cross is a part of both together. */
    expect(cross, with(one(0, 0, 0, 4, 0, 0, 2, 0, -2), one(0, 0, 0, 4, 0, 0, 2, 2, 0)), FK_RELATION_CONTACT);
    expect(with(plate(0, 0, 4, 4, 0), one(1, 1, -1, 3, 1, -1, 2, 1, 2)), plate(0, 0, 4, 4, 0),
           FK_RELATION_B_IN_A);
}

/* Triangles without area: segments and points. */
static void flat_triangles(void **state)
{
    (void)state;
    expect(one(1, 1, 1, 2, 2, 2, 3, 3, 3), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(one(1, 1, 1, 2, 2, 2, 5, 5, 5), cube(0, 0, 0, 4), FK_RELATION_HARD);
    expect(one(-1, -1, -1, 2, 2, 2, 5, 5, 5), cube(0, 0, 0, 4), FK_RELATION_HARD);
    expect(one(1, 1, 4, 2, 2, 4, 3, 3, 4), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(one(1, 1, 4, 2, 2, 4, 3, 3, 5), cube(0, 0, 0, 4), FK_RELATION_CONTACT);
    expect(one(1, 1, 4, 2, 2, 4, 9, 9, 4), cube(0, 0, 0, 4), FK_RELATION_CONTACT);
    expect(one(-2, 2, 4, 2, 2, 4, 9, 2, 4), cube(0, 0, 0, 4), FK_RELATION_CONTACT);
    expect(one(0, 0, 0, 4, 0, 0, 2, 0, 0), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(one(1, 1, 5, 2, 2, 5, 3, 3, 5), cube(0, 0, 0, 4), FK_RELATION_APART);
    expect(one(1, 1, 1, 1, 1, 1, 1, 1, 1), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(one(4, 1, 1, 4, 1, 1, 4, 1, 1), cube(0, 0, 0, 4), FK_RELATION_A_IN_B);
    expect(one(5, 1, 1, 5, 1, 1, 5, 1, 1), cube(0, 0, 0, 4), FK_RELATION_APART);
    expect(one(0.75, 2.5, -1, 0.75, 2.5, 2, 0.75, 2.5, 1), plate(0, 0, 4, 4, 0), FK_RELATION_HARD);
    expect(one(1, 1, 0, 1, 1, 2, 1, 1, 1), plate(0, 0, 4, 4, 0), FK_RELATION_CONTACT);
    expect(one(1, 1, 0, 2, 1, 0, 3, 1, 0), plate(0, 0, 4, 4, 0), FK_RELATION_A_IN_B);
    expect(one(0, 0, 0, 4, 0, 0, 2, 0, 0), one(1, 0, 0, 2, 0, 0, 3, 0, 0), FK_RELATION_B_IN_A);
    expect(one(0, 0, 0, 4, 0, 0, 2, 0, 0), one(1, 0, 0, 2, 0, 0, 5, 0, 0), FK_RELATION_CONTACT);
    expect(one(0, 0, 0, 4, 0, 0, 2, 0, 0), one(0, 0, 0, 4, 0, 0, 3, 0, 0), FK_RELATION_DUPLICATE);
    expect(one(0, 0, 0, 4, 0, 0, 2, 0, 0), one(2, -1, 0, 2, 1, 0, 2, 0, 0), FK_RELATION_CONTACT);
    expect(one(0, 0, 0, 4, 0, 0, 2, 0, 0),
           with(one(0, 0, 0, 2, 0, 0, 1, 0, 0), one(2, 0, 0, 4, 0, 0, 4, 0, 0)), FK_RELATION_DUPLICATE);
    expect(one(1, 1, 1, 1, 1, 1, 1, 1, 1), one(1, 1, 1, 1, 1, 1, 1, 1, 1), FK_RELATION_DUPLICATE);
    expect(one(1, 1, 1, 1, 1, 1, 1, 1, 1), one(1, 1, 2, 1, 1, 2, 1, 1, 2), FK_RELATION_APART);
    /* A solid with a flat triangle that sticks out of the other, or into it, or is on it. */
    soup *spike =
        with(cube(0, 0, 0, 2), with(one(1, 1, 2, 1, 1, 4, 1, 1, 3), one(1, 1, 2, 1, 1, 3, 1, 1, 4)));
    expect(spike, cube(0, 0, 0, 2), FK_RELATION_B_IN_A);
    spike = with(cube(0, 0, 0, 2), with(one(1, 1, 2, 1, 1, 4, 1, 1, 3), one(1, 1, 2, 1, 1, 3, 1, 1, 4)));
    expect(spike, box(0, 0, 3, 2, 2, 5), FK_RELATION_CONTACT);
    spike = with(cube(0, 0, 0, 2), with(one(1, 1, 2, 1, 1, 4, 1, 1, 3), one(1, 1, 2, 1, 1, 3, 1, 1, 4)));
    expect(spike, box(0, 0, 0, 2, 2, 4), FK_RELATION_A_IN_B);
}

static void no_triangles(void **state)
{
    (void)state;
    soup *none = soup_make(), *some = cube(0, 0, 0, 1);
    expect_once(none, some, FK_RELATION_APART, NULL);
    expect_once(none, none, FK_RELATION_APART, NULL);
    free(none);
    free(some);
}

/* ---- Many triangles in one plane ----------------------------------------------------------------------- */

/* Cubes around one axis, which share two planes: each turned by a little, exactly enough. */
static soup *cubes_around_axis(int count)
{
    soup *s = soup_make();
    for (int i = 0; i < count; i++) {
        uint32_t first = s->count;
        double slope = i * 0x1p-10;
        soup_add_box(s, -1, -1, -1, 1, 1, 1);
        for (uint32_t k = 3 * first; k < 3 * s->count; k++) {
            fk_vec3 p = s->corner[k];
            s->corner[k] = fk_vec3_make(p.x, p.y - slope * p.z, p.z + slope * p.y);
        }
    }
    return s;
}

static void expect_and_free(soup *s, soup *t, fk_relation expected)
{
    expect_once(s, t, expected, NULL);
    free(s);
    free(t);
}

/* Every pair of triangles has segments on the same few lines. If each were subdivided again for each pair, this would take
 * half a minute. */
static void cubes_in_common_planes(void **state)
{
    (void)state;
    expect_and_free(cubes_around_axis(8), cubes_around_axis(8), FK_RELATION_DUPLICATE);
    expect_and_free(cubes_around_axis(8), with(cubes_around_axis(8), box(0, 0, 0, 0.5, 0.5, 0.5)),
                    FK_RELATION_DUPLICATE);
    expect_and_free(cubes_around_axis(8), with(cubes_around_axis(8), box(0, 0, 0, 1.5, 0.5, 0.5)),
                    FK_RELATION_A_IN_B);
    expect_and_free(with(cubes_around_axis(8), box(0, 0, 0, 1.5, 0.5, 0.5)), box(1, -1, -1, 2, 1, 1),
                    FK_RELATION_HARD);
    expect_and_free(cubes_around_axis(8), box(1, -1, -1, 2, 1, 1), FK_RELATION_CONTACT);
}

/* A plate of n x n squares, in their order or backwards, and split along either diagonal. */
static soup *grid(int n, bool is_backwards, bool is_other)
{
    soup *s = soup_make();
    for (int i = 0; i < n * n; i++) {
        int k = is_backwards ? n * n - 1 - i : i;
        double x = k % n, y = k / n;
        fk_vec3 q[4] = {{x, y, 0}, {x + 1, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0}};
        if (is_other)
            soup_add_quad(s, q[1], q[2], q[3], q[0]);
        else
            soup_add_quad(s, q[0], q[1], q[2], q[3]);
    }
    return s;
}

/* The same triangles in another order, the other way around, or twice; and almost the same. */
static void same_triangles(void **state)
{
    (void)state;
    soup *turned = grid(20, true, false), *twice = with(grid(20, false, false), grid(20, true, false));
    soup_turn(turned, 0);
    expect_and_free(grid(30, false, false), grid(30, true, false), FK_RELATION_DUPLICATE);
    expect_and_free(grid(20, false, false), turned, FK_RELATION_DUPLICATE);
    expect_and_free(grid(20, false, false), grid(20, false, true), FK_RELATION_DUPLICATE);
    expect_and_free(grid(20, false, false), twice, FK_RELATION_DUPLICATE);
    soup *cut = grid(20, true, false);
    cut->count--;
    expect_and_free(grid(20, false, false), cut, FK_RELATION_B_IN_A);
    /* As many triangles, and the same ones, but not as often: b is hollow where a is not. */
    expect_and_free(with(cube(0, 0, 0, 2), with(cube(4, 0, 0, 2), cube(4, 0, 0, 2))),
                    with(cube(4, 0, 0, 2), with(cube(0, 0, 0, 2), cube(0, 0, 0, 2))), FK_RELATION_DUPLICATE);
    soup *inner = cube(1, 1, 1, 1), *solid = cube(1, 1, 1, 1);
    soup_turn(inner, 0);
    expect_and_free(with(cube(0, 0, 0, 3), inner), with(cube(0, 0, 0, 3), solid), FK_RELATION_A_IN_B);
}

/* With a smaller budget the relation is the same, A_IN_B, or undecided with all pairs and no box; the same for (b, a). */
static void try_budgets(soup *s, soup *t)
{
    part a = make_part(context, s), b = make_part(context, t);
    fk_relation_result *full, *there, *back;
    assert_int_equal(fk_placed_relate(context, &a.placed, &b.placed, &full), FK_OK);
    assert_int_equal(full->relation, FK_RELATION_A_IN_B);
    int undecided = 0;
    bool is_decided = false;
    for (uint64_t most = 0; !is_decided; most = 2 * most + 1) {
        assert_int_equal(fk_placed_relate_within(context, &a.placed, &b.placed, most, &there), FK_OK);
        assert_int_equal(fk_placed_relate_within(context, &b.placed, &a.placed, most, &back), FK_OK);
        is_decided = there->relation != FK_RELATION_UNDECIDED;
        undecided += !is_decided;
        assert_int_equal(there->relation, is_decided ? FK_RELATION_A_IN_B : FK_RELATION_UNDECIDED);
        assert_int_equal(back->relation, is_decided ? FK_RELATION_B_IN_A : FK_RELATION_UNDECIDED);
        assert_int_equal(there->pair_count, full->pair_count);
        assert_memory_equal(there->pair, full->pair, full->pair_count * sizeof *full->pair);
        assert_int_equal(there->box.min.x > there->box.max.x, !is_decided);
        fk_placed_depth depth;
        static const fk_hull *const none[2];
        assert_int_equal(fk_placed_depth_find(context, &a.placed, &b.placed, none, there, &depth), FK_OK);
        assert_int_equal(depth.is_exact, depth.depth.hi == 0); /* of plates in one plane */
        fk_placed_mesh moved = b.placed;
        moved.pose.translation = fk_vec3_scale(depth.direction, depth.depth.hi);
        fk_verdict verdict;
        assert_int_equal(fk_placed_verdict(context, &a.placed, &moved, &verdict), FK_OK);
        assert_true(verdict == FK_APART || verdict == FK_TOUCHING);
        fk_relation_result_free(context, there);
        fk_relation_result_free(context, back);
    }
    assert_true(undecided > 3);
    fk_relation_result_free(context, full);
    free_part(context, &a);
    free_part(context, &b);
    free(s);
    free(t);
}

/* For solids rays are counted. Surfaces have none: there, triangles along the lines on which they overlap are. */
static void small_budgets(void **state)
{
    (void)state;
    try_budgets(with(cubes_around_axis(4), cube(0, 0, 0, 0.5)),
                with(cubes_around_axis(4), box(0, 0, 0, 1.5, 0.5, 0.5)));
    soup *s = plate(0, 0, 3, 3, 0), *t = plate(0, 0, 9, 9, 0);
    for (int i = 1; i < 6; i++) {
        s = with(s, plate(i, 0.5 * i, i + 3, i + 3, 0));
        t = with(t, plate(i, -i, i + 3, 9 - i, 0));
    }
    try_budgets(s, t);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static void starve(soup *s, soup *t)
{
    memory m = {0, SIZE_MAX};
    fk_context *scarce = memory_context(&m);
    part a = make_part(scarce, s), b = make_part(scarce, t);
    size_t before = m.used;
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        fk_relation_result *out = NULL;
        m.fail_at = k;
        status = fk_placed_relate(scarce, &a.placed, &b.placed, &out);
        m.fail_at = SIZE_MAX;
        if (status == FK_OK)
            fk_relation_result_free(scarce, out);
        else {
            assert_int_equal(status, FK_ERROR_MEMORY);
            assert_null(out);
        }
        assert_int_equal(m.used, before);
        assert_true(k < 1000);
    }
    free_part(scarce, &a);
    free_part(scarce, &b);
    fk_context_destroy(scarce);
    free(s);
    free(t);
}

static void scarce(void **state)
{
    (void)state;
    starve(cube(0, 0, 0, 2), cube(0.5, 0, 0, 2));
    starve(cube(0.5, 0, 0, 2), cube(0, 0, 0, 2));
    starve(cube(0, 0, 0, 2), cube(2, 0, 0, 2));
    starve(cube(0, 0, 0, 2), cube(1, 1, 1, 2));
    starve(cube(0, 0, 0, 2), cube(9, 1, 1, 2));
    starve(with(cube(0, 0, 0, 2), cube(1, 1, 0, 2)), with(cube(0, 0, 2, 3), cube(1, 1, 2, 3)));
    starve(one(0, 0, 0, 4, 0, 0, 2, 0, 0), plate(0, 0, 4, 4, 0));
    starve(with(cube(0, 0, 0, 2), cube(1, 1, 1, 2)), cube(-1, -1, -1, 9));
    starve(grid(3, false, false), grid(3, true, false));
    starve(cubes_around_axis(2), with(cubes_around_axis(2), cube(0, 0, 0, 0.5)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),         cmocka_unit_test(cubes),
        cmocka_unit_test(inside_out),    cmocka_unit_test(cavities),
        cmocka_unit_test(holes),         cmocka_unit_test(nearly_coplanar),
        cmocka_unit_test(concave),       cmocka_unit_test(points_and_edges),
        cmocka_unit_test(one_step),      cmocka_unit_test(surface_and_solid),
        cmocka_unit_test(surfaces),      cmocka_unit_test(flat_triangles),
        cmocka_unit_test(no_triangles),  cmocka_unit_test(cubes_in_common_planes),
        cmocka_unit_test(small_budgets), cmocka_unit_test(same_triangles),
        cmocka_unit_test(scarce),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
