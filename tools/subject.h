/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check, sweep, render, view and report are about: parts from files, a scene or a robot, how they move, and what was found
 * about them. */

#ifndef FARKAS_TOOLS_SUBJECT_H
#define FARKAS_TOOLS_SUBJECT_H

#include "farkas/view.h"
#include "joint_values.h"
#include "run_settings.h"

typedef struct subject {
    fk_context *context;
    const run_settings *settings;
    part_list list; /* its parts are in the world, at show.time; all have a mesh or a piece */
    part_rules rules;
    fk_sweep_part *part; /* the same parts, in their frames */
    joint_values joints;
    fk_pool *pool;
    /* What was found: one of these, or neither; and how long that took. */
    fk_check *check;
    fk_sweep *sweep;
    double seconds;
    fk_record record;        /* where it comes from */
    fk_check_report checked; /* the check, to be written */
    fk_sweep_report swept;   /* the sweep, to be written */
    fk_show show;            /* all of it, to be drawn */
} subject;

/* Loads the files of the settings, which live as long as the subject does: `path` of them and what PART_OPTIONS and
 * PART_RULE_OPTIONS say is looked at. Does not check anything. False after a message. */
bool subject_load(subject *s, fk_context *context, const run_settings *settings);
void subject_free(subject *s);

/* Whether something moves; and when. */
bool subject_moves(const subject *s);
fk_interval subject_span(const subject *s);

/* Puts the parts where they are at a time. What was found stays. */
void subject_move(subject *s, double time);

/* Checks the parts where they are; or sweeps them over the times that the settings say. What was found before is forgotten. False
 * after a message. */
bool subject_check(subject *s);
bool subject_sweep(subject *s);

/* What the settings ask of a sweep. False after a message. */
bool subject_sweep_options(subject *s, fk_sweep_options *chosen);

#endif
