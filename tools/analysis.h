/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check, sweep, render, view and report share: their settings, the parts, the result that was computed or saved
 * before, its review, and how it is printed. */

#ifndef FARKAS_TOOLS_ANALYSIS_H
#define FARKAS_TOOLS_ANALYSIS_H

#include "farkas/page.h"
#include "farkas/view.h"
#include "part_list.h"

/* ---- Settings ------------------------------------------------------------------------------------------ */

/* What was known before. */
typedef struct review_settings {
    const char *baseline; /* a result, or NULL */
    cli_words approve;    /* ID or ID=REASON */
} review_settings;

#define REVIEW_SLOTS                                                                                         \
    CLI_TEXT("--baseline", analysis_settings, review.baseline),                                              \
        CLI_WORDS("--approve", analysis_settings, review.approve)
#define REVIEW_OPTIONS_HELP                                                                                  \
    "      --baseline R   compare with an earlier result of --json: clashes are new, active,\n"              \
    "                     approved as before, or resolved\n"                                                 \
    "      --approve ID   accept this clash: it does not count; also ID=REASON; repeatable\n"

/* The page of a report. */
typedef struct page_settings {
    const char *output; /* a file, "-", or NULL: no page */
    const char *title;  /* or NULL */
    bool has_no_3d, has_most_pictures;
    /* if has_most_pictures: how many clashes get pictures, the worst first; 0: no picture at all */
    uint64_t most_pictures;
} page_settings;

/* Reads into page_settings. */
bool page_read_pictures(const char *option, const char *value, void *field);

#define PAGE_OPTIONS_HELP                                                                                    \
    "      --report FILE  also write a page for a browser, with pictures: one file, to mail\n"               \
    "      --report-pictures N\n"                                                                            \
    "                     pictures of so many clashes, the worst first (default: 40; 0: none)\n"

/* The options of check and sweep. One struct serves both, so that the options recorded in a result can be read again. */
typedef struct analysis_settings {
    part_settings part;
    pair_rule_settings rules;
    bool stops_at_clash;
    /* Of check. */
    bool wants_volume, wants_distances;
    /* Of sweep. */
    double from, to; /* NaN: not given */
    const char *tolerance;
    double resolution, seconds; /* 0: not given */
    uint64_t budget;
    bool wants_closest;
    /* From here on: output and review. The result does not depend on these. */
    uint64_t jobs; /* 0: all processors */
    bool as_json, as_csv;
    const char *junit, *distances;
    uint64_t samples;
    review_settings review;
    page_settings page;
    /* The question, in words that give the same result when read again: the verb, the options that the result depends
     * on, the files. */
    cli_words words;
    char **path; /* the files, as given */
    int path_count;
} analysis_settings;

#define RUN_SLOTS                                                                                            \
    CLI_FLAG("--first", analysis_settings, stops_at_clash), CLI_FLAG("--json", analysis_settings, as_json),  \
        CLI_FLAG("--csv", analysis_settings, as_csv), CLI_TEXT("--junit", analysis_settings, junit),         \
        REVIEW_SLOTS, CLI_TEXT("--report", analysis_settings, page.output),                                  \
        CLI_READ("--report-pictures", page_read_pictures, analysis_settings, page),                          \
        CLI_JOBS(analysis_settings, jobs)

/* The options of the two verbs, and the function that records them in `words`. */
extern const cli_option_table check_option_table, sweep_option_table;
bool analysis_note_option(const cli_option *row, const char *value, void *settings);

analysis_settings analysis_settings_default(void);
void analysis_settings_free(analysis_settings *settings);

/* Reads options and files; argv[0] is the verb. The arguments must live as long as the settings. Returns false if the
 * verb must return *status. */
bool analysis_settings_read(analysis_settings *settings, const cli_option_table *table, int argc, char **argv,
                            int *status);

/* Prints, on a terminal below a table with clashes, how to view them. Nothing with a page, or with --quiet. */
void analysis_settings_hint(const analysis_settings *settings);

/* Checks that the options go together. False after a message. */
bool analysis_settings_check(const analysis_settings *settings);

/* ---- Results ------------------------------------------------------------------------------------------- */

/* Reads a result. Names `option`, if not NULL, in messages. False after a message. */
bool result_load(fk_context *context, const char *path, const char *option, fk_result **out);

/* What is in a result, of a check or of a sweep. */
const fk_check *result_found(const fk_result *result);
const fk_provenance *result_record(const fk_result *result);
const char *result_part_name(const fk_result *result, uint32_t part);
void result_pair_id(const fk_result *result, size_t pair, char id[FK_CLASH_ID_SIZE]);

/* The review of a result; its record points into it. */
typedef struct review {
    fk_context *context;
    const fk_result *result; /* only while it is being made */
    const fk_check *found;
    char (*id)[FK_CLASH_ID_SIZE]; /* of each pair */
    fk_review *of;                /* of each pair */
    const char **remark;          /* of each pair, or NULL */
    fk_result *baseline;
    uint32_t resolved_count;
    fk_resolved *resolved;
} review;

/* Makes the review and stores it in the record. A record that has one already, from a saved result, keeps it where
 * neither option changes it. False after a message. Free it in any case. */
bool review_make(review *r, fk_context *context, const review_settings *settings, const fk_result *result,
                 fk_provenance *record);
void review_free(review *r);

