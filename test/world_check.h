/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A world, and beside it what it should tell: all bodies as they were given, and all pairs by their verdicts, each
 * found anew. Nothing here knows of boxes. */

#ifndef FARKAS_TEST_WORLD_CHECK_H
#define FARKAS_TEST_WORLD_CHECK_H

#include <string.h>

#include "farkas/world.h"
#include "mesh_shapes.h"

/* ---- Colliders ----------------------------------------------------------------------------------------- */

/* The first ones are small and single. A mesh and a tree of cells come last. */
enum {
    SHAPE_BOX,
    SHAPE_TETRA,
    SHAPE_SPHERE,
    SHAPE_CAPSULE,
    SHAPE_POINT,
    SHAPE_TRIANGLE,
    SHAPE_HULL,
    SHAPE_CYLINDER,
    SHAPE_FEW,  /* pieces */
    SHAPE_MANY, /* pieces: more than are looked at one by one */
    SHAPE_BIG,
    SHAPE_HALF,
    SHAPE_MESH,
    SHAPE_CELLS,
    SHAPE_COUNT
};

#define SHAPE_MOST_PIECES 16 /* more than FK_COLLIDER_FEW, and than a question has room for on the stack */

typedef struct shapes {
    fk_collider *collider[SHAPE_COUNT];
    uint32_t piece_count[SHAPE_COUNT]; /* 0: not made of pieces */
    fk_piece piece[SHAPE_COUNT][SHAPE_MOST_PIECES];
    fk_mesh *mesh;
    fk_cell_tree *cells;
} shapes;

/* What all tests of a program use. */
static fk_context *context;
static shapes *all;

static inline fk_piece cube_piece(double x, double y, double z, double size)
{
    return fk_piece_box(fk_vec3_make(x, y, z), fk_vec3_make(size, 0, 0), fk_vec3_make(0, size, 0),
                        fk_vec3_make(0, 0, size));
}

static inline void shapes_add_pieces(shapes *s, int shape, uint32_t count)
{
    s->piece_count[shape] = count;
    assert_int_equal(fk_collider_of_pieces(context, s->piece[shape], count, &s->collider[shape]), FK_OK);
}

static inline void shapes_add_compounds(shapes *s)
{
    s->piece[SHAPE_FEW][0] = cube_piece(-2, 0, 0, 1);
    s->piece[SHAPE_FEW][1] = fk_piece_sphere(fk_vec3_make(0, 0, 0), 0.5);
    s->piece[SHAPE_FEW][2] = fk_piece_capsule(fk_vec3_make(1, 0, 0), fk_vec3_make(1, 2, 0), 0.25);
    shapes_add_pieces(s, SHAPE_FEW, 3);
    for (int i = 0; i < SHAPE_MOST_PIECES; i++)
        s->piece[SHAPE_MANY][i] = cube_piece(i % 5, i / 5 % 2 * 1.5, i / 10 * 1.5, 0.5);
    shapes_add_pieces(s, SHAPE_MANY, SHAPE_MOST_PIECES);
}

static inline void shapes_add_trees(shapes *s)
{
    soup *triangles = soup_make();
    soup_add_box(triangles, -1, -1, -1, 1, 1, 1);
    soup_add_box(triangles, -1, -1, 2, 1, 1, 3);
    s->mesh = soup_mesh(context, triangles);
    free(triangles);
    assert_int_equal(fk_collider_of_mesh(context, s->mesh, NULL, &s->collider[SHAPE_MESH]), FK_OK);
    fk_cell_input input[3] = {{cube_piece(-2, -2, -2, 4).as.cell, FK_KIND_BOX, FK_NONE},
                              {cube_piece(-2, -2, -2, 1).as.cell, FK_KIND_BOX, 0},
                              {cube_piece(0, 0, 0, 2).as.cell, FK_KIND_TETRA, 0}};
    assert_int_equal(fk_cell_tree_of_nodes(context, input, 3, 0, NULL, &s->cells), FK_OK);
    assert_int_equal(fk_collider_of_cells(context, s->cells, &s->collider[SHAPE_CELLS]), FK_OK);
}

