/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check, sweep, render, view and report are about: parts from files, a scene or a robot, how they move, and what was found
 * about them. */

#ifndef FARKAS_TOOLS_SUBJECT_H
#define FARKAS_TOOLS_SUBJECT_H

#include "farkas/view.h"
#include "run_record.h"

typedef struct subject {
    fk_context *context;
    const run_settings *asked;    /* the settings of this run */
    const run_settings *settings; /* the same; or of a result, those that it was made with */
    /* Without, there are only names: of a result whose files are not as they were. Then of what follows only the result, the record
     * and the reports are there. */
    bool has_parts;
    part_list list; /* its parts are in the world, at show.time; all have a mesh or a piece */
    part_rules rules;
    fk_pool *pool;
    /* What was found: one of these, or neither; and how long that took. */
    const fk_check *check;
    const fk_sweep *sweep;
    double seconds;
    fk_record record;        /* where it comes from, and what is thought of it */
    fk_check_report checked; /* the check, to be written */
    fk_sweep_report swept;   /* the sweep, to be written */
    fk_show show;            /* all of it, to be drawn */
    /* What is to be freed. */
    fk_check *made_check;
    fk_sweep *made_sweep;
    fk_result *result;
    run_record made_record;
    review review;
    run_settings recorded;
    char **argument;
} subject;

/* Loads the files of the settings, which live as long as the subject does: `path` of them and what PART_OPTIONS and
 * PART_RULE_OPTIONS say is looked at. Does not check anything. False after a message. */
bool subject_load(subject *s, fk_context *context, const run_settings *settings);
/* The same; but one file may be a result, RESULT.json, which check or sweep has written: it is read with the files that it was made
 * of, from this folder or from that of the result, and what was found is there. */
bool subject_open(subject *s, fk_context *context, const run_settings *settings);
/* The same of what has to be a result. Where the files that it was made of are missing or have changed, that is trouble, unless
 * needs_parts is false: then it is a note. A result may come from anyone: only files that it names with their hashes are read, and
 * nothing that it says is written anywhere but to where this run's settings say. */
bool subject_open_result(subject *s, fk_context *context, const run_settings *settings, bool needs_parts);
void subject_free(subject *s);

/* Whether a file that is to be written, if any, is none of those that were read: a slip would cost the parts. `option` names it. False
 * after a message. */
bool subject_may_write(const subject *s, const char *option, const char *path);

/* Whether a file is such a result. */
bool subject_is_result(const char *path);

/* Whether something moves; and when. */
bool subject_moves(const subject *s);
fk_interval subject_span(const subject *s);

/* Puts the parts where they are at a time. What was found stays. */
void subject_move(subject *s, double time);

/* Checks the parts where they are; or sweeps them over the times that the settings say. What was found before is forgotten. False
 * after a message. */
bool subject_check(subject *s);
bool subject_sweep(subject *s);

/* What was found, which there is. */
fk_result subject_result(const subject *s);

/* Fills the record of what was found; and what is thought of it, as the settings say. Nothing happens to that of a result. False after
 * a message. */
bool subject_record(subject *s);
bool subject_review(subject *s, const review_settings *settings);

/* What the settings ask of a sweep. False after a message. */
bool subject_sweep_options(subject *s, fk_sweep_options *chosen);

#endif
