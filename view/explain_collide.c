/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Explains COLLIDE on the sphere trees of two meshes: a step for each level of its recursion, with all pairs of spheres
 * that it visits there. It visits them depth first, so a level is not a moment in time: in their true order there would
 * be thousands of steps. */

#include "explain_private.h"

#include <stdio.h>
#include <string.h>

/* The recursion is as deep as both trees together. */
#define MOST_LEVELS   64
#define BALL_SEGMENTS 32
/* At most so many spheres of each mesh, and lines between them, are drawn in a step; at most so many levels are listed. */
#define MOST_DRAWN  400
#define LEVELS_LIST 24

typedef struct collide_level {
    /* visited; of these, with spheres that meet; of these, leaves; triangles that meet */
    uint32_t pairs, meet, leaves, hits;
} collide_level;

struct explain_collide {
    fk_placed_sphere_tree side[2];
    fk_collide_visit *visit;
    uint32_t visit_count;
    collide_level level[MOST_LEVELS];
    bool meets;
    fk_mesh *ball; /* of radius 1 around the origin */
    /* for each node, while a step is drawn: 1 if its sphere is visited, 2 if it meets one */
    uint8_t *seen[2];
};

/* ---- Preparing ----------------------------------------------------------------------------------------- */

/* Runs COLLIDE once for the number of visits, and again for the visits. */
static fk_status run_collide(fk_context *context, explain_collide *c)
{
    fk_collide_trace trace = {NULL, 0, 0};
    c->meets = fk_placed_collide(&c->side[0], &c->side[1], &trace);
    c->visit = fk_allocate(context, trace.count * sizeof *c->visit);
    if (c->visit == NULL)
        return FK_ERROR_MEMORY;
    c->visit_count = trace.count;
    trace = (fk_collide_trace){c->visit, c->visit_count, 0};
    fk_placed_collide(&c->side[0], &c->side[1], &trace);
    return FK_OK;
}

static bool is_leaf_pair(const explain_collide *c, const fk_collide_visit *v)
{
    return c->side[0].tree->node[v->a].right == 0 && c->side[1].tree->node[v->b].right == 0;
}

/* Returns the number of levels. */
static uint32_t count_levels(explain_collide *c)
{
    uint32_t levels = 0;
    for (uint32_t i = 0; i < c->visit_count; i++) {
        const fk_collide_visit *v = &c->visit[i];
        collide_level *level = &c->level[v->level];
        level->pairs++;
        level->meet += v->spheres_meet;
        level->leaves += v->spheres_meet && is_leaf_pair(c, v);
        level->hits += v->triangles_meet;
        levels = v->level + 1 > levels ? v->level + 1 : levels;
    }
    return levels;
}

static fk_status prepare_side(fk_context *context, explain_collide *c, int k, const fk_placed_mesh *mesh)
{
    fk_sphere_tree *tree;
    fk_status status = fk_sphere_tree_build(context, mesh->mesh, &tree);
    if (status != FK_OK)
        return status;
    c->side[k] = (fk_placed_sphere_tree){mesh->mesh, tree, mesh->pose};
    c->seen[k] = fk_allocate(context, tree->node_count);
    return c->seen[k] != NULL ? FK_OK : FK_ERROR_MEMORY;
}

static fk_sphere node_sphere(const explain_collide *c, int k, uint32_t node)
{
    return fk_sphere_place(&c->side[k].tree->node[node].sphere, &c->side[k].pose);
}

fk_status explain_collide_make(explanation *e, const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    const fk_piece unit = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1);
    explain_collide *c = fk_allocate(e->context, sizeof *c);
    if (c == NULL)
        return FK_ERROR_MEMORY;
    memset(c, 0, sizeof *c);
    e->collide = c;
    fk_status status = fk_piece_mesh(e->context, &unit, BALL_SEGMENTS, &c->ball);
    for (int k = 0; k < 2 && status == FK_OK; k++)
        status = prepare_side(e->context, c, k, k == 0 ? a : b);
    if (status == FK_OK)
        status = run_collide(e->context, c);
    if (status != FK_OK)
        return status;
    e->step_count = count_levels(c);
    fk_sphere root[2] = {node_sphere(c, 0, 0), node_sphere(c, 1, 0)};
    e->bodies = fk_sphere_merge(&root[0], &root[1]);
    return FK_OK;
}

