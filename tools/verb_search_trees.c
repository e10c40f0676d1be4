/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Builds trees of cells from parts: see part_list.h. A part of cells has its tree; a box is a tree of one cell; a hull
 * and a solid become convex pieces, so that their inside is found; a surface, and on request a solid, become tetrahedra
 * at their triangles; or both get cells that are fitted to them. Round shapes have no cells. */

#include "part_list.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The options, and the accuracy in the unit of the parts. */
typedef struct tree_plan {
    const search_tree_options *making;
    double accuracy; /* 0: the default */
} tree_plan;

/* ---- One part ------------------------------------------------------------------------------------------ */

static fk_status build_box_tree(fk_context *context, const fk_piece *box, fk_cell_tree **out)
{
    fk_cell_input input = {box->as.cell, FK_KIND_BOX, FK_NONE};
    return fk_cell_tree_of_nodes(context, &input, 1, 0, NULL, out);
}

static fk_status build_hull_tree(fk_context *context, const fk_piece *piece, fk_cell_tree **out)
{
    fk_hull *hull;
    fk_status status = fk_hull_build(context, piece->as.hull.point, piece->as.hull.count, &hull);
    if (status != FK_OK)
        return status;
    status = fk_cell_tree_of_pieces(context, &hull, 1, out);
    fk_hull_free(context, hull);
    return status;
}

static fk_status build_solid_tree(fk_context *context, const fk_mesh *mesh, fk_cell_tree **out)
{
    fk_split *split;
    fk_status status = fk_split_build(context, mesh, NULL, &split);
    if (status != FK_OK)
        return status;
    status = fk_cell_tree_of_pieces(context, split->piece, split->piece_count, out);
    fk_split_free(context, split);
    return status;
}

/* Lists the nodes that a tree was given, in their order, without added ones; the parent of each is the nearest given
 * one. Children come after their parents, so `given` of a parent is known. */
static uint32_t list_given_nodes(const fk_cell_tree *tree, fk_cell_input *input, uint32_t *given)
{
    uint32_t count = 0;
    given[0] = FK_NONE;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const fk_cell_node *node = &tree->node[i];
        uint32_t above = given[i];
        if (node->source != FK_NONE) {
            input[node->source] = (fk_cell_input){node->cell, node->kind, above};
            above = node->source;
            count++;
        }
        for (uint32_t k = 0; k < node->child_count; k++)
            given[node->first_child + k] = above;
    }
    return count;
}

/* Builds the same tree with another number of children. */
static fk_status rebuild_tree(fk_context *context, const fk_cell_tree *tree, uint32_t children,
                              fk_cell_tree **out)
{
    fk_cell_input *input = malloc(tree->node_count * sizeof *input);
    uint32_t *given = malloc(tree->node_count * sizeof *given);
    fk_status status = FK_ERROR_MEMORY;
    if (input != NULL && given != NULL)
        status =
            fk_cell_tree_of_nodes(context, input, list_given_nodes(tree, input, given), children, NULL, out);
    free(input);
    free(given);
    return status;
}

/* ---- All parts ----------------------------------------------------------------------------------------- */

static bool shape_trouble(const fk_check_part *part)
{
    return cli_refuse(
        "part '%s' is a %s, which has no tree of cells; leave it out, or ask farkas check, which "
        "takes all shapes",
        part->name, fk_kind_word(part->piece->kind));
}

static bool status_trouble(const fk_check_part *part, fk_status status)
{
    return cli_refuse("part '%s': %s", part->name,
                      status == FK_ERROR_ARGUMENT
                          ? "it has no triangles, or coordinates of 2^1000 or beyond: leave "
                            "it out, or use a larger unit"
                          : fk_status_text(status));
}

/* Returns an earlier object with the same mesh, and so the same tree; or FK_NONE. */
static uint32_t find_equal(const part_list *list, uint32_t index)
{
    for (uint32_t i = 0; list->part[index].mesh != NULL && i < index; i++)
        if (list->part[i].mesh == list->part[index].mesh)
            return i;
    return FK_NONE;
}

