/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What takes long, in threads of its own, so that no picture waits for it: checking where the parts are, seeking what is
 * found at all times, making layers and what the mouse needs to find a part, and loading anew. */

#ifndef FARKAS_VIEW_LIVE_H
#define FARKAS_VIEW_LIVE_H

#include "display.h"

typedef struct background background;

/* `wake` is called by another thread when there is news. NULL without memory or threads. */
background *background_create(fk_context *context, const fk_window_subject *subject, display *s,
                              void (*wake)(void));
/* Waits for the threads. */
void background_free(background *l);
/* Nothing more is begun; threads end when they are done with what they do. */
void background_stop(background *l);
/* Whether a thread is still there after background_stop. */
bool background_is_ending(background *l);

/* Asks for a check of these poses, and forgets what was asked before and is not begun. `number` comes back with it. */
void background_request_check(background *l, const fk_pose *pose, uint64_t number);
/* The newest check; false when there is none that is new. It is the caller's then; NULL where it failed, as *status
 * tells. */
bool background_take_check(background *l, fk_check **out, uint64_t *number, fk_status *status);
bool background_take_sweep(background *l, fk_sweep **out, fk_status *status);
/* Whether something is still sought at all times; how much is done, from 0 to 1. */
bool background_is_sweeping(background *l, double *part);

/* Makes layers; they are ready when background_ready_layers has them. */
void background_request_layers(background *l, unsigned layers);
unsigned background_ready_layers(background *l);
/* Finds the lines in which two parts meet, where they are; what was asked before and is not begun is forgotten. */
void background_request_lines(background *l, uint32_t a, uint32_t b, const fk_pose *pose);
/* How often something of that was made; and whether something still is to be. */
uint64_t background_made_count(background *l);
bool background_is_preparing(background *l);

/* The part that a ray meets first, and where: FK_NONE without one, or when not all is ready. */
uint32_t background_pick(background *l, const fk_pose *pose, fk_vec3 origin, fk_vec3 direction, double *time);
bool background_can_pick(background *l);

/* ---- Loading anew -------------------------------------------------------------------------------------- */

typedef struct background_reload background_reload;

/* Begins; NULL without memory or threads. */
background_reload *background_reload_start(fk_context *context, const fk_window_options *options,
                                           void (*wake)(void));
bool background_reload_is_done(background_reload *r);
/* Waits until it is, and frees it: the subject, or NULL with a message. */
const fk_window_subject *background_reload_finish(background_reload *r, char message[FK_VIEW_MESSAGE]);

#endif
