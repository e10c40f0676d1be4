/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The objects of a search: parts of files or of a scene as trees of cells; the rules that trees hold to; a picture. */

#ifndef FARKAS_TOOLS_SEARCH_H
#define FARKAS_TOOLS_SEARCH_H

#include "parts.h"

/* How trees are made. */
typedef struct search_making {
    bool by_surface;   /* solids, too, are made of their triangles, not of pieces that fill them */
    bool has_children; /* of trees that a scene gives: */
    uint32_t children; /* levels are added where a node has more; 0: where none are */
} search_making;

typedef struct search_objects {
    fk_context *context;
    uint32_t count;
    fk_search_object *object;
    const char **source; /* what the leaves of each are made of: "cell", "piece" or "triangle" */
    bool *is_hollow;     /* a solid that is made of its triangles: what is inside of it is not in the tree */
    fk_cell_tree **made; /* trees that are not the scene's nor those of an object before */
    uint64_t node_total;
} search_objects;

/* Makes a tree of each part. Shows progress. False after a message. */
bool search_objects_make(search_objects *objects, fk_context *context, const part_list *list,
                         const search_making *making, const fk_workers *workers);
void search_objects_free(search_objects *objects);

/* Checks all trees against the rules: every node lies in its parent, the leaves cover what they are made
 * from, and groups hold what is in them. Prints a table. Returns an exit status: CLI_FOUND when a rule is
 * broken. */
int search_rules_print(const search_objects *objects, const part_list *list);

/* Writes a scene for POV-Ray: the leaves of all objects, those that collide in red, the boxes of what they have in common, and one
 * around all of these. Where there are too many leaves, nodes above them are drawn, and a note says so. False after a message. */
bool search_pov_write(const fk_search_findings *findings, const char *path);

#endif
