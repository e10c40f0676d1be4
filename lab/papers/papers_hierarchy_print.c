/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers hierarchy, third part: COLLIDE as the slides print it, which always goes on with the children of the larger
 * volume, also where that is a leaf. Two knots, in random places where they meet or not: how many meetings it loses. */

#include "printed/collide_paper.h"
#include "papers/papers_hierarchy.h"

#include <math.h>

enum { PLACES = 400, QUICK_PLACES = 60, PAIRS = 4 };

/* Triangles of both knots. */
static const uint32_t pairs[PAIRS][2] = {{960, 960}, {240, 3840}, {100, 15360}, {15360, 100}};
static const uint32_t quick_pairs[PAIRS][2] = {{240, 240}, {100, 960}, {100, 240}, {960, 100}};

typedef struct lost {
    double meet, found, ends, nodes, right_nodes;
} lost;

static double draw(fk_random *random, double size)
{
    return floor(fk_random_between(random, -size, size) * 0x1p20) * 0x1p-20;
}

/* One place. Made right, COLLIDE must say what the search of the library says; as printed it must find nothing else. */
static int ask(const knots *k, const fk_pose *pose, lost *sum)
{
    fk_placed_hierarchy a = {k[0].tree, &k[0].mesh, fk_pose_identity()}, b = {k[1].tree, &k[1].mesh, *pose};
    fk_search_rules rules = fk_search_rules_collide();
    fk_search_found found;
    if (fk_hierarchy_search(k[0].context, &a, &b, &rules, &found) != FK_OK)
        return cli_trouble("out of memory");
    fk_search_found_end(k[0].context, &found);
    paper_collide printed = {.is_right = false}, right = {.is_right = true};
    bool says = paper_collide_run(&printed, &a, &b), truth = paper_collide_run(&right, &a, &b);
    if (truth != found.meets || (says && !truth))
        return cli_trouble("COLLIDE says %d, made right %d, but the search %d", says, truth, found.meets);
    sum->meet += truth;
    sum->found += says;
    sum->ends += (double)printed.ends;
    sum->nodes += (double)printed.volume_tests;
    sum->right_nodes += (double)right.volume_tests;
    return CLI_OK;
}

static int tell_pair(const papers_settings *settings, study *s, knots k[2], const uint32_t triangles[2],
                     lost *out)
{
    int places = settings->quick ? QUICK_PLACES : PLACES;
    fk_random random = fk_random_make(settings->seed);
    fk_pose pose = {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {0, 0, 0}};
    *out = (lost){0};
    if (!knots_make(&k[0], triangles[0]) || !knots_make(&k[1], triangles[1]))
        return CLI_TROUBLE;
    for (int i = 0; i < places; i++) {
        double x = draw(&random, 1), y = draw(&random, 1);
        pose.translation = fk_vec3_make(x, y, draw(&random, 0.5));
        if (ask(k, &pose, out) != CLI_OK)
            return CLI_TROUBLE;
    }
    study_numbers(s, k[0].mesh.triangle_count, k[1].mesh.triangle_count, places, out->meet, out->found,
                  100 * (1 - out->found / out->meet), out->ends / places, out->nodes / places,
                  out->right_nodes / places);
    return CLI_OK;
}

int hierarchy_printed(const papers_settings *settings, study *s, fk_context *context)
{
    double meet = 0, found = 0, worst = 0;
    int status = CLI_OK;
    study_table(s, "printed", "COLLIDE as it is printed, on knots in random places",
                "triangles: a|a_triangles; b|b_triangles\n"
                "places; they meet in|meet\n"
                "COLLIDE as printed: finds|printed_finds; loses, %|printed_loses_percent|1; dead ends a "
                "place|printed_ends|1\n"
                "tests of balls a place: printed|printed_nodes|1; made right|right_nodes|1");
    for (int i = 0; i < PAIRS && status == CLI_OK; i++) {
        knots k[2] = {{.context = context}, {.context = context}};
        lost of;
        status = tell_pair(settings, s, k, settings->quick ? quick_pairs[i] : pairs[i], &of);
        knots_end(&k[0]);
        knots_end(&k[1]);
        if (status != CLI_OK)
            return status;
        meet += of.meet;
        found += of.found;
        worst = fmax(worst, 100 * (1 - of.found / of.meet));
    }
    study_say(s, "A dead end is a pair of a leaf and a node with children where the leaf has the larger "
                 "volume: the print goes on with children that it does not have, and finds nothing. Made "
                 "right, the other node is descended there.");
    study_claim(
        s, "\"If there is collision return 1, otherwise return 0\" (COLLIDE)",
        found < meet ? STUDY_HOLDS_NOT : STUDY_HOLDS,
        "As printed it finds %.0f of %.0f meetings, and loses up to %.0f%% of them where one mesh is much "
        "finer than the other; it makes none up. With the other node descended at dead ends it finds all.",
        found, meet, worst);
    return CLI_OK;
}