static fk_status make_of_mesh(search_objects *objects, uint32_t index, const fk_mesh *mesh,
                              const tree_plan *plan)
{
    fk_context *context = objects->context;
    bool by_surface = plan->making->cells == SEARCH_SURFACE;
    if (plan->making->cells == SEARCH_FITTED) {
        fk_cell_fit_options options = {plan->accuracy, plan->making->most_cells, NULL};
        objects->source[index] = "fit";
        return fk_cell_tree_fit(context, mesh, &options, &objects->fit[index], &objects->made[index]);
    }
    fk_mesh_facts *facts;
    fk_status status = fk_mesh_inspect(context, mesh, &facts);
    if (status != FK_OK)
        return status;
    bool is_solid = facts->is_solid;
    fk_mesh_facts_free(context, facts);
    bool in_pieces = is_solid && !by_surface;
    objects->source[index] = in_pieces ? "piece" : "triangle";
    objects->is_hollow[index] = is_solid && by_surface;
    return in_pieces ? build_solid_tree(context, mesh, &objects->made[index])
                     : fk_cell_tree_of_surface(context, mesh, &objects->made[index]);
}

/* Builds the tree of a part, unless the scene or an earlier part has it. Round shapes have none. */
static fk_status make_tree(search_objects *objects, const part_list *list, uint32_t index,
                           const tree_plan *plan)
{
    const search_tree_options *making = plan->making;
    const fk_check_part *part = &list->part[index];
    const fk_cell_tree *cells = list->scene->part[index].cells;
    fk_cell_tree **made = &objects->made[index];
    objects->source[index] = "cell";
    if (find_equal(list, index) != FK_NONE)
        return FK_OK;
    if (cells != NULL)
        return making->has_children ? rebuild_tree(objects->context, cells, making->children, made) : FK_OK;
    if (part->mesh != NULL)
        return make_of_mesh(objects, index, part->mesh, plan);
    if (part->piece->kind == FK_KIND_BOX)
        return build_box_tree(objects->context, part->piece, made);
    objects->source[index] = "piece";
    return part->piece->kind == FK_KIND_HULL ? build_hull_tree(objects->context, part->piece, made) : FK_OK;
}

/* The trees of all parts, as tasks for threads. */
typedef struct tree_work {
    search_objects *objects;
    const part_list *list;
    tree_plan plan;
    fk_status *status;
    pthread_mutex_t lock; /* guards the fields below */
    uint32_t done;
} tree_work;

static void run_tree_task(void *data, uint32_t index)
{
    tree_work *w = data;
    w->status[index] = make_tree(w->objects, w->list, index, &w->plan);
    pthread_mutex_lock(&w->lock);
    cli_progress_bar(++w->done, w->list->count, "trees");
    pthread_mutex_unlock(&w->lock);
}

/* Makes an object from a part and its tree. False after a message. */
static bool make_object(search_objects *objects, const part_list *list, uint32_t index, fk_status status)
{
    const fk_check_part *part = &list->part[index];
    const fk_scene_part *entry = &list->scene->part[index];
    uint32_t equal = find_equal(list, index);
    const fk_cell_tree *tree = objects->made[index] != NULL ? objects->made[index] : entry->cells;
    if (status != FK_OK)
        return status_trouble(part, status);
    if (equal != FK_NONE) {
        tree = objects->object[equal].tree;
        objects->source[index] = objects->source[equal];
        objects->is_hollow[index] = objects->is_hollow[equal];
        objects->fit[index] = objects->fit[equal];
    }
    if (tree == NULL)
        return shape_trouble(part);
    objects->object[index] = (fk_search_object){part->name, tree, part->pose, entry->group};
    objects->node_total += tree->node_count;
    return true;
}

static bool make_objects(search_objects *objects, const part_list *list, const search_tree_options *making,
                         const fk_workers *workers)
{
    tree_work w = {.objects = objects, .list = list, .plan = {making, 0}};
    if (making->accuracy != NULL &&
        !part_list_read_length(list, "--accuracy", making->accuracy, &w.plan.accuracy))
        return false;
    w.status = calloc((size_t)list->count + 1, sizeof *w.status);
    if (w.status == NULL || pthread_mutex_init(&w.lock, NULL) != 0) {
        free(w.status);
        return cli_no_memory();
    }
    cli_progress_bar(0, list->count, "trees");
    workers->run(workers->user, list->count, run_tree_task, &w);
    cli_progress_end();
    pthread_mutex_destroy(&w.lock);
    bool good = true;
    for (uint32_t i = 0; good && i < list->count; i++)
        good = make_object(objects, list, i, w.status[i]);
    free(w.status);
    return good;
}

