/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A search as people read it: what was searched, a line for each pair of objects that collides or is open
 * with its pairs of nodes below, a sentence at the end. */

#ifndef FARKAS_TOOLS_SEARCH_TABLE_H
#define FARKAS_TOOLS_SEARCH_TABLE_H

#include "search_objects.h"

typedef struct search_table {
    fk_search_findings findings;
    const search_objects *objects;
    uint64_t limit; /* so many lines of pairs of nodes are shown for each pair of objects */
    double seconds;
    bool is_unit_assumed;
} search_table;

/* False after a message. */
bool search_table_print(const search_table *table);

#endif
