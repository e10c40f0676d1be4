/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Names and explanations of statuses and verdicts, and the version.
 *
 * A status or verdict may come from memory that nobody initialised or from a newer library, so values outside
 * the enumerations get a text too. A verdict that is not one of the four claims nothing: it is undecided. */

#include "farkas/base.h"

#define TEXT_OF(value)               TEXT_OF_EXPANDED(value)
#define TEXT_OF_EXPANDED(value)      #value
#define VERSION(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *fk_version(void)
{
    return VERSION(FK_VERSION_MAJOR, FK_VERSION_MINOR, FK_VERSION_PATCH);
}

const char *fk_status_name(fk_status status)
{
    switch (status) {
#define FK_STATUS_CASE(name, text)                                                                           \
    case name:                                                                                               \
        return #name;
        FK_STATUS_LIST(FK_STATUS_CASE)
#undef FK_STATUS_CASE
    }
    return "unknown status";
}

const char *fk_status_text(fk_status status)
{
    switch (status) {
#define FK_STATUS_CASE(name, text)                                                                           \
    case name:                                                                                               \
        return text;
        FK_STATUS_LIST(FK_STATUS_CASE)
#undef FK_STATUS_CASE
    }
    return "unknown status";
}

const char *fk_verdict_name(fk_verdict verdict)
{
    switch (verdict) {
    case FK_APART:
        return "apart";
    case FK_TOUCHING:
        return "touching";
    case FK_OVERLAPPING:
        return "overlapping";
    case FK_UNDECIDED:
        break;
    }
    return "undecided";
}