static bool find_node_parents(search_objects *objects)
{
    for (uint32_t i = 0; i < objects->count; i++) {
        const fk_cell_tree *tree = objects->object[i].tree;
        objects->parent[i] = malloc(tree->node_count * sizeof **objects->parent);
        if (objects->parent[i] == NULL)
            return false;
        fk_cell_tree_parents(tree, objects->parent[i]);
    }
    return true;
}

bool search_objects_build(search_objects *objects, fk_context *context, const part_list *list,
                          const search_tree_options *making, const fk_workers *workers)
{
    size_t room = (size_t)list->count + 1;
    *objects = (search_objects){.context = context,
                                .count = list->count,
                                .object = calloc(room, sizeof(fk_search_object)),
                                .source = calloc(room, sizeof(char *)),
                                .is_hollow = calloc(room, sizeof(bool)),
                                .fit = calloc(room, sizeof(fk_cell_fit)),
                                .made = calloc(room, sizeof(fk_cell_tree *)),
                                .parent = calloc(room, sizeof(uint32_t *))};
    bool has_room = objects->object != NULL && objects->source != NULL && objects->is_hollow != NULL &&
                    objects->made != NULL && objects->parent != NULL && objects->fit != NULL;
    bool good = (has_room || cli_no_memory()) && make_objects(objects, list, making, workers) &&
                (find_node_parents(objects) || cli_no_memory());
    if (!good)
        search_objects_free(objects);
    return good;
}

void search_objects_free(search_objects *objects)
{
    for (uint32_t i = 0; objects->made != NULL && i < objects->count; i++)
        fk_cell_tree_free(objects->context, objects->made[i]);
    for (uint32_t i = 0; objects->parent != NULL && i < objects->count; i++)
        free(objects->parent[i]);
    free(objects->object);
    free(objects->source);
    free(objects->is_hollow);
    free(objects->made);
    free(objects->parent);
    free(objects->fit);
    memset(objects, 0, sizeof *objects);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* The rules of P. Baillehache's paper (2013, section 2): the volume of a node contains those of its children, and the
 * leaves cover the object. Both are decided exactly. */
typedef enum rule_finding { KEPT, UNKNOWN, BROKEN } rule_finding;

static uint32_t most_children(const fk_cell_tree *tree)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < tree->node_count; i++)
        most = tree->node[i].child_count > most ? tree->node[i].child_count : most;
    return most;
}

/* Checks that every node lies in its parent; writes the finding as text. */
static rule_finding check_nodes(fk_context *context, const fk_cell_tree *tree, char *text, size_t size)
{
    fk_cell_report report;
    fk_status status = fk_cell_tree_check(context, tree, &report);
    snprintf(text, size, "all inside");
    if (status == FK_OK)
        return KEPT;
    if (status == FK_ERROR_ARGUMENT)
        snprintf(text, size, "node %" PRIu32 ": %s", report.node, fk_cell_trouble_text(report.trouble));
    else
        snprintf(text, size, "%s", fk_status_text(status));
    return status == FK_ERROR_ARGUMENT ? BROKEN : UNKNOWN;
}

/* Checks that the leaves cover their mesh, and its inside only if they fill it; writes the finding as text. */
static rule_finding check_cover(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                                bool is_hollow, char *text, size_t size)
{
    fk_cell_cover found;
    snprintf(text, size, "-");
    if (mesh == NULL)
        return KEPT;
    fk_status status = fk_cell_tree_covers(context, tree, mesh, &found);
    if (status != FK_OK) {
        snprintf(text, size, "%s", fk_status_text(status));
        return UNKNOWN;
    }
    const fk_cover *cover = &found.cover;
    if (cover->covers_surface && (is_hollow || cover->covers_inside)) {
        snprintf(text, size, "%s", is_hollow ? "the surface" : "all");
        return KEPT;
    }
    char point[80];
    table_vector(point, sizeof point, cover->point);
    snprintf(text, size, "%s%s near %s", found.is_proved ? "not " : "not sure, by rounding: ",
             cover->covers_surface ? "the inside" : "the surface", point);
    return found.is_proved ? BROKEN : UNKNOWN;
}