void explain_collide_free(fk_context *context, explain_collide *c)
{
    if (c == NULL)
        return;
    for (int k = 0; k < 2; k++) {
        if (c->side[k].tree != NULL)
            fk_release(context, c->seen[k], c->side[k].tree->node_count);
        fk_sphere_tree_free(context, (fk_sphere_tree *)c->side[k].tree);
    }
    fk_mesh_free(context, c->ball);
    fk_release(context, c->visit, c->visit_count * sizeof *c->visit);
    fk_release(context, c, sizeof *c);
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

static void draw_collide_meshes(explain_pen *pen)
{
    const explain_collide *c = pen->e->collide;
    for (int k = 0; k < 2; k++) {
        drawing_look look = k == 0 ? LOOK_A : LOOK_B;
        drawing_body body = {.mesh = c->side[k].mesh, .pose = c->side[k].pose, .look = look};
        pen->failed = pen->failed || !drawing_add_body(pen->d, &body);
        pen_label(pen, node_sphere(c, k, 0).center, look, k == 0 ? "a" : "b");
    }
}

/* Draws the spheres that were seen: blue or green if they meet another one, grey if not. */
static void draw_seen_spheres(explain_pen *pen, int k)
{
    const explain_collide *c = pen->e->collide;
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < c->side[k].tree->node_count && drawn < MOST_DRAWN && !pen->failed; i++) {
        if (c->seen[k][i] == 0)
            continue;
        fk_sphere sphere = node_sphere(c, k, i);
        drawing_look look = c->seen[k][i] < 2 ? LOOK_CLEAR : k == 0 ? LOOK_A : LOOK_B;
        pen->failed = !drawing_add_ball(pen->d, c->ball, &sphere, look);
        drawn++;
    }
}

static void draw_triangle(explain_pen *pen, int k, uint32_t node)
{
    const fk_placed_sphere_tree *side = &pen->e->collide->side[k];
    const uint32_t *corner = side->mesh->triangle[side->tree->triangle[side->tree->node[node].first]].corner;
    for (int i = 0; i < 3; i++)
        pen_line_on_top(pen, fk_pose_apply(&side->pose, side->mesh->point[corner[i]]),
                        fk_pose_apply(&side->pose, side->mesh->point[corner[(i + 1) % 3]]), LOOK_CLASH, 3);
}

/* Draws the pairs of a level: spheres, and lines between the centers of those that meet. */
static void draw_collide_level(explain_pen *pen, uint32_t level)
{
    const explain_collide *c = pen->e->collide;
    uint32_t lines = 0;
    for (int k = 0; k < 2; k++)
        memset(c->seen[k], 0, c->side[k].tree->node_count);
    for (uint32_t i = 0; i < c->visit_count; i++) {
        const fk_collide_visit *v = &c->visit[i];
        if (v->level != level)
            continue;
        uint8_t seen = v->spheres_meet ? 2 : 1;
        c->seen[0][v->a] = seen > c->seen[0][v->a] ? seen : c->seen[0][v->a];
        c->seen[1][v->b] = seen > c->seen[1][v->b] ? seen : c->seen[1][v->b];
        if (v->spheres_meet && lines++ < MOST_DRAWN)
            pen_line_on_top(pen, node_sphere(c, 0, v->a).center, node_sphere(c, 1, v->b).center, LOOK_NEAR,
                            1.5f);
        if (v->triangles_meet) {
            draw_triangle(pen, 0, v->a);
            draw_triangle(pen, 1, v->b);
        }
    }
    draw_seen_spheres(pen, 0);
    draw_seen_spheres(pen, 1);
}

/* ---- Words --------------------------------------------------------------------------------------------- */

static void list_levels(explain_pen *pen, uint32_t now)
{
    const explain_collide *c = pen->e->collide;
    uint32_t count = pen->e->step_count, first = 0;
    if (count > LEVELS_LIST && now > LEVELS_LIST / 2)
        first = now - LEVELS_LIST / 2;
    pen_write(pen, "Pairs of spheres on each level%s:", count > LEVELS_LIST ? ", in part" : "");
    for (uint32_t i = first; i < count && i < first + LEVELS_LIST; i++) {
        const collide_level *l = &c->level[i];
        void (*write)(explain_pen *, const char *, ...) = i == now ? pen_write_marked : pen_write;
        write(pen, "%3u  %u visited, %u meet, %u dropped", i, l->pairs, l->meet, l->pairs - l->meet);
    }
}

