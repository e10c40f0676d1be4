/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The page of a report: what was found about a subject, with pictures, distances over time and what is known about its meshes. */

#ifndef FARKAS_TOOLS_REPORT_PAGE_H
#define FARKAS_TOOLS_REPORT_PAGE_H

#include "subject.h"

/* Writes the page, whole or not at all; the subject has a result and its record. False after a message. */
bool report_page_write(subject *s, const page_settings *settings);

#endif
