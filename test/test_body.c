/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* All questions about two bodies, asked about random pairs of all kinds in both orders: the answers agree with one
 * another, with those about all pairs of primitives, and with the rational oracle. Each case has its own seed, which is
 * printed with the rule that it breaks. FARKAS_BODY_CASES=N asks about N pairs, FARKAS_BODY_FIRST=N begins with case N. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "ask_oracle.h"
#include "colliders.h"
#include "farkas/farkas.h"
#include "sanitized.h"
#include "scarce_memory.h"

/* ---- Bodies -------------------------------------------------------------------------------------------- */

#define FORMS_OF_PIECES 12
#define PIECES_MOST     12

/* Whether coordinates are small multiples of 1/4, and how large a unit is. */
typedef struct style {
    bool is_grid;
    double unit;
} style;

static double some_length(fk_random *random, const style *s, double least, double most)
{
    if (!s->is_grid)
        return s->unit * fk_random_between(random, least, most);
    return s->unit * fmax(0.25, floor(4 * fk_random_between(random, least, most)) / 4);
}

static fk_vec3 some_vector(fk_random *random, const style *s, double most)
{
    if (!s->is_grid)
        return any_place(random, most * s->unit);
    return fk_vec3_scale(whole_vector(random, (int)fmax(1, 2 * most)), s->unit / 2);
}

/* Not zero. */
static fk_vec3 some_axis(fk_random *random, const style *s)
{
    fk_vec3 axis = {0, 0, 0};
    fk_pose turn = quarter_turn(random, axis);
    if (s->is_grid && fk_random_below(random, 2))
        return fk_pose_apply(&turn, v(s->unit, 0, 0));
    while (length(axis) == 0)
        axis = some_vector(random, s, 1);
    return axis;
}

/* Edges of a cell or an ellipsoid. */
static void some_edges(fk_random *random, const style *s, fk_vec3 edge[3])
{
    fk_pose turn = quarter_turn(random, v(0, 0, 0));
    bool is_right = fk_random_below(random, 2) == 0;
    if (!s->is_grid && is_right)
        turn = any_pose(random, 0);
    for (int k = 0; k < 3; k++)
        edge[k] = is_right ? fk_vec3_scale(v(turn.rotation[0][k], turn.rotation[1][k], turn.rotation[2][k]),
                                           some_length(random, s, 0.25, 1.5))
                           : some_vector(random, s, 1);
    if (fk_random_below(random, 16) == 0)
        edge[2] = fk_vec3_add(edge[0], edge[1]); /* flat */
}

static bool has_volume(const fk_vec3 e[3])
{
    fk_vec3 x = fk_vec3_scale(e[0], 1 / length(e[0])), y = fk_vec3_scale(e[1], 1 / length(e[1])),
            z = fk_vec3_scale(e[2], 1 / length(e[2]));
    return fabs(fk_vec3_dot(fk_vec3_cross(x, y), z)) > 1e-3;
}

/* A piece of a kind, with room for the points of a hull; about as large as the unit. */
static fk_piece some_piece(fk_random *random, const style *s, fk_kind kind, fk_vec3 *room)
{
    fk_vec3 p = some_vector(random, s, 1), axis = some_axis(random, s), edge[3];
    double r = some_length(random, s, 0.25, 0.75);
    some_edges(random, s, edge);
    switch (kind) {
    case FK_KIND_POINT:
        return fk_piece_point(p);
    case FK_KIND_SEGMENT:
        return fk_piece_segment(p, fk_vec3_add(p, axis));
    case FK_KIND_TRIANGLE:
        return fk_piece_triangle(p, fk_vec3_add(p, axis), fk_vec3_add(p, edge[0]));
    case FK_KIND_TETRA:
        return fk_piece_tetra(p, edge[0], edge[1], edge[2]);
    case FK_KIND_BOX:
        return fk_piece_box(p, edge[0], edge[1], edge[2]);
    case FK_KIND_SPHERE:
        return fk_piece_sphere(p, r);
    case FK_KIND_CAPSULE:
        return fk_piece_capsule(p, fk_vec3_add(p, axis), r);
    case FK_KIND_HALF_SPACE:
        return fk_piece_half_space(fk_vec3_scale(axis, 1 / s->unit), -s->unit);
    case FK_KIND_CYLINDER:
        return fk_piece_cylinder(p, fk_vec3_add(p, axis), r);
    case FK_KIND_CONE:
        return fk_piece_cone(p, fk_vec3_add(p, axis), r);
    case FK_KIND_ELLIPSOID:
        while (!has_volume(edge))
            some_edges(random, s, edge);
        return fk_piece_ellipsoid(p, edge[0], edge[1], edge[2]);
    default:
        for (int k = 0; k < HULL_POINTS; k++)
            room[k] = fk_vec3_add(p, some_vector(random, s, 1));
        return fk_piece_hull(room, HULL_POINTS);
    }
}

/* The room is for the points of hulls, as long as the body lives. */
static body some_pieces(fk_random *random, const style *s, uint32_t count, fk_kind kind, fk_vec3 *room)
{
    fk_piece piece[PIECES_MOST];
    for (uint32_t i = 0; i < count; i++) {
        if (count > 1)
            kind = (fk_kind)(1 + fk_random_below(random, FORMS_OF_PIECES));
        if (count > 1 && kind == FK_KIND_HALF_SPACE && fk_random_below(random, 4) != 0)
            kind = FK_KIND_BOX;
        piece[i] = some_piece(random, s, kind, room + (size_t)HULL_POINTS * i);
    }
    return body_of_pieces(piece, count);
}

