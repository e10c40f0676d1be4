/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A sweep as people read it: what was asked, a line or two for each pair that matters, a sentence at the end. */

#ifndef FARKAS_TOOLS_SWEEP_TABLE_H
#define FARKAS_TOOLS_SWEEP_TABLE_H

#include "cli.h"

typedef struct sweep_table {
    fk_sweep_report report;
    const fk_check_part *part; /* the same parts, for notes */
    double clearance;          /* that is asked of all pairs, or 0 */
    double seconds;            /* shown on a terminal alone, so that the same sweep gives the same bytes */
    bool is_unit_assumed;
    bool was_stopped; /* at the first clash */
} sweep_table;

/* False after a message: there is no memory. */
bool sweep_table_print(const sweep_table *table);

/* What a user should know besides, as notes. */
void sweep_table_notes(const sweep_table *table);

#endif
