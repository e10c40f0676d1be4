/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What options say about the page of a report. */

#ifndef FARKAS_TOOLS_PAGE_SETTINGS_H
#define FARKAS_TOOLS_PAGE_SETTINGS_H

#include "farkas/page.h"

typedef struct page_settings {
    const char *output; /* a file, "-", or NULL: no page */
    const char *title;  /* or NULL */
    bool has_no_3d;
    uint64_t most_pictures; /* clashes that have pictures, the worst first; 0: no picture at all */
} page_settings;

static inline page_settings page_settings_default(void)
{
    page_settings settings = {.most_pictures = fk_page_options_default().most_clashes};
    return settings;
}

#define PAGE_OPTIONS_HELP                                                                                    \
    "      --report FILE  also write a page for a browser, with pictures: one file, to mail\n"               \
    "      --report-pictures N\n"                                                                            \
    "                     pictures of so many clashes, the worst first (default: 40; 0: none)\n"

#endif
