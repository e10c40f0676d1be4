/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures of two tori. All pictures of one case have the same camera, which sees the boxes of both. */

#include "papers/papers_tori_pov.h"
#include "papers/papers_pov.h"

#include <stdlib.h>
#include <string.h>

static const pov_color colors[2] = {{0.95, 0.6, 0.12, 0}, {0.2, 0.5, 0.88, 0}};
static const pov_color edges[2] = {{0.45, 0.24, 0.01, 0}, {0.03, 0.17, 0.42, 0}};
static const pov_color color_hit = {0.8, 0.02, 0.12, 0}, color_all = {0, 0, 0, 0};

/* How much light goes through where something behind it is to be seen. */
#define CLEAR_LEVEL 0.72
#define CLEAR_TORUS 0.65

static pov_color clear_color(pov_color color, double clear)
{
    color.clear = clear;
    return color;
}

static fk_piece root_of(const tori_world *w, int i)
{
    return w->paper[(size_t)i * w->nodes].piece;
}

static void draw_faces(pov_scene *scene, const fk_piece *cell, pov_color color)
{
    clip_polygons faces;
    clip_faces(cell, &faces);
    for (size_t i = 0; i < faces.count; i++)
        pov_polygon(scene, &faces.polygon[i], color);
}

/* ---- Edges --------------------------------------------------------------------------------------------- */

typedef struct edge {
    double end[2][3];
} edge;

static int compare(const void *a, const void *b)
{
    const double *x = ((const edge *)a)->end[0], *y = ((const edge *)b)->end[0];
    for (int i = 0; i < 6; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static void set_end(edge *e, int which, const fk_cell *c, unsigned corner)
{
    fk_vec3 p = corner == 0 ? c->origin : fk_vec3_add(c->origin, c->edge[corner - 1]);
    for (int i = 0; i < 3; i++)
        e->end[which][i] = fk_vec3_get(p, i);
}

/* The edges of all tetrahedra of a torus, each once. False after a message. */
static bool draw_edges(pov_scene *scene, const paper_node *node, uint32_t nodes, double width,
                       pov_color color)
{
    size_t count = 0;
    edge *all = malloc(6 * (size_t)nodes * sizeof *all);
    if (all == NULL) {
        cli_trouble("out of memory");
        return false;
    }
    for (uint32_t k = 1; k < nodes; k++)
        for (unsigned i = 0; i < 4; i++)
            for (unsigned j = i + 1; j < 4; j++) {
                edge e, turned;
                set_end(&e, 0, &node[k].piece.as.cell, i);
                set_end(&e, 1, &node[k].piece.as.cell, j);
                memcpy(turned.end[0], e.end[1], sizeof e.end[1]);
                memcpy(turned.end[1], e.end[0], sizeof e.end[0]);
                all[count++] = compare(&e, &turned) < 0 ? e : turned;
            }
    qsort(all, count, sizeof *all, compare);
    for (size_t i = 0; i < count; i++) {
        const double(*p)[3] = all[i].end;
        if (i == 0 || compare(&all[i - 1], &all[i]) != 0)
            pov_line(scene, fk_vec3_make(p[0][0], p[0][1], p[0][2]), fk_vec3_make(p[1][0], p[1][1], p[1][2]),
                     width, color);
    }
    free(all);
    return true;
}

/* ---- The four pictures --------------------------------------------------------------------------------- */

static void draw_tori(pov_scene *scene, const torus t[2], double clear)
{
    for (int i = 0; i < 2; i++)
        pov_torus(scene, &t[i].pose, t[i].major, t[i].minor, clear_color(colors[i], clear));
}

static void draw_level_1(pov_scene *scene, const tori_world *w, const torus t[2])
{
    draw_tori(scene, t, 0);
    for (int i = 0; i < 2; i++) {
        fk_piece root = root_of(w, i);
        clip_polygons faces;
        clip_faces(&root, &faces);
        draw_faces(scene, &root, clear_color(colors[i], CLEAR_LEVEL));
        for (size_t k = 0; k < faces.count; k++)
            pov_outline(scene, &faces.polygon[k], 0.7, edges[i]);
    }
}

static bool draw_level_2(pov_scene *scene, const tori_world *w)
{
    bool good = true;
    for (int i = 0; i < 2 && good; i++) {
        const paper_node *node = w->paper + (size_t)i * w->nodes;
        for (uint32_t k = 1; k < w->nodes; k++)
            draw_faces(scene, &node[k].piece, colors[i]);
        good = draw_edges(scene, node, w->nodes, 0.22, edges[i]);
    }
    return good;
}

static void draw_boxes(pov_scene *scene, const torus t[2], const tori_answer *answer)
{
    fk_aabb all = fk_aabb_empty();
    draw_tori(scene, t, CLEAR_TORUS);
    for (size_t i = 0; i < answer->count; i++) {
        fk_aabb box = answer->hit[i].box;
        pov_box(scene, box, 0.12, color_hit);
        all = fk_aabb_include(fk_aabb_include(all, box.min), box.max);
    }
    if (answer->count > 0)
        pov_box(scene, all, 0.7, color_all);
}

/* ---- Scenes -------------------------------------------------------------------------------------------- */

/* The corners of both boxes. */
static size_t points_of(const tori_world *w, fk_vec3 *out)
{
    size_t count = 0;
    for (int i = 0; i < 2; i++) {
        fk_piece root = root_of(w, i);
        const fk_cell *c = &root.as.cell;
        for (unsigned bits = 0; bits < 8; bits++) {
            out[count] = c->origin;
            for (unsigned k = 0; k < 3; k++)
                if (bits >> k & 1)
                    out[count] = fk_vec3_add(out[count], c->edge[k]);
            count++;
        }
    }
    return count;
}

bool papers_tori_draw(const char *folder, const char *name, const char *title, const torus t[2],
                      const tori_world *w, const tori_answer *answer)
{
    static const char *const picture[PAPERS_TORI_PICTURES] = {"tori", "level-1", "level-2", "boxes"};
    static const char *const what[PAPERS_TORI_PICTURES] = {
        "the real tori", "level 1: a box each", "level 2: tetrahedra",
        "the boxes of all hits in red, the box around them in black"};
    fk_vec3 point[16];
    size_t count = points_of(w, point);
    for (int i = 0; i < PAPERS_TORI_PICTURES; i++) {
        char path[4096], text[512];
        int length = snprintf(path, sizeof path, "%s/%s-%s.pov", folder, name, picture[i]);
        if (length < 0 || (size_t)length >= sizeof path) {
            cli_trouble_at(folder, 0, 0, "the name is too long");
            return false;
        }
        snprintf(text, sizeof text, "farkas papers fm-tori, %s\n%s", title, what[i]);
        pov_scene scene;
        if (!pov_begin(&scene, path, text, point, count))
            return false;
        bool good = true;
        if (i == 0)
            draw_tori(&scene, t, 0);
        else if (i == 1)
            draw_level_1(&scene, w, t);
        else if (i == 2)
            good = draw_level_2(&scene, w);
        else
            draw_boxes(&scene, t, answer);
        if (!pov_end(&scene) || !good)
            return false;
    }
    return true;
}
