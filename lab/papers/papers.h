/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The experiments of `farkas papers`: one file and one row of the table in papers.c each. */

#ifndef FARKAS_LAB_PAPERS_PAPERS_H
#define FARKAS_LAB_PAPERS_PAPERS_H

#include "cli.h"
#include "gen/generate.h"
#include "study/study.h"

/* The inputs of an experiment. */
typedef struct papers_lab {
    study *s; /* collects its results */
    fk_context *context;
    bool quick;      /* few cases, and no clock */
    uint64_t seed;   /* of random cases; 1 by default */
    const char *pov; /* the folder for scenes, or NULL */
} papers_lab;

/* Tells it to the user; false. */
#define papers_trouble(...) (cli_trouble(__VA_ARGS__), false)

/* Ends the program with a message unless the status is FK_OK: without memory there are no results. */
void papers_check(fk_status status);

/* Generates a mesh of about so many triangles; size 0: the generator's size. */
fk_model *papers_generate(fk_context *context, const char *kind, uint32_t triangles, double size);

/* Coordinates from low to high. */
fk_vec3 papers_draw_between(fk_random *random, double low, double high);
/* A vector of length 1, evenly spread. */
fk_vec3 papers_draw_direction(fk_random *random);
/* Whole coordinates from -most to most. */
fk_vec3 papers_draw_whole(fk_random *random, int most);

/* The experiments. False after a message: an answer is wrong that must be right. */
bool papers_fm_pairs(const papers_lab *lab);
bool papers_fm_tori(const papers_lab *lab);
bool papers_fm_speed(const papers_lab *lab);
bool papers_fm_levels(const papers_lab *lab);
bool papers_fm_fitted(const papers_lab *lab);
bool papers_ec_static(const papers_lab *lab);
bool papers_ec_rotation(const papers_lab *lab);
bool papers_ec_translation(const papers_lab *lab);
bool papers_ec_expand(const papers_lab *lab);
bool papers_ec_volumes(const papers_lab *lab);
bool papers_bv(const papers_lab *lab);
bool papers_aabb_tree(const papers_lab *lab);
bool papers_hull(const papers_lab *lab);
bool papers_gjk(const papers_lab *lab);
bool papers_arm(const papers_lab *lab);
bool papers_thesis_prints(const papers_lab *lab);
bool papers_hierarchy(const papers_lab *lab);

/* The file lab/printed/fm_pairs.txt, which is compiled into the tool. */
extern const char papers_fm_pairs_text[];
extern const size_t papers_fm_pairs_size;

/* The verb. */
int papers_run(int argc, char **argv);

#endif
