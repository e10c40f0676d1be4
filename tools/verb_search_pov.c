/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Draws a search for POV-Ray: see part_list.h. Leaves are half transparent, so that what is behind them is visible;
 * POV-Ray ends a ray after about ten of them, which is enough. */

#include "part_list.h"
#include "pov_scene.h"

#include <inttypes.h>
#include <stdlib.h>

/* More nodes and boxes than these make files of many megabytes, and show nothing more. */
#define MOST_NODES 5000
#define MOST_BOXES 300

static const pov_color palette[] = {{0.35, 0.6, 0.9, 0.6},  {0.95, 0.75, 0.3, 0.6}, {0.45, 0.8, 0.5, 0.6},
                                    {0.75, 0.55, 0.9, 0.6}, {0.4, 0.8, 0.85, 0.6},  {0.7, 0.65, 0.55, 0.6},
                                    {0.95, 0.6, 0.7, 0.6},  {0.6, 0.75, 0.3, 0.6}};
static const pov_color red = {0.95, 0.05, 0.05, 0.45}, black = {0, 0, 0, 0};

enum { COLORS = sizeof palette / sizeof palette[0] };

typedef struct search_picture {
    const fk_search_findings *findings;
    pov_scene scene;
    uint32_t levels; /* how many levels of the trees are drawn */
    /* For each object, for each node. */
    uint32_t **level;
    bool **is_hit;
    uint64_t left_out; /* boxes */
} search_picture;

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static fk_piece place_node(const fk_search_object *object, uint32_t node)
{
    const fk_cell_node *n = &object->tree->node[node];
    fk_piece piece = {.kind = n->kind, .as = {.cell = n->cell}};
    return fk_piece_place(&piece, &object->pose, NULL);
}

static void add_node_faces(search_picture *p, uint32_t object, uint32_t node)
{
    fk_piece placed = place_node(&p->findings->object[object], node);
    clip_polygons faces;
    clip_faces(&placed, &faces);
    for (size_t i = 0; i < faces.count; i++)
        pov_mesh_add(&p->scene, &faces.polygon[i]);
}

/* Children come after their parents, so one pass finds the levels of all nodes. */
static void find_levels(const fk_cell_tree *tree, uint32_t *level)
{
    level[0] = 1;
    for (uint32_t i = 0; i < tree->node_count; i++)
        for (uint32_t k = 0; k < tree->node[i].child_count; k++)
            level[tree->node[i].first_child + k] = level[i] + 1;
}

/* Draws the nodes of the last drawn level, and leaves above it: those that are hit, or those that are not. */
static void add_object(search_picture *p, uint32_t object, bool hit)
{
    const fk_cell_tree *tree = p->findings->object[object].tree;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        uint32_t level = p->level[object][i];
        bool is_last = level == p->levels || (level < p->levels && tree->node[i].child_count == 0);
        if (is_last && p->is_hit[object][i] == hit)
            add_node_faces(p, object, i);
    }
}

/* Finds the most levels whose nodes, with the leaves above, are not too many; at least one. */
static bool choose_levels(search_picture *p)
{
    uint32_t most = 1;
    for (uint32_t o = 0; o < p->findings->object_count; o++) {
        uint32_t levels = p->findings->object[o].tree->level_count;
        most = levels > most ? levels : most;
    }
    uint64_t *nodes = calloc((size_t)most + 1, sizeof *nodes),
             *leaves = calloc((size_t)most + 1, sizeof *leaves);
    bool good = nodes != NULL && leaves != NULL;
    for (uint32_t o = 0; good && o < p->findings->object_count; o++) {
        const fk_cell_tree *tree = p->findings->object[o].tree;
        for (uint32_t i = 0; i < tree->node_count; i++) {
            nodes[p->level[o][i]]++;
            leaves[p->level[o][i]] += tree->node[i].child_count == 0;
        }
    }
    p->levels = 1;
    uint64_t above = 0;
    for (uint32_t k = 1; good && k <= most && above + nodes[k] <= MOST_NODES; k++) {
        p->levels = k;
        above += leaves[k];
    }
    if (good && p->levels < most)
        cli_note("--pov: there are too many leaves for a picture; nodes of level %" PRIu32 " of %" PRIu32
                 " are drawn",
                 p->levels, most);
    free(nodes);
    free(leaves);
    return good;
}

/* Allocates an entry for each node of each object, and fills in the levels. */
static bool reserve_levels(search_picture *p)
{
    uint32_t count = p->findings->object_count;
    p->level = calloc((size_t)count + 1, sizeof *p->level);
    p->is_hit = calloc((size_t)count + 1, sizeof *p->is_hit);
    for (uint32_t o = 0; o < count; o++) {
        const fk_cell_tree *tree = p->findings->object[o].tree;
        if (p->level == NULL || p->is_hit == NULL)
            return false;
        p->level[o] = malloc(tree->node_count * sizeof *p->level[o]);
        p->is_hit[o] = calloc(tree->node_count, sizeof *p->is_hit[o]);
        if (p->level[o] == NULL || p->is_hit[o] == NULL)
            return false;
        find_levels(tree, p->level[o]);
    }
    return choose_levels(p);
}

static void free_levels(search_picture *p)
{
    for (uint32_t o = 0; o < p->findings->object_count; o++) {
        free(p->level != NULL ? p->level[o] : NULL);
        free(p->is_hit != NULL ? p->is_hit[o] : NULL);
    }
    free(p->level);
    free(p->is_hit);
}