static fk_mesh *finish_soup(soup *s, const style *t, double middle)
{
    soup_move(s, v(t->unit, t->unit, t->unit), v(-middle * t->unit, -middle * t->unit, -middle * t->unit));
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static void fill_some(fk_random *random, uint8_t *full, int n)
{
    while (fill_cells(random, full, n) == 0)
        continue;
}

/* Lattices of cells; with a cavity; overlapping shells; repeated triangles; two parts. */
static fk_mesh *some_solid(fk_random *random, const style *t, int form)
{
    soup *s = soup_make();
    uint8_t full[27];
    memset(full, 1, sizeof full);
    switch (form) {
    case 0:
        soup_add_cells(s, full, 1);
        return finish_soup(s, t, 0.5);
    case 1:
        full[13] = 0;
        soup_add_cells(s, full, 3);
        return finish_soup(s, t, 1.5);
    case 2:
        soup_add_box(s, 0, 0, 0, 2, 1, 1);
        soup_add_box(s, 1, 0.25, 0.25, 3, 2, 2);
        return finish_soup(s, t, 1);
    case 3:
        soup_add_box(s, 0, 0, 0, 1, 1, 1);
        soup_add_box(s, 2, 0, 0, 3, 1, 2);
        return finish_soup(s, t, 1);
    case 4: /* the same shell twice */
        soup_add_box(s, 0, 0, 0, 1, 2, 1);
        soup_add_box(s, 0, 0, 0, 1, 2, 1);
        return finish_soup(s, t, 1);
    case 5: /* inside out */
        soup_add_box(s, 0, 0, 0, 2, 1, 1);
        soup_turn(s, 0);
        return finish_soup(s, t, 1);
    default:
        fill_some(random, full, 2);
        soup_add_cells(s, full, 2);
        return finish_soup(s, t, 1);
    }
}

static fk_mesh *some_surface(fk_random *random, const style *t)
{
    if (!t->is_grid)
        return any_soup(random, 1 + (uint32_t)fk_random_below(random, 24), t->unit);
    soup *s = soup_make();
    uint32_t count = 1 + (uint32_t)fk_random_below(random, 12);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 p = whole_vector(random, 2), q = whole_vector(random, 2);
        soup_add(s, p, q, whole_vector(random, 2));
        if (fk_random_below(random, 4) == 0) /* once more */
            soup_add(s, s->corner[3 * s->count - 3], s->corner[3 * s->count - 2],
                     s->corner[3 * s->count - 1]);
    }
    return finish_soup(s, t, 0);
}

static body some_leaves(fk_random *random, const style *t)
{
    fk_cell_tree *tree = NULL;
    fk_cell_input input[9] = {
        {cube(-t->unit, -t->unit, -t->unit, 2 * t->unit).as.cell, FK_KIND_BOX, FK_NONE}};
    uint8_t full[8];
    uint32_t count = 1;
    if (fk_random_below(random, 2)) {
        fk_mesh *mesh = some_solid(random, t, (int)fk_random_below(random, 7));
        assert_int_equal(fk_cell_tree_of_surface(context, mesh, &tree), FK_OK);
        fk_mesh_free(context, mesh);
        return body_of_cells(tree);
    }
    fill_some(random, full, 2);
    for (int i = 0; i < 8; i++)
        if (full[i])
            input[count++] = (fk_cell_input){
                cube((i % 2 - 1) * t->unit, (i / 2 % 2 - 1) * t->unit, (i / 4 - 1) * t->unit, t->unit)
                    .as.cell,
                FK_KIND_BOX, 0};
    assert_int_equal(fk_cell_tree_of_nodes(context, input, count, 0, NULL, &tree), FK_OK);
    return body_of_cells(tree);
}

/* One of the kinds of pieces, a compound, a solid, a surface or cells. */
#define KINDS (FORMS_OF_PIECES + 6)

