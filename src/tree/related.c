/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a relation of two meshes is called, and its end. */

#include "farkas/tree.h"

const char *fk_relation_name(fk_relation relation)
{
    static const char *const name[] = {"undecided", "apart",  "contact",  "hard",
                                       "b in a",    "a in b", "duplicate"};
    return (unsigned)relation < sizeof name / sizeof *name ? name[relation] : name[0];
}

void fk_related_free(fk_context *context, fk_related *related)
{
    if (related != NULL)
        fk_release(context, related, related->bytes);
}
