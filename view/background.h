/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Long work in background threads, so that no picture waits for it: checks at the current poses, the sweep over all
 * times, layers, colliders for the mouse, and reloading. */

#ifndef FARKAS_VIEW_BACKGROUND_H
#define FARKAS_VIEW_BACKGROUND_H

#include "display.h"

typedef struct background background;

/* Another thread calls `wake` when there are results. Returns NULL without memory or threads. */
background *background_create(fk_context *context, const fk_window_subject *subject, display *s,
                              void (*wake)(void));
/* Waits for the threads. */
void background_free(background *bg);
/* Starts nothing more; threads end after their current work. */
void background_stop(background *bg);
/* Whether a thread still runs after background_stop. */
bool background_is_ending(background *bg);

/* Requests a check of these poses; drops an earlier request that has not started. The result has the same `number`. */
void background_request_check(background *bg, const fk_pose *pose, uint64_t number);
/* Returns the newest check, which the caller then owns; false if there is no new one. NULL if it failed, with the
 * reason in *status. */
bool background_take_check(background *bg, fk_check **out, uint64_t *number, fk_status *status);
/* The same for the sweep: first the one of contacts, unless it is late, then, if the subject has both, the last one, with closest
 * approaches. */
bool background_take_sweep(background *bg, fk_sweep **out, bool *is_last, fk_status *status);
/* Whether a sweep still runs; how much is done, from 0 to 1. */
bool background_is_sweeping(background *bg, double *part);

/* Requests layers; background_ready_layers returns those that are prepared. */
void background_request_layers(background *bg, unsigned layers);
unsigned background_ready_layers(background *bg);
/* Requests the lines in which two parts meet at their poses; drops an earlier request that has not started. */
void background_request_lines(background *bg, uint32_t a, uint32_t b, const fk_pose *pose);
/* Returns how many of these requests were finished; and whether any are left. */
uint64_t background_made_count(background *bg);
bool background_is_preparing(background *bg);

/* Returns the first part that a ray hits, and where: FK_NONE without one, or if not all colliders are ready. */
uint32_t background_pick(background *bg, const fk_pose *pose, fk_vec3 origin, fk_vec3 direction,
                         double *time);
bool background_can_pick(background *bg);

/* ---- Reloading ----------------------------------------------------------------------------------------- */

typedef struct background_reload background_reload;

/* Starts; returns NULL without memory or threads. */
background_reload *background_reload_start(fk_context *context, const fk_window_options *options,
                                           void (*wake)(void));
bool background_reload_is_done(background_reload *r);
/* Waits for the end and frees it. Returns the subject, or NULL with a message. */
const fk_window_subject *background_reload_finish(background_reload *r, char message[FK_VIEW_MESSAGE]);

#endif