static inline shapes *shapes_make(void)
{
    static const fk_vec3 corner[8] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1},  {-1, 1, -1},
                                      {0, 0, 1},    {0.5, 0, 1}, {0, 0.5, 1}, {0, 0, 0}};
    shapes *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->piece[SHAPE_BOX][0] = cube_piece(-0.5, -0.5, -0.5, 1);
    s->piece[SHAPE_TETRA][0] = cube_piece(-0.5, -0.5, -0.5, 2);
    s->piece[SHAPE_TETRA][0].kind = FK_KIND_TETRA;
    s->piece[SHAPE_SPHERE][0] = fk_piece_sphere(fk_vec3_make(0, 0, 0), 0.5);
    s->piece[SHAPE_CAPSULE][0] = fk_piece_capsule(fk_vec3_make(-1, 0, 0), fk_vec3_make(1, 0, 0), 0.5);
    s->piece[SHAPE_POINT][0] = fk_piece_point(fk_vec3_make(0, 0, 0));
    s->piece[SHAPE_TRIANGLE][0] =
        fk_piece_triangle(fk_vec3_make(0, 0, 0), fk_vec3_make(2, 0, 0), fk_vec3_make(0, 2, 1));
    s->piece[SHAPE_HULL][0] = fk_piece_hull(corner, 8);
    s->piece[SHAPE_CYLINDER][0] = fk_piece_cylinder(fk_vec3_make(0, 0, -1), fk_vec3_make(0, 0, 1), 1);
    s->piece[SHAPE_BIG][0] = cube_piece(-6, -6, -6, 12);
    s->piece[SHAPE_HALF][0] = fk_piece_half_space(fk_vec3_make(0, 0, 1), -8);
    for (int i = 0; i < SHAPE_MESH; i++)
        if (i != SHAPE_FEW && i != SHAPE_MANY)
            shapes_add_pieces(s, i, 1);
    shapes_add_compounds(s);
    shapes_add_trees(s);
    return s;
}

static inline void shapes_end(shapes *s)
{
    for (int i = 0; i < SHAPE_COUNT; i++)
        fk_collider_free(context, s->collider[i]);
    fk_mesh_free(context, s->mesh);
    fk_cell_tree_free(context, s->cells);
    free(s);
}

static inline int set_up(void **state)
{
    (void)state;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    all = shapes_make();
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    shapes_end(all);
    fk_context_destroy(context);
    return 0;
}

/* ---- Truth --------------------------------------------------------------------------------------------- */

#define MODEL_MOST  256
#define MODEL_PAIRS 40000

typedef struct model_body {
    fk_body_id id; /* generation 0: none */
    int shape;
    fk_body_options options;
} model_body;

typedef struct model_pair {
    fk_body_id a, b;
    fk_verdict verdict;
} model_pair;

/* Bodies by their index in the world. */
typedef struct model {
    fk_world *world;
    fk_random random;
    int most, range; /* bodies; places are on a lattice within this */
    uint32_t shape_limit;
    model_body body[MODEL_MOST];
    int live, top; /* indices are below top */
    bool is_ignored[MODEL_MOST][MODEL_MOST];
    size_t met_count;
    model_pair met[MODEL_PAIRS]; /* in the last step that worked */
} model;

static inline model *model_make(fk_context *of_world, const fk_world_options *options, uint64_t seed)
{
    model *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->random = fk_random_make(seed);
    m->most = 40;
    m->range = 6;
    m->shape_limit = SHAPE_COUNT;
    assert_int_equal(fk_world_create(of_world, options, &m->world), FK_OK);
    return m;
}

static inline void model_end(model *m)
{
    fk_world_destroy(m->world);
    free(m);
}

static inline int draw_int(model *m, int bound)
{
    return (int)fk_random_below(&m->random, (uint64_t)bound);
}