/* ---- Analyses ------------------------------------------------------------------------------------------ */

/* Parts from files, a scene or a robot, their motion, and the result of a check or sweep. */
typedef struct analysis {
    fk_context *context;
    const analysis_settings *asked;    /* the settings of this run */
    const analysis_settings *settings; /* the same; or those that a saved result was made with */
    /* Without parts there are only names: of a saved result whose files have changed. Then, of the fields below, only
     * the result, the record and the reports are set. */
    bool has_parts;
    part_list list; /* its parts are placed at show.time; all have a mesh or a piece */
    pair_rules rules;
    fk_pool *pool;
    /* The result, or NULL; and how long it took. */
    const fk_check *found;
    bool is_sweep;
    double seconds;
    fk_provenance record;    /* provenance and review */
    fk_check_report checked; /* the result, for writing; of a sweep: */
    fk_sweep_report swept;
    fk_show show; /* all of it, for drawing */
    /* Owned. */
    fk_check *made;
    fk_result *result;
    fk_input_list inputs;
    char date[32];
    review review;
    analysis_settings recorded;
    char **argument;
} analysis;

/* Loads the files of the settings, which must live as long as the analysis: uses `path` and the fields of PART_OPTIONS
 * and PAIR_RULE_OPTIONS. Checks nothing. False after a message. */
bool analysis_load(analysis *s, fk_context *context, const analysis_settings *settings);
/* The same; but one file may be a result, RESULT.json, written by check or sweep: loads it with its files, from this
 * folder or from that of the result. */
bool analysis_open(analysis *s, fk_context *context, const analysis_settings *settings);
/* The same for a file that must be a result. If its files are missing or have changed, that is trouble, or a note if
 * needs_parts is false. A result may come from anyone: only files that it names with their hashes are read, and output
 * goes only where this run's settings say. */
bool analysis_open_result(analysis *s, fk_context *context, const analysis_settings *settings,
                          bool needs_parts);
void analysis_free(analysis *s);

/* Steps of the functions above: start empty; load the parts of the settings; set the result and its reports. */
void analysis_begin(analysis *s, fk_context *context, const analysis_settings *settings);
bool analysis_load_parts(analysis *s);
void analysis_set_result(analysis *s, const fk_check *found, bool is_sweep, double tolerance);

/* Checks that an output file, if any, is none of the input files: a slip would destroy the parts. `option` names it.
 * False after a message. */
bool analysis_may_write(const analysis *s, const char *option, const char *path);

/* Whether something moves. */
bool analysis_moves(const analysis *s);

/* Checks the parts where they are; or sweeps them over the times of the settings. Replaces an earlier result. False
 * after a message. */
bool analysis_check(analysis *s);
bool analysis_sweep(analysis *s);

/* Returns the result; there must be one. */
fk_result analysis_result(const analysis *s);

/* Reviews the result. False after a message. */
bool analysis_review(analysis *s, const review_settings *settings);

/* Make the options of a check, which lists a limited number of pairs with their distances; and of a sweep. False after
 * a message. */
fk_check_options analysis_check_options(analysis *s);
bool analysis_sweep_options(analysis *s, fk_sweep_options *chosen);

/* Writes the page of a report, complete or not at all; the analysis must have a result and its record. False after a
 * message. */
bool report_page_write(analysis *s, const page_settings *settings);

/* ---- Check and sweep ----------------------------------------------------------------------------------- */

/* What differs between check and sweep; options, files, provenance, review, table and page are shared. Functions that
 * return bool return false after a message. */
typedef struct analysis_verb {
    const cli_option_table *table;
    const char *needs;                                         /* "files, a scene or a robot" */
    bool (*check_settings)(const analysis_settings *settings); /* whether options go together */
    bool (*run)(analysis *about);
    /* The table: the times, or NULL; the line of a pair, and what follows its review, or NULL. */
    void (*write_times)(const analysis *about, char *text, size_t size);
    void (*put_details)(const analysis *about, const fk_check_pair *pair);
    void (*put_more)(const analysis *about, const fk_check_pair *pair);
    /* By what clashes are sorted; and clear pairs, if not all are listed: then the nearest are, or none. */
    double (*sort_key)(const fk_check_pair *pair);
    bool lists_nearest;
    /* What follows the number of clear pairs that are not listed, some of which the result has or not. */
    void (*put_hidden)(const analysis *about, bool are_known);
    void (*put_sentence)(const analysis *about, uint64_t pairs, bool was_stopped); /* pairs: finished */
    bool (*write_more)(analysis *about); /* further output, or NULL */
    void (*note)(const analysis *about);
} analysis_verb;

/* Returns an exit status. */
int analysis_verb_run(const analysis_verb *verb, int argc, char **argv);

/* Prints or writes the result. False after a message. */
bool analysis_print(const analysis_verb *verb, analysis *about);

/* Prints " (1 new, 1 approved)" after the number of clashes; and "; 1 resolved." at the end. */
void table_reviews(const analysis *about);
void table_end(const analysis *about);

typedef struct table_text {
    char text[FK_NUMBER_SIZE];
} table_text;

/* A length with a few digits: enough to tell it from `other`. */
table_text table_length(double length, double other);
/* Prints the distance of a pair after a word, and its clearance if that is more; false if a part is empty. */
bool table_distance(const analysis *about, const fk_check_pair *pair, const char *word, double distance);

#endif
