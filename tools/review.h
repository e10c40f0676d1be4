/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What has become of clashes since an earlier result (--baseline), and which of them may be (--approve). */

#ifndef FARKAS_TOOLS_REVIEW_H
#define FARKAS_TOOLS_REVIEW_H

#include "part_list.h"
#include "result_pairs.h"

typedef struct review_settings {
    const char *baseline; /* a result, or NULL */
    part_words approve;   /* ID or ID=REASON */
} review_settings;

#define REVIEW_OPTIONS_HELP                                                                                  \
    "      --baseline R   compare with an earlier result, which --json has written: clashes are\n"           \
    "                     new, active or approved as they were there; some are resolved\n"                   \
    "      --approve ID   this clash may be, and does not count; also ID=REASON; several times\n"

/* What is thought of a result; its record points into it. */
typedef struct review {
    fk_context *context;
    const fk_result *result; /* only while it is made */
    size_t count;
    result_pair *pair;
    fk_review *of;       /* each pair */
    const char **remark; /* of each pair, or NULL */
    fk_result *baseline;
    uint32_t resolved_count;
    fk_resolved *resolved;
} review;

/* Finds it out, and puts it into the record; what a record has already, as one of a result that was read, stays where neither option
 * says something else. False after a message. To be freed in any case. */
bool review_make(review *r, fk_context *context, const review_settings *settings, const fk_result *result,
                 fk_record *record);
void review_free(review *r);

/* The id of a clash, when all is to be told. */
void review_print_id(const char *a, const char *b, bool is_clash);
/* Behind the line of a pair: "(new)", "(approved: reason)", or nothing. */
void review_print_pair(const fk_record *record, size_t pair);
/* How long the longest name of a resolved clash is; and a line for each. */
size_t review_resolved_width(const fk_record *record);
void review_print_resolved(const fk_record *record, int width);
/* " (1 new, 1 approved)" behind the number of clashes, and "; 1 resolved" behind all; nothing without reviews. */
void review_print_count(const fk_record *record, fk_review_count count);
void review_print_end(const fk_record *record);

#endif
