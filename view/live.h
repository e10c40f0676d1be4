/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What takes long, in threads of its own, so that no picture waits for it: checking where the parts are, seeking what is
 * found at all times, making layers and what the mouse needs to find a part, and loading anew. */

#ifndef FARKAS_VIEW_LIVE_H
#define FARKAS_VIEW_LIVE_H

#include "stage.h"

typedef struct live live;

/* `wake` is called by another thread when there is news. NULL without memory or threads. */
live *live_create(fk_context *context, const fk_window_subject *subject, stage *s, void (*wake)(void));
/* Waits for the threads. */
void live_free(live *l);
/* Nothing more is begun; threads end when they are done with what they do. */
void live_stop(live *l);
/* Whether a thread is still there after live_stop. */
bool live_is_ending(live *l);

/* Asks for a check of these poses, and forgets what was asked before and is not begun. `number` comes back with it. */
void live_ask(live *l, const fk_pose *pose, uint64_t number);
/* The newest check; false when there is none that is new. It is the caller's then; NULL where it failed, as *status
 * tells. */
bool live_take_check(live *l, fk_check **out, uint64_t *number, fk_status *status);
bool live_take_sweep(live *l, fk_sweep **out, fk_status *status);
/* Whether something is still sought at all times; how much is done, from 0 to 1. */
bool live_is_seeking(live *l, double *part);

/* Makes layers; they are ready when live_layers has them. */
void live_prepare(live *l, unsigned layers);
unsigned live_layers(live *l);
/* Finds the lines in which two parts meet, where they are; what was asked before and is not begun is forgotten. */
void live_find_lines(live *l, uint32_t a, uint32_t b, const fk_pose *pose);
/* How often something of that was made; and whether something still is to be. */
uint64_t live_made(live *l);
bool live_is_making(live *l);

/* The part that a ray meets first, and where: FK_NONE without one, or when not all is ready. */
uint32_t live_pick(live *l, const fk_pose *pose, fk_vec3 origin, fk_vec3 direction, double *time);
bool live_can_pick(live *l);

/* ---- Loading anew -------------------------------------------------------------------------------------- */

typedef struct live_reload live_reload;

/* Begins; NULL without memory or threads. */
live_reload *live_reload_start(fk_context *context, const fk_window_options *options, void (*wake)(void));
bool live_reload_is_done(live_reload *r);
/* Waits until it is, and frees it: the subject, or NULL with a message. */
const fk_window_subject *live_reload_finish(live_reload *r, char message[FK_VIEW_MESSAGE]);

#endif
