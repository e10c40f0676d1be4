/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where a result comes from: what was asked, when, and of which files. */

#ifndef FARKAS_TOOLS_RUN_RECORD_H
#define FARKAS_TOOLS_RUN_RECORD_H

#include "run_settings.h"

typedef struct run_record {
    fk_input_list inputs;
    char date[32];
} run_record;

/* Fills the record, with all files of the list, and points it to the settings, the list and this; the inputs are to be freed. The
 * date is that of SOURCE_DATE_EPOCH, where it is set, so that the same run can give the same bytes. False after a message. */
bool run_record_make(run_record *r, const run_settings *settings, const part_list *list, fk_record *out);

#endif