static void write_collide_question(explain_pen *pen)
{
    const explain_collide *c = pen->e->collide;
    snprintf(pen->text->title, EXPLAIN_COLUMNS, "collide: the question");
    pen_write_marked(pen, "Do triangles of a and b have a common point?");
    pen_blank_line(pen);
    for (int k = 0; k < 2; k++) {
        const fk_sphere_tree *tree = c->side[k].tree;
        pen_write(pen, "%s: %s%s%u triangles, in a tree of %u spheres, %u levels deep", k == 0 ? "a" : "b",
                  pen->e->name[k], pen->e->name[k][0] != 0 ? ", " : "", tree->triangle_count,
                  tree->node_count, tree->depth);
    }
    pen_blank_line(pen);
    pen_write(
        pen,
        "A sphere surrounds all triangles of a mesh; those are halved until each has a sphere of its own.");
    pen_write(pen,
              "collide (Murrieta-Cid) compares two spheres. If they are apart, nothing inside them meets. If "
              "they meet, it goes on with both halves of the larger one.");
    pen_write(
        pen, "It goes depth first, and ends with the first two triangles that meet. A step shows one level.");
}

static void write_collide_level(explain_pen *pen, uint32_t level)
{
    const collide_level *l = &pen->e->collide->level[level];
    snprintf(pen->text->title, EXPLAIN_COLUMNS, "collide: level %u of 0 to %u", level,
             pen->e->step_count - 1);
    pen_write(pen, "Pairs of spheres: %u. Of these, %u meet: blue and green, with a line between them.",
              l->pairs, l->meet);
    if (l->pairs > l->meet)
        pen_write(pen, "%u are apart: dropped, with all that is inside. A sphere that meets none is grey.",
                  l->pairs - l->meet);
    if (l->leaves > 0)
        pen_write(pen, "Pairs of leaves: %u. Their triangles are tested.", l->leaves);
    if (l->hits > 0)
        pen_write_marked(pen, "Two triangles meet (red): collide ends.");
    pen_blank_line(pen);
    list_levels(pen, level);
}

static void write_collide_answer(explain_pen *pen)
{
    const explain_collide *c = pen->e->collide;
    double triangles = (double)c->side[0].tree->triangle_count * c->side[1].tree->triangle_count;
    uint32_t leaves = 0;
    for (uint32_t i = 0; i < pen->e->step_count; i++)
        leaves += c->level[i].leaves;
    snprintf(pen->text->title, EXPLAIN_COLUMNS, "collide: %s", c->meets ? "they meet" : "they do not meet");
    if (c->meets) {
        const fk_collide_visit *last = &c->visit[c->visit_count - 1];
        draw_triangle(pen, 0, last->a);
        draw_triangle(pen, 1, last->b);
        pen_write_marked(pen, "Triangle %u of a and triangle %u of b meet (red).",
                         c->side[0].tree->triangle[c->side[0].tree->node[last->a].first],
                         c->side[1].tree->triangle[c->side[1].tree->node[last->b].first]);
    } else {
        pen_write_marked(pen, "No triangle of a meets one of b.");
    }
    pen_blank_line(pen);
    pen_write(pen, "%u pairs of spheres were visited, and %u pairs of triangles tested, of %.0f.",
              c->visit_count, leaves, triangles);
    pen_write(pen, "Spheres contain their triangles, and triangles are tested exactly: so is the answer.");
    pen_write(pen, "The insides of solids do not count.");
}

void explain_collide_step(explain_pen *pen)
{
    draw_collide_meshes(pen);
    if (pen->step == 0) {
        write_collide_question(pen);
    } else if (pen->step <= pen->e->step_count) {
        draw_collide_level(pen, pen->step - 1);
        write_collide_level(pen, pen->step - 1);
    } else {
        write_collide_answer(pen);
    }
}