/* On a lattice, so that much touches; now and then turned by chance. */
static inline fk_pose draw_pose(model *m)
{
    fk_vec3 place = fk_vec3_make((draw_int(m, 4 * m->range) - 2 * m->range) * 0.5,
                                 (draw_int(m, 4 * m->range) - 2 * m->range) * 0.5,
                                 (draw_int(m, 4 * m->range) - 2 * m->range) * 0.5);
    if (draw_int(m, 3) > 0)
        return fk_pose_from_rpy_deg(place, fk_vec3_make(90 * draw_int(m, 4), 90 * draw_int(m, 4), 0));
    return fk_pose_from_rpy(place, fk_vec3_make(draw_int(m, 100), draw_int(m, 100), draw_int(m, 100)));
}

/* Large ones are rare. */
static inline int draw_shape(model *m)
{
    uint32_t small = m->shape_limit < SHAPE_BIG ? m->shape_limit : SHAPE_BIG;
    return draw_int(m, 8) > 0 ? draw_int(m, (int)small) : draw_int(m, (int)m->shape_limit);
}

static inline fk_body_options draw_options(model *m, int shape)
{
    fk_body_options options = fk_body_options_default(all->collider[shape]);
    options.pose = draw_pose(m);
    options.user = (uint64_t)draw_int(m, 1000);
    if (draw_int(m, 4) == 0) {
        options.group = 1u << draw_int(m, 3);
        options.mask = (uint32_t)draw_int(m, 8);
        options.parent = (uint32_t)draw_int(m, 3);
    }
    return options;
}

/* A body that is there; the zeroed id when there is none. */
static inline fk_body_id draw_body(model *m)
{
    fk_body_id none = {0, 0};
    for (int i = m->top > 0 ? draw_int(m, m->top) : 0, k = 0; k < m->top; k++, i = (i + 1) % m->top)
        if (m->body[i].id.generation != 0)
            return m->body[i].id;
    return none;
}

static inline void model_put(model *m, int shape, const fk_body_options *options, fk_body_id id)
{
    assert_true(id.index < MODEL_MOST && id.generation != 0);
    assert_int_equal(m->body[id.index].id.generation, 0);
    m->body[id.index] = (model_body){id, shape, *options};
    m->live++;
    m->top = (int)id.index < m->top ? m->top : (int)id.index + 1;
}

static inline void model_add(model *m, int shape)
{
    fk_body_options options = draw_options(m, shape);
    fk_body_id id;
    assert_int_equal(fk_world_add(m->world, &options, &id), FK_OK);
    model_put(m, shape, &options, id);
}

static inline void model_forget(model *m, uint32_t index)
{
    for (int i = 0; i < MODEL_MOST; i++)
        m->is_ignored[index][i] = m->is_ignored[i][index] = false;
    m->body[index].id.generation = 0;
    m->live--;
}

/* Something happens to one body. */
static inline void model_change(model *m)
{
    fk_body_id id = draw_body(m), other = draw_body(m);
    model_body *body = &m->body[id.index];
    int what = draw_int(m, 100);
    if (m->live < 2 || (what < 8 && m->live < m->most)) {
        model_add(m, draw_shape(m));
    } else if (what < 14) {
        assert_int_equal(fk_world_remove(m->world, id), FK_OK);
        assert_int_equal(fk_world_remove(m->world, id), FK_ERROR_STALE);
        model_forget(m, id.index);
    } else if (what < 18) {
        fk_body_options options = draw_options(m, body->shape);
        body->options.group = options.group;
        body->options.mask = options.mask;
        body->options.parent = options.parent;
        assert_int_equal(fk_world_set_filter(m->world, id, options.group, options.mask, options.parent),
                         FK_OK);
    } else if (what < 24 && id.index != other.index) {
        bool is_ignored = draw_int(m, 3) > 0;
        m->is_ignored[id.index][other.index] = m->is_ignored[other.index][id.index] = is_ignored;
        assert_int_equal(fk_world_ignore(m->world, id, other, is_ignored), FK_OK);
    } else {
        body->options.pose = draw_pose(m);
        assert_int_equal(fk_world_move(m->world, id, &body->options.pose), FK_OK);
    }
}