static rule_finding check_groups(const search_objects *objects, const part_list *list)
{
    const fk_scene *scene = list->scene;
    fk_search_report report;
    fk_search *search;
    if (scene->group_count == 0)
        return KEPT;
    fk_status status = fk_search_create(objects->context, scene->group, scene->group_count, objects->object,
                                        objects->count, &report, &search);
    if (status == FK_OK)
        fk_search_destroy(objects->context, search);
    cli_print("%" PRIu32 " group%s: %s\n", scene->group_count, scene->group_count == 1 ? "" : "s",
              status == FK_OK             ? "all that is in them is inside"
              : report.message[0] != '\0' ? report.message
                                          : fk_status_text(status));
    return status == FK_OK ? KEPT : status == FK_ERROR_ARGUMENT ? BROKEN : UNKNOWN;
}

static int widest_name(const search_objects *objects)
{
    size_t widest = strlen("object");
    for (uint32_t i = 0; i < objects->count; i++) {
        size_t length = strlen(objects->object[i].name);
        widest = length > widest ? length : widest;
    }
    return widest > TABLE_WIDEST ? TABLE_WIDEST : (int)widest;
}

/* Prints the gap of each level of a fitted tree. */
static rule_finding print_gaps(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                               double accuracy)
{
    fk_interval *gap = malloc(tree->level_count * sizeof *gap);
    if (gap == NULL || fk_cell_tree_gaps(context, tree, mesh, accuracy, gap) != FK_OK) {
        free(gap);
        return UNKNOWN;
    }
    for (uint32_t i = 0; i < tree->level_count; i++)
        cli_print("    level %" PRIu32 ": a gap of at most %.4g\n", i + 1, gap[i].hi);
    free(gap);
    return KEPT;
}

int search_rules_print(const search_objects *objects, const part_list *list)
{
    uint32_t count[3] = {0};
    int width = widest_name(objects);
    cli_print("%-*s  %-8s %9s %9s %6s %8s  %-10s  %s\n", width, "object", "made of", "nodes", "leaves",
              "levels", "children", "in parents", "leaves cover");
    for (uint32_t i = 0; i < objects->count; i++) {
        const fk_search_object *object = &objects->object[i];
        const fk_cell_tree *tree = object->tree;
        char nodes[160], cover[160];
        rule_finding inside = check_nodes(objects->context, tree, nodes, sizeof nodes);
        rule_finding covers = check_cover(objects->context, tree, list->scene->part[i].mesh,
                                          objects->is_hollow[i], cover, sizeof cover);
        count[inside > covers ? inside : covers]++;
        cli_progress_end();
        cli_print("%-*s  %ss%*s %9" PRIu32 " %9" PRIu32 " %6" PRIu32 " %8" PRIu32 "  %-10s  %s\n", width,
                  object->name, objects->source[i], 7 - (int)strlen(objects->source[i]), "", tree->node_count,
                  tree->leaf_count, tree->level_count, most_children(tree), nodes, cover);
        if (objects->fit[i].accuracy > 0)
            count[UNKNOWN] += print_gaps(objects->context, tree, list->scene->part[i].mesh,
                                         objects->fit[i].accuracy) != KEPT;
        cli_progress_bar(i + 1, objects->count, "trees");
    }
    cli_progress_end();
    count[check_groups(objects, list)] += list->scene->group_count > 0;
    if (count[BROKEN] + count[UNKNOWN] == 0)
        cli_print("All rules hold.\n");
    else
        cli_print("%" PRIu32 " broken, %" PRIu32 " not known.\n", count[BROKEN], count[UNKNOWN]);
    return count[BROKEN] > 0 ? CLI_FOUND : count[UNKNOWN] > 0 ? CLI_UNDECIDED : CLI_OK;
}
