/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The rules of P. Baillehache's paper (2013, section 2), for the trees of a search: the volume of a node
 * holds those of its children, and the leaves cover the object. Both are decided exactly. */

#include "search_objects.h"
#include "table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum finding { KEPT, UNKNOWN, BROKEN } finding;

static uint32_t most_children(const fk_cell_tree *tree)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < tree->node_count; i++)
        most = tree->node[i].child_count > most ? tree->node[i].child_count : most;
    return most;
}

/* Whether every node lies in its parent, as text. */
static finding check_nodes(fk_context *context, const fk_cell_tree *tree, char *text, size_t size)
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

/* Whether the leaves cover the mesh that they are made from, as text; the inside only where they fill it. */
static finding check_cover(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh, bool is_hollow,
                           char *text, size_t size)
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

static finding check_groups(const search_objects *objects, const part_list *list)
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
        finding inside = check_nodes(objects->context, tree, nodes, sizeof nodes);
        finding covers = check_cover(objects->context, tree, list->scene->part[i].mesh, objects->is_hollow[i],
                                     cover, sizeof cover);
        count[inside > covers ? inside : covers]++;
        cli_progress_end();
        cli_print("%-*s  %ss%*s %9" PRIu32 " %9" PRIu32 " %6" PRIu32 " %8" PRIu32 "  %-10s  %s\n", width,
                  object->name, objects->source[i], 7 - (int)strlen(objects->source[i]), "", tree->node_count,
                  tree->leaf_count, tree->level_count, most_children(tree), nodes, cover);
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