static body some_body(fk_random *random, const style *s, int kind, fk_vec3 *room)
{
    if (kind < FORMS_OF_PIECES)
        return some_pieces(random, s, 1, (fk_kind)(1 + kind), room);
    if (kind < FORMS_OF_PIECES + 2)
        return some_pieces(random, s, 2 + (uint32_t)fk_random_below(random, PIECES_MOST - 1), FK_KIND_NONE,
                           room);
    if (kind < FORMS_OF_PIECES + 4)
        return body_of_mesh(some_solid(random, s, (int)fk_random_below(random, 8)), true);
    if (kind < FORMS_OF_PIECES + 5)
        return body_of_mesh(some_surface(random, s), false);
    return some_leaves(random, s);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

typedef struct body_pair {
    uint64_t seed;
    style style;
    int kind[2];
    body body[2];
    bool is_same; /* one collider in the same place */
    fk_vec3 room[2][PIECES_MOST * HULL_POINTS];
    double size; /* of coordinates in the world, for what rounding may change */
} body_pair;

static void move_pair(body_pair *p, fk_vec3 by)
{
    for (int i = 0; i < 2; i++)
        p->body[i].pose.translation = fk_vec3_add(p->body[i].pose.translation, by);
}

/* Leaves a gap of a small part of the unit, along the nearest points. */
static void make_near(fk_random *random, body_pair *p)
{
    fk_placed_collider a = in_place(&p->body[0]), b = in_place(&p->body[1]);
    fk_collider_distance d;
    double gap = p->style.unit * pow(10, -3 - 12 * fk_random_unit(random));
    assert_int_equal(fk_collider_measure(context, &a, &b, HUGE_VAL, &d), FK_OK);
    if (!(d.distance.lo > gap) || !(d.distance.hi < HUGE_VAL))
        return;
    fk_vec3 along = fk_vec3_sub(d.point_a, d.point_b);
    p->body[1].pose.translation =
        fk_vec3_add(p->body[1].pose.translation, fk_vec3_scale(along, 1 - gap / d.distance.hi));
}

static void make_pair(uint64_t seed, body_pair *p)
{
    fk_random random = fk_random_make(seed), *r = &random;
    int way = (int)fk_random_below(r, 8);
    memset(p, 0, sizeof *p);
    p->seed = seed;
    p->style = (style){fk_random_below(r, 2) == 0, 1};
    if (fk_random_below(r, 4) == 0)
        p->style.unit = ldexp(1, (int)fk_random_below(r, 41) - 20);
    style small = p->style;
    if (way == 0 || way == 1) /* mostly contained */
        small.unit /= way == 0 ? 8 : 2;
    p->kind[0] = (int)(seed % KINDS);
    p->kind[1] = (int)(seed / KINDS % KINDS);
    p->body[0] = some_body(r, &p->style, p->kind[0], p->room[0]);
    p->is_same = way == 2 && fk_random_below(r, 2);
    if (p->is_same) {
        p->kind[1] = p->kind[0];
        p->body[1] = p->body[0];
    } else {
        p->body[1] = some_body(r, &small, p->kind[1], p->room[1]);
    }
    double far = way < 3 ? 0.25 : way < 6 ? 1 : 4;
    for (int i = 0; i < 2 && !p->is_same; i++)
        p->body[i].pose = p->style.is_grid ? quarter_turn(r, some_vector(r, &p->style, far))
                                           : any_pose(r, far * p->style.unit);
    if (p->is_same)
        p->body[0].pose = p->body[1].pose =
            p->style.is_grid ? quarter_turn(r, v(0, 0, 0)) : any_pose(r, far * p->style.unit);
    if (way == 7 && !p->is_same)
        make_near(r, p);
    p->size = 16 * p->style.unit;
    if (fk_random_below(r, 8) == 0) {
        double away = ldexp(p->style.unit, (int)fk_random_below(r, 21));
        move_pair(p, v(away, -2 * away, away));
        p->size += 4 * away;
    }
}

static void free_pair(body_pair *p)
{
    body_end(&p->body[0]);
    if (!p->is_same)
        body_end(&p->body[1]);
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

#define CONTACTS_MOST 64

typedef struct answers {
    fk_status relate_status, depth_status;
    fk_verdict verdict;
    fk_decision meets;
    fk_relation_result *related;
    fk_collider_distance distance;
    fk_placed_depth depth;
    bool has_relation, has_depth, has_volume;
    fk_interval volume;
    size_t contacts;
    fk_collider_contact contact[CONTACTS_MOST];
} answers;

/* Relations and depths of compounds and smooth pieces take long: not all of them are asked for. */
static void ask(const fk_placed_collider *a, const fk_placed_collider *b, bool relates, bool measures,
                answers *out)
{
    memset(out, 0, sizeof *out);
    out->has_relation = relates;
    out->has_depth = measures;
    assert_int_equal(fk_collider_verdict(context, a, b, NULL, &out->verdict), FK_OK);
    assert_int_equal(fk_collider_meets(context, a, b, NULL, &out->meets), FK_OK);
    if (relates)
        out->relate_status = fk_collider_relate(context, a, b, &out->related);
    assert_int_equal(fk_collider_measure(context, a, b, HUGE_VAL, &out->distance), FK_OK);
    if (measures)
        out->depth_status = fk_collider_depth(context, a, b, &out->depth);
    out->has_volume = fk_collider_volume(context, a, b, &out->volume) == FK_OK;
    assert_int_equal(fk_collider_contacts(context, a, b, out->contact, CONTACTS_MOST, &out->contacts), FK_OK);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

#define RULES_MOST 64

static struct broken_rule {
    const char *rule;
    int count;
} broken[RULES_MOST];

#define SHOWN       4
#define BROKEN_MOST 40

static int broken_cases;

static const char *kind_word(int kind)
{
    static const char *const word[] = {"compound", "compound", "solid", "solid", "surface", "cells"};
    return kind < FORMS_OF_PIECES ? fk_kind_word((fk_kind)(1 + kind)) : word[kind - FORMS_OF_PIECES];
}

/* Prints the first cases that break a rule. */
static void expect(const body_pair *p, bool holds, const char *rule)
{
    int i = 0;
    if (holds)
        return;
    while (broken[i].rule != NULL && strcmp(broken[i].rule, rule) != 0)
        i++;
    broken[i].rule = rule;
    broken_cases++;
    if (broken[i].count++ < SHOWN)
        print_message("case %llu, %s and %s: %s\n", (unsigned long long)p->seed, kind_word(p->kind[0]),
                      kind_word(p->kind[1]), rule);
}

static fk_relation exchanged(fk_relation relation)
{
    return relation == FK_RELATION_A_IN_B   ? FK_RELATION_B_IN_A
           : relation == FK_RELATION_B_IN_A ? FK_RELATION_A_IN_B
                                            : relation;
}

static bool same_box(const fk_aabb *a, const fk_aabb *b)
{
    return same_vector(a->min, b->min) && same_vector(a->max, b->max);
}

static bool is_empty(const fk_aabb *box)
{
    return !(box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z);
}

static void check_orders(const body_pair *p, const answers *x, const answers *y)
{
    const fk_relation_result *r = x->related, *s = y->related;
    expect(p, x->verdict == y->verdict, "the verdict is the same for (b, a)");
    expect(p, x->meets == y->meets, "meets is the same for (b, a)");
    expect(p, !y->has_relation || x->relate_status == y->relate_status, "relate works for (b, a), too");
    if (r != NULL && s != NULL) {
        expect(p, r->relation == exchanged(s->relation), "the relation is exchanged for (b, a)");
        expect(p, r->pair_count == s->pair_count, "(b, a) has the same number of pairs");
        expect(p, same_box(&r->box, &s->box) || (is_empty(&r->box) && is_empty(&s->box)),
               "(b, a) has the same box");
        expect(p, same_vector(r->point, s->point), "(b, a) has the same point");
        bool is_sorted = true;
        for (size_t i = 1; i < r->pair_count; i++)
            is_sorted = is_sorted && (r->pair[i - 1].a < r->pair[i].a ||
                                      (r->pair[i - 1].a == r->pair[i].a && r->pair[i - 1].b < r->pair[i].b));
        expect(p, is_sorted, "pairs are sorted");
    }
    const fk_collider_distance *d = &x->distance, *e = &y->distance;
    expect(p, d->distance.lo == e->distance.lo && d->distance.hi == e->distance.hi,
           "the distance is the same for (b, a)");
    expect(p, same_vector(d->point_a, e->point_b) && same_vector(d->point_b, e->point_a),
           "nearest points are exchanged for (b, a)");
    expect(p, d->part_a == e->part_b && d->part_b == e->part_a,
           "nearest primitives are exchanged for (b, a)");
    expect(p, !y->has_depth || x->depth_status == y->depth_status, "depth works for (b, a), too");
    expect(p,
           !y->has_depth ||
               (x->depth.depth.lo == y->depth.depth.lo && x->depth.depth.hi == y->depth.depth.hi),
           "the depth is the same for (b, a)");
    expect(p,
           !y->has_depth || p->is_same || same_vector(x->depth.direction, fk_vec3_negate(y->depth.direction)),
           "the direction of the depth is opposite for (b, a)");
    expect(p, x->contacts == y->contacts, "(b, a) has the same number of contacts");
    expect(p, x->has_volume == y->has_volume && (!x->has_volume || have_common(x->volume, y->volume)),
           "the volume is the same for (b, a)");
}

static bool is_known(const fk_relation_result *r)
{
    return r != NULL && r->relation != FK_RELATION_UNDECIDED;
}

/* What may be undecided, by the contract: smooth pieces, unions, flat pieces. */
static void check_kinds(const body_pair *p, const answers *x)
{
    fk_relation r = x->related != NULL ? x->related->relation : FK_RELATION_UNDECIDED;
    expect(p, x->relate_status == FK_OK, "relate works");
    expect(p, x->depth_status == FK_OK, "depth works");
    expect(p, x->meets != FK_UNKNOWN || x->verdict == FK_UNDECIDED, "meets is known if the verdict is");
    if (x->verdict == FK_UNDECIDED)
        return;
    expect(p, (x->meets == FK_YES) == (x->verdict >= FK_TOUCHING), "meets if the verdict says so");
    if (!is_known(x->related))
        return;
    expect(p, (r == FK_RELATION_APART) == (x->verdict == FK_APART),
           "the relation is apart if the verdict is");
    expect(p, r != FK_RELATION_HARD || x->verdict == FK_OVERLAPPING, "hard bodies overlap");
    expect(p, r != FK_RELATION_CONTACT || x->verdict == FK_TOUCHING, "bodies in contact touch");
}

static bool has_smooth(const body *b)
{
    for (uint32_t i = 0; i < b->piece_count; i++)
        if (b->piece[i].kind >= FK_KIND_CYLINDER)
            return true;
    return false;
}

static void check_distance(const body_pair *p, const answers *x)
{
    const fk_collider_distance *d = &x->distance;
    expect(p, d->distance.lo >= 0 && d->distance.lo <= d->distance.hi, "the distance is an interval");
    if (x->verdict == FK_APART)
        expect(p, d->distance.hi > 0, "what is apart has a distance");
    /* Where a triangle and a smooth piece are undecided, a point inside may prove that they meet, without a distance of
     * 0. */
    bool may_be_wide = has_smooth(&p->body[0]) || has_smooth(&p->body[1]);
    if (x->meets == FK_YES)
        expect(p, d->distance.lo == 0 && d->distance.hi <= (may_be_wide ? 1e-12 * p->size : 0),
               "what meets has none");
    if (d->distance.hi < HUGE_VAL && x->verdict == FK_APART) {
        double gap = length(fk_vec3_sub(d->point_a, d->point_b)), loose = 1e-8 * p->size;
        expect(p, gap >= d->distance.lo - loose && gap <= d->distance.hi + loose,
               "nearest points are that far apart");
    }
}

static fk_decision closer_than(const body_pair *p, double limit)
{
    fk_placed_collider a = in_place(&p->body[0]), b = in_place(&p->body[1]);
    fk_decision one = FK_UNKNOWN, two = FK_UNKNOWN;
    assert_int_equal(fk_collider_closer(context, &a, &b, limit, &one), FK_OK);
    assert_int_equal(fk_collider_closer(context, &b, &a, limit, &two), FK_OK);
    expect(p, one == two, "closer is the same for (b, a)");
    return one;
}

static void check_closer(const body_pair *p, const answers *x)
{
    fk_interval d = x->distance.distance;
    const double limit[] = {0,
                            0.5 * d.lo,
                            nextafter(d.lo, 0),
                            d.lo,
                            0.5 * d.lo + 0.5 * d.hi,
                            d.hi,
                            nextafter(d.hi, HUGE_VAL),
                            d.hi + p->style.unit,
                            HUGE_VAL};
    bool are_meshes = p->body[0].mesh != NULL && p->body[1].mesh != NULL;
    fk_decision last = FK_NO;
    if (!(d.hi < HUGE_VAL))
        return;
    size_t step = p->seed % 4 == 0 ? 1 : 3;
    for (size_t i = p->seed % step; i < sizeof limit / sizeof *limit; i += step) {
        fk_decision closer = closer_than(p, limit[i]);
        if (limit[i] <= d.lo)
            expect(p, closer == FK_NO, "not closer than what is below the interval");
        if (limit[i] > d.hi)
            expect(p, closer == FK_YES, "closer than what is above the interval");
        expect(p, closer != FK_UNKNOWN || !are_meshes, "closer is known for meshes");
        expect(p, last != FK_YES || closer != FK_NO, "closer than more, too");
        last = closer == FK_YES ? FK_YES : last;
    }
    /* The same to the limit. */
    fk_placed_collider a = in_place(&p->body[0]), b = in_place(&p->body[1]);
    fk_collider_distance e;
    assert_int_equal(fk_collider_measure(context, &a, &b, d.hi, &e), FK_OK);
    expect(p, e.distance.lo == d.lo && e.distance.hi == d.hi,
           "an interval within the limit does not depend on it");
    if (d.lo > 0) {
        assert_int_equal(fk_collider_measure(context, &a, &b, 0.5 * d.lo, &e), FK_OK);
        expect(p, e.distance.lo >= 0.5 * d.lo && e.distance.hi >= d.lo,
               "beyond the limit the interval is right, too");
    }
}

static void check_depth(const body_pair *p, const answers *x)
{
    const fk_placed_depth *d = &x->depth;
    fk_placed_collider a = in_place(&p->body[0]), b = in_place(&p->body[1]);
    if (!x->has_depth)
        return;
    expect(p, d->depth.lo >= 0 && d->depth.lo <= d->depth.hi, "the depth is an interval");
    if (x->verdict == FK_APART || x->verdict == FK_TOUCHING)
        expect(p, d->depth.lo == 0 && d->depth.hi == 0 && length(d->direction) == 0,
               "what does not overlap has no depth");
    if (x->verdict != FK_OVERLAPPING || x->depth_status != FK_OK)
        return;
    expect(p, d->depth.hi > 0, "what overlaps has a depth");
    if (!(d->depth.hi < HUGE_VAL))
        return;
    expect(p, fabs(length(d->direction) - 1) < 1e-9, "the direction has length 1");
    /* Exactly by the depth, or a little more, as moved vertices are rounded; other parts may come near. */
    fk_verdict verdict = FK_OVERLAPPING;
    for (double more = 0; more < 1e-8 && verdict == FK_OVERLAPPING; more = more > 0 ? 1e3 * more : 1e-13) {
        b = in_place(&p->body[1]);
        b.pose.translation = fk_vec3_add(
            b.pose.translation, fk_vec3_scale(d->direction, d->depth.hi * (1 + more) + more * p->size));
        assert_int_equal(fk_collider_verdict(context, &a, &b, NULL, &verdict), FK_OK);
    }
    expect(p, verdict != FK_OVERLAPPING, "what moves by the depth does not overlap");
    b = in_place(&p->body[1]);
    b.pose.translation = fk_vec3_add(b.pose.translation,
                                     fk_vec3_scale(d->direction, d->depth.lo * (1 - 1e-9) - 1e-12 * p->size));
    assert_int_equal(fk_collider_verdict(context, &a, &b, NULL, &verdict), FK_OK);
    expect(p,
           !d->is_exact || d->depth.lo <= 1e-11 * p->size || verdict == FK_OVERLAPPING ||
               verdict == FK_UNDECIDED,
           "what moves by less than an exact depth overlaps");
}

static bool is_within_box(const fk_aabb *box, fk_vec3 x, double loose)
{
    return x.x >= box->min.x - loose && x.x <= box->max.x + loose && x.y >= box->min.y - loose &&
           x.y <= box->max.y + loose && x.z >= box->min.z - loose && x.z <= box->max.z + loose;
}

static bool are_near(fk_vec3 x, fk_vec3 y, double loose)
{
    return (x.x == y.x || fabs(x.x - y.x) <= loose) && (x.y == y.y || fabs(x.y - y.y) <= loose) &&
           (x.z == y.z || fabs(x.z - y.z) <= loose);
}

/* The box of all parts. */
static fk_aabb exact_box(const parts *of)
{
    fk_aabb all = fk_aabb_empty(), box;
    for (uint32_t i = 0; i < of->count; i++) {
        assert_int_equal(fk_pair_box(&of->piece[i], &of->piece[i], &box), FK_OK);
        all = fk_aabb_merge(&all, &box);
    }
    return all;
}

static void check_box(const body_pair *p, const answers *x, const parts *const of[2])
{
    const fk_relation_result *r = x->related;
    double loose = 1e-9 * p->size;
    if (!is_known(r))
        return;
    if (r->relation == FK_RELATION_APART) {
        expect(p, is_empty(&r->box) && r->pair_count == 0, "what is apart has no box and no pairs");
        return;
    }
    expect(p, !is_empty(&r->box), "what meets has a box");
    expect(p, is_within_box(&r->box, r->point, loose), "the point is in the box");
    if (r->relation == FK_RELATION_A_IN_B || r->relation == FK_RELATION_B_IN_A ||
        r->relation == FK_RELATION_DUPLICATE) {
        fk_aabb inner = exact_box(of[r->relation == FK_RELATION_B_IN_A]);
        expect(p, are_near(inner.min, r->box.min, loose) && are_near(inner.max, r->box.max, loose),
               "the box of what is contained is its own");
    }
}

static void check_volume(const body_pair *p, const answers *x)
{
    bool are_solids = p->body[0].is_solid && p->body[1].is_solid;
    expect(p, x->has_volume == are_solids, "solids have a volume");
    if (!x->has_volume)
        return;
    expect(p, x->verdict != FK_APART || x->volume.lo <= 0, "what is apart has no volume");
    /* What is inside out counts against the rest. */
    expect(p, x->verdict != FK_OVERLAPPING || x->volume.hi > 0 || x->volume.lo < 0,
           "what overlaps has a volume");
}

/* ---- All pairs of primitives --------------------------------------------------------------------------- */

/* Whether each piece of one is in a piece of the other. */
static bool is_subset(const parts *a, const parts *b)
{
    for (uint32_t i = 0; i < a->count; i++) {
        bool is_in = false;
        for (uint32_t k = 0; k < b->count && !is_in; k++) {
            fk_relation r = fk_pair_relation(&a->piece[i], &b->piece[k]);
            is_in = r == FK_RELATION_A_IN_B || r == FK_RELATION_DUPLICATE;
        }
        if (!is_in)
            return false;
    }
    return true;
}

/* The strongest verdict on primitives; how many meet; the box of what they share. */
typedef struct brute_force {
    fk_verdict strongest;
    bool is_undecided, is_inside; /* a point of a primitive is inside a solid */
    size_t meeting;
    fk_aabb box;
} brute_force;

/* Of equal triangles of a surface the first counts. */
static bool is_repeated(const body *b, uint32_t triangle)
{
    for (uint32_t t = 0; b->mesh != NULL && !b->is_solid && t < triangle; t++) {
        const uint32_t *c = b->mesh->triangle[t].corner, *d = b->mesh->triangle[triangle].corner;
        int common = 0;
        for (int k = 0; k < 9; k++)
            common += c[k / 3] == d[k % 3];
        if (common >= 3 && (c[0] == d[0] || c[0] == d[1] || c[0] == d[2]))
            return true;
    }
    return false;
}

static brute_force try_all(const body_pair *p, const parts *const of[2])
{
    brute_force out = {.strongest = FK_APART, .box = fk_aabb_empty()};
    for (uint32_t i = 0; i < of[0]->count; i++)
        for (uint32_t k = 0; k < of[1]->count; k++) {
            fk_verdict verdict = fk_pair_verdict(&of[0]->piece[i], &of[1]->piece[k]);
            fk_aabb box;
            out.is_undecided = out.is_undecided || verdict == FK_UNDECIDED;
            out.meeting +=
                verdict >= FK_TOUCHING && !is_repeated(&p->body[0], i) && !is_repeated(&p->body[1], k);
            out.strongest = verdict > out.strongest ? verdict : out.strongest;
            if (verdict >= FK_TOUCHING && fk_pair_box(&of[0]->piece[i], &of[1]->piece[k], &box) == FK_OK)
                out.box = fk_aabb_merge(&out.box, &box);
        }
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < of[side]->count && p->body[1 - side].is_solid; i++) {
            const fk_piece *piece = &of[side]->piece[i];
            out.is_inside = out.is_inside || (piece->kind != FK_KIND_HALF_SPACE &&
                                              is_within(&p->body[1 - side], point_of(piece)));
        }
    return out;
}

static void check_primitives(const body_pair *p, const answers *x, const parts *const of[2])
{
    brute_force all = try_all(p, of);
    bool has_mesh = p->body[0].mesh != NULL || p->body[1].mesh != NULL;
    bool meets = all.meeting > 0 || all.is_inside;
    if (!has_mesh) {
        fk_verdict expected =
            all.is_undecided && all.strongest != FK_OVERLAPPING ? FK_UNDECIDED : all.strongest;
        expect(p, x->verdict == expected, "the verdict is the strongest one on primitives");
        fk_relation r = x->related != NULL ? x->related->relation : FK_RELATION_UNDECIDED;
        if (meets && x->verdict != FK_UNDECIDED && x->has_relation) {
            bool in_b = is_subset(of[0], of[1]), in_a = is_subset(of[1], of[0]);
            expect(p, !in_b || r == FK_RELATION_A_IN_B || r == FK_RELATION_DUPLICATE,
                   "a union of subsets is a subset");
            expect(p, !in_a || r == FK_RELATION_B_IN_A || r == FK_RELATION_DUPLICATE, "so is b");
        }
    }
    expect(p, !meets || x->meets == FK_YES, "what meets by its primitives meets");
    expect(p, meets || all.is_undecided || x->meets == FK_NO,
           "what does not meet by its primitives does not");
    expect(p, all.is_undecided ? x->contacts >= all.meeting : x->contacts == all.meeting,
           "primitives that meet have contacts");
    double loose = 1e-9 * p->size;
    if (is_known(x->related) && all.meeting > 0) {
        fk_aabb box = fk_aabb_merge(&x->related->box, &all.box);
        expect(p,
               are_near(box.min, x->related->box.min, loose) && are_near(box.max, x->related->box.max, loose),
               "the box contains what primitives share");
    }
}

/* The oracle knows kinds up to hulls. */
static void check_oracle(const body_pair *p, const answers *x, const parts *const of[2])
{
    fk_verdict strongest = FK_APART;
    if (p->body[0].mesh != NULL || p->body[1].mesh != NULL || of[0]->count * of[1]->count > 24)
        return;
    for (uint32_t i = 0; i < of[0]->count; i++)
        for (uint32_t k = 0; k < of[1]->count; k++) {
            if (of[0]->piece[i].kind > FK_KIND_HULL || of[1]->piece[k].kind > FK_KIND_HULL)
                return;
            fk_verdict verdict = ask_oracle(&of[0]->piece[i], &of[1]->piece[k]);
            strongest = verdict > strongest ? verdict : strongest;
        }
    expect(p, x->verdict == strongest, "the oracle has the same verdict");
}

/* ---- Caches -------------------------------------------------------------------------------------------- */

/* The cache is that of the last pair, whose colliders are gone; then random bytes; then that of the pair itself. */
static void check_cache(const body_pair *p, const answers *x, fk_collider_cache *stale, fk_random *random)
{
    fk_placed_collider a = in_place(&p->body[0]), b = in_place(&p->body[1]);
    for (int round = 0; round < 5; round++) {
        fk_collider_cache kept[2] = {*stale, *stale};
        if (round == 1) {
            unsigned char *byte = (unsigned char *)kept;
            for (size_t i = 0; i < sizeof kept; i++)
                byte[i] = (unsigned char)fk_random_u64(random);
            for (int i = 0; i < 2; i++) {
                bool known = fk_random_below(random, 4) > 0;
                memcpy(&kept[i].pieces.is_known, &known, sizeof known);
                kept[i].pieces.verdict = (fk_verdict)fk_random_below(random, 5);
                kept[i].part_a = (uint32_t)fk_random_below(random, 16);
                kept[i].part_b = (uint32_t)fk_random_below(random, 16);
            }
        }
        fk_verdict verdict;
        fk_decision meets;
        assert_int_equal(fk_collider_verdict(context, &a, &b, &kept[0], &verdict), FK_OK);
        expect(p, verdict == x->verdict || (x->verdict == FK_UNDECIDED && verdict == FK_OVERLAPPING),
               "the verdict is the same with any cache");
        assert_int_equal(fk_collider_meets(context, &a, &b, &kept[1], &meets), FK_OK);
        expect(p, meets == x->meets || x->meets == FK_UNKNOWN, "meets is the same with any cache");
        *stale = kept[round == 2];
    }
    assert_int_equal(fk_collider_meets(context, &a, &b, stale, &(fk_decision){FK_UNKNOWN}), FK_OK);
}

/* ---- The tests ----------------------------------------------------------------------------------------- */

static bool is_slow(int kind)
{
    return kind >= FK_KIND_CYLINDER - 1 && kind < FORMS_OF_PIECES + 2;
}

static void check_pair(const body_pair *p, fk_collider_cache *stale, fk_random *random)
{
    fk_placed_collider a = in_place(&p->body[0]), b = in_place(&p->body[1]);
    answers x, y;
    parts *const of[2] = {parts_of(&p->body[0]), parts_of(&p->body[1])};
    const parts *const both[2] = {of[0], of[1]};
    bool is_quick = !is_slow(p->kind[0]) && !is_slow(p->kind[1]);
    uint64_t round = p->seed / (KINDS * KINDS);
    bool asks_all = is_quick || round % 6 == 0;
    ask(&a, &b, asks_all || round % 2 == 0, asks_all, &x);
    ask(&b, &a, asks_all, asks_all, &y);
    check_orders(p, &x, &y);
    check_kinds(p, &x);
    check_distance(p, &x);
    check_closer(p, &x);
    check_depth(p, &x);
    check_box(p, &x, both);
    check_volume(p, &x);
    if (of[0]->count * of[1]->count <= 400 || p->seed % 8 == 0)
        check_primitives(p, &x, both);
    check_oracle(p, &x, both);
    check_cache(p, &x, stale, random);
    fk_relation_result_free(context, x.related);
    fk_relation_result_free(context, y.related);
    free(of[0]);
    free(of[1]);
}

static uint64_t whole_setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

static void answers_agree(void **state)
{
    (void)state;
    static body_pair p;
    fk_collider_cache stale;
    fk_random random = fk_random_make(7);
    uint64_t first = whole_setting("FARKAS_BODY_FIRST", 0);
    uint64_t count = whole_setting("FARKAS_BODY_CASES", 10000 / SHARE);
    memset(&stale, 0, sizeof stale);
    for (uint64_t seed = first; seed < first + count && broken_cases < BROKEN_MOST; seed++) {
        make_pair(seed, &p);
        check_pair(&p, &stale, &random);
        free_pair(&p);
    }
    for (int i = 0; i < RULES_MOST && broken[i].rule != NULL; i++)
        print_message("%d times broken: %s\n", broken[i].count, broken[i].rule);
    assert_int_equal(broken_cases, 0);
}

typedef struct placed_pair {
    fk_placed_collider a, b;
} placed_pair;

static fk_status relate_scarce(fk_context *scarce, const void *user, void *out)
{
    const placed_pair *p = user;
    fk_relation_result *related = NULL;
    fk_status status = fk_collider_relate(scarce, &p->a, &p->b, &related);
    assert_true(status == FK_OK || related == NULL);
    if (status == FK_OK)
        memcpy(out, &related->relation, sizeof related->relation);
    fk_relation_result_free(scarce, related);
    return status;
}

static fk_status verdict_scarce(fk_context *scarce, const void *user, void *out)
{
    const placed_pair *p = user;
    return fk_collider_verdict(scarce, &p->a, &p->b, NULL, out);
}

static fk_status meets_scarce(fk_context *scarce, const void *user, void *out)
{
    const placed_pair *p = user;
    return fk_collider_meets(scarce, &p->a, &p->b, NULL, out);
}

static fk_status closer_scarce(fk_context *scarce, const void *user, void *out)
{
    const placed_pair *p = user;
    return fk_collider_closer(scarce, &p->a, &p->b, 0.5, out);
}

static fk_status depth_scarce(fk_context *scarce, const void *user, void *out)
{
    const placed_pair *p = user;
    return fk_collider_depth(scarce, &p->a, &p->b, out);
}

/* Closer at exactly the limit compares meshes made of boxes. */
static void memory_runs_out(void **state)
{
    (void)state;
    static body_pair p;
    for (uint64_t seed = 0; seed < 324; seed++) {
        make_pair(seed, &p);
        placed_pair both = {in_place(&p.body[0]), in_place(&p.body[1])};
        if (!is_slow(p.kind[0]) && !is_slow(p.kind[1])) {
            memory_ask(verdict_scarce, &both, sizeof(fk_verdict));
            memory_ask(meets_scarce, &both, sizeof(fk_decision));
            memory_ask(relate_scarce, &both, sizeof(fk_relation));
            memory_ask(closer_scarce, &both, sizeof(fk_decision));
            memory_ask(depth_scarce, &both, sizeof(fk_placed_depth));
        }
        free_pair(&p);
    }
    fk_piece box = cube(0, 0, 0, 1);
    body one = body_of_pieces(&box, 1), two = body_of_pieces(&box, 1);
    two.pose.translation.x = 1.5;
    placed_pair both = {in_place(&one), in_place(&two)};
    memory_ask(closer_scarce, &both, sizeof(fk_decision));
    body_end(&one);
    body_end(&two);
}

/* A segment in a solid that is not convex, and on its boundary; in both orders. */
static void flat_pieces_are_surfaces(void **state)
{
    (void)state;
    soup *s = soup_make();
    uint8_t full[8] = {1, 1, 1};
    soup_add_cells(s, full, 2);
    body solid = body_of_mesh(soup_mesh(context, s), true);
    free(s);
    fk_piece inside = fk_piece_segment(v(0.25, 0.5, 0.5), v(1.75, 0.5, 0.5)),
             edge = fk_piece_segment(v(0.25, 0, 0), v(1.75, 0, 0));
    for (int i = 0; i < 2; i++) {
        body segment = body_of_pieces(i == 0 ? &inside : &edge, 1);
        fk_placed_collider a = in_place(&solid), b = in_place(&segment);
        answers x, y;
        ask(&a, &b, true, true, &x);
        ask(&b, &a, true, true, &y);
        assert_int_equal(x.verdict, i == 0 ? FK_OVERLAPPING : FK_TOUCHING);
        assert_int_equal(x.related->relation, FK_RELATION_B_IN_A);
        assert_int_equal(y.related->relation, FK_RELATION_A_IN_B);
        assert_true(same_vector(x.related->box.min, segment.piece->as.segment[0]));
        assert_true(same_vector(x.related->box.max, segment.piece->as.segment[1]));
        assert_true(x.depth_status == FK_OK && (i == 0 ? x.depth.depth.hi == 0.5 : x.depth.depth.hi == 0));
        assert_true(y.depth_status == FK_OK && y.depth.depth.hi == x.depth.depth.hi);
        fk_relation_result_free(context, x.related);
        fk_relation_result_free(context, y.related);
        body_end(&segment);
    }
    body_end(&solid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(answers_agree),
                                       cmocka_unit_test(flat_pieces_are_surfaces),
                                       cmocka_unit_test(memory_runs_out)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