/* ---- Hits ---------------------------------------------------------------------------------------------- */

/* Marks colliding leaves. Returns how many. */
static uint64_t mark_hits(search_picture *p)
{
    const fk_search_result *result = p->findings->result;
    uint64_t count = 0;
    for (size_t i = 0; i < result->pair_count; i++)
        for (size_t k = 0; k < result->pair[i].hit_count; k++) {
            const fk_search_pair *pair = &result->pair[i];
            bool *a = &p->is_hit[pair->a][pair->hit[k].node_a], *b = &p->is_hit[pair->b][pair->hit[k].node_b];
            count += (uint64_t) !*a + !*b;
            *a = *b = true;
        }
    return count;
}

/* Marks nodes with such leaves below them. Children come after their parents. */
static void mark_parents(search_picture *p, uint32_t object)
{
    const fk_cell_tree *tree = p->findings->object[object].tree;
    for (uint32_t i = tree->node_count; i-- > 0;)
        for (uint32_t k = 0; k < tree->node[i].child_count; k++)
            p->is_hit[object][i] |= p->is_hit[object][tree->node[i].first_child + k];
}

static void add_hits(search_picture *p, uint32_t object)
{
    for (uint32_t i = 0; i < p->findings->object[object].tree->node_count; i++)
        if (p->is_hit[object][i])
            add_node_faces(p, object, i);
}

/* Colliding leaves are red; if there are too many, the drawn nodes above them are red. */
static void draw_objects(search_picture *p)
{
    uint32_t count = p->findings->object_count;
    bool in_leaves = mark_hits(p) <= MOST_NODES;
    for (uint32_t o = 0; o < count; o++) {
        if (!in_leaves)
            mark_parents(p, o);
        add_object(p, o, false);
        pov_mesh_end(&p->scene, palette[o % COLORS]);
    }
    for (uint32_t o = 0; o < count; o++)
        if (in_leaves)
            add_hits(p, o);
        else
            add_object(p, o, true);
    pov_mesh_end(&p->scene, red);
}

/* Returns the box around those of all hits; empty without hits. */
static fk_aabb hits_box(const fk_search_findings *findings)
{
    fk_aabb all = fk_aabb_empty();
    for (size_t i = 0; findings->question.wants_boxes && i < findings->result->pair_count; i++) {
        const fk_search_pair *pair = &findings->result->pair[i];
        if (pair->hit_count > 0)
            all = fk_aabb_include(fk_aabb_include(all, pair->box.min), pair->box.max);
    }
    return all;
}

static void draw_boxes(search_picture *p)
{
    const fk_search_result *result = p->findings->result;
    uint64_t drawn = 0;
    for (size_t i = 0; i < result->pair_count; i++) {
        const fk_search_pair *pair = &result->pair[i];
        for (size_t k = 0; k < pair->hit_count; k++)
            if (drawn++ < MOST_BOXES)
                pov_box(&p->scene, pair->hit[k].box, 0.3, black);
            else
                p->left_out++;
    }
    if (drawn > 0)
        pov_box(&p->scene, hits_box(p->findings), 0.7, black);
}

/* ---- The picture --------------------------------------------------------------------------------------- */

/* Adds the corners of a cell, some of them several times. */
static size_t add_corners(fk_vec3 *corner, size_t count, const fk_piece *cell)
{
    clip_polygons faces;
    clip_faces(cell, &faces);
    for (size_t i = 0; i < faces.count; i++)
        for (size_t k = 0; k < faces.polygon[i].count; k++)
            corner[count++] = faces.polygon[i].point[k];
    return count;
}

/* Starts the picture: the camera sees all roots, and the box around the hits. */
static bool begin_picture(search_picture *p, const char *path)
{
    enum { CORNERS = CLIP_CELL_FACES * 4 };
    const fk_search_findings *findings = p->findings;
    fk_vec3 *corner = malloc(((size_t)findings->object_count + 1) * CORNERS * sizeof *corner);
    if (corner == NULL)
        return cli_no_memory();
    size_t count = 0;
    for (uint32_t o = 0; o < findings->object_count; o++) {
        fk_piece root = place_node(&findings->object[o], 0);
        count = add_corners(corner, count, &root);
    }
    fk_aabb all = hits_box(findings);
    fk_vec3 size = fk_vec3_sub(all.max, all.min);
    fk_piece box = fk_piece_box(all.min, fk_vec3_make(size.x, 0, 0), fk_vec3_make(0, size.y, 0),
                                fk_vec3_make(0, 0, size.z));
    if (size.x >= 0)
        count = add_corners(corner, count, &box);
    bool good = pov_begin(&p->scene, path, "farkas search: leaves that collide are red", corner, count);
    free(corner);
    return good;
}

bool search_pov_write(const fk_search_findings *findings, const char *path)
{
    search_picture p = {.findings = findings};
    bool good = (reserve_levels(&p) || cli_no_memory()) && begin_picture(&p, path);
    if (good) {
        draw_objects(&p);
        if (findings->question.wants_boxes)
            draw_boxes(&p);
        good = pov_end(&p.scene);
    }
    free_levels(&p);
    if (good && p.left_out > 0)
        cli_note("--pov: %" PRIu64 " boxes are left out, as nobody would see so many", p.left_out);
    return good;
}
