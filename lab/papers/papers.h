/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The experiments of `farkas papers`: one file and one row of the table in papers.c each. */

#ifndef FARKAS_LAB_PAPERS_PAPERS_H
#define FARKAS_LAB_PAPERS_PAPERS_H

#include "cli.h"
#include "study/study.h"

typedef struct papers_settings {
    bool json;
    bool quick;      /* few cases, and no clock */
    uint64_t seed;   /* of what is drawn at random; 1 unless told */
    const char *out; /* the folder for page, tables, plots and pictures, or NULL */
    const char *pov; /* the folder for scenes, or NULL */
} papers_settings;

/* What they find goes into the study. CLI_OK when the experiment came out as it must, else CLI_TROUBLE after a message. */
int papers_fm_pairs(const papers_settings *settings, study *s);
int papers_bv(const papers_settings *settings, study *s);
int papers_gjk(const papers_settings *settings, study *s);
int papers_ec_static(const papers_settings *settings, study *s);
int papers_ec_rotation(const papers_settings *settings, study *s);
int papers_ec_translation(const papers_settings *settings, study *s);
int papers_ec_expand(const papers_settings *settings, study *s);
int papers_arm(const papers_settings *settings, study *s);
int papers_hull(const papers_settings *settings, study *s);
int papers_aabb_tree(const papers_settings *settings, study *s);
int papers_hierarchy(const papers_settings *settings, study *s);
int papers_tori(const papers_settings *settings, study *s);
int papers_speed(const papers_settings *settings, study *s);
int papers_levels(const papers_settings *settings, study *s);

/* The file lab/printed/fm_pairs.txt, which is compiled into the tool. */
extern const char papers_fm_pairs_text[];
extern const size_t papers_fm_pairs_size;

/* The verb. */
int papers_run(int argc, char **argv);

#endif