static inline fk_placed_collider model_placed(const model *m, uint32_t index)
{
    fk_placed_collider placed = {m->body[index].options.collider, m->body[index].options.pose};
    return placed;
}

static inline bool model_tests(const model *m, uint32_t a, uint32_t b)
{
    const fk_body_options *p = &m->body[a].options, *q = &m->body[b].options;
    return (p->group & q->mask) != 0 && (q->group & p->mask) != 0 &&
           (p->parent != q->parent || p->parent == 0) && !m->is_ignored[a][b];
}

/* The pieces of all bodies in their places. */
typedef struct model_pieces {
    fk_piece piece[MODEL_MOST][SHAPE_MOST_PIECES];
    fk_vec3 point[MODEL_MOST][16];
} model_pieces;

static inline void model_place(const model *m, model_pieces *out)
{
    for (uint32_t a = 0; a < MODEL_MOST; a++)
        for (uint32_t i = 0; m->body[a].id.generation != 0 && i < all->piece_count[m->body[a].shape]; i++)
            out->piece[a][i] =
                fk_piece_place(&all->piece[m->body[a].shape][i], &m->body[a].options.pose, out->point[a]);
}

/* Of pieces, the most that two of them do; else what colliders say. */
static inline fk_verdict model_verdict(const model *m, const model_pieces *placed, uint32_t a, uint32_t b)
{
    const shapes *s = all;
    int x = m->body[a].shape, y = m->body[b].shape;
    fk_verdict most = FK_APART;
    if (s->piece_count[x] == 0 || s->piece_count[y] == 0) {
        fk_placed_collider p = model_placed(m, a), q = model_placed(m, b);
        assert_int_equal(fk_collider_verdict(context, &p, &q, NULL, &most), FK_OK);
        return most;
    }
    bool is_undecided = false;
    for (uint32_t i = 0; i < s->piece_count[x]; i++)
        for (uint32_t k = 0; k < s->piece_count[y]; k++) {
            fk_verdict verdict = fk_pair_verdict(&placed->piece[a][i], &placed->piece[b][k]);
            is_undecided |= verdict == FK_UNDECIDED;
            most = verdict > most ? verdict : most;
        }
    return is_undecided && most != FK_OVERLAPPING ? FK_UNDECIDED : most;
}

static inline bool same_id(fk_body_id a, fk_body_id b)
{
    return a.index == b.index && a.generation == b.generation;
}

static inline bool has_met(const model_pair *met, size_t count, fk_body_id a, fk_body_id b)
{
    for (size_t i = 0; i < count; i++)
        if (same_id(met[i].a, a) && same_id(met[i].b, b))
            return true;
    return false;
}

static inline int compare_pairs(const fk_world_pair *p, const fk_world_pair *q)
{
    if (p->a.index != q->a.index)
        return p->a.index < q->a.index ? -1 : 1;
    if (p->b.index != q->b.index)
        return p->b.index < q->b.index ? -1 : 1;
    return (q->event == FK_PAIR_END) - (p->event == FK_PAIR_END);
}

static inline int compare_events(const void *p, const void *q)
{
    return compare_pairs(p, q);
}

