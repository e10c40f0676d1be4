/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Structures that are not there yet, as all against all. */

#include "broad/structure.h"

static void init(void *self, const fk_broad_options *options)
{
    fk_broad_brute.init(self, options);
}

static void end(void *self, fk_context *context)
{
    fk_broad_brute.end(self, context);
}

static fk_status update(void *self, fk_context *context, const fk_broad_boxes *boxes, const uint32_t *changed,
                        uint32_t changed_count, const fk_workers *workers)
{
    return fk_broad_brute.update(self, context, boxes, changed, changed_count, workers);
}

static fk_status pairs(void *self, fk_context *context, const fk_broad_boxes *boxes,
                       const fk_workers *workers, fk_pair_keys *out)
{
    return fk_broad_brute.pairs(self, context, boxes, workers, out);
}

static void visit(const void *self, fk_broad_visit_state *state)
{
    fk_broad_brute.visit(self, state);
}

static bool is_sound(const void *self, const fk_broad_boxes *boxes)
{
    return fk_broad_brute.is_sound(self, boxes);
}

static size_t bytes(const void *self)
{
    return fk_broad_brute.bytes(self);
}

#define STAND_IN                                                                                             \
    {                                                                                                        \
        .size = 1, .init = init, .end = end, .update = update, .pairs = pairs, .visit = visit,               \
        .is_sound = is_sound, .bytes = bytes                                                                 \
    }

const fk_broad_class fk_broad_packs = STAND_IN;
const fk_broad_class fk_broad_tree = STAND_IN;
const fk_broad_class fk_broad_sweep = STAND_IN;