/* All pairs as they are now, and what that makes of the last ones. Returns how many events there are. */
static inline size_t model_expect(model *m, fk_world_pair *event, size_t *undecided, bool keeps)
{
    static model_pair met[MODEL_PAIRS];
    static model_pieces placed;
    size_t count = 0, events = 0;
    model_place(m, &placed);
    *undecided = 0;
    for (uint32_t a = 0; a < MODEL_MOST; a++)
        for (uint32_t b = a + 1; b < MODEL_MOST && m->body[a].id.generation != 0; b++) {
            if (m->body[b].id.generation == 0 || !model_tests(m, a, b))
                continue;
            fk_verdict verdict = model_verdict(m, &placed, a, b);
            *undecided += verdict == FK_UNDECIDED;
            if (verdict != FK_TOUCHING && verdict != FK_OVERLAPPING)
                continue;
            assert_true(count < MODEL_PAIRS);
            met[count++] = (model_pair){m->body[a].id, m->body[b].id, verdict};
            bool stays = has_met(m->met, m->met_count, m->body[a].id, m->body[b].id);
            event[events++] = (fk_world_pair){
                m->body[a].id, m->body[b].id, stays ? FK_PAIR_STAY : FK_PAIR_BEGIN, verdict, 0, 0, 0};
        }
    for (size_t i = 0; i < m->met_count; i++)
        if (!has_met(met, count, m->met[i].a, m->met[i].b))
            event[events++] = (fk_world_pair){m->met[i].a, m->met[i].b, FK_PAIR_END, FK_APART, 0, 0, 0};
    qsort(event, events, sizeof *event, compare_events);
    if (keeps) {
        memcpy(m->met, met, count * sizeof *met);
        m->met_count = count;
    }
    return events;
}

static inline void check_contact(const fk_collider_contact *a, const fk_collider_contact *b)
{
    assert_int_equal(a->part_a, b->part_a);
    assert_int_equal(a->part_b, b->part_b);
    assert_int_equal(a->contact.count, b->contact.count);
    assert_memory_equal(&a->contact.normal, &b->contact.normal, sizeof a->contact.normal);
    for (uint32_t i = 0; i < a->contact.count; i++)
        assert_memory_equal(&a->contact.point[i], &b->contact.point[i], sizeof a->contact.point[i]);
}

/* The contacts of a pair are those of its colliders. */
static inline void check_contacts(const model *m, const fk_world_step_result *result, size_t pair,
                                  uint32_t max)
{
    static fk_collider_contact contact[4096];
    const fk_world_pair *p = &result->pair[pair];
    fk_placed_collider a = model_placed(m, p->a.index), b = model_placed(m, p->b.index);
    size_t total;
    assert_true(max <= 4096);
    assert_int_equal(fk_collider_contacts(context, &a, &b, contact, max, &total), FK_OK);
    assert_int_equal(p->contact_total, total);
    assert_int_equal(p->contact_count, total < max ? total : max);
    assert_true(p->contact_begin + p->contact_count <= result->contact_count);
    for (uint32_t i = 0; i < p->contact_count; i++)
        check_contact(&result->contact[p->contact_begin + i], &contact[i]);
}

/* What a step told is what it should. */
static inline void model_check(model *m, const fk_world_step_result *result, const fk_step_options *options)
{
    static fk_world_pair event[MODEL_PAIRS];
    size_t undecided, count = model_expect(m, event, &undecided, true), contacts = 0;
    assert_int_equal(result->pair_count, count);
    assert_int_equal(result->undecided_count, undecided);
    for (size_t i = 0; i < count; i++) {
        const fk_world_pair *p = &result->pair[i];
        assert_true(same_id(p->a, event[i].a) && same_id(p->b, event[i].b));
        assert_int_equal(p->event, event[i].event);
        assert_int_equal(p->verdict, event[i].verdict);
        if (options != NULL && options->wants_contacts && p->event != FK_PAIR_END)
            check_contacts(m, result, i, options->max_contacts);
        else
            assert_true(p->contact_count == 0 && p->contact_total == 0);
        contacts += p->contact_count;
    }
    assert_int_equal(result->contact_count, contacts);
    for (size_t i = 0; i < result->undecided_count; i++)
        assert_int_equal(result->undecided[i].verdict, FK_UNDECIDED);
    const fk_world_work *work = &result->work;
    assert_int_equal(work->bodies, m->live);
    assert_true(work->mid_passed <= work->mid_tests && work->warm <= work->narrow_tests);
    assert_int_equal(work->broad_pairs - work->filtered - work->rested,
                     work->narrow_tests + work->mid_tests - work->mid_passed);
}

static inline void model_step(model *m, const fk_step_options *options)
{
    const fk_world_step_result *result = NULL;
    assert_int_equal(fk_world_step(m->world, options, &result), FK_OK);
    model_check(m, result, options);
}

#endif
